#!/usr/bin/env bash
# `tilewright results --t4`: of every family and every status, by the schema. Needs TILEWRIGHT.
. "${BASH_SOURCE%/*}/../shell.sh" || exit 1
cd "$work" || exit 1
schema=$SOURCE_DIR/tests/data/t1/T4-schema.json
version=$("$TILEWRIGHT" --version | sed 's/.* //')

# One record of each status of a tile; times are given as $1: "timed" or nothing.
results() {
    awk -v version="$version" -v timed="$1" -v by="$2" 'BEGIN {
        printf "{\"tilewright_results\": 1, \"version\": \"%s\", \"config\": \"pads.json\", \"config_hash\": \"8b1f00aa8b1f00aa\", ", version
        printf "\"kernel\": \"tile\", \"variants\": 8, \"shard\": \"1/1\", \"all\": false%s, \"device\": \"a \\\"GPU\\\"\", ", by
        printf "\"simulator\": false, \"sm\": 90, \"arch\": \"sm_90\", \"driver\": \"13.0\", \"nvrtc\": \"13.0\", "
        printf "\"capability\": {\"multiprocessors\": 132}, \"time\": \"2026-11-20T20:41:07Z\", \"finished\": true}\n"
        split("ok ok rejected mismatch failed failed failed skipped", status, " ")
        split("null|null|\"too big\"|\"wrong at 3\"|\"error: no \\\"x\\\"\"|\"misaligned address\"|\"compiling took longer than 60 s\"|null", reason, "|")
        for (n = 1; n <= 8; n++) {
            compiled = n <= 2 || n == 4 || n == 6
            printf "{\"name\": \"v%d\", \"kernel\": \"tile\", \"BDIMX\": 32, \"BDIMY\": 16, \"IPAD\": %d, \"layout\": \"row-col\", ", n, n
            printf "\"carveout\": %s, \"type\": \"int32\", \"status\": \"%s\", \"reason\": %s, \"device\": \"a GPU\", ", n % 2 ? "50" : "\"default\"", status[n], reason[n]
            printf "\"shared_bytes\": 2112, \"predicted\": {\"load_requests\": 16, \"load_wavefronts\": 16}, \"simulated\": null, \"measured\": null, "
            printf "\"time_us\": %s, ", n <= 2 && timed ? "{\"median\": 12.3450, \"min\": 12, \"runs\": 50}" : "null"
            printf "\"number\": %d, \"registers\": %s, \"cost\": %s, \"rank\": %s, \"tie\": false}\n", n - 1, compiled ? 20 : "null", n <= 2 ? "3.5" : "null", n <= 2 ? n : "null"
        }
    }'
}

check() {
    "$TILEWRIGHT" results "$1" --t4 "$1.json" >out 2>err || fail "$1: $(cat err)"
    [ -s out ] && fail "$1: a table is printed too"
    python3 "$SOURCE_DIR/tests/t4.py" "$1.json" "$schema" "$1" >log 2>&1 || fail "$1: $(tail -4 log)"
}
results timed '' >timed
results '' '' >counted
results timed ', "by": "registers"' >by
for file in timed counted by; do check $file; done
words=$(python3 -c 'import json; print(*[r["invalidity"] for r in json.load(open("timed.json"))["results"]])')
[ "$words" = 'correct correct constraints correctness compile runtime timeout' ] || fail "validity: $words"
objectives=$(python3 -c 'import json; print(*[json.load(open(f))["results"][0]["objectives"][0] for f in ("timed.json", "counted.json", "by.json")])')
[ "$objectives" = 'time cost cost' ] || fail "objectives: $objectives"

# Chosen and sorted as every other output is.
"$TILEWRIGHT" results timed -f status=ok --top 1 --sort -IPAD --t4 - >one.json 2>err || fail "chosen: $(cat err)"
python3 "$SOURCE_DIR/tests/t4.py" one.json "$schema" >log 2>&1 && grep -qx 1 log && grep -q '"name": "v2"' one.json || fail "chosen: $(cat log)"

# Results that the program wrote, of several families.
seeds=0
for seed in report/timed report/simulated report/transposes report/hostile; do
    cp "$SOURCE_DIR/tools/fuzz/seeds/$seed.jsonl" seed.jsonl
    "$TILEWRIGHT" results seed.jsonl --t4 seed.json --force 2>err || continue # a seed that is refused is refused here too
    python3 "$SOURCE_DIR/tests/t4.py" seed.json "$schema" seed.jsonl >log 2>&1 || fail "$seed: $(tail -4 log)"
    seeds=$((seeds + 1))
done
[ "$seeds" -ge 3 ] || fail "only $seeds files of several families"

"$TILEWRIGHT" results timed --t4 timed 2>err && fail "it replaced what it read"
"$TILEWRIGHT" results timed --csv same --t4 same 2>err && fail "two outputs in one file"
"$TILEWRIGHT" results timed --json --t4 - >out 2>err && fail "two outputs on standard output"
"$TILEWRIGHT" results --mixed timed counted --t4 mixed.json 2>err && fail "two sweeps in one file"
echo other >timed.json
"$TILEWRIGHT" results timed --t4 timed.json 2>err && fail "it replaced a file unasked"
exit $((failures > 0))
