/* Asks the driver that the process has, if it has one. */
#include "tune/devices/current.h"

#include <dlfcn.h>
#include <stdlib.h>

#include "base/library.h"
#include "tune/devices/cards.h"

/* The functions that are asked; the rest of the table stays empty. */
static const struct tw_symbol symbols[] = {
    {"cuCtxGetDevice", offsetof(struct tw_driver, cuCtxGetDevice)},
    {"cuDeviceGetUuid_v2", offsetof(struct tw_driver, cuDeviceGetUuid_v2)},
};

bool tw_current_choose(struct tw_choice *choice)
{
    const char *file = getenv("TILEWRIGHT_LIBCUDA");
    void *library = dlopen(file && *file ? file : "libcuda.so.1", RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD);
    struct tw_device device = {0};
    struct tw_card card = {0};
    bool found =
        library && !tw_library_fill(library, symbols, sizeof symbols / sizeof *symbols, &device.driver);
    found = found && device.driver.cuCtxGetDevice(&device.device) == CUDA_SUCCESS &&
            tw_device_uuid(&device, card.uuid);
    if (library) dlclose(library);
    if (found) tw_card_choose(&card, choice);
    return found;
}
