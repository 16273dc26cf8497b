/*
 * given.h - whether a kernel takes what it is given: the parameters of its entries, the symbols of its module, its blocks. The template and the
 * family of a built-in kernel agree; the description and the source of an own kernel need not.
 */
#ifndef TW_RUNTIME_GIVEN_H
#define TW_RUNTIME_GIVEN_H

#include "runtime/launch.h"

/*
 * Compares the arguments of a launch with the parameters that its entry has in the image's PTX, in number and bytes. TW_INPUT: "matmul takes
 * 6 parameters, and the description gives 5 (a, b, c, m, n): parameter 6, of 4 bytes, is missing"; TW_MEMORY. entry: as tw_launch_entry says.
 */
int tw_given_parameters(const struct tw_kernel *kernel, const struct tw_image *image,
                        const struct tw_launch *launch, const char *entry, struct tw_error *error);

/*
 * Whether a block of each launch fits the architecture that the image is for: its static shared memory, alone and with the dynamic, its
 * threads by the kernel's launch bounds, its registers. TW_TOO_LARGE: "sh has 65536 bytes of static shared memory, the limit is 49152; use
 * dynamic shared memory"; TW_MEMORY.
 */
int tw_given_room(const struct tw_kernel *kernel, const struct tw_image *image, struct tw_error *error);

/* The first of these alone, of one entry, which the source calls `name`. */
int tw_given_static(const char *ptx, const char *entry, const char *name, struct tw_error *error);

/* Whether constant memory has room for the module's variables, of so many bytes. TW_TOO_LARGE, in the words for what ptxas refuses. */
int tw_given_constant(uint64_t bytes, struct tw_error *error);

/*
 * Finds the symbols of a loaded module: loaded->symbol. An own kernel's may be larger than its argument, and that of a reference may be
 * missing: 0. TW_INPUT, of kernels of ours TW_DRIVER: it has no such symbol, or one of other bytes.
 */
int tw_given_symbols(struct tw_device *device, const struct tw_kernel *kernel, const struct tw_image *image,
                     struct tw_loaded *loaded, struct tw_error *error);

/* TW_INPUT: a structure holds the address of symbol `number`, which the compiled module lacks: no kernel reads it. */
int tw_given_address(const struct tw_kernel *kernel, unsigned number, struct tw_error *error);

#endif
