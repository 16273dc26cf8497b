/*
 * The timer over a driver of a few lines: each launch takes what the test says, and a tape holds all that was asked of the
 * driver, a letter each: "l" a launch, "0" and "1" the events, "w" the wait for the second, "t" the question how long it took.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "runtime/measure/timer.h"

static struct {
    char tape[256];
    unsigned length;
    unsigned calls, fail_at; /* the call with that number fails; 0: none does */
    int events;              /* not given back */
    double clock_us, marks[2];
    CUstream stream; /* that all must be queued on */
} world;

static char stream_in_use, handles[2];

static CUresult note(char letter)
{
    assert_true(world.length + 1 < sizeof world.tape);
    world.tape[world.length++] = letter;
    return ++world.calls == world.fail_at ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

static CUresult text_of(CUresult result, const char **text)
{
    (void)result;
    *text = "words";
    return CUDA_SUCCESS;
}

static CUresult create(CUevent *event, unsigned flags)
{
    assert_int_equal(flags, CU_EVENT_DEFAULT);
    CUresult result = note('c');
    if (!result) *event = (CUevent)(void *)&handles[world.events++];
    return result;
}

static CUresult destroy(CUevent event)
{
    (void)event;
    world.events--;
    return CUDA_SUCCESS;
}

static unsigned number_of(CUevent event)
{
    return (unsigned)((char *)event - handles);
}

static CUresult record(CUevent event, CUstream stream)
{
    assert_ptr_equal(stream, world.stream);
    world.marks[number_of(event)] = world.clock_us;
    return note((char)('0' + number_of(event)));
}

static CUresult wait(CUevent event)
{
    assert_int_equal(number_of(event), 1);
    return note('w');
}

static CUresult elapsed(float *milliseconds, CUevent from, CUevent to)
{
    *milliseconds = (float)((world.marks[number_of(to)] - world.marks[number_of(from)]) / 1000);
    return note('t');
}

static struct tw_driver driver = {.cuGetErrorName = text_of,
                                  .cuGetErrorString = text_of,
                                  .cuEventCreate = create,
                                  .cuEventDestroy_v2 = destroy,
                                  .cuEventRecord = record,
                                  .cuEventSynchronize = wait,
                                  .cuEventElapsedTime = elapsed};

/* Launch number i takes us[i], in turn. */
struct launches {
    const double *us;
    unsigned *next;
};

static int launch(const void *what, struct tw_error *error)
{
    const struct launches *launches = what;
    world.clock_us += launches->us[(*launches->next)++];
    return tw_driver_check(&driver, note('l'), "a launch", error);
}

static int start(void **state)
{
    (void)state;
    memset(&world, 0, sizeof world);
    world.stream = (CUstream)(void *)&stream_in_use;
    driver.simulator = NULL;
    return 0;
}

static struct tw_timer open_timer(void)
{
    struct tw_timer timer;
    assert_int_equal(tw_timer_open(&timer, &driver, world.stream, NULL), TW_OK);
    assert_int_equal(world.events, 2);
    memset(world.tape, 0, sizeof world.tape);
    world.length = world.calls = 0;
    return timer;
}

static void close_timer(struct tw_timer *timer)
{
    tw_timer_close(timer);
    assert_int_equal(world.events, 0);
    tw_timer_close(timer); /* closed twice does nothing */
    assert_int_equal(world.events, 0);
}

static void what_is_ahead_is_not_timed(void **state)
{
    static const double us[] = {1000, 500, 10, 20, 30};
    unsigned next = 0;
    const struct launches launches = {us, &next};
    const struct tw_timed timed = {.launch = launch, .what = &launches, .ahead = 2, .launches = 3};
    struct tw_timer timer = open_timer();
    double took;
    (void)state;
    assert_int_equal(tw_timer_time(&timer, &timed, &took, NULL), TW_OK);
    assert_string_equal(world.tape, "ll0lll1wt");
    assert_float_equal(took, 60, 1e-3);
    close_timer(&timer);
}

static void warm_up_is_forgotten(void **state)
{
    static const double us[] = {900, 800, 3, 1, 2};
    unsigned next = 0;
    const struct launches launches = {us, &next};
    const struct tw_timed timed = {.launch = launch, .what = &launches, .launches = 1};
    struct tw_timer timer = open_timer();
    double took[4] = {0, 0, 0, 77};
    (void)state;
    assert_int_equal(tw_timer_repeat(&timer, &timed, 2, 3, took, NULL), TW_OK);
    assert_string_equal(world.tape, "0l1wt0l1wt0l1wt0l1wt0l1wt");
    for (unsigned i = 0; i < 3; i++) assert_float_equal(took[i], us[2 + i], 1e-3);
    assert_true(took[3] == 77);
    close_timer(&timer);
}

/* What is done between the halves is the caller's, and is not timed by itself. */
static void halves_make_a_whole(void **state)
{
    static const double us[] = {40};
    unsigned next = 0;
    const struct launches launches = {us, &next};
    const struct tw_timed timed = {.launch = launch, .what = &launches, .launches = 1};
    struct tw_timer timer = open_timer();
    double took;
    (void)state;
    assert_int_equal(tw_timer_queue(&timer, &timed, NULL), TW_OK);
    assert_string_equal(world.tape, "0l1");
    world.clock_us += 5000;
    assert_int_equal(tw_timer_read(&timer, &took, NULL), TW_OK);
    assert_string_equal(world.tape, "0l1wt");
    assert_float_equal(took, 40, 1e-3);
    close_timer(&timer);
}

/* Its events would tell instructions: they are waited for, as for a GPU's, and not asked. */
static void the_simulator_has_no_times(void **state)
{
    static const double us[] = {40, 40};
    unsigned next = 0;
    const struct launches launches = {us, &next};
    const struct tw_timed timed = {.launch = launch, .what = &launches, .launches = 2};
    struct tw_timer timer = open_timer();
    double took = 1;
    (void)state;
    driver.simulator = (const struct tw_simulator *)(const void *)&world;
    assert_int_equal(tw_timer_time(&timer, &timed, &took, NULL), TW_OK);
    assert_string_equal(world.tape, "0ll1w");
    assert_true(took == 0);
    close_timer(&timer);
}

static void every_call_fails_once(void **state)
{
    static const double us[16] = {1};
    (void)state;
    for (unsigned k = 1; k <= 9;
         k++) { /* creating two, then ahead, event, launch, event, wait, time; and one more */
        unsigned next = 0;
        const struct launches launches = {us, &next};
        const struct tw_timed timed = {.launch = launch, .what = &launches, .ahead = 1, .launches = 1};
        struct tw_error error = TW_ERROR_INIT;
        struct tw_timer timer;
        double took[1] = {1};
        start(NULL);
        world.fail_at = k;
        int code = tw_timer_open(&timer, &driver, world.stream, &error);
        if (!code) code = tw_timer_repeat(&timer, &timed, 0, 1, took, &error);
        assert_int_equal(code, k <= 8 ? TW_DRIVER : TW_OK);
        assert_int_equal(world.calls, k <= 8 ? k : 8); /* nothing is asked after a failure */
        if (k > 2 && k <= 8) assert_true(took[0] == 0);
        if (code) assert_non_null(strstr(error.message, "words"));
        tw_timer_close(&timer);
        assert_int_equal(world.events, 0);
        tw_error_free(&error);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(what_is_ahead_is_not_timed, start),
        cmocka_unit_test_setup(warm_up_is_forgotten, start),
        cmocka_unit_test_setup(halves_make_a_whole, start),
        cmocka_unit_test_setup(the_simulator_has_no_times, start),
        cmocka_unit_test_setup(every_call_fails_once, start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
