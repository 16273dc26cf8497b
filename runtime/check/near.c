/* How near results are to what is right, by the tolerance of a description: the formula on the CPU. */
#include "runtime/check/near.h"

#include "runtime/check/oracle.h"

struct tw_near tw_near_of(const struct tw_tolerance *tolerance, enum tw_element element, double most,
                          unsigned trial)
{
    const struct tw_element_info *info = tw_element_info(element);
    return (struct tw_near){.absolute = tolerance->absolute,
                            .relative = tolerance->relative,
                            .scaled = tolerance->scaled,
                            .ulps = tolerance->ulps,
                            .most = most,
                            .scalar = info->scalar,
                            .bytes = info->component_bytes,
                            .components = info->components,
                            .pattern = tw_poisons[trial],
                            .other = tw_poisons[!trial]};
}

double tw_most(enum tw_element element, const void *elements, const void *other, uint64_t count)
{
    const struct tw_near near = tw_near_of(&(struct tw_tolerance){0}, element, 0, 0);
    const unsigned char *mine = elements, *others = other;
    double most = 0;
    for (uint64_t i = 0; i < count * near.components; i++, mine += near.bytes, others += near.bytes) {
        const struct tw_component component = tw_component_of(&near, mine);
        const double size = fabs(component.real);
        const bool is_alone = component.bits == tw_pattern_of(near.pattern, near.bytes) &&
                              tw_bits_of(others, near.bytes) == tw_pattern_of(near.other, near.bytes);
        if (!is_alone && size > most && size <= TW_LARGEST) most = size;
    }
    return most;
}

bool tw_farthest_off(const struct tw_near *near, const void *got, const void *want, double *off,
                     double *allowed)
{
    *off = *allowed = 0;
    for (unsigned at = 0; at < near->components * near->bytes; at += near->bytes) {
        const struct tw_component g = tw_component_of(near, (const unsigned char *)got + at);
        const struct tw_component w = tw_component_of(near, (const unsigned char *)want + at);
        const double apart = tw_off(near, g, w);
        if (tw_is_near(near, g, w) || !(apart > *off) || apart > TW_LARGEST) continue;
        *off = apart;
        *allowed = tw_allowed(near, w);
    }
    return *off > 0;
}
