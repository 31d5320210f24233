/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The explicit rules of programs for classical spins, which turn each vector of the state twice:
 *     sib      p = C(Xi(x)) x,  x' = C(Xi((x + p)/2)) x       (Mentink and others)
 *     depondt  p = E(Xi(x)) x,  x' = E((Xi(x) + Xi(p))/2) x   (Depondt and Mertens)
 * E(xi) x is the flow of dx/ds = x x xi over unit time, C(xi) x the y with y = x + (x + y)/2 x xi,
 * which is the coadjoint Cayley transform of so(3), for each vector in R^3 by itself.  There is no
 * stage to solve.  Derivation of the condition: ref/scheme/spheres.md.  Tested by
 * tests/ref/test_ref_spheres.sh. */
#include "ref/scheme/sphere.h"

/* Scratch vectors; XI is Xi(x), TURN the generator of the second turn. */
enum { XI, PREDICTED, POINT, TURN, DXI, DPREDICTED, DTURN, PART, VECTORS };

/* out = the change of A(xi) x with dxi and dx */
static void turn_vectors_tangent(arb_ptr out, const ref_frame *f, const ref_action *action,
                                 arb_srcptr xi, arb_srcptr dxi, arb_srcptr x, arb_srcptr dx)
{
    arb_ptr part = ref_scratch(f, PART);
    ref_frame_vary(out, f, action, xi, dxi, x);
    ref_frame_apply(part, f, action, xi, dx);
    _arb_vec_add(out, out, part, f->d, f->prec);
}

/* out = (a + b)/2 */
static void set_mean(arb_ptr out, const ref_frame *f, arb_srcptr a, arb_srcptr b)
{
    _arb_vec_add(out, a, b, f->d, f->prec);
    _arb_vec_scalar_mul_2exp_si(out, out, f->d, -1);
}

/* XI, PREDICTED and TURN; POINT is where the second generator is taken. */
static void generators(ref_frame *f, const ref_action *action, bool at_mean)
{
    arb_ptr xi = ref_scratch(f, XI), p = ref_scratch(f, PREDICTED), point = ref_scratch(f, POINT);
    arb_ptr second = ref_scratch(f, TURN);
    ref_frame_generator(xi, f, f->x);
    ref_frame_apply(p, f, action, xi, f->x);
    ref_frame_note(f, "p", p);
    if (at_mean)
        set_mean(point, f, f->x, p);
    else
        _arb_vec_set(point, p, f->d);
    ref_frame_generator(second, f, point);
    if (!at_mean) set_mean(second, f, second, xi);
}

static void finish(arb_ptr next, ref_frame *f, const ref_action *action, bool at_mean)
{
    generators(f, action, at_mean);
    ref_frame_apply(next, f, action, ref_scratch(f, TURN), f->x);
}

static void finish_tangent(arb_ptr out, ref_frame *f, const ref_action *action, bool at_mean,
                           arb_srcptr dx)
{
    arb_ptr dxi = ref_scratch(f, DXI), dp = ref_scratch(f, DPREDICTED),
            dturn = ref_scratch(f, DTURN);
    _arb_vec_zero(out, f->d);
    if (!dx) return;
    generators(f, action, at_mean);
    ref_frame_generator_tangent(dxi, f, f->x, dx);
    turn_vectors_tangent(dp, f, action, ref_scratch(f, XI), dxi, f->x, dx);
    if (at_mean) set_mean(dp, f, dp, dx);
    ref_frame_generator_tangent(dturn, f, ref_scratch(f, POINT), dp);
    if (!at_mean) set_mean(dturn, f, dturn, dxi);
    turn_vectors_tangent(out, f, action, ref_scratch(f, TURN), dturn, f->x, dx);
}

/* kappa = 1 + Lambda span(x)/2, Lambda a Lipschitz constant of Xi on the ball of radius |p - x| */
static void condition(mag_t kappa, ref_frame *f, const ref_action *action)
{
    arb_ptr xi = ref_scratch(f, XI), p = ref_scratch(f, PREDICTED);
    REF_LOCAL(mag, R);
    ref_frame_generator(xi, f, f->x);
    ref_frame_apply(p, f, action, xi, f->x);
    _arb_vec_sub(p, p, f->x, f->d, f->prec);
    f->algebra->norm(R, f->algebra, p);
    f->sys->table->generator_lipschitz(kappa, f->sys, f->pack, f->x, R);
    mag_mul(kappa, kappa, f->x_span);
    mag_mul_2exp_si(kappa, kappa, -1);
    mag_add_ui(kappa, kappa, 1);
}

#define RULE(title, action, at_mean)                                                               \
    static bool title##_suits(const ref_algebra *algebra)                                          \
    {                                                                                              \
        return ref_sphere_suits(algebra) && algebra->action;                                       \
    }                                                                                              \
    static void title##_finish(arb_ptr next, ref_frame *f, arb_srcptr z)                           \
    {                                                                                              \
        (void)z;                                                                                   \
        finish(next, f, f->algebra->action, at_mean);                                              \
    }                                                                                              \
    static void title##_finish_tangent(arb_ptr out, ref_frame *f, arb_srcptr z, arb_srcptr dz,     \
                                       arb_srcptr dx)                                              \
    {                                                                                              \
        (void)z;                                                                                   \
        (void)dz;                                                                                  \
        finish_tangent(out, f, f->algebra->action, at_mean, dx);                                   \
    }                                                                                              \
    static void title##_condition(mag_t kappa, ref_frame *f)                                       \
    {                                                                                              \
        condition(kappa, f, f->algebra->action);                                                   \
    }
RULE(sib, sphere_cayley, true)
RULE(depondt, exponential, false)

#define ENTRY(title)                                                                               \
    {                                                                                              \
        .name = #title, .scratch = VECTORS - REF_FRAME_VECTORS, .suits = title##_suits,            \
        .finish = title##_finish, .finish_tangent = title##_finish_tangent,                        \
        .condition = title##_condition                                                             \
    }

const ref_scheme ref_schemes_two_turns[] = {ENTRY(sib), ENTRY(depondt), {.name = NULL}};
