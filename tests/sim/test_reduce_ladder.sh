#!/usr/bin/env bash
# The ladder of reductions on the simulator: configs/ladder.json, with fewer elements, and random variants of every rung are
# right and cost what was predicted; kernels with a bug planted are caught; a sweep finds the rungs one problem's.
. "${BASH_SOURCE%/*}/../shell.sh" || exit 1
. "${BASH_SOURCE%/*}/../shell_plant.sh" || exit 1

# run_all FILE: every variant of that config ran, right, and as it was predicted.
run_all() {
    local count same
    "$TILEWRIGHT" run "$1" --device sim >"$work/out" 2>&1 || fail "a rung went wrong: $(cat "$work/out")"
    count=$(sed -nE 's/.*: ([0-9]+) variants of the reduce kernel.*/\1/p' "$work/out")
    same=$(sed -nE 's/^simulated as predicted: ([0-9]+) of .*/\1/p' "$work/out")
    [ "$same" = "$count" ] || fail "$1: $same of $count variants ran as predicted"
}

sed 's/4194304/20000/' "$SOURCE_DIR/configs/ladder.json" >"$work/ladder.json"
cmp -s "$SOURCE_DIR/configs/ladder.json" "$work/ladder.json" && fail "configs/ladder.json has another size"
run_all "$work/ladder.json"
line() { grep "^$1 " "$work/out" | sed 's/  */ /g'; }
[[ $(line ladder_conflicting) == *' 1589 1978 11781 2.72 3.77 8214 '* ]] || fail "the conflicts: $(line ladder_conflicting)"
[[ $(line ladder_interleaved) == *' 4327 7454 11781 1 1 none '* ]] || fail "warps that diverge: $(line ladder_interleaved)"
for seed in $(draws 1 "1 2 3"); do
    python3 "$SOURCE_DIR/tests/ladders.py" $(draws 20 60) $seed >"$work/random.json" || fail "no config was made"
    run_all "$work/random.json"
done

# Ends that a block, a half or a warp has not to itself: each of these is wrong where the guard is left out that is planted below.
cat >"$work/ends.json" <<'JSON'
{"tilewright": 1, "kernel": "reduce", "defaults": {"op": "product"}, "variants":
 [{"name": "halves", "cols": 5000, "method": ["interleaved", "conflicting", "sequential", "unroll_last", "unroll_all"], "finish": ["last", "second"]},
  {"name": "warp", "cols": 20, "BDIMX": 64, "method": ["unroll_all", "shuffle"]},
  {"name": "warps", "cols": [100, 20000], "BDIMX": 256, "method": "shuffle"}]}
JSON
run_all "$work/ends.json"

# planted NAME STATUS WHAT FIELDS FROM TO: what a run of one variant says when FROM is TO in the template.
planted() { plant_in_reduce "$@" reduce_ladder.cu; }
wrong='c\[0\]: expected'
planted 'a step is left out' 1 "$wrong" '"cols": 5000, "method": "sequential"' 's > 0; s /= 2' 's > 1; s /= 2'
planted 'states that are none are joined' 1 "$wrong" '"cols": 5000, "method": "interleaved", "op": "product"' \
    '(tid % (2 \* s) == 0{{#guards}} && tid + s < count{{/guards}})' '(tid % (2 * s) == 0)'
planted 'the first addition goes beyond the array' 1 'past the end of the 20000-byte allocation' '"cols": 5000, "method": "first_add"' \
    '{{#second_guarded}}if (i + {{threads}} < {{units}}) {{/second_guarded}}' ''
planted 'the last warp begins beside its states' 1 "$wrong" '"cols": 5000, "method": "unroll_all"' \
    'mine.{{member}} = states\[tid\];' 'mine.{{member}} = states[tid + 1];'
planted 'a lane joins itself' 1 "$wrong" '"cols": 5000, "method": "shuffle"' 'lanes = 16; lanes > 0' 'lanes = 8; lanes > 0'
planted 'the last element is left out' 1 "$wrong" '"cols": 5003, "method": "vectors"' 'i < {{length}}; i++' 'i + 1 < {{length}}; i++'
planted 'an accumulator is left out' 1 "$wrong" '"cols": 20000, "method": "accumulators"' 'unsigned k = 1; k < {{accumulators}}' 'unsigned k = 2; k < {{accumulators}}'
planted 'a partial result is left out' 1 "$wrong" '"cols": 5000, "method": "shuffle", "BDIMX": 32, "finish": "second"' \
    'k = tid + {{BDIMX}}; k < {{count}}' 'k = tid + {{BDIMX}}; k + 1 < {{count}}'
planted 'the counter stays' 1 'finished\[0\]: expected 0, got 20' '"cols": 5000, "method": "global"' 'atomicInc(finished, {{last_number}})' 'atomicAdd(finished, 1)'
planted 'the least begins at zero' 1 "$wrong" '"cols": 5000, "method": "sequential", "finish": "atomic", "op": "min", "type": "uint32"' \
    '\*c = \*a;' '*c = 0;'
product='"op": "product", "cols"'
guard='{{#guards}}'
planted 'a pair has no second state' 1 'wrong' "$product: 5000, \"method\": \"conflicting\"" "at$guard + s < count{{\/guards}}{{^guards}} < {{BDIMX}}{{\/guards}}" 'at < {{BDIMX}}'
planted 'a half has no other half' 1 'wrong' "$product: 5000, \"method\": \"sequential\"" "$guard && tid + s < count{{\/guards}}" ''
planted 'a half of 64 has no other half' 1 'wrong' "$product: 5000, \"method\": \"unroll_last\"" "$guard && tid + s < count{{\/guards}}" ''
planted 'a step has no other half' 1 'wrong' "$product: 5000, \"method\": \"unroll_all\"" "$guard && tid + {{stride}} < count{{\/guards}}" ''
planted 'the last warp has no other half' 1 'wrong' "$product: 20, \"BDIMX\": 64, \"method\": \"unroll_all\"" \
    "${guard}if (tid + {{stride}} < count) {{\/guards}}" ''
planted 'a lane has no partner' 1 "$wrong" "$product: 20, \"BDIMX\": 64, \"method\": \"shuffle\"" "${guard}if (tid + lanes < count) {{\/guards}}" ''
planted 'a warp has no partner' 1 "$wrong" "$product: 100, \"BDIMX\": 256, \"method\": \"shuffle\"" \
    "${guard}if ((tid + lanes) \* 32 < count) {{\/guards}}" ''
planted 'warps that are none are joined' 1 'past the end' "$product: 20000, \"BDIMX\": 64, \"method\": \"shuffle\"" 'if (tid < {{block_warps}}) ' ''
planted 'a load lies beyond the array' 1 'past the end' "$product: 20, \"BDIMX\": 64, \"method\": \"shuffle\"" 'if (i < {{units}}) mine' 'mine'
planted 'a block has left no partial result' 1 'past the end' "$product: 5000, \"method\": \"sequential\"" 'if (tid < {{count}}) ' ''
planted 'neighbours first' 0 '1 ok' '"cols": 8192, "method": "conflicting"' '{{/one_block}}tid;' '{{/one_block}}(tid ^ 1);'
planted 'all threads read the result' 1 'predicted [0-9]+ load_requests, but executing' '"cols": 8192, "method": "sequential"' \
    'if (tid == 0) mine.{{member}} = states\[0\];' 'mine.{{member}} = states[0];'

# All rungs solve one problem, of which a sweep names the best.
"$TILEWRIGHT" sweep "$work/ladder.json" --device sim -o "$work/found.jsonl" >"$work/out" 2>&1 || fail "the sweep failed: $(cat "$work/out")"
[ "$(grep -c '"status": "ok"' "$work/found.jsonl")" = 14 ] || fail "not 14 of the sweep's variants are ok: $(cat "$work/out")"
grep -q '^best: ladderFinish_accumulators_atomic' "$work/out" || fail "another best: $(cat "$work/out")"
grep -q '14  *ladder_global' "$work/out" || fail "the first rung is not the last: $(cat "$work/out")"
"$TILEWRIGHT" explain "$work/ladder.json" --variant ladder_conflicting >"$work/out" 2>&1 || fail "nothing is explained: $(cat "$work/out")"
grep -q 'stride 1: read own, warp 0: 2 wavefronts where 1 would do' "$work/out" || fail "no conflict is drawn: $(cat "$work/out")"
exit $((failures > 0))
