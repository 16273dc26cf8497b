/*
 * host.h - which host this is, for names of temporary files in folders that several hosts share.
 *
 * A lock says that a file's writer lives only to processes of the writer's own kernel: where hosts share a folder, their file system
 * may pass locks on, or may not (NFS with nolock, Lustre with localflock). So a temporary file carries its host in its name. Whoever
 * is of the same host asks the lock; all others leave the file alone until it has not been written for a day.
 */
#ifndef TW_BASE_FILES_HOST_H
#define TW_BASE_FILES_HOST_H

#include <stdbool.h>
#include <time.h>

#define TW_HOST_DIGITS 8u

/* Hexadecimal digits of the running kernel, the same for all containers on it; another after it is booted again. */
void tw_host_find(char host[TW_HOST_DIGITS + 1]);

/* Whether a file of that host (as many digits, not ended by NUL), written last at that time, may be asked for its lock here: it is of
   this host, or a day old. */
bool tw_host_may_judge(const char *host, const struct timespec *written);

#endif
