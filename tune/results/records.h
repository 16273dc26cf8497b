/*
 * records.h - results files (docs/results.md) read back, whole or torn.
 *
 * Memory: tw_records owns everything; tw_records_free releases it.
 */
#ifndef TW_TUNE_RESULTS_RECORDS_H
#define TW_TUNE_RESULTS_RECORDS_H

#include <cJSON.h>
#include <stdbool.h>

#include <tilewright/error.h>

#include "gen/family.h"
#include "gen/text/templates.h"
#include "tune/watcher.h"

struct tw_records {
    char *file;
    cJSON *header; /* the object of the first line; NULL when the file is empty */
    cJSON *list;   /* array of the records' objects, in file order              */
    /* The family of the kernel that the header names, for showing records; a caller that knows a description sets it. NULL: the built-in one. */
    const struct tw_family *family;
    bool torn;          /* the last line is not complete: the writer was interrupted */
    size_t whole_bytes; /* of complete lines: what to cut a torn file to             */
};

/* Reads a file. Lines are parsed strictly (gen/config/json.h); a torn last line is noticed, not an
   error. TW_INPUT with file:line for anything that is not a results file of this format version,
   or two records of one number. */
int tw_records_read(const char *file, struct tw_records *records, struct tw_error *error);
/* The same of lines in memory that this program wrote: not checked again. `file` names them. TW_MEMORY. */
int tw_records_of(const char *file, const char *text, struct tw_records *records, struct tw_error *error);
/* The watcher is told where another version of the program wrote the file. */
void tw_records_say_version(const struct tw_watcher *watcher, const char *file, const char *version);
/*
 * Whether what the file's variants were rendered with is the template `given`, or, NULL, the family's own, by the hash in the header.
 * TW_INPUT: it is another one than the given, or one that the header names and that nobody gave. A file that does not name one may be
 * of an older version of the program: then *unsure is set, if its hash is another.
 */
int tw_records_check_template(const struct tw_records *records, const struct tw_family *family,
                              const struct tw_template *given, bool *unsure, struct tw_error *error);
void tw_records_free(struct tw_records *records);

/* A member of a record or header; NULL: it has none. As text: "" where it is missing, or no text. Both live as long as the object, which may
   be NULL. */
const cJSON *tw_record_member(const cJSON *object, const char *key);
const char *tw_record_word(const cJSON *object, const char *key);

#endif
