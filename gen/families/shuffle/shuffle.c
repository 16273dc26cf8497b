/*
 * The shuffle family: elements that change places between the lanes of a warp, from register to register. Thread t of the
 * grid holds `segment` neighbouring elements from t * segment on; `width` neighbouring lanes exchange with each other.
 *
 *     lane        0 1 2 3 4 5 6 7        width 8, one element each; op up, delta 2
 *     holds       a b c d e f g h
 *     is given    a b a b c d e f        lanes 0 and 1 have none so far below: they keep their own
 *
 * Or matrices are turned in the registers of a warp (gen/layout/turn.h). docs/shuffle.md tells more.
 */
#include <inttypes.h>
#include <string.h>

#include "base/whole.h"
#include "gen/cuda_type.h"
#include "gen/family.h"
#include "gen/layout/predict.h"
#include "gen/layout/sectors.h"
#include "gen/layout/turn.h"
#include "gen/text/data.h"

#define N_MAX         (INT64_C(1) << 40)
#define GRID_MAX      INT64_C(2147483647) /* blocks of a grid, in x */
#define USUAL_SEGMENT 4                   /* elements of a thread where two of them change places */

/* clang-format off */
/* What a lane is given. `takes`: the fields that say from where; no other may be given. */
/*    op          takes                                                  function */
#define OPS(X)                                                                                    \
    X(broadcast,  HAS(lane),                                              "__shfl_sync")          \
    X(up,         HAS(delta),                                             "__shfl_up_sync")       \
    X(down,       HAS(delta),                                             "__shfl_down_sync")     \
    X(wrap,       HAS(delta),                                             "__shfl_sync")          \
    X(xor,        HAS(mask),                                              "__shfl_xor_sync")      \
    X(element,    HAS(mask) | HAS(first) | HAS(second),                   "__shfl_xor_sync")      \
    X(swap,       HAS(mask) | HAS(first) | HAS(second) | HAS(predicate),  "__shfl_xor_sync")      \
    X(transpose,  HAS(side),                                              "")

/*    key         kind           low    high   words                           required fallback    in words                         help, swept, roles */
#define FIELDS(X)                                                                                                              \
    X(op,         TW_FIELD_ENUM, 0,     0,     TW_WORDS("broadcast", "up", "down", "wrap", "xor", "element", "swap", "transpose"), true, 0, NULL, \
      "the element that a lane gets. broadcast: the element of one lane; up, down: of the lane delta below or above; wrap: the same, " \
      "around the end; xor: of its partner; element: one element of its partner; swap: two partners exchange one element; " \
      "transpose: a row of a matrix for its column", 0, TW_FIELD_PROBLEM) \
    X(n,          TW_FIELD_INT,  0,     N_MAX, NULL,                           true,    0,          NULL,                            \
      "elements", 0, TW_FIELD_PROBLEM)                                                                                         \
    X(type,       TW_FIELD_ENUM, 0,     0,     tw_element_words,               false,   TW_INT32,   NULL,                            \
      "element type", 0, TW_FIELD_PROBLEM)                                                                                     \
    X(width,      TW_FIELD_INT,  1,     1024,  NULL,                           false,   TW_DERIVED, "32, or BDIMX if that is less", \
      "neighbouring lanes that exchange: 2, 4, 8, 16 or 32", 0, TW_FIELD_PROBLEM)                              \
    X(segment,    TW_FIELD_INT,  1,     32,    NULL,                           false,   TW_DERIVED, "4 for element and swap, side for transpose, else 1", \
      "elements that a thread holds", 0, TW_FIELD_PROBLEM)                                       \
    X(delta,      TW_FIELD_INT,  -1024, 1024,  NULL,                           false,   TW_DERIVED, "1 for up, down and wrap",        \
      "distance of the two lanes; negative only for wrap", 0, TW_FIELD_PROBLEM)                                          \
    X(lane,       TW_FIELD_INT,  0,     1024,  NULL,                           false,   TW_DERIVED, "0 for broadcast",                \
      "number, within the width, of the lane whose element all get", 0, TW_FIELD_PROBLEM)                                              \
    X(mask,       TW_FIELD_INT,  0,     1024,  NULL,                           false,   TW_DERIVED, "1 for xor, element and swap",    \
      "the partner is the lane whose number is this one's xor mask", 0, TW_FIELD_PROBLEM)                                                        \
    X(first,      TW_FIELD_INT,  0,     1024,  NULL,                           false,   TW_DERIVED, "0 for element and swap",         \
      "number of the lane's own element", 0, TW_FIELD_PROBLEM)                                                                            \
    X(second,     TW_FIELD_INT,  0,     1024,  NULL,                           false,   TW_DERIVED, "the last, for element and swap", \
      "number of the partner's element", 0, TW_FIELD_PROBLEM)                                                                           \
    X(predicate,  TW_FIELD_ENUM, 0,     0,     TW_WORDS("none", "pairs", "below"), false,  TW_DERIVED, "pairs for swap, else none",      \
      "lanes whose first element is exchanged. pairs: the lower of each pair; below: lanes below mask, as in the textbook", 0, TW_FIELD_PROBLEM) \
    X(side,       TW_FIELD_INT,  0,     1024,  NULL,                           false,   TW_DERIVED, "32 for transpose",               \
      "rows and columns of each matrix: 4, 8, 16 or 32", 0, TW_FIELD_PROBLEM)                                                  \
    X(BDIMX,      TW_FIELD_INT,  2,     1024,  NULL,                           false,   256,        NULL,                            \
      "threads of the block: a multiple of 32, or 2, 4, 8 or 16", 0, TW_FIELD_BLOCK_X)
/* clang-format on */

enum field {
#define X(key, ...) SHUFFLE_##key,
    FIELDS(X)
#undef X
        FIELD_COUNT
};

static const struct tw_field_info fields[] = {FIELDS(TW_FIELD_INFO)};

#define HAS(key) (1u << SHUFFLE_##key)

enum op {
#define X(op, takes, function) OP_##op,
    OPS(X)
#undef X
};

static const struct {
    unsigned takes;       /* bits of enum field */
    const char *function; /* of CUDA C++; "": several take part */
} ops[] = {
#define X(op, takes, function) {takes, function},
    OPS(X)
#undef X
};

enum predicate { PREDICATE_NONE, PREDICATE_PAIRS, PREDICATE_BELOW };

static bool takes(const int64_t *value, unsigned has)
{
    return (ops[value[SHUFFLE_op]].takes & has) != 0;
}

static const struct tw_element_info *element(const int64_t *value)
{
    return tw_element_info((enum tw_element)value[SHUFFLE_type]);
}

/* ---- what the fields say ---- */

static void give(int64_t *value, enum field field, int64_t usual)
{
    if (value[field] == TW_DERIVED) value[field] = usual;
}

static void resolve(int64_t *value, const struct tw_target *target)
{
    bool turns = takes(value, HAS(side)), places = takes(value, HAS(first));
    (void)target;
    give(value, SHUFFLE_side, turns ? TW_WARP : 0);
    give(value, SHUFFLE_segment, turns ? value[SHUFFLE_side] : places ? USUAL_SEGMENT : 1);
    give(value, SHUFFLE_width, value[SHUFFLE_BDIMX] < TW_WARP ? value[SHUFFLE_BDIMX] : TW_WARP);
    give(value, SHUFFLE_delta, takes(value, HAS(delta)));
    give(value, SHUFFLE_lane, 0);
    give(value, SHUFFLE_mask, takes(value, HAS(mask)));
    give(value, SHUFFLE_first, 0);
    give(value, SHUFFLE_second, places ? value[SHUFFLE_segment] - 1 : 0);
    give(value, SHUFFLE_predicate, takes(value, HAS(predicate)) ? PREDICATE_PAIRS : PREDICATE_NONE);
}

/* The warps of a grid, of which all but the last that have elements have as many. */
struct warps {
    unsigned lanes;
    uint64_t elements; /* of a warp */
    uint64_t blocks, count;
    uint64_t full;   /* warps all of whose elements are there  */
    unsigned ragged; /* elements of the warp behind them; 0: it has none */
};

static struct warps warps_of(const int64_t *value)
{
    uint64_t n = (uint64_t)value[SHUFFLE_n], threads = (uint64_t)value[SHUFFLE_BDIMX];
    uint64_t block = threads * (uint64_t)value[SHUFFLE_segment];
    struct warps warps = {.lanes = threads < TW_WARP ? (unsigned)threads : TW_WARP,
                          .blocks = n ? (n + block - 1) / block : 1};
    warps.elements = warps.lanes * (uint64_t)value[SHUFFLE_segment];
    warps.count = warps.blocks * threads / warps.lanes;
    warps.full = n / warps.elements;
    warps.ragged = (unsigned)(n % warps.elements);
    return warps;
}

/* ---- what is possible ---- */

#define OUT_OF(reason, key, value, ...)                                                                      \
    (tw_text_addf(reason, #key " is %" PRId64 "; ", (value)[SHUFFLE_##key]),                                 \
     tw_text_addf(reason, __VA_ARGS__), false)

static bool accept_lanes(const int64_t *value, struct tw_text *reason)
{
    int64_t threads = value[SHUFFLE_BDIMX], width = value[SHUFFLE_width];
    if (threads % TW_WARP && (threads > TW_WARP || !tw_is_power_of_two((uint64_t)threads)))
        return OUT_OF(reason, BDIMX, value, "it must be a multiple of 32, or 2, 4, 8 or 16 lanes of a warp");
    if (width < 2 || width > TW_WARP || !tw_is_power_of_two((uint64_t)width))
        return OUT_OF(reason, width, value, "it must be 2, 4, 8, 16 or 32 lanes");
    if (width > threads) return OUT_OF(reason, width, value, "the block has %" PRId64 " lanes", threads);
    return true;
}

/* No field may be given that does not matter: two variants that differ in it would be one. */
static bool accept_taken(const int64_t *value, struct tw_text *reason)
{
    static const enum field optional[] = {SHUFFLE_delta,  SHUFFLE_lane,      SHUFFLE_mask, SHUFFLE_first,
                                          SHUFFLE_second, SHUFFLE_predicate, SHUFFLE_side};
    for (unsigned i = 0; i < sizeof optional / sizeof *optional; i++) {
        if (takes(value, 1u << optional[i]) || value[optional[i]] == 0) continue;
        tw_text_addf(reason, "op %s takes no %s", fields[SHUFFLE_op].words[value[SHUFFLE_op]],
                     fields[optional[i]].key);
        return false;
    }
    return true;
}

static bool accept_source(const int64_t *value, struct tw_text *reason)
{
    int64_t width = value[SHUFFLE_width], delta = value[SHUFFLE_delta], segment = value[SHUFFLE_segment];
    if (delta < 0 && value[SHUFFLE_op] != OP_wrap)
        return OUT_OF(reason, delta, value, "only wrap goes both ways");
    if (delta <= -width || delta >= width)
        return OUT_OF(reason, delta, value, "no two lanes of a width of %" PRId64 " are so far apart", width);
    if (value[SHUFFLE_lane] >= width)
        return OUT_OF(reason, lane, value, "lanes of a width of %" PRId64 " are 0 to %" PRId64, width,
                      width - 1);
    if (takes(value, HAS(mask)) && (value[SHUFFLE_mask] < 1 || value[SHUFFLE_mask] >= width))
        return OUT_OF(reason, mask, value,
                      "partners within a width of %" PRId64 " have masks from 1 to %" PRId64, width,
                      width - 1);
    if (value[SHUFFLE_first] >= segment)
        return OUT_OF(reason, first, value, "a thread has elements 0 to %" PRId64, segment - 1);
    if (value[SHUFFLE_second] >= segment)
        return OUT_OF(reason, second, value, "a thread has elements 0 to %" PRId64, segment - 1);
    if (takes(value, HAS(predicate)) && value[SHUFFLE_predicate] == PREDICATE_NONE)
        return tw_refuse(
            reason, "swap needs a predicate that says whose first element is exchanged; predicate is none");
    return true;
}

static bool accept_matrix(const int64_t *value, struct tw_text *reason)
{
    int64_t side = value[SHUFFLE_side], area = side * side;
    if (!takes(value, HAS(side))) return true;
    if (side > TW_WARP)
        return OUT_OF(reason, side, value, "a column of a matrix is spread over the 32 lanes of a warp");
    if (side < 4 || !tw_is_power_of_two((uint64_t)side))
        return OUT_OF(reason, side, value, "matrices have 4, 8, 16 or 32 rows and columns");
    if (value[SHUFFLE_segment] != side)
        return OUT_OF(reason, segment, value, "each thread holds %" PRId64 " elements of a matrix", side);
    if (value[SHUFFLE_width] != TW_WARP)
        return OUT_OF(reason, width, value, "matrices are turned by whole warps of 32 lanes");
    if (value[SHUFFLE_n] % area)
        return OUT_OF(reason, n, value, "matrices of %" PRId64 "x%" PRId64 " have %" PRId64 " elements each",
                      side, side, area);
    return true;
}

static bool accept(const int64_t *value, const struct tw_target *target, struct tw_text *reason)
{
    if (!accept_lanes(value, reason) || !accept_taken(value, reason) || !accept_source(value, reason) ||
        !accept_matrix(value, reason) ||
        !tw_turn_fits((unsigned)value[SHUFFLE_segment], element(value)->bytes, (unsigned)value[SHUFFLE_BDIMX],
                      target, reason))
        return false;
    if (warps_of(value).blocks <= GRID_MAX) return true;
    return tw_refuse(reason, "the grid would have more than 2147483647 blocks");
}

/* ---- shape ---- */

static void shape(const int64_t *value, struct tw_shape *shape)
{
    uint64_t n = (uint64_t)value[SHUFFLE_n];
    struct tw_argument in = {.name = "in",
                             .role = TW_ROLE_INPUT,
                             .before = TW_BEFORE_GIVEN,
                             .element = (enum tw_element)value[SHUFFLE_type],
                             .count = n ? n : 1,
                             .first = !n,
                             .align = element(value)->bytes};
    struct tw_argument out = in;
    out.name = "out";
    out.role = TW_ROLE_OUTPUT;
    out.before = TW_BEFORE_ANY;
    const struct tw_rows elements = {
        .lines = 1, .pitch = n * element(value)->bytes, .length = n * element(value)->bytes};
    tw_shape_add_argument(shape, in);
    tw_shape_add_argument(shape, out);
    tw_shape_add_launch(shape, (struct tw_launch){.suffix = "",
                                                  .grid = {(uint32_t)warps_of(value).blocks, 1, 1},
                                                  .block = {(uint32_t)value[SHUFFLE_BDIMX], 1, 1},
                                                  .carveout = -1,
                                                  .argument = (unsigned[]){0, 1},
                                                  .argument_count = 2});
    shape->work.elements = in.count;
    shape->work.bytes = 2 * elements.length;
    tw_work_reads(&shape->work, &elements);
    tw_work_writes(&shape->work, &elements);
}

/* ---- prediction ---- */

/* How many shuffles a warp executes. */
static unsigned shuffles(const int64_t *value)
{
    unsigned segment = (unsigned)value[SHUFFLE_segment], bytes = element(value)->bytes;
    if (!takes(value, HAS(side))) return tw_turn_words(bytes) * (takes(value, HAS(first)) ? 1 : segment);
    struct tw_turn turn = tw_turn_of_run(segment);
    return tw_turn_shuffles(&turn, bytes);
}

/* Element number `i` of lane `lane`, in the warp's. */
static unsigned place(const int64_t *value, unsigned lane, unsigned i)
{
    bool turns = takes(value, HAS(side));
    return turns ? TW_WARP * i + lane : (unsigned)value[SHUFFLE_segment] * lane + i;
}

/* What is given a place before it is sent from there is not loaded. */
static bool is_loaded(const int64_t *value, unsigned i)
{
    bool is_lost = value[SHUFFLE_op] == OP_element && value[SHUFFLE_first] != value[SHUFFLE_second];
    return !is_lost || i != (unsigned)value[SHUFFLE_first];
}

/* `times` warps like the one that begins at element `first`; lanes beyond the end neither load nor store. */
static void predict_warp(const int64_t *value, uint64_t first, uint64_t times,
                         struct tw_prediction *prediction)
{
    uint64_t addr[TW_WARP], n = (uint64_t)value[SHUFFLE_n];
    unsigned bytes = element(value)->bytes, lanes = warps_of(value).lanes;
    for (unsigned i = 0; i < (unsigned)value[SHUFFLE_segment] && times; i++) {
        uint32_t inside = 0;
        for (unsigned lane = 0; lane < lanes; lane++) {
            uint64_t at = first + place(value, lane, i);
            addr[lane] = at * bytes;
            inside |= (uint32_t)(at < n) << lane;
        }
        if (is_loaded(value, i)) tw_predict_global(prediction, TW_LOAD, bytes, addr, inside, times);
        tw_predict_global(prediction, TW_STORE, bytes, addr, inside, times);
    }
}

/* Warps that begin at the same place of a 64-byte piece of memory are alike. */
static void predict(const int64_t *value, const struct tw_shape *shape, unsigned launch,
                    struct tw_prediction *prediction)
{
    const struct warps warps = warps_of(value);
    uint64_t n = (uint64_t)value[SHUFFLE_n], alike = 1;
    (void)shape, (void)launch;
    prediction->counts.known |= TW_KNOWN_GLOBAL | TW_KNOWN_GLOBAL_BYTES | TW_KNOWN(shuffles);
    if (n == 0) return;
    prediction->counts.shuffles = warps.count * shuffles(value);
    while (alike * warps.elements * element(value)->bytes % 64) alike *= 2;
    for (uint64_t kind = 0; kind < alike; kind++)
        predict_warp(value, kind * warps.elements, warps.full / alike + (kind < warps.full % alike),
                     prediction);
    if (warps.ragged) predict_warp(value, warps.full * warps.elements, 1, prediction);
}

/* ---- source ---- */

/* From which lane, as the shuffle's argument. */
static void describe_source(const int64_t *value, struct tw_data *data)
{
    int64_t delta = value[SHUFFLE_delta];
    if (value[SHUFFLE_op] == OP_broadcast)
        tw_data_number(data, "source", value[SHUFFLE_lane]);
    else if (value[SHUFFLE_op] == OP_wrap)
        tw_data_format(data, "source", "threadIdx.x %c %" PRId64, delta < 0 ? '-' : '+',
                       delta < 0 ? -delta : delta);
    else
        tw_data_number(data, "source", takes(value, HAS(mask)) ? value[SHUFFLE_mask] : delta);
}

/* Lanes whose first element goes. */
static void describe_predicate(const int64_t *value, struct tw_data *data)
{
    int64_t mask = value[SHUFFLE_mask], top = 1;
    while (top * 2 <= mask) top *= 2;
    if (value[SHUFFLE_predicate] == PREDICATE_PAIRS)
        tw_data_format(data, "goes", "(threadIdx.x & %" PRId64 ") == 0", top);
    else
        tw_data_format(data, "goes", "threadIdx.x %% %" PRId64 " < %" PRId64, value[SHUFFLE_width], mask);
}

/* A value of the thread: its only one, or a certain one of its array. */
static void describe_value(const int64_t *value, const char *key, enum field number, struct tw_data *data)
{
    if (value[SHUFFLE_segment] == 1)
        tw_data_string(data, key, "value");
    else if (takes(value, HAS(first)))
        tw_data_format(data, key, "value[%" PRId64 "]", value[number]);
    else
        tw_data_string(data, key, "value[i]");
}

/* What lanes send, where they keep what they are given, and whether that goes on from there. */
static void describe_shuffle(const int64_t *value, struct tw_data *data)
{
    bool places = takes(value, HAS(first)), swaps = value[SHUFFLE_op] == OP_swap;
    tw_data_string(data, "function", ops[value[SHUFFLE_op]].function);
    tw_data_format(data, "lanes", "0x%xu", tw_lanes_below(warps_of(value).lanes));
    tw_data_flag(data, "each", value[SHUFFLE_segment] > 1 && !places);
    tw_data_flag(data, "exchanges", swaps && value[SHUFFLE_first] != value[SHUFFLE_second]);
    describe_source(value, data);
    describe_predicate(value, data);
    describe_value(value, "sent", SHUFFLE_second, data);
    describe_value(value, "given", swaps ? SHUFFLE_second : SHUFFLE_first, data);
}

/* Where the thread's elements are; `array`: several. */
static void describe_place(const int64_t *value, bool array, struct tw_data *data)
{
    const struct warps warps = warps_of(value);
    bool wide = warps.count * warps.elements > UINT32_MAX;
    tw_data_flag(data, "counted", value[SHUFFLE_n] > 0);
    tw_data_flag(data, "ragged", warps.count > warps.full);
    tw_data_number(data, "blocks", (int64_t)warps.blocks);
    tw_data_number(data, "run", (int64_t)warps.elements);
    tw_data_string(data, "index", wide ? "unsigned long long" : "unsigned");
    tw_data_string(data, "u", wide ? "ull" : "u");
    if (warps.blocks > 1)
        tw_data_format(data, "thread",
                       array ? "(threadIdx.x + blockIdx.x * %d%s)" : "threadIdx.x + blockIdx.x * %d%s",
                       (int)value[SHUFFLE_BDIMX], wide ? "ull" : "u");
    else
        tw_data_string(data, "thread", "threadIdx.x");
    tw_data_flag(data, "array", array);
    tw_data_string(data, "at", takes(value, HAS(side)) ? "idx + 32 * i" : array ? "idx + i" : "idx");
    tw_data_string(data, "value", array ? "value[i]" : "value");
}

static void describe(const int64_t *value, const char *name, const struct tw_rendering *rendering,
                     struct tw_data *data)
{
    enum tw_element type = (enum tw_element)value[SHUFFLE_type];
    (void)name, (void)rendering;
    tw_data_string(data, "element", tw_cuda_type(type));
    tw_turn_parts(element(value)->components, data);
    describe_place(value, value[SHUFFLE_segment] > 1, data);
    describe_shuffle(value, data);
    bool turns = takes(value, HAS(side));
    tw_data_flag(data, "turns", turns);
    if (!turns) return;
    struct tw_turn turn = tw_turn_of_run((unsigned)value[SHUFFLE_side]);
    tw_turn_describe(&turn, data);
}

/* clang-format off */
static const struct tw_starter starter = {
    TW_MEMBERS("n": 1024, "type": "int32"),
    {
     {"up", TW_MEMBERS("op": "up", "delta": [1, 2]),
      "from a lane below"},
     {"butterfly", TW_MEMBERS("op": "xor", "mask": {"pow2": [1, 16]}),
      "from the lane whose number differs in a bit"},
     {"eighths", TW_MEMBERS("op": "broadcast", "lane": 3, "width": 8),
      "within groups of 8 lanes"},
     {"turned", TW_MEMBERS("op": "transpose", "side": [4, 8]),
      "matrices turned in registers"},
     {0}},
};
/* clang-format on */

const struct tw_family tw_family_shuffle = {
    .name = "shuffle",
    .template_name = "shuffle.cu.mustache",
    .help = "elements that change places between the lanes of a warp, in registers",
    .fields = fields,
    .field_count = FIELD_COUNT,
    .starter = &starter,
    .cost = TW_COST_TRAFFIC,
    .resolve = resolve,
    .accept = accept,
    .shape = shape,
    .describe = describe,
    .predict = predict,
};
