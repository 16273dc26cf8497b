/* A driver-API program that forks: a child of a process that has the driver cannot have it any more, one that was forked before can. */
#include <cuda.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "reverse.h"

/* A process that has nothing yet. */
static int begin_anew(void)
{
    CUcontext context;
    CUdeviceptr memory;
    CHECK(cuInit(0));
    CHECK(cuDevicePrimaryCtxRetain(&context, 0));
    CHECK(cuCtxSetCurrent(context));
    CHECK(cuMemAlloc(&memory, 4));
    return 0;
}

static int refuse(CUstream stream, CUdeviceptr memory)
{
    const CUresult lost = CUDA_ERROR_NOT_INITIALIZED;
    CUcontext context;
    const char *name;
    int count;
    unsigned word;
    CHECK(cuGetErrorName(lost, &name));
    CHECK(cuDriverGetVersion(&count));
    CHECK(cuInit(0) != lost);
    CHECK(cuDeviceGetCount(&count) != lost);
    CHECK(cuCtxGetCurrent(&context) != lost);
    CHECK(cuDevicePrimaryCtxRetain(&context, 0) != lost);
    CHECK(cuCtxSynchronize() != lost);
    CHECK(cuMemAlloc(&memory, 4) != lost);
    CHECK(cuMemcpyDtoH(&word, memory, 4) != lost);
    CHECK(cuMemsetD32Async(memory, 1, 1, stream) != lost);
    return 0;
}

static void await(pid_t child)
{
    int status = 1;
    if (child < 0 || waitpid(child, &status, 0) != child || status) {
        fprintf(stderr, "the child ended with %d\n", status);
        exit(1);
    }
}

int main(void)
{
    CUstream stream;
    CUdeviceptr memory;
    unsigned word = 0;
    pid_t child = fork();
    if (child == 0) exit(begin_anew());
    await(child);
    begin_anew();
    CHECK(cuStreamCreate(&stream, 0));
    CHECK(cuMemAlloc(&memory, 4));
    child = fork();
    if (child == 0) exit(refuse(stream, memory));
    await(child);
    CHECK(cuMemsetD32Async(memory, 7, 1, stream));
    CHECK(cuStreamSynchronize(stream));
    CHECK(cuMemcpyDtoH(&word, memory, 4));
    CHECK(word != 7);
    puts("forked: ok");
    return 0;
}
