/* Families that descriptions make: their spaces against loops in C, their shapes number by number, and what is wrong with hostile ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/described/expectation.h"
#include "base/file.h"
#include "gen/described/description.h"
#include "gen/text/render.h"
#include "tests/expanded.h"

#define FOLDER "tests/golden/described/"

/* A config of the folder, as a space to sweep, expanded. */
static struct expanded read_space(const char *file)
{
    struct expanded space;
    struct tw_text text = {0};
    struct tw_error error = TW_ERROR_INIT;
    assert_int_equal(tw_file_read(file, &text, NULL), TW_OK);
    int code = expanded_by(tw_config_parse_space(file, text.data, text.length, &space.config, &error), &space,
                           &error);
    if (code) print_error("%s:%u: %s\n", file, error.line, error.message);
    assert_int_equal(code, TW_OK);
    tw_text_free(&text);
    return space;
}

static bool accepts(const struct expanded *space, size_t number, struct tw_text *reason)
{
    tw_text_clear(reason);
    return tw_family_accept(space->of.family, space->of.variant[number].value, &space->of.target, reason);
}

/* ---- spaces ---- */

static void a_space_is_what_loops_make_of_it(void **state)
{
    (void)state;
    struct expanded space = read_space(FOLDER "matmul.json");
    struct tw_text reason = {0}, name = {0};
    static const int bms[] = {16, 32, 64, 128}, bns[] = {32, 64, 128}, bks[] = {8, 16, 32};
    size_t at = 0, possible = 0, refused = 0;
    for (int bm = 0; bm < 4; bm++)
        for (int bn = 0; bn < 3; bn++)
            for (int bk = 0; bk < 3; bk++)
                for (int pad = 0; pad <= 8; pad++, at++) {
                    const int64_t expected[] = {1024, 1024, 1024, bms[bm], bns[bn], bks[bk], pad};
                    const struct tw_variant *variant = &space.of.variant[at];
                    assert_true(at < space.of.count);
                    assert_memory_equal(variant->value, expected, sizeof expected);
                    tw_text_clear(&name);
                    tw_text_addf(&name, "matmul_BM%d_BN%d_BK%d_IPAD%d", bms[bm], bns[bn], bks[bk], pad);
                    assert_string_equal(variant->name, name.data);
                    const bool small = bms[bm] * bns[bn] <= 4096,
                               fits = (bms[bm] * bks[bk] + bks[bk] * (bns[bn] + pad)) * 4 <= 16384;
                    assert_int_equal(accepts(&space, at, &reason), small && fits);
                    possible += small && fits;
                    refused += small && !fits;
                    if (!small) assert_string_equal(reason.data, "it violates BM * BN <= 4096");
                    if (small && !fits) assert_string_equal(reason.data, "both tiles must fit into 16 KiB");
                }
    assert_int_equal(at, space.of.count);
    assert_true(possible > 50 && refused > 5);
    tw_text_free(&reason);
    tw_text_free(&name);
    expanded_free(&space);
}

static void names_lead_back_to_their_variants(void **state)
{
    (void)state;
    static const char *const files[] = {FOLDER "matmul.json", FOLDER "sort.json"};
    for (size_t f = 0; f < sizeof files / sizeof *files; f++) {
        struct expanded space = read_space(files[f]);
        for (size_t i = 0; i < space.of.count; i++) {
            uint64_t number;
            assert_true(tw_config_find(&space.config, space.of.variant[i].name, &number));
            assert_int_equal(number, i);
        }
        expanded_free(&space);
    }
}

/* Values that would make names too long, or that no name can hold, make numbers. */
static void names_that_cannot_be_are_numbers(void **state)
{
    (void)state;
    struct tw_text text = {0}, name = {0};
    struct tw_config config;
    tw_text_add(
        &text,
        "{\"tilewright\": 1, \"kernel\": {\"name\": \"own\", \"source\": \"naive.cu\", \"parameters\": {");
    for (int i = 0; i < 12; i++)
        tw_text_addf(&text, "%s\"a_parameter_number_%d\": [1, 2, 3]", i ? ", " : "", i);
    tw_text_add(&text, "}, \"arguments\": [], \"grid\": 1, \"block\": 1}}");
    assert_int_equal(tw_config_parse_space(FOLDER "inline.json", text.data, text.length, &config, NULL),
                     TW_OK);
    assert_int_equal(config.variant_count, 531441);
    static const uint64_t numbers[] = {0, 1, 77, 531440};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        char expected[32];
        uint64_t found;
        snprintf(expected, sizeof expected, "own_%d", (int)numbers[i] + 1);
        tw_text_clear(&name);
        tw_config_name(&config, numbers[i], &name);
        assert_string_equal(name.data, expected);
        assert_true(tw_config_find(&config, expected, &found));
        assert_int_equal(found, numbers[i]);
    }
    uint64_t found;
    assert_false(tw_config_find(&config, "own_531442", &found));
    assert_false(tw_config_find(&config, "own_01", &found));
    assert_false(tw_config_find(&config, "own_0", &found));
    tw_text_free(&text);
    tw_text_free(&name);
    tw_config_free(&config);
}

/* `count` members "N0": value, ... of that object. */
static int parse_many(const char *object, int count, const char *value, struct tw_error *error)
{
    struct tw_text text = {0};
    struct tw_config config;
    tw_text_addf(&text,
                 "{\"tilewright\": 1, \"kernel\": {\"name\": \"own\", \"source\": \"naive.cu\", \"%s\": {",
                 object);
    for (int i = 0; i < count; i++) tw_text_addf(&text, "%s\"N%d\": %s", i ? ", " : "", i, value);
    tw_text_add(&text, "}, \"arguments\": [], \"grid\": 1, \"block\": 1}}");
    int code = tw_config_parse(FOLDER "inline.json", text.data, text.length, &config, error);
    tw_config_free(&config);
    tw_text_free(&text);
    return code;
}

static void fields_have_limits(void **state)
{
    (void)state;
    static const struct {
        const char *object, *says;
    } cases[] = {
        {"problem", "one field too many"}, {"parameters", "one field too many"}, {"derived", "one too many"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct tw_error error = TW_ERROR_INIT;
        assert_int_equal(parse_many(cases[i].object, 64, "1", &error), TW_OK);
        assert_int_equal(parse_many(cases[i].object, 65, "1", &error), TW_INPUT);
        assert_non_null(strstr(error.message, cases[i].says));
        tw_error_free(&error);
    }
}

/* A config alone is one variant, of the defaults. */
static void a_config_without_variants_is_the_defaults(void **state)
{
    (void)state;
    struct tw_config config;
    struct tw_variants variants;
    assert_int_equal(tw_config_load(FOLDER "matmul.json", &config, NULL), TW_OK);
    assert_int_equal(config.variant_count, 1);
    assert_int_equal(tw_config_expand(&config, tw_target_find(90), &variants, NULL), TW_OK);
    const int64_t expected[] = {1024, 1024, 1024, 64, 32, 8, 0};
    assert_memory_equal(variants.variant[0].value, expected, sizeof expected);
    assert_string_equal(variants.variant[0].name, "matmul");
    assert_int_equal(tw_family_role(variants.family, TW_FIELD_PADDING), 6);
    tw_variants_free(&variants);
    tw_config_free(&config);
}

/* ---- shapes ---- */

static int64_t value_of(const struct tw_argument *argument)
{
    int64_t value = 0;
    assert_true(argument->value_bytes <= sizeof value);
    memcpy(&value, argument->value, argument->value_bytes);
    return value;
}

static void a_shape_is_what_the_expressions_say(void **state)
{
    (void)state;
    struct expanded space = read_space(FOLDER "matmul.json");
    struct tw_text reason = {0};
    struct tw_shape shape = {0};
    for (size_t i = 0; i < space.of.count; i++) {
        const int64_t *value = space.of.variant[i].value;
        if (!accepts(&space, i, &reason)) continue;
        assert_true(tw_family_shape(space.of.family, value, &space.of.target, &shape));
        assert_int_equal(shape.argument_count, 6);
        assert_int_equal(shape.launch_count, 1);
        const struct tw_launch *launch = &shape.launches[0];
        const uint32_t grid[] = {(uint32_t)(1024 / value[4]), (uint32_t)(1024 / value[3]), 1},
                       block[] = {(uint32_t)(value[4] / 4), (uint32_t)(value[3] / 4), 1};
        assert_memory_equal(launch->grid, grid, sizeof grid);
        assert_memory_equal(launch->block, block, sizeof block);
        assert_int_equal(launch->carveout, -1);
        assert_int_equal(launch->argument_count, 6);
        for (unsigned p = 0; p < 6; p++) assert_int_equal(launch->argument[p], p);
        for (unsigned p = 3; p < 6; p++) assert_int_equal(value_of(&shape.arguments[p]), 1024);
        for (unsigned p = 0; p < 3; p++) assert_int_equal(shape.arguments[p].count, 1024 * 1024);
        assert_false(tw_argument_is_passed(&shape.arguments[3]));
        assert_int_equal(shape.work.operations, UINT64_C(2) << 30);
        assert_int_equal(shape.work.bytes, 12u << 20);
        assert_int_equal(shape.work.elements, 1024 * 1024);
    }
    tw_shape_free(&shape);
    tw_text_free(&reason);
    expanded_free(&space);
}

/* Each turn has a grid, buffers and a number of its own. */
static void groups_are_repeated_turn_by_turn(void **state)
{
    (void)state;
    struct expanded space = read_space(FOLDER "sort.json");
    struct tw_shape shape = {0};
    const uint32_t finish[] = {1, 2, 3};
    for (size_t i = 0; i < space.of.count; i++) {
        const int64_t threads = space.of.variant[i].value[3], blocks = (1000 + threads - 1) / threads;
        if (!tw_family_accepts(space.of.family, space.of.variant[i].value, &space.of.target)) continue;
        assert_true(tw_family_shape(space.of.family, space.of.variant[i].value, &space.of.target, &shape));
        assert_int_equal(shape.launch_count, 5);
        assert_int_equal(shape.argument_count, 5 + 4);
        assert_int_equal(shape.arguments[2].count, 16 * blocks);
        assert_int_equal(shape.arguments[2].before, TW_BEFORE_ZEROED);
        assert_int_equal(shape.arguments[1].before, TW_BEFORE_ANY);
        for (unsigned turn = 0; turn < 4; turn++) {
            const struct tw_launch *launch = &shape.launches[turn];
            char entry[32];
            snprintf(entry, sizeof entry, "step<unsigned, %d>", (int)threads);
            assert_string_equal(launch->entry, entry);
            assert_int_equal(launch->grid[0], blocks + turn);
            assert_int_equal(launch->dynamic_shared_bytes, 4 * threads);
            assert_int_equal(launch->argument_count, 4);
            assert_int_equal(launch->argument[0], turn % 2);
            assert_int_equal(launch->argument[1], 1 - turn % 2);
            assert_int_equal(launch->argument[2], 5 + turn);
            assert_int_equal(launch->argument[3], 2);
            assert_int_equal(value_of(&shape.arguments[5 + turn]), 4 * turn);
        }
        assert_string_equal(shape.launches[4].entry, "finish");
        assert_memory_equal(shape.launches[4].block, finish, sizeof finish);
        assert_int_equal(shape.work.bytes, 2 * 4000 + 4); /* in and out, and the one that comes out */
        assert_int_equal(shape.work.elements, 1000);
    }
    tw_shape_free(&shape);
    expanded_free(&space);
}

/* ---- sources ---- */

static struct tw_kernel render(const struct expanded *space, size_t number)
{
    struct tw_kernel kernel;
    struct tw_error error = TW_ERROR_INIT;
    int code = tw_render(&space->of, &space->of.variant[number], &tw_rendering_main, NULL, &kernel, &error);
    if (code) print_error("%s\n", error.message);
    assert_int_equal(code, TW_OK);
    return kernel;
}

/* Every line of the file has the number that it has there; those before have none. */
static void a_source_is_the_file_behind_macros(void **state)
{
    (void)state;
    struct expanded space = read_space(FOLDER "sort.json");
    struct tw_text file = {0};
    assert_int_equal(tw_file_read(FOLDER "sort.cu", &file, NULL), TW_OK);
    for (size_t i = 0; i < space.of.count; i++) {
        if (!tw_family_accepts(space.of.family, space.of.variant[i].value, &space.of.target)) continue;
        struct tw_kernel kernel = render(&space, i);
        assert_true(kernel.source_length > file.length);
        const char *begin = kernel.source + kernel.source_length - file.length;
        assert_string_equal(begin, file.data);
        size_t before = 0;
        for (const char *c = kernel.source; c < begin; c++) before += *c == '\n';
        for (size_t line = 0; line < kernel.source_lines; line++)
            assert_int_equal(kernel.template_line[line], line < before ? 0 : line - before + 1);
        assert_string_equal(kernel.template_name, "sort.cu");
        assert_string_equal(tw_kernel_unpredicted(&kernel), "its description states no accesses");
        tw_kernel_free(&kernel);
    }
    tw_text_free(&file);
    expanded_free(&space);
}

static void macros_are_the_parameters_that_are_no_template_arguments(void **state)
{
    (void)state;
    struct expanded space = read_space(FOLDER "sort.json");
    struct tw_kernel kernel = render(&space, 0);
    assert_non_null(strstr(kernel.source,
                           "\n#define SCALE 0.5\n#define MODE row-col\n#define FAST 1\n#define N 1000\n"
                           "#define ROUNDS 4\n#define block_size_x 32\n#define grid_size_x 32\n"
                           "#line 1 \"/tilewright/sort.cu\"\n/* Sorts"));
    assert_null(strstr(kernel.source, "#define THREADS"));
    assert_true(kernel.needs->option_count >= 1);
    assert_memory_equal(kernel.needs->options[0], "-I/", 3);
    tw_kernel_free(&kernel);
    expanded_free(&space);
}

/* The variant that a config without variants has, against NAME.rendered; TILEWRIGHT_BLESS=1 in the environment writes that anew. */
static void sources_are_the_golden_ones(void **state)
{
    (void)state;
    static const char *const names[] = {"matmul", "sort", "scale"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct expanded config;
        struct tw_text json = {0}, text = {0}, expected = {0}, file = {0};
        tw_text_addf(&json, FOLDER "%s.json", names[i]);
        tw_text_addf(&file, FOLDER "%s.rendered", names[i]);
        assert_int_equal(tw_file_read(json.data, &text, NULL), TW_OK);
        assert_int_equal(expanded_parse(json.data, text.data, text.length, &config, NULL), TW_OK);
        struct tw_kernel kernel = render(&config, 0);
        if (getenv("TILEWRIGHT_BLESS"))
            assert_int_equal(tw_file_write(file.data, kernel.source, kernel.source_length, NULL), TW_OK);
        assert_int_equal(tw_file_read(file.data, &expected, NULL), TW_OK);
        assert_string_equal(kernel.source, expected.data);
        tw_kernel_free(&kernel);
        expanded_free(&config);
        tw_text_free(&json);
        tw_text_free(&text);
        tw_text_free(&file);
        tw_text_free(&expected);
    }
}

/* A line of a template's source has the number of the template's line. */
static void a_template_is_rendered_over_fields(void **state)
{
    (void)state;
    struct expanded space = read_space(FOLDER "scale.json");
    for (size_t i = 0; i < space.of.count; i++) {
        struct tw_kernel kernel = render(&space, i);
        const int64_t unroll = space.of.variant[i].value[2];
        size_t copies = 0;
        for (const char *at = kernel.source; (at = strstr(at, "out[i] =")); at++) copies++;
        assert_int_equal(copies, 1);
        assert_int_equal(strstr(kernel.source, "#pragma unroll") != NULL, unroll != 0);
        assert_null(strstr(kernel.source, "#define"));
        const unsigned lines[] = {0, 2, 3, unroll ? 5 : 7, unroll ? 7 : 8};
        assert_memory_equal(kernel.template_line, lines, sizeof lines);
        tw_kernel_free(&kernel);
    }
    expanded_free(&space);
}

/* ---- expectations ---- */

static void the_reference_has_the_same_arguments(void **state)
{
    (void)state;
    static const char *const files[] = {FOLDER "matmul.json", FOLDER "sort.json"};
    for (size_t f = 0; f < sizeof files / sizeof *files; f++) {
        struct expanded space = read_space(files[f]);
        struct tw_kernel kernel = render(&space, 8);
        const struct tw_expectation *expectation = kernel.expectation;
        assert_int_equal(expectation->by, TW_EXPECT_KERNEL);
        for (unsigned i = 0; i < 5; i++) {
            const struct tw_argument *a = &kernel.shape.arguments[i],
                                     *b = &expectation->kernel->shape.arguments[i];
            assert_string_equal(a->name, b->name);
            if (a->role != TW_ROLE_SCRATCH) assert_int_equal(a->count, b->count);
        }
        assert_non_null(expectation->kernel->source);
        tw_kernel_free(&kernel);
        expanded_free(&space);
    }
}

/* Variants of one problem share an answer; those of others have another. */
static void keys_tell_problems_apart(void **state)
{
    (void)state;
    static const char text[] = "{\"tilewright\": 1, \"kernel\": \"matmul.json\", \"variants\": ["
                               "{\"name\": \"a\", \"BM\": [16, 32]}, {\"name\": \"b\", \"m\": 512}]}";
    struct expanded space;
    assert_int_equal(expanded_parse(FOLDER "inline.json", text, sizeof text - 1, &space, NULL), TW_OK);
    struct tw_kernel kernel[3];
    for (size_t i = 0; i < 3; i++) kernel[i] = render(&space, i);
    assert_true(kernel[0].expectation->key == kernel[1].expectation->key);
    assert_true(kernel[0].expectation->key != kernel[2].expectation->key);
    assert_true(kernel[0].expectation->tolerance[2].relative == 1e-5);
    for (size_t i = 0; i < 3; i++) tw_kernel_free(&kernel[i]);
    expanded_free(&space);
}

static void the_proof_is_a_problem_of_its_own(void **state)
{
    (void)state;
    struct expanded space = read_space(FOLDER "matmul.json");
    int64_t proof[TW_MAX_FIELDS];
    bool recompiles;
    struct tw_text why = {0};
    const int64_t *value = space.of.variant[0].value;
    assert_true(
        tw_described_proof(space.of.family->description, value, &space.of.target, proof, &recompiles, &why));
    const int64_t expected[] = {32, 64, 16, 16, 32, 8, 0};
    assert_memory_equal(proof, expected, sizeof expected);
    assert_false(recompiles);
    expanded_free(&space);
    space = read_space(FOLDER "sort.json"); /* N is a macro */
    value = space.of.variant[0].value;
    assert_true(
        tw_described_proof(space.of.family->description, value, &space.of.target, proof, &recompiles, &why));
    assert_int_equal(proof[0], 96);
    assert_true(recompiles);
    tw_text_free(&why);
    expanded_free(&space);
}

/* A problem that declares the values that are swept has any other in the proof. */
static void the_proof_may_be_undeclared(void **state)
{
    (void)state;
    struct expanded space = read_space(FOLDER "scale.json");
    int64_t proof[TW_MAX_FIELDS];
    bool recompiles;
    assert_true(tw_described_proof(space.of.family->description, space.of.variant[0].value, &space.of.target,
                                   proof, &recompiles, NULL));
    assert_int_equal(proof[0], 68 * 9);
    assert_true(recompiles);
    expanded_free(&space);
}

/* Another process reads the same description from its text; one whose files have changed is refused. */
static void a_description_is_read_again(void **state)
{
    (void)state;
    struct tw_description *one, *again;
    struct tw_error error = TW_ERROR_INIT;
    assert_int_equal(tw_description_load(FOLDER "matmul.json", &one, NULL), TW_OK);
    assert_int_equal(tw_description_again(tw_description_file(one), tw_description_text(one),
                                          tw_description_hash(one), &again, NULL),
                     TW_OK);
    assert_string_equal(tw_description_hash(one), tw_description_hash(again));
    tw_description_free(again);
    assert_int_equal(
        tw_description_again(tw_description_file(one), tw_description_text(one), "0", &again, &error),
        TW_INPUT);
    assert_null(again);
    tw_error_free(&error);
    tw_description_free(one);
}

/* ---- metrics ---- */

static bool counter(const void *context, const char *name, double *value)
{
    assert_string_equal(name, "dram__bytes_read.sum");
    *value = *(const double *)context;
    return *value >= 0;
}

static void metrics_are_of_what_was_measured(void **state)
{
    (void)state;
    struct expanded space = read_space(FOLDER "sort.json");
    const struct tw_description *description = space.of.family->description;
    const struct tw_described_metric *rate = tw_description_metric(description, "rate"),
                                     *moves = tw_description_metric(description, "moves");
    const int64_t *value = space.of.variant[0].value;
    const struct tw_target *target = &space.of.target;
    const struct tw_work work = {.bytes = 5000};
    const struct tw_counts none = {0};
    double read = 3000, result;
    struct tw_described_measures from = {
        .time_us = 12, .work = &work, .counts = &none, .counter = counter, .context = &read};
    assert_null(tw_description_metric(description, "bytes"));
    assert_true(tw_described_metric_is_timed(description, rate) && !rate->highest);
    assert_true(!tw_described_metric_is_timed(description, moves) && moves->highest);
    assert_true(tw_described_metric_value(description, rate, value, target, &from, &result) && result == 250);
    assert_true(tw_described_metric_value(description, moves, value, target, &from, &result) && result == 5);
    from.time_us = 0; /* nothing was timed */
    assert_false(tw_described_metric_value(description, rate, value, target, &from, &result));
    from.time_us = 1;
    read = -1; /* nor counted */
    assert_false(tw_described_metric_value(description, rate, value, target, &from, &result));
    expanded_free(&space);
}

/* ---- what is wrong ---- */

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
    {"\"name\": \"tile\"", 9,
     "the name cannot be used at /kernel/name; it is that of a family of the program"},
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
    {"\"problem\": {\"name\": 1}", 0, "its name is taken"},
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
    {"\"cluster\": 3", "the grid is no multiple of its cluster"},
    {"\"cluster\": 10", "a cluster has 10 blocks, and 8 is the limit of sm_90"},
    {"\"constraints\": [1, \"1 // (B - 32) > 0\"]", "constraint 2: at character 3 of"},
    {"\"constraints\": [\"n ** 20 > 0\"]", "constraint 1: at character 3 of"},
    {"\"constraints\": [\"W\"]", "it violates W"},
    {"\"constraints\": [\"W + 1\"]", "constraint 1: at character"},
    {"\"derived\": {\"big\": \"9223372036854775807 + n\"}", "big: at character 21 of"},
    {"\"arguments\": [{\"name\": \"c\", \"type\": \"float32\", \"count\": \"2 ** 62\", \"role\": "
     "\"output\"}]",
     "4611686018427387904"},
    {"\"arguments\": [{\"name\": \"c\", \"type\": \"float32\", \"count\": \"B - 32\", \"role\": \"output\"}]",
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
    {"\"launches\": [{\"grid\": 1, \"block\": 1, \"arguments\": [\"'d'\"]}]", "is none of the kernel's"},
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

static int enter_source(void **state)
{
    (void)state;
    return chdir(SOURCE_DIR);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_space_is_what_loops_make_of_it),
        cmocka_unit_test(names_lead_back_to_their_variants),
        cmocka_unit_test(names_that_cannot_be_are_numbers),
        cmocka_unit_test(fields_have_limits),
        cmocka_unit_test(a_config_without_variants_is_the_defaults),
        cmocka_unit_test(a_shape_is_what_the_expressions_say),
        cmocka_unit_test(groups_are_repeated_turn_by_turn),
        cmocka_unit_test(a_source_is_the_file_behind_macros),
        cmocka_unit_test(macros_are_the_parameters_that_are_no_template_arguments),
        cmocka_unit_test(sources_are_the_golden_ones),
        cmocka_unit_test(a_template_is_rendered_over_fields),
        cmocka_unit_test(the_reference_has_the_same_arguments),
        cmocka_unit_test(keys_tell_problems_apart),
        cmocka_unit_test(the_proof_is_a_problem_of_its_own),
        cmocka_unit_test(the_proof_may_be_undeclared),
        cmocka_unit_test(a_description_is_read_again),
        cmocka_unit_test(metrics_are_of_what_was_measured),
        cmocka_unit_test(what_is_wrong_is_said_at_its_place),
        cmocka_unit_test(what_cannot_be_is_rejected),
        cmocka_unit_test(a_config_gives_what_is_declared),
    };
    return cmocka_run_group_tests(tests, enter_source, NULL);
}
