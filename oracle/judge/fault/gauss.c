/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A coefficient of isospectral-gauss4, or its two stages taken otherwise.  Written from the manual:
 * the equations of the L_i and of the stages are iterated together. */
#include "oracle/judge/fault/trial.h"

#include <string.h>

enum { STAGES = 2, ROUNDS = 400, MOST_ROWS = 24, FIRST_DIGIT = 6, LAST_DIGIT = 13 };

/* X_i = L_i X L_i^+, L_i = I + sum_j a_ij P_j L_j; y = x + sum_j b_j ad*_{xi_j} z_j */
typedef struct rule {
    const fault_plain *plain;
    arb_ptr a, b;   /* 4 by rows, 2 */
    bool on_states; /* z_i = x + sum_j a_ij ad*_{xi_j} z_j */
    bool inverse;   /* z_i = L_i x L_i^-1: L_i^+ taken for the inverse */
    bool at_mean;   /* both generators at the mean of the stages */
} rule;

static void set_coefficients(rule *r, slong prec)
{
    arb_t root;
    arb_init(root);
    arb_sqrt_ui(root, 3, prec);
    arb_div_ui(root, root, 6, prec);
    for (int i = 0; i < 4; i++) arb_set_d(r->a + i, 0.25);
    arb_sub(r->a + 1, r->a + 1, root, prec);
    arb_add(r->a + 2, r->a + 2, root, prec);
    for (int j = 0; j < STAGES; j++) arb_set_d(r->b + j, 0.5);
    arb_clear(root);
}

/* out = A+ */
static void form_adjoint(acb_mat_t out, const acb_mat_t A, const acb_mat_t J, int c, slong prec)
{
    acb_mat_conjugate_transpose(out, A);
    if (c == 0) return;
    acb_mat_mul(out, J, out, prec);
    acb_mat_mul(out, out, J, prec);
    acb_mat_scalar_div_si(out, out, c, prec);
}

static void drop_radii(acb_mat_t A)
{
    for (slong i = 0; i < acb_mat_nrows(A); i++)
        for (slong j = 0; j < acb_mat_ncols(A); j++)
            acb_get_mid(acb_mat_entry(A, i, j), acb_mat_entry(A, i, j));
}

/* The stages of the L_i: one round of L_i = I + sum_j a_ij P_j L_j, and z_i from them. */
static void round_of_matrices(arb_ptr z, acb_mat_struct *L, const rule *r, arb_srcptr xi)
{
    const judge_trial *t = r->plain->trial;
    const ref_algebra *g = r->plain->algebra;
    const slong n = g->n, prec = t->prec;
    acb_mat_t J, X, term, P;
    acb_mat_struct product[STAGES];
    acb_mat_init(J, n, n);
    acb_mat_init(X, n, n);
    acb_mat_init(term, n, n);
    acb_mat_init(P, n, n);
    const int c = g->form ? g->form(J, g) : 0;
    for (int j = 0; j < STAGES; j++) {
        acb_mat_init(&product[j], n, n);
        g->to_matrix(term, g, xi + j * t->d, prec);
        acb_mat_conjugate_transpose(P, term);
        acb_mat_mul(&product[j], P, L + j, prec);
    }
    g->to_matrix(X, g, t->exact.x, prec);
    for (int i = 0; i < STAGES; i++) {
        acb_mat_one(L + i);
        for (int j = 0; j < STAGES; j++) {
            acb_mat_scalar_mul_arb(term, &product[j], r->a + STAGES * i + j, prec);
            acb_mat_add(L + i, L + i, term, prec);
        }
        drop_radii(L + i);
        acb_mat_mul(term, L + i, X, prec);
        if (!r->inverse)
            form_adjoint(P, L + i, J, c, prec);
        else if (!acb_mat_inv(P, L + i, prec))
            acb_mat_indeterminate(P);
        acb_mat_mul(term, term, P, prec);
        g->from_matrix(z + i * t->d, g, term, prec);
    }
    for (int j = 0; j < STAGES; j++) acb_mat_clear(&product[j]);
    acb_mat_clear(J);
    acb_mat_clear(X);
    acb_mat_clear(term);
    acb_mat_clear(P);
}

static void round_on_states(arb_ptr out, const rule *r, arb_srcptr xi, arb_srcptr z)
{
    const judge_trial *t = r->plain->trial;
    const slong d = t->d;
    arb_ptr V = _arb_vec_init(STAGES * d);
    for (int j = 0; j < STAGES; j++)
        fault_plain_apply(V + j * d, r->plain, REF_AD, xi + j * d, z + j * d);
    for (int i = 0; i < STAGES; i++) {
        _arb_vec_set(out + i * d, t->exact.x, d);
        for (int j = 0; j < STAGES; j++)
            for (slong k = 0; k < d; k++)
                arb_addmul(out + i * d + k, r->a + STAGES * i + j, V + j * d + k, t->prec);
    }
    _arb_vec_clear(V, STAGES * d);
}

static void generators(arb_ptr xi, const rule *r, arb_srcptr z)
{
    const slong d = r->plain->trial->d, prec = r->plain->trial->prec;
    arb_ptr mean = _arb_vec_init(d);
    _arb_vec_add(mean, z, z + d, d, prec);
    _arb_vec_scalar_mul_2exp_si(mean, mean, d, -1);
    for (int j = 0; j < STAGES; j++)
        fault_plain_generator(xi + j * d, r->plain, r->at_mean ? mean : z + j * d);
    _arb_vec_clear(mean, d);
}

/* y; false if the stages do not settle */
static bool step(arb_ptr y, const rule *r)
{
    const judge_trial *t = r->plain->trial;
    const slong d = t->d, n = r->plain->algebra->n, prec = t->prec;
    arb_ptr z = _arb_vec_init(3 * STAGES * d), next = z + STAGES * d, xi = next + STAGES * d,
            field = _arb_vec_init(d);
    acb_mat_struct L[STAGES];
    bool done = false;
    for (int i = 0; i < STAGES; i++) {
        acb_mat_init(&L[i], n, n);
        acb_mat_one(&L[i]);
        _arb_vec_set(z + i * d, t->exact.x, d);
    }
    for (int k = 0; k < ROUNDS && !done; k++) {
        generators(xi, r, z);
        if (r->on_states)
            round_on_states(next, r, xi, z);
        else
            round_of_matrices(next, L, r, xi);
        for (slong i = 0; i < STAGES * d; i++) mag_zero(arb_radref(next + i));
        done = k > 1 && fault_settled(z, next, STAGES * d, prec);
        _arb_vec_set(z, next, STAGES * d);
    }
    generators(xi, r, z);
    _arb_vec_set(y, t->exact.x, d);
    for (int j = 0; j < STAGES; j++) {
        fault_plain_apply(field, r->plain, REF_AD, xi + j * d, z + j * d);
        for (slong i = 0; i < d; i++) arb_addmul(y + i, r->b + j, field + i, prec);
    }
    for (slong i = 0; i < d; i++) done = done && arb_is_finite(y + i);
    for (int i = 0; i < STAGES; i++) acb_mat_clear(&L[i]);
    _arb_vec_clear(z, 3 * STAGES * d);
    _arb_vec_clear(field, d);
    return done;
}

static void offer_rule(judge_trial *t, const rule *r, const char *words)
{
    if (!judge_is_tried(t, t->fault, words)) return;
    judge_count_work(t, 20);
    if (step(t->y, r))
        judge_offer(t, t->y, 0, "%s", words);
    else
        t->hint->tried++;
}

static void name_of(char *words, int i)
{
    if (i < 4)
        snprintf(words, JUDGE_WORDS, "a_%d%d", i / 2 + 1, i % 2 + 1);
    else
        snprintf(words, JUDGE_WORDS, "b_%d", i - 3);
}

static void offer_coefficients(judge_trial *t, rule *r)
{
    static const struct {
        double factor;
        const char *words;
    } factors[] = {{0, "left out"}, {-1, "with the wrong sign"}, {0.5, "halved"}, {2, "doubled"}};
    arb_t right, factor;
    arb_init(right);
    arb_init(factor);
    for (int i = 0; i < 6; i++) {
        arb_ptr at = i < 4 ? r->a + i : r->b + (i - 4);
        char name[JUDGE_WORDS], words[2 * JUDGE_WORDS];
        name_of(name, i);
        arb_set(right, at);
        for (size_t k = 0; k < sizeof factors / sizeof *factors; k++) {
            arb_set_d(factor, factors[k].factor);
            arb_mul(at, right, factor, t->prec);
            snprintf(words, sizeof words, "%s %s", name, factors[k].words);
            offer_rule(t, r, words);
        }
        arb_set(at, right);
    }
    arb_clear(right);
    arb_clear(factor);
}

/* A coefficient off by 10^-k, k = 6 to 13: along its derivative; the next term, of size 10^-2k, is
 * taken with the second difference. */
static void offer_digits(judge_trial *t, rule *r)
{
    const slong d = t->d, prec = t->prec, e = -40;
    arb_ptr up = _arb_vec_init(4 * d), down = up + d, once = down + d, twice = once + d;
    arb_t right, off, square;
    arb_init(right);
    arb_init(off);
    arb_init(square);
    for (int i = 0; i < 6; i++) {
        arb_ptr at = i < 4 ? r->a + i : r->b + (i - 4);
        char name[JUDGE_WORDS];
        bool done = true;
        name_of(name, i);
        arb_set(right, at);
        arb_one(off);
        arb_mul_2exp_si(off, off, e);
        arb_add(at, right, off, prec);
        done = step(up, r) && done;
        arb_sub(at, right, off, prec);
        done = step(down, r) && done;
        arb_set(at, right);
        _arb_vec_sub(once, up, down, d, prec);
        _arb_vec_scalar_mul_2exp_si(once, once, d, -1 - e);
        _arb_vec_add(twice, up, down, d, prec);
        for (slong k = 0; k < d; k++) arb_submul_si(twice + k, t->exact.next + k, 2, prec);
        _arb_vec_scalar_mul_2exp_si(twice, twice, d, -1 - 2 * e);
        for (int k = FIRST_DIGIT; done && k <= LAST_DIGIT; k++)
            for (int sign = -1; sign <= 1; sign += 2) {
                arb_set_si(off, 10);
                arb_pow_ui(off, off, (ulong)k, prec);
                arb_inv(off, off, prec);
                arb_mul_si(off, off, sign, prec);
                arb_mul(square, off, off, prec);
                _arb_vec_set(t->y, t->exact.next, d);
                for (slong s = 0; s < d; s++) {
                    arb_addmul(t->y + s, once + s, off, prec);
                    arb_addmul(t->y + s, twice + s, square, prec);
                    mag_zero(arb_radref(t->y + s));
                }
                judge_offer(t, t->y, 0, "%s off by %s1e-%d", name, sign < 0 ? "-" : "", k);
            }
    }
    arb_clear(right);
    arb_clear(off);
    arb_clear(square);
    _arb_vec_clear(up, 4 * d);
}

/* sqrt(3)/6 rounded to binary32, or typed with 4, 6, 8 or 10 decimals */
static void root_typed(judge_trial *t, rule *r)
{
    static const struct {
        double value;
        const char *words;
    } values[] = {{(double)0x1.279a74p-2F, "sqrt(3)/6 in binary32"},
                  {0.2887, "sqrt(3)/6 typed as 0.2887"},
                  {0.288675, "sqrt(3)/6 typed as 0.288675"},
                  {0.28867513, "sqrt(3)/6 typed as 0.28867513"},
                  {0.2886751346, "sqrt(3)/6 typed as 0.2886751346"}};
    for (size_t k = 0; k < sizeof values / sizeof *values; k++) {
        arb_set_d(r->a + 1, 0.25);
        arb_set_d(r->a + 2, values[k].value);
        arb_sub(r->a + 1, r->a + 1, r->a + 2, t->prec);
        arb_set_d(r->a + 2, values[k].value);
        arb_add(r->a + 2, r->a + 2, r->a + 3, t->prec);
        offer_rule(t, r, values[k].words);
    }
    set_coefficients(r, t->prec);
}

static void predict(judge_trial *t)
{
    const ref_algebra *g = &t->exact.sys->algebra;
    fault_plain plain;
    rule r = {.plain = &plain};
    if (strcmp(t->exact.scheme->name, "isospectral-gauss4") != 0) return;
    if (!g->to_matrix || g->n > MOST_ROWS) return;
    fault_plain_init(&plain, t);
    r.a = _arb_vec_init(6);
    r.b = r.a + 4;
    set_coefficients(&r, t->prec);
    r.on_states = true;
    offer_rule(t, &r, "Gauss's rule on x itself: z_i = x + sum a_ij ad* z_j");
    r.on_states = false;
    r.inverse = true;
    offer_rule(t, &r, "z_i = L_i x L_i^-1 for L_i x L_i^+");
    r.inverse = false;
    r.at_mean = true;
    offer_rule(t, &r, "both generators at the mean of the stages");
    r.at_mean = false;
    root_typed(t, &r);
    offer_coefficients(t, &r);
    offer_digits(t, &r);
    _arb_vec_clear(r.a, 6);
    fault_plain_clear(&plain);
}

const judge_fault judge_faults_gauss = {
    .name = "a coefficient or a stage of Gauss's rule",
    .equation = "L_i = I + sum a_ij P_j L_j, z_i = L_i x L_i^+ or y = x + sum b_j ad* z_j with"
                " another number, or on x itself",
    .section = "Schemes, isospectral-gauss4",
    .rank = 7,
    .predict = predict};
