/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* su(N) over the dual numbers, eps^2 = 0: states X = Theta + eps W, generators xi + eps b, given as
 * (W, Theta) and (xi, b).  With [X, xi] as on su(N),
 *     ad*_(xi,b) (W, Theta) = ([W, xi] + [Theta, b], [Theta, xi]),
 *     [(xi, b), (eta, c)] = ([xi, eta], [xi, c] + [b, eta]),
 *     <(W, Theta), (xi, b)> = <W, xi> + <Theta, b>.
 * An action A(xi) of su(N) becomes A(xi) on Theta, and A(xi) W + (dA(xi) along b) Theta.  Each acts
 * through the operations of su(N).  The norm is the Euclidean one of the two Frobenius norms, and
 * span that of the two operator norms.  States are no complex matrices here.  Derivations, also of
 * the bounds: ref/matrix/matrix.md section 5.  Tested by tests/ref/test_ref_sun_dual.c. */
#include "ref/matrix/sun_dual.h"
#include "ref/matrix/matrix.h"
#include "ref/matrix/sun.h"

/* The algebra of which this is the extension. */
static ref_algebra real_part(const ref_algebra *algebra)
{
    ref_algebra sun;
    ref_algebra_sun(&sun, algebra->n);
    return sun;
}

/* out = (A(xi) x_1 + A(b) x_2, A(xi) x_2) for an action that is linear in xi */
static void act_linearly(arb_ptr out, const ref_action *A, const ref_algebra *sun, arb_srcptr xi,
                         arb_srcptr x, arb_ptr w, slong prec)
{
    const slong d = sun->d;
    arb_ptr moved = w;
    A->apply(moved, sun, xi, x, NULL, prec);
    A->apply(moved + d, sun, xi + d, x + d, NULL, prec);
    _arb_vec_add(moved, moved, moved + d, d, prec);
    A->apply(moved + d, sun, xi, x + d, NULL, prec);
    for (slong i = 0; i < 2 * d; i++) arb_swap(out + i, moved + i);
}

static void ad_apply(arb_ptr out, const ref_algebra *algebra, arb_srcptr xi, arb_srcptr x,
                     arb_ptr w, slong prec)
{
    const ref_algebra sun = real_part(algebra);
    act_linearly(out, &ref_matrix_ad, &sun, xi, x, w, prec);
}

/* ([xi, eta], [xi, c] + [b, eta]): as ad*, with the halves of every pair exchanged */
static void bracket_apply(arb_ptr out, const ref_algebra *algebra, arb_srcptr xi, arb_srcptr eta,
                          arb_ptr w, slong prec)
{
    const ref_algebra sun = real_part(algebra);
    const slong d = sun.d;
    arb_ptr value = w;
    ref_matrix_bracket.apply(value, &sun, xi, eta + d, NULL, prec);
    ref_matrix_bracket.apply(value + d, &sun, xi + d, eta, NULL, prec);
    _arb_vec_add(value + d, value + d, value, d, prec);
    ref_matrix_bracket.apply(value, &sun, xi, eta, NULL, prec);
    for (slong i = 0; i < 2 * d; i++) arb_swap(out + i, value + i);
}

/* size = 4/sqrt(3) rho, slope = 4/sqrt(3); 4/sqrt(3) < 2.3095 */
static void ad_bound(mag_t size, mag_t slope, const ref_algebra *algebra, const mag_t rho)
{
    (void)algebra;
    mag_set_d(slope, 2.3095);
    mag_mul(size, slope, rho);
}

static const ref_action dual_ad = {.apply = ad_apply, .bound = ad_bound};
static const ref_action dual_bracket = {.apply = bracket_apply, .bound = ad_bound};

/* D(xi) x - x */
static void change_apply(arb_ptr out, const ref_algebra *algebra, arb_srcptr xi, arb_srcptr x,
                         arb_ptr w, slong prec)
{
    const ref_action *D = &ref_matrix_change;
    const ref_algebra sun = real_part(algebra);
    const slong d = sun.d;
    arb_ptr moved = w;
    D->apply(moved, &sun, xi, x, NULL, prec);
    D->vary(moved + d, &sun, xi, xi + d, x + d, NULL, prec);
    _arb_vec_add(moved, moved, moved + d, d, prec);
    D->apply(moved + d, &sun, xi, x + d, NULL, prec);
    for (slong i = 0; i < 2 * d; i++) arb_swap(out + i, moved + i);
}

/* out += -(a x c + c x a)/4, the second derivative of D(.)x along a and c.  With Y = a x c it is
 * -(Y - Y*)/4, as (a x c)* = -c x a. */
static void add_second(arb_ptr out, const ref_algebra *sun, arb_srcptr a, arb_srcptr c,
                       arb_srcptr x, arb_ptr w, slong prec)
{
    const slong n = sun->n;
    REF_LOCAL_MAT(acb, n, n, A, X, Y);
    sun->to_matrix(A, sun, a, prec);
    sun->to_matrix(X, sun, x, prec);
    ref_matrix_mul(Y, A, X, prec);
    sun->to_matrix(A, sun, c, prec);
    ref_matrix_mul(X, Y, A, prec);
    acb_mat_conjugate_transpose(Y, X);
    acb_mat_sub(Y, Y, X, prec);
    acb_mat_scalar_mul_2exp_si(Y, Y, -2);
    sun->from_matrix(w, sun, Y, prec);
    _arb_vec_add(out, out, w, sun->d, prec);
}

static void change_vary(arb_ptr out, const ref_algebra *algebra, arb_srcptr xi, arb_srcptr dxi,
                        arb_srcptr x, arb_ptr w, slong prec)
{
    const ref_action *D = &ref_matrix_change;
    const ref_algebra sun = real_part(algebra);
    const slong d = sun.d;
    arb_ptr moved = w;
    D->vary(moved, &sun, xi, dxi, x, NULL, prec);
    D->vary(moved + d, &sun, xi, dxi + d, x + d, NULL, prec);
    _arb_vec_add(moved, moved, moved + d, d, prec);
    add_second(moved, &sun, xi + d, dxi, x + d, moved + d, prec);
    D->vary(moved + d, &sun, xi, dxi, x + d, NULL, prec);
    for (slong i = 0; i < 2 * d; i++) arb_swap(out + i, moved + i);
}

/* size = 2/sqrt(3) rho + 3 sqrt(3)/16 rho^2, slope = 2/sqrt(3) + 3 sqrt(3)/8 rho;
 * 2/sqrt(3) < 1.1548, 3 sqrt(3)/16 < 0.3248 */
static void change_bound(mag_t size, mag_t slope, const ref_algebra *algebra, const mag_t rho)
{
    (void)algebra;
    REF_LOCAL(mag, linear, square);
    mag_set_d(linear, 1.1548);
    mag_set_d(square, 0.3248);
    mag_mul(square, square, rho);
    mag_add(size, linear, square);
    mag_mul(size, size, rho);
    mag_mul_2exp_si(square, square, 1);
    mag_add(slope, linear, square);
}

static const ref_action dual_change = {
    .apply = change_apply, .vary = change_vary, .bound = change_bound};

static void dual_pairing(arb_t out, const ref_algebra *algebra, arb_srcptr x, arb_srcptr y,
                         slong prec)
{
    const ref_algebra sun = real_part(algebra);
    REF_LOCAL(arb, first);
    ref_matrix_pairing(first, &sun, x, y, prec);
    ref_matrix_pairing(out, &sun, x + sun.d, y + sun.d, prec);
    arb_add(out, out, first, prec);
}

static void dual_norm(mag_t out, const ref_algebra *algebra, arb_srcptr x)
{
    const ref_algebra sun = real_part(algebra);
    REF_LOCAL(mag, first);
    ref_matrix_norm(first, &sun, x);
    ref_matrix_norm(out, &sun, x + sun.d);
    mag_hypot(out, out, first);
}

static void dual_span(mag_t out, const ref_algebra *algebra, arb_srcptr x)
{
    const ref_algebra sun = real_part(algebra);
    REF_LOCAL(mag, first);
    ref_matrix_span(first, &sun, x);
    ref_matrix_span(out, &sun, x + sun.d);
    mag_hypot(out, out, first);
}

/* B (g, k) = ad*_(g/w, k/w) (W, Theta): B = [[B(W), B(Theta)], [B(Theta), 0]] with the tensor of
 * su(N) */
static void dual_tensor(arb_mat_t B, const ref_algebra *algebra, arb_srcptr x, slong prec)
{
    const ref_algebra sun = real_part(algebra);
    const slong d = sun.d;
    REF_LOCAL_MAT(arb, d, d, part);
    arb_mat_zero(B);
    for (slong block = 0; block < 3; block++) {
        const slong row = block == 2 ? d : 0, column = block == 1 ? d : 0;
        if (block < 2) ref_matrix_tensor(part, &sun, block ? x + d : x, prec);
        for (slong i = 0; i < d; i++)
            for (slong j = 0; j < d; j++)
                arb_set(arb_mat_entry(B, row + i, column + j), arb_mat_entry(part, i, j));
    }
}

void ref_algebra_sun_dual(ref_algebra *algebra, slong N)
{
    *algebra = (ref_algebra){.name = "su(N) over the dual numbers",
                             .n = N,
                             .d = 2 * N * N,
                             .scratch = 2 * N * N,
                             .ad = &dual_ad,
                             .congruence_change = &dual_change,
                             .bracket = &dual_bracket,
                             .pairing = dual_pairing,
                             .norm = dual_norm,
                             .span = dual_span,
                             .tensor = dual_tensor};
}
