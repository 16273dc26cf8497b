/*
 * tile_pattern.h - which element a pattern of docs/tile.md takes, for the oracle of the `tile` family: straight from its text.
 */
#ifndef TW_RUNTIME_REFERENCES_TILE_PATTERN_H
#define TW_RUNTIME_REFERENCES_TILE_PATTERN_H

#include <stdbool.h>
#include <stdint.h>

/* Sets element[idx] for idx = 0..n-1. The text is a pattern that fits a tile of n elements and a block of so many threads.
   False: out of memory. */
bool tw_tile_pattern_play(const char *text, uint32_t n, uint32_t threads, unsigned element_bytes,
                          uint32_t *element);

#endif
