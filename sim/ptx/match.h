/* match.h - which row of the opcode table an opcode's text is. */
#ifndef TW_SIM_PTX_MATCH_H
#define TW_SIM_PTX_MATCH_H

#include "sim/ptx/ir.h"

struct tw_ptx_row {
    const char *pattern;
    uint32_t types[2]; /* bit per enum tw_ptx_type */
    const char *operands;
};

extern const struct tw_ptx_row tw_ptx_rows[];
extern const size_t tw_ptx_row_count;

/* Finds the first row at or after `first` whose pattern is `opcode` (length bytes) and fills row, types,
   words and flags. False when there is none. */
bool tw_ptx_match(const char *opcode, size_t length, size_t first, struct tw_ptx_instruction *instruction);

/* The letters of `given` operands, a string of as many: what may be left out is left out from the right. */
#define TW_PTX_MAX_LETTERS 16u
void tw_ptx_letters(const struct tw_ptx_instruction *instruction, unsigned given,
                    char letters[TW_PTX_MAX_LETTERS]);

/* Does the instruction, which has its row and opcode, break one of TW_PTX_RULES? Then the word, of `length`, that cannot be. */
bool tw_ptx_breaks_rule(const struct tw_ptx_instruction *instruction, const char **word, int *length);

/* Bits of what stands at an operand letter of the instruction's row; 1 for predicates. */
unsigned tw_ptx_letter_bits(char letter, const struct tw_ptx_instruction *instruction);

/* What the opcode's first word is: of a row, of an instruction that has no row, of none. */
enum tw_ptx_root { TW_PTX_ROOT_KNOWN, TW_PTX_ROOT_OTHER, TW_PTX_ROOT_NONE };
enum tw_ptx_root tw_ptx_root_of(const char *opcode, size_t length);

/* The type that `word` ("u32") names, or TW_PTX_TYPE_COUNT. */
enum tw_ptx_type tw_ptx_type_find(const char *word, size_t length);

/* The special register that `name` ("tid.x") names, or TW_PTX_SPECIAL_COUNT. */
enum tw_ptx_special tw_ptx_special_find(const char *name, size_t length);
/* The bits of a special register. */
unsigned tw_ptx_special_bits(enum tw_ptx_special special);

#endif
