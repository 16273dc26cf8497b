/*
 * lane_access.h - where the lanes of an operation access memory, and what is remembered of that from one time to the next.
 *
 * Private to sim.
 */
#ifndef TW_SIM_EXEC_MEMORY_LANE_ACCESS_H
#define TW_SIM_EXEC_MEMORY_LANE_ACCESS_H

#include "sim/exec/state.h"

/*
 * Where the lanes' accesses go. In all shapes but TW_SCATTERED each lane's address is `step` bytes behind that
 * of the lane before: TW_SAME with a step of 0; TW_CONSECUTIVE with that of the access's width, and TW_STRIDED
 * with any other, when all lanes are active. Once resolved, the host addresses are what has that shape and step,
 * and only host[0] is set.
 * TW_ROWS: rows of `width` lanes, 16 or 8, as those of narrow blocks are, `step` bytes from lane to lane and `gap`
 * bytes from row to row. Again only host[0] is set.
 */
struct tw_lane_access {
    enum tw_lane_shape { TW_SCATTERED, TW_STRIDED, TW_CONSECUTIVE, TW_SAME, TW_ROWS } shape;
    unsigned width; /* 32 when all lanes are one row, 0 when they are scattered */
    int64_t step, gap;
    struct tw_access_pattern *pattern; /* of these addresses, or NULL */
    _Alignas(64) uint64_t
        address[32]; /* lanes that are off have the first active one's. Not set where nobody asks (quick) */
    unsigned char *host[32];
};

#define TW_PHASES 64u

/* The addresses of an operation, or of some that go by the same register, when one was last run, by their distances from that of the
 * first active lane: while these stay the same, so does what is found out about them. Zeros at first. */
struct tw_access_pattern {
    bool known, shared; /* shared: what `cost` is of; else of global memory */
    uint8_t holder;     /* the warp that came last, plus 1, when its addresses were these */
    enum tw_lane_shape shape;
    unsigned width;
    int64_t step, gap;
    int64_t low, high; /* the least distance and the greatest   */
    uint64_t bits;     /* that any of the distances has         */
    uint32_t active;
    uint32_t cost[TW_PHASES]; /* of a request, 0 when it was not asked for, by the first address (tw_phase) */
    _Alignas(64) uint64_t distance[32]; /* of lanes that are off 0 */
    uint32_t near[32];                  /* their lower halves */
};

#define TW_MEMO_ENTRIES 64u

/* What irregular addresses cost. Shifting all by a multiple of 128 bytes moves neither banks nor sectors against each
   other, so they are kept relative to a multiple of 128. */
struct tw_memo {
    const struct tw_op *op;
    bool shared;
    uint32_t active, cost;
    uint32_t pattern[32];
};

#endif
