#!/bin/sh
# A long course of the detector and the identifier, after train.sh, on a machine with a GPU and many cores: scenes and crops are rendered while both
# networks learn from them, hardly any picture is seen twice. Usage: long.sh WORK DETECTOR IDENTIFIER MINUTES
# WORK is train.sh's; DETECTOR and IDENTIFIER are the checkpoints to go on from. Leaves WORK/long/detector.pt and identifier.pt, averaged with those.
# CORES says how many processes render, and half as many load; DESIGNS how many faces are drawn anew.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
. "$here/tables.sh"
work=$1 detector=$2 identifier=$3 minutes=$4
long=$work/long cores=${CORES:-$(nproc)} designs=${DESIGNS:-5600} count=${COUNT:-400}
python=${PYTHON:-$work/venv/bin/python}
export OMP_NUM_THREADS=1
mkdir -p "$long/scenes" "$long/crops" "$long/photo"
[ -f "$long/faces.npy" ] || $python "$here/art.py" --add-to "$work" --work "$long" --designs "$designs" --backs $((designs / 7)) --standard-decks $((designs / 40)) \
  --plain-decks $((designs / 250)) --seed 101 --pictures $(find "$work/decks" -mindepth 1 -type d | sort)
for file in faces.npy faces.json; do ln -sf "../$file" "$long/photo/$file"; done
ln -sf ../../cardless/surfaces.npy "$long/photo/surfaces.npy"

# Until half of the time is over: then there are more pictures than are looked at.
until=$(($(date +%s) + ${minutes%.*} * 30 + 30))
scenes() { # process, round
  kind=$((($2 * 5 + $1) % 13))
  case $kind in
    [0-6]) how=$(tables $kind);;
    7) how='--printed plain --share .7';;
    8) how='--printed plain --share .7 --tilts 15 62 --layouts fan row hand rows heap';;
    9|10) how="--printed $work/decks --share .6";;
    11) how='--face-down .3 .7 1 --tilts 10 55 --layouts grid row heap piles';;
    12) how='--face-down 0 .5 1 --layouts piles';;
  esac
  [ $(($2 % 2)) = 0 ] && art=$long/photo || art=$long
  # $how is several words
  $python "$here/scenes.py" --work "$art" --count "$count" --seed $(($1 * 1000 + $2)) --out "$long/scenes/s$1-$2" $how
}
crops() {
  [ $(($2 % 6)) = 5 ] && how="--printed $work/decks" || how=
  $python "$here/crops.py" --work "$long" --count $((count * 10)) --seed $((200000 + $1 * 1000 + $2)) --out "$long/crops/c$1-$2" $how
}
outlines() {
  $python "$here/outlines.py" --work "$long/photo" --models "$here/.." --count $((count * 3)) --faces .6 --tilted .4 --seed $((800000 + $1 * 1000 + $2)) --out "$long/crops/o$1-$2"
}
rounds() { # renderer, process
  k=1
  while [ "$(date +%s)" -lt $until ]; do
    "$1" "$2" $k
    k=$((k + 1))
  done
}
# The first makes the small faces that all share.
crops 0 0
for i in $(seq $((cores * 3 / 5))); do rounds scenes "$i" & done
for i in $(seq $((cores / 8 + 1))); do rounds outlines "$i" & done
for i in $(seq $((cores / 8 + 1))); do rounds crops "$i" & done

$python "$here/train_detector.py" --data "$long/scenes/s*" "$work/cardless/scenes@4" "$work/photographs@16" "$work/edje@12" --init "$detector" --out "$long/detector1.pt" \
  --minutes "$minutes" --rate 2e-3 --batch "${BATCH:-64}" --poor .08 --loaders $((cores / 3 + 1)) --seed 3 &
learning=$!
$python "$here/train_identifier.py" --work "$long" --data "$long/crops/c*" "$long/crops/o*@2" "$work/cardless/crops" --real "$work/photographs.npz" --init "$identifier" \
  --out "$long/identifier1.pt" --minutes "$minutes" --rate 2e-3 --blocks "${BLOCKS:-16}" --photo-faces 8 --poor .25 --loaders $((cores / 4 + 1)) --seed 3
wait $learning
$python "$here/averaged.py" "$detector" "$long/detector1.pt" --out "$long/detector.pt"
$python "$here/averaged.py" "$identifier" "$long/identifier1.pt" --out "$long/identifier.pt"
