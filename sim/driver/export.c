/*
 * cuGetExportTable: the driver's tables of functions that NVIDIA documents nowhere. There are none here, but
 * the function must be: NVRTC from 12.9 on opens libcuda.so.1 for its cache and calls what it finds under
 * this name without looking; told that there is no such table, it does without its cache. NVIDIA's CUDA runtime does not
 * do without: docs/dropin.md tells why there is nothing to be given to it.
 */
#include "sim/driver/state.h"

/* The id as it is written, 8-4-4-4-12. */
static void log_id(const unsigned char *id)
{
    char text[160];
    snprintf(text, sizeof text,
             "there is no export table %02x%02x%02x%02x-%02x%02x-%02x%02x-%02x%02x-%02x%02x%02x%02x%02x%02x; "
             "NVIDIA's CUDA runtime, which needs some, does not run here: link with -cudart shared",
             id[0], id[1], id[2], id[3], id[4], id[5], id[6], id[7], id[8], id[9], id[10], id[11], id[12],
             id[13], id[14], id[15]);
    tw_sim_tell(TW_TOTALS_REASON, text);
}

CUresult tw_sim_cuGetExportTable(const void **table, const CUuuid *id)
{
    (void)table;
    CUresult result = tw_sim_enter_driver();
    if (!result && id) log_id((const unsigned char *)id->bytes);
    return tw_sim_leave(
        CUDA_ERROR_INVALID_VALUE); /* an H200's answer (driver 580) to an id it does not know */
}
