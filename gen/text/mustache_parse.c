/*
 * The grammar, with the delimiters OPEN and CLOSE, "{{" and "}}" until a tag sets others:
 *
 *     template  = { text | tag }
 *     tag       = OPEN { blank } [ kind ] { blank } name { blank } CLOSE
 *               | OPEN { blank } "{" { blank } name { blank } "}" CLOSE
 *               | OPEN { blank } "!" anything CLOSE
 *               | OPEN { blank } "=" { blank } delimiter blank { blank } delimiter { blank } "=" CLOSE
 *     kind      = "&" | "#" | "^" | "/" | ">"      (raw, section, inverted, end, partial)
 *     name      = one or more characters, none of them blank or control
 *     delimiter = the same without "="
 *
 * A tag that prints nothing by itself (all but variables) and stands alone on its line, blanks aside, takes
 * the whole line with it: that tag is called standalone.
 */
#include "gen/text/mustache_parse.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"

#define NO_SECTION ((size_t)-1)

struct parser {
    struct tw_mustache *out;
    struct tw_error *error;
    struct tw_slice open, close; /* the delimiters */
    size_t position;             /* everything before it has become nodes */
    unsigned line;               /* of the position */
    size_t section;              /* the innermost open section; its `other` is the one around it */
    unsigned depth;              /* how many are open */
};

/* clang-format off */
static const struct kind {
    char sign, twin; /* what stands behind OPEN and, with some, before CLOSE           */
    bool silent;     /* prints nothing by itself, so it is standalone when it is alone */
    enum tw_mustache_op op;
} kinds[] = {
    {'\0', '\0', false, TW_MUSTACHE_VALUE}, /* what has no sign of the others */
    {'&',  '\0', false, TW_MUSTACHE_RAW},
    {'{',  '}',  false, TW_MUSTACHE_RAW},
    {'#',  '\0', true,  TW_MUSTACHE_SECTION},
    {'^',  '\0', true,  TW_MUSTACHE_INVERTED},
    {'/',  '\0', true,  TW_MUSTACHE_END},
    {'>',  '\0', true,  TW_MUSTACHE_PARTIAL},
    {'!',  '\0', true,  TW_MUSTACHE_TEXT}, /* these two leave an empty text */
    {'=',  '=',  true,  TW_MUSTACHE_TEXT},
};
/* clang-format on */

/* A tag as found in the text; `name` is what stands between the signs, blanks trimmed. */
struct tag {
    size_t start, end;
    const struct kind *kind;
    struct tw_slice name;
    bool standalone;
    size_t line_start, line_end; /* of a standalone tag: what it takes with it */
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static bool is_space(char c)
{
    return is_blank(c) || c == '\n' || c == '\r' || c == '\v' || c == '\f';
}

static struct tw_slice trim(struct tw_slice slice)
{
    while (slice.length && is_space(slice.data[0])) {
        slice.data++;
        slice.length--;
    }
    while (slice.length && is_space(slice.data[slice.length - 1])) slice.length--;
    return slice;
}

/* Cuts the first run of characters that are no space off the front of *rest. */
static struct tw_slice next_word(struct tw_slice *rest)
{
    *rest = trim(*rest);
    struct tw_slice word = {rest->data, 0};
    while (word.length < rest->length && !is_space(word.data[word.length])) word.length++;
    rest->data += word.length;
    rest->length -= word.length;
    return word;
}

static bool is_word(struct tw_slice slice)
{
    for (size_t i = 0; i < slice.length; i++) {
        unsigned char c = (unsigned char)slice.data[i];
        if (c <= 0x20 || c == 0x7F) return false;
    }
    return slice.length > 0;
}

/* Offset of `needle` at or after `from`; the text's length when it is not there. */
static size_t find(struct tw_slice text, size_t from, struct tw_slice needle)
{
    const char *found = memmem(text.data + from, text.length - from, needle.data, needle.length);
    return found ? (size_t)(found - text.data) : text.length;
}

#define FAIL(parser, offset, ...)                                                                            \
    tw_fail_in_text((parser)->error, TW_INPUT, (parser)->out->file, (parser)->out->text.data,                \
                    (parser)->out->text.length, offset, __VA_ARGS__)

static int add_node(struct parser *parser, struct tw_mustache_node node)
{
    struct tw_mustache *out = parser->out;
    struct tw_mustache_node *nodes = tw_grow(out->nodes, out->count, &out->capacity, sizeof *nodes);
    if (!nodes) return tw_fail_at(parser->error, TW_MEMORY, out->file, 0, 0, "out of memory");
    out->nodes = nodes;
    node.line = parser->line;
    node.first = !node.standalone && (node.offset == 0 || out->text.data[node.offset - 1] == '\n');
    out->nodes[out->count++] = node;
    return TW_OK;
}

/* Moves the position to `to`, counting lines. */
static void advance(struct parser *parser, size_t to)
{
    const char *text = parser->out->text.data;
    for (size_t i = parser->position; i < to; i++) parser->line += text[i] == '\n';
    parser->position = to;
}

/* The text up to `end`, one node a line. */
static int add_text(struct parser *parser, size_t end)
{
    const char *text = parser->out->text.data;
    int code = TW_OK;
    while (code == TW_OK && parser->position < end) {
        size_t start = parser->position;
        const char *newline = memchr(text + start, '\n', end - start);
        size_t stop = newline ? (size_t)(newline - text) + 1 : end;
        code = add_node(parser, (struct tw_mustache_node){.op = TW_MUSTACHE_TEXT,
                                                          .offset = start,
                                                          .name = {text + start, stop - start}});
        advance(parser, stop);
    }
    return code;
}

static const struct kind *find_kind(char sign)
{
    for (size_t i = 1; i < sizeof kinds / sizeof *kinds; i++) {
        if (kinds[i].sign == sign) return &kinds[i];
    }
    return &kinds[0];
}

/* Offset of the CLOSE that ends a tag: the next, or the next with `twin` before it.
 * The text's length if none does. */
static size_t find_close(const struct parser *parser, size_t from, char twin)
{
    struct tw_slice text = parser->out->text;
    size_t at = find(text, from, parser->close);
    while (twin && at < text.length && (at == from || text.data[at - 1] != twin)) {
        at = find(text, at + 1, parser->close);
    }
    return at;
}

static int scan_tag(const struct parser *parser, struct tag *tag)
{
    struct tw_slice text = parser->out->text;
    size_t from = tag->start + parser->open.length;
    while (from < text.length && is_space(text.data[from])) from++;
    tag->kind = find_kind(from < text.length ? text.data[from] : '\0');
    from += tag->kind->sign != '\0';
    size_t at = find_close(parser, from, tag->kind->twin);
    if (at == text.length) {
        return FAIL(parser, tag->start, "the tag is never closed: '%.1s%.*s' is missing", &tag->kind->twin,
                    TW_SHOW(parser->close));
    }
    tag->end = at + parser->close.length;
    tag->name = trim((struct tw_slice){text.data + from, at - (tag->kind->twin != '\0') - from});
    return TW_OK;
}

/* Fills in the standalone part: nothing but blanks beside a silent tag on its line. */
static void find_line(const struct parser *parser, struct tag *tag)
{
    struct tw_slice text = parser->out->text;
    size_t start = tag->start, end = tag->end;
    while (start > parser->position && is_blank(text.data[start - 1])) start--;
    while (end < text.length && is_blank(text.data[end])) end++;
    bool begins = start == 0 || text.data[start - 1] == '\n';
    bool crlf = end + 1 < text.length && text.data[end] == '\r' && text.data[end + 1] == '\n';
    bool ends = end == text.length || crlf || text.data[end] == '\n';
    tag->standalone = begins && ends && tag->kind->silent;
    tag->line_start = start;
    tag->line_end = end == text.length ? end : end + 1 + crlf;
}

static int set_delimiters(struct parser *parser, const struct tag *tag)
{
    struct tw_slice rest = tag->name, open = next_word(&rest), close = next_word(&rest);
    bool plain = is_word(open) && is_word(close) && !memchr(open.data, '=', open.length) &&
                 !memchr(close.data, '=', close.length);
    if (!plain || trim(rest).length) {
        return FAIL(parser, tag->start, "delimiters are set as {{=OPEN CLOSE=}}: two words without '='");
    }
    parser->open = open;
    parser->close = close;
    return TW_OK;
}

/* Open sections are chained through `other` until their end is known. */
static int open_section(struct parser *parser, struct tw_mustache_node node)
{
    if (parser->depth == TW_MUSTACHE_DEPTH) {
        return FAIL(parser, node.offset, "sections are nested more than %u deep", TW_MUSTACHE_DEPTH);
    }
    node.other = parser->section;
    parser->section = parser->out->count;
    parser->depth++;
    return add_node(parser, node);
}

static bool is_same(struct tw_slice a, struct tw_slice b)
{
    return a.length == b.length && memcmp(a.data, b.data, a.length) == 0;
}

static int close_section(struct parser *parser, struct tw_mustache_node node)
{
    if (parser->section == NO_SECTION) {
        return FAIL(parser, node.offset, "'%.*s' is closed here but was not opened", TW_SHOW(node.name));
    }
    struct tw_mustache_node *section = &parser->out->nodes[parser->section];
    if (!is_same(section->name, node.name)) {
        return FAIL(parser, node.offset, "'%.*s' is closed here, but the open section is '%.*s' of line %u",
                    TW_SHOW(node.name), TW_SHOW(section->name), section->line);
    }
    node.other = parser->section;
    parser->section = section->other;
    section->other = parser->out->count;
    parser->depth--;
    return add_node(parser, node);
}

/* A comment or delimiters: unless standalone it leaves an empty text,
 * as it may begin a line that is indented. */
static int add_nothing(struct parser *parser, const struct tag *tag, struct tw_mustache_node node)
{
    int code = tag->kind->sign == '=' ? set_delimiters(parser, tag) : TW_OK;
    node.name.length = 0;
    return code || tag->standalone ? code : add_node(parser, node);
}

static int add_tag(struct parser *parser, const struct tag *tag)
{
    struct tw_slice indent = {parser->out->text.data + tag->line_start, tag->start - tag->line_start};
    struct tw_mustache_node node = {.op = tag->kind->op,
                                    .standalone = tag->standalone,
                                    .offset = tag->start,
                                    .name = tag->name,
                                    .indent = indent};
    if (node.op == TW_MUSTACHE_TEXT) return add_nothing(parser, tag, node);
    if (!tag->name.length) return FAIL(parser, tag->start, "the tag has no name");
    if (!is_word(tag->name)) {
        return FAIL(parser, tag->start, "a name has no blanks or control characters in it");
    }
    switch (node.op) {
    case TW_MUSTACHE_SECTION:
    case TW_MUSTACHE_INVERTED:
        return open_section(parser, node);
    case TW_MUSTACHE_END:
        return close_section(parser, node);
    default:
        return add_node(parser, node);
    }
}

/* The text up to the next tag and that tag. */
static int parse_tag(struct parser *parser)
{
    struct tag tag = {.start = find(parser->out->text, parser->position, parser->open)};
    if (tag.start == parser->out->text.length) return add_text(parser, tag.start);
    int code = scan_tag(parser, &tag);
    if (code) return code;
    find_line(parser, &tag);
    code = add_text(parser, tag.standalone ? tag.line_start : tag.start);
    if (code == TW_OK) {
        advance(parser, tag.start);
        code = add_tag(parser, &tag);
    }
    advance(parser, tag.standalone ? tag.line_end : tag.end);
    return code;
}

static int check_sections(const struct parser *parser)
{
    if (parser->section == NO_SECTION) return TW_OK;
    const struct tw_mustache_node *section = &parser->out->nodes[parser->section];
    return FAIL(parser, section->offset, "section '%.*s' is never closed", TW_SHOW(section->name));
}

int tw_mustache_parse(const char *file, const char *text, size_t length, struct tw_mustache *mustache,
                      struct tw_error *error)
{
    assert(file && text && mustache);
    *mustache = (struct tw_mustache){.file = file, .text = {text, length}};
    struct parser parser = {.out = mustache,
                            .error = error,
                            .open = {"{{", 2},
                            .close = {"}}", 2},
                            .line = 1,
                            .section = NO_SECTION};
    int code = TW_OK;
    while (code == TW_OK && parser.position < length) code = parse_tag(&parser);
    if (code == TW_OK) code = check_sections(&parser);
    if (code) tw_mustache_free(mustache);
    return code;
}

void tw_mustache_free(struct tw_mustache *mustache)
{
    free(mustache->nodes);
    mustache->nodes = NULL;
    mustache->count = mustache->capacity = 0;
}
