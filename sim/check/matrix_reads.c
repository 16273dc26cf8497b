/* Reads of wgmma that nothing has waited for (matrix_reads.h). */
#include "sim/check/matrix_reads.h"

#include <stdlib.h>
#include <string.h>

#include "sim/check/finding.h"
#include "sim/check/touch.h"

#define KEPT  8u /* groups of a warpgroup */
#define PIECE 16u

struct reads_of_group {
    const struct tw_op *op; /* the first that reads; NULL: none does */
    uint32_t number;        /* of the group */
    uint64_t pieces[TW_PIECE_WORDS];
};

struct tw_matrix_reads {
    uint32_t committed[TW_MAX_WARPS]; /* groups */
    unsigned pending;                 /* groups that read */
    struct reads_of_group group[TW_MAX_WARPS / TW_GROUP_WARPS][KEPT];
};

void tw_matrix_reads_free(struct tw_matrix_reads *reads)
{
    free(reads);
}

void tw_matrix_reads_begin(struct tw_matrix_reads *reads)
{
    if (reads) memset(reads, 0, sizeof *reads);
}

static struct tw_matrix_reads *reads_of(const struct tw_warp *warp)
{
    return warp->worker->shadow ? warp->worker->shadow->matrices : NULL;
}

void tw_matrix_reads_add(struct tw_warp *warp, const struct tw_op *op, const uint64_t pieces[TW_PIECE_WORDS])
{
    struct tw_shadow *shadow = warp->worker->shadow;
    if (!shadow->matrices && !(shadow->matrices = calloc(1, sizeof *shadow->matrices))) return;
    struct tw_matrix_reads *reads = shadow->matrices;
    const uint32_t number = reads->committed[warp->number];
    struct reads_of_group *group = &reads->group[warp->number / TW_GROUP_WARPS][number % KEPT];
    if (!group->op || group->number != number) {
        reads->pending += !group->op;
        *group = (struct reads_of_group){.op = op, .number = number};
    }
    for (unsigned i = 0; i < TW_PIECE_WORDS; i++) group->pieces[i] |= pieces[i];
}

void tw_matrix_reads_commit(struct tw_warp *warp)
{
    struct tw_matrix_reads *reads = reads_of(warp);
    if (reads) reads->committed[warp->number]++;
}

void tw_matrix_reads_wait(struct tw_warp *warp, uint32_t pending)
{
    struct tw_matrix_reads *reads = reads_of(warp);
    if (!reads || reads->committed[warp->number] < pending) return;
    const uint32_t done = reads->committed[warp->number] - pending;
    for (unsigned i = 0; i < KEPT; i++) {
        struct reads_of_group *group = &reads->group[warp->number / TW_GROUP_WARPS][i];
        if (!group->op || group->number >= done) continue;
        group->op = NULL;
        reads->pending--;
    }
}

static bool is_read(const struct reads_of_group *group, uint32_t address, uint32_t bytes)
{
    bool found = false;
    for (uint32_t i = address / PIECE; bytes && i <= (address + bytes - 1) / PIECE && !found; i++)
        found = group->pieces[i / 64 % TW_PIECE_WORDS] >> i % 64 & 1u;
    return group->op && found;
}

void tw_matrix_reads_store(struct tw_warp *warp, const struct tw_op *op, unsigned lane, uint32_t address,
                           uint32_t bytes)
{
    const struct tw_matrix_reads *reads = reads_of(warp);
    if (!reads || !reads->pending || !(warp->worker->shadow->checks & TW_SIM_CHECK_RACES)) return;
    for (unsigned i = 0; i < TW_MAX_WARPS / TW_GROUP_WARPS * KEPT; i++) {
        const struct reads_of_group *group = &reads->group[i / KEPT][i % KEPT];
        if (!is_read(group, address, bytes)) continue;
        struct tw_caught caught = {.fault = TW_SIM_RACE,
                                   .op = op,
                                   .other_op = group->op,
                                   .first = warp->number * 32 + lane,
                                   .other = (int)(i / KEPT * TW_GROUP_WARPS * 32),
                                   .address = address,
                                   .bytes = bytes,
                                   .shared = true,
                                   .how = TW_HOW_STILL_READ};
        memcpy(caught.other_block, warp->worker->block, sizeof caught.other_block);
        tw_catch(warp->worker, &caught);
        return;
    }
}
