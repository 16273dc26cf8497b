/* Worker processes: spawned, each at the end of a socket, waited for with poll, killed when overdue. */
#include "tune/workers/pool.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "tune/workers/pool_channel.h"

#define MAX_WORKERS     64u
#define MAX_POLLS       128u   /* workers that one call sleeps on                                    */
#define LOOK_MS         1000   /* between two looks at who is gone */
#define TICK_US         250000 /* the same at whether to stop, while a worker does not read */
#define FINISH_SECONDS  5.0    /* that a worker has for its end before it is killed                  */
#define PREPARE_SECONDS 60.0   /* that it has for its beginning, where jobs are timed: drivers are slow */

struct worker {
    pid_t pid; /* 0: not spawned yet */
    int channel;
    bool busy;
    bool prepared;           /* it has said that it is ready for its first job */
    uint64_t number;         /* of its job */
    double deadline;         /* seconds of the monotonic clock; 0 = none */
    struct tw_text received; /* of the answer under way: its length in 8 bytes, then its bytes */
};

struct tw_pool {
    struct worker workers[MAX_WORKERS];
    unsigned count;
    double timeout;
    struct tw_text program, argument;
    struct tw_text settings;
    const struct tw_watcher *watcher;
    const struct tw_pool_service *service; /* without workers: it runs here */
    void *context;
    bool answered; /* without workers: the answer of the last job waits */
    struct tw_pool_answer answer;
};

/* The signals that a worker is to ignore are blocked until it does. */
static int set_signals(posix_spawnattr_t *how)
{
    sigset_t blocked, all;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGINT);
    sigaddset(&blocked, SIGTERM);
    sigaddset(&blocked, SIGHUP);
    sigfillset(&all);
    int reason = posix_spawnattr_setsigmask(how, &blocked);
    if (!reason) reason = posix_spawnattr_setsigdefault(how, &all);
    if (!reason) reason = posix_spawnattr_setflags(how, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    return reason;
}

/* The errno of what went wrong, or 0. */
static int spawn(const struct tw_pool *pool, int channel, pid_t *pid)
{
    char *const arguments[] = {pool->program.data, pool->argument.data, NULL};
    posix_spawnattr_t how;
    posix_spawn_file_actions_t files;
    int reason = posix_spawnattr_init(&how);
    if (reason) return reason;
    reason = posix_spawn_file_actions_init(&files);
    if (!reason) {
        reason = set_signals(&how);
        if (!reason) reason = posix_spawn_file_actions_adddup2(&files, channel, TW_POOL_CHANNEL);
        if (!reason) reason = posix_spawnp(pid, arguments[0], &files, &how, arguments, environ);
        posix_spawn_file_actions_destroy(&files);
    }
    posix_spawnattr_destroy(&how);
    return reason;
}

/* A channel whose ends have other numbers than the standard streams: a host may have closed those, and print all the same. */
static int open_channel(int ends[2])
{
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return errno;
    for (int i = 0; i < 2; i++) {
        int low = ends[i];
        if (low > STDERR_FILENO) continue;
        ends[i] = fcntl(low, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
        int reason = errno;
        close(low);
        if (ends[i] >= 0) continue;
        close(ends[1 - i]);
        return reason;
    }
    const struct timeval tick = {.tv_usec = TICK_US}; /* a send that waits longer looks about (put) */
    setsockopt(ends[0], SOL_SOCKET, SO_SNDTIMEO, &tick, sizeof tick);
    return 0;
}

/* False: the worker has ended, does not read for PREPARE_SECONDS, or nothing is to be waited for any more. */
static bool put(const struct tw_pool *pool, int channel, const void *bytes, size_t count)
{
    double until = tw_seconds() + PREPARE_SECONDS;
    for (const char *at = bytes; count;) {
        ssize_t sent = send(channel, at, count, MSG_NOSIGNAL);
        bool waits = sent < 0 && (errno == EINTR || errno == EAGAIN);
        if (waits && tw_seconds() < until && tw_stop_level(pool->watcher) < 2) continue;
        if (sent <= 0) return false;
        at += sent;
        count -= (size_t)sent;
    }
    return true;
}

static bool put_message(const struct tw_pool *pool, int channel, const void *bytes, uint64_t length)
{
    return put(pool, channel, &length, sizeof length) && put(pool, channel, bytes, (size_t)length);
}

static int fail_start(const char *what, const char *program, int reason, struct tw_error *error)
{
    return tw_fail(error, reason == ENOMEM ? TW_MEMORY : TW_ENVIRONMENT, "%s%s: %s", what, program,
                   strerror(reason));
}

static int start(struct tw_pool *pool, struct worker *worker, struct tw_error *error)
{
    int ends[2];
    pid_t pid;
    int reason = open_channel(ends);
    if (reason) return fail_start("cannot make a channel to a worker process", "", reason, error);
    reason = spawn(pool, ends[1], &pid);
    close(ends[1]);
    if (reason) {
        close(ends[0]);
        return fail_start("cannot start the worker process ", pool->program.data, reason, error);
    }
    *worker = (struct worker){.pid = pid, .channel = ends[0]};
    put_message(pool, worker->channel, tw_text_string(&pool->settings), pool->settings.length);
    return TW_OK; /* where it is gone already its first job is lost */
}

#define UNKNOWN_STATUS (-1) /* the host program takes its children's ends, or nobody is to have them */

/* Whether it has ended; *status as waitpid gives it, or UNKNOWN_STATUS. */
static bool has_exited(pid_t pid, int *status)
{
    pid_t ended = waitpid(pid, status, WNOHANG);
    if (ended < 0 && errno != EINTR) *status = UNKNOWN_STATUS;
    return ended == pid || (ended < 0 && errno != EINTR);
}

static bool exits_within(const struct tw_pool *pool, pid_t pid, int *status, double seconds)
{
    const struct timespec nap = {0, 1000000};
    double until = tw_seconds() + seconds;
    for (; tw_seconds() < until && tw_stop_level(pool->watcher) < 2; nanosleep(&nap, NULL)) {
        if (has_exited(pid, status)) return true;
    }
    return false;
}

/* Only a child that has not ended: its number may be another process's afterwards. */
static int kill_child(pid_t pid)
{
    int status;
    if (has_exited(pid, &status)) return status;
    kill(pid, SIGKILL);
    while (waitpid(pid, &status, 0) < 0) {
        if (errno != EINTR) return UNKNOWN_STATUS;
    }
    return status;
}

void tw_pool_say_killed(int signal_number, char *cause, size_t size)
{
    snprintf(cause, size, "its process was killed by signal %d (%s)", signal_number,
             strsignal(signal_number));
}

static void say_ended(int status, char cause[160])
{
    if (status == UNKNOWN_STATUS)
        snprintf(cause, 160, "its process ended");
    else if (WIFSIGNALED(status))
        tw_pool_say_killed(WTERMSIG(status), cause, 160);
    else
        snprintf(cause, 160, "its process ended with status %d", WEXITSTATUS(status));
}

/* Ends the worker's process - it may finish its affairs unless `kill_it` - and says in words how it ended. Returns the status that it
   ended with by itself, or -1. */
static int stop(const struct tw_pool *pool, struct worker *worker, bool kill_it, char cause[160])
{
    int status = 0;
    shutdown(worker->channel, SHUT_RDWR);
    if (kill_it || !exits_within(pool, worker->pid, &status, FINISH_SECONDS))
        status = kill_child(worker->pid);
    close(worker->channel);
    say_ended(status, cause);
    tw_text_free(&worker->received);
    *worker = (struct worker){0};
    return status != UNKNOWN_STATUS && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int open_here(struct tw_pool *pool, struct tw_error *error)
{
    pool->context = pool->service->open(pool->settings.data, pool->settings.length);
    if (!pool->context) return tw_fail(error, TW_MEMORY, "out of memory");
    if (pool->service->prepare) pool->service->prepare(pool->context);
    return TW_OK;
}

static void forget(struct tw_pool **pool)
{
    tw_text_free(&(*pool)->settings);
    tw_text_free(&(*pool)->program);
    tw_text_free(&(*pool)->argument);
    free(*pool);
    *pool = NULL;
}

int tw_pool_open(const struct tw_pool_options *options, struct tw_pool **pool, struct tw_error *error)
{
    struct tw_pool *made = calloc(1, sizeof *made);
    if (!made) return tw_fail(error, TW_MEMORY, "out of memory");
    made->count = options->workers < MAX_WORKERS ? options->workers : MAX_WORKERS;
    made->timeout = options->timeout_s;
    tw_text_add(&made->program, options->program);
    tw_text_add(&made->argument, options->argument);
    made->service = options->service;
    made->watcher = options->watcher;
    tw_text_add_bytes(&made->settings, options->settings, options->settings_length);
    bool failed = made->settings.failed || made->program.failed || made->argument.failed;
    int code = failed ? tw_fail(error, TW_MEMORY, "out of memory") : TW_OK;
    if (!code && !made->count) code = open_here(made, error);
    *pool = made;
    if (code) forget(pool);
    return code;
}

void tw_pool_set_timeout(struct tw_pool *pool, double timeout_s)
{
    pool->timeout = timeout_s;
}

void tw_pool_close(struct tw_pool *pool)
{
    char cause[160];
    if (!pool) return;
    if (!pool->count) pool->service->finish(pool->context);
    tw_text_free(&pool->answer.bytes);
    for (unsigned i = 0; i < pool->count; i++) { /* they end side by side */
        if (pool->workers[i].pid) shutdown(pool->workers[i].channel, SHUT_RDWR);
    }
    for (unsigned i = 0; i < pool->count; i++) {
        struct worker *worker = &pool->workers[i];
        if (worker->pid) stop(pool, worker, worker->busy, cause);
    }
    forget(&pool);
}

void tw_pool_limit(struct tw_pool *pool, unsigned workers)
{
    char cause[160];
    assert(workers > 0);
    while (pool->count > workers) {
        struct worker *last = &pool->workers[pool->count - 1];
        assert(!last->busy);
        if (last->pid) stop(pool, last, false, cause);
        pool->count--;
    }
}

static struct worker *find_idle(const struct tw_pool *pool)
{
    for (unsigned i = 0; i < pool->count; i++) {
        if (!pool->workers[i].busy) return (struct worker *)&pool->workers[i];
    }
    return NULL;
}

bool tw_pool_idle(const struct tw_pool *pool)
{
    return pool->count ? find_idle(pool) != NULL : !pool->answered;
}

unsigned tw_pool_busy(const struct tw_pool *pool)
{
    unsigned busy = pool->answered;
    for (unsigned i = 0; i < pool->count; i++) busy += pool->workers[i].busy;
    return busy;
}

void tw_pool_retire(struct tw_pool *pool, unsigned worker)
{
    char cause[160];
    if (!pool->count) return;
    assert(worker < pool->count && !pool->workers[worker].busy);
    if (pool->workers[worker].pid) stop(pool, &pool->workers[worker], true, cause);
}

static void do_at_once(struct tw_pool *pool, uint64_t number, const void *job, size_t length)
{
    assert(!pool->answered);
    pool->answer = (struct tw_pool_answer){.number = number};
    pool->service->work(pool->context, job, length, &pool->answer.bytes);
    pool->answered = true;
}

static void set_deadline(const struct tw_pool *pool, struct worker *worker)
{
    double time = worker->prepared ? pool->timeout : PREPARE_SECONDS;
    worker->deadline = pool->timeout > 0 ? tw_seconds() + time : 0;
}

int tw_pool_submit(struct tw_pool *pool, uint64_t number, const void *job, size_t length,
                   struct tw_error *error)
{
    struct worker *worker = find_idle(pool);
    char cause[160];
    if (!pool->count) {
        do_at_once(pool, number, job, length);
        return TW_OK;
    }
    assert(worker);
    for (int attempt = 0; attempt < 2; attempt++) {
        int code = worker->pid ? TW_OK : start(pool, worker, error);
        if (code) return code;
        if (put_message(pool, worker->channel, job, length)) {
            worker->busy = true;
            worker->number = number;
            set_deadline(pool, worker);
            return TW_OK;
        }
        stop(pool, worker, true, cause); /* it died between two jobs: a fresh one takes this job */
    }
    return tw_fail(error, TW_ENVIRONMENT, "worker processes end at once: %s", cause);
}

/* The job of a lost worker is answered with the cause. */
static void answer_lost(const struct tw_pool *pool, struct worker *worker, bool overdue,
                        struct tw_pool_answer *answer)
{
    char cause[160];
    bool prepared = worker->prepared;
    *answer = (struct tw_pool_answer){.number = worker->number, .overdue = overdue && prepared};
    answer->status = stop(pool, worker, overdue, cause); /* not overdue: its channel broke, so it is ending */
    if (overdue)
        snprintf(answer->lost, sizeof answer->lost, "no answer within %g s%s",
                 prepared ? pool->timeout : PREPARE_SECONDS,
                 prepared ? "" : " from a worker that opens the device");
    else
        memcpy(answer->lost, cause, sizeof cause);
}

/* A worker that says why it takes no job ends. */
static void answer_unready(const struct tw_pool *pool, struct worker *worker, char why,
                           struct tw_pool_answer *answer)
{
    answer_lost(pool, worker, false, answer);
    answer->no_memory = why == TW_POOL_NO_MEMORY;
    if (answer->no_memory)
        snprintf(answer->lost, sizeof answer->lost, "out of memory for a worker");
    else
        snprintf(answer->lost, sizeof answer->lost,
                 "the worker program %.60s is of another build of Tilewright", pool->program.data);
}

/* The length of the answer under way, once that much of it is there: *length is what the worker said. */
static bool is_whole(const struct tw_text *received, uint64_t *length)
{
    if (received->length < sizeof *length) return false;
    memcpy(length, received->data, sizeof *length);
    return *length == TW_POOL_UNANSWERED || received->length - sizeof *length >= *length;
}

/* An answer that no memory was left for is lost. */
static void say_unanswered(struct tw_pool_answer *answer)
{
    if (!answer->bytes.failed) return;
    tw_text_free(&answer->bytes);
    answer->no_memory = true;
    snprintf(answer->lost, sizeof answer->lost, "out of memory for its answer");
}

/* Reads what has come from the worker; true when its answer is whole, or it is gone. */
static bool advance(struct tw_pool *pool, struct worker *worker, struct tw_pool_answer *answer)
{
    char chunk[8192];
    uint64_t length;
    ssize_t got = recv(worker->channel, chunk, worker->prepared ? sizeof chunk : 1, MSG_DONTWAIT);
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) return false;
    if (got <= 0) {
        answer_lost(pool, worker, false, answer);
        return true;
    }
    if (!worker->prepared && chunk[0] != TW_POOL_READY) {
        answer_unready(pool, worker, chunk[0], answer);
        return true;
    }
    if (!worker->prepared) {
        worker->prepared = true;
        set_deadline(pool, worker);
        return false;
    }
    tw_text_add_bytes(&worker->received, chunk, (size_t)got);
    bool failed = worker->received.failed;
    if (!failed && !is_whole(&worker->received, &length)) return false;
    *answer = (struct tw_pool_answer){.number = worker->number, .worker = (unsigned)(worker - pool->workers)};
    if (failed)
        answer_lost(pool, worker, false,
                    answer); /* the rest of the answer is still to come: the worker ends */
    else if (length != TW_POOL_UNANSWERED)
        tw_text_add_bytes(&answer->bytes, worker->received.data + sizeof length, length);
    if (failed || length == TW_POOL_UNANSWERED) tw_text_fail(&answer->bytes);
    say_unanswered(answer);
    tw_text_clear(&worker->received);
    worker->busy = false;
    return true;
}

static bool find_overdue(struct tw_pool *pool, struct tw_pool_answer *answer)
{
    for (unsigned i = 0; i < pool->count; i++) {
        struct worker *worker = &pool->workers[i];
        if (!worker->busy || worker->deadline == 0 || tw_seconds() < worker->deadline) continue;
        answer_lost(pool, worker, true, answer);
        return true;
    }
    return false;
}

/* A worker whose end of the channel a child of the host has too, forked meanwhile, ends without a sign of it on the channel. */
static bool is_gone(const struct worker *worker)
{
    siginfo_t info = {0};
    char byte;
    bool ended = waitid(P_PID, (id_t)worker->pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0 ? errno == ECHILD
                                                                                           : info.si_pid != 0;
    return ended && recv(worker->channel, &byte, 1, MSG_PEEK | MSG_DONTWAIT) < 0;
}

static bool find_gone(struct tw_pool *pool, struct tw_pool_answer *answer)
{
    for (unsigned i = 0; i < pool->count; i++) {
        struct worker *worker = &pool->workers[i];
        if (!worker->busy || !is_gone(worker)) continue;
        answer_lost(pool, worker, false, answer);
        return true;
    }
    return false;
}

/* Milliseconds until `until` or the first deadline, LOOK_MS at most: then it is looked who is gone. */
static int poll_time(const struct tw_pool *pool, double until)
{
    double first = until;
    for (unsigned i = 0; i < pool->count; i++) {
        const struct worker *worker = &pool->workers[i];
        if (worker->busy && worker->deadline > 0 && (first == 0 || worker->deadline < first))
            first = worker->deadline;
    }
    double left = first - tw_seconds();
    if (first == 0 || left * 1000 > LOOK_MS) return LOOK_MS;
    return left <= 0 ? 0 : (int)(left * 1000) + 1;
}

/* What to poll for the pool's busy workers; returns how many they are. */
static unsigned list_polls(struct tw_pool *pool, struct pollfd polls[MAX_WORKERS],
                           struct worker *polled[MAX_WORKERS])
{
    unsigned count = 0;
    for (unsigned i = 0; i < pool->count; i++) {
        if (!pool->workers[i].busy) continue;
        polled[count] = &pool->workers[i];
        polls[count++] = (struct pollfd){.fd = pool->workers[i].channel, .events = POLLIN};
    }
    return count;
}

static void take_own_answer(struct tw_pool *pool, struct tw_pool_answer *answer)
{
    *answer = pool->answer;
    pool->answer.bytes = (struct tw_text){0};
    say_unanswered(answer);
    pool->answered = false;
}

int tw_pool_wait(struct tw_pool *pool, double wait_s, struct tw_pool_answer *answer, bool *got,
                 struct tw_error *error)
{
    double until = wait_s < 0 ? 0 : tw_seconds() + wait_s;
    *got = pool->answered;
    if (pool->answered) take_own_answer(pool, answer);
    while (!*got && tw_pool_busy(pool)) {
        struct pollfd polls[MAX_WORKERS];
        struct worker *polled[MAX_WORKERS];
        unsigned count = list_polls(pool, polls, polled);
        int ready = poll(polls, count, poll_time(pool, until));
        if (ready < 0 && errno == EINTR) return TW_OK;
        if (ready < 0) return tw_fail(error, TW_ENVIRONMENT, "poll: %s", strerror(errno));
        for (unsigned i = 0; i < count && !*got; i++) {
            if (polls[i].revents) *got = advance(pool, polled[i], answer);
        }
        if (!*got) *got = find_gone(pool, answer) || find_overdue(pool, answer);
        if (*got || (until > 0 && tw_seconds() >= until)) return TW_OK;
    }
    return TW_OK;
}

void tw_pool_sleep(struct tw_pool *const *pools, unsigned count, double wait_s)
{
    struct pollfd polls[MAX_POLLS];
    struct worker *polled[MAX_WORKERS];
    unsigned polls_count = 0;
    int time = (int)(wait_s * 1000);
    for (unsigned i = 0; i < count; i++) {
        if (!pools[i]) continue;
        if (pools[i]->answered) return;
        int first = poll_time(pools[i], 0);
        if (first >= 0 && first < time) time = first;
        if (polls_count + tw_pool_busy(pools[i]) <= MAX_POLLS)
            polls_count += list_polls(pools[i], polls + polls_count, polled);
    }
    poll(polls, polls_count, time); /* whatever it says, tw_pool_wait looks again */
}
