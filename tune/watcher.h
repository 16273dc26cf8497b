/*
 * watcher.h - whoever runs the tuner is told what it does, and asked whether it is to go on: the library prints nothing and
 * looks at no signal. All is called by the thread that called the tuner.
 */
#ifndef TW_TUNE_WATCHER_H
#define TW_TUNE_WATCHER_H

#include <stddef.h>

#include "base/text.h"

enum tw_remark {
    TW_REMARK_FACT,   /* how something is done: "counted by CUPTI 13.0" */
    TW_REMARK_NOTE,   /* worth knowing, and nothing is wrong            */
    TW_REMARK_WARNING /* something could not be done, and the work goes on without */
};

/* A member that is NULL is not called; {0} watches nothing. */
struct tw_watcher {
    /* A sentence, without a full stop and a line break. */
    void (*say)(void *context, enum tw_remark remark, const char *sentence);
    /* `done` of `of` things are done; of 0: nobody knows how many there are. Often; done == of is not promised. doing NULL: what
       was done has ended. */
    void (*progress)(void *context, const char *doing, size_t done, size_t of);
    /* Several times a second while something is waited for. 0: go on; 1: begin nothing new; 2: wait for nothing either. */
    unsigned (*stop)(void *context);
    void *context;
};

void tw_say(const struct tw_watcher *watcher, enum tw_remark remark, const char *format, ...) TW_PRINTF(3, 4);

static inline void tw_show_progress(const struct tw_watcher *watcher, const char *doing, size_t done,
                                    size_t of)
{
    if (watcher->progress) watcher->progress(watcher->context, doing, done, of);
}

static inline unsigned tw_stop_level(const struct tw_watcher *watcher)
{
    return watcher->stop ? watcher->stop(watcher->context) : 0;
}

#endif
