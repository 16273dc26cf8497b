/* Nodes of copies, fills, functions of the program's, events, child graphs, memory, and of nothing. Kernels: driver/graph/node_kernel.c. */
#include "sim/driver/graph/graph.h"

#include <stddef.h>

/* ---- how the calls begin and end ---- */

CUresult tw_node_add(CUresult result, CUgraph graph, const CUgraphNode *dependencies, size_t count,
                     struct tw_task *task, CUgraphNode *node)
{
    struct tw_nodes behind = {0};
    struct tw_object *object = result ? NULL : tw_object_find(TW_GRAPH, graph), *added;
    if (!result && !(object && node)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = tw_graph_behind(object, dependencies, count, &behind);
    if (!result) result = tw_graph_add(object, &behind, task, &added);
    if (!result) *node = (CUgraphNode)added->handle;
    for (size_t i = 0; result && i < tw_task_graph_count(task); i++) tw_object_free(tw_task_graph(task, i));
    tw_nodes_free(&behind);
    tw_task_free(task);
    return tw_sim_leave(result);
}

static void exchange(struct tw_task *a, struct tw_task *b)
{
    struct tw_task kept = *a;
    *a = *b;
    *b = kept;
}

CUresult tw_node_set(CUresult result, CUgraphNode node, struct tw_task *task)
{
    struct tw_object *object = result ? NULL : tw_node_find(node);
    if (!result && !(object && object->node->task.type == task->type)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) exchange(&object->node->task, task);
    tw_task_free(task);
    return tw_sim_leave(result);
}

CUresult tw_step_set(CUresult result, CUgraphExec exec, CUgraphNode node, struct tw_task *task)
{
    struct tw_object *object = result ? NULL : tw_object_find(TW_EXEC, exec);
    struct tw_step *step = object ? tw_exec_step(object->exec, (uintptr_t)node) : NULL;
    if (!result && !(step && step->task.type == task->type)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result && object->exec->references > 1) result = CUDA_ERROR_ILLEGAL_STATE;
    if (!result) exchange(&step->task, task);
    tw_task_free(task);
    return tw_sim_leave(result);
}

CUresult tw_node_enter(CUgraphNode node, CUgraphNodeType type, const void *answer,
                       const struct tw_task **task)
{
    CUresult result = tw_sim_enter_driver();
    const struct tw_object *object = result ? NULL : tw_node_find(node);
    if (!result && !(object && answer && object->node->task.type == type)) result = CUDA_ERROR_INVALID_VALUE;
    *task = result ? NULL : &object->node->task;
    return result;
}

/* NULL: the current one. */
CUresult tw_task_context(CUcontext context, struct tw_task *task)
{
    struct tw_object *object = NULL;
    task->context = (uintptr_t)context;
    if (context) return tw_object_find(TW_CONTEXT, context) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
    CUresult result = tw_sim_current(&object);
    if (!result) task->context = object->handle;
    return result;
}

/* ---- copies ---- */

CUresult tw_task_of_copy(const CUDA_MEMCPY3D *params, CUcontext context, struct tw_task *task)
{
    *task = (struct tw_task){.type = CU_GRAPH_NODE_TYPE_MEMCPY};
    if (!params || !params->WidthInBytes || !params->Height || !params->Depth)
        return CUDA_ERROR_INVALID_VALUE;
    task->copy = tw_copy_of(params);
    CUresult result = tw_copy_check(&task->copy);
    return result ? result : tw_task_context(context, task);
}

CUresult tw_sim_cuGraphAddMemcpyNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies,
                                     size_t count, const CUDA_MEMCPY3D *params, CUcontext context)
{
    struct tw_task task = {.type = CU_GRAPH_NODE_TYPE_MEMCPY};
    CUresult result = tw_sim_enter_driver();
    if (!result) result = tw_task_of_copy(params, context, &task);
    return tw_node_add(result, graph, dependencies, count, &task, node);
}

CUresult tw_sim_cuGraphMemcpyNodeGetParams(CUgraphNode node, CUDA_MEMCPY3D *params)
{
    const struct tw_task *task;
    CUresult result = tw_node_enter(node, CU_GRAPH_NODE_TYPE_MEMCPY, params, &task);
    if (!result) *params = tw_copy_plain(&task->copy);
    return tw_sim_leave(result);
}

CUresult tw_sim_cuGraphMemcpyNodeSetParams(CUgraphNode node, const CUDA_MEMCPY3D *params)
{
    struct tw_task task = {.type = CU_GRAPH_NODE_TYPE_MEMCPY};
    const struct tw_task *old;
    CUresult result = tw_node_enter(node, CU_GRAPH_NODE_TYPE_MEMCPY, params, &old);
    if (!result) result = tw_task_of_copy(params, (CUcontext)old->context, &task);
    return tw_node_set(result, node, &task);
}

CUresult tw_sim_cuGraphExecMemcpyNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                               const CUDA_MEMCPY3D *params, CUcontext context)
{
    struct tw_task task = {.type = CU_GRAPH_NODE_TYPE_MEMCPY};
    CUresult result = tw_sim_enter_driver();
    if (!result) result = tw_task_of_copy(params, context, &task);
    return tw_step_set(result, exec, node, &task);
}

/* ---- fills ---- */

CUresult tw_task_of_fill(const CUDA_MEMSET_NODE_PARAMS *params, CUcontext context, struct tw_task *task)
{
    *task = (struct tw_task){.type = CU_GRAPH_NODE_TYPE_MEMSET};
    if (!params || !params->width || !params->height) return CUDA_ERROR_INVALID_VALUE;
    task->fill = *params;
    CUresult result = tw_fill_check(params);
    return result ? result : tw_task_context(context, task);
}

CUresult tw_sim_cuGraphAddMemsetNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies,
                                     size_t count, const CUDA_MEMSET_NODE_PARAMS *params, CUcontext context)
{
    struct tw_task task = {.type = CU_GRAPH_NODE_TYPE_MEMSET};
    CUresult result = tw_sim_enter_driver();
    if (!result) result = tw_task_of_fill(params, context, &task);
    return tw_node_add(result, graph, dependencies, count, &task, node);
}

CUresult tw_sim_cuGraphMemsetNodeGetParams(CUgraphNode node, CUDA_MEMSET_NODE_PARAMS *params)
{
    const struct tw_task *task;
    CUresult result = tw_node_enter(node, CU_GRAPH_NODE_TYPE_MEMSET, params, &task);
    if (!result) *params = task->fill;
    return tw_sim_leave(result);
}

CUresult tw_sim_cuGraphMemsetNodeSetParams(CUgraphNode node, const CUDA_MEMSET_NODE_PARAMS *params)
{
    struct tw_task task = {.type = CU_GRAPH_NODE_TYPE_MEMSET};
    const struct tw_task *old;
    CUresult result = tw_node_enter(node, CU_GRAPH_NODE_TYPE_MEMSET, params, &old);
    if (!result) result = tw_task_of_fill(params, (CUcontext)old->context, &task);
    return tw_node_set(result, node, &task);
}

CUresult tw_sim_cuGraphExecMemsetNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                               const CUDA_MEMSET_NODE_PARAMS *params, CUcontext context)
{
    struct tw_task task = {.type = CU_GRAPH_NODE_TYPE_MEMSET};
    CUresult result = tw_sim_enter_driver();
    if (!result) result = tw_task_of_fill(params, context, &task);
    return tw_step_set(result, exec, node, &task);
}

/* ---- functions of the program's ---- */

CUresult tw_task_of_host(const CUDA_HOST_NODE_PARAMS *params, struct tw_task *task)
{
    *task = (struct tw_task){.type = CU_GRAPH_NODE_TYPE_HOST};
    if (!params || !params->fn) return CUDA_ERROR_INVALID_VALUE;
    task->host = *params;
    return CUDA_SUCCESS;
}

CUresult tw_sim_cuGraphAddHostNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies,
                                   size_t count, const CUDA_HOST_NODE_PARAMS *params)
{
    struct tw_task task = {.type = CU_GRAPH_NODE_TYPE_HOST};
    CUresult result = tw_sim_enter_driver();
    if (!result) result = tw_task_of_host(params, &task);
    return tw_node_add(result, graph, dependencies, count, &task, node);
}

CUresult tw_sim_cuGraphHostNodeGetParams(CUgraphNode node, CUDA_HOST_NODE_PARAMS *params)
{
    const struct tw_task *task;
    CUresult result = tw_node_enter(node, CU_GRAPH_NODE_TYPE_HOST, params, &task);
    if (!result) *params = task->host;
    return tw_sim_leave(result);
}

CUresult tw_sim_cuGraphHostNodeSetParams(CUgraphNode node, const CUDA_HOST_NODE_PARAMS *params)
{
    struct tw_task task = {.type = CU_GRAPH_NODE_TYPE_HOST};
    CUresult result = tw_sim_enter_driver();
    if (!result) result = tw_task_of_host(params, &task);
    return tw_node_set(result, node, &task);
}

CUresult tw_sim_cuGraphExecHostNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                             const CUDA_HOST_NODE_PARAMS *params)
{
    struct tw_task task = {.type = CU_GRAPH_NODE_TYPE_HOST};
    CUresult result = tw_sim_enter_driver();
    if (!result) result = tw_task_of_host(params, &task);
    return tw_step_set(result, exec, node, &task);
}

/* ---- events ---- */

CUresult tw_task_of_event(CUgraphNodeType type, CUevent event, struct tw_task *task)
{
    *task = (struct tw_task){.type = type, .event = (uintptr_t)event};
    return tw_object_find(TW_EVENT, event) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

static CUresult add_event(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies, size_t count,
                          CUevent event, CUgraphNodeType type)
{
    struct tw_task task = {.type = type};
    CUresult result = tw_sim_enter_driver();
    if (!result) result = tw_task_of_event(type, event, &task);
    return tw_node_add(result, graph, dependencies, count, &task, node);
}

static CUresult get_event(CUgraphNode node, CUevent *event, CUgraphNodeType type)
{
    const struct tw_task *task;
    CUresult result = tw_node_enter(node, type, event, &task);
    if (!result) *event = (CUevent)task->event;
    return tw_sim_leave(result);
}

static CUresult set_event(CUgraphNode node, CUevent event, CUgraphNodeType type)
{
    struct tw_task task = {.type = type};
    CUresult result = tw_sim_enter_driver();
    if (!result) result = tw_task_of_event(type, event, &task);
    return tw_node_set(result, node, &task);
}

static CUresult set_step_event(CUgraphExec exec, CUgraphNode node, CUevent event, CUgraphNodeType type)
{
    struct tw_task task = {.type = type};
    CUresult result = tw_sim_enter_driver();
    if (!result) result = tw_task_of_event(type, event, &task);
    return tw_step_set(result, exec, node, &task);
}

CUresult tw_sim_cuGraphAddEventRecordNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies,
                                          size_t count, CUevent event)
{
    return add_event(node, graph, dependencies, count, event, CU_GRAPH_NODE_TYPE_EVENT_RECORD);
}

CUresult tw_sim_cuGraphAddEventWaitNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies,
                                        size_t count, CUevent event)
{
    return add_event(node, graph, dependencies, count, event, CU_GRAPH_NODE_TYPE_WAIT_EVENT);
}

CUresult tw_sim_cuGraphEventRecordNodeGetEvent(CUgraphNode node, CUevent *event)
{
    return get_event(node, event, CU_GRAPH_NODE_TYPE_EVENT_RECORD);
}

CUresult tw_sim_cuGraphEventWaitNodeGetEvent(CUgraphNode node, CUevent *event)
{
    return get_event(node, event, CU_GRAPH_NODE_TYPE_WAIT_EVENT);
}

CUresult tw_sim_cuGraphEventRecordNodeSetEvent(CUgraphNode node, CUevent event)
{
    return set_event(node, event, CU_GRAPH_NODE_TYPE_EVENT_RECORD);
}

CUresult tw_sim_cuGraphEventWaitNodeSetEvent(CUgraphNode node, CUevent event)
{
    return set_event(node, event, CU_GRAPH_NODE_TYPE_WAIT_EVENT);
}

CUresult tw_sim_cuGraphExecEventRecordNodeSetEvent(CUgraphExec exec, CUgraphNode node, CUevent event)
{
    return set_step_event(exec, node, event, CU_GRAPH_NODE_TYPE_EVENT_RECORD);
}

CUresult tw_sim_cuGraphExecEventWaitNodeSetEvent(CUgraphExec exec, CUgraphNode node, CUevent event)
{
    return set_step_event(exec, node, event, CU_GRAPH_NODE_TYPE_WAIT_EVENT);
}

/* ---- child graphs, and nothing ---- */

CUresult tw_task_of_child(CUgraph child, struct tw_task *task)
{
    struct tw_object *copy = NULL;
    const struct tw_object *graph = tw_object_find(TW_GRAPH, child);
    *task = (struct tw_task){.type = CU_GRAPH_NODE_TYPE_GRAPH};
    CUresult result = graph ? tw_graph_copy(graph, &copy) : CUDA_ERROR_INVALID_VALUE;
    task->child = copy ? copy->handle : 0;
    return result;
}

CUresult tw_sim_cuGraphAddChildGraphNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies,
                                         size_t count, CUgraph child)
{
    struct tw_task task = {.type = CU_GRAPH_NODE_TYPE_GRAPH};
    CUresult result = tw_sim_enter_driver();
    if (!result) result = tw_task_of_child(child, &task);
    return tw_node_add(result, graph, dependencies, count, &task, node);
}

CUresult tw_sim_cuGraphChildGraphNodeGetGraph(CUgraphNode node, CUgraph *graph)
{
    const struct tw_task *task;
    CUresult result = tw_node_enter(node, CU_GRAPH_NODE_TYPE_GRAPH, graph, &task);
    if (!result) *graph = (CUgraph)task->child;
    return tw_sim_leave(result);
}

CUresult tw_sim_cuGraphExecChildGraphNodeSetParams(CUgraphExec exec, CUgraphNode node, CUgraph child)
{
    uintptr_t bad;
    struct tw_exec *steps = NULL;
    CUresult result = tw_sim_enter_driver();
    struct tw_object *object = result ? NULL : tw_object_find(TW_EXEC, exec);
    struct tw_step *step = object ? tw_exec_step(object->exec, (uintptr_t)node) : NULL;
    const struct tw_object *graph = result ? NULL : tw_object_find(TW_GRAPH, child);
    if (!result && !(step && step->task.type == CU_GRAPH_NODE_TYPE_GRAPH && graph))
        result = CUDA_ERROR_INVALID_VALUE;
    if (!result && object->exec->references > 1) result = CUDA_ERROR_ILLEGAL_STATE;
    if (!result) result = tw_exec_make(graph, &steps, &bad);
    if (!result)
        result = tw_exec_take_over(step->children[0], steps, &bad) ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
    if (steps) tw_exec_release(steps);
    return tw_sim_leave(result);
}

CUresult tw_sim_cuGraphAddEmptyNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies,
                                    size_t count)
{
    struct tw_task task = {.type = CU_GRAPH_NODE_TYPE_EMPTY};
    return tw_node_add(tw_sim_enter_driver(), graph, dependencies, count, &task, node);
}

/* ---- memory: its address is fixed when the node is made, and memory is behind it at each launch ---- */

CUresult tw_task_of_alloc(CUDA_MEM_ALLOC_NODE_PARAMS *params, struct tw_task *task)
{
    *task = (struct tw_task){.type = CU_GRAPH_NODE_TYPE_MEM_ALLOC};
    if (!params || !params->bytesize) return CUDA_ERROR_INVALID_VALUE;
    bool device = params->poolProps.allocType == CU_MEM_ALLOCATION_TYPE_PINNED &&
                  params->poolProps.location.type == CU_MEM_LOCATION_TYPE_DEVICE;
    if (!device) return CUDA_ERROR_INVALID_VALUE;
    CUresult result = tw_sim_check_device(params->poolProps.location.id);
    if (result) return result;
    params->dptr = tw_machine_reserve(tw_provider.machine, params->bytesize, TW_GLOBAL_ALIGN);
    task->alloc = *params;
    task->alloc.accessDescs = NULL; /* every device reaches it */
    task->alloc.accessDescCount = 0;
    return params->dptr ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult tw_sim_cuGraphAddMemAllocNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies,
                                       size_t count, CUDA_MEM_ALLOC_NODE_PARAMS *params)
{
    struct tw_task task = {.type = CU_GRAPH_NODE_TYPE_MEM_ALLOC};
    CUresult result = tw_sim_enter_driver();
    if (!result) result = tw_task_of_alloc(params, &task);
    return tw_node_add(result, graph, dependencies, count, &task, node);
}

CUresult tw_sim_cuGraphMemAllocNodeGetParams(CUgraphNode node, CUDA_MEM_ALLOC_NODE_PARAMS *params)
{
    const struct tw_task *task;
    CUresult result = tw_node_enter(node, CU_GRAPH_NODE_TYPE_MEM_ALLOC, params, &task);
    if (!result) *params = task->alloc;
    return tw_sim_leave(result);
}

CUresult tw_task_of_free(CUdeviceptr address, struct tw_task *task)
{
    *task = (struct tw_task){.type = CU_GRAPH_NODE_TYPE_MEM_FREE, .free = address};
    return address ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult tw_sim_cuGraphAddMemFreeNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies,
                                      size_t count, CUdeviceptr address)
{
    struct tw_task task = {.type = CU_GRAPH_NODE_TYPE_MEM_FREE};
    CUresult result = tw_sim_enter_driver();
    if (!result) result = tw_task_of_free(address, &task);
    return tw_node_add(result, graph, dependencies, count, &task, node);
}

CUresult tw_sim_cuGraphMemFreeNodeGetParams(CUgraphNode node, CUdeviceptr *address)
{
    const struct tw_task *task;
    CUresult result = tw_node_enter(node, CU_GRAPH_NODE_TYPE_MEM_FREE, address, &task);
    if (!result) *address = task->free;
    return tw_sim_leave(result);
}
