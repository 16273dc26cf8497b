/* tilewright render: the template engine alone, as the public Mustache specification describes it. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "cli/cli.h"
#include "cli/commands.h"
#include "gen/config/json.h"
#include "gen/text/mustache.h"

struct arguments {
    const char *tmpl, *data, *partials; /* partials: a directory, or NULL */
    unsigned escape;                    /* of enum tw_escape             */
};

/* A partial that was read; its text stays until the rendering ends. */
struct loaded {
    struct loaded *next;
    struct tw_text text;
};

struct directory {
    const char *path; /* NULL: no partials */
    struct loaded *loaded;
    struct tw_error error; /* the first partial that is there but cannot be had */
};

/* A name with a '/' could leave the directory, so none may have one.
 * A file that is not there renders as nothing. */
static int read_partial(struct directory *directory, const char *name, struct tw_text *text)
{
    struct tw_text builder = {0};
    tw_text_addf(&builder, "%s/%s.mustache", directory->path, name);
    char *path = tw_text_take(&builder);
    if (!path) return tw_fail(&directory->error, TW_MEMORY, "out of memory");
    int code = TW_OK;
    if (strchr(name, '/')) {
        code = tw_fail_at(&directory->error, TW_INPUT, path, 0, 0,
                          "the name of a partial must have no '/' in it");
    } else if (access(path, F_OK) == 0 || errno != ENOENT) {
        code = tw_file_read(path, text, &directory->error);
    }
    free(path);
    return code;
}

static const char *find_partial(void *context, const char *name, size_t *length)
{
    struct directory *directory = context;
    if (directory->error.code) return NULL;
    struct loaded *loaded = calloc(1, sizeof *loaded);
    if (!loaded) {
        tw_fail(&directory->error, TW_MEMORY, "out of memory");
        return NULL;
    }
    loaded->next = directory->loaded;
    directory->loaded = loaded;
    if (read_partial(directory, name, &loaded->text) != TW_OK) return NULL;
    *length = loaded->text.length;
    return loaded->text.data;
}

static void free_directory(struct directory *directory)
{
    while (directory->loaded) {
        struct loaded *next = directory->loaded->next;
        tw_text_free(&directory->loaded->text);
        free(directory->loaded);
        directory->loaded = next;
    }
    tw_error_free(&directory->error);
}

static const char *shown(const char *path)
{
    return strcmp(path, "-") == 0 ? "<stdin>" : path;
}

static int render(const struct arguments *arguments, const struct tw_text *tmpl, const cJSON *data,
                  struct tw_text *out, struct tw_error *error)
{
    struct directory directory = {.path = arguments->partials};
    struct tw_partials partials = {&directory, find_partial};
    struct tw_mustache_options how = {.escape = arguments->escape,
                                      .partials = arguments->partials ? &partials : NULL};
    int code =
        tw_mustache_render(shown(arguments->tmpl), tmpl->data, tmpl->length, data, &how, out, NULL, error);
    if (directory.error.code) { /* it came first */
        tw_error_free(error);
        *error = directory.error;
        directory.error = (struct tw_error)TW_ERROR_INIT;
        code = error->code;
    }
    free_directory(&directory);
    return code;
}

static bool read_partials(char *path, void *place, const char *command)
{
    if (access(path, X_OK) != 0) tw_arguments_refuse(command, "--partials %s: %s", path, strerror(errno));
    *(const char **)place = path;
    return true;
}

static void take_files(char **files, size_t count, void *place, const char *command)
{
    struct arguments *arguments = place;
    if (count > 2) tw_arguments_refuse(command, "one template and one data file, not also '%s'", files[2]);
    if (count < 2) tw_arguments_refuse(command, "TEMPLATE and DATA.json are needed");
    arguments->tmpl = files[0];
    arguments->data = files[1];
    if (strcmp(arguments->tmpl, "-") == 0 && strcmp(arguments->data, "-") == 0)
        tw_arguments_refuse(command, "only one of TEMPLATE and DATA.json can be standard input");
}

static const struct tw_words escapes = {
    NULL, (const char *const[]){[TW_ESCAPE_HTML] = "html", [TW_ESCAPE_NONE] = "none", NULL}};

static const struct tw_option options[] = {
    {"escape", 'e', "html|none", TW_AS_WORD(struct arguments, escape, &escapes),
     "Escape & < > \" ' in {{name}} as HTML does (default), or nothing"},
    {"partials", 'p', "DIR", TW_AS_READ(struct arguments, partials, read_partials),
     "Take the partial {{>NAME}} from DIR/NAME.mustache"},
    {"TEMPLATE DATA.json", 0, NULL, .kind = TW_OPTION_OPERANDS, .take = take_files,
     .help = "the template and its data, one of them perhaps - for standard input"},
    {0},
};

const struct tw_arguments tw_arguments_render = {
    "Renders a Mustache template over JSON data to standard output.\v"
    "TEMPLATE or DATA.json may be - for standard input. An unknown name renders as nothing, and so does a "
    "partial "
    "that has no file.",
    options, NULL};

int tw_cmd_render(int argc, char **argv)
{
    struct arguments arguments = {.escape = TW_ESCAPE_HTML};
    if (tw_arguments_parse(&tw_arguments_render, argc, argv, &arguments)) return TW_EXIT_FAILED;
    struct tw_error error = TW_ERROR_INIT;
    struct tw_text tmpl = {0}, text = {0}, out = {0};
    struct tw_json json = {0};
    int code = tw_file_read(arguments.tmpl, &tmpl, &error);
    if (code == TW_OK) code = tw_file_read(arguments.data, &text, &error);
    if (code == TW_OK) code = tw_json_parse(shown(arguments.data), text.data, text.length, &json, &error);
    if (code == TW_OK) code = render(&arguments, &tmpl, json.root, &out, &error);
    int status = code ? tw_report(&error) : tw_print_data(&out);
    tw_json_free(&json);
    tw_text_free(&text);
    tw_text_free(&tmpl);
    tw_text_free(&out);
    tw_error_free(&error);
    return status;
}
