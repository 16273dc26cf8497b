/*
 * Requests of a warp that both the input and the output of a row-run transpose make: elements of a chunk that lie in several places of
 * the tile, parts of chunks, pieces.
 */
#include "gen/families/transpose/row_run/predict.h"

void tw_row_run_count_chunk_elements(const struct counting *c, unsigned access, const struct lanes *lanes)
{
    const struct tw_transpose *t = c->t;
    unsigned groups = TW_CHUNK / t->cell, group = t->pack;
    for (unsigned n = 0; n < groups && lanes->active; n++) {
        for (unsigned e = 0; e < group; e++) {
            uint32_t addr[TW_WARP] = {0};
            for (unsigned lane = 0; lane < TW_WARP; lane++) {
                unsigned first = (n + lane / 8) % groups * group;
                bool far = c->f->jumps && (int)e >= lanes->near[lane] - (int)first;
                addr[lane] = lanes->at[lane] + c->offset[first] + c->offset[e] +
                             (uint32_t)(far ? lanes->jump[lane] : 0);
            }
            request(c, access, addr, lanes->active);
        }
    }
}

/* The requests of lanes that take the elements in the order of their lines: `near` is the first, the ones before it are
   `jump` away. */
static void count_quads(const struct counting *c, unsigned access, const struct lanes *lanes)
{
    for (unsigned e = 0; e < c->t->per_chunk && lanes->active; e++) {
        uint32_t addr[TW_WARP] = {0};
        for (unsigned lane = 0; lane < TW_WARP; lane++)
            addr[lane] = lanes->at[lane] + c->offset[e] +
                         (uint32_t)((int)e < lanes->near[lane] ? lanes->jump[lane] : 0);
        request(c, access, addr, lanes->active);
    }
}

void tw_row_run_count_lines(const struct counting *c, unsigned access, const struct lanes *lanes)
{
    if (c->f->quads)
        count_quads(c, access, lanes);
    else
        tw_row_run_count_chunk_elements(c, access, lanes);
}

static void set(struct lanes *lanes, unsigned lane, uint32_t at)
{
    lanes->at[lane] = at;
    lanes->active |= 1u << lane;
}

void tw_row_run_set_beside_gap(const struct counting *c, struct lanes *lanes, unsigned lane, uint64_t place,
                               uint64_t stride)
{
    set(lanes, lane, byte_of(c, place));
    if (!c->f->jumps) return;
    uint64_t n = c->t->per_chunk, run = c->f->span * n, next = (place / run + 1) * run;
    if (c->f->quads) {
        uint64_t from = place / stride % n, begin = place - from * stride;
        lanes->at[lane] = byte_of(c, begin);
        lanes->near[lane] = (int)from;
        lanes->jump[lane] = (int)(byte_of(c, begin + n * stride) - byte_of(c, begin));
        return;
    }
    lanes->near[lane] = (int)((next - place + stride - 1) / stride);
    lanes->jump[lane] = (int)TW_CHUNK;
}

void tw_row_run_set_in_matrix(const struct counting *c, struct lanes *lanes, unsigned lane, uint64_t p,
                              uint64_t place, uint64_t down, uint64_t across)
{
    set(lanes, lane, byte_of(c, place));
    bool last = p % c->f->area / down == across - 1;
    lanes->near[lane] = (int)(down - p % down);
    lanes->jump[lane] = (int)(1 - (int64_t)(last ? across : c->f->area)) * (int)c->t->bytes;
}

void tw_row_run_count_parts(const struct counting *c, unsigned access, const struct parts *parts,
                            uint64_t (*place)(const struct counting *c, unsigned row, uint64_t p),
                            const unsigned row[TW_WARP])
{
    for (unsigned turn = 0;; turn++) {
        uint32_t addr[TW_WARP] = {0}, active = 0;
        for (unsigned lane = 0; lane < TW_WARP; lane++) {
            uint64_t p = parts->begin[lane] + turn;
            if (p >= parts->end[lane]) continue;
            addr[lane] = byte_of(c, place(c, row[lane], p));
            active |= 1u << lane;
        }
        if (!active) return;
        request(c, access, addr, active);
    }
}

/* The access to a part of a row or a column, which may be no more than an element. */
static unsigned access_of(const struct tw_transpose *t, bool reads, unsigned bytes)
{
    if (bytes == t->bytes) return reads ? READ_ELEMENT : WRITE_ELEMENT;
    if (bytes == 2) return reads ? READ_HALF : WRITE_HALF;
    if (bytes == 4) return reads ? READ_WORD : WRITE_WORD;
    if (bytes == 8) return reads ? READ_PAIR : WRITE_PAIR;
    return reads ? READ_CHUNK : WRITE_CHUNK;
}

void tw_row_run_count_pieces(struct counting *c, bool reads, unsigned bytes, uint64_t count,
                             uint32_t (*byte)(const struct counting *c, uint64_t p))
{
    unsigned elements = bytes / c->t->bytes;
    uint64_t pieces = count / elements, all = begin_loop(c, pieces);
    for (uint64_t first = 0; first < all; first += TW_WARP) {
        uint32_t addr[TW_WARP] = {0};
        for (unsigned lane = 0; lane < TW_WARP && first + lane < pieces; lane++)
            addr[lane] = byte(c, (first + lane) * elements);
        request(c, access_of(c->t, reads, bytes), addr, tw_lanes_below(pieces - first));
    }
}
