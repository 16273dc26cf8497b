/*
 * Two launches, each on freshly poisoned outputs. The poisons differ in every bit, so an element that the
 * kernel does not write is wrong in at least one of the launches, whatever should stand there. Where nothing
 * should be written, in the gaps between rows, each launch must leave its poison.
 */
#include <stdlib.h>
#include <string.h>

#include "runtime/buffers.h"

#define LAUNCHES TW_LAUNCHES
#define poisons  tw_poisons

/* What came back of each buffer, guard zones included, after each launch. */
struct results {
    unsigned char *whole[LAUNCHES][TW_MAX_ARGUMENTS];
    void *second[TW_MAX_ARGUMENTS]; /* what should have come back of the second launch */
};

static int run(const struct tw_buffers *buffers, const struct tw_loaded *loaded, unsigned char poison,
               struct tw_error *error)
{
    const struct tw_driver *driver = &buffers->device->driver;
    int code = tw_buffers_reset(buffers, poison, error);
    if (code == TW_OK) code = tw_buffers_launch(buffers, loaded, &buffers->kernel->shape, error);
    if (code == TW_OK) code = tw_driver_check(driver, driver->cuCtxSynchronize(), "cuCtxSynchronize", error);
    return code;
}

static int read_back(const struct tw_buffers *buffers, unsigned i, unsigned char **whole,
                     struct tw_error *error)
{
    size_t bytes = tw_buffers_whole(buffers, i);
    *whole = malloc(bytes);
    if (!*whole)
        return tw_fail(error, TW_MEMORY, "out of memory for buffer %s",
                       buffers->kernel->shape.arguments[i].name);
    return TW_CALL(&buffers->device->driver, error, cuMemcpyDtoH_v2, *whole, buffers->base[i], bytes);
}

static int run_all(const struct tw_buffers *buffers, const struct tw_loaded *loaded, struct results *results,
                   struct tw_error *error)
{
    for (unsigned launch = 0; launch < LAUNCHES; launch++) {
        int code = run(buffers, loaded, poisons[launch], error);
        for (unsigned i = 0; i < buffers->kernel->shape.argument_count && code == TW_OK; i++) {
            code = read_back(buffers, i, &results->whole[launch][i], error);
        }
        if (code != TW_OK) return code;
    }
    return TW_OK;
}

static void free_results(struct results *results)
{
    for (unsigned i = 0; i < TW_MAX_ARGUMENTS; i++) {
        for (unsigned launch = 0; launch < LAUNCHES; launch++) free(results->whole[launch][i]);
        free(results->second[i]);
    }
}

static bool all_bytes(const unsigned char *from, size_t bytes, unsigned char value)
{
    for (size_t i = 0; i < bytes; i++) {
        if (from[i] != value) return false;
    }
    return true;
}

/* Bytes of a guard zone, `at` bytes into the allocation, that a launch changed. */
static uint64_t changed_bytes(const struct results *results, unsigned i, size_t at, size_t bytes)
{
    uint64_t changed = 0;
    for (size_t byte = at; byte < at + bytes; byte++) {
        changed += results->whole[0][i][byte] != poisons[0] || results->whole[1][i][byte] != poisons[1];
    }
    return changed;
}

/* One element: what should stand there after each launch, and what does. */
struct element {
    const unsigned char *expected[LAUNCHES], *got[LAUNCHES];
};

/* Writes down a wrong element. */
static void note(struct tw_check *check, unsigned buffer, uint64_t index, enum tw_element type,
                 const struct element *element)
{
    if (check->first_count == TW_MISMATCHES_SHOWN) return;
    struct tw_mismatch *mismatch = &check->first[check->first_count++];
    size_t bytes = tw_element_info(type)->bytes;
    unsigned wrong = memcmp(element->got[0], element->expected[0], bytes) != 0 ? 0 : 1;
    mismatch->buffer = buffer;
    mismatch->index = index;
    tw_element_print(type, element->expected[wrong], mismatch->expected);
    if (all_bytes(element->expected[0], bytes, poisons[0]) &&
        all_bytes(element->expected[1], bytes, poisons[1])) {
        strcpy(mismatch->expected, "left alone");
    }
    if (all_bytes(element->got[0], bytes, poisons[0]) && all_bytes(element->got[1], bytes, poisons[1])) {
        strcpy(mismatch->got, "not written");
        return;
    }
    tw_element_print(type, element->got[wrong], mismatch->got);
}

static bool is_right(const struct element *element, size_t bytes)
{
    return memcmp(element->got[0], element->expected[0], bytes) == 0 &&
           memcmp(element->got[1], element->expected[1], bytes) == 0;
}

/* Inputs are compared too: a kernel has no business changing them. */
static void check_elements(const struct tw_buffers *buffers, const struct results *results, unsigned i,
                           struct tw_check *check)
{
    const struct tw_argument *buffer = &buffers->kernel->shape.arguments[i];
    size_t bytes = tw_element_info(buffer->element)->bytes;
    struct element all = {{buffers->expected[i], results->second[i]},
                          {results->whole[0][i] + buffers->guard, results->whole[1][i] + buffers->guard}};
    if (is_right(&all, buffers->bytes[i])) return; /* large buffers at the speed of memory */
    for (uint64_t e = 0; e < buffer->count; e++) {
        struct element element = all;
        for (unsigned launch = 0; launch < LAUNCHES; launch++) {
            element.expected[launch] += e * bytes;
            element.got[launch] += e * bytes;
        }
        if (is_right(&element, bytes)) continue;
        check->mismatches++;
        note(check, i, e, buffer->element, &element);
    }
}

/* The first output buffer as the first launch left it. */
static int keep_output(const struct tw_buffers *buffers, const struct results *results,
                       struct tw_check *check, struct tw_error *error)
{
    for (unsigned i = 0; i < buffers->kernel->shape.argument_count; i++) {
        const struct tw_argument *buffer = &buffers->kernel->shape.arguments[i];
        if (buffer->role != TW_ROLE_OUTPUT) continue;
        check->output = malloc(buffers->bytes[i]);
        if (!check->output) return tw_fail(error, TW_MEMORY, "out of memory for buffer %s", buffer->name);
        memcpy(check->output, results->whole[0][i] + buffers->guard, buffers->bytes[i]);
        check->output_count = buffer->count;
        check->element = buffer->element;
        break;
    }
    return TW_OK;
}

static int compare(const struct tw_buffers *buffers, const struct results *results, struct tw_check *check,
                   struct tw_error *error)
{
    for (unsigned i = 0; i < buffers->kernel->shape.argument_count; i++) {
        size_t behind = buffers->guard + buffers->bytes[i];
        check->guard_bytes_changed +=
            changed_bytes(results, i, 0, buffers->guard) + changed_bytes(results, i, behind, buffers->guard);
        check_elements(buffers, results, i, check);
    }
    check->ok = check->mismatches == 0 && check->guard_bytes_changed == 0;
    return keep_output(buffers, results, check, error);
}

int tw_check(struct tw_device *device, const struct tw_kernel *kernel, const struct tw_loaded *loaded,
             struct tw_check *check, struct tw_error *error)
{
    *check = (struct tw_check){0};
    struct results results = {0};
    struct tw_buffers buffers;
    int code = tw_buffers_open(&buffers, device, kernel, 1, error);
    if (code == TW_OK) code = tw_buffers_expect(&buffers, poisons[1], results.second, error);
    if (code == TW_OK) code = run_all(&buffers, loaded, &results, error);
    if (code == TW_OK) code = compare(&buffers, &results, check, error);
    free_results(&results);
    tw_buffers_close(&buffers);
    if (code != TW_OK) tw_check_free(check);
    return code;
}

void tw_check_free(struct tw_check *check)
{
    free(check->output);
    *check = (struct tw_check){0};
}
