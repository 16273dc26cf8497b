#!/usr/bin/env bash
# Which layer may include what: base nothing above it, gen and runtime never each other, only plan and cli both; no cuda.h below runtime.
set -u
cd "$SOURCE_DIR"
failed=0
forbid() { # FOLDERS PATTERN REASON
    local found
    # shellcheck disable=SC2086
    found=$(grep -rnE "^#include [<\"]($2)" $1 2>/dev/null) || return 0
    echo "$3:"
    echo "$found"
    failed=1
}
forbid "include" "base/|gen/|runtime/|plan/|cli/|cJSON|cuda" "public headers stand alone"
forbid "base" "gen/|runtime/|plan/|cli/|cJSON|cuda" "base knows nothing above it"
forbid "gen" "runtime/|plan/|cli/|cuda|nvrtc" "gen never includes runtime, plans, the command line or CUDA"
forbid "runtime" "gen/|plan/|cli/|cJSON" "runtime never includes gen, plans or the command line"
forbid "plan" "cli/" "plans join gen and runtime, and know nothing of the command line"
forbid "runtime/ptx" "runtime/sim|cuda|pthread" "ptx knows no threads and no driver"

# Library code never prints and never exits.
prints=$(grep -rnE "\b(printf|puts|perror|exit|abort|_exit)\(|\bstderr\b|\bstdout\b" base gen runtime plan --include='*.c' |
         grep -vE 'runtime/sim/dropin/|"(stderr|stdout|puts|exit)"')
if [ -n "$prints" ]; then
    echo "library code prints or exits:"
    echo "$prints"
    failed=1
fi
exit $failed
