/* A launch's report becomes counts of lines and messages: what is wrong, what costs more than it must, what to change. */
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/grow.h"
#include "base/mangled.h"
#include "gen/layout/sectors.h"
#include "tune/lint/lint.h"
#include "tune/prove/observed.h"

#define SECTOR_EXCESS                                                                                        \
    2u /* times the sectors that hold what is asked for: from there on an access is called uncoalesced */
#define WORD 4u
#define WORTH                                                                                                \
    20u /* what is less than this part of a kernel's traffic or wavefronts is a note only              */

const char *tw_lint_level_word(enum tw_lint_level level)
{
    static const char *const words[] = {
#define X(level, word) [level] = word,
        TW_LINT_LEVELS(X)
#undef X
    };
    return words[level];
}

/* An access is of one thread, a request is an instruction of one warp. */
const char *tw_lint_unit(const char *rule, const char **many)
{
    static const struct {
        const char *rule, *one, *many;
    } units[] = {
        {"race", "pair of thread accesses", "pairs of thread accesses"},
        {"global-race", "pair of thread accesses", "pairs of thread accesses"},
        {"uninitialised", "thread access", "thread accesses"},
        {"array-bounds", "thread access", "thread accesses"},
        {"absent-lane", "use by a thread", "uses by threads"},
        {"barrier", "block", "blocks"},
        {"deadlock", "block", "blocks"},
        {"bank-conflict", "warp request", "warp requests"},
        {"unused-padding", "warp request", "warp requests"},
        {"uncoalesced", "warp request", "warp requests"},
    };
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        if (strcmp(units[i].rule, rule) != 0) continue;
        *many = units[i].many;
        return units[i].one;
    }
    *many = "warps";
    return "warp";
}

/* ---- messages ---- */

static void free_message(struct tw_lint_message *message)
{
    free(message->text);
    free(message->advice);
}

/* Either of two lines that race may have come first. */
static bool is_same_place(const struct tw_lint_message *a, const struct tw_lint_message *b)
{
    return (a->line == b->line && a->other == b->other) ||
           (a->other && a->line == b->other && a->other == b->line);
}

/* A rule is broken at a line once, however many instructions or launches do it there; what is counted, by each array. */
static struct tw_lint_message *find_message(struct tw_lint *lint, const struct tw_lint_message *message)
{
    for (size_t i = 0; i < lint->message_count; i++) {
        struct tw_lint_message *known = &lint->messages[i];
        if (is_same_place(known, message) && known->level == message->level &&
            strcmp(known->rule, message->rule) == 0 &&
            ((message->line && !message->requests) || strcmp(known->text, message->text) == 0))
            return known;
    }
    return NULL;
}

static struct tw_lint_message *new_message(struct tw_lint *lint)
{
    struct tw_lint_message *grown =
        tw_grow(lint->messages, lint->message_count, &lint->message_capacity, sizeof *grown);
    if (!grown) return NULL;
    lint->messages = grown;
    return &lint->messages[lint->message_count++];
}

/* Adds up what both messages count. */
static void add_numbers(struct tw_lint_message *to, const struct tw_lint_message *from)
{
    to->times += from->times;
    to->cost += from->cost;
    to->requests += from->requests;
    to->pieces += from->pieces;
    to->verbs |= from->verbs;
}

int tw_lint_add(struct tw_lint *lint, struct tw_lint_message message, struct tw_text *text,
                struct tw_text *advice, struct tw_error *error)
{
    bool advised = advice->length > 0;
    message.text = tw_text_take(text);
    message.advice = tw_text_take(advice);
    struct tw_lint_message *known = message.text ? find_message(lint, &message) : NULL;
    struct tw_lint_message *place = known || !message.text || !message.advice ? known : new_message(lint);
    if (!place) {
        free_message(&message);
        return tw_fail(error, TW_MEMORY, "out of memory");
    }
    if (!advised) {
        free(message.advice);
        message.advice = NULL;
    }
    bool later = known && known->line < message.line; /* of two lines that race */
    if (known && !later && known->cost >= message.cost) {
        add_numbers(known, &message);
        free_message(&message);
        return TW_OK;
    }
    if (known) {
        add_numbers(&message, known);
        free_message(known);
    }
    *place = message;
    return TW_OK;
}

/* ---- lines ---- */

/* Whether lines are those of the file, not of one that it includes. */
static bool is_here(const struct tw_lint_source *source, const char *source_file)
{
    return source->is_ptx ||
           (source_file && strcmp(tw_file_name(source_file), tw_file_name(source->path)) == 0);
}

static unsigned line_of(const struct tw_lint_source *source, const struct tw_sim_place *place)
{
    unsigned line = source->is_ptx ? place->ptx_line : place->source_line;
    return is_here(source, place->source_file) && line <= source->line_count ? line : 0;
}

/* What an instruction asks of a memory, and what the least is that would hold it. */
struct demand {
    uint64_t requests, pieces, ideal;
};

static struct demand shared_demand(const struct tw_sim_count *count)
{
    uint64_t requests = count->shared_load_requests + count->shared_store_requests;
    return (struct demand){requests, count->shared_load_wavefronts + count->shared_store_wavefronts,
                           requests ? count->shared_ideal : 0};
}

/* Each request takes a sector; lanes that share bytes may need less than they ask for. */
static struct demand global_demand(const struct tw_sim_count *count)
{
    uint64_t requests = count->global_load_requests + count->global_store_requests;
    uint64_t sectors = count->global_load_sectors + count->global_store_sectors;
    uint64_t ideal = (count->global_load_bytes + count->global_store_bytes + TW_SECTOR - 1) / TW_SECTOR;
    if (ideal < requests) ideal = requests;
    return (struct demand){requests, sectors, ideal < sectors ? ideal : sectors};
}

static uint64_t excess_of(struct demand demand)
{
    return demand.pieces - demand.ideal;
}

static void add_line(struct tw_lint_line *line, const struct tw_sim_count *count)
{
    const struct demand shared = shared_demand(count), global = global_demand(count);
    line->executed += count->executed;
    line->shared_requests += shared.requests;
    line->shared_wavefronts += shared.pieces;
    line->shared_ideal += shared.ideal;
    line->global_requests += global.requests;
    line->global_sectors += global.pieces;
    line->global_ideal += global.ideal;
    line->global_fills += count->global_load_fills;
}

/* ---- a report ---- */

/* What is asked of a memory, over the whole report. */
struct traffic {
    struct demand (*demand)(const struct tw_sim_count *count);
    uint64_t pieces;
    uint64_t *excess; /* by line */
};

/* A report whose instructions are known by line. */
struct judged {
    struct tw_lint *lint;
    const struct tw_sim_report *report;
    unsigned *lines; /* of its counts                              */
    size_t *arrays;  /* that they access (lint_arrays.c); 0: none  */
    struct traffic shared, global;
};

static void add_traffic(struct traffic *traffic, const struct tw_sim_count *count, unsigned line)
{
    const struct demand demand = traffic->demand(count);
    traffic->pieces += demand.pieces;
    traffic->excess[line] += excess_of(demand);
}

/* Each file is named by many instructions, one after the other. */
static void find_lines(struct judged *judged)
{
    const struct tw_sim_report *report = judged->report;
    const char *file = NULL;
    bool here = false;
    for (size_t i = 0; i < report->count_count; i++) {
        const struct tw_sim_count *count = &report->counts[i];
        if (i == 0 || count->source_file != file)
            here = is_here(judged->lint->source, file = count->source_file);
        unsigned line = judged->lint->source->is_ptx ? count->ptx_line : count->source_line;
        judged->lines[i] = here && line <= judged->lint->source->line_count ? line : 0;
        add_traffic(&judged->shared, count, judged->lines[i]);
        add_traffic(&judged->global, count, judged->lines[i]);
    }
}

static int open_report(struct tw_lint *lint, const struct tw_sim_report *report, struct judged *judged,
                       struct tw_error *error)
{
    const size_t lines = lint->source->line_count + 1, counts = report->count_count + 1;
    *judged = (struct judged){.lint = lint,
                              .report = report,
                              .lines = calloc(counts, sizeof *judged->lines),
                              .arrays = calloc(counts, sizeof *judged->arrays),
                              .shared = {shared_demand, 0, calloc(lines, sizeof(uint64_t))},
                              .global = {global_demand, 0, calloc(lines, sizeof(uint64_t))}};
    if (!judged->lines || !judged->arrays || !judged->shared.excess || !judged->global.excess)
        return tw_fail(error, TW_MEMORY, "out of memory");
    find_lines(judged);
    return lint->unoptimised ? TW_OK : tw_lint_arrays_take(lint, report, judged->arrays, error);
}

static void close_report(struct judged *judged)
{
    free(judged->lines);
    free(judged->arrays);
    free(judged->shared.excess);
    free(judged->global.excess);
}

/* Whether what a line does beyond what it must is worth a warning: compilers make many instructions of one line. */
static enum tw_lint_level level_of(const struct judged *judged, const struct traffic *traffic, size_t which)
{
    const unsigned line = judged->lines[which];
    uint64_t excess =
        line ? traffic->excess[line] : excess_of(traffic->demand(&judged->report->counts[which]));
    return excess * WORTH >= traffic->pieces ? TW_LINT_WARNING : TW_LINT_NOTE;
}

/* ---- names ---- */

static void add_variable(const struct tw_sim_count *count, struct tw_text *text)
{
    if (count->variable)
        tw_mangled_add(count->variable, text);
    else
        tw_text_add(text, "shared memory of dynamic size");
}

enum { LOADS = 1, STORES = 2 };

static unsigned verb_of(const struct tw_sim_count *count)
{
    return count->shared_store_requests + count->global_store_requests ? STORES : LOADS;
}

static void add_ratio(uint64_t a, uint64_t b, struct tw_text *text)
{
    tw_text_add_double(text, (double)a / (double)b, a % b ? 1 : 0);
}

/* The message's text is what is accessed, until all its requests are counted: then it becomes a sentence. */
static int finish_text(struct tw_lint_message *message, struct tw_error *error)
{
    static const char *const verbs[] = {
        [LOADS] = "load", [STORES] = "store", [LOADS | STORES] = "load and store"};
    const bool global = strcmp(message->rule, "uncoalesced") == 0;
    struct tw_text text = {0};
    tw_text_addf(&text, "%s of %s: ", verbs[message->verbs], message->text);
    add_ratio(message->pieces, message->requests, &text);
    tw_text_add(&text, global ? " sectors per request, where " : " wavefronts per request, ");
    add_ratio(message->pieces - message->cost, message->requests, &text);
    tw_text_addf(&text,
                 global ? " would hold what is asked for; %llu of %llu sectors are in excess"
                        : " without bank conflicts; %llu of %llu wavefronts are conflicts",
                 (unsigned long long)message->cost, (unsigned long long)message->pieces);
    char *whole = tw_text_take(&text);
    if (!whole) return tw_fail(error, TW_MEMORY, "out of memory");
    free(message->text);
    message->text = whole;
    message->requests = 0;
    return TW_OK;
}

/* ---- shared memory ---- */

/* Stands after a message that only the code without optimisation gave. */
static const char removed[] = "found in the code without optimisation: the compiler removes the access";

static int judge_shared(const struct judged *judged, size_t i, struct tw_error *error)
{
    const struct tw_sim_count *count = &judged->report->counts[i];
    const struct demand demand = shared_demand(count);
    const bool unoptimised = judged->lint->unoptimised;
    uint64_t excess = excess_of(demand);
    struct tw_text text = {0}, advice = {0};
    if (!excess) return TW_OK;
    add_variable(count, &text);
    if (unoptimised) tw_text_add(&advice, removed);
    return tw_lint_add(
        judged->lint,
        (struct tw_lint_message){.level = unoptimised ? TW_LINT_NOTE : level_of(judged, &judged->shared, i),
                                 .rule = "bank-conflict",
                                 .times = demand.requests,
                                 .line = judged->lines[i],
                                 .cost = excess,
                                 .requests = demand.requests,
                                 .pieces = demand.pieces,
                                 .verbs = verb_of(count),
                                 .array = judged->arrays[i]},
        &text, &advice, error);
}

/* ---- global memory ---- */

/* Bytes from most lanes to the next; 0: they are not alike. */
static int64_t stride_of(const struct tw_sim_sample *sample)
{
    int64_t stride = 0;
    unsigned before = 32, steps = 0, alike = 0;
    for (unsigned lane = 0; lane < 32; lane++) {
        if (!(sample->active >> lane & 1u)) continue;
        int64_t step = before < 32 ? (int64_t)(sample->address[lane] - sample->address[before]) : 0;
        if (before < 32 && steps++ == 0) stride = step;
        alike += before < 32 && step == stride;
        before = lane;
    }
    return 3 * alike >= 2 * steps ? stride : 0;
}

/* Compilers load only those bytes of a word that are used: a narrow load is none of theirs while words would take as much. */
static bool is_coalesced(const struct tw_sim_count *count, struct demand demand)
{
    bool narrow = count->global_load_requests && count->worst->bytes < WORD;
    uint64_t scale = narrow ? WORD / count->worst->bytes : 1;
    return demand.pieces < SECTOR_EXCESS * demand.ideal ||
           (narrow && demand.pieces * TW_SECTOR <= count->global_load_bytes * scale);
}

/* Parts of a structure: vectors of 8 and 16 bytes are accessed at once, if they are aligned. */
static const char *widened(int64_t stride)
{
    bool wide = stride == 8 || stride == 16 || stride == -8 || stride == -16;
    return wide ? ", or all of its place at once as an aligned vector (float2, float4)" : "";
}

static int judge_global(const struct judged *judged, size_t i, struct tw_error *error)
{
    const struct tw_sim_count *count = &judged->report->counts[i];
    const struct demand demand = global_demand(count);
    int64_t stride = stride_of(count->worst);
    uint64_t excess = excess_of(demand);
    struct tw_text text = {0}, advice = {0};
    if (!demand.pieces || is_coalesced(count, demand)) return TW_OK;
    tw_text_add(&text, "global memory");
    if (stride)
        tw_text_addf(
            &advice,
            "neighbouring lanes are %lld bytes apart, and access %u: let them access what lies side by "
            "side, through shared memory if need be%s",
            (long long)stride, count->worst->bytes, widened(stride));
    else
        tw_text_add(&advice,
                    "lanes access places apart: let neighbouring lanes access what lies side by side");
    return tw_lint_add(judged->lint,
                       (struct tw_lint_message){.level = level_of(judged, &judged->global, i),
                                                .rule = "uncoalesced",
                                                .times = demand.requests,
                                                .line = judged->lines[i],
                                                .cost = excess,
                                                .requests = demand.requests,
                                                .pieces = demand.pieces,
                                                .verbs = verb_of(count)},
                       &text, &advice, error);
}

/* ---- all of it ---- */

/* Mistakes that go with an access, where the compiler removes it. */
static bool is_of_access(enum tw_sim_fault fault)
{
    return fault == TW_SIM_RACE || fault == TW_SIM_GLOBAL_RACE || fault == TW_SIM_BAD_ADDRESS ||
           fault == TW_SIM_MISALIGNED || fault == TW_SIM_OUTSIDE_ARRAY;
}

/* What to do about a mistake, whatever its place. */
static void add_usual(const struct tw_sim_finding *finding, bool undefined, struct tw_text *advice)
{
    static const char *const usual[] = {
        [TW_SIM_ABSENT_LANE] = "let all lanes that are asked come to the shuffle, or use what it gives only "
                               "where the lane that was asked is there",
        [TW_SIM_MISALIGNED] =
            "an access of several elements at once needs an address that is a multiple of its bytes: let "
            "pointer and index be such multiples, or access single elements",
        [TW_SIM_UNINITIALISED] =
            "let some thread store the element first, with a barrier before this access: a store that an "
            "if guards may leave a part out",
        [TW_SIM_BARRIER] =
            "all threads of a block must come to the same __syncthreads(): take it out of the if, "
            "or let threads return only after it",
    };
    if (undefined)
        tw_text_add(advice, "all threads of a block must come to the same __syncthreads(): anything else is "
                            "undefined in CUDA C++, though PTX lets whole warps meet from different places");
    else if (finding->fault < sizeof usual / sizeof *usual && usual[finding->fault])
        tw_text_add(advice, usual[finding->fault]);
}

static void advise_finding(const struct tw_lint *lint, const struct tw_sim_report *report,
                           const struct tw_sim_finding *finding, bool undefined, struct tw_text *advice)
{
    const unsigned after = line_of(lint->source, &finding->first.place),
                   before = line_of(lint->source, &finding->other.place);
    if (!finding->is_note) tw_lint_advise_bounds(lint->source, finding, after, advice);
    if (!advice->length && (finding->fault == TW_SIM_RACE || finding->fault == TW_SIM_GLOBAL_RACE))
        tw_lint_advise_race(lint->source->module, report, finding, before, after, advice);
    if (!advice->length) add_usual(finding, undefined, advice);
    if (lint->unoptimised)
        tw_text_addf(advice,
                     "%sfound in the code without optimisation: the compiler removes one of the accesses",
                     advice->length ? "; " : "");
}

/* Adds the text with `place` by the path that the user gave for its file. */
static void add_given(const struct tw_lint_source *source, const struct tw_sim_place *place,
                      const char *words, struct tw_text *text)
{
    struct tw_text from = {0}, to = {0};
    const bool named = place->source_file && is_here(source, place->source_file);
    tw_text_addf(&from, "(%s:", named ? place->source_file : "");
    tw_text_addf(&to, "(%s:", source->path);
    if (named)
        tw_text_add_replaced(text, words, tw_text_part(text, &from), tw_text_part(text, &to));
    else
        tw_text_add(text, words);
    tw_text_free(&from);
    tw_text_free(&to);
}

/* The two places may be of two files that are this one: a kernel's source, and itself as a header. */
static void add_words(const struct tw_lint_source *source, const struct tw_sim_finding *finding,
                      struct tw_text *text)
{
    struct tw_text once = {0};
    const char *first = finding->first.place.source_file, *other = finding->other.place.source_file;
    const bool same = first && other && strcmp(first, other) == 0;
    add_given(source, &finding->first.place, finding->text, &once);
    if (same)
        tw_text_add(text, tw_text_part(text, &once));
    else
        add_given(source, &finding->other.place, tw_text_part(text, &once), text);
    tw_text_free(&once);
}

static int judge_finding(struct tw_lint *lint, const struct tw_sim_report *report,
                         const struct tw_sim_finding *finding, struct tw_error *error)
{
    struct tw_text text = {0}, advice = {0};
    const bool undefined = finding->is_undefined && !lint->source->is_ptx;
    if (lint->unoptimised && (finding->is_note || !is_of_access(finding->fault))) return TW_OK;
    add_words(lint->source, finding, &text);
    advise_finding(lint, report, finding, undefined, &advice);
    const bool mistake = tw_finding_is_mistake(finding, !lint->source->is_ptx);
    return tw_lint_add(lint,
                       (struct tw_lint_message){.level = mistake ? TW_LINT_ERROR : TW_LINT_NOTE,
                                                .rule = tw_sim_fault_word(finding->fault),
                                                .times = finding->times,
                                                .line = line_of(lint->source, &finding->first.place),
                                                .other = finding->other.place.ptx_line
                                                             ? line_of(lint->source, &finding->other.place)
                                                             : 0},
                       &text, &advice, error);
}

static int judge_counts(const struct judged *judged, struct tw_error *error)
{
    const struct tw_sim_report *report = judged->report;
    int code = TW_OK;
    for (size_t i = 0; i < report->count_count; i++) {
        add_line(&judged->lint->lines[judged->lines[i]], &report->counts[i]);
        add_line(&judged->lint->total, &report->counts[i]);
    }
    for (size_t i = 0; i < report->count_count && !code; i++) {
        code = judge_shared(judged, i, error);
        if (!code) code = judge_global(judged, i, error);
    }
    return code ? code : tw_lint_judge_sums(judged->lint, report, judged->lines, error);
}

/* Lines whose accesses to shared memory the compiler removes. */
static int judge_removed(const struct judged *judged, struct tw_error *error)
{
    int code = TW_OK;
    for (size_t i = 0; i < judged->report->count_count && !code; i++) {
        const unsigned line = judged->lines[i];
        if (line && !judged->lint->lines[line].shared_requests) code = judge_shared(judged, i, error);
    }
    return code;
}

int tw_lint_judge(struct tw_lint *lint, const struct tw_sim_report *report, struct tw_error *error)
{
    struct judged judged;
    int code = open_report(lint, report, &judged, error);
    if (!code) code = lint->unoptimised ? judge_removed(&judged, error) : judge_counts(&judged, error);
    for (size_t i = 0; i < report->finding_count && !code; i++)
        code = judge_finding(lint, report, &report->findings[i], error);
    lint->launches += !lint->unoptimised;
    close_report(&judged);
    return code;
}

static int compare(const void *a, const void *b)
{
    const struct tw_lint_message *x = a, *y = b;
    if (x->level != y->level) return x->level > y->level ? -1 : 1;
    if (x->cost != y->cost) return x->cost > y->cost ? -1 : 1;
    if (x->line != y->line) return x->line < y->line ? -1 : 1;
    return strcmp(x->text, y->text);
}

int tw_lint_finish(struct tw_lint *lint, struct tw_error *error)
{
    int code = tw_lint_arrays_tell(lint, error);
    for (size_t i = 0; i < lint->message_count && !code; i++)
        if (lint->messages[i].requests) code = finish_text(&lint->messages[i], error);
    if (lint->message_count) qsort(lint->messages, lint->message_count, sizeof *lint->messages, compare);
    return code;
}

enum tw_lint_level tw_lint_worst(const struct tw_lint *lint)
{
    return lint->message_count ? lint->messages[0].level : TW_LINT_NOTE;
}

void tw_lint_free(struct tw_lint *lint)
{
    for (size_t i = 0; i < lint->message_count; i++) free_message(&lint->messages[i]);
    free(lint->messages);
    free(lint->lines);
    tw_lint_arrays_free(lint);
    *lint = (struct tw_lint){0};
}
