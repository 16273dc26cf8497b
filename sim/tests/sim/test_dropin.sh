# The drop-in libcuda.so.1: what it exports, and driver-API programs that run on it unchanged.
. "${BASH_SOURCE%/*}/../shell.sh" || exit 1
dropin=$BUILD_DIR/dropin
programs=$PROGRAMS
ptx=$SOURCE_DIR/sim/tests/dropin/reverse.ptx

# expect NAME EXIT-STATUS TEXT COMMAND...: runs it on the drop-in; its output must contain the text.
expect() {
    local name=$1 status=$2 text=$3
    shift 3
    LD_LIBRARY_PATH=$dropin "$@" >"$work/out" 2>&1
    local got=$?
    [ $got -eq "$status" ] || fail "$name: exit status $got, not $status: $(cat "$work/out")"
    grep -qF -- "$text" "$work/out" || fail "$name: no \"$text\" in: $(cat "$work/out")"
}

# Exactly the functions of the table and tw_simulator are visible, under the driver's own library name.
nm -D --defined-only "$dropin/libcuda.so.1" | awk '{print $3}' | grep -v ^__odr_asan | sort >"$work/exports"
# Where a row says ptds or ptsz, there is a second one of that form.
sed -n 's/^ *X(\(cu[A-Za-z0-9_]*\), *[0-9]*, \([a-z]*\).*/\1 \2/p' "$SOURCE_DIR/base/device/driver_functions.h" |
    awk '{ print $1 } $2 != "none" { print $1 "_" $2 } END { print "tw_simulator" }' | sort >"$work/table"
diff "$work/table" "$work/exports" >"$work/diff" || fail "exports differ from the table: $(cat "$work/diff")"
readelf -d "$dropin/libcuda.so.1" | grep -q 'soname: \[libcuda.so.1\]' || fail "the library's name is not libcuda.so.1"
[ -e "$dropin/libcuda.so" ] || fail "there is no libcuda.so for -lcuda"

sim="Tilewright simulator"
expect "linked" 0 "$sim (sm_90): 1000 elements ok" "$programs/dropin_linked" "$ptx"
expect "loaded" 0 "$sim (sm_90): 1000 elements ok" "$programs/dropin_loaded" "$ptx"
expect "another architecture" 0 "$sim (sm_75)" env TILEWRIGHT_SIM_ARCH=sm_75 "$programs/dropin_linked" "$ptx"
expect "one thread" 0 "1000 elements ok" env TILEWRIGHT_SIM_THREADS=1 "$programs/dropin_linked" "$ptx"
expect "unknown architecture" 1 "cuInit(0): error 100" env TILEWRIGHT_SIM_ARCH=sm_1 "$programs/dropin_linked" "$ptx"
expect "unknown architecture, told" 1 'TILEWRIGHT_SIM_ARCH names no known architecture, such as sm_50, sm_90 or sm_121: "sm_1"' \
    env TILEWRIGHT_SIM_ARCH=sm_1 TILEWRIGHT_SIM_LOG=stderr "$programs/dropin_linked" "$ptx"
expect "no such file" 1 "error 301" "$programs/dropin_linked" /nonexistent.ptx
expect "not PTX" 1 "error 200" "$programs/dropin_linked" "$SOURCE_DIR/LICENSE"
expect "a cubin" 1 "error 209" "$programs/dropin_linked" "$programs/dropin_linked"
expect "out of bounds" 0 "CUDA_ERROR_ILLEGAL_ADDRESS" "$programs/dropin_linked" "$ptx" wild

# What a child does not have it does not count either: its end adds nothing to what the parent writes.
expect "a child" 0 "forked: ok" env TILEWRIGHT_SIM_CHECK=leaks TILEWRIGHT_SIM_LOG="$work/forked" "$programs/dropin_forked"
[ "$(grep -c "4 bytes of device memory" "$work/forked")" -eq 3 ] || fail "leaks are told twice: $(cat "$work/forked")"

# The management library: exactly the functions of its table, what they answer to calls right and wrong, what the devices are. It does
# not start the driver, so that a child of a process that asked may.
nm -D --defined-only "$dropin/libnvidia-ml.so.1" | awk '{print $3}' | grep -v ^__odr_asan | sort >"$work/exports"
{ sed -n 's/^ *X(\(nvml[A-Za-z0-9_]*\)[,)].*/\1/p' "$SOURCE_DIR/sim/libs/nvml/functions.h"; echo nvmlErrorString; } | sort >"$work/table"
diff "$work/table" "$work/exports" >"$work/diff" || fail "NVML's exports differ from the table: $(cat "$work/diff")"
expect "NVML" 0 "nvmlInit(): 0" env TILEWRIGHT_SIM_LOG="$work/log" "$programs/dropin_asked"
diff "$SOURCE_DIR/sim/tests/dropin/asked.txt" "$work/out" >"$work/diff" || fail "NVML answers otherwise: $(cat "$work/diff")"
expect "devices of NVML" 0 "1: Tilewright simulator (sm_75), GPU-74696c65-7772-6967-6874-2d73696d2d32, 00000000:00:01.0, 7.5, architecture 6" \
    env TILEWRIGHT_SIM_DEVICES=2 TILEWRIGHT_SIM_ARCH=sm_75 "$programs/dropin_managed" devices
expect "NVML tells of hidden ones" 0 "1: Tilewright simulator (sm_80), GPU-74696c65-7772-6967-6874-2d73696d2d32, 00000000:00:01.0, 8.0, architecture 7" \
    env CUDA_VISIBLE_DEVICES=0 TILEWRIGHT_SIM_ARCH=sm_90,sm_80 "$programs/dropin_managed" devices
expect "NVML and a child" 0 "the child: ok" "$programs/dropin_managed" forked
expect "NVML and memory" 0 "4194304 bytes more are used" "$programs/dropin_managed" forked
expect "NVML without devices" 1 "nvmlInit_v2 failed" env TILEWRIGHT_SIM_ARCH=sm_1 "$programs/dropin_managed" devices
expect "NVML's absent functions" 1 "tilewright: nvmlDeviceGetFanSpeed is not supported by the simulator" \
    env TILEWRIGHT_SIM_LOG=stderr "$programs/dropin_managed" absent

# Programs that take machine code from NVRTC get PTX from the one beside the drop-in.
found=0
for version in 12 13; do
    LD_LIBRARY_PATH=$dropin/nvrtc:$dropin "$programs/dropin_compiled" libnvrtc.so.$version >"$work/out" 2>&1
    status=$?
    [ $status -eq 77 ] && continue
    found=1
    [ $status -eq 0 ] || fail "NVRTC $version: exit status $status: $(cat "$work/out")"
    grep -qF "compiled: ok" "$work/out" || fail "NVRTC $version: $(cat "$work/out")"
done
[ $found -eq 1 ] || fail "no NVRTC: $(cat "$work/out")"
TILEWRIGHT_NVRTC=/nonexistent LD_LIBRARY_PATH=$dropin/nvrtc:$dropin "$programs/dropin_compiled" libnvrtc.so.13 >"$work/out" 2>&1
grep -qF "there is no NVRTC of CUDA 13 here; TILEWRIGHT_NVRTC can name one" "$work/out" || fail "not said: $(cat "$work/out")"

# The log that a user asks for: a line per launch, and why it failed.
expect "log" 0 "" env TILEWRIGHT_SIM_LOG="$work/log" "$programs/dropin_linked" "$ptx"
grep -qF "reverse<<<(8,1,1),(128,1,1),0>>>" "$work/log" || fail "no launch in the log: $(cat "$work/log")"
grep -qF "stores 32 requests 32 wavefronts" "$work/log" || fail "no counts in the log: $(cat "$work/log")"
expect "log of a fault" 0 "" env TILEWRIGHT_SIM_LOG="$work/log" "$programs/dropin_linked" "$ptx" wild
tail -n +2 "$work/log" | grep -q "reverse.*thread" || fail "no finding in the log: $(cat "$work/log")"
expect "log on stderr" 0 "tilewright: reverse<<<" env TILEWRIGHT_SIM_LOG=stderr "$programs/dropin_linked" "$ptx"
sed 's/add\.s32 %r9/frobnicate.s32 %r9/' "$ptx" >"$work/bad.ptx"
expect "log of bad PTX" 1 "frobnicate" env TILEWRIGHT_SIM_LOG=stderr "$programs/dropin_linked" "$work/bad.ptx"
expect "a log that cannot be written" 1 "error 304" env TILEWRIGHT_SIM_LOG=/nonexistent/log "$programs/dropin_linked" "$ptx"

# Checks are made when they are asked for: here half of the block passes its barrier by.
sed 's/    bar.sync 0;/    .reg .pred %half; setp.lt.u32 %half, %r3, 64; @%half bar.sync 0;/' "$ptx" >"$work/skips.ptx"
check=TILEWRIGHT_SIM_CHECK
LD_LIBRARY_PATH=$dropin TILEWRIGHT_SIM_LOG=$work/unchecked "$programs/dropin_linked" "$work/skips.ptx" >"$work/out" 2>&1
grep -q "reverse<<<" "$work/unchecked" || fail "no launch in the log: $(cat "$work/unchecked")"
grep -q "wait here" "$work/unchecked" && fail "a check that nobody asked for: $(cat "$work/unchecked")"
expect "checked" 1 "threads 0-63 wait here, but threads 64-127 left the kernel without it" \
    env $check=barriers TILEWRIGHT_SIM_LOG=stderr "$programs/dropin_linked" "$work/skips.ptx"
# Such a barrier that changes no result: hardware lets it pass.
sed 's/    ld.const.u32 %r15/    .reg .pred %half; setp.lt.u32 %half, %r3, 64; @%half bar.sync 0;\n&/' "$ptx" >"$work/late.ptx"
expect "ended" 1 "" env $check=barriers "$programs/dropin_linked" "$work/late.ptx"
expect "checked, and gone on" 0 "1000 elements ok" \
    env $check=barriers TILEWRIGHT_SIM_GO_ON=1 TILEWRIGHT_SIM_LOG="$work/passed" "$programs/dropin_linked" "$work/late.ptx"
grep -q "hardware lets it pass" "$work/passed" || fail "nothing is told: $(cat "$work/passed")"
expect "neither 0 nor 1" 1 "TILEWRIGHT_SIM_GO_ON is no whole number from 0 to 1" \
    env TILEWRIGHT_SIM_GO_ON=2 TILEWRIGHT_SIM_LOG=stderr "$programs/dropin_linked" "$ptx"
expect "checked and right" 0 "1000 elements ok" env $check=barriers "$programs/dropin_linked" "$ptx"
# What is collected is told and does not fail the program, whose results may be right by luck.
sed 's/    bar.sync 0;//' "$ptx" >"$work/races.ptx"
LD_LIBRARY_PATH=$dropin TILEWRIGHT_SIM_LOG=$work/raced TILEWRIGHT_SIM_CHECK=races "$programs/dropin_linked" "$work/races.ptx" >"$work/out" 2>&1
grep -q "a race: nothing orders it after the" "$work/raced" || fail "no race in the log: $(cat "$work/raced")"
grep -q "LAUNCH_FAILED" "$work/out" && fail "a race failed the program: $(cat "$work/out")"
expect "no check" 0 "1000 elements ok" env $check= "$programs/dropin_linked" "$ptx"
# A leak is a line for each allocation that is left, and none where all is freed.
TILEWRIGHT_SIM_CHECK=leaks expect "a leak" 0 "leak: 4000 bytes of device memory" env TILEWRIGHT_SIM_LOG=stderr "$programs/dropin_linked" "$ptx" wild
TILEWRIGHT_SIM_CHECK=leaks expect "no leak" 0 "1000 elements ok" env TILEWRIGHT_SIM_LOG=stderr "$programs/dropin_linked" "$ptx"
! grep -q 'leak:' "$work/out" || fail "no leak: $(cat "$work/out")"
expect "leaks unasked" 0 "" env TILEWRIGHT_SIM_LOG=stderr "$programs/dropin_linked" "$ptx" wild
! grep -q 'leak:' "$work/out" || fail "leaks unasked: $(cat "$work/out")"
expect "an unknown check" 1 "there are: all usual none barriers" env $check=barriers,colours TILEWRIGHT_SIM_LOG=stderr "$programs/dropin_linked" "$ptx"
# Weak memory: the variable is the seed.
expect "weak memory" 0 "1000 elements ok" env TILEWRIGHT_SIM_WEAK=5 "$programs/dropin_linked" "$ptx"
expect "no seed" 1 "TILEWRIGHT_SIM_WEAK is no whole number from 0 to 4294967295" \
    env TILEWRIGHT_SIM_WEAK=weak TILEWRIGHT_SIM_LOG=stderr "$programs/dropin_linked" "$ptx"

# What is too much ends as a driver ends it, at limits that the user sets.
expect "a grid without end" 0 "2147483647 blocks: CUDA_ERROR_LAUNCH_TIMEOUT, then CUDA_ERROR_LAUNCH_TIMEOUT" \
    env TILEWRIGHT_SIM_TIMEOUT=1 TILEWRIGHT_SIM_LOG="$work/limits" "$programs/dropin_limits" "$ptx" grid
grep -q "kernel reverse: .* of 2147483647 blocks begun; TILEWRIGHT_SIM_TIMEOUT sets" "$work/limits" ||
    fail "no reason in the log: $(cat "$work/limits")"
expect "all memory" 0 "64 MiB in all: 64 MiB, then CUDA_ERROR_OUT_OF_MEMORY" \
    env TILEWRIGHT_SIM_MEMORY=64 "$programs/dropin_limits" "$ptx" memory
expect "too much memory" 0 "CUDA_ERROR_OUT_OF_MEMORY, CUDA_ERROR_OUT_OF_MEMORY, CUDA_ERROR_OUT_OF_MEMORY" \
    env TILEWRIGHT_SIM_MEMORY=8388608 "$programs/dropin_limits" "$ptx" more
expect "no such limit" 1 "cuInit(0): error 100" env TILEWRIGHT_SIM_MEMORY=many "$programs/dropin_limits" "$ptx" more

# A program under a sanitizer needs that sanitizer loaded first, which Python's is not.
if readelf -d "$dropin/libcuda.so.1" | grep -qE 'lib[a-z]*san'; then
    echo "skipped: Python, in a sanitized build"
elif command -v python3 >/dev/null; then
    expect "Python" 0 "$sim (sm_90): 1000 elements ok" python3 "$SOURCE_DIR/sim/tests/dropin/ctypes_program.py" "$ptx"
    # What is seen: of one kind, of two, some in another order, by UUID, up to a word that names none, and all where none is left.
    seen() { # VISIBLE ARCHITECTURES NUMBER:SM...
        expect "CUDA_VISIBLE_DEVICES=$1 of $2" 0 'ok' env CUDA_VISIBLE_DEVICES="$1" TILEWRIGHT_SIM_ARCH="$2" TILEWRIGHT_SIM_DEVICES=4 \
            python3 "$SOURCE_DIR/sim/tests/dropin/kinds.py" "${@:3}"
    }
    kinds=sm_90,sm_80,sm_86
    seen 2,0 sm_90 2:90 0:90
    seen 3,1,0 $kinds 3:86 1:80 0:90
    seen GPU-74696c65-7772-6967-6874-2d73696d2d33,GPU-74696C65777269676874-2d73696d2d32 $kinds 2:86 1:80
    seen 1,9,0 $kinds 1:80
    seen 1,1,0 $kinds 1:80
    for none in '' -1 9 GPU-00; do seen "$none" $kinds 0:90 1:80 2:86 3:86; done
else
    echo "skipped: Python, not installed"
fi

[ $failures -eq 0 ] && echo "ok"
exit $((failures > 0))
