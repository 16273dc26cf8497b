# What tests that run many transposes begin with, to be sourced. Needs TILEWRIGHT and SOURCE_DIR.
. "${BASH_SOURCE%/*}/shell.sh" || exit 1

# generate FILE ARGUMENT...: the config that tests/transposes.py makes.
generate() {
    python3 "$SOURCE_DIR/tests/transposes.py" "${@:2}" >"$1" || fail "no config was made: ${*:2}"
}

# run_all FILE: every variant of that config ran, right, and as it was predicted.
run_all() {
    local count same
    "$TILEWRIGHT" run "$1" --device sim >"$1.out" 2>&1 || fail "a transpose went wrong: $(cat "$1.out")"
    count=$(sed -nE 's/.*: ([0-9]+) variants of the transpose kernel.*/\1/p' "$1.out")
    same=$(sed -nE 's/^simulated as predicted: ([0-9]+) of .*/\1/p' "$1.out")
    [ "$same" = "$count" ] || fail "$1: $same of $count variants ran as predicted"
}
