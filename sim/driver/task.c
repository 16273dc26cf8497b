/* Work: copied, freed, carried out at once, or captured. */
#include "sim/driver/task.h"

#include <stdlib.h>
#include <string.h>

#include "sim/driver/graph/capture.h"
#include "sim/driver/graph/graph.h"

void tw_task_free(struct tw_task *task)
{
    if (task->type == CU_GRAPH_NODE_TYPE_KERNEL) {
        free(task->kernel.parameters);
        free(task->kernel.pointers);
    }
    if (task->type == TW_NODE_CONDITIONAL) free(task->conditional.bodies);
    *task = (struct tw_task){.type = CU_GRAPH_NODE_TYPE_EMPTY};
}

static CUresult copy_kernel(const struct tw_kernel_task *kernel, struct tw_kernel_task *copy)
{
    unsigned count = 0;
    while (kernel->pointers[count]) count++;
    copy->parameters = malloc(kernel->bytes + 1);
    copy->pointers = calloc(count + 1, sizeof *copy->pointers);
    if (!copy->parameters || !copy->pointers) return CUDA_ERROR_OUT_OF_MEMORY;
    memcpy(copy->parameters, kernel->parameters, kernel->bytes);
    for (unsigned i = 0; i < count; i++)
        copy->pointers[i] = copy->parameters + ((char *)kernel->pointers[i] - kernel->parameters);
    return CUDA_SUCCESS;
}

CUresult tw_task_copy(const struct tw_task *task, struct tw_task *copy)
{
    *copy = *task;
    if (task->type == TW_NODE_CONDITIONAL) copy->conditional.bodies = NULL;
    if (task->type != CU_GRAPH_NODE_TYPE_KERNEL) return CUDA_SUCCESS;
    CUresult result = copy_kernel(&task->kernel, &copy->kernel);
    if (result) tw_task_free(copy);
    return result;
}

/* Without the lock: the function is the program's, and may take its time, or call the driver. */
static CUresult run_host(const CUDA_HOST_NODE_PARAMS *host)
{
    const unsigned char own_stream = tw_sim_own_stream;
    const char *called = tw_sim_called;
    CUDA_HOST_NODE_PARAMS call = *host; /* what it stands in may go meanwhile */
    tw_sim_leave(CUDA_SUCCESS);
    call.fn(call.userData);
    CUresult result = tw_sim_enter_driver();
    tw_sim_own_stream = own_stream;
    tw_sim_called = called;
    return result;
}

static void record(uintptr_t handle)
{
    struct tw_object *event = tw_object_find(TW_EVENT, (void *)handle);
    if (event) tw_event_mark(event);
}

CUresult tw_task_run(struct tw_object *context, const struct tw_task *task)
{
    switch ((int)task->type) {
    case CU_GRAPH_NODE_TYPE_KERNEL:
        return tw_kernel_run(context, &task->kernel);
    case CU_GRAPH_NODE_TYPE_MEMCPY:
        return tw_copy_run(&task->copy);
    case CU_GRAPH_NODE_TYPE_MEMSET:
        return tw_fill_run(&task->fill);
    case CU_GRAPH_NODE_TYPE_HOST:
        return run_host(&task->host);
    case CU_GRAPH_NODE_TYPE_EVENT_RECORD:
        record(task->event);
        return CUDA_SUCCESS;
    case CU_GRAPH_NODE_TYPE_MEM_ALLOC:
        return tw_memory_alloc_of_graph(context, &task->alloc);
    case CU_GRAPH_NODE_TYPE_MEM_FREE:
        return tw_memory_free(task->free);
    default:
        return CUDA_SUCCESS; /* nothing to do, or to wait for */
    }
}

CUresult tw_task_submit(CUresult result, struct tw_object *context, CUstream stream, struct tw_task *task)
{
    struct tw_object *object = NULL;
    if (!result) result = tw_sim_find_stream(&context, stream, &object);
    if (!result && object && object->stream.capture) {
        task->context = context->handle;
        return tw_capture_task(object, task);
    }
    if (!result) result = tw_task_run(context, task);
    tw_task_free(task);
    return result;
}
