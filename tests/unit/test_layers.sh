#!/usr/bin/env bash
# Which layer may include what: base nothing above it, gen and runtime never each other, only plan and cli both; no cuda.h in
# gen and ptx; a reference nothing of the generator.
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
forbid "include" "base/|gen/|ptx/|sim/|runtime/|plan/|cli/|cJSON|cuda" "public headers stand alone"
forbid "base" "gen/|ptx/|sim/|runtime/|plan/|cli/|cJSON|cuda" "base knows nothing above it"
forbid "gen" "ptx/|sim/|runtime/|plan/|cli/|cuda|nvrtc" "gen never includes runtime, the simulator, plans, the command line or CUDA"
forbid "runtime" "gen/|plan/|cli/|cJSON" "runtime never includes gen, plans or the command line"
forbid "plan" "cli/" "plans join gen and runtime, and know nothing of the command line"
forbid "ptx" "sim/|gen/|runtime/|plan/|cli/|cuda|pthread|cJSON" "ptx knows no threads and no driver"
forbid "sim" "gen/|runtime/|plan/|cli/|cJSON" "the simulator knows base and ptx"
forbid "cudart" "base/|gen/|ptx/|sim/|runtime/|plan/|cli/|tilewright" "the CUDA runtime stands on the driver's functions alone"
forbid "nvml" "base/|gen/|ptx/|sim/[a-z]*/|runtime/|plan/|cli/|cuda" "NVML knows what the drop-in tells by its symbol"
forbid "runtime/references" "gen/|plan/|cli/|sim/|ptx/|tilewright/banks|runtime/(check|measure|cache|load)" "a reference shares no code with the generator, and none with what it judges"

# Library code never prints and never exits.
prints=$(grep -rnE "\b(printf|puts|perror|exit|abort|_exit)\(|\bstderr\b|\bstdout\b" base gen ptx sim runtime plan cudart nvml --include='*.c' |
         grep -vE 'sim/dropin/|"(stderr|stdout|puts|exit)"')
if [ -n "$prints" ]; then
    echo "library code prints or exits:"
    echo "$prints"
    failed=1
fi
exit $failed
