/* The page on which a process says how far its launch is. */
#include "base/files/launch_page.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define NAPS   500 /* a millisecond each, while the line is wiped */
#define NAP_NS 1000000L

struct tw_launch_page *tw_launch_page_open(const char *path)
{
    int file = open(path, O_RDWR | O_CLOEXEC);
    void *page = MAP_FAILED;
    if (file >= 0 && ftruncate(file, sizeof(struct tw_launch_page)) == 0)
        page = mmap(NULL, sizeof(struct tw_launch_page), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (file >= 0) close(file);
    return page == MAP_FAILED ? NULL : page;
}

void tw_launch_page_close(struct tw_launch_page *page)
{
    if (page) munmap(page, sizeof *page);
}

void tw_launch_page_begin(struct tw_launch_page *page, uint64_t blocks)
{
    if (!page) return;
    atomic_store(&page->begun, 0);
    atomic_store(&page->blocks, blocks);
    atomic_fetch_add(&page->running, 1);
}

void tw_launch_page_end(struct tw_launch_page *page)
{
    if (!page) return;
    atomic_fetch_add(&page->ended, 1);
    atomic_fetch_sub(&page->running, 1);
    for (int nap = 0; nap < NAPS && atomic_load(&page->shown) && !atomic_load(&page->running); nap++)
        nanosleep(&(struct timespec){.tv_nsec = NAP_NS}, NULL);
}
