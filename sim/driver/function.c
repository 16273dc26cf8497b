/* What is known of a kernel, what can be set for it, and how many of its blocks fit on a multiprocessor. */
#include "base/whole.h"
#include "sim/driver/task.h"

/* ---- attributes ---- */

/* Blocks of a cluster as the kernel has them, or as cuFuncSetAttribute asked for. */
static const uint32_t *required_cluster(const struct tw_object *function, const uint32_t own[3])
{
    return own[0] ? own : function->function.cluster;
}

static CUresult get_attribute(const struct tw_object *function, CUfunction_attribute attribute, int *value)
{
    struct tw_sim_function_info info = tw_sim_function_info(function->function.code);
    /* clang-format off */
    switch ((int)attribute) {
    case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:              *value = (int)info.max_threads; break;
    case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:                  *value = (int)info.static_shared_bytes; break;
    case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES:                   *value = (int)info.const_bytes; break;
    case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES:                   *value = (int)info.local_bytes; break;
    case CU_FUNC_ATTRIBUTE_NUM_REGS:                           *value = (int)info.registers; break;
    case CU_FUNC_ATTRIBUTE_PTX_VERSION:                        *value = (int)info.sm; break; /* the virtual architecture */
    case CU_FUNC_ATTRIBUTE_BINARY_VERSION:                     *value = (int)tw_provider.target->sm; break;
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:      *value = (int)function->function.max_dynamic_shared; break;
    case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:   *value = function->function.carveout; break;
    case CU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET:           *value = info.explicit_cluster; break;
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH:             *value = (int)required_cluster(function, info.cluster)[0]; break;
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT:            *value = (int)required_cluster(function, info.cluster)[1]; break;
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH:             *value = (int)required_cluster(function, info.cluster)[2]; break;
    case CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED:  *value = function->function.large_clusters; break;
    case CU_FUNC_ATTRIBUTE_CACHE_MODE_CA:
    case CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE: *value = 0; break;
    default: return CUDA_ERROR_INVALID_VALUE;
    }
    /* clang-format on */
    return CUDA_SUCCESS;
}

static CUresult set_max_dynamic_shared(struct tw_object *function, int value)
{
    uint32_t fixed = tw_sim_function_info(function->function.code).static_shared_bytes;
    if (value < 0 || (uint32_t)value + fixed > tw_provider.target->shared_per_block)
        return tw_sim_refuse(CUDA_ERROR_INVALID_VALUE,
                             "%s: %d bytes of dynamic shared memory beside %u static ones; a block has %u",
                             tw_sim_function_info(function->function.code).name, value, fixed,
                             tw_provider.target->shared_per_block);
    function->function.max_dynamic_shared = (uint32_t)value;
    return CUDA_SUCCESS;
}

static CUresult set_attribute(struct tw_object *function, CUfunction_attribute attribute, int value)
{
    switch ((int)attribute) {
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
        return set_max_dynamic_shared(function, value);
    case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
        if (value < -1 || value > 100) return CUDA_ERROR_INVALID_VALUE;
        function->function.carveout = value;
        return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH:
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT:
    case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH:
        if (value < 0 || tw_sim_function_info(function->function.code).cluster[0])
            return CUDA_ERROR_INVALID_VALUE;
        function->function.cluster[attribute - CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH] = (uint32_t)value;
        return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED:
        function->function.large_clusters = value != 0;
        return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE: /* a hint */
        return CUDA_SUCCESS;
    default:
        return CUDA_ERROR_INVALID_VALUE; /* read-only or unknown */
    }
}

/* How a function that asks about a kernel begins. */
static CUresult enter_function(const void *handle, struct tw_object **function)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    if (result) return result;
    *function = tw_object_find(TW_FUNCTION, handle);
    return *function ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

CUresult tw_sim_cuFuncGetAttribute(int *value, CUfunction_attribute attribute, CUfunction function)
{
    struct tw_object *object;
    CUresult result = enter_function(function, &object);
    if (!result && !value) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = get_attribute(object, attribute, value);
    return tw_sim_leave(result);
}

CUresult tw_sim_cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute, int value)
{
    struct tw_object *object;
    CUresult result = enter_function(function, &object);
    if (!result) result = set_attribute(object, attribute, value);
    return tw_sim_leave(result);
}

/* A library's kernel needs no context: the device is named. */
static CUresult enter_kernel(CUkernel kernel, CUdevice device, struct tw_object **function)
{
    CUresult result = tw_sim_enter_driver();
    if (!result) result = tw_sim_check_device(device);
    if (!result) *function = tw_object_find(TW_FUNCTION, kernel);
    return !result && !*function ? CUDA_ERROR_INVALID_HANDLE : result;
}

CUresult tw_sim_cuKernelGetAttribute(int *value, CUfunction_attribute attribute, CUkernel kernel,
                                     CUdevice device)
{
    struct tw_object *object;
    CUresult result = enter_kernel(kernel, device, &object);
    if (!result && !value) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = get_attribute(object, attribute, value);
    return tw_sim_leave(result);
}

CUresult tw_sim_cuKernelSetAttribute(CUfunction_attribute attribute, int value, CUkernel kernel,
                                     CUdevice device)
{
    struct tw_object *object;
    CUresult result = enter_kernel(kernel, device, &object);
    if (!result) result = set_attribute(object, attribute, value);
    return tw_sim_leave(result);
}

CUresult tw_sim_cuFuncGetModule(CUmodule *module, CUfunction function)
{
    struct tw_object *object;
    CUresult result = enter_function(function, &object);
    if (!result && !module) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) *module = (CUmodule)object->owner;
    return tw_sim_leave(result);
}

CUresult tw_sim_cuFuncGetName(const char **name, CUfunction function)
{
    struct tw_object *object;
    CUresult result = enter_function(function, &object);
    if (!result && !name) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) *name = tw_sim_function_info(object->function.code).name;
    return tw_sim_leave(result);
}

CUresult tw_sim_cuFuncSetCacheConfig(CUfunction function, CUfunc_cache config)
{
    struct tw_object *object;
    CUresult result = enter_function(function, &object);
    if (!result && (unsigned)config > CU_FUNC_CACHE_PREFER_EQUAL) result = CUDA_ERROR_INVALID_VALUE;
    return tw_sim_leave(result); /* a hint about caches, which are not simulated */
}

CUresult tw_sim_cuKernelSetCacheConfig(CUkernel kernel, CUfunc_cache config, CUdevice device)
{
    struct tw_object *object;
    CUresult result = enter_kernel(kernel, device, &object);
    if (!result && (unsigned)config > CU_FUNC_CACHE_PREFER_EQUAL) result = CUDA_ERROR_INVALID_VALUE;
    return tw_sim_leave(result);
}

/* Changes nothing: banks have 4 bytes (tw_sim_cuCtxGetSharedMemConfig). */
CUresult tw_sim_cuFuncSetSharedMemConfig(CUfunction function, CUsharedconfig config)
{
    struct tw_object *object;
    CUresult result = enter_function(function, &object);
    if (!result && (unsigned)config > CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE)
        result = CUDA_ERROR_INVALID_VALUE;
    return tw_sim_leave(result);
}

/* ---- occupancy ---- */

#define SHARED_UNIT 128u /* shared memory is handed out to a block in such pieces (measured on an H200) */

/* Blocks of that size that fit on one multiprocessor: limited by its threads (whole warps), its block slots
   and its shared memory, of which each block also takes the reserve (so 16 KB and 16.25 KB both give 13
   blocks on sm_90). */
unsigned tw_blocks_that_fit(const struct tw_object *function, unsigned threads, size_t dynamic)
{
    const struct tw_target *target = tw_provider.target;
    struct tw_sim_function_info info = tw_sim_function_info(function->function.code);
    if (threads > info.max_threads || dynamic > function->function.max_dynamic_shared) return 0;
    unsigned warps = (threads + TW_WARP - 1) / TW_WARP;
    unsigned by_threads = target->threads_per_sm / TW_WARP / warps;
    size_t shared = (info.static_shared_bytes + dynamic + SHARED_UNIT - 1) / SHARED_UNIT * SHARED_UNIT;
    shared += target->shared_reserved;
    unsigned by_shared = shared ? (unsigned)(target->shared_per_sm / shared) : target->blocks_per_sm;
    return tw_least(tw_least(by_threads, by_shared), target->blocks_per_sm);
}

CUresult tw_sim_cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction function, int threads,
                                                            size_t dynamic_shared_bytes)
{
    struct tw_object *object;
    CUresult result = enter_function(function, &object);
    if (!result && (!blocks || threads <= 0)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) *blocks = (int)tw_blocks_that_fit(object, (unsigned)threads, dynamic_shared_bytes);
    return tw_sim_leave(result);
}

CUresult tw_sim_cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, CUfunction function,
                                                                     int threads, size_t dynamic_shared_bytes,
                                                                     unsigned flags)
{
    if (flags > CU_OCCUPANCY_DISABLE_CACHING_OVERRIDE) return tw_sim_reject(CUDA_ERROR_INVALID_VALUE);
    return tw_sim_cuOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, threads,
                                                              dynamic_shared_bytes);
}

/* The largest block of whole warps, up to `limit`, that keeps the most threads resident. The program's own
   function says how much dynamic shared memory a block of a size needs; it is called with the lock held and
   must not call the driver. */
static void best_block(const struct tw_object *function, CUoccupancyB2DSize shared_for, size_t dynamic,
                       unsigned limit, int *grid, int *block)
{
    unsigned most = 0;
    for (unsigned threads = limit / TW_WARP * TW_WARP; threads > 0; threads -= TW_WARP) {
        size_t shared = shared_for ? shared_for((int)threads) : dynamic;
        unsigned blocks = tw_blocks_that_fit(function, threads, shared);
        if (blocks * threads <= most) continue;
        most = blocks * threads;
        *block = (int)threads;
        *grid = (int)(blocks * tw_provider.target->multiprocessors);
    }
}

CUresult tw_sim_cuOccupancyMaxPotentialBlockSize(int *grid, int *block, CUfunction function,
                                                 CUoccupancyB2DSize shared_for, size_t dynamic_shared_bytes,
                                                 int limit)
{
    struct tw_object *object;
    CUresult result = enter_function(function, &object);
    if (!result && (!grid || !block || limit < 0)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) {
        unsigned largest = tw_sim_function_info(object->function.code).max_threads;
        if (limit) largest = tw_least(largest, (unsigned)limit);
        *grid = *block = 0;
        best_block(object, shared_for, dynamic_shared_bytes, largest, grid, block);
    }
    return tw_sim_leave(result);
}

CUresult tw_sim_cuOccupancyMaxPotentialBlockSizeWithFlags(int *grid, int *block, CUfunction function,
                                                          CUoccupancyB2DSize shared_for,
                                                          size_t dynamic_shared_bytes, int limit,
                                                          unsigned flags)
{
    if (flags > CU_OCCUPANCY_DISABLE_CACHING_OVERRIDE) return tw_sim_reject(CUDA_ERROR_INVALID_VALUE);
    return tw_sim_cuOccupancyMaxPotentialBlockSize(grid, block, function, shared_for, dynamic_shared_bytes,
                                                   limit);
}

/* What is left of a multiprocessor's shared memory when so many blocks share it, as far as a block may have it. */
CUresult tw_sim_cuOccupancyAvailableDynamicSMemPerBlock(size_t *dynamic_shared_bytes, CUfunction function,
                                                        int blocks, int threads)
{
    struct tw_object *object;
    CUresult result = enter_function(function, &object);
    if (!result && !(dynamic_shared_bytes && blocks > 0 && threads > 0)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result && (unsigned)blocks > tw_blocks_that_fit(object, (unsigned)threads, 0))
        result = CUDA_ERROR_INVALID_VALUE;
    if (!result) {
        const struct tw_target *target = tw_provider.target;
        uint32_t fixed = tw_sim_function_info(object->function.code).static_shared_bytes;
        uint32_t each = target->shared_per_sm / (unsigned)blocks / SHARED_UNIT * SHARED_UNIT;
        uint32_t left = each > target->shared_reserved + fixed ? each - target->shared_reserved - fixed : 0;
        *dynamic_shared_bytes = tw_least(left, target->shared_per_block - fixed);
    }
    return tw_sim_leave(result);
}

/* ---- parameters ---- */

static CUresult parameter_info(const struct tw_object *function, size_t index, size_t *offset, size_t *bytes)
{
    uint32_t at, size;
    if (!offset || index >= tw_sim_function_info(function->function.code).parameter_count)
        return CUDA_ERROR_INVALID_VALUE;
    tw_sim_function_parameter(function->function.code, (unsigned)index, &at, &size);
    *offset = at;
    if (bytes) *bytes = size;
    return CUDA_SUCCESS;
}

CUresult tw_sim_cuFuncGetParamInfo(CUfunction function, size_t index, size_t *offset, size_t *bytes)
{
    struct tw_object *object;
    CUresult result = enter_function(function, &object);
    if (!result) result = parameter_info(object, index, offset, bytes);
    return tw_sim_leave(result);
}

CUresult tw_sim_cuKernelGetParamInfo(CUkernel kernel, size_t index, size_t *offset, size_t *bytes)
{
    struct tw_object *object;
    CUresult result = enter_kernel(kernel, 0, &object);
    if (!result) result = parameter_info(object, index, offset, bytes);
    return tw_sim_leave(result);
}

CUresult tw_sim_cuKernelGetName(const char **name, CUkernel kernel)
{
    struct tw_object *object;
    CUresult result = enter_kernel(kernel, 0, &object);
    if (!result && !name) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) *name = tw_sim_function_info(object->function.code).name;
    return tw_sim_leave(result);
}

CUresult tw_sim_cuKernelGetLibrary(CUlibrary *library, CUkernel kernel)
{
    struct tw_object *object;
    CUresult result = enter_kernel(kernel, 0, &object);
    if (!result && !library) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) *library = (CUlibrary)object->owner;
    return tw_sim_leave(result);
}

/* All are loaded with their module. */
CUresult tw_sim_cuFuncIsLoaded(int *state, CUfunction function)
{
    struct tw_object *object;
    CUresult result = enter_function(function, &object);
    if (!result && !state) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) *state = 1; /* CU_FUNCTION_LOADING_STATE_LOADED */
    return tw_sim_leave(result);
}

CUresult tw_sim_cuFuncLoad(CUfunction function)
{
    struct tw_object *object;
    return tw_sim_leave(enter_function(function, &object));
}
