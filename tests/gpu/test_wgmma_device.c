/* Products of warpgroups on a GPU; see wgmma_cases.h. The number of cases is the argument, 240 without. */
#include "sim/tests/wgmma_cases.h"

#include "runtime/driver.h"

enum { SKIPPED = 77 };

int main(int argc, char **argv)
{
    static struct tw_driver driver;
    struct tw_error error = TW_ERROR_INIT;
    CUcontext context;
    const unsigned cases = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 20 * WGMMA_FORMS;
    unsigned wrong = 0;
    int major = 0;
    if (tw_driver_open_cuda(&driver, &error) || driver.simulator) {
        printf("skipped: no GPU: %s\n", error.message);
        return SKIPPED;
    }
    if (driver.cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, 0) || major != 9) {
        printf("skipped: wgmma is sm_90a's\n");
        return SKIPPED;
    }
    wgmma_call(&driver, driver.cuDevicePrimaryCtxRetain(&context, 0), "cuDevicePrimaryCtxRetain");
    wgmma_call(&driver, driver.cuCtxSetCurrent(context), "cuCtxSetCurrent");
    for (unsigned number = 0; number < cases; number++) wrong += run_wgmma_case(&driver, number) > 0;
    printf("%u of %u products are wrong\n", wrong, cases);
    return wrong > 0;
}
