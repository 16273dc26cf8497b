/* Tables for people: what is aligned, left out, folded, and said below. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "cli/show/table.h"

struct row {
    const char *name, *place;
    uint64_t number; /* 0: not known */
    double part;     /* < 0: nothing in the cell */
};

static void cell_word(const struct tw_table_column *column, const void *about, const void *row,
                      struct tw_text *cell)
{
    const struct row *of = row;
    tw_text_addf(cell, "%s%s", (const char *)about, column->index ? of->place : of->name);
}

static void cell_number(const struct tw_table_column *column, const void *about, const void *row,
                        struct tw_text *cell)
{
    const struct row *of = row;
    (void)column, (void)about;
    tw_cell_count(cell, of->number > 0, of->number);
}

static void cell_part(const struct tw_table_column *column, const void *about, const void *row,
                      struct tw_text *cell)
{
    const struct row *of = row;
    (void)column, (void)about;
    if (of->part >= 0) tw_cell_number(cell, true, of->part, 3);
}

static const struct tw_table_column columns[] = {
    {"", "name", false, true, 0, cell_word, 0, "name: what it is called\n"},
    {"", "place", false, false, 1, cell_word, 1, NULL},
    {"how", "many", true, false, 0, cell_number, 0, "many: how many there are\n"},
    {"frac-", "tion", true, false, 2, cell_part, 0, "fraction: of them\n"},
};

static struct tw_table table_of(const struct row *rows, size_t count)
{
    struct tw_table table = {
        .columns = columns, .column_count = sizeof columns / sizeof *columns, .about = "*"};
    for (size_t i = 0; i < count; i++) tw_table_add(&table, &rows[i]);
    return table;
}

static void expect(struct tw_table *table, size_t width, const char *wanted)
{
    struct tw_text text = {0};
    tw_table_print(table, width, &text);
    assert_string_equal(tw_text_string(&text), wanted);
    tw_text_free(&text);
}

static const struct row two[] = {{"a", "here", 7, 0.25}, {"long", "elsewhere", 12345, 1}};

static void as_narrow_as_its_cells(void **state)
{
    struct tw_table table = table_of(two, 2);
    (void)state;
    assert_int_equal(tw_table_width(&table), 31);
    expect(&table, 80,
           "                     how  frac-\n"
           "name   place        many   tion\n"
           "*a     *here           7   0.25\n"
           "*long  *elsewhere  12345      1\n");
    tw_table_free(&table);
}

/* One blank between columns, then without the first to go, then in two lines, then without the next. */
static void what_does_not_fit_gives_way(void **state)
{
    struct tw_table table = table_of(two, 2);
    (void)state;
    setenv("COLUMNS", "80", 1);
    expect(&table, 28,
           "                   how frac-\n"
           "name  place       many  tion\n"
           "*a    *here          7  0.25\n"
           "*long *elsewhere 12345     1\n");
    expect(&table, 19,
           "         how  frac-\n"
           "name    many   tion\n"
           "*a         7   0.25\n"
           "*long  12345      1\n"
           "not shown: place (COLUMNS=28, or so wide a terminal, does)\n");
    tw_table_free(&table);
    const struct row wide[] = {{"a_name_that_is_long", "here", 7, 0.25}};
    table = table_of(wide, 1);
    expect(&table, 20,
           "name\n"
           "           how frac-\n"
           "    place many  tion\n"
           "*a_name_that_is_long\n"
           "    *here    7  0.25\n");
    tw_table_free(&table);
}

/* Neither a heading nor a legend of a column without anything: "-" says that nothing is known. */
static void columns_without_anything_are_not_shown(void **state)
{
    const struct row rows[] = {{"a", "x", 0, -1}, {"b", "y", 0, -1}};
    struct tw_table table = table_of(rows, 2);
    struct tw_text text = {0};
    (void)state;
    expect(&table, 80, "name  place\n*a    *x\n*b    *y\n");
    tw_table_legend(&table, &text);
    assert_string_equal(tw_text_string(&text), "name: what it is called\n");
    tw_text_free(&text);
    tw_table_free(&table);
    table = table_of(NULL, 0);
    expect(&table, 80, "");
    tw_table_free(&table);
}

static void notes_stand_below_their_rows(void **state)
{
    const struct row rows[] = {{"a", "x", 0, -1}, {"b", "y", 3, -1}};
    struct tw_table table = table_of(rows, 1);
    struct tw_text note = {0}, text = {0};
    (void)state;
    tw_table_note(&table, &note); /* of nothing */
    tw_text_add(&note, "    about a\n");
    tw_table_note(&table, &note);
    tw_table_add(&table, &rows[1]);
    expect(&table, 80,
           "              how\n"
           "name  place  many\n"
           "*a    *x        -\n"
           "    about a\n"
           "*b    *y        3\n");
    tw_table_legend(&table, &text);
    assert_string_equal(tw_text_string(&text), "name: what it is called\nmany: how many there are\n");
    tw_text_free(&note);
    tw_text_free(&text);
    tw_table_free(&table);
}

/* A hostile results file makes no line of megabytes. */
static void cells_that_are_too_long_are_cut(void **state)
{
    char name[3 * TW_TABLE_CELL];
    (void)state;
    memset(name, 'x', sizeof name);
    name[sizeof name - 1] = '\0';
    const struct row row = {name, "here", 5, -1};
    struct tw_table table = table_of(&row, 1);
    assert_int_equal(tw_table_width(&table), TW_TABLE_CELL + 2 + 5 + 2 + 4);
    tw_table_free(&table);
}

static void expect_number(void (*add)(struct tw_text *cell, bool known, double value, int decimals),
                          bool known, double value, int decimals, const char *wanted)
{
    struct tw_text cell = {0};
    tw_text_add(&cell, "0.0");
    add(&cell, known, value, decimals);
    assert_string_equal(tw_text_string(&cell) + 3, wanted);
    tw_text_free(&cell);
}

static void numbers_in_cells(void **state)
{
    struct tw_text cell = {0};
    (void)state;
    expect_number(tw_cell_number, true, 0, 0, "0");
    expect_number(tw_cell_number, true, 100, 0, "100");
    expect_number(tw_cell_number, true, 100, 2, "100");
    expect_number(tw_cell_number, true, 2.5, 3, "2.5");
    expect_number(tw_cell_number, false, 2.5, 3, "-");
    expect_number(tw_cell_fixed, true, 2.5, 3, "2.500");
    expect_number(tw_cell_fixed, false, 2.5, 3, "-");
    tw_cell_cost(&cell, 16, 256);
    tw_text_add_char(&cell, ' ');
    tw_cell_per_request(&cell, 16, 256);
    tw_text_add_char(&cell, ' ');
    tw_cell_per_request(&cell, 0, 0);
    assert_string_equal(tw_text_string(&cell), "16 -> 256 16 -");
    tw_text_free(&cell);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_narrow_as_its_cells),
        cmocka_unit_test(what_does_not_fit_gives_way),
        cmocka_unit_test(columns_without_anything_are_not_shown),
        cmocka_unit_test(notes_stand_below_their_rows),
        cmocka_unit_test(cells_that_are_too_long_are_cut),
        cmocka_unit_test(numbers_in_cells),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
