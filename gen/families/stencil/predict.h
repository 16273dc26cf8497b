/*
 * predict.h - what the predictions of a stencil's methods share: requests of a warp's lanes in rows that begin alike.
 */
#ifndef TW_GEN_FAMILIES_STENCIL_PREDICT_H
#define TW_GEN_FAMILIES_STENCIL_PREDICT_H

#include "gen/families/stencil/stencil.h"
#include "gen/layout/predict.h"

#define PHASES 16u /* places of an element of 4 bytes within 64 */

#define MAX_KINDS 48u

/* A tile, or warp, of an axis, and how many cost the same. */
struct kind {
    uint64_t number, times;
};

/* Tiles of `size` that with `halo` on both sides lie within the axis are alike when their numbers are so modulo `period`. */
unsigned tw_stencil_kinds(uint64_t extent, uint64_t size, uint64_t halo, unsigned period,
                          struct kind list[MAX_KINDS]);

/* Where an index that may lie beyond the edges leads to; -1: nowhere. */
int64_t tw_stencil_place(const struct tw_stencil *stencil, int64_t index, uint64_t extent);

/* Rows by where they begin within 64 bytes. */
struct rows {
    uint64_t times[PHASES];
};

struct lanes {
    uint32_t active;
    int64_t column[TW_WARP]; /* of the first of a lane's vector; it may lie beyond the row's ends */
};

unsigned tw_stencil_phase(const struct tw_stencil *stencil, uint64_t pitch, uint64_t row);

/* Sums of counts that are known of both. */
void tw_stencil_add_times(struct tw_counts *sum, const struct tw_counts *one, uint64_t times);

/* Elements less than a radius from an edge are read again; `edge`: all of them, in rows that are so near. */
void tw_stencil_load_fixed(const struct tw_stencil *stencil, struct tw_prediction *prediction,
                           const struct lanes *own, bool edge, const struct rows *rows);

/* The lanes' vectors, those that an end of the row cuts element by element. */
void tw_stencil_store(const struct tw_stencil *stencil, struct tw_prediction *prediction,
                      const struct lanes *own, const struct rows *rows);

/* Each coefficient is read once by those lanes of a warp, so often. */
void tw_stencil_read_coefficients(const struct tw_stencil *stencil, uint32_t active, uint64_t times,
                                  struct tw_prediction *prediction);

#endif
