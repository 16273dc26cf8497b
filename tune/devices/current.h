/* current.h - the GPU of the context that is current in the calling thread. */
#ifndef TW_TUNE_DEVICES_CURRENT_H
#define TW_TUNE_DEVICES_CURRENT_H

#include "tune/choice.h"

/* Makes the choice that GPU's, in whatever process it is opened; false: no context is current, or its driver tells no UUID, and the
   choice stays. A driver that this process has not loaded is not loaded, and none is started. */
bool tw_current_choose(struct tw_choice *choice);

#endif
