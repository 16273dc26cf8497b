/*
 * mustache.h - the Mustache core specification over cJSON values: comments, variables, sections, inverted sections,
 * partials, set delimiters; no optional modules (lambdas, inheritance, dynamic names).
 *
 * Thread-safe: no global state. The data and partials are only read.
 */
#ifndef TW_GEN_MUSTACHE_H
#define TW_GEN_MUSTACHE_H

#include <cJSON.h>

#include "base/text.h"

enum tw_escape { TW_ESCAPE_HTML, TW_ESCAPE_NONE };

/* Where partials come from: NULL text when there is no partial `name` (rendered as nothing, as the specification says). */
struct tw_partials {
    void *context;
    /* Returns text owned by the provider that stays valid until the rendering ends, its length in *length; or NULL. */
    const char *(*find)(void *context, const char *name, size_t *length);
};

struct tw_mustache_options {
    enum tw_escape escape;
    bool strict;                          /* an unknown variable or section is an error at its place */
    const struct tw_partials *partials;   /* may be NULL */
};

/* The line of the template each output line came from; lines[i] belongs to output line i + 1. Owned by the caller (free). */
struct tw_line_map {
    unsigned *lines;
    size_t count;
};

/*
 * Renders `text` (named `file` in messages) over `data`, appending to *out. map may be NULL.
 * Errors: TW_INPUT with file:line:col and caret (unclosed section or tag, unknown variable under `strict`,
 * partials or sections nested too deeply), TW_MEMORY.
 */
int tw_mustache_render(const char *file, const char *text, size_t length, const cJSON *data,
                       const struct tw_mustache_options *options, struct tw_text *out, struct tw_line_map *map,
                       struct tw_error *error);

#endif
