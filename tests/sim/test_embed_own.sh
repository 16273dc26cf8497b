#!/usr/bin/env bash
# Described kernels as files for other programs: the C files as C and C++, linked and with dlopen, run on the drop-in libcuda.so.1 and
# compared with plain loops (tests/embed/own.c); the CUDA files, as compilers take them; what is said of what nobody checked.
. "${BASH_SOURCE%/*}/../shell.sh" || exit 1
dropin=$BUILD_DIR/dropin
kernels=$SOURCE_DIR/examples/kernels
include=$(sed -n 's/^TILEWRIGHT_CUDA_INCLUDE:PATH=//p' "$BUILD_DIR/CMakeCache.txt")
warnings="-Wall -Wextra -pedantic -Werror"
sanitizer=
readelf -d "$dropin/libcuda.so.1" | grep -q libasan && sanitizer="-fsanitize=address,undefined"
readelf -d "$dropin/libcuda.so.1" | grep -q libtsan && sanitizer="-fsanitize=thread"

embed() {
    "$TILEWRIGHT" embed --force "$@" >"$work/out" 2>&1 || fail "embed $*: $(cat "$work/out")"
}

refused() {
    local text=$1
    shift
    "$TILEWRIGHT" embed "$@" >"$work/out" 2>&1 && fail "embed $*: not refused"
    grep -qF -- "$text" "$work/out" || fail "embed $*: no \"$text\" in: $(cat "$work/out")"
}

# has TEXT FILE
has() {
    grep -qF -- "$1" "$2" || fail "no \"$1\" in ${2#$work/}"
}

# A neighbour in a cluster, and any block, after all have come so far.
cat >"$work/cluster.cu" <<'END'
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
template <int ADDED> __global__ void cluster(const int *in, int *cluster, int doubled)
{
    __shared__ int own[32];
    cg::cluster_group all = cg::this_cluster();
    own[threadIdx.x] = in[blockIdx.x * 32 + threadIdx.x];
    all.sync();
    cluster[blockIdx.x * 32 + threadIdx.x] = all.map_shared_rank(own, all.block_rank() ^ 1)[threadIdx.x] + ADDED + doubled / 2;
    all.sync();
}
END
cat >"$work/cluster.json" <<'END'
{ "tilewright": 1, "kernel": {
    "name": "cluster", "source": "cluster.cu", "entry": "cluster<ADDED>", "problem": { "added": 400 }, "parameters": { "ADDED": 600 },
    "arguments": [ { "name": "in", "type": "int32", "count": 256 }, { "name": "cluster", "type": "int32", "count": 256, "role": "output" },
                   { "name": "doubled", "type": "int32", "value": "2 * added" } ],
    "grid": 8, "block": 32, "cluster": 2 } }
END
cat >"$work/cooperative.cu" <<'END'
#include <cooperative_groups.h>
__device__ int between[256];
extern "C" __global__ void cooperative(const int *in, int *result)
{
    const int i = blockIdx.x * 32 + threadIdx.x;
    between[i] = in[i];
    cooperative_groups::this_grid().sync();
    result[i] = between[i ^ 32] + ADDED;
}
END
cat >"$work/cooperative.json" <<'END'
{ "tilewright": 1, "kernel": {
    "name": "cooperative", "source": "cooperative.cu", "parameters": { "ADDED": 1000 },
    "arguments": [ { "name": "in", "type": "int32", "count": 256 }, { "name": "result", "type": "int32", "count": 256, "role": "output" } ],
    "grid": 8, "block": 32, "cooperative": true } }
END

# try KERNEL DESCRIPTION CASE COMPILER OPTIONS...: what it computes.
try() {
    local kernel=$1 file=$2 case=$3 compiler=$4
    shift 4
    embed "$file" --name k --arch sm_90 "$@" -o "$work/$kernel" --format c,cu,layout,ptx
    $compiler $warnings $sanitizer -DKERNEL=k -DKERNEL_HEADER='"k.h"' -D"$case" -I"$include" -I"$work/$kernel" "$SOURCE_DIR/tests/embed/own.c" \
        "$work/$kernel/k.c" -x none -L"$dropin" -lcuda -ldl -pthread -o "$work/$kernel/program" 2>"$work/out" || fail "$compiler $kernel: $(head -20 "$work/out")"
    LD_LIBRARY_PATH=$dropin "$work/$kernel/program" >"$work/out" 2>&1 || fail "$kernel: $(head -5 "$work/out")"
    grep -q ": 0 wrong$" "$work/out" || fail "$kernel: $(cat "$work/out")"
    grep -q '^#line' "$work/$kernel/k.cu" && fail "$kernel: #line in the CUDA file"
}

# Templates and headers, symbols, values in pragmas, clusters, all blocks resident.
compile_cuda() {
    local kernel
    for kernel; do
        nvcc -std=c++17 -arch=sm_90 -I"$kernels/include" -c "$work/$kernel/k.cu" -o "$work/$kernel/cu.o" 2>"$work/out" || fail "nvcc $kernel: $(head -5 "$work/out")"
        [ -s "$work/out" ] && fail "nvcc says of $kernel: $(head -5 "$work/out")"
    done
}

try matmul "$kernels/matmul.json" MATMUL "gcc -std=c99"
try sort "$kernels/sort.json" SORT "g++ -x c++ -std=c++11" --dlopen
try scan "$kernels/scan.json" SCAN "gcc -std=c99"
try extremes "$kernels/extremes.json" EXTREMES "gcc -std=c99"
try convolution "$kernels/convolution.json" CONVOLUTION "g++ -x c++ -std=c++11" --dlopen
try softmax "$kernels/softmax.json" SOFTMAX "gcc -std=c99"
try cluster "$work/cluster.json" TURNED "g++ -x c++ -std=c++11" --dlopen
try cooperative "$work/cooperative.json" TURNED "gcc -std=c99"
if command -v nvcc >/dev/null; then
    compile_cuda extremes convolution matmul cluster
else
    echo "skipped: no nvcc"
fi

# What the files say: entries as the images call them, values that nobody passes, static shared memory, alignment of the element.
has '"entry": "_Z8extremesIfLi32ELi1EEvPKT_PS0_Pii"' "$work/extremes/k.json"
has '"name": "cols", "element": "int32", "elements": 1, "bytes": 4, "written": false, "align": 4,' "$work/extremes/k.json"
has '"value": "2c010000"' "$work/extremes/k.json"
has '"cluster": [2, 1, 1], "cooperative": false' "$work/cluster/k.json"
has '"cluster": null, "cooperative": true' "$work/cooperative/k.json"
has '"shared_bytes": 50032' "$work/softmax/k.json"
has '"module_symbol": "weights"' "$work/convolution/k.json"
has "in: device memory, 6000 x float32, 4-byte aligned, only read" "$work/extremes/k.h"
has "::extremes<float, 32, 1><<<" "$work/extremes/k.cu"
has "// It includes, from folders that must be on the include path: largest.cuh; its options are --std=c++17" "$work/extremes/k.cu"
has '#undef BM' "$work/matmul/k.cu"

# What nobody checked is called so in every file; what has a reference is not.
for file in k.h k.c k_layout.h k.cu k.json k_cluster.ptx; do has "not checked: the description names no reference" "$work/cluster/$file"; done
grep -q "not checked" "$work"/matmul/k.* && fail "matmul has a reference"

# Two variants of one source have its names twice, which one file of CUDA cannot; two files of C can.
sed 's/"ADDED": 600/"ADDED": [600, 601]/; s/^    "grid"/    "reference": null, "grid"/; s/ } }$/ }, "variants": [ { "name": "v", "ADDED": [600, 601] } ] }/' "$work/cluster.json" >"$work/two.json"
refused "one file of CUDA holds one" "$work/two.json" --name k --arch sm_90 --format cu -o "$work/two"
embed "$work/two.json" --name k --arch sm_90 -o "$work/two" --format c
[ "$(grep -c '^CUresult k_launch_v_' "$work/two/k.c")" = 2 ] || fail "two variants in one file of C"
refused "a cluster has 2 blocks, and 1 is" "$work/cluster.json" --name k --arch sm_80 -o "$work/old"

# Results of a sweep: with the description, and what they say of the winner.
"$TILEWRIGHT" sweep "$kernels/scan.json" --device sim --arch sm_90 -o "$work/scan.jsonl" >"$work/out" 2>&1 || fail "sweep: $(tail -5 "$work/out")"
embed "$work/scan.jsonl" --kernel "$kernels/scan.json" --name k --arch sm_90 -o "$work/winner" --format c,ptx
has "proven on the simulator on the problem" "$work/winner/k.h"
has "tilewright embed scan.jsonl --kernel scan.json --name k" "$work/winner/k.c"

# examples/own: a CMake project, whose kernels are made anew when source or results change.
cp -r "$SOURCE_DIR/examples/own" "$work/own"
mkdir -p "$work/kernels"
cp "$kernels"/*matmul* "$work/kernels"
project() {
    CFLAGS="$warnings $sanitizer" cmake -S "$work/own" -B "$work/own/build" -DTilewright_KERNELS="$SOURCE_DIR/tools/cmake/TilewrightKernels.cmake" \
        -DTILEWRIGHT_EXECUTABLE="$TILEWRIGHT" -DTILEWRIGHT_CUDA_INCLUDE="$include" -DTILEWRIGHT_CUDA_DRIVER="$dropin/libcuda.so" "$@" >"$work/out" 2>&1 ||
        fail "configuring examples/own: $(cat "$work/out")"
}
built() {
    cmake --build "$work/own/build" >"$work/out" 2>&1 || fail "building examples/own: $(tail -20 "$work/out")"
    grep -q "Generating kernels" "$work/out"
}
says() {
    LD_LIBRARY_PATH=$dropin "$work/own/build/product" >"$work/out" 2>&1
    grep -qx -- "$1" "$work/out" || fail "examples/own: no \"$1\" in: $(cat "$work/out")"
}
project
built
says "matmul: 64 x 64, right, 768 bytes of shared memory"
built && fail "kernels are generated though nothing changed"
sleep 1.1 # make compares whole seconds on some file systems
sed -i 's/sum\[TM\]\[TN\] = {}/sum[TM][TN] = {{1}}/' "$work/kernels/matmul.cu"
built || fail "the source changed, and the kernels did not"
LD_LIBRARY_PATH=$dropin "$work/own/build/product" | grep -q "WRONG" || fail "another source, and the same kernel"
cp "$kernels/matmul.cu" "$work/kernels"
"$TILEWRIGHT" sweep "$work/kernels/matmul.json" --device sim --arch sm_90 --top 1 -o "$work/kernels/matmul.jsonl" >"$work/out" 2>&1 || fail "sweep: $(tail -5 "$work/out")"
project -DRESULTS="$work/kernels/matmul.jsonl"
built
says "matmul_.*: 64 x 64, right, [0-9]* bytes of shared memory"

[ $failures -eq 0 ] && echo "ok"
exit $((failures != 0))
