#!/usr/bin/env bash
# Described kernels as files for other programs: the C files as C and C++, linked and with dlopen, run on the drop-in libcuda.so.1 and
# compared with plain loops (tests/embed/own.c); what they say, also of what nobody checked.
. "${BASH_SOURCE%/*}/../shell.sh" || exit 1
dropin=$BUILD_DIR/dropin
kernels=$SOURCE_DIR/examples/kernels
own=$SOURCE_DIR/tests/embed
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

try matmul "$kernels/matmul.json" MATMUL "gcc -std=c99"
try sort "$kernels/sort.json" SORT "g++ -x c++ -std=c++11" --dlopen
try extremes "$kernels/extremes.json" EXTREMES "gcc -std=c99"
try convolution "$kernels/convolution.json" CONVOLUTION "g++ -x c++ -std=c++11" --dlopen
try softmax "$kernels/softmax.json" SOFTMAX "gcc -std=c99"
try cluster "$own/cluster.json" TURNED "g++ -x c++ -std=c++11" --dlopen
try odd "$own/odd.json" ODD "g++ -x c++ -std=c++11" --dlopen
try cooperative "$own/cooperative.json" TURNED "gcc -std=c99"

# What the files say: entries as the images call them, values that nobody passes, static shared memory, alignment of the element.
has '"entry": "_Z8extremesIfLi32ELi1EEvPKT_PS0_Pii"' "$work/extremes/k.json"
has '"name": "cols", "element": "int32", "elements": 1, "bytes": 4, "written": false, "align": 4,' "$work/extremes/k.json"
has '"value": "2c010000"' "$work/extremes/k.json"
has '"cluster": [2, 1, 1], "cooperative": false' "$work/cluster/k.json"
has '"cluster": null, "cooperative": true' "$work/cooperative/k.json"
has '"shared_bytes": 50032' "$work/softmax/k.json"
has '"dynamic_shared_bytes": 40000, "shared_bytes": 60000' "$work/odd/k.json"
has 'k_launch_odd(const float *result_, float *stream_, float new_, CUstream stream, struct k_error *error)' "$work/odd/k.h"
has 'with its sources ' "$work/odd/k.h"
has '"module_symbol": "weights"' "$work/convolution/k.json"
has "in: device memory, 6000 x float32, 4-byte aligned, only read" "$work/extremes/k.h"
has "::extremes<float, 32, 1><<<" "$work/extremes/k.cu"
has "// It includes, from folders that must be on the include path: largest.cuh; its options are --std=c++17" "$work/extremes/k.cu"
has '#undef BM' "$work/matmul/k.cu"

# What nobody checked is called so in every file: it has no reference, or it is of a config, which was not run.
for file in k.h k.c k_layout.h k.cu k.json k_cluster.ptx; do has "not checked: the description names no reference" "$work/cluster/$file"; done
for file in k.h k.c k_layout.h k.cu k.json; do has "not checked: it is made from a config, and was not run" "$work/matmul/$file"; done
grep -q "names no reference" "$work"/matmul/k.* && fail "matmul has a reference"

# Two variants of one source have its names twice, which one file of CUDA cannot; two files of C can.
sed 's/"ADDED": 600/"ADDED": [600, 601]/; s/^    "grid"/    "reference": null, "grid"/; s/ } }$/ }, "variants": [ { "name": "v", "ADDED": [600, 601] } ] }/' "$own/cluster.json" >"$work/two.json"
cp "$own/cluster.cu" "$work"
refused "one file of CUDA holds one" "$work/two.json" --name k --arch sm_90 --format cu -o "$work/two"
embed "$work/two.json" --name k --arch sm_90 -o "$work/two" --format c
[ "$(grep -c '^CUresult k_launch_v_' "$work/two/k.c")" = 2 ] || fail "two variants in one file of C"
refused "a cluster has 2 blocks, and 1 is" "$own/cluster.json" --name k --arch sm_80 -o "$work/old"

[ $failures -eq 0 ] && echo "ok"
exit $((failures != 0))
