/*
 * Random programs for one warp - shuffles, also of lanes that are not there, selects, guards, arithmetic, local memory, votes - against a
 * model that follows each lane's values and whether they are of a lane that is not there. What the model says is used must be told, and
 * nothing else. And loads whose values selects may throw away, of which exactly those lanes must be told that use theirs.
 */
#include "sim/tests/machine.h"
#include "sim/tests/random.h"

#define PROGRAMS   1500u
#define STEPS      14u
#define REGISTERS  6u
#define PREDICATES 4u
#define WORDS      4u /* of local memory */
#define ABSENT     0xfefefefeu

struct value {
    uint32_t bits;
    bool bad;
};

struct model {
    unsigned seed;
    struct tw_text text;
    uint32_t threads, live;
    struct value r[REGISTERS][32], p[PREDICATES][32], local[WORDS][32];
    uint32_t used; /* lanes that use what is bad */
};

static unsigned draw(struct model *model, unsigned limit)
{
    return random_below(&model->seed, limit);
}

static uint32_t draw_lanes(struct model *model)
{
    uint32_t lanes = (uint32_t)draw(model, 65536) << 16 | draw(model, 65536);
    unsigned kind = draw(model, 4);
    return kind == 0 ? 0xffff : kind == 1 ? UINT32_MAX : lanes;
}

/* %p6 is true in these lanes. */
static void guard(struct model *model, uint32_t lanes)
{
    tw_text_addf(&model->text,
                 "shr.u32 %%r30, 0x%08x, %%t; and.b32 %%r30, %%r30, 1; setp.ne.u32 %%p6, %%r30, 0;\n", lanes);
}

#define EACH(lane, lanes)                                                                                    \
    for (unsigned lane = 0; lane < 32; lane++)                                                               \
        if ((lanes) >> lane & 1u)

/* --- one step each: its text, and what it does */

/* The lane that each asks, or itself (PTX ISA, "shfl.sync"). */
static unsigned source_of(unsigned mode, unsigned lane, unsigned by, unsigned width)
{
    const unsigned first = lane / width * width, last = first + width - 1;
    const int source = mode == 0   ? (int)lane - (int)by
                       : mode == 1 ? (int)(lane + by)
                       : mode == 2 ? (int)(lane ^ by)
                                   : (int)(first + by % width);
    return source < (int)first && mode == 0 ? lane : source > (int)last ? lane : (unsigned)source & 31u;
}

static void shuffle(struct model *model)
{
    static const char *const modes[] = {"up", "down", "bfly", "idx"};
    const unsigned mode = draw(model, 4), by = draw(model, 32), width = 32u >> draw(model, 3),
                   to = draw(model, REGISTERS), from = draw(model, REGISTERS);
    const uint32_t lanes = draw_lanes(model) & model->live, mask = lanes | (draw_lanes(model) & ~model->live);
    struct value result[32];
    if (!lanes) return;
    guard(model, lanes);
    tw_text_addf(&model->text, "@%%p6 shfl.sync.%s.b32 %%r%u, %%r%u, %u, %u, 0x%08x;\n", modes[mode], to,
                 from, by, (32 - width) << 8 | (mode == 0 ? 0 : 31), mask);
    EACH(lane, lanes)
    {
        const unsigned source = source_of(mode, lane, by, width);
        result[lane] = lanes >> source & 1u ? model->r[from][source] : (struct value){ABSENT, true};
    }
    EACH(lane, lanes) model->r[to][lane] = result[lane];
}

static void arithmetic(struct model *model)
{
    static const char *const names[] = {"add.s32", "and.b32", "or.b32", "mul.lo.s32"};
    const unsigned op = draw(model, 4), to = draw(model, REGISTERS), a = draw(model, REGISTERS),
                   b = draw(model, REGISTERS);
    tw_text_addf(&model->text, "%s %%r%u, %%r%u, %%r%u;\n", names[op], to, a, b);
    EACH(lane, model->live)
    {
        const struct value x = model->r[a][lane], y = model->r[b][lane];
        const uint32_t decides = op == 2 ? UINT32_MAX : 0;
        const bool decided = op && ((!x.bad && x.bits == decides) || (!y.bad && y.bits == decides));
        model->r[to][lane] = (struct value){op == 0   ? x.bits + y.bits
                                            : op == 1 ? x.bits & y.bits
                                            : op == 2 ? x.bits | y.bits
                                                      : x.bits * y.bits,
                                            (x.bad || y.bad) && !decided};
    }
}

static void select_one(struct model *model)
{
    const unsigned to = draw(model, REGISTERS), a = draw(model, REGISTERS), b = draw(model, REGISTERS),
                   p = draw(model, PREDICATES);
    tw_text_addf(&model->text, "selp.b32 %%r%u, %%r%u, %%r%u, %%p%u;\n", to, a, b, p);
    EACH(lane, model->live)
    {
        struct value picked = model->p[p][lane].bits ? model->r[a][lane] : model->r[b][lane];
        picked.bad |= model->p[p][lane].bad;
        model->r[to][lane] = picked;
    }
}

static void move(struct model *model)
{
    const unsigned to = draw(model, REGISTERS), from = draw(model, REGISTERS), p = draw(model, PREDICATES);
    tw_text_addf(&model->text, "@%%p%u mov.b32 %%r%u, %%r%u;\n", p, to, from);
    EACH(lane, model->live)
    {
        struct value moved = model->p[p][lane].bits ? model->r[from][lane] : model->r[to][lane];
        moved.bad |= model->p[p][lane].bad;
        model->r[to][lane] = moved;
    }
}

static void clean(struct model *model)
{
    static const uint32_t constants[] = {0, UINT32_MAX, 5};
    const unsigned to = draw(model, REGISTERS), i = draw(model, 3);
    tw_text_addf(&model->text, "mov.b32 %%r%u, 0x%x;\n", to, constants[i]);
    EACH(lane, model->live) model->r[to][lane] = (struct value){constants[i], false};
}

static void through_memory(struct model *model)
{
    const unsigned to = draw(model, REGISTERS), from = draw(model, REGISTERS), word = draw(model, WORDS),
                   other = draw(model, WORDS);
    tw_text_addf(&model->text, "st.local.u32 [l+%u], %%r%u;\nld.local.u32 %%r%u, [l+%u];\n", 4 * word, from,
                 to, 4 * other);
    EACH(lane, model->live)
    {
        model->local[word][lane] = model->r[from][lane];
        model->r[to][lane] = model->local[other][lane];
    }
}

static void compare(struct model *model)
{
    const unsigned p = draw(model, PREDICATES), a = draw(model, REGISTERS);
    if (draw(model, 2)) {
        const uint32_t lanes = draw_lanes(model);
        guard(model, lanes);
        tw_text_addf(&model->text, "mov.pred %%p%u, %%p6;\n", p);
        EACH(lane, model->live) model->p[p][lane] = (struct value){lanes >> lane & 1u, false};
        return;
    }
    tw_text_addf(&model->text, "setp.gt.s32 %%p%u, %%r%u, 20;\n", p, a);
    EACH(lane, model->live)
    model->p[p][lane] = (struct value){(int32_t)model->r[a][lane].bits > 20, model->r[a][lane].bad};
}

static void combine(struct model *model)
{
    const unsigned to = draw(model, PREDICATES), a = draw(model, PREDICATES), b = draw(model, PREDICATES);
    const bool is_or = draw(model, 2);
    tw_text_addf(&model->text, "%s.pred %%p%u, %%p%u, %%p%u;\n", is_or ? "or" : "and", to, a, b);
    EACH(lane, model->live)
    {
        const struct value x = model->p[a][lane], y = model->p[b][lane];
        const bool decided = (!x.bad && x.bits == is_or) || (!y.bad && y.bits == is_or);
        model->p[to][lane] =
            (struct value){is_or ? x.bits | y.bits : x.bits & y.bits, (x.bad || y.bad) && !decided};
    }
}

static void vote(struct model *model)
{
    const unsigned to = draw(model, REGISTERS), p = draw(model, PREDICATES);
    struct value result = {0, false};
    tw_text_addf(&model->text, "vote.sync.ballot.b32 %%r%u, %%p%u, 0xffffffff;\n", to, p);
    EACH(lane, model->live)
    {
        result.bits |= (uint32_t)(model->p[p][lane].bits != 0) << lane;
        result.bad |= model->p[p][lane].bad;
    }
    EACH(lane, model->live) model->r[to][lane] = result;
}

typedef void step(struct model *model);
static step *const steps[] = {shuffle,    shuffle,    shuffle, arithmetic, arithmetic,
                              select_one, select_one, move,    clean,      through_memory,
                              compare,    compare,    combine, vote};

/* --- a program: who is there, values to begin with, steps, a register that some lanes store */

static void begin(struct model *model)
{
    const uint32_t exits = draw(model, 3) ? 0 : draw_lanes(model);
    model->threads = draw(model, 2) ? 32 : 1 + draw(model, 32);
    const uint32_t all = model->threads == 32 ? UINT32_MAX : (1u << model->threads) - 1;
    model->live = all & ~exits;
    tw_text_add(&model->text, KERNEL_HEAD ".local .align 4 .b8 l[16];\n");
    guard(model, exits);
    tw_text_add(&model->text, "@%p6 exit;\n");
    for (unsigned i = 0; i < REGISTERS; i++) {
        tw_text_addf(&model->text, "mad.lo.s32 %%r%u, %%t, %u, %u;\n", i, i, i / 2);
        EACH(lane, UINT32_MAX) model->r[i][lane] = (struct value){lane * i + i / 2, false};
    }
    for (unsigned i = 0; i < PREDICATES; i++) {
        tw_text_addf(&model->text, "setp.gt.s32 %%p%u, %%r%u, 20;\n", i, i + 1);
        EACH(lane, UINT32_MAX) model->p[i][lane] = (struct value){model->r[i + 1][lane].bits > 20, false};
    }
    for (unsigned i = 0; i < WORDS; i++) {
        tw_text_addf(&model->text, "st.local.u32 [l+%u], %%r%u;\n", 4 * i, i);
        memcpy(model->local[i], model->r[i], sizeof *model->local);
    }
}

static void end(struct model *model)
{
    const unsigned i = draw(model, REGISTERS);
    const uint32_t lanes = draw_lanes(model) & model->live;
    guard(model, lanes);
    tw_text_addf(
        &model->text,
        "mul.wide.u32 %%d1, %%t, 4; add.u64 %%d1, %%d1, %%out;\n@%%p6 st.global.u32 [%%d1], %%r%u;\n", i);
    tw_text_add(&model->text, KERNEL_TAIL);
    EACH(lane, lanes) model->used |= (uint32_t)model->r[i][lane].bad << lane;
}

static void check(struct model *model, unsigned program)
{
    struct run run = {.block = model->threads, .checks = TW_SIM_CHECK_LANES};
    run_kernel(&run, tw_text_string(&model->text), NULL, 0);
    const struct tw_sim_report *report = &run.report;
    uint64_t times = 0;
    for (size_t i = 0; i < report->finding_count; i++) {
        const struct tw_sim_finding *finding = &report->findings[i];
        times += finding->times;
        if (finding->fault != TW_SIM_ABSENT_LANE || !(model->used >> finding->first.thread[0] & 1u))
            fail_msg("program %u, lanes 0x%08x: %s\n%s", program, model->used, finding->text,
                     tw_text_string(&model->text));
    }
    if ((times != 0) != (model->used != 0))
        fail_msg("program %u: %u are told, lanes 0x%08x\n%s", program, (unsigned)times, model->used,
                 tw_text_string(&model->text));
    run_free(&run);
}

static void random_programs(void **state)
{
    unsigned bad = 0, seed = 1;
    (void)state;
    for (unsigned program = 0; program < PROGRAMS; program++) {
        struct model model = {.seed = seed += 7919};
        begin(&model);
        if (model.live) {
            for (unsigned i = 0; i < STEPS; i++) steps[draw(&model, sizeof steps / sizeof *steps)](&model);
            end(&model);
            check(&model, program);
            bad += model.used != 0;
        }
        tw_text_free(&model.text);
    }
    assert_in_range(bad, PROGRAMS / 10, PROGRAMS * 9 / 10); /* both kinds are there */
}

/* --- loads that are made before it is known whether they are: of words of which some are written, in shared and global memory */

#define GROUPS      3u
#define LOADS       400u
#define WRITTEN     32u /* bytes, of 64 */
#define TWO_SELECTS "selp.b32 %%r%u, %%r%u, 9, %%p%u;\nselp.b32 %%r%u, %%r%u, 8, %%p%u;\n"

struct load {
    unsigned line; /* of the text */
    uint32_t used; /* lanes whose value is stored, of what is not written */
};

static unsigned lines_of(const struct model *model)
{
    unsigned lines = 1;
    for (const char *at = tw_text_string(&model->text); *at; at++) lines += *at == '\n';
    return lines;
}

/* Registers from 6 * g on, predicates 2 * g and one more. */
static struct load early_load(struct model *model, unsigned g)
{
    static const char *const forms[] = {"u32 %r", "u8 %r", "v2.u32 {%r"};
    const unsigned form = draw(model, 3), r = 6 * g, p = 2 * g, at = 8 * draw(model, 8);
    const uint32_t first = draw_lanes(model), second = draw_lanes(model);
    const bool is_global = draw(model, 2), orders = draw(model, 4) == 0;
    struct load load = {.used = first & second};
    guard(model, first);
    tw_text_addf(&model->text, "mov.pred %%p%u, %%p6;\n", p);
    guard(model, second);
    tw_text_addf(&model->text, "mov.pred %%p%u, %%p6;\n", p + 1);
    load.line = lines_of(model);
    tw_text_addf(&model->text, "ld.%s.%s%u", is_global ? "global" : "shared", forms[form], r);
    if (form == 2) tw_text_addf(&model->text, ", %%r%u}", r + 5);
    tw_text_addf(&model->text, ", [%s+%u];\n", is_global ? "%in" : "s", at);
    if (orders) tw_text_add(&model->text, draw(model, 2) ? "bar.sync 0;\n" : "bar.warp.sync 0xffffffff;\n");
    tw_text_addf(&model->text, "mad.lo.s32 %%r%u, %%r%u, 3, 1;\n" TWO_SELECTS, r + 1, r, r + 2, r + 1, p,
                 r + 3, r + 2, p + 1);
    tw_text_addf(&model->text, "st.global.u32 [%%d1+%u], %%r%u;\n", 256 * g, r + 3);
    if (form == 2) { /* the other element goes its own way */
        tw_text_addf(&model->text, "selp.b32 %%r%u, 1, %%r%u, %%p%u;\nst.global.u32 [%%d1+%u], %%r%u;\n",
                     r + 4, r + 5, p, 256 * g + 128, r + 4);
        load.used |= ~first;
    }
    if (orders) load.used = UINT32_MAX;
    if (at < WRITTEN) load.used = 0;
    return load;
}

static void check_load(const struct model *model, const struct run *run, const struct load *load)
{
    const uint64_t wanted = (uint64_t)__builtin_popcount(load->used);
    uint64_t times = 0;
    for (size_t i = 0; i < run->report.finding_count; i++) {
        const struct tw_sim_finding *finding = &run->report.findings[i];
        if (finding->first.place.ptx_line != load->line) continue;
        times += finding->times;
        if (!(load->used >> finding->first.thread[0] & 1u)) times = UINT64_MAX;
    }
    if (times != wanted)
        fail_msg("line %u: %llu instead of %llu\n%s", load->line, (unsigned long long)times,
                 (unsigned long long)wanted, tw_text_string(&model->text));
}

static void random_loads(void **state)
{
    static const uint32_t input[WRITTEN / 4] = {1};
    unsigned seed = 1;
    (void)state;
    for (unsigned program = 0; program < LOADS; program++) {
        struct model model = {.seed = seed += 7919};
        struct load loads[GROUPS];
        struct run run = {.checks = TW_SIM_CHECK_UNINITIALISED};
        tw_text_add(&model.text, KERNEL_HEAD ".shared .align 16 .b8 s[64];\n"
                                             "mul.wide.u32 %d1, %t, 4; add.u64 %d1, %d1, %out;\n"
                                             "setp.lt.u32 %p6, %t, 8; shl.b32 %r31, %t, 2; mov.u32 %r29, s;\n"
                                             "add.u32 %r31, %r31, %r29; @%p6 st.shared.u32 [%r31], 1;\n"
                                             "bar.sync 0;\n");
        for (unsigned g = 0; g < GROUPS; g++) loads[g] = early_load(&model, g);
        tw_text_add(&model.text, KERNEL_TAIL);
        run_kernel(&run, tw_text_string(&model.text), input, sizeof input);
        for (unsigned g = 0; g < GROUPS; g++) check_load(&model, &run, &loads[g]);
        run_free(&run);
        tw_text_free(&model.text);
    }
}

/* p || q, where q is of a lane that is not there: p decides, also where it is of a load that may have been early, once that is used. */
static void used_load_decides(void **state)
{
    static const uint32_t input[32] = {0};
    struct run run = {.checks = TW_SIM_CHECK_LANES | TW_SIM_CHECK_UNINITIALISED, .block = 20};
    (void)state;
    run_kernel(&run,
               KERNEL("mul.wide.u32 %d1, %t, 4; add.u64 %d1, %d1, %out;\n"
                      "ld.global.u32 %r0, [%in];\nsetp.eq.u32 %p0, %r0, 0;\nst.global.u32 [%d1], %r0;\n"
                      "shfl.sync.idx.b32 %r1, %t, 31, 31, 0xffffffff;\nsetp.eq.u32 %p1, %r1, 5;\n"
                      "or.pred %p2, %p0, %p1;\n@%p2 st.global.u32 [%d1+128], 1;\n"),
               input, sizeof input);
    assert_int_equal(run.report.finding_count, 0);
    run_free(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_programs), cmocka_unit_test(random_loads),
                                       cmocka_unit_test(used_load_decides)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
