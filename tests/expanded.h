/* A config and its variants in one, as most tests want them; for the target stood for without a device. */
#ifndef TESTS_EXPANDED_H
#define TESTS_EXPANDED_H

#include <stdlib.h>

#include "gen/config/config.h"

struct expanded {
    struct tw_config config;
    struct tw_variants of;
    struct tw_shape *shape; /* of the only variant, where a test asks for it (tests/family_cases.h) */
};

/* Expands a config that was read with `code`; the code of both. */
static inline int expanded_by(int code, struct expanded *expanded, struct tw_error *error)
{
    expanded->of = (struct tw_variants){0};
    expanded->shape = NULL;
    if (!code)
        code = tw_config_expand(&expanded->config, tw_target_find(TW_DEFAULT_SM), &expanded->of, error);
    return code;
}

static inline int expanded_parse(const char *file, const char *text, size_t length, struct expanded *expanded,
                                 struct tw_error *error)
{
    return expanded_by(tw_config_parse(file, text, length, &expanded->config, error), expanded, error);
}

static inline void expanded_free(struct expanded *expanded)
{
    tw_shape_free(expanded->shape);
    free(expanded->shape);
    expanded->shape = NULL;
    tw_variants_free(&expanded->of);
    tw_config_free(&expanded->config);
}

#endif
