/*
 * The oracle for the `coalesce` family: of record i, field f of the input is field f + 1 of the output, the last one field 0.
 * Where a field lies is said by the config's words. Nothing rounds, so the input is noise in every trial, gaps included, and
 * of the output only the fields of records are written.
 */
#include <string.h>

#include "runtime/references/reference.h"

/* A structure of arrays has a plane for each field, n records long. */
struct array {
    unsigned char *memory;
    uint64_t offset, stride, n;
    bool structures;
};

static uint64_t place(const struct array *array, uint64_t record, uint64_t field)
{
    if (array->structures) return array->offset + record * array->stride + field;
    return array->offset + (field * array->n + record) * array->stride;
}

static int fill(const struct tw_kernel *kernel, unsigned trial, const struct tw_trial *trials,
                struct tw_error *error)
{
    const struct tw_argument *in = &kernel->shape.arguments[0];
    size_t bytes = tw_element_info(in->element)->bytes;
    uint64_t n = tw_reference_number(kernel, "n"), fields = tw_reference_number(kernel, "fields");
    const struct array plain = {.stride = 1, .n = n},
                       pattern = {.offset = tw_reference_number(kernel, "offset"),
                                  .stride = tw_reference_number(kernel, "stride"),
                                  .n = n,
                                  .structures = tw_reference_is(kernel, "layout", "aos")};
    struct array from = tw_reference_is(kernel, "side", "write") ? plain : pattern,
                 to = tw_reference_is(kernel, "side", "read") ? plain : pattern;
    (void)error;
    from.memory = trials[0].before;
    to.memory = trials[1].after;
    tw_reference_noise(from.memory, in->count * bytes, trial);
    for (uint64_t f = 0; f < fields; f++) {
        for (uint64_t i = 0; i < n; i++)
            memcpy(to.memory + place(&to, i, (f + 1) % fields) * bytes,
                   from.memory + place(&from, i, f) * bytes, bytes);
    }
    return TW_OK;
}

static const char *const reads[] = {"n", "type", "layout", "fields", "stride", "offset", "side", NULL};

const struct tw_reference tw_reference_coalesce = {.family = "coalesce", .reads = reads, .fill = fill};
