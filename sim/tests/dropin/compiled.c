/*
 * A program that compiles a kernel to machine code at run time and runs it: NVRTC opened by name, nvrtcGetCUBIN, the driver API.
 *
 *     compiled libnvrtc.so.13
 *
 * Exit status 77: there is no such NVRTC, and what it says instead.
 */
#include <cuda.h>
#include <dlfcn.h>
#include <string.h>

#include "reverse.h"

typedef void *program;

static const char source[] =
    "extern \"C\" __global__ void square(int *p) { p[threadIdx.x] *= p[threadIdx.x]; }";

static void *library;

static void *function(const char *name)
{
    void *found = library ? dlsym(library, name) : NULL;
    if (found) return found;
    fprintf(stderr, "no %s\n", name);
    exit(77);
}

/* NVRTC(nvrtcVersion, (int *, int *), &a, &b): the result of the call. */
#define NVRTC(name, types, ...)                                                                              \
    (((union {                                                                                               \
         void *found;                                                                                        \
         int(*call) types;                                                                                   \
     }){function(#name)})                                                                                    \
         .call(__VA_ARGS__))

static char *compile(void)
{
    const char *options[] = {"--gpu-architecture=sm_90"};
    int major = 0, minor = 0, missing = NVRTC(nvrtcVersion, (int *, int *), &major, &minor);
    program made = NULL;
    size_t bytes = 0;
    if (missing) {
        const char *(*text)(int);
        void *found = function("nvrtcGetErrorString");
        memcpy(&text, &found, sizeof text);
        puts(text(missing));
        exit(77);
    }
    CHECK(NVRTC(nvrtcCreateProgram,
                (program *, const char *, const char *, int, const char *const *, const char *const *), &made,
                source, "square.cu", 0, NULL, NULL));
    CHECK(NVRTC(nvrtcCompileProgram, (program, int, const char *const *), made, 1, options));
    CHECK(NVRTC(nvrtcGetCUBINSize, (program, size_t *), made, &bytes));
    char *code = malloc(bytes + 1);
    CHECK(!code || !bytes);
    CHECK(NVRTC(nvrtcGetCUBIN, (program, char *), made, code));
    CHECK(NVRTC(nvrtcDestroyProgram, (program *), &made));
    return code;
}

int main(int argc, char **argv)
{
    CUcontext context;
    CUmodule module;
    CUfunction square;
    CUdeviceptr memory;
    int numbers[32];
    void *parameters[] = {&memory};
    if (argc < 2) return 2;
    library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
    char *code = compile();
    CHECK(cuInit(0));
    CHECK(cuDevicePrimaryCtxRetain(&context, 0));
    CHECK(cuCtxSetCurrent(context));
    CHECK(cuModuleLoadData(&module, code));
    CHECK(cuModuleGetFunction(&square, module, "square"));
    CHECK(cuMemAlloc(&memory, sizeof numbers));
    for (int i = 0; i < 32; i++) numbers[i] = i;
    CHECK(cuMemcpyHtoD(memory, numbers, sizeof numbers));
    CHECK(cuLaunchKernel(square, 1, 1, 1, 32, 1, 1, 0, NULL, parameters, NULL));
    CHECK(cuMemcpyDtoH(numbers, memory, sizeof numbers));
    for (int i = 0; i < 32; i++) CHECK(numbers[i] != i * i);
    free(code);
    puts("compiled: ok");
    return 0;
}
