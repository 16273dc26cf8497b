/*
 * stencil.h - what the parts of the stencil family share: a variant as numbers, its scheme's coefficients, its prediction and
 * its template's variables. docs/stencil.md tells more.
 */
#ifndef TW_GEN_FAMILIES_STENCIL_STENCIL_H
#define TW_GEN_FAMILIES_STENCIL_STENCIL_H

#include "gen/data.h"
#include "gen/families/stencil/fields.h"

/*
 * A variant. A block of `block_x` by `block_y` threads computes a tile of `tile_cols` by `tile_rows` elements; tiles follow
 * each other along the rows.
 *
 *     line         |..block_x * vector..|..block_x * vector..|     a thread has `height` vectors of a row, a block apart
 *     star, box    |..block_x * vector..|                          a thread marches down `height` rows, one vector wide
 *     shared       |.......block_x......|                          a thread has one element
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
    bool line, star, marches, given, fixed;
    enum tw_stencil_boundary boundary;
    enum tw_stencil_symmetry symmetry;
    enum tw_stencil_coefficients where;
};

struct tw_stencil tw_stencil_of(const int64_t *value);

/* Arguments by number. */
enum { STENCIL_IN, STENCIL_OUT, STENCIL_COEFFICIENTS };

/* Coefficient `number` of a scheme, in the order of the argument (docs/stencil.md). */
double tw_stencil_coefficient(const struct tw_stencil *stencil, enum tw_stencil_scheme scheme,
                              unsigned number);

/* The tile, and the accesses to it: the write, then the read of each row of neighbours, one in a pass, then that of an element to
   be copied. The addresses are those of the first block. */
bool tw_stencil_tile(const int64_t *value, struct tw_layout *layout);
unsigned tw_stencil_accesses(const int64_t *value, struct tw_access_info info[TW_MAX_ACCESSES]);
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
