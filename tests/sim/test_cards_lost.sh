#!/usr/bin/env bash
# One of several GPUs that is lost, hangs, is slow or has no memory costs a sweep nothing. Needs TILEWRIGHT and NVRTC.
. "${BASH_SOURCE%/*}/../shell_cards.sh" || exit 1

# A card that cannot be opened is lost from the beginning, one that has no memory after two variants, which ran elsewhere; so is one that hangs.
touch moods/gone.1
tw 'one is busy' 0 sweep rows.json --device cuda:all --jobs 2 -o busy.jsonl
whole busy.jsonl
says 'GPU 1 is lost: cuDevicePrimaryCtxRetain'
says '(GPUs 0, 2, sm_90)'
[ "$(used busy.jsonl | tr -d 02,)" = '' ] || fail "one is busy: $(used busy.jsonl)"
mv moods/gone.1 moods/full.1
tw 'one is full' 0 sweep rows.json --device cuda:all --jobs 2 -o full.jsonl
whole full.jsonl
says 'GPU 1 is lost:'
mv moods/full.1 moods/hangs.0
tw 'one hangs' 0 sweep rows.json --device cuda:all --jobs 2 --timeout 3 -o hangs.jsonl
whole hangs.jsonl
says 'GPU 0 is lost: a variant that took too long there ran on another; its variants go to the others'
rm moods/*

# One is slower than the others: that is told, and no variant that it has measured is the worse for it.
touch moods/slow.0
tw 'one is slow' 0 sweep rows.json --device cuda:all --jobs 2 -o slow.jsonl
whole slow.jsonl
says 'GPU 0: '
says 'takes 100.0 % longer'
grep '"rank": 1,' slow.jsonl | grep -qE '"gpu": [12]' || fail 'one is slow: the finals were on it'
grep -o '"THREADS": [0-9]*' slow.jsonl | tail -n +1 >threads
ranks=$(sed -n 's/.*"THREADS": \([0-9]*\),.*"rank": \([0-9]*\),.*/\2 \1/p' slow.jsonl | sort -n | cut -d' ' -f2 | paste -sd,)
[ "$ranks" = 32,32,32,16,16,16,8,8,8,4,4,4 ] || fail "one is slow: the ranks are of $ranks threads"
rm moods/*

# It is taken away in the middle, and the process that measures on another is killed: nothing is lost. And all are taken away: what
# there is stays, and is gone on with.
taken() { # LINES FILE: waits until the file has so many
    for ((i = 0; i < 400; i++)); do [ "$(cat "$2" 2>/dev/null | wc -l)" -ge "$1" ] && return; sleep 0.05; done
    fail "$2: there are no $1 lines"
}
"$TILEWRIGHT" sweep rows.json --device cuda:all --jobs 2 --no-cache -o middle.jsonl >out 2>err &
pid=$!
taken 3 middle.jsonl
touch moods/gone.2
for worker in $(pgrep -P $pid); do # those that measure have the driver, and are at work
    grep -q timed_cuda "/proc/$worker/maps" 2>/dev/null && kill -9 "$worker" && break
done
wait $pid || fail "in the middle: exit status $?"
whole middle.jsonl
says 'GPU 2 is lost:'
"$TILEWRIGHT" sweep rows.json --device cuda:all --jobs 2 --no-cache -o none.jsonl >out 2>err &
pid=$!
taken 3 none.jsonl
touch moods/gone.0 moods/gone.1
wait $pid
[ $? -eq 3 ] || fail 'all are taken away: the exit status'
says 'none of the devices is left'
[ "$(wc -l <none.jsonl)" -ge 3 ] && ! grep -q '"status": "failed"' none.jsonl || fail "all are taken away: $(cat none.jsonl)"
rm moods/*
tw 'gone on with' 0 sweep rows.json --device cuda:all --jobs 2 -o none.jsonl --resume
whole none.jsonl

[ $failures -eq 0 ] && echo 'all as expected'
exit $((failures > 0))
