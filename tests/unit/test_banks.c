/* The bank rule against every measured single-warp pattern, and against a naive count written another way. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tilewright/banks.h>

/* op,bytes_per_lane,pattern,wavefronts,32 addresses separated by spaces, - = lane off */
static void measured_patterns(void **state)
{
    (void)state;
    FILE *file = fopen(TEST_DIR "/data/h200-warp-wavefronts.csv", "r");
    assert_non_null(file);
    char line[1024];
    unsigned rows = 0;
    assert_non_null(fgets(line, sizeof line, file)); /* the heading */
    while (fgets(line, sizeof line, file)) {
        char op[8], pattern[64];
        unsigned bytes, expected;
        int used = 0;
        assert_int_equal(sscanf(line, "%7[^,],%u,%63[^,],%u,%n", op, &bytes, pattern, &expected, &used), 4);
        uint32_t addr[32] = {0}, active = 0;
        char *rest = line + used;
        for (unsigned lane = 0; lane < 32; lane++) {
            char *token = strtok(lane ? NULL : rest, " \n");
            assert_non_null(token);
            if (strcmp(token, "-") == 0) continue;
            addr[lane] = (uint32_t)strtoul(token, NULL, 10);
            active |= 1u << lane;
        }
        enum tw_access access = strcmp(op, "ld") == 0 ? TW_LOAD : TW_STORE;
        unsigned got = tw_bank_wavefronts(access, bytes, addr, active);
        if (got != expected)
            fail_msg("row %u (%s %u bytes, %s): measured %u, rule %u", rows + 2, op, bytes, pattern, expected,
                     got);
        rows++;
    }
    fclose(file);
    assert_int_equal(rows, 754);
}

/* One wavefront at a time: serve every bank one still waiting word until none waits. */
static unsigned naive_group(unsigned banks, unsigned bytes, const uint32_t *addr, uint32_t active,
                            unsigned first, unsigned last)
{
    static uint8_t waiting[65536];
    unsigned wavefronts = 0, left = 0;
    memset(waiting, 0, sizeof waiting);
    for (unsigned lane = first; lane < last; lane++) {
        for (unsigned b = 0; active >> lane & 1u && b < bytes; b++) waiting[(addr[lane] + b) / 4] = 1;
    }
    for (unsigned w = 0; w < sizeof waiting; w++) left += waiting[w];
    for (; left; wavefronts++) {
        for (unsigned bank = 0; bank < banks; bank++) {
            for (unsigned w = bank; w < sizeof waiting; w += banks) {
                if (!waiting[w]) continue;
                waiting[w] = 0;
                left--;
                break;
            }
        }
    }
    return wavefronts;
}

static void random_stores_match_naive(void **state)
{
    (void)state;
    static const unsigned sizes[] = {1, 2, 4, 8, 16};
    srand(1);
    for (unsigned round = 0; round < 400; round++) {
        unsigned bytes = sizes[rand() % 5], spread = 1u << (rand() % 8);
        uint32_t addr[32], active = (uint32_t)rand() << 16 ^ (uint32_t)rand();
        for (unsigned lane = 0; lane < 32; lane++) addr[lane] = (uint32_t)rand() % (16 * spread) * bytes;
        unsigned group = bytes <= 4 ? 32 : 128 / bytes, expected = 0;
        for (unsigned first = 0; first < 32; first += group) {
            expected += naive_group(32, bytes, addr, active, first, first + group);
        }
        assert_int_equal(tw_bank_wavefronts(TW_STORE, bytes, addr, active), expected);
    }
}

static bool pairs_share(const uint32_t addr[32], unsigned distance)
{
    for (unsigned lane = 0; lane < 32; lane++) {
        if (addr[lane] != addr[lane ^ distance]) return false;
    }
    return true;
}

/* Strided, permuted, shared and shifted patterns of whole warps, where the rule takes its short ways. */
static void full_warp(uint32_t addr[32], unsigned bytes)
{
    unsigned stride = (unsigned)rand() % 40, flip = (unsigned)rand() % 32, share = (unsigned)rand() % 3;
    unsigned turn = rand() % 2 ? (unsigned)rand() % 32 : 0,
             shift = rand() % 4 ? 0 : 4 * ((unsigned)rand() % 4);
    for (unsigned lane = 0; lane < 32; lane++) {
        unsigned place = ((lane + turn) % 32) ^ flip;
        if (share == 1) place = place & ~1u;
        if (share == 2 && rand() % 8 == 0) place = (unsigned)rand() % 64;
        addr[lane] = place * stride * bytes + shift;
    }
}

static void full_warps_match_naive(void **state)
{
    (void)state;
    static const unsigned sizes[] = {1, 2, 4, 8, 16};
    srand(2);
    for (unsigned round = 0; round < 1000; round++) {
        unsigned bytes = sizes[round % 5], group = bytes <= 4 ? 32 : 128 / bytes, expected = 0;
        enum tw_access op = rand() % 2 ? TW_LOAD : TW_STORE;
        uint32_t addr[32];
        full_warp(addr, bytes);
        if (op == TW_LOAD && bytes > 4 && (pairs_share(addr, 1) || pairs_share(addr, 2))) group *= 2;
        for (unsigned first = 0; first < 32; first += group) {
            expected += naive_group(32, bytes, addr, UINT32_MAX, first, first + group);
        }
        assert_int_equal(tw_bank_wavefronts(op, bytes, addr, UINT32_MAX), expected);
    }
}

static void edges(void **state)
{
    (void)state;
    uint32_t addr[32];
    for (unsigned lane = 0; lane < 32; lane++) addr[lane] = lane * 128;
    assert_int_equal(tw_bank_wavefronts(TW_LOAD, 4, addr, 0), 0);
    assert_int_equal(tw_bank_wavefronts(TW_LOAD, 4, addr, 1), 1);
    assert_int_equal(tw_bank_wavefronts(TW_LOAD, 4, addr, UINT32_MAX), 32);
    for (unsigned lane = 0; lane < 32; lane++)
        addr[lane] = UINT32_MAX - 15; /* the last 16 bytes of the space */
    assert_int_equal(tw_bank_wavefronts(TW_LOAD, 16, addr, UINT32_MAX), 2);
    assert_int_equal(tw_bank_wavefronts(TW_STORE, 16, addr, UINT32_MAX), 4);
    assert_int_equal(tw_bank_ideal(4, UINT32_MAX), 1);
    assert_int_equal(tw_bank_ideal(8, 0x1), 1);
    assert_int_equal(tw_bank_ideal(16, UINT32_MAX), 4);
    assert_int_equal(tw_bank_ideal(16, 0x00ff0001), 2);
}

/* The small figures: four banks and four lanes, a 4x4 tile read by column with and without padding. */
static void small_machines(void **state)
{
    (void)state;
    uint32_t column[32] = {0}, padded[32] = {0};
    for (unsigned lane = 0; lane < 4; lane++) {
        column[lane] = lane * 16;
        padded[lane] = lane * 20;
    }
    assert_int_equal(tw_bank_wavefronts_on(4, TW_LOAD, 4, column, 0xf), 4);
    assert_int_equal(tw_bank_wavefronts_on(4, TW_LOAD, 4, padded, 0xf), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(measured_patterns),      cmocka_unit_test(random_stores_match_naive),
        cmocka_unit_test(full_warps_match_naive), cmocka_unit_test(edges),
        cmocka_unit_test(small_machines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
