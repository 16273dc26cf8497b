#include "gen/choice/net.h"

#include <string.h>

/* The next layer's weights. */
static const float *pass(const float *weight, unsigned inputs, unsigned outputs, const float *in, float *out)
{
    memcpy(out, weight + inputs * outputs, outputs * sizeof *out);
    for (unsigned i = 0; i < inputs; i++, weight += outputs) {
        if (in[i] == 0) continue; /* as are half of them */
        for (unsigned o = 0; o < outputs; o++) out[o] += in[i] * weight[o];
    }
    return weight + outputs;
}

static float limited(float x)
{
    return x < -TW_NET_LIMIT ? -TW_NET_LIMIT : x > TW_NET_LIMIT ? TW_NET_LIMIT : x;
}

float tw_net_score(const struct tw_net *net, const float *feature)
{
    float input[TW_NET_WIDEST], value[2][TW_NET_WIDEST], sum = 0;
    const float *weight = net->weight;
    for (unsigned i = 0; i < net->features; i++)
        input[i] = limited((feature[i] - net->mean[i]) * net->scale[i]);
    for (unsigned network = 0; network < net->networks; network++) {
        const float *in = input;
        unsigned inputs = net->features;
        for (unsigned layer = 0; layer < TW_NET_LAYERS; layer++) {
            float *out = value[layer % 2];
            unsigned outputs = net->outputs[layer];
            weight = pass(weight, inputs, outputs, in, out);
            for (unsigned o = 0; o < outputs && layer + 1 < TW_NET_LAYERS; o++)
                out[o] = out[o] > 0 ? out[o] : 0;
            in = out;
            inputs = outputs;
        }
        sum -= in[0];
    }
    return sum;
}
