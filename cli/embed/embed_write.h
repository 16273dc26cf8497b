/* embed_write.h - the files that `tilewright embed` writes (tune/embed/embed.h). */
#ifndef TW_CLI_EMBED_EMBED_WRITE_H
#define TW_CLI_EMBED_EMBED_WRITE_H

#include "tune/embed/embed.h"

struct tw_embed_command {
    struct tw_embed_options embed;
    char **files; /* file_count of them: embed.file, and further results to choose among */
    size_t file_count;
    const char *directory;
    const char *depfile; /* a rule for make or ninja, of what the files are made of; NULL: none */
    unsigned timeout_s, compile_mib;
    bool dlopen, force;
};

/* Writes the files of all plans, one for each of the command's files, together; adds their paths to *written, a line each. */
int tw_embed_write(const struct tw_embed_command *command, const struct tw_embed_plan *plans,
                   struct tw_text *written, struct tw_error *error);

#endif
