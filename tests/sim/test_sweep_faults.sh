#!/usr/bin/env bash
# tilewright sweep on the simulator: a fault costs its variant alone. Needs TILEWRIGHT
# and SOURCE_DIR.
. "${BASH_SOURCE%/*}/../shell_sweep.sh" || exit 1

# ---- faults cost their variant alone ----

# inject NAME CODE: a template with CODE behind the barrier; {{IPAD}} picks the variant.
inject() {
    CODE=$2 awk '/__syncthreads\(\);/ { print; print ENVIRON["CODE"]; next } { print }' "$SOURCE_DIR/templates/tile/tile.cu.mustache" >"$1.mustache"
}
five >five.json
# costs NAME PAD REASON ARGUMENT...: all but t_IPAD<PAD> are ok, that one has failed for the reason.
costs() {
    local name=$1 pad=$2 reason=$3
    shift 3
    sweep "$name" 1 five.json --all --template "$name.mustache" --force -o fault.jsonl "$@"
    [ "$(grep -c '"status": "ok"' fault.jsonl)" -eq 4 ] || fail "$name: not 4 variants are ok"
    has "$name" "\"status\": \"(failed|mismatch)\", \"reason\": \"[^\"]*$reason" <(record "t_IPAD$pad" fault.jsonl)
    has "$name" "t_IPAD$pad: (failed|mismatch): " out
    has "$name" '4 ok, 1 (failed|mismatch)' out
}
inject outside 'if ({{IPAD}} == 3 && idx == 7) out[100000000] = 0;'
costs outside 3 ''
# It counts, so the simulator cannot know that it does not end.
inject endless 'if ({{IPAD}} == 2) for (volatile unsigned long long i = 1; i; i++) {}'
costs endless 2 'no answer within 2 s' --timeout 2
costs endless 2 'no answer within 1 s' --timeout 1 --jobs 1
inject broken "$(printf '#if {{IPAD}} == 4\n#error not this one\n#endif')"
costs broken 4 ''
has 'broken' 'not this one' out
inject wrong 'if ({{IPAD}} == 0 && idx == 5) { out[idx] = 1; return; }'
costs wrong 0 '1 of 512 elements are wrong'
has 'the element that is wrong' '^  out\[[0-9]+\]: expected [0-9-]+, got 1' out
inject none ''

# A worker that is killed while it is at a variant: as when the kernel runs out of memory.
"$TILEWRIGHT" sweep --device sim five.json --all --jobs 1 --timeout 0 --template endless.mustache --force -o fault.jsonl >out 2>err &
pid=$!
until [ -f fault.jsonl ] && [ "$(wc -l <fault.jsonl)" -ge 3 ]; do sleep 0.05; done
sleep 0.3
worker=$(cat /proc/$pid/task/$pid/children)
# shellcheck disable=SC2086
kill -9 $worker
wait $pid
[ $? -eq 1 ] || fail 'a killed worker: exit status'
has 'a killed worker' '"status": "failed", "reason": "its process was killed by signal 9 \(Killed\)"' <(record t_IPAD2 fault.jsonl)
[ "$(grep -c '"status": "ok"' fault.jsonl)" -eq 4 ] || fail 'a killed worker: not 4 variants are ok'
sweep 'a killed worker, resumed' 1 five.json --all --jobs 1 --timeout 1 --template endless.mustache --resume -o fault.jsonl
has 'a killed worker, resumed' '"status": "failed", "reason": "no answer within 1 s' <(record t_IPAD2 fault.jsonl)
[ "$(grep -c '"status": "ok"' fault.jsonl)" -eq 4 ] || fail 'a killed worker, resumed: not 4 variants are ok'

# Memory: ten to the eighth numbers are more than the compiler may have here. Sanitizers take more address space than that.
if ! grep -qE '__(asan|tsan)_init' "$TILEWRIGHT"; then
    {
        echo '{{#IPAD}}'
        printf '#if {{IPAD}} == 1\n#define A 1,1,1,1,1,1,1,1,1,1\n'
        previous=A
        for name in B C D E F G H; do
            printf '#define %s %s,%s,%s,%s,%s,%s,%s,%s,%s,%s\n' $name $previous $previous $previous $previous $previous $previous $previous $previous $previous $previous
            previous=$name
        done
        printf '__device__ int big[] = {H};\n#endif\n{{/IPAD}}\n'
        cat none.mustache
    } >memory.mustache
    (
        export MALLOC_ARENA_MAX=1 # each would take address space
        ulimit -v 1000000
        costs memory 1 ''
        exit $failures
    )
    failures=$?
fi

# What only a failed variant had beaten is tried after all: IPAD 2 is the best, then 6, which 2 would have beaten.
sed 's/"to": 4/"to": 10/' five.json >eleven.json
inject winner 'if ({{IPAD}} == 2 && idx == 5) { out[idx] = 1; return; }'
sweep 'the winner fails' 1 eleven.json --template winner.mustache -o winner.jsonl
has 'the winner fails' '"status": "mismatch"' <(record t_IPAD2 winner.jsonl)
has 'the winner fails' '"rank": 1, ' <(record t_IPAD6 winner.jsonl)
has 'the winner fails' '"status": "skipped", "reason": "t_IPAD6 has' <(record t_IPAD10 winner.jsonl)
has 'the winner fails' '^3 ok, 1 mismatch, 7 skipped' out
for lines in 1 2 3 4; do
    head -$lines winner.jsonl | sed 's/"finished": true/"finished": false/; s/"rank": [0-9][0-9]*/"rank": null/' >resumed.jsonl
    sweep "the winner fails, resumed after $lines lines" 1 eleven.json --template winner.mustache --resume -o resumed.jsonl
    same "the winner fails, resumed after $lines lines" winner.jsonl resumed.jsonl
done

[ $failures -eq 0 ] && echo 'all as expected'
exit $((failures > 0))
