/* The check of barriers: kernels that have the mistake and kernels that look like it, in CUDA C++ and in PTX,
 * and random ones against an interpreter that notes what each thread comes to. */
#include "sim/tests/cuda_cases.h"

enum outcome { SILENT, NOTE, FINDING };

static enum outcome outcome_of(const struct run *run)
{
    return run->fault == TW_SIM_BARRIER ? FINDING : run->report.note ? NOTE : SILENT;
}

static void must_say(const char *name, const struct run *run, enum outcome outcome, const char *part)
{
    const char *text = run->report.finding ? run->report.finding : run->report.note;
    if (outcome_of(run) != outcome) fail_msg("%s: %s", name, text ? text : "nothing was found");
    assert_int_equal(run->code, outcome == FINDING ? TW_FAULT : TW_OK);
    if (part && !(text && strstr(text, part))) fail_msg("%s: no \"%s\" in: %s", name, part, text);
}

/* --- CUDA C++ */

/* The sources' dot product with the barrier inside the branch. */
#define DOT_WRONG                                                                                            \
    "#define N (33 * 1024)\n"                                                                                \
    "extern \"C\" __global__ void dot(const float *a, const float *b, float *c) {\n"                         \
    "    __shared__ float cache[256];\n"                                                                     \
    "    int tid = threadIdx.x + blockIdx.x * blockDim.x, cacheIndex = threadIdx.x;\n"                       \
    "    float temp = 0;\n"                                                                                  \
    "    while (tid < N) { temp += a[tid] * b[tid]; tid += blockDim.x * gridDim.x; }\n"                      \
    "    cache[cacheIndex] = temp;\n"                                                                        \
    "    __syncthreads();\n"                                                                                 \
    "    int i = blockDim.x / 2;\n"                                                                          \
    "    while (i != 0) {\n"                                                                                 \
    "        if (cacheIndex < i) { cache[cacheIndex] += cache[cacheIndex + i]; __syncthreads(); }\n"         \
    "        i /= 2;\n"                                                                                      \
    "    }\n"                                                                                                \
    "    if (cacheIndex == 0) c[blockIdx.x] = cache[0];\n"                                                   \
    "}\n"

/* Each body is one of `k(float *out, const float *in, int n)`, with t = threadIdx.x and shared s[1024]; n is
 * 20, the block has 100 threads. */
struct cuda_case {
    const char *name, *body;
    enum outcome outcome;
    const char *part;
};
/* clang-format off */
static const struct cuda_case cuda_cases[] = {
    /* the barrier in a branch */
    {"lanes_skip", "s[t] = in[t]; if (t < 20) __syncthreads(); out[t] = s[t ^ 1];", FINDING, "threads 0-19 wait here, but threads 20-99 left the kernel without it"},
    {"skip_own_place", "s[t] = in[t]; if (t < 20) __syncthreads(); out[t] = s[t];", FINDING, "threads 0-19 wait here, but threads 20-99 left"},
    {"skip_and_store", "if (t < 20) __syncthreads(); out[t] = t;", FINDING, "threads 0-19 wait here, but threads 20-99 left"},
    {"warps_skip", "s[t] = in[t]; if (t < 64) __syncthreads(); out[t] = s[t ^ 1];", FINDING, "threads 0-63 wait here, but threads 64-99 left"},
    {"odd_lanes_skip", "s[t] = in[t]; if (t & 1) __syncthreads(); out[t] = s[t ^ 1];", FINDING, "threads 1, 3, 5, 7 and others wait here, but threads 0, 2, 4, 6 and others"},
    {"one_skips", "s[t] = in[t]; if (t != 50) __syncthreads(); out[t] = s[t ^ 1];", FINDING, "threads 0-49, 51-99 wait here, but thread 50 left"},
    {"skip_then_meet", "s[t] = in[t]; if (t < 64) { __syncthreads(); s[t] += s[63 - t]; } s[t] *= 2; __syncthreads(); out[t] = s[t ^ 1];", FINDING, "threads 0-63 wait here, but threads 64-99 passed it by and wait at bar.sync"},
    {"all_go", "s[t] = in[t]; if (n > 3) __syncthreads(); out[t] = s[t ^ 1];", SILENT, NULL},
    {"block_s_own_way", "s[t] = in[t]; if (blockIdx.x & 1) __syncthreads(); out[t] = s[t ^ 1];", SILENT, NULL},
    {"branch_beside", "if (t < n) s[t] = in[t]; else s[t] = 0; __syncthreads(); out[t] = s[t ^ 1];", SILENT, NULL},
    {"arms_of_warps", "if (t < 64) { s[t] = in[t]; __syncthreads(); out[t] = s[t ^ 1]; } else { s[t] = 1; __syncthreads(); out[t] = s[t ^ 3] * 2; }", NOTE, "in another arm"},
    {"arms_of_lanes", "if (t < n) { s[t] = in[t]; __syncthreads(); out[t] = s[t ^ 1]; } else { s[t] = 1; __syncthreads(); out[t] = s[t ^ 3] * 2; }", FINDING, "threads 20-99"},
    /* the barrier in a loop */
    {"trips_differ", "_Pragma(\"unroll 1\") for (int i = 0; i < (int)t / 32 + 1; i++) { s[t] += in[i]; __syncthreads(); } out[t] = s[t ^ 1];", FINDING, "threads 32-99 wait here, but threads 0-31 left"},
    {"trips_differ_unrolled", "for (int i = 0; i < (int)t / 32 + 1; i++) { s[t] += in[i]; __syncthreads(); } out[t] = s[t ^ 1];", FINDING, NULL},
    {"trips_of_lanes", "_Pragma(\"unroll 1\") for (int i = t; i < 100; i += 32) { s[i] = in[i]; __syncthreads(); } out[t] = s[t ^ 1];", FINDING, "left the kernel without it"},
    {"some_no_trip", "s[t] = 0; for (int i = t; i < n; i += 20) { s[i] = in[i]; __syncthreads(); } out[t] = s[t ^ 1];", FINDING, "threads 0-19 wait here, but threads 20-99 left"},
    {"skip_first", "for (int i = 0; i < 5; i++) { s[t] += in[i]; if (i || t < 32) __syncthreads(); } out[t] = s[t ^ 1];", FINDING, "threads 0-31 wait here, but threads 32-99"},
    {"continue_past", "for (int i = 0; i < n; i++) { if (t == 7 && i == 3) continue; s[t] += in[i]; __syncthreads(); } out[t] = s[t ^ 1];", FINDING, "thread 7"},
    {"break_before", "for (int i = 0; i < n; i++) { if (t == 7 && i == 3) break; s[t] += in[i]; __syncthreads(); } out[t] = s[t ^ 1];", FINDING, "thread 7"},
    {"two_in_loop", "for (int i = 0; i < n; i++) { s[t] += in[i]; if (t < 96) __syncthreads(); out[t] = s[t ^ 1]; __syncthreads(); }", FINDING, "threads 0-95 wait here, but threads 96-99 passed it by"},
    {"same_trips", "for (int i = 0; i < n; i++) { s[t] += in[i]; __syncthreads(); out[t] = s[t ^ 1]; __syncthreads(); }", SILENT, NULL},
    {"unrolled", "for (int i = 0; i < 8; i++) { s[t] += in[i]; __syncthreads(); out[t] = s[t ^ 1]; __syncthreads(); }", SILENT, NULL},
    {"tree", "s[t] = in[t]; __syncthreads(); for (int i = 64; i; i /= 2) { if (t < i && t + i < 100) s[t] += s[t + i]; __syncthreads(); } if (t == 0) *out = *s;", SILENT, NULL},
    {"strided_before", "float x = 0; for (int i = t; i < 333; i += blockDim.x) x += in[i]; s[t] = x; __syncthreads(); out[t] = s[t ^ 1];", SILENT, NULL},
    /* leaving */
    {"early_return", "if (t >= n) return; s[t] = in[t]; __syncthreads(); out[t] = s[t ^ 1]; __syncthreads(); out[t] += s[t ^ 2];", NOTE, "threads 0-19 wait here, but threads 20-99 returned early, before their first barrier"},
    {"early_return_of_warps", "if (t >= 64) return; for (int i = 0; i < n; i++) { s[t] = in[i]; __syncthreads(); }", NOTE, "threads 64-99 returned early"},
    {"early_return_with_a_store", "if (t >= n) { out[t] = 0; return; } s[t] = in[t]; __syncthreads(); out[t] = s[t ^ 1];", NOTE, "returned early"},
    {"optional_barrier_before", "s[t] = in[t]; if (n == 3) { __syncthreads(); s[t] += s[t ^ 1]; } out[t] = s[t]; if (t >= 50) return; __syncthreads(); out[t] = s[t ^ 1];", NOTE, "threads 50-99 returned early"},
    {"return_between", "s[t] = in[t]; __syncthreads(); if (t >= n) return; s[t] += s[t ^ 1]; __syncthreads(); out[t] = s[t ^ 2];", FINDING, "threads 20-99 left the kernel without it"},
    {"return_after", "s[t] = in[t]; __syncthreads(); if (t >= n) return; out[t] = s[t ^ 2];", SILENT, NULL},
    {"all_return", "if (n == 20) return; s[t] = in[t]; __syncthreads(); out[t] = s[t ^ 2];", SILENT, NULL},
    /* other barriers */
    {"votes", "int v = __syncthreads_count(t < n); v += __syncthreads_and(v == n); v += __syncthreads_or(t == 5); out[t] = v;", SILENT, NULL},
    {"vote_in_branch", "int v = 0; if (t < 32) v = __syncthreads_count(1); s[t] = v; out[t] = s[t];", FINDING, "bar.red.popc.u32"},
    {"of_a_warp", "s[t] = in[t]; if (t < 32) { __syncwarp(); s[t] += s[t ^ 1]; } __syncthreads(); out[t] = s[t];", SILENT, NULL},
    {"arrives_for_nobody", "s[t] = t; if (t < 64) asm volatile(\"bar.arrive 3, 128;\" ::: \"memory\"); out[t] = s[t];", FINDING, "barrier 3: 64 threads arrived here in all, but nobody has waited for them"},
    {"arrives_for_another_barrier", "s[t] = t; if (t < 32) asm volatile(\"bar.arrive 1, 64;\" ::: \"memory\"); else if (t < 64) asm volatile(\"bar.sync 2, 32;\" ::: \"memory\"); out[t] = s[t];", FINDING, "barrier 1: 32 threads arrived"},
    {"arrives_once_more", "s[t] = t; if (t < 64) { asm volatile(\"bar.arrive 1, 96;\" ::: \"memory\"); } else if (t < 96) asm volatile(\"bar.sync 1, 96;\" ::: \"memory\"); __syncthreads(); if (t < 32) asm volatile(\"bar.arrive 1, 96;\" ::: \"memory\"); out[t] = s[t];", SILENT, NULL},
    {"pipeline", "if (t < 64) for (int i = 0; i < n; i++) { asm volatile(\"bar.sync 2, 128;\" ::: \"memory\"); s[t] = in[i]; asm volatile(\"bar.arrive 1, 128;\" ::: \"memory\"); }"
                 " else for (int i = 0; i < n; i++) { asm volatile(\"bar.arrive 2, 128;\" ::: \"memory\"); asm volatile(\"bar.sync 1, 128;\" ::: \"memory\"); out[t] = s[t - 64]; }", SILENT, NULL},
    {"part_of_the_block", "s[t] = in[t]; if (t < 64) { asm volatile(\"bar.sync 1, 64;\" ::: \"memory\"); s[t] += s[t ^ 33]; } __syncthreads(); out[t] = s[t ^ 1];", SILENT, NULL},
    {"other_numbers", "s[t] = in[t]; asm volatile(\"bar.sync 3;\" ::: \"memory\"); s[t ^ 1] += 1; asm volatile(\"bar.sync 5;\" ::: \"memory\"); out[t] = s[t];", SILENT, NULL},
    {"other_number_skipped", "s[t] = in[t]; if (t < 32) asm volatile(\"bar.sync 3;\" ::: \"memory\"); out[t] = s[t ^ 1];", FINDING, "barrier 3: threads 0-31 wait here"},
    {"each_thread_s_own", "if (t & 1) { s[t] = 1; asm volatile(\"barrier.sync 0;\" ::: \"memory\"); } else { s[t] = 2; asm volatile(\"barrier.sync 0;\" ::: \"memory\"); s[t] = 3; } out[t] = s[t];", SILENT, NULL},
    {"each_thread_s_own_skipped", "s[t] = 1; if (t & 1) asm volatile(\"barrier.sync 0;\" ::: \"memory\"); out[t] = s[t];", FINDING, "left"},
};
/* clang-format on */
#define CUDA_CASES (sizeof cuda_cases / sizeof *cuda_cases)

/* One module of all kernels. */
static int compile_all(void **state)
{
    (void)state;
    struct tw_text source = {0};
    tw_text_add(&source, DOT_WRONG);
    for (size_t i = 0; i < CUDA_CASES; i++) {
        tw_text_addf(&source,
                     "extern \"C\" __global__ void %s(float *out, const float *in, int n)\n"
                     "{ __shared__ float s[1024]; unsigned t = threadIdx.x; %s }\n",
                     cuda_cases[i].name, cuda_cases[i].body);
    }
    compile_cases(tw_text_string(&source));
    tw_text_free(&source);
    return 0;
}

static void run_case(const struct cuda_case *at, bool checked)
{
    struct run run = {.name = at->name,
                      .number = 20,
                      .grid = 2,
                      .block = 100,
                      .checks = checked ? TW_SIM_CHECK_BARRIERS : 0};
    const float input[1024] = {0};
    run_kernel(&run, cases_ptx, input, sizeof input);
    must_say(at->name, &run, checked ? at->outcome : SILENT, checked ? at->part : NULL);
    run_free(&run);
}

static void kernels_in_cuda(void **state)
{
    (void)state;
    if (!cases_ptx) skip();
    for (size_t i = 0; i < CUDA_CASES; i++) run_case(&cuda_cases[i], true);
}

static void nothing_is_found_unless_asked_for(void **state)
{
    (void)state;
    if (!cases_ptx) skip();
    for (size_t i = 0; i < CUDA_CASES; i++) run_case(&cuda_cases[i], false);
}

/* Kernel, source line, PTX line, block, barrier, and who waits and who does not. */
static void the_sources_mistake_is_named(void **state)
{
    (void)state;
    if (!cases_ptx) skip();
    for (unsigned threads = 1; threads <= 3; threads++) {
        struct run run = {.name = "dot",
                          .grid = 32,
                          .block = 256,
                          .threads = threads,
                          .checks = TW_SIM_CHECK_BARRIERS,
                          .out_bytes = 33 * 1024 * 4,
                          .in_bytes = 33 * 1024 * 4};
        run_kernel(&run, cases_ptx, NULL, 0);
        assert_int_equal(outcome_of(&run), FINDING);
        const char *text = run.report.finding, *line = strstr(text, "PTX line "), *at = cases_ptx;
        assert_non_null(line);
        for (unsigned long i = strtoul(line + strlen("PTX line "), NULL, 10); i > 1; i--)
            at = strchr(at, '\n') + 1;
        assert_memory_equal(at + strspn(at, " \t"), "bar.sync", strlen("bar.sync"));
        assert_memory_equal(text, "kernel dot: bar.sync, PTX line ",
                            strlen("kernel dot: bar.sync, PTX line "));
        assert_non_null(strstr(text, " (cases.cu:11), block (0,0,0), barrier 0: threads 0-127 wait "
                                     "here, but threads 128-255 left the kernel without it"));
        run_free(&run);
    }
}

/* --- PTX: what the compiler might make of such loops and branches, and does not today */

static void kernels_in_ptx(void **state)
{
    (void)state;
    static const struct {
        unsigned block;
        enum outcome outcome;
        const char *part, *ptx;
    } cases[] = {
        {64, FINDING, "threads 0-9 wait here",
         KERNEL(".shared .u32 s;\nsetp.lt.u32 %p1, %t, 10;\n@%p1 bar.sync 0;\nld.shared.u32 %r1, [s];")},
        {64, NOTE, "returned early", KERNEL("setp.lt.u32 %p1, %t, 10;\n@%p1 bar.sync 0;")},
        {64, FINDING, "threads 0-9 wait here",
         KERNEL(
             "setp.lt.u32 %p1, %t, 10;\n@%p1 bar.sync 0;\nadd.u32 %r1, %t, 1;\nst.global.u32 [%out], %r1;")},
        {64, NOTE, "threads 10-63 returned early",
         KERNEL("mov.u32 %r1, 0;\nsetp.ge.u32 %p1, %t, 10;\n@%p1 bra end;\nbar.sync 0;\nld.global.u32 %r1, "
                "[%in];\nend:\nst.global.u32 [%out], %r1;")},
        {64, FINDING, "threads 0-9 wait here",
         KERNEL("setp.lt.u32 %p1, %t, 10;\n@%p1 bar.sync 0;\nred.global.add.u32 [%out], 1;")},
        {64, NOTE, "threads 11-63 returned early",
         KERNEL("setp.gt.u32 %p1, %t, 10;\n@%p1 exit;\nbar.sync 0;\nadd.u32 %r1, %t, 1;\nbar.sync 0;")},
        {1, SILENT, NULL, KERNEL("setp.eq.u32 %p1, %t, 0;\n@%p1 bar.sync 0;\nadd.u32 %r1, %t, 1;")},
        {33, SILENT, NULL, KERNEL("bar.sync 0;\nsetp.lt.u32 %p1, %t, 32;\n@%p1 exit;\nadd.u32 %r1, %t, 1;")},
        /* a head that is tested each time: nobody but the last iteration's exit goes further */
        {64, NOTE, "threads 0-31 wait here, but threads 32-63 returned early",
         KERNEL("mov.u32 %r1, 0;\nhead:\nadd.u32 %r1, %r1, 1;\nsetp.gt.u32 %p2, %r1, 3;\nsetp.ge.or.u32 %p1, "
                "%t, 32, %p2;\n@%p1 exit;\nbar.sync 0;\nbra head;")},
        /* the same, but some go round without */
        {64, FINDING, "threads 0-31 wait here, but threads 32-63 left",
         KERNEL("mov.u32 %r1, 0;\nhead:\nadd.u32 %r1, %r1, 1;\nsetp.gt.u32 %p2, %r1, 3;\n@%p2 exit;\n"
                "setp.ge.u32 %p1, %t, 32;\n@%p1 bra head;\nbar.sync 0;\nbra head;")},
        /* an inner loop's turn is none of the outer one, which holds the barrier */
        {64, NOTE, "returned early",
         KERNEL("mov.u32 %r1, 0;\nouter:\nmov.u32 %r2, 0;\ninner:\nadd.u32 %r2, %r2, 1;\n"
                "setp.lt.u32 %p1, %r2, 5;\n@%p1 bra inner;\nsetp.ge.u32 %p2, %t, 40;\n@%p2 exit;\n"
                "bar.sync 0;\nadd.u32 %r1, %r1, 1;\nsetp.lt.u32 %p3, %r1, 3;\n@%p3 bra outer;")},
        /* a loop of one block, with its own turn */
        {64, FINDING, "threads 32-63 wait here, but threads 0-31 left",
         KERNEL("shr.u32 %r2, %t, 5;\nadd.u32 %r2, %r2, 1;\nmov.u32 %r1, 0;\nhead:\nbar.sync 0;\n"
                "add.u32 %r1, %r1, 1;\nsetp.lt.u32 %p1, %r1, %r2;\n@%p1 bra head;")},
        /* the barrier of a later place is none of the earlier ones in other arms, but lanes of a warp differ */
        {64, FINDING, "threads 0-15, 32-47 wait here, but threads 16-31, 48-63 passed it by",
         KERNEL("and.b32 %r1, %t, 16;\nsetp.ne.u32 %p1, %r1, 0;\n@%p1 bra other;\nbar.sync 0;\nbra end;\n"
                "other:\nbar.sync 0;\nend:")},
        /* one that is not aligned may be anywhere, but the aligned one that it meets may not: in either order */
        {64, FINDING, "threads 0-15, 32-47 wait here, but threads 16-31, 48-63 passed it by",
         KERNEL("and.b32 %r1, %t, 16;\nsetp.ne.u32 %p1, %r1, 0;\n@%p1 bra other;\nbar.sync 0;\nbra end;\n"
                "other:\nbarrier.sync 0;\nend:")},
        {64, FINDING, "threads 0-15, 32-47 wait here, but threads 16-31, 48-63 passed it by",
         KERNEL("and.b32 %r1, %t, 16;\nsetp.ne.u32 %p1, %r1, 0;\n@%p1 bra other;\nbarrier.sync 0;\nbra end;\n"
                "other:\nbarrier.sync.aligned 0;\nend:")},
        {64, SILENT, NULL,
         KERNEL("and.b32 %r1, %t, 16;\nsetp.ne.u32 %p1, %r1, 0;\n@%p1 bra other;\nbarrier.sync 0;\nbra end;\n"
                "other:\nbarrier.sync 0;\nend:")},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct run run = {.block = cases[i].block, .checks = TW_SIM_CHECK_BARRIERS};
        char name[32];
        snprintf(name, sizeof name, "PTX case %zu", i);
        run_kernel(&run, cases[i].ptx, NULL, 0);
        must_say(name, &run, cases[i].outcome, cases[i].part);
        run_free(&run);
    }
}

/* What is told is that of the lowest block, whatever the number of host threads. */
static void the_lowest_block_is_told(void **state)
{
    (void)state;
    for (unsigned threads = 1; threads <= 4; threads++) {
        struct run run = {.grid = 64, .block = 64, .threads = threads, .checks = TW_SIM_CHECK_BARRIERS};
        run_kernel(&run,
                   KERNEL("setp.lt.u32 %p1, %b, 9;\n@%p1 bra right;\nsetp.lt.u32 %p2, %t, 32;\n@%p2 bar.sync "
                          "0;\nld.global.u32 %r1, [%out];\nexit;\nright:\nsetp.eq.u32 %p3, %b, 5;\n"
                          "setp.lt.and.u32 %p4, %t, 3, %p3;\n@%p4 exit;\nbar.sync 0;"),
                   NULL, 0);
        assert_int_equal(run.fault, TW_SIM_BARRIER);
        assert_non_null(strstr(run.report.finding, "block (9,0,0)"));
        assert_non_null(strstr(run.report.note, "block (5,0,0)"));
        run_free(&run);
    }
}

/* --- random kernels */

/*
 * A kernel is a list of statements; those with a body hold lists. `place` numbers statements in the order of
 * the text. A condition is ((t >> shift) + turn) % 4 < below, `turn` the innermost loop's (0 outside); with a
 * shift of 10 all threads of a block agree.
 */
enum kind { WORK, BARRIER, IF, LOOP, RETURN, CONTINUE, BREAK };

#define STATEMENTS 64
#define MOST_TURNS 3u

struct statement {
    enum kind kind;
    unsigned shift, below;           /* of IF; a LOOP turns (t >> shift) % 3 + below times */
    int first[2], next, parent, arm; /* first: of the body, and of the else; -1: none */
};

struct program {
    struct statement statements[STATEMENTS];
    int count, first;
    unsigned divergent; /* percent of the conditions */
};

static unsigned pick(unsigned below)
{
    return (unsigned)rand() % below;
}

static enum kind pick_kind(unsigned depth, unsigned loops)
{
    unsigned roll = pick(100);
    if (roll < 30) return WORK;
    if (roll < 60 || depth > 3) return BARRIER;
    if (roll < 80) return IF;
    if (roll < 90) return loops < 2 ? LOOP : IF;
    if (depth == 0) return WORK;
    if (roll < 94 || !loops) return RETURN;
    return roll < 97 ? BREAK : CONTINUE;
}

static int make_list(struct program *program, int parent, int arm, unsigned depth, unsigned loops)
{
    int first = -1, *link = &first;
    for (unsigned n = pick(depth ? 3 : 5) + 1; n && program->count < STATEMENTS; n--) {
        int i = program->count++;
        struct statement *s = &program->statements[i];
        bool diverges = pick(100) < program->divergent;
        *s = (struct statement){.kind = pick_kind(depth, loops), .next = -1, .parent = parent, .arm = arm};
        s->shift = diverges ? pick(2) * 5 : 10;
        s->below = pick(3) + (s->kind == IF);
        s->first[0] = s->first[1] = -1;
        *link = i;
        link = &s->next;
        if (s->kind == IF || s->kind == LOOP)
            s->first[0] = make_list(program, i, 0, depth + 1, loops + (s->kind == LOOP));
        if (s->kind == IF && pick(3) == 0) s->first[1] = make_list(program, i, 1, depth + 1, loops);
        if (s->kind >= RETURN) break;
    }
    return first;
}

/* Registers: %r1 work, %r(8 + depth) the turns of loops; %d and labels are by statement. */
static void emit_value(struct tw_text *text, const struct statement *s, unsigned loops, unsigned modulus)
{
    tw_text_addf(text, "shr.u32 %%r2, %%t, %u;\n", s->shift);
    if (modulus == 4 && loops) tw_text_addf(text, "add.u32 %%r2, %%r2, %%r%u;\n", 8 + loops);
    tw_text_addf(text, "rem.u32 %%r2, %%r2, %u;\n", modulus);
}

static void emit_list(struct tw_text *text, const struct program *program, int i, unsigned loops, int loop);

static void emit_if(struct tw_text *text, const struct program *program, int i, unsigned loops, int loop)
{
    const struct statement *s = &program->statements[i];
    emit_value(text, s, loops, 4);
    tw_text_addf(text, "setp.ge.u32 %%p1, %%r2, %u;\n@%%p1 bra else%d;\n", s->below, i);
    emit_list(text, program, s->first[0], loops, loop);
    if (s->first[1] >= 0) tw_text_addf(text, "bra end%d;\n", i);
    tw_text_addf(text, "else%d:\n", i);
    emit_list(text, program, s->first[1], loops, loop);
    tw_text_addf(text, "end%d:\n", i);
}

static void emit_loop(struct tw_text *text, const struct program *program, int i, unsigned loops)
{
    const struct statement *s = &program->statements[i];
    unsigned turn = 9 + loops;
    tw_text_addf(text, "mov.u32 %%r%u, 0;\nhead%d:\n", turn, i);
    emit_value(text, s, loops, 3);
    tw_text_addf(text, "add.u32 %%r2, %%r2, %u;\nsetp.ge.u32 %%p1, %%r%u, %%r2;\n@%%p1 bra end%d;\n",
                 s->below, turn, i);
    emit_list(text, program, s->first[0], loops + 1, i);
    tw_text_addf(text, "next%d:\nadd.u32 %%r%u, %%r%u, 1;\nbra head%d;\nend%d:\n", i, turn, turn, i, i);
}

static void emit_list(struct tw_text *text, const struct program *program, int i, unsigned loops, int loop)
{
    for (; i >= 0; i = program->statements[i].next) {
        switch (program->statements[i].kind) {
        case WORK:
            tw_text_add(text, "ld.global.u32 %r1, [%out];\n");
            break;
        case BARRIER:
            tw_text_add(text, "bar.sync 0;\n");
            break;
        case IF:
            emit_if(text, program, i, loops, loop);
            break;
        case LOOP:
            emit_loop(text, program, i, loops);
            break;
        case RETURN:
            tw_text_add(text, "exit;\n");
            break;
        default:
            tw_text_addf(text, "bra %s%d;\n", program->statements[i].kind == BREAK ? "end" : "next", loop);
        }
    }
}

/* What one thread does, by the statements alone. */
#define LONGEST 1024

struct thread {
    int trace[LONGEST]; /* the barriers it comes to */
    unsigned length;
    bool did[STATEMENTS], turned[STATEMENTS]; /* executed something there; went round that loop */
};

enum flow { GO_ON, LEAVE_LOOP, NEXT_TURN, LEAVE };

static enum flow flow_of(enum kind kind)
{
    return kind == RETURN ? LEAVE : kind == BREAK ? LEAVE_LOOP : NEXT_TURN;
}

static enum flow walk(const struct program *program, int i, unsigned t, unsigned turn, struct thread *thread)
{
    enum flow flow = GO_ON;
    for (; i >= 0 && flow == GO_ON; i = program->statements[i].next) {
        const struct statement *s = &program->statements[i];
        thread->did[i] = s->kind <= LOOP;
        switch (s->kind) {
        case WORK:
            break;
        case BARRIER:
            assert_true(thread->length < LONGEST);
            thread->trace[thread->length++] = i;
            break;
        case IF:
            flow = walk(program, s->first[((t >> s->shift) + turn) % 4 >= s->below], t, turn, thread);
            break;
        case LOOP:
            for (unsigned k = 0; k < (t >> s->shift) % 3 + s->below && flow <= NEXT_TURN; k++) {
                flow = walk(program, s->first[0], t, k, thread);
                if (flow == LEAVE_LOOP || flow == LEAVE) break;
                thread->turned[i] = true;
                flow = GO_ON;
            }
            if (flow != LEAVE) flow = GO_ON;
            break;
        default:
            flow = flow_of(s->kind);
        }
    }
    return flow;
}

/* What may come after a barrier without another turn of a loop around it, whatever the conditions say; and
 * which loops it may turn. */
struct after {
    bool may[STATEMENTS], turns[STATEMENTS];
};

#define FLOW(flow) (1u << (flow))

/* The flows that may come out of a list. */
static unsigned follow(const struct program *program, int i, struct after *after)
{
    unsigned flows = FLOW(GO_ON);
    for (; i >= 0 && flows & FLOW(GO_ON); i = program->statements[i].next) {
        const struct statement *s = &program->statements[i];
        after->may[i] = true;
        if (s->kind >= RETURN) return (flows & ~FLOW(GO_ON)) | FLOW(flow_of(s->kind));
        if (s->kind == LOOP) follow(program, s->first[0], after);
        if (s->kind != IF) continue;
        unsigned arms = follow(program, s->first[0], after) | follow(program, s->first[1], after);
        flows = (flows & ~FLOW(GO_ON)) | arms;
    }
    return flows;
}

static void follow_out(const struct program *program, int barrier, struct after *after)
{
    unsigned flows = FLOW(GO_ON);
    for (int i = barrier; i >= 0; i = program->statements[i].parent) {
        bool loops = program->statements[i].kind == LOOP;
        if (loops) after->turns[i] = flows & (FLOW(GO_ON) | FLOW(NEXT_TURN));
        if (loops) flows = flows & ~FLOW(LEAVE) ? FLOW(GO_ON) : 0;
        if (!(flows & FLOW(GO_ON))) continue;
        flows = (flows & ~FLOW(GO_ON)) | follow(program, program->statements[i].next, after);
    }
}

/* It has not come to the barrier, but did something that comes after, or went round a loop around it. */
static bool passed_by(const struct program *program, const struct thread *thread, int barrier)
{
    struct after after = {0};
    follow_out(program, barrier, &after);
    for (int i = 0; i < program->count; i++) {
        if ((thread->did[i] && after.may[i]) || (thread->turned[i] && after.turns[i])) return true;
    }
    return false;
}

static bool in_order(const struct program *program, int a, int b)
{
    struct after after = {0};
    follow_out(program, a, &after);
    return after.may[b];
}

#define RANDOM_THREADS 80u /* the last warp is half full */

/* The barriers with number k of all threads meet. */
static enum outcome judge_meeting(const struct program *program, const struct thread *threads, unsigned k)
{
    int first = STATEMENTS;
    enum outcome outcome = SILENT;
    for (unsigned t = 0; t < RANDOM_THREADS; t++) {
        if (threads[t].length > k && threads[t].trace[k] < first) first = threads[t].trace[k];
    }
    for (unsigned t = 0; t < RANDOM_THREADS; t++) {
        bool here = threads[t].length > k;
        if (!here && threads[t].length) return FINDING;
        if (!here && k == 0 && passed_by(program, &threads[t], first)) return FINDING;
        if (!here && k == 0) outcome = NOTE;
        for (unsigned u = 0; u < t && here; u++) {
            int a = threads[t].trace[k], b = threads[u].length > k ? threads[u].trace[k] : a;
            if (a == b) continue;
            if (t / 32 == u / 32 || in_order(program, a, b) || in_order(program, b, a)) return FINDING;
            outcome = NOTE;
        }
    }
    return outcome;
}

static enum outcome judge(const struct program *program, bool *meets)
{
    static struct thread threads[RANDOM_THREADS];
    unsigned longest = 0;
    enum outcome worst = SILENT;
    memset(threads, 0, sizeof threads);
    for (unsigned t = 0; t < RANDOM_THREADS; t++) {
        walk(program, program->first, t, 0, &threads[t]);
        if (threads[t].length > longest) longest = threads[t].length;
    }
    for (unsigned k = 0; k < longest && worst != FINDING; k++) {
        enum outcome here = judge_meeting(program, threads, k);
        if (here > worst) worst = here;
    }
    *meets = longest > 0;
    return worst;
}

static void random_kernels_are_judged_as_by_counting(void **state)
{
    (void)state;
    unsigned met[FINDING + 1] = {0};
    for (unsigned seed = 1; seed <= 4000; seed++) {
        srand(seed);
        struct program program = {.divergent = seed % 4 * 12};
        bool meets;
        program.first = make_list(&program, -1, 0, 0, 0);
        enum outcome expected = judge(&program, &meets);
        met[expected] += meets;
        struct tw_text body = {0};
        emit_list(&body, &program, program.first, 0, -1);
        struct tw_text ptx = {0};
        tw_text_addf(&ptx, "%s%s%s", KERNEL_HEAD, tw_text_string(&body), KERNEL_TAIL);
        struct run run = {.block = RANDOM_THREADS, .checks = TW_SIM_CHECK_BARRIERS};
        run_kernel(&run, tw_text_string(&ptx), NULL, 0);
        if (outcome_of(&run) != expected) {
            fail_msg("seed %u: expected %u, got %u: %s\n%s", seed, expected, outcome_of(&run),
                     run.report.finding ? run.report.finding : run.report.note, tw_text_string(&ptx));
        }
        run_free(&run);
        tw_text_free(&ptx);
        tw_text_free(&body);
    }
    for (unsigned i = SILENT; i <= FINDING; i++) assert_true(met[i] > 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kernels_in_cuda),
        cmocka_unit_test(nothing_is_found_unless_asked_for),
        cmocka_unit_test(the_sources_mistake_is_named),
        cmocka_unit_test(kernels_in_ptx),
        cmocka_unit_test(the_lowest_block_is_told),
        cmocka_unit_test(random_kernels_are_judged_as_by_counting),
    };
    return cmocka_run_group_tests(tests, compile_all, free_cases);
}
