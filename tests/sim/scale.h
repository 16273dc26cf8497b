/*
 * A described kernel, y = factor * x + offset, in a folder of the test's own: right.json, wrong.json, which is wrong where BLOCK is 64,
 * fault.json, which writes far outside where BLOCK is 64, and unchecked.json, without a reference. To be included once.
 */
#ifndef TW_TESTS_SIM_SCALE_H
#define TW_TESTS_SIM_SCALE_H

#include <stdbool.h>

#include "tests/folder.h"

#define SCALED 1000u /* elements, unless the problem says otherwise */

static const char SCALE_CU[] = "__constant__ float factor[1];\n"
                               "__global__ void scale(const float *x, float *y, float offset, int n)\n"
                               "{\n"
                               "    for (int k = 0; k < ITEMS; k++) {\n"
                               "        int i = (blockIdx.x * ITEMS + k) * BLOCK + threadIdx.x;\n"
                               "        if (i < n) y[i + FAR] = factor[0] * x[i] + offset + BIAS;\n"
                               "    }\n"
                               "}\n";

static const char WRONG_CU[] = "#define BIAS (BLOCK == 64)\n#define FAR 0\n#include \"scale.inc\"\n";
static const char RIGHT_CU[] = "#define BIAS 0\n#define FAR 0\n#include \"scale.inc\"\n";
static const char FAULT_CU[] = "#define BIAS 0\n#define FAR ((BLOCK == 64) << 28)\n#include \"scale.inc\"\n";
static const char NAIVE_CU[] = "__constant__ float factor[1];\n"
                               "__global__ void naive(const float *x, float *y, float offset, int n)\n"
                               "{\n"
                               "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                               "    if (i < n) y[i] = factor[0] * x[i] + offset;\n"
                               "}\n";

#define REFERENCE                                                                                            \
    "\"reference\": {\"source\": \"naive.cu\", \"entry\": \"naive\", \"grid\": \"ceil_div(n, 128)\", "       \
    "\"block\": 128}, "

/* The description of a source, with more members, or none. */
static void write_scale(const char *name, const char *source, const char *more)
{
    char text[2000];
    snprintf(
        text, sizeof text,
        "{\"tilewright\": 1, \"kernel\": {\"name\": \"scale\", \"source\": \"%s\", \"problem\": {\"n\": %u}, "
        "\"parameters\": {\"BLOCK\": {\"values\": [32, 64, 128], \"default\": 64}, \"ITEMS\": [1, 2, 4]}, "
        "\"constraints\": [{\"that\": \"BLOCK * ITEMS <= 256\", \"else\": \"too few blocks\"}], %s"
        "\"arguments\": [{\"name\": \"x\", \"type\": \"float32\", \"count\": \"n\"}, "
        "{\"name\": \"y\", \"type\": \"float32\", \"count\": \"n\", \"role\": \"output\"}, "
        "{\"name\": \"offset\", \"type\": \"float32\"}, {\"name\": \"n\", \"type\": \"int32\", \"value\": "
        "\"n\"}, "
        "{\"symbol\": \"factor\", \"type\": \"float32\", \"count\": 1, \"fill\": 3}], "
        "\"grid\": \"ceil_div(n, BLOCK * ITEMS)\", \"block\": \"BLOCK\"}}\n",
        source, SCALED, more);
    write_file(name, text);
}

/* False: there is no folder. */
static bool write_all(void)
{
    if (make_folder()) return false;
    write_file("scale.inc", SCALE_CU);
    write_file("right.cu", RIGHT_CU);
    write_file("wrong.cu", WRONG_CU);
    write_file("fault.cu", FAULT_CU);
    write_file("naive.cu", NAIVE_CU);
    write_scale("right.json", "right.cu", REFERENCE);
    write_scale("wrong.json", "wrong.cu", REFERENCE);
    write_scale("fault.json", "fault.cu", REFERENCE);
    write_scale("unchecked.json", "right.cu", "");
    return true;
}

#endif
