/*
 * launch_page.h - a page of memory that two processes share: the simulator in a program's process says on it how far its launch
 * is, and `tilewright simulate`, which started the program, shows that as progress. $TILEWRIGHT_SIM_PROGRESS names its file.
 *
 * The program may print as soon as its launch has ended, and must not print over the line of progress. So the simulator waits then
 * until the line is wiped.
 */
#ifndef TW_BASE_FILES_LAUNCH_PAGE_H
#define TW_BASE_FILES_LAUNCH_PAGE_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

struct tw_launch_page {
    atomic_uint_least32_t running;       /* launches under way                            */
    atomic_uint_least32_t shown;         /* by the other process: a line shows progress   */
    atomic_uint_least64_t ended;         /* launches that have                            */
    atomic_uint_least64_t begun, blocks; /* of the last launch: blocks begun, and of how many */
};

/* Maps the page of a file, which has a page's size afterwards. NULL: it cannot be had, and there is no progress. */
struct tw_launch_page *tw_launch_page_open(const char *path);
void tw_launch_page_close(struct tw_launch_page *page);

/* Around a launch of so many blocks; of NULL they do nothing. The second one waits for the line, for half a second at most. */
void tw_launch_page_begin(struct tw_launch_page *page, uint64_t blocks);
void tw_launch_page_end(struct tw_launch_page *page);

#endif
