/*
 * Every kernel of an embed of tests/data/permute-embed.json called k, with pointers at every element of 16 bytes: results against loops
 * over the axes, which are written here again, guards around the output unharmed; then what launchers refuse, which they say.
 */
#include "at_places.h"

#define RANK 6

/* By the axes of the input, grouped ones apart. */
struct array {
    const char *name;
    int extent[RANK];         /* 0 ends them                                          */
    long in[RANK], out[RANK]; /* strides                                              */
    long in_first, out_first; /* the element whose indices are all 0                  */
    unsigned bytes;           /* of an element of the output; 0: an empty array       */
    int halves;               /* shorts become floats of half their value             */
};

static const struct array arrays[] = {
    {"pixels", {2, 3, 8, 20}, {480, 160, 20, 1}, {480, 1, 60, 3}, 0, 0, 2, 0},
    {"heads", {2, 6, 5, 80}, {2400, 400, 80, 1}, {2400, 80, 480, 1}, 0, 0, 2, 0},
    {"patches", {2, 3, 4, 3, 5, 3}, {540, 180, 45, 15, 3, 1}, {540, 180, 15, 60, 3, 1}, 0, 0, 4, 0},
    {"cube", {33, 5, 34}, {170, 34, 1}, {1, 33, 165}, 0, 0, 8, 0},
    {"bytes", {64, 3, 128}, {384, 128, 1}, {1, 64, 192}, 0, 0, 1, 0},
    {"turned", {9, 20, 33}, {-900, 40, 1}, {1, 420, 12}, 5 + 8 * 900, 3, 4, 0},
    {"repeated", {9, 20, 33}, {40, 0, -1}, {33, 297, 1}, 32, 0, 16, 0},
    {"promised", {2, 6, 5, 80}, {2400, 400, 80, 1}, {2400, 80, 480, 1}, 0, 0, 2, 0},
    {"single", {1}, {0}, {0}, 0, 0, 8, 0},
    {"empty", {0}, {0}, {0}, 0, 0, 0, 0},
    {"halved", {64, 3, 128}, {384, 128, 1}, {1, 64, 192}, 0, 0, 4, 1},
};

static void move(const struct array *a, const unsigned char *in, long from, unsigned char *out, long to)
{
    short whole;
    float half;
    if (!a->halves) {
        memcpy(out + to * (long)a->bytes, in + from * (long)a->bytes, a->bytes);
        return;
    }
    memcpy(&whole, in + from * (long)sizeof whole, sizeof whole);
    half = (float)whole / 2;
    memcpy(out + to * (long)sizeof half, &half, sizeof half);
}

static void expect(unsigned number, const unsigned char *in, unsigned char *out)
{
    const struct array *a = &arrays[number];
    int index[RANK] = {0}, axis = 0;
    long from = a->in_first, to = a->out_first;
    while (axis < RANK) {
        move(a, in, from, out, to);
        for (axis = 0; axis < RANK; axis++) {
            from += a->in[axis];
            to += a->out[axis];
            if (++index[axis] < a->extent[axis]) break;
            from -= index[axis] * a->in[axis];
            to -= index[axis] * a->out[axis];
            index[axis] = 0;
        }
    }
}

static int launch_at(unsigned number, CUdeviceptr in, CUdeviceptr out)
{
    struct k_error error = {CUDA_SUCCESS, ""};
    void *parameters[2];
    int result;
    parameters[0] = &in;
    parameters[1] = &out;
    result = (int)k_launch(number, parameters, NULL, &error);
    if (result) printf("%d: %s\n", result, error.message);
    return result;
}

int main(void)
{
    CUdevice device;
    CUcontext context;
    CUdeviceptr memory;
    unsigned v, i, wrong = 0, launches = 0, refused = 0;
    if (cuInit(0) || cuDeviceGet(&device, 0) || cuDevicePrimaryCtxRetain(&context, device) ||
        cuCtxSetCurrent(context) || cuMemAlloc(&memory, 1 << 20))
        return 2;
    for (v = 0; v < k_VARIANTS; v++) {
        unsigned bytes = arrays[v].bytes;
        wrong += strcmp(k_variants[v].name, arrays[v].name) != 0;
        for (i = 0; bytes && i < 16; i += bytes, launches += 2)
            wrong += try_at(v, i, 0) + try_at(v, 5 * i % 16, i);
        if (!bytes) wrong += launch_at(v, 0, 0); /* an empty array is nowhere */
    }
    printf("%u launches, %u wrong\n", launches, wrong);
    for (v = 0; v < k_VARIANTS; v++) {
        const struct k_buffer *in = &k_variants[v].buffers[0], *out = &k_variants[v].buffers[1];
        if (!arrays[v].bytes) continue;
        if (in->align > 1) refused += launch_at(v, memory + in->align / 2, memory + (1 << 19)) != 0;
        refused += launch_at(v, memory, 0) != 0;
        /* the same, and the last of one with the first of the other */
        refused += launch_at(v, memory + in->skipped, memory + in->skipped) != 0;
        refused += launch_at(v, memory, memory + in->bytes - in->align - out->skipped) != 0;
    }
    printf("%u refused\n", refused);
    cuMemFree(memory);
    cuDevicePrimaryCtxRelease(device);
    return wrong != 0;
}
