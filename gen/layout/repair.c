/* The pitches that the lanes' distances show and powers of two, then paddings and swizzles of each, all tried on all accesses. */
#include "gen/layout/repair.h"

#define PITCHES   8u  /* distances that are tried as the length of a row: the most frequent */
#define DISTANCES 32u /* that are counted */
#define MEANT     8u  /* units of padding that may have been declared at most */
#define STEPS     8u  /* that the lanes of a request take: of more, they go by no rows */
#define LOOKS     64u /* accesses that are looked at for rows of one lane each */
#define CHANCE    8u  /* part of the wavefronts that is chance where data say where lanes go */
#define SHARE     16u /* part of the array that rows may take more than what nobody sees */

struct search {
    const struct tw_repair_array *array;
    struct tw_repair *found;
    uint32_t unit, extent; /* bytes of the array, or to where it is accessed */
    const struct tw_repair_access *dearest;
    /* of paddings, of swizzles: */
    uint64_t fewest[2]; /* wavefronts                                                       */
    uint64_t most[2];   /* that count as few: then the cheapest is looked for; else 0       */
    struct tw_repair_change cheapest[2];
};

static bool is_active(const struct tw_repair_access *access, unsigned lane)
{
    return access->active >> lane & 1u;
}

/* ---- what a layout costs ---- */

/* Where the change moves an address. */
static uint32_t moved(const struct tw_repair_array *array, uint32_t unit,
                      const struct tw_repair_change *change, uint32_t address)
{
    if (change->kind == TW_REPAIR_KEPT) return address;
    uint32_t offset = address - array->begin, row = offset / change->pitch, place = offset % change->pitch;
    uint32_t column = place / unit;
    if (change->kind != TW_REPAIR_SWIZZLE)
        return array->begin + row * (change->pitch + change->padding) + place;
    column ^= row % change->swizzle;
    return array->begin + row * change->new_pitch + column * unit + place % unit;
}

static uint32_t cost_of(const struct search *search, const struct tw_repair_change *change,
                        const struct tw_repair_access *access)
{
    uint32_t address[32] = {0};
    for (unsigned lane = 0; lane < 32; lane++) {
        if (is_active(access, lane))
            address[lane] = moved(search->array, search->unit, change, access->address[lane]);
    }
    if (access->atomic_passes)
        return access->atomic_passes * tw_bank_atomic_wavefronts(access->bytes, address, access->active);
    return tw_bank_wavefronts(access->op, access->bytes, address, access->active);
}

/* How many of an access's `cost` wavefronts are bank conflicts. */
static uint32_t conflicts_of(const struct tw_repair_access *access, uint32_t cost)
{
    uint32_t ideal =
        tw_bank_ideal(access->bytes, access->active) * (access->atomic_passes ? access->atomic_passes : 1);
    return cost > ideal ? cost - ideal : 0;
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

/* Counts only until the sum exceeds `most`. */
static void count(const struct search *search, struct tw_repair_change *change, uint64_t most)
{
    change->wavefronts = change->conflicts = change->regular = 0;
    for (size_t i = 0; i < search->array->count && change->wavefronts <= most; i++) {
        const struct tw_repair_access *access = &search->array->accesses[i];
        const uint32_t cost = cost_of(search, change, access);
        const uint64_t conflicts = access->times * conflicts_of(access, cost);
        change->wavefronts += access->times * cost;
        change->conflicts += conflicts;
        change->regular += is_scattered(access) ? 0 : conflicts;
    }
}

static uint64_t dearness(const struct search *search, const struct tw_repair_access *access)
{
    static const struct tw_repair_change kept = {.kind = TW_REPAIR_KEPT};
    return access->times * conflicts_of(access, cost_of(search, &kept, access));
}

/* A swizzle moves a unit as one. */
static bool lie_in_units(const struct search *search)
{
    for (size_t i = 0; i < search->array->count; i++) {
        const struct tw_repair_access *access = &search->array->accesses[i];
        for (unsigned lane = 0; lane < 32; lane++) {
            uint32_t place = (access->address[lane] - search->array->begin) % search->unit;
            if (is_active(access, lane) && place + access->bytes > search->unit) return false;
        }
    }
    return true;
}

/* No access crosses the end of a row; *width: where in a row the last of them ends. */
static bool holds_rows(const struct tw_repair_array *array, uint32_t pitch, uint32_t *width)
{
    *width = 0;
    for (size_t i = 0; i < array->count; i++) {
        const struct tw_repair_access *access = &array->accesses[i];
        for (unsigned lane = 0; lane < 32; lane++) {
            if (!is_active(access, lane)) continue;
            uint32_t end = (access->address[lane] - array->begin) % pitch + access->bytes;
            if (end > *width) *width = end;
        }
    }
    return *width <= pitch;
}

/* ---- the length of a row ---- */

struct pitches {
    uint32_t bytes[DISTANCES];
    uint64_t seen[DISTANCES]; /* how often; the most frequent first */
    size_t count;
};

static void add_pitch(uint32_t bytes, uint64_t times, struct pitches *pitches)
{
    size_t i = 0;
    while (i < pitches->count && pitches->bytes[i] != bytes) i++;
    if (i == DISTANCES) return;
    if (i == pitches->count) pitches->seen[pitches->count++] = 0;
    uint64_t seen = pitches->seen[i] + times;
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
    bool fits = !whole || (step && search->array->bytes % step == 0);
    if (step > access->bytes && step % search->unit == 0 && fits) add_pitch(step, access->times, pitches);
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

/* Do scattered accesses cause at least half of the conflicts? */
static bool are_scattered(const struct search *search)
{
    uint64_t scattered = 0;
    for (size_t i = 0; i < search->array->count; i++) {
        const struct tw_repair_access *access = &search->array->accesses[i];
        if (is_scattered(access)) scattered += dearness(search, access);
    }
    return scattered && 2 * scattered >= search->found->kept.conflicts;
}

/* `whole`: only pitches of which the array holds whole rows. */
static struct pitches list_pitches(const struct search *search, bool whole)
{
    struct pitches pitches = {.count = 0};
    for (size_t i = 0; i < search->array->count; i++) {
        const struct tw_repair_access *access = &search->array->accesses[i];
        if (!is_scattered(access)) add_steps(search, access, whole, &pitches);
    }
    return pitches;
}

/* Does each lane go anywhere in a row of its own, in rows one after the other? */
static bool has_rows_of_lanes(const struct tw_repair_array *array, const struct tw_repair_access *access,
                              uint32_t pitch)
{
    for (unsigned lane = 1; lane < 32; lane++) {
        if (!is_active(access, lane) || !is_active(access, lane - 1)) continue;
        uint32_t row = (access->address[lane] - array->begin) / pitch,
                 before = (access->address[lane - 1] - array->begin) / pitch;
        if (row != before + 1) return false;
    }
    return access->active != 0;
}

/* Adds the pitches that divide the array and that at least half of its first accesses show. */
static void add_rows_of_lanes(const struct search *search, struct pitches *pitches)
{
    const struct tw_repair_array *array = search->array;
    size_t looks = array->count < LOOKS ? array->count : LOOKS;
    for (uint32_t pitch = 2 * search->unit; pitch <= array->bytes / 2; pitch += search->unit) {
        size_t shown = 0;
        if (array->bytes % pitch) continue;
        for (size_t i = 0; i < looks; i++) shown += has_rows_of_lanes(array, &array->accesses[i], pitch);
        if (2 * shown >= looks) add_pitch(pitch, UINT32_MAX, pitches);
    }
}

/* ---- changes ---- */

static bool is_padding(const struct tw_repair_change *change)
{
    return change->kind == TW_REPAIR_ROWS || change->kind == TW_REPAIR_SKEW;
}

/* Rows are what people write and read most easily: for that they may take a little more. */
static uint32_t price(const struct search *search, const struct tw_repair_change *change)
{
    return change->more + (change->kind == TW_REPAIR_SKEW ? search->extent / SHARE : 0);
}

static bool is_worth_it(const struct search *search, const struct tw_repair_change *change)
{
    const struct tw_repair_change *kept = &search->found->kept;
    if (change->wavefronts >= kept->wavefronts) return false;
    if (!search->found->scattered || 2 * change->conflicts <= kept->conflicts) return true;
    return change->regular < kept->regular && change->regular + kept->conflicts / CHANCE <= kept->regular;
}

static void try_fewest(struct search *search, struct tw_repair_change *change)
{
    const struct tw_repair_access *dearest = search->dearest;
    uint64_t *fewest = &search->fewest[!is_padding(change)];
    count(search, change, *fewest);
    search->found->tried++;
    search->found->opposed |=
        conflicts_of(dearest, cost_of(search, change, dearest)) * dearest->times < dearness(search, dearest);
    if (change->wavefronts < *fewest && is_worth_it(search, change)) *fewest = change->wavefronts;
}

static void try_cheapest(struct search *search, struct tw_repair_change *change)
{
    const unsigned kind = !is_padding(change);
    struct tw_repair_change *cheapest = &search->cheapest[kind];
    if (cheapest->kind && price(search, change) >= price(search, cheapest)) return;
    count(search, change, search->most[kind]);
    if (change->wavefronts <= search->most[kind] && is_worth_it(search, change)) *cheapest = *change;
}

static void try_change(struct search *search, struct tw_repair_change change)
{
    if (change.more > search->array->room) return;
    if (search->most[0])
        try_cheapest(search, &change);
    else
        try_fewest(search, &change);
}

/* Bytes more where every row but the last is padded, or also the last, as it is declared. */
static uint32_t grown(const struct search *search, uint32_t pitch, uint32_t padding, bool last)
{
    uint32_t rows = (search->extent + pitch - 1) / pitch;
    return padding * (last ? rows : rows - 1);
}

static void try_paddings(struct search *search, uint32_t pitch, bool by_lanes)
{
    for (uint32_t i = 1; i <= (by_lanes ? TW_REPAIR_PADS : 4); i += by_lanes ? 1 : i) {
        const uint32_t padding = i * search->unit;
        try_change(search, (struct tw_repair_change){.kind = by_lanes ? TW_REPAIR_ROWS : TW_REPAIR_SKEW,
                                                     .by_lanes = by_lanes,
                                                     .pitch = pitch,
                                                     .padding = padding,
                                                     .more = grown(search, pitch, padding, by_lanes)});
    }
}

/* Only a power of two of columns is permuted by exclusive or: what is behind it in a row must be padding. */
static void try_swizzles(struct search *search, uint32_t pitch, uint32_t width, bool by_lanes)
{
    uint32_t columns = 1;
    if (pitch % search->unit || !lie_in_units(search)) return;
    while (2 * columns * search->unit <= pitch) columns *= 2;
    const uint32_t new_pitch = columns * search->unit;
    if (width > new_pitch) return;
    for (uint32_t swizzle = 2; swizzle <= columns && swizzle <= 32; swizzle *= 2) {
        /* a plain array that ends within a row is filled up */
        uint32_t more = new_pitch == pitch ? (pitch - search->extent % pitch) % pitch : 0;
        try_change(search, (struct tw_repair_change){.kind = TW_REPAIR_SWIZZLE,
                                                     .by_lanes = by_lanes,
                                                     .pitch = pitch,
                                                     .swizzle = swizzle,
                                                     .new_pitch = new_pitch,
                                                     .more = search->array->bytes ? more : 0});
    }
}

static void try_pitch(struct search *search, uint32_t pitch, bool by_lanes)
{
    uint32_t width;
    if (!holds_rows(search->array, pitch, &width)) return;
    try_paddings(search, pitch, by_lanes);
    try_swizzles(search, pitch, width, by_lanes);
}

/* The last row that an access begins in. */
static uint32_t last_row(const struct search *search, uint32_t pitch)
{
    uint32_t last = 0;
    for (size_t i = 0; i < search->array->count; i++) {
        const struct tw_repair_access *access = &search->array->accesses[i];
        for (unsigned lane = 0; lane < 32; lane++) {
            uint32_t row = (access->address[lane] - search->array->begin) / pitch;
            if (is_active(access, lane) && row > last) last = row;
        }
    }
    return last;
}

static uint32_t find_meant(const struct search *search, uint32_t pitch)
{
    const uint32_t last = last_row(search, pitch);
    for (uint32_t i = 1; i <= MEANT && last; i++) {
        if (search->array->bytes == (last + 1) * (pitch + i * search->unit)) return pitch + i * search->unit;
    }
    return 0;
}

/* ---- all of it ---- */

/* As the array stands; false: nothing conflicts. */
static bool begin(struct search *search)
{
    const struct tw_repair_array *array = search->array;
    struct tw_repair_change kept = {.kind = TW_REPAIR_KEPT};
    uint64_t most = 0;
    for (size_t i = 0; i < array->count; i++) {
        const struct tw_repair_access *access = &array->accesses[i];
        if (access->bytes > search->unit) search->unit = access->bytes;
        for (unsigned lane = 0; lane < 32; lane++) {
            uint32_t end = access->address[lane] - array->begin + access->bytes;
            if (is_active(access, lane) && end > search->extent) search->extent = end;
        }
        if (dearness(search, access) <= most) continue;
        most = dearness(search, access);
        search->dearest = access;
    }
    if (array->bytes) search->extent = array->bytes;
    count(search, &kept, UINT64_MAX);
    *search->found = (struct tw_repair){.unit = search->unit, .kept = kept, .best = kept, .other = kept};
    search->fewest[0] = search->fewest[1] = kept.wavefronts;
    search->cheapest[0] = search->cheapest[1] = kept;
    return kept.conflicts;
}

static void try_pitches(struct search *search, const struct pitches *pitches)
{
    for (size_t i = 0; i < pitches->count && i < PITCHES; i++) try_pitch(search, pitches->bytes[i], true);
    for (uint32_t pitch = TW_REPAIR_LEAST_ROW; pitch <= TW_REPAIR_MOST_ROW; pitch *= 2)
        if (pitch > search->unit && pitch < search->extent) try_pitch(search, pitch, false);
}

/* What counts as few where the fewest are these. */
static uint64_t few(const struct search *search, uint64_t fewest)
{
    return fewest + (search->found->scattered ? fewest / CHANCE : 0);
}

/* The fewest wavefronts are known: now for the cheapest with as few. */
static void choose(struct search *search, const struct pitches *pitches)
{
    struct tw_repair *found = search->found;
    const uint64_t *fewest = search->fewest, all = few(search, fewest[fewest[1] < fewest[0]]);
    for (unsigned kind = 0; kind < 2; kind++)
        search->most[kind] = fewest[kind] <= all ? all : few(search, fewest[kind]);
    try_pitches(search, pitches);
    const struct tw_repair_change padding = search->cheapest[0], swizzle = search->cheapest[1];
    const bool padded = padding.kind && padding.wavefronts <= all;
    found->best = padded ? padding : swizzle;
    if (padded && swizzle.wavefronts <= all && swizzle.more < padding.more) found->other = swizzle;
    if (!padded && 2 * padding.conflicts <= found->kept.conflicts) found->other = padding;
    found->opposed = found->opposed && !found->best.kind;
}

bool tw_repair_find(const struct tw_repair_array *array, struct tw_repair *repair)
{
    struct search search = {.array = array, .found = repair, .unit = 1};
    if (!begin(&search)) return false;
    repair->scattered = are_scattered(&search);
    struct pitches pitches = list_pitches(&search, true);
    if (repair->scattered || !pitches.count) add_rows_of_lanes(&search, &pitches);
    if (!repair->scattered && !pitches.count) pitches = list_pitches(&search, false);
    if (pitches.count) repair->pitch = pitches.bytes[0];
    try_pitches(&search, &pitches);
    choose(&search, &pitches);
    const uint32_t rows = repair->best.by_lanes ? repair->best.pitch : repair->pitch;
    if (rows) repair->meant = find_meant(&search, rows);
    return repair->best.kind != TW_REPAIR_KEPT;
}
