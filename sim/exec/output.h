/*
 * output.h - what kernels print: the texts of printf, and of assertions that failed, kept until the host asks
 * for them (CUDA C++ Programming Guide, "Formatted Output": at a synchronisation, from a buffer of fixed size in
 * which new output overwrites the oldest).
 *
 * A text takes TW_OUTPUT_BYTES of the buffer and 8 for each of its arguments, which is about what a GPU stores.
 * Texts stand in order of their blocks, whatever the number of host threads. Owner: whoever holds the struct.
 */
#ifndef TW_SIM_EXEC_OUTPUT_H
#define TW_SIM_EXEC_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TW_OUTPUT_BYTES 16u

struct tw_print {
    uint64_t block; /* linear, of its launch */
    uint32_t bytes; /* of the buffer         */
    bool is_error;  /* for the standard error */
    char *text;
};

struct tw_output {
    struct tw_print *prints; /* from `first` on */
    size_t first, count, capacity;
    uint64_t bytes;
};

/* Takes over print->text; the oldest are dropped until all take at most `limit` bytes. False: out of memory. */
bool tw_output_add(struct tw_output *output, struct tw_print print, uint64_t limit);
/* Moves what blocks up to `last` have printed to the end of `to`, in the order of the blocks. */
bool tw_output_move(struct tw_output *to, struct tw_output **from, size_t count, uint64_t last,
                    uint64_t limit);
void tw_output_clear(struct tw_output *output);

#endif
