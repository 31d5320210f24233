/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Every scheme on every small system of the binary64 path: who answers, order, symmetry, Casimirs,
 * the Poisson property, workspace.  What must fail is seen to fail. */
#include "tests/fast/fast_pairs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "tests/support/cmocka.h"

typedef void visit(const fast_pair_system *p, const slp_scheme *scheme, size_t factors);

/* Calls `each` on every pair that makes sense. */
static void all_pairs(visit *each)
{
    for (size_t i = 0; i < FAST_PAIR_SYSTEMS; i++) {
        fast_pair_system p;
        fast_pair_open(&p, i);
        for (size_t k = 0, factors; slp_scheme_at(k); k++)
            if (fast_pair_makes_sense(&factors, &p, slp_scheme_at(k)))
                each(&p, slp_scheme_at(k), factors);
        fast_pair_close(&p);
    }
}

static double largest(const double *a, const double *b, size_t n)
{
    double most = 0;
    for (size_t i = 0; i < n; i++) most = fmax(most, fabs(a[i] - (b ? b[i] : 0)));
    return most;
}

static void what_makes_sense_is_answered(void **state)
{
    (void)state;
    size_t answered = 0, refused = 0;
    for (size_t i = 0; i < FAST_PAIR_SYSTEMS; i++) {
        fast_pair_system p;
        fast_pair_open(&p, i);
        for (size_t k = 0; slp_scheme_at(k); k++) {
            double y[FAST_PAIR_D];
            size_t factors;
            bool sense = fast_pair_makes_sense(&factors, &p, slp_scheme_at(k));
            slp_status status = fast_pair_step(y, NULL, slp_scheme_at(k)->name, &p, p.c.x, 0.25);
            assert_int_equal(status, sense ? SLP_OK : SLP_UNSUPPORTED);
            sense ? answered++ : refused++;
        }
        fast_pair_close(&p);
    }
    assert_ge(answered, 18 + 16 + 2 * 15 + 2 * 9); /* a scheme more has pairs more */
    assert_gt(refused, 0);
}

static double local_error(const fast_pair_system *p, const char *scheme, double scale)
{
    double y[FAST_PAIR_D], exact[FAST_PAIR_D];
    assert_int_equal(fast_pair_step(y, NULL, scheme, p, p->c.x, scale), SLP_OK);
    fast_pair_flow(exact, p, p->c.x, scale);
    return largest(y, exact, p->c.d);
}

/* The local error of a rule of order p is c e^(p+1) (1 + O(e)): halving e divides it by 2^(p+1),
 * within a factor 2^0.5 at these sizes, while a missing term of a lower order would divide by half
 * as much.  Errors stay above 1e3 roundings.  Of one factor a splitting is the flow itself. */
static void order_is_as_said(const fast_pair_system *p, const slp_scheme *scheme, size_t factors)
{
    double scale = scheme->order >= 4 ? 0.25 : 0.0625;
    double coarse = local_error(p, scheme->name, scale),
           fine = local_error(p, scheme->name, scale / 2);
    if (factors == 1) {
        assert_le(coarse, 32 * 0x1p-53);
        return;
    }
    double seen = log2(coarse / fine);
    if (!(fabs(seen - (scheme->order + 1)) <= 0.5))
        print_message("# %s %s: %g, %g, order %g\n", p->c.system->name, scheme->name, coarse, fine,
                      seen - 1);
    assert_gt(fine, 1e3 * 0x1p-53);
    assert_le(fabs(seen - (scheme->order + 1)), 0.5);
}

static void orders(void **state)
{
    (void)state;
    all_pairs(order_is_as_said);
}

/* Psi_{-h,-dW} Psi_{h,dW} = id for symmetric rules, to the roundings of two steps with |Xi| < 1;
 * and not for explicit ones, whose defect is O(h^(p+2)) at least. */
static void goes_back(const fast_pair_system *p, const slp_scheme *scheme, size_t factors)
{
    double y[FAST_PAIR_D], back[FAST_PAIR_D];
    unsigned keeps = slp_pair_keeps(p->c.system, scheme),
             breaks = slp_pair_breaks(p->c.system, scheme);
    assert_int_equal(fast_pair_step(y, NULL, scheme->name, p, p->c.x, 0.5), SLP_OK);
    assert_int_equal(fast_pair_step(back, NULL, scheme->name, p, y, -0.5), SLP_OK);
    double error = largest(back, p->c.x, p->c.d);
    if (keeps & SLP_LAW_SYMMETRY) assert_le(error, 40 * 0x1p-53);
    if (breaks & SLP_LAW_SYMMETRY && factors != 1) assert_ge(error, 1e4 * 0x1p-53);
}

static void symmetry(void **state)
{
    (void)state;
    all_pairs(goes_back);
}

/* Casimirs over 16 steps: each step rounds at a few units of the state, |x|^2 <= 4. */
static void casimirs_stay(const fast_pair_system *p, const slp_scheme *scheme, size_t factors)
{
    (void)factors;
    enum { STEPS = 16 };
    double x[FAST_PAIR_D], y[FAST_PAIR_D], before[4], after[4];
    size_t n = fast_casimir_count(p->sys);
    memcpy(x, p->c.x, p->c.d * sizeof *x);
    fast_casimirs(before, p->sys, x);
    for (int s = 0; s < STEPS; s++) {
        assert_int_equal(fast_pair_step(y, NULL, scheme->name, p, x, s % 2 ? 0.3 : 0.6), SLP_OK);
        memcpy(x, y, p->c.d * sizeof *x);
    }
    fast_casimirs(after, p->sys, x);
    unsigned keeps = slp_pair_keeps(p->c.system, scheme),
             breaks = slp_pair_breaks(p->c.system, scheme);
    double moved = largest(after, before, n);
    if (keeps & SLP_LAW_CASIMIRS) assert_le(moved, STEPS * 16 * 0x1p-53);
    if (n && (breaks & SLP_LAW_QUADRATIC)) assert_ge(moved, 1e6 * 0x1p-53);
}

static void casimirs(void **state)
{
    (void)state;
    all_pairs(casimirs_stay);
}

/* D B(x) D^T = B(Psi(x)) with D by central differences of fourth order, step e = 2^-9: their error
 * is e^4 times fifth derivatives and u/e, below 2e-9 here.  Rules that are no Poisson maps miss by
 * O(h^3), fourth-order ones by O(h^5), 5e-8 at least. */
static double poisson_defect(const fast_pair_system *p, const char *scheme)
{
    static const double weight[4] = {1.0 / 12, -2.0 / 3, 2.0 / 3, -1.0 / 12},
                        at[4] = {-2, -1, 1, 2};
    const size_t d = p->c.d;
    const double e = 0x1p-9;
    double D[FAST_PAIR_D * FAST_PAIR_D] = {0}, B[FAST_PAIR_D * FAST_PAIR_D],
                           after[FAST_PAIR_D * FAST_PAIR_D], x[FAST_PAIR_D], y[FAST_PAIR_D],
                           worst = 0;
    for (size_t j = 0; j < d; j++)
        for (int k = 0; k < 4; k++) {
            memcpy(x, p->c.x, d * sizeof *x);
            x[j] += at[k] * e;
            assert_int_equal(fast_pair_step(y, NULL, scheme, p, x, 1), SLP_OK);
            for (size_t i = 0; i < d; i++) D[i * d + j] += weight[k] * y[i] / e;
        }
    assert_int_equal(fast_pair_step(y, NULL, scheme, p, p->c.x, 1), SLP_OK);
    fast_pair_tensor(B, p, p->c.x);
    fast_pair_tensor(after, p, y);
    for (size_t i = 0; i < d; i++)
        for (size_t j = 0; j < d; j++) {
            double sum = -after[i * d + j];
            for (size_t k = 0; k < d; k++)
                for (size_t l = 0; l < d; l++) sum += D[i * d + k] * B[k * d + l] * D[j * d + l];
            worst = fmax(worst, fabs(sum));
        }
    return worst;
}

static void poisson_as_promised(const fast_pair_system *p, const slp_scheme *scheme, size_t factors)
{
    (void)factors;
    if (slp_case_lacks(&p->c) & SLP_LAW_POISSON) return;
    double defect = poisson_defect(p, scheme->name);
    unsigned keeps = slp_pair_keeps(p->c.system, scheme),
             breaks = slp_pair_breaks(p->c.system, scheme);
    /* on linear equations the trapezoidal rule is the midpoint rule */
    if (p->c.system->algebra == SLP_VECTOR && p->c.M == 1 &&
        strcmp(scheme->name, "trapezoidal") == 0)
        keeps = SLP_LAW_POISSON, breaks = 0;
    if ((keeps & SLP_LAW_POISSON && !(defect <= 1e-8)) ||
        (breaks & SLP_LAW_POISSON && !(defect >= 5e-8)))
        print_message("# %s %s: Poisson defect %g\n", p->c.system->name, scheme->name, defect);
    if (keeps & SLP_LAW_POISSON) assert_le(defect, 1e-8);
    if (breaks & SLP_LAW_POISSON) assert_ge(defect, 5e-8);
}

static void poisson_maps(void **state)
{
    (void)state;
    all_pairs(poisson_as_promised);
}

/* Workspace is used as announced, the input may be the output, and nothing not finite is taken. */
static void keeps_to_its_room(const fast_pair_system *p, const slp_scheme *scheme, size_t factors)
{
    (void)factors;
    const fast_scheme *s = fast_scheme_find(scheme->name);
    const size_t n = fast_step_work_size(s, p->sys), d = p->c.d;
    double *room = malloc((n + 2) * sizeof *room), y[FAST_PAIR_D], x[FAST_PAIR_D];
    for (size_t i = 0; i < n + 2; i++) room[i] = NAN;
    room[0] = room[n + 1] = 77;
    memcpy(x, p->c.x, d * sizeof *x);
    assert_int_equal(fast_step(y, NULL, s, p->sys, x, p->c.h, p->c.dw, room + 1), SLP_OK);
    assert_true(room[0] == 77 && room[n + 1] == 77);
    assert_memory_equal(x, p->c.x, d * sizeof *x);
    assert_int_equal(fast_step(x, NULL, s, p->sys, x, p->c.h, p->c.dw, room + 1), SLP_OK);
    assert_memory_equal(x, y, d * sizeof *x);
    x[d - 1] = INFINITY;
    assert_int_equal(fast_step(y, NULL, s, p->sys, x, p->c.h, p->c.dw, room + 1), SLP_DOMAIN);
    assert_int_equal(fast_step(y, NULL, s, p->sys, p->c.x, NAN, p->c.dw, room + 1), SLP_DOMAIN);
    free(room);
}

static void workspace(void **state)
{
    (void)state;
    all_pairs(keeps_to_its_room);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_makes_sense_is_answered),
        cmocka_unit_test(orders),
        cmocka_unit_test(symmetry),
        cmocka_unit_test(casimirs),
        cmocka_unit_test(poisson_maps),
        cmocka_unit_test(workspace),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
