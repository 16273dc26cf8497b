/*
 * A conditional branch decides about an access when only one of its ways leads there, or when it ends a loop that holds it. A branch of
 * the machine code that decides about an access is new for it, when the PTX's branch that it was made of does not.
 */
#include "runtime/measure/moves.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "runtime/compile/cubin.h"

/* ---- where lines go to: of the PTX, or in their place instructions of the machine code ---- */

enum flow {
    NOTHING,
    ON,
    BRANCH,
    CONDITIONAL,
    END
}; /* no instruction; to the next line; elsewhere; to either; nowhere */

struct line {
    enum flow flow;
    const char *label; /* that it goes to ... */
    size_t length;
    size_t target; /* ... which is at this line; 0: none */
    bool guarded;  /* under a predicate                   */
    bool seen;     /* there is a way to it */
};

/* The lines by their number, from 1 on; arrays are kept as the bytes of a text. */
struct lines {
    struct tw_text bytes;
    struct line *line;
    size_t count; /* the last number */
};

static bool begins(const char *at, const char *word)
{
    size_t length = strlen(word);
    return strncmp(at, word, length) == 0 && strchr(" \t.;", at[length]);
}

static struct line read_line(const char *at)
{
    at += strspn(at, " \t");
    struct line line = {.flow = strchr("\n./$", *at) ? NOTHING : ON};
    line.guarded = *at == '@';
    if (line.guarded) at += strcspn(at, " \t\n");
    at += strspn(at, " \t");
    if (begins(at, "bra")) {
        line.flow = line.guarded ? CONDITIONAL : BRANCH;
        at += strcspn(at, " \t\n");
        at += strspn(at, " \t");
        line.label = at;
        line.length = strcspn(at, "; \t\n");
    } else if (!line.guarded && (begins(at, "ret") || begins(at, "exit"))) {
        line.flow = END;
    }
    return line;
}

/* Gives those who go to the label that begins the line, if one does, its number. */
static void take_label(struct lines *lines, const char *at, size_t number)
{
    size_t length = strcspn(at, ": \t\n;");
    if (*at != '$' || at[length] != ':') return;
    for (size_t i = 1; i <= lines->count; i++) {
        struct line *line = &lines->line[i];
        if (line->length == length && memcmp(line->label, at, length) == 0) line->target = number;
    }
}

static const char *next_line(const char *at)
{
    at += strcspn(at, "\n");
    return at + (*at == '\n');
}

static bool read_lines(const char *ptx, struct lines *lines)
{
    static const struct line none;
    tw_text_add_bytes(&lines->bytes, (const char *)&none, sizeof none);
    for (const char *at = ptx; *at; at = next_line(at)) {
        const struct line line = read_line(at);
        tw_text_add_bytes(&lines->bytes, (const char *)&line, sizeof line);
    }
    if (lines->bytes.failed) return false;
    lines->line = (struct line *)(void *)lines->bytes.data;
    lines->count = lines->bytes.length / sizeof none - 1;
    size_t number = 1;
    for (const char *at = ptx; *at; at = next_line(at)) take_label(lines, at, number++);
    return true;
}

/* Is there a way from one line to another that goes down all along? */
static bool leads_to(struct lines *lines, size_t from, size_t to)
{
    for (size_t i = from; i <= to; i++) lines->line[i].seen = i == from;
    for (size_t i = from; i < to; i++) {
        const struct line *line = &lines->line[i];
        if (!line->seen) continue;
        if (line->target > i && line->target <= to) lines->line[line->target].seen = true;
        if (line->flow != BRANCH && line->flow != END) lines->line[i + 1].seen = true;
    }
    return from <= to && lines->line[to].seen;
}

/* The line above a branch to which one of its ways leads at once, so that it ends a loop; 0: there is none. */
static size_t turn_of(const struct lines *lines, size_t branch, size_t way)
{
    while (way > branch && way < lines->count && lines->line[way].flow == NOTHING) way++;
    if (way > branch && way <= lines->count && lines->line[way].flow == BRANCH) way = lines->line[way].target;
    return way <= branch ? way : 0;
}

/* Does the conditional branch at a line decide about the access at another? One that ends a loop decides about its turns, another about
   what only one of its ways leads to. */
static bool decides(struct lines *lines, size_t branch, size_t access)
{
    size_t target = lines->line[branch].target, turn = turn_of(lines, branch, target);
    if (!turn) turn = turn_of(lines, branch, branch + 1);
    if (turn) return turn <= access && access < branch;
    return leads_to(lines, target, access) != leads_to(lines, branch + 1, access);
}

static bool is_conditional(const struct lines *lines, size_t number)
{
    return number <= lines->count && lines->line[number].flow == CONDITIONAL && lines->line[number].target;
}

/* ---- the machine code ---- */

struct place {
    struct tw_machine_instruction instruction;
    unsigned line; /* of the PTX */
};

/* A function as it is read: its conditional branches and its accesses, and its instructions, in the place of lines from 1 on. */
struct machine {
    const void *cubin;
    size_t bytes;
    const char *function;
    struct tw_text places;
    struct lines code;
    struct lines *ptx;
    struct tw_moves *moves;
    bool failed;
};

static size_t number_of(uint32_t pc)
{
    return pc / 16 + 1;
}

/* It lies between the branch and where that goes to. What does not may still come to it from elsewhere: code is put behind the end. */
static bool spans(const struct tw_machine_instruction *branch, uint32_t pc)
{
    return branch->pc < branch->target ? branch->pc < pc && pc < branch->target
                                       : branch->target <= pc && pc < branch->pc;
}

static bool is_new(struct machine *machine, const struct place *branch, const struct place *access)
{
    struct lines *code = &machine->code, *ptx = machine->ptx;
    size_t jump = number_of(branch->instruction.pc), at = number_of(access->instruction.pc);
    return branch->instruction.is_branch && spans(&branch->instruction, access->instruction.pc) &&
           is_conditional(ptx, branch->line) && access->line <= ptx->count && decides(code, jump, at) &&
           !decides(ptx, branch->line, access->line);
}

/* Is the access of the machine code under a predicate, and that of the PTX under no condition? */
static bool is_now_conditional(const struct place *access, struct lines *ptx)
{
    if (!access->instruction.conditional || access->line > ptx->count) return false;
    for (size_t i = access->line - 1; i > 0; i--) {
        if (is_conditional(ptx, i) && decides(ptx, i, access->line)) return false;
    }
    return !ptx->line[access->line].guarded;
}

static void find_moves(struct machine *machine)
{
    const struct place *list = (const struct place *)(const void *)machine->places.data;
    struct tw_moves *moves = machine->moves;
    size_t count = machine->places.length / sizeof *list;
    for (size_t i = 0; i < count; i++) {
        enum tw_site_kind kind = list[i].instruction.kind;
        size_t branch = 0;
        if (!list[i].instruction.is_access) continue;
        while (branch < count && !is_new(machine, &list[branch], &list[i])) branch++;
        if (branch == count && !is_now_conditional(&list[i], machine->ptx)) continue;
        if (moves->count[kind]++) continue;
        moves->access[kind] = list[i].line;
        moves->branch[kind] = branch < count ? list[branch].line : 0;
    }
}

/* The function is read to its end. */
static void end_function(struct machine *machine)
{
    struct lines *code = &machine->code;
    machine->failed |= code->bytes.failed || machine->places.failed;
    if (!machine->failed && machine->places.length) {
        code->line = (struct line *)(void *)code->bytes.data;
        code->count = code->bytes.length / sizeof *code->line - 1;
        for (size_t i = 1; i <= code->count; i++) { /* where to is known to be in it */
            if (code->line[i].target > code->count) code->line[i].target = code->count;
        }
        find_moves(machine);
    }
    tw_text_clear(&code->bytes);
    tw_text_clear(&machine->places);
}

static struct line flow_of(const struct tw_machine_instruction *instruction)
{
    bool is_exit = instruction->is_exit, conditional = instruction->conditional;
    struct line line = {.flow = ON};
    if (instruction->is_branch) line.flow = conditional ? CONDITIONAL : is_exit ? END : BRANCH;
    if (instruction->is_branch) line.target = number_of(instruction->target);
    return line;
}

static void take_instruction(const struct tw_machine_instruction *instruction, void *context)
{
    static const struct line plain = {.flow = ON};
    struct machine *machine = context;
    struct tw_text *code = &machine->code.bytes;
    const struct line flow = flow_of(instruction);
    if (machine->function != instruction->function) end_function(machine);
    machine->function = instruction->function;
    while (!code->failed && code->length < number_of(instruction->pc) * sizeof plain)
        tw_text_add_bytes(code, (const char *)&plain, sizeof plain);
    tw_text_add_bytes(code, (const char *)&flow, sizeof flow);
    if (instruction->is_branch && !instruction->conditional) return;
    const struct place place = {*instruction, tw_cubin_ptx_line(machine->cubin, machine->bytes,
                                                                instruction->function, instruction->pc)};
    if (place.line) tw_text_add_bytes(&machine->places, (const char *)&place, sizeof place);
}

int tw_moves_find(const char *ptx, const void *cubin, size_t bytes, struct tw_moves *moves,
                  struct tw_error *error)
{
    struct lines lines = {0};
    struct machine machine = {.cubin = cubin, .bytes = bytes, .ptx = &lines, .moves = moves};
    *moves = (struct tw_moves){0};
    machine.failed = !read_lines(ptx, &lines);
    if (!machine.failed) tw_cubin_instructions(cubin, bytes, take_instruction, &machine);
    end_function(&machine);
    tw_text_free(&lines.bytes);
    tw_text_free(&machine.code.bytes);
    tw_text_free(&machine.places);
    return machine.failed ? tw_fail(error, TW_MEMORY, "out of memory") : TW_OK;
}
