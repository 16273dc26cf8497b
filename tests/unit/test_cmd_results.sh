#!/usr/bin/env bash
# `tilewright results` as people call it: tables, merging, filters, exports, messages, exit statuses. Needs TILEWRIGHT.
set -u
[ -x "$TILEWRIGHT" ] || { echo "there is no program $TILEWRIGHT"; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failures=0
version=$("$TILEWRIGHT" --version | sed 's/.* //')

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# sweep VARIANTS K/N FINISHED [DEVICE]: a results file; every tenth variant is rejected, costs repeat from 500 variants on
sweep() {
    awk -v variants="$1" -v shard="$2" -v finished="$3" -v device="${4:-a GPU}" -v version="$version" '
    function counts(loads) {
        return sprintf("{\"load_requests\": 16, \"load_wavefronts\": %d, \"store_requests\": 16, \"store_wavefronts\": 16}", loads)
    }
    BEGIN {
        split(shard, part, "/")
        printf "{\"tilewright_results\": 1, \"version\": \"%s\", \"config\": \"pads.json\", \"config_hash\": \"8b1f00aa8b1f00aa\", ", version
        printf "\"kernel\": \"tile\", \"variants\": %d, \"shard\": \"%s\", \"all\": false, \"device\": \"%s\", ", variants, shard, device
        printf "\"simulator\": false, \"sm\": 90, \"arch\": \"sm_90\", \"driver\": \"13.0\", \"nvrtc\": \"13.0\", "
        printf "\"capability\": {\"multiprocessors\": 132}, \"time\": \"2026-11-20T20:41:07Z\", \"finished\": %s}\n", finished
        for (n = part[1] - 1; n < variants; n += part[2]) {
            pad = n % 33; loads = 1 + n * 7 % 16; ok = n % 10 != 9
            printf "{\"name\": \"pads_%d\", \"kernel\": \"tile\", \"BDIMX\": 32, \"BDIMY\": 16, \"IPAD\": %d, ", n, pad
            printf "\"layout\": \"row-col\", \"swizzle\": \"%s\", \"type\": \"int32\", ", n % 2 ? "xor" : "none"
            printf "\"status\": \"%s\", \"reason\": %s, ", ok ? "ok" : "rejected", ok ? "null" : "\"too \\\"big\\\", by\\nfar: \\u00e9\""
            printf "\"device\": \"%s\", \"shared_bytes\": %d, ", device, (32 + pad) * 64
            printf "\"predicted\": %s, \"simulated\": null, \"measured\": null, ", ok ? counts(16 * loads) : "null"
            printf "\"time_us\": %s, ", ok ? sprintf("{\"median\": %d.%03d0, \"runs\": 50}", loads, n % 1000) : "null"
            printf "\"number\": %d, \"sectors\": null, \"blocks_per_sm\": %s, ", n, ok ? 4 : "null"
            printf "\"cost\": %s, \"rank\": null, \"tie\": false}\n", ok ? sprintf("%d.%03d", loads, n * 13 % 50) : "null"
        }
    }'
}

# check NAME STATUS STDERR-PATTERN ARGUMENTS...; stdout is left in `out`. No pattern: nothing on stderr.
check() {
    local name=$1 status=$2 pattern=$3
    shift 3
    "$TILEWRIGHT" results "$@" </dev/null >out 2>err
    local got=$?
    [ $got -eq "$status" ] || fail "$name: exit $got, expected $status"
    if [ -z "$pattern" ]; then [ ! -s err ]; else grep -qE -- "$pattern" err; fi || fail "$name: stderr: $(head -3 err)"
}

# same NAME: out against stdin
same() {
    diff -u - out || fail "$1"
}

sweep 12 1/2 true >a.jsonl
sweep 12 2/2 true >b.jsonl

check 'a table' 0 '' a.jsonl b.jsonl
same 'a table' <<'END'
a GPU, sm_90: pads.json

                                wave-   per  shared  blocks
rank  variant  status    cost  fronts  req.   bytes     /SM       us
   1  pads_0   ok           1      32     1    2048       4   1.0000
   2  pads_7   ok       2.041      48   1.5    2496       4   2.0070
   3  pads_5   ok       4.015      80   2.5    2368       4   4.0050
   4  pads_3   ok       6.039     112   3.5    2240       4   6.0030
   5  pads_10  ok        7.03     128     4    2688       4   7.0100
   6  pads_1   ok       8.013     144   4.5    2112       4   8.0010
   7  pads_8   ok       9.004     160     5    2560       4   9.0080
   8  pads_6   ok      11.028     192     6    2432       4  11.0060
   9  pads_4   ok      13.002     224     7    2304       4  13.0040
  10  pads_11  ok      14.043     240   7.5    2752       4  14.0110
  11  pads_2   ok      15.026     256     8    2176       4  15.0020

cost: what they are ranked by (docs/commands/sweep.md)
wavefronts: of shared memory, in a launch
per req.: wavefronts per request, which is an instruction of a warp
not shown: 1 rejected (-f status=rejected); such as pads_9: too "big", by far: é
12 variants: 11 ok, 1 rejected
END

check 'sorted, filtered, cut' 0 '' b.jsonl a.jsonl -s -IPAD -f 'cost<9' --filter swizzle=xor --top 2
same 'sorted, filtered, cut' <<'END'
a GPU, sm_90: pads.json

                               wave-   per  shared  blocks
rank  variant  status   cost  fronts  req.   bytes     /SM      us  swizzle  IPAD
   2  pads_7   ok      2.041      48   1.5    2496       4  2.0070      xor     7
   3  pads_5   ok      4.015      80   2.5    2368       4  4.0050      xor     5

cost: what they are ranked by (docs/commands/sweep.md)
wavefronts: of shared memory, in a launch
per req.: wavefronts per request, which is an instruction of a warp
2 variants: 2 ok
END

check 'nothing left' 0 '' b.jsonl a.jsonl -f IPAD=77
same 'nothing left' <<'END'
a GPU, sm_90: pads.json


0 variants
END

# Merged is a results file: reading it again gives the same, and shards in any order and number give the same.
check 'merge' 0 '' a.jsonl b.jsonl -o merged.jsonl
[ -s out ] && fail 'merge: -o prints too'
check 'merged again' 0 '' merged.jsonl --json
same 'merged again' <merged.jsonl
for k in 3 1 2; do sweep 12 $k/3 true >third$k.jsonl; done
check 'of three' 0 '' third2.jsonl third3.jsonl third1.jsonl third3.jsonl --json
same 'of three' <merged.jsonl
check '-o -' 0 '' a.jsonl b.jsonl -o -
same '-o -' <merged.jsonl
grep -q '"finished": true' merged.jsonl && grep -q '"shard": "1/1"' merged.jsonl || fail 'the header of the whole'
# Only rank, finished and shard may change.
sed -E 's/"rank": [0-9]+/"rank": null/; s/"shard": "1\/1"/"shard": "K\/N"/' merged.jsonl | sort >after
{ cat a.jsonl; sed 1d b.jsonl; } | sed -E 's/"shard": "1\/2"/"shard": "K\/N"/' | sort | diff - after || fail 'the text of records'

check 'part' 0 '^tilewright results: note: a.jsonl: 4 of 12 variants have no record yet$' a.jsonl third1.jsonl --json -f 'rank<=2' -n 9
grep -q '"finished": false' out || fail 'a part calls itself finished'
[ "$(sed 1d out | grep -o '"rank": [0-9]*' | tr -d '\n')" = '"rank": 1"rank": 2' ] || fail 'a part is in order of rank'

# A torn file: said, left out, and the rest is there.
head -c -9 a.jsonl >torn.jsonl
check 'torn' 0 '^tilewright results: note: torn.jsonl:7: the last line is not complete and is left out$' torn.jsonl b.jsonl
grep -q 'note: torn.jsonl: 1 of 12 variants' err || fail 'torn: what is missing'
"$TILEWRIGHT" results - b.jsonl <a.jsonl --json | cmp - merged.jsonl || fail 'a file on stdin'

# Another version of the program.
sed '1s/"version": "[^"]*"/"version": "0.0.9"/' a.jsonl >older.jsonl
check 'another version' 0 '^tilewright results: note: older.jsonl is of tilewright 0.0.9; kernels and counts of this one, '"$version"', may be others$' older.jsonl
"$TILEWRIGHT" results a.jsonl 2>&1 | grep -q 'is of tilewright' && fail 'its own version is told'

# Different sweeps.
sweep 12 1/1 true 'another GPU' >other.jsonl
check 'other device' 2 '^tilewright [a-z]+: other.jsonl:1:[0-9]+: not of the same sweep as a.jsonl: device is "another GPU" here and "a GPU" there' a.jsonl other.jsonl
check 'mixed' 0 '' --mixed merged.jsonl other.jsonl -f name=pads_3
same 'mixed' <<'END'
merged.jsonl: a GPU, sm_90: pads.json
other.jsonl: another GPU, sm_90: pads.json

                                                          wave-   per  shared  blocks
file          device       rank  variant  status   cost  fronts  req.   bytes     /SM      us
merged.jsonl  a GPU           4  pads_3   ok      6.039     112   3.5    2240       4  6.0030
other.jsonl   another GPU        pads_3   ok      6.039     112   3.5    2240       4  6.0030

cost: what they are ranked by (docs/commands/sweep.md)
wavefronts: of shared memory, in a launch
per req.: wavefronts per request, which is an instruction of a warp
2 variants: 2 ok
END
check 'mixed, as JSON' 2 'no one header' --mixed a.jsonl --json
sed 's/"median": 8.0010/"median": 8.0011/' b.jsonl >b2.jsonl
check 'another record' 2 '^tilewright [a-z]+: b2.jsonl:2:[0-9]+: variant 1 has another record in b.jsonl, line 2: time_us.median differs' b.jsonl b2.jsonl

check 'another record, of the second file' 2 '^tilewright [a-z]+: b2.jsonl:2:[0-9]+: variant 1 has another record in b.jsonl, line 2: time_us.median differs' a.jsonl b.jsonl b2.jsonl

# CSV, against what Python's csv and json modules read.
check 'csv' 0 '' a.jsonl b.jsonl --csv all.csv
[ -s out ] && fail 'csv: prints too'
check 'csv on stdout' 0 '' --csv - a.jsonl b.jsonl
same 'csv on stdout' <all.csv
check 'csv, mixed' 0 '' --mixed merged.jsonl other.jsonl --csv mixed.csv
python3 - <<'PY' || fail 'CSV is not what JSON is'
import csv, json

def flat(value, key=""):
    if isinstance(value, dict):
        return {k: v for name in value for k, v in flat(value[name], key + "." + name if key else name).items()}
    return {key: "" if value is None else value if isinstance(value, str) else json.dumps(value)}

def lines(name):
    return [flat(json.loads(line, parse_float=str)) for line in open(name).read().splitlines()[1:]]

def same(row, record):
    return all(row.get(k, "") == v for k, v in record.items() if k in row or v != "") and \
           all(record.get(k, "") == v for k, v in row.items() if k != "file")

rows = list(csv.DictReader(open("all.csv", newline=""), strict=True))
records = lines("merged.jsonl")
assert len(rows) == 12 and all(same(*pair) for pair in zip(rows, records))
assert any("\n" in row["reason"] and '"' in row["reason"] for row in rows)
assert open("all.csv", "rb").read().count(b"\r\n") == 13
rows = list(csv.DictReader(open("mixed.csv", newline=""), strict=True))
for name in "merged.jsonl", "other.jsonl":
    assert all(same(*pair) for pair in zip([row for row in rows if row["file"] == name], lines(name)))
assert len(rows) == 24
PY

# Foreign files and wrong use.
: >empty
printf '{"tilewright_results": 1' >start
printf '# notes\n' >notes
check 'no file'          2 'at least one results FILE'
check 'missing file'     2 '^tilewright [a-z]+: nowhere: cannot open' nowhere
check 'empty file'       2 '^tilewright [a-z]+: empty: the file is empty' empty
check 'torn header'      2 '^tilewright [a-z]+: start:1:1: not a results file' start
check 'text'             2 '^tilewright [a-z]+: notes:1:1: not a results file' notes
check 'a config'         2 ':1:1: not a results file' "$SOURCE_DIR/configs/padding.json"
sed 's/results": 1/results": 2/' a.jsonl >format2
check 'newer format'     2 '^tilewright [a-z]+: format2:1:[0-9]+: results of format 2; this version of tilewright reads format 1' format2
sed '4s/"ok"/"OK"/' a.jsonl >word
check 'unknown status'   2 '^tilewright [a-z]+: word:4:[0-9]+: unknown status' word
check 'unknown sort key' 2 "no record has the key 'nmae'; did you mean 'name'\?" merged.jsonl --sort nmae
check 'unknown filter'   2 "did you mean 'predicted.load_wavefronts'\?" merged.jsonl -f load_wavefronts=16
check 'an object'        2 'its members are time_us.median, time_us.runs' merged.jsonl -s time_us
check 'no expression'    2 "the filter 'IPAD' is not KEY=VALUE" merged.jsonl -f IPAD
check 'no number'        2 'needs a number after <' merged.jsonl -f 'IPAD<x'
check 'no count'         2 "takes a number from 1 to 18446744073709551615, not '0'" merged.jsonl --top 0
check 'two on stdout'    2 'both write to standard output' merged.jsonl --json --csv -
check 'two in one file'  2 'must name different files' merged.jsonl --csv merged.csv --report merged.csv
check 'cannot write'     1 '^tilewright [a-z]+: nowhere/x: cannot create' merged.jsonl -o nowhere/x
"$TILEWRIGHT" results merged.jsonl >/dev/full 2>err
[ $? -eq 1 ] && grep -q 'cannot write' err || fail 'full output'

# No output may be one of the files read, under whatever name; and another file only by force.
cp a.jsonl own.jsonl
ln -s own.jsonl symbolic.jsonl
ln own.jsonl hard.jsonl
for name in own.jsonl ./own.jsonl symbolic.jsonl hard.jsonl; do
    for option in -o --csv --report; do
        check "onto itself, $option $name" 2 "$name: is read here, and would be lost" own.jsonl b.jsonl $option $name --force
    done
done
"$TILEWRIGHT" results - -o own.jsonl --force <own.jsonl 2>err
[ $? -eq 2 ] && grep -q 'own.jsonl: is read here' err || fail 'onto standard input'
check 'two names for one' 2 'new.csv: is for the results already' merged.jsonl -o ./new.csv --csv new.csv
cmp own.jsonl a.jsonl || fail 'onto itself'
cp b.jsonl other.jsonl
check 'onto another, unasked' 2 'other.jsonl: is there already, with other contents: --force replaces it' merged.jsonl -o other.jsonl
check 'onto another' 0 '' merged.jsonl -o other.jsonl --force
check 'the same once more' 0 '' merged.jsonl -o other.jsonl
cmp other.jsonl merged.jsonl || fail 'onto another'

# A great sweep. No load of the machine changes how much processor time it takes, less than a second; anything quadratic needs minutes.
for k in 1 2; do sweep 40000 $k/2 true >great$k.jsonl; done
ulimit -t 30
check 'great' 0 '' great1.jsonl great2.jsonl -o great.jsonl
check 'great, best' 0 '' great.jsonl --sort cost,-number --top 1 --json
[ "$(wc -l <great.jsonl)" -eq 40001 ] || fail 'great: records are missing'
sed -n 's/.*"rank": \([0-9]*\),.*/\1/p' great.jsonl | sort -n | cmp - <(seq 1 36000) || fail 'great: ranks'
grep -q '"number": 39600,.*"cost": 1.000,' out || fail "great: $(tail -1 out)"

[ $failures -eq 0 ] && echo 'all as expected'
exit $((failures > 0))
