/* Arguments by value: laid out as this file's compiler lays out the same structures. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "gen/described/by_value/by_value.h"

#define ROOM 256
#define SAID 2048 /* of a message */

/* Puts an address that tells which member it is: the letter of a buffer's name, or that of the buffer whose address is taken, and its
   element. */
static bool put_address(void *context, const struct tw_described_argument *member, unsigned char *place,
                        struct tw_text *reason)
{
    const uint64_t address = member->address ? (uint64_t)member->address[0] << 8 | (uint64_t)member->integer
                                             : (uint64_t)member->name[0];
    (void)context, (void)reason;
    memcpy(place, &address, sizeof address);
    return true;
}

/* The list in the text, its first argument laid out. Returns whether it was; then place holds its bytes. */
static bool lay(const char *text, unsigned char place[ROOM], uint32_t *bytes, uint32_t *alignment, char *why)
{
    static const char *const names[] = {"n", "T", NULL};
    const struct tw_expression_value values[] = {
        {.kind = TW_EXPRESSION_INTEGER, .integer = 7},
        {.kind = TW_EXPRESSION_WORD, .length = 7, .word = "float64"}};
    struct tw_json json;
    struct tw_described_argument *list = NULL;
    size_t count = 0;
    struct tw_text reason = {0};
    struct tw_error error = TW_ERROR_INIT;
    uint32_t entry = UINT32_MAX;
    *why = '\0';
    *bytes = *alignment = 0;
    assert_int_equal(tw_json_parse("launch.json", text, strlen(text), &json, &error), TW_OK);
    const struct tw_described_grammar grammar = {
        .json = &json, .names = names, .below = 16, .most_bytes = TW_DESCRIBED_BYTES, .inlined = true};
    bool fine = tw_described_arguments(&grammar, json.root, &list, &count, &error) == TW_OK;
    if (!fine) snprintf(why, SAID, "%s", error.message);
    struct tw_by_value by = {.values = values, .put = put_address};
    if (fine) {
        fine = tw_by_value_lay(&by, &list[0], bytes, alignment, &entry, &reason);
        memset(place, 0, ROOM);
        by.place = place;
        if (fine && *bytes <= ROOM)
            assert_true(tw_by_value_lay(&by, &list[0], bytes, alignment, &entry, &reason));
        if (!fine) snprintf(why, SAID, "%s", tw_text_string(&reason));
        if (!fine) assert_int_not_equal(entry, UINT32_MAX);
    }
    tw_described_arguments_free(list, count);
    tw_json_free(&json);
    tw_text_free(&reason);
    tw_error_free(&error);
    return fine;
}

static void expect_bytes(const char *text, const void *wanted, size_t size, size_t align)
{
    unsigned char place[ROOM];
    char why[SAID];
    uint32_t bytes, alignment;
    if (!lay(text, place, &bytes, &alignment, why)) fail_msg("%s: %s", text, why);
    assert_int_equal(bytes, size);
    assert_int_equal(alignment, align);
    assert_memory_equal(place, wanted, size);
}

#define EXPECT(text, value) expect_bytes(text, &(value), sizeof(value), _Alignof(__typeof__(value)))

struct inner {
    char c;
    short s;
};

struct outer {
    int n;
    double scale;
    char last;
    struct inner inner[2];
    float w[3];
    void *mask;
    unsigned short half; /* the bits of a float of 16 */
    unsigned char on;
};

static void test_structures(void **state)
{
    struct outer outer;
    struct inner inner;
    const double d = 0.5;
    const int n = 7;
    const float vector[3] = {1, 2.5f, 7};
    const uint64_t null = 0;
    (void)state;
    memset(&inner, 0, sizeof inner); /* padding too */
    memset(&outer, 0, sizeof outer);
    inner.c = -3;
    inner.s = 1000;
    outer.n = 7;
    outer.scale = 0.25;
    outer.last = 9;
    outer.inner[0].c = 1;
    outer.inner[0].s = 2;
    outer.inner[1].c = -1;
    outer.inner[1].s = -2;
    outer.w[1] = 14;
    outer.half = 0x3e00; /* 1.5 */
    outer.on = 1;
    EXPECT("[{\"members\": [{\"type\": \"int32\", \"value\": \"n\"}]}]", n);
    EXPECT("[[{\"type\": \"int8\", \"value\": -3}, {\"type\": \"int16\", \"value\": 1000}]]", inner);
    EXPECT("[{\"type\": \"T\", \"value\": 0.5}]", d);
    EXPECT("[{\"type\": \"float32\", \"value\": [1, 2.5, \"n\"]}]", vector);
    EXPECT("[{\"value\": null}]", null);
    EXPECT("[null]", null);
    EXPECT(
        "[{\"members\": [7, {\"type\": \"T\", \"value\": \"1 / 4.0\"}, {\"type\": \"int8\", \"value\": 9}, "
        "[{\"type\": \"int8\", \"value\": 1}, {\"type\": \"int16\", \"value\": 2}], "
        "{\"members\": [{\"type\": \"int8\", \"value\": -1}, {\"type\": \"int16\", \"value\": -2}]}, "
        "{\"type\": \"float32\", \"value\": [0, \"2 * n\", 0]}, null, {\"type\": \"float16\", \"value\": "
        "1.5}, "
        "{\"type\": \"uint8\", \"value\": true}]}]",
        outer);
}

#define BUFFER(letter) "{\"name\": \"" letter "\", \"type\": \"float32\", \"count\": 4}"

/* Buffers and addresses are where this file's compiler has the pointers. */
static void test_addresses(void **state)
{
    struct {
        char c;
        uint64_t a;
        short s;
        struct {
            uint64_t rows[2];
            char last;
        } inner;
        float f;
        uint64_t end;
    } wanted;
    struct __attribute__((packed)) {
        char c;
        uint64_t a;
    } packed = {1, 'a'};
    (void)state;
    memset(&wanted, 0, sizeof wanted);
    wanted.c = 1;
    wanted.a = 'a';
    wanted.s = 2;
    wanted.inner.rows[0] = 'r';
    wanted.inner.rows[1] = 'r' << 8 | 3;
    wanted.inner.last = 4;
    wanted.f = 0.5f;
    wanted.end = 'a' << 8 | 7;
    EXPECT("[[{\"type\": \"int8\", \"value\": 1}, " BUFFER(
               "a") ", {\"type\": \"int16\", \"value\": 2}, [[" BUFFER("r") ", {\"address\": \"r\", "
                                                                            "\"element\": 3}], {\"type\": "
                                                                            "\"int8\", \"value\": 4}], 0.5, "
                                                                            "{\"address\": \"a\", "
                                                                            "\"element\": \"n\"}]]",
           wanted);
    expect_bytes("[[{\"type\": \"int8\", \"value\": 1}, {\"at\": 1, \"name\": \"a\", \"type\": \"float32\", "
                 "\"count\": 4}]]",
                 &packed, sizeof packed, 1);
}

/* Places and sizes that are said: packed, and with padding at the end. */
static void test_places(void **state)
{
    struct __attribute__((packed)) {
        char c;
        double d;
        int i;
    } packed = {1, 0.5, -1};
    struct {
        float x;
        char padding[28];
    } padded = {3, {0}};
    (void)state;
    expect_bytes(
        "[{\"members\": [{\"type\": \"int8\", \"value\": 1}, {\"type\": \"float64\", \"value\": 0.5, "
        "\"at\": 1}, {\"type\": \"int32\", \"value\": -1, \"at\": 9}]}]",
        &packed, sizeof packed, 1);
    expect_bytes("[{\"members\": [{\"type\": \"float32\", \"value\": 3}], \"bytes\": 32}]", &padded,
                 sizeof padded, 4);
    const float four[4] = {1, 2, 3, 4};
    expect_bytes("[{\"type\": \"float32x4\", \"value\": [1, 2, 3, 4]}]", four, sizeof four, 16);
    const double two[4] = {1, 2, 3, 4};
    expect_bytes("[{\"type\": \"float64x2\", \"value\": [1, 2, 3, 4]}]", two, sizeof two, 16);
}

static void test_wrong(void **state)
{
    static const struct {
        const char *text, *why;
    } cases[] = {
        {"[{\"type\": \"float32x4\", \"value\": 1}]", "one number is no float32x4"},
        {"[{\"type\": \"float32x4\", \"value\": [1, 2, 3]}]", "3 numbers are no elements of 4"},
        {"[{\"type\": \"int8\", \"value\": [1, 300]}]", "value is 300, which is no int8"},
        {"[{\"value\": [1, 2]}]", "no type"},
        {"[{\"type\": \"int32\", \"value\": []}]", "no value"},
        {"[{\"members\": []}]", "no members"},
        {"[{\"members\": [1, {\"type\": \"int32\", \"value\": 1, \"at\": 2}]}]",
         "lies within the member before"},
        {"[{\"members\": [1, 2, 3], \"bytes\": 8}]", "its members end at byte 12, and \"bytes\" says 8"},
        {"[{\"type\": \"int32\", \"value\": 1, \"at\": 0}]", "a place outside of a structure"},
        {"[{\"members\": [1], \"value\": 2}]", "neither buffer nor value"},
        {"[{\"bytes\": 16}]", "no value"},
        {"[{\"members\": [1], \"bytes\": 32765}]", "at most 32764"},
        {"[{\"members\": [1, {\"type\": \"int32\", \"value\": 1, \"at\": 32761}]}]", "at most 32764"},
        {"[{\"type\": \"float32\", \"value\": [\"1 // 0\"]}]", "divide"},
        {"[{\"address\": 3}]", "the name of a buffer or of a symbol"},
        {"[{\"address\": \"a\", \"value\": 3}]", "beside \"address\""},
        {"[{\"element\": 3}]", "an element of nothing"},
        {"[{\"address\": \"a\", \"element\": -1}]", "from 0 on"},
        {"[{\"address\": \"a\", \"element\": \"1 // 0\"}]", "divide"},
        {"[[{\"symbol\": \"a\", \"type\": \"int8\", \"count\": 1}]]", "a symbol in a structure"},
        {"[{\"type\": \"int8\", \"value\": 1, \"passed\": true}]", "of no structure"},
        {"[{\"members\": [1], \"passed\": 1}]", "neither true nor false"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        unsigned char place[ROOM];
        char why[SAID];
        uint32_t bytes, alignment;
        if (lay(cases[i].text, place, &bytes, &alignment, why)) fail_msg("%s is taken", cases[i].text);
        if (!strstr(why, cases[i].why)) fail_msg("%s: %s", cases[i].text, why);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_structures), cmocka_unit_test(test_addresses),
                                       cmocka_unit_test(test_places), cmocka_unit_test(test_wrong)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
