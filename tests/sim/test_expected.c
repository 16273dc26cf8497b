/*
 * Checks of described kernels, on the simulator: right ones, planted mistakes, tolerances, and every kind of reference, those that fail too.
 * What a check says is the same whether results are compared on the host or where they lie. The kernels are
 *
 *     c[i] = a[i] * w[1],  s[i] += 3,  t[i] = n + i      c, s (in-out) and t (a symbol) are results, w is a constant
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/described/expectation.h"
#include "base/hash.h"
#include "runtime/check/oracle.h"
#include "runtime/measure/measure.h"
#include "tests/same_checks.h"

static struct tw_nvrtc *nvrtc;
static struct tw_device device;
static struct tw_oracle on_host, on_device; /* kept over all tests */
static unsigned fills;                      /* calls of an expectation's `fill` */

#define N 37
enum { A, C, S, T, W, LENGTH, ARGUMENTS };

#define SYMBOLS "__constant__ float w[4]; __device__ int t[2];\n"
#define BEGIN                                                                                                \
    "extern \"C\" __global__ void k(const float *a, float *c, int *s, int n)\n"                              \
    "{\n    int i = blockIdx.x * 32 + threadIdx.x;\n    if (i >= n) return;\n"
#define T_AND_S "    s[i] += 3; if (i < 2) t[i] = n + i;\n"
#define RIGHT   SYMBOLS BEGIN "    c[i] = a[i] * w[1];\n" T_AND_S "}\n"
/* It writes something else to c. */
#define WRITES(statement) SYMBOLS BEGIN statement "\n" T_AND_S "}\n"

static const int32_t length = N;

/* What the arguments hold: a[i] = i + 0.5, s[i] = i, w = 1, 2, 3, 4. */
static int fill(const struct tw_expectation *expectation, unsigned argument, void *elements,
                struct tw_error *error)
{
    const float w[] = {1, 2, 3, 4};
    (void)expectation;
    (void)error;
    fills++;
    for (int i = 0; i < N && argument == A; i++) ((float *)elements)[i] = (float)i + 0.5F;
    for (int i = 0; i < N && argument == S; i++) ((int32_t *)elements)[i] = i;
    if (argument == W) memcpy(elements, w, sizeof w);
    return TW_OK;
}

/* What the results must be; of t nobody says it. */
static bool want(const struct tw_expectation *expectation, unsigned argument, void *elements)
{
    (void)expectation;
    for (int i = 0; i < N && argument == C; i++) ((float *)elements)[i] = 2 * ((float)i + 0.5F);
    for (int i = 0; i < N && argument == S; i++) ((int32_t *)elements)[i] = i + 3;
    return argument != T;
}

static struct tw_kernel describe(const char *source)
{
    static const struct tw_rendering itself = {"", "", "", false};
    static const struct tw_source_needs needs = {.headers = ""};
    struct tw_kernel kernel = {
        .family = "mine", .rendering = &itself, .template_name = "k.cu", .needs = &needs};
    const struct tw_argument arguments[ARGUMENTS] = {
        [A] = {.name = "a", .role = TW_ROLE_INPUT, .element = TW_FLOAT32, .count = N, .align = 4},
        [C] = {.name = "c",
               .role = TW_ROLE_OUTPUT,
               .before = TW_BEFORE_ANY,
               .element = TW_FLOAT32,
               .count = N,
               .align = 4},
        [S] = {.name = "s", .role = TW_ROLE_INOUT, .element = TW_INT32, .count = N, .align = 4},
        [T] = {.name = "t",
               .kind = TW_SYMBOL,
               .role = TW_ROLE_OUTPUT,
               .before = TW_BEFORE_ANY,
               .element = TW_INT32,
               .count = 2},
        [W] = {.name = "w", .kind = TW_SYMBOL, .element = TW_FLOAT32, .count = 4},
        [LENGTH] = {.name = "n",
                    .kind = TW_SCALAR,
                    .element = TW_INT32,
                    .count = 1,
                    .value = &length,
                    .value_bytes = sizeof length}};
    assert_true(tw_shape_reserve(&kernel.shape));
    for (unsigned i = 0; i < ARGUMENTS; i++) tw_shape_add_argument(&kernel.shape, arguments[i]);
    tw_shape_add_launch(&kernel.shape, (struct tw_launch){.suffix = "",
                                                          .grid = {2, 1, 1},
                                                          .block = {32, 1, 1},
                                                          .carveout = -1,
                                                          .argument = (unsigned[]){A, C, S, LENGTH},
                                                          .argument_count = 4});
    kernel.name = strdup("k");
    kernel.source = strdup(source);
    kernel.source_length = strlen(source);
    return kernel;
}

/* The reference that says what is right, and how exactly. */
struct judge {
    enum tw_expected_by by;
    const char *source;   /* of a reference kernel */
    const char *function; /* of the library that the tests have, or of `library` */
    const char *library;
    struct tw_tolerance tolerance; /* of c */
};

static uint64_t key_of(const struct judge *judge)
{
    char key[4096];
    int length_of = snprintf(key, sizeof key, "%d %s %s %s %g", (int)judge->by,
                             judge->source ? judge->source : "", judge->function ? judge->function : "",
                             judge->library ? judge->library : "", judge->tolerance.scaled);
    assert_in_range(length_of, 1, sizeof key - 1);
    return tw_hash(key, (size_t)length_of);
}

static int check_by(struct tw_oracle *oracle, const struct judge *judge, const char *source,
                    struct tw_check *check, struct tw_error *error)
{
    char library[4096];
    struct tw_kernel kernel = describe(source), reference = {0};
    struct tw_tolerance tolerances[ARGUMENTS] = {[C] = judge->tolerance};
    struct tw_expectation expectation = {.by = judge->by,
                                         .key = key_of(judge),
                                         .tolerance = tolerances,
                                         .function = judge->function,
                                         .library = library,
                                         .fill = fill,
                                         .want = want};
    struct tw_image image;
    struct tw_loaded loaded = {0};
    snprintf(library, sizeof library, "%s/libreference_functions.so", getenv("PROGRAMS"));
    if (judge->library) expectation.library = judge->library;
    if (judge->source) reference = describe(judge->source);
    if (judge->source) expectation.kernel = &reference;
    kernel.expectation = &expectation;
    int code = tw_compile(nvrtc, &kernel, device.sm, &image, error);
    if (!code) code = tw_load(&device, &kernel, &image, &loaded, error);
    if (!code) code = tw_check(oracle, &kernel, &loaded, true, check, error);
    tw_unload(&device, &loaded);
    tw_image_free(&image);
    tw_kernel_free(&kernel);
    tw_kernel_free(&reference);
    return code;
}

/* What a check says, the same from both oracles; to be freed. */
static struct tw_check check(const struct judge *judge, const char *source)
{
    struct tw_error error = TW_ERROR_INIT;
    struct tw_check by_host, by_device;
    if (check_by(&on_host, judge, source, &by_host, &error) ||
        check_by(&on_device, judge, source, &by_device, &error))
        fail_msg("%s: %s", source, error.message);
    assert_false(on_host.on_device);
    assert_true(on_device.on_device);
    expect_same_check(&by_host, &by_device);
    tw_check_free(&by_device);
    return by_host;
}

static void expect_ok(const struct judge *judge, const char *source)
{
    struct tw_check found = check(judge, source);
    if (!found.ok)
        fail_msg("%s: %u[%u]: expected %s, got %s", source, found.first[0].buffer,
                 (unsigned)found.first[0].index, found.first[0].expected, found.first[0].got);
    tw_check_free(&found);
}

static void expect_mismatch(const struct judge *judge, const char *source, uint64_t count,
                            const struct tw_mismatch *first)
{
    struct tw_check found = check(judge, source);
    assert_false(found.ok);
    assert_int_equal(found.mismatches, count);
    expect_same_mismatch(&found.first[0], first);
    tw_check_free(&found);
}

static const struct judge exactly = {.by = TW_EXPECT_KERNEL, .source = RIGHT};

/* ---- results ---- */

static void right_kernels_are_right(void **state)
{
    (void)state;
    expect_ok(&exactly, RIGHT);
    expect_ok(&exactly, WRITES("c[i] = a[i] + a[i];"));
}

static void one_wrong_element_is_found(void **state)
{
    (void)state;
    expect_mismatch(&exactly, WRITES("c[i] = a[i] * w[1] + (i == 36);"), 1,
                    &(struct tw_mismatch){C, 36, "73", "74", 1, 0});
    expect_mismatch(&exactly, WRITES("c[i] = a[i] * w[1]; if (i == 5) s[i] = 9;"), 1,
                    &(struct tw_mismatch){S, 5, "8", "12", 4, 0});
    expect_mismatch(&exactly, WRITES("c[i] = a[i] * w[1]; if (i == 0) n++;"), 1,
                    &(struct tw_mismatch){T, 0, "37", "38", 1, 0});
}

static void the_farthest_element_is_named(void **state)
{
    (void)state;
    struct tw_check found = check(&exactly, WRITES("c[i] = a[i] * w[1] + (i > 1 ? i % 20 : 0);"));
    assert_int_equal(found.mismatches, N - 3);
    assert_int_equal(found.first_count, TW_MISMATCHES_SHOWN);
    expect_same_mismatch(&found.farthest, &(struct tw_mismatch){C, 19, "39", "58", 19, 0});
    tw_check_free(&found);
}

/* However large the tolerance. */
static void what_is_not_written_is_wrong(void **state)
{
    struct judge judge = exactly;
    (void)state;
    expect_mismatch(&judge, WRITES("if (i != 7) c[i] = a[i] * w[1];"), 1,
                    &(struct tw_mismatch){C, 7, "15", "not written", 0, 0});
    judge.tolerance.absolute = 1e300;
    expect_mismatch(&judge, WRITES("if (i != 7) c[i] = a[i] * w[1];"), 1,
                    &(struct tw_mismatch){C, 7, "15", "not written", 0, 0});
    expect_ok(&judge, WRITES("c[i] = -1e30f * i;"));
}

static void what_the_reference_leaves_alone_is_left_alone(void **state)
{
    const struct judge judge = {.by = TW_EXPECT_KERNEL,
                                .source = WRITES("if (i % 2) c[i] = a[i] * w[1];"),
                                .tolerance = {.absolute = 1e30}};
    (void)state;
    expect_ok(&judge, WRITES("if (i % 2) c[i] = a[i] * w[1];"));
    expect_mismatch(&judge, WRITES("if (i % 2 || i == 8) c[i] = 0;"), 1,
                    &(struct tw_mismatch){C, 8, "left alone", "0", 0, 0});
}

static void inputs_must_stay(void **state)
{
    (void)state;
    struct tw_check found = check(&exactly, WRITES("c[i] = a[i] * w[1]; if (i == 3) ((float *)a)[i] = 0;"));
    assert_false(found.ok);
    assert_int_equal(found.mismatches, 0);
    assert_int_equal(found.inputs_changed, 1);
    tw_check_free(&found);
}

/* ---- tolerances ---- */

static void tolerances_are_kept_to(void **state)
{
    static const struct tw_tolerance half[] = {{.absolute = 0.5}, {.relative = 0.5}, {.ulps = 4194304}};
    struct judge judge = exactly;
    (void)state;
    for (size_t i = 0; i < sizeof half / sizeof *half; i++) { /* c[0] is 1: so many units are a half */
        judge.tolerance = half[i];
        expect_ok(&judge, WRITES("c[i] = a[i] * w[1] + (i ? 0 : .5f);"));
        expect_mismatch(&judge, WRITES("c[i] = a[i] * w[1] + (i ? 0 : .75f);"), 1,
                        &(struct tw_mismatch){C, 0, "1", "1.75", 0.75, half[i].ulps > 0 ? 0 : 0.5});
    }
    judge.tolerance = (struct tw_tolerance){.first = 3};
    expect_ok(&judge, WRITES("c[i] = i < 3 ? a[i] * w[1] : -1;"));
    expect_mismatch(&judge, WRITES("c[i] = i < 2 ? a[i] * w[1] : -1;"), 1,
                    &(struct tw_mismatch){C, 2, "5", "-1", 6, 0});
    judge.tolerance = (struct tw_tolerance){.any = true};
    expect_ok(&judge, WRITES("c[i] = -3 * a[i];"));
    judge.tolerance = (struct tw_tolerance){.scaled = 0.5}; /* of c[36], 73 */
    expect_ok(&judge, WRITES("c[i] = a[i] * w[1] + (i % 2 ? 36.5f : -36.5f);"));
    expect_mismatch(&judge, WRITES("c[i] = a[i] * w[1] + (i == 2 ? 37 : 0);"), 1,
                    &(struct tw_mismatch){C, 2, "5", "42", 37, 36.5});
    judge.tolerance = (struct tw_tolerance){.absolute = 0.25, .relative = 0.125, .scaled = 0.0625};
    expect_mismatch(&judge, WRITES("c[i] = a[i] * w[1] + (i == 2 ? 6 : 0);"), 1,
                    &(struct tw_mismatch){C, 2, "5", "11", 6, 0.25 + 0.625 + 4.5625});
}

static void numbers_that_are_none(void **state)
{
    const char *const writes_nan = WRITES("c[i] = i == 1 ? __int_as_float(0x7fc00000) : a[i] * w[1];");
    const struct judge nan = {.by = TW_EXPECT_KERNEL, .source = writes_nan, .tolerance = {.absolute = 1e300}};
    const struct judge infinity = {.by = TW_EXPECT_KERNEL,
                                   .source = WRITES("c[i] = i == 1 ? 1 / (w[0] - 1) : a[i] * w[1];"),
                                   .tolerance = {.absolute = 1e300, .relative = 1e300, .ulps = 1e300}};
    (void)state;
    expect_ok(&nan, writes_nan);
    expect_ok(&nan, WRITES("c[i] = i == 1 ? __int_as_float(0xffc12345) : a[i] * w[1];"));
    expect_mismatch(&nan, RIGHT, 1, &(struct tw_mismatch){C, 1, "nan", "3", 0, 0});
    expect_mismatch(&exactly, writes_nan, 1, &(struct tw_mismatch){C, 1, "3", "nan", 0, 0});
    expect_ok(&infinity, infinity.source);
    expect_mismatch(&infinity, WRITES("c[i] = i == 1 ? 3e38f : a[i] * w[1];"), 1,
                    &(struct tw_mismatch){C, 1, "inf", "3e+38", 0, 0});
}

/* Bits that another run would give otherwise, as with atomics: here by what memory held before. */
#define UNSTEADY WRITES("c[i] = a[i] * w[1] + (c[i] < 0 && i % 2 ? .125f : 0);")

static void differing_bits_are_counted(void **state)
{
    struct judge judge = exactly;
    (void)state;
    judge.tolerance.absolute = 0.5;
    struct tw_check found = check(&judge, UNSTEADY);
    assert_true(found.ok);
    assert_int_equal(found.unsteady, N / 2);
    tw_check_free(&found);
    found = check(&judge, RIGHT);
    assert_int_equal(found.unsteady, 0);
    tw_check_free(&found);
}

static void nobody_says_what_is_right(void **state)
{
    const struct judge nobody = {.by = TW_EXPECT_NOTHING};
    (void)state;
    struct tw_check found = check(&nobody, WRITES("c[i] = -7;"));
    assert_true(found.ok);
    assert_int_equal(found.unchecked, 3);
    assert_int_equal(found.unsteady, 0);
    tw_check_free(&found);
    found = check(&nobody, UNSTEADY);
    assert_true(found.ok);
    assert_int_equal(found.unsteady, N / 2);
    tw_check_free(&found);
    found = check(&nobody, WRITES("((float *)a)[i] = 0;"));
    assert_false(found.ok);
    assert_int_equal(found.inputs_changed, N);
    tw_check_free(&found);
}

/* Outputs by the pattern, in-outs by what they held: s[0] is 0, and 3 later, unless it is 0 * 3. */
static void what_nobody_wrote_is_counted(void **state)
{
    const struct judge nobody = {.by = TW_EXPECT_NOTHING};
    (void)state;
    struct tw_check found = check(&nobody, WRITES("c[i] = a[i];"));
    assert_int_equal(found.unwritten + found.unchanged, 0);
    assert_string_equal(tw_text_string(&found.unwritten_of), "");
    tw_check_free(&found);
    found =
        check(&nobody, SYMBOLS BEGIN "if (i > 5) c[i] = 0; if (i < 30) s[i] *= 3; if (i < 1) t[i] = 1; }");
    assert_true(found.ok);
    assert_int_equal(found.unwritten, 6 + 1);
    assert_string_equal(tw_text_string(&found.unwritten_of), "6 of 37 elements of c, 1 of 2 elements of t");
    assert_int_equal(found.unchanged, 7 + 1);
    assert_string_equal(tw_text_string(&found.unchanged_of), "8 of 37 elements of s");
    tw_check_free(&found);
    found = check(&exactly, RIGHT);
    assert_int_equal(found.unwritten + found.unchanged, 0);
    tw_check_free(&found);
}

static void files_say_what_is_right(void **state)
{
    const struct judge files = {.by = TW_EXPECT_FILES};
    (void)state;
    struct tw_check found =
        check(&files, WRITES("c[i] = a[i] * w[1]; n = 0;")); /* t is wrong, if anybody said */
    assert_true(found.ok);
    assert_int_equal(found.unchecked, 1);
    tw_check_free(&found);
    expect_mismatch(&files, WRITES("c[i] = a[i] * (i == 4 ? 3 : 2);"), 1,
                    &(struct tw_mismatch){C, 4, "9", "13.5", 4.5, 0});
    expect_mismatch(&files, WRITES("if (i != 7) c[i] = a[i] * w[1];"), 1,
                    &(struct tw_mismatch){C, 7, "15", "not written", 0, 0});
}

/* ---- reference kernels ---- */

/* A source of its own need not have the symbols that are given, and must have those that are asked for. */
static void references_have_other_symbols(void **state)
{
    struct tw_error error = TW_ERROR_INIT;
    struct tw_check found;
    const struct judge fewer = {.by = TW_EXPECT_KERNEL,
                                .source = "__device__ int t[2];\n" BEGIN "c[i] = a[i] * 2;\n" T_AND_S "}"},
                       none = {.by = TW_EXPECT_KERNEL,
                               .source = "__constant__ float w[4];\n" BEGIN "c[i] = a[i] * 2; s[i] += 3;}"};
    (void)state;
    expect_ok(&fewer, RIGHT);
    assert_int_equal(check_by(&on_host, &none, RIGHT, &found, &error), TW_INPUT);
    assert_string_equal(error.message,
                        "the reference failed, not the kernel: it has no symbol t, which is a result");
    tw_error_free(&error);
}

/* The reference is named, and is not asked again for another variant. */
static void expect_refused(const struct judge *judge, int code, const char *words)
{
    struct tw_error error = TW_ERROR_INIT, again = TW_ERROR_INIT;
    struct tw_check found;
    fills = 0;
    assert_int_equal(check_by(&on_host, judge, RIGHT, &found, &error), code);
    if (!strstr(error.message, "the reference failed, not the kernel: ") || !strstr(error.message, words))
        fail_msg("%s is not in: %s", words, error.message);
    unsigned asked = fills;
    assert_int_equal(check_by(&on_host, judge, WRITES("c[i] = 3;"), &found, &again), code);
    assert_string_equal(again.message, error.message);
    assert_int_equal(fills, asked);
    tw_error_free(&again);
    tw_error_free(&error);
}

static void references_that_are_refused(void **state)
{
    const struct judge wrong = {.by = TW_EXPECT_KERNEL, .source = "no kernel"};
    const struct judge other = {.by = TW_EXPECT_KERNEL, .source = "__global__ void other() {}"};
    (void)state;
    expect_refused(&wrong, TW_COMPILE, "k.cu:1");
    expect_refused(&other, TW_DRIVER, "cuModuleGetFunction");
    expect_ok(&exactly, RIGHT);
}

/* After a fault the device is of no more use. */
static void open_all(void)
{
    struct tw_error error = TW_ERROR_INIT;
    if (tw_device_open_simulator(&device, 90, &error)) fail_msg("%s", error.message);
    tw_oracle_open(&on_host, &device, NULL, nvrtc);
    tw_oracle_open(&on_device, &device, NULL, nvrtc);
    on_device.compares_on_device = true;
}

static void close_all(void)
{
    tw_oracle_close(&on_host);
    tw_oracle_close(&on_device);
    tw_device_close(&device);
}

static void references_that_fault(void **state)
{
    static const struct judge beyond = {.by = TW_EXPECT_KERNEL, .source = WRITES("c[i + 1] = a[i];")};
    static const struct judge endless = {.by = TW_EXPECT_KERNEL,
                                         .source = WRITES("while (i < n) c[i] = a[i]; c[i] = 1;")};
    struct tw_error error = TW_ERROR_INIT;
    struct tw_check found;
    (void)state;
    assert_int_equal(check_by(&on_host, &beyond, RIGHT, &found, &error), TW_FAULT);
    assert_non_null(strstr(error.message, "the reference failed, not the kernel: "));
    assert_non_null(strstr(error.message, "just past the end"));
    tw_error_free(&error);
    close_all();
    open_all();
    on_host.simulated_s = 1;
    assert_int_equal(check_by(&on_host, &endless, RIGHT, &found, &error), TW_FAULT);
    assert_non_null(strstr(error.message, "the reference failed, not the kernel: "));
    assert_non_null(strstr(error.message, "CUDA_ERROR_LAUNCH_TIMEOUT"));
    tw_error_free(&error);
    close_all();
    open_all();
}

/* ---- reference functions ---- */

static struct judge by_function(const char *name)
{
    return (struct judge){.by = TW_EXPECT_FUNCTION, .function = name};
}

static void functions_say_what_is_right(void **state)
{
    const struct judge right = by_function("right"), sparse = by_function("odd_ones");
    (void)state;
    expect_ok(&right, RIGHT);
    expect_mismatch(&right, WRITES("c[i] = a[i] * w[1] + (i == 36);"), 1,
                    &(struct tw_mismatch){C, 36, "73", "74", 1, 0});
    expect_mismatch(&sparse, RIGHT, N / 2 + 1, &(struct tw_mismatch){C, 0, "left alone", "1", 0, 0});
    expect_ok(&sparse, WRITES("if (i % 2) c[i] = a[i] * w[1];"));
}

static void functions_that_fail(void **state)
{
    static const struct {
        const char *function, *words;
    } fail[] = {
        {"crashes", "crashed: signal 11"},
        {"aborts", "crashed: signal 6"},
        {"returns_three", "returned 3"},
        {"fails_the_second_time", "returned -1"},
        {"exits", "ended its process, with status 0"},
        {"missing", "has no function missing"},
        {"signals_its_group", "crashed: signal 15"}, /* which this process is none of */
        {"takes_memory", "returned 7"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof fail / sizeof *fail; i++) {
        const struct judge judge = by_function(fail[i].function);
        expect_refused(&judge, TW_INPUT, fail[i].words);
    }
    const struct judge nowhere = {
        .by = TW_EXPECT_FUNCTION, .function = "right", .library = "/nowhere/libnone.so"};
    expect_refused(&nowhere, TW_INPUT, "the library /nowhere/libnone.so cannot be opened: ");
}

static void functions_that_never_return(void **state)
{
    const struct judge judge = by_function("never_returns");
    (void)state;
    on_host.reference_s = 0.25;
    expect_refused(&judge, TW_INPUT, "did not return within 0.25 s");
    on_host.reference_s = 0;
}

/* What it forks ends with it: such processes become this one's, which sees that they were killed. */
static void functions_leave_no_process(void **state)
{
    const struct judge judge = by_function("leaves_a_process");
    int status, killed = 0;
    (void)state;
    assert_int_equal(prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
    expect_ok(&judge, RIGHT);
    alarm(60); /* one that lives on */
    while (waitpid(-1, &status, 0) > 0) killed += WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
    alarm(0);
    assert_int_equal(prctl(PR_SET_CHILD_SUBREAPER, 0), 0);
    assert_true(killed >= 2); /* it is called twice for a check */
}

/* What a function prints, or what this process has not written yet, is none of the results on stdout. */
static void functions_print_to_stderr(void **state)
{
    struct tw_error error = TW_ERROR_INIT;
    struct tw_check found;
    const struct judge judge = by_function("prints");
    char printed[64] = "";
    FILE *file = tmpfile();
    (void)state;
    fflush(stdout);
    int out = dup(STDOUT_FILENO);
    assert_true(file && out >= 0 && dup2(fileno(file), STDOUT_FILENO) >= 0);
    printf("not written yet");
    int code = check_by(&on_host, &judge, RIGHT, &found, &error);
    fflush(stdout);
    assert_true(dup2(out, STDOUT_FILENO) >= 0);
    close(out);
    rewind(file);
    assert_non_null(fgets(printed, sizeof printed, file));
    assert_string_equal(printed, "not written yet");
    fclose(file);
    assert_int_equal(code, TW_OK);
    tw_check_free(&found);
}

/* ---- measuring ---- */

/* The simulator stands for a GPU, whose events count instructions. A launch finds what it would find the first time, wherever answers lie. */
static void in_outs_are_restored_before_each_run(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        struct tw_device gpu = device;
        struct tw_oracle oracle;
        struct tw_expectation expectation = {
            .by = TW_EXPECT_NOTHING, .tolerance = (struct tw_tolerance[ARGUMENTS]){{0}}, .fill = fill};
        struct tw_kernel kernel = describe(RIGHT);
        struct tw_image image;
        struct tw_loaded loaded = {0};
        struct tw_timing timing;
        int32_t s[N];
        gpu.driver.simulator = NULL;
        tw_oracle_open(&oracle, &gpu, NULL, nvrtc);
        oracle.compares_on_device = i;
        kernel.expectation = &expectation;
        assert_int_equal(tw_compile(nvrtc, &kernel, gpu.sm, &image, NULL), TW_OK);
        assert_int_equal(tw_load(&gpu, &kernel, &image, &loaded, NULL), TW_OK);
        assert_int_equal(tw_measure(&oracle, &kernel, &loaded, &(struct tw_measuring){0}, &timing, NULL),
                         TW_OK);
        assert_true(timing.runs > 1);
        assert_int_equal(oracle.on_device, i);
        assert_int_equal(gpu.driver.cuMemcpyDtoH_v2(s, oracle.place[S].content, sizeof s), CUDA_SUCCESS);
        for (int k = 0; k < N; k++) assert_int_equal(s[k], k + 3);
        tw_unload(&gpu, &loaded);
        tw_image_free(&image);
        tw_kernel_free(&kernel);
        tw_oracle_close(&oracle);
    }
}

/* ---- memory ---- */

static void nothing_is_left_on_the_device(void **state)
{
    struct tw_oracle oracle;
    struct tw_check found;
    size_t before, after, total;
    (void)state;
    assert_int_equal(device.driver.cuMemGetInfo_v2(&before, &total), CUDA_SUCCESS);
    tw_oracle_open(&oracle, &device, NULL, nvrtc);
    oracle.compares_on_device = true;
    assert_int_equal(check_by(&oracle, &exactly, RIGHT, &found, NULL), TW_OK);
    tw_check_free(&found);
    tw_oracle_close(&oracle);
    assert_int_equal(device.driver.cuMemGetInfo_v2(&after, &total), CUDA_SUCCESS);
    assert_int_equal(before, after);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(right_kernels_are_right),
        cmocka_unit_test(one_wrong_element_is_found),
        cmocka_unit_test(the_farthest_element_is_named),
        cmocka_unit_test(what_is_not_written_is_wrong),
        cmocka_unit_test(what_the_reference_leaves_alone_is_left_alone),
        cmocka_unit_test(inputs_must_stay),
        cmocka_unit_test(tolerances_are_kept_to),
        cmocka_unit_test(numbers_that_are_none),
        cmocka_unit_test(differing_bits_are_counted),
        cmocka_unit_test(nobody_says_what_is_right),
        cmocka_unit_test(what_nobody_wrote_is_counted),
        cmocka_unit_test(files_say_what_is_right),
        cmocka_unit_test(references_have_other_symbols),
        cmocka_unit_test(references_that_are_refused),
        cmocka_unit_test(references_that_fault),
        cmocka_unit_test(functions_say_what_is_right),
        cmocka_unit_test(functions_that_fail),
        cmocka_unit_test(functions_that_never_return),
        cmocka_unit_test(functions_leave_no_process),
        cmocka_unit_test(functions_print_to_stderr),
        cmocka_unit_test(in_outs_are_restored_before_each_run),
        cmocka_unit_test(nothing_is_left_on_the_device),
    };
    struct tw_error error = TW_ERROR_INIT;
    if (!getenv("PROGRAMS") || tw_nvrtc_open(&nvrtc, &error)) {
        print_message("skipped: %s\n", error.code ? error.message : "PROGRAMS is not set");
        tw_error_free(&error);
        return 77;
    }
    open_all();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    close_all();
    tw_nvrtc_close(nvrtc);
    return failed;
}
