/* The pitch that the lanes' distances show, then paddings and swizzles of it, from the cheapest on. */
#include "gen/layout/repair.h"

#define PITCHES 32u /* distances that are tried as the length of a row     */
#define MEANT   8u  /* units of padding that may have been declared at most */
#define STEPS   8u  /* that the lanes of a request take: of more, they go by no rows */

struct search {
    const struct tw_repair_access *accesses;
    size_t count;
    uint32_t begin, bytes, unit;
};

/* Rows of `pitch` bytes get `new_pitch` bytes; swizzle 0: columns stay. */
struct change {
    uint32_t pitch, new_pitch, swizzle;
};

static bool is_active(const struct tw_repair_access *access, unsigned lane)
{
    return access->active >> lane & 1u;
}

static uint32_t changed(const struct search *search, const struct change *change, uint32_t address)
{
    uint32_t offset = address - search->begin, row = offset / change->pitch, place = offset % change->pitch;
    uint32_t column = place / search->unit;
    if (change->swizzle) column ^= row % change->swizzle;
    return search->begin + row * change->new_pitch + column * search->unit + place % search->unit;
}

static bool is_ideal(const struct search *search, const struct change *change,
                     const struct tw_repair_access *access)
{
    uint32_t address[32] = {0};
    for (unsigned lane = 0; lane < 32; lane++) {
        if (!is_active(access, lane)) continue;
        address[lane] = change ? changed(search, change, access->address[lane]) : access->address[lane];
    }
    return tw_bank_wavefronts(access->op, access->bytes, address, access->active) <=
           tw_bank_ideal(access->bytes, access->active);
}

static bool are_ideal(const struct search *search, const struct change *change)
{
    for (size_t i = 0; i < search->count; i++) {
        if (!is_ideal(search, change, &search->accesses[i])) return false;
    }
    return true;
}

/* ---- the length of a row ---- */

struct pitches {
    uint32_t bytes[PITCHES];
    unsigned seen[PITCHES]; /* how often; the most frequent first */
    size_t count;
};

static void add_pitch(uint32_t bytes, struct pitches *pitches)
{
    size_t i = 0;
    while (i < pitches->count && pitches->bytes[i] != bytes) i++;
    if (i == PITCHES) return;
    if (i == pitches->count) pitches->seen[pitches->count++] = 0;
    unsigned seen = pitches->seen[i] + 1;
    for (; i && pitches->seen[i - 1] < seen; i--) {
        pitches->bytes[i] = pitches->bytes[i - 1];
        pitches->seen[i] = pitches->seen[i - 1];
    }
    pitches->bytes[i] = bytes;
    pitches->seen[i] = seen;
}

static void add_step(const struct search *search, const struct tw_repair_access *access, unsigned from,
                     unsigned to, bool whole, struct pitches *pitches)
{
    uint32_t a = access->address[from], b = access->address[to], step = a < b ? b - a : a - b;
    bool fits = !whole || (step && search->bytes % step == 0);
    if (step > access->bytes && step % search->unit == 0 && fits) add_pitch(step, pitches);
}

/* Neighbouring lanes that go down a column are a row apart, more than what one of them takes; and so are the first lanes of
   rows that several lanes go along. */
static void add_steps(const struct search *search, const struct tw_repair_access *access, bool whole,
                      struct pitches *pitches)
{
    unsigned before = 32, first = 32;
    for (unsigned lane = 0; lane < 32; lane++) {
        if (!is_active(access, lane)) continue;
        bool along = before < 32 && access->address[lane] - access->address[before] == access->bytes;
        if (before < 32) add_step(search, access, before, lane, whole, pitches);
        if (first < 32 && !along && first != before) add_step(search, access, first, lane, whole, pitches);
        if (!along) first = lane;
        before = lane;
    }
}

/* Data, not rows, say where the lanes go: hardly two of them are as far apart as two others. */
static bool is_scattered(const struct tw_repair_access *access)
{
    uint32_t steps[32];
    unsigned count = 0, before = 32;
    for (unsigned lane = 0; lane < 32; lane++) {
        if (!is_active(access, lane)) continue;
        uint32_t step = before < 32 ? access->address[lane] - access->address[before] : 0;
        unsigned i = 0;
        while (i < count && steps[i] != step) i++;
        if (i == count && before < 32) steps[count++] = step;
        before = lane;
    }
    return count > STEPS;
}

static bool are_scattered(const struct search *search)
{
    for (size_t i = 0; i < search->count; i++) {
        const struct tw_repair_access *access = &search->accesses[i];
        if (is_scattered(access) && !is_ideal(search, NULL, access)) return true;
    }
    return false;
}

/* `whole`: only pitches of which the array holds whole rows. */
static struct pitches list_pitches(const struct search *search, bool whole)
{
    struct pitches pitches = {.count = 0};
    for (size_t i = 0; i < search->count; i++) add_steps(search, &search->accesses[i], whole, &pitches);
    return pitches;
}

/* ---- changes ---- */

static uint32_t find_padding(const struct search *search, uint32_t pitch)
{
    for (uint32_t i = 1; i <= TW_REPAIR_PADS; i++) {
        const struct change change = {pitch, pitch + i * search->unit, 0};
        if (are_ideal(search, &change)) return i * search->unit;
    }
    return 0;
}

/* The largest offset within a row at which an access ends, and the last row that one begins in. */
static void measure(const struct search *search, uint32_t pitch, uint32_t *width, uint32_t *last)
{
    *width = *last = 0;
    for (size_t i = 0; i < search->count; i++) {
        const struct tw_repair_access *access = &search->accesses[i];
        for (unsigned lane = 0; lane < 32; lane++) {
            if (!is_active(access, lane)) continue;
            uint32_t offset = access->address[lane] - search->begin, end = offset % pitch + access->bytes;
            if (end > *width) *width = end;
            if (offset / pitch > *last) *last = offset / pitch;
        }
    }
}

/* Only a power of two of columns is permuted by exclusive or: what is behind it in a row must be padding. */
static uint32_t find_swizzle(const struct search *search, uint32_t pitch, uint32_t width, uint32_t *new_pitch)
{
    uint32_t columns = 1;
    while (2 * columns * search->unit <= pitch) columns *= 2;
    *new_pitch = columns * search->unit;
    if (width > *new_pitch) return 0;
    for (uint32_t swizzle = 2; swizzle <= columns && swizzle <= 32; swizzle *= 2) {
        const struct change change = {pitch, *new_pitch, swizzle};
        if (are_ideal(search, &change)) return swizzle;
    }
    return 0;
}

static uint32_t find_meant(const struct search *search, uint32_t pitch, uint32_t last)
{
    for (uint32_t i = 1; i <= MEANT && last; i++) {
        if (search->bytes == (last + 1) * (pitch + i * search->unit)) return pitch + i * search->unit;
    }
    return 0;
}

static struct tw_repair try_pitch(const struct search *search, uint32_t pitch)
{
    struct tw_repair tried = {.pitch = pitch, .unit = search->unit};
    uint32_t width, last;
    measure(search, pitch, &width, &last);
    tried.padding = find_padding(search, pitch);
    tried.swizzle = find_swizzle(search, pitch, width, &tried.swizzled_pitch);
    tried.meant = find_meant(search, pitch, last);
    return tried;
}

/* Less padding, or any repair instead of none; of what is alike the more frequent pitch stays. */
static bool is_better(const struct tw_repair *tried, const struct tw_repair *known)
{
    if (tried->padding && known->padding) return tried->padding < known->padding;
    return (tried->padding || tried->swizzle) && !(known->padding || known->swizzle);
}

bool tw_repair_find(const struct tw_repair_access *accesses, size_t count, uint32_t begin, uint32_t bytes,
                    struct tw_repair *repair)
{
    struct search search = {accesses, count, begin, bytes, 1};
    *repair = (struct tw_repair){0};
    for (size_t i = 0; i < count; i++) {
        if (accesses[i].bytes > search.unit) search.unit = accesses[i].bytes;
    }
    if (are_ideal(&search, NULL) || are_scattered(&search)) return false;
    struct pitches pitches = list_pitches(&search, true);
    if (!pitches.count) pitches = list_pitches(&search, false);
    for (size_t i = 0; i < pitches.count; i++) {
        struct tw_repair tried = try_pitch(&search, pitches.bytes[i]);
        if (!repair->pitch || is_better(&tried, repair)) *repair = tried;
    }
    return repair->padding || repair->swizzle;
}
