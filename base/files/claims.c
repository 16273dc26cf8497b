/* A file is known by device and inode; one that is not there yet by those of its folder, and its name. */
#include "base/files/claims.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/files/place.h"
#include "base/grow.h"

struct tw_claim {
    dev_t device;
    ino_t inode;
    char *place;      /* owned; NULL: the file is there                */
    const char *name; /* after the place's last slash; else ""         */
    char *path;       /* as it was named                               */
    const char *role; /* NULL: it is read                              */
    size_t number;    /* in the order in which they were noted         */
};

static void take(struct tw_claims *claims, struct tw_claim claim, const char *path, const char *role)
{
    struct tw_claim *grown = tw_grow(claims->list, claims->count, &claims->capacity, sizeof *grown);
    claim.path = strdup(path);
    claim.role = role;
    claim.number = claims->count;
    if (grown) claims->list = grown;
    if (grown && claim.path) {
        claims->list[claims->count++] = claim;
        return;
    }
    claims->failed = true;
    free(claim.place);
    free(claim.path);
}

void tw_claims_read(struct tw_claims *claims, const char *path)
{
    struct stat status;
    if (!path) return;
    int there = strcmp(path, "-") == 0 ? fstat(STDIN_FILENO, &status) : stat(path, &status);
    if (there != 0 || !S_ISREG(status.st_mode)) return;
    take(claims, (struct tw_claim){.device = status.st_dev, .inode = status.st_ino, .name = ""}, path, NULL);
}

/* Asks for the folder of a file that is not there: place is cut before the file's name meanwhile. */
static bool stat_folder(char *place, struct stat *status)
{
    char *name = place + (tw_file_name(place) - place), first = *name;
    *name = '\0';
    bool there = stat(*place ? place : ".", status) == 0;
    *name = first;
    return there;
}

void tw_claims_write(struct tw_claims *claims, const char *path, const char *role)
{
    struct tw_file_place place = {0};
    struct stat status;
    int code = path ? tw_file_place_find(path, &place, NULL) : TW_INPUT;
    if (code == TW_MEMORY) claims->failed = true;
    if (code) return;
    bool there = place.open >= 0 ? fstat(place.open, &status) == 0 : stat(place.name, &status) == 0;
    struct tw_claim claim = {.name = ""};
    if (!there) {
        claim.place = place.name;
        claim.name = tw_file_name(place.name);
        place.name = NULL;
    }
    bool known = there ? S_ISREG(status.st_mode) : stat_folder(claim.place, &status);
    claim.device = status.st_dev;
    claim.inode = status.st_ino;
    if (known)
        take(claims, claim, path, role);
    else
        free(claim.place);
    free(place.name);
}

static int by_file(const void *a, const void *b)
{
    const struct tw_claim *x = a, *y = b;
    if (x->device != y->device) return x->device < y->device ? -1 : 1;
    if (x->inode != y->inode) return x->inode < y->inode ? -1 : 1;
    int order = strcmp(x->name, y->name);
    if (!order) order = (x->role != NULL) - (y->role != NULL); /* those read come first */
    return order ? order : (x->number > y->number) - (x->number < y->number);
}

static bool is_same_file(const struct tw_claim *a, const struct tw_claim *b)
{
    return a->device == b->device && a->inode == b->inode && strcmp(a->name, b->name) == 0;
}

int tw_claims_check(struct tw_claims *claims, struct tw_error *error)
{
    if (claims->failed) return tw_fail(error, TW_MEMORY, "out of memory");
    if (claims->count) qsort(claims->list, claims->count, sizeof *claims->list, by_file);
    for (size_t i = 1; i < claims->count; i++) {
        const struct tw_claim *first = &claims->list[i - 1], *second = &claims->list[i];
        if (!second->role || !is_same_file(first, second)) continue;
        if (!first->role)
            return tw_fail_at(error, TW_INPUT, second->path, 0, 0,
                              "is read here, and would be lost: choose another name");
        return tw_fail_at(error, TW_INPUT, second->path, 0, 0, "is for %s already: choose another name",
                          first->role);
    }
    return TW_OK;
}

void tw_claims_free(struct tw_claims *claims)
{
    for (size_t i = 0; i < claims->count; i++) {
        free(claims->list[i].place);
        free(claims->list[i].path);
    }
    free(claims->list);
    *claims = (struct tw_claims){0};
}
