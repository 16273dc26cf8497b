/* What histogram.cu must compute: how often each byte occurs. */
#include <tilewright/reference.h>

int histogram(unsigned count, const struct tw_reference_argument *arguments)
{
    const unsigned char *in = arguments[0].data;
    uint32_t *counts = arguments[1].data; // zeros so far: its fill says so
    for (uint64_t i = 0; i < arguments[0].count; i++) counts[in[i]]++;
    return count < 2;
}
