#!/usr/bin/env bash
# What `run --transactions` says against what Nsight Compute says under the names that it gives: every metric of every variant of
# configs/coalesce.json, square.json, rectangle.json and chapter-transpose.json that is predicted, to a hundredth. Where a kernel's
# accesses to shared memory are guarded the counter of requests also has instructions none of whose lanes takes part; then the
# wavefronts are to be as said.
# Skipped (77) without a GPU or Nsight Compute.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

command -v ncu >/dev/null || { echo "skipped: ncu (Nsight Compute) is not installed"; exit 77; }
export TILEWRIGHT_CACHE=$work/cache # compiled once
unset TILEWRIGHT_CACHE_SIZE

failures=0
for name in coalesce square rectangle chapter-transpose; do
    config=$SOURCE_DIR/configs/$name.json status=0
    "$TILEWRIGHT" run "$config" --device cuda --no-time --transactions >"$work/said" 2>"$work/err" || status=$?
    if [ $status = 3 ] || grep -qi simulator "$work/err" "$work/said"; then
        echo "skipped: no GPU to count on: $(head -n 1 "$work/err")"
        exit 77
    fi
    [ $status = 0 ] || { cat "$work/err" "$work/said"; exit 1; }
    "$TILEWRIGHT" gen "$config" -o "$work/$name" >/dev/null 2>"$work/err" || { cat "$work/err"; exit 1; }
    guarded=$(cd "$work/$name" && grep -lE 'if \(.*\) .*tile\[' -- *.cu | sed 's/\.cu$//' || true)
    metrics=$(grep -oE '(smsp|l1tex)__[a-z0-9_.]+' "$work/said" | sort -u | paste -sd,)
    # The first launch of each kernel is the check's: the main rendering, on the kernel's own grid.
    ncu --csv --clock-control none --kernel-id :::1 --metrics "$metrics" \
        "$TILEWRIGHT" run "$config" --device cuda --json --in-process --no-time >"$work/counted" 2>"$work/err" ||
        { tail "$work/counted" "$work/err"; exit 1; }
    python3 - "$name" "$work/said" "$work/counted" "$guarded" <<'PYTHON' || failures=$((failures + 1))
import csv
import re
import sys

said, fractions, names, kernel = {}, {}, {}, None
guarded = sys.argv[4].split()
for line in open(sys.argv[2]):
    words = line.split()
    if re.match(r"\w+: ok\b", line):
        kernel = line.split(":")[0]
        said[kernel] = {}
    elif kernel and re.match(r"  \w+  +[0-9.]+", line):
        said[kernel][words[0]] = float(words[1].rstrip("%"))
        if re.fullmatch(r"\d+ / \d+", " ".join(words[2:])):
            fractions[kernel, words[0]] = int(words[2]), int(words[4])
    elif re.match(r"  \w+$", line):
        names[words[0]] = []
        metric = words[0]
    elif "__" in line:
        names[metric].append(words[-1])
counted = {}
for row in csv.DictReader(line for line in open(sys.argv[3]) if line.startswith('"')):
    entry = counted.setdefault(row["Kernel Name"].split("(")[0], {})
    try:
        entry[row["Metric Name"]] = float(row["Metric Value"].replace(",", ""))
    except ValueError:
        pass  # no such request


# Said are the requests of which lanes take part; counted, guarded ones as well.
def has_empty_requests(kernel, metric, counted):
    wavefronts, requests = fractions.get((kernel, metric), (0, 0))
    return (kernel in guarded and re.fullmatch(r"shared_(load|store)_transactions_per_request", metric)
            and None not in counted and counted[0] == wavefronts and counted[1] > requests > 0)


wrong = compared = more = 0
for kernel, metrics in said.items():
    for metric, value in metrics.items():
        if metric not in names:
            continue
        found = [counted.get(kernel, {}).get(name) for name in names[metric]]
        got = None if None in found else found[0] / found[1] if len(found) == 2 else found[0]
        compared += 1
        if got is not None and abs(got - value) <= 0.01:
            continue
        if has_empty_requests(kernel, metric, found):
            more += 1
        else:
            wrong += 1
            print(f"{kernel}: {metric}: said {value}, counted {got}")
print(f"{sys.argv[1]}: {compared - wrong} of {compared} metrics of {len(said)} kernels are as said, {more} in the wavefronts alone")
sys.exit(wrong > 0 or not compared)
PYTHON
done
exit $((failures > 0))
