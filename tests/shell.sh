# What most shell tests begin with, to be sourced: $work and fail() of sim/tests/shell.sh, and where templates are.
. "${BASH_SOURCE%/*}/../sim/tests/shell.sh"

# template NAME: the file of that template, which is in its family's folder.
template() {
    echo "$SOURCE_DIR"/templates/*/"$1".mustache
}
