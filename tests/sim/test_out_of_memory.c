/*
 * Memory ends at the k-th allocation, that once or from there on, in every command and in plans: what comes of
 * it is either exactly what comes of it otherwise, or a message that says so, a status that says so, and no
 * file that is not whole. A few k of each command, spread over all; with TILEWRIGHT_TEST_ALL=1 every one, and
 * with TILEWRIGHT_TEST_ONLY=WORDS those commands alone that contain the words.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <assert.h>
#include <cmocka.h>
#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <tilewright/plan.h>

#include "base/file.h"
#include "gen/config/json.h"
#include "runtime/compile/cache_entry.h"
#include "runtime/driver.h"
#include "sim/tests/draws.h"
#include "tests/sim/failing_process.h"
#include "tune/plan/store.h"
#include "tune/workers/worker.h"

#ifdef __SANITIZE_ADDRESS__
#define FEW     2 /* trials of a command in each of the two ways, all of which load NVRTC and look for leaks */
#define SECONDS 600 /* for a trial: more is a hang, on a host that has fifty times as much to do */
#else
#define FEW     (int)draws(2, 12)
#define SECONDS 60
#endif

int tilewright_main(int argc, char **argv); /* cli/main.c under another name */

#if CAN_FAIL
/* Two runs are compared, so every one begins at the same time and takes none. */
VISIBLE int clock_gettime(clockid_t clock, struct timespec *now)
{
    (void)clock;
    *now = (struct timespec){1000000000, 0};
    return 0;
}

VISIBLE time_t time(time_t *now)
{
    if (now) *now = 1000000000;
    return 1000000000;
}
#endif

/* ---- what is run ---- */

/* In the folder that prepare() makes. */
static const char *const commands[] = {
    "--help",
    "--version",
    "nonsense",
    "help run",
    "gen --help",
    "sweep --help",
    "render --usage",
    "cache --help",
    "cache nonsense",
    "gen",
    "gen tile.json another.json",
    "gen --nonsense",
    "gen missing.json",
    "gen tile.json",
    "gen tile.json -o new/sources",
    "gen tile.json --template own.mustache",
    "gen tile.json --template bad.mustache",
    "gen transpose.json",
    "gen permute.json",
    "gen bad.json",
    "gen torn.json",
    "explain tile.json",
    "explain tile.json --svg picture.svg",
    "explain transpose.json --variant t",
    "solve tile.json",
    "solve tile.json --json",
    "render page.mustache data.json --partials .",
    "render page.mustache data.json",
    "render bad.mustache data.json",
    "schema",
    "init tile",
    "init tail",
    "init reduce -o new.json",
    "help",
    "help --man",
    "help --man sweep",
    "help --man cache",
    "help --completion bash",
    "help --completion zsh",
    "help --completion fish",
    "schema --fields tile",
    "schema --fields transpose",
    "device",
    "device --arch sm_80",
    "device --probe",
    "run tile.json --in-process",
    "run tile.json",
    "run tile.json --json",
    "run tile.json --print --dump config,source,ptx,counts --in-process",
    "run transpose.json --in-process",
    "run transpose.json",
    "run wrong.json --template wrong.mustache --in-process",
    "run fault.json --template fault.mustache --in-process",
    "run refused.json --template refused.mustache",
    "run fresh.json",
    "run fresh.json --no-cache",
    "sweep space.json",
    "sweep space.json --jobs 2",
    "sweep space.json --json --jobs 1",
    "sweep space.json --jobs 1 -o new.jsonl --report new.html",
    "sweep space.json --jobs 1 -o half.jsonl --resume",
    "sweep tile.json --jobs 1 -o half.jsonl --resume",
    "sweep fresh.json --jobs 1 --no-cache",
    "results whole.jsonl",
    "results one.jsonl two.jsonl -o new.jsonl",
    "results one.jsonl two.jsonl --json",
    "results whole.jsonl --csv new.csv --report new.html --top 2",
    "results whole.jsonl --csv -",
    "results whole.jsonl --filter status=ok --sort shared_bytes,name",
    "results whole.jsonl --filter nonsense=1",
    "results whole.jsonl tile.jsonl --mixed",
    "results whole.jsonl tile.jsonl",
    "embed tile.json --name k -o new --format layout",
    "embed tile.json --name k -o new --format cu --arch sm_90",
    "embed tile.json --name k -o new --format c,cu,layout,ptx,cubin --arch sm_90 --jobs 1",
    "embed tile.json --name k -o new --format c --dlopen --arch sm_90 --variant a --jobs 2",
    "embed whole.jsonl --name k -o new --format c,layout --top 2 --arch sm_90 --jobs 1",
    "embed transpose.json --name k -o new --format ptx --arch sm_90",
    "embed fresh.json --name k -o new --format c --arch sm_90 --jobs 1",
    "embed tile.json --name 9",
    "cache path",
    "cache list",
    "cache clear",
    "cache explain tile.json --arch sm_90",
    "cache explain other.json --arch sm_90",
    "sweep few.json --jobs 1 --budget 100000 --remember",
    "wisdom --help",
    "wisdom list",
    "wisdom export",
    "wisdom export -o new.wisdom",
    "wisdom import known.wisdom more.wisdom",
    "wisdom import tile.json",
    "wisdom merge known.wisdom more.wisdom",
    "wisdom forget",
    "wisdom forget --stale",
    "verify tile.json --jobs 1",
    "verify space.json --jobs 1 --brief",
    "verify tile.json --jobs 1 --sample 2 --record new.gz",
    "verify --replay known.gz --jobs 1",
    "run described.json --in-process",
    "run function.json --in-process",
    "lint own.cu --launch own.launches",
    "lint own.cu --launch own.launches --json --sarif new.sarif",
    "lint own.cu other.cu --launch own.launches",
    "run tile.json --transactions",
    "run whole.jsonl",
    "gen whole.jsonl -o new",
    "explain whole.jsonl",
    "sweep space.json --jobs 1 -o whole.jsonl --force",
    "help --markdown run",
    "wisdom path",
    "simulate -o new.json -- true",
    "plan",
    "plan measure",
    "plan fresh",
    "plan wisdom",
    "plan bad",
    "sweep planned.json --by rows --jobs 1",
    "sweep proved.json --by rows --jobs 1",
    "lint safe.cu --launch proved.json",
    "verify proved.json",
    "plan described",
    "plan swept",
};

#define COMMAND_COUNT (sizeof commands / sizeof *commands)

static const struct {
    const char *name, *text;
} files[] = {
    {"tile.json", "{\"tilewright\": 1, \"kernel\": \"tile\", \"defaults\": {\"BDIMX\": 8, \"BDIMY\": 4},\n"
                  "\"variants\": [{\"name\": \"a\", \"layout\": \"row-col\"},\n"
                  "{\"name\": \"b\", \"layout\": \"row-row\", \"index\": \"linear\", \"IPAD\": [0, 1]},\n"
                  "{\"name\": \"large\", \"BDIMX\": 64, \"BDIMY\": 64, \"layout\": \"row-row\"}]}\n"},
    {"other.json", "{\"tilewright\": 1, \"kernel\": \"tile\", \"defaults\": {\"BDIMX\": 4, \"BDIMY\": 8},\n"
                   "\"variants\": [{\"name\": \"a\", \"layout\": \"row-col\"}]}\n"},
    {"space.json",
     "{\"tilewright\": 1, \"kernel\": \"tile\", \"variants\": [{\"name\": \"s\", \"BDIMX\": [4, 8],\n"
     "\"BDIMY\": 8, \"IPAD\": [0, 1], \"swizzle\": \"none\", \"layout\": \"row-col\"}]}\n"},
    {"fresh.json",
     "{\"tilewright\": 1, \"kernel\": \"tile\", \"variants\": [{\"name\": \"never_compiled\",\n"
     "\"BDIMX\": 4, \"BDIMY\": 4, \"IPAD\": 0, \"swizzle\": \"none\", \"layout\": \"row-col\"}]}\n"},
    {"transpose.json", "{\"tilewright\": 1, \"kernel\": \"transpose\", \"variants\":\n"
                       "[{\"name\": \"t\", \"rows\": 40, \"cols\": 33, \"type\": \"float32\"}]}\n"},
    {"permute.json",
     "{\"tilewright\": 1, \"kernel\": \"permute\", \"defaults\": {\"axes\": \"a (b c) -> c a b\",\n"
     "\"shape\": \"7 30\", \"sizes\": \"c=5\"}, \"variants\": [{\"name\": \"p\", \"in_strides\": \"-64 "
     "2\"},\n"
     "{\"name\": \"twice\", \"out_strides\": \"2 6 1\"}, {\"name\": \"few\", \"in_strides\": \"1\"}]}\n"},
    {"few.json",
     "{\"tilewright\": 1, \"kernel\": \"transpose\", \"variants\": [{\"name\": \"few\", \"rows\": 40,\n"
     "\"cols\": 33, \"method\": \"vector\", \"BDIMY\": 1, \"tile_rows\": 32, \"tile_cols\": 32,\n"
     "\"vector\": 16, \"unroll\": 1, \"order\": \"rows\", \"band\": 1}]}\n"},
    {"bad.json", "{\"tilewright\": 1, \"kernel\": \"tile\", \"defaults\": {\"BDIMX\": 8, \"BDIMY\": 4},\n"
                 "\"variants\": [{\"name\": \"a\", \"layuot\": \"row-col\"}]}\n"},
    {"torn.json", "{\"tilewright\": 1, \"kernel\": \"tile\", \"defaults\": {\"BDIMX\": 8,"},
    {"wrong.json",
     "{\"tilewright\": 1, \"kernel\": \"tile\", \"variants\": [{\"name\": \"wrong\", \"BDIMX\": 8,\n"
     "\"BDIMY\": 4, \"layout\": \"row-col\"}]}\n"},
    {"fault.json",
     "{\"tilewright\": 1, \"kernel\": \"tile\", \"variants\": [{\"name\": \"fault\", \"BDIMX\": 8,\n"
     "\"BDIMY\": 4, \"layout\": \"row-col\"}]}\n"},
    {"refused.json",
     "{\"tilewright\": 1, \"kernel\": \"tile\", \"variants\": [{\"name\": \"refused\", \"BDIMX\": 8,\n"
     "\"BDIMY\": 4, \"layout\": \"row-col\"}]}\n"},
    {"own.mustache", "// {{name}}, {{family}}\n"},
    {"bad.mustache", "one {{/two}}\n"},
    {"wrong.mustache", "extern \"C\" __global__ void {{name}}(int *out) { out[threadIdx.x] = 7; }\n"},
    {"fault.mustache", "extern \"C\" __global__ void {{name}}(int *out) { out[1 << 28] = 7; }\n"},
    {"refused.mustache", "extern \"C\" __global__ void {{name}}(int *out) { out[0] = nothing; }\n"},
    {"own.cu", "extern \"C\" __global__ void own(float *out)\n{\n    __shared__ float s[32];\n"
               "    s[threadIdx.x] = threadIdx.x;\n    out[threadIdx.x] = s[31 - threadIdx.x];\n}\n"},
    {"other.cu",
     "extern \"C\" __global__ void own(float *out)\n{\n    out[threadIdx.x] = 31 - threadIdx.x;\n}\n"},
    {"safe.cu", "extern \"C\" __global__ void own(float *out)\n{\n    __shared__ float s[32];\n"
                "    s[threadIdx.x] = threadIdx.x;\n    __syncthreads();\n    out[threadIdx.x] = s[31 - "
                "threadIdx.x];\n}\n"},
    {"described.json",
     "{\"tilewright\": 1, \"kernel\": {\"name\": \"own\", \"source\": \"safe.cu\", \"grid\": 1, \"block\": "
     "32,\n"
     "\"arguments\": [{\"name\": \"out\", \"type\": \"float32\", \"count\": 32, \"role\": \"output\"}],\n"
     "\"reference\": {\"source\": \"other.cu\", \"grid\": 1, \"block\": 32}}}\n"},
    {"planned.json",
     "{\"tilewright\": 1, \"kernel\": {\"name\": \"own\", \"source\": \"safe.cu\", \"grid\": 1, \"block\": "
     "32,\n\"problem\": {\"n\": 32}, \"parameters\": {\"ROWS\": {\"values\": [1, 2, 4], \"default\": 4}},\n"
     "\"constraints\": [\"ROWS < 4\"], \"metrics\": {\"rows\": {\"value\": \"ROWS\", \"best\": "
     "\"highest\"}},\n"
     "\"arguments\": [{\"name\": \"out\", \"type\": \"float32\", \"count\": \"n\", \"role\": \"output\"}],\n"
     "\"reference\": {\"source\": \"other.cu\", \"grid\": 1, \"block\": 32}}}\n"},
    {"proved.json",
     "{\"tilewright\": 1, \"kernel\": {\"name\": \"own\", \"source\": \"safe.cu\", \"grid\": 1, \"block\": "
     "32,\n\"problem\": {\"n\": 1024}, \"parameters\": {\"ROWS\": [1, 2]}, \"proof\": {\"n\": 32},\n"
     "\"metrics\": {\"rows\": {\"value\": \"ROWS * n\", \"best\": \"highest\"}},\n"
     "\"accesses\": [{\"name\": \"write\", \"op\": \"store\", \"type\": \"float32\", \"index\": \"x\"},\n"
     "{\"name\": \"read\", \"op\": \"load\", \"type\": \"float32\", \"index\": \"31 - x\"}],\n"
     "\"arguments\": [{\"name\": \"out\", \"type\": \"float32\", \"count\": \"n\", \"role\": \"output\"}],\n"
     "\"reference\": {\"source\": \"other.cu\", \"grid\": 1, \"block\": 32}}}\n"},
    {"own.launches", "[{\"kernel\": \"own\", \"grid\": 1, \"block\": 32,\n"
                     "\"arguments\": [{\"type\": \"float32\", \"count\": 32}]}]\n"},
    {"page.mustache", "{{#list}}{{name}}: {{{value}}}\n{{>part}}{{/list}}{{^none}}none{{/none}}\n"},
    {"part.mustache", "  part of {{name}}\n"},
    {"data.json",
     "{\"list\": [{\"name\": \"<a>\", \"value\": [1, 2]}, {\"name\": \"\\u00e9\", \"value\": 0.5}]}\n"},
};

/* ---- a plan, as a command ---- */

static int launch(const struct tw_planner *planner, const struct tw_plan *plan, struct tw_error *error)
{
    const struct tw_driver *driver = tw_planner_driver(planner);
    unsigned char *out = calloc(32, 4), pattern = 0;
    CUdeviceptr memory = 0;
    void *arguments[] = {&memory};
    int code = out ? TW_OK : tw_fail(error, TW_MEMORY, "out of memory");
    if (!code) code = tw_driver_check(driver, driver->cuMemAlloc_v2(&memory, 32 * 4), "cuMemAlloc", error);
    if (!code) code = tw_plan_launch(plan, NULL, arguments, error);
    if (!code)
        code = tw_driver_check(driver, driver->cuMemcpyDtoH_v2(out, memory, 32 * 4), "cuMemcpyDtoH", error);
    for (int i = 0; i < 32 * 4 && !code; i++) pattern = (unsigned char)(pattern * 31 + out[i]);
    if (!code) printf("%d\n", pattern);
    if (memory) driver->cuMemFree_v2(memory);
    free(out);
    return code;
}

static int plan_in_context(const char *what, struct tw_error *error)
{
    const struct tw_planner_options options = {.device = TW_PLANNER_SIMULATOR};
    const bool described = strcmp(what, "described") == 0, swept = strcmp(what, "swept") == 0;
    const struct tw_problem problem = {
        .family = described || swept ? "planned.json" : "tile",
        .fields = described || swept         ? "{\"n\": 32}"
                  : strcmp(what, "bad") == 0 ? "{\"BDIMX\": 8, \"BDIMY\": 4000}"
                                             : "{\"BDIMX\": 8, \"BDIMY\": 4, \"layout\": \"row-col\", "
                                               "\"swizzle\": \"none\", \"IPAD\": [0, 1]}",
        .name = strcmp(what, "fresh") == 0 ? "fresh" : "plan",
        .effort = described || strcmp(what, "measure") == 0 ? TW_EFFORT_MEASURE : TW_EFFORT_ESTIMATE};
    struct tw_planner *planner = NULL;
    struct tw_plan *plan = NULL, *again = NULL;
    CUcontext context = NULL;
    int code = tw_planner_open(&options, &planner, error);
    if (!code && strcmp(what, "wisdom") == 0) code = tw_planner_add_wisdom(planner, "tile.jsonl", error);
    if (!code && swept) code = tw_planner_add_wisdom(planner, "planned.jsonl", error);
    const struct tw_driver *driver = code ? NULL : tw_planner_driver(planner);
    if (!code)
        code = tw_driver_check(driver, driver->cuDevicePrimaryCtxRetain(&context, 0),
                               "cuDevicePrimaryCtxRetain", error);
    if (!code)
        code = tw_driver_check(driver, driver->cuCtxPushCurrent_v2(context), "cuCtxPushCurrent", error);
    if (!code) code = tw_plan_make(planner, &problem, &plan, error);
    if (!code) code = tw_plan_make(planner, &problem, &again, error);
    if (!code && plan != again) printf("two plans\n");
    if (!code) printf("%s", tw_plan_describe(plan));
    if (!code) code = launch(planner, plan, error);
    tw_plan_destroy(again);
    tw_plan_destroy(plan);
    tw_planner_close(planner);
    return code;
}

static int run_plan(const char *what)
{
    struct tw_error error = TW_ERROR_INIT;
    int code = plan_in_context(what, &error);
    assert(code == (int)error.code);
    if (code) fprintf(stderr, "%s\n", error.message);
    tw_error_free(&error);
    return code ? 1 : 0;
}

#if CAN_FAIL
/* ---- one run ---- */

static char folder[64] =
    "/tmp/tilewright-oom-XXXXXX"; /* holds work, which each run begins with as it was made, and as_made */
static char *started_in;

/* What came of a run. */
struct outcome {
    int status; /* as waitpid gives it */
    struct tw_text out, err, files;
    long allocations, failed;
    bool loader; /* its allocation failed first: it says anything then, also that a symbol is undefined */
    bool ranked; /* what it says of one variant depends on the others */
};

static void outcome_free(struct outcome *outcome)
{
    tw_text_free(&outcome->out);
    tw_text_free(&outcome->err);
    tw_text_free(&outcome->files);
}

static void shell(const char *format, ...)
{
    char line[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (system(line) != 0) fail_msg("%s", line);
}

static int run_words(const char *command)
{
    static char words[256]; /* argp moves the pointers: reachable to the end all the same */
    static char *argv[24] = {(char *)"tilewright"};
    int argc = 1;
    snprintf(words, sizeof words, "%s", command);
    for (char *word = strtok(words, " "); word; word = strtok(NULL, " ")) argv[argc++] = word;
    if (strcmp(argv[1], "plan") == 0) return run_plan(argc > 2 ? argv[2] : "");
    return tilewright_main(argc, argv);
}

static void redirect(const char *file, int to)
{
    int opened = open(file, O_CREAT | O_TRUNC | O_RDWR, 0600);
    if (opened < 0 || dup2(opened, to) < 0) _exit(99);
    close(opened);
}

static void begin_child(const char *command, long first, bool onward)
{
    for (int s = 1; s < NSIG; s++) signal(s, SIG_DFL); /* not cmocka's */
    redirect("/dev/null", 0);
    redirect("../out", 1);
    redirect("../err", 2);
    alarm(SECONDS);
    start_failing(first, onward);
    exit(run_words(command));
}

static void read_text(const char *path, struct tw_text *text)
{
    assert_int_equal(tw_file_read(path, text, NULL), TW_OK);
}

/* Every file below `path`: "NAME LENGTH HASH". */
static void list_files(const char *path, struct tw_text *text)
{
    struct dirent **entries;
    int count = scandir(path, &entries, NULL, alphasort);
    assert_true(count >= 0);
    for (int i = 0; i < count; i++) {
        char name[512];
        snprintf(name, sizeof name, "%s/%s", path, entries[i]->d_name);
        if (entries[i]->d_type == DT_DIR && entries[i]->d_name[0] != '.') {
            list_files(name, text);
        } else if (entries[i]->d_type != DT_DIR) {
            struct tw_text content = {0};
            read_text(name, &content);
            unsigned long long hash = 5381;
            for (size_t k = 0; k < content.length; k++) hash = hash * 33 + (unsigned char)content.data[k];
            tw_text_addf(text, "%s %zu %llx\n", name, content.length, hash);
            tw_text_free(&content);
        }
        free(entries[i]);
    }
    free(entries);
}

/* A kernel that could not be read from the cache is compiled, and the plan says so. */
static void forget_where_from(struct tw_text *text)
{
    static const char words[] = " (from the disk cache)";
    char *found = text->length ? strstr(text->data, words) : NULL;
    if (!found) return;
    memmove(found, found + sizeof words - 1, strlen(found + sizeof words - 1) + 1);
    text->length -= sizeof words - 1;
}

static void run(const char *command, long first, bool onward, struct outcome *outcome)
{
    *outcome = (struct outcome){0};
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) begin_child(command, first, onward);
    assert_int_equal(waitpid(child, &outcome->status, 0), child);
    atomic_store(&failing->on, false);
    outcome->allocations = first < 0 ? LONG_MAX - atomic_load(&failing->left) : 0;
    outcome->failed = atomic_load(&failing->failed);
    outcome->loader = atomic_load(&failing->loader);
    read_text("../out", &outcome->out);
    read_text("../err", &outcome->err);
    list_files(".", &outcome->files);
    forget_where_from(&outcome->out);
    /* other variants rank, or are told of, when one fails */
    outcome->ranked = strncmp(command, "sweep ", 6) == 0 || strstr(command, " --brief");
}

/* ---- the verdict ---- */

static bool has_line(const struct tw_text *text, const char *line, size_t length)
{
    for (const char *at = tw_text_string(text); *at;
         at += strcspn(at, "\n") + (at[strcspn(at, "\n")] == '\n')) {
        if (strcspn(at, "\n") == length && memcmp(at, line, length) == 0) return true;
    }
    return false;
}

static bool ends_with(const struct tw_text *text, const char *end)
{
    size_t length = strlen(end);
    return text->length >= length && memcmp(text->data + text->length - length, end, length) == 0;
}

/* Lines, each an object. */
static bool is_results(const struct tw_text *text)
{
    bool good = !text->length || ends_with(text, "\n");
    for (char *line = text->data, *end; good && line && *line; line = end + 1) {
        struct tw_json json;
        end = strchr(line, '\n');
        good = tw_json_parse("line", line, (size_t)(end - line), &json, NULL) == TW_OK;
        if (good) tw_json_free(&json);
    }
    return good;
}

static bool is_entry(const struct tw_text *text)
{
    struct tw_cache_key key;
    bool good = tw_cache_entry_read(tw_text_string(text), text->length, &key, NULL) == TW_OK;
    tw_cache_key_free(&key);
    return good;
}

/* When a variant of a sweep fails, others are tried and rank in its place: that file is another one, but whole. */
static bool is_whole(const char *path)
{
    struct tw_text text = {0};
    const char *dot = strrchr(path, '.');
    read_text(path, &text);
    bool whole = (strcmp(dot, ".jsonl") == 0 && is_results(&text)) ||
                 (strcmp(dot, ".kernel") == 0 && is_entry(&text)) ||
                 (strcmp(dot, ".html") == 0 && ends_with(&text, "</html>\n"));
    tw_text_free(&text);
    return whole;
}

/* Every file is as it was, as it should become, or one of a sweep that went on without a variant. */
static const char *judge_files(const struct outcome *got, const struct outcome *right,
                               const struct tw_text *before)
{
    static char why[600];
    for (const char *line = tw_text_string(&got->files), *next; *line; line = next) {
        size_t length = strcspn(line, "\n"), name = strcspn(line, " ");
        next = line + length + 1;
        char path[512];
        snprintf(path, sizeof path, "%.*s", (int)name, line);
        if (has_line(before, line, length) || has_line(&right->files, line, length)) continue;
        if (got->ranked && is_whole(path)) continue;
        snprintf(why, sizeof why, "a file is left that should not be: %.*s", (int)length, line);
        return why;
    }
    return NULL;
}

/* Every word of the line stands in the text: a table has other widths and columns when a variant fails. */
static bool has_words(const struct tw_text *text, char *line)
{
    bool all = true;
    for (char *word; (word = strsep(&line, " "));) all &= strstr(tw_text_string(text), word) != NULL;
    return all;
}

/* What a run without failures says too, or what says that something failed. When a variant of a sweep fails,
   the ranks and costs of others are other ones. */
static const char *judge_lines(const struct tw_text *got, const struct tw_text *right)
{
    static char why[600];
    for (const char *line = tw_text_string(got), *next; *line; line = next) {
        size_t length = strcspn(line, "\n");
        next = line + length + (line[length] == '\n');
        char copy[600];
        snprintf(copy, sizeof copy, "%.*s", (int)length, line);
        if (has_line(right, line, length) || strstr(copy, "failed") || strstr(copy, "emory") ||
            strstr(copy, "in partial"))
            continue;
        if (strncmp(copy, "removed ", 8) == 0 || strncmp(copy, "simulated as predicted: ", 24) == 0) continue;
        snprintf(why, sizeof why, "a line that was not there before: %.500s", copy);
        if (has_words(right, copy)) continue;
        return why;
    }
    return NULL;
}

static bool same(const struct tw_text *a, const struct tw_text *b)
{
    return strcmp(tw_text_string(a), tw_text_string(b)) == 0;
}

static bool says_so(const struct tw_text *text)
{
    const char *words = tw_text_string(text);
    return strstr(words, "out of memory") || strstr(words, strerror(ENOMEM));
}

/* NULL when all is well, else what is not. */
static const char *judge(const struct outcome *got, const struct outcome *right, const struct tw_text *before)
{
    static char why[64];
    if (!WIFEXITED(got->status)) {
        snprintf(why, sizeof why, "killed by signal %d", WTERMSIG(got->status));
        return why;
    }
    int status = WEXITSTATUS(got->status);
    if (status == 127 && ends_with(&got->err, "out of memory\n")) /* the loader's end, while it opens NVRTC */
        return judge_files(got, right, before);
    if (status == WEXITSTATUS(right->status) && same(&got->out, &right->out) && same(&got->err, &right->err))
        return judge_files(got, right, before); /* not equal: a cache need not be written */
    if (status < 1 || status > 3) {
        snprintf(why, sizeof why, "status %d, but not the right output", status);
        return why;
    }
    if (strstr(tw_text_string(&got->out), "damaged") || strstr(tw_text_string(&got->err), "damaged"))
        return "something is called damaged";
    if (!got->loader && !says_so(&got->out) && !says_so(&got->err)) return "nothing says that memory ran out";
    const char *wrong = got->ranked ? NULL : judge_lines(&got->out, &right->out);
    return wrong ? wrong : judge_files(got, right, before);
}

/* ---- every command ---- */

static struct tw_text before; /* the files, as they were made */

static void restore(void)
{
    assert_int_equal(chdir(folder), 0);
    shell("rm -rf work && cp -a as_made work");
    assert_int_equal(chdir("work"), 0);
}

static bool is_prime(long number)
{
    for (long i = 2; i * i <= number; i++) {
        if (number % i == 0) return false;
    }
    return number > 1;
}

static long stride_for(long allocations)
{
    const char *all = getenv("TILEWRIGHT_TEST_ALL");
    long stride = allocations / FEW;
    if (stride < 2 || (all && *all)) return 1;
    while (!is_prime(stride)) stride++;
    return stride;
}

static unsigned sweep_failures(const char *command, bool onward, const struct outcome *right)
{
    long stride = stride_for(right->allocations);
    unsigned wrong = 0, failed = 1;
    for (long k = onward ? stride / 2 : 0; failed && wrong < 20; k += stride) {
        struct outcome got;
        run(command, k, onward, &got);
        failed = got.failed > 0;
        const char *why = judge(&got, right, &before);
        if (why) {
            print_error("%s, allocation %ld %s: %s\n%s%s", command, k, onward ? "and all after it" : "alone",
                        why, tw_text_string(&got.out), tw_text_string(&got.err));
            wrong++;
        }
        if (!same(&got.files, &before)) restore();
        outcome_free(&got);
    }
    return wrong;
}

static void fail_each(void **state)
{
    const char *command = *state, *only = getenv("TILEWRIGHT_TEST_ONLY");
    struct outcome right;
    unsigned wrong;
    if (only && !strstr(command, only)) skip();
    restore();
    run(command, -1, false, &right);
    if (!WIFEXITED(right.status) || WEXITSTATUS(right.status) > 3)
        fail_msg("%s: %s", command, tw_text_string(&right.err));
    restore();
    wrong = sweep_failures(command, false, &right);
    wrong += sweep_failures(command, true, &right);
    if (getenv("TILEWRIGHT_TEST_ALL"))
        print_message("%s: %ld allocations, status %d\n", command, right.allocations,
                      WEXITSTATUS(right.status));
    outcome_free(&right);
    assert_int_equal(wrong, 0);
}

static void must_run(const char *command)
{
    struct outcome outcome;
    run(command, -1, false, &outcome);
    if (!WIFEXITED(outcome.status) || WEXITSTATUS(outcome.status) > 1)
        fail_msg("%s: %s", command, tw_text_string(&outcome.err));
    outcome_free(&outcome);
}

/* What is known of two devices, an entry of it measured with another template. */
static void write_wisdom(const char *path, int64_t rows)
{
    static const struct tw_store_device devices[] = {{"A GPU", 90, 132, 60000000, 13000},
                                                     {"Another", 80, 108, 40000000, 12040}};
    struct tw_stores stores = {0};
    struct tw_text text = {0};
    struct tw_store_entry entry = {
        .family = tw_family_find("transpose"), .effort = TW_EFFORT_MEASURE, .us = 10, .tried = 3, .of = 4};
    for (unsigned f = 0; f < entry.family->field_count; f++)
        entry.value[f] = entry.family->fields[f].fallback;
    entry.value[tw_family_field(entry.family, "rows")] = entry.value[tw_family_field(entry.family, "cols")] =
        rows;
    tw_family_resolve(entry.family, entry.value, tw_target_find(90));
    tw_store_stamp(&entry);
    for (unsigned i = 0; i < 4; i++) {
        entry.searched = 1u << tw_family_field(entry.family, i / 2 ? "hints" : "order");
        entry.template_hash += i;
        assert_int_equal(tw_stores_add(&stores, &devices[i % 2], &entry, NULL), TW_OK);
    }
    tw_stores_print(&stores, &text);
    assert_int_equal(tw_file_write(path, text.data, text.length, NULL), TW_OK);
    tw_stores_free(&stores);
    tw_text_free(&text);
}

/* A description whose reference is a function of the library that the tests build. */
static void write_function(void)
{
    struct tw_text text = {0};
    tw_text_addf(
        &text,
        "{\"tilewright\": 1, \"kernel\": {\"name\": \"own\", \"source\": \"safe.cu\", \"grid\": 1, "
        "\"block\": 32,\n\"arguments\": [{\"name\": \"out\", \"type\": \"float32\", \"count\": 32, \"role\": "
        "\"output\"}],\n\"reference\": {\"library\": \"%s/libreference_functions.so\", \"function\": "
        "\"downwards\"}}}\n",
        getenv("PROGRAMS"));
    assert_int_equal(tw_file_write("function.json", text.data, text.length, NULL), TW_OK);
    tw_text_free(&text);
}

/* The files, a cache with their kernels, and results: whole, in two parts, and of a sweep that was not finished. */
static int prepare(void **state)
{
    (void)state;
    started_in = getcwd(NULL, 0);
    assert_non_null(mkdtemp(folder));
    assert_int_equal(chdir(folder), 0);
    shell("mkdir work");
    assert_int_equal(chdir("work"), 0);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        assert_int_equal(tw_file_write(files[i].name, files[i].text, strlen(files[i].text), NULL), TW_OK);
    write_function();
    setenv("TILEWRIGHT_CACHE", "cache", 1);
    setenv("TILEWRIGHT_CACHE_SIZE", "64", 1);
    setenv("TMPDIR", "..", 1);
    char *self = realpath("/proc/self/exe", NULL);
    setenv("TILEWRIGHT_WORKER", self, 1);
    free(self);
    prepare_to_fail();
    must_run("run tile.json --arch sm_90");
    must_run("run transpose.json");
    must_run("run wrong.json --template wrong.mustache");
    must_run("run fault.json --template fault.mustache");
    must_run("sweep space.json -o whole.jsonl");
    must_run("sweep space.json -o one.jsonl --shard 1/2");
    must_run("sweep space.json -o two.jsonl --shard 2/2");
    must_run("sweep tile.json -o tile.jsonl");
    must_run("sweep few.json --budget 100000");
    write_wisdom("known.wisdom", 100);
    write_wisdom("more.wisdom", 200);
    must_run("wisdom import known.wisdom");
    must_run("verify tile.json --record known.gz");
    must_run("run described.json");
    must_run("run function.json");
    must_run("lint own.cu --launch own.launches --fail never");
    must_run("lint other.cu --launch own.launches --fail never");
    must_run("embed tile.json --name k -o unused --format c --arch sm_90 --force");
    must_run("embed whole.jsonl --name k -o unused --format c --top 2 --arch sm_90 --force");
    must_run("embed transpose.json --name k -o unused --format ptx --arch sm_90 --force");
    must_run("plan");
    must_run("sweep planned.json --by rows -o planned.jsonl");
    must_run("sweep proved.json --by rows");
    must_run("lint safe.cu --launch proved.json");
    must_run("verify proved.json");
    must_run("plan described");
    must_run("plan swept");
    shell("rm -rf unused; sed '1s/\"finished\": true/\"finished\": false/; 3,$d' whole.jsonl >half.jsonl");
    list_files(".", &before);
    assert_int_equal(chdir(folder), 0);
    shell("cp -a work as_made");
    return 0;
}

static int tidy_up(void **state)
{
    (void)state;
    assert_int_equal(chdir(started_in), 0);
    shell("rm -rf %s", folder);
    free(started_in);
    tw_text_free(&before);
    return 0;
}
#else
static int prepare(void **state)
{
    (void)state, (void)files, (void)run_plan;
    return 0;
}

static int tidy_up(void **state)
{
    (void)state;
    return 0;
}

static void fail_each(void **state)
{
    (void)state;
    skip();
}
#endif

int main(int argc, char **argv)
{
    struct CMUnitTest tests[COMMAND_COUNT];
#if CAN_FAIL
    if (argc == 2 && strcmp(argv[1], TW_WORKER_ARGUMENT) == 0) {
        join_failing();
        return tw_worker_main();
    }
#else
    (void)argc, (void)argv;
#endif
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        tests[i] = (struct CMUnitTest){commands[i], fail_each, NULL, NULL, (void *)(uintptr_t)commands[i]};
    return cmocka_run_group_tests(tests, prepare, tidy_up);
}
