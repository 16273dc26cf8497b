/*
 * Sums of mma and wgmma that round, against those of an H200 (sim/tests/data/h200-matrix-sums.csv and h200-wgmma-sums.csv, recorded by
 * sim/tests/matrix_sums.py and wgmma_sums.py): the first column of each product, of mma 16 rows to a launch; of wgmma, whose
 * layouts test_wgmma.c looks at, the rule alone.
 */
#include "sim/exec/numbers/matrix_sums.h"
#include "sim/tests/machine.h"

struct sums {
    unsigned rows, depth, bits; /* rows read so far; bits of an element of A and B */
    bool half;
    uint32_t a[16][32], b[32], c[16], d[16];
};

static unsigned read_words(char *text, uint32_t *words)
{
    unsigned count = 0;
    for (char *word; (word = strsep(&text, " "));) words[count++] = (uint32_t)strtoul(word, NULL, 16);
    return count;
}

/* As many elements as fit a register of 32 bits: element e of register r of a lane's part of A or B, PTX ISA's figures. */
static uint32_t pack(const uint32_t *elements, unsigned first, unsigned bits)
{
    uint32_t word = 0;
    for (unsigned e = 0; e < 32 / bits; e++) word |= elements[first + e] << (bits * e % 32);
    return word;
}

/* The registers of A, B and C, 32 words each; how many there are. */
static unsigned registers_of(const struct sums *sums, uint32_t words[10][32])
{
    unsigned e = 32 / sums->bits, deep = sums->depth / (4 * e), at = 0;
    for (unsigned r = 0; r < 2 * deep; r++, at++) {
        for (unsigned lane = 0; lane < 32; lane++)
            words[at][lane] = pack(sums->a[lane / 4 + r % 2 * 8], r / 2 * 4 * e + lane % 4 * e, sums->bits);
    }
    for (unsigned r = 0; r < deep; r++, at++) { /* column 0 only: the first four lanes */
        for (unsigned lane = 0; lane < 4; lane++)
            words[at][lane] = pack(sums->b, r * 4 * e + lane * e, sums->bits);
    }
    for (unsigned r = 0; r < (sums->half ? 2u : 4u); r++, at++) {
        for (unsigned row = 0; row < 8; row++) {
            unsigned upper = sums->half ? r : r / 2;
            if (sums->half || r % 2 == 0) words[at][row * 4] = sums->c[row + 8 * upper];
        }
    }
    return at;
}

static void add_list(struct tw_text *text, unsigned first, unsigned count)
{
    for (unsigned i = 0; i < count; i++) tw_text_addf(text, "%s%%r%u", i ? ", " : "{", first + i);
    tw_text_add(text, "}");
}

static void add_kernel(struct tw_text *text, const char *form, const struct sums *sums, unsigned registers)
{
    const char *types = strchr(form, '.');
    unsigned c = sums->half ? 2 : 4, deep = sums->depth * sums->bits / 128;
    tw_text_add(text,
                KERNEL_HEAD "mul.wide.u32 %d1, %t, 4;\nadd.u64 %d2, %d1, %out;\nadd.u64 %d1, %d1, %in;\n");
    for (unsigned i = 0; i < registers; i++)
        tw_text_addf(text, "ld.global.u32 %%r%u, [%%d1+%u];\n", i, 128 * i);
    tw_text_addf(text, "mma.sync.aligned.%.*s.row.col%s ", (int)(types - form), form, types);
    add_list(text, 16, c);
    tw_text_add(text, ", ");
    add_list(text, 0, 2 * deep);
    tw_text_add(text, ", ");
    add_list(text, 2 * deep, deep);
    tw_text_add(text, ", ");
    add_list(text, 3 * deep, c);
    tw_text_add(text, ";\n");
    for (unsigned i = 0; i < c; i++) tw_text_addf(text, "st.global.u32 [%%d2+%u], %%r%u;\n", 128 * i, 16 + i);
    tw_text_add(text, KERNEL_TAIL);
}

/* The number of rows whose sum is another. */
static unsigned compare(const char *form, const struct sums *sums)
{
    uint32_t words[10][32] = {{0}};
    struct tw_text text = {0};
    struct run run = {0};
    unsigned wrong = 0;
    add_kernel(&text, form, sums, registers_of(sums, words));
    run_kernel(&run, tw_text_string(&text), words, sizeof words);
    if (run.code) fail_msg("%s: %s", form, run.error.message);
    for (unsigned row = 0; row < 16; row++) {
        uint32_t d = run_out(&run)[row / 8 * (sums->half ? 32 : 64) + row % 8 * 4];
        if (sums->half) d &= 0xFFFF;
        if (d == sums->d[row]) continue;
        printf("%s, row %u: %x, not %x\n", form, row, d, sums->d[row]);
        wrong++;
    }
    tw_text_free(&text);
    run_free(&run);
    return wrong;
}

static unsigned bits_of(const char *form)
{
    return strstr(form, "tf32") ? 32 : strstr(form, "e4m3") || strstr(form, "e5m2") ? 8 : 16;
}

static FILE *open_record(const char *path)
{
    FILE *file = fopen(path, "r");
    char head[64];
    assert_non_null(file);
    assert_non_null(fgets(head, sizeof head, file));
    return file;
}

/* One line, which becomes the last row; the form, or NULL at the end of the file. */
static const char *read_row(FILE *file, struct sums *sums)
{
    static char line[2048];
    if (!fgets(line, sizeof line, file)) return NULL;
    char *rest = line, *form = strsep(&rest, ",");
    strsep(&rest, ",");
    sums->depth = read_words(strsep(&rest, ","), sums->a[sums->rows]);
    assert_int_equal(read_words(strsep(&rest, ","), sums->b), sums->depth);
    sums->c[sums->rows] = (uint32_t)strtoul(strsep(&rest, ","), NULL, 16);
    sums->d[sums->rows] = (uint32_t)strtoul(rest, NULL, 16);
    sums->bits = bits_of(form);
    sums->half = strncmp(strchr(form, '.'), ".f16.", 5) == 0;
    sums->rows++;
    return form;
}

static void sums_are_those_of_the_hardware(void **state)
{
    (void)state;
    FILE *file = open_record(SOURCE_DIR "/sim/tests/data/h200-matrix-sums.csv");
    static struct sums sums;
    unsigned launches = 0, wrong = 0;
    for (const char *form; (form = read_row(file, &sums));) {
        if (sums.rows < 16) continue;
        wrong += compare(form, &sums);
        sums.rows = 0;
        launches++;
    }
    fclose(file);
    assert_int_equal(wrong, 0);
    assert_true(launches >= 64);
}

/* The format that word `i` behind the shape names, "m64n8k32.f32.e4m3.e5m2". */
static const struct tw_matrix_format *format_of(const char *form, unsigned i)
{
    static const char *const names[] = {"f16", "bf16", "tf32", "f64", "s8", "u8", "e4m3", "e5m2"};
    char copy[64], *rest = copy, *word = NULL;
    unsigned which = 0;
    snprintf(copy, sizeof copy, "%s", form);
    for (i += 2; i; i--) word = strsep(&rest, ".");
    while (strcmp(names[which], word) != 0) which++;
    return tw_matrix_format(which);
}

static void sums_of_warpgroups_are_those_of_the_hardware(void **state)
{
    (void)state;
    FILE *file = open_record(SOURCE_DIR "/sim/tests/data/h200-wgmma-sums.csv");
    static struct sums sums;
    unsigned rows = 0, wrong = 0;
    for (const char *form; (form = read_row(file, &sums)); sums.rows = 0, rows++) {
        const enum tw_ptx_type type = strstr(form, ".f32.") ? TW_PTX_F32 : TW_PTX_F16;
        const struct tw_matrix_sum sum = {.depth = sums.depth,
                                          .a = format_of(form, 1),
                                          .b = format_of(form, 2),
                                          .c = type,
                                          .d = type,
                                          .of_warpgroup = true};
        uint64_t a[32], b[32];
        for (unsigned k = 0; k < sums.depth; k++) a[k] = sums.a[0][k], b[k] = sums.b[k];
        uint32_t d = (uint32_t)tw_matrix_sum(&sum, a, b, sums.c[0]);
        if (d == sums.d[0]) continue;
        printf("%s: %x, not %x\n", form, d, sums.d[0]);
        wrong++;
    }
    fclose(file);
    assert_int_equal(wrong, 0);
    assert_true(rows >= 768);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(sums_are_those_of_the_hardware),
                                       cmocka_unit_test(sums_of_warpgroups_are_those_of_the_hardware)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
