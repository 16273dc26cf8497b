/*
 * Blocks that ask in loops whose registers change until another block has done its part: rings of flags, queues from which blocks steal, ticket
 * locks, barriers of the grid made by hand, look-back. On a GPU all of them are on their way together; here they are so once they ask in vain.
 */
#include "sim/tests/cuda_cases.h"

#define ROUNDS 5u

struct polling_case {
    const char *name, *body;
    unsigned rounds; /* that a block goes through, at most */
    unsigned warps;  /* of a block whose threads all run the body; 0: only its first thread does */
};

/* Each body is one of `k(int *out, int *in, int n)` with t = threadIdx.x, b = blockIdx.x and g = gridDim.x; `out` is zero and n 5. In the end
   out[0] must be g * n. */
static const struct polling_case cases[] = {
    {"ring",
     "volatile int *turn = out + 1; for (int r = 0; r < n; r++) { for (int i = 0; turn[0] != r * g + b; i++) "
     "if (i < 0) return; "
     "out[0]++; __threadfence(); turn[0] = r * g + b + 1; }",
     ROUNDS, 0},
    {"flags",
     "volatile int *flag = out + 16; for (int r = 1; r <= n; r++) { int seen = b ? 0 : 1; for (int i = 0; "
     "!seen; i++) seen = flag[(b - 1) * 2 + i % 2] >= r; "
     "atomicAdd(out, 1); __threadfence(); flag[b * 2] = r; }",
     ROUNDS, 0},
    {"steals",
     "volatile int *head = out + 16; if (b == 0) { for (int i = 1; i < g; i++) head[i] = 0; __threadfence(); "
     "atomicExch(out + 1, 1); } "
     "int done = 0; while (atomicAdd(out + 2, 0) < g * n) { for (int v = 0; v < g; v++) { int at = (b + v) % "
     "g; int h = head[at]; "
     "if (h < n && atomicCAS(out + 16 + at, h, h + 1) == h) { atomicAdd(out, 1); atomicAdd(out + 2, 1); "
     "done++; } } } in[b] = done;",
     ROUNDS, 0},
    {"tickets",
     "for (int r = 0; r < n; r++) { int mine = atomicAdd(out + 1, 1), asked = 0; while (*(volatile int "
     "*)(out + 2) != mine) asked++; __threadfence(); "
     "out[0]++; in[b] = asked; __threadfence(); atomicExch(out + 2, mine + 1); }",
     ROUNDS, 0},
    {"meets",
     "for (int r = 0; r < n; r++) { atomicAdd(out, 1); __threadfence(); atomicAdd(out + 1, 1); int asked = "
     "0; "
     "while (*(volatile int *)(out + 1) < (r + 1) * g) asked++; in[b] = asked; __threadfence(); }",
     ROUNDS, 0},
    {"waits_for_the_last",
     "int asked = 0; if (b == g - 1) { out[0] = g * n; __threadfence(); atomicExch(out + 1, 1); } while "
     "(*(volatile int *)(out + 1) == 0) asked++; in[b] = asked;",
     1, 0},
    {"passes_a_shared_token",
     "__shared__ int turn, sum; if (!t) turn = sum = 0; __syncthreads(); int asked = 0, w = blockDim.x / 32 "
     "- 1 - t / 32; if (t % 32 == 0) for (int r = 0; r < n; r++) { while (atomicAdd(&turn, 0) != r * "
     "(blockDim.x / 32) + w) asked++; __threadfence_block(); sum += 1; __threadfence_block(); "
     "atomicAdd(&turn, 1); } __syncthreads(); in[b] = asked; if (!t) atomicAdd(out, sum / (blockDim.x / "
     "32));",
     ROUNDS, 8},
    {"lanes_pass_a_shared_token",
     "__shared__ volatile int turn; if (!t) turn = 0; __syncwarp(); int asked = 0; while (turn != 31 - t) "
     "asked++; if (!t) atomicAdd(out, n); turn = turn + 1; if (asked < 0) in[b] = asked;",
     32, 1},
    {"shared_word_for_all",
     "__shared__ volatile int go; if (!t) go = 0; __syncthreads(); volatile int *flag = out + 16; int asked "
     "= 0; if (!t) { if (b < g - 1) while (flag[g - 1] == 0) asked++; atomicAdd(out, n); __threadfence(); "
     "flag[b] = 1; go = 1; } if (t >= 32) while (!go) asked++; if (asked < 0) in[b] = asked;",
     1, 4},
    {"counts_in_another_word",
     "int last = 0; if (b == g - 1) atomicExch(out + 16, 1); while (atomicAdd(out + 16, 0) == 0) last ^= "
     "atomicAdd(out + 1, 1); atomicAdd(out, n); in[b] = last;",
     1, 0},
    {"loads_past_the_first_cache",
     "int asked = 0; if (b == g - 1) atomicExch(out + 16, 1); while (__ldcg(out + 16) == 0) asked++; "
     "atomicAdd(out, n); in[b] = asked;",
     1, 0},
};

/* Nothing tells this loop from one that works: each answer is another. */
static const struct polling_case busy = {"counts_whoever_asks",
                                         "int asked = 0; atomicAdd(out + 1, 1 << 24); while (atomicAdd(out + "
                                         "1, 1) >> 24 < g) asked++; atomicAdd(out, "
                                         "n); in[b] = asked;",
                                         0, 0};

static int compile_all(void **state)
{
    (void)state;
    struct tw_text source = {0};
    for (size_t i = 0; i <= sizeof cases / sizeof *cases; i++) {
        const struct polling_case *at = i < sizeof cases / sizeof *cases ? &cases[i] : &busy;
        tw_text_addf(&source,
                     "extern \"C\" __global__ void %s(int *out, int *in, int n) { const int t = threadIdx.x, "
                     "b = blockIdx.x, g = gridDim.x; "
                     "if (t && %d) return; %s }\n",
                     at->name, !at->warps, at->body);
    }
    compile_cases(tw_text_string(&source));
    tw_text_free(&source);
    return 0;
}

/* Instructions of the kernel, and how many of them warps executed. */
static uint64_t sum_executed(const struct run *run)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < run->report.count_count; i++) sum += run->report.counts[i].executed;
    return sum;
}

static void run_case(const struct polling_case *at, unsigned blocks, unsigned threads)
{
    static const int zero[16384];
    struct run run = {.name = at->name,
                      .number = ROUNDS,
                      .grid = blocks,
                      .block = 32 * (at->warps ? at->warps : 1),
                      .clear = true,
                      .threads = threads,
                      .seconds = 20};
    run_kernel(&run, cases_ptx, zero, sizeof zero);
    if (run.code) fail_msg("%s of %u blocks: %s", at->name, blocks, run.report.finding);
    assert_int_equal(run_out(&run)[0], blocks * ROUNDS);
    const uint64_t needed = (uint64_t)run.report.count_count * at->rounds * blocks * run.block / 32,
                   executed = sum_executed(&run);
    if (threads == 1 &&
        executed > 20 * needed) /* else the host decides how often one asks while another's thread rests */
        fail_msg("%s of %u blocks: %llu instructions for %llu", at->name, blocks,
                 (unsigned long long)executed, (unsigned long long)needed);
    run_free(&run);
}

static void blocks_that_ask_let_others_go_on(void **state)
{
    (void)state;
    static const unsigned blocks[] = {2, 40, 300};
    if (!cases_ptx) skip();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (size_t k = 0; k < sizeof blocks / sizeof *blocks; k++) {
            run_case(&cases[i], blocks[k], 1);
            run_case(&cases[i], blocks[k], 2);
        }
    }
}

/* After the first block of the grid has turned in vain for very long, the others give up their turns far sooner. */
static void a_grid_waits_long_but_once(void **state)
{
    (void)state;
    static const int zero[16384];
    struct run run = {
        .name = busy.name, .number = ROUNDS, .grid = 60, .clear = true, .threads = 1, .seconds = 20};
    if (!cases_ptx) skip();
    run_kernel(&run, cases_ptx, zero, sizeof zero);
    if (run.code) fail_msg("%s", run.report.finding);
    assert_int_equal(run_out(&run)[0], run.grid * ROUNDS);
    const uint64_t executed = sum_executed(&run);
    if (executed > 30000000) fail_msg("%llu instructions", (unsigned long long)executed);
    run_free(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(blocks_that_ask_let_others_go_on),
                                       cmocka_unit_test(a_grid_waits_long_but_once)};
    return cmocka_run_group_tests(tests, compile_all, free_cases);
}
