# What most shell tests begin with, to be sourced: $work and fail() of sim/tests/shell.sh, and where templates are.
. "${BASH_SOURCE%/*}/../sim/tests/shell.sh"

# draws SAMPLE ALL: how much is drawn at random, everything when TILEWRIGHT_TEST_DRAWS is `all` (make test-all).
draws() {
    if [ "${TILEWRIGHT_TEST_DRAWS-}" = all ]; then echo "$2"; else echo "$1"; fi
}

# template NAME: the file of that template, which is in its family's folder.
template() {
    echo "$SOURCE_DIR"/templates/*/"$1".mustache
}
