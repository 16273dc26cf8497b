/*
 * report_fixture.h - results files as a sweep writes them, made from the predictor: every variant of a
 * config, the impossible ones rejected, the others with their counts; on a GPU, with times that follow the
 * wavefronts.
 */
#ifndef REPORT_FIXTURE_H
#define REPORT_FIXTURE_H

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tilewright/occupancy.h>

#include "cli/report/report_html.h"
#include "gen/layout/predict.h"
#include "tests/expanded.h"

struct fixture {
    struct expanded config;
    struct tw_records records;
    bool simulator;
};

static inline void fixture_header(struct fixture *fixture)
{
    char hash[17];
    cJSON *header = fixture->records.header = cJSON_CreateObject(), *capability;
    snprintf(hash, sizeof hash, "%016" PRIx64, fixture->config.config.hash);
    cJSON_AddNumberToObject(header, "tilewright_results", 1);
    cJSON_AddStringToObject(header, "version", "0.1.0");
    cJSON_AddStringToObject(header, "config", "sweep-padding.json");
    cJSON_AddStringToObject(header, "config_hash", hash);
    cJSON_AddStringToObject(header, "kernel", fixture->config.of.family->name);
    cJSON_AddNumberToObject(header, "variants", (double)fixture->config.of.count);
    cJSON_AddStringToObject(header, "shard", "1/1");
    cJSON_AddBoolToObject(header, "all", 1);
    cJSON_AddStringToObject(header, "device", fixture->simulator ? "simulator" : "NVIDIA H200");
    cJSON_AddBoolToObject(header, "simulator", fixture->simulator);
    cJSON_AddNumberToObject(header, "sm", 90);
    cJSON_AddStringToObject(header, "arch", "sm_90");
    cJSON_AddStringToObject(header, "driver", "13.0");
    cJSON_AddStringToObject(header, "nvrtc", "13.0");
    capability = cJSON_AddObjectToObject(header, "capability");
    cJSON_AddNumberToObject(capability, "multiprocessors", 132);
    cJSON_AddNumberToObject(capability, "shared_per_sm", 233472);
    cJSON_AddStringToObject(header, "time", "2026-11-20T20:41:07Z");
    cJSON_AddBoolToObject(header, "finished", 1);
}

static inline cJSON *fixture_counts(const struct tw_counts *counts)
{
    cJSON *object = cJSON_CreateObject();
    cJSON_AddNumberToObject(object, "load_requests", (double)counts->load_requests);
    cJSON_AddNumberToObject(object, "load_wavefronts", (double)counts->load_wavefronts);
    cJSON_AddNumberToObject(object, "store_requests", (double)counts->store_requests);
    cJSON_AddNumberToObject(object, "store_wavefronts", (double)counts->store_wavefronts);
    return object;
}

static inline void fixture_fields(const struct fixture *fixture, const struct tw_variant *variant,
                                  cJSON *record)
{
    for (unsigned i = 0; i < fixture->config.of.family->field_count; i++) {
        struct tw_field_value value =
            tw_field_value_of(&fixture->config.of.family->fields[i], variant->value[i]);
        if (value.is_word)
            cJSON_AddStringToObject(record, value.key, value.text);
        else
            cJSON_AddNumberToObject(record, value.key, (double)value.number);
    }
}

static inline void fixture_times(double us, cJSON *record)
{
    cJSON *times = cJSON_AddObjectToObject(record, "time_us");
    cJSON_AddNumberToObject(times, "median", us);
    cJSON_AddNumberToObject(times, "min", us * 0.99);
    cJSON_AddNumberToObject(times, "p95", us * 1.02);
    cJSON_AddNumberToObject(times, "runs", 40);
}

/* A block's shared memory traffic overlaps with what else it does; the constants only need to look like a
 * GPU. */
static inline double fixture_time(double wavefronts, double elements, size_t number)
{
    double noise = (double)(number * 2654435761u % 1000) / 1000 * 0.004;
    return (elements * 0.0098 + wavefronts * 0.021) * (1 + noise) + 2.1;
}

static inline void fixture_measured(const struct fixture *fixture, const struct tw_variant *variant,
                                    cJSON *record)
{
    static struct tw_shape shape;
    tw_family_shape(fixture->config.of.family, variant->value, tw_target_find(90), &shape);
    struct tw_predicted predicted = tw_predict_sum(fixture->config.of.family, variant->value, &shape);
    double elements = (double)shape.work.elements,
           wavefronts = (double)tw_counts_wavefronts(&predicted.counts);
    double us = fixture_time(wavefronts, elements, (size_t)(variant - fixture->config.of.variant));
    struct tw_block_needs needs = {tw_launch_threads(&shape.launches[0]), 16, tw_shape_shared_bytes(&shape),
                                   -1};
    struct tw_occupancy occupancy = tw_occupancy(tw_target_find(90), &needs);
    cJSON_AddNumberToObject(record, "shared_bytes", tw_shape_shared_bytes(&shape));
    cJSON_AddItemToObject(record, "predicted", fixture_counts(&predicted.counts));
    cJSON_AddItemToObject(record, "simulated",
                          fixture->simulator ? fixture_counts(&predicted.counts) : cJSON_CreateNull());
    cJSON_AddNullToObject(record, "measured");
    if (fixture->simulator)
        cJSON_AddNullToObject(record, "time_us");
    else
        fixture_times(us, record);
    cJSON_AddNumberToObject(record, "ideal_wavefronts", (double)predicted.ideal);
    cJSON_AddNumberToObject(record, "registers", 16);
    cJSON_AddNumberToObject(record, "blocks_per_sm", occupancy.blocks_per_sm);
    cJSON_AddStringToObject(record, "limit", tw_limit_text(occupancy.limit));
    cJSON_AddNumberToObject(record, "cost",
                            (fixture->simulator ? wavefronts : us * 1000 / 132) / elements * 1000);
}

static inline void fixture_record(struct fixture *fixture, size_t number)
{
    const struct tw_variant *variant = &fixture->config.of.variant[number];
    cJSON *record = cJSON_CreateObject();
    struct tw_text reason = {0};
    cJSON_AddStringToObject(record, "name", variant->name);
    cJSON_AddStringToObject(record, "kernel", fixture->config.of.family->name);
    cJSON_AddNumberToObject(record, "number", (double)number);
    fixture_fields(fixture, variant, record);
    bool possible = fixture->config.of.family->accept(variant->value, tw_target_find(90), &reason);
    cJSON_AddStringToObject(record, "status", possible ? "ok" : "rejected");
    cJSON_AddItemToObject(record, "reason",
                          possible ? cJSON_CreateNull() : cJSON_CreateString(tw_text_string(&reason)));
    if (possible) fixture_measured(fixture, variant, record);
    cJSON_AddItemToArray(fixture->records.list, record);
    tw_text_free(&reason);
}

/* ---- ranks ---- */

static inline double fixture_number(const cJSON *record, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(record, key);
    return cJSON_IsNumber(item) ? item->valuedouble : 1e300;
}

/* Costs within about 1 % are a tie. */
static inline double fixture_class(const cJSON *record)
{
    return floor(log(fixture_number(record, "cost")) / 0.01);
}

static inline int fixture_compare(const void *left, const void *right)
{
    static const char *const keys[] = {"shared_bytes", "IPAD", "number"};
    const cJSON *a = *(cJSON *const *)left, *b = *(cJSON *const *)right;
    double x = fixture_class(a), y = fixture_class(b);
    for (int i = 0; i < 3 && x == y; i++) {
        x = fixture_number(a, keys[i]);
        y = fixture_number(b, keys[i]);
    }
    return (x > y) - (x < y);
}

static inline void fixture_rank(struct fixture *fixture)
{
    size_t count = (size_t)cJSON_GetArraySize(fixture->records.list), i = 0;
    cJSON **sorted = malloc(count * sizeof *sorted), *record;
    assert(sorted);
    cJSON_ArrayForEach(record, fixture->records.list) sorted[i++] = record;
    qsort(sorted, count, sizeof *sorted, fixture_compare);
    for (i = 0; i < count; i++) {
        double cost = fixture_number(sorted[i], "cost");
        bool ran = cost < 1e300;
        bool tie = ran && i > 0 && fixture_class(sorted[i]) == fixture_class(sorted[i - 1]);
        cJSON_AddItemToObject(sorted[i], "rank",
                              ran ? cJSON_CreateNumber((double)(i + 1)) : cJSON_CreateNull());
        cJSON_AddBoolToObject(sorted[i], "tie", tie);
    }
    free(sorted);
}

/* The finished results of a sweep of the config. */
static inline void fixture_open(const char *config, bool simulator, struct fixture *fixture)
{
    struct tw_error error = TW_ERROR_INIT;
    *fixture = (struct fixture){.simulator = simulator};
    int code = expanded_parse("sweep-padding.json", config, strlen(config), &fixture->config, &error);
    if (code) fprintf(stderr, "%s\n%s\n", error.message, error.detail ? error.detail : "");
    assert(code == TW_OK);
    fixture->records.list = cJSON_CreateArray();
    fixture_header(fixture);
    for (size_t i = 0; i < fixture->config.of.count; i++) fixture_record(fixture, i);
    fixture_rank(fixture);
}

static inline void fixture_close(struct fixture *fixture)
{
    cJSON_Delete(fixture->records.header);
    cJSON_Delete(fixture->records.list);
    expanded_free(&fixture->config);
}

/* As in a real sweep: all paddings, all swizzles, five shapes of block, one of them with sides that xor
 * refuses. */
#define FIXTURE_SWEEP                                                                                        \
    "{\"tilewright\": 1, \"kernel\": \"tile\", \"defaults\": {\"layout\": \"row-col\", \"index\": "          \
    "\"linear\","                                                                                            \
    " \"IPAD\": {\"from\": 0, \"to\": 32}, \"swizzle\": [\"none\", \"skew\", \"xor\"]}, \"variants\": ["     \
    "{\"name\": \"a\", \"BDIMX\": 32, \"BDIMY\": 16}, {\"name\": \"b\", \"BDIMX\": 16, \"BDIMY\": 16},"      \
    "{\"name\": \"c\", \"BDIMX\": 32, \"BDIMY\": 32}, {\"name\": \"d\", \"BDIMX\": 64, \"BDIMY\": 8},"       \
    "{\"name\": \"e\", \"BDIMX\": 24, \"BDIMY\": 20}]}"

#endif
