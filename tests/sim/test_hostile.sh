#!/usr/bin/env bash
# Descriptions that mean harm: each is answered by one sentence, in seconds, and costs no other variant. What expressions do is in
# unit/test_expression, what functions do in test_expected. Needs TILEWRIGHT, NVRTC, PROGRAMS and a C compiler.
. "${BASH_SOURCE%/*}/../shell_sweep.sh" || exit 1

cat >k.cu <<'END'
__global__ void k(const int *x, int *y, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n) y[i] = x[i] + 1;
}
__global__ void plain(const int *x, int *y, int n) { for (int i = 0; i < n; i++) y[i] = x[i] + 1; }
END
cat >k.json <<'END'
{ "tilewright": 1, "kernel": {
    "name": "k", "source": "k.cu", "problem": { "n": 100 }, "parameters": { "BLOCK": [32, 64] },
    "arguments": [ { "name": "x", "type": "int32", "count": "n" }, { "name": "y", "type": "int32", "count": "n", "role": "output" },
                   { "name": "n", "type": "int32", "value": "n" } ],
    "grid": "ceil_div(n, BLOCK)", "block": "BLOCK", "reference": { "entry": "plain", "grid": 1, "block": 1 } } }
END
mkfifo fifo
cp k.cu self.cu && sed -i '1i #include "self.cu"' self.cu
printf '#include "b.h"\n' >a.h
printf '#include "a.h"\n' >b.h
cp k.cu circle.cu && sed -i '1i #include "a.h"' circle.cu
printf '__global__ void k() {}\0rest' >zero.cu
: >empty.cu
truncate -s 100M sparse.cu
{ cat k.cu; yes "// $(printf %900s x)" | head -c 70000000; } >large.cu

# hostile STATUS SENTENCE MEMBER JSON COMMAND...: the description with this member says so, soon, and nothing else but where it stands.
hostile() {
    local status=$1 sentence=$2
    python3 - "$3" "$4" <<'END' || fail "$3: no description"
import json, sys
config = json.load(open("k.json"))
place, value = config["kernel"], json.loads(sys.argv[2])
*way, last = [int(step) if step.isdigit() else step for step in sys.argv[1].split("/")]
for step in way: place = place[step]
place[last] = value
json.dump(config, open("hostile.json", "w"), indent=1)
END
    timeout 30 "$TILEWRIGHT" "${@:5}" hostile.json >out 2>err </dev/null
    local got=$?
    [ $got -eq "$status" ] || fail "$3 $4: status $got, not $status"
    cat out err | tr -s ' \n' ' ' >line
    grep -qF -- "$sentence" line || fail "$3 $4: nothing says '$sentence'"
    [ "$status" = 1 ] || [ "$(grep -c . err)" -le 3 ] || fail "$3 $4: it is no sentence"
}
refused() { hostile 2 "$1" "$2" "$3" sweep --device sim; }
rejected() { hostile 1 "2 rejected rejected: by constraints, or impossible on this target; such as k_BLOCK32: $1" "$2" "$3" sweep --device sim; }
failed() { hostile 1 "k_BLOCK32: failed: $1" "$2" "$3" sweep --device sim --timeout 9; }

# What it names: no file, no text, no end.
refused 'self.cu: cannot open' source '"sub/self.cu"'
refused '.: cannot read: Is a directory' source '"."'
refused '/dev/zero: cannot read: it is a device, not a file' source '"/dev/zero"'
refused 'zero.cu: it holds a byte 0' source '"zero.cu"'
refused 'empty.cu: it is empty' source '"empty.cu"'
refused 'sparse.cu: file is larger than 64 MiB' source '"sparse.cu"'
refused 'large.cu: file is larger than 64 MiB' source '"large.cu"'
refused '.: cannot read: Is a directory' arguments/0/file '"."'
refused '/dev/zero: cannot read: it is a device, not a file' reference '{ "files": { "y": "/dev/zero" } }'
failed "self.cu:1: #include file" source '"self.cu"'
failed "b.h:1: #include file" source '"circle.cu"'
refused 'fifo: it gave nothing for 5 seconds' arguments/0/file '"fifo"'

# Sizes and numbers.
for count in 4611686018427387904 '"2 ** 40 + 1"' '"9223372036854775807"'; do
    case $count in '"'*) rejected 'x: count is ' arguments/0/count "$count" ;; *) refused 'no such number at /kernel/arguments/0/count' arguments/0/count "$count" ;; esac
done
rejected 'x: its 1099511627776 elements have more than 1099511627776 bytes' arguments/0/count '"2 ** 40"'
rejected 'grid[0] is 2147483648, which must be an integer from 1 to 2147483647' grid '"2 ** 31"'
rejected 'shared is 4611686018427387904' shared '"2 ** 62"'
rejected 'a: at character 21 of "9223372036854775807 + n" it leaves the 64 bits' derived '{ "a": "9223372036854775807 + n" }'
rejected 'a: at character 27 of "(0-9223372036854775807-1) // (0-1)" it leaves the 64 bits' derived '{ "a": "(0-9223372036854775807-1) // (0-1)" }'
rejected 'd3: at character 4 of "d2 * d2" it leaves the 64 bits' derived '{ "d0": "n * n", "d1": "d0 * d0", "d2": "d1 * d1", "d3": "d2 * d2" }'
refused 'at character 1 of "b" no such name is known' derived '{ "a": "b", "b": "a" }'
rejected 'it has more than 4096 launches' launches '[ { "repeat": 4096, "launches": [ { "repeat": 4096, "launches": [ { "grid": 1, "block": 1 } ] } ] } ]'
failed 'the fill of x has no value for element 3: fill: at character 7 of "index ** 40" it leaves the 64 bits' arguments/0/fill '"index ** 40"'
failed 'the fill of x has no value for element 50: fill: at character 4 of "10 // (index - 50)" it divides by zero' arguments/0/fill '"10 // (index - 50)"'

# Work without an end: 2^31 blocks, of a problem that calls itself small; it is said what helps.
TILEWRIGHT_SIM_TIMEOUT=1 hostile 1 'a smaller "proof" ends sooner, if the kernel ends at all' grid 2147483647 run --device sim
TILEWRIGHT_SIM_TIMEOUT=1 hostile 1 'no end after 1 s of processor time' grid 2147483647 lint k.cu --launch
hostile 0 'not proven: on the proof problem, x: count is ' proof '{ "n": "2 ** 52" }' run --device sim

# More memory than there is: nothing is begun.
hostile 0 'not proven: the description has no "proof", and the problem itself is too large to simulate unasked' arguments/0/count '"2 ** 38"' run --device sim
sed 's/"count": "n" }, { "name": "y"/"count": "2 ** 38" }, { "name": "y"/; s/"grid"/"proof": {}, &/' k.json >memory.json
tw 'more memory than there is' 0 run --device sim memory.json
tr -s ' \n' ' ' <out >line
has 'more memory than there is' 'not proven: on the proof problem, the arguments have 1048576 MiB, which is more than this machine has room for' line

# A file that changes while a sweep runs: whoever begins afterwards says so, and nothing that is known is lost.
sed 's/"BLOCK": \[32, 64\]/"BLOCK": 32, "A": { "from": 1, "to": 6 }/; s/k.cu/late.cu/' k.json >late.json
{ echo '#if A == 2'; sed '/blockIdx/a for (volatile unsigned long long t = 1; t; t++) {}' k.cu; echo '#else'; cat k.cu; echo '#endif'; } >late.cu
"$TILEWRIGHT" sweep --device sim late.json --jobs 1 --timeout 2 -o late.jsonl >out 2>err &
until grep -qs '"A": 1,' late.jsonl; do sleep 0.05; done
echo '// more' >>late.cu
wait $!
[ $? -eq 1 ] || fail 'a file that changes: status'
[ "$(grep -c '"late.cu has changed since the work began"' late.jsonl)" -eq 4 ] || fail 'a file that changes: not said'
has 'a file that changes' '"A": 1, .*"status": "ok"' late.jsonl
has 'a file that changes' '"A": 2, .*"no answer within 2 s' late.jsonl

# Results that somebody has edited: a record of other values is none of the sweep.
sweep 'a sweep' 0 k.json -o k.jsonl
sed '2s/"BLOCK": [0-9]*/"BLOCK": 96/' k.jsonl >edited.jsonl
sweep 'an edited record' 2 k.json --resume -o edited.jsonl
has 'an edited record' "the record of 'k_BLOCK[0-9]+' is of another sweep" err
tw 'an edited record' 2 run --device sim edited.jsonl --kernel k.json --variant "$(sed -n '2s/.*"name": "\(k_BLOCK[0-9]*\)".*/\1/p' edited.jsonl)"
has 'an edited record' 'BLOCK of "k_BLOCK[0-9]+" is 96; it must be one of 32, 64' err
[ $failures -eq 0 ] && echo 'all as expected'
exit $((failures > 0))
