/* The messages' reference: what was put in comes out, other noise in every trial, and of every type as many bytes as there are. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "gen/text/render.h"
#include "runtime/references/reference.h"

#define FAMILY "message"
#include "tests/family_cases.h"
#include "tests/kernel_cases.h"

enum { IN, OUT };

static void check(const char *members, size_t bytes)
{
    struct expanded config = config_of(members);
    struct tw_kernel kernel;
    struct tw_trial trials[2][CASE_ARGUMENTS] = {{{0}}};
    assert_int_equal(tw_render(&config.of, &config.of.variant[0], &tw_rendering_main, NULL, &kernel, NULL),
                     TW_OK);
    for (unsigned t = 0; t < 2; t++) {
        unsigned char *in = calloc(bytes + 1, 1), *out = calloc(bytes + 1, 1);
        assert_true(in && out);
        in[bytes] = out[bytes] = 0x77; /* behind the end */
        trials[t][IN].before = in;
        trials[t][OUT].after = out;
        assert_int_equal(tw_reference_find("message")->fill(&kernel, t, trials[t], NULL), TW_OK);
        assert_memory_equal(in, out, bytes + 1);
        assert_int_equal(in[bytes], 0x77);
    }
    /* What is left of one trial is wrong in the next. */
    const unsigned char *first = trials[0][IN].before, *second = trials[1][IN].before;
    for (size_t word = 0; word + 4 <= bytes; word += 4)
        assert_memory_not_equal(first + word, second + word, 4);
    for (unsigned t = 0; t < 2; t++) {
        free(trials[t][IN].before);
        free(trials[t][OUT].after);
    }
    tw_kernel_free(&kernel);
    expanded_free(&config);
}

static void what_goes_in_comes_out(void **state)
{
    (void)state;
    check("\"n\":100,\"pairs\":3", 1200);
    check("\"n\":33,\"pairs\":7,\"type\":\"float64\",\"fence\":\"none\"", 1848);
    check("\"n\":1,\"pairs\":1,\"type\":\"int64\"", 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_goes_in_comes_out)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
