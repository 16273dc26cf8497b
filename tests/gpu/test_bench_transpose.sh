#!/usr/bin/env bash
# tools/bench/transpose on a GPU, at sizes that take no time: all that can take part is right and timed. Skipped (77) without one.
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cat >"$work/problems.json" <<'END'
{ "tilewright": 1, "kernel": "transpose", "variants": [
    { "name": "odd_u8", "rows": 511, "cols": 513, "type": "uint8" },
    { "name": "batch_f16", "rows": 128, "cols": 64, "batch": 5, "type": "float16" },
    { "name": "square_f32", "rows": 512, "cols": 512, "type": "float32" },
    { "name": "tall_f64", "rows": 1000, "cols": 3, "type": "float64" },
    { "name": "gaps_f16", "rows": 200, "cols": 130, "in_pitch": 136, "out_pitch": 201, "type": "float16" },
    { "name": "prime_x16", "rows": 127, "cols": 131, "type": "float32x4" } ] }
END
python3 "$SOURCE_DIR/tools/bench/transpose" --problems "$work/problems.json" --rounds 3 --out "$work" >"$work/out" 2>&1
status=$?
[ $status -eq 3 ] && { echo "skipped: $(cat "$work/out")"; exit 77; }
cat "$work/out"
[ $status -eq 0 ] || { echo "FAILED: exit status $status" >&2; exit 1; }
python3 - "$work/transpose.jsonl" <<'PY' || exit 1
import json
import sys

header, *records = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
if header["simulator"]:
    sys.exit("FAILED: that was the simulator")
assert len(records) == 6 * 15
for record in records:
    assert record["status"] in ("ok", "unfit", "missing"), record
    assert (record["status"] == "ok") == (record["us"] is not None), record
    if record["us"]:
        unbounded = header["ceilings"] is None or record["problem"] in header["no_bounds"]
        assert (record["bound_us"] is None) == (record["of_bound"] is None) == unbounded, (header, record)
        assert 0 < record["us"]["p5"] <= record["us"]["median"] <= record["us"]["p95"] and record["of_copy"] > 0, record
PY
[ -s "$work/transpose.svg" ] || { echo "FAILED: no picture" >&2; exit 1; }
echo "ok"
