/* Pointers that are aligned to their elements only, and such as overlap: the cases of tests/pointer_cases.h on a GPU. Skipped
   without one. */
#include "tests/pointer_cases.h"

static int start(void **state)
{
    (void)state;
    return open_planner(TW_PLANNER_CUDA);
}

/* The driver may be the drop-in, which simulates. */
static bool has_gpu(void)
{
    struct tw_planner *probe;
    const struct tw_planner_options options = {.device = TW_PLANNER_CUDA, .no_cache = true};
    if (tw_planner_open(&options, &probe, &error)) return false;
    bool simulates = tw_planner_driver(probe)->simulator != NULL;
    tw_planner_close(probe);
    return !simulates;
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
