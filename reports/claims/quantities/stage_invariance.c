/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Does the stage map of the rigid body's variational rule take B(2R) x B(2R) into itself, R = |P|?
 * A bound over all states, inertias, noises and points, by interval branch and bound.
 *
 * In units of R, with e = h xi, S = I^-1/|I^-1|, y = |I^-1| R h and n >= |sum chi_k dW_k|,
 *
 *   e = (y/4) S (a + b) + sum chi_k dW_k / 2,    |a|, |b| <= 2,    y + n <= w <= 1,
 *   F_A = P - e x a/2 +- (e.a) e/4,    F_B = P - e x (a + b/2) +- (e.b) e/4         (64),
 *
 * both signs of the last terms.  Let e = |e| u; p, q the angles of a, b with u.  A cross product
 * with e is across u, and the last term is along u, so that
 *
 *   |F_A| <= 1 + |e| sqrt(sin^2 p + |e|^2 cos^2 p/4) <= 1 + |e| <= 1 + w,
 *   |F_B| <= 1 + |e| sqrt((2 sin p + sin q)^2 + |e|^2 cos^2 q/4).                    (*)
 *
 * Here |e| is not free: |e| = u.e <= (y/4) (S u).(a + b) + n/2.  0 <= S <= 1, so |S u|^2 <= u.S u.
 * With u.S u = cos^2 t, t in [0, pi/2], the part of S u across u is at most cos t sin t, and
 *
 *   (S u).a <= 2 cos^2 t cos p + 2 cos t sin t sin p = 2 cos t cos(p - t).
 *
 * An angle p beyond pi/2 may be replaced by pi - p: (*) stays and this bound does not become
 * smaller.  For p in [0, pi/2] the right-hand side is not negative, so that a shorter a has no
 * larger one.  Likewise b.  Since 2 cos t cos(p - t) = cos p + cos(p - 2t), the sum of both is
 * largest at t = (p + q)/4:
 *
 *   |e| <= (y/2) cos((p - q)/2) (1 + cos((p + q)/2)) + n/2,    p, q in [0, pi/2].
 *
 * (*) grows with |e|, and this bound is linear in (y, n): its largest value on y + n <= w is at (w,
 * 0) or (0, w).  Both are functions of p and q alone.  A box of (p, q) is evaluated in ball
 * arithmetic and cut in two until its bound is below the largest value found at a point, or above
 * it by no more than 2^-9.  Tested by tests/claims/test_claim_invariance.c. */
#include "reports/claims/experiment/measure.h"

#include <math.h>
#include <string.h>

enum { FIRST, SECOND, BOXES };
enum { DEEPEST = 48, PREC = 64 };

/* A box of angles: centre and half width of each. */
typedef struct box {
    double at[2], half[2];
    int depth;
} box;

/* The bound of |F_B|/R on the box, with only the inertia (quiet) or only the noise. */
static void bound(arb_t to, const box *b, double w, bool quiet)
{
    REF_LOCAL(arb, p, q, s, c, e, one);
    arb_set_d(p, b->at[0]);
    mag_set_d(arb_radref(p), b->half[0]);
    arb_set_d(q, b->at[1]);
    mag_set_d(arb_radref(q), b->half[1]);
    arb_set_d(e, 0.5 * w);
    if (quiet) {
        arb_sub(one, p, q, PREC);
        arb_mul_2exp_si(one, one, -1);
        arb_cos(one, one, PREC);
        arb_mul(e, e, one, PREC);
        arb_add(one, p, q, PREC);
        arb_mul_2exp_si(one, one, -1);
        arb_cos(one, one, PREC);
        arb_add_ui(one, one, 1, PREC);
        arb_mul(e, e, one, PREC);
    }
    arb_sin(s, p, PREC);
    arb_mul_2exp_si(s, s, 1);
    arb_sin_cos(one, c, q, PREC);
    arb_add(s, s, one, PREC);
    arb_mul(s, s, s, PREC);
    arb_mul(c, c, e, PREC);
    arb_mul_2exp_si(c, c, -1);
    arb_addmul(s, c, c, PREC);
    arb_sqrtpos(s, s, PREC);
    arb_mul(to, s, e, PREC);
    arb_add_ui(to, to, 1, PREC);
}

/* Encloses the largest value of the bound over all angles in `all`; returns the boxes looked at. */
static size_t search(slp_interval *all, double w, bool quiet)
{
    const double quarter = 0x1.921fb6p-1; /* a little more than pi/4 */
    box stack[DEEPEST + 2] = {{{quarter, quarter}, {quarter, quarter}, 0}};
    size_t boxes = 0, left = 1;
    slp_interval here;
    REF_LOCAL(arb, value);
    while (left > 0) {
        const box b = stack[--left];
        box middle = b;
        boxes++;
        middle.half[0] = middle.half[1] = 0;
        bound(value, &middle, w, quiet);
        slp_interval_from_ball(&here, value);
        if (here.known) all->lo = fmax(all->lo, here.lo);
        bound(value, &b, w, quiet);
        slp_interval_from_ball(&here, value);
        const double top = here.known ? here.hi : INFINITY;
        if (top <= all->lo + 0x1p-9 || b.depth == DEEPEST) {
            all->hi = fmax(all->hi, top);
            continue;
        }
        for (int side = -1; side <= 1; side += 2) {
            box part = b;
            const int k = b.half[1] > b.half[0];
            part.half[k] *= 0.5;
            part.at[k] += side * part.half[k];
            part.depth++;
            stack[left++] = part;
        }
    }
    return boxes;
}

static slp_status measure(slp_measurement *m, const slp_trial *trial, slp_error *err)
{
    const slp_experiment *e = trial->experiment;
    const double w = trial->number[0];
    if (strcmp(e->system->name, "rigid-body") != 0)
        return slp_error_set(err, e->line, NULL, "system", "must be rigid-body");
    if (!m) return SLP_OK;
    slp_interval second = {1, 1, 1, true};
    const size_t boxes = search(&second, w, true) + search(&second, w, false);
    m->samples = boxes;
    REF_LOCAL(arb, first);
    arb_set_d(first, w);
    arb_add_ui(first, first, 1, PREC);
    slp_measured_ball(m, FIRST, first);
    m->values[SECOND] = second;
    slp_measured_count(m, BOXES, (double)boxes);
    return SLP_OK;
}

const slp_quantity slp_quantity_stage_invariance = {
    .name = "stage-invariance",
    .about = "how far the stage map of the rigid body's variational rule leaves B(R), over all "
             "bodies, noises and points of B(2R) x B(2R)",
    .method = "bounds derived in the source, largest value by interval branch and bound over two "
              "angles",
    .options = {{"within", false, true, 0, "bound of |I^-1| R h + |sum chi_k dW_k|"}},
    .range = {{0x1p-10, 1, false}},
    .values = {{"first", "", "bound of |F_A|/R"},
               {"second", "", "largest value of the bound of |F_B|/R"},
               {"boxes", "boxes", "boxes of angles that were looked at"}},
    .measure = measure};
