/* Accesses to global memory as inline PTX has them, and what they tell the caches. */
#include "gen/families/transpose/describe_access.h"

#include "gen/families/transpose/accept.h"
#include "gen/families/transpose/row_run/row_run.h"
#include "gen/text/data.h"

/* Types by size alone: bits move, no value is looked at. */
/* clang-format off */
static const struct access {
    const char *type;     /* CUDA's                                          */
    const char *reg;      /* of a variable that inline PTX can load it to    */
    const char *cast;     /* to that                                         */
    const char *ptx;      /* in PTX                                          */
    const char *operand;  /* the constraint of inline PTX                    */
    const char *parts[4]; /* of the variable: words of 32 bits, or the whole */
} access_of[] = { /* by bytes */
    [1]  = {"unsigned char",  "unsigned short", "(unsigned short)", "u8",     "h", {""}},
    [2]  = {"unsigned short", "unsigned short", "",                 "u16",    "h", {""}},
    [4]  = {"unsigned",       "unsigned",       "",                 "u32",    "r", {""}},
    [8]  = {"uint2",          "uint2",          "",                 "v2.u32", "r", {".x", ".y"}},
    [16] = {"uint4",          "uint4",          "",                 "v4.u32", "r", {".x", ".y", ".z", ".w"}},
};
/* clang-format on */

static unsigned count_parts(const struct access *access)
{
    unsigned count = 0;
    while (count < 4 && access->parts[count]) count++;
    return count;
}

const char *tw_transpose_type(unsigned bytes)
{
    return access_of[bytes].type;
}

unsigned tw_transpose_parts(unsigned bytes)
{
    return count_parts(&access_of[bytes]);
}

/* The operands in PTX from number `first` on, and in CUDA: "{%1, %2}" and "\"r\"(v.x), \"r\"(v.y)". */
static void describe_operands(const struct access *access, unsigned first, const char *direction,
                              const char *cast, struct tw_data *data)
{
    struct tw_text words = {0}, values = {0};
    unsigned count = count_parts(access);
    if (count > 1) tw_text_add_char(&words, '{');
    for (unsigned i = 0; i < count; i++) {
        const char *comma = i ? ", " : "", *part = access->parts[i];
        tw_text_addf(&words, "%s%%%u", comma, first + i);
        tw_text_addf(&values, "%s\"%s%s\"(%sv%s)", comma, direction, access->operand, cast, part);
    }
    if (count > 1) tw_text_add_char(&words, '}');
    tw_data_text(data, "words", &words);
    tw_data_text(data, "values", &values);
}

static void describe_access(const struct access *access, struct tw_data *data)
{
    tw_data_string(data, "type", access->type);
    tw_data_string(data, "register", access->reg);
    tw_data_string(data, "ptx", access->ptx);
    tw_data_number(data, "policy", count_parts(access) + 1);
}

/* In inline PTX a load's results come before its address, what is stored comes after. */
static void describe_load(const struct access *access, struct tw_data *data)
{
    describe_access(access, data);
    describe_operands(access, 0, "=", "", data);
    tw_data_number(data, "address", count_parts(access));
}

static void describe_store(const struct access *access, struct tw_data *data)
{
    describe_access(access, data);
    describe_operands(access, 1, "", access->cast, data);
    tw_data_number(data, "address", 0);
}

static bool in_chunk_tiles(const struct tw_transpose *t, const int64_t *value)
{
    return t->method == TRANSPOSE_ROW_RUN && tw_row_run_of(t, value).chunk_tiles.ahead > 0;
}

/* The load of a chunk of a chunk tile, which is written in PTX: what the template's load with a hint is, or one without. */
static void describe_chunk_tile_load(enum tw_transpose_hints hints, bool load_hint, struct tw_data *data)
{
    bool keeps = hints == TRANSPOSE_EVICT_LAST, fetches = hints == TRANSPOSE_FETCH;
    tw_data_string(data, "chunk_tile_load",
                   keeps       ? "ld.global.nc.L1::evict_last.L2::cache_hint.v4.u32"
                   : fetches   ? "ld.global.nc.L2::128B.v4.u32"
                   : load_hint ? "ld.global.cs.v4.u32"
                               : "ld.global.nc.v4.u32");
    tw_data_flag(data, "chunk_tile_hint", keeps || fetches);
}

/* Bytes of the input whose lines the L2 may still keep when a kernel ends: those that it has loaded last. It keeps up to 11 MiB
   of them, in an L2 of 60, and blocks that began together have loaded them in no order. */
#define KEPT_BYTES (UINT64_C(24) << 20)

/* The last blocks give back what the L2 was told to evict last. */
static void describe_return(const struct tw_transpose *t, const int64_t *value, struct tw_data *data)
{
    const struct tw_row_run run =
        t->method == TRANSPOSE_ROW_RUN ? tw_row_run_of(t, value) : (struct tw_row_run){0};
    bool hinted = t->method == TRANSPOSE_ROW_RUN ? run.cover == ROW_RUN_WIDE || run.in_joined
                                                 : t->method == TRANSPOSE_VECTOR;
    uint64_t elements =
        t->method == TRANSPOSE_ROW_RUN ? run.elements : (uint64_t)t->step * t->steps * t->tile_cols;
    uint64_t blocks = tw_transpose_blocks(t, value), last = KEPT_BYTES / (elements * t->bytes) + 1;
    tw_data_flag(data, "returns", hinted && value[TRANSPOSE_hints] == TRANSPOSE_EVICT_LAST);
    tw_data_number_or_false(data, "late", last < blocks, (int64_t)blocks - (int64_t)last);
}

void tw_transpose_describe_hints(const struct tw_transpose *t, const int64_t *value, bool load_hint,
                                 bool store_hint, struct tw_data *data)
{
    enum tw_transpose_hints hints = (enum tw_transpose_hints)value[TRANSPOSE_hints];
    tw_data_flag(data, "evict_last", hints == TRANSPOSE_EVICT_LAST);
    tw_data_flag(data, "fetch", hints == TRANSPOSE_FETCH);
    tw_data_flag(data, "evict_first", hints == TRANSPOSE_EVICT_FIRST);
    tw_data_flag(data, "load_hint", load_hint && !in_chunk_tiles(t, value));
    tw_data_flag(data, "store_hint", store_hint);
    describe_chunk_tile_load(hints, load_hint, data);
    if (tw_transpose_in_chunks(t))
        describe_return(t, value, data);
    else
        tw_data_flag(data, "returns", false);
    struct tw_data load = tw_data_object(data, "load"), store = tw_data_object(data, "store");
    describe_load(&access_of[t->method == TRANSPOSE_ROW_RUN ? TW_CHUNK : t->vector], &load);
    describe_store(&access_of[tw_transpose_in_chunks(t) ? TW_CHUNK : t->bytes], &store);
}
