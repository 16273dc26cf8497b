/* Which names a kernel may have, and why not. The lists of reserved names come from experiments with the
 * compilers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "gen/config/config.h"
#include "gen/config/reserved_names.h"

static void check_refused(const char *name, const char *part_of_reason)
{
    struct tw_text reason = {0};
    if (tw_name_accept(name, &reason)) fail_msg("%s is accepted", name);
    if (!strstr(tw_text_string(&reason), part_of_reason)) fail_msg("%s: %s", name, reason.data);
    tw_text_free(&reason);
}

/* bsearch finds every entry, and no entry is dead weight beside a rule or another list. */
static void every_reserved_name_is_refused_for_its_own_reason(void **state)
{
    (void)state;
    for (size_t i = 0; i < TW_RESERVED_LISTS; i++) {
        const struct tw_reserved_list *list = &tw_reserved_lists[i];
        for (size_t n = 0; n < list->count; n++) {
            if (n > 0) assert_true(strcmp(list->names[n - 1], list->names[n]) < 0);
            check_refused(list->names[n], list->reason);
        }
    }
}

static void refused_names(void **state)
{
    (void)state;
    static const char *const names[][2] = {
        {"class", "reserved by C++"},
        {"and", "reserved by C++"},
        {"bitor", "reserved by C++"},
        {"compl", "reserved by C++"},
        {"char8_t", "reserved by C++"},
        {"co_yield", "reserved by C++"},
        {"requires", "reserved by C++"},
        {"main", "reserved by C++"},
        {"std", "reserved by C++"},
        {"typeof", "reserved by C and its GNU dialect"},
        {"typeof_unqual", "reserved by C and its GNU dialect"},
        {"restrict", "reserved by C and its GNU dialect"},
        {"_Kernel", "reserved by C++"},
        {"_kernel", "reserved by C++"},
        {"a__b", "reserved by C++"},
        {"a__", "reserved by C++"},
        {"__syncthreads", "reserved by C++"},
        {"threadIdx", "declared by CUDA"},
        {"blockDim", "declared by CUDA"},
        {"warpSize", "declared by CUDA"},
        {"dim3", "declared by CUDA"},
        {"int4", "declared by CUDA"},
        {"float2", "declared by CUDA"},
        {"make_float4", "declared by CUDA"},
        {"atomicAdd", "declared by CUDA"},
        {"sin", "declared by CUDA"},
        {"sqrtf", "declared by CUDA"},
        {"min", "declared by CUDA"},
        {"abs", "declared by CUDA"},
        {"printf", "declared by CUDA"},
        {"memcpy", "declared by CUDA"},
        {"malloc", "declared by CUDA"},
        {"clock", "declared by CUDA"},
        {"assert", "declared by CUDA"},
        {"linux", "C library"},
        {"unix", "C library"},
        {"NULL", "declared by CUDA"},
        {"size_t", "declared by CUDA"},
        {"cudaMalloc", "by CUDA"},
        {"CUDA_VERSION", "by CUDA"},
        {"INT_MAX", "C library"},
        {"strlen", "C library"},
        {"rand", "C library"},
        {"A7", "assembler"},
        {"WARP_SZ", "assembler"},
        {"", "empty"},
        {"7up", "identifier"},
        {"a b", "identifier"},
        {"a-b", "identifier"},
        {"a.b", "identifier"},
        {"../a", "identifier"},
        {"\xC3\xA9t\xC3\xA9", "identifier"},
        {"a\n", "identifier"},
        {"$a", "identifier"},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) check_refused(names[i][0], names[i][1]);
}

static void accepted_names(void **state)
{
    (void)state;
    static const char *const names[] = {
        "a",
        "Z",
        "k_",
        "tile",
        "out",
        "idx",
        "row",
        "col",
        "transpose",
        "Class",
        "MAIN",
        "setRowReadColDynPad",
        "pads_IPAD2_xor",
        "index2",
        "a_b_c",
        "k1234567890",
        "thread",
        "block",
        "shared",
        "kernel",
        "final",
        "import",
        "cuda_tile",
        "cudatile",
        "cuda",
        "A8",
        "a7",
        "Sin",
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct tw_text reason = {0};
        if (!tw_name_accept(names[i], &reason)) fail_msg("%s: %s", names[i], tw_text_string(&reason));
        assert_int_equal(reason.length, 0);
    }
}

static void the_limit_of_length_is_exact(void **state)
{
    (void)state;
    char name[TW_MAX_NAME + 2];
    memset(name, 'k', sizeof name);
    name[TW_MAX_NAME] = '\0';
    struct tw_text reason = {0};
    assert_true(tw_name_accept(name, &reason));
    name[TW_MAX_NAME] = 'k';
    name[TW_MAX_NAME + 1] = '\0';
    check_refused(name, "longer than 200 characters");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_reserved_name_is_refused_for_its_own_reason),
        cmocka_unit_test(refused_names),
        cmocka_unit_test(accepted_names),
        cmocka_unit_test(the_limit_of_length_is_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
