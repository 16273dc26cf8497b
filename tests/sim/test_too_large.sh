#!/usr/bin/env bash
# Variants that the target has no room for are rejected with a sentence that says what is too large, and are no failures: static shared
# memory, with the dynamic together, constant memory, launch bounds, registers. Needs TILEWRIGHT and SOURCE_DIR.
. "${BASH_SOURCE%/*}/../shell_sweep.sh" || exit 1

cat >k.cu <<'CUDA'
__constant__ float table[TABLE];
#ifdef BOUND
__launch_bounds__(BOUND)
#endif
__global__ void k(float *y, const float *x)
{
    __shared__ float tile[TILE];
    extern __shared__ float more[];
    tile[threadIdx.x] = x[threadIdx.x];
    more[threadIdx.x % 32] = 0;
    __syncthreads();
    y[threadIdx.x] = tile[threadIdx.x] * table[threadIdx.x % TABLE] + more[threadIdx.x % 32];
}
CUDA
# write NAME FIELDS: a description whose parameters are these.
write() {
    cat >"$1.json" <<JSON
{ "tilewright": 1, "kernel": { "name": "k", "source": "k.cu", "problem": { "DYNAMIC": 128 },
  "parameters": { "BLOCK": 128, "TILE": 1024, "TABLE": 16, $2 },
  "arguments": [ { "name": "y", "type": "float32", "count": 128, "role": "output" }, { "name": "x", "type": "float32", "count": 128 } ],
  "grid": 1, "block": "BLOCK", "shared": "DYNAMIC", "tolerance": { "relative": 1 } },
  "variants": [ { $3 } ] }
JSON
}
# rejects NAME SENTENCE: the sweep's only variant is rejected, with that sentence, on the simulator.
rejects() {
    tw "$1" 1 run "$1.json" --device sim
    has "$1" 'k +rejected' out
    tr '\n' ' ' <out | tr -s ' ' | grep -qF "$2" || fail "$1"
    grep -q failed out && fail "$1 failed"
    tw "$1" 1 sweep "$1.json" --device sim -o "$1.jsonl"
    grep -q '"status": "rejected"' "$1.jsonl" && grep -qF "$2" "$1.jsonl" || fail "the sweep of $1"
}
# The lone entry of "variants" says what is too large.
write static '"UNUSED": 0' '"name": "k", "TILE": 16384'
sed -i 's/"TILE": 1024/"TILE": [1024, 16384]/' static.json
rejects static 'k has 65536 bytes of static shared memory, the limit is 49152; use dynamic shared memory'
write both '"UNUSED": 0' '"name": "k", "TILE": 12000, "DYNAMIC": 200000'
sed -i 's/"TILE": 1024/"TILE": [1024, 12000]/' both.json
rejects both 'k has 48000 bytes of static and 200000 of dynamic shared memory, and 232448 are the limit'
write constant '"UNUSED": 0' '"name": "k", "TABLE": 20000'
sed -i 's/"TABLE": 16/"TABLE": [16, 20000]/' constant.json
rejects constant 'the source has 80000 bytes of constant memory, the limit is 65536'
write bounds '"BOUND": [128, 64]' '"name": "k", "BOUND": 64'
rejects bounds 'a block has 128 threads, and the launch bounds of k allow 64'
cat >registers.cu <<'CUDA'
__global__ void k(float *y, const float *x)
{
    float kept[180], sum = 0;
#pragma unroll
    for (int i = 0; i < 180; i++) kept[i] = x[i * 1024 + threadIdx.x];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 180; i++) sum += kept[i] * kept[179 - i] * i;
#pragma unroll
    for (int i = 0; i < 180; i++) y[i * 1024 + threadIdx.x] = kept[i] * sum;
}
CUDA
cat >registers.json <<'JSON'
{ "tilewright": 1, "kernel": { "name": "k", "source": "registers.cu", "parameters": { "BLOCK": [128, 1024] },
  "arguments": [ { "name": "y", "type": "float32", "count": "180 * 1024", "role": "output" }, { "name": "x", "type": "float32", "count": "180 * 1024" } ],
  "grid": 1, "block": "BLOCK" }, "variants": [ { "name": "k", "BLOCK": 1024 } ] }
JSON
rejects registers '1024 threads of k take 255 registers each, and a block has 65536; __launch_bounds__ makes them fewer'
tw "embed of registers" 1 embed registers.json --format ptx --arch sm_90 -o made
tr '\n' ' ' <err | tr -s ' ' | grep -qF '1024 threads of k take' || fail "embed of registers"

# What fits runs, beside what does not.
write some '"UNUSED": 0' '"name": "k"'
tw some 0 run some.json --device sim
sed '/"variants"/d; s/"tolerance": { "relative": 1 } },/"tolerance": { "relative": 1 } } }/; s/"TILE": 1024/"TILE": [1024, 16384]/' some.json >two.json
tw two 0 sweep two.json --device sim
has two '1 ok, 1 rejected' out

# lint says it in the same words.
tw lint 2 lint k.cu -D TABLE=16 -D TILE=16384 -D BLOCK=128 --launch '{"block": 128, "shared": 128, "arguments": [{"type": "float32", "count": 128}, {"type": "float32", "count": 128}]}'
has lint 'k has 65536 bytes of static shared memory, the limit is 49152; use dynamic shared memory' err
tw 'lint of constants' 2 lint k.cu -D TABLE=20000 -D TILE=16 --launch '{"block": 128, "shared": 128, "arguments": [{"type": "float32", "count": 128}, {"type": "float32", "count": 128}]}'
has 'lint of constants' 'the source has 80000 bytes of constant memory, the limit is 65536' err
for too_large in 'static 65536 bytes of static shared memory, the limit is 49152' 'both 48000 bytes of static and 200000 of dynamic shared memory' \
    'constant the source has 80000 bytes of constant memory' 'bounds a block has 128 threads, and the launch bounds of k allow 64'; do
    name="lint of a description: ${too_large%% *}"
    tw "$name" 2 lint k.cu --launch "${too_large%% *}.json"
    tr '\n' ' ' <err | tr -s ' ' | grep -qF "${too_large#* }" || fail "$name"
done

[ $failures -eq 0 ] && echo "ok"
exit $((failures != 0))
