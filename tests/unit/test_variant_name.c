/* Names of variants made from numbers, and numbers found by names, of a family of 64 fields that no config has: against lists. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen/choice/candidates.h"
#include "gen/config/config.h"
#include "gen/config/entry_names.h"
#include "gen/config/renamed.h"
#include "gen/config/variant_name.h"

#define FIELDS TW_MAX_FIELDS
#define MANY   400u /* variants that are listed */
#define DRAWS  600

static uint64_t seed = 20261128;

static uint64_t any(uint64_t below)
{
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (seed >> 33) % below;
}

/* Words of which one begins as another, on its own and with what the next field adds; numbers below 0; words beside numbers. */
static const char *const rows[] = {"row", "row-col", "col", "row-n2", "col-5", NULL};
static const char *const ends[] = {"col", "col-row", "5", "a", "_", NULL};
static const char *const usual[] = {"usual", "5", NULL};
static const char *const texts[] = {"plain", NULL};
static char keys[FIELDS][8];
static struct tw_field_info fields[FIELDS];
static struct tw_family family = {.name = "fields", .fields = fields, .field_count = FIELDS};

static void make_family(void)
{
    for (unsigned f = 0; f < FIELDS; f++) {
        snprintf(keys[f], sizeof keys[f], "n%u", f);
        fields[f] = (struct tw_field_info){.key = keys[f], .low = -40, .high = 40, .fallback = TW_DERIVED};
        enum tw_field_kind kinds[] = {TW_FIELD_ENUM, TW_FIELD_INT, TW_FIELD_ENUM, TW_FIELD_INT,
                                      TW_FIELD_TEXT};
        const char *const *words[] = {rows, NULL, ends, usual, texts};
        fields[f].kind = kinds[f % 5];
        fields[f].words = words[f % 5];
    }
}

/* Values of a field: words, numbers or texts, each once. */
static struct tw_axis draw_axis(unsigned f, int64_t list[3])
{
    static const char *const other[] = {"x", "y", "z"};
    const struct tw_field_info *field = &fields[f];
    uint64_t count = 1 + any(3), from = any(3);
    if (f % 5 == 1 || (f % 5 == 3 && any(2)))
        return (struct tw_axis){
            .count = 1 + any(6), .first = (int64_t)any(20) - 12, .step = 1 + (int64_t)any(3)};
    for (uint64_t i = 0; i < count; i++) {
        list[i] = (int64_t)(from + i);
        if (field->kind == TW_FIELD_INT) list[i] = i ? (int64_t)i - 6 : TW_WORD((int64_t)any(2));
        if (field->kind == TW_FIELD_TEXT) list[i] = i == from ? TW_WORD(0) : tw_text_value(other[i]);
    }
    return (struct tw_axis){.count = count, .list = list};
}

struct drawn {
    struct tw_entry entry;
    struct tw_axis axes[FIELDS];
    int64_t lists[FIELDS][3];
    char *names[MANY];
};

/* An entry of at most MANY variants, whose fields are near each other or far apart. */
static void draw_entry(struct drawn *drawn)
{
    static const char *const names[] = {"a", "a_", "row", "wide", "cuda", "x"};
    unsigned axes = 0;
    drawn->entry = (struct tw_entry){.name = names[any(6)], .count = 1, .axes = drawn->axes};
    for (unsigned f = (unsigned)any(60); f < FIELDS; f += 1 + (unsigned)(any(3) == 0)) {
        struct tw_axis axis = draw_axis(f, drawn->lists[f]);
        if (axis.count * drawn->entry.count > MANY) break;
        drawn->axes[axes++] = axis;
        drawn->entry.count *= axis.count;
        drawn->entry.given |= tw_field_bit(f);
    }
    for (uint64_t i = 0; i < drawn->entry.count; i++) {
        struct tw_text name = {0};
        tw_entry_name(&family, &drawn->entry, i, &name);
        drawn->names[i] = tw_text_take(&name);
        assert_non_null(drawn->names[i]);
    }
}

static void free_names(struct drawn *drawn)
{
    for (uint64_t i = 0; i < drawn->entry.count; i++) free(drawn->names[i]);
}

/* Every name is found; all are different where the values say so; a name that is refused is found where there is one. */
static void entries_agree_with_lists(void **state)
{
    static struct drawn drawn;
    unsigned differed = 0, refusals = 0, same = 0;
    (void)state;
    for (int draw = 0; draw < DRAWS; draw++) {
        struct tw_text name = {0}, reason = {0};
        bool twice = false, refused = false;
        uint64_t number;
        draw_entry(&drawn);
        for (uint64_t i = 0; i < drawn.entry.count; i++) {
            assert_true(tw_entry_find(&family, &drawn.entry, drawn.names[i], &number));
            assert_string_equal(drawn.names[number], drawn.names[i]);
            twice |= number != i;
            refused |= !tw_name_accept(drawn.names[i], &reason);
        }
        assert_int_equal(tw_entry_find_refused(&family, &drawn.entry, &name, &number), refused);
        if (refused) assert_false(tw_name_accept(drawn.names[number], &reason));
        bool differ = tw_entry_names_differ(&family, &drawn.entry);
        assert_false(twice && !refused && differ); /* what is refused is not compared */
        differed += differ;
        refusals += refused;
        same += twice;
        tw_text_free(&name);
        tw_text_free(&reason);
        free_names(&drawn);
    }
    print_message("%u of %d known to differ, %u with equal names, %u with a refused one\n", differed, DRAWS,
                  same, refusals);
    assert_true(differed > DRAWS / 4 && refusals > DRAWS / 20 && same > 0);
}

/* 2^60 variants, of which the last field is number 63. */
static void sixty_fields_vary(void **state)
{
    struct tw_axis axes[FIELDS];
    struct tw_entry entry = {.name = "a", .count = UINT64_C(1) << 60, .axes = axes};
    int64_t value[TW_MAX_FIELDS];
    (void)state;
    for (unsigned f = 4; f < FIELDS; f++) {
        axes[f - 4] =
            (struct tw_axis){.count = 2, .first = f % 5 == 1 || f % 5 == 3 ? 7 : TW_WORD(0), .step = 1};
        if (fields[f].kind == TW_FIELD_ENUM) axes[f - 4].first = 1;
        entry.given |= tw_field_bit(f);
    }
    for (uint64_t number = 1; number < entry.count; number = number * 3 + 1) {
        tw_entry_values(&family, &entry, number, value);
        for (unsigned f = 4; f < FIELDS; f++)
            assert_int_equal(value[f], axes[f - 4].first + (int64_t)(number >> (FIELDS - 1 - f) & 1));
        assert_int_equal(value[3], TW_DERIVED);
    }
}

/* What begins alike is told apart where the next field cannot go on so, and refused where it can. */
static void spaces_are_told_apart_by_their_words(void **state)
{
    static const int64_t all_rows[] = {0, 1, 2}, all_ends[] = {0, 1, 3};
    const struct tw_axis huge = {.count = UINT64_C(1) << 22, .first = 0, .step = 1};
    const struct tw_axis apart[] = {{.count = 3, .list = all_rows}, huge, huge}, /* row, then a number */
        alike[] = {{.count = 3, .list = all_rows}, {.count = 3, .list = all_ends}, huge};
    struct tw_entry entries[] = {
        {.name = "a", .given = tw_field_bit(5) | tw_field_bit(6) | tw_field_bit(11), .axes = apart},
        {.name = "b", .given = tw_field_bit(5) | tw_field_bit(7) | tw_field_bit(11), .axes = alike},
        {.name = "a_b", .given = tw_field_bit(5) | tw_field_bit(6) | tw_field_bit(11), .axes = apart}};
    const struct tw_entry *earlier;
    struct tw_entry_names names = {0};
    (void)state;
    entries[0].count = entries[2].count = 3 * huge.count * huge.count;
    entries[1].count = 9 * huge.count;
    assert_int_equal(tw_entry_names_take(&names, &family, entries, 1, &earlier), TW_NAMES_FINE);
    assert_int_equal(tw_entry_names_take(&names, &family, entries, 2, &earlier), TW_NAMES_AMBIGUOUS);
    assert_int_equal(tw_entry_names_take(&names, &family, entries, 3, &earlier), TW_NAMES_ALIKE);
    tw_entry_names_free(&names);
}

/* Sets of fields hold the last of 64. */
static void the_last_field_is_in_sets(void **state)
{
    const unsigned last = FIELDS - 1;
    static const struct tw_renamed renamed[] = {
        {{"old", "word", 0}, {NULL, NULL, 0}, {{"n63", NULL, 3}, {"n1", NULL, 2}}}};
    struct tw_family changed = family;
    int64_t given[FIELDS], resolved[FIELDS], back[FIELDS];
    struct tw_text text = {0};
    (void)state;
    for (unsigned f = 0; f < FIELDS; f++) given[f] = resolved[f] = 1;
    given[last] = given[2] = TW_DERIVED;
    uint64_t open = tw_family_open(&family, given, resolved);
    assert_int_equal(open, tw_field_bit(last) | tw_field_bit(2));
    tw_family_add_keys(&family, open, &text);
    assert_string_equal(tw_text_string(&text), "n2, n63");
    tw_text_free(&text);
    changed.renamed = renamed;
    changed.renamed_count = 1;
    assert_int_equal(tw_renamed_fields(&changed, "old"), tw_field_bit(last) | tw_field_bit(1));
    struct tw_variant variant = {.value = resolved, .given = tw_field_bit(last)};
    tw_variant_given(&family, &variant, back);
    assert_int_equal(back[last], 1);
    assert_int_equal(back[31], TW_DERIVED);
}

int main(void)
{
    make_family();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entries_agree_with_lists), cmocka_unit_test(sixty_fields_vary),
        cmocka_unit_test(spaces_are_told_apart_by_their_words), cmocka_unit_test(the_last_field_is_in_sets)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
