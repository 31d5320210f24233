/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The factors of polynomials, whose exact flows a splitting composes.
 *
 * If the coordinates of a monomial commute with one another, its flow keeps them, and so its
 * gradient: the flow is the action of one exponential.  The same is true of a sum of such monomials
 * whose coordinates all commute, and of a sum of any linear ones, whose gradient is constant.
 *
 * Terms of degree 2 and more, in the order of the case, each join the first factor with whose
 * coordinates theirs commute, or begin a new one; those of degree 1 are the last factor.  Where two
 * terms of one noise do not commute, one increment would drive two flows one after the other, which
 * solves another equation: then there are no factors.
 * Tested by tests/fast/test_fast_polynomial.c. */
#include "fast/algebra/plane.h"
#include "fast/algebra/rotation.h"
#include "fast/system/polynomial.h"

#include <stdlib.h>
#include <string.h>

static bool commute(const fast_polynomial *own, const summand *a, const summand *b)
{
    for (uint32_t i = 0; i < a->degree; i++)
        for (uint32_t j = 0; j < b->degree; j++)
            if (!fast_polynomial_commute(&own->on, a->at[i], b->at[j])) return false;
    return true;
}

/* True if the sum of both terms of one noise has an exact flow. */
static bool fit_one_noise(const fast_polynomial *own, const summand *a, const summand *b)
{
    return (a->degree == 1 && b->degree == 1) || commute(own, a, b);
}

/* Puts s, behind `before` summands, into a factor. */
static void join(fast_polynomial *own, summand *s, size_t before)
{
    bool blocked[SLP_MAX_SPLIT_TERMS + 1] = {false};
    for (size_t b = 0; b < before; b++) {
        const summand *other = own->summand + b;
        if (other->factor < own->factor_count && !blocked[other->factor])
            blocked[other->factor] = !commute(own, other, s);
    }
    for (s->factor = 0; blocked[s->factor]; s->factor++) {
    }
    if (s->factor == own->factor_count) own->factor_count++;
}

void fast_polynomial_find_factors(fast_polynomial *own)
{
    size_t given = 0, linear = 0;
    own->factor_count = 0;
    for (size_t i = 0; i < own->summands; i++) own->summand[i].factor = UINT32_MAX;
    for (size_t i = 0; i < own->summands; i++) {
        summand *s = own->summand + i;
        if (s->c == 0) continue;
        bool good = given++ < SLP_MAX_SPLIT_TERMS && commute(own, s, s);
        for (size_t b = 0; s->k && good && b < i; b++) {
            const summand *other = own->summand + b;
            good = other->k != s->k || other->c == 0 || fit_one_noise(own, other, s);
        }
        if (!good) {
            own->factor_count = SIZE_MAX;
            return;
        }
        if (s->degree > 1)
            join(own, s, i);
        else
            linear++;
    }
    for (size_t i = 0; linear && i < own->summands; i++)
        if (own->summand[i].degree == 1) own->summand[i].factor = (uint32_t)own->factor_count;
    own->factor_count += linear > 0;
}

/* ---- Which summands a factor has, and what it moves ---- */

/* The coordinate of s if it has one only; SIZE_MAX otherwise. */
static size_t only_coordinate(const summand *s)
{
    return s->at[0] == s->at[s->degree - 1] ? s->at[0] : SIZE_MAX;
}

/* Summands in the order of their factors: those of none are left out. */
static void sort_by_factor(fast_polynomial *own)
{
    fast_polynomial_factor *factor = own->factor;
    for (size_t s = 0; s < own->summands; s++)
        if (own->summand[s].factor < own->factor_count) factor[own->summand[s].factor + 1].first++;
    for (size_t k = 0; k < own->factor_count; k++) factor[k + 1].first += factor[k].first;
    for (size_t s = 0; s < own->summands; s++) {
        const uint32_t k = own->summand[s].factor;
        if (k < own->factor_count) own->in_factor[factor[k].first++] = s;
    }
    for (size_t k = own->factor_count; k > 0; k--) factor[k].first = factor[k - 1].first;
    factor[0].first = 0;
}

/* Fills in factor k but for `first`; last[v] = k + 1 where it moves vector v.  Returns where the
 * vectors of the next one begin. */
static size_t describe(fast_polynomial *own, size_t k, size_t *last)
{
    fast_polynomial_factor *of = own->factor + k;
    size_t moved = of->first_moved;
    of->pulls = own->on.kind == SLP_SE3;
    of->axis = of->first < of[1].first ? only_coordinate(own->summand + own->in_factor[of->first])
                                       : SIZE_MAX;
    for (size_t n = of->first; n < of[1].first; n++) {
        const summand *s = own->summand + own->in_factor[n];
        if (only_coordinate(s) != of->axis) of->axis = SIZE_MAX;
        for (uint32_t j = 0; j < s->degree; j++) {
            const size_t v = s->at[j] / 3;
            of->pulls = of->pulls && v > 0;
            if (last[v] == k + 1) continue;
            last[v] = k + 1;
            own->moved[moved++] = v;
        }
    }
    return moved;
}

slp_status fast_polynomial_list_factors(fast_polynomial *own)
{
    size_t coordinates = 0;
    if (own->factor_count == SIZE_MAX) return SLP_OK;
    for (size_t s = 0; s < own->summands; s++) coordinates += own->summand[s].degree;
    size_t *last = calloc(own->on.d + 1, sizeof *last);
    own->factor = calloc(own->factor_count + 1, sizeof *own->factor);
    own->in_factor = malloc((own->summands + 1) * sizeof *own->in_factor);
    own->moved = malloc((coordinates + 1) * sizeof *own->moved);
    const bool have = last && own->factor && own->in_factor && own->moved;
    if (have) {
        sort_by_factor(own);
        for (size_t k = 0; k < own->factor_count; k++)
            own->factor[k + 1].first_moved = describe(own, k, last);
    }
    free(last);
    return have ? SLP_OK : SLP_MEMORY;
}

/* ---- Flows ---- */

/* xi = t on entry ij of so(n), -t on ji.  e^-Xi is the turn G of the plane i, j with G_ii = G_jj =
 * cos t, G_ij = -sin t = -G_ji, so that in G X G^T, for every other k,
 *   X_ik -> cos X_ik - sin X_jk,  X_jk -> cos X_jk + sin X_ik,
 * and X_ij stays.  Above the diagonal X_ik is -X_ki if k < i. */
static void turn_plane(double *x, size_t n, size_t a, const fast_plane_turn *turn)
{
    size_t i = 0, j = a;
    for (; j >= n - 1 - i; i++) j -= n - 1 - i;
    j += i + 1;
#define ENTRY(r, c) (x + (r) * (2 * n - (r)-1) / 2 + (c) - (r)-1)
    for (size_t l = 0; l < i; l++) fast_plane_apply(turn, ENTRY(l, j), ENTRY(l, i));
    for (size_t l = i + 1; l < j; l++) fast_plane_apply(turn, ENTRY(i, l), ENTRY(l, j));
    for (size_t l = j + 1; l < n; l++) fast_plane_apply(turn, ENTRY(j, l), ENTRY(i, l));
#undef ENTRY
}

/* x = E(t e_a) x, e_a a coordinate's axis.  x x e_a turns the plane of the next two axes p, q: x_p'
 * = t x_q, x_q' = -t x_p.  False where the algebra has no such short form. */
static bool turn_about_axis(double *x, const fast_own_algebra *on, size_t a, twofold t,
                            double weight)
{
    const size_t k = a % 3, p = a - k + (k + 1) % 3, q = a - k + (k + 2) % 3;
    const bool motion = on->kind == SLP_SE3;
    if (on->kind != SLP_SO3 && on->kind != SLP_SU2N && on->kind != SLP_SON && !(motion && a < 3))
        return false;
    const fast_plane_turn turn = fast_plane_turn_by(t, weight);
    if (on->kind == SLP_SON) {
        turn_plane(x, on->n, a, &turn);
        return true;
    }
    fast_plane_apply(&turn, x + p, x + q);
    if (motion) fast_plane_apply(&turn, x + p + 3, x + q + 3);
    return true;
}

/* x = E(weight (xi + low)) x of a few vectors: AT_ONCE at most, whose numbers are then together. */
enum { AT_ONCE = 16 };
static void turn_vectors(double *x, const size_t *vector, size_t count, double weight,
                         const double *xi, const double *low)
{
    double about[3 * AT_ONCE] = {0}, rest[3 * AT_ONCE] = {0}, from[3 * AT_ONCE] = {0};
    double to[3 * AT_ONCE];
    for (size_t n = 0; n < 3 * count; n++) {
        const size_t i = 3 * vector[n / 3] + n % 3;
        about[n] = weight * xi[i];
        rest[n] = weight * low[i];
        from[n] = x[i];
    }
    fast_rotation_flow_each(to, about, rest, from, 3 * count);
    for (size_t n = 0; n < 3 * count; n++) x[3 * vector[n / 3] + n % 3] = to[n];
}

/* xi = (0, u): Pi' = Gamma x u, and Gamma stays. */
static void pull(double *x, const double *u)
{
    double torque[3];
    fast_cross(torque, x + 3, u);
    for (size_t i = 0; i < 3; i++) x[i] += torque[i];
}

/* of->axis, alone: x = E(t e_a) x with t constant along it.  False as turn_about_axis. */
static bool flow_of_axis(double *x, const fast_polynomial *own, const fast_polynomial_factor *of,
                         double weight, double h, const double *dW, double *xi)
{
    const size_t a = of->axis;
    double *low = xi + own->on.d;
    if (a == SIZE_MAX) return false;
    xi[a] = low[a] = 0;
    own->sums->add_factor(xi, low, own, of, h, dW, x);
    return turn_about_axis(x, &own->on, a, (twofold){xi[a], low[a]}, weight);
}

/* The vectors of su(2)^n that it moves, one by one. */
static void flow_of_vectors(double *x, const fast_polynomial *own, const fast_polynomial_factor *of,
                            double weight, double h, const double *dW, double *xi)
{
    double *low = xi + own->on.d;
    const size_t *moved = own->moved + of->first_moved, *end = own->moved + of[1].first_moved;
    for (const size_t *v = moved; v < end; v++)
        for (size_t i = 3 * *v; i < 3 * *v + 3; i++) xi[i] = low[i] = 0;
    own->sums->add_factor(xi, low, own, of, h, dW, x);
    for (const size_t *v = moved; v < end; v += AT_ONCE) {
        const size_t left = (size_t)(end - v);
        turn_vectors(x, v, left < AT_ONCE ? left : AT_ONCE, weight, xi, low);
    }
}

void fast_polynomial_flow(double *x, const fast_system *sys, size_t k, double weight, double h,
                          const double *dW, double *work)
{
    const fast_polynomial *own = sys->own;
    const fast_polynomial_factor *of = own->factor + k;
    const size_t d = sys->d;
    double *xi = work, *low = xi + d, *next = low + d;
    if (flow_of_axis(x, own, of, weight, h, dW, work)) return;
    if (own->on.kind == SLP_SU2N) {
        flow_of_vectors(x, own, of, weight, h, dW, work);
        return;
    }
    memset(xi, 0, 2 * d * sizeof *xi);
    own->sums->add_factor(xi, low, own, of, h, dW, x);
    for (size_t i = 0; i < d; i++) {
        xi[i] *= weight;
        low[i] *= weight;
    }
    if (of->pulls) {
        pull(x, xi + 3);
        return;
    }
    sys->algebra->flow(next, sys->algebra, xi, low, x, next + d);
    memcpy(x, next, d * sizeof *x);
}
