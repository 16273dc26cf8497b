/*
 * Each stage of the pipeline by itself, as `tilewright run` goes through them: load and expand a config,
 * predict, render, compile, load, launch and check every variant, on the simulator. For programs that are
 * tools themselves; others want plans.
 *
 *     cc stages.c $(pkg-config --cflags --libs tilewright) -I/usr/local/cuda/include -o stages
 *     ./stages config.json
 */
#include <inttypes.h>
#include <stdio.h>

#include <tilewright/stages/gen/render.h>
#include <tilewright/stages/runtime/cache.h>
#include <tilewright/stages/runtime/oracle.h>

struct tool {
    struct tw_config config;
    struct tw_variants variants; /* of the config, on the device */
    struct tw_device device;
    struct tw_oracle oracle;
    struct tw_nvrtc *nvrtc;
};

/* A rendered kernel: compile, load, launch and check. */
static int run_kernel(struct tool *tool, const struct tw_kernel *kernel, bool *right, struct tw_error *error)
{
    struct tw_image image = {0};
    struct tw_loaded loaded = {0};
    struct tw_check check = {0};
    int code = tw_compile(tool->nvrtc, kernel, tool->device.sm, &image, error);
    if (!code) code = tw_load(&tool->device, kernel, &image, &loaded, error);
    if (!code) code = tw_check(&tool->oracle, kernel, &loaded, false, &check, error);
    *right = check.ok;
    tw_check_free(&check);
    tw_unload(&tool->device, &loaded);
    tw_image_free(&image);
    return code;
}

static int run_variant(struct tool *tool, const struct tw_variant *variant, struct tw_error *error)
{
    struct tw_kernel kernel;
    struct tw_text reason = {0};
    bool right = false;
    if (!tw_family_accept(tool->variants.family, variant->value, &tool->variants.target, &reason)) {
        printf("%s: rejected: %s\n", variant->name, tw_text_string(&reason));
        tw_text_free(&reason);
        return TW_OK;
    }
    int code = tw_render(&tool->variants, variant, &tw_rendering_main, NULL, &kernel, error);
    if (!code) code = run_kernel(tool, &kernel, &right, error);
    if (!code) {
        printf("%s: %s, %" PRIu64 " load wavefronts predicted\n", variant->name, right ? "ok" : "WRONG",
               tw_kernel_predicted(&kernel).load_wavefronts);
    }
    tw_kernel_free(&kernel);
    return code;
}

int main(int argc, char **argv)
{
    struct tool tool = {0};
    struct tw_error error = TW_ERROR_INIT;
    if (argc != 2) {
        fprintf(stderr, "usage: stages CONFIG\n");
        return 2;
    }
    int code = tw_config_load(argv[1], &tool.config, &error);
    if (!code) code = tw_nvrtc_open(&tool.nvrtc, &error);
    if (!code) code = tw_device_open_simulator(&tool.device, 90, &error);
    const struct tw_target target = code ? (struct tw_target){0} : tw_device_target(&tool.device);
    if (!code) code = tw_config_expand(&tool.config, &target, &tool.variants, &error);
    if (!code) tw_oracle_open(&tool.oracle, &tool.device, NULL, tool.nvrtc);
    for (size_t i = 0; i < tool.variants.count && !code; i++)
        code = run_variant(&tool, &tool.variants.variant[i], &error);
    if (code) fprintf(stderr, "stages: %s\n%s", error.message, error.detail ? error.detail : "");
    tw_oracle_close(&tool.oracle);
    tw_device_close(&tool.device);
    tw_nvrtc_close(tool.nvrtc);
    tw_variants_free(&tool.variants);
    tw_config_free(&tool.config);
    tw_error_free(&error);
    return code != 0;
}
