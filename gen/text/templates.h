/* templates.h - the templates built into the library: a table made from templates/ by the build. */
#ifndef TW_GEN_TEXT_TEMPLATES_H
#define TW_GEN_TEXT_TEMPLATES_H

#include <stddef.h>
#include <stdint.h>

#include <tilewright/api.h>

TW_API_BEGIN

struct tw_template {
    const char *name; /* for messages: "tile.cu.mustache", or a path */
    const char *text;
    size_t length;
};

/* Ends with a row whose name is NULL. */
extern const struct tw_template tw_templates[];

/* The built-in template of that name, or NULL. */
const struct tw_template *tw_template_find(const char *name);

/* What kernels are rendered with: the template, which need not be a built-in one, and the built-in ones that it includes. */
uint64_t
tw_template_hash(const struct tw_template *tmpl); /* 0 of NULL: of a described family, which has none */

/* For struct tw_partials: the text of the built-in template NAME.mustache, or NULL. Allocates nothing. */
const char *tw_template_partial(void *unused, const char *name, size_t *length);

TW_API_END
#endif
