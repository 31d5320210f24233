/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* variational-cayley and variational-exp, GBW (41) with the Cayley transform and with the
 * exponential, and variational-cayley-printed, the first with the dual of dtau^-1 as GBW (54)
 * prints it (-1/4 for +1/4), which is needed only by `slp audit`.  On semidirect products they are
 * the rules of ref/scheme/semidirect.c.  Tested by tests/ref/test_ref_steps.c,
 * tests/ref/test_ref_golden.c. */
#include "ref/scheme/semidirect.h"
#include "ref/scheme/variational_rule.h"

static ref_variational cayley(const ref_frame *f)
{
    return (ref_variational){f->algebra->congruence_inverse, f->algebra->cayley};
}

static ref_variational printed(const ref_frame *f)
{
    return (ref_variational){f->algebra->printed_inverse, f->algebra->cayley};
}

static ref_variational exponential(const ref_frame *f)
{
    return (ref_variational){f->algebra->dexp_dual, f->algebra->exponential};
}

static bool cayley_suits(const ref_algebra *algebra)
{
    return algebra->congruence_inverse && algebra->cayley && algebra->cayley_matrix;
}

static bool printed_suits(const ref_algebra *algebra)
{
    return algebra->printed_inverse && algebra->cayley && algebra->cayley_matrix;
}

static bool exponential_suits(const ref_algebra *algebra)
{
    return algebra->dexp_dual && algebra->exponential && algebra->exponential_matrix;
}

/* The scheme's functions for one choice of the dual. */
#define RULE(name)                                                                                 \
    static void name##_stage(arb_ptr out, ref_frame *f, arb_srcptr z)                              \
    {                                                                                              \
        const ref_variational rule = name(f);                                                      \
        ref_variational_stage(out, f, &rule, z);                                                   \
    }                                                                                              \
    static void name##_stage_tangent(arb_ptr out, ref_frame *f, arb_srcptr z, arb_srcptr dz,       \
                                     arb_srcptr dx)                                                \
    {                                                                                              \
        const ref_variational rule = name(f);                                                      \
        ref_variational_stage_tangent(out, f, &rule, z, dz, dx);                                   \
    }                                                                                              \
    static void name##_finish(arb_ptr next, ref_frame *f, arb_srcptr z)                            \
    {                                                                                              \
        const ref_variational rule = name(f);                                                      \
        ref_variational_finish(next, f, &rule, z);                                                 \
    }                                                                                              \
    static void name##_finish_tangent(arb_ptr out, ref_frame *f, arb_srcptr z, arb_srcptr dz,      \
                                      arb_srcptr dx)                                               \
    {                                                                                              \
        const ref_variational rule = name(f);                                                      \
        ref_variational_finish_tangent(out, f, &rule, z, dz, dx);                                  \
    }                                                                                              \
    static void name##_lipschitz(mag_t L, ref_frame *f, const mag_t R)                             \
    {                                                                                              \
        const ref_variational rule = name(f);                                                      \
        ref_variational_lipschitz(L, f, &rule, R);                                                 \
    }

RULE(cayley)
RULE(printed)
RULE(exponential)

/* f = tau(xi) tau(xi), xi = Xi(z)/2 */
static void variational_group(acb_mat_t f, ref_frame *frame, arb_srcptr z)
{
    arb_ptr xi = ref_scratch(frame, 0);
    ref_frame_generator(xi, frame, z);
    _arb_vec_scalar_mul_2exp_si(xi, xi, frame->d, -1);
    frame->algebra->cayley_matrix(f, frame->algebra, xi, frame->prec);
    acb_mat_sqr(f, f, frame->prec);
}

/* f = exp(xi) exp(xi) = exp(2 xi), 2 xi = Xi(z) */
static void exponential_group(acb_mat_t f, ref_frame *frame, arb_srcptr z)
{
    arb_ptr twice = ref_scratch(frame, 0);
    ref_frame_generator(twice, frame, z);
    frame->algebra->exponential_matrix(f, frame->algebra, twice, frame->prec);
}

const ref_scheme ref_schemes_variational[] = {{.name = "variational-cayley",
                                               .stages = 1,
                                               .suits = cayley_suits,
                                               .semidirect = &ref_semidirect_cayley,
                                               .stage = cayley_stage,
                                               .stage_tangent = cayley_stage_tangent,
                                               .finish = cayley_finish,
                                               .finish_tangent = cayley_finish_tangent,
                                               .lipschitz = cayley_lipschitz,
                                               .group = variational_group},
                                              {.name = "variational-exp",
                                               .stages = 1,
                                               .suits = exponential_suits,
                                               .semidirect = &ref_semidirect_exponential,
                                               .stage = exponential_stage,
                                               .stage_tangent = exponential_stage_tangent,
                                               .finish = exponential_finish,
                                               .finish_tangent = exponential_finish_tangent,
                                               .lipschitz = exponential_lipschitz,
                                               .group = exponential_group},
                                              {.name = "variational-cayley-printed",
                                               .stages = 1,
                                               .suits = printed_suits,
                                               .semidirect = &ref_semidirect_printed,
                                               .stage = printed_stage,
                                               .stage_tangent = printed_stage_tangent,
                                               .finish = printed_finish,
                                               .finish_tangent = printed_finish_tangent,
                                               .lipschitz = printed_lipschitz,
                                               .group = variational_group},
                                              {.name = NULL}};
