#!/usr/bin/env bash
# What the hardware counts: `verify` of spaces of every family, whose three witnesses must agree access by access; and, for some tiles,
# Nsight Compute, which shares nothing with the program's own counting, must count the same.
# Skipped (77) without a GPU or where its counters cannot be read.
. "${BASH_SOURCE%/*}/../shell.sh" || exit 1
cd "$work" || exit 1
export TILEWRIGHT_CACHE=$work/cache # compiled once
unset TILEWRIGHT_CACHE_SIZE

"$TILEWRIGHT" verify "$SOURCE_DIR/configs/rectangle.json" --device cuda --record rectangle.gz >out 2>&1
status=$?
[ $status = 3 ] && { echo "skipped: no GPU to count on: $(head -n 1 out)"; exit 77; }
grep -q '^not counted: ' out && { echo "skipped: $(grep '^not counted: ' out)"; exit 77; }
[ $status = 0 ] && grep -q '^predicted = measured: 8 of 8 variants$' out || fail "rectangle: $(cat out)"
grep -qE '^ +read column, line [0-9]+( +16 -> 256){3} +16$' out || fail "no counts of the accesses: $(cat out)"

python3 "$SOURCE_DIR/tests/measured.py" spaces 7 12 || fail "no spaces"
for space in "$SOURCE_DIR"/tests/data/{counters,transpose-counters}.json "$SOURCE_DIR"/configs/{walk,patterns}.json spaces/*.json; do
    "$TILEWRIGHT" verify "$space" --device cuda --brief >out 2>&1 || fail "$space: $(cat out)"
    echo "$(basename "$space"): $(grep '^predicted = measured' out)"
done

# The same launches, counted from outside.
command -v ncu >/dev/null || { echo "ncu (Nsight Compute) is not installed: not compared with"; exit $((failures != 0)); }
shared=smsp__inst_executed_op_shared wavefronts=smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op
ncu --csv --clock-control none --kernel-id :::1 --metrics ${shared}_ld.sum,${shared}_st.sum,${wavefronts}_ld.sum,${wavefronts}_st.sum \
    "$TILEWRIGHT" run "$SOURCE_DIR/configs/rectangle.json" --device cuda --in-process --no-time >ncu.csv 2>err || fail "ncu: $(tail err ncu.csv)"
python3 - <<'PYTHON' || fail "Nsight Compute counts otherwise"
import csv
import gzip
import json

names = {"smsp__inst_executed_op_shared_ld.sum": "load_requests", "smsp__inst_executed_op_shared_st.sum": "store_requests",
         "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld.sum": "load_wavefronts",
         "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_st.sum": "store_wavefronts"}
own = {row["name"]: row["measured"] for row in map(json.loads, gzip.open("rectangle.gz", "rt")) if "name" in row}
rows = [row for row in csv.DictReader(line for line in open("ncu.csv") if line.startswith('"')) if row["Kernel Name"].split("(")[0] in own]
wrong = [row for row in rows if int(row["Metric Value"].replace(",", "")) != own[row["Kernel Name"].split("(")[0]][names[row["Metric Name"]]]]
print(f"Nsight Compute: {len(rows) - len(wrong)} of {len(rows)} counts of {len(own)} variants are the same")
raise SystemExit(len(rows) != 4 * len(own) or bool(wrong))
PYTHON
exit $((failures != 0))
