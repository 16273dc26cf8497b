/* The ceilings of a device: measured, kept, and shown as a table or as JSON. */
#include "cli/device_probe.h"

#include <inttypes.h>

#include "base/escape.h"
#include "runtime/ceilings_measure.h"

/* ---- shown ---- */

static void add_double(double value, int width, int digits, struct tw_text *text)
{
    struct tw_text number = {0};
    tw_text_add_double(&number, value, digits);
    tw_text_addf(text, "%*s", width, tw_text_part(text, &number));
    tw_text_free(&number);
}

static void add_point(const struct tw_ceiling_point *point, struct tw_text *text)
{
    add_double((double)point->bytes / (1 << 20), 11, 2, text);
    tw_text_add(text, " MiB");
    for (unsigned c = 0; c < TW_CEILING_COUNT; c++) {
        add_double(point->us[c], 11, 2, text);
        add_double((double)point->bytes / point->us[c] / 1e3, 10, 1, text);
    }
    tw_text_add_char(text, '\n');
}

void tw_ceilings_show(const struct tw_device *device, const struct tw_ceilings *ceilings,
                      struct tw_text *text)
{
    tw_text_addf(text, "%s (sm_%u): what its memories do at best, with an L2 of ", device->name, device->sm);
    add_double((double)ceilings->l2_bytes / (1 << 20), 0, 2, text);
    tw_text_addf(text, " MiB\n\n%15s", "");
    for (unsigned c = 0; c < TW_CEILING_COUNT; c++)
        tw_text_addf(text, "%21s", tw_ceiling_word((enum tw_ceiling)c));
    tw_text_addf(text, "\n%15s", "working set");
    for (unsigned c = 0; c < TW_CEILING_COUNT; c++) tw_text_addf(text, "%11s%10s", "us", "GB/s");
    tw_text_add_char(text, '\n');
    for (unsigned i = 0; i < ceilings->count; i++) add_point(&ceilings->points[i], text);
    tw_text_add(
        text,
        "\nmedians of single launches by events, of the fastest of several kernels at each size; a launch "
        "of nothing takes ");
    add_double(ceilings->launch_us, 0, 2, text);
    tw_text_add(text, " us\nspread of the noisiest, from its fastest run to the 80th percentile: ");
    add_double(100 * ceilings->spread, 0, 1, text);
    tw_text_add(text, " %\n");
}

void tw_ceilings_json(const struct tw_device *device, const struct tw_ceilings *ceilings,
                      struct tw_text *text)
{
    tw_text_add(text, "{\"device\": ");
    tw_escape_json(text, device->name);
    tw_text_addf(text,
                 ", \"sm\": %u, \"cuda\": \"%d.%d\", \"l2_bytes\": %" PRIu64 ", \"launch_us\": ", device->sm,
                 device->driver_version / 1000, device->driver_version % 1000 / 10, ceilings->l2_bytes);
    tw_text_add_double(text, ceilings->launch_us, 3);
    tw_text_add(text, ", \"spread\": ");
    tw_text_add_double(text, ceilings->spread, 6);
    tw_text_add(text, ", \"points\": [");
    for (unsigned i = 0; i < ceilings->count; i++) {
        const struct tw_ceiling_point *point = &ceilings->points[i];
        tw_text_addf(text, "%s{\"bytes\": %" PRIu64, i ? ", " : "", point->bytes);
        for (unsigned c = 0; c < TW_CEILING_COUNT; c++) {
            tw_text_addf(text, ", \"%s_us\": ", tw_ceiling_word((enum tw_ceiling)c));
            tw_text_add_double(text, point->us[c], 3);
        }
        tw_text_add_char(text, '}');
    }
    tw_text_add(text, "]}\n");
}

/* ---- measured ---- */

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

static int show(const struct tw_device_options *options, const struct tw_device *device,
                const struct tw_ceilings *ceilings, const char *kept)
{
    struct tw_text text = {0};
    if (options->json) {
        tw_ceilings_json(device, ceilings, &text);
        return tw_print_data(&text);
    }
    tw_ceilings_show(device, ceilings, &text);
    if (kept)
        tw_text_addf(&text, "kept in %s: run and sweep compare with it\n", kept);
    else
        tw_text_add(&text, "it could not be kept: run and sweep will not know it\n");
    return tw_print(&text);
}

int tw_device_probe(const struct tw_device_options *options)
{
    struct tw_error error = TW_ERROR_INIT;
    struct tw_device device = {0};
    struct tw_nvrtc *nvrtc = NULL;
    struct tw_cache *cache = NULL;
    struct tw_ceilings ceilings = {0};
    int code = open_gpu(&options->choice, &device, &error);
    if (!code) code = tw_nvrtc_open(&nvrtc, &error);
    if (!code) code = open_cache(&cache, &error);
    if (!code) code = tw_ceilings_measure(&device, cache, nvrtc, &ceilings, &error);
    bool kept = !code && tw_ceilings_keep(cache, &device, &ceilings);
    int status =
        code ? tw_report(&error) : show(options, &device, &ceilings, kept ? tw_cache_path(cache) : NULL);
    tw_cache_close(cache);
    tw_nvrtc_close(nvrtc);
    tw_device_close(&device);
    tw_error_free(&error);
    return status;
}
