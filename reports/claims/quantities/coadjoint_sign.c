/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Which sign belongs to the coadjoint exponential: (23) against (24), (25) and the equation of
 * motion.
 *
 * In coordinates with the pairing mu . v, ad*_s = (ad_s)^T and the dual of Ad_g is (Ad_g)^T.  Two
 * readings of Ad*_g are in use: `dual`, <Ad*_g mu, v> = <mu, Ad_g v>, and `inverse`, <Ad*_g mu, v>
 * = <mu, Ad_{g^-1} v>.  Of either the three statements are measured:
 *
 *   lemma  (23)  Ad*_{exp s} = exp(-ad*_s)
 *   left   (24)  mu(t) = Ad*_{g(t)} mu0,      g = exp(t s), solves mu' =  ad*_s mu
 *   right  (25)  mu(t) = Ad*_{g(t)^-1} mu0,   g = exp(t s), solves mu' = -ad*_s mu
 *
 * both sides at t = 1: matrix exponentials of the group's matrices on one, of the d x d matrix of
 * ad* on the other.  `motion` compares ad*_Xi x so defined with the system's own equation. */
#include "reports/claims/experiment/balls.h"
#include "reports/claims/experiment/measure.h"

#include <string.h>

enum { LARGEST, UNABLE };
enum { LEMMA, LEFT, RIGHT, MOTION };
static const char kinds[] = "lemma left right motion";

/* Matrix of xi: hat(omega), and [hat(omega), u; 0, 0] on se(3). */
static void element(arb_mat_t A, arb_srcptr xi)
{
    slp_hat(A, xi);
    for (int i = 0; i < 3 && arb_mat_nrows(A) == 4; i++)
        arb_set(arb_mat_entry(A, i, 3), xi + 3 + i);
}

/* Coordinates of a matrix of the algebra. */
static void coordinates(arb_ptr xi, const arb_mat_t A)
{
    for (int i = 0; i < 3; i++) {
        arb_set(xi + i, arb_mat_entry(A, (i + 2) % 3, (i + 1) % 3));
        if (arb_mat_nrows(A) == 4) arb_set(xi + 3 + i, arb_mat_entry(A, i, 3));
    }
}

/* The transpose of v -> P v Q - (back ? Q v P : 0) in coordinates: of ad_s = [s, .] for P = s, Q =
 * 1, back; of Ad_g for P = g, Q = g^-1. */
static void transpose_of(arb_mat_t T, const arb_mat_t P, const arb_mat_t Q, bool back, slong prec)
{
    slong n = arb_mat_nrows(P), d = arb_mat_nrows(T);
    REF_LOCAL_VEC(arb, d, e);
    REF_LOCAL_MAT(arb, n, n, v, w, u);
    for (slong j = 0; j < d; j++) {
        _arb_vec_zero(e, d);
        arb_one(e + j);
        element(v, e);
        arb_mat_mul(w, P, v, prec);
        arb_mat_mul(w, w, Q, prec);
        if (back) {
            arb_mat_mul(u, Q, v, prec);
            arb_mat_mul(u, u, P, prec);
            arb_mat_sub(w, w, u, prec);
        }
        coordinates(e, w);
        for (slong i = 0; i < d; i++) arb_set(arb_mat_entry(T, j, i), e + i);
    }
}

/* ad*_s, or exp(sign ad*_s) */
static void infinitesimal(arb_mat_t T, arb_srcptr s, slong n, int sign, slong prec)
{
    REF_LOCAL_MAT(arb, n, n, A, one);
    element(A, s);
    arb_mat_one(one);
    transpose_of(T, A, one, true, prec);
    if (sign) {
        arb_mat_scalar_mul_si(T, T, sign, prec);
        arb_mat_exp(T, T, prec);
    }
}

/* the dual of Ad_{exp(sign s)} */
static void finite(arb_mat_t T, arb_srcptr s, slong n, int sign, slong prec)
{
    REF_LOCAL_MAT(arb, n, n, g, back);
    element(g, s);
    arb_mat_scalar_mul_si(back, g, -sign, prec);
    arb_mat_scalar_mul_si(g, g, sign, prec);
    arb_mat_exp(g, g, prec);
    arb_mat_exp(back, back, prec);
    transpose_of(T, g, back, false, prec);
}

static slp_status number(arb_t to, ref_exact_step *step, const slp_trial *trial, slong prec)
{
    const int kind = slp_word_index(kinds, trial->word[0]);
    bool inverse = trial->word[1] && strcmp(trial->word[1], "inverse") == 0;
    slong d = step->d, n = d == 6 ? 4 : 3;
    REF_LOCAL_VEC(arb, d, xi, y);
    REF_LOCAL(arb, norm);
    REF_LOCAL_MAT(arb, d, d, A, B);
    ref_generator(xi, step->sys, step->x, step->h, step->dW, prec);
    if (kind == MOTION) {
        infinitesimal(A, xi, n, 0, prec);
        /* the group's element is exp(s), its inverse in (25), and turned over again by the second
     * reading */
    } else {
        finite(A, xi, n, (kind == RIGHT) != inverse ? -1 : 1, prec);
        infinitesimal(B, xi, n, kind == LEFT ? 1 : -1, prec);
        arb_mat_sub(A, A, B, prec);
    }
    for (slong i = 0; i < d; i++)
        for (slong k = 0; k < d; k++) arb_addmul(y + i, arb_mat_entry(A, i, k), step->x + k, prec);
    if (kind == MOTION) {
        ref_field(xi, step->sys, step->x, step->h, step->dW, prec);
        _arb_vec_sub(y, y, xi, d, prec);
    }
    arb_zero(to);
    for (slong i = 0; i < d; i++) {
        arb_addmul(to, y + i, y + i, prec);
        arb_addmul(norm, step->x + i, step->x + i, prec);
    }
    arb_div(to, to, norm, prec);
    arb_sqrtpos(to, to, prec);
    return SLP_OK;
}

static slp_status measure(slp_measurement *m, const slp_trial *trial, slp_error *err)
{
    const slp_experiment *e = trial->experiment;
    if (e->system->algebra != SLP_SO3 && e->system->algebra != SLP_SE3)
        return slp_error_set(err, e->line, NULL, "system", "must be rigid-body or heavy-top");
    return slp_sweep(m, LARGEST, UNABLE, false, number, trial, err);
}

const slp_quantity slp_quantity_coadjoint_sign = {
    .name = "coadjoint-sign",
    .about = "statements on Ad* and exp(ad*) under both readings of Ad*, over samples",
    .method =
        "Ad by matrix exponentials of the group's matrices, exp(+-ad*) by that of the matrix of "
        "ad*, both in ball arithmetic, applied to the sample's state with s = Xi",
    .options = {{"of", true, true, 0,
                 "lemma: (23); left: (24); right: (25); motion: ad*_Xi x "
                 "against the system's own equation"},
                {"reading", true, false, 0,
                 "of <Ad*_g mu, v>: dual (default) <mu, Ad_g v>; inverse <mu, Ad_{g^-1} v>"}},
    .words = {kinds, "dual inverse"},
    .values = {{"largest", "", "max over samples of the difference, over |x|"},
               {"unable", "samples", "samples without a number"}},
    .measure = measure};
