#!/usr/bin/env bash
# Described kernels as files for other programs, where it takes longer (test_embed_own.sh): the CUDA files, as nvcc takes them, results of
# sweeps, a CMake project.
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

# has TEXT FILE
has() {
    grep -qF -- "$1" "$2" || fail "no \"$1\" in ${2#$work/}"
}

# Templates and headers, symbols, values in pragmas, clusters, all blocks resident.
compile_cuda() {
    local kernel
    for kernel; do
        embed "$kernel" --name k --arch sm_90 --format cu -o "$work/cuda"
        nvcc -std=c++17 -arch=sm_90 -I"$kernels/include" -c "$work/cuda/k.cu" -o "$work/cuda/cu.o" 2>"$work/out" || fail "nvcc $kernel: $(head -5 "$work/out")"
        [ -s "$work/out" ] && fail "nvcc says of $kernel: $(head -5 "$work/out")"
    done
}

if command -v nvcc >/dev/null; then
    compile_cuda "$kernels"/{extremes,convolution,matmul}.json "$SOURCE_DIR"/tests/embed/{cluster,cooperative,odd}.json
else
    echo "skipped: no nvcc"
fi

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
