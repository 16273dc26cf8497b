/*
 * What each fuzz target is: one function over any bytes, which aborts where something that must hold does not. Under libFuzzer
 * (entry.c) it is called with whatever the fuzzer makes; in any build replay.c calls it with the seeds.
 */
#ifndef FUZZ_H
#define FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether the bytes were taken as what the target reads. Seeds that are not taken lead a fuzzer nowhere (replay.c). */
bool fuzz_one(const uint8_t *bytes, size_t size);

#endif
