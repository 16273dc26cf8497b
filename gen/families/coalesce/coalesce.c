/*
 * The coalesce family: records of a few fields are moved from one array to another, and one of them, or both, lie so that
 * neighbouring threads do not go to neighbouring addresses: misaligned, strided, as an array of structures. With staging the
 * block moves whole lines of 128 bytes between that array and a tile in shared memory, and threads find their fields in the
 * tile. docs/coalesce.md tells more.
 *
 *     array of structures   x y z x y z x y z x y z ...    32 threads that read x touch 3 lines, and so for y and for z
 *     tile, line by line    x y z x y z x y z x y z ...    32 threads that fill it touch 1 line
 */
#include "gen/families/coalesce/coalesce.h"

#include <assert.h>
#include <inttypes.h>

#include "gen/cuda_type.h"
#include "gen/layout/sectors.h"
#include "gen/text/data.h"

#define BLOCKS_MAX      INT64_C(2147483647) /* of a grid, in x */
#define REGISTERS_BYTES 256                 /* of elements that a thread holds at once */
#define WIDEST_BYTES    16                  /* that a thread loads or stores by one instruction */

static const struct tw_field_info fields[] = {TW_COALESCE_FIELDS(TW_FIELD_INFO)};

static void resolve(int64_t *value, const struct tw_target *target)
{
    (void)target;
    if (value[COALESCE_stride] == TW_DERIVED)
        value[COALESCE_stride] = value[COALESCE_layout] == COALESCE_AOS ? value[COALESCE_fields] : 1;
}

/* ---- the plan ---- */

static unsigned element_bytes(const int64_t *value)
{
    return tw_element_info((enum tw_element)value[COALESCE_type])->bytes;
}

/* The array on the side. */
static struct tw_coalesce_array patterned(const int64_t *value)
{
    uint64_t n = (uint64_t)value[COALESCE_n], records = (uint64_t)value[COALESCE_fields],
             stride = (uint64_t)value[COALESCE_stride], offset = (uint64_t)value[COALESCE_offset];
    bool structures = value[COALESCE_layout] == COALESCE_AOS;
    uint64_t field = structures ? 1 : n * stride;
    return (struct tw_coalesce_array){
        .offset = offset,
        .step = stride,
        .field = field,
        .count = n ? offset + (n - 1) * stride + (records - 1) * field + 1 : 1,
        .structures = structures,
        .staged = value[COALESCE_staging] == COALESCE_SHARED,
    };
}

static struct tw_coalesce_array plain(const int64_t *value)
{
    uint64_t n = (uint64_t)value[COALESCE_n];
    return (struct tw_coalesce_array){
        .step = 1, .field = n, .count = n ? n * (uint64_t)value[COALESCE_fields] : 1};
}

/* How many elements of so many bytes a row of the tile has before its padding. */
static unsigned line_of(unsigned bytes)
{
    return TW_COALESCE_LINE / bytes;
}

static void plan_tile(struct tw_coalesce *plan)
{
    plan->shifts = plan->span % plan->line && plan->blocks > 1;
    unsigned lead = plan->shifts ? plan->line - 1 : tw_coalesce_lead(plan, 0); /* at most */
    plan->turns = (plan->span + lead + plan->threads - 1) / plan->threads;
}

struct tw_coalesce tw_coalesce_of(const int64_t *value)
{
    struct tw_coalesce plan = {
        .n = (uint64_t)value[COALESCE_n],
        .fields = (unsigned)value[COALESCE_fields],
        .bytes = element_bytes(value),
        .threads = (unsigned)value[COALESCE_BDIMX],
        .unroll = (unsigned)value[COALESCE_unroll],
        .pad = (unsigned)value[COALESCE_IPAD],
        .offset = (uint64_t)value[COALESCE_offset],
        .stride = (uint64_t)value[COALESCE_stride],
        .in = value[COALESCE_side] == COALESCE_WRITE ? plain(value) : patterned(value),
        .out = value[COALESCE_side] == COALESCE_READ ? plain(value) : patterned(value),
    };
    plan.records = plan.threads * plan.unroll;
    plan.blocks = plan.n ? (plan.n + plan.records - 1) / plan.records : 1;
    plan.line = line_of(plan.bytes);
    plan.span = plan.records * (unsigned)plan.stride;
    plan_tile(&plan);
    return plan;
}

unsigned tw_coalesce_lead(const struct tw_coalesce *plan, uint64_t first)
{
    return (unsigned)((plan->offset + first * plan->stride) % plan->line);
}

/* The span in rows of a line each. */
static struct tw_layout tile_of(const struct tw_coalesce *plan)
{
    unsigned columns = plan->span < plan->line ? plan->span : plan->line;
    return (struct tw_layout){.rows = (plan->span + columns - 1) / columns,
                              .columns = columns,
                              .pitch = columns + plan->pad,
                              .element_bytes = plan->bytes,
                              .swizzle = TW_SWIZZLE_NONE};
}

uint32_t tw_coalesce_place(const struct tw_coalesce *plan, unsigned element)
{
    return element + element / plan->line * plan->pad;
}

/* ---- accesses to the tile ---- */

static const char *const field_names[][16] = {
#define X(i) "read field " #i
    [COALESCE_READ_FIELD] = {X(0), X(1), X(2), X(3), X(4), X(5), X(6), X(7), X(8), X(9), X(10), X(11), X(12),
                             X(13), X(14), X(15)},
#undef X
#define X(i) "write field " #i
    [COALESCE_WRITE_FIELD] = {X(0), X(1), X(2), X(3), X(4), X(5), X(6), X(7), X(8), X(9), X(10), X(11), X(12),
                              X(13), X(14), X(15)},
#undef X
};

/* Threads find their records in the tile, unless all that there is to do is to carry lines through it. */
static bool has_records(const struct tw_coalesce *plan)
{
    return plan->fields > 1 || !plan->in.staged || !plan->out.staged;
}

unsigned tw_coalesce_accesses(const struct tw_coalesce *plan,
                              struct tw_coalesce_access list[COALESCE_ACCESSES])
{
    unsigned count = 0, by_record = has_records(plan) ? plan->fields : 0;
    if (plan->in.staged) list[count++] = (struct tw_coalesce_access){"fill tile", TW_STORE, COALESCE_FILL, 0};
    for (unsigned f = 0; f < by_record && plan->in.staged; f++)
        list[count++] =
            (struct tw_coalesce_access){field_names[COALESCE_READ_FIELD][f], TW_LOAD, COALESCE_READ_FIELD, f};
    for (unsigned f = 0; f < by_record && plan->out.staged; f++)
        list[count++] = (struct tw_coalesce_access){field_names[COALESCE_WRITE_FIELD][f], TW_STORE,
                                                    COALESCE_WRITE_FIELD, f};
    if (plan->out.staged)
        list[count++] = (struct tw_coalesce_access){"drain tile", TW_LOAD, COALESCE_DRAIN, 0};
    assert(count <= COALESCE_ACCESSES);
    return count;
}

static bool is_by_record(const struct tw_coalesce_access *access)
{
    return access->kind == COALESCE_READ_FIELD || access->kind == COALESCE_WRITE_FIELD;
}

unsigned tw_coalesce_turns(const struct tw_coalesce *plan, const struct tw_coalesce_access *access)
{
    return is_by_record(access) ? plan->unroll : plan->turns;
}

bool tw_coalesce_goes(const struct tw_coalesce *plan, const struct tw_coalesce_access *access, unsigned count,
                      unsigned lead, unsigned turn, unsigned thread, unsigned *element)
{
    unsigned number = turn * plan->threads + thread, stride = (unsigned)plan->stride;
    if (is_by_record(access)) {
        *element = number * stride + access->field;
        return number < count;
    }
    *element = number - lead;
    return number >= lead && *element < count * stride && *element % stride < plan->fields;
}

static bool tile(const int64_t *value, struct tw_layout *layout)
{
    const struct tw_coalesce plan = tw_coalesce_of(value);
    *layout = tile_of(&plan);
    return plan.in.staged || plan.out.staged;
}

static void accesses(const int64_t *value, struct tw_access_list *into)
{
    const struct tw_coalesce plan = tw_coalesce_of(value);
    struct tw_coalesce_access list[COALESCE_ACCESSES];
    unsigned count = tw_coalesce_accesses(&plan, list);
    for (unsigned i = 0; i < count; i++)
        tw_access_list_add(into, (struct tw_access_info){list[i].name, list[i].op, plan.bytes,
                                                         .passes = tw_coalesce_turns(&plan, &list[i])});
}

/* The first block's addresses, if it is whole; a turn's threads follow those of the turn before it. */
static void addresses(const int64_t *value, unsigned access, unsigned first, unsigned count, uint32_t *addr)
{
    const struct tw_coalesce plan = tw_coalesce_of(value);
    struct tw_coalesce_access list[COALESCE_ACCESSES];
    unsigned lead = tw_coalesce_lead(&plan, 0), element;
    tw_coalesce_accesses(&plan, list);
    for (unsigned i = 0; i < count; i++) {
        bool goes = tw_coalesce_goes(&plan, &list[access], plan.records, lead, 0, first + i, &element);
        addr[i] = goes ? tw_coalesce_place(&plan, element) * plan.bytes : TW_NO_ADDRESS;
    }
}

/* ---- what is possible ---- */

static bool accept_records(const int64_t *value, struct tw_text *reason)
{
    int64_t count = value[COALESCE_fields], stride = value[COALESCE_stride];
    if (count < 1) return tw_refuse(reason, "fields is 0; a structure without fields holds nothing");
    if (value[COALESCE_layout] == COALESCE_AOS && stride < count) {
        tw_text_addf(reason,
                     "stride is %" PRId64 "; structures of %" PRId64 " fields are at least %" PRId64 " apart",
                     stride, count, count);
        return false;
    }
    if (stride < 1) return tw_refuse(reason, "stride is 0; records need places of their own");
    return true;
}

static bool accept_staging(const int64_t *value, struct tw_text *reason)
{
    if (value[COALESCE_staging] == COALESCE_NONE) {
        if (value[COALESCE_IPAD])
            return tw_refuse(reason, "IPAD pads the tile; without staging there is none");
        return true;
    }
    if (value[COALESCE_layout] == COALESCE_SOA && value[COALESCE_fields] > 1)
        return tw_refuse(
            reason, "staging needs a layout of structures: with the layout soa no fields lie side by side");
    int64_t line = line_of(element_bytes(value)),
            span = value[COALESCE_BDIMX] * value[COALESCE_unroll] * value[COALESCE_stride],
            rows = (span + line - 1) / line,
            bytes = rows * (line + value[COALESCE_IPAD]) * element_bytes(value);
    if (bytes <= TW_STATIC_SHARED_LIMIT) return true;
    tw_text_addf(reason, "the tile takes %" PRId64 " bytes; static shared memory has at most %u (48 KB)",
                 bytes, TW_STATIC_SHARED_LIMIT);
    return false;
}

static bool accept(const int64_t *value, const struct tw_target *target, struct tw_text *reason)
{
    int64_t held = value[COALESCE_unroll] * value[COALESCE_fields], bytes = element_bytes(value),
            records = value[COALESCE_BDIMX] * value[COALESCE_unroll];
    (void)target;
    if (!accept_records(value, reason) || !accept_staging(value, reason)) return false;
    if (value[COALESCE_staging] == COALESCE_NONE && held * bytes > REGISTERS_BYTES) {
        tw_text_addf(reason,
                     "a thread would hold %" PRId64 " elements of %" PRId64
                     " bytes; %d bytes fit its registers",
                     held, bytes, REGISTERS_BYTES);
        return false;
    }
    if ((value[COALESCE_n] + records - 1) / records > BLOCKS_MAX) {
        tw_text_addf(reason, "a grid has at most %" PRId64 " blocks, of %" PRId64 " records each", BLOCKS_MAX,
                     records);
        return false;
    }
    return true;
}

/* ---- shape ---- */

static struct tw_argument argument(const int64_t *value, const struct tw_coalesce_array *array)
{
    return (struct tw_argument){.element = (enum tw_element)value[COALESCE_type],
                                .count = array->count,
                                .align = element_bytes(value),
                                .first = value[COALESCE_n] ? array->offset : array->count};
}

/* Records as rows of bytes; planes follow each other as the records within them do. */
static struct tw_rows rows_of(const struct tw_coalesce *plan, const struct tw_coalesce_array *array)
{
    return (struct tw_rows){.offset = array->offset * plan->bytes,
                            .lines = array->structures ? plan->n : plan->n * plan->fields,
                            .pitch = array->step * plan->bytes,
                            .length = (array->structures ? plan->fields : 1) * plan->bytes};
}

static void shape(const int64_t *value, struct tw_shape *shape)
{
    const struct tw_coalesce plan = tw_coalesce_of(value);
    const struct tw_layout layout = tile_of(&plan);
    const struct tw_rows in = rows_of(&plan, &plan.in), out = rows_of(&plan, &plan.out);
    bool staged = value[COALESCE_staging] == COALESCE_SHARED;
    struct tw_argument input = argument(value, &plan.in), output = argument(value, &plan.out);
    input.name = "in";
    input.role = TW_ROLE_INPUT;
    input.before = TW_BEFORE_GIVEN;
    output.name = "out";
    output.role = TW_ROLE_OUTPUT;
    output.before = TW_BEFORE_ANY;
    tw_shape_add_argument(shape, input);
    tw_shape_add_argument(shape, output);
    tw_shape_add_launch(
        shape,
        (struct tw_launch){.suffix = "",
                           .grid = {(uint32_t)plan.blocks, 1, 1},
                           .block = {plan.threads, 1, 1},
                           .shared_bytes = staged && plan.n ? layout.rows * layout.pitch * plan.bytes : 0,
                           .carveout = -1,
                           .argument = (unsigned[]){0, 1},
                           .argument_count = 2});
    shape->work.elements = plan.n ? plan.n * plan.fields : 1;
    shape->work.bytes = 2 * plan.n * plan.fields * plan.bytes;
    tw_work_reads(&shape->work, &in);
    tw_work_writes(&shape->work, &out);
}

/* ---- source ---- */

/* Elements travel as their bits. */
static const char *cuda_element(unsigned bytes)
{
    static const char *const names[] = {[1] = "unsigned char",
                                        [2] = "unsigned short",
                                        [4] = "unsigned",
                                        [8] = "unsigned long long",
                                        [16] = "uint4"};
    return names[bytes];
}

/* Some index, also of a thread behind the last record, takes more than 32 bits. */
static bool is_wide(const struct tw_coalesce *plan)
{
    uint64_t most = plan->in.count > plan->out.count ? plan->in.count : plan->out.count;
    return most + (uint64_t)plan->records * plan->stride > UINT32_MAX;
}

/* A number as the source writes it, of the type that its indices have. */
static void add_constant(struct tw_text *text, uint64_t number, bool wide)
{
    tw_text_addf(text, "%" PRIu64 "%s", number, tw_cuda_suffix(number, wide));
}

/* Where field `field` of record i lies: "in[11 + i * 3 + f]". Without fields to tell apart none is named. */
static void add_place(const struct tw_coalesce *plan, const struct tw_coalesce_array *array, const char *name,
                      const char *field, struct tw_text *text)
{
    bool wide = is_wide(plan);
    tw_text_addf(text, "%s[", name);
    if (array->offset) {
        add_constant(text, array->offset, wide);
        tw_text_add(text, " + ");
    }
    tw_text_add_char(text, 'i');
    if (array->step > 1) {
        tw_text_add(text, " * ");
        add_constant(text, array->step, wide);
    }
    if (plan->fields > 1) tw_text_addf(text, " + %s", field);
    if (plan->fields > 1 && !array->structures) {
        tw_text_add(text, " * ");
        add_constant(text, array->field, wide);
    }
    tw_text_add_char(text, ']');
}

/* Where an element of the span lies in the tile: "tile[e + e / 32]"; `sum` says that it is none of one word. */
static void add_subscript(const struct tw_coalesce *plan, const char *element, bool sum, struct tw_text *text)
{
    tw_text_addf(text, "tile[%s", element);
    if (plan->pad && tile_of(plan).rows > 1) {
        tw_text_addf(text, sum ? " + (%s) / %u" : " + %s / %u", element, plan->line);
        if (plan->pad > 1) tw_text_addf(text, " * %u", plan->pad);
    }
    tw_text_add_char(text, ']');
}

/* Field `field` of the thread's record in the tile: "tile[r * 3 + f]". */
static void add_record(const struct tw_coalesce *plan, const char *field, struct tw_text *text)
{
    struct tw_text element = {0};
    tw_text_add_char(&element, 'r');
    if (plan->stride > 1) tw_text_addf(&element, " * %" PRIu64, plan->stride);
    if (plan->fields > 1) tw_text_addf(&element, " + %s", field);
    add_subscript(plan, tw_text_part(text, &element), plan->stride > 1, text);
    tw_text_free(&element);
}

static bool is_ragged(const struct tw_coalesce *plan)
{
    return plan->n % plan->records != 0;
}

/* Which elements of the span a thread takes when the block moves lines: "if (e < 768) ", or nothing: any. Elements before the
   first are numbers beyond the last, unsigned as they are. */
static void add_condition(const struct tw_coalesce *plan, struct tw_text *text)
{
    bool ends = is_ragged(plan) || plan->turns * plan->threads != plan->span,
         gaps = plan->stride > plan->fields;
    if (!ends && !gaps) return;
    tw_text_add(text, "if (");
    if (ends && !is_ragged(plan)) tw_text_addf(text, "e < %u", plan->span);
    if (ends && is_ragged(plan))
        tw_text_addf(text, plan->stride > 1 ? "e < count * %" PRIu64 : "e < count", plan->stride);
    if (gaps) tw_text_addf(text, "%se %% %" PRIu64, ends ? " && " : "", plan->stride);
    if (gaps && plan->fields > 1) tw_text_addf(text, " < %u", plan->fields);
    if (gaps && plan->fields == 1) tw_text_add(text, " == 0");
    tw_text_add(text, ") ");
}

/* How the block carries lines between the tile and the array on the side. */
static void describe_lines(const struct tw_coalesce *plan, struct tw_data *data)
{
    const struct tw_layout layout = tile_of(plan);
    unsigned lead = tw_coalesce_lead(plan, 0);
    struct tw_text text = {0};
    /* A plain tile's neighbouring fields ptxas moves by one access, where it sees that they are aligned. */
    tw_data_format(data, "stored", "%s%s", plan->bytes < WIDEST_BYTES ? "volatile " : "",
                   cuda_element(plan->bytes));
    tw_data_number(data, "tile_elements", (int64_t)layout.rows * layout.pitch);
    tw_data_flag(data, "fills", plan->in.staged);
    tw_data_flag(data, "drains", plan->out.staged);
    tw_data_number(data, "turns", plan->turns);
    tw_data_number(data, "line", plan->line);
    tw_data_flag(data, "shifts", plan->shifts);
    if (plan->shifts)
        tw_text_add(&text, " - lead");
    else if (lead)
        tw_text_addf(&text, " - %u", lead);
    tw_data_text(data, "behind", &text);
    add_condition(plan, &text);
    tw_data_text(data, "condition", &text);
    add_subscript(plan, "e", false, &text);
    tw_data_text(data, "at", &text);
    if (plan->offset) {
        add_constant(&text, plan->offset, is_wide(plan));
        tw_text_add(&text, " + ");
    }
    tw_text_add(&text, "first");
    if (plan->stride > 1) {
        tw_text_add(&text, " * ");
        add_constant(&text, plan->stride, is_wide(plan));
    }
    tw_data_text(data, "begin", &text);
}

/* Where a thread gets a field of its record, and where it puts it. */
static void describe_records(const struct tw_coalesce *plan, struct tw_data *data)
{
    struct tw_text turned = {0}, text = {0};
    tw_text_addf(&turned, "(f + 1) %% %u", plan->fields);
    if (plan->in.staged)
        add_record(plan, "f", &text);
    else
        add_place(plan, &plan->in, "in", "f", &text);
    tw_data_text(data, "from", &text);
    if (plan->out.staged)
        add_record(plan, tw_text_part(&text, &turned), &text);
    else
        add_place(plan, &plan->out, "out", tw_text_part(&text, &turned), &text);
    tw_data_text(data, "to", &text);
    tw_data_flag(data, "several", plan->fields > 1);
    tw_data_flag(data, "unrolled", plan->unroll > 1);
    tw_data_flag(data, "has_records", has_records(plan));
    tw_data_flag(data, "within", plan->in.staged && plan->out.staged);
    tw_text_free(&turned);
}

static void describe(const int64_t *value, const char *name, const struct tw_rendering *rendering,
                     struct tw_data *data)
{
    const struct tw_coalesce plan = tw_coalesce_of(value);
    bool staged = plan.in.staged || plan.out.staged;
    struct tw_text text = {0};
    (void)name, (void)rendering;
    tw_data_string(data, "element", cuda_element(plan.bytes));
    tw_data_string(data, "index", is_wide(&plan) ? "unsigned long long" : "unsigned");
    tw_data_format(data, "blocks", "%" PRIu64, plan.blocks);
    tw_data_format(data, "in_count", "%" PRIu64, plan.in.count);
    tw_data_format(data, "out_count", "%" PRIu64, plan.out.count);
    tw_data_flag(data, "bounded", plan.threads > 1);
    tw_data_flag(data, "direct", plan.n && !staged);
    tw_data_flag(data, "staged", plan.n && staged);
    tw_data_flag(data, "ragged", is_ragged(&plan));
    add_constant(&text, plan.n, is_wide(&plan));
    tw_data_text(data, "count", &text);
    add_constant(&text, plan.records, is_wide(&plan));
    tw_data_text(data, "records", &text);
    tw_data_number(data, "block", plan.records);
    describe_lines(&plan, data);
    describe_records(&plan, data);
}

/* clang-format off */
static const struct tw_starter starter = {
    TW_MEMBERS("n": 10000, "type": "float32", "side": "read"),
    {
     {"aligned", TW_MEMBERS(),
      "what a warp reads lies in as few sectors as it can"},
     {"shifted", TW_MEMBERS("offset": [1, 8]),
      "not at the beginning of a sector; at the next one's"},
     {"strided", TW_MEMBERS("stride": {"pow2": [2, 32]}),
      "more and more of what is fetched is not used"},
     {"records", TW_MEMBERS("layout": ["aos", "soa"], "fields": 4),
      "structures, and arrays of their fields"},
     {0}},
};
/* clang-format on */

const struct tw_family tw_family_coalesce = {
    .name = "coalesce",
    .template_name = "coalesce.cu.mustache",
    .help = "records moved between an array that lies aligned, misaligned, strided or as structures, and a "
            "plain one",
    .fields = fields,
    .field_count = COALESCE_FIELD_COUNT,
    .starter = &starter,
    .cost = TW_COST_TRAFFIC,
    .resolve = resolve,
    .accept = accept,
    .shape = shape,
    .describe = describe,
    .tile = tile,
    .accesses = accesses,
    .addresses = addresses,
    .predict = tw_coalesce_predict,
};
