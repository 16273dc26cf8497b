/* Calls of functions: who runs when, what is counted, and what kernels do wrong with them. sim/tests/ptx/call.ptx has the values. */
#include "sim/tests/machine.h"

/* A module of functions, and the kernel `k` of machine.h behind them. */
#define HEAD ".version 8.0\n.target sm_80\n.address_size 64\n"

#define STORE_R1 "mul.wide.u32 %d1, %t, 4;\nadd.u64 %d1, %d1, %out;\nst.global.u32 [%d1], %r1;"

/* The text of KERNEL(body) behind `functions`, which must follow the module's head. */
static char *module_of(const char *functions, const char *kernel)
{
    struct tw_text text = {0};
    const char *rest = strstr(kernel, ".extern");
    tw_text_addf(&text, HEAD "%s%s", functions, rest);
    char *copy = strdup(tw_text_string(&text));
    tw_text_free(&text);
    assert_non_null(copy);
    return copy;
}

static void run_with(struct run *run, const char *functions, const char *kernel)
{
    char *ptx = module_of(functions, kernel);
    run_kernel(run, ptx, NULL, 0);
    free(ptx);
}

static void must_run(struct run *run, const char *functions, const char *kernel)
{
    run_with(run, functions, kernel);
    if (run->code) fail_msg("%s", run->error.message);
}

static void must_find(struct run *run, enum tw_sim_fault fault, const char *text)
{
    if (run->fault != fault || !run->report.finding || !strstr(run->report.finding, text))
        fail_msg("fault %d, %s; wanted %s", run->fault, run->report.finding ? run->report.finding : "none",
                 text);
}

/* How often warps executed the instruction `opcode` in `function`; there is one. */
static uint64_t executed(const struct run *run, const char *function, const char *opcode)
{
    for (size_t i = 0; i < run->report.count_count; i++) {
        const struct tw_sim_count *count = &run->report.counts[i];
        if (strcmp(count->function, function) == 0 && strcmp(count->opcode, opcode) == 0)
            return count->executed;
    }
    fail_msg("no %s in %s", opcode, function);
    return 0;
}

#define TWICE                                                                                                \
    ".func (.reg .b32 r) twice(.reg .b32 x)\n{\nadd.u32 r, x, x;\nret;\n}\n"                                 \
    ".func never()\n{\ntrap;\n}\n"

/* ---- what runs together ---- */

/* An alias is the function that it stands for, in calls and as an address; it may be called before it is said what it is. */
static void an_alias_is_another_function(void **state)
{
    (void)state;
    struct run run = {.block = 32};
    must_run(&run,
             ".func (.reg .b32 r) double(.reg .b32 x);\n" TWICE
             ".func (.reg .b32 r) more(.reg .b32 x)\n{\ncall (r), double, (x);\nadd.u32 r, r, 1;\nret;\n}\n"
             ".alias double, twice;\n",
             KERNEL("mov.u64 %d1, double;\nF: .callprototype (.reg .b32 _) _ (.reg .b32 _);\n"
                    "call (%r1), more, (%t);\ncall (%r1), %d1, (%r1), F;\n" STORE_R1));
    for (unsigned i = 0; i < 32; i++) assert_int_equal(run_out(&run)[i], 2 * (2 * i + 1));
    assert_int_equal(executed(&run, "double", "add.u32"), 2);
    run_free(&run);
}

/* One call of all lanes is one execution; a call in each of two arms is two, as on hardware. What stands behind is one. */
static void a_call_runs_for_its_lanes(void **state)
{
    (void)state;
    struct run run = {.grid = 3, .block = 64};
    must_run(&run, TWICE ".extern .func (.reg .b32 r) twice(.reg .b32 x);\n",
             KERNEL("call (%r1), twice, (%t);\n" STORE_R1));
    assert_int_equal(executed(&run, "twice", "add.u32"), 6);
    assert_int_equal(executed(&run, "k", "call"), 6);
    for (unsigned i = 0; i < 64; i++) assert_int_equal(run_out(&run)[i], 2 * i);
    for (size_t i = 0; i < run.report.count_count; i++)
        assert_string_not_equal(run.report.counts[i].function, "never");
    run_free(&run);

    must_run(&run, TWICE,
             KERNEL("setp.lt.u32 %p1, %t, 9;\n@%p1 bra few;\ncall (%r1), twice, (%t);\nbra both;\n"
                    "few:\ncall (%r1), twice, (7);\nboth:\nmul.lo.u32 %r1, %r1, 3;\n" STORE_R1));
    assert_int_equal(executed(&run, "twice", "add.u32"), 2);
    assert_int_equal(executed(&run, "k", "mul.lo.u32"), 1);
    for (unsigned i = 0; i < 32; i++) assert_int_equal(run_out(&run)[i], i < 9 ? 42 : 6 * i);
    run_free(&run);
}

#define COUNT_DOWN                                                                                           \
    ".func (.reg .b32 r) down(.reg .b32 x)\n{\n.reg .pred %p;\n.reg .b32 %y;\nmov.u32 r, 0;\n"               \
    "setp.eq.u32 %p, x, 0;\n@%p ret;\nsub.u32 %y, x, 1;\ncall (r), down, (%y);\nadd.u32 r, r, x;\nret;\n}\n"

/* Lanes that leave a recursion at every depth, and a guarded call, go on together; deeper lanes first, so each depth is run
 * once. Lane t goes t deep: its registers are its own at each depth. */
static void lanes_come_back_together(void **state)
{
    (void)state;
    struct run run = {0};
    must_run(&run, COUNT_DOWN,
             KERNEL("mov.u32 %r1, 5;\nsetp.ne.u32 %p1, %t, 3;\n@%p1 call (%r1), down, (%t);\n"
                    "activemask.b32 %r2;\nmul.lo.u32 %r1, %r1, 2;\n" STORE_R1));
    assert_int_equal(executed(&run, "down", "mov.u32"), 32);
    assert_int_equal(executed(&run, "down", "sub.u32"), 31);
    assert_int_equal(executed(&run, "down", "add.u32"), 31);
    assert_int_equal(executed(&run, "k", "mul.lo.u32"), 1);
    for (unsigned i = 0; i < 32; i++) assert_int_equal(run_out(&run)[i], i == 3 ? 10 : i * (i + 1));
    run_free(&run);
}

#define PICK                                                                                                 \
    ".func (.reg .b32 r) one(.reg .b32 x)\n{\nadd.u32 r, x, 1000;\nret;\n}\n"                                \
    ".func (.reg .b32 r) two(.reg .b32 x)\n{\nadd.u32 r, x, 2000;\nret;\n}\n"                                \
    ".func (.reg .b32 r) wide(.reg .b64 x)\n{\ncvt.u32.u64 r, x;\nret;\n}\n"                                 \
    ".global .align 8 .u64 table[3] = {two, one, wide};\n"
#define CALL_PICKED                                                                                          \
    "mul.wide.u32 %d2, %r2, 8;\nmov.u64 %d3, table;\nadd.u64 %d3, %d3, %d2;\nld.global.u64 %d3, [%d3];\n"    \
    "p: .callprototype (.reg .b32 _) _ (.reg .b32 _);\ncall (%r1), %d3, (%t), p;\n" STORE_R1

/* Each function of an indirect call runs once, for the lanes that call it. */
static void indirect_calls_go_where_each_lane_says(void **state)
{
    (void)state;
    struct run run = {0};
    must_run(&run, PICK, KERNEL("and.b32 %r2, %t, 1;\n" CALL_PICKED));
    assert_int_equal(executed(&run, "one", "add.u32"), 1);
    assert_int_equal(executed(&run, "two", "add.u32"), 1);
    for (unsigned i = 0; i < 32; i++) assert_int_equal(run_out(&run)[i], i + (i & 1 ? 1000 : 2000));
    run_free(&run);
    run_with(&run, PICK,
             KERNEL("mov.u32 %r2, 0;\nsetp.eq.u32 %p1, %t, 9;\n@%p1 mov.u32 %r2, 2;\n" CALL_PICKED));
    must_find(&run, TW_SIM_BAD_ADDRESS, "thread (9,0,0): a call of wide, which has other parameters");
    run_free(&run);
    run_with(&run, PICK,
             KERNEL("mov.u32 %r2, 0;\nmov.u64 %d3, 64;\n"
                    "p: .callprototype (.reg .b32 _) _ (.reg .b32 _);\ncall (%r1), %d3, (%t), p;\n"));
    must_find(&run, TW_SIM_BAD_ADDRESS, "a call of address 0x40, where no function is");
    run_free(&run);
}

#define MEET                                                                                                 \
    ".func (.reg .b32 r) meet(.reg .b32 x)\n{\n.shared .align 4 .u32 board[256];\n.reg .b32 %a, %n;\n"       \
    "mov.u32 %n, %tid.x;\nshl.b32 %n, %n, 2;\nmov.u32 %a, board;\nadd.u32 %a, %a, %n;\nst.shared.u32 [%a], " \
    "x;\n"                                                                                                   \
    "bar.sync 0;\nmov.u32 %a, board;\nsub.u32 %n, 1020, %n;\nadd.u32 %a, %a, %n;\nld.shared.u32 r, [%a];\n"  \
    "bar.sync 0;\nret;\n}\n"                                                                                 \
    ".func (.reg .b32 r) turn(.reg .b32 x)\n{\nshfl.sync.bfly.b32 r, x, 1, 31, -1;\nret;\n}\n"

/* Barriers and .sync instructions in a function hold for all who call it, from wherever. */
static void functions_synchronise_their_callers(void **state)
{
    (void)state;
    struct run run = {.block = 256, .checks = TW_SIM_CHECK_ALL};
    must_run(&run, MEET, KERNEL("call (%r1), meet, (%t);\n" STORE_R1));
    for (unsigned i = 0; i < 256; i++) assert_int_equal(run_out(&run)[i], 255 - i);
    run_free(&run);
    run = (struct run){0};
    must_run(&run, MEET,
             KERNEL("and.b32 %r2, %t, 1;\nsetp.eq.u32 %p1, %r2, 0;\n@%p1 bra even;\ncall (%r1), turn, "
                    "(%t);\nbra end;\n"
                    "even:\nmul.lo.u32 %r3, %t, 10;\ncall (%r1), turn, (%r3);\nend:\n" STORE_R1));
    for (unsigned i = 0; i < 32; i++) assert_int_equal(run_out(&run)[i], i & 1 ? 10 * (i - 1) : i + 1);
    assert_int_equal(executed(&run, "turn", "shfl.sync.bfly.b32"), 1);
    run_free(&run);
}

/* ---- what goes wrong ---- */

#define ENDLESS                                                                                              \
    ".func hop(.reg .b32 x);\n.func skip(.reg .b32 x)\n{\ncall hop, (x);\nret;\n}\n"                         \
    ".func hop(.reg .b32 x)\n{\nadd.u32 x, x, 1;\ncall skip, (x);\nret;\n}\n"

static unsigned depth_of(uint32_t stack_bytes)
{
    struct run run = {.stack_bytes = stack_bytes};
    unsigned depth = 0;
    run_with(&run, ENDLESS, KERNEL("setp.eq.u32 %p1, %t, 5;\n@%p1 call hop, (%t);\n"));
    must_find(&run, TW_SIM_STACK, "block (0,0,0), thread (5,0,0): the stack of");
    must_find(&run, TW_SIM_STACK, "kernel k: call in ");
    const char *deep = strstr(run.report.finding, "overflows, ");
    assert_non_null(deep);
    assert_int_equal(sscanf(deep, "overflows, %u calls deep", &depth), 1);
    run_free(&run);
    return depth;
}

static void endless_recursion_is_found_at_the_limit(void **state)
{
    (void)state;
    unsigned depth = depth_of(0);
    assert_int_equal(depth, depth_of(TW_STACK_BYTES));
    assert_int_equal(depth_of(8 * TW_STACK_BYTES), 8 * depth);
    assert_int_equal(depth_of(1 << 20), 1024 * depth);
}

/* Frames that need more than the limit are known beforehand; what has returned is no longer there. */
static void frames_are_bounded(void **state)
{
    (void)state;
    static const char past[] =
        ".func (.reg .b32 r) past(.reg .b32 x)\n{\n.local .align 16 .b8 big[4096];\n.reg .b64 %a, %o;\n"
        "mov.u64 %a, big;\nmul.wide.u32 %o, x, 132;\nadd.u64 %a, %a, %o;\nst.local.u32 [%a], x;\n"
        "ld.local.u32 r, [%a];\nret;\n}\n";
    static const char lost[] =
        ".func (.reg .b64 r) lost(.reg .b32 x)\n{\n.local .align 4 .u32 cell;\nst.local.u32 [cell], x;\n"
        "mov.u64 r, cell;\nret;\n}\n";
    struct run run = {0};
    must_run(&run, past, KERNEL("call (%r1), past, (%t);\n" STORE_R1));
    for (unsigned i = 0; i < 32; i++) assert_int_equal(run_out(&run)[i], i);
    run_free(&run);
    run_with(&run, past, KERNEL("add.u32 %r2, %t, 1;\ncall (%r1), past, (%r2);\n" STORE_R1));
    must_find(&run, TW_SIM_BAD_ADDRESS, "kernel k: st.local.u32 in past, PTX line");
    must_find(&run, TW_SIM_BAD_ADDRESS, "thread (31,0,0): store of 4 bytes");
    run_free(&run);
    run_with(&run, lost, KERNEL("call (%d2), lost, (%t);\nld.local.u32 %r1, [%d2];\n" STORE_R1));
    must_find(&run, TW_SIM_BAD_ADDRESS, "kernel k: ld.local.u32, PTX line");
    run_free(&run);
}

static void a_table_has_as_many_labels_as_it_has(void **state)
{
    (void)state;
    struct run run = {0};
    run_with(&run, "",
             KERNEL("l: .branchtargets a, b;\nsub.u32 %r1, %t, 4;\nmax.s32 %r1, %r1, 0;\n"
                    "brx.idx %r1, l;\na:\nmov.u32 %r1, 1;\nb:\n" STORE_R1));
    must_find(&run, TW_SIM_TRAP, "thread (6,0,0): index 2 into a table of 2 labels");
    run_free(&run);
}

/* ---- what is refused ---- */

#define MAIN(body)                                                                                           \
    HEAD ".extern .func (.reg .b32 r) elsewhere(.reg .b32 x);\n.func (.reg .b32 r) odd(.reg .b32 x)\n"       \
         "{\n.reg .f32 %f;\ntcgen05.fence.sync %f;\nret;\n}\n"                                               \
         ".func (.param .b32 r) same(.param .b32 x)\n{\nret;\n}\n"                                           \
         ".visible .entry good()\n{\nret;\n}\n.visible .entry k()\n{\n.reg .b32 %r<4>;\n"                    \
         ".reg .b64 %d;\n.param .b64 wide;\n.param .b32 x;\n" body "\n}\n"

/* A kernel that calls what is not there, or not known, is refused alone. */
static void missing_functions_refuse_their_callers(void **state)
{
    (void)state;
    static const char *const bodies[][2] = {
        {MAIN("call (%r1), elsewhere, (%r2);"), "k calls elsewhere, which is defined in another module"},
        {MAIN("call (%r1), odd, (%r2);"), "k calls odd: the simulator does not know the instruction tcgen05"},
    };
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        struct tw_machine *machine = tw_machine_new(tw_target_find(90));
        struct tw_sim_module *module;
        struct tw_error error = TW_ERROR_INIT;
        assert_int_equal(tw_sim_module_load(machine, bodies[i][0], strlen(bodies[i][0]), &module, &error),
                         TW_OK);
        assert_null(tw_sim_function_refusal(tw_sim_module_function(module, "good")));
        assert_null(tw_sim_module_function(module, "same"));
        const struct tw_error *refusal = tw_sim_function_refusal(tw_sim_module_function(module, "k"));
        assert_non_null(refusal);
        if (!strstr(refusal->message, bodies[i][1])) fail_msg("%s", refusal->message);
        struct tw_sim_launch launch = {
            .function = tw_sim_module_function(module, "k"), .grid = {1, 1, 1}, .block = {32, 1, 1}};
        struct tw_sim_report report;
        enum tw_sim_fault fault;
        assert_int_equal(tw_sim_launch(machine, &launch, &report, &fault, &error), refusal->code);
        assert_string_equal(error.message, refusal->message);
        tw_error_free(&error);
        tw_sim_module_free(module);
        tw_machine_free(machine);
    }
}

static void calls_that_do_not_fit_are_bad_input(void **state)
{
    (void)state;
    static const char *const bodies[][2] = {
        {MAIN("call (%r1), same, (%r2, %r3);"), "2 arguments where there are 1"},
        {MAIN("call (%r1), same, (wide);"), "8 bytes among the arguments where 4 should be"},
        {MAIN("call (%d), same, (x);"), "8 bytes among the results where 4 should be"},
        {MAIN("call same, (x);"), "0 results where there are 1"},
        {MAIN("call good;"), "a kernel cannot be called"},
        {HEAD ".func f()\n{\nret;\n}\n.func f()\n{\nret;\n}\n", "\"f\" is defined twice"},
        {MAIN("call nowhere;"), "no function declared before"},
        {MAIN("call (%r1), %d, (x);"), "the label of a .callprototype"},
        {MAIN("call (%r1), %d, (x), nowhere;"), "\"nowhere\" is no label of .callprototype"},
        {MAIN("brx.idx %r1, nowhere;"), "\"nowhere\" is no label of .branchtargets"},
        {MAIN("l: .branchtargets nowhere;\nbrx.idx %r1, l;"), "the label \"nowhere\" is not declared"},
        {MAIN(".branchtargets nowhere;"), "this directive needs a label"},
        {MAIN("st.param.b32 [%d], %r1;"), ""},
    };
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        struct tw_machine *machine = tw_machine_new(tw_target_find(90));
        struct tw_sim_module *module = NULL;
        struct tw_error error = TW_ERROR_INIT;
        int code = tw_sim_module_load(machine, bodies[i][0], strlen(bodies[i][0]), &module, &error);
        if (*bodies[i][1]) {
            assert_int_equal(code, TW_INPUT);
            if (!strstr(error.message, bodies[i][1])) fail_msg("%s, not %s", error.message, bodies[i][1]);
        } else {
            assert_int_equal(code, TW_OK); /* only the kernel is refused */
            assert_non_null(tw_sim_function_refusal(tw_sim_module_function(module, "k")));
        }
        tw_error_free(&error);
        tw_sim_module_free(module);
        tw_machine_free(machine);
    }
}

/* %a<2> is two variables, in all spaces; that of parameters is how other compilers name theirs. */
static void ranges_stand_for_variables(void **state)
{
    (void)state;
    static const char ptx[] =
        ".version 8.0\n.target sm_80\n.address_size 64\n.global .align 8 .v2 .u32 pair<2>, single;\n"
        ".func (.param .b32 r) minus(.param .b32 x, .param .b32 y)\n{\n.reg .b32 %r<3>;\n"
        "ld.param.b32 %r1, [x];\nld.param.b32 %r2, [y];\nsub.u32 %r1, %r1, %r2;\nst.param.b32 [r], "
        "%r1;\nret;\n}\n"
        ".visible .entry k(.param .u64 out, .param .u64 in)\n{\n.reg .b32 %r<9>;\n.reg .b64 %out;\n.shared "
        ".u32 s<10>;\n"
        "ld.param.u64 %out, [out];\nmov.u32 %r1, %tid.x;\nst.shared.u32 [s9], 7;\nst.shared.u32 [s8], 100;\n"
        "st.global.u32 [pair1 + 4], 1000;\nst.global.u32 [pair0 + 4], 5;\nld.shared.u32 %r2, [s8];\n"
        "{\n.param .b32 %P<2>, %R;\nst.param.b32 [%P0], %r2;\nst.param.b32 [%P1], %r1;\n"
        "call (%R), minus, (%P0, %P1);\nld.param.b32 %r3, [%R];\n}\nld.global.u32 %r4, [pair1 + 4];\n"
        "ld.global.u32 %r5, [pair0 + 4];\nadd.u32 %r3, %r3, %r4;\nadd.u32 %r3, %r3, %r5;\n"
        "mad.wide.u32 %out, %r1, 4, %out;\nst.global.u32 [%out], %r3;\nret;\n}\n";
    struct run run = {0};
    run_kernel(&run, ptx, NULL, 0);
    for (uint32_t i = 0; i < 32; i++) assert_int_equal(run_out(&run)[i], 1105 - i);
    run_free(&run);
    static const char *const wrong[][2] = {
        {".global .u32 a<3> = 5;\n", "\"=\" where \";\" should be"},
        {".global .u32 a<3>[4];\n", "\"[\" where \";\" should be"},
        {".global .u32 a2;\n.global .u32 a<3>;\n", "\"a2\" is declared twice"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char text[200];
        struct tw_machine *machine = tw_machine_new(tw_target_find(90));
        struct tw_sim_module *module = NULL;
        struct tw_error error = TW_ERROR_INIT;
        snprintf(text, sizeof text, ".version 8.0\n.target sm_80\n.address_size 64\n%s", wrong[i][0]);
        assert_int_equal(tw_sim_module_load(machine, text, strlen(text), &module, &error), TW_INPUT);
        if (!strstr(error.message, wrong[i][1])) fail_msg("%s, not %s", error.message, wrong[i][1]);
        tw_error_free(&error);
        tw_machine_free(machine);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_call_runs_for_its_lanes),
        cmocka_unit_test(an_alias_is_another_function),
        cmocka_unit_test(ranges_stand_for_variables),
        cmocka_unit_test(lanes_come_back_together),
        cmocka_unit_test(indirect_calls_go_where_each_lane_says),
        cmocka_unit_test(functions_synchronise_their_callers),
        cmocka_unit_test(endless_recursion_is_found_at_the_limit),
        cmocka_unit_test(frames_are_bounded),
        cmocka_unit_test(a_table_has_as_many_labels_as_it_has),
        cmocka_unit_test(missing_functions_refuse_their_callers),
        cmocka_unit_test(calls_that_do_not_fit_are_bad_input),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
