#include "runtime/buffers.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/references/reference.h"

#define GUARD_BYTES ((size_t)4096) /* a multiple of cuMemAlloc's alignment, so that the content keeps it */

const unsigned char tw_poisons[TW_LAUNCHES] = {0xA5, 0x5A};

static int allocate(struct tw_buffers *buffers, unsigned i, struct tw_error *error)
{
    const struct tw_argument *buffer = &buffers->kernel->shape.arguments[i];
    size_t bytes = tw_element_info(buffer->element)->bytes;
    if (buffer->count == 0 || buffer->count > SIZE_MAX / 2 / bytes / buffers->places) {
        return tw_fail(error, TW_INPUT, "buffer %s cannot have %llu elements", buffer->name,
                       (unsigned long long)buffer->count);
    }
    buffers->bytes[i] = (size_t)buffer->count * bytes;
    return TW_CALL(&buffers->device->driver, error, cuMemAlloc_v2, &buffers->base[i],
                   tw_buffers_whole(buffers, i));
}

int tw_buffers_expect(const struct tw_buffers *buffers, unsigned char poison, void *memory[TW_MAX_ARGUMENTS],
                      struct tw_error *error)
{
    const struct tw_kernel *kernel = buffers->kernel;
    const struct tw_reference *reference = tw_reference_find(kernel->family);
    if (!reference)
        return tw_fail(error, TW_UNSUPPORTED, "family %s has no reference to check against", kernel->family);
    for (unsigned i = 0; i < kernel->shape.argument_count; i++) {
        memory[i] = malloc(buffers->bytes[i]);
        if (!memory[i])
            return tw_fail(error, TW_MEMORY, "out of memory for buffer %s", kernel->shape.arguments[i].name);
        memset(memory[i], poison, buffers->bytes[i]);
    }
    return reference->fill(kernel, memory, error);
}

int tw_buffers_open(struct tw_buffers *buffers, const struct tw_device *device,
                    const struct tw_kernel *kernel, size_t places, struct tw_error *error)
{
    *buffers = (struct tw_buffers){.device = device, .kernel = kernel, .places = places};
    buffers->guard = tw_device_is_simulator(device) ? 0 : GUARD_BYTES;
    int code = TW_OK;
    for (unsigned i = 0; i < kernel->shape.argument_count && code == TW_OK; i++)
        code = allocate(buffers, i, error);
    return code == TW_OK ? tw_buffers_expect(buffers, tw_poisons[0], buffers->expected, error) : code;
}

int tw_buffers_reset(const struct tw_buffers *buffers, unsigned char poison, struct tw_error *error)
{
    const struct tw_driver *driver = &buffers->device->driver;
    for (unsigned i = 0; i < buffers->kernel->shape.argument_count; i++) {
        int code =
            TW_CALL(driver, error, cuMemsetD8_v2, buffers->base[i], poison, tw_buffers_whole(buffers, i));
        if (code == TW_OK && buffers->kernel->shape.arguments[i].role == TW_ROLE_INPUT) {
            code = TW_CALL(driver, error, cuMemcpyHtoD_v2, buffers->base[i] + buffers->guard,
                           buffers->expected[i], buffers->bytes[i]);
        }
        if (code != TW_OK) return code;
    }
    return TW_OK;
}

int tw_buffers_launch(const struct tw_buffers *buffers, const struct tw_loaded *loaded,
                      const struct tw_shape *shape, struct tw_error *error)
{
    const struct tw_driver *driver = &buffers->device->driver;
    CUdeviceptr address[TW_MAX_ARGUMENTS];
    void *values[TW_MAX_ARGUMENTS];
    for (unsigned i = 0; i < shape->argument_count; i++) {
        address[i] = buffers->base[i] + buffers->guard;
        values[i] = &address[i];
    }
    CUresult result = tw_launch_all(driver, shape, loaded->function, values, NULL);
    return tw_driver_check(driver, result, "cuLaunchKernel", error);
}

size_t tw_buffers_whole(const struct tw_buffers *buffers, unsigned i)
{
    return buffers->bytes[i] * buffers->places + 2 * buffers->guard;
}

void tw_buffers_close(struct tw_buffers *buffers)
{
    for (unsigned i = 0; i < TW_MAX_ARGUMENTS; i++) {
        free(buffers->expected[i]);
        if (buffers->base[i]) buffers->device->driver.cuMemFree_v2(buffers->base[i]);
    }
    *buffers = (struct tw_buffers){0};
}
