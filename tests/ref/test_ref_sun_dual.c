/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* su(N) over the dual numbers: every action against its definition by 2N x 2N matrices ((a, 0), (b,
 * a)) for a + eps b, its tangent against difference quotients, balls against points, bounds against
 * samples and against the states where they are attained. */
#include "tests/support/cmocka.h"

#include "ref/matrix/sun_dual.h"
#include "tests/ref/matrix_hydrodynamics.h"
#include "tests/ref/rigid_body_steps.h"
#include "tests/ref/thread_caches.h"

#include <math.h>

enum { HIGH = 600, LARGEST = 4, ACTIONS = 3, MOST = 2 * LARGEST * LARGEST, VECTORS = 7 };

/* Arguments and results; w is scratch for any action. */
typedef struct room {
    ref_algebra algebra;
    slong N, d;
    arb_ptr xi, dxi, x, out, other, defined, w;
} room;

static room room_new(slong N)
{
    room r = {.N = N, .d = 2 * N * N, .xi = _arb_vec_init(VECTORS * MOST)};
    ref_algebra_sun_dual(&r.algebra, N);
    assert_int_equal(r.algebra.d, r.d);
    assert_le(r.algebra.scratch, MOST);
    arb_ptr *all[] = {&r.dxi, &r.x, &r.out, &r.other, &r.defined, &r.w};
    for (int i = 0; i < 6; i++) *all[i] = r.xi + (i + 1) * MOST;
    return r;
}

static void room_free(room *r)
{
    _arb_vec_clear(r->xi, VECTORS * MOST);
}

/* ((a, 0), (b, a)), a and b in the coordinates of su(N) */
static void to_dual(acb_mat_t A, arb_srcptr a, arb_srcptr b, slong N)
{
    acb_mat_t part;
    acb_mat_init(part, N, N);
    acb_mat_zero(A);
    for (int k = 0; k < 3; k++) {
        const slong row = k > 0 ? N : 0, column = k > 1 ? N : 0;
        hydro_to_matrix(part, k == 1 ? b : a, N);
        for (slong i = 0; i < N; i++)
            for (slong j = 0; j < N; j++)
                acb_set(acb_mat_entry(A, row + i, column + j), acb_mat_entry(part, i, j));
    }
    acb_mat_clear(part);
}

static void from_dual(arb_ptr a, arb_ptr b, const acb_mat_t A, slong N)
{
    acb_mat_t part;
    acb_mat_init(part, N, N);
    for (int k = 0; k < 2; k++) {
        for (slong i = 0; i < N; i++)
            for (slong j = 0; j < N; j++)
                acb_set(acb_mat_entry(part, i, j), acb_mat_entry(A, k * N + i, j));
        hydro_from_matrix(k ? b : a, part, N);
    }
    acb_mat_clear(part);
}

/* ad*: [X, xi]; bracket: [xi, X]; congruence: (I + xi/2) X (I - xi/2) - X.  On states X = Theta +
 * eps W stands as (W, Theta), generators as (xi, b). */
static void define(arb_ptr out, int action, const room *r, arb_srcptr xi, arb_srcptr x)
{
    const slong N = r->N, half = N * N;
    acb_mat_t W, X, P, M;
    acb_mat_init(W, 2 * N, 2 * N);
    acb_mat_init(X, 2 * N, 2 * N);
    acb_mat_init(P, 2 * N, 2 * N);
    acb_mat_init(M, 2 * N, 2 * N);
    to_dual(W, xi, xi + half, N);
    if (action == 1)
        to_dual(X, x, x + half, N);
    else
        to_dual(X, x + half, x, N);
    if (action == 0) {
        hydro_commutator(P, X, W, HIGH);
    } else if (action == 1) {
        hydro_commutator(P, W, X, HIGH);
    } else {
        acb_mat_one(P);
        acb_mat_one(M);
        acb_mat_scalar_mul_2exp_si(W, W, -1);
        acb_mat_add(P, P, W, HIGH);
        acb_mat_sub(M, M, W, HIGH);
        acb_mat_mul(P, P, X, HIGH);
        acb_mat_mul(P, P, M, HIGH);
        acb_mat_sub(P, P, X, HIGH);
    }
    if (action == 1)
        from_dual(out, out + half, P, N);
    else
        from_dual(out + half, out, P, N);
    acb_mat_clear(W);
    acb_mat_clear(X);
    acb_mat_clear(P);
    acb_mat_clear(M);
}

static const ref_action *action_of(const room *r, int action)
{
    const ref_action *all[ACTIONS] = {r->algebra.ad, r->algebra.bracket,
                                      r->algebra.congruence_change};
    return all[action];
}

static void draw(arb_ptr v, uint64_t *state, slong d, double size)
{
    for (slong i = 0; i < d; i++) arb_set_d(v + i, rigid_between(state, -1, 1) * size);
}

static void actions_are_what_they_are_called(void **unused)
{
    uint64_t state = 71;
    (void)unused;
    for (slong N = 1; N <= LARGEST; N++) {
        room r = room_new(N);
        for (int n = 0; n < rigid_repeats(24); n++)
            for (int a = 0; a < ACTIONS; a++) {
                draw(r.xi, &state, r.d, n % 8 == 0 ? 0 : n % 8 == 1 ? 0x1p-200 : 3);
                draw(r.x, &state, r.d, 1);
                define(r.defined, a, &r, r.xi, r.x);
                action_of(&r, a)->apply(r.out, &r.algebra, r.xi, r.x, r.w, 128);
                for (slong i = 0; i < r.d; i++) {
                    assert_true(arb_overlaps(r.out + i, r.defined + i));
                    assert_true(mag_cmp_2exp_si(arb_radref(r.out + i), 14 - 128) < 0);
                }
                /* out may be x */
                _arb_vec_set(r.other, r.x, r.d);
                action_of(&r, a)->apply(r.other, &r.algebra, r.xi, r.other, r.w, 128);
                for (slong i = 0; i < r.d; i++) assert_true(arb_equal(r.other + i, r.out + i));
            }
        room_free(&r);
    }
}

/* (A(xi + e dxi) - A(xi - e dxi)) x / 2e, e = 2^-150: the error e^2 |A'''| is far below 2^-250 */
static void tangents_are_derivatives(void **unused)
{
    uint64_t state = 72;
    (void)unused;
    for (slong N = 2; N <= LARGEST; N++) {
        room r = room_new(N);
        arb_ptr near = _arb_vec_init(r.d);
        for (int n = 0; n < rigid_repeats(8); n++)
            for (int a = 0; a < ACTIONS; a++) {
                draw(r.xi, &state, r.d, n % 6 == 0 ? 0 : 3);
                draw(r.dxi, &state, r.d, 1);
                draw(r.x, &state, r.d, 1);
                ref_action_vary(r.out, action_of(&r, a), &r.algebra, r.xi, r.dxi, r.x, r.w, 256);
                _arb_vec_scalar_mul_2exp_si(r.other, r.dxi, r.d, -150);
                _arb_vec_add(near, r.xi, r.other, r.d, HIGH);
                define(r.defined, a, &r, near, r.x);
                _arb_vec_sub(near, r.xi, r.other, r.d, HIGH);
                define(r.other, a, &r, near, r.x);
                _arb_vec_sub(r.defined, r.defined, r.other, r.d, HIGH);
                _arb_vec_scalar_mul_2exp_si(r.defined, r.defined, r.d, 149);
                for (slong i = 0; i < r.d; i++) {
                    arb_add_error_2exp_si(r.defined + i, -250);
                    assert_true(arb_overlaps(r.out + i, r.defined + i));
                    assert_true(mag_cmp_2exp_si(arb_radref(r.out + i), -200) < 0);
                }
            }
        _arb_vec_clear(near, r.d);
        room_free(&r);
    }
}

/* The image of a box contains the image of a point of it. */
static void boxes_hold_their_points(void **unused)
{
    uint64_t state = 73;
    (void)unused;
    for (int n = 0; n < rigid_repeats(20); n++)
        for (int a = 0; a < ACTIONS; a++) {
            room r = room_new(3);
            arb_ptr all[2] = {r.xi, r.x};
            draw(r.xi, &state, r.d, 2);
            draw(r.x, &state, r.d, 1);
            define(r.defined, a, &r, r.xi, r.x);
            for (int v = 0; v < 2; v++) /* wide, and off centre, so that the point is no midpoint */
                for (slong i = 0; i < r.d; i++) {
                    arb_set_d(r.out, 0x1p-6 * rigid_between(&state, -1, 1));
                    arb_add(all[v] + i, all[v] + i, r.out, 128);
                    arb_add_error_2exp_si(all[v] + i, -6);
                }
            action_of(&r, a)->apply(r.out, &r.algebra, r.xi, r.x, r.w, 128);
            for (slong i = 0; i < r.d; i++) assert_true(arb_contains(r.out + i, r.defined + i));
            room_free(&r);
        }
}

static double length(const room *r, arb_srcptr v)
{
    double sum = 0;
    for (slong i = 0; i < r->d; i++) {
        const double c = arf_get_d(arb_midref(v + i), ARF_RND_NEAR);
        sum += (i % (r->N * r->N) < r->N ? 1 : 2) * c * c;
    }
    return sqrt(sum);
}

static double span(const room *r, arb_srcptr v)
{
    mag_t size;
    mag_init(size);
    r->algebra.span(size, &r->algebra, v);
    const double value = mag_get_d(size);
    mag_clear(size);
    return value;
}

/* In su(2), xi = a s, b = c s with s = diag(i, -i), whose commutator with an entry off the diagonal
 * is 2i times it: |ad*_xi| then is the norm 2 ((a, c), (0, a)), largest for a^2 = 2 c^2, and on
 * states with |Theta| = sqrt 2 |W|; of the bracket eta and c are exchanged. */
static void extremal(const room *r, arb_ptr xi, arb_ptr x, bool on_generators)
{
    const slong half = r->N * r->N;
    _arb_vec_zero(xi, r->d);
    _arb_vec_zero(x, r->d);
    for (slong k = 0; k < 2; k++) {
        arb_set_d(xi + k, (k ? -1 : 1) * sqrt(2. / 3));
        arb_set_d(xi + half + k, (k ? -1 : 1) * sqrt(1. / 3));
    }
    arb_set_d(x + r->N, sqrt(on_generators ? 2. / 3 : 1. / 3));
    arb_set_d(x + half + r->N, sqrt(on_generators ? 1. / 3 : 2. / 3));
}

/* Of the derivative in xi, where the span of the state is less than its norm: dxi off the diagonal,
 * the state along diag(i, -i). */
static void extremal_derivative(const room *r, arb_ptr dxi, arb_ptr x, bool on_generators)
{
    extremal(r, x, dxi, false);
    const slong half = r->N * r->N;
    for (slong i = 0; i < half; i++) arb_swap(dxi + i, dxi + half + i);
    for (slong i = 0; i < half && !on_generators; i++) arb_swap(x + i, x + half + i);
}

/* |A(xi) x| <= size |x| and |dA(xi)[dxi] x| <= slope |dxi| span(x) for every sample with span(xi)
 * <= rho; for small rho, where steps live, the largest ratios come within a fiftieth of them. */
static void bounds_dominate(void **unused)
{
    static const double rhos[] = {0.01, 0.4, 1.5, 5};
    uint64_t state = 74;
    mag_t rho, size, slope;
    (void)unused;
    mag_init(rho);
    mag_init(size);
    mag_init(slope);
    for (slong N = 2; N <= LARGEST; N++)
        for (int a = 0; a < ACTIONS; a++)
            for (int k = 0; k < 4; k++) {
                room r = room_new(N);
                double most_size = 0, most_slope = 0;
                mag_set_d(rho, rhos[k]);
                action_of(&r, a)->bound(size, slope, &r.algebra, rho);
                for (int n = 0; n < rigid_repeats(120); n++) {
                    draw(r.xi, &state, r.d, 1);
                    draw(r.dxi, &state, r.d, 1);
                    draw(r.x, &state, r.d, 1);
                    if (n % 4 == 1) extremal(&r, r.xi, r.x, a == 1);
                    if (n % 4 == 2) extremal_derivative(&r, r.dxi, r.x, a == 1);
                    if (n % 4 == 3) _arb_vec_zero(r.xi + N * N * (n / 4 % 2), N * N);
                    arb_set_d(r.other, 0.999 * rhos[k] / span(&r, r.xi));
                    _arb_vec_scalar_mul(r.xi, r.xi, r.d, r.other, 128);
                    action_of(&r, a)->apply(r.out, &r.algebra, r.xi, r.x, r.w, 128);
                    most_size = fmax(most_size, length(&r, r.out) / length(&r, r.x));
                    ref_action_vary(r.out, action_of(&r, a), &r.algebra, r.xi, r.dxi, r.x, r.w,
                                    128);
                    most_slope =
                        fmax(most_slope, length(&r, r.out) / length(&r, r.dxi) / span(&r, r.x));
                }
                assert_le(most_size, mag_get_d(size) * (1 + 1e-9));
                assert_le(most_slope, mag_get_d(slope) * (1 + 1e-9));
                if (k == 0) {
                    assert_ge(most_size, 0.98 * mag_get_d(size));
                    assert_ge(most_slope, 0.98 * mag_get_d(slope));
                }
                room_free(&r);
            }
    mag_clear(rho);
    mag_clear(size);
    mag_clear(slope);
}

/* <ad*_xi x, eta> = <x, [xi, eta]>, B with plain derivatives g = w xi is ad*_xi x, norms. */
static void tensor_pairing_norm(void **unused)
{
    uint64_t state = 75;
    arb_t left, right;
    mag_t norm;
    (void)unused;
    arb_init(left);
    arb_init(right);
    mag_init(norm);
    for (slong N = 2; N <= LARGEST; N++) {
        room r = room_new(N);
        arb_mat_t B;
        arb_mat_init(B, r.d, r.d);
        for (int n = 0; n < 8; n++) {
            draw(r.xi, &state, r.d, 1);
            draw(r.dxi, &state, r.d, 1);
            draw(r.x, &state, r.d, 1);
            r.algebra.ad->apply(r.out, &r.algebra, r.xi, r.x, r.w, 128);
            r.algebra.bracket->apply(r.other, &r.algebra, r.xi, r.dxi, r.w, 128);
            r.algebra.pairing(left, &r.algebra, r.out, r.dxi, 128);
            r.algebra.pairing(right, &r.algebra, r.x, r.other, 128);
            assert_true(arb_overlaps(left, right));
            assert_true(mag_cmp_2exp_si(arb_radref(left), -110) < 0);
            r.algebra.tensor(B, &r.algebra, r.x, 128);
            for (slong i = 0; i < r.d; i++)
                arb_mul_si(r.dxi + i, r.xi + i, i % (N * N) < N ? 1 : 2, 128);
            for (slong i = 0; i < r.d; i++) {
                arb_dot(left, NULL, 0, arb_mat_entry(B, i, 0), 1, r.dxi, 1, r.d, 128);
                assert_true(arb_overlaps(left, r.out + i));
            }
            r.algebra.norm(norm, &r.algebra, r.x);
            assert_ge(mag_get_d(norm), length(&r, r.x) * (1 - 1e-15));
            assert_le(mag_get_d(norm), length(&r, r.x) * (1 + 1e-7));
            assert_le(span(&r, r.x), length(&r, r.x) * (1 + 1e-7));
            assert_ge(span(&r, r.x), length(&r, r.x) / sqrt((double)N) * (1 - 1e-7));
        }
        arb_mat_clear(B);
        room_free(&r);
    }
    arb_clear(left);
    arb_clear(right);
    mag_clear(norm);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(actions_are_what_they_are_called),
        cmocka_unit_test(tangents_are_derivatives),
        cmocka_unit_test(boxes_hold_their_points),
        cmocka_unit_test(bounds_dominate),
        cmocka_unit_test(tensor_pairing_norm),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
