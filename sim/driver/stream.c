/* Streams. A call has finished when it returns, so order is kept without doing anything; what remains is to know the
   handles, and which streams are captured. No time passes: see driver/sim.h. */
#include "sim/driver/graph/capture.h"

#include <string.h>

#define LEAST_PRIORITY    0 /* an H200's range */
#define GREATEST_PRIORITY (-5)

/* ---- which stream is meant ---- */

/* The calling thread's default stream, when it has an object: something was captured in it. */
static struct tw_object *own_default(const struct tw_object *context)
{
    const struct tw_thread *thread = tw_sim_thread();
    for (size_t i = 0; thread && i < tw_provider.count; i++) {
        struct tw_object *object = tw_provider.objects[i];
        bool own = object->kind == TW_STREAM && object->stream.thread == thread;
        if (own && object->owner == context->handle) return object;
    }
    return NULL;
}

/* The legacy default stream waits for all blocking streams of its context, which one that is captured cannot have. */
static CUresult check_legacy(const struct tw_object *context, bool spoils)
{
    for (size_t i = 0; tw_provider.captures && i < tw_provider.count; i++) {
        struct tw_object *object = tw_provider.objects[i];
        bool waited_for = object->kind == TW_STREAM && object->owner == context->handle &&
                          object->stream.capture && !(object->flags & CU_STREAM_NON_BLOCKING);
        if (waited_for && spoils) tw_capture_spoil(object, CUDA_ERROR_STREAM_CAPTURE_IMPLICIT);
        if (waited_for) return CUDA_ERROR_STREAM_CAPTURE_IMPLICIT;
    }
    return CUDA_SUCCESS;
}

static CUresult find(struct tw_object **context, CUstream stream, struct tw_object **object, bool spoils)
{
    *object = NULL;
    if (stream == CU_STREAM_PER_THREAD || (!stream && tw_sim_own_stream)) {
        *object = own_default(*context);
        return CUDA_SUCCESS;
    }
    if (!stream || stream == CU_STREAM_LEGACY) return check_legacy(*context, spoils);
    *object = tw_object_find(TW_STREAM, stream);
    if (!*object) return CUDA_ERROR_INVALID_HANDLE;
    *context = tw_object_find(TW_CONTEXT, (void *)(*object)->owner);
    return (*context)->context.sticky;
}

CUresult tw_sim_find_stream(struct tw_object **context, CUstream stream, struct tw_object **object)
{
    return find(context, stream, object, true);
}

CUresult tw_capture_ask(struct tw_object *context, CUstream stream, struct tw_object **object)
{
    return find(&context, stream, object, false);
}

CUresult tw_sim_check_stream(struct tw_object *context, CUstream stream)
{
    struct tw_object *object;
    CUresult result = tw_sim_find_stream(&context, stream, &object);
    if (!result && object && object->stream.capture)
        result = tw_capture_spoil(object, CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
    return result;
}

/* How a function that asks about a stream begins. */
static CUresult enter_stream(CUstream stream, const void *value, struct tw_object **context,
                             struct tw_object **object)
{
    CUresult result = tw_sim_enter(context);
    *object = NULL;
    if (!result && !value) result = CUDA_ERROR_INVALID_VALUE;
    return result ? result : tw_sim_find_stream(context, stream, object);
}

/* ---- making and taking away ---- */

static int in_range(int priority)
{
    return priority > LEAST_PRIORITY      ? LEAST_PRIORITY
           : priority < GREATEST_PRIORITY ? GREATEST_PRIORITY
                                          : priority;
}

CUresult tw_sim_cuStreamCreateWithPriority(CUstream *stream, unsigned flags, int priority)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    if (!result && (!stream || flags > CU_STREAM_NON_BLOCKING)) result = CUDA_ERROR_INVALID_VALUE;
    struct tw_object *object = result ? NULL : tw_object_new(TW_STREAM, 0, context);
    if (!result && !object) result = CUDA_ERROR_OUT_OF_MEMORY;
    if (!result) {
        object->stream.priority = in_range(priority);
        object->flags = flags;
        *stream = (CUstream)object->handle;
    }
    return tw_sim_leave(result);
}

CUresult tw_sim_cuStreamCreate(CUstream *stream, unsigned flags)
{
    return tw_sim_cuStreamCreateWithPriority(stream, flags, 0);
}

CUresult tw_sim_cuCtxGetStreamPriorityRange(int *least, int *greatest)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    if (!result && least) *least = LEAST_PRIORITY;
    if (!result && greatest) *greatest = GREATEST_PRIORITY;
    return tw_sim_leave(result);
}

CUresult tw_sim_cuStreamDestroy_v2(CUstream stream)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    struct tw_object *object = result ? NULL : tw_object_find(TW_STREAM, stream);
    if (!result && (!object || object->stream.thread)) result = CUDA_ERROR_INVALID_HANDLE;
    if (!result) tw_object_free(object);
    return tw_sim_leave(result);
}

/* ---- waiting, with nothing to wait for ---- */

CUresult tw_sim_cuStreamSynchronize(CUstream stream)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    if (!result) result = tw_sim_check_stream(context, stream);
    return tw_sim_leave(result);
}

CUresult tw_sim_cuStreamQuery(CUstream stream)
{
    return tw_sim_cuStreamSynchronize(stream);
}

/* Managed memory is everybody's at all times. */
CUresult tw_sim_cuStreamAttachMemAsync(CUstream stream, CUdeviceptr address, size_t length, unsigned flags)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    if (!result) result = tw_sim_check_stream(context, stream);
    const struct tw_object *memory = result ? NULL : tw_memory_holder(address);
    bool known =
        flags == CU_MEM_ATTACH_GLOBAL || flags == CU_MEM_ATTACH_HOST || flags == CU_MEM_ATTACH_SINGLE;
    bool whole = memory && memory->memory.managed && (!length || length == memory->memory.bytes);
    if (!result && !(known && whole)) result = CUDA_ERROR_INVALID_VALUE;
    return tw_sim_leave(result);
}

/* ---- questions ---- */

CUresult tw_sim_cuStreamGetFlags(CUstream stream, unsigned *flags)
{
    struct tw_object *context, *object;
    CUresult result = enter_stream(stream, flags, &context, &object);
    if (!result) *flags = object ? object->flags : CU_STREAM_DEFAULT;
    return tw_sim_leave(result);
}

CUresult tw_sim_cuStreamGetPriority(CUstream stream, int *priority)
{
    struct tw_object *context, *object;
    CUresult result = enter_stream(stream, priority, &context, &object);
    if (!result) *priority = object ? object->stream.priority : 0;
    return tw_sim_leave(result);
}

CUresult tw_sim_cuStreamGetCtx(CUstream stream, CUcontext *owner)
{
    struct tw_object *context, *object;
    CUresult result = enter_stream(stream, owner, &context, &object);
    if (!result) *owner = (CUcontext)context->handle;
    return tw_sim_leave(result);
}

CUresult tw_sim_cuStreamGetDevice(CUstream stream, CUdevice *device)
{
    struct tw_object *context, *object;
    CUresult result = enter_stream(stream, device, &context, &object);
    if (!result) *device = context->context.device;
    return tw_sim_leave(result);
}

/* Handles are never used again, and so serve as numbers; a default stream has that of its special handle. */
CUresult tw_sim_cuStreamGetId(CUstream stream, unsigned long long *id)
{
    struct tw_object *context, *object;
    CUstream special = stream ? stream : tw_sim_own_stream ? CU_STREAM_PER_THREAD : CU_STREAM_LEGACY;
    CUresult result = enter_stream(stream, id, &context, &object);
    if (!result) *id = object ? object->handle : (uintptr_t)special;
    return tw_sim_leave(result);
}

/* ---- attributes: hints, all of them ---- */

static bool attribute_known(CUstreamAttrID attribute)
{
    switch ((int)attribute) {
    case CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW:
    case CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY:
    case CU_LAUNCH_ATTRIBUTE_PRIORITY:
    case CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP:
    case CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN:
        return true;
    default:
        return false;
    }
}

CUresult tw_sim_cuStreamGetAttribute(CUstream stream, CUstreamAttrID attribute, CUstreamAttrValue *value)
{
    struct tw_object *context, *object;
    CUresult result = enter_stream(stream, value, &context, &object);
    if (!result && !attribute_known(attribute)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) {
        memset(value, 0, sizeof *value);
        if (object && attribute == CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY) *value = object->stream.policy;
        if (object && attribute == CU_LAUNCH_ATTRIBUTE_PRIORITY) value->priority = object->stream.priority;
    }
    return tw_sim_leave(result);
}

CUresult tw_sim_cuStreamSetAttribute(CUstream stream, CUstreamAttrID attribute,
                                     const CUstreamAttrValue *value)
{
    struct tw_object *context, *object;
    CUresult result = enter_stream(stream, value, &context, &object);
    if (!result && !attribute_known(attribute)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result && object && attribute == CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY)
        object->stream.policy = *value;
    if (!result && object && attribute == CU_LAUNCH_ATTRIBUTE_PRIORITY)
        object->stream.priority = in_range(value->priority);
    return tw_sim_leave(result);
}

CUresult tw_sim_cuStreamCopyAttributes(CUstream to, CUstream from)
{
    struct tw_object *context, *source = NULL, *target = NULL;
    CUresult result = tw_sim_enter(&context);
    if (!result) result = tw_sim_find_stream(&context, from, &source);
    if (!result) result = tw_sim_find_stream(&context, to, &target);
    if (!result && source && target) target->stream.policy = source->stream.policy;
    return tw_sim_leave(result);
}

/* ---- functions of the program's ---- */

CUresult tw_sim_cuLaunchHostFunc(CUstream stream, CUhostFn function, void *data)
{
    struct tw_object *context = NULL;
    CUresult result = tw_sim_enter(&context);
    struct tw_task task = {.type = CU_GRAPH_NODE_TYPE_HOST, .host = {function, data}};
    if (!result && !function) result = CUDA_ERROR_INVALID_VALUE;
    return tw_sim_leave(tw_task_submit(result, context, stream, &task));
}

/* It is told how the stream stands, and called although it stands badly. */
CUresult tw_sim_cuStreamAddCallback(CUstream stream, CUstreamCallback callback, void *data, unsigned flags)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    if (!result && (!callback || flags)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = tw_sim_check_stream(context, stream);
    tw_sim_leave(result);
    if (!result) callback(stream, CUDA_SUCCESS, data);
    return result;
}
