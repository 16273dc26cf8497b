/* What a rendered kernel answers of itself: a field by its key, its wavefronts, the ideal of its accesses. */
#include <tilewright/kernel.h>

#include <stdlib.h>
#include <string.h>

void tw_kernel_free(struct tw_kernel *kernel)
{
    if (!kernel) return;
    free(kernel->name);
    free(kernel->source);
    free(kernel->template_line);
    *kernel = (struct tw_kernel){0};
}

const struct tw_field_value *tw_kernel_field(const struct tw_kernel *kernel, const char *key)
{
    for (unsigned i = 0; i < kernel->field_count; i++) {
        if (strcmp(kernel->fields[i].key, key) == 0) return &kernel->fields[i];
    }
    return NULL;
}

uint64_t tw_counts_wavefronts(const struct tw_counts *counts)
{
    return counts->load_wavefronts + counts->store_wavefronts;
}

uint64_t tw_accesses_ideal(const struct tw_access_cost *accesses, unsigned count)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < count; i++) sum += accesses[i].ideal;
    return sum;
}
