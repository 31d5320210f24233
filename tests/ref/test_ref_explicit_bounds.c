/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The condition of heun and heun-projected (ref/scheme/explicit.md section 2): it is never below
 * what the rule does to an error of its predictor, 1 + |V(p + e) - V(p)|/|e|, times the stretch of
 * the last projection; and not far above it for small steps. */
#include "oracle/contract/draw/draw.h"
#include "ref/ref.h"
#include "ref/system/system.h"
#include "tests/support/cmocka.h"
#include "tests/support/drawn_system.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PREC = 128, CASES = 240, TRIES = 12, MOST = 40 };

typedef struct trial {
    slp_case c;
    ref_system *sys;
    arb_ptr at; /* d + M + 1: a state, the increments, h */
} trial;

/* v = V(z) */
static bool field(double *v, const trial *t, const double *z)
{
    const slong d = (slong)t->c.d;
    arb_ptr out = _arb_vec_init(d);
    bool finite = true;
    for (slong i = 0; i < d; i++) arb_set_d(t->at + i, z[i]);
    ref_field(out, t->sys, t->at, t->at + d + t->c.M, t->at + d, PREC);
    for (slong i = 0; i < d; i++) {
        v[i] = arf_get_d(arb_midref(out + i), ARF_RND_NEAR);
        finite = finite && arb_is_finite(out + i) && isfinite(v[i]);
    }
    _arb_vec_clear(out, d);
    return finite;
}

/* The norm in which the condition is stated. */
static double norm(const trial *t, const double *v)
{
    mag_t m;
    arb_ptr x = _arb_vec_init((slong)t->c.d);
    mag_init(m);
    for (size_t i = 0; i < t->c.d; i++) arb_set_d(x + i, v[i]);
    t->sys->algebra.norm(m, &t->sys->algebra, x);
    const double size = mag_get_d(m);
    mag_clear(m);
    _arb_vec_clear(x, (slong)t->c.d);
    return size;
}

static double length(const double *v)
{
    return hypot(hypot(v[0], v[1]), v[2]);
}

/* The largest |x_i|/|w_i|; w becomes N(w) */
static double project(double *w, const trial *t)
{
    double most = 0;
    for (size_t i = 0; i < t->c.d; i += 3) {
        const double from = length(t->c.x + i), ratio = from / length(w + i);
        if (from == 0) continue;
        most = fmax(most, ratio);
        for (size_t k = i; k < i + 3; k++) w[k] *= ratio;
    }
    return most;
}

/* What the rule does to errors of its predictor, by the worst of TRIES; 0: not finite. */
static double measured(const trial *t, slp_draw *from, bool projects)
{
    double first[MOST], p[MOST], second[MOST], e[MOST], moved[MOST], worst = 0, stretch = 1;
    const size_t d = t->c.d;
    if (!field(first, t, t->c.x)) return 0;
    for (size_t i = 0; i < d; i++) p[i] = t->c.x[i] + first[i];
    if (projects) project(p, t);
    if (!field(second, t, p)) return 0;
    const double size = norm(t, t->c.x);
    for (int n = 0; n < TRIES; n++) {
        for (size_t i = 0; i < d; i++) e[i] = 0x1p-20 * size * slp_draw_between(from, -1, 1);
        for (size_t i = 0; i < d; i++) moved[i] = p[i] + e[i];
        for (size_t i = 0; i < d; i++) e[i] = moved[i] - p[i];
        if (!field(moved, t, moved)) return 0;
        for (size_t i = 0; i < d; i++) moved[i] -= second[i];
        worst = fmax(worst, norm(t, moved) / norm(t, e));
    }
    for (size_t i = 0; i < d; i++) p[i] = t->c.x[i] + 0.5 * (first[i] + second[i]);
    if (projects) stretch = fmax(1, project(p, t));
    return (1 + worst) * stretch;
}

static void check(const char *name)
{
    const slp_scheme *rule = slp_scheme_find(name);
    const bool projects = strcmp(name, "heun-projected") == 0;
    unsigned checked = 0, sharp = 0;
    for (uint64_t number = 0; number < CASES; number++) {
        trial t = {0};
        slp_draw from;
        slp_error err;
        ref_certificate cert;
        const slp_system *system = drawn_system_at(number % 8);
        if (!slp_pair_makes_sense(system, rule, NULL)) continue;
        slp_draw_init(&from, 17, number);
        slp_case_init(&t.c);
        assert_int_equal(slp_draw_case(&t.c, system, rule, &from, 1), SLP_OK);
        assert_int_equal(ref_system_new(&t.sys, &t.c, &err), SLP_OK);
        const slong d = (slong)t.c.d, M = (slong)t.c.M;
        if (d <= MOST && norm(&t, t.c.x) > 0) {
            t.at = _arb_vec_init(2 * d + M + 1);
            for (slong k = 0; k < M; k++) arb_set_d(t.at + d + k, t.c.dw[k]);
            arb_set_d(t.at + d + M, t.c.h);
            const double seen = measured(&t, &from, projects);
            for (slong i = 0; i < d; i++) arb_set_d(t.at + i, t.c.x[i]);
            const slp_status status = ref_step(t.at + d + M + 1, &cert, ref_scheme_find(name),
                                               t.sys, t.at, t.at + d + M, t.at + d, PREC);
            if (seen > 0 && status == SLP_OK) {
                if (!(cert.kappa >= seen * (1 - 1e-4)))
                    fail_msg("%s: kappa %g, seen %g", t.c.id, cert.kappa, seen);
                checked++;
                if (seen > 1 + 0x1p-10) sharp += cert.kappa - 1 <= 4 * (seen - 1);
            }
            _arb_vec_clear(t.at, 2 * d + M + 1);
        }
        ref_system_free(t.sys);
        slp_case_clear(&t.c);
    }
    assert_ge(checked, 30);
    assert_ge(sharp, checked / 4);
}

static void heun(void **unused)
{
    (void)unused;
    check("heun");
}
static void heun_projected(void **unused)
{
    (void)unused;
    check("heun-projected");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(heun), cmocka_unit_test(heun_projected)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
