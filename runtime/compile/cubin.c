/* Reads a cubin, which is an ELF file: register counts, the machine code, the PTX that it was made of. Nothing outside the bytes
   given is read. */
#include "runtime/compile/cubin.h"

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

/* A section's bytes, and what its name has behind that which was asked for. */
struct section {
    const unsigned char *bytes;
    size_t count;
    const char *rest;
};

/* Calls `take` with each section of that name, or, for names that end in '.', of those that begin so. */
static void each_section(const void *cubin, size_t bytes, const char *name,
                         void (*take)(const struct section *section, void *context), void *context)
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
        if (section.sh_type == SHT_NOBITS || !has_name(file, &names, &section, name)) continue;
        const char *rest = (const char *)file + names.sh_offset + section.sh_name + strlen(name);
        if (memchr(rest, '\0', names.sh_size - section.sh_name - strlen(name)))
            take(&(struct section){file + section.sh_offset, section.sh_size, rest}, context);
    }
}

static void take_section(const struct section *section, void *context)
{
    *(struct section *)context = *section;
}

/* Whether the symbol of that number is called so. */
static bool is_symbol(const struct section *symbols, const struct section *strings, uint64_t number,
                      const char *name)
{
    Elf64_Sym symbol;
    const size_t length = strlen(name) + 1;
    if (number > symbols->count || !inside(symbols->count, number * sizeof symbol, sizeof symbol))
        return false;
    memcpy(&symbol, symbols->bytes + number * sizeof symbol, sizeof symbol);
    return inside(strings->count, symbol.st_name, length) &&
           memcmp(strings->bytes + symbol.st_name, name, length) == 0;
}

/* The registers of one function. */
struct registers {
    struct section symbols, strings;
    const char *function;
    unsigned count;
};

static void take_info(const struct section *info, void *context)
{
    struct registers *registers = context;
    for (size_t at = 0; info->count - at >= 4;) {
        const unsigned char *item = info->bytes + at;
        size_t size = item[0] == FORMAT_SIZED ? (size_t)item[2] | (size_t)item[3] << 8 : 0;
        if (size > info->count - at - 4) break;
        uint32_t data[2] = {0}; /* the symbol's number, the registers */
        if (item[1] == ATTR_REGCOUNT && size >= sizeof data) memcpy(data, item + 4, sizeof data);
        if (data[1] && is_symbol(&registers->symbols, &registers->strings, data[0], registers->function))
            registers->count = data[1];
        at += 4 + size;
    }
}

unsigned tw_cubin_registers(const void *cubin, size_t bytes, const char *function)
{
    struct registers registers = {.function = function};
    each_section(cubin, bytes, ".symtab", take_section, &registers.symbols);
    each_section(cubin, bytes, ".strtab", take_section, &registers.strings);
    each_section(cubin, bytes, ".nv.info", take_info, &registers);
    return registers.count;
}

/* ---- which line of the PTX ---- */

/*
 * Section .nv_debug_line_sass is a line table as DWARF 2 has them (DWARF 2.0.0, 6.2), whose lines are those of the PTX. The address
 * at which the rows of a function begin is a relocation (.rela.nv_debug_line_sass, or .rel before 9.0) by the function's symbol.
 */
struct table {
    const struct section *relocations, *symbols, *strings;
    size_t each; /* bytes of a relocation */
    const char *function;
    uint32_t pc;
    bool ours;     /* the rows are of that function */
    unsigned line; /* of the last row at or before pc; 0: none yet */
};

struct bytes {
    const unsigned char *at, *end;
};

static unsigned take_byte(struct bytes *bytes)
{
    return bytes->at < bytes->end ? *bytes->at++ : 0;
}

static uint64_t take_number(struct bytes *bytes, unsigned count)
{
    uint64_t number = 0;
    for (unsigned i = 0; i < count; i++) number |= (uint64_t)take_byte(bytes) << 8 * i;
    return number;
}

/* LEB128; bits beyond 64 are lost. */
static int64_t take_leb(struct bytes *bytes, bool is_signed)
{
    uint64_t number = 0;
    unsigned shift = 0, byte = 0x80;
    for (; byte & 0x80 && bytes->at < bytes->end; shift += 7) {
        byte = take_byte(bytes);
        if (shift < 64) number |= (uint64_t)(byte & 0x7F) << shift;
    }
    if (is_signed && byte & 0x40 && shift < 64) number |= ~(uint64_t)0 << shift;
    return (int64_t)number;
}

/* Is the address at that offset of the table one of the function? */
static bool is_ours(const struct table *table, uint64_t offset)
{
    Elf64_Rel relocation; /* as one of the other kind begins */
    for (size_t at = 0; table->relocations->count - at >= table->each; at += table->each) {
        memcpy(&relocation, table->relocations->bytes + at, sizeof relocation);
        if (relocation.r_offset == offset)
            return is_symbol(table->symbols, table->strings, ELF64_R_SYM(relocation.r_info), table->function);
    }
    return false;
}

/* The numbers of DWARF's standard opcodes, and of the extended ones behind a 0. */
enum { COPY = 1, ADVANCE_PC, ADVANCE_LINE, SET_FILE, SET_COLUMN, CONST_ADD_PC = 8, FIXED_ADVANCE_PC = 9 };
enum { END_SEQUENCE = 1, SET_ADDRESS = 2 };

/* What the header of a unit says of its opcodes. */
struct opcodes {
    unsigned least, range, first;
    int base;
    const unsigned char *operands; /* of standard opcode i + 1: how many */
};

struct row {
    uint64_t address;
    int64_t line;
};

static void add_row(struct table *table, const struct row *row)
{
    if (table->ours && row->address <= table->pc && row->line > 0 && row->line <= UINT32_MAX)
        table->line = (unsigned)row->line;
}

static void run_extended(struct table *table, const unsigned char *start, struct bytes *program,
                         struct row *row)
{
    uint64_t size = (uint64_t)take_leb(program, false);
    if (size > (size_t)(program->end - program->at)) size = (size_t)(program->end - program->at);
    struct bytes operand = {program->at, program->at + size};
    unsigned opcode = take_byte(&operand);
    program->at += size;
    if (opcode == END_SEQUENCE) table->ours = false;
    if (opcode == SET_ADDRESS) table->ours = is_ours(table, (uint64_t)(operand.at - start));
    if (opcode == SET_ADDRESS || opcode == END_SEQUENCE)
        *row = (struct row){0, opcode == SET_ADDRESS ? row->line : 1};
}

static void run_standard(const struct opcodes *opcodes, unsigned opcode, struct bytes *program,
                         struct row *row)
{
    if (opcode == ADVANCE_PC)
        row->address += (uint64_t)take_leb(program, false) * opcodes->least;
    else if (opcode == ADVANCE_LINE)
        row->line += take_leb(program, true);
    else if (opcode == CONST_ADD_PC)
        row->address += (255 - opcodes->first) / opcodes->range * opcodes->least;
    else if (opcode == FIXED_ADVANCE_PC)
        row->address += take_number(program, 2);
    else
        for (unsigned i = opcodes->operands[opcode - 1]; i > 0; i--) take_leb(program, false);
}

static void run_unit(struct table *table, const unsigned char *start, const struct opcodes *opcodes,
                     struct bytes program)
{
    struct row row = {0, 1};
    while (program.at < program.end) {
        unsigned opcode = take_byte(&program);
        if (!opcode) {
            run_extended(table, start, &program, &row);
        } else if (opcode >= opcodes->first) {
            row.address += (opcode - opcodes->first) / opcodes->range * opcodes->least;
            row.line += opcodes->base + (int)((opcode - opcodes->first) % opcodes->range);
            add_row(table, &row);
        } else {
            if (opcode == COPY) add_row(table, &row);
            run_standard(opcodes, opcode, &program, &row);
        }
    }
}

static void take_table(const struct section *section, void *context)
{
    const unsigned char *at = section->bytes, *end = at + section->count;
    while (end - at >= 16) {
        struct bytes header = {at, end};
        uint64_t size = take_number(&header, 4), version = take_number(&header, 2),
                 skipped = take_number(&header, 4);
        struct opcodes opcodes = {.least = take_byte(&header)};
        take_byte(&header); /* whether rows begin statements */
        opcodes.base = (int8_t)take_byte(&header);
        opcodes.range = take_byte(&header);
        opcodes.first = take_byte(&header);
        opcodes.operands = header.at;
        bool fits = size >= 12 && size <= (size_t)(end - at - 4) && skipped <= size - 6 && opcodes.first &&
                    opcodes.first - 1u <= size - 12;
        if (!fits || version != 2 || !opcodes.range) return;
        run_unit(context, section->bytes, &opcodes, (struct bytes){at + 10 + skipped, at + 4 + size});
        at += 4 + size;
    }
}

unsigned tw_cubin_ptx_line(const void *cubin, size_t bytes, const char *function, uint32_t pc)
{
    struct section relocations = {0}, symbols = {0}, strings = {0};
    struct table table = {&relocations, &symbols, &strings, sizeof(Elf64_Rela), function, pc, false, 0};
    each_section(cubin, bytes, ".rela.nv_debug_line_sass", take_section, &relocations);
    if (!relocations.count) table.each = sizeof(Elf64_Rel);
    if (!relocations.count) each_section(cubin, bytes, ".rel.nv_debug_line_sass", take_section, &relocations);
    each_section(cubin, bytes, ".symtab", take_section, &symbols);
    each_section(cubin, bytes, ".strtab", take_section, &strings);
    each_section(cubin, bytes, ".nv_debug_line_sass", take_table, &table);
    return table.line;
}

/* ---- machine code ---- */

/*
 * Machine code of compute capability 7.0 to 12.0: instructions of 16 bytes, of which these bits say what is looked for here (as
 * read off what nvdisasm prints of kernels made for it):
 *
 *     0-8      what it does: LDG 0x181, LDS 0x184, STG 0x186, STS 0x188, BRA 0x147, EXIT 0x14d (9-11: the form of its operands)
 *     12-15    the predicate that it is under; 7: none
 *     73-75    bytes of each lane: U8, S8, U16, S16, 32, 64, 128 bits
 *     87-90    a branch's own predicate; 7: none
 *     34-81    where to, from the next instruction on, in units of 4 bytes; from 9.0 on bits 16-23 are its lowest
 */
#define INSTRUCTION 16u
#define BRANCH      0x147u
#define EXIT        0x14Du

static const struct {
    unsigned code;
    enum tw_site_kind kind;
} accesses[] = {{0x181, TW_SITE_GLOBAL_LOAD},
                {0x184, TW_SITE_SHARED_LOAD},
                {0x186, TW_SITE_GLOBAL_STORE},
                {0x188, TW_SITE_SHARED_STORE}};

/* Bits of an instruction, 64 at most. */
static uint64_t bits_of(const unsigned char *code, unsigned from, unsigned count)
{
    uint64_t bits = 0;
    for (unsigned i = 0; i < count; i++) bits |= (uint64_t)(code[(from + i) / 8] >> (from + i) % 8 & 1u) << i;
    return bits;
}

/* The architecture, in the file's flags: their second byte, or in older files, of version 7 and before, the first. */
static unsigned architecture(const unsigned char *file)
{
    Elf64_Ehdr header;
    memcpy(&header, file, sizeof header);
    return header.e_flags >> (header.e_ident[EI_ABIVERSION] >= 8 ? 8 : 0) & 0xFFu;
}

struct walk {
    const void *cubin;
    size_t bytes;
    tw_take_instruction *take;
    void *context;
};

static uint32_t target_of(const unsigned char *code, uint32_t pc, unsigned sm)
{
    uint64_t low = sm >= 90 ? bits_of(code, 16, 8) : 0, high = bits_of(code, 34, 32);
    return pc + INSTRUCTION + 4 * (uint32_t)(sm >= 90 ? high << 8 | low : high);
}

static void take_code(const struct section *section, void *context)
{
    static const unsigned char log2_bytes[] = {0, 0, 1, 1, 2, 3, 4, 4};
    const struct walk *walk = context;
    unsigned sm = architecture(walk->cubin);
    for (size_t at = 0; section->count - at >= INSTRUCTION; at += INSTRUCTION) {
        const unsigned char *code = section->bytes + at;
        unsigned what = (unsigned)bits_of(code, 0, 9);
        struct tw_machine_instruction found = {.function = section->rest, .pc = (uint32_t)at};
        found.conditional = bits_of(code, 12, 4) != 7;
        for (size_t i = 0; i < sizeof accesses / sizeof *accesses; i++) {
            if (what != accesses[i].code) continue;
            found.is_access = true;
            found.kind = accesses[i].kind;
            found.log2_bytes = log2_bytes[bits_of(code, 73, 3)];
        }
        found.is_branch = what == BRANCH || what == EXIT;
        found.is_exit = what == EXIT;
        if (what == BRANCH) found.target = target_of(code, found.pc, sm);
        if (what == BRANCH) found.conditional |= bits_of(code, 87, 4) != 7;
        if (what == EXIT) found.target = (uint32_t)section->count;
        if (found.is_access || found.is_branch) walk->take(&found, walk->context);
    }
}

void tw_cubin_instructions(const void *cubin, size_t bytes, tw_take_instruction *take, void *context)
{
    struct walk walk = {cubin, bytes, take, context};
    each_section(cubin, bytes, ".text.", take_code, &walk);
}

static void count_site(const struct tw_machine_instruction *instruction, void *context)
{
    struct tw_sites *sites = context;
    if (instruction->is_access) sites->count[instruction->kind][instruction->log2_bytes]++;
}

void tw_cubin_sites(const void *cubin, size_t bytes, struct tw_sites *sites)
{
    *sites = (struct tw_sites){0};
    tw_cubin_instructions(cubin, bytes, count_site, sites);
}
