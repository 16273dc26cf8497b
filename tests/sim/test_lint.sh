#!/usr/bin/env bash
# tilewright lint: other people's kernels, what they cost, what is wrong with them, what to change. Needs TILEWRIGHT and SOURCE_DIR.
. "${BASH_SOURCE%/*}/../shell_sweep.sh" || exit 1
cp "$SOURCE_DIR"/tests/lint/* .
square='{"grid": [4, 4], "block": [16, 16], "arguments": [{"type": "float32", "count": 4096, "fill": "none"}, {"type": "float32", "count": 4096}, 64]}'

# lint NAME STATUS ARGUMENT...
lint() {
    local name=$1 status=$2
    shift 2
    tw "$name" "$status" lint "$@"
}

# ---- what is right, and what only costs ----

lint 'a padded tile' 0 turn.cu --launch turn.json
has 'a padded tile' '0 errors, 0 warnings, 0 notes in 1 launch' out
has 'a padded tile' '^ +13 +512 +1\.0 +512 +4\.0 ' out
lint 'no padding' 1 turn.cu --launch turn.json -D PADDING=0
has 'no padding' '^turn.cu:18: warning: \[bank-conflict\]' out
has 'no padding' '32 wavefronts per request, 1 without bank conflicts; 15872 of 16384 wavefronts' out
has 'no padding' 'rows of 132 bytes instead of 128' out
lint 'no padding, allowed' 0 turn.cu --launch turn.json -D PADDING=0 --fail error
lint 'no shared memory' 1 turn.cu --launch '{"kernel": "naive", "grid": [4, 4], "block": [16, 16], "arguments": [{"type": "float64", "count": 4096, "fill": "none"}, {"type": "float64", "count": 4096}, 64]}'
has 'no shared memory' '^turn.cu:26: warning: \[uncoalesced\]' out
has 'no shared memory' 'neighbouring lanes are 512 bytes apart' out

# A byte order mark in front of PTX or CUDA changes nothing.
"$TILEWRIGHT" run "$SOURCE_DIR/configs/square.json" --variant setRowReadRow --device sim --dump ptx 2>/dev/null | sed -n '/^--- ptx/,/^}/p' | sed 1d >plain.ptx
out='{"grid": 1, "block": [32, 32], "arguments": [{"type": "int32", "count": 1024}]}'
for file in plain.ptx turn.cu; do
    printf '\357\273\277' | cat - $file >marked.${file#*.}
    launch=$out
    [ $file = turn.cu ] && launch=turn.json
    lint 'no mark' 0 $file --launch "$launch"
    sed "s/$file/FILE/g" out >unmarked
    lint 'a byte order mark' 0 marked.${file#*.} --launch "$launch"
    sed "s/marked\.${file#*.}/FILE/g" out | diff unmarked - || fail "a byte order mark in $file"
done

# ---- arrays that are left ----

cat >arrays.cu <<'CUDA'
template <int N> __global__ void next(float *r)
{
    __shared__ float a[N], b[N];
    __shared__ struct { float k[8]; int n; } s;
    int x = threadIdx.x;
    a[x] = x, b[x] = 100 + x;
    if (x < 8) s.k[x] = r[x];
    __syncthreads();
    r[x] = a[x + STEP] + b[N - 1 - x] + s.k[x % 8];
}
template __global__ void next<32>(float *);
CUDA
arrays='{"block": 32, "arguments": [{"type": "float32", "count": 32}]}'
lint 'an array that is left' 1 arrays.cu --launch "$arrays" -D STEP=1
has 'an array that is left' '^arrays.cu:9: error: \[array-bounds\]' out
lint 'an array that is not' 0 arrays.cu --launch "$arrays" -D STEP=0

# ---- what a finding says ----

# Both arrays, the index expressions of the line, the parameter by its name, the file as it was named, how much is counted of what.
mkdir -p deeper
cat >deeper/said.cu <<'CUDA'
__constant__ float weights[9];
namespace inner {
template <typename T> __global__ void both(T *out, const T *in, int n)
{
    __shared__ T tile[64], edge[64];
    int t = threadIdx.x;
    tile[t] = in[t];
    edge[t] = in[64 + t];
    tile[t + n] = T(1);
    __syncthreads();
    out[t] = tile[t] + edge[t];
}
template __global__ void both<float>(float *, const float *, int);
}
__global__ void scale(float *out, const float *in) { out[blockIdx.x * blockDim.x + threadIdx.x] = in [blockIdx.x * blockDim.x + threadIdx.x + 1]; }
__global__ void convolve(float *out, int n)
{
    float sum = 0;
    for (int k = 0; k <= n; k++) sum += weights[k];
    out[threadIdx.x] = sum;
}
__global__ void pick(int *out, const int *in, int k)
{
    int a[8];
    for (int i = 0; i < 8; i++) a[in[i] & 7] = i;
    out[threadIdx.x] = a[k + threadIdx.x];
}
__global__ void nothing(float *out, const float *in) { out[threadIdx.x] = in[threadIdx.x]; }
__global__ void counts(int *bins, int *many) { __shared__ int s[16]; atomicAdd(&s[threadIdx.x], 1); __syncthreads(); bins[threadIdx.x] = s[0] + many[0]; }
__global__ void apart(int *data, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + 1 < n) data[i] = data[i + 1] + 1;
}
__global__ void quads(float *out, const float *in) { ((float4 *)out)[threadIdx.x] = *(const float4 *)(in + 4 * threadIdx.x + 1); }
__global__ void some(int *out) { __shared__ int s[64]; if (threadIdx.x < 40) s[threadIdx.x] = 1; __syncthreads(); out[threadIdx.x] = s[threadIdx.x]; }
__global__ void part(int *out) { if (threadIdx.x < 50) { __syncthreads(); out[threadIdx.x] = 1; } }
CUDA
f32='{"type": "float32", "count": 64}' i32='{"type": "int32", "count": 64}'
# launch KERNEL GRID BLOCK ARGUMENT...
launch() {
    local rest=("${@:4}")
    printf '{"kernel": "%s", "grid": %d, "block": %d, "arguments": [%s' "$1" "$2" "$3" "${rest[0]}"
    [ ${#rest[@]} -gt 1 ] && printf ', %s' "${rest[@]:1}"
    printf ']}'
}
{
    printf '[' && launch both 1 64 "$f32" '{"type": "float32", "count": 128}' 32
    printf ', ' && launch scale 2 32 "$f32" "$f32"
    printf ', ' && launch convolve 1 32 "$f32" 20
    printf ', ' && launch pick 1 32 "$i32" "$i32" 4
    printf ', ' && launch nothing 1 32 "$f32" null
    printf ', ' && launch counts 1 32 "$i32" "$i32"
    printf ', ' && launch apart 2 32 "$i32" 64
    printf ', ' && launch quads 1 8 "$f32" "$f32"
    printf ', ' && launch some 1 64 "$i32"
    printf ', ' && launch part 1 64 "$i32"
    printf ']'
} >said.json
"$TILEWRIGHT" lint deeper/said.cu --launch said.json >said 2>&1
sed -n '/^deeper/,$p' said | tr -s '\n ' ' ' >joined
grep -qE '/(tilewright|tmp)/|[0-9] times' joined && fail "a path that was not given, or a count of nothing: $(cat joined)"
while IFS= read -r words; do
    grep -qF -- "$words" joined || fail "no '$words': $(cat said)"
done <<'WORDS'
deeper/said.cu:9: error: [race] with line 8, 32 pairs of thread accesses
(deeper/said.cu:9)
(edge+0), just past the end of the 256 bytes of tile, by whose address it goes, as tile[64] with elements of 4 bytes, a race
tile[t + n] of line 9 leaves its array and comes to other memory: mend the index first
deeper/said.cu:9: error: [array-bounds], 32 thread accesses
tile[t + n] of line 9 leaves the array
block (1,0,0), thread (31,0,0): load of 4 bytes at global address 0x
just past the end of the 256-byte allocation at
, where parameter 2 points
in [blockIdx.x * blockDim.x + threadIdx.x + 1] of line 15 leaves in: keep the index below
at constant address 0x
just past the end of the 36 bytes of weights weights[k] of line 19 leaves the array
thread (4,0,0): load of 4 bytes at local address 0x20, just past the end of the thread's 32 bytes of local memory a[k + threadIdx.x] of line 26 leaves the array
a null pointer, as parameter 2 is in[threadIdx.x] of line 28 needs an array, and a null pointer was given
at shared address 0x40, just past the end of the block's 64 bytes of shared memory, and just past the end of the 64 bytes of s, by whose address it goes, as s[16]
s[threadIdx.x] or s[0] of line 29 leaves the array
Threads of different blocks race here too
which is not a multiple of 16 an access of several elements at once needs
[uninitialised], 24 thread accesses
let some thread store the element first
take it out of the if, or let threads return only after it
WORDS
"$TILEWRIGHT" lint deeper/said.cu --json --launch "$(launch some 1 64 "$i32")" | grep -qF '"times": 24, "unit": "thread access"' || fail "--json: no unit"

# A request of one lane has a sector, as it must, though few of its bytes are asked for.
cat >one.cu <<'CUDA'
__global__ void one(float *out)
{
    if (threadIdx.x % 32 == 0) out[(blockIdx.x * blockDim.x + threadIdx.x) / 32] = 1;
}
CUDA
lint 'stores of one lane' 0 one.cu --launch '{"grid": 4, "block": 256, "arguments": [{"type": "float32", "count": 1024}]}'
has 'stores of one lane' '0 errors, 0 warnings, 0 notes in 1 launch' out

lint 'two launches' 0 one.cu --launch '[{"grid": 4, "block": 256, "arguments": [{"type": "float32", "count": 1024}]}, {"grid": 1, "block": 32, "arguments": [{"type": "float32", "count": 1}]}]'
has 'two launches' '0 errors, 0 warnings, 0 notes in 2 launches$' out
# A line has the requests of both.
has 'two launches' '^ +3 .* 33 .*out\[' out

# ---- two mistakes from the wild ----

lint 'one of 16 padded' 1 padded16.cu --launch "$square"
has 'one of 16 padded' '^padded16.cu:6: warning: \[bank-conflict\]' out
has 'one of 16 padded' '^padded16.cu:9: warning: \[bank-conflict\]' out
has 'one of 16 padded' 'rows of 64 bytes with column \^ \(row % 16\)' out
lint 'a padding that nothing uses' 1 unused_padding.cu --launch "$square"
has 'a padding that nothing uses' '^unused_padding.cu:9: warning: \[unused-padding\]' out
has 'a padding that nothing uses' 'holds rows of 68 bytes' out
sed 's/16 \* 17/16][17/; s/tile\[threadIdx/(*tile)[threadIdx/' unused_padding.cu >unused_sides.cu
lint 'a side that is too long' 1 unused_sides.cu --launch "$square"
has 'a side that is too long' '\[unused-padding\]' out
sed 's/16 \* 17/SIDE * (SIDE + PAD)/; 1i #define SIDE 16\nconstexpr int PAD = 1;' unused_padding.cu >unused_names.cu
lint 'a padding by name' 1 unused_names.cu --launch "$square"
has 'a padding by name' '\[unused-padding\]' out
# Longer than the block needs, and nothing declared as rows: for 32 threads and 64 elements, or 40, or 272 that hold 16 rows of 16.
for shape in 'struct { float x, y, z, w; } s[64]' 'struct { float x, y, z, w; } s[40]' 'struct { float x, y, z, w; } s[2][32]' \
    'union { struct { float x, y, z, w; }; int i[4]; } s[64]' 'struct P { float x, y, z, w; }; __shared__ P s[48]'; do
    printf '__global__ void k(float *r)\n{\n    __shared__ %s;\n    auto *p = (float4 *)s;\n    float *q = (float *)&p[threadIdx.x];
    q[0] = r[threadIdx.x], q[1] = 2, q[2] = q[0], q[3] = 4;\n    __syncthreads();\n    q = (float *)&p[31 - threadIdx.x];
    r[threadIdx.x] = q[0] + q[1] * q[2] + q[3];\n}\n' "$shape" >longer.cu
    lint "no padding: $shape" 1 longer.cu --launch '{"block": 32, "arguments": [{"type": "float32", "count": 32}]}'
    has "no padding: $shape" '\[bank-conflict\]' out
    ! grep -q unused-padding out || fail "no padding: $shape: told of one"
done
sed 's/16 \* 17/272/' unused_padding.cu >longer.cu
lint 'no rows' 1 longer.cu --launch "$square"
! grep -q unused-padding out || fail "no rows: told of a padding"

# ---- what is wrong ----

lint 'a race' 1 turn.cu --launch turn.json -D RACE
has 'a race' '^turn.cu:(18: error: \[race\] with line 13|13: error: \[race\] with line 18)' out
cat >copy.cu <<'CUDA'
__global__ void copy(int *out, const int *in)
{
    __shared__ int tile[64];
    unsigned to = (unsigned)__cvta_generic_to_shared(tile + threadIdx.x);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(in + threadIdx.x) : "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
#ifdef MEET
    __syncthreads();
#endif
    out[threadIdx.x] = tile[63 - threadIdx.x];
}
CUDA
copy='{"block": 64, "arguments": [{"type": "int32", "count": 64}, {"type": "int32", "count": 64}]}'
lint 'an asynchronous copy' 0 copy.cu --launch "$copy" -D MEET
lint 'an asynchronous copy that others read early' 1 copy.cu --launch "$copy"
has 'an asynchronous copy that others read early' '^copy.cu:10: error: \[race\] with line 5' out
cat >pair.cu <<'CUDA'
__global__ void __cluster_dims__(2) pair(int *out)
{
    __shared__ int tile[64];
    int *neighbour;
    asm volatile("mapa.u64 %0, %1, %2;" : "=l"(neighbour) : "l"(tile + threadIdx.x), "r"(1 - blockIdx.x % 2));
    tile[threadIdx.x] = blockIdx.x;
#ifdef MEET
    asm volatile("barrier.cluster.arrive; barrier.cluster.wait;" ::: "memory");
#endif
    out[blockIdx.x * 64 + threadIdx.x] = *neighbour;
    asm volatile("barrier.cluster.arrive; barrier.cluster.wait;" ::: "memory");
}
CUDA
pair='{"grid": 4, "block": 64, "arguments": [{"type": "int32", "count": 256}]}'
lint 'a race between blocks of a cluster' 1 pair.cu --launch "$pair"
has 'a race between blocks of a cluster' '^pair.cu:(10: error: \[race\] with line 6|6: error: \[race\] with line 10)' out
has 'a race between blocks of a cluster' 'by block \(' out
lint 'blocks of a cluster that meet' 0 pair.cu --launch "$pair" -D MEET
lint 'no check' 0 turn.cu --launch turn.json -D RACE --check none
lint 'outside' 1 turn.cu --launch '{"kernel": "outside", "block": 64, "shared": 256, "arguments": [{"type": "float32", "count": 64}, 0.5]}'
has 'outside' '^turn.cu:33: error: \[bad-address\]' out

# A whole number is a float where the parameter is one.
cat >scalars.cu <<'CUDA'
__global__ void scalars(float *out, float a, double b, int c)
{
    out[a == 2 && b == 3 && c == 4 ? 0 : 1] = 1;
}
CUDA
lint 'whole numbers' 0 scalars.cu --launch '{"block": 1, "arguments": [{"type": "float32", "count": 1}, 2, 3, 4]}'
lint 'other whole numbers' 1 scalars.cu --launch '{"block": 1, "arguments": [{"type": "float32", "count": 1}, 2, 4, 4]}'

cat >members.cu <<'CUDA'
struct pair { float by; short low, high; };
struct whole { float *out; int n; pair one; double rate; const char *mask; };
__global__ void members(whole a, int first)
{
    int i = first + threadIdx.x;
    if (i < a.n && a.mask[i] == i && a.one.low == -2 && a.one.high == 9) a.out[i] = a.one.by * a.rate;
    else a.out[i + (1 << 20)] = 0;
}
CUDA
members() { printf '{"block": 32, "arguments": [[{"type": "float32", "count": 32}, %s, [0.5, {"type": "int16", "value": -2}, {"type": "int16", "value": 9}], {"type": "float64", "value": 2}, {"type": "int8", "count": 32}], 0]}' "$1"; }
lint 'a structure' 0 members.cu --launch "$(members 32)"
lint 'a structure with another member' 1 members.cu --launch "$(members 31)"
has 'a structure with another member' 'error: \[bad-address\]' out
lint 'a structure that is too long' 2 members.cu --launch "$(members '32, 1, 1')"
has 'a structure that is too long' 'parameter 1 of .*members.* takes 40 bytes' err
lint 'a structure that is too short' 2 members.cu --launch '{"block": 32, "arguments": [[1, 2], 0]}'
has 'a structure that is too short' 'takes 40 bytes, and what is given has 8' err
lint 'a structure for a number' 0 members.cu --launch "$(members 32 | sed 's/, 0\]}/, [0]]}/')"
cat >removed.cu <<'CUDA'
__global__ void removed()
{
    __shared__ int last;
    last = threadIdx.x;
}
CUDA
lint 'what the compiler removes' 1 removed.cu --launch '{"block": 64}'
has 'what the compiler removes' '^removed.cu:4: error: \[race\]' out
has 'what the compiler removes' 'found in the code without optimisation' out
lint 'what the compiler removes, unasked' 0 removed.cu --launch '{"block": 64}' --check none
lint 'what the compiler would remove' 1 removed.cu --launch '{"block": 64}' -G
has 'what the compiler would remove' '^removed.cu:4: error: \[race\]' out
cat >meet.cu <<'CUDA'
__global__ void meet(unsigned *arrived, const int *skip)
{
    if (blockIdx.x == *skip) return;
    atomicAdd(arrived, 1);
    while (*(volatile unsigned *)arrived < gridDim.x);
}
CUDA
meet() { printf '{"grid": 64, "block": 64, "cooperative": %s, "arguments": [{"type": "uint32", "count": 1, "fill": "zero"}, {"type": "int32", "count": 1, "fill": %s}]}' "$1" "$2"; }
lint 'blocks that meet' 0 meet.cu --launch "$(meet true -1)"
lint 'too many blocks to meet' 2 meet.cu --launch '{"grid": 100000, "block": 64, "cooperative": true, "arguments": [{"type": "uint32", "count": 1, "fill": "zero"}, {"type": "int32", "count": 1}]}'
has 'too many blocks to meet' 'COOPERATIVE_LAUNCH_TOO_LARGE' err

printf '__global__ void unread(float a) { __shared__ float y[1024]; y[14 * threadIdx.x] = a; }\n' >unread.cu
lint 'conflicts of what the compiler removes' 0 unread.cu --launch '{"block": 32, "arguments": [1]}'
has 'conflicts of what the compiler removes' '^unread.cu:1: note: \[bank-conflict\]' out
has 'conflicts of what the compiler removes' 'store of y: 2 wavefronts per request, 1 without bank conflicts' out
printf '__global__ void large(float a) { __shared__ float y[20000]; y[threadIdx.x] = a; }\n' >large.cu
lint 'too much shared memory' 2 large.cu -G --launch '{"block": 32, "arguments": [1]}'
has 'too much shared memory' 'large has 80000 bytes of static shared memory, the limit is 49152; use dynamic shared memory' err
cat >program.cu <<'CUDA'
#include <vector>
__global__ void twice(float *x) { x[threadIdx.x + 1] = 2 * x[threadIdx.x]; }
int main()
{
    std::vector<float> x(65);
    float *device;
    cudaMalloc((void **)&device, x.size() * sizeof(float));
    twice<<<1, 64>>>(device);
    return cudaDeviceSynchronize();
}
CUDA
twice='{"block": 64, "arguments": [{"type": "float32", "count": 65}]}'
if command -v nvcc >/dev/null || [ -x /usr/local/cuda/bin/nvcc ]; then
    lint 'a whole program' 1 program.cu --launch "$twice"
    has 'a whole program' '^program.cu:2: error: \[global-race\]' out
    sed 's/2 \* x/2 * y/' program.cu >mistake.cu
    lint 'a whole program with a mistake' 2 mistake.cu --launch "$twice"
    has 'a whole program with a mistake' '^tilewright lint: mistake.cu:2:1: identifier "y" is undefined' err
fi
# Without nvcc, which the first of PATH says that it is not there: the part for the device is what counts.
mkdir nothing
printf '#!/bin/sh\necho >>"%s"/asked\nexit 127\n' "$work" >nothing/nvcc
chmod +x nothing/nvcc
sed 's/2 \* x/2 * y/' program.cu >mistake.cu
PATH=$work/nothing:$PATH lint 'a whole program without nvcc' 1 program.cu --launch "$twice"
has 'a whole program without nvcc' '^program.cu:2: error: \[global-race\]' out
PATH=$work/nothing:$PATH lint 'a mistake without nvcc' 2 mistake.cu --launch "$twice"
[ -s asked ] || fail 'a whole program without nvcc: it was not asked'
has 'a mistake without nvcc' '^tilewright lint: mistake.cu:2:[0-9]+: .*identifier "y" is undefined' err
echo 'int x = ;' >wrong.cu
PATH=$work/nothing:$PATH lint 'no C++ without nvcc' 2 wrong.cu --launch '{"block": 32}'
has 'no C++ without nvcc' '^tilewright lint: wrong.cu:1:1: ' err
printf '__global__ void blocks(int *out) { *out = blockIdx.x; }\n' >blocks.cu
lint 'blocks that store to one place' 1 blocks.cu --launch '{"grid": 2, "block": 1, "arguments": [{"type": "int32", "count": 1}]}'
has 'blocks that store to one place' '^blocks.cu:1: error: \[global-race\]' out

# ---- PTX, other outputs ----

"$TILEWRIGHT" run "$SOURCE_DIR/configs/rectangle.json" --device sim --json >ours.jsonl
"$TILEWRIGHT" embed "$SOURCE_DIR/configs/rectangle.json" --name k --format ptx --arch sm_90 -o . >/dev/null
"$TILEWRIGHT" gen "$SOURCE_DIR/configs/rectangle.json" -o . >/dev/null
for name in setRowReadCol setRowReadColPad setRowReadColDynPad; do
    for file in "$name.cu" "k_$name.ptx"; do
        "$TILEWRIGHT" lint "$file" --json --fail never --launch '{"block": [32, 16], "shared": 4096, "arguments": [{"type": "int32", "count": 512, "fill": "none"}]}' >lint.json 2>err ||
            fail "$file: $(cat err)"
        python3 - "$name" <<'PYTHON' || fail "$file: not the counts of run"
import json, sys
ours = next(r for r in map(json.loads, open("ours.jsonl")) if r["name"] == sys.argv[1])["simulated"]
lint = json.load(open("lint.json"))["total"]
same = (lint["shared_requests"], lint["shared_wavefronts"]) == (
    ours["load_requests"] + ours["store_requests"], ours["load_wavefronts"] + ours["store_wavefronts"])
sys.exit(not same)
PYTHON
    done
done
lint 'SARIF' 1 turn.cu --launch turn.json -D RACE -D PADDING=0 --sarif s.sarif
python3 - <<'PYTHON' || fail 'SARIF: not as it must be'
import json
run, = json.load(open("s.sarif"))["runs"]
rules = {rule["id"] for rule in run["tool"]["driver"]["rules"]}
results = run["results"]
assert {r["ruleId"] for r in results} == rules >= {"race", "bank-conflict"}, rules
races = [r for r in results if r["ruleId"] == "race"]
line = lambda place: place["physicalLocation"]["region"]["startLine"]
assert all(r["level"] == "error" and r["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "turn.cu" for r in races)
assert {frozenset((line(r["locations"][0]), line(r["relatedLocations"][0]))) for r in races} == {frozenset((13, 18))}, races
PYTHON
lint 'SARIF again' 2 turn.cu --launch turn.json --sarif s.sarif
lint 'SARIF over the kernel' 2 turn.cu --launch turn.json --sarif turn.cu --force

# ---- two files ----

sed 's/N + PADDING/N/' turn.cu >before.cu
lint 'better' 0 before.cu turn.cu --launch turn.json
has 'better' 'shared wavefronts +4608 +1024 +0.222|shared wavefronts +16896 +1024 +0.061' out
lint 'worse' 1 turn.cu before.cu --launch turn.json
has 'worse' '^worse: wavefronts$' out
lint 'worse, as asked' 1 --compare turn.cu before.cu --launch turn.json
has 'worse, as asked' '^worse: wavefronts$' out
lint 'nothing to compare with' 2 --compare turn.cu --launch turn.json
lint 'too many threads' 2 turn.cu --launch '{"kernel": "naive", "block": [64, 32], "arguments": [{"type": "float64", "count": 4096}, {"type": "float64", "count": 4096}, 64]}'
has 'too many threads' 'a block of 2048 threads; the limit is 1024' err
lint 'more shared memory than there is' 2 padded16.cu --launch "${square/\{/\{\"shared\": 300000, }"
has 'more shared memory than there is' '300000 bytes of dynamic shared memory beside' err
# What ended at an error was counted in part.
cat >ends.cu <<'CUDA'
__global__ void ends(int *out)
{
    if (threadIdx.x == BAD) out[1 << 20] = 0;
    __syncthreads();
    out[threadIdx.x] = 1;
}
CUDA
sed 's/BAD/0/' ends.cu >cut.cu
sed 's/BAD/1000/' ends.cu >mended.cu
one='{"block": 64, "arguments": [{"type": "int32", "count": 64}]}'
lint 'mended' 0 cut.cu mended.cu --launch "$one"
has 'mended' '^errors are not worse$' out
has 'mended' '^a launch of the one before ended at an error: ' out
lint 'broken' 1 mended.cu cut.cu --launch "$one"
has 'broken' '^worse: errors$' out

# ---- bad input ----

lint 'no launch' 2 padded16.cu
has 'no launch' "padded16.cu: how is .*turn.* launched\? .*--launch '\{" err
for bad in '{"block": 0}' '{"block": [1, 2, 3, 4]}' '{"grid": 1}' '{"block": 32, "what": 1}' '[]' '{"block": 32, "arguments": 1}' \
    '{"block": 32, "arguments": ["x"]}' '{"block": 32, "arguments": [{"type": "float31", "count": 1}]}' \
    '{"block": 32, "arguments": [{"count": 1}]}' '{"block": 32, "arguments": [{"type": "int32", "count": 1, "value": 1}]}' \
    '{"block": 32, "arguments": [{"type": "int32", "count": 1, "fill": "sand"}]}' '{"block": 32,}' \
    '{"block": 32, "arguments": []}' '{"block": 32, "kernel": "none"}'; do
    lint "bad launch $bad" 2 padded16.cu --launch "$bad"
    [ "$(grep -c '^tilewright lint: ' err)" -eq 1 ] || fail "bad launch $bad: not one error"
done
lint 'which kernel' 2 turn.cu --launch '{"block": 32}'
has 'which kernel' 'must name its kernel; there are ' err
lint 'no such kernel' 2 padded16.cu --launch "$square" --kernel trun
has 'no such kernel' 'no kernel is named trun; there is only turn' err
lint 'the only kernel, by its C++ name' 1 padded16.cu --launch "$square" --kernel turn
printf '__global__ void one(int *p) { *p = 1; }\n__global__ void two(int *p) { *p = 2; }\n' >both.cu
both='[{"kernel": "one", "block": 1, "arguments": [{"type": "int32", "count": 1}]}, {"kernel": "_Z3twoPi", "block": 1, "arguments": [{"type": "int32", "count": 1}]}]'
lint 'one of two kernels' 0 both.cu --launch "$both" --kernel two
has 'one of two kernels' 'notes in 1 launch$' out
cat >forms.cu <<'CODE'
namespace deep { template <typename T> __global__ void form(T *p) { *p = 1; } }
template __global__ void deep::form(int *);
template __global__ void deep::form(float *);
__global__ void other(int *p) { *p = 1; }
__global__ void other(float *p) { *p = 1; }
CODE
form='{"block": 1, "arguments": [{"type": "float32", "count": 1}], "kernel":'
lint 'an instance' 0 forms.cu --launch "$form \"deep::form<float>\"}"
lint 'instances' 2 forms.cu --launch "$form \"form\"}"
has 'instances' 'more than one kernel is named form; there are .*deep::form<int>' err
has 'overloads' 'there are .*_Z5otherPf' err
echo 'template <typename T> __global__ void form(T *p) { *p = 1; }' >template.cu
lint 'no instance' 2 template.cu --launch "$form \"form\"}"
has 'no instance' 'it holds no kernel; a template is one where it is instantiated' err
lint 'a kernel without a launch' 2 both.cu --launch "${both/two/one}" --kernel two
echo 'int x = ;' >wrong.cu
lint 'no C++' 2 wrong.cu --launch '{"block": 32}'
has 'no C++' '^tilewright lint: wrong.cu:1:1: ' err
printf '.version 8.0\n.target sm_90\n.address_size 64\nnonsense\n' >wrong.ptx
lint 'no PTX' 2 wrong.ptx --launch '{"block": 32}'
has 'no PTX' '^tilewright lint: wrong.ptx:4:1: ' err
printf '.version 8.6\n.target sm_90\n.entry k()\n{\n tcgen05.fence::before_thread_sync;\n ret;\n}\n' >unknown.ptx
lint 'an unknown instruction' 2 unknown.ptx --launch '{"block": 32}'
has 'an unknown instruction' 'k: unknown.ptx:5:2: the simulator does not know the instruction tcgen05' err
head -c 100 /dev/zero >zero.cu
lint 'no text' 2 zero.cu --launch '{"block": 32}'
has 'no text' '^tilewright lint: zero.cu:1:1: a byte 0' err
printf '\xef\xbb\xbf__global__ void one(int *p) { *p = 1; }\n// \xff\n__global__ void two(int *p) { *p = 2; }\n' >latin.cu
lint 'bytes that end a file for NVRTC' 0 latin.cu --launch "$both"
has 'bytes that end a file for NVRTC' 'notes in 2 launches$' out
printf '// \n \xff\n' >latin.cu
lint 'such a byte in code' 2 latin.cu --launch "$both"
has 'such a byte in code' '^tilewright lint: latin.cu:2:1: ' err
lint 'no file' 2
lint 'three files' 2 a b c

[ $failures -eq 0 ] && echo 'all as expected'
exit $((failures > 0))
