/* The coefficients of schemes. */
#include "gen/families/stencil/stencil.h"

/*
 * (r!)^2 / ((r - i)! (r + i)!), from which central differences of order 2r are made (Fornberg, "Generation of finite
 * difference formulas on arbitrarily spaced grids", 1988, in closed form), and of which the binomial (2r over r + i) is a
 * multiple.
 */
static long double ratio(unsigned radius, unsigned i)
{
    long double product = 1;
    for (unsigned k = 1; k <= i; k++) product *= (long double)(radius - k + 1) / (radius + k);
    return product;
}

static long double derivative(unsigned radius, unsigned i)
{
    return (i % 2 ? 1 : -1) * ratio(radius, i) / i;
}

/* The coefficient of one axis; the middle one makes all of them add up to nothing. */
static long double second_derivative(unsigned radius, unsigned i)
{
    long double sum = 0;
    if (i) return 2 * derivative(radius, i) / i;
    for (unsigned k = radius; k > 0; k--) sum -= 2 * second_derivative(radius, k);
    return sum;
}

static long double binomial(unsigned radius, unsigned i)
{
    long double middle = 1;
    for (unsigned k = 1; k <= radius; k++) middle *= (2 * k - 1) / (2.0L * k);
    return middle * ratio(radius, i);
}

double tw_stencil_coefficient(const struct tw_stencil *s, enum tw_stencil_scheme scheme, unsigned number)
{
    unsigned side = s->radius + 1, r = s->radius;
    switch (scheme) {
    case STENCIL_DERIVATIVE:
        return (double)derivative(r, number + 1);
    case STENCIL_LAPLACIAN:
        return (double)(second_derivative(r, number) * (s->star && number == 0 ? 2 : 1));
    case STENCIL_BINOMIAL:
        return (double)(binomial(r, number % side) * (s->line ? 1 : binomial(r, number / side)));
    default:
        return 0;
    }
}
