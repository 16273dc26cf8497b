/*
 * watcher.h - calls the members of a struct tw_watcher (tilewright/tune.h) that are there: the library prints nothing and looks at
 * no signal.
 */
#ifndef TW_TUNE_WATCHER_H
#define TW_TUNE_WATCHER_H

#include <tilewright/tune.h>

#include "base/text.h"

#define TW_TICK_S 0.25 /* between two questions whether to stop, while something is waited for */

void tw_say(const struct tw_watcher *watcher, enum tw_remark remark, const char *format, ...) TW_PRINTF(3, 4);

static inline void tw_show_progress(const struct tw_watcher *watcher, const char *doing, size_t done,
                                    size_t of)
{
    if (watcher->progress) watcher->progress(watcher->context, doing, done, of);
}

/* 0: go on; 1: begin nothing new; 2: wait for nothing either. */
static inline unsigned tw_stop_level(const struct tw_watcher *watcher)
{
    return watcher->stop ? watcher->stop(watcher->context) : 0;
}

/* A watcher as it is watched: what it once said about stopping it says for ever. */
struct tw_watched {
    const struct tw_watcher *asked;
    struct tw_watcher watcher; /* to be used instead; its context is this struct, which must not move */
    unsigned level;            /* the greatest that was answered */
};
void tw_watch(struct tw_watched *watched, const struct tw_watcher *asked);

#endif
