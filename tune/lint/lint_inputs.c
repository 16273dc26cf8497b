/*
 * The files that a lint reads, known before anything runs: the source, the headers that its directives may mean, the files of the
 * arguments. A name in a directive is looked for beside its file and in each folder of -I, whatever condition the directive is under and
 * whether it includes the name or defines a macro of it. So more may be found than the compiler reads, which does no harm.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/grow.h"
#include "tune/lint/lint.h"

struct input {
    char *path;
    dev_t device; /* a header may be reached by any number of paths */
    ino_t inode;
};

struct inputs {
    const struct tw_lint_options *options;
    struct input *list; /* each file once, in the order in which they were found */
    size_t count, capacity;
    struct tw_text text; /* of the file at hand */
    bool failed;         /* out of memory */
};

/* Takes over the path, if it leads to a file that is not known yet. */
static void take(struct inputs *inputs, struct tw_text *path)
{
    struct stat status;
    bool is_new = !path->failed && stat(tw_text_string(path), &status) == 0 && S_ISREG(status.st_mode);
    for (size_t i = 0; i < inputs->count && is_new; i++)
        is_new = inputs->list[i].device != status.st_dev || inputs->list[i].inode != status.st_ino;
    inputs->failed |= path->failed;
    struct input *grown =
        is_new ? tw_grow(inputs->list, inputs->count, &inputs->capacity, sizeof *grown) : NULL;
    if (grown) inputs->list = grown;
    if (grown && (grown[inputs->count].path = tw_text_take(path)) != NULL) {
        grown[inputs->count].device = status.st_dev;
        grown[inputs->count++].inode = status.st_ino;
    } else {
        inputs->failed |= is_new;
        tw_text_free(path);
    }
}

/* Takes folder/name. */
static void try_path(struct inputs *inputs, const char *folder, size_t length, const char *name,
                     size_t name_length)
{
    struct tw_text path = {0};
    if (*name != '/') tw_text_add_bytes(&path, folder, length);
    if (path.length && folder[length - 1] != '/') tw_text_add_char(&path, '/');
    tw_text_add_bytes(&path, name, name_length);
    take(inputs, &path);
}

static void try_name(struct inputs *inputs, const char *file, const char *name, size_t length)
{
    const struct tw_lint_options *options = inputs->options;
    const char *slash = strrchr(file, '/');
    try_path(inputs, file, slash ? (size_t)(slash - file) + 1 : 0, name, length);
    for (size_t i = 0; i < options->compiler_count; i++) {
        const char *folder = options->compiler[i];
        if (strncmp(folder, "-I", 2) == 0) try_path(inputs, folder + 2, strlen(folder + 2), name, length);
    }
}

/* The names in "..." and <...> of a line. */
static void try_names(struct inputs *inputs, const char *file, const char *line, size_t length)
{
    for (const char *at = line, *end = line + length; at < end; at++) {
        if (*at != '"' && *at != '<') continue;
        const char *close = memchr(at + 1, *at == '<' ? '>' : '"', (size_t)(end - at) - 1);
        if (!close) continue;
        if (close > at + 1) try_name(inputs, file, at + 1, (size_t)(close - at) - 1);
        at = close;
    }
}

/* The directives of the file: a line that begins with #, and those that it goes on in behind a backslash. */
static void read_directives(struct inputs *inputs, const char *file)
{
    bool goes_on = false;
    tw_text_clear(&inputs->text);
    if (tw_file_read(file, &inputs->text, NULL)) return; /* who compiles it says why */
    for (const char *line = tw_text_string(&inputs->text); *line;) {
        size_t length = strcspn(line, "\n"), end = length && line[length - 1] == '\r' ? length - 1 : length;
        bool directive = goes_on || line[strspn(line, " \t")] == '#';
        if (directive) try_names(inputs, file, line, length);
        goes_on = directive && end && line[end - 1] == '\\';
        line += length + (line[length] == '\n');
    }
}

/* The values of "file" anywhere in the description. */
static void try_data(struct inputs *inputs, const struct tw_json *json, bool inlined, const cJSON *node)
{
    for (const cJSON *item = node ? node->child : NULL; item; item = item->next) {
        struct tw_text path = {0};
        if (item->string && strcmp(item->string, "file") == 0 && cJSON_IsString(item)) {
            tw_described_path(json, inlined, item->valuestring, &path);
            take(inputs, &path);
        }
        try_data(inputs, json, inlined, item);
    }
}

int tw_lint_inputs(const char *path, const struct tw_lint_launches *launches, bool inlined,
                   const struct tw_lint_options *options, struct tw_claims *claims, struct tw_error *error)
{
    struct inputs inputs = {.options = options};
    struct tw_text own = {0};
    tw_text_add(&own, path);
    take(&inputs, &own);
    for (size_t i = 0; i < options->compiler_count && !inputs.failed; i++)
        try_names(&inputs, path, options->compiler[i], strlen(options->compiler[i]));
    for (size_t i = 0; i < inputs.count && !inputs.failed; i++) read_directives(&inputs, inputs.list[i].path);
    try_data(&inputs, &launches->json, inlined, launches->json.root);
    for (size_t i = 0; i < inputs.count; i++) {
        tw_claims_read(claims, inputs.list[i].path);
        free(inputs.list[i].path);
    }
    free(inputs.list);
    tw_text_free(&inputs.text);
    return inputs.failed ? tw_fail(error, TW_MEMORY, "out of memory") : TW_OK;
}
