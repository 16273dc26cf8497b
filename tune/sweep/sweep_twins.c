/*
 * Twins: variants for which a user's template makes the same kernel, because it does not name the fields in which they differ. The
 * first of them is tried, the others are skipped. What the kernel must do differs even so: its results, and the counts that are
 * predicted. So after a mismatch the next of them is tried.
 */
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "gen/config/index_set.h"
#include "gen/text/render.h"
#include "tune/sweep/sweep.h"

static void add(const void *bytes, size_t count, uint64_t *hash)
{
    *hash = *hash * 31 + tw_hash(bytes, count);
}

static void add_word(const char *word, uint64_t *hash)
{
    add(word, strlen(word) + 1, hash);
}

/* What the driver is told of a launch. */
static void add_launch(const struct tw_launch *launch, uint64_t *hash)
{
    const uint32_t opt_in = launch->shared_bytes > TW_STATIC_SHARED_LIMIT ? launch->shared_bytes : 0;
    const int64_t numbers[] = {launch->dynamic_shared_bytes, opt_in, launch->carveout, launch->cache_config};
    add_word(launch->suffix, hash);
    add(launch->grid, sizeof launch->grid, hash);
    add(launch->block, sizeof launch->block, hash);
    add(numbers, sizeof numbers, hash);
    if (launch->argument_count)
        add(launch->argument, launch->argument_count * sizeof *launch->argument, hash);
}

static void add_argument(const struct tw_argument *argument, uint64_t *hash)
{
    const uint64_t numbers[] = {argument->kind,  argument->role,  argument->before, argument->element,
                                argument->count, argument->align, argument->first};
    add_word(argument->name, hash);
    add(numbers, sizeof numbers, hash);
}

/* Source, launches and arguments; the variant's name is left out. */
static int hash_kernel(const struct tw_sweep *sweep, const struct tw_row *row, uint64_t *hash,
                       struct tw_error *error)
{
    struct tw_variant unnamed = *row->result.variant;
    struct tw_kernel kernel;
    unnamed.name = "k";
    int code = tw_render(&sweep->variants, &unnamed, &tw_rendering_main, tw_space_template(sweep->space),
                         &kernel, error);
    if (code) return code;
    *hash = tw_hash(kernel.source, kernel.source_length);
    for (unsigned i = 0; i < kernel.shape.launch_count; i++) add_launch(&kernel.shape.launches[i], hash);
    for (unsigned i = 0; i < kernel.shape.argument_count; i++) add_argument(&kernel.shape.arguments[i], hash);
    tw_kernel_free(&kernel);
    return TW_OK;
}

static bool are_same(const void *hashes, uint32_t a, uint32_t b)
{
    const uint64_t *hash = hashes;
    return hash[a] == hash[b];
}

static void skip(const struct tw_row *first, struct tw_row *row)
{
    row->is_twin = row->done = true;
    row->result.status = TW_STATUS_SKIPPED;
    tw_text_addf(&row->result.reason, "the template makes the kernel of it that it makes of %s",
                 first->result.variant->name);
}

int tw_sweep_skip_twins(struct tw_sweep *sweep, struct tw_error *error)
{
    if (!tw_space_template(sweep->space) || sweep->options->all) return TW_OK;
    struct tw_index_set seen = {0};
    uint64_t *hashes = calloc(sweep->count, sizeof *hashes);
    int code = hashes ? TW_OK : tw_fail(error, TW_MEMORY, "out of memory");
    for (size_t i = 0; i < sweep->count && !code; i++) {
        struct tw_row *row = &sweep->rows[i];
        uint32_t earlier = TW_NO_INDEX;
        if (!row->possible || !row->mine) continue;
        code = hash_kernel(sweep, row, &hashes[i], error);
        if (!code && !tw_index_set_add(&seen, hashes[i], (uint32_t)i, are_same, hashes, &earlier))
            code = tw_fail(error, TW_MEMORY, "out of memory");
        row->kernel = earlier == TW_NO_INDEX ? i : earlier;
        if (!code && earlier != TW_NO_INDEX) skip(&sweep->rows[earlier], row);
    }
    tw_index_set_free(&seen);
    free(hashes);
    return code;
}

static bool is_skipped(const struct tw_row *row)
{
    return row->is_twin && row->result.status == TW_STATUS_SKIPPED;
}

static void revive(struct tw_row *row)
{
    row->is_twin = row->done = false;
    row->result.status = TW_STATUS_OK;
    tw_text_clear(&row->result.reason);
}

int tw_sweep_revive_twins(struct tw_sweep *sweep, size_t *revived, struct tw_error *error)
{
    *revived = 0;
    if (!tw_space_template(sweep->space) || sweep->options->all) return TW_OK;
    bool *settled = calloc(sweep->count, sizeof *settled); /* by kernel: one of its variants is no mismatch */
    if (!settled) return tw_fail(error, TW_MEMORY, "out of memory");
    for (size_t i = 0; i < sweep->count; i++) {
        const struct tw_row *row = &sweep->rows[i];
        if (!row->possible || !row->mine || is_skipped(row)) continue;
        settled[row->kernel] |= !row->done || row->result.status != TW_STATUS_MISMATCH;
    }
    for (size_t i = 0; i < sweep->count; i++) {
        struct tw_row *row = &sweep->rows[i];
        if (!is_skipped(row) || settled[row->kernel]) continue;
        settled[row->kernel] = true;
        revive(row);
        ++*revived;
    }
    free(settled);
    return TW_OK;
}
