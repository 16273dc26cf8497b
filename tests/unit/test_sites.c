/* Accesses where they stand, in PTX and in machine code of every architecture that NVRTC knows, and which of them the assembler moved. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/compile/compile.h"
#include "runtime/compile/cubin.h"
#include "runtime/measure/moves.h"
#include "runtime/measure/sites.h"

static struct tw_nvrtc *nvrtc;

static int open_nvrtc(void **state)
{
    (void)state;
    return tw_nvrtc_open(&nvrtc, NULL);
}

static int close_nvrtc(void **state)
{
    (void)state;
    tw_nvrtc_close(nvrtc);
    return 0;
}

struct made {
    struct tw_sites ptx, machine;
    struct tw_moves moves;
    char access[80],
        branch[80]; /* the lines of the PTX that the first global load that moved is said to have moved by */
};

/* Line `number` of a text. */
static void copy_line(const char *text, unsigned number, char line[80])
{
    for (; number > 1; number--) text += strcspn(text, "\n") + 1;
    snprintf(line, 80, "%.*s", (int)strcspn(text, "\n"), text);
}

static struct made sites_of(const char *source, unsigned sm)
{
    struct tw_error error = TW_ERROR_INIT;
    struct tw_kernel kernel = {.name = (char *)(uintptr_t) "k",
                               .source = (char *)(uintptr_t)source,
                               .source_length = strlen(source),
                               .rendering = NULL};
    struct tw_image image;
    struct made made = {.access = ""};
    if (tw_compile(nvrtc, &kernel, sm, &image, &error)) fail_msg("%s", error.message);
    tw_ptx_sites(image.ptx, &made.ptx);
    tw_cubin_sites(image.cubin, image.cubin_bytes, &made.machine);
    assert_int_equal(tw_moves_find(image.ptx, image.cubin, image.cubin_bytes, &made.moves, NULL), TW_OK);
    if (made.moves.count[TW_SITE_GLOBAL_LOAD]) {
        copy_line(image.ptx, made.moves.access[TW_SITE_GLOBAL_LOAD], made.access);
        copy_line(image.ptx, made.moves.branch[TW_SITE_GLOBAL_LOAD], made.branch);
    }
    tw_image_free(&image);
    return made;
}

/* Volatile accesses stay as they are: loads of 1, 2, 4, 8 bytes and stores of 4 twice in shared memory, and others in global. */
static const char kept[] =
    "extern \"C\" __global__ void k(volatile int *g, volatile double *d, int n)\n"
    "{\n"
    "    __shared__ volatile int t[256];\n"
    "    volatile char *c = (volatile char *)t; volatile short *s = (volatile short *)t;\n"
    "    volatile double *w = (volatile double *)t;\n"
    "    int i = threadIdx.x;\n"
    "    t[i] = g[i]; if (n > 3) t[i + 32] = n;\n"
    "    __syncthreads();\n"
    "    int a = c[i + 3] + s[i + 5] + t[i ^ 1]; double b = w[i ^ 1];\n"
    "    g[i + 64] = a; d[i] = b; g[i + 128] = g[i + 256];\n"
    "}\n";

static void volatile_accesses_are_kept(void **state)
{
    static const unsigned expected[TW_SITE_KINDS][5] = {[TW_SITE_SHARED_LOAD] = {1, 1, 1, 1, 0},
                                                        [TW_SITE_SHARED_STORE] = {0, 0, 2, 0, 0},
                                                        [TW_SITE_GLOBAL_LOAD] = {0, 0, 2, 0, 0},
                                                        [TW_SITE_GLOBAL_STORE] = {0, 0, 2, 1, 0}};
    (void)state;
    for (unsigned sm = 70; sm < 130; sm++) {
        if (!tw_nvrtc_supports(nvrtc, sm)) continue;
        struct made made = sites_of(kept, sm);
        assert_memory_equal(made.ptx.count, expected, sizeof expected);
        assert_memory_equal(made.machine.count, expected, sizeof expected);
        for (int kind = 0; kind < TW_SITE_KINDS; kind++) {
            assert_int_equal(tw_sites_compare(&made.ptx, &made.machine, (enum tw_site_kind)kind),
                             TW_SITES_KEPT);
            assert_int_equal(made.moves.count[kind], 0);
        }
    }
}

/* Neighbours that the assembler knows to be aligned become one access. */
static void what_is_joined_is_seen(void **state)
{
    static const char source[] = "extern \"C\" __global__ void k(int *g, float a, float b)\n"
                                 "{\n"
                                 "    __shared__ float t[256];\n"
                                 "    t[2 * threadIdx.x] = a; t[2 * threadIdx.x + 1] = b;\n"
                                 "    __syncthreads();\n"
                                 "    g[threadIdx.x] = (int)t[255 - threadIdx.x];\n"
                                 "}\n";
    struct tw_text said = {0};
    (void)state;
    struct made made = sites_of(source, 90);
    assert_int_equal(tw_sites_compare(&made.ptx, &made.machine, TW_SITE_SHARED_LOAD), TW_SITES_KEPT);
    assert_int_equal(tw_sites_compare(&made.ptx, &made.machine, TW_SITE_GLOBAL_STORE), TW_SITES_KEPT);
    assert_int_equal(tw_sites_compare(&made.ptx, &made.machine, TW_SITE_SHARED_STORE), TW_SITES_JOINED);
    tw_sites_add(&made.ptx, TW_SITE_SHARED_STORE, &said);
    tw_text_add(&said, "; ");
    tw_sites_add(&made.machine, TW_SITE_SHARED_STORE, &said);
    tw_text_add(&said, "; ");
    tw_sites_add(&made.machine, TW_SITE_GLOBAL_LOAD, &said);
    assert_string_equal(tw_text_string(&said), "2 of 4 bytes; 1 of 8 bytes; none");
    tw_text_free(&said);
}

static void what_was_done_is_told_by_the_numbers(void **state)
{
    static const struct {
        unsigned before[5], after[5];
        enum tw_reassembly done;
    } cases[] = {
        {{0, 0, 4, 0, 0}, {0, 0, 4, 0, 0}, TW_SITES_KEPT},
        {{0, 0, 4, 0, 0}, {0, 0, 8, 0, 0}, TW_SITES_KEPT}, /* a loop that was unrolled */
        {{0, 0, 4, 0, 0}, {0, 0, 2, 1, 0}, TW_SITES_JOINED},
        {{0, 0, 4, 1, 0}, {0, 0, 0, 3, 0}, TW_SITES_JOINED},
        {{0, 0, 0, 0, 1}, {0, 0, 0, 2, 0}, TW_SITES_SPLIT},
        {{0, 0, 1, 0, 16}, {0, 0, 33, 0, 0}, TW_SITES_SPLIT},
        {{0, 0, 1, 0, 1},
         {0, 0, 2, 0, 0},
         TW_SITES_NARROWED}, /* one wide is now one narrow: as many as before */
        {{0, 0, 0, 1, 8}, {0, 0, 0, 5, 4}, TW_SITES_NARROWED}, /* of some only half is used */
        {{0, 0, 4, 0, 0}, {0, 0, 3, 0, 0}, TW_SITES_REMOVED},
        {{0, 0, 4, 0, 0}, {0, 0, 0, 0, 0}, TW_SITES_REMOVED},
        {{0, 0, 0, 0, 0}, {0, 0, 1, 0, 0}, TW_SITES_KEPT},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct tw_sites before = {0}, after = {0};
        memcpy(before.count[TW_SITE_GLOBAL_LOAD], cases[i].before, sizeof cases[i].before);
        memcpy(after.count[TW_SITE_GLOBAL_LOAD], cases[i].after, sizeof cases[i].after);
        assert_int_equal(tw_sites_compare(&before, &after, TW_SITE_GLOBAL_LOAD), cases[i].done);
        assert_int_equal(tw_sites_compare(&before, &after, TW_SITE_SHARED_LOAD), TW_SITES_KEPT);
    }
}

/* A load of which only some lanes use what it brings, and which may be made later for it: ptxas makes it behind the exit of the others.
   What a shuffle hands on stays, since all lanes take part in that. */
#define GUARDED(use)                                                                                         \
    "extern \"C\" __global__ void k(const int *__restrict__ a, int *c, int n)\n"                             \
    "{\n"                                                                                                    \
    "    int i = blockIdx.x * 512 + threadIdx.x, x;\n"                                                       \
    "    asm volatile(\"ld.global.nc.s32 %0, [%1];\" : \"=r\"(x) : \"l\"(a + min(i, n - 1)));\n" use         \
    "    if (i < n) c[i] = x + 1;\n"                                                                         \
    "}\n"

static void a_load_that_moved_behind_an_exit_is_found(void **state)
{
    (void)state;
    for (unsigned sm = 75; sm < 130; sm++) {
        if (!tw_nvrtc_supports(nvrtc, sm)) continue;
        struct made moved = sites_of(GUARDED(""), sm),
                    kept_there = sites_of(GUARDED("    x = __shfl_xor_sync(~0u, x, 1);\n"), sm);
        assert_int_equal(moved.moves.count[TW_SITE_GLOBAL_LOAD], 1);
        assert_non_null(strstr(moved.access, "ld.global.nc.s32"));
        assert_non_null(strstr(moved.branch, "bra"));
        assert_int_equal(moved.moves.count[TW_SITE_GLOBAL_STORE], 0);
        assert_int_equal(kept_there.moves.count[TW_SITE_GLOBAL_LOAD], 0);
    }
}

/* Loops, either arm of a condition, conditions within them: whatever order the assembler gives these, it is the PTX's own
   conditions that the accesses are under. */
static void what_conditions_and_loops_hold_has_not_moved(void **state)
{
    static const char source[] =
        "extern \"C\" __global__ void k(volatile int *g, int n, int m)\n"
        "{\n"
        "    __shared__ volatile int t[512];\n"
        "    int i = threadIdx.x, sum = 0;\n"
        "    t[i] = g[i];\n"
        "    if (n > 5) { for (int k = 0; k < n; k++) sum += t[(i + k * m) % 512]; }\n"
        "    else { for (int k = 0; k < m; k++) if (k % 3 == i % 2) sum -= t[(i * k) % 512]; else t[k % 512] "
        "= sum; }\n"
        "    __syncthreads();\n"
        "    if (m == 7) return;\n"
        "    for (int k = 0; k < n; k++) { if (g[k] == i) break; g[i + k] = sum; }\n"
        "    if (i < 100) g[i] = t[i ^ 1]; else g[i + 1] = t[i ^ 2] + g[2 * i];\n"
        "}\n";
    (void)state;
    for (unsigned sm = 75; sm < 130; sm++) {
        if (!tw_nvrtc_supports(nvrtc, sm)) continue;
        struct made made = sites_of(source, sm);
        for (int kind = 0; kind < TW_SITE_KINDS; kind++) assert_int_equal(made.moves.count[kind], 0);
    }
}

/* The line table of damaged cubins is read to no harm, and tells of no line that is not there. */
static void damaged_line_tables_do_no_harm(void **state)
{
    struct tw_error error = TW_ERROR_INIT;
    struct tw_kernel kernel = {.name = (char *)(uintptr_t) "k",
                               .source = (char *)(uintptr_t)kept,
                               .source_length = strlen(kept),
                               .rendering = NULL};
    struct tw_image image;
    struct tw_moves moves;
    uint64_t random = 1;
    (void)state;
    if (tw_compile(nvrtc, &kernel, 90, &image, &error)) fail_msg("%s", error.message);
    unsigned char *copy = malloc(image.cubin_bytes);
    assert_non_null(copy);
    for (int round = 0; round < 300; round++) {
        memcpy(copy, image.cubin, image.cubin_bytes);
        for (int change = 0; change < 40; change++) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            copy[(random >> 33) % image.cubin_bytes] = (unsigned char)(random >> 25);
        }
        size_t length = round % 3 ? image.cubin_bytes : (size_t)(random >> 20) % image.cubin_bytes;
        assert_int_equal(tw_moves_find(image.ptx, copy, length, &moves, NULL), TW_OK);
    }
    assert_int_equal(tw_cubin_ptx_line(image.cubin, image.cubin_bytes, "other", 0), 0);
    free(copy);
    tw_image_free(&image);
}

static void opcodes_are_read_as_ptx_writes_them(void **state)
{
    static const char ptx[] =
        ".visible .entry k(\n\t.param .u64 k_param_0\n)\n{\n"
        "\tld.param.u64 \t%rd1, [k_param_0];\n"
        "\t@%p1 ld.volatile.shared.u8 \t%r1, [%rd2];\n"
        "\t@!%p2 st.shared.v4.f32 \t[%rd3], {%f1, %f2, %f3, %f4};\n"
        "\t// begin inline asm\n"
        "\t{ ld.global.nc.L1::evict_last.v2.u16 {%rs1, %rs2}, [%rd4]; st.weak.global.f64 [%rd5], %fd1; }\n"
        "\tatom.shared.add.u32 %r2, [%rd3], 1;\n"
        "\tld.shared::cta.b16 \t%rs3, [stage];\n"
        "$L__BB0_2:\tst.local.u32 [%rd1], %r1;\n"
        "\tld.const.f32 %f1, [c];\n}\n";
    static const unsigned expected[TW_SITE_KINDS][5] = {[TW_SITE_SHARED_LOAD] = {1, 1, 0, 0, 0},
                                                        [TW_SITE_SHARED_STORE] = {0, 0, 0, 0, 1},
                                                        [TW_SITE_GLOBAL_LOAD] = {0, 0, 1, 0, 0},
                                                        [TW_SITE_GLOBAL_STORE] = {0, 0, 0, 1, 0}};
    struct tw_sites sites;
    (void)state;
    tw_ptx_sites(ptx, &sites);
    assert_memory_equal(sites.count, expected, sizeof expected);
}

static void no_cubin_has_none(void **state)
{
    static const struct tw_sites none;
    struct tw_sites sites;
    char bytes[200] = "\177ELF";
    (void)state;
    for (size_t length = 0; length <= sizeof bytes; length++) {
        tw_cubin_sites(bytes, length, &sites);
        assert_memory_equal(&sites, &none, sizeof none);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(volatile_accesses_are_kept),
        cmocka_unit_test(what_is_joined_is_seen),
        cmocka_unit_test(what_was_done_is_told_by_the_numbers),
        cmocka_unit_test(a_load_that_moved_behind_an_exit_is_found),
        cmocka_unit_test(what_conditions_and_loops_hold_has_not_moved),
        cmocka_unit_test(damaged_line_tables_do_no_harm),
        cmocka_unit_test(opcodes_are_read_as_ptx_writes_them),
        cmocka_unit_test(no_cubin_has_none),
    };
    return cmocka_run_group_tests(tests, open_nvrtc, close_nvrtc);
}
