#!/usr/bin/env bash
# The Python package as it is installed and as a wheel, each moved to a place that the build has not heard of: it finds its library, and
# computes. Needs BUILD_DIR and SOURCE_DIR.
. "${BASH_SOURCE%/*}/../shell_python.sh" || exit 1
unset TILEWRIGHT_LIBRARY PYTHONPATH
cd "$work" || exit 1

# uses FOLDER LIBRARY: the package there computes with that library.
uses() {
    PYTHONPATH=$1:$SOURCE_DIR/tests/python TILEWRIGHT_LIBCUDA=$BUILD_DIR/dropin/libcuda.so.1 "$python" - >out 2>&1 <<'PY' ||
import tilewright, devices
devices.open_device()
x, out = devices.Cuda((3, 4), values=range(12)), devices.Cuda((3,))
tilewright.sum(x, 1, out)
assert list(out.values().values()) == [6, 22, 38], out.values()
maps = {line.split()[-1] for line in open("/proc/self/maps") if "/" in line}
print(*sorted(name for name in maps if any(word in name for word in ("libtilewright", "libcjson", "libxxhash"))))
PY
        fail "$1: $(cat out)"
    grep -qE "(^| )$2[^ ]*" out || fail "$1: another library: $(cat out)"
}

cmake --install "$BUILD_DIR" --prefix "$work/first" >log 2>&1 || fail "install: $(tail -3 log)"
mv first moved
package=$(dirname "$(find moved -path '*/tilewright/__init__.py')")
[ "$package" = moved/lib/python3/dist-packages/tilewright ] || fail "installed to $package"
uses "$work/moved/lib/python3/dist-packages" "$work/moved/lib/.*libtilewright.so.3"
diff -r --exclude=__pycache__ "$SOURCE_DIR/python/tilewright" "$package" || fail "not what is in the sources"

# The wheel, with all that the library needs.
cmake --build "$BUILD_DIR" --target wheel >log 2>&1 || fail "wheel: $(tail -3 log)"
wheel=$(ls "$BUILD_DIR"/packages/tilewright-*-py3-none-linux_"$(uname -m)".whl)
"$python" -m zipfile -e "$wheel" wheel
uses "$work/wheel" "$work/wheel/tilewright/libtilewright.so.3"
for name in libcjson libxxhash; do
    grep -q "$work/wheel/tilewright/$name" out || fail "the wheel takes $name from elsewhere: $(cat out)"
done
"$python" - wheel <<'PY' || fail "the wheel's record"
import base64, csv, hashlib, os, sys
[info] = [name for name in os.listdir(sys.argv[1]) if name.endswith(".dist-info")]
listed = set()
for name, digest, size in csv.reader(open(os.path.join(sys.argv[1], info, "RECORD"))):
    listed.add(name)
    if not name.endswith("/RECORD"):
        data = open(os.path.join(sys.argv[1], name), "rb").read()
        assert digest == "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode(), name
        assert int(size) == len(data), name
files = {os.path.relpath(os.path.join(folder, name), sys.argv[1]) for folder, _, names in os.walk(sys.argv[1]) for name in names}
assert files == listed, files ^ listed
PY
strays=$(grep -rlF -e "$SOURCE_DIR" -e "$BUILD_DIR" wheel --include='*.py' --include=METADATA)
[ -z "$strays" ] || fail "the source or build tree is named in $strays"
if "$python" -m venv venv >log 2>&1; then
    venv/bin/python -m pip install -q --no-index --disable-pip-version-check "$wheel" >log 2>&1 || fail "pip: $(cat log)"
    venv/bin/python -c 'import tilewright; print(tilewright.__version__)' >out 2>&1 || fail "after pip: $(cat out)"
    venv/bin/python -m pip check >log 2>&1 || fail "pip check: $(cat log)"
fi
exit $((failures != 0))
