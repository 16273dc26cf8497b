#!/usr/bin/env bash
# Names that the user gave hold what a terminal obeys: no command shows it, neither in what it says nor in what goes wrong. Needs
# TILEWRIGHT.
. "${BASH_SOURCE%/*}/../shell_sweep.sh" || exit 1
bad=$'x\033[31m\u202ey' # the escape sequence for red, and an override of the direction
mkdir "$bad"
printf '{ "tilewright": 1, "kernel": "tile", "defaults": { "BDIMX": 32, "BDIMY": 4, "layout": "row-col", "index": "linear" },
  "variants": [ { "name": "a", "IPAD": [0, 1] } ] }' >"$bad/c.json"
printf '__global__ void k(float *out) { out[threadIdx.x] = 1; }\n' >"$bad/k.cu"
printf '[{"kernel": "k", "grid": 1, "block": 32, "arguments": [{"type": "float32", "count": 32}]}]' >l.json

# clean STATUS ARGUMENT...
clean() {
    tw "$*" "$@"
    LC_ALL=C grep -qaE $'\033|\u202e' out err && fail "$(printf '%q ' "${@:2}")shows what harms"
}

for name in "$bad" "$bad/nothing"; do
    clean 2 gen "$name"
    clean 2 run "$name"
    clean 2 sweep "$name"
    clean 2 results "$name"
    clean 2 embed "$name" --name k
    clean 2 explain "$name"
    clean 2 solve "$name"
    clean 2 render "$name" "$name"
    clean 2 lint "$name"
    clean 2 verify "$name"
    clean 2 verify --replay "$name"
    clean 2 wisdom import "$name"
    clean 2 wisdom merge "$name"
    clean 2 init "$name"
    clean 2 "$name"
    clean 2 cache "$name"
    clean 2 help "$name"
    clean 2 gen --"$name"
    clean 2 sweep --by "$name" "$bad/c.json"
    clean 2 gen "$bad/c.json" --variant "$name"
    clean 2 gen "$bad/c.json" --arch "$name"
    clean 2 run "$bad/c.json" --device "$name"
    clean 2 lint "$bad/k.cu" -l "$name"
done
clean 1 init tile -o "$bad/no/$bad"
clean 1 init tile -o "$bad"
clean 0 gen "$bad/c.json" -o "$bad/sources"
clean 0 run "$bad/c.json"
clean 0 explain "$bad/c.json" --svg "$bad/a.svg"
clean 0 solve "$bad/c.json"
clean 0 verify "$bad/c.json" --record "$bad/record"
clean 0 sweep "$bad/c.json" -o "$bad/r.jsonl" --report "$bad/r.html"
has 'the next command' '^next: tilewright embed ' out
clean 0 sweep "$bad/c.json" --shard 1/2 -o "$bad/shard.jsonl"
clean 2 sweep "$bad/c.json" -o "$bad/r.jsonl"
clean 0 results "$bad/r.jsonl"
clean 0 results "$bad/r.jsonl" "$bad/shard.jsonl" --mixed
clean 0 results "$bad/r.jsonl" -o "$bad/o.jsonl" --csv "$bad/o.csv" --report "$bad/o.html"
clean 0 embed "$bad/r.jsonl" --name k --format c,cu,layout,ptx -o "$bad/e"
clean 0 gen "$bad/r.jsonl"
clean 0 lint "$bad/k.cu" -l l.json --sarif "$bad/sarif"
clean 0 simulate -o "$bad/counts" -- true
clean 127 simulate -- "$bad"
clean 1 simulate -o "$bad" -- true
TILEWRIGHT_CACHE=$work/$bad/cache clean 0 cache list
TILEWRIGHT_SIM_LOG=stderr TILEWRIGHT_CACHE=$work/$bad/cache clean 0 run "$bad/c.json"

[ $failures -eq 0 ] && echo 'all as expected'
exit $((failures > 0))
