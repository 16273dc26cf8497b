#!/usr/bin/env bash
# Every link between README.md, the pages of docs/ and those of tools/bench and tools/fit leads somewhere, and every page is led to; README.md's
# figures are those of the benches' records.
. "${BASH_SOURCE%/*}/../shell.sh" || exit 1
python3 "$SOURCE_DIR/tests/links.py" "$SOURCE_DIR" || fail "links are broken"
python3 "$SOURCE_DIR/tests/figures.py" "$SOURCE_DIR" || fail "figures differ"
python3 "$SOURCE_DIR/tests/rates.py" "$SOURCE_DIR" || fail "rates differ"
exit $((failures > 0))
