/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The flow of dx/ds = ad*_{Xi(x; h, dW)} x over unit s.
 *
 * It is Gragg's: explicit midpoint steps of length 1/n, n = 2, 4, 6, 8, whose errors are power
 * series in 1/n^2 and, as (h, dW) -> e (h, dW), of the form e^3 c_1/n^2 + e^5 c_2/n^4 + ...;
 * Neville's scheme removes three of them, so that the flow is off by O(e^9).  It uses neither the
 * group nor a retraction, and shares only the field with the schemes. */
#include "props/order/order.h"

enum { SEQUENCES = 4 };

static void field(arb_ptr to, const ref_exact_step *exact_step, arb_srcptr at, slong prec)
{
    ref_field(to, exact_step->sys, at, exact_step->h, exact_step->dW, prec);
}

/* to = the explicit midpoint rule from x by n (even) steps of 1/n; room for 3 d numbers */
static void gragg(arb_ptr to, const ref_exact_step *exact_step, slong n, arb_ptr room, slong prec)
{
    slong d = exact_step->d;
    arb_ptr before = room, now = room + d, slope = room + 2 * d;
    _arb_vec_set(before, exact_step->x, d);
    field(slope, exact_step, before, prec);
    for (slong i = 0; i < d; i++) arb_div_si(slope + i, slope + i, n, prec);
    _arb_vec_add(now, before, slope, d, prec);
    for (slong k = 1; k < n; k++) {
        field(slope, exact_step, now, prec);
        for (slong i = 0; i < d; i++) arb_div_si(slope + i, slope + i, n, prec);
        _arb_vec_scalar_mul_2exp_si(slope, slope, d, 1);
        _arb_vec_add(before, before, slope, d, prec);
        for (slong i = 0; i < d; i++) arb_swap(before + i, now + i);
    }
    _arb_vec_set(to, now, d);
}

void prop_frozen_flow(arb_ptr to, const ref_exact_step *exact_step, slong prec)
{
    slong d = exact_step->d;
    REF_LOCAL_VEC(arb, (SEQUENCES + 3) * d, table);
    arb_ptr room = table + SEQUENCES * d;
    for (slong j = 0; j < SEQUENCES; j++) {
        gragg(table + j * d, exact_step, 2 * j + 2, room, prec);
        /* T_{i} <- T_{i+1} + (T_{i+1} - T_i) / ((n_j / n_i)^2 - 1), from the newest back */
        for (slong i = j - 1; i >= 0; i--)
            for (slong l = 0; l < d; l++) {
                arb_ptr older = table + i * d + l, newer = older + d;
                arb_sub(older, newer, older, prec);
                arb_mul_si(older, older, (i + 1) * (i + 1), prec);
                arb_div_si(older, older, (j + 1) * (j + 1) - (i + 1) * (i + 1), prec);
                arb_add(older, older, newer, prec);
            }
    }
    _arb_vec_set(to, table, d);
}
