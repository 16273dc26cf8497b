/* The bank map of a variant: the worst request of each access, its conflicts and the reason for them. */
#include "gen/layout/bankmap.h"
#include "base/whole.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Marks the bank's conflict, if it is one: the different words that lanes first..last-1 want from it, each in a row of its
   own. */
static unsigned words_in_bank(const struct tw_bank_machine *machine, unsigned bytes,
                              const struct tw_bank_request *request, unsigned first, unsigned last,
                              unsigned bank, uint32_t *lanes)
{
    uint32_t rows[TW_WARP * 4];
    unsigned words = 0, span = bytes <= 4 ? 1 : bytes / 4;
    *lanes = 0;
    for (unsigned lane = first; lane < last; lane++) {
        for (unsigned k = 0; request->active >> lane & 1u && k < span; k++) {
            uint32_t addr = request->addr[lane] + 4 * k, row = tw_bank_row(machine, addr);
            if (tw_bank_of(machine, addr) != bank) continue;
            unsigned known = 0;
            while (known < words && rows[known] != row) known++;
            if (known == words) rows[words++] = row;
            *lanes |= 1u << lane;
        }
    }
    return words;
}

/* Adds a bank's conflict to the list,
   or widens the last entry when it is the same conflict one bank further. */
static void add_conflict(struct tw_bank_request *request, unsigned bank, unsigned words, uint32_t lanes)
{
    request->conflicting |= lanes;
    if (request->conflict_count) {
        struct tw_bank_conflict *last = &request->conflicts[request->conflict_count - 1];
        if (last->bank + last->banks == bank && last->words == words && last->lanes == lanes) {
            last->banks++;
            return;
        }
    }
    assert(request->conflict_count < TW_MAX_CONFLICTS);
    request->conflicts[request->conflict_count++] = (struct tw_bank_conflict){bank, 1, words, lanes};
}

/* Two words in one bank are no conflict where loads merge groups and that costs nothing. */
static void find_conflicts(const struct tw_bank_machine *machine, const struct tw_access_info *info,
                           struct tw_bank_request *request)
{
    const unsigned banks = machine->banks;
    if (request->wavefronts <= request->ideal) return;
    unsigned group = tw_bank_group_on(machine, info->op, info->bytes, request->addr, request->active);
    for (unsigned first = 0; first < banks; first += group) {
        unsigned last = first + group < banks ? first + group : banks;
        for (unsigned bank = 0; bank < banks; bank++) {
            uint32_t lanes;
            unsigned words = words_in_bank(machine, info->bytes, request, first, last, bank, &lanes);
            if (words > 1) add_conflict(request, bank, words, lanes);
        }
    }
}

/* w[i] = w[0] + step * (i mod run) + i / run for all lanes. */
static bool is_runs(const uint32_t addr[32], unsigned lanes, unsigned step, unsigned run)
{
    for (unsigned i = 0; i < lanes; i++) {
        if (addr[i] / 4 != addr[0] / 4 + step * (i % run) + i / run) return false;
    }
    return true;
}

static struct tw_bank_why why(const struct tw_layout *layout, const struct tw_bank_machine *machine,
                              unsigned bytes, const struct tw_bank_request *request)
{
    const struct tw_bank_why none = {TW_REASON_NONE, 0, 0, 0};
    const uint32_t *addr = request->addr;
    unsigned banks = machine->banks, lanes = 0, run = 1;
    while (lanes < banks && request->active >> lanes & 1u) lanes++;
    bool others = lanes < TW_WARP && request->active >> lanes; /* beyond a gap */
    if (machine->bytes != 4 || bytes != 4 || layout->element_bytes != 4 ||
        layout->swizzle != TW_SWIZZLE_NONE || lanes < 2 || others)
        return none;
    if (addr[1] <= addr[0]) return none;

    unsigned step = (addr[1] - addr[0]) / 4, g = (unsigned)tw_gcd(step, banks);
    while (run < lanes && addr[run] / 4 == addr[0] / 4 + run * step) run++;
    if (run == lanes) {
        assert(request->wavefronts == (lanes * g + banks - 1) / banks);
        return (struct tw_bank_why){TW_REASON_STEP, step, run, g};
    }
    if (run < 2 || lanes != banks || banks % run != 0 || !is_runs(addr, lanes, step, run)) return none;
    assert((request->wavefronts == 1) == (g == banks / run));
    return (struct tw_bank_why){TW_REASON_RUNS, step, run, g};
}

static void make_request(const struct tw_family *family, const int64_t *value, const struct tw_bankmap *map,
                         unsigned access, unsigned pass, unsigned warp, struct tw_bank_request *request)
{
    const struct tw_access_info *info = &map->accesses[access].info;
    unsigned banks = map->machine.banks, first = warp * banks;
    unsigned lanes = map->threads - first < banks ? map->threads - first : banks;
    *request = (struct tw_bank_request){.pass = pass, .warp = warp};
    tw_family_addresses(family, value, map->accesses[access].number, pass * map->threads + first, lanes,
                        request->addr);
    for (unsigned lane = 0; lane < lanes; lane++) {
        if (request->addr[lane] == TW_NO_ADDRESS)
            request->addr[lane] = 0;
        else
            request->active |= 1u << lane;
    }
    if (!request->active) return;
    request->wavefronts =
        tw_bank_wavefronts_on(&map->machine, info->op, info->bytes, request->addr, request->active);
    request->ideal = tw_bank_ideal_on(&map->machine, info->bytes, request->active);
    if (request->ideal > request->wavefronts) request->ideal = request->wavefronts; /* groups merged */
}

static bool is_worse(const struct tw_bank_request *a, const struct tw_bank_request *b)
{
    return a->wavefronts - a->ideal > b->wavefronts - b->ideal;
}

/* One pass of it; true when its dearest request is the worst so far. */
static bool add_pass(const struct tw_family *family, const int64_t *value, struct tw_bankmap *map,
                     unsigned number, unsigned pass, uint8_t per_warp[TW_MAX_BLOCK_THREADS])
{
    struct tw_bank_access *access = &map->accesses[number];
    unsigned threads = 0;
    bool worst = false;
    for (unsigned warp = 0; warp < map->warps; warp++) {
        struct tw_bank_request request;
        make_request(family, value, map, number, pass, warp, &request);
        per_warp[warp] = (uint8_t)request.wavefronts;
        threads += (unsigned)__builtin_popcount(request.active);
        access->requests += request.active != 0;
        access->wavefronts += request.wavefronts;
        access->ideal += request.ideal;
        bool first = request.active && !access->worst.active;
        if (!first && !is_worse(&request, &access->worst)) continue;
        access->worst = request;
        worst = true;
    }
    if (threads > access->threads) access->threads = threads;
    return worst;
}

static void make_access(const struct tw_family *family, const int64_t *value, struct tw_bankmap *map,
                        unsigned number)
{
    struct tw_bank_access *access = &map->accesses[number];
    for (unsigned pass = 0; pass < access->info.passes; pass++) {
        uint8_t per_warp[TW_MAX_BLOCK_THREADS];
        if (add_pass(family, value, map, number, pass, per_warp))
            memcpy(access->per_warp, per_warp, map->warps);
    }
    find_conflicts(&map->machine, &access->info, &access->worst);
    access->why = why(&map->layout, &map->machine, access->info.bytes, &access->worst);
}

bool tw_bankmap_make(const struct tw_family *family, const int64_t *value, unsigned number,
                     const struct tw_shape *shape, const struct tw_bank_machine *machine,
                     struct tw_bankmap *map)
{
    struct tw_access_list list = {0};
    unsigned threads = tw_launch_threads(&shape->launches[0]);
    assert(threads >= 1 && threads <= TW_MAX_BLOCK_THREADS);

    *map = (struct tw_bankmap){.machine = *machine, .threads = threads};
    bool tiled = tw_family_layout(family, value, number, &map->layout);
    assert(tiled);
    (void)tiled;
    map->warps = (threads + machine->banks - 1) / machine->banks;
    tw_family_accesses(family, value, &list);
    if (!list.failed) map->accesses = calloc(list.count + 1u, sizeof *map->accesses);
    for (unsigned i = 0; map->accesses && i < list.count; i++) {
        if (list.info[i].tile != number) continue;
        map->accesses[map->access_count] = (struct tw_bank_access){.info = list.info[i], .number = i};
        make_access(family, value, map, map->access_count++);
    }
    tw_access_list_free(&list);
    return map->accesses;
}

void tw_bankmap_free(struct tw_bankmap *map)
{
    free(map->accesses);
    *map = (struct tw_bankmap){.accesses = NULL};
}

bool tw_bankmap_fits(const struct tw_family *family, const int64_t *value,
                     const struct tw_bank_machine *machine, struct tw_text *reason)
{
    struct tw_access_list list = {0};
    struct tw_layout tile;
    if (!tw_family_layout(family, value, 0, &tile)) {
        tw_text_add(
            reason,
            "it has no rows and columns in shared memory to draw; `tilewright run` says what it moves");
        return false;
    }
    tw_family_accesses(family, value, &list);
    unsigned widest = tile.element_bytes, count = list.count;
    for (unsigned i = 0; i < count; i++) {
        if (list.info[i].bytes > widest) widest = list.info[i].bytes;
    }
    if (list.failed) tw_text_fail(reason);
    tw_access_list_free(&list);
    if (count == 0) {
        tw_text_add(reason, "nothing can be drawn of it, for no access takes one element for every thread of "
                            "the block; `tilewright run` counts its requests and wavefronts");
        return false;
    }
    if (widest * 8 <= machine->banks * machine->mode) return true;
    tw_text_addf(reason, "an access of %u bytes spans %u banks, and the imagined machine has %u", widest,
                 widest * 8 / machine->mode, machine->banks);
    return false;
}

uint32_t tw_bankmap_offset(const struct tw_bankmap *map, unsigned row, unsigned column)
{
    const struct tw_layout *layout = &map->layout;
    assert(row < layout->rows && column < layout->pitch);
    uint32_t element =
        column < layout->columns ? tw_layout_element(layout, row, column) : row * layout->pitch + column;
    return layout->start + element * layout->element_bytes;
}

unsigned tw_bankmap_bank(const struct tw_bankmap *map, unsigned row, unsigned column)
{
    return tw_bank_of(&map->machine, tw_bankmap_offset(map, row, column));
}

unsigned tw_bankmap_span(const struct tw_bankmap *map)
{
    unsigned word = map->machine.mode / 8;
    return map->layout.element_bytes <= word ? 1 : map->layout.element_bytes / word;
}

int tw_bankmap_lane(const struct tw_bankmap *map, const struct tw_bank_access *access, unsigned row,
                    unsigned column)
{
    const struct tw_bank_request *request = &access->worst;
    uint32_t begin = tw_bankmap_offset(map, row, column), end = begin + map->layout.element_bytes;
    for (unsigned lane = 0; lane < map->machine.banks; lane++) {
        uint32_t addr = request->addr[lane];
        if (request->active >> lane & 1u && addr < end && addr + access->info.bytes > begin) return (int)lane;
    }
    return -1;
}

bool tw_bankmap_element(const struct tw_bankmap *map, uint32_t offset, unsigned *row, unsigned *column)
{
    const struct tw_layout *layout = &map->layout;
    uint32_t element = (offset - layout->start) / layout->element_bytes;
    *row = element / layout->pitch;
    *column = 0;
    if (*row >= layout->rows) return false;
    while (*column < layout->columns && tw_layout_element(layout, *row, *column) != element) ++*column;
    return *column < layout->columns;
}
