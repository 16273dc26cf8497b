#!/usr/bin/env bash
# The pages of the manual do what they say: their commands print what is shown, their programs compile and run (pages.py says how). So do the
# examples of the public headers.
# Every sixth page is looked at, README.md and on, and the tutorial on kernels of one's own; or all of them when everything is asked for;
# PAGES="docs/x.md ..." takes only these. TILEWRIGHT_BLESS=1 puts there what is printed.
. "${BASH_SOURCE%/*}/../shell.sh" || exit 1
cd "$SOURCE_DIR" || exit 1
examples=$(grep -lE '^ \*     (#include|\$ )' include/tilewright/*.h*)
pages=${PAGES:-$(grep -rlE '^(```console|<!-- \$ )' README.md docs --include='*.md' | LC_ALL=C sort |
    awk -v step="$(draws 6 1)" -v always=docs/tutorials/own-kernel.md 'NR % step == 1 % step || $0 == always') $examples}

# What a reader has who installed the program: it, the library for pkg-config, and cuda.h.
mkdir "$work/bin"
ln -s "$TILEWRIGHT" "$work/bin/tilewright"
export PATH=$work/bin:$PATH
if readelf -d "$BUILD_DIR/libtilewright.so" | grep -qE 'lib[a-z]*san' || grep -q __gcov_init "$BUILD_DIR/libtilewright.so"; then
    echo "skipped: pages about the library, in a sanitized build or one for coverage"
    pages=$(grep -L 'pkg-config' $pages)
    examples=
else
    cmake --install "$BUILD_DIR" --prefix "$work/usr" >"$work/log" 2>&1 || fail "install: $(tail -3 "$work/log")"
    LD_RUN_PATH=$(dirname "$(find "$work/usr" -name libtilewright.so)")
    export LD_RUN_PATH PKG_CONFIG_PATH=$LD_RUN_PATH/pkgconfig
fi
CPATH=$(sed -n 's/^TILEWRIGHT_CUDA_INCLUDE:PATH=//p' "$BUILD_DIR/CMakeCache.txt")
export CPATH

# shellcheck disable=SC2086
python3 tests/pages.py ${TILEWRIGHT_BLESS:+--bless} . $pages || fail "pages show something else than is printed"

# Each program in a header is written to a file, and run by a command.
for header in $examples; do
    grep -qE '^ \*     // \w+\.c(pp)?$' "$header" && grep -qE '^ \*     \$ ' "$header" || fail "$header: an example that is not run"
done

# Every command has its page.
"$TILEWRIGHT" help | sed -n 's/^  \([a-z]*\) .*/\1/p' | while read -r command; do
    [ -f "docs/commands/$command.md" ] || echo "$command"
done >"$work/missing"
[ -s "$work/missing" ] && fail "commands without a page in docs/commands: $(cat "$work/missing")"
silent=$(grep -L '^Exit status: ' docs/commands/[a-z]*.md)
[ -z "$silent" ] || fail "pages that do not say what the command ends with: $silent"
exit $((failures > 0))
