/* Lines "expression\tlowered\n", and what NVRTC says of expressions. */
#include "runtime/compile/entries.h"

#include <string.h>

#include "base/described/source_scan.h"
#include "runtime/compile/cubin.h"

bool tw_entries_is_first(const struct tw_shape *shape, unsigned launch)
{
    const char *entry = shape->launches[launch].entry;
    bool is_first = entry != NULL;
    for (unsigned i = 0; i < launch && is_first; i++) {
        const char *other = shape->launches[i].entry;
        is_first = !other || strcmp(other, entry) != 0;
    }
    return is_first;
}

void tw_entries_add(const char *expression, const char *lowered, struct tw_text *names)
{
    tw_text_addf(names, "%s\t%s\n", expression, lowered);
}

bool tw_entries_are_names(const char *names)
{
    while (*names) {
        const size_t expression = strcspn(names, "\t\n");
        if (!expression || names[expression] != '\t') return false;
        names += expression + 1;
        const size_t lowered = strcspn(names, "\t\n");
        if (!lowered || names[lowered] != '\n') return false;
        names += lowered + 1;
    }
    return true;
}

bool tw_launch_entry(const struct tw_image *image, const struct tw_kernel *kernel,
                     const struct tw_launch *launch, struct tw_text *text)
{
    if (!launch->entry) {
        tw_text_addf(text, "%s%s", kernel->name, launch->suffix);
        return true;
    }
    const size_t length = strlen(launch->entry);
    for (const char *line = image->names; line && *line; line = strchr(line, '\n') + 1) {
        if (strncmp(line, launch->entry, length) != 0 || line[length] != '\t') continue;
        const char *lowered = line + length + 1;
        tw_text_add_bytes(text, lowered, strcspn(lowered, "\n"));
        return true;
    }
    return false;
}

unsigned tw_entries_registers(const struct tw_image *image, const struct tw_kernel *kernel)
{
    unsigned most = 0;
    for (unsigned i = 0; i < kernel->shape.launch_count; i++) {
        struct tw_text entry = {0};
        tw_launch_entry(image, kernel, &kernel->shape.launches[i], &entry);
        const unsigned own = tw_cubin_registers(image->cubin, image->cubin_bytes, tw_text_string(&entry));
        if (own > most) most = own;
        tw_text_free(&entry);
    }
    return most;
}

/* ---- entries that are refused ---- */

/* NVRTC compiles the expressions as a file of its own, a line each:
 *
 *     __nv_name_map(2): error: identifier "nope" is undefined
 *       #pragma nv_mangled_name nope
 *                               ^
 */
#define PLACE  "__nv_name_map("
#define PRAGMA "#pragma nv_mangled_name "

bool tw_entries_is_place(const char *line)
{
    return strncmp(line, PLACE, strlen(PLACE)) == 0;
}

static void add_advice(const struct tw_kernel *kernel, const char *reason, struct tw_text *text)
{
    struct tw_text kernels = {0};
    tw_source_kernels(kernel->source, &kernels);
    if (strstr(reason, "overloaded function"))
        tw_text_add(text, "; a cast says which: \"(void (*)(float *))name\"");
    else if (strstr(reason, "function template"))
        tw_text_add(text, "; the entry of a template names its arguments: \"name<16, 32>\"");
    else if (kernels.length)
        tw_text_addf(text, "; its kernels: %s", kernels.data);
    else
        tw_text_add(text, "; it has no __global__ function");
    tw_text_free(&kernels);
}

void tw_entries_explain(const struct tw_kernel *kernel, const char *line, struct tw_text *text)
{
    const char *pragma = strstr(line, PRAGMA), *colon = strstr(line, "error: ");
    const char *said = colon ? colon + strlen("error: ") : line;
    struct tw_text reason = {0};
    tw_text_add_bytes(&reason, said, strcspn(said, "\n"));
    tw_text_add(text, "the entry ");
    if (pragma) pragma += strlen(PRAGMA);
    if (pragma) tw_text_addf(text, "'%.*s' ", (int)strcspn(pragma, "\n"), pragma);
    tw_text_addf(text, "is no kernel of %s: %s", kernel->template_name ? kernel->template_name : kernel->name,
                 tw_text_part(text, &reason));
    add_advice(kernel, tw_text_string(&reason), text);
    tw_text_free(&reason);
}

/* Its parameters are macros then, which the names of the template's own collide with. */
void tw_entries_advise(const struct tw_kernel *kernel, struct tw_text *text)
{
    struct tw_text kernels = {0}, wanted = {0};
    tw_source_kernels(kernel->source, &kernels);
    for (unsigned i = 0; i < kernel->shape.launch_count; i++) {
        const char *entry = kernel->shape.launches[i].entry;
        if (!entry || !tw_entries_is_first(&kernel->shape, i)) continue;
        tw_text_clear(&wanted);
        tw_text_addf(&wanted, "%s<...>", entry);
        const char *found = strstr(tw_text_string(&kernels), tw_text_string(&wanted));
        if (!found || (found > kernels.data && found[-1] != ' ')) continue;
        tw_text_addf(text, "; %s is a template: an entry names its arguments, as in \"%s<16, 32>\"", entry,
                     entry);
        break;
    }
    tw_text_free(&kernels);
    tw_text_free(&wanted);
}
