#!/usr/bin/env bash
# `make uninstall` removes what `make install` put there, and what Python compiled, and leaves all else: below /usr/local, whose folders every
# system has, and in a folder of its own. Needs SOURCE_DIR and BUILD_DIR.
. "${BASH_SOURCE%/*}/../shell.sh" || exit 1
listing() {
    (cd "$1" && find . -printf '%p %y %l\n' | sort)
}

# In a root with others' files, among them one in a folder that only we would need.
root=$work/root
mkdir -p "$root"/usr/local/{bin,include,lib,share/man,lib/cmake/other} "$root/usr/local/share/doc/tilewright"
touch "$root/usr/local/bin/other" "$root/usr/local/lib/cmake/other/file" "$root/usr/local/share/doc/tilewright/notes"
listing "$root" >"$work/before"
DESTDIR=$root cmake --install "$BUILD_DIR" --prefix /usr/local >"$work/log" 2>&1 || fail "install: $(tail -3 "$work/log")"
installed=$(find "$root" ! -type d | wc -l)
[ "$installed" -gt 100 ] || fail "installed: $installed files"
python=$(dirname "$(find "$root" -path '*/tilewright/__init__.py')")
python3 -m compileall -q "$python" && [ -d "$python/__pycache__" ] || fail "nothing was compiled in $python"
DESTDIR=$root bash "$SOURCE_DIR/tools/scripts/uninstall.sh" "$BUILD_DIR" /usr/local >"$work/out" 2>&1 || fail "uninstall: $(cat "$work/out")"
[ "$(cat "$work/out")" = "removed $((installed - 3)) files from $root/usr/local" ] || fail "it says: $(cat "$work/out")"
listing "$root" | diff "$work/before" - >"$work/differs" || fail "below /usr/local: $(head -5 "$work/differs")"

# A second time, and in a folder of its own.
DESTDIR=$root bash "$SOURCE_DIR/tools/scripts/uninstall.sh" "$BUILD_DIR" /usr/local | grep -q '^removed 0 files' || fail "a second time"
listing "$root" | diff "$work/before" - || fail "a second time it removes more"
cmake --install "$BUILD_DIR" --prefix "$work/own/tilewright" >"$work/log" 2>&1 || fail "install: $(tail -3 "$work/log")"
(cd "$work" && bash "$SOURCE_DIR/tools/scripts/uninstall.sh" "$BUILD_DIR" own/tilewright) >"$work/out" 2>&1 || fail "uninstall: $(cat "$work/out")"
[ -d "$work/own" ] && [ -z "$(ls -A "$work/own")" ] || fail "of its own folder: $(find "$work/own" | head -5)"
exit $((failures > 0))
