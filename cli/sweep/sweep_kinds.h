/* sweep_kinds.h - the cards that a sweep is for, and names of files for cards of several kinds, which are ranked each by itself. */
#ifndef TW_CLI_SWEEP_SWEEP_KINDS_H
#define TW_CLI_SWEEP_SWEEP_KINDS_H

#include "cli/options/shard.h"
#include "tune/sweep/sweep.h"

/* The cards of --device; where a launcher has started this process those that it has given it, unless --device names one or the
   simulator. None: the device is as the choice says. */
int tw_sweep_cards_chosen(struct tw_sweep *sweep, struct tw_sweep_options *options,
                          const struct tw_shard_choice *shard, struct tw_cards *cards,
                          struct tw_error *error);

/* "pads.jsonl" for cards called NVIDIA H200 is "pads-NVIDIA_H200.jsonl"; owned by the caller. NULL stays NULL. */
int tw_sweep_kind_name(const char *name, const struct tw_card *card, char **named, struct tw_error *error);

#endif
