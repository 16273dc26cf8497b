/* tilewright results: merges, sorts, filters and exports what sweeps have written. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/options/space.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/report/report_html.h"
#include "cli/results/listing.h"
#include "cli/results/missing.h"
#include "cli/terminal.h"
#include "tune/results/described.h"
#include "tune/results/records.h"
#include "tune/results/t4.h"

#define MANY       64u /* filters */
#define USUAL_ROWS 20u /* of a table */

struct arguments {
    char **files;
    size_t file_count;
    const char *sort, *csv, *output, *report, *t4, *kernel; /* or NULL */
    const char *filters[MANY];
    size_t filter_count;
    uint64_t top; /* 0: all */
    bool mixed, json, force;
};

/* ---- reading ---- */

static int add_file(struct tw_shards *shards, const char *file, struct tw_error *error)
{
    int code = tw_shards_add(shards, file, error);
    if (code) return code;
    const struct tw_shard *shard = &shards->shards[shards->count - 1];
    if (shard->empty)
        return tw_fail_at(error, TW_INPUT, shard->name, shard->torn, shard->torn, "%s",
                          shard->torn ? "not a results file: it has no complete first line"
                                      : "the file is empty: no results file");
    if (shard->torn)
        tw_complain("note: %s:%zu: the last line is not complete and is left out", shard->name,
                    shard->count + 2);
    return TW_OK;
}

/* Whether the description that the command line names is that of all files. *kernel is the caller's. */
static int take_kernel(const char *file, struct tw_shards *shards, struct tw_description **kernel,
                       struct tw_error *error)
{
    int code = tw_description_load(file, kernel, error);
    for (size_t i = 0; i < shards->count && !code; i++) {
        const struct tw_shard *shard = &shards->shards[i];
        const struct tw_sheet_row *line = &shards->headers.rows[shard->header];
        cJSON *header = cJSON_ParseWithLength(line->line, line->length);
        code = header ? tw_described_family(shard->name, header, *kernel, &shards->family, error)
                      : tw_fail(error, TW_MEMORY, "out of memory");
        cJSON_Delete(header);
    }
    return code;
}

static int note_version(const struct tw_shards *shards, struct tw_error *error)
{
    struct tw_text version = {0};
    tw_value_add(tw_sheet_value_of(&shards->headers, 0, "version"), &version);
    if (!version.failed)
        tw_records_say_version(&tw_terminal, shards->shards[0].name, tw_text_string(&version));
    int code = version.failed ? tw_fail(error, TW_MEMORY, "out of memory") : TW_OK;
    tw_text_free(&version);
    return code;
}

/* Every record of every file: what --mixed shows. */
static void take_all(const struct tw_shards *shards, uint32_t *rows, size_t *count)
{
    *count = shards->records.row_count;
    for (size_t i = 0; i < *count; i++) rows[i] = (uint32_t)i;
}

/* Commands are one line each, however wide: they are for copying. */
static int say_missing(const struct tw_shards *shards, const uint32_t *rows, size_t count,
                       struct tw_error *error)
{
    struct tw_text text = {0};
    tw_missing_say(shards, rows, count, &text);
    int code = text.failed ? tw_fail(error, TW_MEMORY, "out of memory") : TW_OK;
    char *line = text.data, *end = line ? strchr(line, '\n') : NULL;
    if (!code && end) {
        *end = '\0';
        tw_complain("%s", line);
        struct tw_text commands = {0};
        tw_text_add(&commands, end + 1);
        tw_put_lines(stderr, &commands);
        tw_text_free(&commands);
    }
    tw_text_free(&text);
    return code;
}

static int merge(struct tw_shards *shards, uint32_t *rows, size_t *count, struct tw_error *error)
{
    int code = note_version(shards, error);
    if (!code) code = tw_shards_union(shards, rows, count, error);
    if (!code) code = say_missing(shards, rows, *count, error);
    return code ? code : tw_shards_rank(shards, rows, *count, error);
}

/* ---- choosing ---- */

/* Moves the rows that pass to the front; false when memory ran out. */
static bool keep_passing(const struct tw_filter *filter, const struct tw_sheet *records, uint32_t *rows,
                         size_t *count)
{
    struct tw_text scratch = {0};
    size_t kept = 0;
    for (size_t i = 0; i < *count; i++) {
        if (tw_filter_passes(filter, records, rows[i], &scratch)) rows[kept++] = rows[i];
    }
    *count = kept;
    bool done = !scratch.failed;
    tw_text_free(&scratch);
    return done;
}

/* People and --top see the best first; files are in the order of the space. */
static void default_order(const struct arguments *arguments, const struct tw_sheet *records,
                          struct tw_sort *sort)
{
    static const char *const keys[] = {"rank", "number"};
    bool file = arguments->json || arguments->output || arguments->csv || arguments->t4;
    bool by_rank = !file || arguments->top;
    tw_sort_of(by_rank ? keys : keys + 1, by_rank ? 2 : 1, records, sort);
}

/* The columns that the arguments name are shown in the table too. */
struct shown {
    uint32_t columns[MANY + TW_SORT_KEYS];
    size_t count;
};

static int filter_rows(const struct arguments *arguments, const struct tw_sheet *records, uint32_t *rows,
                       size_t *count, struct shown *shown, struct tw_error *error)
{
    for (size_t i = 0; i < arguments->filter_count; i++) {
        struct tw_filter filter;
        int code = tw_filter_parse(arguments->filters[i], records, &filter, error);
        if (code) return code;
        if (!keep_passing(&filter, records, rows, count)) return tw_fail(error, TW_MEMORY, "out of memory");
        shown->columns[shown->count++] = filter.column;
    }
    return TW_OK;
}

static int sort_rows(const struct arguments *arguments, const struct tw_sheet *records, uint32_t *rows,
                     size_t count, struct shown *shown, struct tw_error *error)
{
    struct tw_sort sort;
    default_order(arguments, records, &sort);
    int code = arguments->sort ? tw_sort_parse(arguments->sort, records, &sort, error) : TW_OK;
    if (code) return code;
    for (unsigned i = 0; i < sort.count; i++) shown->columns[shown->count++] = sort.keys[i].column;
    if (!arguments->sort) shown->count = 0;
    return tw_sort_rows(&sort, records, rows, count) ? TW_OK : tw_fail(error, TW_MEMORY, "out of memory");
}

/* ---- writing ---- */

static int save_report(const struct arguments *arguments, const struct tw_listing *listing,
                       struct tw_error *error)
{
    const char *file = arguments->report;
    struct tw_text lines = {0}, html = {0};
    struct tw_records records = {0};
    tw_listing_json(listing, &lines);
    int code = lines.failed ? tw_fail(error, TW_MEMORY, "out of memory")
                            : tw_records_of(file, tw_text_string(&lines), &records, error);
    records.family = listing->shards->family;
    if (!code) code = tw_report_html(&records, NULL, &html, error);
    if (!code)
        code = tw_output_write(file, &html, arguments->force, error);
    else
        tw_text_free(&html);
    tw_records_free(&records);
    tw_text_free(&lines);
    return code;
}

static bool is_table(const struct arguments *arguments)
{
    return !arguments->json && !arguments->csv && !arguments->output && !arguments->report && !arguments->t4;
}

/* A user who asked for nothing in particular sees the variants that are ok, if there are any, and why others are not. The order stays.
   False: out of memory. */
static bool put_ok_first(struct tw_listing *listing, uint32_t *rows)
{
    size_t ok = 0, others = 0;
    uint32_t *other = malloc((listing->count + 1) * sizeof *other);
    if (!other) return false;
    for (size_t i = 0; i < listing->count; i++) {
        if (tw_listing_is_ok(listing, rows[i]))
            rows[ok++] = rows[i];
        else
            other[others++] = rows[i];
    }
    memcpy(rows + ok, other, others * sizeof *other);
    free(other);
    if (!ok) return true;
    listing->left_out = rows + ok;
    listing->left_out_count = listing->count - ok;
    listing->count = ok;
    return true;
}

/* Writes the files asked for; what is for standard output goes to *out. */
static int write_listing(const struct arguments *arguments, const struct tw_listing *listing,
                         const struct shown *shown, struct tw_text *out, struct tw_error *error)
{
    struct tw_text text = {0};
    int code = TW_OK;
    bool csv_file = arguments->csv && strcmp(arguments->csv, "-") != 0;
    if (csv_file) {
        tw_listing_csv(listing, &text);
        code = tw_output_write(arguments->csv, &text, arguments->force, error);
    }
    if (arguments->output && !code) {
        tw_listing_json(listing, &text);
        code = tw_output_write(arguments->output, &text, arguments->force, error);
    }
    if (arguments->t4 && !code) {
        tw_t4_write(listing->shards, listing->rows, listing->count, &text);
        code = tw_output_write(arguments->t4, &text, arguments->force, error);
    }
    if (arguments->report && !code) code = save_report(arguments, listing, error);
    if (arguments->json)
        tw_listing_json(listing, out);
    else if (arguments->csv && !csv_file)
        tw_listing_csv(listing, out);
    else if (is_table(arguments))
        tw_listing_table(listing, shown->columns, shown->count, out);
    return code;
}

/* Everything after reading; `rows` has room for every record. */
static int select_and_write(const struct arguments *arguments, struct tw_shards *shards, uint32_t *rows,
                            struct tw_text *out, struct tw_error *error)
{
    const struct tw_sheet *records = &shards->records;
    struct shown shown = {.count = 0};
    size_t all = 0, count;
    int code = TW_OK;
    if (arguments->mixed)
        take_all(shards, rows, &all);
    else
        code = merge(shards, rows, &all, error);
    count = all;
    if (!code) code = filter_rows(arguments, records, rows, &count, &shown, error);
    if (!code) code = sort_rows(arguments, records, rows, count, &shown, error);
    if (arguments->top && arguments->top < count) count = (size_t)arguments->top;
    if (!code && count < all) code = tw_shards_unfinish(shards, error);
    if (code) return code;
    struct tw_listing listing = {shards, rows, count, arguments->mixed, arguments->top ? 0 : USUAL_ROWS,
                                 NULL,   0};
    bool asked = arguments->filter_count || arguments->sort || arguments->top;
    if (!asked && is_table(arguments) && !put_ok_first(&listing, rows))
        return tw_fail(error, TW_MEMORY, "out of memory");
    return write_listing(arguments, &listing, &shown, out, error);
}

/* ---- arguments ---- */

static bool read_filter(char *expression, void *place, const char *command)
{
    struct arguments *arguments = place;
    if (arguments->filter_count == MANY) tw_arguments_refuse(command, "more than %u filters", MANY);
    arguments->filters[arguments->filter_count++] = expression;
    return true;
}

/* "-o -" is --json. */
static bool read_output(char *file, void *place, const char *command)
{
    struct arguments *arguments = place;
    (void)command;
    if (strcmp(file, "-") == 0)
        arguments->json = true;
    else
        arguments->output = file;
    return true;
}

static void take_files(char **files, size_t count, void *place, const char *command)
{
    struct arguments *arguments = place;
    if (!count) tw_arguments_refuse(command, "at least one results FILE is needed");
    arguments->files = files;
    arguments->file_count = count;
}

static bool are_same(const char *a, const char *b)
{
    return a && b && strcmp(a, b) == 0;
}

/* Checks that the files to be written are none of those that are read, and each another. */
static int claim_outputs(const struct arguments *arguments, struct tw_error *error)
{
    const struct {
        const char *path, *role;
    } files[] = {{arguments->output, "the results"},
                 {arguments->report, "the report"},
                 {arguments->t4, "T4"},
                 {arguments->csv && strcmp(arguments->csv, "-") != 0 ? arguments->csv : NULL, "CSV"}};
    struct tw_outputs outputs = {0};
    int code = TW_OK;
    for (size_t i = 0; i < arguments->file_count; i++) tw_outputs_read(&outputs, arguments->files[i]);
    tw_outputs_read(&outputs, arguments->kernel);
    for (size_t i = 0; i < sizeof files / sizeof *files && !code; i++)
        code = tw_outputs_claim(&outputs, files[i].path, files[i].role, error);
    tw_outputs_free(&outputs);
    return code;
}

static void check_arguments(const struct arguments *arguments, const char *command)
{
    const char *output = arguments->output, *csv = arguments->csv, *report = arguments->report,
               *t4 = arguments->t4;
    if (are_same(output, csv) || are_same(output, report) || are_same(csv, report) || are_same(t4, output) ||
        are_same(t4, csv) || are_same(t4, report))
        tw_arguments_refuse(command, "-o, --csv, --report and --t4 must name different files");
    bool stdout_csv = arguments->csv && strcmp(arguments->csv, "-") == 0;
    if (stdout_csv && arguments->json)
        tw_arguments_refuse(command, "--json and --csv - both write to standard output");
    if (t4 && strcmp(t4, "-") == 0 && (stdout_csv || arguments->json))
        tw_arguments_refuse(command, "--t4 - and another output both write to standard output");
    if (arguments->mixed && (arguments->json || arguments->output || arguments->report || t4))
        tw_arguments_refuse(command, "with --mixed there is no one header to write: use --csv or the table");
}

static const struct tw_option options[] = {
    {"sort", 's', "KEY,...", TW_AS_STRING(struct arguments, sort),
     "sort by these fields; -KEY: largest first; by default a table is in order of rank, a file in the order "
     "of the space"},
    {"filter", 'f', "EXPR", .kind = TW_OPTION_READ, .read = read_filter,
     .help = "only records with KEY=VALUE, KEY!=VALUE, KEY<NUMBER, <=, > or >=; several: all must hold"},
    TW_KERNEL_OPTION(struct arguments, kernel),
    {"top", 'n', "K", TW_AS_COUNT(struct arguments, top), "only the first K"},
    {"json", 0, NULL, TW_AS_FLAG(struct arguments, json),
     "JSON Lines on standard output: a results file again"},
    {"csv", 0, "FILE", TW_AS_STRING(struct arguments, csv),
     "write CSV, every field a column; - for standard output"},
    {"output", 'o', "FILE", .kind = TW_OPTION_READ, .read = read_output,
     .help = "write the output of --json to a file"},
    {"report", 0, "FILE", TW_AS_STRING(struct arguments, report),
     "write one page of HTML that needs nothing else"},
    {"t4", 0, "FILE", TW_AS_STRING(struct arguments, t4),
     "write a T4 file, which Kernel Tuner's tools read; - for standard output"},
    TW_FORCE_OPTION(struct arguments, force),
    {"mixed", 0, NULL, TW_AS_FLAG(struct arguments, mixed),
     "the files are of different sweeps: show them side by side"},
    {"FILE...", 0, NULL, .kind = TW_OPTION_OPERANDS, .take = take_files, .help = "results files of sweeps"},
    {0},
};

const struct tw_arguments tw_arguments_results = {
    "Merges, sorts, filters and exports the results of sweeps.\v"
    "The files are shards of one sweep, or of any with --mixed. KEY is a field of a record; those of nested "
    "objects have dots: time_us.median. Without --json, --csv and -o a table is printed.",
    options, NULL};

int tw_cmd_results(int argc, char **argv)
{
    struct arguments arguments = {0};
    if (tw_arguments_parse(&tw_arguments_results, argc, argv, &arguments)) return TW_EXIT_FAILED;
    check_arguments(&arguments, argv[0]);
    struct tw_error error = TW_ERROR_INIT;
    struct tw_shards shards = {0};
    struct tw_description *kernel = NULL;
    struct tw_text out = {0};
    int code = claim_outputs(&arguments, &error);
    for (size_t i = 0; i < arguments.file_count && !code; i++) {
        tw_progress_say("reading results", i, arguments.file_count);
        code = add_file(&shards, arguments.files[i], &error);
    }
    tw_progress_say(NULL, 0, 0);
    if (arguments.kernel && !code) code = take_kernel(arguments.kernel, &shards, &kernel, &error);
    uint32_t *rows = malloc((shards.records.row_count + 1) * sizeof *rows);
    if (!rows) code = tw_fail(&error, TW_MEMORY, "out of memory");
    if (!code) code = select_and_write(&arguments, &shards, rows, &out, &error);
    int status = code ? tw_report(&error) : is_table(&arguments) ? tw_print(&out) : tw_print_data(&out);
    free(rows);
    tw_text_free(&out);
    tw_shards_free(&shards);
    tw_description_free(kernel);
    tw_error_free(&error);
    return status;
}
