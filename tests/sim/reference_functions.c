/* The shared library of reference functions that test_expected.c names: right ones, and those that fail in every way. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <tilewright/reference.h>

enum { A, C, S, T, W, LENGTH };

tw_reference_function right, odd_ones, crashes, aborts, returns_three, fails_the_second_time, exits,
    never_returns, prints, downwards, signals_its_group, leaves_a_process, takes_memory;

static int compute(const struct tw_reference_argument *arguments, unsigned step)
{
    float *a = arguments[A].data, *c = arguments[C].data;
    const float *w = arguments[W].data;
    int32_t *s = arguments[S].data, *t = arguments[T].data, n;
    memcpy(&n, arguments[LENGTH].data, sizeof n);
    if (arguments[A].element != TW_FLOAT32 || strcmp(arguments[S].name, "s") != 0) return 9;
    for (int32_t i = step - 1; i < n; i += step) c[i] = a[i] * w[1];
    for (int32_t i = 0; i < n; i++) s[i] += 3;
    for (uint64_t i = 0; i < arguments[T].count; i++) t[i] = n + (int32_t)i;
    a[0] = 99; /* its own: the next call finds it as it was given */
    return 0;
}

int right(unsigned count, const struct tw_reference_argument *arguments)
{
    return count == LENGTH + 1 ? compute(arguments, 1) : 8;
}

int odd_ones(unsigned count, const struct tw_reference_argument *arguments)
{
    return count == LENGTH + 1 ? compute(arguments, 2) : 8;
}

int prints(unsigned count, const struct tw_reference_argument *arguments)
{
    printf("a word of the function's\n");
    fflush(stdout);
    return right(count, arguments);
}

int signals_its_group(unsigned count, const struct tw_reference_argument *arguments)
{
    kill(0, SIGTERM);
    return right(count, arguments);
}

int leaves_a_process(unsigned count, const struct tw_reference_argument *arguments)
{
    if (fork() == 0) {
        for (;;) pause();
    }
    return right(count, arguments);
}

/* Thousands of gigabytes, which nothing is written to. */
int takes_memory(unsigned count, const struct tw_reference_argument *arguments)
{
    for (int i = 0; i < 4096; i++) {
        if (mmap(NULL, 1u << 30, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1,
                 0) == MAP_FAILED)
            return 7;
    }
    return right(count, arguments);
}

/* Fills one argument with n - 1, ..., 1, 0. */
int downwards(unsigned count, const struct tw_reference_argument *arguments)
{
    float *out = arguments[0].data;
    for (uint64_t i = 0; i < arguments[0].count; i++) out[i] = (float)(arguments[0].count - 1 - i);
    return count != 1;
}

int crashes(unsigned count, const struct tw_reference_argument *arguments)
{
    volatile int *nowhere = NULL;
    *nowhere = (int)count;
    return arguments == NULL;
}

int aborts(unsigned count, const struct tw_reference_argument *arguments)
{
    (void)count;
    (void)arguments;
    abort();
}

int returns_three(unsigned count, const struct tw_reference_argument *arguments)
{
    (void)count;
    (void)arguments;
    return 3;
}

int fails_the_second_time(unsigned count, const struct tw_reference_argument *arguments)
{
    static int calls;
    return calls++ ? -1 : right(count, arguments);
}

int exits(unsigned count, const struct tw_reference_argument *arguments)
{
    (void)count;
    (void)arguments;
    exit(0);
}

int never_returns(unsigned count, const struct tw_reference_argument *arguments)
{
    (void)arguments;
    for (volatile unsigned i = 0; i <= count; i %= count) {
    }
    return 0;
}
