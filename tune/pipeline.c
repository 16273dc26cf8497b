/* A variant's steps, each a rendering of it: compiled, loaded, then checked, counted or measured. */
#include "tune/pipeline.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/described/expectation.h"
#include "base/grow.h"
#include "gen/described/description.h"
#include "runtime/compile/cubin.h"
#include "runtime/compile/entries.h"
#include "runtime/given.h"
#include "sim/exec/simulator.h"
#include "tune/array_text.h"
#include "tune/metrics.h"
#include "tune/prove/beside.h"
#include "tune/written.h"

#define SIMULATED_SECONDS 3600u /* of a launch: someone watches, and sweeps have limits of their own */
#define PROOF_SECONDS     60u /* of a launch of a proof, which is to be small, unless the options have a limit */

static void dump_config(const struct tw_kernel *kernel, struct tw_text *shown)
{
    tw_text_addf(shown, "--- config of %s\n", kernel->name);
    for (unsigned i = 0; i < kernel->field_count; i++) {
        const struct tw_field_value *field = &kernel->fields[i];
        tw_text_addf(shown, "%s: ", field->key);
        tw_field_value_add(field, shown);
        tw_text_add_char(shown, '\n');
    }
}

static void dump_text(const char *stage, const char *name, const char *text, struct tw_text *shown)
{
    tw_text_addf(shown, "--- %s of %s\n%s\n", stage, name, text);
}

static void dump_source(const struct tw_kernel *kernel, struct tw_text *shown)
{
    struct tw_text source = {0};
    tw_described_show(kernel, &source);
    dump_text("source", kernel->name, tw_text_part(shown, &source), shown);
    tw_text_free(&source);
}

/* Variants are of a described kernel, and the device is the simulator. */
static bool is_proven_here(const struct tw_pipeline *pipeline)
{
    return pipeline->options.family->description && tw_device_is_simulator(&pipeline->device);
}

/* ---- a loaded kernel is launched and checked ---- */

static void count(struct tw_pipeline *pipeline, const struct tw_observed *observed, struct tw_result *result)
{
    result->simulated = observed->total;
    result->has_simulated = true;
    tw_result_compare_counts(result, &result->simulated, "executing the PTX took");
    tw_text_add(&pipeline->shown, tw_text_part(&pipeline->shown, &observed->dump));
}

/* Some result holds something before that may be left as it is: an in-out, or zeros. */
static bool has_given(const struct tw_shape *shape)
{
    bool has = false;
    for (unsigned i = 0; i < shape->argument_count; i++) {
        const struct tw_argument *argument = &shape->arguments[i];
        has |= tw_argument_is_result(argument) && argument->before != TW_BEFORE_ANY;
    }
    return has;
}

/* What it left untouched of results of which nobody says what they must be. */
static void take_untouched(const struct tw_kernel *kernel, const struct tw_check *check,
                           struct tw_result *result)
{
    result->has_unchanged = !check->unsteady && has_given(&kernel->shape);
    result->unchanged_count = check->unchanged;
    if (check->unwritten || !result->unwritten_count) { /* else what a proof has found stays */
        result->unwritten_count = check->unwritten;
        result->unwritten_of = check->untold;
        tw_text_clear(&result->unwritten);
    }
    if (check->unwritten)
        tw_text_addf(&result->unwritten, "%s " TW_NEVER_WRITTEN, tw_text_string(&check->unwritten_of));
    if (check->unchanged)
        tw_text_addf(&result->unchanged, "%s " TW_UNCHANGED, tw_text_string(&check->unchanged_of));
}

static void take_check(struct tw_pipeline *pipeline, const struct tw_kernel *kernel,
                       const struct tw_check *check, struct tw_result *result)
{
    if (!check->ok) tw_result_take_mismatch(kernel, check, result);
    if (check->ok && check->unsteady)
        tw_text_addf(&result->detail,
                     "the bits of %" PRIu64 " elements of its results differ from run to run%s\n",
                     check->unsteady, check->unchecked ? "" : ", within the tolerance");
    if (!tw_kernel_is_main(kernel)) return;
    if (check->ok && check->unchecked) take_untouched(kernel, check, result);
    if (check->ok && check->unchecked && !result->unchecked)
        tw_text_addf(&result->detail, "not checked: nobody says what %" PRIu64 " of its results must be\n",
                     check->unchecked);
    if (check->said) tw_text_add(&result->detail, check->said);
    if (pipeline->options.print)
        tw_array_add(kernel->name, check->element, check->output, check->output_count, &pipeline->shown);
}

/* Launch and check; count what the simulator saw. A reference's launches are none of the kernel's: they come before anything is observed. */
static int check(struct tw_pipeline *pipeline, const struct tw_kernel *kernel, const struct tw_loaded *loaded,
                 struct tw_result *result, struct tw_error *error)
{
    bool is_main = tw_kernel_is_main(kernel);
    const struct tw_simulator *simulator = is_main ? pipeline->device.driver.simulator : NULL;
    struct tw_observed observed = {.launches = kernel->shape.launch_count,
                                   .dumps = pipeline->options.dump & TW_DUMP_COUNTS,
                                   .wants_lines = pipeline->options.lines,
                                   .path = kernel->needs ? kernel->needs->path : NULL};
    struct tw_check check = {0};
    int code = tw_oracle_ask(&pipeline->oracle, kernel, error);
    if (simulator) simulator->set_observer(tw_observe, &observed);
    if (!code)
        code = tw_check(&pipeline->oracle, kernel, loaded, is_main && pipeline->options.print, &check, error);
    if (simulator) simulator->set_observer(NULL, NULL);
    if (!code) take_check(pipeline, kernel, &check, result);
    if (is_proven_here(pipeline)) code = tw_proof_judge(&observed, code, result, error);
    if (!code && simulator) count(pipeline, &observed, result);
    if (simulator)
        tw_text_add_bytes(&result->lines, tw_text_part(&result->lines, &observed.lines),
                          observed.lines.length);
    tw_observed_free(&observed);
    tw_check_free(&check);
    return code;
}

/* ---- the GPU's own counters ---- */

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

/* Instead of unloading. Where there is no memory to keep one more, those that were kept go with it. */
static void put_away(struct tw_pipeline *pipeline, struct tw_loaded *loaded)
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

/* Counts all that wait. That counters cannot be read is no fault of a variant. */
static void count_waiting(struct tw_pipeline *pipeline)
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
        put_away(pipeline, &waiting->loaded);
        tw_image_free(&waiting->image);
        tw_kernel_free(&waiting->kernel);
    }
    pipeline->waiting_count = 0;
    tw_error_free(&error);
    if (pipeline->kept_count > KEPT) unload_kept(pipeline);
}

/* The kernel, its image and what is loaded of it are taken over. */
static void count_later(struct tw_pipeline *pipeline, struct tw_kernel *kernel, struct tw_image *image,
                        struct tw_loaded *loaded, struct tw_result *result)
{
    assert(pipeline->waiting_count < TW_COUNTED_AT_ONCE);
    pipeline->waiting[pipeline->waiting_count++] = (struct tw_waiting){*kernel, *image, *loaded, result};
    *kernel = (struct tw_kernel){0};
    *image = (struct tw_image){0};
    *loaded = (struct tw_loaded){0};
}

static int measure(struct tw_pipeline *pipeline, const struct tw_kernel *kernel,
                   const struct tw_loaded *loaded, struct tw_result *result, struct tw_error *error)
{
    double start = tw_seconds();
    int code = tw_measure(&pipeline->oracle, kernel, loaded, &pipeline->measuring, &result->timing, error);
    result->has_timing = !code;
    result->measure_s += tw_seconds() - start;
    return code;
}

/* Its accesses where they stand, before the assembler and after. */
static int find_sites(const struct tw_image *image, struct tw_result *result, struct tw_error *error)
{
    tw_ptx_sites(image->ptx, &result->ptx);
    tw_cubin_sites(image->cubin, image->cubin_bytes, &result->machine);
    return tw_moves_find(image->ptx, image->cubin, image->cubin_bytes, &result->moves, error);
}

static int compile(struct tw_pipeline *pipeline, const struct tw_kernel *kernel, struct tw_image *image,
                   struct tw_result *result, struct tw_error *error)
{
    double start = tw_seconds();
    int code = tw_compile_cached(pipeline->cache, pipeline->nvrtc, kernel, pipeline->sm, image, NULL, error);
    result->compile_s += tw_seconds() - start;
    if (!code) code = tw_given_room(kernel, image, error);
    if (code) return code;
    bool is_main = tw_kernel_is_main(kernel);
    if (is_main) result->registers = tw_entries_registers(image, kernel);
    if (pipeline->options.dump & TW_DUMP_PTX) dump_text("ptx", kernel->name, image->ptx, &pipeline->shown);
    return is_main && (pipeline->counters || pipeline->options.lines) ? find_sites(image, result, error)
                                                                      : TW_OK;
}

/* One rendering of the variant, taken through a step: the kernel as it is rendered, and what is done with it once it is loaded, in
   this order; where nothing is, it is no more than compiled. */
struct step {
    const struct tw_rendering *rendering;
    bool checks, measures, counts;          /* counts: the GPU's counters are read */
    const struct tw_proof_problem *problem; /* that it is taken through on, or NULL: its own */
};

static int load_and_use(struct tw_pipeline *pipeline, struct tw_kernel *kernel, struct tw_image *image,
                        const struct step *step, struct tw_result *result, struct tw_error *error)
{
    struct tw_loaded loaded = {0};
    double start = tw_seconds();
    int code = tw_load(&pipeline->device, kernel, image, &loaded, error);
    if (!code)
        code = tw_loaded_shared_bytes(&pipeline->device, kernel, &loaded, &result->shared_bytes, error);
    if (!code && step->checks) code = check(pipeline, kernel, &loaded, result, error);
    result->check_s += tw_seconds() - start;
    if (!code && step->measures && result->status == TW_STATUS_OK)
        code = measure(pipeline, kernel, &loaded, result, error);
    if (!code && step->counts && result->status == TW_STATUS_OK)
        count_later(pipeline, kernel, image, &loaded, result);
    else
        put_away(pipeline, &loaded);
    return code;
}

static int run_step(struct tw_pipeline *pipeline, const struct tw_variants *variants,
                    const struct tw_variant *variant, const struct step *step, struct tw_result *result,
                    struct tw_error *error)
{
    struct tw_kernel kernel;
    struct tw_image image = {0};
    int code =
        step->problem
            ? tw_proof_render(variants, variant, step->problem, &kernel, &result->recompiled, error)
            : tw_render(variants, variant, step->rendering, pipeline->options.own_template, &kernel, error);
    if (!code && tw_kernel_is_main(&kernel)) {
        const char *why = tw_kernel_unpredicted(&kernel);
        if (why) tw_text_add(&result->unpredicted, why);
        result->predicted = tw_kernel_predicted(&kernel);
        result->ideal = tw_kernel_ideal(&kernel);
        result->has_predicted = !why;
        if (step->problem) result->simulated_work = tw_work_units(&kernel.shape.work);
        result->unchecked = kernel.expectation && kernel.expectation->by == TW_EXPECT_NOTHING;
        if (pipeline->options.dump & TW_DUMP_CONFIG) dump_config(&kernel, &pipeline->shown);
    }
    if (!code && pipeline->options.dump & TW_DUMP_SOURCE) dump_source(&kernel, &pipeline->shown);
    if (!code) code = compile(pipeline, &kernel, &image, result, error);
    if (!code && (step->checks || step->measures || step->counts))
        code = load_and_use(pipeline, &kernel, &image, step, result, error);
    tw_image_free(&image);
    tw_kernel_free(&kernel);
    return code;
}

/* The kernel itself and the renderings that show the bits its element type hides are checked; one is measured, which may be the
   last of these. */
static bool measures_last(const struct tw_renderings *renderings)
{
    return renderings->timed == renderings->checked[renderings->count - 1];
}

static unsigned count_steps(const struct tw_pipeline *pipeline, const struct tw_renderings *renderings,
                            enum tw_stage stage)
{
    if (stage == TW_STAGE_COUNT) return pipeline->counters != NULL;
    if (stage == TW_STAGE_TIME) return pipeline->timed;
    return renderings->count + (pipeline->timed && !measures_last(renderings));
}

static struct step step_of(const struct tw_pipeline *pipeline, const struct tw_renderings *renderings,
                           enum tw_stage stage, unsigned i)
{
    bool counts = pipeline->counters != NULL, checks = stage != TW_STAGE_TIME && i < renderings->count;
    if (stage == TW_STAGE_COUNT) return (struct step){.rendering = renderings->checked[0], .counts = counts};
    struct step step = {.rendering = renderings->timed, .measures = true};
    if (checks)
        step = (struct step){.rendering = renderings->checked[i],
                             .checks = true,
                             .counts = counts && i == 0,
                             .measures =
                                 pipeline->timed && i + 1 == renderings->count && measures_last(renderings)};
    if (stage == TW_STAGE_COMPILE) step.checks = step.measures = step.counts = false;
    return step;
}

static int open_cache(const struct tw_pipeline_options *options, struct tw_cache **cache,
                      struct tw_error *error)
{
    int code = options->no_cache ? TW_OK : tw_cache_open(options->cache_path, cache, error);
    if (code != TW_ENVIRONMENT) return code;
    tw_error_free(error); /* nothing says where it is (no home directory): do without */
    return TW_OK;
}

/* What was measured of the device is of use whether or not kernels are taken from the cache. */
static int recall_ceilings(struct tw_pipeline *pipeline, struct tw_error *error)
{
    struct tw_cache *own = NULL;
    struct tw_error none = TW_ERROR_INIT;
    int code = pipeline->cache ? TW_OK : tw_cache_open(pipeline->options.cache_path, &own, &none);
    if (code == TW_MEMORY) return tw_fail(error, TW_MEMORY, "out of memory");
    tw_error_free(&none); /* no cache is no ceilings */
    tw_ceilings_recall(own ? own : pipeline->cache, &pipeline->device, &pipeline->ceilings);
    tw_cache_close(own);
    return TW_OK;
}

/* Where no counters may be read the work goes on without. */
static int open_counters(struct tw_pipeline *pipeline, struct tw_error *error)
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

/* What times are taken with. */
static int open_measuring(struct tw_pipeline *pipeline, struct tw_error *error)
{
    bool cold = pipeline->options.l2 == TW_L2_COLD;
    int code = recall_ceilings(pipeline, error);
    if (!code && cold) code = tw_flush_open(&pipeline->flush, &pipeline->device, error);
    if (!code) tw_clocks_open(&pipeline->clocks, &pipeline->device, NULL);
    pipeline->measuring =
        (struct tw_measuring){.flush = cold ? &pipeline->flush : NULL, .clocks = &pipeline->clocks};
    return code;
}

/* What a proof finds is told by its result: a launch ends only where nothing sensible can follow. */
static void set_checks(const struct tw_pipeline *pipeline, const struct tw_simulator *simulator)
{
    const struct tw_choice *choice = &pipeline->options.choice;
    bool proves = is_proven_here(pipeline);
    unsigned checks = proves && !choice->checks_given ? TW_PROOF_CHECKS : tw_choice_checks(choice);
    simulator->set_checks(checks, !proves);
}

/* What a reference may take, unless the options say it: less than a variant may, so that the variant is told. The simulator's limit is of
   processor time, which passes slower than time where others work too. */
#define REFERENCE_S           30.0
#define SIMULATED_REFERENCE_S 60u
#define SIMULATED_SHARE       8 /* of what the options say, the simulator's is one part in so many */

static void limit_launches(struct tw_pipeline *pipeline)
{
    struct tw_oracle *oracle = &pipeline->oracle;
    const double asked = pipeline->options.reference_s;
    oracle->launch_s = is_proven_here(pipeline) && asked == 0 ? PROOF_SECONDS : SIMULATED_SECONDS;
    if (pipeline->device.driver.simulator) pipeline->device.driver.simulator->set_timeout(oracle->launch_s);
    if (asked < 0) return;
    oracle->reference_s = asked > 0 ? asked : REFERENCE_S;
    oracle->simulated_s = asked > 0 ? 1 + (unsigned)(asked / SIMULATED_SHARE) : SIMULATED_REFERENCE_S;
}

static int open_device(struct tw_pipeline *pipeline, struct tw_error *error)
{
    int code = tw_choice_open(&pipeline->options.choice, &pipeline->device, &pipeline->why, error);
    if (!code)
        code = tw_choice_arch(&pipeline->options.choice, &pipeline->device, pipeline->nvrtc, &pipeline->sm,
                              error);
    if (code) return code;
    const struct tw_simulator *simulator = pipeline->device.driver.simulator;
    if (simulator) set_checks(pipeline, simulator);
    if (pipeline->options.weak_seed && !simulator)
        return tw_fail(error, TW_INPUT, "only the simulator's memory can be made weak: --device sim is it");
    if (pipeline->options.weak_seed) {
        simulator->set_memory(true, pipeline->options.weak_seed);
        tw_text_addf(&pipeline->why, "; its memory is weak, seed %" PRIu64, pipeline->options.weak_seed);
    }
    pipeline->target = tw_device_target(&pipeline->device);
    tw_oracle_open(&pipeline->oracle, &pipeline->device, pipeline->cache, pipeline->nvrtc);
    limit_launches(pipeline);
    pipeline->timed = !pipeline->options.no_time && !pipeline->options.counted &&
                      !tw_device_is_simulator(&pipeline->device);
    if (pipeline->options.counted) return open_counters(pipeline, error);
    return pipeline->timed ? open_measuring(pipeline, error) : TW_OK;
}

int tw_pipeline_open(struct tw_pipeline *pipeline, const struct tw_pipeline_options *options,
                     struct tw_error *error)
{
    *pipeline = (struct tw_pipeline){
        .options = *options, .target = options->target, .sm = options->sm, .timed = options->timed};
    const struct tw_limits limits = {options->compile_s, (uint64_t)options->compile_mib << 20,
                                     options->exceeded};
    int code = tw_nvrtc_open(&pipeline->nvrtc, error);
    if (!code) tw_nvrtc_limit(pipeline->nvrtc, &limits);
    if (!code) code = open_cache(options, &pipeline->cache, error);
    if (!code && !options->compile_only) code = open_device(pipeline, error);
    if (code) tw_pipeline_close(pipeline);
    return code;
}

void tw_pipeline_close(struct tw_pipeline *pipeline)
{
    tw_prover_close(pipeline);
    if (pipeline->kept) unload_kept(pipeline);
    free(pipeline->kept);
    free(pipeline->waiting);
    tw_counters_close(pipeline->counters);
    tw_clocks_close(&pipeline->clocks);
    tw_flush_close(&pipeline->flush);
    tw_oracle_close(&pipeline->oracle);
    tw_cache_close(pipeline->cache);
    tw_nvrtc_close(pipeline->nvrtc);
    tw_device_close(&pipeline->device);
    tw_text_free(&pipeline->shown);
    tw_text_free(&pipeline->why);
    tw_text_free(&pipeline->counting);
    pipeline->counters = NULL;
    pipeline->kept = NULL;
    pipeline->kept_room = 0;
    pipeline->waiting = NULL;
    pipeline->cache = NULL;
    pipeline->nvrtc = NULL;
}

void tw_pipeline_tidy(const struct tw_pipeline_options *options)
{
    struct tw_cache *cache = NULL;
    struct tw_error error = TW_ERROR_INIT;
    open_cache(options, &cache, &error); /* that is all it takes */
    tw_cache_close(cache);
    tw_error_free(&error);
}

/* ---- proofs ---- */

/* A proof of another binary does not show that the variant itself compiles. */
static int compile_own(struct tw_pipeline *pipeline, const struct tw_variants *variants,
                       const struct tw_variant *variant, struct tw_result *result, struct tw_error *error)
{
    struct tw_kernel kernel;
    struct tw_image image = {0};
    int code = tw_render(variants, variant, &tw_rendering_main, NULL, &kernel, error);
    if (!code) code = compile(pipeline, &kernel, &image, result, error);
    tw_image_free(&image);
    tw_kernel_free(&kernel);
    return code;
}

/* A described variant on this simulator. */
static int prove(struct tw_pipeline *pipeline, const struct tw_variants *variants,
                 const struct tw_variant *variant, struct tw_result *result, struct tw_error *error)
{
    struct tw_proof_problem problem;
    const struct step step = {.rendering = &tw_rendering_main, .checks = true, .problem = &problem};
    bool small = false;
    int code = tw_proof_problem(variants, variant, pipeline->options.proving, &problem, result, error);
    if (!code && !problem.proves && pipeline->options.proving == TW_PROVING_ALONE)
        code = tw_proof_is_small(variants, variant, TW_PROOF_SMALL, &small, error);
    if (code) return code;
    if (!problem.proves && !small)
        return pipeline->options.proving == TW_PROVING_BESIDE
                   ? TW_OK
                   : compile_own(pipeline, variants, variant, result, error);
    code = run_step(pipeline, variants, variant, &step, result, error);
    if (!problem.proves && result->proof == TW_PROOF_PROVEN) result->proof = TW_PROOF_UNPROVEN;
    if (result->proof == TW_PROOF_WRONG) tw_text_clear(&result->unproven);
    if (!code && result->recompiled && result->status == TW_STATUS_OK &&
        pipeline->options.proving != TW_PROVING_BESIDE)
        code = compile_own(pipeline, variants, variant, result, error);
    return code;
}

static bool wants_proof(const struct tw_pipeline *pipeline, enum tw_stage stage)
{
    bool comes_first = stage == (pipeline->options.compile_only ? TW_STAGE_COMPILE : TW_STAGE_RUN);
    return pipeline->options.prove && pipeline->options.family->description && comes_first;
}

/* Takes a variant to a stage, if the target and the device allow it. */
static int run_variant(struct tw_pipeline *pipeline, const struct tw_variants *variants,
                       const struct tw_variant *variant, enum tw_stage stage, struct tw_result *result,
                       struct tw_error *error)
{
    const struct tw_family *family = variants->family;
    struct tw_shape shape = {0};
    if (!tw_family_accept(family, variant->value, &variants->target, &result->reason)) {
        result->status = TW_STATUS_REJECTED;
        return TW_OK;
    }
    bool complete = tw_family_shape(family, variant->value, &variants->target, &shape);
    const char *undefined = shape.undefined;
    result->shared_bytes = tw_shape_shared_bytes(&shape);
    result->work = shape.work;
    tw_shape_free(&shape);
    if (!complete) return tw_fail(error, TW_MEMORY, "out of memory");
    if (result->work.bytes) result->bound_us = tw_bound_us(&pipeline->ceilings, &result->work);
    if (undefined && !tw_device_is_simulator(&pipeline->device)) {
        result->status = TW_STATUS_SKIPPED;
        tw_text_addf(&result->reason, "no GPU runs it: %s", undefined);
        return TW_OK;
    }
    if (is_proven_here(pipeline) && stage == TW_STAGE_RUN)
        return prove(pipeline, variants, variant, result, error);
    int code =
        wants_proof(pipeline, stage) ? tw_prove_beside(pipeline, variants, variant, result, error) : TW_OK;
    const struct tw_renderings renderings = tw_family_renderings(family, variant->value);
    unsigned count = count_steps(pipeline, &renderings, stage);
    for (unsigned i = 0; i < count && !code && result->status == TW_STATUS_OK; i++) {
        const struct step step = step_of(pipeline, &renderings, stage, i);
        code = run_step(pipeline, variants, variant, &step, result, error);
    }
    return code;
}

void tw_pipeline_refuse(struct tw_pipeline *pipeline, const struct tw_refusal *refusal)
{
    if (!refusal->key) return;
    if (refusal != &pipeline->refusal) pipeline->refusal = *refusal;
    if (pipeline->oracle.device) tw_oracle_refuse(&pipeline->oracle, refusal->key, refusal->message);
    if (pipeline->prover) tw_pipeline_refuse(pipeline->prover, refusal);
}

/* What failed was the reference. */
static void note_refusal(struct tw_pipeline *pipeline, const struct tw_error *error, struct tw_result *result)
{
    const struct tw_oracle *oracle = &pipeline->oracle;
    if (!oracle->refused.code || strcmp(error->message, oracle->refused.message) != 0) return;
    result->refused_key = pipeline->refusal.key = oracle->refused_key;
    strcpy(pipeline->refusal.message, error->message);
}

/* The simulator forgets a fault with its context: what one variant does to it is no matter of the next. False: it cannot be opened again. */
static bool reopen_simulator(struct tw_pipeline *pipeline)
{
    struct tw_error error = TW_ERROR_INIT;
    tw_oracle_close(&pipeline->oracle);
    tw_device_close(&pipeline->device);
    tw_text_clear(&pipeline->why);
    int code = open_device(pipeline, &error);
    tw_error_free(&error);
    return code == TW_OK;
}

/* Without what is counted: it may wait for that. */
static void run(struct tw_pipeline *pipeline, const struct tw_variants *variants,
                const struct tw_variant *variant, enum tw_stage stage, struct tw_result *result)
{
    struct tw_error error = TW_ERROR_INIT;
    *result = (struct tw_result){.status = TW_STATUS_OK};
    int code = run_variant(pipeline, variants, variant, stage, result, &error);
    if (code) tw_result_fail(result, &error);
    if (code) note_refusal(pipeline, &error, result);
    result->no_memory = code == TW_MEMORY;
    result->device_lost = code == TW_ENVIRONMENT && !pipeline->options.compile_only &&
                          !tw_device_is_simulator(&pipeline->device) && !tw_device_answers(&pipeline->device);
    result->faulted = code == TW_FAULT && !(is_proven_here(pipeline) && reopen_simulator(pipeline));
    tw_error_free(&error);
}

void tw_pipeline_run(struct tw_pipeline *pipeline, const struct tw_variants *variants, enum tw_stage stage,
                     struct tw_result *results)
{
    assert(variants->count <= TW_COUNTED_AT_ONCE);
    /* What has a rival is one of many, of which the best are timed again. */
    pipeline->measuring.again = stage == TW_STAGE_TIME || pipeline->best_cost > 0;
    pipeline->measuring.best_cost = pipeline->best_cost;
    for (size_t i = 0; i < variants->count; i++)
        run(pipeline, variants, &variants->variant[i], stage, &results[i]);
    if (pipeline->counters) count_waiting(pipeline);
}
