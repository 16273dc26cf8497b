#!/usr/bin/env bash
# The Debian package: what it says of itself, that it holds what `cmake --install` installs and nothing of the build, that it installs
# into an empty root and leaves nothing there, nor what Python compiled. Needs TILEWRIGHT and BUILD_DIR.
. "${BASH_SOURCE%/*}/../shell.sh" || exit 1
for tool in cpack dpkg-deb dpkg-shlibdeps gzip; do
    command -v $tool >/dev/null || { echo "skipped: there is no $tool"; exit 77; }
done
if readelf -d "$BUILD_DIR/libtilewright.so" | grep -qE 'lib[a-z]*san'; then
    echo "skipped: a sanitized build"
    exit 77
fi
version=$("$TILEWRIGHT" --version | sed 's/tilewright //')
cd "$work" || exit 1
SOURCE_DATE_EPOCH=1000000000 cpack -G DEB --config "$BUILD_DIR/CPackConfig.cmake" -B "$work/packages" >log 2>&1 || fail "cpack: $(tail -3 log)"
package=$(echo packages/tilewright_"$version"_*.deb)
[ -e "$package" ] || { fail "no package: $(ls packages)"; exit 1; }

# field NAME PATTERN: what it says of itself.
field() {
    dpkg-deb --field "$package" "$1" | grep -qE -- "$2" || fail "$1: $(dpkg-deb --field "$package" "$1")"
}
field Package '^tilewright$'
field Version "^$version\$"
field Maintainer '^[^<>]+ <[^ @<>]+@[^ @<>]+>$'
field Depends 'libc6 .*libcjson1 .*libxxhash0 .*zlib1g'
for name in Depends Suggests; do
    dpkg-deb --field "$package" $name | grep -qiE 'cuda|nvidia' && fail "$name names something of NVIDIA's"
done

# Its files: of root, as installed from the build, and a changelog.
mkdir tree control
dpkg-deb --extract "$package" tree
dpkg-deb --control "$package" control
[ "$(ls control | tr '\n' ' ')" = "control md5sums prerm shlibs triggers " ] || fail "scripts: $(ls control)"
dpkg-deb --contents "$package" | awk '$2 != "root/root"' | grep . && fail "files that are not root's"
DESTDIR=$work/staged cmake --install "$BUILD_DIR" --prefix /usr >log 2>&1 || fail "install: $(tail -3 log)"
listing() { # without the folder, whose name Debian's library folder may change
    (cd "$1" && find . -type f | sed -E 's/\.1\.gz$/.1/; s,/lib/[^/]*-linux-gnu[^/]*/,/lib/,' | sort)
}
diff <(listing staged) <(listing tree) >differs
[ "$(grep -c '^[<>]' differs)" = 1 ] && grep -q '> .*doc/tilewright/changelog.gz' differs ||
    fail "not what is installed: $(head -5 differs)"
(cd tree && md5sum --quiet --check ../control/md5sums) || fail 'md5sums'
gzip -dc tree/usr/share/doc/tilewright/changelog.gz >changelog
[ "$(head -1 changelog)" = "tilewright ($version) unstable; urgency=medium" ] || fail "changelog: $(head -1 changelog)"
grep -qE "^ -- $(dpkg-deb --field "$package" Maintainer)  Sun, 09 Sep 2001 01:46:40 \+0000\$" changelog || fail "changelog: $(tail -1 changelog)"
strays=$(grep -rlF -e "$BUILD_DIR" tree/usr/include tree/usr/share tree/usr/lib/pkgconfig tree/usr/lib/cmake 2>/dev/null)
[ -z "$strays" ] || fail "the build is named in $strays"
gzip -dc tree/usr/share/man/man1/tilewright.1.gz | cmp -s - <("$TILEWRIGHT" help --man) || fail 'the manual page'

# Installed and removed. dpkg wants to be root for it.
if [ "$(id -u)" = 0 ]; then
    root=$work/root
    mkdir -p "$root/var/lib/dpkg/updates" "$root/var/lib/dpkg/info"
    touch "$root/var/lib/dpkg/status"
    empty=$(cd "$root" && find . -path ./var -prune -o -print | sort)
    dpkg --root="$root" --force-depends --install "$package" >log 2>&1 || fail "dpkg: $(tail -3 log)"
    [ -z "$(dpkg --root="$root" --verify tilewright)" ] || fail "dpkg -V: $(dpkg --root="$root" --verify tilewright | head -3)"
    [ "$(dpkg --root="$root" --listfiles tilewright | while read -r file; do [ -f "$root$file" ] && echo "$file"; done | wc -l)" = \
      "$(find tree -type f -o -type l | wc -l)" ] || fail 'dpkg -L'
    "$root/usr/bin/tilewright" --version | grep -q "^tilewright $version" || fail 'the program does not run'
    python3 -m compileall -q "$root"/usr/lib/python3/dist-packages/tilewright && [ -n "$(find "$root" -name '*.pyc')" ] || fail 'the Python package'
    dpkg --root="$root" --force-script-chrootless --remove tilewright >log 2>&1 || fail "removal: $(tail -3 log)"
    [ "$(cd "$root" && find . -path ./var -prune -o -print | sort)" = "$empty" ] || fail "left: $(find "$root" -path "$root/var" -prune -o -print | head)"
else
    echo "not tried: installing, which needs root"
fi
exit $((failures > 0))
