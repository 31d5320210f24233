/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Bounds that are attained.  On sp(2,R), xi = diag(a, -a) acts on the coordinate c of [[p, b], [c,
 * -p]] by a number: with P = xi^T
 *   congruence (1 + a/2)^2 - 1 = |a| + a^2/4,
 *   its inverse (1 - |a|/2)^-2,
 *   tau ((1 + |a|/2)/(1 - |a|/2))^2,
 *   exp e^(2|a|), a bracket 2|a|,
 * for one of the two nilpotent directions, according to the sign of a.  So a bound that is smaller
 * by anything is no bound.  On compact algebras, where turns have slack, this would not show. */
#include "tests/support/cmocka.h"

#include "ref/matrix/sp.h"

#include <math.h>

enum { PREC = 128, A = 0, B = 1, C = 2 };

static double upper(const mag_t m)
{
    return mag_get_d(m);
}

/* The largest of |A(xi) v|/|v| and, along xi, of |dA(xi)[xi/|xi|] v|/span(v), over the two
 * nilpotent directions. */
static void gains(double *size, double *slope, const ref_action *action, const ref_algebra *g,
                  double a)
{
    arb_ptr xi = _arb_vec_init(4 * g->d + g->scratch), d = xi + g->d, v = d + g->d, out = v + g->d,
            w = out + g->d;
    mag_t m, direction, span;
    mag_init(m);
    mag_init(direction);
    mag_init(span);
    *size = *slope = 0;
    arb_set_d(xi + A, a);
    arb_one(d + A);
    g->norm(direction, g, d);
    for (int which = B; which <= C; which++) {
        _arb_vec_zero(v, g->d);
        arb_one(v + which);
        g->norm(span, g, v);
        action->apply(out, g, xi, v, w, PREC);
        g->norm(m, g, out);
        *size = fmax(*size, upper(m) / upper(span));
        g->span(span, g, v);
        ref_action_vary(out, action, g, xi, d, v, w, PREC);
        g->norm(m, g, out);
        *slope = fmax(*slope, upper(m) / (upper(span) * upper(direction)));
    }
    mag_clear(m);
    mag_clear(direction);
    mag_clear(span);
    _arb_vec_clear(xi, 4 * g->d + g->scratch);
}

static void actions_reach_their_bounds(void **unused)
{
    (void)unused;
    ref_algebra g;
    ref_algebra_sp(&g, 2);
    const ref_action *actions[] = {
        g.ad,     g.congruence_change, g.congruence_inverse, g.exponential,
        g.cayley, g.bracket,           g.dcay_inverse_change};
    mag_t size, slope, rho;
    mag_init(size);
    mag_init(slope);
    mag_init(rho);
    for (size_t k = 0; k < sizeof actions / sizeof *actions; k++)
        for (double a = -1.5; a <= 1.5; a += 0.25) {
            double most, steepest;
            gains(&most, &steepest, actions[k], &g, a);
            mag_set_d(rho, fabs(a));
            actions[k]->bound(size, slope, &g, rho);
            if (!(most <= upper(size) * (1 + 1e-6) && most >= upper(size) * (1 - 1e-6)))
                fprintf(stderr, "action %zu at %g: %g, bound %g\n", k, a, most, upper(size));
            assert_le(most, upper(size) * (1 + 1e-6));
            assert_ge(most, upper(size) * (1 - 1e-6));
            assert_le(steepest, upper(slope) * (1 + 1e-6));
        }
    mag_clear(size);
    mag_clear(slope);
    mag_clear(rho);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(actions_reach_their_bounds)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    ref_thread_cleanup();
    return failed;
}
