/*
 * link_text.h - several modules of PTX as one: what nvlink does with their machine code, done with their text.
 *
 * One module stays as it is. The statements of several at module scope are put together: declarations of functions, then
 * variables, then functions, so that everything stands before its first use. A declaration of what another module defines
 * becomes that definition's; of several weak definitions the first stays; a name without linkage that an earlier module has
 * too gets the module's number behind it. Files are numbered anew, through all modules; of line info file, line and column stay, and what
 * is a debugger's, sections and where a function was inlined, is left out.
 */
#ifndef TW_SIM_PTX_LINK_TEXT_H
#define TW_SIM_PTX_LINK_TEXT_H

#include "base/text.h"

/* Appends the whole to *linked. TW_OK, TW_INPUT with the reason in *why (a name defined twice, PTX that ends too early), TW_MEMORY. */
int tw_link_text(const struct tw_text *modules, size_t count, struct tw_text *linked, struct tw_text *why);

/* Appends the module with .maxnreg on each kernel that says neither how many registers nor how many threads it has. TW_OK, TW_MEMORY. */
int tw_link_limit_registers(const char *ptx, unsigned most, struct tw_text *limited);

#endif
