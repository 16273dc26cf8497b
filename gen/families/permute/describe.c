/*
 * The variables of templates/permute/permute.cu.mustache, whose first lines say what each means. Orders become functions of an
 * access's number, "n % 16 * 4 + n / 16 % 64 * 640"; what all threads have in common between two of their accesses becomes a number.
 */
#include "gen/families/permute/describe.h"

#include <inttypes.h>

#include "base/whole.h"
#include "gen/families/permute/cast.h"
#include "gen/families/transpose/describe_access.h"
#include "gen/text/data.h"

/* Types of numbers in the kernel. */
struct permute_types {
    bool wide_index;  /* offsets take 64 bits                             */
    bool wide_number; /* numbers of tiles, or of the elements of naive, do */
};

static struct permute_types types_of(const struct tw_permute_tile *t)
{
    uint64_t elements =
        t->problem.in_count > t->problem.out_count ? t->problem.in_count : t->problem.out_count;
    bool naive = t->method == PERMUTE_NAIVE;
    uint64_t numbers = naive ? t->blocks * t->threads : t->tiles + t->blocks;
    return (struct permute_types){.wide_index = elements > INT32_MAX, .wide_number = numbers > UINT32_MAX};
}

static const char *index_type(struct permute_types types)
{
    return types.wide_index ? "long long" : "int";
}

/* ---- what a digit of a number is ---- */

/* "n / 16 % 64": the index that changes every `every` numbers and has `count` values; `last`: nothing changes slower. */
static void add_index(struct tw_text *text, uint64_t every, uint64_t count, bool last)
{
    tw_text_add(text, "n");
    if (every > 1)
        tw_text_addf(text, " / %" PRIu64 "%s", every,
                     every > UINT32_MAX  ? "ull"
                     : every > INT32_MAX ? "u"
                                         : "");
    if (!last)
        tw_text_addf(text, " %% %" PRIu64 "%s", count,
                     count > UINT32_MAX  ? "ull"
                     : count > INT32_MAX ? "u"
                                         : "");
}

/* Adds " + FACTOR * step" to a sum, of which the caller then adds FACTOR. */
static void add_step(struct tw_text *sum, int64_t step)
{
    uint64_t size = step < 0 ? -(uint64_t)step : (uint64_t)step;
    if (sum->length) tw_text_add(sum, step < 0 ? " - " : " + ");
    if (!sum->length && step < 0) tw_text_add(sum, "-");
    if (size > 1) tw_text_addf(sum, "%" PRIu64 " * ", size);
}

/* Adds an index of number n times its step. */
static void add_product(struct tw_text *sum, const char *cast, uint64_t every, uint64_t count, bool last,
                        int64_t step)
{
    if (!step) return;
    add_step(sum, step);
    tw_text_addf(sum, "%s(", cast);
    add_index(sum, every, count, last);
    tw_text_add(sum, ")");
}

/* Adds the first index of a tile along an axis times the axis's stride. */
static void add_axis(struct tw_text *sum, unsigned axis, int64_t stride)
{
    if (!stride) return;
    add_step(sum, stride);
    tw_text_addf(sum, "i%u", axis);
}

/* What groups of indices leave out between them: "(n / 16 % 33) / 4 * 16". */
static void add_groups(struct tw_text *sum, const struct tw_permute_digit *digit, uint64_t every, bool last)
{
    if (!digit->group) return;
    tw_text_add(sum, sum->length ? " + (" : "(");
    add_index(sum, every, digit->count, last);
    tw_text_addf(sum, ") / %u * %u", digit->group, digit->extra);
}

/* An order as a sum over its digits. */
static void describe_order(const struct tw_permute_order *order, enum tw_permute_side side, const char *cast,
                           const char *key, struct tw_data *data)
{
    struct tw_text sum = {0};
    uint64_t every = 1;
    for (unsigned i = 0; i < order->digits; every *= order->digit[i++].count) {
        const struct tw_permute_digit *digit = &order->digit[i];
        bool last = i + 1 == order->digits;
        add_product(&sum, cast, every, digit->count, last, tw_permute_step(digit, side));
        if (side == PERMUTE_PLACE) add_groups(&sum, digit, every, last);
    }
    if (!sum.length) tw_text_add(&sum, "0");
    tw_data_text(data, key, &sum);
}

/* ---- a thread's accesses ---- */

/* "from(t), from(t) + 64, from(t + 512)" under `key`, of as many accesses as a thread has; the function is NAME_function. */
static void describe_named(const struct tw_permute_tile *t, const struct tw_permute_order *order,
                           enum tw_permute_side side, const char *name, const char *function, const char *key,
                           struct tw_data *data)
{
    struct tw_text list = {0};
    for (unsigned k = 0; k < tw_permute_turns(t, order); k++) {
        int64_t apart = 0;
        if (k) tw_text_add(&list, ", ");
        if (k && tw_permute_is_even(t, order, k, side, &apart))
            tw_text_addf(&list, "%s_%s(thread) + %" PRId64, name, function, apart);
        else if (k)
            tw_text_addf(&list, "%s_%s(thread + %u)", name, function, k * t->threads);
        else
            tw_text_addf(&list, "%s_%s(thread)", name, function);
    }
    tw_data_text(data, key, &list);
}

static void describe_accesses(const struct tw_permute_tile *t, const struct tw_permute_order *order,
                              enum tw_permute_side side, const char *name, const char *key,
                              struct tw_data *data)
{
    describe_named(t, order, side, name, key, key, data);
}

/* The elements of an access: "0, 132, 264". */
static void describe_list(const struct tw_permute_order *order, enum tw_permute_side side, const char *key,
                          struct tw_data *data)
{
    struct tw_text list = {0};
    for (unsigned n = 0; n < order->count; n++) {
        const struct tw_permute_digit at = tw_permute_at(order, n);
        tw_text_addf(&list, "%s%" PRId64, n ? ", " : "", tw_permute_step(&at, side));
    }
    tw_data_text(data, key, &list);
}

/* The order's accesses: how many a thread has, and which threads have the last one. */
static void describe_turns(const struct tw_permute_tile *t, const struct tw_permute_order *order,
                           struct tw_data *data)
{
    unsigned turns = tw_permute_turns(t, order), rest = order->count % t->threads;
    tw_data_number(data, "turns", turns);
    tw_data_number(data, "last_turn", turns - 1);
    tw_data_number_or_false(data, "rest", rest, rest);
}

/* ---- where a tile begins ---- */

/* The first index of the tile along an axis: "(int)(n / 4 % 10) * 64", at most that of the last tile. */
static void add_first(const struct tw_permute_tile *t, unsigned axis, uint64_t every, const char *cast,
                      bool wide, struct tw_text *text)
{
    const struct tw_permute_span *span = &t->span[axis];
    bool cut = span->last != (span->count - 1) * span->step;
    tw_text_addf(text, "%s%s(", cut ? "min(" : "", cast);
    add_index(text, every, span->count, every * span->count == t->tiles);
    tw_text_add(text, ")");
    if (span->step > 1) tw_text_addf(text, " * %u", span->step);
    if (cut) tw_text_addf(text, ", %" PRIu64 "%s)", span->last, wide ? "ll" : "");
}

/* The axes with several tiles, in the order in which tiles follow each other, and where a tile begins. */
static void describe_tiles(const struct tw_permute_tile *t, bool by_input, struct permute_types types,
                           const char *cast, struct tw_data *data)
{
    struct tw_data axes = tw_data_list(data, "tile_axes");
    struct tw_text in = {0}, out = {0};
    unsigned sorted[TW_MAX_AXES];
    uint64_t every = 1;
    bool stays = t->blocks < t->tiles;
    tw_permute_sort(&t->problem, by_input, sorted);
    for (unsigned i = 0; i < t->problem.rank; i++) {
        const struct tw_permute_axis *axis = &t->problem.axis[sorted[i]];
        struct tw_text first = {0};
        if (t->span[sorted[i]].count == 1) continue;
        struct tw_data item = tw_data_item(&axes);
        add_first(t, sorted[i], every, cast, types.wide_index, &first);
        tw_data_number(&item, "axis", sorted[i]);
        tw_data_text(&item, "first", &first);
        add_axis(&in, sorted[i], axis->in_stride);
        add_axis(&out, sorted[i], axis->out_stride);
        every *= t->span[sorted[i]].count;
        stays = stays && axis->in_stride == 0;
    }
    if (stays)
        tw_data_string(data, "stays", types.wide_index ? "l" : "r");
    else
        tw_data_flag(data, "stays", false);
    tw_text_addf(&in, in.length ? " + %" PRId64 : "%" PRId64, t->problem.in_first);
    tw_text_addf(&out, out.length ? " + %" PRId64 : "%" PRId64, t->problem.out_first);
    tw_data_text(data, "in_begin", &in);
    tw_data_text(data, "out_begin", &out);
}

/* "64 of 640, 1 of 5": the tile's part of each axis. */
static void describe_box(const struct tw_permute_tile *t, struct tw_data *data)
{
    struct tw_text box = {0};
    for (unsigned i = 0; i < t->problem.rank; i++)
        tw_text_addf(&box, "%s%u of %" PRId64, i ? ", " : "", t->span[i].extent, t->problem.axis[i].extent);
    tw_data_text(data, "box", &box);
}

/* ---- methods ---- */

/* Describes what the method naive needs: the element's number as indices. */
static void describe_elements(const struct tw_permute_tile *t, const char *cast, struct tw_data *data)
{
    struct tw_text in = {0}, out = {0};
    uint64_t every = 1;
    for (unsigned i = t->problem.rank; i-- > 0;) {
        const struct tw_permute_axis *axis = &t->problem.axis[i];
        add_product(&in, cast, every, (uint64_t)axis->extent, i == 0, axis->in_stride);
        add_product(&out, cast, every, (uint64_t)axis->extent, i == 0, axis->out_stride);
        every *= (uint64_t)axis->extent;
    }
    tw_text_addf(&in, in.length ? " + %" PRId64 : "%" PRId64, t->problem.in_first);
    tw_text_addf(&out, out.length ? " + %" PRId64 : "%" PRId64, t->problem.out_first);
    tw_data_text(data, "in_begin", &in);
    tw_data_text(data, "out_begin", &out);
}

static void describe_loads(const struct tw_permute_tile *t, const char *name, const char *cast,
                           struct tw_data *data)
{
    struct tw_data loads = tw_data_object(data, "loads");
    unsigned bytes = t->in_bytes * t->in_vector;
    bool words = t->pack > 1 && !tw_permute_narrows(t);
    describe_order(&t->loads, PERMUTE_IN, cast, "from_sum", &loads);
    describe_order(&t->loads, PERMUTE_PLACE, "", "put_sum", &loads);
    describe_accesses(t, &t->loads, PERMUTE_IN, name, "from", &loads);
    describe_accesses(t, &t->loads, PERMUTE_PLACE, name, "put", &loads);
    describe_turns(t, &t->loads, &loads);
    tw_data_string(&loads, "access", tw_transpose_type(bytes));
    tw_data_string(&loads, "held", bytes < 4 && words ? "unsigned" : tw_transpose_type(bytes));
    tw_data_number(&loads, "words", bytes < 4 ? 1 : bytes / 4);
    tw_data_number(&loads, "vector", t->in_vector);
    tw_data_number(&loads, "pack", t->pack);
    tw_data_flag(&loads, "packs", words);
    tw_data_flag(&loads, "packs2", words && t->pack == 2);
    tw_data_flag(&loads, "packs4", words && t->pack == 4);
    tw_data_flag(&loads, "pairs", t->pack > 1 && !words);
    tw_data_flag(&loads, "neighbours", tw_permute_has_neighbours(t));
    describe_list(&t->across, PERMUTE_PLACE, "across", &loads);
    describe_list(&t->packed, PERMUTE_IN, "rows", &loads);
}

static void describe_stores(const struct tw_permute_tile *t, const char *name, const char *cast,
                            struct tw_data *data)
{
    struct tw_data stores = tw_data_object(data, "stores");
    enum tw_permute_side source = t->method == PERMUTE_TILE ? PERMUTE_PLACE : PERMUTE_IN;
    describe_order(&t->stores, PERMUTE_OUT, cast, "to_sum", &stores);
    describe_order(&t->stores, source, source == PERMUTE_IN ? cast : "", "get_sum", &stores);
    describe_accesses(t, &t->stores, PERMUTE_OUT, name, "to", &stores);
    describe_accesses(t, &t->stores, source, name, "get", &stores);
    describe_turns(t, &t->stores, &stores);
    tw_data_string(&stores, "access", tw_transpose_type(t->out_bytes * t->out_vector));
}

/* What is found for access n of an order, as the function NAME_load_at, say, and of all accesses of a thread. */
static void describe_found(const struct tw_permute_tile *t, const struct tw_permute_order *order,
                           enum tw_permute_side side, const char *name, const char *part, const char *key,
                           struct tw_data *data)
{
    struct tw_text function = {0};
    struct tw_data found = tw_data_object(data, key);
    bool place = side == PERMUTE_PLACE;
    tw_text_addf(&function, "%s_%s", part, key);
    describe_order(order, side, place ? "" : types_of(t).wide_index ? "(long long)" : "(int)", "sum", &found);
    describe_named(t, order, side, name, function.data ? function.data : "", "all", &found);
    tw_text_free(&function);
}

/* One order of a side: where its accesses go on that side, and in shared memory. */
static void describe_part(const struct tw_permute_tile *t, const struct tw_permute_order *order,
                          bool by_input, const char *name, const char *key, struct tw_data *data)
{
    if (!order->count) {
        tw_data_flag(data, key, false);
        return;
    }
    struct tw_data part = tw_data_object(data, key);
    describe_found(t, order, by_input ? PERMUTE_IN : PERMUTE_OUT, name, key, "at", &part);
    describe_found(t, order, PERMUTE_PLACE, name, key, "place", &part);
    if (by_input) describe_found(t, order, PERMUTE_OUT, name, key, "turn", &part);
    describe_turns(t, order, &part);
}

/* Which tiles along the axis along which they overlap store the ends of runs, and what of a number tells a chunk's place in a sector. */
static void describe_overlapping(const struct tw_permute_tile *t, bool by_input, struct tw_data *data)
{
    if (by_input || !t->overlaps) {
        tw_data_flag(data, "overlapping", false);
        return;
    }
    struct tw_data overlap = tw_data_object(data, "overlapping");
    tw_data_number(&overlap, "axis", t->cut);
    tw_data_format(&overlap, "last", "%" PRIu64 "%s", t->span[t->cut].last,
                   types_of(t).wide_index ? "ll" : "");
    tw_data_number(&overlap, "parts", t->out.align / t->out.vector);
}

static void describe_side(const struct tw_permute_tile *t, bool by_input, const char *name,
                          struct tw_data *data)
{
    const struct tw_permute_shift *side = by_input ? &t->in : &t->out;
    struct tw_data object = tw_data_object(data, by_input ? "in_side" : "out_side");
    describe_part(t, &side->whole, by_input, name, by_input ? "load" : "store", &object);
    describe_part(t, &side->rest, by_input, name, by_input ? "load_end" : "store_end", &object);
    describe_order(&side->within, PERMUTE_PLACE, "", "within_sum", &object);
    describe_order(&side->within, PERMUTE_OUT, types_of(t).wide_index ? "(long long)" : "(int)", "moves_sum",
                   &object);
    tw_data_string(&object, "access", tw_transpose_type(tw_permute_moved_bytes(t, by_input) * side->vector));
    tw_data_number(&object, "vector", side->vector);
    tw_data_number(&object, "mask", side->vector - 1);
    tw_data_number(&object, "lead_mask", side->align - 1);
    describe_overlapping(t, by_input, &object);
    if (side->spread > 1)
        tw_data_format(&object, "over_spread", " / %u", side->spread);
    else
        tw_data_string(&object, "over_spread", "");
    tw_data_number(&object, "chunks", side->chunks);
    tw_data_number(&object, "ends", side->ends);
    tw_data_number(&object, "behind", side->chunks * side->vector);
    tw_data_flag(&object, "moves", side->moves);
}

/* One order of the method chunks: where its accesses come from, and where they go. */
static void describe_row_part(const struct tw_permute_tile *t, const struct tw_permute_order *order,
                              const char *name, const char *key, struct tw_data *data)
{
    if (!order->count) {
        tw_data_flag(data, key, false);
        return;
    }
    struct tw_data part = tw_data_object(data, key);
    describe_found(t, order, PERMUTE_IN, name, key, "from", &part);
    describe_found(t, order, PERMUTE_OUT, name, key, "to", &part);
    describe_turns(t, order, &part);
}

/* The elements of a row before its first chunk: "3 + (-(begin + 3) & 15)", where it begins at element `begin`; or always as many. */
static void describe_lead(const struct tw_permute_chunks *chunks, struct tw_data *data)
{
    unsigned margin = chunks->margin, mask = chunks->vector - 1;
    if (!chunks->moves)
        tw_data_format(data, "lead", "%u", tw_permute_row_lead(chunks, 0));
    else if (margin)
        tw_data_format(data, "lead", "%u + (-(begin + %u) & %u)", margin, margin, mask);
    else
        tw_data_format(data, "lead", "-begin & %u", mask);
}

static void describe_chunks(const struct tw_permute_tile *t, const char *name, struct tw_data *data)
{
    const struct tw_permute_chunks *chunks = &t->chunks;
    struct tw_data object = tw_data_object(data, "chunks");
    unsigned parts = tw_permute_parts(t);
    describe_row_part(t, &t->stores, name, "chunk", &object);
    describe_row_part(t, &chunks->rest, name, "end", &object);
    describe_lead(chunks, &object);
    tw_data_string(&object, "access", tw_transpose_type(chunks->vector * t->in_bytes));
    tw_data_string(&object, "part", tw_transpose_type(chunks->part));
    tw_data_number(&object, "parts", parts);
    tw_data_number(&object, "ends", chunks->ends);
    tw_data_number(&object, "behind", chunks->count * chunks->vector);
    tw_data_flag(&object, "aligned", !chunks->funnels);
    if (!chunks->funnels) {
        tw_data_flag(&object, "funnel", false);
        return;
    }
    struct tw_data funnel = tw_data_object(&object, "funnel");
    tw_data_number(&funnel, "words", parts + 1);
    tw_data_number(&funnel, "mask", chunks->margin);
    tw_data_number(&funnel, "bits", 8 * t->in_bytes);
}

/* Where elements are cast that go through shared memory: when they are loaded, or whole accesses when they are stored. */
static void describe_casts(const struct tw_permute_tile *t, bool changes, struct tw_data *data)
{
    unsigned vector = t->method == PERMUTE_SHIFTED ? t->out.vector : t->out_vector;
    tw_data_flag(data, "cast_loaded", changes && tw_permute_narrows(t));
    if (!changes || tw_permute_narrows(t) || !tw_permute_is_shared(t)) {
        tw_data_flag(data, "cast_stored", false);
        return;
    }
    struct tw_data stored = tw_data_object(data, "cast_stored");
    tw_data_number(&stored, "count", vector);
    tw_data_string(&stored, "part", tw_transpose_type(t->bytes * vector));
    tw_data_string(&stored, "whole", tw_transpose_type(t->out_bytes * vector));
}

void tw_permute_describe(const int64_t *value, const char *name, struct tw_data *data)
{
    const struct tw_permute_tile t = tw_permute_tile_of(value);
    const struct permute_types types = types_of(&t);
    const char *cast = types.wide_index ? "(long long)" : "(int)";
    tw_data_number(data, "threads", t.threads);
    tw_data_number(data, "grid", (int64_t)t.blocks);
    tw_data_number(data, "align", tw_permute_align(&t, true));
    tw_data_number(data, "out_align", tw_permute_align(&t, false));
    tw_data_number(data, "in_count", (int64_t)t.problem.in_count);
    tw_data_number(data, "out_count", (int64_t)t.problem.out_count);
    tw_data_string(data, "element", tw_transpose_type(t.in_bytes));
    tw_data_string(data, "out_element", tw_transpose_type(t.out_bytes));
    tw_data_string(data, "cell", tw_transpose_type(t.bytes));
    tw_permute_describe_cast(value, name, t.together, data);
    describe_casts(&t, tw_permute_changes(value), data);
    tw_data_string(data, "index", index_type(types));
    tw_data_string(data, "number", types.wide_number ? "unsigned long long" : "unsigned");
    tw_data_string(data, "to_number", types.wide_number ? "(unsigned long long)" : "");
    tw_data_flag(data, "is_naive", t.method == PERMUTE_NAIVE && t.problem.elements);
    tw_data_flag(data, "is_rows", t.method == PERMUTE_ROWS);
    tw_data_flag(data, "is_tile", t.method == PERMUTE_TILE);
    tw_data_flag(data, "is_shared", tw_permute_is_shared(&t));
    tw_data_flag(data, "is_shifted", t.method == PERMUTE_SHIFTED);
    tw_data_flag(data, "has_tiles", t.method != PERMUTE_NAIVE);
    tw_data_flag(data, "walks", t.blocks < t.tiles);
    if (t.method != PERMUTE_TILE) tw_data_flag(data, "loads", false);
    if (t.method != PERMUTE_TILE && t.method != PERMUTE_ROWS) tw_data_flag(data, "stores", false);
    if (t.method != PERMUTE_CHUNKS) tw_data_flag(data, "chunks", false);
    if (t.method != PERMUTE_SHIFTED) tw_data_flag(data, "in_side", false);
    if (t.method != PERMUTE_SHIFTED) tw_data_flag(data, "out_side", false);
    if (t.method == PERMUTE_NAIVE) {
        tw_data_format(data, "last_element", "%" PRIu64, t.problem.elements);
        tw_data_flag(data, "cut", t.problem.elements % t.threads);
        describe_elements(&t, cast, data);
        return;
    }
    describe_box(&t, data);
    tw_data_format(data, "tiles", "%" PRIu64, t.tiles);
    tw_data_number(data, "places", (int64_t)t.places);
    describe_tiles(&t, value[PERMUTE_order] == TRANSPOSE_ROWS, types, cast, data);
    if (t.method == PERMUTE_TILE) describe_loads(&t, name, cast, data);
    if (t.method == PERMUTE_SHIFTED) {
        tw_data_flag(data, "neighbours", !t.in.moves && !t.out.moves);
        describe_side(&t, true, name, data);
        describe_side(&t, false, name, data);
    } else if (t.method == PERMUTE_CHUNKS) {
        describe_chunks(&t, name, data);
    } else {
        describe_stores(&t, name, cast, data);
    }
}
