#!/bin/sh
# The verifier from nothing, after train.sh: windows are rendered while it learns from what there is of them. Usage: verifier.sh WORK DATA MINUTES
# For a machine with a GPU and 16 cores; on two cores without one say BATCH=32 and a tenfold of minutes. DATA is train.sh's. SEED, one digit, says which
# tables are rendered. A run that was broken off goes on where it was.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$1 data=$2 minutes=$3
seed=${SEED:-1} cores=${CORES:-$(nproc)} python=${PYTHON:-$work/venv/bin/python}
windows=$work/windows
export OMP_NUM_THREADS=1
mkdir -p "$windows"
until=$(($(date +%s) + ${minutes%.*} * 60 - 15))

$python "$here/surroundings.py" --work "$work" --models "$here/.." --boxes "$data" rf_poker_cards/train --count 3000 --seed "$seed" --out "$windows/r-rf" &
first=$!
$python "$here/surroundings.py" --work "$work" --models "$here/.." --boxes "$data" edje/train --count 2600 --seed "$seed" --out "$windows/r-edje" &
wait $first $!
rounds() { # name, process, what
  name=$1$2 k=1 number=$((seed * 100000 + $2 * 1000))
  shift 2
  while [ "$(date +%s)" -lt $until ]; do
    $python "$here/surroundings.py" --models "$here/.." --seed $((number + k)) --out "$windows/$name-$k" "$@"
    k=$((k + 1))
  done
}
for i in $(seq $((cores > 4 ? cores - 3 : 1))); do
  # A third of the tables are pieces of photographs.
  [ $((i % 3)) = 0 ] && art=$work/photo-more || art=$work/more
  rounds s "$i" --work "$art" --count 1200 &
done
for i in 91 92; do rounds n $i --work "$work/more" --photos "$work/cardless/learn" --count 1200 & done

$python "$here/train_verifier.py" --data "$windows/s*" "$windows/n*" "$windows/r*@4" --out "$work/verifier.pt" --minutes "$minutes" --batch "${BATCH:-256}"
wait
$python "$here/export.py" --verifier "$work/verifier.pt" --models "$here/.."
$python "$here/quantise.py" --models "$here/.." --work "$work"
$python "$here/first_layer.py" --models "$here/.."
