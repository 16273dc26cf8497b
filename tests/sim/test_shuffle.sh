#!/usr/bin/env bash
# Shuffles on the simulator: the textbook's kernels give the textbook's numbers; every operation, type, width and kind of end
# is right and costs what was predicted, shuffles too; what cannot be is rejected and the others go on; kernels with a bug
# planted are caught.
. "${BASH_SOURCE%/*}/../shell.sh" || exit 1
. "${BASH_SOURCE%/*}/../shell_plant.sh" || exit 1

# run_all FILE OPTION...: every variant of that config ran, right, and as it was predicted.
run_all() {
    local count same
    "$TILEWRIGHT" run "$@" --device sim >"$work/out" 2>&1 || fail "a shuffle went wrong: $(cat "$work/out")"
    count=$(sed -nE 's/.*: ([0-9]+) variants of the shuffle kernel.*/\1/p' "$work/out")
    same=$(sed -nE 's/^simulated as predicted: ([0-9]+) of .*/\1/p' "$work/out")
    [ "$same" = "$count" ] || fail "$1: $same of $count variants ran as predicted"
}

# prints NAME NUMBER...: what the textbook's kernel of that name leaves.
prints() {
    grep -A1 "^$1:\$" "$work/out" | grep -qx "$(printf '%5d' "${@:2}")" || fail "$1: $(grep -A1 "^$1:" "$work/out")"
}

run_all "$SOURCE_DIR/configs/shuffle.json" --print
prints test_shfl_broadcast 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2
prints test_shfl_up 0 1 0 1 2 3 4 5 6 7 8 9 10 11 12 13
prints test_shfl_down 2 3 4 5 6 7 8 9 10 11 12 13 14 15 14 15
prints test_shfl_wrap_delta2 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0 1
prints test_shfl_wrap_delta_2 14 15 0 1 2 3 4 5 6 7 8 9 10 11 12 13
prints test_shfl_xor 1 0 3 2 5 4 7 6 9 8 11 10 13 12 15 14
prints test_shfl_xor_array 4 5 6 7 0 1 2 3 12 13 14 15 8 9 10 11
grep -q '^test_shfl_xor_int4: {4, 5, 6, 7} {0, 1, 2, 3} {12, 13, 14, 15} {8, 9, 10, 11} $' "$work/out" || fail "$(grep int4: "$work/out")"
prints test_shfl_xor_element 7 1 2 3 3 5 6 7 15 9 10 11 11 13 14 15
prints test_shfl_swap_below 7 1 2 3 4 5 6 0 8 9 10 15 12 13 14 11
prints test_shfl_swap_pairs 7 1 2 3 4 5 6 0 15 9 10 11 12 13 14 8
for seed in $(draws 1 "1 2"); do
    python3 "$SOURCE_DIR/tests/shuffles.py" $(draws 30 120) $seed >"$work/random.json" || fail "no config was made"
    run_all "$work/random.json"
done

# Shuffles are predicted and counted: 3 warps, 8 elements each, of two words; four of 8x8 matrices at a time.
cat >"$work/counts.json" <<'JSON'
{"tilewright": 1, "kernel": "shuffle", "variants":
 [{"name": "a", "op": "xor", "n": 700, "segment": 8, "BDIMX": 32, "type": "float64"},
  {"name": "m", "op": "transpose", "n": 1024, "side": [4, 8, 16, 32], "BDIMX": 32}]}
JSON
"$TILEWRIGHT" run "$work/counts.json" --device sim --json >"$work/out" 2>&1 || fail "no counts: $(cat "$work/out")"
for wanted in 'a 48' 'm_side4 32' 'm_side8 32' 'm_side16 32' 'm_side32 31'; do
    read -r name number <<<"$wanted"
    grep "\"name\": \"$name\"" "$work/out" |
        grep -q "\"predicted\": {[^}]*\"shuffles\": $number[,}].*\"simulated\": {[^}]*\"shuffles\": $number[,}]" ||
        fail "not $number shuffles of $name: $(grep "\"$name\"" "$work/out")"
done

# What cannot be is rejected with its reason; the others go on.
cat >"$work/bad.json" <<'JSON'
{"tilewright": 1, "kernel": "shuffle", "defaults": {"n": 4096}, "variants":
 [{"name": "w", "op": "up", "width": [6, 8, 64]}, {"name": "d", "op": "down", "width": 8, "delta": [7, 8]},
  {"name": "t", "op": "transpose", "side": [16, 64]}]}
JSON
"$TILEWRIGHT" run "$work/bad.json" --device sim >"$work/out" 2>&1 || fail "the others did not go on: $(cat "$work/out")"
for reason in 'width is 6; it must be' 'width is 64; it must be' 'delta is 8; no two lanes of a width of 8 are' \
    'side is 64; a column of a matrix is spread over'; do
    grep -q "^    $reason" "$work/out" || fail "no '$reason' in: $(cat "$work/out")"
done
grep -q '^3 ok, 4 rejected$' "$work/out" || fail "not 3 ok: $(cat "$work/out")"

# planted WHAT STATUS PATTERN FIELDS FROM TO [PART]: what a run of one variant says when FROM is TO in the template.
planted() {
    printf '{"tilewright": 1, "kernel": "shuffle", "variants": [{"name": "p", %s}]}' "$4" >"$work/one.json"
    plant "$1" "$2" "$3" "$work/one.json" "$5" "$6" "${7:-shuffle.cu}" ${7:+shuffle.cu}
}
turned='"op": "transpose", "n": 3072, "side"'
planted 'all lanes of a warp' 1 'out\[0\]: expected' '"op": "broadcast", "lane": 3, "n": 99, "width": 8' \
    '{{source}}, {{width}}' '{{source}} + 8, 32'
planted 'a lane too few' 1 'the lane mask 0x' '"op": "xor", "n": 99' '({{lanes}}' '({{lanes}} >> 1'
planted 'loads beyond the end' 1 'CUDA_ERROR_ILLEGAL_ADDRESS' '"op": "up", "n": 999' \
    'if ({{at}} < {{n}}{{u}}) {{\/ragged}}{{value}} =' '{{\/ragged}}{{value}} ='
planted 'no zeros beyond the end' 1 'out\[98\]: expected 0' '"op": "down", "n": 99, "type": "int8"' '= {}' '= {1}'
planted 'no exchange within the thread' 1 'out\[[0-9]*\]: expected' '"op": "swap", "n": 64' \
    '    {{name}}_exchange(goes, value\[{{first}}\], value\[{{second}}\]);' '    (void)goes;'
planted 'registers stay' 1 'out\[[0-9]*\]: expected' "$turned: 16" 'moves ? a{{part}} : b{{part}}' 'b{{part}}' turn.cu
planted 'the wrong lane' 1 'out\[[0-9]*\]: expected' "$turned: 8" 'i % {{span}} <<' 'i <<' turn.cu
planted 'rows stay' 1 'out\[[0-9]*\]: expected' "$turned: 4" '| row;' '| col;' turn.cu
planted 'a shuffle too many' 1 'predicted 93 shuffles, but executing the PTX took 96' "$turned: 32, \"BDIMX\": 96" \
    '{{^crosses}}1{{\/crosses}}' '{{^crosses}}0{{\/crosses}}' turn.cu
exit $((failures > 0))
