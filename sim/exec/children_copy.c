/* Copies and fills that kernels ask the device runtime for. */
#include "sim/exec/children_copy.h"

#include <string.h>

#include "sim/exec/call.h"
#include "sim/exec/state.h"

/* The values of cudaMemcpyKind that kernels may ask for. */
#define DEVICE_TO_DEVICE 3u
#define BY_ADDRESS       4u

/* What a lane's call asks for: a cudaError_t. Copies have a direction. */
static uint32_t add_copy(struct tw_warp *warp, const struct tw_sim_copy *copy, uint32_t direction,
                         uint64_t stream)
{
    if (!copy->fills && direction != DEVICE_TO_DEVICE && direction != BY_ADDRESS) return TW_INVALID_DIRECTION;
    bool rows = copy->height > 1 || copy->depth > 1;
    if (rows && (copy->to_pitch < copy->width || (!copy->fills && copy->from_pitch < copy->width)))
        return TW_INVALID_PITCH;
    if (!copy->width || !copy->height || !copy->depth) return 0;
    return tw_children_collect(warp, copy, stream);
}

/* What one of the driver's functions copies or fills, by its arguments in a lane. */
struct asked {
    struct tw_sim_copy copy;
    uint64_t direction, stream;
};

typedef struct asked ask(const uint64_t *argument);

/* Copies what each lane asks for. */
static void copy_each(struct tw_warp *warp, const struct tw_op *op, uint32_t active, ask *what,
                      unsigned count)
{
    uint64_t argument[8];
    for (uint32_t left = active; left; left &= left - 1) {
        const unsigned lane = tw_first_of(left);
        for (unsigned i = 0; i < count; i++) argument[i] = tw_call_argument(warp, op, i, lane);
        const struct asked asked = what(argument);
        uint32_t error = add_copy(warp, &asked.copy, (uint32_t)asked.direction, asked.stream);
        tw_children_answer(warp, op, lane, error);
    }
}

/* (to, from, bytes, direction, stream) */
static struct asked copy_of_bytes(const uint64_t *a)
{
    return (struct asked){{.to = a[0], .from = a[1], .width = a[2], .height = 1, .depth = 1}, a[3], a[4]};
}

/* (to, pitch, from, pitch, width, height, direction, stream) */
static struct asked copy_of_rows(const uint64_t *a)
{
    const struct tw_sim_copy copy = {.to = a[0],
                                     .to_pitch = a[1],
                                     .from = a[2],
                                     .from_pitch = a[3],
                                     .width = a[4],
                                     .height = a[5],
                                     .depth = 1};
    return (struct asked){copy, a[6], a[7]};
}

/* (to, value, bytes, stream) */
static struct asked fill_of_bytes(const uint64_t *a)
{
    const struct tw_sim_copy fill = {
        .to = a[0], .fills = true, .value = (unsigned char)a[1], .width = a[2], .height = 1, .depth = 1};
    return (struct asked){fill, 0, a[3]};
}

/* (to, pitch, value, width, height, stream) */
static struct asked fill_of_rows(const uint64_t *a)
{
    const struct tw_sim_copy fill = {.to = a[0],
                                     .to_pitch = a[1],
                                     .fills = true,
                                     .value = (unsigned char)a[2],
                                     .width = a[3],
                                     .height = a[4],
                                     .depth = 1};
    return (struct asked){fill, 0, a[5]};
}

#define COPIES(name, what, count)                                                                            \
    static void name(struct tw_warp *warp, const struct tw_op *op, uint32_t active)                          \
    {                                                                                                        \
        copy_each(warp, op, active, what, count);                                                            \
    }

COPIES(copy_bytes, copy_of_bytes, 5)
COPIES(copy_rows, copy_of_rows, 8)
COPIES(fill_bytes, fill_of_bytes, 4)
COPIES(fill_rows, fill_of_rows, 6)

/* What a cudaPitchedPtr and the position in it say about a copy in three dimensions. */
struct box {
    uint64_t at, pitch, row_bytes, rows; /* row_bytes: nothing is made of them */
};

static uint64_t begin_of(const struct box *box, const uint64_t position[3])
{
    return box->at + (position[2] * box->rows + position[1]) * box->pitch + position[0];
}

/* What cudaMemcpy3DParms is. */
struct boxes {
    uint64_t from_array, from_position[3];
    struct box from;
    uint64_t to_array, to_position[3];
    struct box to;
    uint64_t extent[3];
    uint32_t direction, padding;
};

/* A slice has as many rows as it is told to have; kernels copy no arrays. */
static uint32_t add_box(struct tw_warp *warp, const struct boxes *boxes, uint64_t stream)
{
    const struct box *to = &boxes->to, *from = &boxes->from;
    const uint64_t height = boxes->extent[1], depth = boxes->extent[2];
    if (boxes->from_array || boxes->to_array) return TW_INVALID_VALUE;
    if (depth > 1 && (height > to->rows || height > from->rows)) return TW_INVALID_VALUE;
    const struct tw_sim_copy copy = {.to = begin_of(to, boxes->to_position),
                                     .from = begin_of(from, boxes->from_position),
                                     .to_pitch = to->pitch,
                                     .from_pitch = from->pitch,
                                     .to_slice = to->pitch * to->rows,
                                     .from_slice = from->pitch * from->rows,
                                     .width = boxes->extent[0],
                                     .height = height,
                                     .depth = depth};
    return add_copy(warp, &copy, boxes->direction, stream);
}

/* (boxes, stream) */
static void copy_boxes(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    struct boxes boxes;
    for (uint32_t left = active; left; left &= left - 1) {
        const unsigned lane = tw_first_of(left);
        if (!tw_call_read(warp, op, lane, tw_call_argument(warp, op, 0, lane), &boxes, sizeof boxes)) return;
        uint32_t error = add_box(warp, &boxes, tw_call_argument(warp, op, 1, lane));
        tw_children_answer(warp, op, lane, error);
    }
}

/* (box, value, extent, stream) */
static void fill_boxes(struct tw_warp *warp, const struct tw_op *op, uint32_t active)
{
    struct box box;
    uint64_t extent[3];
    for (uint32_t left = active; left; left &= left - 1) {
        const unsigned lane = tw_first_of(left);
        tw_call_argument_bytes(warp, op, 0, lane, &box, sizeof box);
        tw_call_argument_bytes(warp, op, 2, lane, extent, sizeof extent);
        const struct tw_sim_copy fill = {.to = box.at,
                                         .to_pitch = box.pitch,
                                         .to_slice = box.pitch * box.rows,
                                         .fills = true,
                                         .value = (unsigned char)tw_call_argument(warp, op, 1, lane),
                                         .width = extent[0],
                                         .height = extent[1],
                                         .depth = extent[2]};
        uint32_t error = extent[2] > 1 && extent[1] > box.rows ? TW_INVALID_VALUE : 0;
        if (!error) error = add_copy(warp, &fill, 0, tw_call_argument(warp, op, 3, lane));
        tw_children_answer(warp, op, lane, error);
    }
}

static bool copy_slice(struct tw_machine *machine, const struct tw_sim_copy *copy, uint64_t slice,
                       uint64_t *missing)
{
    for (uint64_t row = 0; row < copy->height; row++) {
        uint64_t to = copy->to + slice * copy->to_slice + row * copy->to_pitch;
        uint64_t from = copy->from + slice * copy->from_slice + row * copy->from_pitch;
        void *there = tw_machine_memory(machine, to, copy->width);
        const void *here = copy->fills ? there : tw_machine_memory(machine, from, copy->width);
        *missing = there ? from : to;
        if (!there || !here) return false;
        if (copy->fills)
            memset(there, copy->value, copy->width);
        else
            memmove(there, here, copy->width);
    }
    return true;
}

bool tw_sim_copy(struct tw_machine *machine, const struct tw_sim_copy *copy, uint64_t *missing)
{
    bool good = true;
    for (uint64_t slice = 0; good && slice < copy->depth; slice++)
        good = copy_slice(machine, copy, slice, missing);
    return good;
}

tw_run *tw_children_find_copy(const char *name)
{
    static const struct {
        const char *name;
        tw_run *run;
    } functions[] = {{"__cudaCDP2MemcpyAsync", copy_bytes},   {"__cudaCDP2MemcpyAsync_ptsz", copy_bytes},
                     {"__cudaCDP2Memcpy2DAsync", copy_rows},  {"__cudaCDP2Memcpy2DAsync_ptsz", copy_rows},
                     {"__cudaCDP2Memcpy3DAsync", copy_boxes}, {"__cudaCDP2Memcpy3DAsync_ptsz", copy_boxes},
                     {"__cudaCDP2MemsetAsync", fill_bytes},   {"__cudaCDP2MemsetAsync_ptsz", fill_bytes},
                     {"__cudaCDP2Memset2DAsync", fill_rows},  {"__cudaCDP2Memset2DAsync_ptsz", fill_rows},
                     {"__cudaCDP2Memset3DAsync", fill_boxes}, {"__cudaCDP2Memset3DAsync_ptsz", fill_boxes}};
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        if (strcmp(functions[i].name, name) == 0) return functions[i].run;
    }
    return NULL;
}
