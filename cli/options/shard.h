/* shard.h - --shard: which part of a space this process takes, and its name in the names of files. */
#ifndef TW_CLI_OPTIONS_SHARD_H
#define TW_CLI_OPTIONS_SHARD_H

#include "cli/cli.h"
#include "tune/devices/launcher.h"

/* K of N, from 1; shards 0: as a launcher says, until tw_shard_find. */
struct tw_shard_choice {
    unsigned shard, shards;
    bool launched; /* a launcher said so */
    struct tw_share share;
};

#define TW_SHARD_OPTION(type, member)                                                                        \
    {                                                                                                        \
        "shard", 0, "K/N", TW_AS_READ(type, member, tw_shard_read),                                          \
            "only part K of N of the space; auto: the part of this Slurm or MPI process. %s in "             \
            "file names becomes the part; `tilewright results` merges the files"                             \
    }
bool tw_shard_read(char *text, void *choice, const char *command);

/* Asks the launcher where it is to say. TW_ENVIRONMENT, TW_INPUT (tune/devices/launcher.h). */
int tw_shard_find(struct tw_shard_choice *choice, struct tw_error *error);

/* The name with "2-of-8" for each %s in it, and % for %%; owned by the caller. NULL: there is none, or out of memory (TW_MEMORY). */
int tw_shard_name(const char *name, const struct tw_shard_choice *choice, char **named,
                  struct tw_error *error);

/* Adds what stands for %s. */
void tw_shard_add(unsigned shard, unsigned shards, struct tw_text *text);

#endif
