/* The binary64 path against the 40-digit answers of tests/golden.slp, every rigid-body scheme. */
#include "fast/fast.h"
#include "tests/fast_body.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <cmocka.h>

static size_t seen[FAST_BODY_SCHEMES];

/* 4 units u|x|, largest coordinates: one rounding of the answer (1 at most), one of the printed digits' double,
 * and what a stage solved to 2u|x| and evaluated with small generators (|Xi| < 1/2 in these cases) adds. */
static void check(const slp_case *c, const slp_result *expected, fast_system *sys)
{
    double y[3], size = 0, error = 0;
    fast_report report;
    for (size_t i = 0; i < FAST_BODY_SCHEMES; i++)
        if (strcmp(c->scheme->name, fast_body_schemes[i]) == 0) seen[i]++;
    slp_status status = fast_body_step(y, &report, c->scheme->name, sys, c->x, c->h, c->dw);
    assert_int_equal(status, SLP_OK);
    for (int i = 0; i < 3; i++) {
        size = fmax(size, fabs(c->x[i]));
        error = fmax(error, fabs(y[i] - expected->y.at[i]));
    }
    if (error > 4 * size * 0x1p-53) print_message("# %s: %g\n", c->id, error);
    assert_true(error <= 4 * size * 0x1p-53);
    assert_true(report.iterations >= 1 && report.residual <= 0x1p-50);
}

static void golden_steps(void **state)
{
    (void)state;
    FILE *from = fopen("tests/golden.slp", "r");
    assert_non_null(from);
    slp_reader *reader = slp_reader_new(from, "tests/golden.slp");
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
    for (size_t i = 0; i < FAST_BODY_SCHEMES; i++) assert_true(seen[i] > 0);
    slp_case_clear(&c);
    slp_case_clear(&last);
    slp_result_clear(&r);
    slp_reader_free(reader);
    fclose(from);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(golden_steps)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
