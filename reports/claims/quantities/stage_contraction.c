/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Is the stage map of the rigid body's variational rule a contraction with the constant that is
 * stated for it?
 *
 *   F(A, B) = (P - xi x A dt/2 + (xi.A) xi dt^2/4,  P - (xi x A + xi x B/2) dt + (xi.B) xi dt^2/4),
 *   (64)
 *   dt xi = (1/2) (h I^-1 (A+B)/2 + sum dW_k chi_k),
 *
 * on |A|, |B| <= 2R, R = |P|.  Stated: Lipschitz constant at most lambda = x^2/2 + xy + 2x + 4y, y
 * = |I^-1| R h, with x = h max(|chi|, |chi'|) as printed; as meant x = h max(|xi|, |xi'|), since
 * only xi has a primed partner.  From the inequalities of the proof, with D the distance of two
 * points and |xi - xi'| <= |I^-1| D/2:
 *
 *   |F - F'| <= (2x + 2y + x^2/2 + xy) D,    and h |xi| <= y + |sum chi dW|/2 everywhere:
 *
 * the meant condition is sufficient, with 2y to spare.  Here pairs of points are drawn in the
 * product of balls, near ones and far ones, and quotients |F - F'|/D compared with lambda in ball
 * arithmetic; `inside` asks whether F stays in the product of balls.  The printed sign of the last
 * terms is that of variational-cayley-printed; the bounds do not see it. */
#include "reports/claims/experiment/balls.h"
#include "reports/claims/experiment/measure.h"
#include "oracle/contract/draw/draw.h"
#include "oracle/contract/noise/noise.h"

#include <math.h>
#include <string.h>

enum { LARGEST, UNABLE };
enum { MEANT, PRINTED, INSIDE, STATED, DOMAIN, CERTIFICATE };
static const char kinds[] = "meant printed inside stated domain certificate";
enum { PAIRS = 24 };

typedef struct stage {
    arb_srcptr P, inverse,
        noise; /* inverse: h/2 times the inertias' inverses; noise: (1/2) sum chi_k dW_k */
    int sign;  /* of (xi.A) xi */
    slong prec;
} stage;

/* h xi at (A, B) */
static void turn(arb_ptr xi, const stage *s, arb_srcptr A, arb_srcptr B)
{
    for (int i = 0; i < 3; i++) {
        arb_add(xi + i, A + i, B + i, s->prec);
        arb_mul_2exp_si(xi + i, xi + i, -1);
        arb_mul(xi + i, xi + i, s->inverse + i, s->prec);
        arb_add(xi + i, xi + i, s->noise + i, s->prec);
    }
}

/* F = (A', B') in six numbers */
static void map(arb_ptr F, arb_ptr xi, const stage *s, arb_srcptr A, arb_srcptr B)
{
    REF_LOCAL(arb, dot);
    turn(xi, s, A, B);
    for (int half = 0; half < 2; half++) {
        arb_ptr to = F + 3 * half;
        arb_dot(dot, NULL, 0, xi, 1, half ? B : A, 1, 3, s->prec);
        arb_mul_2exp_si(dot, dot, -2);
        if (s->sign < 0) arb_neg(dot, dot);
        for (int i = 0; i < 3; i++) {
            arb_set(to + i, s->P + i);
            arb_addmul(to + i, dot, xi + i, s->prec);
        }
        slp_cross_add(to, xi, A, -1, half ? 0 : 1, s->prec);
        if (half) slp_cross_add(to, xi, B, -1, 1, s->prec);
    }
}

static void norm(arb_t to, arb_srcptr v, slong count, slong prec)
{
    arb_dot(to, NULL, 0, v, 1, v, 1, count, prec);
    arb_sqrtpos(to, to, prec);
}

/* x^2/2 + xy + 2x + 4y */
static void stated(arb_t to, const arb_t x, const arb_t y, slong prec)
{
    REF_LOCAL(arb, one);
    arb_mul_2exp_si(one, x, -1);
    arb_add(one, one, y, prec);
    arb_add_ui(one, one, 2, prec);
    arb_mul(to, one, x, prec);
    arb_mul_2exp_si(one, y, 2);
    arb_add(to, to, one, prec);
}

/* A point of the ball of radius 2R: on its surface every other time. */
static void point(arb_ptr to, const arb_t radius, slp_draw *draw, slong prec)
{
    double v[3], square = 0, part = slp_draw_chance(draw, 1, 2) ? 1 : slp_draw_uniform(draw);
    for (int i = 0; i < 3; i++) {
        v[i] = slp_draw_normal(draw);
        square += v[i] * v[i];
    }
    part *= (1 - 0x1p-40) / sqrt(square > 0 ? square : 1);
    for (int i = 0; i < 3; i++) {
        arb_set_d(to + i, v[i] * part);
        arb_mul(to + i, to + i, radius, prec);
        arb_mul_2exp_si(to + i, to + i, 1);
        arb_get_mid_arb(to + i, to + i);
    }
}

/* What a sample needs: the stage map, R, y, h|chi| and the bound h|xi| <= y + |chi| D_h of the
 * source. */
typedef struct setting {
    stage s;
    arb_ptr inverse, noise, R, y, chi, all;
} setting;

static void read_setting(setting *t, const ref_exact_step *step, slong prec)
{
    const slp_case *c = step->c;
    size_t three, numbers;
    const double *I = slp_case_param(c, "inertia", &three),
                 *chi = slp_case_param(c, "lin", &numbers);
    REF_LOCAL(arb, one);
    norm(t->R, step->x, 3, prec);
    arb_zero(t->y);
    for (int i = 0; i < 3; i++) {
        arb_set_d(one, I[i]);
        arb_div(one, step->h, one, prec);
        arb_max(t->y, t->y, one, prec);
        arb_mul_2exp_si(t->inverse + i, one, -1);
        arb_set_d(t->noise + i, chi[i]);
    }
    arb_mul(t->y, t->y, t->R, prec);
    norm(one, t->noise, 3, prec);
    arb_mul(t->chi, one, step->h, prec);
    arb_set_d(t->all, slp_truncation_bound(c->h, 2));
    arb_mul(t->all, t->all, one, prec);
    arb_sqrt(one, step->h, prec);
    arb_mul(t->all, t->all, one, prec);
    arb_add(t->all, t->all, t->y, prec);
    for (int i = 0; i < 3; i++) {
        arb_mul(t->noise + i, t->noise + i, step->dW, prec);
        arb_mul_2exp_si(t->noise + i, t->noise + i, -1);
    }
    t->s = (stage){step->x, t->inverse, t->noise, -1, prec};
}

/* The excess at one pair of points: |F - F'|/D - lambda, or max(|A'|, |B'|)/(2R) - 1. */
static void excess(arb_t to, const setting *t, int kind, slp_draw *draw, bool close)
{
    slong prec = t->s.prec;
    REF_LOCAL_VEC(arb, 12, z, F);
    REF_LOCAL_VEC(arb, 6, xi);
    REF_LOCAL(arb, one, x);
    for (int i = 0; i < 4; i++) point(z + 3 * i, t->R, draw, prec);
    for (int i = 0; close && i < 6; i++) { /* towards the middle, so as to stay inside */
        arb_mul_2exp_si(one, z + 6 + i, -20);
        arb_mul_2exp_si(x, z + i, -19);
        arb_sub(z + 6 + i, z + i, x, prec);
        arb_add(z + 6 + i, z + 6 + i, one, prec);
    }
    map(F, xi, &t->s, z, z + 3);
    if (kind == INSIDE) {
        norm(x, F, 3, prec);
        norm(one, F + 3, 3, prec);
        arb_max(to, x, one, prec);
        arb_div(to, to, t->R, prec);
        arb_mul_2exp_si(to, to, -1);
        arb_sub_ui(to, to, 1, prec);
    } else {
        map(F + 6, xi + 3, &t->s, z + 6, z + 9);
        norm(x, xi, 3, prec);
        norm(one, xi + 3, 3, prec);
        arb_max(x, x, one, prec);
        stated(one, kind == PRINTED ? t->chi : x, t->y, prec);
        _arb_vec_sub(F, F, F + 6, 6, prec);
        _arb_vec_sub(z, z, z + 6, 6, prec);
        norm(to, F, 6, prec);
        norm(x, z, 6, prec);
        arb_div(to, to, x, prec);
        arb_sub(to, to, one, prec);
    }
}

/* Contraction constant that the reference proves for its own form of this step, minus the stated
 * lambda. */
static slp_status certificate(arb_t to, ref_exact_step *step, const arb_t lambda, slong prec)
{
    ref_certificate cert;
    slp_status status = ref_exact_step_image(step->next, &cert, step, prec);
    if (status != SLP_OK) return status;
    arb_set_d(to, cert.L);
    arb_sub(to, to, lambda, prec);
    return SLP_OK;
}

static slp_status number(arb_t to, ref_exact_step *step, const slp_trial *trial, slong prec)
{
    const int kind = slp_word_index(kinds, trial->word[0]);
    REF_LOCAL_VEC(arb, 3, inverse, noise);
    REF_LOCAL_VEC(arb, 1, R, y, chi, all, one);
    setting t = {.inverse = inverse, .noise = noise, .R = R, .y = y, .chi = chi, .all = all};
    slp_draw draw;
    slp_status status = SLP_OK;
    read_setting(&t, step, prec);
    slp_draw_init(&draw, trial->experiment->seed + 1, (uint64_t)llrint(ldexp(step->c->h, 52)));
    if (kind == STATED || kind == CERTIFICATE) stated(to, t.all, t.y, prec);
    if (kind == DOMAIN) arb_set(to, t.all);
    if (kind == CERTIFICATE) {
        arb_set(one, to);
        status = certificate(to, step, one, prec);
    }
    for (int i = 0; i < PAIRS && (kind == MEANT || kind == PRINTED || kind == INSIDE); i++) {
        excess(one, &t, kind, &draw, i % 2);
        if (i)
            arb_max(to, to, one, prec);
        else
            arb_set(to, one);
    }
    return status;
}

static slp_status measure(slp_measurement *m, const slp_trial *trial, slp_error *err)
{
    const slp_experiment *e = trial->experiment;
    SLP_CLEARED(slp_case) c = {0};
    size_t count = 0;
    slp_status status = slp_experiment_case(&c, e, 0, 1, err);
    if (status == SLP_OK && strcmp(e->system->name, "rigid-body") == 0)
        slp_case_param(&c, "lin", &count);
    if (status != SLP_OK) return status;
    if (count != 3)
        return slp_error_set(err, e->line, NULL, "system",
                             "must be a rigid-body with one noise, lin of three numbers");
    return slp_sweep(m, LARGEST, UNABLE, true, number, trial, err);
}

/* The other kinds are about a stated constant alone. */
static bool certifies(char *const word[SLP_QUANTITY_OPTIONS])
{
    return slp_word_index(kinds, word[0]) == CERTIFICATE;
}

const slp_quantity slp_quantity_stage_contraction = {
    .name = "stage-contraction",
    .about = "the stage map of the rigid body's variational rule against its stated contraction "
             "constant, over samples",
    .method =
        "F at 24 drawn pairs of points of the product of balls of radius 2R a sample, near and "
        "far, in ball arithmetic",
    .options = {{"of", true, true, 0,
                 "meant, printed: |F - F'|/|z - z'| minus the stated constant, x of xi or of chi; "
                 "inside: max(|F_A|, |F_B|)/(2R) - 1; stated: the constant at x = y + |chi| D; "
                 "domain: that "
                 "x; certificate: the reference's own constant minus the stated one"}},
    .words = {kinds},
    .values = {{"largest", "", "max over samples and pairs of that number"},
               {"unable", "samples", "samples without a certificate"}},
    .measure = measure,
    .certifies = certifies};
