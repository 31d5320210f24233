/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The rotation matrix of Euler angles, as a source prints it and as meant, over drawn
 * angles.
 *
 *   R(phi, theta, psi) = Rz(phi) Rx(theta) Rz(psi)
 *
 * has R21 = sin phi cos psi + cos theta cos phi sin psi; printed is a minus.  The state's three
 * coordinates are the angles.  Where R33^2 < 1 the third column and the third row give the angles
 * back:
 *
 *   phi = atan2(R13, -R23),  theta = acos R33,  psi = atan2(R31, R32),  angles taken in [0, 2 pi):
 *
 * a left inverse on (phi, theta, psi) in [0, 2 pi) x (0, pi) x [0, 2 pi), so that the map is
 * injective there.  R13^2 = (1 - R33^2) sin^2 phi shows what a range of phi misses. */
#include "reports/claims/experiment/balls.h"
#include "reports/claims/experiment/measure.h"

enum { LARGEST, UNABLE };

/* R, row by row; angles: phi, theta, psi. */
static void rotation(arb_mat_t R, arb_srcptr angles, bool printed, slong prec)
{
    REF_LOCAL_VEC(arb, 3, c, s);
    REF_LOCAL(arb, a, b);
    for (int i = 0; i < 3; i++) arb_sin_cos(s + i, c + i, angles + i, prec);
    /* x y + sign cos theta z w */
    const struct {
        arb_ptr x, y, z, w;
        int sign, other;
    } entry[2][2] = {{{c, c + 2, s, s + 2, 1, -1}, {c, s + 2, s, c + 2, -1, -1}},
                     {{s, c + 2, c, s + 2, 1, printed ? -1 : 1}, {s, s + 2, c, c + 2, -1, 1}}};
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2; k++) {
            arb_mul(a, entry[i][k].x, entry[i][k].y, prec);
            arb_mul(b, entry[i][k].z, entry[i][k].w, prec);
            arb_mul(b, b, c + 1, prec);
            arb_mul_si(a, a, entry[i][k].sign, prec);
            arb_mul_si(b, b, entry[i][k].other, prec);
            arb_add(arb_mat_entry(R, i, k), a, b, prec);
        }
    arb_mul(arb_mat_entry(R, 0, 2), s + 1, s, prec);
    arb_mul(arb_mat_entry(R, 1, 2), s + 1, c, prec);
    arb_neg(arb_mat_entry(R, 1, 2), arb_mat_entry(R, 1, 2));
    arb_mul(arb_mat_entry(R, 2, 0), s + 1, s + 2, prec);
    arb_mul(arb_mat_entry(R, 2, 1), s + 1, c + 2, prec);
    arb_set(arb_mat_entry(R, 2, 2), c + 1);
}

/* atan2 in [0, 2 pi): where the ball straddles the cut, the caller's comparison stays open. */
static void turn(arb_t angle, const arb_t y, const arb_t x, slong prec)
{
    REF_LOCAL(arb, full);
    arb_atan2(angle, y, x, prec);
    arb_const_pi(full, prec);
    arb_mul_2exp_si(full, full, 1);
    if (arb_is_negative(angle)) arb_add(angle, angle, full, prec);
}

/* largest difference of the angles read off R(angles) */
static void round_trip(arb_t to, arb_mat_t R, arb_srcptr angles, slong prec)
{
    REF_LOCAL(arb, back, other);
    rotation(R, angles, false, prec);
    arb_zero(to);
    for (int i = 0; i < 3; i++) {
        if (i == 1) {
            arb_acos(back, arb_mat_entry(R, 2, 2), prec);
        } else {
            arb_set(other, i == 0 ? arb_mat_entry(R, 1, 2) : arb_mat_entry(R, 2, 1));
            if (i == 0) arb_neg(other, other);
            turn(back, i == 0 ? arb_mat_entry(R, 0, 2) : arb_mat_entry(R, 2, 0), other, prec);
        }
        arb_sub(back, back, angles + i, prec);
        arb_abs(back, back);
        arb_max(to, to, back, prec);
    }
}

/* The matrix printed as R0, minus R(phi, theta, phi): its lower block is [cos, sin; -sin, cos]. */
static void tilted(arb_t to, arb_mat_t R, arb_srcptr angles, bool turned, slong prec)
{
    REF_LOCAL_VEC(arb, 3, at);
    REF_LOCAL(arb, s, c);
    arb_set(at + 1, angles + 1);
    if (turned) {
        arb_const_pi(at, prec);
        arb_set(at + 2, at);
    }
    rotation(R, at, false, prec);
    arb_sin_cos(s, c, angles + 1, prec);
    arb_sub_ui(arb_mat_entry(R, 0, 0), arb_mat_entry(R, 0, 0), 1, prec);
    for (int i = 1; i < 3; i++) arb_sub(arb_mat_entry(R, i, i), arb_mat_entry(R, i, i), c, prec);
    arb_sub(arb_mat_entry(R, 1, 2), arb_mat_entry(R, 1, 2), s, prec);
    arb_add(arb_mat_entry(R, 2, 1), arb_mat_entry(R, 2, 1), s, prec);
    arb_zero(to);
    slp_raise(to, arb_mat_entry(R, 0, 0), 9, prec);
}

/* R(phi, theta, psi) against R(psi, theta, phi): the same rotation only where theta makes it so. */
static void exchanged(arb_t to, arb_mat_t R, arb_srcptr angles, slong prec)
{
    REF_LOCAL_VEC(arb, 3, at);
    REF_LOCAL_MAT(arb, 3, 3, other);
    for (int i = 0; i < 3; i++) arb_set(at + i, angles + 2 - i);
    rotation(R, angles, false, prec);
    rotation(other, at, false, prec);
    arb_mat_sub(R, R, other, prec);
    arb_zero(to);
    slp_raise(to, arb_mat_entry(R, 0, 0), 9, prec);
}

enum { PRINTED, MEANT, ROUND_TRIP, TILT, TILT_TURNED, TILT_Y, EXCHANGED, APART, COLUMN, R13, OPEN };
static const char kinds[] =
    "printed meant round-trip tilt turned tilt-y exchanged apart column edge-side edge-open";

static slp_status number(arb_t to, ref_exact_step *step, const slp_trial *trial, slong prec)
{
    const int kind = slp_word_index(kinds, trial->word[0]);
    REF_LOCAL_VEC(arb, 3, angles);
    REF_LOCAL_MAT(arb, 3, 3, R);
    REF_LOCAL(arb, s);
    for (int i = 0; i < 3; i++) arb_set_d(angles + i, step->c->x[i]);
    if (kind == R13 || kind == OPEN) arb_zero(angles);
    rotation(R, angles, kind == PRINTED, prec);
    if (kind == PRINTED || kind == MEANT) slp_off_rotations(to, R, prec);
    if (kind == ROUND_TRIP) round_trip(to, R, angles, prec);
    if (kind == TILT || kind == TILT_TURNED) tilted(to, R, angles, kind == TILT_TURNED, prec);
    if (kind == TILT_Y)
        arb_sin(to, angles + 1, prec); /* of the printed R0: column 3 is (0, sin, cos) */
    if (kind == EXCHANGED) exchanged(to, R, angles, prec);
    if (kind == APART) arb_sub(to, angles, angles + 2, prec);
    if (kind == R13) arb_set(to, arb_mat_entry(R, 0, 2));
    if (kind == COLUMN || kind == OPEN) { /* 1 - R33^2 */
        arb_mul(to, arb_mat_entry(R, 2, 2), arb_mat_entry(R, 2, 2), prec);
        arb_sub_ui(to, to, 1, prec);
        arb_neg(to, to);
    }
    if (kind == COLUMN) { /* R13^2 - (1 - R33^2) sin^2 phi */
        arb_sin(s, angles, prec);
        arb_mul(s, s, s, prec);
        arb_mul(to, to, s, prec);
        arb_neg(to, to);
        arb_addmul(to, arb_mat_entry(R, 0, 2), arb_mat_entry(R, 0, 2), prec);
    }
    return SLP_OK;
}

static slp_status measure(slp_measurement *m, const slp_trial *trial, slp_error *err)
{
    size_t line = trial->experiment->line;
    if (trial->experiment->system->algebra != SLP_SO3)
        return slp_error_set(err, line, NULL, "system", "its three coordinates are the angles");
    return slp_sweep(m, LARGEST, UNABLE, slp_word_index(kinds, trial->word[0]) == TILT_Y, number,
                     trial, err);
}

const slp_quantity slp_quantity_euler_angles = {
    .name = "euler-angles",
    .about =
        "the rotation matrix of Euler angles: is it one, what does it reach, over drawn angles",
    .method = "the matrix in ball arithmetic; the state's coordinates are (phi, theta, psi)",
    .options =
        {{"of", true, true, 0,
          "printed, meant: |R^T R - I|; round-trip: angles read off R(angles); exchanged: "
          "|R(phi,theta,psi) - R(psi,theta,phi)|; apart: phi - psi; tilt, turned: printed R0 "
          "minus R(0,theta,0), R(pi,theta,pi); tilt-y: where R0 tilts the axis; column: "
          "R13^2 - (1 - R33^2) sin^2 phi; edge-side, edge-open: R13 and 1 - R33^2 at phi = 0"}},
    .words = {kinds},
    .values = {{"largest", "", "max over samples of that number, in absolute value"},
               {"unable", "samples", "samples without a number"}},
    .measure = measure};
