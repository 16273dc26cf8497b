/* device_measure.h - what a device's memories cost is measured, by kernels of the probe family made for this device. */
#ifndef TW_TUNE_DEVICE_MEASURE_H
#define TW_TUNE_DEVICE_MEASURE_H

#include "runtime/compile/compile.h"
#include "runtime/measure/ceilings.h"
#include "runtime/measure/probed.h"

/* On a GPU that nobody else uses, in a few seconds. The ceilings are the device's: the bandwidth of its global memory, and what a
   launch takes, are theirs. Every kernel is checked before it is measured; TW_DRIVER: one gives wrong results. cache NULL: every
   kernel is compiled. */
int tw_device_measure(struct tw_device *device, struct tw_cache *cache, const struct tw_nvrtc *nvrtc,
                      const struct tw_ceilings *ceilings, struct tw_probed_costs *costs,
                      struct tw_error *error);

/* The config that the kernels come from. */
void tw_device_measure_config(const struct tw_device *device, struct tw_text *config);

#endif
