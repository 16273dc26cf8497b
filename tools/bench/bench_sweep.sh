#!/usr/bin/env bash
# The sweep on the simulator: planning, whole sweeps of a growing space with the share of each stage, the same again with
# everything cached, compilers side by side. bench_sweep.sh [VARIANTS...]; needs TILEWRIGHT.
set -eu
[ $# -gt 0 ] || set -- 100 1000
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export TILEWRIGHT_CACHE=$work/cache LC_ALL=C
unset TILEWRIGHT_CACHE_SIZE

# space N: N variants of 32x16 threads, all possible; N is a multiple of 4, at most 16400 (a padding has 1025 values).
space() {
    local rest=$(($1 / 4)) types='"int32"'
    if [ $rest -gt 1000 ]; then
        rest=$((rest / 4))
        types='"int32", "uint32", "float32", "int64"'
    fi
    cat <<END
{ "tilewright": 1, "kernel": "tile",
  "variants": [ { "name": "k", "BDIMX": 32, "BDIMY": 16, "layout": ["row-col", "col-row"], "index": "linear", "shared": "dynamic",
                  "swizzle": ["none", "skew"], "type": [$types], "IPAD": { "from": 0, "to": $((rest - 1)) } } ] }
END
}

# timed FILE ARGUMENT...: seconds of the sweep into $wall, its last line into FILE.
timed() {
    local file=$1 start end
    shift
    start=$(date +%s%N)
    "$TILEWRIGHT" sweep --device sim "$@" 2>/dev/null | grep 'seconds of work' >"$file"
    end=$(date +%s%N)
    wall=$(((end - start) / 1000000))e-3
}

# spent FILE STAGE: seconds of work
spent() {
    sed -E "s/.*$2 ([0-9.]+).*/\1/" "$1"
}

echo 'planning: 98,400 variants predicted, all but the 210 that can win left out (one core)'
cat >"$work/plan.json" <<'END'
{ "tilewright": 1, "kernel": "tile",
  "variants": [ { "name": "k", "BDIMX": 32, "BDIMY": 8, "layout": ["row-row", "col-col", "row-col", "col-row"], "index": "linear",
                  "scope": ["kernel", "file"], "shared": "dynamic", "type": ["int32", "uint32", "int16", "float32"],
                  "swizzle": ["none", "skew", "xor"], "IPAD": { "from": 0, "to": 1024 } } ] }
END
timed "$work/first" "$work/plan.json"
timed "$work/line" "$work/plan.json" -o "$work/plan.jsonl"
awk -v s="$(spent "$work/line" predicting)" -v w="$wall" \
    'BEGIN { printf "%.3f s, %.0f variants/s; with reading the config, checking the 210 (cached) and writing the file %.2f s\n\n", s, 98400 / s, w }'

echo 'whole sweeps, every variant tried (--all), all cores; seconds of work in each stage, of all workers together'
printf '%8s %7s %9s %9s %8s %7s %10s %7s\n' variants '' predict compile check wall variants/s
for n in "$@"; do
    space "$n" >"$work/space.json"
    for round in first cached; do
        timed "$work/line" --all "$work/space.json"
        awk -v n="$n" -v r=$round -v p="$(spent "$work/line" predicting)" -v c="$(spent "$work/line" compiling)" \
            -v k="$(spent "$work/line" checking)" -v w="$wall" -v f="${first:-0}" \
            'BEGIN { printf "%8d %7s %9.3f %9.3f %8.3f %7.2f %10.0f", n, r, p, c, k, w, n / w
                     if (r == "cached") printf "   %.0f times faster", f / w; printf "\n" }'
        first=$wall
    done
done

echo
echo 'compilers side by side: 200 variants without the cache'
space 200 >"$work/space.json"
for jobs in 1 2; do
    timed "$work/line" --all --no-cache --jobs $jobs "$work/space.json"
    awk -v j=$jobs -v w="$wall" -v f="${one:-0}" -v c="$(spent "$work/line" compiling)" \
        'BEGIN { printf "%d: %6.2f s, %4.1f variants/s, workers busy %3.0f %%", j, w, 200 / w, 100 * c / w / j
                 if (f != 0) printf ", %.2f times", f / w; printf "\n" }'
    one=$wall
done
