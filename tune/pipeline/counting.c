/* Counts variants by the GPU's own counters, several together. */
#include <assert.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/grow.h"
#include "tune/metrics.h"
#include "tune/pipeline/parts.h"

/* A variant's kernel that is checked, and waits to be counted with others. */
struct tw_waiting {
    struct tw_kernel kernel;
    struct tw_image image;
    struct tw_loaded loaded;
    struct tw_result *result;
};

/* Modules stay loaded while counters are open (runtime/measure/counters.h): with more of them, all are unloaded after the next count. */
#define KEPT 96u

static void unload_kept(struct tw_pipeline *pipeline)
{
    if (pipeline->counters) tw_counters_rest(pipeline->counters);
    for (unsigned i = 0; i < pipeline->kept_count; i++) tw_unload(&pipeline->device, &pipeline->kept[i]);
    pipeline->kept_count = 0;
}

void tw_pipeline_put_away(struct tw_pipeline *pipeline, struct tw_loaded *loaded)
{
    struct tw_loaded *kept =
        pipeline->counters ? tw_grow(pipeline->kept, pipeline->kept_count, &pipeline->kept_room, sizeof *kept)
                           : NULL;
    if (kept) {
        pipeline->kept = kept;
        kept[pipeline->kept_count++] = *loaded;
    } else {
        unload_kept(pipeline);
        tw_unload(&pipeline->device, loaded);
    }
    *loaded = (struct tw_loaded){0};
}

/* What was counted must be what was predicted, but for what the assembler made of it. */
static void take_counted(const struct tw_measured *measured, struct tw_result *result)
{
    result->measured = *measured;
    struct tw_counts counts = tw_measured_beside(&result->measured, &result->predicted);
    result->has_measured = measured->known != 0;
    if (!result->has_measured)
        tw_text_add(&result->detail, "not counted: CUPTI has no numbers of its launches\n");
    result->reassembled = tw_reassembled(result, &counts, &result->detail);
    counts.known &= ~result->reassembled;
    tw_result_compare_counts(result, &counts, "the GPU counted");
}

/* How often a variant is counted at most until the pipe's counter decides: once beside others, then with one block at a time on a
   multiprocessor, where little passes twice, and not always as much. */
#define COUNTED_TIMES 5

/* Keeps the least of the pipe's counts, with the conflicts in it. */
static void take_least(struct tw_measured *measured, const struct tw_measured *again)
{
    static const enum tw_counter passed = TW_COUNTER_load_wavefronts_passed;
    if (!(again->known >> passed & 1u) || again->value[passed] >= measured->value[passed]) return;
    measured->value[passed] = again->value[passed];
    measured->value[TW_COUNTER_load_conflicts] = again->value[TW_COUNTER_load_conflicts];
}

static int count_until_decided(struct tw_pipeline *pipeline, struct tw_counted *counted,
                               struct tw_result *result)
{
    struct tw_measured *measured = &counted->measured;
    struct tw_error error = TW_ERROR_INIT;
    int code = TW_OK;
    for (int i = 1; i < COUNTED_TIMES && !code && tw_measured_is_open(measured, &result->predicted); i++) {
        struct tw_counted again = {
            .kernel = counted->kernel, .loaded = counted->loaded, .image = counted->image, .alone = true};
        code = tw_counters_measure(pipeline->counters, &pipeline->oracle, &again, 1, &error);
        if (!code) take_least(measured, &again.measured);
        tw_text_free(&again.accesses);
    }
    if (code) tw_text_addf(&result->detail, "not counted again: %s\n", error.message);
    tw_error_free(&error);
    return code;
}

void tw_pipeline_count_waiting(struct tw_pipeline *pipeline)
{
    struct tw_counted counted[TW_COUNTED_AT_ONCE];
    struct tw_error error = TW_ERROR_INIT;
    unsigned count = pipeline->waiting_count;
    double start = tw_seconds();
    for (unsigned i = 0; i < count; i++)
        counted[i] = (struct tw_counted){.kernel = &pipeline->waiting[i].kernel,
                                         .loaded = &pipeline->waiting[i].loaded,
                                         .image = &pipeline->waiting[i].image};
    int code =
        count ? tw_counters_measure(pipeline->counters, &pipeline->oracle, counted, count, &error) : TW_OK;
    double each = count ? (tw_seconds() - start) / count : 0;
    for (unsigned i = 0; i < count; i++) {
        struct tw_waiting *waiting = &pipeline->waiting[i];
        waiting->result->count_s += each;
        counted[i].measured.bounds = tw_wide_requests(&waiting->result->machine);
        int again = code ? TW_OK : count_until_decided(pipeline, &counted[i], waiting->result);
        if (!code) take_counted(&counted[i].measured, waiting->result);
        tw_text_add_bytes(&waiting->result->accesses, tw_text_string(&counted[i].accesses),
                          counted[i].accesses.length);
        tw_text_free(&counted[i].accesses);
        if (code == TW_ENVIRONMENT)
            tw_text_addf(&waiting->result->detail, "not counted: %s\n", error.message);
        if (code && code != TW_ENVIRONMENT) tw_result_fail(waiting->result, &error);
        waiting->result->faulted |= code == TW_FAULT || again == TW_FAULT;
        tw_pipeline_put_away(pipeline, &waiting->loaded);
        tw_image_free(&waiting->image);
        tw_kernel_free(&waiting->kernel);
    }
    pipeline->waiting_count = 0;
    tw_error_free(&error);
    if (pipeline->kept_count > KEPT) unload_kept(pipeline);
}

void tw_pipeline_count_later(struct tw_pipeline *pipeline, struct tw_kernel *kernel, struct tw_image *image,
                             struct tw_loaded *loaded, struct tw_result *result)
{
    assert(pipeline->waiting_count < TW_COUNTED_AT_ONCE);
    pipeline->waiting[pipeline->waiting_count++] = (struct tw_waiting){*kernel, *image, *loaded, result};
    *kernel = (struct tw_kernel){0};
    *image = (struct tw_image){0};
    *loaded = (struct tw_loaded){0};
}

int tw_pipeline_open_counters(struct tw_pipeline *pipeline, struct tw_error *error)
{
    struct tw_error why = TW_ERROR_INIT;
    int code = tw_counters_open(&pipeline->device, tw_nvrtc_path(pipeline->nvrtc), pipeline->options.metrics,
                                &pipeline->counters, &why);
    if (!code) tw_counters_say(pipeline->counters, &pipeline->counting);
    if (!code) pipeline->waiting = calloc(TW_COUNTED_AT_ONCE, sizeof *pipeline->waiting);
    if (!code && !pipeline->waiting) code = tw_fail(&why, TW_MEMORY, "out of memory");
    if (code && code != TW_MEMORY) tw_text_addf(&pipeline->counting, "not counted: %s", why.message);
    if (code == TW_MEMORY) tw_fail(error, TW_MEMORY, "%s", why.message);
    tw_error_free(&why);
    return code == TW_MEMORY ? TW_MEMORY : TW_OK;
}

void tw_pipeline_close_counters(struct tw_pipeline *pipeline)
{
    if (pipeline->kept) unload_kept(pipeline);
    free(pipeline->kept);
    free(pipeline->waiting);
    tw_counters_close(pipeline->counters);
    pipeline->counters = NULL;
    pipeline->kept = NULL;
    pipeline->kept_room = 0;
    pipeline->waiting = NULL;
}
