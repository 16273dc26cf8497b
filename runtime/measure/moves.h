/*
 * moves.h - accesses that the assembler moved: behind a branch that the PTX has after them, so that fewer warps execute them, or into
 * a loop before which the PTX has them, so that they are executed in each turn. Both change how often an access is executed, and
 * neither its number nor its width shows it (sites.h).
 *
 *     PTX                                  machine code
 *     ld.global.f64 %fd1, [%rd1];          ISETP.GT P0, ...
 *     setp.gt.u32 %p1, %r1, 2;             @P0 EXIT                  (of the PTX's bra)
 *     @%p1 bra $end;                       LDG.64 R2, [R4]           (of the PTX's ld)
 *     st.global.f64 [%rd2], %fd1;          STG.64 [R6], R2
 */
#ifndef TW_RUNTIME_MEASURE_MOVES_H
#define TW_RUNTIME_MEASURE_MOVES_H

#include <stddef.h>

#include <tilewright/error.h>

#include "runtime/measure/sites.h"

TW_API_BEGIN

/* The moves of a kind: how many there are, and two lines of the PTX for the first: its own, and that of the branch which now decides
   about it and did not; 0: it is under a predicate of its own. */
struct tw_moves {
    unsigned count[TW_SITE_KINDS];
    unsigned access[TW_SITE_KINDS], branch[TW_SITE_KINDS];
};

/* None when the cubin does not say of which lines of the PTX it was made. TW_MEMORY. */
int tw_moves_find(const char *ptx, const void *cubin, size_t bytes, struct tw_moves *moves,
                  struct tw_error *error);

TW_API_END
#endif
