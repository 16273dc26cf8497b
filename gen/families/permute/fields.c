/* The table of the fields, and what those mean that are texts. */
#include "gen/families/permute/fields.h"

const struct tw_field_info tw_permute_fields[PERMUTE_FIELD_COUNT] = {TW_PERMUTE_FIELDS(TW_FIELD_INFO)};

static const char *text_of(const int64_t *value, enum tw_permute_field field)
{
    return tw_field_text(&tw_permute_fields[field], value[field]);
}

bool tw_permute_read(const int64_t *value, struct tw_permutation *permutation, struct tw_text *reason)
{
    const struct tw_permute_texts texts = {
        .axes = text_of(value, PERMUTE_axes),
        .shape = text_of(value, PERMUTE_shape),
        .sizes = text_of(value, PERMUTE_sizes),
        .in_strides = text_of(value, PERMUTE_in_strides),
        .out_strides = text_of(value, PERMUTE_out_strides),
        .in_offset = value[PERMUTE_in_offset],
        .out_offset = value[PERMUTE_out_offset],
    };
    return tw_permutation_read(&texts, permutation, reason);
}

struct tw_permutation tw_permute_problem(const int64_t *value)
{
    struct tw_permutation problem = {0};
    if (tw_permute_read(value, &problem, NULL)) tw_permutation_canonical(&problem, &problem);
    return problem;
}

/* ---- which method uses what ---- */

#define BIT(method) (1u << (method))
#define TILED       (BIT(PERMUTE_TILE) | BIT(PERMUTE_SHIFTED))

enum user { SHARED, SHIFTED, TILES, PADDED, TRANSPOSE };

static const struct {
    unsigned methods; /* bits */
    const char *words;
} users[] = {
    [SHARED] = {TILED, "methods tile and shifted"},
    [SHIFTED] = {BIT(PERMUTE_SHIFTED), "method shifted"},
    [TILES] = {TILED | BIT(PERMUTE_ROWS) | BIT(PERMUTE_CHUNKS), "methods tile, shifted, rows and chunks"},
    [PADDED] = {TILED | BIT(PERMUTE_TRANSPOSE), "methods tile, shifted and transpose"},
    [TRANSPOSE] = {BIT(PERMUTE_TRANSPOSE), "method transpose"}};

static const struct {
    enum tw_permute_field field;
    enum user user;
} uses[] = {{PERMUTE_in_run, SHARED},       {PERMUTE_out_run, TILES},
            {PERMUTE_IPAD, PADDED},         {PERMUTE_pad_every, SHARED},
            {PERMUTE_lanes, SHARED},        {PERMUTE_blocks, TILES},
            {PERMUTE_transpose, TRANSPOSE}, {PERMUTE_tile_rows, TRANSPOSE},
            {PERMUTE_tile_cols, TRANSPOSE}, {PERMUTE_matrices, TRANSPOSE},
            {PERMUTE_unroll, TRANSPOSE},    {PERMUTE_steps, TRANSPOSE},
            {PERMUTE_overlap, SHIFTED},     {PERMUTE_band, TRANSPOSE},
            {PERMUTE_hints, TRANSPOSE},     {PERMUTE_register_transpose, TRANSPOSE}};

bool tw_permute_uses(const int64_t *value, enum tw_permute_method method, struct tw_text *reason)
{
    for (unsigned i = 0; i < sizeof uses / sizeof *uses; i++) {
        int64_t given = value[uses[i].field];
        if (!given || given == TW_DERIVED || users[uses[i].user].methods & BIT(method)) continue;
        if (reason)
            tw_text_addf(reason, "%s is a field of the %s", tw_permute_fields[uses[i].field].key,
                         users[uses[i].user].words);
        return false;
    }
    return true;
}
