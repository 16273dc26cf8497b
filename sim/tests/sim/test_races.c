/* The checks of shared memory: kernels with a race or a load of what nobody wrote, and kernels that look like it and have none, in
 * CUDA C++ and PTX. */
#include "sim/tests/cuda_cases.h"

enum outcome { CLEAN, NOTE, RACE, UNWRITTEN, APART, COLLIDE }; /* the last two: in global memory */

#define CHECKS (TW_SIM_CHECK_RACES | TW_SIM_CHECK_UNINITIALISED)

static const struct tw_sim_finding *failure_of(const struct run *run)
{
    for (size_t i = 0; i < run->report.finding_count; i++) {
        if (!run->report.findings[i].is_note) return &run->report.findings[i];
    }
    return NULL;
}

static enum outcome outcome_of(const struct run *run)
{
    const struct tw_sim_finding *failure = failure_of(run);
    if (failure)
        return failure->fault == TW_SIM_RACE          ? RACE
               : failure->fault == TW_SIM_GLOBAL_RACE ? COLLIDE
                                                      : UNWRITTEN;
    return run->report.finding_count ? NOTE : CLEAN;
}

/* The part stands in one of the findings. */
static bool is_said(const struct run *run, const char *part)
{
    bool said = !part;
    for (size_t i = 0; i < run->report.finding_count; i++)
        said |= part && strstr(run->report.findings[i].text, part);
    return said;
}

static void must_say(const char *name, const struct run *run, enum outcome outcome, const char *part)
{
    const char *text = run->report.finding_count ? run->report.findings->text : run->report.finding;
    enum outcome found = outcome_of(run);
    if ((outcome == APART ? found != CLEAN : found != outcome) || !is_said(run, part))
        fail_msg("%s: %s", name, text ? text : "nothing was found");
    assert_int_equal(run->code, found >= RACE ? TW_FAULT : TW_OK);
}

/* --- CUDA C++ */

#define BAR(number, threads)    " asm volatile(\"bar.sync " #number ", " #threads ";\" ::: \"memory\"); "
#define ARRIVE(number, threads) " asm volatile(\"bar.arrive " #number ", " #threads ";\" ::: \"memory\"); "

#define SMEM(at) "\"r\"((unsigned)__cvta_generic_to_shared(" at "))"
#define COPY(to, from)                                                                                       \
    " asm volatile(\"cp.async.ca.shared.global [%0], [%1], 4;\" :: " SMEM(to) ", \"l\"(" from                \
                                                                              ") : \"memory\"); "
#define PART_COPY(to, from, bytes)                                                                           \
    " asm volatile(\"cp.async.ca.shared.global [%0], [%1], 4, %2;\" :: " SMEM(to) ", \"l\"(" from            \
                                                                                  "), \"r\"(" bytes          \
                                                                                  ") : \"memory\"); "
#define WAIT " asm volatile(\"cp.async.wait_all;\" ::: \"memory\"); "
#define INIT(count)                                                                                          \
    " asm volatile(\"mbarrier.init.shared.b64 [%0], " #count ";\" :: " SMEM("&mbar") " : \"memory\"); "
#define GIVE                                                                                                 \
    " asm volatile(\"{ .reg .b64 x; mbarrier.arrive.shared.b64 x, [%0]; }\" :: " SMEM(                       \
        "&mbar") " : "                                                                                       \
                 "\"memory\"); "
#define BULK                                                                                                 \
    " asm volatile(\"{ .reg .b64 x; mbarrier.arrive.expect_tx.shared.b64 x, [%0], 512; }\" :: " SMEM(        \
        "&mbar") " : \"memory\"); "                                                                          \
                 "asm volatile(\"cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], "   \
                 "[%1], 512, [%2];\" :: " SMEM("s") ", \"l\"(in), " SMEM("&mbar") " : \"memory\"); "
#define MATRIX                                                                                               \
    " asm volatile(\"{ .reg .b32 r<8>; wmma.load.a.sync.aligned.row.m16n16k16.shared.f16 "                   \
    "{r0, r1, r2, r3, r4, r5, r6, r7}, [%0], 16; }\" :: " SMEM("h") " : \"memory\"); "
#define RELAXED_STORE                                                                                        \
    " asm volatile(\"st.relaxed.cta.shared.f32 [%0], %1;\" :: " SMEM("s") ", \"f\"(2.f) : \"memory\"); "
#define RELAXED_LOAD                                                                                         \
    " { float x; asm volatile(\"ld.relaxed.cta.shared.f32 %0, [%1];\" : \"=f\"(x) : " SMEM(                  \
        "s") " : \"memory\"); out[t] = x; } "
#define HELPERS                                                                                              \
    "__device__ __noinline__ void put(float *s, int i, float x) { s[i] = x; }\n"                             \
    "__device__ __noinline__ float get(const float *s, int i) { return s[i]; }\n"                            \
    "__device__ __noinline__ void meet() { __syncthreads(); }\n"                                             \
    "#define TAKE(parity) for (int ok = 0; !ok;) asm volatile(\"{ .reg .pred p; "                            \
    "mbarrier.try_wait.parity.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }\" : \"=r\"(ok) : " SMEM(       \
        "&mbar") ", \"r\"(parity) : \"memory\")\n"

/* Each body is one of `k(float *out, const float *in, int n)`, with t = threadIdx.x, lane t % 32, warp t / 32, shared float s[1024],
 * bytes b[1024] and counters c[32]; n is 20. The grid has 2 blocks of 128 threads. */
struct cuda_case {
    const char *name, *body;
    enum outcome outcome;
    const char *part;
};
/* clang-format off */
static const struct cuda_case cuda_cases[] = {
    /* matrices that a warp reads, line by line */
    {"matrix_of_another_warp", "unsigned short *h = (unsigned short *)s; h[t] = t; h[t + 128] = t; " MATRIX "", RACE, "wmma.load.a"},
    {"matrix_behind_a_barrier", "unsigned short *h = (unsigned short *)s; h[t] = t; h[t + 128] = t; __syncthreads(); " MATRIX "", CLEAN, NULL},
    {"matrix_overwritten", "unsigned short *h = (unsigned short *)s; h[t] = t; h[t + 128] = t; __syncthreads(); " MATRIX " h[t] = 0;", RACE, "wmma.load.a"},
    {"matrix_unwritten", "unsigned short *h = (unsigned short *)s; if (t < 100) h[t] = t; __syncthreads(); " MATRIX "", UNWRITTEN, "wmma.load.a"},
    /* barriers of the block */
    {"no_barrier", "s[t] = in[t]; out[t] = s[127 - t];", RACE, "load of 4 bytes at shared address"},
    {"barrier", "s[t] = in[t]; __syncthreads(); out[t] = s[127 - t];", CLEAN, NULL},
    {"own_place", "s[t] = in[t]; s[t] += 1; out[t] = s[t] * s[t];", CLEAN, NULL},
    {"next_round", "for (int i = 0; i < n; i++) { s[t] = in[t + i]; __syncthreads(); out[t + i] = s[127 - t]; }", RACE, "store of 4 bytes"},
    {"next_round_right", "for (int i = 0; i < n; i++) { s[t] = in[t + i]; __syncthreads(); out[t + i] = s[127 - t]; __syncthreads(); }", CLEAN, NULL},
    {"two_buffers", "for (int i = 0; i < n; i++) { s[(i & 1) * 128 + t] = in[t + i]; __syncthreads(); out[t + i] = s[(i & 1) * 128 + 127 - t]; }", CLEAN, NULL},
    {"tree", "s[t] = in[t]; __syncthreads(); for (int i = 64; i; i /= 2) { if (t < i) s[t] += s[t + i]; __syncthreads(); } if (t == 0) *out = *s;", CLEAN, NULL},
    {"tree_wrong", "s[t] = in[t]; __syncthreads(); for (int i = 64; i; i /= 2) if (t < i) s[t] += s[t + i]; if (t == 0) *out = *s;", RACE, NULL},
    {"tree_in_place_wrong", "s[t] = in[t]; __syncthreads(); for (int i = 1; i < 128; i *= 2) { if (t >= i) s[t] += s[t - i]; __syncthreads(); } out[t] = s[t];", RACE, NULL},
    {"tree_in_place", "s[t] = in[t]; __syncthreads(); for (int i = 1; i < 128; i *= 2) { float x = t >= i ? s[t - i] : 0; __syncthreads(); s[t] += x; __syncthreads(); } out[t] = s[t];", CLEAN, NULL},
    {"broadcast_overwritten", "s[t] = in[t]; __syncthreads(); float x = s[0]; __syncwarp(); if (t == 0) s[0] = 1; out[t] = x;", RACE, "thread (0,0,0): store of 4 bytes"},
    {"broadcast_kept", "s[t] = in[t]; __syncthreads(); float x = s[0]; __syncthreads(); if (t == 0) s[0] = 1; out[t] = x;", CLEAN, NULL},
    {"last_result_read", "for (int i = 0; i < n; i++) { float x = in[t + i]; for (int d = 16; d; d /= 2) x += __shfl_xor_sync(~0u, x, d); if (lane == 0) s[warp] = x; __syncthreads(); out[i] = s[0] + s[1] + s[2] + s[3]; }", RACE, NULL},
    {"last_result_read_right", "for (int i = 0; i < n; i++) { float x = in[t + i]; for (int d = 16; d; d /= 2) x += __shfl_xor_sync(~0u, x, d); if (lane == 0) s[warp] = x; __syncthreads(); out[i] = s[0] + s[1] + s[2] + s[3]; __syncthreads(); }", CLEAN, NULL},
    {"neighbours", "s[t + 1] = in[t]; __syncthreads(); s[t + 1] = s[t] + s[t + 2];", RACE, NULL},
    {"counts_as_barrier", "s[t] = in[t]; int v = __syncthreads_count(t < n); out[t] = s[127 - t] + v;", CLEAN, NULL},
    {"barrier_of_some", "s[t] = in[t]; if (in[0] > 2) __syncthreads(); out[t] = s[127 - t];", RACE, NULL},
    /* bytes: neighbours in a word are no rivals */
    {"bytes", "b[t] = in[t]; __syncthreads(); out[t] = b[127 - t];", CLEAN, NULL},
    {"bytes_alone", "b[t] = (char)in[t]; b[t + 128] = b[t] + 1; out[t] = b[t + 128];", CLEAN, NULL},
    {"bytes_of_a_neighbour", "b[t] = (char)in[t]; out[t] = b[t ^ 1];", RACE, "load of 1 byte at"},
    {"word_over_bytes", "b[t] = (char)in[t]; __syncwarp(); if (t < 32) out[t] = ((int *)b)[t];", RACE, NULL},
    {"vectors", "((float4 *)s)[t] = ((const float4 *)in)[t]; __syncthreads(); out[t] = s[511 - t];", CLEAN, NULL},
    {"vectors_overlap", "((float4 *)s)[t] = ((const float4 *)in)[t]; s[t * 4 + 4] = 7; __syncthreads(); out[t] = s[511 - t];", RACE, NULL},
    /* within a warp */
    {"one_instruction_two_values", "s[lane / 2 + 32 * warp] = t; __syncthreads(); out[t] = s[0];", RACE, "a race: the same instruction stores another value for thread"},
    {"one_instruction_one_value", "s[warp] = n; __syncthreads(); out[t] = s[warp];", CLEAN, NULL},
    {"same_value_of_warps", "float x = in[t]; if (t % 32 == 5) s[0] = x; __syncthreads(); out[t] = s[0];", NOTE, "the store of the same value"},
    {"warp_without_syncwarp", "if (t < 32) { s[t] = in[t]; out[t] = s[31 - t]; }", RACE, NULL},
    {"warp_with_syncwarp", "if (t < 32) { s[t] = in[t]; __syncwarp(); out[t] = s[31 - t]; }", CLEAN, NULL},
    {"warps_with_syncwarp", "s[t] = in[t]; __syncwarp(); out[t] = s[t ^ 31];", CLEAN, NULL},
    {"syncwarp_across_warps", "s[t] = in[t]; __syncwarp(); out[t] = s[t ^ 32];", RACE, NULL},
    {"volatile_warp", "volatile float *v = s; v[t] = in[t]; __syncthreads(); if (t < 32) { v[t] += v[t + 32]; v[t] += v[t + 16]; v[t] += v[t + 8]; } if (t == 0) *out = v[0];", RACE, "ld.volatile"},
    {"warp_tree", "volatile float *v = s; v[t] = in[t]; __syncthreads(); if (t < 32) { float x = v[t] + v[t + 32]; for (int d = 16; d; d /= 2) { __syncwarp(); v[t] = x; __syncwarp(); if (t < d) x += v[t + d]; } if (t == 0) *out = x; }", CLEAN, NULL},
    {"warp_tree_half_synced", "s[t] = in[t]; __syncthreads(); if (t < 32) for (int d = 16; d; d /= 2) { if (t < d) s[t] += s[t + d]; } if (t == 0) *out = *s;", RACE, NULL},
    {"shuffle_is_no_barrier", "if (t < 32) { s[t] = in[t]; float x = __shfl_xor_sync(~0u, in[t], 1); out[t] = s[31 - t] + x; }", RACE, NULL},
    {"part_of_a_warp", "if (t < 16) { s[t] = in[t]; __syncwarp(0xffff); out[t] = s[15 - t]; }", CLEAN, NULL},
    {"halves_apart", "unsigned m = lane < 16 ? 0xffff : 0xffff0000; s[t] = in[t]; __syncwarp(m); out[t] = s[t ^ 15]; __syncwarp(m); s[t] = 0;", CLEAN, NULL},
    {"halves_mixed", "unsigned m = lane < 16 ? 0xffff : 0xffff0000; s[t] = in[t]; __syncwarp(m); out[t] = s[t ^ 16];", RACE, NULL},
    {"by_a_third_lane", "if (t == 0) s[0] = in[0]; if (t == 0 || t == 1) __syncwarp(3); if (t == 1 || t == 2) __syncwarp(6); if (t == 2) out[0] = s[0];", CLEAN, NULL},
    {"lanes_diverge", "if (lane & 1) s[t] = in[t]; else s[t + 256] = s[t + 1]; out[t] = n;", RACE, NULL},
    /* named barriers */
    {"two_warps_meet", "s[t] = in[t]; if (t < 64) {" BAR(1, 64) "out[t] = s[63 - t]; }", CLEAN, NULL},
    {"two_warps_meet_others_look", "s[t] = in[t]; if (t < 64) {" BAR(1, 64) "out[t] = s[127 - t]; }", RACE, NULL},
    {"two_pairs_meet", "s[t] = in[t]; if (t < 64) {" BAR(1, 64) "} else {" BAR(2, 64) "} out[t] = s[t ^ 63];", CLEAN, NULL},
    {"pipeline", "if (t < 64) for (int i = 0; i < n; i++) {" BAR(2, 128) "s[t] = in[i + t];" ARRIVE(1, 128) "} else { float x = 0; for (int i = 0; i < n; i++) {" ARRIVE(2, 128) BAR(1, 128) "x += s[127 - t]; } out[t] = x; }", CLEAN, NULL},
    {"pipeline_never_empty", "if (t < 64) for (int i = 0; i < n; i++) { s[t] = in[i + t];" BAR(1, 128) "} else { float x = 0; for (int i = 0; i < n; i++) {" BAR(1, 128) "x += s[127 - t]; } out[t] = x; }", RACE, NULL},
    {"pipeline_early_arrival", "if (t < 64) {" ARRIVE(1, 128) "s[t] = in[t]; } else {" BAR(1, 128) "out[t] = s[t - 64]; }", RACE, NULL},
    /* atomics */
    {"counters", "if (t < 32) c[t] = 0; __syncthreads(); atomicAdd(&c[t % 5], 1); __syncthreads(); if (t < 32) out[t] = c[t];", CLEAN, NULL},
    {"counter_read_early", "if (t < 32) c[t] = 0; __syncthreads(); atomicAdd(&c[t % 5], 1); out[t] = c[t % 5];", RACE, "nothing orders it after the atomic operation"},
    {"counter_cleared_late", "if (t < 32) c[t] = 0; atomicAdd(&c[t % 32], 1); __syncthreads(); out[t] = c[t % 32];", RACE, NULL},
    {"counter_cleared_by_who_adds", "if (t < 16) c[t] = 0; atomicAdd(&c[t % 16], 1); __syncthreads(); if (t < 16) out[t] = c[t];", RACE, "nothing orders it after the store"},
    {"counter_cleared_for_a_warp", "if (t < 32) { c[t] = 0; __syncwarp(); } atomicAdd(&c[t % 32], 1); __syncthreads(); if (t < 32) out[t] = c[t];", RACE, "nothing orders it after the store"},
    {"counter_cleared_and_used_by_a_warp", "if (t < 32) { c[t] = 0; __syncwarp(); atomicAdd(&c[t ^ 1], 1); } __syncthreads(); if (t < 32) out[t] = c[t];", CLEAN, NULL},
    {"lock", "if (t == 0) { c[0] = 0; s[0] = 0; } __syncthreads(); for (bool done = false; !done;) { if (atomicCAS(&c[0], 0, 1) == 0) { __threadfence_block(); s[0] += in[t]; __threadfence_block(); atomicExch(&c[0], 0); done = true; } } __syncthreads(); out[t] = s[0];", CLEAN, NULL},
    {"lock_without_fence", "if (t == 0) { c[0] = 0; s[0] = 0; } __syncthreads(); for (bool done = false; !done;) { if (atomicCAS(&c[0], 0, 1) == 0) { s[0] += in[t]; atomicExch(&c[0], 0); done = true; } } __syncthreads(); out[t] = s[0];", RACE, NULL},
    {"stored_plainly_then_strongly", "if (t == 0) c[0] = 0; __syncthreads(); if (t == 0) { s[0] = 1; " RELAXED_STORE "atomicExch(&c[0], 1); } if (t == 32) { while (atomicAdd(&c[0], 0) == 0) ; " RELAXED_LOAD "}", RACE, "nothing orders it after the store"},
    {"stored_strongly", "if (t == 0) { c[0] = 0; s[0] = 1; } __syncthreads(); if (t == 0) { " RELAXED_STORE "atomicExch(&c[0], 1); } if (t == 32) { while (atomicAdd(&c[0], 0) == 0) ; " RELAXED_LOAD "}", CLEAN, NULL},
    {"flag", "volatile int *f = c; if (t == 0) *f = 0; __syncthreads(); if (t == 0) { s[0] = in[0]; __threadfence_block(); *f = 1; } if (t == 32) { while (*f == 0) ; __threadfence_block(); out[0] = s[0]; }", CLEAN, NULL},
    {"flag_without_fence", "volatile int *f = c; if (t == 0) *f = 0; __syncthreads(); if (t == 0) { s[0] = in[0]; *f = 1; } if (t == 32) { while (*f == 0) ; __threadfence_block(); out[0] = s[0]; }", RACE, NULL},
    {"flag_taken_back", "volatile int *f = c; if (t == 0) *f = 0; __syncthreads(); if (t == 0) *f = 1; if (t == 32) { while (*f == 0) ; *f = 0; }", CLEAN, NULL},
    {"flags_that_agree", "volatile int *f = c; if (t % 32 == 0) *f = 1; __syncthreads(); out[t] = *f;", CLEAN, NULL},
    {"flags_that_differ", "volatile int *f = c; if (t % 32 == 0) *f = t; __syncthreads(); out[t] = *f;", RACE, "st.volatile"},
    {"flag_told_on", "volatile int *f = c; if (t < 2) f[t] = 0; __syncthreads(); if (t == 0) { s[0] = in[0]; __threadfence_block(); f[0] = 1; } if (t == 32) { while (f[0] == 0) ; __threadfence_block(); f[1] = 1; } if (t == 64) { while (f[1] == 0) ; __threadfence_block(); out[0] = s[0]; }", CLEAN, NULL},
    /* copies on their way, and mbarriers */
    {"copy", COPY("s + t", "in + t") WAIT "__syncthreads(); out[t] = s[127 - t];", CLEAN, NULL},
    {"copy_alone", COPY("s + t", "in + t") WAIT "out[t] = s[t];", CLEAN, NULL},
    {"copy_without_barrier", COPY("s + t", "in + t") WAIT "out[t] = s[127 - t];", RACE, "after the store by"},
    {"copy_not_waited_for", COPY("s + t", "in + t") "__syncthreads(); out[t] = s[127 - t];" WAIT, RACE, "cp.async"},
    {"copies_in_turn", "for (int i = 0; i < 4; i++) {" COPY("s + (i & 1) * 128 + t", "in + t + i") WAIT "__syncthreads(); out[t + i] = s[(i & 1) * 128 + 127 - t]; }", CLEAN, NULL},
    {"copies_too_early", "for (int i = 0; i < 4; i++) {" COPY("s + t", "in + t + i") WAIT "__syncthreads(); out[t + i] = s[127 - t]; }", RACE, NULL},
    {"copy_read_before_the_wait", "s[t] = 0; __syncthreads();" COPY("s + t", "in + t") "__syncthreads(); out[t] = s[127 - t]; __syncthreads();" WAIT, RACE, "cp.async"},
    {"copy_begun_too_early", "s[t] = in[t]; __syncthreads(); float x = s[127 - t];" COPY("s + t", "in + t") "__syncthreads();" WAIT "__syncthreads(); out[t] = x + s[127 - t];", RACE, "cp.async"},
    {"copy_over_what_was_read", "s[t] = in[t]; __syncthreads(); float x = s[127 - t]; __syncthreads();" COPY("s + t", "in + t") WAIT "__syncthreads(); out[t] = x + s[127 - t];", CLEAN, NULL},
    {"copy_never_waited_for", "s[t] = in[t]; __syncthreads(); out[t] = s[127 - t]; __syncthreads();" COPY("s + t", "in + t"), CLEAN, NULL},
    {"copies_by_two", "s[t] = 0; __syncthreads();" COPY("s + t", "in + t") COPY("s + (t ^ 64)", "in + t") WAIT "__syncthreads(); out[t] = s[127 - t];", RACE, "cp.async"},
    {"called_race", "put(s, t, in[t]); out[t] = get(s, 127 - t);", RACE, "in get"},
    {"called_and_ordered", "put(s, t, in[t]); __syncthreads(); out[t] = get(s, 127 - t);", CLEAN, NULL},
    {"called_barrier", "put(s, t, in[t]); meet(); out[t] = get(s, 127 - t);", CLEAN, NULL},
    {"called_unwritten", "if (t < 64) put(s, t, in[t]); __syncthreads(); out[t] = get(s, t);", UNWRITTEN, "in get"},
    {"called_from_two_places", "if (lane & 1) put(s, t, in[t]); else put(s, t ^ 1, in[t]);", RACE, "in put"},
    {"mbarrier", "if (t == 0) {" INIT(64) "} __syncthreads(); if (t < 64) { s[t] = in[t];" GIVE "} else { TAKE(0); out[t] = s[127 - t]; }", CLEAN, NULL},
    {"mbarrier_asked_late", "if (t == 0) {" INIT(64) "} __syncthreads(); if (t < 64) { s[t] = in[t];" GIVE "} else { float x = s[127 - t]; TAKE(0); out[t] = x; }", RACE, NULL},
    {"mbarrier_told_early", "if (t == 0) {" INIT(64) "} __syncthreads(); if (t < 64) {" GIVE "s[t] = in[t]; } else { TAKE(0); out[t] = s[127 - t]; }", RACE, NULL},
    {"bulk_copy", "if (t == 0) {" INIT(1) "} __syncthreads(); if (t == 0) {" BULK "} TAKE(0); out[t] = s[127 - t];", CLEAN, NULL},
    {"bulk_copy_over_what_is_read", "if (t == 0) {" INIT(1) "} s[t] = 1; __syncthreads(); out[t] = s[t ^ 64]; if (t == 0) {" BULK "} TAKE(0); out[t] = s[127 - t];", RACE, NULL},
    /* what one lane says, or is told, is its own business until lanes meet */
    {"told_by_one_lane", "if (t == 0) {" INIT(1) "} __syncthreads(); if (t < 32) { s[t] = in[t]; if (t == 0) {" GIVE "} } else if (t < 64) { TAKE(0); out[t] = s[t - 32]; }", RACE, "nothing orders it after the store by thread (1,0,0)"},
    {"told_by_one_lane_for_all", "if (t == 0) {" INIT(1) "} __syncthreads(); if (t < 32) { s[t] = in[t]; __syncwarp(); if (t == 0) {" GIVE "} } else if (t < 64) { TAKE(0); out[t] = s[t - 32]; }", CLEAN, NULL},
    {"told_by_one_lane_behind_a_shuffle", "if (t == 0) {" INIT(1) "} __syncthreads(); if (t < 32) { s[t] = __shfl_xor_sync(~0u, in[t], 1); if (t == 0) {" GIVE "} } else if (t < 64) { TAKE(0); out[t] = s[t - 32]; }", RACE, NULL},
    {"told_by_one_lane_of_its_own", "if (t == 0) {" INIT(1) "} __syncthreads(); if (t < 32) { s[t] = in[t]; if (t == 3) {" GIVE "} } else if (t < 64) { TAKE(0); out[t] = s[3]; }", CLEAN, NULL},
    {"told_by_lanes_that_met", "if (t == 0) {" INIT(1) "} __syncthreads(); if (t < 32) { s[t] = in[t]; if (t < 16) __syncwarp(0xffff); if (t == 3) {" GIVE "} } else if (t < 64) { TAKE(0); out[t] = s[t % 16]; }", CLEAN, NULL},
    {"told_by_half_a_warp", "if (t == 0) {" INIT(1) "} __syncthreads(); if (t < 32) { s[t] = in[t]; if (t < 16) __syncwarp(0xffff); if (t == 3) {" GIVE "} } else if (t < 64) { TAKE(0); out[t] = s[t % 32]; }", RACE, "by thread (16,0,0)"},
    {"told_by_who_is_left", "if (t == 0) {" INIT(1) "} __syncthreads(); if (t < 32) { s[t] = in[t]; if (t) return;" GIVE "} else if (t < 64) { TAKE(0); out[t] = s[t - 32]; }", RACE, NULL},
    {"given_back_by_one_lane", "if (t == 0) {" INIT(1) "} if (t < 32) s[t] = in[t]; __syncthreads(); if (t < 32) { out[t] = s[t]; if (t == 0) {" GIVE "} } else if (t < 64) { TAKE(0); s[t - 32] = 1; }", RACE, "nothing orders it after the load by thread (1,0,0)"},
    {"given_back_by_one_lane_for_all", "if (t == 0) {" INIT(1) "} if (t < 32) s[t] = in[t]; __syncthreads(); if (t < 32) { out[t] = s[t]; __syncwarp(); if (t == 0) {" GIVE "} } else if (t < 64) { TAKE(0); s[t - 32] = 1; }", CLEAN, NULL},
    {"heard_by_one_lane", "if (t == 0) {" INIT(32) "} __syncthreads(); if (t < 32) { s[t] = in[t];" GIVE "} else if (t < 64) { if (t == 32) { TAKE(0); } out[t] = s[t - 32]; }", RACE, "thread (33,0,0): load"},
    {"heard_by_one_lane_for_all", "if (t == 0) {" INIT(32) "} __syncthreads(); if (t < 32) { s[t] = in[t];" GIVE "} else if (t < 64) { if (t == 32) { TAKE(0); } __syncwarp(); out[t] = s[t - 32]; }", CLEAN, NULL},
    {"who_arrives_hears_nothing", "if (t == 0) {" INIT(64) "} __syncthreads(); if (t < 32) { s[t] = in[t];" GIVE "} else if (t < 64) {" GIVE "out[t] = s[t - 32]; }", RACE, NULL},
    {"come_to_by_one_lane", "if (t < 32) { s[t] = in[t]; if (t == 0) asm volatile(\"barrier.cta.arrive 1, 64;\" ::: \"memory\"); } else if (t < 64) {" BAR(1, 64) "out[t] = s[t - 32]; }", RACE, NULL},
    {"flag_of_one_lane", "volatile int *f = c; if (t == 0) *f = 0; __syncthreads(); if (t < 32) { s[t] = in[t]; if (t == 0) { __threadfence_block(); *f = 1; } } else if (t < 64) { while (*f == 0) ; __threadfence_block(); out[t] = s[t - 32]; }", RACE, "by thread (1,0,0)"},
    {"flag_of_one_lane_for_all", "volatile int *f = c; if (t == 0) *f = 0; __syncthreads(); if (t < 32) { s[t] = in[t]; __syncwarp(); if (t == 0) { __threadfence_block(); *f = 1; } } else if (t < 64) { while (*f == 0) ; __threadfence_block(); out[t] = s[t - 32]; }", CLEAN, NULL},
    {"flag_behind_everybody_s_fence", "volatile int *f = c; if (t == 0) *f = 0; __syncthreads(); if (t < 32) { s[t] = in[t]; __threadfence_block(); __syncwarp(); if (t == 0) *f = 1; } else if (t < 64) { while (*f == 0) ; __threadfence_block(); out[t] = s[t - 32]; }", CLEAN, NULL},
    {"flag_behind_another_lane_s_fence", "volatile int *f = c; if (t == 0) *f = 0; __syncthreads(); if (t < 32) { s[t] = in[t]; if (t == 5) __threadfence_block(); if (t == 0) *f = 1; } else if (t < 64) { while (*f == 0) ; __threadfence_block(); out[t] = s[5]; }", RACE, NULL},
    {"flag_seen_by_one_lane", "volatile int *f = c; if (t == 0) *f = 0; __syncthreads(); if (t == 0) { s[0] = in[0]; __threadfence_block(); *f = 1; } else if (t >= 32 && t < 64) { if (t == 32) { while (*f == 0) ; __threadfence_block(); } out[t] = s[0]; }", RACE, "thread (33,0,0): load"},
    {"flag_seen_by_one_lane_for_all", "volatile int *f = c; if (t == 0) *f = 0; __syncthreads(); if (t == 0) { s[0] = in[0]; __threadfence_block(); *f = 1; } else if (t >= 32 && t < 64) { if (t == 32) { while (*f == 0) ; __threadfence_block(); } __syncwarp(); out[t] = s[0]; }", CLEAN, NULL},
    {"last_of_its_block", "if (t == 0) c[0] = 0; __syncthreads(); s[t] = in[t]; __threadfence_block(); if (atomicAdd(&c[0], 1) == 127) { float x = 0; for (int i = 0; i < 128; i++) x += s[i]; out[0] = x; }", CLEAN, NULL},
    /* of several lanes in one access each is known */
    {"added_and_read_by_the_lowest", "if (t == 0) c[0] = 0; __syncthreads(); if (t < 32) { atomicAdd(&c[0], t); if (t == 0) out[0] = c[0]; }", RACE, "atomic operation by thread (1,0,0)"},
    {"added_and_read_by_the_highest", "if (t == 0) c[0] = 0; __syncthreads(); if (t < 32) { atomicAdd(&c[0], t); if (t == 31) out[0] = c[0]; }", RACE, "atomic operation by thread (0,0,0)"},
    {"added_and_read_by_the_lowest_for_all", "if (t == 0) c[0] = 0; __syncthreads(); if (t < 32) { atomicAdd(&c[0], t); __syncwarp(); if (t == 0) out[0] = c[0]; }", CLEAN, NULL},
    {"stored_alike_by_another_warp", "if (t % 32 == 16) c[0] = n; __syncwarp(); if (t == 31) out[0] = c[0];", RACE, "by thread (48,0,0)"},
    {"stored_alike_by_lanes", "if (t < 32) { c[0] = n; asm volatile(\"\" ::: \"memory\"); if (t == 31) out[0] = c[0]; }", RACE, "by thread (0,0,0)"},
    {"stored_alike_by_lanes_that_meet", "if (t < 32) { c[0] = n; __syncwarp(); if (t == 31) out[0] = c[0]; }", CLEAN, NULL},
    {"read_by_all_and_stored_by_one", "if (t == 0) c[0] = n; __syncthreads(); if (t < 32) { out[t] = c[0]; if (t == 0 || t == 5 || t == 31) __syncwarp(0x80000021); if (t == 5) c[0] = 1; }", RACE, "load by thread (1,0,0)"},
    {"replaced_and_stored_alike", "if (t < 32) { c[0] = n; __syncwarp(); if (t == 0) c[0] = n + 1; } else if (t == 32) c[0] = n + 1; __syncthreads(); out[t] = c[0];", RACE, "store by thread"},
    /* what nobody wrote */
    {"unwritten", "if (t < 64) s[t] = in[t]; __syncthreads(); out[t] = s[t];", UNWRITTEN, "which nothing has written"},
    {"unwritten_halo", "s[t + 1] = in[t]; __syncthreads(); out[t] = s[t] + s[t + 2];", UNWRITTEN, NULL},
    {"halo_written", "s[t + 1] = in[t]; if (t < 2) s[t * 129] = 0; __syncthreads(); out[t] = s[t] + s[t + 2];", CLEAN, NULL},
    {"counter_never_cleared", "atomicAdd(&c[0], 1); __syncthreads(); if (t == 0) out[t] = c[0];", UNWRITTEN, "atomic operation of 4 bytes"},
    {"written_by_the_block_before", "if (blockIdx.x == 0) s[t] = in[t]; __syncthreads(); out[t] = s[t];", UNWRITTEN, "block (1,0,0)"},
    {"half_of_a_vector", "((float2 *)s)[2 * t] = ((const float2 *)in)[t]; __syncthreads(); float4 v = ((float4 *)s)[t]; ((float4 *)out)[t] = v;", NOTE, "which is written only in part"},
    /* global memory: `in` has 2048 floats, then 14336 that are not written; of `out` nothing is */
    {"unwritten_input", "out[t] = in[2048 + t];", UNWRITTEN, "load of 4 bytes at global address"},
    {"unwritten_beyond", "out[t] = in[2000 + t];", UNWRITTEN, "thread (48,0,0)"},
    {"unwritten_output", "out[t] += in[t];", UNWRITTEN, NULL},
    {"written_before", "out[t] = in[t]; out[t] += 1;", CLEAN, NULL},
    {"unwritten_counter", "atomicAdd((int *)out, 1);", UNWRITTEN, "atomic operation of 4 bytes at global address"},
    {"exchanged", "atomicExch((int *)out, 1); atomicAdd((int *)out, 1);", CLEAN, NULL},
    {"unwritten_vector", "((float4 *)out)[t] = ((const float4 *)in)[t + 512];", UNWRITTEN, NULL},
    {"padding", "struct pair { char a; int b; }; pair *p = (pair *)out; p[t].a = 1; p[t].b = 2; *(volatile long long *)&p[t + 256] = *(volatile long long *)&p[t];", NOTE, NULL},
    {"unwritten_by_generic_address", "const float *p = n == 20 ? in + 4096 : s; out[t] = p[t];", UNWRITTEN, NULL},
    {"unwritten_source", COPY("s + t", "in + 2048 + t") WAIT "out[t] = s[t];", UNWRITTEN, "load of 4 bytes at global address"},
    {"unwritten_source_of_one", COPY("s + t", "in + 1921 + t") WAIT "out[t] = s[t];", UNWRITTEN, "thread (127,0,0)"},
    {"unwritten_source_ignored", PART_COPY("s + t", "in + 2040 + t", "t < 8 ? 4 : 0") WAIT "out[t] = s[t];", CLEAN, NULL},
    {"unwritten_source_in_part", PART_COPY("s + t", "in + 2040 + t", "t < 8 ? 4 : t == 9 ? 2 : 0") WAIT "out[t] = s[t];", UNWRITTEN, "thread (9,0,0): load of 2 bytes at global address"},
    /* races in global memory, between blocks and within them */
    {"copied_from_what_is_read", COPY("s + t", "in + t") WAIT "__syncthreads(); out[blockIdx.x * 128 + t] = s[127 - t];", APART, NULL},
    {"copied_by_who_wrote", "int i = blockIdx.x * 128 + t; out[i] = t;" COPY("s + t", "out + i") WAIT "out[i] = s[t] + 1;", APART, NULL},
    {"copied_from_a_neighbour", "int i = blockIdx.x * 128 + t; out[i] = t;" COPY("s + t", "out + (i ^ 127)") WAIT "out[256 + i] = s[t];", COLLIDE, "load of 4 bytes at global address"},
    {"copied_from_a_neighbour_behind_a_barrier", "int i = blockIdx.x * 128 + t; out[i] = t; __syncthreads();" COPY("s + t", "out + (i ^ 127)") WAIT "out[256 + i] = s[t];", APART, NULL},
    {"copied_before_it_is_written", "int i = blockIdx.x * 128 + t; out[256 + i] = 1; __syncthreads();" COPY("s + t", "out + 256 + (i ^ 128)") WAIT "out[i] = s[t];", COLLIDE, NULL},
    {"overwritten_as_it_is_copied", "int i = blockIdx.x * 128 + t;" COPY("s + t", "in + (i ^ 127)") WAIT "((float *)in)[i] = 1; out[i] = s[t];", COLLIDE, "nothing orders it after the load by"},
    {"own_elements", "int i = blockIdx.x * 128 + t; out[i] = in[i]; out[i] += 1;", APART, NULL},
    {"blocks_collide", "out[t] = blockIdx.x;", COLLIDE, "by block (0,0,0), thread"},
    {"lanes_agree", "if (t < 32) out[blockIdx.x] = n;", APART, NULL},
    {"lanes_agree_on_vectors", "if (t < 32) ((float4 *)out)[blockIdx.x * 16 + t / 2] = make_float4(n, 1, t / 2, n);", APART, NULL},
    {"lanes_differ", "if (t < 32) out[blockIdx.x] = t;", COLLIDE, "a race: the same instruction stores another value for thread"},
    {"lanes_differ_in_a_vector", "if (t < 32) ((float4 *)out)[blockIdx.x * 16 + t / 2] = make_float4(n, 1, t, n);", COLLIDE, "a race: the same instruction stores another value for thread"},
    {"blocks_add", "atomicAdd(&out[t], in[t]);", APART, NULL},
    /* a scope: of the cluster is of the block alone where it has no other */
    {"atomics_for_the_cluster", "if (t == 0) asm volatile(\"red.relaxed.cluster.global.add.u32 [%0], 1;\" ::\"l\"(out) : \"memory\");", COLLIDE, NULL},
    {"atomics_for_the_block", "if (t == 0) asm volatile(\"red.relaxed.cta.global.add.u32 [%0], 1;\" ::\"l\"(out) : \"memory\");", COLLIDE, NULL},
    {"atomics_for_the_gpu", "if (t == 0) asm volatile(\"red.relaxed.gpu.global.add.u32 [%0], 1;\" ::\"l\"(out) : \"memory\");", APART, NULL},
    {"message_for_the_cluster", "if (t == 0 && blockIdx.x == 0) { out[1] = 5; asm volatile(\"fence.acq_rel.cluster;\" ::: \"memory\"); atomicExch((int *)out, 1); } if (t == 0 && blockIdx.x == 1) { while (atomicAdd((int *)out, 0) == 0) ; __threadfence(); out[2] = out[1]; }", COLLIDE, NULL},
    {"one_clears_what_all_add_to", "if (blockIdx.x == 0 && t == 0) *out = 0; __syncthreads(); atomicAdd(out, in[t]);", COLLIDE, "after the store by block (0,0,0), thread (0,0,0)"},
    {"each_block_clears_its_own", "if (t == 0) out[blockIdx.x] = 0; __syncthreads(); atomicAdd(&out[blockIdx.x], in[t]);", APART, NULL},
    {"each_block_clears_its_own_without_a_barrier", "if (t == 0) out[blockIdx.x] = 0; atomicAdd(&out[blockIdx.x], in[t]);", COLLIDE, "nothing orders it after the store"},
    {"one_clears_and_says_so", "if (t == 0 && blockIdx.x == 0) { out[1] = 0; __threadfence(); atomicExch((int *)out, 1); } if (t == 0 && blockIdx.x == 1) { while (atomicAdd((int *)out, 0) == 0) ; __threadfence(); } if (t == 0) atomicAdd(&out[1], in[t]);", APART, NULL},
    {"blocks_add_and_look", "atomicAdd(&out[t], in[t]); out[256 + blockIdx.x * 128 + t] = out[t];", COLLIDE, NULL},
    {"neighbour_s_element", "int i = blockIdx.x * 128 + t; out[i] = 1; __syncthreads(); if (i == 128) out[512] = out[127];", COLLIDE, "load of 4 bytes at global address"},
    {"own_block_s_elements", "int i = blockIdx.x * 128 + t; out[i] = t; __syncthreads(); out[256 + i] = out[i ^ 127];", APART, NULL},
    {"own_block_s_elements_early", "int i = blockIdx.x * 128 + t; out[i] = t; out[256 + i] = out[i ^ 127];", COLLIDE, NULL},
    {"message", "volatile float *o = out; if (t == 0 && blockIdx.x == 0) { out[1] = 5; __threadfence(); o[0] = 1; } if (t == 0 && blockIdx.x == 1) { while (o[0] != 1) ; __threadfence(); out[2] = out[1]; }", APART, NULL},
    {"volatile_of_blocks", "if (t == 0) *(volatile float *)out = blockIdx.x;", COLLIDE, "st.volatile"},
    {"volatile_of_blocks_that_agree", "if (t == 0) *(volatile float *)out = 3;", APART, NULL},
    {"volatile_flag_taken_back", "volatile float *o = out; if (t == 0 && blockIdx.x == 0) o[0] = -1; if (t == 0 && blockIdx.x == 1) { while (o[0] != -1) ; o[0] = 0; }", APART, NULL},
    {"message_without_fence", "volatile float *o = out; if (t == 0 && blockIdx.x == 0) { out[1] = 5; o[0] = 1; } if (t == 0 && blockIdx.x == 1) { while (o[0] != 1) ; __threadfence(); out[2] = out[1]; }", COLLIDE, NULL},
    {"message_with_a_block_s_fence", "volatile float *o = out; if (t == 0 && blockIdx.x == 0) { out[1] = 5; __threadfence_block(); o[0] = 1; } if (t == 0 && blockIdx.x == 1) { while (o[0] != 1) ; __threadfence(); out[2] = out[1]; }", COLLIDE, NULL},
    {"last_block", "__shared__ bool last; if (t == 0) { out[1 + blockIdx.x] = in[t]; __threadfence(); last = atomicAdd((int *)out, 1) == (int)gridDim.x - 1; } __syncthreads(); if (last && t == 0) { out[9] = out[1] + out[2]; *(int *)out = 0; }", APART, NULL},
    {"last_block_without_fence", "__shared__ bool last; if (t == 0) { out[1 + blockIdx.x] = in[t]; last = atomicAdd((int *)out, 1) == (int)gridDim.x - 1; } __syncthreads(); if (last && t == 0) out[9] = out[1] + out[2];", COLLIDE, NULL},
    /* what one lane says, or is told; and each of several lanes in one access */
    {"message_of_one_lane", "volatile float *o = out; if (t < 32 && blockIdx.x == 0) { out[32 + t] = t; if (t == 0) { __threadfence(); o[0] = 1; } } if (t == 0 && blockIdx.x == 1) { while (o[0] != 1) ; __threadfence(); out[2] = out[32 + 5]; }", COLLIDE, "after the store by block (0,0,0), thread (5,0,0)"},
    {"message_of_one_lane_for_all", "volatile float *o = out; if (t < 32 && blockIdx.x == 0) { out[32 + t] = t; __syncwarp(); if (t == 0) { __threadfence(); o[0] = 1; } } if (t == 0 && blockIdx.x == 1) { while (o[0] != 1) ; __threadfence(); out[2] = out[32 + 5]; }", APART, NULL},
    {"message_of_a_block_without_barrier", "volatile float *o = out; if (blockIdx.x == 0) { out[128 + t] = t; if (t == 0) { __threadfence(); o[0] = 1; } } if (t == 0 && blockIdx.x == 1) { while (o[0] != 1) ; __threadfence(); out[2] = out[128 + 77]; }", COLLIDE, "thread (77,0,0)"},
    {"message_of_a_block", "volatile float *o = out; if (blockIdx.x == 0) { out[128 + t] = t; __syncthreads(); if (t == 0) { __threadfence(); o[0] = 1; } } if (t == 0 && blockIdx.x == 1) { while (o[0] != 1) ; __threadfence(); out[2] = out[128 + 77]; }", APART, NULL},
    {"message_behind_everybody_s_fence", "volatile float *o = out; if (blockIdx.x == 0) { out[128 + t] = t; __threadfence(); __syncthreads(); if (t == 0) o[0] = 1; } if (t == 0 && blockIdx.x == 1) { while (o[0] != 1) ; __threadfence(); out[2] = out[128 + 77]; }", APART, NULL},
    {"message_heard_by_one_lane", "volatile float *o = out; if (t == 0 && blockIdx.x == 0) { out[1] = 5; __threadfence(); o[0] = 1; } if (t < 32 && blockIdx.x == 1) { if (t == 0) { while (o[0] != 1) ; __threadfence(); } if (t == 5) out[2] = out[1]; }", COLLIDE, "thread (5,0,0): load"},
    {"message_heard_by_one_lane_for_all", "volatile float *o = out; if (t == 0 && blockIdx.x == 0) { out[1] = 5; __threadfence(); o[0] = 1; } if (t < 32 && blockIdx.x == 1) { if (t == 0) { while (o[0] != 1) ; __threadfence(); } __syncwarp(); if (t == 5) out[2] = out[1]; }", APART, NULL},
    {"message_heard_for_the_block", "volatile float *o = out; if (t == 0 && blockIdx.x == 0) { out[1] = 5; __threadfence(); o[0] = 1; } if (blockIdx.x == 1) { if (t == 0) { while (o[0] != 1) ; __threadfence(); } __syncthreads(); if (t == 50) out[2] = out[1]; }", APART, NULL},
    {"read_before_a_message_of_one_lane", "volatile float *o = out; if (t < 32 && blockIdx.x == 0) { out[32 + t] = in[t]; if (t == 0) { __threadfence(); o[0] = 1; } } if (t == 0 && blockIdx.x == 1) { while (o[0] != 1) ; __threadfence(); ((float *)in)[7] = 1; }", COLLIDE, "after the load by block (0,0,0), thread (7,0,0)"},
    {"lanes_add_and_the_lowest_looks", "int *o = (int *)out + blockIdx.x; if (t < 32) { atomicAdd(o, t); if (t == 0) o[64] = *o; }", COLLIDE, "atomic operation by thread (1,0,0)"},
    {"lanes_add_and_the_highest_looks", "int *o = (int *)out + blockIdx.x; if (t < 32) { atomicAdd(o, t); if (t == 31) o[64] = *o; }", COLLIDE, "atomic operation by thread"},
    {"lanes_add_and_meet", "int *o = (int *)out + blockIdx.x; if (t < 32) { atomicAdd(o, t); __syncwarp(); if (t == 0) o[64] = *o; }", APART, NULL},
    {"stored_alike_and_forgotten", "float *o = out + blockIdx.x; if (t % 32 == 16) *o = 7; __syncwarp(); if (t == 31) o[64] = *o;", COLLIDE, "thread (48,0,0)"},
    /* loads first: what they have read is kept for who stores there later */
    {"row_stored_later", "if (blockIdx.x) ((float *)in)[t] = 1; else out[t] = in[t];", COLLIDE, "after the load by block (0,0,0)"},
    {"column_stored_later", "if (blockIdx.x) ((float *)in)[t * 8] = 1; else out[t] = in[t * 8];", COLLIDE, "after the load by block (0,0,0)"},
    {"places_stored_later", "if (blockIdx.x) ((float *)in)[t] = 1; else out[t] = in[t * t % 128];", COLLIDE, "after the load by block (0,0,0)"},
    {"vectors_stored_later", "if (blockIdx.x) ((float *)in)[t * 4 + 3] = 1; else ((float4 *)out)[t] = ((const float4 *)in)[t];", COLLIDE, "after the load by block (0,0,0)"},
    {"some_lanes_stored_later", "if (blockIdx.x) { if (t == 5) ((float *)in)[7 * t] = 1; } else if (t % 3 == 2) out[t] = in[7 * t];", COLLIDE, "after the load by block (0,0,0)"},
    {"others_stored_later", "if (blockIdx.x) { if (t == 4) ((float *)in)[7 * t] = 1; } else if (t % 3 == 2) out[t] = in[7 * t];", APART, NULL},
    {"more_loads_than_are_kept", "if (blockIdx.x) { if (t == 0) ((float *)in)[5] = 1; } else { float x = 0; for (int i = 0; i < 60000; i++) x += in[(t * t * 7 + i * 13) & 1023]; out[t] = x; }", COLLIDE, "after the load by block (0,0,0)"},
    {"more_loads_than_are_kept_of_others", "if (blockIdx.x) { if (t == 0) ((float *)in)[1030] = 1; } else { float x = 0; for (int i = 0; i < 60000; i++) x += in[(t * t * 7 + i * 13) & 1023]; out[t] = x; }", APART, NULL},
    {"read_by_both", "float x = in[t]; __syncthreads(); if (blockIdx.x) ((float *)in)[t] = x;", COLLIDE, NULL},
    {"in_place", "int i = blockIdx.x * 128 + t; float x = in[i ^ 96]; __syncthreads(); ((float *)in)[i] = x;", APART, NULL},
    {"in_place_early", "int i = blockIdx.x * 128 + t; float x = in[i ^ 96]; ((float *)in)[i] = x;", COLLIDE, NULL},
    {"in_place_of_a_warp", "int i = blockIdx.x * 128 + t; float x = in[i ^ 5]; __syncwarp(); ((float *)in)[i] = x;", APART, NULL},
    {"in_place_of_a_warp_early", "int i = blockIdx.x * 128 + t; float x = in[i ^ 5]; ((float *)in)[i] = x;", COLLIDE, NULL},
    {"read_before_a_message", "volatile float *o = out; if (t == 0 && blockIdx.x == 0) { out[1] = in[5]; __threadfence(); o[0] = 1; } if (t == 0 && blockIdx.x == 1) { while (o[0] != 1) ; __threadfence(); ((float *)in)[5] = 2; }", APART, NULL},
    {"read_before_a_message_without_fence", "volatile float *o = out; if (t == 0 && blockIdx.x == 0) { out[1] = in[5]; o[0] = 1; } if (t == 0 && blockIdx.x == 1) { while (o[0] != 1) ; __threadfence(); ((float *)in)[5] = 2; }", COLLIDE, NULL},
    /* what is volatile does not race, but is in order by fences that are there, and wide enough */
    {"volatile_under_a_lock", "volatile float *o = out; if (t == 0) { while (atomicCAS((int *)out, 0, 1)) ; __threadfence(); o[1] = blockIdx.x; __threadfence(); atomicExch((int *)out, 0); }", APART, NULL},
    {"volatile_under_a_lock_without_fence_behind", "volatile float *o = out; if (t == 0) { while (atomicCAS((int *)out, 0, 1)) ; __threadfence(); o[1] = blockIdx.x; atomicExch((int *)out, 0); }", COLLIDE, "st.volatile"},
    {"volatile_message", "volatile float *o = out; if (t == 0 && blockIdx.x == 0) { o[1] = 5; __threadfence(); atomicExch((int *)out, 1); } if (t == 0 && blockIdx.x == 1) { while (atomicExch((int *)out, 0) == 0) ; out[2] = o[1]; }", APART, NULL},
    {"volatile_message_with_a_block_s_fence", "volatile float *o = out; if (t == 0 && blockIdx.x == 0) { o[1] = 5; __threadfence_block(); atomicExch((int *)out, 1); } if (t == 0 && blockIdx.x == 1) { while (atomicExch((int *)out, 0) == 0) ; out[2] = o[1]; }", COLLIDE, "ld.volatile"},
    {"volatile_read_before_a_block_s_fence", "volatile float *o = out; if (t == 0 && blockIdx.x == 0) { out[2] = o[1]; __threadfence_block(); atomicExch((int *)out, 1); } if (t == 0 && blockIdx.x == 1) { while (atomicExch((int *)out, 0) == 0) ; o[1] = 3; }", COLLIDE, "st.volatile"},
    {"volatile_flag_beside_a_block_s_fence", "volatile float *o = out; if (t == 0 && blockIdx.x == 0) { out[3] = 5; __threadfence(); o[1] = 1; __threadfence_block(); atomicAdd((int *)out, 1); } if (t == 0 && blockIdx.x == 1) { atomicAdd((int *)out, 1); while (o[1] != 1) ; __threadfence(); out[4] = out[3]; }", APART, NULL},
    {"volatile_flags_behind_fences_of_a_block", "volatile float *o = out; if (t == 0 && blockIdx.x == 0) { __threadfence_block(); o[1] = 1; __threadfence_block(); o[2] = 2; } if (t == 0 && blockIdx.x == 1) { while (o[2] != 2) ; if (o[1] == 1) out[9] = 1; }", APART, NULL},
    {"last_block_of_volatiles", "volatile float *o = out; __shared__ bool last; if (t == 0) { o[1 + blockIdx.x] = in[t]; __threadfence(); last = atomicInc((unsigned *)out, gridDim.x - 1) == gridDim.x - 1; } __syncthreads(); if (last && t == 32) { o[9] = o[1] + o[2]; o[0] = 0; }", APART, NULL},
    {"polled_by_atomics", "volatile int *o = (int *)out; if (t == 0 && blockIdx.x == 0) { out[1] = 5; __threadfence(); o[0] = 1; } if (t == 0 && blockIdx.x == 1) { while (atomicAdd((int *)out, 0) == 0) ; __threadfence(); out[2] = out[1]; }", APART, NULL},
    {"look_back", "volatile int *state = (int *)out; if (t == 0) { float sum = in[blockIdx.x], before = 0; out[8 + blockIdx.x] = sum; __threadfence(); state[blockIdx.x] = 1; if (blockIdx.x) { int s; while ((s = state[blockIdx.x - 1]) == 0) ; __threadfence(); before = s == 2 ? out[16 + blockIdx.x - 1] : out[8 + blockIdx.x - 1]; } out[16 + blockIdx.x] = before + sum; __threadfence(); state[blockIdx.x] = 2; }", APART, NULL},
    {"grid_barrier", "unsigned *meet = (unsigned *)out; out[128 + blockIdx.x * 128 + t] = t; __syncthreads(); if (t == 0) { __threadfence(); unsigned old = atomicAdd(meet, blockIdx.x ? 1 : 0x80000000u - (gridDim.x - 1)); while (((old ^ *(volatile unsigned *)meet) & 0x80000000u) == 0) ; __threadfence(); } __syncthreads(); out[512 + blockIdx.x * 128 + t] = out[128 + (1 - blockIdx.x) * 128 + t];", APART, NULL},
    {"grid_barrier_with_a_block_s_fence", "unsigned *meet = (unsigned *)out; out[128 + blockIdx.x * 128 + t] = t; __syncthreads(); if (t == 0) { __threadfence_block(); unsigned old = atomicAdd(meet, blockIdx.x ? 1 : 0x80000000u - (gridDim.x - 1)); while (((old ^ *(volatile unsigned *)meet) & 0x80000000u) == 0) ; __threadfence(); } __syncthreads(); out[512 + blockIdx.x * 128 + t] = out[128 + (1 - blockIdx.x) * 128 + t];", COLLIDE, NULL},
    {"lock_of_blocks", "if (t == 0) { while (atomicCAS((int *)out, 0, 1)) ; __threadfence(); out[1] += 1; __threadfence(); atomicExch((int *)out, 0); }", APART, NULL},
};
/* clang-format on */
#define CUDA_CASES (sizeof cuda_cases / sizeof *cuda_cases)

/* One module of all kernels. */
static int compile_all(void **state)
{
    (void)state;
    struct tw_text source = {0};
    tw_text_add(&source, HELPERS);
    for (size_t i = 0; i < CUDA_CASES; i++) {
        tw_text_addf(
            &source,
            "extern \"C\" __global__ void %s(float *out, const float *in, int n)\n"
            "{ __shared__ __align__(16) float s[1024]; __shared__ __align__(16) unsigned char b[1024]; "
            "__shared__ int c[32]; __shared__ unsigned long long mbar;\n"
            "  int t = threadIdx.x, lane = t %% 32, warp = t / 32; (void)lane; (void)warp;\n  %s }\n",
            cuda_cases[i].name, cuda_cases[i].body);
    }
    compile_cases(tw_text_string(&source));
    tw_text_free(&source);
    return 0;
}

static void run_case(const struct cuda_case *at, unsigned checks)
{
    struct run run = {
        .name = at->name, .number = 20, .grid = 2, .block = 128, .checks = checks, .seconds = 20};
    const float input[2048] = {1};
    run.clear = at->outcome >= APART;
    run_kernel(&run, cases_ptx, input, sizeof input);
    must_say(at->name, &run, checks ? at->outcome : CLEAN, checks ? at->part : NULL);
    run_free(&run);
}

static void kernels_in_cuda(void **state)
{
    (void)state;
    if (!cases_ptx) skip();
    static const unsigned checks[] = {CHECKS,
                                      CHECKS,
                                      TW_SIM_CHECK_RACES,
                                      TW_SIM_CHECK_UNINITIALISED,
                                      TW_SIM_CHECK_GLOBAL_RACES,
                                      TW_SIM_CHECK_GLOBAL_RACES};
    for (size_t i = 0; i < CUDA_CASES; i++) run_case(&cuda_cases[i], checks[cuda_cases[i].outcome]);
}

static void nothing_is_found_unless_asked_for(void **state)
{
    (void)state;
    if (!cases_ptx) skip();
    for (size_t i = 0; i < CUDA_CASES; i++) run_case(&cuda_cases[i], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kernels_in_cuda),
        cmocka_unit_test(nothing_is_found_unless_asked_for),
    };
    return cmocka_run_group_tests(tests, compile_all, free_cases);
}
