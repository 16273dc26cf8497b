/*
 * The reference of the coalesce family, backwards: of every element of the output, which field of which record it is, and
 * from where in the input that comes; elements of no record stay as they were.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "gen/text/render.h"
#include "runtime/references/reference.h"

#define FAMILY "coalesce"
#include "tests/family_cases.h"
#include "tests/kernel_cases.h"

#define UNTOUCHED 0xA5

struct side {
    uint64_t n, fields, offset, stride;
    bool structures;
};

static uint64_t number(const struct tw_kernel *kernel, const char *key)
{
    return (uint64_t)tw_kernel_field(kernel, key)->number;
}

static bool is(const struct tw_kernel *kernel, const char *key, const char *word)
{
    return strcmp(tw_kernel_field(kernel, key)->text, word) == 0;
}

static struct side side_of(const struct tw_kernel *kernel, const char *other)
{
    struct side side = {number(kernel, "n"), number(kernel, "fields"), number(kernel, "offset"),
                        number(kernel, "stride"), is(kernel, "layout", "aos")};
    if (is(kernel, "side", other)) side = (struct side){side.n, side.fields, 0, 1, false};
    return side;
}

/* Which field of which record the element is; false: of none. */
static bool decode(const struct side *side, uint64_t element, uint64_t *record, uint64_t *field)
{
    uint64_t behind = element - side->offset, place = behind / side->stride, within = behind % side->stride;
    if (element < side->offset) return false;
    *record = side->structures ? place : place % side->n;
    *field = side->structures ? within : place / side->n;
    return *record < side->n && *field < side->fields && (side->structures || within == 0);
}

/* Where field `field` of record `record` is, by looking for it. */
static uint64_t find(const struct side *side, uint64_t count, uint64_t record, uint64_t field)
{
    for (uint64_t i = 0; i < count; i++) {
        uint64_t r, f;
        if (decode(side, i, &r, &f) && r == record && f == field) return i;
    }
    fail_msg("field %u of record %u is nowhere", (unsigned)field, (unsigned)record);
    return 0;
}

static void check(const char *members)
{
    struct expanded config = config_of(members);
    struct tw_kernel kernel;
    assert_int_equal(tw_render(&config.of, &config.of.variant[0], &tw_rendering_main, NULL, &kernel, NULL),
                     TW_OK);
    struct side in = side_of(&kernel, "write"), out = side_of(&kernel, "read");
    uint64_t in_count = kernel.shape.arguments[0].count, out_count = kernel.shape.arguments[1].count;
    size_t bytes = tw_element_info(kernel.shape.arguments[0].element)->bytes;
    unsigned char *before = calloc(in_count, bytes), *after = malloc(out_count * bytes),
                  *untouched = malloc(bytes);
    struct tw_trial trials[CASE_ARGUMENTS] = {{.before = before}, {.after = after}};
    assert_true(before && after && untouched);
    memset(after, UNTOUCHED, out_count * bytes);
    memset(untouched, UNTOUCHED, bytes);
    assert_int_equal(tw_reference_find("coalesce")->fill(&kernel, 1, trials, NULL), TW_OK);
    for (uint64_t i = 0; i < out_count; i++) {
        uint64_t record, field;
        const unsigned char *expected = untouched;
        if (out.n && decode(&out, i, &record, &field))
            expected = before + find(&in, in_count, record, (field + in.fields - 1) % in.fields) * bytes;
        assert_memory_equal(after + i * bytes, expected, bytes);
    }
    free(before);
    free(after);
    free(untouched);
    tw_kernel_free(&kernel);
    expanded_free(&config);
}

static void every_field_goes_where_it_belongs(void **state)
{
    (void)state;
    check("\"n\":0");
    check("\"n\":1,\"fields\":3,\"layout\":\"soa\"");
    check("\"n\":50,\"offset\":7");
    check("\"n\":50,\"offset\":7,\"side\":\"both\",\"type\":\"uint8\"");
    check("\"n\":50,\"fields\":3,\"type\":\"int32x4\"");
    check("\"n\":50,\"fields\":3,\"side\":\"write\",\"stride\":5,\"type\":\"int16\"");
    check("\"n\":50,\"fields\":4,\"side\":\"both\",\"stride\":6,\"offset\":3,\"type\":\"float64\"");
    check("\"n\":50,\"fields\":5,\"layout\":\"soa\",\"side\":\"write\",\"stride\":2,\"offset\":9");
    check("\"n\":50,\"fields\":2,\"layout\":\"soa\",\"side\":\"both\",\"stride\":3");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_field_goes_where_it_belongs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
