/* The architectures: a table of what a multiprocessor of each has, and how one is found in it. */
#include <tilewright/target.h>

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#define KB(n) ((n)*1024u)

/* KB of shared memory an SM can be configured with; the rest of the same memory is L1 cache. */
#define UP_TO_96                                                                                             \
    {                                                                                                        \
        0, 8, 16, 32, 64, 96                                                                                 \
    }
#define UP_TO_100                                                                                            \
    {                                                                                                        \
        0, 8, 16, 32, 64, 100                                                                                \
    }
#define UP_TO_164                                                                                            \
    {                                                                                                        \
        0, 8, 16, 32, 64, 100, 132, 164                                                                      \
    }
#define UP_TO_228                                                                                            \
    {                                                                                                        \
        0, 8, 16, 32, 64, 100, 132, 164, 196, 228                                                            \
    }

/* clang-format off */
static const struct tw_target targets[] = {
    /*   shared memory of a          of an SM         registers of     register    shared           SMs of, blocks
     * sm   block     SM      reserve  threads blocks  an SM  a block  partitions  unit  carveouts  the card, of a cluster */
    {50,  KB(48),  KB(64),  0,      2048,   32,     65536, 65536,   4,          256,  {64},      5, 1}, /* GeForce GTX 750 Ti  */
    {52,  KB(48),  KB(96),  0,      2048,   32,     65536, 65536,   4,          256,  {96},      22, 1}, /* GeForce GTX 980 Ti  */
    {53,  KB(48),  KB(64),  0,      2048,   32,     65536, 32768,   4,          256,  {64},      2, 1}, /* Jetson TX1          */
    {60,  KB(48),  KB(64),  0,      2048,   32,     65536, 65536,   2,          256,  {64},      56, 1}, /* Tesla P100          */
    {61,  KB(48),  KB(96),  0,      2048,   32,     65536, 65536,   4,          256,  {96},      28, 1}, /* GeForce GTX 1080 Ti */
    {62,  KB(48),  KB(64),  0,      2048,   32,     65536, 32768,   4,          256,  {64},      2, 1}, /* Jetson TX2          */
    {70,  KB(96),  KB(96),  0,      2048,   32,     65536, 65536,   4,          256,  UP_TO_96,  80, 1}, /* Tesla V100          */
    {72,  KB(96),  KB(96),  0,      2048,   32,     65536, 65536,   4,          256,  UP_TO_96,  8, 1}, /* Jetson AGX Xavier   */
    {75,  KB(64),  KB(64),  0,      1024,   16,     65536, 65536,   4,          256,  {32, 64},  40, 1}, /* Tesla T4            */
    {80,  KB(163), KB(164), KB(1),  2048,   32,     65536, 65536,   4,          128,  UP_TO_164, 108, 1}, /* A100                */
    {86,  KB(99),  KB(100), KB(1),  1536,   16,     65536, 65536,   4,          128,  UP_TO_100, 82, 1}, /* GeForce RTX 3090    */
    {87,  KB(163), KB(164), KB(1),  1536,   16,     65536, 65536,   4,          128,  UP_TO_164, 16, 1}, /* Jetson AGX Orin     */
    {89,  KB(99),  KB(100), KB(1),  1536,   24,     65536, 65536,   4,          128,  UP_TO_100, 128, 1}, /* GeForce RTX 4090    */
    {90,  KB(227), KB(228), KB(1),  2048,   32,     65536, 65536,   4,          128,  UP_TO_228, 132, 8}, /* H200                */
    {100, KB(227), KB(228), KB(1),  2048,   32,     65536, 65536,   4,          128,  UP_TO_228, 148, 8}, /* B200                */
    {103, KB(227), KB(228), KB(1),  2048,   32,     65536, 65536,   4,          128,  UP_TO_228, 148, 8}, /* B300                */
    {110, KB(227), KB(228), KB(1),  1536,   24,     65536, 65536,   4,          128,  UP_TO_228, 20, 8}, /* Jetson Thor         */
    {120, KB(99),  KB(100), KB(1),  1536,   24,     65536, 65536,   4,          128,  UP_TO_100, 170, 8}, /* GeForce RTX 5090    */
    {121, KB(99),  KB(100), KB(1),  1536,   24,     65536, 65536,   4,          128,  UP_TO_100, 48, 8}, /* DGX Spark           */
};
/* clang-format on */

const struct tw_target *tw_targets(unsigned *count)
{
    if (count) *count = sizeof targets / sizeof *targets;
    return targets;
}

const struct tw_target *tw_target_find(unsigned sm)
{
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
        if (targets[i].sm == sm) return &targets[i];
    }
    return NULL;
}

const struct tw_target *tw_target_nearest(unsigned sm)
{
    const struct tw_target *nearest = targets;
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
        if (targets[i].sm <= sm) nearest = &targets[i];
    }
    return nearest;
}

unsigned tw_target_parse(const char *text)
{
    unsigned sm = 0;
    if (!text || strncmp(text, "sm_", 3) != 0) return 0;
    const char *digit = text + 3;
    for (; *digit >= '0' && *digit <= '9' && sm < 1000; digit++) sm = sm * 10 + (unsigned)(*digit - '0');
    bool complete = *digit == '\0' || ((*digit == 'a' || *digit == 'f') && digit[1] == '\0');
    return complete && tw_target_find(sm) ? sm : 0;
}
