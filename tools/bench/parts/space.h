/*
 * space.h - the variants that are tried of a problem: what the family chooses by itself, and those that it holds to be worth
 * trying (gen/choice/candidates.h), or those of a file instead.
 *
 * The file is a JSON list of objects of fields, each field one value, a list, a range or a pow2 as in a config
 * (docs/config.md); an object stands for all combinations. The problem's fields in it are a condition:
 *
 *     [ { "method": "vector", "BDIMY": [4, 8, 16], "tile_rows": {"pow2": [32, 256]}, "tile_cols": [32, 64] },
 *       { "type": ["uint8", "float16"], "method": "xor", "tile_rows": 64, "tile_cols": 32 } ]
 *
 * Variants that the family refuses are left out. So are repetitions of what came out the same, and variants
 * that do with idle threads what a smaller one does.
 */
#ifndef BENCH_SPACE_H
#define BENCH_SPACE_H

#include "base/arena.h"
#include "gen/config/config.h"
#include "gen/config/texts.h"
#include "tools/bench/parts/subject.h"

struct tw_entry; /* gen/config/config_value.h */

struct space {
    const struct tw_family *family;
    const struct subject *subject; /* of that family */
    struct tw_arena arena;
    struct tw_texts texts;
    struct tw_entry *entries;
    size_t count, capacity;
    size_t
        most; /* variants of a problem, the choice not counted: three quarters the most promising, the others drawn */
};

/* Initialise with the family, its subject and `most`. TW_INPUT with file:line:col, TW_IO, TW_MEMORY. What was read before stays; space_free releases it, also after a failure. */
int space_read(const char *path, struct space *space, struct tw_error *error);
void space_free(struct space *space);

/* The variants of a problem, resolved; the first is what the family chooses. */
struct tried {
    struct tw_variants variants;
    struct tw_variant *variant;
    int64_t *values;
    size_t count, capacity;
    size_t most;       /* to be in the list */
    bool refused;      /* the first, which is no candidate then */
    const char *input; /* what holds an input that is no noise, in a word (subject.h), or NULL */
};

/* problem: its fields given, the others open. TW_MEMORY. *tried is overwritten; tried_free releases it. */
int space_list(const struct space *space, const int64_t *problem, const struct tw_target *target,
               struct tried *tried, struct tw_error *error);
void tried_free(struct tried *tried);

#endif
