/*
 * Repairs against arrays made up: tiles of any pitch, strided arrays, vectors. What lint may say of an array equals what trying all
 * layouts gives, with a bank count and an arithmetic of this file's own.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gen/layout/repair.h"

#define BIG (1u << 20)

static uint64_t state_of_random = 1;

static uint32_t draw(uint32_t below)
{
    state_of_random = state_of_random * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state_of_random >> 33) % below;
}

/* A warp of a block of `width` columns at rows from `row` on, along the rows or, turned, down the columns. */
static struct tw_repair_access access_of(enum tw_access op, unsigned bytes, unsigned width, uint32_t pitch,
                                         uint32_t begin, bool turned)
{
    struct tw_repair_access access = {.op = op, .bytes = bytes, .active = UINT32_MAX, .times = 1};
    for (unsigned lane = 0; lane < 32; lane++) {
        unsigned x = lane % width, y = lane / width;
        access.address[lane] = begin + (turned ? x * pitch + y * bytes : y * pitch + x * bytes);
    }
    return access;
}

/* ---- a bank count: words wanted of the busiest bank, for each group of lanes ---- */

static unsigned group_wavefronts(const struct tw_repair_access *access, const uint32_t *address,
                                 unsigned first, unsigned lanes)
{
    unsigned most = 0, words = access->bytes < 4 ? 1 : access->bytes / 4;
    for (unsigned bank = 0; bank < 32; bank++) {
        uint32_t seen[128];
        unsigned count = 0;
        for (unsigned i = first; i < first + lanes; i++) {
            for (unsigned w = 0; w < words && access->active >> i & 1u; w++) {
                uint32_t word = address[i] / 4 + w;
                unsigned k = 0;
                while (k < count && seen[k] != word) k++;
                if (word % 32 == bank && k == count) seen[count++] = word;
            }
        }
        if (count > most) most = count;
    }
    return most;
}

/* Neighbouring groups of a load of 8 or 16 bytes merge where all lanes i and i ^ 1, or i ^ 2, go to one address. */
static bool merges(const struct tw_repair_access *access, const uint32_t *address)
{
    for (unsigned x = 1; x <= 2 && access->op == TW_LOAD && access->bytes >= 8; x++) {
        bool all = true;
        for (unsigned i = 0; i < 32; i++) {
            bool both = access->active >> i & access->active >> (i ^ x) & 1u;
            all = all && (!both || address[i] == address[i ^ x]);
        }
        if (all) return true;
    }
    return false;
}

static unsigned wavefronts(const struct tw_repair_access *access, const uint32_t *address)
{
    unsigned lanes = access->bytes <= 4 ? 32 : 128 / access->bytes, sum = 0;
    if (merges(access, address)) lanes *= 2;
    for (unsigned first = 0; first < 32; first += lanes)
        sum += group_wavefronts(access, address, first, lanes);
    return sum;
}

/* ---- all layouts ---- */

/* Rows of `pitch` bytes become rows of `to` bytes; swizzle 0: none. UINT64_MAX: an access would be torn, or leave its row. */
static uint64_t total(const struct tw_repair_array *array, uint32_t unit, uint32_t pitch, uint32_t to,
                      uint32_t swizzle)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < array->count; i++) {
        const struct tw_repair_access *access = &array->accesses[i];
        uint32_t moved[32] = {0};
        for (unsigned lane = 0; lane < 32; lane++) {
            if (!(access->active >> lane & 1u)) continue;
            const uint32_t at = access->address[lane] - array->begin, x = at % pitch, y = at / pitch;
            if (x + access->bytes > (swizzle ? to : pitch)) return UINT64_MAX;
            uint32_t place = swizzle ? ((x / unit) ^ (y % swizzle)) * unit + x % unit : x;
            moved[lane] = array->begin + y * to + place;
        }
        sum += access->times * wavefronts(access, moved);
    }
    return sum;
}

/* The fewest wavefronts, and of the paddings and the swizzles that have so few the cheapest. */
struct best {
    uint64_t wavefronts;
    uint32_t padding, swizzle; /* bytes more; UINT32_MAX: none */
};

static void take(struct best *best, uint64_t wavefronts, uint32_t more, uint32_t room, bool swizzle)
{
    uint32_t *least = swizzle ? &best->swizzle : &best->padding;
    if (more > room || wavefronts > best->wavefronts) return;
    if (wavefronts < best->wavefronts) best->padding = best->swizzle = UINT32_MAX;
    if (more < *least) *least = more;
    best->wavefronts = wavefronts;
}

/* All paddings and swizzles of rows of `pitch` bytes; 32 paddings of rows, and 1, 2 and 4 units of a power of two. */
static void try_rows(const struct tw_repair_array *array, uint32_t unit, uint32_t pitch, bool rows,
                     struct best *best)
{
    const uint32_t count = (array->bytes + pitch - 1) / pitch;
    uint32_t columns = 1;
    while (2 * columns * unit <= pitch) columns *= 2;
    for (uint32_t pad = 1; pad <= 32; pad++) {
        if (!rows && pad != 1 && pad != 2 && pad != 4) continue;
        const uint32_t more = pad * unit * (rows ? count : count - 1);
        const uint64_t wavefronts = total(array, unit, pitch, pitch + pad * unit, 0);
        if (more <= array->room) /* rows may take a sixteenth of the array more */
            take(best, wavefronts, more + (rows ? 0 : array->bytes / 16), UINT32_MAX, false);
    }
    for (uint32_t swizzle = 2; swizzle <= columns && swizzle <= 32 && pitch % unit == 0; swizzle *= 2) {
        bool filled = columns * unit == pitch;
        take(best, total(array, unit, pitch, columns * unit, swizzle),
             filled ? count * pitch - array->bytes : 0, array->room, true);
    }
}

/* The cheapest is the one that was found. */
static void expect_cheapest(const struct tw_repair_array *array, const struct tw_repair *repair,
                            const struct best *best)
{
    const struct tw_repair_change *chosen = &repair->best;
    const uint32_t price = chosen->more + (chosen->kind == TW_REPAIR_SKEW ? array->bytes / 16 : 0);
    assert_int_equal(chosen->kind == TW_REPAIR_SWIZZLE, best->padding == UINT32_MAX);
    assert_int_equal(price, best->padding == UINT32_MAX ? best->swizzle : best->padding);
    if (chosen->kind != TW_REPAIR_SWIZZLE && best->swizzle < chosen->more)
        assert_int_equal(repair->other.more, best->swizzle);
}

static struct best try_all(const struct tw_repair_array *array, uint32_t unit, uint32_t pitch)
{
    struct best best = {total(array, unit, BIG, BIG, 0), UINT32_MAX, UINT32_MAX};
    try_rows(array, unit, pitch, true, &best);
    for (uint32_t power = 32; power <= 1024; power *= 2)
        if (power > unit && power < array->bytes) try_rows(array, unit, power, false, &best);
    return best;
}

/* What a change costs is what moving every access by it costs, and so are the conflicts. */
static void expect_true(const struct tw_repair_array *array, const struct tw_repair *repair,
                        const struct tw_repair_change *change)
{
    uint32_t to = change->kind == TW_REPAIR_SWIZZLE ? change->new_pitch : change->pitch + change->padding;
    if (change->kind == TW_REPAIR_KEPT) return;
    assert_int_equal(change->wavefronts, total(array, repair->unit, change->pitch, to, change->swizzle));
    assert_int_equal(change->padding % repair->unit, 0);
    assert_true(change->more <= array->room);
}

/* A tile of random rows that warps write along and read down, with vectors and narrower accesses. */
static unsigned draw_tile(struct tw_repair_access *accesses, size_t *count, uint32_t *pitch, uint32_t *bytes)
{
    const unsigned element = 1u << draw(5), width = 4u << draw(4), rows = 32;
    const uint32_t columns = width + draw(3) * draw(width);
    *pitch = columns * element;
    *bytes = *pitch * rows;
    *count = 0;
    for (unsigned i = 0; i < 1 + draw(4); i++) {
        accesses[*count] = access_of(draw(2) ? TW_LOAD : TW_STORE, element, width, *pitch, 256, i % 2 == 0);
        for (unsigned lane = 0; lane < 32; lane++) {
            accesses[*count].address[lane] = 256 + (accesses[*count].address[lane] - 256) % *bytes;
            if (draw(100) == 0) accesses[*count].active &= ~(1u << lane);
        }
        accesses[(*count)++].times = 1 + draw(9);
    }
    return element;
}

static void test_tiles_against_all_layouts(void **state)
{
    (void)state;
    unsigned better = 0, kept = 0;
    for (unsigned round = 0; round < 150; round++) {
        struct tw_repair_access accesses[8];
        struct tw_repair_array array = {.accesses = accesses, .begin = 256};
        struct tw_repair repair;
        uint32_t pitch;
        array.room = draw(4) ? BIG : draw(2000);
        unsigned unit = draw_tile(accesses, &array.count, &pitch, &array.bytes);
        bool found = tw_repair_find(&array, &repair);
        const struct best best = try_all(&array, unit, pitch);
        if (!repair.unit || repair.scattered) continue;
        assert_int_equal(repair.kept.wavefronts, total(&array, unit, BIG, BIG, 0));
        expect_true(&array, &repair, &repair.best);
        expect_true(&array, &repair, &repair.other);
        if (repair.kept.conflicts == 0) {
            assert_false(found);
            continue;
        }
        /* rows that the lanes show beside the tile's own may do even better */
        assert_true(repair.best.wavefronts <= best.wavefronts);
        assert_int_equal(found, repair.best.wavefronts < repair.kept.wavefronts);
        bool as_good = repair.best.wavefronts == best.wavefronts && repair.best.pitch == pitch;
        if (found && as_good) expect_cheapest(&array, &repair, &best);
        better += found;
        kept += !found;
    }
    assert_true(better > 50 && kept > 0);
}

/* Plain arrays by a stride, which a fill along the array keeps from being padded as rows. */
static void test_strides_against_all_layouts(void **state)
{
    (void)state;
    for (unsigned bytes = 1; bytes <= 16; bytes *= 2) {
        for (unsigned stride = 2; stride <= 64; stride *= 2) {
            struct tw_repair_access accesses[2] = {access_of(TW_STORE, bytes, 32, 0, 0, false),
                                                   access_of(TW_LOAD, bytes, 32, stride * bytes, 0, true)};
            const struct tw_repair_array array = {accesses, 2, 0, 32 * stride * bytes, BIG};
            struct tw_repair repair;
            accesses[0].times = 1 + stride / 8;
            bool found = tw_repair_find(&array, &repair);
            const struct best best = try_all(&array, bytes, stride * bytes);
            assert_int_equal(repair.best.wavefronts, best.wavefronts);
            assert_int_equal(found, best.wavefronts < repair.kept.wavefronts);
            expect_true(&array, &repair, &repair.best);
            if (!found) continue;
            expect_cheapest(&array, &repair, &best);
        }
    }
}

/* The classic of reductions: i + i / 32 for words, by 2, 4, 8, 16 and 32. */
static void test_skews(void **state)
{
    (void)state;
    for (unsigned stride = 2; stride <= 32; stride *= 2) {
        const struct tw_repair_access accesses[] = {access_of(TW_STORE, 4, 32, 0, 0, false),
                                                    access_of(TW_LOAD, 4, 32, stride * 4, 0, true)};
        const struct tw_repair_array array = {accesses, 2, 0, 4096, BIG};
        struct tw_repair repair;
        assert_true(tw_repair_find(&array, &repair));
        assert_int_equal(repair.best.conflicts, 0);
        assert_int_equal(repair.best.pitch, 128);
        assert_int_equal(repair.best.padding, 4);
    }
}

/* Bytes down the columns: an access at column 2 has conflicts in rows of 66 bytes, which one at column 0 has not. */
static void test_all_accesses_count(void **state)
{
    (void)state;
    struct tw_repair_access accesses[65];
    for (unsigned i = 0; i < 64; i++) accesses[i] = access_of(TW_LOAD, 1, 32, 64, i, true);
    accesses[64] = access_of(TW_STORE, 1, 32, 64, 0, false);
    const struct tw_repair_array first = {accesses, 1, 0, 4096, BIG}, all = {accesses, 65, 0, 4096, BIG};
    struct tw_repair repair;
    assert_true(tw_repair_find(&first, &repair));
    assert_int_equal(repair.best.padding, 2);
    assert_true(tw_repair_find(&all, &repair));
    assert_int_equal(repair.best.padding, 4);
    assert_int_equal(repair.best.conflicts, 0);
}

/* A histogram of bytes for each lane: rows of 64 bytes show although lanes go anywhere in them, or all one byte further. */
static void test_rows_of_lanes(void **state)
{
    (void)state;
    for (unsigned kind = 0; kind < 2; kind++) {
        struct tw_repair_access accesses[20];
        for (unsigned i = 0; i < 20; i++) {
            uint32_t bin = 4 * draw(15);
            accesses[i] = access_of(TW_LOAD, 1, 32, 64, 0, true);
            for (unsigned lane = 0; lane < 32; lane++)
                accesses[i].address[lane] += kind ? (lane + i) % 64 : bin + draw(6);
        }
        const struct tw_repair_array array = {accesses, 20, 0, 2048, BIG};
        struct tw_repair repair;
        assert_true(tw_repair_find(&array, &repair));
        assert_int_equal(repair.pitch, 64);
        assert_true(2 * repair.best.conflicts <= repair.kept.conflicts);
        expect_true(&array, &repair, &repair.best);
    }
}

/* Nothing is promised where chance decides. */
static void test_data(void **state)
{
    (void)state;
    struct tw_repair_access accesses[30] = {0};
    for (unsigned i = 0; i < 30; i++) {
        accesses[i] = access_of(TW_LOAD, 4, 32, 0, 0, false);
        for (unsigned lane = 0; lane < 32; lane++) accesses[i].address[lane] = 4 * draw(1024);
    }
    const struct tw_repair_array array = {accesses, 30, 0, 4096, BIG};
    struct tw_repair repair;
    assert_false(tw_repair_find(&array, &repair));
    assert_true(repair.scattered && repair.kept.conflicts);
    assert_int_equal(repair.best.kind, TW_REPAIR_KEPT);
}

/* The smallest padding is found, by trying all smaller ones. */
static void test_paddings_are_smallest(void **state)
{
    (void)state;
    for (uint32_t columns = 32; columns <= 96; columns += 2) {
        const struct tw_repair_access read = access_of(TW_LOAD, 4, 32, columns * 4, 0, true);
        const struct tw_repair_array array = {&read, 1, 0, columns * 4 * 32, BIG};
        struct tw_repair repair;
        assert_true(tw_repair_find(&array, &repair));
        assert_int_equal(repair.best.kind, TW_REPAIR_ROWS);
        for (uint32_t padding = 0; padding < repair.best.padding; padding += 4) {
            const struct tw_repair_access other = access_of(TW_LOAD, 4, 32, columns * 4 + padding, 0, true);
            assert_true(wavefronts(&other, other.address) > 1);
        }
    }
}

/* Where there is no room for a padding a swizzle is proposed, and of padding what there is room for. */
static void test_room(void **state)
{
    (void)state;
    const struct tw_repair_access read = access_of(TW_LOAD, 4, 32, 128, 0, true);
    struct tw_repair_array array = {&read, 1, 0, 4096, 127};
    struct tw_repair repair;
    assert_true(tw_repair_find(&array, &repair));
    assert_true(repair.best.more <= 127);
    array.room = 0;
    assert_true(tw_repair_find(&array, &repair));
    assert_int_equal(repair.best.kind, TW_REPAIR_SWIZZLE);
    assert_int_equal(repair.best.conflicts, 0);
}

static void test_declared_paddings(void **state)
{
    (void)state;
    const struct tw_repair_access unused[] = {access_of(TW_STORE, 4, 16, 64, 0, false),
                                              access_of(TW_LOAD, 4, 16, 64, 0, true)};
    struct tw_repair_array array = {unused, 2, 0, 16 * 17 * 4, BIG};
    struct tw_repair repair;
    assert_true(tw_repair_find(&array, &repair));
    assert_int_equal(repair.meant, 68);
    array.bytes = 16 * 16 * 4; /* none was declared */
    assert_true(tw_repair_find(&array, &repair));
    assert_int_equal(repair.meant, 0);
    array.bytes = 0; /* nobody knows */
    assert_true(tw_repair_find(&array, &repair));
    assert_int_equal(repair.meant, 0);
}

static void test_nothing_to_repair(void **state)
{
    (void)state;
    struct tw_repair_access access = access_of(TW_LOAD, 4, 32, 0, 0, false);
    struct tw_repair_array array = {&access, 1, 0, 128, BIG};
    struct tw_repair repair;
    assert_false(tw_repair_find(&array, &repair));
    assert_int_equal(repair.kept.conflicts, 0);
    array.count = 0;
    assert_false(tw_repair_find(&array, &repair));
    array.count = 1;
    access.active = 0; /* no lane at all */
    assert_false(tw_repair_find(&array, &repair));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tiles_against_all_layouts),
        cmocka_unit_test(test_strides_against_all_layouts),
        cmocka_unit_test(test_skews),
        cmocka_unit_test(test_all_accesses_count),
        cmocka_unit_test(test_rows_of_lanes),
        cmocka_unit_test(test_data),
        cmocka_unit_test(test_paddings_are_smallest),
        cmocka_unit_test(test_room),
        cmocka_unit_test(test_declared_paddings),
        cmocka_unit_test(test_nothing_to_repair),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
