/* The tile in shared memory and the accesses to it, for pictures. */
#include "gen/families/stencil/stencil.h"

bool tw_stencil_tile(const int64_t *value, struct tw_layout *layout)
{
    struct tw_stencil s = tw_stencil_of(value);
    *layout = (struct tw_layout){.rows = s.halo_rows,
                                 .columns = s.halo_cols,
                                 .pitch = s.halo_pitch,
                                 .element_bytes = s.bytes,
                                 .swizzle = TW_SWIZZLE_NONE};
    return !s.marches;
}

static const char *const row_names[] = {
#define X(dy) "read row " #dy,
    X(-4) X(-3) X(-2) X(-1) X(0) X(+1) X(+2) X(+3) X(+4)
#undef X
};

static unsigned passes(unsigned extent, unsigned block)
{
    return (extent + block - 1) / block;
}

unsigned tw_stencil_accesses(const int64_t *value, struct tw_access_info info[TW_MAX_ACCESSES])
{
    struct tw_stencil s = tw_stencil_of(value);
    unsigned count = 0, side = 2 * s.radius_y + 1;
    if (s.marches) return 0;
    info[count++] = (struct tw_access_info){"write tile", TW_STORE, s.bytes, 0,
                                            passes(s.halo_cols, s.block_x) * passes(s.halo_rows, s.block_y)};
    for (unsigned row = 0; row < side; row++) {
        const char *name = row_names[TW_STENCIL_PLANE_MAX - s.radius_y + row];
        info[count++] = (struct tw_access_info){name, TW_LOAD, s.bytes, 0, 1};
    }
    if (s.fixed) info[count++] = (struct tw_access_info){"read to copy", TW_LOAD, s.bytes, 0, 1};
    return count;
}

/* Where a thread of a pass writes: passes follow each other along the tile's rows. */
static uint32_t written(const struct tw_stencil *s, unsigned thread)
{
    unsigned threads = s->block_x * s->block_y, pass = thread / threads, own = thread % threads;
    unsigned across = passes(s->halo_cols, s->block_x);
    unsigned x = pass % across * s->block_x + own % s->block_x;
    unsigned y = pass / across * s->block_y + own / s->block_x;
    if (x >= s->halo_cols || y >= s->halo_rows) return TW_NO_ADDRESS;
    return (y * s->halo_pitch + x) * s->bytes;
}

/* Of a row's neighbours the first; the element itself. */
void tw_stencil_addresses(const int64_t *value, unsigned access, unsigned first, unsigned count,
                          uint32_t *addr)
{
    struct tw_stencil s = tw_stencil_of(value);
    unsigned row = access - 1;
    bool copies = access > 2 * s.radius_y + 1, centre = copies || (s.star && row != s.radius);
    unsigned along = centre ? s.radius : 0, down = copies ? s.radius_y : row;
    for (unsigned i = 0; i < count; i++) {
        unsigned x = (first + i) % s.block_x + along, y = (first + i) / s.block_x + down;
        addr[i] = access == 0 ? written(&s, first + i) : (y * s.halo_pitch + x) * s.bytes;
    }
}
