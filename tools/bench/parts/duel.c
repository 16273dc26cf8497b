#include "tools/bench/parts/duel.h"

#include <stdlib.h>

#include "base/clock.h"

#define FIRST_SAMPLES 3u
#define MAX_LAUNCHES  100u
#define LONG_US       600.0          /* behind such a launch of its own the next needs none ahead */
#define COPY_LANE     DUEL_FINALISTS /* behind those of the finalists */

static unsigned launches_for(double us)
{
    if (us <= 0) return 1; /* the simulator's time */
    if (us <= DUEL_SAMPLE_US / MAX_LAUNCHES) return MAX_LAUNCHES;
    return us < DUEL_SAMPLE_US ? (unsigned)(DUEL_SAMPLE_US / us) + 1 : 1;
}

/* ---- the first round ---- */

static int time_quickly(struct timing *timing, const struct timed *timed, size_t payload, double best,
                        double *us)
{
    double sample[FIRST_SAMPLES];
    int code = timing_sample(timing, timed, payload, 0, 1, us);
    if (code || (best > 0 && *us > DUEL_HOPELESS * best + DUEL_SAMPLE_US)) return code;
    unsigned launches = launches_for(*us), ahead = *us < LONG_US;
    for (unsigned i = 0; i < FIRST_SAMPLES && !code; i++)
        code = timing_sample(timing, timed, payload, ahead, launches, &sample[i]);
    if (!code) *us = timing_quantile(sample, FIRST_SAMPLES, 0.5);
    return code;
}

/* What a kernel with the hint `evict_last` leaves in the L2 stays there for many launches, and is in the way of those that the L2 would
   hold otherwise. */
static void forget(const struct timing *timing)
{
    const struct tw_driver *driver = &timing->device.driver;
    if (driver->cuCtxResetPersistingL2Cache) (void)driver->cuCtxResetPersistingL2Cache();
}

/* What cannot be compiled or loaded fails by itself; what cannot be launched leaves no device to go on with. */
static int try_variant(struct timing *timing, const struct tried *tried, size_t number, double best,
                       struct duel *duel)
{
    struct timed timed;
    int code = timing_make(timing, &tried->variants, &tried->variant[number], &timed);
    forget(timing);
    if (code) {
        tw_error_free(&timing->error);
        timing->error = (struct tw_error)TW_ERROR_INIT;
        duel->failed++;
        code = TW_OK;
    } else {
        code = time_quickly(timing, &timed, timing_payload(&timed.kernel), best, &duel->us[number]);
        if (!code && duel->us[number] <= 0) duel->us[number] = 1e-3; /* the simulator's time */
    }
    timing_drop(timing, &timed);
    return code;
}

static int first_round(struct timing *timing, const struct tried *tried, double deadline, struct duel *duel)
{
    double best = 0;
    int code = TW_OK;
    for (size_t i = tried->refused ? 1 : 0; i < tried->count && !code; i++) {
        if (tw_seconds() > deadline) return TW_OK;
        code = try_variant(timing, tried, i, best, duel);
        if (duel->us[i] > 0 && (best == 0 || duel->us[i] < best)) best = duel->us[i];
    }
    duel->in_time = true;
    return code;
}

/* ---- the final ---- */

static bool is_finalist(const struct duel *duel, size_t variant)
{
    for (unsigned i = 0; i < duel->finalists; i++)
        if (duel->finalist[i].variant == variant) return true;
    return false;
}

static void choose_finalists(const struct tried *tried, struct duel *duel)
{
    duel->has_choice = duel->us[0] > 0;
    if (duel->has_choice) duel->finalist[duel->finalists++].variant = 0;
    for (unsigned rival = 0; rival < DUEL_RIVALS; rival++) {
        size_t best = 0;
        for (size_t i = 1; i < tried->count; i++) {
            bool better = duel->us[i] > 0 && (best == 0 || duel->us[i] < duel->us[best]);
            if (better && !is_finalist(duel, i)) best = i;
        }
        if (best) duel->finalist[duel->finalists++].variant = best;
    }
}

static unsigned rounds_for(const struct duel *duel, double copy_us, unsigned rounds)
{
    double us = 2 * copy_us; /* of a round, with the launches ahead */
    for (unsigned i = 0; i < duel->finalists; i++)
        us += 2 * duel->us[duel->finalist[i].variant] + 2 * DUEL_SAMPLE_US;
    double fit = 1e6 * DUEL_SECONDS / us;
    if (fit >= rounds) return rounds;
    return fit > DUEL_MIN_ROUNDS ? (unsigned)fit : DUEL_MIN_ROUNDS;
}

/* sample[lane * rounds + round] */
static int time_in_turns(struct timing *timing, const struct duel *duel, const struct timed *timed,
                         size_t payload, unsigned rounds, double *sample)
{
    unsigned copies = launches_for(duel->copy_us);
    int code = TW_OK;
    for (unsigned round = 0; round < rounds && !code; round++) {
        for (unsigned i = 0; i < duel->finalists && !code; i++) {
            unsigned lane = (i + round) % duel->finalists; /* each follows each other */
            unsigned launches = launches_for(duel->us[duel->finalist[lane].variant]);
            code = timing_sample(timing, &timed[lane], payload, 1, launches, &sample[lane * rounds + round]);
        }
        if (!code)
            code = timing_sample(timing, NULL, payload, 1, copies, &sample[COPY_LANE * rounds + round]);
    }
    return code;
}

/* Without a final what was measured first stands. */
static void judge_first(struct duel *duel)
{
    for (unsigned lane = 0; lane < duel->finalists; lane++) {
        duel->finalist[lane].us = duel->us[duel->finalist[lane].variant];
        if (duel->finalist[lane].us < duel->finalist[duel->best].us) duel->best = lane;
    }
    duel->excess_us = duel->finalist[0].us - duel->finalist[duel->best].us;
    duel->regret = duel->excess_us > DUEL_NOTHING_US ? duel->excess_us / duel->finalist[duel->best].us : 0;
}

static void judge(struct duel *duel, unsigned rounds, double *sample)
{
    double difference[DUEL_MAX_ROUNDS];
    double medians[DUEL_FINALISTS + 1], copy[DUEL_MAX_ROUNDS];
    for (unsigned lane = 0; lane < duel->finalists; lane++) {
        for (unsigned i = 0; i < rounds; i++) copy[i] = sample[lane * rounds + i];
        medians[lane] = duel->finalist[lane].us = timing_quantile(copy, rounds, 0.5);
        if (medians[lane] < medians[duel->best]) duel->best = lane;
    }
    duel->copy_us = timing_quantile(sample + COPY_LANE * rounds, rounds, 0.5);
    for (unsigned i = 0; i < rounds; i++) difference[i] = sample[i] - sample[duel->best * rounds + i];
    duel->spread_us =
        (timing_quantile(difference, rounds, 0.75) - timing_quantile(difference, rounds, 0.25)) / 2;
    duel->excess_us = medians[0] - medians[duel->best];
    bool counts = duel->excess_us > duel->spread_us && duel->excess_us > DUEL_NOTHING_US;
    duel->regret = counts ? duel->excess_us / medians[duel->best] : 0;
}

static int run_final(struct timing *timing, const struct tried *tried, size_t payload, unsigned rounds,
                     struct duel *duel)
{
    struct timed timed[DUEL_FINALISTS];
    unsigned made = 0;
    rounds = rounds_for(duel, duel->copy_us, rounds);
    double *sample = calloc((size_t)rounds * (DUEL_FINALISTS + 1), sizeof *sample);
    int code = sample ? TW_OK : tw_fail(&timing->error, TW_MEMORY, "out of memory");
    for (; made < duel->finalists && !code; made++)
        code = timing_make(timing, &tried->variants, &tried->variant[duel->finalist[made].variant],
                           &timed[made]);
    forget(timing);
    if (!code) code = time_in_turns(timing, duel, timed, payload, rounds, sample);
    if (!code) judge(duel, rounds, sample);
    while (made > 0) timing_drop(timing, &timed[--made]);
    free(sample);
    return code;
}

static size_t payload_of(const struct tried *tried)
{
    struct tw_shape shape = {.launch_count = 0};
    tried->variants.family->shape(tried->variant[tried->refused ? 1 : 0].value, &shape);
    size_t bytes = shape.work.bytes / 2;
    tw_shape_free(&shape);
    return bytes;
}

int duel_run(struct timing *timing, const struct tried *tried, unsigned rounds, double deadline,
             struct duel *duel)
{
    *duel = (struct duel){.us = calloc(tried->count, sizeof *duel->us)};
    if (!duel->us) return tw_fail(&timing->error, TW_MEMORY, "out of memory");
    if (tried->refused && tried->count == 1) {
        duel->in_time = true;
        return TW_OK;
    }
    size_t payload = payload_of(tried);
    forget(timing);
    int code = time_quickly(timing, NULL, payload, 0, &duel->copy_us);
    if (!code) code = first_round(timing, tried, deadline, duel);
    if (code || !duel->in_time) return code;
    choose_finalists(tried, duel);
    if (!rounds) judge_first(duel);
    return duel->finalists && rounds ? run_final(timing, tried, payload, rounds, duel) : TW_OK;
}

void duel_free(struct duel *duel)
{
    free(duel->us);
    *duel = (struct duel){.us = NULL};
}
