/* views.h - what handlers of textures and surfaces share: the view that an instruction means, checked. */
#ifndef TW_SIM_VIEWS_H
#define TW_SIM_VIEWS_H

#include "sim/execute.h"

/* Dimensions of .1d, .2d, ... of an instruction; 0: it has none. A cube has 3, which give a direction. */
unsigned tw_view_dimensions(enum tw_ptx_word geometry);

/* The texture or surface of a handle when it is one, has an image that is still there, and the instruction's geometry; else
   NULL, and a finding. */
const struct tw_view *tw_view_for(struct tw_warp *warp, const struct tw_op *op, unsigned lane,
                                  uint64_t handle, bool surface);

#endif
