/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The Casimirs of matrices by both paths, which share nothing: binary64 has them from eigenvalues,
 * elimination and powers, the reference from traces of products and Newton's identities.  At sizes
 * where every power, every exchange of rows and every identity has its part: laws compare values
 * before and after a step, and would not see what is wrong in both alike.
 * Calls the BLAS. */
#include "tests/support/cmocka.h"

#include "ref/ref.h"
#include "tests/ref/thread_caches.h"
#include "tests/fast/fast_pairs.h"
#include "tests/fast/trajectory_systems.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define U 0x1p-53

enum { PREC = 256, STATES = 3 };

/* Largest of what is allowed, and how much of the values stands above 2^10 times that. */
static size_t compare(const slp_case *c, const fast_system *fast, const double *allowed)
{
    slp_error err;
    ref_system *ref;
    assert_int_equal(ref_system_new(&ref, c, &err), SLP_OK);
    const size_t count = fast_casimir_count(fast);
    assert_int_equal(ref_casimir_count(ref), count);
    double *values = path_trial_numbers(count);
    arb_ptr x = _arb_vec_init((slong)c->d), exact = _arb_vec_init((slong)count);
    size_t seen = 0;
    for (size_t i = 0; i < c->d; i++) arb_set_d(x + i, c->x[i]);
    fast_casimirs(values, fast, c->x);
    ref_casimirs(exact, ref, x, PREC);
    for (size_t i = 0; i < count; i++) {
        const double right = arf_get_d(arb_midref(exact + i), ARF_RND_NEAR);
        if (!(fabs(values[i] - right) <= allowed[i]))
            fail_msg("%s, %s: %.17g, but %.17g by the reference", c->system->name,
                     ref_casimir_name(ref, (slong)i), values[i], right);
        seen += fabs(right) > 0x1p10 * allowed[i];
    }
    free(values);
    _arb_vec_clear(x, (slong)c->d);
    _arb_vec_clear(exact, (slong)count);
    ref_system_free(ref);
    return seen;
}

/* |X|_F = 1, so that sum |lambda|^(p-1) <= n and eigenvalues are off by some n u at most (LAPACK's
 * bound is p(n) u |X|, p modest; 8 n u here): power p is off by 8 p n^2 u.  The Pfaffian is linear
 * in each entry with a factor of at most 1; elimination by pairs, largest entry of a row as pivot,
 * grows entries by 3 a pair and makes n roundings in each of n^2. */
static void expect(double *allowed, size_t n, size_t count, bool body)
{
    const double size = (double)n;
    for (size_t i = 0; i < count; i++)
        allowed[i] = 8 * (double)(body ? 2 * i + 2 : i + 2) * size * size * U;
    if (body && n % 2 == 0) allowed[count - 1] = size * size * size * pow(3, size / 2 - 1) * U;
}

static void unitary_and_orthogonal(void **state)
{
    static const char *const systems[3] = {"rigid-body-n", "zeitlin-sphere", "sine-euler"};
    (void)state;
    for (size_t s = 0; s < 3; s++)
        for (size_t n = 2; n <= 12; n++)
            for (uint64_t seed = 0; seed < STATES; seed++) {
                if (s == 2 && n % 2 == 0) continue;
                if (s == 2 && n < 3) continue;
                path_trial t;
                double allowed[16];
                path_trial_open(&t, systems[s], n, false, 0.25, 91 + 16 * n + seed);
                const size_t count = fast_casimir_count(t.sys);
                assert_le(count, sizeof allowed / sizeof *allowed);
                expect(allowed, n, count, s == 0);
                /* an odd trace may be near zero, and so may a Pfaffian; most are not */
                assert_ge(2 * compare(&t.c, t.sys, allowed), count);
                path_trial_close(&t);
            }
}

/* x12 x34 - x13 x24 + x14 x23 = 0 + 1/4 - 1/2, in numbers of few bits, which elimination gives
 * exactly.  The first entry of the row is 0 and the others are negative: sees a pivot that is the
 * greatest entry, not the largest in size, which is 0 here. */
static void pivots_are_large(void **state)
{
    (void)state;
    fast_pair_system p;
    double values[2];
    fast_pair_read(&p, "case id=a system=rigid-body-n scheme=tmk n=4 h=1 steps=1 "
                       "x=0,-1,-0.5,1,0.25,0");
    fast_casimirs(values, p.sys, p.c.x);
    assert_true(values[1] == -0.25);
    fast_pair_close(&p);
}

/* sp(2m, R), entries in [-1/n, 1/n]: |X|_2 <= 1; X^2j by j products of matrices below 1, n
 * roundings in each of n terms an entry, n of them in the trace: 2 j n^3 u at most. */
static void symplectic(void **state)
{
    (void)state;
    for (size_t n = 2; n <= 8; n += 2) {
        const size_t d = n * (n + 1) / 2, entries = d * (d + 1) / 2;
        const double size = (double)n;
        uint64_t seed = n;
        slp_case c;
        slp_error err;
        fast_system *fast;
        double *quadratic = path_trial_numbers(entries), *x = path_trial_numbers(d), allowed[4];
        slp_case_init(&c);
        c.id = strdup("sp-1");
        c.system = slp_system_find("symplectic");
        c.scheme = slp_scheme_find("isospectral-midpoint");
        c.h = 0.25;
        c.steps = 1;
        for (size_t i = 0; i < entries; i++) quadratic[i] = path_trial_uniform(&seed);
        for (size_t i = 0; i < d; i++) x[i] = path_trial_uniform(&seed) / size;
        assert_int_equal(slp_case_set_param(&c, "n", &size, 1, &err), SLP_OK);
        assert_int_equal(slp_case_set_param(&c, "quadratic", quadratic, entries, &err), SLP_OK);
        assert_int_equal(c.system->shape(&c, &err), SLP_OK);
        slp_case_set_x(&c, x, d);
        assert_int_equal(slp_case_check(&c, &err), SLP_OK);
        assert_int_equal(fast_system_new(&fast, &c, &err), SLP_OK);
        for (size_t j = 0; j < n / 2; j++)
            allowed[j] = 2 * (double)(j + 1) * size * size * size * U;
        assert_int_equal(compare(&c, fast, allowed), n / 2);
        fast_system_free(fast);
        slp_case_clear(&c);
        free(quadratic);
        free(x);
    }
}

/* Many states in one call give the numbers of one after the other, as far as they are asked for. */
static void states_together(void **state)
{
    (void)state;
    fast_pair_system p;
    double x[STATES][6], energies[STATES], values[STATES][2], alone[2];
    uint64_t seed = 1;
    fast_pair_read(&p, "case id=a system=heavy-top scheme=heun inertia=1,2,3 chi=0,0,1 h=1 steps=1 "
                       "x=1,2,3,0,0,1");
    for (size_t i = 0; i < STATES; i++)
        for (size_t j = 0; j < 6; j++) x[i][j] = path_trial_uniform(&seed);
    assert_int_equal(fast_quantities(energies, values[0], p.sys, x[0], STATES), SLP_OK);
    for (size_t i = 0; i < STATES; i++) {
        assert_true(energies[i] == fast_energy(p.sys, x[i]));
        assert_int_equal(fast_casimirs(alone, p.sys, x[i]), SLP_OK);
        assert_memory_equal(values[i], alone, sizeof alone);
    }
    assert_true(energies[0] != energies[1]);
    assert_int_equal(fast_quantities(NULL, values[0], p.sys, x[1], 1), SLP_OK);
    assert_memory_equal(values[0], values[1], sizeof alone);
    assert_int_equal(fast_quantities(energies, NULL, p.sys, x[1], 1), SLP_OK);
    assert_true(energies[0] == energies[1]);
    assert_int_equal(fast_quantities(energies, NULL, p.sys, NULL, 1), SLP_INPUT);
    assert_int_equal(fast_quantities(energies, NULL, NULL, x[0], 1), SLP_INPUT);
    fast_pair_close(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(states_together),
        cmocka_unit_test(unitary_and_orthogonal),
        cmocka_unit_test(pivots_are_large),
        cmocka_unit_test(symplectic),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
