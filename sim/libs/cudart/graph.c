/* Graphs. Nodes are the driver's; where the runtime's parameters of a node have another shape it is turned here. */
#include "sim/libs/cudart/runtime.h"

/* ---- parameters of nodes ---- */

static cudaError_t kernel_in(CUDA_KERNEL_NODE_PARAMS *to, const struct cudaKernelNodeParams *from)
{
    CUfunction function = NULL;
    CUresult result = tw_begin();
    if (!result && !from) return tw_fail(cudaErrorInvalidValue);
    if (!result) result = tw_function(&function, from->func);
    if (result) return tw_end_kernel(result);
    *to = (CUDA_KERNEL_NODE_PARAMS){.func = function,
                                    .gridDimX = from->gridDim.x,
                                    .gridDimY = from->gridDim.y,
                                    .gridDimZ = from->gridDim.z,
                                    .blockDimX = from->blockDim.x,
                                    .blockDimY = from->blockDim.y,
                                    .blockDimZ = from->blockDim.z,
                                    .sharedMemBytes = from->sharedMemBytes,
                                    .kernelParams = from->kernelParams,
                                    .extra = from->extra};
    return cudaSuccess;
}

static void kernel_out(struct cudaKernelNodeParams *to, const CUDA_KERNEL_NODE_PARAMS *from)
{
    *to = (struct cudaKernelNodeParams){.func = (void *)tw_host_of(from->func),
                                        .gridDim = {from->gridDimX, from->gridDimY, from->gridDimZ},
                                        .blockDim = {from->blockDimX, from->blockDimY, from->blockDimZ},
                                        .sharedMemBytes = from->sharedMemBytes,
                                        .kernelParams = from->kernelParams,
                                        .extra = from->extra};
}

static cudaError_t copy_in(CUDA_MEMCPY3D *to, const struct cudaMemcpy3DParms *from)
{
    CUresult result = tw_begin();
    if (result) return tw_end(result);
    if (!from) return tw_fail(cudaErrorInvalidValue);
    return tw_copy_3d(to, from) ? cudaSuccess : tw_fail(cudaErrorInvalidMemcpyDirection);
}

static cudaError_t line_in(CUDA_MEMCPY3D *to, void *target, const void *source, size_t bytes,
                           enum cudaMemcpyKind kind)
{
    CUresult result = tw_begin();
    if (result) return tw_end(result);
    return tw_copy_1d(to, target, source, bytes, kind) ? cudaSuccess
                                                       : tw_fail(cudaErrorInvalidMemcpyDirection);
}

/* A copy to a variable where SOURCE is given, from it where TARGET is. */
static cudaError_t symbol_in(CUDA_MEMCPY3D *to, void *target, const void *source, const void *symbol,
                             size_t bytes, size_t offset, enum cudaMemcpyKind kind)
{
    CUdeviceptr address = 0;
    CUresult result = tw_begin();
    if (!result) result = tw_symbol(&address, symbol, offset, bytes);
    if (result) return tw_end_symbol(result);
    void *variable = (void *)(uintptr_t)address; // NOLINT: an address of the device
    return line_in(to, target ? target : variable, source ? source : variable, bytes, kind);
}

static CUDA_MEMSET_NODE_PARAMS_v1 fill_in(const struct cudaMemsetParams *from)
{
    return (CUDA_MEMSET_NODE_PARAMS_v1){.dst = tw_address(from->dst),
                                        .pitch = from->pitch,
                                        .value = from->value,
                                        .elementSize = from->elementSize,
                                        .width = from->width,
                                        .height = from->height};
}

static CUresult context(CUcontext *current)
{
    CUresult result = tw_begin();
    return result ? result : cuCtxGetCurrent(current);
}

/* ---- nodes: of each type the functions that add, get, set, and set in an executable graph ---- */

#define NODE   cudaGraphNode_t node
#define EXEC   cudaGraphExec_t graph, cudaGraphNode_t node
#define ADD    cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count
#define ADDING node, graph, after, count

/* TURN gives a shape, then CALL uses it. */
#define TURNED(name, parameters, shape_type, turn, call)                                                     \
    cudaError_t CUDARTAPI name parameters                                                                    \
    {                                                                                                        \
        shape_type shape;                                                                                    \
        CUcontext current = NULL;                                                                            \
        CUresult result = context(&current);                                                                 \
        cudaError_t error = result ? tw_end(result) : (turn);                                                \
        return error ? error : ((void)current, tw_end(call));                                                \
    }

#define KERNEL const struct cudaKernelNodeParams *from
TURNED(cudaGraphAddKernelNode, (ADD, KERNEL), CUDA_KERNEL_NODE_PARAMS, kernel_in(&shape, from),
       cuGraphAddKernelNode(ADDING, &shape))
TURNED(cudaGraphKernelNodeSetParams, (NODE, KERNEL), CUDA_KERNEL_NODE_PARAMS, kernel_in(&shape, from),
       cuGraphKernelNodeSetParams(node, &shape))
TURNED(cudaGraphExecKernelNodeSetParams, (EXEC, KERNEL), CUDA_KERNEL_NODE_PARAMS, kernel_in(&shape, from),
       cuGraphExecKernelNodeSetParams(graph, node, &shape))

cudaError_t CUDARTAPI cudaGraphKernelNodeGetParams(cudaGraphNode_t node, struct cudaKernelNodeParams *to)
{
    CUDA_KERNEL_NODE_PARAMS shape;
    CUresult result = tw_begin();
    if (!result) result = cuGraphKernelNodeGetParams(node, &shape);
    if (!result) kernel_out(to, &shape);
    return tw_end(result);
}

TW_RUNTIME(cudaGraphKernelNodeCopyAttributes, (cudaGraphNode_t to, cudaGraphNode_t from),
           cuGraphKernelNodeCopyAttributes(to, from))
TW_RUNTIME(cudaGraphKernelNodeGetAttribute,
           (NODE, cudaKernelNodeAttrID attribute, cudaKernelNodeAttrValue *value),
           cuGraphKernelNodeGetAttribute(node, (CUkernelNodeAttrID)attribute, (CUkernelNodeAttrValue *)value))
TW_RUNTIME(cudaGraphKernelNodeSetAttribute,
           (NODE, cudaKernelNodeAttrID attribute, const cudaKernelNodeAttrValue *value),
           cuGraphKernelNodeSetAttribute(node, (CUkernelNodeAttrID)attribute,
                                         (const CUkernelNodeAttrValue *)value))

#define COPY      const struct cudaMemcpy3DParms *from
#define LINE      void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind
#define STORED    const void *symbol, const void *from, size_t bytes, size_t offset, enum cudaMemcpyKind kind
#define LOADED    void *to, const void *symbol, size_t bytes, size_t offset, enum cudaMemcpyKind kind
#define LINED     line_in(&shape, to, from, bytes, kind)
#define STORE     symbol_in(&shape, NULL, from, symbol, bytes, offset, kind)
#define LOAD      symbol_in(&shape, to, NULL, symbol, bytes, offset, kind)
#define ADD_COPY  cuGraphAddMemcpyNode(ADDING, &shape, current)
#define SET_COPY  cuGraphMemcpyNodeSetParams(node, &shape)
#define EXEC_COPY cuGraphExecMemcpyNodeSetParams(graph, node, &shape, current)
TURNED(cudaGraphAddMemcpyNode, (ADD, COPY), CUDA_MEMCPY3D, copy_in(&shape, from), ADD_COPY)
TURNED(cudaGraphAddMemcpyNode1D, (ADD, LINE), CUDA_MEMCPY3D, LINED, ADD_COPY)
TURNED(cudaGraphAddMemcpyNodeToSymbol, (ADD, STORED), CUDA_MEMCPY3D, STORE, ADD_COPY)
TURNED(cudaGraphAddMemcpyNodeFromSymbol, (ADD, LOADED), CUDA_MEMCPY3D, LOAD, ADD_COPY)
TURNED(cudaGraphMemcpyNodeSetParams, (NODE, COPY), CUDA_MEMCPY3D, copy_in(&shape, from), SET_COPY)
TURNED(cudaGraphMemcpyNodeSetParams1D, (NODE, LINE), CUDA_MEMCPY3D, LINED, SET_COPY)
TURNED(cudaGraphMemcpyNodeSetParamsToSymbol, (NODE, STORED), CUDA_MEMCPY3D, STORE, SET_COPY)
TURNED(cudaGraphMemcpyNodeSetParamsFromSymbol, (NODE, LOADED), CUDA_MEMCPY3D, LOAD, SET_COPY)
TURNED(cudaGraphExecMemcpyNodeSetParams, (EXEC, COPY), CUDA_MEMCPY3D, copy_in(&shape, from), EXEC_COPY)
TURNED(cudaGraphExecMemcpyNodeSetParams1D, (EXEC, LINE), CUDA_MEMCPY3D, LINED, EXEC_COPY)
TURNED(cudaGraphExecMemcpyNodeSetParamsToSymbol, (EXEC, STORED), CUDA_MEMCPY3D, STORE, EXEC_COPY)
TURNED(cudaGraphExecMemcpyNodeSetParamsFromSymbol, (EXEC, LOADED), CUDA_MEMCPY3D, LOAD, EXEC_COPY)

cudaError_t CUDARTAPI cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node, struct cudaMemcpy3DParms *to)
{
    CUDA_MEMCPY3D shape;
    CUresult result = tw_begin();
    if (!result) result = cuGraphMemcpyNodeGetParams(node, &shape);
    if (!result) tw_copy_3d_back(to, &shape);
    return tw_end(result);
}

#define FILL   const struct cudaMemsetParams *from
#define FILLED (from ? (shape = fill_in(from), cudaSuccess) : tw_fail(cudaErrorInvalidValue))
TURNED(cudaGraphAddMemsetNode, (ADD, FILL), CUDA_MEMSET_NODE_PARAMS_v1, FILLED,
       cuGraphAddMemsetNode(ADDING, &shape, current))
TURNED(cudaGraphMemsetNodeSetParams, (NODE, FILL), CUDA_MEMSET_NODE_PARAMS_v1, FILLED,
       cuGraphMemsetNodeSetParams(node, &shape))
TURNED(cudaGraphExecMemsetNodeSetParams, (EXEC, FILL), CUDA_MEMSET_NODE_PARAMS_v1, FILLED,
       cuGraphExecMemsetNodeSetParams(graph, node, &shape, current))
TW_RUNTIME(cudaGraphMemsetNodeGetParams, (NODE, struct cudaMemsetParams *to),
           cuGraphMemsetNodeGetParams(node, (CUDA_MEMSET_NODE_PARAMS_v1 *)to))

#define HOST    const struct cudaHostNodeParams *from
#define HOST_IN (const CUDA_HOST_NODE_PARAMS_v1 *)from
TW_RUNTIME(cudaGraphAddHostNode, (ADD, HOST), cuGraphAddHostNode(ADDING, HOST_IN))
TW_RUNTIME(cudaGraphHostNodeSetParams, (NODE, HOST), cuGraphHostNodeSetParams(node, HOST_IN))
TW_RUNTIME(cudaGraphHostNodeGetParams, (NODE, struct cudaHostNodeParams *to),
           cuGraphHostNodeGetParams(node, (CUDA_HOST_NODE_PARAMS_v1 *)to))
TW_RUNTIME(cudaGraphExecHostNodeSetParams, (EXEC, HOST), cuGraphExecHostNodeSetParams(graph, node, HOST_IN))

TW_RUNTIME(cudaGraphAddEmptyNode, (ADD), cuGraphAddEmptyNode(ADDING))
TW_RUNTIME(cudaGraphAddChildGraphNode, (ADD, cudaGraph_t child), cuGraphAddChildGraphNode(ADDING, child))
TW_RUNTIME(cudaGraphChildGraphNodeGetGraph, (NODE, cudaGraph_t *to), cuGraphChildGraphNodeGetGraph(node, to))
TW_RUNTIME(cudaGraphExecChildGraphNodeSetParams, (EXEC, cudaGraph_t child),
           cuGraphExecChildGraphNodeSetParams(graph, node, child))
TW_RUNTIME(cudaGraphAddEventRecordNode, (ADD, cudaEvent_t event), cuGraphAddEventRecordNode(ADDING, event))
TW_RUNTIME(cudaGraphEventRecordNodeGetEvent, (NODE, cudaEvent_t *to),
           cuGraphEventRecordNodeGetEvent(node, to))
TW_RUNTIME(cudaGraphEventRecordNodeSetEvent, (NODE, cudaEvent_t event),
           cuGraphEventRecordNodeSetEvent(node, event))
TW_RUNTIME(cudaGraphExecEventRecordNodeSetEvent, (EXEC, cudaEvent_t event),
           cuGraphExecEventRecordNodeSetEvent(graph, node, event))
TW_RUNTIME(cudaGraphAddEventWaitNode, (ADD, cudaEvent_t event), cuGraphAddEventWaitNode(ADDING, event))
TW_RUNTIME(cudaGraphEventWaitNodeGetEvent, (NODE, cudaEvent_t *to), cuGraphEventWaitNodeGetEvent(node, to))
TW_RUNTIME(cudaGraphEventWaitNodeSetEvent, (NODE, cudaEvent_t event),
           cuGraphEventWaitNodeSetEvent(node, event))
TW_RUNTIME(cudaGraphExecEventWaitNodeSetEvent, (EXEC, cudaEvent_t event),
           cuGraphExecEventWaitNodeSetEvent(graph, node, event))
TW_RUNTIME(cudaGraphAddMemAllocNode, (ADD, struct cudaMemAllocNodeParams *parameters),
           cuGraphAddMemAllocNode(ADDING, (CUDA_MEM_ALLOC_NODE_PARAMS *)parameters))
TW_RUNTIME(cudaGraphMemAllocNodeGetParams, (NODE, struct cudaMemAllocNodeParams *to),
           cuGraphMemAllocNodeGetParams(node, (CUDA_MEM_ALLOC_NODE_PARAMS *)to))
TW_RUNTIME(cudaGraphAddMemFreeNode, (ADD, void *address), cuGraphAddMemFreeNode(ADDING, tw_address(address)))
TW_RUNTIME(cudaGraphMemFreeNodeGetParams, (NODE, void *to),
           cuGraphMemFreeNodeGetParams(node, (CUdeviceptr *)to))

#if CUDART_VERSION >= 12030
TW_RUNTIME(cudaGraphConditionalHandleCreate,
           (cudaGraphConditionalHandle * handle, cudaGraph_t graph, unsigned initial, unsigned flags),
           cuGraphConditionalHandleCreate((CUgraphConditionalHandle *)handle, graph, NULL, initial, flags))
#endif

#if CUDART_VERSION >= 13000
/* Its graphs are what the caller is given. */
static CUresult add_condition(ADD, struct cudaConditionalNodeParams *of)
{
    CUgraphNodeParams parameters = {.type = CU_GRAPH_NODE_TYPE_CONDITIONAL};
    parameters.conditional.handle = of->handle;
    parameters.conditional.type = (CUgraphConditionalNodeType)of->type;
    parameters.conditional.size = of->size;
    CUresult result = cuGraphAddNode(node, graph, after, NULL, count, &parameters);
    if (!result) of->phGraph_out = parameters.conditional.phGraph_out;
    return result;
}

/* The same for any type, by parameters that begin with it. Their structures hold the older ones, member for member; an edge is
   one of full completion, as all edges from nodes that are no kernels are. */
static cudaError_t add_node(ADD, struct cudaGraphNodeParams *of)
{
    switch (of->type) {
    case cudaGraphNodeTypeKernel:
        return cudaGraphAddKernelNode(ADDING, (const struct cudaKernelNodeParams *)&of->kernel);
    case cudaGraphNodeTypeMemcpy:
        return cudaGraphAddMemcpyNode(ADDING, &of->memcpy.copyParams);
    case cudaGraphNodeTypeMemset:
        return cudaGraphAddMemsetNode(ADDING, (const struct cudaMemsetParams *)&of->memset);
    case cudaGraphNodeTypeHost:
        return cudaGraphAddHostNode(ADDING, (const struct cudaHostNodeParams *)&of->host);
    case cudaGraphNodeTypeGraph:
        return cudaGraphAddChildGraphNode(ADDING, of->graph.graph);
    case cudaGraphNodeTypeEmpty:
        return cudaGraphAddEmptyNode(ADDING);
    case cudaGraphNodeTypeWaitEvent:
        return cudaGraphAddEventWaitNode(ADDING, of->eventWait.event);
    case cudaGraphNodeTypeEventRecord:
        return cudaGraphAddEventRecordNode(ADDING, of->eventRecord.event);
    case cudaGraphNodeTypeMemAlloc:
        return cudaGraphAddMemAllocNode(ADDING, (struct cudaMemAllocNodeParams *)&of->alloc);
    case cudaGraphNodeTypeMemFree:
        return cudaGraphAddMemFreeNode(ADDING, of->free.dptr);
    case cudaGraphNodeTypeConditional: {
        CUresult result = tw_begin();
        return tw_end(result ? result : add_condition(ADDING, &of->conditional));
    }
    default:
        return tw_fail(cudaErrorNotSupported);
    }
}

cudaError_t CUDARTAPI cudaGraphAddNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after,
                                       const cudaGraphEdgeData *edges, size_t count,
                                       struct cudaGraphNodeParams *of)
{
    if (!of) return tw_fail(cudaErrorInvalidValue);
    for (size_t i = 0; edges && i < count; i++)
        if (edges[i].from_port || edges[i].to_port || edges[i].type) return tw_fail(cudaErrorNotSupported);
    return add_node(ADDING, of);
}

cudaError_t CUDARTAPI cudaGraphNodeSetParams(cudaGraphNode_t node, struct cudaGraphNodeParams *of)
{
    if (!of) return tw_fail(cudaErrorInvalidValue);
    switch (of->type) {
    case cudaGraphNodeTypeKernel:
        return cudaGraphKernelNodeSetParams(node, (const struct cudaKernelNodeParams *)&of->kernel);
    case cudaGraphNodeTypeMemcpy:
        return cudaGraphMemcpyNodeSetParams(node, &of->memcpy.copyParams);
    case cudaGraphNodeTypeMemset:
        return cudaGraphMemsetNodeSetParams(node, (const struct cudaMemsetParams *)&of->memset);
    case cudaGraphNodeTypeHost:
        return cudaGraphHostNodeSetParams(node, (const struct cudaHostNodeParams *)&of->host);
    case cudaGraphNodeTypeWaitEvent:
        return cudaGraphEventWaitNodeSetEvent(node, of->eventWait.event);
    case cudaGraphNodeTypeEventRecord:
        return cudaGraphEventRecordNodeSetEvent(node, of->eventRecord.event);
    default:
        return tw_fail(cudaErrorNotSupported);
    }
}

cudaError_t CUDARTAPI cudaGraphExecNodeSetParams(EXEC, struct cudaGraphNodeParams *of)
{
    if (!of) return tw_fail(cudaErrorInvalidValue);
    switch (of->type) {
    case cudaGraphNodeTypeKernel:
        return cudaGraphExecKernelNodeSetParams(graph, node,
                                                (const struct cudaKernelNodeParams *)&of->kernel);
    case cudaGraphNodeTypeMemcpy:
        return cudaGraphExecMemcpyNodeSetParams(graph, node, &of->memcpy.copyParams);
    case cudaGraphNodeTypeMemset:
        return cudaGraphExecMemsetNodeSetParams(graph, node, (const struct cudaMemsetParams *)&of->memset);
    case cudaGraphNodeTypeHost:
        return cudaGraphExecHostNodeSetParams(graph, node, (const struct cudaHostNodeParams *)&of->host);
    case cudaGraphNodeTypeGraph:
        return cudaGraphExecChildGraphNodeSetParams(graph, node, of->graph.graph);
    case cudaGraphNodeTypeWaitEvent:
        return cudaGraphExecEventWaitNodeSetEvent(graph, node, of->eventWait.event);
    case cudaGraphNodeTypeEventRecord:
        return cudaGraphExecEventRecordNodeSetEvent(graph, node, of->eventRecord.event);
    default:
        return tw_fail(cudaErrorNotSupported);
    }
}
#endif

/* ---- graphs ---- */

TW_RUNTIME(cudaGraphCreate, (cudaGraph_t * graph, unsigned flags), cuGraphCreate(graph, flags))
TW_RUNTIME(cudaGraphDestroy, (cudaGraph_t graph), cuGraphDestroy(graph))
TW_RUNTIME(cudaGraphClone, (cudaGraph_t * clone, cudaGraph_t graph), cuGraphClone(clone, graph))
TW_RUNTIME(cudaGraphNodeFindInClone, (cudaGraphNode_t * found, cudaGraphNode_t node, cudaGraph_t clone),
           cuGraphNodeFindInClone(found, node, clone))
TW_RUNTIME(cudaGraphNodeGetType, (NODE, enum cudaGraphNodeType *type),
           cuGraphNodeGetType(node, (CUgraphNodeType *)type))
TW_RUNTIME(cudaGraphGetNodes, (cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count),
           cuGraphGetNodes(graph, nodes, count))
TW_RUNTIME(cudaGraphGetRootNodes, (cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count),
           cuGraphGetRootNodes(graph, nodes, count))
TW_RUNTIME(cudaGraphDestroyNode, (NODE), cuGraphDestroyNode(node))
TW_RUNTIME(cudaGraphDebugDotPrint, (cudaGraph_t graph, const char *path, unsigned flags),
           cuGraphDebugDotPrint(graph, path, flags))

#if CUDART_VERSION >= 13000
#define EDGES(more) cudaGraphEdgeData *edges more
#define CONST_EDGES const cudaGraphEdgeData *edges,
#define PASS_EDGES  (CUgraphEdgeData *)edges,
#define PASS_CONST  (const CUgraphEdgeData *)edges,
#else
#define EDGES(more)
#define CONST_EDGES
#define PASS_EDGES
#define PASS_CONST
#endif
#define COMMA ,
TW_RUNTIME(cudaGraphGetEdges,
           (cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to, EDGES(COMMA) size_t *count),
           cuGraphGetEdges(graph, from, to, PASS_EDGES count))
TW_RUNTIME(cudaGraphNodeGetDependencies, (NODE, cudaGraphNode_t *nodes, EDGES(COMMA) size_t *count),
           cuGraphNodeGetDependencies(node, nodes, PASS_EDGES count))
TW_RUNTIME(cudaGraphNodeGetDependentNodes, (NODE, cudaGraphNode_t *nodes, EDGES(COMMA) size_t *count),
           cuGraphNodeGetDependentNodes(node, nodes, PASS_EDGES count))
TW_RUNTIME(cudaGraphAddDependencies,
           (cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
            CONST_EDGES size_t count),
           cuGraphAddDependencies(graph, from, to, PASS_CONST count))
TW_RUNTIME(cudaGraphRemoveDependencies,
           (cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
            CONST_EDGES size_t count),
           cuGraphRemoveDependencies(graph, from, to, PASS_CONST count))

/* ---- executable graphs ---- */

TW_RUNTIME(cudaGraphInstantiate, (cudaGraphExec_t * exec, cudaGraph_t graph, unsigned long long flags),
           cuGraphInstantiate(exec, graph, flags))
TW_RUNTIME(cudaGraphInstantiateWithFlags,
           (cudaGraphExec_t * exec, cudaGraph_t graph, unsigned long long flags),
           cuGraphInstantiate(exec, graph, flags))
TW_RUNTIME(cudaGraphExecDestroy, (cudaGraphExec_t exec), cuGraphExecDestroy(exec))
TW_RUNTIME(cudaGraphExecGetFlags, (cudaGraphExec_t exec, unsigned long long *flags),
           cuGraphExecGetFlags(exec, (cuuint64_t *)flags))
TW_RUNTIME(cudaGraphExecUpdate,
           (cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphExecUpdateResultInfo *found),
           cuGraphExecUpdate(exec, graph, (CUgraphExecUpdateResultInfo *)found))
TW_RUNTIME(cudaGraphNodeSetEnabled, (EXEC, unsigned enabled), cuGraphNodeSetEnabled(graph, node, enabled))
TW_RUNTIME(cudaGraphNodeGetEnabled, (EXEC, unsigned *enabled), cuGraphNodeGetEnabled(graph, node, enabled))

/* ---- what graphs keep alive ---- */

TW_RUNTIME(cudaUserObjectCreate,
           (cudaUserObject_t * object, void *data, cudaHostFn_t destroy, unsigned references, unsigned flags),
           cuUserObjectCreate(object, data, destroy, references, flags))
TW_RUNTIME(cudaUserObjectRetain, (cudaUserObject_t object, unsigned count), cuUserObjectRetain(object, count))
TW_RUNTIME(cudaUserObjectRelease, (cudaUserObject_t object, unsigned count),
           cuUserObjectRelease(object, count))
TW_RUNTIME(cudaGraphRetainUserObject,
           (cudaGraph_t graph, cudaUserObject_t object, unsigned count, unsigned flags),
           cuGraphRetainUserObject(graph, object, count, flags))
TW_RUNTIME(cudaGraphReleaseUserObject, (cudaGraph_t graph, cudaUserObject_t object, unsigned count),
           cuGraphReleaseUserObject(graph, object, count))
