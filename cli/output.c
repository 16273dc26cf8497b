/* Whether a file may be written, and the files that are written together. */
#include "cli/output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/grow.h"

static bool is_same_file(const struct stat *status, const char *other)
{
    struct stat there;
    return other && stat(other, &there) == 0 && there.st_dev == status->st_dev &&
           there.st_ino == status->st_ino;
}

/* Files are written beside their names, so it is the folder that must take them. */
static int try_folder(const char *path, struct tw_error *error)
{
    struct tw_text folder = {0};
    const char *slash = strrchr(path, '/');
    if (slash)
        tw_text_add_bytes(&folder, path, slash == path ? 1 : (size_t)(slash - path));
    else
        tw_text_add(&folder, ".");
    int code = folder.failed ? tw_fail_at(error, TW_MEMORY, path, 0, 0, "out of memory") : TW_OK;
    if (!code && access(folder.data, W_OK | X_OK) != 0) {
        code = tw_fail_at(error, TW_IO, path, 0, 0,
                          errno == ENOENT ? "cannot be written: there is no folder %s"
                                          : "cannot be written: folder %s: %s",
                          folder.data, strerror(errno));
    }
    tw_text_free(&folder);
    return code;
}

static int try_replacing(const char *path, const struct stat *status, const char *input, bool force,
                         struct tw_error *error)
{
    if (S_ISDIR(status->st_mode))
        return tw_fail_at(error, TW_IO, path, 0, 0, "cannot be written: it is a folder");
    if (!S_ISREG(status->st_mode)) return TW_OK;
    if (is_same_file(status, input))
        return tw_fail_at(error, TW_INPUT, path, 0, 0,
                          "is what is read here, and would be lost: choose another name");
    if (status->st_size && !force)
        return tw_fail_at(error, TW_INPUT, path, 0, 0, "is there already: --force replaces it");
    return try_folder(path, error);
}

int tw_output_try(const char *path, const char *input, bool force, struct tw_error *error)
{
    struct stat status;
    if (!path) return TW_OK;
    return stat(path, &status) == 0 ? try_replacing(path, &status, input, force, error)
                                    : try_folder(path, error);
}

/* Nothing else is there than what is to be written. */
static int check_place(const struct tw_file_bytes *file, bool force, struct tw_error *error)
{
    struct stat status;
    struct tw_text text = {0};
    if (force || stat(file->path, &status) != 0 || !S_ISREG(status.st_mode) || !status.st_size) return TW_OK;
    bool same = (size_t)status.st_size == file->count && tw_file_read(file->path, &text, NULL) == TW_OK &&
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

int tw_outputs_write(const struct tw_outputs *outputs, bool force, struct tw_text *written,
                     struct tw_error *error)
{
    int code = TW_OK;
    for (size_t i = 0; i < outputs->count && !code; i++) code = check_place(&outputs->files[i], force, error);
    if (!code) code = tw_files_write(outputs->files, outputs->count, error);
    for (size_t i = 0; i < outputs->count && !code; i++)
        tw_text_addf(written, "%s\n", outputs->files[i].path);
    return code;
}

void tw_outputs_free(struct tw_outputs *outputs)
{
    for (size_t i = 0; i < outputs->count; i++) {
        free((char *)outputs->files[i].path);
        free((void *)outputs->files[i].bytes);
    }
    free(outputs->files);
}
