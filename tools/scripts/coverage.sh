#!/usr/bin/env bash
# What the tests ran of each source file in a build with coverage, in lines; the least first. Fails when a file is under 85 %.
# usage: tools/scripts/coverage.sh BUILD
set -euo pipefail
build=$(realpath "$1")
cd "$(dirname "$0")/../.."
gcovr --root . --object-directory "$build" --filter '(base|gen|sim|runtime|tune|cli)/.*\.c$' --exclude 'sim/tests/' "$build" --csv |
    awk -F, 'NR > 1 { printf "%5.1f %% of %4d lines  %s\n", 100 * $3 / $2, $2, $1; lines += $2; ran += $3; low += $3 < 0.85 * $2 }
             END { printf "%5.1f %% of %4d lines  in all\n", 100 * ran / lines, lines
                   if (low) print low " files are under 85 %" > "/dev/stderr"
                   exit low > 0 }' | sort -n
