#!/usr/bin/env bash
# Generated transposes have nothing that only a generator would write: the classic kernels are as short as the books' are, and
# no method adds 0, multiplies by 1 or casts what has that type; the scalar methods and shuffle have no loop of one turn.
. "$SOURCE_DIR/tests/shell.sh"

# variants METHOD...: small and large, whole and cut, with every block that the scalar methods take.
variants() {
    local method sides block more
    for method in "$@"; do
        for sides in '"rows": 1024, "cols": 1024' '"rows": 1000, "cols": 33' '"rows": 4099, "cols": 7, "batch": 3' \
                     '"rows": 1, "cols": 500, "in_offset": 16' '"rows": 64, "cols": 96, "out_offset": 32, "hints": "stream"'; do
            for block in "32 32" "32 8" "16 16" "8 32"; do
                case $method in
                vector | row-run | shuffle) [ "$block" = "32 8" ] || continue ;;
                esac
                more='"BDIMX": '${block% *}', "BDIMY": '${block#* }
                echo "  { \"name\": \"v$((count++))\", \"method\": \"$method\", $sides, $more },"
            done
        done
    done
}

# generate METHOD...: the sources, one after the other. Variants that the family refuses are left out.
generate() {
    local count=0 line
    variants "$@" >"$work/variants"
    while read -r line; do
        echo "{ \"tilewright\": 1, \"kernel\": \"transpose\", \"variants\": [ ${line%,} ] }" >"$work/one.json"
        "$TILEWRIGHT" gen "$work/one.json" 2>/dev/null || true
    done <"$work/variants"
}

generate naive shared padded skewed xor shuffle >"$work/scalar.cu"
generate vector row-run >"$work/chunks.cu"
[ "$(grep -c '^extern "C"' "$work/scalar.cu")" -gt 60 ] || fail "few scalar variants are accepted"
[ "$(grep -c '^extern "C"' "$work/chunks.cu")" -gt 5 ] || fail "few others are accepted"

# what FILE EXPRESSION: no line of code has it; comments do not count.
never() {
    sed 's|//.*||' "$1" | grep -nE "$2" | head -3 >"$work/found"
    [ ! -s "$work/found" ] || fail "${1##*/} has $3: $(cat "$work/found")"
}

for file in "$work/scalar.cu" "$work/chunks.cu"; do
    never "$file" '(\+|-) 0u?[^-0-9.x<]|[(=\[] *0u? \+' "an addition of 0"
    never "$file" '\* 1u?[^0-9u]' "a multiplication by 1"
    never "$file" '\(unsigned\)(row|col|column|i|j|x|y|first_row|first_col|tile_row|blockIdx)\b' "a cast of unsigned to unsigned"
done

# A loop `for (unsigned i = A; i < N; i += S)` of one turn: S is at least N less A.
sed -nE 's/.*for \(unsigned (\w+) = (\w+(\.\w+)?); \1 < ([0-9]+); \1(\+\+| \+= ([0-9]+)).*/\2 \4 \6/p' "$work/scalar.cu" |
    while read -r begin bound step; do
        case $begin in *[!0-9]*) begin=0 ;; esac
        [ "${step:-1}" -lt $((bound - begin)) ] || echo "from $begin to $bound by ${step:-1}"
    done >"$work/once"
[ ! -s "$work/once" ] || fail "loops of one turn: $(sort "$work/once" | uniq -c)"

# Lines between the braces of a kernel.
"$TILEWRIGHT" gen "$SOURCE_DIR/configs/transpose.json" |
    awk '/^{/ { lines = 0 } /^}/ { print lines - 1 } { lines++ }' >"$work/lines"
[ "$(wc -l <"$work/lines")" = 4 ] || fail "not four classic kernels"
awk '$1 > 12 { exit 1 }' "$work/lines" || fail "the classic kernels have $(paste -sd, "$work/lines") lines"
exit $((failures != 0))
