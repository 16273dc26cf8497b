/*
 * row_run.h - a variant of the row-run method in numbers: which elements a block moves, and how.
 *
 *     tall                        wide                          whole
 *     +------------+              +-------+-------+-----+       +---+ +---+ +---+
 *     |  tile 0    |              | tile  | tile  |     |       | 0 | | 1 | | 2 | ...   matrices
 *     +------------+  rows of     |   0   |   1   |     |       +---+ +---+ +---+
 *     |  tile 1    |  the input   +-------+-------+-----+       `-- a tile --'
 *     +------------+
 *
 * A tall tile is one run of a dense input, a wide one of a dense output, a whole one of both. The tile in
 * shared memory is a run as well, chunk by chunk of 16 bytes:
 *
 *   gather    the input's; a thread gathers the elements of a chunk of the output from it
 *   scatter   the output's; a thread puts the elements of a chunk of the input to their places in it, or words (chunk_tiles.h)
 *   matrices  the input's; a thread reads whole matrices, as many as fill words of 4 bytes, into its registers, and puts them back turned
 *   columns   the input's; threads turn some columns of a matrix at a time, by words, into a second run (column_tiles.h)
 *   units     the input's; a thread turns whole matrices, element by element, into a second run
 */
#ifndef TW_GEN_FAMILIES_TRANSPOSE_ROW_RUN_ROW_RUN_H
#define TW_GEN_FAMILIES_TRANSPOSE_ROW_RUN_ROW_RUN_H

#include "gen/families/transpose/row_run/chunk_tiles.h"
#include "gen/families/transpose/row_run/column_tiles.h"

struct tw_row_run {
    enum tw_row_run_cover { ROW_RUN_TALL, ROW_RUN_WIDE, ROW_RUN_WHOLE } cover;
    enum tw_row_run_turn {
        ROW_RUN_GATHER,
        ROW_RUN_SCATTER,
        ROW_RUN_UNITS,
        ROW_RUN_MATRICES,
        ROW_RUN_COLUMNS
    } turn;
    enum tw_transpose_register registers; /* the register transpose that it has */
    unsigned matrices;                    /* of a tile, more than one only if it is whole */
    unsigned step;     /* elements from a tile of the matrix to the next, along its long side */
    unsigned overlap;  /* rows that a tall tile shares with the next */
    uint64_t tiles;    /* of a matrix                          */
    uint64_t blocks;   /* of the grid                          */
    uint64_t area;     /* elements of a matrix                 */
    uint64_t elements; /* of a full tile, with the gaps in its run */
    uint64_t
        stride; /* elements of the tile from one line to the next: rows (tall), columns (wide), or of a matrix (whole) */
    unsigned gap;   /* elements between rows of a tall tile's run: what is beside them is read too */
    bool part_tile; /* some tile is not full                */
    bool in_joined, out_joined; /* a tile is one run of that side */
    bool in_skewed, out_skewed; /* runs or rows of that side may begin within a chunk */
    bool in_ragged, out_ragged; /* a run of that side may have parts of chunks        */
    bool by_elements;           /* the output is written element by element from the input's run */
    bool pattern;               /* every chunk of the output holds whole columns */
    bool jumps;                 /* the elements of a chunk may lie in two places */
    bool quads;                 /* a warp takes 8 chunks of each of 4 neighbouring lines, not 32 of one */
    unsigned apart, alike; /* lines between two that begin alike, and how many of these follow each other */
    unsigned
        grouped; /* lines that are in groups of apart * alike, perhaps some behind the last; the others as they come */
    unsigned span;                       /* chunks of the tile behind which one is left out; 0: none is */
    unsigned swap_span;                  /* groups of so many chunks stand in */
    unsigned swaps;                      /* so many orders in turn; 0: chunks stand as they come */
    unsigned row_chunks;                 /* that a wide tile touches of a row    */
    unsigned row_vectors;                /* that a tall tile writes of a row of the output */
    unsigned before;                     /* elements of the tile before its run  */
    struct tw_chunk_tiles chunk_tiles;   /* of words, if it is a wide tile of small elements */
    struct tw_column_tiles column_tiles; /* the same, if it is whole matrices */
    unsigned unit_matrices, unit_elements, unit_words; /* that a thread turns at a time */
    unsigned part_words; /* of an access to a matrix tile: 4; or 2, 1, where that makes an odd number */
    unsigned unit_parts; /* accesses that write one */
    unsigned read_parts; /* that read one, which may begin within the first */
    unsigned in_piece, out_piece; /* bytes of an access where that side is no run */
    unsigned line; /* elements of a row in the tile, with what of a gap is read with column tiles */
    bool in_cut;   /* so the last piece of the buffer may reach beyond it */
    unsigned
        out_words; /* of a column that column tiles store by words, with the parts at its ends; 0: by pieces */
    uint64_t run_chunks;  /* of a run in shared memory            */
    uint64_t tile_chunks; /* of all shared memory                 */
};

/* The tile of a variant whose method is row-run; `t` is the variant in the numbers of tile.h. A register transpose that is not
   possible is left out. */
struct tw_row_run tw_row_run_of(const struct tw_transpose *t, const int64_t *value);

/* The register transpose of a tile where nobody says: chunks or matrices where these are possible, else none. Its other
   fields are known. */
enum tw_transpose_register tw_row_run_usual_registers(const int64_t *value);

/* Tall and wide tiles: the loop over the chunks of `lines` rows or columns, `chunks` of each. */
struct tw_row_run_loop {
    uint64_t chunks, lines;
};

/* The line of its item number `item`, and its chunk there, which both may be behind the last one. And how many items
   there are. */
void tw_row_run_item(const struct tw_row_run *run, const struct tw_row_run_loop *loop, uint64_t item,
                     uint64_t *line, uint64_t *chunk);
uint64_t tw_row_run_items(const struct tw_row_run *run, const struct tw_row_run_loop *loop);
struct tw_row_run_loop tw_row_run_loop_of(const struct tw_transpose *t, const struct tw_row_run *run);

/* Whether chunk tiles may reach beyond the input: tiles that hold such go by elements. */
bool tw_row_run_cuts_chunk_tiles(const struct tw_transpose *t, const struct tw_row_run *run);

/* Gives fields of the row-run method that nobody gave usual values: a tile of some 16 KB. */
void tw_row_run_default(int64_t *value);

/* False, with the reason added, if there is no such tile. */
bool tw_row_run_accept(const struct tw_transpose *t, const int64_t *value, struct tw_text *reason);

/* Sets the pointers of a variant, whose tile takes so many bytes, to any, and makes it possible so. */
void tw_row_run_relax(int64_t *value, uint32_t bytes);

/* Bytes that in and out must be multiples of. */
unsigned tw_row_run_align(const struct tw_transpose *t, const int64_t *value);

/* The elements that a chunk's element e, the output's element p, the input's element p take in a run: expressions
   of the template, and what predict counts with. */
unsigned tw_row_run_offset(const struct tw_transpose *t, const struct tw_row_run *run, unsigned e);
uint64_t tw_row_run_source(const struct tw_transpose *t, uint64_t p);
uint64_t tw_row_run_target(const struct tw_transpose *t, uint64_t p);

/* Whether matrix tiles go to the output in chunks that lie in two of the tile. Elements of 8 bytes go by themselves: the
   assembler would make the accesses narrower. */
bool tw_row_run_joins(const struct tw_transpose *t, const struct tw_row_run *run);

/* Whether a run that is turned in the tile is stored by elements: what units leave there begins with a chunk, wherever
   the output's run does, and two chunks are not joined. */
bool tw_row_run_stores_elements(const struct tw_transpose *t, const struct tw_row_run *run);

/* Where chunk `chunk` of a run stands in the tile. */
uint64_t tw_row_run_chunk(const struct tw_row_run *run, uint64_t chunk);

/* The byte of the tile where element `place` of a run lies, chunks left out before it counted. */
uint32_t tw_row_run_byte(const struct tw_transpose *t, const struct tw_row_run *run, uint64_t place);

/* The variables of the template; `element` is the CUDA type of one. */
struct tw_data;
void tw_row_run_describe(const struct tw_transpose *t, const struct tw_row_run *run, const char *element,
                         struct tw_data *data);

/* Adds the accesses of the one launch to the prediction. */
void tw_row_run_predict(const struct tw_transpose *t, const struct tw_row_run *run,
                        struct tw_prediction *prediction);

/* About the same of one tile in the middle, for each 128 bytes of it, from the first warps of each loop: a thousandth of
   the work. */
struct tw_row_run_cost {
    double loads, load_wavefronts, stores, store_wavefronts;
};
struct tw_row_run_cost tw_row_run_sample(const struct tw_transpose *t, const struct tw_row_run *run);

#endif
