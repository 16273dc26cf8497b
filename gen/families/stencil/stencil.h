/*
 * stencil.h - what the parts of the stencil family share: a variant as numbers, its scheme's coefficients, its prediction and
 * its template's variables. docs/stencil.md tells more.
 */
#ifndef TW_GEN_FAMILIES_STENCIL_STENCIL_H
#define TW_GEN_FAMILIES_STENCIL_STENCIL_H

#include "gen/families/stencil/fields.h"
#include "gen/text/data.h"

/*
 * A variant. A block of `block_x` by `block_y` threads computes a tile of `tile_cols` by `tile_rows` elements; tiles follow
 * each other along the rows.
 *
 *     line         |..block_x * vector..|..block_x * vector..|     a thread has `height` vectors of a row, a block apart
 *     star, box    |..block_x * vector..|                          a thread marches down `height` rows, one vector wide
 *     shared       |.......block_x......|                          a thread has one element
 *     async        |..block_x * vector..|                          a block marches down `height` rows of any shape
 */
struct tw_stencil {
    uint64_t rows, cols, in_pitch, out_pitch;
    unsigned radius, radius_y; /* radius_y: 0 of a line                                       */
    unsigned bytes;            /* of an element                                               */
    unsigned block_x, block_y, vector, height, unroll;
    unsigned reach; /* vectors on each side that hold the neighbours               */
    uint64_t tile_cols, tile_rows, tiles_x, tiles_y;
    unsigned halo_cols, halo_rows, halo_pitch; /* of the tile in shared memory, with its halo       */
    unsigned coefficients; /* how many there are                                          */
    unsigned taps;         /* neighbours, the element itself among them if it counts       */
    /* The first element of its own vector that a marching thread needs: 1 where the first is in no sum, as in an antisymmetric line
       whose thread has no other element. ptxas would drop that load, which then stood in the PTX alone. */
    unsigned own_first;
    /* What async has: rows of the ring; vectors of a row in it beside those of the threads; by how many elements a vector begins
       before a multiple of 16 bytes more than in the row before (0 for other methods), and the rows after which that repeats. */
    unsigned stages, slots, halo_left, halo_right, in_step, out_step, period;
    bool line, star, marches, async, given, fixed;
    enum tw_stencil_boundary boundary;
    enum tw_stencil_symmetry symmetry;
    enum tw_stencil_coefficients where;
};

struct tw_stencil tw_stencil_of(const int64_t *value);

/* Sets what async alone has, of a variant that has the rest but for its tiles. */
void tw_stencil_set_async(struct tw_stencil *stencil);
/* The rows after which rows of these pitches begin alike, as seen from multiples of a vector. */
unsigned tw_stencil_period(uint64_t in_pitch, uint64_t out_pitch, unsigned vector);
unsigned tw_stencil_slot_vectors(const struct tw_stencil *stencil);
/* By how many elements the vectors of a row of so many, or more, steps begin before multiples of 16 bytes; row may be negative. */
unsigned tw_stencil_shift(const struct tw_stencil *stencil, unsigned step, int64_t row);
/* The elements of a thread's window in shared memory that row `row` of the input gives to sums: the first and the last. The window
   begins halo_left vectors before the thread's own. */
void tw_stencil_needed(const struct tw_stencil *stencil, int64_t row, unsigned *low, unsigned *high);
/* The least aligned part of a vector that holds the elements `needed`, a mask: how many, and the first of them. */
unsigned tw_stencil_part(const struct tw_stencil *stencil, unsigned needed, unsigned *first);
void tw_stencil_describe_async(const struct tw_stencil *stencil, struct tw_data *data);
void tw_stencil_predict_async(const struct tw_stencil *stencil, struct tw_prediction *prediction);

/* A row begins at a multiple of so many elements, for all rows. */
bool tw_stencil_divides(const int64_t *value, int64_t vector);
/* Between fixed borders a vector's columns are computed; with fewer some of its positions would be border in every vector, and the
   assembler would drop what is loaded for them. */
bool tw_stencil_fits_borders(const int64_t *value, int64_t vector);
/* What stands where nobody gave a value, and what is worth trying: of struct tw_family. */
void tw_stencil_resolve(int64_t *value, const struct tw_target *target);
unsigned tw_stencil_candidates(const int64_t *given, const struct tw_target *target, unsigned first,
                               unsigned count, int64_t *values);

/* Arguments by number. */
enum { STENCIL_IN, STENCIL_OUT, STENCIL_COEFFICIENTS };

/* Coefficient `number` of a scheme, in the order of the argument (docs/stencil.md). */
double tw_stencil_coefficient(const struct tw_stencil *stencil, enum tw_stencil_scheme scheme,
                              unsigned number);

/* The tile, and the accesses to it: the write, then the read of each row of neighbours, one in a pass, then that of an element to
   be copied. The addresses are those of the first block. */
bool tw_stencil_tile(const int64_t *value, struct tw_layout *layout);
void tw_stencil_accesses(const int64_t *value, struct tw_access_list *list);
void tw_stencil_addresses(const int64_t *value, unsigned access, unsigned first, unsigned count,
                          uint32_t *addr);

/* The passes of an access; and the byte that thread (x, y) of a block, which takes part, reads in one of an access from 1 on. */
unsigned tw_stencil_passes(const struct tw_stencil *stencil, unsigned access);
uint32_t tw_stencil_read(const struct tw_stencil *stencil, unsigned access, unsigned pass, unsigned x,
                         unsigned y);
/* The byte that it writes in a pass, which follow each other along the tile's rows; TW_NO_ADDRESS: none. */
uint32_t tw_stencil_written(const struct tw_stencil *stencil, unsigned pass, unsigned x, unsigned y);

/* Whether an element is copied. */
bool tw_stencil_is_border(const struct tw_stencil *stencil, uint64_t row, uint64_t column);

void tw_stencil_predict(const int64_t *value, const struct tw_shape *shape, unsigned launch,
                        struct tw_prediction *prediction);
void tw_stencil_describe(const int64_t *value, const char *name, const struct tw_rendering *rendering,
                         struct tw_data *data);

#endif
