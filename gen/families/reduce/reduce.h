/*
 * reduce.h - a variant of the reduce family in numbers, and the parts that the family is made of.
 *
 *     the algebra     what an element does to a state, what two states make, what a state gives: algebra.c, algebra_describe.c, templates/reduce_algebra
 *     a skeleton      which threads take which elements, and where states meet: one of
 *         rows        leaves of rows by warps                                    rows.c,     templates/reduce_rows
 *         columns     leaves of columns by threads                               columns.c,  templates/reduce_columns
 *         loose       rows of columns in any order by threads                    loose.c,    templates/reduce_loose
 *         segments    leaves of segments, whose ends the device knows            segments.c, templates/reduce_segments
 *         ladder      the textbooks' rungs, of one array in free order           ladder.c,   templates/reduce_ladder
 *     the exact end   what the algebra's state cannot hold exactly is added anew exact.c,    templates/reduce_exact
 *
 * Skeletons know no operation, the algebra knows no thread. docs/reduce.md says what the tree is.
 */
#ifndef TW_GEN_FAMILIES_REDUCE_REDUCE_H
#define TW_GEN_FAMILIES_REDUCE_REDUCE_H

#include "gen/families/reduce/fields.h"
#include "gen/text/data.h"

#define TW_LEAF_BYTES   4096u /* of input, in rows and segments */
#define TW_LINE_BYTES   512u  /* of a leaf: an element per column of the leaf */
#define TW_STAGED_CHUNK 16u   /* bytes of a load from global memory where rows are staged */
#define TW_LEAF_ROWS    32u   /* of a leaf of columns */
#define TW_COLUMNS_WORD 4u    /* bytes of the words that shifted columns are put together of */
#define TW_MEMBERS_MAX  4u    /* of a state */

/* A scalar of the state: kernels keep states as structs, and in shared memory and scratch an array for each member, so
   that what accesses cost is known. */
struct tw_reduce_member {
    const char *name, *cuda; /* "value", "float"; static storage */
    enum tw_element element;
};

struct tw_reduce {
    enum tw_reduce_op op;
    enum tw_reduce_along along;
    enum tw_reduce_order order;
    enum tw_reduce_method method;
    enum tw_reduce_finish finish;
    enum tw_element input, result;
    enum tw_element sum; /* what sums and products are made in; the input's where `accumulator` is own */
    unsigned bytes;      /* of an element */
    unsigned inputs;     /* arrays: 2 of dot, else 1 */
    uint64_t rows, cols, batch, pitch;
    uint64_t results; /* that the variant gives */
    uint64_t length;  /* elements of each; of segments those of the array */
    uint64_t leaf;    /* elements of a leaf; of what a part holds where rows are added in any order */
    uint64_t count;   /* elements of an input's buffer, gaps included; 0: there are none */
    unsigned vector;  /* elements of a load */
    unsigned staged;  /* lanes that take a row out of shared memory; 0: rows are loaded directly */
    /* Rows begin at no multiples of a load, which is put together of those that it lies in: rows of 100 bytes by 16 begin
       4 bytes behind a multiple. */
    bool shifts;
    /* Which of whole lines leaves lanes with others' columns: these are joined in order, so they come back. */
    bool rotates;
    /* Elements of a load are taken all at once: 16 of int8. */
    bool bulk;
    /* shifts and bulk: columns may be any lane's, so chunks of 16 bytes are taken as they lie, but for what is no element's. */
    bool ragged;
    /* Along columns: rows are added in any order, and chunks loaded as they lie, wherever rows begin. */
    bool loose;
    unsigned align;   /* bytes that inputs begin at a multiple of */
    unsigned threads; /* of a block */
    unsigned c;       /* the number of the argument that takes the results */
    unsigned member_count;
    struct tw_reduce_member members[TW_MEMBERS_MAX];
    unsigned state_bytes; /* of all members together */
};

/* Of a resolved variant. */
struct tw_reduce tw_reduce_of(const int64_t *value);

/* The word that the variant has of a field that is one. Static storage. */
const char *tw_reduce_word(const int64_t *value, enum tw_reduce_field field);

/* Bytes of an element; the largest load, up to 16 bytes, that every row begins at a multiple of, with at least an element. */
unsigned tw_reduce_bytes(const int64_t *value);
uint64_t tw_reduce_widest_load(const int64_t *value);
/* Whether the variant's loads are wider than that, and are put together: of two chunks along rows, of words along columns;
   tw_reduce.shifts. */
bool tw_reduce_shifts(const int64_t *value);
/* Bytes that columns that shift are loaded at multiples of: words, or, of elements as large, vectors, of which lanes hand each other
   what they lack. */
unsigned tw_reduce_column_grain(const struct tw_reduce *r);

/* The arguments that are no scratch come first: a; b of dot, or offsets of segments; c. */
enum tw_reduce_argument { REDUCE_A, REDUCE_B, REDUCE_OFFSETS = REDUCE_B };

/* Of elements of one component. */
static inline unsigned tw_bytes_of(enum tw_element element)
{
    return tw_element_info(element)->bytes;
}

static inline unsigned tw_bits_of(enum tw_element element)
{
    return 8 * tw_bytes_of(element);
}

static inline bool tw_is_float(enum tw_element element)
{
    enum tw_scalar scalar = tw_element_info(element)->scalar;
    return scalar == TW_FLOAT || scalar == TW_BFLOAT;
}

static inline bool tw_is_signed(enum tw_element element)
{
    return tw_element_info(element)->scalar == TW_SIGNED;
}

/* ---- the algebra ---- */

/* Operations that round, where numbers do, and so have an accumulator: sum, product, norm2, mean, dot. */
bool tw_reduce_is_arithmetic(enum tw_reduce_op op);
/* Whether results are places: of argmin and argmax. */
bool tw_reduce_gives_places(enum tw_reduce_op op);
/* The state's members; how many. */
unsigned tw_reduce_members(const struct tw_reduce *r, struct tw_reduce_member members[TW_MEMBERS_MAX]);
/* Those of a part of one leaf; whether it holds as many elements as a leaf has. */
unsigned tw_reduce_part_members(const struct tw_reduce *r, struct tw_reduce_member members[TW_MEMBERS_MAX]);
bool tw_reduce_part_holds(const struct tw_reduce *r);
/* False, with the reason added, for types, operations and orders that do not go together. */
bool tw_reduce_algebra_accept(const int64_t *value, struct tw_text *reason);
/* Adds the variables of templates/reduce/reduce_algebra.cu.mustache. */
void tw_reduce_algebra_describe(const struct tw_reduce *r, const int64_t *value, struct tw_data *data);
/* Whether lanes count the elements of a leaf from their own first one, which leaves only constants to be counted, and say where that
   was when their parts are joined: argmin and argmax along rows. */
bool tw_reduce_moves(const struct tw_reduce *r);
/* Whether the columns of a leaf give the same in any order: nothing is rounded. */
bool tw_reduce_any_order(const struct tw_reduce *r);
/* Whether elements of a load can be taken all at once. */
bool tw_reduce_bulk(const struct tw_reduce *r);
/* Whether a column's elements are taken out of the words that they lie in: where its rows are added in any order. */
bool tw_reduce_takes_columns(const struct tw_reduce *r);
/* Whether an instruction for whole warps joins parts of their lanes (warp.c), of which it adds the variables of
   templates/reduce/reduce_warp.cu.mustache. */
bool tw_reduce_joins_by_warp(const struct tw_reduce *r);
void tw_reduce_warp_describe(const struct tw_reduce *r, const int64_t *value, struct tw_data *data);
/* The roundings on the longest way from an element to a result of which `depth` additions are made; 0: nothing rounds, or the
   order is not free, and bits are compared. */
uint64_t tw_reduce_chain(const struct tw_reduce *r, uint64_t depth);

/* ---- order exact ---- */

/* As of the algebra. */
unsigned tw_reduce_exact_members(const struct tw_reduce *r, struct tw_reduce_member members[TW_MEMBERS_MAX]);
bool tw_reduce_exact_accept(const struct tw_reduce *r, struct tw_text *reason);
/* Adds the last launch and its scratch, behind those of the skeleton; nothing for other orders. */
void tw_reduce_exact_shape(const struct tw_reduce *r, struct tw_shape *shape);
/* Whether it is that launch. */
bool tw_reduce_exact_is(const struct tw_launch *launch);
/* Adds the variables of templates/reduce/reduce_expansion.cu.mustache and reduce_exact.cu.mustache. */
void tw_reduce_exact_describe(const struct tw_reduce *r, const int64_t *value, struct tw_data *data);

/* ---- skeletons ---- */

/* False, with the reason added, if the field is no power of two: for those that cut the tree. */
bool tw_reduce_accept_power(const int64_t *value, enum tw_reduce_field field, struct tw_text *reason);

struct tw_reduce_skeleton {
    /* Replaces TW_DERIVED in the fields that say how. */
    void (*resolve)(int64_t *value, const struct tw_target *target);
    /* As of a family; the algebra and the common fields are accepted already. */
    bool (*accept)(const struct tw_reduce *r, const int64_t *value, const struct tw_target *target,
                   struct tw_text *reason);
    /* Adds scratch and launches; a, b or offsets, c, and work are there. Sets chain if the order is free. */
    void (*shape)(const struct tw_reduce *r, const int64_t *value, struct tw_shape *shape);
    /* Adds the variables of its template. */
    void (*describe)(const struct tw_reduce *r, const int64_t *value, struct tw_data *data);
    void (*predict)(const struct tw_reduce *r, const int64_t *value, const struct tw_shape *shape,
                    unsigned launch, struct tw_prediction *prediction);
    /* The ways worth trying where nobody gave a field, and one of them: fills open fields, perhaps not all, which resolve
       does then. */
    unsigned (*ways)(const int64_t *given);
    void (*take_way)(int64_t *value, unsigned way, const struct tw_target *target);
};

/* Whether the rule finishes rows by a cluster: where nobody gave `finish`, those of a small array, whose best way was measured. */
bool tw_reduce_rows_cluster(const int64_t *value, const struct tw_target *target);

/* Rows that are staged, or whose chunks are taken as they lie, as rows that are loaded element by element, of which a warp takes
   another number. */
void tw_reduce_rows_relax(int64_t *value);

extern const struct tw_reduce_skeleton tw_reduce_rows, tw_reduce_columns, tw_reduce_loose, tw_reduce_segments,
    tw_reduce_ladder;

/* That of a variant. */
const struct tw_reduce_skeleton *tw_reduce_skeleton_of(const int64_t *value);

/* A scratch array of `count` elements, or of one where that is 0. */
struct tw_argument tw_reduce_scratch(const char *name, enum tw_element element, uint64_t count,
                                     enum tw_before before);

extern const struct tw_family tw_family_reduce;

/* ---- the choice ---- */

#define TW_REDUCE_WAYS_MAX 128u /* of a skeleton */

/* `given` has what is the problem's and the loads; what says how may be open. */

/* One of the skeleton's ways with all fields; false: it is impossible. */
bool tw_reduce_take(const int64_t *given, unsigned way, const struct tw_target *target, int64_t *value);
/* Those that are possible, the most promising first; how many. */
unsigned tw_reduce_rank(const int64_t *given, const struct tw_target *target,
                        unsigned ways[TW_REDUCE_WAYS_MAX]);
/* Fills what is open with the most promising. */
void tw_reduce_choose(int64_t *value, const struct tw_target *target);
/* As of a family. */
void tw_reduce_chosen(const int64_t *value, const struct tw_target *target, struct tw_text *text);

#endif
