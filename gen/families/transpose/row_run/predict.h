/*
 * predict.h - what the parts of the row-run method's prediction share. A block's accesses to shared memory are counted as
 * it runs, warp by warp, in the order of the kernel; each function follows the loops of
 * templates/transpose/transpose_row_run.cu.mustache and of what it includes:
 *
 *   predict_input.c     what is loaded is put into the tile
 *   predict_turned.c    whole matrices are turned within it: units, matrix tiles, column tiles
 *   predict_output.c    what is stored is read from it
 *
 * predict.c says which blocks there are, and how many of them do the same; predict_requests.c has the requests that
 * both input and output make. Addresses in global memory are in bytes, of buffers that begin at a multiple of a sector.
 */
#ifndef TW_GEN_FAMILIES_TRANSPOSE_ROW_RUN_PREDICT_H
#define TW_GEN_FAMILIES_TRANSPOSE_ROW_RUN_PREDICT_H

#include "gen/families/transpose/row_run/row_run.h"
#include "gen/layout/predict.h"

/* The accesses; predict.c names them. */
enum {
    WRITE_CHUNK,
    WRITE_ELEMENT,
    WRITE_HALF,
    WRITE_WORD,
    WRITE_PAIR,
    READ_ELEMENT,
    READ_HALF,
    READ_WORD,
    READ_PAIR,
    READ_CHUNK
};

/* A block's part of the problem, and how many do the same. */
struct block {
    unsigned rows, cols; /* of the tile: of a matrix if it is whole */
    unsigned count;      /* elements                                */
    bool first, last;    /* of its column or row of tiles           */
    bool ends;           /* with the input                          */
    uint64_t in, out;    /* the byte of its first element           */
    uint64_t first_col;
    uint64_t times;
};

struct counting {
    const struct tw_transpose *t;
    const struct tw_row_run *f;
    struct tw_prediction *prediction;
    uint64_t in_begin, in_end; /* bytes of a dense input */
    uint32_t offset[TW_CHUNK]; /* bytes from the first element of a chunk in the tile to each */
    struct block block;
    uint64_t most;  /* warps of a loop that are counted; the others are taken to be as these are */
    uint64_t times; /* what a request of the loop stands for */
};

/* Lanes of a warp, with the places of a chunk's elements. */
struct lanes {
    uint32_t active;
    uint32_t at[TW_WARP]; /* byte in the tile of element 0 */
    int near[TW_WARP], jump[TW_WARP];
};

/* Single elements that lanes move in turns: `begin` to `end` of each lane. */
struct parts {
    uint64_t begin[TW_WARP], end[TW_WARP];
};

/* The three steps of a block. */
void tw_row_run_count_input(struct counting *c);
void tw_row_run_count_turned(struct counting *c);
void tw_row_run_count_output(struct counting *c);

/* ---- requests (predict_requests.c) ---- */

/* The requests that gather or scatter a chunk each. */
void tw_row_run_count_chunk_elements(const struct counting *c, unsigned access, const struct lanes *lanes);

/* The same of lines of a tall or wide tile, whose elements lanes take in the order that the tile asks for. */
void tw_row_run_count_lines(const struct counting *c, unsigned access, const struct lanes *lanes);

/* Sets the lane of a tall or wide tile: where a chunk is left out among the elements from `place` on; or in which of two
   groups of chunks a line of the tile lies. */
void tw_row_run_set_beside_gap(const struct counting *c, struct lanes *lanes, unsigned lane, uint64_t place,
                               uint64_t stride);

/* Sets the lane of matrices of `down` by `across` elements in the tile: where the next column begins. */
void tw_row_run_set_in_matrix(const struct counting *c, struct lanes *lanes, unsigned lane, uint64_t p,
                              uint64_t place, uint64_t down, uint64_t across);

/* Elements of each lane's part, in turns; `place` gives the tile's element. */
void tw_row_run_count_parts(const struct counting *c, unsigned access, const struct parts *parts,
                            uint64_t (*place)(const struct counting *c, unsigned row, uint64_t p),
                            const unsigned row[TW_WARP]);

/* `count` elements, a piece of so many bytes to a thread; `byte` says where element p lies. */
void tw_row_run_count_pieces(struct counting *c, bool reads, unsigned bytes, uint64_t count,
                             uint32_t (*byte)(const struct counting *c, uint64_t p));

/* Begins a loop over `items`, one for each lane, and says up to which it is to be counted. */
static inline uint64_t begin_loop(struct counting *c, uint64_t items)
{
    uint64_t warps = (items + TW_WARP - 1) / TW_WARP, counted = warps < c->most ? warps : c->most;
    c->times = warps ? c->block.times * warps / counted : 0;
    return counted < warps ? counted * TW_WARP : items;
}

static inline void request(const struct counting *c, unsigned access, const uint32_t addr[TW_WARP],
                           uint32_t active)
{
    if (active) tw_predict_request(c->prediction, access, addr, active, c->times);
}

/* ---- places ---- */

static inline unsigned skew(const struct tw_transpose *t, uint64_t address)
{
    return (unsigned)(address % TW_CHUNK / t->bytes);
}

static inline uint32_t byte_of(const struct counting *c, uint64_t place)
{
    return tw_row_run_byte(c->t, c->f, place);
}

static inline uint32_t chunk_of(const struct counting *c, uint64_t chunk)
{
    return (uint32_t)(TW_CHUNK * tw_row_run_chunk(c->f, chunk));
}

/* The place in the tile of element p of the run of the input, and of the output; a run has no rows. */
static inline uint64_t in_run(const struct counting *c, unsigned row, uint64_t p)
{
    (void)row;
    uint64_t apart = p / c->f->area * c->f->column_tiles.gap * c->t->per_chunk;
    return p + apart + (c->f->in_joined ? skew(c->t, c->block.in) : 0);
}

static inline uint64_t out_run(const struct counting *c, unsigned row, uint64_t p)
{
    (void)row;
    return c->f->before + p +
           (c->f->out_skewed && c->f->turn == ROW_RUN_SCATTER ? skew(c->t, c->block.out) : 0);
}

/* Elements of the first chunk of the output's run before it. */
static inline unsigned out_skew(const struct counting *c)
{
    bool begins =
        c->f->turn == ROW_RUN_SCATTER || c->f->turn == ROW_RUN_COLUMNS || tw_row_run_joins(c->t, c->f);
    return begins && c->f->out_skewed ? skew(c->t, c->block.out) : 0;
}

#endif
