/* Which cards, and what files of each kind of card are called. */
#include "cli/sweep/sweep_kinds.h"

#include <ctype.h>
#include <string.h>

#include "base/file.h"

int tw_sweep_cards_chosen(struct tw_sweep *sweep, struct tw_sweep_options *options,
                          const struct tw_shard_choice *shard, struct tw_cards *cards, struct tw_error *error)
{
    const struct tw_choice asked = options->choice;
    struct tw_choice *choice = &options->choice;
    bool any = asked.kind == TW_CHOICE_AUTO || (asked.kind == TW_CHOICE_CUDA && !asked.numbered);
    if (shard->launched && any) {
        choice->kind = TW_CHOICE_CARDS;
        strcpy(choice->cards, "all");
    }
    if (shard->launched) choice->share = shard->share;
    int code = tw_sweep_find_cards(sweep, cards, error);
    bool none = code == TW_ENVIRONMENT || (!code && cards->count && cards->card[0].simulator);
    if (!none || asked.kind != TW_CHOICE_AUTO) return code;
    *choice = asked; /* which takes the simulator then, and says why */
    cards->count = 0;
    tw_error_free(error);
    return TW_OK;
}

int tw_sweep_kind_name(const char *name, const struct tw_card *card, char **named, struct tw_error *error)
{
    struct tw_text text = {0};
    *named = NULL;
    if (!name) return TW_OK;
    const char *last = tw_file_name(name), *dot = strrchr(last, '.');
    if (!dot || dot == last) dot = last + strlen(last);
    tw_text_add_bytes(&text, name, (size_t)(dot - name));
    tw_text_add_char(&text, '-');
    for (const char *c = card->name; *c; c++) {
        bool plain = isalnum((unsigned char)*c) || *c == '-' || *c == '.';
        if (plain || text.data[text.length - 1] != '_') tw_text_add_char(&text, plain ? *c : '_');
    }
    tw_text_add(&text, dot);
    *named = tw_text_take(&text);
    return *named ? TW_OK : tw_fail(error, TW_MEMORY, "out of memory");
}
