/*
 * Rendered kernels against golden files. Every rendering of every variant of a config, NAME.json in tests/golden/kernel or else in
 * configs/, but for those that are impossible, is a line of tests/golden/kernel/NAME.hashes: what it is called, the hash of its
 * source, and how much of it NAME.cu has. That has the first rendering in full, and of each later one the lines from lines of the
 * template, or of its parts, that nothing above has, so that each line of a template is read once.
 *
 * TILEWRIGHT_BLESS=1 in the environment rewrites both; a new NAME.cu begins as an empty file. When they differ, what is rendered
 * now is written to golden/ in the build tree: both files, and in golden/NAME every source whose hash is not known.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <glob.h>
#include <inttypes.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/hash.h"
#include "gen/text/mustache_parse.h"
#include "tests/unit/golden.h"

#define GOT BUILD_DIR "/golden/"

/* ---- what a config's golden files say ---- */

#define LINES_MAX     1024u
#define TEMPLATES_MAX 64u /* by row of the table of templates */
#define LABEL_MAX     160u
#define AROUND        2u /* lines before and after those that are shown */

struct lines {
    bool rendered[TEMPLATES_MAX];
    bool seen[TEMPLATES_MAX][LINES_MAX]; /* by line, from 1 */
};

struct rendered {
    struct tw_text texts, hashes; /* NAME.cu, NAME.hashes */
    struct lines lines;           /* that are in the texts */
};

static size_t row_of(const struct tw_template *tmpl)
{
    size_t row = (size_t)(tmpl - tw_templates);
    assert_true(row < TEMPLATES_MAX);
    return row;
}

/* Which lines of the source are from lines of the template not seen so far; how many. Then they are seen. */
static size_t find_new(const struct tw_kernel *kernel, bool *seen, bool *is_new)
{
    size_t count = 0;
    for (size_t line = 0; line < kernel->source_lines; line++) {
        assert_true(kernel->template_line[line] < LINES_MAX);
        is_new[line] = !seen[kernel->template_line[line]];
        count += is_new[line];
    }
    for (size_t line = 0; line < kernel->source_lines; line++) seen[kernel->template_line[line]] = true;
    return count;
}

static bool is_near(const bool *is_new, size_t line, size_t lines)
{
    for (size_t k = line < AROUND ? 0 : line - AROUND; k < lines && k <= line + AROUND; k++) {
        if (is_new[k]) return true;
    }
    return false;
}

/* The new lines and those around them, "..." for the others. */
static void show(const struct tw_kernel *kernel, const bool *is_new, struct tw_text *text)
{
    const char *at = kernel->source;
    bool shown = true;
    for (size_t line = 0; line < kernel->source_lines; line++) {
        size_t length = strcspn(at, "\n");
        bool near = is_near(is_new, line, kernel->source_lines);
        if (near) tw_text_addf(text, "%.*s\n", (int)length, at);
        if (shown && !near) tw_text_add(text, "...\n");
        shown = near;
        at += length + (at[length] == '\n');
    }
}

/* What is new of a rendering of the template is added below that heading, if there is one; whether anything is. */
static bool add_new(const struct tw_template *tmpl, const struct tw_kernel *kernel, const char *heading,
                    struct rendered *all)
{
    size_t row = row_of(tmpl);
    bool *is_new = calloc(kernel->source_lines + 1, sizeof *is_new);
    assert_non_null(is_new);
    all->lines.rendered[row] = true;
    bool any = find_new(kernel, all->lines.seen[row], is_new) > 0;
    if (any && heading) {
        tw_text_addf(&all->texts, "\n// %s, of %s:\n", heading, tmpl->name);
        show(kernel, is_new, &all->texts);
    }
    free(is_new);
    return any;
}

/* A part of a kernel is rendered alone, where a variable that it needs may be unknown: there the kernel does not hold it. */
static bool add_part(const struct expanded *config, size_t variant, const struct tw_rendering *rendering,
                     const struct tw_template *part, const char *heading, struct rendered *all)
{
    struct tw_kernel kernel;
    struct tw_error error = TW_ERROR_INIT;
    all->lines.rendered[row_of(part)] = true;
    int code = tw_render(&config->of, &config->of.variant[variant], rendering, part, &kernel, &error);
    assert_true(code == TW_OK || code == TW_INPUT);
    tw_error_free(&error);
    if (code) return false;
    bool any = add_new(part, &kernel, heading, all);
    tw_kernel_free(&kernel);
    return any;
}

static const struct tw_template *partial_of(const struct tw_mustache_node *node)
{
    char name[128];
    snprintf(name, sizeof name, "%.*s.mustache", TW_SHOW(node->name));
    return node->op == TW_MUSTACHE_PARTIAL ? tw_template_find(name) : NULL;
}

static bool add_lines(const struct expanded *config, size_t variant, const struct tw_kernel *kernel,
                      const char *heading, struct rendered *all)
{
    const struct tw_template *tmpl = tw_template_find(config->of.family->template_name);
    struct tw_mustache parsed;
    bool any = add_new(tmpl, kernel, heading, all);
    assert_int_equal(tw_mustache_parse(tmpl->name, tmpl->text, tmpl->length, &parsed, NULL), TW_OK);
    for (size_t k = 0; k < parsed.count; k++) {
        const struct tw_template *part = partial_of(&parsed.nodes[k]);
        if (part) any |= add_part(config, variant, kernel->rendering, part, heading, all);
    }
    tw_mustache_free(&parsed);
    return any;
}

static const char *label_of(const struct tw_kernel *kernel, char label[LABEL_MAX])
{
    const char *word = kernel->rendering->word;
    int length = snprintf(label, LABEL_MAX, "%s%s%s", kernel->name, *word ? "." : "", word);
    assert_true(length < (int)LABEL_MAX);
    return label;
}

/* The line of a rendering begins so. */
static const char *hash_line(const struct tw_kernel *kernel, char line[LABEL_MAX + 20])
{
    char label[LABEL_MAX];
    snprintf(line, LABEL_MAX + 20, "%s %016" PRIx64, label_of(kernel, label),
             tw_hash(kernel->source, kernel->source_length));
    return line;
}

static void add_rendering(const struct expanded *config, size_t variant, const struct tw_kernel *kernel,
                          void *context)
{
    struct rendered *all = context;
    char label[LABEL_MAX], line[LABEL_MAX + 20];
    bool first = all->hashes.length == 0;
    if (first) tw_text_add(&all->texts, kernel->source);
    bool any = add_lines(config, variant, kernel, first ? NULL : label_of(kernel, label), all);
    tw_text_addf(&all->hashes, "%s%s\n", hash_line(kernel, line), first ? " in full" : any ? " in part" : "");
}

/* Calls it with each rendering, in the order of the golden files. */
typedef void with_rendering(const struct expanded *config, size_t variant, const struct tw_kernel *kernel,
                            void *context);

static void for_each_rendering(const struct expanded *config, with_rendering *call, void *context)
{
    for (size_t i = 0; i < config->of.count; i++) {
        if (!golden_accepted(config, i)) continue;
        const struct tw_renderings renderings =
            tw_family_renderings(config->of.family, config->of.variant[i].value);
        for (unsigned k = 0; k < renderings.count; k++) {
            struct tw_kernel kernel;
            golden_render(config, i, renderings.checked[k], &kernel);
            call(config, i, &kernel, context);
            tw_kernel_free(&kernel);
        }
    }
}

/* ---- against the files ---- */

static void write_file(const char *path, const struct tw_text *text)
{
    struct tw_error error = TW_ERROR_INIT;
    assert_false(text->failed);
    if (tw_file_write(path, text->data, text->length, &error)) fail_msg("%s: %s", path, error.message);
}

static void shell(const char *format, const char *first, const char *second)
{
    struct tw_text command = {0};
    tw_text_addf(&command, format, first, second);
    fflush(NULL);
    if (system(tw_text_string(&command)) < 0) print_error("no shell runs %s\n", command.data);
    tw_text_free(&command);
}

/* Whether the golden file says the same; else what was got is written, and what differs is shown. `expected` is the caller's. */
static bool check_file(const char *name, const char *ending, const struct tw_text *got,
                       struct tw_text *expected)
{
    struct tw_error error = TW_ERROR_INIT;
    char golden[512], other[512];
    snprintf(golden, sizeof golden, GOLDEN "%s%s", name, ending);
    snprintf(other, sizeof other, GOT "%s%s", name, ending);
    if (getenv("TILEWRIGHT_BLESS")) write_file(golden, got);
    if (tw_file_read(golden, expected, &error)) print_error("%s: %s\n", golden, error.message);
    if (!error.message[0] && strcmp(tw_text_string(got), tw_text_string(expected)) == 0) return true;
    shell("mkdir -p '%s%s'", GOT, "");
    write_file(other, got);
    print_error("%s is not what is rendered, %s:\n", golden, other);
    shell("diff -u '%s' '%s' | head -n 60 >&2", golden, other);
    tw_error_free(&error);
    return false;
}

struct others {
    const char *name, *expected; /* NAME.hashes */
    unsigned count;
};

/* The source is written when no line of the golden file has its hash. */
static void write_other(const struct expanded *config, size_t variant, const struct tw_kernel *kernel,
                        void *context)
{
    struct others *others = context;
    const struct tw_text text = {.data = kernel->source, .length = kernel->source_length};
    char label[LABEL_MAX], line[LABEL_MAX + 20], path[512];
    (void)config, (void)variant;
    if (strstr(others->expected, hash_line(kernel, line))) return;
    snprintf(path, sizeof path, GOT "%s/%s.cu", others->name, label_of(kernel, label));
    write_file(path, &text);
    others->count++;
}

static void write_others(const struct expanded *config, const char *name, const char *expected)
{
    struct others others = {name, expected, 0};
    shell("rm -rf '%s%s'", GOT, name);
    shell("mkdir -p '%s%s'", GOT, name);
    for_each_rendering(config, write_other, &others);
    print_error("sources of %s with another hash: %u, in " GOT "%s\n", name, others.count, name);
}

static struct lines covered; /* by all configs */

static void cover(const struct lines *lines)
{
    for (size_t row = 0; row < TEMPLATES_MAX; row++) {
        covered.rendered[row] |= lines->rendered[row];
        for (size_t line = 0; line < LINES_MAX; line++) covered.seen[row][line] |= lines->seen[row][line];
    }
}

static unsigned wrong; /* configs */

static void check_golden(const char *name)
{
    static struct rendered got;
    struct expanded config;
    struct tw_text texts = {0}, hashes = {0};
    memset(&got, 0, sizeof got);
    golden_load(name, &config);
    for_each_rendering(&config, add_rendering, &got);
    cover(&got.lines);
    bool same = check_file(name, ".cu", &got.texts, &texts);
    if (!check_file(name, ".hashes", &got.hashes, &hashes)) {
        write_others(&config, name, tw_text_string(&hashes));
        same = false;
    }
    wrong += !same;
    tw_text_free(&texts);
    tw_text_free(&hashes);
    tw_text_free(&got.texts);
    tw_text_free(&got.hashes);
    expanded_free(&config);
}

static void check_all(void)
{
    glob_t found;
    wrong = 0;
    assert_int_equal(glob(GOLDEN "*.cu", 0, NULL, &found), 0);
    assert_true(found.gl_pathc > 5);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        char name[64];
        const char *file = found.gl_pathv[i] + strlen(GOLDEN);
        snprintf(name, sizeof name, "%.*s", (int)(strlen(file) - strlen(".cu")), file);
        check_golden(name);
    }
    globfree(&found);
    assert_int_equal(wrong, 0);
}

static void sources_match_golden_files(void **state)
{
    (void)state;
    check_all();
}

/* Switches to a locale with a decimal comma and grouped thousands, made here when the system has none
 * installed. */
static bool enter_other_locale(void)
{
    static const char make[] = "mkdir -p '" BUILD_DIR "/locale' && localedef -i de_DE -f UTF-8 '" BUILD_DIR
                               "/locale/de_DE.UTF-8' >/dev/null 2>&1";
    if (setlocale(LC_ALL, "de_DE.UTF-8")) return true;
    return system(make) == 0 && setenv("LOCPATH", BUILD_DIR "/locale", 1) == 0 &&
           setlocale(LC_ALL, "de_DE.UTF-8");
}

static void sources_do_not_depend_on_the_locale(void **state)
{
    (void)state;
    if (!enter_other_locale()) {
        print_message("no locale with a decimal comma here, and none can be made\n");
        skip();
    }
    check_all();
    setlocale(LC_ALL, "C");
}

/* ---- the renderings have every line of the templates ---- */

static unsigned complain_of_lines(const struct tw_template *tmpl, const bool *seen)
{
    struct tw_mustache parsed;
    unsigned missing = 0;
    assert_int_equal(tw_mustache_parse(tmpl->name, tmpl->text, tmpl->length, &parsed, NULL), TW_OK);
    for (size_t k = 0; k < parsed.count; k++) {
        const struct tw_mustache_node *node = &parsed.nodes[k];
        bool prints = node->op == TW_MUSTACHE_VALUE || (node->op == TW_MUSTACHE_TEXT && node->name.length);
        assert_true(node->line < LINES_MAX);
        if (!node->first || !prints || seen[node->line]) continue;
        print_error("line %u of %s is in no golden file\n", node->line, tmpl->name);
        missing++;
    }
    tw_mustache_free(&parsed);
    return missing;
}

/* What sources_match_golden_files rendered. */
static void golden_files_hold_every_line_of_a_template(void **state)
{
    (void)state;
    unsigned missing = 0;
    for (size_t i = 0; tw_families[i]; i++)
        assert_true(covered.rendered[row_of(tw_template_find(tw_families[i]->template_name))]);
    for (const struct tw_template *row = tw_templates; row->name; row++) {
        if (covered.rendered[row_of(row)]) missing += complain_of_lines(row, covered.seen[row_of(row)]);
    }
    assert_int_equal(missing, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sources_match_golden_files),
        cmocka_unit_test(golden_files_hold_every_line_of_a_template),
        cmocka_unit_test(sources_do_not_depend_on_the_locale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
