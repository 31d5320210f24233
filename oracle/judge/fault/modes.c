/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Another number for an eigenvalue of a Laplacian: zeitlin-sphere and mhd-sphere l(l+1), sine-euler
 * |m|^2; and the order of the sphere's noises.  The generator's drift is an affine map whose linear
 * part L has known eigenvalues, 0 of the mean alone.  What a program computes that takes other
 * numbers for them is p(L) of the right drift, p a polynomial through the quotients of both. */
#include "oracle/judge/fault/trial.h"

#include <string.h>

enum { LARGEST_SPHERE = 16, LARGEST_TORUS = 9, MOST_NODES = 64 };

/* An eigenvalue q, and where it stands: degree a of a sphere, mode (a, b) of a torus. */
typedef struct node {
    slong q, a, b;
} node;

/* What stands for q, where the drift has 1/q. */
typedef enum number { ONE, INVERSE, SQUARE, ROOT, L, L2, UP, DOWN, SINES, NUMBERS } number;
static const struct {
    const char *sphere, *forward, *torus; /* words; forward: of a drift that has q; NULL: none */
} words[NUMBERS] = {
    [ONE] = {"1/(l(l+1)) left out", "l(l+1) left out", "1/|m|^2 left out"},
    [INVERSE] = {"l(l+1) for 1/(l(l+1))", "1/(l(l+1)) for l(l+1)", "|m|^2 for 1/|m|^2"},
    [SQUARE] = {"inverted twice", "applied twice", "inverted twice"},
    [ROOT] = {"sqrt(l(l+1)) for l(l+1)", "sqrt(l(l+1)) for l(l+1)", "|m| for |m|^2"},
    [L] = {"l for l(l+1)", "l for l(l+1)", NULL},
    [L2] = {"l^2 for l(l+1)", "l^2 for l(l+1)", NULL},
    [UP] = {"(l+1)(l+2) for l(l+1)", "(l+1)(l+2) for l(l+1)", NULL},
    [DOWN] = {"l(l-1) for l(l+1)", "l(l-1) for l(l+1)", NULL},
    [SINES] = {NULL, NULL, "(2/epsilon)^2 (sin^2 + sin^2 of epsilon m/2) for |m|^2"}};

/* (2/epsilon)^2 (sin^2(epsilon a/2) + sin^2(epsilon b/2)), epsilon = 2 pi/N */
static void sum_of_sines(arb_t out, const node *n, slong N, slong prec)
{
    REF_LOCAL(arb, sine);
    arb_zero(out);
    for (int side = 0; side < 2; side++) {
        arb_set_si(sine, side ? n->b : n->a);
        arb_div_si(sine, sine, N, prec);
        arb_sin_pi(sine, sine, prec);
        arb_addmul(out, sine, sine, prec);
    }
    arb_const_pi(sine, prec);
    arb_div_si(sine, sine, N, prec);
    arb_sqr(sine, sine, prec);
    arb_div(out, out, sine, prec);
}

/* q over what stands for it; for 1/0 it is 0. */
static void quotient(arb_t out, number which, const node *n, slong N, slong prec)
{
    const slong q = n->q, l = n->a,
                other = which == L    ? l
                        : which == L2 ? l * l
                        : which == UP ? (l + 1) * (l + 2)
                                      : l * (l - 1);
    arb_set_si(out, q);
    if (which == ONE) return;
    if (which == INVERSE) {
        arb_sqr(out, out, prec);
    } else if (which == SQUARE) {
        arb_inv(out, out, prec);
    } else if (which == ROOT) {
        arb_sqrt(out, out, prec);
    } else if (which == SINES) {
        sum_of_sines(out, n, N, prec);
        arb_inv(out, out, prec);
        arb_mul_si(out, out, q, prec);
    } else if (other == 0) {
        arb_zero(out);
    } else {
        arb_div_si(out, out, other, prec);
    }
}

/* ---- The drift ---- */

/* A half of the state on which L has the eigenvalues 1/q, or q if it is forward. */
typedef struct half {
    slong from, length;
    bool forward;
    const char *name;
} half;

typedef struct spectrum {
    judge_trial *t;
    bool torus;
    slong N, count, prec; /* prec: of polynomials, which cancel */
    node at[MOST_NODES];
    arb_ptr values;       /* of L, in units of c */
    arb_ptr coefficients; /* of p, Newton's */
    arb_t c;              /* 1; of the torus -1/(2 epsilon) */
    arb_ptr pack, origin; /* the drift over the time 1, and its value at 0 */
    half of;
} spectrum;

static void set_nodes(spectrum *s)
{
    const slong K = (s->N - 1) / 2;
    for (slong l = 1; l < s->N && !s->torus; l++) s->at[s->count++] = (node){l * (l + 1), l, 0};
    for (slong a = 1; a <= K && s->torus; a++)
        for (slong b = 0; b <= a; b++) s->at[s->count++] = (node){a * a + b * b, a, b};
}

/* out = the linear part at z, in units of c */
static void apply_linear(arb_ptr out, const spectrum *s, arb_srcptr z)
{
    const ref_system *sys = s->t->exact.sys;
    const slong d = s->t->d;
    sys->table->generator(out, sys, s->pack, z, s->prec);
    _arb_vec_sub(out, out, s->origin, d, s->prec);
    _arb_vec_scalar_div(out, out, d, s->c, s->prec);
}

/* The divided differences of p at the values of L. */
static void set_polynomial(spectrum *s, number which)
{
    arb_ptr p = s->coefficients, x = s->values;
    REF_LOCAL(arb, step);
    for (slong k = 0; k < s->count; k++) {
        quotient(p + k, which, &s->at[k], s->N, s->prec);
        if (s->of.forward && !arb_is_zero(p + k)) arb_inv(p + k, p + k, s->prec);
        arb_set_si(x + k, s->at[k].q);
        if (!s->of.forward) arb_inv(x + k, x + k, s->prec);
    }
    for (slong order = 1; order < s->count; order++)
        for (slong k = s->count - 1; k >= order; k--) {
            arb_sub(p + k, p + k, p + k - 1, s->prec);
            arb_sub(step, x + k, x + k - order, s->prec);
            arb_div(p + k, p + k, step, s->prec);
        }
}

/* xi = the right noise and p(L) of the right drift, by Horner's rule */
static void drift_of_numbers(arb_ptr xi, fault_rule *rule, arb_srcptr z)
{
    const spectrum *s = rule->data;
    const ref_system *sys = s->t->exact.sys;
    const slong d = s->t->d;
    REF_LOCAL_VEC(arb, d, drift, sum, image);
    fault_generator_part(xi, rule, FAULT_NOISE, z);
    judge_count_work(s->t, (double)s->count);
    sys->table->generator(drift, sys, s->pack, z, s->prec);
    for (slong k = s->count - 1; k >= 0; k--) {
        const bool last = k == s->count - 1;
        if (!last) {
            apply_linear(image, s, sum);
            for (slong i = 0; i < d; i++) arb_submul(image + i, s->values + k, sum + i, s->prec);
            _arb_vec_swap(sum, image, d);
        }
        for (slong i = 0; i < d; i++) arb_addmul(sum + i, s->coefficients + k, drift + i, s->prec);
    }
    _arb_vec_set(drift + s->of.from, sum + s->of.from, s->of.length);
    for (slong i = 0; i < d; i++) arb_addmul(xi + i, rule->h, drift + i, rule->prec);
}

static void offer_half(spectrum *s, half of)
{
    fault_rule rule = {.trial = s->t, .generator = drift_of_numbers, .data = s};
    s->of = of;
    for (int i = 0; i < NUMBERS; i++) {
        const char *text = s->torus     ? words[i].torus
                           : of.forward ? words[i].forward
                                        : words[i].sphere;
        if (!text) continue;
        set_polynomial(s, (number)i);
        fault_offer_rule(&rule, FAULT_WORDS("Laplacian%s: %s", of.name, text));
    }
}

static void offer_drifts(spectrum *s)
{
    enum { CANCELLED = 192 };
    judge_trial *t = s->t;
    const ref_system *sys = t->exact.sys;
    const slong d = t->d;
    s->prec = t->prec + CANCELLED;
    set_nodes(s);
    REF_LOCAL_VEC(arb, 2 * s->count + sys->pack_size + 2 * d + t->M + 1, block);
    arb_ptr zero = block + 2 * s->count + sys->pack_size + d;
    s->values = block;
    s->coefficients = block + s->count;
    s->pack = s->coefficients + s->count;
    s->origin = s->pack + sys->pack_size;
    arb_init(s->c);
    arb_one(s->c);
    sys->table->freeze(s->pack, sys, s->c, zero, s->prec);
    sys->table->generator(s->origin, sys, s->pack, zero, s->prec);
    if (s->torus) { /* -N/(4 pi) */
        arb_const_pi(s->c, s->prec);
        arb_mul_si(s->c, s->c, -4, s->prec);
        arb_div_si(s->c, s->c, s->N, s->prec);
        arb_inv(s->c, s->c, s->prec);
    }
    const bool halves = t->c->system->algebra == SLP_SUN_DUAL;
    offer_half(s, (half){.length = halves ? d / 2 : d, .name = halves ? " of W" : ""});
    if (halves) offer_half(s, (half){d / 2, d / 2, true, " of Theta"});
    arb_clear(s->c);
}

/* ---- The sphere's noise: dW of degree l >= shell and order m, one after the other ---- */

static slong shell_of(const judge_trial *t, slong N)
{
    size_t count;
    const double *shell = slp_case_param(t->c, "shell", &count);
    return count ? (slong)shell[0] : (N + 1) / 2;
}

typedef enum order { MIRRORED, ODD_MIRRORED, FROM_ZERO, FALLING, ORDERS } order;
static const char *const order_words[ORDERS] = {
    [MIRRORED] = "increments of +m and -m exchanged",
    [ODD_MIRRORED] = "increments of +m and -m exchanged for odd m",
    [FROM_ZERO] = "increments in the order m = 0, 1, -1, 2, -2, ...",
    [FALLING] = "degrees in falling order"};

/* Which increment noise (l, m) gets. */
static slong place_of(order in, slong N, slong shell, slong l, slong m)
{
    const slong first = l * l - shell * shell;
    if (in == MIRRORED || (in == ODD_MIRRORED && m % 2)) return first + l - m;
    if (in == ODD_MIRRORED) return first + l + m;
    if (in == FROM_ZERO) return first + (m > 0 ? 2 * m - 1 : -2 * m);
    return N * N - (l + 1) * (l + 1) + l + m;
}

static void offer_noises(judge_trial *t, slong N)
{
    const slong shell = shell_of(t, N);
    REF_LOCAL_VEC(arb, t->M, dW);
    REF_LOCAL(arb, factor);
    for (int i = 0; i < NUMBERS; i++) {
        if (!words[i].sphere) continue;
        for (slong l = shell, at = 0; l < N; l++) {
            quotient(factor, (number)i, &(node){l * (l + 1), l, 0}, N, t->prec);
            for (slong m = -l; m <= l; m++, at++)
                arb_mul(dW + at, t->exact.dW + at, factor, t->prec);
        }
        fault_offer_inputs(
            t, NULL, NULL, dW,
            FAULT_WORDS("noise: %s", i == SQUARE ? "1/(l(l+1)) twice" : words[i].sphere));
    }
    for (int in = 0; in < ORDERS; in++) {
        for (slong l = shell, at = 0; l < N; l++)
            for (slong m = -l; m <= l; m++, at++)
                arb_set(dW + at, t->exact.dW + place_of((order)in, N, shell, l, m));
        fault_offer_inputs(t, NULL, NULL, dW, order_words[in]);
    }
}

/* Noise from another degree on; the increments are read one after the other, or by their places. */
static void offer_shifted(judge_trial *t, slong N, slong shell, slong to, bool by_places)
{
    SLP_CLEARED(slp_case) c = {0};
    const double degree = (double)to;
    ref_system *sys = NULL;
    if (to < 1 || to > N - 1 || to == shell || slp_case_copy(&c, t->c) != SLP_OK ||
        slp_case_set_param(&c, "shell", &degree, 1, NULL) != SLP_OK ||
        ref_system_new(&sys, &c, NULL) != SLP_OK)
        return;
    REF_LOCAL_VEC(arb, ref_system_M(sys), dW);
    const slong first = (slong)(t->s * t->c->M) + (by_places ? to * to - shell * shell : 0);
    for (slong k = 0; k < ref_system_M(sys); k++)
        if (first + k >= 0 && first + k < (slong)t->c->dw_count)
            fault_increment(dW + k, t, first + k);
    fault_rule rule = {.trial = t, .sys = sys, .dW = dW};
    fault_offer_rule(&rule, FAULT_WORDS("noise from degree shell %+ld on%s", (long)(to - shell),
                                        by_places ? ", increments at their places" : ""));
    ref_system_free(sys);
}

static void predict(judge_trial *t)
{
    size_t count;
    const char *system = t->c->system->name;
    spectrum s = {.t = t, .torus = strcmp(system, "sine-euler") == 0};
    const double *n = slp_case_param(t->c, "n", &count);
    if (!s.torus && strcmp(system, "zeitlin-sphere") != 0 && strcmp(system, "mhd-sphere") != 0)
        return;
    s.N = (slong)n[0];
    if (s.N > (s.torus ? LARGEST_TORUS : LARGEST_SPHERE)) return;
    offer_drifts(&s);
    if (t->M == 0 || s.torus) return;
    offer_noises(t, s.N);
    const slong shell = shell_of(t, s.N);
    for (slong by = -1; by <= 1; by += 2)
        for (int places = 0; places < 2; places++) offer_shifted(t, s.N, shell, shell + by, places);
    offer_shifted(t, s.N, shell, 1, false);
}

const judge_fault judge_faults_modes = {
    .name = "a mode of a Laplacian or its noise",
    .equation = "another number for l(l+1) or |m|^2, noise from another degree on, m in another "
                "order",
    .section = "Systems, zeitlin-sphere",
    .rank = 12,
    .predict = predict};
