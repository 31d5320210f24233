/* The rigid body: so(3), grad H0 = I^-1 x, noises c_k x_k e_k (quad) and constant chi_k (lin).
 * EJLL section 6.1, GBW section 7.  Pinned by tests/fast/test_fast_golden.c. */
#include "fast/system/rigid_body.h"
#include "fast/algebra/plane.h"
#include "fast/algebra/rotation.h"
#include "fast/vector/twofold.h"

#include <stdlib.h>
#include <string.h>

static slp_status open(fast_system *sys, const slp_case *c, slp_error *err)
{
    size_t inertias, quads, lins;
    const double *inertia = slp_case_param(c, "inertia", &inertias);
    const double *quad = slp_case_param(c, "quad", &quads), *lin = slp_case_param(c, "lin", &lins);
    if (inertias != 3 || (quads != 0 && quads != 3) || lins % 3 != 0)
        return slp_error_set(err, c->line, c->id, "inertia",
                             "parameters of the wrong length; "
                             "pass the case through slp_case_check");
    for (int i = 0; i < 3; i++)
        if (!(fabs(inertia[i]) > 0)) {
            slp_error_set(err, c->line, c->id, "inertia", "moment %d is zero; give a nonzero one",
                          i + 1);
            return SLP_DOMAIN;
        }
    fast_rigid_body *body = calloc(1, sizeof *body);
    if (!body) return SLP_MEMORY;
    sys->own = body;
    sys->algebra = &fast_algebra_so3;
    sys->d = 3;
    sys->M = quads + lins / 3;
    sys->casimirs = 1;
    memcpy(body->inertia, inertia, sizeof body->inertia);
    body->has_quad = quads == 3;
    if (body->has_quad) memcpy(body->quad, quad, sizeof body->quad);
    body->vectors = lins / 3;
    body->lin = fast_numbers_of(lin, lins);
    return body->lin ? SLP_OK : SLP_MEMORY;
}

static void close(fast_system *sys)
{
    fast_rigid_body *body = sys->own;
    if (body) free(body->lin);
    free(body);
}

enum { PLAIN = 12, QUADS = PLAIN, TURN = PLAIN + 3, WITH_AREAS = PLAIN + 9 };

static size_t frozen_room(const fast_system *sys)
{
    return sys->areas ? WITH_AREAS : PLAIN; /* asked after `open`; freeze writes no more */
}

/* Xi_i = D_i x_i + b_i with D_i = h/I_i + c_i dW_i and b = sum_k chi_k dW_k, each with relative
 * error of order u^2 against the sum of its terms' sizes: frozen = D high, D low, b high, b low (12
 * doubles). */
static void freeze_body(double frozen[12], const fast_rigid_body *body, double h, const double *dW)
{
    const double *linear = body->has_quad ? dW + 3 : dW;
    for (int i = 0; i < 3; i++) {
        twofold D = twofold_quotient(h, body->inertia[i]), b = {0, 0};
        if (body->has_quad) D = twofold_add(D, twofold_product(body->quad[i], dW[i]));
        for (size_t k = 0; k < body->vectors; k++)
            b = twofold_add(b, twofold_product(body->lin[3 * k + (size_t)i], linear[k]));
        frozen[i] = D.high;
        frozen[3 + i] = D.low;
        frozen[6 + i] = b.high;
        frozen[9 + i] = b.low;
    }
}

/* Levy areas: Xi gets A_ij grad B_ij for each i < j, B_ij = x.(grad H_i x grad H_j), whose axes are
 * e_i c_i x_i of a quadratic noise and chi of a linear one:
 *   quad, quad   B = c_i c_j x_i x_j (e_i x e_j).x = +-c_i c_j x_1 x_2 x_3; - for axes 1 and 3
 *   quad, lin    B = c_i x_i (e_i x chi).x, with e_1 x chi = (0, -chi_3, chi_2)
 *   lin, lin     B = (chi x chi').x
 * Frozen: the signed areas of the first; turn_k, which multiplies x_i x_j, k the third axis; b. */
static void take(double *high, double *low, twofold v)
{
    const twofold sum = twofold_add((twofold){*high, *low}, v);
    *high = sum.high;
    *low = sum.low;
}

static void freeze_areas(double *frozen, const fast_rigid_body *body, const double *area)
{
    const size_t quads = body->has_quad ? 3 : 0, noises = quads + body->vectors;
    double *turn = frozen + TURN, *signed_area = frozen + QUADS;
    for (size_t i = PLAIN; i < WITH_AREAS; i++) frozen[i] = 0;
    for (size_t i = 0; i < noises; i++)
        for (size_t j = i + 1; j < noises; j++, area++) {
            if (j < quads) {
                *signed_area++ = i == 0 && j == 2 ? -*area : *area;
                continue;
            }
            const double *chi = body->lin + 3 * (j - quads);
            if (i < quads) { /* c_i x_i (x_(i+2) chi_(i+1) - x_(i+1) chi_(i+2)) */
                const size_t p = (i + 1) % 3, q = (i + 2) % 3;
                const twofold weight = twofold_product(body->quad[i], *area);
                take(turn + p, turn + 3 + p, twofold_scale(weight, chi[p]));
                take(turn + q, turn + 3 + q, twofold_scale(weight, -chi[q]));
                continue;
            }
            const double *first = body->lin + 3 * (i - quads);
            for (size_t k = 0; k < 3; k++) {
                const size_t p = (k + 1) % 3, q = (k + 2) % 3;
                double *b = frozen + 6 + k;
                take(b, b + 3, twofold_scale(twofold_product(first[p], chi[q]), *area));
                take(b, b + 3, twofold_scale(twofold_product(first[q], chi[p]), -*area));
            }
        }
}

static void freeze(double *frozen, const fast_system *sys, double h, const double *dW)
{
    freeze_body(frozen, sys->own, h, dW);
    if (sys->areas) freeze_areas(frozen, sys->own, dW + (sys->M - sys->areas));
}

/* xi_i += A_jk c_j c_k x_p x_q, signed, of three pairs, + turn_q x_p + turn_p x_q, p and q the
 * other axes.  c_j x_p and c_k x_q are of ordinary size also where c_j c_k and x_p x_q overflow. */
static void add_areas(double *xi, double *low, const fast_rigid_body *body, const double *frozen,
                      const double *x)
{
    static const size_t first[3] = {0, 0, 1}, second[3] = {1, 2, 2};
    const double *turn = frozen + TURN;
    for (size_t i = 0; i < 3; i++) {
        const size_t p = (i + 1) % 3, q = (i + 2) % 3;
        for (size_t n = 0; body->has_quad && n < 3; n++) {
            const twofold one = twofold_product(body->quad[first[n]], x[p]);
            const twofold other = twofold_product(body->quad[second[n]], x[q]);
            take(xi + i, low + i, twofold_scale(twofold_times(one, other), frozen[QUADS + n]));
        }
        take(xi + i, low + i, twofold_scale((twofold){turn[q], turn[3 + q]}, x[p]));
        take(xi + i, low + i, twofold_scale((twofold){turn[p], turn[3 + p]}, x[q]));
    }
}

static void generator(double *xi, double *xi_low, const fast_system *sys, const double *frozen,
                      const double *x, double *work)
{
    double own[3], *low = xi_low ? xi_low : own;
    (void)work;
    for (int i = 0; i < 3; i++) {
        twofold D = {frozen[i], frozen[3 + i]}, b = {frozen[6 + i], frozen[9 + i]};
        twofold sum = twofold_add(twofold_scale(D, x[i]), b);
        xi[i] = sum.high;
        low[i] = sum.low;
    }
    if (sys->areas) add_areas(xi, low, sys->own, frozen, x);
}

static slp_status factors(size_t *count, const fast_system *sys)
{
    const fast_rigid_body *body = sys->own;
    *count = 3 + body->vectors;
    return SLP_OK;
}

/* H = (h/I_k + c_k dW_k) x_k^2/2 has xi = t e_k with t = (h/I_k + c_k dW_k) x_k, and x x e_k turns
 * the plane of the next two axes i, j: x_i' = t x_j, x_j' = -t x_i.  So x_k and t stay. */
static void turn_about_axis(double *x, const fast_rigid_body *body, size_t k, double weight,
                            double h, const double *dW)
{
    twofold rate = twofold_quotient(h, body->inertia[k]);
    if (body->has_quad) rate = twofold_add(rate, twofold_product(body->quad[k], dW[k]));
    const fast_plane_turn turn = fast_plane_turn_by(twofold_scale(rate, x[k]), weight);
    fast_plane_apply(&turn, x + (k + 1) % 3, x + (k + 2) % 3);
}

static void factor(double *x, const fast_system *sys, size_t k, double weight, double h,
                   const double *dW, double *work)
{
    const fast_rigid_body *body = sys->own;
    (void)work;
    if (k < 3) {
        turn_about_axis(x, body, k, weight, h, dW);
        return;
    }
    const double *chi = body->lin + 3 * (k - 3), by = dW[body->has_quad ? k : k - 3];
    double xi[3], low[3], turned[3];
    for (int i = 0; i < 3; i++) {
        const twofold part = twofold_product(chi[i], by);
        xi[i] = weight * part.high;
        low[i] = weight * part.low;
    }
    fast_rotation_flow(turned, xi, low, x);
    memcpy(x, turned, sizeof turned);
}

static double energy(const fast_system *sys, const double *x)
{
    const fast_rigid_body *body = sys->own;
    double sum = 0;
    for (int i = 0; i < 3; i++) sum += x[i] * (x[i] / body->inertia[i]);
    return 0.5 * sum;
}

static slp_status casimir(double *values, const fast_system *sys, const double *x)
{
    (void)sys;
    values[0] = x[0] * x[0] + x[1] * x[1] + x[2] * x[2];
    return SLP_OK;
}

const fast_system_table fast_system_rigid_body = {
    .name = "rigid-body",
    .open = open,
    .close = close,
    .frozen_room = frozen_room,
    .freeze = freeze,
    .generator = generator,
    .areas = true,
    .factors = factors,
    .factor = factor,
    .energy = energy,
    .casimir = casimir,
};
