/*
 * sites.h - the instructions of a module that access memory, counted where they stand, by kind and width: of its PTX and of its
 * machine code. What the PTX says is what is predicted and simulated; the assembler may join neighbouring accesses into a wider
 * one, split one, or remove one, and the hardware counts what it made of them.
 */
#ifndef TW_RUNTIME_MEASURE_SITES_H
#define TW_RUNTIME_MEASURE_SITES_H

#include <stdbool.h>

#include <tilewright/api.h>

#include "base/text.h"

TW_API_BEGIN

enum tw_site_kind {
    TW_SITE_SHARED_LOAD,
    TW_SITE_SHARED_STORE,
    TW_SITE_GLOBAL_LOAD,
    TW_SITE_GLOBAL_STORE,
    TW_SITE_KINDS
};

struct tw_sites {
    unsigned count[TW_SITE_KINDS][5]; /* by log2 of the bytes of a lane: 1 to 16 */
};

/* Finds the sites of PTX text. */
void tw_ptx_sites(const char *ptx, struct tw_sites *sites);

/* What the assembler did to the accesses of a kind. */
enum tw_reassembly { TW_SITES_KEPT, TW_SITES_JOINED, TW_SITES_SPLIT, TW_SITES_REMOVED, TW_SITES_NARROWED };

/*
 * Joined: there are wider ones than in the PTX. Split: narrower ones, and more. Removed: fewer. Narrowed: as many, but of fewer
 * bytes, as only those are used. More of the same widths are copies of the same access, as of a loop's body, and are kept.
 */
enum tw_reassembly tw_sites_compare(const struct tw_sites *ptx, const struct tw_sites *machine,
                                    enum tw_site_kind kind);

/* Adds "4 of 4 bytes and 1 of 8 bytes", or "none". */
void tw_sites_add(const struct tw_sites *sites, enum tw_site_kind kind, struct tw_text *text);

TW_API_END
#endif
