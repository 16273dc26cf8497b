# `tilewright explain`: its text and pictures against tests/golden/explain, its errors and its exit statuses.
# NAME.json is the config, NAME.args (if there) the options, NAME.txt the output expected, NAME.svg (if there) the picture.
# BLESS=1 rewrites NAME.txt and the NAME.svg that are there, docs/explain.svg and docs/padding.svg.
set -u
golden=$SOURCE_DIR/tests/golden/explain
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
export LC_ALL=C.UTF-8 COLUMNS=120

fail() {
    echo "FAIL: $*"
    failures=$((failures + 1))
}

# same EXPECTED GOT
same() {
    [ "${BLESS:-}" ] && cp "$2" "$1"
    diff -u "$1" "$2" | head -20
    cmp -s "$1" "$2" || fail "$1"
}

# Every picture must be XML, of positive size, with nothing outside it.
well_formed() {
    python3 - "$1" <<'PY' || fail "$1 is no good SVG"
import sys, xml.etree.ElementTree as tree
root = tree.parse(sys.argv[1]).getroot()
svg = "{http://www.w3.org/2000/svg}"
assert root.tag == svg + "svg"
width, height = int(root.get("width")), int(root.get("height"))
cells = 0
for e in root.iter(svg + "rect"):
    if e.get("x"):
        cells += 1
        assert int(e.get("x")) + int(e.get("width")) <= width and int(e.get("y")) + int(e.get("height")) <= height
for e in root.iter(svg + "text"):
    assert 0 < int(e.get("x")) < width and 0 < int(e.get("y")) < height
assert cells > 0
PY
}

# expect STATUS PATTERN ARGUMENTS...: the exit status, and what stdout and stderr together must contain
expect() {
    local status=$1 pattern=$2
    shift 2
    COLUMNS=1000 "$TILEWRIGHT" explain "$@" >"$work/both" 2>&1
    local got=$?
    [ $got = "$status" ] || fail "explain $*: exit status $got, expected $status"
    grep -q -- "$pattern" "$work/both" || { fail "explain $*: no '$pattern' in:"; head -5 "$work/both"; }
}

for config in "$golden"/*.json; do
    name=$(basename "$config" .json)
    args=$(cat "$golden/$name.args" 2>/dev/null)
    # shellcheck disable=SC2086
    "$TILEWRIGHT" explain $args --svg "$work/$name.svg" "$config" >"$work/$name.txt" 2>"$work/$name.err" ||
        fail "explain $args $name.json: exit status $?"
    [ -s "$work/$name.err" ] && fail "$name.json: $(cat "$work/$name.err")"
    same "$golden/$name.txt" "$work/$name.txt"
    well_formed "$work/$name.svg"
    if [ -f "$golden/$name.svg" ]; then same "$golden/$name.svg" "$work/$name.svg"; fi
done

# The configs of imagined machines, and the options that imagine.
for config in "$SOURCE_DIR"/configs/banks-*.json; do
    name=$(basename "$config" .json)
    "$TILEWRIGHT" explain --svg "$work/$name.svg" "$config" >"$work/$name.txt" || fail "explain $name.json"
    same "$golden/$name.txt" "$work/$name.txt"
    well_formed "$work/$name.svg"
done
expect 0 'compute capability 3.x: 32 banks of 8 bytes in 32-bit mode' --bank-mode 32 "$SOURCE_DIR/configs/banks-8-bytes.json"
expect 0 ' 32 banks of 4 bytes, ' --bank-mode 32 --bank-bytes 4 "$SOURCE_DIR/configs/banks-8-bytes.json"
expect 0 'imagined machine: 4 banks of 8 bytes in 64-bit mode' --bank-mode 64 --bank-bytes 8 "$SOURCE_DIR/configs/banks-4.json"
expect 2 'no such machine: the 64-bit mode needs banks of 8 bytes' --bank-mode 64 "$golden/four.json"
expect 2 'no such machine: a bank must be 4 or 8 bytes wide' --bank-bytes 5 "$golden/four.json"
expect 2 "bank-mode '33': 32 or 64" --bank-mode 33 "$golden/four.json"

# The picture and the output in the documentation.
"$TILEWRIGHT" explain --banks 4 --svg "$work/docs.svg" "$SOURCE_DIR/docs/explain.json" >"$work/docs.txt" ||
    fail "docs/explain.json"
same "$SOURCE_DIR/docs/explain.svg" "$work/docs.svg"

# README.md's picture: panels side by side.
"$TILEWRIGHT" explain --beside --svg "$work/padding.svg" "$SOURCE_DIR/docs/padding.json" >"$work/padding.txt" ||
    fail "docs/padding.json"
same "$SOURCE_DIR/docs/padding.svg" "$work/padding.svg"
well_formed "$work/padding.svg"
panels=$(sed -n 's/.*<text x="\([0-9]*\)" y="\([0-9]*\)" class="title".*/\1 \2/p' "$work/padding.svg")
[ "$(echo "$panels" | cut -d ' ' -f 2 | sort -u | wc -l)" = 1 ] || fail "--beside: panels at different heights: $panels"
[ "$(echo "$panels" | cut -d ' ' -f 1 | sort -u | wc -l)" = 2 ] || fail "--beside: panels lie on one another: $panels"

# The locale decides the box characters, and nothing in the picture.
(
    export LC_ALL=C
    "$TILEWRIGHT" explain --svg "$work/c.svg" "$golden/swizzle.json" >"$work/c.txt"
)
LC_ALL=C grep -q '[^ -~]' "$work/c.txt" && fail "not only ASCII under LC_ALL=C"
cmp -s "$work/c.svg" "$work/swizzle.svg" || fail "the picture depends on the locale"

# Without a terminal there is no colour; --all cuts nothing.
grep -q "$(printf '\033')" "$work"/*.txt && fail "escape sequences in a file"
"$TILEWRIGHT" explain --all "$golden/wide.json" >"$work/all.txt" || fail "--all"
grep -q cut: "$work/all.txt" && fail "--all cuts"
grep -q '^ 299' "$work/all.txt" || fail "--all does not draw row 299"

expect 0 '^padded2$' --variant padded2 "$golden/rectangle.json"
grep -q plain "$work/both" && fail "--variant explains others too"
expect 0 'imagined machine: 5 banks' --banks 5 "$golden/four.json"
expect 1 'rejected: 33 x 32 = 1056 threads' --variant many "$golden/rejected.json"
expect 1 'spans 4 banks, and the imagined machine has 3' --banks 3 --variant vectors "$golden/types.json"
expect 0 '^  not predicted: threads read what others write, and no barrier orders the two$' --variant noBarrier "$SOURCE_DIR/configs/tile-wrong.json"
printf '{"tilewright": 1, "kernel": "dot", "variants": [{"name": "dot", "n": 4096, "method": ["wrong", "last"]}]}' >"$work/dot.json"
expect 0 '^  not predicted: threads of its blocks pass by a barrier that others wait at$' "$work/dot.json"
[ "$(grep -c 'not predicted' "$work/both")" = 1 ] || fail "dot: not one of the two is not predicted"
expect 2 "there is no variant 'none'" --variant none "$golden/four.json"
expect 2 'banks takes a number from 1 to 32' --banks 33 "$golden/four.json"
expect 2 'banks takes a number from 1 to 32' --banks 4x "$golden/four.json"
expect 2 'banks takes a number from 1 to 32' --banks 0 "$golden/four.json"
expect 2 'not a known architecture' --arch sm_1 "$golden/four.json"
expect 2 'which config' --banks 4
expect 2 'only one config' "$golden/four.json" "$golden/ten.json"
printf '{"tilewright": 1, "kernel": "tile", "variants": [{"name": "a", "BDIMX": 8, "BDIMY": -1}]}' >"$work/bad.json"
expect 2 'bad.json:1:' "$work/bad.json"
expect 1 "no/such/picture.svg" --svg "$work/no/such/picture.svg" "$golden/four.json"
[ "$(wc -l <"$work/both")" = 1 ] || fail "not one error for a picture that cannot be written"
expect 2 'missing.json: ' "$work/missing.json"
printf '{"tilewright": 1, "kernel": "tile", "defaults": {"BDIMX": 2, "BDIMY": 2},
 "variants": [{"name": "a", "IPAD": {"from": 0, "to": 100}}]}' >"$work/many.json"
expect 2 '101 variants are too many for one picture' --svg "$work/many.svg" "$work/many.json"
if [ -w /dev/full ]; then
    "$TILEWRIGHT" explain "$golden/four.json" >/dev/full 2>"$work/full"
    [ $? = 1 ] || fail "a full output is not noticed"
    grep -q 'cannot write' "$work/full" || fail "a full output is not reported"
fi

[ $failures = 0 ] && echo "explain: all well"
exit $((failures != 0))
