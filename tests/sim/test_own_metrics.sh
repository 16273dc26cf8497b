#!/usr/bin/env bash
# Metrics that the kernel's description defines: a sweep ranks by one from either end, of the problem that was simulated, and never by what
# the simulator cannot tell; all of them stand in records and tables.
. "${BASH_SOURCE%/*}/../shell.sh"

cat > "$work/copy.cu" <<'END'
extern "C" __global__ void copy(const float *in, float *out, int n)
{
    for (int i = (blockIdx.x * THREADS + threadIdx.x) * STRIDE; i < n; i += gridDim.x * THREADS * STRIDE) out[i / STRIDE] = in[i];
}
END
cat > "$work/copy.json" <<'END'
{ "tilewright": 1,
  "kernel": {
    "name": "copy", "source": "copy.cu",
    "problem":    { "n": 65536 },
    "parameters": { "THREADS": 64, "STRIDE": { "values": [2, 4, 8], "default": 4 } },
    "arguments":  [ { "name": "in", "type": "float32", "count": "n" }, { "name": "out", "type": "float32", "count": "n // STRIDE", "role": "output" },
                    { "name": "n", "type": "int32", "value": "n" } ],
    "grid": 4, "block": "THREADS",
    "metrics":    { "spread": "global_load_sectors / elements", "yield": { "value": "elements / (1.0 * global_load_sectors)", "best": "highest" },
                    "rate": "bytes / time_us", "dram": "metric(\"dram__bytes_read.sum\") / bytes", "stride": { "value": "STRIDE", "best": "highest" },
                    "loss": { "value": "-STRIDE", "best": "highest" }, "debt": "3 - STRIDE" },
    "proof":      { "n": 2048 } } }
END

# Sectors of 32 bytes that a read element costs: STRIDE / 8. The cost that is shown is the value itself, whichever end is best, less than 0 too.
sweep() {
    "$TILEWRIGHT" sweep --device sim --by "$1" -o "$work/$1.jsonl" --force "$work/copy.json" > "$work/$1.out" 2>&1 || fail "$1: $(cat "$work/$1.out")"
    ranks "$work/$1.jsonl"
}
ranks() {
    grep '"rank": [1-9]' "$1" | sed 's/.*"name": "copy_\([^"]*\)".*"cost": \([0-9.-]*\), "rank": \([0-9]*\).*/\3 \1 \2/' | sort
}
while IFS=: read -r metric best expected; do
    got=$(sweep "$metric" | paste -sd,)
    [ "$got" = "$expected" ] || fail "$metric: $got"
    head -1 "$work/$metric.jsonl" | grep -q "\"by\": \"$metric\", \"best\": \"$best\"" || fail "the header of $metric"
    grep -q "^cost: $metric, the $best first" "$work/$metric.out" || fail "the legend of $metric: $(cat "$work/$metric.out")"
done <<'END'
spread:lowest:1 STRIDE2 0.250000,2 STRIDE4 0.500000,3 STRIDE8 1.000000
yield:highest:1 STRIDE2 4.000000,2 STRIDE4 2.000000,3 STRIDE8 1.000000
stride:highest:1 STRIDE8 8.000000,2 STRIDE4 4.000000,3 STRIDE2 2.000000
loss:highest:1 STRIDE2 -2.000000,2 STRIDE4 -4.000000,3 STRIDE8 -8.000000
debt:lowest:1 STRIDE8 -5.000000,2 STRIDE4 -1.000000,3 STRIDE2 1.000000
END

# They are members of records and columns of tables, whatever the rank is by; what only a GPU tells is null, and no column.
"$TILEWRIGHT" sweep --device sim -o "$work/plain.jsonl" "$work/copy.json" > "$work/out" 2>&1 || fail "a sweep: $(cat "$work/out")"
grep -q '"metrics": {"spread": 0.25, "yield": 4, "rate": null, "dram": null, "stride": 2, "loss": -2, "debt": 1}}$' "$work/plain.jsonl" ||
    fail "a record: $(sed -n 2p "$work/plain.jsonl")"
grep -q '^rank .* spread  yield  stride  loss  debt ' "$work/out" || fail "the table: $(cat "$work/out")"
grep -qE ' copy_STRIDE4 .* 0\.5 +2 +4 +-4 +-1 ' "$work/out" || fail "its values: $(cat "$work/out")"
"$TILEWRIGHT" results "$work/plain.jsonl" --kernel "$work/copy.json" > "$work/out" 2>&1 || fail "results: $(cat "$work/out")"
grep -qE ' copy_STRIDE4 .* 0\.5 +2 +4 +-4 +-1$' "$work/out" || fail "the table of results: $(cat "$work/out")"
"$TILEWRIGHT" results "$work/plain.jsonl" --kernel "$work/copy.json" --csv > "$work/out" || fail "csv"
head -1 "$work/out" | grep -q 'metrics.spread,metrics.yield' || fail "the columns of csv: $(head -1 "$work/out")"
"$TILEWRIGHT" run --device sim --json "$work/copy.json" > "$work/out" 2>&1 || fail "run: $(cat "$work/out")"
grep -q '"metrics": {"spread": 0.5, "yield": 2, ' "$work/out" || fail "a record of run: $(cat "$work/out")"

# Shards that are merged rank from the same end; those by another metric are of another sweep.
for shard in 1 2; do
    "$TILEWRIGHT" sweep --device sim --by stride --shard $shard/2 -o "$work/shard$shard.jsonl" "$work/copy.json" > "$work/out" 2>&1 || fail "shard $shard"
done
"$TILEWRIGHT" results "$work/shard1.jsonl" "$work/shard2.jsonl" --kernel "$work/copy.json" -o "$work/merged.jsonl" > "$work/out" 2>&1 || fail "$(cat "$work/out")"
[ "$(ranks "$work/merged.jsonl")" = "$(ranks "$work/stride.jsonl")" ] || fail "merged: $(ranks "$work/merged.jsonl")"
"$TILEWRIGHT" sweep --device sim --by loss --shard 2/2 -o "$work/other.jsonl" "$work/copy.json" > "$work/out" 2>&1 || fail "another shard"
"$TILEWRIGHT" results "$work/shard1.jsonl" "$work/other.jsonl" --kernel "$work/copy.json" > "$work/out" 2>&1 && fail "shards by two metrics are merged"
grep -q 'not of the same sweep' "$work/out" || fail "$(cat "$work/out")"

# The page of a report has the columns, and says which end is better.
"$TILEWRIGHT" results "$work/stride.jsonl" --kernel "$work/copy.json" --report "$work/stride.html" > "$work/out" 2>&1 || fail "report: $(cat "$work/out")"
grep -q 'The next, copy_STRIDE4, has 4 for stride' "$work/stride.html" || fail "the next of the report"
grep -q '>yield<' "$work/stride.html" || fail "the columns of the report"

for metric in rate:times dram:counters; do
    "$TILEWRIGHT" sweep --device sim --by "${metric%:*}" "$work/copy.json" > "$work/out" 2>&1
    [ $? = 3 ] || fail "$metric is no reason to stop"
    grep -q "only a GPU's own ${metric#*:} tell that" "$work/out" || fail "$metric: $(cat "$work/out")"
done

# What is wrong with a metric is told at its place, counters too.
sed 's|"bytes / time_us"|"metric(\\"a.sum\\") / tim_us"|' "$work/copy.json" > "$work/wrong.json"
"$TILEWRIGHT" gen "$work/wrong.json" > "$work/out" 2>&1 && fail "tim_us is taken"
grep -q 'at character 19 of "metric' "$work/out" || fail "$(cat "$work/out")"
