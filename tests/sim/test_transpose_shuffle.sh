#!/usr/bin/env bash
# Random transposes by the shuffle method on the simulator: squares of every side and element size, with offsets, pitches,
# batches, edges and hints of all kinds, are right, use no shared memory, and cost what was predicted, sectors and shuffles too;
# bugs planted are caught. SEED asks for others than the usual.
. "${BASH_SOURCE%/*}/../shell_transpose.sh" || exit 1
. "${BASH_SOURCE%/*}/../shell_plant.sh" || exit 1
seed=${SEED:-5}

count=$(draws 20 80)
generate "$work/shuffle" shuffle "$count" "$seed" 12000
run_all "$work/shuffle"
"$TILEWRIGHT" run "$work/shuffle" --device sim --json >"$work/out" 2>&1
[ "$(grep -c '"shared_bytes": 0, "predicted": {.*"global_store_sectors": [0-9]*, .*"shuffles": [0-9]*[,}].*"simulated"' "$work/out")" = "$count" ] ||
    fail "not all predict sectors and shuffles, or they use shared memory: $(head -1 "$work/out")"

# Sides that no warp can hold, and blocks whose rows are no warps, are rejected; the others go on.
cat >"$work/bad.json" <<'JSON'
{"tilewright": 1, "kernel": "transpose", "defaults": {"rows": 100, "cols": 70, "method": "shuffle"}, "variants":
 [{"name": "s", "unroll": [2, 12, 16, 64]}, {"name": "b", "BDIMX": 16}, {"name": "t", "tile_rows": 40}, {"name": "p", "IPAD": 1},
  {"name": "f", "type": "float32x4", "unroll": 32, "tile_rows": 512, "BDIMY": 16}]}
JSON
"$TILEWRIGHT" run "$work/bad.json" --device sim >"$work/out" 2>&1 || fail "the others did not go on: $(cat "$work/out")"
for reason in 'unroll must be 4, 8, 16 or 32' 'the shuffle method needs BDIMX 32' 'the shuffle method needs a tile whose rows' \
    'the shuffle method has no tile to pad' '32 elements of 16 bytes take 128 registers'; do
    grep -q "^    $reason" "$work/out" || fail "no '$reason' in: $(cat "$work/out")"
done
grep -q '^1 ok, 7 rejected$' "$work/out" || fail "not one ok: $(cat "$work/out")"

# planted WHAT PATTERN FROM TO: what a run says when FROM is TO in the template.
cat >"$work/one.json" <<'JSON'
{"tilewright": 1, "kernel": "transpose", "variants": [{"name": "p", "rows": 50, "cols": 75, "method": "shuffle", "unroll": 8, "BDIMY": 2}]}
JSON
planted() { plant "$1" 1 "$2" "$work/one.json" "$3" "$4" "${@:5}" transpose.cu; }
planted 'squares change places' 'out\[[0-9]*\]: expected' 'threadIdx.x \/ {{unroll}} \* {{unroll}} + k' 'k' transpose_unit.cu
planted 'units are left out' 'out\[[0-9]*\]: expected .*got not written' 'unit < {{units}}' 'unit + 1 < {{units}}'
planted 'units are moved twice' 'predicted [0-9]* global_load_requests, but' 'unit += {{BDIMY}}' 'unit += 1'
planted 'loads beyond the edge' 'CUDA_ERROR_ILLEGAL_ADDRESS' '{{#load_if}}if ({{load_if}}) {{\/load_if}}value' 'value' transpose_unit.cu
exit $((failures > 0))
