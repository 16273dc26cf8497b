/* A fuzz target as libFuzzer calls it. Bytes that are not taken stay in its corpus, as errors have paths of their own. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    fuzz_one(bytes, size);
    return 0;
}
