/* The heat map of a problem: padding against block shape and swizzle, the best of all else. */
#include <inttypes.h>
#include <string.h>

#include "cli/sweep/sweep_show.h"

#define HEAT_COLUMNS 40u
#define HEAT_ROWS    40u

/* The fields that make a map: -1 for one the family does not have. */
struct heat_fields {
    int x, y, pad, swizzle;
};

struct heat_map {
    const struct tw_sweep *sweep;
    const struct tw_sweep_part *part;
    struct heat_fields field;
    int64_t pad[HEAT_COLUMNS];            /* ascending */
    int64_t block[HEAT_ROWS];             /* ascending, by x, y, swizzle */
    unsigned pads, blocks, columns;       /* columns: the room for paddings */
    bool cut;                             /* more of either than there is room for */
    double cost[HEAT_ROWS][HEAT_COLUMNS]; /* the best of a cell; 0: nothing ran there */
    bool highest;                         /* is best, not the lowest */
};

/* Keeps `values` ascending and all different; false when there is no room. */
static bool add_value(int64_t *values, unsigned *count, unsigned room, int64_t value)
{
    unsigned at = 0;
    while (at < *count && values[at] < value) at++;
    if (at < *count && values[at] == value) return true;
    if (*count == room) return false;
    memmove(&values[at + 1], &values[at], (*count - at) * sizeof *values);
    values[at] = value;
    ++*count;
    return true;
}

/* The row a variant belongs to, as one number: x, y, swizzle. */
static int64_t block_of(const struct heat_map *map, const struct tw_row *row)
{
    const int64_t *value = row->result.variant->value;
    int64_t swizzle = map->field.swizzle < 0 ? 0 : value[map->field.swizzle];
    return value[map->field.x] << 32 | value[map->field.y] << 16 | swizzle;
}

/* Where `value` stands among `count` ascending ones, or -1. */
static int find_value(const int64_t *values, unsigned count, int64_t value)
{
    for (unsigned i = 0; i < count; i++) {
        if (values[i] == value) return (int)i;
    }
    return -1;
}

static void fill_cells(struct heat_map *map)
{
    for (size_t i = 0; i < map->part->count; i++) {
        const struct tw_row *row = &map->sweep->rows[map->part->order[i]];
        int x = find_value(map->pad, map->pads, row->result.variant->value[map->field.pad]);
        int y = find_value(map->block, map->blocks, block_of(map, row));
        if (x < 0 || y < 0) continue;
        double *cell = &map->cost[y][x];
        if (*cell == 0 || (map->highest ? row->cost > *cell : row->cost < *cell)) *cell = row->cost;
    }
}

/* Ten steps from the best to the worst, by ratio: 0 is best. */
static int heat(const struct heat_map *map, double cost, double best)
{
    const double ratio = map->highest ? best / cost : cost / best;
    int step = 0;
    for (double limit = 1.05; ratio > limit && step < 9; limit *= 1.45) step++;
    return step;
}

static void add_heat_row(const struct heat_map *map, unsigned b, double best, bool colour,
                         struct tw_text *text)
{
    int64_t block = map->block[b];
    static const unsigned char shades[] = {22, 28, 34, 70, 106, 142, 178, 172, 166, 160};
    const struct tw_family *family = map->sweep->space->config.family;
    const char *swizzle =
        map->field.swizzle < 0 ? "" : family->fields[map->field.swizzle].words[block & 0xffff];
    tw_text_addf(text, "  %4" PRId64 " x %-4" PRId64 " %-5s", block >> 32, block >> 16 & 0xffff, swizzle);
    for (unsigned p = 0; p < map->pads; p++) {
        double cost = map->cost[b][p];
        if (cost == 0)
            tw_text_add(text, "  .");
        else if (colour)
            tw_text_addf(text, "\033[48;5;%um  %d\033[0m", shades[heat(map, cost, best)],
                         heat(map, cost, best));
        else
            tw_text_addf(text, "  %d", heat(map, cost, best));
    }
    tw_text_add_char(text, '\n');
}

/* Metrics may be 0, or less. */
static bool has_ratios(const struct tw_sweep *sweep, const struct tw_sweep_part *part)
{
    bool all = true;
    for (size_t i = 0; i < part->count; i++)
        all &= sweep->rows[part->order[i]].cost > 0 || !tw_sweep_by_best(sweep);
    return all;
}

void tw_sweep_add_heat_map(const struct tw_sweep *sweep, const struct tw_sweep_part *part,
                           const struct tw_sweep_view *view, struct tw_text *text)
{
    const double best = sweep->rows[part->order[0]].cost;
    const struct tw_family *family = sweep->space->config.family;
    struct heat_map map = {
        .sweep = sweep,
        .part = part,
        .highest = tw_sweep_by_highest(sweep),
        .columns = view->width < 23 ? 1 : (view->width - 20) / 3,
        .field = {tw_family_role(family, TW_FIELD_BLOCK_X), tw_family_role(family, TW_FIELD_BLOCK_Y),
                  tw_family_role(family, TW_FIELD_PADDING), tw_family_role(family, TW_FIELD_SWIZZLE)}};
    if (map.field.x < 0 || map.field.y < 0 || map.field.pad < 0 || !has_ratios(sweep, part)) return;
    if (map.columns > HEAT_COLUMNS) map.columns = HEAT_COLUMNS;
    for (size_t i = 0; i < part->count; i++) {
        const struct tw_row *row = &sweep->rows[part->order[i]];
        map.cut |= !add_value(map.pad, &map.pads, map.columns, row->result.variant->value[map.field.pad]);
        map.cut |= !add_value(map.block, &map.blocks, HEAT_ROWS, block_of(&map, row));
    }
    if (map.pads < 2) return;
    fill_cells(&map);
    tw_text_addf(text,
                 "\ncost: 0 = within 5 %% of the best, each step up to 1.45 times %s; . = left out\n  "
                 "block       \\ %s",
                 map.highest ? "less" : "more", family->fields[map.field.pad].key);
    for (unsigned p = 0; p < map.pads; p++) tw_text_addf(text, "%3" PRId64, map.pad[p]);
    tw_text_add_char(text, '\n');
    for (unsigned b = 0; b < map.blocks; b++) add_heat_row(&map, b, best, view->colour, text);
    if (map.cut)
        tw_text_addf(text, "  cut to %u paddings and %u blocks; --report shows all\n", map.pads, map.blocks);
}
