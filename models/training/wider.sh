#!/bin/sh
# A course of the detector, the index reader and the identifier on two cores, from the committed files: decks on dark, coloured, patterned and framed
# papers, and bold backs, beside what they had learnt from. Usage: wider.sh WORK DATA
# WORK is train.sh's, of which the art, WORK/decks and WORK/cardless/learn are used; DATA holds the photographs. Leaves WORK/wider/*.pt.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
. "$here/tables.sh"
work=$1 data=$2
wider=$work/wider
export OMP_NUM_THREADS=1
python="nice -n 1 $work/venv/bin/python"
mkdir -p "$wider/scenes" "$wider/crops" "$wider/indices" "$wider/cardless"

# What is new, alone and beside as many usual designs; both numbered alike, since the identifier is told which faces are one.
[ -f "$wider/usual/faces.json" ] || $python "$here/art.py" --add-to "$work" --work "$wider/usual" --designs 1600 --backs 1600 --standard-decks 70 --plain-decks 16 --seed 32 \
  --pictures $(find "$work/decks" -mindepth 1 -type d | sort)
[ -f "$wider/new/faces.json" ] || $python "$here/art.py" --add-to "$wider/usual" --work "$wider/new" --designs 1200 --backs 800 --bold-backs 1600 --coloured-decks 80 --seed 33
[ -f "$wider/photographs.pkl" ] || $python "$here/photographs.py" --models "$here/.." --data "$data" --crops "$wider/photographs.npz" --scenes "$wider/photographs" --indices "$wider/photo-indices.npz"
[ -f "$wider/edje.pkl" ] || $python "$here/photographs.py" --models "$here/.." --data "$data" --set edje/train --crops "$wider/edje.npz" --scenes "$wider/edje"
[ -f "$wider/cardless/scenes.pkl" ] || $python "$here/cardless.py" --photos "$work/cardless/learn" --work "$wider/cardless" --surfaces-of "$work" --models "$here/.." --seed 5
for art in new usual; do
  # The same on tables that are pieces of photographs.
  mkdir -p "$wider/photo-$art"
  for file in faces.npy faces.json; do ln -sf "../$art/$file" "$wider/photo-$art/$file"; done
  ln -sf ../cardless/surfaces.npy "$wider/photo-$art/surfaces.npy"
done

scenes() { # art, number
  [ $(($2 / 12)) = 0 ] && from=$wider/photo-$1 || from=$wider/$1
  [ "$1" = new ] && some=coloured || some=plain
  kind=$(($2 % 12))
  case $kind in
    [0-6]) how=$(tables $kind);;
    7) how="--printed $some --share .7";;
    8) [ "$1" = new ] && how='--printed coloured --share .7 --tilts 15 62 --layouts fan row hand rows heap' || how="--printed $work/decks --share .7";;
    9) how='--face-down .5 .9 1 --layouts grid row heap';;
    10) how='--face-down .3 .7 1 --tilts 10 55 --layouts grid row heap piles';;
    11) how='--face-down 0 .5 1 --layouts piles';;
  esac
  # Framed designs look much like the zones of a mat.
  [ "$1" = new ] && how="$how --mats .6"
  # $how is several words
  $python "$here/scenes.py" --work "$from" --count 320 --seed $((70000 + $2)) --out "$wider/scenes/$1$2" $how
}
for number in $(seq 0 23); do
  scenes new "$number" &
  scenes usual "$number"
  wait
done
for art in new usual; do
  for seed in 1 2; do $python "$here/indices.py" --work "$wider/$art" --count 30000 --seed "71${seed}0" --out "$wider/indices/$art$seed"; done
  for seed in 1 2 3 4; do $python "$here/crops.py" --work "$wider/$art" --count 8000 --seed "72${seed}0" --out "$wider/crops/$art$seed"; done
done

begun() { # network, renderings
  [ -f "$wider/$1-0.pt" ] || $python "$here/from_onnx.py" --models "$here/.." --network "$1" --data "$2" --out "$wider/$1-0.pt"
}
begun detector "$wider/scenes/*"
begun index "$wider/indices/*1"
begun identifier "$wider/crops/*1"
$python "$here/train_detector.py" --data "$wider/scenes/*" "$wider/cardless/scenes" "$wider/photographs@6" "$wider/edje@5" --init "$wider/detector-0.pt" --out "$wider/detector.pt" \
  --minutes 65 --rate 7e-4 --batch 16 --poor .08 --seed 4 &
$python "$here/train_indices.py" --data "$wider/indices/*" --real "$wider/photo-indices.npz" --real-share .15 --init "$wider/index-0.pt" --out "$wider/index.pt" \
  --minutes 26 --rate 1e-3 --poor .3 --seed 4
$python "$here/train_identifier.py" --work "$wider/new" --data "$wider/crops/*" "$wider/cardless/crops" --real "$wider/photographs.npz" --init "$wider/identifier-0.pt" \
  --out "$wider/identifier.pt" --minutes 32 --rate 1e-3 --blocks 4 --photo-faces 4 --poor .25 --seed 4
wait
