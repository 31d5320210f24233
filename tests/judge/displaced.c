/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Wrong answers at a chosen distance from the exact step. */
#include "tests/judge/displaced.h"
#include "oracle/contract/draw/draw_mixed.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdlib.h>

enum { PREC = 320 };

double displaced_uniform(uint64_t *seed)
{
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return ((double)(*seed >> 12) + 0.5) * 0x1p-52;
}

bool displaced_draw(slp_case *c, const slp_system *system, const slp_scheme *scheme, uint64_t seed,
                    uint64_t number, size_t most)
{
    const slp_draw_pair pair = {system, scheme, 0, 0};
    slp_mixed_class which;
    slp_case_init(c);
    assert_int_equal(slp_draw_mixed(c, &which, &pair, 1, seed, number), SLP_OK);
    c->steps = 1;
    c->dw_count = c->M;
    if (c->d <= most && !c->areas && c->system == system && c->scheme == scheme) return true;
    slp_case_clear(c);
    return false;
}

bool displaced_begin(displaced *of, slp_case *c, uint64_t *seed)
{
    double size = 0;
    *of = (displaced){.c = c};
    if (ref_exact_step_init(&of->step, c, NULL) != SLP_OK) {
        ref_exact_step_clear(&of->step);
        return false;
    }
    if (ref_exact_step_image(of->step.next, NULL, &of->step, PREC) != SLP_OK) {
        ref_exact_step_clear(&of->step);
        return false;
    }
    of->e = calloc(c->d, sizeof *of->e);
    assert_non_null(of->e);
    for (size_t i = 0; i < c->d; i++) {
        of->e[i] = displaced_uniform(seed) - 0.5;
        size = hypot(size, of->e[i]);
    }
    for (size_t i = 0; i < c->d; i++) of->e[i] /= size;
    return true;
}

void displaced_clear(displaced *of)
{
    ref_exact_step_clear(&of->step);
    free(of->e);
    of->e = NULL;
}

/* |v| as a double */
static double norm(arb_srcptr v, slong d)
{
    arb_t sum;
    arb_init(sum);
    for (slong i = 0; i < d; i++) arb_addmul(sum, v + i, v + i, PREC);
    arb_sqrtpos(sum, sum, PREC);
    const double size = arf_get_d(arb_midref(sum), ARF_RND_NEAR);
    arb_clear(sum);
    return size;
}

double displaced_answer(double *y, const displaced *of, double distance)
{
    const slong d = of->step.d;
    arb_ptr off = _arb_vec_init(d);
    arb_t far;
    arb_init(far);
    arb_set_d(far, distance);
    for (slong i = 0; i < d; i++) {
        arb_set_d(off + i, of->e[i]);
        arb_mul(off + i, off + i, far, PREC);
        arb_add(off + i, off + i, of->step.next + i, PREC);
        y[i] = arf_get_d(arb_midref(off + i), ARF_RND_NEAR);
        arb_set_d(off + i, y[i]);
        arb_sub(off + i, off + i, of->step.next + i, PREC);
    }
    const double error = norm(off, d);
    arb_clear(far);
    _arb_vec_clear(off, d);
    return error;
}

void displaced_sizes(double *from, double *to, const displaced *of)
{
    *from = norm(of->step.x, of->step.d);
    *to = norm(of->step.next, of->step.d);
}

slp_verdict displaced_verdict(const displaced *of, const double *y)
{
    slp_verdict v;
    slp_result r;
    slp_result_init(&r);
    r.y.count = of->c->d;
    r.y.at = (double *)(uintptr_t)y; /* which the judge only reads */
    slp_judge(&v, of->c, &r);
    return v;
}
