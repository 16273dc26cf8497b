/*
 * The checks of races against their definition: random kernels of a few steps - loads, stores of one value or of each thread's own, atomics, of all
 * widths, by some threads, and barriers of the block, of warps, of some lanes - on a few bytes of shared or global memory. As they have no
 * branches, what happens before what is known from the text: model() goes through all pairs of accesses and shares nothing with the simulator.
 */
#include "sim/tests/draws.h"
#include "sim/tests/machine.h"
#include "sim/tests/random.h"

#define THREADS 64u /* of a block */
#define BYTES   32u
#define STEPS   9u

enum action { LOAD, STORE_ONE, STORE_OWN, ATOMIC, SYNC_LANES, SYNC_WARPS, SYNC_BLOCK };

struct step {
    enum action action;
    uint64_t threads;      /* who takes part, of each block */
    unsigned bytes, count; /* of an element; elements */
    unsigned first,
        stride; /* thread t begins at (first + t * stride) accesses' width, round the bytes there are */
    unsigned value;
};

struct kernel {
    struct step step[STEPS];
    unsigned steps, blocks;
    bool is_global;
};

static bool is_access(const struct step *step)
{
    return step->action <= ATOMIC;
}

static unsigned width_of(const struct step *step)
{
    return step->bytes * step->count;
}

static unsigned place_of(const struct step *step, unsigned thread)
{
    const unsigned width = width_of(step);
    return (step->first + thread * step->stride) % (BYTES / width) * width;
}

/* --- kernels */

/* All, a warp, a thread, the same lane of both warps, a few lanes, or any. */
static uint64_t draw_threads(unsigned *state)
{
    const unsigned a = random_below(state, 32), b = random_below(state, 2) * 32;
    const uint64_t any =
        (uint64_t)random_below(state, 1u << 24) * random_below(state, 1u << 24) * 0x9e3779b97f4a7c15u;
    switch (random_below(state, 8)) {
    case 0:
    case 1:
        return UINT64_MAX;
    case 2:
        return (uint64_t)UINT32_MAX << b;
    case 3:
        return (uint64_t)1 << (a + b);
    case 4:
        return (uint64_t)1 << a | (uint64_t)1 << (a + 32);
    case 5:
        return ((uint64_t)2 << a) - 1;
    case 6:
        return (uint64_t)5 << a;
    default:
        return any ? any : 1;
    }
}

static struct step draw_step(unsigned *state)
{
    static const struct {
        unsigned bytes, count;
    } widths[] = {{4, 1}, {4, 1}, {4, 1}, {4, 1}, {1, 1}, {2, 1}, {8, 1}, {4, 2}, {4, 4}, {8, 2}, {1, 4}};
    struct step step = {.action = random_below(state, SYNC_BLOCK + 1), .threads = draw_threads(state)};
    const unsigned width = random_below(state, sizeof widths / sizeof *widths);
    const bool atomic = step.action == ATOMIC;
    step.bytes = atomic ? 4 + 4 * !random_below(state, 4) : widths[width].bytes;
    step.count = atomic ? 1 : widths[width].count;
    step.first = random_below(state, 4);
    step.stride = random_below(state, 3);
    step.value = 70 + random_below(state, 2);
    return step;
}

static struct kernel draw_kernel(unsigned *state)
{
    struct kernel kernel = {.steps = 2 + random_below(state, STEPS - 1), .is_global = random_below(state, 2)};
    kernel.blocks = kernel.is_global ? 1 + random_below(state, 2) : 1;
    for (unsigned i = 0; i < kernel.steps; i++) kernel.step[i] = draw_step(state);
    return kernel;
}

static const char *letter_of(const struct step *step)
{
    return step->bytes == 8 ? "d" : step->bytes == 4 ? "r" : "h";
}

static void write_values(struct tw_text *text, const struct step *step)
{
    const char *number = step->action == STORE_ONE ? "3" : "2";
    tw_text_add(text, step->count > 1 ? "{" : "");
    for (unsigned i = 0; i < step->count; i++)
        tw_text_addf(text, "%s%%%s%s", i ? ", " : "", letter_of(step), number);
    tw_text_add(text, step->count > 1 ? "}" : "");
}

/* What nothing reads would not be looked at. */
static void write_loaded(struct tw_text *text, const struct step *step)
{
    const char *letter = letter_of(step);
    tw_text_add(text, step->count > 1 ? "{" : "");
    for (unsigned i = 0; i < step->count; i++) tw_text_addf(text, "%s%%%s%u", i ? ", " : "", letter, 4 + i);
    tw_text_addf(text, "%s, [%%d1];\n", step->count > 1 ? "}" : "");
    for (unsigned i = 0; i < step->count; i++)
        tw_text_addf(text, "cvt.u32.u%u %%r20, %%%s%u; xor.b32 %%r21, %%r21, %%r20;\n",
                     step->bytes < 2 ? 16 : step->bytes * 8, letter, 4 + i);
}

static void write_access(struct tw_text *text, const struct step *step, const char *space)
{
    const unsigned width = width_of(step);
    const char *vector = step->count == 4 ? ".v4" : step->count == 2 ? ".v2" : "";
    tw_text_addf(text,
                 "mad.lo.u32 %%r1, %%t, %u, %u; rem.u32 %%r1, %%r1, %u; mad.wide.u32 %%d1, %%r1, %u, %%d9;\n",
                 step->stride, step->first, BYTES / width, width);
    tw_text_addf(text,
                 "add.u32 %%r2, %%t, 1; cvt.u64.u32 %%d2, %%r2; cvt.u16.u32 %%h2, %%r2;\n"
                 "mov.u32 %%r3, %u; mov.u64 %%d3, %u; mov.u16 %%h3, %u;\n",
                 step->value, step->value, step->value);
    if (step->action == ATOMIC) {
        tw_text_addf(text, "@%%p1 red.%s.add.u%u [%%d1], %%%s3;\n", space, step->bytes * 8,
                     step->bytes == 8 ? "d" : "r");
    } else if (step->action == LOAD) {
        tw_text_addf(text, "@%%p1 ld.%s%s.b%u ", space, vector, step->bytes * 8);
        write_loaded(text, step);
    } else {
        tw_text_addf(text, "@%%p1 st.%s%s.b%u [%%d1], ", space, vector, step->bytes * 8);
        write_values(text, step);
        tw_text_add(text, ";\n");
    }
}

static void write_step(struct tw_text *text, const struct step *step, unsigned number, const char *space)
{
    tw_text_addf(
        text,
        "mov.u64 %%d0, 0x%llx; shr.u64 %%d0, %%d0, %%t; cvt.u32.u64 %%r0, %%d0; and.b32 %%r0, %%r0, 1; "
        "setp.ne.u32 %%p1, %%r0, 0;\n",
        (unsigned long long)step->threads);
    if (is_access(step)) write_access(text, step, space);
    if (step->action == SYNC_BLOCK) tw_text_add(text, "bar.sync 0;\n");
    if (step->action == SYNC_WARPS) tw_text_add(text, "bar.warp.sync 0xffffffff;\n");
    if (step->action != SYNC_LANES) return;
    tw_text_addf(text,
                 "mov.u32 %%r10, 0x%x; setp.lt.u32 %%p2, %%t, 32; @!%%p2 mov.u32 %%r10, 0x%x;\n"
                 "@!%%p1 bra S%u; bar.warp.sync %%r10;\nS%u:\n",
                 (unsigned)step->threads, (unsigned)(step->threads >> 32), number, number);
}

static void write_kernel(struct tw_text *text, const struct kernel *kernel)
{
    tw_text_add(text, KERNEL_HEAD);
    tw_text_addf(text, ".shared .align 16 .b8 words[%u];\n", BYTES);
    tw_text_addf(text, "mov.u64 %%d9, %s; mov.u32 %%r21, 0;\n", kernel->is_global ? "%out" : "words");
    for (unsigned i = 0; i < kernel->steps; i++)
        write_step(text, &kernel->step[i], i, kernel->is_global ? "global" : "shared");
    tw_text_addf(
        text,
        "mad.lo.u32 %%r1, %%b, %u, %%t; mad.wide.u32 %%d1, %%r1, 4, %%in; st.global.u32 [%%d1], %%r21;\n",
        THREADS);
    tw_text_add(text, KERNEL_TAIL);
}

/* --- the definition */

/* of[t][u]: how many steps of thread u come before what thread t does next. */
struct before {
    unsigned of[THREADS][THREADS];
};

static void synchronise(struct before *before, uint64_t threads, unsigned step)
{
    unsigned known[THREADS] = {0};
    for (unsigned t = 0; t < THREADS; t++) {
        for (unsigned u = 0; threads >> t & 1u && u < THREADS; u++) {
            const unsigned here = u == t ? step : before->of[t][u];
            if (known[u] < here) known[u] = here;
        }
    }
    for (unsigned t = 0; t < THREADS; t++) {
        if (threads >> t & 1u) memcpy(before->of[t], known, sizeof known);
    }
}

static void go_by(struct before *before, const struct step *step, unsigned number)
{
    if (step->action == SYNC_BLOCK) synchronise(before, UINT64_MAX, number);
    for (unsigned shift = 0; shift < THREADS; shift += 32) {
        const uint64_t warp = (uint64_t)UINT32_MAX << shift, some = step->threads & warp;
        if (step->action == SYNC_WARPS) synchronise(before, warp, number);
        if (step->action == SYNC_LANES && some) synchronise(before, some, number);
    }
}

/* What thread t stores at a byte that it touches. */
static unsigned byte_of(const struct step *step, unsigned thread, unsigned at)
{
    const unsigned value = step->action == STORE_ONE ? step->value : thread % THREADS + 1,
                   byte = (at - place_of(step, thread % THREADS)) % step->bytes;
    return byte < 4 ? value >> 8 * byte & 255u : 0;
}

static bool stores(const struct step *step)
{
    return step->action == STORE_ONE || step->action == STORE_OWN;
}

/* Two accesses of different threads that nothing orders. */
static bool collide(const struct step *a, unsigned t, const struct step *b, unsigned u)
{
    if (a->action == LOAD && b->action == LOAD) return false;
    if (a->action == ATOMIC && b->action == ATOMIC) return false;
    const unsigned from = place_of(a, t % THREADS), to = place_of(b, u % THREADS);
    for (unsigned at = 0; at < BYTES; at++) {
        if (at - from >= width_of(a) || at - to >= width_of(b)) continue;
        if (!stores(a) || !stores(b) || byte_of(a, t, at) != byte_of(b, u, at)) return true;
    }
    return false;
}

static bool takes_part(const struct step *step, unsigned thread)
{
    return step->threads >> thread % THREADS & 1u;
}

/* Does step i of thread t race with an access that comes before it in the text, or beside it? */
static bool races(const struct kernel *kernel, const struct before *before, unsigned i, unsigned t)
{
    for (unsigned j = 0; j < kernel->steps; j++) {
        const struct step *other = &kernel->step[j];
        for (unsigned u = 0; is_access(other) && u < kernel->blocks * THREADS; u++) {
            const bool same_block = t / THREADS == u / THREADS;
            if (u == t || !takes_part(other, u)) continue;
            if (same_block && (j > i || j < before->of[t % THREADS][u % THREADS])) continue;
            if (collide(&kernel->step[i], t, other, u)) return true;
        }
    }
    return false;
}

static bool model(const struct kernel *kernel)
{
    struct before before = {{{0}}};
    for (unsigned i = 0; i < kernel->steps; i++) {
        const struct step *step = &kernel->step[i];
        for (unsigned t = 0; is_access(step) && t < kernel->blocks * THREADS; t++) {
            if (takes_part(step, t) && races(kernel, &before, i, t)) return true;
        }
        go_by(&before, step, i);
    }
    return false;
}

/* --- both */

static void compare(const struct kernel *kernel, unsigned number)
{
    struct tw_text text = {0};
    struct run run = {.grid = kernel->blocks,
                      .block = THREADS,
                      .clear = true,
                      .checks = kernel->is_global ? TW_SIM_CHECK_GLOBAL_RACES : TW_SIM_CHECK_RACES};
    const char *told = NULL;
    write_kernel(&text, kernel);
    run_kernel(&run, tw_text_string(&text), NULL, 0);
    for (size_t i = 0; i < run.report.finding_count; i++) {
        if (!run.report.findings[i].is_note) told = run.report.findings[i].text;
    }
    if (!told != !model(kernel)) {
        fputs(strstr(tw_text_string(&text), ".shared .align 16 .b8 words"), stderr);
        fail_msg("kernel %u of %u blocks: %s", number, kernel->blocks, told ? told : "no race was found");
    }
    run_free(&run);
    tw_text_free(&text);
}

static void races_are_those_of_the_model(void **state)
{
    (void)state;
    unsigned random = 1;
    for (unsigned i = 0, count = draws(1500, 10000); i < count; i++) {
        const struct kernel kernel = draw_kernel(&random);
        compare(&kernel, i);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(races_are_those_of_the_model)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
