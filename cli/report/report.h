/*
 * report.h - what the parts of the HTML report share: the records taken apart, and the view that the template
 * shows. Private to cli/report/report_*.c.
 *
 * Memory: strings in a report are the records'; tw_report_close frees the rows and the unit.
 */
#ifndef TW_CLI_REPORT_REPORT_H
#define TW_CLI_REPORT_REPORT_H

#include <cJSON.h>

#include "gen/family.h"
#include "gen/text/data.h"
#include "tune/result.h"
#include "tune/results/records.h"

/* A field that the record lacks, or whose value the family does not know. */
#define TW_VALUE_UNKNOWN INT64_MIN

/* One record. Numbers that are null or missing in the file are NAN. */
struct tw_report_row {
    const char *name, *word, *reason; /* "" when missing; word: the status as written   */
    const char *limit;                /* what limits the blocks per SM; "" when missing */
    enum tw_status status;
    unsigned rank;                                /* 0: none                                            */
    bool tie;                                     /* not to be told apart from the row before           */
    bool unchecked;                               /* nobody says what it must compute */
    const char *proof, *unproven, *proof_problem; /* as written; "" when missing */
    const char *unwritten;                        /* the same: results that it never wrote */
    bool known;                                   /* every field's value is known                       */
    bool possible;                                /* known, and the family accepts it: can be predicted */
    double number, cost, time_us, gb_per_s, of_bound, shared_bytes, blocks, registers, threads;
    double sectors, needed;   /* of global memory: those of a launch; those that its problem needs at least */
    double requests;          /* of shared memory, simulated                        */
    double wavefronts, ideal; /* of shared memory; NAN also where there is none of it */
    double elements;          /* of a launch; NAN unless possible                   */
    int64_t value[TW_MAX_FIELDS]; /* as gen/family.h stores it, or TW_VALUE_UNKNOWN     */
    double order;                 /* the cost, or its opposite where the highest is best */
    const cJSON *metrics;         /* the figures that its description defines, or NULL  */
};

struct tw_report {
    const cJSON *header;
    const struct tw_family *family; /* NULL when this program does not know it */
    const struct tw_target *target; /* whose limits count */
    bool simulator;                 /* counts, no times */
    bool timed;                     /* ranked by times */
    bool described;                 /* the kernel is a described one */
    bool moves;                     /* the family is about moving data: sectors are a part of its cost */
    const char *by;                 /* the metric that it ranks by, or NULL: time, or counts */
    bool by_own;                    /* that is one of the description */
    bool highest;                   /* ... of which the highest is best */
    const cJSON *metrics;           /* the figures of the first row that has some, or NULL: there are none */
    struct tw_text unit;            /* what costs are counted in: "ns per 1000 elements" */
    struct tw_report_row *rows;     /* the best first, those that did not run last */
    size_t count;
    size_t statuses[TW_STATUS_COUNT];
    bool varies[TW_MAX_FIELDS];       /* the field has more than one value among the rows        */
    const struct tw_report_row *best; /* the winner, or so far the cheapest; NULL when none ran  */
};

/* TW_MEMORY is the only error. */
int tw_report_open(const struct tw_records *records, struct tw_report *report, struct tw_error *error);
void tw_report_close(struct tw_report *report);
/* Finds what varies, what became of the rows, and the best, which are in order. */
void tw_report_settle(struct tw_report *report);

/* One report for each problem, in order of their best rows. They share the header of the whole, and are not closed. */
struct tw_report_parts {
    struct tw_report *part;
    size_t count; /* at least 1 */
    struct tw_report_row *rows;
};
/* False: out of memory. Freed with tw_report_parts_free either way. */
bool tw_report_split(const struct tw_report *report, struct tw_report_parts *parts);
void tw_report_parts_free(struct tw_report_parts *parts);
/* Adds what tells the problem of a part from those of the others: "type float32, offset 11". */
void tw_report_add_problem(const struct tw_report *report, const struct tw_report *part,
                           struct tw_text *text);

/* The row with these values of all fields, or NULL. */
const struct tw_report_row *tw_report_find(const struct tw_report *report, const int64_t *value);

/* The same variant with neither padding nor swizzle; false when the family does not accept it. */
bool tw_report_bare(const struct tw_report *report, const struct tw_report_row *row, int64_t *value);

/* The fields that the family can rid its banks of conflicts by: "neither padding nor swizzle", "no padding",
 * "no swizzle"; NULL: it has none. */
const char *tw_report_without(const struct tw_report *report);

/* Wavefronts per 1000 elements: 0 without shared memory, NAN when not known. */
double tw_report_wavefront_rate(const struct tw_report_row *row);

/* What decides between two variants of equal cost: "fewer shared bytes per thread". */
const char *tw_report_decides(const struct tw_report *report, const struct tw_report_row *better,
                              const struct tw_report_row *worse);

/* "32" or "xor"; "?" when unknown; the beginning of what is very long. */
void tw_report_add_value(const struct tw_report *report, unsigned field, int64_t value, struct tw_text *text);

/* With so many significant digits, and all digits before the point (0: those alone); NAN as a dash. */
void tw_report_add_number(struct tw_text *text, double value, int digits);

/* "32 wavefronts (ideal 32), 2048 bytes"; of a variant without shared memory, what it moves. */
void tw_report_add_accesses(struct tw_text *text, const struct tw_report_row *row);

/* The header's text under `key`, "" when it has none. */
const char *tw_report_header(const struct tw_report *report, const char *key);

/* The parts of the view, the template's data. Each adds one key: false when there is nothing to show. */
void tw_report_summary(const struct tw_report *report, const struct tw_report_parts *parts,
                       struct tw_data *view);                                 /* "summary" */
void tw_report_winner(const struct tw_report *report, struct tw_data *view);  /* "winner"  */
void tw_report_heat(const struct tw_report *report, struct tw_data *view);    /* "heat"    */
void tw_report_scatter(const struct tw_report *report, struct tw_data *view); /* "scatter" */
void tw_report_banks(const struct tw_report *report, struct tw_data *view);   /* "banks"   */
void tw_report_table(const struct tw_report *report, struct tw_data *view);   /* "table"   */

#endif
