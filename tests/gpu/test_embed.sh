#!/usr/bin/env bash
# The programs of examples/ on a GPU, where embedded kernels load their cubins: the same sources that the simulator's test runs.
# Skipped (77) without a GPU. The last lines say what the launcher adds to a launch, and what embedding many variants takes.
. "${BASH_SOURCE%/*}/../shell.sh" || exit 1
examples=$SOURCE_DIR/examples
include=$(sed -n 's/^TILEWRIGHT_CUDA_INCLUDE:PATH=//p' "$BUILD_DIR/CMakeCache.txt")
nvrtc=$(sed -n 's/^TILEWRIGHT_NVRTC:FILEPATH=//p' "$BUILD_DIR/CMakeCache.txt")

"$TILEWRIGHT" run "$SOURCE_DIR/configs/square.json" --device cuda --no-time >"$work/out" 2>&1
[ $? -eq 3 ] && { echo "skipped: no GPU"; exit 77; }

embed() {
    "$TILEWRIGHT" embed "$@" >"$work/out" 2>&1 || fail "embed $*: $(cat "$work/out")"
}

# The drop-in library stands for libcuda.so when linking; nothing names its folder when the program runs.
build() {
    local output=$1
    shift
    "$@" -O2 -Wall -Wextra -pedantic -Werror -I"$include" -I"$work" -L"$BUILD_DIR/dropin" -o "$output" 2>"$work/out" || fail "$*: $(head -20 "$work/out")"
}

runs() {
    local text=$1
    shift
    "$@" >"$work/out" 2>&1 || fail "$*: exit status $?: $(cat "$work/out")"
    grep -qF -- "$text" "$work/out" || fail "$*: no \"$text\" in: $(cat "$work/out")"
    grep -q WRONG "$work/out" && fail "$*: $(cat "$work/out")"
}

embed "$SOURCE_DIR/configs/square.json" --name square -o "$work" --format c,ptx,layout,cu
embed "$SOURCE_DIR/configs/rectangle.json" --name rectangle --dlopen -o "$work"
embed "$SOURCE_DIR/configs/square.json" --name k --format c,ptx -o "$work"
embed "$examples/layout/tile.json" --name tile --format layout -o "$work"
build "$work/c" gcc -std=c99 "$examples/c/main.c" "$work/square.c" -lcuda -pthread
runs "setRowReadColDynPad  right" "$work/c"
embed "$SOURCE_DIR/configs/dot.json" --name dot -o "$work"
build "$work/dot_example" gcc -std=c99 "$examples/dot/main.c" "$work/dot.c" -lcuda -pthread
runs "dotLast    right" "$work/dot_example"
build "$work/graph" gcc -std=c99 "$SOURCE_DIR/tests/embed/graph.c" "$work/dot.c" -lcuda -pthread
runs "graph ok" "$work/graph"
build "$work/cpp" g++ -std=c++17 -x c++ "$examples/cpp/main.cpp" "$work/square.c" "$work/rectangle.c" -lcuda -pthread -ldl
runs "8 threads, 320 launches: 0 wrong" "$work/cpp"
build "$work/contexts" gcc -std=c99 "$SOURCE_DIR/tests/embed/contexts.c" "$work/k.c" -lcuda -pthread
runs "contexts ok" "$work/contexts"
embed "$examples/kernels/matmul.json" --name matmul -o "$work"
build "$work/own" gcc -std=c99 "$examples/own/main.c" "$work/matmul.c" -lcuda -pthread
runs "matmul: 64 x 64, right" "$work/own"

# Described kernels by cubins, also in clusters and with all blocks resident.
for kernel in examples/kernels/{matmul,sort,scan,extremes,convolution,softmax} tests/embed/{odd,cooperative,cluster}; do
    name=${kernel##*/}
    case=${name^^}
    arch=
    case $name in cluster|cooperative) case=TURNED ;; esac
    [ $name = cluster ] && arch="--arch sm_90"
    "$TILEWRIGHT" embed "$SOURCE_DIR/$kernel.json" --name k $arch -o "$work/described/$name" >"$work/out" 2>&1 || fail "embed $name: $(cat "$work/out")"
    build "$work/described/$name/program" gcc -std=c99 -I"$work/described/$name" -DKERNEL=k -DKERNEL_HEADER='"k.h"' -D$case "$SOURCE_DIR/tests/embed/own.c" \
        "$work/described/$name/k.c" -lcuda -pthread
    if [ $name = cluster ] && ! "$TILEWRIGHT" run "$SOURCE_DIR/$kernel.json" --device cuda --no-time >/dev/null 2>&1; then
        echo "skipped: clusters"
    else
        runs ": 0 wrong" "$work/described/$name/program"
    fi
done
runs "100 x 33: right" python3 "$examples/layout/run.py" "$work" "$nvrtc"
runs "setRowReadColDynPad  right" python3 "$examples/python/launch.py" "$work/square.json"

# Pointers at any element, by cubins: the launchers in C, and the wrappers where there is nvcc.
mkdir "$work/pointers"
embed "$SOURCE_DIR/tests/data/transpose-pointers.json" --name k --format c,cu -o "$work/pointers"
build "$work/places" gcc -std=c99 -I"$work/pointers" "$SOURCE_DIR/tests/embed/pointers.c" "$work/pointers/k.c" -lcuda -pthread
runs "134 launches, 0 wrong" "$work/places"
if command -v nvcc >/dev/null; then
    nvcc -std=c++17 -arch=native -I"$work/pointers" "$SOURCE_DIR/tests/embed/pointers.cu" -o "$work/wrappers" 2>"$work/out" || fail "nvcc: $(cat "$work/out")"
    runs "pointers: 0 wrong" "$work/wrappers"
else
    echo "skipped: the wrappers in CUDA, without nvcc"
fi

# No cubin for this device: the PTX.
embed "$SOURCE_DIR/configs/square.json" --name square --arch sm_75 --force -o "$work"
build "$work/c" gcc -std=c99 "$examples/c/main.c" "$work/square.c" -lcuda -pthread
runs "setRowReadColDynPad  right" "$work/c"

build "$work/overhead" gcc -std=c99 "$SOURCE_DIR/tests/embed/overhead.c" "$work/k.c" -lcuda -pthread
"$work/overhead" "$work/k_setRowReadRow.ptx" || fail "overhead"

# 100 variants for 4 architectures: with one thread, which is the compiler's own time and little more, and with one for each core.
cat >"$work/many.json" <<'END'
{ "tilewright": 1, "kernel": "tile", "defaults": { "BDIMX": 32, "BDIMY": 16, "layout": "row-col" },
  "variants": [ { "name": "v", "IPAD": { "from": 0, "to": 24 }, "type": ["int32", "float32", "int8", "float16"] } ] }
END
seconds() {
    local start
    start=$(date +%s.%N)
    embed "$work/many.json" --name many --arch sm_80,sm_86,sm_90,sm_100 --no-cache -o "$work/many" "$@"
    awk -v a="$start" -v b="$(date +%s.%N)" 'BEGIN { printf "%.2f", b - a }'
}
one=$(seconds --jobs 1)
all=$(seconds --jobs "$(nproc)")
awk -v one="$one" -v all="$all" -v cores="$(nproc)" 'BEGIN { printf "100 variants x 4 architectures: %.2f s with one thread; %.2f s with %d, %.2f times the ideal\n", one, all, cores, all / (one / cores) }'
[ $failures -eq 0 ] && echo "ok"
exit $((failures != 0))
