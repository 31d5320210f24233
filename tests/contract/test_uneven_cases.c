/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Parameters that differ in one thing from those drawn: amplitudes of either sign, more noises than
 * are usual, one vortex alone, five and seven of them, modes with negative numbers, backward steps
 * and none at all.  The binary64 path takes three steps of each under every scheme that applies,
 * with other increments in each, and the judge, who knows the reference alone, must pass them all;
 * then the paths must agree on energy and Casimirs.  Neither is the measure of the other: a
 * difference names the case.
 * Calls the BLAS, for seconds. */
#include "tests/support/cmocka.h"

#include "fast/fast.h"
#include "oracle/judge/judge.h"
#include "oracle/command/run_path.h"
#include "ref/ref.h"
#include "tests/support/depth.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 3, PREC = 128, LONGEST_LINE = 1 << 14 };

/* su: how many of the first coordinates sum to 0.  noise: size of the increments.  Sizes are such
 * that every scheme asked has a certificate at every step. */
static const struct uneven {
    const char *fields;
    size_t d, M, su;
    double h, size, noise;
    /* this one alone, whose stage is explicit: increments are too large for others; NULL: all */
    const char *scheme;
} uneven[] = {
    {"system=rigid-body inertia=2,1,0.625 quad=-0.3,0.2,-0.125 "
     "lin=0.2,-0.1,0.3,-0.25,0.125,0.5,0,0,-0.4,"
     "0.1,0.1,-0.1",
     3, 7, 0, 0.125, 1, 0.25, NULL},
    {"system=rigid-body inertia=1,2,3 lin=0.25,0,0,0,-0.5,0,0.125,0.25,0.5", 3, 3, 0, -0.25, 1,
     0.25, NULL},
    {"system=rigid-body inertia=3,0.5,2 quad=0.5,0,-0.25", 3, 3, 0, 0, 1, 0.5, NULL},
    {"system=rigid-body-n n=2 quad=0.5", 1, 1, 0, 0.25, 1, 0.25, NULL},
    {"system=rigid-body-n n=3 inertia=0.5,2,1.25 quad=-0.375", 3, 3, 0, -0.25, 1, 0.25, NULL},
    {"system=rigid-body-n n=5 inertia=1,0.75,3,2,5,0.5,4,1.5,2.5,6 quad=0.25", 10, 10, 0, 0.125, 1,
     0.25, NULL},
    {"system=point-vortices gamma=-1.5 quad=0.5,-0.25,0.375", 3, 3, 0, 0.25, 1, 0.5, NULL},
    {"system=point-vortices gamma=1,-0.5 quad=-0.25,0.5,0.125", 6, 3, 0, -0.25, 1, 0.25, NULL},
    {"system=point-vortices gamma=1,-0.5,0.25,0.75,-1.25", 15, 0, 0, 0.0625, 1, 0, NULL},
    {"system=point-vortices gamma=0.5,1,-0.75,0.25,-0.5,1,0.125 quad=0.25,0.125,-0.5", 21, 3, 0,
     0.015625, 1, 0.0625, NULL},
    {"system=point-vortices gamma=1,2,-1 quad=0.25,0.5,0.75", 9, 3, 0, 0, 1, 0.25, NULL},
    {"system=zeitlin-sphere n=2 amp=-0.5 shell=1", 4, 3, 2, 0.25, 1, 0.25, NULL},
    {"system=zeitlin-sphere n=3 amp=0.5 shell=1", 9, 8, 3, -0.25, 1, 0.125, NULL},
    {"system=zeitlin-sphere n=5 amp=0.75 shell=2", 25, 21, 5, 0.125, 0.5, 0.125, NULL},
    {"system=zeitlin-sphere n=4 amp=0.5", 16, 12, 4, 0, 1, 0.25, NULL},
    {"system=sine-euler n=3 modes=-1:0,0:1,1:1,-1:1 amp=-0.25", 9, 4, 3, 1.0, 0.75, 0.25, NULL},
    {"system=sine-euler n=5 modes=2:-1,-2:0,1:2 amp=0.125", 25, 3, 5, -0.25, 0.5, 0.25, NULL},
    {"system=sine-euler n=5 modes=-1:0,0:-2 amp=0.25", 25, 2, 5, 0, 0.5, 0.125, NULL},
    {"system=heavy-top inertia=4,0.5,1 chi=0.25,-0.5,1 "
     "noise=0.1,-0.2,0.3,-0.25,0.5,0.75,-0.2,0.3,0.1,"
     "-0.4,0.5,-0.125,0.25,-0.3,0,0.2,0,0.1,0,-0.5,0.25",
     6, 3, 0, -0.0625, 1, 0.125, NULL},
    {"system=heavy-top inertia=1,2,4 chi=-1,0.5,0.25 "
     "noise=0,0,0,0.5,-0.25,0.125,0,0,0,0,0,0,0,-0.5",
     6, 2, 0, 0, 1, 0.25, NULL},
    {"system=canonical model=pendulum gamma=-0.5", 2, 1, 0, 0.125, 1, 0.25, NULL},
    {"system=canonical model=pendulum beta=-0.25 gamma=0.375", 2, 2, 0, -0.25, 32, 0.25, NULL},
    {"system=canonical model=kubo beta=-0.75", 2, 1, 0, 0, 1, 0.25, NULL},
    {"system=symplectic n=2 quadratic=0.25,-0.5,0.125,0.5,0.25,-0.375 "
     "noise=0.1,-0.2,0.3,0.25,0.125,-0.5,"
     "0,0.1,-0.1",
     3, 3, 0, -0.125, 1, 0.125, NULL},
    {"system=symplectic n=4 quadratic=-0.25,-0.15625,-0.0625,0.03125,0.125,0.21875,-0.21875,-0.125,"
     "-0.03125,0.0625,0.15625,0.25,-0.1875,-0.09375,0,0.09375,0.1875,-0.25,-0.15625,-0.0625,0."
     "03125,0.125,"
     "0.21875,-0.21875,-0.125,-0.03125,0.0625,0.15625,0.25,-0.1875,-0.09375,0,0.09375,0.1875,-0.25,"
     "-0.15625,-0.0625,0.03125,0.125,0.21875,-0.21875,-0.125,-0.03125,0.0625,0.15625,0.25,-0.1875,"
     "-0.09375,0,0.09375,0.1875,-0.25,-0.15625,-0.0625,0.03125 "
     "noise=0.1,-0.2,0.3,0.25,0.125,-0.5,0.2,0.1,"
     "-0.1,0.4,0.3,-0.25,0.2,0.1,0,-0.1,0.25,-0.3,0.125,-0.375",
     10, 2, 0, 0.0625, 0.5, 0.0625, NULL},
    {"system=rigid-body inertia=1,2,3 lin=1,0.5,-0.25,0.25,1,0.5,-0.5,0.25,1", 3, 3, 0, 0, 1, 1.25,
     "variational-exp"},
    {"system=heavy-top inertia=1,2,4 chi=-1,0.5,0.25 "
     "noise=1,0.5,-0.25,0.25,1,0.5,0,0.25,1,0.5,-0.5,0.25,"
     "1,0,-0.5,0.25,1,1,-0.5,0.25,0",
     6, 3, 0, 0, 1, 1.25, "variational-exp"},
    {"system=sine-euler n=5 modes=-1:0,0:-2 amp=2.5", 25, 2, 5, 0, 0.5, 0.75, "variational-exp"},
    {"system=sine-euler n=3 modes=-1:0,0:1,1:1 amp=2.5", 9, 3, 3, 0, 0.5, 1.5, "tmk"},
    {"system=symplectic n=4 "
     "quadratic=0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,"
     "0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0 "
     "noise=0.1,-0.2,0.3,0.25,0.125,-0.5,0.2,0.1,-0.1,0.4",
     10, 1, 0, 0, 0.5, 2.0, "tmk"}};
enum { UNEVEN = sizeof uneven / sizeof *uneven };

/* In [-1, 1] and whole multiples of 2^-10, so that sums are exact; no two of a run alike. */
static double number(size_t i, double phase)
{
    return nearbyint(1024 * sin(1.7 * (double)i + phase)) / 1024;
}

static void list(FILE *to, const char *key, const double *at, size_t count)
{
    for (size_t i = 0; i < count; i++) fprintf(to, "%s%a", i ? "," : key, at[i]);
}

static void build(slp_case *c, const struct uneven *at, const char *scheme)
{
    char line[LONGEST_LINE];
    double x[at->d], dw[STEPS * at->M + 1], sum = 0;
    slp_error err;
    FILE *to = fmemopen(line, sizeof line, "w");
    assert_non_null(to);
    for (size_t i = 0; i < at->d; i++) {
        x[i] = at->size * number(i, 0.4);
        if (i + 1 < at->su) sum += x[i];
        if (i + 1 == at->su) x[i] = -sum;
    }
    for (size_t i = 0; i < STEPS * at->M; i++) dw[i] = at->noise * number(i, 2.3);
    fprintf(to, "case id=uneven %s scheme=%s h=%a steps=%d", at->fields, scheme, at->h, STEPS);
    list(to, " x=", x, at->d);
    list(to, " dw=", dw, STEPS * at->M);
    assert_int_equal(fclose(to), 0);
    slp_case_init(c);
    if (slp_case_parse(c, line, 1, &err) != SLP_OK) {
        slp_error_print(stderr, "uneven", &err);
        fail();
    }
}

static const slp_system *system_of(const struct uneven *at)
{
    char name[32];
    assert_int_equal(sscanf(at->fields, "system=%31s", name), 1);
    return slp_system_find(name);
}

static void every_step_passes(void **state)
{
    (void)state;
    const size_t stride = depth_stride(5);
    size_t passed = 0, wrong = 0;
    for (size_t k = 0; k < UNEVEN; k++)
        for (size_t s = 0; slp_scheme_at(s); s++) {
            const slp_scheme *scheme = slp_scheme_at(s);
            slp_case c;
            slp_result r;
            slp_verdict v;
            if (!slp_pair_makes_sense(system_of(&uneven[k]), scheme, NULL)) continue;
            if ((k + s) % stride) continue;
            /* noises of the top with both b and c */
            if (scheme->splits && strstr(uneven[k].fields, " noise=")) continue;
            if (uneven[k].scheme && strcmp(scheme->name, uneven[k].scheme) != 0) continue;
            build(&c, &uneven[k], scheme->name);
            slp_result_init(&r);
            slp_run_fast(&r, &c);
            slp_judge(&v, &c, &r);
            passed += v.kind == SLP_VERDICT_PASS;
            wrong += v.kind != SLP_VERDICT_PASS;
            if (v.kind != SLP_VERDICT_PASS)
                fprintf(stderr, "case %zu (%s) under %s: %s, step %zu, ratio %g of %g\n", k + 1,
                        system_of(&uneven[k])->name, scheme->name, slp_verdict_word(v.kind), v.step,
                        v.ratio, v.bound);
            slp_result_clear(&r);
            slp_case_clear(&c);
        }
    assert_int_equal(wrong, 0);
    assert_gt(passed * stride, 9 * UNEVEN);
}

/* Each is a sum of fewer than 2^9 products, of size at most about 2^6: both agree to 2^-38. */
static void energies_and_casimirs_agree(void **state)
{
    (void)state;
    for (size_t k = 0; k < UNEVEN; k++) {
        slp_case c;
        slp_error err;
        fast_system *fast;
        ref_system *ref;
        const char *name = NULL;
        for (size_t s = 0; !name; s++)
            if (slp_pair_makes_sense(system_of(&uneven[k]), slp_scheme_at(s), NULL))
                name = slp_scheme_at(s)->name;
        build(&c, &uneven[k], name);
        assert_int_equal(fast_system_new(&fast, &c, &err), SLP_OK);
        assert_int_equal(ref_system_new(&ref, &c, &err), SLP_OK);
        slong d = (slong)c.d, count = ref_casimir_count(ref);
        assert_int_equal(count, fast_casimir_count(fast));
        double values[count + 1];
        arb_ptr x = _arb_vec_init(d), exact = _arb_vec_init(count + 1);
        for (slong i = 0; i < d; i++) arb_set_d(x + i, c.x[i]);
        ref_casimirs(exact, ref, x, PREC);
        ref_energy(exact + count, ref, x, PREC);
        fast_casimirs(values, fast, c.x);
        values[count] = fast_energy(fast, c.x);
        for (slong i = 0; i <= count; i++) {
            double right = arf_get_d(arb_midref(exact + i), ARF_RND_NEAR);
            if (!(fabs(values[i] - right) <= 0x1p-38 * fmax(1, fabs(right)))) {
                fprintf(stderr, "case %zu (%s): %s is %.17g and %.17g\n", k + 1, c.system->name,
                        i < count ? ref_casimir_name(ref, i) : "energy", values[i], right);
                fail();
            }
        }
        _arb_vec_clear(x, d);
        _arb_vec_clear(exact, count + 1);
        fast_system_free(fast);
        ref_system_free(ref);
        slp_case_clear(&c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_step_passes),
                                       cmocka_unit_test(energies_and_casimirs_agree)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    ref_thread_cleanup();
    return failed;
}
