/* compare.h - how two numbers stand, and which relations a comparison of setp and set holds of. */
#ifndef TW_SIM_EXEC_NUMBERS_COMPARE_H
#define TW_SIM_EXEC_NUMBERS_COMPARE_H

#include "sim/ptx/ir.h"

enum tw_relation { TW_LESS = 1, TW_EQUAL = 2, TW_GREATER = 4, TW_UNORDERED = 8 };

#define TW_RELATION(a, b)                                                                                    \
    ((a) < (b) ? TW_LESS : (a) == (b) ? TW_EQUAL : (a) > (b) ? TW_GREATER : TW_UNORDERED)

/* lo, ls, hi, hs are the unsigned names of lt, le, gt, ge; the u-forms hold of what has no order too. */
static inline unsigned tw_relations_of(enum tw_ptx_word compare)
{
    switch (compare) {
    case TW_PTX_CMP_EQ:
        return TW_EQUAL;
    case TW_PTX_CMP_NE:
        return TW_LESS | TW_GREATER;
    case TW_PTX_CMP_LT:
    case TW_PTX_CMP_LO:
        return TW_LESS;
    case TW_PTX_CMP_LE:
    case TW_PTX_CMP_LS:
        return TW_LESS | TW_EQUAL;
    case TW_PTX_CMP_GT:
    case TW_PTX_CMP_HI:
        return TW_GREATER;
    case TW_PTX_CMP_GE:
    case TW_PTX_CMP_HS:
        return TW_GREATER | TW_EQUAL;
    case TW_PTX_CMP_EQU:
        return TW_EQUAL | TW_UNORDERED;
    case TW_PTX_CMP_NEU:
        return TW_LESS | TW_GREATER | TW_UNORDERED;
    case TW_PTX_CMP_LTU:
        return TW_LESS | TW_UNORDERED;
    case TW_PTX_CMP_LEU:
        return TW_LESS | TW_EQUAL | TW_UNORDERED;
    case TW_PTX_CMP_GTU:
        return TW_GREATER | TW_UNORDERED;
    case TW_PTX_CMP_GEU:
        return TW_GREATER | TW_EQUAL | TW_UNORDERED;
    case TW_PTX_CMP_NUM:
        return TW_LESS | TW_EQUAL | TW_GREATER;
    default:
        return TW_UNORDERED;
    }
}

#endif
