/*
 * scratch.h - a folder of a command's own for as long as it runs: $TMPDIR/tilewright-scratch-XXXXXX, else in /tmp.
 * Its owner holds a lock on it, so that a folder without one was left by a process that is gone.
 */
#ifndef TW_TUNE_SCRATCH_H
#define TW_TUNE_SCRATCH_H

struct tw_scratch_folder {
    char *path; /* NULL: there is none */
    int lock;
};

/* What cannot be made is not there. */
struct tw_scratch_folder tw_scratch_open(void);
/* Removes it, and the compiled kernels in it. */
void tw_scratch_close(struct tw_scratch_folder *scratch);

/* Removes what killed processes of this user have left. */
void tw_scratch_sweep(void);

#endif
