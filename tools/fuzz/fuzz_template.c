/*
 * The template engine on hostile input: template, data and one partial, separated by NUL bytes; the first
 * byte chooses escaping and strictness. Bytes that are no tag must come out as they went in, a rendering must
 * be the same when repeated, and the line map must count the output's lines and name lines that exist.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "gen/text/mustache.h"

struct part {
    const char *text;
    size_t length;
};

static struct part next_part(const char **at, const char *end)
{
    const char *stop = memchr(*at, '\0', (size_t)(end - *at));
    struct part part = {*at, (size_t)((stop ? stop : end) - *at)};
    *at = stop ? stop + 1 : end;
    return part;
}

static const char *find_partial(void *context, const char *name, size_t *length)
{
    const struct part *partial = context;
    if (name[0] == 'x') return NULL;
    *length = partial->length;
    return partial->text;
}

static void expect(bool holds)
{
    if (!holds) abort();
}

static void check_map(const struct tw_text *out, const struct tw_line_map *map, const struct part *tmpl)
{
    size_t lines = out->length > 0 && out->data[out->length - 1] != '\n', last = 1;
    for (size_t i = 0; i < out->length; i++) lines += out->data[i] == '\n';
    for (size_t i = 0; i < tmpl->length; i++) last += tmpl->text[i] == '\n';
    expect(map->count == lines);
    for (size_t i = 0; i < map->count; i++) expect(map->lines[i] >= 1 && map->lines[i] <= last);
}

static bool check(const struct part *tmpl, const cJSON *data, const struct tw_mustache_options *options)
{
    struct tw_text out = {0}, again = {0};
    struct tw_line_map map;
    struct tw_error error = TW_ERROR_INIT;
    int code = tw_mustache_render("t", tmpl->text, tmpl->length, data, options, &out, &map, &error);
    expect(code == (int)error.code);
    expect(code == TW_OK || code == TW_INPUT);
    expect(code == TW_OK || (error.line && error.column && error.detail));
    if (code == TW_OK) check_map(&out, &map, tmpl);
    expect(tw_mustache_render("t", tmpl->text, tmpl->length, data, options, &again, NULL, NULL) == code);
    expect(again.length == out.length && (!out.length || memcmp(again.data, out.data, out.length) == 0));
    bool tags = memmem(tmpl->text, tmpl->length, "{{", 2) != NULL;
    expect(tags || (out.length == tmpl->length && memcmp(tw_text_string(&out), tmpl->text, out.length) == 0));
    free(map.lines);
    tw_text_free(&out);
    tw_text_free(&again);
    tw_error_free(&error);
    return code == TW_OK;
}

bool fuzz_one(const uint8_t *bytes, size_t size)
{
    if (size == 0) return false;
    const char *at = (const char *)bytes + 1, *end = (const char *)bytes + size;
    struct part tmpl = next_part(&at, end), json = next_part(&at, end), partial = next_part(&at, end);
    cJSON *data = cJSON_ParseWithLength(json.text, json.length);
    if (!data) data = cJSON_CreateTrue();
    struct tw_partials partials = {&partial, find_partial};
    struct tw_mustache_options options = {.escape = bytes[0] & 1 ? TW_ESCAPE_HTML : TW_ESCAPE_NONE,
                                          .strict = bytes[0] & 2,
                                          .partials = &partials};
    bool taken = check(&tmpl, data, &options);
    cJSON_Delete(data);
    return taken;
}
