/*
 * Registers that share a place: whatever an operation reads is what was written under the same name, whichever way control
 * came. Names are followed through every kernel of sim/tests/ptx and kernels/kernels.ptx: before each instruction it is known of each
 * place which register's value it holds, the same from all that lead there, or none.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "sim/exec/decode/live.h"
#include "sim/exec/execute.h"

#define NOBODY  UINT32_MAX       /* the place holds no register's value for certain */
#define UNKNOWN (UINT32_MAX - 1) /* nothing has come here yet                       */

struct names {
    const struct tw_program *program;
    const struct tw_routine *routine;
    size_t places;   /* multiples of 64 bytes */
    uint32_t *holds; /* [instruction * places + place]: a register */
    uint32_t *now;   /* behind the instruction that is looked at */
    size_t reads;
};

static uint32_t *place_of(const struct names *names, uint32_t *row, uint32_t r)
{
    return &row[names->routine->registers[r] / 64];
}

static void write_name(void *context, uint32_t r)
{
    const struct names *names = context;
    *place_of(names, names->now, r) = r;
}

/* Perhaps: what another name had there is lost. */
static void write_perhaps(void *context, uint32_t r)
{
    const struct names *names = context;
    uint32_t *held = place_of(names, names->now, r);
    if (*held != r) *held = NOBODY;
}

static void read_name(void *context, uint32_t r)
{
    struct names *names = context;
    names->reads++;
    if (*place_of(names, names->now, r) != r)
        fail_msg("%s: %s is read where another may be", names->routine->function->name,
                 names->routine->function->registers[r].name);
}

static bool join(const struct names *names, size_t to)
{
    uint32_t *row = names->holds + to * names->places;
    bool changed = false;
    for (size_t p = 0; to < names->routine->function->instruction_count && p < names->places; p++) {
        uint32_t joined = row[p] == UNKNOWN ? names->now[p] : row[p] == names->now[p] ? row[p] : NOBODY;
        changed = changed || joined != row[p];
        row[p] = joined;
    }
    return changed;
}

/* What is held behind instruction `i`, for those that follow it. */
static bool follow(struct names *names, uint32_t i)
{
    const struct tw_ptx_instruction *instruction = &names->routine->function->instructions[i];
    const struct tw_op *op = &names->program->ops[names->routine->first + i];
    bool changed = false;
    if (names->holds[i * names->places] == UNKNOWN) return false;
    memcpy(names->now, names->holds + i * names->places, names->places * sizeof *names->now);
    tw_each_register(instruction, true, instruction->guarded ? write_perhaps : write_name, names);
    for (size_t t = 0; t < tw_op_target_count(op); t++)
        changed |= join(names, tw_op_target(op, t) - names->routine->first);
    bool ends = !instruction->guarded && (tw_op_is_branch(op) || tw_op_is_exit(op));
    return (!ends && join(names, i + 1)) || changed;
}

/* A function begins with its arguments, and with what begins with poison. */
static void begin(const struct names *names)
{
    const struct tw_ptx_function *function = names->routine->function;
    const struct tw_ptx_signature *signature = &function->signature;
    for (size_t p = 0; p < names->places; p++) names->holds[p] = NOBODY;
    for (size_t i = 0; i < signature->argument_count; i++) {
        const struct tw_ptx_formal *formal = &signature->arguments[i];
        if (formal->is_register) *place_of(names, names->holds, formal->index) = formal->index;
    }
    struct tw_live live;
    assert_true(tw_live_find(&live, function));
    for (size_t i = 0; i < names->program->poisoned_count; i++) {
        for (uint32_t r = 0; r < function->register_count; r++) {
            bool begins = tw_in_set(live.in, r) &&
                          names->program->poisoned[i].reference == names->routine->registers[r];
            if (begins) *place_of(names, names->holds, r) = r;
        }
    }
    tw_live_free(&live);
}

static size_t check_routine(const struct tw_program *program, const struct tw_routine *routine)
{
    const struct tw_ptx_function *function = routine->function;
    struct names names = {.program = program, .routine = routine, .places = program->register_bytes / 64 + 1};
    size_t cells = (function->instruction_count + 1) * names.places;
    names.holds = malloc(cells * sizeof *names.holds);
    names.now = malloc(names.places * sizeof *names.now);
    assert_true(names.holds && names.now);
    for (size_t c = 0; c < cells; c++) names.holds[c] = UNKNOWN;
    begin(&names);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < function->instruction_count; i++) changed = follow(&names, i) || changed;
    }
    for (uint32_t i = 0; i < function->instruction_count; i++) {
        if (names.holds[i * names.places] == UNKNOWN) continue; /* nothing leads here */
        memcpy(names.now, names.holds + i * names.places, names.places * sizeof *names.now);
        tw_each_register(&function->instructions[i], false, read_name, &names);
    }
    free(names.holds);
    free(names.now);
    return names.reads;
}

/* The reads that were looked at. */
static size_t check_file(const char *path)
{
    struct tw_machine *machine = tw_machine_new(tw_target_find(90));
    struct tw_error error = TW_ERROR_INIT;
    struct tw_sim_module *module;
    struct tw_text text = {0};
    size_t reads = 0;
    assert_non_null(machine);
    assert_int_equal(tw_file_read(path, &text, &error), TW_OK);
    const char *ptx = tw_text_string(&text);
    if (tw_sim_module_load(machine, ptx, strlen(ptx) + 1, &module, &error)) fail_msg("%s", error.message);
    for (size_t f = 0; f < tw_sim_module_function_count(module); f++) {
        const struct tw_sim_function *function = tw_sim_module_function_at(module, f);
        if (!function) continue;
        const struct tw_program *program = &function->program;
        for (size_t c = 0; c < program->routine_count; c++) {
            if (!program->routines[c].builtin) reads += check_routine(program, &program->routines[c]);
        }
    }
    tw_sim_module_free(module);
    tw_machine_free(machine);
    tw_text_free(&text);
    return reads;
}

static void what_is_read_was_written_by_its_name(void **state)
{
    size_t reads = 0;
    glob_t files;
    (void)state;
    assert_int_equal(glob(SOURCE_DIR "/sim/tests/ptx/*.ptx", 0, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc; i++) reads += check_file(files.gl_pathv[i]);
    reads += check_file(SOURCE_DIR "/sim/tests/kernels/kernels.ptx");
    globfree(&files);
    assert_true(reads > 5000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_read_was_written_by_its_name)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
