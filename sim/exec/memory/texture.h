/*
 * texture.h - what texture.c, which finds texels, has of texture_filter.c, which makes numbers of them.
 */
#ifndef TW_SIM_EXEC_MEMORY_TEXTURE_H
#define TW_SIM_EXEC_MEMORY_TEXTURE_H

#include "sim/exec/memory/texture_image.h"

#define TW_MOST_TEXELS 8u /* that linear filtering takes */

/* A channel of a texel, its bits as they are stored, as an instruction gets it: a float's bits or an integer. */
uint32_t tw_texel_value(const struct tw_texture_image *image, const struct tw_sampler *sampler,
                        unsigned channel, uint32_t bits);

/* What stands for a channel of the border, as it would be stored. */
uint32_t tw_border_bits(const struct tw_texture_image *image, const struct tw_sampler *sampler,
                        unsigned channel);

/* The sum of texels with weights in 256ths, which add up to 256. Texels are floats, or integers that are read as fractions. */
uint32_t tw_texel_sum(const struct tw_texture_image *image, const struct tw_sampler *sampler,
                      unsigned channel, const uint32_t *bits, const unsigned *weights, unsigned count);

#endif
