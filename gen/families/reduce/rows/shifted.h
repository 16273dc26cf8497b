/*
 * shifted.h - loads of 16 bytes where rows begin anywhere, a part of the skeleton `rows`. A row begins `shift` bytes after the
 * beginning of an aligned chunk of 16 bytes:
 *
 *     chunks    |0123456789abcdef|0123456789abcdef|0123456789abcdef|
 *     row             ^ shift 5
 *
 * A lane loads one chunk of a whole line, and has the columns from `shift` before its own on. Lane 0 has the line's last columns in
 * the place of those before the line, from the chunk that the line ends in, which the next line begins with. Where the order of
 * columns makes a difference, lanes give each other their columns once all lines are taken. What is left after the lines is put
 * together of the two chunks that a lane's elements lie in.
 *
 * Where a column may be any lane's, and loads are taken by the word (tw_reduce.ragged), chunks are taken as they lie instead: 32
 * from the one that the row begins in for each line, then those of what is left. Only what lies before the row in the first, and
 * after it in the last, is told apart.
 *
 * The array's last chunk is not loaded beyond its end, but in pieces of 8, 4, 2 and 1 bytes.
 */
#ifndef TW_GEN_FAMILIES_REDUCE_ROWS_SHIFTED_H
#define TW_GEN_FAMILIES_REDUCE_ROWS_SHIFTED_H

#include "gen/families/reduce/rows/run.h"
#include "gen/text/data.h"

/* Bytes of the array's last chunk if that is not whole, else 0. */
unsigned tw_shifted_end(const struct tw_reduce *r);

/* Whether loads that have so many elements of the row after them may be of that chunk. */
bool tw_shifted_ends(const struct tw_reduce *r, unsigned after);

/* Whether lane 0 may have another chunk after those of all lanes, where chunks are taken as they lie: of the elements left after whole
   lines, or of these lines. */
bool tw_shifted_has_more(const struct tw_reduce *r, const struct tw_reduce_run *run,
                         const struct tw_reduce_lines *lines);

/* Adds the variables of templates/reduce/reduce_shifted.cu.mustache. */
void tw_shifted_describe(const struct tw_reduce *r, const struct tw_reduce_run *run, struct tw_data *data);

/* A warp's loads of a line, or of `elements` that are left after the lines. */
struct tw_shifted_line {
    const uint64_t *row; /* where each lane's row begins */
    unsigned lanes;      /* that share a row */
    unsigned at;         /* elements of the row before it */
    unsigned elements;   /* of it that exist */
    uint64_t end;        /* where the array's last chunk begins; UINT64_MAX: the line is not near it */
};
/* `times` warps load a whole line each; the chunk that it ends in, by the first lane of a row; what is left, of which a lane may
   have two chunks, or where they are taken as they lie the first lane one after all others. */
void tw_shifted_predict_line(const struct tw_reduce *r, const struct tw_shifted_line *line, uint64_t times,
                             struct tw_prediction *prediction);
void tw_shifted_predict_next(const struct tw_reduce *r, const struct tw_shifted_line *line, uint64_t times,
                             struct tw_prediction *prediction);
void tw_shifted_predict_rest(const struct tw_reduce *r, const struct tw_shifted_line *line, uint64_t times,
                             struct tw_prediction *prediction);

#endif
