#!/bin/sh
# From nothing to the three ONNX files. Usage: train.sh WORK DATA
# WORK holds art, renderings and checkpoints (15 GB); DATA is the folder with rf_poker_cards, edje and validation_foltysm.
# Every step is left out when its result is there, and a broken training run goes on where it was.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$1 data=$2
export OMP_NUM_THREADS="${OMP_NUM_THREADS:-1}"
mkdir -p "$work/scenes" "$work/crops" "$work/indices" "$work/npm" "$work/art" "$work/first" "$work/second" "$work/more"

if [ ! -d "$work/venv" ]; then
  apt-get update
  # Another source's node may be there already; the two do not mix.
  command -v npm > /dev/null || apt-get install -y --no-install-recommends nodejs npm
  apt-get install -y --no-install-recommends python3-venv librsvg2-bin unzip gnome-cards-data kdegames-card-data-kf5 pokerth-data \
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

# More designs, and random decks of title cards as the program itself prints them (KIBITZER names the program; left out without it).
if [ ! -f "$work/more/faces.npy" ]; then
  program=${KIBITZER:-$(command -v kibitzer || true)}
  [ -z "$program" ] || $python "$here/random_decks.py" --program "$program" --out "$work/decks" --decks 24
  mkdir -p "$work/decks"
  $python "$here/art.py" --work "$work/more" --add-to "$work" --designs 4800 --backs 640 --seed 2 --pictures $(find "$work/decks" -mindepth 1 -type d | sort)
fi

# Renderings: 22 ms a scene, 2.3 ms a crop on one free core.
for seed in $(seq 101 106); do $python "$here/scenes.py" --work "$work" --count 2000 --seed "$seed" --out "$work/scenes/s$seed"; done
for seed in 111 112 113; do
  $python "$here/scenes.py" --work "$work" --tilts 15 62 --count 2000 --seed "$seed" --out "$work/scenes/t$seed"
  $python "$here/scenes.py" --work "$work" --layouts fan row hand rows heap --count 2000 --seed "1$seed" --out "$work/scenes/f$seed"
done
# Decks whose court cards bear no pictures, and decks in every language alike.
if [ ! -f "$work/plain/faces.npy" ]; then
  $python "$here/art.py" --work "$work/plain" --add-to "$work" --designs 1 --backs 640 --seed 12 --plain-decks 80
  $python "$here/art.py" --work "$work/languages" --add-to "$work" --designs 1 --backs 1 --seed 22 --standard-decks 120 --plain-decks 30
fi
$python "$here/scenes.py" --work "$work/plain" --printed plain --share .7 --tilts 15 62 --count 1200 --seed 911 --out "$work/scenes/p911"
$python "$here/scenes.py" --work "$work/plain" --printed plain --share .7 --count 1200 --seed 921 --out "$work/scenes/p921"
$python "$here/scenes.py" --work "$work/plain" --printed plain --share .7 --tilts 15 62 --layouts fan row hand rows heap --count 1200 --seed 931 --out "$work/scenes/p931"
for seed in $(seq 201 210); do $python "$here/crops.py" --work "$work" --count 8000 --seed "$seed" --out "$work/crops/c$seed"; done
for seed in $(seq 301 306); do $python "$here/crops.py" --work "$work/more" --count 8000 --seed "$seed" --out "$work/crops/d$seed"; done
if [ -n "$(find "$work/decks" -name '*.png' | head -1)" ]; then
  for seed in 501 502 503; do $python "$here/scenes.py" --work "$work/more" --printed "$work/decks" --count 800 --seed "$seed" --out "$work/scenes/k$seed"; done
  for seed in 401 402; do $python "$here/crops.py" --work "$work/more" --printed "$work/decks" --count 8000 --seed "$seed" --out "$work/crops/k$seed"; done
fi

$python "$here/indices.py" --work "$work/languages" --count 40000 --seed 622 --out "$work/indices/i622"
for seed in $(seq 601 606); do $python "$here/indices.py" --work "$work" --count 30000 --seed "$seed" --out "$work/indices/i$seed"; done

# First models find and read the photographed cards; their quads, snapped to the labelled boxes, are the photographs that the second ones learn from.
$python "$here/train_detector.py" --data "$work/scenes/s*" --out "$work/detector1.pt" --minutes "${FIRST_MINUTES:-24}"
$python "$here/train_identifier.py" --work "$work/more" --data "$work/crops/[cd]*" --out "$work/identifier1.pt" --minutes "${FIRST_MINUTES:-24}"
if [ ! -f "$work/photographs.npz" ]; then
  $python "$here/export.py" --detector "$work/detector1.pt" --identifier "$work/identifier1.pt" --models "$work/first"
  $python "$here/photographs.py" --models "$work/first" --data "$data" --crops "$work/photographs.npz" --scenes "$work/photographs" \
    --indices "$work/indices/photographs.npz"
fi
[ -f "$work/edje.npz" ] || $python "$here/photographs.py" --models "$work/first" --data "$data" --set edje/train --crops "$work/edje.npz" --scenes "$work/edje"
for seed in 701 702; do $python "$here/outlines.py" --work "$work/more" --models "$work/first" --count 6400 --seed "$seed" --out "$work/crops/o$seed"; done
# Photographs in which no card lies: what the first models take for cards there, and tables to lay cards on.
if [ ! -f "$work/cardless/scenes.pkl" ]; then
  "$here/cardless.sh" "$work" "$work/measured"
  $python "$here/cardless.py" --photos "$work/cardless/learn" --work "$work/cardless" --surfaces-of "$work" --models "$work/first" --seed 5
fi
for art in more plain; do
  mkdir -p "$work/photo-$art"
  for file in faces.npy faces.json; do ln -sf "../$art/$file" "$work/photo-$art/$file"; done
  ln -sf ../cardless/surfaces.npy "$work/photo-$art/surfaces.npy"
done
$python "$here/scenes.py" --work "$work/photo-plain" --tilts 10 55 --layouts fan row hand rows heap --count 1500 --seed 941 --out "$work/scenes/c941"
$python "$here/scenes.py" --work "$work/photo-more" --count 1000 --seed 951 --out "$work/scenes/c951"
$python "$here/outlines.py" --work "$work/photo-plain" --models "$work/first" --count 6000 --seed 761 --tilted .4 --out "$work/crops/q761"
$python "$here/train_detector.py" --data "$work/scenes/[stf]*" "$work/scenes/p*@2" "$work/scenes/k*@3" "$work/scenes/c*@2" "$work/cardless/scenes@2" "$work/photographs@8" "$work/edje@6" --init "$work/detector1.pt" --out "$work/detector2.pt" \
  --minutes "${SECOND_MINUTES:-60}" --rate 1e-3 --batch 8 --seed 2
$python "$here/train_identifier.py" --work "$work/more" --data "$work/crops/[dk]*" "$work/crops/[oq]*@2" "$work/cardless/crops" --real "$work/photographs.npz" --init "$work/identifier1.pt" --out "$work/identifier2.pt" \
  --minutes "${SECOND_MINUTES:-60}" --rate 1.5e-3 --blocks 3 --photo-faces 3 --seed 2
$python "$here/train_indices.py" --data "$work/indices/i*" --real "$work/indices/photographs.npz" --out "$work/indices.pt" --minutes "${INDEX_MINUTES:-34}"

# Names of what is blurred, far away, dark or without colours, and the letters of every language; in all else they answer as before.
for seed in 2711 2712; do $python "$here/indices.py" --work "$work" --languages 140 --count 30000 --seed "$seed" --out "$work/indices/l$seed"; done
$python "$here/train_indices.py" --data "$work/indices/i*" --taught "$work/indices/l*" --real "$work/indices/photographs.npz" --init "$work/indices.pt" --out "$work/indices2.pt" \
  --minutes "${POOR_MINUTES:-36}" --rate 1e-3 --real-share .2 --poor .5 --colourless .2 --worse-names-alone
$python "$here/train_identifier.py" --work "$work/more" --data "$work/crops/[cd]*" --real "$work/photographs.npz" --init "$work/identifier2.pt" --out "$work/identifier3.pt" \
  --minutes "${POOR_MINUTES:-36}" --rate 1e-3 --blocks 4 --poor .5 --colourless .2 --worse-names-alone --seed 5

# Temperatures and thresholds from validation photographs, then the files and their figures.
$python "$here/export.py" --detector "$work/detector2.pt" --identifier "$work/identifier3.pt" --index "$work/indices2.pt" --models "$work/second"
$python "$here/calibrate.py" --models "$work/second" --data "$data" --out "$work/calibration.json"
$python "$here/export.py" --detector "$work/detector2.pt" --identifier "$work/identifier3.pt" --index "$work/indices2.pt" --models "$here/.." --calibration "$work/calibration.json"
$python "$here/quantise.py" --models "$here/.." --work "$work"
$python "$here/train_letters.py" --work "$work" --models "$here/.."
$python "$here/first_layer.py" --models "$here/.."
$python "$here/corners.py" --work "$work" --count 40000 --seed 31 --out "$work/corners/any_31"
$python "$here/corners.py" --work "$work" --count 45000 --seed 32 --out "$work/corners/any_32"
for seed in 41 42; do $python "$here/corners.py" --work "$work" --count 40000 --seed "$seed" --courts 400 --out "$work/corners/courts_$seed"; done
$python "$here/train_corners.py" --data "$work/corners/*" --models "$here/.." --out "$work/corners.pt" --minutes "${CORNER_MINUTES:-34}"
$python "$here/train_corners.py" --data "$work/corners/*" --models "$here/.." --init "$work/corners.pt" --out "$work/corners2.pt" --poor .25 --rate 1.2e-3 \
  --minutes "${CORNER_AGAIN_MINUTES:-22}"
# Corners of cards seen from very near and aside.
$python "$here/corners.py" --work "$work" --count 30000 --seed 33 --askew 9 --out "$work/corners/askew_33"
$python "$here/corners.py" --work "$work" --count 24000 --seed 43 --courts 400 --askew 9 --out "$work/corners/askewcourts_43"
$python "$here/train_corners.py" --data "$work/corners/*" --models "$here/.." --init "$work/corners2.pt" --out "$work/corners3.pt" --poor .25 --rate 1.2e-3 \
  --minutes "${CORNER_ASKEW_MINUTES:-25}"
$python "$here/golden.py" --models "$here/.."
$python "$here/evaluate.py" --models "$here/.." --data "$data" --sets rf_poker_cards/valid rf_poker_cards/test edje/test validation_foltysm
