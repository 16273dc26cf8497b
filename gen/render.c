#include "gen/render.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "gen/mustache.h"
#include "gen/predict.h"

const struct tw_template *tw_template_find(const char *name)
{
    for (const struct tw_template *row = tw_templates; row->name; row++) {
        if (strcmp(row->name, name) == 0) return row;
    }
    return NULL;
}

static void set_fields(const struct tw_family *family, const int64_t *value, struct tw_kernel *kernel)
{
    assert(family->field_count <= TW_MAX_FIELDS);
    for (unsigned i = 0; i < family->field_count; i++)
        kernel->fields[i] = tw_field_value_of(&family->fields[i], value[i]);
    kernel->field_count = family->field_count;
}

static void set_prediction(const struct tw_family *family, const int64_t *value, struct tw_kernel *kernel)
{
    struct tw_prediction prediction;
    tw_predict(family, value, &prediction);
    kernel->predicted = prediction.counts;
    kernel->access_count = prediction.access_count;
    for (unsigned i = 0; i < prediction.access_count; i++) kernel->accesses[i] = prediction.accesses[i];
}

/* The file without its directories, so that the text does not depend on where the config lies. */
static bool add_config_name(const char *file, cJSON *data)
{
    const char *slash = strrchr(file, '/');
    struct tw_text name = {0};
    tw_escape_code(&name, slash ? slash + 1 : file);
    char *string = tw_text_take(&name);
    bool added =
        string && cJSON_AddStringToObject(data, "config", strcmp(string, "-") ? string : "standard input");
    free(string);
    return added;
}

static bool add_layout(const struct tw_layout *layout, cJSON *data)
{
    struct tw_text shape = {0}, swizzled = {0};
    tw_layout_add_shape(layout, &shape);
    if (tw_layout_moves(layout)) tw_layout_add_column(layout, "row", "col", &swizzled);
    bool added = tw_data_add_text_or_false(data, "shape", &shape);
    return tw_data_add_text_or_false(data, "swizzled", &swizzled) && added;
}

static bool add_fields(const struct tw_kernel *kernel, cJSON *data)
{
    bool added = true;
    for (unsigned i = 0; i < kernel->field_count && added; i++) {
        const struct tw_field_value *field = &kernel->fields[i];
        added = field->is_word ? cJSON_AddStringToObject(data, field->key, field->text) != NULL
                               : cJSON_AddNumberToObject(data, field->key, (double)field->number) != NULL;
    }
    return added;
}

/* How what nobody gave was chosen. */
static bool add_chosen(const struct tw_config *config, const int64_t *value, cJSON *data)
{
    struct tw_text chosen = {0};
    if (config->family->chosen) config->family->chosen(value, &config->target, &chosen);
    return tw_data_add_text_or_false(data, "chosen", &chosen);
}

/* The variables that every template has; what else it has comes from the family. */
static bool add_common(const struct tw_config *config, const int64_t *value, const struct tw_kernel *kernel,
                       cJSON *data)
{
    static const char *const renders[] = {[TW_STORE_INDEX] = "",
                                          [TW_STORE_HIGH] = "stores idx >> 8",
                                          [TW_STORE_LOW] = "stores idx & 255",
                                          [TW_STORE_SPREAD] =
                                              "each block at its own place of out, to be timed"};
    struct tw_text stored = {0};
    tw_text_add(&stored, renders[kernel->store]);
    return tw_data_add_text_or_false(data, "renders", &stored) &&
           cJSON_AddStringToObject(data, "name", kernel->name) &&
           cJSON_AddStringToObject(data, "family", kernel->family) &&
           cJSON_AddStringToObject(data, "version", TILEWRIGHT_VERSION) &&
           add_config_name(config->file, data) && add_fields(kernel, data) && add_chosen(config, value, data);
}

static cJSON *describe(const struct tw_config *config, const int64_t *value, const struct tw_kernel *kernel)
{
    cJSON *data = cJSON_CreateObject();
    struct tw_layout layout = config->family->layout(value);
    if (data && add_common(config, value, kernel, data) && add_layout(&layout, data) &&
        config->family->describe(value, kernel->name, kernel->store, data)) {
        return data;
    }
    cJSON_Delete(data);
    return NULL;
}

static int render_source(const struct tw_template *tmpl, const cJSON *data, struct tw_kernel *kernel,
                         struct tw_error *error)
{
    struct tw_mustache_options options = {.escape = TW_ESCAPE_NONE, .strict = true, .partials = NULL};
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

int tw_render(const struct tw_config *config, const struct tw_variant *variant, enum tw_store store,
              const struct tw_template *tmpl, struct tw_kernel *kernel, struct tw_error *error)
{
    const struct tw_family *family = config->family;
    *kernel = (struct tw_kernel){.family = family->name, .store = store, .name = strdup(variant->name)};
    if (!tmpl) tmpl = tw_template_find(family->template_name);
    assert(tmpl);
    family->shape(variant->value, kernel);
    set_fields(family, variant->value, kernel);
    set_prediction(family, variant->value, kernel);
    cJSON *data = kernel->name ? describe(config, variant->value, kernel) : NULL;
    int code = data ? render_source(tmpl, data, kernel, error) : tw_fail(error, TW_MEMORY, "out of memory");
    cJSON_Delete(data);
    if (code != TW_OK) tw_kernel_free(kernel);
    return code;
}
