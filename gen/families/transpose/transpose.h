/*
 * transpose.h - a variant of the transpose family in numbers, shared by what renders and what predicts it.
 *
 *             tile_cols                       out, transposed:
 *          +-----------+-----------+--+        tile (r, c) becomes tile (c, r)
 *  tile_   |  tile     |           |  |
 *  rows    |  (0, 0)   |  (0, 1)   |  |  rows  the last tiles of a row and of a column may be cut off
 *          +-----------+-----------+--+
 *          |           |           |  |
 *          +-----------+-----------+--+
 *                     cols
 */
#ifndef TW_GEN_FAMILIES_TRANSPOSE_TRANSPOSE_H
#define TW_GEN_FAMILIES_TRANSPOSE_TRANSPOSE_H

#include "gen/families/transpose/fields.h"
#include "gen/layout/sectors.h"

#define TW_CHUNK 16u /* bytes of a vector access */

/* Bytes moved from which on every way that is chosen from has the hint `keep`. */
#define TW_KEEP_FROM (UINT64_C(192) << 20)

struct tw_transpose {
    enum tw_transpose_method method;
    uint64_t rows, cols, batch, in_pitch, out_pitch, in_offset, out_offset;
    uint64_t in_count, out_count; /* elements of the buffers */
    unsigned bytes;               /* of an element           */
    unsigned base; /* both buffers begin at a multiple of so many bytes, as far as is known; at most 32 */
    unsigned bdimx, bdimy, threads;
    unsigned tile_rows, tile_cols;
    unsigned overlap; /* rows that a tile shares with the one below (vector method) */
    unsigned step;    /* rows from where a tile begins to where the one below does  */
    uint64_t tiles_down, tiles_across;
    uint64_t steps;  /* tiles that a block moves, one below the other: it walks */
    uint64_t walks;  /* blocks for a column of tiles */
    unsigned kept;   /* rows that a tile of a walk need not load: they are still in shared memory */
    uint64_t band;   /* tiles along the order before the walk turns, at most as many as there are */
    bool contiguous; /* no gap between the rows of the input */

    /* the vector method */
    unsigned vector;    /* bytes of a load from the input */
    unsigned per_chunk; /* elements of 16 bytes */
    unsigned pack;      /* rows whose elements share a word of 4 bytes */
    unsigned cell;      /* bytes of a store to shared memory: a word, or an element if that is larger */
    unsigned chunks;    /* 16-byte chunks of a column of the tile */
    unsigned in_grain, out_grain;     /* every row begins at a multiple of so many bytes, at most 32 */
    unsigned unit_chunks, unit_cells; /* a unit, what a warp loads at once: 8 chunks by 4 cells, or 4 by 8 */
    unsigned units, units_across;     /* in the tile; side by side */
};

/* Bytes read and written, without gaps. */
static inline uint64_t tw_transpose_moved(const struct tw_transpose *t)
{
    return 2 * t->batch * t->rows * t->cols * t->bytes;
}

/* Whether a tile goes through shared memory. */
static inline bool tw_transpose_is_shared(const struct tw_transpose *t)
{
    return t->method != TRANSPOSE_NAIVE && t->method != TRANSPOSE_SHUFFLE;
}

/* Whether it moves chunks of 16 bytes, not elements. */
static inline bool tw_transpose_in_chunks(const struct tw_transpose *t)
{
    return t->method == TRANSPOSE_VECTOR || t->method == TRANSPOSE_FLAT;
}

extern const struct tw_family tw_family_transpose;

/* Of an element. */
static inline unsigned tw_transpose_bytes(const int64_t *value)
{
    return tw_element_info((enum tw_element)value[TRANSPOSE_type])->bytes;
}

struct tw_transpose tw_transpose_of(const int64_t *value);

/* Where rows of either side begin anywhere in a chunk, at multiples of so many bytes; 16: nothing is shifted. */
static inline unsigned tw_transpose_shift(const struct tw_transpose *t)
{
    unsigned in = t->in_grain < t->vector ? t->in_grain : TW_CHUNK;
    return in < t->out_grain ? in : t->out_grain < TW_CHUNK ? t->out_grain : TW_CHUNK;
}

/* The band as it counts: no more tiles than there are; all of them if none is given. */
int64_t tw_transpose_band(const int64_t *value);

/* The part of it that does not depend on how it is computed; the rest is zero. */
struct tw_transpose tw_transpose_problem(const int64_t *value);

/* ---- which way (choose.c) ----

   The method auto, and fields that nobody gave of the methods in chunks, are those of the best of the ways below, as far as
   a model of measured times knows (estimate.h). */

/* What is chosen for a problem and a target when nobody gives it: a way, member by member of struct tw_way, and its field. The
   other fields have defaults of their own. */
#define TW_WAY_FIELDS(X)                                                                                     \
    X(method, method)                                                                                        \
    X(bdimy, BDIMY)                                                                                          \
    X(rows, tile_rows)                                                                                       \
    X(cols, tile_cols)                                                                                       \
    X(matrices, matrices)                                                                                    \
    X(vector, vector)                                                                                        \
    X(unroll, unroll)                                                                                        \
    X(order, order)                                                                                          \
    X(band, band)                                                                                            \
    X(hints, hints)

#define TW_ONE_MORE(member, field) +1
enum { TW_TRANSPOSE_OPEN_FIELDS = 0 TW_WAY_FIELDS(TW_ONE_MORE) };
#undef TW_ONE_MORE
extern const enum tw_transpose_field tw_transpose_open_fields[TW_TRANSPOSE_OPEN_FIELDS];

/* Whether nobody gave it. */
static inline bool tw_transpose_is_open(const int64_t *value, enum tw_transpose_field field)
{
    return value[field] == (field == TRANSPOSE_method ? (int64_t)TRANSPOSE_AUTO : TW_DERIVED);
}

/* Gives the field a value if nobody did. */
static inline void tw_transpose_default(int64_t *value, enum tw_transpose_field field, int64_t fallback)
{
    if (value[field] == TW_DERIVED) value[field] = fallback;
}

/* Dense rows where nobody says otherwise. */
static inline void tw_transpose_default_pitches(int64_t *value)
{
    tw_transpose_default(value, TRANSPOSE_in_pitch, value[TRANSPOSE_cols]);
    tw_transpose_default(value, TRANSPOSE_out_pitch, value[TRANSPOSE_rows]);
}

/* What a variant makes of a target's multiprocessors (SMs). */
struct tw_transpose_load {
    unsigned blocks, threads; /* resident on an SM; 0: the target cannot run it                    */
    uint64_t in_flight;       /* bytes that they have asked for at a time                          */
    uint64_t tiles;           /* of the whole problem                                              */
};

struct tw_transpose_load tw_transpose_load_of(const int64_t *value, const struct tw_target *target);

/* Whether that keeps the target busy; choose.c says why these numbers. */
bool tw_transpose_suits(const struct tw_transpose_load *load, const struct tw_target *target);

/* Replaces the method auto, and what is TW_DERIVED in a variant of a method in chunks; its problem's fields are not.
   What cannot be chosen, because of what was given, gets values that `accept` says the reason of. */
void tw_transpose_choose(int64_t *value, const struct tw_target *target);

/* The variants worth trying where it would choose, best first: tw_family's `candidates`. */
unsigned tw_transpose_candidates(const int64_t *given, const struct tw_target *target, unsigned first,
                                 unsigned count, int64_t *values);

/* ---- what is worth trying (candidates.c) ---- */

/* How a transpose is moved: the fields that are open. No member is smaller than another, so that ways compare as memory. */
struct tw_way {
#define MEMBER(member, field) int64_t member;
    TW_WAY_FIELDS(MEMBER)
#undef MEMBER
};

#define TW_WAYS_MAX 512u

struct tw_ways {
    const int64_t *given;
    struct tw_transpose problem;
    unsigned count;
    struct tw_way list[TW_WAYS_MAX];
};

/* The ways of the problem in `given`, whose pitches are known; what was given is as it was. Some may be impossible. */
void tw_transpose_list_ways(const int64_t *given, struct tw_ways *ways);

/* `given` moved that way. */
void tw_transpose_take_way(const int64_t *given, const struct tw_way *way, int64_t *value);

/* Says how that came about, if the variant is what it would choose: tw_family's `chosen`. */
void tw_transpose_chosen(const int64_t *value, const struct tw_target *target, struct tw_text *text);

/* The tile; that of the vector method is turned: its rows are those of the output. */
struct tw_layout tw_transpose_layout(const int64_t *value);
/* The variant's only launch; and the bytes that a matrix's address is a multiple of. */
struct tw_launch tw_transpose_launch(const int64_t *value);
unsigned tw_transpose_align(const int64_t *value);

/* Sectors that the rows of its tiles touch, each counted once for a row of a tile: what the L2 gives the multiprocessors. The
   first and last chunk of a dense input are taken to be shifted as all others are. 0: it is not said, of other methods and
   where one tile is as wide as the matrix. */
uint64_t tw_transpose_tile_sectors(const struct tw_transpose *t);

/* The prediction of its one launch: tw_family's `predict`. */
void tw_transpose_predict(const int64_t *value, const struct tw_shape *shape, unsigned launch,
                          struct tw_prediction *prediction);

/* The template's variables. */
void tw_transpose_describe(const int64_t *value, const char *name, const struct tw_rendering *rendering,
                           struct tw_data *data);

#endif
