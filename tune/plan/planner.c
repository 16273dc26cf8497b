/* The planner's life: it opens driver, compiler and cache, takes wisdom in, and unloads its plans. */
#include "tune/plan/planner.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void *plain_allocate(void *context, size_t bytes)
{
    (void)context;
    return malloc(bytes);
}

static void plain_release(void *context, void *memory)
{
    (void)context;
    free(memory);
}

void *tw_planner_allocate(const struct tw_planner *planner, size_t bytes)
{
    const struct tw_allocator *allocator = &planner->allocator;
    void *memory = allocator->allocate(allocator->context, bytes);
    return memory ? memset(memory, 0, bytes) : NULL;
}

void tw_planner_release(const struct tw_planner *planner, void *memory)
{
    if (memory) planner->allocator.release(planner->allocator.context, memory);
}

/* ---- opening ---- */

static int open_driver(struct tw_planner *planner, const struct tw_planner_options *options,
                       struct tw_error *error)
{
    if (options->device == TW_PLANNER_CUDA) return tw_driver_open_cuda(&planner->driver, error);
    return tw_driver_open_simulator(&planner->driver, options->sm ? options->sm : TW_DEFAULT_SM, error);
}

static int describe_devices(struct tw_planner *planner, struct tw_error *error)
{
    const struct tw_driver *driver = &planner->driver;
    int code = TW_CALL(driver, error, cuDeviceGetCount, &planner->device_count);
    if (code) return code;
    if (planner->device_count < 1) return tw_fail(error, TW_ENVIRONMENT, "the driver is there, but no GPU");
    const size_t count = (size_t)planner->device_count;
    planner->devices = tw_planner_allocate(planner, count * sizeof *planner->devices);
    planner->measuring = tw_planner_allocate(planner, count * sizeof *planner->measuring);
    if (!planner->devices || !planner->measuring) return tw_fail(error, TW_MEMORY, "out of memory");
    for (size_t i = 0; i < count; i++) tw_turns_init(&planner->measuring[i], 1);
    for (int i = 0; i < planner->device_count && !code; i++) {
        struct tw_device *device = &planner->devices[i];
        device->driver = *driver;
        device->ordinal = i;
        code = TW_CALL(driver, error, cuDeviceGet, &device->device, i);
        if (!code) code = tw_device_describe(device, error);
    }
    return code;
}

static int open_cache(struct tw_planner *planner, const struct tw_planner_options *options,
                      struct tw_error *error)
{
    if (options->no_cache) return TW_OK;
    int code = tw_cache_open(options->cache_directory, &planner->cache, error);
    if (code != TW_ENVIRONMENT) return code;
    tw_error_free(error); /* nothing says where it is (no home directory): do without */
    return TW_OK;
}

/* Where nothing says where it is (no home directory) there is none. */
static int find_wisdom(struct tw_planner *planner, const struct tw_planner_options *options,
                       struct tw_error *error)
{
    const char *given = options->wisdom_directory ? options->wisdom_directory : options->cache_directory;
    char *found;
    if (options->no_wisdom) return TW_OK;
    int code = tw_store_directory(given, &found, error);
    if (code == TW_ENVIRONMENT) tw_error_free(error);
    if (code) return code == TW_ENVIRONMENT ? TW_OK : code;
    planner->wisdom_directory = tw_planner_allocate(planner, strlen(found) + 1);
    if (planner->wisdom_directory) strcpy(planner->wisdom_directory, found);
    free(found);
    return planner->wisdom_directory ? TW_OK : tw_fail(error, TW_MEMORY, "out of memory");
}

static int open_all(struct tw_planner *planner, const struct tw_planner_options *options,
                    struct tw_error *error)
{
    int code = open_driver(planner, options, error);
    if (!code) code = describe_devices(planner, error);
    if (!code) code = tw_nvrtc_open(&planner->nvrtc, error);
    if (!code) code = open_cache(planner, options, error);
    if (!code) code = find_wisdom(planner, options, error);
    return code;
}

static int check_options(const struct tw_planner_options *options, struct tw_error *error)
{
    if (options->device != TW_PLANNER_CUDA && options->device != TW_PLANNER_SIMULATOR)
        return tw_fail(error, TW_INPUT,
                       "a planner's device is TW_PLANNER_CUDA or TW_PLANNER_SIMULATOR, not %d",
                       (int)options->device);
    if (!options->allocator.allocate != !options->allocator.release)
        return tw_fail(error, TW_INPUT, "an allocator has both functions or neither; %s is NULL",
                       options->allocator.allocate ? "release" : "allocate");
    return TW_OK;
}

unsigned tw_planner_compilers(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores < 1 ? 1 : cores < (long)TW_COMPILERS ? (unsigned)cores : TW_COMPILERS;
}

int tw_planner_open(const struct tw_planner_options *options, struct tw_planner **planner,
                    struct tw_error *error)
{
    static const struct tw_planner_options none = {0};
    static const struct tw_allocator plain = {plain_allocate, plain_release, NULL};
    if (!planner) return tw_fail(error, TW_INPUT, "there is no place for the planner (NULL)");
    *planner = NULL;
    if (!options) options = &none;
    int code = check_options(options, error);
    if (code) return code;
    struct tw_planner basis = {.allocator = options->allocator.allocate ? options->allocator : plain};
    *planner = tw_planner_allocate(&basis, sizeof **planner);
    if (!*planner) return tw_fail(error, TW_MEMORY, "out of memory");
    (*planner)->allocator = basis.allocator;
    pthread_rwlock_init(&(*planner)->lock, NULL); /* neither kind of lock can fail here: glibc, musl */
    tw_turns_init(&(*planner)->compilers, tw_planner_compilers());
    pthread_mutex_init(&(*planner)->making, NULL);
    pthread_cond_init(&(*planner)->made, NULL);
    code = open_all(*planner, options, error);
    if (code) tw_planner_close(*planner);
    if (code) *planner = NULL;
    return code;
}

/* ---- unloading ---- */

void tw_plan_release(struct tw_plan *plan)
{
    if (plan->scratch) plan->driver->cuMemFree_v2(plan->scratch);
    plan->scratch = 0;
    tw_unload(plan->device, &plan->loaded);
    tw_unload(plan->device, &plan->second);
}

/* In the plan's context, which may not be current. When it is gone, so is the module. */
void tw_planner_drop(struct tw_planner *planner, struct tw_plan *plan)
{
    if (!plan) return;
    const struct tw_driver *driver = plan->driver;
    if (driver->cuCtxPushCurrent_v2(plan->context) == CUDA_SUCCESS) {
        tw_plan_release(plan);
        driver->cuCtxPopCurrent_v2(NULL);
    }
    tw_description_free(plan->described);
    tw_planner_release(planner, plan);
}

void tw_planner_trim(struct tw_planner *planner)
{
    if (!planner) return;
    pthread_rwlock_wrlock(&planner->lock);
    tw_plan_table_remove(planner, &planner->table, false, tw_planner_drop);
    pthread_rwlock_unlock(&planner->lock);
}

void tw_planner_close(struct tw_planner *planner)
{
    if (!planner) return;
    tw_plan_table_remove(planner, &planner->table, true, tw_planner_drop);
    tw_planner_release(planner, planner->table.slots);
    tw_wisdom_free(planner, planner->wisdom);
    if (planner->primary) planner->driver.cuDevicePrimaryCtxRelease_v2(planner->devices[0].device);
    tw_cache_close(planner->cache);
    tw_nvrtc_close(planner->nvrtc);
    tw_planner_release(planner, planner->devices);
    tw_driver_close(&planner->driver);
    tw_planner_release(planner, planner->wisdom_directory);
    for (int i = 0; i < planner->device_count && planner->measuring; i++)
        tw_turns_destroy(&planner->measuring[i]);
    tw_planner_release(planner, planner->measuring);
    tw_turns_destroy(&planner->compilers);
    pthread_mutex_destroy(&planner->making);
    pthread_cond_destroy(&planner->made);
    pthread_rwlock_destroy(&planner->lock);
    tw_planner_release(planner, planner);
}

/* ---- the rest ---- */

const struct tw_driver *tw_planner_driver(const struct tw_planner *planner)
{
    return planner ? &planner->driver : NULL;
}

int tw_planner_add_wisdom(struct tw_planner *planner, const char *file, struct tw_error *error)
{
    struct tw_wisdom *wisdom;
    if (!planner) return tw_fail(error, TW_INPUT, "there is no planner (NULL)");
    if (!file) return tw_fail(error, TW_INPUT, "no file of wisdom is named (NULL)");
    int code = tw_wisdom_read(planner, file, &wisdom, error);
    if (code) return code;
    pthread_rwlock_wrlock(&planner->lock);
    wisdom->next = planner->wisdom;
    planner->wisdom = wisdom;
    pthread_rwlock_unlock(&planner->lock);
    return TW_OK;
}
