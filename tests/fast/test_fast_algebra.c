/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The binary64 algebras' operations against each other: duality, inverses, group properties, and
 * closed forms against the series, for short and for long turns. */
#include "fast/algebra/algebra.h"
#include "tests/fast/fast_bodies.h"

#include <math.h>
#include <stddef.h>
#include <string.h>
#include "tests/support/cmocka.h"

enum { D = 6, ROOM = 64, DRAWS = 40 };

typedef struct drawn {
    double xi[D], eta[D], x[D], back[D], size; /* back = -xi */
} drawn;

/* |xi_i| <= size, from 1/8 to 16. */
static drawn draw(uint64_t n)
{
    drawn v = {.size = ldexp(0.125, (int)(n % 8))};
    for (uint32_t i = 0; i < D; i++) {
        v.xi[i] = v.size * fast_body_between(60 + i, n, -1, 1);
        v.eta[i] = fast_body_between(70 + i, n, -1, 1);
        v.x[i] = fast_body_between(80 + i, n, -1, 1);
        v.back[i] = -v.xi[i];
    }
    return v;
}

static double dot(const double *a, const double *b, size_t d)
{
    double sum = 0;
    for (size_t i = 0; i < d; i++) sum += a[i] * b[i];
    return sum;
}

static void assert_near(const double *a, const double *b, size_t d, double bound)
{
    for (size_t i = 0; i < d; i++) assert_le(fabs(a[i] - b[i]), bound);
}

typedef void visit(const fast_algebra *g, const drawn *v);

static void everywhere(visit *each)
{
    const double gamma[2] = {1, -2};
    fast_algebra spins;
    fast_algebra_su2n(&spins, 2, gamma);
    for (uint64_t n = 0; n < DRAWS; n++) {
        drawn v = draw(n);
        each(&fast_algebra_so3, &v);
        each(&spins, &v);
        each(&fast_algebra_se3, &v);
    }
}

/* On se(3), where the congruence is that of dual numbers, Gamma + eps Pi and omega + eps u: the
 * generator eta as such a vector is (u, omega), and the transpose of D(xi) is D(-xi). */
static void dual_numbers(const fast_algebra *g, const drawn *v, double unit)
{
    double a[D], b[D], swapped[D], work[ROOM];
    for (size_t i = 0; i < D; i++) swapped[i] = v->eta[(i + 3) % D];
    g->cayley_change(a, g, v->xi, v->x, work);
    g->cayley_change(b, g, v->back, swapped, work);
    double sum = 0;
    for (size_t i = 0; i < D; i++) sum += b[i] * v->x[(i + 3) % D];
    assert_le(fabs(dot(a, v->eta, D) - sum), unit);
}

/* <ad*_xi x, eta> = <x, [xi, eta]>; on J-quadratic algebras <D(xi) x, eta> = <x, dcay^-1_xi eta>,
 * dcay^-1_xi being what dcay_inverse computes at -xi. */
static void dual(const fast_algebra *g, const drawn *v)
{
    double a[D], b[D], work[ROOM], unit = 32 * 0x1p-53 * (1 + v->size) * (1 + v->size);
    g->coadjoint(a, g, v->xi, v->x, work);
    g->bracket(b, g, v->xi, v->eta, work);
    assert_le(fabs(dot(a, v->eta, g->d) - dot(v->x, b, g->d)), unit);
    if (!g->cayley_change) return;
    if (g->kind == SLP_SE3) {
        dual_numbers(g, v, unit);
        return;
    }
    g->cayley_change(a, g, v->xi, v->x, work);
    for (size_t i = 0; i < g->d; i++) a[i] += v->x[i];
    g->dcay_inverse(b, g, v->back, v->eta, work);
    assert_le(fabs(dot(a, v->eta, g->d) - dot(v->x, b, g->d)), unit);
}

static void pairings(void **state)
{
    (void)state;
    everywhere(dual);
}

/* D(xi) of the stage is x; C(xi) x = D(-xi) of the stage, by the closed form and from stage and
 * ad*; m - ad*_{xi/2} m = x.  Roundings are those of quantities of size |x| (1 + |xi|)^2. */
static void invert(const fast_algebra *g, const drawn *v)
{
    const size_t d = g->d;
    double z[D], y[D], half[D], work[ROOM], unit = 32 * 0x1p-53 * (1 + v->size) * (1 + v->size);
    for (size_t i = 0; i < d; i++) half[i] = 0.5 * v->xi[i];
    g->resolvent(z, g, v->xi, v->x, work);
    g->coadjoint(y, g, half, z, work);
    for (size_t i = 0; i < d; i++) y[i] = z[i] - y[i];
    assert_near(y, v->x, d, g->kind == SLP_SE3 ? unit * (1 + v->size) : unit);
    if (!g->cayley_stage) return;
    g->cayley_stage(z, g, v->xi, v->x, work);
    g->cayley_change(y, g, v->xi, z, work);
    for (size_t i = 0; i < d; i++) y[i] += z[i];
    assert_near(y, v->x, d, g->kind == SLP_SE3 ? unit * (1 + v->size) : unit);
    if (g->kind == SLP_SE3) return; /* its C is that of motions */
    double image[D];
    fast_algebra_cayley(image, g, v->xi, v->x, work);
    g->cayley_change(y, g, v->back, z, work);
    for (size_t i = 0; i < d; i++) y[i] += z[i];
    assert_near(y, image, d, unit);
    fast_algebra plain = *g;
    plain.cayley = NULL;
    fast_algebra_cayley(y, &plain, v->xi, v->x, work);
    assert_near(y, image, d, unit);
}

static void inverses(void **state)
{
    (void)state;
    everywhere(invert);
}

/* E(xi) E(xi) = E(2 xi), E(-xi) E(xi) = 1 and the same inverse for C, long turns included. */
static void compose(const fast_algebra *g, const drawn *v)
{
    const size_t d = g->d;
    double once[D], twice[D], y[D], work[ROOM], xi2[D];
    double unit = 32 * 0x1p-53 * (1 + v->size) * (1 + v->size);
    for (size_t i = 0; i < d; i++) xi2[i] = 2 * v->xi[i];
    g->flow(once, g, v->xi, NULL, v->x, work);
    g->flow(twice, g, v->xi, NULL, once, work);
    g->flow(y, g, xi2, NULL, v->x, work);
    assert_near(y, twice, d, unit);
    g->flow(y, g, v->back, NULL, once, work);
    assert_near(y, v->x, d, unit);
    fast_algebra_cayley(once, g, v->xi, v->x, work);
    fast_algebra_cayley(y, g, v->back, once, work);
    assert_near(y, v->x, d, unit);
}

static void groups(void **state)
{
    (void)state;
    everywhere(compose);
}

/* [dexp_xi]* in closed form and by series and doubling, and ad*_xi [dexp_xi]* x = E(xi) x - x. */
static void average(const fast_algebra *g, const drawn *v)
{
    const size_t d = g->d;
    double closed[D], series[D], moved[D], y[D], work[ROOM];
    double unit = 64 * 0x1p-53 * (1 + v->size) * (1 + v->size);
    fast_algebra plain = *g;
    plain.dexp_dual = NULL;
    fast_algebra_dexp_dual(closed, g, v->xi, v->x, work);
    fast_algebra_dexp_dual(series, &plain, v->xi, v->x, work);
    assert_near(closed, series, d, unit);
    g->coadjoint(moved, g, v->xi, closed, work);
    g->flow(y, g, v->xi, NULL, v->x, work);
    for (size_t i = 0; i < d; i++) y[i] -= v->x[i];
    assert_near(moved, y, d, unit);
}

static void averages(void **state)
{
    (void)state;
    everywhere(average);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairings),
        cmocka_unit_test(inverses),
        cmocka_unit_test(groups),
        cmocka_unit_test(averages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
