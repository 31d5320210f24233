/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The binary64 path against the 40-digit answers of tests/support/golden.slp and
 * golden_polynomial.slp: every scheme of every system it has.
 * Calls the BLAS. */
#include "oracle/contract/case/case.h"
#include "fast/fast.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "tests/support/cmocka.h"

/* Cases seen by scheme and by system, at the place slp_scheme_at and slp_system_at give them. */
static size_t scheme_seen[64], system_seen[64];

static void count(const slp_case *c)
{
    for (size_t i = 0; slp_scheme_at(i); i++) scheme_seen[i] += slp_scheme_at(i) == c->scheme;
    for (size_t i = 0; slp_system_at(i); i++) system_seen[i] += slp_system_at(i) == c->system;
}

/* Units u|x|, largest coordinates, that an answer may be off by: one rounding of the answer (1 at
 * most), one of the printed digits' double, and what a stage solved to 2u|x| and evaluated with
 * small generators (|Xi| < 1/2 in these cases) adds.  On matrices entries are sums of n products a
 * factor, n = sqrt(2d) at most, and a step has two. */
static double allowed(const slp_case *c)
{
    if (c->system->algebra & (SLP_SO3 | SLP_SE3 | SLP_SU2N | SLP_VECTOR)) return 4;
    return 4 + 4 * sqrt(2 * (double)c->d);
}

static void check(const slp_case *c, const slp_result *expected, fast_system *sys)
{
    double size = 0, error = 0;
    fast_report report;
    const fast_scheme *scheme = fast_scheme_find(c->scheme->name);
    double *y = calloc(c->d, sizeof *y),
           *room = calloc(fast_step_work_size(scheme, sys), sizeof *room);
    count(c);
    assert_int_equal(fast_step(y, &report, scheme, sys, c->x, c->h, c->dw, room), SLP_OK);
    for (size_t i = 0; i < c->d; i++) {
        size = fmax(size, fabs(c->x[i]));
        error = fmax(error, fabs(y[i] - expected->y.at[i]));
    }
    if (error > allowed(c) * size * 0x1p-53)
        print_message("# %s %s %s: %g units\n", c->id, c->system->name, c->scheme->name,
                      error / size * 0x1p53);
    assert_le(error, allowed(c) * size * 0x1p-53);
    assert_le(report.residual, 0x1p-50);
    free(room);
    free(y);
}

static void check_file(const char *path)
{
    FILE *from = fopen(path, "r");
    assert_non_null(from);
    slp_reader *reader = slp_reader_new(from, path);
    slp_case c, last;
    slp_result r;
    slp_error err;
    slp_record_kind kind;
    slp_case_init(&c);
    slp_case_init(&last);
    slp_result_init(&r);
    slp_status status;
    while ((status = slp_reader_next(&kind, &c, &r, reader, &err)) == SLP_OK) {
        if (kind == SLP_RECORD_CASE) {
            slp_case_clear(&last);
            slp_case_copy(&last, &c);
            continue;
        }
        assert_string_equal(last.id, r.id);
        if (!fast_has_system(last.system->name) || !fast_scheme_find(last.scheme->name)) continue;
        fast_system *sys;
        assert_int_equal(fast_system_new(&sys, &last, &err), SLP_OK);
        check(&last, &r, sys);
        fast_system_free(sys);
    }
    assert_int_equal(status, SLP_END);
    slp_case_clear(&c);
    slp_case_clear(&last);
    slp_result_clear(&r);
    slp_reader_free(reader);
    fclose(from);
}

static void golden_steps(void **state)
{
    (void)state;
    check_file("tests/support/golden.slp");
    check_file("tests/support/golden_polynomial.slp");
    for (size_t i = 0; slp_system_at(i); i++)
        if (fast_has_system(slp_system_at(i)->name) &&
            !(slp_system_at(i)->algebra & (SLP_VECTOR | SLP_SP)))
            assert_gt(system_seen[i], 0);
    const char *const schemes[] = {"isospectral-midpoint",
                                   "canonical-midpoint",
                                   "implicit-midpoint",
                                   "trapezoidal",
                                   "tmk",
                                   "variational-cayley",
                                   "variational-cayley-printed",
                                   "variational-exp",
                                   "rkmk-heun-exp",
                                   "rkmk-heun-cay",
                                   "rkmk-midpoint-cay",
                                   "rkmk-rk4-exp",
                                   "rkmk-gauss4-exp"};
    for (size_t i = 0; slp_scheme_at(i); i++)
        for (size_t k = 0; k < sizeof schemes / sizeof *schemes; k++)
            if (strcmp(schemes[k], slp_scheme_at(i)->name) == 0) assert_gt(scheme_seen[i], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(golden_steps)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
