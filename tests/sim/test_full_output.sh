#!/usr/bin/env bash
# An output that takes nothing, of commands that run kernels: they say so once and end with status 1. Needs TILEWRIGHT and SOURCE_DIR.
. "${BASH_SOURCE%/*}/../shell_full.sh" || exit 1
printf '{ "tilewright": 1, "kernel": "tile", "variants": [ { "name": "a", "BDIMX": 8, "BDIMY": 8, "IPAD": [0, 1] } ] }' >c.json
printf '__global__ void k(float *out) { out[threadIdx.x] = 1; }\n' >k.cu
printf '[{"kernel": "k", "grid": 1, "block": 32, "arguments": [{"type": "float32", "count": 32}]}]' >l.json

refused run c.json
refused run c.json --json
refused run c.json --transactions
refused run c.json --print --in-process
refused sweep c.json
refused sweep c.json --json
refused sweep c.json -o r.jsonl --force
refused sweep c.json -o -
refused verify c.json
refused verify c.json --brief
refused verify c.json --record record --force
refused lint k.cu -l l.json
refused lint k.cu -l l.json --json --fail never
refused lint k.cu k.cu -l l.json
refused simulate -- true
refused simulate --json -- true
refused embed c.json --name k -o . --force
refused cache explain c.json
[ -s r.jsonl ] && tail -n 1 r.jsonl | grep -q '}$' || fail 'the results are not whole'

[ $failures = 0 ] && echo "full outputs: all well"
exit $((failures != 0))
