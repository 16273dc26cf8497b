#!/usr/bin/env bash
# One launcher for all problems (embed --choose): it computes the right thing for problems between those that were swept, takes no variant
# whose constraints fail, says what it chose and why, and refuses what no variant takes. Expressions as C are compared with the program's own
# evaluator, over a range of problems.
. "${BASH_SOURCE%/*}/../shell.sh" || exit 1
dropin=$BUILD_DIR/dropin
kernels=$SOURCE_DIR/examples/kernels
include=$(sed -n 's/^TILEWRIGHT_CUDA_INCLUDE:PATH=//p' "$BUILD_DIR/CMakeCache.txt")
warnings="-Wall -Wextra -pedantic -Werror"
sanitizer=
readelf -d "$dropin/libcuda.so.1" | grep -q libasan && sanitizer="-fsanitize=address,undefined"
readelf -d "$dropin/libcuda.so.1" | grep -q libtsan && sanitizer="-fsanitize=thread"
cd "$work" || exit 1

# sweep CONFIG: into results.jsonl
sweep() {
    "$TILEWRIGHT" sweep "$1" -o "${1%.json}.jsonl" --force >out 2>&1 || fail "sweep $1: $(tail -3 out)"
}

# build PROGRAM COMPILER OPTIONS...: the launcher k of `embed OPTIONS` with a program of tests/embed.
build() {
    local program=$1 compiler=$2
    shift 2
    "$TILEWRIGHT" embed "$@" --name k --arch sm_90 --choose --force --format c -o made >out 2>&1 || fail "embed $*: $(cat out)"
    $compiler $warnings $sanitizer -I"$include" -Imade "$SOURCE_DIR/tests/embed/$program.c" made/k.c -x none -L"$dropin" -lcuda -ldl -pthread \
        -o program 2>out || fail "$compiler $program: $(head -20 out)"
}

run() {
    LD_LIBRARY_PATH=$dropin ./program "$@" >out 2>&1 || fail "$*: $(cat out)"
}

says() {
    grep -qF -- "$1" out || fail "not said: $1, in: $(cat out)"
}

# refused TEXT OPTIONS...
refused() {
    local text=$1
    shift
    "$TILEWRIGHT" embed --name k -o made "$@" >out 2>&1 && fail "embed $*: not refused"
    grep -qF -- "$text" out || fail "embed $*: no \"$text\" in: $(cat out)"
}

# ---- products of matrices ----

cp "$kernels/matmul.cu" "$kernels/naive_matmul.cu" .
sed 's/"m": 64, "n": 64, "k": 64/"m": [32, 128], "n": 32, "k": 32/; s/"pow2": \[8, 16\]/"pow2": [8, 8]/
     s/"values": \[0, 2\]/"values": [0]/' "$kernels/matmul.json" >matmul.json
sweep matmul.json
refused "--choose needs a results file" matmul.json --choose
refused "--choose and --variant exclude each other" matmul.jsonl --kernel matmul.json --choose --variant x
build choose "g++ -x c++ -std=c++11" matmul.jsonl --kernel matmul.json --top 1 --dlopen
grep -q "^#define k_VARIANTS 2u" made/k.h || fail "the best of each problem: $(grep VARIANTS made/k.h)"
build choose "gcc -std=c99" matmul.jsonl --kernel matmul.json

# Variants that take the same problems as a faster one are left out, and images stand there once.
grep -q "^#define k_VARIANTS 4u" made/k.h || fail "$(grep VARIANTS made/k.h)"
[ "$(grep -c "^static const unsigned long long k_ptx_" made/k.c)" -lt 4 ] || fail "the same images twice"

run "32 32 32" "128 32 32" "@simulator (sm_90)" "128 32 32" # the measured ones
[ "$(grep -c ": 0 wrong, measured, 1 away; .*: the best of this problem, m [0-9]*, n 32, k 32, counted on this device, simulator (sm_90), and not timed" out)" = 1 ] || fail "as measured: $(cat out)"
run "96 64 32" "160 32 8" "32 96 24" "256 32 64"
says "96 x 64 x 32: 0 wrong, not measured, 2.66667 away; matmul_m128"
says "32 x 96 x 24: 0 wrong, not measured, 4 away; matmul_m32"
run "48 32 32" "16 64 8" "80 32 40" # tiles of 32 rows do not fill them
[ "$(grep -c "_BM16.*_BM32[^ ]* is nearer or better, but: tiles must fill the matrices" out)" = 3 ] || fail "the next best: $(cat out)"
run "-40 32 32" "-64 48 32" "-64 32 33" "-0 32 32" "--32 32 32" "-9223372036854775808 32 32" "-64 17592186044416 4194304"
says "no kernel takes the problem m 40, n 32, k 32; the nearest, matmul_m32_BM"
says "does not: tiles must fill the matrices"
says "does not: a number leaves 64 bits"
LD_LIBRARY_PATH=$dropin ./program "@nobody" "64 64 32" >out && fail "a device that nobody knows"
says "no results are of a device 'nobody'; some are of 'simulator (sm_90)'"

# ---- times are scaled by how blocks fill the multiprocessors ----

# On a card of two, 32 rows a tile are faster where both are busy to the end, 16 where an odd number of the larger would leave one idle.
python3 - >timed.jsonl <<'END'
import json
for number, line in enumerate(open("matmul.jsonl")):
    record = json.loads(line)
    if number == 0:
        record["device"], record["capability"]["multiprocessors"] = "Card of two", 2
    elif record.get("status") == "ok" and record.get("rank"):
        record["time_us"] = {"median": 10 + (record["BM"] == 16) + record["rank"] / 1000, "runs": 7, "blocks": 1}
    print(json.dumps(record))
END
build choose "gcc -std=c99" timed.jsonl --kernel matmul.json
run "@Card of two" "128 32 32" "96 32 32" "256 32 32"
grep -q "^128 x 32 x 32: 0 wrong, measured, 1 away; matmul_m128_BM32[^ ]*: the fastest of this problem, m 128, n 32, k 32, measured on this device, Card of two$" out || fail "as timed: $(cat out)"
grep -q "^96 x 32 x 32: 0 wrong, not measured, .*; matmul_m128_BM16" out || fail "an odd number of tiles: $(cat out)"
grep -q "^256 x 32 x 32: 0 wrong, not measured, .*; matmul_m128_BM32" out || fail "an even number of tiles: $(cat out)"

# ---- several devices ----

# The same sweep as two other cards would have told it, of which one found the other tiles faster.
sed '1s/"device": "[^"]*"/"device": "Card A"/; 1s/"sm": 90/"sm": 80/; s/"rank": \([1-9]\),/"rank": 10\1,/; s/"rank": 10\([1-4]\),/"rank": 20\1,/' matmul.jsonl >a.jsonl
sed '1s/"device": "[^"]*"/"device": "Card B"/; 1s/"multiprocessors": [0-9]*/"multiprocessors": 20/' a.jsonl | sed '1s/"sm": 80/"sm": 90/' >b.jsonl
rank() { # rank FILE M: the name of the best of its problem
    python3 -c 'import json, sys; print(min((r for r in map(json.loads, open(sys.argv[1])) if r.get("m") == int(sys.argv[2])), key=lambda r: r["rank"])["name"])' "$1" "$2"
}
"$TILEWRIGHT" embed a.jsonl b.jsonl --kernel matmul.json --name k --arch sm_90 --choose -o two >out 2>&1
grep -q "^#define k_VARIANTS 4u" two/k.h && grep -q "^#define k_MEASURED 8u" two/k.c || fail "what both cards have stands there twice: $(cat out)"
build choose "gcc -std=c99" matmul.jsonl a.jsonl b.jsonl --kernel matmul.json
[ "$(rank a.jsonl 32)" != "$(rank matmul.jsonl 32)" ] || fail "the cards agree"
run "64 32 32" "@Card A" "64 32 32" "@Card B" "32 32 32" "@simulator (sm_90)" "32 32 32"
says "counted on a device of the same architecture, simulator (sm_90)" # its multiprocessors are those of the drop-in
says "counted on this device, Card A, and not timed"
says "measured, 1 away; $(rank b.jsonl 32): the best of this problem, m 32, n 32, k 32, counted on this device, Card B"
says "measured, 1 away; $(rank matmul.jsonl 32): the best of this problem, m 32, n 32, k 32, counted on this device, simulator (sm_90)"
refused "only one file is taken" matmul.jsonl a.jsonl --kernel matmul.json

# ---- examples/choose: a CMake project ----

project() { # project OPTIONS...
    CFLAGS="$warnings $sanitizer" cmake -S "$SOURCE_DIR/examples/choose" -B project -DDESCRIPTION="$work/matmul.json" \
        -DTilewright_KERNELS="$SOURCE_DIR/tools/cmake/TilewrightKernels.cmake" -DTILEWRIGHT_EXECUTABLE="$TILEWRIGHT" \
        -DTILEWRIGHT_CUDA_INCLUDE="$include" -DTILEWRIGHT_CUDA_DRIVER="$dropin/libcuda.so" "$@" >out 2>&1
}
made() {
    cmake --build project >out 2>&1 || fail "building examples/choose: $(tail -20 out)"
    grep -q "Generating kernels" out
}
project -DRESULTS="$work/matmul.jsonl;$work/a.jsonl" || fail "configuring examples/choose: $(cat out)"
made
made && fail "examples/choose: kernels are generated though nothing changed"
LD_LIBRARY_PATH=$dropin project/any_product 96 64 32 >out 2>&1 || fail "any_product: $(cat out)"
says "of the nearest problem that can be had, m 128, n 32, k 32, counted on a device of the same architecture, simulator (sm_90), and not timed"
says "96 x 64, right"
LD_LIBRARY_PATH=$dropin project/any_product 32 32 32 "Card A" >out 2>&1 || fail "any_product on Card A: $(cat out)"
says "$(rank a.jsonl 32): the best of this problem, m 32, n 32, k 32, counted on this device, Card A"
sleep 1.1 # make compares whole seconds on some file systems
touch a.jsonl
made || fail "examples/choose: a results file changed, and the kernels did not"
sed 's/ CHOOSE / /' "$SOURCE_DIR/examples/choose/CMakeLists.txt" >several.txt
mkdir several && mv several.txt several/CMakeLists.txt && cp "$SOURCE_DIR/examples/choose/main.c" several
cmake -S several -B several/build -DRESULTS="a.jsonl;b.jsonl" -DTilewright_KERNELS="$SOURCE_DIR/tools/cmake/TilewrightKernels.cmake" >out 2>&1 &&
    fail "several results files without CHOOSE"
tr -s '\n ' ' ' <out | grep -qF "or with CONFIG results.jsonl ... CHOOSE" || fail "several results files: $(cat out)"

# ---- expressions ----

cat >sums.cu <<'END'
__global__ void sums(int *out, int m, int mixed) { if (blockIdx.x == 0 && threadIdx.x == 0) out[0] = m + mixed; }
END
cat >sums.json <<'END'
{ "tilewright": 1, "kernel": {
  "name": "sums", "source": "sums.cu", "problem": { "m": [5, 24] }, "parameters": { "T": 3 },
  "derived": { "half": "m // 2", "odd": "m % 2 == 1", "size": "max(1, abs(m) - 7, min(half, 20, T * 4))",
               "mixed": "odd ? (m << 2 ^ 5) + gcd(m, 12) * 100 : ~m | (m >> 1 & 6) - ceil_div(m, T) + -m % 7 + (m - 1) // -4 + 2 ** (m % 9)" },
  "constraints": [ "m < 50 or m > 52 and m != 55", "not (10 < m <= 14)", { "that": "60 % (m - 20) < 1 or m < 19 or m > 21", "else": "it is near 20" },
                   "m < 30 or odd or log2(m & -m) > 1", "odd or m / 2 >= -18", "(m == 7 ? 1 / 0 : m + sizeof(float32)) != 10", "m > -38 and 'a' != 'b'" ],
  "arguments": [ { "name": "out", "type": "int32", "count": "size", "role": "output", "fill": "zeros" }, { "name": "m", "type": "int32", "value": "m" },
                 { "name": "mixed", "type": "int32", "value": "mixed" } ],
  "grid": "size", "block": 32, "reference": null } }
END
sweep sums.json
build choose_sums "gcc -std=c99" sums.jsonl --kernel sums.json
run
cat >expected.py <<'END'
from math import gcd, log2
def taken(m):
    odd = m % 2 == 1
    if not (m < 50 or m > 52 and m != 55) or 10 < m <= 14 or m in (6, 7, 20) or not (60 % (m - 20) < 1 or m < 19 or m > 21): return False
    return (m < 30 or odd or log2(m & -m) > 1) and (odd or m // 2 >= -18) and m > -38
for m in range(-40, 61):
    if not taken(m): print(m, "refused"); continue
    size = max(1, abs(m) - 7, min(m // 2, 20, 12))
    mixed = (m << 2 ^ 5) + gcd(m, 12) * 100 if m % 2 else ~m | (m >> 1 & 6) - -(-m // 3) + -m % 7 + (m - 1) // -4 + 2 ** (m % 9)
    print(m, size, m + mixed)
END
python3 expected.py >expected
diff expected out >differ || fail "expressions: $(head -5 differ)"

# The same in a structure, which the launcher builds with the numbers of each problem.
cat >structure.cu <<'END'
struct Given { int m; int *out; short few[2]; long long mixed; };
__global__ void sums(Given g) { if (blockIdx.x == 0 && threadIdx.x == 0) g.out[0] = g.m + (int)g.mixed + g.few[0] - g.few[1] - 7; }
END
sed 's/sums.cu/structure.cu/; /"name": "mixed"/d
     s/"arguments": .*/"arguments": [ { "name": "g", "members": [ { "type": "int32", "value": "m" }, { "name": "out", "type": "int32", "count": "size", "role": "output", "fill": "zeros" }, { "type": "int16", "value": ["m + 7", "m"] }, { "type": "int64", "value": "mixed" } ] } ],/' sums.json >structure.json
sweep structure.json
build choose_sums "gcc -std=c99" structure.jsonl --kernel structure.json
run
diff expected out >differ || fail "numbers in a structure: $(head -5 differ)"

# ---- scratch, several grids ----

cp "$kernels/scan.cu" "$kernels/naive_scan.cu" .
sed 's/"n": 3000/"n": [300, 3000]/; s/\[64, 256\]/[64, 64]/; s/"values": \[1, 2, 4\]/"values": [1, 2]/; s/"values": \["by_shuffles", "by_doubling"\]/"values": ["by_shuffles"]/' \
    "$kernels/scan.json" >scan.json
sweep scan.json
build choose_scan "gcc -std=c99" scan.jsonl --kernel scan.json
run
says "0 wrong"

# ---- kernels with their problem compiled in, whole or in part ----

cp "$kernels/convolution.cu" "$kernels/naive_convolution.cu" .
sed 's/\[16, 32\], "default": 32/[32]/; s/"values": \[4, 8\]/"values": [8]/; s/"values": \[0, 1\]/"values": [0]/; s/"values": \[1, 2\]/"values": [1]/' "$kernels/convolution.json" >convolution.json
sweep convolution.json
build choose_convolution "gcc -std=c99" convolution.jsonl --kernel convolution.json
run
says "no kernel takes the problem height 20, width 30, filter_h 5, filter_w 5; the nearest, convolution, does not: filter_h must be 3: it is compiled in"
[ "$(grep -c ": 0 wrong" out)" = 3 ] || fail "images: $(cat out)"

sed 's/"define": .*//; s/"grid": "size"/"define": { "SIZE": "m" }, "grid": "size"/' sums.json >compiled.json
sweep compiled.json
build choose_sums "g++ -x c++ -std=c++11" compiled.jsonl --kernel compiled.json
run
[ "$(grep -vc refused out)" = 2 ] && grep -q "^5 " out && grep -q "^24 " out || fail "compiled in: $(grep -v refused out)"

# ---- a built-in family, of exact matches ----

echo '{"tilewright": 1, "kernel": "transpose", "variants": [{"name": "t", "rows": [64, 96], "cols": 64}]}' >transpose.json
sweep transpose.json
build choose_transpose "g++ -x c++ -std=c++11" transpose.jsonl
run
says "t_rows96: the best of this problem, rows 96, cols 64,"
says "no kernel takes the problem rows 80, cols 64,"
says "does not: it is compiled for another problem"

[ $failures -eq 0 ] && echo "ok"
exit $((failures != 0))
