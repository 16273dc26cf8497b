/*
 * Values that are wrong only where they are used (check/doubt.h): what shuffles ask of lanes that are not there, and what loads find that
 * the compiler has made early. Kernels in CUDA C++, optimised and not; and random programs against lanes that are followed one by one.
 */
#include "sim/tests/cuda_cases.h"
#include "sim/tests/random.h"

enum outcome { CLEAN, ABSENT, UNWRITTEN, RACE, COLLIDE };

/* Each body is one of `k(int *out, const int *in, int n)`, with t = threadIdx.x and v = in[t]; n is 20, in[i] is 1, and `none` is in
 * global memory that nothing writes. One block of so many threads. */
struct cuda_case {
    const char *name, *body;
    unsigned block;
    enum outcome outcome;
    const char *part;
};

#define ALL  "0xffffffff"
#define DOWN "for (int d = 16; d; d /= 2) v += __shfl_down_sync(" ALL ", v, d); "
#define COPY(to, from)                                                                                       \
    " asm volatile(\"cp.async.ca.shared.global [%0], [%1], 4;\" :: \"r\"((unsigned)"                         \
    "__cvta_generic_to_shared(" to ")), \"l\"(" from ") : \"memory\"); "

/* clang-format off */
static const struct cuda_case shuffle_cases[] = {
    /* right reductions */
    {"full", DOWN "if (t == 0) *out = v;", 32, CLEAN, NULL},
    {"full_all_store", DOWN "out[t] = v;", 32, CLEAN, NULL},
    {"butterfly", "for (int d = 16; d; d /= 2) v += __shfl_xor_sync(" ALL ", v, d); out[t] = v;", 64, CLEAN, NULL},
    {"guarded_half", "if (t < 16) { for (int d = 8; d; d /= 2) v += __shfl_down_sync(0xffff, v, d, 16); if (t == 0) *out = v; }", 32, CLEAN, NULL},
    {"guarded_half_of_full_width", "if (t < 16) { for (int d = 8; d; d /= 2) v += __shfl_down_sync(0xffff, v, d); if (t == 0) *out = v; }", 32, CLEAN, NULL},
    {"width_16", "for (int d = 8; d; d /= 2) v += __shfl_down_sync(" ALL ", v, d, 16); out[t] = v;", 32, CLEAN, NULL},
    {"scan", "for (int d = 1; d < 32; d *= 2) { int u = __shfl_up_sync(" ALL ", v, d); if (t >= d) v += u; } out[t] = v;", 32, CLEAN, NULL},
    {"active_lanes", "if (t % 3) { unsigned m = __activemask(); int k = __popc(m & ((1u << t) - 1)), c = __popc(m); for (int d = 16; d; d /= 2) { int from = __fns(m, 0, k + d + 1), u = __shfl_sync(m, v, from); if (k + d < c) v += u; } if (k == 0) *out = v; }", 32, CLEAN, NULL},
    {"block_of_20_guarded", "for (int d = 16; d; d /= 2) { int u = __shfl_down_sync(0xfffff, v, d); if (t + d < n) v += u; } if (t == 0) *out = v;", 20, CLEAN, NULL},
    {"block_of_20_selected", "for (int d = 16; d; d /= 2) { int u = __shfl_down_sync(" ALL ", v, d); v += t + d < n ? u : 0; } out[t] = v;", 20, CLEAN, NULL},
    {"votes_after_an_exit", "if (t >= n) return; out[t] = __ballot_sync(" ALL ", v) + __any_sync(" ALL ", v) + __reduce_add_sync(" ALL ", v) + __match_any_sync(" ALL ", v);", 32, CLEAN, NULL},
    {"thrown_away", "if (t >= n) return; int u = __shfl_down_sync(" ALL ", v, 16); if (t < 4) out[t] = u;", 32, CLEAN, NULL},
    {"times_nothing", "if (t >= n) return; int u = __shfl_down_sync(" ALL ", v, 16); out[t] = u * (t < 4);", 32, CLEAN, NULL},
    {"predicate_decides", "if (t >= n) return; int u = __shfl_down_sync(" ALL ", v, 16); if (t < 4 && u > 0) out[t] = u;", 32, CLEAN, NULL},
    {"written_over", "if (t >= n) return; int u = __shfl_down_sync(" ALL ", v, 16); u = t > 3 ? 1 : u; u += __shfl_sync(" ALL ", u, 3); out[t] = u;", 32, CLEAN, NULL},
    /* lanes that are not there */
    {"exited", "if (t >= n) return; " DOWN "out[t] = v;", 32, ABSENT, "which has exited, at shfl.sync.down.b32"},
    {"block_of_20", DOWN "if (t == 0) *out = v;", 20, ABSENT, "asked lane 31 for, which no thread is: the block has 20, at"},
    {"second_warp_of_52", DOWN "if (t == 32) *out = v;", 52, ABSENT, "the block has 52"},
    {"half_asks_20", "if (t < 16) out[t] = __shfl_sync(0xffff, v, 20);", 32, ABSENT, "thread (0,0,0): uses"},
    {"mask_lacks", "if (t < 16) out[t] = __shfl_sync(0xffff, v, 20);", 32, ABSENT, "asked lane 20 for, which is not in the lane mask 0x0000ffff"},
    {"xor_beyond", "if (t < 24) { for (int d = 16; d; d /= 2) v += __shfl_xor_sync(0xffffff, v, d); out[t] = v; }", 32, ABSENT, "lane mask 0x00ffffff"},
    {"up_from_the_exited", "if (t < 4) return; out[t] = __shfl_up_sync(" ALL ", v, 4);", 32, ABSENT, "lane 4, asked lane 0 for, which has exited"},
    {"in_an_address", "if (t >= n) return; int u = __shfl_down_sync(" ALL ", v, 16); out[(u & 1) + t] = 1;", 32, ABSENT, "uses a value that it, lane 4, asked lane 20 for"},
    {"in_a_branch", "if (t >= n) return; int u = __shfl_down_sync(" ALL ", v, 16); if (u > 7) { out[t] = 1; __syncwarp(); out[t + 32] = 2; }", 32, ABSENT, "exited"},
    {"in_shared_memory", "__shared__ int s[32]; if (t >= n) return; s[t] = __shfl_down_sync(" ALL ", v, 16); __syncwarp(); out[t] = s[0];", 32, ABSENT, "st."},
    {"in_an_atomic", "if (t >= n) return; atomicAdd(out, __shfl_down_sync(" ALL ", v, 16));", 32, ABSENT, "thread (4,0,0)"},
    {"printed", "if (t >= n) return; int u = __shfl_down_sync(" ALL ", v, 16); if (t == 7) printf(\"%d\", u);", 32, ABSENT, "lane 7, asked lane 23"},
    {"by_a_vote", "if (t >= n) return; int u = __shfl_down_sync(" ALL ", v, 16); out[t] = __ballot_sync(" ALL ", u > 3);", 32, ABSENT, NULL},
    {"through_another_lane", "if (t >= n) return; int u = __shfl_down_sync(" ALL ", v, 16); out[t] = __shfl_sync(" ALL ", u, 9);", 32, ABSENT, "a value that thread (9,0,0), lane 9, asked lane 25 for"},
    {"in_a_product", "if (t >= n) return; float u = __shfl_down_sync(" ALL ", (float)v, 16); ((float *)out)[t] = u * 2 + 1;", 32, ABSENT, NULL},
    {"of_a_double", "if (t >= n) return; double u = __shfl_down_sync(" ALL ", (double)v, 16); ((double *)out)[t] = u;", 32, ABSENT, NULL},
    {"through_a_function", "if (t >= n) return; out[t] = twice(__shfl_down_sync(" ALL ", v, 16));", 32, ABSENT, NULL},
    {"ignored_by_a_function", "if (t >= n) return; out[t] = first(t, __shfl_down_sync(" ALL ", v, 16));", 32, CLEAN, NULL},
    {"through_an_array", "if (t >= n) return; int a[8]; for (int i = 0; i < 8; i++) a[(i * n) & 7] = i; a[v & 7] = __shfl_down_sync(" ALL ", v, 16); out[t] = a[(v + n - 20) & 7];", 32, ABSENT, NULL},
    {"beside_in_an_array", "if (t >= n) return; int a[8]; for (int i = 0; i < 8; i++) a[(i + n) & 7] = i; a[v & 7] = __shfl_down_sync(" ALL ", v, 16); out[t] = a[(v + n - 19) & 7];", 32, CLEAN, NULL},
    {"some_lanes_only", "if (t >= n) return; int u = __shfl_down_sync(" ALL ", v, 16); if (t < 5) out[t] = u;", 32, ABSENT, "thread (4,0,0): uses a value that it, lane 4, asked lane 20"},
};

/* s[] is shared and its element 2 is not written; each value is selected for some threads, or none (n is 20). */
static const struct cuda_case load_cases[] = {
    {"unused", "int x = 7; if (n > 20) x = s[2]; out[t] = x;", 64, CLEAN, NULL},
    {"used", "int x = 7; if (n > 2) x = s[2]; out[t] = x;", 64, UNWRITTEN, "load of 4 bytes at shared address"},
    {"used_by_one", "int x = 7; if (t == 9) x = s[2]; out[t] = x;", 64, UNWRITTEN, "thread (9,0,0): load"},
    {"of_bytes", "int x = 7; if (n > 20) x = c[2] * 3 + c[5]; out[t] = x;", 64, CLEAN, NULL},
    {"of_bytes_used", "int x = 7; if (t > 40) x = c[2] * 3 + c[5]; out[t] = x;", 64, UNWRITTEN, "thread (41,0,0): load of 1 byte at"},
    {"of_two", "int x = 7; if (n > 20) { if (in[3] > 3) x = s[2]; else x = s[3]; } out[t] = x;", 64, CLEAN, NULL},
    {"of_two_used", "int x = 7; if (n > 19) { if (v > 3) x = s[2]; else x = s[3]; } out[t] = x;", 64, UNWRITTEN, NULL},
    {"of_a_vector", "int4 x = make_int4(1, 2, 3, 4); if (n > 20) x = ((int4 *)s)[8]; ((int4 *)out)[t] = x;", 64, CLEAN, NULL},
    {"of_a_vector_used", "int4 x = make_int4(1, 2, 3, 4); if (n > 2) x = ((int4 *)s)[8]; ((int4 *)out)[t] = x;", 64, UNWRITTEN, "load of 16 bytes"},
    {"of_a_double_word", "long long x = 4; if (n > 20) x = ((long long *)s)[4]; ((long long *)out)[t] = x;", 64, CLEAN, NULL},
    {"in_a_condition", "if (n > 20 && s[2] > 5) out[t] = 1;", 64, CLEAN, NULL},
    {"in_a_condition_used", "if (n > 2 && s[2] > 5) out[t] = 1;", 64, UNWRITTEN, NULL},
    {"in_a_loop", "int x = 0; for (int i = 0; i < n; i++) if ((i + t) % 3 == 7) x += s[2]; out[t] = x;", 64, CLEAN, NULL},
    {"in_a_loop_used", "int x = 0; for (int i = 0; i < n; i++) if ((i + t) % 3 == 1) x += s[2]; out[t] = x;", 64, UNWRITTEN, NULL},
    {"of_global_memory", "int x = 7; if (n > 20) x = g[2]; out[t] = x;", 64, CLEAN, NULL},
    /* races: thread 40 stores, others do not look, or look */
    {"raced_unused", "if (t == 40) s[1] = 5; int x = 7; if (n > 20) x = s[1]; out[t] = x;", 64, CLEAN, NULL},
    {"raced_used", "if (t == 40) s[1] = 5; int x = 7; if (n > 2) x = s[1]; out[t] = x;", 64, RACE, "shared address"},
    {"raced_by_itself", "if (t == 40) s[1] = 5; int x = 7; if (t == 40) x = s[1]; out[t] = x;", 64, CLEAN, NULL},
    {"stored_later_unused", "int x = 7; if (n > 20) x = s[1]; out[t] = x; if (t == 3) s[1] = 4;", 64, CLEAN, NULL},
    {"stored_later_used", "int x = 7; if (n > 2) x = s[1]; out[t] = x; if (t == 3) s[1] = 4;", 64, RACE, NULL},
    {"stored_later_used_by_one", "int x = 7; if (t == 50) x = s[1]; out[t] = x; if (t == 3) s[1] = 4;", 64, RACE, "thread (50,0,0)"},
    {"used_after_a_barrier", "int x = s[1]; __syncthreads(); if (t == 3) s[1] = 4; if (n > 20) out[t] = x;", 64, CLEAN, NULL},
    {"stored_before_the_barrier", "int x = s[1]; if (t == 3) s[1] = 4; __syncthreads(); if (n > 2) out[t] = x;", 64, RACE, NULL},
    {"collision_unused", "if (t == 40) g[1] = 5; int x = 7; if (n > 20) x = g[1]; out[t] = x;", 64, CLEAN, NULL},
    {"collision_used", "if (t == 40) g[1] = 5; int x = 7; if (n > 2) x = g[1]; out[t] = x;", 64, COLLIDE, "global address"},
    {"collision_later_unused", "int x = 7; if (n > 20) x = g[1]; out[t] = x; if (t == 3) g[1] = 4;", 64, CLEAN, NULL},
    {"collision_later_used", "int x = 7; if (n > 2) x = g[1]; out[t] = x; if (t == 3) g[1] = 4;", 64, COLLIDE, NULL},
};

/* The same where the program itself loads, which only an optimised one does late. */
static const struct cuda_case optimised_cases[] = {
    {"selected", "int x = none[t], y = t < 9 ? 1 : x; if (t < 9) out[t] = y;", 64, CLEAN, NULL},
    {"selected_used", "int x = none[t], y = t < 9 ? 1 : x; if (t < 10) out[t] = y;", 64, UNWRITTEN, "thread (9,0,0)"},
};
/* clang-format on */

#define COUNT(array) (sizeof(array) / sizeof *(array))

static char *debug_ptx; /* the same without optimisation, which makes no load early */

static void add_cases(struct tw_text *source, const struct cuda_case *cases, size_t count, const char *head)
{
    for (size_t i = 0; i < count; i++)
        tw_text_addf(source,
                     "extern \"C\" __global__ void %s(int *out, const int *in, int n)\n"
                     "{ int t = threadIdx.x, v = in[t]; (void)v; %s\n  %s }\n",
                     cases[i].name, head, cases[i].body);
}

static int compile_all(void **state)
{
    static const char head[] = "__shared__ __align__(16) int s[64]; __shared__ unsigned char c[64]; "
                               "const int *none = in + 4096; (void)none; "
                               "if (t < 2) s[t] = c[t] = t; __syncthreads();";
    struct tw_text source = {0};
    (void)state;
    tw_text_add(&source, "extern \"C\" __device__ int printf(const char *, ...);\n__device__ int g[64];\n"
                         "__device__ __noinline__ int twice(int x) { return 2 * x; }\n"
                         "__device__ __noinline__ int first(int x, int y) { return x + (y & 0); }\n");
    add_cases(&source, shuffle_cases, COUNT(shuffle_cases), "");
    add_cases(&source, load_cases, COUNT(load_cases), head);
    add_cases(&source, optimised_cases, COUNT(optimised_cases), head);
    compile_cases(tw_text_string(&source));
    if (cases_ptx) debug_ptx = compile_cuda(tw_text_string(&source), true);
    tw_text_free(&source);
    return 0;
}

static int free_all(void **state)
{
    free(debug_ptx);
    return free_cases(state);
}

static enum outcome outcome_of(const struct tw_sim_finding *finding)
{
    switch (finding->fault) {
    case TW_SIM_ABSENT_LANE:
        return ABSENT;
    case TW_SIM_UNINITIALISED:
        return UNWRITTEN;
    case TW_SIM_RACE:
        return RACE;
    case TW_SIM_GLOBAL_RACE:
        return COLLIDE;
    default:
        fail_msg("%s", finding->text);
        return CLEAN;
    }
}

static bool run_case(const struct cuda_case *at, const char *ptx, bool debug)
{
    struct run run = {.name = at->name, .number = 20, .block = at->block, .seconds = 20, .clear = true};
    int32_t input[1024];
    for (unsigned i = 0; i < COUNT(input); i++) input[i] = 1;
    run.checks = TW_SIM_CHECK_ALL & ~TW_SIM_CHECK_LEAKS;
    run_kernel(&run, ptx, input, sizeof input);
    const struct tw_sim_report *report = &run.report;
    const char *text = report->finding_count ? report->findings->text : "nothing was found";
    bool told = !at->part || debug, other = false;
    for (size_t i = 0; i < report->finding_count; i++) {
        told |= at->part && strstr(report->findings[i].text, at->part);
        other |= outcome_of(&report->findings[i]) != at->outcome;
    }
    const bool good =
        !other && (at->outcome == CLEAN) == (report->finding_count == 0) && (at->outcome == CLEAN || told);
    if (!good) print_error("%s%s: %s\n", at->name, debug ? " without optimisation" : "", text);
    run_free(&run);
    return good;
}

static void run_cases(const struct cuda_case *cases, size_t count, bool debug)
{
    if (!cases_ptx) skip();
    size_t good = 0;
    for (size_t i = 0; i < count; i++) good += run_case(&cases[i], cases_ptx, false);
    for (size_t i = 0; debug && i < count; i++) good += run_case(&cases[i], debug_ptx, true);
    assert_int_equal(good, debug ? 2 * count : count);
}

static void shuffles(void **state)
{
    (void)state;
    run_cases(shuffle_cases, COUNT(shuffle_cases), true);
}

static void early_loads(void **state)
{
    (void)state;
    run_cases(load_cases, COUNT(load_cases), true);
    run_cases(optimised_cases, COUNT(optimised_cases), false);
}

/* Before sm_70 the lanes that execute a shuffle together exchange: 12 of them here, of which so many store what they got. */
#define OLD_SHUFFLE(lanes)                                                                                   \
    ".version 6.0\n.target sm_60\n.address_size 64\n.visible .entry k(.param .u64 out, .param .u64 in)\n{\n" \
    ".reg .b32 %t, %r<4>;\n.reg .b64 %d<4>;\n.reg .pred %p<4>;\n"                                            \
    "ld.param.u64 %d1, [out];\nmov.u32 %t, %tid.x;\nmul.wide.u32 %d2, %t, 4;\nadd.u64 %d1, %d1, %d2;\n"      \
    "setp.lt.u32 %p1, %t, 12;\nsetp.lt.u32 %p2, %t, " #lanes ";\n"                                           \
    "@%p1 shfl.down.b32 %r1, %t, 8, 31;\n@%p2 st.global.u32 [%d1], %r1;\nret;\n}\n"

static void shuffles_before_sm_70(void **state)
{
    struct run run = {.checks = TW_SIM_CHECK_LANES};
    (void)state;
    run_kernel(&run, OLD_SHUFFLE(4), NULL, 0);
    assert_int_equal(run.report.finding_count, 0);
    run_free(&run);
    run.checks = TW_SIM_CHECK_LANES;
    expect_fault(&run, OLD_SHUFFLE(5), TW_SIM_ABSENT_LANE,
                 "thread (4,0,0): uses a value that it, lane 4, asked lane 12 for, which does not take part");
    run_kernel(&run, OLD_SHUFFLE(5), NULL, 0); /* nobody asks */
    assert_int_equal(run.report.finding_count, 0);
    run_free(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(shuffles), cmocka_unit_test(early_loads),
                                       cmocka_unit_test(shuffles_before_sm_70)};
    return cmocka_run_group_tests(tests, compile_all, free_all);
}
