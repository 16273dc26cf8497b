/* A launch's report becomes counts of lines and messages: what is wrong, what costs more than it must, what to change. */
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/grow.h"
#include "base/mangled.h"
#include "gen/layout/sectors.h"
#include "tune/lint/lint.h"

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

/* ---- messages ---- */

static void free_message(struct tw_lint_message *message)
{
    free(message->text);
    free(message->advice);
}

/* A rule is broken at a line once, however many instructions or launches do it there. */
static struct tw_lint_message *find_message(struct tw_lint *lint, const struct tw_lint_message *message)
{
    for (size_t i = 0; i < lint->message_count; i++) {
        struct tw_lint_message *known = &lint->messages[i];
        if (known->line == message->line && known->other == message->other &&
            known->level == message->level && strcmp(known->rule, message->rule) == 0 &&
            (message->line || strcmp(known->text, message->text) == 0))
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

/* Takes both texts; of a message that is known already the costlier's are kept. */
static int add_message(struct tw_lint *lint, struct tw_lint_message message, struct tw_text *text,
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
    if (known && known->cost >= message.cost) {
        known->times += message.times;
        known->cost += message.cost;
        free_message(&message);
        return TW_OK;
    }
    if (known) {
        message.times += known->times;
        message.cost += known->cost;
        free_message(known);
    }
    *place = message;
    return TW_OK;
}

/* ---- lines ---- */

static unsigned line_at(const struct tw_lint_source *source, unsigned ptx_line, unsigned source_line,
                        const char *source_file)
{
    unsigned line = source->is_ptx ? ptx_line : source_line;
    bool here =
        source->is_ptx || (source_file && strcmp(tw_file_name(source_file), tw_file_name(source->path)) == 0);
    return here && line <= source->line_count ? line : 0;
}

static unsigned line_of(const struct tw_lint_source *source, const struct tw_sim_place *place)
{
    return line_at(source, place->ptx_line, place->source_line, place->source_file);
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

static unsigned count_line(const struct tw_lint *lint, const struct tw_sim_count *count)
{
    return line_at(lint->source, count->ptx_line, count->source_line, count->source_file);
}

/* Whether what a line does beyond what it must is worth a warning: compilers make many instructions of one line. */
static enum tw_lint_level level_of(const struct tw_lint *lint, const struct tw_sim_report *report,
                                   size_t which, struct demand (*demand)(const struct tw_sim_count *))
{
    unsigned line = count_line(lint, &report->counts[which]);
    uint64_t excess = 0, all = 0;
    for (size_t i = 0; i < report->count_count; i++) {
        struct demand one = demand(&report->counts[i]);
        bool same = line ? count_line(lint, &report->counts[i]) == line : i == which;
        all += one.pieces;
        excess += same ? excess_of(one) : 0;
    }
    return excess * WORTH >= all ? TW_LINT_WARNING : TW_LINT_NOTE;
}

/* ---- names ---- */

static void add_variable(const struct tw_sim_count *count, struct tw_text *text)
{
    if (count->variable)
        tw_mangled_add(count->variable, text);
    else
        tw_text_add(text, "shared memory of dynamic size");
}

static const char *verb_of(const struct tw_sim_count *count)
{
    return count->shared_store_requests + count->global_store_requests ? "store" : "load";
}

static void add_ratio(uint64_t a, uint64_t b, struct tw_text *text)
{
    tw_text_add_double(text, (double)a / (double)b, a % b ? 1 : 0);
}

/* ---- shared memory ---- */

static bool is_same_array(const struct tw_sim_count *a, const struct tw_sim_count *b)
{
    return a->variable && b->variable ? strcmp(a->variable, b->variable) == 0 : !a->variable && !b->variable;
}

struct range {
    uint64_t begin, end;
};

static struct range range_of(const struct tw_sim_sample *sample)
{
    struct range range = {UINT64_MAX, 0};
    for (unsigned lane = 0; lane < 32; lane++) {
        uint64_t begin = sample->address[lane], end = begin + sample->bytes;
        if (!(sample->active >> lane & 1u)) continue;
        if (range.begin > begin) range.begin = begin;
        if (range.end < end) range.end = end;
    }
    return range;
}

/* Loads and stores of the array of counts[which]. Memory of dynamic size may hold several arrays: its accesses are to one where
   they overlap, directly or by way of others. */
static bool is_of_array(const struct tw_sim_report *report, size_t i, size_t which, const struct range *array)
{
    const struct tw_sim_count *count = &report->counts[i];
    const struct range range = range_of(count->worst);
    return shared_demand(count).requests && is_same_array(count, &report->counts[which]) &&
           (count->variable_bytes || (range.begin < array->end && array->begin < range.end));
}

static struct range array_of(const struct tw_sim_report *report, size_t which)
{
    struct range array = range_of(report->counts[which].worst);
    for (size_t i = 0; i < report->count_count; i++) {
        const struct range range = range_of(report->counts[i].worst);
        bool wider = range.begin < array.begin || range.end > array.end;
        if (!wider || !is_of_array(report, i, which, &array)) continue;
        if (range.begin < array.begin) array.begin = range.begin;
        if (range.end > array.end) array.end = range.end;
        i = (size_t)-1; /* what came before may overlap now */
    }
    return array;
}

/* All accesses to the array of counts[which]; the caller frees them. */
static struct tw_repair_access *gather(const struct tw_sim_report *report, size_t which, size_t *count)
{
    struct tw_repair_access *list = calloc(report->count_count, sizeof *list);
    const struct range array = array_of(report, which);
    *count = 0;
    for (size_t i = 0; list && i < report->count_count; i++) {
        const struct tw_sim_count *other = &report->counts[i];
        if (!is_of_array(report, i, which, &array)) continue;
        struct tw_repair_access *access = &list[(*count)++];
        *access = (struct tw_repair_access){.op = other->shared_store_requests ? TW_STORE : TW_LOAD,
                                            .bytes = other->worst->bytes,
                                            .active = other->worst->active};
        for (unsigned lane = 0; lane < 32; lane++)
            access->address[lane] = (uint32_t)other->worst->address[lane];
    }
    return list;
}

/* Where an array of dynamic size begins nobody says: where the memory does, or where it is first accessed. */
static bool find_repair(const struct tw_sim_report *report, size_t which, const struct tw_repair_access *list,
                        size_t count, struct tw_repair *repair)
{
    const struct tw_sim_count *at = &report->counts[which];
    bool found = tw_repair_find(list, count, at->variable_at, at->variable_bytes, repair);
    return found || at->variable_bytes
               ? found
               : tw_repair_find(list, count, (uint32_t)array_of(report, which).begin, 0, repair);
}

static void advise(const struct tw_repair *repair, bool repaired, struct tw_text *text)
{
    if (!repair->pitch) {
        tw_text_add(text, "lanes do not go along rows or columns of an array: no padding of rows helps");
        return;
    }
    if (repair->meant)
        tw_text_addf(
            text,
            "the array holds rows of %u bytes, but the accesses' are %u: the padding that was declared "
            "is not used by the index; ",
            repair->meant, repair->pitch);
    if (repair->padding)
        tw_text_addf(text, "rows of %u bytes instead of %u (%u of padding more) make all accesses ideal",
                     repair->pitch + repair->padding, repair->pitch, repair->padding);
    if (repair->swizzle)
        tw_text_addf(text,
                     "%srows of %u bytes with column ^ (row %% %u) for the column, in units of %u bytes%s",
                     repair->padding ? "; so do " : "", repair->swizzled_pitch, repair->swizzle, repair->unit,
                     repair->padding ? ", in less memory" : ", make all accesses ideal");
    if (!repaired)
        tw_text_addf(
            text, "rows are %u bytes: no padding up to %u bytes more and no swizzle makes all accesses ideal",
            repair->pitch, TW_REPAIR_PADS * repair->unit);
}

/* Behind what the code without optimisation has shown. */
static const char removed[] = "found in the code without optimisation: the compiler removes the access";

static int judge_shared(struct tw_lint *lint, const struct tw_sim_report *report, size_t i,
                        struct tw_error *error)
{
    const struct tw_sim_count *count = &report->counts[i];
    const struct demand demand = shared_demand(count);
    uint64_t excess = excess_of(demand);
    struct tw_text text = {0}, advice = {0};
    struct tw_repair repair;
    size_t accesses;
    if (!excess) return TW_OK;
    struct tw_repair_access *list = gather(report, i, &accesses);
    if (!list) return tw_fail(error, TW_MEMORY, "out of memory");
    bool repaired = find_repair(report, i, list, accesses, &repair);
    free(list);
    if (!tw_lint_declares_row(lint->source, count->variable, count->variable_bytes, repair.meant))
        repair.meant = 0; /* only longer than what is used */
    tw_text_addf(&text, "%s of ", verb_of(count));
    add_variable(count, &text);
    tw_text_add(&text, ": ");
    add_ratio(demand.pieces, demand.requests, &text);
    tw_text_add(&text, " wavefronts per request, ");
    add_ratio(demand.ideal, demand.requests, &text);
    tw_text_addf(&text, " without bank conflicts; %llu of %llu wavefronts are conflicts",
                 (unsigned long long)excess, (unsigned long long)demand.pieces);
    if (lint->unoptimised)
        tw_text_add(&advice, removed);
    else
        advise(&repair, repaired, &advice);
    return add_message(lint,
                       (struct tw_lint_message){.level = lint->unoptimised
                                                             ? TW_LINT_NOTE
                                                             : level_of(lint, report, i, shared_demand),
                                                .rule = repair.meant ? "unused-padding" : "bank-conflict",
                                                .times = demand.requests,
                                                .line = count_line(lint, count),
                                                .cost = excess},
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

static int judge_global(struct tw_lint *lint, const struct tw_sim_report *report, size_t i,
                        struct tw_error *error)
{
    const struct tw_sim_count *count = &report->counts[i];
    const struct demand demand = global_demand(count);
    int64_t stride = stride_of(count->worst);
    uint64_t excess = excess_of(demand);
    struct tw_text text = {0}, advice = {0};
    if (!demand.pieces || is_coalesced(count, demand)) return TW_OK;
    tw_text_addf(&text, "%s of global memory: ", verb_of(count));
    add_ratio(demand.pieces, demand.requests, &text);
    tw_text_add(&text, " sectors per request, where ");
    add_ratio(demand.ideal, demand.requests, &text);
    tw_text_addf(&text, " would hold what is asked for; %llu of %llu sectors are in excess",
                 (unsigned long long)excess, (unsigned long long)demand.pieces);
    if (stride)
        tw_text_addf(
            &advice,
            "neighbouring lanes are %lld bytes apart, and access %u: let them access what lies side by "
            "side, through shared memory if need be%s",
            (long long)stride, count->worst->bytes, widened(stride));
    else
        tw_text_add(&advice,
                    "lanes access places apart: let neighbouring lanes access what lies side by side");
    return add_message(lint,
                       (struct tw_lint_message){.level = level_of(lint, report, i, global_demand),
                                                .rule = "uncoalesced",
                                                .times = demand.requests,
                                                .line = count_line(lint, count),
                                                .cost = excess},
                       &text, &advice, error);
}

/* ---- all of it ---- */

/* Mistakes that go with an access, where the compiler removes it. */
static bool is_of_access(enum tw_sim_fault fault)
{
    return fault == TW_SIM_RACE || fault == TW_SIM_GLOBAL_RACE || fault == TW_SIM_BAD_ADDRESS ||
           fault == TW_SIM_MISALIGNED || fault == TW_SIM_OUTSIDE_ARRAY;
}

static int judge_finding(struct tw_lint *lint, const struct tw_sim_finding *finding, struct tw_error *error)
{
    struct tw_text text = {0}, advice = {0};
    const bool undefined = finding->is_undefined && !lint->source->is_ptx;
    if (lint->unoptimised && (finding->is_note || !is_of_access(finding->fault))) return TW_OK;
    tw_text_add(&text, finding->text);
    if (lint->unoptimised)
        tw_text_add(&advice,
                    "found in the code without optimisation: the compiler removes one of the accesses");
    if (undefined)
        tw_text_add(&advice,
                    "all threads of a block must come to the same __syncthreads(): what else happens "
                    "is undefined in CUDA C++, though PTX lets whole warps meet from different places");
    const bool note = finding->is_note && !undefined;
    return add_message(lint,
                       (struct tw_lint_message){.level = note ? TW_LINT_NOTE : TW_LINT_ERROR,
                                                .rule = tw_sim_fault_word(finding->fault),
                                                .times = finding->times,
                                                .line = line_of(lint->source, &finding->first.place),
                                                .other = finding->other.place.ptx_line
                                                             ? line_of(lint->source, &finding->other.place)
                                                             : 0},
                       &text, &advice, error);
}

static int judge_counts(struct tw_lint *lint, const struct tw_sim_report *report, struct tw_error *error)
{
    int code = TW_OK;
    for (size_t i = 0; i < report->count_count; i++) {
        const struct tw_sim_count *count = &report->counts[i];
        add_line(&lint->lines[count_line(lint, count)], count);
        add_line(&lint->total, count);
    }
    for (size_t i = 0; i < report->count_count && !code; i++) {
        code = judge_shared(lint, report, i, error);
        if (!code) code = judge_global(lint, report, i, error);
    }
    return code;
}

/* Lines whose accesses to shared memory the compiler removes. */
static int judge_removed(struct tw_lint *lint, const struct tw_sim_report *report, struct tw_error *error)
{
    int code = TW_OK;
    for (size_t i = 0; i < report->count_count && !code; i++) {
        const unsigned line = count_line(lint, &report->counts[i]);
        if (line && !lint->lines[line].shared_requests) code = judge_shared(lint, report, i, error);
    }
    return code;
}

int tw_lint_judge(struct tw_lint *lint, const struct tw_sim_report *report, struct tw_error *error)
{
    int code = lint->unoptimised ? judge_removed(lint, report, error) : judge_counts(lint, report, error);
    for (size_t i = 0; i < report->finding_count && !code; i++)
        code = judge_finding(lint, &report->findings[i], error);
    lint->launches += !lint->unoptimised;
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

void tw_lint_finish(struct tw_lint *lint)
{
    if (lint->message_count) qsort(lint->messages, lint->message_count, sizeof *lint->messages, compare);
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
    *lint = (struct tw_lint){0};
}
