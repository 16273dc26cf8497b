/*
 * Any bytes as a T1 file, with and without a source beside it. What must hold:
 *   - a file that is refused has a message;
 *   - what is written is JSON by the strict reader, whose "kernel" is an object.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "gen/t1/t1.h"

static const char source_text[] = "__constant__ float weights[9];\n#ifndef tile\n#define tile 1\n#endif\n"
                                  "template <class T> __global__ void blur(T *out, const T *in, int n) { "
                                  "out[block_size_x] = in[n] * weights[tile]; }\n";

static bool describe(const struct tw_json *json, const char *text)
{
    const struct tw_t1_source source = {"blur.cu", text};
    struct tw_text description = {0}, warnings = {0};
    struct tw_error error = TW_ERROR_INIT;
    struct tw_json again = {0};
    const int code = tw_t1_describe(json, &source, &description, &warnings, &error);
    assert(!code || (error.message && *error.message));
    if (!code) {
        assert(tw_json_parse("again", tw_text_string(&description), description.length, &again, &error) ==
               TW_OK);
        assert(cJSON_IsObject(cJSON_GetObjectItemCaseSensitive(again.root, "kernel")));
        tw_json_free(&again);
    }
    tw_error_free(&error);
    tw_text_free(&description);
    tw_text_free(&warnings);
    return !code;
}

bool fuzz_one(const uint8_t *bytes, size_t length)
{
    struct tw_json json = {0};
    struct tw_error error = TW_ERROR_INIT;
    char *text = malloc(length + 1);
    if (!text) return false;
    memcpy(text, bytes, length);
    text[length] = '\0';
    bool described = tw_json_parse("t1.json", text, length, &json, &error) == TW_OK && tw_is_t1(&json);
    if (described) tw_t1_kernel_file(&json);
    described = described && describe(&json, NULL) && describe(&json, source_text);
    tw_json_free(&json);
    tw_error_free(&error);
    free(text);
    return described;
}
