/* The template's variables. */
#include <stdio.h>
#include <string.h>

#include "gen/families/stencil/stencil.h"

#define UNROLLED_MOST 2000u /* multiplications of a thread between two branches back */

/* Turns after which the sums of a thread lie in the registers where they lay before. */
static unsigned turns_unrolled(const struct tw_stencil *s)
{
    unsigned turns = 1, side = 2 * s->radius + 1;
    while (turns * s->unroll % side) turns++;
    return turns * s->unroll * s->taps * s->vector <= UNROLLED_MOST ? turns : 1;
}

/* A warp that begins there, and not before the middle of its first window, has its neighbours in the row for all of its vectors. */
static int64_t last_inner_column(const struct tw_stencil *s)
{
    int64_t behind = (int64_t)(TW_WARP + s->reach) * s->vector;
    int64_t more = s->line ? (int64_t)(s->height - 1) * s->block_x * s->vector : 0;
    return (int64_t)s->cols - behind - more;
}

static void describe_numbers(const struct tw_stencil *s, struct tw_data *data)
{
    bool wide = s->cols > INT32_MAX / 2 || s->rows > INT32_MAX / 2;
    tw_data_string(data, "index", wide ? "long long" : "int");
    tw_data_string(data, "unsigned_index", wide ? "unsigned long long" : "unsigned");
    tw_data_string(data, "real", s->bytes == 8 ? "double" : "float");
    tw_data_format(data, "vector_type", "%s%u", s->bytes == 8 ? "double" : "float", s->vector);
    tw_data_number(data, "threads", s->block_x * s->block_y);
    tw_data_number(data, "coefficient_count", s->coefficients);
    tw_data_number(data, "tiles_x", (int64_t)s->tiles_x);
    tw_data_number(data, "tiles", (int64_t)(s->tiles_x * s->tiles_y));
    tw_data_number(data, "tile_cols", (int64_t)s->tile_cols);
    tw_data_number(data, "tile_rows", (int64_t)s->tile_rows);
    tw_data_number(data, "step_cols", s->block_x * s->vector);
    tw_data_number(data, "last_vector", (int64_t)s->cols - s->vector);
    tw_data_number(data, "reach", s->reach);
    tw_data_number(data, "last_inner_col", last_inner_column(s));
    tw_data_number(data, "last_inner_row", (int64_t)s->rows - s->height - s->radius);
    tw_data_number(data, "turns_unrolled", turns_unrolled(s));
    tw_data_number(data, "own_first", s->own_first);
    tw_data_number(data, "middle", s->reach * s->vector);
    tw_data_number(data, "window", (2 * s->reach + 1) * s->vector);
    tw_data_number(data, "side", 2 * s->radius + 1);
    tw_data_number(data, "quarter", s->radius + 1);
    tw_data_number(data, "below", 3 * s->radius);
    tw_data_number(data, "halo_rows", s->halo_rows);
    tw_data_number(data, "halo_cols", s->halo_cols);
    tw_data_number(data, "halo_pitch", s->halo_pitch);
    tw_data_number(data, "radius_y", s->radius_y);
}

static void describe_flags(const struct tw_stencil *s, enum tw_stencil_method method, struct tw_data *data)
{
    tw_data_flag(data, "wide", s->bytes == 8);
    tw_data_flag(data, "line", s->line);
    tw_data_flag(data, "star", s->star);
    tw_data_flag(data, "box", !s->line && !s->star);
    tw_data_flag(data, "plane", !s->line);
    tw_data_flag(data, "many_rows", s->rows > 1 || !s->line);
    tw_data_flag(data, "fixed", s->fixed);
    tw_data_flag(data, "periodic", s->boundary == STENCIL_PERIODIC);
    tw_data_flag(data, "reflect", s->boundary == STENCIL_REFLECT);
    tw_data_flag(data, "bounces", s->boundary == STENCIL_PERIODIC || s->boundary == STENCIL_REFLECT);
    tw_data_flag(data, "general", s->symmetry == STENCIL_GENERAL);
    tw_data_flag(data, "symmetric", s->symmetry == STENCIL_SYMMETRIC);
    tw_data_flag(data, "antisymmetric", s->symmetry == STENCIL_ANTISYMMETRIC);
    tw_data_flag(data, "constant", s->where == STENCIL_CONSTANT || s->where == STENCIL_DIVERGENT);
    tw_data_flag(data, "readonly", s->where == STENCIL_READONLY);
    tw_data_flag(data, "immediate", s->where == STENCIL_IMMEDIATE);
    tw_data_flag(data, "divergent", s->where == STENCIL_DIVERGENT);
    tw_data_flag(data, "given", s->given);
    tw_data_flag(data, "async", s->async);
    tw_data_flag(data, "shared", method == STENCIL_SHARED);
    tw_data_flag(data, "shuffles", method == STENCIL_SHUFFLE);
    tw_data_flag(data, "cached", method == STENCIL_CACHE);
    tw_data_flag(data, "single_edge", s->radius == 1);
    tw_data_flag(data, "whole", s->vector > 1 && s->cols >= s->vector);
    tw_data_flag(data, "vectors_4", s->vector == 4);
    tw_data_flag(data, "turns", s->line && s->height > s->unroll);
}

/* A number with an exponent, and a point in every locale. */
static void add_number(struct tw_text *list, double number, int digits)
{
    char text[64];
    snprintf(text, sizeof text, "%.*e", digits, number);
    for (const char *c = text; *c; c++) {
        bool kept = strchr("0123456789e+-", *c) != NULL;
        if (kept) tw_text_add_char(list, *c);
        if (kept && c - text == (number < 0)) tw_text_add_char(list, '.');
    }
}

/* As the compiler reads them back: so many digits tell a float or a double from its neighbours. */
static void describe_coefficients(const struct tw_stencil *s, enum tw_stencil_scheme scheme,
                                  struct tw_data *data)
{
    struct tw_text list = {0};
    for (unsigned i = 0; i < s->coefficients && !s->given; i++) {
        double number = tw_stencil_coefficient(s, scheme, i);
        tw_text_add(&list, i == 0 ? "" : i % 6 ? ", " : ",\n        ");
        add_number(&list, number, s->bytes == 8 ? 16 : 8);
        if (s->bytes == 4) tw_text_add_char(&list, 'f');
    }
    tw_data_text(data, "numbers", &list);
}

void tw_stencil_describe(const int64_t *value, const char *name, const struct tw_rendering *rendering,
                         struct tw_data *data)
{
    struct tw_stencil s = tw_stencil_of(value);
    (void)name, (void)rendering;
    describe_numbers(&s, data);
    describe_flags(&s, (enum tw_stencil_method)value[STENCIL_method], data);
    tw_stencil_describe_async(&s, data);
    describe_coefficients(&s, (enum tw_stencil_scheme)value[STENCIL_scheme], data);
}
