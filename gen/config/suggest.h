/* suggest.h - "did you mean": the known word nearest to one that was mistyped. */
#ifndef TW_GEN_CONFIG_SUGGEST_H
#define TW_GEN_CONFIG_SUGGEST_H

#include <stddef.h>

/*
 * The nearest of `words` (NULL-terminated), or NULL when none is near. Near means: at most a third of its
 * characters, and always one, are wrong, missing, too many, or swapped with their neighbour; case does not count.
 */
const char *tw_suggest(const char *word, const char *const *words);
/* The same of `count` words. */
const char *tw_suggest_of(const char *word, const char *const *words, size_t count);

#endif
