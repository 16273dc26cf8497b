/*
 * record.h - the columns of a record (docs/results.md): the one table from which records are written (result.c,
 * sweep_file.c), read back for --resume (record.c) and checked when they come from elsewhere (shards.c). The
 * fields of the family stand in a record too, behind `kernel`.
 */
#ifndef TW_TUNE_RECORD_H
#define TW_TUNE_RECORD_H

#include <cJSON.h>

#include "tune/result.h"

/* What may be in a column, each a member of struct tw_column_value; and as what a sheet of results has it. */
/* clang-format off */
/*    kind    in a sheet */
#define TW_COLUMN_KINDS(X)                                                        \
    X(text,   TW_STRING)                                                          \
    X(count,  TW_NUMBER)                                                          \
    X(rate,   TW_NUMBER)  /* with 1 digit behind the point                     */ \
    X(cost,   TW_NUMBER)  /* with 6                                            */ \
    X(truth,  TW_BOOLEAN)                                                         \
    X(counts, TW_NULL)    /* an object: its members are columns of the sheet   */ \
    X(counters, TW_NULL)  /* the same                                          */ \
    X(timing, TW_NULL)    /* the same                                          */
/* clang-format on */

/*
 * written: what it is null without, and the value; of the variables that the writer has.
 * foreign: the form that shards.c checks it for, and whether it may be null or missing.
 * resumed: what reads it back (record.c), or `nothing`: it identifies the record, or follows from the others.
 */
/* clang-format off */
/*    key               kind    written: known                        value                               foreign: form, null   resumed */
#define TW_RESULT_COLUMNS(X)                                                                                                            \
    X(name,             text,   true,                                 result->variant->name,              WORD,     false,      nothing)    \
    X(kernel,           text,   true,                                 family->name,                       WORD,     true,       nothing)    \
    X(chosen,           text,   chosen != NULL,                       chosen,                             ANYTHING, true,       nothing)    \
    X(status,           text,   true,                                 tw_status_word(result->status),     WORD,     false,      status)     \
    X(reason,           text,   reason != NULL,                       reason,                             ANYTHING, true,       reason)     \
    X(device,           text,   true,                                 device,                             ANYTHING, true,       nothing)    \
    X(shared_bytes,     count,  result->status != TW_STATUS_REJECTED, result->shared_bytes,               ANYTHING, true,       shared_bytes)    \
    X(predicted,        counts, result->has_predicted,                &result->predicted,                 ANYTHING, true,       predicted)    \
    X(simulated,        counts, result->has_simulated,                &result->simulated,                 ANYTHING, true,       simulated)  \
    X(measured,         counters, result->has_measured,               &result->measured,                  ANYTHING, true,       nothing)    \
    X(time_us,          timing, result->has_timing,                   &result->timing,                    ANYTHING, true,       timing)     \
    X(gb_per_s,         rate,   gb_per_s > 0,                         gb_per_s,                           ANYTHING, true,       nothing)    \
    X(needed_read_sectors,    count,  needs,                           result->work.read_sectors,          ANYTHING, true,       nothing)    \
    X(needed_written_sectors, count,  needs,                           result->work.written_sectors,       ANYTHING, true,       nothing)    \
    X(needed_read_fills,      count,  needs,                           result->work.read_fills,            ANYTHING, true,       nothing)    \
    X(tile_sectors,     count,  result->work.tile_sectors > 0,        result->work.tile_sectors,          ANYTHING, true,       nothing)    \
    X(bound_us,         cost,   result->bound_us > 0,                 result->bound_us,                   ANYTHING, true,       bound)      \
    X(of_bound,         cost,   of_bound > 0,                         of_bound,                           ANYTHING, true,       nothing)

/* The columns that only records of described kernels have. */
#define TW_PROOF_COLUMNS(X)                                                                                                             \
    X(checked,          truth,  true,                                 !result->unchecked,                 ANYTHING, true,       checked)    \
    X(proof,            text,   result->proof != TW_PROOF_NONE,       tw_proof_word(result->proof),       ANYTHING, true,       proof)      \
    X(unproven,         text,   unproven != NULL,                     unproven,                           ANYTHING, true,       unproven)   \
    X(proof_problem,    text,   problem != NULL,                      problem,                            ANYTHING, true,       problem)    \
    X(proof_recompiled, truth,  problem != NULL,                      result->recompiled,                 ANYTHING, true,       recompiled) \
    X(simulated_work,   count,  result->simulated_work > 0,           result->simulated_work,             ANYTHING, true,       simulated_work) \
    X(problem,          text,   own_problem != NULL,                  own_problem,                        ANYTHING, true,       nothing)    \
    X(unwritten,        text,   unwritten != NULL,                    unwritten,                          ANYTHING, true,       unwritten)  \
    X(unwritten_count,  count,  result->unwritten_count > 0,          result->unwritten_count,            ANYTHING, true,       unwritten_count) \
    X(unwritten_of,     count,  result->unwritten_of > 0,             result->unwritten_of,               ANYTHING, true,       unwritten_of) \
    X(unchanged,        text,   unchanged != NULL,                    unchanged,                          ANYTHING, true,       unchanged)  \
    X(unchanged_count,  count,  result->has_unchanged,                result->unchanged_count,            ANYTHING, true,       unchanged_count)

/* The columns that only a sweep has. */
#define TW_ROW_COLUMNS(X)                                                                                                               \
    X(number,           count,  true,                                 number,                             ANYTHING, false,      nothing)    \
    X(ideal_wavefronts, count,  row->possible && row->result.has_predicted, row->ideal,                   ANYTHING, true,       nothing)    \
    X(elements,         count,  row->possible,                        row->work.elements,                 ANYTHING, true,       nothing)    \
    X(sectors,          count,  row->result.has_simulated,            tw_counts_sectors(&row->result.simulated), ANYTHING, true, nothing)   \
    X(registers,        count,  row->result.registers != 0,           row->result.registers,              ANYTHING, true,       registers)  \
    X(threads,          count,  row->possible,                        row->threads,                       ANYTHING, true,       nothing)    \
    X(blocks_per_sm,    count,  row->possible,                        row->occupancy.blocks_per_sm,       ANYTHING, true,       nothing)    \
    X(limit,            text,   row->possible,                        tw_limit_text(row->occupancy.limit), ANYTHING, true,      nothing)    \
    X(cost,             cost,   !isnan(row->cost),                    row->cost,                          ANYTHING, true,       nothing)    \
    X(rank,             count,  row->rank != 0,                       row->rank,                          COUNT,    true,       nothing)    \
    X(tie,              truth,  true,                                 row->tie,                           ANYTHING, false,      nothing)
/* clang-format on */

#define TW_RECORD_COLUMNS(X) TW_RESULT_COLUMNS(X) TW_PROOF_COLUMNS(X) TW_ROW_COLUMNS(X)

enum tw_column {
#define X(key, kind, known, value, form, null, resumed) TW_COLUMN_##key,
    TW_RECORD_COLUMNS(X)
#undef X
        TW_COLUMN_COUNT
};

enum tw_column_kind {
#define X(kind, sheet) TW_KIND_##kind,
    TW_COLUMN_KINDS(X)
#undef X
};

struct tw_column_value {
    enum tw_column column;
    bool known; /* false: null */
    const char *text;
    uint64_t count;
    double rate, cost;
    bool truth;
    const struct tw_counts *counts;
    const struct tw_measured *counters;
    const struct tw_timing *timing;
};

/* A row of the table as a value: to expand a part of the table where its variables are. */
#define TW_COLUMN_VALUE(key, kind, is_known, value, form, null, resumed)                                     \
    {.column = TW_COLUMN_##key, .known = (is_known), .kind = (value)},

/* Adds '"KEY": VALUE'. */
void tw_column_add(const struct tw_column_value *value, struct tw_text *line);

/* The key of a column. */
const char *tw_column_key(enum tw_column column);

/* The key of the object of figures that a description defines (figures.h), which stands behind the columns. */
#define TW_FIGURES_KEY "metrics"

/* Whether a column has that key, or the object of figures. */
bool tw_column_is_known(const char *key);

/* What stands before the key of a field in a record: nothing, or TW_RECORD_PREFIX where it is a column's. */
const char *tw_record_prefix(const char *key);

/* Reads what a resumed sweep takes over from the record of an earlier run; false when its status is none.
 * What no such column can hold is as if it were null. *result is initialised. */
bool tw_record_resume(const cJSON *record, struct tw_result *result);

#endif
