/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Cases built in memory, and steps in a workspace of the size announced. */
#include "tests/fast/symplectic_steps.h"
#include "tests/fast/fast_bodies.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include "tests/support/cmocka.h"

void symplectic_draw(double *x, size_t d, uint32_t channel, double size)
{
    for (uint32_t i = 0; i < d; i++) x[i] = fast_body_between(channel, i, -size, size);
}

double symplectic_largest(const double *a, const double *b, size_t d)
{
    double most = 0;
    for (size_t i = 0; i < d; i++) {
        const double gap = fabs(a[i] - (b ? b[i] : 0));
        if (!(gap <= most)) most = gap;
    }
    return most;
}

void symplectic_open(symplectic_trial *t, const char *system, size_t n, const char *key,
                     const double *values, size_t count, const double *noise, size_t noises,
                     const double *x, size_t d)
{
    slp_error err;
    const double one[1] = {(double)n}, dw[2] = {1, -0.5};
    slp_case_init(&t->c);
    t->c.id = calloc(2, 1);
    t->c.id[0] = 'a';
    t->c.system = slp_system_find(system);
    t->c.scheme = slp_scheme_find("tmk");
    t->c.h = 0.25;
    t->c.steps = 1;
    assert_int_equal(slp_case_set_param(&t->c, "n", one, 1, &err), SLP_OK);
    assert_int_equal(slp_case_set_param(&t->c, key, values, count, &err), SLP_OK);
    if (noises) slp_case_set_param(&t->c, "noise", noise, noises * d, &err);
    slp_case_set_x(&t->c, x, d);
    if (noises) slp_case_set_dw(&t->c, dw, noises);
    assert_int_equal(slp_case_check(&t->c, &err), SLP_OK);
    assert_int_equal(fast_system_new(&t->sys, &t->c, &err), SLP_OK);
}

void symplectic_close(symplectic_trial *t)
{
    fast_system_free(t->sys);
    slp_case_clear(&t->c);
}

slp_status symplectic_step(double *y, const slp_scheme *scheme, const symplectic_trial *t,
                           const double *x, double scale)
{
    const fast_scheme *rule = fast_scheme_find(scheme->name);
    const size_t room = fast_step_work_size(rule, t->sys);
    double dw[2] = {0, 0}, *work = malloc((room + 2) * sizeof *work);
    assert_non_null(work);
    for (size_t i = 0; i < room + 2; i++) work[i] = NAN;
    work[0] = work[room + 1] = 77;
    for (size_t k = 0; k < t->c.M; k++) dw[k] = scale * t->c.dw[k];
    slp_status status = fast_step(y, NULL, rule, t->sys, x, scale * t->c.h, dw, work + 1);
    assert_true(work[0] == 77 && work[room + 1] == 77);
    free(work);
    return status;
}
