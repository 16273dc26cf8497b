/*
 * The levels of processors that the handlers are built for, and which handler an operation has, whatever its
 * level. The first level is what the whole library is built for; CMakeLists.txt says which others there are
 * (TW_SIM_WIDE) and gives the compiler the same features that are asked for here.
 */
#include "sim/exec/program.h"

#ifdef TW_SIM_WIDE
extern const struct tw_handlers tw_handlers_avx2, tw_handlers_avx512;

/* F16C, which some compilers cannot ask for, is in every processor that has AVX2. */
static bool has_avx2(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
}

static bool has_avx512(void)
{
    return has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512cd");
}

const struct tw_handlers *tw_handlers_at(unsigned i)
{
    switch (i) {
    case 0:
        return &tw_handlers;
    case 1:
        return has_avx2() ? &tw_handlers_avx2 : NULL;
    case 2:
        return has_avx512() ? &tw_handlers_avx512 : NULL;
    default:
        return NULL;
    }
}
#else
const struct tw_handlers *tw_handlers_at(unsigned i)
{
    return i ? NULL : &tw_handlers;
}
#endif

const struct tw_handlers *tw_handlers_best(void)
{
    unsigned i = 0;
    while (tw_handlers_at(i + 1)) i++;
    return tw_handlers_at(i);
}

static bool has_handler(const struct tw_ptx_instruction *instruction, tw_select *select)
{
    return tw_handlers.select[instruction->row] == select;
}

static bool selected_by(const struct tw_op *op, tw_select *select)
{
    return op->instruction && has_handler(op->instruction, select);
}

bool tw_is_branch(const struct tw_ptx_instruction *instruction)
{
    return has_handler(instruction, tw_select_branch) || has_handler(instruction, tw_select_branch_table);
}

bool tw_is_exit(const struct tw_ptx_instruction *instruction)
{
    return has_handler(instruction, tw_select_exit) || has_handler(instruction, tw_select_ret) ||
           has_handler(instruction, tw_select_trap);
}

bool tw_op_is_branch(const struct tw_op *op)
{
    return op->instruction && tw_is_branch(op->instruction);
}

bool tw_op_is_exit(const struct tw_op *op)
{
    return !op->instruction || tw_is_exit(op->instruction);
}

bool tw_op_takes_stack(const struct tw_op *op)
{
    return selected_by(op, tw_select_alloca) || selected_by(op, tw_select_stack_save) ||
           selected_by(op, tw_select_stack_restore);
}

size_t tw_op_target_count(const struct tw_op *op)
{
    return op->targets ? op->target_count : tw_op_is_branch(op);
}

uint32_t tw_op_target(const struct tw_op *op, size_t i)
{
    return op->targets ? op->targets[i] : op->target;
}

bool tw_op_is_barrier(const struct tw_op *op)
{
    return selected_by(op, tw_select_barrier) || selected_by(op, tw_select_barrier_popc) ||
           selected_by(op, tw_select_barrier_vote);
}

bool tw_op_is_cluster_wait(const struct tw_op *op)
{
    return selected_by(op, tw_select_cluster_wait);
}

bool tw_op_initialises(const struct tw_op *op)
{
    return selected_by(op, tw_select_mbarrier_init);
}

/*
 * Measured on an H200 (docs/banks.md): what one instruction of the machine does goes through the banks once, a compare-and-swap twice. The
 * rest are loops there, whose turns the data decide: not counted.
 */
unsigned tw_op_atomic_passes(const struct tw_op *op)
{
    const struct tw_ptx_type_info *type = tw_ptx_type_info(op->instruction->type[0]);
    bool update = selected_by(op, tw_select_atom) || selected_by(op, tw_select_red);
    if (selected_by(op, tw_select_cas)) return type->bits == 32 || type->bits == 64 ? 2 : 0;
    if (!update || type->kind == TW_PTX_FLOAT) return 0;
    bool exchange = op->instruction->words[TW_PTX_CLASS_ATOM] == TW_PTX_ATOM_EXCH;
    return type->bits == 32 || (type->bits == 64 && exchange);
}
