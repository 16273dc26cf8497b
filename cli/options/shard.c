/* K/N, or what a launcher says; and names of files with the part in them. */
#include "cli/options/shard.h"

#include <stdlib.h>
#include <string.h>

bool tw_shard_read(char *text, void *place, const char *command)
{
    struct tw_shard_choice *choice = place;
    char *slash, *end;
    *choice = (struct tw_shard_choice){0};
    if (strcmp(text, "auto") == 0) return true;
    unsigned long k = strtoul(text, &slash, 10), n = *slash == '/' ? strtoul(slash + 1, &end, 10) : 0;
    if (*slash != '/' || *end || k < 1 || k > n || n > TW_MOST_SHARDS)
        tw_arguments_refuse(command, "--shard '%s': write it like 2/8, or auto", text);
    choice->shard = (unsigned)k;
    choice->shards = (unsigned)n;
    return true;
}

int tw_shard_find(struct tw_shard_choice *choice, struct tw_error *error)
{
    struct tw_launched launched = {0};
    struct tw_text note = {0};
    if (choice->shards) return TW_OK;
    int code = tw_launcher_find(&launched, &note, error);
    if (!code) *choice = (struct tw_shard_choice){launched.shard, launched.shards, true, launched.share};
    if (!code && note.length) tw_complain("note: %s", tw_text_string(&note));
    tw_text_free(&note);
    return code;
}

void tw_shard_add(unsigned shard, unsigned shards, struct tw_text *text)
{
    tw_text_addf(text, "%u-of-%u", shard, shards);
}

int tw_shard_name(const char *name, const struct tw_shard_choice *choice, char **named,
                  struct tw_error *error)
{
    struct tw_text text = {0};
    *named = NULL;
    if (!name) return TW_OK;
    for (; *name; name++) {
        bool marks = name[0] == '%' && (name[1] == 's' || name[1] == '%');
        if (!marks)
            tw_text_add_char(&text, *name);
        else if (*++name == 's')
            tw_shard_add(choice->shard, choice->shards, &text);
        else
            tw_text_add_char(&text, '%');
    }
    *named = text.length ? tw_text_take(&text) : strdup("");
    tw_text_free(&text);
    return *named ? TW_OK : tw_fail(error, TW_MEMORY, "out of memory");
}
