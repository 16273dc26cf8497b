#!/usr/bin/env bash
# tools/scripts/mutants.py on a tree of one file: mistakes in what a test asks for are found, others are not, and those that the compiler
# makes nothing of are equivalent; the tree itself stays as it is. From this tree it draws what is there. Needs SOURCE_DIR.
. "${BASH_SOURCE%/*}/../shell.sh" || exit 1
command -v git >/dev/null || exit 77
mutants() { python3 "$SOURCE_DIR/tools/scripts/mutants.py" "$@"; }

mkdir -p "$work"/toy/sim/{ptx,exec,check,driver,tests}
cd "$work/toy" || exit 1
cat >sim/ptx/toy.c <<'C'
int is_four(int a);
int is_five(int a);
int is_six(int a);
int is_four(int a)
{
    return a == 4; // "a == 5" in a comment is none
}
int is_five(int a)
{
    return a == 5;
}
int is_six(int a)
{
    int never = a == 7;
    return a;
}
C
cat >sim/CMakeLists.txt <<'CMAKE'
cmake_minimum_required(VERSION 3.25)
project(toy LANGUAGES C)
enable_testing()
add_library(toy STATIC ptx/toy.c)
add_subdirectory(tests)
CMAKE
cat >sim/tests/CMakeLists.txt <<'CMAKE'
add_executable(asks asks.c)
target_link_libraries(asks PRIVATE toy)
add_test(NAME unit/asks COMMAND asks)
CMAKE
echo 'int is_four(int a); int main(void) { return !(is_four(4) && !is_four(5)); }' >sim/tests/asks.c
git init -q . && git add . || exit 77
cp sim/ptx/toy.c "$work/before.c"
mutants --root . --work "$work/copy" --areas ptx --count 9 --out "$work/table" >"$work/out" || fail "it does not run: $(cat "$work/out")"
grep -q '^ptx: 3 planted, 1 equivalent, 1 found, 1 not found$' "$work/out" || fail "other results: $(cat "$work/out" "$work/table")"
grep -qP '^ptx\tsim/ptx/toy.c:6\t.*\tfound\tunit/asks$' "$work/table" || fail "is_four: $(cat "$work/table")"
grep -qP '^ptx\tsim/ptx/toy.c:10\t.*\tnot found\t$' "$work/table" || fail "is_five: $(cat "$work/table")"
cmp -s sim/ptx/toy.c "$work/before.c" || fail "the tree is another"
cmp -s "$work/copy/tree/sim/ptx/toy.c" "$work/before.c" || fail "a mistake stays in the copy"

# Once a test asks for it, it is found; and one that is judged is no mistake.
mutants --root . --work "$work/copy" --areas ptx --again "$work/table" --judged "$work/table" >"$work/out" || fail "again: $(cat "$work/out")"
grep -q '^ptx: 1 planted, 1 no mistake$' "$work/out" || fail "judged: $(cat "$work/out")"
echo 'int is_four(int a); int is_five(int a); int main(void) { return !(is_four(4) && !is_four(5) && is_five(5) && !is_five(6)); }' >sim/tests/asks.c
mutants --root . --work "$work/copy" --areas ptx --again "$work/table" >"$work/out" || fail "again: $(cat "$work/out")"
grep -q '^ptx: 1 planted, 1 found$' "$work/out" || fail "with a test for it: $(cat "$work/out")"

# Drawn from this tree: the same seed draws the same lines, all lines exist, and every kind is drawn.
cd "$SOURCE_DIR" || exit 1
mutants --root . --draw --count 60 >"$work/drawn" || fail "nothing is drawn"
mutants --root . --draw --count 60 >"$work/again" && cmp -s "$work/again" "$work/drawn" || fail "the same seed draws other lines"
mutants --root . --draw --count 60 --seed 2 >"$work/other" && cmp -s "$work/other" "$work/drawn" && fail "another seed draws the same lines"
while IFS=$'\t' read -r _ place _ before after _; do
    [ "$before" != "$after" ] && sed -n "${place##*:}p" "${place%:*}" | grep -qF -- "$before" || fail "no such line: $place $before"
done <"$work/drawn"
[ "$(cut -f 3 "$work/drawn" | sort -u | wc -l)" = 9 ] || fail "not every kind: $(cut -f 3 "$work/drawn" | sort | uniq -c)"
exit $((failures > 0))
