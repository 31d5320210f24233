/* SPDX-License-Identifier: LGPL-3.0-or-later */
#include "tests/support/cmocka.h"
#include "tests/fast/generator_sums.h"

#include <math.h>
#include <stdlib.h>

#define U 0x1p-53

static double *doubles(size_t n)
{
    double *made = calloc(n + 1, sizeof *made);
    assert_non_null(made);
    return made;
}

void sums_begin(sums *s, const char *line)
{
    slp_error err;
    take(&s->t, line);
    assert_int_equal(fast_system_new(&s->sys, s->t.c, &err), SLP_OK);
    s->xi = doubles(s->t.c->d);
    s->low = doubles(s->t.c->d);
    s->work = doubles(s->sys->work_size);
    s->frozen = doubles(s->sys->table->frozen_size(s->sys));
    s->exact = _arb_vec_init((slong)s->t.c->d + 1);
    s->sys->table->freeze(s->frozen, s->sys, s->t.c->h, s->t.c->dw);
    ref_generator(s->exact, s->t.sys, s->t.x, s->t.h, s->t.dW, SUMS_PREC);
}

void sums_end(sums *s)
{
    free(s->xi);
    free(s->low);
    free(s->work);
    free(s->frozen);
    _arb_vec_clear(s->exact, (slong)s->t.c->d + 1);
    fast_system_free(s->sys);
    put_back(&s->t);
}

static double larger(double a, double b)
{
    return b <= a ? a : b;
}

static double error_of(sums *s, size_t vector, bool with_low, double *most)
{
    arb_ptr off = s->exact + s->t.c->d;
    arb_t low;
    double error = 0;
    arb_init(low);
    *most = 0;
    for (size_t i = 3 * vector; i < 3 * vector + 3; i++) {
        *most = larger(*most, fabs(arf_get_d(arb_midref(s->exact + i), ARF_RND_NEAR)));
        arb_set_d(off, s->xi[i]);
        arb_sub(off, s->exact + i, off, SUMS_PREC);
        arb_set_d(low, with_low ? s->low[i] : 0);
        arb_sub(off, off, low, SUMS_PREC);
        error = larger(error, fabs(arf_get_d(arb_midref(off), ARF_RND_NEAR)));
    }
    arb_clear(low);
    return error;
}

void sums_near(const char *line, size_t counted, size_t low)
{
    sums s;
    double size, condition, most;
    size_t count = 0;
    sums_begin(&s, line);
    s.sys->table->generator(s.xi, NULL, s.sys, s.frozen, s.t.c->x, s.work);
    for (size_t i = 0; i < s.t.c->d / 3; i++) {
        const double error = error_of(&s, i, false, &most);
        if (!(error <= (16 + 48 * most) * U))
            fail_msg("%s, vector %zu: off by %g u, component %g", s.t.c->id, i, error / U, most);
    }
    ref_generator_terms(&size, &condition, s.t.sys, s.t.x, s.t.h, s.t.dW);
    for (size_t i = 0; i < s.t.c->d; i++) s.low[i] = 7; /* to be written over */
    s.sys->table->generator(s.xi, s.low, s.sys, s.frozen, s.t.c->x, s.work);
    for (size_t i = 0; i < s.t.c->d / 3; i++) {
        const double error = error_of(&s, i, true, &most), *of = s.low + 3 * i;
        const bool has = of[0] != 0 || of[1] != 0 || of[2] != 0;
        if (!(error <= (has ? 0x1p-100 * size : (16 + 48 * fmin(most, 1)) * U)))
            fail_msg("%s, vector %zu, low parts: off by %g of %g", s.t.c->id, i, error, size);
        count += has && i < counted;
    }
    if (count != low) fail_msg("%s: %zu vectors with low parts, not %zu", s.t.c->id, count, low);
    sums_end(&s);
}

bool sums_all_twofold(const char *line)
{
    sums s;
    bool all = true;
    sums_begin(&s, line);
    s.sys->table->generator(s.xi, NULL, s.sys, s.frozen, s.t.c->x, s.work);
    for (size_t i = 0; i < s.t.c->d; i++) {
        arb_ptr off = s.exact + s.t.c->d;
        arb_set_d(off, s.xi[i]);
        arb_sub(off, s.exact + i, off, SUMS_PREC);
        const double error = fabs(arf_get_d(arb_midref(off), ARF_RND_NEAR));
        all = all && error <= 0.50001 * (nextafter(fabs(s.xi[i]), INFINITY) - fabs(s.xi[i]));
    }
    sums_end(&s);
    return all;
}
