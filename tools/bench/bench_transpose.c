/*
 * What the variants of a config reach on a GPU,
 * as a fraction of the driver's device-to-device copy of the same bytes.
 *
 *     bench_transpose CONFIG [ROUNDS]      ROUNDS: 1 to 1000, 31 by default
 *
 * For each variant, copy and kernel alternate on the same two buffers; the medians of ROUNDS single
 * launches between events are compared. Launches of the same kind go before the timed one: they leave
 * the caches as it will, and keep the GPU busy until it is queued. One JSON object per line.
 * `tilewright run` checks the results; nothing is checked here. All kernels are compiled first, by a
 * process for each core, into the cache.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "tools/bench/parts/crew.h"
#include "tools/bench/parts/timing.h"

#define WARM_UP    3
#define MAX_ROUNDS 1000
#define BUSY_BYTES (UINT64_C(64) << 20) /* launches before the timed one move at least so much */

struct bench {
    struct timing timing;
    struct tw_config config;
    struct tw_variants variants; /* of the config, on the device */
    int rounds;
};

static int time_once(struct bench *bench, const struct timed *timed, size_t payload, double *us)
{
    unsigned ahead = (unsigned)((BUSY_BYTES - 1) / (2 * payload + (1 << 20)) + 1);
    return timing_sample(&bench->timing, timed, payload, ahead, 1, us);
}

static int time_all(struct bench *bench, const struct timed *timed)
{
    static double copy[MAX_ROUNDS], ours[MAX_ROUNDS];
    const struct tw_kernel *kernel = &timed->kernel;
    size_t payload = timing_payload(kernel), rounds = (size_t)bench->rounds;
    int code = TW_OK;
    for (int i = -WARM_UP; i < bench->rounds && !code; i++) {
        int at = i < 0 ? 0 : i;
        code = time_once(bench, NULL, payload, &copy[at]);
        if (!code) code = time_once(bench, timed, payload, &ours[at]);
    }
    if (code) return code;
    double mine = timing_quantile(ours, rounds, 0.5), theirs = timing_quantile(copy, rounds, 0.5);
    printf("{\"name\": \"%s\", \"of_copy\": %.3f, \"us\": %.2f, \"copy_us\": %.2f, \"p5_us\": %.2f, "
           "\"p95_us\": %.2f, "
           "\"GBps\": %.0f, \"registers\": %d, \"blocks\": %u}\n",
           kernel->name, theirs / mine, mine, theirs, timing_quantile(ours, rounds, 0.05),
           timing_quantile(ours, rounds, 0.95), 2e-3 * (double)payload / mine, timed->loaded.registers,
           kernel->shape.launches[0].grid[0]);
    fflush(stdout);
    return TW_OK;
}

static int run_variant(struct bench *bench, const struct tw_variant *variant)
{
    struct timed timed;
    int code = timing_make(&bench->timing, &bench->variants, variant, &timed);
    if (!code) code = timing_reserve(&bench->timing, timing_needed(&timed.kernel));
    if (!code) code = time_all(bench, &timed);
    timing_drop(&bench->timing, &timed);
    return code;
}

static bool is_accepted(const struct bench *bench, const struct tw_variant *variant)
{
    return tw_family_accepts(bench->variants.family, variant->value, &bench->variants.target);
}

/* Compiles every `every`th variant into the cache. */
static void compile_share(void *context, unsigned first, unsigned every)
{
    struct bench *bench = context;
    for (size_t i = first; i < bench->variants.count; i += every) {
        if (is_accepted(bench, &bench->variants.variant[i]))
            timing_compile(&bench->timing, &bench->variants, &bench->variants.variant[i]);
    }
}

static void compile_all(struct bench *bench)
{
    struct crew crew;
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    crew_start(&crew, cores > 1 ? (unsigned)cores : 1, compile_share, bench);
    crew_wait(&crew);
}

static int run_all(struct bench *bench)
{
    int code = TW_OK;
    for (size_t i = 0; i < bench->variants.count && !code; i++) {
        if (is_accepted(bench, &bench->variants.variant[i]))
            code = run_variant(bench, &bench->variants.variant[i]);
    }
    return code;
}

static int open_bench(struct bench *bench, const char *config)
{
    struct tw_error *error = &bench->timing.error;
    int code = timing_open(&bench->timing);
    if (!code) code = tw_config_load(config, &bench->config, error);
    if (!code) code = tw_config_expand(&bench->config, &bench->timing.target, &bench->variants, error);
    return code;
}

static void close_bench(struct bench *bench)
{
    tw_variants_free(&bench->variants);
    tw_config_free(&bench->config);
    timing_close(&bench->timing);
}

static bool read_rounds(const char *text, int *rounds)
{
    char *end;
    long number = strtol(text, &end, 10);
    *rounds = (int)number;
    return end != text && *end == '\0' && number >= 1 && number <= MAX_ROUNDS;
}

int main(int argc, char **argv)
{
    struct bench bench = {.rounds = 31};
    if (argc > 3 || (argc == 3 && !read_rounds(argv[2], &bench.rounds))) {
        fprintf(stderr, "bench_transpose: usage: bench_transpose CONFIG [ROUNDS, 1 to %d]\n", MAX_ROUNDS);
        return 2;
    }
    if (argc < 2) {
        printf("bench_transpose CONFIG [ROUNDS]: times a config's transposes on a GPU against the driver's "
               "copy\n");
        return 0; /* among the other benches, which need no config */
    }
    int code = open_bench(&bench, argv[1]);
    if (!code) compile_all(&bench);
    if (!code) code = run_all(&bench);
    if (code) fprintf(stderr, "bench_transpose: %s\n", bench.timing.error.message);
    close_bench(&bench);
    return code ? 1 : 0;
}
