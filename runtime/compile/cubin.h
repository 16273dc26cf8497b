/* cubin.h - what a cubin says of its kernels. */
#ifndef TW_RUNTIME_COMPILE_CUBIN_H
#define TW_RUNTIME_COMPILE_CUBIN_H

#include <stddef.h>
#include <stdint.h>

#include "runtime/measure/sites.h"

/* Registers per thread of a function (tw_launch_entry); 0 when the bytes are no cubin that says so. */
unsigned tw_cubin_registers(const void *cubin, size_t bytes, const char *function);

/* An instruction of the machine code that accesses memory, or that goes elsewhere than to the next. */
struct tw_machine_instruction {
    const char *function;               /* of the cubin's bytes */
    uint32_t pc;                        /* bytes from the function's beginning */
    bool is_access, is_branch, is_exit; /* an exit is a branch too */
    bool conditional;                   /* under a predicate */
    enum tw_site_kind kind;             /* of an access, ... */
    unsigned log2_bytes;                /* ... and of each lane of it */
    uint32_t target;                    /* of a branch; of an exit the end of the function */
};

/* Calls `take` with each of them, in order; none when the bytes are no cubin. */
typedef void tw_take_instruction(const struct tw_machine_instruction *instruction, void *context);
void tw_cubin_instructions(const void *cubin, size_t bytes, tw_take_instruction *take, void *context);

/* The accesses of its machine code; none when the bytes are no cubin. */
void tw_cubin_sites(const void *cubin, size_t bytes, struct tw_sites *sites);

/* The line of the PTX that the instruction at `pc` of a function was made of; 0: the cubin does not say, which it does when it was
   compiled with line information. */
unsigned tw_cubin_ptx_line(const void *cubin, size_t bytes, const char *function, uint32_t pc);

#endif
