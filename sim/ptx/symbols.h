/*
 * symbols.h - names and what they stand for, in nested scopes.
 *
 * Names point into the parsed text. Registers declared as a range, "%r<8>", are one symbol that hands out a
 * register index the first time each of its names is used.
 */
#ifndef TW_SIM_PTX_SYMBOLS_H
#define TW_SIM_PTX_SYMBOLS_H

#include "base/arena.h"
#include "sim/ptx/ir.h"

enum tw_ptx_symbol_kind {
    TW_PTX_SYMBOL_REGISTER, /* indices[0..width-1]: indices of its registers plus 1; 0: not used yet */
    TW_PTX_SYMBOL_RANGE,    /* of `index` registers: indices[i * width ..], as above                  */
    TW_PTX_SYMBOL_VARIABLE,
    TW_PTX_SYMBOL_PARAMETER,
    TW_PTX_SYMBOL_FUNCTION,
    TW_PTX_SYMBOL_LABEL,  /* index of an instruction */
    TW_PTX_SYMBOL_REFUSED /* refusal: what was declared so is not known here */
};

struct tw_ptx_symbol {
    const char *name;
    size_t length;
    enum tw_ptx_symbol_kind kind;
    enum tw_ptx_type type; /* of registers */
    uint32_t scope, index;
    uint32_t width; /* of registers: elements, 1 of a scalar, 2 of one of 128 bits */
    bool is_wide;   /* of registers: .b128, elements of .b64 */
    uint32_t *indices;
    const struct tw_ptx_refusal *refusal;
    uint32_t next; /* of the same bucket, plus 1 */
};

#define TW_PTX_BUCKETS 512u

struct tw_ptx_symbols {
    struct tw_ptx_symbol *symbols;
    size_t count, capacity;
    uint32_t bucket[TW_PTX_BUCKETS]; /* newest symbol plus 1 */
};

/* The newest symbol of that name, or NULL. */
struct tw_ptx_symbol *tw_ptx_find(const struct tw_ptx_symbols *symbols, const char *name, size_t length);
/* The same, of exactly that scope. */
struct tw_ptx_symbol *tw_ptx_find_in(const struct tw_ptx_symbols *symbols, const char *name, size_t length,
                                     uint32_t scope);
/* NULL when memory ran out. The pointer is good until the next addition. */
struct tw_ptx_symbol *tw_ptx_add(struct tw_ptx_symbols *symbols, struct tw_arena *arena,
                                 const struct tw_ptx_symbol *symbol);
/* Forgets all but the first `count` symbols. */
void tw_ptx_forget(struct tw_ptx_symbols *symbols, size_t count);

#endif
