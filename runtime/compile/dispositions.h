/*
 * dispositions.h - what the process does on the signals that NVRTC takes over. While it compiles NVRTC has handlers of its own for
 * SIGINT, SIGTERM and SIGXFSZ; behind that it puts back the handlers that were there, but without their flags and masks. These
 * two put back all of it. Private to compile.c.
 *
 * The dispositions are the process's, and threads may compile at the same time: the first that begins notes them, the last that
 * ends puts them back. So this holds state of the process, under a lock of its own. What the host has changed meanwhile stays.
 */
#ifndef TW_RUNTIME_COMPILE_DISPOSITIONS_H
#define TW_RUNTIME_COMPILE_DISPOSITIONS_H

/* Around each compile, in any thread. */
void tw_dispositions_begin(void);
void tw_dispositions_end(void);

#endif
