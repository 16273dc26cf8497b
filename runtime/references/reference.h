/*
 * reference.h - what a kernel should compute, on the CPU, from the kernel's fields alone. It shares no code
 * with the generator: an oracle that did would be no oracle. One file per family: runtime/reference_NAME.c,
 * entered in runtime/references/references.c.
 */
#ifndef TW_RUNTIME_REFERENCES_REFERENCE_H
#define TW_RUNTIME_REFERENCES_REFERENCE_H

#include <tilewright/error.h>
#include <tilewright/kernel.h>

struct tw_reference {
    const char *family;
    /* Fills the input buffers and the expected contents of the output buffers; memory[i] has room for
       buffers[i].count elements. Elements that a right kernel leaves alone, such as gaps between rows, are not touched. */
    int (*fill)(const struct tw_kernel *kernel, void *const memory[TW_MAX_ARGUMENTS], struct tw_error *error);
};

const struct tw_reference *tw_reference_find(const char *family); /* NULL: none */

#endif
