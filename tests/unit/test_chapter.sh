#!/usr/bin/env bash
# docs/chapter.md: every config that it names is there, and no kernel of the books is missing. sim/test_docs runs its commands.
. "${BASH_SOURCE%/*}/../shell.sh" || exit 1
page=$SOURCE_DIR/docs/chapter.md

cd "$SOURCE_DIR" || exit 1

grep -oE '\bconfigs/[a-z0-9-]+\.json' "$page" | sort -u | while read -r config; do
    [ -f "$config" ] || echo "$config"
done >"$work/missing"
[ -s "$work/missing" ] && fail "the page names configs that are not there: $(cat "$work/missing")"

# The kernels of the books, by their names there.
while read -r name; do
    grep -q "\`$name\`" "$page" || fail "$name is not on the page"
done <<'NAMES'
setRowReadRow
setColReadCol
setColReadCol2
setRowReadRow2
setRowReadCol
setRowReadColDyn
setRowReadColPad
setRowReadColDynPad
setRowReadColIpad
setRowReadColDynIpad
printData
transposeNaive
transposeShared
transposeSharedNobankconf
transposeSharedNobankconf_nopading
dot
reduceGmem
reduceSmem
reduceSmemDyn
reduceSmemUnroll
reduceSmemUnrollDyn
reduceShfl
copyGmem
naiveGmem
transposeSmem
transposeSmemPad
transposeSmemDyn
transposeSmemUnrollPad
transposeSmemUnrollPadDyn
stencil_1d
stencil_1d_read_only
test_shfl_broadcast
test_shfl_up
test_shfl_down
test_shfl_wrap
test_shfl_xor
test_shfl_xor_array
test_shfl_swap
NAMES
exit $((failures > 0))
