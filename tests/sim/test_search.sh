#!/usr/bin/env bash
# Sweeps that search: budgets, strategies, seeds, resuming, and spaces that nobody could list. Needs TILEWRIGHT, SOURCE_DIR, PROGRAMS and
# NVRTC.
. "${BASH_SOURCE%/*}/../shell_sweep.sh" || exit 1

tile 32 16 >tile.json

# names FILE: number, name and status of each record, by number.
names() {
    grep -F '"name"' "$1" | sed -E 's/.*"name": "([^"]*)".*"status": "([^"]*)".*"number": ([0-9]+).*/\3 \1 \2/' | sort -n
}

# ---- budgets and strategies ----

for strategy in exhaustive random climb surrogate adaptive; do
    sweep "$strategy" 0 tile.json --strategy $strategy --seed 3 --budget 12v --jobs 1 -o $strategy.jsonl
    has "$strategy" "searched by $strategy, seed 3: 12 variants tried of 99 \(12.1 %\)" out
    [ "$(names $strategy.jsonl | wc -l)" -eq 12 ] || fail "$strategy: not 12 records"
    sweep "$strategy again" 0 tile.json --strategy $strategy --seed 3 --budget 12v --jobs 1 -o again.jsonl --force
    same "$strategy: the same seed, another search" $strategy.jsonl again.jsonl
done
has 'a random sample' '^a random sample of so many has one of the best 22.1 % in it, with 95 % confidence' <("$TILEWRIGHT" sweep --device sim tile.json --strategy random --budget 12v)
sweep 'another seed' 0 tile.json --strategy random --seed 4 --budget 12v --jobs 1 -o other.jsonl
cmp -s <(names random.jsonl) <(names other.jsonl) && fail 'another seed: the same search'
has 'exhaustive: in order' '^11 t_IPAD3_xor ok' <(names exhaustive.jsonl)
five >five.json
sweep 'all of it' 0 five.json --strategy climb --budget 200v
has 'all of it' '^nothing is left to try: no variant of the space is better' out
sweep 'fits' 0 tile.json --budget 99v
has 'fits' '99 variants of the tile kernel, 6 to try' out
sed 's/"to": 4/"to": 7/' five.json >eight.json
sweep 'does not fit' 0 eight.json --budget 7v --top 1
has 'does not fit' 'eight.json: 8 variants of the tile kernel, searched by adaptive' out
for bad in '--budget 0' '--budget 5x' '--budget v' '--strategy best' '--seed -1' '--seed 1x' '--strategy random --shard 1/2'; do
    # shellcheck disable=SC2086
    sweep "bad usage: $bad" 2 tile.json $bad
done

# ---- going on ----

sweep 'the first 5' 0 tile.json --strategy climb --seed 3 --budget 5v --jobs 1 -o part.jsonl
sweep 'there already' 2 tile.json --strategy climb --seed 3 --budget 12v -o part.jsonl
sweep 'the rest' 0 tile.json --strategy climb --seed 3 --budget 12v --jobs 1 -o part.jsonl --resume
has 'the rest' '5 of them tried before' out
cmp -s <(names climb.jsonl) <(names part.jsonl) || fail 'the rest: another way than at once'
sweep 'another seed' 2 tile.json --strategy climb --seed 5 --budget 12v -o part.jsonl --resume
has 'another seed' '"seed" is 3 there and 5 here' err
sweep 'several workers' 0 tile.json --strategy climb --seed 3 --budget 20v --jobs 2 -o part.jsonl --resume
[ "$(names part.jsonl | wc -l)" -eq 20 ] || fail 'several workers: not 20 records'
tw 'results' 0 results part.jsonl
tw 'embed' 0 embed part.jsonl --name found --arch sm_90
grep -q 'no record yet' err && fail 'results: what nobody tried is missed'

# ---- two problems have a search each ----

sed 's/"row-col"/["row-col", "col-row"]/' tile.json >two.json
sweep 'two problems' 0 two.json --strategy climb --budget 12v --jobs 1 -o two.jsonl
for layout in row_col col_row; do
    [ "$(names two.jsonl | grep -c $layout)" -eq 6 ] || fail "two problems: not 6 of $layout"
done

# ---- 10^12 variants of an own kernel, whose constraints admit few ----

cat >large.cu <<'END'
extern "C" __global__ void copy(const int *in, int *out, int n)
{
    for (int i = blockIdx.x * (BX * BY) + threadIdx.x; i < n; i += gridDim.x * BX * BY) out[i] = in[i];
}
END
cat >large.json <<'END'
{ "tilewright": 1,
  "kernel": { "name": "copy", "source": "large.cu", "problem": { "n": 4096 },
              "parameters": { "BX": { "from": 1, "to": 1000 }, "BY": { "from": 1, "to": 1000 }, "BLOCKS": { "from": 1, "to": 1000 }, "PAD": { "from": 0, "to": 999 } },
              "constraints": [ { "that": "BX * BY <= 1024 and BX * BY % 32 == 0", "else": "a block has whole warps" }, "PAD * 4 <= BX * BY" ],
              "arguments": [ { "name": "in", "type": "int32", "count": "n" }, { "name": "out", "type": "int32", "count": "n", "role": "output" },
                             { "name": "n", "type": "int32", "value": "n" } ],
              "grid": "BLOCKS", "block": "BX * BY", "shared": "PAD * 4",
              "reference": { "entry": "copy", "define": { "BX": "32", "BY": "1" }, "grid": 1, "block": 32 } } }
END
sweep 'large' 0 large.json --budget 6v --jobs 2 -o large.jsonl
has 'large' 'large.json: variants of the copy kernel, searched by adaptive' out
has 'large' 'searched by adaptive, seed 0: 6 variants tried of a space that was not counted' out
names large.jsonl | grep -qv ' ok$' && fail 'large: one that a constraint leaves out was tried'
"$TILEWRIGHT" sweep --device sim large.json --jobs 1 -o endless.jsonl >out 2>err &
for ((i = 0; i < 300; i++)); do
    grep -q '"name"' endless.jsonl 2>/dev/null && break
    sleep 0.1
done
kill -INT $!
wait $!
[ $? -eq 130 ] || fail 'endless: not interrupted'
[ "$(names endless.jsonl | wc -l)" -ge 1 ] || fail 'endless: nothing was tried'

# ---- constraints that admit one of 10^12, or hardly any: a budget and Ctrl-C end the looking too ----

# Remainders of which ranges tell nothing, so that each variant must be looked at.
sed 's/"constraints": .*/"constraints": ["(BX * 7919 + BY * 104729 + BLOCKS * 1299709 + PAD * 15485863) % 1000003 == 17 and BX * BY * BLOCKS * (PAD + 1) * 1299709 % 999983 == 5"],/' \
    large.json >one.json
for strategy in exhaustive climb; do
    timeout 60 "$TILEWRIGHT" sweep --device sim one.json --strategy $strategy --budget 2 >out 2>err
    [ $? -eq 1 ] || fail "one of 10^12, $strategy: not ended by its budget"
    has "one of 10^12, $strategy" '^the constraints admit none of the variants looked at so far' out
done
timeout --preserve-status -s INT -k 60 1 "$TILEWRIGHT" sweep --device sim one.json --strategy exhaustive >out 2>err
[ $? -eq 130 ] || fail 'one of 10^12: not interrupted'
sed 's/"constraints": .*/"constraints": ["BX == 1001"],/' large.json >no.json
sweep 'none at all' 1 no.json
has 'none at all' '^the constraints admit no variant' out
# Ranges tell where the one is, or that there is none.
sed 's/"constraints": .*/"constraints": ["BX * 1000000000 + BY * 1000000 + BLOCKS * 1000 + PAD == 30008017005"],/' large.json >one.json
for strategy in exhaustive random adaptive auto; do
    sweep "the one, $strategy" 0 one.json --strategy $strategy --jobs 1 --budget 2v
    has "the one, $strategy" 'best: copy_BX30_BY8_BLOCKS17_PAD5' out
    has "the one, $strategy" ': 1 variant tried of 1 ' out
done
sed -i 's/== 30008017005/== 900008017005/' one.json # 7200 threads
sweep 'too many threads' 1 one.json
has 'too many threads' '^the constraints admit no variant' out

# ---- a GPU's path ----

sed -i 's/"BX": {[^}]*}/"BX": [1, 2, 4, 8, 16, 32, 64, 128]/; s/"BY": {[^}]*}/"BY": [1, 2, 4, 8]/; s/"PAD": {[^}]*}/"PAD": 0/; s/"to": 1000/"to": 40/' large.json
export TILEWRIGHT_LIBCUDA=$PROGRAMS/timed_cuda.so
tw 'timed' 0 sweep large.json --device cuda --jobs 1 --strategy climb --budget 10v -o timed.jsonl
has 'timed' 'searched by climb, seed 0: 10 variants tried of 720 ' out
[ "$(names timed.jsonl | wc -l)" -eq 10 ] || fail 'timed: not 10 records'

[ $failures -eq 0 ] && echo 'all as expected'
exit $((failures > 0))
