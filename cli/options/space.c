/* The options that name a config. */
#include "cli/options/space.h"

#include <string.h>

void tw_space_take(char **configs, size_t count, void *options, const char *command)
{
    struct tw_space_options *space = options;
    if (!count) tw_arguments_refuse(command, "which config? Name a JSON file, or - for standard input");
    if (count > 1) tw_arguments_refuse(command, "only one config is taken; '%s' is too many", configs[1]);
    space->config = configs[0];
}

static void note_file(void *outputs, const char *path)
{
    tw_outputs_read(outputs, path);
}

void tw_outputs_read_family(struct tw_outputs *outputs, const struct tw_family *family)
{
    if (family && family->description) tw_description_files(family->description, note_file, outputs);
}

void tw_space_note_read(const struct tw_space_options *options, const struct tw_family *family,
                        struct tw_outputs *outputs)
{
    tw_outputs_read(outputs, options->config);
    tw_outputs_read(outputs, options->template_file);
    tw_outputs_read(outputs, options->kernel);
    tw_outputs_read_family(outputs, family);
}

bool tw_bank_mode_read(char *value, void *bits, const char *command)
{
    if (strcmp(value, "32") != 0 && strcmp(value, "64") != 0)
        tw_arguments_refuse(command, "--bank-mode '%s': 32 or 64", value);
    *(unsigned *)bits = *value == '3' ? 32 : 64;
    return true;
}
