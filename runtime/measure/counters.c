/* Counting: counter_passes.c plans what is wanted, a profiler is put on the context, and each variant is a range of its own. */
#include "runtime/measure/counters.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/check/oracle.h"
#include "runtime/measure/counter_passes.h"
#include "runtime/measure/cupti.h"
#include "runtime/measure/instructions.h"

/* ---- a device's counters ---- */

struct tw_counters {
    struct tw_device *device;
    struct tw_cupti *cupti;
    bool initialised;
    struct tw_counter_passes passes;
    tw_cupti_profiler profiler;
    bool roomy;                           /* the profiler knows what room there is */
    struct tw_instructions *instructions; /* NULL: they cannot be counted one by one ... */
    struct tw_text why;                   /* ... for that reason */
    uint8_t *availability, *data;
    size_t data_bytes;
};

/* A CUPTI of a newer CUDA version than the driver's fails without saying why. */
static int check_driver(const struct tw_counters *counters, struct tw_error *error)
{
    unsigned cupti = counters->cupti->version / 10000,
             driver = (unsigned)counters->device->driver_version / 1000;
    if (cupti <= driver) return TW_OK;
    return tw_fail(
        error, TW_ENVIRONMENT,
        "the driver is of CUDA %u, too old for CUPTI %u: update the driver, or name a CUPTI of CUDA %u by "
        "TILEWRIGHT_CUPTI",
        driver, cupti, driver);
}

/* What stands against counting on this device, as the error that CUPTI has for it. */
static int check_device(const struct tw_counters *counters, struct tw_error *error)
{
    struct tw_cupti_device device = {.device = counters->device->device, .profiler = TW_CUPTI_RANGE_PROFILER};
    int code = TW_CUPTI(counters->cupti, error, cuptiProfilerDeviceSupported, &device);
    if (code || device.supported == TW_CUPTI_SUPPORTED) return code;
    const struct {
        int level, result;
    } causes[] = {
        {device.virtualised,
         device.virtualised == TW_CUPTI_DISABLED ? TW_CUPTI_VIRTUALIZED_PRIVILEGES : TW_CUPTI_VIRTUALIZED},
        {device.confidential, TW_CUPTI_CONFIDENTIAL},
        {device.cmp, TW_CUPTI_CMP},
        {device.sli, TW_CUPTI_SLI},
        {device.wsl, TW_CUPTI_WSL},
    };
    int result = TW_CUPTI_NOT_SUPPORTED;
    for (size_t i = sizeof causes / sizeof *causes; i-- > 0;) {
        if (causes[i].level == TW_CUPTI_UNSUPPORTED || causes[i].level == TW_CUPTI_DISABLED)
            result = causes[i].result;
    }
    return tw_cupti_check(result, "cuptiProfilerDeviceSupported", error);
}

static int ask_availability(struct tw_counters *counters, struct tw_error *error)
{
    struct tw_cupti_availability availability = {.context = counters->device->context};
    int code = TW_CUPTI(counters->cupti, error, cuptiProfilerGetCounterAvailability, &availability);
    if (code) return code;
    counters->availability = calloc(1, availability.bytes ? availability.bytes : 1);
    if (!counters->availability) return tw_fail(error, TW_MEMORY, "out of memory");
    availability.image = counters->availability;
    return TW_CUPTI(counters->cupti, error, cuptiProfilerGetCounterAvailability, &availability);
}

static int enable(struct tw_counters *counters, struct tw_error *error)
{
    struct tw_cupti_enable enable = {.context = counters->device->context};
    if (counters->profiler) return TW_OK;
    int code = TW_CUPTI(counters->cupti, error, cuptiRangeProfilerEnable, &enable);
    if (!code) counters->profiler = enable.profiler;
    return code;
}

/*
 * Room for as many ranges as are ever counted at once: always as many, since CUPTI loses ranges when that changes. Each profiler that
 * was enabled must be asked for it, though it says the same: only then has it what it needs to take the room (CUPTI 13.0 calls
 * through a null pointer otherwise, or through one that an earlier profiler left there).
 */
static int make_room(struct tw_counters *counters, struct tw_error *error)
{
    const struct tw_counter_passes *passes = &counters->passes;
    struct tw_cupti_data_size size = {.profiler = counters->profiler,
                                      .metrics = passes->metrics,
                                      .count = passes->count,
                                      .ranges = TW_COUNTED_AT_ONCE,
                                      .nodes = TW_COUNTED_AT_ONCE};
    if (counters->roomy) return TW_OK;
    int code = TW_CUPTI(counters->cupti, error, cuptiRangeProfilerGetCounterDataSize, &size);
    if (code) return code;
    uint8_t *data = size.bytes > counters->data_bytes || !counters->data
                        ? realloc(counters->data, size.bytes ? size.bytes : 1)
                        : counters->data;
    if (!data) return tw_fail(error, TW_MEMORY, "out of memory");
    memset(data, 0, size.bytes);
    counters->data = data;
    counters->data_bytes = size.bytes;
    counters->roomy = true;
    return TW_OK;
}

/* What was counted before is forgotten. */
static int begin(struct tw_counters *counters, struct tw_error *error)
{
    int code = enable(counters, error);
    if (!code) code = make_room(counters, error);
    if (code) return code;
    struct tw_cupti_data data = {
        .profiler = counters->profiler, .bytes = counters->data_bytes, .data = counters->data};
    struct tw_cupti_set set = {.profiler = counters->profiler,
                               .config_bytes = counters->passes.config_bytes,
                               .config = counters->passes.config,
                               .data_bytes = counters->data_bytes,
                               .data = counters->data,
                               .range = TW_CUPTI_USER_RANGE,
                               .replay = TW_CUPTI_USER_REPLAY,
                               .ranges = TW_COUNTED_AT_ONCE,
                               .nesting_levels = 1,
                               .least_nesting = 1,
                               .target_nesting = 1};
    code = TW_CUPTI(counters->cupti, error, cuptiRangeProfilerCounterDataImageInitialize, &data);
    return code ? code : TW_CUPTI(counters->cupti, error, cuptiRangeProfilerSetConfig, &set);
}

/* Without them there still are the counters of the whole kernel. */
static void open_instructions(struct tw_counters *counters, const char *chip)
{
    struct tw_error why = TW_ERROR_INIT;
    if (tw_instructions_open(counters->cupti, counters->device, chip, &counters->instructions, &why))
        tw_text_add(&counters->why, why.message);
    tw_error_free(&why);
}

static int open_counters(struct tw_counters *counters, const char *nvrtc, struct tw_error *error)
{
    struct tw_cupti_nothing nothing = {0};
    struct tw_cupti_chip chip = {.ordinal = (size_t)counters->device->device};
    if (tw_device_is_simulator(counters->device))
        return tw_fail(error, TW_ENVIRONMENT,
                       "the simulator has no hardware counters: use a GPU (--device cuda) to count");
    int code = tw_cupti_open(nvrtc, &counters->cupti, error);
    if (!code) code = check_driver(counters, error);
    if (!code) code = TW_CUPTI(counters->cupti, error, cuptiProfilerInitialize, &nothing);
    counters->initialised = !code;
    if (!code) code = check_device(counters, error);
    if (!code) code = TW_CUPTI(counters->cupti, error, cuptiDeviceGetChipName, &chip);
    if (!code) code = ask_availability(counters, error);
    counters->passes.cupti = counters->cupti;
    if (!code) code = tw_counter_passes_make(&counters->passes, chip.chip, counters->availability, error);
    if (!code) code = begin(counters, error);
    if (!code) open_instructions(counters, chip.chip);
    return code;
}

int tw_counters_open(struct tw_device *device, const char *nvrtc, const struct tw_metrics *metrics,
                     struct tw_counters **counters, struct tw_error *error)
{
    *counters = calloc(1, sizeof **counters);
    if (!*counters) return tw_fail(error, TW_MEMORY, "out of memory");
    (*counters)->device = device;
    (*counters)->passes.more = metrics;
    int code = open_counters(*counters, nvrtc, error);
    if (!code) return TW_OK;
    tw_counters_close(*counters);
    *counters = NULL;
    return code;
}

void tw_counters_rest(struct tw_counters *counters)
{
    struct tw_cupti_profile profile = {.profiler = counters->profiler};
    if (counters->profiler) TW_CUPTI(counters->cupti, NULL, cuptiRangeProfilerDisable, &profile);
    counters->profiler = NULL;
    counters->roomy = false;
}

void tw_counters_close(struct tw_counters *counters)
{
    if (!counters) return;
    struct tw_cupti_nothing nothing = {0};
    tw_counters_rest(counters);
    tw_instructions_close(counters->instructions);
    if (counters->passes.host) tw_counter_passes_free(&counters->passes);
    if (counters->initialised) TW_CUPTI(counters->cupti, NULL, cuptiProfilerDeInitialize, &nothing);
    tw_cupti_close(counters->cupti);
    free(counters->availability);
    free(counters->data);
    tw_text_free(&counters->why);
    free(counters);
}

void tw_counters_say(const struct tw_counters *counters, struct tw_text *text)
{
    const struct tw_cupti *cupti = counters->cupti;
    unsigned passes = counters->passes.plan.passes;
    tw_text_addf(text, "%zu counters in %u pass%s, by CUPTI", counters->passes.count, passes,
                 passes == 1 ? "" : "es");
    if (cupti->version >= 10000)
        tw_text_addf(text, " %u.%u", cupti->version / 10000, cupti->version / 100 % 100);
    tw_text_addf(text, " (%s)", cupti->path);
    if (!counters->instructions)
        tw_text_addf(text, ", not line by line: %s", tw_text_part(text, &counters->why));
}

/* ---- counting ---- */

/* The launches with nothing between them that would be counted too: what they find zeroed is zeroed before. */
static int put_zeros(const struct tw_oracle *oracle, struct tw_shape *shape, struct tw_error *error)
{
    int code = TW_OK;
    for (unsigned i = 0; i < shape->argument_count && !code; i++) {
        struct tw_argument *argument = &shape->arguments[i];
        if (argument->before != TW_BEFORE_ZEROED) continue;
        code = TW_CALL(&oracle->device->driver, error, cuMemsetD8_v2, oracle->place[i].content, 0,
                       tw_argument_bytes(argument));
        argument->before = TW_BEFORE_ANY;
    }
    return code;
}

static int launch(const struct tw_oracle *oracle, const struct tw_loaded *loaded,
                  const struct tw_shape *shape, struct tw_error *error)
{
    const struct tw_driver *driver = &oracle->device->driver;
    int code = tw_oracle_launch(oracle, loaded, shape, 0, error);
    return code ? code : tw_driver_check(driver, driver->cuCtxSynchronize(), "cuCtxSynchronize", error);
}

/* All the shared memory that a block may have, for each of its launches, which stay allowed it: no other block fits beside one. */
static int take_shared_memory(const struct tw_oracle *oracle, const struct tw_loaded *loaded,
                              struct tw_shape *shape, struct tw_error *error)
{
    const struct tw_driver *driver = &oracle->device->driver;
    int code = TW_OK, fixed = 0;
    for (unsigned i = 0; i < shape->launch_count && !code; i++) {
        CUfunction function = loaded->function[i];
        code =
            TW_CALL(driver, error, cuFuncGetAttribute, &fixed, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, function);
        int rest = oracle->device->shared_per_block_optin - fixed;
        if (code || rest <= (int)shape->launches[i].dynamic_shared_bytes) continue;
        shape->launches[i].dynamic_shared_bytes = (uint32_t)rest;
        code = TW_CALL(driver, error, cuFuncSetAttribute, function,
                       CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, rest);
    }
    return code;
}

/* Memory as before the check's first trial; *shape: what is left to be done, and with how much shared memory it is launched. It is
   the caller's (tw_shape_free), also after a failure. */
static int prepare(struct tw_oracle *oracle, const struct tw_counted *counted, struct tw_shape *shape,
                   struct tw_error *error)
{
    const struct tw_driver *driver = &oracle->device->driver;
    if (!tw_shape_copy(&counted->kernel->shape, shape)) return tw_fail(error, TW_MEMORY, "out of memory");
    int code = counted->alone ? take_shared_memory(oracle, counted->loaded, shape, error) : TW_OK;
    if (!code) code = tw_oracle_ask(oracle, counted->kernel, error);
    if (!code) code = tw_oracle_reserve(oracle, counted->kernel, 1, error);
    if (!code) code = tw_oracle_put(oracle, counted->kernel, counted->loaded, 0, error);
    if (!code) code = put_zeros(oracle, shape, error);
    return code ? code : tw_driver_check(driver, driver->cuCtxSynchronize(), "cuCtxSynchronize", error);
}

/* A kernel's launches as a range of the pass. */
static int run_range(struct tw_counters *counters, struct tw_oracle *oracle, const struct tw_counted *counted,
                     unsigned number, struct tw_error *error)
{
    struct tw_shape shape;
    char name[16];
    struct tw_cupti_push push = {.profiler = counters->profiler, .range = name};
    struct tw_cupti_profile pop = {.profiler = counters->profiler};
    snprintf(name, sizeof name, "%u", number);
    int code = prepare(oracle, counted, &shape, error);
    if (!code) code = TW_CUPTI(counters->cupti, error, cuptiRangeProfilerPushRange, &push);
    if (!code) code = launch(oracle, counted->loaded, &shape, error);
    tw_shape_free(&shape);
    return code ? code : TW_CUPTI(counters->cupti, error, cuptiRangeProfilerPopRange, &pop);
}

/* One pass; *complete: it was the last. */
static int run_pass(struct tw_counters *counters, struct tw_oracle *oracle, const struct tw_counted *counted,
                    unsigned count, bool *complete, struct tw_error *error)
{
    struct tw_cupti_profile start = {.profiler = counters->profiler};
    struct tw_cupti_stop stop = {.profiler = counters->profiler};
    int code = TW_CUPTI(counters->cupti, error, cuptiRangeProfilerStart, &start);
    if (code) return code;
    for (unsigned i = 0; i < count && !code; i++) code = run_range(counters, oracle, &counted[i], i, error);
    int stopped = TW_CUPTI(counters->cupti, code ? NULL : error, cuptiRangeProfilerStop, &stop);
    *complete = stop.complete;
    return code ? code : stopped;
}

static bool knows(const struct tw_measured *measured, enum tw_counter counter)
{
    return measured->known >> counter & 1u;
}

/* What is made of more than one metric; see the table. */
static void derive(struct tw_measured *measured, enum tw_counter requests, enum tw_counter idle,
                   enum tw_counter passed, enum tw_counter conflicts)
{
    double *value = measured->value;
    if (passed != TW_COUNTER_COUNT && knows(measured, passed) && knows(measured, conflicts)) {
        double ideal = value[passed] - value[conflicts];
        if (ideal < value[requests]) value[requests] = ideal;
    }
    value[idle] = value[idle] > value[requests] ? value[idle] - value[requests] : 0;
    if (!knows(measured, requests)) measured->known &= ~((uint64_t)1 << idle);
}

static void take_values(const struct tw_counters *counters, const double *values,
                        struct tw_measured *measured)
{
    const struct tw_counter_passes *passes = &counters->passes;
    *measured = (struct tw_measured){.known = passes->plan.known, .metrics = passes->more};
    for (size_t i = 0; i < passes->count; i++) {
        measured->value[passes->wanted[i]] = values[i];
        if (!isfinite(values[i])) measured->known &= ~((uint64_t)1 << passes->wanted[i]);
    }
    derive(measured, TW_COUNTER_load_requests, TW_COUNTER_idle_loads, TW_COUNTER_load_wavefronts_passed,
           TW_COUNTER_load_conflicts);
    derive(measured, TW_COUNTER_store_requests, TW_COUNTER_idle_stores, TW_COUNTER_store_wavefronts_passed,
           TW_COUNTER_store_conflicts);
    derive(measured, TW_COUNTER_global_load_requests, TW_COUNTER_idle_global_loads, TW_COUNTER_COUNT,
           TW_COUNTER_COUNT);
    derive(measured, TW_COUNTER_global_store_requests, TW_COUNTER_idle_global_stores, TW_COUNTER_COUNT,
           TW_COUNTER_COUNT);
}

static int evaluate(const struct tw_counters *counters, struct tw_counted *counted, unsigned count,
                    struct tw_error *error)
{
    const struct tw_counter_passes *passes = &counters->passes;
    double values[TW_COUNTER_COUNT + TW_MAX_METRICS] = {0};
    struct tw_cupti_decode decode = {.profiler = counters->profiler};
    struct tw_cupti_evaluate evaluate = {.host = passes->host,
                                         .data = counters->data,
                                         .data_bytes = counters->data_bytes,
                                         .metrics = passes->metrics,
                                         .count = passes->count,
                                         .values = values};
    int code = TW_CUPTI(counters->cupti, error, cuptiRangeProfilerDecodeData, &decode);
    if (!code && decode.dropped)
        return tw_fail(error, TW_ENVIRONMENT, "CUPTI has lost what was counted, for lack of room: try again");
    for (; evaluate.range < count && !code; evaluate.range++) {
        code = TW_CUPTI(counters->cupti, error, cuptiProfilerHostEvaluateToGpuValues, &evaluate);
        if (!code) take_values(counters, values, &counted[evaluate.range].measured);
    }
    return code;
}

/* What an instruction's own counter says of shared memory is exact, whatever diverges (docs/exactness.md). */
static void take_requests(struct tw_counted *counted)
{
    static const struct {
        enum tw_site_kind kind;
        enum tw_counter requests, idle;
    } kinds[] = {{TW_SITE_SHARED_LOAD, TW_COUNTER_load_requests, TW_COUNTER_idle_loads},
                 {TW_SITE_SHARED_STORE, TW_COUNTER_store_requests, TW_COUNTER_idle_stores}};
    double *value = counted->measured.value, sums[TW_SITE_KINDS] = {0};
    for (size_t at = 0; at < counted->accesses.length; at += sizeof(struct tw_access_count)) {
        struct tw_access_count count;
        memcpy(&count, counted->accesses.data + at, sizeof count);
        sums[count.kind] += (double)count.requests;
    }
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        double more = value[kinds[i].requests] - sums[kinds[i].kind];
        bool known = sums[kinds[i].kind] > 0 && knows(&counted->measured, kinds[i].requests);
        if (!known || !(more > 0)) continue;
        value[kinds[i].requests] -= more;
        value[kinds[i].idle] += more;
    }
}

/* Its launches, with its instructions counted one by one. */
static int launch_counted(struct tw_counters *counters, struct tw_oracle *oracle, struct tw_counted *counted,
                          const struct tw_shape *shape, struct tw_error *error)
{
    struct tw_text none = {0};
    int code = launch(oracle, counted->loaded, shape, error);
    int ended = tw_instructions_end(counters->instructions, counted->image, code ? &none : &counted->accesses,
                                    code ? NULL : error);
    tw_text_free(&none);
    return code ? code : ended;
}

/* Its instructions, one by one. Where CUPTI refuses, there are none, and the counts of the whole kernel stand. */
static int run_instructions(struct tw_counters *counters, struct tw_oracle *oracle,
                            struct tw_counted *counted, struct tw_error *error)
{
    struct tw_shape shape;
    struct tw_error refused = TW_ERROR_INIT;
    int code = prepare(oracle, counted, &shape, error);
    if (code) {
        tw_shape_free(&shape);
        return code;
    }
    code = enable(counters, &refused); /* enabled and disabled: instructions.h */
    tw_counters_rest(counters);
    if (!code) code = tw_instructions_begin(counters->instructions, &refused);
    if (!code) code = launch_counted(counters, oracle, counted, &shape, &refused);
    if (!code) take_requests(counted);
    if (code && code != TW_ENVIRONMENT) tw_fail(error, code, "%s", refused.message);
    tw_error_free(&refused);
    tw_shape_free(&shape);
    return code == TW_ENVIRONMENT ? TW_OK : code;
}

int tw_counters_measure(struct tw_counters *counters, struct tw_oracle *oracle, struct tw_counted *counted,
                        unsigned count, struct tw_error *error)
{
    bool complete = false;
    assert(count >= 1 && count <= TW_COUNTED_AT_ONCE);
    int code = begin(counters, error);
    for (unsigned pass = 0; !code && !complete && pass < counters->passes.plan.passes; pass++)
        code = run_pass(counters, oracle, counted, count, &complete, error);
    if (!code && !complete)
        code = tw_fail(error, TW_ENVIRONMENT,
                       "CUPTI has not counted all in the passes that it planned: try again");
    if (!code) code = evaluate(counters, counted, count, error);
    for (unsigned i = 0; i < count && !code && counters->instructions; i++)
        code = run_instructions(counters, oracle, &counted[i], error);
    return code;
}
