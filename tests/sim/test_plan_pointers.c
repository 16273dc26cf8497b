/* Pointers that are aligned to their elements only, and such as overlap: the cases of tests/pointer_cases.h on the simulator. */
#include "tests/pointer_cases.h"

static int start(void **state)
{
    (void)state;
    return open_planner(TW_PLANNER_SIMULATOR);
}

int main(void)
{
    const struct CMUnitTest tests[] = {POINTER_CASES};
    return cmocka_run_group_tests(tests, start, close_planner);
}
