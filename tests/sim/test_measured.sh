#!/usr/bin/env bash
# What a GPU counted once, in tests/data/measured (docs/commands/verify.md): today's prediction of every variant, and the simulation of some, are still
# that, but for the differences that were there on that day (differences.txt; docs/exactness.md). REPLAY=all simulates all of them (`make
# replay`). Needs TILEWRIGHT, SOURCE_DIR.
set -u
sample=(--sample $([ "${TILEWRIGHT_TEST_DRAWS:-}" = all ] && echo 25 || echo 5))
[ "${REPLAY:-}" = all ] && sample=()
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
folder=$SOURCE_DIR/tests/data/measured
seen=0
: >"$work/differences"
for record in "$folder"/*.jsonl.gz; do
    [ -e "$record" ] || continue
    seen=$((seen + 1))
    "$TILEWRIGHT" verify --replay "$record" --brief --seed 7 "${sample[@]}" >"$work/out" 2>&1
    [ $? -le 1 ] || { cat "$work/out"; exit 1; }
    grep -E 'variants|ok' "$work/out"
    # A variant's line, and below it the count with both numbers.
    awk -v family="$(basename "$record" .jsonl.gz)" '/^[A-Za-z_0-9]+: (mismatch|failed)$/ { name = $1; sub(":", "", name); getline; sub(/^ +/, ""); print family, name, $0 }' \
        "$work/out" >>"$work/differences"
done
[ $seen = 0 ] && { echo "skipped: there are no records in tests/data/measured"; exit 77; }
diff <(sort "$folder/differences.txt") <(sort "$work/differences") || { echo "these differences are new, or gone"; exit 1; }
