/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Matrix hydrodynamics by definition, for the tests of ref/. */
#include "oracle/contract/case/case.h"
#include "tests/ref/matrix_hydrodynamics.h"
#include "tests/ref/rigid_body_steps.h"

#include <stdlib.h>

void hydro_to_matrix(acb_mat_t X, arb_srcptr x, slong N)
{
    arb_srcptr at = x + N;
    for (slong i = 0; i < N; i++) {
        acb_zero(acb_mat_entry(X, i, i));
        arb_set(acb_imagref(acb_mat_entry(X, i, i)), x + i);
        for (slong j = i + 1; j < N; j++, at += 2) {
            acb_ptr up = acb_mat_entry(X, i, j), low = acb_mat_entry(X, j, i);
            arb_set(acb_realref(up), at);
            arb_set(acb_imagref(up), at + 1);
            acb_conj(low, up);
            acb_neg(low, low);
        }
    }
}

void hydro_from_matrix(arb_ptr x, const acb_mat_t X, slong N)
{
    arb_ptr at = x + N;
    for (slong i = 0; i < N; i++) {
        arb_set(x + i, acb_imagref(acb_mat_entry(X, i, i)));
        for (slong j = i + 1; j < N; j++, at += 2) {
            arb_set(at, acb_realref(acb_mat_entry(X, i, j)));
            arb_set(at + 1, acb_imagref(acb_mat_entry(X, i, j)));
        }
    }
}

void hydro_commutator(acb_mat_t out, const acb_mat_t A, const acb_mat_t B, slong prec)
{
    acb_mat_t left, right;
    acb_mat_init(left, acb_mat_nrows(A), acb_mat_nrows(A));
    acb_mat_init(right, acb_mat_nrows(A), acb_mat_nrows(A));
    acb_mat_mul(left, A, B, prec);
    acb_mat_mul(right, B, A, prec);
    acb_mat_sub(out, left, right, prec);
    acb_mat_clear(left);
    acb_mat_clear(right);
}

void hydro_inner(arb_t out, const acb_mat_t A, const acb_mat_t B, slong prec)
{
    arb_zero(out);
    for (slong i = 0; i < acb_mat_nrows(A); i++)
        for (slong j = 0; j < acb_mat_nrows(A); j++) {
            acb_srcptr a = acb_mat_entry(A, i, j), b = acb_mat_entry(B, i, j);
            arb_addmul(out, acb_realref(a), acb_realref(b), prec);
            arb_addmul(out, acb_imagref(a), acb_imagref(b), prec);
        }
}

/* S_+ |q> = sqrt(s(s+1) - q(q+1)) |q+1>, rows in descending order of q */
static void raising(acb_mat_t S, slong N, slong prec)
{
    acb_mat_zero(S);
    for (slong k = 0; k + 1 < N; k++) {
        double s = (double)(N - 1) / 2, q = s - (double)(k + 1);
        arb_ptr e = acb_realref(acb_mat_entry(S, k, k + 1));
        arb_set_d(e, s * (s + 1) - q * (q + 1)); /* a whole number, exact */
        arb_sqrt(e, e, prec);
    }
}

void hydro_spin(acb_mat_t S[3], slong N, slong prec)
{
    acb_mat_t up, down;
    acb_mat_init(up, N, N);
    acb_mat_init(down, N, N);
    raising(up, N, prec);
    acb_mat_transpose(down, up);
    acb_mat_add(S[0], up, down, prec);
    acb_mat_scalar_mul_2exp_si(S[0], S[0], -1);
    acb_mat_sub(S[1], down, up, prec); /* S_2 = (S_+ - S_-)/2i */
    acb_mat_scalar_mul_2exp_si(S[1], S[1], -1);
    for (slong i = 0; i < N; i++)
        for (slong j = 0; j < N; j++)
            acb_mul_onei(acb_mat_entry(S[1], i, j), acb_mat_entry(S[1], i, j));
    acb_mat_zero(S[2]);
    for (slong k = 0; k < N; k++)
        acb_set_d(acb_mat_entry(S[2], k, k), (double)(N - 1) / 2 - (double)k);
    acb_mat_clear(up);
    acb_mat_clear(down);
}

void hydro_laplacian(acb_mat_t out, const acb_mat_t X, slong N, slong prec)
{
    acb_mat_t S[3], once;
    acb_mat_init(once, N, N);
    for (int a = 0; a < 3; a++) acb_mat_init(S[a], N, N);
    hydro_spin(S, N, prec);
    acb_mat_zero(out);
    for (int a = 0; a < 3; a++) {
        hydro_commutator(once, S[a], X, prec);
        hydro_commutator(once, S[a], once, prec);
        acb_mat_sub(out, out, once, prec);
        acb_mat_clear(S[a]);
    }
    acb_mat_clear(once);
}

void hydro_ladder(acb_mat_t A, slong N, slong l, slong m, slong prec)
{
    acb_mat_t up, down;
    arb_t norm;
    acb_mat_init(up, N, N);
    acb_mat_init(down, N, N);
    arb_init(norm);
    raising(up, N, prec);
    acb_mat_transpose(down, up);
    acb_mat_one(A);
    for (slong i = 0; i < l; i++) acb_mat_mul(A, A, up, prec);
    for (slong i = l; i > m; i--) hydro_commutator(A, down, A, prec);
    hydro_inner(norm, A, A, prec);
    arb_sqrt(norm, norm, prec);
    for (slong i = 0; i < N; i++)
        for (slong j = 0; j < N; j++)
            acb_div_arb(acb_mat_entry(A, i, j), acb_mat_entry(A, i, j), norm, prec);
    acb_mat_clear(up);
    acb_mat_clear(down);
    arb_clear(norm);
}

void hydro_harmonic(acb_mat_t T, slong N, slong l, slong m, slong prec)
{
    acb_mat_t A, B;
    arb_t root;
    acb_mat_init(A, N, N);
    acb_mat_init(B, N, N);
    arb_init(root);
    hydro_ladder(A, N, l, m < 0 ? -m : m, prec);
    acb_mat_transpose(B, A); /* real */
    if (m == 0)
        acb_mat_set(T, A);
    else if (m > 0)
        acb_mat_sub(T, A, B, prec);
    else
        acb_mat_add(T, A, B, prec);
    arb_set_ui(root, m == 0 ? 1 : 2);
    arb_rsqrt(root, root, prec);
    for (slong i = 0; i < N; i++)
        for (slong j = 0; j < N; j++) {
            acb_ptr e = acb_mat_entry(T, i, j);
            acb_mul_arb(e, e, root, prec);
            if (m <= 0) acb_mul_onei(e, e);
        }
    acb_mat_clear(A);
    acb_mat_clear(B);
    arb_clear(root);
}

void hydro_wave(acb_mat_t T, slong N, slong m1, slong m2, slong prec)
{
    arb_t turn, angle;
    arb_init(turn);
    arb_init(angle);
    acb_mat_zero(T);
    for (slong k = 0; k < N; k++) {
        slong j = ((k + m2) % N + N) % N;
        arb_set_si(turn, 2 * m1 * m2 + 4 * m1 * k);
        arb_div_si(turn, turn, N, prec);
        arb_const_pi(angle, prec);
        arb_mul(angle, angle, turn, prec);
        acb_set_arb(acb_mat_entry(T, k, j), angle);
        acb_mul_onei(acb_mat_entry(T, k, j), acb_mat_entry(T, k, j));
        acb_exp(acb_mat_entry(T, k, j), acb_mat_entry(T, k, j), prec);
    }
    arb_clear(turn);
    arb_clear(angle);
}

static void give(slp_case *c, const char *key, const double *value, size_t count)
{
    slp_error err;
    if (count == 0) return;
    if (slp_case_set_param(c, key, value, count, &err) != SLP_OK) {
        slp_error_print(stderr, "hydro", &err);
        abort();
    }
}

slong hydro_wrap(slong m, slong N)
{
    slong r = ((m % N) + N) % N;
    return r > (N - 1) / 2 ? r - N : r;
}

void hydro_sine(arb_t out, slong q, slong N, slong prec)
{
    arb_set_si(out, 2 * q);
    arb_div_si(out, out, N, prec);
    arb_sin_pi(out, out, prec);
}

ref_system *hydro_system(const char *name, double n, const char *key1, const double *value1,
                         size_t count1, const char *key2, const double *value2, size_t count2)
{
    ref_system *sys;
    slp_case c;
    slp_error err;
    slp_case_init(&c);
    c.system = slp_system_find(name);
    give(&c, "n", &n, 1);
    give(&c, key1, value1, count1);
    give(&c, key2, value2, count2);
    if (ref_system_new(&sys, &c, &err) != SLP_OK) {
        slp_error_print(stderr, "hydro", &err);
        abort();
    }
    slp_case_clear(&c);
    return sys;
}

void hydro_draw(arb_ptr x, slong N, uint64_t *state, double size)
{
    double trace = 0, unit = size / (double)N;
    for (slong i = 0; i < N * N; i++) {
        double grid = 0x1p-40, v = (double)(slong)(rigid_between(state, -1, 1) / grid) * grid;
        if (i == N - 1) v = -trace;
        if (i < N - 1) trace += v;
        arb_set_d(x + i, v);
        arb_set_d(x + i, v);
    }
    for (slong i = 0; i < N * N; i++) { /* by a power of two, so that the trace stays 0 */
        slong e = 0;
        for (double u = unit; u < 1; u *= 2) e--;
        arb_mul_2exp_si(x + i, x + i, e);
    }
}

bool hydro_same(const arb_t a, const arb_t b, slong bits)
{
    return arb_overlaps(a, b) && mag_cmp_2exp_si(arb_radref(a), -bits) < 0 &&
           mag_cmp_2exp_si(arb_radref(b), -bits) < 0;
}

bool hydro_vanishes(const arb_t a, slong bits)
{
    return arb_contains_zero(a) && mag_cmp_2exp_si(arb_radref(a), -bits) < 0;
}
