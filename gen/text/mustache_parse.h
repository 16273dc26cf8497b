/*
 * mustache_parse.h - a Mustache template as a flat list of nodes: private to the engine.
 *
 * Sections are ranges: the nodes between a section and its end, found by index, so nothing is scanned twice however
 * often it is rendered. Standalone lines are already gone and texts are cut at line ends: each node has one line.
 *
 * Memory: the nodes point into the template's text, which must outlive them; tw_mustache_free releases the list.
 */
#ifndef TW_GEN_TEXT_MUSTACHE_PARSE_H
#define TW_GEN_TEXT_MUSTACHE_PARSE_H

#include <stdbool.h>
#include <stddef.h>

#include <tilewright/error.h>

/* Sections and partials inside each other; more is an error, not a stack overflow. */
#define TW_MUSTACHE_DEPTH 1024u

struct tw_slice {
    const char *data;
    size_t length;
};

/* The arguments of a "%.*s": a name in a message, cut when it is long. */
#define TW_SHOW(slice) ((slice).length < 80 ? (int)(slice).length : 80), (slice).data

enum tw_mustache_op {
    TW_MUSTACHE_TEXT,     /* name: the text, at most one line, its newline included; may be empty */
    TW_MUSTACHE_VALUE,    /* {{name}} */
    TW_MUSTACHE_RAW,      /* {{{name}}} and {{&name}} */
    TW_MUSTACHE_SECTION,  /* {{#name}}; other: its end */
    TW_MUSTACHE_INVERTED, /* {{^name}}; other: its end */
    TW_MUSTACHE_END,      /* {{/name}}; other: its section */
    TW_MUSTACHE_PARTIAL,  /* {{>name}} */
};

struct tw_mustache_node {
    enum tw_mustache_op op;
    unsigned line;          /* of the template, from 1                                                      */
    bool standalone;        /* a tag alone on its line, which it does not print                             */
    bool first;             /* begins a line that is printed: where a partial's indentation goes            */
    size_t offset;          /* of the text or tag in the template                                           */
    size_t other;           /* index of the other end of a section                                          */
    struct tw_slice name;   /* the text, or the name in the tag                                             */
    struct tw_slice indent; /* of a standalone tag: the blanks before it                                    */
};

struct tw_mustache {
    const char *file; /* for messages */
    struct tw_slice text;
    struct tw_mustache_node *nodes;
    size_t count, capacity;
};

/* Parses `text`, named `file` in messages. On any failure *mustache holds nothing. TW_INPUT with place and caret, TW_MEMORY. */
int tw_mustache_parse(const char *file, const char *text, size_t length, struct tw_mustache *mustache,
                      struct tw_error *error);

void tw_mustache_free(struct tw_mustache *mustache);

#endif
