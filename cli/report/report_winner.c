/* The winner: its numbers, and in sentences what makes it so. */
#include "cli/report/report.h"
#include "tune/prove/prove.h"
#include "tune/rank.h"

#include <math.h>

#define NAMES 8u /* of tied variants, told at most */

struct winner {
    const struct tw_report *report;
    const struct tw_report_row *best;
    const struct tw_report_row
        *bare;         /* the same tile with neither padding nor swizzle; NULL: not in the file */
    double bare_bytes; /* NAN: impossible */
    bool is_bare;
    size_t tied; /* rows right after the best that tie with it */
};

/* ---- numbers ---- */

static void add_tile(struct tw_data *list, const char *label, struct tw_text *value, struct tw_text *note)
{
    struct tw_data tile = tw_data_item(list);
    tw_data_string(&tile, "label", label);
    tw_data_text(&tile, "value", value);
    tw_data_text(&tile, "note", note);
}

/* "12" or "not predicted" */
static void add_predicted(struct tw_text *text, double value)
{
    if (isnan(value))
        tw_text_add(text, "not predicted");
    else
        tw_report_add_number(text, value, 0);
}

static void add_padding(const struct winner *winner, struct tw_text *note)
{
    double more = winner->best->shared_bytes - winner->bare_bytes;
    if (isnan(more) || tw_family_role(winner->report->family, TW_FIELD_PADDING) < 0) return;
    if (more > 0)
        tw_report_add_number(note, more, 0);
    else
        tw_text_add(note, "none");
    tw_text_add(note, " of them padding");
}

static void add_shared_tiles(const struct winner *winner, struct tw_data *tiles)
{
    const struct tw_report_row *best = winner->best;
    struct tw_text wavefronts = {0}, ideal = {0}, bytes = {0}, note = {0};
    add_predicted(&wavefronts, best->wavefronts);
    tw_text_add(&ideal, "ideal: ");
    add_predicted(&ideal, best->ideal);
    add_tile(tiles, "wavefronts", &wavefronts, &ideal);
    tw_report_add_number(&bytes, best->shared_bytes, 0);
    add_padding(winner, &note);
    add_tile(tiles, "shared bytes per block", &bytes, &note);
}

/* Whether traffic is shown: of a family that moves data, and of any variant without shared memory. */
static void add_sector_tile(const struct winner *winner, struct tw_data *tiles)
{
    const struct tw_report_row *best = winner->best;
    struct tw_text value = {0}, note = {0};
    if (isnan(best->sectors)) return;
    tw_report_add_number(&value, best->sectors, 0);
    if (winner->report->moves && !isnan(best->needed)) {
        tw_text_add(&note, "at least ");
        tw_report_add_number(&note, best->needed, 0);
        tw_text_add(&note, " are needed");
    }
    add_tile(tiles, "sectors of global memory", &value, &note);
}

static void add_time_tiles(const struct winner *winner, struct tw_data *tiles)
{
    const struct tw_report_row *best = winner->best;
    struct tw_text time = {0}, median = {0}, rate = {0}, bound = {0};
    if (!isnan(best->time_us)) {
        tw_report_add_number(&time, best->time_us, 4);
        tw_text_add(&median, "median");
        add_tile(tiles, "time, µs", &time, &median);
    }
    if (isnan(best->gb_per_s)) return;
    tw_report_add_number(&rate, best->gb_per_s, 4);
    if (isnan(best->of_bound)) {
        tw_text_add(&bound, "no bound is known");
    } else {
        tw_report_add_number(&bound, best->of_bound, 3);
        tw_text_add(&bound, " of the bound");
    }
    add_tile(tiles, "GB/s", &rate, &bound);
}

static void add_counted_tiles(const struct winner *winner, struct tw_data *tiles)
{
    struct tw_text cost = {0}, unit = {0};
    tw_report_add_number(&cost, winner->best->cost, 4);
    tw_text_add(&unit, tw_text_string(&winner->report->unit));
    add_tile(tiles, "cost", &cost, &unit);
    add_time_tiles(winner, tiles);
    if (winner->report->moves || winner->best->shared_bytes == 0) add_sector_tile(winner, tiles);
    if (winner->best->shared_bytes != 0) add_shared_tiles(winner, tiles);
}

static void add_occupancy_tile(const struct winner *winner, struct tw_data *tiles)
{
    struct tw_text blocks = {0}, why = {0};
    if (isnan(winner->best->blocks)) return;
    tw_report_add_number(&blocks, winner->best->blocks, 0);
    if (*winner->best->limit) tw_text_addf(&why, "limited by %s", winner->best->limit);
    add_tile(tiles, "blocks per SM", &blocks, &why);
}

/* ---- sentences ---- */

/* Takes the text. */
static void say(struct tw_data *list, struct tw_text *text)
{
    struct tw_data item = tw_data_item(list);
    tw_data_text(&item, "text", text);
}

/* "; the table says why 279 were skipped, 1 failed" */
static void add_others(const size_t *statuses, struct tw_text *text)
{
    bool any = false;
    for (int status = TW_STATUS_OK + 1; status < TW_STATUS_COUNT; status++) {
        if (!statuses[status]) continue;
        tw_text_addf(text, "%s%zu %s",
                     any ? ", " : "; the table gives the reasons of the others: ", statuses[status],
                     tw_status_word((enum tw_status)status));
        any = true;
    }
}

static void say_place(const struct winner *winner, struct tw_data *list)
{
    struct tw_text text = {0};
    size_t ran = winner->report->statuses[TW_STATUS_OK];
    if (ran == 1)
        tw_text_add(&text, winner->best->rank ? "The only variant that ran" : "The only variant so far");
    else if (winner->best->rank)
        tw_text_addf(&text, "Ranked first of the %zu variants that ran", ran);
    else
        tw_text_addf(&text, "The cheapest of the %zu variants that have run so far", ran);
    add_others(winner->report->statuses, &text);
    tw_text_add_char(&text, '.');
    say(list, &text);
}

/* What a described kernel's variant was checked by. */
static void say_proof(const struct winner *winner, struct tw_data *list)
{
    const struct tw_report_row *best = winner->best;
    struct tw_text text = {0};
    if (!winner->report->described) return;
    if (*best->unproven)
        tw_text_addf(&text, "Not proven: %s.", best->unproven);
    else if (*best->proof)
        tw_text_addf(&text, "It is %s on the simulator, with all checks%s%s.", best->proof,
                     *best->proof_problem ? ", on the problem " : "", best->proof_problem);
    else
        tw_text_add(&text, "Nobody has proven it on the simulator (--prove).");
    if (best->unchecked) tw_text_add(&text, " What it computes is " TW_NOT_CHECKED ".");
    say(list, &text);
}

/* What its problem needs of global memory, and how near it came to that. */
static void say_traffic(const struct winner *winner, struct tw_data *list)
{
    const struct tw_report_row *best = winner->best;
    struct tw_text text = {0};
    if (!winner->report->moves || isnan(best->needed)) return;
    tw_text_add(&text, "Its problem needs ");
    tw_report_add_number(&text, best->needed, 0);
    tw_text_add(&text, " sectors of global memory");
    if (best->sectors > best->needed && best->needed > 0) {
        tw_text_add(&text, "; it touches ");
        tw_report_add_number(&text, best->sectors / best->needed, 3);
        tw_text_add(&text, " times as many");
    } else if (best->sectors == best->needed) {
        tw_text_add(&text, ", and it touches no more");
    }
    tw_text_add_char(&text, '.');
    if (!isnan(best->of_bound)) {
        tw_text_add(&text, " It reaches ");
        tw_report_add_number(&text, best->of_bound, 3);
        tw_text_add(&text, " of the speed at which the device can move them.");
    } else if (winner->report->timed) {
        tw_text_add(
            &text, " How fast the device can move them is not known: tilewright device --probe measures it.");
    }
    say(list, &text);
}

static void say_conflicts(const struct winner *winner, struct tw_data *list)
{
    const struct tw_report_row *best = winner->best;
    struct tw_text text = {0};
    if (best->shared_bytes == 0) {
        tw_text_add(&text, "It has no bank conflicts, as it uses no shared memory.");
    } else if (isnan(best->wavefronts) || isnan(best->ideal)) {
        tw_text_add(&text, "Whether it is free of bank conflicts is not predicted.");
    } else if (best->wavefronts <= best->ideal) {
        tw_text_add(&text, "Free of bank conflicts: its ");
        tw_report_add_number(&text, best->wavefronts, 0);
        tw_text_add(&text, " wavefronts are the ideal.");
    } else {
        tw_text_add(&text, "Not free of bank conflicts: ");
        tw_report_add_number(&text, best->wavefronts, 0);
        tw_text_add(&text, " wavefronts where ");
        tw_report_add_number(&text, best->ideal, 0);
        tw_text_add(&text, " would be ideal.");
    }
    say(list, &text);
}

static void say_bare(const struct winner *winner, struct tw_data *list)
{
    const struct tw_report_row *bare = winner->bare, *best = winner->best;
    struct tw_text text = {0};
    if (winner->is_bare) {
        tw_text_addf(&text, "It has %s.", tw_report_without(winner->report));
    } else if (bare && bare->wavefronts > 0 && best->wavefronts > 0) {
        tw_text_addf(&text, "The same tile with %s costs ", tw_report_without(winner->report));
        tw_report_add_number(&text, bare->wavefronts, 0);
        tw_text_add(&text, " wavefronts, ");
        tw_report_add_number(&text, bare->wavefronts / best->wavefronts, 3);
        tw_text_add(&text, " times as many");
        if (winner->report->timed && bare->cost > 0) {
            tw_text_add(&text, ", and takes ");
            tw_report_add_number(&text, bare->cost / best->cost, 3);
            tw_text_add(&text, " times as long");
        }
        tw_text_add_char(&text, '.');
    } else {
        return;
    }
    say(list, &text);
}

/* What the padding costs: bytes, and blocks of an SM. */
static void say_price(const struct winner *winner, struct tw_data *list)
{
    const struct tw_report_row *bare = winner->bare, *best = winner->best;
    double more = best->shared_bytes - winner->bare_bytes;
    struct tw_text text = {0};
    if (winner->is_bare || isnan(more)) return;
    if (more <= 0) {
        tw_text_add(&text, "It takes no byte more than that tile.");
    } else {
        tw_text_add(&text, "Its padding takes ");
        tw_report_add_number(&text, more, 0);
        tw_text_add(&text, " bytes");
        if (bare && bare->blocks == best->blocks) {
            tw_text_add(&text, " and costs nothing: as many blocks fit one SM (");
        } else if (bare && best->blocks < bare->blocks) {
            tw_text_add(&text, ", and fewer blocks fit one SM (");
            tw_report_add_number(&text, bare->blocks, 0);
            tw_text_add(&text, " without it, with it ");
        }
        if (bare && best->blocks <= bare->blocks) {
            tw_report_add_number(&text, best->blocks, 0);
            tw_text_add_char(&text, ')');
        }
        tw_text_add_char(&text, '.');
    }
    say(list, &text);
}

/* The first that is no tie. Where nothing is timed it may cost the same, and something else decides. */
static void say_next(const struct winner *winner, struct tw_data *list)
{
    const struct tw_report_row *next = winner->best + winner->tied + 1;
    if (next >= winner->report->rows + winner->report->count || next->status != TW_STATUS_OK) return;
    bool equal = next->cost == winner->best->cost, decided = equal && !winner->report->timed;
    if (!next->rank || (!decided && !(next->order > winner->best->order))) return;
    struct tw_text text = {0};
    if (winner->report->by_own && !decided) {
        tw_text_addf(&text, "The next%s, %s, has ", winner->tied ? " that differs" : "", next->name);
        tw_report_add_number(&text, next->cost, 6);
        tw_text_addf(&text, " for %s.", winner->report->by);
        say(list, &text);
        return;
    }
    tw_text_addf(&text, "The next%s, %s, costs ", winner->tied ? " that differs" : "", next->name);
    if (decided) {
        tw_text_addf(&text, "the same; what decides: %s.",
                     tw_report_decides(winner->report, winner->best, next));
    } else if (winner->best->cost > 0) {
        tw_report_add_number(&text, (next->cost / winner->best->cost - 1) * 100, 2);
        tw_text_add(&text, " % more.");
    } else {
        tw_report_add_number(&text, next->cost, 4);
        tw_text_addf(&text, " %s.", tw_text_string(&winner->report->unit));
    }
    say(list, &text);
}

/* ---- ties ---- */

static void add_ties(const struct winner *winner, struct tw_data *object)
{
    const struct tw_family *family = winner->report->family;
    bool timed = winner->report->timed;
    struct tw_text text = {0};
    if (!winner->tied) {
        tw_data_flag(object, "tie", false);
        return;
    }
    tw_text_addf(&text, "A tie: %s cannot be told apart from %zu other%s (",
                 timed                       ? "by time it"
                 : winner->report->simulator ? "by all counts it"
                                             : "by what was counted it",
                 winner->tied, winner->tied > 1 ? "s" : "");
    for (size_t i = 1; i <= winner->tied && i <= NAMES; i++)
        tw_text_addf(&text, "%s%s", i > 1 ? ", " : "", winner->best[i].name);
    if (winner->tied > NAMES) tw_text_addf(&text, " and %zu more", winner->tied - NAMES);
    bool pads = family && tw_family_role(family, TW_FIELD_PADDING) >= 0;
    tw_text_add(&text, "). Among themselves they rank by ");
    if (timed) tw_text_addf(&text, "%s, then ", tw_measure_better(TW_BY_BYTES));
    if (pads) tw_text_addf(&text, "%s, then ", tw_measure_better(TW_BY_PADDING));
    tw_text_addf(&text, "%s.", tw_measure_better(TW_BY_NUMBER));
    tw_data_text(object, "tie", &text);
}

static size_t count_ties(const struct tw_report *report)
{
    size_t tied = 0;
    while (tied + 1 < report->count && report->rows[tied + 1].rank && report->rows[tied + 1].tie) tied++;
    return tied;
}

/* A variant without a tile, or of a family whose tile is always bare, has none to compare with. False: memory ran out. */
static bool find_bare(struct winner *winner)
{
    int64_t value[TW_MAX_FIELDS];
    struct tw_shape shape = {0};
    if (winner->best->shared_bytes == 0 || !tw_report_without(winner->report)) return true;
    if (!tw_report_bare(winner->report, winner->best, value)) return true;
    bool complete = tw_family_shape(winner->report->family, value, winner->report->target, &shape);
    winner->bare_bytes = tw_shape_shared_bytes(&shape);
    winner->bare = tw_report_find(winner->report, value);
    winner->is_bare = winner->bare == winner->best;
    tw_shape_free(&shape);
    return complete;
}

static void add_fields(const struct winner *winner, struct tw_data *object)
{
    const struct tw_family *family = winner->report->family;
    struct tw_data fields = tw_data_list(object, "fields");
    for (unsigned i = 0; family && i < family->field_count; i++) {
        struct tw_text value = {0};
        struct tw_data item = tw_data_item(&fields);
        tw_report_add_value(winner->report, i, winner->best->value[i], &value);
        tw_data_string(&item, "key", family->fields[i].key);
        tw_data_text(&item, "value", &value);
    }
}

void tw_report_winner(const struct tw_report *report, struct tw_data *view)
{
    struct winner winner = {.report = report, .best = report->best, .bare_bytes = (double)NAN};
    if (!report->best) {
        tw_data_flag(view, "winner", false);
        return;
    }
    winner.tied = count_ties(report);
    if (!find_bare(&winner)) view->failed = true;
    struct tw_data object = tw_data_object(view, "winner");
    tw_data_string(&object, "winner_name", report->best->name);
    tw_data_flag(&object, "ranked", report->best->rank > 0);
    tw_data_flag(&object, "alone", report->best->rank > 0 && report->statuses[TW_STATUS_OK] == 1);
    add_fields(&winner, &object);
    struct tw_data tiles = tw_data_list(&object, "tiles");
    add_counted_tiles(&winner, &tiles);
    add_occupancy_tile(&winner, &tiles);
    struct tw_data reasons = tw_data_list(&object, "reasons");
    say_place(&winner, &reasons);
    say_proof(&winner, &reasons);
    say_traffic(&winner, &reasons);
    say_conflicts(&winner, &reasons);
    say_bare(&winner, &reasons);
    say_price(&winner, &reasons);
    say_next(&winner, &reasons);
    add_ties(&winner, &object);
}
