#!/usr/bin/env bash
# Messages from block to block on the simulator: with their fences they come whole, also with weak memory, whatever the seed, and
# cost what was predicted; without, or with one that other blocks need not heed, weak memory shows it. And the fences of the other families'
# kernels: right as they are, found when they are taken away.
. "${BASH_SOURCE%/*}/../shell.sh" || exit 1

# A kernel is compiled once for all seeds.
export TILEWRIGHT_CACHE=$work/cache
unset TILEWRIGHT_CACHE_SIZE
run() { "$TILEWRIGHT" run "$@" --device sim >"$work/out" 2>&1; }

# right WHAT...: every variant of that config ran, right, and as it was predicted.
right() {
    local count same
    run "$@" || fail "$*: a message went wrong: $(cat "$work/out")"
    count=$(sed -nE 's/.*: ([0-9]+) variants? of the .* kernel.*/\1/p' "$work/out")
    same=$(sed -nE 's/^simulated as predicted: ([0-9]+) of .*/\1/p' "$work/out")
    [ "$same" = "$count" ] || fail "$*: $same of $count variants ran as predicted"
}

right "$SOURCE_DIR/configs/message.json"
python3 "$SOURCE_DIR/tests/messages.py" $(draws 12 40) 1 >"$work/random.json" || fail "no config was made"
right "$work/random.json"
for seed in $(draws 1 "1 2 3"); do
    right "$SOURCE_DIR/configs/message.json" --memory weak --seed $seed
    right "$work/random.json" --memory weak --seed $seed
done

# Most seeds find each of the wrong kernels; some are right by luck where memory is strong.
wrong=$SOURCE_DIR/configs/message-wrong.json
for seed in 1 2 3 4 5; do
    run "$wrong" --memory weak --seed $seed
    [ $? = 1 ] || fail "seed $seed: the wrong ones passed"
    sed -nE 's/^(message[A-Za-z]*)  *mismatch .*/\1/p' "$work/out" >>"$work/found"
done
for name in $(sed -nE 's/.*"name": "([^"]*)".*/\1/p' "$wrong"); do
    [ "$(grep -cx "$name" "$work/found")" -ge 3 ] || fail "$name is found by fewer than 3 of 5 seeds: $(sort "$work/found" | uniq -c)"
done
[ "$(sort -u "$work/found" | wc -l)" = "$(grep -c '"name"' "$wrong")" ] || fail "not all were found: $(sort "$work/found" | uniq -c)"
grep -q 'expected .*, got not written' "$work/out" || fail "nothing stale is shown: $(cat "$work/out")"
run "$wrong" --memory strong
grep -q '^messageBlock  *ok' "$work/out" || fail "strong memory needs fences: $(cat "$work/out")"

# The same seed, the same words; the drop-in's variable does what the option does, and is checked.
run "$wrong" --memory weak --seed 7
cp "$work/out" "$work/first"
run "$wrong" --memory weak --seed 7
head -n 1 "$work/out" | grep -q "; its memory is weak, seed 7$" || fail "the heading says nothing of it: $(cat "$work/out")"
cmp -s "$work/first" "$work/out" || fail "a seed gave two outcomes"
TILEWRIGHT_SIM_WEAK=7 run "$wrong"
cmp -s <(tail -n +2 "$work/first") <(tail -n +2 "$work/out") || fail "the variable is not the option"
TILEWRIGHT_SIM_WEAK=-1 run "$wrong"
[ $? = 3 ] || fail "a bad seed was taken: $(cat "$work/out")"
run "$wrong" --seed 7
grep -q -- "--seed needs --memory weak" "$work/out" || fail "a seed for strong memory: $(cat "$work/out")"

# without WHAT EDIT LEAST CONFIG PART [WHOLE...]: with the template so edited at least so many of 8 seeds show that variants are wrong.
# WHOLE are the templates that PART is a part of, the innermost first. Every third is run, or all of them when everything is asked for.
fences=0
without() {
    local part=$(template "$5") made=$work/planted.mustache found=0
    sed -E "$2" "$part" >"$made"
    cmp -s "$part" "$made" && fail "$1: nothing was planted"
    fences=$((fences + 1))
    [ $((fences % $(draws 3 1))) = 0 ] || return 0
    local inner=$5 outer
    for outer in "${@:6}"; do
        sed -e "/{{>$inner}}/{r $made" -e 'd}' "$(template "$outer")" >"$work/$outer.mustache"
        made=$work/$outer.mustache inner=$outer
    done
    for seed in {1..8}; do
        run "$4" --memory weak --seed $seed --template "$made" || found=$((found + 1))
        grep -q mismatch "$work/out" || grep -q ' ok$' "$work/out" || fail "$1: $(cat "$work/out")"
    done
    [ $found -ge "$3" ] || fail "$1: found by $found of 8 seeds"
}
cat >"$work/dot.json" <<'JSON'
{"tilewright": 1, "kernel": "dot", "variants":
 [{"name": "d", "n": [3000, 5000], "BDIMX": 64, "blocks": [20, 33], "method": "last", "type": ["float32", "int64"]}]}
JSON
reduce() { echo "{\"tilewright\": 1, \"kernel\": \"reduce\", \"variants\": [{\"name\": \"r\", $2}]}" >"$work/$1.json"; }
reduce rows '"cols": 2000000'
reduce columns '"rows": 30000, "cols": 40, "along": "columns"'
reduce ladder '"cols": 40000, "method": "sequential"'
reduce chunks '"rows": 3, "cols": 300000, "along": "segments", "schedule": "grouped"'
reduce shares '"rows": 5, "cols": 50000, "along": "segments", "schedule": "balanced"'
sed 's/8192/96/g' "$SOURCE_DIR/configs/transpose.json" >"$work/transpose.json"
sed -E 's/"name": "(sum|compensated|dot)",/& "finish": "last",/' "$SOURCE_DIR/configs/reduce.json" >"$work/reduce.json"
for config in "$work"/{dot,rows,columns,ladder,shares,chunks,transpose,reduce}.json "$SOURCE_DIR"/configs/square.json; do
    run "$config" --memory weak --seed 3 || fail "right kernels go wrong where memory is weak: $(cat "$work/out")"
done
# Clusters have no weak memory; the other variants run.
run "$SOURCE_DIR/configs/reduce.json" --memory weak --seed 3
grep -q '3 failed' "$work/out" && grep -q 'no weak memory for clusters' "$work/out" || fail "clusters: $(cat "$work/out")"
without "dot without fences" '/__threadfence/d' 8 "$work/dot.json" dot.cu
without "dot with fences of a block" 's/__threadfence\(\)/__threadfence_block()/' 8 "$work/dot.json" dot.cu
without "dot without the first fence" '/who sees the count/d' 1 "$work/dot.json" dot.cu
without "dot without the second fence" '/comes after the count/d' 1 "$work/dot.json" dot.cu
without "reduce, ladder without fences" '/__threadfence/d' 6 "$work/ladder.json" reduce_ladder.cu reduce.cu
without "reduce, ladder without the first fence" '/who sees the count/d' 1 "$work/ladder.json" reduce_ladder.cu reduce.cu
without "reduce, ladder without the second fence" '/comes after the count/d' 1 "$work/ladder.json" reduce_ladder.cu reduce.cu
without "reduce, shares without the first fence" '/who sees the count/d' 1 "$work/shares.json" reduce_segments_shares.cu reduce_segments.cu reduce.cu
without "reduce, shares without the second fence" '/^ *__threadfence\(\);$/d' 1 "$work/shares.json" reduce_segments_shares.cu reduce_segments.cu reduce.cu
split="reduce_segments_split.cu reduce_segments_rest.cu reduce_segments.cu reduce.cu"
without "reduce, segments in chunks without the first fence" '/who sees the count/d' 6 "$work/chunks.json" $split
without "reduce, segments in chunks without the second fence" '/comes after the count/d' 4 "$work/chunks.json" $split
for part in rows columns; do
    for order in relaxed release acquire; do
        without "reduce, $part by $order" "s/acq_rel/$order/" 1 "$work/$part.json" reduce_count.cu reduce_$part.cu reduce.cu
    done
    without "reduce, $part by an order of a block" 's/acq_rel.gpu/acq_rel.cta/' 6 "$work/$part.json" reduce_count.cu reduce_$part.cu reduce.cu
done
exit $((failures > 0))
