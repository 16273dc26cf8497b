/* The nearest word in a clause. */
#include "gen/config/hint.h"

#include <stdio.h>

#include "gen/config/suggest.h"

struct tw_hint tw_hint_at(const char *known)
{
    struct tw_hint hint = {""};
    if (known) snprintf(hint.words, sizeof hint.words, "; did you mean '%.70s'?", known);
    return hint;
}

struct tw_hint tw_hint_of(const char *word, const char *const *words, size_t count)
{
    return tw_hint_at(tw_suggest_of(word, words, count));
}

struct tw_hint tw_hint_among(const char *word, const char *const *words)
{
    return tw_hint_at(tw_suggest(word, words));
}
