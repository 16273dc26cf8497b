#!/usr/bin/env bash
# Arguments by value through every command: vectors, structures, bool, pointers that are NULL, kernels without parameters. Needs TILEWRIGHT
# and SOURCE_DIR.
. "${BASH_SOURCE%/*}/../shell_sweep.sh" || exit 1

cat >v.cu <<'CUDA'
struct inner { char c; float w[2]; };
struct params { int n; double scale; inner in; const float *none; };
__global__ void v(float *y, float4 a, params p, bool on, const float *mask, float3 b, unsigned long long wide)
{
    int i = blockIdx.x * BX + threadIdx.x;
    if (i < p.n) y[i] = a.x + a.w * i + (float)p.scale * p.in.c + (on ? b.z : 0) + p.in.w[1] + (mask || p.none ? 1000 : 0) + (float)(wide >> 32);
}
__global__ void plain(float *y, int n)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    if (i < n) y[i] = 1 + 4.0f * i + 0.5f * 3 + 7 + 9 + 2;
}
CUDA
sed '/plain/,$d' v.cu >only.cu
arguments='{ "name": "y", "type": "float32", "count": "n", "role": "output" },
  { "name": "a", "type": "float32x4", "value": [1, 2, 3, "on + 3"] },
  { "name": "p", "members": [ { "type": "int32", "value": "n" }, { "type": "float64", "value": 0.5 },
                              [ { "type": "int8", "value": 3 }, { "type": "float32", "value": [8, 9] } ], null ] },
  { "name": "on", "type": "uint8", "value": true }, { "name": "mask", "value": null },
  { "name": "b", "type": "float32", "value": [5, 6, 7] }, { "name": "wide", "type": "uint64", "value": "2 << 32" }'
cat >v.json <<JSON
{ "tilewright": 1, "kernel": { "name": "v", "source": "v.cu", "problem": { "n": 1000, "on": true }, "parameters": { "BX": [32, 64] },
  "arguments": [ $arguments ],
  "grid": "ceil_div(n, BX)", "block": "BX", "proof": { "n": "BX + 3" },
  "reference": { "entry": "plain", "grid": "ceil_div(n, 32)", "block": 32, "arguments": [ "y", { "type": "int32", "value": "n" } ] } } }
JSON

runs() {
    "$TILEWRIGHT" "$@" --device sim >out 2>&1 || fail "$*: $(cat out)"
}
runs run v.json
grep -q '1 proven' out || fail "run: $(cat out)"
runs sweep v.json -o v.jsonl
[ "$(grep -c '"status": "ok"' v.jsonl)" = 2 ] || fail "sweep: $(cat out)"
"$TILEWRIGHT" lint v.cu --launch v.json >out 2>&1 || fail "lint: $(cat out)"
echo "{ \"grid\": 4, \"block\": 32, \"problem\": { \"n\": 100, \"on\": 1 }, \"arguments\": [ $arguments ] }" >launch.json
"$TILEWRIGHT" lint only.cu -D BX=32 --launch launch.json >out 2>&1 || fail "lint --launch: $(cat out)"
grep -q '0 errors, 0 warnings' out || fail "lint --launch finds: $(cat out)"

# What is embedded holds the values: no launcher takes them.
"$TILEWRIGHT" embed v.json --format c,cu --arch sm_90 -o made >out 2>&1 || fail "embed: $(cat out)"
grep -q 'v_launch_v(CUdeviceptr y\|v_launch_v(float \*y, CUstream' made/v.h || fail "the launcher: $(grep launch_v made/v.h)"
grep -q 'v_fixed<40>\|v_fixed<48>' made/v.cu || fail "the structure: $(grep fixed made/v.cu)"

# One that is another value is found to be wrong, so the reference is looked at.
sed 's/\[8, 9\]/[9, 8]/' v.json >wrong.json
"$TILEWRIGHT" run wrong.json --device sim >out 2>&1 && fail "members in another order"
grep -q mismatch out || fail "members in another order: $(cat out)"

# Sizes and alignment are those of the PTX.
refuses() {
    "$TILEWRIGHT" run "$1" --device sim >out 2>&1 && fail "$1 runs"
    tr '\n' ' ' <out | tr -s ' ' | grep -qF "$2" || fail "$1: $(cat out)"
}
sed 's/\[5, 6, 7\]/[5, 6]/' v.json >short.json
refuses short.json "parameter 6 of v takes 12 bytes, and b has 8"
sed 's/, null \] }/ ] }/' v.json >shorter.json
refuses shorter.json "parameter 3 of v takes 40 bytes, and p has 32"
sed 's/"type": "float32x4", "value": \[1, 2, 3, "on + 3"\]/"type": "float32x4", "value": 1/' v.json >one.json
refuses one.json "one number is no float32x4"
sed 's/"value": null/"count": 4, "value": null/' v.json >both.json
refuses both.json "neither buffer nor value"
sed 's/, null \] }/, { "type": "float32", "count": 4 } ] }/' v.json >pointer.json
refuses pointer.json 'an argument has a "name"' 
cat >packed.cu <<'CUDA'
struct __attribute__((packed)) P { int n; double d; int k; };
__global__ void packed(double *y, P p) { y[threadIdx.x] = p.n + p.d + p.k; }
CUDA
cat >packed.json <<'JSON'
{ "tilewright": 1, "kernel": { "name": "packed", "source": "packed.cu",
  "arguments": [ { "name": "y", "type": "float64", "count": 32, "role": "output" },
                 { "name": "p", "members": [ { "type": "int32", "value": 1, "at": 0 }, { "type": "float64", "value": 0.5, "at": 4 }, { "type": "int32", "value": 2, "at": 12 } ] } ],
  "grid": 1, "block": 32, "proof": {}, "reference": { "files": { "y": "y.raw" } } } }
JSON
python3 -c 'import struct; open("y.raw", "wb").write(struct.pack("<32d", *[3.5] * 32))'
runs run packed.json
sed 's/, { "type": "int32", "value": 2, "at": 12 }//; s/{ "type": "int32", "value": 1, "at": 0 }, { "type": "float64", "value": 0.5, "at": 4 }/{ "type": "float64", "value": 0.5 }, { "type": "float64", "value": 2 }/' packed.json >aligned.json
refuses aligned.json "parameter 2 of packed is at multiples of 1 byte"

# As a file has it; without parameters; without arguments at all.
python3 -c 'import struct; open("p.bin", "wb").write(struct.pack("<idi", 1, 0.5, 2))'
sed 's/"members".* \] } \],$/"bytes": 16, "file": "p.bin" } ],/' packed.json >file.json
runs run file.json
printf '__device__ int out[32];\n__global__ void none() { out[threadIdx.x] = ADDED + threadIdx.x; }\n' >none.cu
cat >none.json <<'JSON'
{ "tilewright": 1, "kernel": { "name": "none", "source": "none.cu", "parameters": { "ADDED": [1, 2] },
  "arguments": [ { "symbol": "out", "type": "int32", "count": 32, "role": "output" } ], "grid": 1, "block": 32, "proof": {} } }
JSON
runs sweep none.json
printf '__global__ void empty() { if (threadIdx.x > LAST) __trap(); }\n' >empty.cu
printf '{ "tilewright": 1, "kernel": { "name": "empty", "source": "empty.cu", "parameters": { "LAST": [31, 63] }, "grid": 1, "block": 32, "proof": {} } }' >empty.json
runs sweep empty.json
"$TILEWRIGHT" embed empty.json --format c --arch sm_90 -o made --force >out 2>&1 || fail "embed without arguments: $(cat out)"
"${CC:-cc}" -std=c99 -Wall -Wextra -Werror -I"$CUDA_INCLUDE" -c made/empty.c -o empty.o >out 2>&1 || fail "the launcher without parameters: $(cat out)"
grep -q 'empty_launch_empty(CUstream stream' made/empty.h || fail "the launcher without parameters: $(grep launch_empty made/empty.h)"

# In the list of a launch, too; __half, and a structure in a structure of a field's type.
cat >l.cu <<'CUDA'
#include <cuda_fp16.h>
template <class T> struct pair { T a; struct { T b[2]; } inner; };
template <class T> __global__ void l(float *y, const float *none, bool on, __half h, pair<T> p)
{
    y[threadIdx.x] = (none ? 1000 : 1) + (on ? 10 : 0) + __half2float(h) + float(p.a) + float(p.inner.b[1]) + sizeof(p);
}
CUDA
cat >l.json <<'JSON'
{ "tilewright": 1, "kernel": { "name": "l", "source": "l.cu", "entry": "l<T>", "parameters": { "T": ["float32", "float64", "int8"] },
  "arguments": [ { "name": "y", "type": "float32", "count": 32, "role": "output" }, { "name": "h", "type": "float16", "value": 0.5 },
                 { "name": "p", "members": [ { "type": "T", "value": 2 }, [ { "type": "T", "value": [3, 4] } ] ] } ],
  "launches": [ { "grid": 1, "block": 32, "arguments": [ "y", null, true, "h", "p" ] } ], "proof": {}, "reference": { "library": "./l.so", "function": "reference" } } }
JSON
cat >l.c <<'C'
#include <tilewright/reference.h>
int reference(unsigned count, const struct tw_reference_argument *arguments)
{
    float *y = arguments[0].data;
    for (int i = 0; i < 32; i++) y[i] = 1 + 10 + 0.5f + 2 + 4 + arguments[2].count * (arguments[2].element == TW_UINT8);
    return count < 3;
}
C
"${CC:-cc}" -shared -fPIC -I"$SOURCE_DIR/include" l.c -o l.so >out 2>&1 || fail "the library: $(cat out)"
runs sweep l.json
grep -q '3 ok' out || fail "a structure of a type: $(cat out)"

# init writes structures and vectors as the source has them, and the description runs as it is.
"$TILEWRIGHT" init only.cu -o made.json || fail "init"
runs run made.json
grep -q '"members": \[ { "name": "n", "type": "int32", "value": "n" }, { "name": "scale"' made.json || fail "init: $(cat made.json)"
printf '__global__ void t(float *y, cudaTextureObject_t image) { y[0] = tex2D<float>(image, 0, 0); }\n' >t.cu
"$TILEWRIGHT" init t.cu >out 2>&1 && fail "init of a texture"
grep -q 'image of t is a texture, and kernels that take textures or surfaces cannot be described' out || fail "texture: $(cat out)"

# A description and a T1 file of such a kernel are refused with the same words, whatever they give for the object.
refused() { # WHAT SENTENCE COMMAND...
    what=$1 sentence=$2
    shift 2
    "$TILEWRIGHT" "$@" >out 2>&1 && fail "$what: $*"
    grep -q "$sentence, and kernels that take textures or surfaces cannot be described" out || fail "$what: $(cat out)"
}
described() { # SOURCE ENTRY
    printf '{ "tilewright": 1, "kernel": { "name": "k", "source": "%s", "grid": 1, "block": 1, "entry": "%s", "arguments": [ { "name": "y", "type": "float32", "count": 1, "role": "output" }, { "name": "image", "type": "uint64", "value": 0 } ] } }\n' "$1" "$2"
}
cat >s.cu <<'CU'
typedef cudaSurfaceObject_t Plane;
namespace deep { template <int N> __global__ void s(float *y, Plane image) { y[0] = N; } }
CU
cat >either.cu <<'CU'
#if IMAGES
__global__ void k(float *y, cudaTextureObject_t image) { y[0] = tex2D<float>(image, 0, 0); }
#else
__global__ void k(float *y, unsigned long long image) { y[0] = image; }
#endif
CU
described t.cu t >t.json
described s.cu 'deep::s<2>' >s.json
described either.cu k >either.json
sed 's/"grid": 1, "block": 1/"launches": [ { "repeat": 2, "launches": [ { "grid": 1, "block": 1 } ] } ]/' t.json >launches.json
for command in gen run sweep; do
    refused texture 'image of t is a texture' $command t.json
    refused surface 'image of s is a surface' $command s.json
done
refused launches 'image of t is a texture' run launches.json
refused lint 'image of t is a texture' lint t.cu --launch t.json
runs run either.json
cat >t1.json <<'JSON'
{ "General": { "FormatVersion": 1 }, "ConfigurationSpace": { "TuningParameters": [ { "Name": "N", "Type": "int", "Values": "[1, 2]" } ] },
  "KernelSpecification": { "Language": "CUDA", "KernelName": "t", "KernelFile": "t.cu", "GlobalSize": { "X": "1" }, "LocalSize": { "X": "1" },
    "Arguments": [ { "Name": "y", "Type": "float", "Size": 1, "MemoryType": "Vector" }, { "Name": "image", "Type": "uint64", "MemoryType": "Scalar" } ] } }
JSON
refused T1 'image of t is a texture' init t1.json

[ $failures -eq 0 ] && echo "ok"
exit $((failures != 0))
