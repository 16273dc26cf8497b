/*
 * Any bytes as what `tilewright embed` is given: a config or a results file. What must hold: a plan has the best records and no
 * more than were asked for, in order of rank; each kernel has the fields of its record, under a name that may be an identifier's
 * part; and an error has one line of message and leaves nothing planned.
 */
#include <assert.h>
#include <string.h>

#include "cli/embed/embed.h"
#include "cli/results/records.h"
#include "fuzz_file.h"

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

static void check_fields(const struct tw_kernel *kernel, const cJSON *record)
{
    for (unsigned f = 0; f < kernel->field_count; f++) {
        const struct tw_field_value *field = &kernel->fields[f];
        const cJSON *value = cJSON_GetObjectItemCaseSensitive(record, field->key);
        if (cJSON_IsString(value)) assert(field->is_word && strcmp(value->valuestring, field->text) == 0);
        if (cJSON_IsNumber(value)) assert(!field->is_word && value->valuedouble == (double)field->number);
    }
}

static void check_records(const struct tw_embed_plan *plan, const struct tw_records *records)
{
    double last = 0;
    for (size_t i = 0; i < plan->count; i++) {
        const cJSON *record = record_of(records, plan->variants[i].variant->name);
        assert(record);
        assert(rank_of(record) >= last);
        last = rank_of(record);
        check_fields(&plan->variants[i].kernel, record);
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

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct tw_embed_options options = usual;
    struct tw_embed_plan plan;
    struct tw_records records;
    struct tw_error error = TW_ERROR_INIT;
    options.file = fuzz_file(bytes, size);
    bool results = tw_records_read(options.file, &records, NULL) == TW_OK && records.header;
    if (!results) options.top = 0;
    int code = tw_embed_plan(&options, &plan, &error);
    assert(code == (int)error.code);
    assert(!code || (error.message[0] && !strpbrk(error.message, "\n\r")));
    if (!code) check_plan(&plan);
    if (!code && results) assert(plan.count <= options.top);
    if (!code && results) check_records(&plan, &records);
    tw_embed_plan_free(&plan);
    tw_records_free(&records);
    tw_error_free(&error);
    return 0;
}
