/*
 * Any bytes as what `tilewright embed` is given: a config or a results file. What must hold: a plan has the best records and
 * no more than were asked for, in order of rank; each kernel is what its record's fields say as a config of their own, and
 * rendered under its name; an error has one line of message.
 */
#include <assert.h>
#include <string.h>

#include "fuzz.h"
#include "fuzz_file.h"
#include "tune/embed/embed.h"
#include "tune/results/records.h"

static const struct tw_embed_options usual = {.name = "k",
                                              .top = 3,
                                              .archs = {80, 90},
                                              .arch_count = 2,
                                              .formats = TW_FORMAT_C | TW_FORMAT_CU | TW_FORMAT_LAYOUT};

static double rank_of(const cJSON *record)
{
    const cJSON *rank = cJSON_GetObjectItemCaseSensitive(record, "rank");
    return cJSON_IsNumber(rank) ? rank->valuedouble : 0;
}

static const cJSON *record_of(const struct tw_records *records, const char *name)
{
    const cJSON *record, *found = NULL;
    cJSON_ArrayForEach(record, records->list)
    {
        const char *own = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(record, "name"));
        if (own && rank_of(record) > 0 && strcmp(own, name) == 0) found = record;
    }
    return found;
}

/* The record as a config of one variant, which is read as any is. */
static int read_record(const struct tw_family *family, const cJSON *record, struct tw_config *config)
{
    cJSON *root = cJSON_CreateObject(), *variant = cJSON_CreateObject();
    cJSON_AddNumberToObject(root, "tilewright", 1);
    cJSON_AddStringToObject(root, "kernel", family->name);
    cJSON_AddItemToArray(cJSON_AddArrayToObject(root, "variants"), variant);
    cJSON_AddStringToObject(variant, "name", "record");
    for (unsigned f = 0; f < family->field_count; f++) {
        const cJSON *value = cJSON_GetObjectItemCaseSensitive(record, family->fields[f].key);
        if (value) cJSON_AddItemToObject(variant, family->fields[f].key, cJSON_Duplicate(value, true));
    }
    char *text = cJSON_PrintUnformatted(root);
    int code = tw_config_parse("record", text, strlen(text), config, NULL);
    cJSON_free(text);
    cJSON_Delete(root);
    return code;
}

static void check_fields(const struct tw_embed_plan *plan, size_t number, const cJSON *record)
{
    const struct tw_family *family = plan->space.family;
    struct tw_config config;
    struct tw_variants variants;
    assert(read_record(family, record, &config) == TW_OK && config.variant_count == 1);
    assert(tw_config_expand(&config, &plan->space.target, &variants, NULL) == TW_OK);
    assert(memcmp(variants.variant->value, plan->variants[number].variant->value,
                  family->field_count * sizeof *variants.variant->value) == 0);
    tw_variants_free(&variants);
    tw_config_free(&config);
}

static void check_records(const struct tw_embed_plan *plan, const struct tw_records *records)
{
    double last = 0;
    for (size_t i = 0; i < plan->count; i++) {
        const cJSON *record = record_of(records, plan->variants[i].variant->name);
        assert(record);
        assert(rank_of(record) >= last);
        last = rank_of(record);
        check_fields(plan, i, record);
    }
}

static void check_plan(const struct tw_embed_plan *plan)
{
    assert(plan->count > 0);
    for (size_t i = 0; i < plan->count; i++) {
        const struct tw_planned *planned = &plan->variants[i];
        struct tw_text reason = {0};
        assert(tw_name_accept(planned->variant->name, &reason) &&
               strcmp(planned->variant->name, planned->kernel.name) == 0);
        assert(strstr(planned->kernel.source, planned->kernel.name) && strstr(planned->source, "k_kernel_"));
        assert(strstr(planned->source, planned->kernel.name));
    }
}

bool fuzz_one(const uint8_t *bytes, size_t size)
{
    struct tw_embed_options options = usual;
    struct tw_embed_plan plan;
    struct tw_records records;
    struct tw_error error = TW_ERROR_INIT;
    options.file = fuzz_file(bytes, size);
    bool results = tw_records_read(options.file, &records, NULL) == TW_OK && records.header;
    if (!results) options.top = 0;
    int code = tw_embed_plan(&options, &(struct tw_watcher){0}, &plan, &error);
    assert(code == (int)error.code);
    assert(!code || (error.message[0] && !strpbrk(error.message, "\n\r")));
    if (!code) check_plan(&plan);
    if (!code && results) assert(plan.count <= options.top);
    if (!code && results) check_records(&plan, &records);
    tw_embed_plan_free(&plan);
    tw_records_free(&records);
    tw_error_free(&error);
    return !code;
}
