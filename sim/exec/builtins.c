/*
 * The driver's functions: printf and the failure of an assertion, which keep their texts for the host (output.h),
 * malloc and free (heap.h), and launches (children.h). Their parameters are those that compilers give them:
 *
 *     int vprintf(const char *format, void *arguments)         each aligned to its size, 4 or 8 bytes
 *     void __assertfail(message, file, unsigned line, function, size_t bytes_of_a_character)
 *     void *malloc(size_t), void free(void *)
 */
#include "sim/exec/builtins.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "sim/check/finding.h"
#include "sim/exec/call.h"
#include "sim/exec/children.h"
#include "sim/exec/memory/heap.h"
#include "sim/exec/numbers/float_bits.h"
#include "sim/exec/output.h"

#define MOST_TEXT   8192u /* bytes of a string that is printed */
#define MOST_FIELD  32u   /* bytes of a conversion, "%-08.3f" */
#define MOST_DIGITS 4u    /* of a width or precision: a field has less than 10,000 bytes */

/* A string up to its end. False: a finding. */
static bool add_string(struct tw_warp *warp, const struct tw_op *op, unsigned lane, uint64_t address,
                       struct tw_text *text)
{
    char c = 1;
    for (unsigned i = 0; c && i < MOST_TEXT; i++) {
        if (!tw_call_read(warp, op, lane, address + i, &c, 1)) return false;
        if (c) tw_text_addf(text, "%c", c);
    }
    return true;
}

/* --- printf */

struct format {
    struct tw_warp *warp;
    const struct tw_op *op;
    unsigned lane;
    uint64_t arguments; /* address of the next */
    uint32_t count;
    struct tw_text text;
};

static bool next_argument(struct format *format, uint64_t bytes, uint64_t *bits)
{
    uint64_t at = (format->arguments + bytes - 1) & ~(bytes - 1);
    *bits = 0;
    format->arguments = at + bytes;
    format->count++;
    return tw_call_read(format->warp, format->op, format->lane, at, bits, bytes);
}

/* Flags, width and precision as they are, with numbers for "*"; how many bytes the argument has, in *wide. */
static bool add_field(struct format *format, const char **at, struct tw_text *field, bool *wide)
{
    tw_text_add(field, "%");
    for (unsigned digits = 0; **at && strchr("-+ #0123456789.*", **at); ++*at) {
        uint64_t number;
        digits = **at >= '0' && **at <= '9' ? digits + 1 : 0;
        if (**at != '*') {
            if (digits <= MOST_DIGITS && field->length < MOST_FIELD) tw_text_addf(field, "%c", **at);
            continue;
        }
        if (!next_argument(format, 4, &number)) return false;
        if (field->length < MOST_FIELD) tw_text_addf(field, "%d", (int)number % 10000);
    }
    for (*wide = false; **at && strchr("hlLjzt", **at); ++*at) *wide = *wide || **at != 'h';
    return true;
}

/* The lengths "h" and "hh" of an int that was passed. */
static uint64_t narrowed(uint64_t bits, const char *end, bool is_signed)
{
    unsigned h = 0;
    while (end[-1 - (int)h] == 'h') h++;
    if (h == 1) return is_signed ? (uint64_t)(int64_t)(int16_t)bits : (uint16_t)bits;
    if (h >= 2) return is_signed ? (uint64_t)(int64_t)(int8_t)bits : (uint8_t)bits;
    return bits;
}

static void add_number(struct format *format, struct tw_text *field, char conversion, uint64_t bits)
{
    const double value = tw_as_f64(bits);
    if (strchr("fFeEgGaA", conversion)) {
        tw_text_addf(field, "%c", conversion);
        tw_text_addf(&format->text, tw_text_string(field), value);
    } else if (conversion == 'c') {
        tw_text_add(field, "c");
        tw_text_addf(&format->text, tw_text_string(field), (int)bits);
    } else if (conversion == 'p') {
        tw_text_add(field, "p");
        tw_text_addf(&format->text, tw_text_string(field), (void *)(uintptr_t)bits);
    } else {
        tw_text_addf(field, "ll%c", conversion);
        tw_text_addf(&format->text, tw_text_string(field), (long long)bits);
    }
}

static bool add_converted(struct format *format, const char **at)
{
    struct tw_text field = {0};
    bool wide;
    uint64_t bits = 0;
    bool good = add_field(format, at, &field, &wide);
    char conversion = **at;
    bool is_signed = conversion == 'd' || conversion == 'i';
    if (good && conversion == '%') {
        tw_text_add(&format->text, "%");
    } else if (good && conversion == 's') {
        struct tw_text string = {0};
        good = next_argument(format, 8, &bits);
        if (good && bits) good = add_string(format->warp, format->op, format->lane, bits, &string);
        if (good && !bits) tw_text_add(&string, "(null)");
        tw_text_add(&field, "s");
        if (good) tw_text_addf(&format->text, tw_text_string(&field), tw_text_string(&string));
        tw_text_free(&string);
    } else if (good && conversion && strchr("diouxXcpfFeEgGaA", conversion)) {
        bool eight = conversion == 'p' || strchr("fFeEgGaA", conversion) || wide;
        good = next_argument(format, eight ? 8 : 4, &bits);
        if (is_signed && !eight) bits = (uint64_t)(int64_t)(int32_t)bits;
        add_number(format, &field, conversion, narrowed(bits, *at, is_signed));
    } else if (good) {
        tw_text_add(&format->text, tw_text_string(&field)); /* no conversion: printed as it is */
        if (conversion) tw_text_addf(&format->text, "%c", conversion);
    }
    if (conversion) ++*at;
    tw_text_free(&field);
    return good;
}

static void keep(struct tw_warp *warp, struct tw_text *text, uint32_t bytes, bool is_error)
{
    struct tw_sim_worker *worker = warp->worker;
    struct tw_print print = {worker->block_number, bytes, is_error,
                             text->failed ? NULL : strdup(tw_text_string(text))};
    tw_output_add(&worker->output, print, worker->running->output_limit);
}

/* The result is how many arguments there were; -1 without a format. */
static bool print_one(struct tw_warp *warp, const struct tw_op *op, unsigned lane)
{
    struct tw_text pattern = {0};
    uint64_t address = tw_call_argument(warp, op, 0, lane);
    struct format format = {warp, op, lane, tw_call_argument(warp, op, 1, lane), 0, {0}};
    bool good = !address || add_string(warp, op, lane, address, &pattern);
    const char *at = tw_text_string(&pattern);
    while (good && *at) {
        size_t plain = strcspn(at, "%");
        tw_text_addf(&format.text, "%.*s", (int)plain, at);
        at += plain;
        if (*at) {
            at++;
            good = add_converted(&format, &at);
        }
    }
    if (good && address) keep(warp, &format.text, TW_OUTPUT_BYTES + 8 * format.count, false);
    if (good) tw_call_result(warp, op, lane, address ? format.count : UINT32_MAX);
    tw_text_free(&pattern);
    tw_text_free(&format.text);
    return good;
}

static void print(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    for (unsigned lane = 0; lane < 32; lane++) {
        if (active >> lane & 1u && !print_one(warp, op, lane)) return;
    }
}

/* --- assertions: "file:line: function: block: [0,0,0], thread: [3,0,0] Assertion `x` failed." */

static bool assert_one(struct tw_warp *warp, const struct tw_op *op, unsigned lane, struct tw_text *message)
{
    const uint32_t *block = warp->worker->block, *size = warp->worker->running->launch->block;
    uint32_t thread = warp->number * 32 + lane;
    struct tw_text text = {0};
    bool good = add_string(warp, op, lane, tw_call_argument(warp, op, 1, lane), &text);
    tw_text_addf(&text, ":%u: ", (unsigned)tw_call_argument(warp, op, 2, lane));
    good = good && add_string(warp, op, lane, tw_call_argument(warp, op, 3, lane), &text);
    tw_text_addf(&text, ": block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `", block[0], block[1], block[2],
                 thread % size[0], thread / size[0] % size[1], thread / size[0] / size[1]);
    good = good && add_string(warp, op, lane, tw_call_argument(warp, op, 0, lane), message);
    tw_text_addf(&text, "%s` failed.\n", tw_text_string(message));
    if (good) keep(warp, &text, TW_OUTPUT_BYTES, true);
    tw_text_free(&text);
    return good;
}

/* All lanes that fail together say so; the first is the finding. */
static void assert_fail(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    unsigned first = (unsigned)__builtin_ctz(active);
    struct tw_text message = {0};
    bool good = true;
    for (unsigned lane = 0; good && lane < 32; lane++) {
        struct tw_text other = {0};
        if (active >> lane & 1u) good = assert_one(warp, op, lane, lane == first ? &message : &other);
        tw_text_free(&other);
    }
    if (good)
        tw_find(warp, op, TW_SIM_ASSERT, first, "the assertion \"%.200s\" failed", tw_text_string(&message));
    tw_text_free(&message);
}

/* --- memory */

static void take(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    struct tw_heap *heap = warp->worker->running->machine->heap;
    for (unsigned lane = 0; lane < 32; lane++) {
        if (active >> lane & 1u)
            tw_call_result(warp, op, lane,
                           heap ? tw_heap_take(heap, tw_call_argument(warp, op, 0, lane)) : 0);
    }
}

static void give(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    struct tw_heap *heap = warp->worker->running->machine->heap;
    warp->worker->last = (struct tw_allocation){0}; /* it may be what is given back */
    for (unsigned lane = 0; lane < 32; lane++) {
        uint64_t address = active >> lane & 1u ? tw_call_argument(warp, op, 0, lane) : 0;
        if (!address || (heap && tw_heap_give(heap, address))) continue;
        tw_find(warp, op, TW_SIM_BAD_ADDRESS, lane,
                "free of 0x%llx, which malloc has not given, or no longer", (unsigned long long)address);
        return;
    }
}

/* --- conditions of graphs: void cudaGraphSetConditional(unsigned long long handle, unsigned value) */

/* Where threads set one at the same time any may win, so there is no order between them. */
static void set_condition(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    for (unsigned lane = 0; lane < 32; lane++) {
        if (!(active >> lane & 1u)) continue;
        uint64_t handle = tw_call_argument(warp, op, 0, lane);
        uint32_t *value = tw_machine_condition(warp->worker->running->machine, handle);
        if (!value) {
            tw_find(warp, op, TW_SIM_BAD_ADDRESS, lane,
                    "cudaGraphSetConditional of 0x%llx, which is no handle of a condition",
                    (unsigned long long)handle);
            return;
        }
        __atomic_store_n(value, (uint32_t)tw_call_argument(warp, op, 1, lane), __ATOMIC_RELAXED);
    }
}

tw_run *tw_builtin_find(const char *name)
{
    static const struct {
        const char *name;
        tw_run *run;
    } builtins[] = {{"vprintf", print},
                    {"__assertfail", assert_fail},
                    {"malloc", take},
                    {"free", give},
                    {"cudaGraphSetConditional", set_condition}};
    for (size_t i = 0; i < sizeof builtins / sizeof *builtins; i++) {
        if (strcmp(builtins[i].name, name) == 0) return builtins[i].run;
    }
    return tw_children_find(name);
}
