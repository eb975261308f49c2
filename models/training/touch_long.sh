#!/bin/sh
# A long course of the touch reader, after touch.sh, on a machine with a GPU and many cores: claims and rounds are rendered while the network learns from
# what there is of them. Usage: touch_long.sh WORK CHECKPOINT MINUTES
# TOUCH_WINDOWS names the example of that name, built with --release; CHECKPOINT is what to go on from. Leaves WORK/touch_long/touch.pt.
# SEED, one digit, says which tables, lights, hands and ways are rendered: another for each course.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$1 checkpoint=$2 minutes=$3
long=$work/touch_long seed=${SEED:-6} python=${PYTHON:-$work/venv/bin/python}
export OMP_NUM_THREADS=1
mkdir -p "$long"
until=$(($(date +%s) + ${minutes%.*} * 60 - 15))

valid=
checked() { # name, what
  name=$1
  shift
  [ -f "$work/windows/$name.done" ] || { "$TOUCH_WINDOWS" "$work/windows/$name" "$@" && touch "$work/windows/$name.done"; } &
  valid="$valid $work/windows/$name"
}
data=
learnt() { # name, what; until the time is over
  name=$1
  shift
  timeout $((until - $(date +%s))) "$TOUCH_WINDOWS" "$long/$name" "$@" --every .25 &
  data="$data $long/$name"
}
mkdir -p "$work/windows"
checked v640 --claims 54 --seed 9001
checked vx640 --claims 54 --crossing --seed 9002
checked vl1280 --rounds 3 --seed 9100 --size 1280x720 --every .25
for k in 1 2 3 4; do learnt r$k --rounds 1000 --seed ${seed}30$k --size 1280x720; done
learnt r5 --rounds 1000 --seed ${seed}305 --size 960x720
learnt r6 --rounds 1000 --seed ${seed}306
for k in 1 2; do learnt x$k --claims 9000 --crossing --seed ${seed}20$k; done
learnt x3 --claims 9000 --crossing --seed ${seed}203 --size 960x720
learnt x4 --claims 9000 --crossing --seed ${seed}204 --size 1280x720
for k in 1 2; do learnt c$k --claims 9000 --seed ${seed}10$k; done
learnt c3 --claims 9000 --seed ${seed}103 --size 960x720
learnt c4 --claims 9000 --seed ${seed}104 --size 1280x720
learnt h1 --claims 9000 --hovers --seed ${seed}401

# $data and $valid are several words
$python "$here/train_touch.py" --data $data --grow 8 --valid $valid --init "$checkpoint" --rate 1.5e-3 --batch 256 --minutes "$minutes" --out "$long/touch.pt"
