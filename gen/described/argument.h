/*
 * argument.h - what a kernel is given, from JSON: buffers, numbers, structures, variables of the module. One grammar for all that
 * describe kernels (descriptions of kernels, launches of lint):
 *
 *     argument  = number | true | false | null                        a number; a pointer that is NULL
 *               | [ argument, ... ]                                   a structure: its members in order
 *               | { "members": [ argument, ... ], ["bytes"] }         the same, of so many bytes
 *               | { "bytes", "file" }                                 the same, as the file has it
 *               | { "type", "value" }                                 a number
 *               | { "type", "value": [ number, ... ] }                components by value: a vector, an array in a structure
 *               | { "value": null }                                   the pointer
 *               | { "address": name, ["element": number] }            the address of another argument: a buffer, a symbol
 *               | { "type", "count", ["role"], ["fill" | "values" | "file"] }   a buffer, whose address is given
 *               | { "symbol", "type", ["count"], [the same, "value"] } a __constant__ or __device__ variable: no parameter
 *               | { "type", ["fill"] }                                a number that the caller passes, where grammar.passes
 *               | { a structure, "passed": true }                     the same of a structure: what it says is for checks alone
 *     number    = JSON's, or a text: an expression over the names     (number.h)
 *     type      = an element type, or a name whose value is one
 *     fill      = one of the words of TW_FILLS, or a number, over the names and "index", the number of the element
 *
 * Any object may have a "name", a member of a structure also "at": the byte where it begins. Members may be buffers and numbers that the
 * caller passes; of a structure that is passed itself they are neither, and no addresses. How structures lie is said in by_value/by_value.h.
 *
 * It is read once, and resolved for each set of values that the names have (tw_described_resolve_argument); only then are its type, its
 * count and its value known.
 *
 * Memory: a list owns its members, numbers and values; names and texts point into the JSON, which must outlive it. No state; threads may
 * share a list.
 */
#ifndef TW_GEN_DESCRIBED_ARGUMENT_H
#define TW_GEN_DESCRIBED_ARGUMENT_H

#include <tilewright/element.h>
#include <tilewright/kernel.h>

#include "gen/config/json.h"
#include "gen/described/number.h"

#define TW_DESCRIBED_BYTES      ((uint64_t)1 << 40) /* of one buffer, at most */
#define TW_DESCRIBED_MOST_NAMES 255u                /* that expressions of arguments may use, at most */

/* clang-format off */
/*    constant               word      also      what the elements hold                                                               */
#define TW_FILLS(X)                                                                                                                  \
    X(TW_FILL_IOTA,          "iota",   NULL,     "0, 1, 2, ... cut to the type")                                                     \
    X(TW_FILL_ZERO,          "zeros",  "zero",   "all bytes 0")                                                                      \
    X(TW_FILL_RANDOM,        "noise",  "random", "floats from -1 to 1, integers from 0 to one below \"below\"; the same in every run") \
    X(TW_FILL_SMALL,         "small",  NULL,     "integers from 0 to one below \"below\", floats too; the same in every run")        \
    X(TW_FILL_NONE,          "none",   NULL,     "nothing is written: what reads it is found")                                       \
    X(TW_FILL_VALUE,         NULL,     NULL,     "one number everywhere")                                                            \
    X(TW_FILL_INDEXED,       NULL,     NULL,     "an expression of \"index\", integers cut to the type")                             \
    X(TW_FILL_VALUES,        NULL,     NULL,     "the numbers of a list, or what a file holds, over and over")
/* clang-format on */

enum tw_fill {
#define X(constant, word, also, help) constant,
    TW_FILLS(X)
#undef X
        TW_FILL_COUNT
};

/* How a list is read. */
struct tw_described_grammar {
    const struct tw_json *json;
    bool
        inlined; /* relative names of files are in the working directory, else beside `json->file` (where that names a folder) */
    const char *const
        *names; /* of expressions, NULL-terminated: TW_DESCRIBED_MOST_NAMES at most; NULL: none */
    enum tw_argument_role role; /* of an argument that says none */
    enum tw_fill fill;          /* of what holds something and does not say what */
    uint64_t below;             /* of an argument that says none */
    uint64_t most_bytes;        /* of a buffer; TW_DESCRIBED_BYTES at most */
    bool passes;                /* a number without a value is one that the caller passes, and no mistake */
    bool salted;                /* noise and small integers of arguments with different names differ */
};

struct tw_described_argument {
    const char *name;   /* or NULL */
    const char *symbol; /* of a variable of the module, as the source calls it; NULL: it is a parameter */
    enum tw_argument_role role;
    bool is_buffer, has_type, has_role;
    bool has_fill;  /* it says what it holds: a fill, values, a file, or a value */
    bool has_value; /* it is passed by value, which is known here: nobody passes it */
    bool is_null;   /* a pointer that leads nowhere */
    bool is_passed; /* a structure that the caller passes as a whole */
    /* The name of the buffer or the symbol whose address it is; then `integer` is the element, of int64. NULL: it is something else. */
    const char *address;
    unsigned number; /* in a description: which of its arguments it is, or whose address it is */
    enum tw_fill fill;
    uint64_t below, most_bytes;
    uint64_t salt;  /* of noise and small integers */
    int type_name;  /* which name says the type; -1: `type` is it */
    uint32_t entry; /* where it stands in the JSON; after a resolve that failed, where what failed stands */

    struct tw_described_number counted, valued; /* the count; the value or the fill */
    struct tw_described_number *listed;         /* components by value; NULL: none are */
    size_t listed_count;
    struct tw_expression_value *numbers; /* of TW_FILL_VALUES: of a list, the components */
    size_t number_count;
    const char *file;     /* of TW_FILL_VALUES, as it is written; NULL: a list */
    unsigned char *bytes; /* of the file: its elements */
    size_t byte_count;
    bool file_has_type; /* a NumPy file says it */
    enum tw_element file_type;

    struct tw_described_argument *members; /* of a structure, in order; NULL: it is none */
    size_t member_count;
    uint32_t size; /* of a structure, or of what a file holds by value: its bytes; 0: as its members lie */
    uint32_t at;   /* of a member that says so: the byte where it begins in its structure */
    bool has_at;

    /* Known once it is resolved; before, what does not depend on names is known too. */
    enum tw_element
        type; /* of a number without one (!has_type): as wide as the parameter, a float unless is_integer */
    uint64_t count; /* elements of a buffer; of a symbol 0: as many as it has */
    double value;
    int64_t integer;                          /* the value without its fraction, as near as 64 bits come */
    bool is_integer;                          /* `value` is `integer` exactly */
    uint64_t value_count;                     /* of TW_FILL_VALUES: elements */
    const struct tw_expression_value *values; /* of the names, borrowed */
};

/* "iota", the word that messages have; NULL of one that has none. */
const char *tw_fill_word(enum tw_fill fill);

/* Reads the list at `node`. TW_INPUT with the place, also for files that are not there or hold something else; TW_MEMORY. The caller
   frees the list in any case. */
int tw_described_arguments(const struct tw_described_grammar *grammar, const cJSON *node,
                           struct tw_described_argument **list, size_t *count, struct tw_error *error);
/* Where the file of that name is: beside `json->file`, or in the working directory (`inlined`). */
void tw_described_path(const struct tw_json *json, bool inlined, const char *name, struct tw_text *path);
void tw_described_arguments_free(struct tw_described_argument *list, size_t count);

/*
 * Makes *resolved of the argument with values[i] for name i: its type, count, value. It borrows from both, and is not freed; it may be
 * the argument itself. The members of a structure are not resolved with it. False: it has none, *reason gets a clause, and
 * resolved->entry is where what fails stands in the JSON.
 */
bool tw_described_resolve_argument(const struct tw_described_argument *argument,
                                   const struct tw_expression_value *values,
                                   struct tw_described_argument *resolved, struct tw_text *reason);

/* Whether it is a structure, a list, a pointer that is NULL or an address, of no one type: what is passed is by_value/by_value.h's to say. */
bool tw_described_is_laid_out(const struct tw_described_argument *argument);

/* Bytes of an element of a resolved argument that has a type. */
unsigned tw_described_bytes(const struct tw_described_argument *argument);

/* The first `count` elements of a resolved argument, into count * tw_described_bytes() bytes; with TW_FILL_NONE they stay as they are. The
   same on every machine and in every run. TW_INPUT: the expression has no value for an element, and the message says which. */
int tw_described_fill(const struct tw_described_argument *argument, uint64_t count, unsigned char *place,
                      struct tw_error *error);

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
