#!/usr/bin/env bash
# Hostile text in every field, file name and argument against every output; readers of what has no end. What `embed` writes is
# compiled too: text that left a comment would be an error.
. "${BASH_SOURCE%/*}/../shell_sweep.sh" || exit 1
include=$(sed -n 's/^TILEWRIGHT_CUDA_INCLUDE:PATH=//p' "$BUILD_DIR/CMakeCache.txt")

python3 "$SOURCE_DIR/tests/foreign.py" || failures=1
for options in "-std=c99 -trigraphs" "-x c++ -std=c++11 -trigraphs"; do
    # shellcheck disable=SC2086
    gcc $options -Wall -Wextra -pedantic -Werror -I"$include" -include all/k_layout.h -fsyntax-only all/k.c >out 2>&1 || fail "gcc $options"
done
exit $((failures > 0))
