/* The stacks of a warp's lanes: memory that grows. */
#include "sim/exec/memory/stack.h"

#include <stdlib.h>
#include <string.h>

struct tw_stack *tw_stack_new(uint32_t static_bytes)
{
    struct tw_stack *stack = calloc(1, sizeof *stack);
    if (stack) stack->static_bytes = static_bytes;
    return stack;
}

void tw_stack_free(struct tw_stack *stack)
{
    if (!stack) return;
    free(stack->frames);
    free(stack->saved_rows);
    free(stack);
}

void tw_stack_start(struct tw_stack *stack)
{
    for (unsigned lane = 0; lane < 32; lane++) {
        stack->depth[lane] = stack->base[lane] = stack->used[lane] = stack->saved[lane] = 0;
        stack->top[lane] = stack->static_bytes;
    }
}

/* At least as much as is wanted, and half as much again as there was. */
static size_t grown(size_t now, size_t wanted)
{
    size_t more = now + now / 2;
    return more > wanted ? more : wanted;
}

/* The lanes' memory lies one after the other: each moves to where it begins now. */
static bool grow_local(struct tw_warp *warp, size_t wanted)
{
    size_t bytes = (grown(warp->local_bytes, wanted) + 15) & ~(size_t)15;
    if (bytes > UINT32_MAX / 2) return false;
    unsigned char *local = malloc(bytes * 32);
    if (!local) return false;
    for (unsigned lane = 0; lane < 32 && warp->local_bytes; lane++)
        memcpy(local + lane * bytes, warp->local + (size_t)lane * warp->local_bytes, warp->local_bytes);
    free(warp->local);
    warp->local = local;
    warp->local_bytes = (uint32_t)bytes;
    return true;
}

static bool grow_frames(struct tw_stack *stack, size_t depths)
{
    size_t count = grown(stack->depths, depths);
    struct tw_frame *frames = realloc(stack->frames, count * 32 * sizeof *frames);
    if (!frames) return false;
    stack->frames = frames;
    stack->depths = count;
    return true;
}

static bool grow_rows(struct tw_stack *stack, size_t rows)
{
    size_t count = grown(stack->rows, rows);
    uint64_t *saved = realloc(stack->saved_rows, count * 32 * sizeof *saved);
    if (!saved) return false;
    stack->saved_rows = saved;
    stack->rows = count;
    return true;
}

bool tw_stack_reserve(struct tw_warp *warp, uint32_t lanes, uint32_t bytes, size_t rows)
{
    struct tw_stack *stack = warp->stack;
    size_t top = 0, depth = 0, saved = 0;
    for (unsigned lane = 0; lane < 32; lane++) {
        if (!(lanes >> lane & 1u)) continue;
        if (stack->top[lane] > top) top = stack->top[lane];
        if (stack->depth[lane] > depth) depth = stack->depth[lane];
        if (stack->saved[lane] > saved) saved = stack->saved[lane];
    }
    return (top + bytes <= warp->local_bytes || grow_local(warp, top + bytes)) &&
           (depth < stack->depths || grow_frames(stack, depth + 1)) &&
           (saved + rows <= stack->rows || grow_rows(stack, saved + rows));
}
