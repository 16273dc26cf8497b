/*
 * A launch: workers, one per host thread, take the grid's blocks in order. A finding stops the blocks behind
 * it; those before it run to their end, so that the finding that is reported is that of the lowest block,
 * whatever the number of threads.
 */
#include "base/files/launch_page.h"
#include "sim/check/barriers.h"
#include "sim/check/cluster_races.h"
#include "sim/check/doubt.h"
#include "sim/check/found.h"
#include "sim/check/grid_races.h"
#include "sim/check/shadow.h"
#include "sim/exec/async.h"
#include "sim/exec/call.h"
#include "sim/exec/children.h"
#include "sim/exec/cluster.h"
#include "sim/exec/execute.h"
#include "sim/exec/memory/heap.h"
#include "sim/exec/memory/lane_access.h"
#include "sim/exec/memory/requests.h"
#include "sim/exec/memory/stack.h"
#include "sim/exec/memory/weak.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <tilewright/occupancy.h>

#define MUCH_WORK 16384u /* operations of warps: a tenth of a millisecond */

static void *allocate(size_t bytes)
{
    size_t rounded = (bytes + 127) & ~(size_t)127;
    return aligned_alloc(128, rounded ? rounded : 128);
}

static void block_free(struct tw_sim_worker *worker)
{
    if (!worker) return;
    tw_output_clear(&worker->output);
    tw_async_free(worker);
    free(worker->registers);
    free(worker->shared);
    for (unsigned w = 0; w < worker->warp_count; w++) {
        free(worker->warps[w].local);
        tw_stack_free(worker->warps[w].stack);
        tw_doubts_free(&worker->warps[w]);
    }
    free(worker->tally);
    free(worker->entered);
    free(worker->samples);
    tw_requests_free(worker->requests);
    free(worker->memo);
    free(worker->patterns);
    free(worker->call_values);
    free(worker->matrices);
    free(worker->seen);
    tw_shadow_free(worker->shadow);
    tw_found_free(&worker->findings);
    free(worker);
}

/* The local memory of a warp; a stack lets it grow. False: out of memory. */
static bool local_new(struct tw_warp *warp, const struct tw_program *program)
{
    warp->local = allocate((size_t)program->local_bytes * 32);
    warp->local_bytes = program->local_bytes;
    if (program->has_stack) warp->stack = tw_stack_new(program->local_bytes);
    return warp->local && (warp->stack || !program->has_stack);
}

/* Does the program ask where the memory lies that the system has of a block's? */
static bool reads_reserved(const struct tw_program *program)
{
    bool reads = false;
    for (unsigned i = TW_PTX_RESERVED_SMEM_BEGIN; i <= TW_PTX_RESERVED_SMEM_1; i++)
        reads = reads || program->special[i] != TW_NEVER;
    return reads;
}

/* Does the program take shared memory to begin at 0? A kernel of Halide's names no variable there and counts from 0: on hardware it
   is the system's part that it uses, and what was asked for lies behind. */
static bool counts_from_zero(const struct tw_program *program, uint32_t dynamic)
{
    return dynamic && !program->names_shared;
}

/* Where the block's shared memory begins, and how large it is. */
static void place_shared(struct tw_sim_worker *worker, unsigned rank)
{
    const struct tw_program *program = worker->running->program;
    const uint32_t dynamic = worker->running->launch->dynamic_shared_bytes,
                   used = dynamic ? program->dynamic_shared_at + dynamic : program->static_shared,
                   reserved = worker->running->machine->target->shared_reserved;
    worker->rank = rank;
    worker->checks_arrays = worker->running->launch->checks & TW_SIM_CHECK_ARRAYS;
    worker->system_bytes = reads_reserved(program) ? reserved : 0;
    worker->shared_front = counts_from_zero(program, dynamic) ? reserved : worker->system_bytes;
    worker->shared_bytes = worker->shared_front + used;
    worker->shared_base = ((uint64_t)rank << TW_RANK_SHIFT) + reserved - worker->shared_front;
}

/* What the checks of a block need. False: out of memory. */
static bool checks_new(struct tw_sim_worker *worker)
{
    const struct tw_running *running = worker->running;
    const bool checked = running->behind && running->behind->count,
               wanted = running->launch->checks & (TW_SIM_CHECK_RACES | TW_SIM_CHECK_UNINITIALISED),
               shadowed = (worker->shared_bytes && wanted) || running->races;
    if (checked) worker->seen = calloc(running->program->count * worker->warp_count, sizeof *worker->seen);
    if (shadowed) worker->shadow = tw_shadow_new(running, worker->shared_bytes);
    return (worker->seen || !checked) && (worker->shadow || !shadowed);
}

static bool memory_new(struct tw_sim_worker *worker, size_t register_bytes)
{
    const struct tw_program *program = worker->running->program;
    const size_t pattern_bytes = program->accesses * sizeof *worker->patterns;
    worker->registers = allocate(register_bytes);
    worker->shared = allocate(worker->shared_bytes);
    worker->tally = calloc(program->count, sizeof *worker->tally);
    worker->entered = calloc(program->count + 1, sizeof *worker->entered);
    worker->samples = calloc(program->samples + 1u, sizeof *worker->samples);
    worker->patterns = allocate(pattern_bytes);
    worker->memo = calloc(TW_MEMO_ENTRIES, sizeof *worker->memo);
    if (program->has_stack) worker->call_values = allocate(TW_CALL_REGISTERS * sizeof *worker->call_values);
    if (!worker->registers || !worker->patterns || (program->has_stack && !worker->call_values)) return false;
    memset(worker->registers, TW_LANE_POISON, register_bytes);
    memset(worker->patterns, 0, pattern_bytes);
    if (worker->running->launch->lists_requests && !(worker->requests = tw_requests_new())) return false;
    return worker->shared && worker->tally && worker->entered && worker->samples && worker->memo;
}

static bool warp_new(struct tw_sim_worker *worker, unsigned number)
{
    const struct tw_program *program = worker->running->program;
    struct tw_warp *warp = &worker->warps[number];
    warp->worker = worker;
    warp->number = number;
    warp->tally = worker->tally;
    warp->entered = worker->entered;
    warp->base[0] = worker->registers + (size_t)number * program->register_bytes;
    warp->base[1] = program->constants + 1;
    if (worker->seen) warp->seen = worker->seen + number * program->count;
    return local_new(warp, program);
}

static struct tw_sim_worker *block_new(struct tw_running *running, unsigned rank)
{
    const uint32_t *block = running->launch->block;
    struct tw_sim_worker *worker = allocate(sizeof *worker);
    if (!worker) return NULL;
    memset(worker, 0, sizeof *worker);
    worker->running = running;
    worker->threads = block[0] * block[1] * block[2];
    worker->warp_count = (worker->threads + 31) / 32;
    place_shared(worker, rank);
    bool made = memory_new(worker, (size_t)running->program->register_bytes * worker->warp_count) &&
                checks_new(worker);
    for (unsigned w = 0; made && w < worker->warp_count; w++) made = warp_new(worker, w);
    if (!made) {
        block_free(worker);
        return NULL;
    }
    tw_special_fill(worker);
    return worker;
}

static void worker_free(struct tw_sim_worker *worker)
{
    if (worker) tw_cluster_races_free(worker->cluster_races);
    for (unsigned i = worker ? TW_MOST_CLUSTER : 0; i-- > 0;) block_free(worker->cluster[i]);
}

/* Races between the blocks of a cluster are looked for. False: out of memory. */
static bool check_between(struct tw_sim_worker *const cluster[TW_MOST_CLUSTER])
{
    const struct tw_running *running = cluster[0]->running;
    bool wanted = running->launch->checks & TW_SIM_CHECK_RACES && cluster[0]->shadow;
    if (!wanted || running->cluster_blocks == 1) return true;
    struct tw_cluster_races *races = tw_cluster_races_new(cluster);
    for (unsigned i = 0; i < running->cluster_blocks; i++) cluster[i]->cluster_races = races;
    return races;
}

/* The first block of a cluster, which stands for all of it. */
static struct tw_sim_worker *worker_new(struct tw_running *running)
{
    struct tw_sim_worker *cluster[TW_MOST_CLUSTER] = {0};
    bool room = true;
    for (unsigned i = 0; room && i < running->cluster_blocks; i++)
        room = (cluster[i] = block_new(running, i)) != NULL;
    for (unsigned i = 0; i < running->cluster_blocks; i++) {
        if (room)
            memcpy(cluster[i]->cluster, cluster, sizeof cluster);
        else
            block_free(cluster[i]);
    }
    if (room && !check_between(cluster)) {
        worker_free(cluster[0]);
        room = false;
    }
    return room ? cluster[0] : NULL;
}

/* Not the time that passes: what comes of a launch must not depend on what else the host has to do. */
double tw_processor_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void note_finding(struct tw_running *running, uint64_t block)
{
    uint64_t lowest = atomic_load(&running->found_block);
    while (block < lowest && !atomic_compare_exchange_weak(&running->found_block, &lowest, block)) continue;
}

/* Takes the blocks of the grid's next cluster. False: there are none for this worker. */
static bool take_block(struct tw_sim_worker *worker)
{
    struct tw_running *running = worker->running;
    const unsigned size = running->cluster_blocks;
    bool takes = !tw_cluster_faulty(worker);
    if (takes) worker->block_number = atomic_fetch_add(&running->next_block, size);
    takes = takes && worker->block_number < running->blocks &&
            worker->block_number <= atomic_load(&running->found_block);
    struct tw_launch_page *page = running->launch->page;
    if (takes && page) atomic_store_explicit(&page->begun, worker->block_number, memory_order_relaxed);
    for (unsigned i = 0; takes && i < size; i++) {
        worker->cluster[i]->block_number = worker->block_number + i;
        tw_block_begin(worker->cluster[i]);
    }
    if (!takes) atomic_fetch_sub(&running->active, 1);
    return takes;
}

static bool take_turn(struct tw_sim_worker *worker)
{
    bool goes_on = tw_block_turn(worker);
    const struct tw_sim_worker *faulty = tw_cluster_faulty(worker);
    if (faulty) note_finding(worker->running, faulty->block_number);
    return goes_on;
}

/* What blocks may take together that join others because these turn in loops, which may be all that they have to do. */
#define BYTES_OF_TIRED ((uint64_t)1 << 30)

static bool room_for_tired(const struct tw_sim_worker *first)
{
    const struct tw_program *program = first->running->program;
    const uint64_t warp = program->register_bytes + (uint64_t)program->local_bytes * 32;
    const uint64_t block = first->shared_bytes + first->warp_count * warp + (64u << 10);
    return block * tw_cluster_size(first) * atomic_load(&first->running->active) < BYTES_OF_TIRED;
}

/* When all blocks on their way wait for memory to change, or one has turned in loops very often, one that has not begun may be what they
   wait for. As many may be on their way as the device holds at a time. False: it is not so, or there is no memory for it. */
static bool add_mate(struct tw_sim_worker *first, bool tired)
{
    struct tw_running *running = first->running;
    bool all = atomic_load(&running->stalled) >= atomic_load(&running->active);
    if (!(all || (tired && room_for_tired(first))) || !tw_blocks_may_join(running)) return false;
    struct tw_sim_worker *mate = worker_new(running);
    if (!mate) {
        atomic_store(&running->full, true);
        return false;
    }
    for (unsigned i = 0; i < running->cluster_blocks; i++) mate->cluster[i]->began = first->began;
    mate->leads = first->leads;
    struct tw_sim_worker *last =
        first; /* in the order that blocks begin, as what one tells is mostly for the next */
    while (last->mate) last = last->mate;
    last->mate = mate;
    atomic_fetch_add(&running->active, 1);
    mate->busy = take_block(mate);
    return mate->busy;
}

/* Has it had so much to do that another thread would have begun meanwhile? */
static bool has_worked(const struct tw_sim_worker *worker)
{
    uint64_t steps = 0;
    for (unsigned w = 0; w < worker->warp_count; w++) steps += worker->warps[w].steps;
    return steps >= MUCH_WORK;
}

/* Block after block; where one waits for memory to change, its mates go on. */
static void *work(void *argument)
{
    struct tw_sim_worker *first = argument, *worker = first;
    first->began = tw_processor_seconds();
    for (unsigned i = 1; i < tw_cluster_size(first); i++) first->cluster[i]->began = first->began;
    unsigned busy = first->busy = take_block(first);
    while (busy) {
        if (worker->busy && !take_turn(worker)) {
            if (worker->leads && has_worked(worker)) tw_call_others(worker->running);
            worker->busy = take_block(worker);
            busy -= !worker->busy;
        }
        const bool tired = worker->tired;
        worker->tired = false;
        if (worker->busy && !worker->counted && !tired) continue;
        if (worker->busy && add_mate(first, tired)) busy++;
        if (!worker->mate) sched_yield(); /* all of this thread wait: another's turn, once for all of them */
        worker = worker->mate ? worker->mate : first;
    }
    return NULL;
}

/* Starts the other workers; the launch does without those for which there is no memory or no thread. */
void tw_call_others(struct tw_running *running)
{
    bool blocks_left = atomic_load(&running->next_block) < running->blocks;
    while (blocks_left && running->worker_count < running->workers_wanted) {
        struct tw_sim_worker *worker = worker_new(running);
        if (worker) atomic_fetch_add(&running->active, 1);
        if (worker && pthread_create(&worker->thread, NULL, work, worker) == 0) {
            running->workers[running->worker_count++] = worker;
            continue;
        }
        if (worker) atomic_fetch_sub(&running->active, 1);
        worker_free(worker);
        running->workers_wanted = running->worker_count;
    }
}

static void run_workers(struct tw_running *running)
{
    atomic_init(&running->active, 1);
    running->workers[0]->leads = true;
    work(running->workers[0]);
    for (unsigned i = 1; i < running->worker_count; i++) pthread_join(running->workers[i]->thread, NULL);
}

/* With weak memory all blocks run on this thread: the first of a queue, until it ends, or gives up its turn and goes to the back,
   or to some place before that. So some fall far behind others. */
static void run_in_turns(struct tw_running *running)
{
    struct tw_sim_worker **workers = running->workers;
    const unsigned count = running->worker_count;
    struct tw_sim_worker *queue[TW_WEAK_BLOCKS];
    unsigned left = 0;
    double began = tw_processor_seconds();
    atomic_init(&running->active, count);
    for (unsigned i = 0; i < count; i++) {
        workers[i]->began = began;
        workers[i]->weak = tw_weak_place(running->weak, i);
        if (take_block(workers[i])) queue[left++] = workers[i];
    }
    while (left) {
        struct tw_sim_worker *first = queue[0];
        bool goes_on = take_turn(first);
        if (goes_on && !first->counted && !first->passed && !first->tired) continue;
        unsigned to = first->counted || tw_weak_random(running->weak, 2)
                          ? left - 1
                          : tw_weak_random(running->weak, left);
        first->passed = first->tired = false;
        if (!goes_on && !take_block(first)) to = --left;
        for (unsigned i = 0; i < to; i++) queue[i] = queue[i + 1];
        queue[to] = first;
    }
}

/* --- checks before anything runs */

/* The launch says how many blocks a cluster has, or the kernel does, or it is one. */
static void cluster_of(const struct tw_sim_launch *launch, uint32_t cluster[3])
{
    const uint32_t *own = launch->function->program.function->cluster;
    for (unsigned i = 0; i < 3; i++) {
        cluster[i] = launch->cluster[0] ? launch->cluster[i] : own[0] ? own[i] : 1;
    }
}

static int check_cluster(const struct tw_sim_launch *launch, struct tw_error *error)
{
    const struct tw_ptx_function *function = launch->function->program.function;
    uint32_t cluster[3];
    uint64_t blocks = 1;
    cluster_of(launch, cluster);
    for (unsigned i = 0; i < 3; i++) {
        blocks *= cluster[i];
        if (cluster[i] && blocks <= TW_MOST_CLUSTER && launch->grid[i] % cluster[i] == 0) continue;
        return tw_fail(error, TW_INPUT,
                       "kernel %s cannot run as clusters of (%u,%u,%u) blocks in a grid of (%u,%u,%u)",
                       function->name, cluster[0], cluster[1], cluster[2], launch->grid[0], launch->grid[1],
                       launch->grid[2]);
    }
    if (blocks > 1 && launch->weak) {
        return tw_fail(error, TW_UNSUPPORTED,
                       "kernel %s: the simulator has no weak memory for clusters of several blocks",
                       function->name);
    }
    return TW_OK;
}

static int check_launch(const struct tw_machine *machine, const struct tw_sim_launch *launch,
                        struct tw_error *error)
{
    const struct tw_program *program = &launch->function->program;
    const struct tw_ptx_function *function = program->function;
    uint64_t threads = 1, most = function->max_threads ? function->max_threads : TW_MAX_BLOCK_THREADS;
    for (unsigned i = 0; i < 3; i++) {
        threads *= launch->block[i];
        if (!launch->grid[i] || !launch->block[i] || threads > most) {
            return tw_fail(error, TW_INPUT,
                           "kernel %s cannot run as blocks of (%u,%u,%u) threads in a grid of (%u,%u,%u)",
                           function->name, launch->block[0], launch->block[1], launch->block[2],
                           launch->grid[0], launch->grid[1], launch->grid[2]);
        }
        if (function->required[0] && function->required[i] != launch->block[i]) {
            return tw_fail(error, TW_INPUT, "kernel %s requires blocks of (%u,%u,%u) threads", function->name,
                           function->required[0], function->required[1], function->required[2]);
        }
    }
    if (launch->parameter_bytes < function->parameter_bytes) {
        return tw_fail(error, TW_INPUT, "kernel %s takes %u bytes of parameters, not %zu", function->name,
                       function->parameter_bytes, launch->parameter_bytes);
    }
    uint64_t shared = (uint64_t)program->static_shared + launch->dynamic_shared_bytes;
    if (shared > machine->target->shared_per_block) {
        return tw_fail(error, TW_INPUT, "kernel %s needs %llu bytes of shared memory; sm_%u has %u",
                       function->name, (unsigned long long)shared, machine->target->sm,
                       machine->target->shared_per_block);
    }
    return check_cluster(launch, error);
}

/* As many as there are cores, clusters, and places for the local memory of a block's threads; with weak memory blocks on their
   way at a time. */
static unsigned worker_count(const struct tw_machine *machine, const struct tw_sim_launch *launch,
                             unsigned cluster_blocks, uint64_t clusters)
{
    long cores = launch->threads ? (long)launch->threads : machine->cores;
    uint64_t count = cores < 1 ? 1 : cores > 256 ? 256 : (uint64_t)cores;
    if (launch->checks & TW_SIM_CHECK_GLOBAL_RACES) count = 1;
    if (launch->weak) count = TW_WEAK_BLOCKS;
    uint64_t warps = (launch->block[0] * launch->block[1] * launch->block[2] + 31) / 32;
    uint64_t local = warps * 32 * launch->function->program.local_bytes * cluster_blocks;
    uint64_t places = local ? tw_machine_room(machine) / local : count;
    if (count > places) count = places;
    return (unsigned)(count < clusters ? count : clusters);
}

/* How many blocks the device holds at a time; registers are not known, and taken as no limit. */
static unsigned resident_blocks(const struct tw_machine *machine, const struct tw_sim_launch *launch)
{
    const struct tw_block_needs needs = {.threads = launch->block[0] * launch->block[1] * launch->block[2],
                                         .shared_bytes = launch->function->program.static_shared +
                                                         launch->dynamic_shared_bytes,
                                         .carveout = -1};
    return tw_occupancy(machine->target, &needs).blocks_per_sm * machine->target->multiprocessors;
}

/* What the launch says, or leaves to be chosen. */
static void begin(struct tw_running *running, struct tw_machine *machine, const struct tw_sim_launch *launch)
{
    const struct tw_program *program = &launch->function->program;
    running->machine = machine;
    running->program = program;
    running->launch = launch;
    running->stack_limit = launch->stack_bytes ? launch->stack_bytes : TW_STACK_BYTES;
    running->output_limit = launch->print_bytes ? launch->print_bytes : TW_PRINT_BYTES;
    if (running->stack_limit < program->stack_need) running->stack_limit = program->stack_need;
    running->blocks = (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2];
    cluster_of(launch, running->cluster);
    running->cluster_blocks = running->cluster[0] * running->cluster[1] * running->cluster[2];
    running->explicit_cluster = launch->cluster[0] || program->function->cluster[0];
    atomic_init(&running->found_block, UINT64_MAX);
    atomic_init(&running->quiet, (uint64_t)1 << 32);
    running->resident = launch->weak ? 0 : resident_blocks(machine, launch) / running->cluster_blocks;
    if (!running->resident && !launch->weak) running->resident = 1;
    running->workers_wanted =
        worker_count(machine, launch, running->cluster_blocks, running->blocks / running->cluster_blocks);
}

/* False: out of memory, as below. */
static bool make_checks(struct tw_running *running, struct tw_behind *behind)
{
    const struct tw_sim_launch *launch = running->launch;
    if (launch->checks & TW_SIM_CHECK_BARRIERS) {
        running->behind = behind;
        if (!tw_behind_make(behind, running->program)) return false;
    }
    if (launch->weak && !(running->weak = tw_weak_new(launch->seed))) return false;
    const bool races = launch->checks & TW_SIM_CHECK_GLOBAL_RACES;
    return !races || (running->races = tw_grid_races_new(running)) != NULL;
}

/* The machine's own, for what kernels allocate and launch. */
static bool make_heaps(struct tw_machine *machine, const struct tw_sim_launch *launch)
{
    const struct tw_program *program = &launch->function->program;
    const uint64_t bytes = launch->heap_bytes ? launch->heap_bytes : TW_HEAP_BYTES;
    return (!program->allocates || tw_machine_make_heap(machine, bytes)) &&
           (!program->launches || tw_machine_make_children(machine));
}

/* Fewer than wanted still do all the work. */
static bool make_runners(struct tw_running *running)
{
    const unsigned at_once = running->weak ? running->workers_wanted : 1;
    running->workers = calloc(running->workers_wanted + 1u, sizeof *running->workers);
    while (running->workers && running->worker_count < at_once &&
           running->worker_count < running->workers_wanted &&
           (running->workers[running->worker_count] = worker_new(running)))
        running->worker_count++;
    return running->worker_count;
}

static bool make_report(struct tw_machine *machine, const struct tw_program *program)
{
    tw_machine_forget(machine);
    machine->launches++;
    machine->counts = calloc(program->count, sizeof *machine->counts);
    machine->samples = calloc(program->samples + 1u, sizeof *machine->samples);
    return machine->counts && machine->samples;
}

static void free_runners(struct tw_running *running)
{
    for (unsigned i = 0; i < running->worker_count; i++) {
        for (struct tw_sim_worker *r = running->workers[i], *mate; r; r = mate) {
            mate = r->mate;
            worker_free(r);
        }
    }
    free(running->workers);
}

int tw_sim_launch(struct tw_machine *machine, const struct tw_sim_launch *launch,
                  struct tw_sim_report *report, enum tw_sim_fault *fault, struct tw_error *error)
{
    const struct tw_error *refusal = tw_sim_function_refusal(launch->function);
    *report = (struct tw_sim_report){0};
    *fault = TW_SIM_NO_FAULT;
    if (refusal) return tw_fail(error, refusal->code, "%s", refusal->message);
    int code = check_launch(machine, launch, error);
    if (code) return code;
    machine->grids++;
    struct tw_running running = {0};
    struct tw_behind behind = {0};
    begin(&running, machine, launch);
    bool ready = make_checks(&running, &behind) && make_heaps(machine, launch) && make_runners(&running);
    if (make_report(machine, running.program) && ready) {
        (running.weak ? run_in_turns : run_workers)(&running);
        code = tw_report_make(&running, machine->counts, report, fault, error);
    } else {
        code = tw_fail(error, TW_MEMORY,
                       "out of memory for the registers, the shared and the local memory of a block");
    }
    free_runners(&running);
    tw_behind_free(&behind);
    tw_weak_free(running.weak);
    tw_grid_races_free(running.races);
    return code;
}
