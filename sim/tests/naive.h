/*
 * naive.h - PTX one thread and one instruction at a time, written from the ISA: what the simulator must agree
 * with, and what its speed is told beside.
 *
 * It shares the parser with the simulator and nothing else, and knows what compilers make of plain kernels:
 * arithmetic of 16 to 64 bits and of f32 and f64, conversions, selection, branches, bar.sync 0, memory. Nothing
 * is counted but how often threads came to each instruction; nothing is checked but that an address exists.
 */
#ifndef TESTS_SIM_NAIVE_H
#define TESTS_SIM_NAIVE_H

#include "sim/ptx/ir.h"

struct naive_memory { /* global memory: a device address and where its bytes are */
    uint64_t address, bytes;
    unsigned char *host;
};

struct naive_launch {
    const struct tw_ptx_function *function;
    const struct tw_ptx_module *module;
    uint32_t grid[3], block[3];
    const void *parameters;
    const struct naive_memory *memory;
    size_t memory_count;
    uint64_t *visits; /* NULL, or by instruction: how often threads came to it */
};

/* NULL, or why the kernel could not be run to its end: an instruction that is not known, a bad address. */
const char *naive_run(const struct naive_launch *launch);

/* --- naive_values.c: what instructions compute */

struct naive_step;
/* Operands are the lower bits of the numbers, those above their types' 0; so is the result once it is cut. */
typedef uint64_t naive_compute(const struct naive_step *step, uint64_t a, uint64_t b, uint64_t c);

struct naive_operand {
    enum { NAIVE_VALUE, NAIVE_REGISTER, NAIVE_SPECIAL } kind;
    uint32_t index;
    uint64_t value;
    bool negated; /* of a predicate */
};

#define NAIVE_OPERANDS 5u

/* An instruction, read once. */
struct naive_step {
    enum { NAIVE_COMPUTE, NAIVE_LOAD, NAIVE_STORE, NAIVE_BRANCH, NAIVE_BARRIER, NAIVE_EXIT } what;
    naive_compute *compute;
    enum tw_ptx_kind kind, from_kind; /* of the first type, and the second */
    unsigned bits, from_bits;
    unsigned result_bits; /* twice as many as `bits` for .wide */
    unsigned compare, combine;
    unsigned whole; /* a float becomes an integer: nearest, minus, plus, zero; 0: it does not */
    bool guarded, guard_negated;
    uint32_t guard, target;
    char space; /* g, s, l, p; 0: generic */
    struct naive_operand base;
    uint64_t offset;
    /* what is written, or what a load or store moves; what is read */
    struct naive_operand to[NAIVE_OPERANDS], from[NAIVE_OPERANDS];
    unsigned to_count, from_count;
};

naive_compute naive_sum;

/* Reads the instruction's name; false when it is not known. */
bool naive_name(const struct tw_ptx_instruction *instruction, struct naive_step *step);

#endif
