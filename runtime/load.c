/* Makes an image ready to launch: the cubin or else the PTX as a module, its entry point, its attributes. */
#include <string.h>

#include <tilewright/target.h>

#include "base/text.h"
#include "runtime/compile/entries.h"
#include "runtime/given.h"
#include "runtime/launch.h"

#define JIT_LOG_BYTES 8192u

/* An image that does not load: why, as message and detail of *reason. */
static int load_cubin(const struct tw_driver *driver, const struct tw_image *image, CUmodule *module,
                      struct tw_error *reason)
{
    if (!image->cubin) return tw_fail(reason, TW_DRIVER, "there is none");
    return TW_CALL(driver, reason, cuModuleLoadData, module, image->cubin);
}

static int load_ptx(const struct tw_driver *driver, const struct tw_image *image, CUmodule *module,
                    struct tw_error *reason)
{
    if (!image->ptx) return tw_fail(reason, TW_DRIVER, "there is none");
    char log[JIT_LOG_BYTES] = "";
    CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void *values[] = {log,
                      (void *)(uintptr_t)sizeof log}; /* the driver takes the size in place of a pointer */
    CUresult result = driver->cuModuleLoadDataEx(module, image->ptx, 2, options, values);
    int code = tw_driver_check(driver, result, "cuModuleLoadDataEx", reason);
    if (code != TW_OK && log[0]) tw_error_add_detail(reason, log);
    return code;
}

static void add_cubin_reason(struct tw_text *text, const struct tw_device *device,
                             const struct tw_image *image, const struct tw_error *reason)
{
    if (tw_device_is_simulator(device)) return; /* it runs PTX only: the cubin's refusal says nothing */
    tw_text_addf(text, "the cubin for sm_%u on this sm_%u device: %s; ", image->sm, device->sm,
                 reason->message);
}

/* The driver's error, the first line of the JIT compiler's log, and what the driver could have taken. */
static void add_ptx_reason(struct tw_text *text, const struct tw_device *device,
                           const struct tw_error *reason)
{
    tw_text_addf(text, "the PTX: %s", reason->message);
    if (reason->detail) {
        tw_text_add(text, ": ");
        tw_text_add_bytes(text, reason->detail, strcspn(reason->detail, "\n"));
    }
    if (tw_device_is_simulator(device)) return;
    tw_text_addf(text, " (the driver supports CUDA %d.%d)", device->driver_version / 1000,
                 device->driver_version % 1000 / 10);
}

static int fail_both(const struct tw_device *device, const struct tw_image *image, int code,
                     const struct tw_error *cubin, const struct tw_error *ptx, struct tw_error *error)
{
    struct tw_text text = {0};
    add_cubin_reason(&text, device, image, cubin);
    add_ptx_reason(&text, device, ptx);
    if (text.failed)
        code = tw_fail(error, TW_MEMORY, "out of memory while loading the kernel");
    else
        tw_fail(error, (enum tw_code)code, "the kernel cannot be loaded; %s", tw_text_string(&text));
    if (ptx->detail) tw_error_add_detail(error, ptx->detail);
    tw_text_free(&text);
    return code;
}

static int load_module(const struct tw_device *device, const struct tw_image *image, struct tw_loaded *loaded,
                       struct tw_error *error)
{
    struct tw_error cubin = TW_ERROR_INIT, ptx = TW_ERROR_INIT;
    int code = load_cubin(&device->driver, image, &loaded->module, &cubin);
    if (code != TW_OK) {
        loaded->from_ptx = true;
        code = load_ptx(&device->driver, image, &loaded->module, &ptx);
    }
    if (code != TW_OK) {
        loaded->module = NULL;
        code = fail_both(device, image, code, &cubin, &ptx, error);
    }
    tw_error_free(&cubin);
    tw_error_free(&ptx);
    return code;
}

static int read_attributes(const struct tw_driver *driver, CUfunction function, struct tw_loaded *loaded,
                           int *static_bytes, struct tw_error *error)
{
    const struct {
        CUfunction_attribute attribute;
        int *most;
    } attributes[] = {
        {CU_FUNC_ATTRIBUTE_NUM_REGS, &loaded->registers},
        {CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES, &loaded->local_bytes},
        {CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, &loaded->static_shared_bytes},
    };
    int code = TW_OK, value = 0;
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes && code == TW_OK; i++) {
        code = TW_CALL(driver, error, cuFuncGetAttribute, &value, attributes[i].attribute, function);
        if (code == TW_OK && value > *attributes[i].most) *attributes[i].most = value;
    }
    *static_bytes = value; /* the last of them */
    return code;
}

static int prefer_cache(const struct tw_driver *driver, CUfunction function, const struct tw_launch *launch,
                        struct tw_error *error)
{
    if (!driver->cuFuncSetCacheConfig)
        return tw_fail(error, TW_ENVIRONMENT,
                       "cache_config %s cannot be set: the driver has no cuFuncSetCacheConfig",
                       tw_cache_config_words[launch->cache_config]);
    return TW_CALL(driver, error, cuFuncSetCacheConfig, function, (CUfunc_cache)launch->cache_config);
}

/* The most dynamic bytes of any launch of the function: the driver keeps one limit for all of them. */
static uint32_t dynamic_bytes(const struct tw_shape *shape, const struct tw_launch *launch)
{
    uint32_t most = launch->dynamic_shared_bytes;
    for (unsigned i = 0; i < shape->launch_count; i++) {
        const struct tw_launch *other = &shape->launches[i];
        const bool is_same = launch->entry ? other->entry && strcmp(other->entry, launch->entry) == 0
                                           : !other->entry && strcmp(other->suffix, launch->suffix) == 0;
        if (is_same && other->dynamic_shared_bytes > most) most = other->dynamic_shared_bytes;
    }
    return most;
}

/* Clusters, and blocks that wait for each other, are launched by a function that a driver may lack. */
static int check_cluster(const struct tw_driver *driver, const struct tw_launch *launch,
                         struct tw_error *error)
{
    if ((!launch->cluster[0] && !launch->is_cooperative) || driver->cuLaunchKernelEx) return TW_OK;
    return tw_fail(error, TW_ENVIRONMENT,
                   "%s cannot be launched: the driver has no cuLaunchKernelEx (CUDA 11.8)",
                   launch->cluster[0] ? "clusters" : "cooperative kernels");
}

/* More than 8 blocks in a cluster must be asked for (CUDA C++ Programming Guide, thread block clusters). */
#define PORTABLE_CLUSTER 8u

static int allow_cluster(const struct tw_driver *driver, const struct tw_launch *launch, CUfunction function,
                         struct tw_error *error)
{
    const uint64_t blocks = (uint64_t)launch->cluster[0] * launch->cluster[1] * launch->cluster[2];
    if (blocks <= PORTABLE_CLUSTER) return TW_OK;
    return TW_CALL(driver, error, cuFuncSetAttribute, function,
                   CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 1);
}

/* Static and dynamic shared memory over 48 KB together must be asked for (CUDA C++ Programming Guide, compute
 * capability 7.x on). */
static int set_attributes(const struct tw_driver *driver, const struct tw_shape *shape,
                          const struct tw_launch *launch, CUfunction function, int static_bytes,
                          struct tw_error *error)
{
    int code = check_cluster(driver, launch, error), dynamic = (int)dynamic_bytes(shape, launch);
    if (code == TW_OK && (uint64_t)dynamic + (uint64_t)static_bytes > TW_STATIC_SHARED_LIMIT) {
        code = TW_CALL(driver, error, cuFuncSetAttribute, function,
                       CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, dynamic);
    }
    if (code == TW_OK && launch->carveout >= 0) {
        code = TW_CALL(driver, error, cuFuncSetAttribute, function,
                       CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, launch->carveout);
    }
    if (code == TW_OK && launch->cache_config != TW_CACHE_NONE)
        code = prefer_cache(driver, function, launch, error);
    if (code == TW_OK) code = allow_cluster(driver, launch, function, error);
    return code;
}

static int load_function(const struct tw_driver *driver, const struct tw_kernel *kernel,
                         const struct tw_image *image, unsigned number, struct tw_loaded *loaded,
                         struct tw_error *error)
{
    const struct tw_launch *launch = &kernel->shape.launches[number];
    CUfunction *function = &loaded->function[number];
    struct tw_text entry = {0};
    int static_bytes;
    int code = TW_OK;
    if (!tw_launch_entry(image, kernel, launch, &entry))
        code = tw_fail(error, TW_INPUT, "the compiled kernel has no entry '%s'", launch->entry);
    if (!code && entry.failed) code = tw_fail(error, TW_MEMORY, "out of memory");
    if (!code && kernel->needs) code = tw_given_parameters(kernel, image, launch, entry.data, error);
    if (!code) code = TW_CALL(driver, error, cuModuleGetFunction, function, loaded->module, entry.data);
    tw_text_free(&entry);
    if (code == TW_OK) code = read_attributes(driver, *function, loaded, &static_bytes, error);
    if (code == TW_OK) code = set_attributes(driver, &kernel->shape, launch, *function, static_bytes, error);
    return code;
}

static int load_functions(const struct tw_driver *driver, const struct tw_kernel *kernel,
                          const struct tw_image *image, struct tw_loaded *loaded, struct tw_error *error)
{
    loaded->function = calloc(kernel->shape.launch_count, sizeof *loaded->function);
    int code = loaded->function ? TW_OK : tw_fail(error, TW_MEMORY, "out of memory");
    for (unsigned i = 0; i < kernel->shape.launch_count && code == TW_OK; i++)
        code = load_function(driver, kernel, image, i, loaded, error);
    return code;
}

int tw_load(struct tw_device *device, const struct tw_kernel *kernel, const struct tw_image *image,
            struct tw_loaded *loaded, struct tw_error *error)
{
    *loaded = (struct tw_loaded){0};
    int code = load_module(device, image, loaded, error);
    if (code == TW_OK) code = load_functions(&device->driver, kernel, image, loaded, error);
    if (code == TW_OK) code = tw_given_symbols(device, kernel, image, loaded, error);
    if (code != TW_OK) tw_unload(device, loaded);
    return code;
}

int tw_loaded_shared_bytes(const struct tw_device *device, const struct tw_kernel *kernel,
                           const struct tw_loaded *loaded, uint32_t *bytes, struct tw_error *error)
{
    int code = TW_OK, fixed = 0;
    for (unsigned i = 0; i < kernel->shape.launch_count && !code && kernel->needs; i++) {
        code = TW_CALL(&device->driver, error, cuFuncGetAttribute, &fixed,
                       CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, loaded->function[i]);
        const uint32_t all = (uint32_t)fixed + kernel->shape.launches[i].dynamic_shared_bytes;
        if (!code && all > *bytes) *bytes = all;
    }
    return code;
}

void tw_unload(struct tw_device *device, struct tw_loaded *loaded)
{
    if (loaded->module) device->driver.cuModuleUnload(loaded->module);
    free(loaded->function);
    free(loaded->symbol);
    *loaded = (struct tw_loaded){0};
}
