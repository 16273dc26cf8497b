#!/usr/bin/env bash
# Runs every fuzz target of a build for a while, from its seeds; new inputs stay in the build tree.
# usage: tools/scripts/fuzz.sh BUILD SECONDS
set -euo pipefail
build=$1 seconds=$2
here=$(cd "$(dirname "$0")/../.." && pwd)
for target in "$build"/fuzz/fuzz_*; do
    [ -x "$target" ] && [ -f "$target" ] || continue
    name=$(basename "$target")
    corpus=$build/corpus/${name#fuzz_}
    seeds=("$here/tools/fuzz/seeds/${name#fuzz_}")
    [ "$name" = fuzz_ptx ] && seeds=("$here"/sim/tests/{ptx,kernels})
    mkdir -p "$corpus" "$build/crashes"
    echo "== $name, $seconds s"
    "$target" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=4096 -print_final_stats=1 \
        -artifact_prefix="$build/crashes/$name-" "$corpus" "${seeds[@]}" 2>&1 | tail -n 12
done
