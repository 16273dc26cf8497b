/* Where each thread writes and reads, item by item. */
#include "gen/families/tile/addresses.h"

#include <assert.h>

/* Coordinates that are counted up, x the fastest, y and z where those before are through: of threads, or of items. */
struct counter {
    unsigned x, y, z, through_x, through_y;
};

static struct counter counter_at(unsigned number, unsigned through_x, unsigned through_y)
{
    return (struct counter){number % through_x, number / through_x % through_y,
                            number / through_x / through_y, through_x, through_y};
}

static void count_up(struct counter *at)
{
    if (++at->x < at->through_x) return;
    at->x = 0;
    if (++at->y < at->through_y) return;
    at->y = 0;
    at->z++;
}

/* What all threads of an access go through. */
struct walk {
    struct tw_tile tile;
    struct tw_layout layout;
    unsigned access, extent[TILE_AXES];
};

/* Elements are numbered along the rows of the tile, which the layout may cut into shorter ones. */
static uint32_t element_address(const struct tw_layout *layout, uint32_t element)
{
    return tw_layout_element(layout, element / layout->columns, element % layout->columns) *
           layout->element_bytes;
}

/* The address of item (x, y, z), or TW_NO_ADDRESS beyond the tile. */
static uint32_t address(const struct walk *walk, unsigned x, unsigned y, unsigned z)
{
    bool rows = walk->tile.along_rows[walk->access];
    if (x >= walk->extent[TILE_X] || y >= walk->extent[TILE_Y] || z >= walk->extent[TILE_Z])
        return TW_NO_ADDRESS;
    unsigned row = z * walk->tile.rows + (rows ? y : x);
    return element_address(&walk->layout, row * walk->tile.columns + (rows ? x : y));
}

/* `count` threads of one pass. */
static void add_pass(const struct walk *walk, unsigned pass, unsigned first, unsigned count, uint32_t *addr)
{
    const struct tw_tile *tile = &walk->tile;
    const unsigned *extent = walk->extent, *block = tile->block;
    unsigned x = 0, y = 0, z = 0; /* where the pass begins */
    struct counter at;

    if (tile->linear) {
        at = counter_at(pass * tile->threads + first, extent[TILE_X], extent[TILE_Y]);
    } else {
        struct counter place = counter_at(pass, tw_tile_passes_along(tile, walk->access, TILE_X),
                                          tw_tile_passes_along(tile, walk->access, TILE_Y));
        at = counter_at(first, block[TILE_X], block[TILE_Y]);
        x = place.x * block[TILE_X];
        y = place.y * block[TILE_Y];
        z = place.z * block[TILE_Z];
    }
    for (unsigned i = 0; i < count; i++, count_up(&at)) addr[i] = address(walk, x + at.x, y + at.y, z + at.z);
}

/* By a pattern items `first` and further. */
static void add_pattern(const struct tw_pattern *pattern, const struct tw_layout *layout, unsigned first,
                        unsigned count, uint32_t *addr)
{
    for (unsigned i = 0; i < count; i++) {
        uint32_t element = 0;
        addr[i] = TW_NO_ADDRESS;
        if (first + i >= pattern->elements) continue;
        tw_pattern_element(pattern, first + i, &element);
        addr[i] = element_address(layout, element);
    }
}

/* An access that is gone through. */
struct way {
    struct walk walk;
    struct tw_pattern pattern;
    bool patterned;
};

static void open_way(const int64_t *value, unsigned access, struct way *way)
{
    way->walk = (struct walk){.tile = tw_tile_of(value), .layout = tw_tile_layout(value), .access = access};
    tw_tile_extents(&way->walk.tile, access, way->walk.extent);
    way->patterned = tw_tile_pattern(value, &way->walk.tile, access, &way->pattern);
}

static void close_way(struct way *way)
{
    if (way->patterned) tw_pattern_free(&way->pattern);
}

static void add_addresses(const struct way *way, unsigned first, unsigned count, uint32_t *addr)
{
    const struct tw_tile *tile = &way->walk.tile;
    unsigned threads = tile->threads, pass = first / threads, place = first % threads;
    if (way->patterned) {
        add_pattern(&way->pattern, &way->walk.layout, first, count, addr);
        return;
    }
    assert(first + count <= threads * tw_tile_passes(tile, way->walk.access));
    for (unsigned part; count > 0; count -= part, addr += part, pass++, place = 0) {
        part = count < threads - place ? count : threads - place;
        add_pass(&way->walk, pass, place, part, addr);
    }
}

void tw_tile_addresses(const int64_t *value, unsigned access, unsigned first, unsigned count, uint32_t *addr)
{
    const unsigned number = access / TILE_ACCESSES;
    const uint32_t start = tw_tile_start(value, number);
    int64_t own[TILE_FIELD_COUNT];
    struct way way;
    tw_tile_values(value, number, own);
    open_way(own, access % TILE_ACCESSES, &way);
    add_addresses(&way, first, count, addr);
    close_way(&way);
    for (unsigned i = 0; i < count; i++) addr[i] += addr[i] == TW_NO_ADDRESS ? 0 : start;
}

/* ---- races ---- */

#define RANGE 2048u /* elements whose writers are remembered at a time */

/* Threads that wait for each other have one number: that of their warp, or each one its own. */
static bool visit_range(const struct way *way, unsigned together, uint32_t base, bool writes,
                        uint16_t writer[RANGE])
{
    const unsigned threads = way->walk.tile.threads,
                   passes = tw_tile_passes(&way->walk.tile, way->walk.access);
    uint32_t addr[TW_MAX_BLOCK_THREADS];
    for (unsigned pass = 0; pass < passes; pass++) {
        add_addresses(way, pass * threads, threads, addr);
        for (unsigned thread = 0; thread < threads; thread++) {
            if (addr[thread] == TW_NO_ADDRESS) continue;
            const uint32_t element = addr[thread] / way->walk.layout.element_bytes - base;
            if (element >= RANGE) continue;
            if (!writes && writer[element] != thread / together) return false;
            writer[element] = (uint16_t)(thread / together);
        }
    }
    return true;
}

static bool tile_races(const int64_t *value)
{
    const unsigned together = value[TILE_barrier] == TILE_WARP_BARRIER ? TW_WARP : 1;
    const struct tw_layout layout = tw_tile_layout(value);
    uint16_t writer[RANGE] = {0};
    struct way write, read;
    bool ordered = true;
    open_way(value, TILE_WRITE, &write);
    open_way(value, TILE_READ, &read);
    for (uint32_t base = 0; ordered && base < layout.rows * layout.pitch; base += RANGE)
        ordered = visit_range(&write, together, base, true, writer) &&
                  visit_range(&read, together, base, false, writer);
    close_way(&write);
    close_way(&read);
    return !ordered;
}

bool tw_tile_races(const int64_t *value)
{
    bool races = false;
    if (value[TILE_barrier] == TILE_BLOCK_BARRIER) return false;
    for (unsigned i = 0; i < value[TILE_tiles] && !races; i++) {
        int64_t own[TILE_FIELD_COUNT];
        tw_tile_values(value, i, own);
        races = tile_races(own);
    }
    return races;
}
