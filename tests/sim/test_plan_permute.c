/* Plans of permutations: the cases of tests/permute_plan_cases.h on the simulator. */
#include "tests/permute_plan_cases.h"

static int start(void **state)
{
    const struct tw_planner_options options = {.device = TW_PLANNER_SIMULATOR};
    (void)state;
    return open_planner_of(&options);
}

int main(void)
{
    const struct CMUnitTest tests[] = {PERMUTE_PLAN_CASES};
    return cmocka_run_group_tests(tests, start, close_planner);
}
