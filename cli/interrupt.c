/* What a signal that ends the program does: the first stops new work, the second the workers, the third all. */
#include "cli/interrupt.h"

#include <signal.h>
#include <stddef.h>
#include <unistd.h>

#include "cli/cli.h"

volatile int tw_interrupts;

/* Writes raise these signals; `before` says what was done about them. */
static const int raised[] = {SIGPIPE, SIGXFSZ};
static struct sigaction before[sizeof raised / sizeof *raised];

void tw_write_signals_ignore(void)
{
    const struct sigaction ignore = {.sa_handler = SIG_IGN};
    for (size_t i = 0; i < sizeof raised / sizeof *raised; i++) sigaction(raised[i], &ignore, &before[i]);
}

void tw_write_signals_restore(void)
{
    for (size_t i = 0; i < sizeof raised / sizeof *raised; i++) sigaction(raised[i], &before[i], NULL);
}

static void count(int number)
{
    (void)number;
    tw_interrupts = tw_interrupts + 1;
    if (tw_interrupts > 2) _exit(TW_EXIT_INTERRUPTED);
}

/* Reads and writes under way go on; poll, in which commands wait for workers, returns all the same: signal(7). */
void tw_interrupt_watch(void)
{
    const struct sigaction action = {.sa_handler = count, .sa_flags = SA_RESTART};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
}
