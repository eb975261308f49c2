#!/bin/sh
# From nothing to the two ONNX files. Usage: train.sh WORK DATA
# WORK holds art, renderings and checkpoints (40 GB); DATA is the folder with rf_poker_cards, edje and validation_foltysm.
# Every step is left out when its result is there, and a broken training run goes on where it was.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$1 data=$2
export OMP_NUM_THREADS="${OMP_NUM_THREADS:-1}"
mkdir -p "$work/scenes" "$work/crops" "$work/npm" "$work/art" "$work/1"

if [ ! -d "$work/venv" ]; then
  apt-get update
  apt-get install -y --no-install-recommends python3-venv nodejs npm librsvg2-bin unzip gnome-cards-data kdegames-card-data-kf5 pokerth-data \
    ufoai-textures mate-backgrounds gnome-backgrounds fonts-dejavu fonts-liberation fonts-freefont-ttf fonts-lato fonts-roboto-unhinted \
    fonts-urw-base35 fonts-linuxlibertine fonts-open-sans fonts-cabin fonts-crosextra-carlito fonts-crosextra-caladea fonts-ebgaramond \
    fonts-comfortaa fonts-junction fonts-cantarell fonts-league-spartan fonts-hack fonts-symbola
  python3 -m venv "$work/venv"
  "$work/venv/bin/pip" install -r "$here/requirements.txt"
fi
python="nice -n 3 $work/venv/bin/python"

if [ ! -f "$work/faces.npy" ]; then
  (cd "$work/npm" && npm install --no-fund --no-audit svg-cards@4.0.2 @letele/playing-cards@0.1.0 deck-of-cards@0.1.8 react@19.3.1 react-dom@19.3.1)
  node "$here/letele.mjs" "$work/npm/node_modules" "$work/art/letele"
  mkdir -p "$work/art/tex" && (cd "$work/art/tex" && unzip -qo /usr/share/games/ufoai/base/0textures.pk3)
  $python "$here/art.py" --work "$work"
fi

# Renderings: 22 ms a scene, 2.3 ms a crop on one core.
for seed in $(seq 101 124); do $python "$here/scenes.py" --work "$work" --count 2000 --seed "$seed" --out "$work/scenes/s$seed"; done
for seed in $(seq 201 230); do $python "$here/crops.py" --work "$work" --count 8000 --seed "$seed" --out "$work/crops/c$seed"; done

# A first detector finds the photographed cards; its quads, snapped to their boxes, are the photographs both models learn from.
$python "$here/train_detector.py" --data "$work/scenes/s*" --out "$work/detector1.pt" --minutes "${DETECTOR_MINUTES:-25}"
if [ ! -f "$work/real.npz" ]; then
  $python "$here/train_identifier.py" --work "$work" --data "$work/crops/c*" --out "$work/identifier1.pt" --minutes 1
  $python "$here/export.py" --detector "$work/detector1.pt" --identifier "$work/identifier1.pt" --models "$work/1"
  $python "$here/photographs.py" --models "$work/1" --data "$data" --crops "$work/real.npz" --scenes "$work/scenes/photographs"
fi
