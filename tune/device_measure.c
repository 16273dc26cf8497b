/* The probe kernels that `device --probe` runs: a config is written for the device, and each of its variants measured. */
#include "tune/device_measure.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "gen/text/render.h"
#include "runtime/measure/probed_measure.h"

/* ---- what is measured ---- */

/* Bytes that are gone over, where the fields do not say it. */
enum size { AS_FIELDS_SAY, IN_L2, BEYOND_L2, OF_THREADS };

#define BLOCKS_PER_SM 2u
#define THREADS       1024u

static const struct measurement {
    enum tw_probed row; /* TW_PROBED_COUNT: what a launch takes */
    bool rate;
    unsigned unit; /* of a rate: bytes of a lane's step, or additions */
    enum size size;
    const char *fields;
} measurements[] = {
#define LATENCY  "\"measure\": \"latency\""
#define RATE     "\"measure\": \"bandwidth\""
#define ADD      "\"measure\": \"atomic-latency\""
#define ADD_RATE "\"measure\": \"atomic-rate\""
    /* clang-format off */
    {TW_PROBED_REGISTERS,     false, 0,  AS_FIELDS_SAY, LATENCY  ", \"memory\": \"register\", \"steps\": 262144"},
    {TW_PROBED_SHUFFLE,       false, 0,  AS_FIELDS_SAY, LATENCY  ", \"memory\": \"shuffle\", \"steps\": 8192"},
    {TW_PROBED_SHARED,        false, 0,  AS_FIELDS_SAY, LATENCY  ", \"memory\": \"shared\", \"bytes\": 4096, \"steps\": 8192"},
    {TW_PROBED_CONSTANT,      false, 0,  AS_FIELDS_SAY, LATENCY  ", \"memory\": \"constant\", \"bytes\": 1024, \"steps\": 8192"},
    {TW_PROBED_CONSTANT_MISS, false, 0,  AS_FIELDS_SAY, LATENCY  ", \"memory\": \"constant\", \"bytes\": 65536, \"stride\": 64, \"steps\": 8192"},
    {TW_PROBED_L1,            false, 0,  AS_FIELDS_SAY, LATENCY  ", \"memory\": \"global\", \"bytes\": 16384, \"steps\": 8192"},
    {TW_PROBED_READ_ONLY,     false, 0,  AS_FIELDS_SAY, LATENCY  ", \"memory\": \"global-nc\", \"bytes\": 16384, \"steps\": 8192"},
    {TW_PROBED_L2,            false, 0,  AS_FIELDS_SAY, LATENCY  ", \"memory\": \"global-cg\", \"bytes\": 1048576, \"stride\": 8, \"steps\": 131072, \"each\": 16"},
    {TW_PROBED_GLOBAL,        false, 0,  BEYOND_L2,     LATENCY  ", \"memory\": \"global-cg\", \"stride\": 128, \"warm\": 0, \"steps\": 16384, \"each\": 32"},
    {TW_PROBED_SHARED_SAME,   false, 0,  AS_FIELDS_SAY, ADD      ", \"memory\": \"shared\", \"bytes\": 4096, \"steps\": 8192"},
    {TW_PROBED_GLOBAL_SAME,   false, 0,  AS_FIELDS_SAY, ADD      ", \"memory\": \"global\", \"bytes\": 16384, \"steps\": 4096"},
    {TW_PROBED_REGISTERS,     true,  16, AS_FIELDS_SAY, RATE     ", \"memory\": \"register\", \"steps\": 4096"},
    {TW_PROBED_SHUFFLE,       true,  4,  AS_FIELDS_SAY, RATE     ", \"memory\": \"shuffle\", \"steps\": 1024"},
    {TW_PROBED_SHARED,        true,  16, AS_FIELDS_SAY, RATE     ", \"memory\": \"shared\", \"bytes\": 32768, \"steps\": 2048"},
    {TW_PROBED_CONSTANT,      true,  4,  AS_FIELDS_SAY, RATE     ", \"memory\": \"constant\", \"bytes\": 1024, \"steps\": 4096"},
    {TW_PROBED_L1,            true,  16, AS_FIELDS_SAY, RATE     ", \"memory\": \"global\", \"bytes\": 32768, \"steps\": 2048"},
    {TW_PROBED_READ_ONLY,     true,  16, AS_FIELDS_SAY, RATE     ", \"memory\": \"global-nc\", \"bytes\": 32768, \"steps\": 2048"},
    {TW_PROBED_L2,            true,  16, IN_L2,         RATE     ", \"memory\": \"global-cg\", \"walk\": \"grid\", \"steps\": 1024"},
    {TW_PROBED_SHARED_SAME,   true,  1,  AS_FIELDS_SAY, ADD_RATE ", \"memory\": \"shared\", \"bytes\": 4096, \"steps\": 256"},
    {TW_PROBED_SHARED_SPREAD, true,  1,  AS_FIELDS_SAY, ADD_RATE ", \"memory\": \"shared\", \"bytes\": 4096, \"steps\": 4096, \"address\": \"spread\""},
    {TW_PROBED_GLOBAL_SAME,   true,  1,  AS_FIELDS_SAY, ADD_RATE ", \"memory\": \"global\", \"bytes\": 128, \"steps\": 16"},
    {TW_PROBED_GLOBAL_SPREAD, true,  1,  OF_THREADS,    ADD_RATE ", \"memory\": \"global\", \"steps\": 512, \"address\": \"spread\""},
    {TW_PROBED_COUNT,         false, 0,  AS_FIELDS_SAY, LATENCY  ", \"memory\": \"register\", \"steps\": 1, \"warm\": 0"},
    /* clang-format on */
};
#define MEASUREMENTS (sizeof measurements / sizeof *measurements)

#define L2_UNKNOWN (4u << 20) /* bytes, for a device that tells of none */

static uint64_t bytes_of(const struct measurement *measurement, const struct tw_device *device)
{
    uint64_t l2 = device->l2_bytes > 0 ? (uint64_t)device->l2_bytes : L2_UNKNOWN, bytes = 1;
    if (measurement->size == OF_THREADS)
        return UINT64_C(4) * BLOCKS_PER_SM * THREADS * (unsigned)device->multiprocessors;
    while (bytes < l2) bytes *= 2;
    return measurement->size == IN_L2 ? bytes / 8 : bytes * 4;
}

void tw_device_measure_config(const struct tw_device *device, struct tw_text *config)
{
    tw_text_add(config, "{ \"tilewright\": 1, \"kernel\": \"probe\", \"variants\": [\n");
    for (unsigned i = 0; i < MEASUREMENTS; i++) {
        const struct measurement *m = &measurements[i];
        const char *word = m->row == TW_PROBED_COUNT ? "launch" : tw_probed_word(m->row);
        tw_text_addf(config, "  { \"name\": \"%s_%s\", %s", word, m->rate ? "rate" : "latency", m->fields);
        if (m->size != AS_FIELDS_SAY) tw_text_addf(config, ", \"bytes\": %" PRIu64, bytes_of(m, device));
        if (m->rate)
            tw_text_addf(config, ", \"BDIMX\": %u, \"blocks\": %u", THREADS,
                         BLOCKS_PER_SM * (unsigned)device->multiprocessors);
        tw_text_addf(config, " }%s\n", i + 1 < MEASUREMENTS ? "," : "");
    }
    tw_text_add(config, "] }\n");
}

/* ---- measured ---- */

struct bench {
    struct tw_device *device;
    struct tw_cache *cache;
    const struct tw_nvrtc *nvrtc;
    struct tw_oracle oracle;
    double launch_us;
    struct tw_probed_costs *costs;
};

/* Each reading becomes the middle of its runs. */
static double *middle_of_runs(double *latency, unsigned readings)
{
    for (unsigned i = 0; i < readings; i++)
        latency[i] = tw_figure_of(latency + (size_t)i * TW_PROBED_RUNS, TW_PROBED_RUNS).median;
    return latency;
}

/* The figure of all runs, each of which counts by the middle of its readings. */
static struct tw_figure figure_of_runs(const double *latency, unsigned readings, double *room)
{
    double runs[TW_PROBED_RUNS];
    for (unsigned run = 0; run < TW_PROBED_RUNS; run++) {
        for (size_t i = 0; i < readings; i++) room[i] = latency[i * TW_PROBED_RUNS + run];
        runs[run] = tw_figure_of(room, readings).median;
    }
    return tw_figure_of(runs, TW_PROBED_RUNS);
}

/* The rows of near and far follow the L2's or global memory's own row, which has no latency then. */
static void tell_near_from_far(double *latency, unsigned readings, struct tw_probed_cost *own,
                               double *near_share)
{
    struct tw_groups groups = tw_groups_of(middle_of_runs(latency, readings), readings);
    if (!groups.two) return;
    *near_share = (double)groups.near_count / readings;
    own[0].latency = (struct tw_figure){0};
    own[1].latency = groups.near;
    own[2].latency = groups.far;
}

static_assert(TW_PROBED_L2_NEAR == TW_PROBED_L2 + 1 && TW_PROBED_L2_FAR == TW_PROBED_L2 + 2, "rows");
static_assert(TW_PROBED_GLOBAL_NEAR == TW_PROBED_GLOBAL + 1 && TW_PROBED_GLOBAL_FAR == TW_PROBED_GLOBAL + 2,
              "rows");

/* The clock: what a launch takes beyond an empty one, in its own cycles. */
static int measure_clock(struct bench *bench, const struct tw_probed_kernel *probe, struct tw_error *error)
{
    double us[TW_PROBED_RUNS], steps = (double)tw_kernel_field(probe->kernel, "steps")->number +
                                       (double)tw_kernel_field(probe->kernel, "warm")->number;
    int code = tw_probed_times(probe, 1, us, error);
    if (code) return code;
    double most = tw_figure_of(us, TW_PROBED_RUNS).median - bench->launch_us;
    bench->costs->clock_mhz = steps * bench->costs->row[TW_PROBED_REGISTERS].latency.median / most;
    return TW_OK;
}

static int measure_latency(struct bench *bench, enum tw_probed row, const struct tw_probed_kernel *probe,
                           struct tw_error *error)
{
    struct tw_probed_cost *own = &bench->costs->row[row];
    double *latency, *room;
    unsigned readings;
    int code = tw_probed_latencies(probe, &latency, &readings, error);
    if (code) return code;
    room = malloc(readings * sizeof *room);
    if (room) {
        own->latency = figure_of_runs(latency, readings, room);
        if (row == TW_PROBED_L2) tell_near_from_far(latency, readings, own, &bench->costs->l2_near_share);
        if (row == TW_PROBED_GLOBAL)
            tell_near_from_far(latency, readings, own, &bench->costs->global_near_share);
    } else {
        code = tw_fail(error, TW_MEMORY, "out of memory");
    }
    free(room);
    free(latency);
    return code || row != TW_PROBED_REGISTERS ? code : measure_clock(bench, probe, error);
}

/* A rate's runs are apart as its times are. */
static int measure_rate(struct bench *bench, const struct measurement *measurement,
                        const struct tw_probed_kernel *probe, struct tw_error *error)
{
    double us[TW_PROBED_RUNS],
        units = (double)measurement->unit * (double)probe->kernel->shape.work.operations;
    int code = tw_probed_times(probe, 1, us, error);
    for (unsigned i = 0; i < TW_PROBED_RUNS; i++) us[i] -= bench->launch_us;
    if (code) return code;
    struct tw_figure time = tw_figure_of(us, TW_PROBED_RUNS);
    bench->costs->row[measurement->row].rate = (struct tw_figure){units / time.median / 1e3, time.spread};
    return TW_OK;
}

#define LAUNCHES 100u

/* The kernel is done before the next can begin. */
static int measure_launch(struct bench *bench, const struct tw_probed_kernel *probe, struct tw_error *error)
{
    double us[TW_PROBED_RUNS];
    int code = tw_probed_times(probe, LAUNCHES, us, error);
    for (unsigned i = 0; i < TW_PROBED_RUNS; i++) us[i] /= LAUNCHES;
    if (!code) bench->costs->launch = tw_figure_of(us, TW_PROBED_RUNS);
    return code;
}

static int check_and_measure(struct bench *bench, const struct measurement *measurement,
                             const struct tw_probed_kernel *probe, struct tw_error *error)
{
    struct tw_check check = {0};
    int code = tw_check(&bench->oracle, probe->kernel, probe->loaded, false, &check, error);
    if (!code && !check.ok)
        code =
            tw_fail(error, TW_DRIVER, "the kernel %s, by which the device is measured, gives wrong results",
                    probe->kernel->name);
    tw_check_free(&check);
    if (code) return code;
    if (measurement->row == TW_PROBED_COUNT) return measure_launch(bench, probe, error);
    return measurement->rate ? measure_rate(bench, measurement, probe, error)
                             : measure_latency(bench, measurement->row, probe, error);
}

static int run_one(struct bench *bench, const struct tw_variants *variants, unsigned number,
                   struct tw_error *error)
{
    const struct tw_variant *variant = &variants->variant[number];
    struct tw_text reason = {0};
    struct tw_kernel kernel = {0};
    struct tw_image image = {0};
    struct tw_loaded loaded = {0};
    const struct tw_probed_kernel probe = {&bench->oracle, &kernel, &loaded};
    unsigned sm = tw_nvrtc_best(bench->nvrtc, bench->device->sm);
    int code = tw_family_accept(variants->family, variant->value, &variants->target, &reason)
                   ? TW_OK
                   : tw_fail(error, TW_UNSUPPORTED, "%s cannot be measured: %s", variant->name,
                             tw_text_string(&reason));
    if (!code && !sm)
        code = tw_fail(error, TW_ENVIRONMENT, "NVRTC cannot compile for sm_%u", bench->device->sm);
    if (!code) code = tw_render(variants, variant, &tw_rendering_main, NULL, &kernel, error);
    if (!code) code = tw_compile_cached(bench->cache, bench->nvrtc, &kernel, sm, &image, NULL, error);
    if (!code) code = tw_load(bench->device, &kernel, &image, &loaded, error);
    if (!code) code = check_and_measure(bench, &measurements[number], &probe, error);
    tw_unload(bench->device, &loaded);
    tw_image_free(&image);
    tw_kernel_free(&kernel);
    tw_text_free(&reason);
    return code;
}

/* A copy of the largest working set is not what loads reach: reading it is. */
static void take_ceilings(const struct tw_ceilings *ceilings, struct tw_probed_costs *costs)
{
    const struct tw_ceiling_point *last = &ceilings->points[ceilings->count - 1];
    costs->row[TW_PROBED_GLOBAL].rate = (struct tw_figure){
        (double)last->bytes / (last->us[TW_CEILING_READ] - ceilings->launch_us) / 1e3, ceilings->spread};
}

int tw_device_measure(struct tw_device *device, struct tw_cache *cache, const struct tw_nvrtc *nvrtc,
                      const struct tw_ceilings *ceilings, struct tw_probed_costs *costs,
                      struct tw_error *error)
{
    const struct tw_target target = tw_device_target(device);
    struct bench bench = {
        .device = device, .cache = cache, .nvrtc = nvrtc, .launch_us = ceilings->launch_us, .costs = costs};
    struct tw_text text = {0};
    struct tw_config config = {0};
    struct tw_variants variants = {0};
    *costs = (struct tw_probed_costs){0};
    tw_device_measure_config(device, &text);
    tw_oracle_open(&bench.oracle, device, cache, nvrtc);
    int code = text.failed ? tw_fail(error, TW_MEMORY, "out of memory")
                           : tw_config_parse("device --probe", text.data, text.length, &config, error);
    if (!code) code = tw_config_expand(&config, &target, &variants, error);
    for (unsigned i = 0; i < MEASUREMENTS && !code; i++) code = run_one(&bench, &variants, i, error);
    if (!code) take_ceilings(ceilings, costs);
    tw_variants_free(&variants);
    tw_config_free(&config);
    tw_oracle_close(&bench.oracle);
    tw_text_free(&text);
    return code;
}
