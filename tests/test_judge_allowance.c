/* The unit and the bound of a verdict on every pair, from judge.md's own terms: which size n of matrices, which norm w, how many maps
 * and stages belong to it is written down here once more, by hand.
 *   K = w (4 + maps (4n + 4)),   bound = K + w s (6n + (4 + M) q) |Xi|,   ratio = |error| / (u |x| kappa).
 * At h = 0 with increments 0 a step stands still and kappa = 1, so that an answer off by 2^-40 in one coordinate has the ratio 2^13/|x|. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "oracle/judge/step.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ROOT_TWO 0x1.6a09e667f3bcdp+0

static const struct kind {
    const char *fields;
    size_t d, M;
    double n, w;
} kinds[] = {
    {"system=rigid-body inertia=1,2,3", 3, 0, 3, 1},
    {"system=rigid-body inertia=1,2,3 quad=1,1,1 lin=1,0,0,0,1,0,0,0,1,1,1,1", 3, 7, 3, 1},
    {"system=rigid-body-n n=2", 1, 0, 2, 1},
    {"system=rigid-body-n n=5 quad=0.5", 10, 10, 5, 1},
    {"system=point-vortices gamma=1", 3, 0, 2, 1},
    {"system=point-vortices gamma=1,1,1,1 quad=1,1,1", 12, 3, 2, 1},
    {"system=zeitlin-sphere n=2", 4, 0, 2, ROOT_TWO},
    {"system=zeitlin-sphere n=3 amp=1", 9, 5, 3, ROOT_TWO},
    {"system=sine-euler n=5 modes=1:0,0:1,1:1,-1:1 amp=1", 25, 4, 5, ROOT_TWO},
    {"system=heavy-top inertia=1,2,3 chi=0,0,1 noise=1,0,0,0,0,0,0", 6, 1, 4, 1},
    {"system=symplectic n=2 quadratic=1,0,0,1,0,1", 3, 0, 2, ROOT_TWO},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static double maps(const char *scheme)
{
    static const char *const two[] = {"variational-cayley", "variational-exp",
                                      "variational-cayley-printed", "canonical-midpoint"};
    for (size_t i = 0; i < sizeof two / sizeof *two; i++)
        if (strcmp(scheme, two[i]) == 0) return 2;
    return 1;
}

static double stages(const char *scheme)
{
    static const struct {
        const char *name;
        double stages;
    } many[] = {{"rkmk-rk4-exp", 4},  {"rkmk-rk4-cay", 4},    {"rkmk-heun-exp", 2},
                {"rkmk-heun-cay", 2}, {"rkmk-gauss4-exp", 2}, {"rkmk-gauss4-cay", 2}};
    for (size_t i = 0; i < sizeof many / sizeof *many; i++)
        if (strcmp(scheme, many[i].name) == 0) return many[i].stages;
    return 1;
}

/* The kind's case under a scheme, h = 0; x_i = sin(i + 1), unit vectors in turns for vortices, the trace taken off. */
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
            const double n = kind->n, K = kind->w * (4 + maps(scheme) * (4 * n + 4)), size = 0.75,
                         q = 3,
                         part =
                             kind->w * stages(scheme) * (6 * n + (4 + (double)kind->M) * q) * size;
            assert_true(fabs(slp_judge_bound(c.system, c.scheme, c.d) / K - 1) < 1e-14);
            assert_true(fabs(judge_allowance(&c, size, q) / (K + part) - 1) < 1e-14);

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
            assert_true(fabs(v.ratio * sqrt(square) / 0x1p13 - 1) < 1e-6);
            assert_int_equal(v.kind, SLP_VERDICT_FAIL);
            assert_int_equal(v.coordinate, kind->d);
            slp_case_clear(&c);
            pairs++;
        }
    assert_true(pairs > 12 * KINDS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_pair_has_its_unit_and_bound)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    ref_thread_cleanup();
    return failed;
}
