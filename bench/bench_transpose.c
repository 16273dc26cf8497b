/*
 * What the variants of a config reach on a GPU,
 * as a fraction of the driver's device-to-device copy of the same bytes.
 *
 *     bench_transpose CONFIG [ROUNDS]      ROUNDS: 1 to 1000, 31 by default
 *
 * For each variant, copy and kernel alternate on the same two buffers; the medians of ROUNDS single
 * launches between events are compared. Launches of the same kind go before the timed one: they leave
 * the caches as it will, and keep the GPU busy until it is queued. One JSON object per line.
 * `tilewright run` checks the results; nothing is checked here. All kernels are compiled first, by a
 * process for each core, into the cache.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "gen/config.h"
#include "gen/render.h"
#include "runtime/cache.h"
#include "runtime/launch.h"

#define WARM_UP    3
#define MAX_ROUNDS 1000
#define BUSY_BYTES (UINT64_C(64) << 20) /* launches before the timed one move at least so much */

struct bench {
    struct tw_device device;
    struct tw_nvrtc *nvrtc;
    struct tw_cache *cache;
    struct tw_config config;
    struct tw_variants variants; /* of the config, on the device */
    unsigned sm;
    CUdeviceptr buffer[2];
    size_t capacity; /* bytes of each buffer */
    CUevent events[2];
    int rounds;
    struct tw_error error;
};

/* Bytes that are read, and written as often. */
static size_t payload(const struct tw_kernel *kernel)
{
    return kernel->shape.work.bytes / 2;
}

static size_t needed(const struct tw_kernel *kernel)
{
    size_t in = tw_argument_bytes(&kernel->shape.arguments[0]),
           out = tw_argument_bytes(&kernel->shape.arguments[1]);
    return in > out ? in : out;
}

static int reserve(struct bench *bench, size_t bytes)
{
    const struct tw_driver *driver = &bench->device.driver;
    int code = TW_OK;
    if (bytes <= bench->capacity) return TW_OK;
    for (int i = 0; i < 2 && !code; i++) {
        if (bench->buffer[i]) driver->cuMemFree_v2(bench->buffer[i]);
        bench->buffer[i] = 0;
        code = TW_CALL(driver, &bench->error, cuMemAlloc_v2, &bench->buffer[i], bytes);
        if (!code) code = TW_CALL(driver, &bench->error, cuMemsetD8_v2, bench->buffer[i], 0x5A, bytes);
    }
    bench->capacity = code ? 0 : bytes;
    return code;
}

/* One launch of the kernel, or of the copy if there is none. */
static int launch(struct bench *bench, const struct tw_kernel *kernel, const struct tw_loaded *loaded)
{
    const struct tw_driver *driver = &bench->device.driver;
    void *values[TW_MAX_ARGUMENTS] = {&bench->buffer[0], &bench->buffer[1]};
    if (!loaded)
        return TW_CALL(driver, &bench->error, cuMemcpyDtoDAsync_v2, bench->buffer[1], bench->buffer[0],
                       payload(kernel), NULL);
    CUresult result = tw_launch_all(driver, &kernel->shape, loaded->function, values, NULL);
    return tw_driver_check(driver, result, "cuLaunchKernel", &bench->error);
}

static int time_once(struct bench *bench, const struct tw_kernel *kernel, const struct tw_loaded *loaded,
                     double *us)
{
    const struct tw_driver *driver = &bench->device.driver;
    struct tw_error *error = &bench->error;
    float ms = 0;
    int code = TW_OK;
    for (uint64_t moved = 0; moved < BUSY_BYTES && !code; moved += 2 * payload(kernel) + (1 << 20))
        code = launch(bench, kernel, loaded);
    if (!code) code = TW_CALL(driver, error, cuEventRecord, bench->events[0], NULL);
    if (!code) code = launch(bench, kernel, loaded);
    if (!code) code = TW_CALL(driver, error, cuEventRecord, bench->events[1], NULL);
    if (!code) code = TW_CALL(driver, error, cuEventSynchronize, bench->events[1]);
    if (!code) code = TW_CALL(driver, error, cuEventElapsedTime, &ms, bench->events[0], bench->events[1]);
    *us = 1000.0 * (double)ms;
    return code;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static int time_all(struct bench *bench, const struct tw_kernel *kernel, const struct tw_loaded *loaded)
{
    static double copy[MAX_ROUNDS], ours[MAX_ROUNDS];
    int code = TW_OK;
    for (int i = -WARM_UP; i < bench->rounds && !code; i++) {
        int at = i < 0 ? 0 : i;
        code = time_once(bench, kernel, NULL, &copy[at]);
        if (!code) code = time_once(bench, kernel, loaded, &ours[at]);
    }
    if (code) return code;
    qsort(copy, (size_t)bench->rounds, sizeof *copy, ascending);
    qsort(ours, (size_t)bench->rounds, sizeof *ours, ascending);
    double mine = ours[bench->rounds / 2], theirs = copy[bench->rounds / 2];
    printf("{\"name\": \"%s\", \"of_copy\": %.3f, \"us\": %.2f, \"copy_us\": %.2f, \"p5_us\": %.2f, "
           "\"p95_us\": %.2f, "
           "\"GBps\": %.0f, \"registers\": %d, \"blocks\": %u}\n",
           kernel->name, theirs / mine, mine, theirs, ours[bench->rounds / 20], ours[bench->rounds * 19 / 20],
           2e-3 * (double)payload(kernel) / mine, loaded->registers, kernel->shape.launches[0].grid[0]);
    fflush(stdout);
    return TW_OK;
}

static int run_variant(struct bench *bench, const struct tw_variant *variant)
{
    struct tw_kernel kernel;
    struct tw_image image = {0};
    struct tw_loaded loaded = {0};
    int code = tw_render(&bench->variants, variant, &tw_rendering_main, NULL, &kernel, &bench->error);
    if (code) return code;
    bool hit = false;
    code = tw_compile_cached(bench->cache, bench->nvrtc, &kernel, bench->sm, &image, &hit, &bench->error);
    if (!code) code = tw_load(&bench->device, &kernel, &image, &loaded, &bench->error);
    if (!code) code = reserve(bench, needed(&kernel));
    if (!code) code = time_all(bench, &kernel, &loaded);
    tw_unload(&bench->device, &loaded);
    tw_image_free(&image);
    tw_kernel_free(&kernel);
    return code;
}

static bool is_accepted(const struct bench *bench, const struct tw_variant *variant)
{
    struct tw_text reason = {0};
    bool accepted = bench->variants.family->accept(variant->value, &bench->variants.target, &reason);
    tw_text_free(&reason);
    return accepted;
}

/* Compiles every `every`th variant into the cache. */
static void compile_share(struct bench *bench, size_t first, size_t every)
{
    for (size_t i = first; i < bench->variants.count; i += every) {
        const struct tw_variant *variant = &bench->variants.variant[i];
        struct tw_kernel kernel = {0};
        struct tw_image image = {0};
        bool hit;
        if (!is_accepted(bench, variant) ||
            tw_render(&bench->variants, variant, &tw_rendering_main, NULL, &kernel, &bench->error))
            continue;
        tw_compile_cached(bench->cache, bench->nvrtc, &kernel, bench->sm, &image, &hit, &bench->error);
        tw_image_free(&image);
        tw_kernel_free(&kernel);
    }
}

/* A process that is forked after the driver has been opened cannot use it; compiling does not. */
static void compile_all(struct bench *bench)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    for (long i = 0; i < cores; i++) {
        if (fork() == 0) {
            compile_share(bench, (size_t)i, (size_t)cores);
            _exit(0);
        }
    }
    while (wait(NULL) > 0) continue;
}

static int run_all(struct bench *bench)
{
    int code = TW_OK;
    for (size_t i = 0; i < bench->variants.count && !code; i++) {
        if (is_accepted(bench, &bench->variants.variant[i]))
            code = run_variant(bench, &bench->variants.variant[i]);
    }
    return code;
}

static int open_bench(struct bench *bench, const char *config)
{
    int code = tw_config_load(config, &bench->config, &bench->error);
    if (!code) code = tw_nvrtc_open(&bench->nvrtc, &bench->error);
    if (!code) code = tw_cache_open(NULL, &bench->cache, &bench->error);
    if (!code) code = tw_device_open_cuda(&bench->device, 0, &bench->error);
    if (code) return code;
    bench->sm = tw_nvrtc_best(bench->nvrtc, bench->device.sm);
    if (!tw_target_find(bench->sm))
        return tw_fail(&bench->error, TW_ENVIRONMENT, "no limits are known of sm_%u", bench->sm);
    code = tw_config_expand(&bench->config, tw_target_find(bench->sm), &bench->variants, &bench->error);
    for (int i = 0; i < 2 && !code; i++)
        code =
            TW_CALL(&bench->device.driver, &bench->error, cuEventCreate, &bench->events[i], CU_EVENT_DEFAULT);
    return code;
}

static void close_bench(struct bench *bench)
{
    for (int i = 0; i < 2; i++) {
        if (bench->device.open && bench->events[i]) bench->device.driver.cuEventDestroy_v2(bench->events[i]);
        if (bench->device.open && bench->buffer[i]) bench->device.driver.cuMemFree_v2(bench->buffer[i]);
    }
    tw_device_close(&bench->device);
    tw_cache_close(bench->cache);
    tw_nvrtc_close(bench->nvrtc);
    tw_variants_free(&bench->variants);
    tw_config_free(&bench->config);
}

static bool read_rounds(const char *text, int *rounds)
{
    char *end;
    long number = strtol(text, &end, 10);
    *rounds = (int)number;
    return end != text && *end == '\0' && number >= 1 && number <= MAX_ROUNDS;
}

int main(int argc, char **argv)
{
    struct bench bench = {.error = TW_ERROR_INIT, .rounds = 31};
    if (argc > 3 || (argc == 3 && !read_rounds(argv[2], &bench.rounds))) {
        fprintf(stderr, "bench_transpose: usage: bench_transpose CONFIG [ROUNDS, 1 to %d]\n", MAX_ROUNDS);
        return 2;
    }
    if (argc < 2) {
        printf("bench_transpose CONFIG [ROUNDS]: times a config's transposes on a GPU against the driver's "
               "copy\n");
        return 0; /* among the other benches, which need no config */
    }
    int code = open_bench(&bench, argv[1]);
    if (!code) compile_all(&bench);
    if (!code) code = run_all(&bench);
    if (code) fprintf(stderr, "bench_transpose: %s\n", bench.error.message);
    close_bench(&bench);
    tw_error_free(&bench.error);
    return code ? 1 : 0;
}
