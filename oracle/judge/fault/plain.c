/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The generator and the operations of a step, without a scheme. */
#include "oracle/judge/fault/kinds.h"

#include <stdlib.h>

const fault_factor fault_factors[FAULT_FACTORS] = {
    {0, "left out"}, {-1, "with the wrong sign"}, {0.5, "halved"}, {2, "doubled"}};

void fault_scale(arb_ptr v, slong n, double factor, slong prec)
{
    REF_LOCAL(arb, c);
    arb_set_d(c, factor);
    if (factor == 0x1.6a09e667f3bcdp-1 || factor == 0x1.6a09e667f3bcdp+0) {
        arb_sqrt_ui(c, 2, prec);
        if (factor < 1) arb_mul_2exp_si(c, c, -1);
    }
    _arb_vec_scalar_mul(v, v, n, c, prec);
}

void fault_plain_init(fault_plain *plain, judge_trial *t)
{
    const ref_system *sys = t->exact.sys;
    *plain = (fault_plain){.trial = t, .algebra = &sys->algebra};
    plain->pack = _arb_vec_init(sys->pack_size + sys->algebra.scratch);
    plain->w = plain->pack + sys->pack_size;
    sys->table->freeze(plain->pack, sys, t->exact.h, t->exact.dW, t->prec);
}

void fault_plain_clear(fault_plain *plain)
{
    const ref_system *sys = plain->trial->exact.sys;
    _arb_vec_clear(plain->pack, sys->pack_size + sys->algebra.scratch);
}

void fault_plain_generator(arb_ptr xi, const fault_plain *plain, arb_srcptr z)
{
    const ref_system *sys = plain->trial->exact.sys;
    plain->trial->hint->work += plain->trial->work_of_generator;
    sys->table->generator(xi, sys, plain->pack, z, plain->trial->prec);
}

void fault_plain_apply(arb_ptr out, const fault_plain *plain, ref_operation operation,
                       arb_srcptr xi, arb_srcptr x)
{
    plain->trial->hint->work += judge_work_of_operation(plain->trial->c, operation);
    ref_operation_of(plain->algebra, operation)
        ->apply(out, plain->algebra, xi, x, plain->w, plain->trial->prec);
}

static int by_distance(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void fault_rank(judge_trial *t, void *candidates, size_t count, size_t size,
                fault_difference *difference, void *own)
{
    const fault_rule rule = {.trial = t, .prec = t->prec, .h = t->exact.h, .dW = t->exact.dW};
    fault_plain plain;
    REF_LOCAL_VEC(arb, t->d, middle, change, moved);
    fault_plain_init(&plain, t);
    _arb_vec_add(middle, t->exact.x, t->exact.next, t->d, t->prec);
    _arb_vec_scalar_mul_2exp_si(middle, middle, t->d, -1);
    for (size_t i = 0; i < count; i++) {
        void *candidate = (char *)candidates + i * size;
        difference(change, own, candidate, &rule, middle);
        fault_plain_apply(moved, &plain, REF_AD, change, middle);
        _arb_vec_add(moved, moved, t->exact.next, t->d, t->prec);
        *(double *)candidate = judge_trial_distance(t, moved);
    }
    fault_plain_clear(&plain);
    qsort(candidates, count, size, by_distance);
}

bool fault_settled(arb_srcptr z, arb_srcptr image, slong n, slong prec)
{
    REF_LOCAL(mag, move, size, one);
    REF_LOCAL(arf, difference);
    for (slong i = 0; i < n; i++) {
        arf_sub(difference, arb_midref(z + i), arb_midref(image + i), 30, ARF_RND_NEAR);
        arf_get_mag(one, difference);
        mag_max(move, move, one);
        arf_get_mag(one, arb_midref(image + i));
        mag_max(size, size, one);
    }
    mag_mul_2exp_si(size, size, 20 - prec);
    return mag_cmp(move, size) <= 0;
}
