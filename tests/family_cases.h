/* What tests of a family begin with: variants from the fields of one, as JSON, and what the family says of them. Define FAMILY
   as its name, and include cmocka.h, before. */
#ifndef TESTS_FAMILY_CASES_H
#define TESTS_FAMILY_CASES_H

#include "tests/expanded.h"
#include "tilewright/kernel.h"

#include <inttypes.h>

/* A config of one variant with these fields, for a target. */
static inline struct expanded config_on(const char *members, const struct tw_target *target)
{
    struct tw_text text = {0};
    struct expanded config = {.of = {0}};
    struct tw_error error = TW_ERROR_INIT;
    tw_text_addf(&text, "{\"tilewright\":1,\"kernel\":\"%s\",\"variants\":[{\"name\":\"v\",%s}]}", FAMILY,
                 members);
    if (tw_config_parse("t", text.data, text.length, &config.config, &error) ||
        tw_config_expand(&config.config, target, &config.of, &error))
        fail_msg("%s: %s", members, error.message);
    tw_text_free(&text);
    assert_int_equal(config.of.count, 1);
    config.shape = calloc(1, sizeof *config.shape);
    assert_non_null(config.shape);
    return config;
}

static inline struct expanded config_of(const char *members)
{
    return config_on(members, tw_target_find(TW_DEFAULT_SM));
}

/* Like the usual target, but of an architecture that no model of times was fitted to: rules choose. */
static inline struct expanded config_by_rule(const char *members)
{
    struct tw_target target = *tw_target_find(TW_DEFAULT_SM);
    target.sm = 100;
    return config_on(members, &target);
}

/* A field's word as the variant has it. */
static inline const char *word(const struct expanded *config, const char *key)
{
    int number = tw_family_field(config->of.family, key);
    return tw_field_value_of(&config->of.family->fields[number], config->of.variant[0].value[number]).text;
}

/* A field's number as the variant has it. */
static inline int64_t field(const struct expanded *config, const char *key)
{
    return config->of.variant[0].value[tw_family_field(config->of.family, key)];
}

static inline bool accepts(const struct expanded *config, struct tw_text *reason)
{
    return config->of.family->accept(config->of.variant[0].value, &config->of.target, reason);
}

/* Its arrays are the config's, until it is asked for again. */
static inline struct tw_shape shape_of(const struct expanded *config)
{
    assert_true(
        tw_family_shape(config->of.family, config->of.variant[0].value, &config->of.target, config->shape));
    return *config->shape;
}

/* An empty reason: it is accepted. */
static inline void check_reason(const char *members, const char *expected)
{
    struct expanded config = config_of(members);
    struct tw_text reason = {0};
    bool accepted = accepts(&config, &reason);
    assert_string_equal(tw_text_string(&reason), expected);
    assert_int_equal(accepted, !*expected);
    tw_text_free(&reason);
    expanded_free(&config);
}

/* Fails with the first count that is known and differs. */
static inline void expect_counts(const char *members, const struct tw_counts *predicted,
                                 const struct tw_counts *counted)
{
    enum tw_count wrong = tw_counts_differ(predicted, counted);
    if (wrong != TW_COUNT_COUNT)
        fail_msg("%s: %s: predicted %" PRIu64 ", counted %" PRIu64, members, tw_count_name(wrong),
                 tw_count_value(predicted, wrong), tw_count_value(counted, wrong));
}

#endif
