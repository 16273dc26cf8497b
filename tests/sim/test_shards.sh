#!/usr/bin/env bash
# A sweep in shards, merged by `tilewright results`, is the sweep in one piece, but for the time it began. Needs TILEWRIGHT.
. "${BASH_SOURCE%/*}/../shell_sweep.sh" || exit 1

# compare SPACE LINES [OPTION]: swept in one piece and in three, which merge to the same file of so many lines.
compare() {
    sweep "whole $*" 0 "$1" "${@:3}" --force -o whole.jsonl
    for k in 1 2 3; do sweep "shard $k $*" 0 "$1" "${@:3}" --shard $k/3 --force -o shard$k.jsonl; done
    tw "merged $*" 0 results shard3.jsonl shard1.jsonl shard2.jsonl --force -o merged.jsonl
    [ "$(wc -l <merged.jsonl)" -eq "$2" ] || fail "$*: $(wc -l <merged.jsonl) lines"
    same "merged $*" whole.jsonl merged.jsonl
}

# Square, wide, and not a power of two (where xor is rejected): paddings and swizzles that tie and that do not.
cat >space.json <<'END'
{ "tilewright": 1, "kernel": "tile",
  "defaults": { "BDIMX": [16, 24, 32], "BDIMY": [16, 32], "layout": "row-col", "index": "linear", "type": "int32" },
  "variants": [ { "name": "p", "IPAD": { "from": 0, "to": 3 }, "swizzle": ["none", "xor", "skew"] } ] }
END

compare space.json 73
compare space.json 73 --all

# Families that move data: requests and blocks per SM decide too. The blocks of dot have no y, and no padding.
cat >transposes.json <<'END'
{ "tilewright": 1, "kernel": "transpose",
  "variants": [ { "name": "t", "rows": 96, "cols": 64, "type": "int32", "method": ["naive", "padded", "xor"],
                  "BDIMX": [16, 32], "BDIMY": [4, 8, 16] } ] }
END
compare transposes.json 19

cat >dots.json <<'END'
{ "tilewright": 1, "kernel": "dot",
  "variants": [ { "name": "d", "n": 5000, "BDIMX": [32, 64, 128, 256], "blocks": [1, 2, 7], "unroll": 1 } ] }
END
compare dots.json 13

[ $failures -eq 0 ] && echo 'all as expected'
exit $((failures > 0))
