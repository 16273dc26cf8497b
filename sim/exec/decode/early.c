/*
 * What becomes of doubtful values (check/doubt.h): what each operation makes of them, and which loads a compiler may have made early.
 *
 *     if (n > 2) v = s[2];        ld.shared.u32 %r3, [s+8];
 *                                 setp.gt.s32   %p2, %r2, 2;
 *                                 selp.b32      %r4, %r3, 7, %p2;
 *
 * A register may be thrown away where a select may pick another, a predicate may decide instead, or a guarded operation reads it. So may a
 * register that becomes such a one by arithmetic alone, in a few operations; and one that some path does not read after it is written.
 */
#include <stdlib.h>
#include <string.h>

#include "sim/exec/decode/decode.h"
#include "sim/exec/decode/live.h"
#include "sim/ptx/match.h"

#define MOST_STEPS 6u /* of arithmetic between a load and what throws it away */

/* --- what an operation makes of its operands, by the first word of its name */

static bool is_among(const char *words, const char *opcode)
{
    const size_t length = strcspn(opcode, ".");
    for (const char *at = words; *at; at += strcspn(at, " "), at += *at == ' ') {
        if (strcspn(at, " ") == length && memcmp(at, opcode, length) == 0) return true;
    }
    return false;
}

static const char arithmetic[] =
    "mov cvta isspacep add addc sub subc mul mul24 mad mad24 madc div rem abs neg min max sad popc clz brev "
    "bfind bfe bfi bmsk szext fns dp2a dp4a xor not cnot shl shr shf lop3 prmt slct fma rcp sqrt rsqrt sin "
    "cos lg2 ex2 tanh copysign testp cvt mapa getctarank vadd vsub vabsdiff vmin vmax vshl vshr vmad vset "
    "vadd2 vsub2 vavrg2 vabsdiff2 vmin2 vmax2 vset2 vadd4 vsub4 vavrg4 vabsdiff4 vmin4 vmax4 vset4";
static const char lanes[] = "shfl vote match redux elect";
static const char hints[] =
    "prefetch prefetchu nanosleep applypriority discard pmevent setmaxnreg griddepcontrol";
static const char control[] =
    "bra brx ret exit tex tld4 txq suq suld trap brkpt alloca stacksave stackrestore";

/* A variable of .param lies in a frame; .param with any other address means the kernel's parameters. */
static bool is_in_frame(const struct tw_ptx_instruction *instruction)
{
    const struct tw_ptx_operand *memory = instruction->operands;
    while (memory->kind != TW_PTX_OPERAND_MEMORY) memory++;
    return memory->elements->kind == TW_PTX_OPERAND_VARIABLE;
}

static enum tw_flow flow_of_memory(const struct tw_ptx_instruction *instruction)
{
    switch (instruction->words[TW_PTX_CLASS_SPACE]) {
    case TW_PTX_ABSENT:
        return TW_FLOW_GENERIC;
    case TW_PTX_SPACE_LOCAL:
        return TW_FLOW_LOCAL;
    case TW_PTX_SPACE_PARAM:
    case TW_PTX_SPACE_PARAM_FUNC:
        return is_in_frame(instruction) ? TW_FLOW_LOCAL : TW_FLOW_FAR;
    default:
        return TW_FLOW_FAR;
    }
}

static bool is_matrix(const char *opcode, const char *letters)
{
    return is_among("mma movmatrix", opcode) ||
           (is_among("wmma wgmma", opcode) && !strchr(letters, 'M') && *letters);
}

static enum tw_flow flow_of(const struct tw_ptx_instruction *instruction)
{
    const char *opcode = instruction->opcode, *letters = tw_ptx_rows[instruction->row].operands;
    const bool is_integer = instruction->type[0] == TW_PTX_TYPE_COUNT ||
                            tw_ptx_type_info(instruction->type[0])->kind != TW_PTX_FLOAT;
    if (is_among("ld ldu st", opcode)) return flow_of_memory(instruction);
    if (is_among("selp", opcode)) return TW_FLOW_SELECT;
    if (is_among("and", opcode)) return TW_FLOW_AND;
    if (is_among("or", opcode)) return TW_FLOW_OR;
    if (is_among("mul", opcode) && is_integer) return TW_FLOW_PRODUCT;
    if (is_among("setp set", opcode)) return strchr(letters, 'p') ? TW_FLOW_COMPARE : TW_FLOW_SPREADS;
    if (is_among(arithmetic, opcode)) return TW_FLOW_SPREADS;
    if (is_among("activemask", opcode)) return TW_FLOW_ALL;
    if (is_among(lanes, opcode))
        return strstr(opcode, ".sync") || is_among("shfl", opcode) ? TW_FLOW_LANES : TW_FLOW_ALL;
    if (is_matrix(opcode, letters)) return TW_FLOW_ALL;
    if (is_among("call", opcode)) return TW_FLOW_CALL;
    return is_among(hints, opcode) ? TW_FLOW_HINT : TW_FLOW_USE;
}

/* Does it order accesses, or may it? */
static bool orders(const struct tw_op *op)
{
    const bool moves = op->flow >= TW_FLOW_FAR && op->flow <= TW_FLOW_GENERIC;
    return moves ? op->is_strong : op->flow == TW_FLOW_USE && !is_among(control, op->instruction->opcode);
}

static bool may_be_early(const struct tw_op *op)
{
    const enum tw_ptx_word space = op->instruction->words[TW_PTX_CLASS_SPACE];
    return op->counted && !op->is_store && !op->is_strong && is_among("ld ldu", op->instruction->opcode) &&
           (space == TW_PTX_ABSENT || space == TW_PTX_SPACE_GLOBAL || space == TW_PTX_SPACE_SHARED ||
            space == TW_PTX_SPACE_SHARED_CTA);
}

/* --- which registers may be thrown away */

struct early {
    const struct tw_ptx_function *function;
    struct tw_op *ops; /* by instruction */
    const struct tw_live *live;
    uint32_t *writes;               /* by register: how many instructions write it                    */
    uint32_t *written_in, *read_in; /* ... and in which basic block, from 1; 0: none; TW_NEVER: several */
    bool *thrown, *found;           /* it may be thrown away; so far                                  */
    bool *loaded;                   /* an early load alone writes it                                  */
    uint32_t at;                    /* the instruction */
    bool all, any, single;          /* of the registers that it writes */
};

static void note_block(const struct early *early, uint32_t *block)
{
    const uint32_t here = early->live->block[early->at] + 1;
    *block = *block == 0 || *block == here ? here : TW_NEVER;
}

static void note_write(void *context, uint32_t r)
{
    struct early *early = context;
    early->loaded[r] = ++early->writes[r] == 1 && may_be_early(&early->ops[early->at]);
    note_block(early, &early->written_in[r]);
}

static void note_read(void *context, uint32_t r)
{
    struct early *early = context;
    note_block(early, &early->read_in[r]);
}

static void check_written(void *context, uint32_t r)
{
    struct early *early = context;
    early->all = early->all && (early->thrown[r] || !early->read_in[r]);
    early->any = early->any || early->thrown[r];
    early->single = early->single && early->writes[r] == 1;
}

/* May all that the instruction writes be thrown away, as far as it is read? */
static bool may_throw(struct early *early, const struct tw_ptx_instruction *instruction)
{
    early->all = early->single = true;
    early->any = false;
    tw_each_register(instruction, true, check_written, early);
    return early->all && early->any;
}

static void throw_away(void *context, uint32_t r)
{
    struct early *early = context;
    early->found[r] = true;
}

static void throw_loaded(void *context, uint32_t r)
{
    struct early *early = context;
    if (early->loaded[r]) early->found[r] = true;
}

/* Which of the registers that an instruction reads may be thrown away. A register that several instructions write may be a sum of a loop: it is
   followed no further back than to a load. */
static void look(struct early *early, const struct tw_ptx_instruction *instruction)
{
    const struct tw_op *op = &early->ops[early->at];
    const bool is_bool =
        op->flow == TW_FLOW_COMPARE ||
        ((op->flow == TW_FLOW_AND || op->flow == TW_FLOW_OR) && instruction->type[0] == TW_PTX_PRED);
    if (op->flow < TW_FLOW_SPREADS) return;
    const bool throws = may_throw(early, instruction);
    if ((throws && early->single) || is_bool || instruction->guarded) {
        tw_each_register(instruction, false, throw_away, early);
    } else if (op->flow == TW_FLOW_SELECT) {
        tw_each_in(&instruction->operands[1], throw_away, early);
        tw_each_in(&instruction->operands[2], throw_away, early);
    } else if (throws && is_among("mov", instruction->opcode)) {
        tw_each_register(instruction, false, throw_loaded, early);
    }
}

/* Registers that are not read in the basic block that writes them, while some path goes on without reading them. */
static void look_for_paths(struct early *early, const uint64_t *partly)
{
    const struct tw_ptx_function *function = early->function;
    for (size_t r = 0; r < function->register_count; r++) {
        const bool here = early->read_in[r] == early->written_in[r];
        if (early->writes[r] == 1 && early->read_in[r] && !here && tw_in_set(partly, (uint32_t)r))
            early->found[r] = early->thrown[r] = true;
    }
}

static void is_brief(void *context, uint32_t r)
{
    struct early *early = context;
    early->all = early->all && early->read_in[r] == early->written_in[r] && early->read_in[r] != TW_NEVER;
}

static void mark(struct early *early)
{
    const struct tw_ptx_function *function = early->function;
    for (early->at = 0; early->at < function->instruction_count; early->at++) {
        const struct tw_ptx_instruction *instruction = &function->instructions[early->at];
        struct tw_op *op = &early->ops[early->at];
        const bool throws = may_throw(early, instruction);
        op->keeps = throws && op->flow >= TW_FLOW_SPREADS;
        op->is_early = throws && may_be_early(op);
        early->all = true;
        tw_each_register(instruction, true, is_brief, early);
        op->is_brief = early->all && (op->keeps || op->is_early);
    }
}

static bool throws_any(const struct early *early)
{
    return memchr(early->thrown, true, early->function->register_count) != NULL;
}

/* Registers that may be thrown away and are live where accesses are ordered. False: out of memory. */
static bool list_pending(struct early *early, struct tw_decoder *decoder, uint64_t *set)
{
    struct tw_program *program = decoder->program;
    const struct tw_ptx_function *function = early->function;
    for (uint32_t i = 0; throws_any(early) && i < function->instruction_count; i++) {
        if (!orders(&early->ops[i])) continue;
        const size_t most = program->pending_count + 2 + function->register_count;
        uint32_t *grown = realloc(program->pending, most * sizeof *grown);
        if (!grown) return false;
        program->pending = grown;
        uint32_t at = program->pending_count ? program->pending_count : 1, count = 0;
        tw_live_behind(early->live, i, set);
        for (uint32_t r = 0; r < function->register_count; r++) {
            if (early->thrown[r] && tw_in_set(set, r)) grown[at + ++count] = decoder->routine->registers[r];
        }
        if (!count) continue;
        grown[at] = count;
        early->ops[i].pending = at;
        program->pending_count = at + count + 1;
    }
    return true;
}

static void analyse(struct early *early, uint64_t *partly)
{
    const struct tw_ptx_function *function = early->function;
    for (early->at = 0; early->at < function->instruction_count; early->at++) {
        tw_each_register(&function->instructions[early->at], true, note_write, early);
        tw_each_register(&function->instructions[early->at], false, note_read, early);
    }
    tw_live_partly(early->live, partly);
    look_for_paths(early, partly);
    for (unsigned step = 0; step < MOST_STEPS; step++) {
        for (early->at = 0; early->at < function->instruction_count; early->at++)
            look(early, &function->instructions[early->at]);
        memcpy(early->thrown, early->found, function->register_count * sizeof *early->thrown);
    }
    mark(early);
}

static bool has_candidates(const struct tw_decoder *decoder)
{
    const struct tw_op *ops = decoder->program->ops + decoder->routine->first;
    for (size_t i = 0; i < decoder->routine->function->instruction_count; i++) {
        if (may_be_early(&ops[i])) return true;
    }
    return false;
}

int tw_find_early(struct tw_decoder *decoder)
{
    const struct tw_ptx_function *function = decoder->routine->function;
    struct early early = {.function = function, .ops = decoder->program->ops + decoder->routine->first};
    const size_t count = function->register_count + 1;
    struct tw_live live = {0};
    for (size_t i = 0; i < function->instruction_count; i++)
        early.ops[i].flow = (uint8_t)flow_of(early.ops[i].instruction);
    if (!has_candidates(decoder)) return TW_OK;
    early.writes = calloc(count, 3 * sizeof *early.writes + 3 * sizeof *early.thrown);
    bool room = early.writes && tw_live_find(&live, function);
    uint64_t *partly = room ? calloc(2 * live.words, sizeof *partly) : NULL;
    room = room && partly;
    if (room && live.known) {
        early.live = &live;
        early.written_in = early.writes + count;
        early.read_in = early.written_in + count;
        early.thrown = (bool *)(early.read_in + count);
        early.found = early.thrown + count;
        early.loaded = early.found + count;
        analyse(&early, partly);
        room = list_pending(&early, decoder, partly);
    }
    free(partly);
    free(early.writes);
    tw_live_free(&live);
    return room ? TW_OK : tw_decode_no_memory(decoder);
}
