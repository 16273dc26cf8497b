#!/usr/bin/env bash
# Random transposes by the flat method on the simulator: tall, wide and whole tiles of every element size, with offsets, pitches,
# batches and pointers of all kinds, are right and cost what was predicted. With TILEWRIGHT_TEST_ALL=1 10,000 of them, and
# 10,000 of all methods. SEED asks for others than the usual.
. "${BASH_SOURCE%/*}/../shell_transpose.sh" || exit 1
seed=${SEED:-3}
if [ -z "${TILEWRIGHT_TEST_ALL:-}" ]; then
    generate "$work/flat" flat 60 "$seed" 20000
    run_all "$work/flat"
    exit $((failures > 0))
fi
for kind in flat random; do
    for ((part = 1; part <= 20; part++)); do
        generate "$work/$kind" --part $part/20 $kind 10000 "$seed"
        run_all "$work/$kind"
    done
done
exit $((failures > 0))
