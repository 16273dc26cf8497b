/* The oracle for the `message` family: what was put in comes out, bit for bit, whatever way it took. */
#include <assert.h>
#include <string.h>

#include "runtime/references/reference.h"

enum { IN, OUT }; /* the arguments; scratch behind them is nobody's business */

static int fill(const struct tw_kernel *kernel, unsigned trial, const struct tw_trial *trials,
                struct tw_error *error)
{
    const struct tw_argument *arguments = kernel->shape.arguments;
    uint64_t count = tw_reference_number(kernel, "n") * tw_reference_number(kernel, "pairs");
    size_t bytes = count * tw_element_info(arguments[IN].element)->bytes;
    (void)error;
    assert(arguments[IN].count == count && arguments[OUT].count == count);
    tw_reference_noise(trials[IN].before, bytes, trial);
    memcpy(trials[OUT].after, trials[IN].before, bytes);
    return TW_OK;
}

static const char *const reads[] = {"n", "pairs", "type", NULL};

const struct tw_reference tw_reference_message = {.family = "message", .reads = reads, .fill = fill};
