#!/usr/bin/env bash
# tilewright lint: what it proposes holds when it is done, what it says about races, and what kernels are given. Needs TILEWRIGHT and
# SOURCE_DIR.
. "${BASH_SOURCE%/*}/../shell_sweep.sh" || exit 1

# lint NAME STATUS ARGUMENT...
lint() {
    local name=$1 status=$2
    shift 2
    tw "$name" "$status" lint "$@"
}

# ---- layouts: the proposal, and the kernel that has it ----

cat >layouts.cu <<'CUDA'
#ifndef PITCH
#define PITCH 64
#endif
#ifdef SKEWED
#define AT(i) ((i) + (i) / 32)
#else
#define AT(i) (i)
#endif
__global__ void bytes(char *out, const char *in)
{
    __shared__ char tile[64][PITCH];
    for (int i = threadIdx.y; i < 64; i += 8)
        for (int j = threadIdx.x; j < 64; j += 32) tile[i][j] = in[i * 64 + j];
    __syncthreads();
    for (int i = threadIdx.y; i < 64; i += 8)
        for (int j = threadIdx.x; j < 64; j += 32) out[i * 64 + j] = tile[j][i];
}
template <int N> __global__ void stride(float *out, const float *in)
{
    __shared__ float s[AT(2048)];
    for (int i = threadIdx.x; i < 2048; i += blockDim.x) s[AT(i)] = in[i];
    __syncthreads();
    out[threadIdx.x] = s[AT(threadIdx.x * N)];
}
template __global__ void stride<2>(float *, const float *);
template __global__ void stride<4>(float *, const float *);
template __global__ void stride<8>(float *, const float *);
__global__ void bins(unsigned *out, const unsigned char *in, int n)
{
    __shared__ unsigned char h[64 * PITCH];
    for (int i = 0; i < 16; i++) *(unsigned *)&h[threadIdx.x * PITCH + 4 * i] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += 64) h[threadIdx.x * PITCH + (in[i] & 63)]++;
    __syncthreads();
    unsigned sum = 0;
    for (int i = 0; i < 64; i++) sum += h[i * PITCH + threadIdx.x];
    out[threadIdx.x] = sum;
}
CUDA
bytes='{"kernel": "bytes", "block": [32, 8], "arguments": [{"type": "int8", "count": 4096, "fill": "none"}, {"type": "int8", "count": 4096}]}'
lint 'bytes' 1 layouts.cu --launch "$bytes"
has 'bytes' 'rows of 68 bytes instead of 64 .* leave none of the 1920 conflicts' out
lint 'bytes, too little padding' 1 layouts.cu --launch "$bytes" -D PITCH=66
lint 'bytes, as proposed' 0 layouts.cu --launch "$bytes" -D PITCH=68

for stride in 2 4 8; do
    launch='{"kernel": "stride<'$stride'>", "block": 256, "arguments": [{"type": "float32", "count": 256, "fill": "none"}, {"type": "float32", "count": 2048}]}'
    lint "a stride of $stride" 1 layouts.cu --launch "$launch"
    has "a stride of $stride" "load of s: $stride wavefronts per request" out
    has "a stride of $stride" 'element i at i \+ i / 32 .* leaves none of the' out
    lint "a stride of $stride, as proposed" 0 layouts.cu --launch "$launch" -D SKEWED
    has "a stride of $stride, as proposed" '^0 errors, 0 warnings, 0 notes' out
done

# What is promised of data is what comes of these data.
for fill in 3 '"random"'; do
    launch='{"kernel": "bins", "block": 64, "arguments": [{"type": "uint32", "count": 64, "fill": "none"}, {"type": "uint8", "count": 4096, "fill": '$fill'}, 4096]}'
    lint "bins of $fill" 1 layouts.cu --launch "$launch" --json
    python3 - >left <<'PYTHON' || fail "bins of $fill: $(cat out)"
import json, re
messages = [m for m in json.load(open("out"))["messages"] if m["rule"] == "bank-conflict"]
advice = {m["advice"] for m in messages}
found = re.match(r"rows of 68 bytes instead of 64 .*? leave (none|\d+) of the (\d+) conflicts", *advice)
left, now = found.groups()
assert int(now) == sum(m["cost"] for m in messages), (now, messages)
print(0 if left == "none" else left)
PYTHON
    "$TILEWRIGHT" lint layouts.cu --launch "$launch" -D PITCH=68 --json --fail never >out || fail "bins of $fill, as proposed"
    python3 - "$(cat left)" <<'PYTHON' || fail "bins of $fill, as proposed: $(cat left) and $(cat out)"
import json, sys
total = json.load(open("out"))["total"]
assert total["shared_wavefronts"] - total["shared_ideal"] == int(sys.argv[1]), total
PYTHON
done

# Launches of one kernel have one array: rows of 33 words suit the first alone, not both.
cat >both.cu <<'CUDA'
__global__ void both(float *out, int by)
{
    __shared__ float s[32 * 32 * 4];
    s[threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x % 32 * by];
}
CUDA
one='{"block": 1024, "arguments": [{"type": "float32", "count": 1024, "fill": "none"}, 32]}'
two='{"block": 1024, "arguments": [{"type": "float32", "count": 1024, "fill": "none"}, 33]}'
lint 'one launch' 1 both.cu --launch "[$one]"
has 'one launch' 'rows of 132 bytes instead of 128 .* leave none of the 992 conflicts' out
lint 'two launches' 1 both.cu --launch "[$one, $two]"
has 'two launches' '(leave|leaves) [0-9a-z]+ of the 992 conflicts' out
grep -q '^      rows of 132 bytes instead of 128 .*none' out && fail 'two launches: the second was forgotten'

cat >chance.cu <<'CUDA'
__global__ void chance(int *out, const int *in)
{
    __shared__ int s[1024];
    for (int i = threadIdx.x; i < 1024; i += 256) s[i] = i;
    __syncthreads();
    out[threadIdx.x] = s[in[threadIdx.x]];
}
CUDA
lint 'chance' 1 chance.cu --launch '{"block": 256, "arguments": [{"type": "int32", "count": 256}, {"type": "int32", "count": 256, "fill": "random", "below": 1024}]}'
has 'chance' 'data say where lanes go: none of the [0-9]+ paddings and swizzles' out

# ---- races ----

cat >races.cu <<'CUDA'
__global__ void count(int *out, const int *in)
{
    __shared__ int b[64];
    b[threadIdx.x] = 0;
    __syncthreads();
    b[in[threadIdx.x] & 15]++;
    __syncthreads();
    out[threadIdx.x] = b[threadIdx.x];
}
__global__ void count_all(int *out, const int *in)
{
    out[in[blockIdx.x * 64 + threadIdx.x] & 15]++;
}
__global__ void reverse(int *out, const int *in)
{
    __shared__ int s[64];
    for (int i = 0; i < 4; i++) {
        s[threadIdx.x] = in[64 * i + threadIdx.x];
        out[64 * i + threadIdx.x] = s[63 - threadIdx.x];
    }
}
__global__ void interleaved(float *out, const float *in)
{
    __shared__ float s[256];
    unsigned t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    for (unsigned d = 1; d < blockDim.x; d *= 2) {
        if (t % (2 * d) == 0) s[t] += s[t + d];
#ifndef RACE
        __syncthreads();
#endif
    }
    if (t == 0) out[0] = s[0];
}
__global__ void sequential(float *out, const float *in)
{
    __shared__ float s[256];
    unsigned t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    for (unsigned d = blockDim.x / 2; d; d /= 2) {
        if (t < d) s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0) out[0] = s[0];
}
CUDA
given='"arguments": [{"type": "int32", "count": 256, "fill": "zero"}, {"type": "int32", "count": 256, "fill": "random"}]'
floats='"arguments": [{"type": "float32", "count": 256, "fill": "none"}, {"type": "float32", "count": 256}]'
lint 'a histogram' 1 races.cu --launch "{\"kernel\": \"count\", \"block\": 64, $given}"
has 'a histogram' '^races.cu:6: error: \[race\]' out
has 'a histogram' 'Use an atomic, such as atomicAdd' out
grep -q 'put __syncthreads' out && fail 'a histogram: a barrier does not help'
lint 'a histogram of the grid' 1 races.cu --launch "{\"kernel\": \"count_all\", \"grid\": 4, \"block\": 64, $given}"
has 'a histogram of the grid' 'Use an atomic, such as atomicAdd' out
lint 'no barrier' 1 races.cu --launch "{\"kernel\": \"reverse\", \"block\": 64, $given}" --check races
has 'no barrier' 'put __syncthreads\(\) between line 18 and line 19' out
[ "$(grep -c 'error: \[race\]' out)" = 1 ] || fail "no barrier: the pair is told more than once: $(cat out)"
lint 'an interleaved sum without barriers' 1 races.cu --launch "{\"kernel\": \"interleaved\", \"block\": 256, $floats}" -D RACE
has 'an interleaved sum without barriers' '__syncthreads\(\)' out
has 'an interleaved sum without barriers' 'sequential addressing' out
grep -q atomicAdd out && fail 'an interleaved sum without barriers: an atomic does not help'
lint 'an interleaved sum' 1 races.cu --launch "{\"kernel\": \"interleaved\", \"block\": 256, $floats}"
has 'an interleaved sum' '^races.cu:29: warning: \[interleaved\]' out
lint 'a sequential sum' 0 races.cu --launch "{\"kernel\": \"sequential\", \"block\": 256, $floats}"
has 'a sequential sum' '^0 errors, 0 warnings, 0 notes' out

# Where a barrier is missing: between the two accesses, or between turns of the loop, also where the loop is unrolled; and no word of a
# loop where there is none.
cat >gaps.cu <<'CUDA'
#ifndef TURNS
#define TURNS 4
#endif
#ifndef BEFORE
#define BEFORE
#endif
#ifndef AFTER
#define AFTER
#endif
__global__ void gaps(int *out, const int *in, int n)
{
    __shared__ int s[64];
    int i = threadIdx.x, v = 0;
    for (int t = 0; t < TURNS; t++) {
        s[i] = in[i] + t;
        BEFORE;
        v += s[63 - i];
        AFTER;
    }
    out[i] = v;
}
__global__ void counted(int *out)
{
    __shared__ int s;
    if (threadIdx.x == 0) s = 0; atomicAdd(&s, 1);
    __syncthreads();
    out[threadIdx.x] = s;
}
__global__ void found(int *out, const int *in)
{
    __shared__ int any;
    if (threadIdx.x == 0) any = 0;
    __syncthreads();
    if (in[threadIdx.x] != 7) any = 1;
    __syncthreads();
    out[threadIdx.x] = any;
}
__global__ void narrow(char *out)
{
    __shared__ char s[64];
    s[threadIdx.x] = 1;
    out[threadIdx.x] = s[63 - threadIdx.x];
}
CUDA
# advice NAME STATUS ARGUMENT...: the advice of all messages, each in a line of the file told
advice() {
    lint "$@" --check races --json
    python3 - >told <<'PYTHON'
import json
for message in json.load(open("out"))["messages"]:
    print(f"{message['level']}: {message['text']}: {message['advice']}")
PYTHON
}
for turns in 4 n; do
    launch='{"kernel": "gaps", "block": 64, '$given'}'
    launch=${launch%]\}}', 4]}'
    advice "no barrier, $turns turns" 1 gaps.cu --launch "$launch" -D "TURNS=$turns"
    has "no barrier, $turns turns" 'put __syncthreads\(\) between line 15 and line 17' told
    advice "no barrier at the end, $turns turns" 1 gaps.cu --launch "$launch" -D "TURNS=$turns" -D 'BEFORE=__syncthreads()'
    has "no barrier at the end, $turns turns" "put __syncthreads\\(\\) between line 17 and the loop's next line 15" told
    advice "no barrier amid the loop, $turns turns" 1 gaps.cu --launch "$launch" -D "TURNS=$turns" -D 'AFTER=__syncthreads()'
    has "no barrier amid the loop, $turns turns" 'put __syncthreads\(\) between line 15 and line 17, where' told
    lint "two barriers, $turns turns" 0 gaps.cu --launch "$launch" -D "TURNS=$turns" -D 'BEFORE=__syncthreads()' -D 'AFTER=__syncthreads()'
done
advice 'a turn alone' 1 gaps.cu --launch "$launch" -D TURNS=1
has 'a turn alone' 'put __syncthreads\(\) between line 15 and line 17, where' told
advice 'an atomic and a store' 1 gaps.cu --launch '{"kernel": "counted", "block": 64, "arguments": [{"type": "int32", "count": 64}]}'
has 'an atomic and a store' 'between the store and the atomic operation of line 25, where' told
advice 'equal stores' 0 gaps.cu --launch "{\"kernel\": \"found\", \"block\": 64, $given}" --fail error
has 'equal stores' '^note: .*all store the same value: harmless on hardware, undefined in C\+\+' told
advice 'one byte' 1 gaps.cu --launch '{"kernel": "narrow", "block": 64, "arguments": [{"type": "int8", "count": 64}]}'
has 'one byte' 'load of 1 byte at shared address' told

# ---- what kernels are given ----

cat >given.cu <<'CUDA'
__constant__ float w[4];
__device__ int counter;
namespace deep { __constant__ double scale; }
template <int N, int M = N> __global__ void given(float *out, const float *in, const short *raw, const int2 *pairs, int n)
{
    int t = threadIdx.x;
    bool right = in[t] == t * 0.5f && raw[t] == 3 * t && w[t % 4] == t % 4 + 1 && counter == 7 && deep::scale == 0.25 && n == N &&
                 pairs[t].x == t % 2 && pairs[t].y == -1;
    out[right ? t : 1 << 20] = 1;
}
template __global__ void given<32>(float *, const float *, const short *, const int2 *, int);
CUDA
python3 - <<'PYTHON'
import struct
def npy(name, descr, shape, data, order="False"):
    header = f"{{'descr': '{descr}', 'fortran_order': {order}, 'shape': {shape}, }}"
    header += " " * (117 - len(header)) + "\n"
    open(name, "wb").write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + data)
npy("in.npy", "<f4", "(4, 8)", b"".join(struct.pack("<f", 0.5 * i) for i in range(32)))
npy("big.npy", ">f4", "(32,)", bytes(128))
npy("turned.npy", "<f4", "(4, 8)", bytes(128), "True")
npy("short.npy", "<f4", "(32,)", bytes(127))
npy("huge.npy", "<f4", "(4294967296, 4294967296)", bytes(127))
open("raw.bin", "wb").write(b"".join(struct.pack("<h", 3 * i) for i in range(32)))
PYTHON
mkdir -p beside
mv in.npy raw.bin beside
cat >beside/given.json <<'JSON'
{ "kernel": "given<32u,32>", "block": 32, "arguments": [
    {"name": "out", "type": "float32", "count": 32, "fill": "none"}, {"file": "in.npy"}, {"type": "int16", "count": 32, "file": "raw.bin"},
    {"type": "int32x2", "count": 32, "values": [0, -1, 1, -1]}, 32,
    {"symbol": "w", "type": "float32", "values": [1, 2, 3, 4]}, {"symbol": "counter", "type": "int32", "value": 7},
    {"symbol": "deep::scale", "type": "float64", "value": 0.25} ] }
JSON
lint 'values, files and symbols' 0 given.cu --fail error --launch beside/given.json
sed 's/: 7/: 8/' beside/given.json >beside/other.json
lint 'another value of a symbol' 1 given.cu --launch beside/other.json
has 'another value of a symbol' 'kernel given<32, 32>: ' out
sed 's/"given<.*>"/"given<16>"/' beside/given.json >beside/none.json
lint 'no such instance' 2 given.cu --launch beside/none.json
has 'no such instance' 'no kernel is named given<16>; there is only given<32, 32>' err
# refused ARGUMENTS WORDS: with these arguments it ends with one message that has the words
refused() {
    lint "arguments $1" 2 given.cu --launch '{"block": 32, "arguments": ['"$1"']}'
    has "arguments $1" "$2" err
    [ "$(grep -c '^tilewright lint: ' err)" -eq 1 ] || fail "arguments $1: not one error"
}
# The same by expressions of names: grid, block, counts, values, types, fills.
cat >beside/named.json <<'JSON'
{ "kernel": "given<32>", "problem": {"n": 32, "T": "float32"}, "derived": {"half": "n // 2", "pair": "n > 16 ? 'int32x2' : 'int32'"},
  "grid": ["n / 32", 1], "block": ["half * 2"], "shared": "4 * n", "arguments": [
    {"name": "out", "type": "T", "count": "n", "fill": "none"}, {"name": "in", "type": "T", "count": "n", "fill": "index / 2.0"},
    {"name": "raw", "type": "int16", "count": "half + half", "fill": "3 * index"},
    {"type": "pair", "count": "n", "values": [0, -1, 1, -1]}, {"type": "int32", "value": "n"},
    {"symbol": "w", "type": "float32", "count": 4, "fill": "index % 4 + 1"}, {"symbol": "counter", "type": "int32", "value": "n - 25"},
    {"symbol": "deep::scale", "type": "float64", "value": "8 / (n * 1.0)"} ] }
JSON
lint 'expressions of names' 0 given.cu --fail error --launch beside/named.json
sed 's/3 \* index/3 * index + (index == 31)/' beside/named.json >beside/unlike.json
lint 'another expression' 1 given.cu --launch beside/unlike.json
# strange MEMBERS WORDS: a launch with these members ends with one message that has the words
strange() {
    lint "launch $1" 2 given.cu --launch "{\"kernel\": \"given<32>\", $1}"
    has "launch $1" "$2" err
    [ "$(grep -c '^tilewright lint: ' err)" -eq 1 ] || fail "launch $1: not one error"
}
strange '"block": "n"' 'no such number at /block; at character 1 of "n" no such name is known'
strange '"block": 32, "problem": {"n": 4}, "grid": ["n - 4"]' 'no such number at /grid/0; grid is 0, and must be an integer from 1'
strange '"block": 32, "problem": {"n": 4}, "grid": ["n / 0"]' 'at /grid/0; .*it divides by zero'
strange '"block": 32, "shared": "2 ** 63"' 'at /shared; .*leaves the 64 bits'
strange '"block": 32, "problem": {"n": 4}, "derived": {"n": 5}' 'its name is used twice at /derived/n'
strange '"block": 32, "problem": {"index": 4}' 'its name is taken at /problem/index'
strange '"block": 32, "problem": {"n": 4}, "derived": {"m": "n - k"}' 'at /derived/m; .*no such name is known; there are n'
strange '"block": 32, "problem": {"n": 4}, "arguments": [{"type": "n", "count": 4}]' 'type is 4, and must be an element type'
strange '"block": 32, "problem": {"n": 4}, "arguments": [{"type": "int8", "count": "n << 62"}]' 'at /arguments/0/count; .*leaves the 64 bits'
refused '{"type": "float32", "count": 32, "fill": "1 // (index - 3)"}, 1, 1, 1, 1' 'has no value for element 3: .*by zero'
refused '{"file": "big.npy"}' "its elements are '>f4'"
refused '{"file": "turned.npy"}' "in Fortran's order"
refused '{"file": "short.npy"}' '127 bytes of elements, where its shape takes 128'
refused '{"file": "huge.npy"}' 'it has no shape, or one that is too large'
refused '{"type": "int32", "file": "turned.npy"}' '(Fortran|its elements are float32, not int32)'
refused '{"file": "beside/raw.bin"}' 'say the "type"'
refused '{"type": "int32", "file": "none.bin"}' 'none.bin: cannot open'
refused '{"type": "int64", "count": 3, "file": "beside/raw.bin"}' 'it has 8 elements, and "count" says 3'
refused '{"type": "int32", "count": 3, "values": [1], "fill": 1}' 'filled twice'
refused '{"type": "int32x2", "values": [1, 2, 3]}' 'of whole elements'
refused '{"type": "int32", "values": ["a"]}' 'a value is a number'
refused '[{"symbol": "w", "type": "float32"}]' 'a symbol in a structure'
refused '1, 1, 1, 1, 1, {"symbol": "nobody", "type": "float32"}' 'parameter 1|no __constant__ or __device__ variable nobody'
refused '{"symbol": "nobody", "type": "float32"}, 1, 1, 1, 1, 1' 'no __constant__ or __device__ variable nobody'
refused '{"symbol": "w", "type": "float32", "count": 5}, 1, 1, 1, 1, 1' 'w has 16 bytes, and 5 elements of 4 were given'

# ---- SARIF, progress ----

mkdir 'a b'
cp races.cu 'a b/50%#?.cu'
lint 'SARIF of a name with blanks' 1 'a b/50%#?.cu' --launch "{\"kernel\": \"reverse\", \"block\": 64, $given}" --sarif s.sarif
lint 'SARIF of an absolute name' 1 "$PWD/a b/50%#?.cu" --launch "{\"kernel\": \"reverse\", \"block\": 64, $given}" --sarif absolute.sarif
python3 - <<'PYTHON' || fail 'SARIF: the names of files are no URIs'
import json, os, re, urllib.parse
for name, begin in (("s.sarif", ""), ("absolute.sarif", "file://" + urllib.parse.quote(os.getcwd()) + "/")):
    for result in json.load(open(name))["runs"][0]["results"]:
        for place in result["locations"] + result.get("relatedLocations", []):
            uri = place["physicalLocation"]["artifactLocation"]["uri"]
            assert uri == begin + "a%20b/50%25%23%3F.cu", uri
PYTHON
cat >long.cu <<'CUDA'
__global__ void wait(int *out)
{
    int s = 0;
    for (int i = 0; i < 40000000; i++) s = s * 3 + out[s & 31];
    out[threadIdx.x + 32] = s;
}
CUDA
cat >terminal.py <<'PYTHON'
import os, pty, subprocess, sys
master, slave = pty.openpty()
program = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=slave)
os.close(slave)
said = b""
try:
    while part := os.read(master, 4096):
        said += part
except OSError:
    pass
program.wait()
assert b"\x1b7\x1b[?7lsimulating: " in said and said.endswith(b"\x1b8\x1b[K"), said
PYTHON
wait='{"block": 32, "arguments": [{"type": "int32", "count": 64}]}'
TERM=xterm python3 terminal.py "$TILEWRIGHT" lint long.cu --check none --launch "$wait" || fail 'no progress on a terminal'

[ $failures -eq 0 ] && echo 'all as expected'
exit $((failures > 0))
