# What people type. Each target installs what it lacks first (tools/scripts/setup.sh); the build itself is CMake's.
MAKEFLAGS += --no-print-directory
JOBS ?= $(shell nproc)
BUILD := build
SHELL := bash

.PHONY: all products install uninstall package wheel site demo test test-all replay bench fuzz sanitize thread-sanitize coverage mutants format setup clean

all: $(BUILD)/CMakeCache.txt
	cmake --build $(BUILD) -j $(JOBS)

# What is installed, without tests and benches.
products: $(BUILD)/CMakeCache.txt
	@cmake $(BUILD) >/dev/null # a build of older sources may not know the target
	cmake --build $(BUILD) -j $(JOBS) --target products

# To $(DESTDIR)$(PREFIX).
PREFIX ?= /usr/local
install: products
	cmake --install $(BUILD) --prefix $(PREFIX)

# Removes what `make install` put there, and nothing else. It needs the same PREFIX and DESTDIR.
uninstall: products
	@tools/scripts/uninstall.sh $(BUILD) $(PREFIX)

# A Debian package and a tar file, in build/packages.
package: products
	@tools/scripts/setup.sh package
	cd $(BUILD) && cpack -B packages

# The Python package with the library inside, in build/packages.
wheel: products
	cmake --build $(BUILD) -j $(JOBS) --target wheel

# The manual and the headers as pages for a browser, in build/site.
site:
	@tools/scripts/setup.sh site
	@PYTHONDONTWRITEBYTECODE=1 python3 tools/site/site.py . $(BUILD)/site

setup:
	@tools/scripts/setup.sh

$(BUILD)/CMakeCache.txt: | setup
	cmake --preset default

# The main job: the fourteen kernels, generated from JSON, compiled, launched, checked - on the GPU if there is one.
demo: products
	$(BUILD)/tilewright run configs/square.json
	$(BUILD)/tilewright run configs/rectangle.json

# ctest, and what it took of all processors together.
CTEST = TIMEFORMAT='processor time: %U s, and %S s in the system; by the clock: %R s'; time ctest --output-on-failure -j $(JOBS)

# Every test but the slow ones; of what is drawn at random a sample.
test: all
	@tools/scripts/setup.sh test
	@$(CTEST) --test-dir $(BUILD)

# Everything: the tests above, then the slow ones, and all that can be drawn.
test-all: test
	@tools/scripts/setup.sh test-all
	cmake --build $(BUILD) -j $(JOBS) --target bench_regret
	@$(CTEST) --test-dir $(BUILD) -C all -L all

# Every variant that a GPU was once counted with (docs/commands/verify.md), simulated again.
replay: all
	REPLAY=all TILEWRIGHT=$(BUILD)/tilewright SOURCE_DIR=. bash tests/sim/test_measured.sh

bench: all
	cmake --build $(BUILD) --target bench

# The tests again under AddressSanitizer and UBSan, and those with threads under ThreadSanitizer.
sanitize: setup
	@tools/scripts/setup.sh test
	cmake --preset asan
	cmake --build build-asan -j $(JOBS) --target all bench_regret
	@$(CTEST) --test-dir build-asan -C all

thread-sanitize: setup
	cmake --preset tsan
	cmake --build build-tsan -j $(JOBS) --target all bench_regret
	@$(CTEST) --test-dir build-tsan -C all -L 'sim|unit'

# How much of each file the tests that need no GPU run; fails when it is little.
coverage: setup
	@tools/scripts/setup.sh test
	@tools/scripts/setup.sh coverage
	cmake --preset coverage
	cmake --build build-coverage -j $(JOBS) --target all bench_regret
	find build-coverage -name '*.gcda' -delete
	@$(CTEST) --test-dir build-coverage -C all -L 'sim|unit'
	tools/scripts/coverage.sh build-coverage

# Mistakes of one line, planted in a copy: which of them the tests find. `tools/scripts/mutants.py --help` has more.
mutants: setup
	@tools/scripts/setup.sh test
	tools/scripts/mutants.py --out mutants.tsv

# Each fuzz target for FUZZ_SECONDS.
FUZZ_SECONDS ?= 60
fuzz:
	@tools/scripts/setup.sh fuzz
	cmake --preset fuzz
	cmake --build build-fuzz -j $(JOBS)
	tools/scripts/fuzz.sh build-fuzz $(FUZZ_SECONDS)

format:
	clang-format -i $$(git ls-files '*.c' '*.h')

clean:
	rm -rf build build-asan build-tsan build-fuzz build-coverage
