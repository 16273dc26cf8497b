/* A thread that writes blocks SIGXFSZ and SIGPIPE; those it raised are pending for it alone, and are taken off. */
#include "base/files/quiet.h"

#include <errno.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

void tw_quiet_begin(struct tw_quiet *quiet)
{
    static const int raised[] = {SIGXFSZ, SIGPIPE};
    int reason = errno;
    sigset_t pending, blocked;
    sigemptyset(&pending);
    sigemptyset(&blocked);
    sigemptyset(&quiet->taken);
    sigpending(&pending);
    for (size_t i = 0; i < sizeof raised / sizeof *raised; i++) {
        sigaddset(&blocked, raised[i]);
        if (!sigismember(&pending, raised[i])) sigaddset(&quiet->taken, raised[i]);
    }
    pthread_sigmask(SIG_BLOCK, &blocked, &quiet->mask);
    errno = reason;
}

void tw_quiet_end(const struct tw_quiet *quiet)
{
    static const struct timespec at_once = {0, 0};
    int reason = errno;
    while (sigtimedwait(&quiet->taken, NULL, &at_once) > 0 || errno == EINTR) continue;
    pthread_sigmask(SIG_SETMASK, &quiet->mask, NULL);
    errno = reason;
}

bool tw_quiet_write(int file, const void *bytes, size_t count)
{
    struct tw_quiet quiet;
    ssize_t put = 0;
    tw_quiet_begin(&quiet);
    for (const char *at = bytes; count && put >= 0; at += put > 0 ? put : 0) {
        put = write(file, at, count);
        if (put > 0) count -= (size_t)put;
        if (put < 0 && errno == EINTR) put = 0;
    }
    tw_quiet_end(&quiet);
    return !count;
}

bool tw_quiet_truncate(int file, off_t size)
{
    struct tw_quiet quiet;
    tw_quiet_begin(&quiet);
    int failed = ftruncate(file, size);
    tw_quiet_end(&quiet);
    return !failed;
}
