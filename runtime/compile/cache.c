/* The cache of kernels: its key, look-up and storing, and listing, clearing and explaining what is there. */
#include "runtime/compile/cache.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <tilewright/version.h>

#include "base/escape.h"
#include "base/hash.h"
#include "runtime/compile/cache_directory.h"
#include "runtime/compile/cache_entry.h"
#include "runtime/compile/entries.h"
#include "runtime/compile/trust.h"

struct tw_cache {
    char *directory;
    char *distrust;       /* why it is not used, or NULL          */
    uint64_t limit;       /* bytes; 0: nothing is read or written */
    pthread_mutex_t lock; /* of what follows */
    bool counted;         /* the directory's size was counted */
    uint64_t bytes;       /* counted, and what was stored since */
    uint64_t stored;      /* since it was counted */
};

/* ---- the key ---- */

/* The text without its spliced lines, as a compiler joins them: a backslash and the line's end, blanks between them. */
static void add_joined(const char *source, struct tw_text *text)
{
    while (*source) {
        size_t plain = strcspn(source, "\\"), blanks = 0;
        tw_text_add_bytes(text, source, plain);
        source += plain;
        if (*source) blanks = strspn(source + 1, " \t\v\f\r\n");
        if (*source && !blanks) tw_text_add_char(text, '\\');
        if (*source) source += 1 + blanks;
    }
}

/*
 * The end of `#include <name>` when that stands around the word, first in its line; else NULL. What is in
 * angle brackets is found in the compiler's own folders, which version and options name, if it does not lead out of them.
 */
static const char *end_of_plain(const char *text, const char *word)
{
    static const char name[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_+-./";
    const char *before = word, *after = word + strlen("include");
    while (before > text && (before[-1] == ' ' || before[-1] == '\t')) before--;
    if (before == text || *--before != '#') return NULL;
    while (before > text && (before[-1] == ' ' || before[-1] == '\t')) before--;
    if (before > text && before[-1] != '\n') return NULL;
    after += strspn(after, " \t");
    if (*after++ != '<' || *after == '/') return NULL;
    const char *end = after + strspn(after, name), *up = strstr(after, "..");
    return *end == '>' && (!up || up > end) ? end : NULL;
}

static bool has_word(const char *text, const char *word)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    while (*(text += strcspn(text, letters))) {
        size_t length = strspn(text, letters);
        if (length == strlen(word) && memcmp(text, word, length) == 0) return true;
        text += length;
    }
    return false;
}

/*
 * Whether a source may take in files which can change while it does not. There are many ways to write that
 * (digraphs, comments between, macros), so it may whenever the words stand anywhere, in comments too, other
 * than in plain lines: a kernel that is compiled once too often does no harm.
 */
static bool may_take_in_files(const char *text)
{
    static const char *const words[] = {"import", "embed", "__has_embed"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (has_word(text, words[i])) return true;
    }
    for (const char *word = text; (word = strstr(word, "include"));) {
        word = end_of_plain(text, word);
        if (!word) return true;
    }
    return strstr(text, "\?\?/"); /* a backslash, as a trigraph */
}

int tw_cache_covers(const struct tw_kernel *kernel, const char **why, struct tw_error *error)
{
    struct tw_text text = {0};
    *why = kernel->needs ? kernel->needs->uncached : NULL;
    if (kernel->needs) return TW_OK;
    add_joined(kernel->source, &text);
    int code = text.failed ? tw_fail(error, TW_MEMORY, "out of memory") : TW_OK;
    if (!code && may_take_in_files(tw_text_string(&text)))
        *why = "its source may include a file by a path, which may change";
    tw_text_free(&text);
    return code;
}

/* Without control characters: as JSON writes them. */
static void add_entries(const struct tw_shape *shape, struct tw_text *text)
{
    for (unsigned i = 0; i < shape->launch_count; i++) {
        if (!tw_entries_is_first(shape, i)) continue;
        if (text->length) tw_text_add_char(text, ' ');
        tw_escape_json(text, shape->launches[i].entry);
    }
    if (!text->length) tw_text_add(text, "none");
}

static void add_headers(const struct tw_kernel *kernel, struct tw_text *text)
{
    const char *hash = kernel->needs ? kernel->needs->headers : NULL;
    tw_text_add(text, hash && *hash ? hash : "none");
}

static void add_source(const struct tw_kernel *kernel, struct tw_text *text)
{
    char hash[TW_HASH_DIGITS + 1];
    tw_hash_text(kernel->source, kernel->source_length, hash);
    tw_text_addf(text, "%s, %zu bytes", hash, kernel->source_length);
}

/* Updates of one version differ in what they generate,
 * but not in what they say of themselves; so the size is added. */
static void add_nvrtc(const struct tw_nvrtc *nvrtc, struct tw_text *text)
{
    struct stat status;
    int major, minor;
    tw_nvrtc_version(nvrtc, &major, &minor);
    tw_text_addf(text, "%d.%d", major, minor);
    if (stat(tw_nvrtc_path(nvrtc), &status) == 0)
        tw_text_addf(text, ", %lld bytes", (long long)status.st_size);
}

int tw_cache_key_make(const struct tw_nvrtc *nvrtc, const struct tw_kernel *kernel, unsigned sm,
                      struct tw_cache_key *key, struct tw_error *error)
{
    struct tw_text part[TW_CACHE_PART_COUNT] = {{0}};
    bool made = true;
    tw_text_add(&part[TW_CACHE_KERNEL], kernel->name);
    add_source(kernel, &part[TW_CACHE_SOURCE]);
    tw_text_addf(&part[TW_CACHE_ARCHITECTURE], "sm_%u", sm);
    add_headers(kernel, &part[TW_CACHE_HEADERS]);
    add_entries(&kernel->shape, &part[TW_CACHE_ENTRIES]);
    tw_compile_options(nvrtc, kernel, &part[TW_CACHE_OPTIONS]);
    add_nvrtc(nvrtc, &part[TW_CACHE_NVRTC]);
    tw_text_add(&part[TW_CACHE_PROGRAM], TILEWRIGHT_VERSION);
    for (unsigned i = 0; i < TW_CACHE_PART_COUNT; i++) {
        key->part[i] = tw_text_take(&part[i]);
        made = made && key->part[i];
    }
    if (made) return TW_OK;
    tw_cache_key_free(key);
    return tw_fail(error, TW_MEMORY, "out of memory");
}

/* ---- opening ---- */

char *tw_cache_default_directory(void)
{
    const char *own = getenv("TILEWRIGHT_CACHE"), *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    struct tw_text text = {0};
    if (own && *own) {
        tw_text_add(&text, own);
    } else if (xdg && *xdg == '/') { /* the XDG specification has relative paths ignored */
        tw_text_addf(&text, "%s/tilewright", xdg);
    } else if (home && *home) {
        tw_text_addf(&text, "%s/.cache/tilewright", home);
    }
    return tw_text_take(&text);
}

static int read_limit(uint64_t *limit, struct tw_error *error)
{
    const char *text = getenv("TILEWRIGHT_CACHE_SIZE");
    char *end = NULL;
    if (!text || !*text) {
        *limit = (uint64_t)TW_CACHE_MIB << 20;
        return TW_OK;
    }
    unsigned long long mib = *text >= '0' && *text <= '9' ? strtoull(text, &end, 10) : 0;
    if (!end || *end || mib > UINT32_MAX) {
        return tw_fail(error, TW_INPUT, "TILEWRIGHT_CACHE_SIZE is '%s'; it takes a number of MiB, such as %u",
                       text, TW_CACHE_MIB);
    }
    *limit = mib << 20;
    return TW_OK;
}

/* Opens the directory for one piece of work: every time anew, as it may be made, removed or given to others at
 * any time. *directory is -1 when it is not there (`make`: it is made) or the code says why it is not used. */
static int open_directory(const struct tw_cache *cache, bool make, int *directory, struct tw_error *error)
{
    struct tw_error why = TW_ERROR_INIT;
    int code = tw_trusted_directory(cache->directory, make, directory, &why);
    if (code == TW_ENVIRONMENT) {
        tw_fail(
            error, code,
            "the cache '%s' is not used, as others could plant kernels in it: %s; TILEWRIGHT_CACHE may name "
            "another directory",
            cache->directory, why.message);
    } else if (code) {
        tw_fail_at(error, (enum tw_code)code, cache->directory, 0, 0, "cannot open the cache: %s",
                   why.message);
    }
    return code;
}

/* What an opened cache begins with: is it to be used, and what have killed writers left in it? */
static int inspect(struct tw_cache *cache, struct tw_error *error)
{
    struct tw_error why = TW_ERROR_INIT;
    int directory, code = open_directory(cache, false, &directory, &why);
    if (code == TW_ENVIRONMENT) {
        cache->distrust = strdup(why.message);
        return cache->distrust ? TW_OK : tw_fail(error, TW_MEMORY, "out of memory");
    }
    if (directory < 0) return TW_OK;
    tw_cache_remove_dead(directory);
    close(directory);
    return TW_OK;
}

int tw_cache_open(const char *directory, struct tw_cache **cache, struct tw_error *error)
{
    *cache = NULL;
    uint64_t limit = 0;
    int code = read_limit(&limit, error);
    if (code) return code;
    char *path = directory ? strdup(directory) : tw_cache_default_directory();
    struct tw_cache *opened = calloc(1, sizeof *opened);
    if (!path || !opened) {
        code = tw_fail(error, TW_MEMORY, "out of memory");
    } else if (!*path) {
        code = tw_fail(error, TW_ENVIRONMENT,
                       "nothing says where the cache is: set TILEWRIGHT_CACHE, XDG_CACHE_HOME or HOME");
    }
    if (code) {
        free(path);
        free(opened);
        return code;
    }
    opened->directory = path;
    opened->limit = limit;
    pthread_mutex_init(&opened->lock, NULL);
    if (limit) code = inspect(opened, error);
    if (code)
        tw_cache_close(opened);
    else
        *cache = opened;
    return code;
}

const char *tw_cache_path(const struct tw_cache *cache)
{
    return cache->directory;
}

const char *tw_cache_distrust(const struct tw_cache *cache)
{
    return cache->distrust;
}

/* ---- load and store ---- */

static bool find_name(const struct tw_cache_key *key, char name[TW_CACHE_NAME])
{
    struct tw_text text = {0};
    tw_cache_key_print(key, &text);
    bool found = !text.failed;
    if (found) tw_cache_name(&text, name);
    tw_text_free(&text);
    return found;
}

/* Reads the file `name` as an entry, whatever its key: TW_OK, TW_MEMORY, or TW_INPUT for none that is whole.
   image may be NULL. */
static enum tw_code read_entry(const struct tw_cache *cache, const char *name, bool touch,
                               struct tw_cache_key *key, struct tw_image *image)
{
    struct tw_text file = {0};
    enum tw_code code = TW_INPUT;
    int directory;
    if (open_directory(cache, false, &directory, NULL) || directory < 0) return TW_INPUT;
    if (tw_cache_read(directory, name, touch, &file))
        code = tw_cache_entry_read(file.data, file.length, key, image);
    else if (file.failed)
        code = TW_MEMORY;
    close(directory);
    tw_text_free(&file);
    return code;
}

bool tw_cache_load(struct tw_cache *cache, const struct tw_cache_key *key, struct tw_image *image)
{
    char name[TW_CACHE_NAME];
    struct tw_cache_key found = {{NULL}};
    *image = (struct tw_image){0};
    bool hit = cache->limit && find_name(key, name) &&
               read_entry(cache, name, true, &found, image) == TW_OK && tw_cache_key_equal(key, &found);
    if (!hit) tw_image_free(image);
    tw_cache_key_free(&found);
    return hit;
}

/* Keeps the bound: the directory is counted anew when it may be over it, and now and then as others store
 * there too. */
static void account(struct tw_cache *cache, int directory, uint64_t bytes)
{
    pthread_mutex_lock(&cache->lock);
    cache->bytes += bytes;
    cache->stored += bytes;
    if (!cache->counted || cache->bytes > cache->limit || cache->stored > cache->limit / 64) {
        cache->bytes = tw_cache_trim(directory, cache->limit);
        cache->stored = 0;
        cache->counted = true;
    }
    pthread_mutex_unlock(&cache->lock);
}

bool tw_cache_store(struct tw_cache *cache, const struct tw_cache_key *key, const struct tw_image *image)
{
    char name[TW_CACHE_NAME];
    struct tw_text file = {0};
    int directory = -1;
    tw_cache_entry_print(key, image, &file);
    bool stored = !file.failed && file.length <= cache->limit && find_name(key, name) &&
                  open_directory(cache, true, &directory, NULL) == TW_OK &&
                  tw_cache_write(directory, name, &file);
    if (stored) account(cache, directory, file.length);
    if (directory >= 0) close(directory);
    tw_text_free(&file);
    return stored;
}

/* ---- notes: the hash of the rest, the key and the note, with an end of line behind each but the last ---- */

static void add_note(const struct tw_text *key, const struct tw_text *note, struct tw_text *file)
{
    struct tw_text rest = {0};
    char hash[TW_HASH_DIGITS + 1];
    tw_text_addf(&rest, "%s\n", tw_text_part(&rest, key));
    tw_text_add(&rest, tw_text_part(&rest, note));
    tw_hash_text(tw_text_string(&rest), rest.length, hash);
    tw_text_addf(file, "%s\n", hash);
    tw_text_add(file, tw_text_part(file, &rest));
    tw_text_free(&rest);
}

bool tw_cache_note_store(struct tw_cache *cache, const struct tw_text *key, const struct tw_text *note)
{
    char name[TW_CACHE_NAME];
    struct tw_text file = {0};
    int directory = -1;
    add_note(key, note, &file);
    tw_cache_note_name(key, name);
    bool stored = !file.failed && cache->limit && open_directory(cache, true, &directory, NULL) == TW_OK &&
                  tw_cache_write(directory, name, &file);
    if (directory >= 0) close(directory);
    tw_text_free(&file);
    return stored;
}

bool tw_cache_note_load(struct tw_cache *cache, const struct tw_text *key, struct tw_text *note)
{
    char name[TW_CACHE_NAME];
    struct tw_text file = {0}, own = {0}, whole = {0};
    int directory = -1;
    size_t head = TW_HASH_DIGITS + 1 + key->length + 1;
    tw_cache_note_name(key, name);
    bool found = cache->limit && !open_directory(cache, false, &directory, NULL) && directory >= 0 &&
                 tw_cache_read(directory, name, false, &file) && file.length >= head;
    if (directory >= 0) close(directory);
    if (found) tw_text_add_bytes(&own, file.data + head, file.length - head);
    if (found) add_note(key, &own, &whole);
    found = found && !whole.failed && whole.length == file.length &&
            memcmp(whole.data, file.data, file.length) == 0;
    if (found) tw_text_add(note, tw_text_string(&own));
    tw_text_free(&file);
    tw_text_free(&own);
    tw_text_free(&whole);
    return found && !note->failed;
}

void tw_cache_close(struct tw_cache *cache)
{
    int directory;
    if (!cache) return;
    if (cache->stored && !open_directory(cache, false, &directory, NULL) && directory >= 0) {
        tw_cache_trim(directory, cache->limit);
        close(directory);
    }
    pthread_mutex_destroy(&cache->lock);
    free(cache->directory);
    free(cache->distrust);
    free(cache);
}

int tw_compile_cached(struct tw_cache *cache, const struct tw_nvrtc *nvrtc, const struct tw_kernel *kernel,
                      unsigned sm, struct tw_image *image, bool *hit, struct tw_error *error)
{
    struct tw_cache_key key = {{NULL}};
    const char *why = NULL;
    bool found = false;
    *image = (struct tw_image){0};
    int code = cache ? tw_cache_covers(kernel, &why, error) : TW_OK;
    const bool covered = cache && !code && !why;
    if (!code && covered) code = tw_cache_key_make(nvrtc, kernel, sm, &key, error);
    if (!code && covered) found = tw_cache_load(cache, &key, image);
    if (!code && !found) code = tw_compile(nvrtc, kernel, sm, image, error);
    if (!code && covered && !found) tw_cache_store(cache, &key, image);
    image->sm = sm;
    if (hit) *hit = found;
    tw_cache_key_free(&key);
    return code;
}

/* ---- looking into it ---- */

/* A directory that is not there has no files. */
static int scan(const struct tw_cache *cache, struct tw_cache_files *files, struct tw_error *error)
{
    int directory, code = open_directory(cache, false, &directory, error);
    *files = (struct tw_cache_files){0};
    if (code || directory < 0) return code;
    code = tw_cache_scan(directory, files, error);
    close(directory);
    return code;
}

int tw_cache_list(const struct tw_cache *cache, struct tw_cache_entry **entries, size_t *count,
                  struct tw_error *error)
{
    struct tw_cache_files files;
    *entries = NULL;
    *count = 0;
    int code = scan(cache, &files, error);
    if (code || !files.count) return code;
    *entries = calloc(files.count, sizeof **entries);
    if (!*entries) {
        free(files.files);
        return tw_fail(error, TW_MEMORY, "out of memory");
    }
    *count = files.count;
    for (size_t i = 0; i < files.count && !code; i++) {
        struct tw_cache_entry *entry = &(*entries)[i];
        memcpy(entry->file, files.files[i].name, TW_CACHE_NAME);
        entry->bytes = files.files[i].bytes;
        entry->used = files.files[i].used;
        enum tw_code read = read_entry(cache, entry->file, false, &entry->key, NULL);
        entry->valid = read == TW_OK;
        if (read == TW_MEMORY) code = tw_fail(error, TW_MEMORY, "out of memory");
    }
    free(files.files);
    if (!code) return TW_OK;
    tw_cache_entries_free(*entries, *count);
    *entries = NULL;
    *count = 0;
    return code;
}

void tw_cache_entries_free(struct tw_cache_entry *entries, size_t count)
{
    for (size_t i = 0; i < count; i++) tw_cache_key_free(&entries[i].key);
    free(entries);
}

int tw_cache_clear(struct tw_cache *cache, size_t *count, uint64_t *bytes, struct tw_error *error)
{
    struct tw_cache_files files;
    *count = 0;
    *bytes = 0;
    int directory, code = open_directory(cache, false, &directory, error);
    if (code || directory < 0) return code;
    code = tw_cache_scan(directory, &files, error);
    for (size_t i = 0; !code && i < files.count; i++) {
        if (!tw_cache_remove(directory, files.files[i].name)) {
            code = tw_fail_at(error, TW_IO, cache->directory, 0, 0, "cannot remove %s: %s",
                              files.files[i].name, strerror(errno));
        } else {
            *count += 1;
            *bytes += files.files[i].bytes;
        }
    }
    free(files.files);
    tw_cache_remove_dead(directory);
    close(directory);
    return code;
}

static unsigned differing(const struct tw_cache_key *a, const struct tw_cache_key *b)
{
    unsigned differ = 0;
    for (unsigned i = 0; i < TW_CACHE_PART_COUNT; i++) {
        if (strcmp(a->part[i], b->part[i]) != 0) differ |= 1u << i;
    }
    return differ;
}

static unsigned count_bits(unsigned bits)
{
    unsigned count = 0;
    for (; bits; bits &= bits - 1) count++;
    return count;
}

/* Moves the nearest entry's key out of the list. */
static void find_nearest(const struct tw_cache_key *key, struct tw_cache_entry *entries, size_t count,
                         struct tw_cache_answer *answer)
{
    struct tw_cache_entry *nearest = NULL;
    for (size_t i = 0; i < count; i++) {
        if (!entries[i].valid || strcmp(entries[i].key.part[TW_CACHE_KERNEL], key->part[TW_CACHE_KERNEL]))
            continue;
        unsigned differ = differing(key, &entries[i].key);
        if (!differ || (nearest && count_bits(differ) >= count_bits(answer->differ))) continue;
        nearest = &entries[i];
        answer->differ = differ;
    }
    if (!nearest) return;
    answer->near = true;
    answer->nearest = nearest->key;
    nearest->key = (struct tw_cache_key){{NULL}};
}

int tw_cache_explain(const struct tw_cache *cache, const struct tw_cache_key *key,
                     struct tw_cache_answer *answer, struct tw_error *error)
{
    char name[TW_CACHE_NAME];
    struct tw_cache_key found = {{NULL}};
    struct tw_cache_entry *entries;
    size_t count;
    *answer = (struct tw_cache_answer){0};
    if (!find_name(key, name)) return tw_fail(error, TW_MEMORY, "out of memory");
    enum tw_code read = read_entry(cache, name, false, &found, NULL);
    if (read == TW_MEMORY) return tw_fail(error, TW_MEMORY, "out of memory");
    answer->hit = read == TW_OK && tw_cache_key_equal(key, &found);
    tw_cache_key_free(&found);
    if (answer->hit) return TW_OK;
    int code = tw_cache_list(cache, &entries, &count, error);
    if (code) return code;
    for (size_t i = 0; i < count; i++) answer->damaged |= strcmp(entries[i].file, name) == 0;
    find_nearest(key, entries, count, answer);
    tw_cache_entries_free(entries, count);
    return TW_OK;
}
