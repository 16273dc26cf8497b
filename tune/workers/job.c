/* Options and variants as bytes: the member that is written first is read first. */
#include "tune/workers/job.h"

#include <stdlib.h>
#include <string.h>

#include <tilewright/version.h>

#include "base/hash.h"
#include "gen/described/description.h"
#include "tune/results/described.h"
#include "tune/workers/worker.h"

static uint64_t mix(uint64_t hash, const char *word)
{
    return hash * 31 + tw_hash(word, strlen(word));
}

/* What two builds must have in common for structs to travel as they lie in memory. */
static uint64_t build_of_structs(void)
{
    static const size_t sizes[] = {
        sizeof(struct tw_pipeline_options), sizeof(struct tw_result), sizeof(struct tw_variant),
        sizeof(struct tw_target),           sizeof(struct tw_probe),  sizeof(struct tw_error),
        sizeof(struct tw_job_task)};
    return mix(tw_hash(sizes, sizeof sizes), TILEWRIGHT_VERSION);
}

/* The same of the values of a family that is built in. */
static uint64_t build_of(const struct tw_family *family)
{
    uint64_t hash = build_of_structs() * 31 + family->field_count;
    hash ^= tw_template_hash(tw_template_find(family->template_name));
    for (unsigned f = 0; f < family->field_count; f++) {
        hash = mix(hash, family->fields[f].key);
        for (const char *const *word = family->fields[f].words; word && *word; word++)
            hash = mix(hash, *word);
    }
    return hash;
}

/* The files of a description but the one that it stands in, whose text travels: how many, then the name and the hash of each. */
static void count_file(void *count, const char *path)
{
    (void)path;
    ++*(uint64_t *)count;
}

static void add_file(void *bytes, const char *path)
{
    char hash[17];
    if (!tw_described_hash_file(path, hash)) tw_text_fail(bytes);
    tw_bytes_add_string(bytes, path);
    tw_bytes_add_string(bytes, hash);
}

static void add_files(const struct tw_description *description, struct tw_text *bytes)
{
    uint64_t count = 0;
    if (description) tw_description_files(description, count_file, &count);
    tw_bytes_add_number(bytes, count);
    if (description) tw_description_files(description, add_file, bytes);
}

/* A family by its name, and what must be the same of it; a described one by its description, whose hash says that. */
static void add_family(const struct tw_family *family, struct tw_text *bytes)
{
    const struct tw_description *description = family->description;
    tw_bytes_add_string(bytes, description ? NULL : family->name);
    tw_bytes_add_number(bytes, description ? build_of_structs() : build_of(family));
    tw_bytes_add_string(bytes, description ? tw_description_file(description) : NULL);
    tw_bytes_add_string(bytes, description ? tw_description_text(description) : NULL);
    tw_bytes_add_string(bytes, description ? tw_description_hash(description) : NULL);
    add_files(description, bytes);
}

static void add_template(const struct tw_template *tmpl, struct tw_text *bytes)
{
    struct tw_text text = {.data = tmpl ? (char *)(uintptr_t)tmpl->text : NULL,
                           .length = tmpl ? tmpl->length : 0};
    tw_bytes_add_string(bytes, tmpl ? tmpl->name : NULL);
    tw_bytes_add_text(bytes, &text);
}

static void add_metrics(const struct tw_metrics *metrics, struct tw_text *bytes)
{
    unsigned count = metrics ? metrics->count : 0;
    tw_bytes_add_number(bytes, count);
    for (unsigned i = 0; i < count; i++) tw_bytes_add_string(bytes, metrics->name[i]);
}

void tw_job_add_options(const struct tw_pipeline_options *options, struct tw_text *bytes)
{
    add_family(options->family, bytes);
    tw_bytes_add_raw(bytes, options, sizeof *options);
    tw_bytes_add_string(bytes, options->cache_path);
    add_template(options->own_template, bytes);
    add_metrics(options->metrics, bytes);
}

static void read_template(struct tw_bytes *bytes, struct tw_job_options *options)
{
    options->own_template.name = tw_bytes_string(bytes);
    size_t length = bytes->left;
    options->own_template.text = tw_bytes_string(bytes);
    length -= bytes->left;
    options->own_template.length = bytes->wrong ? 0 : length - sizeof(uint64_t) - 1;
    options->options.own_template = options->own_template.name ? &options->own_template : NULL;
}

static void read_metrics(struct tw_bytes *bytes, struct tw_job_options *options)
{
    uint64_t count = tw_bytes_number(bytes);
    bytes->wrong |= count > TW_MAX_METRICS;
    options->metrics.count = bytes->wrong ? 0 : (unsigned)count;
    for (unsigned i = 0; i < options->metrics.count; i++) options->metrics.name[i] = tw_bytes_string(bytes);
    options->options.metrics = &options->metrics;
}

bool tw_job_knows(struct tw_bytes bytes)
{
    const char *name = tw_bytes_string(&bytes);
    const struct tw_family *family = name ? tw_family_find(name) : NULL;
    uint64_t build = tw_bytes_number(&bytes);
    if (bytes.wrong || (name && !family)) return false;
    return build == (family ? build_of(family) : build_of_structs());
}

/* `own` is the file that the description stands in. */
static int compare_files(struct tw_bytes *bytes, const char *own, struct tw_error *error)
{
    int code = TW_OK;
    for (uint64_t count = tw_bytes_number(bytes); count && !bytes->wrong; count--) {
        const char *path = tw_bytes_string(bytes), *theirs = tw_bytes_string(bytes);
        char ours[17];
        if (bytes->wrong || code || strcmp(path, own) == 0) continue;
        if (!tw_described_hash_file(path, ours))
            code = tw_fail(error, TW_MEMORY, "out of memory");
        else if (strcmp(theirs, ours) != 0)
            code = tw_fail(error, TW_INPUT, "%s has changed since the work began", path);
    }
    return code;
}

static int read_family(struct tw_bytes *bytes, struct tw_job_options *options,
                       const struct tw_family **family, struct tw_error *error)
{
    const char *name = tw_bytes_string(bytes);
    tw_bytes_number(bytes);
    const char *file = tw_bytes_string(bytes), *text = tw_bytes_string(bytes), *hash = tw_bytes_string(bytes);
    *family = name ? tw_family_find(name) : NULL;
    int code = compare_files(bytes, file, error);
    if (name || bytes->wrong || code) return code;
    code = tw_description_again(file, text, hash, &options->description, error);
    if (!code) *family = tw_description_family(options->description);
    return code;
}

int tw_job_read_options(struct tw_bytes *bytes, struct tw_job_options *options, struct tw_error *error)
{
    const struct tw_family *family;
    int code = read_family(bytes, options, &family, error);
    if (code) return code;
    tw_bytes_raw(bytes, &options->options, sizeof options->options);
    options->options.family = family;
    options->options.cache_path = tw_bytes_string(bytes);
    read_template(bytes, options);
    read_metrics(bytes, options);
    return bytes->wrong ? tw_fail(error, TW_INPUT, "a worker's options are damaged") : TW_OK;
}

void tw_job_options_free(struct tw_job_options *options)
{
    tw_description_free(options->description);
    options->description = NULL;
}

/* ---- variants ---- */

void tw_job_add_variants(const struct tw_variants *variants, size_t first, size_t count,
                         struct tw_text *bytes)
{
    const struct tw_family *family = variants->family;
    tw_bytes_add_string(bytes, variants->file);
    tw_bytes_add_raw(bytes, &variants->target, sizeof variants->target);
    tw_bytes_add_number(bytes, count);
    for (size_t i = first; i < first + count; i++) {
        const struct tw_variant *variant = &variants->variant[i];
        tw_bytes_add_raw(bytes, variant, sizeof *variant);
        tw_bytes_add_string(bytes, variant->name);
        tw_bytes_add_raw(bytes, variant->value, family->field_count * sizeof *variant->value);
        for (unsigned f = 0; f < family->field_count; f++)
            tw_bytes_add_string(bytes, tw_field_text(&family->fields[f], variant->value[f]));
    }
}

static void read_variant(struct tw_bytes *bytes, const struct tw_family *family, struct tw_variant *variant,
                         int64_t *value)
{
    tw_bytes_raw(bytes, variant, sizeof *variant);
    variant->name = tw_bytes_string(bytes);
    variant->value = value;
    tw_bytes_raw(bytes, value, family->field_count * sizeof *value);
    for (unsigned f = 0; f < family->field_count; f++) {
        const char *text = tw_bytes_string(bytes);
        if (text) value[f] = tw_text_value(text);
    }
    bytes->wrong |= !variant->name;
}

int tw_job_read_variants(struct tw_bytes *bytes, const struct tw_family *family, struct tw_variants *variants,
                         struct tw_error *error)
{
    *variants = (struct tw_variants){.family = family, .file = tw_bytes_string(bytes)};
    tw_bytes_raw(bytes, &variants->target, sizeof variants->target);
    uint64_t count = tw_bytes_number(bytes);
    size_t value_bytes = family->field_count * sizeof(int64_t);
    if (bytes->wrong || count > bytes->left) return tw_fail(error, TW_INPUT, "a job's bytes are damaged");
    struct tw_variant *variant = malloc((size_t)count * (sizeof *variant + value_bytes) + 1);
    if (!variant) return tw_fail(error, TW_MEMORY, "out of memory");
    int64_t *value = (int64_t *)(void *)(variant + count);
    variants->variant = variants->storage = variant;
    variants->count = (size_t)count;
    for (size_t i = 0; i < variants->count && !bytes->wrong; i++, value += family->field_count)
        read_variant(bytes, family, &variant[i], value);
    if (!bytes->wrong) return TW_OK;
    tw_variants_free(variants);
    return tw_fail(error, TW_INPUT, "a job's bytes are damaged");
}
