#!/usr/bin/env bash
# Order exact on the simulator: random sums, means, norms and dot products along rows, columns and segments are right to the last bit, also
# where the last launch adds elements anew; kernels with a bug planted are caught.
. "${BASH_SOURCE%/*}/../shell.sh" || exit 1
. "${BASH_SOURCE%/*}/../shell_plant.sh" || exit 1

# run_all FILE: every variant of that config ran, right, but for those that are rejected.
run_all() {
    "$TILEWRIGHT" run "$1" --device sim >"$work/out" 2>&1
    grep -q ' ok' "$work/out" || fail "$1: nothing ran: $(cat "$work/out")"
    grep -A5 '^v[0-9]* *failed' "$work/out" && fail "$1: a sum went wrong"
}

for along in rows columns segments; do
    python3 "$SOURCE_DIR/tests/exacts.py" $(draws 6 20) 1 $along >"$work/$along.json" || fail "no config was made"
    run_all "$work/$along.json"
done

# A thread adds up a result, a block one or several, or several blocks one: all are rendered, and run when everything is asked for.
cat >"$work/launches.json" <<'JSON'
{"tilewright": 1, "kernel": "reduce", "defaults": {"order": "exact"}, "variants":
 [{"name": "alone", "rows": 70, "cols": 512, "type": ["float64", "float32", "bfloat16"]},
  {"name": "alone_dot", "rows": 512, "cols": 9, "batch": 2, "pitch": 10, "along": "columns", "op": "dot", "type": ["float32", "bfloat16", "float16"]},
  {"name": "looks", "rows": 300000, "cols": 3, "type": "float32"},
  {"name": "spread", "rows": 1025, "cols": 513, "type": ["float64", "float32"]},
  {"name": "split", "rows": 3, "cols": 20000, "type": ["float64", "float32", "bfloat16"], "finish": ["last", "second"]},
  {"name": "split_columns", "rows": 9000, "cols": 3, "batch": 2, "along": "columns", "type": "float64"},
  {"name": "split_segments", "rows": 5, "cols": 50000, "along": "segments", "type": ["float64", "float32"], "offsets": ["int32", "int64"]},
  {"name": "pairs", "rows": 3, "cols": 20000, "type": "float64", "op": ["dot", "norm2"], "finish": ["last", "second"]},
  {"name": "pairs_columns", "rows": 9000, "cols": 3, "batch": 2, "along": "columns", "type": "float64", "op": "dot"},
  {"name": "pairs_alone", "rows": 70, "cols": 100, "type": "float64", "op": "norm2"},
  {"name": "means", "rows": [70, 3], "cols": 5000, "type": ["float64", "float32", "float16"], "op": "mean"},
  {"name": "mean_of_none", "rows": 9, "cols": 50, "along": "segments", "type": ["float64", "float32"], "op": "mean"},
  {"name": "roots", "rows": 70, "cols": [50, 5000], "type": ["float32", "bfloat16"], "accumulator": ["float32", "float64"], "op": "norm2"},
  {"name": "nothing", "cols": 0, "rows": 3}, {"name": "no_row", "cols": 5, "rows": 0}]}
JSON
[ "$(draws some all)" = some ] || "$TILEWRIGHT" run "$work/launches.json" --device sim >"$work/out" 2>&1 || fail "a sum went wrong: $(cat "$work/out")"
"$TILEWRIGHT" gen "$work/launches.json" >"$work/sources" || fail "there are no sources"
for launch in 'alone_float64_exact with grid 2, block 64;' 'looks_exact with grid 4096, block 64;' 'spread_float64_exact with grid 513, block 64;' \
    'split_float64_last_exact with grid 15, block 64;' 'split_columns_exact with grid 18, block 64;'; do
    grep -q ", then $launch" "$work/sources" || fail "no launch $launch"
done

# rejected FIELDS WHY: what order exact does not go with.
rejected() {
    printf '{"tilewright": 1, "kernel": "reduce", "variants": [{"name": "r", "order": "exact", "cols": 9, %s}]}' "$1" >"$work/one.json"
    "$TILEWRIGHT" run "$work/one.json" --device sim >"$work/out" 2>&1
    grep -q "$2" "$work/out" || fail "$1: no '$2' in: $(cat "$work/out")"
}
rejected '"op": "product"' 'order exact is for sum, mean, norm2 and dot; order fixed would do'
rejected '"type": "int32"' 'order exact is for floats; order fixed gives exact sums of integers, unless they wrap'
rejected '"method": "shuffle"' 'order must be free'

# planted PART NAME FIELDS WHAT FROM TO: what a run of one variant says when FROM is TO in that part of the template.
planted() { plant_in_reduce "$2" 1 "$4" "\"order\": \"exact\", $3" "$5" "$6" "$1.cu"; }
wrong='c\[[0-9]+\]: expected'
long='"rows": 12, "cols": 5000'
double=$long', "type": "float64"'
planted reduce_expansion 'what is lost is lost' "$double" "$wrong" 'left.rest, lost);' 'left.rest, 0);'
planted reduce_expansion 'the rest is left out' "$long" "$wrong" 'add(&sum, s.rest)' 'add(\&sum, 0)'
planted reduce_expansion 'a float is rounded twice' '"cols": 5000, "rows": 50' "$wrong" 'if (x != 0 && lost != 0 && bits % 2 == 0)' 'if (false)'
planted reduce_expansion 'nothing is marked' "$long" "$wrong" '{{marked}}' '{{nan}}'
planted reduce_exact 'a word is left out' "$double" "$wrong" 'word\[2\]' 'word[1]'
planted reduce_exact 'some elements are left out' "$double" "$wrong" 'e < {{length}}' 'e + 64 < {{length}}'
planted reduce_exact 'negative sums are not' '"cols": 100, "rows": 50, "type": "float64"' "$wrong" '({{bits}})negative <<' '({{bits}})0 <<'
planted reduce_expansion 'what a product loses is lost' "$double, \"op\": \"dot\"" "$wrong" '__fma_rn(x, y, -product)' '0'
planted reduce_expansion 'a quotient is of another count' '"cols": 3, "rows": 50, "op": "mean"' "$wrong" '(double)count' '(double)(count + 1)'
planted reduce_expansion 'a root is of the first number' '"cols": 50, "rows": 500, "op": "norm2"' "$wrong" 'off - more), high = __dadd_rn(root, off + more)' '0), high = root'
planted reduce_exact 'digits of a product are left out' "$double, \"op\": \"dot\"" "$wrong" 'word\[4\]' 'word[3]'
planted reduce_exact 'a quotient is not' "$double, \"op\": \"mean\"" "$wrong" 'rest -= {{#is_mean}}count' 'rest -= {{#is_mean}}1'
planted reduce_exact 'a root is one bit off' "$double, \"op\": \"norm2\"" "$wrong" '{{below}}) \/ 2 - 2' '{{below}}) \/ 2 - 1'
planted reduce_exact 'a thread is left out' "$double" "$wrong" 'j < {{threads}}' 'j < {{threads}} - 1'
planted reduce_exact 'a part is left out' "$double" "$wrong" 'p < {{parts}}' 'p < {{parts}} - 1'
planted reduce_exact 'the counter stays' "$double" 'exact_finished\[[0-9]+\]: expected 0, got' 'atomicInc' 'atomicAdd'

# Where memory is weak a block's words are seen late. The last block sees them by two fences: with either left out some seed goes wrong.
printf '{"tilewright": 1, "kernel": "reduce", "variants": [{"name": "p", "order": "exact", %s}]}' "$double" >"$work/weak.json"
# runs SEED [OPTION...]: whether the sums are right.
runs() {
    "$TILEWRIGHT" run "$work/weak.json" --device sim --memory weak --seed "$@" >"$work/out" 2>&1 && return 0
    grep -qE "$wrong" "$work/out" || fail "memory that is weak: $(cat "$work/out")"
    return 1
}
for seed in 1 2 3; do
    runs $seed || fail "memory that is weak: a sum goes wrong for seed $seed"
done
for fence in 'who sees the count' 'what the block reads'; do
    sed "/__threadfence(); \/\/ $fence/d" "$(template reduce_exact.cu)" >"$work/part.mustache"
    cmp -s "$(template reduce_exact.cu)" "$work/part.mustache" && fail "no fence: $fence"
    sed -e "/{{>reduce_exact.cu}}/{r $work/part.mustache" -e 'd}' "$(template reduce.cu)" >"$work/whole.mustache"
    for seed in {1..9} none; do
        [ $seed = none ] || runs $seed --template "$work/whole.mustache" || break
    done
    [ $seed != none ] || fail "without the fence \"$fence ...\" no sum goes wrong"
done
exit $((failures > 0))
