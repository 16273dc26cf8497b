#!/usr/bin/env bash
# The installed library, used from outside: what is there, what it shows, and examples/plans built from a copy elsewhere by CMake and
# by pkg-config with every compiler there is, then run on the drop-in and on the simulator in the process.
. "${BASH_SOURCE%/*}/../shell.sh" || exit 1

# The programs of a sanitized library would need the sanitizer too, and those of one that counts its lines the counters; sim/test_plan runs
# the same code.
if readelf -d "$BUILD_DIR/libtilewright.so" | grep -qE 'lib[a-z]*san' || grep -q __gcov_init "$BUILD_DIR/libtilewright.so"; then
    echo "skipped: a sanitized build, or one for coverage"
    exit 77
fi

# Installed to a place that the build has not heard of, and moved from there.
cmake --install "$BUILD_DIR" --prefix "$work/first" >"$work/log" 2>&1 || fail "install: $(tail -3 "$work/log")"
mv "$work/first" "$work/moved"
prefix=$work/moved
lib=$(dirname "$(find "$prefix" -name libtilewright.so)")
dropin=$lib/tilewright/dropin
cuda_include=$(sed -n 's/^TILEWRIGHT_CUDA_INCLUDE:PATH=//p' "$BUILD_DIR/CMakeCache.txt")
for file in "$prefix/bin/tilewright" "$lib/libtilewright.a" "$lib/libtilewright.so.3" "$dropin/libcuda.so.1" \
            "$lib/pkgconfig/tilewright.pc" "$lib/cmake/tilewright/tilewrightConfig.cmake"; do
    [ -e "$file" ] || fail "not installed: $file"
done
hidden=$(nm -D --defined-only "$lib/libtilewright.so" | awk '{print $3}' | grep -v '^tw_')
[ -z "$hidden" ] || fail "the shared library shows: $hidden"
strays=$(grep -rlF -e "$SOURCE_DIR" -e "$BUILD_DIR" "$prefix/include" "$lib/pkgconfig" "$lib/cmake")
[ -z "$strays" ] || fail "the source or build tree is named in $strays"
"$prefix/bin/tilewright" --version | grep -q "^tilewright " || fail "the installed program does not run"

cp -r "$SOURCE_DIR/examples/plans" "$work/plans"
cp "$SOURCE_DIR/configs/square.json" "$work/square.json"
config=$work/square.json

# expect NAME TEXT COMMAND...: it succeeds, and says so.
expect() {
    local name=$1 text=$2
    shift 2
    "$@" >"$work/out" 2>&1 || fail "$name: $(cat "$work/out")"
    grep -qF -- "$text" "$work/out" || fail "$name: no \"$text\" in: $(cat "$work/out")"
}
# said NAME TEXT: the last program said this too.
said() {
    grep -qF -- "$2" "$work/out" || fail "$1: no \"$2\" in: $(cat "$work/out")"
}
# run FOLDER NAME: the programs there.
run() {
    expect "$2: transpose" "7000 elements and 70 sums ok" env LD_LIBRARY_PATH="$dropin:$lib" "$1/transpose"
    said "$2: transpose, an error" 'line 2: unknown key "colz" at /colz'
    expect "$2: plan" "512 elements ok" env LD_LIBRARY_PATH="$dropin:$lib" "$1/plan"
    said "$2: plan, why" "chosen by rule: 1 of 99 variants"
    expect "$2: threads" "8 of 8 threads ok" env LD_LIBRARY_PATH="$lib" "$1/threads"
    expect "$2: stages" "setRowReadColPad: ok, 32 load wavefronts predicted" env LD_LIBRARY_PATH="$lib" "$1/stages" "$config"
}

# By CMake, the shared and the static library.
cmake -S "$work/plans" -B "$work/cmake" -DCMAKE_PREFIX_PATH="$prefix" -DCUDA_INCLUDE="$cuda_include" \
      -DCMAKE_COMPILE_WARNING_AS_ERROR=ON -DCMAKE_C_FLAGS="-Wall -Wextra" -DCMAKE_CXX_FLAGS="-Wall -Wextra" >"$work/log" 2>&1 &&
    cmake --build "$work/cmake" >>"$work/log" 2>&1 || fail "CMake: $(tail -20 "$work/log")"
run "$work/cmake" CMake

# A sweep by a program that knows the installed library alone; its workers are the installed program.
cmake -S "$SOURCE_DIR/examples/tune" -B "$work/tune" -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_COMPILE_WARNING_AS_ERROR=ON \
      -DCMAKE_C_FLAGS="-Wall -Wextra" >"$work/log" 2>&1 && cmake --build "$work/tune" >>"$work/log" 2>&1 || fail "CMake: $(tail -20 "$work/log")"
expect "tune" "1 tile32x16_IPAD0_xor: 32 wavefronts, 2048 shared bytes" env -u TILEWRIGHT_WORKER "$work/tune/tune" \
       "$SOURCE_DIR/configs/sweep-padding.json" "$work/results.jsonl"
said "tune: the fields" "swizzle: xor"
[ "$(grep -c '"status": "ok"' "$work/results.jsonl")" = 6 ] || fail "tune: the results: $(cat "$work/results.jsonl")"

# By pkg-config; C programs also as C++.
export PKG_CONFIG_PATH=$lib/pkgconfig
flags="-Wall -Wextra -Wpedantic -Werror -isystem $cuda_include $(pkg-config --cflags tilewright)"
libs="$(pkg-config --libs tilewright) -pthread"
# build COMPILER CXX-COMPILER
build() {
    local out=$work/$1
    mkdir -p "$out"
    # shellcheck disable=SC2086
    { "$1" -std=c11 $flags "$work/plans/plan.c" $libs -L"$(pkg-config --variable=dropin tilewright)" -lcuda -o "$out/plan" &&
      "$1" -std=c11 $flags "$work/plans/stages.c" $libs -o "$out/stages" &&
      "$2" -std=c++17 $flags "$work/plans/threads.cpp" $libs -o "$out/threads" &&
      "$2" -std=c++17 $flags "$work/plans/transpose.cpp" $libs -L"$(pkg-config --variable=dropin tilewright)" -lcuda -o "$out/transpose" &&
      for standard in 17 20; do
          "$2" -std=c++$standard $flags "$SOURCE_DIR/tests/sim/wrapper.cpp" $libs -o "$out/wrapper$standard" || break
      done && [ -e "$out/wrapper20" ]; } >"$work/log" 2>&1 ||
        { fail "$1: $(head -20 "$work/log")"; return; }
    run "$out" "$1"
    expect "$1: the wrapper" "the wrapper ok" env LD_LIBRARY_PATH="$lib" "$out/wrapper17"
    expect "$1: the wrapper, C++20" "the wrapper with spans ok" env LD_LIBRARY_PATH="$lib" "$out/wrapper20"
}
built=0
for pair in "gcc g++" "clang clang++"; do
    # shellcheck disable=SC2086
    set -- $pair
    if command -v "$1" >/dev/null && command -v "$2" >/dev/null; then
        build "$1" "$2"
        built=$((built + 1))
    else
        echo "skipped: $1 and $2, not installed"
    fi
done

# The same in a checkout, without what is installed; and with a driver by its folder alone, as the manual says.
from_checkout() {
    # shellcheck disable=SC2046
    PKG_CONFIG_PATH=$BUILD_DIR/pkgconfig
    cc -std=c11 -isystem "$cuda_include" "$work/plans/plan.c" $(pkg-config --cflags --libs tilewright) \
        -L"$(pkg-config --variable=dropin tilewright)" -lcuda -o "$work/checkout" &&
        LD_LIBRARY_PATH=$(pkg-config --variable=dropin tilewright) "$work/checkout" >"$work/log"
}
(from_checkout) 2>"$work/err" && grep -q 'kernel for simulator' "$work/log" || fail "a checkout: $(cat "$work/err" "$work/log")"
[ "$(PKG_CONFIG_PATH=$BUILD_DIR/pkgconfig pkg-config --variable=dropin tilewright)" -ef "$BUILD_DIR/dropin" ] || fail "a checkout: another folder of the drop-in"
[ $built -gt 0 ] || fail "no compiler"

# Every installed header stands alone, in C11 and in C++.
while read -r header; do
    for language in "c -std=c11" "c++ -std=c++11"; do
        # shellcheck disable=SC2086
        printf '#include <%s>\nint main(void);\n' "$header" | gcc -x $language $flags -fsyntax-only - >"$work/log" 2>&1 ||
            fail "$header as $language: $(head -5 "$work/log")"
    done
done < <(cd "$prefix/include" && find tilewright -name '*.h' | sort)
[ -e "$prefix/include/tilewright/tilewright.hpp" ] || fail "not installed: tilewright.hpp"

# No include path but the one that is needed: of the place it was installed to, and none at all below /usr.
[ "$(pkg-config --cflags tilewright | wc -w)" = 1 ] || fail "pkg-config names more than its folder: $(pkg-config --cflags tilewright)"
[ "$(pkg-config --libs --static tilewright | grep -c -- -lcjson)" = 1 ] || fail "pkg-config: static programs need cJSON"
[ "$(pkg-config --modversion tilewright)" = "$("$prefix/bin/tilewright" --version | sed 's/tilewright //')" ] || fail "pkg-config: the version"
DESTDIR=$work/staged cmake --install "$BUILD_DIR" --prefix /usr >"$work/log" 2>&1 || fail "install to /usr: $(tail -3 "$work/log")"
staged=$(dirname "$(find "$work/staged" -name tilewright.pc)")
for flag in $(PKG_CONFIG_PATH=$staged pkg-config --cflags --libs tilewright); do
    [ "$flag" = -ltilewright ] || fail "pkg-config below /usr: $flag"
done
DESTDIR=$work/staged cmake --install "$BUILD_DIR" --prefix /elsewhere >"$work/log" 2>&1 || fail "install elsewhere: $(tail -3 "$work/log")"
PKG_CONFIG_PATH=$work/staged/elsewhere/${staged#"$work/staged/usr/"} pkg-config --cflags tilewright | grep -q -- "-I$work/staged/elsewhere/" ||
    fail "pkg-config elsewhere: no include path"
for target in "$work"/staged/usr/*/cmake/tilewright/tilewrightTargets.cmake "$work"/staged/usr/*/*/cmake/tilewright/tilewrightTargets.cmake; do
    [ -e "$target" ] || continue
    others=$(sed -n 's/.*INTERFACE_INCLUDE_DIRECTORIES "\(.*\)"/\1/p' "$target" | grep -vx '${_IMPORT_PREFIX}/include')
    [ -z "$others" ] || fail "CMake names include paths: $others"
    private=$(sed -n 's/.*INTERFACE_LINK_LIBRARIES "\(.*\)"/\1/p' "$target" | tr ';' '\n' | grep -v LINK_ONLY)
    [ -z "$private" ] || fail "CMake gives programs the headers of $private"
done

# Wisdom of the installed program's own sweep.
cat >"$work/space.json" <<'END'
{ "tilewright": 1, "kernel": "tile",
  "variants": [ { "name": "t", "BDIMX": 32, "BDIMY": 16, "layout": "row-col", "IPAD": [1, 2], "swizzle": "none" } ] }
END
"$prefix/bin/tilewright" sweep "$work/space.json" --device sim -o "$work/wisdom.jsonl" >"$work/log" 2>&1 || fail "sweep: $(cat "$work/log")"
expect "wisdom" "chosen by wisdom of the same device: rank 1 of" env LD_LIBRARY_PATH="$dropin:$lib" "$work/cmake/plan" "$work/wisdom.jsonl"
said "wisdom's variant" "IPAD 2, swizzle none"
# Without any device the reason is said.
LD_LIBRARY_PATH=$dropin:$lib TILEWRIGHT_SIM_ARCH=sm_1 "$work/cmake/plan" >"$work/out" 2>&1 && fail "a plan without a device"

[ $failures -eq 0 ] && echo "ok"
exit $((failures > 0))
