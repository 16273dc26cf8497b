/*
 * launcher.h - which of several processes this one is, as the program that started them says in its environment.
 *
 * The first of these that is there decides:
 *
 *     a Slurm array      SLURM_ARRAY_TASK_ID among SLURM_ARRAY_TASK_MIN, _MAX, _STEP (1), _COUNT: number (ID - MIN) / STEP
 *     srun               SLURM_PROCID of SLURM_NTASKS, and only in a step (SLURM_STEP_ID): sbatch runs its script with them too
 *     Open MPI           OMPI_COMM_WORLD_RANK of OMPI_COMM_WORLD_SIZE
 *     PMI (MPICH, Intel) PMI_RANK of PMI_SIZE
 *     PMIx               PMIX_RANK of PMIX_SIZE
 *
 * GNU parallel gives each job its arguments, so that it needs none of this.
 */
#ifndef TW_TUNE_DEVICES_LAUNCHER_H
#define TW_TUNE_DEVICES_LAUNCHER_H

#include <stdbool.h>
#include <stdint.h>

#include <tilewright/error.h>

#include "base/text.h"

#define TW_MOST_SHARDS 100000u

/* Which of the GPUs that this process sees are its own (devices.h). */
struct tw_share {
    bool divided;         /* false: all of them                                                      */
    unsigned rank, ranks; /* the process's number among those of its host; ranks 0: they are unknown */
};

struct tw_launched {
    const char *launcher;   /* "srun"     */
    unsigned shard, shards; /* from 1     */
    struct tw_share share;
};

/* TW_ENVIRONMENT: no launcher says anything, or only half of it; TW_INPUT: what it says cannot be, or is an array with holes, which
   the message names. A later launcher that says otherwise is told of in *note, a sentence. */
int tw_launcher_find(struct tw_launched *launched, struct tw_text *note, struct tw_error *error);

#endif
