/*
 * A launcher of a built-in family, whose variants take their own problem alone (tests/sim/test_embed_choose.sh).
 */
#include <stdio.h>
#include <stdlib.h>

#include "k.h"

#include "driver.h"

#define MOST (96 * 64)

/* Elements that are wrong; 0 where it is refused. */
static unsigned long turn(int rows, int cols)
{
    static float in[MOST], out[MOST];
    const struct k_problem problem = {rows, cols, 1, cols, rows, 0, 0, "float32"};
    struct k_choice choice;
    struct k_error error;
    CUdeviceptr at[2];
    void *parameters[2];
    unsigned long wrong = 0;
    int i, x, y;
    if (k_choose(&problem, NULL, &choice, &error) != CUDA_SUCCESS) {
        printf("%s\n", error.message);
        return 0;
    }
    printf("%s\n", choice.why);
    for (i = 0; i < MOST; i++) in[i] = (float)i;
    for (i = 0; i < 2; i++) {
        expect(cuMemAlloc(&at[i], sizeof in), "cuMemAlloc");
        expect(cuMemcpyHtoD(at[i], i ? out : in, sizeof in), "cuMemcpyHtoD");
        parameters[i] = &at[i];
    }
    if (k_run_choice(&choice, parameters, NULL, &error) != CUDA_SUCCESS) expect(error.result, error.message);
    expect(cuMemcpyDtoH(out, at[1], sizeof out), "cuMemcpyDtoH");
    for (y = 0; y < rows; y++)
        for (x = 0; x < cols; x++) wrong += out[x * rows + y] != in[y * cols + x];
    return wrong;
}

int main(void)
{
    open_context();
    return turn(64, 64) + turn(96, 64) + turn(80, 64) != 0;
}
