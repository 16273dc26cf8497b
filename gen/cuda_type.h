/* cuda_type.h - what CUDA C++ calls the element types. 16-bit floats travel as their bits, so no header is needed. */
#ifndef TW_GEN_CUDA_TYPE_H
#define TW_GEN_CUDA_TYPE_H

#include <stdbool.h>
#include <stdint.h>

#include <tilewright/api.h>
#include <tilewright/element.h>

TW_API_BEGIN

/* Static storage; never NULL for a valid element. */
const char *tw_cuda_type(enum tw_element element);

/* What follows a constant's digits, so that it has the type of the indices that it is added to: of 64 bits where
 * those are (`wide`), or where it takes them itself. */
const char *tw_cuda_suffix(uint64_t constant, bool wide);

TW_API_END
#endif
