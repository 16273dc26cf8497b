#!/usr/bin/env bash
# A sweep in shards, merged by `tilewright results`, is the sweep in one piece, but for the time it began. Needs TILEWRIGHT.
. "${BASH_SOURCE%/*}/../shell_sweep.sh" || exit 1

# Square, wide, and not a power of two (where xor is rejected): paddings and swizzles that tie and that do not.
cat >space.json <<'END'
{ "tilewright": 1, "kernel": "tile",
  "defaults": { "BDIMX": [16, 24, 32], "BDIMY": [16, 32], "layout": "row-col", "index": "linear", "type": "int32" },
  "variants": [ { "name": "p", "IPAD": { "from": 0, "to": 3 }, "swizzle": ["none", "xor", "skew"] } ] }
END

for options in "" "--all"; do
    # shellcheck disable=SC2086
    sweep "whole $options" 0 space.json $options -o whole.jsonl
    for k in 1 2 3; do
        # shellcheck disable=SC2086
        sweep "shard $k $options" 0 space.json $options --shard $k/3 -o shard$k.jsonl
    done
    tw "merged $options" 0 results shard3.jsonl shard1.jsonl shard2.jsonl -o merged.jsonl
    [ "$(wc -l <merged.jsonl)" -eq 73 ] || fail "$options: $(wc -l <merged.jsonl) lines"
    same "merged $options" whole.jsonl merged.jsonl
done

[ $failures -eq 0 ] && echo 'all as expected'
exit $((failures > 0))
