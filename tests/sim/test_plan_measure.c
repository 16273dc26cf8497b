/*
 * Plans that measure, on a GPU that is made up: the simulator's driver without its sign, launches that take what a table says
 * and run nothing. The winner is worked out here by asking that table.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "gen/choice/candidates.h"
#include "tune/plan/planner.h"

#define FEW 12u /* candidates that effort `measure` tries */

static char folder[] =
    "/tmp/tilewright-measure-XXXXXX"; /* wisdom of a test; its kernels are those of all, if there are such */
static struct tw_planner *planner;
static struct tw_error error = TW_ERROR_INIT;

/* ---- the GPU ---- */

static struct tw_driver real;
static atomic_uint contests, launches, allocated, freed; /* calls; contests: pairs of events */
static atomic_uint loads, unloads;                       /* of modules */
static atomic_uint fails_on_grid;                        /* launches of so many blocks do; 0: none */
static atomic_int failure;                               /* with this result       */
static atomic_uint allocations_left;                     /* until memory ends      */
static atomic_bool capturing, crowded;
static _Thread_local double now_us, marks[2];

static uint32_t mix(uint32_t x)
{
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    return x * 0x846ca68bu;
}

/* Microseconds of a launch: 200 to 300, as its shape has it. */
static double time_of(unsigned grid, unsigned threads_x, unsigned threads_y, unsigned dynamic)
{
    return 200 + mix(grid * 31 + threads_x * 7 + threads_y * 1009 + dynamic) % 10000 / 100.0;
}

static CUresult fake_launch(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                            unsigned x, unsigned y, unsigned z, unsigned dynamic, CUstream stream,
                            void **parameters, void **extra)
{
    (void)function, (void)grid_y, (void)grid_z, (void)z, (void)stream, (void)extra;
    CUdeviceptr in, out;
    atomic_fetch_add(&launches, 1);
    memcpy(&in, parameters[0], sizeof in);
    memcpy(&out, parameters[1], sizeof out);
    if (!in || !out || in == out) return CUDA_ERROR_INVALID_VALUE;
    if (grid_x == atomic_load(&fails_on_grid)) return (CUresult)atomic_load(&failure);
    now_us += time_of(grid_x, x, y, dynamic);
    return CUDA_SUCCESS;
}

static CUresult fake_record(CUevent event, CUstream stream)
{
    marks[0] = marks[1];
    marks[1] = now_us;
    return real.cuEventRecord(event, stream);
}

static CUresult fake_elapsed(float *milliseconds, CUevent from, CUevent to)
{
    (void)from, (void)to;
    *milliseconds = (float)((marks[1] - marks[0]) / 1000);
    return CUDA_SUCCESS;
}

static CUresult fake_event(CUevent *event, unsigned flags)
{
    atomic_fetch_add(&contests, 1);
    return real.cuEventCreate(event, flags);
}

static CUresult fake_allocate(CUdeviceptr *address, size_t bytes)
{
    if (atomic_load(&allocations_left) == 0) return CUDA_ERROR_OUT_OF_MEMORY;
    atomic_fetch_sub(&allocations_left, 1);
    atomic_fetch_add(&allocated, 1);
    return real.cuMemAlloc_v2(address, bytes);
}

static CUresult fake_load(CUmodule *module, const void *image, unsigned count, CUjit_option *options,
                          void **values)
{
    atomic_fetch_add(&loads, 1);
    return real.cuModuleLoadDataEx(module, image, count, options, values);
}

static CUresult fake_unload(CUmodule module)
{
    atomic_fetch_add(&unloads, 1);
    return real.cuModuleUnload(module);
}

static CUresult fake_free(CUdeviceptr address)
{
    atomic_fetch_add(&freed, 1);
    return real.cuMemFree_v2(address);
}

static CUresult fake_info(size_t *available, size_t *total)
{
    CUresult result = real.cuMemGetInfo_v2(available, total);
    if (atomic_load(&crowded)) *available = 65u << 20; /* one more than is left for others */
    return result;
}

static CUresult fake_capturing(CUstream stream, CUstreamCaptureStatus *status)
{
    CUresult result = real.cuStreamIsCapturing(stream, status);
    if (atomic_load(&capturing)) *status = CU_STREAM_CAPTURE_STATUS_ACTIVE;
    return result;
}

static void become_gpu(struct tw_driver *driver)
{
    driver->simulator = NULL;
    driver->cuLaunchKernel = fake_launch;
    driver->cuEventRecord = fake_record;
    driver->cuEventElapsedTime = fake_elapsed;
    driver->cuEventCreate = fake_event;
    driver->cuMemAlloc_v2 = fake_allocate;
    driver->cuMemFree_v2 = fake_free;
    driver->cuModuleLoadDataEx = fake_load;
    driver->cuModuleUnload = fake_unload;
    driver->cuMemGetInfo_v2 = fake_info;
    driver->cuStreamIsCapturing = fake_capturing;
}

static struct tw_planner *open_gpu(const struct tw_planner_options *more)
{
    struct tw_planner_options options = *more;
    struct tw_planner *opened;
    options.device = TW_PLANNER_SIMULATOR;
    if (!options.wisdom_directory) options.wisdom_directory = folder;
    if (!getenv("TILEWRIGHT_CACHE") && !options.cache_directory) options.cache_directory = folder;
    if (tw_planner_open(&options, &opened, &error)) fail_msg("%s", error.message);
    real = opened->driver;
    become_gpu(&opened->driver);
    become_gpu(&opened->devices[0].driver);
    strcpy(opened->devices[0].name, "A GPU");
    return opened;
}

static int set_up(void **state)
{
    static const struct tw_planner_options plain = {0};
    (void)state;
    strcpy(strrchr(folder, '-'), "-XXXXXX");
    if (!mkdtemp(folder)) return -1;
    atomic_store(&fails_on_grid, 0);
    atomic_store(&capturing, false);
    atomic_store(&crowded, false);
    atomic_store(&allocations_left, 1000000);
    atomic_store(&contests, 0);
    atomic_store(&loads, 0);
    atomic_store(&unloads, 0);
    planner = open_gpu(&plain);
    return 0;
}

static int tear_down(void **state)
{
    char command[128];
    (void)state;
    tw_planner_close(planner);
    tw_error_free(&error);
    snprintf(command, sizeof command, "chmod -R u+w %s; rm -rf %s", folder, folder);
    return system(command);
}

/* ---- plans ---- */

static struct tw_problem problem_of(const char *fields, enum tw_effort effort)
{
    return (struct tw_problem){.family = "transpose", .fields = fields, .effort = effort, .seconds = 3600};
}

static struct tw_plan *make_with(struct tw_planner *with, const char *fields, enum tw_effort effort)
{
    struct tw_problem problem = problem_of(fields, effort);
    struct tw_plan *plan;
    if (tw_plan_make(with, &problem, &plan, &error)) fail_msg("%s", error.message);
    return plan;
}

static void expect_told(const struct tw_plan *plan, enum tw_grounds grounds, const char *told)
{
    if (tw_plan_grounds(plan) != grounds || !strstr(tw_plan_describe(plan), told))
        fail_msg("not '%s': %s", told, tw_plan_describe(plan));
}

static double plan_time(const struct tw_plan *plan)
{
    const struct tw_launch *launch = &tw_plan_kernel(plan)->shape.launches[0];
    return time_of(launch->grid[0], launch->block[0], launch->block[1], launch->dynamic_shared_bytes);
}

/* The least that any of the first `count` candidates takes. */
static double least_time(const char *fields, unsigned count, unsigned *found)
{
    char text[600];
    struct tw_config config;
    struct tw_variants variants;
    int64_t given[TW_MAX_FIELDS], value[TW_MAX_FIELDS];
    const struct tw_target target = tw_device_target(&planner->devices[0]);
    snprintf(
        text, sizeof text,
        "{\"tilewright\": 1, \"kernel\": \"transpose\", \"defaults\": %s, \"variants\": [{\"name\": \"k\"}]}",
        fields);
    assert_int_equal(tw_config_parse("t", text, strlen(text), &config, &error), TW_OK);
    assert_int_equal(tw_config_expand(&config, &target, &variants, &error), TW_OK);
    tw_variant_given(variants.family, &variants.variant[0], given);
    struct tw_candidates candidates = tw_candidates_of(variants.family, given, &target);
    double least = 1e9;
    for (*found = 0; *found < count && tw_candidates_next(&candidates, value); ++*found) {
        static struct tw_shape shape;
        tw_family_shape(variants.family, value, &target, &shape);
        const struct tw_launch *launch = &shape.launches[0];
        double us =
            time_of(launch->grid[0], launch->block[0], launch->block[1], launch->dynamic_shared_bytes);
        if (us < least) least = us;
    }
    tw_candidates_free(&candidates);
    tw_variants_free(&variants);
    tw_config_free(&config);
    return least;
}

static const char OPEN[] = "{\"rows\": 600, \"cols\": 700, \"type\": \"float32\"}";
/* Open: the tile, loads ahead, the walk; more than a few. */
static const char FEW_OPEN[] = "{\"rows\": 256, \"cols\": 256, \"method\": \"vector\", \"BDIMY\": 4}";

static void the_fastest_of_a_few_is_taken(void **state)
{
    (void)state;
    unsigned few;
    double least = least_time(OPEN, FEW, &few);
    assert_int_equal(few, FEW);
    struct tw_plan *plan = make_with(planner, OPEN, TW_EFFORT_MEASURE);
    expect_told(plan, TW_GROUNDS_MEASURED, "chosen by measuring: ");
    expect_told(plan, TW_GROUNDS_MEASURED, "; 12 of ");
    assert_true(plan_time(plan) == least);
    assert_int_equal(atomic_load(&contests), 2); /* events: of one */
    assert_int_equal(atomic_load(&allocated), atomic_load(&freed));
    assert_true(atomic_load(&launches) > FEW * 2);
    tw_plan_destroy(plan);
}

static unsigned compiled(void)
{
    struct tw_cache_entry *entries;
    size_t count;
    assert_int_equal(tw_cache_list(planner->cache, &entries, &count, &error), TW_OK);
    tw_cache_entries_free(entries, count);
    return (unsigned)count;
}

/* A problem of the vector method of which the estimate is not the fastest. */
static void find_beaten(char fields[128])
{
    unsigned few, one, rows = 256;
    do {
        assert_in_range(rows, 256, 400);
        snprintf(fields, 128, "{\"rows\": %u, \"cols\": 256, \"method\": \"vector\", \"BDIMY\": 4}", rows);
        rows += 16;
    } while (least_time(fields, FEW, &few) == least_time(fields, 1, &one) || few < FEW);
}

/* A kernel for each candidate, and the second one of the first of them: whoever wins, no more. */
static void each_kernel_is_compiled_and_loaded_once(void **state)
{
    static const struct tw_planner_options own = {.cache_directory = folder};
    (void)state;
    char fields[128];
    tw_planner_close(planner);
    planner = open_gpu(&own);
    find_beaten(fields);
    struct tw_plan *plan = make_with(planner, fields, TW_EFFORT_MEASURE);
    expect_told(plan, TW_GROUNDS_MEASURED, " us of the estimate; 12 of ");
    expect_told(plan, TW_GROUNDS_MEASURED, "; faster than the next best in ");
    expect_told(plan, TW_GROUNDS_MEASURED, " of 9 rounds\n");
    assert_non_null(strstr(tw_plan_describe(plan), "\na second kernel"));
    assert_non_null(strstr(tw_plan_kernel(plan)->source, "plan_any("));
    assert_int_equal(compiled(), FEW + 1);
    assert_int_equal(atomic_load(&loads), FEW + 1);
    tw_plan_destroy(plan);
    tw_planner_trim(planner);
    assert_int_equal(atomic_load(&unloads), FEW + 1);
}

static void what_was_measured_is_taken_by_the_next(void **state)
{
    static const struct tw_planner_options plain = {0};
    (void)state;
    struct tw_plan *plan = make_with(planner, OPEN, TW_EFFORT_MEASURE), *next;
    struct tw_planner *later = open_gpu(&plain);
    unsigned before = atomic_load(&launches);
    for (int effort = TW_EFFORT_ESTIMATE; effort <= TW_EFFORT_MEASURE; effort++) {
        next = make_with(later, OPEN, (enum tw_effort)effort);
        expect_told(next, TW_GROUNDS_KEPT, "chosen by what was measured on this device before: ");
        expect_told(next, TW_GROUNDS_KEPT, "the best of 12 candidates of ");
        assert_string_equal(tw_plan_kernel(next)->source, tw_plan_kernel(plan)->source);
        tw_plan_destroy(next);
    }
    assert_int_equal(atomic_load(&launches), before);

    /* what is given must be as given: another problem to choose for */
    next = make_with(later, "{\"rows\": 600, \"cols\": 700, \"type\": \"float32\", \"hints\": \"loads\"}",
                     TW_EFFORT_ESTIMATE);
    assert_int_equal(tw_plan_grounds(next), TW_GROUNDS_RULE);
    tw_plan_destroy(next);
    strcpy(later->devices[0].name, "Another GPU");
    tw_planner_trim(later);
    next = make_with(later, OPEN, TW_EFFORT_ESTIMATE);
    assert_int_equal(tw_plan_grounds(next), TW_GROUNDS_RULE);
    tw_plan_destroy(next);
    tw_plan_destroy(plan);
    tw_planner_close(later);
}

static void an_exhaustive_search_tries_all_and_then_counts_more(void **state)
{
    (void)state;
    unsigned all;
    double least = least_time(FEW_OPEN, 100000, &all);
    assert_in_range(all, FEW + 1, 200);
    struct tw_plan *few = make_with(planner, FEW_OPEN, TW_EFFORT_MEASURE);
    struct tw_plan *best = make_with(planner, FEW_OPEN, TW_EFFORT_EXHAUSTIVE);
    char told[64];
    snprintf(told, sizeof told, "; %u of %u candidates timed", all, all);
    expect_told(best, TW_GROUNDS_MEASURED, told);
    assert_true(plan_time(best) == least);
    tw_plan_destroy(few);
    tw_plan_destroy(best);
    tw_planner_trim(planner);
    few = make_with(planner, FEW_OPEN, TW_EFFORT_MEASURE);
    best = make_with(planner, FEW_OPEN, TW_EFFORT_EXHAUSTIVE);
    snprintf(told, sizeof told, "the best of %u candidates of %u, ", all, all);
    expect_told(few, TW_GROUNDS_KEPT, told);
    expect_told(best, TW_GROUNDS_KEPT, told);
    tw_plan_destroy(few);
    tw_plan_destroy(best);
}

/* The fastest is taken for lists too, but they are no problem that others have. */
static void lists_are_measured_and_not_kept(void **state)
{
    (void)state;
    static const char text[] =
        "{\"rows\": 256, \"cols\": 256, \"method\": \"vector\", \"BDIMY\": [2, 4], "
        "\"tile_rows\": 64, \"tile_cols\": 32, \"vector\": 16, \"unroll\": 1, \"hints\": \"none\"}";
    unsigned count;
    double two =
        least_time("{\"rows\": 256, \"cols\": 256, \"method\": \"vector\", \"BDIMY\": 2, \"tile_rows\": 64, "
                   "\"tile_cols\": 32, \"vector\": 16, \"unroll\": 1, \"hints\": \"none\"}",
                   100, &count);
    double four =
        least_time("{\"rows\": 256, \"cols\": 256, \"method\": \"vector\", \"BDIMY\": 4, \"tile_rows\": 64, "
                   "\"tile_cols\": 32, \"vector\": 16, \"unroll\": 1, \"hints\": \"none\"}",
                   100, &count);
    struct tw_plan *plan = make_with(planner, text, TW_EFFORT_MEASURE);
    expect_told(plan, TW_GROUNDS_MEASURED, "not kept: the problem lists values\n");
    assert_true(plan_time(plan) == (two < four ? two : four));
    tw_plan_destroy(plan);
}

/* ---- where nothing can be measured ---- */

static void expect_estimate(const char *told)
{
    unsigned before = atomic_load(&launches);
    struct tw_plan *plan = make_with(planner, OPEN, TW_EFFORT_MEASURE);
    struct tw_plan *estimate = make_with(planner, OPEN, TW_EFFORT_ESTIMATE);
    expect_told(plan, TW_GROUNDS_RULE, told);
    assert_string_equal(tw_plan_kernel(plan)->source, tw_plan_kernel(estimate)->source);
    assert_int_equal(atomic_load(&launches), before);
    assert_int_equal(atomic_load(&allocated), atomic_load(&freed));
    tw_plan_destroy(plan);
    tw_plan_destroy(estimate);
    tw_planner_trim(planner);
}

static void the_estimate_stands_where_it_must(void **state)
{
    (void)state;
    atomic_store(&capturing, true);
    expect_estimate("not measured: a stream is being captured\n");
    assert_int_equal(atomic_load(&contests), 0);
    atomic_store(&capturing, false);
    atomic_store(&crowded, true);
    expect_estimate("not measured: buffers to measure with take ");
    atomic_store(&crowded, false);
    for (unsigned left = 0; left < 2; left++) {
        atomic_store(&allocations_left, left);
        expect_estimate("not measured: cuMemAlloc_v2: CUDA_ERROR_OUT_OF_MEMORY: out of memory\n");
    }
}

static void time_may_be_too_short(void **state)
{
    (void)state;
    struct tw_problem problem = problem_of(OPEN, TW_EFFORT_MEASURE);
    struct tw_plan *plan;
    problem.seconds = 1e-9;
    assert_int_equal(tw_plan_make(planner, &problem, &plan, &error), TW_OK);
    expect_told(plan, TW_GROUNDS_RULE, "not measured: the time was over before two candidates were timed\n");
    tw_plan_destroy(plan);
}

static void waiting_for_others_takes_of_the_time(void **state)
{
    (void)state;
    struct tw_problem problem = problem_of(OPEN, TW_EFFORT_MEASURE);
    struct tw_plan *plan;
    problem.seconds = 0.05;
    unsigned before = atomic_load(&launches);
    assert_true(tw_turns_take(planner->measuring, 0, INFINITY));
    assert_int_equal(tw_plan_make(planner, &problem, &plan, &error), TW_OK);
    tw_turns_give(planner->measuring);
    expect_told(plan, TW_GROUNDS_RULE, "not measured: the time was over while other plans were measured\n");
    assert_int_equal(atomic_load(&launches), before);
    assert_int_equal(atomic_load(&allocated), atomic_load(&freed));
    tw_plan_destroy(plan);
}

static void a_foreign_stream_is_said_to_be_one(void **state)
{
    (void)state;
    struct tw_problem problem = problem_of(OPEN, TW_EFFORT_MEASURE);
    struct tw_plan *plan;
    problem.stream = (CUstream)(uintptr_t)0x1234560;
    assert_int_equal(tw_plan_make(planner, &problem, &plan, &error), TW_OK);
    expect_told(plan, TW_GROUNDS_RULE, "not measured: the stream is of another context than the plan\n");
    tw_plan_destroy(plan);
}

static void nothing_to_measure(void **state)
{
    (void)state;
    static const struct tw_planner_options simulator = {.device = TW_PLANNER_SIMULATOR, .no_cache = true};
    struct tw_problem tile = {
        .family = "tile", .fields = "{\"BDIMX\": 32, \"BDIMY\": 16}", .effort = TW_EFFORT_MEASURE};
    struct tw_plan *plan;
    struct tw_planner *plain;
    assert_int_equal(tw_plan_make(planner, &tile, &plan, &error), TW_OK);
    expect_told(plan, TW_GROUNDS_RULE, "not measured: no time tells the variants of this kernel apart\n");
    tw_plan_destroy(plan);
    plan = make_with(planner,
                     "{\"rows\": 8, \"cols\": 8, \"method\": \"vector\", \"BDIMY\": 1, \"tile_rows\": 32, "
                     "\"tile_cols\": 32, \"vector\": 16, \"unroll\": 1, \"order\": \"rows\", \"band\": 1, "
                     "\"hints\": \"none\"}",
                     TW_EFFORT_EXHAUSTIVE);
    assert_int_equal(tw_plan_grounds(plan), TW_GROUNDS_GIVEN);
    tw_plan_destroy(plan);
    assert_int_equal(tw_planner_open(&simulator, &plain, &error), TW_OK);
    plan = make_with(plain, OPEN, TW_EFFORT_MEASURE);
    expect_told(plan, TW_GROUNDS_RULE, "not measured: the simulator has no times\n");
    tw_plan_destroy(plan);
    tw_planner_close(plain);
}

/* ---- candidates that do not run ---- */

static unsigned grid_of(const struct tw_plan *plan)
{
    return tw_plan_kernel(plan)->shape.launches[0].grid[0];
}

static void one_that_cannot_be_launched_is_left_out(void **state)
{
    (void)state;
    struct tw_plan *plan = make_with(planner, OPEN, TW_EFFORT_MEASURE);
    unsigned winner = grid_of(plan);
    tw_plan_destroy(plan);
    tw_planner_trim(planner);
    static const struct tw_planner_options none = {.no_wisdom = true};
    struct tw_planner *other = open_gpu(&none);
    atomic_store(&failure, CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES);
    atomic_store(&fails_on_grid, winner);
    plan = make_with(other, OPEN, TW_EFFORT_MEASURE);
    expect_told(plan, TW_GROUNDS_MEASURED, " could not be run; faster than the next best in ");
    assert_int_not_equal(grid_of(plan), winner);
    tw_plan_destroy(plan);
    tw_planner_trim(other);

    atomic_store(&failure, CUDA_ERROR_ILLEGAL_ADDRESS);
    struct tw_problem problem = problem_of(OPEN, TW_EFFORT_MEASURE);
    assert_int_equal(tw_plan_make(other, &problem, &plan, &error), TW_FAULT);
    assert_null(plan);
    assert_non_null(strstr(error.message, "a candidate that was measured for the plan: cuLaunchKernel: "));
    assert_int_equal(atomic_load(&allocated), atomic_load(&freed));
    tw_planner_close(other);
}

/* ---- the store ---- */

static void without_a_store_it_is_measured_again(void **state)
{
    static const struct tw_planner_options none = {.no_wisdom = true};
    (void)state;
    for (unsigned i = 1; i <= 2; i++) {
        struct tw_planner *own = open_gpu(&none);
        struct tw_plan *plan = make_with(own, OPEN, TW_EFFORT_MEASURE);
        assert_int_equal(tw_plan_grounds(plan), TW_GROUNDS_MEASURED);
        assert_int_equal(atomic_load(&contests), 2 * i);
        tw_plan_destroy(plan);
        tw_planner_close(own);
    }
}

static void a_store_that_cannot_be_used_is_told(void **state)
{
    static const struct tw_planner_options elsewhere = {.wisdom_directory = "/proc/nowhere"};
    (void)state;
    char open_to_others[64];
    struct tw_planner *own = open_gpu(&elsewhere);
    struct tw_plan *plan = make_with(own, OPEN, TW_EFFORT_MEASURE);
    expect_told(plan, TW_GROUNDS_MEASURED, "not kept: cannot open the wisdom: ");
    tw_plan_destroy(plan);
    tw_planner_close(own);
    snprintf(open_to_others, sizeof open_to_others, "%s/open", folder);
    assert_int_equal(mkdir(open_to_others, 0700), 0);
    assert_int_equal(chmod(open_to_others, 0777), 0);
    const struct tw_planner_options open = {.wisdom_directory = open_to_others};
    own = open_gpu(&open);
    plan = make_with(own, OPEN, TW_EFFORT_MEASURE);
    expect_told(plan, TW_GROUNDS_MEASURED, "wisdom: the wisdom in '");
    expect_told(plan, TW_GROUNDS_MEASURED, "may be written to by others");
    expect_told(plan, TW_GROUNDS_MEASURED, "not kept: the wisdom in '");
    tw_plan_destroy(plan);
    tw_planner_close(own);
}

/* The record of a results file, with the values of a plan but for the hints. */
static void write_results(const struct tw_plan *plan, const char *hints, const char *device, char *path)
{
    const struct tw_kernel *kernel = tw_plan_kernel(plan);
    struct tw_text text = {0};
    tw_text_addf(
        &text,
        "{\"tilewright_results\": 1, \"kernel\": \"transpose\", \"device\": \"%s\", \"simulator\": false, "
        "\"sm\": 90, \"capability\": {\"multiprocessors\": 132}, \"finished\": true}\n{\"rank\": 1",
        device);
    for (unsigned f = 0; f < kernel->field_count; f++) {
        tw_text_addf(&text, ", \"%s\": ", kernel->fields[f].key);
        if (strcmp(kernel->fields[f].key, "hints") == 0)
            tw_text_addf(&text, "\"%s\"", hints);
        else
            tw_field_value_add_json(&kernel->fields[f], &text);
    }
    tw_text_add(&text, "}\n");
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(tw_text_string(&text), file) >= 0);
    assert_int_equal(fclose(file), 0);
    tw_text_free(&text);
}

static void expect_hints(struct tw_planner *with, enum tw_grounds grounds, const char *hints)
{
    struct tw_plan *plan = make_with(with, OPEN, TW_EFFORT_MEASURE);
    assert_int_equal(tw_plan_grounds(plan), grounds);
    if (hints) assert_string_equal(tw_kernel_field(tw_plan_kernel(plan), "hints")->text, hints);
    tw_plan_destroy(plan);
    tw_planner_trim(with);
}

/* What was added of this device, then the store, then measuring, and only where that cannot be wisdom of the architecture. */
static void who_counts_before_whom(void **state)
{
    static const struct tw_planner_options none = {.no_wisdom = true}, plain = {0};
    (void)state;
    char path[64];
    snprintf(path, sizeof path, "%s/results.jsonl", folder);
    struct tw_plan *estimate = make_with(planner, OPEN, TW_EFFORT_ESTIMATE);
    struct tw_planner *other = open_gpu(&none);
    write_results(estimate, "loads", "Another GPU", path);
    assert_int_equal(tw_planner_add_wisdom(other, path, &error), TW_OK);
    expect_hints(other, TW_GROUNDS_MEASURED, NULL);
    atomic_store(&capturing, true);
    expect_hints(other, TW_GROUNDS_ARCHITECTURE, "loads");
    atomic_store(&capturing, false);
    tw_planner_close(other);

    other = open_gpu(&plain);
    assert_int_equal(tw_planner_add_wisdom(other, path, &error), TW_OK);
    expect_hints(other, TW_GROUNDS_MEASURED, NULL);
    expect_hints(other, TW_GROUNDS_KEPT, NULL);
    write_results(estimate, "stores", "A GPU", path);
    assert_int_equal(tw_planner_add_wisdom(other, path, &error), TW_OK);
    expect_hints(other, TW_GROUNDS_DEVICE, "stores");
    tw_planner_close(other);
    tw_plan_destroy(estimate);
}

/* ---- threads ---- */

#define THREADS 8u

struct worker {
    pthread_t thread;
    char fields[128];
    struct tw_plan *plan;
    int code;
};

static void *work(void *memory)
{
    struct worker *worker = memory;
    struct tw_problem problem = problem_of(worker->fields, TW_EFFORT_MEASURE);
    worker->code = tw_plan_make(planner, &problem, &worker->plan, NULL);
    return NULL;
}

/* rows: of the first; each further thread has `step` more. */
static void run_threads(struct worker workers[THREADS], unsigned rows, unsigned step)
{
    for (unsigned i = 0; i < THREADS; i++) {
        snprintf(workers[i].fields, sizeof workers[i].fields, "{\"rows\": %u, \"cols\": 100}",
                 rows + step * i);
        assert_int_equal(pthread_create(&workers[i].thread, NULL, work, &workers[i]), 0);
    }
    for (unsigned i = 0; i < THREADS; i++) pthread_join(workers[i].thread, NULL);
}

static void eight_threads_measure_one_problem_once(void **state)
{
    (void)state;
    struct worker workers[THREADS];
    run_threads(workers, 500, 0);
    for (unsigned i = 0; i < THREADS; i++) {
        assert_int_equal(workers[i].code, TW_OK);
        assert_ptr_equal(workers[i].plan, workers[0].plan);
        assert_int_equal(tw_plan_grounds(workers[i].plan), TW_GROUNDS_MEASURED);
        tw_plan_destroy(workers[i].plan);
    }
    assert_int_equal(atomic_load(&contests), 2);
}

static void eight_threads_measure_eight_problems(void **state)
{
    (void)state;
    struct worker workers[THREADS];
    run_threads(workers, 100, 40);
    for (unsigned i = 0; i < THREADS; i++) {
        unsigned found;
        assert_int_equal(workers[i].code, TW_OK);
        assert_int_equal(tw_plan_grounds(workers[i].plan), TW_GROUNDS_MEASURED);
        assert_true(plan_time(workers[i].plan) == least_time(workers[i].fields, FEW, &found));
        tw_plan_destroy(workers[i].plan);
    }
    assert_int_equal(atomic_load(&contests), 2 * THREADS);
    struct tw_stores stores;
    assert_int_equal(tw_store_load(folder, &stores, &error), TW_OK);
    assert_int_equal(stores.count, 1);
    assert_int_equal(stores.damaged, 0);
    assert_int_equal(stores.list[0].count, THREADS);
    tw_stores_free(&stores);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(the_fastest_of_a_few_is_taken),
        TEST(each_kernel_is_compiled_and_loaded_once),
        TEST(what_was_measured_is_taken_by_the_next),
        TEST(an_exhaustive_search_tries_all_and_then_counts_more),
        TEST(lists_are_measured_and_not_kept),
        TEST(the_estimate_stands_where_it_must),
        TEST(time_may_be_too_short),
        TEST(waiting_for_others_takes_of_the_time),
        TEST(a_foreign_stream_is_said_to_be_one),
        TEST(nothing_to_measure),
        TEST(one_that_cannot_be_launched_is_left_out),
        TEST(without_a_store_it_is_measured_again),
        TEST(a_store_that_cannot_be_used_is_told),
        TEST(who_counts_before_whom),
        TEST(eight_threads_measure_one_problem_once),
        TEST(eight_threads_measure_eight_problems),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
