/* tilewright render: the template engine alone, as the public Mustache specification describes it. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cJSON.h>

#include "base/file.h"
#include "cli/cli.h"
#include "cli/commands.h"
#include "gen/mustache.h"

struct arguments {
    const char *tmpl, *data, *partials; /* partials: a directory, or NULL */
    enum tw_escape escape;
};

static const struct argp_option options[] = {
    {"escape", 'e', "html|none", 0, "Escape & < > \" ' in {{name}} as HTML does (default), or nothing", 0},
    {"partials", 'p', "DIR", 0, "Take the partial {{>NAME}} from DIR/NAME.mustache", 0},
    {0},
};

static error_t parse_argument(int key, char *value, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    switch (key) {
    case 'e':
        if (strcmp(value, "html") != 0 && strcmp(value, "none") != 0) {
            argp_error(state, "--escape is html or none, not '%s'", value);
        }
        arguments->escape = strcmp(value, "html") == 0 ? TW_ESCAPE_HTML : TW_ESCAPE_NONE;
        return 0;
    case 'p':
        arguments->partials = value;
        return 0;
    case ARGP_KEY_ARG:
        if (state->arg_num > 1) argp_error(state, "one template and one data file, not also '%s'", value);
        *(state->arg_num ? &arguments->data : &arguments->tmpl) = value;
        return 0;
    case ARGP_KEY_END:
        if (!arguments->data) argp_error(state, "TEMPLATE and DATA.json are needed");
        if (strcmp(arguments->tmpl, "-") == 0 && strcmp(arguments->data, "-") == 0) {
            argp_error(state, "only one of TEMPLATE and DATA.json can be standard input");
        }
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {options,
                                 parse_argument,
                                 "TEMPLATE DATA.json",
                                 "Renders a Mustache template over JSON data to standard output.\v"
                                 "TEMPLATE or DATA.json may be - for standard input. An unknown name renders "
                                 "as nothing, and so does a partial "
                                 "that has no file.",
                                 NULL,
                                 NULL,
                                 NULL};

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

static void keep_error(struct directory *directory, struct tw_error *error)
{
    if (directory->error.code) {
        tw_error_free(error);
    } else {
        directory->error = *error;
    }
}

static char *partial_path(struct directory *directory, const char *name)
{
    struct tw_text path = {0};
    tw_text_addf(&path, "%s/%s.mustache", directory->path, name);
    return tw_text_take(&path);
}

/* A name with a '/' could leave the directory, so none may have one. */
static int read_partial(const char *path, const char *name, struct tw_text *text, struct tw_error *error)
{
    if (!path) return tw_fail(error, TW_MEMORY, "out of memory");
    if (strchr(name, '/'))
        return tw_fail_at(error, TW_INPUT, path, 0, 0, "the name of a partial has no '/' in it");
    if (access(path, F_OK) != 0 && errno == ENOENT) return TW_OK; /* renders as nothing */
    return tw_file_read(path, text, error);
}

static const char *find_partial(void *context, const char *name, size_t *length)
{
    struct directory *directory = context;
    struct tw_error error = TW_ERROR_INIT;
    struct loaded *loaded = calloc(1, sizeof *loaded);
    char *path = partial_path(directory, name);
    int code = loaded ? read_partial(path, name, &loaded->text, &error)
                      : tw_fail(&error, TW_MEMORY, "out of memory");
    free(path);
    if (code) keep_error(directory, &error);
    if (!loaded) return NULL;
    loaded->next = directory->loaded;
    directory->loaded = loaded;
    *length = loaded->text.length;
    return code ? NULL : loaded->text.data;
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

static int load_data(const char *path, cJSON **data, struct tw_error *error)
{
    struct tw_text text = {0};
    int code = tw_file_read(path, &text, error);
    if (code == TW_OK) {
        const char *end = NULL;
        *data = cJSON_ParseWithLengthOpts(text.data, text.length + 1, &end, true);
        if (!*data)
            code = tw_fail_in_text(error, TW_INPUT, path, text.data, text.length, (size_t)(end - text.data),
                                   "this is not JSON");
    }
    tw_text_free(&text);
    return code;
}

static int render(const struct arguments *arguments, const char *tmpl, size_t length, const cJSON *data,
                  struct tw_text *out, struct tw_error *error)
{
    struct directory directory = {.path = arguments->partials};
    struct tw_partials partials = {&directory, find_partial};
    struct tw_mustache_options how = {.escape = arguments->escape,
                                      .partials = arguments->partials ? &partials : NULL};
    const char *file = strcmp(arguments->tmpl, "-") == 0 ? "<stdin>" : arguments->tmpl;
    int code = tw_mustache_render(file, tmpl, length, data, &how, out, NULL, error);
    if (directory.error.code) { /* it came first */
        tw_error_free(error);
        *error = directory.error;
        directory.error = (struct tw_error)TW_ERROR_INIT;
        code = error->code;
    }
    free_directory(&directory);
    return code;
}

int tw_cmd_render(int argc, char **argv)
{
    struct arguments arguments = {.escape = TW_ESCAPE_HTML};
    argp_parse(&argp, argc, argv, 0, NULL, &arguments);
    struct tw_error error = TW_ERROR_INIT;
    struct tw_text tmpl = {0}, out = {0};
    cJSON *data = NULL;
    int code = tw_file_read(arguments.tmpl, &tmpl, &error);
    if (code == TW_OK) code = load_data(arguments.data, &data, &error);
    if (code == TW_OK) code = render(&arguments, tmpl.data, tmpl.length, data, &out, &error);
    int status = code ? tw_report(&error) : tw_print(&out);
    cJSON_Delete(data);
    tw_text_free(&tmpl);
    tw_text_free(&out);
    tw_error_free(&error);
    return status;
}
