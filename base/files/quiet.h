/*
 * quiet.h - writing without signals. A write beyond RLIMIT_FSIZE raises SIGXFSZ, and one to a pipe that nobody reads SIGPIPE; both end
 * a process that has not asked for them. Here they do not come: the calls fail with EFBIG or EPIPE, as on any other error.
 *
 * Only the calling thread is changed, and only meanwhile: it blocks the two signals, takes off those that its writes have raised, and
 * restores its mask. No disposition is changed, and what was pending before stays so.
 */
#ifndef TW_BASE_FILES_QUIET_H
#define TW_BASE_FILES_QUIET_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* Around calls that write in other ways than those below, such as stdio's. Both keep errno. */
struct tw_quiet {
    sigset_t mask;  /* of the thread before            */
    sigset_t taken; /* to be taken off: was not pending */
};
void tw_quiet_begin(struct tw_quiet *quiet);
void tw_quiet_end(const struct tw_quiet *quiet);

/* All bytes, however many calls it takes; false: errno says why, and some of them may be written. */
bool tw_quiet_write(int file, const void *bytes, size_t count);
/* ftruncate, which raises SIGXFSZ too. */
bool tw_quiet_truncate(int file, off_t size);

#endif
