/*
 * described.h - results of kernels that somebody has described: what their header says of the description, and whether the one that a
 * command is given (--kernel FILE) is still that one. Results never make anything be read or compiled that the command line did not name.
 */
#ifndef TW_TUNE_RESULTS_DESCRIBED_H
#define TW_TUNE_RESULTS_DESCRIBED_H

#include <cJSON.h>

#include "gen/described/description.h"

/* The hash of a file's bytes, in hexadecimal; "": it cannot be read. False: memory ran out. */
bool tw_described_hash_file(const char *path, char hash[17]);

/* Adds '"kernel_hash": HASH, "kernel_file": NAME, "kernel_files": {NAME: HASH, ...}': the description's, and for each file that it leads to
   the hash of its bytes, by its name beside the description. */
void tw_described_add_header(const struct tw_description *description, struct tw_text *text);

/*
 * The family of the kernel that a header names: one that is built in, or that of the description `given` (NULL: the command line named none).
 * TW_INPUT, of the file `file`: a described kernel whose description is not given, another kernel's that is, or one that is not as it was
 * when the results were written, naming the file that has changed.
 */
int tw_described_family(const char *file, const cJSON *header, const struct tw_description *given,
                        const struct tw_family **family, struct tw_error *error);

#endif
