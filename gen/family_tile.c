#include "gen/tile_fields.h"

/* Names in the order of enum tw_element. */
static const char *const tw_tile_types[] = {
#define X(constant, name, scalar, bytes, components, exact) name,
    TW_ELEMENTS(X)
#undef X
    NULL,
};

static const struct tw_field_info fields[] = {
#define X(key, kind, low, high, words, required, fallback, fallback_help, help) \
    {#key, kind, low, high, words, required, fallback, fallback_help, help},
    TW_TILE_FIELDS(X)
#undef X
};

static void resolve(int64_t *value)
{
    if (value[TILE_index] != TW_DERIVED) return;
    bool crosses = value[TILE_layout] == TILE_ROW_COL || value[TILE_layout] == TILE_COL_ROW;
    value[TILE_index] = crosses && value[TILE_BDIMX] != value[TILE_BDIMY] ? TILE_LINEAR : TILE_2D;
}

const struct tw_family tw_family_tile = {
    .name = "tile",
    .template_name = "tile.cu.mustache",
    .help = "writes the thread's index into a shared tile, reads one element back",
    .fields = fields,
    .field_count = TILE_FIELD_COUNT,
    .resolve = resolve,
};
