/* What a shell may offer, from the names of values and the kinds of rows. */
#include "cli/help/help.h"

#include <string.h>

#include <tilewright/target.h>

#include "cli/options/family.h"

void tw_add_commands(tw_add_command *add, struct tw_text *script)
{
    for (const struct tw_command *command = tw_commands; command->name; command++) {
        const struct tw_command *action = command->arguments->actions;
        if (!action) add(command, command->name, script);
        for (; action && action->name; action++) {
            struct tw_text path = {0};
            tw_text_addf(&path, "%s %s", command->name, action->name);
            add(action, tw_text_part(script, &path), script);
            tw_text_free(&path);
        }
    }
}

static void add_command_names(struct tw_text *words)
{
    for (const struct tw_command *command = tw_commands; command->name; command++)
        tw_text_addf(words, "%s%s", command == tw_commands ? "" : " ", command->name);
}

static void add_devices(struct tw_text *words)
{
    tw_text_add(words, "auto cuda sim");
}

static void add_families(struct tw_text *words)
{
    tw_families_list(" ", words);
}

static void add_architectures(struct tw_text *words)
{
    unsigned count;
    const struct tw_target *targets = tw_targets(&count);
    for (unsigned i = 0; i < count; i++) tw_text_addf(words, "%ssm_%u", i ? " " : "", targets[i].sm);
}

/* Values by what the tables call them. */
static const struct {
    const char *name;
    void (*add)(struct tw_text *words);
} known[] = {
    {"COMMAND", add_command_names},
    {"DEVICE", add_devices},
    {"FAMILY", add_families},
    {"sm_NN", add_architectures},
};

struct tw_completion tw_complete_value(const struct tw_option *option)
{
    static const char *const paths[] = {"FILE", "DIR", "CONFIG", "RESULTS", "TEMPLATE", "PROGRAM"};
    const char *name = option->kind == TW_OPTION_OPERANDS ? option->name : option->value;
    struct tw_completion completion = {.is_list = option->kind == TW_OPTION_WORDS};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        completion.is_path = completion.is_path || strstr(name, paths[i]);
    for (size_t i = 0; option->words && option->words->words[i]; i++)
        tw_text_addf(&completion.words, "%s%s", i ? " " : "", option->words->words[i]);
    for (size_t i = 0; !option->words && i < sizeof known / sizeof *known; i++) {
        if (strstr(name, known[i].name)) known[i].add(&completion.words);
    }
    return completion;
}

const struct tw_option *tw_next_option(const struct tw_arguments *arguments, const struct tw_option *option)
{
    bool standard = option && option->kind >= TW_OPTION_QUIET;
    const struct tw_option *next = option ? option + 1 : arguments->options;
    if (!standard && (!next || !next->name)) next = tw_standard_options;
    if (next->name && next->kind == TW_OPTION_OPERANDS) return tw_next_option(arguments, next);
    return next->name ? next : NULL;
}
