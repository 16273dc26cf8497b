#!/usr/bin/env bash
# What reports say is true, of every family: on the simulator, and of results as a GPU would have written them (tests/reports.py).
. "${BASH_SOURCE%/*}/../shell_sweep.sh"

# report NAME FILE PROBLEMS: the report of a results file, as true as can be told from it.
report() {
    tw "$1" 0 results "$2" --report "$1.html" --force
    python3 "$SOURCE_DIR/tests/reports.py" "$1.html" "$2" $3 >out 2>err || fail "$1"
}

# space NAME PROBLEMS FAMILY VARIANTS: its sweep, and what the same would be on a GPU: by time, with counters, by one of them.
space() {
    local kind
    printf '{"tilewright": 1, "kernel": "%s", "variants": [%s]}' "$3" "$4" >"$1.json"
    sweep "$1" 0 "$1.json" -o "$1.jsonl" --report "$1-sweep.html"
    python3 "$SOURCE_DIR/tests/reports.py" "$1-sweep.html" "$1.jsonl" $2 >out 2>err || fail "$1, of the sweep"
    report "$1" "$1.jsonl" $2
    for kind in $(draws time "time counters load_wavefronts global_load_sectors"); do
        python3 "$SOURCE_DIR/tests/reports.py" --gpu $kind "$1.jsonl" "$1-$kind.jsonl"
        report "$1-$kind" "$1-$kind.jsonl" $2
    done
}

# The same, when everything is asked for.
more() {
    [ "$(draws some all)" = some ] || space "$@"
}

space tile 1 tile '{"name": "t", "layout": "row-col", "index": "linear", "BDIMX": 32, "BDIMY": [8, 16], "IPAD": {"from": 0, "to": 4},
    "swizzle": ["none", "skew", "xor"]}'
more tiles 5 tile '{"name": "t", "layout": "row-col", "BDIMX": 16, "BDIMY": 16, "IPAD": [0, 1], "swizzle": ["none", "xor"],
    "type": ["int8", "float16", "float32", "float64", "float32x4"]}'
more odd 1 tile '{"name": "odd", "layout": "row-col", "index": "linear", "type": "int8", "BDIMX": 24, "BDIMY": 20, "IPAD": [0, 1, 2],
    "swizzle": ["none", "skew", "xor"]}'
space walks 2 tile '{"name": "w", "BDIMX": 32, "BDIMY": 8, "tile_rows": 20, "IPAD": [0, 1], "swizzle": "none",
    "reads": ["layout", "strided 3"]}'
space transpose 1 transpose '{"name": "naive", "rows": 64, "cols": 96, "method": "naive"}, {"name": "chosen", "rows": 64, "cols": 96},
    {"name": "way", "rows": 64, "cols": 96, "method": ["shared", "padded", "skewed", "vector", "shuffle"], "BDIMX": 32, "BDIMY": [8, 16]}'
more naive 1 transpose '{"name": "naive", "rows": 64, "cols": 96, "method": "naive", "BDIMX": [16, 32]}'
more transposes 2 transpose '{"name": "t", "rows": 33, "cols": 70, "method": ["padded", "skewed"], "type": ["int8", "float64"]}'
space dot 2 dot '{"name": "d", "n": 5000, "BDIMX": [64, 256], "unroll": [1, 4], "method": ["partials", "last"]}'
space reduce 2 reduce '{"name": "r", "cols": 10000, "op": ["sum", "argmax"]}, {"name": "second", "cols": 10000, "finish": "second"}'
space stencil 1 stencil '{"name": "s", "cols": 512, "rows": 20, "shape": "star", "radius": 2, "symmetry": "symmetric",
    "method": ["shared", "cache", "shuffle"]}'
space shuffle 3 shuffle '{"name": "s", "n": [0, 64, 1000], "op": "up", "delta": 2, "BDIMX": [64, 128]}'
space coalesce 2 coalesce '{"name": "c", "n": 4096, "side": ["read", "write"], "layout": "aos", "fields": 4, "staging": ["none", "shared"],
    "IPAD": [0, 1], "BDIMX": 64, "unroll": [1, 2]}'
space message 1 message '{"name": "m", "n": 100, "fence": ["device", "system"], "flag": ["volatile", "atomic"]}'
space probe 2 probe '{"name": "p", "memory": ["shared", "register"], "measure": "bandwidth", "steps": 64, "bytes": 8192}'

# And a page that says something else is found out.
for change in 's/Free of bank conflicts: its [0-9]*/&0/' 's/>The winner</>The cheapest</' 's/neither padding nor swizzle/no padding/' \
    's/ times as many/ times as few/' 's/: the cost is predicted//' 's/Made on the simulator/Made/'; do
    sed "$change" tile.html >planted.html
    cmp -s tile.html planted.html && fail "nothing to change by $change"
    python3 "$SOURCE_DIR/tests/reports.py" planted.html tile.jsonl 1 >out 2>err && fail "unnoticed: $change"
done
exit $((failures > 0))
