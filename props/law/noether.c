/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Noether's linear momenta: where every Hamiltonian, the noises' too, is unchanged by the turns
 * exp(s eta), <x, eta> is kept.
 *
 * The systems have such turns only in special cases, so each case is made symmetric (below): bodies
 * and tops get two equal moments of inertia and forces along the third axis, vortices noise along
 * it, spins no dmi and their field and anisotropy along it, Zeitlin's sphere no noise, with a field
 * or without.
 *
 * With m such that {<., eta>, H}(m) = <m, [Xi(m), eta]> = 0, a rule keeps <x, eta> exactly where
 * its increment, paired with eta, is <m, [Xi(m), eta]>: the implicit midpoint and isospectral rules
 * (m the stage), the trapezoidal rule (two of them, at its ends), variational rules ([dtau^-1_-xi]*
 * m - [dtau^-1_xi]* m pairs with eta to <m, [xi, eta]>, tau = cay as printed or not, or exp).
 * Flows over unit time take the mean of the orbit of x for m.  Of several parts that turn by
 * different angles no one m is the mean: tmk's on su(2)^n is of third order.  On so(3), with y = x
 * turned by the angle a about Xi,
 *     y - x = 2 sin(a/2) n x z = 2 tan(a/2) n x (x + y)/2,   n = Xi/a, z = x turned by a/2,
 * so that the rules that take Xi at z (rkmk-midpoint-exp) or at the chord's middle (tmk) keep <x,
 * e3>.  For tmk this needs cos(a/2) != 0: at a half turn the middle lies along the axis, the second
 * equality says nothing, and solutions of large steps reverse <x, e3>.  Such steps are skipped, and
 * the note says "half turn".  The law says nothing about other flows.  Explicit rules break the
 * momentum, at orders that depend on the state: on so(3) one above their own error's. */
#include "oracle/plumbing/allocate.h"
#include "props/case/reference_step.h"
#include "props/case/adjust_case.h"

#include <string.h>

enum { BREAKS = -1, SILENT, KEEPS };

static int promise(const slp_system *system, const slp_scheme *scheme)
{
    const unsigned on = (unsigned)system->algebra;
    if (!system->turns) return SILENT;
    return scheme->keeps_momenta & on ? KEEPS : scheme->breaks_momenta & on ? BREAKS : SILENT;
}

/* ---- Cases with a turn ---- */

/* parameter `key`, if given: numbers `from` to from + count of every group of `stride` become 0 */
static void zero_parameter(slp_case *c, const char *key, size_t stride, size_t from, size_t count)
{
    size_t some;
    const double *old = slp_case_param(c, key, &some);
    double numbers[some + 1];
    if (some == 0) return;
    memcpy(numbers, old, some * sizeof *old);
    for (size_t i = 0; i < some; i++)
        if (i % stride >= from && i % stride < from + count) numbers[i] = 0;
    slp_need_memory(slp_case_set_param(c, key, numbers, some, NULL));
}

static void two_equal_moments(slp_case *c)
{
    size_t count;
    double moments[3];
    memcpy(moments, slp_case_param(c, "inertia", &count), sizeof moments);
    moments[1] = moments[0];
    slp_need_memory(slp_case_set_param(c, "inertia", moments, 3, NULL));
}

/* so(n): the planes (1, j) and (2, j) alike for every j > 2 */
static void two_equal_axes(slp_case *c)
{
    size_t count, n = (size_t)slp_case_param(c, "n", &count)[0];
    const double *given = slp_case_param(c, "inertia", &count);
    double moments[c->d];
    for (size_t i = 0; i < c->d; i++) moments[i] = given ? given[i] : (double)(i + 1);
    for (size_t j = 2; j < n; j++) moments[n - 1 + j - 2] = moments[j - 1];
    slp_need_memory(slp_case_set_param(c, "inertia", moments, c->d, NULL));
    prop_remove_noise(c);
}

static void make_symmetric(slp_case *c)
{
    switch (c->system->algebra) {
    case SLP_SO3:
        two_equal_moments(c);
        zero_parameter(c, "quad", 3, 0, 2);
        zero_parameter(c, "lin", 3, 0, 2);
        break;
    case SLP_SE3:
        two_equal_moments(c);
        zero_parameter(c, "chi", 3, 0, 2);
        zero_parameter(c, "noise", 7, 0, 2);
        zero_parameter(c, "noise", 7, 3, 2);
        break;
    case SLP_SU2N:
        zero_parameter(c, "quad", 3, 0, 2);
        zero_parameter(c, "dmi", 3, 0, 3);
        zero_parameter(c, "field", 3, 0, 2);
        zero_parameter(c, "anisotropy", 4, 1, 2);
        if (!slp_case_param(c, "gamma", &(size_t){0})) prop_remove_noise(c);
        break;
    case SLP_SON:
        two_equal_axes(c);
        break;
    default:
        prop_remove_noise(c);
        break;
    }
}

/* ---- The momenta ---- */

static slong count(const ref_exact_step *exact_step)
{
    return exact_step->c->system->algebra & (SLP_SU2N | SLP_SUN | SLP_SUN_DUAL) ? 3 : 1;
}

/* sum Gamma_i x_i, spins with Gamma = 1; its third component alone where there is noise, a field or
 * an axis of anisotropy */
static void moment(arb_ptr values, const slp_case *c, arb_srcptr x, slong prec)
{
    size_t vortices;
    const double *gamma = slp_case_param(c, "gamma", &vortices);
    const size_t fields = slp_case_count(c, "field") + slp_case_count(c, "anisotropy");
    REF_LOCAL(arb, strength);
    for (size_t i = 0; i < c->d / 3; i++) {
        arb_set_d(strength, gamma ? gamma[i] : 1);
        for (size_t k = c->M || fields ? 2 : 0; k < 3; k++)
            arb_addmul(values + k, strength, x + 3 * i + k, prec);
    }
}

/* The components of degree 1, along the spin matrices: sum_k ((N-1)/2 - k) X_kk / i, and of the
 * entries beside the diagonal sum_k sqrt((k+1)(N-1-k)) X_k,k+1; of these nothing on a planet that
 * turns. */
static void angular_momentum(arb_ptr values, slong N, bool turning, arb_srcptr x, slong prec)
{
    REF_LOCAL(arb, weight);
    for (slong k = 0, at = N; k < N; at += 2 * (N - 1 - k), k++) {
        arb_set_si(weight, N - 1 - 2 * k);
        arb_mul_2exp_si(weight, weight, -1);
        arb_addmul(values, weight, x + k, prec);
        if (turning || k + 1 == N) continue;
        arb_sqrt_ui(weight, (ulong)((k + 1) * (N - 1 - k)), prec);
        arb_addmul(values + 1, weight, x + at, prec);
        arb_addmul(values + 2, weight, x + at + 1, prec);
    }
}

static void value(arb_ptr values, const ref_exact_step *exact_step, arb_srcptr x, slong prec)
{
    _arb_vec_zero(values, count(exact_step));
    switch (exact_step->c->system->algebra) {
    case SLP_SU2N:
        moment(values, exact_step->c, x, prec);
        break;
    case SLP_SUN:
    case SLP_SUN_DUAL: /* of W: <(W, Theta), (S, 0)> = <W, S> */
        angular_momentum(values, ref_group_size(exact_step->sys),
                         slp_case_count(exact_step->c, "coriolis") > 0, x, prec);
        break;
    case SLP_SON:
        arb_set(values, x); /* X_12 */
        break;
    default:
        arb_set(values, x + 2); /* along the third axis */
        break;
    }
}

static const ref_invariant momenta = {count, value};

static slp_status defect(prop_defect *to, const ref_exact_step *exact_step, long prec)
{
    return prop_invariant_defect(to, &momenta, exact_step, prec);
}

/* On so(3) the angle |Xi| at the chord's middle differs from every odd multiple of pi. */
static bool is_apart(const ref_exact_step *exact_step, arb_ptr middle, slong prec)
{
    const slong d = exact_step->d;
    REF_LOCAL(arb, angle);
    _arb_vec_add(middle, middle, exact_step->x, d, prec);
    _arb_vec_scalar_mul_2exp_si(middle, middle, d, -1);
    ref_generator(middle, exact_step->sys, middle, exact_step->h, exact_step->dW, prec);
    arb_dot(angle, NULL, 0, middle, 1, middle, 1, d, prec);
    arb_sqrtpos(angle, angle, prec);
    arb_mul_2exp_si(angle, angle, -1);
    arb_cos(angle, angle, prec);
    return !arb_contains_zero(angle);
}

static const char *half_turn(const ref_exact_step *exact_step)
{
    return prop_half_turn(exact_step, is_apart);
}

static prop_outcome check(prop_finding *found, const prop_law *law, const prop_subject *subject,
                          const slp_case *c)
{
    return prop_invariant_check(found, law, &momenta, subject, c);
}

const prop_law prop_law_noether = {
    .name = "noether",
    .about = "the linear momentum of a turn that changes no Hamiltonian is kept",
    .equation = "<Psi(x), eta> = <x, eta> where H o Ad*_exp(s eta) = H",
    .applies = {.promise = promise,
                .hamiltonian = true,
                .algebras = SLP_SO3 | SLP_SON | SLP_SU2N | SLP_SUN | SLP_SE3 | SLP_SUN_DUAL},
    .draw = {.asks_case = true, .shape = make_symmetric},
    .effort = {.cases = 32, .controls = 6},
    .exception = half_turn,
    .check = check,
    .defect = defect,
};
