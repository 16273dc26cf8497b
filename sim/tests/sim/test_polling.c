/*
 * Blocks that ask in loops whose registers change until another block has done its part: rings of flags, queues from which blocks steal, ticket
 * locks, barriers of the grid made by hand, look-back. On a GPU all of them are on their way together; here they are so once they ask in vain.
 */
#include "sim/tests/cuda_cases.h"

#define ROUNDS 5u

struct polling_case {
    const char *name, *body;
    unsigned rounds; /* that a block goes through, at most */
};

/* Each body is one of `k(int *out, int *in, int n)` for blocks of 32 threads, with b = blockIdx.x and g = gridDim.x; `out` is zero and n 5. What is
   asked for by a thread alone is behind `if (!threadIdx.x)`. In the end out[0] must be g * n. */
static const struct polling_case cases[] = {
    {"ring",
     "volatile int *turn = out + 1; for (int r = 0; r < n; r++) { for (int i = 0; turn[0] != r * g + b; i++) "
     "if (i < 0) return; "
     "out[0]++; __threadfence(); turn[0] = r * g + b + 1; }",
     ROUNDS},
    {"flags",
     "volatile int *flag = out + 16; for (int r = 1; r <= n; r++) { int seen = b ? 0 : 1; for (int i = 0; "
     "!seen; i++) seen = flag[(b - 1) * 2 + i % 2] >= r; "
     "atomicAdd(out, 1); __threadfence(); flag[b * 2] = r; }",
     ROUNDS},
    {"steals",
     "volatile int *head = out + 16; if (b == 0) { for (int i = 1; i < g; i++) head[i] = 0; __threadfence(); "
     "atomicExch(out + 1, 1); } "
     "int done = 0; while (atomicAdd(out + 2, 0) < g * n) { for (int v = 0; v < g; v++) { int at = (b + v) % "
     "g; int h = head[at]; "
     "if (h < n && atomicCAS(out + 16 + at, h, h + 1) == h) { atomicAdd(out, 1); atomicAdd(out + 2, 1); "
     "done++; } } } in[b] = done;",
     ROUNDS},
    {"tickets",
     "for (int r = 0; r < n; r++) { int mine = atomicAdd(out + 1, 1), asked = 0; while (*(volatile int "
     "*)(out + 2) != mine) asked++; __threadfence(); "
     "out[0]++; in[b] = asked; __threadfence(); atomicExch(out + 2, mine + 1); }",
     ROUNDS},
    {"meets",
     "for (int r = 0; r < n; r++) { atomicAdd(out, 1); __threadfence(); atomicAdd(out + 1, 1); int asked = "
     "0; "
     "while (*(volatile int *)(out + 1) < (r + 1) * g) asked++; in[b] = asked; __threadfence(); }",
     ROUNDS},
    {"waits_for_the_last",
     "int asked = 0; if (b == g - 1) { out[0] = g * n; __threadfence(); atomicExch(out + 1, 1); } while "
     "(*(volatile int *)(out + 1) == 0) asked++; in[b] = asked;",
     1},
};

static int compile_all(void **state)
{
    (void)state;
    struct tw_text source = {0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        tw_text_addf(&source,
                     "extern \"C\" __global__ void %s(int *out, int *in, int n) { const int b = blockIdx.x, "
                     "g = gridDim.x; "
                     "if (threadIdx.x) return; %s }\n",
                     cases[i].name, cases[i].body);
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
    struct run run = {
        .name = at->name, .number = ROUNDS, .grid = blocks, .clear = true, .threads = threads, .seconds = 20};
    run_kernel(&run, cases_ptx, zero, sizeof zero);
    if (run.code) fail_msg("%s of %u blocks: %s", at->name, blocks, run.report.finding);
    assert_int_equal(run_out(&run)[0], blocks * ROUNDS);
    const uint64_t needed = (uint64_t)run.report.count_count * at->rounds * blocks,
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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(blocks_that_ask_let_others_go_on)};
    return cmocka_run_group_tests(tests, compile_all, free_cases);
}
