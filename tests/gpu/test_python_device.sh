#!/usr/bin/env bash
# The Python package on a GPU, with PyTorch and CuPy where a Python has them: TILEWRIGHT_PYTHON, or python3. Needs BUILD_DIR and SOURCE_DIR.
. "${BASH_SOURCE%/*}/../shell_python.sh" || exit 1
unset TILEWRIGHT_LIBCUDA
export TILEWRIGHT_LIBRARY=$BUILD_DIR/libtilewright.so PYTHONPATH=$SOURCE_DIR/python:$SOURCE_DIR/tests/python
"$python" -c 'import test_cupy, test_torch, sys; sys.exit(not (test_cupy.HAS_GPU or test_torch.HAS_GPU))' 2>/dev/null ||
    { echo "skipped: there is no GPU, or neither PyTorch nor CuPy for $python"; exit 77; }
"$python" -m unittest test_torch test_cupy test_page || fail "with $python"
exit $((failures != 0))
