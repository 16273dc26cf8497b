#!/usr/bin/env bash
# The path of a GPU from end to end, without one: a driver that says nothing of the simulator behind it, whose times are what it counts. Needs
# TILEWRIGHT and NVRTC.
. "${BASH_SOURCE%/*}/../shell_sweep.sh" || exit 1
export TILEWRIGHT_LIBCUDA=$PROGRAMS/timed_cuda.so

# says TEXT: a part of what the last command said.
says() {
    cat out err | grep -qF -- "$1" || fail "nothing says: $1"
}

# Few threads of a block do a row each: much slower the fewer they are.
cat >slow.cu <<'END'
extern "C" __global__ void sum(const int *in, int *out)
{
    if (threadIdx.x >= THREADS) return;
    for (int row = threadIdx.x; row < 128; row += THREADS) {
        int total = 0;
        for (int i = 0; i < 8; i++) total += in[row * 8 + i];
        out[row] = total;
    }
}
extern "C" __global__ void wanted(const int *in, int *out)
{
    int total = 0;
    for (int i = 0; i < 8; i++) total += in[threadIdx.x * 8 + i];
    out[threadIdx.x] = total;
}
END
cat >slow.json <<'END'
{ "tilewright": 1,
  "kernel": { "name": "rows", "source": "slow.cu", "entry": "sum", "problem": { "n": 1024 },
              "parameters": { "THREADS": [32, 16, 2, 1] },
              "arguments": [ { "name": "in", "type": "int32", "count": "n" },
                             { "name": "out", "type": "int32", "count": 128, "role": "output" } ],
              "grid": 1, "block": 32, "reference": { "entry": "wanted", "define": { "THREADS": "1" }, "grid": 1, "block": 128 } } }
END

# One worker compiles, so the best comes first: what is far behind it is stopped, and stands behind what was timed to its end.
tw "a sweep" 0 sweep slow.json --device cuda --jobs 1 --cache cold -o cold.jsonl
sed -n 2,5p cold.jsonl | grep -o '"THREADS": [0-9]*' | sort -c -k2,2nr || fail "the order of the ranks: $(cat cold.jsonl)"
[ "$(grep -c '"stopped": true' cold.jsonl)" = 2 ] || fail "two are stopped: $(cat cold.jsonl)"
grep '"THREADS": 1,' cold.jsonl | grep -q '"runs": 7, .*"stopped": true' || fail 'the slowest took more than a few runs'
grep '"THREADS": 32,' cold.jsonl | grep -q '"runs": 50, .*"cache": "cold"' || fail 'the best was not timed to its end'
head -1 cold.jsonl | grep -q '"cache": "cold"' || fail "the header: $(head -1 cold.jsonl)"
says '2 could not win, and were not timed to the end; they rank after the others'
says 'the L2 cache was flushed before each run'

# What was taken in another state is not gone on with, and not merged.
tw "a warm one" 2 sweep slow.json --device cuda --resume -o cold.jsonl
says '"cache" is "cold" there and "warm" here'
tw "a warm shard" 0 sweep slow.json --device cuda --shard 1/2 -o warm1.jsonl
tw "another warm shard" 0 sweep slow.json --device cuda --shard 2/2 -o warm2.jsonl
sed 's/"cache": "warm"/"cache": "cold"/' warm2.jsonl >cold2.jsonl
tw "both" 2 results warm1.jsonl cold2.jsonl
says 'not of the same sweep as warm1.jsonl: cache is "cold" here and "warm" there'
tw "a merge" 0 results warm1.jsonl warm2.jsonl -o warm.jsonl
head -1 warm.jsonl | grep -q '"cache": "warm"' || fail 'the header of a merge'

# The winner is remembered for plans, under the hash of its description; who lists and moves wisdom needs no description.
tw "a sweep that is remembered" 0 sweep slow.json --device cuda --remember -o kept.jsonl
says 'the best of 1 problem'
hash=$(head -1 kept.jsonl | sed 's/.*"kernel_hash": "\([0-9a-f]*\)".*/\1/')
tw "a list" 0 wisdom list
says "  rows of $hash, n 1024"
says '    THREADS 32'
tw "an export" 0 wisdom export -o kept.wisdom
tw "forgetting what is stale" 0 wisdom forget --stale
says 'removed 0 entries'
tw "forgetting" 0 wisdom forget
says 'removed 1 entry'
tw "an import" 0 wisdom import kept.wisdom
says 'took in 1 of 1 entries'
tw "the same again" 0 wisdom import kept.wisdom
says 'took in 0 of 1 entries'
tw "a merge with itself" 0 wisdom merge kept.wisdom kept.wisdom -o merged.wisdom
cmp kept.wisdom merged.wisdom || fail 'a merge of one with itself'

# What a run says of its times.
tw "a run" 0 run slow.json --device cuda --cache cold
says 'time: median of 50 launches, by events, the L2 cache flushed before each, of the kernel on its own grid'

# What is wrong never ranks: on the GPU alone, as of elements that the proof problem does not have; on the proof problem, where it never comes to
# the GPU. The others are all equally fast, so they are timed again, in turns, six rounds at least.
cat >turn.cu <<'END'
__global__ void turn(const int *in, int *out, int n)
{
    __shared__ int tile[64];
    const int i = blockIdx.x * 64 + threadIdx.x;
    tile[threadIdx.x] = in[i];
    if (BUG != 2) __syncthreads();
    int value = tile[63 - threadIdx.x];
    if (BUG == 1 && i == 1000) value++;
    if (BUG == 3 && in[i + n] == 12345678) value++;
    out[i] += value + SHIFT - SHIFT;
}
__global__ void plain(const int *in, int *out) { const int i = blockIdx.x * 64 + threadIdx.x; out[i] += in[i ^ 63]; }
END
cat >turn.json <<'END'
{ "tilewright": 1,
  "kernel": { "name": "turn", "source": "turn.cu", "problem": { "n": 4096 }, "parameters": { "BUG": { "from": 0, "to": 3 }, "SHIFT": [1, 2, 3] },
              "constraints": [ "BUG == 0 or SHIFT == 1" ],
              "arguments": [ { "name": "in", "type": "int32", "count": "n" },
                             { "name": "out", "type": "int32", "count": "n", "role": "inout", "fill": "iota" },
                             { "name": "n", "type": "int32", "value": "n" } ],
              "grid": "n / 64", "block": 64, "proof": { "n": 256 },
              "reference": { "entry": "plain", "define": { "BUG": 0, "SHIFT": 0 }, "grid": "n / 64", "block": 64, "arguments": [ "in", "out" ] } } }
END
export TILEWRIGHT_SIM_LOG=$work/log
# Launches (runtime/measure/runs.h): a time of the first is of 50 runs, one of its rivals of 10. Each of six rounds times all three by 10 runs after
# 2 that warm up. One time of each is of fewer: 60 at most, even where none has a rival.
least=$((50 + 2 * 10 + 6 * 3 * (2 + 10)))
# sweeps NAME WRONG ARGUMENT...: all BUGs but 0 are wrong, as they are said to be, and the three others rank, timed again.
sweeps() {
    local name=$1 wrong=$2
    rm -f log
    tw "$name" 1 sweep turn.json --device cuda --force -o turn.jsonl "${@:3}"
    [ "$(grep -o '"BUG": [0-9].*"rank": [123]' turn.jsonl | grep -c '"BUG": 0')" = 3 ] || fail "$name: other variants rank"
    [ "$(grep -c 'turn.*<<<(64,1,1)' log)" -ge "$least" ] || fail "$name: the three finals were launched no oftener than for one time of each"
    says '2 more cannot be told apart from it by time'
    for bug in 1 2 3; do grep "\"BUG\": $bug" turn.jsonl | grep -qE "$(sed -n "${bug}p" <<<"$wrong")" || fail "$name: BUG $bug: $(grep "\"BUG\": $bug" turn.jsonl)"; done
}
sweeps 'without a proof' '"status": "mismatch", "reason": "1 of 4096.*"proof": null.*"rank": null
"status": "mismatch".*"proof": null.*"rank": null
"status": "failed".*ILLEGAL_ADDRESS.*"proof": null.*"rank": null'
for cache in warm cold; do
    sweeps "with a proof, $cache" '"status": "mismatch", "reason": "1 of 4096.*"proof": "proven".*"rank": null
"status": "mismatch", "reason": "[^"]*a race: .*"proof": "wrong".*"rank": null
"status": "failed", "reason": "[^"]*past the end of .*"proof": "wrong".*"rank": null' --prove --cache $cache
    says 'on the simulator, with all checks: 4 proven, 2 wrong'
    [ "$(grep -c "\"proof\": \"proven\".*\"rank\": [123]" turn.jsonl)" = 3 ] || fail "not all that rank are proven"
done
for bug in 2 3; do
    rm -f log
    sed "s/{ \"from\": 0, \"to\": 3 }/$bug/" turn.json >one.json
    tw "BUG $bug" 1 run one.json --device cuda --prove
    has "BUG $bug" 'turn.*<<<\(4,1,1\)' log
    ! grep -q 'turn.*<<<(64,1,1)' log || fail "BUG $bug came to the GPU"
done
[ "$failures" -eq 0 ] && echo 'all as expected'
exit $((failures > 0))
