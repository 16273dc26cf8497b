#!/usr/bin/env bash
# verify without a GPU: prediction against simulation, access by access, and records of what a GPU counted, replayed: those made
# here from what the simulator says, with mistakes planted. Needs TILEWRIGHT, SOURCE_DIR.
. "${BASH_SOURCE%/*}/../shell.sh" || exit 1
cd "$work" || exit 1
configs=$SOURCE_DIR/configs

# has FILE PATTERN...: each is in it.
has() {
    local file=$1
    shift
    for pattern; do grep -qE -- "$pattern" "$file" || fail "no '$pattern' in: $(cat "$file")"; done
}

"$TILEWRIGHT" verify --device sim "$configs/rectangle.json" >out 2>&1 || fail "rectangle: status $?: $(cat out)"
has out '^not counted: the simulator has no hardware counters: use a GPU' '^8 ok$' '^predicted = simulated: 8 of 8 variants$' \
    '^  shared loads +16 -> 256 +16 -> 256 +16$' '^    read column, line 12 +16 -> 256 +16 -> 256 +16$'
"$TILEWRIGHT" verify --device sim "$configs/rectangle.json" --brief >brief 2>&1 || fail "--brief: $?"
grep -q "shared loads" brief && fail "--brief shows what is well"
"$TILEWRIGHT" verify --device sim "$configs/rectangle.json" --brief --sample 3 --seed 5 >out 2>&1
has out '^predicted = simulated: 3 of 3 variants$'

# A template that pads the tile more than it says: right results, other banks. Access, line and both sets of addresses are said.
sed 's/{{tile}}{{subscripts}};/{{tile}}[16][33];/' "$(template tile_declared.cu)" >declared
sed -e '/{{>tile_declared.cu}}/{r declared' -e 'd}' "$(template tile.cu)" >wrong.mustache
cat >wrong.json <<'JSON'
{ "tilewright": 1, "kernel": "tile",
  "variants": [ { "name": "k", "BDIMX": 32, "BDIMY": 16, "layout": "row-col", "index": "linear" } ] }
JSON
"$TILEWRIGHT" gen wrong.json --template wrong.mustache >wrong.cu || fail "no source by the wrong template"
grep -q 'tile\[16\]\[33\];' wrong.cu || fail "the template is not wrong: $(cat wrong.cu)"
"$TILEWRIGHT" verify --device sim wrong.json --template wrong.mustache >out 2>&1
[ $? = 1 ] || fail "a wrong layout: status $?"
has out '^k: mismatch$' 'load_wavefronts: predicted 256, simulated 32' 'read column, line [0-9]+ .*16 -> 256 +16 -> 32 +2  DIFFERS' \
    'predicted addresses of warp 0:' 'simulated addresses of warp 0:' '^ +0   128   256   384' '^ +0   132   264   396'

# Records: what the simulator says, passed off as what a GPU counted.
cat >record.py <<'PYTHON'
import gzip
import json
import subprocess
import sys

program, config, output = sys.argv[1:]
said = subprocess.run([program, "run", config, "--device", "sim", "--json"], check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout.decode()
counts = ["load_requests", "load_wavefronts", "store_requests", "store_wavefronts", "global_load_requests", "global_load_sectors",
          "global_store_requests", "global_store_sectors"]
others = {"chosen", "status", "reason", "device", "kernel", "shared_bytes", "predicted", "simulated", "measured", "time_us", "gb_per_s",
          "needed_read_sectors", "needed_written_sectors", "needed_read_fills", "tile_sectors", "bound_us", "of_bound"}
lines = [{}]
for record in map(json.loads, said.splitlines()):
    fields = {key: value for key, value in record.items() if key not in others}
    lines.append({**fields, "measured": {**{key: record["simulated"][key] for key in counts}, "idle_loads": 3}})
    lines[0] = {"tilewright_measured": 1, "kernel": record["kernel"], "device": "a GPU", "sm": 90, "time": "2026-11-22T00:00:00Z"}
text = "".join(json.dumps(line) + "\n" for line in lines)
open(output, "w").write(text)
gzip.open(output + ".gz", "wt").write(text)
PYTHON
for family in rectangle dot reduce stencil permute; do
    python3 record.py "$TILEWRIGHT" "$configs/$family.json" "$family.jsonl" || fail "no record of $family"
    count=$(($(wc -l <"$family.jsonl") - 1))
    for file in "$family.jsonl" "$family.jsonl.gz"; do
        "$TILEWRIGHT" verify --replay "$file" --brief >out 2>&1 || fail "$file: status $?: $(cat out)"
        has out "^$file: $count variants of the .* kernel, counted on a GPU, 2026-11-22T00:00:00Z, for sm_90$" "^$count ok$" \
            "^simulated = measured: ([0-9]+) of \\1 variants$"
    done
done

# One number of one variant is another: said, with what it is about.
sed '4s/"load_wavefronts": 256/"load_wavefronts": 255/' rectangle.jsonl >other.jsonl
cmp -s rectangle.jsonl other.jsonl && fail "nothing was changed"
"$TILEWRIGHT" verify --replay other.jsonl --brief >out 2>&1
[ $? = 1 ] || fail "another number: status $?"
has out '^setColReadCol: mismatch$' 'load_wavefronts: predicted 256, measured 255' 'predicted addresses of warp 0:' \
    '^7 ok, 1 mismatch$' '^predicted = measured: 7 of 8 variants$' 'and 3 by warps with no lane in them'

# Two counters of wavefronts: of loads of 16 bytes a lane the pipe's decides where the instrumented one has more than passed (the numbers of
# an H200), but a difference that both have is one, and so is what the pipe has less of; of 4 bytes a lane nothing is decided.
cat >wide.json <<'JSON'
{"tilewright": 1, "kernel": "transpose", "variants": [{"name": "odd16", "rows": 1021, "cols": 509, "method": "vector", "tile_rows": 32, "tile_cols": 16,
 "type": "float32x4", "BDIMX": 32, "BDIMY": 8, "steps": 1}]}
JSON
python3 record.py "$TILEWRIGHT" wide.json wide.jsonl || fail "no record of wide.json"
# counted INSTRUMENTED PASSED BOUNDS STATUS WORDS...: a record with these counts, replayed.
counted() {
    sed "s/\"load_wavefronts\": 69288/\"load_wavefronts\": $1, \"load_wavefronts_passed\": $2/; 2s/}\$/, \"bounds\": [$3]}/" wide.jsonl >counted.jsonl
    "$TILEWRIGHT" verify --replay counted.jsonl >out 2>&1
    [ $? = "$4" ] || fail "$1 and $2: not status $4: $(cat out)"
    has out "${@:5}"
}
counted 69319 69299 '"load_requests"' 0 '^odd16: ok$' '^predicted = measured: 1 of 1 variants$' '^the pipe.s own counter decides about 1, as' \
    'about shared loads: it has 69299 wavefronts, of 69288 that are claimed, and the instrumented counter 69319$'
counted 69319 69319 '"load_requests"' 1 '^odd16: mismatch$' 'load_wavefronts: predicted 69288, measured 69319'
counted 69319 69340 '"load_requests"' 1 '^odd16: mismatch$' 'load_wavefronts: predicted 69288, measured 69319'
counted 69288 69287 '"load_requests"' 1 '^odd16: mismatch$' 'load_wavefronts: predicted 69288, measured 69287'
counted 69319 69299 '' 1 '^odd16: mismatch$' 'load_wavefronts: predicted 69288, measured 69319'

# refused WORDS FILE: it is, with its place.
refused() {
    "$TILEWRIGHT" verify --replay "$2" --brief >out 2>&1
    [ $? = 2 ] || fail "$2: status $?: $(cat out)"
    has out "$1"
}
head -c 300 rectangle.jsonl.gz >cut.gz
refused '^tilewright [a-z]+: cut.gz: cut off: the compressed data has no end' cut.gz
(head -c 200 rectangle.jsonl.gz; printf 'nonsense'; tail -c +209 rectangle.jsonl.gz) >damaged.gz
refused '^tilewright [a-z]+: damaged.gz: (damaged|cut off)' damaged.gz
sed '1s/tilewright_measured/other/' rectangle.jsonl >header.jsonl
refused '^tilewright [a-z]+: header.jsonl:1:1: no record of what a GPU counted' header.jsonl
sed '1s/"tile"/"carpet"/' rectangle.jsonl >kernel.jsonl
refused "^tilewright [a-z]+: kernel.jsonl:1:1: there is no kernel 'carpet'" kernel.jsonl
sed '3s/"BDIMX": 32/"BDIMX": 3.5/' rectangle.jsonl >field.jsonl
refused 'field.jsonl:3' field.jsonl
sed '3s/}$//' rectangle.jsonl >torn.jsonl
refused 'torn.jsonl:3:' torn.jsonl
head -1 rectangle.jsonl >none.jsonl
refused '^tilewright [a-z]+: none.jsonl:1:1: holds no variant' none.jsonl
refused '^tilewright [a-z]+: nothing.gz: cannot open' nothing.gz

# What was compressed in two pieces is one.
(head -3 rectangle.jsonl | gzip -c; tail -n +4 rectangle.jsonl | gzip -c) >two.gz
"$TILEWRIGHT" verify --replay two.gz --brief >out 2>&1 || fail "two pieces: $(cat out)"
has out '^8 ok$'

# What goes with what.
for wrong in "--replay two.gz $configs/rectangle.json" "--replay two.gz --record x" ""; do
    # shellcheck disable=SC2086
    "$TILEWRIGHT" verify $wrong >out 2>&1
    [ $? = 2 ] || fail "verify $wrong: status $?"
done

# A sweep ranks by any count, without a GPU too: one by one, as sums, by the metric that counts it; smallest first.
ranked() {
    "$TILEWRIGHT" sweep "$configs/sweep-padding.json" --device sim --by "$1" --json >swept 2>&1 || fail "sweep --by $1: $?: $(cat swept)"
    has swept "\"by\": \"$1\""
    grep -q 'not counted' swept && fail "sweep --by $1 asks for counters"
    python3 - "$2" swept <<'PYTHON' || fail "sweep --by $1: not in order"
import json
import sys

counts, lines = sys.argv[1].split("+"), (line for line in open(sys.argv[2]) if line.startswith("{"))
rows = sorted((row for row in map(json.loads, lines) if row.get("rank")), key=lambda row: row["rank"])
costs = [sum(row["simulated"][count] for count in counts) / (row["BDIMX"] * row["BDIMY"]) for row in rows]
sys.exit(not (costs == sorted(costs) and len(costs) > 3))
PYTHON
}
ranked global_store_sectors global_store_sectors
ranked wavefronts load_wavefronts+store_wavefronts
ranked requests load_requests+store_requests
ranked sectors global_load_sectors+global_store_sectors
ranked smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld.sum load_wavefronts
for wrong in "nonsense 2 there is no such count" "dram_read_bytes 3 only a GPU's own counters tell that" "dram__bytes_read.sum 3 only a GPU's own counters"; do
    read -r name status words <<<"$wrong"
    "$TILEWRIGHT" sweep "$configs/sweep-padding.json" --device sim --by "$name" >out 2>&1
    [ $? = "$status" ] || fail "sweep --by $name: status $?"
    has out ": --by '$name': $words"
    [ "$(wc -l <out)" = 1 ] || fail "--by $name: more than a line: $(cat out)"
done

[ $failures = 0 ] && echo "verify: all well"
exit $((failures != 0))
