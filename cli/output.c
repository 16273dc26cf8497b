/* Whether a file may be written, and the files that are written together. */
#include "cli/output.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/escape.h"
#include "base/files/place.h"
#include "base/grow.h"

void tw_outputs_read(struct tw_outputs *outputs, const char *path)
{
    tw_claims_read(&outputs->claims, path);
}

/* *full: bytes would be lost with the file. Not for a descriptor that the process has open: its caller made that. */
static int look_into(const char *path, bool *full, struct tw_error *error)
{
    struct tw_file_place place;
    struct stat status;
    int code = tw_file_place_find(path, &place, error);
    *full = !code && place.open < 0 && stat(place.name, &status) == 0 && S_ISREG(status.st_mode) &&
            status.st_size > 0;
    free(place.name);
    return code;
}

int tw_outputs_claim(struct tw_outputs *outputs, const char *path, const char *role, struct tw_error *error)
{
    tw_claims_write(&outputs->claims, path, role);
    return tw_claims_check(&outputs->claims, error);
}

int tw_outputs_try(struct tw_outputs *outputs, const char *path, const char *role, bool force,
                   struct tw_error *error)
{
    if (!path) return TW_OK;
    bool full = false;
    int code = tw_outputs_claim(outputs, path, role, error);
    if (!code) code = look_into(path, &full, error);
    if (!code && full && !force)
        code = tw_fail_at(error, TW_INPUT, path, 0, 0, "is there already: --force replaces it");
    return code ? code : tw_file_try(path, error);
}

/* Nothing else is there than what is to be written. */
static int check_place(const struct tw_file_bytes *file, bool force, struct tw_error *error)
{
    struct tw_text text = {0};
    bool full = false;
    int code = force ? TW_OK : look_into(file->path, &full, error);
    if (code || !full) return code;
    bool same = tw_file_read_head(file->path, file->count + 1, &text, NULL) == TW_OK &&
                text.length == file->count && memcmp(text.data, file->bytes, file->count) == 0;
    tw_text_free(&text);
    if (same) return TW_OK;
    return tw_fail_at(error, TW_INPUT, file->path, 0, 0,
                      "is there already, with other contents: --force replaces it");
}

int tw_output_write(const char *path, struct tw_text *text, bool force, struct tw_error *error)
{
    const struct tw_file_bytes file = {path, tw_text_string(text), text->length};
    int code = text->failed ? tw_fail(error, TW_MEMORY, "out of memory") : check_place(&file, force, error);
    if (!code) code = tw_file_write_durably(path, file.bytes, file.count, error);
    tw_text_free(text);
    return code;
}

static bool grow(struct tw_outputs *outputs)
{
    struct tw_file_bytes *files = tw_grow(outputs->files, outputs->count, &outputs->capacity, sizeof *files);
    if (!files) return false;
    outputs->files = files;
    return true;
}

int tw_outputs_add(struct tw_outputs *outputs, struct tw_text *path, struct tw_text *bytes,
                   struct tw_error *error)
{
    size_t count = bytes->length;
    if (path->failed || bytes->failed || !grow(outputs)) {
        tw_text_free(path);
        tw_text_free(bytes);
        return tw_fail(error, TW_MEMORY, "out of memory");
    }
    outputs->files[outputs->count++] = (struct tw_file_bytes){tw_text_take(path), tw_text_take(bytes), count};
    return TW_OK;
}

static void add_name(const char *path, struct tw_text *written)
{
    tw_escape_terminal(written, path);
    tw_text_add_char(written, '\n');
}

int tw_outputs_write(struct tw_outputs *outputs, bool force, struct tw_text *written, struct tw_error *error)
{
    for (size_t i = 0; i < outputs->count; i++)
        tw_claims_write(&outputs->claims, outputs->files[i].path, "another file of these");
    int code = tw_claims_check(&outputs->claims, error);
    for (size_t i = 0; i < outputs->count && !code; i++) code = check_place(&outputs->files[i], force, error);
    if (!code) code = tw_files_write(outputs->files, outputs->count, error);
    for (size_t i = 0; i < outputs->count && !code; i++) add_name(outputs->files[i].path, written);
    return code;
}

void tw_outputs_free(struct tw_outputs *outputs)
{
    for (size_t i = 0; i < outputs->count; i++) {
        free((char *)outputs->files[i].path);
        free((void *)outputs->files[i].bytes);
    }
    free(outputs->files);
    tw_claims_free(&outputs->claims);
}
