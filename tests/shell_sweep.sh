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
