/*
 * config.h - a JSON config, and the variants it becomes on a target.
 *
 * Two steps. Reading takes what the text says: scanned strictly first (gen/config/json.h: RFC 8259, duplicate keys,
 * positions), then read with cJSON. Every field that holds a list, a range or a pow2 multiplies the variant,
 * in the variant itself or in `defaults`. Expanding then makes the variants, with what nobody gave chosen for
 * a target. How many there are and what they are called is known before: the target changes neither.
 * A config may describe more variants than any memory holds, 10^12 say: it keeps the values of its fields, and a variant's name and
 * values are made when they are asked for.
 *
 * Variants stand in the order of the config; those of one entry as nested loops would make them, a loop for
 * each field in the order of the family's table, the last one innermost. The name of a variant that is one of
 * several is that of its entry, followed by an underscore and the value for each field that varies:
 * pads_IPAD2_xor (docs/config.md).
 *
 *     struct tw_config config;
 *     struct tw_variants variants;
 *     int code = tw_config_load("transpose.json", &config, &error);
 *     if (!code) code = tw_config_expand(&config, &target, &variants, &error);
 *
 * Both are immutable once made; threads may share them. Memory: tw_config owns everything it points to;
 * tw_config_free releases it. Variants are freed (tw_variants_free) before their config, whose file and texts
 * they use.
 */
#ifndef TW_GEN_CONFIG_CONFIG_H
#define TW_GEN_CONFIG_CONFIG_H

#include <tilewright/api.h>

#include "gen/family.h"

TW_API_BEGIN

#define TW_MAX_NAME 200u /* characters of a name: it becomes a file's name too */

struct tw_entry; /* gen/config/config_value.h */

/* What the text says. */
struct tw_config {
    const char *file; /* as named by the caller: for messages and headers                     */
    uint64_t hash; /* of the text; 0: there is none                                                         */
    const struct tw_family *family;
    uint64_t variant_count; /* at least 1, less than 2^63: a number beyond is refused         */
    const struct tw_entry *entries;
    size_t entry_count;
    struct tw_bank_machine
        machine;   /* that its tiles are explained and solved for; no kernel runs on another than the usual */
    void *storage; /* private */
};

/* Reads a file ("-" is standard input). TW_INPUT with file:line:col, JSON pointer and caret, TW_IO, TW_MEMORY. */
int tw_config_load(const char *path, struct tw_config *config, struct tw_error *error);

/* The same from memory; `file` only names it. The second as a space to sweep: fields that neither a variant nor `defaults`
   gives take all the values that a sweep tries. */
int tw_config_parse(const char *file, const char *text, size_t length, struct tw_config *config,
                    struct tw_error *error);
struct tw_json; /* gen/config/json.h */
/* The first of a text that was parsed, and must not be freed before this returns: takes the JSON, and leaves it empty. */
int tw_config_take(struct tw_json *json, struct tw_config *config, struct tw_error *error);
int tw_config_parse_space(const char *file, const char *text, size_t length, struct tw_config *config,
                          struct tw_error *error);

/*
 * What a plan is made for: one object of fields, without "name", as a space of one entry. Its variants are called after `name`.
 * A field that says what is computed has one value. In messages the text is the file "problem", with places of its own.
 * described: the family of a description, which the caller keeps as long as the config; NULL: the built-in one of that name.
 */
int tw_config_parse_problem(const char *family, const struct tw_family *described, const char *name,
                            const char *fields, size_t length, struct tw_config *config,
                            struct tw_error *error);
/* The same of fields that are given as values, each once, not as text: what is wrong with them is at no place. */
int tw_config_take_problem(const char *family, const struct tw_family *described, const char *name,
                           const struct tw_field_value *values, unsigned value_count,
                           struct tw_config *config, struct tw_error *error);

void tw_config_free(struct tw_config *config);

/* Appends the name of variant `number`: a C identifier that no other variant has. */
void tw_config_name(const struct tw_config *config, uint64_t number, struct tw_text *name);

/* The number of the variant of that name, found without a look at the others; false: there is none. */
bool tw_config_find(const struct tw_config *config, const char *name, uint64_t *number);

/* Whether a variant has its family's default in one of the fields (bit i: field i), as nobody gave it. */
bool tw_config_leaves(const struct tw_config *config, uint64_t fields);

struct tw_variant {
    const char *name;      /* C identifier, unique; owned by the variants, or the records          */
    const int64_t *value;  /* family->field_count values, resolved                                 */
    uint64_t given;        /* bit i: the variant or defaults say what field i is; not by a word that
                              leaves it open, such as auto                                          */
    unsigned line, column; /* from 1: where the config, or the results file, describes it          */
};

/* Variants of a config, or of records of its sweep (gen/config/record.h), as they are on a target. */
struct tw_variants {
    const struct tw_family *family;
    const char *file;        /* the config's                          */
    struct tw_target target; /* what nobody gave was chosen for it    */
    const struct tw_variant *variant;
    size_t count;
    uint64_t
        left_out;  /* how many more the config has, which violate constraints and are too many to be listed */
    void *storage; /* private */
    char *names;   /* private: of those of a config, one after the other */
};

/* All variants of the config, in its order; where they are more than a million, only those that violate no constraint of a
   description. TW_INPUT: there are more than the machine's memory holds, or too many to look for those; TW_MEMORY. */
int tw_config_expand(const struct tw_config *config, const struct tw_target *target,
                     struct tw_variants *variants, struct tw_error *error);

/* Variant number `number` alone, which costs no more than that. TW_MEMORY. */
int tw_config_expand_one(const struct tw_config *config, const struct tw_target *target, uint64_t number,
                         struct tw_variants *variants, struct tw_error *error);

void tw_variants_free(struct tw_variants *variants);

/*
 * True when `name` may be a kernel's name: a C identifier that C++, CUDA, its assembler and the C library
 * leave free. Otherwise false, and *reason gets the reason as a clause: "it is reserved by C++".
 */
bool tw_name_accept(const char *name, struct tw_text *reason);

/* The JSON Schema (draft 2020-12) of configs of all families, from the same tables. */
void tw_config_schema(struct tw_text *schema);

/* A config of the family that explains itself in "$comment", and runs as it is, on the simulator in a moment too. */
void tw_config_starter(const struct tw_family *family, struct tw_text *config);
/* Whether the starter gives the field of that name. */
bool tw_starter_uses(const struct tw_starter *starter, const char *key);

/* The reference of one family's fields as a Markdown table, from the same table. */
void tw_config_reference(const struct tw_family *family, struct tw_text *markdown);

TW_API_END
#endif
