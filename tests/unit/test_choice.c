/* The words of --device, lists of cards, and cards sorted by kind. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "tune/devices/cards.h"

static void words_are_read(void **state)
{
    static const struct {
        const char *text;
        int kind, ordinal;
        const char *cards;
    } good[] = {
        {"auto", TW_CHOICE_AUTO, 0, ""},
        {"sim", TW_CHOICE_SIM, 0, ""},
        {"cuda", TW_CHOICE_CUDA, 0, ""},
        {"cuda:0", TW_CHOICE_CUDA, 0, ""},
        {"cuda:1023", TW_CHOICE_CUDA, 1023, ""},
        {"cuda:all", TW_CHOICE_CARDS, 0, "all"},
        {"cuda:0,2", TW_CHOICE_CARDS, 0, "0,2"},
        {"cuda:GPU-8f", TW_CHOICE_CARDS, 0, "GPU-8f"},
        {"cuda:3,GPU-8F6d0e1a-0123-4567-89ab-cdef01234567,MIG-0", TW_CHOICE_CARDS, 0,
         "3,GPU-8F6d0e1a-0123-4567-89ab-cdef01234567,MIG-0"},
    };
    static const char *const bad[] = {"",           "gpu",        "cuda0",       "cuda:",      "cuda:,",
                                      "cuda:0,",    "cuda:,0",    "cuda:-1",     "cuda:1024",  "cuda:0x1",
                                      "cuda:all,0", "cuda:0,all", "cuda:GPU-",   "cuda:GPU-x", "cuda:gpu-8f",
                                      "cuda:0 1",   "sim:all",    "cuda:12345,0"};
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        struct tw_choice choice = {.ordinal = 7, .cards = "9"};
        assert_true(tw_choice_parse(good[i].text, &choice));
        assert_int_equal(choice.kind, good[i].kind);
        assert_int_equal(choice.ordinal, good[i].ordinal);
        assert_string_equal(choice.cards, good[i].cards);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct tw_choice choice = {0};
        if (tw_choice_parse(bad[i], &choice)) fail_msg("'%s' is read", bad[i]);
    }
}

static void lists_have_an_end(void **state)
{
    char text[TW_CARDS_TEXT + 8] = "cuda:";
    struct tw_choice choice = {0};
    (void)state;
    for (size_t i = 0; i < TW_CARDS_TEXT - 1; i++) text[5 + i] = i % 2 ? ',' : '1';
    assert_true(tw_choice_parse(text, &choice));
    assert_int_equal(strlen(choice.cards), TW_CARDS_TEXT - 1);
    strcat(text, "1");
    assert_false(tw_choice_parse(text, &choice));
}

static void cards_are_sorted_by_kind(void **state)
{
    struct tw_card cards[] = {{.ordinal = 0, .name = "A"}, {.ordinal = 1, .name = "B"},
                              {.ordinal = 2, .name = "A"}, {.ordinal = 3, .name = "C"},
                              {.ordinal = 4, .name = "B"}, {.ordinal = 5, .name = "A"}};
    static const int order[] = {0, 2, 5, 1, 4, 3};
    unsigned sizes[3], kinds = 0;
    (void)state;
    for (unsigned done = 0; done < 6; kinds++) {
        sizes[kinds] = tw_cards_group(cards + done, 6 - done);
        done += sizes[kinds];
    }
    assert_int_equal(kinds, 3);
    assert_true(sizes[0] == 3 && sizes[1] == 2 && sizes[2] == 1);
    for (int i = 0; i < 6; i++) assert_int_equal(cards[i].ordinal, order[i]);
    cards[1].target.multiprocessors = 8; /* a part of a card is another kind */
    assert_false(tw_cards_are_alike(&cards[0], &cards[1]));
    assert_true(tw_cards_are_alike(&cards[0], &cards[2]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_are_read),
        cmocka_unit_test(lists_have_an_end),
        cmocka_unit_test(cards_are_sorted_by_kind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
