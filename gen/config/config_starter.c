/* A config to begin with: what the family's starter says, explained by "$comment" from the family's table. */
#include <inttypes.h>
#include <string.h>

#include "gen/config/config.h"
#include "gen/config/config_value.h"

#include "base/escape.h"

#define WIDTH 79 /* columns of a line, as far as words can be broken */

/* A list of texts that is being written: one a line. */
struct notes {
    struct tw_text *config;
    size_t indent; /* of the lines */
    bool any;
};

static void add_line(struct notes *notes, const char *line)
{
    tw_text_add(notes->config, notes->any ? ",\n" : "\n");
    tw_text_add_repeat(notes->config, ' ', notes->indent);
    tw_escape_json(notes->config, line);
    notes->any = true;
}

/* The words, in lines of which all but the first are indented. */
static void add_paragraph(struct notes *notes, const char *words)
{
    size_t room = WIDTH - notes->indent - strlen("\"\",");
    struct tw_text line = {0};
    bool begun = false; /* a word stands in the line */
    while (*words) {
        size_t word = strcspn(words, " ");
        if (begun && line.length + 1 + word > room) {
            add_line(notes, tw_text_part(notes->config, &line));
            tw_text_clear(&line);
            tw_text_add(&line, "  ");
            begun = false;
        }
        tw_text_addf(&line, "%s%.*s", begun ? " " : "", (int)word, words);
        begun = true;
        words += word + strspn(words + word, " ");
    }
    add_line(notes, tw_text_part(notes->config, &line));
    tw_text_free(&line);
}

static struct notes begin_notes(struct tw_text *config, size_t indent)
{
    tw_text_add_repeat(config, ' ', indent);
    tw_text_add(config, "\"$comment\": [");
    return (struct notes){.config = config, .indent = indent + 2};
}

static void end_notes(struct notes *notes, const char *after)
{
    tw_text_addf(notes->config, "]%s\n", after);
}

/* "0 to 100, default" */
static void add_values(const struct tw_field_info *field, struct tw_text *text)
{
    bool is_number = field->kind == TW_FIELD_INT;
    if (field->is_real) {
        tw_text_add(text, "a number");
        return;
    }
    if (is_number) tw_text_addf(text, "%" PRId64 " to %" PRId64, field->low, field->high);
    for (size_t i = 0; field->words && field->words[i]; i++)
        tw_text_addf(text, "%s%s", i || is_number ? ", " : "", field->words[i]);
    if (field->kind == TW_FIELD_TEXT)
        tw_text_add(text, field->words && !tw_field_may_be_empty(field) ? ", or a text" : "a text");
}

static void add_fallback(const struct tw_field_info *field, struct tw_text *text)
{
    if (field->required) {
        tw_text_add(text, "required");
        return;
    }
    struct tw_field_value value = tw_field_value_of(field, field->fallback_help ? 0 : field->fallback);
    tw_text_add(text, "when left out ");
    if (field->fallback_help)
        tw_text_add(text, field->fallback_help);
    else if (value.is_word && !*value.text)
        tw_text_add(text, "none");
    else
        tw_field_value_add(&value, text);
}

/* "IPAD: elements added to every row of the tile (0 to 1024; when left out 0)" */
static void add_field(struct notes *notes, const struct tw_field_info *field)
{
    struct tw_text text = {0};
    tw_text_addf(&text, "%s: %s (", field->key, field->help);
    add_values(field, &text);
    tw_text_add(&text, "; ");
    add_fallback(field, &text);
    tw_text_add_char(&text, ')');
    add_paragraph(notes, tw_text_part(notes->config, &text));
    tw_text_free(&text);
}

static bool mentions(const char *members, const char *key)
{
    size_t length = strlen(key);
    for (const char *found = members; (found = strstr(found, key)); found++) {
        if (found > members && found[-1] == '"' && strncmp(found + length, "\":", 2) == 0) return true;
    }
    return false;
}

bool tw_starter_uses(const struct tw_starter *starter, const char *key)
{
    bool uses = mentions(starter->defaults, key);
    for (const struct tw_starter_variant *variant = starter->variants; variant->name; variant++)
        uses = uses || mentions(variant->members, key);
    return uses;
}

/* The fields that the config gives, each with its help; the names of the others. */
static void add_fields(const struct tw_family *family, struct notes *notes)
{
    struct tw_text others = {0};
    for (unsigned f = 0; f < family->field_count; f++) {
        const struct tw_field_info *field = &family->fields[f];
        if (tw_starter_uses(family->starter, field->key))
            add_field(notes, field);
        else
            tw_text_addf(&others, "%s%s", others.length ? ", " : "There are also: ", field->key);
    }
    tw_text_addf(&others, "%stilewright schema --fields=%s explains all.", others.length ? "; " : "",
                 family->name);
    add_paragraph(notes, tw_text_part(notes->config, &others));
    tw_text_free(&others);
}

static void add_introduction(const struct tw_family *family, struct notes *notes)
{
    struct tw_text what = {0};
    tw_text_addf(&what, "The kernel family %s: %s.", family->name, family->help);
    add_paragraph(notes, tw_text_part(notes->config, &what));
    add_line(notes, "tilewright run FILE generates, compiles, launches and checks all of it;");
    add_line(notes, "gen FILE writes the sources, sweep FILE searches for the best variant.");
    add_line(notes, "Notes such as this one may stand in any object; nothing reads them.");
    tw_text_free(&what);
}

static void add_variants(const struct tw_starter *starter, struct tw_text *config)
{
    for (const struct tw_starter_variant *variant = starter->variants; variant->name; variant++) {
        bool last = !variant[1].name;
        tw_text_addf(config, "    {\n      \"$comment\": ");
        tw_escape_json(config, variant->comment);
        tw_text_addf(config, ",\n      \"name\": \"%s\"%s%s\n    }%s\n", variant->name,
                     *variant->members ? ",\n      " : "", variant->members, last ? "" : ",");
    }
}

void tw_config_starter(const struct tw_family *family, struct tw_text *config)
{
    tw_text_add(config, "{\n");
    struct notes notes = begin_notes(config, 2);
    add_introduction(family, &notes);
    end_notes(&notes, ",");
    tw_text_addf(config, "  \"tilewright\": 1,\n  \"kernel\": \"%s\",\n  \"defaults\": {\n", family->name);
    notes = begin_notes(config, 4);
    add_line(&notes, "What holds for every variant that does not say it itself.");
    add_fields(family, &notes);
    end_notes(&notes, ",");
    tw_text_addf(config, "    %s\n  },\n  \"variants\": [\n", family->starter->defaults);
    add_variants(family->starter, config);
    tw_text_add(config, "  ]\n}\n");
}
