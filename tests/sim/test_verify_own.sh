#!/usr/bin/env bash
# verify of a described kernel: on the small problem of its proof, on the simulator, on a GPU and of a record, or on its own problem where that is
# asked for. The GPU is the simulator passed off as one, CUPTI that of fake_cupti.c. Needs TILEWRIGHT, NVRTC, PROGRAMS and SOURCE_DIR.
. "${BASH_SOURCE%/*}/../shell_sweep.sh" || exit 1

# flat: what was said, which may be folded, in one line of the file line.
flat() {
    cat out err | tr -s ' \n' ' ' >line
}

cp "$SOURCE_DIR/examples/kernels/nbody.cu" .
# says NAME TEXT: it was.
says() {
    flat
    grep -qF -- "$2" line || fail "$1: nothing says '$2'"
}

# nbody PROBLEM PROOF [WORK]: its description, whose variants want n to be at least 256.
nbody() {
    sed -E "s/\"problem\": .*/\"problem\": { \"n\": $1 },/; s/^ *\"proof\": .*/$2/; s/\"constraints\": \[/&{ \"that\": \"n >= 256\", \"else\": \"too few bodies\" }, /
        s/\"work\": .*/\"work\": { \"operations\": \"${3-20 * n * n}\" },/" "$SOURCE_DIR/examples/kernels/nbody.json"
}
nbody 1048576 '"proof": { "n": "4 * BLOCK * BODIES" },' >far.json
echo '{ "tilewright": 1, "kernel": "far.json", "variants": [ { "name": "v", "SHARED": 1, "BLOCK": [32, 64, 128] } ] }' >k.json

# ---- the proof problem, which a simulator ends; where it cannot be, the own one, if that is small; else it is said what to write ----

tw 'a large problem' 0 verify --device sim k.json
flat
has 'a large problem' 'k.json: 3 variants of the nbody kernel, on the small problems of its proof, for sm_90' line
has 'a large problem' 'v_BLOCK32: skipped not simulated: on the proof problem, too few bodies' line
has 'a large problem' 'v_BLOCK64: ok on the proof problem n 256 .* read tile, line [0-9]+ 2048 -> 4096 2048 -> 4096 2 ' line
has 'a large problem' 'v_BLOCK128: ok on the proof problem n 512 ' line
has 'a large problem' '2 ok, 1 skipped predicted = simulated: 2 of 2 variants' line
nbody 256 '"proof": { "n": "4 * BLOCK * BODIES" },' >far.json
tw 'a small problem' 0 verify --device sim k.json
flat
has 'a small problem' 'v_BLOCK32: ok per predicted .* 2048 -> 4096 2048 -> 4096 .*v_BLOCK64: ok on the proof problem n 256 ' line
tw 'its own problem' 0 verify --device sim k.json --own-problem
flat
has 'its own problem' '3 variants of the nbody kernel, for sm_90 .*predicted = simulated: 3 of 3 variants' line
grep -q 'proof problem' line && fail 'its own problem: of a proof'

nbody 1048576 '' >far.json
wanted='the description has no "proof", and the problem itself is too large to simulate unasked: "proof": {"n": ...} names a small one, "proof": {} takes it as it is'
tw 'no proof' 0 verify --device sim k.json
says 'no proof' "v_BLOCK128: skipped not simulated: $wanted"
tw 'no proof, run' 0 run --device sim k.json
says 'no proof, run' "not proven: $wanted"
tw 'no proof, sweep' 0 sweep --device sim k.json
says 'no proof, sweep' "not proven: such as v_BLOCK32_BODIES1_UNROLL1: $wanted"
tw 'no proof, lint' 2 lint nbody.cu --launch k.json
says 'no proof, lint' "variant v_BLOCK32 is not simulated: $wanted"
sed -i 's/float4 self/error self/' nbody.cu # what is not simulated is compiled all the same
tw 'no proof, no kernel' 1 run --device sim k.json
cp "$SOURCE_DIR/examples/kernels/nbody.cu" .

# ---- a launch without an end: whether the kernel has one is not known, and what helps is said ----

# The work that is stated is less than what is done.
nbody 1048576 '"proof": {},' 1 >far.json
echo '{ "tilewright": 1, "kernel": "far.json", "variants": [ { "name": "v", "SHARED": 1 } ] }' >k.json
sed -i 's/"reference": .*/"reference": null,/' far.json
TILEWRIGHT_SIM_TIMEOUT=1 tw 'it takes too long' 1 run --device sim k.json
flat
has 'it takes too long' 'v +failed .*not proven: .*no end after 1 s of processor time.*a smaller "proof" ends sooner, if the kernel ends at all' line
has 'it takes too long' 'with all checks: 0 proven, 1 not proven' line

# ---- what a GPU counts is of the same problem, and so is a record of it ----

export TILEWRIGHT_LIBCUDA=$PROGRAMS/timed_cuda.so TILEWRIGHT_CUPTI=$work/libcupti.so
{
    printf '%s\n' '#define failing ""' '#define result 0' '#define version 130001' 'enum { last = 3, dropped = 0 };' 'static int flags[7] = {3, 3, 3, 3, 3, 3, 3};'
    cat "$SOURCE_DIR/tests/sim/fake_cupti.c"
} >cupti.c
cc -w -shared -fPIC -o libcupti.so cupti.c || exit 1
nbody 1048576 '"proof": { "n": "4 * BLOCK * BODIES" },' >far.json
sed -i 's/"SHARED": 1/&, "BLOCK": 64/' k.json
TILEWRIGHT_SIM_LOG=log tw 'on a GPU' 1 verify k.json --device cuda --record counted
flat
has 'on a GPU' 'v: mismatch on the proof problem n 256 ' line # what CUPTI says is made up
has 'on a GPU' '<<<\(4,1,1\),\(64,1,1\)' log
gzip -dc counted >counted.jsonl
has 'a record' '"kernel": "nbody", "kernel_hash": .*"proof": true' <(head -1 counted.jsonl)
has 'a record' '"n": 1048576, .*"proof_problem": "n 256", "measured": ' counted.jsonl
nbody 256 '"proof": { "n": 256 },' >near.json # a sweep has what is counted too
echo '{ "tilewright": 1, "kernel": "near.json", "variants": [ { "name": "v", "SHARED": 1, "BLOCK": 64, "BODIES": 1, "UNROLL": 1 } ] }' >one.json
tw 'a sweep that counts' 1 sweep one.json --device cuda --counters -o one.jsonl
has 'a sweep that counts' '"status": "mismatch", "reason": "predicted [0-9]+ [a-z_]+, but the GPU counted [0-9]+".*"measured": \{"load_requests": ' one.jsonl
unset TILEWRIGHT_LIBCUDA
right='{"load_requests": 2048, "load_wavefronts": 4096, "store_requests": 32, "store_wavefronts": 128}'
sed -E "s/\"measured\": .*/\"measured\": $right}/" counted.jsonl >right.jsonl
tw 'a record' 0 verify --replay right.jsonl --kernel far.json
flat
has 'a record' 'v: ok on the proof problem n 256 .*predicted = measured: 1 of 1 variants simulated = measured: 1 of 1' line
sed 's/, "proof": true//; s/"n": 1048576/"n": 256/' right.jsonl >plain.jsonl
tw 'a record of an own problem' 0 verify --replay plain.jsonl --kernel far.json
grep -q 'proof problem' out && fail 'a record of an own problem: of a proof'
tw 'a record on its own problem' 2 verify --replay right.jsonl --kernel far.json --own-problem
[ $failures -eq 0 ] && echo 'all as expected'
exit $((failures > 0))
