# tilewright simulate: another program on the drop-in, its exit status, and its kernels' counts.
. "${BASH_SOURCE%/*}/../shell.sh" || exit 1
if readelf -d "$BUILD_DIR/dropin/libcuda.so.1" | grep -qE 'lib[a-z]*san'; then
    echo "skipped: a sanitized build"
    exit 77
fi
program=$BUILD_DIR/sim/tests/dropin_linked
ptx=$SOURCE_DIR/sim/tests/dropin/reverse.ptx

"$TILEWRIGHT" simulate -- "$program" "$ptx" >"$work/out" 2>"$work/err" || fail "status $?: $(cat "$work/err")"
grep -q "1000 elements ok" "$work/out" || fail "the program's own output is missing: $(cat "$work/out")"
grep -q "^reverse: 1 launch, " "$work/out" || fail "no kernel: $(cat "$work/out")"
# 8 blocks of 128 threads, 1000 of 1024 elements: 32 warps, each with one conflict-free store, and 125 sectors of 8 elements.
grep -qE "st\.shared\.u32 +32 +32 -> 32$" <(sed 's/ *$//' "$work/out") || fail "no shared stores: $(cat "$work/out")"
grep -qE "st\.global\.u32 +32 +32 -> 125$" <(sed 's/ *$//' "$work/out") || fail "no global stores: $(cat "$work/out")"

"$TILEWRIGHT" simulate --json --arch sm_80 -o "$work/counts" -- "$program" "$ptx" >"$work/out" || fail "--json: status $?"
grep -q "(sm_80): 1000 elements ok" "$work/out" || fail "--device: $(cat "$work/out")"
if command -v python3 >/dev/null; then
    python3 - "$work/counts" <<'END' || fail "the JSON: $(cat "$work/counts")"
import json, sys
counts = json.load(open(sys.argv[1]))
kernel, = counts["kernels"]
assert counts["exit_status"] == 0 and kernel["kernel"] == "reverse" and kernel["launches"] == 1, kernel
total = lambda key: sum(line[key] for line in kernel["lines"])
assert total("executed") == kernel["warp_instructions"]
assert total("shared_load_wavefronts") == 32 and total("global_load_sectors") == 125
END
fi

# What is wrong with its kernels stands behind the counts, and why a program failed.
sed '/bar.sync/d' "$ptx" >"$work/race.ptx"
"$TILEWRIGHT" simulate --check usual -- "$program" "$work/race.ptx" >"$work/out" 2>"$work/err"
tr -s '\n ' ' ' <"$work/out" | grep -qE "error: kernel reverse: ld\.shared\.u32.* a race: nothing orders it after the store" || fail "no race: $(cat "$work/out")"
"$TILEWRIGHT" simulate --check barriers -- "$program" "$work/race.ptx" >"$work/out" 2>"$work/err"
grep -q "error:" "$work/out" && fail "a race that was not asked for: $(cat "$work/out")"
"$TILEWRIGHT" simulate --json --check races -- "$program" "$work/race.ptx" 2>"$work/err" | tail -n 1 >"$work/counts"
grep -qE '"messages": \[\{"kind": "error", "times": 1, "text": "kernel reverse: .*\}\]\}$' "$work/counts" || fail "--json: $(cat "$work/counts")"
sed 's/mov.u32 %r6, 0;/mov.u32 %r6;/' "$ptx" >"$work/cut.ptx"
"$TILEWRIGHT" simulate -- "$program" "$work/cut.ptx" >"$work/out" 2>"$work/err" && fail "PTX that is none"
tr -s '\n ' ' ' <"$work/out" | grep -q "no kernel was launched on the simulator .*:24:5: mov.u32 takes 2 operands" || fail "no reason: $(cat "$work/out")"

"$TILEWRIGHT" simulate --json --check races -- "$program" "$work/race.ptx" 2>"$work/err" | tail -n 1 | grep -oE '"text": "kernel reverse: (ld|st)' >"$work/pairs"
[ "$(wc -l <"$work/pairs")" = 1 ] || fail "a pair that races is not told once: $(cat "$work/pairs")"

# Counts of any size have a line of 80 columns, a line for each line of the source; where there is room all digits stand.
cat >"$work/counts.sh" <<'END'
cat >"$TILEWRIGHT_SIM_COUNTS" <<'COUNTS'
kernel	_Z4turnILi32EEvPf	12	123456789012
line	a_matrix_product_with_a_long_name.cu	123		x	123456789012	1234567890	12345678901	12345678	999600	1234567890	99999	123456789	1234567890
line	a_matrix_product_with_a_long_name.cu	124		x	999499	0	0	1	23456789	0	0	0	0
COUNTS
END
COLUMNS=80 "$TILEWRIGHT" simulate -- sh "$work/counts.sh" >"$work/out" || fail "counts: status $?"
grep -q '^turn<32>: 12 launches, 123456789012 warp instructions$' "$work/out" || fail "no name: $(cat "$work/out")"
awk 'length > 80 { exit 1 }' "$work/out" || fail "wider than 80 columns: $(cat "$work/out")"
grep -qE '^ +123G +1\.23G -> 12\.3G +12\.3M -> 1\.00M +1\.23G -> 99999 +123M -> 1\.23G$' "$work/out" || fail "no short figures: $(cat "$work/out")"
grep -qE '^ +999K +1 -> 23\.5M' "$work/out" || fail "no short figures: $(cat "$work/out")"
COLUMNS=200 "$TILEWRIGHT" simulate -- sh "$work/counts.sh" >"$work/out"
grep -qE ':123 +123456789012 +1234567890 -> 12345678901 +12345678 -> 999600 ' "$work/out" || fail "no whole figures: $(cat "$work/out")"

# The program's exit status, whatever it is.
"$TILEWRIGHT" simulate -- sh -c 'exit 7' >"$work/out"
status=$?
[ $status = 7 ] || fail "the program's status became $status"
grep -q "no kernel was launched" "$work/out" || fail "$(cat "$work/out")"
"$TILEWRIGHT" simulate -- sh -c 'kill -9 $$' >"$work/out"
status=$?
[ $status = 137 ] || fail "a signal became $status"
"$TILEWRIGHT" simulate -- /nonexistent >"$work/out" 2>"$work/err"
status=$?
[ $status = 127 ] || fail "no such program: $status"
grep -q "/nonexistent cannot be run: No such file" "$work/err" || fail "$(cat "$work/err")"
# As env(1) ends: 127 for what is not there, 126 for what cannot be executed. The complaint's own calls change nothing.
mkdir "$work/folder" && echo "no program" >"$work/plain"
for expected in "127 ./nosuch" "127 nosuch-program" "127 $work/none/nosuch" "126 $work/folder" "126 $work/plain" "126 $work/plain/x"; do
    for output in "$work/err" /dev/full /dev/null; do
        env -u COLUMNS "$TILEWRIGHT" simulate -- ${expected#* } >"$work/out" 2>"$output"
        status=$?
        [ $status = "${expected% *}" ] || fail "simulate -- ${expected#* } 2>$output: $status, not ${expected% *}"
        [ -s "$work/out" ] && fail "simulate -- ${expected#* }: $(cat "$work/out")"
    done
done
# Where nothing ran there are no counts; a program that ends with the same status has some.
echo mine >"$work/kept"
"$TILEWRIGHT" simulate --force -o "$work/kept" -- nosuch-program 2>"$work/err"
[ "$(cat "$work/kept")" = mine ] || fail "counts of nothing: $(cat "$work/kept")"
"$TILEWRIGHT" simulate --force -o "$work/kept" -- sh -c 'exit 127'
grep -q "no kernel was launched" "$work/kept" || fail "no counts: $(cat "$work/kept")"
"$TILEWRIGHT" simulate >"$work/out" 2>"$work/err"
status=$?
[ $status = 2 ] || fail "no program: $status"

# How a program ended: with its own status, after a call that failed (which, and why), or by a signal.
ends() { # what the last sentence is, then the program
    local expected=$1
    shift
    "$TILEWRIGHT" simulate -- "$@" >"$work/out" 2>"$work/err"
    tr -s '\n ' ' ' <"$work/out" | grep -qE "$expected \$" || fail "$*: no end '$expected': $(cat "$work/out")"
}
ends 'the program exited with status 7, its own: no call of the driver had failed' sh -c 'exit 7'
ends 'signal 9 \(SIGKILL, Killed\) ended the program: no call of the driver had failed' sh -c 'kill -9 $$'
ends 'status 139, as a shell does when signal 11 \(SIGSEGV, .*\) ended the last command, its own: .*' sh -c 'sh -c "kill -11 \$\$"; exit $?'
if command -v python3 >/dev/null; then
    cat >"$work/calls.py" <<'END'
import ctypes, os, sys
cuda, how, status = ctypes.CDLL("libcuda.so.1"), sys.argv[1], int(sys.argv[2])
context, module, kernel, memory = (ctypes.c_void_p() for _ in range(4))
cuda.cuInit(0)
cuda.cuCtxCreate_v2(ctypes.byref(context), 0, 0)
ptx = open(sys.argv[3], "rb").read()
if "cubin" in how:
    cuda.cuModuleLoadData(ctypes.byref(module), b"\x7fELF" + bytes(99))
if "large" in how:
    cuda.cuMemAlloc_v2(ctypes.byref(memory), ctypes.c_size_t(1 << 60))
if "ptx" in how:
    assert cuda.cuModuleLoadData(ctypes.byref(module), ptx) == 0
if "name" in how:
    cuda.cuModuleGetFunction(ctypes.byref(kernel), module, b"nosuch")
if "launch" in how: # of places that nothing is allocated at
    assert cuda.cuModuleGetFunction(ctypes.byref(kernel), module, b"reverse") == 0
    words = [ctypes.c_uint64(0x1234500000), ctypes.c_uint64(0x1234500000), ctypes.c_int(1000)]
    places = (ctypes.c_void_p * 3)(*[ctypes.cast(ctypes.pointer(word), ctypes.c_void_p) for word in words])
    assert cuda.cuLaunchKernel(kernel, 8, 1, 1, 128, 1, 1, 0, None, places, None) == 0
    cuda.cuCtxSynchronize()
if "early" in how: # a wrong argument, which is refused before anything else
    cuda.cuModuleLoad(None, None)
cuda.cuCtxDestroy_v2(context)
if "abort" in how:
    os.abort()
os._exit(status) if "quick" in how else sys.exit(status)
END
    calls() { ends "$2" python3 "$work/calls.py" $1 "$ptx"; }
    cubin='cuModuleLoadData failed: CUDA_ERROR_NO_BINARY_FOR_GPU: the image is a cubin: machine code; the simulator runs PTX'
    calls 'ptx 3' 'the program exited with status 3, its own: no call of the driver had failed'
    calls 'cubin,ptx 1' "$cubin \\(the program went on\\) the program exited with status 1, its own: it had gone on after every call of the driver that failed"
    calls 'large,ptx 1' 'cuMemAlloc failed: CUDA_ERROR_OUT_OF_MEMORY: .* \(the program went on\) the program exited with status 1, its own: .*'
    calls 'cubin 1' "the program exited with status 1 after $cubin"
    calls 'quick,cubin 4' "the program exited with status 4 after $cubin"
    calls 'cubin,ptx,name 2' "$cubin \\(the program went on\\) the program exited with status 2 after cuModuleGetFunction failed: CUDA_ERROR_NOT_FOUND: named symbol not found"
    calls 'ptx,early 2' 'the program exited with status 2 after cuModuleLoad failed: CUDA_ERROR_INVALID_VALUE: invalid argument'
    calls 'ptx,launch 5' 'error: kernel reverse: .* the program exited with status 5 after cuCtxSynchronize failed: CUDA_ERROR_ILLEGAL_ADDRESS: a kernel failed before'
    calls 'abort,cubin 0' "signal 6 \\(SIGABRT, Aborted\\) ended the program after $cubin"
    calls 'ptx,launch,abort 0' 'kernels were launched, and their counts are lost: .* signal 6 .* after cuCtxSynchronize failed: .*'
    ends "status 3 after cuModuleLoadData in process [0-9]+ failed: .*" sh -c 'python3 "$@"; exit 3' sh "$work/calls.py" cubin 1 "$ptx"
    "$TILEWRIGHT" simulate -- python3 "$work/calls.py" cubin,ptx,launch 0 "$ptx" >"$work/out"
    grep -qE "cubin|exited" "$work/out" && fail "a program that succeeded is told how it ended: $(cat "$work/out")"
    "$TILEWRIGHT" simulate --json -- python3 "$work/calls.py" cubin,ptx,name,abort 0 "$ptx" >"$work/out"
    python3 -c 'import json, sys
end = json.loads(sys.stdin.read().splitlines()[-1])
assert end["signal"] == 6 and end["exit_status"] == 134, end
assert [(call["function"], call["went_on"]) for call in end["failed_calls"]] == [("cuModuleLoadData", True), ("cuModuleGetFunction", False)], end' <"$work/out" ||
        fail "the end as JSON: $(cat "$work/out")"
fi

# Where the counts or the log have no room the program goes on, and the status says that the counts are not whole.
(
    trap - XFSZ
    ulimit -f 1
    exec "$TILEWRIGHT" simulate --json --log "$work/log" -- "$program" "$ptx"
) 2>&1 | cat >"$work/out"
status=${PIPESTATUS[0]}
[ $status = 1 ] || fail "no room: status $status, $(cat "$work/out")"
grep -q "1000 elements ok" "$work/out" || fail "no room: $(cat "$work/out")"
grep -q "counts are not whole" "$work/out" || fail "no room: $(cat "$work/out")"

# The same of the log alone, which is asked for too; a program's own status goes before.
for log in /dev/full "$work/short"; do
    for code in 0 3; do
        (
            trap - XFSZ
            [ $log = /dev/full ] || { head -c 1048500 /dev/zero >$log && ulimit -f 1024; }
            exec "$TILEWRIGHT" simulate --log "$log" -- sh -c '"$0" "$1" && exit '$code "$program" "$ptx"
        ) >"$work/out" 2>"$work/err"
        status=$?
        [ $status = $((code ? code : 1)) ] || fail "--log $log: status $status, $(cat "$work/err")"
        [ "$(tr -s '\n ' ' ' <"$work/err" | grep -cE "$log: lines of the log could not be written: (No space|File too)")" = 1 ] || fail "--log $log: $(cat "$work/err")"
        grep -q "^reverse: 1 launch" "$work/out" || fail "--log $log: no counts"
    done
done
for option in --log -o; do
    "$TILEWRIGHT" simulate $option '' -- true >"$work/out" 2>"$work/err"
    status=$?
    [ $status = 2 ] && grep -qE -- "--(log|output) '' names no file" "$work/err" || fail "$option '': status $status, $(cat "$work/err")"
done

# What memory is like, as for run, and how much of it a device has.
says='echo "weak ${TILEWRIGHT_SIM_WEAK-no}, ${TILEWRIGHT_SIM_MEMORY-any} MiB"'
"$TILEWRIGHT" simulate -- sh -c "$says" >"$work/out"
grep -q "weak no, any MiB" "$work/out" || fail "memory: $(cat "$work/out")"
"$TILEWRIGHT" simulate --memory weak --device-memory 512 -- sh -c "$says" >"$work/out"
grep -q "weak 1, 512 MiB" "$work/out" || fail "weak memory: $(cat "$work/out")"
"$TILEWRIGHT" simulate --memory weak --seed 7 -- sh -c "$says" >"$work/out"
grep -q "weak 7, any MiB" "$work/out" || fail "a seed: $(cat "$work/out")"

# Several devices, and what is not there.
if command -v python3 >/dev/null; then
    "$TILEWRIGHT" simulate --devices 2 --log "$work/log" -- python3 "$SOURCE_DIR/sim/tests/dropin/devices.py" >"$work/out" 2>&1 ||
        fail "devices.py: $(cat "$work/out")"
    grep -q "cuCheckpointProcessGetState is not supported" "$work/log" || fail "no name in the log: $(cat "$work/log")"
fi

[ $failures -eq 0 ] && echo "ok"
exit $((failures > 0))
