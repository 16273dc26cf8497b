/*
 * defaults.h - the variant that a description stands for where nobody says anything: of each field the default. Where those violate a
 * constraint, the first combination of the parameters' values that violates none, each parameter beginning with its default, the last
 * varying fastest. Private to gen/described.
 */
#ifndef TW_GEN_DESCRIBED_DEFAULTS_H
#define TW_GEN_DESCRIBED_DEFAULTS_H

#include "gen/described/parts.h"

/*
 * Sets the defaults of the fields, and description->replaced and ->note where others than those that are declared stand for them. Fields,
 * constraints, arguments and launches are read; the reference is not. A combination that no target may launch (blocks too large) is none.
 * TW_MEMORY.
 */
int tw_described_set_defaults(const struct tw_described_reader *reader);

#endif
