#!/usr/bin/env bash
# Every two values of any two fields of a transpose: half 2 of 2 of the variants that have them all.
. "${BASH_SOURCE%/*}/../shell_transpose.sh" || exit 1
generate "$work/pairs" --part 2/2 pairs
run_all "$work/pairs"
exit $((failures > 0))
