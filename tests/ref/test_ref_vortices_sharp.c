/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Point vortices: the Lipschitz bound over a ball is the one that ref/scheme/rkmk.md section 5
 * derives, no smaller and no larger: a bound that is too large proves less, and makes the unit of
 * every verdict coarser.  Written again here in binary64.
 *     lip = (|A|_1 |A|_inf)^(1/2) + max_k |dW_k c_k|,
 *     A_ii = sum_j |g_j| (t^2 + 4t)^(1/2) / r_i^2,  A_ij = |g_j| t / (r_i r_j),  g = h Gamma / 4
 *       pi,  t = 2/s,
 *     s = (|w_ij| - R (a_i^2 + a_j^2)^(1/2))^2,  a = 2/(2r - R),  and r - R for r.
 * A bound has 30 bits: 2^-29 for each of its roundings, of which fewer than 64 meet in one number,
 * amplified by the difference in s no more than 2 |w| / (|w| - ..) <= 8 times.  Pins
 * ref/system/su2n_vortex_bound.c. */
#include "oracle/contract/case/case.h"
#include "tests/support/cmocka.h"

#include "tests/ref/rigid_body_steps.h"
#include "ref/system/system.h"

#include <math.h>
#include <stdio.h>

enum { MOST = 4, LINE = 800 };

typedef struct vortices {
    int n;
    double gamma[MOST], quad[3], h, dW[3], x[MOST][3];
} vortices;

static double length(const double v[3])
{
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

/* The least chord over the ball less than a quarter of the chord: false, as too little is left to
 * compare. */
static bool bound(double *lip, const vortices *v, double R)
{
    double row[MOST] = {0}, column[MOST] = {0}, most = 0, widest = 0, noise = 0;
    for (int i = 0; i < v->n; i++)
        for (int j = 0; j < v->n; j++) {
            if (i == j) continue;
            double w[3], ri = length(v->x[i]), rj = length(v->x[j]);
            double g = fabs(v->h * v->gamma[j]) / (4 * acos(-1));
            for (int k = 0; k < 3; k++) w[k] = v->x[j][k] / rj - v->x[i][k] / ri;
            double chord = length(w) - R * hypot(2 / (2 * ri - R), 2 / (2 * rj - R));
            if (!(chord > 0.25 * length(w))) return false;
            double t = 2 / (chord * chord);
            double own = g * sqrt(t * t + 4 * t) / ((ri - R) * (ri - R));
            double other = g * t / ((ri - R) * (rj - R));
            row[i] += own + other;
            column[i] += own;
            column[j] += other;
        }
    for (int i = 0; i < v->n; i++) {
        most = fmax(most, row[i]);
        widest = fmax(widest, column[i]);
    }
    for (int k = 0; k < 3; k++) noise = fmax(noise, fabs(v->quad[k] * v->dW[k]));
    *lip = sqrt(most * widest) + noise;
    return true;
}

static int print(char *to, const char *key, const double *numbers, int count)
{
    int at = sprintf(to, " %s=", key);
    for (int i = 0; i < count; i++) at += sprintf(to + at, i ? ",%a" : "%a", numbers[i]);
    return at;
}

static double of_reference(const vortices *v, double R)
{
    char line[LINE];
    slp_case c;
    slp_error err;
    ref_system *sys;
    double lip;
    mag_t radius, out;
    int at = sprintf(line, "case id=a system=point-vortices scheme=tmk steps=1");
    at += print(line + at, "gamma", v->gamma, v->n);
    at += print(line + at, "quad", v->quad, 3);
    at += print(line + at, "h", &v->h, 1);
    at += print(line + at, "x", v->x[0], 3 * v->n);
    print(line + at, "dw", v->dW, 3);
    slp_case_init(&c);
    assert_int_equal(slp_case_parse(&c, line, 1, &err), SLP_OK);
    assert_int_equal(ref_system_new(&sys, &c, &err), SLP_OK);
    slong d = (slong)c.d;
    arb_ptr x = _arb_vec_init(d + 4 + sys->pack_size), h = x + d, dW = h + 1, pack = dW + 3;
    for (slong i = 0; i < d; i++) arb_set_d(x + i, c.x[i]);
    arb_set_d(h, c.h);
    for (int k = 0; k < 3; k++) arb_set_d(dW + k, c.dw[k]);
    mag_init(radius);
    mag_init(out);
    mag_set_d(radius, R);
    sys->table->freeze(pack, sys, h, dW, 128);
    sys->table->generator_lipschitz(out, sys, pack, x, radius);
    lip = mag_get_d(out);
    mag_clear(radius);
    mag_clear(out);
    _arb_vec_clear(x, d + 4 + sys->pack_size);
    ref_system_free(sys);
    slp_case_clear(&c);
    return lip;
}

static void the_bound_is_the_derived_one(void **unused)
{
    uint64_t state = 61;
    int compared = 0;
    (void)unused;
    for (int n = 0; n < rigid_repeats(60); n++) {
        vortices v = {.n = 2 + n % 3, .h = rigid_between(&state, -1, 1)};
        double R = n % 4 ? rigid_between(&state, 0, 0.3) : 0, expected;
        for (int i = 0; i < v.n; i++) {
            v.gamma[i] = rigid_between(&state, -2, 2);
            for (int k = 0; k < 3; k++) v.x[i][k] = rigid_between(&state, -2, 2);
            if (length(v.x[i]) < 0.5) v.x[i][0] += 2;
        }
        for (int k = 0; k < 3; k++) v.quad[k] = rigid_between(&state, -1, 1);
        for (int k = 0; k < 3; k++) v.dW[k] = rigid_between(&state, -1, 1);
        if (!bound(&expected, &v, R)) continue;
        compared++;
        assert_lt(fabs(of_reference(&v, R) / expected - 1), 64 * 8 * 0x1p-29);
    }
    assert_gt(compared, 30);
    ref_thread_cleanup();
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_bound_is_the_derived_one)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
