/*
 * candidates.h - the variants of a problem that are worth trying, one after the other, the most promising first:
 * what its family's resolve() makes of it, then what its `candidates` gives, without those that `accept` refuses and without
 * the first again. A described kernel's are its defaults, then all combinations of the values that it declares for what nobody gave, in an
 * order in which the first few are spread over all of them: nothing is known of them.
 *
 *     struct tw_candidates candidates = tw_candidates_of(family, given, target);
 *     while (tw_candidates_next(&candidates, value)) ...
 *     bool complete = !candidates.failed;
 *     tw_candidates_free(&candidates);
 */
#ifndef TW_GEN_CHOICE_CANDIDATES_H
#define TW_GEN_CHOICE_CANDIDATES_H

#include "gen/config/config.h"

TW_API_BEGIN

#define TW_CANDIDATES_FEW 128u /* that the family is asked for first; next for all the others */

struct tw_candidates {
    const struct tw_family *family;
    const struct tw_target *target;
    unsigned next;                /* 0: the first                   */
    int64_t given[TW_MAX_FIELDS]; /* as before resolve()            */
    int64_t first[TW_MAX_FIELDS]; /* what resolve() makes of it     */
    int64_t *list;                /* the first `listed` of the family's, which has `all` of them */
    unsigned listed, all;
    unsigned step;  /* of a described kernel: from one to the next in the list, which holds all */
    bool is_listed; /* the family was asked at least once */
    bool failed;    /* memory ran out, so there may be more than came */
    bool too_many;  /* a description leaves more combinations open than are looked at: only the first came */
};

/* given: the values before resolve(). The target must stay. Freed with tw_candidates_free. */
struct tw_candidates tw_candidates_of(const struct tw_family *family, const int64_t *given,
                                      const struct tw_target *target);

/* The next one, resolved and accepted; false: there are no more. */
bool tw_candidates_next(struct tw_candidates *candidates, int64_t *value);

void tw_candidates_free(struct tw_candidates *candidates);

/* Bit i: field i is not the same in all of them, from the first on. 0: there is nothing to search. Every bit: memory ran out, or there are
   too many, so nothing is known to be the same. */
uint64_t tw_candidates_varied(const struct tw_family *family, const int64_t *given,
                              const struct tw_target *target);

/* Whether there may be more than the first for any problem. */
bool tw_family_searches(const struct tw_family *family);

/* Bit i: resolve() is free to choose field i, which is no part of the problem. */
uint64_t tw_family_open(const struct tw_family *family, const int64_t *given, const int64_t *resolved);

/* Whether resolve() makes these values of what was given when its open fields are as in them. */
bool tw_family_allows(const struct tw_family *family, const int64_t *given, uint64_t open,
                      const struct tw_target *target, const int64_t *value);

/* What a field is before resolve() that nobody gives: its default, TW_DERIVED where it has none; and of a description's parameter, which is to
   be tuned, TW_DERIVED as long as it declares several values. */
int64_t tw_field_ungiven(const struct tw_field_info *field);

/* The values of a variant before resolve(): those that were given, the others as tw_field_ungiven says. */
void tw_variant_given(const struct tw_family *family, const struct tw_variant *variant, int64_t *given);

/* Whether two variants compute the same: the fields that say what agree. */
bool tw_family_same_problem(const struct tw_family *family, const int64_t *a, const int64_t *b);

/* Adds the keys of the fields with a bit, with ", " between them. */
void tw_family_add_keys(const struct tw_family *family, uint64_t fields, struct tw_text *text);

TW_API_END
#endif
