/*
 * bank_rows.h - the busiest place of the banks, found without a branch: what each serves is a set of rows.
 *
 * A unit is a word, or an access that fills some banks of its own: 1 << shift of them, at as many places, are a row of the banks.
 */
#ifndef TW_BASE_DEVICE_BANK_ROWS_H
#define TW_BASE_DEVICE_BANK_ROWS_H

#include <stdint.h>

#define TW_ROW_SPANS  8u /* times 64 rows */
#define TW_ROW_PLACES 32u

/* How many bits are set in each of them, added to `sum`. */
static inline void tw_add_bits(const uint64_t *sets, unsigned count, uint32_t *sum)
{
    for (unsigned i = 0; i < count; i++) {
        uint64_t x = sets[i];
        x -= x >> 1 & 0x5555555555555555u;
        x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
        x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu;
        x += x >> 8;
        x += x >> 16;
        sum[i] += (uint32_t)(x + (x >> 32)) & 0x7fu;
    }
}

/* The most different units, of these `count`, that have the same place; 0: they lie too far apart for this way. */
static inline unsigned tw_busiest_place(const uint32_t *units, unsigned count, unsigned shift)
{
    uint64_t rows[TW_ROW_SPANS * TW_ROW_PLACES];
    uint32_t served[TW_ROW_PLACES] = {0}, low = UINT32_MAX, high = 0, most = 0;
    for (unsigned i = 0; i < count; i++) {
        low = units[i] < low ? units[i] : low;
        high = units[i] > high ? units[i] : high;
    }
    const uint32_t places = 1u << shift, begin = low & ~(places - 1),
                   spans = ((high - begin) >> shift) / 64 + 1;
    if (spans > TW_ROW_SPANS) return 0;
    for (uint32_t i = 0; i < spans << shift; i++) rows[i] = 0;
    for (unsigned i = 0; i < count; i++) {
        const uint32_t at = units[i] - begin, row = at >> shift;
        rows[(row / 64 << shift) + (at & (places - 1))] |= (uint64_t)1 << row % 64;
    }
    for (uint32_t span = 0; span < spans; span++) tw_add_bits(rows + (span << shift), places, served);
    for (unsigned i = 0; i < TW_ROW_PLACES; i++) most = served[i] > most ? served[i] : most;
    return most;
}

#endif
