/*
 * Columns of matrix products at each level of processors against the same sums one by one: random elements, many of them zeros, subnormal,
 * large, infinite or no numbers.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include "sim/exec/numbers/matrix_sums.h"

typedef void make_rows(struct tw_matrix_rows *rows, const struct tw_matrix_sum *sum, unsigned count,
                       uint64_t (*a)[TW_MATRIX_DEPTH]);
typedef void make_column(const struct tw_matrix_rows *rows, const uint64_t *b, uint64_t d[TW_MATRIX_ROWS]);

#if defined __x86_64__
make_rows rows_avx2 __asm__("tw_matrix_rows_make_avx2"), rows_avx512 __asm__("tw_matrix_rows_make_avx512");
make_column column_avx2 __asm__("tw_matrix_column_avx2"), column_avx512 __asm__("tw_matrix_column_avx512");
static make_rows *const rows_at[] = {tw_matrix_rows_make, rows_avx2, rows_avx512};
static make_column *const column_at[] = {tw_matrix_column, column_avx2, column_avx512};
#else
static make_rows *const rows_at[] = {tw_matrix_rows_make};
static make_column *const column_at[] = {tw_matrix_column};
#endif

static uint64_t state = 42;

static uint32_t random_bits(void)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 32);
}

/* An element of the format's bits; `wild`: one of eight has an exponent of zeros or ones. */
static uint64_t random_element(const struct tw_matrix_format *format, bool wild)
{
    const unsigned fraction = format->fraction_bits,
                   spare = format->bits - fraction - format->exponent_bits - 1;
    uint32_t bits = random_bits(), how = random_bits() % 16, ones = (1u << format->exponent_bits) - 1;
    if (format->bits < 32) bits &= (1u << format->bits) - 1;
    if (!format->exponent_bits) return bits;
    const uint32_t middle = ones / 2 + random_bits() % 9 - 4, kept = ~(ones << (fraction + spare)) & bits;
    if (how == 0) return 0;
    if (how == 1 && wild) return kept;
    if (how == 2 && wild) return bits | ones << (fraction + spare);
    if (how == 3 && wild) return (bits | ones << (fraction + spare)) & ~((1u << (fraction + spare)) - 1);
    return how < 8 && wild ? bits : kept | middle % ones << (fraction + spare);
}

struct kind {
    unsigned a, b, depth; /* formats */
    enum tw_ptx_type sums;
    bool of_warpgroup, differs, clamps;
};

static const struct kind kinds[] = {
    {0, 0, 8, TW_PTX_F32, false, false, false},    {0, 0, 16, TW_PTX_F32, false, false, false},
    {0, 0, 16, TW_PTX_F16, false, false, false},   {1, 1, 8, TW_PTX_F32, false, false, false},
    {1, 1, 16, TW_PTX_F32, false, false, false},   {2, 2, 4, TW_PTX_F32, false, false, false},
    {2, 2, 8, TW_PTX_F32, false, false, false},    {6, 6, 32, TW_PTX_F32, false, false, false},
    {7, 6, 32, TW_PTX_F32, false, false, false},   {0, 0, 16, TW_PTX_F32, true, false, false},
    {0, 0, 16, TW_PTX_F16, true, false, false},    {6, 7, 32, TW_PTX_F32, true, false, false},
    {6, 6, 32, TW_PTX_F16, true, false, false},    {3, 3, 4, TW_PTX_F64, false, false, false},
    {4, 4, 32, TW_PTX_S32, false, false, true},    {4, 5, 16, TW_PTX_S32, false, false, false},
    {9, 8, 64, TW_PTX_S32, false, false, true},    {10, 10, 256, TW_PTX_S32, false, true, false},
    {10, 10, 128, TW_PTX_S32, false, false, false}};

static uint64_t random_sum(enum tw_ptx_type type, bool wild)
{
    static const struct tw_matrix_format single = {
        .bits = 32, .exponent_bits = 8, .fraction_bits = 23, .has_infinity = true};
    return type == TW_PTX_S32   ? random_bits()
           : type == TW_PTX_F64 ? (uint64_t)random_bits() << 32 | random_bits()
           : type == TW_PTX_F16 ? random_element(tw_matrix_format(0), wild)
                                : random_element(&single, wild);
}

static void fill(uint64_t *elements, const struct tw_matrix_sum *sum, const struct tw_matrix_format *format,
                 bool wild)
{
    for (unsigned k = 0; k < sum->depth; k++)
        elements[k] = format->bits == 64 ? random_sum(TW_PTX_F64, wild) : random_element(format, wild);
}

static void check_column(unsigned level, const struct tw_matrix_sum *sum, unsigned count, unsigned wild)
{
    static uint64_t a[TW_MATRIX_ROWS][TW_MATRIX_DEPTH], b[TW_MATRIX_DEPTH];
    uint64_t c[TW_MATRIX_ROWS], d[TW_MATRIX_ROWS];
    struct tw_matrix_rows rows;
    for (unsigned r = 0; r < count; r++) fill(a[r], sum, sum->a, wild && random_bits() % 4 == 0);
    fill(b, sum, sum->b, wild && random_bits() % 4 == 0);
    for (unsigned r = 0; r < count; r++) d[r] = c[r] = random_sum(sum->c, wild);
    rows_at[level](&rows, sum, count, a);
    column_at[level](&rows, b, d);
    for (unsigned r = 0; r < count; r++) assert_int_equal(d[r], tw_matrix_sum(sum, a[r], b, c[r]));
}

static void columns_are_sums(void **context)
{
    (void)context;
    for (unsigned level = 0; level < sizeof rows_at / sizeof *rows_at && tw_handlers_at(level); level++) {
        for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
            const struct tw_matrix_sum sum = {.depth = kinds[i].depth,
                                              .a = tw_matrix_format(kinds[i].a),
                                              .b = tw_matrix_format(kinds[i].b),
                                              .c = kinds[i].sums,
                                              .d = kinds[i].sums,
                                              .of_warpgroup = kinds[i].of_warpgroup,
                                              .differs = kinds[i].differs,
                                              .clamps = kinds[i].clamps};
            for (unsigned n = 0; n < 400; n++) check_column(level, &sum, n % 3 ? 16 : 8, n % 2);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(columns_are_sums)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
