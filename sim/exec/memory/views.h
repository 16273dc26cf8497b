/* views.h - what handlers of textures and surfaces share: the view that an instruction means, checked. */
#ifndef TW_SIM_EXEC_MEMORY_VIEWS_H
#define TW_SIM_EXEC_MEMORY_VIEWS_H

#include "sim/exec/state.h"

/* What a handle may be. Queries take both: ptxas makes one instruction of txq and suq. */
enum tw_view_kind { TW_VIEW_TEXTURE, TW_VIEW_SURFACE, TW_VIEW_ANY };

/* The texture or surface of a handle when it is of this kind, has an image that is still there, and the instruction's
   geometry; else NULL, and a finding. */
const struct tw_view *tw_view_for(struct tw_warp *warp, const struct tw_op *op, unsigned lane,
                                  uint64_t handle, enum tw_view_kind kind);

#endif
