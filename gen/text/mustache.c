/* Renders a parsed template over cJSON values: names looked up, sections, partials, escaping, numbers. */
#include "gen/text/mustache.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "base/grow.h"
#include "gen/text/mustache_parse.h"

#define STEP_LIMIT   100000000u        /* nodes rendered at most: nested loops over hostile data end */
#define OUTPUT_LIMIT ((size_t)1 << 30) /* bytes written at most */

/* The context stack, innermost first; it lives on the C stack. */
struct context {
    const cJSON *value;
    const struct context *outer;
};

/* The indentation of standalone partials inside each other, innermost first. */
struct indent {
    struct tw_slice blanks;
    const struct indent *outer;
};

/* What a range of nodes is rendered in. */
struct scope {
    const struct tw_mustache *mustache;
    const struct context *context;
    const struct indent *indent; /* NULL: none */
    unsigned tag_line;           /* in a partial: the line of the outermost template's partial tag; else 0 */
    unsigned depth;
};

/* A partial that was asked for: parsed once, and remembered also when there is none (no text). */
struct partial {
    struct partial *next;
    struct tw_mustache mustache;
    char name[];
};

struct renderer {
    const struct tw_mustache_options *options;
    struct tw_text *out;
    struct tw_error *error;
    struct partial *partials;
    size_t start; /* length of *out before the rendering */
    unsigned steps;
    struct tw_line_map *map; /* may be NULL */
    size_t map_capacity;
    bool in_line; /* the last byte written was no newline */
};

static int render_nodes(struct renderer *renderer, const struct scope *scope, size_t from, size_t to);

static int fail_memory(struct renderer *renderer)
{
    return tw_fail(renderer->error, TW_MEMORY, "out of memory while rendering a template");
}

#define FAIL(renderer, scope, node, ...)                                                                     \
    tw_fail_in_text((renderer)->error, TW_INPUT, (scope)->mustache->file, (scope)->mustache->text.data,      \
                    (scope)->mustache->text.length, (node)->offset, __VA_ARGS__)

/* ---- names ---- */

static const cJSON *member(const cJSON *object, struct tw_slice key)
{
    if (!cJSON_IsObject(object)) return NULL;
    const cJSON *item = object->child;
    while (item && (strncmp(item->string, key.data, key.length) != 0 || item->string[key.length]))
        item = item->next;
    return item;
}

/* Cuts the part before the first '.' off the front of a dotted name. */
static struct tw_slice next_part(struct tw_slice *name)
{
    const char *dot = memchr(name->data, '.', name->length);
    struct tw_slice part = {name->data, dot ? (size_t)(dot - name->data) : name->length};
    size_t used = part.length + (dot != NULL);
    name->data = dot ? name->data + used : NULL;
    name->length -= used;
    return part;
}

/* The first part is searched for through the stack,
 * every other part only in what the one before it is. NULL: unknown. */
static const cJSON *lookup(const struct context *context, struct tw_slice name)
{
    if (name.length == 1 && *name.data == '.') return context->value;
    struct tw_slice part = next_part(&name);
    const cJSON *value = NULL;
    for (; context && !value; context = context->outer) value = member(context->value, part);
    while (value && name.data) value = member(value, next_part(&name));
    return value;
}

static int find_value(struct renderer *renderer, const struct scope *scope,
                      const struct tw_mustache_node *node, const cJSON **value)
{
    *value = lookup(scope->context, node->name);
    if (*value || !renderer->options->strict) return TW_OK;
    return FAIL(renderer, scope, node, "unknown variable '%.*s'", TW_SHOW(node->name));
}

/* ---- output ---- */

static void add_line(struct renderer *renderer, unsigned line)
{
    struct tw_line_map *map = renderer->map;
    unsigned *lines = tw_grow(map->lines, map->count, &renderer->map_capacity, sizeof *lines);
    if (!lines) {
        tw_text_fail(renderer->out);
        return;
    }
    map->lines = lines;
    map->lines[map->count++] = line;
}

/* What was written since `from` came from `node`: so did the lines that begin in it. */
static void map_lines(struct renderer *renderer, const struct scope *scope,
                      const struct tw_mustache_node *node, size_t from)
{
    const struct tw_text *out = renderer->out;
    while (renderer->map && from < out->length) {
        if (!renderer->in_line) add_line(renderer, scope->tag_line ? scope->tag_line : node->line);
        const char *newline = memchr(out->data + from, '\n', out->length - from);
        renderer->in_line = !newline;
        from = newline ? (size_t)(newline - out->data) + 1 : out->length;
    }
}

static void add_indent(struct tw_text *out, const struct indent *indent)
{
    if (!indent) return;
    add_indent(out, indent->outer);
    tw_text_add_bytes(out, indent->blanks.data, indent->blanks.length);
}

static void add_string(struct tw_text *out, const char *string, bool html)
{
    if (html) {
        tw_escape_html(out, string);
    } else {
        tw_text_add(out, string);
    }
}

/* null prints nothing; true, false, lists and objects print as JSON. */
static void add_value(struct tw_text *out, const cJSON *value, bool html)
{
    if (!value || cJSON_IsNull(value)) return;
    if (cJSON_IsNumber(value)) {
        tw_text_add_number(out, value->valuedouble);
    } else if (value->valuestring) {
        add_string(out, value->valuestring, html);
    } else {
        char *json = cJSON_PrintUnformatted(value);
        if (json) add_string(out, json, html);
        if (!json) tw_text_fail(out);
        cJSON_free(json);
    }
}

/* ---- tags ---- */

static int check_depth(struct renderer *renderer, const struct scope *scope,
                       const struct tw_mustache_node *node)
{
    if (scope->depth < TW_MUSTACHE_DEPTH) return TW_OK;
    return FAIL(renderer, scope, node, "sections and partials are nested more than %u deep",
                TW_MUSTACHE_DEPTH);
}

static int render_value(struct renderer *renderer, const struct scope *scope,
                        const struct tw_mustache_node *node)
{
    const cJSON *value;
    int code = find_value(renderer, scope, node, &value);
    if (code) return code;
    if (renderer->options->strict && (cJSON_IsArray(value) || cJSON_IsObject(value))) {
        return FAIL(renderer, scope, node, "'%.*s' is %s, not a value to print", TW_SHOW(node->name),
                    cJSON_IsArray(value) ? "a list" : "an object");
    }
    size_t from = renderer->out->length;
    add_value(renderer->out, value,
              renderer->options->escape == TW_ESCAPE_HTML && node->op == TW_MUSTACHE_VALUE);
    map_lines(renderer, scope, node, from);
    return TW_OK;
}

/* As in the specification's data model: 0 and "" are values like any other. */
static bool is_falsy(const cJSON *value)
{
    return !value || cJSON_IsFalse(value) || cJSON_IsNull(value) || (cJSON_IsArray(value) && !value->child);
}

static int render_section(struct renderer *renderer, const struct scope *scope,
                          const struct tw_mustache_node *node)
{
    const cJSON *value;
    int code = find_value(renderer, scope, node, &value);
    if (code || is_falsy(value)) return code;
    code = check_depth(renderer, scope, node);
    bool list = cJSON_IsArray(value);
    size_t first = (size_t)(node - scope->mustache->nodes) + 1;
    for (const cJSON *item = list ? value->child : value; item && code == TW_OK;
         item = list ? item->next : NULL) {
        struct context inner = {item, scope->context};
        struct scope body = *scope;
        body.context = &inner;
        body.depth++;
        code = render_nodes(renderer, &body, first, node->other + 1);
    }
    return code;
}

/* Sets *next past the section when there is nothing to render. */
static int render_inverted(struct renderer *renderer, const struct scope *scope,
                           const struct tw_mustache_node *node, size_t *next)
{
    const cJSON *value;
    int code = find_value(renderer, scope, node, &value);
    if (!is_falsy(value)) *next = node->other + 1;
    return code;
}

static struct partial *known_partial(const struct renderer *renderer, struct tw_slice name)
{
    struct partial *partial = renderer->partials;
    while (partial && (strncmp(partial->name, name.data, name.length) != 0 || partial->name[name.length])) {
        partial = partial->next;
    }
    return partial;
}

/* Asks for a partial and parses it. */
static int load_partial(struct renderer *renderer, struct tw_slice name, struct partial **loaded)
{
    const struct tw_partials *provider = renderer->options->partials;
    struct partial *partial = calloc(1, sizeof *partial + name.length + 1);
    if (!partial) return fail_memory(renderer);
    memcpy(partial->name, name.data, name.length);
    partial->next = renderer->partials;
    renderer->partials = *loaded = partial;
    size_t length = 0;
    const char *text = provider ? provider->find(provider->context, partial->name, &length) : NULL;
    return text ? tw_mustache_parse(partial->name, text, length, &partial->mustache, renderer->error) : TW_OK;
}

static int render_loaded(struct renderer *renderer, const struct scope *scope,
                         const struct tw_mustache_node *node, const struct partial *partial)
{
    int code = check_depth(renderer, scope, node);
    if (code) return code;
    struct indent indent = {node->indent, scope->indent};
    struct scope inner = {.mustache = &partial->mustache,
                          .context = scope->context,
                          .indent = node->standalone ? &indent : NULL,
                          .tag_line = scope->tag_line ? scope->tag_line : node->line,
                          .depth = scope->depth + 1};
    return render_nodes(renderer, &inner, 0, partial->mustache.count);
}

static void note_inclusion(struct renderer *renderer, const struct scope *scope,
                           const struct tw_mustache_node *node)
{
    struct tw_text note = {0};
    tw_text_addf(&note, "  in partial '%.*s', included by %s:%u\n", TW_SHOW(node->name),
                 scope->mustache->file, node->line);
    char *line = tw_text_take(&note);
    tw_error_add_detail(renderer->error, line);
    free(line);
}

static int render_partial(struct renderer *renderer, const struct scope *scope,
                          const struct tw_mustache_node *node)
{
    struct partial *partial = known_partial(renderer, node->name);
    int code = partial ? TW_OK : load_partial(renderer, node->name, &partial);
    if (code == TW_OK && !partial->mustache.text.data) {
        if (!renderer->options->strict) return TW_OK;
        return FAIL(renderer, scope, node, "unknown partial '%.*s'", TW_SHOW(node->name));
    }
    if (code == TW_OK) code = render_loaded(renderer, scope, node, partial);
    if (code && !scope->tag_line) note_inclusion(renderer, scope, node);
    return code;
}

static void write_text(struct renderer *renderer, const struct scope *scope,
                       const struct tw_mustache_node *node)
{
    size_t from = renderer->out->length;
    if (node->first) add_indent(renderer->out, scope->indent);
    if (node->op == TW_MUSTACHE_TEXT) tw_text_add_bytes(renderer->out, node->name.data, node->name.length);
    map_lines(renderer, scope, node, from);
}

static int check_limits(struct renderer *renderer, const struct scope *scope,
                        const struct tw_mustache_node *node)
{
    if (renderer->out->failed) return fail_memory(renderer);
    if (++renderer->steps <= STEP_LIMIT && renderer->out->length - renderer->start <= OUTPUT_LIMIT)
        return TW_OK;
    return FAIL(renderer, scope, node, "the rendering is longer than %zu MiB or %u tags", OUTPUT_LIMIT >> 20,
                STEP_LIMIT);
}

static int render_node(struct renderer *renderer, const struct scope *scope,
                       const struct tw_mustache_node *node, size_t *next)
{
    int code = check_limits(renderer, scope, node);
    if (code) return code;
    write_text(renderer, scope, node);
    switch (node->op) {
    case TW_MUSTACHE_TEXT:
    case TW_MUSTACHE_END:
        return TW_OK;
    case TW_MUSTACHE_VALUE:
    case TW_MUSTACHE_RAW:
        return render_value(renderer, scope, node);
    case TW_MUSTACHE_SECTION:
        *next = node->other + 1;
        return render_section(renderer, scope, node);
    case TW_MUSTACHE_INVERTED:
        return render_inverted(renderer, scope, node, next);
    case TW_MUSTACHE_PARTIAL:
        return render_partial(renderer, scope, node);
    }
    return TW_OK;
}

static int render_nodes(struct renderer *renderer, const struct scope *scope, size_t from, size_t to)
{
    int code = TW_OK;
    while (code == TW_OK && from < to) {
        const struct tw_mustache_node *node = &scope->mustache->nodes[from++];
        code = render_node(renderer, scope, node, &from);
    }
    return code;
}

static void free_partials(struct partial *partial)
{
    while (partial) {
        struct partial *next = partial->next;
        tw_mustache_free(&partial->mustache);
        free(partial);
        partial = next;
    }
}

int tw_mustache_render(const char *file, const char *text, size_t length, const cJSON *data,
                       const struct tw_mustache_options *options, struct tw_text *out,
                       struct tw_line_map *map, struct tw_error *error)
{
    assert(file && text && data && options && out);
    if (map) *map = (struct tw_line_map){0};
    struct renderer renderer = {
        .options = options, .out = out, .error = error, .start = out->length, .map = map};
    struct tw_mustache mustache;
    struct context root = {data, NULL};
    struct scope scope = {.mustache = &mustache, .context = &root};
    int code = tw_mustache_parse(file, text, length, &mustache, error);
    if (code == TW_OK) code = render_nodes(&renderer, &scope, 0, mustache.count);
    if (code == TW_OK && out->failed) code = fail_memory(&renderer);
    if (code && map) {
        free(map->lines);
        *map = (struct tw_line_map){0};
    }
    tw_mustache_free(&mustache);
    free_partials(renderer.partials);
    return code;
}
