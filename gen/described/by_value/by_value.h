/*
 * by_value.h - arguments that are passed by value, as C lays them out in memory: numbers, vectors, structures.
 *
 *     a number      the bytes of its type, at a multiple of them; without a type 4, of a float where it is no integer
 *     a list        its components one after the other, at a multiple of the type's bytes
 *     null          8 bytes of zeros: a pointer that leads nowhere
 *     an address    8 bytes, which the caller knows: of a buffer that is a member, or of another argument
 *     a structure   its members in order, each at the next multiple of its alignment, or at its "at"; the whole is as long as a multiple of
 *                   the largest of these alignments, or as "bytes" says
 *     a file        its bytes, as many as "bytes" says
 *
 * No state; threads may use the same argument.
 */
#ifndef TW_GEN_DESCRIBED_BY_VALUE_H
#define TW_GEN_DESCRIBED_BY_VALUE_H

#include "gen/described/argument.h"

#define TW_BY_VALUE_MOST                                                                                     \
    32764u /* bytes of a kernel's parameters together: PTX ISA, "Kernel Function Parameters" */

/* Where a structure is put together. */
struct tw_by_value {
    const struct tw_expression_value *values; /* of the names in the argument's numbers */
    unsigned char *place; /* as many zero bytes as it has when it is measured, which NULL does */
    /* Puts what another argument is to its place: 8 bytes of an address, or the bytes of a number that is passed; NULL: there is no such
       member. False: *reason says why not. */
    bool (*put)(void *context, const struct tw_described_argument *member, unsigned char *place,
                struct tw_text *reason);
    /* Is told of each number that it lays out, of what type it is there, and where it stands; NULL: nobody is. */
    void (*tell)(void *context, const struct tw_described_number *number, const struct tw_element_info *type,
                 unsigned char *place);
    void *context;
};

/*
 * Lays the argument out: its bytes, and the alignment of the whole. False: a number of it has no value, it does not fit "bytes" or into
 * TW_BY_VALUE_MOST; *reason gets a clause, and *entry is where what fails stands in the JSON.
 */
bool tw_by_value_lay(const struct tw_by_value *by, const struct tw_described_argument *argument,
                     uint32_t *bytes, uint32_t *alignment, uint32_t *entry, struct tw_text *reason);

#endif
