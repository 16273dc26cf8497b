/* Variants that leave untouched what others write, where nobody says what is right (tune/written.h): they are wrong, and do not rank. */
#include <stdlib.h>

#include "base/hash.h"
#include "tune/sweep/sweep.h"
#include "tune/written.h"

/* Whether what the row leaves untouched can be compared. */
static bool is_compared(const struct tw_row *row)
{
    return row->mine && row->done && row->result.status == TW_STATUS_OK;
}

static bool leaves_any(const struct tw_row *row)
{
    return row->result.unwritten_count || (row->result.has_unchanged && row->result.unchanged_count);
}

static struct tw_written written_of(const struct tw_row *row, size_t number)
{
    const struct tw_result *result = &row->result;
    return (struct tw_written){
        .problem = row->problem,
        .run_on = tw_hash(tw_text_string(&result->proof_problem), result->proof_problem.length),
        .elements = (double)row->work.elements,
        .total = result->unwritten_of,
        .unwritten = result->unwritten_count,
        .unchanged = result->unchanged_count,
        .has_unchanged = result->has_unchanged,
        .row = number};
}

static void condemn(struct tw_row *row, const struct tw_written *written)
{
    struct tw_result *result = &row->result;
    result->status = TW_STATUS_MISMATCH;
    if (result->proof != TW_PROOF_NONE) result->proof = TW_PROOF_WRONG;
    tw_text_clear(&result->unproven);
    tw_text_clear(&result->reason);
    tw_written_say(written, tw_text_string(&result->unwritten), tw_text_string(&result->unchanged),
                   &result->reason);
}

int tw_sweep_compare_written(struct tw_sweep *sweep, struct tw_error *error)
{
    bool any = false;
    size_t count = 0;
    for (size_t i = 0; i < sweep->count; i++)
        any |= is_compared(&sweep->rows[i]) && leaves_any(&sweep->rows[i]);
    if (!any) return TW_OK;
    struct tw_written *list = malloc(sweep->count * sizeof *list);
    if (!list) return tw_fail(error, TW_MEMORY, "out of memory");
    for (size_t i = 0; i < sweep->count; i++) {
        if (is_compared(&sweep->rows[i])) list[count++] = written_of(&sweep->rows[i], i);
    }
    tw_written_compare(list, count);
    for (size_t i = 0; i < count; i++) {
        if (list[i].leaves_unwritten || list[i].leaves_alone) condemn(&sweep->rows[list[i].row], &list[i]);
    }
    free(list);
    return TW_OK;
}
