#!/usr/bin/env bash
# From a T1 file to a sweep and to T4: what `tilewright init` makes of one runs as it is, its space has the size that Python finds, and the
# results leave as T4.
. "${BASH_SOURCE%/*}/../shell.sh" || exit 1
cd "$work" || exit 1
cp -r "$SOURCE_DIR/examples/kernel-tuner" blur

"$TILEWRIGHT" init blur/blur-T1.json -o blur/blur.json 2>err || fail "init: $(cat err)"
[ -s err ] && fail "init says of a good file: $(cat err)"
"$TILEWRIGHT" run blur/blur.json --device sim >table 2>err || fail "run: $(cat table err)"
"$TILEWRIGHT" sweep blur/blur.json --device sim -j 2 -o blur.jsonl >table 2>err || fail "sweep: $(cat table err)"
expected=$(python3 "$SOURCE_DIR/tests/t1.py" space blur/blur-T1.json)
[ "$(grep -c '"status": "ok"' blur.jsonl)" = "$expected" ] || fail "not $expected variants are ok: $(tail -5 table)"
grep -q 'not checked' table || fail "a sweep without a reference does not say so"

"$TILEWRIGHT" results blur.jsonl --t4 blur-T4.json || fail "T4"
python3 "$SOURCE_DIR/tests/t4.py" blur-T4.json "$SOURCE_DIR/tests/data/t1/T4-schema.json" blur.jsonl >log 2>&1 || fail "T4: $(tail -5 log)"

# The source is found beside the T1 file and in the folder above, wherever the description goes.
mkdir -p deep/down elsewhere
cp blur/blur-T1.json deep/down
cp blur/blur.cu deep
"$TILEWRIGHT" init deep/down/blur-T1.json -o deep/down/blur.json && "$TILEWRIGHT" gen deep/down/blur.json >/dev/null ||
    fail "a source in the folder above"
"$TILEWRIGHT" init blur/blur-T1.json -o elsewhere/blur.json && "$TILEWRIGHT" gen elsewhere/blur.json >/dev/null ||
    fail "a description in another folder"
(cd blur && "$TILEWRIGHT" init blur-T1.json >there.json && "$TILEWRIGHT" gen there.json >/dev/null) || fail "on standard output"

# What is wrong is one sentence, and what is missing is said.
says() {
    local status=$1 pattern=$2
    shift 2
    "$TILEWRIGHT" init "$@" >out 2>err
    [ $? -eq "$status" ] && tr '\n' ' ' <err | tr -s ' ' | grep -qE "$pattern" || fail "init $*: $(cat err)"
}
says 0 "the kernel's file convolution_milo.cu is not there" "$SOURCE_DIR/tests/data/t1/convolution_milo-T1.json"
grep -q 'convolution_milo.cu is not there' out || fail "no comment on a source that is not there"
says 2 'not a T1 file' blur/blur.json
says 2 'there is no file|No such file|cannot (open|read)' nowhere.json
says 2 'is there already' blur/blur-T1.json -o blur/blur.cu
sed 's/WriteOnly/ReadOnly/; s/, "Output": 1//' blur/blur-T1.json >blur/unwritten.json
says 0 'no argument is an output in the T1 file; the source may write out:' blur/unwritten.json
grep -v '"Name": "height"' blur/blur-T1.json | sed 's/"FillValue": 256 },/"FillValue": 256 }/' >blur/short.json
says 0 'the kernel has 4 parameters \(out, in, width, height\), and the T1 file gives 3' blur/short.json
echo '{"ConfigurationSpace": {"TuningParameters": [{"Name": "x", "Values": "[1, f(2)]"}]}, "KernelSpecification": {"KernelFile": "k.cu"}}' >bad.json
says 2 'bad.json:1:[0-9]+: at character 5 of "\[1, f\(2\)\]" this function is not understood' bad.json

# Vectors and structures by value: T1 has one number for all components.
mkdir vectors
python3 - <<'PYTHON'
import json
t1 = json.load(open("blur/blur-T1.json"))
for place, name, type in ((3, "a", "float4"), (4, "b", "float3"), (5, "on", "bool")):
    t1["KernelSpecification"]["Arguments"].insert(place, {"Name": name, "Type": type, "MemoryType": "Scalar", "AccessType": "ReadOnly", "FillValue": 2})
json.dump(t1, open("vectors/blur-T1.json", "w"))
open("vectors/blur.cu", "w").write(open("blur/blur.cu").read().replace("int width", "float4 a, float3 b, bool on, int width"))
PYTHON
"$TILEWRIGHT" init vectors/blur-T1.json -o vectors/blur.json 2>err || fail "vectors: $(cat err)"
[ -s err ] && fail "init says of vectors: $(cat err)"
grep -q '"name": "a", "type": "float32x4", "value": \[2, 2, 2, 2\]' vectors/blur.json && grep -q '"name": "b", "type": "float32", "value": \[2, 2, 2\]' vectors/blur.json ||
    fail "vectors: $(cat vectors/blur.json)"
"$TILEWRIGHT" run vectors/blur.json --device sim >out 2>&1 || fail "a kernel that takes vectors: $(cat out)"
exit $((failures > 0))
