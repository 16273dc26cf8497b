/* cuda_type.h - what CUDA C++ calls the element types. 16-bit floats travel as their bits, so no header is needed. */
#ifndef TW_GEN_CUDA_TYPE_H
#define TW_GEN_CUDA_TYPE_H

#include <tilewright/api.h>
#include <tilewright/element.h>

TW_API_BEGIN

/* Static storage; never NULL for a valid element. */
const char *tw_cuda_type(enum tw_element element);

TW_API_END
#endif
