/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Runge-Kutta Munthe-Kaas schemes, LECG Definition 4.1: a Runge-Kutta rule on the algebra, carried
 * to the dual by the coadjoint action A of tau = exp or the Cayley transform,
 *     Theta_i = sum_j a_ij K(Theta_j),   Theta = sum_j b_j K(Theta_j),   x' = A(Theta) x.
 * Implicit tableaux: the stage z is (Theta_1, ..., Theta_s), iterated from 0.  Explicit ones have
 * no stage: finish computes the Theta_i in turn.  Derivations: ref/scheme/rkmk.md.  Tested by
 * tests/ref/test_ref_rkmk.c, tests/ref/test_ref_golden.c. */
#include "ref/scheme/rkmk_slope.h"

#define HALF                                                                                       \
    {                                                                                              \
        1, 2, 0                                                                                    \
    }
#define ONE                                                                                        \
    {                                                                                              \
        1, 1, 0                                                                                    \
    }
#define THIRD                                                                                      \
    {                                                                                              \
        1, 3, 0                                                                                    \
    }
#define SIXTH                                                                                      \
    {                                                                                              \
        1, 6, 0                                                                                    \
    }
#define FOUR                                                                                       \
    {                                                                                              \
        1, 4, 0                                                                                    \
    }
#define NONE                                                                                       \
    {                                                                                              \
        0, 0, 0                                                                                    \
    }

static const rkmk_tableau euler = {.stages = 1, .order = 1, .b = {ONE}};
static const rkmk_tableau heun = {.stages = 2, .order = 2, .a = {{NONE}, {ONE}}, .b = {HALF, HALF}};
static const rkmk_tableau midpoint = {.stages = 1, .order = 2, .a = {{HALF}}, .b = {ONE}};
static const rkmk_tableau gauss4 = {
    .stages = 2, .order = 4, .a = {{FOUR, {1, 4, -1}}, {{1, 4, 1}, FOUR}}, .b = {HALF, HALF}};
static const rkmk_tableau rk4 = {.stages = 4,
                                 .order = 4,
                                 .a = {{NONE}, {HALF}, {NONE, HALF}, {NONE, NONE, ONE}},
                                 .b = {SIXTH, THIRD, THIRD, SIXTH}};

/* In the order of ref_schemes_rkmk. */
static const rkmk_rule rules[] = {
    {&euler, false}, {&euler, true},     {&heun, false},    {&heun, true},    {&rk4, false},
    {&rk4, true},    {&midpoint, false}, {&midpoint, true}, {&gauss4, false}, {&gauss4, true}};

static const rkmk_rule *rule_of(const ref_frame *f)
{
    return &rules[f->scheme - ref_schemes_rkmk];
}

static bool exp_suits(const ref_algebra *algebra)
{
    return algebra->exponential != NULL;
}

static bool exp4_suits(const ref_algebra *algebra)
{
    return algebra->exponential && algebra->bracket;
}

static bool cay_suits(const ref_algebra *algebra)
{
    return algebra->cayley && algebra->dcay_inverse_change;
}

static arb_ptr slope_at(const ref_frame *f, slong j)
{
    return ref_scratch(f, RKMK_SLOPES + j);
}

static arb_ptr dslope_at(const ref_frame *f, slong j)
{
    return ref_scratch(f, RKMK_DSLOPES + j);
}

/* theta = sum over j < count of c_j K_j, from the slopes that lie at `first` */
static void combine_slopes(arb_ptr theta, const ref_frame *f, const rkmk_coefficient *c,
                           slong count, slong first)
{
    _arb_vec_zero(theta, f->d);
    for (slong j = 0; j < count; j++)
        ref_rkmk_add(theta, &c[j], ref_scratch(f, first + j), f->d, f->prec);
}

/* Computes all K_j: at the stages z, or for an explicit rule one after the other. */
static void compute_slopes(ref_frame *f, arb_srcptr z)
{
    const rkmk_rule *rule = rule_of(f);
    arb_ptr theta = ref_scratch(f, RKMK_THETA);
    for (slong j = 0; j < rule->tableau->stages; j++) {
        if (!z) combine_slopes(theta, f, rule->tableau->a[j], j, RKMK_SLOPES);
        if (!z) ref_frame_note(f, "theta#", theta);
        ref_rkmk_slope(slope_at(f, j), f, rule, z ? z + j * f->d : theta);
        ref_frame_note(f, "K#", slope_at(f, j));
    }
}

/* Computes all dK_j, and for an explicit rule also the K_j. */
static void slope_tangents(ref_frame *f, arb_srcptr z, arb_srcptr dz, arb_srcptr dx)
{
    const rkmk_rule *rule = rule_of(f);
    arb_ptr theta = ref_scratch(f, RKMK_THETA), dtheta = ref_scratch(f, RKMK_DTHETA);
    for (slong j = 0; j < rule->tableau->stages; j++) {
        if (z) {
            ref_rkmk_slope_tangent(dslope_at(f, j), f, rule, z + j * f->d,
                                   dz ? dz + j * f->d : NULL, dx);
            continue;
        }
        combine_slopes(theta, f, rule->tableau->a[j], j, RKMK_SLOPES);
        combine_slopes(dtheta, f, rule->tableau->a[j], j, RKMK_DSLOPES);
        ref_rkmk_slope(slope_at(f, j), f, rule, theta);
        ref_rkmk_slope_tangent(dslope_at(f, j), f, rule, theta, dtheta, dx);
    }
}

static void rkmk_stage(arb_ptr out, ref_frame *f, arb_srcptr z)
{
    const rkmk_tableau *t = rule_of(f)->tableau;
    compute_slopes(f, z);
    for (slong i = 0; i < t->stages; i++)
        combine_slopes(out + i * f->d, f, t->a[i], t->stages, RKMK_SLOPES);
}

static void rkmk_stage_tangent(arb_ptr out, ref_frame *f, arb_srcptr z, arb_srcptr dz,
                               arb_srcptr dx)
{
    const rkmk_tableau *t = rule_of(f)->tableau;
    slope_tangents(f, z, dz, dx);
    for (slong i = 0; i < t->stages; i++)
        combine_slopes(out + i * f->d, f, t->a[i], t->stages, RKMK_DSLOPES);
}

static void rkmk_finish(arb_ptr next, ref_frame *f, arb_srcptr z)
{
    const rkmk_rule *rule = rule_of(f);
    arb_ptr theta = ref_scratch(f, RKMK_THETA);
    compute_slopes(f, z);
    combine_slopes(theta, f, rule->tableau->b, rule->tableau->stages, RKMK_SLOPES);
    ref_frame_note(f, "theta", theta);
    ref_frame_apply(next, f, ref_rkmk_action(f, rule), theta, f->x);
}

static void rkmk_finish_tangent(arb_ptr out, ref_frame *f, arb_srcptr z, arb_srcptr dz,
                                arb_srcptr dx)
{
    const rkmk_rule *rule = rule_of(f);
    const ref_action *action = ref_rkmk_action(f, rule);
    const slong s = rule->tableau->stages;
    arb_ptr theta = ref_scratch(f, RKMK_THETA), dtheta = ref_scratch(f, RKMK_DTHETA);
    arb_ptr term = ref_scratch(f, 0);
    slope_tangents(f, z, dz, dx);
    if (z) compute_slopes(f, z);
    combine_slopes(theta, f, rule->tableau->b, s, RKMK_SLOPES);
    combine_slopes(dtheta, f, rule->tableau->b, s, RKMK_DSLOPES);
    ref_frame_vary(out, f, action, theta, dtheta, f->x);
    if (dx) {
        ref_frame_along(term, f, action, theta, dx);
        _arb_vec_add(out, out, term, f->d, f->prec);
    }
}

/* sum over j < count of |c_j| */
static void row_weight(mag_t sum, const rkmk_coefficient *c, slong count)
{
    REF_LOCAL(mag, one);
    mag_zero(sum);
    for (slong j = 0; j < count; j++) {
        ref_rkmk_weight(one, &c[j]);
        mag_add(sum, sum, one);
    }
}

/* max_i sum_j |a_ij| times the Lipschitz constant of K */
static void rkmk_lipschitz(mag_t L, ref_frame *f, const mag_t R)
{
    const rkmk_tableau *t = rule_of(f)->tableau;
    REF_LOCAL(mag, row, most, size);
    for (slong i = 0; i < t->stages; i++) {
        row_weight(row, t->a[i], t->stages);
        mag_max(most, most, row);
    }
    ref_rkmk_slope_bound(size, L, f, rule_of(f), R);
    mag_mul(L, L, most);
}

/* Product over the stages of 1 + sum_j |a_ij| Lip K, on balls that hold the stages: |Theta_i| <=
 * sum_j |a_ij| |K_j|. */
static void rkmk_condition(mag_t kappa, ref_frame *f)
{
    const rkmk_rule *rule = rule_of(f);
    const rkmk_tableau *t = rule->tableau;
    REF_LOCAL_VEC(mag, RKMK_STAGES, size);
    REF_LOCAL(mag, weight, R, lip, row);
    mag_one(kappa);
    for (slong i = 0; i < t->stages; i++) {
        mag_zero(R);
        for (slong j = 0; j < i; j++) {
            ref_rkmk_weight(weight, &t->a[i][j]);
            mag_addmul(R, weight, size + j);
        }
        ref_rkmk_slope_bound(size + i, lip, f, rule, R);
        row_weight(row, t->a[i], i);
        mag_mul(lip, lip, row);
        mag_add_ui(lip, lip, 1);
        mag_mul(kappa, kappa, lip);
    }
}

#define SHARED                                                                                     \
    .from_zero = true, .scratch = RKMK_VECTORS - REF_FRAME_VECTORS, .finish = rkmk_finish,         \
    .finish_tangent = rkmk_finish_tangent
#define EXPLICIT(tableau, suit)                                                                    \
    {                                                                                              \
        .name = "rkmk-" tableau, .suits = suit, .condition = rkmk_condition, SHARED                \
    }
#define IMPLICIT(tableau, count, suit)                                                             \
    {                                                                                              \
        .name = "rkmk-" tableau, .stages = count, .suits = suit, .stage = rkmk_stage,              \
        .stage_tangent = rkmk_stage_tangent, .lipschitz = rkmk_lipschitz, SHARED                   \
    }

const ref_scheme ref_schemes_rkmk[] = {EXPLICIT("euler-exp", exp_suits),
                                       EXPLICIT("euler-cay", cay_suits),
                                       EXPLICIT("heun-exp", exp_suits),
                                       EXPLICIT("heun-cay", cay_suits),
                                       EXPLICIT("rk4-exp", exp4_suits),
                                       EXPLICIT("rk4-cay", cay_suits),
                                       IMPLICIT("midpoint-exp", 1, exp_suits),
                                       IMPLICIT("midpoint-cay", 1, cay_suits),
                                       IMPLICIT("gauss4-exp", 2, exp4_suits),
                                       IMPLICIT("gauss4-cay", 2, cay_suits),
                                       {.name = NULL}};
