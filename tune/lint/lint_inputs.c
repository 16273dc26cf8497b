/*
 * The files that a lint reads, known before anything runs: the source, the headers that any branch of it can include, the files of the
 * arguments. So more may be found than the compiler reads, which does no harm.
 */
#include <string.h>

#include "base/file.h"
#include "gen/described/includes.h"
#include "tune/lint/lint.h"

/* Notes headers. The compiler says why a file cannot be read. */
static int note_headers(const char *path, const struct tw_lint_options *options, struct tw_claims *claims,
                        struct tw_error *error)
{
    struct tw_text text = {0};
    struct tw_includes includes = {0};
    int code = tw_file_read(path, &text, NULL);
    if (!code)
        code = tw_includes_find(path, tw_text_string(&text), options->compiler, options->compiler_count,
                                &includes, error);
    else if (code == TW_MEMORY)
        tw_fail(error, TW_MEMORY, "out of memory");
    else
        code = TW_OK;
    for (size_t i = 0; i < includes.count && !code; i++) tw_claims_read(claims, includes.files[i]);
    tw_includes_free(&includes);
    tw_text_free(&text);
    return code;
}

/* The values of "file" anywhere in the description. False: memory ran out. */
static bool note_data(const struct tw_json *json, bool inlined, const cJSON *node, struct tw_claims *claims)
{
    bool complete = true;
    for (const cJSON *item = node ? node->child : NULL; item && complete; item = item->next) {
        struct tw_text path = {0};
        if (item->string && strcmp(item->string, "file") == 0 && cJSON_IsString(item)) {
            tw_described_path(json, inlined, item->valuestring, &path);
            complete = !path.failed;
            if (complete) tw_claims_read(claims, tw_text_string(&path));
        }
        tw_text_free(&path);
        complete = complete && note_data(json, inlined, item, claims);
    }
    return complete;
}

int tw_lint_inputs(const char *path, const struct tw_lint_launches *launches, bool inlined,
                   const struct tw_lint_options *options, struct tw_claims *claims, struct tw_error *error)
{
    tw_claims_read(claims, path);
    int code = note_headers(path, options, claims, error);
    if (!code && !note_data(&launches->json, inlined, launches->json.root, claims))
        code = tw_fail(error, TW_MEMORY, "out of memory");
    return code;
}
