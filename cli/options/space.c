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

void tw_space_note_read(const struct tw_space_options *options, struct tw_outputs *outputs)
{
    tw_outputs_read(outputs, options->config);
    tw_outputs_read(outputs, options->template_file);
    tw_outputs_read(outputs, options->kernel);
}

bool tw_bank_mode_read(char *value, void *bits, const char *command)
{
    if (strcmp(value, "32") != 0 && strcmp(value, "64") != 0)
        tw_arguments_refuse(command, "--bank-mode '%s': 32 or 64", value);
    *(unsigned *)bits = *value == '3' ? 32 : 64;
    return true;
}
