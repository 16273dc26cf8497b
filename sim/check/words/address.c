/* Where an access goes, in words: the array or allocation that it reaches, the one that it was meant for, and how far it is beyond. */
#include <string.h>

#include "base/mangled.h"
#include "sim/check/finding.h"
#include "sim/exec/memory/heap.h"
#include "sim/exec/memory/stack.h"

/* An asynchronous copy stores in shared memory, and loads from global memory. */
const char *tw_verb_of(const struct tw_op *op, bool shared)
{
    const bool copies = op->instruction->words[TW_PTX_CLASS_OTHER] != TW_PTX_ABSENT;
    return !op->counted ? "atomic operation" : op->is_store && (shared || !copies) ? "store" : "load";
}

/* "1 byte", "4 bytes" */
static void add_bytes(struct tw_text *text, uint64_t bytes)
{
    tw_text_addf(text, "%llu byte%s", (unsigned long long)bytes, bytes == 1 ? "" : "s");
}

/* "4 bytes past the end of ", for what begins at `begin` and has `bytes` bytes; the caller names it. */
static void add_distance(struct tw_text *text, uint64_t address, uint64_t access, uint64_t begin,
                         uint64_t bytes)
{
    uint64_t end = begin + bytes;
    if (address == end) {
        tw_text_add(text, "just past the end of ");
    } else if (address > end) {
        add_bytes(text, address - end);
        tw_text_add(text, " past the end of ");
    } else if (address < begin) {
        add_bytes(text, begin - address);
        tw_text_add(text, " before ");
    } else {
        const uint64_t past = address + access - end;
        tw_text_add(text, past == 1 ? "its last byte" : "its last ");
        if (past > 1) add_bytes(text, past);
        tw_text_add(text, " past the end of ");
    }
}

bool tw_leaves_array(const struct tw_sim_worker *worker, const struct tw_op *op, uint64_t address,
                     uint64_t bytes, bool shared)
{
    const struct tw_own_array *array = shared ? op->array : NULL;
    if (!array) return false;
    const uint64_t offset = address - worker->shared_front - array->begin;
    return offset >= array->bytes || bytes > array->bytes - offset;
}

/* "just past the end of the 128 bytes of a, by whose address it goes, as a[32] with elements of 4 bytes" */
static void add_outside(struct tw_text *text, const struct tw_sim_worker *worker, const struct tw_op *op,
                        uint64_t address, uint64_t bytes)
{
    const struct tw_own_array *array = op->array;
    const int64_t offset = (int64_t)(address - worker->shared_front - array->begin),
                  element = op->element_bytes ? op->element_bytes : 1;
    add_distance(text, address - worker->shared_front, bytes, array->begin, array->bytes);
    if (array->bytes != TW_ENDLESS) {
        tw_text_add(text, "the ");
        add_bytes(text, array->bytes);
        tw_text_add(text, " of ");
    }
    tw_mangled_add(array->name, text);
    tw_text_add(text, ", by whose address it goes");
    if (offset % element) return;
    tw_text_add(text, ", as ");
    tw_mangled_add(array->name, text);
    tw_text_addf(text, "[%lld] with elements of ", (long long)(offset / element));
    add_bytes(text, (uint64_t)element);
}

/* " (tile+4)": the variable of shared memory that holds the address */
static void add_variable(struct tw_text *text, const struct tw_sim_worker *worker, uint64_t address)
{
    const struct tw_program *program = worker->running->program;
    for (size_t i = 0; i < program->module->variable_count; i++) {
        const struct tw_ptx_variable *variable = &program->module->variables[i];
        const uint64_t offset = address - worker->shared_front - program->variable_offset[i];
        if (variable->space != TW_PTX_SHARED || offset >= variable->bytes) continue;
        tw_text_add(text, " (");
        tw_mangled_add(variable->name, text);
        tw_text_addf(text, "+%llu)", (unsigned long long)offset);
        return;
    }
}

/* "store of 4 bytes at shared address 0x84 (tile+4)" */
void tw_add_access(struct tw_text *text, const struct tw_sim_worker *worker, const struct tw_caught *caught)
{
    tw_text_addf(text, "%s of ", tw_verb_of(caught->op, caught->shared));
    add_bytes(text, caught->bytes);
    tw_text_addf(text, " at %s address 0x%llx", caught->shared ? "shared" : "global",
                 (unsigned long long)caught->address);
    if (caught->owner && caught->owner != worker) {
        tw_text_add(text, " of ");
        tw_add_block(text, caught->owner->block);
    }
    if (caught->shared) add_variable(text, worker, caught->address);
    if (!tw_leaves_array(worker, caught->op, caught->address, caught->bytes,
                         caught->shared && !caught->owner))
        return;
    tw_text_add(text, ", ");
    add_outside(text, worker, caught->op, caught->address, caught->bytes);
}

/* --- bad addresses */

/* The allocation that is nearest to an address, or NULL when there is none. */
static const struct tw_allocation *nearest(const struct tw_machine *machine, uint64_t address)
{
    const struct tw_allocation *best = NULL;
    uint64_t least = UINT64_MAX;
    for (size_t i = 0; i < machine->count; i++) {
        const struct tw_allocation *a = &machine->allocations[i];
        uint64_t distance = address < a->address              ? a->address - address
                            : address - a->address < a->bytes ? 0
                                                              : address - a->address - a->bytes;
        if (distance >= least) continue;
        best = a;
        least = distance;
    }
    return best;
}

/* In the heap of the kernels, but in no block of it. */
static void describe_in_heap(struct tw_text *text, struct tw_heap *heap, uint64_t address, unsigned access)
{
    struct tw_allocation block;
    if (!tw_heap_below(heap, address, &block)) {
        tw_text_add(text, "in the heap, where malloc has given nothing, or no longer");
        return;
    }
    add_distance(text, address, access, block.address, block.bytes);
    tw_text_add(text, "the ");
    add_bytes(text, block.bytes);
    tw_text_addf(text, " that malloc gave at 0x%llx", (unsigned long long)block.address);
}

/* The number, from 1 on, of the kernel's parameter that holds an address in [begin, end); 0: none does. */
static unsigned parameter_of(const struct tw_sim_worker *worker, uint64_t begin, uint64_t end)
{
    const struct tw_ptx_function *function = worker->running->program->function;
    const unsigned char *values = worker->running->launch->parameters;
    for (size_t i = 0; i < function->parameter_count; i++) {
        const struct tw_ptx_parameter *parameter = &function->parameters[i];
        for (uint32_t at = 0; at + sizeof begin <= parameter->bytes; at += sizeof begin) {
            uint64_t value;
            memcpy(&value, values + parameter->offset + at, sizeof value);
            if (value >= begin && value < end) return (unsigned)i + 1;
        }
    }
    return 0;
}

/* The variable of the module that lies at an address, or NULL. */
static const char *variable_at(const struct tw_sim_worker *worker, uint64_t address)
{
    const struct tw_sim_module *module = worker->running->launch->function->module;
    for (size_t i = 0; i < module->ptx->variable_count; i++) {
        if (address && module->addresses[i] == address) return module->ptx->variables[i].name;
    }
    return NULL;
}

/* "the 36 bytes of weights", "the 4000-byte allocation at 0x10000101000, where parameter 2 points" */
static void name_allocation(struct tw_text *text, const struct tw_sim_worker *worker,
                            const struct tw_allocation *allocation, struct tw_sim_finding *told)
{
    const char *variable = variable_at(worker, allocation->address);
    if (variable) {
        tw_text_add(text, "the ");
        add_bytes(text, allocation->bytes);
        tw_text_add(text, " of ");
        tw_mangled_add(variable, text);
        told->array = variable;
        return;
    }
    told->parameter = parameter_of(worker, allocation->address, allocation->address + allocation->bytes);
    tw_text_addf(text, "the %llu-byte allocation at 0x%llx", (unsigned long long)allocation->bytes,
                 (unsigned long long)allocation->address);
    if (told->parameter) tw_text_addf(text, ", where parameter %u points", told->parameter);
}

static void describe_global(struct tw_text *text, const struct tw_sim_worker *worker, uint64_t address,
                            unsigned access, struct tw_sim_finding *told)
{
    const struct tw_machine *machine = worker->running->machine;
    const struct tw_allocation *allocation = nearest(machine, address);
    const struct tw_freed *freed = tw_machine_freed(machine, address);
    if (address < TW_SIM_NULL_PAGE) {
        tw_text_add(text, "a null pointer");
        told->parameter = parameter_of(worker, 0, 1);
        if (told->parameter) tw_text_addf(text, ", as parameter %u is", told->parameter);
    } else if (freed) {
        tw_text_addf(
            text,
            "in the %llu-byte allocation at 0x%llx that was freed after launch %llu; this is launch %llu",
            (unsigned long long)freed->bytes, (unsigned long long)freed->address,
            (unsigned long long)freed->launches, (unsigned long long)machine->launches);
    } else if (!allocation) {
        tw_text_add(text, "and nothing is allocated");
    } else if (allocation->heap && address - allocation->address < allocation->bytes) {
        describe_in_heap(text, allocation->heap, address, access);
    } else {
        add_distance(text, address, access, allocation->address, allocation->bytes);
        name_allocation(text, worker, allocation, told);
    }
}

/* What lies around an address of a space that each block, thread or launch has for itself. */
struct own_space {
    const char *owner, *what;
    uint32_t bytes;
};

static void describe_own(struct tw_text *text, const struct own_space *space, const struct tw_op *op,
                         uint64_t address)
{
    const uint64_t begin = (int32_t)address < 0 ? (uint64_t)1 << 32 : 0; /* 32 bits come round */
    tw_text_add(text, ", ");
    add_distance(text, address, op->access_bytes, begin, space->bytes);
    tw_text_addf(text, "%s ", space->owner);
    add_bytes(text, space->bytes);
    tw_text_addf(text, " of %s", space->what);
}

static void describe_shared(struct tw_text *text, const struct tw_sim_worker *worker, const struct tw_op *op,
                            uint64_t address, struct tw_sim_finding *told)
{
    const struct own_space space = {"the block's", "shared memory", worker->shared_bytes};
    const uint64_t whole = (uint64_t)(int64_t)(int32_t)address; /* 32 bits come round */
    describe_own(text, &space, op, address);
    if (!space.bytes) tw_text_add(text, ": the launch gives it none");
    if (!space.bytes || !tw_leaves_array(worker, op, whole, tw_op_needs(op), true)) return;
    told->array = op->array->name;
    if (op->array->bytes == TW_ENDLESS) return;
    tw_text_add(text, ", and ");
    add_outside(text, worker, op, whole, tw_op_needs(op));
}

/* "shared", "global", ...: as the message calls the space. */
static const char *word_of(const struct tw_op *op, enum tw_ptx_word space)
{
    switch (space) {
    case TW_PTX_SPACE_SHARED:
        return "shared";
    case TW_PTX_SPACE_LOCAL:
        return "local";
    case TW_PTX_SPACE_PARAM:
        return "parameter";
    default:
        return op->instruction->words[TW_PTX_CLASS_SPACE] == TW_PTX_SPACE_CONST ? "constant" : "global";
    }
}

static void describe_place(struct tw_text *text, const struct tw_warp *warp, const struct tw_op *op,
                           unsigned lane, enum tw_ptx_word space, uint64_t address,
                           struct tw_sim_finding *told)
{
    const struct tw_sim_worker *worker = warp->worker;
    struct own_space own = {"the", "parameters", worker->running->program->function->parameter_bytes};
    switch (space) {
    case TW_PTX_SPACE_SHARED:
        describe_shared(text, worker, op, address, told);
        return;
    case TW_PTX_SPACE_LOCAL:
        own = (struct own_space){"the thread's", "local memory",
                                 warp->stack ? warp->stack->top[lane] : warp->local_bytes};
        describe_own(text, &own, op, address);
        return;
    case TW_PTX_SPACE_PARAM:
        describe_own(text, &own, op, address);
        return;
    default:
        tw_text_add(text, ", ");
        describe_global(text, worker, address, op->access_bytes, told);
    }
}

void tw_describe_address(struct tw_text *text, const struct tw_warp *warp, const struct tw_op *op,
                         unsigned lane, enum tw_ptx_word space, uint64_t address, struct tw_sim_finding *told)
{
    tw_text_addf(text, "%s of ", tw_verb_of(op, true));
    add_bytes(text, op->access_bytes);
    tw_text_addf(text, " at %s address 0x%llx", word_of(op, space), (unsigned long long)address);
    if (address % op->access_bytes) {
        if (space == TW_PTX_SPACE_SHARED) add_variable(text, warp->worker, address);
        tw_text_addf(text, ", which is not a multiple of %u", op->access_bytes);
    } else {
        describe_place(text, warp, op, lane, space, address, told);
    }
}
