/*
 * report.h - what the parts of the HTML report share: the records taken apart, and the view that the template
 * shows. Private to cli/report/report_*.c.
 *
 * Memory: strings in a report are the records'; tw_report_close frees the rows. The view owns its tree.
 */
#ifndef TW_CLI_REPORT_H
#define TW_CLI_REPORT_H

#include <cJSON.h>

#include "cli/result.h"
#include "cli/results/records.h"
#include "gen/family.h"

#define TW_VALUE_UNKNOWN                                                                                     \
    INT64_MIN /* a field that the record lacks, or whose value the family does not know */

/* One record. Numbers that are null or missing in the file are NAN. */
struct tw_report_row {
    const char *name, *word, *reason; /* "" when missing; word: the status as written      */
    const char *limit;                /* what limits the blocks per SM; "" when missing     */
    enum tw_status status;
    unsigned rank; /* 0: none                                            */
    bool tie;      /* not to be told apart from the row before           */
    bool known;    /* every field's value is known                       */
    bool possible; /* known, and the family accepts it: can be predicted */
    double number, cost, time_us, gb_per_s, wavefronts, ideal, shared_bytes, blocks, registers;
    double elements;              /* of a launch; NAN unless possible                   */
    int64_t value[TW_MAX_FIELDS]; /* as gen/family.h stores it, or TW_VALUE_UNKNOWN     */
};

struct tw_report {
    const cJSON *header;
    const struct tw_family *family; /* NULL when this program does not know it */
    const struct tw_target *target; /* whose limits count                      */
    bool simulator;                 /* counts, no times                        */
    struct tw_report_row *rows;     /* the best first, those that did not run last */
    size_t count;
    size_t statuses[TW_STATUS_COUNT];
    bool varies[TW_MAX_FIELDS];       /* the field has more than one value among the rows        */
    const struct tw_report_row *best; /* the winner, or so far the cheapest; NULL when none ran  */
};

/* TW_MEMORY is the only error. */
int tw_report_open(const struct tw_records *records, struct tw_report *report, struct tw_error *error);
void tw_report_close(struct tw_report *report);

/* The row with these values of all fields, or NULL. */
const struct tw_report_row *tw_report_find(const struct tw_report *report, const int64_t *value);

/* The same variant with neither padding nor swizzle; false when the family does not accept it. */
bool tw_report_bare(const struct tw_report *report, const struct tw_report_row *row, int64_t *value);

/* What an access costs: wavefronts per 1000 elements, over the whole block; NAN when not known. */
double tw_report_wavefront_rate(const struct tw_report_row *row);

/* "ns per 1000 elements"; "ns" and "wavefronts" alone. */
const char *tw_report_cost_unit(const struct tw_report *report);

/* "32" or "xor"; "?" when unknown. */
void tw_report_add_value(const struct tw_report *report, unsigned field, int64_t value, struct tw_text *text);

/* With so many significant digits, and all digits before the point (0: those alone); NAN as a dash. */
void tw_report_add_number(struct tw_text *text, double value, int digits);

/* The header's text under `key`, "" when it has none. */
const char *tw_report_header(const struct tw_report *report, const char *key);

/*
 * The view. `failed` is sticky: once memory ran out nothing more is added, and parents may be NULL. Each
 * returns what it added or, if nothing could be, NULL.
 */
struct tw_view {
    cJSON *root;
    bool failed;
};

cJSON *tw_view_object(struct tw_view *view, cJSON *parent, const char *key);
cJSON *tw_view_list(struct tw_view *view, cJSON *parent, const char *key);
cJSON *tw_view_item(struct tw_view *view, cJSON *list); /* an object at the list's end */
void tw_view_flag(struct tw_view *view, cJSON *parent, const char *key, bool value);
void tw_view_integer(struct tw_view *view, cJSON *parent, const char *key, long value);
void tw_view_string(struct tw_view *view, cJSON *parent, const char *key, const char *string);
/* Frees the text. */
void tw_view_text(struct tw_view *view, cJSON *parent, const char *key, struct tw_text *text);
/* A sentence of its own, {"text": ...}, at the list's end; frees the text. */
void tw_view_sentence(struct tw_view *view, cJSON *list, struct tw_text *text);

/* The parts. Each adds one key to the view's root: false when there is nothing to show. */
void tw_report_winner(const struct tw_report *report, struct tw_view *view);  /* "winner"  */
void tw_report_heat(const struct tw_report *report, struct tw_view *view);    /* "heat"    */
void tw_report_scatter(const struct tw_report *report, struct tw_view *view); /* "scatter" */
void tw_report_banks(const struct tw_report *report, struct tw_view *view);   /* "banks"   */
void tw_report_table(const struct tw_report *report, struct tw_view *view);   /* "table"   */

#endif
