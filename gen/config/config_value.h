/*
 * config_value.h - the JSON value of one field: all the values the variant takes in that field.
 *
 *     field = one | list | range | pow2
 *     one   = integer | word | text | real
 *     real  = a number, of a field whose words are numbers with a fraction (tw_field_info.is_real)
 *     list  = "[" one { "," one } "]"                       all different
 *     range = { "from": integer, "to": integer, "step": integer }   step is 1 when left out; `to` is included
 *     pow2  = { "pow2": [ integer, integer ] }              the powers of two from the first to the second
 */
#ifndef TW_GEN_CONFIG_CONFIG_VALUE_H
#define TW_GEN_CONFIG_CONFIG_VALUE_H

#include "base/arena.h"
#include "gen/config/json.h"
#include "gen/config/texts.h"
#include "gen/family.h"

/* The values of one field, in the order of the config. */
struct tw_axis {
    uint64_t count;      /* at least 1                                                              */
    const int64_t *list; /* the values; NULL: they are first, first + step, first + 2 * step, ...   */
    int64_t first, step;
};

static inline int64_t tw_axis_value(const struct tw_axis *axis, uint64_t i)
{
    return axis->list ? axis->list[i] : axis->first + (int64_t)i * axis->step;
}

/* One object of "variants", with what it has from "defaults": the cross product of its fields. */
struct tw_entry {
    const char *name;      /* that its variants are called after                                */
    uint64_t first, count; /* the number of its first variant in the config; how many they are  */
    uint32_t listed; /* while the config is read: the number of its first variant among those whose names
                                   are compared as a list; TW_NO_INDEX: they are too many */
    bool
        is_numbered; /* its variants are called by their numbers: their values would make names that cannot be */
    uint64_t given;             /* bit i: field i is mentioned                                       */
    const struct tw_axis *axes; /* of the fields that are, in the order of the family's table        */
    unsigned line, column;      /* from 1                                                            */
};

/* The values of variant number `offset` of an entry, the last field varying fastest; those of fields that nobody
 * gave are their defaults, unresolved. */
void tw_entry_values(const struct tw_family *family, const struct tw_entry *entry, uint64_t offset,
                     int64_t *value);

struct tw_variant; /* gen/config/config.h */

/* One block (free), at *variant: the variants, and after them their values. False: out of memory. */
bool tw_variants_allocate(const struct tw_family *family, size_t count, struct tw_variant **variant,
                          int64_t **values);

/* TW_INPUT when so many variants of a file cannot be held at once in the memory of this machine. */
int tw_variants_check_count(const char *file, uint64_t count, struct tw_error *error);

/* Where the lists and the texts of axes live; the set makes equal texts one. */
struct tw_axis_memory {
    struct tw_arena *arena;
    struct tw_texts *texts;
};

/* Reads the value of `field` at `node`. TW_INPUT with place and caret, TW_MEMORY. */
int tw_axis_read(const struct tw_json *json, const struct tw_field_info *field, const cJSON *node,
                 const struct tw_axis_memory *memory, struct tw_axis *axis, struct tw_error *error);

/* The same of one value that is given without JSON. `json` is empty but for what errors call the file; they are about no place. */
int tw_axis_take(const struct tw_json *json, const struct tw_field_info *field,
                 const struct tw_field_value *given, const struct tw_axis_memory *memory,
                 struct tw_axis *axis, struct tw_error *error);

/* Appends what the field takes: 'an integer from 0 to 100, or "default"', 'one of "2d", "linear"', '"layout", or a text'. */
void tw_field_add_allowed(const struct tw_field_info *field, struct tw_text *text);

/* The position of `word` in `words` (NULL-terminated), or -1. */
int tw_config_word(const char *word, const char *const *words);

/* Whether a text may be empty, which is then its first word: nothing is given. */
bool tw_field_may_be_empty(const struct tw_field_info *field);
/* Whether the number is one that the field takes: in its range, and where it declares its values among them. */
bool tw_field_takes(const struct tw_field_info *field, int64_t number);

/* The position among the words of a field of reals of one that is this number, or -1. */
int tw_field_real_word(const struct tw_field_info *field, double number);

/* The value that the word is to the field, as gen/family.h stores it; false, and *value as it was: no word of it. */
bool tw_field_word(const struct tw_field_info *field, const char *word, int64_t *value);

/* Appends the words in quotes with commas between them;
 * and '; did you mean "X"?' if one of them is near `word`. */
void tw_config_add_words(const char *const *words, struct tw_text *text);
void tw_config_add_suggestion(const char *word, const char *const *words, struct tw_text *text);

/* Reads the value of "machine": the banks that `explain` and `solve` imagine (docs/config.md). TW_INPUT, TW_MEMORY. */
int tw_config_machine(const struct tw_json *json, const cJSON *node, struct tw_bank_machine *machine,
                      struct tw_error *error);

/* Fails at the key of `node` (NULL: nowhere in the text), which is `key` and none of `keys` (NULL-terminated).
 * `what` names the object: "a variant". */
int tw_config_unknown_key(const struct tw_json *json, const cJSON *node, const char *key, const char *what,
                          const char *const *keys, struct tw_error *error);

#endif
