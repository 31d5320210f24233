/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Damped spins with matched noise have the Gibbs distribution, exp(-H0/T) on their spheres.
 *
 * The temperature.  Damping moves spin i by lambda x_i x (x_i x grad_i H0) = -lambda |x_i|^2 P_i
 * grad_i H0, P_i the projection to the tangent plane.  The noises -D x_ik turn it at random: with L
 * the Laplacian on the sphere of radius |x_i|, the generator of Stratonovich's equation is
 * (D^2/2) sum_k ((x_i x e_k) . grad)^2 = (D^2/2) |x_i|^2 L.  Brownian motion with the drift
 * -a P grad H0 and the generator a T L has the distribution exp(-H0/T): here a = lambda |x_i|^2, so
 * that
 *     D^2 = 2 lambda T,
 * whatever the lengths are.  The turns x_i x grad_i H0 keep H0 and volumes, so they keep it too.
 *
 * One step of a scheme with the right limit then changes the mean of a function f of the state by
 *     q(h) h,   q(h) = E[f(Psi(x)) - f(x)]/h = s + O(h),   s = E[G f] = 0,
 * G the generator of the equation, E over the Gibbs distribution and the increments.  The law
 * computes E by quadrature, without sampling: Gauss's rule of 8 points for the angle of one spin in
 * a field and an easy axis along it, or of a pair with exchange, and for n increments the 2n points
 * +-sqrt(n h) e_k, whose moments up to the third are those of the normal distribution.  Both enter
 * s exactly but for 1e-6 of it.  With q at h, h/2, h/4
 *     a1 = 2 q1 - q0, a2 = 2 q2 - q1 = s + O(h^2),   s3 = (4 a2 - a1)/3 = s + c h^3/8 + ...,
 * q(h) = s + ... + c h^3 + ...  Each order in h brings a factor of the size of the rates: with R =
 * D^2 + 2 B, B the field or the exchange, |c| <= C R^4.  h is chosen with 2^-7 <= R h < 2^-6, so
 * that |s3| is at most C R 2^-21.  8 is allowed for C, which is R 2^-18, and rounding.  (The
 * binary64 path's largest C, over all schemes, is 2.)  If D^2 is off by the factor 1 + e, s is
 * e (D^2/2) E[L f] = -e D^2 E[f], of a pair twice that.  A case counts if that is at least 8 times
 * what is allowed for e = 1/10.
 *
 * A case has 4 spins, which are moved at once; spins that no exchange joins do not see each other.
 * The 8 nodes take two cases, those of pairs four. */
#include "oracle/plumbing/allocate.h"
#include "props/case/adjust_case.h"
#include "props/case/reference_step.h"
#include "props/statistics/sampling.h"

#include <math.h>

enum { BREAKS = -1, SILENT, KEEPS };
enum { HALF = 4, NODES = 2 * HALF, SPINS = 4, LEVELS = 3 };

static int promise(const slp_system *system, const slp_scheme *scheme)
{
    if (!prop_takes_damping(system) || scheme->splits) return SILENT;
    return scheme->ito_field ? BREAKS : KEEPS; /* the noises' generators do not depend on x */
}

/* Gauss's rule on [-1, 1]: the nodes above 0, and their weights. */
static const double node[HALF] = {0.1834346424956498, 0.5255324099163290, 0.7966664774136267,
                                  0.9602898564975363};
static const double node_weight[HALF] = {0.3626837833783620, 0.3137066458778873, 0.2223810344533745,
                                         0.1012285362903763};

/* What is asked: one spin at each node of the angle, or two. */
typedef struct model {
    slp_case c;
    size_t each;                /* spins at a node */
    int axis;                   /* of the field */
    double length;              /* of a spin; the second of a pair has length 1 */
    double weight[NODES], mean; /* of the Gibbs distribution, their sum is 1; E[f] */
    double before[NODES], rate; /* f at the nodes; s for e = 1 */
    double fastest;             /* R */
} model;

static double angle_at(size_t i)
{
    return i % 2 ? -node[i / 2] : node[i / 2];
}

/* f of the spins of a node: the cosine of the angle to the field, or between the two spins of a
 * pair, where the lengths are those of the start. */
static double function_of(const model *m, const double *a)
{
    const double *b = a + 3;
    return (m->each == 1 ? a[m->axis] : a[0] * b[0] + a[1] * b[1] + a[2] * b[2]) / m->length;
}

static void set_parameter(slp_case *c, const char *key, const double *values, size_t count)
{
    slp_need_memory(slp_case_set_param(c, key, values, count, NULL));
}

/* x of a case: nodes `from` on. */
static void set_state(model *m, size_t from)
{
    const int axis = m->axis;
    double x[3 * SPINS] = {0};
    for (size_t i = 0; i < SPINS / m->each; i++) {
        const double z = angle_at(from + i);
        double *a = x + 3 * m->each * i;
        a[axis] = m->length * z;
        a[(axis + 1) % 3] = m->length * sqrt(1 - z * z);
        if (m->each == 2) a[3 + axis] = 1;
    }
    slp_need_memory(slp_case_set_x(&m->c, x, 3 * SPINS));
    prop_fit_case(&m->c);
}

/* Bonds of the pairs; a bond without exchange between the first two where there are none. */
static void set_bonds(model *m, double exchange)
{
    double ends[SPINS], J[SPINS] = {0};
    const size_t bonds = m->each == 2 ? SPINS / 2 : 1;
    for (size_t i = 0; i < bonds; i++) {
        ends[2 * i] = (double)(2 * i + 1);
        ends[2 * i + 1] = (double)(2 * i + 2);
        if (m->each == 2) J[i] = exchange;
    }
    set_parameter(&m->c, "bonds", ends, 2 * bonds);
    set_parameter(&m->c, "exchange", J, bonds);
}

/* weight, before, mean, of the density exp(over z + square z^2). */
static void set_weights(model *m, double over, double square)
{
    const size_t nodes = SPINS / m->each;
    double total = 0;
    for (size_t i = 0; i < NODES; i++) {
        const double z = angle_at(i);
        m->weight[i] = node_weight[i / 2] * exp(over * z + square * z * z);
        total += m->weight[i];
    }
    for (size_t i = 0; i < NODES; i++) {
        if (i % nodes == 0) set_state(m, i);
        m->weight[i] /= total;
        m->before[i] = function_of(m, m->c.x + 3 * m->each * (i % nodes));
        m->mean += m->weight[i] * m->before[i];
    }
}

/* A model of the case's numbers: of one spin each, or of pairs.  Its h is the largest of three. */
static bool model_init(model *m, const slp_case *from)
{
    slp_draw draw;
    slp_error err;
    slp_draw_init(&draw, prop_path_seed(from), 0);
    *m = (model){.each = 1 + (size_t)slp_draw_below(&draw, 2)};
    m->axis = (int)slp_draw_below(&draw, 3);
    m->length = slp_draw_between(&draw, 0.75, 1.25);
    const double over = slp_draw_between(&draw, 1, 2.5), lambda = slp_draw_between(&draw, 0.25, 1),
                 strength = slp_draw_between(&draw, 1, 2),
                 easy = slp_draw_between(&draw, -0.5, 0.5);
    const double T = strength * m->length / over, D = sqrt(2 * lambda * T);
    const double axis_of[4] = {easy, m->axis == 0, m->axis == 1, m->axis == 2};
    const double field[3] = {strength * axis_of[1], strength * axis_of[2], strength * axis_of[3]};
    slp_case_init(&m->c);
    slp_need_memory(slp_case_copy(&m->c, from));
    for (size_t p = 0; m->c.system->params[p].key; p++)
        set_parameter(&m->c, m->c.system->params[p].key, NULL, 0);
    set_state(m, 0);
    set_bonds(m, strength);
    if (m->each == 1) set_parameter(&m->c, "field", field, 3);
    if (m->each == 1) set_parameter(&m->c, "anisotropy", axis_of, 4);
    set_parameter(&m->c, "noise", &D, 1);
    set_parameter(&m->c, "damping", &lambda, 1);
    m->c.steps = 1;
    m->fastest = D * D + 2 * strength;
    m->c.h = ldexp(1, -7 - ilogb(m->fastest));
    const double zeros[3 * SPINS] = {0},
                           square = m->each == 1 ? easy * m->length * m->length / T : 0;
    slp_need_memory(slp_case_set_dw(&m->c, zeros, 3 * SPINS));
    set_weights(m, over, square);
    m->rate = (double)m->each * D * D * m->mean;
    return slp_case_check(&m->c, &err) == SLP_OK;
}

/* *q += what the nodes `from` on give to E[f(Psi(x)) - f(x)]/h, h that of m->c. */
static prop_outcome add_quotient(double *q, prop_finding *found, const prop_subject *subject,
                                 model *m, size_t from)
{
    const size_t n = 3 * m->each, points = 2 * n;
    prop_outcome outcome = PROP_HELD;
    set_state(m, from);
    for (size_t p = 0; p < points && outcome == PROP_HELD; p++) {
        SLP_CLEARED(slp_result) r = {0};
        for (size_t i = 0; i < 3 * SPINS; i++)
            m->c.dw[i] = i % n != p / 2 ? 0 : (p % 2 ? -1 : 1) * sqrt((double)n * m->c.h);
        prop_fit_case(&m->c);
        outcome = prop_query_subject(&r, found, subject, &m->c);
        for (size_t i = 0; outcome == PROP_HELD && i < SPINS / m->each; i++)
            *q += m->weight[from + i] * (function_of(m, r.y.at + n * i) - m->before[from + i]) /
                  (m->c.h * (double)points);
    }
    return outcome;
}

static prop_outcome decide(prop_finding *found, const model *m, const double q[LEVELS])
{
    static const double looked_for = 0.1, clear = 8;
    const double a1 = 2 * q[1] - q[0], a2 = 2 * q[2] - q[1], s = (4 * a2 - a1) / 3;
    /* a step is off by at most 2^8 roundings, and q[2] enters s with the factor 8/3 */
    const double rounding = ldexp(1, 10 - prop_unit_bits(&m->c)) / m->c.h;
    const double allowed = ldexp(m->fastest, -18) + rounding, fault = looked_for * fabs(m->rate);
    found->margin = fabs(s) / allowed;
    if (found->margin <= 1 && !(fault >= clear * allowed))
        return prop_outcome_noted(found, PROP_SKIPPED,
                                  "D^2 wrong by a tenth moves the mean by %.3g, %.3g is allowed",
                                  fault, allowed);
    return prop_outcome_noted(
        found, found->margin <= 1 ? PROP_HELD : PROP_FAILED,
        "the mean moves by %.3g in a unit of time, allowed %.3g; D^2 wrong by "
        "a tenth moves it by %.3g",
        s, allowed, fault);
}

static prop_outcome check(prop_finding *found, const prop_law *law, const prop_subject *subject,
                          const slp_case *c)
{
    model m;
    double q[LEVELS];
    (void)law;
    prop_outcome outcome = model_init(&m, c)
                               ? PROP_HELD
                               : prop_outcome_noted(found, PROP_SKIPPED, "no model of this case");
    for (int l = 0; l < LEVELS && outcome == PROP_HELD; l++) {
        q[l] = 0;
        for (size_t i = 0; i < NODES && outcome == PROP_HELD; i += SPINS / m.each)
            outcome = add_quotient(q + l, found, subject, &m, i);
        if (l + 1 < LEVELS) m.c.h /= 2;
    }
    if (outcome == PROP_HELD) outcome = decide(found, &m, q);
    slp_case_clear(&m.c);
    return outcome;
}

const prop_law prop_law_gibbs = {
    .name = "gibbs",
    .about = "damped spins with noise of D^2 = 2 lambda T have the Gibbs distribution",
    .equation = "E[f(Psi(x)) - f(x)]/h = O(h), x distributed as exp(-H0/T)",
    .applies = {.promise = promise, .subjects = PROP_LAW_COMPUTED},
    .draw = {.unshrunk = true},
    .effort = {.cases = 4, .controls = 2},
    .check = check,
};
