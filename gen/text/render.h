/*
 * render.h - makes a kernel from a variant: its source, its shape and its predicted cost.
 *
 * Errors: TW_INPUT, a mistake in the template, with its line and column; TW_MEMORY. Kernels are empty after a failure. The functions keep no state, and
 * threads may call them at once.
 */
#ifndef TW_GEN_TEXT_RENDER_H
#define TW_GEN_TEXT_RENDER_H

#include <tilewright/api.h>

#include "gen/config/config.h"
#include "gen/text/templates.h"

TW_API_BEGIN

/*
 * Renders a variant as a kernel and predicts its cost. The variant is one of `variants`, or made from one; the family must accept it on their
 * target. `rendering` is tw_rendering_main for the kernel itself, or another rendering of the family. A `tmpl` that is NULL means the family's
 * own template. *kernel is overwritten; the caller owns it (tw_kernel_free).
 */
int tw_render(const struct tw_variants *variants, const struct tw_variant *variant,
              const struct tw_rendering *rendering, const struct tw_template *tmpl, struct tw_kernel *kernel,
              struct tw_error *error);

/*
 * Renders the second kernel of a variant, called NAME_any. It takes pointers that are multiples of their element's bytes only (`relax` of tw_family).
 * If there is none, *second is empty and its name is NULL. The caller owns *second (tw_kernel_free).
 */
#define TW_RELAXED_SUFFIX "_any"
int tw_render_second(const struct tw_variants *variants, const struct tw_variant *variant,
                     struct tw_kernel *second, struct tw_error *error);

struct tw_data; /* gen/text/data.h */

/* Adds the fields of a variant to `data`, as the config writes them, and the variables `shape` and `swizzled` of its tiles. Without tiles these two
   are false. */
void tw_render_fields(const struct tw_family *family, const int64_t *value, struct tw_data *data);

/* Moves the source of `second` to the end of the source of `kernel`, behind an empty line. TW_MEMORY. */
int tw_kernel_join(struct tw_kernel *kernel, struct tw_kernel *second, struct tw_error *error);

/* Renders the variant and its second kernel, if there is one, and joins them. With a template that is not the family's own there is no second
   kernel, since nobody has checked what the template would make of it. */
int tw_render_both(const struct tw_variants *variants, const struct tw_variant *variant,
                   const struct tw_template *tmpl, struct tw_kernel *kernel, struct tw_kernel *second,
                   struct tw_error *error);

TW_API_END
#endif
