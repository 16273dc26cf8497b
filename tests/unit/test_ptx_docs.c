/*
 * sim/ptx/forms.txt lists the forms that the tables of sim/ptx/opcodes.h have, as this writes them. With TILEWRIGHT_BLESS set,
 * the file is written anew.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "sim/ptx/match.h"

#define LIST SOURCE_DIR "/sim/ptx/forms.txt"

/* Types in the order of the table, ".T: u16 u32"; nothing for a pattern that has none. */
static void add_types(struct tw_text *text, char name, uint32_t types)
{
    if (!types) return;
    tw_text_addf(text, " | .%c:", name);
    for (unsigned i = 0; i < TW_PTX_TYPE_COUNT; i++) {
        if (types >> i & 1u) tw_text_addf(text, " %s", tw_ptx_type_info((enum tw_ptx_type)i)->word);
    }
}

static void add_instructions(struct tw_text *text)
{
    tw_text_add(
        text,
        "Instructions\n\n"
        "`{.word}` may be left out, `*` may come several times, capitals stand for a class of words.\n\n");
    for (size_t i = 0; i < tw_ptx_row_count; i++) {
        tw_text_addf(text, "    %s", tw_ptx_rows[i].pattern);
        add_types(text, 'T', tw_ptx_rows[i].types[0]);
        add_types(text, 'U', tw_ptx_rows[i].types[1]);
        tw_text_add(text, "\n");
    }
}

static const struct {
    const char *class, *word;
} words[] = {
#define X(class, word, constant) {#class, word},
    TW_PTX_WORDS(X)
#undef X
};

static void add_words(struct tw_text *text)
{
    static const char *const classes[] = {
#define X(class) #class,
        TW_PTX_CLASSES(X)
#undef X
    };
    tw_text_add(text, "\nClasses of words\n\n");
    for (size_t c = 0; c < sizeof classes / sizeof *classes; c++) {
        tw_text_addf(text, "    %-9s", classes[c]);
        for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
            if (strcmp(words[i].class, classes[c]) == 0) tw_text_addf(text, " .%s", words[i].word);
        }
        tw_text_add(text,
                    strcmp(classes[c], "GSHAPE") == 0 ? " .m64n8 to .m64n256, and GDEPTH's word\n" : "\n");
    }
}

static void add_rules(struct tw_text *text)
{
    static const struct {
        const char *names, *words, *rule, *those;
    } rules[] = {
#define X(names, words, rule, those) {names, words, #rule, those},
        TW_PTX_RULES(X)
#undef X
    };
    tw_text_add(text, "\nWords that exclude or need each other\n\n");
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        bool once = strcmp(rules[i].rule, "ONCE") == 0, needs = strcmp(rules[i].rule, "NEEDS") == 0;
        const char *relation = once              ? "one of them at most"
                               : needs           ? "only with "
                               : *rules[i].those ? "not with "
                                                 : "never";
        tw_text_addf(text, "    %s: %s - %s%s\n", rules[i].names, rules[i].words, relation, rules[i].those);
    }
}

static void add_names(struct tw_text *text)
{
    static const char *const specials[] = {
#define X(name, constant, bits) name,
        TW_PTX_SPECIALS(X)
#undef X
    };
    static const char *const others[] = {
#define X(word) #word,
        TW_PTX_OTHERS(X)
#undef X
    };
    tw_text_add(text, "\nSpecial registers\n\n   ");
    for (size_t i = 0; i < sizeof specials / sizeof *specials; i++)
        tw_text_addf(text, "%s%%%s", i && i % 8 == 0 ? "\n    " : " ", specials[i]);
    tw_text_add(text, "\n\nInstructions that are refused by name\n\n   ");
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) tw_text_addf(text, " %s", others[i]);
    tw_text_add(text, "\n");
}

static void the_list_has_what_the_tables_have(void **state)
{
    (void)state;
    struct tw_text list = {0}, tables = {0};
    add_instructions(&tables);
    add_words(&tables);
    add_rules(&tables);
    add_names(&tables);
    if (getenv("TILEWRIGHT_BLESS")) {
        FILE *file = fopen(LIST, "w");
        assert_non_null(file);
        fputs(tables.data, file);
        fclose(file);
    } else {
        assert_int_equal(tw_file_read(LIST, &list, NULL), TW_OK);
        if (strcmp(list.data, tables.data) != 0)
            fail_msg("sim/ptx/forms.txt is not as sim/ptx/opcodes.h: run this test with TILEWRIGHT_BLESS=1");
    }
    tw_text_free(&list);
    tw_text_free(&tables);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_list_has_what_the_tables_have)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
