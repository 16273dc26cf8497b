/* A results file as cJSON trees: shards.c has read and checked it, each line becomes a tree. */
#include "tune/results/records.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tilewright/version.h>

#include "tune/results/shards.h"

/* The row as cJSON's tree; it has passed the strict scan, so only memory can be missing. */
static cJSON *tree(const struct tw_sheet *sheet, size_t row)
{
    return cJSON_ParseWithLength(sheet->rows[row].line, sheet->rows[row].length);
}

static bool build(const struct tw_shards *shards, struct tw_records *records)
{
    const struct tw_shard *shard = shards->shards;
    records->file = strdup(shard->name);
    records->list = cJSON_CreateArray();
    if (!records->file || !records->list) return false;
    records->torn = shard->torn;
    records->whole_bytes = shard->whole_bytes;
    if (shard->empty) return true;
    records->header = tree(&shards->headers, shard->header);
    bool built = records->header != NULL;
    for (size_t i = 0; i < shard->count && built; i++) {
        cJSON *record = tree(&shards->records, shard->first + i);
        built = record && cJSON_AddItemToArray(records->list, record);
    }
    return built;
}

int tw_records_read(const char *file, struct tw_records *records, struct tw_error *error)
{
    struct tw_shards shards = {0};
    *records = (struct tw_records){0};
    int code = tw_shards_add(&shards, file, error);
    if (!code && !build(&shards, records)) {
        tw_records_free(records);
        code = tw_fail(error, TW_MEMORY, "out of memory");
    }
    tw_shards_free(&shards);
    return code;
}

int tw_records_of(const char *file, const char *text, struct tw_records *records, struct tw_error *error)
{
    *records = (struct tw_records){.file = strdup(file), .list = cJSON_CreateArray()};
    bool built = records->file && records->list;
    for (const char *line = text; *line && built;) {
        size_t length = strcspn(line, "\n");
        cJSON *object = cJSON_ParseWithLength(line, length);
        built = object != NULL;
        if (!records->header)
            records->header = object;
        else
            built = built && cJSON_AddItemToArray(records->list, object);
        line += length + (line[length] == '\n');
    }
    records->whole_bytes = strlen(text);
    if (built) return TW_OK;
    tw_records_free(records);
    return tw_fail(error, TW_MEMORY, "out of memory");
}

static const char *header_word(const struct tw_records *records, const char *key)
{
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(records->header, key));
}

int tw_records_check_template(const struct tw_records *records, const struct tw_family *family,
                              const struct tw_template *given, bool *unsure, struct tw_error *error)
{
    *unsure = false;
    if (family->description) return TW_OK; /* its source is part of the description */
    const char *theirs = header_word(records, "template_hash"), *named = header_word(records, "template");
    const struct tw_template *ours = given ? given : tw_template_find(family->template_name);
    char hash[17];
    snprintf(hash, sizeof hash, "%016" PRIx64, tw_template_hash(ours));
    *unsure = theirs && strcmp(theirs, hash) != 0 && !given && !named;
    if (!theirs || strcmp(theirs, hash) == 0 || *unsure) return TW_OK;
    if (!given)
        return tw_fail_at(error, TW_INPUT, records->file, 0, 0,
                          "its variants were rendered with the template %s: --template FILE gives it", named);
    const bool own =
        !named && strtoull(theirs, NULL, 16) == tw_template_hash(tw_template_find(family->template_name));
    if (own)
        return tw_fail_at(error, TW_INPUT, records->file, 0, 0,
                          "its variants were rendered with the %s family's own template, not with %s",
                          family->name, given->name);
    return tw_fail_at(error, TW_INPUT, records->file, 0, 0,
                      "its variants were rendered with %s%s of hash %s, and %s has hash %s",
                      named ? "the template " : "another template", named ? named : "", theirs, given->name,
                      hash);
}

void tw_records_say_version(const struct tw_watcher *watcher, const char *file, const char *version)
{
    if (strcmp(version, TILEWRIGHT_VERSION) != 0)
        tw_say(watcher, TW_REMARK_NOTE,
               "%s is of tilewright %s; kernels and counts of this one, %s, may be others", file, version,
               TILEWRIGHT_VERSION);
}

void tw_records_free(struct tw_records *records)
{
    free(records->file);
    cJSON_Delete(records->header);
    cJSON_Delete(records->list);
    *records = (struct tw_records){0};
}

const cJSON *tw_record_member(const cJSON *object, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive(object, key);
}

const char *tw_record_word(const cJSON *object, const char *key)
{
    const char *string = cJSON_GetStringValue(tw_record_member(object, key));
    return string ? string : "";
}
