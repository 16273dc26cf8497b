/* The devices of a sweep: opened side by side, each with a process of its own, and given up where they fail. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tune/sweep/sweep.h"

#define MOST_BLAME 2u

bool tw_sweep_cards_make(struct tw_sweep *sweep, unsigned count)
{
    sweep->cards = calloc(count, sizeof *sweep->cards);
    sweep->card_count = sweep->cards ? count : 0;
    for (unsigned i = 0; i < sweep->card_count; i++) sweep->cards[i].ratio = 1;
    return sweep->cards != NULL;
}

unsigned tw_sweep_cards_left(const struct tw_sweep *sweep)
{
    unsigned left = 0;
    for (unsigned i = 0; i < sweep->card_count; i++) left += !sweep->cards[i].lost;
    return left;
}

/* Adds how the card is called: "GPU 1". */
static void add_name(const struct tw_sweep_card *card, struct tw_text *text)
{
    tw_text_addf(text, card->probe.simulator || card->card.simulator ? "device %d" : "GPU %d",
                 card->card.ordinal);
}

static const char *rest_of(const struct tw_sweep *sweep)
{
    return tw_sweep_cards_left(sweep) ? "; its variants go to the others" : "";
}

void tw_sweep_card_lose(struct tw_sweep *sweep, struct tw_sweep_card *card, const char *why)
{
    struct tw_text name = {0};
    if (card->lost) return;
    card->lost = true;
    tw_pool_close(card->workers.pool);
    card->workers.pool = NULL;
    add_name(card, &name);
    if (sweep->card_count > 1)
        tw_say(sweep->watcher, TW_REMARK_WARNING, "%s is lost: %s%s", tw_text_string(&name), why,
               rest_of(sweep));
    tw_text_free(&name);
}

void tw_sweep_card_blame(struct tw_sweep *sweep, struct tw_sweep_card *card, bool overdue)
{
    card->blame += overdue ? MOST_BLAME : 1;
    if (card->blame >= MOST_BLAME && !card->lost && tw_sweep_cards_left(sweep) > 1)
        tw_sweep_card_lose(sweep, card,
                           overdue ? "a variant that took too long there ran elsewhere"
                                   : "variants that failed there ran elsewhere");
}

int tw_sweep_none_left(const struct tw_sweep *sweep, const char *why, struct tw_error *error)
{
    return tw_fail(error, TW_ENVIRONMENT, "%s: %s",
                   sweep->card_count > 1 ? "none of the devices is left" : "the device is lost", why);
}

/* ---- opening ---- */

static int start(struct tw_sweep *sweep, struct tw_sweep_card *card, struct tw_error *error)
{
    struct tw_worker_setup setup = sweep->setup;
    card->pipeline = sweep->pipeline;
    if (sweep->options->card_count) tw_card_choose(&card->card, &card->pipeline.choice);
    if (sweep->options->card_count > 1) setup.count = 1;
    return tw_worker_start(&setup, &card->pipeline, &card->workers, error);
}

/* One that cannot be opened is lost, unless it is the only one: then the error is its own. */
static int finish(struct tw_sweep *sweep, struct tw_sweep_card *card, struct tw_error *error)
{
    struct tw_worker_setup setup = sweep->setup;
    if (sweep->options->card_count > 1) setup.count = 1;
    int code = tw_worker_probe(&setup, &card->workers, &card->probe, error);
    if (!code || code == TW_MEMORY || tw_sweep_cards_left(sweep) == 1) return code;
    tw_sweep_card_lose(sweep, card, error->message);
    tw_error_free(error);
    return TW_OK;
}

/* The first that is left tells what all are. */
static void take_probe(struct tw_sweep *sweep)
{
    struct tw_text why = {0};
    unsigned left = tw_sweep_cards_left(sweep), listed = 0;
    const struct tw_sweep_card *first = sweep->cards;
    while (first->lost) first++;
    sweep->probe = first->probe;
    sweep->final = (unsigned)(first - sweep->cards);
    if (first->probe.warning[0]) tw_say(sweep->watcher, TW_REMARK_WARNING, "%s", first->probe.warning);
    if (sweep->card_count == 1) return;
    tw_text_addf(&why, "devices: %u x %s (%s", left, first->probe.device,
                 first->probe.simulator ? "" : "GPUs ");
    for (unsigned i = 0; i < sweep->card_count; i++) {
        if (!sweep->cards[i].lost)
            tw_text_addf(&why, "%s%d", listed++ ? ", " : "", sweep->cards[i].card.ordinal);
    }
    if (!first->probe.simulator) tw_text_addf(&why, ", sm_%u", first->probe.target.sm);
    tw_text_add_char(&why, ')');
    snprintf(sweep->probe.why, sizeof sweep->probe.why, "%s", tw_text_string(&why));
    tw_text_free(&why);
}

int tw_sweep_cards_open(struct tw_sweep *sweep, struct tw_error *error)
{
    const struct tw_sweep_options *options = sweep->options;
    int code = TW_OK;
    if (!tw_sweep_cards_make(sweep, options->card_count ? options->card_count : 1))
        return tw_fail(error, TW_MEMORY, "out of memory");
    for (unsigned i = 0; i < sweep->card_count && !code; i++) {
        if (options->card_count) sweep->cards[i].card = options->cards[i];
        code = start(sweep, &sweep->cards[i], error);
    }
    for (unsigned i = 0; i < sweep->card_count && !code; i++) code = finish(sweep, &sweep->cards[i], error);
    if (!code) take_probe(sweep);
    return code;
}

void tw_sweep_cards_close(struct tw_sweep *sweep)
{
    for (unsigned i = 0; i < sweep->card_count; i++) {
        tw_worker_close(&sweep->cards[i].workers);
        free(sweep->cards[i].best);
        sweep->cards[i].best = NULL;
    }
}

/* ---- in words ---- */

static void add_ratio(const struct tw_sweep *sweep, const struct tw_sweep_card *card, struct tw_text *text)
{
    if (card == &sweep->cards[sweep->final]) {
        tw_text_add(text, "the finals were on it");
        return;
    }
    double percent = (card->ratio - 1) * 100;
    tw_text_add(text, "takes ");
    tw_text_add_double(text, percent < 0 ? -percent : percent, 1);
    tw_text_addf(text, " %% %s", percent < 0 ? "less" : "longer");
}

void tw_sweep_cards_say(const struct tw_sweep *sweep, struct tw_text *text)
{
    if (sweep->card_count < 2) return;
    for (unsigned i = 0; i < sweep->card_count; i++) {
        const struct tw_sweep_card *card = &sweep->cards[i];
        tw_text_add(text, i ? "; " : "");
        add_name(card, text);
        tw_text_addf(text, ": %zu variant%s", card->measured, card->measured == 1 ? "" : "s");
        if (card->lost) tw_text_add(text, ", then lost");
        if (card->lost || !sweep->compared) continue;
        tw_text_add(text, ", ");
        add_ratio(sweep, card, text);
    }
    tw_text_add_char(text, '\n');
}
