#!/usr/bin/env bash
# The hardware's own counters against the prediction: requests and wavefronts of both sides, exactly, for every variant of
# tests/data/counters.json. Skipped (77) without a GPU or Nsight Compute.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
config=$SOURCE_DIR/tests/data/counters.json

command -v ncu >/dev/null || { echo "skipped: ncu (Nsight Compute) is not installed"; exit 77; }
status=0
"$TILEWRIGHT" run "$config" --device cuda --json >"$work/predicted" 2>"$work/err" || status=$?
if [ $status = 3 ] || grep -qi simulator "$work/err"; then
    echo "skipped: no GPU to count on: $(head -n 1 "$work/err")"
    exit 77
fi
[ $status = 0 ] || { cat "$work/err"; exit 1; }

# The first launch of each kernel is the check's: one block, the main rendering.
shared=smsp__inst_executed_op_shared wavefronts=smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op
ncu --csv --clock-control none --kernel-id :::1 \
    --metrics ${shared}_ld.sum,${shared}_st.sum,${wavefronts}_ld.sum,${wavefronts}_st.sum \
    "$TILEWRIGHT" run "$config" --device cuda --json --in-process --no-time >"$work/counted" 2>"$work/err" || { tail "$work/counted" "$work/err"; exit 1; }

python3 - "$work/predicted" "$work/counted" <<'PYTHON'
import csv
import json
import sys

predicted = {r["name"]: r["predicted"] for r in map(json.loads, open(sys.argv[1])) if r["status"] == "ok"}
counted = {}
for row in csv.DictReader(line for line in open(sys.argv[2]) if line.startswith('"')):
    kernel = counted.setdefault(row["Kernel Name"].split("(")[0], {})
    kernel.setdefault(row["Metric Name"], int(float(row["Metric Value"].replace(",", ""))))
metrics = {
    "load_requests": "smsp__inst_executed_op_shared_ld.sum",
    "load_wavefronts": "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
    "store_requests": "smsp__inst_executed_op_shared_st.sum",
    "store_wavefronts": "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
}
wrong = 0
for name, counts in predicted.items():
    hardware = {key: counted.get(name, {}).get(metric) for key, metric in metrics.items()}
    if hardware != counts:
        wrong += 1
        print(f"{name}: predicted {counts}, counted {hardware}")
print(f"{len(predicted) - wrong} of {len(predicted)} variants: the counters say what was predicted")
sys.exit(wrong > 0 or not predicted)
PYTHON
