/*
 * launch_progress.h - progress of the launches in another process (base/files/launch_page.h): it shares a page with this one, by a file in /tmp.
 */
#ifndef TW_CLI_LAUNCH_PROGRESS_H
#define TW_CLI_LAUNCH_PROGRESS_H

#include "base/files/launch_page.h"

struct tw_launch_progress {
    char file[32];
    struct tw_launch_page *page; /* NULL: nobody would see progress, or there is no file for it */
};

/* Makes the file, and shows while a launch is under way how far it is. In the meantime the program may print, so nothing is drawn. */
void tw_launch_progress_begin(struct tw_launch_progress *launches);
/* Removes the file. */
void tw_launch_progress_end(struct tw_launch_progress *launches);

#endif
