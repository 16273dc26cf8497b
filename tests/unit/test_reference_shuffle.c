/*
 * The shuffle family's reference against warps that are played here: registers of 32 lanes, each operation step by step as
 * the PTX ISA's pseudo-code of shfl.sync and the textbook's functions have it; and matrices, element by element.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen/text/render.h"
#include "runtime/references/reference.h"

#define FAMILY "shuffle"
#include "sim/tests/random.h"
#include "tests/family_cases.h"
#include "tests/kernel_cases.h"

enum { IN, OUT };

#define LANES    32
#define ELEMENTS 12

/* A kernel of the family on 64-bit elements, and what its reference makes of noise. */
struct fixture {
    struct expanded config;
    struct tw_kernel kernel;
    uint64_t n;
    uint64_t *in, *out;
};

static int64_t number(const struct fixture *f, const char *key)
{
    return tw_kernel_field(&f->kernel, key)->number;
}

static bool is(const struct fixture *f, const char *key, const char *word)
{
    return strcmp(tw_kernel_field(&f->kernel, key)->text, word) == 0;
}

static void begin(struct fixture *f, const char *members)
{
    *f = (struct fixture){.config = config_of(members)};
    assert_int_equal(
        tw_render(&f->config.of, &f->config.of.variant[0], &tw_rendering_main, NULL, &f->kernel, NULL),
        TW_OK);
    f->n = (uint64_t)number(f, "n");
    f->in = calloc(f->n + 1, sizeof *f->in);
    f->out = calloc(f->n + 1, sizeof *f->out);
    assert_true(f->in && f->out);
    const struct tw_trial trials[CASE_ARGUMENTS] = {[IN] = {.before = f->in}, [OUT] = {.after = f->out}};
    assert_int_equal(tw_reference_find("shuffle")->fill(&f->kernel, 1, trials, NULL), TW_OK);
}

static void end(struct fixture *f)
{
    free(f->in);
    free(f->out);
    tw_kernel_free(&f->kernel);
    expanded_free(&f->config);
}

/* PTX ISA, shfl.sync: up, down, bfly and idx of one register, with the segment mask and clamp that CUDA gives for a width. */
static void shfl(char mode, unsigned b, unsigned width, uint64_t value[LANES])
{
    uint64_t from[LANES];
    unsigned segment = 32 - width, clamp = mode == 'u' ? 0 : 31;
    memcpy(from, value, sizeof from);
    for (unsigned lane = 0; lane < LANES; lane++) {
        unsigned max = (lane & segment) | (clamp & ~segment & 31), min = lane & segment;
        int j = mode == 'u'   ? (int)lane - (int)b
                : mode == 'd' ? (int)(lane + b)
                : mode == 'b' ? (int)(lane ^ b)
                              : (int)(min | (b & ~segment & 31));
        bool inside = mode == 'u' ? j >= (int)max : j <= (int)max;
        value[lane] = from[inside ? j : (int)lane];
    }
}

/* wrap: each lane names another. */
static void rotate(int delta, unsigned width, uint64_t value[LANES])
{
    uint64_t from[LANES];
    memcpy(from, value, sizeof from);
    for (unsigned lane = 0; lane < LANES; lane++) {
        unsigned segment = 32 - width, b = lane + (unsigned)delta;
        value[lane] = from[(lane & segment) | (b & ~segment & 31)];
    }
}

static void exchange(const struct fixture *f, uint64_t value[ELEMENTS][LANES])
{
    unsigned mask = (unsigned)number(f, "mask"), width = (unsigned)number(f, "width");
    for (unsigned lane = 0; lane < LANES; lane++) {
        unsigned own = lane % width;
        bool goes = is(f, "predicate", "below") ? own / mask + 1 == 1 : (own ^ mask) > own;
        uint64_t *a = &value[number(f, "first")][lane], *b = &value[number(f, "second")][lane], kept = *a;
        if (!goes) continue;
        *a = *b;
        *b = kept;
    }
}

static void play(const struct fixture *f, uint64_t value[ELEMENTS][LANES])
{
    unsigned mask = (unsigned)number(f, "mask"), width = (unsigned)number(f, "width");
    int64_t first = number(f, "first"), second = number(f, "second");
    if (is(f, "op", "element")) {
        memmove(value[first], value[second], sizeof *value);
        shfl('b', mask, width, value[first]);
        return;
    }
    if (is(f, "op", "swap")) {
        exchange(f, value);
        shfl('b', mask, width, value[second]);
        exchange(f, value);
        return;
    }
    for (unsigned i = 0; i < ELEMENTS; i++) {
        if (is(f, "op", "broadcast")) shfl('i', (unsigned)number(f, "lane"), width, value[i]);
        if (is(f, "op", "up")) shfl('u', (unsigned)number(f, "delta"), width, value[i]);
        if (is(f, "op", "down")) shfl('d', (unsigned)number(f, "delta"), width, value[i]);
        if (is(f, "op", "wrap")) rotate((int)number(f, "delta"), width, value[i]);
        if (is(f, "op", "xor")) shfl('b', mask, width, value[i]);
    }
}

static void check_warps(const struct fixture *f)
{
    uint64_t segment = (uint64_t)number(f, "segment");
    for (uint64_t first = 0; first < f->n; first += LANES * segment) {
        uint64_t value[ELEMENTS][LANES] = {{0}};
        for (uint64_t k = 0; k < LANES * segment; k++)
            value[k % segment][k / segment] = first + k < f->n ? f->in[first + k] : 0;
        play(f, value);
        for (uint64_t k = 0; k < LANES * segment && first + k < f->n; k++)
            assert_true(f->out[first + k] == value[k % segment][k / segment]);
    }
}

static void warps_do_what_the_reference_says(void **state)
{
    (void)state;
    static const char *const ops[] = {"broadcast", "up", "down", "wrap", "xor", "element", "swap"};
    unsigned seed = 5;
    for (unsigned round = 0; round < 3000; round++) {
        unsigned width = 2u << random_below(&seed, 5), segment = 1 + random_below(&seed, ELEMENTS);
        unsigned op = round % 7, some = random_below(&seed, width), mask = 1 + random_below(&seed, width - 1);
        char members[256];
        int length = snprintf(members, sizeof members,
                              "\"op\":\"%s\",\"n\":%u,\"width\":%u,\"segment\":%u,\"type\":\"uint64\"",
                              ops[op], random_below(&seed, 200 * segment), width, segment);
        char *more = members + length;
        size_t room = sizeof members - (size_t)length;
        if (op == 0) snprintf(more, room, ",\"lane\":%u", some);
        if (op >= 1 && op <= 3)
            snprintf(more, room, ",\"delta\":%s%u", op == 3 && round % 2 && some ? "-" : "", some);
        if (op == 4) snprintf(more, room, ",\"mask\":%u", mask);
        if (op >= 5)
            snprintf(more, room, ",\"mask\":%u,\"first\":%u,\"second\":%u%s", mask,
                     random_below(&seed, segment), random_below(&seed, segment),
                     op == 6 && round % 2 ? ",\"predicate\":\"below\"" : "");
        struct fixture f;
        begin(&f, members);
        check_warps(&f);
        end(&f);
    }
}

static void matrices_are_turned(void **state)
{
    (void)state;
    for (unsigned side = 4; side <= 32; side *= 2) {
        struct fixture f;
        char members[128];
        snprintf(members, sizeof members, "\"op\":\"transpose\",\"n\":%u,\"side\":%u,\"type\":\"float64\"",
                 3 * side * side, side);
        begin(&f, members);
        for (unsigned m = 0; m < 3; m++)
            for (unsigned r = 0; r < side; r++)
                for (unsigned c = 0; c < side; c++)
                    assert_true(f.out[(m * side + r) * side + c] == f.in[(m * side + c) * side + r]);
        end(&f);
    }
}

/* in[i] = i, where a program for people shows them. */
static void the_third_trial_has_the_textbook_s_numbers(void **state)
{
    (void)state;
    static const int32_t expected[] = {7, 1, 2, 3, 4, 5, 6, 0, 8, 9, 10, 15, 12, 13, 14, 11};
    const struct tw_reference *reference = tw_reference_find("shuffle");
    struct fixture f;
    int32_t in[16], out[16];
    begin(&f, "\"op\":\"swap\",\"n\":16,\"BDIMX\":4,\"predicate\":\"below\",\"type\":\"int64\"");
    assert_int_equal(reference->trials(&f.kernel), 2);
    end(&f);
    begin(&f, "\"op\":\"swap\",\"n\":16,\"BDIMX\":4,\"predicate\":\"below\"");
    assert_int_equal(reference->trials(&f.kernel), 3);
    const struct tw_trial trials[CASE_ARGUMENTS] = {[IN] = {.before = in}, [OUT] = {.after = out}};
    assert_int_equal(reference->fill(&f.kernel, 2, trials, NULL), TW_OK);
    for (int i = 0; i < 16; i++) assert_int_equal(in[i], i);
    assert_memory_equal(out, expected, sizeof expected);
    end(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(warps_do_what_the_reference_says),
        cmocka_unit_test(matrices_are_turned),
        cmocka_unit_test(the_third_trial_has_the_textbook_s_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
