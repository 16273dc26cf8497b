/* Segments in equal shares (shares.h). */
#include <inttypes.h>
#include <string.h>

#include "base/whole.h"
#include "gen/cuda_type.h"
#include "gen/families/reduce/segments/shares.h"

#define TOLL_BYTES  32u
#define LEAVES_MOST 8
#define BUSY        1024u /* threads of a multiprocessor that there are registers for */

static unsigned chunk_leaves_of(unsigned leaves)
{
    return leaves > TW_SHARES_USUAL ? leaves / 4 : leaves > 1 ? leaves / 2 : 1;
}

struct tw_shares tw_shares_of(const struct tw_reduce *r, const int64_t *value)
{
    unsigned leaves = (unsigned)value[REDUCE_leaves];
    struct tw_shares s = {.leaves = leaves, .chunk_leaves = chunk_leaves_of(leaves)};
    s.share = leaves * r->leaf;
    s.part = s.share * TW_WARP / (uint64_t)value[REDUCE_BDIMX];
    s.chunk = s.chunk_leaves * r->leaf;
    s.toll = TOLL_BYTES / r->bytes;
    s.entries = s.share / s.toll + 2;
    uint64_t cost = r->cols + r->rows * s.toll, blocks = tw_ceil_div(cost, s.share);
    s.blocks = blocks ? blocks : 1;
    s.chunks = tw_ceil_div(cost, s.chunk);
    s.cuts = r->cols > s.chunk;
    unsigned slots = leaves + s.chunk_leaves;
    s.shared_bytes = (uint32_t)(slots * TW_LEAF_BYTES + 2 * TW_PIECE_BYTES + sizeof(int) * s.entries +
                                2 * slots * (sizeof(int) + r->state_bytes));
    return s;
}

void tw_shares_resolve(int64_t *value)
{
    tw_derive(value, REDUCE_leaves, TW_SHARES_USUAL);
    tw_derive(value, REDUCE_BDIMX, TW_WARP * value[REDUCE_leaves]);
    tw_derive(value, REDUCE_BDIMY, 1);
    tw_derive(value, REDUCE_warps, 1);
    tw_derive(value, REDUCE_unroll, 1);
}

bool tw_shares_accept(const struct tw_reduce *r, const int64_t *value, struct tw_text *reason)
{
    int64_t threads = value[REDUCE_BDIMX], warps = threads / TW_WARP, leaves = value[REDUCE_leaves];
    if (!tw_is_power_of_two((uint64_t)leaves) || leaves > LEAVES_MOST) {
        tw_text_addf(reason, "leaves is %" PRId64 "; a share has 1, 2, 4 or 8", leaves);
        return false;
    }
    if (threads % TW_WARP || !tw_is_power_of_two((uint64_t)warps) || warps > 2 * leaves) {
        tw_text_addf(reason,
                     "BDIMX is %" PRId64 "; a share of %" PRId64
                     " leaves is for a power of two of warps, up to twice as many",
                     threads, leaves);
        return false;
    }
    if (value[REDUCE_BDIMY] != 1 || value[REDUCE_warps] != 1)
        return tw_refuse(reason, "warps have equal parts of a share; BDIMY and warps must be 1");
    if (value[REDUCE_unroll] > 4 || !tw_is_power_of_two((uint64_t)value[REDUCE_unroll])) {
        tw_text_addf(reason,
                     "unroll is %" PRId64 "; packed segments take 1, 2 or 4 rounds of pieces together",
                     value[REDUCE_unroll]);
        return false;
    }
    (void)r;
    return true;
}

void tw_shares_describe_pieces(const struct tw_reduce *r, const int64_t *value, struct tw_data *data)
{
    unsigned piece = TW_PIECE_BYTES / r->bytes, line = TW_LINE_BYTES / r->bytes;
    bool small = r->bytes < 4;
    tw_data_string(data, "number_type",
                   value[REDUCE_schedule] == REDUCE_BALANCED ? "unsigned" : "unsigned long long");
    tw_data_number(data, "piece", piece);
    tw_data_number(data, "rounds", value[REDUCE_unroll]);
    tw_data_number(data, "line", line);
    tw_data_flag(data, "many_lines", r->cols > line);
    tw_data_flag(data, "by_words", small);
    tw_data_number(data, "element_bytes", r->bytes);
    tw_data_number(data, "word_elements", small ? 4 / r->bytes : 1);
    tw_data_number(data, "element_bits", 8 * r->bytes);
    tw_data_number(data, "word_parts", r->bulk || !small ? 1 : 4 / r->bytes);
    tw_data_number(data, "parts", r->bulk ? 1 : piece);
    tw_data_number(data, "piece_words", small ? TW_PIECE_BYTES / 4 : piece);
    tw_data_string(data, "word", small ? "unsigned" : tw_cuda_type(r->input));
}

void tw_shares_describe(const struct tw_reduce *r, const int64_t *value, struct tw_data *data)
{
    const struct tw_shares s = tw_shares_of(r, value);
    unsigned slots = s.leaves + s.chunk_leaves;
    tw_data_number(data, "share", (int64_t)s.share);
    tw_data_number(data, "part", (int64_t)s.part);
    tw_data_number(data, "chunk", (int64_t)s.chunk);
    tw_data_number(data, "chunk_leaves", s.chunk_leaves);
    tw_data_number(data, "chunks", (int64_t)s.chunks);
    tw_data_number(data, "share_blocks", (int64_t)s.blocks);
    tw_data_number(data, "slots", slots);
    tw_data_number(data, "entries", (int64_t)s.entries);
    tw_data_number(data, "data_bytes", slots * TW_LEAF_BYTES + 2 * TW_PIECE_BYTES);
    tw_data_flag(data, "cuts", s.cuts);
    tw_data_number(data, "toll", (int64_t)s.toll);
    tw_data_number(data, "resident", BUSY / r->threads);
}
