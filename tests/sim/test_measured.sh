#!/usr/bin/env bash
# What a GPU counted once, in tests/data/measured (docs/verify.md): today's prediction of every variant, and the simulation of some, are still
# that. REPLAY=all simulates all of them (`make replay`). Needs TILEWRIGHT, SOURCE_DIR.
set -u
sample=(--sample 25)
[ "${REPLAY:-}" = all ] && sample=()
failures=0 seen=0
for record in "$SOURCE_DIR"/tests/data/measured/*.jsonl.gz; do
    [ -e "$record" ] || continue
    seen=$((seen + 1))
    "$TILEWRIGHT" verify --replay "$record" --brief --seed 7 "${sample[@]}" || failures=$((failures + 1))
done
[ $seen = 0 ] && { echo "skipped: there are no records in tests/data/measured"; exit 77; }
exit $((failures > 0))
