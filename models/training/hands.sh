#!/bin/sh
# From nothing to hands.onnx. Usage: hands.sh WORK
# WORK holds meshes, layers, claims and checkpoints (2 GB). Every step is left out when its result is there, and a broken training run
# goes on where it was. It takes a venv with requirements.txt in WORK/venv, as train.sh makes one.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
work=$1
export OMP_NUM_THREADS="${OMP_NUM_THREADS:-1}"
mkdir -p "$work/layers" "$work/claims" "$work/tex" "$work/npm"
python="nice -n 3 $work/venv/bin/python"

if [ ! -d "$work/tex/textures" ]; then
  apt-get update
  command -v npm > /dev/null || apt-get install -y --no-install-recommends nodejs npm
  apt-get install -y --no-install-recommends unzip ufoai-textures mate-backgrounds gnome-backgrounds
  (cd "$work/npm" && npm install --no-fund --no-audit --ignore-scripts @webxr-input-profiles/assets@1.0.20)
  (cd "$work/tex" && unzip -qo /usr/share/games/ufoai/base/0textures.pk3)
fi
mesh="$work/npm/node_modules/@webxr-input-profiles/assets/dist/profiles/generic-hand"

# Arms: 0.1 s each on one free core. The eighth file is kept for validation.
for seed in 1 2 3 4 5 6 7 8; do $python "$here/hand_mesh.py" --mesh "$mesh" --count 700 --seed "$seed" --out "$work/layers/l$seed.npz"; done
# Simulated claims, and stretches of whole rounds, as small pictures; seeds that nothing is measured on.
if [ ! -f "$work/claims/done" ]; then
  (cd "$root" && cargo build --release --locked --example hand_scenes)
  "${CARGO_TARGET_DIR:-$root/target}/release/examples/hand_scenes" "$work/claims" 81 40001 640x480
  "${CARGO_TARGET_DIR:-$root/target}/release/examples/hand_scenes" "$work/claims" 54 50001 960x720
  "${CARGO_TARGET_DIR:-$root/target}/release/examples/hand_scenes" "$work/claims" 24 60001 640x480 rounds
  "${CARGO_TARGET_DIR:-$root/target}/release/examples/hand_scenes" "$work/claims" 16 60002 960x720 rounds
  touch "$work/claims/done"
fi

$python "$here/train_hands.py" --work "$work" --out "$work/hands.pt" --minutes "${HANDS_MINUTES:-90}"
$python "$here/export_hands.py" --network "$work/hands.pt" --models "$here/.." --calibration "$work/hands.json"
# Then fit_hands.py on claims of another seed, and export_hands.py again.
