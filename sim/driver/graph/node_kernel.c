/* Nodes of kernels, with the attributes of their launches; and nodes of any type through one call. */
#include "sim/driver/graph/graph.h"

#include <string.h>

/* ---- kernels ---- */

/* A kernel of a module runs in the module's context, one of a library in the given one. */
static CUresult find_kernel_context(const struct tw_object *function, CUcontext given,
                                    struct tw_object **context)
{
    const struct tw_object *module = tw_object_find(TW_MODULE, (void *)function->owner);
    uintptr_t handle = module->owner ? module->owner : (uintptr_t)given;
    if (!handle) return tw_sim_current(context);
    *context = tw_object_find(TW_CONTEXT, (void *)handle);
    return *context ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}

static CUresult task_of_kernel(const CUDA_KERNEL_NODE_PARAMS *params, struct tw_task *task)
{
    struct tw_object *context;
    *task = (struct tw_task){.type = CU_GRAPH_NODE_TYPE_EMPTY};
    if (!params) return CUDA_ERROR_INVALID_VALUE;
    const void *handle = params->func ? (void *)params->func : (void *)params->kern;
    const struct tw_object *function = tw_object_find(TW_FUNCTION, handle);
    if (!function) return handle ? CUDA_ERROR_INVALID_HANDLE : CUDA_ERROR_INVALID_VALUE;
    CUresult result = find_kernel_context(function, params->ctx, &context);
    struct tw_launch_config config = {{params->gridDimX, params->gridDimY, params->gridDimZ},
                                      {params->blockDimX, params->blockDimY, params->blockDimZ},
                                      params->sharedMemBytes,
                                      false,
                                      0,
                                      {0}};
    if (!result)
        result = tw_kernel_make(context, (CUfunction)function->handle, &config, params->kernelParams,
                                params->extra, task);
    if (!result) task->context = context->handle;
    return result;
}

static CUDA_KERNEL_NODE_PARAMS with_context(const CUDA_KERNEL_NODE_PARAMS_v1 *old)
{
    CUDA_KERNEL_NODE_PARAMS params = {.func = old->func,
                                      .gridDimX = old->gridDimX,
                                      .gridDimY = old->gridDimY,
                                      .gridDimZ = old->gridDimZ,
                                      .blockDimX = old->blockDimX,
                                      .blockDimY = old->blockDimY,
                                      .blockDimZ = old->blockDimZ,
                                      .sharedMemBytes = old->sharedMemBytes,
                                      .kernelParams = old->kernelParams,
                                      .extra = old->extra};
    return params;
}

CUresult tw_sim_cuGraphAddKernelNode_v2(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies,
                                        size_t count, const CUDA_KERNEL_NODE_PARAMS *params)
{
    struct tw_task task = {.type = CU_GRAPH_NODE_TYPE_EMPTY};
    CUresult result = tw_sim_enter_driver();
    if (!result) result = task_of_kernel(params, &task);
    return tw_node_add(result, graph, dependencies, count, &task, node);
}

CUresult tw_sim_cuGraphAddKernelNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies,
                                     size_t count, const CUDA_KERNEL_NODE_PARAMS_v1 *params)
{
    if (!params) return tw_sim_reject(CUDA_ERROR_INVALID_VALUE);
    CUDA_KERNEL_NODE_PARAMS newer = with_context(params);
    return tw_sim_cuGraphAddKernelNode_v2(node, graph, dependencies, count, &newer);
}

/* The parameters belong to the node, and stay until it is changed or goes. */
CUresult tw_sim_cuGraphKernelNodeGetParams_v2(CUgraphNode node, CUDA_KERNEL_NODE_PARAMS *params)
{
    const struct tw_task *task;
    CUresult result = tw_node_enter(node, CU_GRAPH_NODE_TYPE_KERNEL, params, &task);
    if (!result) {
        const struct tw_kernel_task *kernel = &task->kernel;
        *params = (CUDA_KERNEL_NODE_PARAMS){.func = kernel->function,
                                            .gridDimX = kernel->grid[0],
                                            .gridDimY = kernel->grid[1],
                                            .gridDimZ = kernel->grid[2],
                                            .blockDimX = kernel->block[0],
                                            .blockDimY = kernel->block[1],
                                            .blockDimZ = kernel->block[2],
                                            .sharedMemBytes = kernel->dynamic,
                                            .kernelParams = kernel->pointers,
                                            .ctx = (CUcontext)task->context};
    }
    return tw_sim_leave(result);
}

CUresult tw_sim_cuGraphKernelNodeGetParams(CUgraphNode node, CUDA_KERNEL_NODE_PARAMS_v1 *params)
{
    CUDA_KERNEL_NODE_PARAMS newer;
    CUresult result = tw_sim_cuGraphKernelNodeGetParams_v2(node, params ? &newer : NULL);
    if (!result) memcpy(params, &newer, sizeof *params); /* it is the newer one's beginning */
    return result;
}

CUresult tw_sim_cuGraphKernelNodeSetParams_v2(CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS *params)
{
    struct tw_task task = {.type = CU_GRAPH_NODE_TYPE_EMPTY};
    const struct tw_task *old;
    CUresult result = tw_node_enter(node, CU_GRAPH_NODE_TYPE_KERNEL, params, &old);
    if (!result) result = task_of_kernel(params, &task);
    if (!result) {
        task.kernel.cooperative = old->kernel.cooperative;
        task.kernel.priority = old->kernel.priority;
        memcpy(task.kernel.cluster, old->kernel.cluster, sizeof task.kernel.cluster);
    }
    return tw_node_set(result, node, &task);
}

CUresult tw_sim_cuGraphKernelNodeSetParams(CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS_v1 *params)
{
    if (!params) return tw_sim_reject(CUDA_ERROR_INVALID_VALUE);
    CUDA_KERNEL_NODE_PARAMS newer = with_context(params);
    return tw_sim_cuGraphKernelNodeSetParams_v2(node, &newer);
}

CUresult tw_sim_cuGraphExecKernelNodeSetParams_v2(CUgraphExec exec, CUgraphNode node,
                                                  const CUDA_KERNEL_NODE_PARAMS *params)
{
    struct tw_task task = {.type = CU_GRAPH_NODE_TYPE_EMPTY};
    CUresult result = tw_sim_enter_driver();
    if (!result) result = task_of_kernel(params, &task);
    struct tw_object *object = result ? NULL : tw_object_find(TW_EXEC, exec);
    const struct tw_step *step = object ? tw_exec_step(object->exec, (uintptr_t)node) : NULL;
    if (step && step->task.type == CU_GRAPH_NODE_TYPE_KERNEL) {
        task.kernel.cooperative = step->task.kernel.cooperative;
        memcpy(task.kernel.cluster, step->task.kernel.cluster, sizeof task.kernel.cluster);
    }
    return tw_step_set(result, exec, node, &task);
}

CUresult tw_sim_cuGraphExecKernelNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                               const CUDA_KERNEL_NODE_PARAMS_v1 *params)
{
    if (!params) return tw_sim_reject(CUDA_ERROR_INVALID_VALUE);
    CUDA_KERNEL_NODE_PARAMS newer = with_context(params);
    return tw_sim_cuGraphExecKernelNodeSetParams_v2(exec, node, &newer);
}

/* ---- attributes of their launches ---- */

CUresult tw_sim_cuGraphKernelNodeGetAttribute(CUgraphNode node, CUkernelNodeAttrID attribute,
                                              CUkernelNodeAttrValue *value)
{
    const struct tw_task *task;
    CUresult result = tw_node_enter(node, CU_GRAPH_NODE_TYPE_KERNEL, value, &task);
    if (result) return tw_sim_leave(result);
    memset(value, 0, sizeof *value);
    switch ((int)attribute) {
    case CU_LAUNCH_ATTRIBUTE_COOPERATIVE:
        value->cooperative = task->kernel.cooperative;
        break;
    case CU_LAUNCH_ATTRIBUTE_PRIORITY:
        value->priority = task->kernel.priority;
        break;
    case CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION:
        value->clusterDim.x = task->kernel.cluster[0];
        value->clusterDim.y = task->kernel.cluster[1];
        value->clusterDim.z = task->kernel.cluster[2];
        break;
    case CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW:
    case CU_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE:
    case CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP:
    case CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN:
        break;
    default:
        result = CUDA_ERROR_INVALID_VALUE;
    }
    return tw_sim_leave(result);
}

static CUresult set_cluster(struct tw_kernel_task *kernel, const CUkernelNodeAttrValue *value)
{
    struct tw_launch_config config = {
        .cluster = {value->clusterDim.x, value->clusterDim.y, value->clusterDim.z}};
    memcpy(config.grid, kernel->grid, sizeof config.grid);
    const struct tw_object *function = tw_object_find(TW_FUNCTION, kernel->function);
    return function ? tw_cluster_choose(function, &config, kernel->cluster) : CUDA_ERROR_INVALID_HANDLE;
}

CUresult tw_sim_cuGraphKernelNodeSetAttribute(CUgraphNode node, CUkernelNodeAttrID attribute,
                                              const CUkernelNodeAttrValue *value)
{
    const struct tw_task *task;
    CUresult result = tw_node_enter(node, CU_GRAPH_NODE_TYPE_KERNEL, value, &task);
    if (result) return tw_sim_leave(result);
    struct tw_kernel_task *kernel = &tw_node_find(node)->node->task.kernel;
    switch ((int)attribute) {
    case CU_LAUNCH_ATTRIBUTE_COOPERATIVE:
        kernel->cooperative = value->cooperative != 0;
        break;
    case CU_LAUNCH_ATTRIBUTE_PRIORITY:
        kernel->priority = value->priority;
        break;
    case CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION:
        result = set_cluster(kernel, value);
        break;
    case CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW:
    case CU_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE:
    case CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP:
    case CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN:
        break;
    default:
        result = CUDA_ERROR_INVALID_VALUE;
    }
    return tw_sim_leave(result);
}

CUresult tw_sim_cuGraphKernelNodeCopyAttributes(CUgraphNode to, CUgraphNode from)
{
    const struct tw_task *source, *target = NULL;
    CUresult result = tw_node_enter(from, CU_GRAPH_NODE_TYPE_KERNEL, from, &source);
    struct tw_object *object = result ? NULL : tw_node_find(to);
    if (object) target = &object->node->task;
    if (!result && !(target && target->type == CU_GRAPH_NODE_TYPE_KERNEL)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) {
        object->node->task.kernel.cooperative = source->kernel.cooperative;
        object->node->task.kernel.priority = source->kernel.priority;
        memcpy(object->node->task.kernel.cluster, source->kernel.cluster, sizeof source->kernel.cluster);
    }
    return tw_sim_leave(result);
}

/* ---- nodes of any type ---- */

/* CUgraphNodeParams, which CUDA 12.0 does not know yet: the type, and in the union what the type's own call takes. */
struct any_params {
    CUgraphNodeType type;
    int reserved0[3];
    union {
        long long reserved1[29];
        CUDA_KERNEL_NODE_PARAMS kernel;
        struct {
            int flags, reserved;
            CUcontext context;
            CUDA_MEMCPY3D params;
        } copy;
        struct {
            CUdeviceptr to;
            size_t pitch;
            unsigned value, element_bytes;
            size_t width, height;
            CUcontext context;
        } fill;
        CUDA_HOST_NODE_PARAMS host;
        CUgraph child;
        CUevent event;
        CUDA_MEM_ALLOC_NODE_PARAMS alloc;
        CUdeviceptr free;
        struct tw_condition_params condition;
    };
    long long reserved2;
};

static CUresult work_of_any(struct any_params *params, struct tw_task *task)
{
    *task = (struct tw_task){.type = CU_GRAPH_NODE_TYPE_EMPTY};
    if (!params) return CUDA_ERROR_INVALID_VALUE;
    switch ((int)params->type) {
    case CU_GRAPH_NODE_TYPE_KERNEL:
        return task_of_kernel(&params->kernel, task);
    case CU_GRAPH_NODE_TYPE_MEMCPY:
        return tw_task_of_copy(&params->copy.params, params->copy.context, task);
    case CU_GRAPH_NODE_TYPE_MEMSET: {
        CUDA_MEMSET_NODE_PARAMS fill = {params->fill.to,    params->fill.pitch,
                                        params->fill.value, params->fill.element_bytes,
                                        params->fill.width, params->fill.height};
        return tw_task_of_fill(&fill, params->fill.context, task);
    }
    case CU_GRAPH_NODE_TYPE_HOST:
        return tw_task_of_host(&params->host, task);
    case CU_GRAPH_NODE_TYPE_GRAPH:
        return tw_task_of_child(params->child, task);
    case CU_GRAPH_NODE_TYPE_EMPTY:
        return CUDA_SUCCESS;
    case CU_GRAPH_NODE_TYPE_WAIT_EVENT:
    case CU_GRAPH_NODE_TYPE_EVENT_RECORD:
        return tw_task_of_event(params->type, params->event, task);
    case CU_GRAPH_NODE_TYPE_MEM_ALLOC:
        return tw_task_of_alloc(&params->alloc, task);
    case TW_NODE_CONDITIONAL:
        return tw_task_of_condition(&params->condition, task);
    case CU_GRAPH_NODE_TYPE_MEM_FREE:
        return tw_task_of_free(params->free, task);
    default:
        return tw_sim_refuse(CUDA_ERROR_NOT_SUPPORTED,
                             "a graph's node of type %d is not supported by the simulator",
                             (int)params->type);
    }
}

CUresult tw_sim_cuGraphAddNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies,
                               size_t count, void *params)
{
    struct tw_task task = {.type = CU_GRAPH_NODE_TYPE_EMPTY};
    CUresult result = tw_sim_enter_driver();
    if (!result) result = work_of_any(params, &task);
    return tw_node_add(result, graph, dependencies, count, &task, node);
}

CUresult tw_sim_cuGraphAddNode_v2(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies,
                                  const void *edges, size_t count, void *params)
{
    const unsigned char *bytes = edges;
    for (size_t i = 0; edges && i < count * 8; i++) {
        if (bytes[i]) return tw_sim_reject(CUDA_ERROR_NOT_SUPPORTED);
    }
    return tw_sim_cuGraphAddNode(node, graph, dependencies, count, params);
}

static bool may_change(CUgraphNodeType type)
{
    return type != CU_GRAPH_NODE_TYPE_MEM_ALLOC && type != CU_GRAPH_NODE_TYPE_MEM_FREE &&
           type != TW_NODE_CONDITIONAL;
}

CUresult tw_sim_cuGraphNodeSetParams(CUgraphNode node, void *params)
{
    struct tw_task task = {.type = CU_GRAPH_NODE_TYPE_EMPTY};
    const struct any_params *any = params;
    bool settable = any && any->type != CU_GRAPH_NODE_TYPE_GRAPH && may_change(any->type);
    CUresult result = tw_sim_enter_driver();
    if (!result && !settable) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = work_of_any(params, &task);
    return tw_node_set(result, node, &task);
}

CUresult tw_sim_cuGraphExecNodeSetParams(CUgraphExec exec, CUgraphNode node, void *params)
{
    struct tw_task task = {.type = CU_GRAPH_NODE_TYPE_EMPTY};
    const struct any_params *any = params;
    if (any && any->type == CU_GRAPH_NODE_TYPE_GRAPH)
        return tw_sim_cuGraphExecChildGraphNodeSetParams(exec, node, any->child);
    bool settable = any && may_change(any->type);
    CUresult result = tw_sim_enter_driver();
    if (!result && !settable) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = work_of_any(params, &task);
    return tw_step_set(result, exec, node, &task);
}
