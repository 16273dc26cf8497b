#!/usr/bin/env bash
# Probe kernels on the simulator: every kind is right and costs what was predicted; kernels with a bug planted are caught; and
# `device --probe` says that there is nothing to measure.
. "${BASH_SOURCE%/*}/../shell.sh" || exit 1
. "${BASH_SOURCE%/*}/../shell_plant.sh" || exit 1

# run_all FILE: every variant of that config ran, right, and as it was predicted.
run_all() {
    local count same
    "$TILEWRIGHT" run "$1" --device sim >"$work/out" 2>&1 || fail "a probe went wrong: $(cat "$work/out")"
    count=$(sed -nE 's/.*: ([0-9]+) variants of the probe kernel.*/\1/p' "$work/out")
    same=$(sed -nE 's/^simulated as predicted: ([0-9]+) of .*/\1/p' "$work/out")
    [ "$same" = "$count" ] || fail "$1: $same of $count variants ran as predicted"
}

run_all "$SOURCE_DIR/configs/probe.json"
for seed in $(draws 1 "1 2"); do
    python3 "$SOURCE_DIR/tests/probes.py" $(draws 20 60) $seed >"$work/random.json" || fail "no config was made"
    run_all "$work/random.json"
done

cat >"$work/some.json" <<'JSON'
{"tilewright": 1, "kernel": "probe", "defaults": {"steps": 24}, "variants":
 [{"name": "chase", "memory": ["shared", "constant", "global"], "bytes": 512},
  {"name": "wait", "memory": ["register", "shuffle"]},
  {"name": "stream", "measure": "bandwidth", "memory": ["shared", "constant", "global"], "bytes": 1024, "BDIMX": 64},
  {"name": "side", "measure": "bandwidth", "memory": ["register", "shuffle"], "BDIMX": 64},
  {"name": "count", "measure": "atomic-rate", "memory": ["shared", "global"], "address": "spread", "bytes": 256, "BDIMX": 64}]}
JSON
planted() { plant "$1" "$2" "$3" "$work/some.json" "$4" "$5" probe.cu; }
planted 'a step is left out' 1 '7 ok, 5 mismatch' 'step < {{each}}' 'step + 1 < {{each}}'
planted 'nothing is warm' 1 'chase_global *mismatch.*predicted|end\[0\]: expected' 'step < {{warm}}; step++' 'step + 1 < {{warm}}; step++'
planted 'each load is the same' 1 '9 ok, 3 mismatch' 'at + advance' 'at + 0 \& advance'
planted 'a part of what is loaded' 1 'out\[0\]: expected' 'sum += {{parts}}' 'sum ^= {{parts}}'
planted 'a chain is lost' 1 'side_register *mismatch' 'sum += at\[k\]' 'sum = at[k]'
planted 'the counter of another' 1 'counters\[0\]: expected' 'atomicAdd(counter, more)' 'atomicAdd(counter, more + 1)'
planted 'an addition that is not atomic' 1 'counters\[0\]: expected' 'atomicAdd(counter, more)' '*counter += 1'

"$TILEWRIGHT" device --probe --device sim >"$work/out" 2>"$work/err"
[ $? = 3 ] || fail "device --probe on the simulator: the status is not 3"
[ ! -s "$work/out" ] && [ "$(wc -l <"$work/err")" = 1 ] || fail "more than a sentence: $(cat "$work/out" "$work/err")"
grep -q -- '--probe measures times, and the simulator has none' "$work/err" || fail "no reason: $(cat "$work/err")"
exit $((failures > 0))
