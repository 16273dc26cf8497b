/*
 * t1.h - Kernel Tuner's and KTT's T1 files: one object with "ConfigurationSpace" and "KernelSpecification", read as a description of a kernel
 * (docs/kernel-tuner.md says how each member is read). Its expressions are Python's.
 *
 * Nothing is dropped in silence: what cannot be said in a description stands in its "$comment" and is a warning.
 *
 * Memory law: texts are the caller's. Thread-safe; nothing is printed, and no file is read.
 */
#ifndef TW_GEN_T1_T1_H
#define TW_GEN_T1_T1_H

#include "gen/config/json.h"

/* Whether the text is such a file, which then may still hold mistakes. */
bool tw_is_t1(const struct tw_json *json);

/* The "KernelFile" that it names; NULL: it names none. The JSON owns it. */
const char *tw_t1_kernel_file(const struct tw_json *json);

/* What the kernel's file is called by the description, and what is in it; NULL: nobody has found it. */
struct tw_t1_source {
    const char *name, *text;
};

/*
 * Appends the description, a JSON text, and to *warnings a line for each thing that it says only in a comment. TW_INPUT with place and caret:
 * there is no kernel, or a parameter or its values cannot be read, so that the space would be another; TW_MEMORY.
 */
int tw_t1_describe(const struct tw_json *json, const struct tw_t1_source *source, struct tw_text *description,
                   struct tw_text *warnings, struct tw_error *error);

#endif
