/*
 * banks.h - the shared-memory bank rule: how many wavefronts one request costs.
 *
 * A request is one shared-memory instruction executed by one warp. The memory has 32 banks of 4 bytes:
 *
 *     byte address   0    4    8   ...  124  128  132 ...
 *     word           0    1    2   ...   31   32   33        word = address / 4
 *     bank           0    1    2   ...   31    0    1        bank = word mod 32
 *
 * A wavefront serves each bank one word; any number of lanes may share that word. So a request costs, for
 * each group of lanes that is served together, the largest number of different words one bank must serve:
 *
 *     bytes per lane   groups
 *     1, 2, 4          lanes 0-31
 *     8                lanes 0-15, 16-31
 *     16               lanes 0-7, 8-15, 16-23, 24-31
 *
 * Loads of 8 and 16 bytes merge neighbouring groups (8: one group of 32; 16: lanes 0-15 and 16-31) when all
 * pairs of active lanes (i, i xor 1), or all pairs (i, i xor 2), have the same address.
 *
 * Source: measured on an H200, 1,130 of 1,130 single-warp patterns (docs/banks.md; tests/data).
 * Not covered: atomics, cp.async, TMA.
 *
 * Pure functions: no state, no allocation, thread-safe.
 */
#ifndef TILEWRIGHT_BANKS_H
#define TILEWRIGHT_BANKS_H

#include <stdint.h>

#include <tilewright/api.h>

TW_API_BEGIN

enum tw_access { TW_LOAD, TW_STORE };

#define TW_WARP  32u /* lanes of a warp                      */
#define TW_BANKS 32u /* banks of shared memory, 4 bytes each */

/* Wavefronts of one request. bytes per lane: 1, 2, 4, 8 or 16; addr: byte offset of each lane; active: bit i = lane i. */
unsigned tw_bank_wavefronts(enum tw_access op, unsigned bytes, const uint32_t addr[32], uint32_t active);

/*
 * The same on an imagined machine with `banks` banks of 4 bytes and as many lanes per warp (1..32), for small
 * figures: bit i of `active` at and above `banks` must be 0. With 32 it is tw_bank_wavefronts.
 */
unsigned tw_bank_wavefronts_on(unsigned banks, enum tw_access op, unsigned bytes, const uint32_t addr[32],
                               uint32_t active);

/* How many neighbouring lanes of this request are served together: the rule's groups, merged where loads merge them. */
unsigned tw_bank_group_on(unsigned banks, enum tw_access op, unsigned bytes, const uint32_t addr[32],
                          uint32_t active);

/* The fewest wavefronts a request of distinct elements can cost: the number of groups with an active lane. */
unsigned tw_bank_ideal(unsigned bytes, uint32_t active);
unsigned tw_bank_ideal_on(unsigned banks, unsigned bytes, uint32_t active);

TW_API_END
#endif
