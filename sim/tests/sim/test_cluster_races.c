/* The check of races between the blocks of a cluster: kernels in CUDA C++ that have one, and the same ones put right. */
#include "sim/tests/cuda_cases.h"

enum outcome { CLEAN, NOTE, RACE, GONE }; /* GONE: a race with the end of a block, which may end the launch */

#define HELPERS                                                                                              \
    "#define ASM(...) asm volatile(__VA_ARGS__ : \"memory\")\n"                                              \
    "#define ARRIVE ASM(\"barrier.cluster.arrive;\" ::);\n"                                                  \
    "#define WAIT ASM(\"barrier.cluster.wait;\" ::);\n"                                                      \
    "#define MEET ARRIVE WAIT\n"                                                                             \
    "#define D static __device__ __forceinline__\n"                                                          \
    "D unsigned at(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }\n"                       \
    "D unsigned there(const void *p, int rank) { unsigned a; ASM(\"mapa.shared::cluster.u32 %0, %1, %2;\" "  \
    ": \"=r\"(a) : \"r\"(at(p)), \"r\"(rank)); return a; }\n"                                                \
    "D int *reach(const void *p, int rank) { int *a; ASM(\"mapa.u64 %0, %1, %2;\" : \"=l\"(a) : \"l\"(p), "  \
    "\"r\"(rank)); return a; }\n"                                                                            \
    "D void put(unsigned a, int x) { ASM(\"st.shared::cluster.u32 [%0], %1;\" :: \"r\"(a), \"r\"(x)); }\n"   \
    "D int get(unsigned a) { int x; ASM(\"ld.shared::cluster.u32 %0, [%1];\" : \"=r\"(x) : \"r\"(a)); "      \
    "return x; }\n"                                                                                          \
    "D void add(unsigned a, int x) { ASM(\"red.relaxed.cluster.shared::cluster.add.u32 [%0], %1;\" :: "      \
    "\"r\"(a), \"r\"(x)); }\n"                                                                               \
    "D void tell(unsigned a) { ASM(\"st.release.cluster.shared::cluster.u32 [%0], 1;\" :: \"r\"(a)); }\n"    \
    "D void hint(unsigned a) { ASM(\"st.relaxed.cluster.shared::cluster.u32 [%0], 1;\" :: \"r\"(a)); }\n"    \
    "D void hear(unsigned a) { for (int x = 0; !x;) ASM(\"ld.acquire.cluster.shared::cta.u32 %0, [%1];\" : " \
    "\"=r\"(x) : \"r\"(a)); }\n"                                                                             \
    "D void init(unsigned a, int n) { ASM(\"mbarrier.init.shared.b64 [%0], %1;\" :: \"r\"(a), \"r\"(n)); "   \
    "}\n"                                                                                                    \
    "D void expect(unsigned a, int n) { ASM(\"mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;\" :: "       \
    "\"r\"(a), \"r\"(n)); }\n"                                                                               \
    "D void give(unsigned a) { ASM(\"mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];\" :: "     \
    "\"r\"(a)); }\n"                                                                                         \
    "D void take(unsigned a, int parity) { for (int ok = 0; !ok;) ASM(\"{ .reg .pred p; "                    \
    "mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }\" : "     \
    "\"=r\"(ok) : \"r\"(a), \"r\"(parity)); }\n"                                                             \
    "D void cast(unsigned to, const int *from, unsigned bar) { "                                             \
    "ASM(\"cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], "      \
    "[%1], 256, [%2], %3;\" :: \"r\"(to), \"l\"(from), \"r\"(bar), \"h\"((short)3)); }\n"                    \
    "D void send(unsigned to, int x, unsigned bar) { "                                                       \
    "ASM(\"st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%0], %1, [%2];\" :: \"r\"(to), "       \
    "\"r\"(x), \"r\"(bar)); }\n"

#define FIRST(statements) "if (t == 0) { " statements " } "
/* Rank 0 fills both tiles in each of two rounds, behind `free`; `done`: what says that a thread has read its element. */
#define ROUNDS(count, free, done)                                                                            \
    FIRST("init(at(&empty), " count "); for (int i = 0; i < 2; i++) { init(at(&bar[i]), 1); "                \
          "expect(at(&bar[i]), 256); }")                                                                     \
    "MEET for (int i = 0; i < 2; i++) {" FIRST("if (rank == 0) { " free " cast(at(s), in + 64 * i, "         \
                                               "at(&bar[i])); }") "take(at(&bar[i]), 0); out[64 * i] = "     \
                                                                  "s[t]; " done " } MEET"
#define HISTOGRAM(clear, count, behind)                                                                      \
    "s[t] = 0; " clear " for (int i = 0; i < n; i++) { unsigned to = there(s + (t * i) % 64, i & 1); " count \
    " } " behind " *out = s[t]; MEET"
/* The element at the edge of each tile goes to the neighbour, again and again. */
#define HALO(place, behind)                                                                                  \
    "MEET for (int i = 0; i < n; i++) { if (t == 63) put(there(s + 64 + " place                              \
    ", other), i); MEET *out += s[64 + " place "]; " behind " } MEET"

/* Each body is one of `k(int *out, const int *in, int n)` in clusters of two, with t = threadIdx.x, rank and other, that of the
   other block, shared int s[256] and flag, mbarriers bar and empty; n is 20; `out` is the thread's own. The grid has 4 blocks of
   64 threads. */
static const struct cuda_case {
    const char *name, *body;
    enum outcome outcome;
    const char *part;
} cases[] = {
    /* clang-format off */
    {"read_unmet", "s[t] = t; __syncthreads(); *out = get(there(s + t, other)); MEET", RACE, "by block ("},
    {"read", "s[t] = t; MEET *out = get(there(s + t, other)); MEET", CLEAN, NULL},
    {"read_at_the_end", "s[t] = t; MEET *out = get(there(s + t, other));", GONE, NULL},
    {"read_by_generic_address", "s[t] = t; MEET *out = *reach(s + t, other); MEET", CLEAN, NULL},
    {"read_by_generic_address_unmet", "s[t] = t; __syncthreads(); *out = *reach(s + t, other); MEET", RACE, "load by block"},
    {"read_own_by_rank", "s[t] = t; *out = get(there(s + t, rank)); MEET", CLEAN, NULL},
    {"overwritten_unmet", "s[t] = t; MEET *out = get(there(s + t, other)); s[t] = 1; MEET", RACE, "store of 4 bytes"},
    {"overwritten", "s[t] = t; MEET *out = get(there(s + t, other)); MEET s[t] = 1;", CLEAN, NULL},
    {"written", "MEET put(there(s + t, other), t); MEET *out = s[t];", CLEAN, NULL},
    {"written_unmet", "MEET put(there(s + t, other), t); *out = s[t]; MEET", RACE, "shared address"},
    {"written_at_the_end", "MEET put(there(s + t, other), t);", GONE, NULL},
    {"others_elements", "s[t] = t; MEET put(there(s + 64 + t, other), t); *out = s[t]; MEET", CLEAN, NULL},
    {"written_by_both", "MEET put(there(s + t, 0), 5 + rank); MEET *out = s[t];", RACE, "a race: nothing orders it after the store by block"},
    {"written_by_both_alike", "MEET put(there(s + t, 0), 5); MEET *out = s[t];", NOTE, "store of the same value by block"},
    /* what happens between coming and waiting */
    {"split", "s[t] = t; ARRIVE *out = t; WAIT *out = get(there(s + t, other)); MEET", CLEAN, NULL},
    {"split_written_late", "ARRIVE s[t] = t; WAIT *out = get(there(s + t, other)); MEET", RACE, NULL},
    {"split_written_late_met_again", "ARRIVE s[t] = t; WAIT MEET *out = get(there(s + t, other)); MEET", CLEAN, NULL},
    {"split_read_early", "s[t] = t; ARRIVE *out = get(there(s + t, other)); WAIT MEET", RACE, NULL},
    {"split_read_at_the_end", "s[t] = t; MEET ARRIVE *out = get(there(s + t, other)); WAIT", GONE, NULL},
    {"split_carried", "if (t < 32) { ARRIVE s[t] = t; } __syncthreads(); if (t >= 32) { ARRIVE } WAIT *out = get(there(s + t % 32, other)); MEET", CLEAN, NULL},
    {"split_not_waited", "s[t] = t; MEET *out = get(there(s + t, other)); ARRIVE", GONE, NULL},
    /* exchanges */
    {"halo", HALO("0", "MEET"), CLEAN, NULL},
    {"halo_next_round", HALO("0", ""), RACE, NULL},
    {"halo_two_buffers", HALO("(i & 1)", ""), CLEAN, NULL},
    {"histogram", HISTOGRAM("MEET", "add(to, 1);", "MEET"), CLEAN, NULL},
    {"histogram_not_cleared", HISTOGRAM("__syncthreads();", "add(to, 1);", "MEET"), RACE, "atomic operation"},
    {"histogram_read_early", HISTOGRAM("MEET", "add(to, 1);", "__syncthreads();"), RACE, "atomic operation"},
    {"histogram_without_atomics", HISTOGRAM("MEET", "if (t == 0) put(to, get(to) + 1);", "MEET"), RACE, NULL},
    {"histogram_own_part_without_atomics", HISTOGRAM("MEET", "if ((i & 1) == rank) { if (t == i) s[t]++; } else add(to, 1);", "MEET"), RACE, NULL},
    /* flags */
    {"flag", "if (t == 0) flag = 0; MEET if (t == 0) { s[0] = 7; tell(there(&flag, other)); hear(at(&flag)); *out = get(there(s, other)); } MEET", CLEAN, NULL},
    {"flag_told_early", "if (t == 0) flag = 0; MEET if (t == 0) { tell(there(&flag, other)); s[0] = 7; hear(at(&flag)); *out = get(there(s, other)); } MEET", RACE, NULL},
    {"flag_relaxed", "if (t == 0) flag = 0; MEET if (t == 0) { s[0] = 7; hint(there(&flag, other)); hear(at(&flag)); *out = get(there(s, other)); } MEET", RACE, NULL},
    {"flag_fenced", "if (t == 0) flag = 0; MEET if (t == 0) { s[0] = 7; __threadfence(); hint(there(&flag, other)); hear(at(&flag)); *out = get(there(s, other)); } MEET", CLEAN, NULL},
    {"flag_for_the_block", "if (t == 0) flag = 0; s[t] = t; __syncthreads(); MEET s[64 + t] = t; __syncthreads(); if (t == 0) { tell(there(&flag, other)); hear(at(&flag)); } __syncthreads(); *out = get(there(s + 64 + t, other)); MEET", CLEAN, NULL},
    {"flag_in_global_memory", "int *word = out - t; s[t] = t; __syncthreads(); if (t == 0) { __threadfence(); atomicExch(word, 1); int *others = word + (other - rank) * 128; while (atomicAdd(others, 0) != 1) ; __threadfence(); } __syncthreads(); out[64] = get(there(s + t, other)); MEET", CLEAN, NULL},
    {"global_atomics", "asm volatile(\"red.relaxed.cluster.global.add.u32 [%0], 1;\" ::\"l\"(out - t - rank * 128) : \"memory\");", CLEAN, NULL},
    /* mbarriers and copies */
    {"mbarrier", FIRST("init(at(&bar), 64);") "MEET put(there(s + t, other), t); give(there(&bar, other)); take(at(&bar), 0); *out = s[t]; MEET", CLEAN, NULL},
    {"mbarrier_told_early", FIRST("init(at(&bar), 64);") "MEET give(there(&bar, other)); put(there(s + t, other), t); take(at(&bar), 0); *out = s[t]; MEET", RACE, NULL},
    {"mbarrier_never_waited_for", FIRST("init(at(&bar), 64);") "MEET put(there(s + t, other), t); give(there(&bar, other)); *out = s[t]; MEET", RACE, NULL},
    {"mbarrier_holds_the_block", FIRST("init(at(&bar), 64);") "s[t] = t; MEET *out = get(there(s + t, other)); give(there(&bar, other)); take(at(&bar), 0);", CLEAN, NULL},
    {"mbarrier_of_one_lane", FIRST("init(at(&bar), 1);") "MEET if (t < 32) { put(there(s + t, other), t); if (t == 0) give(there(&bar, other)); } take(at(&bar), 0); *out = s[t % 32]; MEET", RACE, "thread (1,0,0)"},
    {"mbarrier_of_one_lane_for_all", FIRST("init(at(&bar), 1);") "MEET if (t < 32) { put(there(s + t, other), t); __syncwarp(); if (t == 0) give(there(&bar, other)); } take(at(&bar), 0); *out = s[t % 32]; MEET", CLEAN, NULL},
    {"mbarrier_of_one_lane_for_the_block", FIRST("init(at(&bar), 1);") "MEET put(there(s + t, other), t); __syncthreads(); if (t == 5) give(there(&bar, other)); take(at(&bar), 0); *out = s[t]; MEET", CLEAN, NULL},
    {"flag_of_one_lane", "if (t == 0) flag = 0; MEET if (t < 32) { s[t] = 7; if (t == 0) { tell(there(&flag, other)); hear(at(&flag)); *out = get(there(s + 5, other)); } } MEET", RACE, "thread (5,0,0)"},
    {"flag_of_one_lane_for_all", "if (t == 0) flag = 0; MEET if (t < 32) { s[t] = 7; __syncwarp(); if (t == 0) { tell(there(&flag, other)); hear(at(&flag)); *out = get(there(s + 5, other)); } } MEET", CLEAN, NULL},
    {"sent", FIRST("init(at(&bar), 1); expect(at(&bar), 256);") "MEET send(there(s + t, other), t, there(&bar, other)); take(at(&bar), 0); *out = s[t]; MEET", CLEAN, NULL},
    {"sent_read_early", FIRST("init(at(&bar), 1); expect(at(&bar), 256);") "s[t] = 0; MEET send(there(s + t, other), t, there(&bar, other)); *out = s[t]; take(at(&bar), 0); MEET", RACE, "st.async"},
    {"sent_over_what_is_written", FIRST("init(at(&bar), 1); expect(at(&bar), 256);") "MEET s[t] = 0; send(there(s + t, other), t, there(&bar, other)); take(at(&bar), 0); *out = s[t]; MEET", RACE, "st.async"},
    {"cast", ROUNDS("128", "if (i) take(at(&empty), 0);", "give(there(&empty, 0));"), CLEAN, NULL},
    {"cast_over_what_is_read", ROUNDS("128", "", ""), RACE, "multicast"},
    {"cast_asks_its_own_block_alone", ROUNDS("64", "if (i) take(at(&empty), 0);", "if (rank == 0) give(at(&empty));"), RACE, "multicast"},
    {"cast_behind_the_barrier", ROUNDS("1", "", "MEET"), CLEAN, NULL},
    {"cast_not_waited_for", FIRST("init(at(&bar), 1); expect(at(&bar), 256);") "s[t] = 0; MEET if (t + rank == 0) cast(at(s), in, at(&bar)); MEET *out = s[t]; take(at(&bar), 0); MEET", RACE, "multicast"},
    /* clang-format on */
};
#define CASES (sizeof cases / sizeof *cases)

/* One module of all kernels. */
static int compile_all(void **state)
{
    (void)state;
    struct tw_text source = {0};
    tw_text_add(&source, HELPERS);
    for (size_t i = 0; i < CASES; i++) {
        tw_text_addf(
            &source,
            "extern \"C\" __global__ void __cluster_dims__(2) %s(int *out, const int *in, int n)\n"
            "{ __shared__ __align__(16) int s[256]; __shared__ int flag; __shared__ unsigned long long "
            "bar[2], "
            "empty;\n  int t = threadIdx.x, rank = blockIdx.x %% 2, other = 1 - rank; out += blockIdx.x * "
            "128 + t; (void)other; (void)flag; (void)bar; (void)empty; (void)s;\n  %s }\n",
            cases[i].name, cases[i].body);
    }
    compile_cases(tw_text_string(&source));
    tw_text_free(&source);
    return 0;
}

static enum outcome outcome_of(const struct run *run)
{
    enum outcome outcome = run->report.finding_count ? NOTE : CLEAN;
    for (size_t i = 0; i < run->report.finding_count; i++) {
        if (!run->report.findings[i].is_note) outcome = RACE;
    }
    return outcome;
}

/* The part stands in one of the findings. */
static bool is_said(const struct run *run, const char *part)
{
    bool said = !part;
    for (size_t i = 0; i < run->report.finding_count; i++)
        said |= part && strstr(run->report.findings[i].text, part);
    return said;
}

/* By block and thread in any order of the warps, which `seed` shuffles. */
static void run_case(const struct cuda_case *at, unsigned checks, unsigned threads, uint64_t seed)
{
    struct run run = {.name = at->name,
                      .number = 20,
                      .grid = 4,
                      .block = 64,
                      .threads = threads,
                      .checks = checks,
                      .seconds = 20,
                      .clear = true,
                      .seed = seed};
    const int input[128] = {1};
    const bool looks = checks & TW_SIM_CHECK_RACES;
    const enum outcome wanted = !looks ? CLEAN : at->outcome == GONE ? RACE : at->outcome;
    run_kernel(&run, cases_ptx, input, sizeof input);
    const char *text = run.report.finding_count ? run.report.findings->text : run.report.finding;
    if (outcome_of(&run) != wanted || (looks && !is_said(&run, at->part)))
        fail_msg("%s: %s", at->name, text ? text : "nothing was found");
    assert_int_equal(run.code, wanted == RACE ? TW_FAULT : TW_OK);
    run_free(&run);
}

static void races_between_blocks_are_found(void **state)
{
    (void)state;
    if (!cases_ptx) skip();
    for (size_t i = 0; i < CASES; i++) {
        for (unsigned seed = 0; seed < 4; seed++)
            run_case(&cases[i], TW_SIM_CHECK_RACES, seed == 1 ? 2 : 1, seed);
    }
}

/* Where atomics are for the cluster its blocks may make them on one place, in global memory too. */
static void blocks_of_a_cluster_meet_in_global_memory(void **state)
{
    (void)state;
    if (!cases_ptx) skip();
    for (size_t i = 0; i < CASES; i++) {
        if (strcmp(cases[i].name, "global_atomics") == 0)
            run_case(&cases[i], TW_SIM_CHECK_GLOBAL_RACES, 1, 0);
    }
}

static void nothing_is_found_unless_asked_for(void **state)
{
    (void)state;
    if (!cases_ptx) skip();
    for (size_t i = 0; i < CASES; i++) {
        if (cases[i].outcome != GONE) run_case(&cases[i], 0, 1, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(races_between_blocks_are_found),
        cmocka_unit_test(blocks_of_a_cluster_meet_in_global_memory),
        cmocka_unit_test(nothing_is_found_unless_asked_for),
    };
    return cmocka_run_group_tests(tests, compile_all, free_cases);
}
