/* The tables of options of all commands: well formed, and all of it in --help; and what each kind of row does with
   a value, in a table of the test's own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "cli/cli.h"
#include "cli/commands.h"

/* ---- the commands' tables ---- */

static bool stores(const struct tw_option *row)
{
    return row->kind != TW_OPTION_READ && row->kind != TW_OPTION_OPERANDS;
}

static void expect_value_fits_kind(const struct tw_option *row)
{
    bool words = row->kind == TW_OPTION_WORD || row->kind == TW_OPTION_WORDS;
    assert_int_equal(row->value != NULL, row->kind != TW_OPTION_FLAG && row->kind != TW_OPTION_OPERANDS);
    assert_int_equal(row->read != NULL, row->kind == TW_OPTION_READ);
    assert_int_equal(row->take != NULL, row->kind == TW_OPTION_OPERANDS);
    assert_int_equal(row->words != NULL, words);
    if (words) assert_non_null(row->words->words[0]);
    if (row->kind == TW_OPTION_NUMBER) assert_true(row->low < row->high);
}

static void expect_different(const struct tw_option *a, const struct tw_option *b)
{
    assert_string_not_equal(a->name, b->name);
    assert_false(a->letter && a->letter == b->letter);
    assert_false(a->kind == TW_OPTION_OPERANDS && b->kind == TW_OPTION_OPERANDS);
    assert_false(stores(a) && stores(b) && a->place == b->place);
}

/* What --help says, every run of spaces and line ends one space: words are broken over lines there. */
static char *help_of(const struct tw_arguments *arguments)
{
    struct tw_text help = {0}, joined = {0};
    tw_arguments_add_help(arguments, "tilewright x", &help);
    for (const char *at = tw_text_string(&help); *at; at++) {
        bool space = *at == ' ' || *at == '\n';
        if (!space || (at[1] != ' ' && at[1] != '\n')) tw_text_add_char(&joined, space ? ' ' : *at);
    }
    tw_text_free(&help);
    return tw_text_take(&joined);
}

static void expect_shown(const char *help, const struct tw_option *row)
{
    struct tw_text wanted = {0};
    if (row->kind == TW_OPTION_OPERANDS)
        tw_text_addf(&wanted, "Usage: tilewright x [OPTION...] %s ", row->name);
    else
        tw_text_addf(&wanted, "--%s%s%s %s ", row->name, row->value ? "=" : "", row->value ? row->value : "",
                     row->help);
    if (!strstr(help, tw_text_string(&wanted))) fail_msg("no '%s' in '%s'", tw_text_string(&wanted), help);
    tw_text_free(&wanted);
}

static void expect_well_formed(const struct tw_arguments *arguments)
{
    char *help = help_of(arguments);
    size_t rows = 0;
    assert_non_null(help);
    for (const struct tw_option *row = arguments->options; row && row->name; row++, rows++) {
        assert_true((row->name[0] != '-' || row->kind == TW_OPTION_OPERANDS) && row->help && row->help[0]);
        assert_string_not_equal(row->name, "help");
        assert_string_not_equal(row->name, "usage");
        assert_true(row->kind < TW_OPTION_HELP);
        expect_value_fits_kind(row);
        for (const struct tw_option *other = row + 1; other->name; other++) expect_different(row, other);
        expect_shown(help, row);
    }
    assert_true(rows <= TW_MAX_OPTIONS);
    free(help);
}

static size_t expect_all_well_formed(const struct tw_command *list)
{
    size_t count = 0;
    for (const struct tw_command *command = list; command->name; command++, count++) {
        assert_true(command->help[0] && command->arguments->about[0]);
        assert_ptr_equal(tw_command_find(list, command->name), command); /* no other has its name */
        expect_well_formed(command->arguments);
        if (command->arguments->actions) count += expect_all_well_formed(command->arguments->actions);
    }
    return count;
}

static void test_commands(void **state)
{
    (void)state;
    size_t commands = 0;
#define X(name, help) commands++;
    TW_COMMANDS(X)
#undef X
    assert_true(expect_all_well_formed(tw_commands) > commands); /* and the actions of cache */
    assert_null(tw_command_find(tw_commands, "nonsense"));
}

/* ---- what rows do with values ---- */

struct chosen {
    bool flag;
    const char *string;
    unsigned number, word, words, sm;
    uint64_t count;
    size_t length;
    char **files;
    size_t file_count;
};

static bool read_length(char *value, void *place, const char *command)
{
    if (strcmp(value, "bad") == 0) tw_arguments_refuse(command, "bad is bad");
    *(size_t *)place = strlen(value);
    return strcmp(value, "memory") != 0;
}

static void take_files(char **files, size_t count, void *place, const char *command)
{
    struct chosen *chosen = place;
    if (count > 2) tw_arguments_refuse(command, "too many: %s", files[2]);
    chosen->files = files;
    chosen->file_count = count;
}

static const struct tw_words colours = {NULL, (const char *const[]){"red", "green", "blue", NULL}};

static const struct tw_option options[] = {
    {"flag", 'f', NULL, TW_AS_FLAG(struct chosen, flag), "a flag"},
    {"string", 's', "TEXT", TW_AS_STRING(struct chosen, string), "a string"},
    {"number", 0, "N", TW_AS_NUMBER(struct chosen, number, 2, 5), "a number"},
    {"word", 0, "COLOUR", TW_AS_WORD(struct chosen, word, &colours), "a word"},
    {"words", 0, "COLOURS", TW_AS_WORDS(struct chosen, words, &colours), "some words"},
    {"arch", 0, "sm_NN", TW_AS_ARCH(struct chosen, sm), "an architecture"},
    {"count", 'c', "N", TW_AS_COUNT(struct chosen, count), "a count"},
    {"length", 0, "TEXT", TW_AS_READ(struct chosen, length, read_length), "the length of a text"},
    {"FILE...", 0, NULL, .kind = TW_OPTION_OPERANDS, .take = take_files, .help = "files"},
    {0},
};
static const struct tw_arguments arguments = {"A command of this test's own.", options, NULL};
static const struct tw_arguments nothing = {"Takes nothing.", NULL, NULL};

#define MOST               16
#define PARSE(chosen, ...) parse_all(&arguments, chosen, (const char *const[]){"x", __VA_ARGS__, NULL})

static char typed[MOST][32];
static char *typed_words[MOST + 1];

static int parse_all(const struct tw_arguments *by, struct chosen *chosen, const char *const *words)
{
    int argc = 0;
    for (; words[argc]; argc++) {
        assert_true(argc < MOST && strlen(words[argc]) < sizeof typed[0]);
        strcpy(typed[argc], words[argc]);
        typed_words[argc] = typed[argc];
    }
    typed_words[argc] = NULL;
    return tw_arguments_parse(by, argc, typed_words, chosen);
}

static void test_values(void **state)
{
    (void)state;
    struct chosen chosen = {.number = 3};
    assert_int_equal(PARSE(&chosen, "one"), TW_EXIT_OK);
    assert_true(!chosen.flag && !chosen.string && chosen.number == 3 && chosen.file_count == 1);
    assert_int_equal(
        PARSE(&chosen, "one", "-fs", "text", "--number=5", "two", "--word", "blue", "--arch=sm_80"),
        TW_EXIT_OK);
    assert_true(chosen.flag && chosen.number == 5 && chosen.word == 2 && chosen.sm == 80);
    assert_string_equal(chosen.string, "text");
    assert_int_equal(chosen.file_count, 2);
    assert_string_equal(chosen.files[0], "one");
    assert_string_equal(chosen.files[1], "two");
    assert_int_equal(PARSE(&chosen, "--words", "red,blue", "--length=four", "-c", "5000000000"), TW_EXIT_OK);
    assert_true(chosen.words == 5 && chosen.length == 4 && chosen.count == 5000000000);
    assert_int_equal(chosen.file_count, 0);
    assert_int_equal(PARSE(&chosen, "--words=green", "--", "--flag"), TW_EXIT_OK);
    assert_int_equal(chosen.words, 7);
    assert_string_equal(chosen.files[0], "--flag");
}

/* What a process that parses the words ends with, and in *said what it writes on stderr. */
static int parse_elsewhere(const struct tw_arguments *by, const char *const *words, char *said, size_t room)
{
    int ends[2], status;
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        struct chosen chosen = {0};
        dup2(ends[1], STDERR_FILENO);
        _exit(parse_all(by, &chosen, words));
    }
    close(ends[1]);
    size_t length = 0;
    for (ssize_t got; (got = read(ends[0], said + length, room - 1 - length)) > 0;) length += (size_t)got;
    said[length] = '\0';
    close(ends[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void test_refusals(void **state)
{
    (void)state;
    static const struct {
        const struct tw_arguments *by;
        const char *words[5];
        const char *says;
        int status;
    } cases[] = {
        {&arguments, {"x", "--number=1"}, "x: --number takes a number from 2 to 5, not '1'\n", 2},
        {&arguments, {"x", "--number=6"}, "not '6'", 2},
        {&arguments, {"x", "--number=18446744073709551619"}, "not '18446744073709551619'", 2},
        {&arguments, {"x", "--number=-3"}, "not '-3'", 2},
        {&arguments, {"x", "--number= 3"}, "not ' 3'", 2},
        {&arguments, {"x", "--number="}, "not ''", 2},
        {&arguments,
         {"x", "--count=0"},
         "x: --count takes a number from 1 to 18446744073709551615, not '0'\n",
         2},
        {&arguments,
         {"x", "--word=re"},
         "x: --word is red, green or blue, not 're'; did you mean 'red'?\n",
         2},
        {&arguments, {"x", "--word=red,green"}, "not 'red,green'", 2},
        {&arguments, {"x", "--words=red,,blue"}, "--words '' is none of", 2},
        {&arguments, {"x", "--words=red,pink,blue"}, "x: --words 'pink' is none of red, green, blue\n", 2},
        {&arguments, {"x", "--arch=90"}, "x: --arch '90' is not a known architecture; there are sm_", 2},
        {&arguments, {"x", "--length=bad"}, "x: bad is bad\nTry `x --help'.", 2},
        {&arguments, {"x", "--length=memory"}, "out of memory while reading the arguments of x", 1},
        {&arguments, {"x", "1", "2", "3"}, "x: too many: 3\n", 2},
        {&arguments, {"x", "--f=1"}, "'--flag' doesn't allow an argument", 2},
        {&arguments, {"x", "--arch=sm_9O"}, "; did you mean 'sm_90'?\n", 2},
        {&arguments,
         {"x", "--word=gren"},
         "x: --word is red, green or blue, not 'gren'; did you mean 'green'?\n",
         2},
        {&arguments,
         {"x", "--words=red,blu"},
         "--words 'blu' is none of red, green, blue; did you mean 'blue'?\n",
         2},
        {&arguments,
         {"x", "--nubmer=3"},
         "x: unrecognized option '--nubmer=3'; did you mean '--number'?\n",
         2},
        {&arguments, {"x", "--elsewhere"}, "x: unrecognized option '--elsewhere'\n", 2},
        {&nothing, {"x", "more"}, "x: too many arguments\n", 2},
    };
    char said[4096];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(parse_elsewhere(cases[i].by, cases[i].words, said, sizeof said), cases[i].status);
        if (!strstr(said, cases[i].says)) fail_msg("%s: %s", cases[i].words[1], said);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_commands),
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
