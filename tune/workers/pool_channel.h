/*
 * pool_channel.h - what goes over the channel between a pool and a worker; private to the two.
 *
 *     pool -> worker   length and bytes of the settings, then of each job
 *     worker -> pool   one byte, TW_POOL_READY or why it is not; then length and bytes of each answer
 *
 * A length has 8 bytes.
 */
#ifndef TW_TUNE_WORKERS_POOL_CHANNEL_H
#define TW_TUNE_WORKERS_POOL_CHANNEL_H

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>

#define TW_POOL_READY       'r'
#define TW_POOL_OTHER_BUILD 'b'
#define TW_POOL_NO_MEMORY   'm'
#define TW_POOL_UNANSWERED  UINT64_MAX /* as the length of an answer: memory ran out for it */

/* False: the other end is closed. */
static inline bool tw_pool_put(int channel, const void *bytes, size_t count)
{
    for (const char *at = bytes; count;) {
        ssize_t sent = send(channel, at, count, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) return false;
        at += sent;
        count -= (size_t)sent;
    }
    return true;
}

#endif
