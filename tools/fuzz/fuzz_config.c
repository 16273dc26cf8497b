/*
 * Any bytes as a config. What must hold:
 *   - what the strict scan accepts, cJSON accepts, with as many values, and its strings are the same bytes;
 *   - an error has a place in the text, one line of message and a caret; no error leaves nothing behind;
 *   - names are accepted by tw_name_accept and unique, values lie in their fields' ranges;
 *   - a description is read, its source from a file that is there, or refused at a place, with the program none the worse;
 *   - a family says why it cannot have a variant, or gives it a shape that the target can run, and a prediction.
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "fuzz.h"
#include "gen/config/config.h"
#include "gen/config/json.h"
#include "gen/layout/predict.h"

static size_t count_nodes(const cJSON *node)
{
    size_t count = 1;
    for (const cJSON *child = node->child; child; child = child->next) count += count_nodes(child);
    return count;
}

static void check_json(const char *text, size_t length)
{
    struct tw_json json;
    struct tw_error error = TW_ERROR_INIT;
    int code = tw_json_scan("fuzz", text, length, &json, &error);
    cJSON *root = code ? NULL : cJSON_ParseWithLength(text, length);
    assert(code == TW_OK || code == TW_INPUT);
    assert(code || (root && count_nodes(root) == json.count));
    cJSON_Delete(root);
    tw_json_free(&json);
    tw_error_free(&error);
}

/* A folder in which the sources of descriptions are, and what a config in it is called. */
#define SOURCE "/fuzz.cu"
static char config_file[64] = "/tmp/tilewright-fuzz-XXXXXX";

static void remove_folder(void)
{
    char source[sizeof config_file + sizeof SOURCE];
    *strrchr(config_file, '/') = '\0';
    snprintf(source, sizeof source, "%s" SOURCE, config_file);
    unlink(source);
    rmdir(config_file);
}

static void make_folder(void)
{
    static const char text[] = "__global__ void fuzz(float *out) { out[threadIdx.x] = SCALE; }\n";
    char source[sizeof config_file + sizeof SOURCE];
    static bool made;
    if (made) return;
    made = mkdtemp(config_file) != NULL;
    snprintf(source, sizeof source, "%s" SOURCE, config_file);
    if (!made || tw_file_write(source, text, sizeof text - 1, NULL) || atexit(remove_folder)) abort();
    strcat(config_file, "/fuzz");
}

/* A description in a file of its own is told of there, as far as that is one. */
static void check_error(const struct tw_error *error)
{
    assert(error->code == TW_INPUT);
    assert(strcmp(error->file, config_file) == 0 || strstr(error->file, ".json") || strchr(error->file, '/'));
    assert(error->line >= 1 && error->column >= 1 && error->message[0] && !strpbrk(error->message, "\n\r"));
    assert(error->detail && strchr(error->detail, '^'));
}

static void check_value(const struct tw_field_info *field, int64_t value)
{
    int64_t words = 0;
    while (field->words && field->words[words]) words++;
    bool number = field->kind == TW_FIELD_INT && value >= field->low && value <= field->high;
    bool word = field->kind != TW_FIELD_ENUM ? value >= TW_WORD(0) && value < TW_WORD(words)
                                             : value >= 0 && value < words;
    assert(number || word || tw_field_text(field, value));
}

/* Whether it is possible; a second kernel of it is then checked, too. */
static bool check_shape(const struct tw_family *family, const int64_t *value)
{
    const struct tw_target *target = tw_target_find(TW_DEFAULT_SM);
    struct tw_text reason = {0};
    struct tw_shape shape = {0};
    bool accepted = tw_family_accept(family, value, target, &reason);
    assert(reason.failed || accepted == (reason.length == 0));
    tw_text_free(&reason);
    if (!accepted || !tw_family_shape(family, value, target, &shape)) return accepted;
    for (unsigned i = 0; i < shape.launch_count; i++) {
        const struct tw_launch *launch = &shape.launches[i];
        assert(launch->grid[0] >= 1 && launch->grid[0] <= INT32_MAX);
        assert(tw_launch_threads(launch) >= 1 && tw_launch_threads(launch) <= TW_MAX_BLOCK_THREADS);
        assert(launch->shared_bytes <= target->shared_per_block);
    }
    tw_shape_free(&shape);
    int64_t relaxed[TW_MAX_FIELDS];
    if (tw_family_relaxed(family, value, target, relaxed)) check_shape(family, relaxed);
    return true;
}

static void check_prediction(const struct tw_family *family, const int64_t *value)
{
    struct tw_shape shape = {0};
    const struct tw_prediction *predicted = NULL;
    if (tw_family_shape(family, value, tw_target_find(TW_DEFAULT_SM), &shape))
        predicted = tw_predict(family, value, &shape);
    for (unsigned i = 0; predicted && i < shape.launch_count; i++) {
        for (unsigned k = 0; k < predicted[i].access_count; k++)
            assert(predicted[i].accesses[k].wavefronts >= predicted[i].accesses[k].ideal);
    }
    tw_shape_free(&shape);
}

#define EXPANDED  1000000u /* variants of a config: of more, the last one alone */
#define PREDICTED 4u       /* variants of a config: a prediction may take a third of a second */

static int by_name(const void *a, const void *b)
{
    return strcmp((*(const struct tw_variant *const *)a)->name, (*(const struct tw_variant *const *)b)->name);
}

static void check_variants(const struct tw_variants *variants)
{
    const struct tw_variant **sorted = calloc(variants->count, sizeof *sorted);
    unsigned predicted = 0;
    assert(sorted && variants->count > 0);
    for (size_t i = 0; i < variants->count; i++) {
        const struct tw_variant *variant = sorted[i] = &variants->variant[i];
        struct tw_text reason = {0};
        assert(tw_name_accept(variant->name, &reason) && reason.length == 0);
        assert(variant->line >= 1 && variant->column >= 1);
        for (unsigned f = 0; f < variants->family->field_count; f++)
            check_value(&variants->family->fields[f], variant->value[f]);
        if (check_shape(variants->family, variant->value) && predicted++ < PREDICTED)
            check_prediction(variants->family, variant->value);
    }
    qsort(sorted, variants->count, sizeof *sorted, by_name);
    for (size_t i = 1; i < variants->count; i++) assert(strcmp(sorted[i - 1]->name, sorted[i]->name) != 0);
    free(sorted);
}

/* A config of too many variants for a list: the last one is found by its name. */
static void check_last(const struct tw_config *config)
{
    struct tw_variants last;
    uint64_t number = config->variant_count - 1, found;
    int code = tw_config_expand_one(config, tw_target_find(TW_DEFAULT_SM), number, &last, NULL);
    assert(code == TW_OK);
    check_variants(&last);
    bool known = tw_config_find(config, last.variant->name, &found);
    assert(known && found == number);
    tw_variants_free(&last);
}

bool fuzz_one(const uint8_t *bytes, size_t length)
{
    struct tw_config config;
    struct tw_variants variants = {0};
    struct tw_error error = TW_ERROR_INIT;
    check_json((const char *)bytes, length);
    make_folder();
    int code = tw_config_parse(config_file, (const char *)bytes, length, &config, &error);
    if (code)
        check_error(&error);
    else if (config.variant_count > EXPANDED)
        check_last(&config);
    else if (!(code = tw_config_expand(&config, tw_target_find(TW_DEFAULT_SM), &variants, &error)))
        check_variants(&variants);
    tw_variants_free(&variants);
    tw_config_free(&config);
    tw_error_free(&error);
    return !code;
}
