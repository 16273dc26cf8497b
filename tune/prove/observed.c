/* A launch's report, and a check's, become parts of a result. */
#include "tune/prove/observed.h"

#include <inttypes.h>
#include <string.h>

#include "base/file.h"

#define OTHERS_SHOWN 5u

/* ---- what a check found ---- */

/* Elements of all results. */
static uint64_t results_of(const struct tw_shape *shape)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < shape->argument_count; i++) {
        if (tw_argument_is_result(&shape->arguments[i])) sum += shape->arguments[i].count;
    }
    return sum;
}

static void add_count(uint64_t count, const char *what, struct tw_text *reason)
{
    if (count) tw_text_addf(reason, "%s%" PRIu64 " %s", reason->length ? "; " : "", count, what);
}

static void add_mismatch(const struct tw_kernel *kernel, const struct tw_mismatch *mismatch,
                         struct tw_text *text)
{
    tw_text_addf(text, "%s[%" PRIu64 "]: expected %s, got %s", kernel->shape.arguments[mismatch->buffer].name,
                 mismatch->index, mismatch->expected, mismatch->got);
    if (mismatch->off > 0)
        tw_text_addf(text, ": off by %.3g, %.3g is allowed", mismatch->off, mismatch->allowed);
    tw_text_add_char(text, '\n');
}

static bool is_shown(const struct tw_check *check, const struct tw_mismatch *mismatch)
{
    bool shown = false;
    for (unsigned i = 0; i < check->first_count; i++)
        shown |= check->first[i].buffer == mismatch->buffer && check->first[i].index == mismatch->index;
    return shown;
}

void tw_result_take_mismatch(const struct tw_kernel *kernel, const struct tw_check *check,
                             struct tw_result *result)
{
    result->status = TW_STATUS_MISMATCH;
    if (check->mismatches) {
        tw_text_addf(&result->reason, "%" PRIu64 " of %" PRIu64 " elements are wrong", check->mismatches,
                     results_of(&kernel->shape));
        if (!tw_kernel_is_main(kernel))
            tw_text_addf(&result->reason, " (storing %s)", kernel->rendering->stores);
    }
    add_count(check->inputs_changed, "elements of inputs were overwritten", &result->reason);
    add_count(check->scratch_left, "elements of scratch were not left zero", &result->reason);
    add_count(check->guard_bytes_changed, "bytes beside the buffers were overwritten", &result->reason);
    for (unsigned i = 0; i < check->first_count; i++) add_mismatch(kernel, &check->first[i], &result->detail);
    if (check->farthest.off > 0 && !is_shown(check, &check->farthest)) {
        tw_text_add(&result->detail, "off the farthest: ");
        add_mismatch(kernel, &check->farthest, &result->detail);
    }
}

void tw_result_compare_counts(struct tw_result *result, const struct tw_counts *counted, const char *but)
{
    enum tw_count differs = tw_counts_differ(&result->predicted, counted);
    if (differs == TW_COUNT_COUNT) return;
    result->status = TW_STATUS_MISMATCH;
    tw_text_addf(&result->reason, "%spredicted %" PRIu64 " %s, but %s %" PRIu64,
                 result->reason.length ? "; " : "", tw_count_value(&result->predicted, differs),
                 tw_count_name(differs), but, tw_count_value(counted, differs));
}

/* ---- what the simulator saw ---- */

static void dump_counts(const char *name, const struct tw_sim_report *report, struct tw_text *shown)
{
    tw_text_addf(shown, "--- counts of %s: %" PRIu64 " warp instructions\n", name, report->warp_instructions);
    if (report->note) tw_text_addf(shown, "note: %s\n", report->note);
    tw_text_add(shown, "  ptx source       warps  shared req -> wavefronts  global req -> sectors  "
                       "constant req -> broadcasts  instruction\n");
    for (size_t i = 0; i < report->count_count; i++) {
        const struct tw_sim_count *c = &report->counts[i];
        tw_text_addf(shown,
                     "%5u %6u  %10" PRIu64 "  %10" PRIu64 " -> %-10" PRIu64 " %9" PRIu64 " -> %-9" PRIu64
                     " %12" PRIu64 " -> %-11" PRIu64 " %s\n",
                     c->ptx_line, c->source_line, c->executed,
                     c->shared_load_requests + c->shared_store_requests,
                     c->shared_load_wavefronts + c->shared_store_wavefronts,
                     c->global_load_requests + c->global_store_requests,
                     c->global_load_sectors + c->global_store_sectors, c->constant_load_requests,
                     c->constant_load_broadcasts, c->opcode);
    }
}

static void add_line(const struct tw_sim_count *count, unsigned launch, struct tw_text *lines)
{
    bool loads = count->shared_load_requests != 0;
    struct tw_line_cost cost = {.launch = launch,
                                .line = count->source_line,
                                .ptx_line = count->ptx_line,
                                .op = loads ? TW_LOAD : TW_STORE,
                                .requests = count->shared_load_requests + count->shared_store_requests,
                                .wavefronts = count->shared_load_wavefronts + count->shared_store_wavefronts,
                                .warp = count->first->warp,
                                .active = count->first->active};
    for (unsigned lane = 0; lane < TW_WARP; lane++)
        cost.address[lane] = (uint32_t)count->first->address[lane];
    tw_text_add_bytes(lines, &cost, sizeof cost);
}

bool tw_finding_is_mistake(const struct tw_sim_finding *finding, bool is_cuda)
{
    return !finding->is_note || (finding->is_undefined && is_cuda);
}

void tw_add_finding(const char *path, const char *finding, struct tw_text *text)
{
    struct tw_text from = {0}, to = {0};
    if (path) tw_text_addf(&from, "(%s:", tw_file_name(path));
    if (path) tw_text_addf(&to, "(%s:", path);
    if (path)
        tw_text_add_replaced(text, finding, tw_text_part(text, &from), tw_text_part(text, &to));
    else
        tw_text_add(text, finding);
    tw_text_free(&from);
    tw_text_free(&to);
}

/* The lower, the sooner it is told: what ended the launch, then races, which make words look as if nobody had written them; last that it took too
   long, which says nothing. */
static int order_of(const struct tw_sim_finding *finding, const struct tw_sim_report *report)
{
    if (finding->fault == TW_SIM_TIMEOUT) return 3;
    if (report->ended && report->finding && strcmp(finding->text, report->finding) == 0) return 0;
    return finding->fault == TW_SIM_RACE || finding->fault == TW_SIM_GLOBAL_RACE ? 1 : 2;
}

static void note_mistakes(struct tw_observed *observed, const struct tw_sim_report *report)
{
    const struct tw_sim_finding *first = NULL;
    if (observed->finding.length) return;
    for (size_t i = 0; i < report->finding_count; i++) {
        const struct tw_sim_finding *finding = &report->findings[i];
        if (!tw_finding_is_mistake(finding, true) || tw_sim_is_told_turned(report, i)) continue;
        if (!first || order_of(finding, report) < order_of(first, report)) first = finding;
    }
    if (first) tw_add_finding(observed->path, first->text, &observed->finding);
    observed->is_endless = first && first->fault == TW_SIM_TIMEOUT;
    for (size_t i = 0, shown = 0; i < report->finding_count && shown < OTHERS_SHOWN; i++) {
        const struct tw_sim_finding *finding = &report->findings[i];
        if (finding == first || !tw_finding_is_mistake(finding, true) || tw_sim_is_told_turned(report, i))
            continue;
        tw_add_finding(observed->path, finding->text, &observed->others);
        tw_text_add_char(&observed->others, '\n');
        shown++;
    }
}

void tw_observe(void *context, const char *kernel, const struct tw_sim_report *report)
{
    struct tw_observed *observed = context;
    note_mistakes(observed, report);
    if (observed->seen == observed->launches) observed->seen = 0;
    if (observed->seen++ == 0) {
        observed->total = report->total;
        tw_text_clear(&observed->dump);
        tw_text_clear(&observed->lines);
    } else {
        tw_counts_add(&observed->total, &report->total);
    }
    if (observed->dumps) dump_counts(kernel, report, &observed->dump);
    for (size_t i = 0; i < report->count_count && observed->wants_lines; i++) {
        const struct tw_sim_count *count = &report->counts[i];
        if (count->shared_load_requests || count->shared_store_requests)
            add_line(count, observed->seen - 1, &observed->lines);
    }
}

void tw_observed_free(struct tw_observed *observed)
{
    tw_text_free(&observed->dump);
    tw_text_free(&observed->lines);
    tw_text_free(&observed->finding);
    tw_text_free(&observed->others);
}
