/*
 * coalesce.h - a variant of the coalesce family in numbers, as its parts share them: where records lie in global memory
 * and which of them a block moves.
 *
 *     offset              stride = 4, fields = 3
 *     |--------|x y z .|x y z .|x y z .|x y z .|      an array of structures: a record is a structure
 *     |--------|x x x x|y y y y|z z z z|              a structure of arrays, stride 1: a plane for each field
 */
#ifndef TW_GEN_FAMILIES_COALESCE_COALESCE_H
#define TW_GEN_FAMILIES_COALESCE_COALESCE_H

#include "gen/family.h"

#define TW_COALESCE_N_MAX (INT64_C(1) << 36) /* with the most of all else, places stay below 2^62 bytes */

/* clang-format off */
/* The words of fields, and the constants that stand for them. */
#define TW_COALESCE_LAYOUTS(X) X(COALESCE_AOS, "aos") X(COALESCE_SOA, "soa")
#define TW_COALESCE_SIDES(X) X(COALESCE_READ, "read") X(COALESCE_WRITE, "write") X(COALESCE_BOTH, "both")
#define TW_COALESCE_STAGINGS(X) X(COALESCE_NONE, "none") X(COALESCE_SHARED, "shared")

/*    key      kind           low high                words                                       required fallback    in words                               help, swept, roles */
#define TW_COALESCE_FIELDS(X)                                                                                                  \
    X(n,       TW_FIELD_INT,  0,  TW_COALESCE_N_MAX, NULL,                                        true,    0,          NULL, \
      "records to move", 0, TW_FIELD_PROBLEM)                                                                                  \
    X(type,    TW_FIELD_ENUM, 0,  0,                 tw_element_words,                            false,   TW_FLOAT32, NULL, \
      "type of a field; only its size matters", 0, TW_FIELD_PROBLEM)                                                                   \
    X(layout,  TW_FIELD_ENUM, 0,  0,                 TW_WORDS_OF(TW_COALESCE_LAYOUTS),            false,   COALESCE_AOS, NULL, \
      "aos: an array of structures; soa: a structure of arrays", 0, TW_FIELD_PROBLEM)                       \
    X(fields,  TW_FIELD_INT,  0,  16,                NULL,                                        false,   1,          NULL, \
      "fields of a record; field f of the input becomes field f + 1, and the last one the first", 0, TW_FIELD_PROBLEM)                    \
    X(stride,  TW_FIELD_INT,  0,  65536,             NULL,                                        false,   TW_DERIVED, "fields for aos, 1 for soa", \
      "elements from a field of one record to the same field of the next", 0, TW_FIELD_PROBLEM)                                          \
    X(offset,  TW_FIELD_INT,  0,  1073741824,        NULL,                                        false,   0,          NULL, \
      "elements before the first record", 0, TW_FIELD_PROBLEM)                                                                 \
    X(side,    TW_FIELD_ENUM, 0,  0,                 TW_WORDS_OF(TW_COALESCE_SIDES),              false,   COALESCE_READ, NULL, \
      "which array has this layout; the other is a structure of arrays without gaps", 0, TW_FIELD_PROBLEM)             \
    X(staging, TW_FIELD_ENUM, 0,  0,                 TW_WORDS_OF(TW_COALESCE_STAGINGS),           false,   COALESCE_NONE, NULL, \
      "none: a thread accesses the fields of its record; shared: the block moves lines through shared memory", COALESCE_SHARED, 0) \
    X(BDIMX,   TW_FIELD_INT,  1,  1024,              NULL,                                        false,   256,        NULL, \
      "threads of the block", 0, TW_FIELD_BLOCK_X)                                                                             \
    X(unroll,  TW_FIELD_INT,  1,  16,                NULL,                                        false,   1,          NULL, \
      "records that a thread moves; they lie BDIMX apart", 4, 0)                                                              \
    X(IPAD,    TW_FIELD_INT,  0,  1024,              NULL,                                        false,   0,          NULL, \
      "elements added after every 128 bytes of the tile", 4, TW_FIELD_PADDING)
/* clang-format on */

enum tw_coalesce_field {
#define X(key, ...) COALESCE_##key,
    TW_COALESCE_FIELDS(X)
#undef X
        COALESCE_FIELD_COUNT
};

enum { TW_COALESCE_LAYOUTS(TW_CONSTANT_OF) };
enum { TW_COALESCE_SIDES(TW_CONSTANT_OF) };
enum { TW_COALESCE_STAGINGS(TW_CONSTANT_OF) };

#define TW_COALESCE_LINE 128u /* bytes of global memory that a warp takes at once, and of a row of the tile */

/* Field f of record i lies at element offset + i * step + f * field. */
struct tw_coalesce_array {
    uint64_t offset, step, field;
    uint64_t count;  /* elements, the offset included */
    bool structures; /* a record's fields lie side by side, if it has several */
    bool staged;     /* the tile lies between it and the threads */
};

struct tw_coalesce {
    uint64_t n;
    unsigned fields, bytes, threads, unroll, pad;
    unsigned records;        /* that a block moves                                                    */
    uint64_t blocks;         /* at least 1                                                            */
    uint64_t offset, stride; /* of the side that lies as the variant says                             */
    unsigned line;           /* elements of 128 bytes                                                 */
    struct tw_coalesce_array in, out;
    /* What staged variants have: elements of global memory that a block's records span, and its turns over them and over
       what they may be behind the beginning of a line. */
    unsigned span, turns;
    bool shifts; /* from block to block the records begin at another place of a line */
};

struct tw_coalesce tw_coalesce_of(const int64_t *value);

/* Elements from the beginning of a line to the block's first, of the block whose first record that is. */
unsigned tw_coalesce_lead(const struct tw_coalesce *plan, uint64_t first);

/* Where an element of the span lies in the tile, which is the span in rows of a line each. */
uint32_t tw_coalesce_place(const struct tw_coalesce *plan, unsigned element);

/* The accesses to the tile in order of the kernel; those of records stand there once for each field. */
enum tw_coalesce_kind { COALESCE_FILL, COALESCE_READ_FIELD, COALESCE_WRITE_FIELD, COALESCE_DRAIN };

#define COALESCE_ACCESSES 40u /* at most */

struct tw_coalesce_access {
    const char *name;
    enum tw_access op;
    enum tw_coalesce_kind kind;
    unsigned field;
};

/* Returns how many there are; none without a tile. */
unsigned tw_coalesce_accesses(const struct tw_coalesce *plan,
                              struct tw_coalesce_access list[COALESCE_ACCESSES]);
/* In how many turns the block makes it. */
unsigned tw_coalesce_turns(const struct tw_coalesce *plan, const struct tw_coalesce_access *access);
/* Whether thread `thread` takes part in turn `turn` of an access, as a block of `count` records does that begins `lead`
   elements behind a line; and which element of the span it goes to. */
bool tw_coalesce_goes(const struct tw_coalesce *plan, const struct tw_coalesce_access *access, unsigned count,
                      unsigned lead, unsigned turn, unsigned thread, unsigned *element);

void tw_coalesce_predict(const int64_t *value, const struct tw_shape *shape, unsigned launch,
                         struct tw_prediction *prediction);

#endif
