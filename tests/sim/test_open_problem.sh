#!/usr/bin/env bash
# Fields of the problem take any value of their kind, also where they declare several, words and truths too; a reference in the kernel's own
# file gets the variant's arguments, also where their sizes depend on its parameters; Kernel Tuner's unrolling by 0. Needs TILEWRIGHT and
# SOURCE_DIR.
. "${BASH_SOURCE%/*}/../shell_sweep.sh" || exit 1

cat >u.cu <<'CUDA'
__global__ void u(float *y, const float *x, int n)
{
    int i = blockIdx.x * block_size_x + threadIdx.x;
    float s = 0;
    #pragma unroll loop_unroll_factor_0
    for (int k = 0; k < 8; k++) s += x[i + k];
    if (i < n) y[i] = s + mode(flag) * (FRACTION) + sizeof(T);
}
__global__ void plain(float *y, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    y[i] = mode(flag) * (FRACTION) + sizeof(T);
    for (int k = 0; k < 8; k++) y[i] += x[i + k];
}
CUDA
sed -i '1i __device__ float twice(int a) { return 2 * a; }\n__device__ float thrice(int a) { return 3 * a; }\n__device__ float once(int a) { return a; }' u.cu
cat >u.json <<'JSON'
{ "tilewright": 1,
  "kernel": {
    "name": "u", "source": "u.cu",
    "problem": { "n": [1000, 2000], "flag": true, "mode": ["twice", "thrice"], "FRACTION": [0.5, 1.5], "T": ["int32", "float64"], "s": { "pow2": [1, 4] } },
    "define": ["flag", "mode", "FRACTION", "T"],
    "parameters": { "block_size_x": [32, 64], "loop_unroll_factor_0": [0, 2, 8] },
    "arguments": [ { "name": "y", "type": "float32", "count": "n", "role": "output" },
                   { "name": "x", "type": "float32", "count": "ceil_div(n, block_size_x) * block_size_x + 7" },
                   { "name": "n", "type": "int32", "value": "n" } ],
    "grid": "ceil_div(n, block_size_x)", "block": "block_size_x",
    "reference": { "entry": "plain", "grid": "ceil_div(n, 32)", "block": 32 },
    "proof": { "n": 70 } } }
JSON
# The sweep tries what is declared: 2 * 2 * 2 * 2 * 3 problems, of which six variants each.
tw gen 0 gen u.json
has gen 'n 1000, flag 1, mode twice, FRACTION 0.5, T int32, s 1' out
printf '{ "tilewright": 1, "kernel": "u.json", "defaults": { "mode": "twice", "FRACTION": 0.5, "T": "int32", "s": 1 } }' >sizes.json
tw sizes 0 sweep sizes.json --device sim -o sizes.jsonl
[ "$(grep -c '"status": "ok"' sizes.jsonl)" = 12 ] || fail "a sweep of two sizes and six variants"

# A config may give others.
cat >others.json <<'JSON'
{ "tilewright": 1, "kernel": "u.json", "defaults": { "n": 77, "flag": false, "mode": "once", "FRACTION": 2, "T": "uint8", "s": 9 },
  "variants": [ { "name": "small", "block_size_x": 64 }, { "name": "more", "n": { "from": 5, "to": 6 }, "flag": [true, false], "FRACTION": 0.25 } ] }
JSON
tw others 0 run others.json --device sim
has others '^small +ok' out
has others '5 ok' out
tw "gen of others" 0 gen others.json
has "gen of others" '^#define mode once$' out
has "gen of others" '^#define FRACTION 2.0$' out
has "gen of others" '^#define T unsigned char$' out
has "gen of others" '^#define flag 0$' out

# Records of such values are read back.
tw "sweep of others" 0 sweep others.json --device sim -o others.jsonl
tw "run of results" 0 run others.jsonl --kernel u.json --device sim

# A parameter takes no other.
printf '{ "tilewright": 1, "kernel": "u.json", "defaults": { "block_size_x": 128 } }' >closed.json
tw closed 2 gen closed.json
has closed 'block_size_x is 128 at /defaults/block_size_x; it must be one of 32, 64' err

[ $failures -eq 0 ] && echo "ok"
exit $((failures != 0))
