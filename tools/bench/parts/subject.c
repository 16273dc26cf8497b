#include "tools/bench/parts/subject.h"

#include <stdlib.h>
#include <string.h>

#include "gen/families/permute/model/estimate.h"
#include "gen/families/reduce/estimate.h"
#include "gen/families/transpose/features.h"
#include "tools/bench/parts/draw.h"
#include "tools/bench/parts/lengths.h"

/* ---- transposes ---- */

static uint64_t transpose_bytes(const int64_t *value)
{
    const struct tw_transpose problem = tw_transpose_problem(value);
    return (problem.in_count > problem.out_count ? problem.in_count : problem.out_count) * problem.bytes;
}

static void add_transpose(const struct tw_family *family, const int64_t *value, struct tw_text *text)
{
    const struct tw_transpose p = tw_transpose_problem(value);
    (void)family;
    if (p.batch > 1) tw_text_addf(text, "%llu of ", (unsigned long long)p.batch);
    tw_text_addf(text, "%llux%llu %s", (unsigned long long)p.rows, (unsigned long long)p.cols,
                 tw_element_words[value[TRANSPOSE_type]]);
    if (p.in_pitch != p.cols || p.out_pitch != p.rows)
        tw_text_addf(text, ", pitches %llu and %llu", (unsigned long long)p.in_pitch,
                     (unsigned long long)p.out_pitch);
}

/* A tile that is a line of 128 bytes longer than the matrix. */
static bool is_too_large(const int64_t *value)
{
    int64_t line = 128 / tw_transpose_bytes(value);
    if (value[TRANSPOSE_method] != TRANSPOSE_VECTOR && value[TRANSPOSE_method] != TRANSPOSE_XOR) return false;
    return value[TRANSPOSE_tile_rows] >= value[TRANSPOSE_rows] + line ||
           value[TRANSPOSE_tile_cols] >= value[TRANSPOSE_cols] + line;
}

static bool transpose_features(const int64_t *value, const struct tw_target *target, float *feature)
{
    tw_transpose_features(value, target, feature);
    return true;
}

/* ---- reductions ---- */

static void complete_reduction(int64_t *value)
{
    if (value[REDUCE_pitch] == TW_DERIVED) value[REDUCE_pitch] = value[REDUCE_cols];
}

/* In place. */
static void make_int32(uint64_t *number, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        int32_t narrow = (int32_t)number[i];
        memcpy((char *)number + i * sizeof narrow, &narrow, sizeof narrow);
    }
}

static unsigned reduction_kinds(const int64_t *value)
{
    return value[REDUCE_along] == REDUCE_SEGMENTS ? LENGTHS_KINDS : 0;
}

/* The offsets of segments. */
static bool reduction_input(const int64_t *value, unsigned kind, struct subject_input *input)
{
    uint64_t segments = (uint64_t)value[REDUCE_rows], elements = (uint64_t)value[REDUCE_cols];
    bool narrow = value[REDUCE_offsets] == REDUCE_OFFSETS_INT32;
    enum lengths lengths = kind == SUBJECT_DRAWN ? lengths_of(segments, elements) : (enum lengths)kind;
    uint64_t *offset = malloc((segments + 1) * sizeof *offset);
    *input = (struct subject_input){.argument = REDUCE_OFFSETS,
                                    .bytes = offset,
                                    .count = (segments + 1) * (narrow ? sizeof(int32_t) : sizeof *offset),
                                    .word = lengths_words[lengths]};
    if (!offset) return false;
    lengths_fill(lengths, segments, elements, offset);
    if (narrow) make_int32(offset, segments + 1);
    return true;
}

/* A result or an offset has 8 bytes at most, and the second array of a dot, or the offsets, begin at a multiple of
   TW_SCRATCH_ALIGN. */
static uint64_t reduction_bytes(const int64_t *value)
{
    uint64_t batch = (uint64_t)value[REDUCE_batch], rows = (uint64_t)value[REDUCE_rows] * batch;
    uint64_t results = value[REDUCE_along] == REDUCE_COLUMNS ? (uint64_t)value[REDUCE_cols] * batch : rows;
    uint64_t in = rows * (uint64_t)value[REDUCE_pitch] * draw_reduction_bytes(value);
    if (value[REDUCE_op] == REDUCE_DOT) in = 2 * in + TW_SCRATCH_ALIGN;
    if (value[REDUCE_along] == REDUCE_SEGMENTS)
        in = (uint64_t)value[REDUCE_cols] * draw_reduction_bytes(value) + 8 * (rows + 1) + TW_SCRATCH_ALIGN;
    return in > 8 * results ? in : 8 * results;
}

static void add_reduction(const struct tw_family *family, const int64_t *value, struct tw_text *text)
{
    static const enum tw_reduce_field said[] = {REDUCE_op, REDUCE_along, REDUCE_type};
    const char *word[3];
    for (unsigned i = 0; i < 3; i++) word[i] = family->fields[said[i]].words[value[said[i]]];
    tw_text_addf(text, "%s along %s of ", word[0], word[1]);
    if (value[REDUCE_batch] > 1) tw_text_addf(text, "%lld of ", (long long)value[REDUCE_batch]);
    bool segments = value[REDUCE_along] == REDUCE_SEGMENTS;
    tw_text_addf(text, segments ? "%lld with %lld %s" : "%lldx%lld %s", (long long)value[REDUCE_rows],
                 (long long)value[REDUCE_cols], word[2]);
    if (value[REDUCE_pitch] != value[REDUCE_cols])
        tw_text_addf(text, ", pitch %lld", (long long)value[REDUCE_pitch]);
}

static bool reduction_features(const int64_t *value, const struct tw_target *target, float *feature)
{
    if (!tw_reduce_is_known(value)) return false;
    tw_reduce_features(value, target, feature);
    return true;
}

/* ---- permutations ---- */

/* Every field of its problem has a value of its own. */
static void complete_permutation(int64_t *value)
{
    (void)value;
}

static uint64_t permutation_bytes(const int64_t *value)
{
    const struct tw_permutation problem = tw_permute_problem(value);
    uint64_t count = problem.in_count > problem.out_count ? problem.in_count : problem.out_count;
    return count * tw_permute_bytes(value);
}

/* "2 0 1 of 30 40 50, out_strides 2050 41 1, float32" */
static void add_permutation(const struct tw_family *family, const int64_t *value, struct tw_text *text)
{
    static const enum tw_permute_field said[] = {PERMUTE_sizes, PERMUTE_in_strides, PERMUTE_out_strides};
    tw_text_addf(text, "%s of %s", tw_field_text(&family->fields[PERMUTE_axes], value[PERMUTE_axes]),
                 tw_field_text(&family->fields[PERMUTE_shape], value[PERMUTE_shape]));
    for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
        const char *word = tw_field_text(&family->fields[said[i]], value[said[i]]);
        if (word && *word) tw_text_addf(text, ", %s %s", family->fields[said[i]].key, word);
    }
    tw_text_addf(text, ", %s", tw_element_words[value[PERMUTE_type]]);
}

static bool permutation_features(const int64_t *value, const struct tw_target *target, float *feature)
{
    if (!tw_permute_is_known(value)) return false;
    tw_permute_features(value, target, feature);
    return true;
}

/* ---- the table ---- */

static const struct subject subjects[] = {
    {.family = "transpose",
     .plural = "transposes",
     .draw = draw_transpose,
     .draw_batch = draw_transpose_batch,
     .complete = tw_transpose_default_pitches,
     .bytes = transpose_bytes,
     .add = add_transpose,
     .too_large = is_too_large,
     .features = TW_TRANSPOSE_FEATURES,
     .features_of = transpose_features},
    {.family = "reduce",
     .plural = "reductions",
     .draw = draw_reduction,
     .complete = complete_reduction,
     .input_kinds = reduction_kinds,
     .input = reduction_input,
     .bytes = reduction_bytes,
     .add = add_reduction,
     .features = TW_REDUCE_FEATURES,
     .features_of = reduction_features},
    {.family = "permute",
     .plural = "permutations",
     .draw = draw_permutation,
     .complete = complete_permutation,
     .bytes = permutation_bytes,
     .add = add_permutation,
     .features = TW_PERMUTE_FEATURES,
     .features_of = permutation_features},
};

const struct subject *subject_find(const char *family)
{
    for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++)
        if (strcmp(subjects[i].family, family) == 0) return &subjects[i];
    return NULL;
}
