#!/bin/sh
# The hand network from nothing: arms, claims and rounds are rendered while it learns from what there is of them. Usage: hands.sh WORK MINUTES
# For a machine with a GPU and 16 cores; on two cores without one say BATCH=10 WINDOW=48 POOL=4000 and a tenfold of minutes.
# WORK is as train.sh makes it, with a venv; or PYTHON names an interpreter. HAND_SCENES names the example of that name, built with --release, where
# none can be built. SEED, one digit, says which tables, lights, hands and ways are rendered. A run that was broken off goes on where it was.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
work=$1 minutes=$2
seed=${SEED:-3} cores=${CORES:-$(nproc)} python=${PYTHON:-$work/venv/bin/python}
export OMP_NUM_THREADS=1
mkdir -p "$work/layers" "$work/claims" "$work/tex" "$work/npm"

if [ ! -f "$work/right.glb" ]; then
  apt-get update
  command -v npm > /dev/null || apt-get install -y --no-install-recommends nodejs npm
  apt-get install -y --no-install-recommends unzip ufoai-textures mate-backgrounds gnome-backgrounds
  (cd "$work/npm" && npm install --no-fund --no-audit --ignore-scripts @webxr-input-profiles/assets@1.0.20)
  (cd "$work/tex" && unzip -qo /usr/share/games/ufoai/base/0textures.pk3)
  cp "$work/npm/node_modules/@webxr-input-profiles/assets/dist/profiles/generic-hand/right.glb" "$work"
fi
if [ -z "${HAND_SCENES:-}" ]; then
  (cd "$root" && cargo build --release --locked --no-default-features --example hand_scenes)
  HAND_SCENES="${CARGO_TARGET_DIR:-$root/target}/release/examples/hand_scenes"
fi

until=$(($(date +%s) + ${minutes%.*} * 60 - 15))
rendered() {
  timeout $((until - $(date +%s))) "$HAND_SCENES" "$work/claims" "$@" &
}
for k in 1 2; do rendered 9000 "${seed}10$k" 640x480 rounds; done
rendered 9000 "${seed}201" 960x720
rendered 9000 "${seed}301" 640x480
rendered 9000 "${seed}401" 640x480 crossing
# The eighth file is kept for validation.
arms=
for k in 1 2 3 4 5 6 7 8; do
  $python "$here/hand_mesh.py" --mesh "$work" --count 100 --seed "$seed$k" --out "$work/layers/l$k.npz" &
  arms="$arms $!"
done
# $arms are several words
wait $arms
$python "$here/train_hands.py" --work "$work" --out "$work/hands.pt" --minutes "$minutes" --batch "${BATCH:-256}" --window "${WINDOW:-80}" \
  --pool "${POOL:-150000}" --makers $((cores > 8 ? cores - 7 : 1))
$python "$here/export_hands.py" --network "$work/hands.pt" --models "$here/.." --calibration "$work/hands.json"
# Then fit_hands.py on claims of other seeds, and export_hands.py again.
