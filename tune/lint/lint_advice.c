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

/* One thread may be ahead of the other, or a turn of a loop: lines say where a barrier goes, not which access came first. */
static void add_barrier(const char *barrier, unsigned before, unsigned after, struct tw_text *advice)
{
    const unsigned first = before < after ? before : after, last = before < after ? after : before;
    if (!before || !after)
        tw_text_addf(advice, "put %s between the two accesses, where all come to it", barrier);
    else if (first == last)
        tw_text_addf(advice,
                     "put %s between the load and the store of line %u, or between two turns of the loop, "
                     "where all come to it",
                     barrier, first);
    else
        tw_text_addf(advice, "put %s between line %u and line %u, where all come to it", barrier, first,
                     last);
    if (before > after && first)
        tw_text_addf(advice, "; if one stands there, another between line %u and the loop's next line %u",
                     last, first);
}

void tw_lint_advise_race(const struct tw_sim_report *report, const struct tw_sim_finding *finding,
                         unsigned before, unsigned after, struct tw_text *advice)
{
    const bool shared = finding->fault == TW_SIM_RACE,
               apart = memcmp(finding->first.block, finding->other.block, sizeof finding->first.block) != 0;
    if (!finding->other.place.opcode) return;
    if (is_modified(report, finding))
        tw_text_add(advice, "each thread loads the place, changes it and stores it: what another one stores "
                            "meanwhile is lost. Use an atomic, such as atomicAdd()");
    else if (is_store(&finding->first.place) &&
             finding->first.place.ptx_line == finding->other.place.ptx_line)
        tw_text_add(advice, "several threads store to one place, and nobody knows whose value stays: let one "
                            "of them store, or use an atomic");
    else if (apart && shared)
        add_barrier("cluster.sync()", before, after, advice);
    else if (apart)
        tw_text_add(advice,
                    "nothing orders the blocks of a launch: use atomics, or make the second access in "
                    "a launch of its own, or behind grid.sync() in a cooperative one");
    else
        add_barrier("__syncthreads()", before, after, advice);
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
    tw_text_add(&text, " are added up in place by strides of 2, 4, 8, ...: each time half of the lanes that "
                       "work, or of the banks that they use, are left");
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
