/* Boxes of tensors on a GPU; see tensor_cases.h. Each in a process of its own: a fault ends its context. */
#include "sim/tests/tensor_cases.h"

#include <sys/wait.h>
#include <unistd.h>

#include "runtime/driver.h"

enum { RIGHT, WRONG, SKIPPED = 77 };

static int run_here(size_t number, unsigned kernel)
{
    static struct tw_driver driver;
    struct tw_error error = TW_ERROR_INIT;
    CUcontext context;
    if (tw_driver_open_cuda(&driver, &error) || driver.simulator) {
        printf("skipped: no GPU: %s\n", error.message);
        return SKIPPED;
    }
    tensor_call(&driver, driver.cuDevicePrimaryCtxRetain(&context, 0), "cuDevicePrimaryCtxRetain");
    tensor_call(&driver, driver.cuCtxSetCurrent(context), "cuCtxSetCurrent");
    unsigned wrong = number < TENSOR_CASES ? run_tensor_case(&driver, number, kernel)
                                           : run_pixel_case(&driver, number - TENSOR_CASES, kernel);
    return wrong ? WRONG : RIGHT;
}

static int run_apart(size_t number, unsigned kernel)
{
    int status = 0;
    fflush(stdout);
    pid_t child = fork();
    if (child < 0) return WRONG;
    if (child == 0) {
        int result = run_here(number, kernel);
        fflush(stdout);
        _exit(result);
    }
    if (waitpid(child, &status, 0) != child) return WRONG;
    return WIFEXITED(status) ? WEXITSTATUS(status) : WRONG;
}

int main(void)
{
    unsigned wrong = 0;
    for (size_t number = 0; number < TENSOR_CASES + PIXEL_CASES; number++) {
        unsigned kernels =
            number < TENSOR_CASES ? tensor_kernels(number) : pixel_kernels(number - TENSOR_CASES);
        for (unsigned kernel = 0; kernel < kernels; kernel++) {
            int result = run_apart(number, kernel);
            if (result == SKIPPED) return SKIPPED;
            if (result != RIGHT) printf("case %zu, kernel %u: wrong\n", number, kernel), wrong++;
        }
    }
    return wrong > 0;
}
