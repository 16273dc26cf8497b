/*
 * description_schema.h - what a description may say, for programs (JSON Schema) and people (tables), from one table. docs/kernel.md has
 * the tables, a test compares.
 */
#ifndef TW_GEN_DESCRIBED_DESCRIPTION_SCHEMA_H
#define TW_GEN_DESCRIBED_DESCRIPTION_SCHEMA_H

#include "base/text.h"

/* The objects that a description is made of: "kernel", "field", "argument", ...; ends with NULL. Static. */
extern const char *const tw_description_objects[];

/* Adds the definitions of the schema: "described.kernel" is the description, "described.defaults" and "described.variant" are what a config
   of it holds. Each begins with ",\n". */
void tw_description_definitions(struct tw_text *schema);

/* Adds the members of an object as a table in Markdown, those that an earlier object has too in one row; false: there is no such object. */
bool tw_description_reference(const char *object, struct tw_text *markdown);

#endif
