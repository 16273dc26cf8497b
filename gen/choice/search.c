/* Walks over the candidates of all variants in turn, and writes them down as variants. */
#include "gen/choice/search.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen/choice/candidates.h"
#include "gen/config/config_value.h"

#define SUFFIX_ROOM 16u /* bytes of "_try4294967295" */

struct walk {
    const struct tw_variants *basis;
    struct tw_candidates *candidates; /* of each variant of the basis */
    bool *ended;
    size_t left, turn; /* variants that have more; whose turn it is, ever on */
    bool failed;       /* memory ran out */
};

/* One of them. */
struct found {
    const struct tw_variant *variant; /* of the basis                     */
    size_t number;                    /* among its candidates, 0: as it is */
    int64_t value[TW_MAX_FIELDS];
};

static bool walk_begin(struct walk *walk, const struct tw_variants *basis)
{
    *walk = (struct walk){.basis = basis, .left = basis->count};
    walk->candidates = calloc(basis->count, sizeof *walk->candidates);
    walk->ended = calloc(basis->count, sizeof *walk->ended);
    for (size_t i = 0; i < basis->count && walk->candidates; i++) {
        int64_t given[TW_MAX_FIELDS];
        tw_variant_given(basis->family, &basis->variant[i], given);
        walk->candidates[i] = tw_candidates_of(basis->family, given, &basis->target);
        walk->candidates[i].next = 1; /* the variant itself comes first in any case, be it possible or not */
    }
    return walk->candidates && walk->ended;
}

static void walk_end(struct walk *walk)
{
    for (size_t i = 0; i < walk->basis->count && walk->candidates; i++)
        tw_candidates_free(&walk->candidates[i]);
    free(walk->candidates);
    free(walk->ended);
}

static bool walk_next(struct walk *walk, struct found *found)
{
    size_t variants = walk->basis->count;
    while (walk->left) {
        size_t i = walk->turn % variants, number = walk->turn / variants;
        walk->turn++;
        if (walk->ended[i]) continue;
        found->variant = &walk->basis->variant[i];
        found->number = number;
        if (number == 0)
            memcpy(found->value, found->variant->value,
                   walk->basis->family->field_count * sizeof *found->value);
        if (number == 0 || tw_candidates_next(&walk->candidates[i], found->value)) return true;
        walk->failed |= walk->candidates[i].failed;
        walk->ended[i] = true;
        walk->left--;
    }
    return false;
}

/* One block: the variants, their values, their names. */
struct block {
    struct tw_variant *variant;
    int64_t *value;
    char *name;
    size_t name_bytes; /* of each */
};

static bool allocate(const struct tw_variants *basis, size_t count, struct block *block)
{
    size_t longest = 0, value_bytes = basis->family->field_count * sizeof *block->value;
    for (size_t i = 0; i < basis->count; i++) {
        size_t length = strlen(basis->variant[i].name);
        if (length > longest) longest = length;
    }
    block->name_bytes = longest + SUFFIX_ROOM;
    block->variant = malloc(count * (sizeof *block->variant + value_bytes + block->name_bytes));
    if (!block->variant) return false;
    block->value = (int64_t *)(void *)(block->variant + count);
    block->name = (char *)(block->value + count * basis->family->field_count);
    return true;
}

static void write_down(const struct found *found, unsigned field_count, size_t at, const struct block *block)
{
    int64_t *value = block->value + at * field_count;
    char *name = block->name + at * block->name_bytes;
    memcpy(value, found->value, field_count * sizeof *value);
    if (found->number)
        snprintf(name, block->name_bytes, "%s" TW_SEARCH_SUFFIX "%zu", found->variant->name, found->number);
    else
        strcpy(name, found->variant->name);
    block->variant[at] = *found->variant;
    block->variant[at].name = name;
    block->variant[at].value = value;
}

/* Writes all of them down, `count` as they are. */
static bool write_all(const struct tw_variants *basis, size_t count, struct tw_variants *variants)
{
    struct walk walk;
    struct found found;
    struct block block = {0};
    bool done = walk_begin(&walk, basis) && allocate(basis, count, &block);
    for (size_t i = 0; done && i < count && walk_next(&walk, &found); i++)
        write_down(&found, basis->family->field_count, i, &block);
    done = done && !walk.failed;
    walk_end(&walk);
    *variants = *basis;
    variants->variant = variants->storage = block.variant;
    variants->names = NULL; /* they are in the block */
    variants->count = done ? count : 0;
    return done;
}

static bool count_all(const struct tw_variants *basis, size_t *count)
{
    struct walk walk;
    struct found found;
    bool done = walk_begin(&walk, basis);
    *count = 0;
    while (done && walk_next(&walk, &found)) ++*count;
    done = done && !walk.failed;
    walk_end(&walk);
    return done;
}

static int check_names(const struct tw_variants *basis, struct tw_error *error)
{
    for (size_t i = 0; basis->family->candidates && i < basis->count; i++) {
        const struct tw_variant *variant = &basis->variant[i];
        bool taken = strstr(variant->name, TW_SEARCH_SUFFIX) != NULL;
        if (!taken && strlen(variant->name) + SUFFIX_ROOM <= TW_MAX_NAME) continue;
        return tw_fail_at(error, TW_INPUT, basis->file, variant->line, variant->column,
                          taken ? "the name '%s' holds \"" TW_SEARCH_SUFFIX
                                  "\", which names what a search tries; give it another one"
                                : "the name '%s' is too long for a search, which adds to it",
                          variant->name);
    }
    return TW_OK;
}

int tw_search_expand(const struct tw_config *config, const struct tw_target *target, size_t first,
                     size_t count, struct tw_variants *variants, struct tw_error *error)
{
    struct tw_variants basis = {0};
    size_t all;
    *variants = (struct tw_variants){0};
    assert(count == 1 || count == config->variant_count);
    int code = count == config->variant_count ? tw_config_expand(config, target, &basis, error)
                                              : tw_config_expand_one(config, target, first, &basis, error);
    if (!code) code = check_names(&basis, error);
    bool counted = !code && count_all(&basis, &all);
    if (counted) code = tw_variants_check_count(config->file, all, error);
    if (!code && !(counted && write_all(&basis, all, variants)))
        code = tw_fail_at(error, TW_MEMORY, config->file, 0, 0, "out of memory");
    if (code) tw_variants_free(variants);
    tw_variants_free(&basis);
    return code;
}
