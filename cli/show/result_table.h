/*
 * result_table.h - the table of `run`: a row for each variant, with what there is to say of it below, and a legend.
 *
 * Memory: the struct owns its rows; tw_result_table_free releases them. Initialise with tw_result_table_of.
 */
#ifndef TW_CLI_SHOW_RESULT_TABLE_H
#define TW_CLI_SHOW_RESULT_TABLE_H

#include "cli/show/table.h"
#include "tune/result.h"

struct tw_result_table {
    const struct tw_family *family;
    bool times; /* on a GPU; else the simulator's counts */
    bool colour;
    struct tw_table rows;
    size_t both, same; /* variants predicted and simulated; and those of which both say the same */
};

struct tw_result_table tw_result_table_of(const struct tw_family *family, bool times, bool colour);

/* A row says the sectors of global memory where the family is about traffic, and nothing else where the variant has no shared
   memory. Lines wider than `columns` are broken, but `below`: whole lines that are shown below the row as they are. */
void tw_result_table_add(struct tw_result_table *table, const struct tw_result *result, size_t columns,
                         const struct tw_text *below);

/* Adds the table; and what its columns are. Nothing where there are no rows. */
void tw_result_table_print(const struct tw_result_table *table, size_t columns, struct tw_text *text);
void tw_result_table_legend(const struct tw_result_table *table, struct tw_text *text);
void tw_result_table_free(struct tw_result_table *table);

#endif
