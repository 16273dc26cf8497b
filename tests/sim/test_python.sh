#!/usr/bin/env bash
# The Python package (tests/python): on the drop-in in a GPU's place, on the simulator in the process, and with NumPy and PyTorch where
# a Python that has them is found. TILEWRIGHT_PYTHON names another Python. Needs BUILD_DIR and SOURCE_DIR.
. "${BASH_SOURCE%/*}/../shell_python.sh" || exit 1
export TILEWRIGHT_LIBRARY=$BUILD_DIR/libtilewright.so TILEWRIGHT_LIBCUDA=$BUILD_DIR/dropin/libcuda.so.1
export PYTHONPATH=$SOURCE_DIR/python:$SOURCE_DIR/tests/python
"$python" -m unittest discover -s "$SOURCE_DIR/tests/python" || fail "with $python"
exit $((failures != 0))
