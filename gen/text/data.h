/*
 * data.h - the data of a template, built without a check at every step.
 *
 *     struct tw_data data = tw_data_new();
 *     tw_data_number(&data, "threads", 256);
 *     struct tw_data write = tw_data_object(&data, "write");   // {"threads": 256, "write": {...}}
 *     tw_data_format(&write, "place", "[%u]", pitch);
 *     ...
 *     if (!data.failed) tw_mustache_render(..., data.value, ...);
 *     tw_data_free(&data);
 *
 * Errors are sticky, as in base/text.h: when memory runs out, `failed` is set here and in all that this is part
 * of, and what cannot be added is left out. So the whole needs one check, of the outermost.
 *
 * Memory law: the outermost owns the tree; tw_data_free releases it. What is inside is borrowed: it has no use
 * after its outer struct is gone or moved.
 */
#ifndef TW_GEN_TEXT_DATA_H
#define TW_GEN_TEXT_DATA_H

#include <cJSON.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

/* An object or a list. To add to a tree that exists: {.value = tree}. */
struct tw_data {
    cJSON *value;          /* NULL when memory ran out */
    struct tw_data *outer; /* what it is part of, or NULL */
    bool failed;
};

struct tw_data tw_data_new(void); /* an empty object */
void tw_data_free(struct tw_data *data);

/* Takes an item of cJSON's (NULL: there was no memory for it); returns it once it is added, else NULL. */
cJSON *tw_data_add(struct tw_data *data, const char *key, cJSON *item);

/* What comes next in an object has a key; at the end of a list the key is NULL. */
struct tw_data tw_data_object(struct tw_data *data, const char *key);
struct tw_data tw_data_list(struct tw_data *data, const char *key);
struct tw_data tw_data_item(struct tw_data *list); /* an object at the list's end */

void tw_data_flag(struct tw_data *data, const char *key, bool value);
/* Exact: as a string where a JSON number, a double, would round. */
void tw_data_number(struct tw_data *data, const char *key, int64_t value);
/* Mustache takes 0 for true: what is not there is false. */
void tw_data_number_or_false(struct tw_data *data, const char *key, bool there, int64_t value);
/* As the source writes it, of the type that its indices have (gen/cuda_type.h). */
void tw_data_constant(struct tw_data *data, const char *key, uint64_t number, bool wide);
/* " * 4" or " + 5", what stands behind an operand; nothing where the number changes nothing, 1 or 0. */
void tw_data_term(struct tw_data *data, const char *key, char operation, uint64_t number);
void tw_data_double(struct tw_data *data, const char *key, double value);
void tw_data_string(struct tw_data *data, const char *key, const char *string);
void tw_data_format(struct tw_data *data, const char *key, const char *format, ...) TW_PRINTF(3, 4);
/* Takes the text, which is empty afterwards; the second adds false when it is empty. */
void tw_data_text(struct tw_data *data, const char *key, struct tw_text *text);
void tw_data_text_or_false(struct tw_data *data, const char *key, struct tw_text *text);

#endif
