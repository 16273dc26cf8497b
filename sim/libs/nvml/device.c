/* The devices: which there are, and what the simulator knows of each. There is nothing between them. */
#include <stdio.h>
#include <string.h>

#include "sim/exec/simulator.h"
#include "sim/libs/nvml/nvml.h"

extern const struct tw_simulator tw_simulator; /* of the drop-in libcuda.so.1 */

#define MOST_DEVICES 256

/* A handle is an element's address. */
static const struct tw_nvml_device {
    char unused;
} devices[MOST_DEVICES];

int tw_nvml_ordinal(nvmlDevice_t device)
{
    uintptr_t offset = (uintptr_t)device - (uintptr_t)devices;
    return offset < MOST_DEVICES ? (int)offset : -1;
}

static unsigned count_devices(void)
{
    struct tw_sim_device device;
    unsigned count = 0;
    while (count < MOST_DEVICES && tw_simulator.describe((int)count, &device)) count++;
    return count;
}

/* ---- how functions of a device begin ---- */

static nvmlReturn_t describe(nvmlDevice_t device, const void *place, struct tw_sim_device *found)
{
    nvmlReturn_t result = tw_nvml_begin();
    int ordinal = tw_nvml_ordinal(device);
    if (!result && !(ordinal >= 0 && tw_simulator.describe(ordinal, found) && place))
        result = TW_NVML_INVALID_ARGUMENT;
    return result;
}

nvmlReturn_t tw_nvml_begin_device(nvmlDevice_t device, const void *place)
{
    struct tw_sim_device found;
    return describe(device, place, &found);
}

/* ---- which there are ---- */

nvmlReturn_t nvmlDeviceGetCount_v2(unsigned *count)
{
    nvmlReturn_t result = tw_nvml_begin();
    if (!result && !count) result = TW_NVML_INVALID_ARGUMENT;
    if (!result) *count = count_devices();
    return result;
}

nvmlReturn_t nvmlDeviceGetHandleByIndex_v2(unsigned index, nvmlDevice_t *device)
{
    nvmlReturn_t result = tw_nvml_begin();
    if (!result && !(device && index < count_devices())) result = TW_NVML_INVALID_ARGUMENT;
    if (!result) *device = &devices[index];
    return result;
}

/* The first device that `is_it` says. */
static nvmlReturn_t find(const void *wanted, nvmlDevice_t *device,
                         bool (*is_it)(const struct tw_sim_device *found, const void *wanted))
{
    struct tw_sim_device found;
    nvmlReturn_t result = tw_nvml_begin();
    if (!result && !(wanted && device)) result = TW_NVML_INVALID_ARGUMENT;
    if (result) return result;
    for (int i = 0; i < MOST_DEVICES && tw_simulator.describe(i, &found); i++) {
        if (!is_it(&found, wanted)) continue;
        *device = &devices[i];
        return TW_NVML_SUCCESS;
    }
    return TW_NVML_NOT_FOUND;
}

#define UUID_TEXT 41

/* GPU-, and the bytes in groups of 4, 2, 2, 2 and 6. */
static void write_uuid(char text[UUID_TEXT], const unsigned char bytes[16])
{
    int at = snprintf(text, UUID_TEXT, "GPU-");
    for (int i = 0; i < 16; i++) {
        bool group = i == 4 || i == 6 || i == 8 || i == 10;
        at += snprintf(text + at, UUID_TEXT - (size_t)at, "%s%02x", group ? "-" : "", bytes[i]);
    }
}

static bool has_uuid(const struct tw_sim_device *found, const void *wanted)
{
    char text[UUID_TEXT];
    write_uuid(text, found->uuid);
    return strcmp(text, wanted) == 0;
}

static bool has_uuid_bytes(const struct tw_sim_device *found, const void *wanted)
{
    return memcmp(found->uuid, wanted, sizeof found->uuid) == 0;
}

struct bus_id {
    unsigned domain, bus, device;
};

/* domain:bus:device, and a function 0 if any; what follows that does not count. */
static bool read_bus_id(const char *text, struct bus_id *id)
{
    int end = 0;
    unsigned function = 0;
    if (sscanf(text, "%x:%x:%x%n", &id->domain, &id->bus, &id->device, &end) < 3) return false;
    return !text[end] || (sscanf(text + end, ".%x", &function) == 1 && function == 0);
}

static bool has_bus_id(const struct tw_sim_device *found, const void *wanted)
{
    struct bus_id id;
    const struct bus_id *other = wanted;
    return read_bus_id(found->pci_bus_id, &id) && id.domain == other->domain && id.bus == other->bus &&
           id.device == other->device;
}

nvmlReturn_t nvmlDeviceGetHandleByUUID(const char *uuid, nvmlDevice_t *device)
{
    return find(uuid, device, has_uuid);
}

nvmlReturn_t nvmlDeviceGetHandleByUUIDV(const struct tw_nvml_uuid *uuid, nvmlDevice_t *device)
{
    enum { TEXT = 1, BYTES = 2, VERSION_1 = sizeof *uuid | 1 << 24 };
    nvmlReturn_t result = tw_nvml_begin();
    if (!result && !(uuid && device)) result = TW_NVML_INVALID_ARGUMENT;
    if (!result && uuid->version != VERSION_1) result = TW_NVML_VERSION_MISMATCH;
    if (result) return result;
    if (uuid->type == TEXT) return find(uuid->value.text, device, has_uuid);
    if (uuid->type == BYTES) return find(uuid->value.bytes, device, has_uuid_bytes);
    return TW_NVML_INVALID_ARGUMENT;
}

nvmlReturn_t nvmlDeviceGetHandleByPciBusId_v2(const char *id, nvmlDevice_t *device)
{
    struct bus_id wanted;
    nvmlReturn_t result = tw_nvml_begin();
    if (!result && !(id && read_bus_id(id, &wanted))) result = TW_NVML_INVALID_ARGUMENT;
    return result ? result : find(&wanted, device, has_bus_id);
}

/* ---- what each is ---- */

nvmlReturn_t nvmlDeviceGetName(nvmlDevice_t device, char *name, unsigned length)
{
    struct tw_sim_device found;
    nvmlReturn_t result = describe(device, name, &found);
    return result ? result : tw_nvml_give(name, length, found.name);
}

nvmlReturn_t nvmlDeviceGetUUID(nvmlDevice_t device, char *uuid, unsigned length)
{
    struct tw_sim_device found;
    char text[UUID_TEXT];
    nvmlReturn_t result = describe(device, uuid, &found);
    if (result) return result;
    write_uuid(text, found.uuid);
    return tw_nvml_give(uuid, length, text);
}

/* The structures hold the number once or twice: as text with a domain of four digits, and with one of eight. */
static void write_pci(const struct tw_sim_device *found, struct tw_nvml_pci_v1 *pci)
{
    *pci = (struct tw_nvml_pci_v1){.device_id = 0};
    snprintf(pci->id, sizeof pci->id, "%s", found->pci_bus_id);
    sscanf(pci->id, "%x:%x:%x", &pci->domain, &pci->bus, &pci->device);
}

nvmlReturn_t nvmlDeviceGetPciInfo(nvmlDevice_t device, struct tw_nvml_pci_v1 *pci)
{
    struct tw_sim_device found;
    nvmlReturn_t result = describe(device, pci, &found);
    if (!result) write_pci(&found, pci);
    return result;
}

nvmlReturn_t nvmlDeviceGetPciInfo_v2(nvmlDevice_t device, struct tw_nvml_pci_v2 *pci)
{
    struct tw_sim_device found;
    nvmlReturn_t result = describe(device, pci, &found);
    if (result) return result;
    *pci = (struct tw_nvml_pci_v2){.subsystem_id = 0};
    write_pci(&found, &pci->v1);
    return TW_NVML_SUCCESS;
}

static void write_long_id(char *id, size_t size, const struct tw_nvml_pci_v1 *pci)
{
    snprintf(id, size, "%08X:%02X:%02X.0", pci->domain, pci->bus, pci->device);
}

nvmlReturn_t nvmlDeviceGetPciInfo_v3(nvmlDevice_t device, struct tw_nvml_pci *pci)
{
    struct tw_sim_device found;
    nvmlReturn_t result = describe(device, pci, &found);
    if (result) return result;
    *pci = (struct tw_nvml_pci){.subsystem_id = 0};
    write_pci(&found, &pci->v1);
    write_long_id(pci->id, sizeof pci->id, &pci->v1);
    return TW_NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetPciInfoExt(nvmlDevice_t device, struct tw_nvml_pci_ext *pci)
{
    enum { CLASS_DISPLAY = 3, SUB_CLASS_3D = 2, VERSION_1 = sizeof *pci | 1 << 24 };
    struct tw_sim_device found;
    struct tw_nvml_pci_v1 place;
    nvmlReturn_t result = describe(device, pci, &found);
    if (!result && pci->version != VERSION_1) result = TW_NVML_VERSION_MISMATCH;
    if (result) return result;
    write_pci(&found, &place);
    *pci = (struct tw_nvml_pci_ext){.version = VERSION_1,
                                    .domain = place.domain,
                                    .bus = place.bus,
                                    .device = place.device,
                                    .base_class = CLASS_DISPLAY,
                                    .sub_class = SUB_CLASS_3D};
    write_long_id(pci->id, sizeof pci->id, &place);
    return TW_NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetMemoryInfo(nvmlDevice_t device, struct tw_nvml_memory *memory)
{
    struct tw_sim_device found;
    nvmlReturn_t result = describe(device, memory, &found);
    if (!result) *memory = (struct tw_nvml_memory){found.memory, found.memory - found.used, found.used};
    return result;
}

nvmlReturn_t nvmlDeviceGetMemoryInfo_v2(nvmlDevice_t device, struct tw_nvml_memory_v2 *memory)
{
    enum { VERSION_2 = sizeof *memory | 2 << 24 };
    struct tw_sim_device found;
    nvmlReturn_t result = describe(device, memory, &found);
    if (!result && memory->version != VERSION_2) result = TW_NVML_FUNCTION_NOT_FOUND;
    if (result) return result;
    *memory = (struct tw_nvml_memory_v2){.version = VERSION_2,
                                         .total = found.memory,
                                         .available = found.memory - found.used,
                                         .used = found.used};
    return TW_NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetMemoryBusWidth(nvmlDevice_t device, unsigned *bits)
{
    struct tw_sim_device found;
    nvmlReturn_t result = describe(device, bits, &found);
    if (!result) *bits = (unsigned)found.bus_bits;
    return result;
}

nvmlReturn_t nvmlDeviceGetCudaComputeCapability(nvmlDevice_t device, int *major, int *minor)
{
    struct tw_sim_device found;
    nvmlReturn_t result = describe(device, major && minor ? major : NULL, &found);
    if (result) return result;
    *major = (int)found.sm / 10;
    *minor = (int)found.sm % 10;
    return TW_NVML_SUCCESS;
}

nvmlReturn_t nvmlDeviceGetArchitecture(nvmlDevice_t device, unsigned *architecture)
{
    /* The first of each generation, and its number. */
    static const struct {
        unsigned sm, number;
    } generations[] = {{100, 10}, {90, 9}, {89, 8}, {80, 7}, {75, 6}, {70, 5}, {60, 4}, {50, 3}, {0, 2}};
    struct tw_sim_device found;
    nvmlReturn_t result = describe(device, architecture, &found);
    if (result) return result;
    size_t i = 0;
    while (found.sm < generations[i].sm) i++;
    *architecture = generations[i].number;
    return TW_NVML_SUCCESS;
}

/* Graphics, multiprocessors and memory have the round figures that the driver tells; of video nothing is known. `beyond` is the
   answer for a clock that there is not. */
static nvmlReturn_t give_clock(nvmlDevice_t device, int clock, unsigned *mhz, nvmlReturn_t beyond,
                               const char *name)
{
    enum { GRAPHICS, MULTIPROCESSORS, MEMORY, VIDEO, CLOCKS };
    struct tw_sim_device found;
    nvmlReturn_t result = describe(device, mhz, &found);
    if (!result && (clock < 0 || clock >= CLOCKS)) result = beyond;
    if (!result && clock == VIDEO) return tw_nvml_refuse(name);
    if (!result) *mhz = (unsigned)(clock == MEMORY ? found.memory_clock_khz : found.clock_khz) / 1000;
    return result;
}

nvmlReturn_t nvmlDeviceGetClockInfo(nvmlDevice_t device, int clock, unsigned *mhz)
{
    return give_clock(device, clock, mhz, TW_NVML_NOT_SUPPORTED, "nvmlDeviceGetClockInfo");
}

nvmlReturn_t nvmlDeviceGetMaxClockInfo(nvmlDevice_t device, int clock, unsigned *mhz)
{
    return give_clock(device, clock, mhz, TW_NVML_INVALID_ARGUMENT, "nvmlDeviceGetMaxClockInfo");
}
