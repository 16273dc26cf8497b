/* Reads a cubin, which is an ELF file: register counts, accesses of the machine code. Nothing outside the bytes given is read. */
#include "runtime/cubin.h"

#include <elf.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/*
 * A cubin is a 64-bit ELF file. Its section .nv.info is a row of attributes:
 *
 *     byte 0    1          2-3            4...
 *     format    attribute  size of data   data      (format 4: the size is there; others hold 2 bytes in its place)
 *
 * Attribute 0x2f has a function's symbol and its registers as data (`cuobjdump -elf` calls it EIATTR_REGCOUNT).
 */
#define FORMAT_SIZED  4u
#define ATTR_REGCOUNT 0x2fu

static bool inside(size_t bytes, uint64_t offset, uint64_t count)
{
    return offset <= bytes && count <= bytes - offset;
}

static unsigned read_info(const unsigned char *info, size_t bytes)
{
    unsigned most = 0;
    for (size_t at = 0; bytes - at >= 4;) {
        unsigned format = info[at], attribute = info[at + 1];
        size_t size = format == FORMAT_SIZED ? (size_t)info[at + 2] | (size_t)info[at + 3] << 8 : 0;
        if (size > bytes - at - 4) break;
        uint32_t registers = 0;
        if (attribute == ATTR_REGCOUNT && size >= 8) memcpy(&registers, info + at + 8, sizeof registers);
        if (registers > most) most = registers;
        at += 4 + size;
    }
    return most;
}

static bool read_section(const unsigned char *file, size_t bytes, const Elf64_Ehdr *header, unsigned number,
                         Elf64_Shdr *section)
{
    uint64_t offset = header->e_shoff + (uint64_t)number * sizeof *section;
    if (header->e_shoff > bytes || !inside(bytes, offset, sizeof *section)) return false;
    memcpy(section, file + offset, sizeof *section);
    return section->sh_type == SHT_NOBITS || inside(bytes, section->sh_offset, section->sh_size);
}

/* The name is that; or begins so, where that ends in '.'. */
static bool has_name(const unsigned char *file, const Elf64_Shdr *names, const Elf64_Shdr *section,
                     const char *name)
{
    size_t length = strlen(name);
    if (name[length - 1] != '.') length++;
    return inside(names->sh_size, section->sh_name, length) &&
           memcmp(file + names->sh_offset + section->sh_name, name, length) == 0;
}

/* Calls `take` with each section of that name, or, for names that end in '.', of those that begin so. */
static void each_section(const void *cubin, size_t bytes, const char *name,
                         void (*take)(const unsigned char *section, size_t bytes, void *context),
                         void *context)
{
    const unsigned char *file = cubin;
    Elf64_Ehdr header;
    Elf64_Shdr names, section;
    if (bytes < sizeof header) return;
    memcpy(&header, file, sizeof header);
    bool is_elf = memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 && header.e_shentsize == sizeof section;
    if (!is_elf || !read_section(file, bytes, &header, header.e_shstrndx, &names)) return;
    for (unsigned i = 0; i < header.e_shnum; i++) {
        if (!read_section(file, bytes, &header, i, &section)) return;
        if (section.sh_type != SHT_NOBITS && has_name(file, &names, &section, name))
            take(file + section.sh_offset, section.sh_size, context);
    }
}

static void take_info(const unsigned char *info, size_t bytes, void *most)
{
    *(unsigned *)most = read_info(info, bytes);
}

unsigned tw_cubin_registers(const void *cubin, size_t bytes)
{
    unsigned most = 0;
    each_section(cubin, bytes, ".nv.info", take_info, &most);
    return most;
}

/*
 * Machine code of compute capability 7.0 to 12.0: instructions of 16 bytes, of which these bits say what is looked for here (as
 * read off what nvdisasm prints of kernels made for it):
 *
 *     0-8      what it does: LDG 0x181, LDS 0x184, STG 0x186, STS 0x188 (9-11: the form of its operands)
 *     73-75    bytes of each lane: U8, S8, U16, S16, 32, 64, 128 bits
 */
#define INSTRUCTION 16u

static const struct {
    unsigned code;
    enum tw_site_kind kind;
} accesses[] = {{0x181, TW_SITE_GLOBAL_LOAD},
                {0x184, TW_SITE_SHARED_LOAD},
                {0x186, TW_SITE_GLOBAL_STORE},
                {0x188, TW_SITE_SHARED_STORE}};

static void take_code(const unsigned char *code, size_t bytes, void *context)
{
    static const unsigned char log2_bytes[] = {0, 0, 1, 1, 2, 3, 4, 4};
    struct tw_sites *sites = context;
    for (size_t at = 0; bytes - at >= INSTRUCTION; at += INSTRUCTION) {
        unsigned what = (code[at] | (unsigned)code[at + 1] << 8) & 0x1FFu, size = code[at + 9] >> 1 & 7u;
        for (size_t i = 0; i < sizeof accesses / sizeof *accesses; i++)
            sites->count[accesses[i].kind][log2_bytes[size]] += what == accesses[i].code;
    }
}

void tw_cubin_sites(const void *cubin, size_t bytes, struct tw_sites *sites)
{
    *sites = (struct tw_sites){0};
    each_section(cubin, bytes, ".text.", take_code, sites);
}
