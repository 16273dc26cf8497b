/* tilewright device --probe: ceilings and costs are measured, kept, and shown (device_probe_show.c). */
#include "cli/device/device_probe.h"

#include "runtime/measure/ceilings_measure.h"
#include "tune/device_measure.h"

static int open_gpu(const struct tw_choice *choice, struct tw_device *device, struct tw_error *error)
{
    struct tw_text why = {0};
    int code = tw_choice_open(choice, device, &why, error);
    if (!code && tw_device_is_simulator(device))
        code = tw_fail(error, TW_ENVIRONMENT, "--probe measures times, and the simulator has none (%s)",
                       tw_text_string(&why));
    tw_text_free(&why);
    return code;
}

/* The cache, or NULL where nothing says where it is. */
static int open_cache(struct tw_cache **cache, struct tw_error *error)
{
    int code = tw_cache_open(NULL, cache, error);
    if (code == TW_ENVIRONMENT) {
        tw_error_free(error);
        code = TW_OK;
    }
    if (!code && *cache) tw_warn(tw_cache_distrust(*cache));
    return code;
}

static int show(const struct tw_device_options *options, const struct tw_probe_results *results,
                const char *kept)
{
    struct tw_text text = {0};
    if (options->json) {
        tw_probe_results_json(results, &text);
        return tw_print_data(&text);
    }
    tw_probe_results_show(results, &text);
    if (kept)
        tw_text_addf(&text, "kept in %s: run and sweep compare with it\n", kept);
    else
        tw_text_add(&text, "it could not be kept: run and sweep will not know it\n");
    return tw_print(&text);
}

void tw_device_show_kept(const struct tw_device *device, struct tw_text *text)
{
    struct tw_error none = TW_ERROR_INIT;
    struct tw_cache *cache = NULL;
    struct tw_probe_results results = {.device = device};
    int code = tw_cache_open(NULL, &cache, &none);
    if (code == TW_MEMORY) tw_text_fail(text);
    if (tw_ceilings_recall(cache, device, &results.ceilings) &&
        tw_probed_recall(cache, device, &results.costs)) {
        tw_text_add(text, "Measured by --probe, and kept\n");
        tw_probe_results_show(&results, text);
    } else {
        tw_text_add(text, "What its memories cost is not known: --probe measures it once\n");
    }
    tw_cache_close(cache);
    tw_error_free(&none);
}

/* Copies the device's memories' best, then what each costs. */
static int measure(struct tw_device *device, struct tw_cache *cache, const struct tw_nvrtc *nvrtc,
                   struct tw_probe_results *results, struct tw_error *error)
{
    int code = tw_ceilings_measure(device, cache, nvrtc, &results->ceilings, error);
    if (!code) code = tw_device_measure(device, cache, nvrtc, &results->ceilings, &results->costs, error);
    return code;
}

int tw_device_probe(const struct tw_device_options *options)
{
    struct tw_error error = TW_ERROR_INIT;
    struct tw_device device = {0};
    struct tw_nvrtc *nvrtc = NULL;
    struct tw_cache *cache = NULL;
    struct tw_probe_results results = {.device = &device};
    int code = open_gpu(&options->choice, &device, &error);
    if (!code) code = tw_nvrtc_open(&nvrtc, &error);
    if (!code) code = open_cache(&cache, &error);
    if (!code) code = measure(&device, cache, nvrtc, &results, &error);
    bool kept = !code && tw_ceilings_keep(cache, &device, &results.ceilings) &&
                tw_probed_keep(cache, &device, &results.costs);
    int status = code ? tw_report(&error) : show(options, &results, kept ? tw_cache_path(cache) : NULL);
    tw_cache_close(cache);
    tw_nvrtc_close(nvrtc);
    tw_device_close(&device);
    tw_error_free(&error);
    return status;
}
