/* tilewright cache: where compiled kernels are kept, what is there,
 * and why a config's kernels are hits or not. */
#include <inttypes.h>
#include <string.h>

#include "base/escape.h"
#include "cli/commands.h"
#include "cli/options/choice.h"
#include "cli/options/space.h"
#include "cli/progress.h"
#include "cli/show/columns.h"
#include "cli/show/table.h"
#include "cli/terminal.h"
#include "runtime/compile/cache.h"

#define KIB(bytes) (((bytes) + 1023) / 1024)

struct explain_options {
    struct tw_space_options space;
};

static const struct tw_option explain_options[] = {
    TW_SPACE_OPTIONS(struct explain_options, space),
    {0},
};

/* clang-format off */
/*    action    options           what it does                             */
#define ACTIONS(X)                                                           \
    X(path,     NULL,             "print the directory of compiled kernels") \
    X(list,     NULL,             "list the kernels, last used first")              \
    X(clear,    NULL,             "remove all kernels")                         \
    X(explain,  explain_options,  "say for every kernel of a config whether the cache has it, or which part of its key differs")
/* clang-format on */

#define X(action, options, help) static const struct tw_arguments action##_arguments = {help, options, NULL};
ACTIONS(X)
#undef X

/* ---- path, list, clear ---- */

static int show_path(struct tw_cache *cache, struct tw_text *text, struct tw_error *error)
{
    (void)error;
    tw_warn(tw_cache_distrust(cache));
    tw_text_addf(text, "%s\n", tw_cache_path(cache));
    return TW_OK;
}

/* A part of the key, by its number; of what is damaged a question mark in place of the name. */
static void cell_part(const struct tw_table_column *column, const void *about, const void *row,
                      struct tw_text *cell)
{
    const struct tw_cache_entry *entry = row;
    (void)about;
    if (entry->valid)
        tw_text_add(cell, entry->key.part[column->index]);
    else if (column->index == TW_CACHE_KERNEL)
        tw_text_add_char(cell, '?');
}

static void cell_size(const struct tw_table_column *column, const void *about, const void *row,
                      struct tw_text *cell)
{
    (void)column, (void)about;
    tw_cell_count(cell, true, KIB(((const struct tw_cache_entry *)row)->bytes));
}

static void cell_used(const struct tw_table_column *column, const void *about, const void *row,
                      struct tw_text *cell)
{
    const struct tw_cache_entry *entry = row;
    char when[32] = "?";
    struct tm local;
    (void)column, (void)about;
    if (localtime_r(&entry->used.tv_sec, &local)) strftime(when, sizeof when, "%Y-%m-%d %H:%M:%S", &local);
    tw_text_add(cell, when);
}

/* clang-format off */
static const struct tw_table_column columns[] = {
    {"", "kernel",    false, true,  0, cell_part, TW_CACHE_KERNEL,       NULL},
    {"", "for",       false, false, 0, cell_part, TW_CACHE_ARCHITECTURE, NULL},
    {"", "NVRTC",     false, false, 2, cell_part, TW_CACHE_NVRTC,        NULL},
    {"", "program",   false, false, 1, cell_part, TW_CACHE_PROGRAM,      NULL},
    {"", "KiB",       true,  false, 0, cell_size, 0,                     NULL},
    {"", "last used", false, false, 0, cell_used, 0,                     NULL},
};
/* clang-format on */

static void show_entry(const struct tw_cache_entry *entry, struct tw_table *table)
{
    struct tw_text note = {0};
    tw_table_add(table, entry);
    if (entry->valid) return;
    tw_text_add(&note, "    ");
    tw_escape_terminal(&note, entry->file);
    tw_text_add(&note, ": damaged, not a kernel of this program, or open to changes by others\n");
    tw_table_note(table, &note);
    tw_text_free(&note);
}

static int show_list(struct tw_cache *cache, struct tw_text *text, struct tw_error *error)
{
    struct tw_table table = {.columns = columns, .column_count = sizeof columns / sizeof *columns};
    struct tw_cache_entry *entries;
    size_t count;
    uint64_t bytes = 0;
    int code = tw_cache_list(cache, &entries, &count, error);
    if (code) return code;
    for (size_t i = 0; i < count; i++) bytes += entries[i].bytes;
    for (size_t i = 0; i < count; i++) show_entry(&entries[i], &table);
    tw_table_print(&table, tw_output_columns(), text);
    tw_text_addf(text, "%s%zu kernel%s, %" PRIu64 " KiB\n", count ? "\n" : "", count, count == 1 ? "" : "s",
                 KIB(bytes));
    tw_table_free(&table);
    tw_cache_entries_free(entries, count);
    return TW_OK;
}

static int clear(struct tw_cache *cache, struct tw_text *text, struct tw_error *error)
{
    size_t count;
    uint64_t bytes;
    int code = tw_cache_clear(cache, &count, &bytes, error);
    tw_text_addf(text, "removed %zu kernel%s, %" PRIu64 " KiB\n", count, count == 1 ? "" : "s", KIB(bytes));
    return code;
}

/* An action on the whole cache. */
static int act_on_all(int (*act)(struct tw_cache *, struct tw_text *, struct tw_error *))
{
    struct tw_error error = TW_ERROR_INIT;
    struct tw_cache *cache;
    struct tw_text text = {0};
    int code = tw_cache_open(NULL, &cache, &error);
    if (!code) code = act(cache, &text, &error);
    int printed = act == show_path ? tw_print_data(&text) : tw_print(&text);
    int status = code ? tw_report(&error) : printed;
    tw_cache_close(cache);
    tw_error_free(&error);
    return status;
}

static int run_path(int argc, char **argv)
{
    if (tw_arguments_parse(&path_arguments, argc, argv, NULL)) return TW_EXIT_FAILED;
    return act_on_all(show_path);
}

static int run_list(int argc, char **argv)
{
    if (tw_arguments_parse(&list_arguments, argc, argv, NULL)) return TW_EXIT_FAILED;
    return act_on_all(show_list);
}

static int run_clear(int argc, char **argv)
{
    if (tw_arguments_parse(&clear_arguments, argc, argv, NULL)) return TW_EXIT_FAILED;
    return act_on_all(clear);
}

/* ---- explain ---- */

struct explanation {
    const struct tw_space *space;
    struct tw_cache *cache;
    struct tw_nvrtc *nvrtc;
    unsigned sm;
    struct tw_text text;
};

/* "miss: options differ" and, below it, what they are here and there. */
static void show_difference(const struct tw_cache_key *key, const struct tw_cache_answer *answer,
                            struct tw_text *text)
{
    const char *separator = "miss: the nearest kernel of that name has another ";
    for (unsigned i = 0; i < TW_CACHE_PART_COUNT; i++) {
        if (!(answer->differ & 1u << i)) continue;
        tw_text_addf(text, "%s%s", separator, tw_cache_part_word((enum tw_cache_part)i));
        separator = ", ";
    }
    tw_text_add_char(text, '\n');
    for (unsigned i = 0; i < TW_CACHE_PART_COUNT; i++) {
        if (!(answer->differ & 1u << i)) continue;
        tw_text_addf(text, "    %s\n      wanted  %s\n      cached  %s\n",
                     tw_cache_part_word((enum tw_cache_part)i), key->part[i], answer->nearest.part[i]);
    }
}

static void show_answer(const struct tw_cache_key *key, const struct tw_cache_answer *answer,
                        struct tw_text *text)
{
    if (answer->hit) {
        tw_text_add(text, "hit\n");
        return;
    }
    if (answer->damaged)
        tw_text_add(text, "miss: its file is damaged or open to changes by others, and will be replaced; ");
    if (answer->near)
        show_difference(key, answer, text);
    else
        tw_text_add(text, answer->damaged ? "there is no other of that name\n"
                                          : "miss: there is no kernel of that name\n");
}

static int explain_kernel(struct explanation *explanation, const struct tw_kernel *kernel,
                          struct tw_error *error)
{
    const struct tw_rendering *rendering = kernel->rendering;
    struct tw_text *text = &explanation->text;
    struct tw_cache_key key;
    struct tw_cache_answer answer = {0};
    tw_text_addf(text, "%s%s%s: ", kernel->name, *rendering->word ? " storing " : "", rendering->stores);
    const char *why;
    int code = tw_cache_covers(kernel, &why, error);
    if (!code && why) tw_text_addf(text, "never kept: %s\n", why);
    if (code || why) return code;
    code = tw_cache_key_make(explanation->nvrtc, kernel, explanation->sm, &key, error);
    if (code) return code;
    code = tw_cache_explain(explanation->cache, &key, &answer, error);
    if (!code) show_answer(&key, &answer, text);
    tw_cache_key_free(&answer.nearest);
    tw_cache_key_free(&key);
    return code;
}

/* All renderings of a variant: those that only check what its
 * element type hides are compiled, and so kept, as well. */
static int explain_variant(struct explanation *explanation, const struct tw_variants *variants,
                           const struct tw_variant *variant, struct tw_error *error)
{
    const struct tw_renderings renderings = tw_family_renderings(variants->family, variant->value);
    int code = TW_OK;
    for (unsigned i = 0; i < renderings.count && !code; i++) {
        struct tw_kernel kernel = {0};
        code = tw_render(variants, variant, renderings.checked[i], tw_space_template(explanation->space),
                         &kernel, error);
        if (!code) code = explain_kernel(explanation, &kernel, error);
        tw_kernel_free(&kernel);
    }
    return code;
}

static int explain_space(struct explanation *explanation, const struct tw_target *target,
                         struct tw_error *error)
{
    struct tw_variants variants;
    int code = tw_space_expand(explanation->space, target, &variants, error);
    for (size_t i = 0; !code && i < variants.count; i++) {
        const struct tw_variant *variant = &variants.variant[i];
        tw_progress_say("looking up", i, variants.count);
        struct tw_text reason = {0};
        if (tw_family_accept(variants.family, variant->value, target, &reason)) {
            code = explain_variant(explanation, &variants, variant, error);
        } else {
            tw_text_addf(&explanation->text, "%s: rejected, never compiled: %s\n", variant->name,
                         tw_text_part(&explanation->text, &reason));
        }
        tw_text_free(&reason);
    }
    tw_variants_free(&variants);
    return code;
}

static int run_explain(int argc, char **argv)
{
    struct explain_options chosen = {0};
    if (tw_arguments_parse(&explain_arguments, argc, argv, &chosen)) return TW_EXIT_FAILED;

    struct tw_error error = TW_ERROR_INIT;
    struct tw_space space = {0};
    struct tw_device device = {0};
    struct tw_choice choice = {.sm = chosen.space.sm};
    struct tw_text why = {0};
    struct explanation explanation = {.space = &space};
    int code = tw_space_open(&chosen.space, &tw_terminal, &space, &error);
    if (!code) code = tw_cache_open(NULL, &explanation.cache, &error);
    if (!code) code = tw_nvrtc_open(&explanation.nvrtc, &error);
    if (!code) code = tw_choice_open(&choice, &device, &why, &error);
    if (!code) code = tw_choice_arch(&choice, &device, explanation.nvrtc, &explanation.sm, &error);
    const struct tw_target target = code ? (struct tw_target){0} : tw_device_target(&device);
    if (!code) code = explain_space(&explanation, &target, &error);
    int status = code ? tw_report(&error) : tw_print(&explanation.text);
    tw_device_close(&device);
    tw_nvrtc_close(explanation.nvrtc);
    tw_cache_close(explanation.cache);
    tw_space_close(&space);
    tw_text_free(&explanation.text);
    tw_text_free(&why);
    tw_error_free(&error);
    return status;
}

/* ---- which of them ---- */

static const struct tw_command actions[] = {
#define X(action, options, help) {#action, help, &action##_arguments, run_##action},
    ACTIONS(X)
#undef X
        {0},
};

#define QUOTE_AS_IT_IS(...) #__VA_ARGS__
#define QUOTE(macro)        QUOTE_AS_IT_IS(macro)

const struct tw_arguments tw_arguments_cache = {
    "Compiled kernels are kept, so that what was compiled once is not compiled again.\v"
    "The directory is $TILEWRIGHT_CACHE, else $XDG_CACHE_HOME/tilewright, else ~/.cache/tilewright; "
    "$TILEWRIGHT_CACHE_SIZE bounds it, in MiB (default " QUOTE(TW_CACHE_MIB) ").",
    NULL, actions};

int tw_cmd_cache(int argc, char **argv)
{
    return tw_actions_run("tilewright cache", &tw_arguments_cache, argc, argv);
}
