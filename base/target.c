#include <tilewright/target.h>

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#define KB(n) ((n) * 1024u)

static const struct tw_target targets[] = {
    /* sm   block     SM        reserve  threads blocks registers SMs  the card            */
    {50,  KB(48),  KB(64),  0,       2048, 32, 65536, 5},   /* GeForce GTX 750 Ti  */
    {52,  KB(48),  KB(96),  0,       2048, 32, 65536, 22},  /* GeForce GTX 980 Ti  */
    {53,  KB(48),  KB(64),  0,       2048, 32, 65536, 2},   /* Jetson TX1          */
    {60,  KB(48),  KB(64),  0,       2048, 32, 65536, 56},  /* Tesla P100          */
    {61,  KB(48),  KB(96),  0,       2048, 32, 65536, 28},  /* GeForce GTX 1080 Ti */
    {62,  KB(48),  KB(64),  0,       2048, 32, 65536, 2},   /* Jetson TX2          */
    {70,  KB(96),  KB(96),  0,       2048, 32, 65536, 80},  /* Tesla V100          */
    {72,  KB(96),  KB(96),  0,       2048, 32, 65536, 8},   /* Jetson AGX Xavier   */
    {75,  KB(64),  KB(64),  0,       1024, 16, 65536, 40},  /* Tesla T4            */
    {80,  KB(163), KB(164), KB(1),   2048, 32, 65536, 108}, /* A100                */
    {86,  KB(99),  KB(100), KB(1),   1536, 16, 65536, 82},  /* GeForce RTX 3090    */
    {87,  KB(163), KB(164), KB(1),   1536, 16, 65536, 16},  /* Jetson AGX Orin     */
    {89,  KB(99),  KB(100), KB(1),   1536, 24, 65536, 128}, /* GeForce RTX 4090    */
    {90,  KB(227), KB(228), KB(1),   2048, 32, 65536, 132}, /* H200                */
    {100, KB(227), KB(228), KB(1),   2048, 32, 65536, 148}, /* B200                */
    {103, KB(227), KB(228), KB(1),   2048, 32, 65536, 148}, /* B300                */
    {110, KB(227), KB(228), KB(1),   2048, 24, 65536, 20},  /* Jetson Thor         */
    {120, KB(99),  KB(100), KB(1),   1536, 24, 65536, 170}, /* GeForce RTX 5090    */
    {121, KB(99),  KB(100), KB(1),   1536, 24, 65536, 48},  /* DGX Spark           */
};

const struct tw_target *tw_targets(unsigned *count)
{
    *count = sizeof targets / sizeof *targets;
    return targets;
}

const struct tw_target *tw_target_find(unsigned sm)
{
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
        if (targets[i].sm == sm) return &targets[i];
    }
    return NULL;
}

unsigned tw_target_parse(const char *text)
{
    unsigned sm = 0;
    if (strncmp(text, "sm_", 3) != 0) return 0;
    const char *digit = text + 3;
    for (; *digit >= '0' && *digit <= '9' && sm < 1000; digit++) sm = sm * 10 + (unsigned)(*digit - '0');
    bool complete = *digit == '\0' || ((*digit == 'a' || *digit == 'f') && digit[1] == '\0');
    return complete && tw_target_find(sm) ? sm : 0;
}
