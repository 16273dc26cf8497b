/* The description in a header, and the one that a command is given. */
#include "tune/results/described.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/escape.h"
#include "base/file.h"
#include "base/hash.h"
#include "tune/results/records.h"

/* ---- its files ---- */

/* The name of a file beside the description, without the folder where it lies: results may go to another machine. */
static const char *name_beside(const struct tw_description *description, const char *path)
{
    const char *file = tw_description_file(description);
    size_t folder = (size_t)(tw_file_name(file) - file);
    return strncmp(path, file, folder) == 0 ? path + folder : tw_file_name(path);
}

bool tw_described_hash_file(const char *path, char hash[17])
{
    struct tw_text text = {0};
    const int code = tw_file_read(path, &text, NULL);
    hash[0] = '\0';
    if (!code) snprintf(hash, 17, "%016" PRIx64, tw_hash(tw_text_string(&text), text.length));
    tw_text_free(&text);
    return code != TW_MEMORY;
}

/* Whether the name is there for the first time: a source and its reference may be one file, and folders elsewhere are left out of names. *seen
   holds the names, each between ends of lines. */
static bool is_new(const char *name, struct tw_text *seen)
{
    struct tw_text line = {0};
    tw_text_addf(&line, "\n%s\n", name);
    const bool known = strstr(tw_text_string(seen), tw_text_part(seen, &line));
    if (!known) tw_text_add(seen, tw_text_part(seen, &line));
    tw_text_free(&line);
    return !known;
}

struct listing {
    const struct tw_description *description;
    struct tw_text *text, seen;
};

static void add_file(void *context, const char *path)
{
    struct listing *listing = context;
    const char *name = name_beside(listing->description, path);
    const char *separator = listing->seen.length ? ", " : "";
    char hash[17];
    if (!is_new(name, &listing->seen)) return;
    if (!tw_described_hash_file(path, hash)) tw_text_fail(listing->text);
    tw_text_add(listing->text, separator);
    tw_escape_json(listing->text, name);
    tw_text_addf(listing->text, ": \"%s\"", hash);
}

void tw_described_add_header(const struct tw_description *description, struct tw_text *text)
{
    struct listing listing = {.description = description, .text = text};
    tw_text_addf(text, "\"kernel_hash\": \"%s\", \"kernel_file\": ", tw_description_hash(description));
    tw_escape_json(text, tw_file_name(tw_description_file(description)));
    tw_text_add(text, ", \"kernel_files\": {");
    tw_description_files(description, add_file, &listing);
    tw_text_add_char(text, '}');
    if (listing.seen.failed) tw_text_fail(text);
    tw_text_free(&listing.seen);
}

/* ---- is it still the same? ---- */

struct comparing {
    const struct tw_description *description;
    const cJSON *files;
    struct tw_text seen;
    char changed[200]; /* "": none found yet */
    bool gone;         /* it cannot be read      */
    bool failed;       /* memory ran out         */
};

static void compare_file(void *context, const char *path)
{
    struct comparing *comparing = context;
    const char *name = name_beside(comparing->description, path);
    char ours[17];
    if (comparing->changed[0] || !is_new(name, &comparing->seen)) return;
    comparing->failed |= !tw_described_hash_file(path, ours);
    if (strcmp(tw_record_word(comparing->files, name), ours) == 0) return;
    snprintf(comparing->changed, sizeof comparing->changed, "%s", name);
    comparing->gone = !ours[0];
}

static int refuse_changed(const char *file, const cJSON *header, const struct tw_description *given,
                          struct tw_error *error)
{
    struct comparing comparing = {.description = given, .files = tw_record_member(header, "kernel_files")};
    tw_description_files(given, compare_file, &comparing);
    const bool failed = comparing.failed || comparing.seen.failed;
    tw_text_free(&comparing.seen);
    if (failed) return tw_fail(error, TW_MEMORY, "out of memory");
    if (!comparing.changed[0])
        snprintf(comparing.changed, sizeof comparing.changed, "the description in %s",
                 tw_file_name(tw_description_file(given)));
    return tw_fail_at(error, TW_INPUT, file, 0, 0,
                      comparing.gone ? "%s cannot be read, as it could when these results were written"
                                     : "%s has changed since these results were written",
                      comparing.changed);
}

int tw_described_family(const char *file, const cJSON *header, const struct tw_description *given,
                        const struct tw_family **family, struct tw_error *error)
{
    const char *name = tw_record_word(header, "kernel"), *hash = tw_record_word(header, "kernel_hash"),
               *named = tw_record_word(header, "kernel_file");
    *family = given ? tw_description_family(given) : *hash ? NULL : tw_family_find(name);
    if (*hash && !given)
        return tw_fail_at(
            error, TW_INPUT, file, 0, 0,
            "it holds results of a described kernel, '%s': --kernel FILE gives its description, "
            "which was %s",
            name, named);
    if (!*family)
        return tw_fail_at(error, TW_INPUT, file, 0, 0,
                          "its kernel '%s' is not known here; of a described kernel, --kernel FILE gives the "
                          "description",
                          name);
    if (given && strcmp((*family)->name, name) != 0)
        return tw_fail_at(error, TW_INPUT, file, 0, 0,
                          "it holds results of the kernel '%s', and %s describes '%s'", name,
                          tw_file_name(tw_description_file(given)), (*family)->name);
    if (given && strcmp(hash, tw_description_hash(given)) != 0)
        return refuse_changed(file, header, given, error);
    return TW_OK;
}
