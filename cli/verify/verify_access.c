/*
 * The accesses of a variant, each with its line of the source: the model names accesses in the order in which the kernel makes
 * them, the simulator saw lines in the order of the PTX, and both say what they cost. So they are walked side by side, and
 * the fewest accesses whose costs are those of the fewest lines belong together:
 *
 *     accesses      write row 16 -> 16     read column 16 -> 16    read column, second half 16 -> 16
 *     lines         7: 16 -> 16            9: 32 -> 32
 */
#include <inttypes.h>
#include <string.h>

#include "cli/verify/verify.h"
#include "gen/layout/predict.h"

/* A line of the source: all accesses of a kind that stand in it, in a launch. */
struct line {
    struct tw_line_cost cost; /* of the first, with the sums of all */
    uint64_t measured[2];     /* requests, wavefronts               */
    bool measures;
};

struct walk {
    const struct tw_verify *verify;
    const struct tw_variant *variant;
    const struct tw_prediction *prediction; /* of the launch */
    unsigned launch, threads;               /* threads: of its blocks */
    enum tw_access op;
    struct tw_text lines; /* of struct line, those of this launch and kind */
    unsigned access;      /* the next one ...  */
    size_t line;          /* ... and the next, as an offset */
    bool shows;           /* the addresses of all, since the GPU counts something else */
};

/* Accesses and lines that belong together. */
struct group {
    const struct tw_access_cost *access; /* the first; NULL: none */
    struct tw_line_cost line;            /* the first             */
    unsigned accesses, lines;
    uint64_t predicted[2], simulated[2], measured[2]; /* requests, wavefronts */
    bool measures;
};

/* ---- lines ---- */

/* What the GPU counted of an access of the PTX. False: it cannot be told of this launch, as there is another of the same code. */
static bool find_measured(const struct tw_verify_row *row, const struct tw_line_cost *cost,
                          uint64_t measured[2])
{
    enum tw_site_kind kind = cost->op == TW_LOAD ? TW_SITE_SHARED_LOAD : TW_SITE_SHARED_STORE;
    const struct tw_text *counts = &row->counted.accesses, *lines = &row->simulated.lines;
    struct tw_access_count count;
    struct tw_line_cost other;
    for (size_t at = 0; at < lines->length; at += sizeof other) {
        memcpy(&other, lines->data + at, sizeof other);
        if (other.ptx_line == cost->ptx_line && other.launch != cost->launch) return false;
    }
    for (size_t at = 0; at < counts->length; at += sizeof count) {
        memcpy(&count, counts->data + at, sizeof count);
        if (count.ptx_line != cost->ptx_line || count.kind != kind) continue;
        measured[0] += count.requests;
        measured[1] += count.cost;
    }
    return counts->length > 0;
}

/* Adds an access to its line, which is made if there is none. */
static void add_access(const struct tw_verify_row *row, const struct tw_line_cost *cost,
                       struct tw_text *lines)
{
    struct line line = {.cost = *cost, .measures = true};
    size_t at = 0;
    for (; at < lines->length; at += sizeof line) {
        memcpy(&line, lines->data + at, sizeof line);
        if (line.cost.line == cost->line) break;
    }
    if (at == lines->length) line = (struct line){.cost = *cost, .measures = true};
    if (at < lines->length) {
        line.cost.requests += cost->requests;
        line.cost.wavefronts += cost->wavefronts;
    }
    line.measures &= find_measured(row, cost, line.measured);
    if (at < lines->length)
        memcpy(lines->data + at, &line, sizeof line);
    else
        tw_text_add_bytes(lines, (const char *)&line, sizeof line);
}

static void collect_lines(struct walk *walk, const struct tw_verify_row *row)
{
    const struct tw_text *costs = &row->simulated.lines;
    struct tw_line_cost cost;
    tw_text_clear(&walk->lines);
    for (size_t at = 0; at < costs->length; at += sizeof cost) {
        memcpy(&cost, costs->data + at, sizeof cost);
        if (cost.op == walk->op && cost.launch == walk->launch) add_access(row, &cost, &walk->lines);
    }
}

/* ---- groups ---- */

static bool take_access(struct walk *walk, struct group *group)
{
    const struct tw_prediction *prediction = walk->prediction;
    while (walk->access < prediction->access_count) {
        const struct tw_access_cost *access = &prediction->accesses[walk->access++];
        if (access->op != walk->op || !access->requests) continue;
        if (!group->accesses++) group->access = access;
        group->predicted[0] += access->requests;
        group->predicted[1] += access->wavefronts;
        return true;
    }
    return false;
}

static bool take_line(struct walk *walk, struct group *group)
{
    struct line line;
    if (walk->line >= walk->lines.length) return false;
    memcpy(&line, walk->lines.data + walk->line, sizeof line);
    walk->line += sizeof line;
    if (!group->lines++) group->line = line.cost;
    group->simulated[0] += line.cost.requests;
    group->simulated[1] += line.cost.wavefronts;
    group->measured[0] += line.measured[0];
    group->measured[1] += line.measured[1];
    group->measures &= line.measures;
    return true;
}

static bool is_even(const struct group *group)
{
    return memcmp(group->predicted, group->simulated, sizeof group->predicted) == 0;
}

/* False: there are none left. */
static bool next_group(struct walk *walk, struct group *group)
{
    *group = (struct group){.measures = true};
    bool more = take_access(walk, group) | take_line(walk, group);
    while (more && !is_even(group)) {
        bool behind = group->predicted[0] < group->simulated[0];
        more = (behind && take_access(walk, group)) || take_line(walk, group) || take_access(walk, group);
    }
    return group->accesses || group->lines;
}

/* ---- addresses ---- */

static void add_addresses(const char *who, unsigned warp, const uint32_t address[TW_WARP], uint32_t active,
                          struct tw_text *text)
{
    tw_text_addf(text, "        %s addresses of warp %u:", who, warp);
    for (unsigned lane = 0; lane < TW_WARP; lane++) {
        if (lane % 8 == 0) tw_text_add(text, "\n           ");
        if (active >> lane & 1u)
            tw_text_addf(text, " %5" PRIu32, address[lane]);
        else
            tw_text_add(text, "     -");
    }
    tw_text_add_char(text, '\n');
}

/* The access in the family's own list, or the end of that. */
static unsigned find_access(const struct walk *walk, const struct tw_access_cost *access, unsigned *count)
{
    unsigned i = 0;
    struct tw_access_list list = {0};
    tw_family_accesses(walk->verify->variants.family, walk->variant->value, &list);
    while (i < list.count && (list.info[i].launch != walk->launch || list.info[i].op != access->op ||
                              strcmp(list.info[i].name, access->name) != 0))
        i++;
    *count = list.count;
    tw_access_list_free(&list);
    return i;
}

/* Of that warp of a block. */
static void add_predicted(const struct walk *walk, const struct tw_access_cost *access, unsigned warp,
                          struct tw_text *text)
{
    const struct tw_family *family = walk->verify->variants.family;
    uint32_t address[TW_WARP], active = 0;
    unsigned count, i = find_access(walk, access, &count);
    if (i == count) return;
    unsigned threads = walk->threads, first = warp * TW_WARP;
    unsigned lanes = first >= threads ? 0 : threads - first < TW_WARP ? threads - first : TW_WARP;
    if (lanes) family->addresses(walk->variant->value, i, first, lanes, address);
    for (unsigned lane = 0; lane < lanes; lane++)
        active |= (uint32_t)(address[lane] != TW_NO_ADDRESS) << lane;
    if (active) add_addresses("predicted", warp, address, active, text);
}

/* ---- lines of text ---- */

static void add_group(const struct walk *walk, const struct group *group, struct tw_table *table)
{
    struct tw_text name = {0}, note = {0};
    tw_text_add(&name, "    ");
    tw_text_add(&name, group->access ? group->access->name : "no such access");
    if (group->accesses > 1) tw_text_addf(&name, " and %u more", group->accesses - 1);
    if (group->lines) tw_text_addf(&name, ", line %u", group->line.line);
    if (group->lines > 1) tw_text_addf(&name, " and %u more", group->lines - 1);
    if (walk->launch) tw_text_addf(&name, ", launch %u", walk->launch + 1);
    bool measures = group->measures && group->lines;
    bool same = !measures || memcmp(group->measured, group->simulated, sizeof group->measured) == 0;
    struct tw_verify_line line = {
        .name = tw_text_part(&table->cells, &name),
        .known = {[TW_PREDICTED] = true, [TW_SIMULATED] = true, [TW_MEASURED] = measures},
        .undashed = true,
        .of = group->simulated,
        .word = !is_even(group) ? "DIFFERS"
                : same          ? ""
                                : "otherwise"};
    memcpy(line.cost[TW_PREDICTED], group->predicted, sizeof group->predicted);
    memcpy(line.cost[TW_SIMULATED], group->simulated, sizeof group->simulated);
    memcpy(line.cost[TW_MEASURED], group->measured, sizeof group->measured);
    tw_table_add(table, &line);
    tw_text_free(&name);
    if (is_even(group) && !walk->shows) return;
    if (group->access) add_predicted(walk, group->access, group->line.warp, &note);
    if (group->line.active)
        add_addresses("simulated", group->line.warp, group->line.address, group->line.active, &note);
    tw_table_note(table, &note);
    tw_text_free(&note);
}

void tw_verify_add_accesses(const struct tw_verify *verify, size_t number, enum tw_access op, bool shows,
                            struct tw_table *table)
{
    const struct tw_verify_row *row = &verify->rows[number];
    struct tw_shape shape = {0};
    struct group group;
    struct walk walk = {
        .verify = verify, .variant = &verify->variants.variant[number], .op = op, .shows = shows};
    if (row->unpredicted || !row->simulates) return;
    const struct tw_family *family = verify->variants.family;
    const struct tw_prediction *predictions = NULL;
    if (tw_family_shape(family, walk.variant->value, &verify->variants.target, &shape))
        predictions = tw_predict(family, walk.variant->value, &shape);
    if (!predictions) tw_text_fail(&table->cells);
    for (; predictions && walk.launch < shape.launch_count; walk.launch++) {
        walk.threads = tw_launch_threads(&shape.launches[walk.launch]);
        walk.prediction = &predictions[walk.launch];
        walk.access = 0;
        walk.line = 0;
        collect_lines(&walk, row);
        while (next_group(&walk, &group)) add_group(&walk, &group, table);
    }
    tw_text_free(&walk.lines);
    tw_shape_free(&shape);
}
