/*
 * tilewright run: load, expand, then for every variant render, compile, launch, check (pipeline.c), and
 * report.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/pipeline.h"

struct run_options {
    struct tw_space_options space;
    struct tw_choice choice;
    bool print, json, no_cache;
    unsigned dump;
};

enum { OPTION_DEVICE = 2000, OPTION_PRINT, OPTION_JSON, OPTION_DUMP, OPTION_NO_CACHE };

static const struct argp_option options[] = {
    {"device", OPTION_DEVICE, "DEVICE", 0,
     "auto (a GPU if there is one, else the simulator), cuda, cuda:N or sim", 0},
    {"print", OPTION_PRINT, NULL, 0, "print the output array of every variant", 0},
    {"json", OPTION_JSON, NULL, 0, "one JSON object per variant on standard output", 0},
    {"dump", OPTION_DUMP, "STAGES", 0,
     "show what stages made, separated by commas: config, source, ptx, counts", 0},
    {"no-cache", OPTION_NO_CACHE, NULL, 0, "compile every kernel, also those kept from earlier runs", 0},
    {0},
};

static unsigned dump_bit(const char *word, size_t length)
{
#define X(name, bit, text)                                                                                   \
    if (strlen(text) == length && strncmp(word, text, length) == 0) return name;
    TW_DUMPS(X)
#undef X
    return 0;
}

static void parse_dump(const char *words, struct run_options *run, struct argp_state *state)
{
    for (const char *word = words; word; word = strchr(word, ',') ? strchr(word, ',') + 1 : NULL) {
        unsigned bit = dump_bit(word, strcspn(word, ","));
        if (!bit) argp_error(state, "--dump '%s': the stages are config, source, ptx, counts", words);
        run->dump |= bit;
    }
}

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct run_options *run = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &run->space;
        return 0;
    case OPTION_PRINT:
        run->print = true;
        return 0;
    case OPTION_JSON:
        run->json = true;
        return 0;
    case OPTION_NO_CACHE:
        run->no_cache = true;
        return 0;
    case OPTION_DUMP:
        parse_dump(argument, run, state);
        return 0;
    case OPTION_DEVICE:
        if (!tw_choice_parse(argument, &run->choice))
            argp_error(state, "--device '%s': auto, cuda, cuda:N or sim", argument);
        return 0;
    case ARGP_KEY_END:
        if (run->json && (run->print || run->dump))
            argp_error(state, "--json goes with neither --print nor --dump");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* Says first which device it is, on stderr when stdout is for programs. */
static void announce(const struct run_options *run, const struct tw_pipeline *pipeline, const char *why)
{
    const struct tw_config *config = &pipeline->space->config;
    FILE *stream = run->json ? stderr : stdout;
    fprintf(stream, "%s\n", why);
    if (run->json) return;
    struct tw_text heading = {0};
    bool times = !tw_device_is_simulator(pipeline->device);
    tw_text_addf(&heading, "%s: %zu variant%s of the %s kernel, compiled for sm_%u\n\n", config->file,
                 pipeline->space->count, pipeline->space->count == 1 ? "" : "s", config->family->name,
                 pipeline->sm);
    tw_result_heading(tw_space_name_width(pipeline->space, 8), times, &heading);
    tw_print(&heading);
}

static int show(const struct run_options *run, struct tw_pipeline *pipeline, const struct tw_result *result)
{
    struct tw_text text = {0};
    bool times = !tw_device_is_simulator(pipeline->device);
    if (run->json) {
        tw_result_json(pipeline->space->config.family, result, pipeline->device->name, &text);
    } else {
        tw_result_row(result, tw_space_name_width(pipeline->space, 8), times, tw_colour(stdout), &text);
        tw_text_add(&text, tw_text_string(&pipeline->shown));
    }
    tw_text_clear(&pipeline->shown);
    return tw_print(&text);
}

/* What the times are times of, so that nobody takes a launch for a kernel. */
static void conclude(const struct tw_result *timed, const size_t counts[TW_STATUS_COUNT])
{
    struct tw_text text = {0};
    tw_text_add_char(&text, '\n');
    tw_result_summary(counts, &text);
    tw_text_add_char(&text, '\n');
    if (timed->has_timing) {
        tw_text_addf(&text,
                     "time: median of %u launches, by events, of many identical blocks that fill the GPU "
                     "(here %llu);\n"
                     "a single block would be timed as its launch, about ",
                     timed->timing.runs, (unsigned long long)timed->timing.blocks);
        tw_text_add_double(&text, timed->timing.single_us, 1);
        tw_text_add(&text, " us\n");
    }
    tw_print(&text);
}

static int run_all(const struct run_options *run, struct tw_pipeline *pipeline)
{
    size_t counts[TW_STATUS_COUNT] = {0};
    struct tw_result last_timed = {0};
    int output = TW_EXIT_OK;
    for (size_t i = 0; i < pipeline->space->count && !output; i++) {
        struct tw_result result;
        tw_pipeline_run(pipeline, &pipeline->space->variants[i], &result);
        counts[result.status]++;
        if (result.has_timing) last_timed = (struct tw_result){.has_timing = true, .timing = result.timing};
        output = show(run, pipeline, &result);
        tw_result_free(&result);
    }
    if (!run->json && !output) conclude(&last_timed, counts);
    return output ? output : (int)tw_result_exit(counts);
}

int tw_cmd_run(int argc, char **argv)
{
    const struct argp_child children[] = {{&tw_space_argp, 0, NULL, 0}, {0}};
    const struct argp argp = {
        options,  parse, NULL, "Generates, compiles, launches and checks every variant of a config.",
        children, NULL,  NULL};
    struct run_options run = {0};
    if (argp_parse(&argp, argc, argv, 0, NULL, &run)) return TW_EXIT_USAGE;

    struct tw_error error = TW_ERROR_INIT;
    struct tw_space space = {0};
    struct tw_device device = {0};
    struct tw_text why = {0};
    struct tw_pipeline pipeline = {.space = &space, .device = &device, .dump = run.dump, .print = run.print};
    run.choice.sm = run.space.sm;
    pipeline.choice = run.choice;

    int code = tw_space_open(&run.space, &space, &error);
    if (!code) code = tw_choice_open(&run.choice, &device, &why, &error);
    if (!code) code = tw_nvrtc_open(&pipeline.nvrtc, &error);
    if (!code && !run.no_cache) code = tw_pipeline_open_cache(&pipeline, &error);
    if (!code) code = tw_choice_arch(&run.choice, &device, pipeline.nvrtc, &pipeline.sm, &error);
    int status;
    if (code) {
        status = tw_report(&error);
    } else {
        pipeline.target = tw_choice_target(&device);
        announce(&run, &pipeline, tw_text_string(&why));
        status = run_all(&run, &pipeline);
    }
    tw_cache_close(pipeline.cache);
    tw_nvrtc_close(pipeline.nvrtc);
    tw_device_close(&device);
    tw_space_close(&space);
    tw_text_free(&why);
    tw_text_free(&pipeline.shown);
    tw_error_free(&error);
    return status;
}
