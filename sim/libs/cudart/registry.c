/*
 * registry.c - what nvcc's start-up code registers before main: fat binaries, and by the addresses of their host stubs the
 * kernels and variables in them. A binary is loaded when something of it is first wanted, once for all devices: it is a
 * CUlibrary of the driver's, and its kernels and variables are looked up by name in the context that is current.
 *
 * The functions with two underscores are those that nvcc's crt/host_runtime.h declares.
 */
#include <pthread.h>
#include <search.h>
#include <stdlib.h>

#include "sim/libs/cudart/runtime.h"

struct binary {
    const void *image;        /* what nvcc calls __fatDeviceText: a wrapper around a fat binary */
    CUlibrary library;        /* NULL: not loaded yet */
    CUresult result;          /* of loading it */
    struct registered *first; /* its entries */
};

/* A kernel or variable. */
struct registered {
    const void
        *host; /* the key: the stub's or the shadow variable's address, or the kernel's handle itself */
    struct binary *binary;   /* NULL: a kernel of a library */
    const char *name;        /* the program's own */
    CUkernel kernel;         /* NULL: not looked up yet */
    void **managed;          /* where the program keeps the address of a managed variable, or NULL */
    struct registered *next; /* of the same binary */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *entries; /* a tree of tsearch */

static int compare(const void *one, const void *other)
{
    const struct registered *a = one, *b = other;
    return (a->host > b->host) - (a->host < b->host);
}

static struct registered *find(const void *host)
{
    struct registered key = {.host = host}, **found = tfind(&key, &entries, compare);
    return found ? *found : NULL;
}

/* One that is there already stays: the first that was registered under an address counts. */
static struct registered *add(struct registered wanted)
{
    struct registered *entry = malloc(sizeof *entry), **found;
    if (!entry) return NULL;
    *entry = wanted;
    found = tsearch(entry, &entries, compare);
    if (!found || *found != entry) {
        free(entry);
        return found ? *found : NULL;
    }
    if (entry->binary) {
        entry->next = entry->binary->first;
        entry->binary->first = entry;
    }
    return entry;
}

static CUresult load(struct binary *binary)
{
    if (!binary->library && !binary->result)
        binary->result = cuLibraryLoadData(&binary->library, binary->image, NULL, NULL, 0, NULL, NULL, 0);
    return binary->result;
}

CUresult tw_kernel(CUkernel *kernel, const void *host)
{
    CUresult result = CUDA_ERROR_NOT_FOUND;
    pthread_mutex_lock(&lock);
    struct registered *entry = find(host);
    if (entry && !entry->kernel && entry->binary) {
        result = load(entry->binary);
        if (!result) result = cuLibraryGetKernel(&entry->kernel, entry->binary->library, entry->name);
    }
    if (entry && entry->kernel) {
        *kernel = entry->kernel;
        result = CUDA_SUCCESS;
    }
    pthread_mutex_unlock(&lock);
    return result;
}

CUresult tw_function(CUfunction *function, const void *host)
{
    CUkernel kernel = NULL;
    CUresult result = tw_kernel(&kernel, host);
    return result ? result : cuKernelGetFunction(function, kernel);
}

CUresult tw_know_kernel(CUkernel kernel)
{
    pthread_mutex_lock(&lock);
    struct registered *entry = add((struct registered){.host = kernel, .kernel = kernel});
    pthread_mutex_unlock(&lock);
    return entry ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

struct search {
    CUfunction function;
    const void *host;
};

static void look(const void *node, VISIT order, void *closure)
{
    const struct registered *entry = *(struct registered *const *)node;
    struct search *search = closure;
    CUfunction function = NULL;
    if ((order != postorder && order != leaf) || !entry->kernel || search->host) return;
    if (entry->host == entry->kernel)
        return; // known by its host function too, or a library's, which has none
    if (!cuKernelGetFunction(&function, entry->kernel) && function == search->function)
        search->host = entry->host;
}

const void *tw_host_of(CUfunction function)
{
    struct search search = {.function = function};
    pthread_mutex_lock(&lock);
    twalk_r(entries, look, &search);
    pthread_mutex_unlock(&lock);
    return search.host;
}

CUresult tw_symbol_bytes(CUdeviceptr *address, size_t *bytes, const void *host)
{
    CUresult result = CUDA_ERROR_NOT_FOUND;
    pthread_mutex_lock(&lock);
    struct registered *entry = find(host);
    if (entry && entry->binary) {
        result = load(entry->binary);
        if (!result)
            result = entry->managed ? cuLibraryGetManaged(address, bytes, entry->binary->library, entry->name)
                                    : cuLibraryGetGlobal(address, bytes, entry->binary->library, entry->name);
    }
    pthread_mutex_unlock(&lock);
    return result;
}

CUresult tw_symbol(CUdeviceptr *address, const void *host, size_t offset, size_t bytes)
{
    size_t size = 0;
    CUresult result = tw_symbol_bytes(address, &size, host);
    if (result) return result;
    *address += offset;
    return offset > size || bytes > size - offset ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

cudaError_t tw_end_kernel(CUresult result)
{
    return result == CUDA_ERROR_NOT_FOUND ? tw_fail(cudaErrorInvalidDeviceFunction) : tw_end(result);
}

cudaError_t tw_end_symbol(CUresult result)
{
    return result == CUDA_ERROR_NOT_FOUND ? tw_fail(cudaErrorInvalidSymbol) : tw_end(result);
}

/* ---- what the start-up code calls ---- */

void **CUDARTAPI __cudaRegisterFatBinary(void *image);
void CUDARTAPI __cudaRegisterFatBinaryEnd(void **handle);
void CUDARTAPI __cudaUnregisterFatBinary(void **handle);
void CUDARTAPI __cudaRegisterFunction(void **handle, const char *host, char *device, const char *name,
                                      int threads, uint3 *thread, uint3 *block, dim3 *block_size,
                                      dim3 *grid_size, int *warp);
void CUDARTAPI __cudaRegisterVar(void **handle, char *host, char *device, const char *name, int is_extern,
                                 size_t bytes, int is_constant, int is_global);
void CUDARTAPI __cudaRegisterManagedVar(void **handle, void **host, char *device, const char *name,
                                        int is_extern, size_t bytes, int is_constant, int is_global);
void CUDARTAPI __cudaRegisterHostVar(void **handle, const char *name, char *host, size_t bytes);
void CUDARTAPI __cudaRegisterUnifiedTable(void **handle, void *table);
char CUDARTAPI __cudaInitModule(void **handle);

void **CUDARTAPI __cudaRegisterFatBinary(void *image)
{
    struct binary *binary = calloc(1, sizeof *binary);
    if (binary) binary->image = image;
    return (void **)binary;
}

void CUDARTAPI __cudaRegisterFatBinaryEnd(void **handle)
{
    (void)handle;
}

/* At the program's end, or when a library of its own is closed: then other code may come to lie where its stubs lay. */
void CUDARTAPI __cudaUnregisterFatBinary(void **handle)
{
    struct binary *binary = (struct binary *)handle;
    if (!binary) return;
    pthread_mutex_lock(&lock);
    for (struct registered *entry = binary->first, *next; entry; entry = next) {
        next = entry->next;
        tdelete(entry, &entries, compare);
        free(entry);
    }
    if (binary->library) cuLibraryUnload(binary->library);
    free(binary);
    pthread_mutex_unlock(&lock);
}

static void know(void **handle, struct registered entry)
{
    entry.binary = (struct binary *)handle;
    if (!handle) return;
    pthread_mutex_lock(&lock);
    add(entry);
    pthread_mutex_unlock(&lock);
}

void CUDARTAPI __cudaRegisterFunction(void **handle, const char *host, char *device, const char *name,
                                      int threads, uint3 *thread, uint3 *block, dim3 *block_size,
                                      dim3 *grid_size, int *warp)
{
    (void)device, (void)threads, (void)thread, (void)block, (void)block_size, (void)grid_size, (void)warp;
    know(handle, (struct registered){.host = host, .name = name});
}

void CUDARTAPI __cudaRegisterVar(void **handle, char *host, char *device, const char *name, int is_extern,
                                 size_t bytes, int is_constant, int is_global)
{
    (void)device, (void)is_extern, (void)bytes, (void)is_constant, (void)is_global;
    know(handle, (struct registered){.host = host, .name = name});
}

void CUDARTAPI __cudaRegisterManagedVar(void **handle, void **host, char *device, const char *name,
                                        int is_extern, size_t bytes, int is_constant, int is_global)
{
    (void)device, (void)is_extern, (void)bytes, (void)is_constant, (void)is_global;
    know(handle, (struct registered){.host = host, .name = name, .managed = host});
}

/* Variables of the host that kernels name, where the system shares all its memory: ours are not such systems. */
void CUDARTAPI __cudaRegisterHostVar(void **handle, const char *name, char *host, size_t bytes)
{
    (void)handle, (void)name, (void)host, (void)bytes;
}

void CUDARTAPI __cudaRegisterUnifiedTable(void **handle, void *table)
{
    (void)handle, (void)table;
}

/* Before the program touches a managed variable: it reaches it through a pointer of its own, which is set here. */
char CUDARTAPI __cudaInitModule(void **handle)
{
    struct binary *binary = (struct binary *)handle;
    if (!binary || tw_begin()) return 0;
    for (struct registered *entry = binary->first; entry; entry = entry->next) {
        CUdeviceptr address = 0;
        size_t bytes = 0;
        if (entry->managed && !tw_symbol_bytes(&address, &bytes, entry->host))
            *entry->managed = (void *)(uintptr_t)address; // NOLINT: the address is the host's too
    }
    return 1;
}
