#!/usr/bin/env bash
# The hardware's own counters against the prediction: requests and wavefronts of both sides, exactly, for every variant of
# tests/data/counters.json and transpose-counters.json, tiles that a block walks over or reads by patterns, some of those that
# cover every two values of transposes' fields, and dot products, stencils, moved records, shuffles and transposes by shuffles, whose requests and
# sectors of global memory are predicted too; all launches of a
# variant together.
# Skipped (77) without a GPU or Nsight Compute.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

command -v ncu >/dev/null || { echo "skipped: ncu (Nsight Compute) is not installed"; exit 77; }
cp "$SOURCE_DIR"/tests/data/{counters,transpose-counters}.json "$work"
python3 "$SOURCE_DIR/tests/transposes.py" --part 1/8 pairs >"$work/transpose-pairs.json"
python3 "$SOURCE_DIR/tests/dots.py" 60 7 >"$work/dots.json"
python3 "$SOURCE_DIR/tests/tiles.py" 150 7 >"$work/tiles.json"
python3 "$SOURCE_DIR/tests/shuffles.py" 60 7 >"$work/shuffles.json"
python3 "$SOURCE_DIR/tests/transposes.py" shuffle 40 7 >"$work/transpose-shuffle.json"
cp "$SOURCE_DIR"/configs/{dot,coalesce,shuffle,walk,patterns}.json "$work"
python3 "$SOURCE_DIR/tests/coalesces.py" 60 7 >"$work/coalesces.json"
python3 "$SOURCE_DIR/tests/stencils.py" 60 7 >"$work/stencils.json"

export TILEWRIGHT_CACHE=$work/cache # compiled once
unset TILEWRIGHT_CACHE_SIZE

# predict NAME: what should be counted. Exits where there is no GPU.
predict() {
    local status=0
    "$TILEWRIGHT" run "$work/$1.json" --device cuda --no-time --json >"$work/$1.predicted" 2>"$work/err" || status=$?
    if [ $status = 3 ] || grep -qi simulator "$work/err"; then
        echo "skipped: no GPU to count on: $(head -n 1 "$work/err")"
        exit 77
    fi
    [ $status = 0 ] || { cat "$work/err" "$work/$1.predicted"; exit 1; }
}

# The first launch of each kernel is the check's: one block of a tile, a whole transpose, the main rendering.
requests=l1tex__t_requests_pipe_lsu_mem_global_op sectors=l1tex__t_sectors_pipe_lsu_mem_global_op
shared=smsp__inst_executed_op_shared wavefronts=smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op
count() {
    ncu --csv --clock-control none --kernel-id :::1 \
        --metrics ${shared}_ld.sum,${shared}_st.sum,${wavefronts}_ld.sum,${wavefronts}_st.sum,${requests}_ld.sum,${requests}_st.sum,${sectors}_ld.sum,${sectors}_st.sum \
        "$TILEWRIGHT" run "$work/$1.json" --device cuda --json --in-process --no-time >"$work/$1.counted" 2>"$work/err" ||
        { tail "$work/$1.counted" "$work/err"; exit 1; }
}

compare() {
    python3 - "$1" "$work/$1.predicted" "$work/$1.counted" <<'PYTHON'
import csv
import json
import sys

predicted = {r["name"]: r["predicted"] for r in map(json.loads, open(sys.argv[2])) if r["status"] == "ok"}
counted = {}
for row in csv.DictReader(line for line in open(sys.argv[3]) if line.startswith('"')):
    entry = row["Kernel Name"].split("(")[0]
    stem = entry.removesuffix("_sum")  # a variant's second launch
    kernel = counted.setdefault(entry if entry in predicted or stem not in predicted else stem, {})
    value = int(float(row["Metric Value"].replace(",", "")))
    kernel[row["Metric Name"]] = kernel.get(row["Metric Name"], 0) + value
metrics = {
    "load_requests": "smsp__inst_executed_op_shared_ld.sum",
    "load_wavefronts": "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
    "store_requests": "smsp__inst_executed_op_shared_st.sum",
    "store_wavefronts": "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
    "global_load_requests": "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
    "global_load_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "global_store_requests": "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
    "global_store_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
}
# Wavefronts and global memory are the same, always. An instruction none of whose lanes takes part is no request to shared
# memory, but the counter counts it.
def agree(key, predicted, counted):
    more = key in ("load_requests", "store_requests") and sys.argv[1] != "counters"
    return counted is not None and (counted >= predicted > 0 if more and counted else counted == predicted)


wrong = exact = 0
for name, counts in predicted.items():
    said = {key: counts[key] for key in metrics if key in counts}
    hardware = {key: counted.get(name, {}).get(metrics[key]) for key in said}
    exact += hardware == said
    if not all(agree(key, said[key], hardware[key]) for key in said):
        wrong += 1
        print(f"{name}: predicted {said}, counted {hardware}")
print(f"{sys.argv[1]}: {len(predicted) - wrong} of {len(predicted)} variants: the counters say what was predicted, in {exact} of the requests too")
sys.exit(wrong > 0 or not predicted)
PYTHON
}

failures=0
for config in counters walk patterns tiles transpose-counters transpose-pairs dot dots shuffle shuffles transpose-shuffle coalesce coalesces stencils; do
    predict $config
    count $config
    compare $config || failures=$((failures + 1))
done
exit $((failures > 0))
