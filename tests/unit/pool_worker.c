/* The program that the pools of test_pool.c spawn. */
#include "tests/unit/pool_jobs.h"

int main(void)
{
    return tw_pool_serve(&service);
}
