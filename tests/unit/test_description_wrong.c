/* What is wrong with descriptions, and with what configs give their fields: told at its place; and variants that cannot be, with the reason. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gen/config/record.h"
#include "tests/unit/described_cases.h"

/* A description with a member more, or another in place of its own. */
static struct tw_text with(const char *members)
{
    static const char *const usual[][2] = {
        {"name", "\"own\""},
        {"source", "\"matmul.cu\""},
        {"problem", "{\"n\": 100}"},
        {"parameters", "{\"B\": [32, 64], \"R\": [0.5, 2], \"W\": [\"x\", \"y\"]}"},
        {"arguments", "[{\"name\": \"c\", \"type\": \"float32\", \"count\": \"n\", "
                      "\"role\": \"output\"}]"},
        {"grid", "\"n\""},
        {"block", "\"B\""}};
    struct tw_text text = {0};
    tw_text_addf(&text, "{\"tilewright\": 1, \"kernel\": {\n%s", members);
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
        char key[32];
        snprintf(key, sizeof key, "\"%s\":", usual[i][0]);
        const char *found = strstr(members, key);
        if (found && (found == members || found[-1] == '\n')) continue;
        tw_text_addf(&text, "%s\"%s\": %s", text.data[text.length - 1] == '\n' ? "" : ",\n", usual[i][0],
                     usual[i][1]);
    }
    tw_text_add(&text, "}}");
    return text;
}

/* Members, the column of what is wrong with them, and a part of the message; 0: any. */
static const struct {
    const char *members;
    unsigned column;
    const char *says;
} wrong[] = {
    {"\"name\": \"tile\"", 9, "the name cannot be used at /kernel/name; a family of the program has it"},
    {"\"name\": \"int\"", 9, "it is reserved by C++"},
    {"\"name\": 3", 9, "no name"},
    {"\"nam\": \"x\"", 1, "unknown key \"nam\""},
    {"\"source\": \"missing.cu\"", 11, "the source cannot be used at /kernel/source"},
    {"\"source\": \"..\"", 11, "the source cannot be used"},
    {"\"source\": \"\"", 11, "no text"},
    {"\"source\": null", 11, "no text"},
    {"\"grid\": \"n +\"", 13, "at character 4 of \"n +\" a value should stand"},
    {"\"grid\": [\"1\", \"n * \\u006d\"]", 20, "at character 5 of \"n * m\""},
    {"\"grid\": [1, 2, 3, 4]", 9, "no sizes"},
    {"\"grid\": []", 9, "no sizes"},
    {"\"grid\": \"turn\"", 10, "turn"},
    {"\"grid\": {}", 9, "no expression"},
    {"\"block\": \"B(\"", 11, "at character 1 of \"B(\" no such function"},
    {"\"derived\": {\"B\": 1}", 0, "its name is used twice"},
    {"\"derived\": {\"a\": \"b\", \"b\": 1}", 19, "at character 1 of \"b\""},
    {"\"derived\": {\"1a\": 1}", 0, "its name is no C identifier"},
    {"\"problem\": {\"B\": 1}", 0, "its name is used twice at /kernel/parameters/B"},
    {"\"problem\": {\"true\": 1}", 0, "its name is taken"},
    {"\"problem\": {\"turn\": 1}", 0, "its name is taken"},
    {"\"problem\": {\"n\": []}", 0, "no values"},
    {"\"problem\": {\"n\": [1, 1]}", 0, "a value that is given twice"},
    {"\"problem\": {\"n\": [1, \"a\"]}", 0, "a value of another kind"},
    {"\"problem\": {\"n\": 9007199254740993}", 0, "no value"},
    {"\"problem\": {\"n\": 1e400}", 0, "no value"},
    {"\"problem\": {\"n\": {\"from\": 1}}", 0, "no range"},
    {"\"problem\": {\"n\": {\"from\": 2, \"to\": 1}}", 0, "an empty range"},
    {"\"problem\": {\"n\": {\"from\": 1, \"to\": 2, \"step\": 0}}", 0, "an empty range"},
    {"\"problem\": {\"n\": {\"pow2\": [3, 4]}}", 0, "no powers of two"},
    {"\"problem\": {\"n\": {\"pow2\": [8, 4]}}", 0, "no powers of two"},
    {"\"problem\": {\"n\": {\"values\": [1, 2], \"default\": 3}}", 0, "no value of the field"},
    {"\"problem\": {\"n\": {\"values\": [1, 2], \"from\": 3}}", 0, "no values"},
    {"\"problem\": {\"n\": {\"values\": [1, 2], \"role\": \"pad\"}}", 0, "no role"},
    {"\"roles\": {\"W\": \"padding\"}", 0, "a role that the field cannot have"},
    {"\"roles\": {\"X\": \"padding\"}", 0, "no field"},
    {"\"roles\": {\"B\": \"padding\", \"n\": \"padding\"}", 0, "a role that"},
    {"\"constraints\": \"B\"", 16, "no list"},
    {"\"constraints\": [\"B & 1 == 0\"]", 0, "in the expression at /kernel/constraints/0, at character"},
    {"\"constraints\": [{\"else\": \"x\"}]", 0, "no condition"},
    {"\"arguments\": {}", 14, "no"},
    {"\"arguments\": [3]", 0, "no argument"},
    {"\"arguments\": [{\"type\": \"int32\", \"count\": 4}]", 0, "no name"},
    {"\"arguments\": [{\"symbol\": \"s\", \"type\": \"int32\"}]", 0, "no count"},
    {"\"arguments\": [{\"name\": \"c\", \"type\": \"int32\", \"count\": 4, \"role\": \"output\", \"fill\": "
     "1}]",
     0, "a result that begins with something"},
    {"\"arguments\": [{\"name\": \"c\", \"type\": \"int32\", \"count\": 4, \"role\": \"scratch\", \"fill\": "
     "\"iota\"}]",
     0, "scratch that begins with something"},
    {"\"arguments\": [{\"name\": \"c\", \"type\": \"int32\", \"count\": 4, \"fill\": \"index * * n\"}]", 0,
     "no fill"},
    {"\"define\": [\"X\"]", 13, "at character 1 of \"X\""},
    {"\"define\": {\"a b\": 1}", 0, "no name of a macro"},
    {"\"options\": [\"-I/usr\"]", 0, "no option that is taken"},
    {"\"options\": [\"-arch=sm_90\"]", 0, "no option that is taken"},
    {"\"include\": \"x\"", 0, "no list"},
    {"\"work\": {\"op\": 1}", 0, "unknown key"},
    {"\"reference\": \"x\"", 14, "no reference"},
    {"\"reference\": {}", 14, "no reference"},
    {"\"reference\": {\"library\": \"x\"}", 14, "no function"},
    {"\"reference\": {\"variant\": {\"B\": 33}}", 0,
     "B is 33 at /kernel/reference/variant/B; it must be one of 32, 64"},
    {"\"reference\": {\"variant\": {\"n\": 3}}", 0, "no parameter"},
    {"\"reference\": {\"grid\": 1}", 0, "no block"},
    {"\"reference\": {\"files\": {\"c\": \"missing.npy\"}}", 0, "the file cannot be used"},
    {"\"reference\": {\"files\": {\"d\": \"naive.cu\"}}", 0, "no result"},
    {"\"reference\": {\"files\": {}}", 0, "no files"},
    {"\"metrics\": []", 12, "no object"},
    {"\"metrics\": {\"a\": 3}", 0, "no metric"},
    {"\"metrics\": {\"a\": {\"best\": \"highest\"}}", 0, "no value"},
    {"\"metrics\": {\"a\": {\"value\": \"n\", \"best\": \"last\"}}", 0, "neither end"},
    {"\"metrics\": {\"a\": \"metric('x.sum') / tim\"}", 37, "at character 19 of \"metric('x.sum') / tim\""},
    {"\"metrics\": {\"a\": \"metric(x.sum)\"}", 0, "at character 1"},
    {"\"tolerance\": {\"absolute\": -1}", 0, "no tolerance"},
    {"\"tolerance\": {\"c\": \"exactly\"}", 0, "no tolerance"},
    {"\"tolerance\": {\"c\": {\"first\": \"m +\"}}", 0, "expression"},
    {"\"tolerance\": \"any\"", 0, "only a single argument can be \"any\""},
    {"\"tolerance\": {\"d\": \"exact\"}", 0, "no argument"},
    {"\"proof\": {\"B\": 32}", 0, "no field of the problem"},
    {"\"launches\": []", 13, "no launches"},
    {"\"launches\": [{\"grid\": 1}]", 0, "no block"},
    {"\"launches\": [{\"repeat\": 3}]", 0, "no launches"},
    {"\"launches\": [{\"grid\": 1, \"block\": 1, \"arguments\": [{\"type\": \"int32\"}]}]", 0, "no value"},
};

static void what_is_wrong_is_said_at_its_place(void **state)
{
    (void)state;
    unsigned failures = 0;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct tw_text text = with(wrong[i].members);
        struct tw_config config;
        struct tw_error error = TW_ERROR_INIT;
        int code = tw_config_parse(FOLDER "inline.json", text.data, text.length, &config, &error);
        if (code != TW_INPUT || !strstr(error.message, wrong[i].says) || !error.detail ||
            (wrong[i].column && error.column != wrong[i].column)) {
            print_error("%s: code %d, column %u: %s\n", wrong[i].members, code, error.column, error.message);
            failures++;
        }
        tw_error_free(&error);
        tw_config_free(&config);
        tw_text_free(&text);
    }
    assert_int_equal(failures, 0);
}

/* What no variant can be, as accept says it. */
static const struct {
    const char *members, *says;
} impossible[] = {
    {"\"grid\": 0", "grid[0] is 0, which must be an integer from 1 to 2147483647"},
    {"\"grid\": \"2 ** 40\"", "grid[0] is 1099511627776, which must be"},
    {"\"grid\": [1, 65536]", "grid[1] is 65536, which must be an integer from 1 to 65535"},
    {"\"grid\": \"n / 3\"", "grid[0]: at character 3 of \"n / 3\""},
    {"\"grid\": \"n / 3.0\"", "grid[0] is 33.3"},
    {"\"grid\": \"W\"", "grid[0] is \"x\""},
    {"\"grid\": \"1 // (B - 32)\"", "grid[0]: at character 3 of \"1 // (B - 32)\" it divides by zero"},
    {"\"block\": [32, 64]", "a block has 2048 threads, and 1024 is the limit"},
    {"\"block\": [1, 1, 65]", "block[2] is 65"},
    {"\"shared\": 1000000", "shared is 1000000"},
    {"\"shared\": -1", "shared is -1"},
    {"\"carveout\": 101", "carveout is 101"},
    {"\"cluster\": 3", "the grid is not a multiple of its cluster"},
    {"\"cluster\": 10", "a cluster has 10 blocks, and 8 is the limit of sm_90"},
    {"\"constraints\": [1, \"1 // (B - 32) > 0\"]", "constraint 2: at character 3 of"},
    {"\"constraints\": [\"n ** 20 > 0\"]", "constraint 1: at character 3 of"},
    {"\"constraints\": [\"W\"]", "it violates W"},
    {"\"constraints\": [\"W + 1\"]", "constraint 1: at character"},
    {"\"derived\": {\"big\": \"9223372036854775807 + n\"}", "big: at character 21 of"},
    {"\"arguments\": [{\"name\": \"c\", \"type\": \"float32\", \"count\": \"2 ** 62\", \"role\": "
     "\"output\"}]",
     "4611686018427387904"},
    {"\"arguments\": [{\"name\": \"c\", \"type\": \"float32\", \"count\": \"0 * B\", \"role\": \"output\"}]",
     "0"},
    {"\"arguments\": [{\"name\": \"c\", \"type\": \"W\", \"count\": 3, \"role\": \"output\"}]",
     "c: type is \"x\", and must be an element type"},
    {"\"arguments\": [{\"name\": \"c\", \"type\": \"int8\", \"value\": \"n * 3\"}]",
     "c: value is 300, which is no int8"},
    {"\"launches\": [{\"grid\": 1, \"block\": 1, \"arguments\": [{\"type\": \"uint8\", \"value\": \"n * "
     "3\"}]}]",
     "a number of a launch: value is 300, which is no uint8"},
    {"\"launches\": [{\"grid\": 1, \"block\": 1, \"arguments\": [{\"type\": \"int8\", \"value\": \"W\"}]}]",
     "a number of a launch: value is \"x\", which is no int8"},
    {"\"reference\": {\"files\": {\"c\": \"naive.cu\"}}",
     "the file for c, naive.cu, cannot be used: it has "},
    {"\"define\": {\"X\": \"1 // (B - 32)\"}", "X: at character 3 of"},
    {"\"launches\": [{\"repeat\": 0, \"launches\": [{\"grid\": 1, \"block\": 1}]}]", "it has no launch"},
    {"\"launches\": [{\"repeat\": 4097, \"launches\": [{\"grid\": 1, \"block\": 1}]}]", "repeat is 4097"},
    {"\"launches\": [{\"repeat\": 64, \"launches\": [{\"repeat\": 65, \"launches\": [{\"grid\": 1, "
     "\"block\": 1}]}]}]",
     "it has more than 4096 launches"},
    {"\"launches\": [{\"repeat\": 2, \"launches\": [{\"grid\": \"1 - turn\", \"block\": 1}]}]",
     "grid[0] is 0"},
    {"\"launches\": [{\"grid\": 1, \"block\": 1, \"arguments\": [\"'d'\"]}]",
     "names no argument of the kernel"},
    {"\"launches\": [{\"grid\": 1, \"block\": 1, \"arguments\": [\"n\"]}]",
     "an argument of a launch, n, names no argument of the kernel; its number is { \"type\": \"int32\", "
     "\"value\": \"n\" }"},
    {"\"arguments\": [{\"symbol\": \"w\", \"type\": \"int8\", \"count\": 1}],\n\"launches\": [{\"grid\": 1, "
     "\"block\": 1, \"arguments\": [\"w\"]}]",
     "w is a variable of the module, and no parameter of a launch"},
    {"\"work\": {\"operations\": -1}", "its operations is -1"},
    {"\"reference\": {\"grid\": 0, \"block\": 1}", "its reference cannot be launched: grid[0] is 0"},
};

static void what_cannot_be_is_rejected(void **state)
{
    (void)state;
    unsigned failures = 0;
    for (size_t i = 0; i < sizeof impossible / sizeof *impossible; i++) {
        struct tw_text text = with(impossible[i].members), reason = {0};
        struct expanded config;
        struct tw_error error = TW_ERROR_INIT;
        int code = expanded_parse(FOLDER "inline.json", text.data, text.length, &config, &error);
        if (code) fail_msg("%s: %s", impossible[i].members, error.message);
        bool accepted = accepts(&config, 0, &reason);
        if (accepted || !strstr(tw_text_string(&reason), impossible[i].says)) {
            print_error("%s: %s\n", impossible[i].members, accepted ? "accepted" : tw_text_string(&reason));
            failures++;
        }
        tw_text_free(&reason);
        tw_text_free(&text);
        expanded_free(&config);
    }
    assert_int_equal(failures, 0);
}

/* ---- values in configs ---- */

static const struct {
    const char *variant, *says;
} given[] = {
    {"\"B\": 48", "B is 48 at /variants/0/B; it must be one of 32, 64"},
    {"\"B\": {\"from\": 32, \"to\": 33}", "B is an object at /variants/0/B; it must be one of 32, 64"},
    {"\"B\": {\"from\": 0, \"to\": 4000000000000}", "it must be"},
    {"\"R\": 0.25", "R is 0.25 at /variants/0/R; it must be one of 0.5, 2"},
    {"\"R\": \"0.5\"", "R is \"0.5\" at /variants/0/R; it must be one of 0.5, 2"},
    {"\"W\": \"z\"", "W is \"z\" at /variants/0/W; it must be one of \"x\", \"y\""},
    {"\"B\": {\"from\": 32, \"to\": 64, \"step\": 32}, \"R\": [2.0, 5e-1], \"n\": 7", NULL},
};

static void a_config_gives_what_is_declared(void **state)
{
    (void)state;
    struct tw_text whole = with("\"help\": \"h\"");
    whole.length--; /* its bracket */
    for (size_t i = 0; i < sizeof given / sizeof *given; i++) {
        struct tw_text text = {0};
        struct tw_config config;
        struct tw_error error = TW_ERROR_INIT;
        tw_text_add_bytes(&text, whole.data, whole.length);
        tw_text_addf(&text, ", \"variants\": [{\"name\": \"v\", %s}]}", given[i].variant);
        int code = tw_config_parse(FOLDER "inline.json", text.data, text.length, &config, &error);
        if (given[i].says ? code != TW_INPUT || !strstr(error.message, given[i].says) : code != TW_OK)
            fail_msg("%s: %s", given[i].variant, error.message ? error.message : "accepted");
        if (!code) assert_int_equal(config.variant_count, 4);
        tw_error_free(&error);
        tw_config_free(&config);
        tw_text_free(&text);
    }
    tw_text_free(&whole);
}

/* Values are written as JSON, numbers without quotes, and read back as what they were. */
static void records_hold_what_was_given(void **state)
{
    (void)state;
    static const char text[] =
        "{\"tilewright\": 1, \"kernel\": {\"name\": \"own\", \"source\": \"naive.cu\", "
        "\"problem\": {\"eps\": 0.5, \"n\": 1, \"w\": \"x\"}, \"parameters\": {\"R\": [0.5, -2e-3], \"W\": "
        "[\"a\", "
        "\"2\"]}, \"arguments\": [], \"grid\": 1, \"block\": 1}, \"variants\": [{\"name\": \"a\", \"R\": "
        "[0.5, -0.002], \"W\": [\"a\", \"2\"], \"eps\": [0.5, 0.1, -3, 1e300], \"w\": [\"x\", \"a text\"]}]}";
    struct expanded config;
    assert_int_equal(expanded_parse(FOLDER "inline.json", text, sizeof text - 1, &config, NULL), TW_OK);
    const struct tw_family *family = config.of.family;
    assert_int_equal(config.of.count, 32);
    for (size_t i = 0; i < config.of.count; i++) {
        struct tw_text record = {0};
        int64_t read[TW_MAX_FIELDS];
        for (unsigned f = 0; f < family->field_count; f++) {
            const struct tw_field_value value =
                tw_field_value_of(&family->fields[f], config.of.variant[i].value[f]);
            tw_text_addf(&record, "%s\"%s\": ", f ? ", " : "{", value.key);
            tw_field_value_add_json(&value, &record);
            assert_int_equal(record.data[record.length - 1] == '"', value.is_word && !value.is_real);
        }
        tw_text_add(&record, "}");
        cJSON *object = cJSON_Parse(record.data);
        assert_int_equal(tw_record_values(object, family, read), family->field_count);
        for (unsigned f = 0; f < family->field_count; f++) {
            const int64_t value = config.of.variant[i].value[f];
            const char *kept = tw_field_text(&family->fields[f], value);
            if (kept)
                assert_string_equal(tw_field_text(&family->fields[f], read[f]), kept);
            else
                assert_int_equal(read[f], value);
        }
        cJSON_Delete(object);
        tw_text_free(&record);
    }
    expanded_free(&config);
}

static int enter_source(void **state)
{
    (void)state;
    return chdir(SOURCE_DIR);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_wrong_is_said_at_its_place),
        cmocka_unit_test(what_cannot_be_is_rejected),
        cmocka_unit_test(a_config_gives_what_is_declared),
        cmocka_unit_test(records_hold_what_was_given),
    };
    return cmocka_run_group_tests(tests, enter_source, NULL);
}
