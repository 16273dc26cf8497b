/* Ceilings and the bounds that follow from them, on figures made up here; and how ceilings are kept. */
#include "tests/unit/cache_fixture.h"

#include <math.h>

#include "runtime/measure/ceilings.h"

#define MIB (UINT64_C(1) << 20)

/* Reading at 4 bytes a nanosecond, writing at 2, copying at 2.5, all behind a launch of 2 us; in the L2, which holds 32 MiB,
   ten times as fast, and there reading and writing go on at once. */
static struct tw_ceilings made_up(void)
{
    struct tw_ceilings ceilings = {.count = 3, .l2_bytes = 32 * MIB, .launch_us = 2, .spread = 0.01};
    const double dram[] = {4e3, 2e3, 2.5e3}, l2[] = {40e3, 20e3, 40e3}; /* bytes a microsecond */
    const uint64_t sizes[] = {16 * MIB, 64 * MIB, 1024 * MIB};
    for (unsigned i = 0; i < 3; i++) {
        ceilings.points[i].bytes = sizes[i];
        for (unsigned c = 0; c < TW_CEILING_COUNT; c++)
            ceilings.points[i].us[c] = 2 + (double)sizes[i] / (i ? dram : l2)[c];
    }
    return ceilings;
}

/* A work of so many bytes, all of them in whole fills. */
static struct tw_work work_of(uint64_t read, uint64_t written)
{
    return (struct tw_work){
        .read_sectors = read / 32, .read_fills = read / 64, .written_sectors = written / 32};
}

static void expect(double got, double wanted)
{
    if (fabs(got - wanted) > 1e-9 * wanted) fail_msg("%.12g, not %.12g", got, wanted);
}

static void test_between_points_the_time_is_a_line(void **state)
{
    (void)state;
    const struct tw_ceilings c = made_up();
    expect(tw_ceiling_us(&c, TW_CEILING_WRITE, 0), 2);
    expect(tw_ceiling_us(&c, TW_CEILING_WRITE, 8 * MIB), 2 + 8 * MIB / 20e3);
    for (unsigned i = 0; i < 3; i++)
        expect(tw_ceiling_us(&c, TW_CEILING_COPY, c.points[i].bytes), c.points[i].us[2]);
    double middle = (c.points[0].us[0] + c.points[1].us[0]) / 2;
    expect(tw_ceiling_us(&c, TW_CEILING_READ, 40 * MIB), middle);
    expect(tw_ceiling_us(&c, TW_CEILING_READ, 4096 * MIB), 2 + 4096 * MIB / 4e3);
}

static void test_bounds_follow_from_what_is_read_and_written(void **state)
{
    (void)state;
    const struct tw_ceilings c = made_up();
    const struct {
        uint64_t read, written;
        double us;
    } cases[] = {
        {512 * MIB, 0, 2 + 512 * MIB / 4e3},
        {0, 512 * MIB, 2 + 512 * MIB / 2e3},
        {256 * MIB, 256 * MIB, 2 + 512 * MIB / 2.5e3}, /* a copy: slower than one after the other */
        {264 * MIB, 256 * MIB, 2 + 512 * MIB / 2.5e3}, /* the copy in it: 512 MiB of 520 */
        {768 * MIB, 256 * MIB, 2 + 768 * MIB / 4e3 + 256 * MIB / 2e3}, /* one after the other, on one bus */
        {4 * MIB, 4 * MIB, 2 + 8 * MIB / 40e3},                        /* in the L2 both at once */
        {6 * MIB, 2 * MIB, 2 + 2 / 3.0 * (6 * MIB / 40e3 + 2 * MIB / 20e3)}, /* as far as in the copy */
        {1 * MIB, 7 * MIB, 2 + 7 * MIB / 20e3}, /* the writing alone takes longer */
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct tw_work work = work_of(cases[i].read, cases[i].written);
        expect(tw_bound_us(&c, &work), cases[i].us);
    }
}

/* 32 of each 64 bytes: from DRAM they come whole, in the L2 they are there. */
static void test_fills_count_beyond_the_l2(void **state)
{
    (void)state;
    const struct tw_ceilings c = made_up();
    const struct tw_work large = {.read_sectors = 8 * MIB, .read_fills = 8 * MIB};
    const struct tw_work small = {.read_sectors = MIB / 8, .read_fills = MIB / 8};
    expect(tw_bound_us(&c, &large), 2 + 512 * MIB / 4e3);
    expect(tw_bound_us(&c, &small), 2 + 4 * MIB / 40e3);
}

static void test_nothing_known_or_moved_has_no_bound(void **state)
{
    (void)state;
    const struct tw_ceilings c = made_up(), none = {0};
    const struct tw_work work = work_of(MIB, MIB), nothing = {.elements = 1};
    assert_true(tw_bound_us(&none, &work) == 0);
    assert_true(tw_bound_us(&c, &nothing) == 0);
}

/* More to read or to write is never faster. */
static void test_bounds_grow(void **state)
{
    (void)state;
    const struct tw_ceilings c = made_up();
    for (uint64_t written = 0; written <= 2048 * MIB; written += 93 * MIB) {
        double last = 0;
        for (uint64_t read = 0; read <= 2048 * MIB; read += 17 * MIB) {
            const struct tw_work work = work_of(read, written);
            double us = tw_bound_us(&c, &work);
            assert_true(us >= last * (1 - 1e-12));
            last = us;
        }
    }
}

/* ---- kept ---- */

static struct tw_device some_device(void)
{
    return (struct tw_device){
        .name = "NVIDIA H200", .sm = 90, .driver_version = 13000, .memory_clock_khz = 1};
}

static void expect_same(const struct tw_ceilings *a, const struct tw_ceilings *b)
{
    assert_int_equal(a->count, b->count);
    assert_int_equal(a->l2_bytes, b->l2_bytes);
    assert_true(fabs(a->launch_us - b->launch_us) < 0.001 && fabs(a->spread - b->spread) < 1e-5);
    for (unsigned i = 0; i < a->count; i++) {
        assert_int_equal(a->points[i].bytes, b->points[i].bytes);
        for (unsigned c = 0; c < TW_CEILING_COUNT; c++)
            assert_true(fabs(a->points[i].us[c] - b->points[i].us[c]) < 0.001);
    }
}

static void test_what_is_kept_comes_back_for_that_device_alone(void **state)
{
    (void)state;
    const struct tw_ceilings c = made_up();
    struct tw_device device = some_device(), other = some_device();
    struct tw_ceilings got;
    assert_false(tw_ceilings_recall(cache, &device, &got));
    assert_true(tw_ceilings_keep(cache, &device, &c));
    assert_true(tw_ceilings_recall(cache, &device, &got));
    expect_same(&got, &c);
    other.memory_clock_khz = 2;
    assert_false(tw_ceilings_recall(cache, &other, &got));
    assert_int_equal(got.count, 0);
    assert_false(tw_ceilings_recall(NULL, &device, &got));
    assert_false(tw_ceilings_keep(NULL, &device, &c));
}

static void test_notes_are_no_kernels(void **state)
{
    (void)state;
    const struct tw_ceilings c = made_up();
    struct tw_device device = some_device();
    struct tw_ceilings got;
    struct tw_cache_entry *entries;
    size_t count;
    uint64_t bytes;
    struct tw_error error = TW_ERROR_INIT;
    assert_true(tw_ceilings_keep(cache, &device, &c));
    assert_int_equal(tw_cache_list(cache, &entries, &count, &error), TW_OK);
    assert_int_equal(count, 0);
    tw_cache_entries_free(entries, count);
    assert_int_equal(tw_cache_clear(cache, &count, &bytes, &error), TW_OK);
    assert_int_equal(count, 0);
    assert_true(tw_ceilings_recall(cache, &device, &got));
    assert_int_equal(count_files(".part"), 0);
}

/* A bit that is another, a byte too few: none is taken. Files that others may write to are not either. */
static void test_damaged_notes_are_none(void **state)
{
    (void)state;
    const struct tw_ceilings c = made_up();
    struct tw_device device = some_device();
    struct tw_ceilings got;
    struct tw_error error = TW_ERROR_INIT;
    struct tw_text whole = {0};
    char path[512];
    assert_true(tw_ceilings_keep(cache, &device, &c));
    find_note(path);
    assert_int_equal(tw_file_read(path, &whole, &error), TW_OK);
    for (size_t i = 0; i < whole.length; i++) {
        whole.data[i] ^= 1;
        put_file(path, whole.data, whole.length);
        assert_false(tw_ceilings_recall(cache, &device, &got));
        whole.data[i] ^= 1;
        put_file(path, whole.data, i);
        assert_false(tw_ceilings_recall(cache, &device, &got));
    }
    put_file(path, whole.data, whole.length);
    assert_true(tw_ceilings_recall(cache, &device, &got));
    assert_int_equal(chmod(path, 0666), 0);
    assert_false(tw_ceilings_recall(cache, &device, &got));
    assert_int_equal(chmod(path, 0600), 0);
    tw_text_free(&whole);
}

/* Whole files with a right hash whose figures make no sense. */
static void test_notes_without_sense_are_none(void **state)
{
    struct tw_device device = some_device();
    struct tw_ceilings wrong[5], got;
    (void)state;
    for (unsigned i = 0; i < 5; i++) wrong[i] = made_up();
    wrong[0].count = 0;
    wrong[1].launch_us = 0;
    wrong[2].points[2].bytes = wrong[2].points[1].bytes;
    wrong[3].points[1].us[TW_CEILING_COPY] = wrong[3].points[0].us[TW_CEILING_COPY] - 1;
    wrong[4].points[0].us[TW_CEILING_READ] = 1;
    for (unsigned i = 0; i < 5; i++) {
        assert_true(tw_ceilings_keep(cache, &device, &wrong[i]));
        assert_false(tw_ceilings_recall(cache, &device, &got));
        assert_int_equal(got.count, 0);
    }
}

static int empty_cache(void **state)
{
    (void)state;
    char path[512];
    if (count_files(".note")) {
        find_note(path);
        unlink(path);
    }
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_between_points_the_time_is_a_line),
        cmocka_unit_test(test_bounds_follow_from_what_is_read_and_written),
        cmocka_unit_test(test_fills_count_beyond_the_l2),
        cmocka_unit_test(test_nothing_known_or_moved_has_no_bound),
        cmocka_unit_test(test_bounds_grow),
        cmocka_unit_test_setup(test_what_is_kept_comes_back_for_that_device_alone, empty_cache),
        cmocka_unit_test_setup(test_notes_are_no_kernels, empty_cache),
        cmocka_unit_test_setup(test_damaged_notes_are_none, empty_cache),
        cmocka_unit_test_setup(test_notes_without_sense_are_none, empty_cache),
    };
    struct tw_error error = TW_ERROR_INIT;
    if (!mkdtemp(directory) || tw_cache_open(directory, &cache, &error)) return 1;
    int status = cmocka_run_group_tests(tests, NULL, NULL);
    empty_cache(NULL);
    tw_cache_close(cache);
    rmdir(directory);
    return status;
}
