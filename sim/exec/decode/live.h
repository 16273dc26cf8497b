/*
 * live.h - where a function's registers are live: hold a value that may still be read. The usual analysis of data flow, over
 * basic blocks and as sets of bits. It knows no lanes: each has the flow of control that the function has.
 *
 * Private to sim. The analysis owns its memory and borrows the function.
 */
#ifndef TW_SIM_EXEC_DECODE_LIVE_H
#define TW_SIM_EXEC_DECODE_LIVE_H

#include "sim/ptx/ir.h"

struct tw_live {
    const struct tw_ptx_function *function;
    bool known;      /* false: there were too many registers and blocks. All are live everywhere */
    size_t words;    /* of a set of registers: bit r % 64 of word r / 64 is register r            */
    size_t blocks;   /* the last one is empty: the function's end                                 */
    uint32_t *begin; /* by block, its first instruction; behind the last, again the function's end */
    uint32_t *block; /* by instruction, and of the function's end                                 */
    uint64_t *in;    /* by block, the set that is live where it begins                            */
};

/* False: out of memory. tw_live_free in any case. */
bool tw_live_find(struct tw_live *live, const struct tw_ptx_function *function);
void tw_live_free(struct tw_live *live);

/* What is live behind instruction `i`: a set. */
void tw_live_behind(const struct tw_live *live, uint32_t i, uint64_t *set);

/* Registers that are live on one way out of some block and not on another one: a set, behind which as much memory is free. */
void tw_live_partly(const struct tw_live *live, uint64_t *set);

/* The first instruction and the last at which each register is live, read or written; those that a function is given are
   from the first on. */
struct tw_span {
    uint32_t first, last;
};
/* The spans of all registers; the caller frees them. NULL: out of memory. */
struct tw_span *tw_live_spans(const struct tw_live *live);

static inline bool tw_in_set(const uint64_t *set, uint32_t r)
{
    return set[r / 64] >> r % 64 & 1u;
}

/* Calls `visit` for each register that an instruction writes, or reads. */
typedef void tw_visit(void *context, uint32_t r);
void tw_each_register(const struct tw_ptx_instruction *instruction, bool written, tw_visit *visit,
                      void *context);
/* ... for each that an operand names. */
void tw_each_in(const struct tw_ptx_operand *operand, tw_visit *visit, void *context);

#endif
