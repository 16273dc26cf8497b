/*
 * bytes.h - numbers and texts as bytes between two processes of one build on one machine: written in an order, and read in the
 * same. A number is 8 bytes as the processor has them; a text is its length, its bytes and a NUL.
 *
 * Writing goes to a struct tw_text, whose `failed` says that memory ran out. Reading looks at every length: after the first one
 * that cannot be, `wrong` is set, numbers are 0 and texts are NULL.
 */
#ifndef TW_TUNE_WORKERS_BYTES_H
#define TW_TUNE_WORKERS_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

void tw_bytes_add_number(struct tw_text *bytes, uint64_t number);
/* NULL is told apart from "". */
void tw_bytes_add_string(struct tw_text *bytes, const char *string);
/* A text with any bytes in it; one that has failed makes `bytes` fail. */
void tw_bytes_add_text(struct tw_text *bytes, const struct tw_text *text);
/* The members of a struct that has no pointers. */
void tw_bytes_add_raw(struct tw_text *bytes, const void *raw, size_t size);

struct tw_bytes {
    const char *at;
    size_t left;
    bool wrong;
};

uint64_t tw_bytes_number(struct tw_bytes *bytes);
/* Points into the bytes, and lives as long; NULL is what was NULL, or wrong. */
const char *tw_bytes_string(struct tw_bytes *bytes);
/* Adds to *text, which is initialised. */
void tw_bytes_text(struct tw_bytes *bytes, struct tw_text *text);
void tw_bytes_raw(struct tw_bytes *bytes, void *raw, size_t size);

#endif
