/*
 * The models by which variants are chosen: that a gen/choice/models/NAME-model.json of trees is a sum of them, that the C made from it gives
 * what walking the JSON gives; and of all models (networks: test_net.c) that features are numbers for whatever is possible.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cJSON.h>
#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "gen/families/permute/model/estimate.h"
#include "gen/families/reduce/estimate.h"
#include "gen/families/transpose/features.h"
#include "gen/families/transpose/transpose.h"

#define FEATURES_MAX 128u

static const struct subject {
    const char *file;
    const struct tw_forest *forest;
    unsigned features;
} subjects[] = {
    /* as REDUCE_ROWS and so on are numbered */
    {SOURCE_DIR "/gen/choice/models/reduce-model.json", &tw_forest_reduce, TW_REDUCE_FEATURES},
    {SOURCE_DIR "/gen/choice/models/columns-model.json", &tw_forest_columns, TW_REDUCE_FEATURES},
    {SOURCE_DIR "/gen/choice/models/segments-model.json", &tw_forest_segments, TW_REDUCE_FEATURES},
    {SOURCE_DIR "/gen/choice/models/permute-model.json", &tw_forest_permute, TW_PERMUTE_FEATURES},
};
#define SUBJECTS (sizeof subjects / sizeof *subjects)

/* ---- the file ---- */

struct column {
    double *value;
    int count;
};

struct model {
    unsigned sm;
    struct column feature, threshold, low, high, leaf, root;
};

static struct column read_column(const cJSON *json, const char *key)
{
    const cJSON *array = cJSON_GetObjectItemCaseSensitive(json, key), *item;
    assert_true(cJSON_IsArray(array));
    struct column column = {calloc((size_t)cJSON_GetArraySize(array) + 1, sizeof(double)), 0};
    assert_non_null(column.value);
    cJSON_ArrayForEach(item, array)
    {
        assert_true(cJSON_IsNumber(item));
        column.value[column.count++] = item->valuedouble;
    }
    return column;
}

static struct model read_model(const struct subject *subject)
{
    struct tw_text text = {0};
    struct tw_error error = TW_ERROR_INIT;
    assert_int_equal(tw_file_read(subject->file, &text, &error), TW_OK);
    cJSON *json = cJSON_Parse(tw_text_string(&text));
    assert_non_null(json);
    const struct model model = {
        .sm = (unsigned)cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(json, "sm")),
        .feature = read_column(json, "feature"),
        .threshold = read_column(json, "threshold"),
        .low = read_column(json, "low"),
        .high = read_column(json, "high"),
        .leaf = read_column(json, "leaf"),
        .root = read_column(json, "root"),
    };
    cJSON_Delete(json);
    tw_text_free(&text);
    return model;
}

static void forget(struct model *model)
{
    struct column *columns[] = {&model->feature, &model->threshold, &model->low,
                                &model->high,    &model->leaf,      &model->root};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) free(columns[i]->value);
}

/* Counts the nodes and leaves below a node; each may be reached once. */
static void walk(const struct model *model, int node, bool *nodes, bool *leaves, int depth)
{
    assert_true(depth < 1000);
    if (node < 0) {
        assert_in_range(-1 - node, 0, model->leaf.count - 1);
        assert_false(leaves[-1 - node]);
        leaves[-1 - node] = true;
        return;
    }
    assert_in_range(node, 0, model->feature.count - 1);
    assert_false(nodes[node]);
    nodes[node] = true;
    walk(model, (int)model->low.value[node], nodes, leaves, depth + 1);
    walk(model, (int)model->high.value[node], nodes, leaves, depth + 1);
}

static void check_file(const struct subject *subject)
{
    struct model model = read_model(subject);
    int count = model.feature.count;
    bool *nodes = calloc((size_t)count + 1, sizeof *nodes),
         *leaves = calloc((size_t)model.leaf.count + 1, sizeof *leaves);
    assert_non_null(nodes);
    assert_non_null(leaves);
    assert_non_null(tw_target_find(model.sm));
    assert_int_equal(model.sm, subject->forest->sm);
    assert_int_equal(model.root.count, subject->forest->trees);
    assert_int_equal(model.threshold.count, count);
    assert_int_equal(model.low.count, count);
    assert_int_equal(model.high.count, count);
    assert_true(model.root.count > 0);
    for (int i = 0; i < model.root.count; i++) walk(&model, (int)model.root.value[i], nodes, leaves, 0);
    for (int i = 0; i < count; i++) assert_true(nodes[i]);
    for (int i = 0; i < model.leaf.count; i++) assert_true(leaves[i]);
    for (int i = 0; i < count; i++) {
        double feature = model.feature.value[i];
        assert_true(feature >= 0 && feature < subject->features && floor(feature) == feature);
    }
    free(nodes);
    free(leaves);
    forget(&model);
}

static void the_files_are_sums_of_trees(void **state)
{
    (void)state;
    for (unsigned i = 0; i < SUBJECTS; i++) check_file(&subjects[i]);
}

/* ---- what it says ---- */

/* The sum, in doubles, and that of the leaves' absolute values. Thresholds are floats, as features are. */
static double sum_of(const struct model *model, const float *feature, double *size)
{
    double sum = 0;
    *size = 0;
    for (int tree = 0; tree < model->root.count; tree++) {
        int node = (int)model->root.value[tree];
        while (node >= 0) {
            bool is_low = feature[(int)model->feature.value[node]] <= (float)model->threshold.value[node];
            node = (int)(is_low ? model->low : model->high).value[node];
        }
        sum += model->leaf.value[-1 - node];
        *size += fabs(model->leaf.value[-1 - node]);
    }
    return sum;
}

static void check_score(const struct model *model, const float *feature, float score)
{
    double size, sum = sum_of(model, feature, &size);
    assert_true(fabs((double)score - sum) <= 3e-5 * size);
}

static uint64_t seed = 88172645463325252u;

static unsigned any(unsigned below)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (unsigned)((seed >> 20) % below);
}

/* A threshold of the feature, or just beside it, where there is one; or anything. */
static float random_feature(const struct model *model, unsigned feature)
{
    for (unsigned trial = 0; trial < 200; trial++) {
        unsigned node = any((unsigned)model->feature.count);
        float threshold = (float)model->threshold.value[node];
        if ((unsigned)model->feature.value[node] != feature) continue;
        return any(3) == 0 ? threshold : nextafterf(threshold, any(2) ? INFINITY : -INFINITY);
    }
    return (float)any(1000) / 16 - 10;
}

/* Random features, on both sides of thresholds and on them. */
static void check_trees(const struct subject *subject)
{
    struct model model = read_model(subject);
    float first = 0, feature[FEATURES_MAX];
    unsigned others = 0;
    assert_true(subject->features <= FEATURES_MAX);
    for (unsigned trial = 0; trial < 2000; trial++) {
        for (unsigned f = 0; f < subject->features; f++) feature[f] = random_feature(&model, f);
        float score = tw_forest_score(subject->forest, feature);
        check_score(&model, feature, score);
        if (trial == 0) first = score;
        others += score != first;
    }
    assert_true(others > 1000);
    forget(&model);
}

static void the_trees_say_what_the_files_say(void **state)
{
    (void)state;
    for (unsigned i = 0; i < SUBJECTS; i++) check_trees(&subjects[i]);
}

/* ---- features ---- */

static int64_t up_to(unsigned bits)
{
    return 1 + (int64_t)any(1u << any(bits + 1));
}

/* Any variant, of which most are impossible. */
static void random_transpose(int64_t *value)
{
    static const enum tw_element types[] = {TW_INT8, TW_FLOAT16, TW_FLOAT32, TW_FLOAT64, TW_FLOAT32X4};
    value[TRANSPOSE_rows] = up_to(24);
    value[TRANSPOSE_cols] = up_to(16);
    value[TRANSPOSE_batch] = any(3) ? 1 : up_to(10);
    value[TRANSPOSE_type] = types[any(5)];
    value[TRANSPOSE_method] = TRANSPOSE_NAIVE + any(7);
    int64_t line = 128 / tw_transpose_bytes(value);
    bool in_lines = value[TRANSPOSE_method] == TRANSPOSE_VECTOR && any(4);
    if (any(4) == 0) value[TRANSPOSE_in_pitch] = value[TRANSPOSE_cols] + up_to(6);
    if (any(4) == 0) value[TRANSPOSE_out_offset] = any(40);
    if (any(3)) value[TRANSPOSE_BDIMY] = up_to(5);
    if (any(3)) value[TRANSPOSE_tile_rows] = in_lines ? line * up_to(2) : up_to(10);
    if (any(3)) value[TRANSPOSE_tile_cols] = in_lines ? line * up_to(2) : up_to(10);
    if (any(4) == 0) value[TRANSPOSE_matrices] = up_to(6);
    if (any(4) == 0) value[TRANSPOSE_steps] = up_to(4);
    if (any(4) == 0) value[TRANSPOSE_unroll] = up_to(4);
    if (any(4) == 0) value[TRANSPOSE_hints] = any(6);
    if (any(4) == 0) value[TRANSPOSE_register_transpose] = any(4);
}

static void random_reduction(int64_t *value)
{
    value[REDUCE_op] = any(REDUCE_DOT + 1);
    value[REDUCE_along] = any(REDUCE_SEGMENTS + 1);
    value[REDUCE_rows] = up_to(24) - any(2);
    value[REDUCE_cols] = up_to(20) - any(2);
    value[REDUCE_batch] = any(3) ? 1 : up_to(10);
    value[REDUCE_type] = any(REDUCE_FLOAT64 + 1);
    if (any(4) == 0) value[REDUCE_pitch] = value[REDUCE_cols] + up_to(6);
    if (any(4) == 0) value[REDUCE_order] = any(REDUCE_EXACT + 1);
    if (any(3) == 0) value[REDUCE_vector] = 1u << any(5);
    if (any(3) == 0) value[REDUCE_BDIMX] = 1u << any(9);
    if (any(3) == 0) value[REDUCE_leaves] = 1u << any(6);
    if (any(3) == 0) value[REDUCE_unroll] = 1u << any(5);
}

/* Fills them; whether the estimate is what the model makes of them. */
static bool transpose_features(const int64_t *value, const struct tw_target *target, float *feature)
{
    tw_transpose_features(value, target, feature);
    return tw_transpose_estimate(value, target) == tw_net_score(&tw_net_transpose, feature);
}

static bool reduction_features(const int64_t *value, const struct tw_target *target, float *feature)
{
    tw_reduce_features(value, target, feature);
    return tw_reduce_estimate(value, target) ==
           tw_forest_score(subjects[value[REDUCE_along]].forest, feature);
}

static bool all_are_known(const int64_t *value)
{
    (void)value;
    return true;
}

/* How variants of each family are drawn, which the model knows, and a field of which all words must have come. */
static const struct {
    const struct tw_family *family;
    void (*draw)(int64_t *value);
    bool (*knows)(const int64_t *value);
    bool (*features)(const int64_t *value, const struct tw_target *target, float *feature);
    unsigned count, field, first, words; /* from `first` on */
} drawn[] = {
    {&tw_family_transpose, random_transpose, all_are_known, transpose_features, TW_TRANSPOSE_FEATURES,
     TRANSPOSE_method, TRANSPOSE_NAIVE, TRANSPOSE_ROW_RUN + 1},
    {&tw_family_reduce, random_reduction, tw_reduce_is_known, reduction_features, TW_REDUCE_FEATURES,
     REDUCE_op, 0, REDUCE_DOT + 1},
};

static void check_features(unsigned number)
{
    const struct tw_family *family = drawn[number].family;
    unsigned target_count, came[TW_MAX_FIELDS] = {0}, field = drawn[number].field;
    const struct tw_target *targets = tw_targets(&target_count);
    for (unsigned trial = 0; trial < 20000; trial++) {
        const struct tw_target *target = &targets[trial % target_count];
        int64_t value[TW_MAX_FIELDS];
        float feature[FEATURES_MAX];
        for (unsigned f = 0; f < family->field_count; f++) value[f] = family->fields[f].fallback;
        drawn[number].draw(value);
        tw_family_resolve(family, value, target);
        if (!tw_family_accepts(family, value, target) || !drawn[number].knows(value)) continue;
        came[value[field]]++;
        assert_true(drawn[number].features(value, target, feature));
        for (unsigned f = 0; f < drawn[number].count; f++)
            if (!isfinite(feature[f])) fail_msg("feature %u of a %s", f, family->name);
    }
    for (unsigned word = drawn[number].first; word < drawn[number].words; word++)
        assert_true(came[word] > 100);
}

static void features_are_numbers_for_whatever_is_possible(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof drawn / sizeof *drawn; i++) check_features(i);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_files_are_sums_of_trees),
        cmocka_unit_test(the_trees_say_what_the_files_say),
        cmocka_unit_test(features_are_numbers_for_whatever_is_possible),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
