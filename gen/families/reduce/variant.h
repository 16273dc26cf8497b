/* variant.h - struct tw_reduce of a variant's fields, and what loads its problem allows. */
#ifndef TW_GEN_FAMILIES_REDUCE_VARIANT_H
#define TW_GEN_FAMILIES_REDUCE_VARIANT_H

#include "gen/families/reduce/fields.h"

/* The variant of resolved values. */
struct tw_reduce tw_reduce_of(const int64_t *value);

/* The element that the word of `type` stands for. */
enum tw_element tw_reduce_type_of(const int64_t *value);

/* Bytes of an element; the largest load, up to 16 bytes, that every row begins at a multiple of, with at least an element. */
unsigned tw_reduce_bytes(const int64_t *value);
uint64_t tw_reduce_widest_load(const int64_t *value);
/* Whether the variant's loads are wider than that, and are put together: of two chunks along rows, of words along columns;
   tw_reduce.shifts. */
bool tw_reduce_shifts(const int64_t *value);
/* Bytes that columns that shift are loaded at multiples of: words, or, of elements as large, vectors, of which lanes hand each other
   what they lack. */
unsigned tw_reduce_column_grain(const struct tw_reduce *r);

#endif
