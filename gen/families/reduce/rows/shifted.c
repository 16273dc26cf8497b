/* Loads put together of two chunks: the variables of templates/reduce/reduce_shifted.cu.mustache, whose first lines say what each means, and
   what they cost. */
#include "gen/families/reduce/rows/shifted.h"

#include "gen/layout/predict.h"

unsigned tw_shifted_end(const struct tw_reduce *r)
{
    return r->shifts ? (unsigned)(r->count * r->bytes % TW_SHIFTED_CHUNK) : 0;
}

bool tw_shifted_ends(const struct tw_reduce *r, unsigned after)
{
    return (uint64_t)after * r->bytes < tw_shifted_end(r);
}

bool tw_shifted_has_more(const struct tw_reduce *r, const struct tw_reduce_run *run,
                         const struct tw_reduce_lines *lines)
{
    uint64_t grain = (r->pitch * r->bytes) | TW_SHIFTED_CHUNK,
             shift = TW_SHIFTED_CHUNK - (grain & (~grain + 1));
    return shift + (uint64_t)lines->left * r->bytes > (lines->left ? run->columns * r->bytes : 0);
}

/* ---- source ---- */

static void describe_pieces(unsigned end, struct tw_data *data)
{
    static const char *const words[] = {".x", ".y", ".z", ".w"},
                             *const types[] = {
                                 [1] = "unsigned char", [2] = "unsigned short", [4] = "unsigned"};
    struct tw_data pieces = tw_data_list(data, "pieces");
    unsigned at = 0;
    for (unsigned bytes = TW_SHIFTED_CHUNK / 2; bytes; bytes /= 2) {
        if (!(end & bytes)) continue;
        struct tw_data item = tw_data_item(&pieces);
        tw_data_flag(&item, "pair", bytes == 8);
        if (bytes < 8) {
            tw_data_string(&item, "piece", types[bytes]);
            tw_data_number(&item, "at", at / bytes);
            tw_data_string(&item, "word", words[at / 4]);
            tw_data_number(&item, "by", at % 4 * 8);
        }
        at += bytes;
    }
}

/* Leaves, and if the last one is less, that: what functions there are. */
static void describe_functions(const struct tw_reduce *r, const struct tw_reduce_run *run,
                               struct tw_data *data)
{
    unsigned sizes[] = {(unsigned)(run->is_short ? r->cols : r->leaf), run->tail};
    unsigned after[] = {run->is_short ? 0 : run->tail, 0};
    bool lines = false, next = false, rest = false, ends_line = false, ends_rest = false, more = false,
         more_ends = false;
    for (unsigned i = 0; i < (run->is_short || !run->tail ? 1 : 2); i++) {
        struct tw_reduce_lines of = tw_reduce_lines_of(r, run, sizes[i]);
        bool at_end = of.left && tw_shifted_ends(r, after[i]),
             line_at_end = of.lines && tw_shifted_ends(r, after[i] + of.left);
        bool has_more = r->ragged && tw_shifted_has_more(r, run, &of), ends = tw_shifted_ends(r, after[i]);
        more |= has_more && !ends;
        more_ends |= has_more && ends;
        lines |= of.lines > 0;
        rest |= of.left && !at_end;
        ends_rest |= at_end;
        ends_line |= line_at_end;
        next |= of.lines && !line_at_end;
    }
    tw_data_flag(data, "has_shifted_lines", lines);
    tw_data_flag(data, "has_next", next);
    tw_data_flag(data, "has_shifted_rest", rest);
    tw_data_flag(data, "ends_line", ends_line);
    tw_data_flag(data, "ends_rest", ends_rest);
    tw_data_flag(data, "has_shifted_part", rest || ends_rest);
    tw_data_flag(data, "has_splices", lines || r->ragged);
    tw_data_flag(data, "has_more", more || more_ends);
    tw_data_flag(data, "has_more_inside", more);
    tw_data_flag(data, "more_ends", more_ends);
}

void tw_shifted_describe(const struct tw_reduce *r, const struct tw_reduce_run *run, struct tw_data *data)
{
    unsigned end = tw_shifted_end(r);
    describe_functions(r, run, data);
    tw_data_flag(data, "shifts", r->shifts);
    tw_data_flag(data, "ragged", r->ragged);
    tw_data_flag(data, "has_end", end > 0);
    tw_data_number(data, "last_chunk", (int64_t)(r->count * r->bytes / TW_SHIFTED_CHUNK));
    tw_data_number(data, "element_bytes", r->bytes);
    tw_data_flag(data, "odd", r->pitch * r->bytes % 4 != 0);
    if (end) describe_pieces(end, data);
}

/* ---- what it costs ---- */

/* `active` lanes load chunks at `addr`, those at the array's last one in pieces. */
static void predict_chunks(const struct tw_reduce *r, const uint64_t addr[TW_WARP], uint32_t active,
                           uint64_t end, uint64_t times, struct tw_prediction *prediction)
{
    uint64_t piece[TW_WARP];
    uint32_t last = 0;
    for (unsigned i = 0; i < TW_WARP; i++) {
        last |= (uint32_t)(addr[i] == end) << i;
        piece[i] = end;
    }
    if (active & ~last) tw_predict_global(prediction, TW_LOAD, TW_SHIFTED_CHUNK, addr, active & ~last, times);
    for (unsigned bytes = TW_SHIFTED_CHUNK / 2; bytes && active & last; bytes /= 2) {
        if (!(tw_shifted_end(r) & bytes)) continue;
        tw_predict_global(prediction, TW_LOAD, bytes, piece, active & last, times);
        for (unsigned i = 0; i < TW_WARP; i++) piece[i] += bytes;
    }
}

/* The address of a lane's first chunk. */
static uint64_t chunk_of(const struct tw_reduce *r, const struct tw_shifted_line *line, unsigned lane)
{
    uint64_t at = line->row[lane] + (uint64_t)line->at * r->bytes;
    return at / TW_SHIFTED_CHUNK * TW_SHIFTED_CHUNK + lane % line->lanes * TW_SHIFTED_CHUNK;
}

void tw_shifted_predict_line(const struct tw_reduce *r, const struct tw_shifted_line *line, uint64_t times,
                             struct tw_prediction *prediction)
{
    uint64_t addr[TW_WARP];
    for (unsigned i = 0; i < TW_WARP; i++) addr[i] = chunk_of(r, line, i);
    tw_predict_global(prediction, TW_LOAD, TW_SHIFTED_CHUNK, addr, UINT32_MAX, times);
}

void tw_shifted_predict_next(const struct tw_reduce *r, const struct tw_shifted_line *line, uint64_t times,
                             struct tw_prediction *prediction)
{
    uint64_t addr[TW_WARP];
    uint32_t active = 0;
    for (unsigned i = 0; i < TW_WARP; i++) {
        addr[i] = chunk_of(r, line, i);
        active |= (uint32_t)(i % line->lanes == 0 && line->row[i] % TW_SHIFTED_CHUNK > 0) << i;
    }
    predict_chunks(r, addr, active, line->end, times, prediction);
}

void tw_shifted_predict_rest(const struct tw_reduce *r, const struct tw_shifted_line *line, uint64_t times,
                             struct tw_prediction *prediction)
{
    uint64_t first[TW_WARP], second[TW_WARP], bytes = (uint64_t)line->elements * r->bytes,
                                              apart = TW_SHIFTED_CHUNK;
    uint32_t own = 0, next = 0;
    if (r->ragged) apart = bytes ? line->lanes * TW_SHIFTED_CHUNK : 0;
    for (unsigned i = 0; i < TW_WARP; i++) {
        uint64_t shift = line->row[i] % TW_SHIFTED_CHUNK, end = bytes + shift,
                 place = i % line->lanes * (uint64_t)TW_SHIFTED_CHUNK;
        first[i] = chunk_of(r, line, i);
        second[i] = first[i] + apart;
        bool has_own = r->ragged ? bytes > 0 && place < end : place < bytes;
        bool has_next = r->ragged ? place == 0 && end > apart : shift > 0 && place + apart < end;
        own |= (uint32_t)has_own << i;
        next |= (uint32_t)has_next << i;
    }
    predict_chunks(r, first, own, line->end, times, prediction);
    predict_chunks(r, second, next, line->end, times, prediction);
}
