/*
 * A described kernel's source: a file as it is, behind a block of macros.
 *
 *     // matmul_BM64: of matmul.cu, by tilewright 0.1.0, from matmul.json; m 1024, BM 64
 *     #define BM 64
 *     #line 1 "/tilewright/matmul.cu"
 *     the file
 *
 * or what a template becomes, in which fields stand as variables: it has no #line.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <tilewright/version.h>

#include "base/described/source_folder.h"
#include "base/escape.h"
#include "base/file.h"
#include "gen/cuda_type.h"
#include "gen/described/parts.h"
#include "gen/text/data.h"
#include "gen/text/mustache.h"

/* ---- values as C++ writes them ---- */

/* What CUDA calls an element type; 16-bit floats by the types of their headers. */
static const char *cuda_name(const char *word, size_t length)
{
    for (unsigned i = 0; i < TW_ELEMENT_COUNT; i++) {
        const char *name = tw_element_info((enum tw_element)i)->name;
        if (strlen(name) != length || memcmp(name, word, length) != 0) continue;
        return i == TW_FLOAT16    ? "__half"
               : i == TW_BFLOAT16 ? "__nv_bfloat16"
                                  : tw_cuda_type((enum tw_element)i);
    }
    return NULL;
}

/* With a point or an exponent, so that it stays a double. */
static void add_double(double number, struct tw_text *text)
{
    struct tw_text digits = {0};
    tw_text_add_number(&digits, number);
    const char *shown = tw_text_part(text, &digits);
    tw_text_addf(text, "%s%s", shown, strpbrk(shown, ".e") ? "" : ".0");
    tw_text_free(&digits);
}

static void add_value(const struct tw_expression_value *value, struct tw_text *text)
{
    if (value->kind == TW_EXPRESSION_INTEGER) {
        tw_text_addf(text, "%" PRId64, value->integer);
    } else if (value->kind == TW_EXPRESSION_DOUBLE) {
        add_double(value->number, text);
    } else {
        const char *type = cuda_name(value->word, value->length);
        if (type)
            tw_text_add(text, type);
        else
            tw_text_add_bytes(text, value->word, value->length);
    }
}

void tw_described_add_value(const struct tw_described_values *values, unsigned name, struct tw_text *text)
{
    const struct tw_description *description = values->description;
    if (name < description->field_count && description->fields[name].is_real)
        tw_text_add(text, tw_field_value_of(&description->fields[name], values->field[name]).text);
    else
        add_value(&values->value[name], text);
}

/* ---- entry points ---- */

/* Number of the field or the derived value of that name; -1: it is neither. */
static int find_name(const struct tw_description *description, const char *at, uint32_t length)
{
    int name = tw_expression_find_name(description->names, at, length);
    return name;
}

void tw_described_add_entry(const struct tw_described_values *values, const char *entry, struct tw_text *text)
{
    const char *at = strchr(entry, '<');
    if (!at) at = entry + strlen(entry);
    tw_text_add_bytes(text, entry, (size_t)(at - entry));
    while (*at) {
        const uint32_t length = tw_expression_name_length(at);
        const int name = length ? find_name(values->description, at, length) : -1;
        if (name >= 0)
            tw_described_add_value(values, (unsigned)name, text);
        else
            tw_text_add_bytes(text, at, length ? length : 1);
        at += length ? length : 1;
    }
}

bool tw_described_mentions(const char *text, const char *name)
{
    const size_t length = strlen(name);
    for (const char *at = strstr(text, name); at; at = strstr(at + 1, name)) {
        if ((at == text || !tw_expression_name_length(at - 1)) &&
            strlen(name) == tw_expression_name_length(at))
            return true;
        at += length - 1;
    }
    return false;
}

/* ---- macros ---- */

static bool in_entry(const struct tw_described_launch *launches, unsigned count, const char *key)
{
    bool used = false;
    for (unsigned i = 0; i < count && !used; i++) {
        const char *arguments = launches[i].entry ? strchr(launches[i].entry, '<') : NULL;
        used = (arguments && tw_described_mentions(arguments, key)) ||
               in_entry(launches[i].inner, launches[i].inner_count, key);
    }
    return used;
}

static void define(const char *name, struct tw_text *text)
{
    tw_text_addf(text, "#define %s ", name);
}

static bool is_defined(const struct tw_described_program *program, const char *name)
{
    for (unsigned i = 0; i < program->macro_count; i++) {
        if (strcmp(program->macros[i].name, name) == 0) return true;
    }
    return false;
}

static void add_fields(const struct tw_described_values *values, const struct tw_described_program *program,
                       struct tw_text *text)
{
    const struct tw_description *description = values->description;
    for (unsigned f = 0; f < description->field_count; f++) {
        const char *key = description->names[f];
        const struct tw_described_field *field = &description->field[f];
        if (!program->takes_parameters || !field->is_macro || program->is_template ||
            is_defined(program, key) ||
            (field->is_parameter &&
             in_entry(description->program.launches, description->program.launch_count, key)))
            continue;
        define(key, text);
        tw_described_add_value(values, f, text);
        tw_text_add_char(text, '\n');
    }
}

bool tw_described_add_macros(const struct tw_described_values *values,
                             const struct tw_described_program *program, struct tw_text *text,
                             struct tw_text *reason)
{
    for (unsigned i = 0; i < program->macro_count; i++) {
        const struct tw_described_macro *macro = &program->macros[i];
        struct tw_expression_value value;
        if (!tw_described_evaluate(values, macro->value, macro->name, &value, reason)) return false;
        if (value.kind == TW_EXPRESSION_WORD && !tw_described_is_line(value.word, value.length)) {
            tw_text_addf(reason, "%s: a macro is one line of text", macro->name);
            return false;
        }
        define(macro->name, text);
        add_value(&value, text);
        tw_text_add_char(text, '\n');
    }
    return true;
}

/* ---- what Kernel Tuner offers every source ---- */

static const char *const offered[] = {"block_size_x", "block_size_y", "block_size_z", "grid_size_x",
                                      "grid_size_y",  "grid_size_z",  "kernel_tuner"};
#define OFFERED (sizeof offered / sizeof *offered)

unsigned tw_described_asked(const char *text)
{
    unsigned asked = 0;
    for (size_t i = 0; i < OFFERED; i++) asked |= (unsigned)tw_described_mentions(text, offered[i]) << i;
    return asked;
}

/* Only where the source asks for them, and nobody else says what they are. */
static void add_offered(const struct tw_described_values *values, const struct tw_described_program *program,
                        const struct tw_launch *first, struct tw_text *text)
{
    const uint32_t sizes[OFFERED] = {
        first->block[0], first->block[1], first->block[2], first->grid[0], first->grid[1], first->grid[2], 1};
    for (size_t i = 0; i < OFFERED; i++) {
        if (!(program->asked >> i & 1u) || is_defined(program, offered[i]) ||
            tw_family_field(&values->description->family, offered[i]) >= 0)
            continue;
        define(offered[i], text);
        tw_text_addf(text, "%" PRIu32 "\n", sizes[i]);
    }
}

/* ---- what a kernel is compiled for ---- */

/* A size of the first launch that the source asks for by the name that Kernel Tuner gives it. */
static const struct tw_expression *asked_size(const struct tw_described_program *program, size_t number)
{
    const struct tw_described_launch *first = program->launches;
    while (first->repeat && first->inner_count) first = first->inner;
    if (!(program->asked >> number & 1u) || number >= 6) return NULL;
    return number < 3 ? first->block[number] : first->grid[number - 3];
}

bool tw_described_is_compiled_in(const struct tw_description *description, const bool *changes)
{
    const struct tw_described_program *program = &description->program;
    for (unsigned i = 0; description->names[i]; i++) {
        const char *key = description->names[i];
        const bool is_macro = i < description->field_count && description->field[i].is_macro;
        if (!changes[i]) continue;
        if ((is_macro && program->takes_parameters) ||
            in_entry(program->launches, program->launch_count, key) ||
            (program->is_template && tw_described_mentions(program->text, key)))
            return true;
    }
    for (unsigned i = 0; i < program->macro_count; i++) {
        if (tw_described_changes(description, program->macros[i].value, changes)) return true;
    }
    for (size_t i = 0; i < OFFERED; i++) {
        if (tw_described_changes(description, asked_size(program, i), changes)) return true;
    }
    return false;
}

/* ---- the text ---- */

static void add_title(const struct tw_described_values *values, const struct tw_described_program *program,
                      const char *config, const char *name, struct tw_text *text)
{
    const struct tw_description *description = values->description;
    tw_text_addf(text, "// %s: of ", name);
    tw_escape_code(text, program->name);
    tw_text_add(text, ", by tilewright " TILEWRIGHT_VERSION ", from ");
    tw_escape_code(text, strcmp(config, "-") == 0 ? "standard input" : tw_file_name(config));
    for (unsigned f = 0; f < description->field_count; f++) {
        const struct tw_field_value value = tw_field_value_of(&description->fields[f], values->field[f]);
        tw_text_addf(text, "%s%s ", f ? ", " : "; ", value.key);
        if (value.is_word)
            tw_escape_code(text, value.text);
        else
            tw_text_addf(text, "%" PRId64, value.number);
    }
    tw_text_add_char(text, '\n');
}

/* Template: the fields and derived values are its variables. */
static int render_template(const struct tw_described_values *values,
                           const struct tw_described_program *program, const char *name, struct tw_text *text,
                           struct tw_line_map *map, struct tw_error *error)
{
    const struct tw_description *description = values->description;
    const struct tw_mustache_options options = {.escape = TW_ESCAPE_NONE, .strict = true};
    struct tw_data data = tw_data_new();
    tw_data_string(&data, "name", name);
    for (unsigned i = 0; description->names[i]; i++) {
        struct tw_text value = {0};
        tw_described_add_value(values, i, &value);
        if (values->value[i].kind == TW_EXPRESSION_INTEGER) /* 0 is false to a section */
            tw_data_number_or_false(&data, description->names[i], values->value[i].integer,
                                    values->value[i].integer);
        else
            tw_data_text(&data, description->names[i], &value);
        tw_text_free(&value);
    }
    int code = data.failed ? tw_fail(error, TW_MEMORY, "out of memory")
                           : tw_mustache_render(program->name, program->text, program->length, data.value,
                                                &options, text, map, error);
    tw_data_free(&data);
    return code;
}

static size_t count_lines(const char *text, size_t length)
{
    size_t count = 0;
    for (size_t i = 0; i < length; i++) count += text[i] == '\n';
    return count + (length && text[length - 1] != '\n');
}

/* Lines before the file's own are nobody's; then they are its own, or a template's. */
static int map_lines(struct tw_kernel *kernel, size_t before, const struct tw_line_map *map,
                     struct tw_error *error)
{
    kernel->source_lines = count_lines(kernel->source, kernel->source_length);
    kernel->template_line = calloc(kernel->source_lines + 1, sizeof *kernel->template_line);
    if (!kernel->template_line) return tw_fail(error, TW_MEMORY, "out of memory");
    for (size_t i = before; i < kernel->source_lines; i++)
        kernel->template_line[i] = !map->lines               ? (unsigned)(i - before + 1)
                                   : i - before < map->count ? map->lines[i - before]
                                                             : 0;
    return TW_OK;
}

#define LINE_1 "#line 1 \""

void tw_described_show(const struct tw_kernel *kernel, struct tw_text *text)
{
    struct tw_text from = {0}, to = {0};
    const char *path = kernel->needs ? kernel->needs->path : NULL;
    if (path) {
        tw_text_add(&from, LINE_1 TW_SOURCE_FOLDER);
        tw_escape_code(&from, tw_file_name(path));
        tw_text_add(&to, LINE_1);
        tw_escape_code(&to, path);
        tw_text_add_replaced(text, kernel->source, tw_text_part(text, &from), tw_text_part(text, &to));
    } else {
        tw_text_add_bytes(text, kernel->source, kernel->source_length);
    }
    tw_text_free(&from);
    tw_text_free(&to);
}

/* The file's lines keep their numbers; those of a template's source are told by its map. */
static void add_line(const char *name, struct tw_text *text)
{
    tw_text_add(text, LINE_1 TW_SOURCE_FOLDER);
    tw_escape_code(text, name);
    tw_text_add(text, "\"\n");
}

int tw_described_source(const struct tw_described_values *values, const struct tw_described_program *program,
                        const char *config, struct tw_kernel *kernel, struct tw_error *error)
{
    struct tw_text text = {0}, reason = {0};
    struct tw_line_map map = {0};
    int code = TW_OK;
    add_title(values, program, config, kernel->name, &text);
    add_fields(values, program, &text);
    if (!tw_described_add_macros(values, program, &text, &reason))
        code = tw_fail(error, TW_INPUT, "\"define\" has no value: %s", tw_text_string(&reason));
    add_offered(values, program, &kernel->shape.launches[0], &text);
    if (!program->is_template) add_line(program->name, &text);
    const size_t before = count_lines(tw_text_string(&text), text.length);
    if (!code && program->is_template)
        code = render_template(values, program, kernel->name, &text, &map, error);
    else if (!code)
        tw_text_add_bytes(&text, program->text, program->length);
    kernel->template_name = program->name;
    kernel->needs = &program->needs;
    kernel->source_length = text.length;
    kernel->source = code ? NULL : tw_text_take(&text);
    if (!code && !kernel->source) code = tw_fail(error, TW_MEMORY, "out of memory");
    if (!code) code = map_lines(kernel, before, &map, error);
    free(map.lines);
    tw_text_free(&reason);
    tw_text_free(&text);
    return code;
}

int tw_described_render(const struct tw_variants *variants, const struct tw_variant *variant,
                        struct tw_kernel *kernel, struct tw_error *error)
{
    const struct tw_description *description = variants->family->description;
    struct tw_described_values values;
    struct tw_text reason = {0};
    bool fine = tw_described_values(description, variant->value, &variants->target, &values, &reason);
    tw_text_free(&reason);
    if (!fine) return tw_fail(error, TW_MEMORY, "out of memory"); /* the variant was accepted */
    int code = tw_described_source(&values, &description->program, variants->file, kernel, error);
    return code ? code : tw_described_expect(&values, &variants->target, variants->file, kernel, error);
}
