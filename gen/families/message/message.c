/*
 * The message family: blocks hand messages to other blocks of their grid, through global memory and a flag, as in the litmus
 * test of that name. docs/message.md tells which fences that takes.
 *
 *     producer    box[...] = in[...];  fence;  flag = 1;
 *     consumer    while (flag == 0);  acquire fence;  out[...] = box[...];
 *
 * A block takes its side by a ticket, so a consumer begins only when its producer has.
 */
#include <inttypes.h>

#include "base/whole.h"
#include "gen/family.h"
#include "gen/layout/predict.h"
#include "gen/layout/sectors.h"
#include "gen/text/data.h"

/* clang-format off */
/* The words of fields, and the constants that stand for them. */
#define TYPES(X)                                                                      \
    X(MESSAGE_INT32, "int32") X(MESSAGE_INT64, "int64") X(MESSAGE_FLOAT32, "float32") \
    X(MESSAGE_FLOAT64, "float64")
#define SCOPES(X)                                                                 \
    X(MESSAGE_NONE, "none") X(MESSAGE_BLOCK, "block") X(MESSAGE_DEVICE, "device") \
    X(MESSAGE_SYSTEM, "system")
#define MEMORIES(X) X(MESSAGE_PLAIN, "plain") X(MESSAGE_VOLATILE, "volatile")
#define FLAGS(X)                                                                                         \
    X(MESSAGE_FLAG_VOLATILE, "volatile") X(MESSAGE_FLAG_ATOMIC, "atomic") X(MESSAGE_FLAG_PLAIN, "plain")

/*    key      kind           low high     words                                           required fallback         in words    help, swept, roles */
#define FIELDS(X)                                                                                                              \
    X(n,       TW_FIELD_INT,  1,  1048576, NULL,                                           true,    0,                NULL,       \
      "elements of a message", 0, TW_FIELD_PROBLEM)                                                                            \
    X(pairs,   TW_FIELD_INT,  1,  1024,    NULL,                                           false,   32,               NULL,       \
      "messages, each from one block to another", 0, TW_FIELD_PROBLEM)                         \
    X(type,    TW_FIELD_ENUM, 0,  0,       TW_WORDS_OF(TYPES),                             false,   MESSAGE_INT32,    NULL,       \
      "element type", 0, TW_FIELD_PROBLEM)                                                                                  \
    X(BDIMX,   TW_FIELD_INT,  1,  1024,    NULL,                                           false,   256,              NULL,       \
      "threads of the block: a power of two", 0, 0)                                                                            \
    X(fence,   TW_FIELD_ENUM, 0,  0,       TW_WORDS_OF(SCOPES),                            false,   MESSAGE_DEVICE,   NULL,       \
      "scope of the producer's fence, between message and flag", 0, 0)                                             \
    X(acquire, TW_FIELD_ENUM, 0,  0,       TW_WORDS_OF(SCOPES),                            false,   TW_DERIVED,       "the same as fence", \
      "scope of the consumer's fence, between flag and message", 0, 0)                                             \
    X(memory,  TW_FIELD_ENUM, 0,  0,       TW_WORDS_OF(MEMORIES),                          false,   MESSAGE_PLAIN,    NULL,       \
      "how the message is stored and loaded", 0, 0)                                                                            \
    X(flag,    TW_FIELD_ENUM, 0,  0,       TW_WORDS_OF(FLAGS),                             false,   MESSAGE_FLAG_VOLATILE, NULL,  \
      "how the flag is accessed; plain makes the kernel wrong", 0, 0)
/* clang-format on */

enum field {
#define X(key, ...) MESSAGE_##key,
    FIELDS(X)
#undef X
        FIELD_COUNT
};

enum type { TYPES(TW_CONSTANT_OF) };
enum scope { SCOPES(TW_CONSTANT_OF) };
enum memory { MEMORIES(TW_CONSTANT_OF) };
enum flag { FLAGS(TW_CONSTANT_OF) };

static const struct tw_field_info fields[] = {FIELDS(TW_FIELD_INFO)};

static const struct {
    enum tw_element element;
    const char *cuda;
} types[] = {[MESSAGE_INT32] = {TW_INT32, "int"},
             [MESSAGE_INT64] = {TW_INT64, "long long"},
             [MESSAGE_FLOAT32] = {TW_FLOAT32, "float"},
             [MESSAGE_FLOAT64] = {TW_FLOAT64, "double"}};

static const char *const fences[] = {[MESSAGE_NONE] = NULL,
                                     [MESSAGE_BLOCK] = "__threadfence_block",
                                     [MESSAGE_DEVICE] = "__threadfence",
                                     [MESSAGE_SYSTEM] = "__threadfence_system"};

static void resolve(int64_t *value, const struct tw_target *target)
{
    (void)target;
    if (value[MESSAGE_acquire] == TW_DERIVED) value[MESSAGE_acquire] = value[MESSAGE_fence];
}

static bool accept(const int64_t *value, const struct tw_target *target, struct tw_text *reason)
{
    (void)target;
    if (tw_is_power_of_two((uint64_t)value[MESSAGE_BDIMX])) return true;
    tw_text_addf(reason, "BDIMX is %" PRId64 "; it must be a power of two", value[MESSAGE_BDIMX]);
    return false;
}

/* ---- shape ---- */

enum argument { IN, OUT, BOX, FLAGS, TICKETS, ARGUMENTS };

static uint64_t elements_of(const int64_t *value)
{
    return (uint64_t)value[MESSAGE_n] * (uint64_t)value[MESSAGE_pairs];
}

static unsigned bytes_of(const int64_t *value)
{
    return tw_element_info(types[value[MESSAGE_type]].element)->bytes;
}

/* NULL, or what makes it wrong (PTX ISA, "Release and Acquire Patterns"). */
static const char *undefined(const int64_t *value)
{
    static const char *const releases[] = {[MESSAGE_NONE] = "no fence stands between message and flag",
                                           [MESSAGE_BLOCK] =
                                               "the fence between message and flag is for the block alone",
                                           [MESSAGE_SYSTEM] = NULL};
    static const char *const acquires[] = {[MESSAGE_NONE] = "no fence stands between flag and message",
                                           [MESSAGE_BLOCK] =
                                               "the fence between flag and message is for the block alone",
                                           [MESSAGE_SYSTEM] = NULL};
    const char *why = releases[value[MESSAGE_fence]];
    if (value[MESSAGE_flag] == MESSAGE_FLAG_PLAIN) return "its flag is neither volatile nor atomic";
    return why ? why : acquires[value[MESSAGE_acquire]];
}

static void shape_arguments(const int64_t *value, struct tw_shape *shape)
{
    struct tw_argument messages = {.before = TW_BEFORE_ANY,
                                   .element = types[value[MESSAGE_type]].element,
                                   .count = elements_of(value),
                                   .align = bytes_of(value)};
    struct tw_argument counters = {
        .role = TW_ROLE_SCRATCH, .before = TW_BEFORE_ZERO, .element = TW_UINT32, .count = 1, .align = 4};
    struct tw_argument arguments[ARGUMENTS] = {
        [IN] = messages, [OUT] = messages, [BOX] = messages, [FLAGS] = counters, [TICKETS] = counters};
    arguments[IN].name = "in";
    arguments[IN].role = TW_ROLE_INPUT;
    arguments[IN].before = TW_BEFORE_GIVEN;
    arguments[OUT].name = "out";
    arguments[OUT].role = TW_ROLE_OUTPUT;
    arguments[BOX].name = "box";
    arguments[BOX].role = TW_ROLE_SCRATCH;
    arguments[FLAGS].name = "flags";
    arguments[FLAGS].count = (uint64_t)value[MESSAGE_pairs];
    arguments[TICKETS].name = "tickets";
    for (unsigned i = 0; i < ARGUMENTS; i++) tw_shape_add_argument(shape, arguments[i]);
}

static void shape(const int64_t *value, struct tw_shape *shape)
{
    uint64_t bytes = elements_of(value) * bytes_of(value);
    const struct tw_rows rows = {.lines = 1, .pitch = bytes, .length = bytes};
    shape_arguments(value, shape);
    tw_shape_add_launch(shape, (struct tw_launch){.suffix = "",
                                                  .grid = {2 * (uint32_t)value[MESSAGE_pairs], 1, 1},
                                                  .block = {(uint32_t)value[MESSAGE_BDIMX], 1, 1},
                                                  .shared_bytes = 4,
                                                  .carveout = -1});
    for (unsigned i = 0; i < ARGUMENTS; i++) tw_shape_add_parameter(shape, i);
    shape->work.elements = elements_of(value);
    shape->work.bytes = 2 * bytes;
    tw_work_reads(&shape->work, &rows);
    tw_work_writes(&shape->work, &rows);
    shape->undefined = undefined(value);
}

/* ---- prediction ---- */

static void predict_chunk(const int64_t *value, enum tw_access op, uint64_t element, uint64_t lanes,
                          uint64_t times, struct tw_prediction *prediction)
{
    uint64_t addr[TW_WARP];
    for (unsigned lane = 0; lane < TW_WARP; lane++) addr[lane] = (element + lane) * bytes_of(value);
    if (times) tw_predict_global(prediction, op, bytes_of(value), addr, tw_lanes_below(lanes), times);
}

/* Every message is read or written once, in chunks of a warp, the last one shorter. Messages and chunks begin anywhere in 64
   bytes, at the same places again after 64 / the element's bytes of them at most. */
static void predict_messages(const int64_t *value, enum tw_access op, struct tw_prediction *prediction)
{
    uint64_t n = (uint64_t)value[MESSAGE_n], pairs = (uint64_t)value[MESSAGE_pairs];
    uint64_t chunk = value[MESSAGE_BDIMX] < TW_WARP ? (uint64_t)value[MESSAGE_BDIMX] : TW_WARP;
    uint64_t whole = n / chunk, period = 64 / bytes_of(value);
    for (uint64_t pair = 0; pair < period; pair++) {
        uint64_t alike = tw_of_kind(pairs, pair, period);
        for (uint64_t i = 0; i < period; i++)
            predict_chunk(value, op, pair * n + i * chunk, chunk, alike * tw_of_kind(whole, i, period),
                          prediction);
        if (n % chunk) predict_chunk(value, op, pair * n + whole * chunk, n % chunk, alike, prediction);
    }
}

/* A word that lanes of a warp share, of each of `times` warps. */
static void predict_ticket(enum tw_access op, const char *name, uint32_t active, uint64_t times,
                           struct tw_prediction *prediction)
{
    static const uint32_t address[TW_WARP];
    unsigned number = tw_predict_access(prediction, name, op, 4);
    tw_predict_request(prediction, number, address, active, times);
}

#define LOADS                                                                                                \
    (TW_KNOWN(global_load_requests) | TW_KNOWN(global_load_sectors) | TW_KNOWN(global_load_fills) |          \
     TW_KNOWN(global_load_bytes))

/* How often a flag is looked at is chance: by volatile loads that is not predicted; atomic operations are no loads. */
static void predict(const int64_t *value, const struct tw_shape *shape, unsigned launch,
                    struct tw_prediction *prediction)
{
    uint64_t blocks = tw_launch_blocks(&shape->launches[launch]), pairs = (uint64_t)value[MESSAGE_pairs];
    uint64_t threads = (uint64_t)value[MESSAGE_BDIMX], warps = (threads + TW_WARP - 1) / TW_WARP;
    bool atomic = value[MESSAGE_flag] == MESSAGE_FLAG_ATOMIC;
    predict_ticket(TW_STORE, "write ticket", 1, blocks, prediction);
    predict_ticket(TW_LOAD, "read ticket", tw_lanes_below(threads), blocks * warps, prediction);
    for (unsigned copy = 0; copy < 2; copy++) { /* in to box, box to out */
        if (atomic) predict_messages(value, TW_LOAD, prediction);
        predict_messages(value, TW_STORE, prediction);
    }
    /* the flags go down, and up */
    tw_predict_consecutive(prediction, TW_STORE, 4, 1, pairs * (atomic ? 1 : 2));
    if (!atomic) prediction->counts.known &= ~LOADS;
}

/* ---- source ---- */

/* The fence's function, or no such variable. */
static void describe_fence(struct tw_data *data, const char *key, int64_t scope)
{
    if (fences[scope])
        tw_data_string(data, key, fences[scope]);
    else
        tw_data_flag(data, key, false);
}

static void describe(const int64_t *value, const char *name, const struct tw_rendering *rendering,
                     struct tw_data *data)
{
    (void)name;
    (void)rendering;
    tw_data_string(data, "element", types[value[MESSAGE_type]].cuda);
    tw_data_string(data, "box_volatile", value[MESSAGE_memory] == MESSAGE_VOLATILE ? "volatile " : "");
    tw_data_string(data, "flag_volatile", value[MESSAGE_flag] == MESSAGE_FLAG_VOLATILE ? "volatile " : "");
    describe_fence(data, "releasing", value[MESSAGE_fence]);
    describe_fence(data, "acquiring", value[MESSAGE_acquire]);
    tw_data_flag(data, "atomic", value[MESSAGE_flag] == MESSAGE_FLAG_ATOMIC);
    tw_data_flag(data, "looks", value[MESSAGE_flag] == MESSAGE_FLAG_VOLATILE);
    tw_data_flag(data, "gives_up", value[MESSAGE_flag] == MESSAGE_FLAG_PLAIN);
    tw_data_number(data, "blocks", 2 * value[MESSAGE_pairs]);
    tw_data_number(data, "last_number", 2 * value[MESSAGE_pairs] - 1);
    tw_data_number(data, "elements", (int64_t)elements_of(value));
}

/* clang-format off */
static const struct tw_starter starter = {
    TW_MEMBERS("n": 100, "BDIMX": 64),
    {
     {"fenced", TW_MEMBERS(),
      "written, then announced, with a fence between"},
     {"wholeSystem", TW_MEMBERS("fence": "system"),
      "a fence for the whole system"},
     {"atomic", TW_MEMBERS("flag": "atomic", "pairs": 4),
      "announced by an atomic operation; four pairs of blocks"},
     {0}},
};
/* clang-format on */

const struct tw_family tw_family_message = {
    .name = "message",
    .template_name = "message.cu.mustache",
    .help = "messages from blocks to other blocks of the grid, with and without the fences that they need",
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
