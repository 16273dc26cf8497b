#!/usr/bin/env bash
# What runs leave behind that are interrupted or killed: nothing, or nothing that the next one does not sweep up; and that a
# cache which cannot be trusted is said once, and not used. Needs TILEWRIGHT and SOURCE_DIR.
. "${BASH_SOURCE%/*}/../shell_sweep.sh" || exit 1
export TMPDIR=$work/tmp
mkdir "$TMPDIR"

if ! "$TILEWRIGHT" device >/dev/null 2>&1; then
    echo 'skipped: no device or no compiler'
    exit 77
fi

# A variant takes for ever: the simulator cannot know that the loop does not end.
cat >many.json <<'END_OF_CONFIG'
{ "tilewright": 1, "kernel": "tile", "variants": [ { "name": "t", "BDIMX": 32, "BDIMY": 16, "layout": "row-col", "IPAD": { "from": 0, "to": 30 }, "swizzle": "none" } ] }
END_OF_CONFIG
awk '/__syncthreads\(\);/ { print; print "if ({{IPAD}} >= 3) for (volatile unsigned long long i = 1; i; i++) {}"; next } { print }' \
    "$SOURCE_DIR/templates/tile/tile.cu.mustache" >endless.mustache

workers_of() { # PID
    cat "/proc/$1/task/$1/children" 2>/dev/null
}
left() { # every temporary file there is
    find "$work" \( -name '*.part' -o -name '*-part' -o -path "$TMPDIR/*" \) | head -3
}
# nothing_left NAME PID...: none of the processes (one that nobody has waited for is gone all the same), and no temporary file.
nothing_left() {
    local pid
    for pid in "${@:2}"; do
        ! grep -q '^State:.[^ZX]' "/proc/$pid/status" 2>/dev/null || fail "$1: process $pid is left"
    done
    [ -z "$(left)" ] || fail "$1: $(left) is left"
}
# wait_for NAME COMMAND...: until it succeeds; a minute at most.
wait_for() {
    local i
    for i in $(seq 1200); do
        "${@:2}" && return
        sleep 0.05
    done
    fail "$1: never came"
}
catches() { # PID: it has a handler for SIGINT
    grep -q '^SigCgt:.*[2367abef]$' "/proc/$1/status"
}
lines() { # FILE NUMBER: it has so many lines
    [ -f "$1" ] && [ "$(wc -l <"$1")" -ge "$2" ]
}

# ---- two interrupts, while workers are at variants that do not end ----

for signal in INT TERM; do
    for cache in '' --no-cache; do
        name="sweep $cache, SIG$signal twice"
        rm -f swept.jsonl
        # shellcheck disable=SC2086
        "$TILEWRIGHT" sweep --device sim many.json --all --jobs 2 --timeout 0 $cache --template endless.mustache \
            --force --report page.html -o swept.jsonl >out 2>err &
        pid=$!
        wait_for "$name" lines swept.jsonl 4
        sleep 0.2
        workers=$(workers_of $pid)
        [ -n "$workers" ] || fail "$name: there are no workers"
        kill -$signal $pid
        sleep 0.2
        kill -0 $pid 2>/dev/null || fail "$name: the first does not wait for the variants in flight"
        kill -$signal $pid
        wait $pid
        [ $? -eq 130 ] || fail "$name: the exit status is not 130"
        # shellcheck disable=SC2086
        nothing_left "$name" $workers
        [ "$(grep -c '"status": "ok"' swept.jsonl)" -eq 3 ] || fail "$name: records were lost"
        has "$name" 'interrupted: --resume goes on from here' err
    done
done

"$TILEWRIGHT" run --device sim many.json --json --template endless.mustache >out 2>err &
pid=$!
wait_for run grep -q t_IPAD2 out
sleep 0.2
workers=$(workers_of $pid)
[ -n "$workers" ] || fail 'run: there is no worker'
kill -INT $pid
kill -INT $pid 2>/dev/null
wait $pid
[ $? -eq 130 ] || fail 'run: the exit status is not 130'
# shellcheck disable=SC2086
nothing_left run $workers
has run '^tilewright run: interrupted' err

# Also of a worker that is killed while it stores a kernel: what it leaves is there already, unlocked.
half=00000000000000000000000000000001.0000000000000001.part
printf half >"cache/$half"
"$TILEWRIGHT" run --device sim many.json --json --template endless.mustache >out 2>err &
pid=$!
wait_for 'run, half a kernel' grep -q t_IPAD2 out
printf half >"cache/$half"
kill -INT $pid
wait $pid
nothing_left 'run, half a kernel'

sed 's/"to": 30/"to": 250/' many.json >embedded.json
mkdir files
"$TILEWRIGHT" embed embedded.json --name k --no-cache --jobs 2 -o files >out 2>err &
pid=$!
wait_for embed catches $pid
sleep 0.2
kill -INT $pid
kill -INT $pid 2>/dev/null
wait $pid
[ $? -eq 130 ] || fail 'embed: the exit status is not 130'
nothing_left embed
has embed '^tilewright embed: interrupted' err
[ -z "$(ls files)" ] || fail 'embed: some of the files are there'

# ---- the terminal: no half of a progress bar is left in its line ----

if command -v script >/dev/null; then
    rm -f swept.jsonl typescript
    cat >typed.sh <<'END_OF_SCRIPT'
echo $$ >pid
exec "$TILEWRIGHT" sweep --device sim many.json --all --jobs 2 --timeout 0 --template endless.mustache -o swept.jsonl
END_OF_SCRIPT
    TERM=xterm script -qec 'sh typed.sh' typescript >/dev/null 2>&1 </dev/null &
    shown=$!
    wait_for 'the bar' grep -qs 'simulating: \[' typescript
    kill -INT "$(cat pid)"
    sleep 0.1
    kill -INT "$(cat pid)"
    wait $shown
    # whatever follows the last bar, which puts the cursor back, begins with the sequence that clears the rest of the line
    python3 -c 'import sys
after = open("typescript", "rb").read().rpartition(b"\x1b8")[2]
sys.exit(not after.startswith(b"\x1b[K"))' || fail 'the bar is left on the terminal'
else
    echo 'no script: the terminal is not looked at'
fi

# ---- killed, and swept up by the next ----

"$TILEWRIGHT" sweep --device sim many.json --all --jobs 2 --timeout 0 --no-cache --template endless.mustache -o killed.jsonl >out 2>err &
pid=$!
wait_for 'killed' lines killed.jsonl 4
workers=$(workers_of $pid)
kill -9 $pid
{ wait $pid; } 2>/dev/null
folder=$(echo "$TMPDIR"/tilewright-scratch-*-??????)
[ -n "$(ls "$folder")" ] || fail 'killed: nothing was left to be swept up'
printf half >killed.jsonl.tilewright-part
printf half >"cache/$half"
mkdir "$TMPDIR/tilewright-scratch-mine" "$TMPDIR/tilewright-other"
sed 's/"to": 30/"to": 1/' many.json >few.json
exec 9<"$folder" # while its lock is held, its owner lives
flock -n 9 || fail 'killed: the lock is still held'
tw 'the next, while the owner lives' 0 run few.json --device sim
[ -d "$folder" ] || fail 'the folder of one that lives was removed'
exec 9<&-
tw 'the next' 0 sweep --device sim few.json --all --force -o killed.jsonl
rmdir "$TMPDIR/tilewright-scratch-mine" "$TMPDIR/tilewright-other" || fail 'the next: it removed what is none of its'
# shellcheck disable=SC2086
nothing_left 'killed, and then the next' $workers

# Another user's are left alone, and so is a folder that is none of ours by its owner.
if [ "$(id -u)" -eq 0 ]; then
    mkdir "${folder%??????}aaaaaa"
    chown 65534 "${folder%??????}aaaaaa"
    tw "another's folder" 0 run few.json --device sim
    rmdir "${folder%??????}aaaaaa" || fail "another's folder was removed"
else
    echo "not root: nobody else's folder can be made"
fi

# ---- a cache that cannot be trusted is said, once, and the run goes on without ----

chmod 777 cache
stored=$(find cache | wc -l)
for command in 'run few.json --device sim' 'sweep few.json --device sim --jobs 2 --all' 'embed few.json --name k -o files' 'cache path'; do
    # shellcheck disable=SC2086
    tw "not trusted: $command" 0 $command
    has "not trusted: $command" "^tilewright[a-z ]*: warning: the cache '$work/cache' is not used.*may be written to by others \(mode 0777; chmod go-w" err
    [ "$(grep -c 'warning' err)" -eq 1 ] || fail "not trusted: $command: it is said $(grep -c warning err) times"
done
for command in list clear "explain few.json"; do
    # shellcheck disable=SC2086
    tw "not trusted: cache $command" 3 cache $command
    has "not trusted: cache $command" ": the cache '$work/cache' is not used" err
done
tw 'not trusted, not wanted' 0 run few.json --device sim --no-cache
! grep -q warning err || fail 'not trusted, not wanted: it is said'
[ "$(find cache | wc -l)" -eq "$stored" ] || fail 'not trusted: something was stored or removed'
chmod 755 cache
tw 'trusted again' 0 run few.json --device sim
! grep -q warning err || fail 'trusted again: it is said'

# A kernel that another planted, with a right checksum and key, is not run; nor is one of ours that others may change.
if [ "$(id -u)" -eq 0 ]; then
    tw 'all there' 0 cache explain few.json
    has 'all there' ': hit' out
    chown 65534 cache/*.kernel
    tw 'planted' 0 cache explain few.json
    ! grep -q ': hit' out || fail 'planted: it counts'
    tw 'planted' 0 run few.json --device sim
    tw 'replaced' 0 cache explain few.json
    [ "$(grep -c ': hit' out)" -eq 2 ] || fail 'planted: it was not replaced'
fi

[ $failures -eq 0 ] && echo 'all as expected'
exit $((failures > 0))
