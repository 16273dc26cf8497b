/*
 * search_replay [-s STRATEGY]... [-n SEEDS] [-f FIRST] [-w PERCENT] FILE.json[.gz]...
 *
 * Runs strategies of `tilewright sweep` on recorded spaces, without a GPU: how near the best variant they come after 1, 2, 5 and 10 % of
 * the variants, over seeds FIRST, FIRST + 1, ... (README.md here). Without -s it is the best strategy, and random search beside it.
 */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/replay/recorded.h"

#define MOST_STRATEGIES 16u

static const double part[] = {0.01, 0.02, 0.05, 0.10};
#define PARTS (sizeof part / sizeof *part)

struct wanted {
    const struct tw_strategy *strategy[MOST_STRATEGIES];
    unsigned strategies, seeds, first;
    double within; /* percent */
};

static size_t tried(const struct recorded *recorded, size_t p)
{
    const size_t count = (size_t)((double)recorded->count * part[p]);
    return count ? count : 1;
}

/* One line: for each part in how many seeds it came near enough, and how far from the best it was in the mean. */
static bool show_strategy(const struct wanted *wanted, const struct recorded *recorded,
                          const struct tw_strategy *strategy)
{
    const size_t most = tried(recorded, PARTS - 1);
    double *best = malloc(most * sizeof *best), sum[PARTS] = {0};
    unsigned near[PARTS] = {0}, measured[PARTS] = {0};
    bool well = best;
    for (unsigned seed = 0; seed < wanted->seeds && well; seed++) {
        well = recorded_search(recorded, strategy, wanted->first + seed, most, best);
        for (size_t p = 0; p < PARTS && well; p++) {
            const double ratio = best[tried(recorded, p) - 1] / recorded->best;
            if (ratio < 0) continue;
            near[p] += ratio <= 1 + wanted->within / 100;
            sum[p] += ratio;
            measured[p]++;
        }
    }
    printf("  %-12s", strategy->name);
    for (size_t p = 0; p < PARTS; p++)
        printf("   %3u of %u, %5.3f", near[p], wanted->seeds, measured[p] ? sum[p] / measured[p] : 0);
    printf("\n");
    fflush(stdout);
    free(best);
    return well;
}

static int show_space(const struct wanted *wanted, const char *path)
{
    struct recorded recorded;
    struct tw_error error = TW_ERROR_INIT;
    if (recorded_read_t4(path, &recorded, &error)) {
        fprintf(stderr, "%s%s%s\n", error.file, error.file[0] ? ": " : "", error.message);
        tw_error_free(&error);
        return EXIT_FAILURE;
    }
    const char *slash = strrchr(path, '/');
    printf("%s: %zu variants, %zu of them measured, %zu within %g %% of the best\n  after       ",
           slash ? slash + 1 : path, recorded.count, recorded.measured,
           recorded_within(&recorded, 1 + wanted->within / 100), wanted->within);
    for (size_t p = 0; p < PARTS; p++) printf("   %5zu, %4g %%    ", tried(&recorded, p), 100 * part[p]);
    printf("\n");
    bool well = true;
    for (unsigned s = 0; s < wanted->strategies; s++)
        well = show_strategy(wanted, &recorded, wanted->strategy[s]) && well;
    recorded_free(&recorded);
    return well ? EXIT_SUCCESS : EXIT_FAILURE;
}

static int usage(void)
{
    fprintf(stderr, "usage: search_replay [-s STRATEGY]... [-n SEEDS] [-f FIRST] [-w PERCENT] "
                    "FILE.json[.gz]...\nstrategies:\n");
    for (const struct tw_strategy *strategy = tw_strategies; strategy->name; strategy++)
        fprintf(stderr, "  %-12s %s\n", strategy->name, strategy->help);
    return 2;
}

int main(int argc, char **argv)
{
    struct wanted wanted = {.seeds = 50, .within = 5};
    int status = EXIT_SUCCESS;
    for (int option; (option = getopt(argc, argv, "s:n:f:w:")) != -1;) {
        const struct tw_strategy *strategy = option == 's' ? tw_strategy_find(optarg) : NULL;
        if (option == 's' && strategy && wanted.strategies < MOST_STRATEGIES)
            wanted.strategy[wanted.strategies++] = strategy;
        else if (option == 'n')
            wanted.seeds = (unsigned)strtoul(optarg, NULL, 10);
        else if (option == 'f')
            wanted.first = (unsigned)strtoul(optarg, NULL, 10);
        else if (option == 'w')
            wanted.within = strtod(optarg, NULL);
        else
            return usage();
    }
    if (optind == argc || !wanted.seeds) return usage();
    if (!wanted.strategies) {
        wanted.strategy[wanted.strategies++] = tw_strategy_best;
        wanted.strategy[wanted.strategies++] = tw_strategy_find("random");
    }
    printf("seeds within %g %% of the best, and how many times the best it is in the mean\n", wanted.within);
    for (int i = optind; i < argc; i++) {
        if (show_space(&wanted, argv[i])) status = EXIT_FAILURE;
    }
    return status;
}
