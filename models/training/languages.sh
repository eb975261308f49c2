#!/bin/sh
# The letters of court cards in every language: a further course for the committed index reader, in all else held to its answers.
# Usage: languages.sh WORK DATA, after train.sh, whose WORK and DATA these are. Half an hour on a core.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
. "$here/landing.sh"
work=$1 data=$2
letters=$work/letters python=$work/venv/bin/python
export OMP_NUM_THREADS=1
mkdir -p "$letters/indices"

for seed in 2601 2602 2603; do $python "$here/indices.py" --work "$work" --count 30000 --seed "$seed" --out "$letters/indices/i$seed"; done
for seed in 2711 2712; do $python "$here/indices.py" --work "$work" --languages 140 --count 30000 --seed "$seed" --out "$letters/indices/l$seed"; done
[ -f "$letters/photographs.npz" ] || $python "$here/photographs.py" --models "$here/.." --data "$data" --crops "$letters/photographs.npz" --scenes "$letters/scenes" \
  --indices "$letters/indices.npz"
[ -f "$letters/index-0.pt" ] || $python "$here/from_onnx.py" --models "$here/.." --network index --data "$letters/indices/i*" --out "$letters/index-0.pt"
$python "$here/train_indices.py" --data "$letters/indices/i*" --taught "$letters/indices/l*" --real "$letters/indices.npz" --real-share .15 \
  --init "$letters/index-0.pt" --out "$letters/index.pt" --minutes 13 --rate 1e-3 --halfway-kept --poor .12 --colourless .12 --hard .08 --worse-names-alone --seed 6
$python "$here/export.py" --index "$letters/index.pt" --models "$here/.."
landed "$work" "$letters"
