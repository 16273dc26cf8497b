#!/usr/bin/env bash
# Every link between README.md and the pages of docs/ leads somewhere, and every page is led to.
. "${BASH_SOURCE%/*}/../shell.sh" || exit 1
python3 "$SOURCE_DIR/tests/links.py" "$SOURCE_DIR" || fail "links are broken"
exit $((failures > 0))
