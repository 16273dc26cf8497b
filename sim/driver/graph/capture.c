/* Stream capture: the calls, and the rules that they follow. */
#include "sim/driver/graph/capture.h"

#include <stdlib.h>

#include "sim/driver/graph/graph.h"

/* ---- captures and the streams in them ---- */

struct tw_capture *tw_capture_find(unsigned long long id)
{
    struct tw_capture *capture = tw_provider.captures;
    while (capture && capture->id != id) capture = capture->next;
    return capture;
}

CUresult tw_capture_spoil(struct tw_object *stream, CUresult result)
{
    if (stream && stream->stream.capture) stream->stream.capture->valid = false;
    return result;
}

static void leave_capture(struct tw_object *stream)
{
    stream->stream.capture = NULL;
    stream->stream.joined = false;
    tw_nodes_free(&stream->stream.tips);
}

/* Every stream leaves it, and it is forgotten; its graph is the caller's. */
static void end(struct tw_capture *capture)
{
    for (size_t i = 0; i < tw_provider.count; i++) {
        struct tw_object *object = tw_provider.objects[i];
        if (object->kind == TW_STREAM && object->stream.capture == capture) leave_capture(object);
    }
    struct tw_capture **link = &tw_provider.captures;
    while (*link != capture) link = &(*link)->next;
    *link = capture->next;
    tw_nodes_free(&capture->left);
    free(capture);
}

static void drop_graph(const struct tw_capture *capture)
{
    struct tw_object *graph = tw_object_find(TW_GRAPH, (void *)capture->graph);
    if (graph && !capture->given_graph) tw_object_free(graph);
}

/* What a stream that is destroyed stood at is still to be joined; the one where the capture began takes it away. */
void tw_capture_forget(struct tw_object *stream)
{
    struct tw_capture *capture = stream->stream.capture;
    if (!capture) return;
    if (!tw_nodes_add_all(&capture->left, &stream->stream.tips)) capture->valid = false;
    leave_capture(stream);
    if (capture->origin != stream->handle) return;
    uintptr_t graph = capture->given_graph ? 0 : capture->graph;
    end(capture);
    struct tw_object *object = graph ? tw_object_find(TW_GRAPH, (void *)graph) : NULL;
    if (object) tw_object_free(object);
}

CUresult tw_capture_join(struct tw_object *stream, struct tw_capture *capture, const struct tw_nodes *tips)
{
    if (stream->stream.capture && stream->stream.capture != capture) {
        capture->valid = false;
        return tw_capture_spoil(stream, CUDA_ERROR_STREAM_CAPTURE_MERGE);
    }
    if (!capture->valid) return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
    if (!stream->stream.capture) {
        stream->stream.capture = capture;
        stream->stream.joined = true;
    }
    return tw_nodes_add_all(&stream->stream.tips, tips) ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult tw_capture_task(struct tw_object *stream, struct tw_task *task)
{
    struct tw_capture *capture = stream->stream.capture;
    struct tw_object *graph = tw_object_find(TW_GRAPH, (void *)capture->graph), *node;
    CUresult result = CUDA_SUCCESS;
    if (!capture->valid || !graph) result = CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
    if (!result) result = tw_graph_add(graph, &stream->stream.tips, task, &node);
    tw_task_free(task);
    if (result) return result;
    tw_nodes_free(&stream->stream.tips);
    return tw_nodes_add(&stream->stream.tips, node->handle) ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

/* ---- what is not allowed meanwhile ---- */

/* A call that may wait for the device, or change what it does: a capture of its own thread forbids it, unless that is
   relaxed, and one of any thread that is global, unless the caller's thread has asked for less. */
CUresult tw_sim_check_unsafe(const struct tw_object *context)
{
    const struct tw_thread *thread = tw_sim_thread();
    (void)context;
    for (struct tw_capture *capture = tw_provider.captures; capture; capture = capture->next) {
        if (!thread || thread->capture_mode == CU_STREAM_CAPTURE_MODE_RELAXED) break;
        bool own = capture->thread == thread && capture->mode != CU_STREAM_CAPTURE_MODE_RELAXED;
        bool global = capture->mode == CU_STREAM_CAPTURE_MODE_GLOBAL &&
                      thread->capture_mode == CU_STREAM_CAPTURE_MODE_GLOBAL;
        if (!own && !global) continue;
        capture->valid = false;
        return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    }
    return CUDA_SUCCESS;
}

CUresult tw_sim_cuThreadExchangeStreamCaptureMode(CUstreamCaptureMode *mode)
{
    CUresult result = tw_sim_enter_driver();
    struct tw_thread *thread = tw_sim_thread();
    if (!result && !thread) result = CUDA_ERROR_OUT_OF_MEMORY;
    if (!result && (!mode || (unsigned)*mode > CU_STREAM_CAPTURE_MODE_RELAXED))
        result = CUDA_ERROR_INVALID_VALUE;
    if (!result) {
        CUstreamCaptureMode old = thread->capture_mode;
        thread->capture_mode = *mode;
        *mode = old;
    }
    return tw_sim_leave(result);
}

/* ---- beginning ---- */

/* The object of the stream; a thread's own default stream gets one. The legacy one can capture nothing. */
static CUresult capturing_stream(struct tw_object *context, CUstream stream, struct tw_object **object)
{
    CUresult result = tw_sim_find_stream(&context, stream, object);
    if (result || *object) return result;
    bool own = stream == CU_STREAM_PER_THREAD || (!stream && tw_sim_own_stream);
    if (!own) return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    *object = tw_object_new(TW_STREAM, 0, context);
    if (!*object) return CUDA_ERROR_OUT_OF_MEMORY;
    (*object)->stream.thread = tw_sim_thread();
    return CUDA_SUCCESS;
}

static CUresult begin(struct tw_object *stream, CUstreamCaptureMode mode, struct tw_object *graph,
                      const struct tw_nodes *tips)
{
    struct tw_capture *capture = calloc(1, sizeof *capture);
    bool ready = capture && tw_nodes_add_all(&stream->stream.tips, tips);
    struct tw_object *captured = graph ? graph : ready ? tw_graph_new() : NULL;
    if (!ready || !captured) {
        free(capture);
        tw_nodes_free(&stream->stream.tips);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    *capture = (struct tw_capture){.next = tw_provider.captures,
                                   .id = ++tw_provider.last_id,
                                   .graph = captured->handle,
                                   .origin = stream->handle,
                                   .context = stream->owner,
                                   .mode = mode,
                                   .thread = tw_sim_thread(),
                                   .valid = true,
                                   .given_graph = graph != NULL};
    tw_provider.captures = capture;
    stream->stream.capture = capture;
    return CUDA_SUCCESS;
}

CUresult tw_sim_cuStreamBeginCaptureToGraph(CUstream stream, CUgraph graph, const CUgraphNode *dependencies,
                                            const void *edges, size_t count, CUstreamCaptureMode mode)
{
    struct tw_object *context, *object = NULL;
    struct tw_nodes tips = {0};
    CUresult result = tw_sim_enter(&context);
    (void)edges; /* of the one kind that there is for nodes that wait for whole nodes */
    if (!result && (unsigned)mode > CU_STREAM_CAPTURE_MODE_RELAXED) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = capturing_stream(context, stream, &object);
    if (!result && object->stream.capture) result = tw_capture_spoil(object, CUDA_ERROR_ILLEGAL_STATE);
    struct tw_object *given = result ? NULL : tw_object_find(TW_GRAPH, graph);
    if (!result && graph && !given) result = CUDA_ERROR_INVALID_VALUE;
    if (!result && given) result = tw_graph_behind(given, dependencies, count, &tips);
    if (!result) result = begin(object, mode, given, &tips);
    tw_nodes_free(&tips);
    return tw_sim_leave(result);
}

CUresult tw_sim_cuStreamBeginCapture_v2(CUstream stream, CUstreamCaptureMode mode)
{
    return tw_sim_cuStreamBeginCaptureToGraph(stream, NULL, NULL, NULL, 0, mode);
}

CUresult tw_sim_cuStreamBeginCapture(CUstream stream)
{
    return tw_sim_cuStreamBeginCapture_v2(stream, CU_STREAM_CAPTURE_MODE_GLOBAL);
}

/* ---- ending ---- */

/* Do all these nodes lead to where the stream stands? */
static bool lead_to(const struct tw_nodes *nodes, const struct tw_object *stream)
{
    for (size_t k = 0; k < nodes->count; k++) {
        bool joined = false;
        for (size_t j = 0; j < stream->stream.tips.count && !joined; j++)
            joined = tw_graph_leads_to(nodes->handles[k], stream->stream.tips.handles[j]);
        if (!joined) return false;
    }
    return true;
}

/* Every node at which another stream stands, or stood, must lead to where the first one stands. */
static bool all_joined(const struct tw_capture *capture, const struct tw_object *origin)
{
    for (size_t i = 0; i < tw_provider.count; i++) {
        const struct tw_object *stream = tw_provider.objects[i];
        if (stream->kind != TW_STREAM || stream->stream.capture != capture || stream == origin) continue;
        if (!lead_to(&stream->stream.tips, origin)) return false;
    }
    return lead_to(&capture->left, origin);
}

CUresult tw_sim_cuStreamEndCapture(CUstream stream, CUgraph *graph)
{
    struct tw_object *context, *object = NULL;
    CUresult result = tw_sim_enter(&context);
    if (!result && !graph) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = capturing_stream(context, stream, &object);
    struct tw_capture *capture = object ? object->stream.capture : NULL;
    if (!result && !capture) result = CUDA_ERROR_ILLEGAL_STATE;
    if (!result && capture->origin != object->handle) {
        capture->valid = false;
        result = CUDA_ERROR_STREAM_CAPTURE_UNMATCHED;
    }
    bool own =
        !result && (capture->thread == tw_sim_thread() || capture->mode == CU_STREAM_CAPTURE_MODE_RELAXED);
    if (!result && !own) result = CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD;
    if (result) return tw_sim_leave(result);
    if (!capture->valid) {
        result = CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
    } else if (!all_joined(capture, object)) {
        result = CUDA_ERROR_STREAM_CAPTURE_UNJOINED;
    }
    *graph = result ? NULL : (CUgraph)capture->graph;
    if (result) drop_graph(capture);
    end(capture);
    return tw_sim_leave(result);
}

/* ---- questions ---- */

static CUstreamCaptureStatus status_of(const struct tw_object *stream)
{
    const struct tw_capture *capture = stream ? stream->stream.capture : NULL;
    if (!capture) return CU_STREAM_CAPTURE_STATUS_NONE;
    return capture->valid ? CU_STREAM_CAPTURE_STATUS_ACTIVE : CU_STREAM_CAPTURE_STATUS_INVALIDATED;
}

CUresult tw_sim_cuStreamIsCapturing(CUstream stream, CUstreamCaptureStatus *status)
{
    struct tw_object *context, *object = NULL;
    CUresult result = tw_sim_enter(&context);
    if (!result && !status) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = tw_capture_ask(context, stream, &object);
    if (!result) *status = status_of(object);
    return tw_sim_leave(result);
}

/* The nodes stay where they are until the next call that captures in the stream. */
CUresult tw_sim_cuStreamGetCaptureInfo_v3(CUstream stream, CUstreamCaptureStatus *status, cuuint64_t *id,
                                          CUgraph *graph, const CUgraphNode **dependencies,
                                          const void **edges, size_t *count)
{
    struct tw_object *context, *object = NULL;
    CUresult result = tw_sim_enter(&context);
    if (!result && !status) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = tw_capture_ask(context, stream, &object);
    if (!result) *status = status_of(object);
    if (!result && *status == CU_STREAM_CAPTURE_STATUS_ACTIVE) {
        if (id) *id = object->stream.capture->id;
        if (graph) *graph = (CUgraph)object->stream.capture->graph;
        if (dependencies) *dependencies = (const CUgraphNode *)object->stream.tips.handles;
        if (edges) *edges = NULL;
        if (count) *count = object->stream.tips.count;
    }
    return tw_sim_leave(result);
}

CUresult tw_sim_cuStreamGetCaptureInfo_v2(CUstream stream, CUstreamCaptureStatus *status, cuuint64_t *id,
                                          CUgraph *graph, const CUgraphNode **dependencies, size_t *count)
{
    return tw_sim_cuStreamGetCaptureInfo_v3(stream, status, id, graph, dependencies, NULL, count);
}

CUresult tw_sim_cuStreamGetCaptureInfo(CUstream stream, CUstreamCaptureStatus *status, cuuint64_t *id)
{
    return tw_sim_cuStreamGetCaptureInfo_v3(stream, status, id, NULL, NULL, NULL, NULL);
}

CUresult tw_sim_cuStreamUpdateCaptureDependencies(CUstream stream, CUgraphNode *dependencies, size_t count,
                                                  unsigned flags)
{
    struct tw_object *context, *object = NULL;
    struct tw_nodes tips = {0};
    CUresult result = tw_sim_enter(&context);
    if (!result && flags > CU_STREAM_SET_CAPTURE_DEPENDENCIES) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = tw_sim_find_stream(&context, stream, &object);
    if (!result && status_of(object) != CU_STREAM_CAPTURE_STATUS_ACTIVE) result = CUDA_ERROR_ILLEGAL_STATE;
    const struct tw_object *graph =
        result ? NULL : tw_object_find(TW_GRAPH, (void *)object->stream.capture->graph);
    if (!result && !graph) result = CUDA_ERROR_ILLEGAL_STATE;
    if (!result) result = tw_graph_behind(graph, dependencies, count, &tips);
    if (!result && flags == CU_STREAM_SET_CAPTURE_DEPENDENCIES) tw_nodes_free(&object->stream.tips);
    if (!result && !tw_nodes_add_all(&object->stream.tips, &tips)) result = CUDA_ERROR_OUT_OF_MEMORY;
    tw_nodes_free(&tips);
    return tw_sim_leave(result);
}

CUresult tw_sim_cuStreamUpdateCaptureDependencies_v2(CUstream stream, CUgraphNode *dependencies,
                                                     const void *edges, size_t count, unsigned flags)
{
    (void)edges;
    return tw_sim_cuStreamUpdateCaptureDependencies(stream, dependencies, count, flags);
}
