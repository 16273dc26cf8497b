/* The names and texts of the driver's error routines: every one that a CUDA 12.0 header knows. */
#include <stddef.h>

#include "sim/driver/sim.h"

/* clang-format off */
/*    code                                        text                                              */
#define RESULTS(X)                                                                                    \
    X(CUDA_SUCCESS,                               "no error")                                         \
    X(CUDA_ERROR_INVALID_VALUE,                   "invalid argument")                                 \
    X(CUDA_ERROR_OUT_OF_MEMORY,                   "out of memory")                                    \
    X(CUDA_ERROR_NOT_INITIALIZED,                 "initialization error")                             \
    X(CUDA_ERROR_DEINITIALIZED,                   "driver shutting down")                             \
    X(CUDA_ERROR_PROFILER_DISABLED,               "profiler disabled")                                \
    X(CUDA_ERROR_PROFILER_NOT_INITIALIZED,        "profiler not initialized")                         \
    X(CUDA_ERROR_PROFILER_ALREADY_STARTED,        "profiler already started")                         \
    X(CUDA_ERROR_PROFILER_ALREADY_STOPPED,        "profiler already stopped")                         \
    X(CUDA_ERROR_STUB_LIBRARY,                    "stub library, not a driver")                       \
    X(CUDA_ERROR_DEVICE_UNAVAILABLE,              "device busy or unavailable")                       \
    X(CUDA_ERROR_NO_DEVICE,                       "no CUDA-capable device")                           \
    X(CUDA_ERROR_INVALID_DEVICE,                  "invalid device ordinal")                           \
    X(CUDA_ERROR_DEVICE_NOT_LICENSED,             "device not licensed")                              \
    X(CUDA_ERROR_INVALID_IMAGE,                   "kernel image is invalid")                          \
    X(CUDA_ERROR_INVALID_CONTEXT,                 "invalid device context")                           \
    X(CUDA_ERROR_CONTEXT_ALREADY_CURRENT,         "context already current")                          \
    X(CUDA_ERROR_MAP_FAILED,                      "mapping failed")                                   \
    X(CUDA_ERROR_UNMAP_FAILED,                    "unmapping failed")                                 \
    X(CUDA_ERROR_ARRAY_IS_MAPPED,                 "array is mapped")                                  \
    X(CUDA_ERROR_ALREADY_MAPPED,                  "resource already mapped")                          \
    X(CUDA_ERROR_NO_BINARY_FOR_GPU,               "no kernel image is available for the device")      \
    X(CUDA_ERROR_ALREADY_ACQUIRED,                "resource already acquired")                        \
    X(CUDA_ERROR_NOT_MAPPED,                      "resource not mapped")                              \
    X(CUDA_ERROR_NOT_MAPPED_AS_ARRAY,             "resource not mapped as array")                     \
    X(CUDA_ERROR_NOT_MAPPED_AS_POINTER,           "resource not mapped as pointer")                   \
    X(CUDA_ERROR_ECC_UNCORRECTABLE,               "uncorrectable ECC error")                          \
    X(CUDA_ERROR_UNSUPPORTED_LIMIT,               "limit is not supported")                           \
    X(CUDA_ERROR_CONTEXT_ALREADY_IN_USE,          "context already in use by another thread")         \
    X(CUDA_ERROR_PEER_ACCESS_UNSUPPORTED,         "peer access is not supported")                     \
    X(CUDA_ERROR_INVALID_PTX,                     "PTX compilation failed")                           \
    X(CUDA_ERROR_INVALID_GRAPHICS_CONTEXT,        "invalid graphics context")                         \
    X(CUDA_ERROR_NVLINK_UNCORRECTABLE,            "uncorrectable NVLink error")                       \
    X(CUDA_ERROR_JIT_COMPILER_NOT_FOUND,          "PTX JIT compiler not found")                       \
    X(CUDA_ERROR_UNSUPPORTED_PTX_VERSION,         "PTX of an unsupported version")                    \
    X(CUDA_ERROR_JIT_COMPILATION_DISABLED,        "PTX JIT compilation disabled")                     \
    X(CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY,       "execution affinity is not supported")              \
    X(CUDA_ERROR_INVALID_SOURCE,                  "kernel source is invalid")                         \
    X(CUDA_ERROR_FILE_NOT_FOUND,                  "file not found")                                   \
    X(CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND,  "shared object symbol not found")                   \
    X(CUDA_ERROR_SHARED_OBJECT_INIT_FAILED,       "shared object initialization failed")              \
    X(CUDA_ERROR_OPERATING_SYSTEM,                "operating system call failed")                     \
    X(CUDA_ERROR_INVALID_HANDLE,                  "invalid resource handle")                          \
    X(CUDA_ERROR_ILLEGAL_STATE,                   "illegal state")                                    \
    X(CUDA_ERROR_NOT_FOUND,                       "named symbol not found")                           \
    X(CUDA_ERROR_NOT_READY,                       "device not ready")                                 \
    X(CUDA_ERROR_ILLEGAL_ADDRESS,                 "an illegal memory access was encountered")         \
    X(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES,         "too many resources requested for launch")          \
    X(CUDA_ERROR_LAUNCH_TIMEOUT,                  "the launch timed out and was terminated")          \
    X(CUDA_ERROR_LAUNCH_INCOMPATIBLE_TEXTURING,   "launch uses an incompatible texturing mode")       \
    X(CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED,     "peer access is already enabled")                   \
    X(CUDA_ERROR_PEER_ACCESS_NOT_ENABLED,         "peer access is not enabled")                       \
    X(CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE,          "primary context is active")                        \
    X(CUDA_ERROR_CONTEXT_IS_DESTROYED,            "context is destroyed")                             \
    X(CUDA_ERROR_ASSERT,                          "device-side assert triggered")                     \
    X(CUDA_ERROR_TOO_MANY_PEERS,                  "peer mapping resources exhausted")                 \
    X(CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED,  "host memory is already registered")                \
    X(CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED,      "host memory is not registered")                    \
    X(CUDA_ERROR_HARDWARE_STACK_ERROR,            "hardware stack error")                             \
    X(CUDA_ERROR_ILLEGAL_INSTRUCTION,             "an illegal instruction was encountered")           \
    X(CUDA_ERROR_MISALIGNED_ADDRESS,              "misaligned address")                               \
    X(CUDA_ERROR_INVALID_ADDRESS_SPACE,           "operation not possible in this address space")     \
    X(CUDA_ERROR_INVALID_PC,                      "invalid program counter")                          \
    X(CUDA_ERROR_LAUNCH_FAILED,                   "unspecified launch failure")                       \
    X(CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE,    "too many blocks in cooperative launch")            \
    X(CUDA_ERROR_NOT_PERMITTED,                   "operation not permitted")                          \
    X(CUDA_ERROR_NOT_SUPPORTED,                   "operation not supported")                          \
    X(CUDA_ERROR_SYSTEM_NOT_READY,                "system not yet initialized")                       \
    X(CUDA_ERROR_SYSTEM_DRIVER_MISMATCH,          "display driver and CUDA driver do not match")      \
    X(CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE,  "forward compatibility is not possible here")       \
    X(CUDA_ERROR_MPS_CONNECTION_FAILED,           "MPS client could not connect")                     \
    X(CUDA_ERROR_MPS_RPC_FAILURE,                 "MPS remote procedure call failed")                 \
    X(CUDA_ERROR_MPS_SERVER_NOT_READY,            "MPS server is not ready")                          \
    X(CUDA_ERROR_MPS_MAX_CLIENTS_REACHED,         "MPS client limit reached")                         \
    X(CUDA_ERROR_MPS_MAX_CONNECTIONS_REACHED,     "MPS connection limit reached")                     \
    X(CUDA_ERROR_MPS_CLIENT_TERMINATED,           "MPS client terminated by its server")              \
    X(CUDA_ERROR_CDP_NOT_SUPPORTED,               "dynamic parallelism is not supported")             \
    X(CUDA_ERROR_CDP_VERSION_MISMATCH,            "dynamic parallelism versions do not match")        \
    X(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED,      "not permitted while a stream is capturing")        \
    X(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED,      "capture failed by an earlier error")               \
    X(CUDA_ERROR_STREAM_CAPTURE_MERGE,            "would merge two captures")                         \
    X(CUDA_ERROR_STREAM_CAPTURE_UNMATCHED,        "capture was not begun in this stream")             \
    X(CUDA_ERROR_STREAM_CAPTURE_UNJOINED,         "capturing stream has unjoined work")               \
    X(CUDA_ERROR_STREAM_CAPTURE_ISOLATION,        "capturing stream would depend on uncaptured work") \
    X(CUDA_ERROR_STREAM_CAPTURE_IMPLICIT,         "would depend on a capturing stream implicitly")    \
    X(CUDA_ERROR_CAPTURED_EVENT,                  "not permitted on a captured event")                \
    X(CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD,     "capture was begun by another thread")              \
    X(CUDA_ERROR_TIMEOUT,                         "wait timed out")                                   \
    X(CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE,       "graph update violates its constraints")            \
    X(CUDA_ERROR_EXTERNAL_DEVICE,                 "error of an external device")                      \
    X(CUDA_ERROR_INVALID_CLUSTER_SIZE,            "invalid cluster size")                             \
    X(CUDA_ERROR_UNKNOWN,                         "unknown error")
/* clang-format on */

static const struct {
    CUresult result;
    const char *name, *text;
} results[] = {
#define X(result, text) {result, #result, text},
    RESULTS(X)
#undef X
};

/* Index of the result, or the number of results. */
static size_t find(CUresult result)
{
    size_t i = 0;
    while (i < sizeof results / sizeof *results && results[i].result != result) i++;
    return i;
}

CUresult tw_sim_cuGetErrorName(CUresult result, const char **name)
{
    size_t i = find(result);
    bool known = i < sizeof results / sizeof *results;
    if (!name) return CUDA_ERROR_INVALID_VALUE;
    *name = known ? results[i].name : NULL;
    return known ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult tw_sim_cuGetErrorString(CUresult result, const char **text)
{
    size_t i = find(result);
    bool known = i < sizeof results / sizeof *results;
    if (!text) return CUDA_ERROR_INVALID_VALUE;
    *text = known ? results[i].text : NULL;
    return known ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}
