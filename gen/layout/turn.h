/*
 * turn.h - square matrices that a warp turns in registers: log2 of the side stages of selections, one shuffle per register,
 * and the selections again. No shared memory, and no register is found by a number that is not a constant.
 *
 * Both an element's row and its column have as many bits. Registers know the upper ones of the row, lanes the rest; `low` is
 * how many of the row's bits the lanes know. Elements of 16x16 matrices that a warp loads 32 at a time, from neighbour to
 * neighbour, and what turning them is:
 *
 *     register      lane             low 1, span 8
 *     m r3 r2 r1    r0 c3 c2 c1 c0
 *     m c3 c2 c1    c0 r3 r2 r1 r0   r0 and c0 change places between lanes, the others between registers and lanes
 *
 * x is the upper bits of a lane's column, as many as registers know of the row; f(lane) is the lane whose low bits of row and
 * column are exchanged. What is in register r of a lane goes to register x of one whose own x is r. So in shuffle s each lane
 * sends its register s xor x, and gets one from lane f(lane) xor (s << low), whose x is its own xor s, and who therefore sends
 * the register whose number is the receiver's x; it belongs to the receiver's register s xor x, which has just been sent. The
 * selections permute the registers by xor with x, in both directions, a stage for each bit of x.
 */
#ifndef TW_GEN_LAYOUT_TURN_H
#define TW_GEN_LAYOUT_TURN_H

#include <tilewright/banks.h>
#include <tilewright/target.h>

#include "gen/text/data.h"

struct tw_turn {
    unsigned side; /* of a matrix, 4 to 32, a power of two: registers of a lane                    */
    unsigned span; /* registers that change places among each other: 1 or more, a power of two     */
    unsigned low;  /* bits of rows, and of columns, that change places between lanes               */
};

/* A warp holds 32 * side neighbouring elements of dense matrices: register i of a lane is element 32 * i + lane. */
struct tw_turn tw_turn_of_run(unsigned side);
/* It holds side rows of 32 elements, of squares beside each other: register i of a lane is of row i, column lane. In the turned
   squares, which come below each other, register i is row i of the square that the lane is in, and the column is lane % side. */
struct tw_turn tw_turn_of_squares(unsigned side);

/* Registers of an element of so many bytes, each of which is a shuffle: narrower ones fill one. */
unsigned tw_turn_words(unsigned bytes);
/* Shuffles of a warp for such elements. */
unsigned tw_turn_shuffles(const struct tw_turn *turn, unsigned bytes);

/* Whether each thread of a block has the registers for so many elements, and for what else it needs. If not they would be in
   memory: false, with the reason. */
bool tw_turn_fits(unsigned elements, unsigned bytes, unsigned threads, const struct tw_target *target,
                  struct tw_text *reason);

/* Adds the variables of templates/transpose/turn.cu.mustache that say how; and "parts": what of an element is shuffled by itself, the
   element or each of its components. */
void tw_turn_describe(const struct tw_turn *turn, struct tw_data *data);
void tw_turn_parts(unsigned components, struct tw_data *data);

#endif
