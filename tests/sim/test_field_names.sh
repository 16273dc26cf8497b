#!/usr/bin/env bash
# Fields that are called as members of records: in sweeps, results, T4, resumed sweeps, embeds and configs they are what they are, and the
# members of records stay what they are. Needs TILEWRIGHT and SOURCE_DIR.
. "${BASH_SOURCE%/*}/../shell_sweep.sh" || exit 1

cat >k.cu <<'CUDA'
__global__ void k(int *y)
{
    int i = blockIdx.x * threads + threadIdx.x;
    if (i < elements) y[i] = blocks_per_sm * 1000 + time_us * 100 + name * 10 + (rank == 4) + cost * (int)sizeof(status);
}
CUDA
cat >k.json <<'JSON'
{ "tilewright": 1,
  "kernel": {
    "name": "k", "source": "k.cu",
    "problem": { "elements": { "values": [100], "macro": true } },
    "parameters": { "threads": [32, 64], "blocks_per_sm": [1, 2], "time_us": [3], "name": [7, 8], "rank": [4], "status": ["int"], "cost": [0] },
    "constraints": [ "name + blocks_per_sm < 10" ],
    "arguments": [ { "name": "y", "type": "int32", "count": "elements", "role": "output" } ],
    "grid": "ceil_div(elements, threads)", "block": "threads",
    "reference": null, "proof": { "elements": "threads + 1" } } }
JSON
tw sweep 0 sweep k.json --device sim -o k.jsonl
python3 - k.jsonl <<'PYTHON' || fail "records"
import json, sys
lines = [json.loads(line, object_pairs_hook=lambda pairs: (dict(pairs), len(pairs) == len(dict(pairs)))) for line in open(sys.argv[1])]
records = [line for line, unique in lines[1:]]
assert all(unique for line, unique in lines), "a key stands twice"
ok = [r for r in records if r["status"] == "ok"]
assert len(ok) == 6, len(ok)
space = {(r["field_threads"], r["field_blocks_per_sm"], r["field_name"]) for r in ok}
assert space == {(t, b, n) for t in (32, 64) for b in (1, 2) for n in (7, 8) if n + b < 10}, space
for r in ok:
    assert r["field_time_us"] == 3 and r["field_rank"] == 4 and r["field_status"] == "int" and r["field_elements"] == 100
    assert r["name"].startswith("k_") and r["threads"] == r["field_threads"] and r["rank"] >= 1
PYTHON
tw T4 0 results k.jsonl --t4 k-T4.json
python3 - k-T4.json <<'PYTHON' || fail "T4"
import json, sys
for result in json.load(open(sys.argv[1]))["results"]:
    assert set(result["configuration"]) == {"threads", "blocks_per_sm", "time_us", "name", "rank", "status", "cost", "elements"}, result
PYTHON

# They are read back: by a resumed sweep, which has nothing left to do, by run and embed of results, by results and its columns.
cp k.jsonl before.jsonl
tw resume 0 sweep k.json --device sim -o k.jsonl --resume
cmp -s <(grep -o '"field_[a-z_]*": [^,]*' before.jsonl | sort) <(grep -o '"field_[a-z_]*": [^,]*' k.jsonl | sort) || fail "a resumed sweep"
best=$(python3 -c 'import json; print(next(r["name"] for r in map(json.loads, list(open("k.jsonl"))[1:]) if r.get("rank") == 1))')
tw "run of results" 0 run k.jsonl --kernel k.json --device sim
has "run of results" "^$best +ok" out
tw embed 0 embed k.jsonl --kernel k.json --format c --arch sm_90 -o made
threads=$(grep -o 'threads=[0-9]*' made/*.c | head -n 1)
case $best in *"${threads/=/}"*) ;; *) fail "what is embedded has $threads, and $best was the best" ;; esac
tw filter 0 results k.jsonl --filter field_blocks_per_sm=2 --json
[ "$(grep -c '"field_blocks_per_sm": 2' out)" = 4 ] && ! grep -q '"field_blocks_per_sm": 1' out || fail "a filter"

# In a config they have their own names, but for "name", which a variant has.
cat >some.json <<'JSON'
{ "tilewright": 1, "kernel": "k.json", "defaults": { "elements": 50 },
  "variants": [ { "name": "two", "blocks_per_sm": 2, "field_name": 7, "time_us": 3, "threads": [32, 64] } ] }
JSON
tw config 0 gen some.json
has config '^#define name 7$' out
has config '^#define blocks_per_sm 2$' out
has config '^#define elements 50$' out
has config 'field_name 7' out

# The one name that is another's.
sed 's/"cost": \[0\]/"cost": [0], "field_rank": [0]/' k.json >twice.json
tw twice 2 sweep twice.json --device sim
has twice 'a field cannot be called "field_rank", as records of results call "rank" so' err

[ $failures -eq 0 ] && echo "ok"
exit $((failures != 0))
