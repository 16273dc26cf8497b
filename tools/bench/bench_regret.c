/*
 * How far what a transpose, a reduction or a permutation chooses by itself is from the best of a space of variants, on random problems (draw.h)
 * or those of a config, on a GPU; bench_regret --help.
 *
 * Kernels are compiled by a process for each core, which run ahead through the same problems and hand over through the
 * cache. Every problem ends with one line; a problem that the time did not suffice for is not counted.
 */
#include <getopt.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/clock.h"
#include "gen/config/config_value.h"
#include "tools/bench/parts/crew.h"
#include "tools/bench/parts/planned.h"
#include "tools/bench/parts/record.h"

#define AHEAD         64u /* problems that are compiled before they are timed */
#define UNTIMED_SM    90u
#define MOST_VARIANTS 1000000u /* of a problem */
#define BESIDE        16u /* problems from one to the next of another batch: kernels are compiled side by side */
#define CACHE_MIB                                                                                            \
    "16384" /* unless the user says otherwise: the usual bound would drop what was compiled ahead */

struct options {
    uint64_t seed, first, count, max_bytes, batches, most, rounds;
    double seconds;
    const char *family, *space, *problems, *dump, *features, *effort;
    bool list, untimed, every_input, help;
};

/* Shared with the compilers. */
struct board {
    _Atomic uint64_t current; /* the problem that is being timed          */
    _Atomic unsigned done[];  /* compilers that are through with a problem */
};

struct run {
    const struct tw_family *family;
    struct tw_family
        silent; /* the same without what a kernel says of itself, which takes the host longer than all else */
    const struct subject *subject;
    struct options options;
    struct tw_config config; /* of --problems */
    struct space space;
    struct timing timing;
    struct crew crew;
    struct board *board;
    struct planned planned; /* without a planner: the model chooses */
    FILE *dump;
    double deadline, waited;
    struct tally {
        size_t problems, refused, within3, within10, kernels, failed;
        double worst;
        uint64_t worst_number;
    } tally;
};

/* ---- problems ---- */

/* The number of the problem that was drawn: BESIDE of them, then these with other batches, then the next. */
static uint64_t drawn_number(const struct options *options, uint64_t number)
{
    return options->problems ? number : number / BESIDE / options->batches * BESIDE + number % BESIDE;
}

static void draw_problem(const struct run *run, uint64_t number, int64_t *value)
{
    const struct options *options = &run->options;
    uint64_t drawn = drawn_number(options, number), other = number / BESIDE % options->batches;
    run->subject->draw(run->family, options->seed, drawn, options->max_bytes, value);
    if (other) run->subject->draw_batch(options->seed, drawn, other, options->max_bytes, value);
}

static void problem_of(const struct run *run, uint64_t number, int64_t *value)
{
    const struct tw_family *family = run->family;
    if (!run->options.problems) {
        draw_problem(run, number, value);
        return;
    }
    const struct tw_entry *entry = run->config.entries;
    while (entry + 1 < run->config.entries + run->config.entry_count && entry[1].first <= number) entry++;
    tw_entry_values(family, entry, number - entry->first, value);
    for (unsigned f = 0; f < family->field_count; f++)
        if (!(family->fields[f].roles & TW_FIELD_PROBLEM)) value[f] = family->fields[f].fallback;
    run->subject->complete(value);
}

/* The fields that are the problem's, or the others, with `between` between them. */
static void add_fields(const struct tw_family *family, const int64_t *value, bool of_problem,
                       const char *between, struct tw_text *text)
{
    const char *separator = "";
    for (unsigned f = 0; f < family->field_count; f++) {
        if (!(family->fields[f].roles & TW_FIELD_PROBLEM) == of_problem) continue;
        struct tw_field_value field = tw_field_value_of(&family->fields[f], value[f]);
        tw_text_addf(text, "%s%s=", separator, field.key);
        tw_field_value_add(&field, text);
        separator = between;
    }
}

/* Adds the problem's fields that differ from their defaults. */
static void add_entry(const struct tw_family *family, uint64_t number, const int64_t *value,
                      struct tw_text *text)
{
    tw_text_addf(text, "  {\"name\": \"p%llu\"", (unsigned long long)number);
    for (unsigned f = 0; f < family->field_count; f++) {
        const struct tw_field_info *info = &family->fields[f];
        if (!(info->roles & TW_FIELD_PROBLEM) || (!info->required && value[f] == info->fallback)) continue;
        struct tw_field_value field = tw_field_value_of(info, value[f]);
        tw_text_addf(text, ", \"%s\": ", field.key);
        tw_field_value_add_json(&field, text);
    }
    tw_text_add_char(text, '}');
}

/* As a config, for this and other programs. */
static int list_problems(const struct run *run)
{
    const struct options *options = &run->options;
    struct tw_text text = {0};
    tw_text_addf(&text, "{\"tilewright\": 1, \"kernel\": \"%s\", \"variants\": [\n", run->family->name);
    for (uint64_t i = options->first; i < options->first + options->count; i++) {
        int64_t value[TW_MAX_FIELDS];
        problem_of(run, i, value);
        add_entry(run->family, i, value, &text);
        tw_text_add(&text, i + 1 < options->first + options->count ? ",\n" : "\n");
    }
    tw_text_add(&text, "]}\n");
    bool good = !text.failed && fputs(tw_text_string(&text), stdout) >= 0 && fflush(stdout) == 0;
    tw_text_free(&text);
    return good ? 0 : 1;
}

/* ---- compiling ahead ---- */

static void compile_ahead(void *context, unsigned number, unsigned of)
{
    struct run *run = context;
    setpriority(PRIO_PROCESS, 0, 10); /* the one that times goes first */
    for (uint64_t p = 0, before = 0; p < run->options.count; p++) {
        int64_t value[TW_MAX_FIELDS];
        struct tried tried;
        while (p > atomic_load(&run->board->current) + AHEAD) usleep(5000);
        problem_of(run, run->options.first + p, value);
        if (!space_list(&run->space, value, &run->timing.target, &tried, &run->timing.error))
            for (size_t i = (number + of - before % of) % of; i < tried.count; i += of)
                if (i > 0 || !tried.refused) timing_compile(&run->timing, &tried.variants, &tried.variant[i]);
        before += tried.count; /* no one has more to do than the others */
        tried_free(&tried);
        atomic_fetch_add(&run->board->done[p], 1);
    }
    for (;;) pause(); /* crew_is_whole means that no one failed */
}

static int start_compilers(struct run *run)
{
    cpu_set_t set;
    int cores = sched_getaffinity(0, sizeof set, &set) ? 1 : CPU_COUNT(&set);
    size_t bytes = sizeof *run->board + run->options.count * sizeof run->board->done[0];
    run->board = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (run->board == MAP_FAILED) return tw_fail(&run->timing.error, TW_MEMORY, "out of memory");
    crew_start(&run->crew, cores > 1 ? (unsigned)cores - 1 : 1, compile_ahead, run);
    return TW_OK;
}

/* What a compiler that ended too early did not do is done when it is wanted. */
static void await_compilers(struct run *run, uint64_t p)
{
    double begin = tw_seconds();
    atomic_store(&run->board->current, p);
    while (atomic_load(&run->board->done[p]) < run->crew.count && crew_is_whole(&run->crew) &&
           tw_seconds() < run->deadline)
        usleep(1000);
    run->waited += tw_seconds() - begin;
}

/* ---- results ---- */

static void dump(const struct run *run, uint64_t number, const struct tried *tried, const struct duel *duel)
{
    struct tw_text text = {0};
    if (!run->dump) return;
    record_add(tried, run->timing.sm, run->options.problems ? NULL : &run->options.seed,
               drawn_number(&run->options, number), duel, &text);
    fputs(tw_text_string(&text), run->dump);
    fflush(run->dump);
    tw_text_free(&text);
}

/* Only says which variants there are. */
static int dump_untimed(struct run *run)
{
    const struct tw_target *target = tw_target_find(UNTIMED_SM);
    int code = TW_OK;
    run->timing.sm = UNTIMED_SM;
    for (uint64_t p = 0; p < run->options.count && !code; p++) {
        int64_t value[TW_MAX_FIELDS];
        struct tried tried;
        problem_of(run, run->options.first + p, value);
        code = space_list(&run->space, value, target, &tried, &run->timing.error);
        if (!code) dump(run, run->options.first + p, &tried, NULL);
        tried_free(&tried);
    }
    return code;
}

static void add_times(const struct tried *tried, const struct duel *duel, struct tw_text *text)
{
    const struct finalist *chosen = &duel->finalist[0], *best = &duel->finalist[duel->best];
    tw_text_add(text, "chosen ");
    tw_text_add_double(text, chosen->us, 2);
    tw_text_add(text, " us, best ");
    tw_text_add_double(text, best->us, 2);
    tw_text_add(text, ", spread ");
    tw_text_add_double(text, duel->spread_us, 2);
    tw_text_add(text, ", copy ");
    tw_text_add_double(text, duel->copy_us, 2);
    tw_text_add(text, "; regret ");
    tw_text_add_double(text, 100 * duel->regret, 1);
    tw_text_add(text, " %");
    if (duel->regret <= 0) return;
    tw_text_add(text, "\n       chosen ");
    add_fields(tried->variants.family, tried->variant[chosen->variant].value, false, " ", text);
    tw_text_add(text, "\n       best   ");
    add_fields(tried->variants.family, tried->variant[best->variant].value, false, " ", text);
}

static void print_problem(const struct run *run, uint64_t number, const struct tried *tried,
                          const struct duel *duel)
{
    struct tw_text text = {0};
    tw_text_addf(&text, "%5llu  ", (unsigned long long)number);
    run->subject->add(run->family, tried->variant[0].value, &text);
    if (tried->input) tw_text_addf(&text, ", %s", tried->input);
    tw_text_addf(&text, ": %zu tried, ", tried->count - (tried->refused ? 1 : 0));
    if (duel->has_choice)
        add_times(tried, duel, &text);
    else
        tw_text_add(&text,
                    tried->refused ? "what is chosen is refused" : "what is chosen does not compile or load");
    puts(tw_text_string(&text));
    fflush(stdout);
    tw_text_free(&text);
}

static void count(struct tally *tally, uint64_t number, const struct tried *tried, const struct duel *duel)
{
    tally->problems++;
    tally->kernels += tried->count;
    tally->failed += duel->failed;
    if (!duel->has_choice) {
        tally->refused++;
        return;
    }
    tally->within3 += duel->regret <= 0.03;
    tally->within10 += duel->regret <= 0.10;
    if (duel->regret > tally->worst) {
        tally->worst = duel->regret;
        tally->worst_number = number;
    }
}

static void print_summary(const struct run *run, double seconds)
{
    const struct tally *tally = &run->tally;
    double share = tally->problems ? 100.0 / (double)tally->problems : 0;
    struct tw_text text = {0};
    tw_text_addf(&text, "%zu problems, %zu kernels: within 3 %% of the best in ", tally->problems,
                 tally->kernels);
    tw_text_add_double(&text, share * (double)tally->within3, 1);
    tw_text_add(&text, " %, within 10 % in ");
    tw_text_add_double(&text, share * (double)tally->within10, 1);
    tw_text_add(&text, " %; the worst is ");
    tw_text_add_double(&text, 100 * tally->worst, 1);
    tw_text_add(&text, " % off");
    if (tally->worst > 0) tw_text_addf(&text, ", problem %llu", (unsigned long long)tally->worst_number);
    if (tally->refused)
        tw_text_addf(&text, "; %zu without a choice that runs, within nothing", tally->refused);
    if (tally->failed) tw_text_addf(&text, "; %zu kernels did not compile or load", tally->failed);
    tw_text_add(&text, ". ");
    tw_text_add_double(&text, seconds, 0);
    tw_text_add(&text, " s, of them ");
    tw_text_add_double(&text, run->waited, 0);
    tw_text_add(&text, " waiting for the compilers.");
    if (run->planned.planner) {
        tw_text_add(&text, " A plan took ");
        tw_text_add_double(&text, run->planned.longest, 2);
        tw_text_addf(&text, " s at most; %zu could not measure.", run->planned.estimated);
    }
    puts(tw_text_string(&text));
    if (tw_device_is_simulator(&run->timing.device)) puts("This is a simulator: nothing was timed.");
    tw_text_free(&text);
}

/* ---- the run ---- */

/* What is no noise among the inputs; where it lies is the same for all variants. */
static int put_input(struct run *run, const int64_t *problem, unsigned kind, struct tried *tried)
{
    struct tw_shape shape = {.launch_count = 0};
    struct subject_input input;
    if (tried->count == tried->refused) return TW_OK;
    if (!run->subject->input(problem, kind, &input))
        return tw_fail(&run->timing.error, TW_MEMORY, "out of memory");
    tried->input = input.word;
    tw_family_shape(run->family, tried->variant[tried->refused].value, &run->timing.target, &shape);
    int code = timing_put(&run->timing, &shape, input.argument, input.bytes, input.count);
    free(input.bytes);
    tw_shape_free(&shape);
    return code;
}

static int judge(struct run *run, uint64_t number, const struct tried *tried)
{
    struct duel duel;
    int code = duel_run(&run->timing, tried, (unsigned)run->options.rounds, run->deadline, &duel);
    if (!code && duel.in_time) {
        print_problem(run, number, tried, &duel);
        dump(run, number, tried, &duel);
        count(&run->tally, number, tried, &duel);
    }
    duel_free(&duel);
    return code;
}

static int run_problem(struct run *run, uint64_t p)
{
    uint64_t number = run->options.first + p;
    int64_t value[TW_MAX_FIELDS];
    struct tried tried;
    problem_of(run, number, value);
    int code = space_list(&run->space, value, &run->timing.target, &tried, &run->timing.error);
    if (!code) await_compilers(run, p);
    if (!code && run->planned.planner) code = planned_take(&run->planned, value, &tried, &run->timing.error);
    unsigned kinds = run->subject->input_kinds ? run->subject->input_kinds(value) : 0;
    bool all = run->options.every_input && kinds;
    for (unsigned kind = 0; kind < (all ? kinds : 1) && !code; kind++) {
        if (kinds) code = put_input(run, value, all ? kind : SUBJECT_DRAWN, &tried);
        if (!code) code = judge(run, number, &tried);
    }
    tried_free(&tried);
    return code;
}

/* The most that any problem needs. */
static size_t largest(const struct run *run)
{
    uint64_t most = 1;
    for (uint64_t i = 0; i < run->options.count; i++) {
        int64_t value[TW_MAX_FIELDS];
        problem_of(run, run->options.first + i, value);
        if (run->subject->bytes(value) > most) most = run->subject->bytes(value);
    }
    return most;
}

static int open_planned(struct run *run)
{
    enum tw_effort effort;
    if (!planned_effort(run->options.effort, &effort) || effort == TW_EFFORT_ESTIMATE) return TW_OK;
    return planned_open(effort, &run->planned, &run->timing.error);
}

static int run_all(struct run *run)
{
    double begin = tw_seconds();
    int code = timing_open(&run->timing);
    run->deadline = begin + run->options.seconds;
    if (!code) code = start_compilers(run);
    if (!code) code = timing_open_spin(&run->timing);
    if (!code) code = open_planned(run);
    if (!code) code = timing_reserve(&run->timing, largest(run));
    if (!code) code = timing_fill(&run->timing);
    for (uint64_t p = 0; p < run->options.count && !code && tw_seconds() < run->deadline; p++)
        code = run_problem(run, p);
    crew_stop(&run->crew);
    if (!code) print_summary(run, tw_seconds() - begin);
    return code;
}

/* ---- options ---- */

static const char usage[] =
    "bench_regret [OPTION...]: what kernels choose by themselves, against the best of a space, on a GPU\n"
    "  --family NAME   transpose, reduce or permute (transpose)\n"
    "  --seed N        of the random problems (1)\n"
    "  --count N       problems (100)\n"
    "  --first N       number of the first, to go on where another run ended (0)\n"
    "  --max-bytes N   of a buffer (4294967296)\n"
    "  --batches N     of transposes: each problem, and its matrices in N - 1 other batches, whose kernels "
    "are the same (1)\n"
    "  --problems FILE the problems of a config instead; --first and --count choose among them\n"
    "  --space FILE    JSON list of objects of fields to try instead of the family's candidates "
    "(tools/bench/parts/space.h)\n"
    "  --most N        variants of a problem that are tried beside the choice: three quarters the most "
    "promising, the "
    "others drawn (all)\n"
    "  --seconds S     stop in time (no limit)\n"
    "  --rounds N      of the final, 5 to 1000 (21); 0: none, where all that is wanted is a dump\n"
    "  --dump FILE     a JSON line for each problem: its variants and their times "
    "(tools/bench/parts/record.h)\n"
    "  --untimed       a dump of the variants with 0 for their times, as of sm_90; needs no GPU\n"
    "  --features FILE only write the features of a dump's variants (-: of the standard input) as floats; "
    "needs no GPU\n"
    "  --effort WORD   of the plan whose variant is judged: measure or exhaustive; estimate is what a kernel "
    "chooses by itself (estimate)\n"
    "  --every-input   of segments: every kind of lengths (tools/bench/parts/lengths.h), not the one that "
    "the problem "
    "draws\n"
    "  --list          only list the problems, as a config; needs no GPU\n";

static int fail_usage(const char *what, const char *value)
{
    fprintf(stderr, "bench_regret: %s: %s\n%s", what, value, usage);
    return 2;
}

#define MOST_PROBLEMS UINT64_C(1000000)

/* What an option sets, by what it has: a number, seconds, a name or path, or nothing. */
static const struct setting {
    const char *name;
    enum { NUMBER, SECONDS, TEXT, FLAG } kind;
    size_t at; /* in struct options */
    uint64_t low, high;
} settings[] = {{"family", TEXT, offsetof(struct options, family), 0, 0},
                {"seed", NUMBER, offsetof(struct options, seed), 0, UINT64_MAX},
                {"count", NUMBER, offsetof(struct options, count), 1, MOST_PROBLEMS},
                {"first", NUMBER, offsetof(struct options, first), 0, UINT64_MAX - MOST_PROBLEMS},
                {"max-bytes", NUMBER, offsetof(struct options, max_bytes), 16, UINT64_C(1) << 40},
                {"batches", NUMBER, offsetof(struct options, batches), 1, 16},
                {"problems", TEXT, offsetof(struct options, problems), 0, 0},
                {"space", TEXT, offsetof(struct options, space), 0, 0},
                {"most", NUMBER, offsetof(struct options, most), 1, MOST_VARIANTS},
                {"seconds", SECONDS, offsetof(struct options, seconds), 0, 0},
                {"rounds", NUMBER, offsetof(struct options, rounds), 0, DUEL_MAX_ROUNDS},
                {"dump", TEXT, offsetof(struct options, dump), 0, 0},
                {"features", TEXT, offsetof(struct options, features), 0, 0},
                {"effort", TEXT, offsetof(struct options, effort), 0, 0},
                {"every-input", FLAG, offsetof(struct options, every_input), 0, 0},
                {"list", FLAG, offsetof(struct options, list), 0, 0},
                {"untimed", FLAG, offsetof(struct options, untimed), 0, 0},
                {"help", FLAG, offsetof(struct options, help), 0, 0}};

enum { SETTINGS = sizeof settings / sizeof *settings };

static bool set_number(const struct setting *setting, const char *text, uint64_t *number)
{
    char *end;
    *number = strtoull(text, &end, 10);
    return *text >= '0' && *text <= '9' && *end == '\0' && *number >= setting->low &&
           *number <= setting->high;
}

static bool set_seconds(const char *text, double *seconds)
{
    char *end;
    *seconds = strtod(text, &end);
    return end != text && *end == '\0' && *seconds > 0;
}

static bool set_option(const struct setting *setting, const char *text, struct options *options)
{
    void *place = (char *)options + setting->at;
    if (setting->kind == NUMBER) return set_number(setting, text, place);
    if (setting->kind == SECONDS) return set_seconds(text, place);
    if (setting->kind == TEXT)
        *(const char **)place = text;
    else
        *(bool *)place = true;
    return true;
}

/* What the ranges of numbers do not say. */
static bool is_possible(const struct options *options)
{
    const struct subject *subject = subject_find(options->family);
    enum tw_effort effort;
    return planned_effort(options->effort, &effort) &&
           (options->rounds == 0 || options->rounds >= DUEL_MIN_ROUNDS) && subject &&
           tw_family_find(options->family) &&
           (options->batches == 1 || (subject->draw_batch && !options->problems));
}

static int read_options(int argc, char **argv, struct options *options)
{
    struct option known[SETTINGS + 1] = {{0}};
    int option;
    for (int i = 0; i < SETTINGS; i++)
        known[i] = (struct option){settings[i].name,
                                   settings[i].kind == FLAG ? no_argument : required_argument, NULL, i};
    while ((option = getopt_long(argc, argv, "", known, NULL)) != -1) {
        if (option == '?') return fail_usage("usage", "bench_regret [OPTION...]");
        if (!set_option(&settings[option], optarg, options) || !is_possible(options))
            return fail_usage("not a value of that option", optarg);
        if (options->help) {
            fputs(usage, stdout);
            return -1;
        }
    }
    if (optind < argc) return fail_usage("takes no argument", argv[optind]);
    return 0;
}

static void predict_nothing(const int64_t *value, const struct tw_shape *shape, unsigned launch,
                            struct tw_prediction *prediction)
{
    (void)value, (void)shape, (void)launch, (void)prediction;
}

/* What is read before anything is opened. */
static int prepare(struct run *run)
{
    struct options *options = &run->options;
    struct tw_error *error = &run->timing.error;
    run->family = tw_family_find(options->family);
    run->subject = subject_find(options->family);
    run->silent = *run->family;
    run->silent.chosen = NULL;
    run->silent.predict = predict_nothing;
    run->space.family = &run->silent, run->space.subject = run->subject;
    run->space.most = options->most;
    int code = options->space ? space_read(options->space, &run->space, error) : TW_OK;
    if (!code && options->problems) {
        code = tw_config_load(options->problems, &run->config, error);
        if (!code && run->config.family != run->family)
            code =
                tw_fail(error, TW_INPUT, "%s: not a config of %s", options->problems, run->subject->plural);
        if (!code && options->first >= run->config.variant_count)
            code = tw_fail(error, TW_INPUT, "%s: it has only %zu problems", options->problems,
                           run->config.variant_count);
        if (!code && options->count > run->config.variant_count - options->first)
            options->count = run->config.variant_count - options->first;
    }
    if (!code && options->dump && !options->list && !(run->dump = fopen(options->dump, "w")))
        code = tw_fail(error, TW_IO, "%s cannot be written", options->dump);
    return code;
}

static void print_error(const struct tw_error *error)
{
    fprintf(stderr, "bench_regret: ");
    if (error->line) fprintf(stderr, "%s:%u:%u: ", error->file, error->line, error->column);
    fprintf(stderr, "%s\n", error->message);
}

static int write_features(struct run *run)
{
    int code = record_write_features(run->options.features, subject_find(run->options.family), stdout,
                                     &run->timing.error);
    if (code) print_error(&run->timing.error);
    tw_error_free(&run->timing.error);
    return code == TW_INPUT ? 2 : code ? 1 : 0;
}

int main(int argc, char **argv)
{
    struct run run = {.options = {.family = "transpose",
                                  .effort = "estimate",
                                  .seed = 1,
                                  .count = 100,
                                  .max_bytes = UINT64_C(4) << 30,
                                  .batches = 1,
                                  .most = MOST_VARIANTS,
                                  .rounds = 21,
                                  .seconds = 1e9},
                      .timing = {.error = TW_ERROR_INIT}};
    if (argc < 2) {
        fputs(usage, stdout);
        return 0; /* among the other benches, which need no GPU */
    }
    int status = read_options(argc, argv, &run.options);
    if (status) return status < 0 ? 0 : status;
    setenv("TILEWRIGHT_CACHE_SIZE", CACHE_MIB, 0);
    if (run.options.features && !subject_find(run.options.family)->features_of)
        return fail_usage("nothing is fitted to times of the family", run.options.family);
    if (run.options.features) return write_features(&run);
    int code = prepare(&run);
    if (!code && run.options.list) status = list_problems(&run);
    if (!code && !run.options.list) code = run.options.untimed ? dump_untimed(&run) : run_all(&run);
    if (code) print_error(&run.timing.error);
    if (run.dump && fclose(run.dump) != 0) status = fail_usage("cannot be written", run.options.dump);
    planned_close(&run.planned);
    timing_close(&run.timing);
    space_free(&run.space);
    tw_config_free(&run.config);
    return code == TW_ENVIRONMENT ? 3 : code == TW_INPUT ? 2 : code ? 1 : status;
}
