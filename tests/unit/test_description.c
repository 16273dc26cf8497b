/* Families that descriptions make: their spaces against loops in C, their shapes number by number, their sources, references and proofs. */
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
#include "gen/described/description.h"
#include "gen/text/render.h"
#include "tests/unit/described_cases.h"

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

/* Among more than a million variants those that violate constraints are counted, not listed. Loops in C give the same others, in order. */
static void a_large_space_lists_what_its_constraints_leave(void **state)
{
    (void)state;
    static const char text[] =
        "{\"tilewright\": 1, \"kernel\": {\"name\": \"own\", \"source\": \"naive.cu\", \"parameters\": {"
        "\"A\": {\"from\": 1, \"to\": 32}, \"B\": {\"from\": 0, \"to\": 31}, \"C\": {\"from\": 1, \"to\": "
        "32},"
        "\"D\": {\"from\": 1, \"to\": 64}}, \"derived\": {\"tile\": \"A * C\"}, \"constraints\": ["
        "\"A % B == 0\", \"tile <= 64\", \"D < 3 or D == A\"], \"arguments\": [], \"grid\": 1, \"block\": 1},"
        "\"variants\": [{\"name\": \"one\"}, {\"name\": \"two\", \"A\": 7, \"C\": [2, 1]}]}";
    struct tw_config config;
    struct tw_variants variants;
    size_t at = 0;
    assert_int_equal(tw_config_parse_space(FOLDER "inline.json", text, strlen(text), &config, NULL), TW_OK);
    assert_int_equal(tw_config_expand(&config, tw_target_find(90), &variants, NULL), TW_OK);
    for (int two = 0; two < 2; two++)
        for (int a = two ? 7 : 1; a <= (two ? 7 : 32); a++)
            for (int b = 0; b <= 31; b++)
                for (int i = 1; i <= (two ? 2 : 32); i++)
                    for (int d = 1; d <= 64; d++) {
                        const int c = two ? 3 - i : i;
                        if (b == 0 || a % b || a * c > 64 || (d >= 3 && d != a)) continue;
                        const int64_t expected[] = {a, b, c, d};
                        uint64_t number;
                        assert_true(at < variants.count);
                        assert_memory_equal(variants.variant[at].value, expected, sizeof expected);
                        assert_true(tw_config_find(&config, variants.variant[at].name, &number));
                        at++;
                    }
    assert_int_equal(at, variants.count);
    assert_int_equal(variants.left_out, 32 * 32 * 32 * 64 + 32 * 2 * 64 - at);
    tw_variants_free(&variants);
    tw_config_free(&config);
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

/* A description of very many expressions takes the room that they need, and no time to speak of. */
static void constraints_may_be_many(void **state)
{
    (void)state;
    struct tw_text text = {0}, reason = {0};
    struct expanded config;
    tw_text_add(&text, "{\"tilewright\": 1, \"kernel\": {\"name\": \"own\", \"source\": \"naive.cu\", "
                       "\"parameters\": {\"B\": "
                       "[1, 2]}, \"constraints\": [\"B > 0\"");
    for (int i = 0; i < 100000; i++) tw_text_add(&text, ", \"B < 3\"");
    tw_text_add(&text,
                ", \"B > 1\"], \"arguments\": [], \"grid\": 1, \"block\": 1}, \"defaults\": {\"B\": 1}}");
    assert_int_equal(expanded_parse(FOLDER "inline.json", text.data, text.length, &config, NULL), TW_OK);
    assert_false(accepts(&config, 0, &reason));
    assert_string_equal(reason.data, "it violates B > 1");
    expanded_free(&config);
    tw_text_free(&text);
    tw_text_free(&reason);
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
    struct tw_text why = {0};
    const int64_t *value = space.of.variant[0].value;
    assert_true(tw_described_proof(space.of.family->description, value, &space.of.target, proof, &why));
    const int64_t expected[] = {32, 64, 16, 16, 32, 8, 0};
    assert_memory_equal(proof, expected, sizeof expected);
    expanded_free(&space);
    space = read_space(FOLDER "sort.json"); /* N is a macro */
    value = space.of.variant[0].value;
    assert_true(tw_described_proof(space.of.family->description, value, &space.of.target, proof, &why));
    assert_int_equal(proof[0], 96);
    tw_text_free(&why);
    expanded_free(&space);
}

/* A problem that declares the values that are swept has any other in the proof. */
static void the_proof_may_be_undeclared(void **state)
{
    (void)state;
    struct expanded space = read_space(FOLDER "scale.json");
    int64_t proof[TW_MAX_FIELDS];
    assert_true(tw_described_proof(space.of.family->description, space.of.variant[0].value, &space.of.target,
                                   proof, NULL));
    assert_int_equal(proof[0], 68 * 9);
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

static int enter_source(void **state)
{
    (void)state;
    return chdir(SOURCE_DIR);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_space_is_what_loops_make_of_it),
        cmocka_unit_test(a_large_space_lists_what_its_constraints_leave),
        cmocka_unit_test(names_lead_back_to_their_variants),
        cmocka_unit_test(names_that_cannot_be_are_numbers),
        cmocka_unit_test(constraints_may_be_many),
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
    };
    return cmocka_run_group_tests(tests, enter_source, NULL);
}
