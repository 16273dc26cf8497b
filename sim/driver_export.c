/*
 * cuGetExportTable: the driver's tables of functions that NVIDIA documents nowhere. There are none here, but
 * the function must be: NVRTC from 12.9 on opens libcuda.so.1 for its cache and calls what it finds under
 * this name without looking; told that there is no such table, it does without its cache.
 */
#include "sim/driver_sim.h"

CUresult tw_sim_cuGetExportTable(const void **table, const CUuuid *id)
{
    (void)table;
    (void)id;
    return CUDA_ERROR_INVALID_VALUE; /* an H200's answer (driver 580) to an id it does not know */
}
