/*
 * The path of a sweep on a GPU, without one: the compilers are real, the measuring worker makes its times up.
 * Needs NVRTC. And how times become ranks, ties and confidence.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/sweep/sweep_show.h"
#include "gen/choice/candidates.h"
#include "tests/sim/measured_paddings.h"
#include "tune/plan/store.h"

/* The space: paddings of one tile, nothing left out. */
static const char config_text[] =
    "{\"tilewright\": 1, \"kernel\": \"tile\", \"variants\": [{\"name\": \"t\", \"BDIMX\": 32, \"BDIMY\": "
    "16, \"layout\": "
    "\"row-col\", \"index\": \"linear\", \"swizzle\": \"none\", \"IPAD\": {\"from\": 0, \"to\": 23}}]}";

static const struct tw_sweep_options options = {
    .jobs = 2, .timeout_s = 20, .all = true, .shard = 1, .shards = 1};
static unsigned interrupted;

static unsigned stop(void *context)
{
    (void)context;
    return interrupted;
}

/* What is being done as the watcher was told last; NULL: nothing any more. */
static const char *doing;
static unsigned finals; /* how often the finals were told of */
static unsigned ended;  /* how often they came to their end  */

static void progress(void *context, const char *now, size_t done, size_t of)
{
    (void)context;
    assert_true(done <= of);
    doing = now;
    bool side_by_side = now && strcmp(now, "timing the best side by side") == 0;
    finals += side_by_side;
    ended += side_by_side && done == of;
}

static const struct tw_watcher watcher = {.stop = stop, .progress = progress};

struct fixture {
    struct tw_space space;
    struct tw_sweep sweep;
    char path[32];
};

static int set_up(void **state)
{
    static const struct tw_probe gpu = {.device = "a GPU", .sm = 90};
    struct tw_error error = TW_ERROR_INIT;
    struct fixture *fixture = calloc(1, sizeof *fixture);
    strcpy(fixture->path, "/tmp/sweep-XXXXXX");
    int file = mkstemp(fixture->path);
    assert_int_equal(write(file, config_text, sizeof config_text - 1), sizeof config_text - 1);
    close(file);
    const struct tw_space_options space = {.config = fixture->path};
    assert_int_equal(tw_space_open(&space, &watcher, &fixture->space, &error), TW_OK);
    interrupted = finals = ended = 0;
    doing = NULL;
    fixture->sweep = (struct tw_sweep){.options = &options,
                                       .space = &fixture->space,
                                       .watcher = &watcher,
                                       .probe = gpu,
                                       .own_cache = {NULL, -1}};
    fixture->sweep.probe.target = *tw_target_find(90);
    assert_int_equal(tw_sweep_plan(&fixture->sweep, &error), TW_OK);
    assert_int_equal(fixture->sweep.count, 24);
    *state = fixture;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *fixture = *state;
    tw_sweep_free(&fixture->sweep);
    tw_space_close(&fixture->space);
    unlink(fixture->path);
    free(fixture);
    return 0;
}

/* ---- ranks ---- */

/* The row ran, and took so long in the first look and in each final round (round_us NULL: in none). */
static void took(struct tw_row *row, double us, const double *round_us, unsigned rounds)
{
    row->done = true;
    row->result.status = TW_STATUS_OK;
    row->result.has_timing = true;
    row->result.timing =
        (struct tw_timing){.runs = 50, .median_us = us, .min_us = us, .p95_us = us, .blocks = 1000};
    for (unsigned i = 0; i < rounds; i++) {
        row->rounds[i] = round_us[i];
        if (round_us[i] > 0) row->samples[row->sample_count++] = round_us[i];
    }
}

static void constant_rounds(double us, double *rounds)
{
    for (unsigned i = 0; i < TW_FINAL_ROUNDS; i++) rounds[i] = us;
}

static void expect_order(const struct tw_sweep *sweep, const size_t *expected, const bool *tie, size_t count)
{
    size_t ranked;
    size_t *order = tw_sweep_order(sweep, &ranked);
    assert_non_null(order);
    assert_int_equal(ranked, count);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(order[i], expected[i]);
        assert_int_equal(sweep->rows[order[i]].rank, i + 1);
        assert_int_equal(sweep->rows[order[i]].tie, tie[i]);
    }
    free(order);
}

/* Chance of this many wins or more either way, all 2^n outcomes counted one by one. */
static double chance(unsigned wins, unsigned rounds)
{
    unsigned extreme = 0, far = wins * 2 < rounds ? rounds - wins : wins;
    for (uint32_t outcome = 0; outcome < UINT32_C(1) << rounds; outcome++) {
        unsigned heads = (unsigned)__builtin_popcount(outcome);
        extreme += heads >= far || rounds - heads >= far;
    }
    return ldexp(extreme, -(int)rounds);
}

static void test_times_decide_where_they_can(void **state)
{
    struct tw_sweep *sweep = &((struct fixture *)*state)->sweep;
    double rounds[TW_FINAL_ROUNDS];
    constant_rounds(5, rounds);
    took(&sweep->rows[0], 9, rounds, TW_FINAL_ROUNDS);
    constant_rounds(4, rounds);
    took(&sweep->rows[2], 1, rounds, TW_FINAL_ROUNDS);
    took(&sweep->rows[7], 8, NULL, 0);
    tw_sweep_rank(sweep, NULL);
    expect_order(sweep, (size_t[]){2, 0, 7}, (bool[]){false, false, false}, 3);
    assert_true(fabs(sweep->rows[2].cost - 4 * 1e6 / (1000 * 512)) < 1e-12);
    assert_true(fabs(sweep->confidence - (1 - chance(15, 15))) < 1e-12);
    assert_true(isnan(sweep->rows[1].cost) && sweep->rows[1].rank == 0);
}

/* Plans the sweep over a config's space, which the caller frees with it. */
static void plan_space(struct tw_sweep *sweep, struct tw_space *space, const char *text)
{
    struct tw_error error = TW_ERROR_INIT;
    assert_int_equal(tw_config_parse("t", text, strlen(text), &space->config, &error), TW_OK);
    space->count = space->config.variant_count;
    sweep->space = space;
    assert_int_equal(tw_sweep_plan(sweep, &error), TW_OK);
}

/* Kernels with a grid of their own compare by the problem, however many threads they give it. */
static void test_grids_compare_by_elements(void **state)
{
    static const char text[] =
        "{\"tilewright\": 1, \"kernel\": \"transpose\", \"variants\": [{\"name\": \"t\", "
        "\"rows\": 1024, \"cols\": 512, \"method\": \"padded\", \"BDIMY\": [8, 32]}]}";
    struct tw_sweep sweep = ((struct fixture *)*state)->sweep;
    struct tw_space space = {0};
    plan_space(&sweep, &space, text);
    took(&sweep.rows[0], 8, NULL, 0);
    took(&sweep.rows[1], 10, NULL, 0); /* four times the threads, and slower */
    sweep.rows[0].result.timing.blocks = sweep.rows[1].result.timing.blocks = 512;
    tw_sweep_rank(&sweep, NULL);
    expect_order(&sweep, (size_t[]){0, 1}, (bool[]){false, false}, 2);
    assert_true(fabs(sweep.rows[0].cost - 8 * 1e6 / (1024 * 512)) < 1e-12);
    assert_true(fabs(sweep.rows[1].cost - 10 * 1e6 / (1024 * 512)) < 1e-12);
    assert_true(fabs(tw_sweep_time(&sweep.rows[1]) - 10) < 1e-9);

    const struct tw_sweep_view view = {20, 140, false};
    struct tw_text shown = {0};
    tw_sweep_show(&sweep, &view, &shown); /* 4 MB in 8 us */
    assert_non_null(strstr(tw_text_string(&shown), "us   GB/s     cost\n"));
    assert_non_null(strstr(tw_text_string(&shown), "   8.00  524.3  15.2588 "));
    assert_non_null(strstr(tw_text_string(&shown),
                           "needs 131072 sectors of global memory: 65536 read, in "
                           "32768 fills of 64 bytes, and 65536 written\nbound: not known; "));
    tw_text_clear(&shown);
    sweep.rows[0].result.bound_us = sweep.rows[1].result.bound_us = 6;
    tw_sweep_show(&sweep, &view, &shown);
    assert_non_null(strstr(tw_text_string(&shown), "   8.00  524.3  0.750  15.2588 "));
    assert_non_null(strstr(tw_text_string(&shown), "  10.00  419.4  0.600 "));
    assert_non_null(strstr(
        tw_text_string(&shown),
        "\nbound: 6.00 us; the best reaches this part of its speed: 0.750, as device --probe measured it\n"));
    tw_text_free(&shown);
    tw_sweep_free(&sweep);
    tw_config_free(&space.config);
}

/* Two problems, of the first of which one is the fastest but one that was not tried, and one that has no rivals. */
static void test_winners_are_remembered(void **state)
{
    static const char text[] =
        "{\"tilewright\": 1, \"kernel\": \"transpose\", \"variants\": [{\"name\": \"a\", \"rows\": 1024, "
        "\"cols\": [512, 640], \"hints\": \"none\", \"carveout\": [0, 50, 100]}, {\"name\": \"b\", \"rows\": "
        "70, "
        "\"cols\": 70, \"method\": \"padded\"}]}";
    static char folder[] = "/tmp/tilewright-remember-XXXXXX";
    struct tw_sweep sweep = ((struct fixture *)*state)->sweep;
    struct tw_space space = {0};
    struct tw_error error = TW_ERROR_INIT;
    struct tw_text said = {0};
    struct tw_stores stores;
    assert_non_null(mkdtemp(folder));
    assert_int_equal(tw_config_parse("t", text, sizeof text - 1, &space.config, &error), TW_OK);
    space.count = space.config.variant_count;
    sweep.space = &space;
    sweep.probe.l2_bytes = 1000000;
    assert_int_equal(tw_sweep_plan(&sweep, &error), TW_OK);
    assert_int_equal(sweep.count, 7);
    for (size_t i = 0; i < sweep.count; i++) {
        took(&sweep.rows[i], i == 1 || i == 5 ? 5 : 7 + (double)i, NULL, 0);
        sweep.rows[i].result.timing.blocks = sweep.rows[i].blocks;
    }
    sweep.rows[2].result.status = TW_STATUS_SKIPPED;
    sweep.rows[2].unspent = true;
    assert_int_equal(tw_sweep_rank(&sweep, &error), TW_OK);
    if (tw_sweep_remember(&sweep, folder, &said, &error)) fail_msg("%s", error.message);
    assert_non_null(strstr(tw_text_string(&said), ": the best of 2 problems"));
    assert_int_equal(tw_store_load(folder, &stores, &error), TW_OK);
    assert_int_equal(stores.count, 1);
    assert_string_equal(stores.list[0].device.name, "a GPU");
    assert_int_equal(stores.list[0].device.l2_bytes, 1000000);
    assert_int_equal(stores.list[0].count, 2);
    for (size_t i = 0; i < 2; i++) {
        const struct tw_store_entry *entry = &stores.list[0].entries[i];
        bool first = entry->value[tw_family_field(entry->family, "cols")] == 512;
        const struct tw_row *winner = &sweep.rows[first ? 1 : 5];
        assert_memory_equal(entry->value, winner->result.variant->value,
                            entry->family->field_count * sizeof *entry->value);
        assert_int_equal(entry->effort, first ? TW_EFFORT_MEASURE : TW_EFFORT_EXHAUSTIVE);
        assert_int_equal(entry->tried, first ? 2 : 3);
        assert_int_equal(entry->of, 3);
        assert_true(fabs(entry->us - 5) < 1e-3);
        /* no padding but 0 is ever tried, and vector tiles are of one matrix, which no registers turn */
        uint32_t one = 1u << tw_family_field(entry->family, "IPAD") |
                       1u << tw_family_field(entry->family, "matrices") |
                       1u << tw_family_field(entry->family, "register_transpose");
        assert_int_equal(entry->searched, 1u << tw_family_field(entry->family, "carveout") | one);
    }
    tw_stores_free(&stores);
    tw_sweep_free(&sweep);
    tw_config_free(&space.config);
    tw_text_free(&said);
    char command[64];
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
}

/* For every number of rounds won: tied when the exact chance is above 5 %, and then the fewer bytes win. */
static void test_the_sign_test_is_exact(void **state)
{
    for (unsigned wins = 0; wins <= TW_FINAL_ROUNDS; wins++) {
        struct tw_sweep *sweep = &((struct fixture *)*state)->sweep;
        double slow[TW_FINAL_ROUNDS], fast[TW_FINAL_ROUNDS];
        for (unsigned i = 0; i < TW_FINAL_ROUNDS;
             i++) { /* row 9 wins `wins` rounds, by medians it is the faster */
            slow[i] = 10 + 0.01 * i;
            fast[i] = i < wins ? slow[i] - 1 : slow[i] + 0.001;
        }
        sweep->rows[3].sample_count = sweep->rows[9].sample_count = 0;
        took(&sweep->rows[3], 10, slow, TW_FINAL_ROUNDS);
        took(&sweep->rows[9], 10, fast, TW_FINAL_ROUNDS);
        tw_sweep_rank(sweep, NULL);
        bool tied = chance(wins, TW_FINAL_ROUNDS) > 0.05;
        bool first = !tied && wins > TW_FINAL_ROUNDS / 2;
        const size_t by_time[] = {9, 3}, by_bytes[] = {3, 9};
        expect_order(sweep, first ? by_time : by_bytes, (bool[]){false, tied}, 2);
        assert_true(fabs(sweep->confidence - (tied ? 0 : 1 - chance(wins, TW_FINAL_ROUNDS))) < 1e-12);
    }
}

static void test_too_few_rounds_say_nothing(void **state)
{
    struct tw_sweep *sweep = &((struct fixture *)*state)->sweep;
    double same[TW_FINAL_ROUNDS];
    constant_rounds(10, same);
    took(&sweep->rows[4], 10, same, 5);
    constant_rounds(10.5, same);
    took(&sweep->rows[5], 10, same, 5);
    tw_sweep_rank(sweep, NULL);
    expect_order(sweep, (size_t[]){4, 5}, (bool[]){false, false}, 2);
    assert_true(sweep->confidence == 0);
}

/* Rounds are compared with the same rounds, whatever else was missed. */
static void test_a_missed_round_shifts_nothing(void **state)
{
    struct tw_sweep *sweep = &((struct fixture *)*state)->sweep;
    double a[TW_FINAL_ROUNDS], b[TW_FINAL_ROUNDS];
    for (unsigned i = 0; i < TW_FINAL_ROUNDS; i++) { /* both slow down together; b is always the slower */
        a[i] = 10 + i;
        b[i] = 10.5 + i;
    }
    a[3] = 0;
    took(&sweep->rows[6], 10, a, TW_FINAL_ROUNDS);
    took(&sweep->rows[1], 10, b, TW_FINAL_ROUNDS);
    tw_sweep_rank(sweep, NULL);
    assert_false(sweep->rows[6].tie || sweep->rows[1].tie);
    assert_true(fabs(sweep->confidence - (1 - chance(14, 14))) < 1e-12);
}

/* A launch of twice the work that takes 1.9 times as long is the better one. */
static void test_launches_of_different_work_compare_per_element(void **state)
{
    struct tw_sweep *sweep = &((struct fixture *)*state)->sweep;
    double rounds[TW_FINAL_ROUNDS];
    constant_rounds(10, rounds);
    took(&sweep->rows[0], 10, rounds, TW_FINAL_ROUNDS);
    constant_rounds(19, rounds);
    took(&sweep->rows[1], 19, rounds, TW_FINAL_ROUNDS);
    sweep->rows[1].result.timing.blocks = 2000;
    tw_sweep_rank(sweep, NULL);
    expect_order(sweep, (size_t[]){1, 0}, (bool[]){false, false}, 2);
    assert_true(sweep->confidence > 0.999);
}

static void test_counts_decide_on_the_simulator(void **state)
{
    struct tw_sweep *sweep = &((struct fixture *)*state)->sweep;
    sweep->probe.simulator = true;
    static const struct {
        size_t row;
        uint64_t wavefronts, sectors;
        uint32_t bytes;
    } ran[] = {{0, 60, 64, 2048}, {1, 40, 64, 2112}, {2, 40, 64, 2176},
               {3, 40, 80, 2000}, {8, 40, 64, 2112}, {9, 30, 90, 9000}};
    for (size_t i = 0; i < sizeof ran / sizeof *ran; i++) {
        struct tw_row *row = &sweep->rows[ran[i].row];
        row->done = true;
        row->result.status = TW_STATUS_OK;
        row->result.has_simulated = true;
        row->result.simulated.load_wavefronts = ran[i].wavefronts;
        row->result.simulated.global_load_sectors = ran[i].sectors;
        row->result.shared_bytes = ran[i].bytes;
        row->occupancy.warps_per_sm = 64;
    }
    sweep->rows[4].done = true;
    sweep->rows[4].result.status = TW_STATUS_FAILED;
    tw_sweep_rank(sweep, NULL);
    expect_order(sweep, (size_t[]){9, 1, 8, 2, 3, 0}, (bool[]){false, false, true, false, false, false}, 6);
    sweep->rows[2].occupancy.warps_per_sm = 66; /* comes after the bytes */
    sweep->rows[8].occupancy.warps_per_sm = 65;
    tw_sweep_rank(sweep, NULL);
    expect_order(sweep, (size_t[]){9, 8, 1, 2, 3, 0}, (bool[]){false, false, false, false, false, false}, 6);
}

/* The verdict, when the field for the padding is called `key`; NULL: when no field is for padding. */
static void show_with_padding(struct fixture *fixture, const char *key, struct tw_text *text)
{
    struct tw_sweep *sweep = &fixture->sweep;
    const struct tw_sweep_view view = {.top = 10, .width = 100};
    const struct tw_family *family = fixture->space.config.family;
    struct tw_field_info fields[TW_MAX_FIELDS];
    struct tw_family other = *family;
    int pad = tw_family_role(family, TW_FIELD_PADDING);
    memcpy(fields, family->fields, family->field_count * sizeof *fields);
    if (key) fields[pad].key = key;
    if (!key) fields[pad].roles = 0;
    other.fields = fields;
    fixture->space.config.family = &other;
    tw_sweep_rank(sweep, NULL);
    tw_sweep_show(sweep, &view, text);
    fixture->space.config.family = family;
}

/* On a GPU nothing is simulated: what is not predicted is not known. */
static void test_what_is_not_predicted_is_no_zero(void **state)
{
    struct tw_sweep *sweep = &((struct fixture *)*state)->sweep;
    const struct tw_sweep_view view = {.top = 10, .width = 100};
    struct tw_text text = {0};
    took(&sweep->rows[0], 1, NULL, 0);
    sweep->rows[0].result.has_predicted = false;
    assert_int_equal(tw_sweep_rank(sweep, NULL), TW_OK);
    tw_sweep_show(sweep, &view, &text);
    assert_non_null(strstr(tw_text_string(&text), "t_IPAD0    2048 "));
    assert_non_null(strstr(tw_text_string(&text), "  wavefronts not predicted, 2048 shared bytes, "));
    tw_text_free(&text);
}

static void test_padding_is_what_the_family_calls_so(void **state)
{
    struct tw_sweep *sweep = &((struct fixture *)*state)->sweep;
    struct tw_text called = {0}, none = {0};
    for (size_t i = 0; i < sweep->count; i++) took(&sweep->rows[i], 1 + (double)i, NULL, 0);
    show_with_padding(*state, "GAP", &called);
    assert_non_null(strstr(tw_text_string(&called), "\\ GAP"));
    assert_non_null(strstr(tw_text_string(&called), "smallest conflict-free padding GAP 2, +128 bytes\n"));
    show_with_padding(*state, NULL, &none);
    assert_non_null(strstr(tw_text_string(&none), "  none  272 wavefronts (ideal 32)\n"));
    assert_non_null(strstr(tw_text_string(&none), "  xor   32 wavefronts (ideal 32)\n"));
    assert_null(strstr(tw_text_string(&none), "padding"));
    tw_text_free(&called);
    tw_text_free(&none);
}

/* ---- the whole path ---- */

/* The pool whose one worker makes times up. */
static int open_pool(struct tw_sweep *sweep, const char *argument)
{
    struct tw_error error = TW_ERROR_INIT;
    const struct tw_pool_options pool = {.workers = 1,
                                         .timeout_s = 1.5,
                                         .program = BUILD_DIR "/tests/measuring_worker",
                                         .argument = argument,
                                         .settings = "",
                                         .watcher = sweep->watcher};
    sweep->setup = (struct tw_worker_setup){.count = options.jobs,
                                            .timeout_s = options.timeout_s,
                                            .program = BUILD_DIR "/tilewright",
                                            .watcher = sweep->watcher};
    sweep->pipeline = (struct tw_pipeline_options){.family = sweep->space->config.family, .no_cache = true};
    assert_true(tw_sweep_cards_make(sweep, 1));
    sweep->cards[0].workers.options = &sweep->pipeline;
    return tw_pool_open(&pool, &sweep->cards[0].workers.pool, &error);
}

static void test_the_path_on_a_gpu(void **state)
{
    struct fixture *fixture = *state;
    struct tw_sweep *sweep = &fixture->sweep;
    struct tw_error error = TW_ERROR_INIT;
    assert_int_equal(open_pool(sweep, "served"), TW_OK);
    assert_int_equal(tw_sweep_run(sweep, &error), TW_OK);
    tw_sweep_rank(sweep, NULL);
    for (size_t i = 0; i < sweep->count; i++) {
        struct tw_row *row = &sweep->rows[i];
        assert_true(row->done);
        assert_int_equal(row->rank == 0, i == FAULTS || i == CRASHES || i == HANGS || i == WRONG);
        if (row->rank) assert_true(row->result.compile_s > 0 && row->result.timing.blocks == 528);
    }
    assert_int_equal(sweep->rows[WRONG].result.status, TW_STATUS_MISMATCH);
    assert_int_equal(sweep->rows[FAULTS].result.status, TW_STATUS_FAILED);
    assert_string_equal(tw_text_string(&sweep->rows[CRASHES].result.reason),
                        "its process ended with status 4");
    assert_string_equal(tw_text_string(&sweep->rows[HANGS].result.reason),
                        "no answer within 1.5 s; --timeout gives it more");

    /* 2 and 6 cannot be told apart, so the fewer bytes win; 0 is next. */
    assert_int_equal(sweep->rows[2].rank, 1);
    assert_int_equal(sweep->rows[6].rank, 2);
    assert_true(sweep->rows[6].tie);
    assert_int_equal(sweep->rows[0].rank, 3);
    assert_false(sweep->rows[0].tie);
    assert_true(sweep->confidence > 0.999);
    assert_int_equal(sweep->rows[2].sample_count,
                     TW_FINAL_ROUNDS + 2); /* 20 right ones: halves of 10, 8, then the finals */
    unsigned finalists = 0;
    for (size_t i = 0; i < sweep->count; i++) finalists += sweep->rows[i].rounds[0] > 0;
    assert_int_equal(finalists, 8);
    assert_int_equal(finals, 8 * TW_FINAL_ROUNDS);
    assert_null(doing); /* a line of progress is wiped at the end */
}

/* A row that ran, and was not timed to its end. */
static void was_stopped(struct tw_row *row, double us)
{
    took(row, us, NULL, 0);
    row->result.timing.runs = 7;
    row->result.timing.stopped = true;
}

/* Whatever its time, which is that of a few runs. */
static void test_stopped_rows_rank_behind(void **state)
{
    struct tw_sweep *sweep = &((struct fixture *)*state)->sweep;
    took(&sweep->rows[0], 10, NULL, 0);
    took(&sweep->rows[1], 90, NULL, 0);
    was_stopped(&sweep->rows[2], 16);
    was_stopped(&sweep->rows[3], 9);
    tw_sweep_rank(sweep, NULL);
    expect_order(sweep, (size_t[]){0, 1, 3, 2}, (bool[]){false, false, false, false}, 4);
    assert_true(tw_sweep_best(sweep, &sweep->rows[2]) == sweep->rows[0].cost);

    const struct tw_sweep_view view = {20, 140, false};
    struct tw_text shown = {0};
    tw_sweep_show(sweep, &view, &shown);
    assert_non_null(strstr(tw_text_string(&shown),
                           "2 could not win, and were not timed to the end; they rank after the others\n"));
    tw_text_free(&shown);
}

/* Each problem has a best of its own. */
static void test_rivals_are_of_one_problem(void **state)
{
    static const char text[] =
        "{\"tilewright\": 1, \"kernel\": \"transpose\", \"variants\": [{\"name\": \"t\", "
        "\"rows\": 64, \"cols\": [64, 128], \"method\": \"padded\", \"BDIMY\": [8, 16, 32]}]}";
    struct tw_sweep sweep = ((struct fixture *)*state)->sweep;
    struct tw_space space = {0};
    plan_space(&sweep, &space, text);
    int cols = tw_family_field(space.config.family, "cols");
    double best[2] = {0, 0};
    for (size_t i = 0; i < sweep.count; i++) {
        struct tw_row *row = &sweep.rows[i];
        bool wide = row->result.variant->value[cols] == 128;
        assert_int_equal(sweep.rows[row->problem].result.variant->value[cols],
                         row->result.variant->value[cols]);
        assert_true(tw_sweep_best(&sweep, row) == best[wide]);
        took(row, 50 - (double)i, NULL, 0);
        assert_int_equal(tw_sweep_cost(&sweep, row, &row->cost, NULL), TW_OK);
        tw_sweep_note_best(&sweep, row);
        best[wide] = row->cost; /* each is faster than all before */
        assert_true(tw_sweep_best(&sweep, row) == best[wide]);
    }
    assert_true(best[0] > 0 && best[1] > 0 && best[0] != best[1]);
    tw_sweep_free(&sweep);
    tw_config_free(&space.config);
}

/* Most take more than 1.5 times as long as the best: they are stopped, unless they came before it, and are no finalists. */
static void test_hopeless_rows_are_no_finalists(void **state)
{
    struct fixture *fixture = *state;
    struct tw_sweep *sweep = &fixture->sweep;
    struct tw_error error = TW_ERROR_INIT;
    assert_int_equal(open_pool(sweep, "steep"), TW_OK);
    assert_int_equal(tw_sweep_run(sweep, &error), TW_OK);
    tw_sweep_rank(sweep, NULL);
    unsigned stopped = 0;
    for (size_t i = 0; i < sweep->count; i++) {
        const struct tw_row *row = &sweep->rows[i];
        bool near = i <= 2 || i == 6, may_be = i == 3; /* within noise of 1.5 times */
        if (!row->rank) continue;
        stopped += row->result.timing.stopped;
        assert_true(!row->result.timing.stopped || !near);
        if (!may_be) assert_int_equal(row->rounds[0] > 0, near);
        if (!near && !may_be) assert_int_equal(row->sample_count, 0);
    }
    assert_true(stopped >= 5); /* of 16: the compilers are two, so a few come before the best */
    assert_int_equal(sweep->rows[2].rank, 1);
    assert_int_equal(sweep->rows[6].rank, 2);
    assert_int_equal(sweep->rows[2].sample_count, TW_FINAL_ROUNDS);
}

/* Each problem has finalists of its own, and its rounds follow each other. */
static void test_finals_of_several_problems(void **state)
{
    static const char text[] = "{\"tilewright\": 1, \"kernel\": \"tile\", \"variants\": [{\"name\": \"t\", "
                               "\"BDIMX\": 32, \"BDIMY\": 16, "
                               "\"layout\": \"row-col\", \"index\": \"linear\", \"swizzle\": \"none\", "
                               "\"type\": [\"int32\", \"float32\"], "
                               "\"IPAD\": {\"from\": 0, \"to\": 11}}]}";
    struct tw_sweep sweep = ((struct fixture *)*state)->sweep;
    struct tw_space space = {0};
    struct tw_error error = TW_ERROR_INIT;
    plan_space(&sweep, &space, text);
    assert_int_equal(open_pool(&sweep, "served"), TW_OK);
    assert_int_equal(tw_sweep_run(&sweep, &error), TW_OK);
    unsigned finalists[2] = {0, 0};
    for (size_t i = 0; i < sweep.count; i++) {
        const struct tw_row *row = &sweep.rows[i];
        finalists[row->problem != 0] += row->rounds[TW_FINAL_ROUNDS - 1] > 0;
    }
    assert_true(finalists[0] >= 2 && finalists[1] >= 2);
    assert_int_equal(finals, TW_FINAL_ROUNDS * (finalists[0] + finalists[1]));
    assert_int_equal(ended, 2);
    tw_sweep_free(&sweep);
    tw_config_free(&space.config);
}

/* ---- the clock ---- */

static void expect_warning(const struct tw_sweep *sweep, const char *expected)
{
    struct tw_text text = {0};
    tw_sweep_warn_of_clock(sweep, &text);
    assert_string_equal(tw_text_string(&text), expected);
    tw_text_free(&text);
}

static void test_an_unsteady_clock_is_told(void **state)
{
    struct tw_sweep *sweep = &((struct fixture *)*state)->sweep;
    double rounds[TW_FINAL_ROUNDS];
    constant_rounds(5, rounds);
    for (size_t i = 0; i < 3; i++) took(&sweep->rows[i], 5, i < 2 ? rounds : NULL, i < 2 ? 15 : 0);
    expect_warning(sweep, "");
    sweep->rows[0].clock = (struct tw_sweep_clock){1950, 1980, TW_THROTTLE_UNKNOWN};
    sweep->rows[1].clock = (struct tw_sweep_clock){1900, 1950, 0};
    sweep->rows[2].clock = (struct tw_sweep_clock){300, 1980, TW_THROTTLE_SLOWDOWN}; /* no finalist */
    expect_warning(sweep, "");
    sweep->rows[1].clock.throttles = TW_THROTTLE_POWER_CAP;
    expect_warning(sweep,
                   "warning: while the best were timed, the multiprocessors' clock was 1900 to 1980 MHz, "
                   "held down (power-cap): times may not compare\n");
    sweep->rows[1].clock = (struct tw_sweep_clock){1410, 1410, 0};
    expect_warning(sweep,
                   "warning: while the best were timed, the multiprocessors' clock was 1410 to 1980 MHz: "
                   "times may not compare\n");
}

/* What the header says, and what is gone on with. */
static void test_the_state_of_the_cache_is_recorded(void **state)
{
    struct tw_sweep *sweep = &((struct fixture *)*state)->sweep;
    struct tw_sweep_options cold = options, other = options;
    struct tw_error error = TW_ERROR_INIT;
    char path[] = "/tmp/results-XXXXXX";
    close(mkstemp(path));
    cold.output = other.output = path;
    cold.l2 = TW_L2_COLD;
    cold.force = other.resume = true;
    sweep->options = &cold;
    assert_int_equal(tw_sweep_file_open(sweep, &error), TW_OK);
    assert_int_equal(tw_sweep_file_close(sweep, false, &error), TW_OK);
    sweep->options = &other;
    assert_int_equal(tw_sweep_file_open(sweep, &error), TW_INPUT);
    assert_string_equal(error.message, "cannot be resumed: \"cache\" is \"cold\" there and \"warm\" here");
    tw_sweep_file_close(sweep, false, NULL);
    other.l2 = TW_L2_COLD;
    assert_int_equal(tw_sweep_file_open(sweep, &error), TW_OK);
    tw_sweep_file_close(sweep, false, NULL);
    unlink(path);
    tw_error_free(&error);
}

/* A process whose kernel faulted measures nothing any more: what comes next gets another one. */
static void test_a_fault_among_several_ends_the_process(void **state)
{
    struct fixture *fixture = *state;
    struct tw_sweep *sweep = &fixture->sweep;
    struct tw_error error = TW_ERROR_INIT;
    assert_int_equal(open_pool(sweep, "served"), TW_OK);
    for (unsigned place = 0; place < 3; place++) { /* of the fault, with one behind it */
        struct tw_worker_range range;
        struct tw_text shown = {0};
        bool got;
        assert_int_equal(tw_worker_submit_range(&sweep->cards[0].workers, &sweep->variants, FAULTS - place,
                                                place + 2, TW_STAGE_TIME, &error),
                         TW_OK);
        assert_int_equal(tw_worker_wait_range(&sweep->cards[0].workers, &sweep->variants, 600, &range, &shown,
                                              &got, &error),
                         TW_OK);
        assert_true(got && range.first == FAULTS - place && range.count == place + 2 && !range.lost);
        for (unsigned i = 0; i < range.count; i++) {
            assert_int_equal(range.results[i].status, i < place ? TW_STATUS_OK : TW_STATUS_FAILED);
            assert_ptr_equal(range.results[i].variant, &sweep->variants.variant[FAULTS - place + i]);
            tw_result_free(&range.results[i]);
        }
        tw_worker_range_free(&range);
        tw_text_free(&shown);
    }
}

static void test_interrupted_before_it_began(void **state)
{
    struct fixture *fixture = *state;
    struct tw_error error = TW_ERROR_INIT;
    interrupted = 1;
    assert_int_equal(open_pool(&fixture->sweep, "served"), TW_OK);
    assert_int_equal(tw_sweep_run(&fixture->sweep, &error), TW_OK);
    for (size_t i = 0; i < fixture->sweep.count; i++) assert_false(fixture->sweep.rows[i].done);
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_times_decide_where_they_can),
        TEST(test_grids_compare_by_elements),
        TEST(test_winners_are_remembered),
        TEST(test_the_sign_test_is_exact),
        TEST(test_too_few_rounds_say_nothing),
        TEST(test_a_missed_round_shifts_nothing),
        TEST(test_launches_of_different_work_compare_per_element),
        TEST(test_counts_decide_on_the_simulator),
        TEST(test_what_is_not_predicted_is_no_zero),
        TEST(test_padding_is_what_the_family_calls_so),
        TEST(test_the_path_on_a_gpu),
        TEST(test_stopped_rows_rank_behind),
        TEST(test_rivals_are_of_one_problem),
        TEST(test_hopeless_rows_are_no_finalists),
        TEST(test_finals_of_several_problems),
        TEST(test_an_unsteady_clock_is_told),
        TEST(test_the_state_of_the_cache_is_recorded),
        TEST(test_a_fault_among_several_ends_the_process),
        TEST(test_interrupted_before_it_began),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
