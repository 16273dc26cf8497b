/* What the process does on the signals that NVRTC takes over (dispositions.h). */
#include "runtime/compile/dispositions.h"

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>

static const int signals[] = {SIGINT, SIGTERM, SIGXFSZ};

#define COUNT (sizeof signals / sizeof *signals)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned compiles; /* under way */
static struct sigaction noted[COUNT];

/* NVRTC puts back the handler alone. */
static bool has_same_handler(const struct sigaction *a, const struct sigaction *b)
{
    void (*one)(int) = a->sa_handler, (*other)(int) = b->sa_handler;
    if (a->sa_flags & SA_SIGINFO) one = (void (*)(int))(void (*)(void))a->sa_sigaction;
    if (b->sa_flags & SA_SIGINFO) other = (void (*)(int))(void (*)(void))b->sa_sigaction;
    return one == other;
}

void tw_dispositions_begin(void)
{
    pthread_mutex_lock(&lock);
    for (unsigned i = 0; i < COUNT && compiles == 0; i++) sigaction(signals[i], NULL, &noted[i]);
    compiles++;
    pthread_mutex_unlock(&lock);
}

void tw_dispositions_end(void)
{
    pthread_mutex_lock(&lock);
    compiles--;
    for (unsigned i = 0; i < COUNT && compiles == 0; i++) {
        struct sigaction now;
        if (sigaction(signals[i], NULL, &now) == 0 && has_same_handler(&now, &noted[i]))
            sigaction(signals[i], &noted[i], NULL);
    }
    pthread_mutex_unlock(&lock);
}
