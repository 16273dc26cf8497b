/* Turns by rank: no more at once than may be, the first in rank before the others, and no longer a wait than was said. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdatomic.h>

#include "base/clock.h"
#include "tune/plan/turns.h"

#define THREADS 12u

static struct tw_turns turns;
static atomic_uint at_once, order;
static unsigned came[THREADS]; /* of each thread: how many came before it */

static unsigned waiting(void)
{
    unsigned sum = 0;
    pthread_mutex_lock(&turns.lock);
    for (unsigned rank = 0; rank < TW_RANKS; rank++) sum += turns.waiting[rank];
    pthread_mutex_unlock(&turns.lock);
    return sum;
}

static void *take_one(void *number)
{
    unsigned rank = THREADS - 1 - (unsigned)(uintptr_t)number; /* who waits last goes first */
    if (!tw_turns_take(&turns, rank, INFINITY)) return NULL;
    came[rank] = atomic_fetch_add(&order, 1);
    atomic_fetch_add(&at_once, 1);
    atomic_fetch_sub(&at_once, 1);
    tw_turns_give(&turns);
    return number;
}

static void the_first_in_rank_goes_first(void **state)
{
    pthread_t thread[THREADS];
    (void)state;
    tw_turns_init(&turns, 1);
    assert_true(tw_turns_take(&turns, 0, INFINITY));
    for (uintptr_t i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, take_one, (void *)i), 0);
    while (waiting() < THREADS) continue;
    tw_turns_give(&turns);
    for (unsigned i = 0; i < THREADS; i++) pthread_join(thread[i], NULL);
    for (unsigned rank = 0; rank < THREADS; rank++) assert_int_equal(came[rank], rank);
    tw_turns_destroy(&turns);
}

static void *take_many(void *most)
{
    for (unsigned i = 0; i < 200; i++) {
        if (!tw_turns_take(&turns, i % TW_RANKS, INFINITY)) return NULL;
        if (atomic_fetch_add(&at_once, 1) >= (unsigned)(uintptr_t)most) return NULL;
        atomic_fetch_sub(&at_once, 1);
        tw_turns_give(&turns);
    }
    return most;
}

static void no_more_at_once_than_may_be(void **state)
{
    pthread_t thread[THREADS];
    void *good;
    (void)state;
    tw_turns_init(&turns, 3);
    for (unsigned i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, take_many, (void *)(uintptr_t)3), 0);
    for (unsigned i = 0; i < THREADS; i++) {
        pthread_join(thread[i], &good);
        assert_non_null(good);
    }
    assert_int_equal(turns.free, 3);
    tw_turns_destroy(&turns);
}

static void nobody_waits_longer_than_he_says(void **state)
{
    (void)state;
    tw_turns_init(&turns, 1);
    assert_true(tw_turns_take(&turns, 3, -INFINITY)); /* a turn that is free needs no time */
    assert_false(tw_turns_take(&turns, 0, tw_seconds() + 1e-3));
    assert_false(tw_turns_take(&turns, 0, tw_seconds() - 1));
    tw_turns_give(&turns);
    assert_true(tw_turns_take(&turns, 5, tw_seconds() + 3600)); /* who gave up stands in nobody's way */
    tw_turns_destroy(&turns);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_in_rank_goes_first),
        cmocka_unit_test(no_more_at_once_than_may_be),
        cmocka_unit_test(nobody_waits_longer_than_he_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
