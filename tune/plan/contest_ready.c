/* What candidates need before they are timed: memory to run on, and to be compiled by several threads and loaded. */
#include <stdlib.h>
#include <string.h>

#include "gen/text/render.h"
#include "tune/plan/heat.h"

#define SPARE       ((size_t)64 << 20) /* bytes of the device's free memory that are left for others */
#define NOISE_WORDS 65536u

/* ---- memory ---- */

bool tw_heat_check_capture(const struct tw_heat *heat)
{
    CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
    CUresult result = tw_heat_driver(heat)->cuStreamIsCapturing(heat->contest->stream, &status);
    if (result == CUDA_SUCCESS && status == CU_STREAM_CAPTURE_STATUS_NONE) return true;
    tw_text_add(&heat->contest->why,
                result == CUDA_ERROR_INVALID_HANDLE || result == CUDA_ERROR_INVALID_CONTEXT
                    ? "the stream is of another context than the plan"
                    : "a stream is being captured");
    return false;
}

/* Noise, so that the memory draws the power that it does: one block of it from the host, doubled on the device. */
static int fill(const struct tw_heat *heat, CUdeviceptr buffer, size_t bytes, struct tw_error *why)
{
    uint32_t *noise = malloc(NOISE_WORDS * sizeof *noise), state = 2463534242u;
    if (!noise) return tw_fail(why, TW_MEMORY, "out of memory");
    for (unsigned i = 0; i < NOISE_WORDS; i++) {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        noise[i] = state;
    }
    size_t done = NOISE_WORDS * sizeof *noise < bytes ? NOISE_WORDS * sizeof *noise : bytes;
    int code = TW_CALL(tw_heat_driver(heat), why, cuMemcpyHtoD_v2, buffer, noise, done);
    free(noise);
    while (!code && done < bytes) {
        size_t more = done < bytes - done ? done : bytes - done;
        code = TW_CALL(tw_heat_driver(heat), why, cuMemcpyDtoDAsync_v2, buffer + done, buffer, more,
                       heat->stream);
        done += more;
    }
    return code;
}

static int allocate(struct tw_heat *heat, const struct tw_shape *shape, struct tw_error *why)
{
    int code = TW_OK;
    for (unsigned i = 0; i < heat->buffer_count && !code; i++) {
        struct tw_heat_buffer *buffer = &heat->buffers[i];
        if (!buffer->bytes) continue;
        code = TW_CALL(tw_heat_driver(heat), why, cuMemAlloc_v2, &buffer->address, buffer->bytes);
        if (code) buffer->address = 0;
        bool read = i < shape->argument_count && shape->arguments[i].before == TW_BEFORE_GIVEN;
        if (!code && read) code = fill(heat, buffer->address, buffer->bytes, why);
        if (!code && !read)
            code = TW_CALL(tw_heat_driver(heat), why, cuMemsetD8Async, buffer->address, 0, buffer->bytes,
                           heat->stream);
    }
    return code;
}

/* False, and why: the device has no room for the buffers. */
bool tw_heat_check_room(struct tw_heat *heat)
{
    size_t needed = SPARE, available = 0, total;
    for (unsigned i = 0; i < heat->buffer_count; i++) {
        size_t bytes = heat->buffers[i].bytes;
        needed = bytes > SIZE_MAX - needed ? SIZE_MAX : needed + bytes;
    }
    if (tw_heat_driver(heat)->cuMemGetInfo_v2(&available, &total) != CUDA_SUCCESS || needed <= available)
        return true;
    tw_text_addf(&heat->contest->why, "buffers to measure with take %zu bytes, and the device has %zu free",
                 needed, available);
    return false;
}

void tw_heat_reserve_busy(struct tw_heat *heat)
{
    const struct tw_driver *driver = tw_heat_driver(heat);
    size_t available = 0, total;
    bool fits = driver->cuMemGetInfo_v2(&available, &total) == CUDA_SUCCESS &&
                available >= TW_HEAT_BUSY_BYTES + SPARE;
    if (!fits || driver->cuMemAlloc_v2(&heat->busy, TW_HEAT_BUSY_BYTES)) heat->busy = 0;
}

int tw_heat_prepare(struct tw_heat *heat)
{
    const struct tw_variants *space = heat->contest->space;
    struct tw_error why = TW_ERROR_INIT;
    struct tw_shape shape = {0};
    bool complete = tw_family_shape(space->family, heat->contest->estimate->value, &space->target, &shape);
    heat->group = calloc(TW_HEAT_GROUP, sizeof *heat->group);
    int code = heat->group && complete ? TW_OK : tw_fail(&why, TW_MEMORY, "out of memory");
    if (!code) code = tw_timer_open(&heat->timer, tw_heat_driver(heat), heat->stream, &why);
    if (!code) code = allocate(heat, &shape, &why);
    if (code) code = tw_heat_give_up(heat, code, &why);
    tw_shape_free(&shape);
    tw_error_free(&why);
    return code;
}

void tw_heat_release(struct tw_heat *heat)
{
    const struct tw_driver *driver = tw_heat_driver(heat);
    if (heat->timer.events[1]) driver->cuStreamSynchronize(heat->stream); /* what was not waited for */
    for (unsigned i = 0; i < heat->buffer_count; i++) {
        if (heat->buffers[i].address) driver->cuMemFree_v2(heat->buffers[i].address);
    }
    free(heat->buffers);
    free(heat->values);
    if (heat->busy) driver->cuMemFree_v2(heat->busy);
    tw_timer_close(&heat->timer);
    free(heat->group);
}

/* ---- kernels ---- */

static int compile(const struct tw_heat *heat, struct tw_runner *runner)
{
    const struct tw_contest *contest = heat->contest;
    struct tw_variant variant = *contest->estimate;
    variant.value = runner->value;
    struct tw_kernel *kernel = &runner->ready.kernel;
    int code = tw_render(contest->space, &variant, &tw_rendering_main, NULL, kernel, NULL);
    if (!code && kernel->shape.undefined) code = TW_INPUT;
    return code ? code : tw_ready_compile(contest->planner, contest->device, &runner->ready, NULL);
}

/* What threads that compile share. */
struct compiling {
    struct tw_heat *heat;
    atomic_size_t next;
};

/* What is begun later would be compiled too late, if it takes as long as others did. */
static double last_begin(struct tw_heat *heat)
{
    return tw_heat_end(heat, TW_HEAT_COMPILING) - atomic_load(&heat->slowest);
}

static void compile_timed(struct tw_heat *heat, struct tw_runner *runner)
{
    double begun = tw_seconds();
    runner->code = compile(heat, runner);
    double took = tw_seconds() - begun, slowest = atomic_load(&heat->slowest);
    while (took > slowest && !atomic_compare_exchange_weak(&heat->slowest, &slowest, took)) continue;
}

/* All contests of a planner share the compilers, which take the most promising candidates of all of them first. An estimate waits
   for none: its plan needs it, measured or not. */
static void compile_in_turn(struct tw_heat *heat, size_t rank)
{
    struct tw_turns *compilers = &heat->contest->planner->compilers;
    struct tw_runner *runner = &heat->group[rank];
    if (runner->is_estimate) {
        compile_timed(heat, runner);
        return;
    }
    runner->code = TW_UNSUPPORTED;
    if (!tw_turns_take(compilers, (unsigned)rank, last_begin(heat))) return;
    if (tw_seconds() < last_begin(heat)) compile_timed(heat, runner);
    tw_turns_give(compilers);
}

static void *compile_some(void *memory)
{
    struct compiling *compiling = memory;
    struct tw_heat *heat = compiling->heat;
    for (size_t i; (i = atomic_fetch_add(&compiling->next, 1)) < heat->count;) compile_in_turn(heat, i);
    return NULL;
}

/* The caller compiles too; where no thread can be had, it alone. */
static void compile_group(struct tw_heat *heat)
{
    struct compiling compiling = {.heat = heat};
    pthread_t threads[TW_COMPILERS - 1];
    unsigned wanted = tw_planner_compilers(), begun = 0;
    while (begun + 1 < wanted && pthread_create(&threads[begun], NULL, compile_some, &compiling) == 0)
        begun++;
    compile_some(&compiling);
    while (begun) pthread_join(threads[--begun], NULL);
}

/* A candidate that was not reached in time is no failure. */
static int load_group(struct tw_heat *heat)
{
    struct tw_error why = TW_ERROR_INIT;
    int code = TW_OK;
    for (size_t i = 0; i < heat->count && !code; i++) {
        struct tw_runner *runner = &heat->group[i];
        if (!runner->code) runner->code = tw_ready_load(heat->contest->device, &runner->ready, &why);
        if (runner->code == TW_MEMORY || runner->code == TW_FAULT)
            code = tw_heat_give_up(heat, runner->code, &why);
        else
            heat->contest->dropped += runner->code && runner->code != TW_UNSUPPORTED;
    }
    tw_error_free(&why);
    return code;
}

int tw_heat_ready_group(struct tw_heat *heat)
{
    compile_group(heat);
    return load_group(heat);
}
