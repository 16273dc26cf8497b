/* Streams and events. Every call has finished when it returns, so order is kept without doing anything; what
   remains is to know the handles. No time passes: see driver_sim.h. */
#include "sim/driver_state.h"

CUresult tw_sim_check_stream(const struct tw_object *context, CUstream stream)
{
    bool is_default = !stream || stream == CU_STREAM_LEGACY || stream == CU_STREAM_PER_THREAD;
    return is_default || tw_object_find_in(context, TW_STREAM, stream) ? CUDA_SUCCESS
                                                                       : CUDA_ERROR_INVALID_HANDLE;
}

/* ---- streams ---- */

CUresult tw_sim_cuStreamCreateWithPriority(CUstream *stream, unsigned flags, int priority)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    if (!result && (!stream || flags > CU_STREAM_NON_BLOCKING)) result = CUDA_ERROR_INVALID_VALUE;
    struct tw_object *object = result ? NULL : tw_object_new(TW_STREAM, 0, context);
    if (!result && !object) result = CUDA_ERROR_OUT_OF_MEMORY;
    if (!result) {
        (void)priority; /* the range is 0 to 0, and what lies outside is brought into it */
        object->flags = flags;
        *stream = (CUstream)object->handle;
    }
    return tw_sim_leave(result);
}

CUresult tw_sim_cuStreamCreate(CUstream *stream, unsigned flags)
{
    return tw_sim_cuStreamCreateWithPriority(stream, flags, 0);
}

CUresult tw_sim_cuStreamDestroy_v2(CUstream stream)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    struct tw_object *object = result ? NULL : tw_object_find(TW_STREAM, stream);
    if (!result && !object) result = CUDA_ERROR_INVALID_HANDLE;
    if (!result) tw_object_free(object);
    return tw_sim_leave(result);
}

CUresult tw_sim_cuStreamSynchronize(CUstream stream)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    if (!result) result = tw_sim_check_stream(context, stream);
    return tw_sim_leave(result);
}

/* There are no graphs, so nothing is ever captured. */
CUresult tw_sim_cuStreamIsCapturing(CUstream stream, CUstreamCaptureStatus *status)
{
    CUresult result = status ? tw_sim_cuStreamSynchronize(stream) : CUDA_ERROR_INVALID_VALUE;
    if (!result) *status = CU_STREAM_CAPTURE_STATUS_NONE;
    return result;
}

CUresult tw_sim_cuStreamQuery(CUstream stream)
{
    return tw_sim_cuStreamSynchronize(stream);
}

CUresult tw_sim_cuStreamWaitEvent(CUstream stream, CUevent event, unsigned flags)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    if (!result && flags > CU_EVENT_WAIT_EXTERNAL) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = tw_sim_check_stream(context, stream);
    if (!result && !tw_object_find(TW_EVENT, event)) result = CUDA_ERROR_INVALID_HANDLE;
    return tw_sim_leave(result);
}

CUresult tw_sim_cuStreamGetFlags(CUstream stream, unsigned *flags)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    if (!result && !flags) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = tw_sim_check_stream(context, stream);
    if (!result) {
        const struct tw_object *object = tw_object_find(TW_STREAM, stream);
        *flags = object ? object->flags : CU_STREAM_DEFAULT;
    }
    return tw_sim_leave(result);
}

CUresult tw_sim_cuStreamGetPriority(CUstream stream, int *priority)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    if (!result && !priority) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = tw_sim_check_stream(context, stream);
    if (!result) *priority = 0;
    return tw_sim_leave(result);
}

CUresult tw_sim_cuStreamGetCtx(CUstream stream, CUcontext *owner)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    if (!result && !owner) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = tw_sim_check_stream(context, stream);
    if (!result) *owner = (CUcontext)context->handle;
    return tw_sim_leave(result);
}

/* With the lock given back first: the function is the program's, and may take its time. */
CUresult tw_sim_cuLaunchHostFunc(CUstream stream, CUhostFn function, void *data)
{
    CUresult result = function ? tw_sim_cuStreamSynchronize(stream) : CUDA_ERROR_INVALID_VALUE;
    if (!result) function(data);
    return result;
}

/* ---- events ---- */

CUresult tw_sim_cuEventCreate(CUevent *event, unsigned flags)
{
    const unsigned known = CU_EVENT_BLOCKING_SYNC | CU_EVENT_DISABLE_TIMING | CU_EVENT_INTERPROCESS;
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    bool untimed = flags & CU_EVENT_DISABLE_TIMING, shared = flags & CU_EVENT_INTERPROCESS;
    if (!result && (!event || (flags & ~known) || (shared && !untimed))) result = CUDA_ERROR_INVALID_VALUE;
    struct tw_object *object = result ? NULL : tw_object_new(TW_EVENT, 0, context);
    if (!result && !object) result = CUDA_ERROR_OUT_OF_MEMORY;
    if (!result) {
        object->flags = flags;
        *event = (CUevent)object->handle;
    }
    return tw_sim_leave(result);
}

CUresult tw_sim_cuEventDestroy_v2(CUevent event)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    struct tw_object *object = result ? NULL : tw_object_find(TW_EVENT, event);
    if (!result && !object) result = CUDA_ERROR_INVALID_HANDLE;
    if (!result) tw_object_free(object);
    return tw_sim_leave(result);
}

CUresult tw_sim_cuEventRecordWithFlags(CUevent event, CUstream stream, unsigned flags)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    if (!result && flags > CU_EVENT_RECORD_EXTERNAL) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = tw_sim_check_stream(context, stream);
    struct tw_object *object = result ? NULL : tw_object_find_in(context, TW_EVENT, event);
    if (!result && !object) result = CUDA_ERROR_INVALID_HANDLE;
    if (!result) object->recorded = true;
    return tw_sim_leave(result);
}

CUresult tw_sim_cuEventRecord(CUevent event, CUstream stream)
{
    return tw_sim_cuEventRecordWithFlags(event, stream, CU_EVENT_RECORD_DEFAULT);
}

CUresult tw_sim_cuEventSynchronize(CUevent event)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    if (!result && !tw_object_find(TW_EVENT, event)) result = CUDA_ERROR_INVALID_HANDLE;
    return tw_sim_leave(result);
}

CUresult tw_sim_cuEventQuery(CUevent event)
{
    return tw_sim_cuEventSynchronize(event);
}

static bool timed(CUevent event)
{
    const struct tw_object *object = tw_object_find(TW_EVENT, event);
    return object && object->recorded && !(object->flags & CU_EVENT_DISABLE_TIMING);
}

/* Exactly 0, which no GPU ever reports: the simulator measures nothing. */
CUresult tw_sim_cuEventElapsedTime(float *milliseconds, CUevent from, CUevent to)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    if (!result && !milliseconds) result = CUDA_ERROR_INVALID_VALUE;
    if (!result && !(timed(from) && timed(to))) result = CUDA_ERROR_INVALID_HANDLE;
    if (!result) *milliseconds = 0.0f;
    return tw_sim_leave(result);
}

CUresult tw_sim_cuEventElapsedTime_v2(float *milliseconds, CUevent from, CUevent to)
{
    return tw_sim_cuEventElapsedTime(milliseconds, from, to);
}
