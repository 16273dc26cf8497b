/* Modules and libraries: PTX text becomes functions and variables.
   Cubins hold machine code and are refused. */
#include <string.h>

#include "base/file.h"
#include "sim/driver_state.h"

#define NEWEST_PTX_MAJOR 9u

/* ---- what kind of image it is ---- */

static bool begins(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

/* Past white space and comments (PTX ISA 4.2, 4.3). */
static const char *skip_space(const char *at)
{
    for (;;) {
        at += strspn(at, " \t\r\n\f\v");
        const char *end = NULL;
        if (begins(at, "//")) end = strchr(at, '\n');
        if (begins(at, "/*")) end = strstr(at + 2, "*/");
        if (!end) return at;
        at = end + (*end == '\n' ? 1 : 2);
    }
}

static const char *read_number(const char *at, unsigned *number)
{
    for (*number = 0; *at >= '0' && *at <= '9' && *number < 10000; at++)
        *number = *number * 10 + (unsigned)(*at - '0');
    return at;
}

/* Code for sm_90 runs on every later architecture, for sm_90a on sm_90 alone, for sm_100f on the family of
   sm_10x (PTX ISA, 11.1.2 .target). */
static bool runs_on(unsigned device, unsigned sm, char suffix)
{
    if (suffix == 'a') return device == sm;
    if (suffix == 'f') return device >= sm && device / 10 == sm / 10;
    return device >= sm;
}

/*
 * The head of every PTX module (PTX ISA, 11.1):
 *     .version major.minor
 *     .target  sm_NN[a|f] [, option]...
 * Decides what the head alone can decide; the parser reports what is wrong with the rest.
 */
static CUresult check_head(const char *at, struct tw_text *why)
{
    unsigned major, sm;
    at = skip_space(at);
    if (!begins(at, ".version")) {
        tw_text_add(why, "the image is neither PTX, which begins with .version, nor a binary");
        return CUDA_ERROR_INVALID_IMAGE;
    }
    at = read_number(skip_space(at + strlen(".version")), &major);
    if (major > NEWEST_PTX_MAJOR) {
        tw_text_addf(why, "PTX of version %u.x; the newest known here is %u.x", major, NEWEST_PTX_MAJOR);
        return CUDA_ERROR_UNSUPPORTED_PTX_VERSION;
    }
    at = skip_space(at + strspn(at, ".0123456789"));
    if (!begins(at, ".target")) return CUDA_SUCCESS;
    at = skip_space(at + strlen(".target"));
    if (!begins(at, "sm_")) return CUDA_SUCCESS;
    at = read_number(at + strlen("sm_"), &sm);
    if (runs_on(tw_provider.target->sm, sm, *at)) return CUDA_SUCCESS;
    bool suffix = *at == 'a' || *at == 'f';
    tw_text_addf(why, "PTX for sm_%u%.*s does not run on the simulated sm_%u", sm, suffix, at,
                 tw_provider.target->sm);
    return CUDA_ERROR_INVALID_PTX;
}

/* The magic numbers of ELF (a cubin), of a fat binary, and of the wrapper around one, as bytes. */
static CUresult check_image(const char *image, struct tw_text *why)
{
    if (begins(image, "\x7f"
                      "ELF") ||
        begins(image, "\x50\xED\x55\xBA") || begins(image, "\xB1\x43\x62\x46")) {
        tw_text_add(why, "the image is a cubin or a fat binary: machine code; the simulator runs PTX");
        return CUDA_ERROR_NO_BINARY_FOR_GPU;
    }
    return check_head(image, why);
}

/* ---- loading ---- */

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

static CUresult parse(const char *image, struct tw_sim_module **module, struct tw_text *why)
{
    CUresult result = check_image(image, why);
    if (result) return result;
    struct tw_error error = TW_ERROR_INIT;
    int code = tw_sim_module_load(tw_provider.machine, image, strlen(image), module, &error);
    if (code != TW_OK) {
        explain(&error, why);
        result = result_of(why->failed ? TW_MEMORY : code);
    }
    tw_error_free(&error);
    return result;
}

static CUresult load(const struct tw_object *context, const char *image, struct tw_text *why,
                     struct tw_object **object)
{
    struct tw_sim_module *module;
    CUresult result = parse(image, &module, why);
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

/* The options that have an effect here are the two log buffers: where they are, how large, and where to say
   how much of them was filled. */
struct jit_log {
    char *buffer;
    void **size; /* in: bytes of the buffer; out: characters written */
};

static CUresult find_logs(unsigned count, const CUjit_option *options, void **values, struct jit_log *info,
                          struct jit_log *error)
{
    if (count && !(options && values)) return CUDA_ERROR_INVALID_VALUE;
    for (unsigned i = 0; i < count; i++) {
        if ((unsigned)options[i] >= CU_JIT_NUM_OPTIONS) return CUDA_ERROR_INVALID_VALUE;
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

static CUresult load_with_logs(const struct tw_object *context, const void *image, unsigned count,
                               const CUjit_option *options, void **values, struct tw_object **object)
{
    struct jit_log info = {0}, error = {0};
    CUresult result = find_logs(count, options, values, &info, &error);
    if (result) return result;
    struct tw_text why = {0};
    result = load(context, image, &why, object);
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

CUresult tw_sim_cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned count, CUjit_option *options,
                                   void **values)
{
    struct tw_object *context, *object;
    CUresult result = tw_sim_enter(&context);
    if (!result && !(module && image)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = load_with_logs(context, image, count, options, values, &object);
    if (!result) *module = (CUmodule)object->handle;
    return tw_sim_leave(result);
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
    if (!module || !path) return CUDA_ERROR_INVALID_VALUE;
    struct tw_text image = {0};
    CUresult result = read_image(path, &image);
    if (!result) result = tw_sim_cuModuleLoadData(module, tw_text_string(&image));
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
    if (!mode) return CUDA_ERROR_INVALID_VALUE;
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
    struct tw_object *object = result ? NULL : tw_object_find_in(context, TW_MODULE, module);
    if (!result && !object) result = CUDA_ERROR_INVALID_HANDLE;
    if (!result) result = find_function(object, name, &handle);
    if (!result) *function = (CUfunction)handle;
    return tw_sim_leave(result);
}

static CUresult find_global(const struct tw_object *module, const char *name, CUdeviceptr *address,
                            size_t *bytes)
{
    uint64_t begin, size;
    if (!name) return CUDA_ERROR_INVALID_VALUE;
    if (!module) return CUDA_ERROR_INVALID_HANDLE;
    if (!tw_sim_module_global(module->module, name, &begin, &size)) return CUDA_ERROR_NOT_FOUND;
    if (address) *address = begin;
    if (bytes) *bytes = size;
    return CUDA_SUCCESS;
}

CUresult tw_sim_cuModuleGetGlobal_v2(CUdeviceptr *address, size_t *bytes, CUmodule module, const char *name)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    if (!result) result = find_global(tw_object_find_in(context, TW_MODULE, module), name, address, bytes);
    return tw_sim_leave(result);
}

/* ---- libraries: modules that belong to no context; their kernels are functions in every one ---- */

static struct tw_object *find_library(CUlibrary library)
{
    struct tw_object *object = tw_object_find(TW_MODULE, library);
    return object && object->owner == 0 ? object : NULL;
}

CUresult tw_sim_cuLibraryLoadData(CUlibrary *library, const void *image, CUjit_option *options, void **values,
                                  unsigned count, CUlibraryOption *library_options, void **library_values,
                                  unsigned library_count)
{
    struct tw_object *object;
    CUresult result = tw_sim_enter_driver();
    if (!result && !(library && image)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result && library_count && !(library_options && library_values)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = load_with_logs(NULL, image, count, options, values, &object);
    if (!result) *library = (CUlibrary)object->handle;
    return tw_sim_leave(result);
}

CUresult tw_sim_cuLibraryLoadFromFile(CUlibrary *library, const char *path, CUjit_option *options,
                                      void **values, unsigned count, CUlibraryOption *library_options,
                                      void **library_values, unsigned library_count)
{
    if (!library || !path) return CUDA_ERROR_INVALID_VALUE;
    struct tw_text image = {0};
    CUresult result = read_image(path, &image);
    if (!result) {
        result = tw_sim_cuLibraryLoadData(library, tw_text_string(&image), options, values, count,
                                          library_options, library_values, library_count);
    }
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
    if (!result) result = find_global(find_library(library), name, address, bytes);
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
