/*
 * Counting on a GPU that is not there: the simulator passed off as one, and a CUPTI made on the spot that insists on the order
 * of calls and gives chosen answers. And of NVIDIA's own, where it is installed, the half that needs no GPU.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "../expanded.h"
#include "../unit/fake_library.h"
#include "gen/text/render.h"
#include "runtime/check/oracle.h"
#include "runtime/compile/compile.h"
#include "runtime/compile/cubin.h"
#include "runtime/measure/counters.h"
#include "runtime/measure/cupti.h"
#include "sim/exec/simulator.h"

/* What the next fake answers: as on a GPU where all is well, but for what is said. */
struct answers {
    const char *failing;
    int result, version, last, dropped;
    int flags[7]; /* supported, architecture, SLI, vGPU, confidential computing, CMP, WSL: 3 is well */
};
static const struct answers well = {"", 0, 130001, 3, 0, {3, 3, 3, 3, 3, 3, 3}};

/* The CUPTI of fake_cupti.c with these answers. */
static void fake_cupti(const struct answers *answers)
{
    struct tw_text source = {0};
    tw_text_addf(&source, "static const char failing[] = \"%s\";\n", answers->failing);
    tw_text_addf(&source, "static const int result = %d, version = %d, last = %d, dropped = %d;\n",
                 answers->result, answers->version, answers->last, answers->dropped);
    tw_text_add(&source, "static const int flags[] = {");
    for (int i = 0; i < 7; i++) tw_text_addf(&source, "%d, ", answers->flags[i]);
    tw_text_add(&source, "};\n");
    assert_int_equal(tw_file_read(TEST_DIR "/sim/fake_cupti.c", &source, NULL), TW_OK);
    fake_library("fake_cupti", tw_text_string(&source), "TILEWRIGHT_CUPTI");
    tw_text_free(&source);
}

static void fake_failing(const char *function, int result)
{
    struct answers answers = well;
    answers.failing = function;
    answers.result = result;
    fake_cupti(&answers);
}

/* A device where that flag is no 3. */
static void fake_flag(int flag, int level)
{
    struct answers answers = well;
    answers.flags[0] = 1;
    answers.flags[flag] = level;
    fake_cupti(&answers);
}

/* ---- the device ---- */

static struct tw_nvrtc *nvrtc;
static struct tw_device device;
static const struct tw_simulator *simulator; /* that the device is, without saying so */

static int open_device(void **state)
{
    struct tw_error error = TW_ERROR_INIT;
    (void)state;
    int code = tw_nvrtc_open(&nvrtc, &error);
    if (!code) code = tw_device_open_simulator(&device, 90, &error);
    if (code) return code;
    simulator = device.driver.simulator;
    device.driver.simulator = NULL;
    device.driver_version = 13000;
    return 0;
}

static int close_device(void **state)
{
    (void)state;
    device.driver.simulator = simulator;
    tw_device_close(&device);
    tw_nvrtc_close(nvrtc);
    unsetenv("TILEWRIGHT_CUPTI");
    return 0;
}

/* ---- a kernel to count ---- */

struct example {
    struct expanded space;
    struct tw_kernel kernel;
    struct tw_image image;
    struct tw_loaded loaded;
    struct tw_oracle oracle;
    struct tw_text *expected; /* of struct tw_access_count */
};

static void load(struct example *counted, const char *config)
{
    struct tw_error error = TW_ERROR_INIT;
    *counted = (struct example){0};
    int code = expanded_parse("t.json", config, strlen(config), &counted->space, &error);
    if (!code)
        code = tw_render(&counted->space.of, &counted->space.of.variant[0], &tw_rendering_main, NULL,
                         &counted->kernel, &error);
    if (!code) code = tw_compile(nvrtc, &counted->kernel, 90, &counted->image, &error);
    if (!code) code = tw_load(&device, &counted->kernel, &counted->image, &counted->loaded, &error);
    if (code) fail_msg("%s", error.message);
    tw_oracle_open(&counted->oracle, &device, NULL, NULL);
}

static void unload(struct example *counted)
{
    tw_oracle_close(&counted->oracle);
    tw_unload(&device, &counted->loaded);
    tw_image_free(&counted->image);
    tw_kernel_free(&counted->kernel);
    expanded_free(&counted->space);
}

static const char tile[] = "{\"tilewright\": 1, \"kernel\": \"tile\", \"variants\": [{\"name\": \"k\", "
                           "\"BDIMX\": 32, \"BDIMY\": 4}]}";
/* A result that its blocks add to, which a launch finds zeroed. */
static const char added[] = "{\"tilewright\": 1, \"kernel\": \"probe\", \"variants\": [{\"name\": \"k\", "
                            "\"memory\": \"global\", \"measure\": \"atomic-rate\"}]}";

static unsigned launches;

static void see(void *context, const char *kernel, const struct tw_sim_report *report)
{
    (void)context, (void)kernel, (void)report;
    launches++;
}

/* What the fake says of the accesses of function k, by the places at which they stand: the sums, by kind and line of the PTX. */
static void expect_access(const struct tw_machine_instruction *instruction, void *context)
{
    const struct example *example = context;
    const struct tw_image *image = &example->image;
    struct tw_text *expected = example->expected;
    if (!instruction->is_access) return;
    bool shared = instruction->kind == TW_SITE_SHARED_LOAD || instruction->kind == TW_SITE_SHARED_STORE;
    uint64_t place = instruction->pc / 16, first = shared ? 1000 : 3000;
    const struct tw_access_count count = {
        .ptx_line = tw_cubin_ptx_line(image->cubin, image->cubin_bytes, "k", instruction->pc),
        .kind = instruction->kind,
        .requests = first + place,
        .cost = first + 1000 + place};
    assert_in_range(place, 0, 63);
    tw_text_add_bytes(expected, (const char *)&count, sizeof count);
}

/* Is the line one of the PTX that accesses memory so? */
static void expect_line(const char *ptx, const struct tw_access_count *count)
{
    static const char *const words[TW_SITE_KINDS] = {"ld.shared", "st.shared", "ld.global", "st.global"};
    for (unsigned line = 1; line < count->ptx_line; line++) ptx += strcspn(ptx, "\n") + 1;
    const char *found = strstr(ptx, words[count->kind]);
    assert_in_range(found - ptx, 0, strcspn(ptx, "\n"));
}

static void expect_accesses(struct example *example, const struct tw_text *accesses)
{
    struct tw_text expected = {0};
    example->expected = &expected;
    tw_cubin_instructions(example->image.cubin, example->image.cubin_bytes, expect_access, example);
    assert_true(expected.length > 0);
    assert_int_equal(accesses->length, expected.length);
    for (size_t i = 0; i < expected.length; i += sizeof(struct tw_access_count)) {
        struct tw_access_count said, hoped;
        bool found = false;
        memcpy(&hoped, expected.data + i, sizeof hoped);
        expect_line(example->image.ptx, &hoped);
        for (size_t k = 0; k < accesses->length && !found; k += sizeof said) {
            memcpy(&said, accesses->data + k, sizeof said);
            found = said.ptx_line == hoped.ptx_line && said.kind == hoped.kind &&
                    said.requests == hoped.requests && said.cost == hoped.cost;
        }
        assert_true(found);
    }
    tw_text_free(&expected);
}

/* Counts the kernel twice at once; what was counted of the second. */
static int measure(struct tw_counters *counters, struct example *example, struct tw_measured *measured,
                   struct tw_error *error)
{
    const struct tw_counted one = {
        .kernel = &example->kernel, .loaded = &example->loaded, .image = &example->image};
    struct tw_counted counted[2] = {one, one};
    int code = tw_counters_measure(counters, &example->oracle, counted, 2, error);
    *measured = counted[1].measured;
    if (!code) expect_accesses(example, &counted[1].accesses);
    tw_text_free(&counted[0].accesses);
    tw_text_free(&counted[1].accesses);
    return code;
}

/* ---- tests ---- */

static double value_of(const char *metric)
{
    double sum = 0;
    for (size_t k = 0; metric[k]; k++) sum += (double)(k + 1) * metric[k];
    return sum;
}

/* What is made of several metrics, by hand. */
static void expect_derived(const struct tw_measured *measured)
{
    double any = value_of("smsp__inst_executed_op_shared_ld_pred_on_any.sum");
    double ideal = value_of("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum") -
                   value_of("l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum");
    double executed = value_of("smsp__inst_executed_op_shared_ld.sum"), requests = any < ideal ? any : ideal;
    assert_true(measured->value[TW_COUNTER_load_requests] == requests);
    assert_true(measured->value[TW_COUNTER_idle_loads] == (executed > requests ? executed - requests : 0));
    double global = value_of("l1tex__t_requests_pipe_lsu_mem_global_op_st.sum");
    executed = value_of("smsp__inst_executed_op_global_st.sum");
    assert_true(measured->value[TW_COUNTER_global_store_requests] == global);
    assert_true(measured->value[TW_COUNTER_idle_global_stores] ==
                (executed > global ? executed - global : 0));
}

static void every_counter_is_read_under_its_name(void **state)
{
    const struct tw_metrics more = {{"sm__cycles_active.avg", "sm__cycles_active.max"}, 2};
    struct tw_counters *counters;
    struct example counted;
    struct tw_measured measured;
    struct tw_error error = TW_ERROR_INIT;
    struct tw_text said = {0};
    (void)state;
    fake_cupti(&well);
    load(&counted, tile);
    if (tw_counters_open(&device, NULL, &more, &counters, &error)) fail_msg("%s", error.message);
    tw_counters_say(counters, &said);
    assert_non_null(strstr(tw_text_string(&said), "21 counters in 3 passes, by CUPTI 13.0 (/"));
    simulator->set_observer(see, NULL);
    for (int again = 0; again < 2; again++) {
        launches = 0;
        if (measure(counters, &counted, &measured, &error)) fail_msg("%s", error.message);
        assert_int_equal(launches, 2 * 3 + 2); /* each once for each pass, and once for its instructions */
    }
    simulator->set_observer(NULL, NULL);
    assert_int_equal(tw_counter_count(&more), TW_COUNTER_COUNT + 2);
    for (unsigned i = 0; i < tw_counter_count(&more); i++) {
        const char *metric = i < TW_COUNTER_COUNT ? tw_counter_metric(i) : more.name[i - TW_COUNTER_COUNT];
        bool known = measured.known >> i & 1u;
        assert_int_equal(known, i != TW_COUNTER_dram_written_bytes); /* which this chip has not */
        if (known && i >= TW_EXACT_COUNTER_COUNT) assert_true(measured.value[i] == value_of(metric));
    }
    expect_derived(&measured);
    struct tw_counts counts = tw_measured_counts(&measured);
    assert_true((double)counts.store_wavefronts ==
                value_of("smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_st.sum"));
    assert_false(counts.known & TW_KNOWN(shuffles));
    tw_counters_close(counters);
    unload(&counted);
    tw_text_free(&said);
}

/* What is zeroed before a launch is zeroed outside of what is counted: the kernels find zeros in each pass, or add to what was. */
/* Modules may come and go while the profiler rests, and it wakes when something is to be counted. */
static void counting_goes_on_after_a_rest(void **state)
{
    struct tw_counters *counters;
    struct tw_measured before, after;
    struct example counted;
    (void)state;
    fake_cupti(&well);
    load(&counted, tile);
    assert_int_equal(tw_counters_open(&device, NULL, NULL, &counters, NULL), TW_OK);
    assert_int_equal(measure(counters, &counted, &before, NULL), TW_OK);
    tw_counters_rest(counters);
    tw_counters_rest(counters);
    assert_int_equal(measure(counters, &counted, &after, NULL), TW_OK);
    assert_memory_equal(&before, &after, sizeof before);
    tw_counters_rest(counters);
    tw_counters_close(counters);
    unload(&counted);
}

static void results_that_are_added_to_begin_with_zeros(void **state)
{
    struct tw_counters *counters;
    struct example counted;
    struct tw_measured measured;
    struct tw_check check;
    struct tw_error error = TW_ERROR_INIT;
    (void)state;
    fake_cupti(&well);
    load(&counted, added);
    bool zeroed = false;
    for (unsigned i = 0; i < counted.kernel.shape.argument_count; i++)
        zeroed |= counted.kernel.shape.arguments[i].before == TW_BEFORE_ZEROED;
    assert_true(zeroed);
    if (tw_counters_open(&device, NULL, NULL, &counters, &error)) fail_msg("%s", error.message);
    if (measure(counters, &counted, &measured, &error)) fail_msg("%s", error.message);
    if (tw_check(&counted.oracle, &counted.kernel, &counted.loaded, false, &check, &error))
        fail_msg("%s", error.message);
    assert_true(check.ok);
    tw_check_free(&check);
    tw_counters_close(counters);
    unload(&counted);
}

static void expect_refusal(const char *file, const struct tw_metrics *metrics, const char *part,
                           const char *remedy)
{
    struct tw_counters *counters = (struct tw_counters *)&device;
    struct tw_error error = TW_ERROR_INIT;
    int code = tw_counters_open(&device, file, metrics, &counters, &error);
    if (code != TW_ENVIRONMENT || !strstr(error.message, part) || !strstr(error.message, remedy))
        fail_msg("expected \"%s\" and \"%s\": %s", part, remedy, error.message);
    if (strchr(error.message, '\n')) fail_msg("more than a line: %s", error.message);
    assert_null(counters);
    tw_error_free(&error);
}

static void each_refusal_is_a_sentence_with_a_remedy(void **state)
{
    static const struct {
        const char *function;
        int result;
        const char *part, *remedy;
    } refusals[] = {
        {"cuptiRangeProfilerEnable", 35, "may not read the GPU's counters",
         "NVreg_RestrictProfilingToAdminUsers=0"},
        {"cuptiProfilerGetCounterAvailability", 35, "may not read", "run as root"},
        {"cuptiRangeProfilerSetConfig", 35, "may not read", "run as root"},
        {"cuptiProfilerInitialize", 33, "virtual GPU", "whole GPU"},
        {"cuptiRangeProfilerEnable", 40, "virtual GPU may not", "enable_profiling=1"},
        {"cuptiProfilerDeviceSupported", 41, "confidential computing", "where that mode is off"},
        {"cuptiRangeProfilerEnable", 43, "MIG", "whole GPU"},
        {"cuptiRangeProfilerEnable", 26, "another program holds", "dcgmi profile --pause"},
        {"cuptiProfilerInitialize", 39, "uses CUPTI", "without that profiler"},
        {"cuptiProfilerInitialize", 14, "do not fit", "update the driver"},
        {"cuptiProfilerInitialize", 15, "could not start", "update the driver"},
        {"cuptiProfilerHostInitialize", 46, "does not know the GPU", "newer one"},
        {"cuptiProfilerInitialize", 999, "cuptiProfilerInitialize: error 999", "TILEWRIGHT_CUPTI"},
        {"cuptiProfilerHostGetMetricProperties", 17, "has none of the counters", "newer CUPTI"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        fake_failing(refusals[i].function, refusals[i].result);
        expect_refusal(NULL, NULL, refusals[i].part, refusals[i].remedy);
    }
}

static void what_the_device_cannot_do_is_told_apart(void **state)
{
    (void)state;
    fake_flag(3, 2);
    expect_refusal(NULL, NULL, "virtual GPU may not", "enable_profiling=1");
    fake_flag(3, 1);
    expect_refusal(NULL, NULL, "virtual GPU of this kind", "whole GPU");
    fake_flag(4, 1);
    expect_refusal(NULL, NULL, "confidential computing", "is off");
    fake_flag(2, 1);
    expect_refusal(NULL, NULL, "SLI", "off");
    fake_flag(5, 1);
    expect_refusal(NULL, NULL, "mining", "another GPU");
    fake_flag(6, 1);
    expect_refusal(NULL, NULL, "WSL", "update");
    fake_flag(1, 1);
    expect_refusal(NULL, NULL, "cannot count on the GPU", "7.0 or newer");
}

static void an_old_driver_and_a_missing_cupti_are_said(void **state)
{
    (void)state;
    fake_cupti(&well);
    device.driver_version = 12040;
    expect_refusal(NULL, NULL, "the driver is of CUDA 12, too old for CUPTI 13", "update the driver");
    struct answers old = well;
    old.version = 24; /* CUPTI 12.6 */
    fake_cupti(&old);
    struct tw_counters *counters;
    assert_int_equal(tw_counters_open(&device, NULL, NULL, &counters, NULL), TW_OK);
    tw_counters_close(counters);
    device.driver_version = 13000;
    setenv("TILEWRIGHT_CUPTI", "/nonexistent/libcupti.so", 1);
    expect_refusal(NULL, NULL, "names no usable CUPTI: /nonexistent/libcupti.so", "correct it");
    fake_library("fake_cupti", "int cuptiGetVersion(unsigned *v) { *v = 18; return 0; }\n",
                 "TILEWRIGHT_CUPTI");
    struct tw_error error = TW_ERROR_INIT;
    struct tw_cupti *cupti;
    assert_int_equal(tw_cupti_open(NULL, &cupti, &error), TW_ENVIRONMENT);
    assert_non_null(
        strstr(error.detail, "has no function cuptiProfilerInitialize: CUPTI 12.6 or newer is needed"));
    tw_error_free(&error);
    device.driver.simulator = simulator;
    expect_refusal(NULL, NULL, "the simulator has no hardware counters", "--device cuda");
    device.driver.simulator = NULL;
}

static void an_unknown_metric_is_named(void **state)
{
    const struct tw_metrics unknown = {{"sm__cycles_active.avg", "no_such.sum"}, 2};
    const struct tw_metrics wrong = {{"sm__cycles_active.nonsense"}, 1};
    (void)state;
    fake_cupti(&well);
    expect_refusal(NULL, &unknown, "the GH100 has no metric 'no_such.sum'",
                   "ncu --query-metrics --chip GH100");
    expect_refusal(NULL, &wrong, "'sm__cycles_active.nonsense' cannot be counted", "dram__bytes_read.sum");
}

/* CUPTI may also refuse when it is already counting. */
static void what_fails_while_counting_is_said_too(void **state)
{
    static const struct {
        const char *function;
        int result, last, dropped;
        const char *words;
    } failures[] = {
        {"cuptiRangeProfilerStart", 35, 3, 0, "may not read"},
        {"cuptiRangeProfilerPopRange", 26, 3, 0, "another program"},
        {"cuptiRangeProfilerStop", 35, 3, 0, "may not read"},
        {"cuptiRangeProfilerDecodeData", 7, 3, 0, "error 7"},
        {"cuptiProfilerHostEvaluateToGpuValues", 1, 3, 0, "error 1"},
        {"", 0, 4, 0, "in the passes"},
        {"", 0, 3, 1, "for lack of room"},
    };
    struct example counted;
    (void)state;
    load(&counted, tile);
    for (size_t i = 0; i < sizeof failures / sizeof *failures; i++) {
        struct tw_counters *counters;
        struct tw_measured measured;
        struct tw_error error = TW_ERROR_INIT;
        struct answers answers = {failures[i].function, failures[i].result,  130001,
                                  failures[i].last,     failures[i].dropped, {3, 3, 3, 3, 3, 3, 3}};
        fake_cupti(&answers);
        if (tw_counters_open(&device, NULL, NULL, &counters, &error)) fail_msg("%s", error.message);
        int code = measure(counters, &counted, &measured, &error);
        assert_int_equal(code, TW_ENVIRONMENT);
        if (!strstr(error.message, failures[i].words))
            fail_msg("expected \"%s\": %s", failures[i].words, error.message);
        tw_counters_close(counters);
        tw_error_free(&error);
    }
    unload(&counted);
}

/* A CUPTI that counts no instructions counts the kernel all the same; why is said. */
static void without_instructions_the_kernel_is_counted(void **state)
{
    static const char *const functions[] = {"cuptiSassMetricsGetProperties", "cuptiSassMetricsSetConfig",
                                            "cuptiSassMetricsEnable", "cuptiSassMetricsFlushData"};
    struct example example;
    (void)state;
    load(&example, tile);
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        struct tw_counters *counters;
        struct tw_error error = TW_ERROR_INIT;
        struct tw_text said = {0};
        struct tw_counted counted = {
            .kernel = &example.kernel, .loaded = &example.loaded, .image = &example.image};
        fake_failing(functions[i], 7);
        if (tw_counters_open(&device, NULL, NULL, &counters, &error)) fail_msg("%s", error.message);
        tw_counters_say(counters, &said);
        assert_int_equal(strstr(tw_text_string(&said), ", not line by line: CUPTI failed") != NULL, i < 2);
        for (int again = 0; again < 2; again++)
            assert_int_equal(tw_counters_measure(counters, &example.oracle, &counted, 1, &error), TW_OK);
        assert_int_equal(counted.accesses.length, 0);
        assert_true(counted.measured.known != 0);
        tw_counters_close(counters);
        tw_text_free(&said);
    }
    unload(&example);
}

/* ---- NVIDIA's own ---- */

static void what_chips_can_count_is_known_without_a_gpu(void **state)
{
    static const char *const chips[] = {"GV100", "TU102", "GA100", "GA102", "AD102", "GH100"};
    struct tw_cupti *cupti;
    struct tw_counter_plan plan;
    struct tw_error error = TW_ERROR_INIT;
    const struct tw_metrics one = {{"sm__cycles_active.avg"}, 1}, unknown = {{"no_such_metric.sum"}, 1};
    (void)state;
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
    print_message("CUPTI loads a library with RTLD_DEEPBIND, which sanitizers do not take\n");
    skip();
#endif
    unsetenv("TILEWRIGHT_CUPTI");
    if (tw_cupti_open(tw_nvrtc_path(nvrtc), &cupti, &error)) {
        print_message("no CUPTI here: %s\n", error.message);
        tw_error_free(&error);
        skip();
    }
    for (size_t i = 0; i < sizeof chips / sizeof *chips; i++) {
        assert_int_equal(tw_counters_plan(cupti, chips[i], &one, &plan, NULL), TW_OK);
        assert_int_equal(plan.known, ((uint64_t)1 << (TW_COUNTER_COUNT + 1)) - 1); /* all, and the one */
        assert_in_range(plan.passes, 1, 20);
    }
    assert_int_equal(plan.passes, 4); /* of an H100's or H200's chip */
    assert_int_equal(tw_counters_plan(cupti, "GX999", NULL, &plan, &error), TW_ENVIRONMENT);
    assert_non_null(strstr(error.message, "does not know the GPU"));
    assert_int_equal(tw_counters_plan(cupti, "GH100", &unknown, &plan, &error), TW_ENVIRONMENT);
    assert_non_null(strstr(error.message, "no_such_metric.sum"));
    tw_error_free(&error);
    tw_cupti_close(cupti);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_counter_is_read_under_its_name),
        cmocka_unit_test(counting_goes_on_after_a_rest),
        cmocka_unit_test(results_that_are_added_to_begin_with_zeros),
        cmocka_unit_test(each_refusal_is_a_sentence_with_a_remedy),
        cmocka_unit_test(what_the_device_cannot_do_is_told_apart),
        cmocka_unit_test(an_old_driver_and_a_missing_cupti_are_said),
        cmocka_unit_test(an_unknown_metric_is_named),
        cmocka_unit_test(what_fails_while_counting_is_said_too),
        cmocka_unit_test(without_instructions_the_kernel_is_counted),
        cmocka_unit_test(what_chips_can_count_is_known_without_a_gpu),
    };
    return cmocka_run_group_tests(tests, open_device, close_device);
}
