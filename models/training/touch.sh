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
windows v640 --claims 54 --seed 9001 --size 640x480
windows vr1280 --rounds 5 --seed 9100 --size 1280x720 --every 0.25
windows a640 --claims 432 --seed 101 --size 640x480
windows a1280 --claims 108 --seed 201 --size 1280x720
windows f960 --claims 54 --seed 401 --fps 60 --size 960x540
windows h640 --claims 108 --hovers --seed 702 --size 640x480 --every 0.5
windows r1280 --rounds 18 --seed 701 --size 1280x720 --every 0.25
windows b640 --claims 702 --seed 1101 --size 640x480 --every 0.25
windows c640 --claims 287 --seed 1102 --size 640x480 --every 0.12
windows b960 --claims 162 --seed 1201 --size 960x720 --every 0.25
windows g960 --claims 54 --seed 1401 --fps 60 --size 960x540 --every 0.25
windows i640 --claims 108 --hovers --seed 1702 --size 640x480 --every 0.5
windows s1280 --rounds 8 --seed 1701 --size 1280x720 --every 0.25
windows d640 --claims 600 --seed 2301 --size 640x480 --every 0.25
windows j640 --claims 108 --hovers --seed 2302 --size 640x480 --every 0.5
windows d960 --claims 160 --seed 2303 --size 960x720 --every 0.25
windows t1280 --rounds 12 --seed 2304 --size 1280x720 --every 0.25
windows h960 --claims 54 --seed 2305 --fps 60 --size 960x540 --every 0.25
windows e640 --claims 900 --seed 3301 --size 640x480 --every 0.25
windows e960 --claims 240 --seed 3302 --size 960x720 --every 0.25
windows e1280 --claims 120 --seed 3303 --size 1280x720 --every 0.25
windows k640 --claims 300 --seed 3304 --size 640x480 --every 0.25
windows l640 --claims 108 --hovers --seed 3305 --size 640x480 --every 0.5

data=
for name in a640 a1280 f960 h640 r1280 b640 c640 b960 g960 i640 s1280 d640 j640 d960 t1280 h960 e640 e960 e1280 k640 l640; do data="$data $work/windows/$name"; done
$python "$here/train_touch.py" --data $data --valid "$work/windows/v640" "$work/windows/vr1280" \
  --out "$work/touch.pt" --minutes "${TOUCH_MINUTES:-240}"
$python "$here/export.py" --touch "$work/touch.pt" --models "$here/.."
