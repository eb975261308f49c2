#!/usr/bin/env bash
# Installs what is missing, builds Kibitzer and runs it with the given arguments.
# Without arguments it referees the bundled game: in the dashboard, or without a display as text.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$root/setup.sh"

set_up
(cd "$root" && cargo build --release --locked >&2) || die "the build failed; the compiler's words are above"
kibitzer=${CARGO_TARGET_DIR:-$root/target}/release/kibitzer

if [ "$#" = 0 ]; then
    cd "$root"
    set -- watch fixtures/canon-2p/video.mp4 --game canon --deck canon-nt --players 2 --set remove_random=72
    [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] || set -- "$@" --headless
fi
export OPENCV_FFMPEG_LOGLEVEL=${OPENCV_FFMPEG_LOGLEVEL:--8}
exec "$kibitzer" "$@"
