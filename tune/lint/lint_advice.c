/* What to do about a race; and sums in shared memory that leave lanes idle. */
#include <stdlib.h>
#include <string.h>

#include "base/mangled.h"
#include "tune/lint/lint.h"

/* ---- races ---- */

static bool is_store(const struct tw_sim_place *place)
{
    return strncmp(place->opcode, "st.", 3) == 0;
}

static bool is_load(const struct tw_sim_place *place)
{
    return strncmp(place->opcode, "ld.", 3) == 0;
}

static const struct tw_sim_count *count_at(const struct tw_sim_report *report,
                                           const struct tw_sim_place *place)
{
    for (size_t i = 0; i < report->count_count; i++)
        if (report->counts[i].ptx_line == place->ptx_line) return &report->counts[i];
    return NULL;
}

/* Does each lane store where it loaded before: the same lanes, to the same places? */
static bool is_modified(const struct tw_sim_report *report, const struct tw_sim_finding *finding)
{
    const struct tw_sim_place *a = &finding->first.place, *b = &finding->other.place;
    const bool pair = (is_load(a) && is_store(b)) || (is_store(a) && is_load(b));
    const struct tw_sim_place *load = is_load(a) ? a : b, *store = is_load(a) ? b : a;
    if (load->ptx_line > store->ptx_line) return false;
    const struct tw_sim_count *x = pair ? count_at(report, a) : NULL, *y = pair ? count_at(report, b) : NULL;
    if (!x || !y || !x->worst->active || x->worst->active != y->worst->active) return false;
    for (unsigned lane = 0; lane < 32; lane++) {
        bool active = x->worst->active >> lane & 1u;
        if (active && x->worst->address[lane] != y->worst->address[lane]) return false;
    }
    return true;
}

static const char *kind_of(const struct tw_ptx_instruction *instruction)
{
    static const struct {
        const char *begins, *kind;
    } kinds[] = {{"ld", "load"},
                 {"st", "store"},
                 {"atom", "atomic operation"},
                 {"red", "atomic operation"},
                 {"wmma.load", "load"},
                 {"wmma.store", "store"},
                 {"cp.", "copy"}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strncmp(instruction->opcode, kinds[i].begins, strlen(kinds[i].begins)) == 0) return kinds[i].kind;
    return "access";
}

/*
 * Two accesses as they stand in the PTX of their function. Whatever comes again after them, a loop's next turn or its copy in an
 * unrolled loop, begins at `again` after `end`:
 *
 *     again: ...  lower  ...  upper  ...  end     a loop: end branches to again
 *     lower  ...  upper  ...  lower'              unrolled: again is lower, end lower'
 *     upper' ...  lower  ...  upper               the same: again is upper', end upper
 */
struct pair {
    const struct tw_ptx_function *function; /* NULL: they are not in the same one */
    size_t lower, upper;
    unsigned lower_line, upper_line;
    bool repeats;
    size_t again, end;
};

static bool is_at(const struct tw_ptx_instruction *instruction, const struct tw_sim_place *place)
{
    return instruction->line == place->ptx_line && strcmp(instruction->opcode, place->opcode) == 0;
}

/* Finds the first instruction, from `from` on and before `to`, that is of the same line of the source as `like` and does the
   same. `to`: there is none. */
static size_t copy_of(const struct tw_ptx_function *function, size_t like, size_t from, size_t to)
{
    const struct tw_ptx_instruction *all = function->instructions, *model = &all[like];
    while (from < to &&
           !(model->source_line && all[from].source_line == model->source_line &&
             all[from].source_file == model->source_file && strcmp(all[from].opcode, model->opcode) == 0))
        from++;
    return from;
}

static void find_repetition(struct pair *pair)
{
    const struct tw_ptx_function *function = pair->function;
    for (size_t i = pair->upper + 1; i < function->instruction_count && !pair->repeats; i++) {
        const struct tw_ptx_instruction *at = &function->instructions[i];
        pair->repeats = at->operand_count && at->operands->kind == TW_PTX_OPERAND_LABEL &&
                        at->operands->index <= pair->lower;
        pair->again = pair->repeats ? at->operands->index : pair->lower;
        pair->end = i;
    }
    if (pair->repeats) return;
    pair->again = pair->lower;
    pair->end = copy_of(function, pair->lower, pair->upper + 1, function->instruction_count);
    pair->repeats = pair->end < function->instruction_count;
    if (pair->repeats) return;
    pair->again = copy_of(function, pair->upper, 0, pair->lower);
    pair->end = pair->upper;
    pair->repeats = pair->again < pair->lower;
}

static struct pair pair_of(const struct tw_ptx_module *module, const struct tw_sim_finding *finding,
                           unsigned before, unsigned after)
{
    const struct tw_sim_place *first = &finding->first.place, *other = &finding->other.place;
    struct pair pair = {0};
    for (size_t f = 0; f < module->function_count && !pair.function; f++) {
        const struct tw_ptx_function *function = &module->functions[f];
        size_t found = 0;
        for (size_t i = 0; i < function->instruction_count; i++) {
            const bool is_first = is_at(&function->instructions[i], first);
            if (!is_first && !is_at(&function->instructions[i], other)) continue;
            *(found++ ? &pair.upper : &pair.lower) = i;
            *(found > 1 ? &pair.upper_line : &pair.lower_line) = is_first ? after : before;
        }
        if (found == 2) pair.function = function;
    }
    if (pair.function) find_repetition(&pair);
    return pair;
}

static bool has_barrier(const struct pair *pair, const char *opcode, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++) {
        const char *at = pair->function->instructions[i].opcode;
        if (strncmp(at, opcode, strlen(opcode)) == 0 && strncmp(at, "bar.warp", 8) != 0 &&
            !strstr(at, "arrive"))
            return true;
    }
    return false;
}

/* " between line 7 and line 9"; where the same is done again, the line above comes in the next turn. */
static void add_gap(const struct pair *pair, unsigned from, unsigned to, struct tw_text *advice)
{
    const char *next = pair->repeats && to < from ? "the loop's next line" : "line";
    tw_text_addf(advice, " between line %u and %s %u", from, next, to);
}

static void add_gap_within(const struct pair *pair, struct tw_text *advice)
{
    const struct tw_ptx_instruction *all = pair->function->instructions;
    const char *lower = kind_of(&all[pair->lower]), *upper = kind_of(&all[pair->upper]);
    if (strcmp(lower, upper) == 0)
        tw_text_addf(advice, " between the two accesses of line %u", pair->lower_line);
    else
        tw_text_addf(advice, " between the %s and the %s of line %u", lower, upper, pair->lower_line);
    if (pair->repeats) tw_text_add(advice, ", or between two turns of the loop");
}

/* Between which lines no barrier stands: from one access to the other, and on to the next turn of a loop. */
static void add_gaps(const struct pair *pair, bool inner, bool outer, struct tw_text *advice)
{
    const unsigned lower = pair->lower_line, upper = pair->upper_line;
    const unsigned first = lower < upper ? lower : upper, last = lower < upper ? upper : lower;
    if (lower == upper && !inner && outer)
        tw_text_add(advice, " between two turns of the loop");
    else if (lower == upper)
        add_gap_within(pair, advice);
    else if (inner && outer) {
        add_gap(pair, first, last, advice);
        tw_text_add(advice, ", and another");
        add_gap(pair, last, first, advice);
    } else if (outer)
        add_gap(pair, upper, lower, advice);
    else
        add_gap(pair, lower, upper, advice);
}

/* `opcode`: what the barrier's PTX begins with. */
static void add_barrier(const char *barrier, const char *opcode, const struct pair *pair,
                        struct tw_text *advice)
{
    tw_text_addf(advice, "put %s", barrier);
    if (!pair->function || !pair->lower_line || !pair->upper_line) {
        tw_text_add(advice, " between the two accesses, where all come to it");
        return;
    }
    const bool inner = has_barrier(pair, opcode, pair->lower + 1, pair->upper),
               outer = has_barrier(pair, opcode, pair->upper + 1, pair->end) ||
                       has_barrier(pair, opcode, pair->again, pair->lower);
    add_gaps(pair, !inner, pair->repeats && !outer, advice);
    tw_text_add(advice, ", where all come to it");
}

void tw_lint_advise_race(const struct tw_ptx_module *module, const struct tw_sim_report *report,
                         const struct tw_sim_finding *finding, unsigned before, unsigned after,
                         struct tw_text *advice)
{
    const bool shared = finding->fault == TW_SIM_RACE,
               apart = memcmp(finding->first.block, finding->other.block, sizeof finding->first.block) != 0;
    if (!finding->other.place.opcode) return;
    const struct pair pair = pair_of(module, finding, before, after);
    if (finding->is_note && is_store(&finding->first.place) && is_store(&finding->other.place))
        tw_text_add(
            advice,
            "all store the same value: harmless on hardware, undefined in C++. Let one thread store, or use "
            "an atomic");
    else if (is_modified(report, finding))
        tw_text_add(advice, "each thread loads the place, changes it and stores it: what another one stores "
                            "meanwhile is lost. Use an atomic, such as atomicAdd()");
    else if (is_store(&finding->first.place) &&
             finding->first.place.ptx_line == finding->other.place.ptx_line)
        tw_text_add(advice, "several threads store to one place, and the value that stays is undefined: let "
                            "one of them store, or use an atomic");
    else if (apart && shared)
        add_barrier("cluster.sync()", "barrier.cluster.wait", &pair, advice);
    else if (apart)
        tw_text_add(advice, "nothing orders the blocks of a launch: use atomics, or make the second access "
                            "in another launch, or after grid.sync() in a cooperative one");
    else
        add_barrier("__syncthreads()", "bar", &pair, advice);
    if (!apart && finding->between_blocks && strncmp(tw_text_string(advice), "put ", 4) == 0)
        tw_text_add(advice, ". Threads of different blocks race here too, and no barrier of a block orders "
                            "those: make the second access in another launch, or to another array");
}

/* ---- sums ---- */

/*
 * The binary logarithm of the stride by which the lanes of a request go from a multiple of it on; 0: they do not.
 *
 *     if (t % 4 == 0) x[t] += x[t + 2];        lanes 0, 4, 8, ...       x[0], x[4], x[8], ...      2
 *     if (t < n / 4) x[4 * t] += x[4 * t + 2]; lanes 0, 1, 2, ...       the same                   2
 */
static unsigned stride_of(const struct tw_sim_request *request, uint32_t begin)
{
    unsigned first = 32, before = 32, count = 0;
    uint32_t step = 0;
    for (unsigned lane = 0; lane < 32; lane++) {
        if (!(request->active >> lane & 1u)) continue;
        uint32_t bytes = before < 32 ? request->address[lane] - request->address[before] : 0;
        if (before == 32) first = lane;
        if (count == 1) step = bytes;
        if (count && bytes != step) return 0;
        before = lane;
        count++;
    }
    const uint32_t stride = step / request->bytes;
    bool is_power = stride > 1 && step % request->bytes == 0 && !(stride & (stride - 1));
    bool whole = is_power && (request->address[first] - begin) % step == 0;
    return whole && count > 1 ? (unsigned)__builtin_ctz(stride) : 0;
}

static int tell_sum(struct tw_lint *lint, const struct tw_sim_count *count, unsigned line,
                    struct tw_error *error)
{
    struct tw_text text = {0}, advice = {0};
    tw_text_add(&text, "sums in ");
    tw_mangled_add(count->variable, &text);
    tw_text_add(&text, " are added up in place by strides of 2, 4, 8, ...: each step leaves half of the "
                       "lanes at work, or of the banks in use");
    tw_text_add(&advice,
                "sequential addressing, for (s = n / 2; s; s /= 2) if (t < s) x[t] += x[t + s]: whole "
                "warps work or rest, without bank conflicts");
    return tw_lint_add(
        lint,
        (struct tw_lint_message){.level = TW_LINT_WARNING, .rule = "interleaved", .line = line, .times = 1},
        &text, &advice, error);
}

int tw_lint_judge_sums(struct tw_lint *lint, const struct tw_sim_report *report, const unsigned *lines,
                       struct tw_error *error)
{
    uint32_t *strides = calloc(lint->source->line_count + 1, sizeof *strides);
    int code = strides ? TW_OK : tw_fail(error, TW_MEMORY, "out of memory");
    for (size_t i = 0; i < report->request_count && !code; i++) {
        const struct tw_sim_request *request = &report->requests[i];
        const struct tw_sim_count *count = &report->counts[request->count];
        uint32_t *seen = &strides[lines[request->count]];
        if (!count->shared_store_requests || !count->variable || !lines[request->count]) continue;
        const uint32_t known = *seen;
        *seen |= 1u << stride_of(request, count->variable_at);
        bool tree = (*seen >> 1 & 7u) == 7u && (known >> 1 & 7u) != 7u;
        if (tree) code = tell_sum(lint, count, lines[request->count], error);
    }
    free(strides);
    return code;
}
