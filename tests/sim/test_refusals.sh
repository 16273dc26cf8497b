#!/usr/bin/env bash
# Whatever stands against reading the GPU's counters, run, sweep and verify say it in one sentence, with what helps, and go on without.
# The GPU is the simulator passed off as one, CUPTI that of fake_cupti.c, which refuses as it is told in the environment.
. "${BASH_SOURCE%/*}/../shell.sh" || exit 1
dropin=$BUILD_DIR/dropin/libcuda.so.1
[ -e "$dropin" ] || { echo "skipped: the drop-in library is not built"; exit 77; }
cd "$work" || exit 1

# A driver that does not say that it is the simulator's.
sed 's/tw_simulator/no_simulator/g' "$dropin" >libcuda.so.1
cat >cupti.c <<'C'
#include <stdio.h>
#include <stdlib.h>
static const char *word(const char *name, const char *unset) { return getenv(name) ? getenv(name) : unset; }
#define failing word("FAKE_FAILING", "")
#define result answer()
#define version atoi(word("FAKE_VERSION", "130001"))
enum { last = 3, dropped = 0 };
/* A crash: always, or as long as there is a file of that name, which then goes. */
static int answer(void)
{
    const char *crash = getenv("FAKE_CRASH");
    if (crash && (!*crash || remove(crash) == 0)) abort();
    return atoi(word("FAKE_RESULT", "0"));
}
static int flags[7] = {3, 3, 3, 3, 3, 3, 3};
__attribute__((constructor)) static void read_flag(void)
{
    if (getenv("FAKE_FLAG")) flags[0] = 1, flags[atoi(getenv("FAKE_FLAG"))] = 1;
}
C
cat "$SOURCE_DIR/tests/sim/fake_cupti.c" >>cupti.c
cc -w -shared -fPIC -o libcupti.so cupti.c || exit 1
export TILEWRIGHT_LIBCUDA=$work/libcuda.so.1 TILEWRIGHT_CUPTI=$work/libcupti.so TILEWRIGHT_CACHE=$work/cache
unset TILEWRIGHT_CACHE_SIZE
cat >k.json <<'JSON'
{ "tilewright": 1, "kernel": "tile", "defaults": { "IPAD": 0, "swizzle": "none", "BDIMY": 4 },
  "variants": [ { "name": "a", "BDIMX": 32 }, { "name": "b", "BDIMX": 16 } ] }
JSON

# says WORDS REMEDY COMMAND...: the command goes well, and says once, in one line, why nothing is counted and what helps.
says() {
    local words=$1 remedy=$2
    shift 2
    "$TILEWRIGHT" "$@" >out 2>&1 || fail "$1 ($words): status $?: $(cat out)"
    [ "$(grep -c 'not counted: ' out)" = 1 ] || fail "$1: not said once: $(cat out)"
    grep 'not counted: ' out | grep -F "$words" | grep -qF "$remedy" || fail "$1: no '$words' with '$remedy': $(cat out)"
    grep -q '2 ok' out || fail "$1: did not go on: $(cat out)"
}

# refused WORDS REMEDY VARIABLE=VALUE...: so it is by all three.
refused() {
    local words=$1 remedy=$2 variable
    shift 2
    for variable; do export "${variable?}"; done
    says "$words" "$remedy" run k.json --device cuda --counters --no-time
    says "$words" "$remedy" verify k.json --device cuda --brief
    says "$words" "$remedy" sweep k.json --device cuda --counters --by wavefronts
    "$TILEWRIGHT" sweep k.json --device cuda --by dram_read_bytes >out 2>&1
    [ $? = 3 ] && grep -F -- "--by 'dram_read_bytes' needs the GPU's own counters; not counted: " out | grep -qF "$remedy" ||
        fail "sweep --by dram_read_bytes: $(cat out)"
    unset FAKE_FAILING FAKE_RESULT FAKE_VERSION FAKE_FLAG
}

refused "this user may not read the GPU's counters" "NVreg_RestrictProfilingToAdminUsers=0" FAKE_FAILING=cuptiRangeProfilerEnable FAKE_RESULT=35
refused "this virtual GPU may not read counters" "enable_profiling=1" FAKE_FAILING=cuptiProfilerGetCounterAvailability FAKE_RESULT=40
refused "a virtual GPU of this kind has no counters" "count on a whole GPU" FAKE_FLAG=3
refused "confidential computing" "where that mode is off" FAKE_FLAG=4
refused "MIG" "whole GPU" FAKE_FAILING=cuptiRangeProfilerEnable FAKE_RESULT=43
refused "another program holds the GPU's counters" "dcgmi profile --pause" FAKE_FAILING=cuptiRangeProfilerEnable FAKE_RESULT=26
refused "CUPTI could not start with this driver" "update the driver" FAKE_FAILING=cuptiProfilerInitialize FAKE_RESULT=15
refused "the driver is of CUDA 13, too old for CUPTI 14" "update the driver" FAKE_VERSION=140000
refused "names no usable CUPTI" "unset it to have CUPTI searched for" TILEWRIGHT_CUPTI="$work/nothing.so"
export TILEWRIGHT_CUPTI=$work/libcupti.so

# Not line by line: the counters of the whole kernel are read all the same.
FAKE_FAILING=cuptiSassMetricsSetConfig FAKE_RESULT=8 "$TILEWRIGHT" run k.json --device cuda --counters --no-time >out 2>&1
grep -q '^19 counters in 3 passes, by CUPTI 13.0 (.*), not line by line: out of memory' out || fail "without instructions: $(cat out)"

# What goes wrong while counting is said of the variant.
FAKE_FAILING=cuptiRangeProfilerStart FAKE_RESULT=26 "$TILEWRIGHT" verify k.json --device cuda >out 2>&1 ||
    fail "refused while counting: status $?: $(cat out)"
[ "$(grep -c 'not counted: another program holds' out)" = 2 ] && grep -q '^2 were not counted$' out || fail "refused while counting: $(cat out)"

# A crash while counting: what was lost with the process is counted once more, and if that ends the same way, not counted.
export FAKE_FAILING=cuptiSassMetricsGetDataProperties
FAKE_CRASH='' "$TILEWRIGHT" verify k.json --device cuda >out 2>&1 || fail "crashes: status $?: $(cat out)"
[ "$(grep -c 'not counted: the process that counts ended, twice: ' out)" = 2 ] && grep -q '^2 were not counted$' out || fail "crashes: $(cat out)"
touch once
FAKE_CRASH=$work/once "$TILEWRIGHT" verify k.json --device cuda >out 2>&1
[ -e once ] && fail "there was no crash"
grep -q 'not counted' out && fail "one crash: $(cat out)"

[ $failures = 0 ] && echo "refusals: all well"
exit $((failures != 0))
