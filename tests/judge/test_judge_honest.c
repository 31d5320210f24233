/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Honest ports pass, whatever they compute with: 3x3 matrices and LU, group elements, quaternions,
 * matrix exponentials, doubled midpoints, fused multiply-adds.  oracle/judge/judge.md claims a
 * bound for all of them; here each answers a few hundred cases, from tiny steps to stages that
 * barely contract and from tiny states to huge ones.  The largest ratio of each is printed: how
 * much of the bound honest rounding uses. */
#include "tests/support/cmocka.h"

#include "tests/judge/honest_ports.h"
#include "tests/judge/judge_cases.h"

#include <math.h>
#include <stdlib.h>

/* Uniform in (0,1), by a 64-bit linear congruence: the cases are the same in every run. */
static double uniform(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return ((double)(*state >> 12) + 0.5) * 0x1p-52;
}

static double signed_between(uint64_t *state, double lo, double hi)
{
    double size = lo + (hi - lo) * uniform(state);
    return uniform(state) < 0.5 ? -size : size;
}

/* A state of size 2^e, a step whose generator has a size between 2^-20 and about 2. */
static void draw(slp_case *c, const char *scheme, uint64_t *state)
{
    static const int exponents[] = {0, 0, 0, 40, -40, 400, -400, -1000};
    int e = exponents[(int)(8 * uniform(state))];
    double step = exp2(1.0 - 21.0 * uniform(state)), x[D], dw[D];
    for (int i = 0; i < D; i++) {
        x[i] = ldexp(signed_between(state, 0.05, 1.0), e);
        dw[i] = signed_between(state, 0.0, step); /* quad Hamiltonians: Xi is dW x, times 2^-e */
    }
    judged_case(c, scheme, ldexp(step * uniform(state), -e), x, dw, 1);
    for (int i = 0; i < D; i++) c->dw[i] = ldexp(c->dw[i], -e);
}

static void test_honest_ports_pass(void **state)
{
    (void)state;
    for (const honest_port *port = honest_ports; port->name; port++) {
        uint64_t seed = 20240607;
        double worst = 0.0, closest = 0.0;
        int passed = 0, unable = 0;
        for (int k = 0; k < 300; k++) {
            slp_case c;
            slp_verdict v;
            double y[D];
            draw(&c, port->scheme, &seed);
            port->step(y, &c);
            v = judged(&c, y, D, SLP_OK);
            if (v.kind != SLP_VERDICT_PASS && v.kind != SLP_VERDICT_UNABLE)
                print_message("%s, case %d: %s, ratio %g of %g\n", port->name, k,
                              slp_verdict_word(v.kind), v.ratio, v.bound);
            assert_true(v.kind == SLP_VERDICT_PASS || v.kind == SLP_VERDICT_UNABLE);
            passed += v.kind == SLP_VERDICT_PASS;
            unable += v.kind == SLP_VERDICT_UNABLE;
            worst = fmax(worst, v.ratio);
            closest = fmax(closest, v.ratio / v.bound);
            slp_case_clear(&c);
        }
        print_message("# %-44s worst ratio %5.2f, %4.0f%% of its bound; %d passed, %d unable\n",
                      port->name, worst, 100 * closest, passed, unable);
        assert_ge(passed, 200);
        assert_gt(worst, 0.25); /* these ports do round */
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_honest_ports_pass)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    flint_cleanup();
    return failed;
}
