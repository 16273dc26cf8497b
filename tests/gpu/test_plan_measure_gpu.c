/*
 * Plans that measure, on a GPU: each effort for a few transposes, asked for by eight threads at once on streams of their own. What
 * they launch must be right, each problem is measured once, or not in time, which one thread alone may make up for; and memory that
 * the caller holds meanwhile stays as it was; times and grounds are printed. What was measured is taken by the next planner too, and
 * pointers that are aligned to their elements only are as good as others. Wisdom is kept in the folder that is named as
 * argument, or in one that goes again. Skipped without a GPU.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <tilewright/plan.h>

#include "runtime/driver.h"

#define THREADS 8u

static const struct {
    unsigned rows, cols;
    const char *type, *more; /* of the fields */
    unsigned bytes;
    bool exhaustive; /* searched so too: its candidates are few */
} cases[] = {
    {8191, 8193, "float32", "", 4, false},
    {6000, 9000, "float64", "", 8, false},
    {500000, 100, "float32", "", 4, false},
    {50000, 33, "uint8", "", 1, false},
    {2048, 2048, "float32", ", \"method\": \"vector\", \"tile_rows\": 64, \"tile_cols\": 64, \"BDIMY\": 8", 4,
     true},
};
#define CASES (sizeof cases / sizeof *cases)

static struct tw_planner *planner;
static CUcontext context;
static char own_folder[] = "/tmp/tilewright-measure-XXXXXX";
static const char *folder = own_folder;

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

struct worker {
    pthread_t thread;
    unsigned number;
    enum tw_effort effort;
    struct tw_plan *plans[CASES];
    double took[CASES];
    char failed[600]; /* "" or why */
};

static void describe(size_t i, char fields[256])
{
    snprintf(fields, 256, "{\"rows\": %u, \"cols\": %u, \"type\": \"%s\"%s}", cases[i].rows, cases[i].cols,
             cases[i].type, cases[i].more);
}

/* The element at index i of a matrix of noise, as its low bytes. */
static uint64_t noise(uint64_t i)
{
    i = (i ^ i >> 31) * UINT64_C(0x7fb5d329728ea185);
    return i ^ i >> 27;
}

/* Launched `shift` elements behind where buffers begin. */
static bool is_right(const struct tw_plan *plan, size_t i, CUstream stream, unsigned shift)
{
    const struct tw_driver *driver = tw_planner_driver(planner);
    size_t count = (size_t)cases[i].rows * cases[i].cols, bytes = count * cases[i].bytes,
           size = cases[i].bytes;
    unsigned char *matrix = malloc(bytes);
    CUdeviceptr in = 0, out = 0, from, to;
    void *arguments[] = {&from, &to};
    for (size_t k = 0; matrix && k < count; k++) {
        uint64_t value = noise(k);
        memcpy(matrix + k * size, &value, size);
    }
    bool right = matrix && driver->cuMemAlloc_v2(&in, bytes + shift * size) == CUDA_SUCCESS &&
                 driver->cuMemAlloc_v2(&out, bytes + shift * size) == CUDA_SUCCESS &&
                 driver->cuMemcpyHtoD_v2(from = in + shift * size, matrix, bytes) == CUDA_SUCCESS &&
                 (to = out + shift * size) && driver->cuCtxSynchronize() == CUDA_SUCCESS &&
                 tw_plan_launch(plan, stream, arguments, NULL) == TW_OK &&
                 driver->cuStreamSynchronize(stream) == CUDA_SUCCESS &&
                 driver->cuMemcpyDtoH_v2(matrix, to, bytes) == CUDA_SUCCESS;
    for (size_t k = 0; k < count && right; k++) {
        uint64_t value = noise(k % cases[i].rows * cases[i].cols + k / cases[i].rows);
        right = memcmp(matrix + k * size, &value, size) == 0;
    }
    if (in) driver->cuMemFree_v2(in);
    if (out) driver->cuMemFree_v2(out);
    free(matrix);
    return right;
}

/* Every problem, each thread beginning with another one. */
static void *work(void *memory)
{
    struct worker *worker = memory;
    const struct tw_driver *driver = tw_planner_driver(planner);
    CUstream stream;
    if (driver->cuCtxSetCurrent(context) || driver->cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING)) {
        strcpy(worker->failed, "no context or stream");
        return NULL;
    }
    for (size_t k = 0; k < CASES && !*worker->failed; k++) {
        size_t i = (k + worker->number) % CASES;
        struct tw_error error = TW_ERROR_INIT;
        char fields[256];
        struct tw_problem problem = {
            .family = "transpose", .fields = fields, .effort = worker->effort, .stream = stream};
        if (worker->effort == TW_EFFORT_EXHAUSTIVE && !cases[i].exhaustive) continue;
        describe(i, fields);
        double start = seconds();
        if (tw_plan_make(planner, &problem, &worker->plans[i], &error))
            snprintf(worker->failed, sizeof worker->failed, "%.100s: %.400s", fields, error.message);
        worker->took[i] = seconds() - start;
        if (worker->plans[i] && worker->number == 0 && !is_right(worker->plans[i], i, stream, 0))
            snprintf(worker->failed, sizeof worker->failed, "%s: a wrong result", fields);
        tw_error_free(&error);
    }
    driver->cuStreamDestroy_v2(stream);
    return NULL;
}

static void run(enum tw_effort effort)
{
    static struct worker workers[THREADS];
    memset(workers, 0, sizeof workers);
    for (unsigned t = 0; t < THREADS; t++) {
        workers[t].number = t;
        workers[t].effort = effort;
        assert_int_equal(pthread_create(&workers[t].thread, NULL, work, &workers[t]), 0);
    }
    for (unsigned t = 0; t < THREADS; t++) pthread_join(workers[t].thread, NULL);
    for (unsigned t = 0; t < THREADS; t++) {
        if (*workers[t].failed) fail_msg("%s", workers[t].failed);
    }
    for (size_t i = 0; i < CASES; i++) {
        struct tw_plan *plan = workers[0].plans[i];
        double longest = 0;
        if (!plan) continue;
        for (unsigned t = 0; t < THREADS; t++) {
            assert_ptr_equal(workers[t].plans[i], plan); /* made once */
            if (workers[t].took[i] > longest) longest = workers[t].took[i];
            tw_plan_destroy(workers[t].plans[i]);
        }
        print_message("effort %d, %u x %u %s, a thread waited %.3f s at most:\n%s\n", (int)effort,
                      cases[i].rows, cases[i].cols, cases[i].type, longest, tw_plan_describe(plan));
        enum tw_grounds grounds = tw_plan_grounds(plan);
        if (effort == TW_EFFORT_ESTIMATE) assert_int_equal(grounds, TW_GROUNDS_RULE);
        if (effort == TW_EFFORT_ESTIMATE || grounds == TW_GROUNDS_MEASURED) continue;
        assert_int_equal(grounds, TW_GROUNDS_RULE);
        assert_non_null(strstr(tw_plan_describe(plan), "not measured: the time was over"));
    }
    tw_planner_trim(planner);
}

/* The caller's memory: buffers of a few sizes, some of which were freed, so that the planner's lie between them. */
#define HELD       8u
#define HELD_BYTES ((size_t)1 << 24)

static void hold(CUdeviceptr held[HELD])
{
    const struct tw_driver *driver = tw_planner_driver(planner);
    for (unsigned i = 0; i < HELD; i++)
        assert_int_equal(driver->cuMemAlloc_v2(&held[i], HELD_BYTES), CUDA_SUCCESS);
    for (unsigned i = 1; i < HELD; i += 2) assert_int_equal(driver->cuMemFree_v2(held[i]), CUDA_SUCCESS);
    for (unsigned i = 0; i < HELD; i += 2)
        assert_int_equal(driver->cuMemsetD8_v2(held[i], (unsigned char)(0xA0 + i), HELD_BYTES), CUDA_SUCCESS);
}

static void check_and_release(const CUdeviceptr held[HELD])
{
    const struct tw_driver *driver = tw_planner_driver(planner);
    unsigned char *bytes = malloc(HELD_BYTES);
    assert_non_null(bytes);
    for (unsigned i = 0; i < HELD; i += 2) {
        assert_int_equal(driver->cuMemcpyDtoH_v2(bytes, held[i], HELD_BYTES), CUDA_SUCCESS);
        for (size_t k = 0; k < HELD_BYTES; k++)
            if (bytes[k] != 0xA0 + i) fail_msg("byte %zu of the caller's buffer %u was written", k, i);
        driver->cuMemFree_v2(held[i]);
    }
    free(bytes);
}

/* The wisdom of each case that there is by now; none where the time was over whenever it was measured, as on a busy GPU. */
static enum tw_grounds kept[CASES];

static void each_effort_from_eight_threads(void **state)
{
    CUdeviceptr held[HELD];
    (void)state;
    hold(held);
    for (int effort = 0; effort < TW_EFFORT_COUNT; effort++) run((enum tw_effort)effort);
    check_and_release(held);
    for (size_t i = 0; i < CASES; i++) { /* and what was measured is taken from now on */
        for (int effort = TW_EFFORT_MEASURE; effort >= TW_EFFORT_ESTIMATE; effort--) {
            char fields[256];
            struct tw_plan *plan;
            struct tw_problem problem = {
                .family = "transpose", .fields = fields, .effort = (enum tw_effort)effort};
            describe(i, fields);
            assert_int_equal(tw_plan_make(planner, &problem, &plan, NULL), TW_OK);
            if (effort == TW_EFFORT_MEASURE) {
                bool late = strstr(tw_plan_describe(plan), "not measured: the time was over");
                kept[i] = late ? TW_GROUNDS_RULE : TW_GROUNDS_KEPT;
            }
            if (effort == TW_EFFORT_ESTIMATE || tw_plan_grounds(plan) != TW_GROUNDS_MEASURED)
                assert_int_equal(tw_plan_grounds(plan), kept[i]);
            assert_true(is_right(plan, i, NULL, effort == TW_EFFORT_MEASURE));
            tw_plan_destroy(plan);
        }
    }
}

/* Another planner, as that of another program would be. */
static void the_next_planner_knows(void **state)
{
    const struct tw_planner_options options = {.cache_directory = folder};
    struct tw_planner *next;
    (void)state;
    assert_int_equal(tw_planner_open(&options, &next, NULL), TW_OK);
    for (size_t i = 0; i < CASES; i++) {
        char fields[256];
        struct tw_plan *plan;
        struct tw_problem problem = {.family = "transpose", .fields = fields};
        describe(i, fields);
        assert_int_equal(tw_plan_make(next, &problem, &plan, NULL), TW_OK);
        assert_int_equal(tw_plan_grounds(plan), kept[i]);
        tw_plan_destroy(plan);
    }
    tw_planner_close(next);
}

int main(int argc, char **argv)
{
    struct tw_error error = TW_ERROR_INIT;
    bool keeps = argc > 1;
    if (keeps) folder = argv[1];
    if (!keeps && !mkdtemp(own_folder)) return 1;
    const struct tw_planner_options options = {.cache_directory = folder};
    int code = tw_planner_open(&options, &planner, &error);
    bool simulated = !code && tw_planner_driver(planner)->simulator;
    if (code == TW_ENVIRONMENT || simulated) {
        printf("skipped: %s\n", simulated ? "no GPU: this libcuda.so.1 simulates" : error.message);
        if (!keeps) rmdir(folder);
        return 77;
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_effort_from_eight_threads),
                                       cmocka_unit_test(the_next_planner_knows)};
    if (code || tw_planner_driver(planner)->cuCtxCreate_v2(&context, 0, 0)) {
        printf("FAILED: %s\n", error.message);
        return 1;
    }
    int status = cmocka_run_group_tests(tests, NULL, NULL);
    char command[64];
    tw_planner_close(planner);
    snprintf(command, sizeof command, "rm -r %s", folder);
    if (keeps) return status;
    return system(command) ? 1 : status;
}
