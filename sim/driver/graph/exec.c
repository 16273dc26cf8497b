/* Graphs that are ready to be launched: steps in an order that keeps every edge, with copies of the nodes' work. */
#include "sim/driver/graph/graph.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/driver/graph/capture.h"

/* ---- making ---- */

static void step_free(struct tw_step *step)
{
    tw_task_free(&step->task);
    for (size_t i = 0; i < step->child_count; i++) tw_exec_release(step->children[i]);
    free(step->children);
    free(step->behind);
}

void tw_exec_release(struct tw_exec *exec)
{
    if (--exec->references) return;
    for (size_t i = 0; i < exec->count; i++) step_free(&exec->steps[i]);
    free(exec->steps);
    free(exec);
}

static size_t place_of(const struct tw_exec *exec, uintptr_t node)
{
    size_t i = 0;
    while (i < exec->count && exec->steps[i].node != node) i++;
    return i;
}

struct tw_step *tw_exec_step(struct tw_exec *exec, uintptr_t node)
{
    size_t i = place_of(exec, node);
    return i < exec->count ? &exec->steps[i] : NULL;
}

/* The next step is the node's when all that it comes behind are steps already. */
static bool is_ready(const struct tw_exec *exec, const struct tw_node *node)
{
    for (size_t i = 0; i < node->behind.count; i++) {
        if (place_of(exec, node->behind.handles[i]) == exec->count) return false;
    }
    return true;
}

static int ascending(const void *a, const void *b)
{
    size_t first = *(const size_t *)a, second = *(const size_t *)b;
    return (first > second) - (first < second);
}

static CUresult make_children(const struct tw_task *task, struct tw_step *step)
{
    size_t count = tw_task_graph_count(task);
    uintptr_t bad;
    step->children = calloc(count + 1, sizeof(struct tw_exec *));
    CUresult result = step->children ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
    for (size_t i = 0; !result && i < count; i++) {
        const struct tw_object *graph = tw_task_graph(task, i);
        bool allowed = task->type != TW_NODE_CONDITIONAL || tw_condition_allows(graph);
        result = allowed ? tw_exec_make(graph, &step->children[i], &bad) : CUDA_ERROR_NOT_SUPPORTED;
        if (!result) step->child_count++;
    }
    return result;
}

static CUresult add_step(struct tw_exec *exec, const struct tw_object *object)
{
    const struct tw_node *node = object->node;
    struct tw_step step = {.node = object->handle, .enabled = true};
    CUresult result = tw_task_copy(&node->task, &step.task);
    if (!result) step.behind = calloc(node->behind.count + 1, sizeof *step.behind);
    if (!result && !step.behind) result = CUDA_ERROR_OUT_OF_MEMORY;
    if (!result) result = make_children(&node->task, &step);
    if (result) {
        step_free(&step);
        return result;
    }
    for (size_t i = 0; i < node->behind.count; i++) step.behind[i] = place_of(exec, node->behind.handles[i]);
    step.behind_count = node->behind.count;
    qsort(step.behind, step.behind_count, sizeof *step.behind, ascending);
    exec->steps[exec->count++] = step;
    return CUDA_SUCCESS;
}

/* Among the nodes that may come next, the one that was made first comes. When none may, those that are left go in a circle. */
CUresult tw_exec_make(const struct tw_object *graph, struct tw_exec **made, uintptr_t *bad_node)
{
    const struct tw_nodes *nodes = &graph->graph.nodes;
    struct tw_exec *exec = calloc(1, sizeof *exec);
    bool *done = calloc(nodes->count + 1, sizeof *done);
    if (exec)
        *exec = (struct tw_exec){.references = 1, .steps = calloc(nodes->count + 1, sizeof *exec->steps)};
    CUresult result = exec && done && exec->steps ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
    for (size_t first = 0; !result && exec->count < nodes->count;) {
        size_t i = first;
        const struct tw_object *node = NULL;
        for (; i < nodes->count; i++) {
            node = tw_object_find(TW_NODE, (void *)nodes->handles[i]);
            if (!done[i] && is_ready(exec, node->node)) break;
        }
        *bad_node = i < nodes->count ? nodes->handles[i] : 0;
        result = i < nodes->count ? add_step(exec, node) : CUDA_ERROR_INVALID_VALUE;
        if (!result) done[i] = true;
        while (first < nodes->count && done[first]) first++;
    }
    free(done);
    if (result && exec) tw_exec_release(exec);
    *made = result ? NULL : exec;
    return result;
}

/* ---- instantiation ---- */

#define KNOWN_FLAGS                                                                                          \
    (CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH | CUDA_GRAPH_INSTANTIATE_FLAG_UPLOAD |                  \
     CUDA_GRAPH_INSTANTIATE_FLAG_USE_NODE_PRIORITY)

static CUresult instantiate(CUgraphExec *exec, CUgraph graph, unsigned long long flags, uintptr_t *bad_node)
{
    struct tw_exec *made = NULL;
    const struct tw_object *source = tw_object_find(TW_GRAPH, graph);
    *bad_node = 0;
    if (!exec || !source || source->graph.parent) return CUDA_ERROR_INVALID_VALUE;
    if (flags & CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH) return CUDA_ERROR_NOT_SUPPORTED;
    if (flags & ~(unsigned long long)KNOWN_FLAGS) return CUDA_ERROR_INVALID_VALUE;
    CUresult result = tw_exec_make(source, &made, bad_node);
    if (result) return result;
    made->flags = flags;
    struct tw_object *object = tw_object_new(TW_EXEC, 0, NULL);
    if (!object) {
        tw_exec_release(made);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    object->exec = made;
    *exec = (CUgraphExec)object->handle;
    return CUDA_SUCCESS;
}

CUresult tw_sim_cuGraphInstantiateWithFlags(CUgraphExec *exec, CUgraph graph, unsigned long long flags)
{
    uintptr_t bad;
    CUresult result = tw_sim_enter_driver();
    if (!result) result = instantiate(exec, graph, flags, &bad);
    return tw_sim_leave(result);
}

CUresult tw_sim_cuGraphInstantiate(CUgraphExec *exec, CUgraph graph, CUgraphNode *error_node, char *log,
                                   size_t log_bytes)
{
    uintptr_t bad = 0;
    CUresult result = tw_sim_enter_driver();
    if (!result) result = instantiate(exec, graph, 0, &bad);
    if (error_node) *error_node = result ? (CUgraphNode)bad : NULL;
    if (log && log_bytes) snprintf(log, log_bytes, "%s", result ? "the graph cannot be instantiated" : "");
    return tw_sim_leave(result);
}

CUresult tw_sim_cuGraphInstantiateWithParams(CUgraphExec *exec, CUgraph graph,
                                             CUDA_GRAPH_INSTANTIATE_PARAMS *params)
{
    uintptr_t bad = 0;
    CUresult result = tw_sim_enter_driver();
    if (!result && !params) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) {
        result = instantiate(exec, graph, params->flags, &bad);
        params->hErrNode_out = (CUgraphNode)bad;
        params->result_out =
            result ? CUDA_GRAPH_INSTANTIATE_INVALID_STRUCTURE : CUDA_GRAPH_INSTANTIATE_SUCCESS;
    }
    return tw_sim_leave(result);
}

static CUresult enter_exec(CUgraphExec exec, struct tw_object **object)
{
    CUresult result = tw_sim_enter_driver();
    *object = result ? NULL : tw_object_find(TW_EXEC, exec);
    return !result && !*object ? CUDA_ERROR_INVALID_VALUE : result;
}

/* A launch of it that is under way goes on. */
CUresult tw_sim_cuGraphExecDestroy(CUgraphExec exec)
{
    struct tw_object *object;
    CUresult result = enter_exec(exec, &object);
    if (!result) tw_object_free(object);
    return tw_sim_leave(result);
}

CUresult tw_sim_cuGraphExecGetFlags(CUgraphExec exec, cuuint64_t *flags)
{
    struct tw_object *object;
    CUresult result = enter_exec(exec, &object);
    if (!result && !flags) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) *flags = object->exec->flags;
    return tw_sim_leave(result);
}

/* ---- launching ---- */

/* The context in which a step runs: its own, when it still lives. Its kernels may have spoilt it. */
static CUresult context_of(uintptr_t launched_in, const struct tw_task *task, struct tw_object **context)
{
    uintptr_t handle = task->context ? task->context : launched_in;
    *context = tw_object_find(TW_CONTEXT, (void *)handle);
    return *context ? (*context)->context.sticky : CUDA_ERROR_CONTEXT_IS_DESTROYED;
}

static CUresult run_steps(struct tw_object *context, struct tw_exec *exec);

/* What the condition chooses, of a loop again and again. */
static CUresult run_chosen(struct tw_object *context, const struct tw_step *step)
{
    const struct tw_conditional_task *task = &step->task.conditional;
    uintptr_t handle = context->handle;
    CUresult result = CUDA_SUCCESS;
    for (bool again = true; again && !result;) {
        size_t body = tw_condition_body(task);
        if (body < step->child_count) result = run_steps(context, step->children[body]);
        again = body < step->child_count && task->branch == TW_BRANCH_WHILE;
        context = tw_object_find(TW_CONTEXT, (void *)handle);
        if (!result) result = context ? context->context.sticky : CUDA_ERROR_CONTEXT_IS_DESTROYED;
    }
    return result;
}

static CUresult run_step(struct tw_object *context, const struct tw_step *step)
{
    if (step->task.type == TW_NODE_CONDITIONAL) return run_chosen(context, step);
    return step->child_count ? run_steps(context, step->children[0]) : tw_task_run(context, &step->task);
}

/* Functions of the program's run without the lock: meanwhile contexts may go, and the graph's handle. */
static CUresult run_steps(struct tw_object *context, struct tw_exec *exec)
{
    uintptr_t launched_in = context->handle;
    CUresult result = CUDA_SUCCESS;
    exec->references++;
    for (size_t i = 0; !result && i < exec->count; i++) {
        const struct tw_step *step = &exec->steps[i];
        if (!step->enabled) continue;
        result = context_of(launched_in, &step->task, &context);
        if (!result) result = run_step(context, step);
    }
    tw_exec_release(exec);
    return result;
}

/* With the flag for it, memory that an earlier launch allocated and nobody freed is freed before the next. */
static void free_left_over(const struct tw_exec *exec)
{
    for (size_t i = 0; i < exec->count; i++) {
        for (size_t k = 0; k < exec->steps[i].child_count; k++) free_left_over(exec->steps[i].children[k]);
        if (exec->steps[i].task.type != CU_GRAPH_NODE_TYPE_MEM_ALLOC) continue;
        if (tw_memory_holder(exec->steps[i].task.alloc.dptr)) tw_memory_free(exec->steps[i].task.alloc.dptr);
    }
}

static bool has_left_over(const struct tw_exec *exec)
{
    bool found = false;
    for (size_t i = 0; i < exec->count && !found; i++) {
        const struct tw_step *step = &exec->steps[i];
        found = step->task.type == CU_GRAPH_NODE_TYPE_MEM_ALLOC && tw_memory_holder(step->task.alloc.dptr);
        for (size_t k = 0; k < step->child_count && !found; k++) found = has_left_over(step->children[k]);
    }
    return found;
}

static void begin_conditions(const struct tw_exec *exec)
{
    for (size_t i = 0; i < exec->count; i++) {
        const struct tw_step *step = &exec->steps[i];
        if (step->task.type == TW_NODE_CONDITIONAL) tw_condition_begin(&step->task.conditional);
        for (size_t k = 0; k < step->child_count; k++) begin_conditions(step->children[k]);
    }
}

/* What went wrong in a kernel shows in the context, as with any launch; what could not be done at all shows here. */
static CUresult launch(struct tw_object *context, struct tw_exec *exec)
{
    if (exec->flags & CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH) free_left_over(exec);
    if (has_left_over(exec)) return CUDA_ERROR_INVALID_VALUE;
    uintptr_t handle = context->handle;
    begin_conditions(exec);
    CUresult result = run_steps(context, exec);
    context = tw_object_find(TW_CONTEXT, (void *)handle);
    return context && context->context.sticky ? CUDA_SUCCESS : result;
}

/* A graph with the steps as nodes. */
static CUresult graph_of(const struct tw_exec *exec, struct tw_object **graph)
{
    *graph = tw_graph_new();
    CUresult result = *graph ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
    for (size_t i = 0; !result && i < exec->count; i++) {
        const struct tw_step *step = &exec->steps[i];
        struct tw_nodes behind = {0};
        struct tw_object *node, *child = NULL;
        struct tw_task task;
        if (step->task.type == TW_NODE_CONDITIONAL) result = CUDA_ERROR_NOT_SUPPORTED;
        for (size_t k = 0; !result && k < step->behind_count; k++)
            if (!tw_nodes_add(&behind, (*graph)->graph.nodes.handles[step->behind[k]]))
                result = CUDA_ERROR_OUT_OF_MEMORY;
        if (!result) result = tw_task_copy(&step->task, &task);
        if (!result && step->child_count) {
            result = graph_of(step->children[0], &child);
            task.child = child ? child->handle : 0;
        }
        if (!result) result = tw_graph_add(*graph, &behind, &task, &node);
        if (result && child) tw_object_free(child);
        tw_nodes_free(&behind);
    }
    if (result && *graph) tw_object_free(*graph);
    return result;
}

/* In a stream that is captured it becomes the graph of a node. */
static CUresult capture_launch(struct tw_object *stream, const struct tw_exec *exec)
{
    struct tw_object *graph;
    CUresult result = graph_of(exec, &graph);
    if (result) return result;
    struct tw_task task = {.type = CU_GRAPH_NODE_TYPE_GRAPH, .child = graph->handle};
    result = tw_capture_task(stream, &task);
    if (result) tw_object_free(graph);
    return result;
}

CUresult tw_sim_cuGraphLaunch(CUgraphExec exec, CUstream stream)
{
    struct tw_object *context, *object = NULL;
    CUresult result = tw_sim_enter(&context);
    if (!result) result = tw_sim_find_stream(&context, stream, &object);
    const struct tw_object *graph = result ? NULL : tw_object_find(TW_EXEC, exec);
    if (!result && !graph) result = CUDA_ERROR_INVALID_VALUE;
    bool captured = object && object->stream.capture;
    if (!result) result = captured ? capture_launch(object, graph->exec) : launch(context, graph->exec);
    return tw_sim_leave(result);
}

/* There is nowhere to bring it. */
CUresult tw_sim_cuGraphUpload(CUgraphExec exec, CUstream stream)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    if (!result) result = tw_sim_check_stream(context, stream);
    if (!result && !tw_object_find(TW_EXEC, exec)) result = CUDA_ERROR_INVALID_VALUE;
    return tw_sim_leave(result);
}

/* ---- updates ---- */

/* A kernel may be exchanged for another of the same context; a copy or a fill keeps its kind. */
static CUgraphExecUpdateResult compare(const struct tw_step *old, const struct tw_step *new)
{
    if (old->task.type != new->task.type) return CU_GRAPH_EXEC_UPDATE_ERROR_NODE_TYPE_CHANGED;
    bool behind =
        old->behind_count ==
        new->behind_count &&memcmp(old->behind, new->behind, old->behind_count * sizeof *old->behind) == 0;
    if (!behind) return CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED;
    if (old->task.context != new->task.context) return CU_GRAPH_EXEC_UPDATE_ERROR_PARAMETERS_CHANGED;
    if (old->child_count != new->child_count ||
        (old->task.type == TW_NODE_CONDITIONAL &&
         old->task.conditional.branch != new->task.conditional.branch))
        return CU_GRAPH_EXEC_UPDATE_ERROR_PARAMETERS_CHANGED;
    bool memory =
        old->task.type == CU_GRAPH_NODE_TYPE_MEM_ALLOC || old->task.type == CU_GRAPH_NODE_TYPE_MEM_FREE;
    return memory ? CU_GRAPH_EXEC_UPDATE_ERROR_NOT_SUPPORTED : CU_GRAPH_EXEC_UPDATE_SUCCESS;
}

static CUgraphExecUpdateResult compare_all(const struct tw_exec *old, const struct tw_exec *new,
                                           uintptr_t *bad_node)
{
    CUgraphExecUpdateResult outcome =
        old->count == new->count ? CU_GRAPH_EXEC_UPDATE_SUCCESS : CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED;
    for (size_t i = 0; i < new->count && !outcome; i++) {
        outcome = compare(&old->steps[i], &new->steps[i]);
        if (outcome) *bad_node = new->steps[i].node;
        for (size_t k = 0; !outcome && k < new->steps[i].child_count; k++)
            outcome = compare_all(old->steps[i].children[k], new->steps[i].children[k], bad_node);
    }
    return outcome;
}

/* Steps keep the nodes that they were made from, and whether they are enabled. */
static void exchange(struct tw_exec *old, struct tw_exec *new)
{
    for (size_t i = 0; i < old->count; i++) {
        struct tw_task task = old->steps[i].task;
        for (size_t k = 0; k < old->steps[i].child_count; k++)
            exchange(old->steps[i].children[k], new->steps[i].children[k]);
        if (task.type == CU_GRAPH_NODE_TYPE_GRAPH) continue;
        old->steps[i].task = new->steps[i].task;
        new->steps[i].task = task;
    }
}

CUgraphExecUpdateResult tw_exec_take_over(struct tw_exec *old, struct tw_exec *new, uintptr_t *bad_node)
{
    CUgraphExecUpdateResult outcome = compare_all(old, new, bad_node);
    if (!outcome) exchange(old, new);
    return outcome;
}

CUresult tw_sim_cuGraphExecUpdate_v2(CUgraphExec exec, CUgraph graph, CUgraphExecUpdateResultInfo *info)
{
    struct tw_object *object;
    struct tw_exec *new = NULL;
    uintptr_t bad = 0;
    CUresult result = enter_exec(exec, &object);
    const struct tw_object *source = result ? NULL : tw_object_find(TW_GRAPH, graph);
    if (!result && !(source && info)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result && object->exec->references > 1)
        result = CUDA_ERROR_ILLEGAL_STATE; /* a launch is under way */
    if (!result) result = tw_exec_make(source, &new, &bad);
    if (!result) {
        *info = (CUgraphExecUpdateResultInfo){.result = tw_exec_take_over(object->exec, new, &bad)};
        info->errorNode = info->result ? (CUgraphNode)bad : NULL;
        if (info->result) result = CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE;
    }
    if (new) tw_exec_release(new);
    return tw_sim_leave(result);
}

CUresult tw_sim_cuGraphExecUpdate(CUgraphExec exec, CUgraph graph, CUgraphNode *error_node,
                                  CUgraphExecUpdateResult *outcome)
{
    CUgraphExecUpdateResultInfo info = {.result = CU_GRAPH_EXEC_UPDATE_ERROR};
    if (!outcome) return tw_sim_reject(CUDA_ERROR_INVALID_VALUE);
    CUresult result = tw_sim_cuGraphExecUpdate_v2(exec, graph, &info);
    *outcome = info.result;
    if (error_node) *error_node = info.errorNode;
    return result;
}

/* Kernels, copies and fills may be left out. */
static CUresult enter_switch(CUgraphExec exec, CUgraphNode node, struct tw_step **step)
{
    struct tw_object *object;
    CUresult result = enter_exec(exec, &object);
    *step = result ? NULL : tw_exec_step(object->exec, (uintptr_t)node);
    if (!result && !*step) return CUDA_ERROR_INVALID_VALUE;
    bool possible = result || (*step)->task.type == CU_GRAPH_NODE_TYPE_KERNEL ||
                    (*step)->task.type == CU_GRAPH_NODE_TYPE_MEMCPY ||
                    (*step)->task.type == CU_GRAPH_NODE_TYPE_MEMSET;
    return possible ? result : CUDA_ERROR_INVALID_VALUE;
}

CUresult tw_sim_cuGraphNodeSetEnabled(CUgraphExec exec, CUgraphNode node, unsigned enabled)
{
    struct tw_step *step;
    CUresult result = enter_switch(exec, node, &step);
    if (!result) step->enabled = enabled;
    return tw_sim_leave(result);
}

CUresult tw_sim_cuGraphNodeGetEnabled(CUgraphExec exec, CUgraphNode node, unsigned *enabled)
{
    struct tw_step *step;
    CUresult result = enter_switch(exec, node, &step);
    if (!result && !enabled) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) *enabled = step->enabled;
    return tw_sim_leave(result);
}
