/* The winner of each problem of a sweep becomes wisdom of the device, for plans. */
#include <stdlib.h>
#include <string.h>

#include "gen/choice/candidates.h"
#include "tune/plan/store.h"
#include "tune/sweep/sweep_search.h"

static const struct tw_family *family_of(const struct tw_sweep *sweep)
{
    return sweep->space->config.family;
}

static bool is_rival(const struct tw_sweep *sweep, const struct tw_row *a, const struct tw_row *b)
{
    return tw_family_same_problem(family_of(sweep), a->result.variant->value, b->result.variant->value);
}

uint64_t tw_sweep_varied(const struct tw_sweep *sweep, const struct tw_row *row)
{
    uint64_t varied = 0;
    for (size_t i = 0; i < sweep->count; i++) {
        const struct tw_row *other = &sweep->rows[i];
        for (unsigned f = 0; is_rival(sweep, row, other) && f < family_of(sweep)->field_count; f++)
            varied |= (uint64_t)(row->result.variant->value[f] != other->result.variant->value[f]) << f;
    }
    return varied;
}

/* Counts the rivals, and finds the one that nobody searched for. */
static void survey(const struct tw_sweep *sweep, const struct tw_row *winner, const int64_t *choice,
                   struct tw_store_entry *entry)
{
    size_t bytes = family_of(sweep)->field_count * sizeof *choice;
    for (size_t i = 0; i < sweep->count; i++) {
        const struct tw_row *row = &sweep->rows[i];
        if (!row->possible || !is_rival(sweep, winner, row)) continue;
        entry->of++;
        entry->tried += row->done && row->result.status != TW_STATUS_SKIPPED;
        if (row->unspent) entry->effort = TW_EFFORT_MEASURE;
        if (row->rank && memcmp(row->result.variant->value, choice, bytes) == 0)
            entry->estimate_us = tw_sweep_time(row);
    }
}

/* What nobody gave and no candidate differs in needs no search. */
static struct tw_store_entry entry_of(const struct tw_sweep *sweep, const struct tw_row *winner)
{
    const struct tw_family *family = family_of(sweep);
    const struct tw_target *target = &sweep->probe.target;
    struct tw_store_entry entry = {
        .family = family, .effort = TW_EFFORT_EXHAUSTIVE, .us = tw_sweep_time(winner)};
    int64_t given[TW_MAX_FIELDS], choice[TW_MAX_FIELDS];
    uint64_t varied = tw_sweep_varied(sweep, winner);
    tw_variant_given(family, winner->result.variant, given);
    for (unsigned f = 0; f < family->field_count; f++) {
        if (tw_has_field(varied, f)) given[f] = tw_field_ungiven(&family->fields[f]);
    }
    memcpy(choice, given, family->field_count * sizeof *given);
    tw_family_resolve(family, choice, target);
    uint64_t open = tw_family_open(family, given, choice);
    const uint64_t rest = open & ~varied;
    entry.searched = varied | (rest ? rest & ~tw_candidates_varied(family, given, target) : 0);
    memcpy(entry.value, winner->result.variant->value, family->field_count * sizeof *given);
    survey(sweep, winner, choice, &entry);
    if (!tw_sweep_search_is_whole(sweep)) entry.effort = TW_EFFORT_MEASURE;
    tw_store_stamp(&entry);
    return entry;
}

/* Whether one of its problem is among the winners. */
static bool is_beaten(const struct tw_sweep *sweep, const struct tw_row *row,
                      const struct tw_store_entry *entries, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (tw_family_same_problem(family_of(sweep), row->result.variant->value, entries[i].value))
            return true;
    }
    return false;
}

/* From the best rank down; has room for all that are ranked. */
static int list_winners(const struct tw_sweep *sweep, struct tw_store_entry **entries, size_t *count,
                        struct tw_error *error)
{
    size_t ranked, *order = tw_sweep_order(sweep, &ranked);
    *entries = order ? malloc((ranked + 1) * sizeof **entries) : NULL;
    *count = 0;
    for (size_t i = 0; *entries && i < ranked; i++) {
        const struct tw_row *row = &sweep->rows[order[i]];
        if (is_beaten(sweep, row, *entries, *count)) continue;
        (*entries)[(*count)++] = entry_of(sweep, row);
    }
    size_t kept = 0; /* of problems with a single variant nothing was found out */
    for (size_t i = 0; i < *count; i++) {
        if ((*entries)[i].of > 1 && (*entries)[i].us > 0) (*entries)[kept++] = (*entries)[i];
    }
    *count = kept;
    free(order);
    return *entries ? TW_OK : tw_fail(error, TW_MEMORY, "out of memory");
}

static int keep(const struct tw_sweep *sweep, const char *given, const struct tw_store_entry *entries,
                size_t count, struct tw_text *text, struct tw_error *error)
{
    const struct tw_probe *probe = &sweep->probe;
    struct tw_store_device device = {.sm = probe->target.sm,
                                     .multiprocessors = probe->target.multiprocessors,
                                     .l2_bytes = probe->l2_bytes,
                                     .driver_version = probe->driver_version};
    char *directory;
    memcpy(device.name, probe->device, sizeof device.name);
    int code = tw_store_directory(given, &directory, error);
    if (code) return code;
    code = tw_store_keep(directory, &device, entries, count, error);
    if (!code)
        tw_text_addf(text, "remembered in %s: the best of %zu problem%s", directory, count,
                     count == 1 ? "" : "s");
    free(directory);
    return code;
}

int tw_sweep_remember(const struct tw_sweep *sweep, const char *directory, struct tw_text *text,
                      struct tw_error *error)
{
    if (sweep->probe.simulator || !tw_family_searches(family_of(sweep))) {
        tw_text_addf(text, "nothing is remembered: %s",
                     sweep->probe.simulator ? "the simulator has no times"
                                            : "plans of this kernel go by the model");
        return TW_OK;
    }
    struct tw_store_entry *entries;
    size_t count;
    int code = list_winners(sweep, &entries, &count, error);
    if (!code && count) code = keep(sweep, directory, entries, count, text, error);
    if (!code && !count) tw_text_add(text, "nothing is remembered: no two variants of a problem were timed");
    free(entries);
    return code;
}
