/*
 * config.h - reads a JSON config, and makes its variants for a target.
 *
 *     struct tw_config config;
 *     struct tw_variants variants;
 *     int code = tw_config_load("transpose.json", &config, &error);
 *     if (!code) code = tw_config_expand(&config, &target, &variants, &error);
 *
 * Reading: the text is scanned strictly (gen/config/json.h: RFC 8259, duplicate keys, positions), then read with cJSON. A field with a list, a range
 * or a pow2 multiplies the variants, in an entry or in `defaults`. Number and names of the variants are known then.
 *
 * Expanding: fields that are not given are chosen for a target. A config may describe more variants than any memory holds, such as 10^12. So it only
 * keeps the values of its fields; a variant's name and values are made when they are asked for.
 *
 * Order: variants stand in the order of the config. The variants of one entry are in the order of nested loops, one for each field of the family's
 * table, the last field innermost. The name of one of several variants is that of its entry, with an underscore and the value of each field that varies:
 * pads_IPAD2_xor (docs/config.md).
 *
 * Thread-safety: threads may share configs and variants, which do not change. Memory: a tw_config owns everything that it points to; tw_config_free
 * frees it. Free variants (tw_variants_free) before their config, whose file and texts they use.
 */
#ifndef TW_GEN_CONFIG_CONFIG_H
#define TW_GEN_CONFIG_CONFIG_H

#include <tilewright/api.h>

#include "gen/family.h"

TW_API_BEGIN

#define TW_MAX_NAME 200u /* characters of a name: it becomes a file's name too */

struct tw_entry; /* gen/config/config_value.h */

/* A config as it was read. */
struct tw_config {
    const char *file; /* the caller's name of it, for messages and headers                     */
    uint64_t hash; /* of the text; 0: there is no text                                                      */
    const struct tw_family *family;
    uint64_t variant_count; /* at least 1, less than 2^63: a number beyond is refused         */
    const struct tw_entry *entries;
    size_t entry_count;
    struct tw_bank_machine
        machine;   /* that its tiles are explained and solved for; no kernel runs on another than the usual */
    void *storage; /* private */
};

/* Reads a config from a file; "-" is standard input. TW_INPUT: the config is wrong; the error has its place, with JSON pointer and caret. TW_IO:
   the file cannot be read. TW_MEMORY. */
int tw_config_load(const char *path, struct tw_config *config, struct tw_error *error);

/* The same from memory; `file` is only a name. */
int tw_config_parse(const char *file, const char *text, size_t length, struct tw_config *config,
                    struct tw_error *error);
struct tw_json; /* gen/config/json.h */
/* The same from JSON that was parsed, which is taken and left empty. Its text must not be freed before this returns. */
int tw_config_take(struct tw_json *json, struct tw_config *config, struct tw_error *error);
/* Reads a space to sweep from memory: fields that neither a variant nor `defaults` gives take all values that a sweep tries. */
int tw_config_parse_space(const char *file, const char *text, size_t length, struct tw_config *config,
                          struct tw_error *error);

/*
 * Reads the problem of a plan: an object of fields without "name", as a space of one entry. Its variants are named after `name`. A field that says
 * what is computed must have one value. Messages call the text "problem", with its own lines and columns. `described` is the family of a
 * description, which must live as long as the config; NULL: the built-in family with that name.
 */
int tw_config_parse_problem(const char *family, const struct tw_family *described, const char *name,
                            const char *fields, size_t length, struct tw_config *config,
                            struct tw_error *error);
/* The same for fields that are given as values, each once. An error then has no line and column. */
int tw_config_take_problem(const char *family, const struct tw_family *described, const char *name,
                           const struct tw_field_value *values, unsigned value_count,
                           struct tw_config *config, struct tw_error *error);

/* Frees what the struct owns. */
void tw_config_free(struct tw_config *config);

/* Appends the name of variant `number`, from 0. It is a C identifier that no other variant has. */
void tw_config_name(const struct tw_config *config, uint64_t number, struct tw_text *name);

/* Finds the number of the variant with that name, without looking at the others. False: there is none. */
bool tw_config_find(const struct tw_config *config, const char *name, uint64_t *number);

/* True if some variant has its family's default in one of the fields, since nobody gave it. Bit i of `fields` stands for field i. */
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

/* Makes all variants of the config, in its order. If there are more than a million, only those are made that violate no constraint of a description.
   TW_INPUT: there are more than the machine's memory holds, or too many to try their constraints. TW_MEMORY. */
int tw_config_expand(const struct tw_config *config, const struct tw_target *target,
                     struct tw_variants *variants, struct tw_error *error);

/* Makes variant `number` alone, without the cost of the others. TW_MEMORY. */
int tw_config_expand_one(const struct tw_config *config, const struct tw_target *target, uint64_t number,
                         struct tw_variants *variants, struct tw_error *error);

void tw_variants_free(struct tw_variants *variants);

/*
 * True when `name` may be a kernel's name: a C identifier that C++, CUDA, its assembler and the C library
 * leave free. Otherwise false, and *reason gets the reason as a clause: "it is reserved by C++".
 */
bool tw_name_accept(const char *name, struct tw_text *reason);

/* Adds the JSON Schema (draft 2020-12) of the configs of all families. It comes from the same tables. */
void tw_config_schema(struct tw_text *schema);

/* Adds a config of the family that explains itself in "$comment". It runs as it is, also on the simulator, in a moment. */
void tw_config_starter(const struct tw_family *family, struct tw_text *config);
/* True if the starter gives the field with that name. */
bool tw_starter_uses(const struct tw_starter *starter, const char *key);

/* Adds a family's fields as a Markdown table. It comes from the same table. */
void tw_config_reference(const struct tw_family *family, struct tw_text *markdown);

TW_API_END
#endif
