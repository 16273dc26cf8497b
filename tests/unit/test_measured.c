/* What two counters of wavefronts say beside what is claimed: which of them decides, and that a real difference stays one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cli/options/metrics.h"
#include "runtime/measure/counters.h"

#define WIDE   (1u << TW_COUNT_load_requests | 1u << TW_COUNT_store_requests)
#define NARROW 0u

struct counted {
    const char *what;
    uint64_t claimed, instrumented, passed;
    uint32_t bounds;
    uint64_t measured; /* what is compared with what is claimed */
    bool by_pipe, open;
};

static struct tw_measured measured_of(const struct counted *counted, enum tw_counter requests,
                                      enum tw_counter instrumented, enum tw_counter passed)
{
    struct tw_measured measured = {.bounds = counted->bounds};
    measured.value[requests] = 10;
    measured.value[instrumented] = (double)counted->instrumented;
    measured.value[passed] = (double)counted->passed;
    measured.known = (uint64_t)1 << requests | (uint64_t)1 << instrumented | (uint64_t)1 << passed;
    return measured;
}

static struct tw_counts claimed_of(uint64_t wavefronts)
{
    struct tw_counts claimed = {0};
    tw_counts_set(&claimed, TW_COUNT_load_requests, 10);
    tw_counts_set(&claimed, TW_COUNT_load_wavefronts, wavefronts);
    tw_counts_set(&claimed, TW_COUNT_store_requests, 10);
    tw_counts_set(&claimed, TW_COUNT_store_wavefronts, wavefronts);
    return claimed;
}

/* The first are counts of an H200: both odd16 of tests/data/transpose-counters.json, by the differences that tools/bench/records/exactness.md
   tells, and v878, v109 and v3343 of the tiles of tests/data/measured. */
static const struct counted loads[] = {
    {"odd16_steps1", 69288, 69319, 69299, WIDE, 69288, true, false},
    {"odd16_steps2", 74441, 74504, 74466, WIDE, 74441, true, false},
    {"merged that are apart", 2, 1, 2, WIDE, 2, true, false},
    {"half of them", 57, 45, 57, WIDE, 57, true, false},
    {"apart that merge", 374, 624, 374, WIDE, 374, true, false},
    {"both as claimed", 64, 64, 64, WIDE, 64, false, false},
    {"some pass twice", 64, 64, 70, WIDE, 64, false, false},
    /* Real differences. */
    {"more are made, and passed", 64, 95, 95, WIDE, 95, false, true},
    {"more are made, and some pass twice", 64, 95, 99, WIDE, 95, false, true},
    {"one more is made", 64, 65, 65, WIDE, 65, false, true},
    {"fewer are made", 64, 60, 60, WIDE, 60, false, false},
    {"fewer are made, of which some pass twice", 64, 60, 62, WIDE, 60, false, false},
    {"fewer are made, and some pass twice", 64, 60, 70, WIDE, 60, false, false},
    {"fewer passed, though the instrumented counter has what is claimed", 2310, 2310, 2065, WIDE, 2065, true,
     false},
    {"fewer passed than are claimed, and more are instrumented", 64, 95, 63, WIDE, 63, true, false},
    {"no groups merge of 4 bytes a lane", 64, 95, 70, NARROW, 95, false, false},
};

static void the_pipe_decides_where_it_can(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof loads / sizeof *loads; i++) {
        const struct tw_measured measured =
            measured_of(&loads[i], TW_COUNTER_load_requests, TW_COUNTER_load_wavefronts,
                        TW_COUNTER_load_wavefronts_passed);
        const struct tw_counts claimed = claimed_of(loads[i].claimed),
                               beside = tw_measured_beside(&measured, &claimed);
        uint32_t by_pipe = loads[i].by_pipe ? 1u << TW_COUNT_load_wavefronts : 0;
        if (tw_count_value(&beside, TW_COUNT_load_wavefronts) != loads[i].measured ||
            tw_measured_by_pipe(&measured, &claimed) != by_pipe ||
            tw_measured_is_open(&measured, &claimed) != loads[i].open)
            fail_msg("%s", loads[i].what);
    }
}

/* Groups of stores do not merge: nothing is wrong with the instrumented counter. */
static void stores_are_as_instrumented(void **state)
{
    static const struct counted store = {"stores", 64, 95, 70, WIDE, 95, false, false};
    (void)state;
    const struct tw_measured measured = measured_of(
        &store, TW_COUNTER_store_requests, TW_COUNTER_store_wavefronts, TW_COUNTER_store_wavefronts_passed);
    const struct tw_counts claimed = claimed_of(store.claimed),
                           beside = tw_measured_beside(&measured, &claimed);
    assert_int_equal(tw_count_value(&beside, TW_COUNT_store_wavefronts), store.measured);
    assert_int_equal(tw_measured_by_pipe(&measured, &claimed), 0);
}

/* Without the pipe's count, and without a claim, the instrumented one is what there is. */
static void what_is_not_known_decides_nothing(void **state)
{
    (void)state;
    struct tw_measured measured = measured_of(&loads[0], TW_COUNTER_load_requests, TW_COUNTER_load_wavefronts,
                                              TW_COUNTER_load_wavefronts_passed);
    const struct tw_counts claimed = claimed_of(loads[0].claimed), nothing = {0};
    assert_int_equal(tw_measured_by_pipe(&measured, &nothing), 0);
    measured.known &= ~((uint64_t)1 << TW_COUNTER_load_wavefronts_passed);
    const struct tw_counts beside = tw_measured_beside(&measured, &claimed);
    assert_int_equal(tw_count_value(&beside, TW_COUNT_load_wavefronts), loads[0].instrumented);
    assert_int_equal(tw_measured_by_pipe(&measured, &claimed), 0);
}

static void it_is_said_with_all_three_numbers(void **state)
{
    struct tw_text text = {0};
    (void)state;
    const struct tw_measured measured = measured_of(
        &loads[0], TW_COUNTER_load_requests, TW_COUNTER_load_wavefronts, TW_COUNTER_load_wavefronts_passed);
    const struct tw_counts claimed = claimed_of(loads[0].claimed);
    tw_by_pipe_add(tw_measured_by_pipe(&measured, &claimed), &measured, &claimed, &text);
    assert_string_equal(tw_text_string(&text),
                        "    the pipe's own counter decides about shared loads: it has 69299 wavefronts, "
                        "of 69288 that are claimed, and the instrumented counter 69319\n");
    tw_text_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_pipe_decides_where_it_can),
        cmocka_unit_test(stores_are_as_instrumented),
        cmocka_unit_test(what_is_not_known_decides_nothing),
        cmocka_unit_test(it_is_said_with_all_three_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
