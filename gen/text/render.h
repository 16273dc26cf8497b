/*
 * render.h - a variant becomes a kernel: its source, its shape and its predicted cost.
 */
#ifndef TW_GEN_TEXT_RENDER_H
#define TW_GEN_TEXT_RENDER_H

#include <tilewright/api.h>

#include "gen/config/config.h"
#include "gen/text/templates.h"

TW_API_BEGIN

/*
 * Renders a variant, one of `variants` or made from it, which the family accepts on their target, as a kernel: as itself
 * (tw_rendering_main), or in another of its family's renderings. tmpl NULL means the family's own template. The kernel's
 * cost is predicted too. *kernel is zeroed first and owned by the caller (tw_kernel_free).
 */
int tw_render(const struct tw_variants *variants, const struct tw_variant *variant,
              const struct tw_rendering *rendering, const struct tw_template *tmpl, struct tw_kernel *kernel,
              struct tw_error *error);

/*
 * The kernel that the variant's family has for pointers which are multiples of their elements' bytes only (tw_family's `relax`),
 * called NAME_any. *second is empty (its name NULL) where there is none, and the caller's (tw_kernel_free).
 */
#define TW_RELAXED_SUFFIX "_any"
int tw_render_second(const struct tw_variants *variants, const struct tw_variant *variant,
                     struct tw_kernel *second, struct tw_error *error);

struct tw_data; /* gen/text/data.h */

/* Adds the fields of a variant as the config writes them, and `shape` and `swizzled` of its tiles, both false of one without. */
void tw_render_fields(const struct tw_family *family, const int64_t *value, struct tw_data *data);

/* Moves the source of `second` to the end of that of `kernel`, behind an empty line. TW_MEMORY. */
int tw_kernel_join(struct tw_kernel *kernel, struct tw_kernel *second, struct tw_error *error);

/* The variant itself and the second kernel, if there is one, joined. A template that is not the family's own has no second kernel:
   nobody has checked what it would make. */
int tw_render_both(const struct tw_variants *variants, const struct tw_variant *variant,
                   const struct tw_template *tmpl, struct tw_kernel *kernel, struct tw_kernel *second,
                   struct tw_error *error);

TW_API_END
#endif
