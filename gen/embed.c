#include "gen/embed.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "gen/mustache.h"
#include "gen/templates.h"

/* The element types as parameters of a launcher point to them: in C, where vectors are their components and
 * 16-bit floats their bits, and in CUDA. */
/* clang-format off */
static const struct { const char *c, *cuda; } types[TW_ELEMENT_COUNT] = {
    [TW_INT8]      = {"int8_t",   "signed char"},    [TW_UINT8]     = {"uint8_t",  "unsigned char"},
    [TW_INT16]     = {"int16_t",  "short"},          [TW_UINT16]    = {"uint16_t", "unsigned short"},
    [TW_INT32]     = {"int32_t",  "int"},            [TW_UINT32]    = {"uint32_t", "unsigned"},
    [TW_INT64]     = {"int64_t",  "long long"},      [TW_UINT64]    = {"uint64_t", "unsigned long long"},
    [TW_FLOAT16]   = {"uint16_t", "unsigned short"}, [TW_BFLOAT16]  = {"uint16_t", "unsigned short"},
    [TW_FLOAT32]   = {"float",    "float"},          [TW_FLOAT64]   = {"double",   "double"},
    [TW_INT32X2]   = {"int32_t",  "int2"},           [TW_INT32X4]   = {"int32_t",  "int4"},
    [TW_FLOAT32X2] = {"float",    "float2"},         [TW_FLOAT32X4] = {"float",    "float4"},
    [TW_FLOAT64X2] = {"double",   "double2"},
};
/* clang-format on */

/* ---- putting values into objects: each is false when memory ran out ---- */

static bool put_string(cJSON *object, const char *key, const char *string)
{
    return cJSON_AddStringToObject(object, key, string) != NULL;
}

static bool put_number(cJSON *object, const char *key, double number)
{
    return cJSON_AddNumberToObject(object, key, number) != NULL;
}

static bool put_bool(cJSON *object, const char *key, bool value)
{
    return cJSON_AddBoolToObject(object, key, value) != NULL;
}

static bool put_text(cJSON *object, const char *key, struct tw_text *text)
{
    char *string = tw_text_take(text);
    bool put = string && put_string(object, key, string);
    free(string);
    return put;
}

/* What this program did not write; false for none. */
static bool put_foreign(cJSON *object, const char *key, const char *string)
{
    struct tw_text text = {0};
    if (!string) return put_bool(object, key, false);
    tw_escape_code(&text, string);
    return put_text(object, key, &text);
}

static cJSON *put_object(cJSON *list)
{
    cJSON *object = cJSON_CreateObject();
    if (object && cJSON_AddItemToArray(list, object)) return object;
    cJSON_Delete(object);
    return NULL;
}

/* Between the items of a list. */
static bool put_comma(cJSON *object, size_t number, size_t count)
{
    return put_string(object, "comma", number + 1 < count ? "," : "");
}

/* ---- images ---- */

/* The bytes and at least `zeros` more as little-endian words of 64 bits, six in a line: arrays of these are
   aligned as the driver wants them, and half as long as arrays of bytes. */
static void add_words(const void *bytes, size_t count, size_t zeros, struct tw_text *text)
{
    const unsigned char *byte = bytes;
    size_t words = (count + zeros + 7) / 8;
    for (size_t i = 0; i < words; i++) {
        uint64_t word = 0;
        for (size_t k = 8; k-- > 0;) word = word << 8 | (i * 8 + k < count ? byte[i * 8 + k] : 0);
        tw_text_addf(text, "0x%" PRIx64 ",%s", word, i % 6 == 5 && i + 1 < words ? "\n" : "");
    }
    tw_text_add_char(text, '\n');
}

static bool describe_cubins(const struct tw_embed *embed, const struct tw_embed_variant *variant,
                            cJSON *object)
{
    cJSON *list = cJSON_AddArrayToObject(object, "cubins");
    bool put = list != NULL;
    for (size_t i = 0; i < embed->arch_count && variant->cubins && put; i++) {
        const struct tw_embed_image *image = &variant->cubins[i];
        cJSON *cubin = put_object(list);
        struct tw_text words = {0};
        add_words(image->bytes, image->count, 0, &words);
        put = cubin && put_number(cubin, "sm", image->sm) &&
              put_number(cubin, "bytes", (double)image->count) && put_comma(cubin, i, embed->arch_count);
        put = put && put_text(cubin, "words", &words);
        tw_text_free(&words);
    }
    return put;
}

static bool describe_ptx(const char *ptx, cJSON *object)
{
    struct tw_text words = {0};
    if (!ptx) return true;
    add_words(ptx, strlen(ptx), 1, &words);
    return put_text(object, "ptx_words", &words) && put_string(object, "ptx", ptx) &&
           put_number(object, "ptx_bytes", (double)strlen(ptx));
}

/* The version in the PTX's first directive, ".version 9.0"; "" when there is none. */
static bool put_ptx_version(const char *ptx, cJSON *data)
{
    struct tw_text version = {0};
    const char *found = ptx ? strstr(ptx, "\n.version ") : NULL;
    if (found) {
        found += strlen("\n.version ");
        tw_text_add_bytes(&version, found, strspn(found, "0123456789."));
    }
    return put_text(data, "ptx_version", &version);
}

/* ---- one variant ---- */

static bool describe_fields(const struct tw_kernel *kernel, cJSON *object)
{
    struct tw_text fields = {0};
    for (unsigned i = 0; i < kernel->field_count; i++) {
        const struct tw_field_value *field = &kernel->fields[i];
        tw_text_addf(&fields, "%s%s=", i ? " " : "", field->key);
        tw_field_value_add(field, &fields);
    }
    return put_text(object, "fields", &fields);
}

static bool ends_with(const char *string, const char *end)
{
    size_t length = strlen(string), tail = strlen(end);
    return length >= tail && strcmp(string + length - tail, end) == 0;
}

/* There is a tile, and the kernel goes through it by rows and columns: other accesses have an arrangement of
   their own, which the layout does not describe. */
static bool has_layout(const struct tw_kernel *kernel)
{
    for (unsigned i = 0; i < kernel->access_count; i++) {
        const char *name = kernel->accesses[i].name;
        if (!ends_with(name, " row") && !ends_with(name, " column")) return false;
    }
    return kernel->access_count > 0;
}

static bool describe_layout(const struct tw_layout *layout, bool tiled, cJSON *object)
{
    struct tw_text shape = {0}, swizzled = {0}, place = {0};
    unsigned elements = layout->rows * layout->pitch;
    bool moves = tiled && tw_layout_moves(layout);
    tw_layout_add_shape(layout, &shape);
    tw_layout_add_column(layout, "row", "col", &swizzled);
    tw_text_add(&place, moves ? "(" : "");
    tw_layout_add_column(layout, "row", "column", &place);
    tw_text_add(&place, moves ? ")" : "");
    bool put = put_text(object, "shape", &shape) && put_text(object, "place", &place) &&
               (moves ? put_text(object, "swizzled", &swizzled) : put_bool(object, "swizzled", false));
    tw_text_free(&shape);
    tw_text_free(&swizzled);
    tw_text_free(&place);
    return put && put_bool(object, "tiled", tiled) && put_number(object, "rows", layout->rows) &&
           put_number(object, "columns", layout->columns) && put_number(object, "pitch", layout->pitch) &&
           put_number(object, "element_bytes", layout->element_bytes) &&
           put_number(object, "elements", elements) &&
           put_number(object, "bytes", (double)elements * layout->element_bytes);
}

static bool put_triple(cJSON *object, const char *key, const uint32_t side[3])
{
    struct tw_text text = {0};
    tw_text_addf(&text, "%" PRIu32 ", %" PRIu32 ", %" PRIu32, side[0], side[1], side[2]);
    return put_text(object, key, &text);
}

static bool describe_launch(const struct tw_kernel *kernel, cJSON *object)
{
    const uint32_t *block = kernel->block, *grid = kernel->grid;
    struct tw_text text = {0};
    tw_text_addf(&text, block[2] > 1 ? "%" PRIu32 "x%" PRIu32 "x%" PRIu32 : "%" PRIu32 "x%" PRIu32, block[0],
                 block[1], block[2]);
    return put_text(object, "block_text", &text) && put_triple(object, "grid", grid) &&
           put_triple(object, "block", block) &&
           put_number(object, "blocks", (double)grid[0] * grid[1] * grid[2]) &&
           put_number(object, "dynamic_bytes", kernel->dynamic_shared_bytes) &&
           put_number(object, "shared_bytes", kernel->shared_bytes) &&
           put_bool(object, "opt_in", kernel->shared_bytes > TW_STATIC_SHARED_LIMIT) &&
           put_number(object, "carveout", kernel->carveout) &&
           put_bool(object, "preferred", kernel->carveout >= 0);
}

static bool describe_accesses(const struct tw_kernel *kernel, cJSON *object)
{
    cJSON *list = cJSON_AddArrayToObject(object, "accesses");
    bool put = list != NULL;
    for (unsigned i = 0; i < kernel->access_count && put; i++) {
        const struct tw_access_cost *cost = &kernel->accesses[i];
        cJSON *access = put_object(list);
        put = access && put_string(access, "access", cost->name) &&
              put_number(access, "requests", (double)cost->requests) &&
              put_number(access, "wavefronts", (double)cost->wavefronts) &&
              put_number(access, "ideal", (double)cost->ideal) &&
              put_bool(access, "conflicts", cost->wavefronts > cost->ideal);
    }
    const struct tw_counts *counts = &kernel->predicted;
    return put &&
           put_number(object, "ideal_wavefronts",
                      (double)tw_accesses_ideal(kernel->accesses, kernel->access_count)) &&
           put_number(object, "load_requests", (double)counts->load_requests) &&
           put_number(object, "load_wavefronts", (double)counts->load_wavefronts) &&
           put_number(object, "store_requests", (double)counts->store_requests) &&
           put_number(object, "store_wavefronts", (double)counts->store_wavefronts);
}

static bool describe_buffer(const struct tw_buffer *buffer, cJSON *object)
{
    bool written = buffer->role == TW_OUTPUT_BUFFER;
    return put_string(object, "buffer", buffer->name) && put_bool(object, "written", written) &&
           put_string(object, "constant", written ? "" : "const ") &&
           put_string(object, "type", types[buffer->element].c) &&
           put_string(object, "cuda_type", types[buffer->element].cuda) &&
           put_string(object, "element", tw_element_info(buffer->element)->name) &&
           put_number(object, "elements", (double)buffer->count) &&
           put_number(object, "align", buffer->align);
}

static bool describe_buffers(const char *name, const struct tw_kernel *kernel, cJSON *object)
{
    cJSON *list = cJSON_AddArrayToObject(object, "buffers");
    struct tw_text parameters = {0}, arguments = {0};
    bool put = list != NULL;
    for (unsigned i = 0; i < kernel->buffer_count && put; i++) {
        const struct tw_buffer *buffer = &kernel->buffers[i];
        cJSON *item = put_object(list);
        tw_text_addf(&arguments, "%s%s_pointer{%s}", i ? ", " : "", name, buffer->name);
        tw_text_addf(&parameters, "%s%s%s *%s", i ? ", " : "",
                     buffer->role == TW_OUTPUT_BUFFER ? "" : "const ", types[buffer->element].c,
                     buffer->name);
        put = item && describe_buffer(buffer, item) && put_number(item, "number", i) &&
              put_comma(item, i, kernel->buffer_count);
    }
    put = put_text(object, "parameters", &parameters) && put;
    return put_text(object, "arguments", &arguments) && put &&
           put_number(object, "buffer_count", kernel->buffer_count);
}

static bool describe_variant(const struct tw_embed *embed, size_t number, cJSON *object)
{
    const struct tw_embed_variant *variant = &embed->variants[number];
    const struct tw_kernel *kernel = variant->kernel;
    assert(kernel->buffer_count > 0);
    const char *element = tw_element_info(kernel->buffers[kernel->buffer_count - 1].element)->name;
    return put_string(object, "variant", kernel->name) && put_number(object, "number", (double)number) &&
           put_comma(object, number, embed->count) && put_string(object, "family", kernel->family) &&
           put_string(object, "element", element) && describe_fields(kernel, object) &&
           describe_layout(&variant->layout, has_layout(kernel), object) && describe_launch(kernel, object) &&
           describe_accesses(kernel, object) && describe_buffers(embed->name, kernel, object) &&
           describe_cubins(embed, variant, object) && describe_ptx(variant->ptx, object) &&
           (!variant->source || put_string(object, "source", variant->source)) &&
           put_number(object, "time_us", variant->measured_on ? variant->time_us : -1) &&
           put_number(object, "time_blocks", variant->measured_on ? (double)variant->time_blocks : 0) &&
           put_foreign(object, "measured_on", variant->measured_on) &&
           put_foreign(object, "chosen", variant->chosen);
}

/* ---- all of them ---- */

/* "cubins for sm_80, sm_90 and PTX 9.0 for sm_80 and newer" */
static bool describe_images(const struct tw_embed *embed, cJSON *data)
{
    cJSON *list = cJSON_AddArrayToObject(data, "archs");
    const cJSON *version = cJSON_GetObjectItemCaseSensitive(data, "ptx_version");
    struct tw_text images = {0};
    bool put = list != NULL;
    tw_text_add(&images, embed->arch_count > 1 ? "cubins for" : "a cubin for");
    for (size_t i = 0; i < embed->arch_count && put; i++) {
        cJSON *arch = put_object(list);
        tw_text_addf(&images, "%s sm_%u", i ? "," : "", embed->archs[i]);
        put = arch && put_number(arch, "sm", embed->archs[i]) && put_comma(arch, i, embed->arch_count);
    }
    tw_text_addf(&images, " and PTX %s for sm_%u and newer", version->valuestring, embed->archs[0]);
    return put_text(data, "images", &images) && put;
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool describe_all(const struct tw_embed *embed, cJSON *data)
{
    const char *config = strcmp(embed->config, "-") ? base_name(embed->config) : "standard input";
    struct tw_text driver = {0};
    if (embed->dlopen) tw_text_addf(&driver, "%s_driver.", embed->name);
    return put_text(data, "driver", &driver) && put_string(data, "name", embed->name) &&
           put_string(data, "version", TILEWRIGHT_VERSION) && put_foreign(data, "config", config) &&
           put_foreign(data, "hash", embed->hash) && put_foreign(data, "command", embed->command) &&
           put_foreign(data, "compiler", embed->compiler) && put_bool(data, "dlopen", embed->dlopen) &&
           put_bool(data, "ptx_file", embed->ptx_files) &&
           put_bool(data, "cubin_files", embed->cubin_files) &&
           put_number(data, "count", (double)embed->count) && put_number(data, "ptx_sm", embed->archs[0]) &&
           put_ptx_version(embed->variants[0].ptx, data) && describe_images(embed, data);
}

int tw_embed_describe(const struct tw_embed *embed, cJSON **data, struct tw_error *error)
{
    assert(embed->count > 0 && embed->arch_count > 0);
    *data = cJSON_CreateObject();
    bool put = *data && describe_all(embed, *data);
    cJSON *list = put ? cJSON_AddArrayToObject(*data, "variants") : NULL;
    put = list != NULL;
    for (size_t i = 0; i < embed->count && put; i++) {
        cJSON *object = put_object(list);
        put = object && describe_variant(embed, i, object);
    }
    if (put) return TW_OK;
    cJSON_Delete(*data);
    *data = NULL;
    return tw_fail(error, TW_MEMORY, "out of memory");
}

/* The built-in template NAME.mustache. Allocates nothing: a partial that is not found would be the template's
 * fault. */
static const char *find_partial(void *context, const char *name, size_t *length)
{
    size_t stem = strlen(name);
    (void)context;
    for (const struct tw_template *row = tw_templates; row->name; row++) {
        if (strncmp(row->name, name, stem) != 0 || strcmp(row->name + stem, ".mustache") != 0) continue;
        *length = row->length;
        return row->text;
    }
    return NULL;
}

static int render(const struct tw_template *tmpl, const cJSON *data, struct tw_text *text,
                  struct tw_error *error)
{
    const struct tw_partials partials = {NULL, find_partial};
    const struct tw_mustache_options options = {
        .escape = TW_ESCAPE_NONE, .strict = true, .partials = &partials};
    return tw_mustache_render(tmpl->name, tmpl->text, tmpl->length, data, &options, text, NULL, error);
}

/* The variant as `one`, by reference. */
static bool put_one(cJSON *data, size_t variant)
{
    const cJSON *variants = cJSON_GetObjectItemCaseSensitive(data, "variants");
    cJSON *one = cJSON_CreateObjectReference(cJSON_GetArrayItem(variants, (int)variant)->child);
    if (one && cJSON_AddItemToObject(data, "one", one)) return true;
    cJSON_Delete(one);
    return false;
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
    bool put = put_string(data, "comment", files[file].comment);
    if (put && file == TW_EMBED_PTX) put = put_one(data, variant);
    int code = put ? render(tw_template_find(files[file].tmpl), data, text, error)
                   : tw_fail(error, TW_MEMORY, "out of memory");
    cJSON_DeleteItemFromObjectCaseSensitive(data, "comment");
    cJSON_DeleteItemFromObjectCaseSensitive(data, "one");
    if (code == TW_OK && text->failed) code = tw_fail(error, TW_MEMORY, "out of memory");
    return code;
}
