/*
 * argument.h - what a kernel is given, from JSON: buffers, numbers, structures, variables of the module. One grammar for all that
 * describe kernels:
 *
 *     argument  = number | [ argument, ... ]                          a structure: its members in order
 *               | { "type", "value" }                                 a number
 *               | { "type", "count", ["role"], ["fill" | "values" | "file"] }   a buffer, whose address is given
 *               | { "symbol", "type", ["count"], [the same, "value"] } a __constant__ or __device__ variable: no parameter
 *
 * Memory: a list owns its members and values; names point into the JSON, which must outlive it. No state, thread-safe.
 */
#ifndef TW_GEN_DESCRIBED_ARGUMENT_H
#define TW_GEN_DESCRIBED_ARGUMENT_H

#include <tilewright/element.h>
#include <tilewright/kernel.h>

#include "gen/config/json.h"

#define TW_DESCRIBED_BYTES ((uint64_t)1 << 32) /* of one buffer, at most */

/* clang-format off */
/*    constant          word      what the elements hold                                                               */
#define TW_FILLS(X)                                                                                                      \
    X(TW_FILL_IOTA,     "iota",   "0, 1, 2, ... cut to the type")                                                        \
    X(TW_FILL_ZERO,     "zero",   "all bytes 0")                                                                         \
    X(TW_FILL_RANDOM,   "random", "floats from -1 to 1, integers from 0 to one below \"below\"; the same in every run")  \
    X(TW_FILL_SMALL,    "small",  "integers from 0 to one below \"below\", floats too; the same in every run")           \
    X(TW_FILL_NONE,     "none",   "nothing is written: what reads it is found")                                          \
    X(TW_FILL_VALUE,    NULL,     "one number everywhere")                                                               \
    X(TW_FILL_VALUES,   NULL,     "the numbers of a list, or what a file holds, over and over")
/* clang-format on */

enum tw_fill {
#define X(constant, word, help) constant,
    TW_FILLS(X)
#undef X
        TW_FILL_COUNT
};

struct tw_described_argument {
    const char *symbol; /* of a variable of the module, as the source calls it; NULL: it is a parameter */
    enum tw_argument_role role; /* TW_ROLE_INOUT where it is not said */
    bool is_buffer, has_type;
    enum tw_element
        type;       /* of a number without one: as wide as the parameter, a float if it has a fraction */
    uint64_t count; /* elements of a buffer; of a symbol 0: as many as it has */
    enum tw_fill fill;
    uint64_t below;
    double value;
    int64_t integer;
    bool is_integer;       /* `value` is `integer` exactly */
    unsigned char *values; /* of TW_FILL_VALUES: value_count elements */
    uint64_t value_count;
    struct tw_described_argument *members; /* of a structure, in order; NULL: it is none */
    size_t member_count;
};

/* "iota"; NULL of one that has no word. */
const char *tw_fill_word(enum tw_fill fill);

/* Reads the list at `node`. Relative names of files are beside `json->file`, or in the working directory where that names no file
   (`inlined`). TW_INPUT with the place, also for files that are not there or hold something else; TW_MEMORY. The caller frees the list in
   any case. */
int tw_described_arguments(const struct tw_json *json, bool inlined, const cJSON *node,
                           struct tw_described_argument **list, size_t *count, struct tw_error *error);
/* Where the file of that name is: beside `json->file`, or in the working directory (`inlined`). */
void tw_described_path(const struct tw_json *json, bool inlined, const char *name, struct tw_text *path);
void tw_described_arguments_free(struct tw_described_argument *list, size_t count);

/* Bytes of an element; the argument must have a type. */
unsigned tw_described_bytes(const struct tw_described_argument *argument);

/* The first `count` elements, into count * tw_described_bytes() bytes; with TW_FILL_NONE they stay as they are. */
void tw_described_fill(const struct tw_described_argument *argument, uint64_t count, unsigned char *place);

/* One number as a component of a type; integers are cut to their bytes. */
void tw_described_store(enum tw_scalar scalar, unsigned bytes, double value, int64_t integer,
                        unsigned char *place);

/* ---- npy.c ---- */

/*
 * The elements of a NumPy file (format 1.0 to 3.0) of `length` bytes: where they begin, their number, and their type. Little-endian numbers
 * and bool, in C's order. TW_INPUT: it is none, or none of these; the message says what is wrong, without a place.
 */
int tw_npy_read(const char *bytes, size_t length, size_t *begin, uint64_t *count, enum tw_element *type,
                struct tw_error *error);
/* Whether the bytes begin as such a file does. */
bool tw_is_npy(const char *bytes, size_t length);

#endif
