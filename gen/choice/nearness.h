/*
 * nearness.h - how near a measurement is to what is wanted, a problem on a device, and its winner's schedule for that problem. The measure is
 * that of the launchers of `embed --choose` (templates/embed/embed_nearness.mustache), from the same source.
 */
#ifndef TW_GEN_CHOICE_NEARNESS_H
#define TW_GEN_CHOICE_NEARNESS_H

#include "gen/family.h"

/* What counts of a device. */
struct tw_near_device {
    const char *name;
    unsigned sm, multiprocessors;
};

struct tw_nearness {
    int device; /* 0: the same name; 1: the same architecture; 2: the same major number; 3: another */
    double
        multiprocessors; /* the larger number of them divided by the smaller one; 1 of the same name         */
    double problem; /* the product of how far its fields are apart; 1: it is the same problem           */
};

/* The values are resolved; the fields of the problem count. */
struct tw_nearness tw_nearness_of(const struct tw_family *family, const int64_t *measured,
                                  const struct tw_near_device *measured_on, const int64_t *wanted,
                                  const struct tw_near_device *device);
/* Less than 0: a is nearer than b. */
int tw_nearness_compare(const struct tw_nearness *a, const struct tw_nearness *b);
/* "this device" */
const char *tw_nearness_device_words(const struct tw_nearness *nearness);

/*
 * Whether a winner of the problem `measured` is better founded for `wanted` than the family's own choice. A described kernel has nothing to
 * choose by, so any is. A built-in family has a model, or rules: there the device must be the same, words and lists too, each number at most
 * twice the other, and divisible by the same power of two, up to 32, which decides what can be read at a time. One whose variants are told
 * apart by counts alone takes none of another problem.
 */
bool tw_nearness_is_founded(const struct tw_family *family, const struct tw_nearness *nearness,
                            const int64_t *measured, const int64_t *wanted);

/* By how much a time is longer than it would be were no multiprocessor idle in the last round of blocks: of all launches of a shape. */
double tw_nearness_rounds(const struct tw_shape *shape, unsigned multiprocessors);

/* Makes the variant that does for `given`, the values of a variant before resolve(), what the winner did for its problem: `open` fields are the
   winner's, all others as given; its texts are those of `given` or of the family. False, and the reason: the target cannot run it, or one of
   the others is not the winner's. */
bool tw_family_carry_over(const struct tw_family *family, const int64_t *winner, const int64_t *given,
                          uint64_t open, const struct tw_target *target, int64_t *value,
                          struct tw_text *reason);

#endif
