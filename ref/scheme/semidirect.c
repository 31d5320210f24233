/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The variational integrator of the heavy top, GBW (60), on a semidirect product: state (Pi,
 * Gamma), generator Xi = (2 xi, u), tau taken in the rotations only.  With D(xi) = [dtau^-1_xi]*
 * and C(xi) x = tau(xi)^-1 x,
 *     D(xi) Pi1 = Pi,  D(-xi) Pi1 + G x u = D(xi) Pi2,  G = C(xi) Gamma,
 *     Pi' = D(-xi) Pi2,  Gamma' = C(xi) G,   Xi at z = ((Pi1 + Pi2)/2, G).
 * Since D(-xi) = C(xi) D(xi),
 *     z = T(z) = (D(xi)^-1 (Pi + y)/2, G),
 *     Pi' = C(xi) y,
 *     Gamma' = C(xi) G,
 *     y = C(xi) Pi + G x u.
 * Derivation, also of the Lipschitz bound: ref/algebra/se3.md section 4.  Tested by
 * tests/ref/test_ref_heavy_top.c, tests/ref/test_ref_golden.c. */
#include "ref/scheme/semidirect.h"
#include "ref/algebra/so3_vector.h"

/* Actions of the rotations: D(xi)^-1 and C(xi). */
typedef struct rule {
    const ref_action *inverse, *turn;
} rule;

/* Half a scratch vector: three numbers. */
static arb_ptr half_scratch(const ref_frame *f, slong i)
{
    return ref_scratch(f, i / 2) + 3 * (i % 2);
}

enum { XI = 0, U = 1, DXI = 2, DU = 3, Y = 4, G = 5, DY = 6, DG = 7, SUM = 8, DSUM = 9, TERM = 10 };

static void turn_apply(arb_ptr out, const ref_frame *f, const ref_action *action, arb_srcptr x)
{
    action->apply(out, f->algebra->rotations, half_scratch(f, XI), x, f->w, f->prec);
}

static void turn_vary(arb_ptr out, const ref_frame *f, const ref_action *action, arb_srcptr x)
{
    action->vary(out, f->algebra->rotations, half_scratch(f, XI), half_scratch(f, DXI), x, f->w,
                 f->prec);
}

static void add_term(arb_ptr sum, const ref_frame *f, arb_srcptr term)
{
    _arb_vec_add(sum, sum, term, 3, f->prec);
}

/* xi, u, y and G in their places */
static void set_motion(ref_frame *f, const rule *r, arb_srcptr z)
{
    ref_frame_generator(half_scratch(f, XI), f, z);
    so3_scale(half_scratch(f, XI), -1);
    turn_apply(half_scratch(f, G), f, r->turn, f->x + 3);
    turn_apply(half_scratch(f, Y), f, r->turn, f->x);
    /* ad*_u G = G x u */
    f->algebra->rotations->ad->apply(half_scratch(f, TERM), f->algebra->rotations,
                                     half_scratch(f, U), half_scratch(f, G), f->w, f->prec);
    add_term(half_scratch(f, Y), f, half_scratch(f, TERM));
}

/* and their derivatives along (dz, dx), either of which may be NULL for 0 */
static void set_motion_tangent(ref_frame *f, const rule *r, arb_srcptr z, arb_srcptr dz,
                               arb_srcptr dx)
{
    arb_ptr term = half_scratch(f, TERM), dy = half_scratch(f, DY), dg = half_scratch(f, DG);
    set_motion(f, r, z);
    _arb_vec_zero(dy, 6);
    if (dz) {
        ref_frame_generator_tangent(half_scratch(f, DXI), f, z, dz);
        so3_scale(half_scratch(f, DXI), -1);
        turn_vary(dg, f, r->turn, f->x + 3);
        turn_vary(dy, f, r->turn, f->x);
        so3_cross(term, half_scratch(f, G), half_scratch(f, DU), f->prec);
        add_term(dy, f, term);
    }
    if (dx) {
        turn_apply(term, f, r->turn, dx + 3);
        add_term(dg, f, term);
        turn_apply(term, f, r->turn, dx);
        add_term(dy, f, term);
    }
    so3_cross(term, dg, half_scratch(f, U), f->prec);
    add_term(dy, f, term);
}

static void stage(arb_ptr out, ref_frame *f, const rule *r, arb_srcptr z)
{
    arb_ptr sum = half_scratch(f, SUM);
    set_motion(f, r, z);
    _arb_vec_add(sum, f->x, half_scratch(f, Y), 3, f->prec);
    so3_scale(sum, -1);
    turn_apply(out, f, r->inverse, sum);
    _arb_vec_set(out + 3, half_scratch(f, G), 3);
}

static void stage_tangent(arb_ptr out, ref_frame *f, const rule *r, arb_srcptr z, arb_srcptr dz,
                          arb_srcptr dx)
{
    arb_ptr sum = half_scratch(f, SUM), dsum = half_scratch(f, DSUM);
    set_motion_tangent(f, r, z, dz, dx);
    _arb_vec_add(sum, f->x, half_scratch(f, Y), 3, f->prec);
    so3_scale(sum, -1);
    _arb_vec_set(dsum, half_scratch(f, DY), 3);
    if (dx) add_term(dsum, f, dx);
    so3_scale(dsum, -1);
    turn_apply(out, f, r->inverse, dsum);
    if (dz) {
        turn_vary(half_scratch(f, TERM), f, r->inverse, sum);
        add_term(out, f, half_scratch(f, TERM));
    }
    _arb_vec_set(out + 3, half_scratch(f, DG), 3);
}

static void finish(arb_ptr next, ref_frame *f, const rule *r, arb_srcptr z)
{
    set_motion(f, r, z);
    turn_apply(next, f, r->turn, half_scratch(f, Y));
    turn_apply(next + 3, f, r->turn, half_scratch(f, G));
}

static void finish_tangent(arb_ptr out, ref_frame *f, const rule *r, arb_srcptr z, arb_srcptr dz,
                           arb_srcptr dx)
{
    set_motion_tangent(f, r, z, dz, dx);
    turn_apply(out, f, r->turn, half_scratch(f, DY));
    turn_apply(out + 3, f, r->turn, half_scratch(f, DG));
    if (dz) {
        turn_vary(half_scratch(f, TERM), f, r->turn, half_scratch(f, Y));
        add_term(out, f, half_scratch(f, TERM));
        turn_vary(half_scratch(f, TERM), f, r->turn, half_scratch(f, G));
        add_term(out + 3, f, half_scratch(f, TERM));
    }
}

/* L = lip sqrt(P^2/4 + Q^2 + (turn.slope |Gamma|)^2/4) with P = (inverse.slope ((1 + turn.size)
 * |Pi| + turn.size |Gamma| rho) + inverse.size turn.slope (|Pi| + |Gamma| rho))/2, Q = inverse.size
 * turn.size |Gamma|/2 */
static void lipschitz(mag_t L, ref_frame *f, const rule *r, const mag_t R)
{
    enum { RHO, LIP, HALF, SIZE, SLOPE, TURN_SIZE, TURN_SLOPE, PI, GAMMA, TORQUE, P, Q, COUNT };
    const ref_algebra *rotations = f->algebra->rotations;
    REF_LOCAL_VEC(mag, COUNT, m);
    ref_frame_generator_bound(m + RHO, m + LIP, f, R);
    mag_mul_2exp_si(m + HALF, m + RHO, -1);
    r->inverse->bound(m + SIZE, m + SLOPE, rotations, m + HALF);
    r->turn->bound(m + TURN_SIZE, m + TURN_SLOPE, rotations, m + HALF);
    rotations->norm(m + PI, rotations, f->x);
    rotations->norm(m + GAMMA, rotations, f->x + 3);
    mag_mul(m + TORQUE, m + GAMMA, m + RHO);
    mag_add(m + P, m + PI, m + TORQUE);
    mag_mul(m + Q, m + TURN_SIZE, m + P);
    mag_add(m + Q, m + Q, m + PI);
    mag_mul(m + Q, m + Q, m + SLOPE);
    mag_mul(m + P, m + P, m + SIZE);
    mag_mul(m + P, m + P, m + TURN_SLOPE);
    mag_add(m + P, m + P, m + Q);
    mag_mul_2exp_si(m + P, m + P, -2); /* P/2 */
    mag_mul(m + Q, m + SIZE, m + TURN_SIZE);
    mag_mul(m + Q, m + Q, m + GAMMA);
    mag_mul_2exp_si(m + Q, m + Q, -1);
    mag_hypot(m + P, m + P, m + Q);
    mag_mul(m + Q, m + TURN_SLOPE, m + GAMMA);
    mag_mul_2exp_si(m + Q, m + Q, -1);
    mag_hypot(m + P, m + P, m + Q);
    mag_mul(L, m + P, m + LIP);
}

/* f = tau(xi) tau(xi) */
static void cayley_group(acb_mat_t f, ref_frame *frame, arb_srcptr z)
{
    const ref_algebra *rotations = frame->algebra->rotations;
    ref_frame_generator(half_scratch(frame, XI), frame, z);
    so3_scale(half_scratch(frame, XI), -1);
    rotations->cayley_matrix(f, rotations, half_scratch(frame, XI), frame->prec);
    acb_mat_sqr(f, f, frame->prec);
}

static void exponential_group(acb_mat_t f, ref_frame *frame, arb_srcptr z)
{
    const ref_algebra *rotations = frame->algebra->rotations;
    ref_frame_generator(half_scratch(frame, XI), frame, z);
    rotations->exponential_matrix(f, rotations, half_scratch(frame, XI), frame->prec);
}

/* The scheme's functions for one choice of the retraction and its dual. */
#define RULE(kind, its_name, its_inverse, its_turn, its_group)                                     \
    static rule kind##_rule(const ref_frame *f)                                                    \
    {                                                                                              \
        const ref_algebra *rotations = f->algebra->rotations;                                      \
        return (rule){rotations->its_inverse, rotations->its_turn};                                \
    }                                                                                              \
    static bool kind##_suits(const ref_algebra *algebra)                                           \
    {                                                                                              \
        const ref_algebra *rotations = algebra->rotations;                                         \
        return rotations && rotations->ad && rotations->its_inverse && rotations->its_turn;        \
    }                                                                                              \
    static void kind##_stage(arb_ptr out, ref_frame *f, arb_srcptr z)                              \
    {                                                                                              \
        const rule r = kind##_rule(f);                                                             \
        stage(out, f, &r, z);                                                                      \
    }                                                                                              \
    static void kind##_stage_tangent(arb_ptr out, ref_frame *f, arb_srcptr z, arb_srcptr dz,       \
                                     arb_srcptr dx)                                                \
    {                                                                                              \
        const rule r = kind##_rule(f);                                                             \
        stage_tangent(out, f, &r, z, dz, dx);                                                      \
    }                                                                                              \
    static void kind##_finish(arb_ptr next, ref_frame *f, arb_srcptr z)                            \
    {                                                                                              \
        const rule r = kind##_rule(f);                                                             \
        finish(next, f, &r, z);                                                                    \
    }                                                                                              \
    static void kind##_finish_tangent(arb_ptr out, ref_frame *f, arb_srcptr z, arb_srcptr dz,      \
                                      arb_srcptr dx)                                               \
    {                                                                                              \
        const rule r = kind##_rule(f);                                                             \
        finish_tangent(out, f, &r, z, dz, dx);                                                     \
    }                                                                                              \
    static void kind##_lipschitz(mag_t L, ref_frame *f, const mag_t R)                             \
    {                                                                                              \
        const rule r = kind##_rule(f);                                                             \
        lipschitz(L, f, &r, R);                                                                    \
    }                                                                                              \
    const ref_scheme ref_semidirect_##kind = {.name = its_name,                                    \
                                              .stages = 1,                                         \
                                              .suits = kind##_suits,                               \
                                              .stage = kind##_stage,                               \
                                              .stage_tangent = kind##_stage_tangent,               \
                                              .finish = kind##_finish,                             \
                                              .finish_tangent = kind##_finish_tangent,             \
                                              .lipschitz = kind##_lipschitz,                       \
                                              .group = its_group};

RULE(cayley, "variational-cayley", congruence_inverse, cayley, cayley_group)
RULE(exponential, "variational-exp", dexp_dual, exponential, exponential_group)
RULE(printed, "variational-cayley-printed", printed_inverse, cayley, cayley_group)
