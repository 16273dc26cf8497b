/* What is told of a launch once it has run: its workers' counts, findings and printed texts are joined. */
#include "sim/check/found.h"
#include "sim/exec/cluster.h"
#include "sim/exec/execute.h"
#include "sim/exec/memory/requests.h"

#include <stdlib.h>
#include <string.h>

const struct tw_sim_sample tw_sim_no_sample;

/* The next of the cluster, then the mate's. */
static struct tw_sim_worker *next_block(const struct tw_sim_worker *block)
{
    bool last = block->rank + 1 == tw_cluster_size(block);
    return last ? block->cluster[0]->mate : block->cluster[block->rank + 1];
}

static void add_tally(struct tw_tally *sum, const struct tw_tally *tally)
{
    sum->executed += tally->executed;
    sum->shared_requests += tally->shared_requests;
    sum->shared_wavefronts += tally->shared_wavefronts;
    sum->shared_ideal += tally->shared_ideal;
    sum->global_requests += tally->global_requests;
    sum->copy_requests += tally->copy_requests;
    sum->global_sectors += tally->global_sectors;
    sum->global_fills += tally->global_fills;
    sum->shuffles += tally->shuffles;
    sum->shared_bytes += tally->shared_bytes;
    sum->global_bytes += tally->global_bytes;
    sum->constant_requests += tally->constant_requests;
    sum->constant_broadcasts += tally->constant_broadcasts;
}

/* `sum` has what the other workers had of the operation so far. */
static void add_samples(struct tw_samples *sum, const struct tw_sim_worker *worker, const struct tw_op *op,
                        const struct tw_tally *tally)
{
    const struct tw_samples *samples = &worker->samples[op->sample];
    if (tally->first_holder) sum->first = samples->first; /* one worker has block 0 */
    if (tally->worst_cost > sum->worst.cost) sum->worst = samples->worst;
}

static void name_variable(const struct tw_program *program, uint32_t front, struct tw_sim_count *count)
{
    const struct tw_ptx_module *module = program->module;
    if (!count->worst->cost || !(count->shared_load_requests + count->shared_store_requests)) return;
    uint64_t address = count->worst->address[tw_first_of(count->worst->active)];
    for (size_t i = 0; i < module->variable_count; i++) {
        const struct tw_ptx_variable *variable = &module->variables[i];
        uint32_t at = front + program->variable_offset[i];
        bool dynamic = variable->is_extern && address >= at;
        if (variable->space != TW_PTX_SHARED || (!dynamic && address - at >= variable->bytes)) continue;
        count->variable = variable->name;
        count->variable_at = at;
        count->variable_bytes = (uint32_t)variable->bytes;
    }
}

/* front: bytes of shared memory before the variables */
static struct tw_sim_count count_of(const struct tw_program *program, uint32_t front, size_t i,
                                    const struct tw_tally *tally, const struct tw_samples *samples)
{
    const struct tw_ptx_instruction *instruction = program->ops[i].instruction;
    bool known = instruction->source_line && instruction->source_file < program->module->file_count;
    struct tw_sim_count count = {.ptx_line = instruction->line,
                                 .source_line = instruction->source_line,
                                 .source_file =
                                     known ? program->module->files[instruction->source_file] : NULL,
                                 .opcode = instruction->opcode,
                                 .function = tw_routine_of(program, &program->ops[i])->function->name,
                                 .executed = tally->executed,
                                 .shuffles = tally->shuffles,
                                 .shared_ideal = tally->shared_ideal,
                                 .first = samples->first.active ? &samples->first : &tw_sim_no_sample,
                                 .worst = samples->worst.active ? &samples->worst : &tw_sim_no_sample};
    if (program->ops[i].atomic_passes) {
        count.shared_atomic_requests = tally->shared_requests;
        count.shared_atomic_wavefronts = tally->shared_wavefronts;
    } else if (program->ops[i].is_store) {
        count.shared_store_requests = tally->shared_requests;
        count.shared_store_wavefronts = tally->shared_wavefronts;
        count.global_store_requests = tally->global_requests;
        count.global_store_sectors = tally->global_sectors;
        count.shared_store_bytes = tally->shared_bytes;
        count.global_store_bytes = tally->global_bytes;
    } else {
        count.shared_load_requests = tally->shared_requests;
        count.shared_load_wavefronts = tally->shared_wavefronts;
        count.global_load_requests = tally->global_requests;
        count.global_load_sectors = tally->global_sectors;
        count.global_load_fills = tally->global_fills;
        count.shared_load_bytes = tally->shared_bytes;
        count.global_load_bytes = tally->global_bytes;
        count.constant_load_requests = tally->constant_requests;
        count.constant_load_broadcasts = tally->constant_broadcasts;
    }
    count.global_load_requests += tally->copy_requests;
    name_variable(program, front, &count);
    return count;
}

static void fill_report(const struct tw_program *program, struct tw_sim_worker **workers,
                        unsigned worker_count, struct tw_sim_count *counts, struct tw_samples *samples,
                        struct tw_sim_report *report)
{
    report->counts = counts;
    report->total.known = (1u << TW_COUNT_COUNT) - 1; /* all are counted */
    static const struct tw_samples none;
    uint64_t entered = 0; /* since the basic block's first operation */
    for (size_t i = 0; i < program->count; i++) {
        const struct tw_op *op = &program->ops[i];
        struct tw_tally sum = {0};
        if (i == 0 || program->ops[i - 1].straight == 1) entered = 0;
        for (unsigned w = 0; w < worker_count; w++) {
            for (const struct tw_sim_worker *r = workers[w]; r; r = next_block(r)) {
                entered += r->entered[i];
                add_tally(&sum, &r->tally[i]);
                if (op->resolve) add_samples(&samples[op->sample], r, op, &r->tally[i]);
            }
        }
        if (!op->instruction) continue; /* the end of a function */
        sum.executed += entered;
        struct tw_sim_count *count = &counts[report->count_count++];
        *count =
            count_of(program, workers[0]->shared_front, i, &sum, op->resolve ? &samples[op->sample] : &none);
        report->warp_instructions += count->executed;
        report->total.load_requests += count->shared_load_requests;
        report->total.load_wavefronts += count->shared_load_wavefronts;
        report->total.store_requests += count->shared_store_requests;
        report->total.store_wavefronts += count->shared_store_wavefronts;
        report->total.global_load_requests += count->global_load_requests;
        report->total.global_load_sectors += count->global_load_sectors;
        report->total.global_load_fills += count->global_load_fills;
        report->total.constant_load_requests += count->constant_load_requests;
        report->total.constant_load_broadcasts += count->constant_load_broadcasts;
        report->total.global_store_requests += count->global_store_requests;
        report->total.global_store_sectors += count->global_store_sectors;
        report->total.shuffles += count->shuffles;
        report->total.load_bytes += count->shared_load_bytes;
        report->total.store_bytes += count->shared_store_bytes;
        report->total.global_load_bytes += count->global_load_bytes;
        report->total.global_store_bytes += count->global_store_bytes;
    }
}

/* Returns the finding of the lower block; either may be NULL. */
static const struct tw_finding *lower(const struct tw_finding *a, const struct tw_finding *b)
{
    if (!b || !b->text[0]) return a;
    return !a || b->block < a->block ? b : a;
}

/* The first that fails the launch where none has ended it. */
static const struct tw_sim_finding *first_failure(const struct tw_sim_report *report)
{
    for (size_t i = 0; i < report->finding_count; i++) {
        if (!report->findings[i].is_note) return &report->findings[i];
    }
    return NULL;
}

static bool is_turned(const struct tw_sim_finding *a, const struct tw_sim_finding *b)
{
    return a->fault == b->fault && a->is_note == b->is_note && a->other.place.ptx_line &&
           a->first.place.ptx_line == b->other.place.ptx_line &&
           a->other.place.ptx_line == b->first.place.ptx_line;
}

bool tw_sim_is_told_turned(const struct tw_sim_report *report, size_t which)
{
    const struct tw_sim_finding *finding = &report->findings[which];
    bool told = false;
    for (size_t i = 0; i < report->finding_count; i++) told |= is_turned(&report->findings[i], finding);
    return told && finding->first.place.ptx_line < finding->other.place.ptx_line;
}

bool tw_sim_report_is_whole(const struct tw_sim_report *report)
{
    bool whole = !report->findings_left_out || report->finding_count == TW_SIM_MAX_FINDINGS;
    for (size_t i = 0; i < report->finding_count && whole; i++)
        whole = strcmp(report->findings[i].text, TW_SIM_UNTOLD) != 0;
    return whole;
}

/* Blocks behind the one with the finding may not have run: what was seen there is left out. */
static int finish(struct tw_machine *machine, struct tw_sim_worker **workers, unsigned count,
                  struct tw_sim_report *report, enum tw_sim_fault *fault, struct tw_error *error)
{
    const struct tw_finding *finding = NULL, *note = NULL;
    for (unsigned i = 0; i < count; i++) {
        for (const struct tw_sim_worker *r = workers[i]; r; r = next_block(r)) {
            finding = lower(finding, &r->finding);
            note = lower(note, &r->note);
        }
    }
    for (unsigned i = 0; i < count; i++) {
        for (struct tw_sim_worker *r = workers[i]; r; r = next_block(r))
            tw_found_merge(&machine->found, &r->findings, finding ? finding->block : UINT64_MAX);
    }
    report->findings = machine->findings = tw_found_list(&machine->found);
    report->finding_count = machine->findings ? machine->found.count : 0;
    report->findings_left_out = machine->found.left_out + machine->found.count - report->finding_count;
    report->ended = finding != NULL;
    const struct tw_sim_finding *failure = finding ? NULL : first_failure(report);
    const char *words = finding ? finding->text : failure ? failure->text : NULL;
    bool told = note && !(finding && finding->block < note->block);
    machine->note = told ? strdup(note->text) : NULL;
    machine->finding = words ? strdup(words) : NULL;
    report->note = machine->note;
    report->finding = machine->finding;
    if (!words) return TW_OK;
    *fault = finding ? finding->fault : failure->fault;
    return tw_fail(error, TW_FAULT, "%s", words);
}

/* What blocks behind the one with the finding have printed is left out, as they may not have run. */
static void gather_output(struct tw_running *running, struct tw_sim_worker **workers, unsigned count)
{
    size_t printed = 0;
    for (unsigned i = 0; i < count; i++) {
        for (struct tw_sim_worker *r = workers[i]; r; r = next_block(r))
            printed += r->output.first < r->output.count;
    }
    struct tw_output **outputs = calloc(printed + 1, sizeof *outputs);
    printed = 0;
    for (unsigned i = 0; outputs && i < count; i++) {
        for (struct tw_sim_worker *r = workers[i]; r; r = next_block(r)) {
            if (r->output.first < r->output.count) outputs[printed++] = &r->output;
        }
    }
    if (outputs)
        tw_output_move(&running->machine->output, outputs, printed, atomic_load(&running->found_block),
                       running->output_limit);
    free(outputs);
}

/* Merges the lists of all blocks that workers ran into one. */
static int list_requests(struct tw_running *running, struct tw_sim_report *report, struct tw_error *error)
{
    if (!running->launch->lists_requests) return TW_OK;
    struct tw_requests *all = running->machine->requests = tw_requests_new();
    if (!all) return tw_fail(error, TW_MEMORY, "out of memory");
    for (unsigned i = 0; i < running->worker_count; i++) {
        for (const struct tw_sim_worker *r = running->workers[i]; r; r = next_block(r))
            tw_requests_merge(all, r->requests);
    }
    tw_requests_report(all, running->program, report);
    return TW_OK;
}

int tw_report_make(struct tw_running *running, struct tw_sim_count *counts, struct tw_sim_report *report,
                   enum tw_sim_fault *fault, struct tw_error *error)
{
    struct tw_sim_worker **workers = running->workers;
    unsigned count = running->worker_count;
    fill_report(running->program, workers, count, counts, running->machine->samples, report);
    int code = list_requests(running, report, error);
    if (!code) code = finish(running->machine, workers, count, report, fault, error);
    gather_output(running, workers, count);
    return code;
}

void tw_sim_printed(struct tw_machine *machine, void (*show)(const char *text, bool is_error))
{
    struct tw_output *output = &machine->output;
    for (size_t i = output->first; i < output->count; i++)
        show(output->prints[i].text, output->prints[i].is_error);
    tw_output_clear(output);
}
