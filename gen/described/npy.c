/*
 * NumPy's format (numpy.lib.format):
 *
 *     \x93NUMPY  major  minor  length of the header (2 bytes, from 2.0 on 4)  header  elements
 *     header = {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }  blanks  newline
 */
#include <stdlib.h>
#include <string.h>

#include "gen/described/argument.h"

static const char magic[] = "\x93NUMPY";

#define MAGIC (sizeof magic - 1)

bool tw_is_npy(const char *bytes, size_t length)
{
    return length >= MAGIC && memcmp(bytes, magic, MAGIC) == 0;
}

/* The text after "'key': "; NULL: there is no such key. */
static const char *find_key(const char *header, const char *key)
{
    const char *at = strstr(header, key);
    if (!at) return NULL;
    at += strlen(key);
    at += strspn(at, "'\": ");
    return at;
}

static int read_type(const char *header, enum tw_element *type, struct tw_error *error)
{
    static const struct {
        const char *name;
        enum tw_element type;
    } types[] = {{"i1", TW_INT8},   {"u1", TW_UINT8},   {"b1", TW_UINT8},   {"i2", TW_INT16},
                 {"u2", TW_UINT16}, {"i4", TW_INT32},   {"u4", TW_UINT32},  {"i8", TW_INT64},
                 {"u8", TW_UINT64}, {"f2", TW_FLOAT16}, {"f4", TW_FLOAT32}, {"f8", TW_FLOAT64}};
    const char *at = find_key(header, "'descr'");
    const char order = at ? *at : '\0';
    for (size_t i = 0; i < sizeof types / sizeof *types && order; i++) {
        bool same = strncmp(at + 1, types[i].name, 2) == 0 && strchr("'\"", at[3]);
        if (!same || !strchr("<|=", order)) continue;
        *type = types[i].type;
        return TW_OK;
    }
    return tw_fail(error, TW_INPUT, "its elements are '%.*s', no little-endian integers or floats",
                   at ? (int)strcspn(at, "',\"") : 0, at ? at : "");
}

static int read_shape(const char *header, uint64_t *count, struct tw_error *error)
{
    const char *at = find_key(header, "'shape'"), *order = find_key(header, "'fortran_order'");
    unsigned sides = 0;
    if (!at || *at != '(' || !order) return tw_fail(error, TW_INPUT, "its header has no shape or order");
    *count = 1;
    for (at++; *at && *at != ')';) {
        char *end;
        unsigned long long side = strtoull(at, &end, 10);
        if (end == at || (side && *count > TW_DESCRIBED_BYTES / side))
            return tw_fail(error, TW_INPUT, "it has no shape, or one that is too large");
        *count *= side;
        sides += side > 1;
        at = end + strspn(end, ", ");
    }
    if (strncmp(order, "True", 4) == 0 && sides > 1)
        return tw_fail(error, TW_INPUT, "its elements are in Fortran's order: save it in C's");
    return TW_OK;
}

int tw_npy_read(const char *bytes, size_t length, size_t *begin, uint64_t *count, enum tw_element *type,
                struct tw_error *error)
{
    char header[1024];
    const unsigned char *unsigned_bytes = (const unsigned char *)bytes;
    const size_t prefix = length > MAGIC && bytes[MAGIC] == 1 ? 10 : 12;
    size_t header_bytes = 0;
    if (!tw_is_npy(bytes, length) || length < prefix || bytes[MAGIC] < 1 || bytes[MAGIC] > 3)
        return tw_fail(error, TW_INPUT, "it is not a NumPy file of format 1 to 3");
    for (size_t i = prefix; i-- > 8;) header_bytes = header_bytes << 8 | unsigned_bytes[i];
    if (header_bytes > length - prefix || header_bytes >= sizeof header)
        return tw_fail(error, TW_INPUT, "its header of %zu bytes is cut off, or too long", header_bytes);
    memcpy(header, bytes + prefix, header_bytes);
    header[header_bytes] = '\0';
    *begin = prefix + header_bytes;
    int code = read_type(header, type, error);
    if (!code) code = read_shape(header, count, error);
    if (code) return code;
    const uint64_t wanted = *count * tw_element_info(*type)->bytes;
    if (wanted != length - *begin)
        return tw_fail(error, TW_INPUT, "it has %zu bytes of elements, where its shape takes %llu",
                       length - *begin, (unsigned long long)wanted);
    return TW_OK;
}
