/*
 * The same job by a program that needs no CUDA to start: libcuda.so.1 is opened at run time, every function
 * is asked for by name and version, and the PTX comes from memory as a library.  loaded reverse.ptx
 */
#include <cuda.h>
#include <dlfcn.h>
#include <string.h>

#include "reverse.h"

typedef CUresult (*get_proc_address)(const char *, void **, int, cuuint64_t,
                                     CUdriverProcAddressQueryResult *);

static get_proc_address resolve;

static void *function(const char *name, int version)
{
    void *found = NULL;
    CUdriverProcAddressQueryResult status;
    CHECK(resolve(name, &found, version, CU_GET_PROC_ADDRESS_DEFAULT, &status));
    if (found) return found;
    fprintf(stderr, "%s: not found (status %d)\n", name, (int)status);
    exit(1);
}

/* A call through a pointer of the type that the function has: CALL(12000, cuMemAlloc, (CUdeviceptr *,
 * size_t), &a, 4) */
#define CALL(version, name, types, ...)                                                                      \
    do {                                                                                                     \
        CUresult(*call_) types;                                                                              \
        void *found_ = function(#name, version);                                                             \
        memcpy(&call_, &found_, sizeof found_);                                                              \
        CHECK(call_(__VA_ARGS__));                                                                           \
    } while (0)

#undef cuMemAlloc /* here the names are text: cuda.h must not rename them */
#undef cuMemFree
#undef cuMemcpyHtoD
#undef cuMemcpyDtoH
#undef cuCtxCreate
#undef cuCtxDestroy

static char *read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    char *text = calloc(1, 65536);
    if (!file || !text || fread(text, 1, 65535, file) == 0) exit(2);
    fclose(file);
    return text;
}

int main(int argc, char **argv)
{
    if (argc < 2) return 2;
    void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    void *found = library ? dlsym(library, "cuGetProcAddress_v2") : NULL;
    if (!found) return 77;
    memcpy(&resolve, &found, sizeof found);

    CUdevice device;
    CUcontext context;
    CUlibrary loaded;
    CUkernel kernel;
    CUdeviceptr in, out;
    char name[128], *ptx = read_file(argv[1]);
    unsigned host[N], n = N;
    CALL(12000, cuInit, (unsigned), 0);
    CALL(12000, cuDeviceGet, (CUdevice *, int), &device, 0);
    CALL(12000, cuDeviceGetName, (char *, int, CUdevice), name, sizeof name, device);
    CALL(11000, cuCtxCreate, (CUcontext *, unsigned, CUdevice), &context, 0, device);
    CALL(12000, cuLibraryLoadData,
         (CUlibrary *, const void *, CUjit_option *, void **, unsigned, CUlibraryOption *, void **, unsigned),
         &loaded, ptx, NULL, NULL, 0, NULL, NULL, 0);
    CALL(12000, cuLibraryGetKernel, (CUkernel *, CUlibrary, const char *), &kernel, loaded, "reverse");
    CALL(12000, cuMemAlloc, (CUdeviceptr *, size_t), &in, N * 4);
    CALL(12000, cuMemAlloc, (CUdeviceptr *, size_t), &out, N * 4);
    for (unsigned i = 0; i < N; i++) host[i] = input(i);
    CALL(12000, cuMemcpyHtoD, (CUdeviceptr, const void *, size_t), in, host, N * 4);
    void *parameters[] = {&out, &in, &n};
    CUlaunchConfig config = {
        .gridDimX = BLOCKS, .gridDimY = 1, .gridDimZ = 1, .blockDimX = BLOCK, .blockDimY = 1, .blockDimZ = 1};
    CALL(12000, cuLaunchKernelEx, (const CUlaunchConfig *, CUfunction, void **, void **), &config,
         (CUfunction)kernel, parameters, NULL);
    CALL(12000, cuMemcpyDtoH, (void *, CUdeviceptr, size_t), host, out, N * 4);
    CALL(12000, cuMemFree, (CUdeviceptr), in);
    CALL(12000, cuMemFree, (CUdeviceptr), out);
    CALL(12000, cuLibraryUnload, (CUlibrary), loaded);
    CALL(12000, cuCtxDestroy, (CUcontext), context);
    free(ptx);
    return report(name, host);
}
