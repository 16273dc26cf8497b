/*
 * Repairs against arrays made up: tiles of any pitch that lanes write along the rows and read down the columns. What a repair
 * promises is looked up in a bank count of its own, lane by lane.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gen/layout/repair.h"

/* A warp of a block of `width` columns at rows from `row` on, along the rows or, turned, down the columns. */
static struct tw_repair_access access_of(enum tw_access op, unsigned bytes, unsigned width, uint32_t pitch,
                                         uint32_t begin, bool turned)
{
    struct tw_repair_access access = {.op = op, .bytes = bytes, .active = UINT32_MAX};
    for (unsigned lane = 0; lane < 32; lane++) {
        unsigned x = lane % width, y = lane / width;
        access.address[lane] = begin + (turned ? x * pitch + y * bytes : y * pitch + x * bytes);
    }
    return access;
}

/* Words of 4 bytes wanted of the busiest bank, for accesses of up to 4 bytes. */
static unsigned wavefronts(const uint32_t address[32])
{
    unsigned most = 0;
    for (unsigned bank = 0; bank < 32; bank++) {
        unsigned words = 0;
        for (unsigned i = 0; i < 32; i++) {
            bool seen = address[i] / 4 % 32 != bank;
            for (unsigned k = 0; k < i; k++) seen |= address[k] / 4 == address[i] / 4;
            words += !seen;
        }
        if (words > most) most = words;
    }
    return most;
}

static void expect_free(const struct tw_repair_access *accesses, size_t count, uint32_t begin,
                        const struct tw_repair *repair, bool swizzled)
{
    uint32_t pitch = swizzled ? repair->swizzled_pitch : repair->pitch + repair->padding;
    for (size_t i = 0; i < count; i++) {
        uint32_t address[32];
        for (unsigned lane = 0; lane < 32; lane++) {
            uint32_t offset = accesses[i].address[lane] - begin, row = offset / repair->pitch;
            uint32_t place = offset % repair->pitch;
            if (swizzled) {
                uint32_t column = place / repair->unit ^ row % repair->swizzle;
                place = column * repair->unit + place % repair->unit;
                assert_true(place + accesses[i].bytes <= pitch);
            }
            address[lane] = begin + row * pitch + place;
        }
        assert_int_equal(wavefronts(address), 1);
    }
}

/* Every width, pitch and element of up to 4 bytes: whatever is promised holds, and a tile of 32 columns always has a padding. */
static void test_promises_hold(void **state)
{
    (void)state;
    unsigned found = 0;
    for (unsigned width = 8; width <= 32; width *= 2) {
        for (uint32_t columns = width; columns <= 2 * width; columns++) {
            const uint32_t pitch = columns * 4, begin = 256;
            const struct tw_repair_access accesses[] = {access_of(TW_STORE, 4, width, pitch, begin, false),
                                                        access_of(TW_LOAD, 4, width, pitch, begin, true)};
            struct tw_repair repair;
            bool conflicts = wavefronts(accesses[0].address) > 1 || wavefronts(accesses[1].address) > 1;
            bool repaired = tw_repair_find(accesses, 2, begin, pitch * width, &repair);
            assert_true(conflicts || !repaired);
            if (!repaired) continue;
            found++;
            assert_int_equal(repair.pitch, pitch);
            if (repair.padding) expect_free(accesses, 2, begin, &repair, false);
            if (repair.swizzle) expect_free(accesses, 2, begin, &repair, true);
        }
    }
    assert_true(found > 20);
}

/* The smallest padding is found, by trying all smaller ones. */
static void test_paddings_are_smallest(void **state)
{
    (void)state;
    for (uint32_t columns = 32; columns <= 96; columns += 2) {
        const struct tw_repair_access read = access_of(TW_LOAD, 4, 32, columns * 4, 0, true);
        struct tw_repair repair;
        assert_true(tw_repair_find(&read, 1, 0, columns * 4 * 32, &repair));
        assert_true(repair.padding > 0);
        for (uint32_t padding = 0; padding < repair.padding; padding += 4) {
            const struct tw_repair_access other = access_of(TW_LOAD, 4, 32, columns * 4 + padding, 0, true);
            assert_true(wavefronts(other.address) > 1);
        }
    }
}

static void test_declared_paddings(void **state)
{
    (void)state;
    const struct tw_repair_access unused[] = {access_of(TW_STORE, 4, 16, 64, 0, false),
                                              access_of(TW_LOAD, 4, 16, 64, 0, true)};
    struct tw_repair repair;
    assert_true(tw_repair_find(unused, 2, 0, 16 * 17 * 4, &repair));
    assert_int_equal(repair.meant, 68);
    assert_true(tw_repair_find(unused, 2, 0, 16 * 16 * 4, &repair)); /* none was declared */
    assert_int_equal(repair.meant, 0);
    assert_true(tw_repair_find(unused, 2, 0, 0, &repair)); /* nobody knows */
    assert_int_equal(repair.meant, 0);
}

static void test_no_rows(void **state)
{
    (void)state;
    struct tw_repair_access access = {.op = TW_LOAD, .bytes = 4, .active = UINT32_MAX};
    struct tw_repair repair;
    for (unsigned lane = 0; lane < 32; lane++) access.address[lane] = 4 * lane;
    assert_false(tw_repair_find(&access, 1, 0, 128, &repair));
    assert_int_equal(repair.pitch, 0);
    assert_false(tw_repair_find(NULL, 0, 0, 128, &repair));
    access.active = 0; /* no lane at all */
    assert_false(tw_repair_find(&access, 1, 0, 128, &repair));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_promises_hold),
        cmocka_unit_test(test_paddings_are_smallest),
        cmocka_unit_test(test_declared_paddings),
        cmocka_unit_test(test_no_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
