/*
 * tile_pattern.h - which element a pattern of docs/tile.md takes, for the oracle of the `tile` family: straight from its text.
 */
#ifndef TW_RUNTIME_REFERENCES_TILE_PATTERN_H
#define TW_RUNTIME_REFERENCES_TILE_PATTERN_H

#include <stdbool.h>
#include <stdint.h>

/* The sides of a block and of its tile. */
struct tw_tile_sides {
    uint32_t block[3]; /* x, y, z */
    uint32_t depth, rows, columns;
};

/* Sets element[idx] for each number idx of the tile. The text is a pattern that fits the sides. False: out of memory. */
bool tw_tile_pattern_play(const char *text, const struct tw_tile_sides *sides, unsigned element_bytes,
                          uint32_t *element);

#endif
