#!/usr/bin/env bash
# Permutations made with `tilewright embed`: launchers in C and C++ on the drop-in libcuda.so.1, wrappers in CUDA C++, PTX, and a CMake
# project that makes them from its config.
. "${BASH_SOURCE%/*}/../shell.sh" || exit 1
dropin=$BUILD_DIR/dropin
config=$SOURCE_DIR/tests/data/permute-embed.json
program=$SOURCE_DIR/tests/embed/permute.c
include=$(sed -n 's/^TILEWRIGHT_CUDA_INCLUDE:PATH=//p' "$BUILD_DIR/CMakeCache.txt")
sanitizer=
readelf -d "$dropin/libcuda.so.1" | grep -q libasan && sanitizer="-fsanitize=address,undefined"
readelf -d "$dropin/libcuda.so.1" | grep -q libtsan && sanitizer="-fsanitize=thread"

# runs PROGRAM: all kernels are right at all places, and what is wrong is refused.
runs() {
    rm -f "$work/log"
    TILEWRIGHT_SIM_LOG=$work/log LD_LIBRARY_PATH=$dropin "$1" >"$work/out" 2>&1 || fail "$1: $(cat "$work/out")"
    for text in "114 launches, 0 wrong" "39 refused" "1: pixels: in is not a multiple of 2 bytes: 0x" "1: turned: out is at address 0" \
                "1: turned: in and out overlap: bytes 0x" "1: single: in and out overlap: bytes 0x"; do
        grep -qF -- "$text" "$work/out" || fail "$1: no \"$text\" in: $(cat "$work/out")"
    done
}

"$TILEWRIGHT" embed "$config" --name k -o "$work/k" --format c,cu,ptx --arch sm_90 >"$work/out" 2>&1 || fail "embed: $(cat "$work/out")"
for language in "gcc -std=c99" "g++ -x c++ -std=c++11"; do
    $language -Wall -Wextra -pedantic -Werror $sanitizer -I"$include" -I"$work/k" "$program" "$work/k/k.c" -L"$dropin" -lcuda -pthread -o "$work/program" \
        2>"$work/out" || fail "$language: $(head -20 "$work/out")"
    runs "$work/program"
    # Both pointers are aligned in two launches of each: only then it is the first of two kernels.
    for kernel in heads bytes halved; do
        grep -q "[^_]$kernel[^_]" "$work/log" && grep -q "${kernel}_any" "$work/log" || fail "$kernel: not both kernels ran: $(cat "$work/log")"
    done
    grep -qE "(promised|single)_any" "$work/log" && fail "a second kernel that need not be: $(cat "$work/log")"
done
for name in pixels heads patches cube bytes turned repeated promised single empty halved; do
    grep -q "\.entry $name(" "$work/k/k_$name.ptx" || fail "no entry $name in k_$name.ptx"
    grep -q "extern \"C\" cudaError_t k_launch_$name(const .* \*in, .* \*out, cudaStream_t stream)" "$work/k/k.cu" || fail "no wrapper of $name in k.cu"
done
if command -v nvcc >/dev/null; then
    nvcc -std=c++17 -arch=sm_90 -Werror all-warnings -c "$work/k/k.cu" -o "$work/cu.o" 2>"$work/out" || fail "nvcc: $(cat "$work/out")"
fi

mkdir "$work/project"
cp "$config" "$work/project/k.json"
cp "$program" "${program%/*}/at_places.h" "$work/project"
cat >"$work/project/CMakeLists.txt" <<'CMAKE'
cmake_minimum_required(VERSION 3.20)
project(permuter LANGUAGES C)
include(${Tilewright_KERNELS})
add_executable(permuter permute.c)
tilewright_add_kernels(permuter CONFIG k.json ARCHS sm_90)
CMAKE
CFLAGS=$sanitizer cmake -S "$work/project" -B "$work/project/build" -DTilewright_KERNELS="$SOURCE_DIR/tools/cmake/TilewrightKernels.cmake" \
    -DTILEWRIGHT_EXECUTABLE="$TILEWRIGHT" -DTILEWRIGHT_CUDA_INCLUDE="$include" -DTILEWRIGHT_CUDA_DRIVER="$dropin/libcuda.so" >"$work/out" 2>&1 &&
    cmake --build "$work/project/build" >"$work/out" 2>&1 || fail "the CMake project: $(tail -20 "$work/out")"
runs "$work/project/build/permuter"
exit $((failures > 0))
