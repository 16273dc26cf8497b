/* A launch's report becomes counts of lines and messages: what is wrong, what costs more than it must, what to change. */
#include <stdlib.h>
#include <string.h>

#include "cli/lint/lint.h"

#define SECTOR_EXCESS                                                                                        \
    2u /* times the sectors that hold what is asked for: from there on an access is called uncoalesced */
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
    if (lint->message_count == lint->message_capacity) {
        size_t capacity = lint->message_capacity ? 2 * lint->message_capacity : 16;
        struct tw_lint_message *grown = realloc(lint->messages, capacity * sizeof *grown);
        if (!grown) return NULL;
        lint->messages = grown;
        lint->message_capacity = capacity;
    }
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

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static unsigned line_at(const struct tw_lint_source *source, unsigned ptx_line, unsigned source_line,
                        const char *source_file)
{
    unsigned line = source->is_ptx ? ptx_line : source_line;
    bool here =
        source->is_ptx || (source_file && strcmp(base_name(source_file), base_name(source->path)) == 0);
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

/* `pieces` of `grain` bytes: wavefronts of 128, sectors of 32. Each request takes one; lanes that share bytes may need less than
   they ask for. */
static struct demand demand_of(uint64_t requests, uint64_t pieces, uint64_t bytes, unsigned grain)
{
    uint64_t ideal = (bytes + grain - 1) / grain;
    if (ideal < requests) ideal = requests;
    return (struct demand){requests, pieces, ideal < pieces ? ideal : pieces};
}

static struct demand shared_demand(const struct tw_sim_count *count)
{
    return demand_of(count->shared_load_requests + count->shared_store_requests,
                     count->shared_load_wavefronts + count->shared_store_wavefronts,
                     count->shared_load_bytes + count->shared_store_bytes, 128);
}

static struct demand global_demand(const struct tw_sim_count *count)
{
    return demand_of(count->global_load_requests + count->global_store_requests,
                     count->global_load_sectors + count->global_store_sectors,
                     count->global_load_bytes + count->global_store_bytes, 32);
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

/* ---- names ---- */

/* The C++ name of a variable of a function is the last of its mangled name's parts: "tile" of _ZZ4turnPfE4tile. */
static void add_variable(const struct tw_sim_count *count, struct tw_text *text)
{
    const char *name = count->variable, *digits;
    if (!name) {
        tw_text_add(text, "shared memory of dynamic size");
        return;
    }
    for (digits = name; *digits; digits++) {
        char *end;
        unsigned long length = *digits >= '1' && *digits <= '9' ? strtoul(digits, &end, 10) : 0;
        bool is_first_digit = digits == name || digits[-1] < '0' || digits[-1] > '9';
        if (name[0] == '_' && length && is_first_digit && strlen(end) == length) {
            tw_text_add(text, end);
            return;
        }
    }
    tw_text_add(text, name);
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

/* All accesses to the array of counts[which]; the caller frees them. */
static struct tw_repair_access *gather(const struct tw_sim_report *report, size_t which, size_t *count)
{
    struct tw_repair_access *list = calloc(report->count_count, sizeof *list);
    *count = 0;
    for (size_t i = 0; list && i < report->count_count; i++) {
        const struct tw_sim_count *other = &report->counts[i];
        const struct demand demand = shared_demand(other);
        if (!demand.requests || !is_same_array(other, &report->counts[which])) continue;
        struct tw_repair_access *access = &list[(*count)++];
        *access = (struct tw_repair_access){.op = other->shared_store_requests ? TW_STORE : TW_LOAD,
                                            .bytes = other->worst.bytes,
                                            .active = other->worst.active};
        for (unsigned lane = 0; lane < 32; lane++)
            access->address[lane] = (uint32_t)other->worst.address[lane];
    }
    return list;
}

static void advise(const struct tw_repair *repair, bool repaired, struct tw_text *text)
{
    if (!repair->pitch) {
        tw_text_add(text, "lanes do not go along columns of an array: no padding of rows helps");
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

static int judge_shared(struct tw_lint *lint, const struct tw_sim_report *report, size_t i, uint64_t all,
                        struct tw_error *error)
{
    const struct tw_sim_count *count = &report->counts[i];
    const struct demand demand = shared_demand(count);
    uint64_t excess = demand.pieces - demand.ideal;
    struct tw_text text = {0}, advice = {0};
    struct tw_repair repair;
    size_t accesses;
    if (!excess) return TW_OK;
    struct tw_repair_access *list = gather(report, i, &accesses);
    if (!list) return tw_fail(error, TW_MEMORY, "out of memory");
    bool repaired = tw_repair_find(list, accesses, count->variable_at, count->variable_bytes, &repair);
    free(list);
    tw_text_addf(&text, "%s of ", verb_of(count));
    add_variable(count, &text);
    tw_text_add(&text, ": ");
    add_ratio(demand.pieces, demand.requests, &text);
    tw_text_add(&text, " wavefronts per request, ");
    add_ratio(demand.ideal, demand.requests, &text);
    tw_text_addf(&text, " without bank conflicts; %llu of %llu wavefronts are conflicts",
                 (unsigned long long)excess, (unsigned long long)demand.pieces);
    advise(&repair, repaired, &advice);
    return add_message(
        lint,
        (struct tw_lint_message){
            .level = excess * WORTH >= all ? TW_LINT_WARNING : TW_LINT_NOTE,
            .rule = repair.meant ? "unused-padding" : "bank-conflict",
            .times = demand.requests,
            .line = line_at(lint->source, count->ptx_line, count->source_line, count->source_file),
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

static int judge_global(struct tw_lint *lint, const struct tw_sim_count *count, uint64_t all,
                        struct tw_error *error)
{
    const struct demand demand = global_demand(count);
    int64_t stride = stride_of(&count->worst);
    uint64_t excess = demand.pieces - demand.ideal;
    struct tw_text text = {0}, advice = {0};
    if (!demand.requests || demand.pieces < SECTOR_EXCESS * demand.ideal) return TW_OK;
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
            "side, through shared memory if need be",
            (long long)stride, count->worst.bytes);
    else
        tw_text_add(&advice,
                    "lanes access places apart: let neighbouring lanes access what lies side by side");
    return add_message(
        lint,
        (struct tw_lint_message){
            .level = excess * WORTH >= all ? TW_LINT_WARNING : TW_LINT_NOTE,
            .rule = "uncoalesced",
            .times = demand.requests,
            .line = line_at(lint->source, count->ptx_line, count->source_line, count->source_file),
            .cost = excess},
        &text, &advice, error);
}

/* ---- all of it ---- */

static int judge_finding(struct tw_lint *lint, const struct tw_sim_finding *finding, struct tw_error *error)
{
    struct tw_text text = {0}, advice = {0};
    tw_text_add(&text, finding->text);
    return add_message(lint,
                       (struct tw_lint_message){.level = finding->is_note ? TW_LINT_NOTE : TW_LINT_ERROR,
                                                .rule = tw_sim_fault_word(finding->fault),
                                                .times = finding->times,
                                                .line = line_of(lint->source, &finding->first.place),
                                                .other = finding->other.place.ptx_line
                                                             ? line_of(lint->source, &finding->other.place)
                                                             : 0},
                       &text, &advice, error);
}

int tw_lint_judge(struct tw_lint *lint, const struct tw_sim_report *report, struct tw_error *error)
{
    struct tw_lint_line total = {0};
    int code = TW_OK;
    for (size_t i = 0; i < report->count_count; i++) {
        const struct tw_sim_count *count = &report->counts[i];
        add_line(&lint->lines[line_at(lint->source, count->ptx_line, count->source_line, count->source_file)],
                 count);
        add_line(&lint->total, count);
        add_line(&total, count);
    }
    for (size_t i = 0; i < report->count_count && !code; i++) {
        code = judge_shared(lint, report, i, total.shared_wavefronts, error);
        if (!code) code = judge_global(lint, &report->counts[i], total.global_sectors, error);
    }
    for (size_t i = 0; i < report->finding_count && !code; i++)
        code = judge_finding(lint, &report->findings[i], error);
    lint->launches++;
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
