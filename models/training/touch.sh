#!/bin/sh
# The touch model, from nothing. Usage: touch.sh WORK
# KIBITZER names the program, TOUCH_WINDOWS the example of that name, both built with --release. WORK/venv is as train.sh makes it.
# Every step is left out when its result is there, and a broken training run goes on where it was.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$1
export OMP_NUM_THREADS="${OMP_NUM_THREADS:-1}"
python="nice -n 3 $work/venv/bin/python"
mkdir -p "$work/claims" "$work/windows"

# 54 claims show every recipe twice. Training and validation share no seed, so no table, light, hand or way.
claims() {
  name=$1 count=$2 seed=$3 fps=$4 size=$5
  [ -f "$work/windows/$name.f32" ] && return
  "$KIBITZER" simulate --game elements --claims "$count" --seed "$seed" --fps "$fps" --size "$size" --out "$work/claims/$name" --force
  "$TOUCH_WINDOWS" "$work/claims/$name" "$work/windows/$name" --seed "$seed" --every 0.4
}
claims v640 54 9001 30 640x480
claims a640 270 101 30 640x480
claims a1280 108 201 30 1280x720
claims b640 324 301 30 640x480
claims f960 54 401 60 960x540

$python "$here/train_touch.py" --data "$work/windows/a640" "$work/windows/a1280" "$work/windows/b640" "$work/windows/f960" --valid "$work/windows/v640" \
  --out "$work/touch.pt" --minutes "${TOUCH_MINUTES:-75}"
$python "$here/export.py" --touch "$work/touch.pt" --models "$here/.."
