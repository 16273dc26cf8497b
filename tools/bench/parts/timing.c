#include "tools/bench/parts/timing.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/median.h"

#define MOST_ARGUMENTS 12u /* of the variants that are timed here */

#define SPIN_MIN_US    20.0
#define SPIN_TRIES     4
#define NOISE_BYTES    ((size_t)16 << 20)
#define CALL_US        3.0 /* until one has been seen */
#define CALL_US_MEMORY 0.9 /* of the slowest call, from one sample to the next */
#define CALL_US_GROWS  4.0 /* at most, from one try to the next */

extern const char bench_spin_cu[]; /* rivals/busy.cu */

/* ---- opening and closing ---- */

int timing_open(struct timing *timing)
{
    struct tw_error *error = &timing->error;
    *timing = (struct timing){.error = TW_ERROR_INIT, .call_us = CALL_US};
    int code = tw_nvrtc_open(&timing->nvrtc, error);
    if (!code) code = tw_cache_open(NULL, &timing->cache, error);
    if (!code) code = tw_device_open_cuda(&timing->device, 0, error);
    if (code) return code;
    timing->sm = tw_nvrtc_best(timing->nvrtc, timing->device.sm);
    const struct tw_target *target = tw_target_find(timing->sm);
    if (!target) return tw_fail(error, TW_ENVIRONMENT, "no limits are known of sm_%u", timing->sm);
    timing->target = *target;
    return tw_timer_open(&timing->timer, &timing->device.driver, NULL, error);
}

int timing_open_spin(struct timing *timing)
{
    if (tw_device_is_simulator(&timing->device)) return TW_OK; /* it knows no clock */
    struct tw_kernel kernel = {.family = "bench", .name = strdup("busy"), .source = strdup(bench_spin_cu)};
    struct tw_image image = {0};
    if (!kernel.name || !kernel.source) return tw_fail(&timing->error, TW_MEMORY, "out of memory");
    kernel.rendering = &tw_rendering_main;
    kernel.template_name = "busy.cu";
    kernel.source_length = strlen(kernel.source);
    tw_shape_add_launch(
        &kernel.shape,
        (struct tw_launch){.suffix = "", .grid = {1, 1, 1}, .block = {1, 1, 1}, .carveout = -1});
    if (kernel.shape.failed) return tw_fail(&timing->error, TW_MEMORY, "out of memory");
    int code =
        tw_compile_cached(timing->cache, timing->nvrtc, &kernel, timing->sm, &image, NULL, &timing->error);
    if (!code) code = tw_load(&timing->device, &kernel, &image, &timing->spin, &timing->error);
    tw_image_free(&image);
    tw_kernel_free(&kernel);
    return code;
}

static void free_buffers(struct timing *timing)
{
    for (int i = 0; i < 2; i++) {
        if (timing->buffer[i]) timing->device.driver.cuMemFree_v2(timing->buffer[i]);
        timing->buffer[i] = 0;
    }
    timing->capacity = 0;
}

void timing_close(struct timing *timing)
{
    if (timing->device.open) {
        tw_unload(&timing->device, &timing->spin);
        tw_timer_close(&timing->timer);
        free_buffers(timing);
    }
    tw_device_close(&timing->device);
    tw_cache_close(timing->cache);
    tw_nvrtc_close(timing->nvrtc);
    tw_error_free(&timing->error);
}

/* ---- buffers ---- */

int timing_reserve(struct timing *timing, size_t bytes)
{
    const struct tw_driver *driver = &timing->device.driver;
    struct tw_error *error = &timing->error;
    int code = TW_OK;
    if (bytes <= timing->capacity) return TW_OK;
    free_buffers(timing);
    for (int i = 0; i < 2 && !code; i++) {
        code = TW_CALL(driver, error, cuMemAlloc_v2, &timing->buffer[i], bytes);
        if (!code) code = TW_CALL(driver, error, cuMemsetD8_v2, timing->buffer[i], 0x5A, bytes);
    }
    timing->capacity = code ? 0 : bytes;
    return code;
}

static void make_noise(uint64_t *words, size_t count)
{
    uint64_t state = UINT64_C(0x9E3779B97F4A7C15);
    for (size_t i = 0; i < count; i++) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        words[i] = state;
    }
}

/* One piece from the host, and copies of it, shifted by a little: equal lines are not at round distances. */
int timing_fill(struct timing *timing)
{
    const struct tw_driver *driver = &timing->device.driver;
    size_t piece = timing->capacity < NOISE_BYTES ? timing->capacity : NOISE_BYTES, done = piece;
    uint64_t *noise = malloc(NOISE_BYTES);
    if (!noise) return tw_fail(&timing->error, TW_MEMORY, "out of memory");
    make_noise(noise, NOISE_BYTES / sizeof *noise);
    int code = TW_CALL(driver, &timing->error, cuMemcpyHtoD_v2, timing->buffer[0], noise, piece);
    free(noise);
    const size_t shifted = piece > 4096 ? piece - 4096 + 32 : piece;
    while (!code && done < timing->capacity) {
        size_t rest = timing->capacity - done, bytes = rest < shifted ? rest : shifted;
        code = TW_CALL(driver, &timing->error, cuMemcpyDtoD_v2, timing->buffer[0] + done,
                       timing->buffer[0] + piece - bytes, bytes);
        done += bytes;
    }
    return code;
}

size_t timing_payload(const struct tw_kernel *kernel)
{
    return kernel->shape.work.bytes / 2;
}

/* Inputs follow each other in the first buffer, outputs in the second. Returns what the fuller one needs; offset: where each
   begins, or NULL. */
static size_t place(const struct tw_shape *shape, size_t *offset)
{
    size_t used[2] = {0};
    for (unsigned i = 0; i < shape->argument_count; i++) {
        const struct tw_argument *argument = &shape->arguments[i];
        if (argument->role == TW_ROLE_SCRATCH) continue;
        size_t *end = &used[argument->role != TW_ROLE_INPUT];
        if (offset) offset[i] = *end;
        *end += (tw_argument_bytes(argument) + TW_SCRATCH_ALIGN - 1) / TW_SCRATCH_ALIGN * TW_SCRATCH_ALIGN;
    }
    return used[0] > used[1] ? used[0] : used[1];
}

size_t timing_needed(const struct tw_kernel *kernel)
{
    return place(&kernel->shape, NULL);
}

int timing_put(struct timing *timing, const struct tw_shape *shape, unsigned argument, const void *bytes,
               size_t count)
{
    size_t offset[MOST_ARGUMENTS];
    place(shape, offset);
    return TW_CALL(&timing->device.driver, &timing->error, cuMemcpyHtoD_v2,
                   timing->buffer[0] + offset[argument], bytes, count);
}

/* ---- kernels ---- */

/* Without what the first lines say of it, which is all that the kernels of two batches of the same matrices differ in: the second is
   found in the cache then. */
static int render(struct timing *timing, const struct tw_variants *variants, const struct tw_variant *variant,
                  struct tw_kernel *kernel)
{
    int code = tw_render(variants, variant, &tw_rendering_main, NULL, kernel, &timing->error);
    for (char *line = kernel->source; !code && strncmp(line, "//", 2) == 0;
         line += *line == '\n') { /* their ends stay */
        size_t length = strcspn(line, "\n");
        kernel->source_length -= length;
        memmove(line, line + length, strlen(line + length) + 1);
    }
    return code;
}

static int make_scratch(struct timing *timing, struct timed *timed)
{
    const struct tw_driver *driver = &timing->device.driver;
    size_t bytes = tw_shape_scratch_bytes(&timed->kernel.shape);
    if (!bytes) return TW_OK;
    int code = TW_CALL(driver, &timing->error, cuMemAlloc_v2, &timed->scratch, bytes);
    return code ? code : TW_CALL(driver, &timing->error, cuMemsetD8_v2, timed->scratch, 0, bytes);
}

int timing_make(struct timing *timing, const struct tw_variants *variants, const struct tw_variant *variant,
                struct timed *timed)
{
    struct tw_image image = {0};
    *timed = (struct timed){.loaded = {.module = NULL}};
    int code = render(timing, variants, variant, &timed->kernel);
    if (!code)
        code = tw_compile_cached(timing->cache, timing->nvrtc, &timed->kernel, timing->sm, &image, NULL,
                                 &timing->error);
    if (!code) code = tw_load(&timing->device, &timed->kernel, &image, &timed->loaded, &timing->error);
    if (!code) code = make_scratch(timing, timed);
    tw_image_free(&image);
    return code;
}

void timing_drop(struct timing *timing, struct timed *timed)
{
    if (timed->scratch) timing->device.driver.cuMemFree_v2(timed->scratch);
    tw_unload(&timing->device, &timed->loaded);
    tw_kernel_free(&timed->kernel);
}

void timing_compile(struct timing *timing, const struct tw_variants *variants,
                    const struct tw_variant *variant)
{
    struct tw_kernel kernel = {0};
    struct tw_image image = {0};
    if (!render(timing, variants, variant, &kernel))
        tw_compile_cached(timing->cache, timing->nvrtc, &kernel, timing->sm, &image, NULL, &timing->error);
    tw_image_free(&image);
    tw_kernel_free(&kernel);
}

/* ---- times ---- */

/* A kernel on the buffers; the driver's copy where `timed` is NULL. */
struct run {
    const struct timing *timing;
    const struct timed *timed;
    size_t payload;
};

static int launch(const void *what, struct tw_error *error)
{
    const struct run *run = what;
    const struct timing *timing = run->timing;
    const struct timed *timed = run->timed;
    const struct tw_driver *driver = &timing->device.driver;
    CUdeviceptr address[MOST_ARGUMENTS];
    void *values[MOST_ARGUMENTS];
    if (!timed)
        return TW_CALL(driver, error, cuMemcpyDtoDAsync_v2, timing->buffer[1], timing->buffer[0],
                       run->payload, NULL);
    const struct tw_shape *shape = &timed->kernel.shape;
    size_t offset[MOST_ARGUMENTS];
    place(shape, offset);
    for (unsigned i = 0; i < shape->argument_count; i++) {
        enum tw_argument_role role = shape->arguments[i].role;
        address[i] = role == TW_ROLE_SCRATCH ? timed->scratch + tw_shape_scratch_offset(shape, i)
                                             : timing->buffer[role != TW_ROLE_INPUT] + offset[i];
        values[i] = &address[i];
    }
    CUresult result = tw_launch_all(driver, &timed->kernel.shape, timed->loaded.function, values, NULL);
    return tw_driver_check(driver, result, "cuLaunchKernel", error);
}

static int spin(struct timing *timing, double us)
{
    long long cycles = (long long)(us * 1e-3 * timing->device.clock_khz);
    void *values[] = {&cycles};
    if (!timing->spin.module) return TW_OK;
    return TW_CALL(&timing->device.driver, &timing->error, cuLaunchKernel, timing->spin.function[0], 1, 1, 1,
                   1, 1, 1, 0, NULL, values, NULL);
}

/* Once more with a longer spin when the host was late, as it is with the first launch of a kernel, which is loaded then: that
   one says nothing of the next. What the launches ahead take is a reserve. */
int timing_sample(struct timing *timing, const struct timed *timed, size_t payload, unsigned ahead,
                  unsigned launches, double *us)
{
    const struct run run = {timing, timed, payload};
    const struct tw_timed all = {.launch = launch, .what = &run, .ahead = ahead, .launches = launches};
    double calls = ahead + launches + 2.0, call_us = timing->call_us * CALL_US_MEMORY;
    int code = TW_OK;
    *us = 0;
    for (int i = 0; i < SPIN_TRIES && !code; i++) {
        double spin_us = SPIN_MIN_US + 1.5 * calls * call_us;
        code = spin(timing, spin_us);
        double begin = tw_seconds();
        if (!code) code = tw_timer_queue(&timing->timer, &all, &timing->error);
        double host_us = 1e6 * (tw_seconds() - begin);
        if (!code) code = tw_timer_read(&timing->timer, us, &timing->error);
        if (!timing->spin.module || host_us < spin_us) {
            timing->call_us = fmax(call_us, host_us / calls);
            break;
        }
        call_us = fmin(host_us / calls, CALL_US_GROWS * call_us);
    }
    *us /= launches;
    return code;
}

double timing_quantile(double *values, size_t count, double part)
{
    assert(count > 0 && part >= 0 && part <= 1);
    tw_sort(values, count);
    double at = part * (double)(count - 1);
    size_t low = (size_t)at, high = low + 1 < count ? low + 1 : low;
    return values[low] + (at - (double)low) * (values[high] - values[low]);
}
