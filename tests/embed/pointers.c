/*
 * Every kernel of an embed of transposes called k, with pointers at every element of 16 bytes: results against a plain loop,
 * guards around the output unharmed; then what launchers refuse, which they say.
 */
#include "at_places.h"

struct matrix {
    unsigned long long rows, cols, batch, in_pitch, out_pitch, in_offset, out_offset;
    unsigned bytes; /* of an element */
};

static unsigned long long field(const struct k_variant *variant, const char *key)
{
    char text[40];
    snprintf(text, sizeof text, " %s=", key);
    const char *found = strncmp(variant->fields, text + 1, strlen(text) - 1) == 0
                            ? variant->fields - 1
                            : strstr(variant->fields, text);
    return strtoull(found + strlen(text), NULL, 10);
}

static struct matrix matrix_of(const struct k_variant *variant)
{
    struct matrix m = {0, 0, 0, 0, 0, 0, 0, 0};
    m.rows = field(variant, "rows");
    m.cols = field(variant, "cols");
    m.batch = field(variant, "batch");
    m.in_pitch = field(variant, "in_pitch");
    m.out_pitch = field(variant, "out_pitch");
    m.in_offset = field(variant, "in_offset");
    m.out_offset = field(variant, "out_offset");
    m.bytes = (unsigned)(variant->buffers[0].bytes / variant->buffers[0].elements);
    return m;
}

static void expect(unsigned number, const unsigned char *in, unsigned char *out)
{
    const struct matrix m = matrix_of(&k_variants[number]);
    unsigned long long b, r, c;
    for (b = 0; b < m.batch; b++) {
        for (r = 0; r < m.rows; r++) {
            for (c = 0; c < m.cols; c++) {
                unsigned long long from = m.in_offset + (b * m.rows + r) * m.in_pitch + c;
                unsigned long long to = m.out_offset + (b * m.cols + c) * m.out_pitch + r;
                memcpy(out + to * m.bytes, in + from * m.bytes, m.bytes);
            }
        }
    }
}

static void refuse(unsigned number, CUdeviceptr in, CUdeviceptr out)
{
    struct k_error error = {CUDA_SUCCESS, ""};
    void *parameters[2];
    parameters[0] = &in;
    parameters[1] = &out;
    printf("%d: %s\n", (int)k_launch(number, parameters, NULL, &error), error.message);
}

int main(void)
{
    CUdevice device;
    CUcontext context;
    CUdeviceptr memory;
    unsigned v, i, wrong = 0, launches = 0;
    if (cuInit(0) || cuDeviceGet(&device, 0) || cuDevicePrimaryCtxRetain(&context, device) ||
        cuCtxSetCurrent(context) || cuMemAlloc(&memory, 1 << 20))
        return 2;
    for (v = 0; v < k_VARIANTS; v++) {
        unsigned bytes = (unsigned)(k_variants[v].buffers[0].bytes / k_variants[v].buffers[0].elements);
        for (i = 0; i < 16; i += bytes, launches += 2) wrong += try_at(v, i, 0) + try_at(v, 5 * i % 16, i);
    }
    printf("%u launches, %u wrong\n", launches, wrong);
    for (v = 0; v < k_VARIANTS; v++) {
        const struct k_buffer *in = &k_variants[v].buffers[0], *out = &k_variants[v].buffers[1];
        printf("%s: %u, %u of %u, %u bytes; %u grids, and %u\n", k_variants[v].name, in->align, out->align,
               in->prefers, out->prefers, k_variants[v].launch_count, k_variants[v].second_count);
        if (in->align > 1) refuse(v, memory + in->align / 2, memory + (1 << 19));
        refuse(v, memory,
               memory + in->bytes - in->align -
                   out->skipped); /* the last of one, and the first of the other */
        refuse(v, memory, memory);
    }
    return 0;
}
