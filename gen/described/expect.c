/* What a described kernel is given, and what it must compute. */
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "gen/described/parts.h"

/* An expectation, and what its functions look at. */
struct made {
    struct tw_expectation expectation;
    struct tw_kernel kernel;
    const struct tw_description *description;
    const struct tw_argument *arguments; /* of the shape */
};

static int fill(const struct tw_expectation *expectation, unsigned argument, void *elements,
                struct tw_error *error)
{
    const struct made *made = expectation->context;
    (void)error;
    if (argument >= made->description->argument_count) return TW_OK;
    struct tw_described_argument holds = made->description->arguments[argument].holds;
    holds.type = made->arguments[argument].element;
    tw_described_fill(&holds, made->arguments[argument].count, elements);
    return TW_OK;
}

static void release(struct tw_expectation *expectation)
{
    struct made *made = (struct made *)expectation; /* its first member */
    tw_kernel_free(&made->kernel);
    free(made);
}

/* All that the answer depends on: the description, the problem, and what the arguments are. */
static uint64_t key_of(const struct tw_described_values *values, const struct tw_shape *shape)
{
    const struct tw_description *description = values->description;
    uint64_t key = tw_hash(description->hash, strlen(description->hash));
    for (unsigned i = 0; i < description->argument_count; i++) {
        const struct tw_argument *argument = &shape->arguments[i];
        const uint64_t parts[] = {key, argument->element,
                                  argument->role == TW_ROLE_SCRATCH ? 0 : argument->count,
                                  argument->value ? tw_hash(argument->value, argument->value_bytes) : 0};
        key = tw_hash(parts, sizeof parts);
    }
    return key;
}

/* The kernel that knows better, over the same arguments. */
static int make_checker(const struct tw_described_values *values, const struct tw_target *target,
                        const char *config, struct tw_kernel *kernel, struct tw_error *error)
{
    const struct tw_described_program *program = &values->description->checker;
    struct tw_text reason = {0};
    kernel->family = values->description->family.name;
    kernel->rendering = &tw_rendering_main;
    kernel->name = strdup("reference");
    bool fine = kernel->name && tw_shape_reserve(&kernel->shape);
    if (fine && !tw_described_make(values, program, target, &kernel->shape, &reason)) {
        int code = tw_fail(error, TW_INPUT, "the reference cannot be launched: %s", tw_text_string(&reason));
        tw_text_free(&reason);
        return code;
    }
    if (!fine || kernel->shape.failed) return tw_fail(error, TW_MEMORY, "out of memory");
    return tw_described_source(values, program, config, kernel, error);
}

int tw_described_expect(const struct tw_described_values *values, const struct tw_target *target,
                        const char *config, struct tw_kernel *kernel, struct tw_error *error)
{
    const struct tw_description *description = values->description;
    struct made *made = calloc(1, sizeof *made);
    if (!made) return tw_fail(error, TW_MEMORY, "out of memory");
    struct tw_expectation *expectation = &made->expectation;
    made->description = description;
    made->arguments = kernel->shape.arguments;
    expectation->by = description->reference;
    expectation->key = key_of(values, &kernel->shape);
    expectation->tolerance = tw_described_tolerance(description, &kernel->shape);
    expectation->fill = fill;
    expectation->free = release;
    expectation->context = made;
    int code = expectation->tolerance ? TW_OK : tw_fail(error, TW_MEMORY, "out of memory");
    if (!code && expectation->by == TW_EXPECT_KERNEL) {
        expectation->kernel = &made->kernel;
        code = make_checker(values, target, config, &made->kernel, error);
    }
    kernel->expectation = expectation;
    return code;
}
