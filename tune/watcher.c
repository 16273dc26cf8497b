/* A remark as one text. */
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
