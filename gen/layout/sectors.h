/*
 * sectors.h - what memory moves at least for rows of bytes: pieces of it (sectors of 32 bytes, fills of 64) are read and
 * written whole.
 *
 *      offset      pitch
 *     |------|---------------|
 *            [#### length ###]..[###############]..[###############]      lines = 3
 *     |piece |piece |piece |piece |piece |piece |piece |piece |           each counts once, whoever shares it
 */
#ifndef TW_GEN_LAYOUT_SECTORS_H
#define TW_GEN_LAYOUT_SECTORS_H

#include <stdint.h>

#include <tilewright/kernel.h>

#define TW_SECTOR 32u /* bytes that memory reads and writes whole */
#define TW_FILL   64u /* bytes that a sector which is not there brings into the L2 */

/* Rows of bytes in a buffer that begins at a multiple of 256. */
struct tw_rows {
    uint64_t offset; /* of the first                                          */
    uint64_t lines;
    uint64_t pitch;  /* from one to the next: at least `length`               */
    uint64_t length; /* 0: they hold nothing                                  */
};

/* How many aligned pieces of `piece` bytes, a power of two up to 64, the rows touch: exactly, each counted once, in at most
   64 steps. What they span must not pass 2^64 bytes. */
uint64_t tw_pieces(const struct tw_rows *rows, unsigned piece);

/* Adds to what the problem needs at least that the rows are read; that they are written. */
void tw_work_reads(struct tw_work *work, const struct tw_rows *rows);
void tw_work_writes(struct tw_work *work, const struct tw_rows *rows);

#endif
