/*
 * expectation.h - what a kernel of somebody's own is given, and what it must compute: what a description says (gen/described/) and a
 * check asks (runtime/check/). It is plain data and two functions, so that neither needs to know the other.
 *
 * The arguments are those of the kernel's shape, by their numbers. Everything that an expectation points to lives as long as it does; its
 * kernel owns it (tw_kernel_free calls `free`). Threads may share one.
 */
#ifndef TW_BASE_DESCRIBED_EXPECTATION_H
#define TW_BASE_DESCRIBED_EXPECTATION_H

#include <stdbool.h>
#include <stdint.h>

#include <tilewright/error.h>
#include <tilewright/kernel.h>

/* clang-format off */
/*    who says what is right   word        in messages                                                            */
#define TW_EXPECTED_BY(X)                                                                                            \
    X(TW_EXPECT_NOTHING,       "nothing",  "not checked: the description names no reference")                        \
    X(TW_EXPECT_KERNEL,        "kernel",   "another kernel, or one variant of the space")                            \
    X(TW_EXPECT_FUNCTION,      "function", "a C function of a shared library (tilewright/reference.h)")             \
    X(TW_EXPECT_FILES,         "files",    "files that hold the results")
/* clang-format on */

enum tw_expected_by {
#define X(constant, word, help) constant,
    TW_EXPECTED_BY(X)
#undef X
};

/*
 * How far a result may be from what is right:  |got - want| <= absolute + relative * |want| + scaled * max |want|,
 * or at most `ulps` units in the last place apart, or, where all are 0, bit for bit, but that 0 equals -0 and any NaN any other. Integers are
 * compared by the same formula. An infinity equals only itself, and a NaN only a NaN, whatever the tolerance.
 */
struct tw_tolerance {
    double absolute, relative, scaled, ulps;
    uint64_t first; /* how many elements, from the first on, are compared; 0: all */
    bool any;       /* nobody looks at it: the kernel only destroys what it is given there */
};

struct tw_expectation {
    enum tw_expected_by by;
    /* A hash of all that the answer depends on: what the arguments hold and how many elements they have, the reference. Variants with equal
       keys share one answer. */
    uint64_t key;
    const struct tw_tolerance *tolerance; /* of each argument */

    /* The reference, with TW_EXPECT_KERNEL. Its shape has the same arguments, number for number, but for the numbers that single launches are given: scalars
       with values, which stand behind them. Only scratch may have other counts. */
    struct tw_kernel *kernel;
    /* Where the function is, with TW_EXPECT_FUNCTION. */
    const char *library, *function;

    /* What argument `argument` holds before the first launch, count elements: of inputs, in-outs, scalars without a value, symbols. */
    int (*fill)(const struct tw_expectation *expectation, unsigned argument, void *elements,
                struct tw_error *error);
    /* With TW_EXPECT_FILES: what result `argument` must hold after the last. False: nobody says. */
    bool (*want)(const struct tw_expectation *expectation, unsigned argument, void *elements);
    void (*free)(struct tw_expectation *expectation);
    const void *context; /* of these functions */
};

#endif
