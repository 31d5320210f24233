/* The sphere turned by halves about the axis, and upside down: X -> e^{i pi S} X e^{-i pi S}, S = S_3 and S_1, which
 * multiply each T_lm by a sign, so that every noise stays what it was; amplitudes against increments; the
 * opposite vorticity run backwards. */
#include "props/su_entries.h"

static size_t same(size_t i, size_t N)
{
    (void)N;
    return i;
}

static size_t opposite(size_t i, size_t N)
{
    return N - 1 - i;
}

static int alternating(size_t i, size_t j)
{
    return (i + j) % 2 ? -1 : 1;
}

static const prop_renaming about_axis = {same, alternating}, upside_down = {opposite, NULL};

static bool half_turn(slp_case *to, const slp_case *c)
{
    prop_su_rename(to, &about_axis, c);
    return true;
}

static void half_turned(arb_ptr image, const slp_case *to, const slp_case *c, arb_srcptr y)
{
    (void)to;
    prop_su_map(image, &about_axis, y, c->d);
}

static bool turn_over(slp_case *to, const slp_case *c)
{
    prop_su_rename(to, &upside_down, c);
    return true;
}

static void turned_over(arb_ptr image, const slp_case *to, const slp_case *c, arb_srcptr y)
{
    (void)to;
    prop_su_map(image, &upside_down, y, c->d);
}

static bool louder(slp_case *to, const slp_case *c)
{
    size_t count;
    const double *amp = slp_case_param(c, "amp", &count);
    if (count == 0) return false;
    const double twice = 2 * amp[0];
    for (size_t k = 0; k < c->M; k++) {
        to->dw[k] = c->dw[k] / 2;
        if (2 * to->dw[k] != c->dw[k]) return false;
    }
    return prop_set(to, "amp", &twice, 1);
}

/* Xi is linear: Xi(-X; -h, -dW) = Xi(X; h, dW). */
static bool reversed(slp_case *to, const slp_case *c)
{
    to->h = -c->h;
    for (size_t i = 0; i < c->d; i++) to->x[i] = -c->x[i];
    for (size_t k = 0; k < c->M; k++) to->dw[k] = -c->dw[k];
    return true;
}

static void negated(arb_ptr image, const slp_case *to, const slp_case *c, arb_srcptr y)
{
    (void)to;
    _arb_vec_neg(image, y, (slong)c->d);
}

const prop_relation prop_relations_zeitlin_sphere[] = {
    {"zeitlin-sphere", "half turn about the axis", half_turn, half_turned},
    {"zeitlin-sphere", "the sphere upside down", turn_over, turned_over},
    {"zeitlin-sphere", "twice the amplitude, half the increments", louder, NULL},
    {"zeitlin-sphere", "the opposite vorticity, backwards in time", reversed, negated},
    {.about = NULL}};
