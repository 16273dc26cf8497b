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
    const struct tw_bank_machine four = {4, 4, 32};
    (void)state;
    uint32_t column[32] = {0}, padded[32] = {0};
    for (unsigned lane = 0; lane < 4; lane++) {
        column[lane] = lane * 16;
        padded[lane] = lane * 20;
    }
    assert_int_equal(tw_bank_wavefronts_on(&four, TW_LOAD, 4, column, 0xf), 4);
    assert_int_equal(tw_bank_wavefronts_on(&four, TW_LOAD, 4, padded, 0xf), 1);
}

/* Whether two words are a conflict, as the guide puts it for compute capability 3.x, on N banks instead of 32: one bank,
   and neither the same word (of 64 bits in 64-bit mode) nor, in 32-bit mode, words i and i + N of an aligned 2 N. */
static bool words_conflict(const struct tw_bank_machine *machine, uint32_t i, uint32_t j)
{
    const uint32_t n = machine->banks;
    if (machine->mode == 64) return i / 2 % n == j / 2 % n && i / 2 != j / 2;
    bool halves = machine->bytes == 8 && i / (2 * n) == j / (2 * n) && (i + n == j || j + n == i);
    return i % n == j % n && i != j && !halves;
}

/* A wavefront serves a word and whatever is no conflict with any word served, until none is left. */
static unsigned naive_machine_group(const struct tw_bank_machine *machine, unsigned bytes,
                                    const uint32_t *addr, uint32_t active, unsigned first, unsigned last)
{
    uint32_t waiting[128], served[128];
    unsigned left = 0, wavefronts = 0;
    for (unsigned lane = first; lane < last; lane++) {
        for (unsigned k = 0; active >> lane & 1u && k < (bytes + 3) / 4; k++)
            waiting[left++] = addr[lane] / 4 + k;
    }
    for (; left; wavefronts++) {
        unsigned count = 0, rest = 0;
        for (unsigned i = 0; i < left; i++) {
            bool conflicts = false;
            for (unsigned s = 0; s < count; s++) conflicts |= words_conflict(machine, waiting[i], served[s]);
            if (conflicts)
                waiting[rest++] = waiting[i];
            else
                served[count++] = waiting[i];
        }
        left = rest;
    }
    return wavefronts;
}

static struct tw_bank_machine random_machine(void)
{
    static const unsigned kinds[][2] = {{4, 32}, {8, 32}, {8, 64}};
    const unsigned *kind = kinds[rand() % 3];
    unsigned banks = rand() % 2 ? 32 : 1 + (unsigned)rand() % 32;
    return (struct tw_bank_machine){banks, kind[0], kind[1]};
}

/* Random and strided addresses; loads on banks of 4 bytes may merge groups, so these are stores. */
static void machines_match_the_guide(void **state)
{
    (void)state;
    static const unsigned sizes[] = {1, 2, 4, 8, 16};
    unsigned conflicts = 0;
    srand(3);
    for (unsigned round = 0; round < 6000; round++) {
        const struct tw_bank_machine machine = random_machine();
        unsigned bytes = sizes[rand() % 5], spread = 1u << rand() % 10, stride = (unsigned)rand() % 70;
        unsigned together = machine.banks * machine.bytes / bytes, expected = 0, ideal = 0;
        uint32_t addr[32] = {0}, lanes = UINT32_MAX >> (32 - machine.banks);
        uint32_t active = rand() % 2 ? lanes : lanes & ((uint32_t)rand() << 16 ^ (uint32_t)rand());
        enum tw_access op = machine.bytes == 8 && rand() % 2 ? TW_LOAD : TW_STORE;
        for (unsigned lane = 0; lane < 32; lane++)
            addr[lane] = (round % 2 ? lane * stride : (uint32_t)rand() % spread) * bytes;
        together = together > machine.banks ? machine.banks : together ? together : 1;
        for (unsigned first = 0; first < machine.banks; first += together) {
            unsigned last = first + together < machine.banks ? first + together : machine.banks;
            unsigned one = naive_machine_group(&machine, bytes, addr, active, first, last);
            expected += one;
            ideal += one > 0;
        }
        if (tw_bank_wavefronts_on(&machine, op, bytes, addr, active) != expected)
            fail_msg("round %u: %u banks of %u bytes, mode %u, %u bytes: %u, but by the guide %u", round,
                     machine.banks, machine.bytes, machine.mode, bytes,
                     tw_bank_wavefronts_on(&machine, op, bytes, addr, active), expected);
        assert_int_equal(tw_bank_ideal_on(&machine, bytes, active), ideal);
        conflicts += expected > ideal;
    }
    assert_in_range(conflicts, 2000, 5500); /* both kinds are met */
}

static void a_lane_beyond_the_warp_has_no_answer(void **state)
{
    (void)state;
    const struct tw_bank_machine machine = {5, 4, 32};
    const uint32_t addr[32] = {0};
    assert_int_equal(tw_bank_ideal_on(&machine, 8, 1u << 4), 1);
    assert_int_equal(tw_bank_ideal_on(&machine, 8, 1u << 5), 0);
    assert_int_equal(tw_bank_wavefronts_on(&machine, TW_LOAD, 8, addr, 1u << 5), 0);
}

/* One warp, each lane `stride` words after the one before. */
static unsigned strided(unsigned bank_bytes, unsigned mode, unsigned stride)
{
    const struct tw_bank_machine machine = {32, bank_bytes, mode};
    uint32_t addr[32];
    for (unsigned lane = 0; lane < 32; lane++) addr[lane] = lane * stride * 4;
    return tw_bank_wavefronts_on(&machine, TW_LOAD, 4, addr, UINT32_MAX);
}

/* Lanes 0 and 1 go to two words. */
static unsigned two_words(unsigned mode, uint32_t i, uint32_t j)
{
    const struct tw_bank_machine machine = {32, 8, mode};
    uint32_t addr[32] = {i * 4, j * 4};
    return tw_bank_wavefronts_on(&machine, TW_LOAD, 4, addr, 3);
}

/* What is taught of the two modes. */
static void banks_of_8_bytes(void **state)
{
    (void)state;
    assert_int_equal(two_words(64, 0, 1), 1);   /* halves of 8 bytes     */
    assert_int_equal(two_words(64, 0, 64), 2);  /* the same bank         */
    assert_int_equal(two_words(64, 0, 32), 1);  /* banks 0 and 16        */
    assert_int_equal(two_words(64, 1, 65), 2);  /* second halves         */
    assert_int_equal(two_words(32, 0, 32), 1);  /* i + 32 of its segment */
    assert_int_equal(two_words(32, 32, 64), 2); /* of another segment    */
    assert_int_equal(two_words(32, 0, 64), 2);
    assert_int_equal(two_words(32, 0, 96), 2);
    /*              4 bytes                            8, 32-bit                          8, 64-bit */
    static const unsigned expected[][4] = {{1, 1, 1, 1}, {2, 2, 1, 1}, {3, 1, 1, 2},
                                           {4, 4, 2, 2}, {6, 2, 2, 1}, {32, 32, 16, 16}};
    for (unsigned i = 0; i < sizeof expected / sizeof *expected; i++) {
        assert_int_equal(strided(4, 32, expected[i][0]), expected[i][1]);
        assert_int_equal(strided(8, 32, expected[i][0]), expected[i][2]);
        assert_int_equal(strided(8, 64, expected[i][0]), expected[i][3]);
    }
    uint32_t doubles[32];
    for (unsigned lane = 0; lane < 32; lane++) doubles[lane] = lane * 8;
    for (unsigned mode = 32; mode <= 64; mode += 32) /* a warp's doubles in one go */
        assert_int_equal(
            tw_bank_wavefronts_on(&(struct tw_bank_machine){32, 8, mode}, TW_LOAD, 8, doubles, UINT32_MAX),
            1);
}

static void wrong_machines(void **state)
{
    (void)state;
    static const struct tw_bank_machine wrong[] = {{0, 4, 32},   {33, 4, 32}, {32, 5, 32},
                                                   {32, 16, 32}, {32, 8, 33}, {32, 4, 64}};
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_non_null(tw_bank_machine_wrong(&wrong[i]));
    assert_null(tw_bank_machine_wrong(&tw_usual_banks));
    assert_true(tw_bank_machine_is_usual(&tw_usual_banks));
    assert_false(tw_bank_machine_is_usual(&(struct tw_bank_machine){32, 8, 32}));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(measured_patterns),
        cmocka_unit_test(random_stores_match_naive),
        cmocka_unit_test(full_warps_match_naive),
        cmocka_unit_test(edges),
        cmocka_unit_test(small_machines),
        cmocka_unit_test(machines_match_the_guide),
        cmocka_unit_test(banks_of_8_bytes),
        cmocka_unit_test(wrong_machines),
        cmocka_unit_test(a_lane_beyond_the_warp_has_no_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
