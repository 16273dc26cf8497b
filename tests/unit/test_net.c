/*
 * The networks by which transposes are chosen: that a file in gen/choice/models has as many numbers as it
 * says, and that the C made from it gives what the JSON gives when it is computed in another order, in doubles.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cJSON.h>
#include <cmocka.h>
#include <math.h>
#include <stdlib.h>

#include "base/file.h"
#include "gen/families/transpose/features.h"

static const struct subject {
    const char *file;
    const struct tw_net *net;
    unsigned features;
} subjects[] = {
    {SOURCE_DIR "/gen/choice/models/transpose-model.json", &tw_net_transpose, TW_TRANSPOSE_FEATURES},
};
#define SUBJECTS (sizeof subjects / sizeof *subjects)

struct column {
    double *value;
    int count;
};

struct model {
    unsigned sm, networks;
    struct column mean, scale, outputs, weight;
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

static unsigned number(const cJSON *json, const char *key)
{
    return (unsigned)cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(json, key));
}

static struct model read_model(const char *file)
{
    struct tw_text text = {0};
    struct tw_error error = TW_ERROR_INIT;
    assert_int_equal(tw_file_read(file, &text, &error), TW_OK);
    cJSON *json = cJSON_Parse(tw_text_string(&text));
    assert_non_null(json);
    const struct model model = {.sm = number(json, "sm"),
                                .networks = number(json, "networks"),
                                .mean = read_column(json, "mean"),
                                .scale = read_column(json, "scale"),
                                .outputs = read_column(json, "outputs"),
                                .weight = read_column(json, "weight")};
    cJSON_Delete(json);
    tw_text_free(&text);
    return model;
}

static void forget(struct model *model)
{
    struct column *columns[] = {&model->mean, &model->scale, &model->outputs, &model->weight};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) free(columns[i]->value);
}

/* Where the weights of a layer of a network begin; with all networks and their first layer, how many there are. */
static int first_weight(const struct model *model, unsigned network, unsigned layer)
{
    int all = 0, before = 0, inputs = model->mean.count;
    for (unsigned l = 0; l < TW_NET_LAYERS; l++) {
        int outputs = (int)model->outputs.value[l];
        if (l == layer) before = all;
        all += (inputs + 1) * outputs;
        inputs = outputs;
    }
    return (int)network * all + before;
}

static void check_numbers(const struct model *model, const struct subject *subject)
{
    assert_non_null(tw_target_find(model->sm));
    assert_int_equal(model->sm, subject->net->sm);
    assert_int_equal(model->networks, subject->net->networks);
    assert_true(model->networks > 0);
    assert_in_range(subject->net->features, 1,
                    subject->features); /* a model may know the first of them only */
    assert_int_equal(model->mean.count, (int)subject->net->features);
    assert_int_equal(model->scale.count, (int)subject->net->features);
    assert_int_equal(model->outputs.count, TW_NET_LAYERS);
    for (unsigned l = 0; l < TW_NET_LAYERS; l++)
        assert_in_range((int)model->outputs.value[l], 1, TW_NET_WIDEST);
    assert_int_equal((int)model->outputs.value[TW_NET_LAYERS - 1], 1);
    assert_int_equal(model->weight.count, first_weight(model, model->networks, 0));
    for (int i = 0; i < model->scale.count; i++) assert_true(model->scale.value[i] > 0);
}

/* Output o of a layer, by going back through those before it. */
static double output(const struct model *model, unsigned network, unsigned layer, int o, const float *feature,
                     double (*known)[TW_NET_WIDEST])
{
    int inputs = layer ? (int)model->outputs.value[layer - 1] : model->mean.count;
    int outputs = (int)model->outputs.value[layer], first = first_weight(model, network, layer);
    double sum = model->weight.value[first + inputs * outputs + o];
    for (int i = inputs - 1; i >= 0; i--) {
        double x = layer ? fmax(known[layer - 1][i], 0)
                         : fmax(-4, fmin(4, (feature[i] - model->mean.value[i]) * model->scale.value[i]));
        sum += x * model->weight.value[first + i * outputs + o];
    }
    return sum;
}

static double score_of(const struct model *model, const float *feature)
{
    double known[TW_NET_LAYERS][TW_NET_WIDEST], sum = 0;
    for (unsigned network = 0; network < model->networks; network++) {
        for (unsigned layer = 0; layer < TW_NET_LAYERS; layer++) {
            for (int o = 0; o < (int)model->outputs.value[layer]; o++)
                known[layer][o] = output(model, network, layer, o, feature, known);
        }
        sum += known[TW_NET_LAYERS - 1][0];
    }
    return -sum;
}

static uint64_t seed = 88172645463325252u;

static unsigned any(unsigned below)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (unsigned)((seed >> 20) % below);
}

/* Features within what was seen, and far beyond it. */
static void check_scores(const struct model *model, const struct subject *subject)
{
    float feature[TW_NET_WIDEST], first = 0;
    unsigned others = 0;
    for (unsigned trial = 0; trial < 300; trial++) {
        double reach = trial % 10 == 0 ? 100 : 2;
        for (unsigned f = 0; f < subject->net->features; f++) {
            double part = (double)any(20001) / 10000 - 1;
            feature[f] = (float)(model->mean.value[f] + reach * part / model->scale.value[f]);
        }
        double expected = score_of(model, feature);
        float score = tw_net_score(subject->net, feature);
        assert_true(fabs(score - expected) <= 1e-3 * (1 + fabs(expected)));
        if (trial == 0) first = score;
        others += score != first;
    }
    assert_true(others > 290);
}

static void for_each_model(void (*check)(const struct model *model, const struct subject *subject))
{
    for (unsigned i = 0; i < SUBJECTS; i++) {
        struct model model = read_model(subjects[i].file);
        check(&model, &subjects[i]);
        forget(&model);
    }
}

static void the_files_have_the_numbers_that_they_say(void **state)
{
    (void)state;
    for_each_model(check_numbers);
}

static void the_networks_say_what_the_files_say(void **state)
{
    (void)state;
    for_each_model(check_scores);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_files_have_the_numbers_that_they_say),
        cmocka_unit_test(the_networks_say_what_the_files_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
