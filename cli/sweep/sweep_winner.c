/* What is said of the best variant: its costs, its padding, what the models say. */
#include <inttypes.h>
#include <string.h>

#include "cli/sweep/sweep_show.h"
#include "gen/layout/solve.h"

#define PAD_LIMIT 1024

/* What its accesses to shared memory cost, in a clause. */
static void add_wavefronts(const struct tw_row *row, struct tw_text *text)
{
    uint64_t wavefronts;
    if (!tw_row_wavefronts(row, &wavefronts))
        tw_text_add(text, " wavefronts not predicted,");
    else if (row->result.has_predicted)
        tw_text_addf(text, " %" PRIu64 " wavefronts (ideal %" PRIu64 "),", wavefronts, row->ideal);
    else
        tw_text_addf(text, " %" PRIu64 " wavefronts,", wavefronts);
}

/* The same of global memory: sectors where they are counted, else what the time makes of its work. */
static void add_traffic(const struct tw_sweep *sweep, const struct tw_row *row, struct tw_text *text)
{
    bool moves = tw_sweep_is_traffic(sweep);
    if (row->result.has_simulated && (moves || !row->result.shared_bytes)) {
        tw_text_addf(text, " %" PRIu64 " sectors,", tw_counts_sectors(&row->result.simulated));
    } else if (tw_sweep_is_timed(sweep) && row->work.bytes) {
        tw_text_add_char(text, ' ');
        tw_text_add_double(text, tw_result_gb_per_s(&row->work, tw_sweep_time(row)), 1);
        tw_text_add(text, " GB/s,");
    }
}

/* What the problem of the best one needs at least, and how near that came to it. */
static void add_bound(const struct tw_sweep *sweep, const struct tw_row *best, struct tw_text *text)
{
    const struct tw_work *work = &best->work;
    if (!work->bytes || !tw_work_sectors(work)) return;
    tw_text_addf(text,
                 "its problem needs %" PRIu64 " sectors of global memory: %" PRIu64 " read, in %" PRIu64
                 " fills of 64 bytes, and %" PRIu64 " written\n",
                 tw_work_sectors(work), work->read_sectors, work->read_fills, work->written_sectors);
    if (work->tile_sectors > work->read_sectors) {
        tw_text_addf(text,
                     "its tiles read %" PRIu64 " from the L2, some more than once; with the writes this is ",
                     work->tile_sectors);
        tw_text_add_double(text, tw_work_traffic(work), 3);
        tw_text_add(text, " times what is needed\n");
    }
    if (!tw_sweep_is_timed(sweep)) return;
    if (!(best->result.bound_us > 0)) {
        tw_text_add(text, TW_NO_BOUND);
        return;
    }
    tw_text_add(text, "bound: ");
    tw_text_add_double(text, best->result.bound_us, 2);
    tw_text_add(text, " us; the best reaches this part of its speed: ");
    tw_text_add_double(text, tw_result_of_bound(&best->result, tw_sweep_time(best)), 3);
    tw_text_add(text, ", as device --probe measured it\n");
}

static void add_best(const struct tw_sweep *sweep, const struct tw_sweep_part *part, bool only,
                     struct tw_text *text)
{
    const struct tw_row *best = &sweep->rows[part->order[0]];
    size_t ties = 1;
    while (ties < part->count && part->tie[ties]) ties++;
    tw_text_addf(text, "\nbest%s: %s\n ", tw_sweep_untried(sweep) ? " so far" : "",
                 best->result.variant->name);
    if (best->result.shared_bytes) add_wavefronts(best, text);
    if (best->result.shared_bytes)
        tw_text_addf(text, " %" PRIu32 " shared bytes,", best->result.shared_bytes);
    add_traffic(sweep, best, text);
    tw_text_addf(text, " %u blocks per SM (%s)\n", best->occupancy.blocks_per_sm,
                 tw_limit_text(best->occupancy.limit));
    add_bound(sweep, best, text);
    if (ties > 1) {
        bool pads = tw_family_role(sweep->space->config.family, TW_FIELD_PADDING) >= 0;
        tw_text_addf(text, "%zu more cannot be told apart from it%s; it takes the fewest bytes%s\n", ties - 1,
                     tw_sweep_is_timed(sweep) ? " by time" : "", pads ? " and the least padding" : "");
    }
    if (sweep->confidence > 0 && only) {
        tw_text_add(text, "confidence that it beats the next that is no tie: ");
        tw_text_add_double(text, 100 * sweep->confidence, 1);
        tw_text_add(text, " % (sign test over rounds timed side by side)\n");
    }
}

/* padding: the key of its field; NULL: the family has none, and all there is to say is what the swizzle costs. */
static void add_solution(const struct tw_solution *solution, const struct tw_solution *bare,
                         const char *padding, struct tw_text *text)
{
    if (!solution->possible)
        tw_text_add(text, "does not fit this tile\n");
    else if (!padding)
        tw_text_addf(text, "%" PRIu64 " wavefronts (ideal %" PRIu64 ")\n", solution->wavefronts,
                     solution->ideal_wavefronts);
    else if (solution->ideal)
        tw_text_addf(text, "smallest conflict-free padding %s %" PRId64 ", %+" PRId64 " bytes\n", padding,
                     solution->pad, (int64_t)solution->bytes - (int64_t)bare->bytes);
    else
        tw_text_addf(text,
                     "no padding is conflict-free; at best %" PRIu64 " wavefronts against %" PRIu64
                     " (%s %" PRId64 ")\n",
                     solution->wavefronts, solution->ideal_wavefronts, padding, solution->pad);
}

/* What the model alone says of the best one's tile:
   the smallest padding, and whether a swizzle does without. */
static void add_model(const struct tw_sweep *sweep, const struct tw_row *best, struct tw_text *text)
{
    const struct tw_family *family = sweep->space->config.family;
    int swizzle = tw_family_role(family, TW_FIELD_SWIZZLE), pad = tw_family_role(family, TW_FIELD_PADDING);
    const char *padding = pad < 0 ? NULL : family->fields[pad].key;
    const struct tw_solve_for wanted = {&sweep->probe.target, tw_usual_banks, PAD_LIMIT};
    struct tw_solutions solutions;
    struct tw_text reason = {0};
    if (swizzle >= 0 && tw_solve(family, best->result.variant->value, &wanted, &solutions, &reason)) {
        tw_text_add(text, "by the model, for the block of the best:\n");
        for (unsigned s = 0; s < TW_SWIZZLES; s++) {
            tw_text_addf(text, "  %-5s ", family->fields[swizzle].words[s]);
            add_solution(&solutions.swizzle[s], &solutions.bare, padding, text);
        }
    }
    tw_text_free(&reason);
}

/* Says what the best one's padding costs in occupancy: blocks per SM with and without it. */
static void add_occupancy(const struct tw_sweep *sweep, const struct tw_row *best, struct tw_text *text)
{
    const struct tw_family *family = sweep->space->config.family;
    int pad = tw_family_role(family, TW_FIELD_PADDING);
    int64_t value[TW_MAX_FIELDS];
    struct tw_shape bare = {0};
    if (pad < 0 || best->result.variant->value[pad] == 0) return;
    memcpy(value, best->result.variant->value, family->field_count * sizeof *value);
    value[pad] = 0;
    if (!tw_family_accepts(family, value, &sweep->probe.target)) return;
    if (!tw_family_shape(family, value, &sweep->probe.target, &bare)) {
        tw_text_fail(text);
        return;
    }
    const struct tw_launch *largest = tw_shape_largest(&bare);
    const struct tw_block_needs needs = {best->threads, best->result.registers, largest->shared_bytes,
                                         largest->carveout};
    tw_shape_free(&bare);
    unsigned without = tw_occupancy(&sweep->probe.target, &needs).blocks_per_sm,
             with = best->occupancy.blocks_per_sm;
    if (with == without)
        tw_text_addf(text, "its padding costs no occupancy: %u blocks per SM with and without\n", with);
    else
        tw_text_addf(text, "its padding costs occupancy: %u blocks per SM, %u without it\n", with, without);
}

/* Where nothing was timed: the row that the family's model of times would take, if that is not the best; *why gets its words. Where
   several are equal, it is the one that the config says least of. */
static const struct tw_row *find_chosen(const struct tw_sweep *sweep, const struct tw_sweep_part *part,
                                        struct tw_text *why)
{
    const struct tw_family *family = sweep->space->config.family;
    const struct tw_row *found = NULL;
    if (!family->chosen || tw_sweep_is_timed(sweep) || sweep->options->by) return NULL;
    for (size_t i = 0; i < part->count; i++) {
        const struct tw_row *row = &sweep->rows[part->order[i]];
        const struct tw_variant *variant = row->result.variant;
        struct tw_text text = {0};
        family->chosen(variant->value, &sweep->probe.target, &text);
        if (text.length && (!found || __builtin_popcountll(variant->given) <
                                          __builtin_popcountll(found->result.variant->given))) {
            found = row;
            tw_text_clear(why);
            tw_text_add(why, tw_text_string(&text));
        }
        tw_text_free(&text);
    }
    return found == &sweep->rows[part->order[0]] ? NULL : found;
}

/* Returns that row. */
static const struct tw_row *add_chosen(const struct tw_sweep *sweep, const struct tw_sweep_part *part,
                                       struct tw_text *text)
{
    struct tw_text why = {0};
    const struct tw_row *chosen = find_chosen(sweep, part, &why);
    if (chosen)
        tw_text_addf(text, "not ranked by times; for a GPU take %s, %s\n", chosen->result.variant->name,
                     tw_text_part(text, &why));
    tw_text_free(&why);
    return chosen;
}

const struct tw_row *tw_sweep_add_winner(const struct tw_sweep *sweep, const struct tw_sweep_part *part,
                                         bool only, struct tw_text *text)
{
    const struct tw_row *best = &sweep->rows[part->order[0]];
    add_best(sweep, part, only, text);
    add_occupancy(sweep, best, text);
    add_model(sweep, best, text);
    return add_chosen(sweep, part, text);
}
