/* The worker that test_sweep_measuring.c spawns: it makes the times of a GPU up, by the padding. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/sim/measured_paddings.h"
#include "tune/workers/job.h"
#include "tune/workers/worker.h"

/* How much slower an element of padding makes a kernel: little, or so much that most cannot win. */
static double slope = 0.1;

/* What the GPU would take: IPAD 2 and 6 are equal but for noise, everything else is slower by its padding. */
static double true_time(unsigned pad)
{
    return pad == 2 || pad == 6 ? 10 : 12 + slope * pad;
}

struct measuring {
    unsigned calls[32]; /* of each padding */
    bool faulted;       /* as on a GPU: no context of the process works again */
};

/* Up to 1 % more, in turns: of 2 and 6 each is the slower one as often as the other. */
static double noisy(struct measuring *worker, unsigned pad)
{
    return true_time(pad) * (1 + 0.001 * (worker->calls[pad]++ * (pad + 1) % 11));
}

static bool knows(const char *settings, size_t length)
{
    (void)settings, (void)length;
    return true;
}

static void *open_measuring(const char *settings, size_t length)
{
    (void)settings, (void)length;
    return calloc(1, sizeof(struct measuring));
}

/* A kernel whose launch takes so long is stopped as runs.h says of one of a few microseconds; the kernel has 512 elements a block. */
static void time_kernel(double us, double best_cost, struct tw_timing *timing)
{
    double rival_us = best_cost / 1e6 * 512 * 528;
    *timing = (struct tw_timing){
        .runs = 50, .median_us = us, .min_us = us, .p95_us = us, .blocks = 528, .before_mhz = 1980};
    timing->after_mhz = 1900;
    if (rival_us > 0 && us > 1.5 * rival_us) timing->runs = 7, timing->stopped = true;
}

static struct tw_result measured(struct measuring *worker, unsigned pad, double best_cost)
{
    struct tw_result result = {
        .status = TW_STATUS_OK, .registers = 20, .has_timing = true, .measure_s = 0.01};
    double us = noisy(worker, pad);
    time_kernel(us, best_cost, &result.timing);
    worker->faulted |= pad == FAULTS;
    if (worker->faulted || pad == WRONG) {
        result.has_timing = false;
        result.status = worker->faulted ? TW_STATUS_FAILED : TW_STATUS_MISMATCH;
        result.faulted = worker->faulted;
        tw_text_add(&result.reason, "an illegal memory access");
    }
    return result;
}

static void measure(void *context, const char *job, size_t length, struct tw_text *answer)
{
    struct tw_bytes bytes = {job, length, false};
    struct tw_text nothing = {0};
    struct tw_variants variants;
    const struct tw_family *family = tw_family_find("tile");
    struct tw_job_task task;
    tw_bytes_number(&bytes); /* the kind */
    tw_bytes_raw(&bytes, &task, sizeof task);
    if (task.stage == TW_STAGE_TIME && task.best_cost != 0) abort(); /* the best are timed to their end */
    if (tw_job_read_variants(&bytes, family, &variants, NULL) || variants.count != task.count) abort();
    if (task.stage == TW_STAGE_COMPILE) abort(); /* that is the compilers' work */
    for (size_t i = 0; i < variants.count; i++) {
        unsigned pad = (unsigned)variants.variant[i].value[tw_family_role(family, TW_FIELD_PADDING)];
        if (pad == CRASHES) _exit(4);
        while (pad == HANGS) pause();
        struct tw_result result = measured(context, pad, task.best_cost);
        tw_result_pack(&result, answer);
        tw_result_free(&result);
    }
    tw_bytes_add_text(answer, &nothing); /* shown */
    tw_variants_free(&variants);
}

int main(int argc, char **argv)
{
    static const struct tw_pool_service service = {knows, open_measuring, NULL, measure, free};
    if (argc > 1 && strcmp(argv[1], "steep") == 0) slope = 1;
    return tw_pool_serve(&service);
}
