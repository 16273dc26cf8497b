/* Objects and archives: the sections of ELF that hold fat binaries, and the members of an archive. See library.h. */
#include "sim/driver/module/library.h"

#include <stdlib.h>
#include <string.h>

#include "sim/driver/module/image.h"

#define RUNTIME_MEMBER "cuda_device_runtime.o" /* of libcudadevrt.a */

/* ---- fat binaries in sections ---- */

/* 64-bit ELF, little-endian: the offsets of what is read of it. */
#define ELF_MACHINE 18u
#define ELF_SECTIONS                                                                                         \
    40u /* u64 offset; u16 size of one at 58, u16 number at 60, u16 that of the names at 62 */
#define ELF_HEADER     64u
#define SECTION_HEADER 64u /* u32 name, u64 offset at 24, u64 bytes at 32 */
#define MACHINE_CUDA   190u
#define ARCHIVE        "!<arch>\n"
#define ARCHIVE_HEADER 60u /* name 16 bytes, the length in decimal at 48, 10 bytes */

struct bytes {
    const unsigned char *at;
    size_t length;
};

struct walk {
    CUresult (*add)(void *user, const struct tw_text *ptx);
    void *user;
    struct tw_text *why;
    size_t added, fat; /* modules of PTX; fat binaries */
};

static uint64_t number(struct bytes data, uint64_t offset, unsigned count)
{
    uint64_t value = 0;
    if (offset > data.length || count > data.length - offset) return 0;
    while (count--) value = value << 8 | data.at[offset + count];
    return value;
}

static struct bytes part(struct bytes data, uint64_t offset, uint64_t length)
{
    bool inside = offset <= data.length && length <= data.length - offset;
    return inside ? (struct bytes){data.at + offset, (size_t)length} : (struct bytes){data.at, 0};
}

static bool is_object(struct bytes data)
{
    bool elf = data.length >= ELF_HEADER && memcmp(data.at,
                                                   "\x7f"
                                                   "ELF\2\1",
                                                   6) == 0;
    return elf && number(data, ELF_MACHINE, 2) != MACHINE_CUDA;
}

/* One behind the other, each at a multiple of 8 bytes. */
static CUresult walk_section(struct walk *walk, struct bytes section)
{
    CUresult result = CUDA_SUCCESS;
    for (uint64_t at = 0; !result && at + TW_CONTAINER_HEADER <= section.length;) {
        uint64_t bytes = tw_image_container_bytes(section.at + at);
        struct tw_text ptx = {0}, why = {0};
        if (!bytes || bytes > section.length - at) break;
        walk->fat++;
        result = tw_image_ptx(section.at + at, (size_t)bytes, &ptx, &why);
        if (!result) {
            result = walk->add(walk->user, &ptx);
            walk->added++;
        } else if (result == CUDA_ERROR_NO_BINARY_FOR_GPU) {
            result = CUDA_SUCCESS;
        } else {
            tw_text_add(walk->why, tw_text_string(&why));
        }
        tw_text_free(&ptx);
        tw_text_free(&why);
        at = (at + bytes + 7) & ~(uint64_t)7;
    }
    return result;
}

static bool is_named(struct bytes names, uint64_t offset, const char *name)
{
    struct bytes found = part(names, offset, strlen(name) + 1);
    return found.length && memcmp(found.at, name, found.length) == 0;
}

static CUresult walk_object(struct walk *walk, struct bytes object)
{
    uint64_t first = number(object, ELF_SECTIONS, 8), size = number(object, ELF_SECTIONS + 18, 2),
             count = number(object, ELF_SECTIONS + 20, 2), last = number(object, ELF_SECTIONS + 22, 2);
    if (first > object.length || size < SECTION_HEADER) return CUDA_SUCCESS;
    uint64_t at = first + last * size;
    struct bytes names = part(object, number(object, at + 24, 8), number(object, at + 32, 8));
    CUresult result = CUDA_SUCCESS;
    for (uint64_t i = 0; !result && i < count; i++) {
        at = first + i * size;
        uint64_t name = number(object, at, 4);
        if (is_named(names, name, ".nv_fatbin") || is_named(names, name, "__nv_relfatbin"))
            result = walk_section(walk, part(object, number(object, at + 24, 8), number(object, at + 32, 8)));
    }
    return result;
}

/* Members begin at even offsets. The device runtime is known by the name of its object, which stands among the long names. */
static CUresult walk_archive(struct walk *walk, struct bytes archive, bool *is_runtime)
{
    CUresult result = CUDA_SUCCESS;
    for (uint64_t at = strlen(ARCHIVE); !result && at + ARCHIVE_HEADER <= archive.length;) {
        char digits[11] = "";
        memcpy(digits, archive.at + at + 48, 10);
        uint64_t length = strtoull(digits, NULL, 10);
        struct bytes member = part(archive, at + ARCHIVE_HEADER, length);
        if (is_object(member)) result = walk_object(walk, member);
        bool names = archive.at[at] == '/' && archive.at[at + 1] == '/';
        if (names && member.length >= strlen(RUNTIME_MEMBER))
            *is_runtime = memcmp(member.at, RUNTIME_MEMBER, strlen(RUNTIME_MEMBER)) == 0;
        if (member.length != length) break;
        at += ARCHIVE_HEADER + length + (length & 1);
    }
    return result;
}

/* ---- the whole ---- */

static bool is_archive(struct bytes data)
{
    return data.length >= strlen(ARCHIVE) && memcmp(data.at, ARCHIVE, strlen(ARCHIVE)) == 0;
}

bool tw_library_is(const void *data, size_t length)
{
    struct bytes bytes = {data, length};
    return is_archive(bytes) || is_object(bytes);
}

static CUresult add_runtime(struct walk *walk)
{
    struct tw_text text = {0};
    tw_library_add_runtime(&text);
    CUresult result = text.failed ? CUDA_ERROR_OUT_OF_MEMORY : walk->add(walk->user, &text);
    tw_text_free(&text);
    return result;
}

CUresult tw_library_each(const void *data, size_t length,
                         CUresult (*add)(void *user, const struct tw_text *ptx), void *user,
                         struct tw_text *why)
{
    struct bytes bytes = {data, length};
    struct walk walk = {.add = add, .user = user, .why = why};
    bool is_runtime = false;
    CUresult result = is_archive(bytes) ? walk_archive(&walk, bytes, &is_runtime) : walk_object(&walk, bytes);
    if (result || walk.added) return result;
    if (is_runtime) return add_runtime(&walk);
    tw_text_addf(why, "%s holds no PTX that runs on the simulated sm_%u; machine code does not run here",
                 is_archive(bytes) ? "the archive" : "the object", tw_provider.target->sm);
    return CUDA_ERROR_NO_BINARY_FOR_GPU;
}
