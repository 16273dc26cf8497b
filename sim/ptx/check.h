/* check.h - what the files share that look at an instruction's operands; check.c begins. A function that returns false has said why. */
#ifndef TW_SIM_PTX_CHECK_H
#define TW_SIM_PTX_CHECK_H

#include "sim/ptx/parser.h"

/* What an operand letter asks for. */
struct tw_ptx_want {
    unsigned bits; /* 1: a predicate */
    enum tw_ptx_kind kind;
    enum tw_ptx_type type; /* of a float */
    bool wider;            /* more bits are allowed too                  */
    bool destination;      /* no constants                               */
    bool special;          /* special registers are allowed: mov and cvt */
    bool sink;             /* "_" is allowed as a destination            */
    bool part;             /* of a register may stand here, or its negative */
    bool element;          /* a[%r] may stand here: mov and cvta */
    bool sum;              /* a+4 may stand here, an address */
};

/* Where the operand stands in the text. */
const char *tw_ptx_place(const struct tw_ptx_parser *parser, const struct tw_ptx_operand *operand);
/* ptxas looks at the width alone of vectors: a register of any kind will do, and the bits of a float of that width. */
bool tw_ptx_check_element(struct tw_ptx_parser *parser, struct tw_ptx_want want,
                          struct tw_ptx_operand *element);

/* --- check_address.c */

/* The state space of the memory operand at letter M, N or O. */
enum tw_ptx_word tw_ptx_space_at(char letter, const struct tw_ptx_instruction *instruction);
/* What an address begins with: a register, variable, parameter or nothing. */
bool tw_ptx_check_base(struct tw_ptx_parser *parser, enum tw_ptx_word space,
                       const struct tw_ptx_operand *base);
/* "[...]", or, in ld and st, an element of an array, a[2], which becomes a memory operand by itself. */
bool tw_ptx_check_memory(struct tw_ptx_parser *parser, enum tw_ptx_word space, bool may_be_element,
                         struct tw_ptx_operand *operand);
/* Letters A, K and m. */
bool tw_ptx_check_textured(struct tw_ptx_parser *parser, char letter,
                           const struct tw_ptx_instruction *instruction, struct tw_ptx_operand *operand);
/* The map of a tensor, whose address is generic, and as many coordinates as it has dimensions. */
bool tw_ptx_check_tensor(struct tw_ptx_parser *parser, const struct tw_ptx_instruction *instruction,
                         struct tw_ptx_operand *operand);

/* --- check_ptxas.c */

/*
 * What ptxas takes here though the ISA has another width or kind, and does not say what it would mean: for the mbarrier of
 * a bulk copy no address, for a count of arrivals a vector, for operands of cvt.pack and of cvt to f16x2 64 bits.
 */
bool tw_ptx_is_beyond_isa(const struct tw_ptx_parser *parser, char letter,
                          const struct tw_ptx_instruction *instruction, const struct tw_ptx_operand *operand);
/* What ptxas refuses of an instruction whose operands are of the right kinds and widths. */
bool tw_ptx_check_as_ptxas(struct tw_ptx_parser *parser, const struct tw_ptx_token *opcode,
                           const struct tw_ptx_instruction *instruction);

#endif
