#!/bin/sh
# What photographs of one source buy on those of another. Usage: leave_out.sh WORK DATA
# From nothing, with WORK's renderings and photographs without a card (made by train.sh) and shorter courses than the shipped files had: these alone;
# these and the photographs of edje (rf_poker_cards left out); these and the photographs of rf_poker_cards (edje left out). Prints the accuracy of each
# on all the photographs.
# Two processes run at a time. Every step is left out when its result is there, and a broken training run goes on where it was.
set -euf # patterns are for the trainers
here=$(cd "$(dirname "$0")" && pwd)
work=$1 data=$2
export OMP_NUM_THREADS="${OMP_NUM_THREADS:-1}"
python="nice -n 3 $work/venv/bin/python"
mkdir -p "$work/left"

failed() {
  echo "$0: training failed: see $1" >&2
  exit 1
}

# NAME of what is trained, then what each trainer gets besides.
train() {
  left="$work/left/$1"
  mkdir -p "$left/models"
  $python "$here/train_detector.py" --data $3 --out "$left/detector.pt" --minutes "$2" --seed 3 $4 > "$left/detector.log" 2>&1 &
  detector=$!
  { $python "$here/train_identifier.py" --work "$work/more" --data "$work/crops/[cdoq]*" "$work/cardless/crops" --out "$left/identifier.pt" --minutes "$(($2 * 2 / 3))" --seed 3 $5
    $python "$here/train_indices.py" --data "$work/indices/i*" --out "$left/indices.pt" --minutes "$(($2 / 3))" --seed 3 $6
  } > "$left/readers.log" 2>&1 &
  readers=$!
  wait "$detector" || failed "$left/detector.log"
  wait "$readers" || failed "$left/readers.log"
  $python "$here/export.py" --detector "$left/detector.pt" --identifier "$left/identifier.pt" --index "$left/indices.pt" --models "$left/models"
  $python "$here/train_letters.py" --work "$work" --models "$left/models" --decks 80 --count 8000
  $python "$here/first_layer.py" --models "$left/models"
}

from="$work/left/renderings"
scenes="$work/scenes/[stfpc]* $work/cardless/scenes@2"
train renderings "${LEFT_MINUTES:-30}" "$scenes" "" "" ""
for source in edje rf_poker_cards; do
  photographs="$work/left/photographs_$source"
  [ -f "$photographs.pkl" ] || $python "$here/photographs.py" --models "$from/models" --data "$data" --set "$source/train" --crops "$photographs.npz" \
    --scenes "$photographs" --indices "${photographs}_indices.npz"
  train "with_$source" "${LEFT_MORE_MINUTES:-18}" "$scenes $photographs@6" "--init $from/detector.pt --rate 1e-3" \
    "--init $from/identifier.pt --rate 1.5e-3 --blocks 3 --photo-faces 3 --real $photographs.npz" \
    "--init $from/indices.pt --rate 1.5e-3 --real ${photographs}_indices.npz"
done

for models in renderings with_edje with_rf_poker_cards; do
  echo "$models:"
  KIBITZER_MODELS="$work/left/$models/models" cargo run --release --quiet --manifest-path "$here/../../Cargo.toml" --example accuracy -- --data "$data" \
    rf_poker_cards/test rf_poker_cards/valid edje/test edje/train validation_foltysm
done
