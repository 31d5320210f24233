/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* su(2)^n by 2 x 2 matrices. */
#include "tests/support/cmocka.h"

#include "tests/ref/su2n_defined.h"

const double su2n_gammas[SU2N_PARTS] = {2, -0.5};

/* X = -(i/2) (x1 sigma1 + x2 sigma2 + x3 sigma3), the Pauli matrices one after the other */
void su2_element(acb_mat_t X, arb_srcptr x)
{
    acb_mat_zero(X);
    arb_mul_2exp_si(acb_imagref(acb_mat_entry(X, 0, 1)), x, -1);
    acb_neg(acb_mat_entry(X, 0, 1), acb_mat_entry(X, 0, 1));
    acb_set(acb_mat_entry(X, 1, 0), acb_mat_entry(X, 0, 1));
    arb_mul_2exp_si(acb_realref(acb_mat_entry(X, 1, 0)), x + 1, -1);
    arb_neg(acb_realref(acb_mat_entry(X, 0, 1)), acb_realref(acb_mat_entry(X, 1, 0)));
    arb_mul_2exp_si(acb_imagref(acb_mat_entry(X, 1, 1)), x + 2, -1);
    arb_neg(acb_imagref(acb_mat_entry(X, 0, 0)), acb_imagref(acb_mat_entry(X, 1, 1)));
}

/* out = I + s a */
static void shift(acb_mat_t out, const acb_mat_t a, slong s)
{
    acb_mat_t one;
    acb_mat_init(one, 2, 2);
    acb_mat_one(one);
    acb_mat_scalar_mul_si(out, a, s, SU2N_PREC);
    acb_mat_scalar_mul_2exp_si(out, out, -1);
    acb_mat_add(out, out, one, SU2N_PREC);
    acb_mat_clear(one);
}

/* out = a x b */
void su2_sandwich(acb_mat_t out, const acb_mat_t a, const acb_mat_t x, const acb_mat_t b)
{
    acb_mat_mul(out, a, x, SU2N_PREC);
    acb_mat_mul(out, out, b, SU2N_PREC);
}

static void bracket_defined(acb_mat_t out, const acb_mat_t xi, const acb_mat_t x)
{
    acb_mat_t t;
    acb_mat_init(t, 2, 2);
    acb_mat_mul(t, x, xi, SU2N_PREC);
    acb_mat_mul(out, xi, x, SU2N_PREC);
    acb_mat_sub(out, out, t, SU2N_PREC);
    acb_mat_clear(t);
}

/* ad*_xi X = [xi*, X] */
static void ad_defined(acb_mat_t out, const acb_mat_t xi, const acb_mat_t x)
{
    acb_mat_t psi;
    acb_mat_init(psi, 2, 2);
    acb_mat_conjugate_transpose(psi, xi);
    bracket_defined(out, psi, x);
    acb_mat_clear(psi);
}

/* (I - Psi/2) X (I + Psi/2), Psi = xi* */
static void congruence_defined(acb_mat_t out, const acb_mat_t xi, const acb_mat_t x)
{
    acb_mat_t psi, a, b;
    acb_mat_init(psi, 2, 2);
    acb_mat_init(a, 2, 2);
    acb_mat_init(b, 2, 2);
    acb_mat_conjugate_transpose(psi, xi);
    shift(a, psi, -1);
    shift(b, psi, 1);
    su2_sandwich(out, a, x, b);
    acb_mat_clear(psi);
    acb_mat_clear(a);
    acb_mat_clear(b);
}

static void change_defined(acb_mat_t out, const acb_mat_t xi, const acb_mat_t x)
{
    congruence_defined(out, xi, x);
    acb_mat_sub(out, out, x, SU2N_PREC);
}

/* f = (I - xi/2)^-1 (I + xi/2) */
void su2_tau_defined(acb_mat_t f, const acb_mat_t xi)
{
    acb_mat_t a, b;
    acb_mat_init(a, 2, 2);
    acb_mat_init(b, 2, 2);
    shift(a, xi, -1);
    shift(b, xi, 1);
    assert_true(acb_mat_solve(f, a, b, SU2N_PREC));
    acb_mat_clear(a);
    acb_mat_clear(b);
}

/* Ad*_g X = g* X g^-* */
static void coadjoint(acb_mat_t out, const acb_mat_t g, const acb_mat_t x)
{
    acb_mat_t a, b;
    acb_mat_init(a, 2, 2);
    acb_mat_init(b, 2, 2);
    acb_mat_conjugate_transpose(a, g);
    assert_true(acb_mat_inv(b, a, SU2N_PREC));
    su2_sandwich(out, a, x, b);
    acb_mat_clear(a);
    acb_mat_clear(b);
}

static void cayley_defined(acb_mat_t out, const acb_mat_t xi, const acb_mat_t x)
{
    acb_mat_t g;
    acb_mat_init(g, 2, 2);
    su2_tau_defined(g, xi);
    coadjoint(out, g, x);
    acb_mat_clear(g);
}

static void exponential_defined(acb_mat_t out, const acb_mat_t xi, const acb_mat_t x)
{
    acb_mat_t g;
    acb_mat_init(g, 2, 2);
    acb_mat_exp(g, xi, SU2N_PREC);
    coadjoint(out, g, x);
    acb_mat_clear(g);
}

/* The solution of (I - Psi/2) Z (I + Psi/2) = X */
static void inverse_defined(acb_mat_t out, const acb_mat_t xi, const acb_mat_t x)
{
    acb_mat_t psi, a, b;
    acb_mat_init(psi, 2, 2);
    acb_mat_init(a, 2, 2);
    acb_mat_init(b, 2, 2);
    acb_mat_conjugate_transpose(psi, xi);
    shift(a, psi, -1);
    shift(b, psi, 1);
    assert_true(acb_mat_inv(a, a, SU2N_PREC) && acb_mat_inv(b, b, SU2N_PREC));
    su2_sandwich(out, a, x, b);
    acb_mat_clear(psi);
    acb_mat_clear(a);
    acb_mat_clear(b);
}

void su2_subjects(su2_subject list[SU2_ACTIONS], const ref_algebra *a)
{
    list[0] = (su2_subject){a->ad, ad_defined};
    list[1] = (su2_subject){a->bracket, bracket_defined};
    list[2] = (su2_subject){a->congruence_change, change_defined};
    list[3] = (su2_subject){a->congruence_inverse, inverse_defined};
    list[4] = (su2_subject){a->exponential, exponential_defined};
    list[5] = (su2_subject){a->cayley, cayley_defined};
    /* (I + T/2) eta (I - T/2) - eta is the congruence's change, xi* being -xi */
    list[6] = (su2_subject){a->dcay_inverse_change, change_defined};
}

/* d numbers of size at most `most`, exact */
void su2n_draw(arb_ptr v, uint64_t *state, double most)
{
    for (int i = 0; i < SU2N_D; i++) arb_set_d(v + i, rigid_between(state, -most, most));
}

void su2_define(acb_mat_t image, const su2_subject *s, arb_srcptr xi, arb_srcptr x)
{
    acb_mat_t a, b;
    acb_mat_init(a, 2, 2);
    acb_mat_init(b, 2, 2);
    su2_element(a, xi);
    su2_element(b, x);
    s->define(image, a, b);
    acb_mat_clear(a);
    acb_mat_clear(b);
}

double su2n_norm_of(const ref_algebra *algebra, arb_srcptr x, bool span)
{
    mag_t m;
    double size;
    mag_init(m);
    (span ? algebra->span : algebra->norm)(m, algebra, x);
    size = mag_get_d(m);
    mag_clear(m);
    return size;
}
