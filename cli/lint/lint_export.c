/* What was found as JSON, and as SARIF for tools of code review. */
#include <string.h>

#include <tilewright/version.h>

#include "base/escape.h"
#include "cli/lint/lint_show.h"

static void add_string(const char *key, const char *value, struct tw_text *out)
{
    tw_text_addf(out, "\"%s\": ", key);
    if (value)
        tw_escape_json(out, value);
    else
        tw_text_add(out, "null");
}

static void add_number(const char *key, uint64_t value, struct tw_text *out)
{
    tw_text_addf(out, "\"%s\": %llu", key, (unsigned long long)value);
}

static void add_counts(const struct tw_lint_line *line, struct tw_text *out)
{
    const struct {
        const char *key;
        uint64_t value;
    } counts[] = {
        {"instructions", line->executed},
        {"shared_requests", line->shared_requests},
        {"shared_wavefronts", line->shared_wavefronts},
        {"shared_ideal", line->shared_ideal},
        {"global_requests", line->global_requests},
        {"global_sectors", line->global_sectors},
        {"global_ideal", line->global_ideal},
        {"global_load_fills", line->global_fills},
    };
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        if (i) tw_text_add(out, ", ");
        add_number(counts[i].key, counts[i].value, out);
    }
}

static void add_message(const struct tw_lint_message *message, struct tw_text *out)
{
    const char *many;
    tw_text_add(out, "{");
    add_string("level", tw_lint_level_word(message->level), out);
    tw_text_add(out, ", ");
    add_string("rule", message->rule, out);
    tw_text_add(out, ", ");
    add_number("line", message->line, out);
    tw_text_add(out, ", ");
    add_number("other_line", message->other, out);
    tw_text_add(out, ", ");
    add_number("cost", message->cost, out);
    tw_text_add(out, ", ");
    add_number("times", message->times, out);
    tw_text_add(out, ", ");
    add_string("unit", tw_lint_unit(message->rule, &many), out);
    tw_text_add(out, ", ");
    add_string("text", message->text, out);
    tw_text_add(out, ", ");
    add_string("advice", message->advice, out);
    tw_text_add(out, "}");
}

void tw_lint_json(const struct tw_lint *lint, struct tw_text *out)
{
    const char *separator = "";
    tw_text_add(out, "{\"tilewright_lint\": 1, ");
    add_string("file", lint->source->path, out);
    tw_text_add(out, ", ");
    add_number("launches", lint->launches, out);
    tw_text_add(out, ",\n \"total\": {");
    add_counts(&lint->total, out);
    tw_text_add(out, "},\n \"messages\": [");
    for (size_t i = 0; i < lint->message_count; i++) {
        tw_text_add(out, i ? ",\n  " : "\n  ");
        add_message(&lint->messages[i], out);
    }
    tw_text_add(out, "],\n \"lines\": [");
    for (unsigned line = 0; line <= lint->source->line_count; line++) {
        if (!lint->lines[line].executed) continue;
        tw_text_addf(out, "%s\n  {\"line\": %u, ", separator, line);
        add_counts(&lint->lines[line], out);
        tw_text_add(out, "}");
        separator = ",";
    }
    tw_text_add(out, "]}\n");
}

static void add_location(const struct tw_lint *lint, unsigned line, struct tw_text *out)
{
    struct tw_text uri = {0};
    tw_escape_uri(&uri, lint->source->path);
    tw_text_add(out, "{\"physicalLocation\": {\"artifactLocation\": {");
    add_string("uri", tw_text_part(out, &uri), out);
    tw_text_free(&uri);
    tw_text_add(out, "}");
    if (line) tw_text_addf(out, ", \"region\": {\"startLine\": %u}", line);
    tw_text_add(out, "}}");
}

static void add_result(const struct tw_lint *lint, const struct tw_lint_message *message, struct tw_text *out)
{
    struct tw_text whole = {0};
    tw_text_add(&whole, message->text);
    if (message->advice) tw_text_addf(&whole, ". To change: %s", message->advice);
    tw_text_add(out, "{");
    add_string("ruleId", message->rule, out);
    tw_text_add(out, ", ");
    add_string("level", tw_lint_level_word(message->level), out);
    tw_text_add(out, ", \"message\": {");
    add_string("text", tw_text_part(out, &whole), out);
    tw_text_add(out, "}, \"locations\": [");
    add_location(lint, message->line, out);
    tw_text_add(out, "]");
    if (message->other) {
        tw_text_add(out, ", \"relatedLocations\": [");
        add_location(lint, message->other, out);
        tw_text_add(out, "]");
    }
    tw_text_add(out, "}");
    tw_text_free(&whole);
}

/* Each rule once. */
static void add_rules(const struct tw_lint *lint, struct tw_text *out)
{
    const char *separator = "";
    for (size_t i = 0; i < lint->message_count; i++) {
        bool known = false;
        for (size_t k = 0; k < i; k++) known |= strcmp(lint->messages[k].rule, lint->messages[i].rule) == 0;
        if (known) continue;
        tw_text_addf(out, "%s{\"id\": \"%s\"}", separator, lint->messages[i].rule);
        separator = ", ";
    }
}

void tw_lint_sarif(const struct tw_lint *lint, struct tw_text *out)
{
    tw_text_add(out,
                "{\"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\", \"version\": \"2.1.0\",\n"
                " \"runs\": [{\"tool\": {\"driver\": {\"name\": \"tilewright\", ");
    add_string("version", TILEWRIGHT_VERSION, out);
    tw_text_add(out, ", \"rules\": [");
    add_rules(lint, out);
    tw_text_add(out, "]}},\n  \"columnKind\": \"unicodeCodePoints\", \"results\": [");
    for (size_t i = 0; i < lint->message_count; i++) {
        tw_text_add(out, i ? ",\n   " : "\n   ");
        add_result(lint, &lint->messages[i], out);
    }
    tw_text_add(out, "]}]}\n");
}
