/*
 * kernel.h - one rendered kernel: what the generator hands to whoever compiles, launches and checks it.
 *
 * The generator (gen/) fills it, the runtime (runtime/) reads it, and neither knows more of the other.
 * Ownership: everything a tw_kernel points to belongs to it and is freed by tw_kernel_free; strings are
 * NUL-terminated UTF-8. Plain data: threads may share one that nobody changes.
 */
#ifndef TILEWRIGHT_KERNEL_H
#define TILEWRIGHT_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <tilewright/api.h>
#include <tilewright/banks.h>
#include <tilewright/element.h>

TW_API_BEGIN

/* Shared-memory requests and wavefronts of a whole launch of the kernel's grid. */
struct tw_counts {
    uint64_t load_requests, load_wavefronts;
    uint64_t store_requests, store_wavefronts;
};

/* Wavefronts of loads and stores together. */
uint64_t tw_counts_wavefronts(const struct tw_counts *counts);

/* One shared-memory access of the kernel's source, summed over all warps of the grid. */
struct tw_access_cost {
    const char *name; /* "write row", "read column", ...; static storage */
    enum tw_access op;
    unsigned bytes;      /* per lane                                       */
    uint64_t requests;   /* instructions times warps that execute them      */
    uint64_t wavefronts; /* by the bank rule                                */
    uint64_t ideal;      /* wavefronts if no bank conflicted                */
};

/* The sum of `ideal` over `count` accesses. */
uint64_t tw_accesses_ideal(const struct tw_access_cost *accesses, unsigned count);

enum tw_buffer_role { TW_INPUT_BUFFER, TW_OUTPUT_BUFFER };

/* A kernel parameter that points to global memory; parameters are passed in array order. */
struct tw_buffer {
    const char *name; /* the parameter's name in the source; static storage */
    enum tw_buffer_role role;
    enum tw_element element;
    uint64_t count; /* elements */
    unsigned align; /* the pointer is a multiple of so many bytes; launches refuse others */
};

/* A field of the config, resolved for this variant. */
struct tw_field_value {
    const char *key;  /* "BDIMX"; static storage                                          */
    bool is_word;     /* text is a word ("row-col"), not a number                         */
    int64_t number;   /* the number; unused for a word                                    */
    const char *text; /* the value as the config writes it, without quotes; static storage,
                         NULL for a number                                                */
};

/*
 * The renderings of a variant, by what the kernel stores of its thread's index. Element types that cannot hold every index
 * exactly are checked by more than one, which together show every bit (docs/tile.md). A kernel of one block is timed by a grid
 * of blocks that each write to their own place: at one place they would wait for each other there (docs/checking.md).
 */
enum tw_store {
    TW_STORE_INDEX, /* idx       : the kernel itself */
    TW_STORE_HIGH,  /* idx >> 8                      */
    TW_STORE_LOW,   /* idx & 255                     */
    TW_STORE_SPREAD /* idx, block b at out + b * threads: for measuring */
};

#define TW_MAX_BUFFERS  4u
#define TW_MAX_ACCESSES 4u
#define TW_MAX_FIELDS   24u

struct tw_kernel {
    const char *family; /* "tile"; static storage                              */
    char *name;         /* the variant's name, and the entry point's           */
    enum tw_store store;

    char *source; /* CUDA C++                                            */
    size_t source_length;
    const char *template_name; /* "tile.cu.mustache"; static storage           */
    unsigned *template_line;   /* template_line[i]: line of the template that produced line i+1 of source */
    size_t source_lines;

    uint32_t grid[3], block[3];
    uint32_t dynamic_shared_bytes; /* to ask for at launch                     */
    uint32_t shared_bytes;         /* static and dynamic together, per block   */
    int carveout; /* preferred shared-memory carveout in percent, -1 = the driver's default */

    struct tw_buffer buffers[TW_MAX_BUFFERS];
    unsigned buffer_count;
    struct tw_field_value fields[TW_MAX_FIELDS]; /* every field of the family, in table order */
    unsigned field_count;

    struct tw_counts predicted;
    struct tw_access_cost accesses[TW_MAX_ACCESSES];
    unsigned access_count;
};

/* Frees what the struct owns and zeroes it. NULL is allowed. */
void tw_kernel_free(struct tw_kernel *kernel);

/* The field `key`, or NULL. */
const struct tw_field_value *tw_kernel_field(const struct tw_kernel *kernel, const char *key);

TW_API_END
#endif
