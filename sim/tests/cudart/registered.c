/*
 * What nvcc's start-up code does, by hand, so that the runtime is tested where there is no nvcc: a module is registered with a
 * kernel, a variable and a managed one, by the addresses of things of the host. Whatever goes wrong is printed.
 */
#include <stdio.h>
#include <string.h>

#include <cuda_runtime_api.h>

void **__cudaRegisterFatBinary(void *image);
void __cudaRegisterFatBinaryEnd(void **handle);
void __cudaUnregisterFatBinary(void **handle);
void __cudaRegisterFunction(void **handle, const char *host, char *device, const char *name, int threads,
                            uint3 *thread, uint3 *block, dim3 *block_size, dim3 *grid_size, int *warp);
void __cudaRegisterVar(void **handle, char *host, char *device, const char *name, int is_extern, size_t bytes,
                       int is_constant, int is_global);
void __cudaRegisterManagedVar(void **handle, void **host, char *device, const char *name, int is_extern,
                              size_t bytes, int is_constant, int is_global);
char __cudaInitModule(void **handle);
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared_bytes, void *stream);
cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared_bytes, void *stream);

static const char ptx[] = ".version 7.0\n.target sm_50\n.address_size 64\n"
                          ".const .align 4 .u32 factor;\n"
                          ".global .attribute(.managed) .align 4 .u32 both = 3;\n"
                          ".visible .entry times(.param .u64 to)\n"
                          "{\n"
                          "    .reg .u32 %i, %f, %v, %m;\n"
                          "    .reg .u64 %to, %at;\n"
                          "    ld.param.u64 %to, [to];\n"
                          "    mov.u32 %i, %tid.x;\n"
                          "    mad.wide.u32 %at, %i, 4, %to;\n"
                          "    ld.const.u32 %f, [factor];\n"
                          "    ld.global.u32 %m, [both];\n"
                          "    mul.lo.u32 %v, %i, %f;\n"
                          "    add.u32 %v, %v, %m;\n"
                          "    st.global.u32 [%at], %v;\n"
                          "    ret;\n"
                          "}\n";

static int failures;
static void stub(void)
{
}
static int factor;
static int *both;

static void check(int holds, const char *what, int line)
{
    if (!holds) printf("line %d: not so: %s\n", line, what), failures++;
}
#define CHECK(condition) check(condition, #condition, __LINE__)

static void launches(void)
{
    unsigned *device = NULL, host[64], seven = 7, told = 0;
    dim3 grid, block, one = {1, 1, 1}, many = {64, 1, 1};
    size_t shared_bytes = 1, bytes = 0;
    cudaStream_t stream = NULL;
    const void *host_function;
    void (*function)(void) = stub;
    memcpy(&host_function, &function, sizeof host_function);
    CHECK(!cudaMalloc((void **)&device, sizeof host));
    CHECK(!cudaMemcpyToSymbol(&factor, &seven, sizeof seven, 0, cudaMemcpyHostToDevice));
    CHECK(!cudaMemcpyFromSymbol(&told, &factor, sizeof told, 0, cudaMemcpyDeviceToHost) && told == 7);
    CHECK(!cudaGetSymbolSize(&bytes, &factor) && bytes == 4);
    CHECK(cudaMemcpyToSymbol(&seven, &seven, 4, 0, cudaMemcpyHostToDevice) == cudaErrorInvalidSymbol);
    CHECK(cudaGetLastError() == cudaErrorInvalidSymbol && cudaGetLastError() == cudaSuccess);
    *both = 5;
    void *arguments[] = {&device};
    CHECK(!__cudaPushCallConfiguration(one, many, 12, NULL));
    CHECK(!__cudaPushCallConfiguration(many, one, 0, NULL)); // an argument may launch in its turn
    CHECK(!__cudaPopCallConfiguration(&grid, &block, &shared_bytes, &stream) && grid.x == 64);
    CHECK(!__cudaPopCallConfiguration(&grid, &block, &shared_bytes, &stream) && shared_bytes == 12);
    CHECK(__cudaPopCallConfiguration(&grid, &block, &shared_bytes, &stream) == cudaErrorMissingConfiguration);
    CHECK(!cudaLaunchKernel(host_function, one, many, arguments, 0, NULL));
    CHECK(!cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost));
    for (unsigned i = 0; i < 64; i++) CHECK(host[i] == 7 * i + 5);
    CHECK(cudaImportExternalMemory(NULL, NULL) == cudaErrorNotSupported &&
          cudaGetLastError() == cudaErrorNotSupported);
    CHECK(!cudaFree(device));
}

int main(void)
{
    void **handle = __cudaRegisterFatBinary((void *)ptx);
    char name[] = "times";
    const char *host_function;
    void (*function)(void) = stub;
    memcpy(&host_function, &function, sizeof host_function);
    __cudaRegisterFunction(handle, host_function, name, name, -1, NULL, NULL, NULL, NULL, NULL);
    __cudaRegisterVar(handle, (char *)&factor, NULL, "factor", 0, 4, 1, 0);
    __cudaRegisterManagedVar(handle, (void **)&both, NULL, "both", 0, 4, 0, 0);
    __cudaRegisterFatBinaryEnd(handle);
    CHECK(__cudaInitModule(handle) && both && *both == 3);
    if (!failures) launches();
    __cudaUnregisterFatBinary(handle);
    CHECK(cudaLaunchKernel(host_function, (dim3){1, 1, 1}, (dim3){1, 1, 1}, NULL, 0, NULL) != cudaSuccess);
    printf("%d failures\n", failures);
    return failures != 0;
}
