/*
 * banks.h - the shared-memory bank rule: how many wavefronts one request costs.
 *
 *     // pad.c
 *     #include <stdio.h>
 *     #include <tilewright/banks.h>
 *
 *     int main(void)
 *     {
 *         for (unsigned pitch = 32; pitch <= 33; pitch++) { // floats from one row of the tile to the next
 *             uint32_t column[TW_WARP];
 *             for (unsigned lane = 0; lane < TW_WARP; lane++) column[lane] = lane * pitch * 4;
 *             printf("pitch %u, wavefronts: %u\n", pitch, tw_bank_wavefronts(TW_LOAD, 4, column, UINT32_MAX));
 *         }
 *         return 0;
 *     }
 *
 * Each lane reads one row's element of the same column. A column of padding removes the conflicts:
 *
 *     $ cc -std=c11 pad.c $(pkg-config --cflags --libs tilewright) -o pad && ./pad
 *     pitch 32, wavefronts: 32
 *     pitch 33, wavefronts: 1
 *
 * A request is one shared-memory instruction executed by one warp. The memory has 32 banks of 4 bytes:
 *
 *     byte address   0    4    8   ...  124  128  132 ...
 *     word           0    1    2   ...   31   32   33        word = address / 4
 *     bank           0    1    2   ...   31    0    1        bank = word mod 32
 *
 * In one wavefront each bank serves one word, and any number of lanes may share that word. Lanes are served in groups:
 *
 *     bytes per lane   groups
 *     1, 2, 4          lanes 0-31
 *     8                lanes 0-15, 16-31
 *     16               lanes 0-7, 8-15, 16-23, 24-31
 *
 * A group costs the largest number of different words that one bank must serve. A request costs the sum over its groups.
 *
 * Loads of 8 and 16 bytes may merge neighbouring groups, into lanes 0-31 for 8 bytes, and lanes 0-15 and 16-31 for 16. They merge if all
 * pairs of lanes (i, i xor 1), or all pairs (i, i xor 2), have the same address. Pairs with an inactive lane do not count.
 *
 * Matrix loads and stores (ldmatrix, stmatrix) cost as much as stores of 16 bytes by the lanes that give the rows' addresses. A group is 8 rows.
 *
 * Source: measurements on an H200 (docs/banks.md; tests/data and sim/tests/data). The rule agrees with all 1,130 patterns of single warps and all
 * 360 patterns of matrices. It does not cover cp.async and TMA.
 *
 * Other machines are for teaching. They have any number of banks up to 32, of 4 bytes or of 8 as on compute capability 3.x. A bank of 8 bytes
 * serves 8 bytes at a time. Which bytes these are depends on the mode; with 32 banks, and word = address / 4:
 *
 *     64-bit mode   bank = address / 8 mod 32      an aligned 8 bytes
 *     32-bit mode   bank = word mod 32             word i of an aligned segment of 64 words, and word i + 32 of the same
 *
 * In both modes two lanes conflict if they use one bank but different aligned segments of 256 bytes. With N banks a segment has 2 N words, which
 * are 8 N bytes.
 *
 * Source: CUDA C++ Programming Guide, "Compute Capability 3.x", "Shared Memory". The guide does not say how accesses wider than 4 bytes are
 * split. Here a group fills the banks once, 256 bytes in a clock (NVIDIA's paper on the GK110): 32 lanes of 8 bytes, or 16 lanes of 16 bytes.
 * Groups of such machines never merge. This part is not measured, since today's drivers and compilers support no such device.
 *
 * Every function is pure and thread-safe: it keeps no state and allocates nothing. A question without a meaning has the answer 0: addresses that
 * are NULL, other numbers of bytes than those above, a machine that is NULL or wrong. A request without an active lane costs 0.
 */
#ifndef TILEWRIGHT_BANKS_H
#define TILEWRIGHT_BANKS_H

#include <stdbool.h>
#include <stdint.h>

#include <tilewright/api.h>

TW_API_BEGIN

enum tw_access { TW_LOAD, TW_STORE };

#define TW_WARP  32u /* lanes of a warp                      */
#define TW_BANKS 32u /* banks of shared memory, 4 bytes each */

/*
 * The wavefronts of one request.
 *
 *     op      TW_LOAD or TW_STORE
 *     bytes   of each lane: 1, 2, 4, 8 or 16
 *     addr    byte offset of each lane into shared memory; offsets of inactive lanes are not read
 *     active  bit i is set if lane i takes part
 *
 * Hardware accepts only offsets that are multiples of `bytes`. For another offset, counting begins at the word that it lies in, and takes as
 * many words as the access has.
 */
unsigned tw_bank_wavefronts(enum tw_access op, unsigned bytes, const uint32_t addr[32], uint32_t active);

/*
 * The wavefronts of one atomic operation of 4 or 8 bytes that the machine performs in one instruction. Lanes that use the same word take turns,
 * as lanes that use the same bank do. So a group costs as many wavefronts as its busiest bank has lanes. The groups are those above, and never
 * merge. A compare-and-swap goes through the banks twice and costs twice as much.
 *
 * Source: measurements on an H200 of integers of 4 bytes, exchanges of 8 bytes and compare-and-swap (docs/banks.md).
 */
unsigned tw_bank_atomic_wavefronts(unsigned bytes, const uint32_t addr[32], uint32_t active);

/* The wavefronts of a request without conflicts: the number of groups with an active lane. Only a load whose groups merge costs less. */
unsigned tw_bank_ideal(unsigned bytes, uint32_t active);

/* ---- other machines ---- */

struct tw_bank_machine {
    unsigned banks; /* 1 to 32; a warp has as many lanes                                     */
    unsigned bytes; /* that a bank serves at a time: 4 or 8                                  */
    unsigned mode;  /* 32 or 64: the bits that go to one bank before the next; 64 needs 8 bytes */
};

/* The shared memory of all devices with compute capability 5.0 and newer. */
extern const struct tw_bank_machine tw_usual_banks;

/* NULL if the machine can be. Otherwise a clause says what is wrong: "it must have 1 to 32 banks", or for NULL "there is none". Static. */
const char *tw_bank_machine_wrong(const struct tw_bank_machine *machine);
/* True for a machine with 32 banks of 4 bytes, whatever its mode. */
bool tw_bank_machine_is_usual(const struct tw_bank_machine *machine);

/* The bank of a byte, from 0. */
unsigned tw_bank_of(const struct tw_bank_machine *machine, uint32_t address);
/* The row of a byte, from 0: a bank serves bytes of one row in one wavefront. A row has `banks` times `bytes` bytes. */
uint32_t tw_bank_row(const struct tw_bank_machine *machine, uint32_t address);

/*
 * tw_bank_wavefronts and tw_bank_ideal on any machine. On tw_usual_banks the answers are the same. The answer is 0 if `active` has a lane that
 * the machine lacks, a bit at or above `banks`.
 */
unsigned tw_bank_wavefronts_on(const struct tw_bank_machine *machine, enum tw_access op, unsigned bytes,
                               const uint32_t addr[32], uint32_t active);
unsigned tw_bank_ideal_on(const struct tw_bank_machine *machine, unsigned bytes, uint32_t active);

/* The lanes of a group, by the bytes of each lane. */
unsigned tw_bank_lanes_on(const struct tw_bank_machine *machine, unsigned bytes);
/* The lanes of a group in this request, whose groups may have merged. */
unsigned tw_bank_group_on(const struct tw_bank_machine *machine, enum tw_access op, unsigned bytes,
                          const uint32_t addr[32], uint32_t active);

TW_API_END
#endif
