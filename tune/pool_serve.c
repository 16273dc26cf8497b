/* The worker's end of a pool: one process, one channel, one job at a time. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tune/pool.h"
#include "tune/pool_channel.h"

#define FINISH_MS 5000 /* that a worker has for its end after the pool has closed the channel */

static bool get(int channel, void *bytes, size_t count)
{
    for (char *at = bytes; count;) {
        ssize_t got = recv(channel, at, count, 0);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        at += got;
        count -= (size_t)got;
    }
    return true;
}

/* A message: its length, then its bytes, to be freed; NULL: the channel is closed, or there is no memory for it. */
static char *get_message(int channel, uint64_t *length)
{
    if (!get(channel, length, sizeof *length)) return NULL;
    char *bytes = *length < SIZE_MAX ? malloc((size_t)*length + 1) : NULL;
    if (bytes && get(channel, bytes, (size_t)*length)) return bytes;
    free(bytes);
    return NULL;
}

/* Once the channel is closed the worker has a moment to end in order; without a parent it has none. */
static void *watch(void *unused)
{
    pid_t parent = getppid();
    struct pollfd channel = {.fd = TW_POOL_CHANNEL, .events = POLLRDHUP};
    (void)unused;
    while (poll(&channel, 1, -1) < 0 && errno == EINTR) {
    }
    for (int waited = 0; waited < FINISH_MS && getppid() == parent; waited += 50) poll(NULL, 0, 50);
    _exit(1);
}

/* The worker leaves signals from the terminal to its parent, is the first to go when memory runs out, holds none of the
   parent's files, and ends with it. */
static void detach(void)
{
    pthread_t watcher;
    sigset_t none;
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL); /* they were blocked until now */
    int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (file >= 0) {
        ssize_t ignored = write(file, "1000", 4); /* refused: the kernel's own choice will do */
        (void)ignored;
        close(file);
    }
    fcntl(TW_POOL_CHANNEL, F_SETFD, FD_CLOEXEC);
    close_range(TW_POOL_CHANNEL + 1, ~0u, 0);
    if (pthread_create(&watcher, NULL, watch, NULL) == 0) pthread_detach(watcher);
}

static bool answer_job(const struct tw_pool_service *service, void *context)
{
    uint64_t length;
    struct tw_text answer = {0};
    char *job = get_message(TW_POOL_CHANNEL, &length);
    if (!job) return false;
    service->work(context, job, (size_t)length, &answer);
    length = answer.failed ? TW_POOL_UNANSWERED : answer.length;
    bool sent = tw_pool_put(TW_POOL_CHANNEL, &length, sizeof length) &&
                tw_pool_put(TW_POOL_CHANNEL, tw_text_string(&answer), answer.length);
    tw_text_free(&answer);
    free(job);
    return sent;
}

int tw_pool_serve(const struct tw_pool_service *service)
{
    uint64_t length;
    detach();
    char *settings = get_message(TW_POOL_CHANNEL, &length);
    if (!settings) return 1;
    void *context = service->open(settings, (size_t)length);
    if (context && service->prepare) service->prepare(context);
    const char ready = context ? TW_POOL_READY : TW_POOL_OTHER_BUILD;
    bool open = tw_pool_put(TW_POOL_CHANNEL, &ready, 1) && context;
    while (open) open = answer_job(service, context);
    if (context) service->finish(context);
    free(settings);
    return 0;
}
