#!/usr/bin/env bash
# The dot product on the simulator: every type, method and kind of size is right and costs what was predicted; the sources'
# numbers are shown; the sources' wrong version fails with its barrier named; kernels with a bug planted are caught, and one
# that only adds in another order is not.
. "${BASH_SOURCE%/*}/../shell.sh" || exit 1
. "${BASH_SOURCE%/*}/../shell_plant.sh" || exit 1

# run_all FILE: every variant of that config ran, right, and as it was predicted.
run_all() {
    local count same
    "$TILEWRIGHT" run "$1" --device sim >"$work/out" 2>&1 || fail "a dot product went wrong: $(cat "$work/out")"
    count=$(sed -nE 's/.*: ([0-9]+) variants of the dot kernel.*/\1/p' "$work/out")
    same=$(sed -nE 's/^simulated as predicted: ([0-9]+) of .*/\1/p' "$work/out")
    [ "$same" = "$count" ] || fail "$1: $same of $count variants ran as predicted"
}

run_all "$SOURCE_DIR/configs/dot.json"
grep -A1 '^dot  *ok' "$work/out" | grep -q 'the sum is 2.57236e+13; .* is 2.57236e+13$' || fail "the sources' numbers: $(cat "$work/out")"
for seed in $(draws 1 "1 2"); do
    python3 "$SOURCE_DIR/tests/dots.py" $(draws 20 60) $seed >"$work/random.json" || fail "no config was made"
    run_all "$work/random.json"
done

"$TILEWRIGHT" run "$SOURCE_DIR/configs/dot-wrong.json" --device sim >"$work/out" 2>&1
[ $? = 1 ] || fail "the wrong version passed"
grep -q '^dotWrong  *failed' "$work/out" || fail "the wrong version is not failed: $(cat "$work/out")"
grep -q 'dotWrong.cu:22.*threads 0-127 wait here, but threads 128-255 left' "$work/out" || fail "no barrier is named: $(cat "$work/out")"

# planted NAME STATUS WHAT FROM TO: what a run says when FROM is TO in the template.
cat >"$work/two.json" <<'JSON'
{"tilewright": 1, "kernel": "dot", "variants":
 [{"name": "d", "n": 5000, "BDIMX": 64, "blocks": 7, "method": "last", "type": ["float32", "int32", "float16"]}]}
JSON
planted() { plant "$1" "$2" "$3" "$work/two.json" "$4" "$5" dot.cu; }
planted 'the last element is left out' 1 'c\[0\]: expected' 'while (tid < {{count}})' 'while (tid + 1 < {{count}})'
planted 'a step is left out' 1 'c\[0\]: expected' 'i != 0; i /= 2' 'i > 1; i /= 2'
planted 'the products are squares' 1 'c\[0\]: expected' 'temp += {{term}}' 'temp += {{term}} * 1 + 1'
planted 'the counter stays' 1 'finished\[0\]: expected 0, got 7' 'atomicInc(finished, {{last_number}})' 'atomicAdd(finished, 1)'
planted 'nobody is last' 1 'c\[0\]: .*got not written' '== {{last_number}}' '== {{blocks}}'
planted 'neighbours first' 0 '3 ok' 'tid = threadIdx.x{{#grid}}' 'tid = (threadIdx.x ^ 1){{#grid}}'

# A sweep finds the best of each problem: partial sums and sums are two.
cat >"$work/space.json" <<'JSON'
{"tilewright": 1, "kernel": "dot", "defaults": {"n": 20000}, "variants":
 [{"name": "p", "BDIMX": {"pow2": [64, 256]}, "blocks": [8, 32], "unroll": [1, 4]},
  {"name": "s", "BDIMX": [128, 200], "method": ["second", "last"], "unroll": 2}]}
JSON
"$TILEWRIGHT" sweep "$work/space.json" --device sim -o "$work/found.jsonl" >"$work/out" 2>&1 || fail "the sweep failed: $(cat "$work/out")"
[ "$(grep -c '"status": "ok"' "$work/found.jsonl")" = 14 ] || fail "not 14 of the sweep's variants are ok: $(cat "$work/out")"
grep -q '"status": "rejected", "reason": "BDIMX is 200; ' "$work/found.jsonl" || fail "BDIMX 200 is not rejected"
sed -n '/^problem: n 20000, float32, partials$/,/^best:/p' "$work/out" | grep -q '^best: p_BDIMX64_blocks8' || fail "no best of the partial sums: $(cat "$work/out")"
sed -n '/^problem: n 20000, float32, sum$/,/^best:/p' "$work/out" | grep -q '^best: s_second_BDIMX128' || fail "no best of the sums: $(cat "$work/out")"
grep -q 'cannot be told apart from it; it takes the fewest bytes$' "$work/out" || fail "no tie without padding: $(cat "$work/out")"
grep -q 'padding' "$work/out" && fail "a sweep of dot products talks of padding: $(cat "$work/out")"

# What is not predicted has no ideal.
"$TILEWRIGHT" sweep "$SOURCE_DIR/configs/dot-wrong.json" --device sim -o "$work/wrong.jsonl" >"$work/out" 2>&1
grep -q '"predicted": null.*"ideal_wavefronts": null' "$work/wrong.jsonl" || fail "an ideal of nothing: $(cat "$work/wrong.jsonl")"
exit $((failures > 0))
