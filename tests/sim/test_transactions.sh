#!/usr/bin/env bash
# `run --transactions`: the numbers that the sources print, every family's shares from its own counts, 80 columns, and what is
# said where there is nothing to say.
. "${BASH_SOURCE%/*}/../shell.sh" || exit 1

# show CONFIG: its transactions in $work/out. Lines are no longer than 80 columns but for names and reasons.
show() {
    "$TILEWRIGHT" run "$1" --device sim --transactions >"$work/out" 2>&1 || fail "$1: $(cat "$work/out")"
    awk 'length > 80' "$work/out" | grep -E '^  [a-z]|(l1tex|smsp)__' && fail "$1: lines of more than 80 columns"
}

# has KERNEL METRIC VALUE: a line of the kernel's block.
has() {
    awk -v kernel="$1:" -v metric="$2" '$1 == kernel {inside = 1} /^$/ {inside = 0} inside && $1 == metric {print $2}' "$work/out" |
        grep -qxF -- "$3" || fail "$1: $2 is not $3: $(grep -A 9 "^$1:" "$work/out")"
}

show "$SOURCE_DIR/configs/square.json"
has setRowReadRow shared_load_transactions_per_request 1.000000
has setRowReadCol shared_load_transactions_per_request 32.000000
has setRowReadCol shared_store_transactions_per_request 1.000000
has setColReadCol shared_store_transactions_per_request 32.000000
has setColReadCol shared_efficiency 3.12%
has setRowReadCol gst_transactions_per_request 4.000000
has setRowReadCol gst_efficiency 100.00%
has setRowReadCol gld_efficiency -

show "$SOURCE_DIR/configs/rectangle.json"
has setRowReadCol shared_load_transactions_per_request 16.000000
has setRowReadColPad shared_load_transactions_per_request 1.000000
for name in shared_load_transactions_per_request gld_efficiency l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio \
    smsp__sass_average_data_bytes_per_sector_mem_global_op_st.pct; do
    grep -q "^ *$name" "$work/out" || fail "no $name: $(cat "$work/out")"
done

# 31 lanes of a warp ask for 31 * 4 bytes, in 4 sectors. Lane 0 of the other warp for 4, in one.
cat >"$work/few.json" <<'JSON'
{"tilewright": 1, "kernel": "coalesce", "variants": [{"name": "few", "n": 33}, {"name": "none", "n": 0}, {"name": "wrong", "n": 9, "fields": 0}]}
JSON
show "$work/few.json"
has few gld_transactions_per_request 2.500000
has few gst_efficiency 82.50%
has none gld_efficiency -
grep -A 1 '^wrong: rejected' "$work/out" | grep -q 'a structure without fields' || fail "no reason: $(cat "$work/out")"

# Every family has a block for each variant, with all seven metrics.
for family in dot reduce transpose; do
    python3 - "$family" >"$work/small.json" <<'PYTHON'
import json, sys
fields = {"dot": {"n": 1000}, "reduce": {"cols": 1000}, "transpose": {"rows": 64, "cols": 64, "method": ["naive", "shared", "padded"]}}[sys.argv[1]]
json.dump({"tilewright": 1, "kernel": sys.argv[1], "variants": [{"name": "v", **fields}]}, sys.stdout)
PYTHON
    show "$work/small.json"
    [ "$(grep -c '^v.*: ok' "$work/out")" -ge 1 ] || fail "$family: no block: $(cat "$work/out")"
    [ "$(grep -c '^  gst_efficiency  ' "$work/out")" = "$(grep -c '^v.*: ok' "$work/out")" ] || fail "$family: not in every block: $(cat "$work/out")"
done
has v_naive gld_efficiency 100.00%
has v_naive gst_efficiency 12.50%
has v_padded gst_efficiency 100.00%
has v_shared shared_load_transactions_per_request 32.000000
exit $((failures > 0))
