/*
 * The method chunks: rows that begin at any element are stored in aligned chunks of up to 16 bytes. The elements of a chunk lie side by
 * side in the input as well. They may begin there anywhere in a word of 4 bytes; then a thread loads a word more, and shifts:
 *
 *     words of the input      |       |       |       |       |       |
 *     elements of a chunk          [=======|=======|=======|=======]
 *     chunk of the output         [|=======|=======|=======|=======|]       the elements before and behind go one by one
 *
 * So that no word reaches out of its row, a chunk has neither of a row's first nor of its last `margin` elements.
 */
#include "base/whole.h"
#include "gen/families/permute/tile.h"

#define WORD 4u

/* The largest power of two, up to `most` bytes, by whose multiples every element lies further on in one buffer than in the other. */
static unsigned common_alignment(const struct tw_permute_tile *t, unsigned most, bool any_pointers)
{
    uint64_t apart = most / t->in_bytes | (uint64_t)(t->problem.in_first - t->problem.out_first);
    for (unsigned i = 0; i < t->problem.rank; i++)
        apart |= (uint64_t)(t->problem.axis[i].in_stride - t->problem.axis[i].out_stride);
    return any_pointers ? t->in_bytes : (unsigned)(apart & (~apart + 1)) * t->in_bytes;
}

/* Whether the fastest axis is the same on both sides, without gaps, and elements stay as they are. */
static bool has_rows(const struct tw_permute_tile *t)
{
    if (t->problem.rank == 0 || t->in_bytes != t->out_bytes) return false;
    const struct tw_permute_axis *fastest = &t->problem.axis[t->problem.rank - 1];
    return fastest->in_stride == 1 && fastest->out_stride == 1;
}

unsigned tw_permute_row_least(const struct tw_permute_chunks *chunks)
{
    unsigned before = chunks->moves ? chunks->vector - 1 : -chunks->margin & (chunks->vector - 1);
    return chunks->margin + before + chunks->vector + chunks->margin;
}

/* How many chunks a row has wherever it begins. */
static void count_chunks(struct tw_permute_chunks *chunks)
{
    unsigned least = tw_permute_row_least(chunks);
    chunks->count = chunks->row < least ? 0 : (chunks->row - least) / chunks->vector + 1;
    chunks->ends = chunks->row - chunks->count * chunks->vector;
}

/* The orders of chunks and of the elements at the ends, a row after the other. */
static void order_chunks(struct tw_permute_tile *t, const struct tw_permute_order *rows)
{
    struct tw_permute_chunks *chunks = &t->chunks;
    const struct tw_permute_digit chunk = {
        .in = chunks->vector, .out = chunks->vector, .count = chunks->count};
    t->stores = chunks->rest = (struct tw_permute_order){.count = 1};
    tw_permute_add(&t->stores, chunk);
    tw_permute_add(&chunks->rest, (struct tw_permute_digit){.count = chunks->ends});
    for (unsigned i = 0; i < rows->digits; i++) {
        tw_permute_add(&t->stores, rows->digit[i]);
        tw_permute_add(&chunks->rest, rows->digit[i]);
    }
    if (!chunks->ends) chunks->rest.count = 0;
}

void tw_permute_chunk_rows(struct tw_permute_tile *t, const int64_t *value)
{
    struct tw_permute_chunks *chunks = &t->chunks;
    struct tw_permute_order rows = tw_permute_order_of(t, false), row;
    uint64_t widest = (uint64_t)value[PERMUTE_vector];
    bool any_pointers = value[PERMUTE_pointers] == TRANSPOSE_ANY;
    if (!has_rows(t)) return; /* which accept refuses */
    chunks->vector = (unsigned)tw_power_down(widest > t->in_bytes ? widest / t->in_bytes : 1);
    chunks->row = t->span[t->problem.rank - 1].extent;
    tw_permute_take(&rows, false, 1, chunks->row, &row);
    chunks->moves =
        chunks->vector > 1 && (any_pointers || !tw_permute_is_aligned(t, &rows, false, chunks->vector));
    chunks->part = common_alignment(t, chunks->vector * t->in_bytes, any_pointers);
    chunks->funnels = chunks->part < WORD && chunks->vector * t->in_bytes >= WORD;
    chunks->margin = chunks->funnels ? WORD / t->in_bytes - 1 : 0;
    if (chunks->funnels) chunks->part = WORD;
    count_chunks(chunks);
    if (chunks->count) order_chunks(t, &rows);
}
