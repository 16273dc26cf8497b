/* Worker processes: forked, each at the end of a socket, waited for with poll, killed when overdue. */
#include "cli/pool.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/interrupt.h"

#define MAX_WORKERS     64u
#define MAX_POOLS       2u         /* that one call sleeps on                                            */
#define FINISH_SECONDS  5.0        /* that a worker has for its end before it is killed                  */
#define PREPARE_SECONDS 60.0       /* that it has for its beginning, where jobs are timed: drivers are slow */
#define UNANSWERED      UINT64_MAX /* as the length of an answer: memory ran out for it           */

struct worker {
    pid_t pid; /* 0: not forked yet */
    int channel;
    bool busy;
    bool prepared; /* it has said that it is ready for its first job */
    uint64_t job;
    double deadline;         /* seconds of the monotonic clock; 0 = none */
    struct tw_text received; /* of the answer under way: its length in 8 bytes, then its bytes */
};

struct tw_pool {
    struct worker workers[MAX_WORKERS];
    unsigned count;
    double timeout;
    struct tw_pool_tasks tasks;
    bool answered; /* without workers: the answer of the last job waits */
    struct tw_pool_answer answer;
};

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

/* What separates the worker from its parent, done first: it dies with the parent, leaves signals from the
   terminal to it, is the first to go when memory runs out, and holds none of its files. */
static int detach(pid_t parent, int channel)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1); /* it died before that */
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (file >= 0) {
        ssize_t ignored = write(file, "1000", 4); /* refused: the kernel's own choice will do */
        (void)ignored;
        close(file);
    }
    int kept = STDERR_FILENO + 1;
    if (channel != kept && dup3(channel, kept, O_CLOEXEC) < 0) _exit(1);
    close_range((unsigned)kept + 1, ~0u, 0);
    return kept;
}

/* The life of a worker: one byte once it is prepared, then jobs until the parent closes the channel. */
static void serve(const struct tw_pool_tasks *tasks, int channel)
{
    uint64_t job;
    if (tasks->prepare) tasks->prepare(tasks->context);
    bool open = put(channel, "", 1);
    while (open && get(channel, &job, sizeof job)) {
        struct tw_text answer = {0};
        tasks->work(tasks->context, job, &answer);
        uint64_t length = answer.failed ? UNANSWERED : answer.length;
        open = put(channel, &length, sizeof length) && put(channel, tw_text_string(&answer), answer.length);
        tw_text_free(&answer);
    }
    tasks->finish(tasks->context);
    exit(0);
}

static int start(struct tw_pool *pool, struct worker *worker, struct tw_error *error)
{
    int ends[2];
    pid_t parent = getpid();
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
        return tw_fail(error, TW_ENVIRONMENT, "cannot make a channel to a worker process: %s",
                       strerror(errno));
    }
    fflush(NULL); /* what is buffered is printed once, not once a process */
    pid_t pid = fork();
    if (pid < 0) {
        int reason = errno;
        close(ends[0]);
        close(ends[1]);
        return tw_fail(error, TW_ENVIRONMENT, "cannot start a worker process: %s", strerror(reason));
    }
    if (pid == 0) serve(&pool->tasks, detach(parent, ends[1]));
    close(ends[1]);
    *worker = (struct worker){.pid = pid, .channel = ends[0]};
    return TW_OK;
}

static bool exited_within(pid_t pid, int *status, double seconds)
{
    const struct timespec nap = {0, 1000000};
    double until = tw_seconds() + seconds;
    for (; tw_seconds() < until && tw_interrupts < 2; nanosleep(&nap, NULL)) {
        if (waitpid(pid, status, WNOHANG) == pid) return true;
    }
    return false;
}

void tw_pool_say_killed(int signal_number, char *cause, size_t size)
{
    snprintf(cause, size, "its process was killed by signal %d (%s)", signal_number,
             strsignal(signal_number));
}

/* Ends the worker's process - it may finish its affairs unless `kill_it` - and says in words how it ended. */
static void stop(struct worker *worker, bool kill_it, char cause[160])
{
    int status = 0;
    shutdown(worker->channel, SHUT_RDWR);
    if (kill_it || !exited_within(worker->pid, &status, FINISH_SECONDS)) {
        kill(worker->pid, SIGKILL);
        while (waitpid(worker->pid, &status, 0) < 0 && errno == EINTR) {
        }
    }
    close(worker->channel);
    if (WIFSIGNALED(status)) {
        tw_pool_say_killed(WTERMSIG(status), cause, 160);
    } else {
        snprintf(cause, 160, "its process ended with status %d", WEXITSTATUS(status));
    }
    tw_text_free(&worker->received);
    *worker = (struct worker){0};
}

int tw_pool_open(unsigned workers, double timeout_s, const struct tw_pool_tasks *tasks, struct tw_pool **pool,
                 struct tw_error *error)
{
    struct tw_pool *made = calloc(1, sizeof *made);
    if (!made) return tw_fail(error, TW_MEMORY, "out of memory");
    made->count = workers < MAX_WORKERS ? workers : MAX_WORKERS;
    made->timeout = timeout_s;
    made->tasks = *tasks;
    *pool = made;
    return TW_OK;
}

void tw_pool_set_timeout(struct tw_pool *pool, double timeout_s)
{
    pool->timeout = timeout_s;
}

void tw_pool_close(struct tw_pool *pool)
{
    char cause[160];
    if (!pool) return;
    if (!pool->count) pool->tasks.finish(pool->tasks.context);
    tw_text_free(&pool->answer.bytes);
    for (unsigned i = 0; i < pool->count; i++) { /* they end side by side */
        if (pool->workers[i].pid) shutdown(pool->workers[i].channel, SHUT_RDWR);
    }
    for (unsigned i = 0; i < pool->count; i++) {
        struct worker *worker = &pool->workers[i];
        if (worker->pid) stop(worker, worker->busy, cause);
    }
    free(pool);
}

void tw_pool_limit(struct tw_pool *pool, unsigned workers)
{
    char cause[160];
    assert(workers > 0);
    while (pool->count > workers) {
        struct worker *last = &pool->workers[pool->count - 1];
        assert(!last->busy);
        if (last->pid) stop(last, false, cause);
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
    if (pool->workers[worker].pid) stop(&pool->workers[worker], true, cause);
}

static void do_at_once(struct tw_pool *pool, uint64_t job)
{
    assert(!pool->answered);
    pool->answer = (struct tw_pool_answer){.job = job};
    pool->tasks.work(pool->tasks.context, job, &pool->answer.bytes);
    pool->answered = true;
}

static void set_deadline(const struct tw_pool *pool, struct worker *worker)
{
    double time = worker->prepared ? pool->timeout : PREPARE_SECONDS;
    worker->deadline = pool->timeout > 0 ? tw_seconds() + time : 0;
}

int tw_pool_submit(struct tw_pool *pool, uint64_t job, struct tw_error *error)
{
    struct worker *worker = find_idle(pool);
    char cause[160];
    if (!pool->count) {
        do_at_once(pool, job);
        return TW_OK;
    }
    assert(worker);
    for (int attempt = 0; attempt < 2; attempt++) {
        int code = worker->pid ? TW_OK : start(pool, worker, error);
        if (code) return code;
        if (put(worker->channel, &job, sizeof job)) {
            worker->busy = true;
            worker->job = job;
            set_deadline(pool, worker);
            return TW_OK;
        }
        stop(worker, true, cause); /* it died between two jobs: a fresh one takes this job */
    }
    return tw_fail(error, TW_ENVIRONMENT, "worker processes end at once: %s", cause);
}

/* The job of a lost worker is answered with the cause. */
static void answer_lost(struct worker *worker, double timeout, bool overdue, struct tw_pool_answer *answer)
{
    char cause[160];
    bool prepared = worker->prepared;
    *answer = (struct tw_pool_answer){.job = worker->job, .overdue = overdue && prepared};
    stop(worker, overdue, cause); /* not overdue: its channel broke, so it is ending */
    if (overdue)
        snprintf(answer->lost, sizeof answer->lost, "no answer within %g s%s",
                 prepared ? timeout : PREPARE_SECONDS,
                 prepared ? "" : " from a worker that opens the device");
    else
        memcpy(answer->lost, cause, sizeof cause);
}

/* The length of the answer under way, once that much of it is there: *length is what the worker said. */
static bool is_whole(const struct tw_text *received, uint64_t *length)
{
    if (received->length < sizeof *length) return false;
    memcpy(length, received->data, sizeof *length);
    return *length == UNANSWERED || received->length - sizeof *length >= *length;
}

/* An answer that no memory was left for is lost. */
static void say_unanswered(struct tw_pool_answer *answer)
{
    if (!answer->bytes.failed) return;
    tw_text_free(&answer->bytes);
    snprintf(answer->lost, sizeof answer->lost, "out of memory for its answer");
}

/* Reads what has come from the worker; true when its answer is whole, or it is gone. */
static bool advance(struct tw_pool *pool, struct worker *worker, struct tw_pool_answer *answer)
{
    char chunk[65536];
    uint64_t length;
    ssize_t got = recv(worker->channel, chunk, worker->prepared ? sizeof chunk : 1, MSG_DONTWAIT);
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) return false;
    if (got <= 0) {
        answer_lost(worker, pool->timeout, false, answer);
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
    *answer = (struct tw_pool_answer){.job = worker->job, .worker = (unsigned)(worker - pool->workers)};
    if (failed)
        answer_lost(worker, pool->timeout, false,
                    answer); /* the rest of the answer is still to come: the worker ends */
    else if (length != UNANSWERED)
        tw_text_add_bytes(&answer->bytes, worker->received.data + sizeof length, length);
    if (failed || length == UNANSWERED) tw_text_fail(&answer->bytes);
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
        answer_lost(worker, pool->timeout, true, answer);
        return true;
    }
    return false;
}

/* Milliseconds until `until` or the first deadline; -1 when there is neither. */
static int poll_time(const struct tw_pool *pool, double until)
{
    double first = until;
    for (unsigned i = 0; i < pool->count; i++) {
        const struct worker *worker = &pool->workers[i];
        if (worker->busy && worker->deadline > 0 && (first == 0 || worker->deadline < first))
            first = worker->deadline;
    }
    if (first == 0) return -1;
    double left = first - tw_seconds();
    return left <= 0 ? 0 : left > 3600 ? 3600000 : (int)(left * 1000) + 1;
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
        if (!*got) *got = find_overdue(pool, answer);
        if (*got || (until > 0 && tw_seconds() >= until)) return TW_OK;
    }
    return TW_OK;
}

void tw_pool_sleep(struct tw_pool *const *pools, unsigned count, double wait_s)
{
    struct pollfd polls[MAX_POOLS * MAX_WORKERS];
    struct worker *polled[MAX_WORKERS];
    unsigned polls_count = 0;
    int time = (int)(wait_s * 1000);
    assert(count <= MAX_POOLS);
    for (unsigned i = 0; i < count; i++) {
        if (!pools[i]) continue;
        if (pools[i]->answered) return;
        int first = poll_time(pools[i], 0);
        if (first >= 0 && first < time) time = first;
        polls_count += list_polls(pools[i], polls + polls_count, polled);
    }
    poll(polls, polls_count, time); /* whatever it says, tw_pool_wait looks again */
}
