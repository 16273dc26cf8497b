/* mangled.h - names of C++ as people read them, from what the compiler makes of them (Itanium C++ ABI, "Mangling"). */
#ifndef TW_BASE_MANGLED_H
#define TW_BASE_MANGLED_H

#include "base/text.h"

/*
 * Adds what a function or variable is called in the source: "deep::turn<float, 32>" of _ZN4deep4turnIfLi32EEEvPT_, "tile" of
 * _ZZ4turnPfE4tile. Parameters are left out; a template argument that refers back to another part of the name is "...". What
 * is not mangled, or in a way that is not known here, is added as it stands.
 */
void tw_mangled_add(const char *mangled, struct tw_text *text);

#endif
