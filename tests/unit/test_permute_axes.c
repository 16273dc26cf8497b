/*
 * Texts of permutations against a model that is written here: drawn axes with groups, ones, gaps, turned and repeated axes, each of
 * which moves the pairs of elements that nested loops give; outputs that overlap against all pairs of elements; texts that are wrong.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen/families/permute/texts/overlap.h"
#include "tests/permute_draws.h"

static int by_out(const void *a, const void *b)
{
    const struct pair *x = a, *y = b;
    return x->out == y->out ? 0 : x->out < y->out ? -1 : 1;
}

/* ---- the pairs of a permutation ---- */

static unsigned pairs_of(const struct tw_permutation *permutation, struct pair *pairs)
{
    assert_true(permutation->elements <= PAIRS_MAX);
    for (uint64_t i = 0; i < permutation->elements; i++) {
        uint64_t rest = i;
        pairs[i] = (struct pair){permutation->in_first, permutation->out_first};
        for (unsigned axis = permutation->rank; axis-- > 0;) {
            const struct tw_permute_axis *along = &permutation->axis[axis];
            int64_t index = (int64_t)(rest % (uint64_t)along->extent);
            pairs[i].in += index * along->in_stride;
            pairs[i].out += index * along->out_stride;
            rest /= (uint64_t)along->extent;
        }
        assert_true(rest == 0);
    }
    qsort(pairs, permutation->elements, sizeof *pairs, by_out);
    return (unsigned)permutation->elements;
}

static struct tw_permutation read_well(const struct tw_permute_texts *texts)
{
    struct tw_permutation permutation;
    struct tw_text reason = {0};
    if (!tw_permutation_read(texts, &permutation, &reason))
        fail_msg("%s: %s", texts->axes, tw_text_string(&reason));
    assert_int_equal(reason.length, 0);
    tw_text_free(&reason);
    return permutation;
}

static void check_canonical_form(const struct tw_permutation *form)
{
    for (unsigned i = 0; i < form->rank; i++) {
        assert_true(form->axis[i].extent >= 2 && form->axis[i].out_stride >= 1);
        assert_true(i == 0 || form->axis[i - 1].out_stride > form->axis[i].out_stride);
        for (unsigned j = 0; j < form->rank; j++)
            assert_false(form->axis[i].out_stride == form->axis[j].extent * form->axis[j].out_stride &&
                         form->axis[i].in_stride == form->axis[j].extent * form->axis[j].in_stride);
    }
}

/* What is read, and its canonical form, move these pairs, which begin at the offsets and end with the buffers. */
static void check_pairs(const struct tw_permute_texts *texts, struct pair *expected, unsigned count)
{
    static struct pair read[PAIRS_MAX], joined[PAIRS_MAX];
    struct tw_permutation permutation = read_well(texts), form;
    int64_t low_in = INT64_MAX, low_out = INT64_MAX, high_in = -1, high_out = -1;
    tw_permutation_canonical(&permutation, &form);
    assert_int_equal(pairs_of(&permutation, read), count);
    assert_int_equal(pairs_of(&form, joined), count);
    qsort(expected, count, sizeof *expected, by_out);
    for (unsigned i = 0; i < count; i++) {
        low_in = expected[i].in < low_in ? expected[i].in : low_in;
        high_in = expected[i].in > high_in ? expected[i].in : high_in;
        low_out = expected[i].out < low_out ? expected[i].out : low_out;
        high_out = expected[i].out > high_out ? expected[i].out : high_out;
    }
    assert_true(count == 0 || (low_in == texts->in_offset && low_out == texts->out_offset));
    assert_int_equal(permutation.in_count, count ? high_in + 1 : texts->in_offset);
    assert_int_equal(permutation.out_count, count ? high_out + 1 : texts->out_offset);
    assert_true(form.in_count == permutation.in_count && form.out_count == permutation.out_count);
    assert_memory_equal(read, expected, count * sizeof *expected);
    assert_memory_equal(joined, expected, count * sizeof *expected);
    check_canonical_form(&form);
}

/* ---- drawn texts ---- */

static void check_model(struct model *m)
{
    static struct pair pairs[PAIRS_MAX];
    struct tw_permute_texts texts = {.axes = tw_text_string(&m->axes),
                                     .shape = tw_text_string(&m->shape),
                                     .sizes = tw_text_string(&m->sizes),
                                     .in_strides = tw_text_string(&m->in_strides),
                                     .out_strides = tw_text_string(&m->out_strides),
                                     .in_offset = m->in_offset,
                                     .out_offset = m->out_offset};
    check_pairs(&texts, pairs, model_pairs(m, pairs));
    free_model(m);
}

static void drawn_texts_move_what_loops_move(void **state)
{
    unsigned draw = 1;
    (void)state;
    for (unsigned i = 0; i < 4000; i++) {
        struct model m = draw_names(&draw);
        check_model(&m);
    }
}

static void numbers_are_as_in_numpy(void **state)
{
    unsigned draw = 2;
    (void)state;
    for (unsigned i = 0; i < 1000; i++) {
        struct model m = draw_numbers(&draw);
        check_model(&m);
    }
}

/* Strides of groups are those of their last members, which the others follow. */
static void groups_have_one_stride(void **state)
{
    (void)state;
    struct pair pairs[12];
    for (unsigned i = 0; i < 12; i++) {
        int64_t h = i / 6, p = i / 2 % 3, c = i % 2;
        pairs[i] = (struct pair){5 - c * 5 + h * 3 * 20 + p * 20, 2 + c + (h * 3 - 5) * -4 + p * -4 - 2};
    }
    check_pairs(&(struct tw_permute_texts){.axes = "(h p),c->c (h p)",
                                           .sizes = "h=2",
                                           .shape = "6,2",
                                           .in_strides = "20, -5",
                                           .out_strides = "1, -4"},
                pairs, 12);
}

/* ---- canonical forms ---- */

static void expect_form(const char *axes, const char *shape, const char *sizes, const char *in_strides,
                        const char *expected)
{
    struct tw_permutation permutation =
        read_well(&(struct tw_permute_texts){axes, shape, sizes, in_strides, NULL, 0, 0});
    struct tw_text form = {0};
    tw_permutation_canonical(&permutation, &permutation);
    tw_text_addf(&form, "%" PRIu64 ":", permutation.elements);
    for (unsigned i = 0; i < permutation.rank; i++)
        tw_text_addf(&form, " %" PRId64 "(%" PRId64 ",%" PRId64 ")", permutation.axis[i].extent,
                     permutation.axis[i].in_stride, permutation.axis[i].out_stride);
    assert_string_equal(tw_text_string(&form), expected);
    tw_text_free(&form);
}

static void canonical_forms_are_short(void **state)
{
    (void)state;
    expect_form("n c h w -> n h w c", "64 3 112 112", "", NULL,
                "2408448: 64(37632,37632) 12544(1,3) 3(12544,1)");
    expect_form("n c h w -> n c h w", "64 3 112 112", "", NULL, "2408448: 2408448(1,1)");
    expect_form("0 2 1 3", "16 2048 32 128", "", NULL,
                "134217728: 16(8388608,8388608) 32(128,262144) 2048(4096,128) 128(1,1)");
    expect_form("b (h p) (w q) c -> b h w (p q c)", "2 32 64 3", "p=16 q=16", NULL,
                "12288: 4(3072,3072) 4(48,768) 16(192,48) 48(1,1)");
    expect_form("a b -> a b", "4 5", "", "-5 -1", "20: 20(-1,1)");
    expect_form("a b c -> c b a", "1 1 1", "", NULL, "1:");
    expect_form("a b c -> c b a", "7 0 5", "", NULL, "0:");
    expect_form("a b c -> c (a b)", "3 4 5", "", "0 0 1", "60: 5(1,12) 12(0,1)");
    expect_form("() -> 1 ()", "1", "", NULL, "1:");
    expect_form("->", "", "", NULL, "1:");
    expect_form("a b -> b a", "3037000499 1518500249", "", NULL,
                "4611686013944624251: 1518500249(1,3037000499) 3037000499(1518500249,1)"); /* nearly 2^62 */
}

/* ---- overlaps ---- */

static bool overlaps(const int64_t *extent, const int64_t *stride, unsigned rank)
{
    bool seen[1024] = {false};
    int64_t elements = 1;
    for (unsigned i = 0; i < rank; i++) elements *= extent[i];
    for (int64_t e = 0; e < elements; e++) {
        int64_t rest = e, place = 512;
        for (unsigned i = 0; i < rank; i++) {
            place += rest % extent[i] * stride[i];
            rest /= extent[i];
        }
        if (seen[place]) return true;
        seen[place] = true;
    }
    return false;
}

static void overlaps_are_found_as_by_trying_all(void **state)
{
    unsigned draw = 3, found[2] = {0};
    (void)state;
    for (unsigned i = 0; i < 20000; i++) {
        int64_t extent[4], stride[4], step[TW_MAX_AXES], sum = 0;
        unsigned rank = random_below(&draw, 5), moving = 0;
        for (unsigned axis = 0; axis < rank; axis++) {
            extent[axis] = 1 + random_below(&draw, 5);
            stride[axis] = (int64_t)random_below(&draw, 61) - 30;
        }
        bool expected = overlaps(extent, stride, rank);
        assert_int_equal(tw_overlap_find(extent, stride, rank, step),
                         expected ? TW_OVERLAP_FOUND : TW_OVERLAP_NONE);
        for (unsigned axis = 0; axis < rank; axis++) {
            assert_true(step[axis] < extent[axis] && -step[axis] < extent[axis]);
            sum += step[axis] * stride[axis];
            moving += step[axis] != 0;
        }
        assert_true(!expected || (sum == 0 && moving));
        found[expected]++;
    }
    assert_true(found[0] > 2000 && found[1] > 2000);
}

/* ---- texts that are wrong ---- */

static void refuses(struct tw_permute_texts texts, const char *expected)
{
    struct tw_permutation permutation;
    struct tw_text reason = {0};
    if (tw_permutation_read(&texts, &permutation, &reason)) fail_msg("%s is read", texts.axes);
    assert_string_equal(tw_text_string(&reason), expected);
    assert_false(tw_permutation_read(&texts, &permutation, NULL));
    tw_text_free(&reason);
}

static void wrong_texts_are_refused_with_their_place(void **state)
{
    (void)state;
    static const struct {
        const char *reason;
        struct tw_permute_texts texts;
    } wrong[] = {
        /* clang-format off */
        {"axis nhwc of the output is not in the input; write spaces between the axes (character 9 of axes)",
         {.axes = "nchw -> nhwc", "1 2 3 4"}},
        {"axes are written as \"n c h w -> n h w c\", or as \"0 2 3 1\" (character 1 of axes)",
         {.axes = "", "1"}},
        {"axes are written as \"n c h w -> n h w c\", or as \"0 2 3 1\" (character 1 of axes)",
         {.axes = NULL, "1"}},
        {"axes are written as \"n c h w -> n h w c\", or as \"0 2 3 1\" (character 1 of axes)",
         {.axes = "n c h w", "1 2 3 4"}},
        {"axis b of the input is not in the output (character 3 of axes)",
         {.axes = "a b -> a", "1 2"}},
        {"axis b of the output is not in the input (character 8 of axes)",
         {.axes = "a -> a b", "1 2"}},
        {"axis a stands twice in the input (character 5 of axes)",
         {.axes = "a b a -> b a", "1 2 3"}},
        {"axis b stands twice in the output (character 12 of axes)",
         {.axes = "a b -> b a b", "1 2"}},
        {"parentheses stand within parentheses (character 6 of axes)",
         {.axes = "a (b (c d)) -> a b c d", "1 2"}},
        {"this parenthesis is not closed (character 3 of axes)",
         {.axes = "a (b c -> a b c", "1 2"}},
        {"a parenthesis is not closed (character 12 of axes)",
         {.axes = "a b -> (b a", "1 2"}},
        {"no parenthesis is open that this could close (character 4 of axes)",
         {.axes = "a b) -> a b", "1 2"}},
        {"an arrow does not belong here (character 8 of axes)",
         {.axes = "a -> a -> a", "1"}},
        {"an ellipsis stands here: write all axes out (character 3 of axes)",
         {.axes = "a ... -> ... a", "1"}},
        {"a name begins with a letter; the only number beside an arrow is 1, an axis of one index (character 3 of axes)",
         {.axes = "a 2 -> 2 a", "1 2"}},
        {"a name begins with a letter; the only number beside an arrow is 1, an axis of one index (character 3 of axes)",
         {.axes = "a 1b -> a b", "1 2"}},
        {"here should stand the name of an axis, 1, or parentheses (character 2 of axes)",
         {.axes = "a\tb -> b a", "1 2"}},
        {"here should stand the name of an axis, 1, or parentheses (character 3 of axes)",
         {.axes = "a,,b -> b a", "1 2"}},
        {"the input has 4 axes, and shape has 3 numbers (character 6 of shape)",
         {.axes = "0 2 1 3", "1 2 3"}},
        {"the input has 3 axes, and shape has 4 numbers (character 7 of shape)",
         {.axes = "0 2 1", "1 2 3 4"}},
        {"there is no axis 3: 3 axes are 0 to 2 (character 5 of axes)",
         {.axes = "0 2 3", "1 2 3"}},
        {"the input has 3 axes, and shape has 2 numbers (character 4 of shape)",
         {.axes = "0 -1 1", "1 2"}},
        {"axis 0 stands twice (character 5 of axes)",
         {.axes = "0 1 0", "1 2 3"}},
        {"there is no axis -4: 3 axes are 0 to 2 (character 3 of axes)",
         {.axes = "0 -4 1", "1 2 3"}},
        {"a number from -2^62 to 2^62 should stand here (character 3 of axes)",
         {.axes = "0 x", "1 2"}},
        {"a space or a comma should stand here (character 4 of axes)",
         {.axes = "0 1x", "1 2"}},
        {"a number from -2^62 to 2^62 should stand here (character 3 of axes)",
         {.axes = "0 99999999999999999999", "1 2"}},
        {"there are more than 32 axes (character 87 of axes)",
         {.axes = "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32", "1 2"}},
        {"nothing gives the extents of the axes: shape should (character 1 of axes)",
         {.axes = "1 0", ""}},
        {"axes are numbers, which have no sizes by name: shape gives their extents (character 1 of sizes)",
         {.axes = "1 0", "3 4", "a=3"}},
        {"nothing gives the extent of axis a: shape or sizes should (character 1 of axes)",
         {.axes = "a b -> b a", ""}},
        {"nothing gives the extent of axis b: shape or sizes should (character 3 of axes)",
         {.axes = "a b -> b a", NULL, "a=3"}},
        {"the extent of axis b is below 0 (character 3 of shape)",
         {.axes = "a b -> b a", "3 -4"}},
        {"a space or a comma should stand here (character 4 of shape)",
         {.axes = "a b -> b a", "3 4.5"}},
        {"axis a has 3 indices in shape and 5 in sizes (character 1 of shape)",
         {.axes = "a b -> b a", "3 4", "a=5"}},
        {"axes has no axis c (character 1 of sizes)",
         {.axes = "a b -> b a", "3 4", "c=5"}},
        {"axis a has two sizes (character 5 of sizes)",
         {.axes = "a b -> b a", "3 4", "a=3 a=3"}},
        {"after axis a there must be = and a number from 0 to 2^62 (character 3 of sizes)",
         {.axes = "a b -> b a", "3 4", "a 3"}},
        {"after axis a there must be = and a number from 0 to 2^62 (character 3 of sizes)",
         {.axes = "a b -> b a", "3 4", "a="}},
        {"after axis a there must be = and a number from 0 to 2^62 (character 3 of sizes)",
         {.axes = "a b -> b a", "3 4", "a=-3"}},
        {"a space or a comma should stand here (character 4 of sizes)",
         {.axes = "a b -> b a", "3 4", "a=3b=4"}},
        {"a size is written as h=14 (character 1 of sizes)",
         {.axes = "a b -> b a", "3 4", "=3"}},
        {"the 14 indices of axis (h p) are no multiple of 4, so that h cannot be told (character 1 of shape)",
         {.axes = "(h p) w -> h w p", "14 4", "p=4"}},
        {"h and p of axis (h p) are both open: sizes should give one of them (character 1 of shape)",
         {.axes = "(h p) w -> h w p", "14 4"}},
        {"h of axis (h p) cannot be computed, since another size of it is 0 (character 1 of shape)",
         {.axes = "(h p) w -> h w p", "14 4", "p=0"}},
        {"axis (h p) has 14 indices in shape and 12 in sizes (character 1 of shape)",
         {.axes = "(h p) w -> h w p", "14 4", "p=4 h=3"}},
        {"axis (h p) has more than 2^62 indices by its sizes (character 1 of shape)",
         {.axes = "(h p) w -> h w p", "14 4", "p=4611686018427387904 h=2"}},
        {"an axis without a name has one index, and shape gives it 2 (character 3 of shape)",
         {.axes = "a 1 -> a", "3 2"}},
        {"with axis b there are more than 2^62 elements (character 3 of axes)",
         {.axes = "a b -> b a", "4294967296 4294967296"}},
        {"with axis 1 there are more than 2^62 elements (character 1 of axes)",
         {.axes = "0 1", "4294967296 4294967296"}},
        {"a number from -2^62 to 2^62 should stand here (character 1 of shape)",
         {.axes = "a b -> b a", "4611686018427387905 1"}},
        {"the input has 2 axes, and in_strides has 1 number (character 2 of in_strides)",
         {.axes = "a b -> b a", "3 4", "", "4"}},
        {"the input has 2 axes, and in_strides has 3 numbers (character 5 of in_strides)",
         {.axes = "a b -> b a", "3 4", "", "4 1 1"}},
        {"the input has 2 axes, of 3 members, and in_strides has 4 numbers (character 7 of in_strides)",
         {.axes = "a (b c) -> b a c", "3 4", "c=2", "4 3 2 1"}},
        {"a number from -2^62 to 2^62 should stand here (character 3 of in_strides)",
         {.axes = "a b -> b a", "3 4", "", "4 one"}},
        {"the input would reach over more than 2^62 elements (character 1 of in_strides)",
         {.axes = "a b -> b a", "3 4", "", "4611686018427387904 1"}},
        {"the input would reach over more than 2^62 elements (character 1 of in_strides)",
         {.axes = "(a b) -> b a", "8", "b=2", "2305843009213693953"}},
        {"stride 0 would put all indices of axis b at one element of the output (character 1 of out_strides)",
         {.axes = "a b -> b a", "3 4", "", "", "0 1"}},
        {"elements of the output would be written twice: steps of -2 along axis a, 1 along axis b lead to the same place (character 3 of out_strides)",
         {.axes = "a b -> b a", "3 4", "", "", "2 1"}},
        {"elements of the output would be written twice: steps of 2 along axis 0, 1 along axis 1 lead to the same place (character 1 of out_strides)",
         {.axes = "0 1", "3 4", "", "", "-4 8"}},
        {"the input would reach over more than 2^62 elements (in_offset)",
         {.axes = "a b -> b a", "3 4", "", "", "", -1}},
        {"the output would reach over more than 2^62 elements (out_offset)",
         {.axes = "a b -> b a", "3 4", "", "", "", 0, INT64_MAX}},
        {"the output would reach over more than 2^62 elements (out_offset)",
         {.axes = "a b -> b a", "3 4", "", "", "", 0, INT64_C(4611686018427387900)}},
        {"it takes too long to tell whether elements of the output are written twice (out_strides)",
         {.axes = "a b c d e f g h i j k l m n o p q r s t -> a b c d e f g h i j k l m n o p q r s t", "2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2", "", "", "1413506477227077 1529574184042649 1903275222879799 2073360855231466 1860024664718889 1722672394108320 2072046966989551 1999549794290651 1406309488382836 1184284184621653 1302499946490427 1544500790628598 2103681291184290 1554594536580520 1240711013067112 1406621434367813 1949137819628441 1585436568558242 1330899896248349 2102575110659105"}},
        /* clang-format on */
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) refuses(wrong[i].texts, wrong[i].reason);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(drawn_texts_move_what_loops_move),
        cmocka_unit_test(groups_have_one_stride),
        cmocka_unit_test(numbers_are_as_in_numpy),
        cmocka_unit_test(canonical_forms_are_short),
        cmocka_unit_test(overlaps_are_found_as_by_trying_all),
        cmocka_unit_test(wrong_texts_are_refused_with_their_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
