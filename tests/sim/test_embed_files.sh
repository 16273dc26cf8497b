#!/usr/bin/env bash
# What `tilewright embed` writes: compilers take it without a word, the bytes are the same every time, errors are said.
. "${BASH_SOURCE%/*}/../shell.sh" || exit 1
square=$SOURCE_DIR/configs/square.json
include=$(sed -n 's/^TILEWRIGHT_CUDA_INCLUDE:PATH=//p' "$BUILD_DIR/CMakeCache.txt")

# embed ARGUMENTS...: must succeed.
embed() {
    "$TILEWRIGHT" embed --force "$@" >"$work/out" 2>&1 || fail "embed $*: $(cat "$work/out")"
}

# refused STATUS TEXT ARGUMENTS...
refused() {
    local status=$1 text=$2
    shift 2
    "$TILEWRIGHT" embed "$@" >"$work/out" 2>&1
    local got=$?
    [ $got -eq "$status" ] || fail "embed $*: exit status $got, not $status"
    grep -qF -- "$text" "$work/out" || fail "embed $*: no \"$text\" in: $(cat "$work/out")"
}

# takes COMPILER FILES...: says nothing about any of them, and every warning is an error.
takes() {
    local compiler=$1
    shift
    command -v "${compiler%% *}" >/dev/null || { echo "skipped: no ${compiler%% *}"; return; }
    local file
    for file; do
        $compiler -Wall -Wextra -pedantic -Werror -I"$include" -fsyntax-only "$file" 2>"$work/out" ||
            fail "$compiler $file: $(head -5 "$work/out")"
    done
}

# Every format of a config with swizzles, padding, carveouts, vectors and more than 48 KB, as C and as C++.
cat >"$work/many.json" <<'END'
{ "tilewright": 1, "kernel": "tile", "defaults": { "BDIMX": 32, "BDIMY": 16, "layout": "row-col" },
  "variants": [
    { "name": "swizzle", "swizzle": ["skew", "xor"], "type": ["int8", "float16", "int64"] },
    { "name": "vector", "type": ["int32x4", "float64x2"], "carveout": 100 },
    { "name": "large", "BDIMY": 32, "type": "float64x2", "shared": "dynamic", "IPAD": 96 },
    { "name": "file", "scope": "file", "IPAD": 2, "shared": ["static", "dynamic"] },
    { "name": "cache", "cache_config": ["none", "shared", "L1", "equal"], "memory": "volatile" } ] }
END
for options in "" --dlopen; do
    embed "$work/many.json" --name many $options -o "$work/many" --format c,cu,layout,ptx,cubin --arch sm_90,sm_80
    # A header for each language that includes nothing else, and the layout without even cuda.h.
    printf '#include "many_layout.h"\n#include "many.h"\nextern unsigned f(void);\nunsigned f(void) { return many_index_large(1, 2) + many_VARIANTS; }\n' >"$work/many/use.c"
    for compiler in "gcc -std=c99" "gcc -std=c11" "clang -std=c99" "g++ -x c++ -std=c++11" "g++ -x c++ -std=c++20" "clang++ -x c++ -std=c++17"; do
        takes "$compiler" "$work/many/many.c" "$work/many/use.c"
    done
done
# The cache configuration is a call, where there is one.
grep -q 'CU_FUNC_CACHE_PREFER_EQUAL, ' "$work/many/many.c" || fail "no cache configuration in the list of grids"
grep -q '  *result = many_driver.cuFuncSetCacheConfig(\*function, grid->cache_config);' "$work/many/many.c" || fail "the launcher sets no cache configuration"
for word in Shared L1 Equal; do
    [ "$(grep -c "cudaFuncSetCacheConfig(many_kernel_cache_.*, cudaFuncCachePrefer$word);" "$work/many/many.cu")" = 1 ] || fail "cudaFuncCachePrefer$word"
done
[ "$(grep -c cudaFuncSetCacheConfig "$work/many/many.cu")" = 3 ] || fail "a cache configuration of none is a call"
# The indices of the layout header, and the wavefronts promised for them.
gcc -std=c99 -pedantic -Wall -Wextra -Werror -I"$include" -I"$work/many" -I"$SOURCE_DIR/include" -I"$SOURCE_DIR" "$SOURCE_DIR/tests/embed/layouts.c" \
    "$work/many/many.c" "$SOURCE_DIR/base/device/banks.c" -pthread -ldl -o "$work/layouts" 2>"$work/out" &&
    "$work/layouts" >"$work/out" 2>&1 || fail "layouts: $(head -20 "$work/out")"
if command -v nvcc >/dev/null; then
    nvcc -std=c++17 -arch=sm_90 -c "$work/many/many.cu" -o "$work/cu.o" 2>"$work/out" || fail "nvcc many.cu: $(head -5 "$work/out")"
    [ -s "$work/out" ] && fail "nvcc says: $(head -5 "$work/out")"
    nm "$work/cu.o" | awk '$2 ~ /^[TD]$/ && $3 !~ /^many_|__device_stub__.*many_/ {print $3}' >"$work/strange"
    [ -s "$work/strange" ] && fail "symbols of the .cu without the prefix: $(cat "$work/strange")"
else
    echo "skipped: no nvcc"
fi

# A family with an input, of which one method has no tile and one has no layout; it carries every type as an integer.
cat >"$work/turn.json" <<'END'
{ "tilewright": 1, "kernel": "transpose", "defaults": { "rows": 100, "cols": 77, "type": ["int8", "float16", "float32", "float64", "float32x4"] },
  "variants": [ { "name": "turn", "method": ["naive", "padded", "xor", "vector"] } ] }
END
embed "$work/turn.json" --name turn -o "$work/turn" --format c,cu,layout
takes "gcc -std=c99" "$work/turn/turn.c"
takes "g++ -x c++ -std=c++11" "$work/turn/turn.c"
grep -qF "turn_launch_turn_float32_padded(const float *in, float *out, CUstream stream, struct turn_error *error);" "$work/turn/turn.h" || fail "the input is not const"
[ "$(grep -c '_index_' "$work/turn/turn_layout.h")" = 11 ] || fail "layouts of kernels that have none: $(grep _index_ "$work/turn/turn_layout.h")"
if command -v nvcc >/dev/null; then
    nvcc -std=c++17 -arch=sm_90 -c "$work/turn/turn.cu" -o "$work/cu.o" 2>"$work/out" || fail "nvcc turn.cu: $(head -5 "$work/out")"
fi

# Several grids and scratch, of any n and type; two variants of one file of CUDA cannot have the same entry point.
embed "$SOURCE_DIR/configs/dot.json" --name dot -o "$work/dot" --format c,cu,layout
takes "gcc -std=c99" "$work/dot/dot.c"
takes "g++ -x c++ -std=c++11" "$work/dot/dot.c"
grep -qF "dot_launch_dotSecond(const float *a, const float *b, float *c, void *scratch, CUstream stream, struct dot_error *error);" "$work/dot/dot.h" || fail "no scratch"
grep -qF "define dot_SCRATCH_BYTES_dotLast 512u" "$work/dot/dot.h" || fail "the scratch's size"
grep -qF "define dot_SCRATCH_BYTES_dot 0u" "$work/dot/dot.h" || fail "scratch for nobody"
grep -q "(0,0)\|_index_dot" "$work/dot/dot.h" "$work/dot/dot_layout.h" && fail "a layout of a kernel that does not go by rows and columns"
if command -v nvcc >/dev/null; then
    nvcc -std=c++17 -arch=sm_90 -Werror all-warnings -c "$work/dot/dot.cu" -o "$work/cu.o" 2>"$work/out" || fail "nvcc dot.cu: $(head -5 "$work/out")"
fi
echo '{"tilewright":1,"kernel":"dot","defaults":{"n":64},"variants":[{"name":"s","method":"second"},{"name":"s_sum"}]}' >"$work/clash.json"
refused 2 "variants 's' and 's_sum' both have a kernel s_sum" "$work/clash.json" --name k --format cu -o "$work/no"
embed "$work/clash.json" --name k -o "$work/clash"
refused 1 "dotWrong: no GPU is to run it" "$SOURCE_DIR/configs/dot-wrong.json" --name k -o "$work/no"

# Every symbol begins with the name, local ones too; what is undefined is libc's and the driver's.
gcc -I"$include" -c "$work/many/many.c" -o "$work/many.o"
nm "$work/many.o" | awk '$2 != "U" && NF == 3 && $3 !~ /^many_/ {print $3}' >"$work/strange"
[ -s "$work/strange" ] && fail "symbols without the prefix: $(cat "$work/strange")"
nm -u "$work/many.o" | grep -E ' cu[A-Z]' && fail "--dlopen still links to the driver"
nm -u "$work/many.o" | grep -E ' (printf|fprintf|puts|exit|abort)$' && fail "prints or exits"

# The same bytes: in another folder, from another folder, later, with other jobs, with and without the cache.
formats="--format c,cu,layout,ptx,cubin --arch sm_80,sm_90"
embed "$square" --name k $formats -o "$work/first" --jobs 1 --no-cache
sleep 1.1
mkdir -p "$work/elsewhere"
cp "$square" "$work/elsewhere/square.json"
(cd "$work/elsewhere" && "$TILEWRIGHT" embed square.json --name k -j 7 \
    --arch sm_90,sm_80,sm_90 --format cubin,ptx,layout,cu,c -o ./deep/er >"$work/out") || fail "in another folder"
diff -r "$work/first" "$work/elsewhere/deep/er" >"$work/diff" || fail "the bytes differ: $(head -3 "$work/diff")"
embed "$square" --name k $formats -o "$work/third" -j 3
diff -r "$work/first" "$work/third" >"$work/diff" || fail "the bytes from the cache differ: $(head -3 "$work/diff")"
# Made again by the command that the file itself names.
again=$(sed -n 's/^ \*     tilewright \(embed .*\) -o DIR$/\1/p' "$work/first/k.h" | head -1)
(cd "$work/elsewhere" && eval "\"$TILEWRIGHT\" $again -o \"$work/again\"" >"$work/out") || fail "the file's own command: $again"
diff -r "$work/first" "$work/again" >"$work/diff" || fail "the file's own command gives other bytes: $(head -3 "$work/diff")"
for file in k.h k.c k.cu k_layout.h k.json k_setRowReadRow.ptx; do
    grep -q "tilewright 0.*from square.json (XXH3 [0-9a-f]*)" "$work/first/$file" || fail "$file does not say how it was made"
    grep -qF "$work" "$work/first/$file" && fail "$file names a folder"
done

# From a results file: the winner, the K best, a variant by name; what was measured stands in the table.
cat >"$work/times.jsonl" <<'END'
{"tilewright_results": 1, "version": "0.1.0", "config": "pads.json", "config_hash": "0123456789abcdef", "kernel": "tile", "variants": 3, "shard": "1/1", "all": false, "device": "NVIDIA H200", "simulator": false, "sm": 90, "arch": "sm_90", "driver": "13.0", "nvrtc": "13.0", "capability": {}, "time": "2026-11-20T20:41:07Z", "finished": true}
{"name": "slow", "kernel": "tile", "BDIMX": 32, "BDIMY": 16, "IPAD": 0, "layout": "row-col", "index": "linear", "shared": "static", "scope": "kernel", "swizzle": "none", "type": "int32", "carveout": "default", "status": "ok", "time_us": {"median": 9.125, "min": 9.0, "p95": 9.5, "single": 2.0, "runs": 50, "blocks": 16896}, "number": 0, "rank": 2, "tie": false}
{"name": "fast", "kernel": "tile", "BDIMX": 32, "BDIMY": 16, "IPAD": 2, "layout": "row-col", "index": "linear", "shared": "dynamic", "scope": "kernel", "swizzle": "none", "type": "int32", "carveout": 50, "status": "ok", "time_us": {"median": 5.5, "min": 5.0, "p95": 6.5, "single": 2.0, "runs": 50, "blocks": 16896}, "number": 1, "rank": 1, "tie": false}
{"name": "left", "kernel": "tile", "BDIMX": 32, "BDIMY": 16, "IPAD": 4, "layout": "row-col", "index": "linear", "shared": "static", "scope": "kernel", "swizzle": "none", "type": "int32", "carveout": "default", "status": "skipped", "time_us": null, "number": 2, "rank": null, "tie": false}
END
embed "$work/times.jsonl" --name best -o "$work/best"
grep -q "define best_VARIANTS 1u" "$work/best/best.h" || fail "the winner is not one variant"
grep -qF "5.5, 16896, \"NVIDIA H200 (sm_90), driver 13.0, median of 50 launches\"" "$work/best/best.c" || fail "the winner's time is not in the table"
grep -qF "shared=dynamic scope=kernel swizzle=none type=int32 carveout=50" "$work/best/best.c" || fail "the winner's fields are not the record's"
grep -qF "from pads.json (XXH3 0123456789abcdef)" "$work/best/best.c" || fail "the config of the results is not named"
embed "$work/times.jsonl" --name best --top 9 -o "$work/best" --format layout
grep -c "_index_[a-z]*(" "$work/best/best_layout.h" | grep -qx 2 || fail "--top 9 of two ranked variants"
embed "$work/times.jsonl" --name best --variant slow -o "$work/best" --format layout
grep -q "best_index_slow" "$work/best/best_layout.h" || fail "--variant of a results file"
"$TILEWRIGHT" sweep "$SOURCE_DIR/configs/sweep-padding.json" --device sim -o "$work/sim.jsonl" >/dev/null 2>&1
embed "$work/sim.jsonl" --name won --top 2 -o "$work/won"
grep -q "\-1, 0, NULL" "$work/won/won.c" || fail "a time from the simulator"

# What cannot be.
cp "$square" "$work/my-square.v2.json"
embed "$work/my-square.v2.json" -o "$work/named" --format layout,ptx --arch sm_90
cmp -s <(cd "$work/named" && ls *.h *.json) <(printf 'my_square.json\nmy_square_layout.h\n') || fail "named otherwise than the file: $(ls "$work/named")"
python3 - "$work/named/my_square.json" <<'END' || fail "not the bytes of the parameters"
import json, sys
assert all(p["element"] == "int32" and p["bytes"] == 4 * p["elements"] for v in json.load(open(sys.argv[1]))["variants"] for p in v["parameters"])
END
refused 2 "--name NAME is needed" -
refused 2 "it is reserved by C++" "$square" --name class -o "$work/no"
refused 2 "it is not a C identifier" "$square" --name a-b -o "$work/no"
refused 2 "--arch 'sm_1' is not a known architecture" "$square" --name k --arch sm_90,sm_1
# Clusters of blocks are chosen where all architectures have them.
echo '{"tilewright":1,"kernel":"reduce","variants":[{"name":"sum","cols":65536}]}' >"$work/sum.json"
embed "$work/sum.json" --name k -o "$work/both" --format cu
embed "$work/sum.json" --name k -o "$work/newer" --format cu --arch sm_90
grep -q __cluster_dims__ "$work/both/k.cu" && fail "a cluster for sm_80"
grep -q '__cluster_dims__(8, 1, 1)' "$work/newer/k.cu" || fail "no cluster for sm_90"

refused 2 "--format 'elf' is none of" "$square" --name k --format c,elf
refused 2 "there is no variant 'nobody' among its 6" "$square" --name k --variant nobody -o "$work/no"
refused 2 "--top needs a results file" "$square" --name k --top 2 -o "$work/no"
refused 2 "no ranked variant 'left'" "$work/times.jsonl" --name k --variant left -o "$work/no"
refused 2 "cannot open" "$work/nothing.json" --name k -o "$work/no"
refused 3 "cannot compile for sm_50" "$square" --name k --arch sm_50 -o "$work/no"
sed 's/"IPAD": 2,/"IPAD": 2.5,/' "$work/times.jsonl" >"$work/fraction.jsonl"
refused 2 "fraction.jsonl:3:1: IPAD of \"fast\" is 2.5; it must be an integer" "$work/fraction.jsonl" --name k -o "$work/no"
sed 's/"name": "slow"/"name": "fast"/' "$work/times.jsonl" >"$work/twice.jsonl"
refused 2 "twice.jsonl:2:1: the name \"fast\" is used again; the record on line 3 has it" "$work/twice.jsonl" --name k --top 2 -o "$work/no"
head -1 "$work/times.jsonl" >"$work/empty.jsonl"
refused 2 "no variant in it has a rank" "$work/empty.jsonl" --name k -o "$work/no"
echo '{"tilewright":1,"kernel":"tile","variants":[{"name":"big","BDIMX":64,"BDIMY":64}]}' >"$work/big.json"
refused 1 "4096 threads" "$work/big.json" --name k -o "$work/no"
refused 1 "every variant is rejected" "$work/big.json" --name k -o "$work/no"
refused 1 "cannot make the directory" "$square" --name k --format layout -o "$square/below"
[ -e "$work/no" ] && fail "a refused embed leaves files"

[ $failures -eq 0 ] && echo "ok"
exit $((failures != 0))
