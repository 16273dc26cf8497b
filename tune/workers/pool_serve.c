/* The worker's end of a pool: one process, one channel, one job at a time. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tune/workers/pool.h"
#include "tune/workers/pool_channel.h"

#define LOOK_MS   1000 /* between two looks at whether the parent lives */
#define FINISH_MS 5000 /* that a worker has for its end after the pool has closed the channel */

/* False: the other end is closed. */
static bool put(int channel, const void *bytes, size_t count)
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

struct message {
    uint64_t length;
    char *bytes; /* to be freed; NULL: there is no memory for them */
};

/* Takes what it has no room for as well. False: the channel is closed. */
static bool get_message(int channel, struct message *message)
{
    char unread[4096];
    if (!get(channel, &message->length, sizeof message->length)) return false;
    message->bytes = message->length < SIZE_MAX ? malloc((size_t)message->length + 1) : NULL;
    if (message->bytes) return get(channel, message->bytes, (size_t)message->length);
    for (uint64_t left = message->length, part; left; left -= part) {
        part = left < sizeof unread ? left : sizeof unread;
        if (!get(channel, unread, (size_t)part)) return false;
    }
    return true;
}

/* Once the channel is closed the worker has a moment to end in order; without a parent it has none. */
static void *watch(void *unused)
{
    pid_t parent = getppid();
    struct pollfd channel = {.fd = TW_POOL_CHANNEL, .events = POLLRDHUP};
    (void)unused;
    while (poll(&channel, 1, LOOK_MS) <= 0 && getppid() == parent) {
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
    signal(SIGPIPE, SIG_IGN); /* what cannot be written is an error of the write */
    signal(SIGXFSZ, SIG_IGN);
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

void tw_pool_leave(int status)
{
    _exit(status);
}

static bool answer_job(const struct tw_pool_service *service, void *context)
{
    struct message job = {0};
    struct tw_text answer = {0};
    bool open = get_message(TW_POOL_CHANNEL, &job);
    if (open && job.bytes) service->work(context, job.bytes, (size_t)job.length, &answer);
    uint64_t length = answer.failed || !job.bytes ? TW_POOL_UNANSWERED : answer.length;
    open = open && put(TW_POOL_CHANNEL, &length, sizeof length) &&
           put(TW_POOL_CHANNEL, tw_text_string(&answer), answer.length);
    tw_text_free(&answer);
    free(job.bytes);
    return open;
}

int tw_pool_serve(const struct tw_pool_service *service)
{
    struct message settings = {0};
    void *context = NULL;
    char ready = TW_POOL_NO_MEMORY;
    detach();
    bool open = get_message(TW_POOL_CHANNEL, &settings);
    if (open && settings.bytes && !service->knows(settings.bytes, (size_t)settings.length))
        ready = TW_POOL_OTHER_BUILD;
    else if (open && settings.bytes)
        context = service->open(settings.bytes, (size_t)settings.length);
    if (context) ready = TW_POOL_READY;
    if (context && service->prepare) service->prepare(context);
    open = open && put(TW_POOL_CHANNEL, &ready, 1) && context;
    while (open) open = answer_job(service, context);
    if (context) service->finish(context);
    free(settings.bytes);
    return 0;
}
