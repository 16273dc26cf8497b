/* What plans of described kernels need beside the others: their description, and the contents of their symbols. */
#include <stdlib.h>

#include "base/described/expectation.h"
#include "tune/plan/planner.h"
#include "tune/prove/prove.h"

int tw_plan_read_description(const struct tw_problem *problem, struct tw_description **description,
                             struct tw_error *error)
{
    *description = NULL;
    if (!tw_description_is_path(problem->family)) return TW_OK;
    return tw_description_load(problem->family, description, error);
}

/* ---- symbols ---- */

static int fill_symbol(const struct tw_device *device, const struct tw_kernel *kernel, unsigned number,
                       CUdeviceptr address, struct tw_error *error)
{
    const struct tw_argument *argument = &kernel->shape.arguments[number];
    const size_t bytes = tw_argument_bytes(argument);
    void *content = malloc(bytes);
    int code = content ? kernel->expectation->fill(kernel->expectation, number, content, error)
                       : tw_fail(error, TW_MEMORY, "out of memory");
    if (!code) code = TW_CALL(&device->driver, error, cuMemcpyHtoD_v2, address, content, bytes);
    free(content);
    return code;
}

int tw_plan_fill_symbols(const struct tw_device *device, const struct tw_kernel *kernel,
                         const struct tw_loaded *loaded, struct tw_error *error)
{
    int code = TW_OK;
    for (unsigned i = 0; kernel->expectation && i < kernel->shape.argument_count && !code; i++) {
        const struct tw_argument *argument = &kernel->shape.arguments[i];
        if (argument->kind != TW_SYMBOL || !loaded->symbol[i]) continue;
        if (argument->value)
            code = TW_CALL(&device->driver, error, cuMemcpyHtoD_v2, loaded->symbol[i], argument->value,
                           argument->value_bytes);
        else if (argument->before == TW_BEFORE_GIVEN)
            code = fill_symbol(device, kernel, i, loaded->symbol[i], error);
    }
    return code;
}

/* ---- what is known of the results ---- */

/* Why nobody looked at them. */
static const char *find_excuse(const struct tw_kernel *kernel, enum tw_grounds grounds)
{
    if (kernel->expectation->by == TW_EXPECT_NOTHING) return TW_NOT_CHECKED;
    if (grounds == TW_GROUNDS_RULE || grounds == TW_GROUNDS_GIVEN)
        return "not checked: nothing is run to make a plan that only estimates";
    if (grounds == TW_GROUNDS_NEAREST) return "checked where they were measured";
    return "checked when they were measured";
}

void tw_plan_note_unchecked(const struct tw_kernel *kernel, struct tw_pick *pick)
{
    if (kernel->expectation && !pick->checked.length)
        tw_text_add(&pick->checked, find_excuse(kernel, pick->grounds));
}
