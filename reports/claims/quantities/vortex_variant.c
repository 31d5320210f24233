/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Point vortices stepped by the isospectral midpoint in other readings of their Hamiltonian,
 * against the reference.
 *
 * The Hamiltonian (38) is read with c_ij = x_i.x_j/(|x_i||x_j|) or, as printed, with squared norms;
 * the Cayley transform is taken in su(2) or in so(3), where with X = -(i/2) x.sigma, or X = hat(x),
 * the rule's X_n = D(xi) z is
 *     su(2):  D(xi) z = z + xi x z/2 + (2 (xi.z) xi - |xi|^2 z)/16,
 *     so(3):  D(xi) z = z + xi x z/2 + (xi.z) xi/4,
 * from (I + xi/2) X (I - xi/2).  The stage solves z = T(z) = x - (D(xi(z)) z - z), and x' = x + z x
 * xi.  With z iterated to rest and a box B around it, T(B) inside B proves by Brouwer's theorem
 * that T(B) holds a solution; nothing here shares code with the reference's step. */
#include "reports/claims/experiment/balls.h"
#include "reports/claims/experiment/measure.h"

#include <string.h>

enum { NORM, IN, OF, ITERATIONS = 2000 };

typedef struct variant {
    const double *gamma, *quad;
    slong n, prec;
    bool printed, so3;
    const ref_exact_step *step;
    arb_ptr scale, c, t, r_i, r_j;
} variant;

static void dot(arb_t to, arb_srcptr a, arb_srcptr b, slong prec)
{
    arb_mul(to, a, b, prec);
    arb_addmul(to, a + 1, b + 1, prec);
    arb_addmul(to, a + 2, b + 2, prec);
}

/* to = a x b; no aliasing */
static void cross(arb_ptr to, arb_srcptr a, arb_srcptr b, slong prec)
{
    for (int k = 0; k < 3; k++) {
        arb_mul(to + k, a + (k + 1) % 3, b + (k + 2) % 3, prec);
        arb_submul(to + k, a + (k + 2) % 3, b + (k + 1) % 3, prec);
    }
}

/* xi_i += (h Gamma_j / 4 pi) grad_i c_ij / (1 - c_ij) */
static void attract(arb_ptr xi, variant *v, arb_srcptr xi_of, arb_srcptr xj, double gamma)
{
    slong prec = v->prec;
    dot(v->r_i, xi_of, xi_of, prec);
    dot(v->r_j, xj, xj, prec);
    arb_mul(v->t, v->r_i, v->r_j, prec); /* |x_i|^2 |x_j|^2 */
    if (!v->printed) arb_sqrt(v->t, v->t, prec);
    dot(v->c, xi_of, xj, prec);
    arb_div(v->c, v->c, v->t, prec);
    arb_sub_ui(v->scale, v->c, 1, prec);
    arb_neg(v->scale, v->scale);
    arb_const_pi(v->r_j, prec);
    arb_mul_2exp_si(v->r_j, v->r_j, 2);
    arb_mul(v->scale, v->scale, v->r_j, prec);
    arb_set_d(v->r_j, gamma);
    arb_mul(v->r_j, v->r_j, v->step->h, prec);
    arb_div(v->scale, v->r_j, v->scale, prec);
    arb_div(v->t, v->scale, v->t, prec); /* of x_j */
    arb_mul(v->c, v->c, v->scale, prec);
    arb_div(v->c, v->c, v->r_i, prec); /* of -x_i */
    if (v->printed) arb_mul_2exp_si(v->c, v->c, 1);
    for (int k = 0; k < 3; k++) {
        arb_addmul(xi + k, v->t, xj + k, prec);
        arb_submul(xi + k, v->c, xi_of + k, prec);
    }
}

static void generator(arb_ptr xi, variant *v, arb_srcptr z)
{
    _arb_vec_zero(xi, 3 * v->n);
    for (slong i = 0; i < v->n; i++) {
        for (slong j = 0; j < v->n; j++)
            if (j != i) attract(xi + 3 * i, v, z + 3 * i, z + 3 * j, v->gamma[j]);
        for (int k = 0; v->quad && k < 3; k++) {
            arb_set_d(v->t, v->quad[k]);
            arb_mul(v->t, v->t, v->step->dW + k, v->prec);
            arb_addmul(xi + 3 * i + k, v->t, z + 3 * i + k, v->prec);
        }
    }
}

/* out = T(z); room for 6n numbers */
static void stage(arb_ptr out, variant *v, arb_srcptr z, arb_ptr room)
{
    arb_ptr xi = room, turned = room + 3 * v->n;
    slong prec = v->prec;
    generator(xi, v, z);
    for (slong i = 0; i < v->n; i++) {
        arb_ptr e = xi + 3 * i;
        cross(turned + 3 * i, e, z + 3 * i, prec);
        dot(v->c, e, z + 3 * i, prec);
        dot(v->t, e, e, prec);
        arb_mul_2exp_si(v->c, v->c, v->so3 ? -2 : -3);
        arb_mul_2exp_si(v->t, v->t, -4);
        for (int k = 0; k < 3; k++) {
            arb_mul_2exp_si(v->r_i, turned + 3 * i + k, -1);
            arb_addmul(v->r_i, v->c, e + k, prec);
            if (!v->so3) arb_submul(v->r_i, v->t, z + 3 * i + k, prec);
            arb_sub(out + 3 * i + k, v->step->x + 3 * i + k, v->r_i, prec);
        }
    }
}

static bool solve(arb_ptr z, variant *v, arb_ptr room)
{
    slong d = 3 * v->n;
    arb_ptr box = room + 2 * d;
    _arb_vec_set(z, v->step->x, d);
    for (int i = 0; i < ITERATIONS; i++) {
        bool same = true;
        stage(box, v, z, room);
        for (slong k = 0; k < d; k++) {
            arb_sub(v->r_j, box + k, z + k, v->prec);
            same = same && arf_cmpabs_2exp_si(arb_midref(v->r_j), -v->prec + 16) < 0;
            arb_get_mid_arb(z + k, box + k);
        }
        if (same) break;
    }
    for (slong k = 0; k < d; k++) {
        arb_set(box + k, z + k);
        arb_add_error_2exp_si(box + k, -v->prec / 2);
    }
    stage(z, v, box, room);
    for (slong k = 0; k < d; k++)
        if (!arb_contains(box + k, z + k)) return false;
    return true;
}

/* next = x + z x xi(z), or for the field at x itself: x x xi(x) */
static bool reach(arb_ptr next, variant *v, bool field)
{
    slong d = 3 * v->n;
    REF_LOCAL_VEC(arb, 4 * d, room);
    arb_ptr z = room + 3 * d;
    bool good = true;
    if (field)
        _arb_vec_set(z, v->step->x, d);
    else
        good = solve(z, v, room);
    generator(room, v, z);
    for (slong i = 0; i < v->n; i++) cross(next + 3 * i, z + 3 * i, room + 3 * i, v->prec);
    if (!field) _arb_vec_add(next, next, v->step->x, d, v->prec);
    return good;
}

static slp_status number(arb_t difference, ref_exact_step *step, const slp_trial *trial, slong prec)
{
    size_t n = 0, count = 0;
    bool field = strcmp(trial->word[OF], "field") == 0;
    REF_LOCAL_VEC(arb, 5, ball);
    variant v = {.gamma = slp_case_param(step->c, "gamma", &n),
                 .quad = slp_case_param(step->c, "quad", &count),
                 .n = (slong)step->c->d / 3,
                 .prec = prec,
                 .printed = strcmp(trial->word[NORM], "printed") == 0,
                 .so3 = strcmp(trial->word[IN], "so3") == 0,
                 .step = step,
                 .scale = ball,
                 .c = ball + 1,
                 .t = ball + 2,
                 .r_i = ball + 3,
                 .r_j = ball + 4};
    REF_LOCAL_VEC(arb, step->d, next);
    slp_status status = SLP_OK;
    if (field)
        ref_field(step->next, step->sys, step->x, step->h, step->dW, prec);
    else
        status = ref_exact_step_image(step->next, NULL, step, prec);
    if (status == SLP_OK && !reach(next, &v, field)) status = SLP_UNABLE;
    arb_zero(difference);
    _arb_vec_sub(next, next, step->next, step->d, prec);
    if (status == SLP_OK) slp_raise(difference, next, step->d, prec);
    return status;
}

static slp_status measure(slp_measurement *m, const slp_trial *trial, slp_error *err)
{
    if (strcmp(trial->experiment->system->name, "point-vortices") != 0)
        return slp_error_set(err, trial->experiment->line, NULL, "system",
                             "must be point-vortices");
    return slp_sweep(m, 0, 1, false, number, trial, err);
}

const slp_quantity slp_quantity_vortex_variant = {
    .name = "vortex-variant",
    .about = "point vortices in other readings of (38) and of R^3, against the system as meant",
    .method = "the other reading's isospectral step is solved by iteration and proved by Brouwer's "
              "theorem in ball "
              "arithmetic; the reference's step is a certified enclosure",
    .options = {{"norm", true, true, 0, "of (38): meant, or printed (squared norms)"},
                {"in", true, true, 0, "where the Cayley transform is taken: su2 or so3"},
                {"of", true, true, 0, "step, or field: the equation's right-hand side"}},
    .words = {"meant printed", "su2 so3", "step field"},
    .values = {{"largest", "", "max over samples and coordinates of the difference"},
               {"unable", "samples", "samples without a certificate"}},
    .measure = measure};
