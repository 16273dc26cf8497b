/* A sweep's results file: locked, grown by a line per variant, resumed, then replaced by a ranked one. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <tilewright/version.h>

#include "base/clock.h"
#include "base/escape.h"
#include "base/file.h"
#include "base/files/quiet.h"
#include "gen/config/record.h"
#include "tune/figures.h"
#include "tune/record.h"
#include "tune/results/described.h"
#include "tune/results/records.h"
#include "tune/sweep/sweep_listed.h"
#include "tune/sweep/sweep_search.h"

#define SYNC_S     0.2 /* what a loss of power may cost: the records of so many seconds            */
#define LOCK_TRIES 20u /* of 50 ms: a killed sweep's workers may hold on for a moment              */

/* ---- writing ---- */

static void add_string(const char *key, const char *value, struct tw_text *text)
{
    tw_text_addf(text, "\"%s\": ", key);
    tw_escape_json(text, value);
    tw_text_add(text, ", ");
}

static void add_version(const char *key, int major, int minor, struct tw_text *text)
{
    tw_text_addf(text, "\"%s\": \"%d.%d\", ", key, major, minor);
}

static void add_capability(const struct tw_target *target, struct tw_text *text)
{
    const struct {
        const char *key;
        unsigned value;
    } numbers[] = {
        {"multiprocessors", target->multiprocessors}, {"threads_per_sm", target->threads_per_sm},
        {"blocks_per_sm", target->blocks_per_sm},     {"registers_per_sm", target->registers_per_sm},
        {"shared_per_sm", target->shared_per_sm},     {"shared_per_block", target->shared_per_block},
        {"shared_reserved", target->shared_reserved},
    };
    tw_text_add(text, "\"capability\": {");
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        tw_text_addf(text, "%s\"%s\": %u", i ? ", " : "", numbers[i].key, numbers[i].value);
    }
    tw_text_add(text, "}, ");
}

static const struct tw_template *template_of(const struct tw_space *space)
{
    const struct tw_template *own = tw_space_template(space);
    return own ? own : tw_template_find(space->config.family->template_name);
}

#define MOST_WRITTEN 999999999999999u /* digits that readers take */

/* A search does not know how many variants violate constraints. */
static uint64_t count_variants(const struct tw_sweep *sweep)
{
    const uint64_t all = sweep->search ? sweep->space->config.variant_count : sweep->count;
    return all < MOST_WRITTEN ? all : MOST_WRITTEN;
}

/* A search that is resumed goes on in the same way. */
static void add_search(const struct tw_sweep *sweep, struct tw_text *text)
{
    const bool is_listed = sweep->options->strategy && tw_sweep_lists_candidates(sweep);
    struct tw_search_facts facts = {.seed = sweep->options->seed};
    if (is_listed) facts.strategy = sweep->options->strategy->name;
    if (sweep->search) tw_sweep_search_facts(sweep, &facts);
    if (!facts.strategy) return;
    add_string("strategy", facts.strategy, text);
    tw_text_addf(text, "\"seed\": %" PRIu64 ", ", facts.seed);
}

/* All of the header that must agree when a sweep is resumed:
 * everything but the time and whether it is finished. */
static void add_identity(const struct tw_sweep *sweep, struct tw_text *text)
{
    const struct tw_config *config = &sweep->space->config;
    const struct tw_probe *probe = &sweep->probe;
    tw_text_add(text, "{\"tilewright_results\": 1, ");
    add_string("version", TILEWRIGHT_VERSION, text);
    add_string("config", tw_file_name(config->file), text);
    tw_text_addf(text, "\"config_hash\": \"%016" PRIx64 "\", ", config->hash);
    if (!config->family->description)
        tw_text_addf(text, "\"template_hash\": \"%016" PRIx64 "\", ",
                     tw_template_hash(template_of(sweep->space)));
    add_string("kernel", config->family->name, text);
    if (config->family->description) {
        tw_described_add_header(config->family->description, text);
        tw_text_add(text, ", ");
    }
    tw_text_addf(text, "\"variants\": %" PRIu64 ", \"shard\": \"%u/%u\", \"all\": %s, ",
                 count_variants(sweep), sweep->options->shard, sweep->options->shards,
                 sweep->options->all ? "true" : "false");
    add_search(sweep, text);
    if (sweep->options->by) add_string("by", sweep->options->by, text);
    if (tw_sweep_by_best(sweep)) add_string("best", tw_sweep_by_best(sweep), text);
    if (tw_sweep_is_timed(sweep)) add_string("cache", tw_l2_words[sweep->options->l2], text);
    add_string("device", probe->device, text);
    tw_text_addf(text, "\"simulator\": %s, \"sm\": %u, \"arch\": \"sm_%u\", ",
                 probe->simulator ? "true" : "false", probe->target.sm, probe->sm);
    add_version("driver", probe->driver_version / 1000, probe->driver_version % 1000 / 10, text);
    add_version("nvrtc", probe->nvrtc_major, probe->nvrtc_minor, text);
    add_capability(&probe->target, text);
}

/* Adds which cards there were, and how much they differ, where there were several. */
static void add_cards(const struct tw_sweep *sweep, struct tw_text *text)
{
    tw_text_add(text, "\"cards\": [");
    for (unsigned i = 0; i < sweep->card_count; i++) {
        const struct tw_sweep_card *card = &sweep->cards[i];
        tw_text_addf(text, "%s{\"gpu\": %d, ", i ? ", " : "", card->card.ordinal);
        add_string("uuid", card->card.uuid, text);
        tw_text_addf(text, "\"variants\": %zu, \"ratio\": ", card->measured);
        if (sweep->compared && !card->lost)
            tw_text_add_double(text, card->ratio, 4);
        else
            tw_text_add(text, "null");
        tw_text_addf(text, ", \"lost\": %s}", card->lost ? "true" : "false");
    }
    tw_text_add(text, "], ");
}

static void add_header(const struct tw_sweep *sweep, bool finished, struct tw_text *text)
{
    char stamp[32];
    time_t now = time(NULL);
    struct tm utc;
    gmtime_r(&now, &utc);
    strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%SZ", &utc);
    add_identity(sweep, text);
    if (tw_space_template(sweep->space)) add_string("template", tw_space_template(sweep->space)->name, text);
    add_string("time", stamp, text);
    if (sweep->card_count > 1) add_cards(sweep, text);
    tw_text_addf(text, "\"finished\": %s}\n", finished ? "true" : "false");
}

static void add_record(const struct tw_sweep *sweep, size_t number, struct tw_text *text)
{
    const struct tw_row *row = &sweep->rows[number];
    const struct tw_column_value values[] = {TW_ROW_COLUMNS(TW_COLUMN_VALUE)};
    tw_result_json(&sweep->variants, &row->result, sweep->probe.device, text);
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        tw_text_add(text, ", ");
        tw_column_add(&values[i], text);
    }
    tw_result_add_figures(&sweep->variants, &row->result, &row->work, text);
    tw_text_add(text, "}\n");
}

void tw_sweep_text(const struct tw_sweep *sweep, bool finished, struct tw_text *text)
{
    add_header(sweep, finished, text);
    for (size_t i = 0; i < sweep->count; i++) {
        if (sweep->rows[i].mine && sweep->rows[i].done) add_record(sweep, i, text);
    }
}

/* ---- reading what an interrupted sweep left ---- */

static int differs(const char *file, const char *key, const cJSON *theirs, const cJSON *ours,
                   struct tw_error *error)
{
    char *a = theirs ? cJSON_PrintUnformatted(theirs) : NULL, *b = cJSON_PrintUnformatted(ours);
    int code = !b || (theirs && !a) ? tw_fail(error, TW_MEMORY, "out of memory")
                                    : tw_fail_at(error, TW_INPUT, file, 1, 1,
                                                 "cannot be resumed: \"%s\" is %s there and %s here", key,
                                                 a ? a : "missing", b);
    free(a);
    free(b);
    return code;
}

static int check_header(const struct tw_sweep *sweep, const struct tw_records *records,
                        struct tw_error *error)
{
    struct tw_text text = {0};
    bool unsure;
    const struct tw_family *family = sweep->space->config.family;
    int code = tw_records_check_template(records, family, tw_space_template(sweep->space), &unsure, error);
    if (!code && family->description)
        code = tw_described_family(records->file, records->header, family->description, &family, error);
    if (code) return code;
    add_identity(sweep, &text);
    tw_text_add(&text, "\"finished\": false}");
    cJSON *ours = cJSON_Parse(tw_text_string(&text));
    tw_text_free(&text);
    if (!ours) return tw_fail(error, TW_MEMORY, "out of memory");
    for (const cJSON *item = ours->child; item && !code; item = item->next) {
        const cJSON *theirs = cJSON_GetObjectItemCaseSensitive(records->header, item->string);
        if (strcmp(item->string, "finished") != 0 && !cJSON_Compare(item, theirs, true)) {
            code = differs(records->file, item->string, theirs, item, error);
        }
    }
    cJSON_Delete(ours);
    return code;
}

/* Whether the record has the variant's values; texts are looked at by name alone. */
static bool has_values(const struct tw_family *family, const cJSON *record, const int64_t *value)
{
    int64_t read[TW_MAX_FIELDS];
    bool same = tw_record_values(record, family, read) == family->field_count;
    for (unsigned f = 0; f < family->field_count && same; f++)
        same = family->fields[f].kind == TW_FIELD_TEXT || read[f] == value[f];
    return same;
}

/* The row of this sweep that the record is of, or NULL. */
static struct tw_row *row_of(const struct tw_sweep *sweep, const cJSON *record, const char *name)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(record, tw_column_key(TW_COLUMN_number));
    double number = cJSON_IsNumber(item) ? item->valuedouble : -1;
    if (!name || !(number >= 0 && number < (double)sweep->count)) return NULL;
    struct tw_row *row = &sweep->rows[(size_t)number];
    const struct tw_variant *variant = row->result.variant;
    const bool same = row->mine && strcmp(name, variant->name) == 0 &&
                      has_values(sweep->space->config.family, record, variant->value);
    return same ? row : NULL;
}

static bool is_to_be_tried(const char *reason)
{
    return tw_worker_was_killed(reason) || strncmp(reason, TW_BUDGET_REASON, strlen(TW_BUDGET_REASON)) == 0;
}

/* Takes over one record: the row then is done and written. One whose worker was killed from outside is tried again, and one that
   a budget did not reach is tried now. */
static int take_record(struct tw_sweep *sweep, const struct tw_records *records, const cJSON *record,
                       bool *killed, struct tw_error *error)
{
    const char *key = tw_column_key(TW_COLUMN_name);
    const char *name = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(record, key));
    const char *reason = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(record, "reason"));
    struct tw_row *row = NULL;
    int code = TW_OK;
    if (sweep->search && name)
        code = tw_sweep_search_take(sweep, name, &row, error);
    else
        row = row_of(sweep, record, name);
    if (code) return code;
    if (row && reason && is_to_be_tried(reason)) {
        *killed = true;
        return TW_OK;
    }
    if (!row || !tw_record_resume(record, &row->result)) {
        return tw_fail_at(error, TW_INPUT, records->file, 0, 0,
                          "cannot be resumed: the record of '%s' is of another sweep", name ? name : "?");
    }
    tw_sweep_settle(sweep, row);
    row->is_twin &= row->result.status == TW_STATUS_SKIPPED;
    row->written = true;
    return TW_OK;
}

/* ---- the open file ---- */

struct results_file {
    int descriptor;
    char *path;    /* where it is, wherever the process is by the end */
    double synced; /* when what was written was last made safe from a loss of power */
    bool ours;     /* it holds this sweep's records and no others                   */
    bool failed;   /* no more is appended; all is tried once more at the end        */
};

/* True when the descriptor is the file that the path names: it may have been replaced since it was opened. */
static bool is_current(int file, const char *path)
{
    struct stat here, there;
    return fstat(file, &here) == 0 && stat(path, &there) == 0 && here.st_dev == there.st_dev &&
           here.st_ino == there.st_ino;
}

/* A lock is given back by itself: a child that the host has forked meanwhile has the file open too. */
static void close_locked(int *descriptor)
{
    if (*descriptor < 0) return;
    flock(*descriptor, LOCK_UN);
    close(*descriptor);
    *descriptor = -1;
}

/* Under a number beyond the standard streams': a host may have closed those, and print all the same. */
static int open_above(const char *path)
{
    int low = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0666);
    if (low < 0 || low > STDERR_FILENO) return low;
    int file = fcntl(low, F_DUPFD_CLOEXEC, STDERR_FILENO + 1), reason = errno;
    close(low);
    errno = reason;
    return file;
}

/* At the end the file is replaced by a ranked one, which only a regular file may be. */
static int open_regular(const char *path, int *file, struct tw_error *error)
{
    struct stat status;
    *file = open_above(path);
    if (*file < 0)
        return tw_fail_at(error, TW_IO, path, 0, 0, "cannot open for writing: %s", strerror(errno));
    if (fstat(*file, &status) == 0 && S_ISREG(status.st_mode)) return TW_OK;
    close(*file);
    *file = -1;
    return tw_fail_at(error, TW_IO, path, 0, 0,
                      "not a regular file, so no place for results; --json prints them");
}

/* Opens the file for this sweep alone; where there are no locks, two at once are not kept apart. */
static int open_locked(const char *path, int *file, struct tw_error *error)
{
    const struct timespec nap = {0, 50000000};
    for (unsigned tries = 0; tries < LOCK_TRIES; tries++) {
        int code = open_regular(path, file, error);
        if (code) return code;
        bool locked = flock(*file, LOCK_EX | LOCK_NB) == 0 || (errno != EWOULDBLOCK && errno != EINTR);
        if (locked && is_current(*file, path)) return TW_OK;
        close_locked(file);
        nanosleep(&nap, NULL);
    }
    return tw_fail_at(error, TW_IO, path, 0, 0, "another sweep is writing this file");
}

static int append(const struct tw_sweep *sweep, struct tw_text *text, struct tw_error *error)
{
    struct results_file *file = sweep->file;
    int code = text->failed ? tw_fail(error, TW_MEMORY, "out of memory") : TW_OK;
    /* a line is there whole, or torn at the end of the file where the next reader notices */
    if (!code && !tw_quiet_write(file->descriptor, text->data, text->length))
        code = tw_fail_at(error, TW_IO, sweep->options->output, 0, 0, "cannot write: %s", strerror(errno));
    if (!code && tw_seconds() - file->synced > SYNC_S) {
        fdatasync(file->descriptor);
        file->synced = tw_seconds();
    }
    tw_text_free(text);
    return code;
}

static bool is_empty(const struct results_file *file)
{
    struct stat status;
    return fstat(file->descriptor, &status) == 0 && status.st_size == 0;
}

/* Writes the header, and the records that were written so far. */
static void add_written(const struct tw_sweep *sweep, struct tw_text *text)
{
    add_header(sweep, false, text);
    for (size_t i = 0; i < sweep->count; i++) {
        if (sweep->rows[i].written) add_record(sweep, i, text);
    }
}

/* Puts a new file in the place of the one that is, or was, open. Other names of the old file keep it as it is. */
static int write_anew(struct tw_sweep *sweep, struct tw_error *error)
{
    struct results_file *file = sweep->file;
    struct tw_text text = {0};
    add_written(sweep, &text);
    int code = text.failed ? tw_fail(error, TW_MEMORY, "out of memory")
                           : tw_file_write_durably(file->path, text.data, text.length, error);
    tw_text_free(&text);
    if (code) return code;
    close_locked(&file->descriptor); /* the one that was replaced */
    code = open_locked(sweep->options->output, &file->descriptor, error);
    if (code) file->descriptor = -1;
    return code;
}

static int start_afresh(struct tw_sweep *sweep, struct tw_error *error)
{
    struct tw_text header = {0};
    if (!is_empty(sweep->file)) return write_anew(sweep, error);
    add_header(sweep, false, &header);
    return append(sweep, &header, error);
}

/* More names than one lead to the file; those records that follow are for one of them. */
static bool is_linked(const struct results_file *file)
{
    struct stat status;
    return fstat(file->descriptor, &status) == 0 && status.st_nlink > 1;
}

static int take_records(struct tw_sweep *sweep, const struct tw_records *records, struct tw_error *error)
{
    const struct results_file *file = sweep->file;
    bool killed = false;
    int code = check_header(sweep, records, error);
    for (const cJSON *record = records->list->child; record && !code; record = record->next)
        code = take_record(sweep, records, record, &killed, error);
    /* a search numbers its rows anew */
    if (!code && (killed || is_linked(file) || sweep->search)) return write_anew(sweep, error);
    if (!code && records->torn && !tw_quiet_truncate(file->descriptor, (off_t)records->whole_bytes)) {
        code = tw_fail_at(error, TW_IO, sweep->options->output, 0, 0, "cannot cut off the torn last line: %s",
                          strerror(errno));
    }
    return code;
}

static int resume(struct tw_sweep *sweep, struct tw_error *error)
{
    struct tw_records records = {0};
    int code = tw_records_read(sweep->options->output, &records, error);
    if (!code) code = records.header ? take_records(sweep, &records, error) : start_afresh(sweep, error);
    tw_records_free(&records);
    return code;
}

/* Neither a config nor the work of another sweep is emptied unasked. */
static int refuse(const struct tw_sweep *sweep, struct tw_error *error)
{
    const char *path = sweep->options->output;
    struct tw_records records = {0};
    bool ours = tw_records_read(path, &records, NULL) == TW_OK && records.header, same = false,
         finished = false;
    if (ours) {
        same = check_header(sweep, &records, NULL) == TW_OK;
        finished = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(records.header, "finished"));
    }
    int done = ours && records.list ? cJSON_GetArraySize(records.list) : 0;
    tw_records_free(&records);
    if (!ours)
        return tw_fail_at(error, TW_INPUT, path, 0, 0,
                          "is there already, and no results of a sweep: --force replaces it");
    if (same && !finished && sweep->search)
        return tw_fail_at(error, TW_INPUT, path, 0, 0,
                          "holds %d variants of this search: --resume goes on with it, --force begins anew",
                          done);
    if (same && !finished)
        return tw_fail_at(error, TW_INPUT, path, 0, 0,
                          "holds %d of this sweep's %zu variants: --resume goes on with it, --force begins "
                          "anew",
                          done, sweep->count);
    return tw_fail_at(error, TW_INPUT, path, 0, 0, "holds the %s of %s sweep: --force replaces %s",
                      finished ? "results" : "beginning", same ? "this" : "another",
                      finished ? "them" : "it");
}

int tw_sweep_file_open(struct tw_sweep *sweep, struct tw_error *error)
{
    if (!sweep->options->output) return TW_OK;
    struct results_file *file = malloc(sizeof *file);
    if (!file) return tw_fail(error, TW_MEMORY, "out of memory");
    *file = (struct results_file){.descriptor = -1, .synced = tw_seconds()};
    int code = open_locked(sweep->options->output, &file->descriptor, error);
    /* Where the path leads to is replaced at the end, not a link on the way. */
    if (!code) file->path = realpath(sweep->options->output, NULL);
    if (!code && !file->path)
        code = tw_fail_at(error, errno == ENOMEM ? TW_MEMORY : TW_IO, sweep->options->output, 0, 0,
                          "cannot find where it is: %s", strerror(errno));
    if (code) {
        close_locked(&file->descriptor);
        free(file);
        return code;
    }
    sweep->file = file;
    if (sweep->options->resume)
        code = resume(sweep, error);
    else
        code = sweep->options->force || is_empty(file) ? start_afresh(sweep, error) : refuse(sweep, error);
    file->ours = !code;
    return code;
}

/* Finds out what became of the file meanwhile. */
enum standing { STANDING, GONE, REPLACED };

static enum standing standing_of(const struct results_file *file)
{
    struct stat status;
    if (is_current(file->descriptor, file->path)) return STANDING;
    return lstat(file->path, &status) == 0 ? REPLACED : GONE;
}

/* The work goes on, and its results are written at its end: a disk that is full may not be so then. */
static int put_off(struct tw_sweep *sweep, const char *why)
{
    struct results_file *file = sweep->file;
    file->failed = true;
    tw_say(sweep->watcher, TW_REMARK_WARNING,
           "%s: %s; the sweep goes on, and its results are written at its end if they can be",
           sweep->options->output, why);
    return TW_OK;
}

/* A file that was removed is made again; one that another program has put there is left to it. */
static int add_text(struct tw_sweep *sweep, struct tw_text *record, struct tw_error *error)
{
    switch (standing_of(sweep->file)) {
    case GONE:
        tw_text_free(record);
        tw_say(sweep->watcher, TW_REMARK_NOTE, "%s: was removed, and is written again",
               sweep->options->output);
        return write_anew(sweep, error);
    case REPLACED:
        tw_text_free(record);
        return put_off(sweep, "is another file now, which is left as it is");
    default:
        return append(sweep, record, error);
    }
}

int tw_sweep_file_add(struct tw_sweep *sweep, size_t number, struct tw_error *error)
{
    if (!sweep->file) return TW_OK;
    struct results_file *file = sweep->file;
    struct tw_text record = {0};
    sweep->rows[number].written = true;
    if (file->failed) return TW_OK;
    add_record(sweep, number, &record);
    int code = add_text(sweep, &record, error);
    if (code != TW_IO) return code;
    put_off(sweep, error->message);
    tw_error_free(error);
    return TW_OK;
}

/* FILE.1, or the first number that is free. */
static int find_free(const char *path, struct tw_text *other, struct tw_error *error)
{
    struct stat status;
    for (unsigned i = 1; i < 100; i++) {
        tw_text_clear(other);
        tw_text_addf(other, "%s.%u", path, i);
        if (other->failed) return tw_fail(error, TW_MEMORY, "out of memory");
        if (lstat(other->data, &status) != 0) return TW_OK;
    }
    return tw_fail_at(error, TW_IO, path, 0, 0, "is another file now, and so are all the names beside it");
}

/* Writes the results beside the file, which another program has replaced. */
static int write_beside(struct tw_sweep *sweep, const struct tw_text *text, struct tw_error *error)
{
    const struct results_file *file = sweep->file;
    struct tw_text other = {0};
    int code = find_free(file->path, &other, error);
    if (!code) code = tw_file_write_durably(other.data, text->data, text->length, error);
    if (!code) {
        code = tw_fail_at(error, TW_IO, sweep->options->output, 0, 0,
                          "was replaced while the sweep ran, and is left as it is: the results are in %s",
                          other.data);
        sweep->results = tw_text_take(&other);
    }
    tw_text_free(&other);
    return code;
}

/* Writes all records, with ranks if the sweep is finished. */
static int write_last(struct tw_sweep *sweep, bool finished, struct tw_error *error)
{
    const struct results_file *file = sweep->file;
    struct tw_text text = {0};
    int code = TW_OK;
    if (finished)
        tw_sweep_text(sweep, true, &text);
    else
        add_written(sweep, &text);
    if (text.failed)
        code = tw_fail(error, TW_MEMORY, "out of memory");
    else if (standing_of(file) == REPLACED)
        code = write_beside(sweep, &text, error);
    else if (!(code = tw_file_write_durably(file->path, text.data, text.length, error)))
        sweep->results = strdup(sweep->options->output);
    tw_text_free(&text);
    return code;
}

int tw_sweep_file_close(struct tw_sweep *sweep, bool finished, struct tw_error *error)
{
    struct results_file *file = sweep->file;
    int code = TW_OK;
    if (!file) return TW_OK;
    if (file->ours && (finished || file->failed || standing_of(file) != STANDING))
        code = write_last(sweep, finished, error);
    close_locked(&file->descriptor); /* now that the file is whole */
    free(file->path);
    free(file);
    sweep->file = NULL;
    return code;
}
