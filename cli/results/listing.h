/* listing.h - records of results files, written for people and for other programs. */
#ifndef TW_CLI_RESULTS_LISTING_H
#define TW_CLI_RESULTS_LISTING_H

#include "tune/results/select.h"
#include "tune/results/shards.h"

struct tw_listing {
    const struct tw_shards *shards;
    const uint32_t *rows; /* of shards->records, in the order wanted */
    size_t count;
    bool mixed;               /* the files are not shards of one sweep: each row says which it is from */
    size_t most;              /* rows of a table; 0: all */
    const uint32_t *left_out; /* of a table: rows that it only counts, since they are not ok */
    size_t left_out_count;
};

/* What is known of the sweep, the records' most telling fields, and those of `shown`, in columns. */
void tw_listing_table(const struct tw_listing *listing, const uint32_t *shown, size_t shown_count,
                      struct tw_text *text);

bool tw_listing_is_ok(const struct tw_listing *listing, size_t row);

/* RFC 4180, with a line of column names: every field, nested ones under dotted names; null is empty. */
void tw_listing_csv(const struct tw_listing *listing, struct tw_text *text);

/* A results file again: the header of the first file, then the records as they were written. */
void tw_listing_json(const struct tw_listing *listing, struct tw_text *text);

#endif
