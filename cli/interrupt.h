/*
 * interrupt.h - Ctrl-C, SIGTERM, and the end of the terminal, as requests to end that commands look at where
 * they can:
 *
 *     the first    begin nothing new
 *     the second   wait for nothing either: workers are killed, whatever they are at
 *     the third    ends the process on the spot; what it leaves, the next run sweeps up
 *
 * In each of the first two cases a command closes what it opened, as it always does, so that nothing is left.
 */
#ifndef TW_CLI_INTERRUPT_H
#define TW_CLI_INTERRUPT_H

/* How many there were since tw_interrupt_watch: the one thing that a signal handler can reach. */
extern volatile int tw_interrupts;

/* From now on signals are counted. Without it they end the process, as they do by default. */
void tw_interrupt_watch(void);

/* From now on a closed pipe and a file that grows too large are errors of the write, and do not kill this process. */
void tw_write_signals_ignore(void);
/* Restores the dispositions that this program was started with, in a child that will execute another program. */
void tw_write_signals_restore(void);

#endif
