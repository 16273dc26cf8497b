#!/usr/bin/env bash
# What goes wrong with the output, not the input: closed and full outputs give one message and status 1, wherever the
# variants run. And the smallest tile is a tile under every architecture.
set -u
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
failed=0
square=$SOURCE_DIR/configs/square.json

fail() {
    echo "FAILED: $*"
    failed=1
}

# refused NAME COMMAND...: its output cannot be written, is said so once, and it ends with status 1.
refused() {
    local name=$1 target status
    shift
    for target in /dev/full '&-'; do
        eval '"$@" 2>"$dir/err" >'"$target"
        status=$?
        [ $status -eq 1 ] || fail "$name to $target: status $status"
        [ "$(grep -c 'cannot write' "$dir/err")" = 1 ] || fail "$name to $target: $(cat "$dir/err")"
    done
}

refused gen "$TILEWRIGHT" gen "$square"
refused "gen -o" "$TILEWRIGHT" gen -o "$dir/out" "$square"
refused run "$TILEWRIGHT" run --device sim "$square"
refused "run --print" "$TILEWRIGHT" run --device sim --print "$square"
refused "run --json" "$TILEWRIGHT" run --device sim --json "$square"
refused explain "$TILEWRIGHT" explain "$square"
refused solve "$TILEWRIGHT" solve "$square"
refused device "$TILEWRIGHT" device
refused schema "$TILEWRIGHT" schema

# With every standard stream closed the files the program opens get none of their numbers.
"$TILEWRIGHT" run --device sim "$square" <&- >&- 2>&-
[ $? -eq 1 ] || fail "run with no streams"

# expect STATUS PATTERN ARGUMENTS...: of a run of the smallest kind, what both streams together must say.
expect() {
    local status=$1 pattern=$2
    shift 2
    "$TILEWRIGHT" run --device sim --variant setRowReadCol "$@" >"$dir/both" 2>&1
    [ $? -eq "$status" ] || fail "run $*: another status than $status"
    grep -q -- "$pattern" "$dir/both" || fail "run $*: no '$pattern' in $(cat "$dir/both")"
}

# The bank mode stands in the heading; what is asked for in vain is said, and so is a machine that is only imagined.
expect 0 ': 1 variant of the tile kernel, for sm_90 with 4-byte banks$' "$square"
grep -q 'has no effect' "$dir/both" && fail "nothing was asked for"
expect 0 '^--bank-mode 64 has no effect on this device$' --bank-mode 64 --cache-config L1 "$square"
expect 0 '^--bank-mode 64 has no effect on this device$' --bank-mode 64 --json "$square"
expect 0 'with 4-byte banks$' --bank-mode 32 --cache-config shared "$square"
grep -q 'has no effect' "$dir/both" && fail "the simulator has banks of 4 bytes, and contexts that prefer shared memory"
expect 2 "bank-mode '8': 32 or 64" --bank-mode 8 "$square"
expect 2 "cache-config is none, shared, L1 or equal, not 'l1'" --cache-config l1 "$square"
sed 's/"kernel"/"machine": { "banks": 4 }, "kernel"/' "$square" >"$dir/four.json"
expect 0 "the config, 4 banks of 4 bytes, is for explain and solve: here the device's 32 banks of 4 bytes count" "$dir/four.json"
grep -qE '32 -> 1024 +32 +992$' "$dir/both" || fail "the machine changes what is counted: $(cat "$dir/both")"

# The compiler, which knows more from sm_100 on, must keep the one access of each side.
cat >"$dir/one.json" <<'END'
{ "tilewright": 1, "kernel": "tile",
  "defaults": { "BDIMX": 1, "BDIMY": 1, "layout": ["row-row", "row-col"], "shared": ["static", "dynamic"] },
  "variants": [ { "name": "one", "index": "2d", "type": ["int8", "int32", "int32x4", "float16"] },
                { "name": "volatile", "memory": "volatile", "index": "linear", "type": ["int8", "int32", "float16", "float64"] },
                { "name": "other", "index": "linear", "scope": ["kernel", "file"], "type": "int32" } ] }
END
for sm in 75 90 100 120; do
    "$TILEWRIGHT" run --device sim --json --arch sm_$sm "$dir/one.json" >"$dir/one.$sm" 2>"$dir/err"
    case $? in
    0) [ "$(grep -c '"status": "ok"' "$dir/one.$sm")" = 40 ] || fail "1x1 on sm_$sm: $(grep -v '"ok"' "$dir/one.$sm")" ;;
    3) echo "sm_$sm: $(cat "$dir/err")" ;; # this NVRTC compiles for no such architecture
    *) fail "1x1 on sm_$sm: $(grep -v '"ok"' "$dir/one.$sm") $(cat "$dir/err")" ;;
    esac
done
exit $failed
