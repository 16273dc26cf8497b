#!/usr/bin/env bash
# tilewright sweep on the simulator: what it finds, what it survives, and what its results file survives. Needs TILEWRIGHT
# and SOURCE_DIR.
. "${BASH_SOURCE%/*}/../shell_sweep.sh" || exit 1

# sweep NAME STATUS ARGUMENT...: runs it into the files out and err.
sweep() {
    tw "$1" "$2" sweep --device sim "${@:3}"
}

# record NAME FILE: the variant's record.
record() {
    grep -F "\"name\": \"$1\"" "$2"
}

without_time() {
    sed -E 's/"time": "[^"]*"//' "$1"
}

# same NAME FILE FILE: equal but for the time they began.
same() {
    cmp -s <(without_time "$2") <(without_time "$3") || { diff <(without_time "$2") <(without_time "$3") | cut -c-200 | head -4; fail "$1"; }
}

# ---- what it finds ----

tile() { # tile X Y: the space of its padding and swizzle
    printf '{"tilewright": 1, "kernel": "tile", "variants": [{"name": "t", "BDIMX": %s, "BDIMY": %s, "layout": "row-col", "index": "linear"}]}' "$1" "$2"
}

tile 32 16 >32x16.json
sweep '32x16' 0 32x16.json -o 32x16.jsonl
has '32x16' '^best: t_IPAD0_xor, ' out
has '32x16' 'none +smallest conflict-free padding IPAD 2, \+128 bytes' out
has '32x16' 'xor +smallest conflict-free padding IPAD 0, \+0 bytes' out
[ "$(wc -l <32x16.jsonl)" -eq 100 ] || fail '32x16: not 99 records and a header'
has '32x16: rank 1' '"rank": 1, ' <(record t_IPAD0_xor 32x16.jsonl)
has '32x16: skipped' '"status": "skipped", "reason": "t_IPAD2_none has 32 wavefronts and 2176 bytes against 32 and 2432"' <(record t_IPAD6_none 32x16.jsonl)
tile 32 32 >32x32.json
sweep '32x32' 0 32x32.json
has '32x32' 'none +smallest conflict-free padding IPAD 1, ' out
tile 16 16 >16x16.json
sweep '16x16' 0 16x16.json
has '16x16' 'none +no padding is conflict-free' out
has '16x16' 'xor +smallest conflict-free padding IPAD 0, ' out
for config in "$SOURCE_DIR"/configs/sweep-*.json; do
    sweep "$config" 0 "$config"
    has "$config" '^best: ' out
done

# ---- an independent count ----

cat >space.json <<'END'
{ "tilewright": 1, "kernel": "tile",
  "defaults": { "IPAD": { "from": 0, "to": 5 }, "layout": ["row-row", "col-col", "row-col"], "swizzle": ["none", "skew", "xor"],
                "type": ["int8", "int32", "float64"] },
  "variants": [ { "name": "wide", "BDIMX": [32, 24], "BDIMY": 16 },
                { "name": "dynamic", "BDIMX": 8, "BDIMY": [8, 7], "index": ["2d", "linear"], "shared": "dynamic", "type": ["int16", "int32x4"] } ] }
END
sweep 'space' 0 space.json -o whole.jsonl
sweep 'space, all' 0 space.json --all -o all.jsonl
if command -v python3 >/dev/null; then
    for file in whole.jsonl all.jsonl; do
        python3 "$SOURCE_DIR/tests/sim/count.py" $file >out || fail "count of $file"
    done
else
    echo 'no python3: records are not counted again'
fi

# ---- the same whoever does the work, and to a file, to standard output, in pieces ----

sweep 'one job' 0 space.json --jobs 1 -o one.jsonl
same 'one job' whole.jsonl one.jsonl
sweep 'five jobs' 0 space.json --jobs 5 --json
same 'five jobs, --json' whole.jsonl out
has '--json: the device is said on standard error' '^device: simulator' err
sweep 'no cache' 0 32x16.json --no-cache -o uncached.jsonl
same 'no cache' 32x16.jsonl uncached.jsonl

# ---- killed and resumed ----

sweep 'nothing left to try' 0 space.json --resume -o whole.jsonl
has 'nothing left to try' ', 0 to try' out
same 'nothing left to try' whole.jsonl one.jsonl
for round in 1 2 3; do
    rm -f killed.jsonl
    for attempt in $(seq 60); do
        "$TILEWRIGHT" sweep --device sim space.json --all --resume -o killed.jsonl >out 2>err &
        pid=$!
        sleep "0.$((RANDOM % 3))$((RANDOM % 10))$((RANDOM % 10))"
        kill -9 $pid 2>/dev/null
        { wait $pid; } 2>/dev/null && break
    done
    sweep "killed, round $round" 0 space.json --all --resume -o killed.jsonl
    same "killed in $attempt attempts, round $round" all.jsonl killed.jsonl
done
for bytes in 1 30 $(($(head -1 all.jsonl | wc -c) - 1)) $(($(head -1 all.jsonl | wc -c) + 1)) 20000; do
    head -c "$bytes" <(sed 's/"finished": true/"finished": false/' all.jsonl) >torn.jsonl
    sweep "torn after $bytes bytes" 0 space.json --all --resume -o torn.jsonl
    same "torn after $bytes bytes" all.jsonl torn.jsonl
done
: >empty.jsonl
sweep 'an empty file' 0 space.json --all --resume -o empty.jsonl
same 'an empty file' all.jsonl empty.jsonl
sweep 'no file' 0 space.json --all --resume -o none.jsonl
same 'no file' all.jsonl none.jsonl

# Ctrl-C: what is done is kept, and a hint is given.
cat >slow.mustache <"$SOURCE_DIR/templates/tile.cu.mustache"
sed -i 's|__syncthreads();|__syncthreads(); for (volatile int i = 0; i < 30000; i++) {}|' slow.mustache
"$TILEWRIGHT" sweep --device sim 32x16.json --all --template slow.mustache -o slow.jsonl >out 2>err &
pid=$!
until [ -f slow.jsonl ] && [ "$(wc -l <slow.jsonl)" -gt 4 ]; do sleep 0.05; done
kill -INT $pid
wait $pid
[ $? -eq 130 ] || fail 'interrupted: the exit status is not 130'
has 'interrupted' 'interrupted: --resume goes on from here' err
kept=$(wc -l <slow.jsonl)
sed -i 's/i < 30000/i < 1/' slow.mustache
sweep 'another template' 2 32x16.json --all --template slow.mustache --resume -o slow.jsonl
has 'another template' 'cannot be resumed: "template_hash" is' err
sed -i 's/i < 1;/i < 30000;/' slow.mustache
"$TILEWRIGHT" sweep --device sim 32x16.json --all --template slow.mustache --resume -o slow.jsonl >out 2>err &
pid=$!
sleep 0.3
kill -TERM $pid
wait $pid
[ $? -eq 130 ] || fail 'terminated: the exit status is not 130'
[ "$(wc -l <slow.jsonl)" -ge "$kept" ] || fail 'terminated: records were lost'
! grep -q '"status": "failed"' slow.jsonl || fail 'terminated: a variant was blamed'

# ---- files that are not this sweep's ----

refuses() { # refuses FIELD ARGUMENT...: 32x16.jsonl is left as it is
    local field=$1
    shift
    cp 32x16.jsonl other.jsonl
    [ -f edited.jsonl ] && cp edited.jsonl other.jsonl
    cp other.jsonl before.jsonl
    sweep "another $field" 2 "$@" --resume -o other.jsonl
    has "another $field" "cannot be resumed: \"$field\" is .+ there and .+ here" err
    cmp -s other.jsonl before.jsonl || fail "another $field: the file was changed"
}
sed 's/"t"/"u"/' 32x16.json >renamed.json
refuses config renamed.json
mkdir elsewhere
cp renamed.json elsewhere/32x16.json
refuses config_hash elsewhere/32x16.json
refuses shard 32x16.json --shard 1/2
refuses all 32x16.json --all
refuses device 32x16.json --arch sm_80
edit() { sed "$1" 32x16.jsonl >edited.jsonl; }
edit '1s/"version": "[^"]*"/"version": "0.0.0"/'
refuses version 32x16.json
edit '1s/"device": "[^"]*"/"device": "NVIDIA H200"/'
refuses device 32x16.json
edit '1s/"nvrtc": "[^"]*"/"nvrtc": "12.0"/'
refuses nvrtc 32x16.json
edit '1s/"shared_per_sm": [0-9]*/"shared_per_sm": 1/'
refuses capability 32x16.json
edit '1s/"version": "[^"]*", //'
cp edited.jsonl other.jsonl
sweep 'a header without version' 2 32x16.json --resume -o other.jsonl
edit '3s/"name": "[^"]*"/"name": "nobody"/'
cp edited.jsonl other.jsonl
sweep 'a record of another sweep' 2 32x16.json --resume -o other.jsonl
has 'a record of another sweep' "the record of 'nobody' is none of this sweep" err
cp "$SOURCE_DIR/README.md" other.jsonl
sweep 'no results file' 2 32x16.json --resume -o other.jsonl
cmp -s other.jsonl "$SOURCE_DIR/README.md" || fail 'no results file: it was changed'
rm -f edited.jsonl

# ---- places that cannot be written ----

sweep 'no such folder' 1 32x16.json -o nowhere/x.jsonl
has 'no such folder' 'nowhere/x.jsonl: error: cannot open for writing: No such file or directory' err
sweep 'a folder' 1 32x16.json -o elsewhere
sweep 'a device' 2 32x16.json -o /dev/full
has 'a device' '/dev/full: error: not a regular file' err
[ -c /dev/full ] || fail 'a device: it was replaced'
ln -s target.jsonl link.jsonl
sweep 'a link' 0 32x16.json -o link.jsonl
[ -L link.jsonl ] && [ -f target.jsonl ] || fail 'a link: it was replaced'
(
    trap '' XFSZ # a file of more than 8 KB cannot be: as on a full disk
    ulimit -f 8
    "$TILEWRIGHT" sweep --device sim 32x16.json --all -o full.jsonl >out 2>err
)
[ $? -eq 1 ] || fail 'disk full: exit status'
has 'disk full' 'full.jsonl: error: cannot write: (File too large|the disk is full)' err
sweep 'disk full, then room' 0 32x16.json --all --resume -o full.jsonl
sweep 'the same afresh' 0 32x16.json --all -o fresh.jsonl
same 'disk full, then room' full.jsonl fresh.jsonl

"$TILEWRIGHT" sweep --device sim 32x16.json --all --template slow.mustache -o shared.jsonl >first 2>&1 &
pid=$!
until [ -s shared.jsonl ]; do sleep 0.02; done
sweep 'two at once' 1 32x16.json --all --template slow.mustache -o shared.jsonl
has 'two at once' 'shared.jsonl: error: another sweep is writing this file' err
kill -9 $pid
{ wait $pid; } 2>/dev/null
sweep 'the lock ends with its holder' 0 32x16.json -o shared.jsonl

# ---- faults cost their variant alone ----

# inject NAME CODE: a template with CODE behind the barrier; {{IPAD}} picks the variant.
inject() {
    CODE=$2 awk '/__syncthreads\(\);/ { print; print ENVIRON["CODE"]; next } { print }' "$SOURCE_DIR/templates/tile.cu.mustache" >"$1.mustache"
}
cat >five.json <<'END'
{ "tilewright": 1, "kernel": "tile", "variants": [ { "name": "t", "BDIMX": 32, "BDIMY": 16, "layout": "row-col", "IPAD": { "from": 0, "to": 4 }, "swizzle": "none" } ] }
END
# costs NAME PAD REASON ARGUMENT...: all but t_IPAD<PAD> are ok, that one has failed for the reason.
costs() {
    local name=$1 pad=$2 reason=$3
    shift 3
    sweep "$name" 1 five.json --all --template "$name.mustache" -o fault.jsonl "$@"
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
inject none ''

# A worker that is killed while it is at a variant: as when the kernel runs out of memory.
"$TILEWRIGHT" sweep --device sim five.json --all --jobs 1 --timeout 0 --template endless.mustache -o fault.jsonl >out 2>err &
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

# Memory: ten to the eighth numbers are more than the compiler may have here. Sanitizers take more address space than that.
if ! grep -q __asan_init "$TILEWRIGHT"; then
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
        ulimit -v 1500000
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

# ---- exit statuses and arguments ----

sweep 'only rejected ones' 1 <(sed 's/"IPAD"/"BDIMX": 2048, &/; s/"BDIMX": 32, //; s/2048/1024/' five.json)
sweep 'a bad config' 2 <(echo '{')
for bad in '--jobs x' '--jobs -1' '--jobs 65' '--shard 0/2' '--shard 3/2' '--shard 1' '--shard /2' '--timeout 1s' '--top -3' '--resume' '--device gpu'; do
    # shellcheck disable=SC2086
    sweep "bad usage: $bad" 2 five.json $bad
done
sweep 'reserved names' 2 <(sed 's/"t"/"A7"/; s/"IPAD": {[^}]*}/"IPAD": 0/' five.json)
sweep 'few rows' 0 five.json --all --top 2
has 'few rows' 'and 3 more \(--top\)' out

[ $failures -eq 0 ] && echo 'all as expected'
exit $((failures > 0))
