/* Modules and libraries: PTX text becomes functions and variables.
   What kinds of image there are: driver/module/image.c. */
#include "sim/driver/module/image.h"

#include <string.h>

#include "base/file.h"

/* ---- loading ---- */

struct image {
    const void *bytes;
    size_t length; /* TW_IMAGE_LENGTH: up to where it says itself that it ends */
};

/* PTX:LINE:COLUMN: message, then the line and a caret. */
static void explain(const struct tw_error *error, struct tw_text *why)
{
    tw_text_add(why, error->file[0] ? error->file : "PTX");
    if (error->line) tw_text_addf(why, ":%u", error->line);
    if (error->line && error->column) tw_text_addf(why, ":%u", error->column);
    tw_text_addf(why, ": %s", error->message);
    if (error->detail) tw_text_addf(why, "\n%s", error->detail);
}

/* Valid PTX that the simulator does not know yet is "not supported", never "invalid". */
static CUresult result_of(int code)
{
    return code == TW_MEMORY        ? CUDA_ERROR_OUT_OF_MEMORY
           : code == TW_UNSUPPORTED ? CUDA_ERROR_NOT_SUPPORTED
                                    : CUDA_ERROR_INVALID_PTX;
}

static CUresult parse(const void *image, size_t length, struct tw_sim_module **module, struct tw_text *why)
{
    struct tw_text ptx = {0};
    CUresult result = tw_image_ptx(image, length, &ptx, why);
    struct tw_error error = TW_ERROR_INIT;
    if (!result) {
        int code = tw_sim_module_load(tw_provider.machine, tw_text_string(&ptx), ptx.length, module, &error);
        if (code != TW_OK) {
            explain(&error, why);
            result = result_of(why->failed ? TW_MEMORY : code);
        }
    }
    tw_error_free(&error);
    tw_text_free(&ptx);
    return result;
}

static CUresult load(const struct tw_object *context, const struct image *image, struct tw_text *why,
                     struct tw_object **object)
{
    struct tw_sim_module *module;
    CUresult result = parse(image->bytes, image->length, &module, why);
    if (result) return tw_sim_refuse(result, "%s", tw_text_string(why));
    *object = tw_object_new(TW_MODULE, 0, context);
    if (*object) {
        (*object)->module = module;
        tw_sim_forget_refusal();
        return CUDA_SUCCESS;
    }
    tw_sim_module_free(module);
    return CUDA_ERROR_OUT_OF_MEMORY;
}

/* The options that have an effect here are the number of registers, and the two log buffers: where they are, how large, and where
   to say how much of them was filled. */
struct jit_log {
    char *buffer;
    void **size; /* in: bytes of the buffer; out: characters written */
};

static CUresult read_options(unsigned count, const CUjit_option *options, void **values, struct jit_log *info,
                             struct jit_log *error, unsigned *most_registers)
{
    if (count && !(options && values)) return CUDA_ERROR_INVALID_VALUE;
    for (unsigned i = 0; i < count; i++) {
        if ((unsigned)options[i] >= CU_JIT_NUM_OPTIONS) return CUDA_ERROR_INVALID_VALUE;
        if (options[i] == CU_JIT_MAX_REGISTERS) *most_registers = (unsigned)(uintptr_t)values[i];
        if (options[i] == CU_JIT_INFO_LOG_BUFFER) info->buffer = values[i];
        if (options[i] == CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES) info->size = &values[i];
        if (options[i] == CU_JIT_ERROR_LOG_BUFFER) error->buffer = values[i];
        if (options[i] == CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES) error->size = &values[i];
    }
    return CUDA_SUCCESS;
}

static void fill_log(const struct jit_log *log, const char *text)
{
    size_t room = log->size ? (unsigned)(uintptr_t)*log->size : 0, length = strlen(text);
    if (!log->buffer || room == 0) return;
    if (length > room - 1) length = room - 1;
    memcpy(log->buffer, text, length);
    log->buffer[length] = '\0';
    *log->size = (void *)(uintptr_t)length;
}

static CUresult load_with_logs(const struct tw_object *context, const struct image *image, unsigned count,
                               const CUjit_option *options, void **values, struct tw_object **object)
{
    struct jit_log info = {0}, error = {0};
    unsigned most_registers = 0;
    CUresult result = read_options(count, options, values, &info, &error, &most_registers);
    if (result) return result;
    struct tw_text why = {0};
    result = load(context, image, &why, object);
    if (!result) tw_sim_module_limit_registers((*object)->module, most_registers);
    fill_log(&info, "");
    fill_log(&error, tw_text_string(&why));
    tw_text_free(&why);
    return result;
}

/* Reads the whole file. A path of "-" is a file of that name here. */
static CUresult read_image(const char *path, struct tw_text *image)
{
    int code = tw_file_read(strcmp(path, "-") == 0 ? "./-" : path, image, NULL);
    if (code == TW_MEMORY || image->failed) return CUDA_ERROR_OUT_OF_MEMORY;
    return code == TW_OK ? CUDA_SUCCESS : CUDA_ERROR_FILE_NOT_FOUND;
}

/* ---- modules ---- */

static CUresult load_module(CUmodule *module, const struct image *image, unsigned count,
                            CUjit_option *options, void **values)
{
    struct tw_object *context, *object;
    CUresult result = tw_sim_enter(&context);
    if (!result && !(module && image->bytes)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = load_with_logs(context, image, count, options, values, &object);
    if (!result) *module = (CUmodule)object->handle;
    return tw_sim_leave(result);
}

CUresult tw_sim_cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned count, CUjit_option *options,
                                   void **values)
{
    return load_module(module, &(struct image){image, TW_IMAGE_LENGTH}, count, options, values);
}

CUresult tw_sim_cuModuleLoadData(CUmodule *module, const void *image)
{
    return tw_sim_cuModuleLoadDataEx(module, image, 0, NULL, NULL);
}

CUresult tw_sim_cuModuleLoadFatBinary(CUmodule *module, const void *image)
{
    return tw_sim_cuModuleLoadDataEx(module, image, 0, NULL, NULL);
}

CUresult tw_sim_cuModuleLoad(CUmodule *module, const char *path)
{
    if (!module || !path) return tw_sim_reject(CUDA_ERROR_INVALID_VALUE);
    struct tw_text image = {0};
    CUresult result = read_image(path, &image);
    if (!result)
        result = load_module(module, &(struct image){tw_text_string(&image), image.length}, 0, NULL, NULL);
    tw_text_free(&image);
    return result;
}

CUresult tw_sim_cuModuleUnload(CUmodule module)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    struct tw_object *object = result ? NULL : tw_object_find(TW_MODULE, module);
    if (!result && !(object && object->owner)) result = CUDA_ERROR_INVALID_HANDLE;
    if (!result) tw_object_free(object);
    return tw_sim_leave(result);
}

CUresult tw_sim_cuModuleGetLoadingMode(CUmoduleLoadingMode *mode)
{
    if (!mode) return tw_sim_reject(CUDA_ERROR_INVALID_VALUE);
    *mode = CU_MODULE_EAGER_LOADING;
    return CUDA_SUCCESS;
}

/* The object of a function that was asked for before, or NULL: a kernel has one handle. */
static struct tw_object *known_function(const struct tw_object *module, const struct tw_sim_function *code)
{
    for (size_t i = 0; i < tw_provider.count; i++) {
        struct tw_object *object = tw_provider.objects[i];
        bool same =
            object->kind == TW_FUNCTION && object->owner == module->handle && object->function.code == code;
        if (same) return object;
    }
    return NULL;
}

/* What cannot run here is refused when it is looked up: kernels that nobody asks for do no harm. */
static CUresult refuse_kernel(const char *name, const struct tw_error *refusal)
{
    struct tw_text why = {0};
    tw_text_addf(&why, "%s: ", name);
    explain(refusal, &why);
    CUresult result = tw_sim_refuse(result_of(refusal->code), "%s", tw_text_string(&why));
    tw_text_free(&why);
    return result;
}

static CUresult find_function(const struct tw_object *module, const char *name, uintptr_t *handle)
{
    if (!name) return CUDA_ERROR_INVALID_VALUE;
    const struct tw_sim_function *code = tw_sim_module_function(module->module, name);
    if (!code) return CUDA_ERROR_NOT_FOUND;
    const struct tw_error *refusal = tw_sim_function_refusal(code);
    if (refusal) return refuse_kernel(name, refusal);
    uint32_t shared = tw_sim_function_info(code).static_shared_bytes;
    if (shared > TW_STATIC_SHARED_LIMIT) {
        return tw_sim_refuse(CUDA_ERROR_INVALID_PTX,
                             "%s: %u bytes of static shared memory are over the limit of %u", name, shared,
                             TW_STATIC_SHARED_LIMIT);
    }
    struct tw_object *function = known_function(module, code);
    if (!function) {
        function = tw_object_new(TW_FUNCTION, 0, module);
        if (!function) return CUDA_ERROR_OUT_OF_MEMORY;
        function->function.code = code;
        function->function.max_dynamic_shared = TW_STATIC_SHARED_LIMIT - shared;
        function->function.carveout = -1;
    }
    *handle = function->handle;
    return CUDA_SUCCESS;
}

CUresult tw_sim_cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name)
{
    struct tw_object *context;
    uintptr_t handle;
    CUresult result = tw_sim_enter(&context);
    if (!result && !function) result = CUDA_ERROR_INVALID_VALUE;
    struct tw_object *object = result ? NULL : tw_object_find(TW_MODULE, module);
    if (!result && !object) result = CUDA_ERROR_INVALID_HANDLE;
    if (!result) result = find_function(object, name, &handle);
    if (!result) *function = (CUfunction)handle;
    return tw_sim_leave(result);
}

static CUresult find_global(const struct tw_object *module, const char *name, CUdeviceptr *address,
                            size_t *bytes, bool only_managed)
{
    uint64_t begin, size;
    bool is_managed;
    if (!name) return CUDA_ERROR_INVALID_VALUE;
    if (!module) return CUDA_ERROR_INVALID_HANDLE;
    if (!tw_sim_module_global(module->module, name, &begin, &size, &is_managed) ||
        (only_managed && !is_managed))
        return CUDA_ERROR_NOT_FOUND;
    if (address) *address = begin;
    if (bytes) *bytes = size;
    return CUDA_SUCCESS;
}

CUresult tw_sim_cuModuleGetGlobal_v2(CUdeviceptr *address, size_t *bytes, CUmodule module, const char *name)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    if (!result) result = find_global(tw_object_find(TW_MODULE, module), name, address, bytes, false);
    return tw_sim_leave(result);
}

/* ---- libraries: modules that belong to no context; their kernels are functions in every one ---- */

static struct tw_object *find_library(CUlibrary library)
{
    struct tw_object *object = tw_object_find(TW_MODULE, library);
    return object && object->owner == 0 ? object : NULL;
}

static CUresult load_library(CUlibrary *library, const struct image *image, CUjit_option *options,
                             void **values, unsigned count)
{
    struct tw_object *object;
    CUresult result = tw_sim_enter_driver();
    if (!result) result = load_with_logs(NULL, image, count, options, values, &object);
    if (!result) *library = (CUlibrary)object->handle;
    return tw_sim_leave(result);
}

CUresult tw_sim_cuLibraryLoadData(CUlibrary *library, const void *image, CUjit_option *options, void **values,
                                  unsigned count, CUlibraryOption *library_options, void **library_values,
                                  unsigned library_count)
{
    CUresult result = tw_sim_leave(tw_sim_enter_driver());
    if (!result && !(library && image)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result && library_count && !(library_options && library_values)) result = CUDA_ERROR_INVALID_VALUE;
    return result ? result
                  : load_library(library, &(struct image){image, TW_IMAGE_LENGTH}, options, values, count);
}

CUresult tw_sim_cuLibraryLoadFromFile(CUlibrary *library, const char *path, CUjit_option *options,
                                      void **values, unsigned count, CUlibraryOption *library_options,
                                      void **library_values, unsigned library_count)
{
    if (!library || !path) return tw_sim_reject(CUDA_ERROR_INVALID_VALUE);
    if (library_count && !(library_options && library_values)) return tw_sim_reject(CUDA_ERROR_INVALID_VALUE);
    struct tw_text image = {0};
    CUresult result = read_image(path, &image);
    if (!result)
        result = load_library(library, &(struct image){tw_text_string(&image), image.length}, options, values,
                              count);
    tw_text_free(&image);
    return result;
}

CUresult tw_sim_cuLibraryUnload(CUlibrary library)
{
    CUresult result = tw_sim_enter_driver();
    struct tw_object *object = result ? NULL : find_library(library);
    if (!result && !object) result = CUDA_ERROR_INVALID_HANDLE;
    if (!result) tw_object_free(object);
    return tw_sim_leave(result);
}

CUresult tw_sim_cuLibraryGetKernel(CUkernel *kernel, CUlibrary library, const char *name)
{
    uintptr_t handle;
    CUresult result = tw_sim_enter_driver();
    if (!result && !kernel) result = CUDA_ERROR_INVALID_VALUE;
    struct tw_object *object = result ? NULL : find_library(library);
    if (!result && !object) result = CUDA_ERROR_INVALID_HANDLE;
    if (!result) result = find_function(object, name, &handle);
    if (!result) *kernel = (CUkernel)handle;
    return tw_sim_leave(result);
}

CUresult tw_sim_cuLibraryGetModule(CUmodule *module, CUlibrary library)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    if (!result && !module) result = CUDA_ERROR_INVALID_VALUE;
    if (!result && !find_library(library)) result = CUDA_ERROR_INVALID_HANDLE;
    if (!result) *module = (CUmodule)library;
    return tw_sim_leave(result);
}

CUresult tw_sim_cuLibraryGetGlobal(CUdeviceptr *address, size_t *bytes, CUlibrary library, const char *name)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    if (!result) result = find_global(find_library(library), name, address, bytes, false);
    return tw_sim_leave(result);
}

CUresult tw_sim_cuKernelGetFunction(CUfunction *function, CUkernel kernel)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    if (!result && !function) result = CUDA_ERROR_INVALID_VALUE;
    if (!result && !tw_object_find(TW_FUNCTION, kernel)) result = CUDA_ERROR_INVALID_HANDLE;
    if (!result) *function = (CUfunction)kernel;
    return tw_sim_leave(result);
}

CUresult tw_sim_cuLibraryGetManaged(CUdeviceptr *address, size_t *bytes, CUlibrary library, const char *name)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    if (!result) result = find_global(find_library(library), name, address, bytes, true);
    return tw_sim_leave(result);
}

/* ---- all kernels of a module or library ---- */

/* The next kernel from *i on that can run here, or NULL. */
static const struct tw_sim_function *next_kernel(const struct tw_object *module, size_t *i)
{
    while (*i < tw_sim_module_function_count(module->module)) {
        const struct tw_sim_function *code = tw_sim_module_function_at(module->module, (*i)++);
        if (code && !tw_sim_function_refusal(code)) return code;
    }
    return NULL;
}

static CUresult count_kernels(const struct tw_object *module, unsigned *count)
{
    size_t i = 0;
    if (!module) return CUDA_ERROR_INVALID_HANDLE;
    if (!count) return CUDA_ERROR_INVALID_VALUE;
    for (*count = 0; next_kernel(module, &i);) ++*count;
    return CUDA_SUCCESS;
}

static CUresult list_kernels(const struct tw_object *module, void **handles, unsigned count)
{
    size_t i = 0;
    const struct tw_sim_function *code;
    CUresult result = CUDA_SUCCESS;
    if (!module) return CUDA_ERROR_INVALID_HANDLE;
    if (!handles || !count) return CUDA_ERROR_INVALID_VALUE;
    for (unsigned k = 0; !result && k < count && (code = next_kernel(module, &i)); k++) {
        uintptr_t handle = 0;
        result = find_function(module, tw_sim_function_info(code).name, &handle);
        handles[k] = (void *)handle;
    }
    return result;
}

CUresult tw_sim_cuModuleGetFunctionCount(unsigned *count, CUmodule module)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    if (!result) result = count_kernels(tw_object_find(TW_MODULE, module), count);
    return tw_sim_leave(result);
}

CUresult tw_sim_cuModuleEnumerateFunctions(CUfunction *functions, unsigned count, CUmodule module)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    if (!result) result = list_kernels(tw_object_find(TW_MODULE, module), (void **)functions, count);
    return tw_sim_leave(result);
}

CUresult tw_sim_cuLibraryGetKernelCount(unsigned *count, CUlibrary library)
{
    CUresult result = tw_sim_enter_driver();
    if (!result) result = count_kernels(find_library(library), count);
    return tw_sim_leave(result);
}

CUresult tw_sim_cuLibraryEnumerateKernels(CUkernel *kernels, unsigned count, CUlibrary library)
{
    CUresult result = tw_sim_enter_driver();
    if (!result) result = list_kernels(find_library(library), (void **)kernels, count);
    return tw_sim_leave(result);
}
