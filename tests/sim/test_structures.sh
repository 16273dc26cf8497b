#!/usr/bin/env bash
# Structures by value that hold buffers, addresses of other arguments and numbers of the caller's: checked on the simulator against numbers
# that Python computes and against a kernel with plain parameters, embedded, and refused where they cannot be right. Needs TILEWRIGHT,
# BUILD_DIR, SOURCE_DIR and CUDA_INCLUDE.
. "${BASH_SOURCE%/*}/../shell_sweep.sh" || exit 1
dropin=$BUILD_DIR/dropin
sanitizer=
readelf -d "$dropin/libcuda.so.1" | grep -q libasan && sanitizer="-fsanitize=address,undefined"
readelf -d "$dropin/libcuda.so.1" | grep -q libtsan && sanitizer="-fsanitize=thread"

cat >gather.cu <<'CUDA'
struct Inner { float *y; const float *rows[2]; };
struct Params { const float *a; Inner in; int n; float scale; };
__device__ float table[4];
__global__ void gather(Params p, const float *w)
{
    int i = blockIdx.x * BX + threadIdx.x;
    if (i < p.n) p.in.y[i] += p.scale * p.a[i] + p.in.rows[0][i % 8] - p.in.rows[1][i % 8] + w[i % 4] + table[i % 4];
}
#ifdef PLAIN
__global__ void plain(float *y, const float *a, const float *rows, int n, float scale)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    if (i < n) y[i] += scale * a[i] + rows[i % 8] - rows[8 + i % 8] + 2 * table[i % 4];
}
#endif
CUDA
arguments='{ "name": "p", "members": [ { "name": "a", "type": "float32", "count": "n", "fill": "index" },
    [ { "name": "y", "type": "float32", "count": "n", "role": "inout", "fill": "2 * index" },
      [ { "name": "rows", "type": "float32", "count": 16, "fill": "index * index" }, { "address": "rows", "element": 8 } ] ],
    { "type": "int32", "value": "n" }, { "name": "scale", "type": "float32", "fill": 3 } ] },
  { "name": "w", "address": "table" }, { "symbol": "table", "type": "float32", "count": 4, "fill": "10 * (index + 1)" }'
begin='{ "tilewright": 1, "kernel": { "name": "gather", "source": "gather.cu", "problem": { "n": 70 }, "parameters": { "BX": [32, 64] }, "grid": "ceil_div(n, BX)", "block": "BX", "proof": {}'
printf '%s, "arguments": [ %s ], "reference": { "files": { "y": "y.raw" } } } }' "$begin" "$arguments" >gather.json
python3 -c '
import struct
rows, table = [i * i for i in range(16)], [10, 20, 30, 40]
y = [2 * i + 3 * i + rows[i % 8] - rows[8 + i % 8] + 2 * table[i % 4] for i in range(70)]
open("y.raw", "wb").write(struct.pack("<70f", *y))'

# The numbers, and a reference that takes the members as plain parameters.
tw run 0 run gather.json --device sim
has run '1 proven' out
printf '%s, "arguments": [ %s ], "define": { "PLAIN": 1 }, "reference": { "entry": "plain", "grid": "ceil_div(n, 32)", "block": 32, "arguments": [ "y", "a", "rows", { "type": "int32", "value": "n" }, "scale" ] } } }' "$begin" "$arguments" >plain.json
sweep sweep 0 plain.json -o plain.jsonl
[ "$(grep -c '"status": "ok"' plain.jsonl)" = 2 ] || fail "sweep"
tw lint 0 lint gather.cu --launch gather.json
has lint '0 errors, 0 warnings' out
printf '{ "grid": 3, "block": 32, "problem": { "n": 70 }, "arguments": [ %s ] }' "${arguments/\"fill\": 3/\"value\": 3}" >launch.json
tw launch 0 lint gather.cu -D BX=32 --launch launch.json
has launch '0 errors, 0 warnings' out

# What is wrong is found in buffers of a structure as in any other.
wrong() { # NAME WHAT SED
    sed "$3" gather.json >"$1.json"
    tw "$1" "$4" run "$1.json" --device sim
    has "$1" "$2" out
}
wrong element 'expected|mismatch' 's/"element": 8/"element": 0/' 1
wrong bounds 'past|outside|end of the' 's/"element": 8/"element": 9/' 1
wrong input 'input|changed' 's/"role": "inout", "fill": "2 \* index"/"role": "input", "fill": "2 * index"/; s/"reference".*/"reference": null } }/' 1
wrong poison 'not written|mismatch|expected' 's/"role": "inout", "fill": "2 \* index"/"role": "output"/' 1

# Embedded: the launchers put one structure together, and take another as a whole.
cat >whole.cu <<'CUDA'
struct Whole { int n; double scale; char shift; };
__global__ void whole(float *y, Whole p) { int i = blockIdx.x * 32 + threadIdx.x; if (i < p.n) y[i] = (float)p.scale * i + p.shift; }
CUDA
cat >whole.json <<'JSON'
{ "tilewright": 1, "kernel": { "name": "whole", "source": "whole.cu", "grid": 3, "block": 32, "proof": {}, "reference": { "files": { "y": "half.raw" } },
  "arguments": [ { "name": "y", "type": "float32", "count": 70, "role": "output" },
                 { "name": "p", "passed": true, "members": [ { "type": "int32", "value": 70 }, { "type": "float64", "value": 0.5 }, { "type": "int8", "value": 2 } ] } ] } }
JSON
python3 -c 'import struct; open("half.raw", "wb").write(struct.pack("<70f", *[0.5 * i + 2 for i in range(70)])); open("p.bin", "wb").write(struct.pack("<i4xdb7x", 70, 0.5, 2))'
tw whole 0 run whole.json --device sim
has whole '1 proven' out
sed 's/"members".* \] } \]/"bytes": 24, "file": "p.bin" } ]/' whole.json >bytes.json
tw bytes 0 run bytes.json --device sim
has bytes '1 proven' out
tw lint 0 lint whole.cu --launch whole.json
for kernel in gather whole; do tw "embed $kernel" 0 embed $kernel.json --name $kernel --arch sm_90 --format c,cu,ptx --dlopen -o made; done
has 'members' 'gather_launch_gather\(const float \*a, float \*y, const float \*rows, float scale, CUstream stream' made/gather.h
has 'members' '\* a: device memory, 70 x float32, 4-byte aligned, only read, in p' made/gather.h
has 'members' 'The config gives all other bytes' made/gather.h
has 'whole' 'whole_launch_whole\(float \*y, const void \*p, size_t p_bytes, CUstream stream' made/whole.h
has 'whole' 'p: a structure of 24 bytes, which p_bytes must say' made/whole.h
python3 - <<'PYTHON' || fail "the list of members"
import json
parameters = json.load(open("made/gather.json"))["variants"][0]["parameters"]
found = [(m["name"], m["parameter"], m["at"], m["bytes"], m["ahead"]) for m in parameters[0]["members"]]
assert found == [("a", 1, 0, 0, 0), ("y", 2, 8, 0, 0), ("rows", 3, 16, 0, 0), ("rows", 3, 24, 0, 32), ("scale", 4, 36, 4, 0)], found
assert parameters[5]["members"] == [{"name": "table", "parameter": None, "module_symbol": "table", "at": 0, "bytes": 0, "ahead": 0}]
PYTHON
# shellcheck disable=SC2086
"${CC:-cc}" $sanitizer -std=c99 -Wall -Wextra -pedantic -Werror -Imade -I"$CUDA_INCLUDE" "$SOURCE_DIR/tests/embed/structures.c" made/gather.c made/whole.c \
    -L"$dropin" -lcuda -ldl -pthread -o program >out 2>&1 || fail "the program cannot be compiled"
LD_LIBRARY_PATH=$dropin ./program >out 2>&1 || fail "the program"
has 'the program' '^0 wrong$' out
# The wrappers in CUDA: their text, and where there is a compiler for them, whether it takes them.
has 'the wrapper' 'gather_put\(structure_0, 24, \(const void \*\)\(\(const char \*\)\(rows\) \+ 32\)\);' made/gather.cu
has 'the wrapper' '<<<dim3\(3, 1, 1\), dim3\(32, 1, 1\), 0, stream>>>\(structure_0, structure_5\);' made/gather.cu
has 'the wrapper' 'whole_whole<24>\{p\}' made/whole.cu
if command -v nvcc >/dev/null; then
    cat made/gather.cu made/whole.cu >both.cu
    nvcc -arch=sm_90 -c both.cu -o both.o >out 2>&1 || fail "nvcc"
fi

# init proposes the buffers; a description of it runs once the launch is right.
sed '/^#ifdef/,$d' gather.cu >only.cu
tw init 0 init only.cu -o made.json
has init '"name": "p_a", "type": "float32", "count": "n"' made.json
has init '"name": "p_in_y", "type": "float32", "count": "n", "role": "inout"' made.json
has init '"members": \[ \{ "name": "p_in_rows_0", "type": "float32", "count": "n" \}, \{ "name": "p_in_rows_1", ' made.json

# One sentence each.
refuses() { # NAME WHAT SED [FILE]
    sed "$3" "${4:-gather.json}" >"$1.json"
    "$TILEWRIGHT" run "$1.json" --device sim >out 2>&1 && fail "$1 runs"
    tr '\n' ' ' <out | tr -s ' ' | grep -qF -- "$2" || fail "$1: no '$2'"
}
refuses overlap 'its "at" lies within the member before it' 's/{ "name": "y",/{ "name": "y", "at": 4,/; s/\[ { "name": "y"/[ 1, 2, { "name": "y"/'
refuses misaligned 'no compiler places scale at byte 34 of p' 's/{ "type": "int32", "value": "n" }, { "name": "scale",/{ "name": "scale", "at": 34,/'
refuses size 'parameter 1 of gather takes 40 bytes, and p has 48' 's/\[ { "name": "a",/[ null, { "name": "a",/'
refuses beyond 'its members end at byte 40, and "bytes" says 32' 's/{ "name": "p",/{ "name": "p", "bytes": 32,/'
refuses cycle '"address" is the name of a buffer or of a symbol' 's/"address": "rows"/"address": "p"/'
refuses itself '"address" is the name of a buffer or of a symbol' 's/{ "address": "rows", "element": 8 }/{ "name": "next", "address": "next" }/'
refuses overflow 'leaves the 64 bits of an integer' 's/"count": 16/"count": "2 ** 62 * n"/'
refuses many 'too large' 's/"count": 16/"count": 400000000000/'
refuses element2 'element 17 of rows, which has 16 elements' 's/"element": 8/"element": 17/'
refuses negative 'element -1 of rows' 's/"element": 8/"element": "0 - 1"/'
refuses half 'a whole number from 0 on is needed' 's/"element": 8/"element": 0.5/'
refuses alone '"address" names the buffer whose "element" it is' 's/"address": "rows", //'
refuses both 'beside "address" there may be "element", "name" and "at"' 's/"address": "rows",/"address": "rows", "count": 8,/'
refuses twice 'its name is used twice' 's/"name": "rows"/"name": "a"/; s/"address": "rows"/"address": "a"/'
refuses symbol '{"address": "NAME"} here' 's/{ "address": "rows", "element": 8 }/{ "symbol": "table", "type": "float32", "count": 4 }/'
refuses number 'a "fill" stands in place of its "value"' 's/"fill": 3/"fill": 3, "passed": true/'
refuses inside 'a structure that is passed as a whole, and this by itself' 's/{ "type": "int8", "value": 2 }/{ "name": "q", "type": "float32", "count": 4 }/' whole.json
refuses nested '"passed" stands in the list of arguments itself' 's/{ "type": "int8", "value": 2 }/{ "passed": true, "members": [ 1 ] }/' whole.json
sed 's/^#ifdef PLAIN/&\n__device__ float unread[4];/' gather.cu >unread.cu
refuses unread 'reads the variable unread, which has no address' 's/gather.cu/unread.cu/; s/"address": "table"/"address": "unread"/; s/} \], "reference"/}, { "symbol": "unread", "type": "float32", "count": 4 } ], "reference"/'
tw "embed unread" 2 embed unread.json --name unread --arch sm_90 --format c -o made
tw "embed another size" 2 embed size.json --name size --arch sm_90 --format c -o made
has "embed another size" 'takes 40 bytes, and p has 48' err

[ $failures -eq 0 ] && echo "ok"
exit $((failures != 0))
