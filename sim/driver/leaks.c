/* The check of leaks: memory that nobody has freed when its context, or the process, ends. */
#include <stdlib.h>

#include "sim/driver/state.h"

static void tell(const struct tw_object *object, const char *when)
{
    struct tw_text line = {0};
    bool host = object->kind == TW_HOST_MEMORY;
    tw_text_addf(&line, "leak: %zu bytes of %s memory at 0x%llx were not freed when %s", object->memory.bytes,
                 host                  ? "pinned host"
                 : object->memory.host ? "managed"
                                       : "device",
                 (unsigned long long)object->handle, when);
    tw_sim_tell(TW_TOTALS_ERROR,
                line.failed ? "out of memory for the line of a leak" : tw_text_string(&line));
    tw_text_free(&line);
}

void tw_sim_tell_leaks(uintptr_t owner, const char *when)
{
    if (!(tw_provider.checks & TW_SIM_CHECK_LEAKS)) return;
    for (size_t i = 0; i < tw_provider.count; i++) {
        const struct tw_object *object = tw_provider.objects[i];
        bool memory = object->kind == TW_DEVICE_MEMORY ||
                      (object->kind == TW_HOST_MEMORY && !object->memory.registered);
        if (memory && (!owner || object->owner == owner)) tell(object, when);
    }
}

static void tell_at_exit(void)
{
    tw_sim_tell_leaks(0, "the process ended");
}

void tw_sim_watch_leaks(void)
{
    if (tw_provider.checks & TW_SIM_CHECK_LEAKS) atexit(tell_at_exit);
}
