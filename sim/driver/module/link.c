/* Linking: the calls. Modules are put together as text (link_text.h); the result is PTX, as cuModuleLoadData takes it. */
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/grow.h"
#include "sim/driver/module/image.h"
#include "sim/driver/module/library.h"
#include "sim/ptx/link_text.h"

/* ---- the options that have an effect: the log of errors, and the number of registers ---- */

struct tw_link {
    struct tw_text *modules; /* of PTX */
    size_t count, capacity;
    struct tw_text linked; /* valid after cuLinkComplete */
    char *log;             /* the program's buffer; NULL: none asked for */
    size_t log_bytes;
    unsigned most_registers; /* of kernels that do not say it; 0: no limit. An input's own goes before */
};

void tw_link_free(struct tw_link *link)
{
    for (size_t i = 0; i < link->count; i++) tw_text_free(&link->modules[i]);
    free(link->modules);
    tw_text_free(&link->linked);
    free(link);
}

static unsigned asked_registers(unsigned count, const CUjit_option *options, void **values, unsigned usual)
{
    for (unsigned i = 0; values && i < count; i++)
        if (options[i] == CU_JIT_MAX_REGISTERS) usual = (unsigned)(uintptr_t)values[i];
    return usual;
}

static CUresult read_options(struct tw_link *link, unsigned count, const CUjit_option *options, void **values)
{
    if (count && !(options && values)) return CUDA_ERROR_INVALID_VALUE;
    link->most_registers = asked_registers(count, options, values, 0);
    for (unsigned i = 0; i < count; i++) {
        if ((unsigned)options[i] >= CU_JIT_NUM_OPTIONS) return CUDA_ERROR_INVALID_VALUE;
        if (options[i] == CU_JIT_ERROR_LOG_BUFFER) link->log = values[i];
        if (options[i] == CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES)
            link->log_bytes = (unsigned)(uintptr_t)values[i];
    }
    return CUDA_SUCCESS;
}

static CUresult fail(struct tw_link *link, CUresult result, const struct tw_text *why)
{
    const char *text = tw_text_string(why);
    if (link->log && link->log_bytes) {
        size_t length = strlen(text) < link->log_bytes - 1 ? strlen(text) : link->log_bytes - 1;
        memcpy(link->log, text, length);
        link->log[length] = '\0';
    }
    return tw_sim_refuse(result, "linking: %s", text);
}

CUresult tw_sim_cuLinkCreate_v2(unsigned count, CUjit_option *options, void **values, CUlinkState *state)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    if (!result && !state) result = CUDA_ERROR_INVALID_VALUE;
    struct tw_link *link = result ? NULL : calloc(1, sizeof *link);
    if (!result && !link) result = CUDA_ERROR_OUT_OF_MEMORY;
    if (!result) result = read_options(link, count, options, values);
    struct tw_object *object = result ? NULL : tw_object_new(TW_LINK, 0, context);
    if (!result && !object) result = CUDA_ERROR_OUT_OF_MEMORY;
    if (!result) {
        object->link = link;
        *state = (CUlinkState)object->handle;
    } else {
        free(link);
    }
    return tw_sim_leave(result);
}

static CUresult enter_link(CUlinkState state, struct tw_link **link)
{
    CUresult result = tw_sim_enter_driver();
    struct tw_object *object = result ? NULL : tw_object_find(TW_LINK, state);
    *link = object ? object->link : NULL;
    return !result && !object ? CUDA_ERROR_INVALID_HANDLE : result;
}

static bool make_room(struct tw_link *link)
{
    struct tw_text *grown = tw_grow(link->modules, link->count, &link->capacity, sizeof *grown);
    if (!grown) return false;
    link->modules = grown;
    return true;
}

/* ---- inputs ---- */

struct input {
    struct tw_link *link;
    unsigned most_registers;
};

/* What a kernel may have of registers is written into it, as the result carries no options. */
static CUresult add_module(void *user, const struct tw_text *ptx)
{
    const struct input *input = user;
    struct tw_link *link = input->link;
    struct tw_text copy = {0};
    if (input->most_registers)
        tw_link_limit_registers(tw_text_string(ptx), tw_sim_register_limit(input->most_registers), &copy);
    else
        tw_text_add_bytes(&copy, tw_text_string(ptx), ptx->length);
    if (copy.failed || !make_room(link)) {
        tw_text_free(&copy);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    link->modules[link->count++] = copy;
    return CUDA_SUCCESS;
}

static CUresult add_image(struct input *input, const void *data, size_t bytes, struct tw_text *why)
{
    struct tw_text image = {0}, ptx = {0};
    tw_text_add_bytes(&image, data, bytes); /* PTX need not end with a NUL here */
    CUresult result =
        image.failed ? CUDA_ERROR_OUT_OF_MEMORY : tw_image_ptx(tw_text_string(&image), bytes, &ptx, why);
    if (!result) result = add_module(input, &ptx);
    tw_text_free(&image);
    tw_text_free(&ptx);
    return result;
}

static CUresult add(struct input *input, CUjitInputType type, const void *data, size_t bytes)
{
    struct tw_text why = {0};
    if (!data || !bytes || (unsigned)type >= CU_JIT_NUM_INPUT_TYPES) return CUDA_ERROR_INVALID_VALUE;
    CUresult result = tw_library_is(data, bytes) ? tw_library_each(data, bytes, add_module, input, &why)
                                                 : add_image(input, data, bytes, &why);
    if (result) result = fail(input->link, result, &why);
    tw_text_free(&why);
    return result;
}

CUresult tw_sim_cuLinkAddData_v2(CUlinkState state, CUjitInputType type, void *data, size_t size,
                                 const char *name, unsigned count, CUjit_option *options, void **values)
{
    struct tw_link *link;
    (void)name;
    CUresult result = enter_link(state, &link);
    if (!result && count && !options) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) {
        struct input input = {link, asked_registers(count, options, values, link->most_registers)};
        result = add(&input, type, data, size);
    }
    return tw_sim_leave(result);
}

CUresult tw_sim_cuLinkAddFile_v2(CUlinkState state, CUjitInputType type, const char *path, unsigned count,
                                 CUjit_option *options, void **values)
{
    struct tw_link *link;
    struct tw_text file = {0};
    CUresult result = enter_link(state, &link);
    if (!result && (!path || (count && !options))) result = CUDA_ERROR_INVALID_VALUE;
    if (!result && tw_file_read(strcmp(path, "-") == 0 ? "./-" : path, &file, NULL))
        result = CUDA_ERROR_FILE_NOT_FOUND;
    if (!result) {
        struct input input = {link, asked_registers(count, options, values, link->most_registers)};
        result = add(&input, type, tw_text_string(&file), file.length);
    }
    tw_text_free(&file);
    return tw_sim_leave(result);
}

/* ---- the result ---- */

/* The result belongs to the link, and goes with it. */
CUresult tw_sim_cuLinkComplete(CUlinkState state, void **cubin, size_t *bytes)
{
    struct tw_link *link;
    struct tw_text why = {0};
    CUresult result = enter_link(state, &link);
    if (!result && !cubin) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) {
        tw_text_clear(&link->linked);
        int code = tw_link_text(link->modules, link->count, &link->linked, &why);
        if (code)
            result = fail(link, code == TW_MEMORY ? CUDA_ERROR_OUT_OF_MEMORY : CUDA_ERROR_INVALID_PTX, &why);
    }
    if (!result) {
        *cubin = link->linked.data;
        if (bytes) *bytes = link->linked.length + 1;
    }
    tw_text_free(&why);
    return tw_sim_leave(result);
}

CUresult tw_sim_cuLinkDestroy(CUlinkState state)
{
    struct tw_link *link;
    CUresult result = enter_link(state, &link);
    if (!result) tw_object_free(tw_object_find(TW_LINK, state));
    return tw_sim_leave(result);
}
