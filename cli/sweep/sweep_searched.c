/* What is said of a search at its end. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "cli/sweep/sweep_show.h"
#include "gen/choice/candidates.h"
#include "tune/sweep/sweep_search.h"

/* What a random sample says: with so many draws the best of them is among the best part, but for one case in twenty. */
static double best_part(size_t draws)
{
    return 1 - pow(0.05, 1.0 / (double)draws);
}

/* How much of the space was seen, and what the winner's standing rests on. */
static void add_facts(const struct tw_sweep *sweep, struct tw_text *text)
{
    struct tw_search_facts facts;
    tw_sweep_search_facts(sweep, &facts);
    tw_text_addf(text, "searched by %s, seed %" PRIu64 ": %zu variant%s tried", facts.strategy, facts.seed,
                 facts.tried, facts.tried == 1 ? "" : "s");
    if (facts.size)
        tw_text_addf(text, " of %" PRIu64 " (%.3g %%)\n", facts.size,
                     100.0 * (double)facts.tried / (double)facts.size);
    else
        tw_text_add(text, facts.complete ? "\n" : " of a space that was not counted\n");
    if (!facts.tried && !sweep->count) {
        tw_text_add(text, facts.complete ? "the constraints admit no variant\n"
                          : facts.ended  ? "no variant was found that the constraints admit\n"
                                         : "the constraints admit none of the variants looked at so far\n");
    } else if (facts.complete) {
        tw_text_add(text, "nothing is left to try: no variant of the space is better than the best\n");
    } else if (facts.ended) {
        tw_text_add(text, "no other variant was found that the constraints admit\n");
    } else if (facts.best) {
        tw_text_addf(text,
                     "the best was number %zu, and %zu after it were not better; variants that were not "
                     "tried may be better\n",
                     facts.best, facts.since);
        if (strcmp(facts.strategy, "random") == 0 && facts.parts == 1)
            tw_text_addf(
                text, "a random sample of so many has one of the best %.3g %% in it, with 95 %% confidence\n",
                100 * best_part(facts.tried));
    }
}

static bool is_one_problem(const struct tw_sweep *sweep)
{
    size_t i = 0;
    while (i < sweep->count && sweep->rows[i].problem == 0) i++;
    return i == sweep->count;
}

/* What the standing of the winner rests on, of rows that were listed. */
static void add_certainty(const struct tw_sweep *sweep, size_t tried, bool is_whole, struct tw_text *text)
{
    const struct tw_row *best = NULL;
    size_t since = 0;
    for (size_t i = 0; i < sweep->count && !best; i++) {
        if (sweep->rows[i].rank == 1) best = &sweep->rows[i];
    }
    for (size_t i = 0; i < sweep->count && best; i++) since += sweep->rows[i].turn > best->turn;
    if (!best) return;
    if (is_whole)
        tw_text_add(text, "nothing is left to try: none of these is better than the best\n");
    else if (!best->turn)
        tw_text_addf(text,
                     "the best is of the file, and %zu that were tried since were not better; of variants "
                     "that were not tried nothing is "
                     "sure\n",
                     since);
    else
        tw_text_addf(
            text,
            "the best was number %zu, and %zu after it were not better; of variants that were not tried "
            "nothing is sure\n",
            best->turn, since);
    if (!is_whole && sweep->options->strategy == tw_strategy_find("random") && is_one_problem(sweep) &&
        tried > 1)
        tw_text_addf(text,
                     "a random sample of so many has one of the best %.3g %% in it, with 95 %% confidence\n",
                     100 * best_part(tried - 1)); /* the first was the model's choice */
}

/* What a search with a budget went through. */
static void add_budget(const struct tw_sweep *sweep, struct tw_text *text)
{
    size_t tried = 0, mine = 0;
    uint64_t varied = 0;
    if (!sweep->options->budget_s && !sweep->options->budget_variants) return;
    for (size_t i = 0; i < sweep->count; i++) {
        const struct tw_row *row = &sweep->rows[i];
        if (!row->mine || !row->possible) continue;
        mine++;
        tried += row->done && row->result.status != TW_STATUS_SKIPPED;
    }
    if (sweep->count) varied = tw_sweep_varied(sweep, &sweep->rows[0]);
    tw_text_add(text, "searched: ");
    tw_family_add_keys(sweep->space->config.family, varied, text);
    tw_text_addf(text, "%s; %zu of %zu tried", varied ? "" : "nothing is open", tried, mine);
    if (sweep->options->budget_s) tw_text_addf(text, " in the %u s of the budget", sweep->options->budget_s);
    if (sweep->options->strategy)
        tw_text_addf(text, "; by %s, seed %" PRIu64, sweep->options->strategy->name, sweep->options->seed);
    tw_text_add_char(text, '\n');
    add_certainty(sweep, tried, tried == mine, text);
}

void tw_sweep_add_search(const struct tw_sweep *sweep, struct tw_text *text)
{
    if (sweep->search)
        add_facts(sweep, text);
    else
        add_budget(sweep, text);
}
