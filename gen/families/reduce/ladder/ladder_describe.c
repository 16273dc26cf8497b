/* The ladder's data for templates/reduce/reduce_ladder.cu.mustache. */
#include <assert.h>
#include <inttypes.h>

#include "gen/families/reduce/ladder/ladder.h"

/* The highest index that is computed needs more than 32 bits. */
static bool is_wide(const struct tw_reduce *r, const struct tw_ladder_pass *pass)
{
    return r->length + 2 * pass->unroll * tw_ladder_stride(pass) + 2 * pass->share > UINT32_MAX;
}

/* Threads of the block at hand that have a state. */
static void describe_states(const struct tw_reduce *r, const struct tw_ladder_pass *pass,
                            struct tw_data *data)
{
    const char *type = is_wide(r, pass) ? "ull" : "u", *cast = is_wide(r, pass) ? "(unsigned)" : "";
    unsigned step = pass->share ? pass->share : pass->threads;
    if (pass->blocks == 1 || !tw_ladder_is_guarded(pass))
        tw_data_number(data, "states", tw_ladder_last_states(pass));
    else
        tw_data_format(data, "states", "%smin(%u%s, %" PRIu64 "%s - blockIdx.x * %u%s)", cast, pass->threads,
                       type, pass->units, type, step, type);
}

static void describe_turns(const struct tw_ladder_pass *pass, struct tw_data *in)
{
    uint64_t turn = pass->unroll * tw_ladder_stride(pass),
             once = pass->unroll > 1 ? turn + turn - tw_ladder_stride(pass) : turn;
    bool loops = !pass->share && pass->units > once;
    bool rests = !pass->share && pass->unroll > 1 && pass->units % turn != 0;
    tw_data_flag(in, "several", pass->unroll > 1);
    tw_data_flag(in, "loops", loops);
    tw_data_flag(in, "rests", rests);
    tw_data_flag(in, "moves", loops || rests || pass->tail);
    tw_data_flag(in, "two", pass->share > pass->threads && pass->units > pass->threads);
    tw_data_flag(in, "second_guarded", pass->share && pass->units % pass->share != 0);
    tw_data_flag(in, "tail", pass->tail > 0);
    tw_data_number(in, "accumulators", pass->unroll);
}

static void describe_inputs(const struct tw_reduce *r, const struct tw_ladder_pass *pass,
                            struct tw_data *data)
{
    bool wide = is_wide(r, pass);
    uint64_t turn = pass->unroll * tw_ladder_stride(pass);
    struct tw_data in = tw_data_object(data, "inputs");
    tw_data_flag(&in, "one_block", pass->blocks == 1);
    tw_data_flag(&in, "guarded", tw_ladder_is_guarded(pass));
    describe_turns(pass, &in);
    tw_data_constant(&in, "units", pass->units, wide);
    tw_data_constant(&in, "share", pass->share ? pass->share : pass->threads, wide);
    tw_data_constant(&in, "threads", pass->threads, wide);
    tw_data_constant(&in, "stride", tw_ladder_stride(pass), wide);
    tw_data_constant(&in, "turn", turn, wide);
    tw_data_constant(&in, "reach", turn - tw_ladder_stride(pass), wide);
    tw_data_constant(&in, "tail_first", r->length - pass->tail, wide);
    tw_data_constant(&in, "length", r->length, wide);
    describe_states(r, pass, &in);
}

static void describe_partials(const struct tw_reduce *r, const struct tw_ladder_pass *pass,
                              struct tw_data *data)
{
    struct tw_data partials = tw_data_object(data, "partials");
    tw_data_flag(&partials, "guarded", tw_ladder_is_guarded(pass));
    tw_data_flag(&partials, "loops", pass->units > pass->threads);
    tw_data_constant(&partials, "count", pass->units, false);
    describe_states(r, pass, &partials);
}

/* The steps that are written out: those before the last warp's, and its own. */
static void describe_steps(const struct tw_reduce *r, struct tw_data *data)
{
    struct tw_data steps = tw_data_list(data, "steps");
    for (unsigned s = r->threads / 2; r->method == REDUCE_UNROLL_ALL && s > TW_WARP; s /= 2) {
        struct tw_data step = tw_data_item(&steps);
        tw_data_number(&step, "stride", s);
    }
    struct tw_data last = tw_data_list(data, "last_steps");
    for (unsigned s = TW_WARP; s > 0; s /= 2) {
        struct tw_data step = tw_data_item(&last);
        tw_data_number(&step, "stride", s);
        tw_data_flag(&step, "again", s > 1);
    }
}

static void describe_rung(const struct tw_reduce *r, struct tw_data *data)
{
    bool has_last = r->method == REDUCE_UNROLL_LAST || r->method == REDUCE_UNROLL_ALL;
    tw_data_flag(data, "in_global", r->method == REDUCE_GLOBAL);
    tw_data_flag(data, "interleaved", r->method == REDUCE_INTERLEAVED);
    tw_data_flag(data, "conflicting", r->method == REDUCE_CONFLICTING);
    tw_data_flag(data, "halves",
                 r->method == REDUCE_GLOBAL || r->method == REDUCE_SEQUENTIAL ||
                     r->method == REDUCE_FIRST_ADD);
    tw_data_flag(data, "unrolls_last", has_last);
    tw_data_flag(data, "halves_first", r->method == REDUCE_UNROLL_LAST && r->threads > 2 * TW_WARP);
    tw_data_flag(data, "by_shuffles", r->method >= REDUCE_SHUFFLE);
    tw_data_flag(data, "many_warps", r->threads > TW_WARP);
    tw_data_number(data, "block_warps", r->threads / TW_WARP);
    tw_data_flag(data, "bounded", r->threads > 1);
    describe_steps(r, data);
}

/* What a load of the inputs is in CUDA. */
static const char *load_type(unsigned bytes)
{
    return bytes == 16 ? "uint4" : bytes == 8 ? "uint2" : bytes == 4 ? "unsigned" : "unsigned short";
}

static void describe_atomic(const struct tw_reduce *r, struct tw_data *data)
{
    bool adds = r->op != REDUCE_MIN && r->op != REDUCE_MAX;
    bool is_signed = adds && r->result == TW_INT64; /* which has no addition of its own */
    tw_data_string(data, "operation", adds ? "atomicAdd" : r->op == REDUCE_MIN ? "atomicMin" : "atomicMax");
    tw_data_string(data, "target", is_signed ? "(unsigned long long *)c" : "c");
    tw_data_string(data, "as", is_signed ? "(unsigned long long)" : "");
}

static void describe_finish(const struct tw_reduce *r, const int64_t *value, struct tw_data *data)
{
    tw_data_flag(data, "alone", tw_ladder_is_alone(value));
    tw_data_flag(data, "by_last", tw_ladder_is_last(r, value));
    tw_data_flag(data, "by_second", tw_ladder_is_second(r, value));
    tw_data_flag(data, "by_atomic", !tw_ladder_is_alone(value) && r->finish == REDUCE_BY_ATOMIC);
    tw_data_flag(data, "begins", tw_ladder_has_begin(r, value));
    tw_data_flag(data, "ends", tw_ladder_has_end(r, value));
    tw_data_number(data, "last_number", value[REDUCE_blocks] - 1);
    describe_atomic(r, data);
}

void tw_ladder_describe(const struct tw_reduce *r, const int64_t *value, struct tw_data *data)
{
    struct tw_ladder_pass inputs = tw_ladder_over_inputs(r, value),
                          partials = tw_ladder_over_partials(r, value);
    bool joins = tw_ladder_joins_partials(r, value);
    struct tw_data ladder = tw_data_object(data, "ladder");
    assert(r->member_count == 1);
    tw_data_flag(&ladder, "counted", r->length > 0);
    tw_data_string(&ladder, "member", r->members[0].name);
    tw_data_string(&ladder, "scalar", r->members[0].cuda);
    tw_data_string(&ladder, "index", is_wide(r, &inputs) ? "unsigned long long" : "unsigned");
    tw_data_number(&ladder, "elements", inputs.elements);
    tw_data_flag(&ladder, "loads_several", inputs.elements > 1);
    tw_data_string(&ladder, "load", load_type(inputs.bytes));
    tw_data_format(&ladder, "length", "%" PRIu64 "ull", r->length);
    tw_data_flag(&ladder, "guards",
                 r->length && (tw_ladder_is_guarded(&inputs) || (joins && tw_ladder_is_guarded(&partials))));
    tw_data_flag(&ladder, "numbers_threads",
                 r->threads > TW_WARP || tw_ladder_is_guarded(&inputs) ||
                     (joins && tw_ladder_is_guarded(&partials)));
    describe_rung(r, &ladder);
    describe_finish(r, value, &ladder);
    if (r->length) describe_inputs(r, &inputs, &ladder);
    if (joins) describe_partials(r, &partials, &ladder);
}
