#!/usr/bin/env bash
# A sweep in shards, merged by `tilewright results`, is the sweep in one piece, but for the time it began. Needs TILEWRIGHT.
set -u
[ -x "$TILEWRIGHT" ] || { echo "there is no program $TILEWRIGHT"; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failures=0

# Square, wide, and not a power of two (where xor is rejected): paddings and swizzles that tie and that do not.
cat >space.json <<'END'
{ "tilewright": 1, "kernel": "tile",
  "defaults": { "BDIMX": [16, 24, 32], "BDIMY": [16, 32], "layout": "row-col", "index": "linear", "type": "int32" },
  "variants": [ { "name": "p", "IPAD": { "from": 0, "to": 3 }, "swizzle": ["none", "xor", "skew"] } ] }
END

without_time() {
    sed -E 's/"time": "[^"]*"//' "$1"
}

for options in "" "--all"; do
    # shellcheck disable=SC2086
    "$TILEWRIGHT" sweep space.json --device sim $options -o whole.jsonl >out 2>&1 || { cat out; failures=$((failures + 1)); }
    for k in 1 2 3; do
        # shellcheck disable=SC2086
        "$TILEWRIGHT" sweep space.json --device sim $options --shard $k/3 -o shard$k.jsonl >out 2>&1
    done
    "$TILEWRIGHT" results shard3.jsonl shard1.jsonl shard2.jsonl -o merged.jsonl || failures=$((failures + 1))
    [ "$(wc -l <merged.jsonl)" -eq 73 ] || { echo "FAILED: $options: $(wc -l <merged.jsonl) lines"; failures=$((failures + 1)); }
    diff <(without_time whole.jsonl) <(without_time merged.jsonl) | head -5
    cmp -s <(without_time whole.jsonl) <(without_time merged.jsonl) || { echo "FAILED: merged $options"; failures=$((failures + 1)); }
done

[ $failures -eq 0 ] && echo 'all as expected'
exit $((failures > 0))
