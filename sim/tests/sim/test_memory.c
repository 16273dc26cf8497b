/* The simulated global memory: addresses, gaps, reuse, limits; lookups against a search through a plain list.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "sim/exec/memory/memory.h"

static int setup(void **state)
{
    *state = tw_machine_new(tw_target_find(90));
    return *state ? 0 : -1;
}

static int teardown(void **state)
{
    tw_machine_free(*state);
    return 0;
}

static void addresses_are_aligned_and_apart(void **state)
{
    struct tw_machine *machine = *state;
    uint64_t sizes[] = {1, 511, 512, 513, 4096, 1 << 20}, end = 0;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        uint64_t address = tw_machine_alloc(machine, sizes[i]);
        assert_true(address >= TW_GLOBAL_FIRST && address % TW_GLOBAL_ALIGN == 0);
        assert_true(address >= end + (i ? 65536 : 0));
        end = address + sizes[i];
    }
}

static void bounds_are_exact_to_the_byte(void **state)
{
    struct tw_machine *machine = *state;
    uint64_t a = tw_machine_alloc(machine, 1000);
    unsigned char *host = tw_machine_memory(machine, a, 1000);
    assert_non_null(host);
    assert_ptr_equal(tw_machine_memory(machine, a + 999, 1), host + 999);
    assert_null(tw_machine_memory(machine, a, 1001));
    assert_null(tw_machine_memory(machine, a + 999, 2));
    assert_null(tw_machine_memory(machine, a + 1000, 1));
    assert_null(tw_machine_memory(machine, a - 1, 1));
    assert_null(tw_machine_memory(machine, a - 1, 2));
    assert_null(tw_machine_memory(machine, a + 8, UINT64_MAX));
    assert_null(tw_machine_memory(machine, 0, 1));
    assert_null(tw_machine_memory(machine, UINT64_MAX, 1));
}

static void fresh_memory_is_poisoned(void **state)
{
    struct tw_machine *machine = *state;
    unsigned char *host = tw_machine_memory(machine, tw_machine_alloc(machine, 777), 777);
    for (size_t i = 0; i < 777; i++) assert_int_equal(host[i], TW_GLOBAL_POISON);
}

static void freed_memory_is_gone_and_not_reused(void **state)
{
    struct tw_machine *machine = *state;
    uint64_t first = tw_machine_alloc(machine, 4096);
    assert_true(tw_machine_release(machine, first));
    assert_false(tw_machine_release(machine, first));
    for (int i = 0; i < 1000; i++) {
        uint64_t address = tw_machine_alloc(machine, 4096);
        assert_null(tw_machine_memory(machine, first, 1));
        assert_true(tw_machine_release(machine, address));
    }
    assert_int_equal(machine->used, 0);
}

static void only_a_beginning_can_be_released(void **state)
{
    struct tw_machine *machine = *state;
    uint64_t address = tw_machine_alloc(machine, 4096);
    assert_false(tw_machine_release(machine, address + 512));
    assert_false(tw_machine_release(machine, address - 512));
    assert_false(tw_machine_release(machine, 0));
    assert_non_null(tw_machine_memory(machine, address, 4096));
}

static void too_much_fails_cleanly(void **state)
{
    struct tw_machine *machine = *state;
    assert_int_equal(tw_machine_alloc(machine, 0), 0);
    assert_int_equal(tw_machine_alloc(machine, UINT64_MAX), 0);
    assert_int_equal(tw_machine_alloc(machine, machine->total + 1), 0);
    machine->total = 10000;
    uint64_t address = tw_machine_alloc(machine, 6000);
    assert_int_not_equal(address, 0);
    assert_int_equal(tw_machine_alloc(machine, 4001), 0);
    assert_int_not_equal(tw_machine_alloc(machine, 4000), 0);
    assert_int_equal(machine->used, 10000);
}

/* At the end of the address range the search comes round and finds the holes between what is still there. */
/* Where it is tracked what is written, each byte takes two of the host's: together they stay below what the host has. */
static void what_is_known_of_memory_counts(void **state)
{
    (void)state;
    const uint64_t part = (uint64_t)1 << 20;
    uint64_t address = 0;
    for (unsigned tracks = 0; tracks < 2; tracks++) {
        struct tw_machine *machine = tw_machine_new(tw_target_find(90));
        assert_non_null(machine);
        machine->host = 16 * part; /* of which 15 parts of 16 are given out */
        machine->total = 12 * part;
        tw_machine_track(machine, tracks);
        unsigned count = 0;
        for (uint64_t got; (got = tw_machine_alloc(machine, part)); count++) address = got;
        assert_int_equal(count, tracks ? 7 : 12);
        assert_int_equal(machine->tracking, tracks * count * part);
        assert_true(tw_machine_release(machine, address));
        assert_int_equal(machine->tracking, machine->tracks ? machine->used : 0);
        assert_int_not_equal(tw_machine_alloc(machine, part), 0);
        tw_machine_free(machine);
    }
}

static void addresses_come_round(void **state)
{
    struct tw_machine *machine = *state;
    uint64_t low = tw_machine_alloc(machine, 4096);
    machine->next = TW_GLOBAL_LAST - 4096;
    uint64_t wrapped = tw_machine_alloc(machine, 4096);
    assert_true(wrapped > low + 4096 && wrapped < low + (16u << 20));
    assert_true(tw_machine_release(machine, low));
    machine->next = TW_GLOBAL_LAST - 4096;
    assert_int_equal(tw_machine_alloc(machine, 4096), TW_GLOBAL_FIRST);
    assert_ptr_not_equal(tw_machine_memory(machine, wrapped, 4096), tw_machine_memory(machine, low, 4096));
}

static void host_memory_can_be_mapped_at_its_own_address(void **state)
{
    struct tw_machine *machine = *state;
    static unsigned char host[100];
    assert_true(tw_machine_map(machine, (uintptr_t)host, host, sizeof host));
    assert_ptr_equal(tw_machine_memory(machine, (uintptr_t)host + 99, 1), host + 99);
    assert_null(tw_machine_memory(machine, (uintptr_t)host + 99, 2));
    assert_false(tw_machine_map(machine, (uintptr_t)host + 50, host + 50, 1));
    assert_int_equal(machine->used, 0);
    assert_true(tw_machine_release(machine, (uintptr_t)host));
    assert_null(tw_machine_memory(machine, (uintptr_t)host, 1));
    assert_true(tw_machine_map(machine, (uintptr_t)host + 50, host + 50, 10));
    assert_false(tw_machine_map(machine, (uintptr_t)host, host, sizeof host));
}

#define LIVE 64

struct block {
    uint64_t address, bytes;
};

static const struct block *search(const struct block *live, uint64_t address)
{
    for (int i = 0; i < LIVE; i++) {
        if (live[i].address && address >= live[i].address && address - live[i].address < live[i].bytes)
            return &live[i];
    }
    return NULL;
}

static void lookups_agree_with_a_plain_search(void **state)
{
    struct tw_machine *machine = *state;
    struct block live[LIVE] = {{0, 0}};
    srand(1);
    for (int step = 0; step < 5000; step++) {
        struct block *block = &live[rand() % LIVE];
        if (block->address) {
            assert_true(tw_machine_release(machine, block->address));
            block->address = 0;
        } else {
            *block = (struct block){.bytes = (uint64_t)rand() % 5000 + 1};
            block->address = tw_machine_alloc(machine, block->bytes);
            assert_int_not_equal(block->address, 0);
        }
        struct tw_allocation last = {0};
        for (int probe = 0; probe < 8; probe++) {
            const struct block *near = &live[rand() % LIVE];
            uint64_t address = near->address + (uint64_t)(rand() % 6000) - 500,
                     bytes = (uint64_t)rand() % 16 + 1;
            const struct block *home = search(live, address);
            bool inside = home && address + bytes <= home->address + home->bytes;
            assert_int_equal(tw_machine_at(machine, &last, address, bytes) != NULL, inside);
            assert_ptr_equal(tw_machine_memory(machine, address, bytes),
                             tw_machine_at(machine, &last, address, bytes));
        }
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(addresses_are_aligned_and_apart),
        TEST(bounds_are_exact_to_the_byte),
        TEST(fresh_memory_is_poisoned),
        TEST(freed_memory_is_gone_and_not_reused),
        TEST(only_a_beginning_can_be_released),
        TEST(too_much_fails_cleanly),
        cmocka_unit_test(what_is_known_of_memory_counts),
        TEST(addresses_come_round),
        TEST(lookups_agree_with_a_plain_search),
        TEST(host_memory_can_be_mapped_at_its_own_address),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
