/*
 * runtime.h - libcudart.so, the CUDA runtime, written over the functions of the driver that cuda.h documents.
 *
 * nvcc's programs call the runtime, and NVIDIA's asks its driver for tables that are documented nowhere; so such programs
 * meet the simulator only through a runtime of our own. It needs nothing of the simulator: on a GPU it runs over NVIDIA's
 * libcuda.so.1. Every function of cuda_runtime_api.h is exported; those in absent.h answer cudaErrorNotSupported.
 *
 * Handles are the driver's (cudaStream_t is CUstream, and so on), errors have the driver's numbers wherever there is one, and
 * enumerators that both have are equal. So most functions are a row: TW_RUNTIME(name, parameters, call of the driver).
 *
 * State: the devices' primary contexts (device.c), what nvcc's start-up code registered (registry.c), and of each thread its
 * device, its last error and the launches it has begun. All functions may be called from any thread.
 */
#ifndef TW_SIM_LIBS_CUDART_RUNTIME_H
#define TW_SIM_LIBS_CUDART_RUNTIME_H

#include <stdbool.h>
#include <stdint.h>

#include <cuda.h>
#include <cuda_runtime_api.h>

/* --- error.c */

/* The driver's result as the runtime's error; unless it is success it is what cudaGetLastError tells next. */
cudaError_t tw_end(CUresult result);

/* An error that the driver does not know. */
cudaError_t tw_fail(cudaError_t error);

/* --- device.c */

/* Before anything that needs a context: starts the driver, and makes the primary context of the thread's device current unless
   the program made one current itself. */
CUresult tw_begin(void);

/* The device of the current context. */
CUresult tw_device(CUdevice *device);

#define TW_RUNTIME(name, parameters, call)                                                                   \
    cudaError_t CUDARTAPI name parameters                                                                    \
    {                                                                                                        \
        CUresult result = tw_begin();                                                                        \
        return tw_end(result ? result : (call));                                                             \
    }

/* --- registry.c: what the program's start-up code said of its kernels and variables. What it loads is kept. */

/* The kernel of a host function, or of a handle that cudaGetKernel or cudaLibraryGetKernel gave. Else
   CUDA_ERROR_NOT_FOUND, or why its module could not be loaded. */
CUresult tw_kernel(CUkernel *kernel, const void *host);

/* The same as a function of the current context. */
CUresult tw_function(CUfunction *function, const void *host);

/* The host function of a function of the current context, or NULL. */
const void *tw_host_of(CUfunction function);

/* A library's kernel is a kernel from now on. */
CUresult tw_know_kernel(CUkernel kernel);

/* Where a variable's BYTES from OFFSET on lie in the current context. CUDA_ERROR_NOT_FOUND: no variable;
   CUDA_ERROR_INVALID_VALUE: they are not all its own. */
CUresult tw_symbol(CUdeviceptr *address, const void *host, size_t offset, size_t bytes);

/* The whole of it. */
CUresult tw_symbol_bytes(CUdeviceptr *address, size_t *bytes, const void *host);

/* What functions of a kernel or variable return for the three above. */
cudaError_t tw_end_kernel(CUresult result);
cudaError_t tw_end_symbol(CUresult result);

/* --- shapes.c: the runtime's structures as the driver's. False: not a kind of copy, or not an array's. */

CUdeviceptr tw_address(const void *pointer);
#if CUDART_VERSION >= 13000
CUmemLocation tw_location(struct cudaMemLocation location);
#endif
CUlaunchConfig tw_launch_config(const cudaLaunchConfig_t *from);
bool tw_copy_1d(CUDA_MEMCPY3D *to, void *destination, const void *source, size_t bytes,
                enum cudaMemcpyKind kind);
bool tw_copy_3d(CUDA_MEMCPY3D *to, const struct cudaMemcpy3DParms *from);
void tw_copy_3d_back(struct cudaMemcpy3DParms *to, const CUDA_MEMCPY3D *from);
bool tw_format(CUarray_format *format, unsigned *channels, const struct cudaChannelFormatDesc *channel);
struct cudaChannelFormatDesc tw_channel(CUarray_format format, unsigned channels);
unsigned tw_array_channel_bytes(CUarray array);

#endif
