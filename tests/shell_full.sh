# What tests of an output that takes nothing begin with, to be sourced. They work in $work. Needs TILEWRIGHT.
. "${BASH_SOURCE%/*}/shell.sh" || exit 1
[ -w /dev/full ] || { echo "no /dev/full"; exit 77; }
cd "$work" || exit 1
export TILEWRIGHT_CACHE=$work/cache

# refused ARGUMENT...: full or closed, it is said once, and the status is 1.
refused() {
    local target status
    for target in /dev/full '&-'; do
        eval '"$TILEWRIGHT" "$@" 2>err >'"$target"
        status=$?
        [ $status -eq 1 ] || fail "$* to $target: status $status"
        [ "$(grep -cE '^tilewright ?[a-z ]*: <stdout>: cannot write: ' err)" = 1 ] || fail "$* to $target: $(cat err)"
    done
}
