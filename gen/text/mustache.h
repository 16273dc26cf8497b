/*
 * mustache.h - the Mustache core specification over cJSON values: comments, variables, sections, inverted sections,
 * partials, set delimiters; no optional modules (lambdas, inheritance, dynamic names).
 *
 * What the specification leaves open: only false, null, an unknown name and an empty list are false in a section, so
 * 0 and "" are values like any other. Numbers print in full when they are integers below 10^21, else in the fewest
 * digits that read back as the same double, under any locale. true, false, lists and objects print as JSON.
 *
 * Thread-safe: no global state. The data and partials are only read. Names are compared byte by byte.
 */
#ifndef TW_GEN_TEXT_MUSTACHE_H
#define TW_GEN_TEXT_MUSTACHE_H

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
    /* An unknown variable, section or partial is an error at its place, and so is a list or object where a
       value is to be printed. */
    bool strict;
    const struct tw_partials *partials; /* may be NULL */
};

/*
 * The line of the template each output line came from; lines[i] belongs to output line i + 1 of the rendering.
 * A line from a partial, however deep, has the line of the outermost template's partial tag. Lines owned by the caller (free).
 */
struct tw_line_map {
    unsigned *lines;
    size_t count;
};

/*
 * Renders `text` (named `file` in messages) over `data` (any JSON value), appending to *out. map may be NULL; it is
 * zeroed first.
 * Errors: TW_INPUT with file:line:col and caret (unclosed section or tag, a closing tag without its section, bad
 * delimiters or names, the unknown under `strict`, partials or sections nested more than 1024 deep, loops without an
 * end in sight), TW_MEMORY. An error in a partial names the partial as its file. Then *map is empty and *out holds
 * what was rendered so far.
 */
int tw_mustache_render(const char *file, const char *text, size_t length, const cJSON *data,
                       const struct tw_mustache_options *options, struct tw_text *out,
                       struct tw_line_map *map, struct tw_error *error);

#endif
