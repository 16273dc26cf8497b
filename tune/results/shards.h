/*
 * shards.h - results files (docs/results.md), one or several, as sheets of what is written in them; and the
 * union of the shards of one sweep.
 *
 * Memory: the struct owns everything. Initialise with {0}.
 */
#ifndef TW_TUNE_RESULTS_SHARDS_H
#define TW_TUNE_RESULTS_SHARDS_H

#include "tune/results/sheet.h"

#define TW_RESULTS_FORMAT 1

struct tw_shard {
    char *name; /* as given; "<stdin>" */
    struct tw_text text;
    size_t header, first, count; /* rows of `headers` and `records`                       */
    bool empty;                  /* there is no complete header: nothing is in the sheets */
    bool torn;                   /* the last line is not complete: left out               */
    size_t whole_bytes;          /* up to the end of the last complete line               */
};

struct tw_shards {
    const struct tw_family *
        family; /* of a described kernel, if the caller knows it; NULL: the built-in one that the header names */
    struct tw_sheet headers, records;
    struct tw_shard *shards;
    size_t count;
};

/* Reads one more file. TW_INPUT with its place for what is no results file of this format, and for two
   records of one number in it. Rows stand in the order of the file. */
int tw_shards_add(struct tw_shards *shards, const char *file, struct tw_error *error);
void tw_shards_free(struct tw_shards *shards);

/* The file of a record. */
const struct tw_shard *tw_shards_of(const struct tw_shards *shards, size_t record);

/*
 * The union of the files, which must be of one sweep: same program, config, space, device, compiler. Records
 * that stand in several files must be the same but for rank and tie. *records: numbers of the rows that make
 * it up, room for all of them; *count of them. TW_INPUT, naming both files, when the headers or two records
 * do not agree.
 */
int tw_shards_union(struct tw_shards *shards, uint32_t *records, size_t *count, struct tw_error *error);

/*
 * Ranks the records (those that are ok and have a cost) afresh, writes rank and tie into them, and makes the
 * first header that of the whole. Nothing to do, and nothing done, for one file that is finished.
 */
int tw_shards_rank(struct tw_shards *shards, const uint32_t *records, size_t count, struct tw_error *error);

/* Says in the first header that not every record is there. */
int tw_shards_unfinish(struct tw_shards *shards, struct tw_error *error);

#endif
