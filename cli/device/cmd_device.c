/* tilewright device: what a run would use, and in words why anything is missing; --probe: device_probe.c. */
#include <string.h>

#include "cli/commands.h"
#include "cli/device/device_probe.h"
#include "cli/options/choice.h"
#include "cli/options/space.h"

#define LABEL 14 /* width of the labels */

static void add_label(struct tw_text *text, const char *label)
{
    tw_text_addf(text, "  %-*s ", LABEL, label);
}

static void add_kib(struct tw_text *text, const char *label, long bytes)
{
    add_label(text, label);
    tw_text_addf(text, "%ld bytes (%ld KiB)\n", bytes, bytes / 1024);
}

static void describe_device(const struct tw_device *device, struct tw_text *text)
{
    add_label(text, "architecture");
    tw_text_addf(text, "sm_%u, %d multiprocessors\n", device->sm, device->multiprocessors);
    add_label(text, "driver");
    tw_text_addf(text, "CUDA %d.%d%s\n", device->driver_version / 1000, device->driver_version % 1000 / 10,
                 tw_device_is_simulator(device) ? " (the interface it offers)" : "");
    add_label(text, "banks");
    tw_text_addf(text, "%u of 4 bytes, warps of %d lanes\n", TW_BANKS, device->warp_size);
    add_kib(text, "shared/block", device->shared_per_block);
    add_kib(text, "  with opt-in", device->shared_per_block_optin);
    add_kib(text, "shared/SM", device->shared_per_sm);
    add_kib(text, "  reserved", device->shared_reserved);
}

/* A lack of memory says nothing about what devices there are. */
static void fail_without_memory(const struct tw_error *error, struct tw_text *text)
{
    if (error->code == TW_MEMORY) tw_text_fail(text);
}

static void show_gpu(struct tw_text *text)
{
    struct tw_error error = TW_ERROR_INIT;
    struct tw_device device = {0};
    bool found = tw_device_open_cuda(&device, 0, &error) == TW_OK;
    tw_text_add(text, "GPU\n");
    add_label(text, found ? "found" : "none");
    fail_without_memory(&error, text);
    if (!found) {
        tw_text_addf(text, "%s\n", error.message);
    } else {
        tw_text_addf(
            text, "%s%s\n", device.name,
            tw_device_is_simulator(&device) ? " (libcuda.so.1 is the drop-in backed by the simulator)" : "");
        describe_device(&device, text);
        if (!tw_device_is_simulator(&device)) tw_device_show_kept(&device, text);
    }
    tw_device_close(&device);
    tw_error_free(&error);
}

static void show_simulator(unsigned sm, struct tw_text *text)
{
    struct tw_error error = TW_ERROR_INIT;
    struct tw_device device = {0};
    tw_text_add(text, "Simulator\n");
    add_label(text, "found");
    if (tw_device_open_simulator(&device, sm, &error)) {
        fail_without_memory(&error, text);
        tw_text_addf(text, "no: %s\n", error.message);
    } else {
        tw_text_addf(text, "%s: executes PTX and gives counts, never times\n", device.name);
        describe_device(&device, text);
    }
    tw_device_close(&device);
    tw_error_free(&error);
}

static void show_architectures(const struct tw_nvrtc *nvrtc, struct tw_text *text)
{
    unsigned count;
    const struct tw_target *targets = tw_targets(&count);
    const char *between = "";
    add_label(text, "compiles for");
    for (unsigned i = 0; i < count; i++) {
        if (!tw_nvrtc_supports(nvrtc, targets[i].sm)) continue;
        tw_text_addf(text, "%ssm_%u", between, targets[i].sm);
        between = " ";
    }
    tw_text_add_char(text, '\n');
}

static void show_compiler(struct tw_nvrtc **nvrtc, struct tw_text *text)
{
    struct tw_error error = TW_ERROR_INIT;
    bool found = tw_nvrtc_open(nvrtc, &error) == TW_OK;
    tw_text_add(text, "Compiler\n");
    add_label(text, found ? "found" : "none");
    fail_without_memory(&error, text);
    if (!found) {
        tw_text_addf(text, "%s\n%s", error.message, error.detail ? error.detail : "");
    } else {
        int major, minor;
        tw_nvrtc_version(*nvrtc, &major, &minor);
        tw_text_addf(text, "NVRTC %d.%d, %s\n", major, minor, tw_nvrtc_path(*nvrtc));
        show_architectures(*nvrtc, text);
    }
    tw_error_free(&error);
}

/* The verdict: what `run` would take now. */
static int show_choice(const struct tw_choice *choice, const struct tw_nvrtc *nvrtc, struct tw_text *text)
{
    struct tw_error error = TW_ERROR_INIT;
    struct tw_device device = {0};
    struct tw_text why = {0};
    unsigned sm = 0;
    int code = tw_choice_open(choice, &device, &why, &error);
    if (!code && nvrtc) code = tw_choice_arch(choice, &device, nvrtc, &sm, &error);
    tw_text_add(text, "Would be used\n");
    if (code) {
        fail_without_memory(&error, text);
        tw_text_addf(text, "  nothing: %s\n", error.message);
    } else {
        tw_text_addf(text, "  %s\n", tw_text_part(text, &why));
        if (nvrtc)
            tw_text_addf(text, "  kernels compiled for sm_%u\n", sm);
        else
            tw_text_add(text, "  no kernel can be compiled: NVRTC is missing (gen, explain and predictions "
                              "work without)\n");
    }
    tw_device_close(&device);
    tw_text_free(&why);
    tw_error_free(&error);
    return code ? TW_EXIT_ENVIRONMENT : TW_EXIT_OK;
}

static const struct tw_option options[] = {
    TW_DEVICE_OPTION(struct tw_device_options, choice),
    {"arch", 'a', "sm_NN", TW_AS_ARCH(struct tw_device_options, choice.sm),
     "architecture to compile for (default: the device's; sm_90 without a GPU)"},
    {"probe", 0, NULL, TW_AS_FLAG(struct tw_device_options, probe),
     "measure the best latency and speed of the GPU's memories, and keep them: run and sweep then compare "
     "kernels with them"},
    {"json", 0, NULL, TW_AS_FLAG(struct tw_device_options, json), "with --probe: print one JSON object"},
    {0},
};

const struct tw_arguments tw_arguments_device = {
    "Says what driver, GPU, compiler and simulator there are; measures what the GPU's memories can do.",
    options, NULL};

int tw_cmd_device(int argc, char **argv)
{
    struct tw_device_options chosen = {0};
    if (tw_arguments_parse(&tw_arguments_device, argc, argv, &chosen)) return TW_EXIT_FAILED;
    if (chosen.json && !chosen.probe) tw_arguments_refuse(argv[0], "--json needs --probe");
    if (chosen.probe) return tw_device_probe(&chosen);
    const struct tw_choice choice = chosen.choice;
    struct tw_text text = {0};
    struct tw_nvrtc *nvrtc = NULL;
    show_gpu(&text);
    show_compiler(&nvrtc, &text);
    show_simulator(choice.sm ? choice.sm : TW_DEFAULT_SM, &text);
    int status = show_choice(&choice, nvrtc, &text);
    tw_nvrtc_close(nvrtc);
    int printed = tw_print(&text);
    return printed ? printed : status;
}
