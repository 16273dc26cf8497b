/*
 * templates.h - the templates that are built into the library. The build makes their table from templates/. Everything here is in static storage;
 * the functions are pure and thread-safe.
 */
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

/* All templates. A row whose name is NULL follows the last one. */
extern const struct tw_template tw_templates[];

/* The built-in template with that name, or NULL. */
const struct tw_template *tw_template_find(const char *name);

/* A hash (XXH3) of a template, which need not be built in, and of the built-in ones that it includes. 0 for NULL: a described family has no
   template. */
uint64_t tw_template_hash(const struct tw_template *tmpl);

/* The text of the built-in template NAME.mustache, or NULL; its length goes to *length. It is for struct tw_partials, and does not use `unused`. */
const char *tw_template_partial(void *unused, const char *name, size_t *length);

TW_API_END
#endif
