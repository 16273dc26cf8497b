/*
 * driver/graph/capture.h - streams whose calls become nodes of a graph instead of being carried out.
 *
 * A capture begins in one stream and comes to others when they wait for an event that was recorded in it. Each stream
 * has its tips: the nodes that its next call comes behind. What is not allowed while it goes on spoils it: it is then
 * invalid, and only ending it helps.
 */
#ifndef TW_SIM_DRIVER_GRAPH_CAPTURE_H
#define TW_SIM_DRIVER_GRAPH_CAPTURE_H

#include "sim/driver/task.h"

struct tw_capture {
    struct tw_capture *next; /* in tw_provider.captures */
    unsigned long long id;
    uintptr_t graph, origin; /* origin: the stream where it began */
    uintptr_t context;
    CUstreamCaptureMode mode;
    const struct tw_thread *thread; /* that began it */
    bool valid;
    bool given_graph;     /* of cuStreamBeginCaptureToGraph: the program's own */
    struct tw_nodes left; /* where streams stood that were destroyed */
};

/* The work becomes a node behind the stream's tips, and the only tip; the node takes it over. */
CUresult tw_capture_task(struct tw_object *stream, struct tw_task *task);
/* Spoils the stream's capture; returns result. */
CUresult tw_capture_spoil(struct tw_object *stream, CUresult result);
/* tw_sim_find_stream for those that only ask whether it is captured: these spoil nothing. */
CUresult tw_capture_ask(struct tw_object *context, CUstream stream, struct tw_object **object);
/* The capture of that number, or NULL when it has ended. */
struct tw_capture *tw_capture_find(unsigned long long id);
/* The stream takes part from now on, behind these nodes. */
CUresult tw_capture_join(struct tw_object *stream, struct tw_capture *capture, const struct tw_nodes *tips);

#endif
