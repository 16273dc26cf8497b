/* Shards are told by the records that are missing: variant i is of shard i mod N. */
#include "cli/results/missing.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "base/file.h"
#include "cli/options/shard.h"

/* A shard of which records are missing. */
struct hole {
    unsigned shard;              /* from 1 */
    const struct tw_shard *file; /* that holds the rest of it; NULL: there is none */
};

static bool read_shard(const struct tw_shards *shards, const struct tw_shard *file, unsigned *shard,
                       unsigned *of)
{
    struct tw_value value = tw_sheet_value_of(&shards->headers, file->header, "shard");
    struct tw_text text = {0};
    tw_value_add(value, &text);
    bool read = sscanf(tw_text_string(&text), "%u/%u", shard, of) == 2 && *shard >= 1 && *shard <= *of &&
                *of <= TW_MOST_SHARDS;
    tw_text_free(&text);
    return read;
}

/* How many shards there are, if all files say the same; else 0. */
static unsigned count_shards(const struct tw_shards *shards)
{
    unsigned shard, of, all = 0;
    for (size_t i = 0; i < shards->count; i++) {
        if (!read_shard(shards, &shards->shards[i], &shard, &of)) return 0;
        if (all && of != all) return 0;
        all = of;
    }
    return all;
}

static const struct tw_shard *file_of(const struct tw_shards *shards, unsigned shard)
{
    unsigned number, of;
    for (size_t i = 0; i < shards->count; i++) {
        if (read_shard(shards, &shards->shards[i], &number, &of) && number == shard)
            return &shards->shards[i];
    }
    return NULL;
}

static double variants_of(const struct tw_shards *shards)
{
    return tw_value_number(tw_sheet_value_of(&shards->headers, 0, "variants"));
}

/* A search does not try all variants. */
static bool is_search(const struct tw_shards *shards)
{
    return tw_sheet_value_of(&shards->headers, 0, "strategy").kind == TW_STRING;
}

/* The shards that have fewer records than variants; NULL: out of memory. */
static struct hole *find_holes(const struct tw_shards *shards, const uint32_t *rows, size_t count,
                               unsigned of, size_t *holes)
{
    double *records = calloc(of, sizeof *records), variants = variants_of(shards);
    struct hole *hole = calloc(of, sizeof *hole);
    *holes = 0;
    for (size_t i = 0; i < count && records && hole; i++) {
        double number = tw_value_number(tw_sheet_value_of(&shards->records, rows[i], "number"));
        records[(uint64_t)number % of]++;
    }
    for (unsigned i = 0; i < of && records && hole; i++) {
        uint64_t all = ((uint64_t)variants + of - 1 - i) / of;
        if (records[i] < (double)all) hole[(*holes)++] = (struct hole){i + 1, file_of(shards, i + 1)};
    }
    free(records);
    return hole;
}

/* ---- names of files ---- */

/* The name of the file with %s for its shard; false: it does not hold it. */
static bool add_pattern(const struct tw_shards *shards, const struct tw_shard *file, struct tw_text *pattern)
{
    struct tw_text part = {0};
    unsigned shard, of;
    bool read = read_shard(shards, file, &shard, &of);
    if (read) tw_shard_add(shard, of, &part);
    const char *at = read && !part.failed ? strstr(file->name, part.data) : NULL;
    for (const char *c = file->name; at && *c;) {
        if (c == at) tw_text_add(pattern, "%s");
        if (c == at) c += part.length;
        if (*c == '%') tw_text_add_char(pattern, '%');
        if (*c) tw_text_add_char(pattern, *c++);
    }
    tw_text_free(&part);
    return at != NULL;
}

/* Adds the pattern of the first file which has one, else one by the config's name. */
static void add_common_pattern(const struct tw_shards *shards, struct tw_text *pattern)
{
    for (size_t i = 0; i < shards->count; i++) {
        if (add_pattern(shards, &shards->shards[i], pattern)) return;
    }
    struct tw_text config = {0};
    tw_value_add(tw_sheet_value_of(&shards->headers, 0, "config"), &config);
    const char *name = tw_file_name(tw_text_string(&config)), *dot = strrchr(name, '.');
    tw_text_add_bytes(pattern, name, dot && dot > name ? (size_t)(dot - name) : strlen(name));
    tw_text_add(pattern, "-%s.jsonl");
    tw_text_free(&config);
}

/* ---- the command ---- */

static void add_word(const char *word, struct tw_text *text)
{
    struct tw_text quoted = {0};
    tw_escape_shell(&quoted, word);
    tw_escape_terminal(text, tw_text_part(text, &quoted));
    tw_text_free(&quoted);
}

/* The option, if the header says something else than what it usually is. */
static void add_option(const struct tw_shards *shards, const char *option, const char *key, const char *usual,
                       struct tw_text *text)
{
    struct tw_value value = tw_sheet_value_of(&shards->headers, 0, key);
    struct tw_text word = {0};
    tw_value_add(value, &word);
    if (word.length && strcmp(word.data, usual) != 0) {
        tw_text_addf(text, "%s ", option);
        add_word(word.data, text);
    }
    text->failed |= word.failed;
    tw_text_free(&word);
}

static void add_command(const struct tw_shards *shards, const char *shard, const char *output,
                        struct tw_text *text)
{
    const struct tw_sheet *headers = &shards->headers;
    struct tw_text usual = {0};
    bool simulator = *tw_sheet_value_of(headers, 0, "simulator").text == 't';
    add_option(shards, "tilewright sweep", "config", "", text);
    tw_text_add(text, simulator ? " --device sim" : " --device cuda");
    tw_text_add(&usual, "sm_");
    tw_value_add(tw_sheet_value_of(headers, 0, "sm"), &usual);
    add_option(shards, " --arch", "arch", simulator ? "sm_90" : tw_text_string(&usual), text);
    if (*tw_sheet_value_of(headers, 0, "all").text == 't') tw_text_add(text, " --all");
    add_option(shards, " --cache", "cache", "warm", text);
    add_option(shards, " --by", "by", "", text);
    add_option(shards, " --template", "template", "", text);
    tw_text_addf(text, " --shard %s -o ", shard);
    add_word(output, text);
    tw_text_add(text, " --resume");
    text->failed |= usual.failed;
    tw_text_free(&usual);
}

/* A line for one shard whose file is named otherwise. */
static void add_own_line(const struct tw_shards *shards, const struct hole *hole, unsigned of,
                         struct tw_text *text)
{
    char shard[32];
    snprintf(shard, sizeof shard, "%u/%u", hole->shard, of);
    tw_text_add(text, "  ");
    add_command(shards, shard, hole->file->name, text);
    tw_text_add_char(text, '\n');
}

static bool has_pattern(const struct tw_shards *shards, const struct hole *hole)
{
    struct tw_text pattern = {0};
    bool has = !hole->file || add_pattern(shards, hole->file, &pattern);
    tw_text_free(&pattern);
    return has;
}

/* One line for all whose files are named alike. */
static void add_common_line(const struct tw_shards *shards, const struct hole *holes, size_t count,
                            unsigned of, struct tw_text *text)
{
    struct tw_text pattern = {0}, numbers = {0}, shard = {0};
    size_t common = 0;
    for (size_t i = 0; i < count; i++) {
        if (!has_pattern(shards, &holes[i])) continue;
        tw_text_addf(&numbers, "%s%u", common++ ? " " : "", holes[i].shard);
    }
    if (common) {
        add_common_pattern(shards, &pattern);
        if (common > 1)
            tw_text_addf(text, "  for k in %s; do ", tw_text_string(&numbers));
        else
            tw_text_add(text, "  ");
        tw_text_addf(&shard, "%s/%u", common > 1 ? "$k" : tw_text_string(&numbers), of);
        add_command(shards, tw_text_string(&shard), tw_text_string(&pattern), text);
        tw_text_add(text, common > 1 ? "; done\n" : "\n");
    }
    text->failed |= pattern.failed || numbers.failed || shard.failed;
    tw_text_free(&pattern);
    tw_text_free(&numbers);
    tw_text_free(&shard);
}

static void add_holes(const struct tw_shards *shards, const struct hole *holes, size_t count, unsigned of,
                      struct tw_text *text)
{
    tw_text_addf(text, "; shard%s ", count == 1 ? "" : "s");
    for (size_t i = 0; i < count; i++)
        tw_text_addf(text, "%s%u%s",
                     !i              ? ""
                     : i + 1 < count ? ", "
                                     : " and ",
                     holes[i].shard, holes[i].file ? " (begun)" : "");
    tw_text_addf(text, " of %u %s missing; to run %s:\n", of, count == 1 ? "is" : "are",
                 count == 1 ? "it" : "them");
    for (size_t i = 0; i < count; i++) {
        if (!has_pattern(shards, &holes[i])) add_own_line(shards, &holes[i], of, text);
    }
    add_common_line(shards, holes, count, of, text);
}

void tw_missing_say(const struct tw_shards *shards, const uint32_t *rows, size_t count, struct tw_text *text)
{
    double variants = variants_of(shards);
    unsigned of = count_shards(shards);
    size_t holes = 0;
    if ((double)count >= variants || is_search(shards)) return;
    tw_text_add(text, "note: ");
    tw_escape_terminal(text, shards->shards[0].name);
    tw_text_addf(text, ": %.0f of %.0f variants have no record yet", variants - (double)count, variants);
    struct hole *hole = of > 1 ? find_holes(shards, rows, count, of, &holes) : NULL;
    text->failed |= of > 1 && !hole;
    if (holes)
        add_holes(shards, hole, holes, of, text);
    else
        tw_text_add_char(text, '\n');
    free(hole);
}
