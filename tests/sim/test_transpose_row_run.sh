#!/usr/bin/env bash
# Random transposes by the row-run method on the simulator: tall, wide and whole tiles of every element size, with offsets, pitches,
# batches and pointers of all kinds, are right and cost what was predicted, those with register transposes of chunks, columns and matrices. With TILEWRIGHT_TEST_ALL=1
# 10,000 of either, and 10,000 of all methods. SEED asks for others than the usual.
. "${BASH_SOURCE%/*}/../shell_transpose.sh" || exit 1
seed=${SEED:-3}

# A gathered chunk is one store, whatever compilers make of an assignment: sectors are not written in parts.
cat >"$work/tall.json" <<'JSON'
{"tilewright": 1, "kernel": "transpose", "variants": [
  {"name": "wide", "rows": 2003, "cols": 130, "type": "float32", "method": "row-run", "tile_rows": 104, "BDIMY": 16, "unroll": 8},
  {"name": "halves", "rows": 2003, "cols": 5, "type": "float16", "method": "row-run", "tile_rows": 784},
  {"name": "words", "rows": 2003, "cols": 9, "type": "float32", "method": "row-run", "tile_rows": 104},
  {"name": "bytes", "rows": 2003, "cols": 9, "type": "uint8", "method": "row-run", "tile_rows": 928}]}
JSON
"$TILEWRIGHT" run "$work/tall.json" --device sim --json >"$work/tall.jsonl" || fail "tall transposes: $(cat "$work/tall.jsonl")"
python3 - "$work/tall.jsonl" <<'PYTHON' || fail "sectors are written in parts"
import json
import sys

rows = [json.loads(line) for line in open(sys.argv[1])]
parts = [row["name"] for row in rows if row["simulated"]["global_store_sectors"] > 1.2 * row["needed_written_sectors"]]
print(*parts)
raise SystemExit(len(rows) != 4 or bool(parts))
PYTHON

if [ -z "${TILEWRIGHT_TEST_ALL:-}" ]; then
    count=$(draws 15 60)
    generate "$work/row-run" row-run "$count" "$seed" 20000
    run_all "$work/row-run"
    generate "$work/chunks" chunks "$count" "$seed" 20000
    run_all "$work/chunks"
    generate "$work/matrices" matrices "$count" "$seed" 20000
    run_all "$work/matrices"
    generate "$work/columns" columns "$count" "$seed" 20000
    run_all "$work/columns"
    exit $((failures > 0))
fi
for kind in row-run chunks matrices columns random; do
    for ((part = 1; part <= 20; part++)); do
        generate "$work/$kind" --part $part/20 $kind 10000 "$seed"
        run_all "$work/$kind"
    done
done
exit $((failures > 0))
