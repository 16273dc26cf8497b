#!/usr/bin/env bash
# tilewright init: what it writes runs as it is, for every family; files are not overwritten; the schema is a file that an editor
# can be given. Needs TILEWRIGHT and SOURCE_DIR.
. "${BASH_SOURCE%/*}/../shell_sweep.sh" || exit 1

families=$(sed -n 's/^ *X(\([a-z]*\)).*/\1/p' "$SOURCE_DIR/base/families.h")
[ "$(wc -w <<<"$families")" -ge 9 ] || fail "families: $families"
for family in $families; do
    tw "$family" 0 init "$family" -o "$family.json"
    tw "$family on standard output" 0 init "$family"
    cmp -s out "$family.json" || fail "$family: another on standard output"
    tw "$family runs" 0 run "$family.json" --device sim
    has "$family runs" '^[0-9]+ ok$' out
    tw "$family's sources" 0 gen "$family.json"
done

tw 'the same again' 0 init tile -o tile.json
echo '{}' >tile.json
tw 'something else is there' 2 init tile -o tile.json
has 'something else is there' '--force replaces it' err
[ "$(cat tile.json)" = '{}' ] || fail 'it was overwritten'
tw 'forced' 0 init tile -o tile.json --force
has 'forced' '"tilewright": 1' tile.json
tw 'no folder' 1 init tile -o nowhere/tile.json
tw 'no family' 2 init
has 'no family' 'which family\? There are tile, ' err
tw 'two families' 2 init tile dot
tw 'a wrong family' 2 init stensil
has 'a wrong family' "did you mean 'stencil'\?" err

# Notes in what lint reads.
cp "$SOURCE_DIR"/tests/lint/turn.cu .
noted='{"$comment": "small", "kernel": "turn", "grid": [4, 4], "block": [32, 8], "arguments": [{"type": "float32", "count": 16384, "fill": "none", "$comment": ["out"]}, {"type": "float32", "count": 16384}, 128]}'
tw 'a description with notes' 0 lint turn.cu --launch "$noted"
tw 'a note that is none' 2 lint turn.cu --launch "${noted/\"small\"/1}"
has 'a note that is none' '"\$comment" is 1' err

tw 'the schema' 0 schema
if python3 -c 'import jsonschema' 2>/dev/null; then
    "$TILEWRIGHT" schema >tilewright.schema.json
    python3 - "$SOURCE_DIR"/configs/*.json ./*.json <<'PYTHON' || fail 'the schema'
import json, sys
import jsonschema
schema = json.load(open("tilewright.schema.json"))
validator = jsonschema.Draft202012Validator(schema)
validator.check_schema(schema)
for path in sys.argv[1:]:
    if "schema" not in path:
        validator.validate(json.load(open(path)))
PYTHON
fi

[ $failures = 0 ] && echo "init: all well"
exit $((failures != 0))
