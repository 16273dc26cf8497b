/* The least time that a work can take on a device, by its ceilings; ceilings as a text that is kept. */
#include "runtime/measure/ceilings.h"

#include <inttypes.h>

#include "runtime/compile/note.h"

const char *tw_ceiling_word(enum tw_ceiling ceiling)
{
    static const char *const words[] = {
#define X(name, word) word,
        TW_CEILINGS(X)
#undef X
    };
    return words[ceiling];
}

double tw_ceiling_us(const struct tw_ceilings *ceilings, enum tw_ceiling ceiling, uint64_t bytes)
{
    struct tw_ceiling_point from = {0}, to = ceilings->points[0];
    double launch = ceilings->launch_us;
    for (unsigned i = 1; i < ceilings->count && to.bytes < bytes; i++) {
        from = to;
        to = ceilings->points[i];
    }
    if (to.bytes < bytes) from = (struct tw_ceiling_point){0}; /* beyond the last: as fast as that one */
    double start = from.bytes ? from.us[ceiling] : launch;
    double share = ((double)bytes - (double)from.bytes) / ((double)to.bytes - (double)from.bytes);
    return start + share * (to.us[ceiling] - start);
}

/*
 * A share x of all bytes is read and the rest written. With the times R, W and C that reading, writing and copying as many
 * bytes take at best, behind the launch:
 *
 *     R x and W (1 - x)       whoever does the whole also does that part, which cannot take longer than the whole
 *     C 2 min(x, 1 - x)       the same of the largest copy in it
 *     s (R x + W (1 - x))     what has one bus for both does one after the other (DRAM); s is how far a copy, which is half
 *                             of each, stays below that sum where both overlap (L2), and never more than 1
 *
 * The largest is the bound. What comes from DRAM comes in fills; what stays in the L2, in sectors.
 */
double tw_bound_us(const struct tw_ceilings *ceilings, const struct tw_work *work)
{
    uint64_t read = 32 * work->read_sectors, written = 32 * work->written_sectors;
    if (read + written > ceilings->l2_bytes) read = 64 * work->read_fills;
    uint64_t all = read + written;
    if (!ceilings->count || !all) return 0;
    double launch = ceilings->launch_us, x = (double)read / (double)all, y = 1 - x;
    double r = tw_ceiling_us(ceilings, TW_CEILING_READ, all) - launch;
    double w = tw_ceiling_us(ceilings, TW_CEILING_WRITE, all) - launch;
    double c = tw_ceiling_us(ceilings, TW_CEILING_COPY, all) - launch;
    double overlap = 2 * c < r + w ? 2 * c / (r + w) : 1;
    const double bounds[] = {r * x, w * y, c * 2 * (x < y ? x : y), overlap * (r * x + w * y)};
    double most = 0;
    for (unsigned i = 0; i < sizeof bounds / sizeof *bounds; i++) most = bounds[i] > most ? bounds[i] : most;
    return launch + most;
}

/* ---- kept ---- */

/*
 *     ceilings 1
 *     l2 BYTES
 *     launch NANOSECONDS
 *     spread MILLIONTHS
 *     point BYTES NANOSECONDS NANOSECONDS NANOSECONDS      one for each point: read, write, copy
 */
#define HEAD "ceilings 1\n"

static void print(const struct tw_ceilings *ceilings, struct tw_text *text)
{
    tw_text_addf(text, HEAD "l2 %" PRIu64 "\nlaunch %" PRIu64 "\nspread %" PRIu64 "\n", ceilings->l2_bytes,
                 tw_note_scaled(ceilings->launch_us, 1e3), tw_note_scaled(ceilings->spread, 1e6));
    for (unsigned i = 0; i < ceilings->count; i++) {
        const struct tw_ceiling_point *point = &ceilings->points[i];
        tw_text_addf(text, "point %" PRIu64, point->bytes);
        for (unsigned c = 0; c < TW_CEILING_COUNT; c++)
            tw_text_addf(text, " %" PRIu64, tw_note_scaled(point->us[c], 1e3));
        tw_text_add_char(text, '\n');
    }
}

static bool read_point(const char **at, struct tw_ceiling_point *point)
{
    uint64_t ns;
    if (!tw_note_number(at, "point ", &point->bytes)) return false;
    for (unsigned c = 0; c < TW_CEILING_COUNT; c++) {
        if (!tw_note_number(at, " ", &ns)) return false;
        point->us[c] = (double)ns / 1e3;
    }
    return tw_note_skip(at, "\n");
}

/* What the struct promises. */
static bool is_sound(const struct tw_ceilings *ceilings)
{
    struct tw_ceiling_point last = {0};
    for (unsigned c = 0; c < TW_CEILING_COUNT; c++) last.us[c] = ceilings->launch_us;
    for (unsigned i = 0; i < ceilings->count; i++) {
        const struct tw_ceiling_point *point = &ceilings->points[i];
        if (point->bytes <= last.bytes) return false;
        for (unsigned c = 0; c < TW_CEILING_COUNT; c++) {
            if (point->us[c] < last.us[c]) return false;
        }
        last = *point;
    }
    return ceilings->count > 0 && ceilings->launch_us > 0;
}

static bool read_ceilings(const char *at, struct tw_ceilings *ceilings)
{
    uint64_t launch, spread;
    if (!tw_note_skip(&at, HEAD) || !tw_note_number(&at, "l2 ", &ceilings->l2_bytes) ||
        !tw_note_number(&at, "\nlaunch ", &launch) || !tw_note_number(&at, "\nspread ", &spread) ||
        !tw_note_skip(&at, "\n"))
        return false;
    ceilings->launch_us = (double)launch / 1e3;
    ceilings->spread = (double)spread / 1e6;
    while (*at && ceilings->count < TW_MAX_CEILING_POINTS) {
        if (!read_point(&at, &ceilings->points[ceilings->count++])) return false;
    }
    return !*at && is_sound(ceilings);
}

bool tw_ceilings_keep(struct tw_cache *cache, const struct tw_device *device,
                      const struct tw_ceilings *ceilings)
{
    struct tw_text text = {0};
    print(ceilings, &text);
    return tw_note_keep(cache, HEAD, device, &text);
}

bool tw_ceilings_recall(struct tw_cache *cache, const struct tw_device *device, struct tw_ceilings *ceilings)
{
    struct tw_text text = {0};
    *ceilings = (struct tw_ceilings){0};
    bool found = tw_note_recall(cache, HEAD, device, &text) && read_ceilings(tw_text_string(&text), ceilings);
    if (!found) *ceilings = (struct tw_ceilings){0};
    tw_text_free(&text);
    return found;
}
