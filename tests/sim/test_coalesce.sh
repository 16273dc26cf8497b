#!/usr/bin/env bash
# The coalesce family on the simulator: configs/coalesce.json and random variants are right and cost what was predicted; what
# cannot be is rejected and the others go on; kernels with a bug planted are caught, those that only cost more as well.
. "${BASH_SOURCE%/*}/../shell.sh" || exit 1
. "${BASH_SOURCE%/*}/../shell_plant.sh" || exit 1

# run_all FILE: every variant of that config ran, right, and as it was predicted.
run_all() {
    local count same
    "$TILEWRIGHT" run "$1" --device sim >"$work/out" 2>&1 || fail "records went wrong: $(cat "$work/out")"
    count=$(sed -nE 's/.*: ([0-9]+) variants of the coalesce kernel.*/\1/p' "$work/out")
    same=$(sed -nE 's/^simulated as predicted: ([0-9]+) of .*/\1/p' "$work/out")
    [ "$same" = "$count" ] || fail "$1: $same of $count variants ran as predicted"
}

run_all "$SOURCE_DIR/configs/coalesce.json"
for seed in $(draws 1 "1 2"); do
    python3 "$SOURCE_DIR/tests/coalesces.py" $(draws 20 50) $seed >"$work/random.json" || fail "no config was made"
    run_all "$work/random.json"
done

cat >"$work/wrong.json" <<'JSON'
{"tilewright": 1, "kernel": "coalesce", "defaults": {"n": 100}, "variants":
 [{"name": "empty", "fields": [0, 3]}, {"name": "narrow", "fields": 4, "stride": 3},
  {"name": "planes", "layout": "soa", "fields": 3, "staging": "shared"}, {"name": "padded", "IPAD": 1}]}
JSON
"$TILEWRIGHT" run "$work/wrong.json" --device sim >"$work/out" 2>&1 || fail "nothing ran beside what is rejected: $(cat "$work/out")"
grep -q '^1 ok, 4 rejected$' "$work/out" || fail "not 4 rejected: $(cat "$work/out")"
grep -q 'a structure without fields holds nothing' "$work/out" || fail "no reason: $(cat "$work/out")"

cat >"$work/some.json" <<'JSON'
{"tilewright": 1, "kernel": "coalesce", "defaults": {"n": 1000, "BDIMX": 64}, "variants":
 [{"name": "direct", "fields": 3}, {"name": "turns", "unroll": 4, "offset": 3},
  {"name": "staged", "fields": 3, "side": "both", "staging": "shared", "offset": 5}]}
JSON
# planted NAME STATUS WHAT FROM TO: what a run says when FROM is TO in the template.
planted() { plant "$1" "$2" "$3" "$work/some.json" "$4" "$5" coalesce.cu; }
planted 'one thread too many' 1 'just past the end of the 12000-byte allocation' 'if (i >= {{count}}) return' 'if (i > {{count}}) return'
planted 'one record too few' 1 'out\[[0-9]+\]: expected' 'if (r < count) {{\/ragged}}{{to}}' 'if (r + 1 < count) {{/ragged}}{{to}}'
planted 'neighbours exchanged' 1 'out\[[0-9]+\]: expected' 'in\[begin + e\]' 'in[begin + (e ^ 1)]'
planted 'a turn is left out' 1 'out\[[0-9]+\]: expected' 'k < {{turns}}' 'k + 1 < {{turns}}'
planted 'a record of another turn' 1 'out\[[0-9]+\]: expected' 'i = first + k \* {{BDIMX}}' 'i = first + (k ^ 1) * {{BDIMX}} * (k % 2)'
planted 'lanes apart' 1 'predicted [0-9]+ global_load_sectors, but executing the PTX took' \
    'i = blockIdx.x \* {{records}} + threadIdx.x' 'i = blockIdx.x * {{records}} + threadIdx.x * 21 % 64'
planted 'neighbours take turns' 0 '3 ok' 'unsigned r = threadIdx.x' 'unsigned r = (threadIdx.x ^ 1)'

# What moves structures best is found: through a tile with padding, 4 sectors per request.
cat >"$work/space.json" <<'JSON'
{"tilewright": 1, "kernel": "coalesce", "variants": [{"name": "s", "n": 4096, "fields": 8, "BDIMX": 128, "unroll": 1}]}
JSON
"$TILEWRIGHT" sweep "$work/space.json" --device sim -o "$work/found.jsonl" >"$work/out" 2>&1 || fail "the sweep failed: $(cat "$work/out")"
grep -q '^best: s_shared_IPAD1$' "$work/out" || fail "another is best: $(cat "$work/out")"
exit $((failures > 0))
