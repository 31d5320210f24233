/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The unit and the bound of a verdict on every pair, from judge.md's own terms: which size n of
 * matrices, which norm w, how many maps and stages belong to it is written down here once more, by
 * hand.
 *   K = w (4 + maps (4n + 4)),
 *   bound = K + w s (6n + (4 + M) q) |Xi|,
 *   ratio = |error| / (u |x| kappa).
 * At h = 0 with increments 0 a step stands still and kappa = 1, so that an answer off by 2^-40 in
 * one coordinate has the ratio 2^13/|x|. */
#include "oracle/contract/case/case.h"
#include "tests/support/cmocka.h"

#include "oracle/judge/step.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ROOT_TWO 0x1.6a09e667f3bcdp+0

static const struct kind {
    const char *fields;
    size_t d, M;
    double n, w;
    double factors; /* flows that a splitting composes; 1 for a state that nothing moves */
} kinds[] = {
    {"system=rigid-body inertia=1,2,3", 3, 0, 3, 1, 3},
    {"system=rigid-body inertia=1,2,3 quad=1,1,1 lin=1,0,0,0,1,0,0,0,1,1,1,1", 3, 7, 3, 1, 7},
    {"system=rigid-body-n n=2", 1, 0, 2, 1, 1},
    {"system=rigid-body-n n=5 quad=0.5", 10, 10, 5, 1, 10},
    {"system=point-vortices gamma=1", 3, 0, 2, 1, 1},
    {"system=point-vortices gamma=1,1,1,1 quad=1,1,1", 12, 3, 2, 1, 9},
    {"system=spins bonds=1:2,2:3 exchange=1,0.5", 9, 0, 2, 1, 2},
    {"system=spins bonds=1:2,2:3 exchange=1,0.5 field=0,0,1 anisotropy=1,0,0,1 noise=1", 9, 9, 2, 1,
     4},
    {"system=zeitlin-sphere n=2", 4, 0, 2, ROOT_TWO, 0},
    {"system=zeitlin-sphere n=3 amp=1", 9, 5, 3, ROOT_TWO, 0},
    {"system=sine-euler n=5 modes=1:0,0:1,1:1,-1:1 amp=1", 25, 4, 5, ROOT_TWO, 16},
    {"system=heavy-top inertia=1,2,3 chi=0,0,1 noise=1,0,0,0,0,0,0", 6, 1, 4, 1, 5},
    {"system=symplectic n=2 quadratic=1,0,0,1,0,1", 3, 0, 2, ROOT_TWO, 0},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* What is written down of a scheme; one that is not here counts as it states itself.  The maps of a
 * splitting are for each factor. */
static const struct count {
    const char *scheme;
    double maps, stages;
    bool splits;
} counts[] = {{"splitting-lie", 1, 1, true},
              {"splitting-strang", 2, 1, true},
              {"isospectral-midpoint", 1, 1, false},
              {"canonical-midpoint", 2, 1, false},
              {"isospectral-gauss4", 2, 2, false},
              {"tmk", 1, 1, false},
              {"implicit-midpoint", 1, 1, false},
              {"trapezoidal", 1, 1, false},
              {"midpoint", 1, 1, false},
              {"heun", 1, 2, false},
              {"heun-projected", 1, 2, false},
              {"euler", 1, 1, false},
              {"spherical-midpoint", 1, 1, false},
              {"sib", 1, 2, false},
              {"depondt", 1, 2, false},
              {"variational-cayley", 2, 1, false},
              {"variational-exp", 2, 1, false},
              {"variational-cayley-printed", 2, 1, false},
              {"rkmk-euler-exp", 1, 1, false},
              {"rkmk-euler-cay", 1, 1, false},
              {"rkmk-heun-exp", 1, 2, false},
              {"rkmk-heun-cay", 1, 2, false},
              {"rkmk-midpoint-exp", 1, 1, false},
              {"rkmk-midpoint-cay", 1, 1, false},
              {"rkmk-gauss4-exp", 1, 2, false},
              {"rkmk-gauss4-cay", 1, 2, false},
              {"rkmk-rk4-exp", 1, 4, false},
              {"rkmk-rk4-cay", 1, 4, false}};

static struct count counts_of(const char *scheme)
{
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        if (strcmp(scheme, counts[i].scheme) == 0) return counts[i];
    const slp_scheme *s = slp_scheme_find(scheme);
    return (struct count){scheme, (double)s->maps, (double)s->stages, s->splits};
}

/* The kind's case under a scheme, h = 0; x_i = sin(i + 1), unit vectors in turns for vortices, the
 * trace taken off. */
static void build(slp_case *c, const struct kind *kind, const char *scheme)
{
    char line[4096];
    slp_error err;
    double x[kind->d], sum = 0;
    FILE *to = fmemopen(line, sizeof line, "w");
    assert_non_null(to);
    fprintf(to, "case id=a %s scheme=%s h=0 steps=1 x=", kind->fields, scheme);
    for (size_t i = 0; i < kind->d; i++) {
        x[i] = nearbyint(256 * sin((double)i * 1.9 + 1)) / 256;
        if (kind->w > 1 && strstr(kind->fields, "symplectic") == NULL && i < (size_t)kind->n) {
            x[i] = i + 1 < (size_t)kind->n ? x[i] : -sum;
            sum += x[i];
        }
        fprintf(to, "%s%a", i ? "," : "", x[i]);
    }
    for (size_t k = 0; k < kind->M; k++) fprintf(to, "%s0", k ? "," : " dw=");
    assert_int_equal(fclose(to), 0);
    slp_case_init(c);
    if (slp_case_parse(c, line, 1, &err) != SLP_OK) {
        slp_error_print(stderr, "a", &err);
        fail();
    }
}

static void every_pair_has_its_unit_and_bound(void **state)
{
    (void)state;
    int pairs = 0;
    for (size_t k = 0; k < KINDS; k++)
        for (size_t s = 0; slp_scheme_at(s); s++) {
            const char *scheme = slp_scheme_at(s)->name;
            const struct kind *kind = &kinds[k];
            slp_case c;
            slp_verdict v;
            char name[32];
            assert_int_equal(sscanf(kind->fields, "system=%31s", name), 1);
            if (!slp_pair_makes_sense(slp_system_find(name), slp_scheme_at(s), NULL)) continue;
            build(&c, kind, scheme);
            const struct count of = counts_of(scheme);
            const double maps = of.maps * (of.splits ? kind->factors : 1);
            const double n = kind->n, K = kind->w * (4 + maps * (4 * n + 4)), size = 0.75, q = 3,
                         part = kind->w * of.stages * (6 * n + (4 + (double)kind->M) * q) * size;
            assert_lt(fabs(slp_judge_bound_case(&c) / K - 1), 1e-14);
            if (of.splits)
                assert_true(isnan(slp_judge_bound(c.system, c.scheme, c.d)));
            else
                assert_lt(fabs(slp_judge_bound(c.system, c.scheme, c.d) / K - 1), 1e-14);
            assert_lt(fabs(judge_allowance(&c, size, q) / (K + part) - 1), 1e-14);

            double y[kind->d], square = 0;
            memcpy(y, c.x, sizeof y);
            for (size_t i = 0; i < kind->d; i++) square += y[i] * y[i];
            y[kind->d - 1] += 0x1p-40;
            slp_result r;
            slp_result_init(&r);
            r.y = (slp_numbers){kind->d, y};
            slp_judge(&v, &c, &r);
            if (!(fabs(v.ratio * sqrt(square) / 0x1p13 - 1) < 1e-6))
                fprintf(stderr, "%s under %s: ratio %g\n", kind->fields, scheme, v.ratio);
            assert_lt(fabs(v.ratio * sqrt(square) / 0x1p13 - 1), 1e-6);
            assert_int_equal(v.kind, SLP_VERDICT_FAIL);
            assert_int_equal(v.coordinate, kind->d);
            slp_case_clear(&c);
            pairs++;
        }
    assert_gt(pairs, 12 * KINDS);
}

/* Without maps or stages there is no bound, rather than one too small: nothing passes, and nothing
 * fails. */
static void a_scheme_that_states_too_little_has_no_bound(void **state)
{
    (void)state;
    slp_case c;
    build(&c, &kinds[0], "tmk");
    for (int which = 0; which < 2; which++)
        for (int off = 0; off < 2; off++) {
            slp_scheme scheme = *slp_scheme_find("tmk");
            slp_verdict v;
            slp_result r;
            double y[3] = {c.x[0], c.x[1], c.x[2] + off};
            *(which ? &scheme.stages : &scheme.maps) = 0;
            c.scheme = &scheme;
            slp_result_init(&r);
            r.y = (slp_numbers){3, y};
            assert_true(isnan(slp_judge_bound(c.system, &scheme, c.d)));
            assert_true(isnan(judge_allowance(&c, 0.75, 3)));
            slp_judge(&v, &c, &r);
            assert_int_equal(v.kind, SLP_VERDICT_UNABLE);
        }
    slp_case_clear(&c);
}

/* The n of the n x n matrices that an algebra of this dimension is of; 1 at the least. */
static void sizes_of_matrices(void **unused)
{
    (void)unused;
    assert_int_equal(judge_matrix_size(SLP_SO3, 3), 3);
    assert_int_equal(judge_matrix_size(SLP_SU2N, 12), 2);
    assert_int_equal(judge_matrix_size(SLP_SE3, 6), 4);
    assert_int_equal(judge_matrix_size(SLP_SON, 45), 10);
    assert_int_equal(judge_matrix_size(SLP_SUN, 9), 3);
    assert_int_equal(judge_matrix_size(SLP_SUN_DUAL, 18), 6); /* twice as many products */
    assert_int_equal(judge_matrix_size(SLP_SUN_DUAL, 128), 16);
    assert_int_equal(judge_matrix_size(SLP_SP, 10), 4);
    assert_int_equal(judge_matrix_size(SLP_VECTOR, 2), 2);
    assert_int_equal(judge_matrix_size(SLP_VECTOR, 0), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_pair_has_its_unit_and_bound),
        cmocka_unit_test(a_scheme_that_states_too_little_has_no_bound),
        cmocka_unit_test(sizes_of_matrices)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    ref_thread_cleanup();
    return failed;
}
