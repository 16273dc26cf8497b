/* Measuring what a device's memories can do: the ways to do it, and the fastest of them at each size. */
#include "runtime/measure/ceilings_measure.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/median.h"
#include "runtime/measure/timer.h"

extern const char tw_ceilings_cu[]; /* runtime/measure/ceilings.cu, built in */

/* ---- the kernels ---- */

static const struct way {
    unsigned threads, each;
    bool streams;
} ways[] = {
    /* threads each streams */
    {256, 1, false}, {256, 2, false}, {256, 4, false}, {256, 4, true},
    {256, 8, false}, {256, 8, true},  {512, 4, false}, {512, 4, true},
};
#define WAYS (sizeof ways / sizeof *ways)

enum { EMPTY = TW_CEILING_COUNT };

unsigned tw_ceiling_ways(void)
{
    return WAYS;
}

static struct tw_launch entry(const char *suffix, unsigned threads)
{
    return (struct tw_launch){.suffix = suffix, .block = {threads, 1, 1}, .carveout = -1};
}

static int build(const struct way *way, struct tw_device *device, struct tw_cache *cache,
                 const struct tw_nvrtc *nvrtc, struct tw_kernel *kernel, struct tw_loaded *loaded,
                 struct tw_error *error)
{
    struct tw_image image = {0};
    unsigned sm = tw_nvrtc_best(nvrtc, device->sm);
    int code = sm ? tw_compile_cached(cache, nvrtc, kernel, sm, &image, NULL, error)
                  : tw_fail(error, TW_ENVIRONMENT, "NVRTC cannot compile for sm_%u", device->sm);
    for (unsigned c = 0; c < TW_CEILING_COUNT; c++) {
        static const char *const suffixes[] = {
            [TW_CEILING_READ] = "_read", [TW_CEILING_WRITE] = "_write", [TW_CEILING_COPY] = "_copy"};
        tw_shape_add_launch(&kernel->shape, entry(suffixes[c], way->threads));
    }
    tw_shape_add_launch(&kernel->shape, entry("_empty", way->threads));
    if (!code && kernel->shape.failed) code = tw_fail(error, TW_MEMORY, "out of memory");
    if (!code) code = tw_load(device, kernel, &image, loaded, error);
    tw_image_free(&image);
    tw_shape_free(&kernel->shape);
    return code;
}

int tw_ceiling_open(unsigned way, struct tw_device *device, struct tw_cache *cache,
                    const struct tw_nvrtc *nvrtc, struct tw_ceiling_kernels *kernels, struct tw_error *error)
{
    static const struct tw_rendering itself = {"", "", "", false};
    char name[] = "tw_ceiling";
    struct tw_kernel kernel = {
        .family = "", .name = name, .rendering = &itself, .template_name = "ceilings.cu"};
    struct tw_text source = {0};
    assert(way < WAYS);
    *kernels = (struct tw_ceiling_kernels){.threads = ways[way].threads, .each = ways[way].each};
    tw_text_addf(&source, "#define THREADS %u\n#define EACH %u\n#define STREAMS %d\n#line 1\n%s",
                 ways[way].threads, ways[way].each, ways[way].streams, tw_ceilings_cu);
    if (source.failed) {
        tw_text_free(&source);
        return tw_fail(error, TW_MEMORY, "out of memory");
    }
    kernel.source = source.data;
    kernel.source_length = source.length;
    int code = build(&ways[way], device, cache, nvrtc, &kernel, &kernels->loaded, error);
    tw_text_free(&source);
    return code;
}

void tw_ceiling_close(struct tw_device *device, struct tw_ceiling_kernels *kernels)
{
    tw_unload(device, &kernels->loaded);
    *kernels = (struct tw_ceiling_kernels){0};
}

int tw_ceiling_run(const struct tw_ceiling_kernels *kernels, const struct tw_driver *driver,
                   const struct tw_ceiling_launch *launch, struct tw_error *error)
{
    bool copies = launch->ceiling == TW_CEILING_COPY, reads = launch->ceiling == TW_CEILING_READ;
    uint64_t bytes = copies ? launch->bytes / 2 : launch->bytes, groups = bytes / TW_CEILING_GROUP;
    CUdeviceptr in = launch->memory, out = copies ? in + bytes : reads ? launch->sums : in;
    void *parameters[] = {&in, &out, &groups};
    unsigned pass = kernels->threads * kernels->each; /* groups of a block at a time */
    assert(launch->bytes % TW_CEILING_GRAIN == 0 && groups % pass == 0);
    unsigned blocks = launch->blocks ? launch->blocks : (unsigned)(groups / pass);
    return TW_CALL(driver, error, cuLaunchKernel, kernels->loaded.function[launch->ceiling], blocks, 1, 1,
                   kernels->threads, 1, 1, 0, NULL, parameters, NULL);
}

/* ---- measuring ---- */

#define PER_WAY     3u /* grids of each way: one pass; and blocks that stay */
#define CANDIDATES  (WAYS * PER_WAY)
#define FINALISTS   4u  /* of the candidates, by a few runs of each */
#define TRIALS      3u  /* those few */
#define RUNS        15u /* of each finalist, in turns */
#define TRIES       3u  /* as long as the winner's runs spread by more than */
#define QUIET       0.05
#define WARM_UP     200u       /* launches over all the memory, before anything is timed: clocks rise */
#define L2_UNKNOWN  (4u << 20) /* bytes, for a device that tells of none */
#define LADDER_LOW  16u        /* the smallest working set is this part of the L2 */
#define LADDER_HIGH 16u        /* and the largest so many times as much           */

static_assert(RUNS >= TRIALS, "room for both");

struct candidate {
    unsigned way, blocks;
    double us;
};

struct meter {
    struct tw_device *device;
    struct tw_ceiling_kernels kernels[WAYS];
    struct tw_timer timer;
    CUdeviceptr memory;
    uint64_t bytes;
    double spread; /* the widest so far */
};

static int launch_empty(const void *what, struct tw_error *error)
{
    const struct meter *meter = what;
    CUdeviceptr none = 0;
    uint64_t groups = 0;
    void *parameters[] = {&none, &none, &groups};
    return TW_CALL(&meter->device->driver, error, cuLaunchKernel, meter->kernels[0].loaded.function[EMPTY], 1,
                   1, 1, 32, 1, 1, 0, NULL, parameters, NULL);
}

/* A candidate's launch over the working set that is measured. */
struct run {
    const struct meter *meter;
    unsigned way;
    struct tw_ceiling_launch launch;
};

static int launch_run(const void *what, struct tw_error *error)
{
    const struct run *run = what;
    return tw_ceiling_run(&run->meter->kernels[run->way], &run->meter->device->driver, &run->launch, error);
}

/* Times it so often. The first run finds the caches as another left them: it is not counted. */
static int time_candidate(const struct meter *meter, const struct candidate *candidate,
                          const struct tw_ceiling_launch *launch, unsigned times, double *us,
                          struct tw_error *error)
{
    struct run run = {meter, candidate->way, *launch};
    const struct tw_timed timed = {.launch = launch_run, .what = &run, .launches = 1};
    run.launch.blocks = candidate->blocks;
    return tw_timer_repeat(&meter->timer, &timed, 1, times, us, error);
}

static int faster_first(const void *a, const void *b)
{
    double x = ((const struct candidate *)a)->us, y = ((const struct candidate *)b)->us;
    return (x > y) - (x < y);
}

/* Sorts the candidates by a few runs of each. */
static int hold_trials(const struct meter *meter, const struct tw_ceiling_launch *launch,
                       struct candidate candidates[CANDIDATES], struct tw_error *error)
{
    int code = TW_OK;
    for (unsigned i = 0; i < CANDIDATES && !code; i++) {
        double us[TRIALS];
        code = time_candidate(meter, &candidates[i], launch, TRIALS, us, error);
        if (code) break;
        tw_sort(us, TRIALS);
        candidates[i].us = tw_median(us, TRIALS);
    }
    qsort(candidates, CANDIDATES, sizeof *candidates, faster_first);
    return code;
}

struct measured {
    double us, spread;
};

/* The median of times, and what part of it lies between the fastest and the 80th percentile. */
static struct measured summarize(double us[RUNS])
{
    tw_sort(us, RUNS);
    double median = tw_median(us, RUNS);
    return (struct measured){median, (us[RUNS - 1 - RUNS / 5] - us[0]) / median};
}

/* The finalists in turns, each after a run of its own that is not counted, and the best of their medians. */
static int hold_final(const struct meter *meter, const struct tw_ceiling_launch *launch,
                      const struct candidate finalists[FINALISTS], struct measured *best,
                      struct tw_error *error)
{
    double us[FINALISTS][RUNS];
    int code = TW_OK;
    for (unsigned run = 0; run < RUNS && !code; run++) {
        for (unsigned f = 0; f < FINALISTS && !code; f++)
            code = time_candidate(meter, &finalists[f], launch, 1, &us[f][run], error);
    }
    for (unsigned f = 0; f < FINALISTS && !code; f++) {
        struct measured one = summarize(us[f]);
        if (f == 0 || one.us < best->us) *best = one;
    }
    return code;
}

static void list_candidates(const struct tw_device *device, struct candidate candidates[CANDIDATES])
{
    static const unsigned threads_per_sm[PER_WAY] = {0, 1024, 2048}; /* 0: one pass */
    for (unsigned i = 0; i < CANDIDATES; i++) {
        unsigned way = i / PER_WAY, resident = threads_per_sm[i % PER_WAY] / ways[way].threads;
        candidates[i] =
            (struct candidate){.way = way, .blocks = resident * (unsigned)device->multiprocessors};
    }
}

/* One ceiling at one size: the best median, taken again when its runs were too far apart. */
static int measure_one(struct meter *meter, enum tw_ceiling ceiling, uint64_t bytes, double *us,
                       struct tw_error *error)
{
    struct candidate candidates[CANDIDATES];
    const struct tw_ceiling_launch launch = {.ceiling = ceiling, .bytes = bytes, .memory = meter->memory};
    struct measured best = {0};
    list_candidates(meter->device, candidates);
    int code = hold_trials(meter, &launch, candidates, error);
    for (unsigned i = 0; i < TRIES && !code; i++) {
        struct measured again;
        code = hold_final(meter, &launch, candidates, &again, error);
        if (!code && (i == 0 || again.us < best.us)) best = again;
        if (best.spread <= QUIET) break;
    }
    *us = best.us;
    if (best.spread > meter->spread) meter->spread = best.spread;
    return code;
}

static int measure_launch(const struct meter *meter, double *us, struct tw_error *error)
{
    const struct tw_timed timed = {.launch = launch_empty, .what = meter, .launches = 1};
    double runs[RUNS];
    int code = tw_timer_repeat(&meter->timer, &timed, RUNS, RUNS, runs, error);
    if (!code) *us = summarize(runs).us;
    return code;
}

/* More bytes never take less time at best: where they seem to, the smaller set was measured too slow. */
static void level(struct tw_ceilings *ceilings)
{
    for (unsigned c = 0; c < TW_CEILING_COUNT; c++) {
        for (unsigned i = ceilings->count - 1; i > 0; i--) {
            double *us = &ceilings->points[i - 1].us[c], larger = ceilings->points[i].us[c];
            if (*us > larger) *us = larger;
        }
        double first = ceilings->points[0].us[c];
        if (ceilings->launch_us > first) ceilings->launch_us = first;
    }
}

static uint64_t whole_grains(uint64_t bytes)
{
    return bytes < TW_CEILING_GRAIN ? TW_CEILING_GRAIN : bytes / TW_CEILING_GRAIN * TW_CEILING_GRAIN;
}

/* Doublings of a sixteenth of the L2, as far as there is memory. */
static int measure_ladder(struct meter *meter, struct tw_ceilings *ceilings, struct tw_error *error)
{
    uint64_t bytes = whole_grains(ceilings->l2_bytes / LADDER_LOW);
    int code = measure_launch(meter, &ceilings->launch_us, error);
    for (; !code && bytes <= meter->bytes && ceilings->count < TW_MAX_CEILING_POINTS; bytes *= 2) {
        struct tw_ceiling_point *point = &ceilings->points[ceilings->count++];
        point->bytes = bytes;
        for (unsigned c = 0; c < TW_CEILING_COUNT && !code; c++)
            code = measure_one(meter, (enum tw_ceiling)c, bytes, &point->us[c], error);
    }
    if (!code) level(ceilings);
    ceilings->spread = meter->spread;
    return code;
}

/* The memory, written once so that what is read is not all alike, and clocks up. */
static int warm_up(const struct meter *meter, struct tw_error *error)
{
    const struct tw_driver *driver = &meter->device->driver;
    const struct tw_ceiling_launch launch = {
        .ceiling = TW_CEILING_WRITE, .bytes = meter->bytes, .memory = meter->memory};
    int code = TW_OK;
    for (unsigned i = 0; i < WARM_UP && !code; i++)
        code = tw_ceiling_run(&meter->kernels[WAYS / 2], driver, &launch, error);
    return code ? code : tw_driver_check(driver, driver->cuCtxSynchronize(), "cuCtxSynchronize", error);
}

static int allocate(struct meter *meter, uint64_t l2_bytes, struct tw_error *error)
{
    const struct tw_driver *driver = &meter->device->driver;
    size_t available, total;
    int code = TW_CALL(driver, error, cuMemGetInfo_v2, &available, &total);
    if (code) return code;
    uint64_t most = LADDER_HIGH * whole_grains(l2_bytes), room = available / 4;
    meter->bytes = whole_grains(most < room ? most : room);
    if (room < whole_grains(l2_bytes / LADDER_LOW))
        return tw_fail(error, TW_DRIVER, "no memory on the device to measure it: %zu bytes are free",
                       available);
    return TW_CALL(driver, error, cuMemAlloc_v2, &meter->memory, meter->bytes);
}

static int prepare(struct meter *meter, struct tw_cache *cache, const struct tw_nvrtc *nvrtc,
                   uint64_t l2_bytes, struct tw_error *error)
{
    int code = TW_OK;
    for (unsigned i = 0; i < WAYS && !code; i++)
        code = tw_ceiling_open(i, meter->device, cache, nvrtc, &meter->kernels[i], error);
    if (!code) code = tw_timer_open(&meter->timer, &meter->device->driver, NULL, error);
    if (!code) code = allocate(meter, l2_bytes, error);
    return code ? code : warm_up(meter, error);
}

static void release(struct meter *meter)
{
    const struct tw_driver *driver = &meter->device->driver;
    for (unsigned i = 0; i < WAYS; i++) tw_ceiling_close(meter->device, &meter->kernels[i]);
    tw_timer_close(&meter->timer);
    if (meter->memory) driver->cuMemFree_v2(meter->memory);
}

int tw_ceilings_measure(struct tw_device *device, struct tw_cache *cache, const struct tw_nvrtc *nvrtc,
                        struct tw_ceilings *ceilings, struct tw_error *error)
{
    struct meter meter = {.device = device};
    uint64_t l2_bytes = device->l2_bytes > 0 ? (uint64_t)device->l2_bytes : L2_UNKNOWN;
    assert(!tw_device_is_simulator(device));
    *ceilings = (struct tw_ceilings){.l2_bytes = l2_bytes};
    int code = prepare(&meter, cache, nvrtc, l2_bytes, error);
    if (!code) code = measure_ladder(&meter, ceilings, error);
    release(&meter);
    if (code) *ceilings = (struct tw_ceilings){0};
    return code;
}
