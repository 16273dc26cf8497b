/*
 * Registers -> places. PTX has as many registers as a compiler cares to name; of them few are live at a time, and those
 * whose spans lie apart (live.h) share a place, as wide as they are. So a warp's registers stay in the nearest cache.
 *
 * What an instruction reads and what it writes have places apart, unless they are the same register.
 */
#include <stdlib.h>
#include <string.h>

#include "sim/exec/decode/decode.h"
#include "sim/exec/decode/live.h"

enum width { PREDICATE, WIDTH_16, WIDTH_32, WIDTH_64, WIDTHS };

#define NONE UINT32_MAX

/* Lists of registers, each by the number of its first one. */
struct sharing {
    uint32_t *starts, *ends;         /* by instruction: whose spans start there, or end */
    uint32_t *next_start, *next_end; /* by register */
    uint32_t *unused[WIDTHS];        /* places, the last one first */
    size_t unused_count[WIDTHS];
};

static unsigned kept_bits(const struct tw_ptx_function *function, uint32_t r)
{
    return tw_kept_bits(tw_ptx_type_info(function->registers[r].type)->bits);
}

static enum width width_of(unsigned bits)
{
    return bits == 1 ? PREDICATE : bits == 16 ? WIDTH_16 : bits == 32 ? WIDTH_32 : WIDTH_64;
}

static void list(uint32_t *first, uint32_t *next, uint32_t r)
{
    next[r] = *first;
    *first = r;
}

static void share(const struct tw_decoder *decoder, struct sharing *sharing)
{
    const struct tw_ptx_function *function = decoder->routine->function;
    for (size_t i = 0; i <= function->instruction_count; i++) {
        for (uint32_t r = i ? sharing->ends[i - 1] : NONE; r != NONE; r = sharing->next_end[r]) {
            enum width width = width_of(kept_bits(function, r));
            sharing->unused[width][sharing->unused_count[width]++] = decoder->routine->registers[r];
        }
        for (uint32_t r = sharing->starts[i]; r != NONE; r = sharing->next_start[r]) {
            unsigned bits = kept_bits(function, r);
            enum width width = width_of(bits);
            decoder->routine->registers[r] = sharing->unused_count[width]
                                                 ? sharing->unused[width][--sharing->unused_count[width]]
                                                 : tw_place_register(decoder->program, bits);
        }
    }
}

static bool place_by_spans(struct tw_decoder *decoder, const struct tw_span *spans)
{
    const struct tw_ptx_function *function = decoder->routine->function;
    size_t registers = function->register_count + 1, instructions = function->instruction_count + 1;
    uint32_t *memory = malloc((2 * instructions + (2 + WIDTHS) * registers) * sizeof *memory);
    if (!memory) return false;
    struct sharing sharing = {.starts = memory, .ends = memory + instructions};
    for (size_t i = 0; i < 2 * instructions; i++) memory[i] = NONE;
    sharing.next_start = sharing.ends + instructions;
    sharing.next_end = sharing.next_start + registers;
    for (unsigned w = 0; w < WIDTHS; w++) sharing.unused[w] = sharing.next_end + (w + 1) * registers;
    for (uint32_t r = (uint32_t)function->register_count; r-- > 0;) {
        list(&sharing.starts[spans[r].first], sharing.next_start, r);
        list(&sharing.ends[spans[r].last], sharing.next_end, r);
    }
    share(decoder, &sharing);
    free(memory);
    return true;
}

static bool is_argument(const struct tw_ptx_function *function, uint32_t r)
{
    const struct tw_ptx_signature *signature = &function->signature;
    bool is = false;
    for (size_t i = 0; i < signature->argument_count; i++)
        is = is || (signature->arguments[i].is_register && signature->arguments[i].index == r);
    return is;
}

/* What is live where the function begins, and not given to it, may be read before it is written. */
static bool poison(struct tw_decoder *decoder, const struct tw_live *live)
{
    struct tw_program *program = decoder->program;
    const struct tw_ptx_function *function = live->function;
    size_t room = program->poisoned_count + function->register_count + 1;
    struct tw_kept *grown = realloc(program->poisoned, room * sizeof *grown);
    if (!grown) return false;
    program->poisoned = grown;
    for (uint32_t r = 0; r < function->register_count; r++) {
        bool live_there = !live->known || tw_in_set(live->in, r);
        if (!live_there || is_argument(function, r)) continue;
        grown[program->poisoned_count++] =
            (struct tw_kept){decoder->routine->registers[r], kept_bits(function, r)};
    }
    return true;
}

static bool is_load(const struct tw_ptx_instruction *instruction)
{
    return strncmp(instruction->opcode, "ld.", 3) == 0 || strncmp(instruction->opcode, "ldu.", 4) == 0;
}

/* A compiler loads three aligned floats as a vector of four, of which nothing reads the last. */
static void find_spare(struct tw_decoder *decoder, const struct tw_span *spans)
{
    const struct tw_ptx_function *function = decoder->routine->function;
    struct tw_op *ops = decoder->program->ops + decoder->routine->first;
    for (uint32_t i = 0; i < function->instruction_count; i++) {
        const struct tw_ptx_instruction *instruction = &function->instructions[i];
        const struct tw_ptx_operand *into = instruction->operands, *element;
        if (!is_load(instruction) || into->kind != TW_PTX_OPERAND_VECTOR || into->is_wide) continue;
        while (ops[i].spare + 1 < into->count) {
            element = &into->elements[into->count - 1 - ops[i].spare];
            const struct tw_span *span = &spans[element->index];
            bool unread = element->kind == TW_PTX_OPERAND_REGISTER && span->first == i && span->last == i;
            if (element->kind != TW_PTX_OPERAND_SINK && !unread) break;
            ops[i].spare++;
        }
    }
}

int tw_place_registers(struct tw_decoder *decoder)
{
    struct tw_routine *routine = decoder->routine;
    const struct tw_ptx_function *function = routine->function;
    struct tw_live live;
    bool found = tw_live_find(&live, function);
    struct tw_span *spans = found ? tw_live_spans(&live) : NULL;
    routine->registers = calloc(function->register_count + 1, sizeof *routine->registers);
    bool placed = spans && routine->registers && place_by_spans(decoder, spans) && poison(decoder, &live);
    if (placed) find_spare(decoder, spans);
    free(spans);
    tw_live_free(&live);
    if (!placed) return tw_decode_no_memory(decoder);
    for (size_t i = 0; i < function->register_count; i++) { /* counted as if all were there at once */
        unsigned bits = tw_ptx_type_info(function->registers[i].type)->bits;
        decoder->program->register_count += bits == 1 ? 0 : (bits + 31) / 32;
    }
    const struct tw_ptx_signature *signature = &function->signature;
    routine->results = tw_decode_formals(decoder, signature->results, signature->result_count);
    routine->arguments = tw_decode_formals(decoder, signature->arguments, signature->argument_count);
    return routine->results && routine->arguments ? TW_OK : tw_decode_no_memory(decoder);
}
