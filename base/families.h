/*
 * families.h - the kernel families: a row each, which the generator (gen/families.c) and the references
 * (runtime/references/references.c) both read. A family NAME is struct tw_family tw_family_NAME in gen/families/NAME/ and
 * struct tw_reference tw_reference_NAME in runtime/references/NAME.c (gen/families/README.md).
 */
#ifndef TW_BASE_FAMILIES_H
#define TW_BASE_FAMILIES_H

#define TW_FAMILIES(X)                                                                                       \
    X(tile)                                                                                                  \
    X(transpose)                                                                                             \
    X(dot)                                                                                                   \
    X(reduce)                                                                                                \
    X(shuffle)                                                                                               \
    X(message)                                                                                               \
    X(coalesce)                                                                                              \
    X(probe)                                                                                                 \
    X(stencil)                                                                                               \
    X(permute)

#endif
