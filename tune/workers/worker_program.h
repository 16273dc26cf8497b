/* worker_program.h - where the program is that is spawned as a worker. */
#ifndef TW_TUNE_WORKERS_WORKER_PROGRAM_H
#define TW_TUNE_WORKERS_WORKER_PROGRAM_H

#include "base/text.h"

/* Adds `given`; NULL: $TILEWRIGHT_WORKER, else the program tilewright beside the library or the program that this code is in,
   or in ../bin or ../../bin of its folder; else "tilewright", which is looked for on PATH. */
void tw_worker_program(const char *given, struct tw_text *path);

#endif
