/* device_probe.h - tilewright device --probe: measures what a GPU's memories can do, keeps it, and shows it. */
#ifndef TW_CLI_DEVICE_DEVICE_PROBE_H
#define TW_CLI_DEVICE_DEVICE_PROBE_H

#include "cli/options/choice.h"
#include "runtime/measure/ceilings.h"
#include "runtime/measure/probed.h"

struct tw_device_options {
    struct tw_choice choice;
    bool probe, json;
};

/* Returns the exit status; TW_EXIT_ENVIRONMENT without a GPU: a simulator has no times. */
int tw_device_probe(const struct tw_device_options *options);

/* What was measured of a GPU and is kept, as tw_probe_results_show has it, or that nothing is. */
void tw_device_show_kept(const struct tw_device *device, struct tw_text *text);

/* What was measured of a device. */
struct tw_probe_results {
    const struct tw_device *device;
    struct tw_ceilings ceilings;
    struct tw_probed_costs costs;
};

/* The tables for people, at most 80 columns wide, and the object for programs. */
void tw_probe_results_show(const struct tw_probe_results *results, struct tw_text *text);
void tw_probe_results_json(const struct tw_probe_results *results, struct tw_text *text);

#endif
