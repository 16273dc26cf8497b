/* hint.h - "did you mean": how the command line says which known word is near one that was mistyped. */
#ifndef TW_GEN_CONFIG_HINT_H
#define TW_GEN_CONFIG_HINT_H

#include <stddef.h>

struct tw_hint {
    char words[96];
};

/* "; did you mean 'WORD'?" of the nearest of `count` words (gen/config/suggest.h), or "". */
struct tw_hint tw_hint_of(const char *word, const char *const *words, size_t count);
/* The same of words ended by NULL; and of a word that is known. NULL: "". */
struct tw_hint tw_hint_among(const char *word, const char *const *words);
struct tw_hint tw_hint_at(const char *known);

#endif
