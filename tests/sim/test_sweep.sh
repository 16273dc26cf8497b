#!/usr/bin/env bash
# tilewright sweep on the simulator: what it finds, the same whoever does the work, and what it takes. Needs TILEWRIGHT
# and SOURCE_DIR.
. "${BASH_SOURCE%/*}/../shell_sweep.sh" || exit 1

# ---- what it finds ----

tile 32 16 >32x16.json
sweep '32x16' 0 32x16.json -o 32x16.jsonl
has '32x16' '^best: t_IPAD0_xor$' out
has '32x16' 'none +smallest conflict-free padding IPAD 2, \+128 bytes' out
has '32x16' 'xor +smallest conflict-free padding IPAD 0, \+0 bytes' out
[ "$(wc -l <32x16.jsonl)" -eq 100 ] || fail '32x16: not 99 records and a header'
has '32x16: rank 1' '"rank": 1, ' <(record t_IPAD0_xor 32x16.jsonl)
has '32x16: skipped' '"status": "skipped", "reason": "t_IPAD2_none has 32 wavefronts and 2176 bytes against 32 and 2432"' <(record t_IPAD6_none 32x16.jsonl)
tile 32 32 >32x32.json
sweep '32x32' 0 32x32.json
has '32x32' 'none +smallest conflict-free padding IPAD 1, ' out
tile 16 16 >16x16.json
sweep '16x16' 0 16x16.json
has '16x16' 'none +no padding is conflict-free' out
has '16x16' 'xor +smallest conflict-free padding IPAD 0, ' out
for config in "$SOURCE_DIR"/configs/sweep-*.json; do
    sweep "$config" 0 "$config"
    has "$config" '^best: ' out
done

# ---- an independent count ----

cat >space.json <<'END'
{ "tilewright": 1, "kernel": "tile",
  "defaults": { "layout": ["row-row", "col-col", "row-col"], "swizzle": ["none", "skew", "xor"] },
  "variants": [ { "name": "wide", "BDIMX": [32, 24], "BDIMY": 16, "IPAD": [0, 1, 4], "type": ["int8", "float64"] },
                { "name": "dynamic", "BDIMX": 8, "BDIMY": 8, "index": ["2d", "linear"], "IPAD": [0, 5], "shared": "dynamic", "type": "int32x4" },
                { "name": "odd", "BDIMX": 8, "BDIMY": 7, "index": ["2d", "linear"], "IPAD": [0, 2, 3], "type": "int16" } ] }
END
sweep 'space' 0 space.json -o whole.jsonl
sweep 'space, all' 0 space.json --all -o all.jsonl
if command -v python3 >/dev/null; then
    for file in whole.jsonl all.jsonl; do
        python3 "$SOURCE_DIR/tests/sim/count.py" $file >out || fail "count of $file"
    done
else
    echo 'no python3: records are not counted again'
fi

# ---- the same whoever does the work, and to a file, to standard output, in pieces ----

sweep 'one job' 0 space.json --jobs 1 -o one.jsonl
same 'one job' whole.jsonl one.jsonl
sweep 'five jobs' 0 space.json --jobs 5 --json
same 'five jobs, --json' whole.jsonl out
has '--json: the device is said on standard error' '^device: simulator' err
sweep 'no cache' 0 32x16.json --no-cache -o uncached.jsonl
same 'no cache' 32x16.jsonl uncached.jsonl

# ---- exit statuses and arguments ----

five >five.json
sweep 'only rejected ones' 1 <(sed 's/"IPAD"/"BDIMX": 2048, &/; s/"BDIMX": 32, //; s/2048/1024/' five.json)
sweep 'a bad config' 2 <(echo '{')
for bad in '--jobs x' '--jobs -1' '--jobs 65' '--shard 0/2' '--shard 3/2' '--shard 1' '--shard /2' '--timeout 1s' '--top -3' '--resume' '--device gpu'; do
    # shellcheck disable=SC2086
    sweep "bad usage: $bad" 2 five.json $bad
done
sweep 'reserved names' 2 <(sed 's/"t"/"A7"/; s/"IPAD": {[^}]*}/"IPAD": 0/' five.json)
sweep 'few rows' 0 five.json --all --top 2
has 'few rows' 'and 3 more \(--top\)' out

# ---- 10^12 variants: one of them runs, and some are searched ----

cat >many.json <<'END'
{ "tilewright": 1, "kernel": "tile",
  "variants": [ { "name": "many", "BDIMX": { "from": 1, "to": 1000 }, "BDIMY": { "from": 1, "to": 1000 }, "IPAD": { "from": 0, "to": 999 },
                  "layout": ["row-row", "col-col", "row-col", "col-row"], "index": ["2d", "linear"], "shared": ["static", "dynamic"], "scope": "kernel",
                  "swizzle": "none", "type": ["int8", "int16", "int32", "int64", "float32"], "carveout": { "from": 0, "to": 100, "step": 8 } } ] }
END
name=many_BDIMX32_BDIMY16_IPAD2_row_col_linear_static_int32_carveout48
tw 'one of many' 0 run --device sim many.json --variant $name
has 'one of many' "^$name +ok " out
tw 'none of many' 2 run --device sim many.json --variant ${name}0
has 'none of many' 'there is no variant' err
sweep 'some of many' 0 many.json --budget 5v
has 'some of many' 'searched by adaptive, seed 0: 5 variants tried of a space that was not counted' out

[ $failures -eq 0 ] && echo 'all as expected'
exit $((failures > 0))
