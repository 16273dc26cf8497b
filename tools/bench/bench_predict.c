/*
 * Variants per second on one core: expanding a config, and predicting what it describes; for three tiles, and
 * for a space with one swizzle at a time, since only the plain layout repeats from warp to warp.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "gen/config/config.h"
#include "gen/layout/predict.h"

static double seconds(void)
{
    struct timespec now; /* of this program alone: other work on the machine does not count */
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* x 4 layouts x 2 scopes x 17 types = 99,960 variants; a third of the pads x 3 swizzles makes as many */
#define PADS 735

/* Every one is possible: pads x layouts x scopes x types x swizzles. */
static void add_space(struct tw_text *text, unsigned x, unsigned y, const char *swizzles, unsigned pads)
{
    tw_text_addf(text,
                 "{\"tilewright\": 1, \"kernel\": \"tile\", \"variants\": [{\"name\": \"k\", \"BDIMX\": %u, "
                 "\"BDIMY\": %u,",
                 x, y);
    tw_text_addf(text, "\"IPAD\": {\"from\": 0, \"to\": %u}, \"index\": \"linear\", \"swizzle\": %s,",
                 pads - 1, swizzles);
    tw_text_add(
        text,
        "\"layout\": [\"row-row\", \"col-col\", \"row-col\", \"col-row\"], \"shared\": \"dynamic\","
        "\"scope\": [\"kernel\", \"file\"],"
        "\"type\": [\"int8\", \"uint8\", \"int16\", \"uint16\", \"int32\", \"uint32\", \"int64\", \"uint64\","
        "\"float16\", \"bfloat16\", \"float32\", \"float64\", \"int32x2\", \"int32x4\", \"float32x2\","
        "\"float32x4\", \"float64x2\"]}]}");
}

struct times {
    double expand, predict;
    size_t variants;
    uint64_t wavefronts; /* the answer, so that the work is not optimised away */
};

static struct times measure(const struct tw_text *text)
{
    struct tw_error error = TW_ERROR_INIT;
    struct tw_config config;
    struct tw_variants variants;
    struct times times = {0};
    double start = seconds();
    if (tw_config_parse("bench.json", text->data, text->length, &config, &error) != TW_OK ||
        tw_config_expand(&config, tw_target_find(TW_DEFAULT_SM), &variants, &error) != TW_OK) {
        fprintf(stderr, "bench_predict: %s\n", error.message);
        exit(1);
    }
    times.expand = seconds() - start;
    times.variants = variants.count;
    struct tw_shape shape = {0};
    start = seconds();
    for (size_t i = 0; i < variants.count; i++) {
        const int64_t *value = variants.variant[i].value;
        struct tw_text reason = {0};
        bool possible = tw_family_accept(variants.family, value, &variants.target, &reason);
        tw_text_free(&reason);
        if (!possible) continue; /* tiles of large elements pass what a block may have */
        tw_family_shape(variants.family, value, &variants.target, &shape);
        times.wavefronts += tw_predict_sum(variants.family, value, &shape).counts.load_wavefronts;
    }
    times.predict = seconds() - start;
    tw_shape_free(&shape);
    tw_variants_free(&variants);
    tw_config_free(&config);
    return times;
}

/* The best of five: the machine's own noise only ever adds. */
static struct times best(const struct tw_text *text)
{
    struct times best = measure(text);
    for (int i = 0; i < 4; i++) {
        struct times times = measure(text);
        if (times.expand < best.expand) best.expand = times.expand;
        if (times.predict < best.predict) best.predict = times.predict;
    }
    return best;
}

static void print_row(unsigned x, unsigned y, const char *name, const char *swizzles, unsigned pads)
{
    struct tw_text text = {0}, tile = {0};
    add_space(&text, x, y, swizzles, pads);
    tw_text_addf(&tile, "%ux%u", x, y);
    struct times t = best(&text);
    double n = (double)t.variants;
    printf("%-7s %-8s %9zu %12.0f %12.0f %12.0f\n", tw_text_string(&tile), name, t.variants, n / t.expand,
           n / t.predict, n / (t.expand + t.predict));
    tw_text_free(&text);
    tw_text_free(&tile);
}

int main(void)
{
    static const unsigned tiles[][2] = {{8, 8}, {32, 16}, {32, 32}};
    printf("variants per second and core\n");
    printf("%-7s %-8s %9s %12s %12s %12s\n", "tile", "swizzle", "variants", "expansion", "prediction",
           "both");
    for (size_t i = 0; i < sizeof tiles / sizeof *tiles; i++) {
        unsigned x = tiles[i][0], y = tiles[i][1];
        print_row(x, y, "none", "\"none\"", PADS);
        print_row(x, y, "skew", "\"skew\"", PADS);
        print_row(x, y, "xor", "\"xor\"", PADS);
        print_row(x, y, "all", "[\"none\", \"skew\", \"xor\"]", PADS / 3);
    }
    return 0;
}
