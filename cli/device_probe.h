/* device_probe.h - tilewright device --probe: measures what a GPU's memories can do, keeps it, and shows it. */
#ifndef TW_CLI_DEVICE_PROBE_H
#define TW_CLI_DEVICE_PROBE_H

#include "cli/choice.h"
#include "runtime/ceilings.h"

struct tw_device_options {
    struct tw_choice choice;
    bool probe, json;
};

/* Returns the exit status; TW_EXIT_ENVIRONMENT without a GPU: a simulator has no times. */
int tw_device_probe(const struct tw_device_options *options);

/* The table for people, and the object for programs. */
void tw_ceilings_show(const struct tw_device *device, const struct tw_ceilings *ceilings,
                      struct tw_text *text);
void tw_ceilings_json(const struct tw_device *device, const struct tw_ceilings *ceilings,
                      struct tw_text *text);

#endif
