/* The table of the references, one for each family. */
#include "runtime/references/reference.h"

#include <assert.h>
#include <string.h>

#include "base/families.h"

#define X(name) extern const struct tw_reference tw_reference_##name;
TW_FAMILIES(X)
#undef X

static const struct tw_reference *const references[] = {
#define X(name) &tw_reference_##name,
    TW_FAMILIES(X)
#undef X
};

const struct tw_reference *tw_reference_find(const char *family)
{
    for (size_t i = 0; i < sizeof references / sizeof *references; i++) {
        if (strcmp(references[i]->family, family) == 0) return references[i];
    }
    return NULL;
}

static const struct tw_field_value *field_of(const struct tw_kernel *kernel, const char *key, bool is_word)
{
    const struct tw_field_value *field = tw_kernel_field(kernel, key);
    assert(field && field->is_word == is_word);
    (void)is_word;
    return field;
}

uint64_t tw_reference_number(const struct tw_kernel *kernel, const char *key)
{
    const struct tw_field_value *field = field_of(kernel, key, false);
    assert(field->number >= 0);
    return (uint64_t)field->number;
}

bool tw_reference_is(const struct tw_kernel *kernel, const char *key, const char *word)
{
    return strcmp(field_of(kernel, key, true)->text, word) == 0;
}

/* splitmix64 of the place. */
void tw_reference_noise(void *memory, size_t bytes, uint64_t seed)
{
    unsigned char *to = memory;
    for (size_t at = 0; at < bytes; at += 8) {
        uint64_t x = (at + 1 + seed * UINT64_C(0xD1B54A32D192ED03)) * UINT64_C(0x9E3779B97F4A7C15);
        x = (x ^ x >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
        x = (x ^ x >> 27) * UINT64_C(0x94D049BB133111EB);
        x ^= x >> 31;
        memcpy(to + at, &x, bytes - at < 8 ? bytes - at : 8);
    }
}
