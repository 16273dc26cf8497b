/*
 * Plans that measure, of transposes drawn from a seed (draw.h): what each took to make, by one thread and by eight at once on streams of
 * their own, with nothing known before, then with what was kept. Needs a GPU, else only says so.
 *
 *     bench_measure [SEED [COUNT [each]]]      each: a line for every plan too
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <tilewright/plan.h>

#include "base/clock.h"
#include "tools/bench/parts/draw.h"
#include "tools/bench/parts/record.h"
#include "tools/bench/parts/subject.h"
#include "tools/bench/parts/timing.h"
#include "tune/plan/planner.h"

#define MOST_THREADS 8u
#define MOST         4096u
#define MAX_BYTES    (UINT64_C(1) << 30)

struct made {
    double seconds;
    enum tw_grounds grounds;
    unsigned compared; /* candidates; 0: not measured now */
};

static struct bench {
    struct tw_planner *planner;
    CUcontext context;
    uint64_t seed;
    _Atomic unsigned next; /* problem */
    unsigned end;          /* the number behind the last */
    bool each;
    struct made made[MOST];
    _Atomic bool failed;
} bench;

/* As its description says it: "...; 5 of 69 candidates timed in 0.35 s". */
static unsigned compared_by(const struct tw_plan *plan)
{
    unsigned compared = 0, of;
    const char *told = strstr(tw_plan_describe(plan), "; ");
    return tw_plan_grounds(plan) == TW_GROUNDS_MEASURED && told &&
                   sscanf(told, "; %u of %u candidates", &compared, &of) == 2
               ? compared
               : 0;
}

/* What it went by, in its own words. */
static void list(unsigned number, double seconds, const struct tw_plan *plan)
{
    const char *told = strchr(tw_plan_describe(plan), '\n');
    const char *noted = strstr(tw_plan_describe(plan), "not measured");
    told = noted ? noted : told ? told + 1 : "";
    printf("%u: %.3f s, %.*s\n", number, seconds, (int)strcspn(told, "\n"), told);
}

static void *work(void *unused)
{
    const struct tw_driver *driver = tw_planner_driver(bench.planner);
    const struct tw_family *family = tw_family_find("transpose");
    CUstream stream = NULL;
    (void)unused;
    if (driver->cuCtxSetCurrent(bench.context) || driver->cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING))
        bench.failed = true;
    for (unsigned i; !bench.failed && (i = bench.next++) < bench.end;) {
        int64_t value[TW_MAX_FIELDS];
        struct tw_text fields = {0};
        struct tw_error error = TW_ERROR_INIT;
        struct tw_plan *plan = NULL;
        draw_transpose(family, bench.seed, i, MAX_BYTES, value);
        record_add_problem(family, value, &fields);
        const struct tw_problem problem = {.family = "transpose",
                                           .fields = tw_text_string(&fields),
                                           .effort = TW_EFFORT_MEASURE,
                                           .stream = stream};
        double begin = tw_seconds();
        if (fields.failed || tw_plan_make(bench.planner, &problem, &plan, &error)) {
            fprintf(stderr, "bench_measure: %s: %s\n", tw_text_string(&fields), error.message);
            bench.failed = true;
        }
        bench.made[i] = (struct made){tw_seconds() - begin, tw_plan_grounds(plan), compared_by(plan)};
        if (bench.each) list(i, bench.made[i].seconds, plan);
        tw_plan_destroy(plan);
        tw_error_free(&error);
        tw_text_free(&fields);
    }
    if (stream) driver->cuStreamDestroy_v2(stream);
    return NULL;
}

/* Plans for the problems from `first` on. */
static bool run(const char *what, unsigned first, unsigned count, unsigned threads)
{
    pthread_t thread[MOST_THREADS];
    double seconds[MOST], compared[MOST];
    unsigned grounds[TW_GROUNDS_COUNT + 1] = {0};
    bench.next = first;
    bench.end = first + count;
    double begin = tw_seconds();
    for (unsigned t = 0; t < threads; t++)
        if (pthread_create(&thread[t], NULL, work, NULL)) return false;
    for (unsigned t = 0; t < threads; t++) pthread_join(thread[t], NULL);
    double took = tw_seconds() - begin;
    if (bench.failed) return false;
    for (unsigned i = 0; i < count; i++) {
        seconds[i] = bench.made[first + i].seconds;
        compared[i] = bench.made[first + i].compared;
        grounds[bench.made[first + i].grounds]++;
    }
    double middle = timing_quantile(seconds, count, 0.5);
    printf(
        "%s: %u plans by %u threads in %.1f s, each in %.3f s (median), %.3f (worst); %u measured, of %.0f "
        "candidates (median), %u by what was kept, %u by the estimate\n",
        what, count, threads, took, middle, timing_quantile(seconds, count, 1), grounds[TW_GROUNDS_MEASURED],
        timing_quantile(compared, count, 0.5), grounds[TW_GROUNDS_KEPT], grounds[TW_GROUNDS_RULE]);
    tw_planner_trim(bench.planner);
    return true;
}

static int say(const struct tw_error *error)
{
    printf("bench_measure: %s\n", error->message);
    return error->code == TW_ENVIRONMENT ? 0 : 1;
}

int main(int argc, char **argv)
{
    char folder[] = "/tmp/tilewright-measure-XXXXXX", command[64];
    struct tw_error error = TW_ERROR_INIT;
    unsigned count = argc > 2 ? (unsigned)atoi(argv[2]) : 24;
    bench.seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    bench.each = argc > 3;
    if (!count || 2 * count > MOST || !mkdtemp(folder)) return 2;
    const struct tw_planner_options options = {.cache_directory = folder};
    int code = tw_planner_open(&options, &bench.planner, &error);
    bool good = !code;
    if (code) code = say(&error);
    if (good && tw_planner_driver(bench.planner)->simulator) {
        printf("bench_measure: a simulator has no times\n");
    } else if (good) {
        good = !tw_planner_driver(bench.planner)->cuCtxCreate_v2(&bench.context, 0, 0) &&
               run("nothing known", 0, count, 1) && run("nothing known", count, count, MOST_THREADS) &&
               run("known", 0, 2 * count, MOST_THREADS);
        code = !good;
    }
    tw_planner_close(bench.planner);
    tw_error_free(&error);
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command) ? 1 : code;
}
