/* Reads a kernel's instructions and runs its threads, each as far as it comes, block by block. */
#include "sim/tests/naive.h"

#include <stdlib.h>
#include <string.h>

#define SHARED_WINDOW ((uint64_t)1 << 60) /* generic addresses of shared and local memory */
#define LOCAL_WINDOW  ((uint64_t)2 << 60)

struct thread {
    uint64_t *registers;
    uint32_t pc, number;
    bool waits, ended;
    unsigned char *local;
};

struct naive {
    const struct naive_launch *launch;
    struct naive_step *steps;
    uint64_t *place; /* of variables */
    struct thread *threads;
    unsigned char *shared;
    uint64_t shared_bytes, local_bytes;
    uint32_t thread_count, block[3];
    const char *why;
};

static unsigned register_bits(const struct naive *naive, uint32_t index)
{
    return tw_ptx_type_info(naive->launch->function->registers[index].type)->bits;
}

static uint64_t cut(uint64_t value, unsigned bits)
{
    return bits >= 64 ? value : value & (((uint64_t)1 << bits) - 1);
}

/* --- reading */

static void place_variables(struct naive *naive)
{
    const struct tw_ptx_module *module = naive->launch->module;
    for (size_t i = 0; i < module->variable_count; i++) {
        const struct tw_ptx_variable *variable = &module->variables[i];
        uint64_t *total = variable->space == TW_PTX_SHARED ? &naive->shared_bytes : &naive->local_bytes;
        if (variable->space != TW_PTX_SHARED && variable->space != TW_PTX_LOCAL) continue;
        *total = (*total + variable->align - 1) / variable->align * variable->align;
        naive->place[i] = *total;
        *total += variable->bytes;
    }
}

static struct naive_operand read_operand(struct naive *naive, const struct tw_ptx_operand *operand)
{
    struct naive_operand read = {.index = operand->index, .negated = operand->negated};
    switch (operand->kind) {
    case TW_PTX_OPERAND_REGISTER:
        read.kind = NAIVE_REGISTER;
        break;
    case TW_PTX_OPERAND_SPECIAL:
        read.kind = NAIVE_SPECIAL;
        break;
    case TW_PTX_OPERAND_CONSTANT:
        read.value = (uint64_t)operand->value;
        break;
    case TW_PTX_OPERAND_VARIABLE:
        read.value = naive->place[operand->index] + (uint64_t)operand->value;
        break;
    case TW_PTX_OPERAND_PARAMETER:
        read.value = naive->launch->function->parameters[operand->index].offset + (uint64_t)operand->value;
        break;
    case TW_PTX_OPERAND_NONE:
        break;
    default:
        naive->why = "an operand of a kind that the naive interpreter does not know";
    }
    return read;
}

/* Registers that are written come first; an operand that is a vector is its elements. */
static void read_operands(struct naive *naive, const struct tw_ptx_operand *operands, unsigned count,
                          struct naive_operand *to, unsigned *to_count)
{
    for (unsigned i = 0; i < count; i++) {
        bool vector = operands[i].kind == TW_PTX_OPERAND_VECTOR;
        const struct tw_ptx_operand *from = vector ? operands[i].elements : &operands[i];
        for (unsigned k = 0; k < (vector ? operands[i].count : 1u); k++) {
            if (from[k].kind == TW_PTX_OPERAND_NONE) continue;
            if (*to_count == NAIVE_OPERANDS) naive->why = "more operands than the naive interpreter takes";
            if (!naive->why) to[(*to_count)++] = read_operand(naive, &from[k]);
        }
    }
}

static void read_memory(struct naive *naive, const struct tw_ptx_instruction *instruction,
                        struct naive_step *step)
{
    bool load = step->what == NAIVE_LOAD;
    const struct tw_ptx_operand *memory = &instruction->operands[load], *base = memory->elements;
    const char *name = instruction->opcode;
    step->space = strstr(name, ".global")   ? 'g'
                  : strstr(name, ".shared") ? 's'
                  : strstr(name, ".local")  ? 'l'
                  : strstr(name, ".param")  ? 'p'
                                            : 0;
    step->base = read_operand(naive, base);
    step->offset = base->kind == TW_PTX_OPERAND_REGISTER || base->kind == TW_PTX_OPERAND_NONE ||
                           base->kind == TW_PTX_OPERAND_CONSTANT
                       ? (uint64_t)memory->value
                       : (uint64_t)memory->value - (uint64_t)base->value;
    read_operands(naive, &instruction->operands[!load], 1, step->to, &step->to_count);
}

static bool begins_with(const char *text, const char *begin)
{
    return strncmp(text, begin, strlen(begin)) == 0;
}

static void read_step(struct naive *naive, const struct tw_ptx_instruction *instruction,
                      struct naive_step *step)
{
    const char *name = instruction->opcode;
    bool typed = instruction->type[0] != TW_PTX_TYPE_COUNT, two = instruction->type[1] != TW_PTX_TYPE_COUNT;
    if (typed) step->kind = tw_ptx_type_info(instruction->type[0])->kind;
    if (typed) step->bits = step->result_bits = tw_ptx_type_info(instruction->type[0])->bits;
    if (two) step->from_kind = tw_ptx_type_info(instruction->type[1])->kind;
    if (two) step->from_bits = tw_ptx_type_info(instruction->type[1])->bits;
    step->guarded = instruction->guarded;
    step->guard_negated = instruction->guard_negated;
    step->guard = instruction->guard;
    if (begins_with(name, "bra")) {
        step->what = NAIVE_BRANCH;
        step->target = instruction->operands[0].index;
    } else if (begins_with(name, "ret") || begins_with(name, "exit")) {
        step->what = NAIVE_EXIT;
    } else if (begins_with(name, "bar") || begins_with(name, "membar")) {
        step->what = NAIVE_BARRIER;
    } else if (begins_with(name, "ld.") || begins_with(name, "st.")) {
        step->what = name[0] == 'l' ? NAIVE_LOAD : NAIVE_STORE;
        read_memory(naive, instruction, step);
    } else if (begins_with(name, "cvta")) {
        uint64_t window = strstr(name, ".shared") ? SHARED_WINDOW : strstr(name, ".local") ? LOCAL_WINDOW : 0;
        struct naive_operand add = {.value = strstr(name, ".to.") ? 0 - window : window};
        read_operands(naive, instruction->operands, 1, step->to, &step->to_count);
        read_operands(naive, instruction->operands + 1, 1, step->from, &step->from_count);
        step->from[step->from_count++] = add;
        step->compute = naive_sum;
    } else if (naive_name(instruction, step)) {
        read_operands(naive, instruction->operands, 1, step->to, &step->to_count);
        read_operands(naive, instruction->operands + 1, instruction->operand_count - 1u, step->from,
                      &step->from_count);
        for (unsigned i = 0; i < step->from_count; i++)
            step->from[i].value = cut(step->from[i].value, two ? step->from_bits : step->bits);
    } else {
        naive->why = name;
    }
}

/* --- running */

static uint64_t special(const struct naive *naive, const struct thread *thread, uint32_t index)
{
    const uint32_t *block = naive->launch->block, *grid = naive->launch->grid;
    switch (index) {
    case TW_PTX_TID_X:
        return thread->number % block[0];
    case TW_PTX_TID_Y:
        return thread->number / block[0] % block[1];
    case TW_PTX_TID_Z:
        return thread->number / block[0] / block[1];
    case TW_PTX_NTID_X:
    case TW_PTX_NTID_Y:
    case TW_PTX_NTID_Z:
        return block[index - TW_PTX_NTID_X];
    case TW_PTX_CTAID_X:
    case TW_PTX_CTAID_Y:
    case TW_PTX_CTAID_Z:
        return naive->block[index - TW_PTX_CTAID_X];
    case TW_PTX_NCTAID_X:
    case TW_PTX_NCTAID_Y:
    case TW_PTX_NCTAID_Z:
        return grid[index - TW_PTX_NCTAID_X];
    default:
        return thread->number % 32; /* %laneid */
    }
}

static uint64_t value_of(const struct naive *naive, const struct thread *thread,
                         const struct naive_operand *operand)
{
    if (operand->kind == NAIVE_REGISTER) return thread->registers[operand->index] ^ operand->negated;
    return operand->kind == NAIVE_SPECIAL ? special(naive, thread, operand->index) : operand->value;
}

static unsigned char *find_memory(const struct naive *naive, const struct thread *thread, char space,
                                  uint64_t address, uint64_t bytes)
{
    const struct naive_launch *launch = naive->launch;
    if (!space && address >> 60 == SHARED_WINDOW >> 60) space = 's', address -= SHARED_WINDOW;
    if (!space && address >> 60 == LOCAL_WINDOW >> 60) space = 'l', address -= LOCAL_WINDOW;
    if (space == 's') return address + bytes <= naive->shared_bytes ? naive->shared + address : NULL;
    if (space == 'l') return address + bytes <= naive->local_bytes ? thread->local + address : NULL;
    if (space == 'p') return (unsigned char *)launch->parameters + address;
    for (size_t i = 0; i < launch->memory_count; i++) {
        uint64_t offset = address - launch->memory[i].address;
        if (offset < launch->memory[i].bytes && bytes <= launch->memory[i].bytes - offset)
            return launch->memory[i].host + offset;
    }
    return NULL;
}

static void move(struct naive *naive, struct thread *thread, const struct naive_step *step)
{
    unsigned bytes = step->bits / 8;
    uint64_t address = value_of(naive, thread, &step->base) + step->offset;
    unsigned char *memory =
        find_memory(naive, thread, step->space, address, (uint64_t)bytes * step->to_count);
    for (unsigned i = 0; memory && i < step->to_count; i++) {
        uint64_t value = value_of(naive, thread, &step->to[i]);
        if (step->what == NAIVE_STORE) {
            memcpy(memory + i * bytes, &value, bytes);
            continue;
        }
        value = 0;
        memcpy(&value, memory + i * bytes, bytes);
        if (step->kind == TW_PTX_SIGNED && bytes < 8 && value >> (step->bits - 1))
            value |= UINT64_MAX << step->bits;
        thread->registers[step->to[i].index] = cut(value, register_bits(naive, step->to[i].index));
    }
    if (!memory) naive->why = "an address outside memory";
}

static void compute(struct naive *naive, struct thread *thread, const struct naive_step *step)
{
    uint64_t value[3] = {0, 0, 0};
    for (unsigned i = 0; i < step->from_count && i < 3; i++)
        value[i] = value_of(naive, thread, &step->from[i]);
    uint64_t result = cut(step->compute(step, value[0], value[1], value[2]), step->result_bits);
    thread->registers[step->to[0].index] = cut(result, register_bits(naive, step->to[0].index));
}

static void run_thread(struct naive *naive, struct thread *thread)
{
    const uint32_t count = (uint32_t)naive->launch->function->instruction_count;
    thread->waits = false;
    while (!thread->ended && !thread->waits && !naive->why) {
        const struct naive_step *step = &naive->steps[thread->pc];
        thread->ended = thread->pc >= count;
        if (thread->ended) break;
        if (naive->launch->visits) naive->launch->visits[thread->pc]++;
        thread->pc++;
        if (step->guarded && (thread->registers[step->guard] & 1u) == step->guard_negated) continue;
        switch (step->what) {
        case NAIVE_COMPUTE:
            compute(naive, thread, step);
            break;
        case NAIVE_LOAD:
        case NAIVE_STORE:
            move(naive, thread, step);
            break;
        case NAIVE_BRANCH:
            thread->pc = step->target;
            break;
        case NAIVE_BARRIER:
            thread->waits = true;
            break;
        case NAIVE_EXIT:
            thread->ended = true;
        }
    }
}

static void run_block(struct naive *naive)
{
    bool left = true;
    for (uint32_t i = 0; i < naive->thread_count; i++) {
        naive->threads[i].number = i;
        naive->threads[i].pc = 0;
        naive->threads[i].ended = false;
    }
    while (left && !naive->why) { /* to the next barrier */
        left = false;
        for (uint32_t i = 0; i < naive->thread_count; i++) {
            run_thread(naive, &naive->threads[i]);
            left = left || !naive->threads[i].ended;
        }
    }
}

static void run_grid(struct naive *naive)
{
    const uint32_t *grid = naive->launch->grid;
    for (uint64_t b = 0; !naive->why && b < (uint64_t)grid[0] * grid[1] * grid[2]; b++) {
        naive->block[0] = (uint32_t)(b % grid[0]);
        naive->block[1] = (uint32_t)(b / grid[0] % grid[1]);
        naive->block[2] = (uint32_t)(b / grid[0] / grid[1]);
        run_block(naive);
    }
}

const char *naive_run(const struct naive_launch *launch)
{
    const struct tw_ptx_function *function = launch->function;
    struct naive naive = {.launch = launch,
                          .thread_count = launch->block[0] * launch->block[1] * launch->block[2]};
    naive.steps = calloc(function->instruction_count + 1, sizeof *naive.steps);
    naive.place = calloc(launch->module->variable_count + 1, sizeof *naive.place);
    place_variables(&naive);
    for (size_t i = 0; i < function->instruction_count; i++)
        read_step(&naive, &function->instructions[i], &naive.steps[i]);
    size_t registers = function->register_count + 1;
    uint64_t *all = calloc(naive.thread_count * registers, sizeof *all);
    unsigned char *local = calloc(naive.thread_count, naive.local_bytes + 1);
    naive.shared = calloc(1, naive.shared_bytes + 1);
    naive.threads = calloc(naive.thread_count, sizeof *naive.threads);
    for (uint32_t i = 0; i < naive.thread_count; i++) {
        naive.threads[i].registers = all + i * registers;
        naive.threads[i].local = local + i * naive.local_bytes;
    }
    run_grid(&naive);
    free(naive.steps);
    free(naive.place);
    free(naive.shared);
    free(naive.threads);
    free(all);
    free(local);
    return naive.why;
}
