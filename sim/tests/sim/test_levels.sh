#!/usr/bin/env bash
# What instructions compute is the same at every level of the handlers: the tests of single instructions, at those below the
# best.
for level in 0 1; do
    for program in test_ptx test_provider_kernels; do
        TILEWRIGHT_SIM_LEVEL=$level "$PROGRAMS/simulator_tests" $program || exit 1
    done
done
