/* The candidates along columns. */
#include <string.h>

#include "base/whole.h"
#include "gen/families/reduce/columns/columns.h"
#include "gen/families/reduce/variant.h"

#define ROWS     0    /* of x: all vectors of a row, and in y as many threads as make the block's */
#define TOO_MANY 2048 /* vectors or matrices: no block has a thread for each, so more are no different */

/* Loads, blocks, leaves and rows worth trying. */
static const struct {
    unsigned vector, x, y, leaves, unroll;
    enum tw_reduce_finish finish;
} candidates[] = {
    {16, 256, 2, 8, 4, REDUCE_BY_LAST},        {16, 32, 16, 8, 8, REDUCE_BY_LAST},
    {16, 32, 16, 8, 16, REDUCE_BY_LAST},       {16, 256, 1, 8, 4, REDUCE_BY_LAST},
    {16, 32, 16, 2, 16, REDUCE_BY_LAST},       {16, 64, 4, 1, 8, REDUCE_BY_LAST},
    {16, 256, 1, 1, 4, REDUCE_BY_LAST},        {16, 128, 4, 8, 4, REDUCE_BY_LAST},
    {16, 32, 8, 4, 8, REDUCE_BY_LAST},         {8, 64, 4, 8, 16, REDUCE_BY_LAST},
    {8, 32, 16, 8, 8, REDUCE_BY_LAST},         {8, 16, 32, 4, 16, REDUCE_BY_LAST},
    {8, 32, 16, 8, 16, REDUCE_BY_LAST},        {8, 16, 16, 1, 16, REDUCE_BY_LAST},
    {8, 128, 2, 1, 8, REDUCE_BY_LAST},         {8, 16, 16, 4, 16, REDUCE_BY_LAST},
    {8, 32, 16, 2, 16, REDUCE_BY_LAST},        {8, 256, 1, 2, 8, REDUCE_BY_LAST},
    {4, 32, 16, 4, 16, REDUCE_BY_LAST},        {4, 32, 16, 8, 16, REDUCE_BY_LAST},
    {4, 32, 16, 2, 16, REDUCE_BY_LAST},        {4, 32, 16, 1, 8, REDUCE_BY_LAST},
    {4, 32, 8, 2, 16, REDUCE_BY_LAST},         {4, 32, 8, 1, 8, REDUCE_BY_LAST},
    {4, 64, 8, 2, 16, REDUCE_BY_LAST},         {4, 64, 4, 8, 16, REDUCE_BY_LAST},
    {4, 64, 4, 1, 8, REDUCE_BY_LAST},          {4, 128, 2, 1, 16, REDUCE_BY_LAST},
    {4, 128, 2, 1, 8, REDUCE_BY_LAST},         {4, 8, 32, 4, 8, REDUCE_BY_LAST},
    {4, 8, 32, 8, 16, REDUCE_BY_LAST},         {4, 8, 32, 1, 8, REDUCE_BY_LAST},
    {4, 16, 32, 8, 16, REDUCE_BY_LAST},        {4, 16, 32, 2, 16, REDUCE_BY_LAST},
    {4, 256, 1, 8, 16, REDUCE_BY_LAST},        {4, 16, 16, 1, 8, REDUCE_BY_LAST},
    {4, 32, 32, 1, 8, REDUCE_BY_LAST},         {2, 256, 1, 8, 16, REDUCE_BY_LAST},
    {2, 128, 2, 1, 16, REDUCE_BY_LAST},        {2, 256, 1, 8, 8, REDUCE_BY_LAST},
    {2, 256, 1, 1, 8, REDUCE_BY_LAST},         {2, 32, 8, 2, 16, REDUCE_BY_LAST},
    {2, 16, 32, 4, 8, REDUCE_BY_LAST},         {2, 64, 8, 2, 16, REDUCE_BY_LAST},
    {2, 32, 16, 1, 16, REDUCE_BY_LAST},        {1, 256, 1, 8, 8, REDUCE_BY_LAST},
    {1, 64, 8, 2, 16, REDUCE_BY_LAST},         {1, 16, 32, 4, 16, REDUCE_BY_LAST},
    {16, 32, 8, 4, 8, REDUCE_BY_SECOND},       {4, 32, 16, 4, 16, REDUCE_BY_SECOND},
    {8, 256, 4, 1, 8, REDUCE_BY_LAST},         {4, 256, 4, 8, 8, REDUCE_BY_SECOND},
    {8, 32, 32, 4, 16, REDUCE_BY_SECOND},      {8, 32, 16, 4, 16, REDUCE_BY_SECOND},
    {16, 32, 32, 4, 16, REDUCE_BY_SECOND},     {16, 32, 32, 1, 16, REDUCE_BY_SECOND},
    {16, 32, 16, 4, 16, REDUCE_BY_SECOND},     {16, ROWS, 512, 8, 16, REDUCE_BY_SECOND},
    {16, ROWS, 512, 4, 8, REDUCE_BY_SECOND},   {16, ROWS, 512, 2, 16, REDUCE_BY_SECOND},
    {16, ROWS, 1024, 8, 16, REDUCE_BY_SECOND}, {16, ROWS, 1024, 4, 8, REDUCE_BY_SECOND},
    {8, ROWS, 1024, 4, 16, REDUCE_BY_SECOND},  {4, ROWS, 512, 4, 16, REDUCE_BY_SECOND},
    {4, ROWS, 1024, 8, 16, REDUCE_BY_SECOND},  {4, ROWS, 1024, 4, 16, REDUCE_BY_SECOND},
    {4, ROWS, 1024, 2, 8, REDUCE_BY_SECOND},   {2, ROWS, 1024, 4, 16, REDUCE_BY_SECOND},
    {1, ROWS, 1024, 4, 16, REDUCE_BY_SECOND},  {4, 512, 2, 8, 16, REDUCE_BY_SECOND},
    {4, 256, 2, 8, 16, REDUCE_BY_SECOND},      {4, 1024, 1, 8, 16, REDUCE_BY_SECOND},
    {4, 512, 2, 2, 16, REDUCE_BY_SECOND},      {8, 512, 2, 8, 16, REDUCE_BY_LAST},
    {8, 256, 1, 32, 16, REDUCE_BY_LAST},       {8, 1024, 1, 8, 16, REDUCE_BY_LAST},
    {4, 1024, 1, 32, 4, REDUCE_BY_LAST},
};

unsigned tw_columns_candidates(const int64_t *given)
{
    (void)given;
    return 1 + sizeof candidates / sizeof *candidates;
}

/* A block has as many vectors as there are at most: what is left of the block's threads share the columns. */
static void take_block(int64_t *value, unsigned number)
{
    uint64_t x = candidates[number].x, y = candidates[number].y,
             vector = (uint64_t)value[REDUCE_vector] / tw_reduce_bytes(value);
    uint64_t vectors = tw_ceil_div((uint64_t)value[REDUCE_cols], vector ? vector : 1);
    uint64_t most = tw_least(vectors, TOO_MANY), matrices = tw_least((uint64_t)value[REDUCE_batch], TOO_MANY);
    uint64_t all = tw_power_up(most * matrices),
             leaves = tw_power_up(tw_ceil_div((uint64_t)value[REDUCE_rows], TW_LEAF_ROWS));
    if (x == ROWS) {
        x = most ? most : 1;
        y = x < y ? tw_power_down(y / x) : 1;
    }
    for (; x > all; x /= 2) y *= 2;
    tw_derive(value, REDUCE_BDIMX, x);
    tw_derive(value, REDUCE_BDIMY, tw_least(y, leaves));
}

/* The load is the candidate's, if vectors can be put together as wide; else as wide as rows allow. */
static void take_load(int64_t *value, unsigned vector)
{
    int64_t known[REDUCE_FIELD_COUNT];
    memcpy(known, value, sizeof known);
    known[REDUCE_BDIMX] = 1; /* which hands nothing */
    tw_derive(known, REDUCE_vector, vector);
    tw_derive(value, REDUCE_vector,
              tw_reduce_shifts(known) ? vector : tw_least(vector, tw_reduce_widest_load(value)));
}

/* The first is the rule's. */
void tw_columns_take(int64_t *value, unsigned number, const struct tw_target *target)
{
    (void)target;
    if (number-- == 0) return;
    take_load(value, candidates[number].vector);
    take_block(value, number);
    tw_derive(value, REDUCE_leaves, candidates[number].leaves);
    tw_derive(value, REDUCE_unroll, candidates[number].unroll);
    tw_derive(value, REDUCE_finish, candidates[number].finish);
}
