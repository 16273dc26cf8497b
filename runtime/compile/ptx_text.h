/*
 * ptx_text.h - what the text of a module says of its kernels and variables, read without parsing the code: names and bytes of
 * parameters, names of variables. NVRTC and nvcc wrote the text, so it is well-formed; in any other one nothing may be found.
 */
#ifndef TW_RUNTIME_COMPILE_PTX_TEXT_H
#define TW_RUNTIME_COMPILE_PTX_TEXT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

/* Where the list of the entry's parameters begins, behind its parenthesis; NULL: the module has no such entry. */
const char *tw_ptx_text_parameters(const char *ptx, const char *entry);
/* The next parameter of the list: its bytes, what its address is a multiple of, and the rest of the list; NULL: there are no more. */
const char *tw_ptx_text_next(const char *list, uint32_t *bytes, uint32_t *align);

/* Bytes of static shared memory of the entry: of its own variables, and of the module's that it names. */
uint32_t tw_ptx_text_shared(const char *ptx, const char *entry);

/* The threads that a block of the entry may have at most, as __launch_bounds__ says it; 0: it does not. */
uint32_t tw_ptx_text_threads(const char *ptx, const char *entry);

/* Adds the name that the module has for the __constant__ or __device__ variable that the source calls `name`. False: it has none. */
bool tw_ptx_text_variable(const char *ptx, const char *name, struct tw_text *text);

#endif
