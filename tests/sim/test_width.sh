#!/usr/bin/env bash
# Nothing that is for people is wider than 80 columns where the output is no terminal: every command and action, its help, its tables
# with every config of configs/, and its errors. Raw is what programs read: sources, JSON, CSV, completion, manual pages.
. "${BASH_SOURCE%/*}/../shell.sh" || exit 1
unset COLUMNS
export LC_ALL=C.UTF-8 TILEWRIGHT_CACHE=$work/cache
cd "$work" || exit 1
cp "$SOURCE_DIR"/configs/*.json .
lines=0

# fits ARGUMENT...: prints lines, none of them too wide.
fits() {
    "$TILEWRIGHT" "$@" >out 2>&1 </dev/null
    python3 - <<'PYTHON' || fail "$*"
import sys
lines = open("out", encoding="utf-8", errors="replace").read().split("\n")
wide = [line for line in lines if len(line) > 80 and " " in line.strip()]
print(*wide[:3], sep="\n")
sys.exit(bool(wide) or lines == [""])
PYTHON
    lines=$((lines + $(wc -l <out)))
}

fits
fits help
for command in $("$TILEWRIGHT" help | sed -n 's/^  \([a-z][a-z]*\) .*/\1/p'); do
    fits "$command" --help
    fits "$command" --usage
    fits "$command" --nonsense
    for action in $("$TILEWRIGHT" "$command" --help | sed -n 's/^  \([a-z][a-z]*\) .*/\1/p'); do fits "$command" "$action" --help; done
done
for config in *.json; do
    fits explain "$config"
    fits solve "$config"
done
for config in rectangle chapter-transpose chapter-reduce coalesce dot dot-wrong ladder line message-wrong probe reduce shuffle stencil tile-wrong; do
    fits run "$config.json" --device sim
    fits run "$config.json" --device sim --transactions
    fits verify "$config.json" --device sim
done
fits run rectangle.json --device sim --print
for config in sweep-padding sweep-types chapter-transpose; do
    fits sweep "$config.json" --device sim -o "$config.jsonl"
    fits results "$config.jsonl"
    fits results "$config.jsonl" -f status=skipped --sort IPAD
done
fits cache list
fits cache explain rectangle.json
fits wisdom list
fits device
[ $lines -gt 2000 ] || fail "only $lines lines were looked at"

# Where there is room nothing is left out, and COLUMNS says how much there is.
"$TILEWRIGHT" run coalesce.json --device sim >narrow 2>/dev/null
COLUMNS=150 "$TILEWRIGHT" run coalesce.json --device sim >wide 2>/dev/null
grep -q '^not shown: .*sectors needed' narrow || fail "nothing is said of what is left out"
grep -q 'sectors  *sectors' wide || fail "COLUMNS does not widen a table"
exit $((failures > 0))
