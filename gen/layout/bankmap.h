/*
 * bankmap.h - which bank holds which element of a tile, what each access costs, and where it conflicts.
 *
 * The map is drawn as the tile is declared, one cell per element, the padding at the end of each row. A 4 x 4 tile
 * of 4-byte elements on a machine of 4 banks, without and with one element of padding:
 *
 *        0  1  2  3              0  1  2  3  pad
 *     0  0  1  2  3           0  0  1  2  3  --         the number in a cell is its bank:
 *     1  0  1  2  3           1  1  2  3  0  --         a column is one bank on the left,
 *     2  0  1  2  3           2  2  3  0  1  --         four banks on the right
 *     3  0  1  2  3           3  3  0  1  2  --
 *
 * A swizzle moves elements within their row; the cell stays at the element's own column, so that an access along a
 * column is a column of the picture, and the bank in the cell is that of the place where the element really lies.
 *
 * tw_bankmap_make computes, bankmap_draw.h draws. Thread-safe. The struct owns its accesses (tw_bankmap_free).
 */
#ifndef TW_GEN_LAYOUT_BANKMAP_H
#define TW_GEN_LAYOUT_BANKMAP_H

#include "gen/family.h"

/* A conflict is at least 2 different words in one bank, and 32 lanes of 4 words hold 128. */
#define TW_MAX_CONFLICTS 64u
/* One request takes so many at most: each of 32 lanes asks for four words of one bank, on the worst machine. */
#define TW_MAX_WAVEFRONTS 128u

/* Neighbouring banks (an element may span several) that must each serve `words` different words to the same lanes, one
   group's: of 4 bytes; on banks of 8 bytes, whatever such a bank serves at a time (banks.h). */
struct tw_bank_conflict {
    unsigned bank, banks; /* the first, and how many */
    unsigned words;       /* at least 2              */
    uint32_t lanes;
};

/* One request, lane by lane. */
struct tw_bank_request {
    unsigned pass, warp;
    unsigned wavefronts, ideal;
    uint32_t active;      /* bit i: lane i takes part                                                  */
    uint32_t addr[32];    /* byte offset of each lane; 0 where it does not                             */
    uint32_t conflicting; /* lanes that share a bank with another word; none unless wavefronts > ideal */
    struct tw_bank_conflict conflicts[TW_MAX_CONFLICTS];
    unsigned conflict_count;
};

/*
 * Why a request of 4-byte elements in an unswizzled tile on banks of 4 bytes costs what it does, where a closed form holds:
 *   STEP  each lane's word is `step` after the lane before it. With g = gcd(step, banks), lanes banks/g apart meet in
 *         one bank, so n lanes cost ceil(n * g / banks).
 *   RUNS  runs of `run` lanes step `step` words, and each run begins one word after the run before it (a column read
 *         of a full warp in linear form). Conflict-free exactly when gcd(step, banks) = banks / run: the first run
 *         must fill every (banks/run)-th bank, for the others to fall between.
 */
enum tw_bank_reason { TW_REASON_NONE, TW_REASON_STEP, TW_REASON_RUNS };

struct tw_bank_why {
    enum tw_bank_reason reason;
    unsigned step, run; /* words; lanes (RUNS only) */
    unsigned gcd;       /* of step and banks        */
};

/* One access of the kernel over all warps of a block, in all passes. */
struct tw_bank_access {
    struct tw_access_info info;
    unsigned number; /* in the family's list */
    unsigned threads,
        requests; /* of the block that take part, in the pass with the most; warps with such threads */
    uint64_t wavefronts, ideal;
    uint8_t per_warp[TW_MAX_BLOCK_THREADS]; /* wavefronts of each warp's request, in the pass of `worst` */
    struct tw_bank_request worst;           /* furthest from its ideal; the first of equals */
    struct tw_bank_why why;                 /* of `worst` */
};

struct tw_bankmap {
    struct tw_layout layout;
    struct tw_bank_machine machine;
    unsigned threads, warps;
    struct tw_bank_access *accesses;
    unsigned access_count;
};

/*
 * Fills *map for tile `number` of an accepted variant, which has so many, with the accesses to it, and the variant's shape, on a
 * machine. The variant's elements and accesses must not be wider
 * than all its banks together (tw_bankmap_fits). False: memory ran out, and the map is empty.
 */
bool tw_bankmap_make(const struct tw_family *family, const int64_t *value, unsigned number,
                     const struct tw_shape *shape, const struct tw_bank_machine *machine,
                     struct tw_bankmap *map);

/* Frees what the struct owns and zeroes it. */
void tw_bankmap_free(struct tw_bankmap *map);

/* False, with the reason added, when there is no tile to draw, or an element or access of it is wider than all banks. */
bool tw_bankmap_fits(const struct tw_family *family, const int64_t *value,
                     const struct tw_bank_machine *machine, struct tw_text *reason);

/* Adds "4 banks of 4 bytes", "32 banks of 8 bytes in 64-bit mode". */
void tw_bank_machine_add(const struct tw_bank_machine *machine, struct tw_text *out);

/* Byte offset of a cell into the block's shared memory. row < layout.rows, column < layout.pitch; from layout.columns on it is padding. */
uint32_t tw_bankmap_offset(const struct tw_bankmap *map, unsigned row, unsigned column);

/* The first bank of a cell, and how many it spans (1 for 4 bytes and less, in 64-bit mode 8). */
unsigned tw_bankmap_bank(const struct tw_bankmap *map, unsigned row, unsigned column);
unsigned tw_bankmap_span(const struct tw_bankmap *map);

/* The lane of the access's worst request that touches the cell (the lowest if several do), or -1. */
int tw_bankmap_lane(const struct tw_bankmap *map, const struct tw_bank_access *access, unsigned row,
                    unsigned column);

/* The element at a byte offset; false when it is padding or outside the tile. */
bool tw_bankmap_element(const struct tw_bankmap *map, uint32_t offset, unsigned *row, unsigned *column);

#endif
