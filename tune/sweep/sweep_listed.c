/* Rows as points, and searchers that are asked which is next. */
#include "tune/sweep/sweep_listed.h"

#include <stdlib.h>
#include <string.h>

#include "gen/choice/candidates.h"
#include "gen/config/config_value.h"

/* The rows of a problem. */
struct listed_problem {
    struct tw_sweep *sweep;
    size_t first;    /* row of the problem                                              */
    uint32_t *point; /* of each row, `axes` positions, in rising order                  */
    size_t *row;     /* of each point                                                   */
    size_t count;
    unsigned field[TW_GRID_AXES]; /* of each axis                                                    */
    int64_t *value[TW_GRID_AXES]; /* of each axis its values, rising: of words the order means nothing */
    struct tw_grid grid;
    struct tw_searcher *searcher;
    bool begun, ended;
};

struct tw_sweep_listed {
    struct listed_problem *problem;
    size_t count, turn, left;
};

/* ---- points ---- */

static int compare_points(const uint32_t *a, const uint32_t *b, unsigned axes, unsigned *common)
{
    *common = 0;
    while (*common < axes && a[*common] == b[*common]) ++*common;
    return *common == axes ? 0 : a[*common] < b[*common] ? -1 : 1;
}

/* The number of the first point that is not before it, and how many positions one beside it shares with it. */
static size_t find_point(const struct listed_problem *problem, const uint32_t *at, unsigned *common)
{
    const unsigned axes = problem->grid.axes;
    size_t low = 0, high = problem->count;
    unsigned shared;
    *common = 0;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        const bool is_before = compare_points(problem->point + middle * axes, at, axes, &shared) < 0;
        if (shared > *common) *common = shared;
        low = is_before ? middle + 1 : low;
        high = is_before ? high : middle;
    }
    return low;
}

static int violated(const void *context, const uint32_t *at)
{
    const struct listed_problem *problem = context;
    unsigned common;
    find_point(problem, at, &common);
    return common == problem->grid.axes ? -1 : (int)common;
}

static bool number(const void *context, unsigned axis, uint32_t at, double *value)
{
    const struct listed_problem *problem = context;
    const struct tw_field_info *field = &problem->sweep->space->config.family->fields[problem->field[axis]];
    const struct tw_field_value shown = tw_field_value_of(field, problem->value[axis][at]);
    if (!shown.is_word) *value = (double)shown.number;
    return !shown.is_word;
}

/* ---- opening ---- */

static int64_t value_of(const struct tw_sweep *sweep, size_t row, unsigned field)
{
    return sweep->rows[row].result.variant->value[field];
}

static int by_value(const void *a, const void *b)
{
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* Adds an axis for the field, if it varies. */
static bool add_axis(struct listed_problem *problem, unsigned field)
{
    const unsigned axis = problem->grid.axes;
    int64_t *values = malloc(problem->count * sizeof *values);
    size_t distinct = 0;
    if (!values) return false;
    for (size_t i = 0; i < problem->count; i++) values[i] = value_of(problem->sweep, problem->row[i], field);
    qsort(values, problem->count, sizeof *values, by_value);
    for (size_t i = 0; i < problem->count; i++) {
        if (!i || values[i] != values[distinct - 1]) values[distinct++] = values[i];
    }
    if (distinct == 1) {
        free(values);
        return true;
    }
    problem->field[axis] = field;
    problem->value[axis] = values;
    problem->grid.count[axis] = (uint32_t)distinct;
    problem->grid.axes++;
    return true;
}

static void set_point(const struct listed_problem *problem, size_t row, uint32_t *at)
{
    for (unsigned a = 0; a < problem->grid.axes; a++) {
        const int64_t wanted = value_of(problem->sweep, row, problem->field[a]);
        const int64_t *found =
            bsearch(&wanted, problem->value[a], problem->grid.count[a], sizeof wanted, by_value);
        at[a] = (uint32_t)(found - problem->value[a]);
    }
}

/* Rows in the order of their points: their values are compared, which are in the order of positions. */
static void sort_rows(struct listed_problem *problem)
{
    const unsigned axes = problem->grid.axes;
    unsigned common;
    uint32_t at[TW_GRID_AXES];
    for (size_t i = 1; i < problem->count; i++) {
        const size_t row = problem->row[i];
        size_t place = i;
        memcpy(at, problem->point + i * axes, axes * sizeof *at);
        for (; place > 0 && compare_points(at, problem->point + (place - 1) * axes, axes, &common) < 0;
             place--) {
            memcpy(problem->point + place * axes, problem->point + (place - 1) * axes, axes * sizeof *at);
            problem->row[place] = problem->row[place - 1];
        }
        memcpy(problem->point + place * axes, at, axes * sizeof *at);
        problem->row[place] = row;
    }
}

/* The rows that the device can run; of one problem. */
static bool list_rows(const struct tw_sweep *sweep, struct listed_problem *problem)
{
    problem->row = malloc((sweep->count - problem->first) * sizeof *problem->row);
    for (size_t i = problem->first; i < sweep->count && problem->row; i++) {
        if (sweep->rows[i].problem == problem->first && sweep->rows[i].possible && sweep->rows[i].mine)
            problem->row[problem->count++] = i;
    }
    return problem->row;
}

static bool open_problem(struct tw_sweep *sweep, struct listed_problem *problem, uint64_t seed)
{
    const struct tw_family *family = sweep->space->config.family;
    problem->sweep = sweep;
    bool fine = list_rows(sweep, problem);
    for (unsigned f = 0; f < family->field_count && fine && problem->count; f++) fine = add_axis(problem, f);
    if (!fine || !problem->grid.axes) {
        problem->ended = true;
        return fine;
    }
    problem->grid.violated = violated;
    problem->grid.number = number;
    problem->grid.context = problem;
    problem->point = malloc(problem->count * problem->grid.axes * sizeof *problem->point);
    if (!problem->point) return false;
    for (size_t i = 0; i < problem->count; i++)
        set_point(problem, problem->row[i], problem->point + i * problem->grid.axes);
    sort_rows(problem);
    problem->searcher = tw_searcher_open(sweep->options->strategy, &problem->grid, seed);
    return problem->searcher;
}

/* Whether an entry has a list of values for a field that says how. */
static bool has_list(const struct tw_family *family, const struct tw_entry *entry)
{
    const struct tw_axis *axis = entry->axes;
    for (unsigned f = 0; f < family->field_count; f++) {
        if (!tw_has_field(entry->given, f)) continue;
        if (axis++->count > 1 && !(family->fields[f].roles & TW_FIELD_PROBLEM)) return true;
    }
    return false;
}

bool tw_sweep_lists_candidates(const struct tw_sweep *sweep)
{
    const struct tw_space *space = sweep->space;
    bool has_none = space->searches && space->config.family->candidates;
    for (size_t e = 0; e < space->config.entry_count && has_none; e++)
        has_none = !has_list(space->config.family, &space->config.entries[e]);
    return has_none;
}

int tw_sweep_listed_open(struct tw_sweep *sweep, struct tw_error *error)
{
    const struct tw_strategy *strategy = sweep->options->strategy;
    if (!strategy || strategy == tw_strategy_exhaustive || !tw_sweep_lists_candidates(sweep)) return TW_OK;
    struct tw_sweep_listed *listed = sweep->listed = calloc(1, sizeof *listed);
    size_t problems = 0;
    for (size_t i = 0; i < sweep->count; i++) problems += sweep->rows[i].problem == i;
    if (listed) listed->problem = calloc(problems + 1, sizeof *listed->problem);
    bool fine = listed && listed->problem;
    for (size_t i = 0; i < sweep->count && fine; i++) {
        if (sweep->rows[i].problem != i) continue;
        struct listed_problem *problem = &listed->problem[listed->count++];
        problem->first = i;
        fine = open_problem(sweep, problem, sweep->options->seed + listed->count - 1);
        listed->left += !problem->ended;
    }
    return fine ? TW_OK : tw_fail(error, TW_MEMORY, "out of memory");
}

void tw_sweep_listed_free(struct tw_sweep *sweep)
{
    struct tw_sweep_listed *listed = sweep->listed;
    for (size_t i = 0; listed && i < listed->count; i++) {
        struct listed_problem *problem = &listed->problem[i];
        tw_searcher_free(problem->searcher);
        for (unsigned a = 0; a < problem->grid.axes; a++) free(problem->value[a]);
        free(problem->point);
        free(problem->row);
    }
    if (listed) free(listed->problem);
    free(listed);
    sweep->listed = NULL;
}

/* ---- asking and telling ---- */

int tw_sweep_listed_tell(struct tw_sweep *sweep, size_t row, struct tw_error *error)
{
    struct tw_sweep_listed *listed = sweep->listed;
    uint32_t at[TW_GRID_AXES];
    double cost;
    size_t i = 0;
    while (i < listed->count && listed->problem[i].first != sweep->rows[row].problem) i++;
    if (i == listed->count || !listed->problem[i].searcher) return TW_OK;
    set_point(&listed->problem[i], row, at);
    int code = tw_sweep_cost(sweep, &sweep->rows[row], &cost, error);
    if (code) return code;
    const bool told =
        tw_searcher_tell(listed->problem[i].searcher, at, tw_sweep_by_highest(sweep) ? -cost : cost);
    return told ? TW_OK : tw_fail(error, TW_MEMORY, "out of memory");
}

static bool is_waiting(const struct tw_row *row)
{
    return row->mine && !row->done;
}

/* The next row of the problem, done or not; SIZE_MAX: there is none now. */
static int ask_problem(struct tw_sweep_listed *listed, struct listed_problem *problem, size_t *row,
                       struct tw_error *error)
{
    uint32_t at[TW_GRID_AXES];
    unsigned common;
    const bool is_first = !problem->begun;
    *row = problem->first;
    problem->begun = true;
    if (is_first && is_waiting(&problem->sweep->rows[problem->first])) return TW_OK;
    int code = is_first ? tw_sweep_listed_tell(problem->sweep, problem->first, error) : TW_OK;
    if (code) return code;
    const enum tw_ask ask = tw_searcher_ask(problem->searcher, at);
    *row = ask == TW_ASK_POINT ? problem->row[find_point(problem, at, &common)] : SIZE_MAX;
    if (ask == TW_ASK_NONE) problem->ended = true, listed->left--;
    return ask == TW_ASK_MEMORY ? tw_fail(error, TW_MEMORY, "out of memory") : TW_OK;
}

int tw_sweep_listed_ask(struct tw_sweep *sweep, size_t *row, bool *got, struct tw_error *error)
{
    struct tw_sweep_listed *listed = sweep->listed;
    int code = TW_OK;
    *got = false;
    while (listed->left && !*got && !code) {
        struct listed_problem *problem = &listed->problem[listed->turn++ % listed->count];
        if (problem->ended) continue;
        code = ask_problem(listed, problem, row, error);
        if (code || *row == SIZE_MAX) continue;
        *got = is_waiting(&sweep->rows[*row]);
        if (!*got) code = tw_sweep_listed_tell(sweep, *row, error);
    }
    return code;
}
