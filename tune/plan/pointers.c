/*
 * What a launch is given: pointers that a kernel of the plan takes, and that are apart. Anything else would be a fault of the
 * kernel, after which the context is of no use, or a result that depends on which block was first.
 */
#include <string.h>

#include "tune/plan/planner.h"

static uint64_t address_of(void *const *values, unsigned i)
{
    uint64_t address;
    memcpy(&address, values[i], sizeof address);
    return address;
}

/* The first buffer that does not begin where the kernel has it, or the argument count. */
static unsigned find_misaligned(const struct tw_shape *shape, void *const *values)
{
    unsigned i = 0;
    while (i < shape->argument_count &&
           (shape->arguments[i].kind != TW_BUFFER || address_of(values, i) % shape->arguments[i].align == 0))
        i++;
    return i;
}

static int refuse_misaligned(const struct tw_plan *plan, const struct tw_argument *argument, uint64_t address,
                             struct tw_error *error)
{
    return tw_fail(error, TW_INPUT, "%s: %s is not a multiple of %u bytes: 0x%llx", plan->kernel.name,
                   argument->name, argument->align, (unsigned long long)address);
}

/* A buffer at address 0 that launches touch, or the argument count. Buffers of empty arrays may be anywhere. */
static unsigned find_null(const struct tw_shape *shape, void *const *values)
{
    unsigned i = 0;
    for (; i < shape->argument_count; i++) {
        const struct tw_argument *argument = &shape->arguments[i];
        if (argument->kind == TW_BUFFER && argument->first < argument->count && !address_of(values, i)) break;
    }
    return i;
}

static int refuse_overlap(const struct tw_plan *plan, const unsigned pair[2], void *const *values,
                          struct tw_error *error)
{
    unsigned long long first[2], last[2];
    const struct tw_argument *argument[2];
    for (int i = 0; i < 2; i++) {
        argument[i] = &plan->kernel.shape.arguments[pair[i]];
        uint64_t bytes = tw_element_info(argument[i]->element)->bytes;
        first[i] = address_of(values, pair[i]) + argument[i]->first * bytes;
        last[i] = address_of(values, pair[i]) + argument[i]->count * bytes - 1;
    }
    return tw_fail(error, TW_INPUT, "%s: %s and %s overlap: bytes 0x%llx to 0x%llx and 0x%llx to 0x%llx",
                   plan->kernel.name, argument[0]->name, argument[1]->name, first[0], last[0], first[1],
                   last[1]);
}

int tw_plan_pick(const struct tw_plan *plan, void *const *values, const struct tw_shape **shape,
                 const CUfunction **function, struct tw_error *error)
{
    unsigned pair[2], misaligned;
    *shape = &plan->kernel.shape;
    *function = plan->function;
    unsigned null = find_null(*shape, values);
    if (null < (*shape)->argument_count)
        return tw_fail(error, TW_INPUT, "%s: %s is at address 0", plan->kernel.name,
                       (*shape)->arguments[null].name);
    misaligned = find_misaligned(*shape, values);
    if (misaligned < (*shape)->argument_count && plan->second_shape.launch_count) {
        *shape = &plan->second_shape;
        *function = plan->second_function;
        misaligned = find_misaligned(*shape, values);
    }
    if (misaligned < (*shape)->argument_count)
        return refuse_misaligned(plan, &(*shape)->arguments[misaligned], address_of(values, misaligned),
                                 error);
    if (tw_shape_overlaps(*shape, values, pair)) return refuse_overlap(plan, pair, values, error);
    return TW_OK;
}
