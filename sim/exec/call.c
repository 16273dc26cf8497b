/*
 * Calls (PTX ISA, "Control Flow Instructions", "Stack Manipulation Instructions"). A call pushes a frame for
 * each lane, a return pops it. Lanes that are deeper in calls run before others (warp.c), so those that come
 * back from a function at different times meet again behind the call.
 */
#include "sim/exec/call.h"
#include "sim/check/doubt.h"
#include "sim/check/finding.h"
#include "sim/exec/execute.h"
#include "sim/exec/lanes.h"
#include "sim/exec/memory/stack.h"

static uint32_t align_up(uint32_t value, uint32_t align)
{
    return (value + align - 1) & ~(align - 1);
}

/* --- values that are passed */

static unsigned char *frame_memory(const struct tw_warp *warp, unsigned lane, uint32_t base,
                                   const struct tw_call_value *value)
{
    return warp->local + (size_t)lane * warp->local_bytes + base + value->offset;
}

/* The value's bits in a lane; of a value in a frame, its first 8 bytes. */
static uint64_t get(const struct tw_warp *warp, unsigned lane, uint32_t base,
                    const struct tw_call_value *value)
{
    uint64_t bits = 0;
    if (value->reference != TW_NEVER) return tw_lane_bits(tw_at(warp, value->reference), value->bits, lane);
    tw_copy_piece(&bits, frame_memory(warp, lane, base, value), value->bytes < 8 ? value->bytes : 8);
    return bits;
}

static void set(struct tw_warp *warp, unsigned lane, uint32_t base, const struct tw_call_value *value,
                uint64_t bits)
{
    if (value->unused) return;
    if (value->reference != TW_NEVER) {
        tw_set_lane_bits(tw_at(warp, value->reference), value->bits, lane, bits);
    } else {
        tw_copy_piece(frame_memory(warp, lane, base, value), &bits, value->bytes < 8 ? value->bytes : 8);
    }
}

/* --- the same of lanes that call or return together, value by value; each lane's frame begins at its `base` */

typedef uint64_t values_of_lanes[32];

static void get_lanes(const struct tw_warp *warp, uint32_t lanes, const uint32_t base[32],
                      const struct tw_call_value *value, values_of_lanes bits)
{
    const union tw_lanes *from = value->reference != TW_NEVER ? tw_at(warp, value->reference) : NULL;
    for (unsigned lane = 0; from && lane < 32; lane++) bits[lane] = tw_lane_bits(from, value->bits, lane);
    for (uint32_t left = from ? 0 : lanes; left; left &= left - 1) {
        const unsigned lane = tw_first_of(left);
        bits[lane] = get(warp, lane, base[lane], value);
    }
}

static void set_lanes(struct tw_warp *warp, uint32_t lanes, const uint32_t base[32],
                      const struct tw_call_value *value, const values_of_lanes bits)
{
    union tw_lanes *to = value->reference != TW_NEVER ? tw_at(warp, value->reference) : NULL;
    if (value->unused) return;
    for (unsigned lane = 0; to && lane < 32; lane++) {
        const uint64_t kept = tw_lane_bits(to, value->bits, lane);
        tw_set_lane_bits(to, value->bits, lane, lanes >> lane & 1u ? bits[lane] : kept);
    }
    for (uint32_t left = to ? 0 : lanes; left; left &= left - 1) {
        const unsigned lane = tw_first_of(left);
        set(warp, lane, base[lane], value, bits[lane]);
    }
}

/* From frame to frame, no register on either side. */
static bool is_copied(const struct tw_call_value *from, const struct tw_call_value *to)
{
    return from->reference == TW_NEVER && to->reference == TW_NEVER && !to->unused;
}

struct passed {
    uint32_t lanes;
    const struct tw_call_value *from, *to;
    size_t count;
    uint32_t from_base[32], to_base[32];
    values_of_lanes *registers; /* of those with a register on one side: the worker's memory for them */
};

/* A recursive call may exchange registers: first all values are taken, then they are given. */
static void take_values(struct tw_warp *warp, struct passed *passed)
{
    unsigned count = 0;
    if (warp->doubtful) tw_doubt_take(warp, passed->lanes, passed->from, passed->count, passed->from_base);
    for (size_t i = 0; i < passed->count; i++) {
        const struct tw_call_value *from = &passed->from[i], *to = &passed->to[i];
        const bool copied = is_copied(from, to);
        if (!copied) get_lanes(warp, passed->lanes, passed->from_base, from, passed->registers[count++]);
        for (uint32_t left = copied ? passed->lanes : 0; left; left &= left - 1) {
            const unsigned lane = tw_first_of(left);
            tw_copy_piece(frame_memory(warp, lane, passed->to_base[lane], to),
                          frame_memory(warp, lane, passed->from_base[lane], from), to->bytes);
        }
    }
}

static void give_values(struct tw_warp *warp, const struct passed *passed)
{
    unsigned count = 0;
    if (warp->doubtful) tw_doubt_give(warp, passed->lanes, passed->to, passed->count, passed->to_base);
    for (size_t i = 0; i < passed->count; i++) {
        if (!is_copied(&passed->from[i], &passed->to[i]))
            set_lanes(warp, passed->lanes, passed->to_base, &passed->to[i], passed->registers[count++]);
    }
}

uint64_t tw_call_argument(const struct tw_warp *warp, const struct tw_op *op, unsigned i, unsigned lane)
{
    return get(warp, lane, warp->stack->base[lane], &op->call->arguments[i]);
}

void tw_call_argument_bytes(const struct tw_warp *warp, const struct tw_op *op, unsigned i, unsigned lane,
                            void *to, size_t bytes)
{
    const struct tw_call_value *value = &op->call->arguments[i];
    memset(to, 0, bytes);
    if (value->reference == TW_NEVER)
        memcpy(to, frame_memory(warp, lane, warp->stack->base[lane], value),
               value->bytes < bytes ? value->bytes : bytes);
}

void tw_call_result(struct tw_warp *warp, const struct tw_op *op, unsigned lane, uint64_t value)
{
    if (op->call->result_count) set(warp, lane, warp->stack->base[lane], op->call->results, value);
}

/* --- memory as a lane sees it, at a generic address */

static const unsigned char *memory_at(struct tw_warp *warp, unsigned lane, uint64_t address, uint64_t bytes)
{
    struct tw_sim_worker *worker = warp->worker;
    uint64_t offset = address & UINT32_MAX;
    if (address >> 32 == TW_SHARED_WINDOW >> 32) {
        offset -= worker->shared_base;
        return offset < worker->shared_bytes && offset + bytes <= worker->shared_bytes
                   ? worker->shared + offset
                   : NULL;
    }
    if (address >> 32 == TW_LOCAL_WINDOW >> 32) {
        bool inside = offset + bytes <= warp->stack->top[lane];
        return inside ? warp->local + (size_t)lane * warp->local_bytes + offset : NULL;
    }
    return tw_machine_at(worker->running->machine, &worker->last, address, bytes);
}

bool tw_call_read(struct tw_warp *warp, const struct tw_op *op, unsigned lane, uint64_t address, void *to,
                  uint64_t bytes)
{
    const unsigned char *from = memory_at(warp, lane, address, bytes);
    if (from && warp->doubtful) tw_doubt_use_memory(warp, op, lane, address, bytes);
    if (from)
        memcpy(to, from, bytes);
    else
        tw_find(warp, op, TW_SIM_BAD_ADDRESS, lane, "the %llu bytes at 0x%llx that it reads are no memory",
                (unsigned long long)bytes, (unsigned long long)address);
    return from != NULL;
}

/* --- frames */

/* Takes `bytes` of a lane's stack, as a GPU has it; false: a finding, it overflows. */
static bool take(struct tw_warp *warp, const struct tw_op *op, unsigned lane, uint64_t bytes)
{
    struct tw_stack *stack = warp->stack;
    uint32_t limit = warp->worker->running->stack_limit;
    if (bytes <= limit && stack->used[lane] + bytes <= limit) {
        stack->used[lane] += (uint32_t)bytes;
        return true;
    }
    tw_find(warp, op, TW_SIM_STACK, lane,
            "the stack of %u bytes overflows, %u calls deep; cuCtxSetLimit of CU_LIMIT_STACK_SIZE makes it "
            "larger",
            limit, stack->depth[lane]);
    return false;
}

static bool reserve(struct tw_warp *warp, const struct tw_op *op, uint32_t lanes, uint32_t bytes, size_t rows)
{
    if (tw_stack_reserve(warp, lanes, bytes, rows)) return true;
    tw_find(warp, op, TW_SIM_STACK, tw_first_of(lanes), "out of memory for the stack, %u calls deep",
            warp->stack->depth[tw_first_of(lanes)]);
    return false;
}

/* Registers are saved as bits of 64: predicates as one. */
static void save(struct tw_warp *warp, const struct tw_call *call, unsigned lane)
{
    struct tw_stack *stack = warp->stack;
    if (!call->saved_count) return; /* there may be no rows at all */
    uint64_t *row = stack->saved_rows + (size_t)stack->saved[lane] * 32 + lane;
    for (size_t i = 0; i < call->saved_count; i++, row += 32) {
        const union tw_lanes *lanes = tw_at(warp, call->saved[i].reference);
        unsigned bits = call->saved[i].bits;
        *row = bits == 1 ? lanes->u32[0] >> lane & 1u : tw_lane_bits(lanes, bits, lane);
    }
    stack->saved[lane] += (uint32_t)call->saved_count;
}

static void restore(struct tw_warp *warp, const struct tw_call *call, unsigned lane)
{
    struct tw_stack *stack = warp->stack;
    if (!call->saved_count) return;
    const uint64_t *row = stack->saved_rows + (size_t)stack->saved[lane] * 32 + lane;
    for (size_t i = 0; i < call->saved_count; i++, row += 32) {
        union tw_lanes *lanes = tw_at(warp, call->saved[i].reference);
        unsigned bits = call->saved[i].bits;
        tw_set_lane_bits(lanes, bits, lane, *row);
        if (warp->doubtful) tw_doubt_restored(warp, call->saved[i].reference, lane);
        if (bits == 1) lanes->u32[0] = (lanes->u32[0] & ~(1u << lane)) | (uint32_t)*row << lane;
    }
}

/* The frame of the call, on the stack of each lane; in it `used` bytes had been taken before. */
static void push(struct tw_warp *warp, const struct tw_op *op, const struct tw_routine *routine,
                 unsigned lane, uint32_t used)
{
    struct tw_stack *stack = warp->stack;
    const struct tw_program *program = warp->worker->running->program;
    const uint32_t base = align_up(stack->top[lane], routine->frame_align);
    struct tw_frame *frame = &stack->frames[(size_t)stack->depth[lane] * 32 + lane];
    *frame = (struct tw_frame){.call = op->place,
                               .routine = (uint32_t)(routine - program->routines),
                               .base = stack->base[lane],
                               .top = stack->top[lane],
                               .used = used,
                               .saved = stack->saved[lane]};
    save(warp, op->call, lane);
    if (warp->doubtful) tw_doubt_forget(warp, lane, base, routine->frame_bytes);
    if (routine->frame_bytes)
        memset(warp->local + (size_t)lane * warp->local_bytes + base, TW_LANE_POISON, routine->frame_bytes);
    stack->base[lane] = base;
    stack->top[lane] = base + routine->frame_bytes;
    stack->depth[lane]++;
}

static void pass_arguments(struct tw_warp *warp, const struct tw_call *call, const struct tw_routine *routine,
                           uint32_t lanes, const uint32_t from_base[32])
{
    struct passed passed;
    passed.lanes = lanes;
    passed.registers = warp->worker->call_values;
    passed.from = call->arguments;
    passed.to = routine->arguments;
    passed.count = call->argument_count;
    memcpy(passed.from_base, from_base, sizeof passed.from_base);
    memcpy(passed.to_base, warp->stack->base, sizeof passed.to_base);
    take_values(warp, &passed);
    give_values(warp, &passed);
}

static void set_addresses(struct tw_warp *warp, const struct tw_routine *routine, uint32_t lanes)
{
    for (size_t a = 0; a < routine->address_count; a++) {
        const struct tw_frame_address *address = &routine->addresses[a];
        union tw_lanes *to = tw_at(warp, address->reference);
        for (uint32_t left = lanes; left; left &= left - 1) {
            const unsigned lane = tw_first_of(left);
            tw_set_lane_bits(to, address->wide ? 64 : 32, lane, warp->stack->base[lane] + address->offset);
        }
    }
}

/* False: a finding. */
static bool enter(struct tw_warp *warp, const struct tw_op *op, const struct tw_routine *routine,
                  uint32_t lanes)
{
    uint32_t bytes = TW_RETURN_BYTES + align_up(routine->local_bytes, 8) + op->call->saved_bytes;
    if (!reserve(warp, op, lanes, routine->frame_bytes + routine->frame_align, op->call->saved_count))
        return false;
    uint32_t from_base[32];
    memcpy(from_base, warp->stack->base, sizeof from_base);
    for (uint32_t left = lanes; left; left &= left - 1) {
        const unsigned lane = tw_first_of(left);
        const uint32_t used = warp->stack->used[lane];
        if (!take(warp, op, lane, bytes)) return false;
        push(warp, op, routine, lane, used);
    }
    pass_arguments(warp, op->call, routine, lanes, from_base);
    set_addresses(warp, routine, lanes);
    return true;
}

static const struct tw_frame *frame_of(const struct tw_stack *stack, unsigned lane)
{
    return &stack->frames[(size_t)(stack->depth[lane] - 1) * 32 + lane];
}

/* The lanes, among these, that come back from where the first of them does. */
static uint32_t returning_with(const struct tw_stack *stack, uint32_t lanes)
{
    const struct tw_frame *first = frame_of(stack, tw_first_of(lanes));
    uint32_t same = 0;
    for (uint32_t left = lanes; left; left &= left - 1) {
        const struct tw_frame *frame = frame_of(stack, tw_first_of(left));
        if (frame->call == first->call && frame->routine == first->routine) same |= left & -left;
    }
    return same;
}

/* Lanes come back from one place: restores what was before the call, and hands over their results. */
static void pop(struct tw_warp *warp, uint32_t lanes)
{
    struct tw_stack *stack = warp->stack;
    const struct tw_program *program = warp->worker->running->program;
    const struct tw_frame first = *frame_of(stack, tw_first_of(lanes));
    const struct tw_call *call = program->ops[first.call].call;
    struct passed passed;
    passed.lanes = lanes;
    passed.registers = warp->worker->call_values;
    passed.from = program->routines[first.routine].results;
    passed.to = call->results;
    passed.count = call->result_count;
    memcpy(passed.from_base, stack->base, sizeof passed.from_base);
    for (uint32_t left = lanes; left; left &= left - 1)
        passed.to_base[tw_first_of(left)] = frame_of(stack, tw_first_of(left))->base;
    take_values(warp, &passed);
    for (uint32_t left = lanes; left; left &= left - 1) {
        const unsigned lane = tw_first_of(left);
        const struct tw_frame *frame = frame_of(stack, lane);
        stack->base[lane] = frame->base;
        stack->top[lane] = frame->top;
        stack->used[lane] = frame->used;
        stack->saved[lane] = frame->saved;
        stack->depth[lane]--;
        restore(warp, call, lane);
        warp->lane_pc[lane] = first.call + 1;
    }
    give_values(warp, &passed);
}

/* --- where lanes go */

/* Goes on at `pc` with the whole group, unless lanes are there that may come first. */
static void go_on(struct tw_warp *warp, uint32_t pc)
{
    warp->next = pc;
    warp->moved = true;
    if (warp->live & ~warp->waiting & ~warp->group) {
        tw_warp_rechoose(warp);
    } else {
        warp->stop = TW_NEVER;
    }
}

static void call_one(struct tw_warp *warp, const struct tw_op *op, const struct tw_routine *routine,
                     uint32_t lanes)
{
    if (routine->builtin) {
        routine->builtin(warp, op, lanes);
        return;
    }
    if (!enter(warp, op, routine, lanes)) return;
    if (lanes == warp->group) {
        go_on(warp, routine->first);
        return;
    }
    tw_warp_park(warp, warp->group & ~lanes, warp->next);
    tw_warp_park(warp, lanes, routine->first);
    tw_warp_choose(warp);
}

/* The function at an address, if this call may go there. */
static const struct tw_routine *code_at(const struct tw_program *program, const struct tw_op *op,
                                        uint64_t address)
{
    uint64_t offset = address - program->code_base;
    for (size_t c = 1; offset % TW_FUNCTION_BYTES == 0 && c < program->routine_count; c++) {
        const struct tw_routine *routine = &program->routines[c];
        if (routine->index == offset / TW_FUNCTION_BYTES)
            return tw_call_may_go(op->instruction, routine) ? routine : NULL;
    }
    return NULL;
}

static void bad_target(struct tw_warp *warp, const struct tw_op *op, unsigned lane, uint64_t address)
{
    const struct tw_program *program = warp->worker->running->program;
    uint64_t index = (address - program->code_base) / TW_FUNCTION_BYTES;
    bool known = address >= program->code_base && index < program->module->function_count;
    if (known) {
        tw_find(warp, op, TW_SIM_BAD_ADDRESS, lane, "a call of %s, which %s",
                program->module->functions[index].name,
                program->module->functions[index].refusal ? "the simulator cannot run"
                                                          : "has other parameters than this call gives");
    } else {
        tw_find(warp, op, TW_SIM_BAD_ADDRESS, lane, "a call of address 0x%llx, where no function is",
                (unsigned long long)address);
    }
}

/* Lanes with the same address go together. */
static void call_each(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    const union tw_lanes *addresses = tw_at(warp, op->call->address);
    uint32_t same;
    for (uint32_t left = active; left && warp->running; left &= ~same) {
        uint64_t address = addresses->u64[tw_first_of(left)];
        const struct tw_routine *routine = code_at(warp->worker->running->program, op, address);
        if (!routine) {
            bad_target(warp, op, tw_first_of(left), address);
            return;
        }
        same = 0;
        for (unsigned lane = 0; lane < 32; lane++)
            same |= (uint32_t)(left >> lane & 1u && addresses->u64[lane] == address) << lane;
        if (same == active) {
            call_one(warp, op, routine, same);
            return;
        }
        if (routine->builtin) {
            routine->builtin(warp, op, same);
        } else if (!enter(warp, op, routine, same)) {
            return;
        }
        tw_warp_park(warp, same, routine->builtin ? warp->next : routine->first);
    }
    tw_warp_park(warp, warp->group & ~active, warp->next);
    if (warp->running) tw_warp_choose(warp);
}

void tw_call_run(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    if (op->call->target) {
        call_one(warp, op, op->call->target, active);
    } else {
        call_each(warp, op, active);
    }
}

void tw_call_return(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    unsigned first = tw_first_of(active);
    bool apart = active != warp->group;
    (void)op;
    if (!warp->stack || !warp->stack->depth[first]) { /* of the kernel */
        tw_warp_exit(warp, active);
        return;
    }
    if (apart) tw_warp_park(warp, warp->group & ~active, warp->next);
    for (uint32_t left = active, same; left; left &= ~same) {
        same = returning_with(warp->stack, left);
        pop(warp, same);
        apart = apart || warp->lane_pc[tw_first_of(same)] != warp->lane_pc[first];
    }
    if (apart) {
        tw_warp_choose(warp);
    } else {
        go_on(warp, warp->lane_pc[first]);
    }
}

void tw_call_branch_table(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    const union tw_lanes *index = tw_operand(warp, op, 0);
    unsigned first = tw_first_of(active);
    bool apart = active != warp->group;
    for (unsigned lane = 0; lane < 32; lane++) {
        if (!(active >> lane & 1u)) continue;
        if (index->u32[lane] >= op->target_count) {
            tw_find(warp, op, TW_SIM_TRAP, lane, "index %u into a table of %zu labels", index->u32[lane],
                    op->target_count);
            return;
        }
        apart = apart || index->u32[lane] != index->u32[first];
    }
    if (!apart) {
        tw_warp_jump(warp, op, op->targets[index->u32[first]]);
        return;
    }
    tw_warp_park(warp, warp->group & ~active, warp->next);
    for (unsigned lane = 0; lane < 32; lane++) {
        if (active >> lane & 1u) warp->lane_pc[lane] = op->targets[index->u32[lane]];
    }
    tw_warp_choose(warp);
}

/* --- memory of the stack */

static uint64_t size_of(const struct tw_warp *warp, const struct tw_op *op, unsigned i, unsigned lane)
{
    return tw_lane_bits(tw_operand(warp, op, i), tw_bits(op->instruction), lane);
}

/* alloca d, size, align */
void tw_call_alloca(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    struct tw_stack *stack = warp->stack;
    uint32_t align = op->references > 2 ? tw_operand(warp, op, 2)->u32[0] : 8;
    if (align < 8 || align & (align - 1) || align > 1u << 23) {
        tw_find(warp, op, TW_SIM_TRAP, tw_first_of(active), "an alignment of %u bytes", align);
        return;
    }
    for (unsigned lane = 0; lane < 32; lane++) {
        if (!(active >> lane & 1u)) continue;
        uint64_t size = size_of(warp, op, 1, lane);
        uint32_t at = align_up(stack->top[lane], align);
        bool taken = take(warp, op, lane, size <= UINT32_MAX ? size + (at - stack->top[lane]) : size) &&
                     reserve(warp, op, 1u << lane, (uint32_t)size + align, 0);
        if (!taken) return;
        memset(warp->local + (size_t)lane * warp->local_bytes + at, TW_LANE_POISON, (size_t)size);
        stack->top[lane] = at + (uint32_t)size;
        tw_set_lane_bits(tw_operand(warp, op, 0), tw_bits(op->instruction), lane, at);
    }
}

void tw_call_stack_save(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    for (unsigned lane = 0; lane < 32; lane++) {
        if (active >> lane & 1u)
            tw_set_lane_bits(tw_operand(warp, op, 0), tw_bits(op->instruction), lane, warp->stack->top[lane]);
    }
}

void tw_call_stack_restore(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    struct tw_stack *stack = warp->stack;
    for (unsigned lane = 0; lane < 32; lane++) {
        if (!(active >> lane & 1u)) continue;
        uint64_t top = size_of(warp, op, 0, lane);
        if (top > stack->top[lane] || top < stack->base[lane]) {
            tw_find(warp, op, TW_SIM_BAD_ADDRESS, lane, "0x%llx is not where this function's stack has been",
                    (unsigned long long)top);
            return;
        }
        uint32_t given = stack->top[lane] - (uint32_t)top;
        stack->used[lane] -= given < stack->used[lane] ? given : stack->used[lane];
        stack->top[lane] = (uint32_t)top;
    }
}
