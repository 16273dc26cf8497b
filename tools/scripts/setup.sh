#!/usr/bin/env bash
# Installs what the build needs and is missing: Debian packages through apt (root or sudo), and, where no CUDA Toolkit is
# installed, cuda.h, NVRTC, CUPTI and headers of the toolkit from their wheels, unpacked into build/toolkit. Does nothing when all is there.
# usage: tools/scripts/setup.sh [test|test-all|package|site|fuzz|coverage]
set -euo pipefail
cd "$(dirname "$0")/../.."

packages=(cmake pkg-config libcjson-dev libxxhash-dev zlib1g-dev libcmocka-dev python3 libzstd1 liblz4-1) # the last two unpack fat binaries
if [ "${1:-}" = test ]; then packages+=(g++ clang-format python3-numpy); fi # examples and headers in C++, the format, arrays from Python
site=(cmark-gfm python3-pygments)
if [ "${1:-}" = test-all ]; then packages+=(openmpi-bin parallel "${site[@]}"); fi # the first two start shards
if [ "${1:-}" = site ]; then packages=(python3 "${site[@]}"); fi # it builds nothing else
if [ "${1:-}" = package ]; then packages+=(dpkg-dev file gzip); fi
if [ "${1:-}" = fuzz ]; then packages+=(clang libclang-rt-dev llvm); fi
if [ "${1:-}" = coverage ]; then packages+=(gcc gcovr); fi

# The wheels, for a machine with no toolkit. All of one CUDA release, but for CUDA 12's header of the runtime: libcudart.so.12 too is built then.
wheels=(nvidia-cuda-nvrtc==13.0.88 nvidia-cuda-runtime==13.0.88 nvidia-cuda-crt==13.0.88 nvidia-cuda-cupti==13.0.85 nvidia-cuda-cccl==13.0.85
        nvidia-cuda-runtime-cu12==12.9.79)
toolkit=build/toolkit

as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    elif command -v sudo >/dev/null; then
        sudo "$@"
    else
        echo "setup: neither root nor sudo; please run as root: $*" >&2
        exit 3
    fi
}

installed() {
    dpkg-query -W -f='${Status}' "$1" 2>/dev/null | grep -q 'install ok installed'
}

# A tool that is on the PATH from elsewhere will do as well as Debian's.
provided() {
    case "$1" in
        cmake | pkg-config | python3 | clang | gcc | g++ | gcovr | parallel | cmark-gfm) command -v "$1" >/dev/null || installed "$1" ;;
        *) installed "$1" ;;
    esac
}

install_packages() {
    local missing=() package
    for package in "$@"; do
        provided "$package" || missing+=("$package")
    done
    [ ${#missing[@]} -eq 0 ] && return
    if ! command -v apt-get >/dev/null; then
        echo "setup: missing: ${missing[*]}; there is no apt-get here, please install them" >&2
        exit 3
    fi
    echo "setup: installing ${missing[*]}"
    as_root apt-get update -q
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "${missing[@]}"
}

toolkit_installed() {
    local root
    for root in "${CUDAToolkit_ROOT:-}" "${CUDA_HOME:-}" "${CUDA_PATH:-}" \
                "$(dirname "$(dirname "$(readlink -f "$(command -v nvcc || echo /nowhere/bin/nvcc)")")")" /usr/local/cuda; do
        [ -n "$root" ] && [ -e "$root/include/cuda.h" ] && ls "$root"/lib64/libnvrtc.so* >/dev/null 2>&1 && return
    done
    return 1
}

unpack_wheels() {
    [ "$(cat $toolkit/complete 2>/dev/null)" = "${wheels[*]}" ] && return
    python3 -m pip --version >/dev/null 2>&1 || install_packages python3-pip
    echo "setup: no CUDA Toolkit found; unpacking ${wheels[*]} into $toolkit"
    rm -rf $toolkit
    mkdir -p $toolkit/wheels
    python3 -m pip download -q --no-deps --only-binary=:all: -d $toolkit/wheels "${wheels[@]}"
    local wheel
    for wheel in $toolkit/wheels/*.whl; do python3 -m zipfile -e "$wheel" $toolkit; done
    rm -rf $toolkit/wheels
    echo "${wheels[*]}" >$toolkit/complete
}

install_packages "${packages[@]}"
[ "${1:-}" = site ] || toolkit_installed || unpack_wheels
