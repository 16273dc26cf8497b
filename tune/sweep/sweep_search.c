/* Searchers, and the rows that they asked for. */
#include "tune/sweep/sweep_search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "gen/choice/candidates.h"
#include "gen/config/index_set.h"
#include "tune/search/part.h"
#include "tune/search/strategy.h"
#include "tune/sweep/sweep_listed.h"

#define COUNTED_LOOKS                                                                                        \
    200000u /* at constraints, to know the size of a space: a second or two, most often less */
#define MOST_IN_ORDER 200000u  /* variants of a space too large to be listed, tried in its order */
#define FEW_VARIANTS  10000u   /* that are listed, and left out by what is predicted of them */
#define MOST_LISTED   1000000u /* also without a budget                                       */

struct searched_part {
    struct tw_searcher *searcher;
    size_t first_row; /* SIZE_MAX: none yet */
    bool ended;
};

/* Beside each row. */
struct searched_row {
    struct tw_variants held; /* the variant alone */
    uint64_t number;         /* in the config     */
    size_t part;
    bool told;
};

struct tw_sweep_search {
    const struct tw_strategy *strategy;
    struct tw_parts parts;
    struct searched_part *part;
    size_t turn, left; /* parts that have not ended */
    uint64_t size;     /* where it is known */
    bool is_counted;
    struct searched_row *row;
    struct tw_variant *variant;
    size_t room;
    struct tw_index_set numbers;
    size_t taken;   /* rows that a file held: the first ones */
    bool caught_up; /* all of those were told */
    size_t tried;
    struct tw_shape shape;
};

/* ---- what is searched ---- */

static bool fits(const struct tw_sweep *sweep)
{
    const struct tw_config *config = &sweep->space->config;
    const struct tw_sweep_options *options = sweep->options;
    if (options->budget_variants) {
        struct tw_parts parts;
        uint64_t size = 0;
        if (config->variant_count <= options->budget_variants) return true;
        if (config->variant_count > UINT32_MAX || tw_parts_list(config, &sweep->probe.target, &parts, NULL))
            return false;
        const bool known = tw_parts_size(&parts, COUNTED_LOOKS, &size);
        tw_parts_free(&parts);
        return known && size <= options->budget_variants;
    }
    return !options->budget_s || (!config->family->description && config->variant_count <= FEW_VARIANTS);
}

bool tw_sweep_is_search(const struct tw_sweep *sweep)
{
    const struct tw_space *space = sweep->space;
    if (space->winners.count || space->count != space->config.variant_count) return false;
    if (sweep->options->strategy) return !tw_sweep_lists_candidates(sweep);
    if (sweep->options->shards > 1) return false; /* which part lists */
    if (space->config.variant_count > MOST_LISTED) return true;
    return !space->config.family->candidates && !fits(sweep);
}

static int out_of_memory(struct tw_error *error)
{
    return tw_fail(error, TW_MEMORY, "out of memory");
}

static const struct tw_strategy *choose_strategy(const struct tw_sweep *sweep, uint64_t size)
{
    const struct tw_sweep_options *options = sweep->options;
    if (options->strategy) return options->strategy;
    const uint64_t most = options->budget_variants ? options->budget_variants : MOST_IN_ORDER;
    const bool is_whole = size && !options->budget_s && size <= most;
    return is_whole ? tw_strategy_exhaustive : tw_strategy_best;
}

/* Every part has a seed of its own. */
static int open_parts(struct tw_sweep *sweep, struct tw_sweep_search *search, struct tw_error *error)
{
    int code = tw_parts_list(&sweep->space->config, &sweep->probe.target, &search->parts, error);
    if (code) return code;
    search->is_counted = tw_parts_size(&search->parts, COUNTED_LOOKS, &search->size);
    if (!search->is_counted) search->size = 0;
    search->strategy = choose_strategy(sweep, search->size);
    search->left = search->parts.count;
    search->part = calloc(search->parts.count, sizeof *search->part);
    for (size_t i = 0; i < search->parts.count && search->part; i++) {
        const struct tw_grid *grid = &search->parts.part[i].grid;
        search->part[i].first_row = SIZE_MAX;
        search->part[i].searcher = tw_searcher_open(search->strategy, grid, sweep->options->seed + i);
        if (!search->part[i].searcher) return out_of_memory(error);
    }
    return search->part ? TW_OK : out_of_memory(error);
}

int tw_sweep_search_open(struct tw_sweep *sweep, struct tw_error *error)
{
    const struct tw_config *config = &sweep->space->config;
    struct tw_sweep_search *search = sweep->search = calloc(1, sizeof *search);
    if (!search) return out_of_memory(error);
    if (sweep->options->shards > 1)
        return tw_fail_at(error, TW_INPUT, config->file, 0, 0,
                          "a search is not parted by --shard: give each machine another --seed instead");
    sweep->variants =
        (struct tw_variants){.family = config->family, .file = config->file, .target = sweep->probe.target};
    return open_parts(sweep, search, error);
}

void tw_sweep_search_free(struct tw_sweep *sweep)
{
    struct tw_sweep_search *search = sweep->search;
    if (!search) return;
    for (size_t i = 0; i < search->parts.count && search->part; i++)
        tw_searcher_free(search->part[i].searcher);
    for (size_t i = 0; i < sweep->count; i++) tw_variants_free(&search->row[i].held);
    tw_parts_free(&search->parts);
    tw_index_set_free(&search->numbers);
    tw_shape_free(&search->shape);
    free(search->part);
    free(search->row);
    free(search->variant);
    free(search);
    sweep->search = NULL;
    sweep->variants = (struct tw_variants){0};
}

/* ---- rows ---- */

static bool same_number(const void *entries, uint32_t a, uint32_t b)
{
    const struct searched_row *row = entries;
    return row[a].number == row[b].number;
}

static uint64_t hash_of(uint64_t number)
{
    return tw_hash(&number, sizeof number);
}

/* The row of a variant; SIZE_MAX: it has none. */
static size_t find_row(const struct tw_sweep_search *search, uint64_t number)
{
    const struct tw_index_set *numbers = &search->numbers;
    if (!numbers->capacity) return SIZE_MAX;
    for (size_t i = hash_of(number) & (numbers->capacity - 1); numbers->slots[i].index != TW_NO_INDEX;
         i = (i + 1) & (numbers->capacity - 1)) {
        if (search->row[numbers->slots[i].index].number == number) return numbers->slots[i].index;
    }
    return SIZE_MAX;
}

static bool grow(struct tw_sweep *sweep)
{
    struct tw_sweep_search *search = sweep->search;
    const size_t room = search->room ? 2 * search->room : 64;
    struct tw_row *rows = realloc(sweep->rows, room * sizeof *rows);
    if (rows) sweep->rows = rows;
    struct searched_row *row = realloc(search->row, room * sizeof *row);
    if (row) search->row = row;
    struct tw_variant *variant = realloc(search->variant, room * sizeof *variant);
    if (variant) search->variant = variant;
    if (!rows || !row || !variant || room > UINT32_MAX) return false;
    search->room = room;
    sweep->variants.variant = variant;
    for (size_t i = 0; i < sweep->count; i++) rows[i].result.variant = &variant[i];
    return true;
}

/* The first row of the variant's problem, which may be of another part. */
static size_t problem_of(const struct tw_sweep *sweep, size_t number)
{
    const struct tw_sweep_search *search = sweep->search;
    struct searched_part *part = &search->part[search->row[number].part];
    if (part->first_row != SIZE_MAX) return sweep->rows[part->first_row].problem;
    part->first_row = number;
    for (size_t i = 0; i < search->parts.count; i++) {
        const size_t other = search->part[i].first_row;
        const bool same = other < number &&
                          tw_family_same_problem(sweep->space->config.family, search->variant[other].value,
                                                 search->variant[number].value);
        if (same) return sweep->rows[other].problem;
    }
    return number;
}

/* Makes the next row, of that variant. */
static int add_row(struct tw_sweep *sweep, size_t part, uint64_t number, struct tw_error *error)
{
    struct tw_sweep_search *search = sweep->search;
    const size_t at = sweep->count;
    uint32_t earlier;
    if (at == search->room && !grow(sweep)) return out_of_memory(error);
    struct searched_row *row = &search->row[at];
    *row = (struct searched_row){.number = number, .part = part};
    int code = tw_config_expand_one(&sweep->space->config, &sweep->probe.target, number, &row->held, error);
    if (code) return code;
    search->variant[at] = row->held.variant[0];
    sweep->rows[at] =
        (struct tw_row){.mine = true, .cost = (double)NAN, .result = {.variant = &search->variant[at]}};
    sweep->variants.count = ++sweep->count;
    if (!tw_index_set_add(&search->numbers, hash_of(number), (uint32_t)at, same_number, search->row,
                          &earlier))
        return out_of_memory(error);
    sweep->rows[at].problem = problem_of(sweep, at);
    code = tw_sweep_predict(sweep, &sweep->rows[at], &search->shape, error);
    search->tried += sweep->rows[at].possible;
    return code;
}

int tw_sweep_search_take(struct tw_sweep *sweep, const char *name, struct tw_row **row,
                         struct tw_error *error)
{
    struct tw_sweep_search *search = sweep->search;
    uint64_t number;
    uint32_t at[TW_GRID_AXES];
    *row = NULL;
    if (!tw_config_find(&sweep->space->config, name, &number) || find_row(search, number) != SIZE_MAX)
        return TW_OK;
    size_t part = 0;
    while (part < search->parts.count && !tw_part_point(&search->parts.part[part], number, at)) part++;
    if (part == search->parts.count) return TW_OK;
    int code = add_row(sweep, part, number, error);
    if (code) return code;
    search->taken = sweep->count;
    *row = &sweep->rows[sweep->count - 1];
    return TW_OK;
}

/* ---- asking and telling ---- */

int tw_sweep_search_tell(struct tw_sweep *sweep, size_t number, struct tw_error *error)
{
    struct tw_sweep_search *search = sweep->search;
    struct searched_row *row = &search->row[number];
    uint32_t at[TW_GRID_AXES];
    if (row->told) return TW_OK;
    row->told = true;
    tw_part_point(&search->parts.part[row->part], row->number, at);
    double cost;
    int code = tw_sweep_cost(sweep, &sweep->rows[number], &cost, error);
    if (code) return code;
    const bool told =
        tw_searcher_tell(search->part[row->part].searcher, at, tw_sweep_by_highest(sweep) ? -cost : cost);
    return told ? TW_OK : out_of_memory(error);
}

/* Rows of the file that the searchers did not ask for: with several workers answers come in another order. */
static int catch_up(struct tw_sweep *sweep, struct tw_error *error)
{
    struct tw_sweep_search *search = sweep->search;
    int code = TW_OK;
    for (size_t i = 0; i < search->taken && !search->caught_up && !code; i++) {
        if (sweep->rows[i].done) code = tw_sweep_search_tell(sweep, i, error);
    }
    search->caught_up = true;
    return code;
}

/* The next point of the next part that has one, as the number of a variant; *part is SIZE_MAX where all have ended, or one has found none yet. */
static int ask_parts(struct tw_sweep *sweep, size_t *part, uint64_t *number, struct tw_error *error)
{
    struct tw_sweep_search *search = sweep->search;
    for (*part = SIZE_MAX; search->left;) {
        uint32_t at[TW_GRID_AXES];
        const size_t turn = search->turn++ % search->parts.count;
        struct searched_part *asked = &search->part[turn];
        if (asked->ended) continue;
        const enum tw_ask ask = tw_searcher_ask(asked->searcher, at);
        if (ask == TW_ASK_MEMORY) return out_of_memory(error);
        if (ask == TW_ASK_LATER) return TW_OK;
        if (ask == TW_ASK_POINT) {
            *part = turn;
            *number = tw_part_number(&search->parts.part[turn], at);
            return TW_OK;
        }
        asked->ended = true;
        search->left--;
    }
    return TW_OK;
}

static bool is_spent(const struct tw_sweep *sweep)
{
    const size_t budget = sweep->options->budget_variants;
    return budget && sweep->search->tried >= budget;
}

bool tw_sweep_search_is_open(const struct tw_sweep *sweep)
{
    return sweep->search->left && !is_spent(sweep);
}

/* A row that a file held, or one that is rejected, is told of at once. */
int tw_sweep_search_ask(struct tw_sweep *sweep, size_t *row, bool *got, struct tw_error *error)
{
    struct tw_sweep_search *search = sweep->search;
    int code = TW_OK;
    *got = false;
    while (!code && !*got && !is_spent(sweep)) {
        uint64_t number;
        size_t part;
        code = ask_parts(sweep, &part, &number, error);
        if (code || part == SIZE_MAX) return code;
        *row = find_row(search, number);
        if (*row == SIZE_MAX) {
            code = catch_up(sweep, error);
            if (!code) code = add_row(sweep, part, number, error);
            *row = sweep->count - 1;
        }
        if (code) return code;
        *got = !sweep->rows[*row].done;
        if (!*got) code = tw_sweep_search_tell(sweep, *row, error);
        if (!code && !*got && !sweep->rows[*row].written) code = tw_sweep_file_add(sweep, *row, error);
    }
    return code;
}

/* ---- what came of it ---- */

/* NULL: none is ranked. */
static const struct tw_row *best_row(const struct tw_sweep *sweep)
{
    for (size_t i = 0; i < sweep->count; i++) {
        if (sweep->rows[i].rank == 1) return &sweep->rows[i];
    }
    return NULL;
}

void tw_sweep_search_facts(const struct tw_sweep *sweep, struct tw_search_facts *facts)
{
    const struct tw_sweep_search *search = sweep->search;
    const struct tw_row *best = best_row(sweep);
    *facts = (struct tw_search_facts){.strategy = search->strategy->name,
                                      .seed = sweep->options->seed,
                                      .size = search->size,
                                      .parts = search->parts.count,
                                      .ended = !search->left};
    for (size_t i = 0; i < sweep->count; i++) {
        const struct tw_row *row = &sweep->rows[i];
        if (!row->possible || !row->done) continue;
        facts->tried++;
        if (!facts->best && best && row->cost == best->cost) facts->best = facts->tried;
    }
    if (facts->best) facts->since = facts->tried - facts->best;
    const bool walked = facts->ended && search->strategy == tw_strategy_exhaustive;
    facts->complete = search->is_counted ? facts->tried >= facts->size : walked;
}

bool tw_sweep_search_is_whole(const struct tw_sweep *sweep)
{
    struct tw_search_facts facts = {.complete = true};
    if (sweep->search) tw_sweep_search_facts(sweep, &facts);
    return facts.complete;
}
