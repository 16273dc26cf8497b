/* The device runtime, libcudadevrt.a, as far as it is functions in PTX; launches and copies of kernels are in sim/exec/children.h. */
#include <string.h>

#include "sim/driver/module/library.h"

/*
 * The barrier of a grid counts where CUDA's headers have it count too: in struct { unsigned size, arrived; }, whose address
 * is in %envreg1 and %envreg2, 0 unless the launch is cooperative. The blocks add 1 each, the first of them what is
 * missing to 2^31, so that the upper bit turns when all have come. Errors are those of cudaError_t: 0, or
 * 1 (cudaErrorInvalidValue).
 */
#define SUCCEEDS(name, parameters)                                                                           \
    ".visible .func (.param .b32 error) __cudaCDP2" name "(" parameters                                      \
    ")\n{ st.param.b32 [error], 0; ret; }\n"
#define MAKES(name)                                                                                          \
    ".visible .func (.param .b32 error) __cudaCDP2" name "(.param .b64 made, .param .b32 flags)\n{\n"        \
    " .reg .b64 %to; ld.param.u64 %to, [made]; st.u64 [%to], 256; st.param.b32 [error], 0; ret;\n}\n"

/* What kernels launch runs in the order of the launches, so streams and events have nothing to do. */
#define DEVICE_STREAMS                                                                                       \
    MAKES("StreamCreateWithFlags")                                                                           \
    MAKES("EventCreateWithFlags")                                                                            \
    SUCCEEDS("StreamDestroy", ".param .b64 stream")                                                          \
    SUCCEEDS("EventDestroy", ".param .b64 event")                                                            \
    SUCCEEDS("EventRecord", ".param .b64 event, .param .b64 stream")                                         \
    SUCCEEDS("EventRecord_ptsz", ".param .b64 event, .param .b64 stream")                                    \
    SUCCEEDS("EventRecordWithFlags", ".param .b64 event, .param .b64 stream, .param .b32 flags")             \
    SUCCEEDS("EventRecordWithFlags_ptsz", ".param .b64 event, .param .b64 stream, .param .b32 flags")        \
    SUCCEEDS("StreamWaitEvent", ".param .b64 stream, .param .b64 event, .param .b32 flags")                  \
    SUCCEEDS("StreamWaitEvent_ptsz", ".param .b64 stream, .param .b64 event, .param .b32 flags")

/* cudaMalloc and cudaFree of a kernel: its own heap. 2 is cudaErrorMemoryAllocation. */
#define DEVICE_HEAP                                                                                          \
    ".extern .func (.param .b64 at) malloc(.param .b64 bytes);\n.extern .func free(.param .b64 at);\n"       \
    ".visible .func (.param .b32 error) __cudaCDP2Malloc(.param .b64 made, .param .b64 bytes)\n{\n"          \
    " .reg .b64 %to, %n, %at; .reg .b32 %error; .reg .pred %p; .param .b64 n, at;\n"                         \
    " ld.param.u64 %to, [made]; ld.param.u64 %n, [bytes]; st.param.b64 [n], %n;\n"                           \
    " call (at), malloc, (n); ld.param.b64 %at, [at]; st.u64 [%to], %at;\n"                                  \
    " setp.eq.u64 %p, %at, 0; selp.b32 %error, 2, 0, %p; st.param.b32 [error], %error; ret;\n}\n"            \
    ".visible .func (.param .b32 error) __cudaCDP2Free(.param .b64 at)\n{\n"                                 \
    " .reg .b64 %at; .param .b64 a; ld.param.u64 %at, [at]; st.param.b64 [a], %at;\n"                        \
    " call free, (a); st.param.b32 [error], 0; ret;\n}\n"

static const char runtime[] =
    ".version 6.0\n.target sm_50\n.address_size 64\n"
    ".visible .func (.param .b64 handle) cudaCGGetIntrinsicHandle(.param .b32 scope)\n{\n"
    " .reg .b32 %high, %low; .reg .b64 %at;\n"
    " mov.u32 %high, %envreg1; mov.u32 %low, %envreg2; mov.b64 %at, {%low, %high};\n"
    " st.param.b64 [handle], %at; ret;\n}\n"
    ".visible .func (.param .b32 error) cudaCGSynchronize(.param .b64 handle, .param .b32 flags)\n{\n"
    " .reg .b32 %x, %y, %z, %add, %blocks, %old, %now; .reg .b64 %at; .reg .pred %p;\n"
    " ld.param.u64 %at, [handle]; setp.eq.u64 %p, %at, 0; @%p bra bad;\n"
    " barrier.sync 0;\n"
    " mov.u32 %x, %tid.x; mov.u32 %y, %tid.y; mov.u32 %z, %tid.z;\n"
    " or.b32 %x, %x, %y; or.b32 %x, %x, %z; setp.ne.u32 %p, %x, 0; @%p bra others;\n"
    " mov.u32 %blocks, %nctaid.x; mov.u32 %y, %nctaid.y; mov.u32 %z, %nctaid.z;\n"
    " mul.lo.u32 %blocks, %blocks, %y; mul.lo.u32 %blocks, %blocks, %z;\n"
    " mov.u32 %x, %ctaid.x; mov.u32 %y, %ctaid.y; mov.u32 %z, %ctaid.z;\n"
    " or.b32 %x, %x, %y; or.b32 %x, %x, %z; setp.eq.u32 %p, %x, 0;\n"
    " sub.u32 %blocks, 0x80000001, %blocks; selp.b32 %add, %blocks, 1, %p;\n"
    " membar.gl; atom.add.u32 %old, [%at+4], %add;\n"
    "again:\n ld.volatile.u32 %now, [%at+4]; xor.b32 %now, %now, %old; setp.ge.s32 %p, %now, 0; @%p bra "
    "again;\n"
    " membar.gl;\n"
    "others:\n barrier.sync 0; st.param.b32 [error], 0; ret;\n"
    "bad:\n st.param.b32 [error], 1; ret;\n}\n"
    ".visible .func (.param .b32 error) cudaCGGetSize(.param .b64 count, .param .b64 devices, .param .b64 "
    "handle)\n{\n"
    " .reg .b32 %x, %y; .reg .b64 %to; .reg .pred %p;\n"
    " mov.u32 %x, %nctaid.x; mov.u32 %y, %nctaid.y; mul.lo.u32 %x, %x, %y; mov.u32 %y, %nctaid.z;\n"
    " mul.lo.u32 %x, %x, %y; mov.u32 %y, %ntid.x; mul.lo.u32 %x, %x, %y; mov.u32 %y, %ntid.y;\n"
    " mul.lo.u32 %x, %x, %y; mov.u32 %y, %ntid.z; mul.lo.u32 %x, %x, %y;\n"
    " ld.param.u64 %to, [count]; setp.ne.u64 %p, %to, 0; @%p st.u32 [%to], %x;\n"
    " ld.param.u64 %to, [devices]; setp.ne.u64 %p, %to, 0; @%p st.u32 [%to], 1;\n"
    " st.param.b32 [error], 0; ret;\n}\n" DEVICE_STREAMS DEVICE_HEAP;

/* ---- what errors are called ---- */

/* The errors that kernels can meet in calls of their own, and those that programs ask for. */
static const struct {
    unsigned error;
    const char *name, *text;
} errors[] = {
    {0, "cudaSuccess", "no error"},
    {1, "cudaErrorInvalidValue", "invalid argument"},
    {2, "cudaErrorMemoryAllocation", "out of memory"},
    {9, "cudaErrorInvalidConfiguration", "invalid configuration argument"},
    {12, "cudaErrorInvalidPitchValue", "invalid pitch argument"},
    {21, "cudaErrorInvalidMemcpyDirection", "invalid copy direction for memcpy"},
    {65, "cudaErrorLaunchMaxDepthExceeded", "launch would exceed maximum depth of nested launches"},
    {98, "cudaErrorInvalidDeviceFunction", "invalid device function"},
    {400, "cudaErrorInvalidResourceHandle", "invalid resource handle"},
    {700, "cudaErrorIllegalAddress", "an illegal memory access was encountered"},
    {719, "cudaErrorLaunchFailure", "unspecified launch failure"},
    {801, "cudaErrorNotSupported", "operation not supported"},
    {999, "cudaErrorUnknown", "unknown error"},
};

#define UNKNOWN_ERROR 10000u /* no error's number */
#define ERRORS        (sizeof errors / sizeof *errors)

/* A variable that holds the string. */
static void add_string(struct tw_text *ptx, const char *kind, unsigned error, const char *string)
{
    tw_text_addf(ptx, ".global .b8 __tw_error_%s_%u[%zu] = {", kind, error, strlen(string) + 1);
    for (const char *c = string; *c; c++) tw_text_addf(ptx, "%d, ", *c);
    tw_text_add(ptx, "0};\n");
}

/* const char *FUNCTION(cudaError_t): the string of that kind. */
static void add_question(struct tw_text *ptx, const char *function, const char *kind)
{
    tw_text_addf(ptx,
                 ".visible .func (.param .b64 string) __cudaCDP2%s(.param .b32 error)\n{\n"
                 " .reg .b32 %%error; .reg .b64 %%at; .reg .pred %%p;\n"
                 " ld.param.u32 %%error, [error]; mov.u64 %%at, __tw_error_%s_%u;\n",
                 function, kind, UNKNOWN_ERROR);
    for (size_t i = 0; i < ERRORS; i++) {
        tw_text_addf(ptx, " setp.eq.u32 %%p, %%error, %u; @%%p mov.u64 %%at, __tw_error_%s_%u;\n",
                     errors[i].error, kind, errors[i].error);
    }
    tw_text_add(ptx, " cvta.global.u64 %at, %at; st.param.b64 [string], %at; ret;\n}\n");
}

static void add_errors(struct tw_text *ptx)
{
    for (size_t i = 0; i < ERRORS; i++) {
        add_string(ptx, "name", errors[i].error, errors[i].name);
        add_string(ptx, "text", errors[i].error, errors[i].text);
    }
    add_string(ptx, "name", UNKNOWN_ERROR, "unrecognized error code");
    add_string(ptx, "text", UNKNOWN_ERROR, "unrecognized error code");
    add_question(ptx, "GetErrorName", "name");
    add_question(ptx, "GetErrorString", "text");
}

void tw_library_add_runtime(struct tw_text *ptx)
{
    tw_text_add(ptx, runtime);
    add_errors(ptx);
}
