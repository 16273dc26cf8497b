/*
 * net.h - how good a variant is held to be without running it, as forest.h, by small neural networks: each turns features of the
 * problem, the variant and the target into a score by two layers that add up what they take, keep what is positive, and a last one
 * that adds up. The score is the sum over networks that were fitted alike from different beginnings, to times that were measured
 * (gen/choice/models/transpose-model.json, tools/fit/fit_net.py).
 *
 * Constant data; thread-safe.
 */
#ifndef TW_GEN_CHOICE_NET_H
#define TW_GEN_CHOICE_NET_H

#define TW_NET_LAYERS 3u   /* the last has one number, the score */
#define TW_NET_WIDEST 128u /* numbers that a layer takes or makes, at most */
#define TW_NET_LIMIT                                                                                         \
    4.0f /* features are moved and scaled, and what is beyond is taken for so much: as when it was fitted */

struct tw_net {
    unsigned sm;       /* of the device whose times it was fitted to */
    unsigned features; /* at most TW_NET_WIDEST */
    unsigned networks;
    const float *mean, *scale; /* of each feature: (feature - mean) * scale is what the first layer takes */
    const unsigned char *outputs; /* of each layer */
    const float *
        weight; /* of each network, of each layer: outputs of them for each of its inputs, then one for each output */
};

/* What the networks make of features. Less is better; differences count among variants of one problem only. */
float tw_net_score(const struct tw_net *net, const float *feature);

/* Made from the files when the program is built. */
extern const struct tw_net tw_net_transpose;

#endif
