/*
 * sized.h - a variant of a described kernel for other problems than its own: what depends on the numbers of a problem - grids, counts,
 * values, constraints - as functions of C, for launchers that are given these numbers (templates/embed/embed_sized.mustache).
 */
#ifndef TW_GEN_DESCRIBED_SIZED_SIZED_H
#define TW_GEN_DESCRIBED_SIZED_SIZED_H

#include "gen/described/description.h"
#include "gen/text/data.h"

/*
 * Adds to `data`, of an accepted variant that is called `variant` in the files of embed `name`:
 *
 *     sized         true where the same kernel is launched for other problems; else there is only
 *     own_problem   a clause that says why it is launched for its own problem alone
 *     functions     the functions of its expressions, as text
 *     sizes         the statements that fill in a launch for a problem, as text
 *     derived_room  the derived values that depend on the problem, at least 1
 *     part_words    words of 64 bits, of the structures and lists in which a number depends on the problem
 */
void tw_described_size(const struct tw_description *description, const int64_t *value,
                       const struct tw_target *target, const char *name, const char *variant,
                       struct tw_data *data);

/* Adds all that decides which problems the variant takes, as text: two variants of one problem for which it is the same take the same ones. */
void tw_described_add_conditions(const struct tw_description *description, const int64_t *value,
                                 const struct tw_target *target, struct tw_text *text);

/* Whether a field of the problem is a number, of which launchers know how far it is from another; else it is a text. */
bool tw_field_is_measured(const struct tw_field_info *field);
/* What the field is called as a member of a struct in C and C++: its key, with a "_" behind what these keep for themselves. */
void tw_field_add_member(const struct tw_field_info *field, struct tw_text *text);

#endif
