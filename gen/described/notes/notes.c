/* Parameters that nothing uses, and numbers that nobody gives. */
#include "gen/described/notes/notes.h"

#include <inttypes.h>
#include <string.h>

#include "base/described/source_scan.h"
#include "base/file.h"
#include "gen/described/argument_parts.h"
#include "gen/described/parts.h"

/* ---- words ---- */

/* Which fields a text mentions: bit f. */
struct mentions {
    const struct tw_description *description;
    uint64_t used;
    bool pastes; /* the text makes one word of two, by ## */
    /* Bit n, of each field: a word is the first n letters of its name; is all but these. */
    uint64_t begins[TW_MAX_FIELDS], ends[TW_MAX_FIELDS];
};

static void note_part(struct mentions *mentions, unsigned f, const char *word, size_t length)
{
    const char *name = mentions->description->names[f];
    const size_t whole = strlen(name);
    if (length >= whole || whole > 64) return;
    if (memcmp(name, word, length) == 0) mentions->begins[f] |= UINT64_C(1) << length;
    if (memcmp(name + whole - length, word, length) == 0)
        mentions->ends[f] |= UINT64_C(1) << (whole - length);
}

static void note_word(struct mentions *mentions, const char *word, size_t length)
{
    for (unsigned f = 0; f < mentions->description->field_count; f++) {
        const char *name = mentions->description->names[f];
        if (strlen(name) == length && memcmp(name, word, length) == 0) mentions->used |= UINT64_C(1) << f;
        note_part(mentions, f, word, length);
    }
}

/* Whether ## may make the name of two words; a number at its end may come from anywhere. */
static bool may_be_pasted(const struct mentions *mentions, unsigned f)
{
    const char *name = mentions->description->names[f];
    size_t digits = strlen(name);
    while (digits && strchr("0123456789", name[digits - 1])) digits--;
    const uint64_t numbers = digits < strlen(name) && digits < 64 ? UINT64_C(1) << digits : 0;
    return mentions->pastes && (mentions->begins[f] & (mentions->ends[f] | numbers));
}

/* is_code: comments and strings mention nothing. */
static void note_text(struct mentions *mentions, const char *at, bool is_code)
{
    while (*at) {
        const size_t word = tw_source_word(at), comment = is_code ? tw_source_comment(at) : 0,
                     string = is_code && !comment ? tw_source_string(at) : 0;
        mentions->pastes |= is_code && at[0] == '#' && at[1] == '#';
        if (word && !string) note_word(mentions, at, word);
        at += comment ? comment : string ? string : word ? word : 1;
    }
}

/* ---- where they may stand ---- */

static void note_header(void *context, const char *path)
{
    struct tw_text text = {0};
    if (!tw_file_read(path, &text, NULL)) note_text(context, tw_text_string(&text), true);
    tw_text_free(&text);
}

/* Members that hold no expressions: names, files, and words for people. */
static bool is_silent(const char *key)
{
    static const char *const silent[] = {"name",    "help",    "source",   "include", "problem", "parameters",
                                         "roles",   "library", "file",     "files",   "variant", "symbol",
                                         "address", "else",    "function", NULL};
    size_t i = 0;
    while (key && silent[i] && strcmp(silent[i], key) != 0) i++;
    return key && silent[i];
}

/* Expressions are strings; "define" may list names, which uses none of them. */
static void note_expressions(struct mentions *mentions, const cJSON *node)
{
    for (const cJSON *item = node->child; item; item = item->next) {
        const bool lists_names = item->string && strcmp(item->string, "define") == 0 && cJSON_IsArray(item);
        if (is_silent(item->string) || lists_names) continue;
        if (cJSON_IsString(item)) note_text(mentions, item->valuestring, false);
        note_expressions(mentions, item);
    }
}

/* The source mentions macros and variables of a template; other fields that it calls by their names are none of the description's. */
static uint64_t used_by_source(const struct tw_description *description)
{
    const struct tw_described_program *program = &description->program;
    struct mentions source = {.description = description};
    uint64_t used = 0;
    note_text(&source, program->text, !program->is_template);
    tw_description_headers(description, note_header, &source);
    for (unsigned f = 0; f < description->field_count; f++) {
        const bool reaches_source = description->field[f].is_macro || program->is_template;
        const bool is_found = source.used >> f & 1u || may_be_pasted(&source, f);
        if (reaches_source && is_found) used |= UINT64_C(1) << f;
    }
    return used;
}

static bool is_unused(const struct tw_description *description, uint64_t used, unsigned f)
{
    return description->field[f].is_parameter && !(used >> f & 1u);
}

/* "A", "A and B", "A, B and C" */
static void add_name(const char *name, unsigned number, unsigned count, struct tw_text *text)
{
    tw_text_addf(text, "%s%s", !number ? "" : number + 1 == count ? " and " : ", ", name);
}

void tw_description_unused(const struct tw_description *description, struct tw_text *text)
{
    struct mentions mentions = {.description = description};
    unsigned count = 0, number = 0;
    if (description->program.includes.unresolved) return;
    note_expressions(&mentions, description->node);
    const uint64_t used = mentions.used | used_by_source(description);
    for (unsigned f = 0; f < description->field_count; f++) count += is_unused(description, used, f);
    if (!count) return;
    tw_text_addf(text, "nothing uses the parameter%s ", count > 1 ? "s" : "");
    for (unsigned f = 0; f < description->field_count; f++)
        if (is_unused(description, used, f)) add_name(description->names[f], number++, count, text);
    tw_text_addf(text, " of %s: neither %s and its headers, nor its options, nor an expression",
                 description->family.name, description->program.name);
}

/* ---- numbers ---- */

/* A parameter passed by value, or a symbol of one element. */
static bool is_unsaid(const struct tw_described_given *given)
{
    const struct tw_described_argument *holds = given->holds;
    const bool is_number = given->kind == TW_SCALAR ||
                           (given->kind == TW_SYMBOL && holds->count == 1 && !holds->counted.expression);
    return is_number && !holds->is_passed && !holds->has_fill && !holds->has_value &&
           holds->role == TW_ROLE_INPUT;
}

/* What it is filled with: an integer, whatever its type is; the first component of a vector. */
static int64_t filled_with(const struct tw_described_argument *holds)
{
    struct tw_described_argument number = *holds;
    int64_t value = 0;
    number.type = TW_INT64;
    tw_described_fill(&number, 1, (unsigned char *)&value, NULL); /* small integers cannot fail */
    return value;
}

void tw_description_unsaid(const struct tw_description *description, struct tw_text *text)
{
    unsigned count = 0, number = 0;
    for (unsigned i = 0; i < description->argument_count; i++) count += is_unsaid(&description->arguments[i]);
    if (!count) return;
    tw_text_add(text, "checks and times give a small integer for ");
    for (unsigned i = 0; i < description->argument_count; i++) {
        const struct tw_described_given *given = &description->arguments[i];
        if (!is_unsaid(given)) continue;
        add_name(given->name, number++, count, text);
        tw_text_addf(text, " (%" PRId64 ")", filled_with(given->holds));
    }
    tw_text_addf(text, ", as no \"value\" or \"fill\" says what %s", count > 1 ? "they are" : "it is");
}
