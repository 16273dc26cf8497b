/*
 * Random kernels, with branches, loops and memory, give on the simulator what the naive interpreter makes of
 * them: the same bits at every level of the handlers, and counts that fit how often threads came by.
 */
#include "sim/tests/machine.h"

#include "sim/exec/execute.h"
#include "sim/tests/naive.h"

#define PROGRAMS  150u
#define BLOCK     112u /* three warps and a half */
#define BLOCKS    2u
#define IN_BYTES  4096u
#define OUT_BYTES (BLOCK * BLOCKS * 256u)
#define MAX_LINES 2000u

struct program {
    struct tw_text text;
    uint64_t random;
    unsigned line, labels, loops;
    bool level_ground[MAX_LINES]; /* lines outside all branches and loops */
};

static unsigned draw(struct program *program, unsigned limit)
{
    program->random ^= program->random << 13;
    program->random ^= program->random >> 7;
    program->random ^= program->random << 17;
    return (unsigned)(program->random >> 20) % limit;
}

/*
 * One line per instruction. Letters in the pattern stand for what is drawn: H, R, D registers of 16, 32, 64 bits,
 * F of single precision, P a predicate, I a number, C a comparison, S one of those for signed or unsigned types;
 * the rest stands for itself.
 */
static void emit(struct program *program, bool level, const char *pattern)
{
    static const char *const numbers[] = {"0",  "1",   "-1",         "7",          "31",
                                          "32", "255", "0x7fffffff", "0x80000000", "12345"};
    static const char *const orders[] = {"eq", "ne", "lt", "le", "gt", "ge"};
    static const char *const float_orders[] = {"eq",  "ne",  "lt",  "ge",  "equ",
                                               "neu", "ltu", "gtu", "num", "nan"};
    assert_true(program->line < MAX_LINES);
    for (const char *c = pattern; *c; c++) {
        switch (*c) {
        case 'H':
            tw_text_addf(&program->text, "%%h%u", draw(program, 4));
            break;
        case 'R':
            tw_text_addf(&program->text, "%%r%u", draw(program, 10));
            break;
        case 'D':
            tw_text_addf(&program->text, "%%d%u", draw(program, 4));
            break;
        case 'F':
            tw_text_addf(&program->text, "%%f%u", draw(program, 6));
            break;
        case 'P':
            tw_text_addf(&program->text, "%%p%u", draw(program, 4));
            break;
        case 'I':
            tw_text_add(&program->text, numbers[draw(program, 10)]);
            break;
        case 'S':
            tw_text_add(&program->text, orders[draw(program, 6)]);
            break;
        case 'C':
            tw_text_add(&program->text, float_orders[draw(program, 10)]);
            break;
        default:
            tw_text_addf(&program->text, "%c", *c);
        }
    }
    tw_text_add(&program->text, "\n");
    program->level_ground[++program->line] = level;
}

static const char *const instructions[] = {"add.s32 R, R, R;",
                                           "add.u32 R, R, I;",
                                           "sub.s32 R, R, R;",
                                           "mul.lo.s32 R, R, R;",
                                           "mul.hi.s32 R, R, R;",
                                           "mul.hi.u32 R, R, R;",
                                           "mul.wide.s32 D, R, R;",
                                           "mul.wide.u32 D, R, I;",
                                           "mad.lo.s32 R, R, R, R;",
                                           "mad.hi.u32 R, R, R, R;",
                                           "mad.wide.s32 D, R, R, D;",
                                           "min.s32 R, R, R;",
                                           "min.u32 R, R, I;",
                                           "max.s32 R, R, R;",
                                           "max.u32 R, R, R;",
                                           "and.b32 R, R, R;",
                                           "or.b32 R, R, I;",
                                           "xor.b32 R, R, R;",
                                           "not.b32 R, R;",
                                           "shl.b32 R, R, R;",
                                           "shl.b32 R, R, 3;",
                                           "shr.u32 R, R, R;",
                                           "shr.s32 R, R, 5;",
                                           "neg.s32 R, R;",
                                           "abs.s32 R, R;",
                                           "popc.b32 R, R;",
                                           "clz.b32 R, R;",
                                           "brev.b32 R, R;",
                                           "mov.u32 R, R;",
                                           "mov.u32 R, %laneid;",
                                           "selp.b32 R, R, R, P;",
                                           "setp.S.s32 P, R, R;",
                                           "setp.S.u32 P, R, I;",
                                           "setp.S.and.s32 P, R, R, P;",
                                           "setp.S.or.u32 P, R, R, !P;",
                                           "and.pred P, P, P;",
                                           "or.pred P, P, P;",
                                           "xor.pred P, P, P;",
                                           "not.pred P, P;",
                                           "add.s64 D, D, D;",
                                           "sub.s64 D, D, D;",
                                           "mul.lo.s64 D, D, D;",
                                           "mul.hi.u64 D, D, D;",
                                           "mul.hi.s64 D, D, D;",
                                           "min.s64 D, D, D;",
                                           "max.u64 D, D, D;",
                                           "xor.b64 D, D, D;",
                                           "shl.b64 D, D, R;",
                                           "shr.s64 D, D, R;",
                                           "setp.S.s64 P, D, D;",
                                           "setp.S.u64 P, D, D;",
                                           "selp.b64 D, D, D, P;",
                                           "add.s16 H, H, H;",
                                           "mul.lo.s16 H, H, H;",
                                           "mul.wide.s16 R, H, H;",
                                           "mul.hi.u16 H, H, H;",
                                           "min.s16 H, H, H;",
                                           "max.u16 H, H, H;",
                                           "shr.s16 H, H, R;",
                                           "setp.S.s16 P, H, H;",
                                           "selp.b16 H, H, H, P;",
                                           "cvt.u32.u16 R, H;",
                                           "cvt.s32.s16 R, H;",
                                           "cvt.u16.u32 H, R;",
                                           "cvt.s32.s8 R, R;",
                                           "cvt.u32.u8 R, R;",
                                           "cvt.s64.s32 D, R;",
                                           "cvt.u64.u32 D, R;",
                                           "cvt.u32.u64 R, D;",
                                           "cvt.rn.f32.s32 F, R;",
                                           "cvt.rn.f32.u32 F, R;",
                                           "cvt.rzi.s32.f32 R, F;",
                                           "cvt.rzi.u32.f32 R, F;",
                                           "add.f32 F, F, F;",
                                           "sub.f32 F, F, F;",
                                           "mul.f32 F, F, F;",
                                           "fma.rn.f32 F, F, F, F;",
                                           "fma.rn.f32 F, F, F, F;",
                                           "div.rn.f32 F, F, F;",
                                           "sqrt.rn.f32 F, F;",
                                           "rcp.rn.f32 F, F;",
                                           "min.f32 F, F, F;",
                                           "max.f32 F, F, F;",
                                           "neg.f32 F, F;",
                                           "abs.f32 F, F;",
                                           "setp.C.f32 P, F, F;",
                                           "setp.C.and.f32 P, F, F, P;",
                                           "selp.f32 F, F, F, P;",
                                           "add.f64 D, D, D;",
                                           "sub.f64 D, D, D;",
                                           "mul.f64 D, D, D;",
                                           "fma.rn.f64 D, D, D, D;",
                                           "div.rn.f64 D, D, D;",
                                           "neg.f64 D, D;",
                                           "abs.f64 D, D;",
                                           "setp.C.f64 P, D, D;",
                                           "cvt.rn.f64.s32 D, R;",
                                           "cvt.rn.f64.u32 D, R;",
                                           "cvt.rzi.s32.f64 R, D;",
                                           "mov.b32 R, F;",
                                           "mov.b32 F, R;"};

/* Each thread in memory of its own; inputs from anywhere. %a and %s: the input, and the thread's 32 shared bytes. */
static const char *const accesses[][3] = {
    {"and.b32 %x, R, 4092;", "cvt.u64.u32 %y, %x; add.s64 %y, %a, %y;", "ld.global.u32 R, [%y];"},
    {"and.b32 %x, R, 1020;", "cvt.u64.u32 %y, %x; add.s64 %y, %a, %y;", "ld.global.s8 R, [%y+3];"},
    {"and.b32 %x, R, 1020;", "cvt.u64.u32 %y, %x; add.s64 %y, %a, %y;", "ld.global.u16 R, [%y+2];"},
    {"and.b32 %x, R, 2032;", "cvt.u64.u32 %y, %x; add.s64 %y, %a, %y;",
     "ld.global.v4.u32 {%r0, %r3, %r5, %r9}, [%y];"},
    {"and.b32 %x, R, 2040;", "cvt.u64.u32 %y, %x; add.s64 %y, %a, %y;", "ld.global.u64 D, [%y];"},
    {"mad.lo.u32 %x, %t, 4, 16;", "cvt.u64.u32 %y, %x; add.s64 %y, %a, %y;", "ld.global.f32 F, [%y];"},
    {"mad.lo.u32 %x, %t, 8, 64;", "cvt.u64.u32 %y, %x; add.s64 %y, %a, %y;", "ld.v2.f32 {%f1, %f4}, [%y];"},
    {"mov.u32 %x, R;", "", "ld.global.f32 F, [%a+128];"},
    {"and.b32 %x, R, 28;", "add.s32 %x, %x, %s;", "st.shared.u32 [%x], R;"},
    {"and.b32 %x, R, 28;", "add.s32 %x, %x, %s;", "ld.shared.f32 F, [%x];"},
    {"and.b32 %x, R, 24;", "add.s32 %x, %x, %s;", "st.shared.u64 [%x], D;"},
    {"and.b32 %x, R, 16;", "add.s32 %x, %x, %s;", "ld.shared.v2.u64 {%d0, %d2}, [%x];"},
    {"and.b32 %x, R, 60;", "cvt.u64.u32 %y, %x; add.s64 %y, %l, %y;", "st.local.u32 [%y], R;"},
    {"and.b32 %x, R, 60;", "cvt.u64.u32 %y, %x; add.s64 %y, %l, %y;", "ld.local.u32 R, [%y];"},
    {"mov.u32 %x, R;", "", "st.local.u8 [%l+5], R;"},
    {"mov.u32 %x, R;", "", "ld.local.v2.u32 {%r1, %r2}, [%l+8];"},
};

static void statements(struct program *program, unsigned count, unsigned depth);

static void branch(struct program *program, unsigned depth)
{
    unsigned label = program->labels++;
    char line[64];
    snprintf(line, sizeof line, "@%sP bra L%u_else;", draw(program, 2) ? "!" : "", label);
    for (char *c = line; (c = strchr(c, 'L')); c++) *c = 'l'; /* L is no letter of patterns, l neither */
    emit(program, !depth, line);
    statements(program, 1 + draw(program, 4), depth + 1);
    snprintf(line, sizeof line, "bra l%u_end;", label);
    emit(program, false, line);
    tw_text_addf(&program->text, "l%u_else:\n", label);
    program->line++;
    if (draw(program, 2)) statements(program, 1 + draw(program, 4), depth + 1);
    tw_text_addf(&program->text, "l%u_end:\n", label);
    program->line++;
}

/* As often as the lane's register says, up to seven times; sometimes left in the middle. */
static void loop(struct program *program, unsigned depth)
{
    unsigned label = program->labels++, counter = program->loops++;
    char line[64];
    snprintf(line, sizeof line, "and.b32 %%c%u, R, 7;", counter);
    emit(program, !depth, line);
    tw_text_addf(&program->text, "l%u_head:\n", label);
    program->line++;
    statements(program, 1 + draw(program, 4), depth + 1);
    snprintf(line, sizeof line, "@P bra l%u_out;", label);
    if (draw(program, 2)) emit(program, false, line);
    statements(program, 1 + draw(program, 3), depth + 1);
    snprintf(line, sizeof line, "sub.s32 %%c%u, %%c%u, 1; setp.gt.s32 %%q, %%c%u, 0;", counter, counter,
             counter);
    emit(program, false, line);
    snprintf(line, sizeof line, "@%%q bra l%u_head;", label);
    emit(program, false, line);
    tw_text_addf(&program->text, "l%u_out:\n", label);
    program->line++;
}

static void instruction(struct program *program, bool level)
{
    static const char *const guards[] = {"", "", "", "@P ", "@!P "};
    char line[128];
    unsigned which = draw(program, (unsigned)(sizeof instructions / sizeof *instructions));
    snprintf(line, sizeof line, "%s%s", guards[draw(program, 5)], instructions[which]);
    emit(program, level, line);
}

static void access_memory(struct program *program, bool level)
{
    static const char *const guards[] = {"", "", "@P "};
    unsigned which = draw(program, (unsigned)(sizeof accesses / sizeof *accesses));
    char line[128];
    emit(program, level, accesses[which][0]);
    emit(program, level, accesses[which][1]);
    snprintf(line, sizeof line, "%s%s", guards[draw(program, 3)], accesses[which][2]);
    emit(program, level, line);
}

/* What another thread left in shared memory. */
static void exchange(struct program *program)
{
    emit(program, true, "bar.sync 0;");
    emit(program, true, "ld.shared.u32 R, [%o];");
    emit(program, true, "bar.sync 0;");
}

static void statements(struct program *program, unsigned count, unsigned depth)
{
    for (unsigned i = 0; i < count; i++) {
        unsigned kind = draw(program, 12);
        if (kind == 0 && depth < 3) {
            branch(program, depth);
        } else if (kind == 1 && depth < 3 && program->loops < 8) {
            loop(program, depth);
        } else if (kind == 2 && !depth) {
            exchange(program);
        } else if (kind <= 4) {
            access_memory(program, !depth);
        } else {
            instruction(program, !depth);
        }
    }
}

static void write_program(struct program *program)
{
    static const char *const head[] = {
        ".version 8.0",
        ".target sm_80",
        ".address_size 64",
        ".visible .entry k(.param .u64 out, .param .u64 in)",
        "{",
        ".reg .b16 %h<4>; .reg .b32 %r<10>, %c<8>, %t, %b, %n, %s, %o, %x; .reg .b64 %d<4>, %a, %l, %y, %z;",
        ".reg .f32 %f<6>; .reg .pred %p<4>, %q;",
        ".shared .align 16 .b8 tile[3584];",
        ".local .align 16 .b8 own[64];",
        "ld.param.u64 %z, [out]; ld.param.u64 %a, [in];",
        "mov.u32 %t, %tid.x; mov.u32 %b, %ctaid.x; mov.u32 %n, %ntid.x;",
        "mov.u32 %s, tile; mad.lo.u32 %s, %t, 32, %s; mov.u64 %l, own;",
        "mad.lo.u32 %o, %t, 13, 5; rem.u32 %o, %o, %n; mov.u32 %x, tile; mad.lo.u32 %o, %o, 32, %x;",
        "mad.lo.u32 %x, %b, %n, %t; mad.wide.u32 %z, %x, 256, %z; and.b32 %x, %x, 31; mad.wide.u32 %y, %x, "
        "96, %a;"};
    for (size_t i = 0; i < sizeof head / sizeof *head; i++) {
        tw_text_addf(&program->text, "%s\n", head[i]);
        program->line++;
    }
    for (unsigned i = 0; i < 10; i++)
        tw_text_addf(&program->text, "ld.global.u32 %%r%u, [%%y+%u]; ", i, i * 4);
    for (unsigned i = 0; i < 4; i++)
        tw_text_addf(&program->text, "ld.global.u64 %%d%u, [%%y+%u]; ", i, i * 8);
    for (unsigned i = 0; i < 4; i++)
        tw_text_addf(&program->text, "ld.global.u16 %%h%u, [%%y+%u]; ", i, i * 6);
    for (unsigned i = 0; i < 6; i++)
        tw_text_addf(&program->text, "ld.global.f32 %%f%u, [%%y+%u]; ", i, i * 12);
    for (unsigned i = 0; i < 4; i++)
        tw_text_addf(&program->text, "setp.lt.s32 %%p%u, %%r%u, %%r%u; ", i, i, i + 1);
    for (unsigned i = 0; i < 8; i++)
        tw_text_addf(&program->text, "st.shared.u32 [%%s+%u], %%r%u; ", i * 4, i);
    for (unsigned i = 0; i < 16; i++)
        tw_text_addf(&program->text, "st.local.u32 [%%l+%u], %%r%u; ", i * 4, i % 10);
    tw_text_add(&program->text, "\n");
    program->line++;
    statements(program, 20 + draw(program, 30), 0);
    if (draw(program, 4) == 0) {
        emit(program, false, "@P ret;");
        memset(program->level_ground, 0, sizeof program->level_ground); /* who is left is fewer */
        statements(program, 5, 1);
    }
    for (unsigned i = 0; i < 10; i++)
        tw_text_addf(&program->text, "st.global.u32 [%%z+%u], %%r%u; ", i * 4, i);
    for (unsigned i = 0; i < 4; i++)
        tw_text_addf(&program->text, "st.global.u64 [%%z+%u], %%d%u; ", 40 + i * 8, i);
    for (unsigned i = 0; i < 4; i++)
        tw_text_addf(&program->text, "st.global.u16 [%%z+%u], %%h%u; ", 72 + i * 2, i);
    for (unsigned i = 0; i < 6; i++)
        tw_text_addf(&program->text, "st.global.f32 [%%z+%u], %%f%u; ", 80 + i * 4, i);
    for (unsigned i = 0; i < 4; i++)
        tw_text_addf(&program->text, "selp.u32 %%x, 1, 0, %%p%u; st.global.u32 [%%z+%u], %%x; ", i,
                     104 + i * 4);
    for (unsigned i = 0; i < 8; i++)
        tw_text_addf(&program->text, "ld.shared.u32 %%x, [%%s+%u]; st.global.u32 [%%z+%u], %%x; ", i * 4,
                     120 + i * 4);
    for (unsigned i = 0; i < 16; i++)
        tw_text_addf(&program->text, "ld.local.u32 %%x, [%%l+%u]; st.global.u32 [%%z+%u], %%x; ", i * 4,
                     152 + i * 4);
    tw_text_add(&program->text, "ret;\n}\n");
}

/* Numbers of which some are edges: small, huge, infinite, none at all. */
static void write_input(struct program *program, uint32_t *words)
{
    static const uint32_t edges[] = {0,           1,           0x80000000u, 0x7fffffffu,
                                     0xffffffffu, 0x7f800000u, 0xff800000u, 0x7fc00001u,
                                     0x00000001u, 0x807fffffu, 0x3f800000u, 0xbf000000u};
    for (unsigned i = 0; i < IN_BYTES / 4; i++) {
        words[i] = draw(program, 1u << 16) << 16 ^ draw(program, 1u << 16);
        if (draw(program, 3) == 0) words[i] = edges[draw(program, 12)];
    }
}

struct comparison {
    struct tw_machine *machine;
    struct tw_sim_module *module;
    uint64_t parameters[2]; /* out, in */
    void *expected;
    uint64_t *visits;
};

static void check_counts(const struct comparison *comparison, const struct program *program,
                         const struct tw_sim_report *report)
{
    for (size_t i = 0; i < report->count_count; i++) {
        const struct tw_sim_count *count = &report->counts[i];
        uint64_t visits = comparison->visits[i];
        if (count->executed > visits || visits > 32 * count->executed)
            fail_msg("line %u: executed %llu times, visited %llu times", count->ptx_line,
                     (unsigned long long)count->executed, (unsigned long long)visits);
        if (count->ptx_line < MAX_LINES && program->level_ground[count->ptx_line])
            assert_int_equal(count->executed, BLOCKS * ((BLOCK + 31) / 32));
    }
}

static void launch_at(struct comparison *comparison, const struct program *program, unsigned level,
                      unsigned threads)
{
    struct tw_error error = TW_ERROR_INIT;
    struct tw_sim_report report;
    enum tw_sim_fault fault;
    unsigned char *out = tw_machine_memory(comparison->machine, comparison->parameters[0], OUT_BYTES);
    struct tw_sim_launch launch = {.function = tw_sim_module_function(comparison->module, "k"),
                                   .grid = {BLOCKS, 1, 1},
                                   .block = {BLOCK, 1, 1},
                                   .parameters = comparison->parameters,
                                   .parameter_bytes = sizeof comparison->parameters,
                                   .threads = threads};
    memset(out, 0xFE, OUT_BYTES);
    if (tw_sim_launch(comparison->machine, &launch, &report, &fault, &error)) fail_msg("%s", error.message);
    for (unsigned i = 0; i < OUT_BYTES; i++) {
        if (out[i] == ((unsigned char *)comparison->expected)[i]) continue;
        fputs(program->text.data, stderr);
        fail_msg("level %u: thread %u, byte %u of its results: %02x, expected %02x", level, i / 256, i % 256,
                 out[i], ((unsigned char *)comparison->expected)[i]);
    }
    check_counts(comparison, program, &report);
}

static void run_naively(struct comparison *comparison, const struct program *program)
{
    const struct tw_sim_function *function = tw_sim_module_function(comparison->module, "k");
    unsigned char *out = tw_machine_memory(comparison->machine, comparison->parameters[0], OUT_BYTES);
    struct naive_memory memory[2] = {{comparison->parameters[0], OUT_BYTES, out},
                                     {comparison->parameters[1], IN_BYTES, NULL}};
    memory[1].host = tw_machine_memory(comparison->machine, memory[1].address, IN_BYTES);
    struct naive_launch launch = {.function = function->program.function,
                                  .module = comparison->module->ptx,
                                  .grid = {BLOCKS, 1, 1},
                                  .block = {BLOCK, 1, 1},
                                  .parameters = comparison->parameters,
                                  .memory = memory,
                                  .memory_count = 2};
    comparison->visits = calloc(launch.function->instruction_count, sizeof *comparison->visits);
    launch.visits = comparison->visits;
    memset(out, 0xFE, OUT_BYTES);
    const char *why = naive_run(&launch);
    if (why) fail_msg("%s\n%s", why, program->text.data);
    comparison->expected = malloc(OUT_BYTES);
    assert_non_null(comparison->expected);
    memcpy(comparison->expected, out, OUT_BYTES);
}

static void compare(struct program *program)
{
    struct comparison comparison = {.machine = tw_machine_new(tw_target_find(90))};
    struct tw_error error = TW_ERROR_INIT;
    assert_non_null(comparison.machine);
    comparison.parameters[0] = tw_machine_alloc(comparison.machine, OUT_BYTES);
    comparison.parameters[1] = tw_machine_alloc(comparison.machine, IN_BYTES);
    write_input(program, tw_machine_memory(comparison.machine, comparison.parameters[1], IN_BYTES));
    for (unsigned level = 0; tw_handlers_at(level); level++) {
        comparison.machine->handlers = tw_handlers_at(level);
        if (tw_sim_module_load(comparison.machine, program->text.data, program->text.length,
                               &comparison.module, &error))
            fail_msg("line %u: %s\n%s", error.line, error.message, program->text.data);
        if (!level) run_naively(&comparison, program);
        launch_at(&comparison, program, level, 1 + level % 2);
        tw_sim_module_free(comparison.module);
    }
    tw_machine_free(comparison.machine);
    free(comparison.expected);
    free(comparison.visits);
}

static void random_kernels_agree(void **state)
{
    (void)state;
    for (unsigned i = 0; i < PROGRAMS; i++) {
        struct program program = {.random = 88172645463325252u + i * 0x9e3779b97f4a7c15u};
        write_program(&program);
        compare(&program);
        tw_text_free(&program.text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_kernels_agree)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
