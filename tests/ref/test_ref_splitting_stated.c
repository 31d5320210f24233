/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The condition of a splitting is the one that ref/scheme/splitting.md section 4 derives, no
 * smaller and no larger. Where it is at most 2^7, or the system is large, it is the product over
 * the flows of
 *     size + slope lip span(x_k), size and slope of the exponential at span(xi_k) + lip R,
 *     lip of the factor's generator within R = 2^-11 |x_k| of the flow's state x_k;
 * on se(3) and sp(2m, R), where sizes grow with the generator, each part of this is decisive. A
 * bound has 30 bits and is rounded up a few times for each flow: allowed is a relative 2^-20 above.
 * On long steps it is, if that is less, sqrt(2) times the largest Frobenius norm of a product of
 * the derivatives of flows i, ..., j, on se(3) times how much the state has grown before flow i.
 * Here where that is one flow alone, all flows, and all but the first. */
#include "tests/support/cmocka.h"

#include "ref/exact_step.h"
#include "ref/scheme/scheme.h"
#include "tests/ref/case_in_balls.h"
#include "tests/ref/thread_caches.h"

#include <math.h>

enum { PREC = 128 };

static double mag_of(void (*size)(mag_t, const ref_algebra *, arb_srcptr), const ref_algebra *g,
                     arb_srcptr v)
{
    mag_t m;
    mag_init(m);
    size(m, g, v);
    const double value = mag_get_d(m);
    mag_clear(m);
    return value;
}

static double span_of(const ref_algebra *g, arb_srcptr v)
{
    return mag_of(g->span ? g->span : g->norm, g, v);
}

/* h and dW of one flow of the step, and which factor flow i is. */
typedef struct flows {
    const ref_exact_step *step;
    const ref_system *sys;
    slong count, factors;
    arb_ptr part; /* 1 + M */
} flows;

static void open_flows(flows *f, const ref_exact_step *step)
{
    f->step = step;
    f->sys = step->sys;
    f->factors = f->sys->table->factors(f->sys);
    f->count = f->factors * step->scheme->splits;
    f->part = _arb_vec_init(1 + f->sys->M);
    arb_set(f->part, step->h);
    _arb_vec_set(f->part + 1, step->dW, f->sys->M);
    if (step->scheme->splits == 2) _arb_vec_scalar_mul_2exp_si(f->part, f->part, 1 + f->sys->M, -1);
}

static slong factor_of(const flows *f, slong i)
{
    return i < f->factors ? i : 2 * f->factors - 1 - i;
}

/* to = the state after flow i, xi its generator */
static void flow(arb_ptr to, arb_ptr xi, const flows *f, slong i, arb_srcptr from)
{
    const ref_algebra *g = &f->sys->algebra;
    arb_ptr w = _arb_vec_init(g->scratch);
    f->sys->table->factor(xi, f->sys, factor_of(f, i), f->part, f->part + 1, from, PREC);
    g->exponential->apply(to, g, xi, from, w, PREC);
    _arb_vec_clear(w, g->scratch);
}

static double product(const ref_exact_step *step)
{
    const ref_algebra *g = &step->sys->algebra;
    const slong d = step->d;
    arb_ptr here = _arb_vec_init(3 * d), there = here + d, xi = there + d;
    double kappa = 1;
    flows f;
    mag_t R, lip, rho, size, slope;
    mag_init(R);
    mag_init(lip);
    mag_init(rho);
    mag_init(size);
    mag_init(slope);
    open_flows(&f, step);
    _arb_vec_set(here, step->x, d);
    for (slong i = 0; i < f.count; i++) {
        flow(there, xi, &f, i, here);
        const double reach = ldexp(mag_of(g->norm, g, here), -11);
        mag_set_d(R, reach);
        f.sys->table->factor_lipschitz(lip, f.sys, factor_of(&f, i), f.part, f.part + 1, here, R);
        mag_set_d(rho, span_of(g, xi) + mag_get_d(lip) * reach);
        g->exponential->bound(size, slope, g, rho);
        kappa *= mag_get_d(size) + mag_get_d(slope) * mag_get_d(lip) * span_of(g, here);
        _arb_vec_set(here, there, d);
    }
    mag_clear(R);
    mag_clear(lip);
    mag_clear(rho);
    mag_clear(size);
    mag_clear(slope);
    _arb_vec_clear(f.part, 1 + f.sys->M);
    _arb_vec_clear(here, 3 * d);
    return kappa;
}

static double kappa_of(const ref_exact_step *step)
{
    ref_certificate cert;
    arb_ptr next = _arb_vec_init(step->d);
    assert_int_equal(ref_exact_step_image(next, &cert, step, PREC), SLP_OK);
    _arb_vec_clear(next, step->d);
    return cert.kappa;
}

/* The state has the size of the step's scale: no generator here is longer than 1. */
static const char *const short_steps[] = {
    "case id=a system=heavy-top scheme=splitting-lie inertia=1,2,4 chi=0.5,-1,2 "
    "noise=0.5,0,0,0,0,0,0,0,0.25,0.5,0,0.125,0.25,0 h=0.0625 steps=1 x=1,0.25,-2,0.5,-1,0.25 "
    "dw=0.125,-0.25",
    "case id=a system=heavy-top scheme=splitting-strang inertia=1,2,4 chi=0.5,-1,2 h=0.0625 "
    "steps=1 "
    "x=1,0.25,-2,0.5,-1,0.25",
    "case id=a system=rigid-body scheme=splitting-strang inertia=1,2,4 quad=0.25,-0.5,0.125 "
    "h=-0.125 steps=1 x=1,0.25,-1 dw=0.125,-0.125,0.25",
    "case id=a system=point-vortices scheme=splitting-lie gamma=1,-2,0.5 quad=0.25,-0.5,0.125 "
    "h=0.125 steps=1 x=1,0.25,0,0,-1.5,0.5,-0.75,0,1 dw=0.25,-0.125,0.5",
    "case id=a system=spins scheme=splitting-strang bonds=1:2 exchange=0.5 h=0.25 steps=1 "
    "x=1,0,0.5,0,-2,0.25"};

static void a_short_step_has_the_product(void **unused)
{
    (void)unused;
    for (size_t k = 0; k < sizeof short_steps / sizeof *short_steps; k++) {
        ref_exact_step t;
        take(&t, short_steps[k]);
        const double stated = product(&t), kappa = kappa_of(&t);
        assert_gt(stated, 1.05);
        assert_lt(stated, 128);
        if (!(kappa >= stated * (1 - 0x1p-45) && kappa <= stated * (1 + 0x1p-20)))
            fail_msg("%s: %.12g for %.12g", short_steps[k], kappa, stated);
        put_back(&t);
    }
}

static double length(arb_srcptr v, slong d)
{
    double sum = 0;
    for (slong i = 0; i < d; i++) sum = hypot(sum, arf_get_d(arb_midref(v + i), ARF_RND_NEAR));
    return sum;
}

/* The largest Frobenius norm of J_j ... J_i at the states themselves, times how much the state has
 * grown; *first, *last: of which product. */
static double largest(slong *first, slong *last, const ref_exact_step *step)
{
    const slong d = step->d;
    const ref_algebra *g = &step->sys->algebra;
    arb_ptr here = _arb_vec_init(7 * d + g->scratch), there = here + d, xi = there + d, v = xi + d,
            dxi = v + d, out = dxi + d, more = out + d, w = more + d;
    arb_mat_t J[8], P;
    mag_t norm;
    double most = 0, grown[8];
    flows f;
    mag_init(norm);
    arb_mat_init(P, d, d);
    open_flows(&f, step);
    assert_le(f.count, 8);
    _arb_vec_set(here, step->x, d);
    for (slong i = 0; i < f.count; i++) {
        arb_mat_init(J[i], d, d);
        grown[i] = g->rotations ? fmax(1, length(here, d) / length(step->x, d)) : 1;
        flow(there, xi, &f, i, here);
        for (slong c = 0; c < d; c++) {
            _arb_vec_zero(v, d);
            arb_one(v + c);
            f.sys->table->factor_tangent(dxi, f.sys, factor_of(&f, i), f.part, f.part + 1, here, v,
                                         PREC);
            ref_action_vary(out, g->exponential, g, xi, dxi, here, w, PREC);
            (g->exponential->along ? g->exponential->along : g->exponential->apply)(more, g, xi, v,
                                                                                    w, PREC);
            for (slong r = 0; r < d; r++)
                arb_add(arb_mat_entry(J[i], r, c), out + r, more + r, PREC);
        }
        _arb_vec_set(here, there, d);
    }
    for (slong i = 0; i < f.count; i++) {
        arb_mat_one(P);
        for (slong j = i; j < f.count; j++) {
            arb_mat_mul(P, J[j], P, PREC);
            arb_mat_bound_frobenius_norm(norm, P);
            if (mag_get_d(norm) * grown[i] <= most) continue;
            most = mag_get_d(norm) * grown[i];
            *first = i;
            *last = j;
        }
    }
    for (slong i = 0; i < f.count; i++) arb_mat_clear(J[i]);
    arb_mat_clear(P);
    mag_clear(norm);
    _arb_vec_clear(f.part, 1 + f.sys->M);
    _arb_vec_clear(here, 7 * d + g->scratch);
    return sqrt(2) * most;
}

/* Which product of derivatives is the largest, from flow i to flow j; and by how much kappa may be
 * more: derivatives are enclosed on balls, whose radius is 2^-11 of the size of the generator. */
static const struct {
    const char *line;
    slong first, last;
    double most;
} long_steps[] = {
    /* one bond alone, where the product of bounds is less, 3/2 of what is true */
    {"case id=a system=spins scheme=splitting-lie bonds=1:2 exchange=1 h=36 steps=1 "
     "x=1,0,0.5,0,-2,0.25",
     0, 0, 1.51},
    {"case id=a system=rigid-body scheme=splitting-lie inertia=1,1,1 h=5 steps=1 x=1,0.01,0.01", 0,
     2, 1.25},
    {"case id=a system=rigid-body scheme=splitting-strang inertia=1,1,1 h=5 steps=1 "
     "x=1,0.01,0.01",
     0, 5, 1.15},
    {"case id=a system=rigid-body scheme=splitting-strang inertia=1,1,1 h=8 steps=1 "
     "x=1,0.01,0.01",
     1, 5, 1.4},
    /* the weight has doubled the state */
    {"case id=a system=heavy-top scheme=splitting-strang inertia=1,1,1 chi=0,0,4 h=2 steps=1 "
     "x=0.01,0.01,0.1,1,0,0.1",
     4, 7, 1.55},
};

static void a_long_step_has_the_largest_product(void **unused)
{
    (void)unused;
    for (size_t k = 0; k < sizeof long_steps / sizeof *long_steps; k++) {
        ref_exact_step t;
        slong first = -1, last = -1;
        take(&t, long_steps[k].line);
        const double stated = largest(&first, &last, &t), kappa = kappa_of(&t);
        assert_gt(product(&t), 128);
        assert_ge(kappa, stated * (1 - 0x1p-20));
        if (kappa > stated * long_steps[k].most || first != long_steps[k].first ||
            last != long_steps[k].last)
            fail_msg("%s: %.12g for %.12g of flows %ld to %ld", long_steps[k].line, kappa, stated,
                     (long)first, (long)last);
        put_back(&t);
    }
}

/* On T*R the balls of a long step have 2^-11 of its first move for their radius, and not of the
 * state.  Here the move is 4096: the ball around q = pi/2 holds q = 0, and kappa is (1 + h)^2.  At
 * pi/2 cos q is 0, and in a ball of 2^-11 |x| less than 2^-10. */
static void balls_are_relative_to_the_move(void **unused)
{
    (void)unused;
    ref_exact_step t;
    take(&t, "case id=a system=canonical scheme=splitting-lie model=pendulum h=4096 steps=1 "
             "x=1.5707963267948966,0");
    const double kappa = kappa_of(&t);
    if (!(fabs(kappa / (4097. * 4097) - 1) < 0x1p-20)) fail_msg("%.12g", kappa);
    put_back(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_short_step_has_the_product),
                                       cmocka_unit_test(a_long_step_has_the_largest_product),
                                       cmocka_unit_test(balls_are_relative_to_the_move)};
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
