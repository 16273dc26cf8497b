/* The variables of templates/reduce/reduce_unordered.cu.mustache, whose first lines say what each means. */
#include <inttypes.h>

#include "gen/families/reduce/algebra.h"
#include "gen/families/reduce/columns/columns.h"
#include "gen/families/reduce/columns/unordered.h"

static void describe_types(const struct tw_unordered *l, struct tw_data *data)
{
    const struct tw_reduce *r = l->r;
    bool is_large = r->count > INT32_MAX, is_wide = r->cols + l->strip > INT32_MAX;
    tw_data_string(data, "index", is_wide ? "unsigned long long" : "unsigned");
    tw_data_string(data, "signed_index", is_wide ? "long long" : "int");
    tw_data_string(data, "suffix", is_wide ? "ull" : "u");
    tw_data_string(data, "large", is_large ? "unsigned long long" : "unsigned");
    tw_data_format(data, "cols_constant", "%" PRIu64 "%s", r->cols, is_wide ? "ll" : "");
    tw_data_format(data, "pitch_large", "%" PRIu64 "%s", r->pitch, is_large ? "ull" : "");
    tw_data_format(data, "all_elements", "%" PRIu64 "%s", r->count, is_large ? "ull" : "");
    tw_data_format(data, "row_step", "%" PRIu64 "%s", l->y * r->pitch, is_large ? "ull" : "u");
    tw_data_string(data, "unsigned_element", r->bytes == 1 ? "unsigned char" : "unsigned short");
}

static void describe_place(const struct tw_unordered *l, struct tw_data *data)
{
    bool one_strip = l->strips == 1, one_part = l->parts == 1;
    if (one_strip)
        tw_data_string(data, "strip", "0");
    else if (one_part)
        tw_data_string(data, "strip", "blockIdx.x");
    else
        tw_data_format(data, "strip", "(blockIdx.x %% %" PRIu64 ")", l->strips);
    if (one_part)
        tw_data_string(data, "part", "0");
    else if (one_strip)
        tw_data_string(data, "part", "blockIdx.x");
    else
        tw_data_format(data, "part", "(blockIdx.x / %" PRIu64 ")", l->strips);
    tw_data_number(data, "strip_columns", (int64_t)l->strip);
}

static void describe_rows(const struct tw_unordered *l, struct tw_data *data)
{
    uint64_t rows = l->r->rows;
    const char *suffix = rows > UINT32_MAX ? "ull" : "u";
    tw_data_string(data, "first_type", rows > UINT32_MAX ? "unsigned long long" : "unsigned");
    if (l->parts == 1) {
        tw_data_string(data, "first_row", "0");
        tw_data_format(data, "all_rows", "%" PRIu64, rows);
    } else {
        tw_data_format(data, "first_row", "part_number * %" PRIu64 "%s", l->block_rows, suffix);
        tw_data_format(data, "all_rows", "(unsigned)min(%" PRIu64 "%s, %" PRIu64 "%s - first_row)",
                       l->block_rows, suffix, rows, suffix);
    }
    tw_data_flag(data, "rests", l->cut || rows % l->block_rows != 0);
    tw_data_flag(data, "cut", l->cut);
    tw_data_flag(data, "shifted", l->period > 1);
    tw_data_number(data, "row_shift", l->shift);
}

static void describe_chunks(const struct tw_unordered *l, struct tw_data *data)
{
    const struct tw_reduce *r = l->r;
    tw_data_number(data, "threads", r->threads);
    tw_data_number(data, "width", r->vector);
    tw_data_number(data, "words", r->align / 4);
    tw_data_number(data, "word_elements", 4 / r->bytes);
    tw_data_number(data, "element_bits", 8 * r->bytes);
    tw_data_flag(data, "by_words", tw_reduce_takes_columns(r));
    tw_data_number(data, "pad", l->pad);
    tw_data_number(data, "padded", l->padded);
    struct tw_data members = tw_data_list(data, "part_members");
    for (unsigned i = 0; i < l->part_count; i++) {
        struct tw_data item = tw_data_item(&members);
        tw_data_string(&item, "part_member", l->part[i].name);
        tw_data_string(&item, "part_cuda", l->part[i].cuda);
        tw_data_flag(&item, "more", i + 1 < l->part_count);
    }
}

static void describe_parts(const struct tw_unordered *l, struct tw_data *data)
{
    tw_data_flag(data, "parts_join", l->parts > 1);
    tw_data_format(data, "parts", "%" PRIu64 "u", l->parts);
    tw_data_format(data, "last_part", "%" PRIu64 "u", l->parts - 1);
    tw_data_format(data, "part_stride", "%" PRIu64 "ull", l->stride);
    tw_data_flag(data, "last", l->parts > 1 && !l->join_runs);
    tw_data_flag(data, "second", l->join_runs > 0);
    tw_data_number(data, "join_runs", l->join_runs);
    tw_data_number(data, "join_threads", TW_COLUMNS_JOINED * l->join_runs);
}

void tw_unordered_describe(const struct tw_reduce *r, const int64_t *value, struct tw_data *data)
{
    struct tw_unordered l = tw_unordered_of(r, value);
    describe_types(&l, data);
    describe_place(&l, data);
    describe_rows(&l, data);
    describe_chunks(&l, data);
    describe_parts(&l, data);
}
