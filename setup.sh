# shellcheck shell=bash
# What Kibitzer needs on Debian or Ubuntu. Sourced by run.sh and test.sh, which set $root; asks nothing, and touches the network
# only for what is missing. Everything it says goes to standard error.

: "${root:?the script that sources this sets it}"

# C++ and OpenCV to build; clang to read OpenCV's headers; the rest is loaded by the window as it opens.
system_packages=(
    build-essential ca-certificates clang libopencv-dev pkg-config
    libegl1 libgl1 libwayland-client0 libwayland-cursor0 libwayland-egl1
    libx11-xcb1 libxcursor1 libxi6 libxkbcommon-x11-0 libxkbcommon0 libxrandr2
)
# The oldest Rust that will do, and the one that is installed where there is none: what the lints were last read with.
oldest_rust=1.95.0
onnxruntime_version=1.31.1
onnxruntime_x86_64_sha256=fc44112fbe06d7d689c57e11d3862031f64711007e4ee020f8eed5185fd2c1d3

say() {
    printf '%s: %s\n' "${0##*/}" "$*" >&2
}

die() {
    say "$*"
    exit 2
}

# Runs a command up to three times: downloads fail now and then.
retry() {
    local attempt
    for attempt in 1 2 3; do
        "$@" >&2 && return
        say "attempt $attempt of 3 failed: $*"
        [ "$attempt" = 3 ] || sleep "$((attempt * 2))"
    done
    return 1
}

as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    elif command -v sudo >/dev/null; then
        sudo "$@"
    else
        die "system packages are missing, and there is no sudo: as root, run: $*"
    fi
}

install_packages() {
    command -v apt-get >/dev/null || die "there is no apt-get: install what Debian calls $*"
    say "installing system packages, which may take some minutes: $*"
    # A package list that is out of date can name files that are gone, so it is fetched first; old lists may still do.
    retry as_root apt-get update -qq || say "the package lists could not be fetched; going on with those that are there"
    retry as_root env DEBIAN_FRONTEND=noninteractive apt-get install -qq --no-install-recommends "$@" ||
        die "system packages could not be installed: $*"
}

need_packages() {
    local installed package missing=()
    installed=$(dpkg-query --show --showformat='${Package}=${db:Status-Status}\n' "$@" 2>/dev/null || true)
    for package in "$@"; do
        [[ $'\n'$installed$'\n' == *$'\n'"$package=installed"$'\n'* ]] || missing+=("$package")
    done
    [ "${#missing[@]}" = 0 ] || install_packages "${missing[@]}"
}

# Whether the Rust in reach is new enough.
rust_is_new() {
    local version
    version=$(cd "$root" && cargo --version 2>/dev/null) || return 1
    version=${version#cargo }
    [ "$(printf '%s\n' "$oldest_rust" "${version%% *}" | sort -V | head -n 1)" = "$oldest_rust" ]
}

need_rust() {
    [ -d "${CARGO_HOME:-$HOME/.cargo}/bin" ] && PATH="${CARGO_HOME:-$HOME/.cargo}/bin:$PATH"
    rust_is_new && return
    if ! command -v rustup >/dev/null && [ -n "$(apt-cache policy rustup 2>/dev/null | grep 'Candidate: [0-9]' || true)" ]; then
        need_packages rustup
    fi
    if command -v rustup >/dev/null; then
        # Beside whatever else rustup has.
        export RUSTUP_TOOLCHAIN=$oldest_rust
        rust_is_new && return
        say "installing Rust $oldest_rust with rustup"
        retry rustup toolchain install "$oldest_rust" --profile minimal --component clippy --component rustfmt || true
    else
        command -v curl >/dev/null || install_packages curl
        say "installing Rust with the installer of https://rustup.rs"
        local installer
        installer=$(mktemp)
        if retry curl --proto '=https' --tlsv1.2 -fsSo "$installer" https://static.rust-lang.org/rustup/rustup-init.sh; then
            retry sh "$installer" -y --no-modify-path --default-toolchain "$oldest_rust" --profile minimal --component clippy --component rustfmt || true
        fi
        rm -f "$installer"
        PATH="${CARGO_HOME:-$HOME/.cargo}/bin:$PATH"
    fi
    rust_is_new || die "Rust $oldest_rust or newer is missing and could not be installed: install it from https://rustup.rs, then run this again"
}

# What only test.sh runs; a small Rust may lack it.
need_lints() {
    { cargo clippy --version && cargo fmt --version; } >/dev/null 2>&1 && return
    command -v rustup >/dev/null || die "cargo clippy or cargo fmt is missing: install what your distribution calls them"
    retry rustup component add clippy rustfmt || die "clippy and rustfmt could not be installed; what rustup says is above"
}

onnxruntime_is_sound() {
    [ -f "$1" ] || return 1
    # Only this architecture's file is known.
    [ "$(uname -m)" = x86_64 ] || return 0
    printf '%s  %s\n' "$onnxruntime_x86_64_sha256" "$1" | sha256sum --check --status
}

pip_install() {
    # The library is the same in the wheel of every Python, so the newest pip knows and the oldest both find one.
    PIP_ROOT_USER_ACTION=ignore python3 -m pip install --quiet --disable-pip-version-check --no-input --no-deps --only-binary=:all: \
        --python-version 3.12 --target "$1" "onnxruntime==$onnxruntime_version"
}

need_onnxruntime() {
    local library=onnxruntime/capi/libonnxruntime.so.$onnxruntime_version
    export ORT_DYLIB_PATH="$root/.runtime/$library"
    onnxruntime_is_sound "$ORT_DYLIB_PATH" && return
    python3 -m pip --version >/dev/null 2>&1 || need_packages python3-pip
    say "fetching ONNX Runtime $onnxruntime_version into .runtime"
    local fresh
    fresh=$(mktemp -d "$root/.runtime-XXXXXX")
    retry pip_install "$fresh" || { rm -rf "$fresh"; die "ONNX Runtime could not be fetched: is the network there? then run this again"; }
    onnxruntime_is_sound "$fresh/$library" || { rm -rf "$fresh"; die "the ONNX Runtime that was fetched is not the expected file, and was thrown away"; }
    rm -rf "$root/.runtime"
    chmod 755 "$fresh"
    mv "$fresh" "$root/.runtime"
}

set_up() {
    need_packages "${system_packages[@]}"
    need_rust
    need_onnxruntime
    # Crates come first and alone, so that only downloads are tried again.
    (cd "$root" && retry cargo fetch --quiet --locked --target "$(rustc --print host-tuple 2>/dev/null || rustc -vV | sed -n 's/^host: //p')") ||
        die "crates could not be fetched; what cargo says is above"
}
