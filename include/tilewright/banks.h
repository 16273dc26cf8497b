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
 * Matrix loads and stores (ldmatrix, stmatrix) cost what stores of 16 bytes by the lanes that give rows' addresses do: 8 rows are a group.
 *
 * Source: measured on an H200, 1,130 of 1,130 single-warp patterns, 360 of 360 of matrices (docs/banks.md; tests/data, sim/tests/data).
 * Not covered: cp.async, TMA.
 *
 * Other machines, for teaching: any number of banks, and the banks of 8 bytes that compute capability 3.x has, in both of
 * its modes. There a bank serves 8 bytes at a time. What they hold, on 32 banks, word = address / 4:
 *
 *     64-bit mode   bank = address / 8 mod 32      an aligned 8 bytes
 *     32-bit mode   bank = word mod 32             word i of an aligned segment of 64 words, and word i + 32 of the same
 *
 * In both modes lanes conflict that go to one bank in different aligned 256 bytes, and no others: the two halves of what a
 * bank serves at a time are no conflict. On N banks it is 2 N words for 64, and 8 N bytes for 256.
 *
 * Source: CUDA C++ Programming Guide, "Compute Capability 3.x", "Shared Memory". How accesses wider than 4 bytes are
 * split the guide leaves open; a group is what fills the banks once, 256 bytes in a clock (NVIDIA's paper on the GK110):
 * 32 lanes of 8 bytes, 16 of 16. Not measured: no device that today's drivers and compilers know has such banks. No groups
 * merge there.
 *
 * Pure functions: no state, no allocation, thread-safe. They answer 0 to what is no request: no addresses (NULL), another
 * number of bytes, a machine that is wrong or NULL. No request with an active lane costs 0.
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
 * Wavefronts of one request. bytes per lane: 1, 2, 4, 8 or 16; active: bit i = lane i; addr: byte offset of each lane into
 * shared memory. Offsets of lanes that are not active are not looked at. The hardware takes multiples of `bytes` only; of another
 * the word that it lies in counts, and as many behind it as the access has.
 */
unsigned tw_bank_wavefronts(enum tw_access op, unsigned bytes, const uint32_t addr[32], uint32_t active);

/*
 * Wavefronts of one atomic that the machine does in one instruction, of 4 or 8 bytes: lanes that go to one word take turns as those that go
 * to one bank do, so a group costs the most lanes that one bank must serve; groups as above, none merge. A compare-and-swap goes through the
 * banks twice and costs twice as much.
 */
unsigned tw_bank_atomic_wavefronts(unsigned bytes, const uint32_t addr[32], uint32_t active);

/* The fewest wavefronts a request of distinct elements can cost: the number of groups with an active lane. */
unsigned tw_bank_ideal(unsigned bytes, uint32_t active);

/* ---- other machines ---- */

struct tw_bank_machine {
    unsigned banks; /* 1 to 32, and as many lanes in a warp                               */
    unsigned bytes; /* 4 or 8, that a bank serves at a time                               */
    unsigned mode;  /* 32 or 64: bits that go to one bank before the next; 64 needs 8 bytes */
};

/* What every device of compute capability 5.0 and newer is. */
extern const struct tw_bank_machine tw_usual_banks;

/* NULL, or in a clause what is wrong with it ("there is none" of NULL); static. */
const char *tw_bank_machine_wrong(const struct tw_bank_machine *machine);
/* True for tw_usual_banks. */
bool tw_bank_machine_is_usual(const struct tw_bank_machine *machine);

/* The bank of a byte; and which of the pieces that this bank serves, one at a time, the byte is in. */
unsigned tw_bank_of(const struct tw_bank_machine *machine, uint32_t address);
uint32_t tw_bank_row(const struct tw_bank_machine *machine, uint32_t address);

/*
 * tw_bank_wavefronts and tw_bank_ideal on a machine, the same functions on tw_usual_banks. Bit i of `active` at and above
 * `banks` must be 0, else there is no answer (0).
 */
unsigned tw_bank_wavefronts_on(const struct tw_bank_machine *machine, enum tw_access op, unsigned bytes,
                               const uint32_t addr[32], uint32_t active);
unsigned tw_bank_ideal_on(const struct tw_bank_machine *machine, unsigned bytes, uint32_t active);

/* How many neighbouring lanes are served together, by their bytes; and in this request, where loads may merge groups. */
unsigned tw_bank_lanes_on(const struct tw_bank_machine *machine, unsigned bytes);
unsigned tw_bank_group_on(const struct tw_bank_machine *machine, enum tw_access op, unsigned bytes,
                          const uint32_t addr[32], uint32_t active);

TW_API_END
#endif
