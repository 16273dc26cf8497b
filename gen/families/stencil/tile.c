/* The tile in shared memory and the accesses to it. */
#include "base/whole.h"
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

static bool is_copy(const struct tw_stencil *s, unsigned access)
{
    return access > 2 * s->radius_y + 1;
}

/* All rows of a star but the middle one have a single neighbour. */
static bool is_single(const struct tw_stencil *s, unsigned access)
{
    return is_copy(s, access) || (s->star && access - 1 != s->radius);
}

unsigned tw_stencil_passes(const struct tw_stencil *s, unsigned access)
{
    if (access == 0) return tw_ceil_div(s->halo_cols, s->block_x) * tw_ceil_div(s->halo_rows, s->block_y);
    return is_single(s, access) ? 1 : s->line ? s->taps : 2 * s->radius + 1;
}

void tw_stencil_accesses(const int64_t *value, struct tw_access_list *list)
{
    const struct tw_stencil s = tw_stencil_of(value);
    unsigned side = 2 * s.radius_y + 1;
    if (s.marches) return;
    tw_access_list_add(list, (struct tw_access_info){"write tile", TW_STORE, s.bytes, .passes = 0});
    for (unsigned row = 0; row < side; row++) {
        const char *name = row_names[TW_STENCIL_PLANE_MAX - s.radius_y + row];
        tw_access_list_add(list, (struct tw_access_info){name, TW_LOAD, s.bytes, .passes = 0});
    }
    if (s.fixed)
        tw_access_list_add(list, (struct tw_access_info){"read to copy", TW_LOAD, s.bytes, .passes = 0});
    for (unsigned i = 0; i < list->count; i++) list->info[i].passes = tw_stencil_passes(&s, i);
}

bool tw_stencil_is_border(const struct tw_stencil *s, uint64_t row, uint64_t column)
{
    bool across = column < s->radius || column + s->radius >= s->cols;
    bool down = !s->line && (row < s->radius || row + s->radius >= s->rows);
    return s->fixed && (across || down);
}

/* Where thread x begins with coefficient x modulo their number: the neighbour, counted from the first. */
static unsigned divergent(const struct tw_stencil *s, unsigned pass, unsigned x)
{
    if (s->symmetry != STENCIL_ANTISYMMETRIC) return (x + pass) % s->coefficients;
    unsigned k = (x + pass / 2) % s->coefficients + 1;
    return pass % 2 ? s->radius - k : s->radius + k;
}

uint32_t tw_stencil_read(const struct tw_stencil *s, unsigned access, unsigned pass, unsigned x, unsigned y)
{
    unsigned across = is_single(s, access)                   ? s->radius
                      : s->where == STENCIL_DIVERGENT        ? divergent(s, pass, x)
                      : s->symmetry == STENCIL_ANTISYMMETRIC ? pass + (pass >= s->radius)
                                                             : pass;
    unsigned down = is_copy(s, access) ? s->radius_y : access - 1;
    return ((y + down) * s->halo_pitch + x + across) * s->bytes;
}

uint32_t tw_stencil_written(const struct tw_stencil *s, unsigned pass, unsigned x, unsigned y)
{
    unsigned across = tw_ceil_div(s->halo_cols, s->block_x);
    x += pass % across * s->block_x;
    y += pass / across * s->block_y;
    return x < s->halo_cols && y < s->halo_rows ? (y * s->halo_pitch + x) * s->bytes : TW_NO_ADDRESS;
}

/* The first block's addresses; its threads beyond the edges read nothing. */
void tw_stencil_addresses(const int64_t *value, unsigned access, unsigned first, unsigned count,
                          uint32_t *addr)
{
    struct tw_stencil s = tw_stencil_of(value);
    unsigned threads = s.block_x * s.block_y;
    for (unsigned i = 0; i < count; i++) {
        unsigned pass = (first + i) / threads, thread = (first + i) % threads;
        unsigned x = thread % s.block_x, y = thread / s.block_x;
        bool reads = x < s.cols && y < s.rows && tw_stencil_is_border(&s, y, x) == is_copy(&s, access);
        addr[i] = access == 0 ? tw_stencil_written(&s, pass, x, y)
                  : reads     ? tw_stencil_read(&s, access, pass, x, y)
                              : TW_NO_ADDRESS;
    }
}
