# Memory ends at the k-th allocation of `tilewright simulate`, or of the program that it runs, that once or from there on: the counts
# are whole, as without, or the status says that something is wrong; and no file is left that is not whole.
. "${BASH_SOURCE%/*}/../shell.sh" || exit 1
if readelf -d "$BUILD_DIR/dropin/libcuda.so.1" | grep -qE 'lib[a-z]*san'; then
    echo "skipped: a sanitized build"
    exit 77
fi
cd "$work" || exit 1
program=$BUILD_DIR/sim/tests/dropin_linked
ptx=$SOURCE_DIR/sim/tests/dropin/reverse.ptx

# simulated OUTPUT ARGUMENT...: with what is in the environment; OUTPUT says how the counts are asked for.
simulated() {
    rm -f counts
    case $1 in
    file) "$TILEWRIGHT" simulate --json -o counts -- "$program" "$ptx" >out 2>err ;;
    json) "$TILEWRIGHT" simulate --json -- "$program" "$ptx" >out 2>err ;;
    table) "$TILEWRIGHT" simulate -- "$program" "$ptx" >out 2>err ;;
    esac
}

trials() {
    local output=$1 failing=$2 k count step status
    rm -f count
    FAILING_PROGRAM=$failing FAILING_COUNT=count LD_PRELOAD=$PROGRAMS/libfailing_malloc.so simulated "$output" || fail "$*: $(cat err)"
    cp out right
    [ "$output" = file ] && cp counts right.counts
    count=$(cat count)
    step=$((count / $(draws 8 1000) + 1))
    for onward in '' 1; do
        for ((k = 0; k < count; k += step)); do
            FAILING_PROGRAM=$failing FAILING_FIRST=$k FAILING_ONWARD=$onward LD_PRELOAD=$PROGRAMS/libfailing_malloc.so simulated "$output"
            status=$?
            if [ $status -eq 0 ]; then
                cmp -s out right || fail "$*, allocation $k $onward: status 0, but another output"
                [ "$output" != file ] || cmp -s counts right.counts || fail "$*, allocation $k $onward: status 0, but other counts"
            else
                [ -s err ] || [ -s out ] || fail "$*, allocation $k $onward: status $status, in silence"
            fi
            [ ! -e counts ] || [ "$output" != file ] || tail -c 2 counts | grep -q '}' || fail "$*, allocation $k $onward: counts that are not whole"
        done
    done
}

for output in file json table; do
    trials $output tilewright
    trials $output "${program##*/}"
done

[ $failures -eq 0 ] && echo ok
exit $((failures > 0))
