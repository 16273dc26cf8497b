# What tests of the Python package begin with, to be sourced: shell.sh, and $python, a Python with NumPy if there is one.
. "${BASH_SOURCE%/*}/shell.sh"
if readelf -d "$BUILD_DIR/libtilewright.so" | grep -qE 'lib[a-z]*san' || grep -q __gcov_init "$BUILD_DIR/libtilewright.so"; then
    echo "skipped: a sanitized build, or one for coverage"
    exit 77
fi
export PYTHONDONTWRITEBYTECODE=1
python=${TILEWRIGHT_PYTHON:-}
for candidate in python3 /usr/bin/python3; do
    if [ -z "$python" ] && "$candidate" -c 'import numpy' 2>/dev/null; then python=$candidate; fi
done
python=${python:-python3}
