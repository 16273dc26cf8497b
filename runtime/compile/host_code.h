/*
 * host_code.h - the part for a host in a source that NVRTC is given: main(), functions that launch kernels, what they need. NVRTC compiles
 * for the device alone and says where it fails. What it fails at is taken away, if nothing there is of the device; lines and columns stay.
 * Private to compile.c.
 */
#ifndef TW_RUNTIME_COMPILE_HOST_CODE_H
#define TW_RUNTIME_COMPILE_HOST_CODE_H

#include <stdbool.h>

/* Whether NVRTC's log refuses something because it is for a host. */
bool tw_host_code_is_there(const char *log);

/*
 * Blanks each declaration of the source that the log has an error in and that names none of __global__, __device__, __constant__ and
 * __shared__. file: what NVRTC calls the source; "#line" within it may give lines another file. False: none was blanked.
 */
bool tw_host_code_remove(char *source, const char *file, const char *log);

#endif
