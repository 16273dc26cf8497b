/* A remark as one text; and a watcher that does not change its mind. */
#include "tune/watcher.h"

#include <stdarg.h>

void tw_say(const struct tw_watcher *watcher, enum tw_remark remark, const char *format, ...)
{
    va_list arguments;
    struct tw_text sentence = {0};
    if (!watcher->say) return;
    va_start(arguments, format);
    tw_text_addv(&sentence, format, arguments);
    va_end(arguments);
    if (!sentence.failed) watcher->say(watcher->context, remark, tw_text_string(&sentence));
    tw_text_free(&sentence);
}

static void pass_remark(void *context, enum tw_remark remark, const char *sentence)
{
    const struct tw_watched *watched = context;
    if (watched->asked->say) watched->asked->say(watched->asked->context, remark, sentence);
}

static void pass_progress(void *context, const char *doing, size_t done, size_t of)
{
    const struct tw_watched *watched = context;
    tw_show_progress(watched->asked, doing, done, of);
}

static unsigned remember_stop(void *context)
{
    struct tw_watched *watched = context;
    unsigned level = tw_stop_level(watched->asked);
    if (level > watched->level) watched->level = level;
    return watched->level;
}

void tw_watch(struct tw_watched *watched, const struct tw_watcher *asked)
{
    *watched = (struct tw_watched){asked, {pass_remark, pass_progress, remember_stop, watched}, 0};
}
