/* Words of memory as signals: streams that write one, or wait until one is as it should be. */
#include "sim/driver/task.h"

#include <string.h>
#include <time.h>

/* A call that waits lets other threads call the driver meanwhile, for as many seconds as a launch may take. */
#define NAP_NANOSECONDS 200000L

static CUresult check_word(CUdeviceptr address, size_t bytes)
{
    bool there = address % bytes == 0 && tw_memory_at(address, bytes, false);
    return there ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

/* The memory may have gone while others had the lock. */
static CUresult read_word(CUdeviceptr address, size_t bytes, uint64_t *word)
{
    const void *at = tw_memory_at(address, bytes, false);
    if (!at) return CUDA_ERROR_INVALID_VALUE;
    *word = 0;
    memcpy(word, at, bytes); /* the machine is little-endian, as CUDA's are */
    return CUDA_SUCCESS;
}

static bool fulfilled(uint64_t word, uint64_t value, size_t bytes, unsigned condition)
{
    uint64_t all = bytes == 4 ? UINT32_MAX : UINT64_MAX, sign = all ^ (all >> 1);
    switch (condition) {
    case CU_STREAM_WAIT_VALUE_GEQ: /* cyclic */
        return !((word - value) & sign);
    case CU_STREAM_WAIT_VALUE_EQ:
        return word == value;
    case CU_STREAM_WAIT_VALUE_AND:
        return word & value;
    default:
        return ~(word | value) & all;
    }
}

static CUresult wait_for(CUdeviceptr address, uint64_t value, size_t bytes, unsigned flags)
{
    unsigned condition = flags & ~(unsigned)CU_STREAM_WAIT_VALUE_FLUSH;
    if (condition > CU_STREAM_WAIT_VALUE_NOR) return CUDA_ERROR_INVALID_VALUE;
    struct timespec nap = {0, NAP_NANOSECONDS};
    double naps = tw_provider.timeout ? tw_provider.timeout * (1e9 / NAP_NANOSECONDS) : 1e300;
    uint64_t word;
    CUresult result = check_word(address, bytes);
    for (double i = 0; !result; i++) {
        result = read_word(address, bytes, &word);
        if (result || fulfilled(word, value, bytes, condition)) break;
        if (i >= naps)
            return tw_sim_refuse(CUDA_ERROR_LAUNCH_TIMEOUT,
                                 "cuStreamWaitValue: the awaited value was never written at 0x%llx",
                                 (unsigned long long)address);
        tw_sim_leave(CUDA_SUCCESS);
        nanosleep(&nap, NULL);
        result = tw_sim_enter_driver();
    }
    return result;
}

static CUresult write_word(CUdeviceptr address, uint64_t value, size_t bytes, unsigned flags)
{
    if (flags > CU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER) return CUDA_ERROR_INVALID_VALUE;
    CUresult result = check_word(address, bytes);
    if (!result) memcpy(tw_memory_at(address, bytes, false), &value, bytes);
    return result;
}

static CUresult operate(const CUstreamBatchMemOpParams *params)
{
    switch ((int)params->operation) {
    case CU_STREAM_MEM_OP_WAIT_VALUE_32:
        return wait_for(params->waitValue.address, params->waitValue.value, 4, params->waitValue.flags);
    case CU_STREAM_MEM_OP_WAIT_VALUE_64:
        return wait_for(params->waitValue.address, params->waitValue.value64, 8, params->waitValue.flags);
    case CU_STREAM_MEM_OP_WRITE_VALUE_32:
        return write_word(params->writeValue.address, params->writeValue.value, 4, params->writeValue.flags);
    case CU_STREAM_MEM_OP_WRITE_VALUE_64:
        return write_word(params->writeValue.address, params->writeValue.value64, 8,
                          params->writeValue.flags);
    case CU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES:
    case CU_STREAM_MEM_OP_BARRIER:
        return CUDA_SUCCESS; /* writes are seen at once */
    default:
        return CUDA_ERROR_INVALID_VALUE;
    }
}

CUresult tw_sim_cuStreamBatchMemOp_v2(CUstream stream, unsigned count, CUstreamBatchMemOpParams *operations,
                                      unsigned flags)
{
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    if (!result && (flags || !count || !operations || count > 256)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = tw_sim_check_stream(context, stream);
    for (unsigned i = 0; !result && i < count; i++) result = operate(&operations[i]);
    return tw_sim_leave(result);
}

/* One operation: waiting and writing have their members in the same places. */
static CUresult one(CUstream stream, CUstreamBatchMemOpType operation, CUdeviceptr address, cuuint64_t value,
                    unsigned flags)
{
    const CUstreamBatchMemOpParams params = {
        .waitValue = {.operation = operation, .address = address, .value64 = value, .flags = flags}};
    struct tw_object *context;
    CUresult result = tw_sim_enter(&context);
    if (!result) result = tw_sim_check_stream(context, stream);
    if (!result) result = operate(&params);
    return tw_sim_leave(result);
}

CUresult tw_sim_cuStreamWaitValue32_v2(CUstream stream, CUdeviceptr address, cuuint32_t value, unsigned flags)
{
    return one(stream, CU_STREAM_MEM_OP_WAIT_VALUE_32, address, value, flags);
}

CUresult tw_sim_cuStreamWaitValue64_v2(CUstream stream, CUdeviceptr address, cuuint64_t value, unsigned flags)
{
    return one(stream, CU_STREAM_MEM_OP_WAIT_VALUE_64, address, value, flags);
}

CUresult tw_sim_cuStreamWriteValue32_v2(CUstream stream, CUdeviceptr address, cuuint32_t value,
                                        unsigned flags)
{
    return one(stream, CU_STREAM_MEM_OP_WRITE_VALUE_32, address, value, flags);
}

CUresult tw_sim_cuStreamWriteValue64_v2(CUstream stream, CUdeviceptr address, cuuint64_t value,
                                        unsigned flags)
{
    return one(stream, CU_STREAM_MEM_OP_WRITE_VALUE_64, address, value, flags);
}
