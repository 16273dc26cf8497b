/* tilewright schema: what a config may say,
 * for programs (JSON Schema) or people (a table), from the field tables. */
#include <string.h>

#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/options/family.h"
#include "gen/config/config.h"
#include "gen/config/hint.h"
#include "gen/described/description.h"
#include "gen/described/description_schema.h"
#include "gen/described/notes/notes.h"

struct schema_options {
    const char *family; /* whose fields are shown: a name, or the file of a description, */
    const char *object; /* or the members of which object of a description; else the schema is */
};

static bool read_object(char *name, void *place, const char *command)
{
    struct tw_text list = {0}, table = {0};
    *(const char **)place = name;
    bool known = tw_description_reference(name, &table);
    tw_text_free(&table);
    if (known) return true;
    for (size_t i = 0; tw_description_objects[i]; i++)
        tw_text_addf(&list, "%s%s", i ? ", " : "", tw_description_objects[i]);
    if (list.failed) tw_arguments_refuse(command, "out of memory");
    tw_arguments_refuse(command, "a description has no object '%s'; there are %s%s", name,
                        tw_text_string(&list), tw_hint_among(name, tw_description_objects).words);
}

static const struct tw_option options[] = {
    {"fields", 0, "FAMILY|FILE", TW_AS_STRING(struct schema_options, family),
     "print the fields of a kernel family, or of the kernel that FILE describes, as a table instead"},
    {"members", 0, "OBJECT", TW_AS_READ(struct schema_options, object, read_object),
     "print the members of an object of a description (docs/kernel.md) as a table instead: kernel, argument, "
     "..."},
    {0},
};

const struct tw_arguments tw_arguments_schema = {"Prints the JSON Schema of a config.", options, NULL};

static int print_fields(const char *name)
{
    struct tw_text text = {0};
    struct tw_error error = TW_ERROR_INIT;
    struct tw_description *description = NULL;
    const bool is_file = strpbrk(name, "./") != NULL;
    if (is_file && tw_description_load(name, &description, &error)) {
        int status = tw_report(&error);
        tw_error_free(&error);
        return status;
    }
    struct tw_text note = {0};
    if (is_file) tw_description_unused(description, &note);
    if (note.length) tw_complain("note: %s: %s", name, tw_text_string(&note));
    tw_text_free(&note);
    tw_config_reference(
        is_file ? tw_description_family(description) : tw_family_named(name, "tilewright schema"), &text);
    tw_description_free(description);
    return tw_print_data(&text);
}

int tw_cmd_schema(int argc, char **argv)
{
    struct schema_options chosen = {0};
    if (tw_arguments_parse(&tw_arguments_schema, argc, argv, &chosen)) return TW_EXIT_FAILED;
    if (chosen.family) return print_fields(chosen.family);
    struct tw_text text = {0};
    if (chosen.object)
        tw_description_reference(chosen.object, &text);
    else
        tw_config_schema(&text);
    return tw_print_data(&text);
}
