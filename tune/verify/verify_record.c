/*
 * Records of what a GPU counted (docs/commands/verify.md): JSON Lines; a header, then a variant in each line with all its fields and
 * the counters that are the same every time.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <tilewright/version.h>

#include "base/escape.h"
#include "gen/config/json.h"
#include "tune/metrics.h"
#include "tune/results/described.h"
#include "tune/verify/verify.h"

#define FORMAT 1 /* of the file */

/* ---- writing ---- */

static void add_string(const char *key, const char *value, struct tw_text *text)
{
    tw_text_addf(text, ", \"%s\": ", key);
    tw_escape_json(text, value);
}

static void add_header(const struct tw_verify *verify, struct tw_text *text)
{
    const struct tw_family *family = verify->variants.family;
    const struct tw_probe *gpu = &verify->gpu;
    char stamp[32];
    time_t now = time(NULL);
    struct tm utc;
    gmtime_r(&now, &utc);
    strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%SZ", &utc);
    tw_text_addf(text, "{\"tilewright_measured\": %d", FORMAT);
    add_string("version", TILEWRIGHT_VERSION, text);
    add_string("kernel", family->name, text);
    if (family->description) tw_text_add(text, ", ");
    if (family->description) tw_described_add_header(family->description, text);
    add_string("device", gpu->device, text);
    tw_text_addf(text, ", \"sm\": %u, \"arch\": \"sm_%u\", \"driver\": \"%d.%d\", \"nvrtc\": \"%d.%d\"",
                 gpu->target.sm, gpu->sm, gpu->driver_version / 1000, gpu->driver_version % 1000 / 10,
                 gpu->nvrtc_major, gpu->nvrtc_minor);
    add_string("counting", gpu->counting, text);
    add_string("time", stamp, text);
    if (verify->own) tw_text_add(text, ", \"proof\": true");
    tw_text_add(text, ", \"metrics\": {");
    for (unsigned i = 0; i < TW_EXACT_COUNTER_COUNT; i++)
        tw_text_addf(text, "%s\"%s\": \"%s\"", i ? ", " : "", tw_counter_name(NULL, i), tw_counter_metric(i));
    tw_text_add(text, "}}\n");
}

/* By the names of the counts. */
static void add_bits(const char *key, uint32_t bits, struct tw_text *text)
{
    const char *separator = "";
    if (!bits) return;
    tw_text_addf(text, ", \"%s\": [", key);
    for (unsigned i = 0; i < TW_COUNT_COUNT; i++) {
        if (!(bits >> i & 1u)) continue;
        tw_text_addf(text, "%s\"%s\"", separator, tw_count_name((enum tw_count)i));
        separator = ", ";
    }
    tw_text_add_char(text, ']');
}

static void add_record(const struct tw_verify *verify, size_t number, struct tw_text *text)
{
    const struct tw_variant *variant = verify->own ? &verify->own[number] : &verify->variants.variant[number];
    const struct tw_text *problem = &verify->rows[number].problem;
    const struct tw_measured *measured = &verify->rows[number].measured;
    const char *separator = "";
    tw_text_addf(text, "{\"name\": \"%s\"", variant->name);
    tw_result_add_fields(verify->variants.family, variant->value, text);
    if (problem->length) add_string("proof_problem", problem->data, text);
    tw_text_add(text, ", \"measured\": {");
    for (unsigned i = 0; i < TW_EXACT_COUNTER_COUNT; i++) {
        if (!(measured->known >> i & 1u)) continue;
        tw_text_addf(text, "%s\"%s\": ", separator, tw_counter_name(NULL, i));
        tw_metric_add_value(measured->value[i], text);
        separator = ", ";
    }
    tw_text_add_char(text, '}');
    add_bits("bounds", measured->bounds, text);
    add_bits("reassembled", verify->rows[number].reassembled, text);
    add_bits("by_pipe", verify->rows[number].by_pipe, text);
    tw_text_add(text, "}\n");
}

void tw_verify_record(const struct tw_verify *verify, struct tw_text *text)
{
    add_header(verify, text);
    for (size_t i = 0; i < verify->finished; i++) {
        if (verify->rows[i].measures) add_record(verify, i, text);
    }
}

/* ---- reading ---- */

/* The next line as a tree, read strictly; *end: there is none. */
static int read_line(struct tw_replay *replay, const char **at, unsigned line, cJSON **tree,
                     struct tw_error *error)
{
    struct tw_json json = {0};
    size_t length = strcspn(*at, "\n");
    int code = tw_json_parse(replay->file, *at, length, &json, error);
    if (code == TW_INPUT) { /* the place within the line becomes one of the file */
        char message[sizeof error->message];
        unsigned column = error->column;
        memcpy(message, error->message, sizeof message);
        return tw_fail_at(error, TW_INPUT, replay->file, line, column, "%s", message);
    }
    if (code) return code;
    *tree = json.root;
    json.root = NULL;
    tw_json_free(&json);
    *at += length + ((*at)[length] == '\n');
    return TW_OK;
}

static const char *string_of(const cJSON *object, const char *key)
{
    const char *string = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, key));
    return string ? string : "";
}

static int take_family(struct tw_replay *replay, const struct tw_description *kernel, struct tw_error *error)
{
    const char *name = string_of(replay->header, "kernel");
    if (kernel || *string_of(replay->header, "kernel_hash"))
        return tw_described_family(replay->file, replay->header, kernel, &replay->family, error);
    replay->family = tw_family_find(name);
    return replay->family ? TW_OK
                          : tw_fail_at(error, TW_INPUT, replay->file, 1, 1, "there is no kernel '%s'", name);
}

static int take_header(struct tw_replay *replay, const struct tw_description *kernel, struct tw_error *error)
{
    const cJSON *format = cJSON_GetObjectItemCaseSensitive(replay->header, "tilewright_measured");
    const cJSON *sm = cJSON_GetObjectItemCaseSensitive(replay->header, "sm");
    if (!cJSON_IsNumber(format) || format->valuedouble != FORMAT)
        return tw_fail_at(error, TW_INPUT, replay->file, 1, 1,
                          "no record of what a GPU counted: its header has no \"tilewright_measured\": %d",
                          FORMAT);
    int code = take_family(replay, kernel, error);
    if (code) return code;
    bool whole = cJSON_IsNumber(sm) && sm->valuedouble >= 1 && sm->valuedouble < 1000;
    replay->target = whole ? tw_target_find((unsigned)sm->valuedouble) : NULL;
    if (!replay->target)
        return tw_fail_at(error, TW_INPUT, replay->file, 1, 1, "\"sm\" names no GPU that is known here");
    return TW_OK;
}

static int read_lines(struct tw_replay *replay, const char *at, const struct tw_description *kernel,
                      struct tw_error *error)
{
    int code = read_line(replay, &at, 1, &replay->header, error);
    if (!code) code = take_header(replay, kernel, error);
    for (unsigned line = 2; *at && !code; line++) {
        cJSON *tree = NULL;
        code = read_line(replay, &at, line, &tree, error);
        if (!code && !cJSON_AddItemToArray(replay->list, tree))
            code = tw_fail(error, TW_MEMORY, "out of memory");
        replay->count += !code;
    }
    if (!code && !replay->count) code = tw_fail_at(error, TW_INPUT, replay->file, 1, 1, "holds no variant");
    return code;
}

static int make_variants(struct tw_replay *replay, struct tw_variants *variants, struct tw_error *error)
{
    replay->records = malloc(replay->count * sizeof *replay->records);
    if (!replay->records) return tw_fail(error, TW_MEMORY, "out of memory");
    struct tw_record *record = replay->records;
    for (const cJSON *object = replay->list->child; object; object = object->next, record++)
        *record = (struct tw_record){object, (unsigned)(record - replay->records) + 2};
    const struct tw_record_set set = {.family = replay->family,
                                      .file = replay->file,
                                      .config = replay->file,
                                      .records = replay->records,
                                      .count = replay->count};
    return tw_record_variants(&set, replay->target, variants, error);
}

int tw_replay_open(const char *file, const struct tw_text *text, const struct tw_description *kernel,
                   struct tw_replay *replay, struct tw_variants *variants, struct tw_error *error)
{
    *replay = (struct tw_replay){.file = file, .list = cJSON_CreateArray()};
    if (!replay->list) return tw_fail(error, TW_MEMORY, "out of memory");
    int code = read_lines(replay, tw_text_string(text), kernel, error);
    return code ? code : make_variants(replay, variants, error);
}

void tw_replay_close(struct tw_replay *replay)
{
    free(replay->records);
    cJSON_Delete(replay->header);
    cJSON_Delete(replay->list);
    *replay = (struct tw_replay){0};
}

/* The counts that a list names. */
static uint32_t bits_of(const cJSON *record, const char *key)
{
    const cJSON *names = cJSON_GetObjectItemCaseSensitive(record, key), *name;
    uint32_t bits = 0;
    cJSON_ArrayForEach(name, names)
    {
        for (unsigned i = 0; i < TW_COUNT_COUNT && cJSON_IsString(name); i++)
            bits |= (uint32_t)(strcmp(name->valuestring, tw_count_name((enum tw_count)i)) == 0) << i;
    }
    return bits;
}

bool tw_replay_proofs(const struct tw_replay *replay)
{
    return cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(replay->header, "proof"));
}

void tw_replay_measured(const struct tw_replay *replay, size_t number, struct tw_measured *measured)
{
    const cJSON *record = replay->records[number].object;
    const cJSON *values = cJSON_GetObjectItemCaseSensitive(record, "measured");
    *measured = (struct tw_measured){.bounds = bits_of(record, "bounds")};
    for (unsigned i = 0; i < TW_EXACT_COUNTER_COUNT; i++) {
        const cJSON *value = cJSON_GetObjectItemCaseSensitive(values, tw_counter_name(NULL, i));
        if (!cJSON_IsNumber(value) || !(value->valuedouble >= 0)) continue;
        measured->value[i] = value->valuedouble;
        measured->known |= (uint64_t)1 << i;
    }
}

uint32_t tw_replay_reassembled(const struct tw_replay *replay, size_t number)
{
    return bits_of(replay->records[number].object, "reassembled");
}

const char *tw_replay_device(const struct tw_replay *replay)
{
    return string_of(replay->header, "device");
}

const char *tw_replay_time(const struct tw_replay *replay)
{
    return string_of(replay->header, "time");
}
