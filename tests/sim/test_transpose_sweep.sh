#!/usr/bin/env bash
# Sweeps over transposes without a GPU: kernels that move more sectors or have conflicts lose; and everything that reads their
# records: merging, tables, CSV, filters, reports, resuming, embedding. And what is chosen for another architecture.
# Needs TILEWRIGHT and SOURCE_DIR.
. "${BASH_SOURCE%/*}/../shell_sweep.sh" || exit 1

# order FILE: the names of the ranked variants, best first.
order() {
    "$TILEWRIGHT" results "$1" --csv - -f status=ok -s rank | tr -d '\r' | sed 1d | cut -d, -f1 | paste -sd' '
}

cat >methods.json <<'END'
{ "tilewright": 1, "kernel": "transpose",
  "defaults": { "rows": 256, "cols": 256, "type": "float32" },
  "variants": [ { "name": "b8", "method": ["naive", "shared", "padded", "skewed", "xor"] },
                { "name": "b8_vector", "method": "vector", "BDIMY": 8, "tile_rows": 32, "tile_cols": 32 },
                { "name": "b32", "BDIMY": 32, "method": ["naive", "shared", "padded"] },
                { "name": "large", "method": "padded", "tile_rows": 1024, "tile_cols": 1024 } ] }
END
tw 'methods' 0 sweep --device sim methods.json -o whole.jsonl --report sweep.html
has 'methods: the cost' 'cost: wavefronts, and 4 per sector, per 1000 elements' out
expected='b8_vector b8_skewed b8_xor b8_padded b32_padded b8_shared b32_shared b8_naive b32_naive'
[ "$(order whole.jsonl)" = "$expected" ] || fail "methods: ranked as $(order whole.jsonl)"
has 'methods: naive' '"name": "b8_naive".*"elements": 65536, "sectors": 73728, .*"cost": 4500.000000, ' whole.jsonl
has 'methods: padded' '"name": "b8_padded".*"elements": 65536, "sectors": 16384, .*"cost": 1062.500000, ' whole.jsonl
has 'methods: no rate without a time' '"time_us": null, "gb_per_s": null' whole.jsonl
has 'methods: what the problem needs' '^its problem needs 16384 sectors of global memory: 8192 read, in 4096 fills of 64 bytes, and 8192 written$' out
has 'methods: the same in records' '"needed_read_sectors": 8192, "needed_written_sectors": 8192, "needed_read_fills": 4096, "tile_sectors": null, "bound_us": null, "of_bound": null' whole.jsonl
grep -q '^bound:' out && fail 'methods: a bound in time without a GPU'
has 'methods: the report' '</html>' sweep.html
grep -q 'for a GPU take' out && fail 'methods: a model that none of them is chosen by'

# Counts do not tell which is fastest: what a model of times takes is named, where it is not the best anyway.
cat >left.json <<'END'
{ "tilewright": 1, "kernel": "transpose", "defaults": { "rows": 187, "cols": 301, "in_pitch": 311, "batch": 3, "type": "int16" },
  "variants": [ { "name": "small", "method": "xor", "BDIMY": 4 }, { "name": "left" } ] }
END
tw 'left open' 0 sweep --device sim left.json -o left.jsonl
best=$(sed -n 's/^best: //p' out)
if [ "$best" = left ]; then
    has 'left open: the next' '^next: tilewright embed left.jsonl --name transpose$' out
else
    tr '\n' ' ' <out >line
    has 'left open: the model' 'not ranked by times; for a GPU take left, chosen of [0-9]+ by a model' line
    has 'left open: the next' '^next: tilewright embed left.jsonl --name transpose --variant left$' out
fi

# Tiles of rows that begin anywhere read sectors that their neighbours read as well.
cat >odd.json <<'END'
{ "tilewright": 1, "kernel": "transpose",
  "variants": [ { "name": "odd", "rows": 301, "cols": 403, "type": "uint8", "method": "vector", "tile_rows": 128, "tile_cols": 128,
                  "BDIMY": 4, "unroll": 1, "order": "columns", "hints": "none" } ] }
END
tw 'odd rows' 0 sweep --device sim odd.json -o odd.jsonl
COLUMNS=200 "$TILEWRIGHT" sweep --device sim odd.json >out 2>&1 || fail 'odd rows: once more'
has 'odd rows: what tiles read' '^its tiles read 6205 from the L2, some more than once; with the writes this is 1\.318 times what is needed$' out
has 'odd rows: in records' '"tile_sectors": 6205, ' odd.jsonl

# Nothing is moved twice in a single row: there the naive method is as good as any, and needs no tile.
sed '/b8_vector/d; s/"rows": 256/"rows": 1/' methods.json >row.json
tw 'a row' 0 sweep --device sim row.json -o row.jsonl
[ "$(order row.jsonl | cut -d' ' -f1)" = b8_naive ] || fail "a row: ranked as $(order row.jsonl)"
has 'a row: no tile, no wavefronts' '^ +1  b8_naive +- +- +- +64 +0 ' out
has 'a row: sectors' '^  64 sectors, 8 blocks per SM' out

# In tiles of one problem sectors are equal: wavefronts decide, and the cost is theirs alone.
cat >tile.json <<'END'
{ "tilewright": 1, "kernel": "tile", "variants": [ { "name": "t", "BDIMX": 32, "BDIMY": 32, "layout": "row-col", "swizzle": "none",
                                                    "IPAD": [0, 1, 4] } ] }
END
tw 'tile' 0 sweep --device sim --all tile.json -o tile.jsonl
[ "$(order tile.jsonl)" = 't_IPAD1 t_IPAD4 t_IPAD0' ] || fail "tile: ranked as $(order tile.jsonl)"
has 'tile: the cost' '"name": "t_IPAD1".*"cost": 62.500000, "rank": 1' tile.jsonl

# ---- the records, read ----

for k in 1 2 3; do tw "shard $k" 0 sweep --device sim methods.json --shard $k/3 -o "$k.jsonl"; done
tw 'merged' 0 results 1.jsonl 2.jsonl 3.jsonl -o merged.jsonl
same 'merged' whole.jsonl merged.jsonl
head -c "$(head -6 whole.jsonl | wc -c)" <(sed 's/"finished": true/"finished": false/' whole.jsonl) >torn.jsonl
printf '{"name": "b8' >>torn.jsonl
tw 'torn' 0 results torn.jsonl
has 'torn' 'the last line is not complete' err
tw 'resumed' 0 sweep --device sim methods.json --resume -o torn.jsonl
same 'resumed' whole.jsonl torn.jsonl
tw 'a table' 0 results whole.jsonl -f method=padded -s -BDIMY
has 'a table' '^ *5  b32_padded +ok +1062.5 +4096 +1 +16384 +4224 +2 ' out
tw 'CSV' 0 results whole.jsonl --csv -
has 'CSV' '^name,kernel,rows,cols,.*,chosen,status,.*,gb_per_s,needed_read_sectors,needed_written_sectors,needed_read_fills,tile_sectors,bound_us,of_bound,number,ideal_wavefronts,elements,sectors,' out
has 'CSV' '^b8_vector,transpose,256,256,1,256,256,0,0,float32,vector,32,8,0,32,32,.*,ok,' out
tw 'mixed' 0 results --mixed whole.jsonl row.jsonl -f rank=1
has 'mixed' '^whole.jsonl +1  b8_vector' out
tw 'a report' 0 results whole.jsonl --report results.html
has 'a report' '</html>' results.html
tw 'a report of scalar methods' 0 results whole.jsonl -f method=padded --report padded.html
has 'a report of scalar methods' 'read column' padded.html
tw 'rejected only' 0 results whole.jsonl -f status=rejected --json
[ "$(wc -l <out)" -eq 2 ] || fail 'rejected only: not a header and one record'
tw 'embedded' 0 embed whole.jsonl --name best --format cu,layout --arch sm_90 -o embedded
has 'embedded' 'best_kernel_b8_vector' embedded/best.cu

# A run's records are a sweep's without what it is ranked by; they are no results file, and that is said.
tw 'a run' 0 run --device sim methods.json --json
cp out run.jsonl
[ "$(grep -c '"gb_per_s": null' run.jsonl)" -eq 10 ] || fail 'a run: not ten records'
tw 'a run is no sweep' 2 results run.jsonl
has 'a run is no sweep' 'not a results file' err

# ---- what is chosen, here and for another architecture ----

cat >open.json <<'END'
{ "tilewright": 1, "kernel": "transpose", "variants": [ { "name": "open", "rows": 300, "cols": 300, "type": "uint8" } ] }
END
for sm in 75 86 90; do
    tw "sm_$sm" 0 run --device sim --arch sm_$sm --json open.json
    cp out run_$sm
    tw "sm_$sm" 0 gen --arch sm_$sm open.json
    cp out gen_$sm
    chosen=$(sed -E 's/.*"chosen": "([^"]*)".*/\1/' run_$sm)
    has "sm_$sm" "^// The tile and its order: $chosen\.$" gen_$sm
done
model='chosen of [0-9]+ by a model of times on sm_90'
other='(, among [0-9]+ that keep the device busy|; none keeps the device busy)'
for sm in 75 86; do
    has "sm_$sm" "\"chosen\": \"$model$other; on sm_$sm [0-9]+ blocks, [0-9]+ of [0-9]+ threads per SM, " run_$sm
done
has 'sm_90' "\"chosen\": \"$model\"" run_90
tw 'a sweep of a choice' 0 sweep --device sim open.json -o open.jsonl
tw 'its CSV' 0 results open.jsonl --csv -
has 'its CSV' "^open,transpose,300,300,.*,$model,ok," out
tw 'embed: the newest architecture' 0 embed open.json --name open --format cu --arch sm_90,sm_86 -o embedded
has 'embed: the newest architecture' "The tile and its order: $model\." embedded/open.cu
exit $((failures > 0))
