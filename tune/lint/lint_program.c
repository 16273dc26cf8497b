/* A described kernel under lint: rendered as a sweep renders it, launched as a proof launches it. */
#include "tune/lint/lint_program.h"

#include <stdlib.h>
#include <string.h>

#include <tilewright/target.h>

#include "base/described/expectation.h"
#include "base/described/source_folder.h"
#include "base/file.h"
#include "base/mangled.h"
#include "gen/config/config_value.h"
#include "gen/described/description.h"
#include "gen/text/render.h"
#include "runtime/compile/compile.h"
#include "runtime/given.h"
#include "runtime/launch.h"

bool tw_lint_is_config(const struct tw_json *json)
{
    return cJSON_GetObjectItemCaseSensitive(json->root, "tilewright");
}

/* ---- which variant ---- */

/* The value of "-DNAME=VALUE" where NAME is a field; *f -1: it is none. */
static int read_field(const struct tw_family *family, const char *option, int *f, int64_t *value,
                      struct tw_error *error)
{
    char name[64] = {0}, *end;
    const size_t length = strncmp(option, "-D", 2) == 0 ? strcspn(option + 2, "=") : 0;
    *f = -1;
    if (!length || length >= sizeof name) return TW_OK;
    memcpy(name, option + 2, length);
    *f = tw_family_field(family, name);
    if (*f < 0) return TW_OK;
    const struct tw_field_info *field = &family->fields[*f];
    const char *text = option[2 + length] ? option + 3 + length : "1";
    struct tw_text allowed = {0};
    *value = strtoll(text, &end, 0);
    const bool is_taken = field->kind == TW_FIELD_INT ? end != text && !*end && tw_field_takes(field, *value)
                                                      : tw_field_word(field, text, value);
    if (is_taken) return TW_OK;
    tw_field_add_allowed(field, &allowed);
    int code = tw_fail(error, TW_INPUT, "-D%s=%s: %s must be %s", name, text, name, tw_text_string(&allowed));
    tw_text_free(&allowed);
    return code;
}

static int take_fields(const struct tw_family *family, const struct tw_lint_options *options, int64_t *value,
                       struct tw_error *error)
{
    int code = TW_OK;
    for (size_t i = 0; i < options->compiler_count && !code; i++) {
        int64_t one = 0;
        int f;
        code = read_field(family, options->compiler[i], &f, &one, error);
        if (!code && f >= 0) value[f] = one;
    }
    return code;
}

/* what: "is rejected" */
static int refuse(const struct tw_variant *variant, const char *what, struct tw_text *reason,
                  struct tw_error *error)
{
    int code = tw_fail(error, reason->failed ? TW_MEMORY : TW_INPUT, "variant %s %s: %s", variant->name, what,
                       tw_text_string(reason));
    tw_text_free(reason);
    return code;
}

/* Renders the problem on which the variant is simulated. */
static int render(struct tw_lint_program *program, const struct tw_lint_options *options,
                  struct tw_error *error)
{
    const struct tw_family *family = program->variants.family;
    struct tw_variant variant = program->variants.variant[0];
    struct tw_proof_problem problem;
    struct tw_result result = {0};
    struct tw_text reason = {0};
    int64_t value[TW_MAX_FIELDS];
    memcpy(value, variant.value, family->field_count * sizeof *value);
    variant.value = value;
    int code = take_fields(family, options, value, error);
    if (!code && !tw_family_accept(family, value, &program->variants.target, &reason))
        code = refuse(&variant, "is rejected", &reason, error);
    if (!code)
        code = tw_proof_problem(&program->variants, &variant, TW_PROVING_ALONE, &problem, &result, error);
    if (!code && !problem.proves) {
        tw_text_add(&reason, tw_text_part(&reason, &result.unproven));
        code = refuse(&variant, "is not simulated", &reason, error);
    }
    if (!code)
        code = tw_render(&program->variants, &problem.variant, &tw_rendering_main, NULL, &program->kernel,
                         error);
    tw_result_free(&result);
    tw_text_free(&reason);
    return code;
}

/* The macros that stand before the file's own text. */
static int find_prefix(struct tw_lint_program *program, struct tw_error *error)
{
    const char *line = strstr(program->kernel.source, "#line 1 \"");
    program->prefix = line ? (size_t)(line - program->kernel.source) : 0;
    return line ? TW_OK
                : tw_fail(
                      error, TW_INPUT,
                      "the description's source is a template: lint takes what `tilewright gen` makes of it");
}

int tw_lint_program_open(struct tw_json *json, const char *variant, const struct tw_lint_options *options,
                         struct tw_lint_program *program, struct tw_error *error)
{
    const char *file = json->file;
    uint64_t number = 0;
    *program = (struct tw_lint_program){0};
    int code = tw_config_take(json, &program->config, error);
    if (!code && !program->config.family->description)
        code = tw_fail_at(error, TW_INPUT, file, 0, 0,
                          "it is a config of the family %s, whose kernels `tilewright verify` checks",
                          program->config.family->name);
    if (!code && variant && !tw_config_find(&program->config, variant, &number))
        code = tw_fail_at(error, TW_INPUT, file, 0, 0, "it has no variant %s", variant);
    if (!code)
        code = tw_config_expand_one(&program->config, tw_target_nearest(options->sm ? options->sm : 90),
                                    number, &program->variants, error);
    if (!code) code = render(program, options, error);
    return code ? code : find_prefix(program, error);
}

void tw_lint_program_free(struct tw_lint_program *program)
{
    tw_kernel_free(&program->kernel);
    tw_variants_free(&program->variants);
    tw_config_free(&program->config);
    *program = (struct tw_lint_program){0};
}

/* ---- the source ---- */

/* The compiler's options behind the description's, but for macros that are fields; the file's own folder first. */
static const char **join_options(const struct tw_lint_program *program, const char *folder,
                                 const struct tw_lint_options *options, unsigned *count)
{
    const struct tw_source_needs *needs = program->kernel.needs;
    const char **all = calloc(needs->option_count + options->compiler_count + 1, sizeof *all);
    *count = 0;
    if (!all) return NULL;
    all[(*count)++] = folder;
    for (unsigned i = 0; i < needs->option_count; i++) all[(*count)++] = needs->options[i];
    for (size_t i = 0; i < options->compiler_count; i++) {
        int64_t ignored;
        int f;
        struct tw_error taken = TW_ERROR_INIT;
        read_field(program->variants.family, options->compiler[i], &f, &ignored, &taken);
        tw_error_free(&taken);
        if (f < 0) all[(*count)++] = options->compiler[i];
    }
    return all;
}

int tw_lint_program_compile(const struct tw_lint_program *program, const char *path, const char *text,
                            unsigned sm, const struct tw_lint_options *options, struct tw_image *image,
                            struct tw_error *error)
{
    struct tw_text source = {0}, folder = {0};
    struct tw_nvrtc *nvrtc = NULL;
    const char *name = tw_file_name(path);
    tw_text_add_bytes(&source, program->kernel.source, program->prefix);
    tw_text_addf(&source, "#line 1 \"" TW_SOURCE_FOLDER "%s\"\n", name);
    tw_text_add(&source, text);
    tw_text_addf(&folder, "-I%.*s", (int)(name - path), path);
    if (name == path) tw_text_add(&folder, ".");
    struct tw_source_needs needs = *program->kernel.needs;
    const char **all = join_options(program, tw_text_string(&folder), options, &needs.option_count);
    struct tw_kernel kernel = program->kernel;
    needs.options = all;
    kernel.needs = &needs;
    kernel.source = source.data;
    int code = all && !source.failed && !folder.failed ? tw_nvrtc_open(&nvrtc, error)
                                                       : tw_fail(error, TW_MEMORY, "out of memory");
    if (!code) tw_nvrtc_limit(nvrtc, &options->compiling);
    if (!code) code = tw_compile_ptx(nvrtc, &kernel, tw_nvrtc_best(nvrtc, sm ? sm : 90), image, error);
    if (!code) code = tw_given_room(&kernel, image, error);
    tw_nvrtc_close(nvrtc);
    free(all);
    tw_text_free(&source);
    tw_text_free(&folder);
    return code;
}

/* ---- launches ---- */

/* The arguments on the device, and what the observer of launches does with each. */
struct running {
    const struct tw_lint_program *program;
    const struct tw_lint_options *options;
    struct tw_device *device;
    struct tw_lint *lint;
    CUdeviceptr *buffers;    /* of each argument its address */
    unsigned char **scalars; /* or its value                 */
    void **values;           /* as tw_launch_all takes them  */
    unsigned launched;
    int code; /* of a judgement */
    struct tw_error *error;
};

static void judge(void *context, const char *kernel, const struct tw_sim_report *report)
{
    struct running *running = context;
    const struct tw_shape *shape = &running->program->kernel.shape;
    const char *asked = running->options->kernel;
    if (running->launched < shape->launch_count)
        running->lint->shared_dynamic = shape->launches[running->launched].dynamic_shared_bytes;
    running->launched++;
    if (running->code || (asked && !tw_mangled_match(kernel, asked))) return;
    running->code = tw_sim_report_is_whole(report) ? tw_lint_judge(running->lint, report, running->error)
                                                   : tw_fail(running->error, TW_MEMORY, "out of memory");
}

/* Writes what the argument holds before the first launch. */
static int fill(struct running *running, unsigned number, unsigned char *bytes)
{
    const struct tw_expectation *expectation = running->program->kernel.expectation;
    return expectation->fill(expectation, number, bytes, running->error);
}

/* Memory for argument `number`, filled if somebody gives it; a scalar's value is kept. */
static int make_argument(struct running *running, const struct tw_loaded *loaded, unsigned number)
{
    const struct tw_argument *argument = &running->program->kernel.shape.arguments[number];
    const struct tw_driver *driver = &running->device->driver;
    const size_t bytes = tw_argument_bytes(argument);
    CUdeviceptr *address = &running->buffers[number];
    int code = TW_OK;
    running->values[number] = address;
    if (argument->value) return TW_OK;
    unsigned char *content = calloc(bytes + 1, 1);
    if (!content) return tw_fail(running->error, TW_MEMORY, "out of memory");
    if (argument->kind == TW_BUFFER) code = TW_CALL(driver, running->error, cuMemAlloc_v2, address, bytes);
    if (argument->kind == TW_SYMBOL) *address = loaded->symbol[number];
    if (!code && argument->before == TW_BEFORE_GIVEN) {
        code = fill(running, number, content);
        if (!code && *address)
            code = TW_CALL(driver, running->error, cuMemcpyHtoD_v2, *address, content, bytes);
    }
    if (argument->kind == TW_SCALAR)
        running->values[number] = running->scalars[number] = content;
    else
        free(content);
    return code;
}

static int launch(struct running *running, const struct tw_loaded *loaded)
{
    const struct tw_shape *shape = &running->program->kernel.shape;
    struct tw_device *device = running->device;
    const struct tw_driver *driver = &device->driver;
    int code = TW_OK;
    for (unsigned i = 0; i < shape->argument_count && !code; i++) code = make_argument(running, loaded, i);
    if (code) return code;
    driver->simulator->set_observer(judge, running);
    CUresult result = tw_launch_all(driver, shape, loaded->function, running->values, NULL);
    if (!result) result = driver->cuCtxSynchronize();
    driver->simulator->set_observer(NULL, NULL);
    const bool refused = result && driver->simulator->report()->finding_count == 0;
    running->lint->is_cut |= result && !running->lint->unoptimised;
    if (running->code) return running->code;
    return refused ? tw_driver_check(driver, result, "cuLaunchKernel", running->error) : TW_OK;
}

static void release(struct running *running)
{
    const struct tw_shape *shape = &running->program->kernel.shape;
    for (unsigned i = 0; i < shape->argument_count && running->buffers; i++) {
        if (shape->arguments[i].kind == TW_BUFFER && running->buffers[i])
            running->device->driver.cuMemFree_v2(running->buffers[i]);
        if (running->scalars) free(running->scalars[i]);
    }
    free(running->buffers);
    free(running->scalars);
    free(running->values);
}

int tw_lint_program_launch(const struct tw_lint_program *program, const struct tw_lint_options *options,
                           struct tw_lint *lint, struct tw_error *error)
{
    const unsigned sm = options->sm ? options->sm : 90, count = program->kernel.shape.argument_count;
    struct tw_device device = {.open = false};
    struct tw_loaded loaded = {0};
    struct running running = {.program = program,
                              .options = options,
                              .device = &device,
                              .lint = lint,
                              .buffers = calloc(count + 1, sizeof *running.buffers),
                              .scalars = calloc(count + 1, sizeof *running.scalars),
                              .values = calloc(count + 1, sizeof *running.values),
                              .error = error};
    int code = running.buffers && running.scalars && running.values
                   ? tw_device_open_simulator(&device, sm, error)
                   : tw_fail(error, TW_MEMORY, "out of memory");
    if (!code) {
        device.driver.simulator->set_checks(options->checks, false);
        device.driver.simulator->set_requests(!lint->unoptimised);
        lint->shared_limit = tw_target_nearest(sm)->shared_per_block;
        code = tw_load(&device, &program->kernel, &lint->source->image, &loaded, error);
    }
    if (!code) code = launch(&running, &loaded);
    release(&running);
    tw_unload(&device, &loaded);
    tw_device_close(&device);
    return code;
}
