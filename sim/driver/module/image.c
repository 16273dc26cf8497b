/* Images of modules: PTX text by its head, fat binaries by their entries. Machine code is refused. */
#include "sim/driver/module/image.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "sim/driver/module/library.h"
#include "sim/ptx/link_text.h"

#define NEWEST_PTX_MAJOR 9u
#define MOST_TEXT        ((size_t)256 << 20) /* bytes that an entry may unpack to */

/* ---- what kind of image it is ---- */

static bool begins(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

/* Past white space and comments (PTX ISA 4.2, 4.3). */
static const char *skip_space(const char *at)
{
    for (;;) {
        at += strspn(at, " \t\r\n\f\v");
        const char *end = NULL;
        if (begins(at, "//")) end = strchr(at, '\n');
        if (begins(at, "/*")) end = strstr(at + 2, "*/");
        if (!end) return at;
        at = end + (*end == '\n' ? 1 : 2);
    }
}

static const char *read_number(const char *at, unsigned *number)
{
    for (*number = 0; *at >= '0' && *at <= '9' && *number < 10000; at++)
        *number = *number * 10 + (unsigned)(*at - '0');
    return at;
}

/* Code for sm_90 runs on every later architecture, for sm_90a on sm_90 alone, for sm_100f on the family of
   sm_10x (PTX ISA, 11.1.2 .target). */
static bool runs_on(unsigned device, unsigned sm, char suffix)
{
    if (suffix == 'a') return device == sm;
    if (suffix == 'f') return device >= sm && device / 10 == sm / 10;
    return device >= sm;
}

/*
 * The head of every PTX module (PTX ISA, 11.1):
 *     .version major.minor
 *     .target  sm_NN[a|f] [, option]...
 * Decides what the head alone can decide; the parser reports what is wrong with the rest.
 */
static CUresult check_head(const char *at, struct tw_text *why)
{
    unsigned major, sm;
    at = skip_space(at);
    if (!begins(at, ".version")) {
        tw_text_add(why, "the image is neither PTX, which begins with .version, nor a binary");
        return CUDA_ERROR_INVALID_IMAGE;
    }
    at = read_number(skip_space(at + strlen(".version")), &major);
    if (major > NEWEST_PTX_MAJOR) {
        tw_text_addf(why, "PTX of version %u.x; the newest known here is %u.x", major, NEWEST_PTX_MAJOR);
        return CUDA_ERROR_UNSUPPORTED_PTX_VERSION;
    }
    at = skip_space(at + strspn(at, ".0123456789"));
    if (!begins(at, ".target")) return CUDA_SUCCESS;
    at = skip_space(at + strlen(".target"));
    if (!begins(at, "sm_")) return CUDA_SUCCESS;
    at = read_number(at + strlen("sm_"), &sm);
    if (runs_on(tw_provider.target->sm, sm, *at)) return CUDA_SUCCESS;
    bool suffix = *at == 'a' || *at == 'f';
    tw_text_addf(why, "PTX for sm_%u%.*s does not run on the simulated sm_%u", sm, suffix, at,
                 tw_provider.target->sm);
    return CUDA_ERROR_INVALID_PTX;
}

/* ---- fat binaries ---- */

/*
 * Little-endian; the wrapper is what compilers put into a program's data, the container what they put into files:
 *
 *     wrapper      magic 0x466243b1, version; pointer to the container; of version 2, of code that nvcc has linked, a pointer
 *                  to the list of the containers that went into the link, up to a NULL (fatbinary_section.h of CUDA)
 *     container    magic 0xba55ed50, u16 version 1, u16 bytes of this header, u64 bytes of the entries
 *     entry        u16 kind (1: PTX, 2: ELF), u16 version, u32 bytes of this header, u64 bytes of what follows it;
 *                  at 16 u32 bytes when packed, at 28 u32 architecture, at 40 u64 flags, at 56 u64 bytes when unpacked
 */
#define WRAPPER_MAGIC   0x466243b1u
#define LINKED_VERSION  2u
#define CONTAINER_MAGIC 0xba55ed50u
#define ENTRY_HEADER    64u
#define KIND_PTX        1u
#define FLAG_LZ4        0x2000u
#define FLAG_ZSTD       0x8000u

struct entry {
    unsigned kind, sm;
    uint64_t flags;
    const unsigned char *bytes;
    size_t length, packed, unpacked;
};

static uint64_t read_le(const unsigned char *at, unsigned bytes)
{
    uint64_t value = 0;
    while (bytes--) value = value << 8 | at[bytes];
    return value;
}

/* The entry at *at, which moves behind it. False: there is none that is whole. */
static bool next_entry(const unsigned char **at, const unsigned char *end, struct entry *entry)
{
    const unsigned char *begin = *at;
    size_t left = (size_t)(end - begin);
    if (left < ENTRY_HEADER) return false;
    uint64_t header = read_le(begin + 4, 4), length = read_le(begin + 8, 8);
    if (header < ENTRY_HEADER || header > left || length > left - header) return false;
    *entry = (struct entry){.kind = (unsigned)read_le(begin, 2),
                            .sm = (unsigned)read_le(begin + 28, 4),
                            .flags = read_le(begin + 40, 8),
                            .bytes = begin + header,
                            .length = (size_t)length,
                            .packed = (size_t)read_le(begin + 16, 4),
                            .unpacked = (size_t)read_le(begin + 56, 8)};
    *at = begin + header + length;
    return true;
}

typedef size_t zstd_decompress(void *to, size_t room, const void *from, size_t bytes);
typedef int lz4_decompress(const char *from, char *to, int bytes, int room);

/* Bytes that were written, or SIZE_MAX. The libraries are opened when they are needed: few programs need them. */
static size_t unpack(const struct entry *entry, char *to, struct tw_text *why)
{
    bool zstd = entry->flags & FLAG_ZSTD;
    const char *library = zstd ? "libzstd.so.1" : "liblz4.so.1";
    void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL), *symbol = NULL;
    size_t written = SIZE_MAX;
    if (handle) symbol = dlsym(handle, zstd ? "ZSTD_decompress" : "LZ4_decompress_safe");
    if (!symbol) {
        tw_text_addf(why, "the PTX in the fat binary is packed, and %s, which unpacks it, is not installed",
                     library);
    } else if (zstd) {
        zstd_decompress *decompress;
        memcpy(&decompress, &symbol, sizeof decompress);
        written = decompress(to, entry->unpacked, entry->bytes, entry->packed);
    } else {
        lz4_decompress *decompress;
        memcpy(&decompress, &symbol, sizeof decompress);
        int count = decompress((const char *)entry->bytes, to, (int)entry->packed, (int)entry->unpacked);
        written = count < 0 ? SIZE_MAX : (size_t)count;
    }
    if (handle) dlclose(handle);
    return written;
}

static CUresult add_unpacked(const struct entry *entry, struct tw_text *ptx, struct tw_text *why)
{
    bool sound = entry->packed <= entry->length && entry->packed <= INT_MAX && entry->unpacked &&
                 entry->unpacked <= MOST_TEXT;
    char *text = sound ? malloc(entry->unpacked) : NULL;
    if (sound && !text) return CUDA_ERROR_OUT_OF_MEMORY;
    size_t written = text ? unpack(entry, text, why) : SIZE_MAX;
    bool whole = written == entry->unpacked;
    if (whole) tw_text_add_bytes(ptx, text, written);
    if (!whole && !why->length) tw_text_add(why, "the packed PTX in the fat binary is damaged");
    free(text);
    return whole ? CUDA_SUCCESS : CUDA_ERROR_INVALID_IMAGE;
}

/* With NULs behind it, which are no part of the text. */
static CUresult add_text(const struct entry *entry, struct tw_text *ptx, struct tw_text *why)
{
    tw_text_clear(ptx);
    bool packed = entry->flags & (FLAG_LZ4 | FLAG_ZSTD);
    CUresult result = CUDA_SUCCESS;
    if (packed) {
        result = add_unpacked(entry, ptx, why);
    } else {
        tw_text_add_bytes(ptx, entry->bytes, entry->length);
    }
    ptx->length = strlen(tw_text_string(ptx));
    return ptx->failed ? CUDA_ERROR_OUT_OF_MEMORY : result;
}

/* Finds among the entries with PTX for an architecture below `below` the one for the newest; false: there is none. */
static bool newest_below(const unsigned char *at, const unsigned char *end, unsigned below,
                         struct entry *newest)
{
    struct entry entry;
    bool found = false;
    while (next_entry(&at, end, &entry)) {
        bool better = entry.kind == KIND_PTX && entry.sm < below && (!found || entry.sm >= newest->sm);
        if (better) *newest = entry;
        found |= better;
    }
    return found;
}

static CUresult open_container(const unsigned char *image, size_t length, struct tw_text *ptx,
                               struct tw_text *why)
{
    if (length < TW_CONTAINER_HEADER) return CUDA_ERROR_INVALID_IMAGE;
    uint64_t header = read_le(image + 6, 2), bytes = read_le(image + 8, 8);
    if (length != TW_IMAGE_LENGTH && (header > length || bytes > length - header)) {
        tw_text_add(why, "the fat binary is cut off");
        return CUDA_ERROR_INVALID_IMAGE;
    }
    const unsigned char *first = image + header, *end = first + bytes;
    struct entry entry = {0};
    struct tw_text unfit = {0};
    CUresult result = CUDA_ERROR_NO_BINARY_FOR_GPU;
    unsigned below = tw_provider.target->sm + 1;
    while (result && newest_below(first, end, below, &entry)) {
        result = add_text(&entry, ptx, why);
        if (result) break;
        result = check_head(tw_text_string(ptx), &unfit); /* sm_90a is no less than sm_90, and runs on less */
        below = entry.sm;
    }
    tw_text_free(&unfit);
    if (result && !why->length)
        tw_text_addf(
            why,
            "the fat binary holds no PTX that runs on the simulated sm_%u; machine code does not run here",
            tw_provider.target->sm);
    return result && result != CUDA_ERROR_INVALID_IMAGE && result != CUDA_ERROR_OUT_OF_MEMORY
               ? CUDA_ERROR_NO_BINARY_FOR_GPU
               : result;
}

/* ---- linked programs ---- */

static CUresult link_modules(const struct tw_text *modules, size_t count, struct tw_text *ptx,
                             struct tw_text *why)
{
    int code = tw_link_text(modules, count, ptx, why);
    return code == TW_OK       ? CUDA_SUCCESS
           : code == TW_MEMORY ? CUDA_ERROR_OUT_OF_MEMORY
                               : CUDA_ERROR_INVALID_PTX;
}

/* What nvcc linked is machine code; what it linked is there too, with its PTX, and is linked anew. Only the device runtime,
   libcudadevrt.a, has no PTX. */
static CUresult link_parts(const unsigned char *const *parts, struct tw_text *ptx, struct tw_text *why)
{
    size_t count = 0, whole = 0;
    CUresult result = CUDA_SUCCESS;
    while (parts[count]) count++;
    struct tw_text *modules = calloc(count + 1, sizeof *modules);
    if (!modules) return CUDA_ERROR_OUT_OF_MEMORY;
    for (size_t i = 0; i < count && !result; i++) {
        struct tw_text unfit = {0};
        result = open_container(parts[i], TW_IMAGE_LENGTH, &modules[whole], &unfit);
        if (!result) whole++;
        if (result == CUDA_ERROR_NO_BINARY_FOR_GPU) result = CUDA_SUCCESS;
        if (result) tw_text_add(why, tw_text_string(&unfit));
        tw_text_free(&unfit);
    }
    if (!result && whole && whole < count) tw_library_add_runtime(&modules[whole]);
    if (!result && !whole) result = CUDA_ERROR_NO_BINARY_FOR_GPU;
    if (!result) result = link_modules(modules, whole + (whole < count), ptx, why);
    for (size_t i = 0; i <= count; i++) tw_text_free(&modules[i]);
    free(modules);
    return result;
}

/* `at`: of the wrapper. */
static CUresult open_wrapper(const unsigned char *at, struct tw_text *ptx, struct tw_text *why)
{
    const unsigned char *container, *const *parts;
    memcpy(&container, at + 8, sizeof container);
    memcpy(&parts, at + 16, sizeof parts);
    if (!container || read_le(container, 4) != CONTAINER_MAGIC) {
        tw_text_add(why, "the wrapper of a fat binary that points to none");
        return CUDA_ERROR_INVALID_IMAGE;
    }
    CUresult result = open_container(container, TW_IMAGE_LENGTH, ptx, why);
    if (result != CUDA_ERROR_NO_BINARY_FOR_GPU || read_le(at + 4, 4) != LINKED_VERSION || !parts)
        return result;
    struct tw_text other = {0};
    result = link_parts(parts, ptx, &other);
    if (result != CUDA_ERROR_NO_BINARY_FOR_GPU) {
        tw_text_clear(why);
        tw_text_add(why, tw_text_string(&other));
    }
    tw_text_free(&other);
    return result;
}

/* ---- images ---- */

uint64_t tw_image_container_bytes(const void *image)
{
    const unsigned char *at = image;
    uint64_t bytes = read_le(at + 8, 8), header = read_le(at + 6, 2);
    return read_le(at, 4) == CONTAINER_MAGIC && bytes <= UINT64_MAX - header ? header + bytes : 0;
}

CUresult tw_image_ptx(const void *image, size_t length, struct tw_text *ptx, struct tw_text *why)
{
    const unsigned char *bytes = image;
    size_t known = length == TW_IMAGE_LENGTH ? strnlen(image, 4) : length;
    uint32_t magic = known >= 4 ? (uint32_t)read_le(bytes, 4) : 0;
    if (magic == WRAPPER_MAGIC && length == TW_IMAGE_LENGTH) return open_wrapper(bytes, ptx, why);
    if (magic == CONTAINER_MAGIC) return open_container(bytes, length, ptx, why);
    if (known >= 4 && memcmp(bytes,
                             "\x7f"
                             "ELF",
                             4) == 0) {
        tw_text_add(why, "the image is a cubin: machine code; the simulator runs PTX");
        return CUDA_ERROR_NO_BINARY_FOR_GPU;
    }
    CUresult result = check_head(image, why);
    if (!result) tw_text_add(ptx, image);
    return !result && ptx->failed ? CUDA_ERROR_OUT_OF_MEMORY : result;
}
