/* space.h - the options of every command that reads a config (tune/space.h). */
#ifndef TW_CLI_OPTIONS_SPACE_H
#define TW_CLI_OPTIONS_SPACE_H

#include "cli/cli.h"
#include "cli/output.h"
#include "tune/space.h"

/* The description of a described kernel, for commands that take its results; `member` is a const char *. */
#define TW_KERNEL_OPTION(type, member)                                                                       \
    {                                                                                                        \
        "kernel", 0, "FILE", TW_AS_STRING(type, member),                                                     \
            "the description, unchanged, of the kernel in the results"                                       \
    }

/* Rows of a command's table of options, whose struct has a struct tw_space_options as `member`: CONFIG,
   --variant and --arch, for commands that render nothing. */
#define TW_SPACE_PLAIN_OPTIONS(type, member)                                                                 \
    TW_KERNEL_OPTION(type, member.kernel),                                                                   \
        {"variant", 0, "NAME", TW_AS_STRING(type, member.variant), "only this variant of the config"},       \
        {"arch", 0, "sm_NN", TW_AS_ARCH(type, member.sm),                                                    \
         "architecture to compile for (default: the device's; sm_90 without a GPU)"},                        \
    {                                                                                                        \
        "CONFIG", 0, NULL, TW_AS_OPERANDS(type, member, tw_space_take),                                      \
            "a JSON file, - for standard input, or the results of a sweep"                                   \
    }
/* These and --template. */
#define TW_SPACE_OPTIONS(type, member)                                                                       \
    {"template", 0, "FILE", TW_AS_STRING(type, member.template_file),                                        \
     "render with this template instead of the family's own"},                                               \
        TW_SPACE_PLAIN_OPTIONS(type, member)

/* Commands that imagine other banks than a device's have these rows before those. */
#define TW_MACHINE_OPTIONS(type, member)                                                                     \
    {"banks", 0, "N", TW_AS_NUMBER(type, member.machine.banks, 1, TW_BANKS),                                 \
     "a machine with N banks and warps of N lanes (1 to 32)"},                                               \
        {"bank-bytes", 0, "N", TW_AS_NUMBER(type, member.machine.bytes, 4, 8),                               \
         "a machine with banks of 4 or 8 bytes"},                                                            \
    {                                                                                                        \
        "bank-mode", 0, "BITS", TW_AS_READ(type, member.machine.mode, tw_bank_mode_read),                    \
            "mode of banks of 8 bytes: 32 or 64 bits follow each other before the next bank"                 \
    }

/* The `read` of --bank-mode, 32 or 64 into an unsigned. */
bool tw_bank_mode_read(char *value, void *bits, const char *command);

/* Notes the files that the description of a described family leads to; NULL, or a family that is built in: none. */
void tw_outputs_read_family(struct tw_outputs *outputs, const struct tw_family *family);

/* Notes the files that the options name, and those that the description of a described family leads to: outputs do not replace them. */
void tw_space_note_read(const struct tw_space_options *options, const struct tw_family *family,
                        struct tw_outputs *outputs);

/* The `take` of CONFIG; *options is a struct tw_space_options. */
void tw_space_take(char **configs, size_t count, void *options, const char *command);

#endif
