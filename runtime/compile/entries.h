/*
 * entries.h - the entry points of a kernel's launches: what C++ calls them, and what the compiler makes of that. "matmul<16, 32>" is
 * _Z6matmulILi16ELi32EEvPf in cubin and PTX; a kernel that is extern "C", as all of ours, is called the same everywhere.
 *
 * No state, thread-safe.
 */
#ifndef TW_RUNTIME_COMPILE_ENTRIES_H
#define TW_RUNTIME_COMPILE_ENTRIES_H

#include "base/text.h"
#include "runtime/compile/compile.h"

TW_API_BEGIN

/*
 * Adds the name of a launch's entry point in the image's cubin and PTX: of one with an `entry` what the image says that became of it, else
 * the kernel's name and the launch's suffix. False: the image has no such entry, and nothing is added.
 */
bool tw_launch_entry(const struct tw_image *image, const struct tw_kernel *kernel,
                     const struct tw_launch *launch, struct tw_text *text);

/* Registers per thread as the cubin says, the most of any launch; 0: it does not say. */
unsigned tw_entries_registers(const struct tw_image *image, const struct tw_kernel *kernel);

/* True for the first launch that has this launch's entry; false for one that has none. */
bool tw_entries_is_first(const struct tw_shape *shape, unsigned launch);

/* Adds a line of tw_image.names. */
void tw_entries_add(const char *expression, const char *lowered, struct tw_text *names);
/* Whether each line of the text is one that tw_entries_add writes. */
bool tw_entries_are_names(const char *names);

/* Whether a line of NVRTC's log is about an entry rather than about the source. */
bool tw_entries_is_place(const char *line);
/* Adds what is wrong with the first entry that the log refuses at `line`, in a sentence with the kernels that the source has. */
void tw_entries_explain(const struct tw_kernel *kernel, const char *line, struct tw_text *text);
/* Adds, for a source that does not compile, that an entry is a template without arguments, if one is: "; matmul is a template: ...". */
void tw_entries_advise(const struct tw_kernel *kernel, struct tw_text *text);

TW_API_END
#endif
