/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A stand-in's tables: each function finds the original and calls it, or the watcher. */
#include "ref/watch/watch.h"

#include <stddef.h>

const ref_action *ref_operation_of(const ref_algebra *algebra, ref_operation operation)
{
    switch (operation) {
    case REF_AD:
        return algebra->ad;
    case REF_CONGRUENCE:
        return algebra->congruence_change;
    case REF_INVERSE:
        return algebra->congruence_inverse;
    case REF_PRINTED:
        return algebra->printed_inverse;
    case REF_EXPONENTIAL:
        return algebra->exponential;
    case REF_CAYLEY:
        return algebra->cayley;
    case REF_DEXP_DUAL:
        return algebra->dexp_dual;
    case REF_BRACKET:
        return algebra->bracket;
    case REF_DCAY_INVERSE:
        return algebra->dcay_inverse_change;
    default:
        return algebra->sphere_cayley;
    }
}

/* ---- The algebra; `own` of both points back to the watch ---------------------------------- */

static ref_watch *watch_of(const ref_algebra *algebra)
{
    return ((const ref_watch *)algebra->own)->self;
}

/* The algebra that this one stands for. */
static const ref_algebra *original(const ref_algebra *algebra)
{
    const ref_watch *watch = algebra->own;
    const ref_algebra *whole = &watch->inner->algebra;
    return algebra == &watch->rotations ? whole->rotations : whole;
}

#define ACTION(name, operation)                                                                    \
    static void name(arb_ptr out, const ref_algebra *algebra, arb_srcptr xi, arb_srcptr x,         \
                     arb_ptr w, slong prec)                                                        \
    {                                                                                              \
        ref_watch *watch = watch_of(algebra);                                                      \
        const ref_algebra *inner = original(algebra);                                              \
        if (watch->watcher.act)                                                                    \
            watch->watcher.act(out, watch, operation, inner, xi, x, w, prec);                      \
        else                                                                                       \
            ref_operation_of(inner, operation)->apply(out, inner, xi, x, w, prec);                 \
    }                                                                                              \
    static const ref_action name##_action = {.apply = name};
ACTION(ad, REF_AD)
ACTION(congruence, REF_CONGRUENCE)
ACTION(inverse, REF_INVERSE)
ACTION(printed, REF_PRINTED)
ACTION(exponential, REF_EXPONENTIAL)
ACTION(cayley, REF_CAYLEY)
ACTION(dexp_dual, REF_DEXP_DUAL)
ACTION(bracket, REF_BRACKET)
ACTION(dcay_inverse, REF_DCAY_INVERSE)
ACTION(sphere_cayley, REF_SPHERE_CAYLEY)

static void norm(mag_t out, const ref_algebra *algebra, arb_srcptr x)
{
    const ref_algebra *inner = original(algebra);
    inner->norm(out, inner, x);
}

static void stand_for(ref_algebra *algebra, const ref_algebra *inner, const ref_watch *watch)
{
    *algebra = *inner;
    algebra->own = watch;
    algebra->norm = norm;
    algebra->span = NULL;
    if (inner->ad) algebra->ad = &ad_action;
    if (inner->congruence_change) algebra->congruence_change = &congruence_action;
    if (inner->congruence_inverse) algebra->congruence_inverse = &inverse_action;
    if (inner->printed_inverse) algebra->printed_inverse = &printed_action;
    if (inner->exponential) algebra->exponential = &exponential_action;
    if (inner->cayley) algebra->cayley = &cayley_action;
    if (inner->dexp_dual) algebra->dexp_dual = &dexp_dual_action;
    if (inner->bracket) algebra->bracket = &bracket_action;
    if (inner->dcay_inverse_change) algebra->dcay_inverse_change = &dcay_inverse_action;
    if (inner->sphere_cayley) algebra->sphere_cayley = &sphere_cayley_action;
}

/* ---- The system ---------------------------------------------------------------------------- */

static ref_watch *watch_of_system(const ref_system *sys)
{
    const void *watch = (const char *)sys - offsetof(ref_watch, system);
    return ((const ref_watch *)watch)->self;
}

static void freeze(arb_ptr pack, const ref_system *sys, const arb_t h, arb_srcptr dW, slong prec)
{
    ref_watch *watch = watch_of_system(sys);
    if (watch->watcher.freeze)
        watch->watcher.freeze(pack, watch, h, dW, prec);
    else
        watch->inner->table->freeze(pack, watch->inner, h, dW, prec);
}

static bool domain(const ref_system *sys, arb_srcptr x, slong prec)
{
    const ref_system *inner = watch_of_system(sys)->inner;
    return inner->table->domain(inner, x, prec);
}

static void generator(arb_ptr xi, const ref_system *sys, arb_srcptr pack, arb_srcptr z, slong prec)
{
    ref_watch *watch = watch_of_system(sys);
    if (watch->watcher.generator)
        watch->watcher.generator(xi, watch, pack, z, prec);
    else
        ref_watch_generator(xi, watch, pack, z, prec);
}

static slong factors(const ref_system *sys)
{
    const ref_system *inner = watch_of_system(sys)->inner;
    return inner->table->factors(inner);
}

static void factor(arb_ptr xi, const ref_system *sys, slong k, const arb_t h, arb_srcptr dW,
                   arb_srcptr x, slong prec)
{
    ref_watch *watch = watch_of_system(sys);
    if (watch->watcher.factor)
        watch->watcher.factor(xi, watch, k, h, dW, x, prec);
    else
        watch->inner->table->factor(xi, watch->inner, k, h, dW, x, prec);
}

void ref_watch_init(ref_watch *watch, const ref_system *inner, const ref_watcher *watcher,
                    void *own)
{
    const ref_algebra *rotations = inner->algebra.rotations;
    *watch = (ref_watch){.self = watch,
                         .system = *inner,
                         .table = *inner->table,
                         .inner = inner,
                         .watcher = *watcher,
                         .own = own};
    watch->system.table = &watch->table;
    watch->table.freeze = freeze;
    watch->table.generator = generator;
    if (inner->table->domain) watch->table.domain = domain;
    if (inner->table->factors) {
        watch->table.factors = factors;
        watch->table.factor = factor;
    }
    stand_for(&watch->system.algebra, &inner->algebra, watch);
    if (!rotations) return;
    stand_for(&watch->rotations, rotations, watch);
    watch->system.algebra.rotations = &watch->rotations;
}
