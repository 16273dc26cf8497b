/*
 * Sweeps the paddings of a tile in a library: the best one is printed, and the results are what `tilewright embed` takes.
 *
 *     cc tune.c $(pkg-config --cflags --libs tilewright) -o tune
 *     ./tune config.json [results.jsonl]
 *
 * Ctrl-C ends the sweep with what there is: the handler of signals is this program's own.
 */
#include <signal.h>
#include <stdio.h>

#include <tilewright/tune.h>

static volatile sig_atomic_t interrupts;

static void count(int signal_number)
{
    (void)signal_number;
    interrupts = interrupts + 1;
}

static unsigned stop(void *context)
{
    (void)context;
    return (unsigned)interrupts;
}

static void say(void *context, enum tw_remark remark, const char *sentence)
{
    (void)context;
    fprintf(stderr, "%s%s\n", remark == TW_REMARK_WARNING ? "warning: " : "", sentence);
}

static void progress(void *context, const char *doing, size_t done, size_t of)
{
    (void)context;
    if (doing) fprintf(stderr, "\r%s: %zu of %zu ", doing, done, of);
    if (!doing) fputc('\n', stderr);
}

static void show(const struct tw_tuned *tuned)
{
    struct tw_tuned_variant variant;
    struct tw_field_value field;
    printf("%s: %zu variants\n", tw_tuned_device(tuned), tw_tuned_count(tuned));
    for (unsigned rank = 1; rank <= 3 && tw_tuned_ranked(tuned, rank, &variant); rank++) {
        printf("%u %s: %llu wavefronts, %u shared bytes\n", rank, variant.name,
               (unsigned long long)tw_counts_wavefronts(&variant.predicted), variant.shared_bytes);
    }
    if (!tw_tuned_ranked(tuned, 1, &variant)) return;
    for (unsigned i = 0; tw_tuned_field(tuned, variant.number, i, &field); i++) {
        if (field.is_word)
            printf("  %s: %s\n", field.key, field.text);
        else
            printf("  %s: %lld\n", field.key, (long long)field.number);
    }
}

int main(int argc, char **argv)
{
    const struct tw_watcher watcher = {.say = say, .progress = progress, .stop = stop};
    struct tw_tune_options options;
    struct tw_tuned *tuned;
    struct tw_error error = TW_ERROR_INIT;
    if (argc < 2) {
        fprintf(stderr, "usage: tune CONFIG [RESULTS]\n");
        return 2;
    }
    signal(SIGINT, count);
    tw_tune_options_init(&options);
    options.config_file = argv[1];
    options.results_file = argc > 2 ? argv[2] : NULL;
    options.workers = 2;
    int code = tw_tune(&options, &watcher, &tuned, &error);
    if (code == TW_OK)
        show(tuned);
    else
        fprintf(stderr, "tune: %s\n%s", error.message, error.detail ? error.detail : "");
    if (code == TW_OK) tw_tuned_free(tuned);
    tw_error_free(&error);
    return code != TW_OK;
}
