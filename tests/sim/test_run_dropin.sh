# The program with the drop-in for its driver: NVRTC opens the driver too, for a cache of its own, and nobody takes it for a GPU.
. "${BASH_SOURCE%/*}/../shell.sh" || exit 1
config=$SOURCE_DIR/configs/square.json

# expect EXIT-STATUS TEXT OPTIONS...: of `run`; its output must contain the text.
expect() {
    local status=$1 text=$2
    shift 2
    LD_LIBRARY_PATH=$BUILD_DIR/dropin "$TILEWRIGHT" run "$@" "$config" >"$work/out" 2>&1
    local got=$?
    [ $got -eq "$status" ] || fail "run $*: exit status $got, not $status: $(cat "$work/out")"
    grep -qF -- "$text" "$work/out" || fail "run $*: no \"$text\" in: $(cat "$work/out")"
}

expect 0 "6 ok" --no-cache
expect 0 "device: simulator (sm_90)"
expect 3 "is the simulator's" --device cuda

[ $failures -eq 0 ] && echo "ok"
exit $((failures > 0))
