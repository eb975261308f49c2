#!/bin/sh
# Suits by their shapes, where light shows no colours: a further course for the committed index reader and identifier, in all else held to their
# answers. Usage: colourless.sh WORK DATA, after train.sh, whose WORK and DATA these are. 25 minutes on two cores.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
. "$here/landing.sh"
work=$1 data=$2
shapes=$work/shapes python=$work/venv/bin/python
export OMP_NUM_THREADS=1
mkdir -p "$shapes/crops" "$shapes/indices"

for seed in 2001 2002 2003 2004 2005; do $python "$here/crops.py" --work "$work" --count 8000 --seed "$seed" --out "$shapes/crops/c$seed"; done
for seed in 2601 2602 2603; do $python "$here/indices.py" --work "$work" --count 30000 --seed "$seed" --out "$shapes/indices/i$seed"; done
[ -f "$shapes/photographs.npz" ] || $python "$here/photographs.py" --models "$here/.." --data "$data" --crops "$shapes/photographs.npz" --scenes "$shapes/scenes" \
  --indices "$shapes/indices.npz"

begun() { # network, renderings
  [ -f "$shapes/$1-0.pt" ] || $python "$here/from_onnx.py" --models "$here/.." --network "$1" --data "$2" --out "$shapes/$1-0.pt"
}
begun identifier "$shapes/crops/c*"
begun index "$shapes/indices/i*"
how='--poor .15 --colourless .2 --worse-names-alone'
# $how is several words
$python "$here/train_identifier.py" --work "$work" --data "$shapes/crops/c*" --real "$shapes/photographs.npz" --init "$shapes/identifier-0.pt" \
  --out "$shapes/identifier.pt" --minutes 25 --rate 8e-4 --blocks 4 --photo-faces 4 $how &
identifier=$!
$python "$here/train_indices.py" --data "$shapes/indices/i*" --real "$shapes/indices.npz" --real-share .15 --init "$shapes/index-0.pt" \
  --out "$shapes/index.pt" --minutes 20 --rate 1e-3 --halfway-kept $how
wait $identifier
# Half and half with what they began from: as good without colours, and no worse with them.
for network in identifier index; do
  $python "$here/averaged.py" "$shapes/$network-0.pt" "$shapes/$network.pt" --out "$shapes/$network-half.pt"
done
$python "$here/export.py" --identifier "$shapes/identifier-half.pt" --index "$shapes/index-half.pt" --models "$here/.."
landed "$work" "$shapes"
