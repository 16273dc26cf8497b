/* Pointers that are aligned to their elements only, and such as overlap: the cases of tests/pointer_cases.h on a GPU. Skipped
   without one. */
#include "tests/pointer_cases.h"

static int start(void **state)
{
    (void)state;
    return open_planner(TW_PLANNER_CUDA);
}

int main(void)
{
    const struct CMUnitTest tests[] = {POINTER_CASES};
    if (!has_gpu()) {
        printf("skipped: %s\n", *error.message ? error.message : "no GPU");
        return 77;
    }
    return cmocka_run_group_tests(tests, start, close_planner);
}
