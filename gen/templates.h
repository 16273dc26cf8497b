/* templates.h - the templates built into the library: a table made from templates/ by the build. */
#ifndef TW_GEN_TEMPLATES_H
#define TW_GEN_TEMPLATES_H

#include <stddef.h>

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

TW_API_END
#endif
