/*
 * The accesses of a variant, each with its line of the source: the model names accesses in the order in which the kernel makes
 * them, the simulator saw lines in the order of the PTX, and both say what they cost. So they are walked side by side, and
 * the fewest accesses whose costs are those of the fewest lines belong together:
 *
 *     accesses      write row 16 -> 16     read column 16 -> 16    read column, second half 16 -> 16
 *     lines         7: 16 -> 16            9: 32 -> 32
 */
#include <string.h>

#include "gen/layout/predict.h"
#include "tune/verify/verify.h"

/* A line of the source: all accesses of a kind that stand in it, in a launch. */
struct line {
    struct tw_line_cost cost; /* of the first, with the sums of all */
    uint64_t measured[2];     /* requests, wavefronts               */
    bool measures;
};

struct walk {
    const struct tw_prediction *prediction; /* of the launch */
    unsigned launch, threads;               /* threads: of its blocks */
    enum tw_access op;
    struct tw_text lines; /* of struct line, those of this launch and kind */
    unsigned access;      /* the next one ...  */
    size_t line;          /* ... and the next, as an offset */
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

static bool take_access(struct walk *walk, struct tw_verify_access *group)
{
    const struct tw_prediction *prediction = walk->prediction;
    while (walk->access < prediction->access_count) {
        const struct tw_access_cost *access = &prediction->accesses[walk->access++];
        if (access->op != walk->op || !access->requests) continue;
        if (!group->accesses++) group->access = access;
        group->cost[TW_PREDICTED][0] += access->requests;
        group->cost[TW_PREDICTED][1] += access->wavefronts;
        return true;
    }
    return false;
}

static bool take_line(struct walk *walk, struct tw_verify_access *group)
{
    struct line line;
    if (walk->line >= walk->lines.length) return false;
    memcpy(&line, walk->lines.data + walk->line, sizeof line);
    walk->line += sizeof line;
    if (!group->lines++) group->line = line.cost;
    group->cost[TW_SIMULATED][0] += line.cost.requests;
    group->cost[TW_SIMULATED][1] += line.cost.wavefronts;
    group->cost[TW_MEASURED][0] += line.measured[0];
    group->cost[TW_MEASURED][1] += line.measured[1];
    group->measures &= line.measures;
    return true;
}

static bool is_even(const struct tw_verify_access *group)
{
    return memcmp(group->cost[TW_PREDICTED], group->cost[TW_SIMULATED], sizeof *group->cost) == 0;
}

/* False: there are none left. */
static bool next_group(struct walk *walk, struct tw_verify_access *group)
{
    *group = (struct tw_verify_access){.launch = walk->launch, .threads = walk->threads, .measures = true};
    bool more = take_access(walk, group) | take_line(walk, group);
    while (more && !is_even(group)) {
        bool behind = group->cost[TW_PREDICTED][0] < group->cost[TW_SIMULATED][0];
        more = (behind && take_access(walk, group)) || take_line(walk, group) || take_access(walk, group);
    }
    return group->accesses || group->lines;
}

int tw_verify_accesses(const struct tw_verify *verify, size_t number, enum tw_access op,
                       tw_verify_each_access *each, void *context)
{
    const struct tw_verify_row *row = &verify->rows[number];
    const struct tw_family *family = verify->variants.family;
    const int64_t *value = verify->variants.variant[number].value;
    const struct tw_prediction *predictions = NULL;
    struct tw_shape shape = {0};
    struct tw_verify_access group;
    struct walk walk = {.op = op};
    if (row->unpredicted || !row->simulates) return TW_OK;
    if (tw_family_shape(family, value, &verify->variants.target, &shape))
        predictions = tw_predict(family, value, &shape);
    for (; predictions && walk.launch < shape.launch_count; walk.launch++) {
        walk.threads = tw_launch_threads(&shape.launches[walk.launch]);
        walk.prediction = &predictions[walk.launch];
        walk.access = 0;
        walk.line = 0;
        collect_lines(&walk, row);
        while (next_group(&walk, &group)) each(context, &group);
    }
    int code = predictions && !walk.lines.failed ? TW_OK : TW_MEMORY;
    tw_text_free(&walk.lines);
    tw_shape_free(&shape);
    return code;
}

/* ---- addresses ---- */

/* The access in the family's own list, or the end of that. */
static unsigned find_access(const struct tw_family *family, const int64_t *value,
                            const struct tw_verify_access *access, unsigned *count)
{
    unsigned i = 0;
    struct tw_access_list list = {0};
    tw_family_accesses(family, value, &list);
    while (i < list.count &&
           (list.info[i].launch != access->launch || list.info[i].op != access->access->op ||
            strcmp(list.info[i].name, access->access->name) != 0))
        i++;
    *count = list.count;
    tw_access_list_free(&list);
    return i;
}

uint32_t tw_verify_addresses(const struct tw_verify *verify, size_t number,
                             const struct tw_verify_access *access, unsigned warp, uint32_t address[TW_WARP])
{
    const struct tw_family *family = verify->variants.family;
    const int64_t *value = verify->variants.variant[number].value;
    uint32_t active = 0;
    unsigned count, i = find_access(family, value, access, &count);
    if (i == count) return 0;
    unsigned threads = access->threads, first = warp * TW_WARP;
    unsigned lanes = first >= threads ? 0 : threads - first < TW_WARP ? threads - first : TW_WARP;
    if (lanes) tw_family_addresses(family, value, i, first, lanes, address);
    for (unsigned lane = 0; lane < lanes; lane++)
        active |= (uint32_t)(address[lane] != TW_NO_ADDRESS) << lane;
    return active;
}
