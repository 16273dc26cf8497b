/* Files for other programs: what is known of the kernels as one tree, and the templates rendered from it. */
#include "gen/text/embed.h"
#include "base/file.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include <tilewright/version.h>

#include "base/escape.h"
#include "gen/text/data.h"
#include "gen/text/embed_choose.h"
#include "gen/text/embed_program.h"
#include "gen/text/embed_structures.h"
#include "gen/text/mustache.h"
#include "gen/text/templates.h"

/* ---- images ---- */

/* Arrays of words are aligned as the driver wants them, and half as long as arrays of bytes. */
void tw_embed_add_words(const void *bytes, size_t count, size_t zeros, struct tw_text *text)
{
    const unsigned char *byte = bytes;
    size_t words = (count + zeros + 7) / 8;
    for (size_t i = 0; i < words; i++) {
        uint64_t word = 0;
        for (size_t k = 8; k-- > 0;) word = word << 8 | (i * 8 + k < count ? byte[i * 8 + k] : 0);
        tw_text_addf(text, "0x%" PRIx64 ",%s", word, i % 6 == 5 && i + 1 < words ? "\n" : "");
    }
}

static void describe_cubins(const struct tw_embed *embed, const struct tw_embed_variant *variant,
                            struct tw_data *data)
{
    struct tw_data list = tw_data_list(data, "cubins");
    for (size_t i = 0; i < embed->arch_count && variant->cubins; i++) {
        const struct tw_embed_image *image = &variant->cubins[i];
        struct tw_data cubin = tw_data_item(&list);
        struct tw_text words = {0};
        tw_embed_add_words(image->bytes, image->count, 0, &words);
        tw_data_number(&cubin, "sm", image->sm);
        tw_data_number(&cubin, "bytes", (int64_t)image->count);
        tw_data_text(&cubin, "words", &words);
        tw_embed_add_comma(&cubin, i, embed->arch_count);
    }
}

static void describe_ptx(const char *ptx, struct tw_data *data)
{
    struct tw_text words = {0};
    if (!ptx) return;
    tw_embed_add_words(ptx, strlen(ptx), 1, &words);
    tw_data_text(data, "ptx_words", &words);
    tw_data_string(data, "ptx", ptx);
    tw_data_number(data, "ptx_bytes", (int64_t)strlen(ptx));
}

static bool same_images(const struct tw_embed *embed, const struct tw_embed_variant *a,
                        const struct tw_embed_variant *b)
{
    bool same = a->ptx && b->ptx && a->cubins && b->cubins && strcmp(a->ptx, b->ptx) == 0;
    for (size_t i = 0; i < embed->arch_count && same; i++)
        same = a->cubins[i].count == b->cubins[i].count &&
               memcmp(a->cubins[i].bytes, b->cubins[i].bytes, a->cubins[i].count) == 0;
    return same;
}

/* Kernels for several problems may be one in their images, which then stand in the file once: under the name of the first. */
static void describe_image(const struct tw_embed *embed, size_t number, struct tw_data *data)
{
    size_t first = 0;
    while (first < number && !same_images(embed, &embed->variants[first], &embed->variants[number])) first++;
    tw_data_string(data, "image", embed->variants[first].kernel->name);
    tw_data_flag(data, "repeats", first < number);
}

/* The version in the PTX's first directive, ".version 9.0"; "" when there is none. */
static void add_ptx_version(const char *ptx, struct tw_text *version)
{
    const char *found = ptx ? strstr(ptx, "\n.version ") : NULL;
    if (!found) return;
    found += strlen("\n.version ");
    tw_text_add_bytes(version, found, strspn(found, "0123456789."));
}

/* ---- one variant ---- */

static void describe_fields(const struct tw_kernel *kernel, struct tw_data *data)
{
    struct tw_text fields = {0}, escaped = {0};
    for (unsigned i = 0; i < kernel->field_count; i++) {
        const struct tw_field_value *field = &kernel->fields[i];
        tw_text_addf(&fields, "%s%s=", i ? " " : "", field->key);
        tw_field_value_add(field, &fields);
    }
    tw_escape_code(&escaped, tw_text_part(&escaped, &fields));
    tw_text_free(&fields);
    tw_data_text(data, "fields", &escaped);
}

static bool ends_with(const char *string, const char *end)
{
    size_t length = strlen(string), tail = strlen(end);
    return length >= tail && strcmp(string + length - tail, end) == 0;
}

static bool by_rows_and_columns(const struct tw_prediction *predicted)
{
    for (unsigned i = 0; i < predicted->access_count; i++) {
        const char *name = predicted->accesses[i].name;
        if (!ends_with(name, " row") && !ends_with(name, " column")) return false;
    }
    return predicted->access_count > 0;
}

/* There is a tile of rows and columns, not of slices, and all grids go through it by these: other accesses have an
   arrangement of their own, which the layout does not describe. */
static bool has_layout(const struct tw_embed_variant *variant)
{
    const struct tw_kernel *kernel = variant->kernel;
    bool has = variant->tiles > 0 && !variant->layout[0].height && !tw_kernel_unpredicted(kernel);
    for (unsigned i = 0; i < kernel->shape.launch_count; i++)
        has = has && by_rows_and_columns(&kernel->predicted[i]);
    return has;
}

static void describe_layout(const struct tw_layout *layout, bool second, struct tw_data *data)
{
    struct tw_text place = {0};
    unsigned elements = layout->rows * layout->pitch;
    bool moves = tw_layout_moves(layout);
    tw_text_add(&place, moves ? "(" : "");
    tw_layout_add_column(layout, "row", "column", &place);
    tw_text_add(&place, moves ? ")" : "");
    tw_data_flag(data, "second", second);
    tw_data_string(data, "nth", second ? "2" : "");
    tw_data_text(data, "place", &place);
    tw_data_number(data, "rows", layout->rows);
    tw_data_number(data, "columns", layout->columns);
    tw_data_number(data, "pitch", layout->pitch);
    tw_data_number(data, "element_bytes", layout->element_bytes);
    tw_data_number(data, "elements", elements);
    tw_data_number(data, "bytes", (int64_t)elements * layout->element_bytes);
}

static void describe_layouts(const struct tw_embed_variant *variant, struct tw_data *data)
{
    struct tw_data tiles = tw_data_list(data, "tiles");
    struct tw_text shape = {0}, swizzled = {0};
    for (unsigned i = 0; i < variant->tiles; i++) {
        struct tw_data tile = tw_data_item(&tiles);
        describe_layout(&variant->layout[i], i > 0, &tile);
        tw_layout_add_tile(&variant->layout[i], &shape, &swizzled);
    }
    tw_data_text(data, "shape", &shape);
    tw_data_text_or_false(data, "swizzled", &swizzled);
}

/* Without a layout there is nothing of it but that. */
static void describe_tile(const struct tw_embed_variant *variant, struct tw_data *data)
{
    bool tiled = has_layout(variant);
    tw_data_flag(data, "tiled", tiled);
    if (tiled)
        describe_layouts(variant, data);
    else
        tw_data_flag(data, "swizzled", false);
}

/* The element of the last result, which is what the variant works on. */
static enum tw_element element_of(const struct tw_shape *shape)
{
    enum tw_element element = shape->arguments[0].element;
    for (unsigned i = 0; i < shape->argument_count; i++) {
        const struct tw_argument *argument = &shape->arguments[i];
        bool result = tw_argument_is_result(argument);
        if (tw_argument_is_passed(argument) && result) element = argument->element;
    }
    return element;
}

static void describe_variant(const struct tw_embed *embed, size_t number, struct tw_data *data)
{
    const struct tw_embed_variant *variant = &embed->variants[number];
    const struct tw_kernel *kernel = variant->kernel;
    tw_data_string(data, "variant", kernel->name);
    tw_data_number(data, "number", (int64_t)number);
    tw_embed_add_comma(data, number, embed->count);
    tw_data_string(data, "family", kernel->family);
    tw_data_string(data, "element", tw_element_info(element_of(&kernel->shape))->name);
    describe_fields(kernel, data);
    describe_tile(variant, data);
    tw_embed_describe_program(embed->name, variant, data);
    describe_cubins(embed, variant, data);
    describe_ptx(variant->ptx, data);
    describe_image(embed, number, data);
    if (variant->source) tw_data_string(data, "source", variant->source);
    tw_data_double(data, "time_us", variant->measured_on ? variant->time_us : -1);
    tw_data_number(data, "time_blocks", variant->measured_on ? (int64_t)variant->time_blocks : 0);
    tw_embed_add_foreign(data, "measured_on", variant->measured_on);
    tw_embed_add_foreign(data, "chosen", variant->chosen);
    tw_embed_add_foreign(data, "checked", variant->checked);
    tw_embed_add_foreign(data, "needs", variant->needs);
    if (embed->chooses) tw_embed_describe_choice(embed, number, data);
}

/* ---- all of them ---- */

/* "cubins for sm_80, sm_90 and PTX 9.0 for sm_80 and newer" */
static void describe_images(const struct tw_embed *embed, struct tw_data *data)
{
    struct tw_data list = tw_data_list(data, "archs");
    struct tw_text images = {0}, version = {0};
    tw_text_add(&images, embed->arch_count > 1 ? "cubins for" : "a cubin for");
    for (size_t i = 0; i < embed->arch_count; i++) {
        struct tw_data arch = tw_data_item(&list);
        tw_text_addf(&images, "%s sm_%u", i ? "," : "", embed->archs[i]);
        tw_data_number(&arch, "sm", embed->archs[i]);
        tw_embed_add_comma(&arch, i, embed->arch_count);
    }
    add_ptx_version(embed->variants[0].ptx, &version);
    tw_text_addf(&images, " and PTX %s for sm_%u and newer", tw_text_string(&version), embed->archs[0]);
    tw_data_text(data, "images", &images);
    tw_data_text(data, "ptx_version", &version);
}

struct most {
    unsigned passed, launches; /* parameters of a grid; grids */
    bool seconds, cached, extended, symbols, scalars, fixed;
    struct tw_embed_structures structures;
};

static void note_most(const struct tw_shape *shape, struct most *most)
{
    for (unsigned i = 0; i < shape->launch_count; i++) {
        const struct tw_launch *launch = &shape->launches[i];
        if (launch->argument_count > most->passed) most->passed = launch->argument_count;
        most->cached = most->cached || launch->cache_config != TW_CACHE_NONE;
        most->extended = most->extended || launch->cluster[0] || launch->is_cooperative;
    }
    for (unsigned i = 0; i < shape->argument_count; i++) {
        const struct tw_argument *argument = &shape->arguments[i];
        most->symbols = most->symbols || argument->kind == TW_SYMBOL;
        most->scalars = most->scalars ||
                        (argument->kind == TW_SCALAR && !argument->value && !tw_embed_is_whole(argument));
        most->fixed = most->fixed || argument->value;
    }
    tw_embed_note_structures(shape, &most->structures);
}

/* What the files need to know of all variants. */
static void describe_most(const struct tw_embed *embed, struct tw_data *data)
{
    struct most most = {.passed = 1}; /* an array of C has an element */
    for (size_t i = 0; i < embed->count; i++) {
        const struct tw_kernel *kernel = embed->variants[i].kernel, *second = embed->variants[i].second;
        unsigned grids = kernel->shape.launch_count + (second ? second->shape.launch_count : 0);
        if (grids > most.launches) most.launches = grids;
        most.seconds = most.seconds || second;
        note_most(&kernel->shape, &most);
        if (second) note_most(&second->shape, &most);
    }
    tw_data_number(data, "most_passed", most.passed);
    tw_data_number(data, "most_launches", most.launches);
    tw_data_flag(data, "any_seconds", most.seconds);
    tw_data_flag(data, "any_cached", most.cached);
    tw_data_flag(data, "any_extended", most.extended);
    tw_data_flag(data, "any_symbols", most.symbols);
    tw_data_flag(data, "any_scalars", most.scalars);
    tw_data_flag(data, "any_fixed", most.fixed);
    tw_embed_describe_structures(&most.structures, data);
}

static void describe_all(const struct tw_embed *embed, struct tw_data *data)
{
    const char *config = strcmp(embed->config, "-") ? tw_file_name(embed->config) : "standard input";
    tw_data_format(data, "driver", embed->dlopen ? "%s_driver." : "", embed->name);
    tw_data_string(data, "name", embed->name);
    tw_data_string(data, "version", TILEWRIGHT_VERSION);
    tw_embed_add_foreign(data, "config", config);
    tw_embed_add_foreign(data, "hash", embed->hash);
    tw_embed_add_foreign(data, "sources", embed->sources);
    tw_embed_add_foreign(data, "command", embed->command);
    tw_embed_add_foreign(data, "compiler", embed->compiler);
    tw_data_flag(data, "dlopen", embed->dlopen);
    tw_data_flag(data, "ptx_file", embed->ptx_files);
    tw_data_flag(data, "cubin_files", embed->cubin_files);
    tw_data_number(data, "count", (int64_t)embed->count);
    tw_data_number(data, "ptx_sm", embed->archs[0]);
    describe_images(embed, data);
    describe_most(embed, data);
    tw_embed_describe_choices(embed, data);
    struct tw_data list = tw_data_list(data, "variants");
    for (size_t i = 0; i < embed->count; i++) {
        struct tw_data item = tw_data_item(&list);
        describe_variant(embed, i, &item);
    }
    tw_embed_describe_parts(&list, data);
}

int tw_embed_describe(const struct tw_embed *embed, cJSON **data, struct tw_error *error)
{
    assert(embed->count > 0 && embed->arch_count > 0);
    struct tw_data all = tw_data_new();
    describe_all(embed, &all);
    bool failed = all.failed;
    if (failed) tw_data_free(&all);
    *data = all.value;
    return failed ? tw_fail(error, TW_MEMORY, "out of memory") : TW_OK;
}

static int render(const struct tw_template *tmpl, const cJSON *data, struct tw_text *text,
                  struct tw_error *error)
{
    const struct tw_partials partials = {NULL, tw_template_partial};
    const struct tw_mustache_options options = {
        .escape = TW_ESCAPE_NONE, .strict = true, .partials = &partials};
    return tw_mustache_render(tmpl->name, tmpl->text, tmpl->length, data, &options, text, NULL, error);
}

/* The variant, by reference. */
static cJSON *one_variant(const cJSON *data, size_t variant)
{
    const cJSON *variants = cJSON_GetObjectItemCaseSensitive(data, "variants");
    return cJSON_CreateObjectReference(cJSON_GetArrayItem(variants, (int)variant)->child);
}

int tw_embed_render(cJSON *data, enum tw_embed_file file, size_t variant, struct tw_text *text,
                    struct tw_error *error)
{
    static const struct {
        const char *tmpl, *comment;
    } files[] = {
#define X(constant, tmpl, comment) {tmpl, comment},
        TW_EMBED_FILES(X)
#undef X
    };
    struct tw_data all = {.value = data};
    tw_data_string(&all, "comment", files[file].comment);
    if (file == TW_EMBED_PTX) tw_data_add(&all, "one", one_variant(data, variant));
    int code = all.failed ? tw_fail(error, TW_MEMORY, "out of memory")
                          : render(tw_template_find(files[file].tmpl), data, text, error);
    cJSON_DeleteItemFromObjectCaseSensitive(data, "comment");
    cJSON_DeleteItemFromObjectCaseSensitive(data, "one");
    if (code == TW_OK && text->failed) code = tw_fail(error, TW_MEMORY, "out of memory");
    return code;
}
