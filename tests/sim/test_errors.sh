#!/usr/bin/env bash
# Bad input and a lacking environment: the right exit status and one clear message that says what and where.
set -u
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
failed=0 checks=0

# expect STATUS PATTERN COMMAND...: the command ends with STATUS and what it prints contains PATTERN (a fixed string).
expect() {
    local status=$1 pattern=$2 output got
    shift 2
    output=$("$@" 2>&1 </dev/null)
    got=$?
    checks=$((checks + 1))
    if [ $got -ne "$status" ] || ! grep -qF -- "$pattern" <<<"$output"; then
        echo "FAILED: $*"
        echo "  expected status $status and '$pattern'; got status $got and:"
        sed 's/^/  | /' <<<"$output"
        failed=1
    fi
}

# config NAME FIELDS: a config of one variant with these fields, its path.
config() {
    printf '{"tilewright": 1, "kernel": "%s", "variants": [{"name": "v"%s}]}\n' "${3:-tile}" "$2" >"$dir/$1.json"
    echo "$dir/$1.json"
}

tilewright=$TILEWRIGHT
run="$tilewright run --device sim"
expect 2 "Usage: tilewright COMMAND" "$tilewright"
expect 2 "there is no command 'rum'" "$tilewright" rum
expect 0 "Usage: tilewright COMMAND" "$tilewright" --help
for command in gen run explain render schema device; do expect 0 "Usage: tilewright $command" "$tilewright" $command --help; done
expect 2 "which config?" "$tilewright" run
expect 2 "--arch 'sm_1' is not a known architecture" "$tilewright" run --arch sm_1 "$SOURCE_DIR/configs/square.json"
expect 2 "--device 'gpu'" "$tilewright" run --device gpu "$SOURCE_DIR/configs/square.json"
expect 2 "there is no variant 'nobody'" $run --variant nobody "$SOURCE_DIR/configs/square.json"
expect 2 "cannot open" $run "$dir/absent.json"

# fields
square='"BDIMX": 32, "BDIMY": 32'
expect 2 "IPAD" $run "$(config p1 ', "BDIMX": 32, "BDIMY": 32, "IPAD": -1')"
expect 2 "/variants/0/IPAD" $run "$(config p2 ', "BDIMX": 32, "BDIMY": 32, "IPAD": 1.5')"
expect 2 "/variants/0/IPAD" $run "$(config p3 ', "BDIMX": 32, "BDIMY": 32, "IPAD": 1e99')"
expect 2 "/variants/0/IPAD" $run "$(config p4 ', "BDIMX": 32, "BDIMY": 32, "IPAD": "2"')"
expect 2 "p5.json:1:" $run "$(config p5 ', "BDIMX": 32, "BDIMY": 32, "IPAd": 2')"
expect 2 "tilde" $run "$(config kernel ", $square" tilde)"
expect 2 "float33" $run "$(config type ", $square, \"type\": \"float33\"")"
expect 1 "33 x 32 = 1056 threads" $run "$(config threads ', "BDIMX": 33, "BDIMY": 32')"
expect 1 "rejected" $run "$(config static ', "BDIMX": 32, "BDIMY": 32, "IPAD": 1024')"
expect 1 "rejected" $run "$(config dynamic ', "BDIMX": 32, "BDIMY": 32, "IPAD": 1024, "type": "float64x2", "shared": "dynamic"')"
expect 1 "square" $run "$(config oblong ', "BDIMX": 32, "BDIMY": 16, "layout": "row-col", "index": "2d"')"
expect 1 "power" $run "$(config odd ', "BDIMX": 24, "BDIMY": 20, "swizzle": "xor"')"

# files
head -c 100 "$SOURCE_DIR/configs/square.json" >"$dir/cut.json"
expect 2 "cut.json:" $run "$dir/cut.json"
head -c 4096 "$tilewright" >"$dir/binary.json"
expect 2 "binary.json:1:1" $run "$dir/binary.json"
head -c 70000000 /dev/zero | tr '\0' ' ' >"$dir/huge.json"
expect 2 "larger than" $run "$dir/huge.json"
python3 -c "print('[' * 100000)" >"$dir/deep.json"
expect 2 "deep.json:1:" $run "$dir/deep.json"
: >"$dir/empty.json"
expect 2 "empty.json:1:1" $run "$dir/empty.json"
mkdir "$dir/folder"
expect 2 "$dir/folder" $run "$dir/folder"

# templates
echo '{{#open}} never closed' >"$dir/open.mustache"
expect 2 "open.mustache:1:" $run --template "$dir/open.mustache" "$SOURCE_DIR/configs/square.json"
printf 'ab\nc\0d' >"$dir/zero.mustache"
expect 2 "zero.mustache:2:2: a byte 0" $run --template "$dir/zero.mustache" "$SOURCE_DIR/configs/square.json"
echo 'extern "C" __global__ void {{no_such_variable}}() {}' >"$dir/unknown.mustache"
expect 1 "no_such_variable" $run --template "$dir/unknown.mustache" "$SOURCE_DIR/configs/square.json"
printf '{{! c }}\nextern "C" __global__ void {{name}}(int *out)\n{\n    out[0] = nonsense;\n}\n' >"$dir/nonsense.mustache"
expect 1 "nonsense.mustache:4" $run --template "$dir/nonsense.mustache" --variant setRowReadRow "$SOURCE_DIR/configs/square.json"
printf 'extern "C" __global__ void other(int *out) {}\n' >"$dir/other.mustache"
expect 1 "cuModuleGetFunction" $run --template "$dir/other.mustache" --variant setRowReadRow "$SOURCE_DIR/configs/square.json"
printf 'extern "C" __global__ void {{name}}(int *out) { out[threadIdx.x] = threadIdx.x; }\n' >"$dir/wrong.mustache"
expect 1 "expected" $run --template "$dir/wrong.mustache" --variant setRowReadRow "$SOURCE_DIR/configs/square.json"
printf 'extern "C" __global__ void {{name}}(int *out) { out[threadIdx.y * 32 + threadIdx.x + 1] = 1; }\n' >"$dir/beyond.mustache"
expect 1 "failed" $run --template "$dir/beyond.mustache" --variant setRowReadRow "$SOURCE_DIR/configs/square.json"
# a barrier that half of the block skips, in a kernel that is right but for that: found by run and by sweep
printf 'extern "C" __global__ void {{name}}(int *out) {\n    __shared__ int tile[1024];\n    int i = threadIdx.y * 32 + threadIdx.x;\n    tile[i] = i;\n    if (i < 512)\n        __syncthreads();\n    out[i] = tile[i];\n}\n' >"$dir/skips.mustache"
skipped="setRowReadRow.cu:6), block (0,0,0), barrier 0: threads 0-511 wait here, but threads 512-1023 left the kernel without it"
expect 1 "$skipped" $run --template "$dir/skips.mustache" --variant setRowReadRow "$SOURCE_DIR/configs/square.json"
expect 1 '"status": "failed"' $run --json --template "$dir/skips.mustache" --variant setRowReadRow "$SOURCE_DIR/configs/square.json"
skips=$(config skips ', "BDIMX": 32, "BDIMY": 32, "layout": "row-row", "IPAD": 0, "swizzle": "none"')
expect 1 "${skipped#setRowReadRow}" "$tilewright" sweep --device sim --template "$dir/skips.mustache" -o "$dir/skips.jsonl" "$skips"

# places that cannot be written, things that are not there
expect 1 "/proc/nowhere" "$tilewright" gen -o /proc/nowhere "$SOURCE_DIR/configs/square.json"
expect 1 "cannot" "$tilewright" gen -o "$dir/empty.json" "$SOURCE_DIR/configs/square.json"
expect 3 "NVRTC" env TILEWRIGHT_NVRTC=/nonexistent/libnvrtc.so $run "$SOURCE_DIR/configs/square.json"
expect 0 "setRowReadRow" env TILEWRIGHT_NVRTC=/nonexistent/libnvrtc.so "$tilewright" gen "$SOURCE_DIR/configs/square.json"
expect 0 "NVRTC is missing" env TILEWRIGHT_NVRTC=/nonexistent/libnvrtc.so "$tilewright" device
# variables of the simulator that make no sense: each is named, with its value and what it may be
while read -r variable value allowed; do
    expect 3 "the simulator did not start: TILEWRIGHT_SIM_$variable $allowed: \"$value\"" \
        env "TILEWRIGHT_SIM_$variable=$value" $run "$SOURCE_DIR/configs/square.json"
done <<'TABLE'
ARCH sm_1 names no known architecture, such as sm_50, sm_90 or sm_121
ARCH ninety names no known architecture, such as sm_50, sm_90 or sm_121
DEVICES 9 is no whole number from 1 to 8
THREADS many is no whole number from 0 to 99999
LEVEL 3 is no whole number from 0 to 2
TIMEOUT 1.5 is no whole number from 0 to 86400
STEPS -1 is no whole number from 0 to 4294967294
MEMORY 0 is no whole number from 1 to 8388608
CHECK colours names an unknown check; there are: all usual none barriers races uninitialised global-races leaks lanes arrays
WEAK weak is no whole number from 0 to 4294967295
LOG /nowhere/log is no file that can be written
TABLE
expect 3 "tilewright run: no GPU" "$tilewright" run --device cuda:99 "$SOURCE_DIR/configs/square.json"
if ! "$tilewright" run --device cuda "$SOURCE_DIR/configs/square.json" >/dev/null 2>&1; then
    expect 3 "libcuda" "$tilewright" run --device cuda "$SOURCE_DIR/configs/square.json"
fi

echo "$checks checks"
exit $failed
