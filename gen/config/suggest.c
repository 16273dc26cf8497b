/* Finds the nearest word by edit distance. */
#include "gen/config/suggest.h"
#include "base/whole.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#define LONGEST 48u /* longer words are not compared */

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool same(char a, char b)
{
    return lower(a) == lower(b);
}

/*
 * Edit distance with swaps of neighbours (optimal string alignment): edits[i][j] is the number of edits
 * between the first i characters of a and the first j of b.
 */
static unsigned distance(const char *a, size_t a_length, const char *b, size_t b_length)
{
    unsigned edits[LONGEST + 1][LONGEST + 1];
    for (size_t i = 0; i <= a_length; i++) {
        for (size_t j = 0; j <= b_length; j++) {
            edits[i][j] = (unsigned)(i + j);
            if (i == 0 || j == 0) continue;
            unsigned replaced = edits[i - 1][j - 1] + !same(a[i - 1], b[j - 1]);
            edits[i][j] = tw_least(replaced, tw_least(edits[i - 1][j], edits[i][j - 1]) + 1);
            bool swapped = i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1]);
            if (swapped) edits[i][j] = tw_least(edits[i][j], edits[i - 2][j - 2] + 1);
        }
    }
    return edits[a_length][b_length];
}

const char *tw_suggest_of(const char *word, const char *const *words, size_t count)
{
    const char *nearest = NULL;
    size_t length = strlen(word);
    unsigned best = 0;
    for (size_t i = 0; i < count; i++) {
        size_t known = strlen(words[i]);
        if (length > LONGEST || known > LONGEST) continue;
        unsigned edits = distance(word, length, words[i], known);
        bool near = edits < known && edits <= (known < 6 ? 1 : known / 3);
        if (!near || (nearest && edits >= best)) continue;
        nearest = words[i];
        best = edits;
    }
    return nearest;
}

const char *tw_suggest(const char *word, const char *const *words)
{
    size_t count = 0;
    while (words[count]) count++;
    return tw_suggest_of(word, words, count);
}
