/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Damped spins lose energy, and how much is known.  H0 is quadratic plus linear, so that H0(y) -
 * H0(x) = g.(y - x), g = grad H0(m), at the middle m = (x + y)/2 of every chord.  Without noise
 * Xi_i(m) = h (g_i + lambda m_i x g_i).
 *
 * The implicit midpoint rule has y_i - x_i = m_i x Xi_i(m), so that
 *     H0(y) - H0(x) = h lambda sum_i g_i.(m_i x (m_i x g_i)) = -h lambda sum_i |m_i x g_i|^2.
 * The flow at the chord's middle (tmk) turns x_i about Xi_i(m) by the angle a_i = |Xi_i(m)|, and
 * then y_i - x_i = t_i m_i x Xi_i(m) with t_i = tan(a_i/2)/(a_i/2) (props/law/noether.c), so that
 *     H0(y) - H0(x) = -h lambda sum_i t_i |m_i x g_i|^2.
 * For h > 0 and lambda > 0 the energy thus falls, unless every spin lies along its field; with tmk
 * as long as no spin turns by a half turn.  A scheme that breaks the law `energy` has an energy of
 * its own, and must be seen to break this law too.
 *
 * Each case gets damping if it has none, and loses its noise. */
#include "oracle/plumbing/allocate.h"
#include "props/case/reference_step.h"
#include "props/case/adjust_case.h"

#include <math.h>

enum { BREAKS = -1, SILENT, KEEPS };

static int promise(const slp_system *system, const slp_scheme *scheme)
{
    if (!prop_takes_damping(system) || scheme->splits) return SILENT;
    if (slp_pair_keeps(system, scheme) & SLP_LAW_ENERGY) return KEEPS;
    return slp_pair_breaks(system, scheme) & SLP_LAW_ENERGY ? BREAKS : SILENT;
}

static double damping_of(const slp_case *c)
{
    size_t count;
    const double *damping = slp_case_param(c, "damping", &count);
    return count ? *damping : 0;
}

/* Damping of 1/4 for a spin of length 1: 2^-2 over the power of 2 above the largest coordinate. */
static void set_damping(slp_case *c)
{
    double size = 0;
    prop_remove_noise(c);
    for (size_t i = 0; i < c->d; i++) size = fmax(size, fabs(c->x[i]));
    if (damping_of(c) > 0 || size == 0) return;
    const double damping = ldexp(1, -3 - ilogb(size));
    if (isfinite(damping)) slp_need_memory(slp_case_set_param(c, "damping", &damping, 1, NULL));
}

static slong count(const ref_exact_step *exact_step)
{
    (void)exact_step;
    return 1;
}

/* t = tan(a/2)/(a/2), a = |xi|; 1 unless the scheme turns by this angle */
static void turn_stretch(arb_t t, const ref_exact_step *exact_step, arb_srcptr xi, slong prec)
{
    arb_one(t);
    if (!exact_step->c->scheme->flow_of_chord) return;
    REF_LOCAL(arb, half, cosine);
    arb_dot(half, NULL, 0, xi, 1, xi, 1, 3, prec);
    arb_sqrtpos(half, half, prec);
    arb_mul_2exp_si(half, half, -1);
    arb_cos(cosine, half, prec);
    arb_sinc(t, half, prec);
    arb_div(t, t, cosine, prec);
}

/* sum += t |m x g|^2 of one spin */
static void add_loss(arb_t sum, const arb_t t, arb_srcptr m, arb_srcptr g, slong prec)
{
    REF_LOCAL(arb, across, square);
    for (int k = 0; k < 3; k++) {
        const int j = (k + 1) % 3, l = (k + 2) % 3;
        arb_mul(across, m + j, g + l, prec);
        arb_submul(across, m + l, g + j, prec);
        arb_addmul(square, across, across, prec);
    }
    arb_addmul(sum, t, square, prec);
}

/* What the step loses.  The gradient times h is the generator of the same case without damping. */
static void energy_loss(arb_t to, const ref_exact_step *exact_step, arb_srcptr m, slong prec)
{
    const slong d = exact_step->d;
    SLP_CLEARED(slp_case) without = {0};
    SLP_CLEARED(ref_exact_step) plain = {0};
    REF_LOCAL_VEC(arb, d, g, xi);
    REF_LOCAL(arb, t);
    arb_zero(to);
    slp_need_memory(slp_case_copy(&without, exact_step->c));
    without.system->make_hamiltonian(&without);
    if (slp_need_memory(ref_exact_step_init(&plain, &without, NULL)) != SLP_OK) {
        arb_indeterminate(to);
    } else if (!arb_is_zero(exact_step->h)) {
        ref_generator(g, plain.sys, m, exact_step->h, exact_step->dW, prec);
        ref_generator(xi, exact_step->sys, m, exact_step->h, exact_step->dW, prec);
        for (slong i = 0; i < d; i += 3) {
            turn_stretch(t, exact_step, xi + i, prec);
            add_loss(to, t, m + i, g + i, prec);
        }
        arb_set_d(t, damping_of(exact_step->c));
        arb_div(t, t, exact_step->h, prec);
        arb_mul(to, to, t, prec);
    }
}

/* The loss on the way to y. */
static void loss_on_chord(arb_t lost, const ref_exact_step *exact_step, arb_srcptr y, slong prec)
{
    REF_LOCAL_VEC(arb, exact_step->d, m);
    _arb_vec_add(m, exact_step->x, y, exact_step->d, prec);
    _arb_vec_scalar_mul_2exp_si(m, m, exact_step->d, -1);
    energy_loss(lost, exact_step, m, prec);
}

/* Of a result y: H0(y) and the loss on the way to it.  Of the state that the step begins at, which
 * is passed as exact_step->x itself: H0. */
static void value(arb_ptr values, const ref_exact_step *exact_step, arb_srcptr y, slong prec)
{
    REF_LOCAL(arb, lost);
    ref_energy(values, exact_step->sys, y, prec);
    if (y != exact_step->x) loss_on_chord(lost, exact_step, y, prec);
    arb_add(values, values, lost, prec);
}

static const ref_invariant balance = {count, value};

static slp_status defect(prop_defect *to, const ref_exact_step *exact_step, long prec)
{
    return prop_invariant_defect(to, &balance, exact_step, prec);
}

/* Each angle of tmk is no half turn. */
static bool is_apart(const ref_exact_step *exact_step, arb_ptr next, slong prec)
{
    REF_LOCAL(arb, lost);
    loss_on_chord(lost, exact_step, next, prec);
    return arb_is_finite(lost);
}

static const char *why_half_turn(const ref_exact_step *exact_step)
{
    return prop_half_turn(exact_step, is_apart);
}

static prop_outcome check(prop_finding *found, const prop_law *law, const prop_subject *subject,
                          const slp_case *c)
{
    return prop_invariant_check(found, law, &balance, subject, c);
}

const prop_law prop_law_dissipation = {
    .name = "dissipation",
    .about = "without noise damping takes the energy that it must, and never adds any",
    .equation = "H0(y) - H0(x) = -h lambda sum t_i |m_i x grad_i H0(m)|^2, m = (x + y)/2",
    .applies = {.promise = promise},
    .draw = {.asks_case = true, .shape = set_damping},
    .effort = {.cases = 64, .controls = 8},
    .exception = why_half_turn,
    .check = check,
    .defect = defect,
};
