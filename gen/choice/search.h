/*
 * search.h - the candidates (candidates.h) of a config's variants, as variants: what is searched where a config says no more
 * than the problem.
 *
 * First what each variant of the config is without a search, under its own name, then the most promising candidate of each,
 * then the second: NAME_try1, NAME_try2, ... A family without candidates adds none.
 */
#ifndef TW_GEN_CHOICE_SEARCH_H
#define TW_GEN_CHOICE_SEARCH_H

#include "gen/config/config.h"

TW_API_BEGIN

#define TW_SEARCH_SUFFIX "_try"

/* Lists `count` variants of the config from number `first` on. TW_INPUT: a name of the config looks like one of the
   search's, or is too long to get a suffix; TW_MEMORY. Freed (tw_variants_free) before the config. */
int tw_search_expand(const struct tw_config *config, const struct tw_target *target, size_t first,
                     size_t count, struct tw_variants *variants, struct tw_error *error);

TW_API_END
#endif
