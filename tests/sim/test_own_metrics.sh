#!/usr/bin/env bash
# A sweep ranks by a metric that the kernel's description defines: from either end, of the problem that was simulated, and never by what
# the simulator cannot tell.
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
                    "rate": "bytes / time_us", "dram": "metric(\"dram__bytes_read.sum\") / bytes", "stride": { "value": "STRIDE", "best": "highest" } },
    "proof":      { "n": 2048 } } }
END

# Sectors of 32 bytes that a read element costs: STRIDE / 8. The cost of a metric of which the highest is best is its reciprocal.
sweep() {
    "$TILEWRIGHT" sweep --device sim --by "$1" -o "$work/$1.jsonl" --force "$work/copy.json" > "$work/$1.out" 2>&1 || fail "$1: $(cat "$work/$1.out")"
    grep '"rank": [1-9]' "$work/$1.jsonl" | sed 's/.*"name": "\([^"]*\)".*"cost": \([0-9.]*\), "rank": \([0-9]*\).*/\3 \1 \2/' | sort
}
for metric in spread yield; do
    got=$(sweep $metric)
    expected=$'1 copy_STRIDE2 0.250000\n2 copy_STRIDE4 0.500000\n3 copy_STRIDE8 1.000000'
    [ "$got" = "$expected" ] || fail "$metric: $got"
done
got=$(sweep stride | head -1)
[ "$got" = "1 copy_STRIDE8 0.125000" ] || fail "stride: $got"

for metric in rate:times dram:counters; do
    "$TILEWRIGHT" sweep --device sim --by "${metric%:*}" "$work/copy.json" > "$work/out" 2>&1
    [ $? = 3 ] || fail "$metric is no reason to stop"
    grep -q "only a GPU's own ${metric#*:} tell that" "$work/out" || fail "$metric: $(cat "$work/out")"
done

# What is wrong with a metric is told at its place, counters too.
sed 's|"bytes / time_us"|"metric(\\"a.sum\\") / tim_us"|' "$work/copy.json" > "$work/wrong.json"
"$TILEWRIGHT" gen "$work/wrong.json" > "$work/out" 2>&1 && fail "tim_us is taken"
grep -q 'at character 19 of "metric' "$work/out" || fail "$(cat "$work/out")"
