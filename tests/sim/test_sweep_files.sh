#!/usr/bin/env bash
# tilewright sweep on the simulator: what its results file survives. Needs TILEWRIGHT
# and SOURCE_DIR.
. "${BASH_SOURCE%/*}/../shell_sweep.sh" || exit 1

tile 32 16 >32x16.json
sweep '32x16' 0 32x16.json -o 32x16.jsonl
sed 's/"row-col"/&, "IPAD": { "from": 0, "to": 5 }, "type": ["int8", "float64"]/' 32x16.json >space.json

# ---- killed and resumed ----

sweep 'whole' 0 space.json -o whole.jsonl
cp whole.jsonl again.jsonl
sweep 'nothing left to try' 0 space.json --resume -o again.jsonl
has 'nothing left to try' ', 0 to try' out
same 'nothing left to try' whole.jsonl again.jsonl
sweep 'all' 0 space.json --all -o all.jsonl
for round in 1 2 3; do # compiling in the first, from the cache in the others
    [ $round = 1 ] && rm -rf "$TILEWRIGHT_CACHE"
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
cat >slow.mustache <"$SOURCE_DIR/templates/tile/tile.cu.mustache"
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
has 'another template' 'were rendered with the template slow.mustache of hash [0-9a-f]{16}, and slow.mustache has hash' err
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
has 'a record of another sweep' "the record of 'nobody' is of another sweep" err
cp "$SOURCE_DIR/README.md" other.jsonl
sweep 'no results file' 2 32x16.json --resume -o other.jsonl
cmp -s other.jsonl "$SOURCE_DIR/README.md" || fail 'no results file: it was changed'
rm -f edited.jsonl

# ---- places that cannot be written ----

sweep 'no such folder' 1 32x16.json -o nowhere/x.jsonl
has 'no such folder' 'nowhere/x.jsonl: cannot be written: there is no folder nowhere' err
sweep 'a folder' 1 32x16.json -o elsewhere
sweep 'a device' 1 32x16.json -o /dev/full
has 'a device' '/dev/full: not a regular file' err
[ -c /dev/full ] || fail 'a device: it was replaced'
ln -s target.jsonl link.jsonl
sweep 'a link' 0 32x16.json -o link.jsonl
[ -L link.jsonl ] && [ -f target.jsonl ] || fail 'a link: it was replaced'
(
    trap - XFSZ # a file of more than 8 KB cannot be: as on a full disk
    ulimit -f 8
    "$TILEWRIGHT" sweep --device sim 32x16.json --all -o full.jsonl >out 2>err
)
[ $? -eq 1 ] || fail 'disk full: exit status'
has 'disk full' 'full.jsonl: cannot write: (File too large|the disk is full)' err
sweep 'disk full, then room' 0 32x16.json --all --resume -o full.jsonl
sweep 'the same afresh' 0 32x16.json --all -o fresh.jsonl
same 'disk full, then room' full.jsonl fresh.jsonl

# The command that is next names the file that holds the results, and there is none where none does.
sweep 'disk full, and what is next' 0 32x16.json --all --force -o full.jsonl
has 'disk full, and what is next' '^next: tilewright embed full.jsonl ' out
(
    trap - XFSZ
    ulimit -f 8
    "$TILEWRIGHT" sweep --device sim 32x16.json --all --force -o full.jsonl 2>err | cat >out
)
! grep -q '^next:' out || fail "disk full: $(grep '^next:' out)"
for shard in '' '--shard 1/2'; do
    rm -f moved.jsonl*
    "$TILEWRIGHT" sweep --device sim 32x16.json --all --template slow.mustache $shard -o moved.jsonl >out 2>err &
    pid=$!
    until [ -s moved.jsonl ]; do sleep 0.02; done
    echo mine >moved && mv moved moved.jsonl
    wait $pid
    [ $? -eq 1 ] || fail "replaced $shard: the exit status is not 1"
    [ "$(cat moved.jsonl)" = mine ] || fail "replaced $shard: another's file was changed"
    tr -s '\n ' ' ' <out | grep -qE "next: tilewright (embed|results) $PWD/moved.jsonl.1 " || fail "replaced $shard: $(grep '^next:' out)"
done
"$TILEWRIGHT" sweep --device sim 32x16.json --all --template slow.mustache -o shared.jsonl >first 2>&1 &
pid=$!
until [ -s shared.jsonl ]; do sleep 0.02; done
sweep 'two at once' 1 32x16.json --all --template slow.mustache -o shared.jsonl
has 'two at once' 'shared.jsonl: another sweep is writing this file' err
kill -9 $pid
{ wait $pid; } 2>/dev/null
sweep 'the lock ends with its holder' 0 32x16.json --force -o shared.jsonl

[ $failures -eq 0 ] && echo 'all as expected'
exit $((failures > 0))
