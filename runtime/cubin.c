/* Finds the register counts in a cubin, which is an ELF file; nothing outside the bytes given is read. */
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

static bool has_name(const unsigned char *file, const Elf64_Shdr *names, const Elf64_Shdr *section,
                     const char *name)
{
    size_t length = strlen(name) + 1;
    return inside(names->sh_size, section->sh_name, length) &&
           memcmp(file + names->sh_offset + section->sh_name, name, length) == 0;
}

unsigned tw_cubin_registers(const void *cubin, size_t bytes)
{
    const unsigned char *file = cubin;
    Elf64_Ehdr header;
    Elf64_Shdr names, section;
    if (bytes < sizeof header) return 0;
    memcpy(&header, file, sizeof header);
    bool is_elf = memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 && header.e_shentsize == sizeof section;
    if (!is_elf || !read_section(file, bytes, &header, header.e_shstrndx, &names)) return 0;
    for (unsigned i = 0; i < header.e_shnum; i++) {
        if (!read_section(file, bytes, &header, i, &section)) return 0;
        if (has_name(file, &names, &section, ".nv.info"))
            return read_info(file + section.sh_offset, section.sh_size);
    }
    return 0;
}
