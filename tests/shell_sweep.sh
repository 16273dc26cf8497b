# What tests of sweeps begin with, to be sourced. They work in $work with a cache of their own: the sweep is what is tested,
# and most of its time is the compiler's. Needs TILEWRIGHT.
. "${BASH_SOURCE%/*}/shell.sh" || exit 1
[ -x "$TILEWRIGHT" ] || { echo "there is no program $TILEWRIGHT"; exit 1; }
cd "$work" || exit 1
export TILEWRIGHT_CACHE=$work/cache
unset TILEWRIGHT_CACHE_SIZE

# As above, and shows what the last command said.
fail() {
    echo "FAILED: $1"
    [ -f out ] && tail -5 out
    [ -f err ] && tail -5 err
    failures=$((failures + 1))
}

# tw NAME STATUS COMMAND ARGUMENT...: runs the program into the files out and err.
tw() {
    local name=$1 wanted=$2 status
    shift 2
    "$TILEWRIGHT" "$@" >out 2>err
    status=$?
    [ $status -eq "$wanted" ] || fail "$name: exit status $status, not $wanted"
}

# has NAME PATTERN FILE: a line of the file matches.
has() {
    grep -qE -- "$2" "$3" || fail "$1: no line of $3 has '$2'"
}

# sweep NAME STATUS ARGUMENT...: runs it on the simulator into the files out and err.
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

tile() { # tile X Y: the space of its padding and swizzle
    printf '{"tilewright": 1, "kernel": "tile", "variants": [{"name": "t", "BDIMX": %s, "BDIMY": %s, "layout": "row-col", "index": "linear"}]}' "$1" "$2"
}

five() { # the space of five paddings
    printf '{ "tilewright": 1, "kernel": "tile", "variants": [ { "name": "t", "BDIMX": 32, "BDIMY": 16, "layout": "row-col", "IPAD": { "from": 0, "to": 4 }, "swizzle": "none" } ] }'
}
