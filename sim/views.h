/* views.h - what handlers of textures and surfaces share: the view that an instruction means, checked. */
#ifndef TW_SIM_VIEWS_H
#define TW_SIM_VIEWS_H

#include "sim/execute.h"

/* The texture or surface of a handle when it is one, has an image that is still there, and the instruction's geometry; else
   NULL, and a finding. */
const struct tw_view *tw_view_for(struct tw_warp *warp, const struct tw_op *op, unsigned lane,
                                  uint64_t handle, bool surface);

#endif
