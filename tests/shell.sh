# What most shell tests begin with, to be sourced: a folder of their own, $work, which goes when they end, and fail().
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

# fail WHAT...: says what is wrong, and the test goes on to its end.
fail() {
    echo "FAILED: $*" >&2
    failures=$((failures + 1))
}

# draws SAMPLE ALL: how much is drawn at random, everything when TILEWRIGHT_TEST_DRAWS is `all` (make test-all).
draws() {
    if [ "${TILEWRIGHT_TEST_DRAWS-}" = all ]; then echo "$2"; else echo "$1"; fi
}

# template NAME: the file of that template, which is in its family's folder.
template() {
    echo "$SOURCE_DIR"/templates/*/"$1".mustache
}
