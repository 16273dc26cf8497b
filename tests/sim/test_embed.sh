#!/usr/bin/env bash
# Programs made with `tilewright embed`: every one of examples/, built with what a user has and run on the drop-in libcuda.so.1, which takes
# the PTX and no cubin; and the life of contexts, eight threads under ThreadSanitizer, and refusals.
. "${BASH_SOURCE%/*}/../shell.sh" || exit 1
dropin=$BUILD_DIR/dropin
examples=$SOURCE_DIR/examples
include=$(sed -n 's/^TILEWRIGHT_CUDA_INCLUDE:PATH=//p' "$BUILD_DIR/CMakeCache.txt")
nvrtc=$(sed -n 's/^TILEWRIGHT_NVRTC:FILEPATH=//p' "$BUILD_DIR/CMakeCache.txt")
warnings="-Wall -Wextra -pedantic -Werror"

# A program in front of a sanitized library needs the same sanitizer, which only the compiler of the build has.
sanitizer=
readelf -d "$dropin/libcuda.so.1" | grep -q libasan && sanitizer="-fsanitize=address,undefined"
readelf -d "$dropin/libcuda.so.1" | grep -q libtsan && sanitizer="-fsanitize=thread"

embed() {
    "$TILEWRIGHT" embed --force "$@" >"$work/out" 2>&1 || fail "embed $*: $(cat "$work/out")"
}

# build OUTPUT COMPILER ARGUMENTS...
build() {
    local output=$1
    shift
    "$@" $warnings $sanitizer -I"$include" -I"$work" -L"$dropin" -o "$output" 2>"$work/out" || fail "$*: $(head -20 "$work/out")"
}

# runs TEXT COMMAND...: must succeed and say the text.
runs() {
    local text=$1
    shift
    LD_LIBRARY_PATH=$dropin "$@" >"$work/out" 2>&1 || fail "$*: exit status $?: $(cat "$work/out")"
    grep -qF -- "$text" "$work/out" || fail "$*: no \"$text\" in: $(cat "$work/out")"
}

embed "$SOURCE_DIR/configs/square.json" --name square -o "$work" --format c,layout,ptx
embed "$SOURCE_DIR/configs/rectangle.json" --name rectangle --dlopen -o "$work"
embed "$SOURCE_DIR/configs/square.json" --name k -o "$work"
embed "$SOURCE_DIR/configs/dot.json" --name dot -o "$work"
compilers="gcc clang"
[ -n "$sanitizer" ] && compilers=gcc
for compiler in $compilers; do
    command -v $compiler >/dev/null && command -v ${compiler/gcc/g}++ >/dev/null || { echo "skipped: $compiler"; continue; }
    plusplus=${compiler/gcc/g}++

    build "$work/c" $compiler -std=c99 "$examples/c/main.c" "$work/square.c" -lcuda -pthread
    runs "setRowReadColDynPad  right, 4224 bytes as (32,32):(33,1), 64 wavefronts where 64 would do" "$work/c"
    grep -q WRONG "$work/out" && fail "a wrong kernel: $(cat "$work/out")"
    # Partial sums added by the host, by a second grid, and by the last block, which leaves its scratch for the next launch.
    build "$work/dot_example" $compiler -std=c99 "$examples/dot/main.c" "$work/dot.c" -lcuda -pthread
    runs "dot        right: 2x(x+1)(2x+1)/6 is 2.57236e+13, the GPU's sum 2.57236e+13" "$work/dot_example"
    [ "$(grep -c right "$work/out")" = 4 ] || fail "examples/dot: $(cat "$work/out")"
    build "$work/contexts" $compiler -std=c99 "$SOURCE_DIR/tests/embed/contexts.c" "$work/k.c" -lcuda -pthread
    runs "contexts ok" "$work/contexts"

    # The C files as C and as C++ in one program.
    for n in square rectangle; do $compiler -std=c99 $warnings $sanitizer -I"$include" -c "$work/$n.c" -o "$work/$n.o" || fail "$n.o"; done
    build "$work/cpp" $plusplus -std=c++17 "$examples/cpp/main.cpp" "$work/square.o" "$work/rectangle.o" -lcuda -pthread -ldl
    runs "8 threads, 320 launches: 0 wrong" "$work/cpp"
    build "$work/cpp" $plusplus -std=c++17 -x c++ "$examples/cpp/main.cpp" "$work/square.c" "$work/rectangle.c" -lcuda -pthread -ldl
    runs "8 threads, 320 launches: 0 wrong" "$work/cpp"
done

# The example in a header is taken by C and C++, and launches.
for n in k dot; do
    sed -n '/^ \*     #include/,/^ \*     }$/{s/^ \*\( \{5\}\)\{0,1\}//;p}' "$work/$n.h" >"$work/use_$n.c"
    [ "$(wc -l <"$work/use_$n.c")" = 10 ] || fail "the example in $n.h: $(cat "$work/use_$n.c")"
    for language in "gcc -std=c99" "g++ -std=c++11 -x c++"; do
        $language $warnings -I"$include" -I"$work" -fsyntax-only "$work/use_$n.c" || fail "$language: the example in $n.h"
    done
done
cat >>"$work/use_k.c" <<'END'
int main(void)
{
    CUcontext context;
    CUdeviceptr out;
    if (cuInit(0) || cuDevicePrimaryCtxRetain(&context, 0) || cuCtxSetCurrent(context) || cuMemAlloc(&out, 4096)) return 2;
    return use((int32_t *)(uintptr_t)out, NULL) || use(NULL, NULL) != 1;
}
END
build "$work/use_k" gcc -std=c99 "$work/use_k.c" "$work/k.c" -lcuda -pthread
runs "out is at address 0" "$work/use_k"

# Kernels that prefer a division of the memory, of volatile tiles; linked, and found in the driver.
sed 's/"type"/"cache_config": "L1", "memory": "volatile", "type"/' "$SOURCE_DIR/configs/square.json" >"$work/cached.json"
for options in "" --dlopen; do
    embed "$work/cached.json" --name square $options -o "$work/cached"
    grep -q 'PREFER_L1, ' "$work/cached/square.c" || fail "no cache configuration in square.c"
    build "$work/cached/program" gcc -std=c99 -I"$work/cached" "$examples/c/main.c" "$work/cached/square.c" -lcuda -pthread -ldl
    runs "setRowReadColDynPad  right, 4224 bytes as (32,32):(33,1), 64 wavefronts where 64 would do" "$work/cached/program"
done

# Eight threads, watched.
if [ -n "$sanitizer" ]; then
    echo "skipped: ThreadSanitizer alone, in a sanitized build"
elif build "$work/tsan" g++ -fsanitize=thread -g -std=c++17 -x c++ "$examples/cpp/main.cpp" "$work/square.c" "$work/rectangle.c" -lcuda -pthread -ldl &&
     TSAN_OPTIONS=exitcode=66 LD_LIBRARY_PATH=$dropin "$work/tsan" >"$work/out" 2>&1; then
    grep -q "0 wrong" "$work/out" || fail "under ThreadSanitizer: $(cat "$work/out")"
else
    fail "ThreadSanitizer: $(head -40 "$work/out")"
fi

# Nothing fits: which images there are, what the device is, what the driver takes.
build "$work/refused" gcc "$SOURCE_DIR/tests/embed/refused.c" "$work/k.c" -lcuda -pthread
TILEWRIGHT_SIM_ARCH=sm_75 LD_LIBRARY_PATH=$dropin "$work/refused" >"$work/out" 2>&1
for text in "setRowReadRow cannot be loaded: there are cubins for sm_80, sm_90 and PTX " "for sm_80 and newer" "sm_75" "the driver takes CUDA " \
            "PTX up to " "no cubin fits, its PTX is for newer devices"; do
    grep -qF -- "$text" "$work/out" || fail "refusal: no \"$text\" in: $(cat "$work/out")"
done
# A pointer to the middle of an element is refused before it becomes a fault.
build "$work/misaligned" gcc "$SOURCE_DIR/tests/embed/misaligned.c" "$work/k.c" -lcuda -pthread
LD_LIBRARY_PATH=$dropin "$work/misaligned" >"$work/out" 2>&1 || fail "misaligned: $(cat "$work/out")"
grep -q "^1: setRowReadRow: out is not a multiple of 4 bytes: 0x" "$work/out" || fail "misaligned: $(cat "$work/out")"
grep -q "^0 0$" "$work/out" || fail "after a misaligned pointer: $(cat "$work/out")"

# An empty array may be anywhere.
echo '{ "tilewright": 1, "kernel": "reduce", "variants": [ { "name": "none", "cols": 0 }, { "name": "rows", "rows": 0, "cols": 8 }, { "name": "one", "cols": 1 } ] }' >"$work/empty.json"
embed "$work/empty.json" --name k -o "$work/empty_files" --format c,cu
build "$work/empty" gcc -std=c99 -I"$work/empty_files" "$SOURCE_DIR/tests/embed/empty.c" "$work/empty_files/k.c" -lcuda -pthread
LD_LIBRARY_PATH=$dropin "$work/empty" >"$work/out" 2>&1 || fail "empty: $(cat "$work/out")"
sed -E 's/0x[0-9a-f]+/0x/g' "$work/out" | diff - <(printf '1: none: c is at address 0\n0: \n0: \n0: \n1: one: a is at address 0\n1: one: a and c overlap: bytes 0x to 0x and 0x to 0x\n0\n') ||
    fail "empty arrays"

# A NULL wherever one can stand: scratch, symbols, arrays that are empty; a variant called as a function of the launchers would be.
echo '{ "tilewright": 1, "kernel": "dot", "defaults": { "n": 100, "method": "last" },
        "variants": [ { "name": "grid" }, { "name": "none", "n": 0 }, { "name": "second", "method": "second" } ] }' >"$work/scratch.json"
echo '{ "tilewright": 1, "kernel": "stencil", "variants": [ { "name": "grid", "cols": 100 } ] }' >"$work/symbols.json"
for kind in "scratch 25" "symbols 7" "empty 12"; do
    file=${kind% *} with=
    embed "$work/$file.json" --name k -o "$work/null_$file" --format c,cu
    [ $file = symbols ] && with=-DWITH_SYMBOLS
    build "$work/null" gcc -std=c99 $with -I"$work/null_$file" "$SOURCE_DIR/tests/embed/null.c" "$work/null_$file/k.c" -lcuda -pthread
    runs "${kind#* } refused, 0 wrong" "$work/null"
done
version=$(sed -n 's/.*libcudart.so.\([0-9]*\).*/\1/p' "$dropin/libcudart.so" 2>/dev/null)
if [ -z "$sanitizer" ] && [ -n "$version" ] && command -v nvcc >/dev/null && nvcc --version | grep -q "release $version\."; then
    nvcc -arch=sm_90 -cudart shared -I"$work/null_scratch" "$SOURCE_DIR/tests/embed/null.cu" -o "$work/wrappers" 2>"$work/out" || fail "nvcc: $(cat "$work/out")"
    runs "null: 0 wrong" "$work/wrappers"
fi
# NAME.json says of an empty array that it has no element, and `gen` too.
embed "$work/empty.json" --name k -o "$work/empty_files" --format ptx
for line in '"a", "element": "float32", "elements": 0, "bytes": 0,.*"c", "element": "float32", "elements": 1, "bytes": 4,' \
            '"a", "element": "float32", "elements": 0, "bytes": 0,.*"c", "element": "float32", "elements": 0, "bytes": 0,'; do
    grep -q "$line" "$work/empty_files/k.json" || fail "elements of empty arrays: $(grep elements "$work/empty_files/k.json")"
done
"$TILEWRIGHT" gen "$work/empty.json" --variant rows | grep -q "elements: a 0, c 0$" || fail "gen of empty arrays"

# Pointers at any element: a kernel of two, or the one there is. Memory that is written and overlaps other is refused.
embed "$SOURCE_DIR/tests/data/transpose-pointers.json" --name k -o "$work/pointers" --format c,cu,ptx
for language in "gcc -std=c99" "g++ -x c++ -std=c++11"; do
    build "$work/places" $language -I"$work/pointers" "$SOURCE_DIR/tests/embed/pointers.c" "$work/pointers/k.c" -lcuda -pthread
    rm -f "$work/log"
    TILEWRIGHT_SIM_LOG=$work/log LD_LIBRARY_PATH=$dropin "$work/places" >"$work/out" 2>&1 || fail "pointers: $(cat "$work/out")"
    for text in "134 launches, 0 wrong" "bytes: 1, 1 of 16, 16 bytes; 1 grids, and 1" "quads: 16, 16 of 16, 16 bytes; 1 grids, and 0" \
                "one: 4, 4 of 4, 4 bytes; 1 grids, and 0" "1: words: in is not a multiple of 4 bytes: 0x" \
                "1: bytes: in and out overlap: bytes 0x" "1: classic: in and out overlap: bytes 0x"; do
        grep -qF -- "$text" "$work/out" || fail "pointers: no \"$text\" in: $(cat "$work/out")"
    done
    [ "$(grep -c "in and out overlap: bytes 0x[0-9a-f]* to 0x[0-9a-f]* and 0x[0-9a-f]* to 0x" "$work/out")" = 20 ] || fail "overlaps: $(cat "$work/out")"
    # Both pointers are aligned in two launches of each: only then it is the first of two kernels.
    for kernel in bytes halves words doubles tall whole wide; do
        grep -q "[^_]$kernel[^_]" "$work/log" && grep -q "${kernel}_any" "$work/log" || fail "$kernel: not both kernels ran: $(cat "$work/log")"
    done
    grep -qE "(quads|one|classic)_any" "$work/log" && fail "a second kernel that need not be: $(cat "$work/log")"
done
grep -q '"second_launches": \[{"entry": "words_any"' "$work/pointers/k.json" || fail "no second launch in k.json"
grep -q '\.entry words_any(' "$work/pointers/k_words.ptx" || fail "no second kernel in k_words.ptx"
if command -v nvcc >/dev/null; then
    nvcc -std=c++17 -arch=sm_90 -Werror all-warnings -c "$work/pointers/k.cu" -o "$work/pointers/cu.o" 2>"$work/out" || fail "nvcc: $(cat "$work/out")"
fi
# Types and functions of a source begin with its variant's name, and another variant's name may be one of them.
echo '{ "tilewright": 1, "kernel": "reduce", "defaults": { "cols": 64 }, "variants": [ { "name": "a" }, { "name": "a_part" } ] }' >"$work/parts.json"
"$TILEWRIGHT" embed "$work/parts.json" --name k -o "$work/parts" --format cu >"$work/out" 2>&1 && fail "a_part twice in one file"
grep -q "variants 'a' and 'a_part' both give a name to k_kernel_a_part" "$work/out" || fail "a_part: $(cat "$work/out")"
# A variant that is called as another's second kernel would be is one too many for a file of CUDA.
echo '{ "tilewright": 1, "kernel": "transpose", "defaults": { "method": "vector", "rows": 64, "cols": 64 },
        "variants": [ { "name": "t" }, { "name": "t_any" } ] }' >"$work/twice.json"
"$TILEWRIGHT" embed "$work/twice.json" --name k -o "$work/twice" --format cu >"$work/out" 2>&1 && fail "two kernels t_any in one file"
grep -q "variants 't' and 't_any' both have a kernel t_any, which one file of CUDA cannot" "$work/out" || fail "t_any: $(cat "$work/out")"
"$TILEWRIGHT" embed "$work/twice.json" --name k -o "$work/twice" --format ptx,c >"$work/out" 2>&1 || fail "t_any in two files: $(cat "$work/out")"

embed "$SOURCE_DIR/configs/square.json" --name k --dlopen -o "$work/dl"
build "$work/none" gcc -DWITHOUT_DRIVER -I"$work/dl" "$SOURCE_DIR/tests/embed/refused.c" "$work/dl/k.c" -pthread -ldl
if ldconfig -p | grep -q libcuda.so.1; then
    echo "skipped: no driver, with a driver"
else
    env -u LD_LIBRARY_PATH "$work/none" >"$work/out" 2>&1
    grep -q "the CUDA driver cannot be opened: .*libcuda.so.1" "$work/out" || fail "without a driver: $(cat "$work/out")"
fi

# A kernel with somebody else's code and our layout: right, and without the bank conflicts that the header rules out.
embed "$examples/layout/tile.json" --name tile --format layout -o "$work/layout"
# The PTX by itself, from Python.
if [ -n "$sanitizer" ] || ! command -v python3 >/dev/null; then
    echo "skipped: Python"
else
    TILEWRIGHT_SIM_LOG=$work/log runs "100 x 33: right" python3 "$examples/layout/run.py" "$work/layout" "$nvrtc"
    grep -q "loads 192 requests 192 wavefronts, stores 192 requests 192 wavefronts" "$work/log" || fail "the layout's wavefronts: $(cat "$work/log")"
    runs "setRowReadColDynPad  right, layout (32,32):(33,1)" python3 "$examples/python/launch.py" "$work/square.json"
fi
if command -v nvcc >/dev/null; then
    nvcc -std=c++17 -ptx -arch=sm_80 -I"$work/layout" "$examples/layout/kernel.cu" -o "$work/kernel.ptx" 2>"$work/out" || fail "nvcc: $(cat "$work/out")"
fi

# A CMake project; when its config changes, so do its kernels.
cp -r "$examples/cmake" "$work/project"
configure() {
    CFLAGS="$warnings $sanitizer" cmake -S "$work/project" -B "$work/project/build" -DTilewright_KERNELS="$SOURCE_DIR/tools/cmake/TilewrightKernels.cmake" \
        -DTILEWRIGHT_EXECUTABLE="$TILEWRIGHT" -DTILEWRIGHT_CUDA_INCLUDE="$include" -DTILEWRIGHT_CUDA_DRIVER="$dropin/libcuda.so" >"$work/out" 2>&1
}
build_project() {
    cmake --build "$work/project/build" >"$work/out" 2>&1 || fail "building the CMake project: $(tail -20 "$work/out")"
}
configure || fail "configuring the CMake project: $(cat "$work/out")"
build_project
runs "swizzled   right" "$work/project/build/transposer"
sleep 1.1 # make compares whole seconds on some file systems
sed -i 's/"swizzle": "xor" }/"swizzle": "xor" }, { "name": "third", "IPAD": 6 }/' "$work/project/transpose.json"
build_project
runs "third      right" "$work/project/build/transposer"
build_project
grep -q "Generating kernels" "$work/out" && fail "kernels are generated though nothing changed"

[ $failures -eq 0 ] && echo "ok"
exit $((failures != 0))
