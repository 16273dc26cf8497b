#!/usr/bin/env bash
# tilewright device: what is there and what is not, and what would be used. The GPU is the simulator passed off as one. Needs TILEWRIGHT, NVRTC
# and PROGRAMS.
. "${BASH_SOURCE%/*}/../shell_sweep.sh" || exit 1

# says NAME HEADING WORDS...: below that heading stand these words, and not below another one.
says() {
    local name=$1 heading=$2
    sed -n "/^$heading\$/,/^[A-Z]/p" out | tr -s '\n ' ' ' >part
    for words in "${@:3}"; do grep -qE -- "$words" part || fail "$name: $heading does not say '$words': $(cat part)"; done
}

export TILEWRIGHT_LIBCUDA=/nowhere/libcuda.so.1
tw 'no GPU' 0 device
says 'no GPU' GPU '^GPU none .*/nowhere'
says 'no GPU' Compiler '^Compiler found NVRTC [0-9]+\.[0-9]+, /.* compiles for sm_[0-9]+ .*sm_90 '
says 'no GPU' Simulator '^Simulator found simulator \(sm_90\)'
says 'no GPU' 'Would be used' 'device: simulator \(sm_90\)' 'kernels compiled for sm_90'

TILEWRIGHT_NVRTC=/nowhere tw 'no compiler' 0 device
says 'no compiler' Compiler '^Compiler none TILEWRIGHT_NVRTC names no usable NVRTC: /nowhere; ' 'tried: /nowhere: '
says 'no compiler' 'Would be used' 'no kernel can be compiled: NVRTC is missing'
grep -q 'compiles for' out && fail 'no compiler: it compiles'

TILEWRIGHT_LIBCUDA=$PROGRAMS/timed_cuda.so tw 'a GPU' 0 device
says 'a GPU' GPU '^GPU found '
says 'a GPU' 'Would be used' 'device: Tilewright simulator \(sm_90\) \(GPU 0, sm_90\)' 'kernels compiled for sm_90'
[ $failures -eq 0 ] && echo 'all as expected'
exit $((failures > 0))
