/* The headers that a file NAME.h would hide from the sources beside it, which include <NAME.h>. */
#include <stdlib.h>
#include <string.h>

#include "gen/text/embed.h"

/* Each list is in the order of strcmp. */
/* clang-format off */

/* C23, POSIX, glibc */
static const char *const library[] = {
    "aio", "aliases", "alloca", "ar", "argp", "argz", "assert", "byteswap", "complex", "cpio", "crypt", "ctype",
    "dirent", "dlfcn", "elf", "endian", "envz", "err", "errno", "error", "execinfo", "fcntl", "features",
    "fenv", "float", "fmtmsg", "fnmatch", "fstab", "fts", "ftw", "gconv", "getopt", "glob", "grp", "gshadow",
    "iconv", "ifaddrs", "inttypes", "iso646", "langinfo", "lastlog", "libgen", "libintl", "limits", "link",
    "locale", "malloc", "math", "mcheck", "memory", "mntent", "monetary", "mqueue", "ndbm", "netdb", "nl_types",
    "nss", "obstack", "paths", "poll", "printf", "proc_service", "pthread", "pty", "pwd", "re_comp", "regex",
    "regexp", "resolv", "sched", "search", "semaphore", "setjmp", "sgtty", "shadow", "signal", "spawn", "stab",
    "stdalign", "stdarg", "stdatomic", "stdbit", "stdbool", "stdckdint", "stddef", "stdint", "stdio",
    "stdio_ext", "stdlib", "stdnoreturn", "string", "strings", "stropts", "syscall", "sysexits", "syslog",
    "tar", "termio", "termios", "tgmath", "thread_db", "threads", "time", "trace", "ttyent", "uchar",
    "ucontext", "ulimit", "unistd", "utime", "utmp", "utmpx", "values", "wait", "wchar", "wctype", "wordexp"
};

/* the toolkit's, and of libraries that come with it those that programs include */
static const char *const cuda[] = {
    "builtin_types", "channel_descriptor", "common_functions", "cooperative_groups", "cuComplex", "cublas",
    "cublasLt", "cublasXt", "cublas_api", "cublas_v2", "cuda", "cudaD3D10", "cudaD3D11", "cudaD3D9", "cudaEGL",
    "cudaEGLTypedefs", "cudaGL", "cudaGLTypedefs", "cudaProfiler", "cudaProfilerTypedefs", "cudaTypedefs",
    "cudaVDPAU", "cudaVDPAUTypedefs", "cuda_awbarrier", "cuda_awbarrier_helpers", "cuda_awbarrier_primitives",
    "cuda_bf16", "cuda_d3d10_interop", "cuda_d3d11_interop", "cuda_d3d9_interop", "cuda_device_runtime_api",
    "cuda_egl_interop", "cuda_fp16", "cuda_fp4", "cuda_fp6", "cuda_fp8", "cuda_gl_interop", "cuda_occupancy",
    "cuda_pipeline", "cuda_pipeline_helpers", "cuda_pipeline_primitives", "cuda_profiler_api", "cuda_runtime",
    "cuda_runtime_api", "cuda_stdint", "cuda_surface_types", "cuda_texture_types", "cuda_vdpau_interop",
    "cudalibxt", "cudart_platform", "cudnn", "cufft", "cufftXt", "cufftw", "cufile", "cupti", "curand",
    "curand_discrete", "curand_discrete2", "curand_globals", "curand_kernel", "curand_lognormal",
    "curand_mrg32k3a", "curand_mtgp32", "curand_mtgp32_host", "curand_mtgp32_kernel", "curand_mtgp32dc_p_11213",
    "curand_normal", "curand_normal_static", "curand_philox4x32_x", "curand_poisson", "curand_precalc",
    "curand_uniform", "cusolverDn", "cusolverMg", "cusolverRf", "cusolverSp", "cusolverSp_LOWLEVEL_PREVIEW",
    "cusolver_common", "cusparse", "cusparse_v2", "device_atomic_functions", "device_double_functions",
    "device_functions", "device_launch_parameters", "device_types", "driver_functions", "driver_types",
    "fatbinary_section", "host_config", "host_defines", "library_types", "math_constants", "math_functions",
    "mma", "nccl", "nccl_device", "npp", "nppcore", "nppdefs", "nppi", "npps", "nvFatbin", "nvJitLink",
    "nvPTXCompiler", "nvToolsExt", "nv_decode", "nvblas", "nvjpeg", "nvml", "nvperf_common", "nvperf_cuda_host",
    "nvperf_host", "nvperf_target", "nvrtc", "nvtx3", "nvvm", "sm_20_atomic_functions", "sm_20_intrinsics",
    "sm_30_intrinsics", "sm_32_atomic_functions", "sm_32_intrinsics", "sm_35_atomic_functions",
    "sm_35_intrinsics", "sm_60_atomic_functions", "sm_61_intrinsics", "sm_70_rt", "sm_80_rt", "sm_90_rt",
    "surface_functions", "surface_indirect_functions", "surface_types", "texture_fetch_functions",
    "texture_indirect_functions", "texture_types", "vector_functions", "vector_types"
};

/* clang-format on */

static int compare(const void *key, const void *entry)
{
    return strcmp(key, *(const char *const *)entry);
}

const char *tw_embed_hides(const char *name)
{
    if (bsearch(name, library, sizeof library / sizeof *library, sizeof *library, compare))
        return "the C library";
    if (bsearch(name, cuda, sizeof cuda / sizeof *cuda, sizeof *cuda, compare)) return "CUDA";
    return NULL;
}
