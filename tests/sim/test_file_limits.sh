#!/usr/bin/env bash
# A limit on the size of files (RLIMIT_FSIZE): what is too large is an error of the command that writes it, with a message, and no
# signal ends a command, a worker, or a program that uses the library. What is left is whole or not there. Needs TILEWRIGHT.
. "${BASH_SOURCE%/*}/../shell_sweep.sh" || exit 1
printf '{ "tilewright": 1, "kernel": "tile", "defaults": { "BDIMX": 32, "BDIMY": 4, "layout": "row-col", "index": "linear" },
  "variants": [ { "name": "a", "IPAD": [0, 1] }, { "name": "b", "BDIMX": 16, "IPAD": [0, 1] } ] }' >c.json
printf '__global__ void k(float *out) { __shared__ float s[32]; s[threadIdx.x] = 1; out[threadIdx.x] = s[0]; }\n' >k.cu
printf '[{"kernel": "k", "grid": 1, "block": 32, "arguments": [{"type": "float32", "count": 32}]}]' >k.json
tw 'results' 0 sweep c.json --all -o r.jsonl
tw 'again' 0 sweep c.json --all -o again.jsonl

# under KIB ARGUMENT...: what it says goes into the file out, which is not limited.
under() {
    (
        trap - XFSZ PIPE
        ulimit -f "$1"
        shift
        exec "$TILEWRIGHT" "$@"
    ) 2>&1 | cat >out
    return "${PIPESTATUS[0]}"
}

# limited NAME FILE ARGUMENT...: under 0, 1, 4, ... blocks of 1 KiB, until it succeeds. Until then it
# fails with a message, and what FILE names is what it was, or not there.
limited() {
    local name=$1 file=$2 blocks status
    shift 2
    for blocks in 0 1 4 16 64 unlimited; do
        rm -rf made
        under $blocks "$@"
        status=$?
        [ $status -eq 0 ] && return
        [ $status -eq 1 ] || fail "$name, $blocks KiB: exit status $status"
        grep -qE '^tilewright .*(File too$|File too large|not whole)' out || fail "$name, $blocks KiB: it does not say why"
        [ -n "$file" ] && [ -e "$file" ] && fail "$name, $blocks KiB: it left $file"
    done
    fail "$name: it never succeeds"
}

limited gen made/a_IPAD0.cu gen c.json -o made
limited init made init tile -o made
limited embed made/k.cu embed c.json --name k --format cu,layout,ptx -o made
limited 'results -o' made results r.jsonl -o made
limited 'results --csv' made results r.jsonl --csv made
limited 'results --report' made results r.jsonl --report made
limited sarif made lint k.cu -l k.json --fail never --sarif made
limited picture made explain c.json --svg made
limited report made sweep c.json --report made
limited sweep '' sweep c.json --all -o made
limited record made verify c.json --record made
limited counts made simulate -o made -- true

# What is only kept, in the cache or as wisdom, costs no result.
for blocks in 0 1 8; do
    rm -rf cache
    under $blocks run c.json || fail "a cache of $blocks KiB: exit status $?"
    has "a cache of $blocks KiB" '4 ok' out
done

# Standard output is a file too.
(
    trap - XFSZ
    ulimit -f 1
    exec "$TILEWRIGHT" results r.jsonl --json >full 2>/dev/null
)
[ $? -eq 1 ] || fail 'standard output that is full: no exit status 1'

# A program that is run has the signals that it would have without.
cat >own.sh <<'SH'
yes | head -n 1 >/dev/null; echo "${PIPESTATUS[0]}"
SH
tw 'the signals of a program' 0 simulate -- bash own.sh
has 'the signals of a program' '^141$' out

[ $failures -eq 0 ] && echo 'all as expected'
exit $((failures > 0))
