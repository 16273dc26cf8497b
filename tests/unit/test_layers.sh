#!/usr/bin/env bash
# Which layer may include what: base nothing above it, gen and runtime never each other, only tune and cli both, the simulator base
# alone, its checks no part that runs; no cuda.h in gen and ptx; a reference nothing of the generator; no parts of a family each other in a
# circle. No folder has more than 30 files, and no two things share a tag.
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
for folder in include base gen sim sim/ptx sim/exec sim/check sim/driver sim/tests sim/libs/cudart sim/libs/nvml runtime runtime/references tune; do
    [ -d $folder ] || { echo "no folder $folder"; failed=1; }
done
forbid "include" "base/|gen/|sim/|runtime/|tune/|cli/|cJSON|cuda" "public headers stand alone"
forbid "base" "gen/|sim/|runtime/|tune/|cli/|cJSON|cuda" "base knows nothing above it"
forbid "gen" "sim/|runtime/|tune/|cli/|cuda|nvrtc" "gen never includes runtime, the simulator, the tuner, the command line or CUDA"
forbid "runtime" "gen/|tune/|cli/|cJSON" "runtime never includes gen, the tuner or the command line"
forbid "tune" "cli/|tools/" "the tuner joins gen and runtime, and knows nothing of the command line"
forbid "sim" "gen/|runtime/|tune/|cli/|tests/|tools/|cJSON" "the simulator and its tests know base"
forbid "base gen sim/ptx sim/exec sim/check sim/driver sim/libs runtime tune cli" "(sim/)?tests/" "only tests know tests"
forbid "sim/ptx" "sim/(exec|check|driver|libs)/|cuda|pthread" "ptx knows no threads and no driver"
forbid "sim/check" "sim/exec/((execute|call|children)\.h|run/|memory/(access|weak)\.h)" "a check looks at a launch, and runs nothing of it"
forbid "sim/libs/cudart" "base/|sim/(ptx|exec|check|driver)/|tilewright" "the CUDA runtime stands on the driver's functions alone"
forbid "sim/libs/nvml" "base/|sim/(ptx|check|driver)/|cuda" "NVML knows what the drop-in tells by its symbol"
forbid "runtime/references" "gen/|tune/|cli/|sim/|tilewright/banks|runtime/(check|measure|compile)/" "a reference shares no code with the generator, and none with what it judges"

# The simulator is tested alone: its tests run no program of Tilewright's and read no file outside base, sim and include.
runs=$(grep -rnE '\$\{?TILEWRIGHT\b|SOURCE_DIR"? ?"?/(gen|runtime|tune|cli|tests|templates|configs|docs|examples|tools)/' sim/tests --include='*.sh' --include='*.[ch]')
if [ -n "$runs" ]; then
    echo "tests of the simulator alone need more:"
    echo "$runs"
    failed=1
fi

# Inside a family no parts include each other in a circle. A part is a header and the files whose names begin with its name:
# rows.h, rows.c and rows_rule.c. tsort names the circles in what it is given, a line for each pair of parts.
parts_of() { # FAMILY: "from to" of each include
    find "$1" -name '*.[ch]' -exec grep -HoE "^#include \"$1/[^\"]+" {} + |
        awk -F: -v headers="$(find "$1" -name '*.h' -exec basename {} .h \;)" '
        function part(path,   stem, i, best) {
            sub(/.*\//, "", path); sub(/\.[ch]$/, "", path)
            best = stem = path
            for (i = 1; i <= count; i++)
                if (index(stem "_", header[i] "_") == 1 && (best == stem || length(header[i]) > length(best)))
                    best = header[i]
            return best
        }
        BEGIN { count = split(headers, header, "\n") }
        { print part($1), part($2) }' | sort -u
}
for family in gen/families/*/; do
    if ! circle=$(parts_of "${family%/}" | tsort 2>&1 >/dev/null); then
        echo "parts of $family include each other in a circle:"
        echo "$circle"
        failed=1
    fi
done

crowded=$(find base gen sim runtime tune cli include templates tools configs examples -type f -not -path 'sim/tests/*' -not -path '*/build/*' \
               -not -name '*.pyc' -printf '%h\n' | sort | uniq -c | awk '$1 > 30')
if [ -n "$crowded" ]; then
    echo "more than 30 files in a folder:"
    echo "$crowded"
    failed=1
fi

shared=$(grep -rhoE "^(typedef )?(struct|union|enum) tw_[a-z0-9_]+ \{" base gen sim runtime tune cli include --include='*.[ch]' |
         awk '{ print $(NF - 1) }' | sort | uniq -d)
if [ -n "$shared" ]; then
    echo "two things have this tag: $shared"
    failed=1
fi

# Library code never prints and never exits, but in processes of its own.
prints=$(grep -rnE "\b(printf|puts|perror|exit|abort|_exit)\(|\bstderr\b|\bstdout\b" base gen sim runtime tune --include='*.c' |
         grep -vE 'sim/libs/(cuda|nvrtc)/|sim/tests/|tune/workers/pool_serve.c|runtime/check/function.c|"(stderr|stdout|puts|exit)"')
if [ -n "$prints" ]; then
    echo "library code prints or exits:"
    echo "$prints"
    failed=1
fi
exit $failed
