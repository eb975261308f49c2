#!/usr/bin/env bash
# Installs what is missing, then checks format and lints and runs every test, with and without camera and window.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$root/setup.sh"

step() {
    say "$*"
    "$@" || die "failed after $SECONDS s: $*"
}

set_up
cd "$root"
need_lints
# Nothing here is built twice: what incremental builds keep would only fill the disk.
export CARGO_INCREMENTAL=0
step cargo fmt --check
step cargo clippy --locked --quiet --all-targets -- -D warnings
step cargo clippy --locked --quiet --all-targets --no-default-features -- -D warnings
step cargo test --locked --quiet --lib --bins --tests
step cargo test --locked --quiet --no-default-features --lib --bins --tests
say "all good after $SECONDS s"
