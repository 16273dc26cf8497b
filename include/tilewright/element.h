/*
 * element.h - the element types that a tile or buffer can hold.
 *
 *     // elements.c
 *     #include <stdio.h>
 *     #include <tilewright/element.h>
 *
 *     int main(void)
 *     {
 *         for (int i = 0; i < TW_ELEMENT_COUNT; i++) {
 *             const struct tw_element_info *info = tw_element_info((enum tw_element)i);
 *             if (info->components > 1) printf("%s: %u bytes\n", info->name, info->bytes);
 *         }
 *         return 0;
 *     }
 *
 * The program lists the vectors:
 *
 *     $ cc -std=c11 elements.c $(pkg-config --cflags --libs tilewright) -o elements && ./elements
 *     int32x2: 8 bytes
 *     int32x4: 16 bytes
 *     float32x2: 8 bytes
 *     float32x4: 16 bytes
 *     float64x2: 16 bytes
 *
 * The function is pure and thread-safe.
 */
#ifndef TILEWRIGHT_ELEMENT_H
#define TILEWRIGHT_ELEMENT_H

#include <tilewright/api.h>

TW_API_BEGIN

/* What a component is. TW_FLOAT is the binary format of IEEE 754 with that many bytes. TW_BFLOAT is the upper half of a float of 4 bytes. */
enum tw_scalar { TW_SIGNED, TW_UNSIGNED, TW_FLOAT, TW_BFLOAT };

/* The table of all types. A row has the constant, the name in a config, the kind and the bytes of a component, and the number of components. The last
   column is `exact`: a component can hold every integer from 0 to `exact`. */
#define TW_ELEMENTS(X)                                                                                       \
    X(TW_INT8, "int8", TW_SIGNED, 1, 1, 127)                                                                 \
    X(TW_UINT8, "uint8", TW_UNSIGNED, 1, 1, 255)                                                             \
    X(TW_INT16, "int16", TW_SIGNED, 2, 1, 32767)                                                             \
    X(TW_UINT16, "uint16", TW_UNSIGNED, 2, 1, 65535)                                                         \
    X(TW_INT32, "int32", TW_SIGNED, 4, 1, 2147483647)                                                        \
    X(TW_UINT32, "uint32", TW_UNSIGNED, 4, 1, 4294967295)                                                    \
    X(TW_INT64, "int64", TW_SIGNED, 8, 1, 9007199254740992)                                                  \
    X(TW_UINT64, "uint64", TW_UNSIGNED, 8, 1, 9007199254740992)                                              \
    X(TW_FLOAT16, "float16", TW_FLOAT, 2, 1, 2048)                                                           \
    X(TW_BFLOAT16, "bfloat16", TW_BFLOAT, 2, 1, 256)                                                         \
    X(TW_FLOAT32, "float32", TW_FLOAT, 4, 1, 16777216)                                                       \
    X(TW_FLOAT64, "float64", TW_FLOAT, 8, 1, 9007199254740992)                                               \
    X(TW_INT32X2, "int32x2", TW_SIGNED, 4, 2, 2147483647)                                                    \
    X(TW_INT32X4, "int32x4", TW_SIGNED, 4, 4, 2147483647)                                                    \
    X(TW_FLOAT32X2, "float32x2", TW_FLOAT, 4, 2, 16777216)                                                   \
    X(TW_FLOAT32X4, "float32x4", TW_FLOAT, 4, 4, 16777216)                                                   \
    X(TW_FLOAT64X2, "float64x2", TW_FLOAT, 8, 2, 9007199254740992)

enum tw_element {
#define X(constant, name, scalar, bytes, components, exact) constant,
    TW_ELEMENTS(X)
#undef X
        TW_ELEMENT_COUNT
};

struct tw_element_info {
    const char *name; /* as configs write it: "float32" */
    enum tw_scalar scalar;
    unsigned component_bytes; /* 1, 2, 4 or 8 */
    unsigned components;      /* 1; for vectors 2 or 4, which lie one behind the other */
    unsigned bytes;           /* the product: 1, 2, 4, 8 or 16; addresses of elements are multiples of it */
    long long exact;          /* a component can hold every integer from 0 to this one, at most 2^53 */
};

/* The table's row for an element type, in static storage. NULL for a number that is no type, such as TW_ELEMENT_COUNT. */
const struct tw_element_info *tw_element_info(enum tw_element element);

TW_API_END
#endif
