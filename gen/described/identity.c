/* What a description is made of: the hash of it all, its files, and why its kernels may not be cached. */
#include <string.h>

#include "base/file.h"
#include "base/hash.h"
#include "gen/described/parts.h"

/* The files of arguments are named by the object alone; what they hold counts too. */
static void hash_arguments(const struct tw_described_argument *list, size_t count, struct tw_text *all)
{
    for (size_t i = 0; i < count; i++) {
        const struct tw_described_argument *holds = &list[i];
        tw_text_addf(all, "%zu ", holds->byte_count);
        if (holds->bytes) tw_text_add_bytes(all, holds->bytes, holds->byte_count);
    }
}

static void hash_program(const struct tw_described_program *program, struct tw_text *all)
{
    if (!program->text) return;
    tw_text_addf(all, "%zu ", program->length);
    tw_text_add_bytes(all, program->text, program->length);
    tw_text_add(all, program->needs.headers);
}

/* The bytes of a library, where it is there: it is looked for when it is needed. */
static void hash_library(const char *path, struct tw_text *all)
{
    struct tw_text bytes = {0};
    if (path && tw_file_read(path, &bytes, NULL) == TW_OK) {
        tw_text_addf(all, "%zu ", bytes.length);
        tw_text_add_bytes(all, tw_text_part(all, &bytes), bytes.length);
    }
    tw_text_free(&bytes);
}

/* Why kernels of it are not cached. */
static int make_warning(const struct tw_described_reader *reader)
{
    struct tw_description *description = reader->description;
    const struct tw_described_program *program =
        description->program.needs.uncached ? &description->program : &description->checker;
    struct tw_text text = {0};
    if (!program->needs.uncached) return TW_OK;
    tw_text_addf(&text, "kernels of %s are compiled anew each time, and none is taken from the cache: %s",
                 program->name, program->needs.uncached);
    if (!text.failed) description->warning = tw_arena_string(&description->arena, text.data, text.length);
    tw_text_free(&text);
    return description->warning ? TW_OK : tw_described_no_memory(reader);
}

static int make_hash(const struct tw_described_reader *reader)
{
    struct tw_description *description = reader->description;
    struct tw_text all = {0};
    tw_text_add(&all, description->object);
    hash_program(&description->program, &all);
    hash_program(&description->checker, &all);
    hash_library(description->library, &all);
    hash_arguments(description->holds, description->holds_count, &all);
    hash_arguments(description->wanted, description->wanted_count, &all);
    int code = all.failed ? tw_described_no_memory(reader) : TW_OK;
    tw_hash_text(tw_text_string(&all), all.length, description->hash);
    tw_text_free(&all);
    return code;
}

int tw_described_identify(const struct tw_described_reader *reader)
{
    int code = make_hash(reader);
    return code ? code : make_warning(reader);
}

const char *tw_description_hash(const struct tw_description *description)
{
    return description->hash;
}

const char *tw_description_warning(const struct tw_description *description)
{
    return description->warning;
}

/* ---- files ---- */

static void take_program(const struct tw_described_program *program,
                         void (*take)(void *context, const char *path), void *context)
{
    if (program->path) take(context, program->path);
    for (size_t i = 0; i < program->includes.count; i++) take(context, program->includes.files[i]);
}

void tw_description_headers(const struct tw_description *description,
                            void (*take)(void *context, const char *path), void *context)
{
    const struct tw_includes *includes = &description->program.includes;
    for (size_t i = 0; i < includes->count; i++) take(context, includes->files[i]);
}

static void take_arguments(const struct tw_description *description, const struct tw_described_argument *list,
                           size_t count, void (*take)(void *context, const char *path), void *context)
{
    for (size_t i = 0; i < count; i++) {
        struct tw_text path = {0};
        if (!list[i].file) continue;
        tw_described_path(&description->json, false, list[i].file, &path);
        if (!path.failed) take(context, tw_text_string(&path));
        tw_text_free(&path);
    }
}

void tw_description_files(const struct tw_description *description,
                          void (*take)(void *context, const char *path), void *context)
{
    take(context, description->file);
    take_program(&description->program, take, context);
    take_program(&description->checker, take, context);
    if (description->library) take(context, description->library);
    take_arguments(description, description->holds, description->holds_count, take, context);
    take_arguments(description, description->wanted, description->wanted_count, take, context);
}
