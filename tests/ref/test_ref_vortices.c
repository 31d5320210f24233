/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Point vortices: the generator against the formula of the mathematics and against the energy's
 * gradient, its tangent against difference quotients, and the domain. */
#include "oracle/contract/case/case.h"
#include "tests/support/cmocka.h"

#include "tests/ref/thread_caches.h"
#include "tests/ref/rigid_body_steps.h"
#include "ref/system/system.h"

enum { MOST = 5, PREC = 500 };

/* A system of n vortices, with noise or without, and exact inputs. */
typedef struct vortices {
    slong n;
    double gamma[MOST], quad[3];
    ref_system *sys;
    slp_case c;
    arb_ptr x, dW; /* 3 MOST, 3 */
    arb_t h;
} vortices;

static void vortices_init(vortices *v, uint64_t *state, slong n, bool noise)
{
    slp_error err;
    v->n = n;
    slp_case_init(&v->c);
    v->c.system = slp_system_find("point-vortices");
    v->c.scheme = slp_scheme_find("tmk");
    for (slong i = 0; i < n; i++)
        v->gamma[i] = rigid_between(state, 0.5, 2) * (rigid_bits(state) % 2 ? 1 : -1);
    for (int k = 0; k < 3; k++) v->quad[k] = rigid_between(state, -1, 1);
    assert_int_equal(slp_case_set_param(&v->c, "gamma", v->gamma, (size_t)n, &err), SLP_OK);
    if (noise) assert_int_equal(slp_case_set_param(&v->c, "quad", v->quad, 3, &err), SLP_OK);
    assert_int_equal(ref_system_new(&v->sys, &v->c, &err), SLP_OK);
    v->x = _arb_vec_init(3 * MOST);
    v->dW = _arb_vec_init(3);
    arb_init(v->h);
    arb_set_d(v->h, rigid_between(state, -0.1, 0.1));
    for (int k = 0; k < 3; k++) arb_set_d(v->dW + k, rigid_between(state, -0.3, 0.3));
    for (slong i = 0; i < 3 * n; i++) arb_set_d(v->x + i, rigid_between(state, -1.5, 1.5));
}

static void vortices_clear(vortices *v)
{
    ref_system_free(v->sys);
    slp_case_clear(&v->c);
    _arb_vec_clear(v->x, 3 * MOST);
    _arb_vec_clear(v->dW, 3);
    arb_clear(v->h);
}

static void dot(arb_t out, arb_srcptr a, arb_srcptr b)
{
    arb_dot(out, NULL, 0, a, 1, b, 1, 3, PREC);
}

/* out += f (x_j/(|x_i||x_j|) - c x_i/|x_i|^2)/(1 - c), term by term as written */
static void add_written_pair(arb_ptr out, const arb_t f, arb_srcptr xi, arb_srcptr xj)
{
    arb_t a, b, c, p, t;
    arb_init(a);
    arb_init(b);
    arb_init(c);
    arb_init(p);
    arb_init(t);
    dot(a, xi, xi);
    dot(b, xj, xj);
    dot(c, xi, xj);
    arb_mul(p, a, b, PREC);
    arb_sqrt(p, p, PREC);
    arb_div(c, c, p, PREC);
    for (int k = 0; k < 3; k++) {
        arb_div(t, xj + k, p, PREC);
        arb_div(b, xi + k, a, PREC);
        arb_submul(t, b, c, PREC);
        arb_sub_ui(b, c, 1, PREC);
        arb_neg(b, b);
        arb_div(t, t, b, PREC);
        arb_addmul(out + k, f, t, PREC);
    }
    arb_clear(a);
    arb_clear(b);
    arb_clear(c);
    arb_clear(p);
    arb_clear(t);
}

/* xi_i = (h/4 pi) sum_j Gamma_j (...) + sum_k dW_k c_k x_ik e_k */
static void written_generator(arb_ptr xi, const vortices *v, bool noise)
{
    arb_t f, pi;
    arb_init(f);
    arb_init(pi);
    arb_const_pi(pi, PREC);
    for (slong i = 0; i < v->n; i++) {
        _arb_vec_zero(xi + 3 * i, 3);
        for (slong j = 0; j < v->n; j++) {
            if (j == i) continue;
            arb_set_d(f, v->gamma[j] / 4);
            arb_mul(f, f, v->h, PREC);
            arb_div(f, f, pi, PREC);
            add_written_pair(xi + 3 * i, f, v->x + 3 * i, v->x + 3 * j);
        }
        for (int k = 0; noise && k < 3; k++) {
            arb_set_d(f, v->quad[k]);
            arb_mul(f, f, v->dW + k, PREC);
            arb_addmul(xi + 3 * i + k, f, v->x + 3 * i + k, PREC);
        }
    }
    arb_clear(f);
    arb_clear(pi);
}

static void generator_is_as_written(void **unused)
{
    uint64_t state = 31;
    arb_ptr xi = _arb_vec_init(3 * MOST), written = _arb_vec_init(3 * MOST);
    (void)unused;
    for (int n = 0; n < rigid_repeats(20); n++) {
        vortices v;
        bool noise = n % 2;
        vortices_init(&v, &state, 1 + n % MOST, noise);
        ref_generator(xi, v.sys, v.x, v.h, v.dW, PREC);
        written_generator(written, &v, noise);
        for (slong i = 0; i < 3 * v.n; i++) {
            assert_true(arb_overlaps(xi + i, written + i));
            assert_true(mag_cmp_2exp_si(arb_radref(xi + i), -400) < 0);
        }
        vortices_clear(&v);
    }
    _arb_vec_clear(xi, 3 * MOST);
    _arb_vec_clear(written, 3 * MOST);
}

/* Xi_i = grad_i H / Gamma_i for h = 1 and no noise: (H(x + e) - H(x - e))/2e, e = 2^-120, whose
 * error is e^2 times a third derivative, below 2^-180 for vortices this far apart; and dH/dt =
 * <grad H, ad*_Xi x> = 0 along the flow. */
static void generator_is_the_gradient(void **unused)
{
    uint64_t state = 32;
    arb_ptr xi = _arb_vec_init(3 * MOST), field = _arb_vec_init(3 * MOST);
    arb_t up, down, e, flow;
    (void)unused;
    arb_init(up);
    arb_init(down);
    arb_init(e);
    arb_init(flow);
    arb_one(e);
    arb_mul_2exp_si(e, e, -120);
    for (int n = 0; n < rigid_repeats(10); n++) {
        vortices v;
        vortices_init(&v, &state, 1 + n % MOST, false);
        arb_one(v.h);
        ref_generator(xi, v.sys, v.x, v.h, NULL, PREC);
        ref_field(field, v.sys, v.x, v.h, NULL, PREC);
        arb_zero(flow);
        for (slong i = 0; i < 3 * v.n; i++) {
            arb_add(v.x + i, v.x + i, e, PREC);
            ref_energy(up, v.sys, v.x, PREC);
            arb_sub(v.x + i, v.x + i, e, PREC);
            arb_sub(v.x + i, v.x + i, e, PREC);
            ref_energy(down, v.sys, v.x, PREC);
            arb_add(v.x + i, v.x + i, e, PREC);
            arb_sub(up, up, down, PREC);
            arb_mul_2exp_si(up, up, 119);
            arb_add_error_2exp_si(up, -160);
            arb_set_d(down, v.gamma[i / 3]);
            arb_mul(down, down, xi + i, PREC);
            assert_true(arb_overlaps(up, down));
            arb_addmul(flow, down, field + i, PREC);
        }
        assert_true(arb_contains_zero(flow));
        assert_true(mag_cmp_2exp_si(arb_radref(flow), -380) < 0);
        vortices_clear(&v);
    }
    arb_clear(up);
    arb_clear(down);
    arb_clear(e);
    arb_clear(flow);
    _arb_vec_clear(xi, 3 * MOST);
    _arb_vec_clear(field, 3 * MOST);
}

static void tangent_is_the_derivative(void **unused)
{
    uint64_t state = 33;
    arb_ptr d = _arb_vec_init(15 * MOST), out = d + 3 * MOST, up = out + 3 * MOST,
            down = up + 3 * MOST, at = down + 3 * MOST;
    (void)unused;
    for (int n = 0; n < rigid_repeats(20); n++) {
        vortices v;
        slong size;
        arb_ptr pack;
        vortices_init(&v, &state, 1 + n % MOST, n % 2);
        size = v.sys->pack_size;
        pack = _arb_vec_init(size);
        v.sys->table->freeze(pack, v.sys, v.h, v.dW, PREC);
        for (slong i = 0; i < 3 * v.n; i++) arb_set_d(d + i, rigid_between(&state, -1, 1));
        v.sys->table->generator_tangent(out, v.sys, pack, v.x, d, 400);
        for (slong i = 0; i < 3 * v.n; i++) arb_mul_2exp_si(d + i, d + i, -120);
        _arb_vec_add(at, v.x, d, 3 * v.n, PREC);
        v.sys->table->generator(up, v.sys, pack, at, PREC);
        _arb_vec_sub(at, v.x, d, 3 * v.n, PREC);
        v.sys->table->generator(down, v.sys, pack, at, PREC);
        for (slong i = 0; i < 3 * v.n; i++) {
            arb_sub(up + i, up + i, down + i, PREC);
            arb_mul_2exp_si(up + i, up + i, 119);
            arb_add_error_2exp_si(up + i, -160);
            assert_true(arb_overlaps(up + i, out + i));
            assert_true(mag_cmp_2exp_si(arb_radref(out + i), -300) < 0);
        }
        _arb_vec_clear(pack, size);
        vortices_clear(&v);
    }
    _arb_vec_clear(d, 15 * MOST);
}

/* Two vortices at the chord 2^e and a step of tmk; x_2 = (2^e, 1, 0)-ish, |w|^2 = 2^2e up to higher
 * orders */
static slp_status step_at_chord(slong e)
{
    uint64_t state = 34;
    vortices v;
    arb_ptr next = _arb_vec_init(6);
    slp_status status;
    vortices_init(&v, &state, 2, false);
    for (int i = 0; i < 6; i++) arb_zero(v.x + i);
    arb_one(v.x + 1);
    arb_one(v.x + 4);
    arb_one(v.x + 3);
    arb_mul_2exp_si(v.x + 3, v.x + 3, e);
    arb_one(v.h);
    arb_mul_2exp_si(v.h, v.h, 4 * e);
    status = ref_step(next, NULL, ref_scheme_find("tmk"), v.sys, v.x, v.h, NULL, 200);
    vortices_clear(&v);
    _arb_vec_clear(next, 6);
    return status;
}

/* 1 - c = 2^(2e - 1) approximately: coincident from 2^-40 on, so at chords of 2^-20 and less */
static void coincident_vortices_are_refused(void **unused)
{
    uint64_t state = 35;
    vortices v;
    arb_ptr next = _arb_vec_init(6);
    (void)unused;
    assert_int_equal(step_at_chord(-10), SLP_OK);
    assert_int_equal(step_at_chord(-19), SLP_OK);
    assert_int_equal(step_at_chord(-20), SLP_DOMAIN);
    assert_int_equal(step_at_chord(-60), SLP_DOMAIN);
    vortices_init(&v, &state, 2, true);
    for (int i = 0; i < 3; i++) arb_zero(v.x + 3 + i);
    assert_int_equal(ref_step(next, NULL, ref_scheme_find("tmk"), v.sys, v.x, v.h, v.dW, 200),
                     SLP_DOMAIN);
    vortices_clear(&v);
    /* also alone */
    vortices_init(&v, &state, 1, true);
    for (int i = 0; i < 3; i++) arb_zero(v.x + i);
    assert_int_equal(ref_step(next, NULL, ref_scheme_find("tmk"), v.sys, v.x, v.h, v.dW, 200),
                     SLP_DOMAIN);
    vortices_clear(&v);
    _arb_vec_clear(next, 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(generator_is_as_written),
        cmocka_unit_test(generator_is_the_gradient),
        cmocka_unit_test(tangent_is_the_derivative),
        cmocka_unit_test(coincident_vortices_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
