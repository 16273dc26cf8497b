#!/usr/bin/env bash
# The command `wisdom`, and sweeps that search with a budget. Needs TILEWRIGHT, and NVRTC for the sweeps.
. "${BASH_SOURCE%/*}/../shell.sh" || exit 1
cd "$work" || exit 1
export TILEWRIGHT_CACHE=$work/cache

# is STATUS WORDS COMMAND...: its status, and words of what it says on either stream.
is() {
    local status=$1 words=$2 got
    shift 2
    "$@" >out 2>err
    got=$?
    [ $got = "$status" ] || fail "$*: status $got: $(cat out err)"
    cat out err | grep -qF -- "$words" || fail "$*: no '$words' in: $(cat out err)"
}

# ---- a search with a budget ----

cat >problem.json <<'END'
{ "tilewright": 1, "kernel": "transpose", "variants": [ { "name": "t", "rows": 33, "cols": 65, "type": "float32" } ] }
END
is 0 'tried in the 3 s of the budget' "$TILEWRIGHT" sweep problem.json --budget 3 --device sim -o search.jsonl --remember
grep -q '^searched: method, BDIMY, tile_rows, tile_cols, vector, unroll, order, band; [0-9]* of [0-9]* tried' out ||
    fail "not which fields were searched: $(cat out)"
grep -qF 'nothing is remembered: the simulator has no times' err || fail "remembered: $(cat err)"
[ ! -e cache ] || ! ls cache/*.wisdom >out 2>&1 || fail "wisdom of a simulator: $(cat out)"
python3 - <<'END' || fail "search.jsonl"
import json
header, *records = map(json.loads, open("search.jsonl"))
assert header["finished"] and header["variants"] == len(records) > 20, header
ok = [one for one in records if one["status"] == "ok"]
late = [one for one in records if one["status"] == "skipped"]
assert ok and len(ok) + len(late) == len(records), len(ok)
assert records[0]["name"] == "t" and records[0]["status"] == "ok", records[0]  # what would be chosen comes first
assert all("budget of 3 s was spent" in one["reason"] for one in late)
assert sorted(one["rank"] for one in ok) == list(range(1, len(ok) + 1))
assert all(one["rows"] == 33 and one["cols"] == 65 and one["type"] == "float32" for one in records)
names = [one["name"] for one in records]
assert len(set(names)) == len(names)
END
"$TILEWRIGHT" gen problem.json >chosen.cu || fail gen
"$TILEWRIGHT" results search.jsonl --filter status=ok --top 3 >out 2>err || fail "results: $(cat err)"

# Few candidates: all are tried, long before the time is over.
cat >few.json <<'END'
{ "tilewright": 1, "kernel": "transpose", "variants": [ { "name": "t", "rows": 33, "cols": 65, "method": "vector", "BDIMY": 1,
  "tile_rows": 32, "tile_cols": 32, "vector": 16 } ] }
END
is 0 'searched: unroll; 3 of 3 tried in the 600 s of the budget' "$TILEWRIGHT" sweep few.json --budget 600 --device sim
cat >tile.json <<'END'
{ "tilewright": 1, "kernel": "tile", "variants": [ { "name": "k", "BDIMX": 8, "BDIMY": 4, "swizzle": "none", "IPAD": [0, 1], "layout": "row-col" } ] }
END
is 0 'searched: IPAD; ' "$TILEWRIGHT" sweep tile.json --budget 600 --device sim
is 2 '"config" is "problem.json" there and "few.json" here' "$TILEWRIGHT" sweep few.json --budget 9 --resume -o search.jsonl

# A budget of variants, in the order of the model; it goes on where it ended.
is 0 '; 5 of ' "$TILEWRIGHT" sweep problem.json --budget 5v --device sim -o five.jsonl
is 0 '; 8 of ' "$TILEWRIGHT" sweep problem.json --budget 8v --device sim -o five.jsonl --resume
[ "$(grep -c '"status": "ok"' five.jsonl)" -eq 8 ] || fail "not 8 of the search that was gone on with"
[ "$(sed -n '2,9s/.*"name": "\([^"]*\)".*/\1/p' five.jsonl | tr '\n' ' ')" = "t t_try1 t_try2 t_try3 t_try4 t_try5 t_try6 t_try7 " ] || fail "not in the order of the model"
grep -q 'the budget of 8 variants was spent before it was tried' five.jsonl || fail "not why the rest was not tried"
is 2 '--remember needs the whole space' "$TILEWRIGHT" sweep few.json --remember --shard 1/2
sed 's/"t"/"t_try1"/' few.json >taken.json
is 2 "taken.json:1:" "$TILEWRIGHT" sweep taken.json --budget 9 --device sim
is 2 "\"variants\" is $(head -1 search.jsonl | sed 's/.*"variants": \([0-9]*\).*/\1/') there and 1 here" \
    "$TILEWRIGHT" sweep problem.json --device sim -o search.jsonl --resume

# ---- the store ----

template=$(head -1 search.jsonl | sed 's/.*"template_hash": "\([0-9a-f]*\)".*/\1/')
header() { # DEVICE
    echo "{\"tilewright_wisdom\": 1, \"device\": \"$1\", \"sm\": 90, \"multiprocessors\": 132, \"l2_bytes\": 62914560, \"driver\": \"13.0\"}"
}
entry() { # ROWS HINTS EFFORT TIME TEMPLATE, as version 0.1.0 wrote it: hints pass and keep are evict_first and evict_last now
    echo "{\"kernel\": \"transpose\", \"problem\": {\"rows\": $1, \"cols\": 640, \"batch\": 1, \"in_pitch\": 640, \"out_pitch\": $1," \
        "\"in_offset\": 0, \"out_offset\": 0, \"type\": \"float32\"}, \"searched\": [\"hints\"]," \
        "\"variant\": {\"method\": \"vector\", \"BDIMX\": 32, \"BDIMY\": 4, \"IPAD\": 0, \"tile_rows\": 32, \"tile_cols\": 32, \"matrices\": 1," \
        "\"vector\": 16, \"unroll\": 1, \"steps\": 1, \"order\": \"rows\", \"band\": 20, \"hints\": \"$2\", \"pointers\": \"both\", \"carveout\": \"default\"}," \
        "\"us\": 12.500, \"estimate_us\": 13.250, \"tried\": 4, \"of\": 9, \"effort\": \"$3\", \"time\": \"$4\"," \
        "\"version\": \"0.1.0\", \"template\": \"$5\"}"
}
{
    header 'A card'
    entry 100 none measure 2026-01-01T00:00:00Z "$template"
    entry 200 keep exhaustive 2026-01-01T00:00:00Z "$template"
} >one
{
    header 'A card'
    entry 100 pass measure 2026-01-02T00:00:00Z "$template"
    entry 200 none measure 2026-01-02T00:00:00Z "$template"
    header 'Another [31m'
    entry 300 none measure 2026-01-02T00:00:00Z 0123456789abcdef
} >two

is 0 'nothing is known' "$TILEWRIGHT" wisdom list
is 0 "$work/cache" "$TILEWRIGHT" wisdom path
"$TILEWRIGHT" wisdom export >out 2>err || fail "export of nothing"
[ -s out ] && fail "an empty store exports something"
grep -q 'note: nothing is known, so the text is empty' err || fail "export of nothing says nothing"
is 0 'took in 2 of 2 entries' "$TILEWRIGHT" wisdom import one
grep -q 'the others' out && fail "there are no others: $(cat out)"
is 0 'took in 0 of 2 entries; the others were known as well or better' "$TILEWRIGHT" wisdom import one
is 0 'took in 2 of 3 entries' "$TILEWRIGHT" wisdom import two one # the newer 100, but 200 took more effort; 300
is 0 'A card (sm_90, 132 multiprocessors, 61440 KiB of L2): 2' "$TILEWRIGHT" wisdom list
grep -q 'transpose of rows 100, cols 640, .*, type float32$' out || fail "$(cat out)"
grep -q ' hints evict_first$' out && grep -q ' hints evict_last$' out || fail "not the entries that count: $(cat out)"
grep -q '12.50 us, estimate 13.25 us; exhaustive, the best of 4 of 9, 2026-01-01T00:00:00Z, version 0.1.0$' out || fail "$(cat out)"
grep -q '; it is of another template, and not used$' out || fail "not said to be stale: $(cat out)"

# Round trips: what is exported is what is merged, and what another folder exports that took it in.
"$TILEWRIGHT" wisdom export -o exported || fail export
"$TILEWRIGHT" wisdom export | cmp - exported || fail "the file differs from what is printed"
"$TILEWRIGHT" wisdom merge two one | sort >merged || fail merge
sort exported | cmp - merged || fail "merged differs from what was imported: $(diff <(sort exported) merged)"
"$TILEWRIGHT" wisdom merge exported -o again && cmp exported again || fail "merging one file changes it"
"$TILEWRIGHT" wisdom merge - <exported | cmp - exported || fail "from standard input"
TILEWRIGHT_CACHE=$work/elsewhere "$TILEWRIGHT" wisdom import exported >out || fail "$(cat out)"
TILEWRIGHT_CACHE=$work/elsewhere "$TILEWRIGHT" wisdom export | cmp - exported || fail "another folder exports something else"
[ "$(stat -c %a elsewhere)" = 700 ] || fail "the folder is open: $(stat -c %a elsewhere)"
TILEWRIGHT_CACHE=$work/elsewhere "$TILEWRIGHT" cache clear >out || fail "cache clear"
TILEWRIGHT_CACHE=$work/elsewhere "$TILEWRIGHT" wisdom export | cmp - exported || fail "clearing the cache forgot wisdom"

# What is damaged is left out here, and refused where it is named.
for file in elsewhere/*.wisdom; do echo '{"kernel": "trans' >>"$file"; done
TILEWRIGHT_CACHE=$work/elsewhere is 0 'note: 2 lines of the wisdom are damaged' "$TILEWRIGHT" wisdom export
cmp out exported || fail "damage costs more than its lines"
{ head -2 exported && sed -n 3p exported | head -c 60; } >torn
is 2 'torn:3:' "$TILEWRIGHT" wisdom import torn
is 2 'torn:3:' "$TILEWRIGHT" wisdom merge torn exported
is 2 'search.jsonl:1:1: a line before it must name the device' "$TILEWRIGHT" wisdom import search.jsonl
is 2 'missing.wisdom' "$TILEWRIGHT" wisdom import missing.wisdom
is 2 'which files?' "$TILEWRIGHT" wisdom import
is 2 "there is no action 'nonsense'" "$TILEWRIGHT" wisdom nonsense
is 2 'which action? There are path, list' "$TILEWRIGHT" wisdom
"$TILEWRIGHT" wisdom export | cmp - exported || fail "a refused import left something"

# No room, no right.
if [ -w /dev/full ]; then
    is 1 'No space left on device' bash -c '"$TILEWRIGHT" wisdom export >/dev/full'
fi
is 1 'No such file or directory' "$TILEWRIGHT" wisdom export -o no/such/folder
chmod 777 elsewhere
for action in list export forget 'import exported'; do
    # shellcheck disable=SC2086
    TILEWRIGHT_CACHE=$work/elsewhere is 3 'may be written to by others' "$TILEWRIGHT" wisdom $action
done
chmod 700 elsewhere

is 0 'removed 1 entry' "$TILEWRIGHT" wisdom forget --stale
is 0 'removed 2 entries' "$TILEWRIGHT" wisdom forget
is 0 'nothing is known' "$TILEWRIGHT" wisdom list
is 0 'removed 0 entries' "$TILEWRIGHT" wisdom forget
exit $((failures > 0))
