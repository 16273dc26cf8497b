/*
 * decode.h - what the files that make a program of a kernel share (program.c says which does what).
 *
 * What fails has an error in decoder->error and its code in decoder->status, so that those that return a place need not say so:
 * the code of the first error ends the decoding of the instruction.
 */
#ifndef TW_SIM_EXEC_DECODE_DECODE_H
#define TW_SIM_EXEC_DECODE_DECODE_H

#include "sim/exec/program.h"

#define TW_PLACED 512u

struct tw_decoder {
    struct tw_program *program;
    const struct tw_handlers *handlers;
    const uint64_t *addresses;  /* of the module's variables */
    struct tw_routine *routine; /* the function that is decoded */
    struct tw_call *call;       /* the next */
    uint32_t asking;            /* operations that ask others, so far */
    struct tw_placed {
        uint64_t value;
        unsigned bits; /* 0: none */
        uint32_t reference;
    } placed[TW_PLACED]; /* constants that were placed, by their hash the last one */
    struct tw_error *error;
    int status; /* of the first error */
};

/* --- program.c */
int tw_decode_no_memory(struct tw_decoder *decoder);
int tw_decode_unknown(struct tw_decoder *decoder, const struct tw_ptx_instruction *instruction);

/* --- decode_places.c: references, as struct tw_op has them. */
uint32_t tw_place_register(struct tw_program *program, unsigned bits);
/* A constant in all lanes; the same constants mostly share one place. */
uint32_t tw_place_constant(struct tw_decoder *decoder, uint64_t value, unsigned bits);
/* A register of the block for an address in its shared memory. */
uint32_t tw_place_own(struct tw_decoder *decoder, uint64_t offset, bool wide);
/* Offsets of all variables in shared memory and frames that the program's functions mention. */
int tw_place_variables(struct tw_decoder *decoder);
bool tw_is_in_frame(enum tw_ptx_space space);
/* The address of a variable, parameter or function in its own space, or as a generic one. */
uint64_t tw_address_of(struct tw_decoder *decoder, const struct tw_ptx_operand *operand, bool generic);

/* --- decode_registers.c: those of decoder->routine, its parameters and results among them. */
int tw_place_registers(struct tw_decoder *decoder);

/* --- early.c: what operations make of doubtful values, and which loads may be early; of decoder->routine, decoded. */
int tw_find_early(struct tw_decoder *decoder);

/* --- decode_accesses.c: which operations share a pattern; basic blocks must be known. */
void tw_share_patterns(struct tw_program *program);

/* --- arrays.c: each operation's array in shared memory; variables must have their places. */
int tw_find_arrays(struct tw_decoder *decoder);

/* --- decode_operands.c */
/* As wide as a register of so many bits is kept. */
unsigned tw_kept_bits(unsigned bits);
/* The bits of a register or special register; 0 for any other operand. */
unsigned tw_operand_bits(const struct tw_decoder *decoder, const struct tw_ptx_operand *operand);
/* `bits`: of constants and of what "_" stands for. */
uint32_t tw_reference_of(struct tw_decoder *decoder, const struct tw_ptx_operand *operand, unsigned bits);
/* Makes op->run NULL when the operands are of a form that is not known. */
void tw_decode_operands(struct tw_decoder *decoder, struct tw_op *op);

/* --- decode_calls.c */
/* Where a function has its parameters or results; NULL: out of memory. */
struct tw_call_value *tw_decode_formals(const struct tw_decoder *decoder, const struct tw_ptx_formal *formals,
                                        size_t count);
int tw_decode_call(struct tw_decoder *decoder, struct tw_op *op);
int tw_decode_branch_table(struct tw_decoder *decoder, struct tw_op *op);

#endif
