/* CUDA graphs, for tests on a GPU: functions of the driver that the table has not, for nothing of ours needs them. */
#ifndef TW_TESTS_GRAPHS_H
#define TW_TESTS_GRAPHS_H

#include <dlfcn.h>
#include <stdbool.h>

#include "runtime/driver.h"

static CUresult (*begin_capture)(CUstream, CUstreamCaptureMode), (*end_capture)(CUstream, CUgraph *),
    (*instantiate)(CUgraphExec *, CUgraph, unsigned long long), (*launch_graph)(CUgraphExec, CUstream);

/* False: the driver is too old to capture, or none. */
static bool find_functions(void)
{
    void *library = dlopen("libcuda.so.1", RTLD_NOW);
    *(void **)&begin_capture = library ? dlsym(library, "cuStreamBeginCapture_v2") : NULL;
    *(void **)&end_capture = library ? dlsym(library, "cuStreamEndCapture") : NULL;
    *(void **)&instantiate = library ? dlsym(library, "cuGraphInstantiateWithFlags") : NULL;
    *(void **)&launch_graph = library ? dlsym(library, "cuGraphLaunch") : NULL;
    return begin_capture && end_capture && instantiate && launch_graph;
}

#endif
