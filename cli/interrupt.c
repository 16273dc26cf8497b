/* What a signal that ends the program does: the first stops new work, the second the workers, the third all. */
#include "cli/interrupt.h"

#include <signal.h>
#include <stddef.h>
#include <unistd.h>

#include "cli/cli.h"

volatile int tw_interrupts;

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
