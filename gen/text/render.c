/* Makes a kernel of a variant: shape, fields and prediction from its family, source from its template. */
#include "gen/text/render.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include <tilewright/version.h>

#include "base/arena.h"
#include "base/escape.h"
#include "gen/described/description.h"
#include "gen/layout/predict.h"
#include "gen/text/data.h"
#include "gen/text/mustache.h"

static void set_fields(const struct tw_family *family, const int64_t *value, struct tw_kernel *kernel)
{
    kernel->fields = tw_shape_array(&kernel->shape, family->field_count, sizeof *kernel->fields);
    if (!kernel->fields) return;
    for (unsigned i = 0; i < family->field_count; i++)
        kernel->fields[i] = tw_field_value_of(&family->fields[i], value[i]);
    kernel->field_count = family->field_count;
}

/* The file without its directories, so that the text does not depend on where the config lies. */
static void add_config_name(const char *file, struct tw_data *data)
{
    const char *slash = strrchr(file, '/');
    struct tw_text name = {0};
    tw_escape_code(&name, strcmp(file, "-") == 0 ? "standard input" : slash ? slash + 1 : file);
    tw_data_text(data, "config", &name);
}

void tw_render_fields(const struct tw_family *family, const int64_t *value, struct tw_data *data)
{
    struct tw_text shape = {0}, swizzled = {0};
    struct tw_layout tile;
    for (unsigned i = 0; i < family->field_count; i++) {
        struct tw_field_value field = tw_field_value_of(&family->fields[i], value[i]);
        if (field.is_word)
            tw_data_string(data, family->fields[i].key, field.text);
        else
            tw_data_number(data, family->fields[i].key, field.number);
    }
    for (unsigned number = 0; tw_family_layout(family, value, number, &tile); number++)
        tw_layout_add_tile(&tile, &shape, &swizzled);
    tw_data_text_or_false(data, "shape", &shape);
    tw_data_text_or_false(data, "swizzled", &swizzled);
}

/* How what nobody gave was chosen. */
static void add_chosen(const struct tw_variants *variants, const int64_t *value, struct tw_data *data)
{
    struct tw_text chosen = {0};
    if (variants->family->chosen) variants->family->chosen(value, &variants->target, &chosen);
    tw_data_text_or_false(data, "chosen", &chosen);
}

/* How the rendering differs from the kernel itself. */
static void add_rendering(const struct tw_kernel *kernel, struct tw_data *data)
{
    struct tw_text text = {0};
    tw_text_add(&text, kernel->rendering->says);
    tw_data_text_or_false(data, "renders", &text);
}

/* The variables that every template has, then those of the family. */
static void describe(const struct tw_variants *variants, const int64_t *value, const struct tw_kernel *kernel,
                     struct tw_data *data)
{
    tw_data_string(data, "name", kernel->name);
    tw_data_string(data, "family", kernel->family);
    tw_data_string(data, "version", TILEWRIGHT_VERSION);
    add_config_name(variants->file, data);
    tw_render_fields(variants->family, value, data);
    add_chosen(variants, value, data);
    add_rendering(kernel, data);
    variants->family->describe(value, kernel->name, kernel->rendering, data);
}

static int render_source(const struct tw_template *tmpl, const cJSON *data, struct tw_kernel *kernel,
                         struct tw_error *error)
{
    const struct tw_partials partials = {NULL, tw_template_partial};
    const struct tw_mustache_options options = {
        .escape = TW_ESCAPE_NONE, .strict = true, .partials = &partials};
    struct tw_line_map map = {0};
    struct tw_text source = {0};
    int code = tw_mustache_render(tmpl->name, tmpl->text, tmpl->length, data, &options, &source, &map, error);
    if (code != TW_OK) {
        tw_text_free(&source);
        return code;
    }
    kernel->template_name = tmpl->name;
    kernel->template_line = map.lines;
    kernel->source_lines = map.count;
    kernel->source_length = source.length;
    kernel->source = tw_text_take(&source);
    return kernel->source ? TW_OK : tw_fail(error, TW_MEMORY, "out of memory");
}

/* A module has one name space: no entry point may have the name of a symbol. */
static int check_names(const struct tw_kernel *kernel, struct tw_error *error)
{
    const struct tw_shape *shape = &kernel->shape;
    size_t stem = strlen(kernel->name);
    for (unsigned i = 0; i < shape->argument_count; i++) {
        const struct tw_argument *symbol = &shape->arguments[i];
        if (symbol->kind != TW_SYMBOL || strncmp(symbol->name, kernel->name, stem) != 0) continue;
        for (unsigned k = 0; k < shape->launch_count; k++) {
            if (strcmp(symbol->name + stem, shape->launches[k].suffix) == 0)
                return tw_fail(error, TW_INPUT, "the name \"%s\" is that of a symbol of the %s family",
                               symbol->name, kernel->family);
        }
    }
    return TW_OK;
}

/* The source of a family's own template, or of the one that is given. */
static int render_family(const struct tw_variants *variants, const struct tw_variant *variant,
                         const struct tw_template *tmpl, struct tw_kernel *kernel, struct tw_error *error)
{
    struct tw_data data = tw_data_new();
    if (!tmpl) tmpl = tw_template_find(variants->family->template_name);
    assert(tmpl);
    int code = check_names(kernel, error);
    if (!code) describe(variants, variant->value, kernel, &data);
    if (!code && data.failed) code = tw_fail(error, TW_MEMORY, "out of memory");
    if (!code) code = render_source(tmpl, data.value, kernel, error);
    tw_data_free(&data);
    return code;
}

int tw_render(const struct tw_variants *variants, const struct tw_variant *variant,
              const struct tw_rendering *rendering, const struct tw_template *tmpl, struct tw_kernel *kernel,
              struct tw_error *error)
{
    const struct tw_family *family = variants->family;
    *kernel =
        (struct tw_kernel){.family = family->name, .rendering = rendering, .name = strdup(variant->name)};
    bool complete = tw_family_shape(family, variant->value, &variants->target, &kernel->shape);
    if (complete) kernel->predicted = tw_predict(family, variant->value, &kernel->shape);
    set_fields(family, variant->value, kernel);
    int code = TW_OK;
    if (!kernel->name || !kernel->predicted || !kernel->fields)
        code = tw_fail(error, TW_MEMORY, "out of memory");
    else if (family->description)
        code = tw_described_render(variants, variant, kernel, error);
    else
        code = render_family(variants, variant, tmpl, kernel, error);
    if (code != TW_OK) tw_kernel_free(kernel);
    return code;
}

/* ---- two in one ---- */

int tw_kernel_join(struct tw_kernel *kernel, struct tw_kernel *second, struct tw_error *error)
{
    size_t length = kernel->source_length + 1 + second->source_length;
    size_t lines = kernel->source_lines + 1 + second->source_lines;
    char *source = realloc(kernel->source, length + 1);
    if (source) kernel->source = source;
    unsigned *line = realloc(kernel->template_line, lines * sizeof *line);
    if (line) kernel->template_line = line;
    if (!source || !line) return tw_fail(error, TW_MEMORY, "out of memory");
    source[kernel->source_length] = '\n';
    memcpy(source + kernel->source_length + 1, second->source, second->source_length + 1);
    line[kernel->source_lines] = 1;
    memcpy(line + kernel->source_lines + 1, second->template_line, second->source_lines * sizeof *line);
    kernel->source_length = length;
    kernel->source_lines = lines;
    free(second->source);
    free(second->template_line);
    second->source = NULL;
    second->template_line = NULL;
    second->source_length = second->source_lines = 0;
    return TW_OK;
}

int tw_render_second(const struct tw_variants *variants, const struct tw_variant *variant,
                     struct tw_kernel *second, struct tw_error *error)
{
    int64_t relaxed[TW_MAX_FIELDS];
    struct tw_text name = {0};
    *second = (struct tw_kernel){0};
    if (!tw_family_relaxed(variants->family, variant->value, &variants->target, relaxed)) return TW_OK;
    tw_text_addf(&name, "%s" TW_RELAXED_SUFFIX, variant->name);
    struct tw_variant other = *variant;
    other.name = name.data;
    other.value = relaxed;
    int code = name.failed ? tw_fail(error, TW_MEMORY, "out of memory")
                           : tw_render(variants, &other, &tw_rendering_main, NULL, second, error);
    tw_text_free(&name);
    return code;
}

int tw_render_both(const struct tw_variants *variants, const struct tw_variant *variant,
                   const struct tw_template *tmpl, struct tw_kernel *kernel, struct tw_kernel *second,
                   struct tw_error *error)
{
    *second = (struct tw_kernel){0};
    int code = tw_render(variants, variant, &tw_rendering_main, tmpl, kernel, error);
    if (code || tmpl) return code;
    code = tw_render_second(variants, variant, second, error);
    if (!code && second->name) code = tw_kernel_join(kernel, second, error);
    if (code) tw_kernel_free(kernel);
    if (code) tw_kernel_free(second);
    return code;
}
