/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* When a lane of an ensemble is done, asked on stages built to tell: no coordinate may move by more
 * than 4u|x| still, whichever it is, however fast its differences shrink.
 *
 * About a principal axis of inertia 2^40, the other two 1, an error of the stage turns: with x = X
 * e_a + small e_b a difference along b comes next along c, L times as long, L = hX/2 (body) or
 * about hX/2 (top), and nothing else moves by more than small of it.  So of two coordinates one, by
 * turns, does not move at all while the other is far from rest.  X = 16 is far from the state of
 * unit size that the first evaluations are counted for: h/2 = 2^-6 to the power of their number is
 * 2^-50, (16h/2)^7 is 2^-14. */
#include "tests/fast/fast_pairs.h"

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include "tests/support/cmocka.h"

enum { SIZE = 16 };

/* A body or a top whose axis a is heavy, at its state. */
static void open_about(fast_pair_system *p, int a, int b, bool top)
{
    char line[512];
    double inertia[3] = {1, 1, 1}, x[6] = {0, 0, 0, 0.5, -0.25, 0.75};
    inertia[a] = 0x1p40;
    x[a] = SIZE;
    x[b] = SIZE * 0x1p-14;
    int at = snprintf(
        line, sizeof line, "case id=a system=%s scheme=%s inertia=%a,%a,%a h=%a steps=1 x=%a,%a,%a",
        top ? "heavy-top" : "rigid-body", top ? "variational-cayley" : "isospectral-midpoint",
        inertia[0], inertia[1], inertia[2], 0x1p-5, x[0], x[1], x[2]);
    if (top)
        snprintf(line + at, sizeof line - (size_t)at, ",%a,%a,%a chi=0x1p-20,0,0", x[3], x[4],
                 x[5]);
    fast_pair_read(p, line);
}

/* Both paths leave their stage within 8u|x| kappa, kappa = (1 + L)/(1 - L) < 2 for L <= 1/4
 * (fast/scheme/fixed_point.c), the top's step moves twice as far. */
static void every_coordinate_is_watched(void **state)
{
    (void)state;
    for (int top = 0; top < 2; top++)
        for (int a = 0; a < 3; a++)
            for (int other = 1; other < 3; other++)
                for (size_t n = 0; fast_kernel_at(n); n++) {
                    fast_pair_system p;
                    double x[FAST_PAIR_D], y[FAST_PAIR_D];
                    fast_report report, single;
                    open_about(&p, a, (a + other) % 3, top);
                    fast_ensemble run = {.paths = 1,
                                         .h = p.c.h,
                                         .steps = 1,
                                         .threads = 1,
                                         .kernel = fast_kernel_at(n)};
                    memcpy(x, p.c.x, p.c.d * sizeof *x);
                    assert_int_equal(fast_ensemble_advance(x, &report, p.sys, &run), SLP_OK);
                    assert_int_equal(
                        fast_pair_step(y, &single, fast_ensemble_scheme(p.sys), &p, p.c.x, 1),
                        SLP_OK);
                    for (size_t i = 0; i < p.c.d; i++)
                        assert_le(fabs(x[i] - y[i]), (top ? 2 : 1) * 32 * 0x1p-53 * SIZE);
                    fast_pair_close(&p);
                }
}

/* Steps of 2^-13 to 2^-16 and states of size 32 to 128: stages contract by less than 2^-8, so that
 * the difference after one of 2^-40 is below u|x|/16 by far, and yet none above 4u|x| is the last.
 */
static void fast_contractions_too(void **state)
{
    enum { MANY = 128 };
    (void)state;
    for (int k = 13; k <= 16; k++) {
        fast_pair_system p;
        double x[3 * MANY];
        fast_report report;
        fast_pair_read(&p, "case id=a system=rigid-body scheme=isospectral-midpoint "
                           "inertia=2,1,0.625 h=1 steps=1 x=1,2,3");
        fast_ensemble run = {.paths = MANY, .h = ldexp(1, -k), .steps = 1, .threads = 1};
        for (size_t i = 0; i < MANY; i++) {
            const double size = 32 * exp2(2.0 * (double)i / MANY), turn = (double)i;
            x[i] = size * cos(turn);
            x[MANY + i] = size * sin(turn) * cos(2 * turn);
            x[2 * MANY + i] = size * sin(turn) * sin(2 * turn);
        }
        assert_int_equal(fast_ensemble_advance(x, &report, p.sys, &run), SLP_OK);
        assert_le(report.residual, 0x1p-51);
        fast_pair_close(&p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_coordinate_is_watched),
                                       cmocka_unit_test(fast_contractions_too)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
