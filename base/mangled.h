/* mangled.h - names of C++ as people read them, from what the compiler makes of them (Itanium C++ ABI, "Mangling"). */
#ifndef TW_BASE_MANGLED_H
#define TW_BASE_MANGLED_H

#include "base/text.h"

/*
 * Adds what a function or variable is called in the source: "deep::turn<float, 32>" of _ZN4deep4turnIfLi32EEEvPT_, "tile" of
 * _ZZ4turnPfE4tile. Parameters are left out; a template argument that refers to another one is "...". What
 * is not mangled, or in a way that is not known here, is added as it stands.
 */
void tw_mangled_add(const char *mangled, struct tw_text *text);

enum tw_mangled_match { TW_MANGLED_OTHER, TW_MANGLED_SHORT, TW_MANGLED_SAME };

/*
 * Whether people who write `name` mean this function. Same: it is the mangled name itself, or what tw_mangled_add makes of it, in any
 * spelling: "mmt<32,32u>" and "mmt<32, 32>", "unsigned" and "unsigned int", "const float *" and "float const*", true and 1. Short: it
 * lacks namespaces, all template arguments, or the last of them, which may have defaults.
 */
enum tw_mangled_match tw_mangled_match(const char *mangled, const char *name);

#endif
