/* tilewright wisdom: what was measured on devices and which variants won, by plans and by sweeps that were to be remembered. */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "base/file.h"
#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "gen/choice/candidates.h"
#include "tune/plan/store.h"

struct wisdom_options {
    char **files;
    size_t file_count;
    const char *output; /* or NULL */
    bool force;
    bool stale;
};

static void take_files(char **files, size_t count, void *place, const char *command)
{
    struct wisdom_options *options = place;
    if (!count) tw_arguments_refuse(command, "which files? `tilewright wisdom export` writes such");
    options->files = files;
    options->file_count = count;
}

#define FILES_OPERAND                                                                                        \
    {                                                                                                        \
        "FILE...", 0, NULL, TW_AS_OPERANDS(struct wisdom_options, files, take_files),                        \
            "files that export or merge has written"                                                         \
    }
#define OUTPUT_OPTION                                                                                        \
    {                                                                                                        \
        "output", 'o', "FILE", TW_AS_STRING(struct wisdom_options, output),                                  \
            "write to FILE instead of standard output"                                                       \
    }

static const struct tw_option export_options[] = {
    OUTPUT_OPTION, TW_FORCE_OPTION(struct wisdom_options, force), {0}};
static const struct tw_option import_options[] = {FILES_OPERAND, {0}};
static const struct tw_option merge_options[] = {
    OUTPUT_OPTION, TW_FORCE_OPTION(struct wisdom_options, force), FILES_OPERAND, {0}};
static const struct tw_option forget_options[] = {
    {"stale", 0, NULL, TW_AS_FLAG(struct wisdom_options, stale),
     "only entries measured with another template than the program's"},
    {0},
};

/* clang-format off */
/*    action    options           what it does                             */
#define ACTIONS(X)                                                           \
    X(path,     NULL,             "print the directory of wisdom")                                   \
    X(list,     NULL,             "list the wisdom for each device")                                            \
    X(export,   export_options,   "write all wisdom as text, a section per device")                       \
    X(import,   import_options,   "add what was exported, here or elsewhere; of two entries the newer one counts")  \
    X(merge,    merge_options,    "make one text of several, and add nothing; of two entries the newer one counts") \
    X(forget,   forget_options,   "remove all wisdom")
/* clang-format on */

#define X(action, options, help) static const struct tw_arguments action##_arguments = {help, options, NULL};
ACTIONS(X)
#undef X

/* What an action works on. */
struct work {
    struct wisdom_options options;
    char *directory;
    struct tw_text text; /* to be printed */
};

/* ---- actions ---- */

static int show_path(struct work *work, struct tw_error *error)
{
    (void)error;
    tw_text_addf(&work->text, "%s\n", work->directory);
    return TW_OK;
}

/* Without texts that nobody gave. */
static void add_fields(const struct tw_store_entry *entry, bool of_problem, struct tw_text *text)
{
    const char *separator = "";
    for (unsigned f = 0; f < entry->family->field_count; f++) {
        bool is_problem = entry->family->fields[f].roles & TW_FIELD_PROBLEM;
        if (of_problem ? !is_problem : !tw_has_field(entry->searched, f)) continue;
        struct tw_field_value field = tw_field_value_of(&entry->family->fields[f], entry->value[f]);
        if (field.is_word && !*field.text) continue;
        tw_text_addf(text, "%s%s ", separator, field.key);
        tw_field_value_add(&field, text);
        separator = ", ";
    }
}

static void show_entry(const struct tw_store_entry *entry, struct tw_text *text)
{
    tw_text_addf(text, "  %s of ", entry->family->name);
    if (*entry->kernel_hash) tw_text_addf(text, "%s, ", entry->kernel_hash);
    add_fields(entry, true, text);
    tw_text_add(text, "\n    ");
    add_fields(entry, false, text);
    tw_text_add(text, "\n    ");
    tw_text_add_double(text, entry->us, 2);
    tw_text_add(text, " us");
    if (entry->estimate_us > 0) {
        tw_text_add(text, ", estimate ");
        tw_text_add_double(text, entry->estimate_us, 2);
        tw_text_add(text, " us");
    }
    tw_text_addf(text, "; %s, the best of %lld of %lld, %s, version ", tw_effort_word(entry->effort),
                 (long long)entry->tried, (long long)entry->of, entry->time);
    tw_escape_terminal(text, entry->version);
    tw_text_add(text, tw_store_is_current(entry) ? "\n" : "; it is of another template, and not used\n");
}

static void show_store(const struct tw_store *store, struct tw_text *text)
{
    tw_escape_terminal(text, store->device.name);
    tw_text_addf(text, " (sm_%u, %u multiprocessors, %lld KiB of L2): %zu\n", store->device.sm,
                 store->device.multiprocessors, (long long)(store->device.l2_bytes / 1024), store->count);
    for (size_t i = 0; i < store->count; i++) show_entry(&store->entries[i], text);
}

static void say_damaged(const struct tw_stores *stores)
{
    if (stores->damaged)
        tw_complain("note: %zu line%s of the wisdom %s damaged or of another version, and left out",
                    stores->damaged, stores->damaged == 1 ? "" : "s", stores->damaged == 1 ? "is" : "are");
}

static int show_list(struct work *work, struct tw_error *error)
{
    struct tw_stores stores;
    int code = tw_store_load(work->directory, &stores, error);
    if (code) return code;
    for (size_t i = 0; i < stores.count; i++) show_store(&stores.list[i], &work->text);
    if (!stores.count) tw_text_add(&work->text, "nothing is known\n");
    say_damaged(&stores);
    tw_stores_free(&stores);
    return TW_OK;
}

/* Prints the text, or writes it to the file that was named. */
static int deliver(struct work *work, const struct tw_stores *stores, struct tw_error *error)
{
    tw_stores_print(stores, &work->text);
    if (work->options.output)
        return tw_output_write(work->options.output, &work->text, work->options.force, error);
    return work->text.failed ? tw_fail(error, TW_MEMORY, "out of memory") : TW_OK;
}

static int export(struct work *work, struct tw_error *error)
{
    struct tw_stores stores;
    int code = tw_store_load(work->directory, &stores, error);
    if (code) return code;
    say_damaged(&stores);
    if (!stores.count) tw_complain("note: nothing is known, so the text is empty");
    code = deliver(work, &stores, error);
    tw_stores_free(&stores);
    return code;
}

/* What stands in the files, each search once. */
static int read_files(const struct work *work, struct tw_stores *stores, struct tw_error *error)
{
    int code = TW_OK;
    *stores = (struct tw_stores){0};
    for (size_t i = 0; i < work->options.file_count && !code; i++) {
        const char *path = work->options.files[i], *file = strcmp(path, "-") == 0 ? "<stdin>" : path;
        struct tw_text text = {0};
        tw_progress_say("reading wisdom", i, work->options.file_count);
        code = tw_file_read(path, &text, error);
        if (!code) code = tw_stores_read(file, tw_text_string(&text), text.length, true, NULL, stores, error);
        tw_text_free(&text);
    }
    tw_progress_say(NULL, 0, 0);
    if (code) tw_stores_free(stores);
    return code;
}

static int merge(struct work *work, struct tw_error *error)
{
    struct tw_stores stores;
    int code = read_files(work, &stores, error);
    if (code) return code;
    code = deliver(work, &stores, error);
    tw_stores_free(&stores);
    return code;
}

/* Keeps the entries of a section that are news. */
static int take_in(const struct work *work, struct tw_store *store, const struct tw_stores *known,
                   size_t *taken, struct tw_error *error)
{
    size_t news = 0;
    for (size_t i = 0; i < store->count; i++) {
        if (!tw_stores_know(known, &store->device, &store->entries[i]))
            store->entries[news++] = store->entries[i];
    }
    *taken += news;
    return news ? tw_store_keep(work->directory, &store->device, store->entries, news, error) : TW_OK;
}

static int import(struct work *work, struct tw_error *error)
{
    struct tw_stores stores, known = {0};
    size_t taken = 0, count = 0;
    int code = read_files(work, &stores, error);
    if (code) return code;
    code = tw_store_load(work->directory, &known, error);
    for (size_t i = 0; i < stores.count && !code; i++) {
        count += stores.list[i].count;
        code = take_in(work, &stores.list[i], &known, &taken, error);
    }
    tw_text_addf(&work->text, "took in %zu of %zu entries%s\n", taken, count,
                 taken < count ? "; the others were known as well or better" : "");
    tw_stores_free(&known);
    tw_stores_free(&stores);
    return code;
}

static int forget(struct work *work, struct tw_error *error)
{
    size_t count;
    int code = tw_store_forget(work->directory, work->options.stale, &count, error);
    tw_text_addf(&work->text, "removed %zu entr%s\n", count, count == 1 ? "y" : "ies");
    return code;
}

/* ---- which of them ---- */

static void note_store(const char *directory, struct tw_outputs *outputs)
{
    DIR *stream = opendir(directory);
    if (!stream) return;
    for (struct dirent *entry; (entry = readdir(stream));) {
        struct tw_text path = {0};
        tw_text_addf(&path, "%s/%s", directory, entry->d_name);
        outputs->claims.failed |= path.failed;
        tw_outputs_read(outputs, tw_text_string(&path));
        tw_text_free(&path);
    }
    closedir(stream);
}

/* Checks that the file to be written is none of those that are read. */
static int claim_output(const struct work *work, struct tw_error *error)
{
    const struct wisdom_options *options = &work->options;
    struct tw_outputs outputs = {0};
    if (!options->output) return TW_OK;
    for (size_t i = 0; i < options->file_count; i++) tw_outputs_read(&outputs, options->files[i]);
    note_store(work->directory, &outputs);
    int code = tw_outputs_claim(&outputs, options->output, "the wisdom", error);
    tw_outputs_free(&outputs);
    return code;
}

static int act(const struct tw_arguments *arguments, int (*action)(struct work *, struct tw_error *),
               int argc, char **argv)
{
    struct tw_error error = TW_ERROR_INIT;
    struct work work = {0};
    if (tw_arguments_parse(arguments, argc, argv, &work.options)) return TW_EXIT_FAILED;
    int code = tw_store_directory(NULL, &work.directory, &error);
    if (!code) code = claim_output(&work, &error);
    if (!code) code = action(&work, &error);
    if (code) tw_text_clear(&work.text);
    bool is_data = action == export || action == merge || action == show_path;
    int printed = is_data ? tw_print_data(&work.text) : tw_print(&work.text);
    int status = code ? tw_report(&error) : printed;
    free(work.directory);
    tw_error_free(&error);
    return status;
}

#define RUN(name, action)                                                                                    \
    static int run_##name(int argc, char **argv)                                                             \
    {                                                                                                        \
        return act(&name##_arguments, action, argc, argv);                                                   \
    }
RUN(path, show_path)
RUN(list, show_list)
RUN(export, export)
RUN(import, import)
RUN(merge, merge)
RUN(forget, forget)

static const struct tw_command actions[] = {
#define X(action, options, help) {#action, help, &action##_arguments, run_##action},
    ACTIONS(X)
#undef X
        {0},
};

const struct tw_arguments tw_arguments_wisdom = {
    "Plans and `sweep --remember` keep what they measure on a device, and later plans use it.\vThe directory "
    "is that "
    "of the cache: $TILEWRIGHT_CACHE, else $XDG_CACHE_HOME/tilewright, else ~/.cache/tilewright.",
    NULL, actions};

int tw_cmd_wisdom(int argc, char **argv)
{
    return tw_actions_run("tilewright wisdom", &tw_arguments_wisdom, argc, argv);
}
