#!/bin/sh
# The touch model, from nothing. Usage: touch.sh WORK
# TOUCH_WINDOWS names the example of that name, built with --release. WORK/venv is as train.sh makes it.
# Every step is left out when its result is there, and a broken training run goes on where it was.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$1
export OMP_NUM_THREADS="${OMP_NUM_THREADS:-1}"
python="nice -n 3 $work/venv/bin/python"
mkdir -p "$work/windows"

# 54 claims show every recipe twice. Training and validation share no seed, so no table, light, hand or way.
windows() {
  name=$1
  shift
  [ -f "$work/windows/$name.done" ] && return
  "$TOUCH_WINDOWS" "$work/windows/$name" "$@"
  touch "$work/windows/$name.done"
}
data=
learnt() {
  windows "$@"
  data="$data $work/windows/$1"
}
windows v640 --claims 54 --seed 9001 --size 640x480
windows vr1280 --rounds 5 --seed 9100 --size 1280x720 --every 0.25
learnt a640 --claims 432 --seed 101 --size 640x480
learnt a1280 --claims 108 --seed 201 --size 1280x720
learnt f960 --claims 54 --seed 401 --fps 60 --size 960x540
learnt h640 --claims 108 --hovers --seed 702 --size 640x480 --every 0.5
learnt r1280 --rounds 18 --seed 701 --size 1280x720 --every 0.25
learnt b640 --claims 702 --seed 1101 --size 640x480 --every 0.25
learnt c640 --claims 287 --seed 1102 --size 640x480 --every 0.12
learnt b960 --claims 162 --seed 1201 --size 960x720 --every 0.25
learnt g960 --claims 54 --seed 1401 --fps 60 --size 960x540 --every 0.25
learnt i640 --claims 108 --hovers --seed 1702 --size 640x480 --every 0.5
learnt s1280 --rounds 8 --seed 1701 --size 1280x720 --every 0.25
learnt d640 --claims 600 --seed 2301 --size 640x480 --every 0.25
learnt j640 --claims 108 --hovers --seed 2302 --size 640x480 --every 0.5
learnt d960 --claims 160 --seed 2303 --size 960x720 --every 0.25
learnt t1280 --rounds 12 --seed 2304 --size 1280x720 --every 0.25
learnt h960 --claims 54 --seed 2305 --fps 60 --size 960x540 --every 0.25
learnt e640 --claims 900 --seed 3301 --size 640x480 --every 0.25
learnt e960 --claims 240 --seed 3302 --size 960x720 --every 0.25
learnt e1280 --claims 120 --seed 3303 --size 1280x720 --every 0.25
learnt k640 --claims 300 --seed 3304 --size 640x480 --every 0.25
learnt l640 --claims 108 --hovers --seed 3305 --size 640x480 --every 0.5

$python "$here/train_touch.py" --data $data --valid "$work/windows/v640" "$work/windows/vr1280" \
  --out "$work/touch.pt" --minutes "${TOUCH_MINUTES:-240}"
$python "$here/export.py" --touch "$work/touch.pt" --models "$here/.."
