#!/usr/bin/env bash
# Permutations through the commands: init, schema, explain, sweep, results, embed from results, wisdom; and configs whose texts are wrong.
. "${BASH_SOURCE%/*}/../shell.sh" || exit 1
cd "$work" || exit 1
export TILEWRIGHT_CACHE=$work/cache

# is STATUS WORDS COMMAND...: its status, and words of what it says on either stream.
is() {
    local status=$1 words=$2 got
    shift 2
    "$@" >out 2>err
    got=$?
    [ $got = "$status" ] || fail "$*: status $got: $(cat out err)"
    cat out err | grep -qF -- "$words" || fail "$*: no '$words' in: $(cat out err)"
}

"$TILEWRIGHT" init permute >init.json || fail init
is 0 'simulated as predicted: 5 of 5' "$TILEWRIGHT" run init.json --device sim
is 0 '| `shape` | a text | none |' "$TILEWRIGHT" schema --fields permute
is 0 '| `axes` | a text | required |' "$TILEWRIGHT" schema --fields permute

cat >heads.json <<'END'
{ "tilewright": 1, "kernel": "permute", "defaults": { "shape": "2 12 40", "sizes": "g=3", "type": "float16" }, "variants": [
  { "name": "heads", "axes": "n (g h) c -> n h g c", "in_strides": "", "method": ["rows", "tile", "naive"] } ] }
END
"$TILEWRIGHT" schema >schema.json || fail schema
python3 - <<'END' || fail "the schema"
import json
try:
    import jsonschema
except ImportError:
    raise SystemExit
for name in ("init.json", "heads.json"):
    jsonschema.validate(json.load(open(name)), json.load(open("schema.json")))
END
is 0 'heads_rows: no tile in shared memory' "$TILEWRIGHT" explain heads.json
is 0 'best: heads_' "$TILEWRIGHT" sweep heads.json --device sim -o heads.jsonl
is 0 'heads_naive' "$TILEWRIGHT" results heads.jsonl --sort rank
is 0 'heads_tile' "$TILEWRIGHT" results heads.jsonl --filter 'axes=n (g h) c -> n h g c' --filter method=tile
grep -q heads_rows out && fail "what was filtered out: $(cat out)"
python3 - <<'END' || fail "a record lacks a value"
import json
for line in open("heads.jsonl").readlines()[1:]:
    record = json.loads(line)
    assert record["status"] == "ok" and record["sizes"] == "g=3" and record["in_strides"] == "", record
    assert all(abs(value) < 1 << 53 for value in record.values() if isinstance(value, int)), record
END
is 0 'k/k.c' "$TILEWRIGHT" embed heads.jsonl --name k -o k --format c,ptx --arch sm_90

# A search with a budget, and what it finds as wisdom.
echo '{ "tilewright": 1, "kernel": "permute", "variants": [ { "name": "t", "axes": "n (g h) c -> n h g c", "shape": "2 12 41", "sizes": "g=3", "type": "float16",
  "method": "rows" } ] }' >one.json
is 0 'tried in the 600 s of the budget' "$TILEWRIGHT" sweep one.json --budget 600 --device sim -o one.jsonl
python3 - <<'END' || fail "wisdom of one.jsonl"
import json
lines = [json.loads(line) for line in open("one.jsonl")]
best = next(record for record in lines[1:] if record["rank"] == 1)
keys = list(best)
problem = keys[keys.index("axes"):keys.index("method")]
variant = keys[keys.index("method"):keys.index("carveout") + 1]
entry = {"kernel": "permute", "problem": {key: best[key] for key in problem}, "searched": ["out_run"],
         "variant": {key: best[key] for key in variant}, "us": 12.5, "estimate_us": 13.25, "tried": 4, "of": 9, "effort": "measure",
         "time": "2026-01-01T00:00:00Z", "version": "0.1.0", "template": lines[0]["template_hash"]}
header = {"tilewright_wisdom": 1, "device": "A card", "sm": 90, "multiprocessors": 132, "l2_bytes": 62914560, "driver": "13.0"}
open("wisdom", "w").write(json.dumps(header) + "\n" + json.dumps(entry) + "\n")
END
is 0 'took in 1 of 1 entries' "$TILEWRIGHT" wisdom import wisdom
is 0 'permute of axes n (g h) c -> n h g c, shape 2 12 41, sizes g=3, in_offset 0, out_offset 0, type float16' "$TILEWRIGHT" wisdom list
is 0 'took in 0 of 1 entries' "$TILEWRIGHT" wisdom import wisdom
"$TILEWRIGHT" wisdom export | sed 's/"searched": \[[^]]*\], //' | cmp - <(sed 's/"searched": \[[^]]*\], //; s/12.5,/12.500,/; s/13.25,/13.250,/' wisdom) || fail "wisdom changes"

# A cast and a scale: a number with a fraction, in records, filters, wisdom and the schema.
is 0 '| `alpha` | a number | `1` |' "$TILEWRIGHT" schema --fields permute
echo '{ "tilewright": 1, "kernel": "permute", "variants": [ { "name": "t", "axes": "h w c -> c h w", "shape": "20 12 3", "type": "uint8",
  "out_type": "float16", "alpha": [1, 0.00390625], "method": ["tile", "rows", "naive"] } ] }' >cast.json
python3 - <<'END' || fail "the schema of a cast"
import json
try:
    import jsonschema
except ImportError:
    raise SystemExit
config, schema = json.load(open("cast.json")), json.load(open("schema.json"))
jsonschema.validate(config, schema)
config["variants"][0]["alpha"] = "1"
try:
    jsonschema.validate(config, schema)
except jsonschema.ValidationError:
    raise SystemExit
raise SystemExit("a text is no alpha")
END
is 0 'no tile in shared memory' "$TILEWRIGHT" explain cast.json
is 0 '6 ok' "$TILEWRIGHT" sweep cast.json --device sim -o cast.jsonl
is 0 'alpha2_naive' "$TILEWRIGHT" results cast.jsonl --filter alpha=0.00390625 --filter out_type=float16
grep -q alpha1 out && fail "what was filtered out: $(cat out)"
is 0 'k/cast.c' "$TILEWRIGHT" embed cast.jsonl --each-problem --name cast -o k --format c,ptx --arch sm_90
grep -q '"alpha": 0.00390625, ' cast.jsonl || fail "no alpha in the records"
is 0 'predicted = simulated: 6 of 6 variants' "$TILEWRIGHT" verify cast.json

# What is wrong is said with the name and the place; numbers are no texts.
wrong() { # AXES MEMBERS WORDS: rejected
    echo "{ \"tilewright\": 1, \"kernel\": \"permute\", \"variants\": [ { \"name\": \"t\", \"axes\": \"$1\", $2 } ] }" >wrong.json
    COLUMNS=300 is 1 "$3" "$TILEWRIGHT" run wrong.json --device sim
}
wrong 'nchw -> nhwc' '"shape": "1 2 3 4"' 'axis nhwc of the output is not in the input; write spaces between the axes (character 9 of axes)'
wrong 'a b a -> b a' '"shape": "2 3 4"' 'axis a stands twice in the input (character 5 of axes)'
wrong '0 2 2' '"shape": "2 3 4"' 'axis 2 stands twice (character 5 of axes)'
wrong '(h p) w -> h w p' '"shape": "14 4", "sizes": "p=4"' 'the 14 indices of axis (h p) are no multiple of 4, so that h cannot be told (character 1 of shape)'
wrong 'a b -> b a' '"shape": "3 4", "out_strides": "2 1"' \
    'elements of the output would be written twice: steps of -2 along axis a, 1 along axis b lead to the same place (character 3 of out_strides)'
wrong 'a b -> b a' '"shape": "3 4", "out_type": "int32"' 'out_type is int32; elements are cast to float16, bfloat16, float32 or float64'
wrong 'a b -> b a' '"shape": "3 4", "alpha": 1e39' 'alpha is 1e+39; the product is computed in float32, which cannot hold it'
wrong 'a b -> b a' '"shape": "4294967296 4294967296"' 'with axis b there are more than 2^62 elements (character 3 of axes)'
for alpha in '"0.5"' 1e999 true; do
    echo "{ \"tilewright\": 1, \"kernel\": \"permute\", \"variants\": [ { \"name\": \"t\", \"axes\": \"1 0\", \"shape\": \"8 8\", \"alpha\": $alpha } ] }" >wrong.json
    COLUMNS=300 is 2 "alpha is $alpha at /variants/0/alpha; it must be a number" "$TILEWRIGHT" run wrong.json
done
echo '{ "tilewright": 1, "kernel": "permute", "variants": [ { "name": "t", "axes": "1 0", "shape": [64, 64] } ] }' >wrong.json
is 2 'it must be a text of printable ASCII' "$TILEWRIGHT" run wrong.json
echo '{ "tilewright": 1, "kernel": "permute", "variants": [ { "name": "t", "shape": "64 64" } ] }' >wrong.json
is 2 '"axes" is missing' "$TILEWRIGHT" run wrong.json
echo '{ "tilewright": 1, "kernel": "permute", "variants": [ { "name": "t", "axes": "", "shape": "64 64" } ] }' >wrong.json
is 2 'it must be a text of printable ASCII, not empty' "$TILEWRIGHT" run wrong.json
exit $((failures > 0))
