/* Events. What they mark has happened when they are recorded, unless that is captured: then they mark nodes of a graph. */
#include "sim/driver/graph/capture.h"

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

/* ---- recording ---- */

#define NANOSECONDS_OF_A_RECORD 1000u

void tw_event_mark(struct tw_object *event)
{
    tw_provider.now += NANOSECONDS_OF_A_RECORD;
    event->event.recorded = true;
    event->event.at = tw_provider.now;
}

/* In a captured stream the event stands for what the stream's next call would come behind. */
static CUresult record(struct tw_object *event, const struct tw_object *stream)
{
    const struct tw_capture *capture = stream ? stream->stream.capture : NULL;
    event->event.capture = 0;
    tw_nodes_free(&event->event.tips);
    if (!capture) {
        tw_event_mark(event);
        return CUDA_SUCCESS;
    }
    if (!capture->valid) return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
    event->event.capture = capture->id;
    return tw_nodes_add_all(&event->event.tips, &stream->stream.tips) ? CUDA_SUCCESS
                                                                      : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult tw_sim_cuEventRecordWithFlags(CUevent event, CUstream stream, unsigned flags)
{
    struct tw_object *context, *object = NULL;
    CUresult result = tw_sim_enter(&context);
    if (!result && flags > CU_EVENT_RECORD_EXTERNAL) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = tw_sim_find_stream(&context, stream, &object);
    struct tw_object *marked = result ? NULL : tw_object_find_in(context, TW_EVENT, event);
    if (!result && !marked) result = CUDA_ERROR_INVALID_HANDLE;
    bool captured = !result && object && object->stream.capture;
    if (!result && flags == CU_EVENT_RECORD_EXTERNAL && !captured) result = CUDA_ERROR_ILLEGAL_STATE;
    if (!result && flags == CU_EVENT_RECORD_EXTERNAL) {
        struct tw_task task = {.type = CU_GRAPH_NODE_TYPE_EVENT_RECORD, .event = marked->handle};
        result = tw_capture_task(object, &task);
    } else if (!result) {
        result = record(marked, object);
    }
    return tw_sim_leave(result);
}

CUresult tw_sim_cuEventRecord(CUevent event, CUstream stream)
{
    return tw_sim_cuEventRecordWithFlags(event, stream, CU_EVENT_RECORD_DEFAULT);
}

/* ---- waiting ---- */

static CUresult wait_captured(struct tw_object *context, CUstream stream, struct tw_object *object,
                              const struct tw_object *event)
{
    struct tw_capture *capture = tw_capture_find(event->event.capture);
    if (!capture) return tw_capture_spoil(object, CUDA_ERROR_CAPTURED_EVENT);
    if (!object && (stream == CU_STREAM_PER_THREAD || (!stream && tw_sim_own_stream))) {
        object = tw_object_new(TW_STREAM, 0, context);
        if (!object) return CUDA_ERROR_OUT_OF_MEMORY;
        object->stream.thread = tw_sim_thread();
    }
    return object ? tw_capture_join(object, capture, &event->event.tips) : CUDA_ERROR_STREAM_CAPTURE_IMPLICIT;
}

CUresult tw_sim_cuStreamWaitEvent(CUstream stream, CUevent event, unsigned flags)
{
    struct tw_object *context, *object = NULL;
    CUresult result = tw_sim_enter(&context);
    if (!result && flags > CU_EVENT_WAIT_EXTERNAL) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = tw_sim_find_stream(&context, stream, &object);
    const struct tw_object *awaited = result ? NULL : tw_object_find(TW_EVENT, event);
    if (!result && !awaited) result = CUDA_ERROR_INVALID_HANDLE;
    if (result) return tw_sim_leave(result);
    bool captured = object && object->stream.capture;
    if (flags == CU_EVENT_WAIT_EXTERNAL) {
        struct tw_task task = {.type = CU_GRAPH_NODE_TYPE_WAIT_EVENT, .event = awaited->handle};
        result = captured ? tw_capture_task(object, &task) : CUDA_ERROR_ILLEGAL_STATE;
    } else if (awaited->event.capture) {
        result = wait_captured(context, stream, object, awaited);
    } else if (captured && awaited->event.recorded) {
        result = tw_capture_spoil(object, CUDA_ERROR_STREAM_CAPTURE_ISOLATION);
    }
    return tw_sim_leave(result);
}

/* How a function that asks about an event begins. */
static CUresult enter_event(CUevent event)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    const struct tw_object *object = result ? NULL : tw_object_find(TW_EVENT, event);
    if (!result && !object) result = CUDA_ERROR_INVALID_HANDLE;
    if (!result && object->event.capture) {
        struct tw_capture *capture = tw_capture_find(object->event.capture);
        if (capture) capture->valid = false;
        result = CUDA_ERROR_CAPTURED_EVENT;
    }
    return result;
}

CUresult tw_sim_cuEventSynchronize(CUevent event)
{
    return tw_sim_leave(enter_event(event));
}

CUresult tw_sim_cuEventQuery(CUevent event)
{
    return tw_sim_leave(enter_event(event));
}

/* ---- time, of which there is none: instructions are counted ---- */

static CUresult check_timed(CUevent event)
{
    const struct tw_object *object = tw_object_find(TW_EVENT, event);
    if (object && object->event.capture) return CUDA_ERROR_CAPTURED_EVENT;
    bool timed = object && object->event.recorded && !(object->flags & CU_EVENT_DISABLE_TIMING);
    return timed ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

/* Never 0 of two records: programs divide by it. */
CUresult tw_sim_cuEventElapsedTime(float *milliseconds, CUevent from, CUevent to)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    if (!result && !milliseconds) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = check_timed(from);
    if (!result) result = check_timed(to);
    if (!result) {
        double begin = (double)tw_object_find(TW_EVENT, from)->event.at,
               end = (double)tw_object_find(TW_EVENT, to)->event.at;
        *milliseconds = (float)((end - begin) / 1e6);
    }
    return tw_sim_leave(result);
}

CUresult tw_sim_cuEventElapsedTime_v2(float *milliseconds, CUevent from, CUevent to)
{
    return tw_sim_cuEventElapsedTime(milliseconds, from, to);
}

/* The event is of all streams of a context at once: there is nothing to wait for. */
static CUresult context_event(CUcontext context, CUevent event, bool records)
{
    struct tw_object *current;
    CUresult result = tw_sim_enter(&current);
    if (!result && context && !tw_object_find(TW_CONTEXT, context)) result = CUDA_ERROR_INVALID_CONTEXT;
    struct tw_object *object = result ? NULL : tw_object_find(TW_EVENT, event);
    if (!result && !object) result = CUDA_ERROR_INVALID_HANDLE;
    if (!result && tw_provider.captures) result = CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    if (!result && records) tw_event_mark(object);
    return tw_sim_leave(result);
}

CUresult tw_sim_cuCtxRecordEvent(CUcontext context, CUevent event)
{
    return context_event(context, event, true);
}

CUresult tw_sim_cuCtxWaitEvent(CUcontext context, CUevent event)
{
    return context_event(context, event, false);
}
