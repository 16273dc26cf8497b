#!/usr/bin/env bash
# Described kernels and their references, as the program shows them: what is wrong and how far, what differs from run to run, and references
# that fail, which are asked once for a sweep. Needs TILEWRIGHT, SOURCE_DIR and PROGRAMS.
. "${BASH_SOURCE%/*}/../shell.sh" || exit 1
cd "$work" || exit 1

cat >k.cu <<'END'
__constant__ float w[4];
__device__ int t[2];
extern "C" __global__ void k(const float *a, float *c, int *s, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n) return;
    float old = c[i];
    c[i] = a[i] * w[1] + ERROR;
    s[i] += 3;
    if (i < 2) t[i] = n + i;
}
END
cat >reference.cu <<'END'
__device__ int t[2];
__device__ void compute(const float *a, float *c, int *s, int n)
{
    for (int i = 0; i < n; i++) c[i] = a[i] + a[i], s[i] += 3;
    t[0] = n, t[1] = n + 1;
}
__global__ void right(const float *a, float *c, int *s, int n) { compute(a, c, s, n); }
__global__ void beyond(const float *a, float *c, int *s, int n) { compute(a, c, s, n + 1); }
__global__ void endless(const float *a, float *c, int *s, int n)
{
    while (a[0] >= 0) compute(a, c, s, n);
}
END
# describe REFERENCE [TOLERANCE]: the description d.json, checked so.
describe() {
    cat >d.json <<END
{ "tilewright": 1, "kernel": {
    "name": "k", "source": "k.cu", "problem": { "n": 37 },
    "parameters": { "BLOCK": { "values": [32, 64, 96, 128], "default": 32 }, "ERROR": { "values": ["0", "i", "(old<0)/8.f"], "default": "0" } },
    "arguments": [ { "name": "a", "type": "float32", "count": "n", "fill": "index + 1" },
                   { "name": "c", "type": "float32", "count": "n", "role": "output" },
                   { "name": "s", "type": "int32", "count": "n", "role": "inout", "fill": "iota" },
                   { "name": "t", "type": "int32", "count": 2, "role": "output", "symbol": "t" },
                   { "name": "w", "type": "float32", "count": 4, "fill": "index + 1", "symbol": "w" },
                   { "name": "n", "type": "int32", "value": "n" } ],
    "grid": "ceil_div(n, BLOCK)", "block": "BLOCK", "proof": { "n": 37 },
    "reference": $1, "tolerance": ${2-\"exact\"} }, "variants": [ { "name": "v", "ERROR": "$error" } ] }
END
}
error=0
# runs NAME STATUS ARGUMENT...: of `tilewright run d.json`, to out.
runs() {
    local name=$1 status=$2
    shift 2
    "$TILEWRIGHT" run d.json --device sim "$@" >out 2>&1
    [ $? -eq "$status" ] || fail "$name: exit status is not $status: $(cat out)"
}
has() {
    grep -qF -- "$2" out || fail "$1: no '$2' in: $(cat out)"
}
by_kernel() {
    echo "{ \"source\": \"reference.cu\", \"entry\": \"$1\", \"grid\": 1, \"block\": 1 }"
}
by_function() {
    echo "{ \"library\": \"$PROGRAMS/libreference_functions.so\", \"function\": \"$1\" }"
}

for reference in "$(by_kernel right)" "$(by_function right)"; do
    describe "$reference"
    runs 'a right one' 0
    error=i
    describe "$reference"
    runs 'a wrong one' 1
    has 'a wrong one' '36 of 76 elements are wrong'
    has 'a wrong one' 'c[1]: expected 4, got 5: off by 1, 0 is allowed'
    has 'a wrong one' 'off the farthest: c[36]: expected 74, got 110: off by 36, 0 is allowed'
    describe "$reference" '{ "absolute": 35 }'
    runs 'one that is a little wrong' 1
    has 'one that is a little wrong' '1 of 76 elements are wrong'
    error='(old<0)/8.f'
    describe "$reference" '{ "absolute": 0.5 }'
    runs 'one that differs' 0
    has 'one that differs' 'the bits of 37 elements of its results differ from run to run, within the tolerance'
    error=0
done

# What a function prints is none of the program's output.
describe "$(by_function prints)"
"$TILEWRIGHT" run d.json --device sim --json >out 2>err || fail "a function that prints: $(cat err)"
! grep -q 'a word' out || fail "a function that prints: $(cat out)"
grep -q 'a word' err || fail 'a function that prints: nothing on stderr'

# refused NAME REFERENCE WORDS ARGUMENT...: all variants of a sweep fail, and the message names the reference.
refused() {
    describe "$2"
    sed -i 's/, "variants": .*/ }/' d.json
    "$TILEWRIGHT" sweep d.json --device sim --json "${@:4}" >out 2>&1
    [ $? -eq 1 ] || fail "$1: exit status is not 1: $(cat out)"
    [ "$(grep -c '"status": "failed", "reason": "the reference failed, not the kernel: ' out)" -eq 12 ] || fail "$1: not all 12 failed: $(cat out)"
    has "$1" "$3"
}
refused 'a function that crashes' "$(by_function crashes)" 'crashed: signal 11'
refused 'a function that returns an error' "$(by_function returns_three)" 'returned 3'
refused 'no function' "$(by_function missing)" 'has no function missing'
refused 'no library' '{ "library": "./none.so", "function": "f" }' 'none.so cannot be opened'
refused 'a function that never returns' "$(by_function never_returns)" 'did not return within 4 s' --timeout 8
refused 'a kernel that never ends' "$(by_kernel endless)" 'CUDA_ERROR_LAUNCH_TIMEOUT' --timeout 8
# It costs a process, and the next one is told: the reference is launched once.
export TILEWRIGHT_SIM_LOG=$work/log
refused 'a kernel that writes beside its buffers' "$(by_kernel beyond)" 'just past the end' --jobs 1
[ "$(grep -c '_Z6beyond.*<<<' log)" -eq 1 ] || fail "a kernel that faults was launched again: $(cat log)"

# A reference in the kernel's own file, which is compiled with the macros, options and folders of the kernel, and the defaults of its
# parameters: a template's arguments are no macros of it.
mkdir headers
echo '#define TWICE(x) (2 * (x))' >headers/twice.h
cat >both.cu <<'END'
#include "twice.h"
template <typename T, int EACH> __global__ void twice(const T *in, T *out, int n)
{
    for (int k = 0; k < EACH; k++) {
        int i = (blockIdx.x * EACH + k) * BLOCK + threadIdx.x;
        if (i < n) out[i] = TWICE(in[i]) + OFFSET * (EACH == 2);
    }
}
template <typename T> __global__ void naive(const T *in, T *out, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n) out[i] = in[i] + in[i] + STEPS - 3;
}
END
for source in '' '"source": "both.cu", '; do
    cat >both.json <<END
{ "tilewright": 1, "kernel": { "name": "twice", "source": "both.cu", "entry": "twice<type, EACH>", "include": ["headers"], "options": ["-DSTEPS=3"],
    "problem": { "n": 100, "type": "int32" }, "define": ["zero"], "derived": { "zero": 0 },
    "parameters": { "BLOCK": [32, 64], "EACH": [1, 2], "OFFSET": [0, 1] },
    "arguments": [ { "name": "in", "type": "type", "count": "n" }, { "name": "out", "type": "type", "count": "n", "role": "output" },
                   { "name": "n", "type": "int32", "value": "n" } ],
    "grid": "ceil_div(n, BLOCK * EACH)", "block": "BLOCK",
    "reference": { $source"entry": "naive<type>", "grid": "ceil_div(n, BLOCK)", "block": "BLOCK" } } }
END
    "$TILEWRIGHT" sweep both.json --device sim --all -o both.jsonl --force >out 2>&1
    [ "$(grep -c '"status": "ok"' both.jsonl)" = 6 ] || fail "a reference in the same file: $(cat out)"
    [ "$(grep -c '"EACH": 2, "OFFSET": 1.*"status": "mismatch"' both.jsonl)" = 2 ] || fail "wrong by a reference in the same file: $(cat out)"
done
[ $failures -eq 0 ] && echo 'all as expected'
exit $((failures > 0))
